"""Mark-up in the texts of cards that prints as it stands: a finding for each kind of it in a field, however many cards have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cardgen.base.errors import Place, Problem
from cardgen.base.units import listed
from cardgen.graphics.drawing import Drawing
from cardgen.model.cards import Card, Deck
from cardgen.rules.finding import Finding
from cardgen.typography.foreign_markup import UnreadMark, replacement, unread
from cardgen.typography.markup import refers_to_note

_WITHOUT_QUOTES = str.maketrans("", "", "\"'“”„‚‘’«»‹›「」『』")
"""Typesetting may turn them."""
_OF_TEMPLATES = ("html", "bbcode", "struck")
"""Kinds that are told of what a template says by itself."""
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class MarkupFinding(Finding):
    """Mark-up of one kind in one field, on one side of a card."""

    kind: str = ""
    field: str = ""
    fault: str = ""


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


def _leftover(deck: Deck, card: Card, side: str, each: UnreadMark, field: str, place: Place) -> MarkupFinding:
    remedy = each.remedy
    if each.kind == "html" and field:
        remedy += f", or let the template replace it: card.{field}|replace('{each.sign}', '{replacement(each.sign)}')"
    what = f'card "{card.id}", {side}: the {field or "text"} {each.fault}'
    severity = "warning" if each.grave else "note"
    said = deck.game, deck.id, card.id
    return MarkupFinding(
        "leftover", severity, Problem(what, remedy, place), *said, side=side, kind=each.kind, field=field, fault=each.fault
    )


def gathered_by_kind(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, those about mark-up of one kind in one field of a deck as one."""
    groups: dict[object, list[Finding]] = {}
    for each in findings:
        key = (each.game, each.deck, each.side, each.kind, each.field) if isinstance(each, MarkupFinding) else id(each)
        groups.setdefault(key, []).append(each)
    return [_as_one(group) for group in groups.values()]


def _as_one(group: list[Finding]) -> Finding:
    first = group[0]
    cards = list(dict.fromkeys(each.card for each in group))
    if not isinstance(first, MarkupFinding) or len(cards) == 1:
        return first
    names = listed([f'"{card}"' for card in cards], _MOST_NAMED)
    what = f"{len(cards)} cards ({names}), {first.side}: the {first.field or 'text'} {first.fault}"
    places = tuple(each.problem.place for each in group[1:] if each.problem.place)
    return replace(first, problem=replace(first.problem, what=what), also=places)
