"""Preflight: for each check a card made to break it, and one that just passes."""

from __future__ import annotations

import ast
import io
import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from corpus_findings import CHECKS
from hypothesis import given
from hypothesis import strategies as st
from made_font import FAMILY, made_font
from parsed import parsed
from PIL import Image
from projects import HEAD, run, svg, text_of, whole, write_project
from projects import SHIPPED as SHIPPED_PROJECT

from cardgen.api.workshop import open_project
from cardgen.base.colour_math import VISION, contrast, difference
from cardgen.base.geometry import Point
from cardgen.load.printer_files import SHIPPED
from cardgen.making.settings import ValidateOptions
from cardgen.model.sizes import Shape
from cardgen.preflight.bleed import edges
from cardgen.preflight.home_print import depth_of
from cardgen.preflight.run import DRAWN, Cards
from cardgen.prepress.inks import ProcessColours

MM = 72 / 25.4
WIDE, HIGH = 63.5, 88.9
GROUND = '<rect x="-4" y="-4" width="71.5" height="96.9" fill="{}"/>'
CREAM, WHITE, DARK = GROUND.format("#FFF7E8"), GROUND.format("#FFFFFF"), GROUND.format("#202020")
GAME = """title: Sweets
palette:
  ink: {rgb: '#202020', cmyk: [0, 0, 0, 100]}
  cream: {rgb: '#FFF7E8', cmyk: [0, 3, 9, 0]}
  heavy: {rgb: '#102030', cmyk: [80, 80, 41, 40]}
  full: {rgb: '#112233', cmyk: [80, 80, 40, 40]}
  grey: {rgb: '#585858', cmyk: [0, 0, 0, 75]}
  red: '#D03030'
  green: '#6E7A00'
  blue: '#2040D0'
"""


def words(
    size: float,
    fill: str = "#202020",
    x: float = 30,
    y: float = 40,
    weight: int = 600,
    content: str = "Treat",
) -> str:
    """A text of so many points."""
    return f'<text x="{x}" y="{y}" font-family="Nunito" font-weight="{weight}" font-size="{size / MM:.4f}" fill="{fill}">{content}</text>'


def line(points: float) -> str:
    return f'<path d="M10 10 H40" fill="none" stroke="#202020" stroke-width="{points / MM:.4f}"/>'


def frame(gap: float) -> str:
    return f'<rect x="{gap}" y="{gap}" width="{WIDE - 2 * gap}" height="{HIGH - 2 * gap}" fill="#FFEECC"/>'


def picture(mode: str = "RGB", pixels: int = 300, alpha: int = 255) -> bytes:
    out = io.BytesIO()
    if mode == "CMYK":
        Image.new("CMYK", (pixels, pixels), (10, 20, 30, 0)).save(out, "JPEG")
    else:
        Image.new(
            "RGBA" if alpha < 255 else "RGB",
            (pixels, pixels),
            (200, 100, 50, alpha)[: 4 if alpha < 255 else 3],
        ).save(out, "PNG")
    return out.getvalue()


def placed(width: float, x: float = 10, y: float = 20) -> str:
    return f'<image href="photo.png" x="{x}" y="{y}" width="{width}" height="{width}"/>'


def turned(width: float, angle: float) -> str:
    return f'<g transform="translate(30 45) rotate({angle})">{placed(width, -width / 2, -width / 2)}</g>'


def bar(height: float) -> str:
    """Filled, but as thin as a line."""
    return f'<rect x="20" y="40" width="20" height="{height}" fill="#202020"/>'


def squeezed(scale: str, body: str) -> str:
    return f'<g transform="translate(10 20) scale({scale})">{body}</g>'


def dot(x: float, y: float = 40) -> str:
    return f'<circle cx="{x}" cy="{y}" r="2" fill="#D03030"/>'


def band(right: float) -> str:
    """From inside the card to an x beyond it."""
    return f'<rect x="20" y="40" width="{right - 20}" height="10" fill="#D03030"/>'


def four_lines(gap: float, start: float | None = None) -> str:
    """A frame drawn side by side; stripes where its lines start beyond the card."""
    end = gap if start is None else start
    right, low = WIDE - end, HIGH - end
    sides = (
        f"M{end} {gap}H{right}",
        f"M{end} {HIGH - gap}H{right}",
        f"M{gap} {end}V{low}",
        f"M{WIDE - gap} {end}V{low}",
    )
    return "".join(
        f'<path d="{side}" fill="none" stroke="#202020" stroke-width="0.4"/>' for side in sides
    )


def ribbon(ground: str, ink: str) -> str:
    """Words all within a slanting ribbon, on a ground of the other shade."""
    strip = f'<rect x="-30" y="-6" width="60" height="9" fill="{ground}"/>'
    said = f'<text y="0" text-anchor="middle" font-family="Nunito" font-weight="800" font-size="4" fill="{ink}">New card</text>'
    return f'{CREAM}<g transform="translate(32 45) rotate(45)">{strip}{said}</g>'


def panel(fill: str) -> str:
    return f'<rect x="1" y="1" width="{WIDE - 2}" height="{HIGH - 2}" fill="{fill}"/>'


def inset(gap: float, paint: str) -> str:
    """A rectangle as far from each side."""
    return f'<rect x="{gap}" y="{gap}" width="{WIDE - 2 * gap:g}" height="{HIGH - 2 * gap:g}" {paint}/>'


def disc(x: float, radius: float) -> str:
    return f'<circle cx="{x}" cy="45" r="{radius}" fill="#D03030"/>'


def checkers(size: float) -> str:
    """A pattern of squares all over the card and its bleed; from their size follows where they
    end."""
    steps = range(-1, int(100 / size))
    return "".join(
        f'<rect x="{i * size}" y="{j * size}" width="{size}" height="{size}" fill="#D03030"/>'
        for i in steps
        for j in steps
        if (i + j) % 2
    )


DOTS = '<circle cx="4" cy="4" r="2" fill="#D03030"/></pattern><rect x="-4" y="-4" width="72" height="97" fill="url(#p)"/>'
CLIPPED = '<clipPath id="c"><rect x="20" y="30" width="8" height="8"/></clipPath><g clip-path="url(#c)">{}</g>'
CLEAR = (
    '<rect x="9" y="9" width="9" height="9" fill="#D03030" fill-opacity="{0}" stroke="#202020" stroke-opacity="{0}"/>'
    '<path d="M9 40H30" stroke="#202020" opacity="{0}"/><g opacity="{0}"><circle cx="30" cy="30" r="5"/></g>'
)
HALF = WHITE + '<rect x="-4" y="-4" width="{}" height="97" fill="#202020"/>'
FADING = (
    '<linearGradient id="f"><stop offset="0" stop-color="#D03030"/><stop offset="1" stop-color="#FFFFFF"/></linearGradient>'
    f'<rect x="40" y="40" width="{WIDE - 40 + 2.5}" height="10" fill="url(#f)"/>'
)


def clipped(body: str) -> str:
    """What shows of it is a window in the middle of the card."""
    return f'{CREAM}<clipPath id="w"><rect x="15" y="30" width="20" height="20"/></clipPath><g clip-path="url(#w)">{body}</g>'


def shaded_dot(x: float) -> str:
    return f'<radialGradient id="g"><stop stop-color="#D03030"/><stop offset="1" stop-color="#401010"/></radialGradient>{dot(x)}'.replace(
        'fill="#D03030"/>', 'fill="url(#g)"/>'
    )


def filtered(body: str) -> str:
    return f'<filter id="h"><feDropShadow dx="0.3" dy="0.3" stdDeviation="0.3"/></filter><g filter="url(#h)">{body}</g>'


def mirrored(body: str) -> str:
    return f'<g transform="matrix(-1 0 0 1 {WIDE} 0)">{body}</g>'


def cut_line(gap: float, width: float = 0.35, more: str = "") -> str:
    """A frame with its middle so far inside the cut, as templates have it."""
    return inset(gap, f'fill="none" stroke="#C0392B" stroke-width="{width}" {more}')


def bricks(first: float) -> str:
    """Seams of a wall all over the card, the first of them so far below the upper cut."""
    return "".join(
        f'<path d="M-4 {first + 6 * i}H68" stroke="#803010" stroke-width="0.4"/>'
        for i in range(-1, 16)
    )


def crop_marks(length: float = 2.0) -> str:
    """Beyond the corners of the trim."""
    across = "".join(
        f"M{x} {y}h{step}" for y in (0, HIGH) for x, step in ((-0.6, -length), (WIDE + 0.6, length))
    )
    down = "".join(
        f"M{x} {y}v{step}" for x in (0, WIDE) for y, step in ((-0.6, -length), (HIGH + 0.6, length))
    )
    return f'<path d="{across}{down}" fill="none" stroke="#202020" stroke-width="0.25"/>'


def blended(mode: str, fill: str) -> str:
    return words(12, fill).replace("<text", f'<text style="mix-blend-mode:{mode}"')


def lid(paint: str = "") -> str:
    """A panel over where words and bars are. What is said of it once more counts."""
    said = {"x": "28", "y": "34", "width": "20", "height": "9", "fill": "#D03030"}
    said |= dict(part.replace('"', "").split("=") for part in paint.split())
    return "<rect " + " ".join(f'{name}="{value}"' for name, value in said.items()) + "/>"


SHADED = (
    '<linearGradient id="s"><stop stop-color="#D03030" stop-opacity="{}"/><stop offset="1" stop-color="#601010"/></linearGradient>'
    '<rect x="20" y="30" width="30" height="15" fill="url(#s)"/>'
)
RIM = '<path fill-rule="evenodd" fill="#101010" d="M{0} {0}H{1}V{2}H{0}Z M5 5V84H58V5Z"/>'
PHOTO = '<image href="photo.png" x="-4" y="-4" width="97" height="97"/>'


def pip(x: float) -> str:
    return f'<image href="pip.svg" x="{x}" y="30" width="6" height="6"/>'


PIP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6"><rect width="6" height="6" fill="#D03030"/></svg>'
Reported = Mapping[str, Any]


def findings(
    root: Path,
    body: str,
    printer: str = "drivethrucards",
    check: str = "",
    files: Mapping[str, bytes] | None = None,
) -> list[Reported]:
    """What preflight says about a face, by check."""
    card = svg(body, WIDE, HIGH)
    deck = HEAD.replace("60mm x 80mm", "poker") + "cards:\n  - {id: one}\n"
    art = {"card_data/sweets/art/pip.svg": PIP, "card_data/sweets/art/photo.png": picture()}
    art |= {f"card_data/sweets/art/{name}": data for name, data in (files or {}).items()}
    write_project(
        root,
        {"main": deck},
        {"card.svg": card, "back.svg": svg(CREAM, WIDE, HIGH)},
        game=GAME,
        files=art,
    )
    result = run("validate", "--printer", printer, "--format", "json", project=root)
    report = json.loads(result.stdout)
    assert not report["problems"], report["problems"]
    assert not [each for each in report["findings"] if each["check"] == "drawable"], report[
        "findings"
    ]
    return [
        each
        for each in report["findings"]
        if each["check"] == check or (not check and each["check"] in CHECKS)
    ]


