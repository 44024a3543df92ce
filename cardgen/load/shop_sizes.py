"""`sizes` of game.yaml: the sizes of decks that a shop sells in another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place, UnreadableError
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM, length
from cardgen.load.looks import SIZE, shape_of
from cardgen.load.printer_files import printer_files
from cardgen.model.cards import Deck, ShopSize
from cardgen.model.project import Project
from cardgen.model.sizes import Shape
from cardgen.schema.keys import Key, Schema, Section
from cardgen.schema.kinds import A_LENGTH, as_written
from cardgen.schema.source import Map, Node, Seq, TypedText, text_node
from cardgen.schema.values import wrong

_LIST: Schema = {"type": "array", "items": {"type": ["string", "number", "boolean"]}}
_OF_DECKS: Schema = {
    "type": "object",
    "additionalProperties": {"anyOf": [A_LENGTH, *SIZE.schema["anyOf"]]},
}
SHOP_SIZES = Key(
    "sizes",
    as_written({"anyOf": [{"type": "object", "additionalProperties": _OF_DECKS}, _LIST]}),
    "decks that are [cut to another size for a shop](printing.md#another-size-for-a-shop), by the "
    "name of its printer: `{the-game-crafter: {tokens: 1in}}`. A size is written as in a deck's "
    "file; for what is round, six-sided or square one length does",
)


class WrittenSize(NamedTuple):
    """The size of a deck for a printer as game.yaml says it."""

    printer: str
    deck: str
    node: Node
    place: Place
    deck_place: Place


def read_shop_sizes(section: Section, project: Project) -> tuple[WrittenSize, ...]:
    """The sizes that game.yaml says, before its decks are known. What is wrong is noted."""
    node = section.get(SHOP_SIZES.name)
    if node is None or isinstance(node, Seq):  # a game may have a list that is called so
        return ()
    written: list[WrittenSize] = []
    example = "sizes: {the-game-crafter: {tokens: 1in}}"
    if not isinstance(node, Map):
        section.wrong(
            "sizes must be names of printers with sizes of decks",
            f"write  {example}",
            node,
            code="mapping-expected",
        )
        return ()
    printers = printer_files(project)
    for printer, sizes in node.items():
        if printer not in printers:
            section.wrong(
                f'no printer is called "{printer}"',
                did_you_mean(printer, printers),
                printer,
                code="unknown-printer",
            )
        elif not isinstance(sizes, Map):
            section.wrong(
                f"after {printer} come decks with their sizes",
                f"write  {example}",
                sizes,
                code="mapping-expected",
            )
        else:
            for deck, size in sizes.items():
                place, of_deck = section.source.place(size), section.source.place(deck)
                written.append(WrittenSize(str(printer), str(deck), size, place, of_deck))
    return tuple(written)


def shop_sizes(
    written: Collection[WrittenSize],
    decks: Mapping[str, Deck],
    deck_ids: Collection[str],
    problems: list[Finding],
) -> dict[str, dict[str, ShopSize]]:
    """The sizes of these decks by printers and decks; `deck_ids` are those that could not be read
    among them. What is wrong is added to `problems`."""
    sizes: dict[str, dict[str, ShopSize]] = {}
    for one in written:
        deck = decks.get(one.deck)
        try:
            if one.deck not in deck_ids:
                remedy = did_you_mean(one.deck, deck_ids)
                raise wrong(f'this game has no deck "{one.deck}"', remedy, code="unknown-deck")
            if deck:
                shape = _shape(one.node, deck.shape)
                sizes.setdefault(one.printer, {})[one.deck] = ShopSize(shape, one.place)
        except CardgenError as error:
            place = one.place if one.deck in deck_ids else one.deck_place
            problems += error.at(place)
    return sizes


def _shape(node: Node, of_deck: Shape) -> Shape:
    """The shape that a size means for a deck of a shape. Raises CardgenError."""
    side = _single_length(node)
    if not side:
        return shape_of(node)
    if of_deck.outline:
        share = side / of_deck.width
        whole = shape_of(_typed(f"{node} x {of_deck.height * share / MM}mm"))
        outline = tuple(tuple((x * share, y * share) for x, y in line) for line in of_deck.outline)
        return replace(of_deck, width=whole.width, height=whole.height, outline=outline)
    if of_deck.kind != "rectangle":
        return shape_of(_typed(f"{of_deck.kind} {node}"))
    if abs(of_deck.width - of_deck.height) > 1e-6:
        raise wrong(
            f"{node} is one length, and a card of {of_deck} has two",
            "write its width, x, and its height",
            code="length-expected",
        )
    square = shape_of(_typed(f"{node} x {node}"))
    return replace(square, corner=of_deck.corner * side / of_deck.width)


def _single_length(node: Node) -> float:
    """The length that a text says alone; 0 for any other size."""
    if not isinstance(node, TypedText):
        return 0.0
    try:
        return length(node)
    except UnreadableError:
        return 0.0


def _typed(text: str) -> TypedText:
    return text_node(text, 1, 1)
