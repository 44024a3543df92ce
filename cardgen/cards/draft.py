"""Drafts: what stands on a card for what is not there yet, and what is said of it.

A designer's art is missing for months, and texts are too long while a game is tested. In a draft a
picture that cannot be had is a crossed box with its name, a text that is too long is hatched, and a
card that cannot be drawn says why; all else is as it will be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import escape

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.geometry import Box
from cardgen.base.origins import CardProblem
from cardgen.base.patterns import pattern
from cardgen.base.units import MM
from cardgen.engine import Art, Drawing, Fault, FontBook, StyleError
from cardgen.model.cards import Game
from cardgen.model.project import Project

FAMILY = "Nunito"
"""What a draft is lettered in, and texts whose font is not there."""
PAPER, LINES, INK = "#E9E9EC", "#B4B4BC", "#55555F"
"""The colours of a placeholder: light enough to spare the ink, dark enough to be seen on any
card."""
WARNING = "#D1006C"
"""The hatch of a text that is too long: no game's own colour, and dark on a printer without
colours."""
_STEP, _THIN = 2.6, 0.15
"""Millimetres between two lines of a hatch, each way along the box."""
_MOST_LINES = 400
_LONGEST_LABEL = 40
# which a game in another language says in the words that its overlay gives for it
_NO_ART = "no art"
_IN_XML = pattern("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LISTED = 3
"""How many names a summary lists."""


@dataclass(frozen=True, slots=True)
class Gap(Finding):
    """What a draft makes do without. `kind` is one of KINDS, or nothing for what is told beside
    one; `name` is what is not there.

    `cards` are those it was found on, once it is told, and `among` how many gaps are told as one.
    `strict` is what it is outside of a draft, where other cards may have the same from one place of
    a template."""

    kind: str = ""
    name: str = ""
    cards: tuple[str, ...] = ()
    strict: CardProblem | None = None
    among: int = 1

    @classmethod
    def of(cls, problem: Finding, kind: str = "", name: str = "") -> Gap:
        strict = problem if isinstance(problem, CardProblem) else None
        return cls(
            problem.code, problem.what, problem.remedy, problem.place, kind, name, strict=strict
        )

    def on_cards(self, cards: Sequence[str]) -> Gap:
        """Return the gap with the cards that it was found on."""
        return replace(self, what=about_cards(cards, self.what), cards=tuple(cards))


def about_cards(cards: Sequence[str], sentence: str) -> str:
    """A sentence about these cards, or of no card."""
    others = f" and {len(cards) - 1} more" if len(cards) > 1 else ""
    return f'card "{cards[0]}"{others}: {sentence}' if cards else sentence


KINDS = {
    "picture": ("picture missing", "pictures missing"),
    "refused": ("picture that cannot be drawn", "pictures that cannot be drawn"),
    "art": ("card without art", "cards without art"),
    "icon": ("icon missing", "icons missing"),
    "font": ("font missing", "fonts missing"),
    "braces": ("text with stray braces", "texts with stray braces"),
    "letter": ("text with letters that no font has", "texts with letters that no font has"),
    "text": ("text too long", "texts too long"),
    "card": ("card not drawn", "cards not drawn"),
    "figure": ("figure not drawn", "figures not drawn"),
    "back": ("back not drawn", "backs not drawn"),
}
"""The kinds of gaps, in the order of a summary: what one of them is called, and what several."""


def summary(gaps: Iterable[tuple[str, Gap]]) -> str:
    """A summary of what a draft lacks, by gaps and the decks they are in: "draft: 2 pictures
    missing (goblin.png, imp.png), 1 text too long"."""
    names_of_kinds: dict[str, dict[object, str]] = {kind: {} for kind in KINDS}
    more = Counter[str]()
    for deck, gap in gaps:
        if gap.kind in ("art", "card"):
            names_of_kinds[gap.kind].update({(deck, card): "" for card in gap.cards})
        elif gap.kind:
            names_of_kinds[gap.kind][gap.name or gap] = gap.name
            more[gap.kind] += 0 if gap.name else gap.among - 1
    parts = []
    for kind, (singular, plural) in KINDS.items():
        if count := len(names_of_kinds[kind]) + more[kind]:
            names = [name for name in names_of_kinds[kind].values() if name]
            listed = ", ".join([*names[:_LISTED], *["..."][: len(names) - _LISTED]])
            parts.append(
                f"{count} {singular if count == 1 else plural}" + (f" ({listed})" if listed else "")
            )
    return f"draft: {', '.join(parts) or 'nothing is missing'}"


