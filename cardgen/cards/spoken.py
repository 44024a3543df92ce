"""Cards in words: what a card is called and what it says, for those who cannot see it, and for
tables that say it beside the card."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from cardgen.base.findings import CardgenError
from cardgen.engine import text_blocks, text_markup
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.vocabulary import Vocabulary

_END = ".!?:;"
_CLOSING = "”’“\"')»«"
WriteLine = Callable[[Sequence[text_markup.Span]], str]
"""Writes the spans of a line as text."""


def plain_line(spans: Sequence[text_markup.Span]) -> str:
    """The words of spans without their mark-up; icons by their names."""
    return "".join([span.icon or span.text for span in spans])


def name_of(card: Card, vocabulary: Vocabulary, write: WriteLine = plain_line) -> str:
    """What a card is called, in the words that print; `write` is asked for those of a line."""
    name = str(card.fields.get("name") or card.id)
    return words_of(name, vocabulary, write) or name


def words_of(
    text: str,
    vocabulary: Vocabulary,
    write: WriteLine = plain_line,
    between_cells: str = ", ",
    bullet: str = "-",
) -> str:
    """The words that print of a text, a paragraph a line; `write` is asked for those of a line.

    What stands for other words is written out, or left as it is where that goes wrong. Items of
    lists have their numbers or this bullet, "" for that which prints."""
    try:
        text = vocabulary.markup(text)
    except CardgenError:  # which is told of the card
        pass
    blocks, _ = text_blocks.text_blocks(text)
    return "\n".join(
        [_line_of(block, write, between_cells, bullet) for block in blocks if block.spans]
    )


def _line_of(
    block: text_blocks.TextBlock, write: WriteLine, between_cells: str, bullet: str
) -> str:
    """The words of a paragraph, an item or a row."""
    cells = [cell for cell in block.cells if cell] or [block.spans]
    if block.is_head:
        cells = [tuple(span._replace(bold=True) for span in cell) for cell in cells]
    words = between_cells.join(map(write, cells))
    if not block.depth:
        return words
    marker = " ".join(write((span,)) for span in block.marker)
    if bullet and marker in text_blocks.BULLETS:
        marker = bullet
    indent = "  " * (block.depth - 1)
    return f"{indent}{marker or ' '} {words}"


def texts_of(
    game: Game,
    deck: Deck,
    card: Card,
    but: Container[str] = (),
    write: WriteLine = plain_line,
    between_cells: str = ", ",
) -> str:
    """The texts of a card in the fields that its deck declares, `but` for some fields, a paragraph
    a line, without their markup; icons by their names."""
    names = (field.name for field in deck.fields.values() if field.is_text and field.name != "name")
    texts = (card.fields.get(name) for name in names if name not in but)
    vocabulary = game.vocabulary_of(deck)
    worded = [
        words_of(text, vocabulary, write, between_cells)
        for text in texts
        if isinstance(text, str) and text
    ]
    return "\n".join(words for words in worded if words)


def values_of(game: Game, deck: Deck, card: Card) -> dict[str, Any]:
    """The values of a card, its texts as the words that print."""
    vocabulary = game.vocabulary_of(deck)
    texts = {name for name, field in deck.fields.items() if field.is_text}
    values = {
        name: words_of(value, vocabulary) if name in texts and isinstance(value, str) else value
        for name, value in card.fields.items()
    }
    return {**values, "name": name_of(card, vocabulary)} if card.fields.get("name") else values


def only_behind(
    vocabulary: Vocabulary, card: Card, face: Iterable[str], back: Iterable[str]
) -> frozenset[str]:
    """The fields of a card that its back says and its face does not, of which the printed texts are
    given: who looks at the face is not to know them."""
    before, behind = (f" {' '.join(' '.join(texts).split())} ".casefold() for texts in (face, back))
    if not behind.strip():
        return frozenset()
    texts_of_fields = {}
    for name, value in card.fields.items():
        if isinstance(value, str):
            words = words_of(value, vocabulary, between_cells=" ", bullet="").split()
            texts_of_fields[name] = f" {' '.join(words)} ".casefold()
    return frozenset(
        name
        for name, text in texts_of_fields.items()
        if text.strip() and text in behind and text not in before
    )


def spoken(game: Game, deck: Deck, card: Card) -> str:
    """A card in a sentence or two: its name, what it is by its lists and numbers, and its texts."""
    facts = []
    for field in deck.fields.values():
        value = card.fields.get(field.name)
        if value is None or value == "" or value == [] or value == ():
            continue
        facts += field.words(value, game.said)
    name = name_of(card, game.vocabulary_of(deck))
    facts = [fact for fact in facts if fact.lower() != name.lower()]
    head = f"{name} ({', '.join(facts)})" if facts else name
    texts = " ".join(
        line if line.rstrip(_CLOSING)[-1:] in _END else f"{line}."
        for line in map(str.strip, texts_of(game, deck, card).split("\n"))
        if line
    )
    return f"{head}: {texts}" if texts else head
