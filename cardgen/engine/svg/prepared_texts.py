"""Texts that were set before their document is read.

A document that a template makes holds its texts as mark-up, for browsers and everybody else. Who
has set them knows their runs, and gives them along: its painter reads a mark in place of each
text, and the mark-up of a text only where more is asked of it than lines and spans at their
places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self

from markupsafe import escape

from cardgen.base.hyphenation import SOFT_HYPHEN
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.text_layout import Run

Look = tuple[tuple[str, str], ...]
"""The attributes in which a span differs from the text around it."""
WrittenRun = tuple[str, str, Look, str]
"""A run as it is written: its place, its look and its letters."""

RUNS = "data-cardgen-runs"
"""The attribute of a text whose runs are at hand: its number among those."""
_ELSEWHERE = ("<style", ":style", "<!D", "<![", RUNS)
"""Mark-up in which a text may be more than the element that it looks like."""


_SPECIAL = re.compile("[&<>'\"]")
"""The letters that `escape` writes otherwise."""


class PreparedText(NamedTuple):
    """A text that was set: its start tag without its end, and its spans, as mark-up; its runs."""

    tag: str
    spans: str
    runs: Sequence[WrittenRun]

    @property
    def markup(self) -> str:
        return f"{self.tag}>{self.spans}</text>"


class PreparedDocument(str):
    """The mark-up of a document, with those of its texts that were set before, by their mark-up."""

    __slots__ = ("texts",)
    texts: Mapping[str, PreparedText]

    @classmethod
    def of(cls, svg: str, texts: Mapping[str, PreparedText]) -> Self:
        document = cls(svg)
        document.texts = texts
        return document

    def shortened(self) -> tuple[str, Sequence[PreparedText]]:
        """The document with marks in place of its texts, and those texts by their numbers."""
        if not self.texts or any(map(self.__contains__, _ELSEWHERE)):
            return self, ()
        marked_texts: list[PreparedText] = []
        return "".join(self._parts(marked_texts)), marked_texts

    def _parts(self, marked_texts: list[PreparedText]) -> Iterator[str]:
        """Yield the document in parts, texts as marks; those are added to `marked_texts`."""
        start = 0
        for markup, text in self.texts.items():
            at = self.find(markup, start)
            if at >= 0:  # which a template may have changed, or moved
                yield self[start:at]
                yield f'{text.tag} {RUNS}="{len(marked_texts)}"/>'
                marked_texts.append(text)
                start = at + len(markup)
        yield self[start:]


def prepared_text(
    runs: Sequence[Run], corner: tuple[float, float], unit: float, digits: int, paint: str
) -> PreparedText:
    """Runs as one <text>, in units of so many points; places have so many digits.

    `corner` is that of their box, `paint` the attributes that all are painted with."""
    (x, y), base = corner, runs[0]
    tag = _start_tag(face_of(base.font), base.size / unit, base.spacing / unit, digits + 1) + paint
    number = f"%.{digits}f"
    base_look = base.font, base.size, base.spacing, "", 0.0
    looks: dict[tuple[Any, ...], tuple[Look, str]] = {base_look: ((), "")}
    written_runs, spans = [], []
    for run in runs:
        run_x, run_y, text, font, size, _, run_spacing, divided, colour, gap = run
        key = font, size, run_spacing, colour, gap
        if key not in looks:
            new_look = _look(run, base, unit, digits)
            looks[key] = new_look, written(new_look)
        look, attributes = looks[key]
        across, down = number % (x + run_x / unit), number % (y + run_y / unit)
        # to look is quicker than to escape what most lines have none of
        escaped_text = escape(text) if _SPECIAL.search(text) else text
        if divided:  # which nobody sees, and tells that the hyphen is none of the text
            text += SOFT_HYPHEN
            escaped_text += SOFT_HYPHEN
        spans.append(f'<tspan x="{across}" y="{down}"{attributes}>{escaped_text}</tspan>')
        written_runs.append((across, down, look, text))
    return PreparedText(tag, "".join(spans), written_runs)


@lru_cache(maxsize=256)
def _start_tag(face: Look, size: float, spacing: float, digits: int) -> str:
    """The start tag of a text without its paint and its end."""
    apart = f' letter-spacing="{spacing:.{digits}f}"' if spacing else ""
    return f'<text{written(face)} font-size="{size:.{digits}f}"{apart}'


def _look(run: Run, base: Run, unit: float, digits: int) -> Look:
    """The attributes of a run that looks otherwise than the first of its text."""
    look = [] if run.font is base.font else [*face_of(run.font, base.font)]
    if run.size != base.size:
        look.append(("font-size", f"{run.size / unit:.{digits + 1}f}"))
    if run.spacing != base.spacing:
        look.append(("letter-spacing", f"{run.spacing / unit:.{digits + 1}f}"))
    if run.gap:
        look.append(("word-spacing", f"{run.gap / unit:.{digits + 1}f}"))
    if run.colour:
        look.append(("fill", str(run.colour)))
    return tuple(look)


@lru_cache(maxsize=1024)
def written(look: Look) -> str:
    """Attributes as mark-up; what stands in double quotes may hold single ones."""
    return "".join([f' {name}="{escape(value)}"' for name, value in look]).replace("&#39;", "'")


def face_of(font: Font, around: Font | None = None) -> Look:
    """The attributes of a font, within a text of another one."""
    if font.small_capitals:
        return _named_face(font.family, font.weight, font.italic, "small-caps")
    variant = "normal" if around and around.small_capitals else ""
    return _named_face(font.family, font.weight, font.italic, variant)


@lru_cache(maxsize=256)
def _named_face(family: str, weight: int, italic: bool, variant: str) -> Look:
    style = "italic" if italic else "normal"
    face = ("font-family", f"'{family}'"), ("font-weight", str(weight)), ("font-style", style)
    return (*face, ("font-variant", variant)) if variant else face
