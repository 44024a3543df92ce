"""Editions are printed: what is to be made of each, as plain values, and the press that makes whole files of them.

An order and the files that are to be made of it can be sent to any process that has the same project; what comes back is the same bytes
wherever, in whatever company and however often it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple

from cardgen.api.run_report import paged, sized
from cardgen.base.cache import Cache
from cardgen.base.errors import CardgenError, Problem
from cardgen.cards.context import Context
from cardgen.cards.render import Alike, DrawJob, EditionCard, EditionDecks, Troubles, draw_deck, draw_editions
from cardgen.graphics.pdf import Pdf
from cardgen.impose.check import check_options
from cardgen.impose.layout import Imposition
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options, file_name
from cardgen.load.game import EditionSources
from cardgen.load.overlay import translated
from cardgen.model.cards import Card, Deck, Edition, Game
from cardgen.model.project import Project
from cardgen.model.sizes import Paper
from cardgen.preflight.codes import check_side
from cardgen.rules.finding import Finding
from cardgen.sheets.edge_colours import plain_border
from cardgen.sheets.pages import SheetWriter
from cardgen.sheets.stamp import Stamp

SLIP = "edition-slip"
"""The id of the card that lies on top of an edition."""


@dataclass(frozen=True, slots=True)
class EditionOrder:
    """What all the editions of a call have in common: a game, those of its decks that are made, and how.

    `content` is a digest of all else that a page may depend on: the project's files, the shipped ones and the program. Where it is
    equal, equal orders give equal bytes.
    """

    game: str
    decks: tuple[str, ...]
    options: Options
    content: str
    rulebooks: bool = False
    """Whether each edition has a rulebook of its own."""


@dataclass(frozen=True, slots=True)
class EditionFile:
    """What is made at once: the PDFs, one for each paper, of one edition or of several together. `name` is what they are called."""

    name: str
    editions: tuple[Edition, ...]

    def key(self, order: EditionOrder) -> str:
        """What follows from all that these files can depend on: as long as it is equal, they need not be made again."""
        options = replace(order.options, out=None, jobs=0)
        said = [(edition.id, sorted(edition.fields.items())) for edition in self.editions]
        return sha256(
            repr((order.game, order.decks, options, order.content, order.rulebooks, self.name, said)).encode("utf-8", "surrogatepass")
        ).hexdigest()


class PrintedFile(NamedTuple):
    """A whole file: its name, what it holds, and what there is to say of it."""

    name: str
    data: bytes
    about: str
    digest: str
    """The SHA-256 of what it holds."""

    def without_data(self) -> PrintedFile:
        """What is told of it once it is written."""
        return self._replace(data=b"")


@dataclass(slots=True)
class Made:
    """What became of an EditionFile: its files, none where no edition of it could be made, and for each edition what was wrong with it.

    `pages` tells for each edition on which page of which file it begins.
    """

    name: str
    files: tuple[PrintedFile, ...] = ()
    failed: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    pages: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    findings: tuple[tuple[str, Finding], ...] = ()
    """What was found on its cards, with the edition whose own card it is; none for what all have alike."""
    notes: tuple[str, ...] = ()


class _Ready(NamedTuple):
    """An edition with its cards drawn, deck by deck."""

    edition: Edition
    game: Game
    decks: tuple[Deck, ...]
    cards: tuple[tuple[EditionCard, ...], ...]


class EditionPress:
    """Makes editions of a game. What they have in common is drawn once, however many it makes.

    `context` has the game as it was loaded, in the language that the order asks for.
    """

    def __init__(self, context: Context, order: EditionOrder) -> None:
        self._context, self._order = context, order
        self._papers = check_options(order.options)
        self._sources = EditionSources(context.project, context.game)
        self._alike: Alike = {}
        self._laid: dict[tuple[str, str, tuple[int, ...]], Imposition] = {}
        self._plain: dict[str, bool] = {}
        options = order.options
        self._job = DrawJob(options.ink, None, check_side, items=False, jobs=1, ppi=options.ppi)

    @property
    def project(self) -> Project:
        """Where the game comes from."""
        return self._context.project

    @property
    def cache(self) -> Cache:
        """What was made of its art before."""
        return self._context.cache

    def make(self, files: Sequence[EditionFile]) -> Iterator[Made]:
        """What becomes of each of these files, in their order. All of them are drawn as one stream: some hundred editions are a good
        measure, for all that is theirs alone is kept until the last."""
        editions = [edition for file in files for edition in file.editions]
        loaded = self.loaded(editions)
        sound = [each for each in loaded if isinstance(each, EditionDecks)]
        drawn = draw_editions(self._context, sound, self._alike, self._job, decks_differ=self.decks_differ)
        there = iter(loaded)
        for file in files:
            made, ready, findings = Made(file.name), list[_Ready](), list[tuple[str, Finding]]()
            for edition in file.editions:
                decks = next(there)
                if isinstance(decks, CardgenError):
                    made.failed[edition.id] = decks.problems
                    continue
                cards, troubles = next(drawn)
                findings += ((edition.id * each.own, found) for each in cards for found in each.drawn.found)
                if troubles:
                    made.failed[edition.id] = tuple(troubles)
                else:
                    ready.append(_Ready(edition, decks.game, decks.decks, _by_deck(decks.decks, cards)))
            made.findings = tuple(findings)
            if ready:
                self._print(made, ready)
            yield made

    def loaded(self, editions: Sequence[Edition]) -> list[EditionDecks | CardgenError]:
        """The decks of these editions, or what is wrong with them."""
        return [self._decks_of(edition, decks) for edition, decks in zip(editions, self._sources.decks(editions), strict=True)]

    @property
    def decks_differ(self) -> bool:
        """Whether editions may have other cards than the example, beside what templates make of them."""
        return bool(self._sources.varying)

    def _decks_of(self, edition: Edition, decks: tuple[Deck, ...] | CardgenError) -> EditionDecks | CardgenError:
        if isinstance(decks, CardgenError):
            return decks
        game = replace(self._context.game, edition=edition, decks=decks)
        if game.language and self._sources.varying:
            problems: list[Problem] = []
            (game,) = translated([replace(game, language="")], game.language, self._context.project, problems)
            if problems:
                return CardgenError(*problems)
        return EditionDecks(game, tuple(self._with_slip(game.deck(id), edition) for id in self._order.decks))

    def _with_slip(self, deck: Deck, edition: Edition) -> Deck:
        """A deck with what lies on top of it."""
        form = self._context.game.editions
        if not form or not form.slip:
            return deck
        fields = {**dict.fromkeys(deck.fields), "name": edition.fields.get("name"), "art": None}
        place = edition.place
        return replace(deck, cards=(Card(SLIP, deck.id, fields, template=form.slip, back=deck.back, place=place), *deck.cards))

    def _print(self, made: Made, ready: Sequence[_Ready]) -> None:
        """The files of these editions, one for each paper."""
        game, options = self._context.game, self._order.options
        several = len(ready) > 1
        said = f"{ready[0].edition.name} – {ready[-1].edition.name}" if several else f"{ready[0].edition.name}"
        named = replace(game, title=f"{game.title} · {said}")
        two_sided = LAYOUTS[options.layout].two_sided
        backed = {deck.id: bool(deck.back or any(card.back for card in deck.cards)) for each in ready for deck in each.decks}
        files, notes = list[PrintedFile](), list[str]()
        begins: dict[str, list[tuple[str, int]]] = {}
        for paper in self._papers:
            name = file_name(made.name, paper, options)
            try:
                pdf, pages = self._sheets(named, ready, paper, backed, notes)
            except CardgenError as error:
                made.failed.update({each.edition.id: error.problems for each in ready})
                continue
            pdf.prefer(Duplex=f"DuplexFlip{options.flip.title()}Edge" if two_sided and any(backed.values()) else "Simplex")
            files.append(_whole(name, pdf))
            for id, page in pages.items():
                begins.setdefault(id, []).append((name, page))
        made.notes = tuple(dict.fromkeys(notes))
        made.pages = {id: tuple(each) for id, each in begins.items()}
        for each in ready if self._order.rulebooks else ():
            files += self._rulebooks(made, each)
        made.files = tuple(files)

    def _rulebooks(self, made: Made, each: _Ready) -> Iterator[PrintedFile]:
        """The rulebook of an edition, for the screen and for each paper; what is wrong with it is noted."""
        from cardgen.rulebook.editions import open_rulebook

        stem = f"{made.name}-rulebook" if len(made.pages) < 2 else f"{each.edition.id}-rulebook"
        try:
            book = open_rulebook(replace(self._context, game=each.game))
            yield _whole(f"{stem}.pdf", book.screen())
            for paper in self._papers:
                yield _whole(f"{stem}-{paper.name}.pdf", book.printed(paper))
        except CardgenError as error:
            made.failed[each.edition.id] = (*made.failed.get(each.edition.id, ()), *error.problems)

    def _sheets(
        self, game: Game, ready: Sequence[_Ready], paper: Paper, backed: dict[str, bool], notes: list[str]
    ) -> tuple[Pdf, dict[str, int]]:
        """A file with all the decks of these editions, and the page on which each edition begins. Raises CardgenError."""
        options, book = self._order.options, self._context.fonts
        author = f"{game.designer} (game design)" if game.designer else ""
        pdf = Pdf(game.title, subject="Card sheets", author=author, keywords=game.credits, language=game.language or "en")
        blank_backs = [pdf] if LAYOUTS[options.layout].two_sided and any(backed.values()) else []
        pages: dict[str, int] = {}
        for number, deck in enumerate(ready[0].decks):
            whose = [(each.edition.id, card) for each in ready for card in each.cards[number] if card.drawn.card.copies]
            if not whose:
                continue
            laid = self._laid_out(deck, tuple(card.drawn.card.copies for _, card in whose), paper, backed[deck.id])
            notes += laid.notes
            writer = SheetWriter([pdf], game, (deck,), laid, book, blank_backs=blank_backs, draft=options.draft)
            stamp = Stamp(options.stamp, game, book)
            printed = list(stamp.over((card.drawn for _, card in whose), deck.shape))
            for _, at in writer.wanted:
                drawn = printed[at]
                assert drawn.face is not None
                id, card = whose[at]
                writer.feed(drawn.card, drawn.face, drawn.back, shared=not card.own)
                pages.setdefault(id, writer.front)
        return pdf, pages

    def _laid_out(self, deck: Deck, counts: tuple[int, ...], paper: Paper, backed: bool) -> Imposition:
        """The sheets of so many cards of a deck. Raises CardgenError for a paper too small."""
        key = (deck.id, paper.name, counts)
        if key not in self._laid:
            copies = [((0, at), count) for at, count in enumerate(counts)]
            layout, options = LAYOUTS[self._order.options.layout], self._order.options
            try:
                laid = layout.lay_out(copies, deck.shape, backed, paper, options, lambda: self._plain_border(deck.id))
            except CardgenError as error:
                raise CardgenError(*(problem.at(deck.places.get("size")) for problem in error.problems)) from error
            self._laid = {**(self._laid if len(self._laid) < _MOST_LAID else {}), key: laid}
        return self._laid[key]

    def _plain_border(self, id: str) -> bool:
        """Whether the cards of a deck end in one colour. It is asked of the example, so that all editions are laid out alike."""
        if id not in self._plain:
            deck = self._context.game.deck(id)
            self._plain[id] = plain_border(draw_deck(self._context, deck, Troubles(), DrawJob(self._order.options.ink, jobs=1)), deck.shape)
        return self._plain[id]


_MOST_LAID = 64
"""Layouts that are kept: most editions have as many cards as the others."""


def _whole(name: str, pdf: Pdf) -> PrintedFile:
    data = pdf.bytes()
    return PrintedFile(name, data, sized(paged(pdf.pages), data), sha256(data).hexdigest())


def _by_deck(decks: Sequence[Deck], cards: Sequence[EditionCard]) -> tuple[tuple[EditionCard, ...], ...]:
    rest: Iterator[Any] = iter(cards)
    return tuple(tuple(next(rest) for _ in deck.cards) for deck in decks)
