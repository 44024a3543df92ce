"""Cards in words: what a card is called and what it says, for those who cannot see it, and for
tables that say it beside the card."""

from __future__ import annotations

from collections.abc import Container, Iterable

from cardgen.engine import text_markup
from cardgen.model.cards import Card, Deck

_END = ".!?:;"
_CLOSING = "”’“\"')»«"


def name_of(card: Card) -> str:
    return str(card.fields.get("name") or card.id)


def texts_of(deck: Deck, card: Card, but: Container[str] = ()) -> str:
    """The texts of a card in the fields that its deck declares, `but` for some fields, a paragraph
    a line, without their markup; icons by their names."""
    names = (field.name for field in deck.fields.values() if field.is_text and field.name != "name")
    texts = (card.fields.get(name) for name in names if name not in but)
    lines = (
        spans
        for text in texts
        if isinstance(text, str) and text
        for spans in text_markup.parsed(text)[0]
        if spans
    )
    return "\n".join("".join(span.icon or span.text for span in spans) for spans in lines)


def only_behind(card: Card, face: Iterable[str], back: Iterable[str]) -> frozenset[str]:
    """The fields of a card that its back says and its face does not, of which the printed texts are
    given: who looks at the face is not to know them."""
    before, behind = (f" {' '.join(' '.join(texts).split())} ".casefold() for texts in (face, back))
    if not behind.strip():
        return frozenset()
    texts_of_fields = {
        name: f" {' '.join(_plain(value).split())} ".casefold()
        for name, value in card.fields.items()
        if isinstance(value, str)
    }
    return frozenset(
        name
        for name, text in texts_of_fields.items()
        if text.strip() and text in behind and text not in before
    )


def _plain(text: str) -> str:
    return " ".join(
        "".join(span.icon or span.text for span in spans)
        for spans in text_markup.parsed(text)[0]
        if spans
    )


def spoken(deck: Deck, card: Card) -> str:
    """A card in a sentence or two: its name, what it is by its lists and numbers, and its texts."""
    facts = []
    for field in deck.fields.values():
        value = card.fields.get(field.name)
        if value is None or value == "" or value == [] or value == ():
            continue
        facts += field.words(value)
    name = name_of(card)
    facts = [fact for fact in facts if fact.lower() != name.lower()]
    head = f"{name} ({', '.join(facts)})" if facts else name
    texts = " ".join(
        line if line.rstrip(_CLOSING)[-1:] in _END else f"{line}."
        for line in texts_of(deck, card).split("\n")
        if line.strip()
    )
    return f"{head}: {texts}" if texts else head
