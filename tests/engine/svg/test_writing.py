"""Drawings written as SVG files show what they showed, and need nothing outside of them."""

from __future__ import annotations

import re

import pytest
from pictures import drawing
from PIL import ImageChops, ImageStat
from PIL.Image import Image

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.graphics.pdf import Pdf
from cardgen.engine.svg.writing import as_svg
from cardgen.prepress.raster import rasters

SHOWN = {
    "paths": '<g transform="rotate(10 30 20)"><path d="M5 5h40v20l-20 10z" fill="#C03" fill-rule="evenodd"/>'
    '<path d="M8 30q20 -30 40 0" fill="none" stroke="#036" stroke-width="3" stroke-linecap="round" stroke-dasharray="5 4"/></g>',
    "gradients": '<linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient>'
    '<radialGradient id="r" fx=".3" fy=".3"><stop stop-color="#FFF"/><stop offset="1" stop-color="#070"/></radialGradient>'
    '<rect x="2" y="2" width="26" height="36" fill="url(#l)" transform="rotate(5)"/>'
    '<ellipse cx="43" cy="20" rx="14" ry="17" fill="url(#r)" stroke="url(#l)" stroke-width="3"/>',
    "clips and masks": '<clipPath id="c"><circle cx="18" cy="20" r="14"/></clipPath>'
    '<mask id="m"><rect x="30" width="30" height="40" fill="#FFF"/><circle cx="45" cy="20" r="8" fill="#555"/></mask>'
    '<g clip-path="url(#c)"><g transform="translate(6)"><rect width="60" height="20" fill="#F80"/></g></g>'
    '<g mask="url(#m)"><rect x="20" width="40" height="40" fill="#08F"/></g>',
    "opacity and blends": '<rect width="60" height="24" fill="#FC0"/><g opacity=".5">'
    '<circle cx="15" cy="22" r="12" fill="#00F"/><circle cx="24" cy="22" r="12" fill="#0A0"/></g>'
    '<circle cx="46" cy="22" r="12" fill="#0CC" style="mix-blend-mode:multiply"/>',
    "letters": '<text x="3" y="16" font-size="14" font-family="Nunito" letter-spacing="1" font-weight="800">fi Ög</text>'
    '<text x="4" y="36" font-size="16" fill="none" stroke="#A0A" stroke-width=".6" transform="rotate(-4 4 36)">Wo</text>',
}


def shown(of: Drawing) -> Image:
    pdf = Pdf("")
    pdf.page(Box(0, 0, 60, 40)).place(of, Matrix.flip(40))
    (page,) = rasters(pdf.bytes(), (240, 160))
    return page


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_written_shows_the_same(name: str) -> None:
    """It is read again by the same engine, whose pictures are held against those of browsers."""
    first = drawing(SHOWN[name], 60, 40)
    data = as_svg(first, (60, 40), Matrix())
    assert b"<text" not in data
    assert not re.search(rb'href="(?!#|data:)', data)
    inner = data.decode().partition(">")[2].rpartition("</svg>")[0]
    again = drawing(inner, 60, 40)
    before, after = shown(first), shown(again)
    assert max(ImageStat.Stat(ImageChops.difference(before, after)).rms) < 6
    assert min(ImageStat.Stat(before).stddev) > 20
