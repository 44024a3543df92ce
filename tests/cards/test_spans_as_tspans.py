"""Spans of a text look as the <tspan>s that Chromium lays out by itself: bidi, ligatures, kerning,
small capitals."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from chromium import CHROMIUM, Browser
from comparing import HEIGHT, TOLERANCE, difference, in_browser, in_pdf, sides_of
from made_font import FAMILY, SMALL_CAPITALS, made_font, small_capitals_font
from PIL import Image
from projects import SHIPPED, write_project

import cardgen

pytestmark = pytest.mark.browser

HOT = 'fill="#A3123F" font-weight="800"'
RED = 'fill="#A3123F"'
LEFT, WIDTH, ROW = 3.5, 58.0, 8.0
SIZE = 10.8
"""30 pixels, of which small capitals are 21: Chromium rounds theirs to whole pixels."""
TYPE = SIZE * 25.4 / 72


class Case(NamedTuple):
    """A text, and what it is in SVG."""

    markup: str
    tspans: str
    family: str = "Nunito"
    leftward: bool = False
    bold: int = 800


def larger(factor: float) -> str:
    return f'font-size="{TYPE * factor:.4f}"'


LATIN = (
    Case(
        "Deal [2 damage]{.hot}, or [4]{size=1.5} by **night**.",
        f"Deal <tspan {HOT}>2 damage</tspan>, or <tspan {larger(1.5)}>4</tspan> by "
        '<tspan font-weight="800">night</tspan>.',
    ),
    Case(
        "af[f]{color=berry}ine of[fi]{color=berry}ce a[ffi]{.hot}x [f]{color=berry}it",
        f"af<tspan {RED}>f</tspan>ine of<tspan {RED}>fi</tspan>ce a<tspan {HOT}>ffi</tspan>x "
        f"<tspan {RED}>f</tspan>it",
    ),
    Case(
        "AV[AV]{color=berry}AV T[o]{color=berry} Wa[We]{.hot}Ta [Y]{size=1.2}o",
        f"AV<tspan {RED}>AV</tspan>AV T<tspan {RED}>o</tspan> Wa<tspan {HOT}>We</tspan>Ta "
        f"<tspan {larger(1.2)}>Y</tspan>o",
    ),
    Case(
        "The [Night Owl Wave]{.small-caps} of [Rome]{.small-caps .hot}",
        'The <tspan font-variant="small-caps">Night Owl Wave</tspan> of '
        f'<tspan font-variant="small-caps" {HOT}>Rome</tspan>',
    ),
    Case(
        "[spread it]{tracking=0.2} and [close]{tracking=-0.05} a[bc]{.hot .italic}d",
        '<tspan letter-spacing="0.2em">spread it</tspan> and '
        '<tspan letter-spacing="-0.05em">close</tspan> '
        f'a<tspan {HOT} font-style="italic">bc</tspan>d',
    ),
    Case(
        "The [Night Owl 12]{.small-caps} of [Rome]{.small-caps .red} ffi",
        'The <tspan font-variant="small-caps">Night Owl 12</tspan> of '
        f'<tspan font-variant="small-caps" {RED}>Rome</tspan> ffi',
        SMALL_CAPITALS,
    ),
)
HEBREW = (
    Case(
        "שלום [עולם]{.hot} טוב [3]{size=1.4}",
        f"שלום <tspan {HOT}>עולם</tspan> טוב <tspan {larger(1.4)}>3</tspan>",
        "Rubik",
        True,
    ),
    Case(
        "שלום [abc דבר]{.red} 12 טוב",
        f"שלום <tspan {RED}>abc דבר</tspan> 12 טוב",
        FAMILY,
        True,
    ),
    Case(
        "קח [12]{.red size=1.2} קלפים (3) ועוד [4-5]{.red}, סוף",
        f"קח <tspan {RED} {larger(1.2)}>12</tspan> קלפים (3) ועוד <tspan {RED}>4-5</tspan>, סוף",
        FAMILY,
        True,
    ),
    Case(
        "bade [שלום עולם]{.red} 12 [cab דבר]{size=0.8} hi",
        f"bade <tspan {RED}>שלום עולם</tspan> 12 <tspan {larger(0.8)}>cab דבר</tspan> hi",
        FAMILY,
    ),
    Case(
        "שלום [(abc)]{.red} ט[ו]{.red}ב abc [def]{.red} ghi",
        f"שלום <tspan {RED}>(abc)</tspan> ט<tspan {RED}>ו</tspan>ב abc "
        f"<tspan {RED}>def</tspan> ghi",
        FAMILY,
        True,
    ),
    Case(
        "بسل م[هي]{.red}ع ا[ب]{.red} 12 [كا]{.red}ب abc",
        f"بسل م<tspan {RED}>هي</tspan>ع ا<tspan {RED}>ب</tspan> 12 <tspan {RED}>كا</tspan>ب abc",
        FAMILY,
        True,
    ),
)
GAME = (
    'title: Game\npalette: {ink: "#2B2138", berry: "#A3123F"}\n'
    "styles: {hot: {color: berry, weight: 800}, red: {color: berry}}\n"
)
FAMILIES = f"""\
families:
  Rubik:
    faces:
      - {{file: rubik-hebrew-500-normal.woff2, weight: 500}}
      - {{file: rubik-hebrew-800-normal.woff2, weight: 800}}
    fallback: [Nunito]
  {FAMILY}:
    fallback: [Nunito]
