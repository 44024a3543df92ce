"""Editions made as whole files of plain values: drawn together, and printed or exported apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.cards.card_painter import DrawOptions, EditionDecks, says_the_same
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.printed_game import as_printed, games_as_printed
from cardgen.cards.render import Alike, CardFindings, EditionCard, draw_deck, draw_editions
from cardgen.engine import CommonForms, Drawing, Pdf
from cardgen.impose.options import Options, file_name
from cardgen.load import load_games
from cardgen.load.font_list import open_fonts
from cardgen.load.game import EditionSources
from cardgen.load.overlay import translated
from cardgen.making.exports import EditionExport
from cardgen.making.report import Report, paged, sized
from cardgen.making.selection import recounted, turned
from cardgen.making.sheets import (
    SUBJECT,
    CardCopies,
    CardKey,
    CardSource,
    CommonParts,
    DrawnEdition,
    SheetCard,
    SheetFile,
    SheetPress,
    SheetRun,
)
from cardgen.making.tasks import Made
from cardgen.model.cards import Card, Deck, Edition, Game
from cardgen.model.project import find_project
from cardgen.model.sizes import Paper
from cardgen.preflight.art_notes import art_findings
from cardgen.preflight.codes import check_side, findings_of
from cardgen.prepress.profiles import Printer, find_printer
from cardgen.sheets.edge_colours import grounds, is_border_plain
from cardgen.sheets.gang import Batch, back_names
from cardgen.sheets.pages import CommonCard, SheetParts, SideKey

SLIP = "edition-slip"
"""The id of the card that lies on top of an edition."""
_NO_COPIES = Finding(
    "edition-refused",
    "all of its cards have 0 copies",
    "print one of them, or leave the edition out",
)
_MOST_LAYOUTS, _MOST_COMMON = 64, 4
"""The most layouts, and the most common parts of files, that are kept.

