"""The outcome of a rule with its findings, and the edit that would mend them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardgen.base.findings import Finding, Place
from cardgen.schema.spelling import as_yaml


@dataclass(frozen=True, slots=True)
class Edit:
    """The smallest edit that would mend something: `field` of a card becomes `value`. `place` is
    where the field stands, if it is written.

    Without a field the card is taken out; without a card either, `value` is what a new card of the
    deck says. Without a deck it is a name in rules.yaml, in the set that `field` names. `follows`
    tells that the value follows from other cards, so that it may be written without asking what was
    meant."""

    deck: str
    card: str
    field: str
    value: Any
    place: Place | None
    follows: bool = False

    def on(self, card: str) -> str:
        """The edit in words, where `card` is the one that is spoken of."""
        if not self.deck or not self.field or self.card == card:
            return str(self)
        return f"{self} for {self.deck}/{self.card}"

    def __str__(self) -> str:
        if not self.deck:
            return f"write {self.value} in its place"
        if not self.field and self.card:
            return f"take out {self.deck}/{self.card}"
        if not self.field:
            return f"add {as_yaml(self.value)} to {self.deck}"
        # what knows cells comes with all that reads games, and most reports need only the words
        from cardgen.load.cell_names import cell

        name = cell(self.place) if self.place else ""
        return self._into_cell(name) if name else f"write  {self.field}: {as_yaml(self.value)}"

    def _into_cell(self, name: str) -> str:
        """The edit of a cell of a table."""
        if self.value is None:
            return f"empty cell {name}"
        is_text = isinstance(self.value, str) and self.value
        return f"write {self.value if is_text else as_yaml(self.value)} into cell {name}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one rule. `id` is the rule's, or VARIANT/ID for a check of a variant.

    status: ok, failed, broken (it cannot be computed), skipped (a deck could
    not be read, or it asks for all editions) or note. What `findings` say that no check has found
    is why a rule is broken. `counted` says what was counted, `decks`
    which decks the rule looked at."""

    game: str
    id: str
    says: str
    status: str
    place: Place
    source: str = ""
    severity: str = "error"
    counted: str = ""
    decks: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The reasons why the rule cannot be computed."""
        return tuple(finding for finding in self.findings if not finding.check)


def wanted(id: str, only: str) -> bool:
    """True if --rule selects this rule: by its id, or by that of its variant."""
    return not only or id == only or id.startswith(f"{only}/")