BROKEN_AND_WHOLE = [
    ("type-size", "error", CREAM + words(4.9), CREAM + words(5.0)),
    (
        "type-size",
        "error",
        CREAM + squeezed("1 0.5", words(9.8)),
        CREAM + squeezed("0.5 1", words(9.8)),
    ),
    (
        "reversed-text",
        "error",
        DARK + words(5.9, "#FFFFFF", weight=700),
        DARK + words(6.0, "#FFFFFF", weight=700),
    ),
    ("reversed-text", "error", DARK + words(5.9, "#FFFFFF"), CREAM + words(5.9)),
    ("reversed-text", "error", DARK + words(5.9, "#FFFFFF"), CREAM + words(5.9, "#FFFFFF")),
    ("reversed-text", "warning", DARK + words(7.9, "#FFFFFF"), DARK + words(8.0, "#FFFFFF")),
    ("leftover", "warning", CREAM + words(12, content="TODO"), CREAM + words(12, content="Todos")),
    ("line-width", "error", CREAM + line(0.24), CREAM + line(0.25)),
    (
        "line-width",
        "error",
        CREAM + f'<g transform="scale(0.5)">{line(0.48)}</g>',
        CREAM + f'<g transform="scale(0.5)">{line(0.5)}</g>',
    ),
    (
        "line-width",
        "error",
        CREAM
        + '<rect x="9" y="9" width="9" height="9" fill="#D03030" stroke="#202020" stroke-width="0.05"/>',
        CREAM
        + '<rect x="9" y="9" width="9" height="9" fill="#202020" stroke="#202020" stroke-width="0.05"/>',
    ),
    ("line-width", "error", CREAM + bar(0.08), CREAM + bar(0.09)),
    (
        "line-width",
        "error",
        CREAM + f'<g transform="rotate(30)">{bar(0.08)}</g>',
        CREAM + f'<g transform="rotate(30)">{bar(0.09)}</g>',
    ),
    (
        "line-width",
        "error",
        CREAM + squeezed("1 0.4", line(0.6)),
        CREAM + squeezed("0.4 1", line(0.6)),
    ),
    ("line-width", "error", CREAM + line(0.2), GROUND.format("#202020") + line(0.2)),
    ("safe", "warning", CREAM + words(12, x=2.0), CREAM + words(12, x=3.2)),
    ("safe", "error", CREAM + words(12, x=-2.0), CREAM + words(12, x=3.2)),
    ("safe", "warning", CREAM + pip(3.1), CREAM + pip(3.2)),
    ("safe", "warning", CREAM + pip(3.1) + pip(54.4), CREAM + pip(3.2) + pip(54.3)),
    ("safe", "warning", CREAM + pip(-2.9), CREAM + pip(-3.1)),
    ("safe", "warning", CREAM + pip(-2.9), CREAM + pip(-3.2).replace('"6"', '"7"')),
    (
        "safe",
        "warning",
        CREAM + pip(1).replace('"6"', '"18"'),
        CREAM + pip(1).replace('"6"', '"20"'),
    ),
    (
        "safe",
        "warning",
        CREAM + pip(3.1).replace("pip.svg", "photo.png"),
        CREAM + pip(3.2).replace("pip.svg", "photo.png"),
    ),
    (
        "safe",
        "warning",
        CREAM + pip(1),
        CREAM
        + "".join(f'<g transform="rotate({i} 30 40)">{pip(1)}</g>' for i in range(-15, 16, 5)),
    ),
    (
        "safe",
        "warning",
        CREAM + dot(4),
        CREAM + '<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse">' + DOTS,
    ),
    ("safe", "warning", CREAM + dot(4), CREAM + dot(6)),
    ("safe", "warning", CREAM + shaded_dot(4), CREAM + shaded_dot(6)),
    ("safe", "warning", CREAM + words(12, x=0), clipped(words(12, x=0))),
    (
        "safe",
        "error",
        CREAM + words(30, x=0, content="Treats everywhere"),
        clipped(words(30, x=0, content="Treats everywhere")),
    ),
    ("safe", "warning", CREAM + dot(4), CREAM + dot(1)),
    ("safe", "warning", CREAM + dot(4), CREAM + "".join(dot(4, 10 * i) for i in range(1, 8))),
    (
        "bleed",
        "error",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#D03030"/>',
        '<rect x="-3.2" y="-3.2" width="69.9" height="95.3" fill="#D03030"/>',
    ),
    (
        "bleed",
        "error",
        '<rect y="30" width="10" height="10" fill="#D03030"/>',
        '<rect x="-3.2" y="30" width="10" height="10" fill="#D03030"/>',
    ),
    (
        "bleed",
        "error",
        '<rect y="30" width="10" height="10" fill="#D03030"/>',
        '<rect x="1" y="30" width="10" height="10" fill="#D03030"/>',
    ),
    ("contrast", "warning", ribbon("#EEEEEE", "#FFFFFF"), ribbon("#202020", "#FFFFFF")),
    ("drift", "warning", CREAM + panel("#D03030"), CREAM + panel("#FFF7E8")),
    ("bleed", "error", band(WIDE), band(WIDE + 3.2)),
    ("bleed", "error", WHITE + band(WIDE), WHITE + band(WIDE + 3.2)),
    ("bleed", "error", WHITE + band(WIDE), WHITE + band(WIDE - 0.8)),
    ("bleed", "error", WHITE + placed(25.4, 0), WHITE + placed(25.4, -3.2)),
    (
        "bleed",
        "error",
        WHITE + band(WIDE),
        WHITE + '<path d="M30 10h20l40 40h-20z" fill="#D03030"/>',
    ),
    ("bleed", "error", WHITE + band(WIDE), WHITE + FADING),
    ("bleed", "warning", WHITE + band(WIDE + 2.5), WHITE + band(WIDE + 3.2)),
    ("bleed", "warning", CREAM + band(WIDE), CREAM + band(WIDE + 3.2)),
    ("bleed", "warning", CREAM + band(WIDE), CREAM + band(WIDE - 0.8)),
    ("bleed", "warning", CREAM + placed(25.4, 0), CREAM + placed(25.4, -3.2)),
    (
        "bleed",
        "warning",
        CREAM + band(WIDE),
        CREAM + '<path d="M30 10h20l40 40h-20z" fill="#D03030"/>',
    ),
    (
        "bleed",
        "warning",
        CREAM + band(WIDE),
        CREAM + band(WIDE).replace('height="10"', 'height="6"'),
    ),
    ("bleed", "warning", CREAM + band(WIDE), CREAM + band(WIDE).replace("#D03030", "#F0E8DC")),
    ("bleed", "warning", band(WIDE + 3.0), band(WIDE + 3.15)),
    (
        "bleed",
        "warning",
        CREAM + band(WIDE),
        CREAM + inset(0.5, 'fill="none" stroke="#800000" stroke-width="0.4"'),
    ),
    ("bleed", "warning", CREAM + band(WIDE), GROUND.format('#FF0000" fill-opacity="0.3')),
    (
        "bleed",
        "error",
        '<rect width="63.5" height="88.9" fill="#FF0000" fill-opacity="0.3"/>',
        GROUND.format('#FF0000" fill-opacity="0.3')
        + f'<rect width="{WIDE}" height="{HIGH}" fill="#FFB2B2"/>',
    ),
    (
        "bleed",
        "error",
        band(WIDE),
        band(WIDE + 3.2) + '<path d="M-4 40L70 10V20L-4 60Z" fill="#D03030"/>',
    ),
    ("bleed", "warning", WHITE + disc(WIDE - 18, 20), WHITE + disc(WIDE - 10, 20)),
    ("bleed", "warning", WHITE + checkers(8), WHITE + checkers(2)),
    ("resolution", "error", CREAM + placed(51), CREAM + placed(25.4)),
    ("resolution", "error", CREAM + turned(51, 45), CREAM + turned(25.4, 45)),
    ("resolution", "error", CREAM + filtered(placed(51)), CREAM + filtered(placed(25.4))),
    ("resolution", "error", CREAM + filtered(turned(51, 45)), CREAM + filtered(dot(30))),
    (
        "resolution",
        "error",
        CREAM + CLIPPED.format(placed(51)),
        CREAM + CLIPPED.format(placed(25.4)),
    ),
    ("resolution", "warning", CREAM + placed(26), CREAM + placed(25.4)),
    ("resolution", "warning", CREAM + placed(12.6), CREAM + placed(12.8)),
    (
        "total-ink",
        "error",
        CREAM + '<rect x="20" y="20" width="9" height="9" fill="#102030"/>',
        CREAM + '<rect x="20" y="20" width="9" height="9" fill="#112233"/>',
    ),
    (
        "total-ink",
        "error",
        CREAM + words(20).replace("<text", '<text stroke="#102030" stroke-width="0.5"'),
        CREAM + words(20).replace("<text", '<text stroke="#112233" stroke-width="0.5"'),
    ),
    ("rich-black", "warning", CREAM + words(8, "#2A2A32"), CREAM + words(8, "#202020")),
    ("rich-black", "warning", CREAM + words(8, "#2A2A32"), CREAM + words(9, "#2A2A32")),
    (
        "black-alone",
        "note",
        CREAM + '<rect x="15" y="15" width="20" height="20" fill="#202020"/>',
        CREAM
        + '<rect x="15" y="15" width="20" height="14" fill="#202020"/><path d="M9 40h40v40H9ZM10 41v38h38V41Z" fill="#202020"/>',
    ),
    (
        "transparency",
        "note",
        CREAM + '<circle cx="30" cy="30" r="5" fill-opacity="0.5"/>',
        CREAM + '<circle cx="30" cy="30" r="5"/>',
    ),
    ("transparency", "note", CREAM + CLEAR.format(0.01), CREAM + CLEAR.format(0)),
    ("type-size", "error", CREAM + words(4), CREAM + words(4, "transparent")),
    ("safe", "warning", CREAM + words(12, x=2.0), CREAM + words(12, "transparent", x=2.0)),
    (
        "transparency",
        "note",
        CREAM + f'<g opacity="0.5">{line(1)}{line(2)}</g>',
        CREAM + f"<g>{line(1)}{line(2)}</g>",
    ),
    ("contrast", "warning", CREAM + words(12, "#808080"), CREAM + words(12, "#666666")),
    ("contrast", "warning", CREAM + words(12, "#808080"), CREAM + words(18, "#808080")),
    (
        "contrast",
        "warning",
        CREAM + words(12, "#CCC0B0"),
        CREAM + words(12, "#CCC0B0", x=30.4, y=40.4) + words(12),
    ),
    ("contrast", "warning", CREAM + words(12, "#CCC0B0"), CREAM + words(12, "#CCC0B0") + words(12)),
    ("contrast", "warning", DARK + words(12, "#404040"), DARK + filtered(words(12, "#FFFFFF"))),
    (
        "contrast",
        "warning",
        CREAM + words(12) + words(12, "#CCC0B0", y=60),
        CREAM + words(12) + words(12, y=60),
    ),
    (
        "contrast",
        "warning",
        CREAM + words(12).replace("<text", '<text fill-opacity="0.4"'),
        CREAM + words(12),
    ),
    (
        "contrast",
        "warning",
        CREAM + f'<g opacity="0.4">{words(12)}</g>',
        CREAM + f'<g opacity="0.9">{words(12)}</g>',
    ),
    (
        "contrast",
        "warning",
        GROUND.format("#B00000") + words(18, "#000000"),
        GROUND.format("#00B0FF") + words(18, "#000000"),
    ),
    ("contrast", "warning", HALF.format(29) + words(20, x=20), HALF.format(25) + words(20, x=20)),
    *(
        ("template-line", "warning", CREAM + cut_line(gap, width), CREAM)
        for gap in (0, 0.15, -0.3, -1)
        for width in (0.35, 1)
    ),
    (
        "template-line",
        "warning",
        CREAM + cut_line(0, more='stroke-dasharray="2 1"'),
        CREAM + cut_line(0, 8),
    ),
    (
        "template-line",
        "warning",
        CREAM + cut_line(0, more='rx="3"'),
        CREAM + cut_line(2, more='rx="3"'),
    ),
    (
        "template-line",
        "warning",
        CREAM + f'<path d="M0 -4V{HIGH + 4}" stroke="#C0392B" stroke-width="0.3"/>',
        CREAM + bricks(0.1),
    ),
    (
        "template-line",
        "warning",
        CREAM + crop_marks(),
        CREAM + crop_marks(-2).replace("#202020", "#FFF7E8"),
    ),
    (
        "template-line",
        "note",
        CREAM + inset(3.175, 'fill="none" stroke="#00AEEF" stroke-width="0.25"'),
        CREAM + inset(3.175, 'fill="none" stroke="#604020" stroke-width="0.25"'),
    ),
    (
        "contrast",
        "warning",
        DARK + blended("multiply", "#FFFFFF"),
        DARK + blended("screen", "#FFFFFF"),
    ),
    (
        "contrast",
        "warning",
        DARK + blended("darken", "#FFEEAA"),
        CREAM + blended("darken", "#202020"),
    ),
    (
        "contrast",
        "warning",
        CREAM + blended("screen", "#000000"),
        CREAM + blended("multiply", "#000000"),
    ),
    (
        "contrast",
        "warning",
        CREAM + blended("lighten", "#202020"),
        CREAM + blended("normal", "#202020"),
    ),
    (
        "mirrored-text",
        "warning",
        CREAM + squeezed("-1 1", words(12, x=-40)),
        CREAM + squeezed("-1 -1", words(12, x=-40, y=-40)),
    ),
    (
        "mirrored-text",
        "warning",
        CREAM + mirrored(words(12)),
        CREAM + mirrored(mirrored(words(12))),
    ),
    ("empty", "error", "", CREAM + words(12)),
    ("empty", "error", '<rect width="60" height="80" fill="none"/>', dot(30)),
    ("empty", "note", CREAM, CREAM + dot(30)),
    ("covered-text", "warning", CREAM + words(12) + lid(), CREAM + lid() + words(12, "#FFFFFF")),
    (
        "covered-text",
        "warning",
        CREAM + words(12) + lid(),
        CREAM + words(12) + lid('fill-opacity="0.5"'),
    ),
    ("covered-text", "warning", CREAM + words(12) + lid(), CREAM + words(12) + lid() + words(12)),
    (
        "covered-text",
        "warning",
        CREAM + words(12) + lid('width="8"'),
        CREAM + words(12) + lid('width="6"'),
    ),
    (
        "covered-text",
        "warning",
        CREAM + words(12) + disc(34, 12),
        CREAM + words(12) + RIM.format(-4, WIDE + 4, HIGH + 4),
    ),
    (
        "covered-text",
        "warning",
        CREAM + words(12) + f"<g>{disc(34, 12)}</g>",
        CREAM + words(12) + clipped(disc(34, 12))[len(CREAM) :],
    ),
    (
        "covered-text",
        "warning",
        CREAM + f'<g opacity="0.9">{words(12)}</g>' + lid(),
        CREAM + f'<g opacity="0.9">{lid()}</g>' + words(12),
    ),
    (
        "covered-text",
        "warning",
        CREAM + f'<g transform="rotate(30)">{words(12)}</g>' + PHOTO,
        PHOTO + words(12),
    ),
    (
        "covered-text",
        "warning",
        CREAM + words(12) + SHADED.format(1),
        CREAM + words(12) + SHADED.format(0.5),
    ),
    (
        "line-width",
        "error",
        CREAM + line(0.2),
        CREAM + line(0.2) + '<rect x="8" y="8" width="40" height="9" fill="#D03030"/>',
    ),
    (
        "line-width",
        "error",
        CREAM + line(0.2) + f'<g opacity="0.6">{lid()}</g>',
        CREAM + line(0.2) + PHOTO,
    ),
    (
        "line-width",
        "error",
        CREAM + bar(0.08) + lid('width="9"'),
        CREAM + bar(0.08) + lid('x="18" width="30"'),
    ),
    (
        "line-width",
        "error",
        CREAM + line(0.2) + '<rect x="8" y="8" width="30" height="9" fill="#D03030"/>',
        CREAM + line(0.2) + '<circle cx="25" cy="10" r="16" fill="#D03030"/>',
    ),
    ("drift", "warning", CREAM + frame(1.4), CREAM + frame(3.1)),
    ("drift", "warning", CREAM + four_lines(1.4), CREAM + four_lines(3.4)),
    ("drift", "warning", CREAM + four_lines(1.4), CREAM + four_lines(1.4).partition("/>")[2]),
    ("drift", "warning", CREAM + four_lines(1.4), CREAM + four_lines(1.4, -4)),
    ("drift", "note", CREAM + frame(2.5), CREAM + frame(3.1)),
    (
        "confusable",
        "note",
        CREAM + line(1).replace("#202020", "#D03030") + line(2).replace("#202020", "#6E7A00"),
        CREAM + line(1).replace("#202020", "#D03030") + line(2).replace("#202020", "#2040D0"),
    ),
]