Most editions have as many cards as the others, and so the same layout."""


@dataclass(frozen=True, slots=True)
class EditionOrder:
    """The common part of all editions of a call: a game, its decks, and options.

    `content` is a digest of all else that a page may depend on: the project's files, the shipped
    ones and the program. Where it is equal, equal orders give equal bytes."""

    game: str
    decks: tuple[str, ...]
    options: Options
    papers: tuple[Paper, ...]
    content: str
    rulebooks: bool = False
    """True if each edition has a rulebook of its own."""
    counts: tuple[tuple[str, str, int], ...] = ()
    """The cards of which there are not as many copies as their decks say: deck, card, copies."""
    printer: str = ""
    """The printer who prints them; empty where they are printed at home."""
    force: bool = False
    """True if that printer gets them with errors as well."""

    def maker(self, root: Path) -> EditionMaker:
        """The maker for the project in this folder, kept from call to call."""
        return _edition_maker(root, self)

    def undone(self, task: EditionFile, problems: Sequence[Finding]) -> Made:
        """The result of a file that nobody could make."""
        ids = [edition.id for edition in task.editions]
        return Made(task.name, failed=dict.fromkeys(ids, tuple(problems)))


@dataclass(frozen=True, slots=True)
class EditionFile:
    """A task: the files of one edition, or of several in one PDF. They bear its `name`."""

    name: str
    editions: tuple[Edition, ...]

    @property
    def size(self) -> int:
        """The number of its editions."""
        return len(self.editions)

    def key(self, order: EditionOrder) -> str:
        """A digest of all that these files depend on."""
        all_of_it = replace(order, options=replace(order.options, out=None, jobs=0))
        rows = [(edition.id, sorted(edition.fields.items())) for edition in self.editions]
        text = repr((all_of_it, self.name, rows))
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class _ExampleSheets:
    """Sheets, and parts of them, that many files of editions have in common.

    The example decides what editions are alike in, such as the backs of decks."""

    def __init__(self, context: Context, options: Options) -> None:
        self._context, self._options = context, options
        self._plain: dict[str, bool] = {}
        self._grounds: dict[tuple[str, ...], dict[CardKey, int]] = {}
        self._layouts: dict[tuple[Any, ...], SheetParts] = {}
        self._common: dict[tuple[Any, ...], tuple[CommonParts, Any]] = {}

    @cached_property
    def backs(self) -> dict[str, str]:
        """The names of the backs of decks."""
        batches = [batch for deck in self._context.game.decks for batch in Batch.of(deck)]
        return back_names(self._context, batches, self._options)

    def has_plain_border(self, deck_id: str) -> bool:
        """True if the cards of a deck end in one colour."""
        if deck_id not in self._plain:
            shape = self._context.game.deck(deck_id).shape
            self._plain[deck_id] = is_border_plain(self._look(deck_id), shape)
        return self._plain[deck_id]

    def grounds(self, deck_ids: tuple[str, ...]) -> dict[CardKey, int]:
        """The numbers of the colours in which the faces of decks end; none where one has no
        face."""
        if deck_ids not in self._grounds:
            decks = [self._context.game.deck(deck_id) for deck_id in deck_ids]
            keys = [(number, at) for number, deck in enumerate(decks) for at in range(len(deck))]
            drawn_cards = chain.from_iterable(map(self._look, deck_ids))
            numbers = grounds(drawn_cards, decks[0].shape)
            has_all = len(numbers) == len(keys)
            self._grounds[deck_ids] = dict(zip(keys, numbers, strict=True)) if has_all else {}
        return self._grounds[deck_ids]

    def _look(self, deck_id: str) -> Iterator[Drawn]:
        """Draw the cards of a deck."""
        deck = self._context.game.deck(deck_id)
        job = DrawOptions(self._options.ink, jobs=1)
        return draw_deck(self._context, deck, CardFindings(), job)

    def lay_out(self, key: tuple[Any, ...], make: Callable[[], SheetParts]) -> SheetParts:
        """The sheets that `make` gives, as they were laid out for an earlier file."""
        if key not in self._layouts:
            parts = make()
            parts.keep()
            if len(self._layouts) >= _MOST_LAYOUTS:
                self._layouts = {}
            self._layouts[key] = parts
        return self._layouts[key]

    def common_parts(
        self, sheets: Sequence[SheetParts], cards_of_sheets: Sequence[Sequence[CommonCard]]
    ) -> CommonParts:
        """The common parts of files with such sheets and cards.

        It follows from them alone, so that a file is the same in whatever company."""
        numbers: list[Any] = []
        for parts, cards in zip(sheets, cards_of_sheets, strict=True):
            numbers.append(id(parts))
            backs = {back.name for face, back in cards if face and back}
            for face, back in cards:
                numbers.append(id(face) if face else 0)
                numbers.append(back.name if back and back.name in backs else back is None)
        key = tuple(numbers)
        # what the numbers stand for is kept with them, or they would come to stand for others
        entry = self._common.pop(key, None) or (
            _common_parts(sheets, cards_of_sheets),
            (sheets, cards_of_sheets),
        )
        latest = [*self._common.items()][1 - _MOST_COMMON :]
        self._common = {**dict(latest), key: entry}
        return entry[0]


def _common_parts(
    sheets: Sequence[SheetParts], cards_of_sheets: Sequence[Sequence[CommonCard]]
) -> CommonParts:
    sides: list[dict[SideKey, Drawing]] = []
    drawings: list[Drawing] = []
    for parts, cards in zip(sheets, cards_of_sheets, strict=True):
        drawn_sides = parts.sides(cards)
        sides.append(drawn_sides)
        drawings += parts.common()
        for face, back in cards:
            if face:
                drawings += [face, back] if back else [face]
        drawings += drawn_sides.values()
    return CommonParts(CommonForms(drawings), sides)


class _HeldCards(CardSource):
    """The cards of all editions in a file, by deck, drawn already."""

    def __init__(
        self,
        press: SheetPress,
        cards_by_deck: Mapping[str, Sequence[SheetCard]],
        example: _ExampleSheets,
    ) -> None:
        super().__init__(press)
        self._cards_by_deck, self._example = cards_by_deck, example

    def look(self, batch: Batch) -> Iterator[Drawn]:
        """Yield the drawn cards of a batch."""
        return (card.drawn for _, card in self.cards(batch))

    def cards(self, batch: Batch) -> Iterator[tuple[CardKey, SheetCard]]:
        """Yield the cards of a batch."""
        for key, _ in batch.copies:
            yield key, self._card(batch, key)

    def has_plain_border(self, batch: Batch) -> bool:
        """True if the example's cards end in one colour, so that all files are laid out alike."""
        return all(map(self._example.has_plain_border, batch.deck_ids))

    def order(self, batch: Batch) -> list[CardCopies]:
        """The copies of a batch in the order that is asked for, by the colours of its own cards."""
        by_own_grounds = self.press.options.order == "grounds"
        return super().by_grounds(batch) if by_own_grounds else batch.copies

    def by_grounds(self, batch: Batch) -> list[CardCopies]:
        """The copies of a batch by the colours of the example's, so that all files are alike."""
        grounds_by_card = self._example.grounds(batch.deck_ids)
        return sorted(batch.copies, key=lambda entry: grounds_by_card.get(entry[0], 0))

    def lay_out(self, batch: Batch, copies: Sequence[CardCopies], paper: Paper) -> SheetParts:
        """The sheets of a batch, those of an earlier file where they are alike."""
        key = (batch.deck_ids, paper.name, batch.backed, tuple(copies))
        return self._example.lay_out(key, partial(super().lay_out, batch, copies, paper))

    def common_parts(self, batches: Sequence[Batch], sheets: Sequence[SheetParts]) -> CommonParts:
        """The common parts of this file and others."""
        cards = [
            [self._card(batch, key).common for key, _ in parts.plan.copies]
            for batch, parts in zip(batches, sheets, strict=True)
        ]
        return self._example.common_parts(sheets, cards)

    def _card(self, batch: Batch, key: CardKey) -> SheetCard:
        deck, position = key
        return self._cards_by_deck[batch.decks[deck].id][position]


