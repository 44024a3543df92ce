"""Cards in words: what a card is called and what it says, for those who cannot see it, and for tables that say it beside the card."""

from __future__ import annotations

from cardgen.model.cards import Card, Deck
from cardgen.typography.markup import parsed

_END = ".!?:;"
_CLOSING = "”’“\"')»«"


def name_of(card: Card) -> str:
    return str(card.fields.get("name") or card.id)


def texts_of(deck: Deck, card: Card) -> str:
    """What a card says in the texts that its deck declares, a paragraph a line, without their markup; icons by their names."""
    texts = (card.fields.get(field.name) for field in deck.fields.values() if field.kind == "text" and field.name != "name")
    lines = (spans for text in texts if isinstance(text, str) and text for spans in parsed(text)[0] if spans)
    return "\n".join("".join(span.icon or span.text for span in spans) for spans in lines)


def spoken(deck: Deck, card: Card) -> str:
    """A card in a sentence or two: its name, what it is by its lists and numbers, and its texts."""
    said = []
    for field in deck.fields.values():
        value = card.fields.get(field.name)
        if value is None or value == "" or value == [] or value == ():
            continue
        if field.kind in ("int", "number"):
            said.append(f"{field.name.replace('_', ' ')} {value}")
        elif field.kind in ("one_of", "list_of"):
            said += [str(one).replace("-", " ") for one in (value if field.kind == "list_of" else [value])]
    name = name_of(card)
    said = [one for one in said if one.lower() != name.lower()]
    head = f"{name} ({', '.join(said)})" if said else name
    texts = " ".join(
        line if line.rstrip(_CLOSING)[-1:] in _END else f"{line}." for line in texts_of(deck, card).split("\n") if line.strip()
    )
    return f"{head}: {texts}" if texts else head