@pytest.mark.parametrize(("check", "severity", "broken", "passing"), BROKEN_AND_WHOLE)
def test_each_check_sees_what_breaks_it_and_lets_pass_what_does_not(
    tmp_path: Path, check: str, severity: str, broken: str, passing: str
) -> None:
    """One finding or more with figures and remedy for the first card, none for the second."""
    found = findings(tmp_path / "broken", broken, check=check)
    assert severity in {each["severity"] for each in found}
    assert all(each["measured"] and each["required"] and each["remedy"] for each in found)
    assert all(
        each["spot"] and each["card"] == "one" and each["side"] == "face"
        for each in found
        if check != "confusable"
    )
    assert [] == findings(tmp_path / "passing", passing, check=check)


def test_every_check_is_tried() -> None:
    """The table above and the tests below cover the list of checks."""
    assert set(CHECKS) == {check for check, *_ in BROKEN_AND_WHOLE} | {
        *("size", "backs", "page-boxes", "colour-space", "fonts", "plates", "same-face")
    }


def test_every_check_is_in_its_table() -> None:
    """What the code finds by name is what docs/printing.md lists, beside the checks of any
    print."""
    calls = [
        node
        for path, nodes in parsed().items()
        if path.startswith("preflight/")
        for node in nodes
        if isinstance(node, ast.Call)
    ]
    told = [
        call
        for call in calls
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in ("says", "found_by")
    ]
    named = {call.args[0].value for call in told if isinstance(call.args[0], ast.Constant)}
    assert CHECKS == named - (DRAWN - CHECKS)


def test_cards_without_backs_are_told_where_a_shop_wants_them(tmp_path: Path) -> None:
    """As a note, once for the deck; for some of its cards by name; not where backs are optional."""
    deck = "title: Main\nsize: poker\ntemplate: red.svg\n"
    decks = {
        "bare": deck + "cards: [{id: a}, {id: b}]\n",
        "part": deck + "cards: [{id: a, back: blue.svg}, {id: b}, {id: c}, {id: d, copies: 0}]\n",
    }
    plain = svg(CREAM, 63.5, 88.9)
    project = write_project(tmp_path, decks, {"red.svg": plain, "blue.svg": plain})
    result = run("validate", "sweets", "--printer", "makeplayingcards", project=project)
    wants = "no back, and MakePlayingCards wants one for every card; name a template under  back:"
    assert (0, 1) == (result.exit_code, result.stderr.count(f"note: this deck has {wants}")), (
        result.stderr
    )
    assert 1 == result.stderr.count(f'note: card "b" and 1 more have {wants}')
    assert 2 == result.stderr.count("[backs]")
    assert (
        "[backs]"
        not in run("validate", "sweets", "--printer", "the-game-crafter", project=project).stderr
    )


def test_cards_that_look_the_same_are_told_once(tmp_path: Path) -> None:
    """By name with the cards that they are like; not copies, nor cards with other backs, nor empty
    ones, which are told by themselves."""
    names = {"a": "Gum", "b": "Nut", "c": "Gum", "d": "Gum", "e": "Gum", "f": "-", "g": "-"}
    cards = "".join(
        f"  - {{id: {card}, name: {name!r}, copies: 2{', back: blue.svg' * (card == 'd')}}}\n"
        for card, name in names.items()
    )
    deck = (
        HEAD.replace("60mm x 80mm", "poker")
        + "cards:\n"
        + cards.replace("e, name: 'Gum', copies: 2", "e, name: 'Gum', copies: 0")
    )
    face = (
        "{% if card.name != '-' %}" + CREAM + words(12, content="{{ card.name }}") + "{% endif %}"
    )
    plain = svg(CREAM, WIDE, HIGH)
    blue = svg(GROUND.format("#2040D0"), WIDE, HIGH)
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(face, WIDE, HIGH), "back.svg": plain, "blue.svg": blue},
        game=GAME,
    )
    report = json.loads(
        run("validate", "--printer", "images", "--format", "json", project=tmp_path).stdout
    )
    (found,) = (each for each in report["findings"] if each["check"] == "same-face")
    assert ("warning", "a", "2 cards alike") == (
        found["severity"],
        found["card"],
        found["measured"],
    )
    assert 'cards "a" and "c" look the same' in found["message"]
    assert "copies: 4" in found["remedy"]
    (empty,) = (each for each in report["findings"] if each["check"] == "empty")
    assert ("error", ["f", "g"]) == (empty["severity"], [each["card"] for each in empty["cards"]])


def test_a_back_without_anything_is_a_warning_and_a_plain_one_is_none(tmp_path: Path) -> None:
    deck = HEAD.replace("60mm x 80mm", "poker") + "cards:\n  - {id: one}\n"
    for back, told in (("", ["warning"]), (CREAM, []), (CREAM + dot(30), [])):
        write_project(
            tmp_path,
            {"main": deck},
            {"card.svg": svg(CREAM + dot(30), WIDE, HIGH), "back.svg": svg(back, WIDE, HIGH)},
            game=GAME,
        )
        report = json.loads(
            run("validate", "--printer", "images", "--format", "json", project=tmp_path).stdout
        )
        assert told == [each["severity"] for each in report["findings"] if each["check"] == "empty"]