class EditionMaker:
    """Makes editions of a game. What they have in common is drawn once, however many there are.

    `context` has the game as it was loaded, in the language that the order asks for, and `printer`
    is that of the order, if it has one."""

    def __init__(
        self, context: Context, order: EditionOrder, printer: Printer | None = None
    ) -> None:
        options = order.options
        self.context, self.order = context, order
        self._press = SheetPress(context, order.papers, options)
        example = as_printed(context)
        self._example_sheets = _ExampleSheets(example, options)
        self._stamp = self._press.stamp
        self._sources = EditionSources(context.project, context.game)
        self._counts = {(deck, card): copies for deck, card, copies in order.counts}
        self._example = {
            (card.deck, card.id): card
            for deck in map(self._counted, example.game.decks)
            for card in deck.cards
        }
        self._alike: Alike = {}
        self._stamped: dict[tuple[str, str], Drawn] = {}
        """Cards that all editions have alike, with their stamps."""
        self._noted: set[Finding] = set()
        """Findings on the art that were reported already."""
        self._export: EditionExport | None = None
        if printer:
            self._export = EditionExport(printer, context, options, force=order.force)
        self._job = DrawOptions(
            options.ink, inspect=check_side, items=bool(printer), jobs=1, ppi=options.ppi
        )

    def make(self, tasks: Sequence[EditionFile], hear: Report | None = None) -> Iterator[Made]:
        """Make these files, and yield the result of each in their order.

        All of them are drawn as one stream. Some hundred editions are a good measure, for all that
        is theirs alone is kept until the last."""
        loaded = self.load([edition for task in tasks for edition in task.editions])
        games = [game for game in loaded if isinstance(game, Game)]
        printed_games = games_as_printed(self.context, games)
        sound = list(map(self._edition_decks, games, printed_games))
        drawn_editions = draw_editions(
            self.context, sound, self._alike, self._job, decks_differ=self.decks_differ
        )
        rest, rest_of_sound = iter(loaded), iter(sound)
        for task in tasks:
            result = Made(task.name)
            editions: list[DrawnEdition] = []
            findings: list[tuple[str, Finding]] = []
            for edition in task.editions:
                game = next(rest)
                if isinstance(game, CardgenError):
                    result.failed[edition.id] = game.findings
                    continue
                decks = next(rest_of_sound)
                cards, card_findings = next(drawn_editions)
                findings += self._findings(edition, cards)
                if card_findings:
                    result.failed[edition.id] = tuple(card_findings)
                else:
                    editions.append(self._drawn_edition(edition, decks, cards))
            result.findings = (*findings, *self._art_findings())
            if editions and self._export:
                self._export.deliver(result, editions[0])
            elif editions:
                self._print(result, editions)
            yield result

    def load(self, editions: Sequence[Edition]) -> list[Game | CardgenError]:
        """The game as each of these editions has it, or the error that stops it."""
        loaded = self._sources.decks(editions)
        return [
            self._edition_game(edition, decks)
            for edition, decks in zip(editions, loaded, strict=True)
        ]

    @property
    def decks_differ(self) -> bool:
        """True if editions can differ in their cards, not only in their looks."""
        return bool(self._sources.varying)

    def _edition_game(
        self, edition: Edition, decks: tuple[Deck, ...] | CardgenError
    ) -> Game | CardgenError:
        """The game as an edition has it, or the error that stops it."""
        if isinstance(decks, CardgenError):
            return decks
        game = replace(self.context.game, edition=edition, decks=decks)
        game = game.cut_for(self.order.printer)
        if game.language and self._sources.varying:
            problems: list[Finding] = []
            original = replace(game, language="")
            (game,) = translated([original], game.language, self.context.project, problems)
            if problems:
                return CardgenError(*problems)
        return game

    def _edition_decks(self, game: Game, printed_game: Game) -> EditionDecks:
        """The decks of an edition's game that are printed, out of the game as it is printed."""
        assert game.edition
        decks = [self._counted(printed_game.deck(id)) for id in self.order.decks]
        return EditionDecks(game, tuple(self._with_slip(deck, game.edition) for deck in decks))

    def _counted(self, deck: Deck) -> Deck:
        """A deck with the copies, and the back, that are asked for."""
        if self.order.options.second_set:
            deck = turned(deck)
        if not self._counts:
            return deck
        return recounted(deck, map(self._copies_of, deck.cards))

    def _copies_of(self, card: Card) -> int:
        """The copies of a card that are asked for, or of the card whose text goes on on it."""
        counts = self._counts
        of_first = counts.get((card.deck, card.first_id), card.copies)
        return counts.get((card.deck, card.id), of_first)

    def _with_slip(self, deck: Deck, edition: Edition) -> Deck:
        """A deck with the slip on top, where editions have one."""
        form = self.context.game.editions
        if not form or not form.slip:
            return deck
        fields = {**dict.fromkeys(deck.fields), "name": edition.fields.get("name"), "art": None}
        slip = Card(SLIP, deck.id, fields, template=form.slip, back=deck.back, place=edition.place)
        return replace(deck, cards=(slip, *deck.cards))

    def _findings(
        self, edition: Edition, cards: Sequence[EditionCard]
    ) -> Iterator[tuple[str, Finding]]:
        """The findings on the cards of an edition, each with its id or without.

        The id stands with cards that read the edition; the others are alike in all editions."""
        card_findings: dict[tuple[str, bool], CardFindings] = {}
        for card in cards:
            if not self._export:  # which looks at them itself
                for finding in findings_of(card.drawn):
                    yield edition.id if card.reads_edition else "", finding
            deck = card_findings.setdefault(
                (card.drawn.card.deck, card.reads_edition), CardFindings()
            )
            deck.add_all(card.card_findings)
        for (deck_id, reads_edition), deck in card_findings.items():
            for gap in deck.merged_gaps():
                finding = gap.found_by("draft", "warning", self.context.game.id, deck_id)
                yield edition.id if reads_edition else "", finding

    def _art_findings(self) -> Iterator[tuple[str, Finding]]:
        """The findings on the art that no earlier edition has reported."""
        notes = [note for note in self.context.art.notes if note not in self._noted]
        self._noted.update(notes)
        for finding in art_findings(notes, self.context.game.id):
            yield "", finding

    def _drawn_edition(
        self, edition: Edition, decks: EditionDecks, cards: Sequence[EditionCard]
    ) -> DrawnEdition:
        """An edition with its cards, which come deck by deck, as they are fed to sheets."""
        rest = iter(cards)
        by_deck = []
        for deck in decks.decks:
            of_deck = islice(rest, len(deck.cards))
            by_deck.append((deck, [self._sheet_card(deck, card, edition.id) for card in of_deck]))
        return DrawnEdition(edition, decks.game, by_deck)

    # On sheets

    def _print(self, result: Made, editions: Sequence[DrawnEdition]) -> None:
        """Make the files of these editions, one for each paper."""
        cards = _cards_by_deck(editions)
        batches: list[Batch] = []
        for deck, _ in editions[0].decks:
            drawn_cards = (card.drawn.card for card in cards[deck.id])
            batches += Batch.of(replace(deck, cards=tuple(drawn_cards)))
        notes: list[Finding] = []
        if self.order.options.share:
            batches, notes = self._press.share(batches, self._example_sheets.backs)
        batches = [batch for batch in batches if batch.copies]
        problems: Sequence[Finding] = [_NO_COPIES]
        if batches:
            press = self._press.titled(_title(self.context.game, editions))
            source = _HeldCards(press, cards, self._example_sheets)
            run = SheetRun(source, batches, subject=SUBJECT, apart=False)
            notes += run.notes
            problems = run.problems
            for file in run.files():
                self._add_sheets(result, file)
        for edition in editions if problems else ():
            result.fail(edition.edition.id, problems)
        result.notes = tuple(dict.fromkeys(notes))
        if self.order.rulebooks and batches:
            for edition in editions:
                self._add_rulebooks(result, edition)

    def _add_sheets(self, result: Made, file: SheetFile) -> None:
        """Add a file of sheets, and those to cut them."""
        name = file_name(result.name, file.paper, self.order.options, "fronts")
        for id, page in file.pages.items():
            result.pages[id] = (*result.pages.get(id, ()), (name, page))
        for sides, pdf in file.pdfs():
            _add_pdf(result, file_name(result.name, file.paper, self.order.options, sides), pdf)
        for cut in file.cuts():
            result.add(f"{name.removesuffix('.pdf')}-{cut.ending}", cut.data, cut.about)

    def _sheet_card(self, deck: Deck, card: EditionCard, edition: str) -> SheetCard:
        """A card with its stamp on, and with what of it is alike in other files.

        All of it is, where neither its template asks for the edition nor the card says other things
        than the example's."""
        drawn_card = card.drawn
        shape = deck.cut_as(drawn_card.card).shape
        key = (deck.id, drawn_card.card.id)
        example = self._example.get(key)
        if card.reads_edition or example is None or not says_the_same(drawn_card.card, example):
            (stamped,) = self._stamp.over([drawn_card], shape)
            common = CommonCard(None, drawn_card.back)
            return SheetCard(stamped, common, not card.reads_edition, edition)
        if key not in self._stamped:
            (self._stamped[key],) = self._stamp.over([drawn_card], shape)
        stamped = self._stamped[key]
        return SheetCard(stamped, CommonCard(stamped.face, stamped.back), True, edition)

    def _add_rulebooks(self, result: Made, edition: DrawnEdition) -> None:
        """Add the rulebook of an edition, for the screen and for each paper.

        Problems of the book are problems of the edition."""
        from cardgen.rulebook.editions import SetEdition, open_rulebook, told_once

        name = result.name if len(result.pages) < 2 else edition.edition.id
        stem = f"{name}-rulebook"
        problems: list[Finding] = []
        set_books: dict[str, SetEdition] = {}
        of_books: dict[str, list[Finding]] = {}
        with collect_findings(problems):
            book = open_rulebook(replace(self.context, game=edition.game))
            with collect_findings(of_books.setdefault(f"{stem}.pdf", [])):
                set_books[f"{stem}.pdf"] = book.set_screen()
            for paper in self._press.papers:
                book_name = f"{stem}-{paper.name}.pdf"
                with collect_findings(of_books.setdefault(book_name, [])):
                    set_books[book_name] = book.set_printed(paper)
        problems += told_once(of_books)
        with collect_findings(problems):
            if set_books:
                book.dress([*set_books.values()])
            for name, set_book in set_books.items():
                _add_pdf(result, name, book.finished(set_book))
        if problems:
            result.fail(edition.edition.id, problems)


