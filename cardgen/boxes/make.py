"""Boxes and trays for decks: what kind, on which paper, in which files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.boxes.artwork import PrintedNet, draw_faces
from cardgen.boxes.net import centred
from cardgen.boxes.page import (
    BLEED,
    LEGEND,
    MARGIN,
    art,
    cutting_lines,
    inside,
    legend,
    lines,
    phrases,
    title,
)
from cardgen.boxes.tray import base_and_lid, bowl, card_tray
from cardgen.boxes.tuckbox import CARD, Pile, pile, tuck_box
from cardgen.cards.context import Context
from cardgen.engine import Drawing, Pdf
from cardgen.impose.dxf import CUT, FOLD, dxf
from cardgen.impose.options import selection_words
from cardgen.model.cards import Deck, Game
from cardgen.model.sizes import (
    COPY_SHOP,
    HOME,
    PAPERS,
    REGIONS,
    Paper,
    Shape,
    paper_size,
)

WHOLE = "The whole game"
"""What the box for all decks says instead of a deck's name."""


FEW = 4
"""Cards for which a deck gets a box without being named."""


@dataclass(frozen=True, slots=True)
class BoxOptions:
    """The options for a box. `papers` are those asked for, none for the smallest that hold it;
    `thickness` is a card's, in millimetres;

    `cards` how many it holds, 0 for those of the deck.
    """

    papers: tuple[Paper, ...] = ()
    sleeved: bool = False
    thickness: float = CARD / MM
    cards: int = 0
    tray: bool = False
    ink: str = "full"
    together: bool = False
    """Whether all decks of a game go into one box."""
    selection: str = ""
    """Which cards it is for, as names of files say it; none for all of the deck."""


@dataclass(frozen=True, slots=True)
class BoxSheets:
    """The parts of a box on a paper, each on its own sheet.

    `instead` is a smaller paper that holds it as base and lid."""

    paper: Paper
    parts: tuple[PrintedNet, ...]
    instead: str = ""


@dataclass(frozen=True, slots=True)
class MadeBox:
    """The files of a box: its PDF and its cutting lines.

    The cutting lines stand by the names of their files; `note` tells what gave way, and
    `untranslated` are phrases of the program that the game does not translate."""

    name: str
    pdf: Pdf
    lines: Mapping[str, bytes]
    about: str
    note: str = ""
    untranslated: tuple[str, ...] = ()


def make_boxes(context: Context, deck: Deck, options: BoxOptions) -> Iterator[MadeBox]:
    """The boxes of a deck, one for each paper that holds it. Raises CardgenError for what cannot be
    drawn, last for papers too small."""
    sheets, problems = lay_boxes(deck, options)
    parts = list(dict.fromkeys(part for box in sheets for part in box.parts))
    looks = {}
    if parts:
        looks = dict(zip(parts, draw_faces(context, deck, parts, options.ink), strict=True))
    for box in sheets:
        yield _made(context, deck, box, [looks[part] for part in box.parts], options)
    if problems:
        raise CardgenError(*problems)


def around(shapes: Sequence[Shape]) -> Shape:
    """What holds all of these lying on each other: the largest, or what is as wide and as high."""
    width = max(shape.width for shape in shapes)
    height = max(shape.height for shape in shapes)
    for shape in shapes:
        if (shape.width, shape.height) == (width, height):
            return shape
    return Shape("rectangle", width, height)


def together(game: Game, decks: Sequence[Deck], *, whole: bool = True) -> Deck:
    """Several decks of a game as one pile for a box.

    It is as wide and as high as the largest of them. Where the game is not `whole`, for decks of it
    could not be read, it is never that of all decks."""
    largest = around([shape for deck in decks for shape in deck.shapes])
    # cards without a size of their own have their deck's, not that of the pile
    cards = (replace(card, own_shape=game.deck_of(card).shape) for deck in decks for card in deck)
    id = "+".join(deck.id for deck in decks)
    title = ", ".join(deck.title for deck in decks)
    if whole and [deck.id for deck in decks] == [deck.id for deck in game.decks if not deck.is_pad]:
        id = ""
        title = game.said(WHOLE)
    return Deck(
        id,
        title,
        game.id,
        largest,
        template="",
        back="",
        cards=tuple(cards),
        fields={},
        file=game.folder / "game.yaml",
    )


def lay_boxes(deck: Deck, options: BoxOptions) -> tuple[list[BoxSheets], list[Finding]]:
    """The papers with the parts on each, and findings on papers too small."""
    deck = replace(deck, shape=around(deck.shapes))
    count = options.cards or deck.copies
    lying = pile(deck.shape, count, options.thickness * MM, sleeved=options.sleeved)
    constructions = _constructions(deck, lying, count, options)
    if options.papers:
        sheets = _on_given_papers(constructions, options.papers)
    else:
        sheets = _on_smallest_papers(constructions)
    used_papers = [box.paper for box in sheets]
    small = [paper.name for paper in options.papers if paper not in used_papers]
    if small or not sheets:
        return sheets, [_too_large(deck, lying, count, options, small)]
    return sheets, []