def test_the_covered_text_is_named_with_its_place_and_how_much_is_covered(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path, CREAM + words(12) + lid('width="8"') + words(12, y=70), check="covered-text"
    )
    share = int(found["measured"].split(" ")[0])
    x, y, width, height = found["spot"]
    assert 'the text "Treat" lies under' in found["message"]
    assert share == pytest.approx(100 * (36 - x) / width, abs=7), "of the word, columns of points"
    assert 33 < y < y + height < 42


def test_a_picture_covers_where_it_is_opaque(tmp_path: Path) -> None:
    """Its left half is, at one place over the words and at another beside them."""
    image = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    image.paste((200, 100, 50, 255), (0, 0, 150, 300))
    out = io.BytesIO()
    image.save(out, "PNG")
    for x, told in ((28, 1), (8, 0)):
        said = CREAM + words(12) + placed(24, x)
        assert told == len(
            findings(tmp_path, said, check="covered-text", files={"photo.png": out.getvalue()})
        )


def test_a_picture_of_inks_is_told_to_a_printer_of_rgb(tmp_path: Path) -> None:
    card = CREAM + '<image href="inks.jpg" x="10" y="20" width="25.4" height="25.4"/>'
    inks = {"inks.jpg": picture("CMYK")}
    assert ["warning"] == [
        each["severity"]
        for each in findings(tmp_path, card, "the-game-crafter", "colour-space", inks)
    ]
    assert [] == findings(tmp_path, card, "drivethrucards", "colour-space", inks)


def test_clear_pixels_are_transparency_too(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path, CREAM + placed(20), check="transparency", files={"photo.png": picture(alpha=100)}
    )
    assert ("39% opaque", [10, 20, 20, 20]) == (found["measured"], found["spot"])
    assert [] == findings(
        tmp_path,
        CREAM + placed(20),
        "the-game-crafter",
        "transparency",
        {"photo.png": picture(alpha=100)},
    )


def test_what_stays_a_shape_on_one_colour_is_not_said_to_become_a_picture(tmp_path: Path) -> None:
    (shape,) = findings(
        tmp_path, CREAM + '<circle cx="30" cy="30" r="5" fill-opacity="0.5"/>', check="transparency"
    )
    assert "which becomes a picture unless it stands alone on one colour" in shape["message"]
    (photo,) = findings(
        tmp_path, CREAM + placed(20), check="transparency", files={"photo.png": picture(alpha=100)}
    )
    assert "which becomes a picture there" in photo["message"]


def test_the_darkest_pixel_of_a_picture_is_told(tmp_path: Path) -> None:
    """One pixel of black among light ones; it is printed within the limit, but a proof may look
    different."""
    image = Image.new("RGB", (300, 300), (240, 220, 200))
    (found,) = findings(
        tmp_path,
        CREAM + placed(25.4),
        check="total-ink",
        files={"photo.png": dotted(image, (5, 0, 12))},
    )
    assert ("note", "240 %", True) == (
        found["severity"],
        found["required"],
        float(found["measured"][:-2]) > 250,
    )
    assert [] == findings(
        tmp_path,
        CREAM + placed(25.4),
        check="total-ink",
        files={"photo.png": dotted(image, (90, 60, 80))},
    )


def dotted(image: Image.Image, colour: tuple[int, int, int]) -> bytes:
    out, image = io.BytesIO(), image.copy()
    image.putpixel((150, 20), colour)
    image.save(out, "PNG")
    return out.getvalue()


def test_what_lies_off_the_card_is_not_told(tmp_path: Path) -> None:
    """Neither trim nor bleed show it, and flattening leaves it out; what reaches into the bleed is
    told."""
    for x, count in ((205, 0), (66, 1)):
        assert count == len(
            findings(
                tmp_path,
                CREAM + f'<circle cx="{x}" cy="40" r="5" fill-opacity="0.5"/>',
                check="transparency",
            )
        )
    assert [] == findings(
        tmp_path,
        CREAM + words(12, x=205).replace("<text", '<text fill-opacity="0.5"'),
        check="transparency",
    )


def test_of_a_mask_nobody_knows_how_much_it_leaves(tmp_path: Path) -> None:
    mask = '<mask id="m"><rect width="60" height="80" fill="#808080"/></mask><g mask="url(#m)">'
    (found,) = findings(tmp_path, f"{CREAM}{mask}{dot(30)}</g>", check="transparency")
    assert "see-through" == found["measured"]


def test_black_of_several_cards_is_told_once(tmp_path: Path) -> None:
    card = svg(CREAM + '<rect x="15" y="15" width="20" height="20" fill="#202020"/>', WIDE, HIGH)
    write_project(
        tmp_path,
        {"main": HEAD.replace("60mm x 80mm", "poker")},
        {"card.svg": card, "back.svg": card},
        game=GAME,
    )
    done = run("validate", "--printer", "drivethrucards", project=tmp_path)
    assert 1 == done.stderr.count("which looks dark grey, as on 2 more cards; give it")


def test_a_colour_of_small_texts_is_told_once(tmp_path: Path) -> None:
    lines = "".join(words(8, "#2A2A32", y=10 * i, content=f"line{i}") for i in range(2, 6))
    (found,) = findings(tmp_path, CREAM + lines, check="rich-black")
    assert 'the small dark text "line2" and 3 more is printed in 4 inks' in found["message"]


def noise(size: int = 400) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((size, size), 80).convert("RGB").save(out, "PNG")
    return out.getvalue()


def test_confetti_that_runs_off_a_white_card(tmp_path: Path) -> None:
    """Here and there a piece ends at the cut; nobody sees whether it would have gone on."""
    spots = [(i * 37 % 640 / 10, i * 91 % 890 / 10, i * 53 % 180) for i in range(120)]
    pieces = "".join(
        f'<ellipse rx="4" ry="2" transform="translate({x} {y}) rotate({turn})" fill="#D03030"/>'
        for x, y, turn in spots
    )
    assert [] == findings(tmp_path, WHITE + pieces, check="bleed")


def test_a_frame_that_ends_at_the_cut_over_a_photo(tmp_path: Path) -> None:
    """The photo goes on, the frame does not: its rim would show another colour wherever the cut is
    off."""
    photo = {"photo.png": noise()}
    (found,) = findings(
        tmp_path / "short", PHOTO + RIM.format(0, WIDE, HIGH), check="bleed", files=photo
    )
    assert ("warning", "0.0 mm") == (found["severity"], found["measured"])
    assert [] == findings(
        tmp_path / "long", PHOTO + RIM.format(-4, WIDE + 4, HIGH + 4), check="bleed", files=photo
    )
    assert [] == findings(tmp_path / "none", PHOTO, check="bleed", files=photo)


def test_a_picture_of_a_pattern_is_told_once(tmp_path: Path) -> None:
    inside = '<image href="photo.png" width="20" height="20"/></pattern>'
    tiles = f'<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse">{inside}'
    low = {"photo.png": picture(pixels=60)}
    (found,) = findings(
        tmp_path,
        CREAM + tiles + '<rect width="60" height="80" fill="url(#p)"/>',
        check="resolution",
        files=low,
    )
    assert "76 dpi" == found["measured"]


def test_letters_that_are_set_by_themselves_are_told_once(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path, CREAM + words(4.5).replace('x="30"', 'x="30 33 36 39 42"'), check="type-size"
    )
    assert "4.5 pt" == found["measured"]


def test_an_icon_ends_where_its_pixels_do(tmp_path: Path) -> None:
    """Not where its file does: half a millimetre from the cut, but its ink is 3.4 mm away."""
    image = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    image.paste((200, 100, 50, 255), (75, 75, 225, 225))
    out = io.BytesIO()
    image.save(out, "PNG")
    padded = placed(11.6, x=0.5)
    assert [] == findings(
        tmp_path / "clear",
        CREAM + padded,
        "makeplayingcards",
        "safe",
        {"photo.png": out.getvalue()},
    )
    (found,) = findings(tmp_path / "full", CREAM + padded, "makeplayingcards", "safe")
    assert "0.5 mm" == found["measured"]


@pytest.mark.parametrize(
    ("size", "width", "height", "x", "y", "told"),
    [
        ("{shape: circle, diameter: 60mm}", 60, 60, 12, 12, ["0.5 mm"]),
        ("{shape: circle, diameter: 60mm}", 60, 60, 14.2, 14.2, []),
        ("{shape: hexagon, width: 60.04mm}", 60.04, 52, 9, 26, []),
        ("{shape: hexagon, width: 60.04mm}", 60.04, 52, 7, 26, ["2.0 mm"]),
        (
            "{shape: rectangle, width: 60mm, height: 80mm, corner: 12mm}",
            60,
            80,
            7.2,
            7.2,
            ["1.2 mm"],
        ),
        ("{shape: rectangle, width: 60mm, height: 80mm, corner: 12mm}", 60, 80, 7.2, 40, []),
    ],
)
def test_signs_on_cards_with_round_or_slanting_edges(
    tmp_path: Path, size: str, width: float, height: float, x: float, y: float, told: list[str]
) -> None:
    """A pip of 4 mm about (x, y), measured from its own edge to the trim's."""
    ground = f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" fill="#FFF7E8"/>'
    card = svg(f'{ground}<circle cx="{x}" cy="{y}" r="4" fill="#D03030"/>', width, height)
    deck = HEAD.replace("60mm x 80mm", size) + "cards:\n  - {id: one}\n"
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": card, "back.svg": svg(ground, width, height)},
        game=GAME,
    )
    report = json.loads(
        run("validate", "--printer", "offset", "--format", "json", project=tmp_path).stdout
    )
    assert told == [each["measured"] for each in report["findings"] if each["check"] == "safe"]


def test_a_text_near_the_cut_is_told_by_one_check(tmp_path: Path) -> None:
    """The printer's own where it has one, ours elsewhere."""
    findings(tmp_path, CREAM + words(12, x=1))
    for printer, check in (
        ("drivethrucards", "safe"),
        ("tabletop-simulator", "safe-zone"),
        ("", "safe-zone"),
    ):
        report = json.loads(
            run(
                "validate",
                *(["--printer", printer] if printer else []),
                "--format",
                "json",
                project=tmp_path,
            ).stdout
        )
        assert [check] == [
            each["check"] for each in report["findings"] if each["check"].startswith("safe")
        ]


def test_what_a_printer_does_not_look_at_keeps_our_safe_zone(tmp_path: Path) -> None:
    """A deck of a size that it does not sell, and a card that is not printed."""
    near, plain, other = (
        svg(CREAM + words(12, x=1), WIDE, 100),
        svg(CREAM, WIDE, 100),
        HEAD.replace("60mm x 80mm", "63.5mm x 100mm"),
    )
    write_project(
        tmp_path,
        {"main": other + "cards:\n  - {id: one}\n"},
        {"card.svg": near, "back.svg": plain},
        game=GAME,
    )
    report = json.loads(
        run("validate", "--printer", "drivethrucards", "--format", "json", project=tmp_path).stdout
    )
    assert {"size", "safe-zone"} == {each["check"] for each in report["findings"]}
    cards = "cards:\n  - {id: one, copies: 0}\n  - {id: two, template: back.svg}\n"
    near, plain = svg(CREAM + words(12, x=1), WIDE, HIGH), svg(CREAM + dot(30), WIDE, HIGH)
    sold = HEAD.replace("60mm x 80mm", "poker")
    write_project(
        tmp_path, {"main": sold + cards}, {"card.svg": near, "back.svg": plain}, game=GAME
    )
    report = json.loads(
        run("validate", "--printer", "drivethrucards", "--format", "json", project=tmp_path).stdout
    )
    assert ["safe-zone"] == [each["check"] for each in report["findings"]]


