"""A small game for the checks: treats with suits, and a card for each suit with the number of
treats that bear it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from projects import HEAD, write_project

from cardgen.api.workshop import Workshop, open_project
from cardgen.making.report import Report
from cardgen.making.settings import ValidateOptions
from cardgen.rules.finding import Outcome

MAIN = (
    HEAD
    + """fields:
  rank: {int: {min: 0, max: 9}}
  color: {one_of: [black, green]}
  suits: {list_of: suits, default: []}
  text: {text: {optional: true}}
cards:
  - {id: black-1, color: black, rank: 1, name: Bonbon, suits: [candy]}
  - {id: black-2, color: black, rank: 2, name: Praline, suits: [candy, nuts]}
  - {id: green-1, color: green, rank: 1, name: Brittle, suits: [nuts]}
  - {id: green-2, color: green, rank: 2, name: Acid Drop, suits: [sour], copies: 2}
"""
)
SUIT = (
    HEAD
    + """fields:
  suit: {one_of: suits}
  number: {int: {min: 0}}
cards:
  # the numbers, typed by hand
  - {id: candy, suit: candy, number: 2}    # two
  - {id: nuts, suit: nuts, number: 2}
  - id: sour
    suit: sour
    number: 2
"""
)


class Sweets:
    """A project with one game, whose files can be changed between runs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "card_data/sweets"

    def write(
        self,
        rules: str = "",
        variants: str = "",
        *,
        files: Mapping[str, str | bytes] | None = None,
        **decks: str,
    ) -> Sweets:
        """The game anew, with these rules and variants; a deck by name replaces that of the small
        game."""
        own = {"rules.yaml": rules, "variants.yaml": variants}
        kept = {f"card_data/sweets/{name}": text for name, text in own.items() if text}
        write_project(
            self.root, {"main": MAIN, "suit": SUIT, **decks}, files={**kept, **(files or {})}
        )
        return self

    def open(self) -> Workshop:
        return open_project(self.root)

    def validate(self, rule: str = "", names: tuple[str, ...] = ()) -> Report:
        return self.open().validate(names, ValidateOptions(rule=rule, rules_only=True))

    def outcome(self, rules: str = "", variants: str = "", **decks: str) -> Outcome:
        """What became of the only rule there is."""
        (outcome,) = self.write(rules, variants, **decks).validate().outcomes
        return outcome

    def said(self, rules: str = "", variants: str = "", **decks: str) -> list[str]:
        """Every finding and problem as a person reads it, with the file's name alone."""
        report = self.write(rules, variants, **decks).validate()
        return [str(each).replace("project/card_data/sweets/", "") for each in report.findings]

    def check(self, expression: str, **decks: str) -> Outcome:
        """What becomes of a rule with this check."""
        return self.outcome(
            f"- id: it\n  says: It holds.\n  check: >-\n    {expression}\n", **decks
        )
