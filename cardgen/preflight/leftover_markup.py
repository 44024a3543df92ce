"""Mark-up in the texts of cards that prints as it stands: told once for each kind of it in a field, however many cards have it."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Place
from cardgen.base.origins import CardProblem, TemplateSource
from cardgen.graphics.drawing import Drawing
from cardgen.model.cards import Card, Deck
from cardgen.rules.finding import Finding
from cardgen.typography.foreign_markup import UnreadMark, replacement, unread
from cardgen.typography.markup import refers_to_note

_WITHOUT_QUOTES = str.maketrans("", "", "\"'“”„‚‘’«»‹›「」『』")
"""Typesetting may turn them."""
_OF_TEMPLATES = ("html", "bbcode", "struck")
"""Kinds that are told of what a template says by itself."""


def leftover_markup(deck: Deck, card: Card, side: str, drawing: Drawing) -> Iterator[Finding]:
    """What the texts on one side of a card hold of mark-up that prints as it stands; what a template has replaced is none."""
    printed = "\n".join(mark.text for mark in drawing.texts)
    seen = printed.translate(_WITHOUT_QUOTES)
    texts = {name: value for name in deck.worded if isinstance(value := card.fields.get(name), str) and value}
    notes = any(map(refers_to_note, texts.values()))
    told: set[str] = set()
    for name, text in texts.items():
        for each in unread(text, notes):
            if each.seen.translate(_WITHOUT_QUOTES) in seen:
                told.add(each.kind)
                yield _leftover(deck, card, side, each, name, card.where(name) if side == "face" else card.place)
    for mark in drawing.texts if any(sign in printed for sign in "<&[~") else ():
        for each in unread(mark.text):
            if each.kind in _OF_TEMPLATES and each.kind not in told:
                told.add(each.kind)
                yield _leftover(deck, card, side, each, "", card.place)


def _leftover(deck: Deck, card: Card, side: str, each: UnreadMark, field: str, place: Place) -> Finding:
    remedy, about = each.remedy, f"the {field or 'text'}"
    if each.kind == "html" and field:
        remedy += f", or let the template replace it: card.{field}|replace('{each.sign}', '{replacement(each.sign)}')"
    origin = TemplateSource(about, None, (deck.id, side, field, each.kind))
    what, counts = f'card "{card.id}", {side}: {about} {each.fault}', (deck.id, card.id, len(deck.cards))
    problem = CardProblem(what, remedy, place, origin, each.kind, each.fault, 0.0, *counts)
    return Finding("leftover", "warning" if each.grave else "note", problem, deck.game, deck.id, card.id, side=side)