def test_a_report_for_programs_stays_whole_beside_a_pdf(tmp_path: Path) -> None:
    findings(tmp_path, CREAM + words(4.5))
    for form in ("json", "github"):
        done = run(
            "validate",
            "--printer",
            "offset",
            "--annotate",
            tmp_path / "a.pdf",
            "--format",
            form,
            project=tmp_path,
        )
        assert "a.pdf" not in done.stdout
        assert done.tells("a.pdf")
    findings(tmp_path, CREAM + words(12))
    for form in ("text", "json", "github"):
        done = run(
            "validate",
            "--printer",
            "offset",
            "--annotate",
            tmp_path / "a.pdf",
            "--format",
            form,
            project=tmp_path,
        )
        assert done.tells("note nothing-made")


@pytest.mark.parametrize(
    ("pixels", "bleed"),
    [
        ("822 x 1122", ""),
        ("820 x 1122", ""),
        ("790 x 1122", "1.7 mm"),
        ("750 x 1050", "0.0 mm"),
        ("700 x 1122", "-2.1 mm"),
    ],
)
def test_a_page_that_does_not_hold_the_bleed(tmp_path: Path, pixels: str, bleed: str) -> None:
    """A printer of one's own whose pixels are too few for its trim and bleed; a pixel more or less
    does not matter."""
    profile = (
        (SHIPPED / "makeplayingcards.yaml").read_text("utf-8").replace("822 x 1122", pixels, 1)
    )
    found = findings(
        tmp_path, CREAM, "mine", "page-boxes", {"../../printers/mine.yaml": profile.encode()}
    )
    expected = [("error", f"{bleed} of bleed", "3.0 mm of bleed")] if bleed else []
    assert expected == [(each["severity"], each["measured"], each["required"]) for each in found]


HEXAGON = '<polygon points="0,26 15.01,0 45.03,0 60.04,26 45.03,52 15.01,52" fill="{}"{}/>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (HEXAGON.format("#AA0000", ""), [("error", "0.0 mm")]),
        (
            HEXAGON.format("#AA0000", ' transform="translate(-1.5 -1.3) scale(1.05)"'),
            [("error", "1.3 mm")],
        ),
        (
            GROUND.format("#AA0000")
            + HEXAGON.format("#FFFFFF", ' transform="translate(4.5 3.9) scale(0.85)"'),
            [],
        ),
    ],
)
def test_the_bleed_of_hexagons_is_measured(
    tmp_path: Path, body: str, expected: list[tuple[str, str]]
) -> None:
    """Outward, as of other shapes; a panel well inside is none of its business."""
    deck = (
        HEAD.replace("60mm x 80mm", "{shape: hexagon, width: 60.04mm}") + "cards:\n  - {id: one}\n"
    )
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(body, 60.04, 52), "back.svg": svg("", 60.04, 52)},
        game=GAME,
    )
    report = json.loads(
        run("validate", "--printer", "images", "--format", "json", project=tmp_path).stdout
    )
    assert expected == [
        (each["severity"], each["measured"])
        for each in report["findings"]
        if each["check"] == "bleed"
    ]


LENGTH = st.floats(20, 150).map(lambda length: length * MM)


@given(st.sampled_from(("rectangle", "circle", "hexagon")), LENGTH, LENGTH)
def test_rays_point_outward(kind: str, width: float, height: float) -> None:
    """A point a little along each lies outside the shape, one a little back inside it."""
    shape = Shape(kind, width, width if kind == "circle" else height)
    for ray in (ray for edge in edges(shape) for ray in edge):
        out, back = (
            Point(ray.at.x + ray.way.x * far, ray.at.y + ray.way.y * far) for far in (0.5, -0.5)
        )
        assert depth_of(shape, [out]) < 0
        assert depth_of(shape, [back]) > 0


def drifting(root: Path, size: str, body: str, width: float, height: float) -> list[str]:
    """The severities of what is said of frames on a card of any size."""
    deck = HEAD.replace("60mm x 80mm", size) + "cards:\n  - {id: one}\n"
    write_project(
        root,
        {"main": deck},
        {"card.svg": svg(body, width, height), "back.svg": svg("", width, height)},
        game=GAME,
    )
    report = json.loads(
        run("validate", "--printer", "images", "--format", "json", project=root).stdout
    )
    return [each["severity"] for each in report["findings"] if each["check"] == "drift"]


def told(
    root: Path,
    faces: Mapping[str, str],
    size: str = "poker",
    files: Mapping[str, bytes] | None = None,
) -> dict[str, list[Reported]]:
    """What is said of the colours along the cut of each of some faces, on paper with 3 mm of
    bleed."""
    cards = "".join(f"  - {{id: {name}, template: {name}.svg}}\n" for name in faces)
    templates = {f"{name}.svg": svg(body, WIDE, HIGH) for name, body in faces.items()} | {
        "back.svg": svg(CREAM, WIDE, HIGH)
    }
    art = {f"card_data/sweets/art/{name}": data for name, data in (files or {}).items()}
    write_project(
        root,
        {"main": HEAD.replace("60mm x 80mm", size) + "cards:\n" + cards},
        templates,
        game=GAME,
        files=art,
    )
    report = json.loads(
        run("validate", "--printer", "images", "--format", "json", project=root).stdout
    )
    assert not report["problems"], report["problems"]
    said = [each for each in report["findings"] if each["check"] in ("bleed", "drift")]
    return {name: [each for each in said if each["card"] == name] for name in faces}


RED = GROUND.format("#800000")
GRADIENT = '<linearGradient id="g" y2="1"><stop stop-color="#FFF"/><stop offset="1" stop-color="#FFE"/></linearGradient>'
WHOLE_PICTURE = f'<image href="frame.png" x="-3" y="-3" width="{WIDE + 6}" height="{HIGH + 6}" preserveAspectRatio="none"/>'


def painted_frame(line: int) -> bytes:
    """A picture for the card with its bleed, at 10 pixels a millimetre: 1.2 mm inside the cut a
    panel, or a line of so many pixels."""
    image = Image.new("RGB", (695, 949), "#800000")
    image.paste("#FFF7E8", (42, 42, 695 - 42, 949 - 42))
    if line:
        image.paste("#800000", (42 + line, 42 + line, 695 - 42 - line, 949 - 42 - line))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def photo() -> bytes:
    """Shades without an edge anywhere."""
    out = io.BytesIO()
    Image.radial_gradient("L").resize((600, 800)).convert("RGB").save(out, "PNG")
    return out.getvalue()


def test_frames_are_seen_whatever_draws_them(tmp_path: Path) -> None:
    """Each has its inner edge so far from the cut, to about a pixel of the picture in which it is
    looked for; told once."""
    right, low = WIDE - 1, HIGH - 1
    bars = (
        "M-4 -4H70V1H-4Z",
        f"M-4 {low}H70V94H-4Z",
        "M-4 -4H1V94H-4Z",
        f"M{right} -4H70V94H{right}Z",
    )
    frames = {
        "hole": (
            1.0,
            CREAM
            + f'<path fill="#800000" fill-rule="evenodd" d="M-4 -4H68V93H-4Z M1 1H{right}V{low}H1Z"/>',
        ),
        "stroke": (1.2, CREAM + inset(0, 'fill="none" stroke="#800000" stroke-width="2.4"')),
        "bars": (1.0, CREAM + "".join(f'<path fill="#800000" d="{bar}"/>' for bar in bars)),
        "gradient": (1.0, RED + GRADIENT + inset(1, 'fill="url(#g)"')),
        "photo": (
            1.0,
            RED + inset(1, "").replace("rect", 'image href="photo.png" preserveAspectRatio="none"'),
        ),
        "picture": (1.2, WHOLE_PICTURE),
        "line": (1.2, WHOLE_PICTURE.replace("frame", "line")),
        "three": (
            1.0,
            RED
            + f'<rect x="1" y="1" width="{WIDE - 2}" height="60" fill="#FFE"/><path d="M1 61H{right}V94H1Z" fill="#CDE"/>',
        ),
        "double": (
            1.0,
            RED
            + "".join(
                inset(gap, f'fill="{fill}"')
                for gap, fill in ((1, "#FFF7E8"), (2, "#800000"), (3, "#FFF7E8"))
            ),
        ),
        "picture-on-white": (
            0.6,
            inset(0.6, "").replace("rect", 'image href="photo.png" preserveAspectRatio="none"'),
        ),
    }
    files = {"photo.png": photo(), "frame.png": painted_frame(0), "line.png": painted_frame(5)}
    found = told(tmp_path, {name: body for name, (_, body) in frames.items()}, files=files)
    for name, (gap, _) in frames.items():
        assert [("drift", "warning")] == [
            (each["check"], each["severity"]) for each in found[name]
        ], name
        assert abs(float(found[name][0]["measured"].split()[0]) - gap) < 0.25, name
        assert "a frame stands" in found[name][0]["message"]


def test_colour_that_ends_inside_the_cut(tmp_path: Path) -> None:
    """On one side or two that meet: on white it leaves an edge of paper, on another colour one of
    that."""
    files = {"photo.png": photo()}
    slips = {"side": ("-4", 66.5, 97), "half": ("-4", 67, 97), "two": ("-4", 66.5, 91.9)}
    faces = {
        name: f'<rect x="{x}" y="-4" width="{width}" height="{height}" fill="#246"/>'
        for name, (x, width, height) in slips.items()
    }
    faces["photo"] = (
        '<image href="photo.png" x="-4" y="-4" width="66.5" height="97" preserveAspectRatio="none"/>'
    )
    faces["banner"] = WHITE + '<rect x="4" y="1" width="55" height="8" fill="#246"/>'
    found = told(tmp_path, faces, files=files)
    for name, gap in {"side": 1.0, "half": 0.5, "two": 1.0, "photo": 1.0, "banner": 1.0}.items():
        (one,) = found[name]
        assert ("bleed", "warning", "3.0 mm") == (one["check"], one["severity"], one["required"])
        assert "inside the cut: it leaves a white edge" in one["message"]
        assert abs(float(one["measured"].split()[0]) + gap) < 0.25
    coloured = told(
        tmp_path,
        {name: CREAM + body.replace(WHITE, "") for name, body in faces.items()},
        files=files,
    )
    assert {("drift", "warning")} == {
        (each["check"], each["severity"]) for name in faces for each in coloured[name]
    }
    assert all(
        "an edge of colour stands" in each["message"] for name in faces for each in coloured[name]
    )
    assert all(len(each) == 1 for each in coloured.values())


