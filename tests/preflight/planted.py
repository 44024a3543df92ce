"""Faults planted in cards, one to a card, and cards that are right: what preflight tells of them at
five printers.

    python tests/preflight/planted.py

prints what is missed at a printer whom it concerns, and what is told of cards that are right.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image

if __name__ == "__main__":
    sys.path[:0] = [
        str(Path(__file__).resolve().parents[2]),
        str(Path(__file__).resolve().parents[1]),
    ]

from projects import HEAD, svg, write_project

from cardgen.api.workshop import open_project
from cardgen.load.printer_files import SHIPPED
from cardgen.making.settings import ValidateOptions

WIDE, HIGH = 63.5, 88.9
PDF, X1A, X4, PLATES = (
    ("offset", "drivethrucards", "x1a", "x4"),
    ("offset", "drivethrucards", "x1a"),
    ("x4",),
    ("x1a", "x4"),
)
ALL = ("makeplayingcards", *PDF)
GAME = """title: Sweets
palette:
  ink: {rgb: '#202020', cmyk: [0, 0, 0, 100]}
  cream: {rgb: '#FFF4DF', cmyk: [0, 3, 12, 0]}
  dusk: {rgb: '#3A3560', cmyk: [82, 84, 28, 0]}
  heavy: {rgb: '#0A1420', cmyk: [90, 80, 70, 90]}
  sun: {rgb: '#FE5000', cmyk: [0, 70, 100, 0], spot: PANTONE Orange 021 C}
  dawn: {rgb: '#F05A10', cmyk: [0, 60, 90, 0], spot: pms 021}
  gold: {rgb: '#D4AF37', plate: foil}