def _on_given_papers(constructions: _Constructions, papers: Iterable[Paper]) -> list[BoxSheets]:
    """The first kind of box that fits, on each paper that holds one."""
    sheets = []
    for paper in papers:
        if parts := _first_that_fits(constructions.all, paper):
            sheets.append(BoxSheets(paper, parts))
    return sheets


def _on_smallest_papers(constructions: _Constructions) -> list[BoxSheets]:
    """A box on the smallest paper of each region.

    A copy shop takes boxes that no paper at home holds, be it in two parts."""
    one_piece, two_parts = constructions
    for printers in (HOME, COPY_SHOP):
        papers = [_papers(printers, region) for region in REGIONS]
        boxes = [_on_smallest(one_piece, two_parts, of_region) for of_region in papers]
        if any(boxes):
            return [box for box in boxes if box]
    return []


def _papers(printers: str, region: str) -> list[Paper]:
    """The papers that printers take in a region, from small to large."""
    names = (
        name
        for name, stock in PAPERS.items()
        if (stock.printers, stock.region) == (printers, region)
    )
    return sorted(map(paper_size, names), key=_area)


def _area(paper: Paper) -> float:
    return paper.width * paper.height


def _first_that_fits(
    kinds: Sequence[tuple[PrintedNet, ...]], paper: Paper
) -> tuple[PrintedNet, ...]:
    """The first kind of box that fits on a paper; none otherwise."""
    return next((parts for parts in kinds if parts and _fits(parts, paper)), ())


def _on_smallest(
    one_piece: Sequence[tuple[PrintedNet, ...]],
    two_parts: tuple[PrintedNet, ...],
    papers: Sequence[Paper],
) -> BoxSheets | None:
    """A box on the smallest paper that holds it.

    It is in one piece where that fits, else in two parts."""
    for kinds in (one_piece, [two_parts]):
        for paper in papers:
            parts = _first_that_fits(kinds, paper)
            if parts:
                for_two = [other for other in papers if two_parts and _fits(two_parts, other)]
                # papers go from small to large: the first is the smallest
                smaller = for_two[0].name if for_two and for_two[0].name != paper.name else ""
                return BoxSheets(paper, parts, smaller)
    return None


class _Constructions(NamedTuple):
    """The ways to make a box: in one piece, or in two parts.

    A tray has no second part."""

    one_piece: Sequence[tuple[PrintedNet, ...]]
    two_parts: tuple[PrintedNet, ...]

    @property
    def all(self) -> list[tuple[PrintedNet, ...]]:
        if self.two_parts:
            return [*self.one_piece, self.two_parts]
        return [*self.one_piece]


def _constructions(deck: Deck, lying: Pile, count: int, options: BoxOptions) -> _Constructions:
    """The ways to make a box, for cards upright or on their side.

    Or to make a tray."""
    if options.tray:
        if deck.tray:
            net = bowl(deck.tray)
            trays = tuple(
                PrintedNet(net, "tray", card.copies, card) for card in deck if card.copies
            )
            return _Constructions([trays], ())
        return _Constructions([(PrintedNet(card_tray(lying), "tray", count),)], ())
    base, lid = base_and_lid(lying)
    boxes = [
        (PrintedNet(tuck_box(cards), "box", count),)
        for cards in (lying, Pile(lying.height, lying.width, lying.depth))
    ]
    two_parts = (PrintedNet(base, "base", count), PrintedNet(lid, "lid", count))
    return _Constructions(boxes, two_parts)


def sheet_room(paper: Paper) -> Box:
    """The part of a sheet where a net may lie, with its bleed."""
    return Box(
        MARGIN, MARGIN + LEGEND, paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - LEGEND
    )


def _fits(parts: Sequence[PrintedNet], paper: Paper) -> bool:
    return all(centred(part.net, sheet_room(paper), BLEED) for part in parts)


def _too_large(
    deck: Deck, lying: Pile, count: int, options: BoxOptions, small: Sequence[str]
) -> Finding:
    """The finding on a pile that no box on these papers holds.

    With no papers it speaks of all that are known by name."""
    kinds = _constructions(deck, lying, count, options).all
    is_bowl = bool(options.tray and deck.tray)
    product = "tray" if options.tray else "box"
    sizes = f"{lying.width / MM:.0f} x {lying.height / MM:.0f} x {lying.depth / MM:.0f} mm"
    sentence = f"no {product} for a pile of {sizes} fits on "
    if is_bowl:
        sentence = f"no tray of {inside(kinds[0][0])} inside fits on "
    remedies = []
    for paper in _by_availability():
        if any(_fits(parts, paper) for parts in kinds):
            remedies.append(f"use --paper {paper.name}")
            break
    if not deck.id:
        remedies.append(
            "name only the decks that go into it, as in"
            f"  cardgen box {deck.game}/DECK {deck.game}/DECK --together"
        )
    papers = [paper_size(name) for name in small or PAPERS]
    fewer = 0 if is_bowl else _most_cards(deck, count, options, papers)
    if fewer:
        remedies.append(f"put at most {fewer} cards into it with --cards {fewer}")
    sentence += " or ".join(small) or "any paper that has a name"
    return Finding(
        "size-does-not-fit",
        sentence,
        ", or ".join(remedies) or "name a larger paper",
        deck.places.get("size"),
    )