def test_a_white_edge_of_a_picture_itself(tmp_path: Path) -> None:
    """A scan that lies askew, whose bleed is made of it: to give it bleed is no remedy."""
    scan, out = Image.new("RGB", (635, 889), "#246"), io.BytesIO()
    scan.paste("white", (625, 0, 635, 889))
    scan.save(out, "PNG")
    face = f'<image href="scan.png" width="{WIDE}" height="{HIGH}" preserveAspectRatio="none" data-bleed="mirror"/>'
    (one,) = told(tmp_path, {"scan": face}, files={"scan.png": out.getvalue()})["scan"]
    assert ("bleed", "cut the white edge off the picture") == (one["check"], one["remedy"])


def stripes(start: float, step: float, thick: float) -> str:
    """All over the card, along its upper side."""
    lines = (start + step * i for i in range(-8, 100))
    return "".join(
        f'<rect x="-4" y="{y:g}" width="72" height="{thick}" fill="#246"/>'
        for y in lines
        if -8 < y < 95
    )


def test_what_is_no_frame(tmp_path: Path) -> None:
    """Bands farther in, patterns that go on across the cut or over the card, lines that run off it,
    soft edges, and what lies aslant."""
    faces = {
        f"stripes{step}-{start}-{thick}".replace(".", "p"): CREAM + stripes(start, step, thick)
        for step, thick in ((2, 1), (4, 2), (6, 3), (10, 5), (8, 2), (6, 1))
        for start in (0.8, 1.0)
    }
    faces |= {
        f"across-{name}": f'<g transform="rotate(90 31.75 31.75)">{body}</g>'
        for name, body in faces.items()
    }
    faces |= {
        f"checkers{size}": f'{CREAM}<g transform="translate(1 1)">{checkers(size)}</g>'
        for size in (3, 5, 7, 15)
    }
    faces["grid"] = CREAM + "".join(
        f'<path d="M{x} -4V93M-4 {x}H68" stroke="#246" stroke-width="0.3"/>'
        for x in range(1, 99, 10)
    )
    faces["bricks"] = "".join(
        f'<rect x="{x * 8 - 8 + y % 2 * 4}" y="{y * 4 - 4.4}" width="7.4" height="3.4" fill="#A52"/>'
        for x in range(11)
        for y in range(25)
    )
    faces["diagonal"] = CREAM + "".join(
        f'<path d="M{x} -10L{x + 110} 100" stroke="#246" stroke-width="3"/>'
        for x in range(-110, 80, 8)
    )
    planks = ((-4, 2), (1, 1.8), (5, 0.9), (8.2, 1.4), (12, 3))  # no two alike
    faces["planks"] = CREAM + "".join(
        f'<rect x="-4" y="{y}" width="72" height="{height}" fill="#246"/>' for y, height in planks
    )
    faces["dots"] = CREAM + "".join(
        f'<circle cx="{2.2 * x}" cy="{2.2 * y}" r="1"/>'
        for x in range(-2, 32)
        for y in range(-2, 44)
    )
    faces["photo"] = WHOLE_PICTURE.replace("frame", "photo")
    faces["soft"] = GRADIENT.replace(
        'y2="1"', 'gradientUnits="userSpaceOnUse" x1="0.7" x2="2.7"'
    ) + GROUND.format("url(#g)")
    faces["soft"] = faces["soft"].replace("#FFF", "#000")
    faces["title"] = CREAM + '<rect x="-4" y="2" width="72" height="8" fill="#246"/>'
    faces["lines"] = CREAM + "".join(
        f'<path d="M{x} -4V94" stroke="#246" stroke-width="0.8"/>' for x in (2, WIDE - 2)
    )
    found = told(tmp_path, faces, files={"photo.png": photo()})
    assert [] == [each["message"] for name in faces for each in found[name]]


@pytest.mark.parametrize(
    "size", ["{shape: circle, diameter: 50mm}", "{shape: hexagon, width: 60.04mm}"]
)
def test_frames_of_other_shapes_are_seen(tmp_path: Path, size: str) -> None:
    """A hole in a colour that runs out, 1 mm inside the cut; stripes are none."""
    hole = (
        "M1 25A24 24 0 1 0 49 25A24 24 0 1 0 1 25Z"
        if "circle" in size
        else "M1.155 26L15.59 1H44.45L58.885 26L44.45 51H15.59Z"
    )
    frame = f'{CREAM}<path fill="#246" fill-rule="evenodd" d="M-4 -4H68V93H-4Z {hole}"/>'
    width, height = (50.0, 50.0) if "circle" in size else (60.04, 52.0)
    assert ["warning"] == drifting(tmp_path, size, frame, width, height)
    assert [] == drifting(tmp_path, size, CREAM + stripes(1, 4, 2), width, height)


@pytest.mark.parametrize(
    ("reach", "told"), [(0, "0.0 mm"), (2.5, "2.5 mm"), (2.8, "2.8 mm"), (2.95, ""), (3.0, "")]
)
def test_the_bleed_is_measured(tmp_path: Path, reach: float, told: str) -> None:
    """On straight edges and on round ones, to about a tenth of a millimetre; a pixel of the press's
    is forgiven."""
    square = f'<rect x="{-reach}" y="{-reach}" width="{60 + 2 * reach}" height="{60 + 2 * reach}" fill="#D03030"/>'
    disc = f'<circle cx="30" cy="30" r="{30 + reach}" fill="#D03030"/>'
    for size, body in (("60mm x 60mm", square), ("{shape: circle, diameter: 60mm}", disc)):
        deck = HEAD.replace("60mm x 80mm", size) + "cards:\n  - {id: one}\n"
        write_project(
            tmp_path,
            {"main": deck},
            {"card.svg": svg(body, 60, 60), "back.svg": svg(square, 60, 60)},
            game=GAME,
        )
        report = json.loads(
            run("validate", "--printer", "offset", "--format", "json", project=tmp_path).stdout
        )
        found = [
            each
            for each in report["findings"]
            if each["check"] == "bleed" and each["side"] == "face"
        ]
        assert len(found) == bool(told)
        assert all(
            abs(float(each["measured"].split()[0]) - reach) < 0.16 and each["required"] == "3.0 mm"
            for each in found
        )


def test_a_degree_askew_moves_the_ends_of_long_edges_farther(tmp_path: Path) -> None:
    """On a card 200 mm high a degree is 1.75 mm at the ends: more than a cut 1.5 mm off."""
    for gap, expected in ((1.6, ["warning"]), (1.8, ["note"]), (3.6, [])):
        frame = f'<rect x="{gap}" y="{gap}" width="{120 - 2 * gap}" height="{200 - 2 * gap}" fill="#FFEECC"/>'
        ground = '<rect x="-4" y="-4" width="128" height="208" fill="#FFF7E8"/>'
        assert expected == drifting(tmp_path, "120mm x 200mm", ground + frame, 120, 200), gap


@pytest.mark.parametrize(("gap", "expected"), [(1.4, ["warning"]), (1.6, ["note"]), (3.1, [])])
def test_rings_of_round_cards_drift_too(tmp_path: Path, gap: float, expected: list[str]) -> None:
    """A turn does nothing to a circle; a cut that is off does."""
    body = f'<circle cx="30" cy="30" r="34" fill="#FFF7E8"/><circle cx="30" cy="30" r="{30 - gap}" fill="#FFEECC"/>'
    assert expected == drifting(tmp_path, "{shape: circle, diameter: 60mm}", body, 60, 60)


def test_missing_glyphs_and_leftovers_of_cards_are_found_for_every_printer(tmp_path: Path) -> None:
    """A character that no font has is an error with its place; a note to oneself in a card is a
    warning, told once."""
    glyphs = [(f"Bonbon {letter}", 1, "no font has") for letter in "\U0001f9e8\ue123"]
    for name, code, said in (*glyphs, ("Bonbon TODO", 0, 'still says "TODO"'), ("Bonbon", 0, "")):
        deck = HEAD.replace("60mm x 80mm", "poker") + f"cards:\n  - {{id: one, name: {name}}}\n"
        card = svg(CREAM + words(12, content="{{ card.name }}"), WIDE, HIGH)
        write_project(
            tmp_path,
            {"main": deck},
            {"card.svg": card, "back.svg": svg(CREAM, WIDE, HIGH)},
            game=GAME,
        )
        done = run("validate", "--printer", "drivethrucards", project=tmp_path)
        assert code == done.exit_code, done.stderr
        assert said in done.stderr
        assert done.stderr.count("TODO") == name.count("TODO")
        assert done.stderr.count("missing-glyph") == code


def test_a_font_that_may_not_be_embedded(tmp_path: Path) -> None:
    """A typeface whose maker forbids it is refused by name; one that may be embedded for preview
    and print is taken."""
    for rights, code in ((2, 2), (4, 0)):
        deck = HEAD.replace("60mm x 80mm", "poker") + "cards:\n  - {id: one}\n"
        card = svg(CREAM + words(12).replace("Nunito", "Mine"), WIDE, HIGH)
        write_project(
            tmp_path,
            {"main": deck},
            {"card.svg": card, "back.svg": svg(CREAM, WIDE, HIGH)},
            game=GAME,
        )
        (tmp_path / "fonts").mkdir(exist_ok=True)
        (tmp_path / "fonts/Mine.ttf").write_bytes(font(rights))
        (tmp_path / "fonts/fonts.yaml").write_text(
            "families: {Mine: {faces: [{file: Mine.ttf, weight: 600}]}}\n"
        )
        done = run("validate", "--printer", "drivethrucards", project=tmp_path)
        assert code == done.exit_code, done.stderr
        assert ("forbids embedding" in done.stderr) == (code == 2)


@pytest.mark.parametrize(
    ("rights", "severity"),
    [(0x0100, "warning"), (0x0200, "warning"), (0x0004, "note"), (0x000C, ""), (0x0008, "")],
)
def test_a_font_that_may_not_be_cut_down_or_edited(
    tmp_path: Path, rights: int, severity: str
) -> None:
    """Only the glyphs that are used are embedded; a maker may want the whole font, or bitmaps, or
    no file that is edited. Pictures hold no fonts."""
    card = CREAM + words(12).replace("Nunito", "Mine")
    listed = b"families: {Mine: {faces: [{file: Mine.ttf, weight: 600}]}}\n"
    fonts = {"../../../fonts/fonts.yaml": listed, "../../../fonts/Mine.ttf": font(rights)}
    told = [
        (each["severity"], each["card"], bool(each["spot"]))
        for each in findings(tmp_path, card, "offset", "fonts", fonts)
    ]
    assert told == ([(severity, "one", True)] if severity else [])
    assert [] == findings(tmp_path, card, "images", "fonts", fonts)


def font(rights: int) -> bytes:
    """Nunito with another fsType in its OS/2 table."""
    data = bytearray((SHIPPED_PROJECT / "fonts/Nunito-SemiBold.ttf").read_bytes())
    count = int.from_bytes(data[4:6], "big")
    (os2,) = (at for at in range(12, 12 + 16 * count, 16) if data[at : at + 4] == b"OS/2")
    start = int.from_bytes(data[os2 + 8 : os2 + 12], "big")
    data[start + 8 : start + 10] = rights.to_bytes(2, "big")
    return bytes(data)


def test_inks_do_not_matter_to_a_printer_of_rgb(tmp_path: Path) -> None:
    heavy = (
        CREAM + '<rect x="20" y="20" width="9" height="9" fill="#102030"/>' + words(8, "#2A2A32")
    )
    assert [] == findings(tmp_path, heavy, "makeplayingcards")


