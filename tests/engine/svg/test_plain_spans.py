"""Spans of a text, shown the short way: the very operators and marks of the long one."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import cardgen
import cardgen.engine.svg.text as text
from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Matrix
from cardgen.engine import Art, Drawing
from cardgen.engine.graphics.pdf import Pdf

SPANS = {
    "a space between": '<tspan x="1" y="9.500">red </tspan><tspan x="9" y="9.500" fill="#f00">fox</tspan>',
    "a size of its own": '<tspan x="1" y="9">A</tspan><tspan x="9" y="9" font-size="9">B</tspan>',
    "a face of its own": '<tspan x="1" y="9">A</tspan><tspan x="9" y="9" font-weight="800">B</tspan>',
    "spread letters": '<tspan x="1" y="9">A</tspan><tspan x="9" y="9" letter-spacing=".4">of</tspan>',
    "a last space": '<tspan x="1" y="9" fill="#00f">A </tspan>',
    "a space before": '<tspan x="1" y="9" fill="#00f">A</tspan><tspan x="9" y="9"> B</tspan>',
    "lines": '<tspan x="1" y="9" fill="#00f" text-decoration="underline">A</tspan>',
    "no place": '<tspan x="1" y="9">A</tspan><tspan fill="#f00">B</tspan>',
    "hidden": '<tspan x="1" y="9">A</tspan><tspan x="9" y="9" fill="none">B</tspan>',
}


@pytest.mark.parametrize("spans", SPANS.values(), ids=SPANS)
def test_the_short_way_shows_what_the_long_one_does(
    spans: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert painted(spans) == painted_the_long_way(spans, monkeypatch)


def painted_the_long_way(spans: str, monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, list[str]]:
    monkeypatch.setattr(text, "_plain_spans", lambda *_: None)
    return painted(spans)


@functools.cache
def opened() -> Workshop:
    return cardgen.open_project(Path(__file__).resolve().parents[3])


def painted(spans: str) -> tuple[bytes, list[str]]:
    """The content of a page with the spans of a text, and the texts that it says it has."""
    workshop = opened()
    art = Art(workshop.project, "", workshop.fonts, Cache(None))
    drawing: Drawing = art.painted(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">'
        f'<text font-family="Nunito" font-weight="600" font-size="4">{spans}</text></svg>'
    )
    pdf = Pdf("spans")
    pdf.page(Box(0, 0, 60, 20)).place(drawing, Matrix(1, 0, 0, 1, 0, 0))
    return pdf.bytes(), [mark.text for mark in drawing.texts]
