"""Editions are printed: what is to be made of each, as plain values, and the press that makes whole
files of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.build import about
from cardgen.api.edition_export import EditionDeck, EditionExport
from cardgen.api.run_report import paged, sized
from cardgen.api.selection import recounted, turned
from cardgen.api.work import Made, MadeFile
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, gathered, placed
from cardgen.cards.card_painter import DrawOptions, EditionDecks, says_the_same
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import Alike, EditionCard, Troubles, draw_deck, draw_editions
from cardgen.engine import CommonForms, Drawing, Pdf
from cardgen.impose.check import check_options
from cardgen.impose.cutpaths import cut_paths
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options, file_name, file_stem
from cardgen.load import load_games
from cardgen.load.font_list import open_fonts
from cardgen.load.game import EditionSources
from cardgen.load.overlay import translated
from cardgen.model.cards import Card, Deck, Edition, Game
from cardgen.model.project import Project, find_project
from cardgen.model.sizes import Paper
from cardgen.preflight.art_notes import art_findings
from cardgen.preflight.codes import check_side, findings_of
from cardgen.prepress.profiles import find_printer
from cardgen.sheets.edge_colours import plain_border
from cardgen.sheets.pages import CommonCard, SheetParts, SheetWriter, SideKey
from cardgen.sheets.stamp import Stamp

SLIP = "edition-slip"
"""The id of the card that lies on top of an edition."""


@dataclass(frozen=True, slots=True)
class EditionOrder:
    """What all the editions of a call have in common: a game, those of its decks that are made, and
    how.

    `content` is a digest of all else that a page may depend on: the project's files, the shipped
    ones and the program. Where it is equal, equal orders give equal bytes."""

    game: str
    decks: tuple[str, ...]
    options: Options
    content: str
    rulebooks: bool = False
    """Whether each edition has a rulebook of its own."""
    copies: tuple[tuple[str, str, int], ...] = ()
    """Of which cards there are other copies than their decks say, by deck and card."""
    printer: str = ""
    """Who prints them, where they are not printed at home."""
    force: bool = False
    """Whether that printer gets them with errors as well."""

    def maker(self, root: Path) -> EditionPress:
        return _press(root, self)

    def undone(self, task: EditionFile, problems: Sequence[Finding]) -> MadeEditions:
        return MadeEditions(
            task.name,
            failed=dict.fromkeys([edition.id for edition in task.editions], tuple(problems)),
        )


@dataclass(frozen=True, slots=True)
class EditionFile:
    """What is made at once: the PDFs, one for each paper, of one edition or of several together.
    `name` is what they are called."""

    name: str
    editions: tuple[Edition, ...]

    def key(self, order: EditionOrder) -> str:
        """What follows from all that these files can depend on: as long as it is equal, they need
        not be made again."""
        whole = replace(order, options=replace(order.options, out=None, jobs=0))
        said = [(edition.id, sorted(edition.fields.items())) for edition in self.editions]
        return sha256(repr((whole, self.name, said)).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class MadeEditions(Made):
    """What became of an EditionFile: its files, none where no edition of it could be made; its
    parts are editions."""

    findings: tuple[tuple[str, Finding], ...] = ()
    """What was found on its cards, with the edition whose own card it is; none for what all have
    alike."""
    notes: tuple[str, ...] = ()


class _Ready(NamedTuple):
    """An edition with its cards drawn, deck by deck."""

    edition: Edition
    game: Game
    decks: tuple[Deck, ...]
    cards: tuple[tuple[EditionCard, ...], ...]


class _Fed(NamedTuple):
    """A card as it is fed to its sheets: whose it is, what is printed, and what of that other files
    have too."""

    edition: str
    card: EditionCard
    printed: Drawn
    common: CommonCard


class _FedDeck(NamedTuple):
    """A deck of the editions in one file: its sheets, and its cards in their order."""

    parts: SheetParts
    cards: tuple[_Fed, ...]


class _Common(NamedTuple):
    """What files of such piles begin with, and the whole sides of each pile's sheets."""

    piles: Sequence[_FedDeck]
    forms: CommonForms
    sides: tuple[dict[SideKey, Drawing], ...]