@lru_cache(maxsize=1)
def _edition_maker(root: Path, order: EditionOrder) -> EditionMaker:
    """The maker for an order. Raises CardgenError."""
    project, language = find_project(root), order.options.language
    if order.options.draft:
        project = replace(project, draft=True)
    games, problems = load_games(project, [order.game])
    if language:
        games = translated(games, language, project, problems)
    if problems:
        raise CardgenError(*problems)
    fonts = open_fonts(project.font_folders(language))
    game = games[0].cut_for(order.printer)
    context = Context.of(project, game, fonts, Cache.of_user())
    printer = find_printer(project, order.printer) if order.printer else None
    return EditionMaker(context, order, printer)


def _title(game: Game, editions: Sequence[DrawnEdition]) -> str:
    """The title of a file with these editions: the game, and the names of the first and last."""
    names = [editions[0].edition.name]
    if len(editions) > 1:
        names.append(editions[-1].edition.name)
    return f"{game.title} · {' – '.join(map(str, names))}"


def _cards_by_deck(editions: Sequence[DrawnEdition]) -> dict[str, list[SheetCard]]:
    """The cards of these editions, one edition after the other, by deck."""
    cards: dict[str, list[SheetCard]] = {}
    for edition in editions:
        for deck, of_deck in edition.decks:
            cards.setdefault(deck.id, []).extend(of_deck)
    return cards


def _add_pdf(result: Made, name: str, pdf: Pdf) -> None:
    data = pdf.bytes()
    result.add(name, data, sized(paged(pdf.pages), data))
