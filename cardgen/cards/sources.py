"""The sources of the texts and codes of a side: the lines of templates and the fields of cards."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from traceback import walk_stack

from cardgen.base.findings import Place
from cardgen.base.origins import CardProblem, TemplateSource
from cardgen.cards.template_language import template_lines
from cardgen.cards.workspace import Workspace
from cardgen.model.cards import Card

_TEXT_BOX_CALL = re.compile(
    r"\btext_box\(\s*([A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\s*\|\s*\w+(?:\([^()]*\))?)*)\s*,"
)
"""A call of text_box in a line of a template, with the expression that it sets, if it is plain."""


class SourceFinder:
    """Finds where the template at work, or its card, says something."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._template_sources: dict[Path, list[str]] = {}

    def template_line(self, *, outermost: bool = False) -> Place | None:
        """The line of the template that is at work, or of the page that includes it.

        Where the template is cardgen's own, which users do not mend, the place of the card.
        """
        lines = [*template_lines(walk_stack(sys._getframe(1)))]
        line = lines[-1 if outermost else 0] if lines else None
        card = self._workspace.side.card
        if card and not (line and self._is_of_project(line)):
            return card.place
        return line

    def own_line(self) -> str:
        """The file and line of the template at work, whoever's it is."""
        line = next(template_lines(walk_stack(sys._getframe(1))), None)
        return str(line)

    def is_at_builtin_template(self) -> bool:
        """True if the template at work is cardgen's own and sets a card."""
        card = self._workspace.side.card
        return card is not None and self.template_line() is card.place

    def field_or_line(self, text: str) -> Place | None:
        """The place of the card's field that is this text, else the template's line."""
        card = self._workspace.side.card
        if not card:
            return None
        name = field_with_text(card, self.whole_text(text))
        return card.where(name) if name else self.template_line()

    def whole_text(self, text: str) -> str:
        """The text that a piece of it on one of several cards belongs to; else the text itself."""
        return self._workspace.side.whole_texts.get(text, text)

    def code_source(self, text: str) -> tuple[str, Place | None]:
        """The field of the card or the edition that is this text, as `card.link`, and its place.

        No name, and the template's line, where a template makes the text.
        """
        for owner, card in (
            ("card", self._workspace.side.card),
            ("edition", self._workspace.game.edition),
        ):
            if not card:
                continue
            for name, value in card.fields.items():
                if isinstance(value, str | int) and str(value) == text:
                    return f"{owner}.{name}", card.where(name)
            if card.id == text:
                return f"{owner}.id", card.where("id")
        return "", self.template_line()

    def with_origin(self, problem: CardProblem, text: str) -> CardProblem:
        """The problem of a text with the template's line that sets it, and the card."""
        card = self._workspace.side.card
        if not card or self._workspace.pictured is not None:
            return problem
        return replace(
            problem,
            origin=self.text_source(text),
            deck=card.deck,
            card=card.id,
            among=len(self._workspace.game.deck(card.deck)),
        )

    def text_source(self, text: str) -> TemplateSource:
        """The innermost line of the project's own templates that sets a text, and which text."""
        lines = tuple(template_lines(walk_stack(sys._getframe(1))))
        place = next((line for line in lines if self._is_of_project(line)), None)
        expression = self._expression(text, place)
        return TemplateSource(expression, place, (expression, *lines), boxed=True)

    def _expression(self, text: str, place: Place | None) -> str:
        """The expression that a line of a template sets in a box, if that is plain; else the field
        of the card with this text."""
        expressions = _TEXT_BOX_CALL.findall(self._template_source(place)) if place else []
        if len(expressions) == 1 and expressions[0].startswith("card."):
            return str(expressions[0])
        card = self._workspace.side.card
        name = field_with_text(card, self.whole_text(text)) if card else ""
        return f"card.{name}" if name else "its text"

    def _template_source(self, place: Place) -> str:
        """A line of a template, or "" where it has no such line."""
        if place.file not in self._template_sources:
            source = self._workspace.project.read(place.file).decode("utf-8", "replace")
            self._template_sources[place.file] = source.splitlines()
        return "".join(self._template_sources[place.file][place.line - 1 : place.line])

    def _is_of_project(self, place: Place) -> bool:
        return place.file.is_relative_to(self._workspace.project.root)


def text_fields(card: Card) -> dict[str, str]:
    """The fields of a card that are texts, without empty ones."""
    return {name: value for name, value in card.fields.items() if value and isinstance(value, str)}


def field_with_text(card: Card, text: str) -> str:
    """The name of the first field that is this text, whatever its case; "" where none is."""
    folded_text = text.casefold()
    for name, value in text_fields(card).items():
        if value.casefold() == folded_text:
            return name
    return ""