def as_gaps(problems: Iterable[Finding], kind: str, name: str = "") -> list[Finding]:
    """The problems of a side as gaps of a draft, the first of this kind; what is a gap already
    stays as it is."""
    gaps: list[Finding] = []
    for problem in problems:
        if not isinstance(problem, Gap):
            problem = Gap.of(problem, kind, name if kind else "")
            kind = ""
        gaps.append(problem)
    return gaps


class DraftArt(Art):
    """Art of which some may be missing: a placeholder stands for a picture, another font or a
    question mark for letters.

    `gaps_met` is what was missing since it was last emptied, with the element that asked for it.
    """

    def __init__(self, project: Project, game: Game, fonts: FontBook, cache: Cache) -> None:
        super().__init__(project, game.folder, fonts, cache)
        self.gaps_met: dict[Gap, Fault | None] = {}
        # what the placeholders stand for, by the names of their drawings
        self._placeholders: dict[str, tuple[Gap, Fault | None]] = {}
        self._no_art = game.said(_NO_ART)

    def begin(self) -> None:
        """Forget what was met: the next card begins."""
        self.gaps_met = {}

    def painted(
        self, svg: str, layers: dict[Any, Any] | None = None, across: float = 0.0
    ) -> Drawing:
        # all of it is read as mark-up, for what is missing is looked for by the elements of that
        return super().painted(str(svg), layers, across)

    def gaps_in(self, drawing: Drawing) -> dict[Gap, Fault | None]:
        """The gaps of this drawing, be it that something was drawn for an earlier card."""
        within = {name for name, _ in Drawing.reached(drawing.needs, set())}
        return {
            **dict(self._placeholders[name] for name in self._placeholders if name in within),
            **self.gaps_met,
        }

    @property
    def drafting(self) -> bool:
        """True while a card is painted: art that lacks a part of itself cannot be had as a
        whole."""
        return not self._open

    def placeholder(
        self,
        reference: str,
        page: Box,
        size: tuple[float, float],
        problem: Finding,
        fault: Fault,
    ) -> Drawing:
        """The drawing that stands in the box of a picture that cannot be had for a problem, which
        is the `fault` of the element that asks for it."""
        if not reference:
            problem = Finding("template-value", "an <image> names no art", "name a drawing for it")
            fault = replace(fault, what=problem.what, remedy=problem.remedy)
        gap = self.gap(reference, problem)
        drawing = self.crossed(reference, *size, page.width / 300)
        self.gaps_met[gap] = fault
        self._placeholders[drawing.name] = gap, fault
        return drawing

    def crossed(self, reference: str, width: float, height: float, line: float) -> Drawing:
        """A crossed box with the name of what is missing, drawn with lines of this thickness."""
        label = (
            "..." if reference.startswith("data:") else " ".join(reference.split()) or self._no_art
        )
        label = label if len(label) <= _LONGEST_LABEL else "..." + label[3 - _LONGEST_LABEL :]
        svg = crossed(
            legible(label, (FAMILY,), self._font_book), self._font_book, width, height, line
        )
        drawing = self.painted(svg)
        # Labels of two names may look alike.
        # its text is none of the card's, and for no check
        return replace(drawing, alias=reference, texts=[], _name="")

    def gap(self, reference: str, problem: Finding) -> Gap:
        """That a picture cannot be had: it is not there, it is refused, or none was named."""
        if not reference or reference.startswith("data:"):
            return Gap.of(problem, "refused" if reference else "art")
        try:
            self._project.find_art(self._folder, reference)
        except CardgenError:
            return Gap.of(problem, "picture", reference)
        return Gap.of(problem, "refused", reference)

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> object:
        try:
            return super().runs(text, families, weight, italic)
        except StyleError as error:
            unknown = next((family for family in families if not self._font_book.knows(family)), "")
            kind = "font" if unknown or not families else "letter"
            self.gaps_met[
                Gap(
                    "font-unknown" if kind == "font" else "glyph-missing",
                    str(error),
                    error.remedy,
                    Place(self._open[-1]) if self._open else None,
                    kind,
                    unknown,
                )
            ] = None
            there = known(families, self._font_book)
            return super().runs(legible(text, there, self._font_book), there, weight, italic)