class EditionPress:
    """Makes editions of a game. What they have in common is drawn once, however many it makes.

    `context` has the game as it was loaded, in the language that the order asks for.
    """

    def __init__(self, context: Context, order: EditionOrder) -> None:
        self._context, self._order = context, order
        self._papers = check_options(order.options)
        self._sources = EditionSources(context.project, context.game)
        self._alike: Alike = {}
        self._copies = {(deck, card): count for deck, card, count in order.copies}
        self._example = {
            (card.deck, card.id): card
            for deck in map(self._counted, context.game.decks)
            for card in deck.cards
        }
        self._shared: dict[tuple[str, str], Drawn] = {}
        self._laid: dict[tuple[str, str, tuple[int, ...]], tuple[SheetParts, tuple[str, ...]]] = {}
        self._common: dict[tuple[Any, ...], _Common] = {}
        self._plain: dict[str, bool] = {}
        self._told_notes: set[Finding] = set()
        options = order.options
        self._stamp = Stamp(options.stamp, context.game, context.fonts)
        self._job = DrawOptions(
            options.ink, None, check_side, items=bool(order.printer), jobs=1, ppi=options.ppi
        )
        printer = find_printer(context.project, order.printer) if order.printer else None
        self._export = EditionExport(printer, context.fonts) if printer else None

    @property
    def project(self) -> Project:
        """Where the game comes from."""
        return self._context.project

    @property
    def cache(self) -> Cache:
        """What was made of its art before."""
        return self._context.cache

    def make(self, files: Sequence[EditionFile]) -> Iterator[MadeEditions]:
        """What becomes of each of these files, in their order. All of them are drawn as one stream:
        some hundred editions are a good measure, for all that is theirs alone is kept until the
        last."""
        editions = [edition for file in files for edition in file.editions]
        loaded = self.loaded(editions)
        sound = [each for each in loaded if isinstance(each, EditionDecks)]
        drawn = draw_editions(
            self._context, sound, self._alike, self._job, decks_differ=self.decks_differ
        )
        there = iter(loaded)
        for file in files:
            made, ready, findings = (
                MadeEditions(file.name),
                list[_Ready](),
                list[tuple[str, Finding]](),
            )
            for edition in file.editions:
                decks = next(there)
                if isinstance(decks, CardgenError):
                    made.failed[edition.id] = decks.findings
                    continue
                cards, troubles = next(drawn)
                if not self._export:
                    findings += (
                        (edition.id * each.reads_edition, found)
                        for each in cards
                        for found in findings_of(each.drawn)
                    )
                if troubles:
                    made.failed[edition.id] = tuple(troubles)
                else:
                    ready.append(
                        _Ready(edition, decks.game, decks.decks, _by_deck(decks.decks, cards))
                    )
            findings += (("", found) for found in self._new_art_findings())
            made.findings = tuple(findings)
            if ready and self._export:
                self._deliver(self._export, made, ready[0])
            elif ready:
                self._print(made, ready)
            yield made

    def _new_art_findings(self) -> list[Finding]:
        """What art passes over, as far as it was not told of earlier editions."""
        notes = [note for note in self._context.art.notes if note not in self._told_notes]
        self._told_notes.update(notes)
        return list(art_findings(notes, self._context.game.id))

    def loaded(self, editions: Sequence[Edition]) -> list[EditionDecks | CardgenError]:
        """The decks of these editions, or what is wrong with them."""
        return [
            self._decks_of(edition, decks)
            for edition, decks in zip(editions, self._sources.decks(editions), strict=True)
        ]

    @property
    def decks_differ(self) -> bool:
        """Whether editions may have other cards than the example, beside what templates make of
        them."""
        return bool(self._sources.varying)

    def _decks_of(
        self, edition: Edition, decks: tuple[Deck, ...] | CardgenError
    ) -> EditionDecks | CardgenError:
        if isinstance(decks, CardgenError):
            return decks
        game = replace(self._context.game, edition=edition, decks=decks)
        if game.language and self._sources.varying:
            problems: list[Finding] = []
            (game,) = translated(
                [replace(game, language="")], game.language, self._context.project, problems
            )
            if problems:
                return CardgenError(*problems)
        return EditionDecks(
            game,
            tuple(
                self._with_slip(self._counted(game.deck(id)), edition) for id in self._order.decks
            ),
        )

    def _counted(self, deck: Deck) -> Deck:
        """A deck with the copies, and the back, that are asked for."""
        if self._order.options.second_set:
            deck = turned(deck)
        return (
            recounted(
                deck, (self._copies.get((deck.id, card.id), card.copies) for card in deck.cards)
            )
            if self._copies
            else deck
        )

    def _with_slip(self, deck: Deck, edition: Edition) -> Deck:
        """A deck with what lies on top of it."""
        form = self._context.game.editions
        if not form or not form.slip:
            return deck
        fields = {**dict.fromkeys(deck.fields), "name": edition.fields.get("name"), "art": None}
        place = edition.place
        return replace(
            deck,
            cards=(
                Card(SLIP, deck.id, fields, template=form.slip, back=deck.back, place=place),
                *deck.cards,
            ),
        )

    def _print(self, made: MadeEditions, ready: Sequence[_Ready]) -> None:
        """The files of these editions, one for each paper."""
        game, options = self._context.game, self._order.options
        several = len(ready) > 1
        said = (
            f"{ready[0].edition.name} – {ready[-1].edition.name}"
            if several
            else f"{ready[0].edition.name}"
        )
        named = replace(game, title=f"{game.title} · {said}")
        two_sided = LAYOUTS[options.layout].two_sided
        backed = {
            deck.id: bool(deck.back or any(card.back for card in deck.cards))
            for each in ready
            for deck in each.decks
        }
        files, notes = list[MadeFile](), list[str]()
        begins: dict[str, list[tuple[str, int]]] = {}
        for paper in self._papers:
            name = file_name(made.name, paper, options)
            try:
                pdf, pages, parts = self._sheets(named, ready, paper, backed, notes)
            except CardgenError as error:
                made.failed.update({each.edition.id: error.findings for each in ready})
                continue
            pdf.prefer(
                Duplex=f"DuplexFlip{options.flip.title()}Edge"
                if two_sided and any(backed.values())
                else "Simplex"
            )
            files.append(_whole(name, pdf))
            files += self._cuts(name.removesuffix(".pdf"), named.title, parts)
            for id, page in pages.items():
                begins.setdefault(id, []).append((name, page))
        made.notes = tuple(dict.fromkeys(notes))
        made.pages = {id: tuple(each) for id, each in begins.items()}
        for each in ready if self._order.rulebooks else ():
            files += self._rulebooks(made, each)
        made.files = tuple(files)

    def _deliver(self, export: EditionExport, made: MadeEditions, ready: _Ready) -> None:
        """What the printer takes of an edition; with an error on its own cards nothing, unless it
        is forced."""
        files, wrong = list[MadeFile](), list[Finding]()
        id, game = (
            ready.edition.id,
            replace(ready.game, title=f"{ready.game.title} · {ready.edition.name}"),
        )
        for deck, cards in zip(ready.decks, ready.cards, strict=True):
            printed = [
                (drawn, common.face is None)
                for drawn, common in (self._printed(deck, card) for card in cards)
            ]
            each = EditionDeck(game, deck, file_stem(deck.id, self._order.options), printed)
            if not any(card.card.copies for card, _ in printed):
                continue
            wrong += export.findings(each)
            try:
                folder = f"{made.name}/{each.name}"
                files += export.files(each, folder, wrong if self._order.force else None)
                made.pages[id] = (*made.pages.get(id, ()), (folder, 1))
            except CardgenError as error:
                made.failed[id] = (*made.failed.get(id, ()), *error.findings)
        made.findings = (*made.findings, *((id, finding) for finding in wrong))
        if made.failed or (
            not self._order.force
            and any(finding.severity == "error" for _, finding in made.findings)
        ):
            made.pages, files = {}, []
        made.files = tuple(files)

    def _rulebooks(self, made: MadeEditions, each: _Ready) -> Iterator[MadeFile]:
        """The rulebook of an edition, for the screen and for each paper; what is wrong with it is
        noted."""
        from cardgen.rulebook.editions import SetEdition, open_rulebook

        stem = f"{made.name}-rulebook" if len(made.pages) < 2 else f"{each.edition.id}-rulebook"
        wrong: list[Finding] = []
        ready: dict[str, SetEdition] = {}
        with gathered(wrong):
            book = open_rulebook(replace(self._context, game=each.game))
            ready[f"{stem}.pdf"] = book.set_screen()
            for paper in self._papers:
                ready[f"{stem}-{paper.name}.pdf"] = book.set_printed(paper)
        with gathered(wrong):
            if ready:
                book.dress([*ready.values()])
            for name, edition in ready.items():
                yield _whole(name, book.finished(edition))
        if wrong:
            made.failed[each.edition.id] = (*made.failed.get(each.edition.id, ()), *wrong)

    def _sheets(
        self,
        game: Game,
        ready: Sequence[_Ready],
        paper: Paper,
        backed: dict[str, bool],
        notes: list[str],
    ) -> tuple[Pdf, dict[str, int], list[SheetParts]]:
        """A file with all the decks of these editions, the page on which each edition begins, and
        the sheets. Raises CardgenError."""
        options = self._order.options
        piles = [
            pile
            for at, deck in enumerate(ready[0].decks)
            if (pile := self._pile(at, ready, paper, backed[deck.id], notes)).cards
        ]
        if not piles:
            raise CardgenError(
                Finding(
                    "edition-refused",
                    "all of its cards have 0 copies",
                    "print one of them, or leave the edition out",
                )
            )
        common = self._common_of(piles)
        pdf = Pdf(game.title, subject="Card sheets", **about(game))
        pdf.begin_with(common.forms)
        blank_backs = [pdf] if LAYOUTS[options.layout].two_sided and any(backed.values()) else []
        pages: dict[str, int] = {}
        for pile, sides in zip(piles, common.sides, strict=True):
            writer = SheetWriter([pdf], game, pile.parts, blank_backs=blank_backs, sides=sides)
            for id, card, printed, _ in pile.cards:
                assert printed.face is not None
                writer.feed(printed.card, printed.face, printed.back, shared=not card.reads_edition)
                pages.setdefault(id, writer.front)
        return pdf, pages, [pile.parts for pile in piles]

    def _cuts(self, stem: str, title: str, sheets: Sequence[SheetParts]) -> Iterator[MadeFile]:
        """What a cutting machine cuts, where there is one: for each deck, by its name where there
        are several."""
        for parts in sheets:
            of = f"{stem}-{'-'.join(deck.id for deck in parts.named)}" if len(sheets) > 1 else stem
            for cut in cut_paths(parts.plan, title) if parts.plan.registration else ():
                for ending, data in cut.files.items():
                    yield MadeFile.of(f"{of}-{cut.name}.{ending}", data, sized("to cut", data))

    def _pile(
        self, number: int, ready: Sequence[_Ready], paper: Paper, backed: bool, notes: list[str]
    ) -> _FedDeck:
        """A deck of these editions, by its number. Raises CardgenError."""
        deck = ready[0].decks[number]
        whose = [
            (each.edition.id, card)
            for each in ready
            for card in each.cards[number]
            if card.drawn.card.copies
        ]
        parts, said = self._laid_out(
            deck, tuple(card.drawn.card.copies for _, card in whose), paper, backed
        )
        notes += said if whose else ()
        fed = [_Fed(id, card, *self._printed(deck, card)) for id, card in whose]
        return _FedDeck(parts, tuple(fed[at] for (_, at), _ in parts.plan.copies))

    def _printed(self, deck: Deck, card: EditionCard) -> tuple[Drawn, CommonCard]:
        """A card with its stamp, and what of it is alike in other files: all, where neither its
        template asks for the edition nor the card says other things than the example's."""
        drawn = card.drawn
        key, example = (deck.id, drawn.card.id), self._example.get((deck.id, drawn.card.id))
        if card.reads_edition or example is None or not says_the_same(drawn.card, example):
            (printed,) = self._stamp.over([drawn], deck.shape)
            return printed, CommonCard(None, drawn.back)
        if key not in self._shared:
            (self._shared[key],) = self._stamp.over([drawn], deck.shape)
        printed = self._shared[key]
        return printed, CommonCard(printed.face, printed.back)

    def _common_of(self, piles: Sequence[_FedDeck]) -> _Common:
        """What files with such piles have in common. It follows from them alone, so that a file is
        the same in whatever company."""
        key: list[Any] = []
        for parts, cards in piles:
            backs = {
                card.common.back.name for card in cards if card.common.face and card.common.back
            }
            key.append(id(parts))
            for _, _, _, (face, back) in cards:
                key += (
                    id(face) if face else 0,
                    back.name if back and back.name in backs else back is None,
                )
        found = self._common.pop(tuple(key), None)
        if found is None:
            sides, drawings = list[dict[SideKey, Drawing]](), list[Drawing]()
            for parts, cards in piles:
                sides.append(parts.sides([card.common for card in cards]))
                drawings += parts.common()
                drawings += (
                    drawing
                    for _, _, _, common in cards
                    if common.face
                    for drawing in common
                    if drawing
                )
                drawings += sides[-1].values()
            found = _Common(piles, CommonForms(drawings), tuple(sides))
        self._common = {**dict([*self._common.items()][1 - _MOST_COMMON :]), tuple(key): found}
        return found

    def _laid_out(
        self, deck: Deck, counts: tuple[int, ...], paper: Paper, backed: bool
    ) -> tuple[SheetParts, tuple[str, ...]]:
        """The sheets of so many cards of a deck, and what gave way. Raises CardgenError for a paper
        too small."""
        key = (deck.id, paper.name, counts)
        if key not in self._laid:
            copies = [((0, at), count) for at, count in enumerate(counts)]
            layout, options = LAYOUTS[self._order.options.layout], self._order.options
            with placed(deck.places.get("size")):
                laid = layout.lay_out(
                    LayoutRequest(
                        copies,
                        deck.shape,
                        backed,
                        paper,
                        options,
                        lambda: self._plain_border(deck.id),
                    )
                )
            parts = SheetParts(
                self._context.game, (deck,), laid, self._context.fonts, draft=options.draft
            )
            parts.keep()
            self._laid = {
                **(self._laid if len(self._laid) < _MOST_LAID else {}),
                key: (parts, laid.notes),
            }
        return self._laid[key]

    def _plain_border(self, id: str) -> bool:
        """Whether the cards of a deck end in one colour. It is asked of the example, so that all
        editions are laid out alike."""
        if id not in self._plain:
            deck = self._context.game.deck(id)
            self._plain[id] = plain_border(
                draw_deck(
                    self._context, deck, Troubles(), DrawOptions(self._order.options.ink, jobs=1)
                ),
                deck.shape,
            )
        return self._plain[id]


@lru_cache(maxsize=1)
def _press(root: Path, order: EditionOrder) -> EditionPress:
    """The press for an order, kept from call to call. Raises CardgenError."""
    project, language = find_project(root), order.options.language
    games, problems = load_games(project, [order.game])
    if language:
        games = translated(games, language, project, problems)
    if problems:
        raise CardgenError(*problems)
    return EditionPress(
        Context.of(project, games[0], open_fonts(project.font_folders(language)), Cache.of_user()),
        order,
    )


_MOST_LAID, _MOST_COMMON = 64, 4
"""Layouts that are kept, for most editions have as many cards as the others; and what files have in
common."""


def _whole(name: str, pdf: Pdf) -> MadeFile:
    data = pdf.bytes()
    return MadeFile.of(name, data, sized(paged(pdf.pages), data))


def _by_deck(
    decks: Sequence[Deck], cards: Sequence[EditionCard]
) -> tuple[tuple[EditionCard, ...], ...]:
    rest: Iterator[Any] = iter(cards)
    return tuple(tuple(next(rest) for _ in deck.cards) for deck in decks)