"""


class Planted(NamedTuple):
    """A card with a fault: what it paints on its ground, the checks of which one tells it, and the
    printers whom it concerns."""

    body: str
    checks: str
    printers: tuple[str, ...] = ALL
    ground: str = "#FFF4DF"


def ground(fill: str) -> str:
    if fill == "none":
        return ""
    return f'<rect x="-3.4" y="-3.4" width="{WIDE + 6.8}" height="{HIGH + 6.8}" fill="{fill}"/>'


def words(
    said: str = "Owls fly by night",
    x: float = 8,
    y: float = 20,
    size: float = 4,
    fill: str = "#202020",
    more: str = "",
) -> str:
    return f'<text x="{x}" y="{y}" font-family="Nunito" font-weight="700" font-size="{size}" fill="{fill}" {more}>{said}</text>'


def frame(gap: float, width: float, colour: str = "#C0392B", more: str = "") -> str:
    size = f'width="{WIDE - 2 * gap:g}" height="{HIGH - 2 * gap:g}"'
    return f'<rect x="{gap}" y="{gap}" {size} fill="none" stroke="{colour}" stroke-width="{width}" {more}/>'


def picture(name: str, x: float = 10, y: float = 30, wide: float = 24, more: str = "") -> str:
    return f'<image href="{name}" x="{x}" y="{y}" width="{wide}" height="{wide}" {more}/>'


def qr(more: str = "") -> str:
    return f"{{{{ qr('https://example.org', 14, 30, 34{more}) }}}}"


BARS = "{{ code128('LOTO-001', 6, 40, 50, 12) }}"
BLEND = 'style="mix-blend-mode:{}"'
DISC = '<circle cx="{}" cy="{}" r="{}" fill="{}" {}/>'
FADE = '<linearGradient id="f">{}</linearGradient><rect x="10" y="40" width="40" height="20" fill="url(#f)"/>'
STOPS = '<stop stop-color="{}"/><stop offset="1" stop-color="{}"/>'
FAULTS = {
    # lines of templates
    "cut-line-blue": Planted(frame(0, 0.25, "#0000FF"), "template-line"),
    "cut-line-hexagon-dots": Planted(
        frame(0, 0.5, "#000", 'stroke-dasharray="1 1"'), "template-line"
    ),
    "cut-line-outside": Planted(frame(-0.8, 0.4, "#00A000", 'rx="3"'), "template-line"),
    "cut-line-inside": Planted(frame(0.25, 0.3, "#000"), "template-line drift"),
    "cut-line-top": Planted(
        f'<path d="M-4 0.1H{WIDE + 4}" stroke="#333" stroke-width="0.3"/>', "template-line"
    ),
    "cut-line-filled-bar": Planted(
        f'<rect x="{WIDE - 0.2}" y="-4" width="0.4" height="97" fill="#303030"/>', "template-line"
    ),
    "cut-line-in-picture": Planted(
        picture("cutline.png", -3, -3, 69.5, 'preserveAspectRatio="none"').replace(
            'height="69.5"', 'height="94.9"'
        ),
        "template-line",
    ),
    "cut-line-on-photo": Planted(
        picture("noise.png", -4, -4, 97) + frame(0, 0.4, "#FF00FF"), "template-line"
    ),
    "cut-line-dots": Planted(
        frame(0, 0.4, "#000", 'stroke-dasharray="0 1.2" stroke-linecap="round"'), "template-line"
    ),
    "cut-line-multiplied": Planted(
        frame(0, 0.35, "#FF00AA", BLEND.format("multiply")), "template-line"
    ),
    "cut-line-two-sides": Planted(
        f'<path d="M0-3V{HIGH + 3}M{WIDE}-3V{HIGH + 3}" stroke="#000" stroke-width="0.25" stroke-dasharray="2 2"/>',
        "template-line",
    ),
    "cut-line-light": Planted(frame(0, 0.35, "#FFFFFF"), "template-line", ALL, "#3A3560"),
    "safe-line-magenta": Planted(frame(3.1, 0.25, "#EC008C"), "template-line drift"),
    "safe-line-dashed": Planted(
        frame(3.1, 0.3, "#555", 'stroke-dasharray="2 1.5"'), "template-line drift"
    ),
    "crop-marks": Planted(
        f'<path d="M-3 0h2M0-3v2M{WIDE + 3} 0h-2M{WIDE}-3v2M-3 {HIGH}h2M0 {HIGH + 3}v-2M{WIDE + 3} {HIGH}h-2M{WIDE} {HIGH + 3}v-2" '
        'stroke="#000" stroke-width="0.2" fill="none"/>',
        "template-line",
    ),
    # text that is not seen
    "white-multiplied": Planted(
        words(fill="#FFFFFF", more=BLEND.format("multiply")), "contrast", ALL, "#245030"
    ),
    "pale-darkened": Planted(
        words(fill="#FFF0C0", more=BLEND.format("darken")), "contrast", ALL, "#245030"
    ),
    "black-screened": Planted(words(fill="#000000", more=BLEND.format("screen")), "contrast"),
    "ink-lightened": Planted(words(fill="#202020", more=BLEND.format("lighten")), "contrast"),
    "group-multiplied": Planted(
        f"<g {BLEND.format('multiply')}>{words(fill='#FFFFFF')}</g>", "contrast", ALL, "#702030"
    ),
    "burnt": Planted(
        words(fill="#FFFFFF", more=BLEND.format("color-burn")), "contrast", ALL, "#702030"
    ),
    "masked-away": Planted(
        '<mask id="m"><rect width="64" height="89" fill="#0C0C0C"/></mask><g mask="url(#m)">'
        + words()
        + "</g>",
        "contrast",
    ),
    "veil-over-words": Planted(
        words() + ground('#FFF4DF" fill-opacity="0.9'), "contrast covered-text"
    ),
    "nearly-clear-words": Planted(words(more='opacity="0.15"'), "contrast"),
    "pale-on-pale": Planted(words(fill="#E8D8B8"), "contrast"),
    "red-on-green": Planted(words(fill="#C03030"), "contrast", ALL, "#308030"),
    "veil-over-half": Planted(
        '<linearGradient id="v"><stop stop-color="#FFF4DF" stop-opacity="0"/><stop offset="0.4" stop-color="#FFF4DF"/></linearGradient>'
        + words("Owls fly by night and day")
        + '<rect x="8" y="12" width="48" height="14" fill="url(#v)"/>',
        "contrast",
    ),
    "picture-half-clear-over-words": Planted(
        words(y=40) + picture("veil.png", 6, 33, 44), "contrast"
    ),
    "mid-difference": Planted(
        words(fill="#FFFFFF", more=BLEND.format("difference")), "contrast", ALL, "#7F7F7F"
    ),
    "black-dodged": Planted(
        words(fill="#000000", more=BLEND.format("color-dodge")), "contrast", ALL, "#5080A0"
    ),
    "pale-outline": Planted(
        words(fill="none", more='stroke="#FFF8E8" stroke-width="0.3"'), "contrast"
    ),
    "words-under-picture": Planted(words(y=40) + picture("photo.png", 6, 33, 44), "covered-text"),
    # codes
    "code-under-logo": Planted(qr() + DISC.format(31, 47, 9, "#C0392B", ""), "codes"),
    "code-without-corner": Planted(
        qr() + '<rect x="13" y="29" width="13" height="13" fill="#FFF4DF"/>', "codes"
    ),
    "code-in-clip": Planted(
        f'<clipPath id="c"><rect x="14" y="30" width="24" height="40"/></clipPath><g clip-path="url(#c)">{qr()}</g>',
        "codes",
    ),
    "code-under-veil": Planted(
        qr() + '<rect x="10" y="26" width="44" height="44" fill="#202020" fill-opacity="0.95"/>',
        "codes",
    ),
    "code-inverted": Planted(qr(", fill='#FFFFFF', ground='#202020'"), "codes"),
    "code-pale": Planted(qr(", fill='#D4D4D4'"), "codes"),
    "code-tiny": Planted("{{ qr('https://example.org/a-long-address/17', 14, 30, 6) }}", "codes"),
    "bars-under-stamp": Planted(
        BARS + '<rect x="16" y="38" width="16" height="16" fill="#C0392B"/>', "codes"
    ),
    "code-nearly-clear": Planted(f'<g opacity="0.15">{qr()}</g>', "codes"),
    "code-multiplied": Planted(
        f"<g {BLEND.format('multiply')}>{qr()}</g>", "codes", ALL, "#303030"
    ),
    "code-hatched": Planted(
        qr()
        + "".join(
            f'<rect x="12" y="{28 + 2 * i}" width="40" height="1.1" fill="#FFFFFF"/>'
            for i in range(20)
        ),
        "codes",
    ),
    "bars-under-veil": Planted(
        BARS + '<rect x="4" y="38" width="54" height="16" fill="#FFFFFF" fill-opacity="0.85"/>',
        "codes",
    ),
    "bars-in-red": Planted(BARS.replace("12)", "12, fill='#E02020')"), "codes"),
    # inks, plates, blends
    "spot-twice": Planted(
        DISC.format(20, 40, 8, "{{ palette.sun }}", "")
        + DISC.format(44, 40, 8, "{{ palette.dawn }}", ""),
        "plates",
        PLATES,
    ),
    "foil-nobody-takes": Planted(
        DISC.format(30, 40, 8, "{{ palette.gold }}", ""),
        "plates",
        ("makeplayingcards", "offset", "drivethrucards"),
    ),
    "spot-to-blue": Planted(
        FADE.format(STOPS.format("{{ palette.sun }}", "#2040C0")), "plates", PLATES
    ),
    "spot-screened": Planted(
        DISC.format(30, 40, 12, "{{ palette.sun }}", "")
        + DISC.format(36, 40, 9, "#3060A0", BLEND.format("screen")),
        "plates",
        PLATES,
    ),
    "multiplied-discs": Planted(
        "".join(
            DISC.format(x, 45, 13, f, BLEND.format("multiply"))
            for x, f in ((24, "#E0A020"), (38, "#3080C0"))
        ),
        "transparency",
        X4,
    ),
    "overlaid": Planted(
        DISC.format(30, 45, 13, "#3080C0", BLEND.format("overlay")), "transparency", X4
    ),
    "too-much-ink": Planted(DISC.format(30, 45, 13, "{{ palette.heavy }}", ""), "total-ink", PDF),
    "too-much-ink-line": Planted(
        '<path d="M10 50H50" stroke="{{ palette.heavy }}" stroke-width="2"/>', "total-ink", PDF
    ),
    "half-clear": Planted(
        DISC.format(30, 45, 13, "#3080C0", 'fill-opacity="0.4"')
        + DISC.format(40, 45, 9, "#C03020", 'fill-opacity="0.4"'),
        "transparency",
        X1A,
    ),
    "small-rich-black": Planted(words(size=2.2, fill="#262238"), "rich-black", PDF),
    # size, lines, pictures
    "type-4pt": Planted(words(size=1.4), "type-size"),
    "type-squeezed": Planted(f'<g transform="scale(1 0.3)">{words(y=80)}</g>', "type-size"),
    "reversed-5pt": Planted(words(size=1.9, fill="#FFFFFF"), "reversed-text", ALL, "#202830"),
    "hairline-dashed": Planted(
        '<path d="M8 50H50" stroke="#202020" stroke-width="0.05" stroke-dasharray="2 1"/>',
        "line-width",
    ),
    "hairline-circle": Planted(
        '<circle cx="30" cy="50" r="9" fill="none" stroke="#804020" stroke-width="0.04"/>',
        "line-width",
    ),
    "hairline-letters": Planted(
        words("Owls", size=8, fill="none", more='stroke="#202020" stroke-width="0.03"'),
        "line-width",
    ),
    "hairline-around-letters": Planted(
        words("Owls", size=8, fill="#F0C040", more='stroke="#202020" stroke-width="0.04"'),
        "line-width",
    ),
    "hairline-letters-scaled": Planted(
        f'<g transform="scale(0.2)">{words("Owls", 60, 100, 30, "none", """stroke="#802020" stroke-width="0.2" """)}</g>',
        "line-width",
    ),
    "hairline-wedge": Planted('<path d="M8 50H50L50 50.07H8Z" fill="#202020"/>', "line-width"),
    "coarse-turned": Planted(
        f'<g transform="rotate(20 30 45)">{picture("coarse.png")}</g>', "resolution"
    ),
    "coarse-in-shadow": Planted(
        f'<filter id="s"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter><g filter="url(#s)">{picture("coarse.png")}</g>',
        "resolution",
    ),
    "coarse-in-pattern": Planted(
        f'<pattern id="p" width="30" height="30" patternUnits="userSpaceOnUse">{picture("coarse.png", 0, 0, 30)}</pattern>'
        '<rect x="10" y="30" width="40" height="40" fill="url(#p)"/>',
        "resolution",
    ),
    "mirrored": Planted(f'<g transform="matrix(-1 0 0 1 {WIDE} 0)">{words()}</g>', "mirrored-text"),
    # the cut
    "words-on-cut": Planted(words(x=-2), "safe"),
    "words-near-corner": Planted(words("17", x=1.2, y=5), "safe"),
    "sign-near-cut": Planted('<path d="M1 40h5v5h-5z" fill="#C0392B"/>', "safe"),
    "ring-near-cut": Planted(frame(1, 0.8, "#305080"), "drift"),
    "panel-near-cut": Planted(
        f'<rect x="1.2" y="1.2" width="{WIDE - 2.4}" height="{HIGH - 2.4}" fill="#E0C080"/>',
        "drift",
    ),
    "stripe-ends-at-cut": Planted(
        '<rect x="0" y="30" width="20" height="20" fill="#C0392B"/>', "bleed"
    ),
    "corner-without-bleed": Planted(
        f'<path d="M4 0V-3.4H{WIDE + 3.4}V{HIGH + 3.4}H-3.4V4H0V0Z" fill="#205080"/>'
        + words(fill="#FFF4DF"),
        "bleed",
        ALL,
        "none",
    ),
    "corners-too-round": Planted(
        f'<rect x="-3.4" y="-3.4" width="{WIDE + 6.8}" height="{HIGH + 6.8}" rx="9" fill="#205080"/>'
        + words(fill="#FFF4DF"),
        "bleed",
        ALL,
        "none",
    ),
    "thick-frame-from-cut": Planted(frame(3, 6, "#C0392B"), "bleed drift"),
    "photo-ends-at-cut": Planted(picture("photo.png", WIDE - 30, 20, 30), "bleed"),
    "photo-with-white-edge": Planted(
        picture("edged.png", -0.5, -0.5, 64.5, 'preserveAspectRatio="none"').replace(
            'height="64.5"', 'height="89.9"'
        ),
        "bleed drift",
        ALL,
        "#FFFFFF",
    ),
    # what it says
    "placeholder": Planted(words("Lorem ipsum dolor sit amet"), "leftover"),
    "empty": Planted("", "empty", ALL, "#FFF4DF"),
}
TWINS = {
    "twin-a": words("Twin"),
    "twin-b": words("Twin") + DISC.format(50, 70, 0.3, "#FDF2DD", ""),
    "twin-c": words("Twin") + DISC.format(40, 60, 0.25, "#000", ""),
}
"""Cards that differ in next to nothing."""


def title(said: str) -> str:
    return words(said, 10, 16, 5.5)


def _stars(count: int) -> str:
    return "".join(
        f'<path transform="translate({12 + 9 * i} 60)" d="M0-3L1-1H3L1.5 0.5 2 3 0 1.5-2 3-1.5 0.5-3-1H-1Z" fill="#B07010"/>'
        for i in range(count)
    )


CLEAN = {
    "plain": Planted(title("Oak") + words("Stands for ages."), ""),
    "frame-inside": Planted(title("Ash") + frame(4, 0.6, "#604020", 'rx="2"'), ""),
    "frame-gold": Planted(title("Elm") + frame(3.6, 0.8, "#8A6A10"), ""),
    "double-frame": Planted(
        title("Fir") + frame(4, 0.8, "#305030") + frame(5.2, 0.3, "#305030"), ""
    ),
    "border-to-bleed": Planted(
        f'<rect x="4" y="4" width="{WIDE - 8}" height="{HIGH - 8}" rx="2" fill="#FFF4DF"/>'
        + title("Yew"),
        "",
        ALL,
        "#305030",
    ),
    "dark": Planted(words("Night", 10, 16, 5.5, "#FFF4DF"), "", ALL, "#1E2A44"),
    "bricks": Planted(
        "".join(
            f'<path d="M-4 {y / 10}H68" stroke="#C89A60" stroke-width="0.5"/>'
            for y in range(-20, 930, 50)
        )
        + title("Wall"),
        "",
    ),
    "stripes": Planted(
        "".join(
            f'<rect x="{x}" y="-4" width="2" height="97" fill="#F4E2BC"/>' for x in range(-4, 68, 4)
        )
        + title("Tent"),
        "",
    ),
    "polka": Planted(
        "".join(
            DISC.format(x, y, 0.8, "#F0DDB4", "")
            for x in range(-3, 68, 4)
            for y in range(-3, 94, 4)
        )
        + title("Dots"),
        "",
    ),
    "gradient": Planted(
        f'<linearGradient id="g" x2="0" y2="1">{STOPS.format("#FFF4DF", "#E8C890")}</linearGradient>{ground("url(#g)")}'
        + title("Dawn"),
        "",
    ),
    "photo-to-bleed": Planted(
        picture("noise.png", -4, -4, 97)
        + '<rect x="8" y="8" width="47" height="12" rx="2" fill="#FFF4DF"/>'
        + title("Pond"),
        "",
    ),
    "photo-inside": Planted(title("Hare") + picture("photo.png", 20, 30, 24), ""),
    "banner-to-bleed": Planted(
        f'<rect x="-3.4" y="30" width="{WIDE + 6.8}" height="20" fill="#E0C080"/>' + title("Road"),
        "",
    ),
    "code": Planted(title("Scan me") + qr(), ""),
    "code-with-logo": Planted(
        title("Scan me too") + qr(", level='H'") + DISC.format(31, 47, 2.5, "#C0392B", ""), ""
    ),
    "bars": Planted(title("Ticket") + BARS, ""),
    "outlined": Planted(
        words(
            "28",
            14,
            60,
            24,
            "#FFFFFF",
            'stroke="#202020" stroke-width="1.6" paint-order="stroke" stroke-linejoin="round"',
        ),
        "",
        ALL,
        "#8C3030",
    ),
    "rule": Planted(
        title("Law")
        + '<path d="M10 24H52" stroke="#604020" stroke-width="0.4"/>'
        + words("Two by two.", y=34),
        "",
    ),
    "small-type": Planted(title("Fox") + words("by night", size=1.95, y=34), ""),
    "two-stars": Planted(title("Star") + _stars(2), ""),
    "three-stars": Planted(title("Star") + _stars(3), ""),
    "seven": Planted(title("Owl 7"), ""),
    "eight": Planted(title("Owl 8"), ""),
    "rotated": Planted(
        title("Turn") + f'<g transform="rotate(90 30 50)">{words("sideways", 20, 50)}</g>', ""
    ),
    "vivid-frame-deeper": Planted(title("Bee") + frame(5, 0.6, "#C02020"), ""),
    "bleed-with-round-corners": Planted(
        f'<rect x="-3.2" y="-3.2" width="{WIDE + 6.4}" height="{HIGH + 6.4}" rx="6.2" fill="#D0C0A0"/>'
        + title("Round"),
        "",
        ALL,
        "none",
    ),
    "dots-on-paper": Planted(
        "".join(
            DISC.format(x, y, 1.9, "#F0C060", "")
            for x in range(-3, 70, 4)
            for y in range(-3, 95, 4)
        )
        + '<rect x="8" y="8" width="40" height="12" fill="#FFFFFF"/>'
        + title("Rain"),
        "",
        ALL,
        "none",
    ),
    "blueprint": Planted(
        f'<path d="{" ".join(f"M{x}-4V93" for x in range(0, 65, 5))}{" ".join(f"M-4 {y}H68" for y in range(0, 90, 5))}" fill="none" '
        'stroke="#3A5A8A" stroke-width="0.25"/>' + words("Plan", 10, 18, 6, "#FFFFFF"),
        "",
        ALL,
        "#1F3F6F",
    ),
    "film-strip": Planted(
        '<rect x="-4" y="-4" width="10" height="97" fill="#222"/>'
        + "".join(
            f'<rect x="1.4" y="{y}" width="2.6" height="3" rx="0.5" fill="#FFF4DF"/>'
            for y in range(-3, 95, 6)
        )
        + words("Reel", 14, 18, 6),
        "",
    ),
    "border-six": Planted(frame(0, 6, "#C0392B", 'rx="3"') + title("Heath"), ""),
    "coupon": Planted(title("Coupon") + frame(6, 0.4, "#000", 'stroke-dasharray="2 1.5"'), ""),
    "code-aslant": Planted(title("Aslant") + f'<g transform="rotate(15 31 47)">{qr()}</g>', ""),
    "outline-in-its-colour": Planted(
        words("Bold", 10, 40, 12, more='stroke="#202020" stroke-width="0.05"'), ""
    ),
    "apart-from-its-ground": Planted(
        f'<g style="isolation:isolate">{words("Bright", 10, 20, 6, "#FFFFFF", BLEND.format("multiply"))}</g>',
        "",
        ALL,
        "#203060",
    ),
    "corner-art": Planted(title("Web") + '<path d="M-3.4-3.4H12L-3.4 12Z" fill="#E0C080"/>', ""),
}


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _pictures() -> dict[str, bytes]:
    noise = (
        Image.effect_noise((80, 80), 24)
        .resize((1200, 1200), Image.Resampling.BICUBIC)
        .point(lambda v: 150 + v // 4)
    )
    cut = Image.new("RGBA", (1390, 1898))
    size, edge = cut.size, 60
    for box in (
        (edge, edge, size[0] - edge, edge + 7),
        (edge, size[1] - edge - 7, size[0] - edge, size[1] - edge),
    ):
        cut.paste((230, 0, 120, 255), box)
    for box in (
        (edge, edge, edge + 7, size[1] - edge),
        (size[0] - edge - 7, edge, size[0] - edge, size[1] - edge),
    ):
        cut.paste((230, 0, 120, 255), box)
    edged = Image.new("RGB", (800, 1120), "white")
    edged.paste((180, 150, 90), (20, 20, 780, 1100))
    return {
        "photo.png": _png(Image.new("RGB", (560, 560), (180, 120, 60))),
        "coarse.png": _png(Image.new("RGB", (90, 90), (180, 120, 60))),
        "noise.png": _png(Image.merge("RGB", [noise, noise, noise])),
        "cutline.png": _png(cut),
        "edged.png": _png(edged),
        "veil.png": _png(Image.new("RGBA", (560, 560), (255, 244, 223, 235))),
    }


def _project(root: Path, cards: Mapping[str, str]) -> Path:
    profile = (
        (SHIPPED / "offset.yaml")
        .read_text("utf-8")
        .replace("makes: pdf", "makes: pdf\nplates: spots")
    )
    files: dict[str, str | bytes] = {
        "card_data/printers/x1a.yaml": profile,
        "card_data/printers/x4.yaml": profile.replace("makes: pdf", "makes: pdf\nform: x-4"),
        **{f"card_data/sweets/art/{name}": data for name, data in _pictures().items()},
    }
    templates = {f"{name}.svg": svg(body, WIDE, HIGH) for name, body in cards.items()}
    templates["back.svg"] = svg(
        ground("#334477") + DISC.format(31, 44, 12, "#F2E6C8", ""), WIDE, HIGH
    )
    first = next(iter(cards))
    deck = HEAD.replace("60mm x 80mm", "poker").replace("card.svg", f"{first}.svg") + "cards:\n"
    deck += "".join(f"  - {{id: {name}, template: {name}.svg}}\n" for name in cards)
    return write_project(root, {"main": deck}, templates, game=GAME, files=files)


def told(
    root: Path, planted: Mapping[str, Planted], printer: str, more: Mapping[str, str] = {}
) -> dict[str, dict[str, str]]:
    """What is told of each card: the checks, each with its gravest severity. What is about a deck
    stands under its name."""
    bodies = {name: ground(each.ground) + each.body for name, each in planted.items()}
    report = open_project(
        _project(root, bodies | {name: ground("#FFF4DF") + body for name, body in more.items()})
    ).validate(options=ValidateOptions(printer=printer))
    assert not report.problems, report.problems
    found: dict[str, dict[str, str]] = {}
    for each in report.findings:
        checks = found.setdefault(each.card or each.deck, {})
        checks[each.check] = min(
            each.severity,
            checks.get(each.check, each.severity),
            key=["error", "warning", "note"].index,
        )
    return found


def missed(root: Path, printer: str) -> list[str]:
    """The faults that concern a printer, and that no check tells."""
    found = told(root, FAULTS, printer, TWINS)
    deck = found.get("main", {})
    lost = [
        name
        for name, each in FAULTS.items()
        if printer in each.printers
        and not set(each.checks.split())
        & {*found.get(name, {}), *(deck if "plates" in each.checks else {})}
    ]
    return lost + (["twin-a"] if "same-face" not in found.get("twin-a", {}) else [])


def false_alarms(root: Path, printer: str) -> list[str]:
    """Errors and warnings about cards that are right."""
    found = told(root, CLEAN, printer)
    return [
        f"{card}: {severity} {check}"
        for card, checks in found.items()
        for check, severity in checks.items()
        if severity != "note"
    ]


if __name__ == "__main__":
    for each in ALL:
        with TemporaryDirectory() as one, TemporaryDirectory() as two:
            lost, alarms = missed(Path(one), each), false_alarms(Path(two), each)
        due = sum(each in fault.printers for fault in FAULTS.values()) + 1
        sentence = f"{due - len(lost)} of {due} faults told, missed: {', '.join(lost) or 'none'}"
        print(f"{each:17} {sentence}; false alarms: {', '.join(alarms) or 'none'}")  # noqa: T201
    print(f"{len(FAULTS) + 1} faults, {len(CLEAN)} cards that are right")  # noqa: T201
