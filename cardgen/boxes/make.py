"""Boxes and trays for decks: what kind, on which paper, in which files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.boxes.artwork import PrintedNet, dressed
from cardgen.boxes.net import laid
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
from cardgen.model.sizes import PAPERS, Paper, Shape, paper_size

WHOLE = "The whole game"
"""What the box for all decks says instead of a deck's name."""
FAMILIES = (("a4", "a3"), ("letter", "legal", "tabloid"))
"""Papers that printers at home and in offices take, by the part of the world that has them, from
small to large."""
LARGE_FAMILIES = (("sra3", "a2"), ("arch-b", "super-b", "arch-c"))
"""Those that a copy shop takes, in the same order: for boxes that no paper at home holds, be it in
two parts."""


@dataclass(frozen=True, slots=True)
class BoxOptions:
    """How a box is made. `papers` are those asked for, none for the smallest that hold it;
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
    """The parts of a box on a paper, each on a sheet of its own. `instead` is a smaller paper that
    holds it as base and lid."""

    paper: Paper
    parts: tuple[PrintedNet, ...]
    instead: str = ""


@dataclass(frozen=True, slots=True)
class MadeBox:
    """What a box comes to: the PDF and its cutting lines by the names of their files, what gave
    way, and what it says by itself that is not translated."""

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
    parts = list(dict.fromkeys(part for laid_out in sheets for part in laid_out.parts))
    looks = (
        dict(zip(parts, dressed(context, deck, parts, options.ink), strict=True)) if parts else {}
    )
    for laid_out in sheets:
        yield _made(context, deck, laid_out, [looks[part] for part in laid_out.parts], options)
    if problems:
        raise CardgenError(*problems)


def together(game: Game, decks: Sequence[Deck]) -> Deck:
    """Several decks of a game as one pile for a box: as wide and as high as the largest of them."""
    sides = [
        max(side)
        for side in zip(*((deck.shape.width, deck.shape.height) for deck in decks), strict=True)
    ]
    largest = next(
        (deck.shape for deck in decks if [deck.shape.width, deck.shape.height] == sides), None
    )
    whole = [deck.id for deck in decks] == [deck.id for deck in game.decks]
    title = game.said(WHOLE) if whole else ", ".join(deck.title for deck in decks)
    cards = tuple(card for deck in decks for card in deck)
    shape = largest or Shape("rectangle", *sides)
    return Deck(
        "" if whole else "+".join(deck.id for deck in decks),
        title,
        game.id,
        shape,
        "",
        "",
        cards,
        {},
        file=game.folder / "game.yaml",
    )


def lay_boxes(deck: Deck, options: BoxOptions) -> tuple[list[BoxSheets], list[Finding]]:
    """The papers with the parts on each, and what to say of papers that have no room for them."""
    count = options.cards or deck.copies
    lying = pile(deck.shape, count, options.thickness * MM, sleeved=options.sleeved)
    *whole, split = _kinds(deck, lying, count, options)
    if options.papers:
        found = [
            BoxSheets(paper, parts)
            for paper in options.papers
            if (parts := _first([*whole, split], paper))
        ]
    else:
        found = [sheets for family in FAMILIES if (sheets := _smallest(whole, split, family))]
        found = found or [
            sheets for family in LARGE_FAMILIES if (sheets := _smallest(whole, split, family))
        ]
    small = [
        paper.name for paper in options.papers if paper not in [sheets.paper for sheets in found]
    ]
    return found, [_too_large(deck, lying, count, options, small)] if small or not found else []


def _first(kinds: Sequence[tuple[PrintedNet, ...]], paper: Paper) -> tuple[PrintedNet, ...]:
    """The first kind of box for which a paper has room; none if it has room for none."""
    return next((parts for parts in kinds if parts and _fits(parts, paper)), ())


def _smallest(
    whole: Sequence[tuple[PrintedNet, ...]], split: tuple[PrintedNet, ...], family: Sequence[str]
) -> BoxSheets | None:
    """A box on the smallest paper of a family that holds it in one piece, else in two."""
    papers = [paper_size(name) for name in family]
    for kinds in (whole, [split]):
        for paper in papers:
            if parts := _first(kinds, paper):
                smaller = next(
                    (other.name for other in papers if split and _fits(split, other)), ""
                )
                return BoxSheets(paper, parts, smaller if smaller != paper.name else "")
    return None


def _kinds(
    deck: Deck, lying: Pile, count: int, options: BoxOptions
) -> tuple[tuple[PrintedNet, ...], ...]:
    """The ways to make a box, the one in two parts last: for the cards upright, and on their side;
    a tray has but one."""
    if options.tray:
        if deck.tray:
            net = bowl(deck.tray)
            return tuple(
                PrintedNet(net, "tray", card.copies, card) for card in deck if card.copies
            ), ()
        return (PrintedNet(card_tray(lying), "tray", count),), ()
    base, lid = base_and_lid(lying)
    boxes = [
        (PrintedNet(tuck_box(each), "box", count),)
        for each in (lying, Pile(lying.height, lying.width, lying.depth))
    ]
    return *boxes, (PrintedNet(base, "base", count), PrintedNet(lid, "lid", count))


def sheet_room(paper: Paper) -> Box:
    """Where on a sheet a net may lie, with its bleed."""
    return Box(
        MARGIN, MARGIN + LEGEND, paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - LEGEND
    )


def _fits(parts: Sequence[PrintedNet], paper: Paper) -> bool:
    return all(laid(part.net, sheet_room(paper), BLEED) for part in parts)


def _too_large(
    deck: Deck, lying: Pile, count: int, options: BoxOptions, small: Sequence[str]
) -> Finding:
    """What to say of a pile that no box on these papers holds (no papers: on none of those known by
    name)."""
    tries = [parts for parts in _kinds(deck, lying, count, options) if parts]
    made = "tray" if options.tray else "box"
    what = f"no {made} for a pile of {lying.width / MM:.0f} x {lying.height / MM:.0f} x {lying.depth / MM:.0f} mm fits on "
    if options.tray and deck.tray:
        what = f"no tray of {inside(tries[0][0])} inside fits on "
    usual = [name for name in PAPERS if any(name in family for family in FAMILIES)]
    others = sorted(
        (paper_size(name) for name in PAPERS if name not in usual),
        key=lambda paper: paper.width * paper.height,
    )
    larger = [*map(paper_size, usual), *others]
    remedies = [
        f"use --paper {paper.name}"
        for paper in larger
        if any(_fits(parts, paper) for parts in tries)
    ][:1]
    if not deck.id:
        remedies.append(
            f"name only the decks that go into it, as in  cardgen box {deck.game}/DECK {deck.game}/DECK --together"
        )
    papers = [paper_size(name) for name in small or PAPERS]
    fewer = 0 if options.tray and deck.tray else _most(deck, count, options, papers)
    if fewer:
        remedies.append(f"put at most {fewer} cards into it with --cards {fewer}")
    what += " or ".join(small) or "any paper that has a name"
    return Finding(
        "size-does-not-fit",
        what,
        ", or ".join(remedies) or "name a larger paper",
        deck.places.get("size"),
    )


def _most(deck: Deck, count: int, options: BoxOptions, papers: Sequence[Paper]) -> int:
    """The most cards, less than `count`, for which all these papers have room, or one of them when
    none was asked for; 0 for none."""
    holds = all if options.papers else any
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        lying = pile(deck.shape, middle, options.thickness * MM, sleeved=options.sleeved)
        tries = [parts for parts in _kinds(deck, lying, middle, options) if parts]
        if holds(any(_fits(parts, paper) for parts in tries) for paper in papers):
            low = middle
        else:
            high = middle
    return low


def _made(
    context: Context,
    deck: Deck,
    laid_out: BoxSheets,
    looks: Sequence[Mapping[str, Drawing]],
    options: BoxOptions,
) -> MadeBox:
    game, paper, parts = context.game, laid_out.paper, laid_out.parts
    bowls = bool(options.tray and deck.tray)
    marks = [
        *selection_words((options.selection,) if options.selection else ()),
        game.language,
        "sleeved" * (options.sleeved and not bowls),
        "low" * (options.ink == "low"),
    ]
    stem = "-".join(["tray" if options.tray else "box", *filter(None, [deck.id, *marks])])
    author = f"{game.designer} (game design)" if game.designer else ""
    subject = "A tray to fold" if options.tray else "A box to fold"
    pdf = Pdf(
        f"{game.title}: {deck.title}",
        author=author,
        subject=subject,
        keywords=game.credits,
        language=game.typeset().language,
    )
    page = Box(0, 0, paper.width, paper.height)
    files = {}
    for part, faces in zip(parts, looks, strict=True):
        net = laid(part.net, sheet_room(paper), BLEED)
        assert net is not None  # or the paper would not have been chosen
        named = _named(part, deck)
        sheet = pdf.page(page, outline=title(part) if len(parts) > 1 else "")
        for drawing in (
            art(net, faces, page),
            lines(net, page, sheet_room(paper)),
            legend(context, deck, part, page),
        ):
            sheet.place(drawing, Matrix(), shared=False)
        suffix = f"-{named}" if len(parts) > 1 else ""
        about = f"{game.title}: {deck.title}, {title(part)}"
        files[f"{stem}{suffix}-{paper.name}.svg"] = cutting_lines(net, paper, about)
        files[f"{stem}{suffix}-{paper.name}.dxf"] = dxf({CUT: net.cuts, FOLD: net.folds}, page)
    note = (
        f"a tuck box of this size needs {paper.name}; --paper {laid_out.instead} makes a base and a lid"
        if laid_out.instead
        else ""
    )
    if parts[0].kind == "base":
        note = f"too large for a tuck box on {paper.name}: made as base and lid, on two sheets"
    if any(paper.name in family for family in LARGE_FAMILIES) and not options.papers:
        note = "; ".join(filter(None, ["no paper that printers at home take holds it", note]))
    if bowls and (options.sleeved or options.cards or options.thickness != CARD / MM):
        note = 'these trays are as large as "tray" in the deck\'s file says: --sleeved, --thickness and --cards do not change that'
    said = [*([] if deck.id else [WHOLE]), *phrases(game, deck, parts)] if game.language else []
    foreign = tuple(phrase for phrase in said if phrase not in game.words)
    return MadeBox(
        f"{stem}-{paper.name}.pdf", pdf, files, f"{inside(parts[0])} inside", note, foreign
    )


def _named(part: PrintedNet, deck: Deck) -> str:
    """What a part's file is called after: its kind, or the card it is for, without the deck's name
    if no other card is called so."""
    if part.shows is None:
        return part.kind
    short = part.shows.id.removeprefix(f"{deck.id}-")
    return part.shows.id if short in [card.id for card in deck] else short
