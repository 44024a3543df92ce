"""Names that a rule looks up in vain, with the nearest names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError
from cardgen.model.cards import Card
from cardgen.rules.finding import Edit
from cardgen.rules.game_view import Failure, GameView
from cardgen.rules.ruleset import Code, Rule

_OWN = r"([^\W\d]\w*)\.([^\W\d]\w*)"
_LOOKED_UP = re.compile(rf"\b(named|by_id|card|having)\(\s*(?:([^\W\d]\w*)\s*=\s*)?{_OWN}\s*\)")
_AMONG = re.compile(rf"\s*{_OWN}\s+in\s+(.+)")
_QUOTED = re.compile(r"\b(?:named|by_id|card)\(\s*(?:'([^']*)'|\"([^\"]*)\")")
_NEAR = 0.6


class Reference(NamedTuple):
    """A value of a card that refers to nothing, and the names that are near it."""

    card: Card
    field: str
    value: str
    near: tuple[str, ...]

    @property
    def remedy(self) -> str:
        return "did you mean " + " or ".join(f'"{name}"' for name in self.near) + "?"

    @property
    def edit(self) -> Edit:
        """The edit that writes the nearest name, in a list in place of the wrong entry."""
        old = self.card.fields[self.field]
        value = (
            [self.near[0] if entry == self.value else entry for entry in old]
            if isinstance(old, list)
            else self.near[0]
        )
        return Edit(
            self.card.deck, self.card.id, self.field, value, self.card.places.get(self.field)
        )


def wrong_reference(view: GameView, rule: Rule, failure: Failure) -> Reference | None:
    """The misspelt value of a card that makes a case fail, or None."""
    if rule.check is None:
        return None
    words = rule.check.text
    for way, keyword, owner, field in _LOOKED_UP.findall(words):
        if way == "having":
            name_field = keyword
        else:
            name_field = "name" if way == "named" else "id"
        names = _values_in_use(view, name_field, words)
        reference = _near_reference(failure.scope.get(owner), field, names)
        if reference:
            return reference
    match = _AMONG.fullmatch(words)
    if not match:
        return None
    texts = _computed_texts(view, Code(match[3], rule.check.place), failure.scope)
    return _near_reference(failure.scope.get(match[1]), match[2], texts) if texts else None


def nearest_name(view: GameView, rule: Rule) -> str:
    """A remedy for a name that the rule itself misspells, or ""."""
    words = rule.check.text if rule.check else ""
    names = [*_values_in_use(view, "name", words), *_values_in_use(view, "id", words)]
    for single_quoted, double_quoted in _QUOTED.findall(words):
        name = single_quoted or double_quoted
        if name in names:
            continue
        near = difflib.get_close_matches(name, names, n=1, cutoff=_NEAR)
        if near:
            return f'did you mean "{near[0]}" by "{name}"?'
    return ""


def _values_in_use(view: GameView, field: str, words: str) -> list[str]:
    """The different values of a field on the cards of the named decks.

    All decks count where none is named."""
    decks = [
        deck
        for id, deck in view.decks.items()
        if re.search(rf"\bdeck\.{id.replace('-', '_')}\b", words)
    ]
    values: dict[str, None] = {}
    for deck in decks or view.decks.values():
        for card in deck:
            value = card.id if field == "id" else card.fields.get(field)
            for entry in value if isinstance(value, list) else [value]:
                if entry:
                    values[str(entry)] = None
    return list(values)


def _computed_texts(view: GameView, code: Code, scope: Mapping[str, Any]) -> list[str]:
    try:
        value = view.compute(code, scope)
    except CardgenError:
        return []
    entries = value if isinstance(value, list) else []
    return [entry for entry in entries if isinstance(entry, str)]


def _near_reference(card: Any, field: str, names: Sequence[str]) -> Reference | None:
    if not isinstance(card, Card) or field not in card.fields:
        return None
    value = card.fields[field]
    for entry in value if isinstance(value, list) else [value]:
        if isinstance(entry, str) and entry and entry not in names:
            near = difflib.get_close_matches(entry, names, n=2, cutoff=_NEAR)
            if near:
                return Reference(card, field, entry, tuple(near))
    return None