def test_a_pdf_is_made_of_inks_whatever_its_printer_says(tmp_path: Path) -> None:
    """A profile without a colour: heavy colours are found, and pictures of inks are welcome."""
    profile = (SHIPPED / "drivethrucards.yaml").read_text("utf-8").replace("\ncolour: cmyk", "", 1)
    mine = {"../../printers/mine.yaml": profile.encode(), "inks.jpg": picture("CMYK")}
    card = (
        CREAM
        + '<rect x="20" y="20" width="9" height="9" fill="#102030"/><image href="inks.jpg" x="9" y="40" width="20" height="20"/>'
    )
    assert ["total-ink"] == [each["check"] for each in findings(tmp_path, card, "mine", files=mine)]


def test_the_place_of_a_text_is_its_own(tmp_path: Path) -> None:
    """Too much ink, and too little of it: not somewhere on the card, but where the one text of
    several is."""
    others = words(20, y=20, content="Other") + words(20, y=70, content="Other")
    heavy = findings(tmp_path, CREAM + others + words(20, "#102030"), check="total-ink")
    clear = findings(
        tmp_path,
        CREAM + others + words(20).replace("<text", '<text opacity="0.5"'),
        check="transparency",
    )
    for (found,) in (heavy, clear):
        x, y, width, height = found["spot"]
        assert 29 < x < 31
        assert 33 < y < 40 < y + height < 42
        assert 10 < width < 20


def test_cards_of_which_none_is_printed_are_left_out(tmp_path: Path) -> None:
    """Two cards that break the same: only the one with copies is told."""
    deck = (
        HEAD.replace("60mm x 80mm", "poker") + "cards:\n  - {id: one, copies: 0}\n  - {id: two}\n"
    )
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(CREAM + words(4), WIDE, HIGH), "back.svg": svg(CREAM, WIDE, HIGH)},
        game=GAME,
    )
    report = json.loads(
        run(
            "validate", "--printer", "makeplayingcards", "--format", "json", project=tmp_path
        ).stdout
    )
    assert ["two"] == [each["card"] for each in report["findings"] if each["check"] == "type-size"]


def test_colours_that_look_alike_name_a_card_that_has_both(tmp_path: Path) -> None:
    """Where there is one; on different cards they tell these apart."""
    paints = (
        "{{ palette.COLOUR if 'COLOUR' in card.name else palette.cream }}".replace("COLOUR", name)
        for name in ("red", "green")
    )
    both = "".join(line(2).replace("#202020", paint) for paint in paints)
    for second, named in (("red and green", "b"), ("green", "")):
        deck = (
            HEAD.replace("60mm x 80mm", "poker")
            + f"cards:\n  - {{id: a, name: red}}\n  - {{id: b, name: {second}}}\n"
        )
        write_project(
            tmp_path,
            {"main": deck},
            {"card.svg": svg(CREAM + both, WIDE, HIGH), "back.svg": svg(CREAM, WIDE, HIGH)},
            game=GAME,
        )
        report = json.loads(
            run("validate", "--printer", "images", "--format", "json", project=tmp_path).stdout
        )
        (found,) = (each for each in report["findings"] if each["check"] == "confusable")
        assert (named, "face" if named else "") == (found["card"], found["side"])


def test_a_size_that_is_not_sold_is_a_finding(tmp_path: Path) -> None:
    write_project(tmp_path)
    report = json.loads(
        run("validate", "--printer", "drivethrucards", "--format", "json", project=tmp_path).stdout
    )
    (found,) = (each for each in report["findings"] if each["check"] == "size")
    assert ("60 x 80 mm", True) == (
        found["measured"],
        found["required"].startswith("poker (63.5 x 88.9 mm), "),
    )
    result = run("validate", "--printer", "drivethrucards", project=tmp_path)
    assert 1 == result.exit_code
    assert ["main.yaml:2:1 size 60 80"] == result.briefs


def test_the_figures_and_the_place_are_right(tmp_path: Path) -> None:
    """In millimetres from the upper left corner of the trim."""
    (found,) = findings(
        tmp_path,
        CREAM + '<rect x="20" y="30" width="9" height="8" fill="#102030"/>',
        check="total-ink",
    )
    assert [20, 30, 9, 8] == found["spot"]
    assert ("241 %", "240 %") == (found["measured"], found["required"])


def test_a_colour_of_too_much_ink_is_told_where_the_palette_names_it(tmp_path: Path) -> None:
    """The remedy is a mixture that the printer takes: there is no more black to add to all of it."""
    deep = "  deep: {rgb: '#0A0F1E', cmyk: [60, 50, 40, 100]}\n"
    warm = "  warm: {rgb: '#5A2010', cmyk: [50, 100, 100, 30]}\n"
    deck = HEAD.replace("60mm x 80mm", "poker") + "cards:\n  - {id: one}\n  - {id: two}\n"
    card = '<rect x="{}" y="20" width="9" height="9" fill="{{{{ palette.{} }}}}"/>'
    face = svg(CREAM + card.format(20, "deep") + card.format(40, "warm"), WIDE, HIGH)
    templates = {"card.svg": face, "back.svg": svg(CREAM, WIDE, HIGH)}
    write_project(tmp_path, {"main": deck}, templates, game=GAME + deep + warm)
    told = run("validate", "--printer", "drivethrucards", project=tmp_path).output
    assert [
        "game.yaml:11:3: error: all 2 cards (one, two): the palette's inks for deep come to 250 %;"
        " mix it with 240 % or less, such as cmyk: [56, 46, 37, 100] [total-ink]",
        "game.yaml:12:3: error: all 2 cards (one, two): the palette's inks for warm come to 280 %;"
        " mix it with 240 % or less, such as cmyk: [30, 80, 80, 50] [total-ink]",
    ] == [line.rpartition("/")[2] for line in told.splitlines() if "[total-ink]" in line]


@pytest.mark.usefixtures("apart")
def test_several_processes_find_the_same(tmp_path: Path) -> None:
    """Decks shared out among processes are told in their order."""
    head = HEAD.replace("60mm x 80mm", "poker")
    cards = {
        "card.svg": svg(CREAM + words(4.5), WIDE, HIGH),
        "back.svg": svg(CREAM + line(0.1), WIDE, HIGH),
    }
    cards["broken.svg"] = svg(CREAM + '<use href="#nowhere"/>', WIDE, HIGH)
    unsound = head.replace("card.svg", "broken.svg")
    write_project(tmp_path, {"main": head, "second": head, "unsound": unsound}, cards, game=GAME)
    shop = open_project(tmp_path)
    kept: list[Cards] = [{}, {}]
    one, two = (
        shop.validate(
            options=ValidateOptions(printer="drivethrucards", jobs=jobs, kept=kept[jobs - 1])
        ).findings
        for jobs in (1, 2)
    )
    assert one == two
    assert {"main", "second", "unsound"} == {
        each.deck for each in one if each.check == "line-width"
    }
    assert {"unsound"} == {each.deck for each in one if each.check == "drawable"}
    assert {("sweets", "main"), ("sweets", "second")} == set(kept[0]) == set(kept[1])
    drawn = [
        [(each.card.id, each.face, each.back) for game in sorted(done) for each in done[game]]
        for done in kept
    ]
    for (card, *sides), (other, *others) in zip(*drawn, strict=True):
        assert card == other
        assert [side and side.content for side in sides] == [
            side and side.content for side in others
        ]


def test_annotate_frames_each_finding(tmp_path: Path) -> None:
    """A page for each side with findings, each with its number and its figures; none, and a note,
    where nothing was found."""
    findings(tmp_path, CREAM + words(4.5) + line(0.1))
    result = run(
        "validate",
        "--printer",
        "drivethrucards",
        "--annotate",
        tmp_path / "found.pdf",
        project=tmp_path,
    )
    assert 1 == result.exit_code
    (page,) = text_of(tmp_path / "found.pdf")
    assert "main/one, face" in page
    assert "type-size: 4.5 pt, wanted 5 pt" in page
    assert "line-width: 0.10 pt, wanted 0.25 pt" in page
    assert whole(tmp_path / "found.pdf")
    sheet = pypdfium2.PdfDocument(tmp_path / "found.pdf")[0]
    right, top = sheet.get_width() - 12 * MM, sheet.get_height() - 12 * MM  # the bleed's corner
    bottom = top - (HIGH + 6) * MM
    said = sheet.get_textpage()
    boxes = [(said.get_text_range(i, 1), *said.get_charbox(i)) for i in range(said.count_chars())]
    inside = [
        letter
        for letter, left, low, _, high in boxes
        if letter.strip() and 12 * MM < left < right and high > bottom and low < top
    ]
    assert "Treat" == "".join(inside), "what is said of the card stands beside it and its bleed"
    with pikepdf.open(tmp_path / "found.pdf") as opened:
        content = opened.pages[0].Contents.read_bytes()
    assert content.count(b"0.85 0.1 0.1 RG") == 4, "a frame and a line to it for each"
    assert b"[2.5 2.5] 0 d" in content, "the cut"
    findings(tmp_path, CREAM + words(12))
    result = run(
        "validate",
        "--printer",
        "drivethrucards",
        "--annotate",
        tmp_path / "none.pdf",
        project=tmp_path,
    )
    assert (0, False) == (result.exit_code, (tmp_path / "none.pdf").exists())


def test_numbers_of_one_place_do_not_hide_one_another(tmp_path: Path) -> None:
    """One frame, and a number beside it for each finding; the rest is counted when there are too
    many."""
    card = CREAM + words(4.5, "#FFFFFF", x=2) + words(4.5, "#FFFFFF", x=2, y=60)
    assert len(findings(tmp_path, card)) == 5
    run(
        "validate",
        "--printer",
        "drivethrucards",
        "--annotate",
        tmp_path / "found.pdf",
        project=tmp_path,
    )
    said = pypdfium2.PdfDocument(tmp_path / "found.pdf")[0].get_textpage()
    letters = [(said.get_text_range(i, 1), *said.get_charbox(i)) for i in range(said.count_chars())]
    beside = [
        (low, letter)
        for letter, left, low, _, _ in letters
        if letter.isdigit() and left < 12 * MM and low > 60 * MM
    ]
    assert "".join(sorted(letter for _, letter in beside)) == "12345"
    heights = sorted(low for low, _ in beside)
    assert all(above - below > 3 * MM for below, above in itertools.pairwise(heights))
    findings(tmp_path, CREAM + "".join(words(4.5, x=20, y=10 + 2 * i) for i in range(35)))
    run(
        "validate",
        "--printer",
        "makeplayingcards",
        "--annotate",
        tmp_path / "found.pdf",
        project=tmp_path,
    )
    assert "and 5 more" in text_of(tmp_path / "found.pdf")[0]