def _by_availability() -> list[Paper]:
    """All papers: first those for printers at home, from small to large."""
    at_home: list[Paper] = []
    others: list[Paper] = []
    for name, stock in PAPERS.items():
        papers = at_home if stock.printers == HOME else others
        papers.append(paper_size(name))
    return [*at_home, *sorted(others, key=_area)]


def _most_cards(deck: Deck, count: int, options: BoxOptions, papers: Sequence[Paper]) -> int:
    """The most cards, less than `count`, for which all these papers have room.

    Where no paper was asked for, one of them must have room; 0 for none."""
    all_or_any = all if options.papers else any
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        lying = pile(deck.shape, middle, options.thickness * MM, sleeved=options.sleeved)
        kinds = _constructions(deck, lying, middle, options).all
        if all_or_any(any(_fits(parts, paper) for parts in kinds) for paper in papers):
            low = middle
        else:
            high = middle
    return low


def _made(
    context: Context,
    deck: Deck,
    sheets: BoxSheets,
    looks: Sequence[Mapping[str, Drawing]],
    options: BoxOptions,
) -> MadeBox:
    game = context.game
    paper = sheets.paper
    parts = sheets.parts
    stem = _file_stem(game, deck, options)
    pdf = Pdf(
        f"{game.title}: {deck.title}",
        author=f"{game.designer} (game design)" if game.designer else "",
        subject="A tray to fold" if options.tray else "A box to fold",
        keywords=game.full_credits,
        language=game.typeset().language,
    )
    page = paper.box
    files = {}
    for part, faces in zip(parts, looks, strict=True):
        net = centred(part.net, sheet_room(paper), BLEED)
        assert net is not None  # or the paper would not have been chosen
        sheet = pdf.page(page, outline=title(part) if len(parts) > 1 else "")
        for drawing in (
            art(net, faces, page),
            lines(net, page, sheet_room(paper)),
            legend(context, deck, part, page),
        ):
            sheet.place(drawing, Matrix(), shared=False)
        suffix = f"-{_file_suffix(part, deck)}" if len(parts) > 1 else ""
        about = f"{game.title}: {deck.title}, {title(part)}"
        files[f"{stem}{suffix}-{paper.name}.svg"] = cutting_lines(net, paper, about)
        files[f"{stem}{suffix}-{paper.name}.dxf"] = dxf({CUT: net.cuts, FOLD: net.folds}, page)
    return MadeBox(
        f"{stem}-{paper.name}.pdf",
        pdf,
        files,
        f"{inside(parts[0])} inside",
        _note(deck, sheets, options),
        _untranslated(game, deck, parts),
    )


def _file_stem(game: Game, deck: Deck, options: BoxOptions) -> str:
    """The name of a box's files, without the paper."""
    is_bowl = bool(options.tray and deck.tray)
    words = [
        "tray" if options.tray else "box",
        deck.id,
        *selection_words((options.selection,) if options.selection else ()),
        game.language,
        "sleeved" if options.sleeved and not is_bowl else "",
        "low" if options.ink == "low" else "",
    ]
    return "-".join(filter(None, words))


def _note(deck: Deck, sheets: BoxSheets, options: BoxOptions) -> str:
    """A note of what gave way; "" for nothing."""
    paper = sheets.paper.name
    if (
        options.tray
        and deck.tray
        and (options.sleeved or options.cards or options.thickness != CARD / MM)
    ):
        return (
            'these trays are as large as "tray" in the deck\'s file says: --sleeved, --thickness'
            " and"
            " --cards do not change that"
        )
    note = ""
    if sheets.parts[0].kind == "base":
        note = f"too large for a tuck box on {paper}: made as base and lid, on two sheets"
    elif sheets.instead:
        note = (
            f"a tuck box of this size needs {paper}; --paper {sheets.instead} makes a base and a"
            " lid"
        )
    is_for_copy_shop = paper in PAPERS and PAPERS[paper].printers == COPY_SHOP
    if is_for_copy_shop and not options.papers:
        smaller = "" if deck.id else "decks that are named without the largest get a smaller one"
        return "; ".join(
            filter(None, ["no paper that printers at home take holds it", note, smaller])
        )
    return note


def _untranslated(game: Game, deck: Deck, parts: Sequence[PrintedNet]) -> tuple[str, ...]:
    """The phrases of cardgen's own on a box that are not translated."""
    if not game.language:
        return ()
    words = phrases(game, deck, parts)
    if not deck.id:
        words = [WHOLE, *words]
    return tuple(phrase for phrase in words if phrase not in game.words)


def _file_suffix(part: PrintedNet, deck: Deck) -> str:
    """The kind of a part, or the card that it is for.

    The deck's name is left out where no other card has the same id."""
    if part.shows is None:
        return part.kind
    short = part.shows.id.removeprefix(f"{deck.id}-")
    return part.shows.id if short in [card.id for card in deck] else short