"""


def project(root: Path, cases: tuple[Case, ...]) -> Path:
    boxes = [
        f"{{{{ text_box(card.t{number}, {LEFT}, {4 + ROW * number}, {WIDTH}, {ROW + 4}, size={SIZE}, "
        f"font='{case.family}', weight=600, fill=palette.ink) }}}}"
        for number, case in enumerate(cases)
    ]
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">\n%s\n</svg>'
    texts = [f"t{number}: {case.markup!r}" for number, case in enumerate(cases)]
    fields = ", ".join(f"t{number}: text" for number in range(len(cases)))
    deck = (
        f"size: poker\ntemplate: card.svg\nfields: {{{fields}}}\n"
        f"cards: [{{id: a, name: A, {', '.join(texts)}}}]\n"
    )
    nunito = [path for path in SHIPPED.glob("fonts/Nunito-*") if path.suffix == ".ttf"]
    rubik = SHIPPED.glob("docs/layouts/fonts/rubik-*.woff2")
    fonts = {f"fonts/{path.name}": path.read_bytes() for path in (*nunito, *rubik)}
    capitals = small_capitals_font(SHIPPED / "fonts/Nunito-SemiBold.ttf")
    fonts |= {"fonts/Scripts.ttf": made_font(), "fonts/Capitals.ttf": capitals}
    write_project(
        root,
        {"main": deck},
        {"card.svg": face % "\n".join(boxes)},
        game=GAME,
        files={**fonts, "fonts/fonts.yaml": FAMILIES},
    )
    return root


def as_tspans(svg: str, cases: tuple[Case, ...]) -> str:
    """The SVG of a card with each text as an author would write it, on the same baseline."""
    texts = re.findall(r"<text.*?</text>", svg, re.DOTALL)
    assert len(texts) == len(cases)
    for text, case in zip(texts, cases, strict=True):
        baseline = re.search(r'y="([\d.]+)"', text)
        assert baseline
        side = LEFT + WIDTH if case.leftward else LEFT
        direction = ' direction="rtl"' if case.leftward else ""
        written = (
            f'<text x="{side}" y="{baseline[1]}"{direction} font-family="\'{case.family}\', '
            f'Nunito" font-size="{TYPE:.4f}" font-weight="{400 if case.family == FAMILY else 600}" '
            f'fill="#2B2138">{case.tspans}</text>'
        )
        svg = svg.replace(text, written, 1)
    return svg


def rows(picture: Image.Image, count: int) -> list[Image.Image]:
    """The strip of each text."""
    unit = HEIGHT / 88.9
    edges = [round((2 + ROW * number) * unit) for number in range(count + 1)]
    return [picture.crop((0, top, picture.width, bottom)) for top, bottom in pairwise(edges)]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("cases", [LATIN, HEBREW], ids=["latin", "both-ways"])
def test_spans_are_what_chromium_makes_of_tspans(
    cases: tuple[Case, ...], reader: Browser, tmp_path: Path
) -> None:
    workshop = cardgen.open_project(project(tmp_path / "project", cases))
    ((owner, (deck,)),) = workshop.select(["sweets/main"])
    (side,) = sides_of(workshop, owner, deck, (0,))
    written = side._replace(svg=as_tspans(side.svg, cases))
    (shown,) = in_browser(reader, [written], tmp_path, workshop.fonts)
    (printed,) = in_pdf([side])
    off = {
        case.markup: difference(one, two)
        for case, one, two in zip(
            cases, rows(shown, len(cases)), rows(printed, len(cases)), strict=True
        )
    }
    assert {} == {text: f"{share:.2%}" for text, share in off.items() if share >= TOLERANCE}