def test_what_annotate_cannot_write_is_a_question_mark(tmp_path: Path) -> None:
    """A text in letters that the font of the list does not have."""
    findings(
        tmp_path,
        CREAM + words(4.5, content="\u65e5a").replace("Nunito", FAMILY),
        files={"../../../fonts/Made.ttf": made_font()},
    )
    run(
        "validate",
        "--printer",
        "drivethrucards",
        "--annotate",
        tmp_path / "found.pdf",
        project=tmp_path,
    )
    assert 'the text "?a" is 4.5 pt tall' in text_of(tmp_path / "found.pdf")[0]


def test_calls_that_are_wrong(tmp_path: Path) -> None:
    write_project(tmp_path)
    assert run("validate", "--annotate", "x.pdf", project=tmp_path).tells(
        "--annotate belongs to --printer"
    )
    deck = tmp_path / "card_data/sweets/main.yaml"
    before = deck.read_bytes()
    result = run("validate", "--printer", "images", "--annotate", deck, project=tmp_path)
    assert (2, True, before) == (
        result.exit_code,
        result.tells("must end in .pdf"),
        deck.read_bytes(),
    )
    result = run("validate", "--printer", "nobody", project=tmp_path)
    assert (2, True) == (result.exit_code, result.tells('unknown-printer "nobody"'))


# -- colours
# --------------------------------------------------------------------------------------------------------------------------

LIGHT = st.floats(0, 1)
COLOUR = st.tuples(LIGHT, LIGHT, LIGHT)


@given(COLOUR, COLOUR, st.sampled_from(("", *VISION)))
def test_contrast_is_symmetric_and_bounded(
    first: tuple[float, float, float], second: tuple[float, float, float], vision: str
) -> None:
    assert 1 <= contrast(first, second, vision) <= 21.0001
    assert contrast(first, second, vision) == contrast(second, first, vision)
    assert difference(first, first, vision) == 0


@given(LIGHT)
def test_greys_look_the_same_to_everybody(value: float) -> None:
    """A colour-blind eye sees greys as they are."""
    grey = (value, value, value)
    for vision in VISION:
        assert contrast(grey, (0, 0, 0), vision) == pytest.approx(
            contrast(grey, (0, 0, 0)), rel=0.01
        )


GRADED = (
    '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="10" x2="50">'
    '<stop offset="0" stop-color="#112233"/><stop offset="1" stop-color="{}"/></linearGradient>'
    '<path d="M10 20H50" fill="none" stroke="url(#g)" stroke-width="5"/>'
)


def test_gradients_on_lines_are_looked_into(tmp_path: Path) -> None:
    """The ends of a gradient are paints like others."""
    assert findings(tmp_path, CREAM + GRADED.format("#102030"), check="total-ink")
    assert [] == findings(tmp_path, CREAM + GRADED.format("#112233"), check="total-ink")


def in_gradient(points: float, one: str, other: str) -> str:
    """Words in a gradient."""
    stops = f'<stop stop-color="{one}"/><stop offset="1" stop-color="{other}"/>'
    return f'<linearGradient id="t" y2="1">{stops}</linearGradient>{words(points, "url(#t)")}'


@pytest.mark.parametrize(
    ("ground", "said", "expected"),
    [
        ("#222228", in_gradient(14, "#FFFFFF", "#FFFF00"), []),
        ("#FFF7E8", in_gradient(14, "#FFF0D8", "#FFEECC"), ["contrast"]),
        ("#FFF7E8", in_gradient(14, "#202020", "#FFEECC"), ["contrast"]),
        ("#808080", in_gradient(18, "#000000", "#FFFFFF"), ["contrast"]),
        ("#222228", in_gradient(5.5, "#FFFFFF", "#FFFF00"), ["reversed-text"]),
        (
            "#222228",
            in_gradient(5.5, "#FFFFFF", "#FFFF00").replace('"600"', '"600" font-style="italic"'),
            ["reversed-text"],
        ),
        ("#FFF7E8", in_gradient(5.5, "#2A2A32", "#3A3A3A"), ["rich-black"]),
        ("#FFF7E8", in_gradient(5.5, "#202020", "#3A3A42"), ["rich-black"]),
        ("#FFF7E8", in_gradient(5.5, "#202020", "#3A3A3A"), []),
        ("#FFF7E8", in_gradient(5.5, "#202020", "#585858"), []),
        (
            "#222228",
            in_gradient(5.5, "#FFFFFF", "#FFFF00").replace('"600"', '"900"'),
            ["reversed-text"],
        ),
    ],
)
def test_text_in_a_gradient_is_judged_by_its_colours(
    tmp_path: Path, ground: str, said: str, expected: list[str]
) -> None:
    """Contrast by the colour that stands out least, those between the stops included; light text by
    its darkest."""
    assert expected == [each["check"] for each in findings(tmp_path, GROUND.format(ground) + said)]


def test_text_in_a_pattern_is_not_judged_by_colour(tmp_path: Path) -> None:
    """What of it lies under a letter is not known. Where it stands and how large it is, is judged
    all the same."""
    tile = '<pattern id="t" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="2" height="2" fill="#FFFFFF"/></pattern>'
    told = findings(tmp_path, GROUND.format("#222228") + tile + words(4.5, "url(#t)"))
    assert {"type-size", "transparency"} >= {each["check"] for each in told} >= {"type-size"}


def test_too_much_ink_in_the_gradient_of_a_text_is_found_at_the_text(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, CREAM + in_gradient(20, "#112233", "#102030"), check="total-ink")
    assert 29 < found["spot"][0] < 31
    assert found["spot"][2] < 20


def test_what_is_found_in_several_places_of_a_card_is_one_line(tmp_path: Path) -> None:
    findings(tmp_path, CREAM + "".join(words(4.5, y=20 * n) for n in (1, 2, 3)))
    told = run("validate", "--printer", "drivethrucards", project=tmp_path)
    assert 1 == told.stderr.count("is 4.5 pt tall; set it in 5 pt or more [type-size] (3 times)\n")
    assert 1 == told.stderr.count("[type-size]")
    assert "3 errors" in told.output


@pytest.mark.parametrize(("y", "told"), [(5.8, 0), (4.6, 1)])
def test_letters_around_a_coin_are_measured_as_they_stand(
    tmp_path: Path, y: float, told: int
) -> None:
    """Each turned as it is, and of those too near to the cut the worst stands for all."""
    letter = f'<text transform="rotate(ANGLE 20 20)" x="20" y="{y}" text-anchor="middle" font-family="Nunito" font-size="3">M</text>'
    letters = "".join(letter.replace("ANGLE", str(angle)) for angle in range(0, 360, 30))
    ground = '<rect x="-4" y="-4" width="48" height="48" fill="#FFF7E8"/>'
    deck = (
        HEAD.replace("60mm x 80mm", "{shape: circle, diameter: 40mm}") + "cards:\n  - {id: one}\n"
    )
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(ground + letters, 40, 40), "back.svg": svg(ground, 40, 40)},
        game=GAME,
    )
    report = json.loads(
        run("validate", "--printer", "offset", "--format", "json", project=tmp_path).stdout
    )
    assert told == len([each for each in report["findings"] if each["check"] == "safe"])


def test_what_is_clear_takes_no_ink() -> None:
    """The colours behind clear pixels, black more often than not, are not printed."""
    picture = Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    picture.paste((255, 240, 200, 255), (2, 2, 6, 6))
    out = io.BytesIO()
    picture.save(out, "PNG")
    assert ProcessColours({}).heaviest(out.getvalue()) < 0.6


def test_small_type_is_told_once_by_the_printers_own_limit(tmp_path: Path) -> None:
    """5.6 pt is what the printer takes; under its limit there is one remedy and not two. Without a
    printer 6 pt are asked for."""

    def told(size: float, *asked: str) -> list[str]:
        write_project(
            tmp_path,
            {"main": HEAD.replace("60mm x 80mm", "poker") + "cards: [{id: one}]\n"},
            {"card.svg": svg(CREAM + words(size), WIDE, HIGH), "back.svg": svg(CREAM, WIDE, HIGH)},
            game=GAME,
        )
        report = json.loads(run("validate", *asked, "--format", "json", project=tmp_path).stdout)
        return [
            each["check"]
            for each in report["findings"]
            if each["check"] in ("type-size", "text-size")
        ]

    assert [] == told(5.6, "--printer", "offset")
    assert ["type-size"] == told(4, "--printer", "offset")
    assert ["text-size"] == told(5.6) == told(5.6, "--printer", "tabletopia")


@pytest.mark.parametrize(
    ("form", "mode", "count"),
    [("x-4", "multiply", 1), ("x-4", "screen", 1), ("x-4", "normal", 0), ("x-1a", "multiply", 0)],
)
def test_a_blend_that_the_press_makes_is_told(
    tmp_path: Path, form: str, mode: str, count: int
) -> None:
    """PDF/X-4 blends in inks, a screen light; PDF/X-1a gets a picture of what the screen shows, and
    says so."""
    profile = (
        (SHIPPED / "offset.yaml")
        .read_text("utf-8")
        .replace("makes: pdf", f"makes: pdf\nform: {form}")
        .encode()
    )
    discs = CREAM + "".join(
        f'<circle cx="{x}" cy="40" r="14" fill="#3498DB" style="mix-blend-mode:{mode}"/>'
        for x in (24, 40)
    )
    told = findings(tmp_path, discs, "mine", "transparency", {"../../printers/mine.yaml": profile})
    assert count == sum("each ink is blended by itself" in each["message"] for each in told)


def test_cards_that_differ_in_next_to_nothing_are_told(tmp_path: Path) -> None:
    """A speck or a shade that nobody sees; a digit, a sign of two millimetres, another colour or
    another back are differences."""
    plain = CREAM + words(12)
    bodies = {
        "first": plain,
        "pale-dot": plain + '<circle cx="50" cy="70" r="0.3" fill="#FDF5E6"/>',
        "dot": plain + '<circle cx="50" cy="70" r="0.3"/>',
        "shade": plain.replace("#FFF7E8", "#FEF6E6"),
        "digit": CREAM + words(12, content="Trea1"),
        "red": CREAM + words(12, "#C02020"),
        "pip": plain + '<circle cx="50" cy="70" r="1"/>',
        "tick": plain + '<path d="M50 70v2" stroke="#000" stroke-width="0.4"/>',
        "lower-tick": plain + '<path d="M50 71v2" stroke="#000" stroke-width="0.4"/>',
        "blue": plain.replace("#FFF7E8", "#D0E0FF"),
        "other-back": plain.replace("#FFF7E8", "#FEF7E8"),
    }
    templates = {f"{name}.svg": svg(body, WIDE, HIGH) for name, body in bodies.items()}
    listed = "".join(
        f"  - {{id: {name}, template: {name}.svg{', back: blue.svg' * (name == 'other-back')}}}\n"
        for name in bodies
    )
    deck = (
        HEAD.replace("60mm x 80mm", "poker")
        .replace("back: back.svg", "back: red.svg")
        .replace("card.svg", "first.svg")
    )
    write_project(tmp_path, {"main": f"{deck}cards:\n{listed}"}, templates, game=GAME)
    report = json.loads(
        run("validate", "--printer", "offset", "--format", "json", project=tmp_path).stdout
    )
    (found,) = [each["message"] for each in report["findings"] if each["check"] == "same-face"]
    assert 'cards "first" and "pale-dot" and 2 more look nearly the same' in found