def known(families: Iterable[str], fonts: FontBook) -> tuple[str, ...]:
    """Those of some families that are there, and what draws texts without them."""
    return tuple(dict.fromkeys([*filter(fonts.knows, families), FAMILY]))


def legible(text: str, families: Sequence[str], fonts: FontBook) -> str:
    """The text with a question mark for each letter that no font has, or XML cannot hold."""

    def shown(letter: str) -> bool:
        try:
            return bool(_IN_XML.fullmatch(letter)) and bool(
                letter.isspace() or fonts.runs(letter, families)
            )
        except CardgenError:
            return False

    lacking = {letter for letter in set(text) if not shown(letter)}
    return "".join("?" if letter in lacking else letter for letter in text)


def literal(text: str) -> str:
    """A text as mark-up that prints it as it stands."""
    return "".join("\\" + letter if letter in "*\\{}" else letter for letter in text)


def crossed(label: str, fonts: FontBook, width: float, height: float, line: float) -> str:
    """A crossed box with its label in the middle, as SVG; `line` is the thickness of its lines.
    Boxes too small for a label have none."""
    ems = max(1.0, fonts.width(label, (FAMILY,), 800))
    size = min(20 * line, 0.8 * width / ems, 0.4 * height)
    sides = f'width="{width:.4f}" height="{height:.4f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.4f} {height:.4f}"><rect'
        f' {sides} fill="{PAPER}"/>',
        f'<path d="M0 0L{width:.4f} {height:.4f}M{width:.4f} 0L0 {height:.4f}" stroke="{LINES}"'
        f' stroke-width="{line:.4f}"/>',
        # of which the box cuts the outer half
        f'<rect {sides} fill="none" stroke="{LINES}" stroke-width="{2 * line:.4f}"/>',
    ]
    if size > 4 * line:
        x, y, across, down = width / 2, height / 2, (ems + 1.1) * size, 1.7 * size
        pill = (
            f'x="{x - across / 2:.4f}" y="{y - down / 2:.4f}" width="{across:.4f}"'
            f' height="{down:.4f}" rx="{down / 2:.4f}"'
        )
        lettering = (
            f'font-family="{FAMILY}" font-weight="800" font-size="{size:.4f}"'
            f' text-anchor="middle" fill="{INK}"'
        )
        parts += (
            f'<rect {pill} fill="{PAPER}"/>',
            f'<text x="{x:.4f}" y="{y + 0.35 * size:.4f}" {lettering}>{escape(label)}</text>',
        )
    return "".join([*parts, "</svg>"])


def hatch(x: float, y: float, width: float, height: float, unit: float) -> str:
    """Thin lines at 45 degrees over a box, and its outline, as SVG whose unit is `unit` points;
    `width` and `height` are in points."""
    step = max(_STEP * MM, (width + height) / _MOST_LINES)
    lines = []
    for number in range(1, int((width + height) / step) + 1):
        # where the line meets the box's upper edge and its left one, both drawn on
        reach = number * step
        right, low = min(reach, width), min(reach, height)
        lines.append(f"M{right:.3f} {reach - right:.3f}L{reach - low:.3f} {low:.3f}")
    outline = f"M0 0h{width:.3f}v{height:.3f}h{-width:.3f}z"
    path = (
        f'<path d="{"".join(lines)}{outline}" fill="none" stroke="{WARNING}"'
        f' stroke-width="{_THIN * MM:.3f}"/>'
    )
    return f'<g transform="translate({x:.4f} {y:.4f}) scale({1 / unit:.6f})">{path}</g>'


def blank_card(width: float, height: float, inset: float, texts: Iterable[str]) -> str:
    """A card with nothing but some texts in a dashed frame, as SVG, in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.4f} {height:.4f}">'
        f'<rect x="{-width}" y="{-height}" width="{3 * width}" height="{3 * height}"'
        f' fill="{PAPER}"/>'
        f'<rect x="{inset:.3f}" y="{inset:.3f}" width="{width - 2 * inset:.3f}"'
        f' height="{height - 2 * inset:.3f}" rx="1.5" '
        f'fill="#FFFFFF" stroke="{WARNING}" stroke-width="0.3" stroke-dasharray="2'
        f' 1.2"/>{"".join(texts)}</svg>'
    )
