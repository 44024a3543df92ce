"""The icons that come with cardgen: one style, dark enough at 3 mm, and told from each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pathops
import pytest
import yaml
from fontTools.svgLib.path import parse_path
from lxml import etree
from PIL import Image, ImageChops, ImageDraw, ImageFilter
from projects import SHIPPED

sys.path.insert(0, str(SHIPPED / "docs"))
import make_icons  # it stands beside the page that it writes

ICONS = SHIPPED / "templates/icons"
COLOURED = sorted((ICONS / "color").glob("*.svg"))
NAMES = [path.stem for path in COLOURED]
SIGNS = ("print-", "assemble-")
"""How the drawings of the program's own instructions begin."""
ALLOWED = {"svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"}
PALETTE = {
    *("none", "currentColor", "#FFF7E8", "#33294A", "#3E9A4B", "#F08A24", "#7B4FB0", "#FFD23F"),
    *("#E84B7A", "#75C4EE", "#7A3E1D", "#D98B3A", "#FFE9A8", "#EEF1F6", "#B9C0CC", "#D9342B"),
    *("#FF9DB8", "#FFC078", "#C4661A", "#8FD08F", "#C4E8FB", "#B795DD", "#2C7538", "#D5DAE6"),
    *("#9A74C9", "#5C3A8C", "#B06B3E", "#5B4E7D", "#E8D7B8", "#F6C383", "#9CCB4A", "#FF8A7A"),
    "#AD6522",
}
"""The colours that the shipped games' drawings have."""
THINNEST = 5
"""Units of 100: 0.15 mm of 3 mm."""
NEAREST = 0.035
"""The least mean difference of two icons at 24 pixels in grey; 1 is black to white."""
NEAREST_NUMBERS = 0.015
"""That of two numbers, whose discs are alike."""
FINE = 6
"""Pixels of a unit where ink is looked at closely."""


def test_the_icons_of_one_colour_and_the_page_are_made_from_the_coloured_ones() -> None:
    """When this fails: python docs/make_icons.py."""
    stale = [
        name for name, svg in make_icons.made_icons().items() if svg != (ICONS / name).read_text()
    ]
    assert [] == stale
    assert make_icons.list_icons() == make_icons.PAGE.read_text("utf-8")


def test_each_has_keywords_and_no_other_name_has() -> None:
    keywords = yaml.safe_load((ICONS / "keywords.yaml").read_text("utf-8"))
    files = (path.stem for path in ICONS.glob("*.svg"))
    assert sorted(keywords) == sorted(name for name in files if not name.startswith(SIGNS))
    few = [name for name, words in keywords.items() if len({*map(str, words)} - {name}) < 3]
    assert [] == few


def test_there_are_many() -> None:
    assert len(COLOURED) >= 150


@pytest.mark.parametrize("path", COLOURED, ids=NAMES)
def test_the_style(path: Path) -> None:
    root = etree.fromstring(path.read_bytes())
    assert root.get("viewBox") == "0 0 100 100"
    assert root.get("color") == "#2B2138"
    for element in root.iter(etree.Element):
        assert etree.QName(element).localname in ALLOWED
        assert {element.get("fill", "none"), element.get("stroke", "none")} <= PALETTE
        assert float(element.get("stroke-width", THINNEST)) >= THINNEST
        assert not {"opacity", "style", "id", "filter", "mask", "clip-path"} & {*element.attrib}
    left, top, right, bottom = _reach(path.read_bytes())
    assert min(left, top) >= 5.3
    assert max(right, bottom) <= 94.7


def _reach(svg: bytes) -> tuple[float, float, float, float]:
    """The bounds of all that is painted, in units."""
    area = pathops.Path()
    for shape, paints in make_icons.shapes(svg):
        for painted, _ in make_icons.painted(shape, paints):
            area = pathops.op(area, painted, pathops.PathOp.UNION)
    return area.bounds


@pytest.mark.parametrize("name", NAMES)
def test_it_prints_at_3_mm(name: str) -> None:
    ink = _raster(name, 100 * 3)
    share = _darkness(ink)
    assert 0.07 <= share <= 0.62, "too pale, or a blob"
    # what is narrower than 0.1 mm is gone when it is thinned and thickened by as much
    opened = ink.filter(ImageFilter.MaxFilter(9)).filter(ImageFilter.MinFilter(9))
    assert _darkness(ImageChops.difference(ink, opened).point(_inverse)) <= 0.06 * share


def _inverse(value: int) -> int:
    return 255 - value


def _darkness(image: Image.Image) -> float:
    pixels = image.tobytes()
    return 1 - sum(pixels) / (255 * len(pixels))


def test_no_two_are_confused() -> None:
    near = [
        f"{one} and {other}: {distance:.3f}"
        for one, other, distance in _distances()
        if distance < (NEAREST_NUMBERS if _are_numbers(one, other) else NEAREST)
    ]
    assert [] == near


def _are_numbers(*names: str) -> bool:
    return all(name.startswith("number-") for name in names)


def _distances() -> Iterator[tuple[str, str, float]]:
    """Yield each pair of icons with the mean difference of their pixels."""
    small = {name: _raster(name, 24) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        difference = ImageChops.difference(small[one], small[other]).tobytes()
        yield one, other, sum(difference) / (255 * len(difference))


@cache
def _raster(name: str, side: int) -> Image.Image:
    """The icon of one colour, black on white, `side` pixels wide."""
    (path,) = etree.parse(ICONS / f"{name}.svg").iter("{*}path")
    outline = pathops.Path()
    parse_path(path.get("d"), outline.getPen())
    large = Image.new("L", (100 * FINE, 100 * FINE), 255)
    for contour in outline.contours:
        points = [(x * FINE, y * FINE) for x, y in _corners(contour)]
        layer = Image.new("L", large.size, 0)
        ImageDraw.Draw(layer).polygon(points, fill=255)
        large = ImageChops.logical_xor(large.convert("1"), layer.convert("1")).convert("L")
    return large.resize((side, side), Image.Resampling.BOX)


def _corners(contour: pathops.Path) -> Iterator[tuple[float, float]]:
    """Yield the corners of a polygon near a contour."""
    last = (0.0, 0.0)
    for _, points in contour:
        steps = 1 if len(points) == 1 else 6
        for step in range(1, steps + 1):
            yield _on_curve(step / steps, (last, *points)) if steps > 1 else points[0]
        last = points[-1] if points else last


def _on_curve(time: float, points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The point of a Bézier curve at a time from 0 to 1, by de Casteljau."""
    while len(points) > 1:
        points = tuple(
            (x + time * (end_x - x), y + time * (end_y - y))
            for (x, y), (end_x, end_y) in pairwise(points)
        )
    return points[0]
