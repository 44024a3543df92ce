"""Likenesses follow from what is seen, and from nothing else."""

from __future__ import annotations

import io
import zlib
from dataclasses import replace

import pytest
from PIL import Image

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import (
    FlatColour,
    PaintedPath,
    PathData,
    PlacedForm,
    Through,
)
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.likeness import Likenesses
from cardgen.engine.graphics.spelling import content_name

BOX = Box(0, 0, 10, 10)


def png(colour: tuple[int, int, int] = (200, 30, 30), level: int = 6, **about: object) -> bytes:
    image = Image.new("RGB", (40, 30), colour)
    image.putpixel((3, 3), (0, 0, 0))
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level, **about)
    return out.getvalue()


def showing(data: bytes) -> Drawing:
    name = content_name("I", data)
    return Drawing([PlacedForm(name, Matrix())], BOX, pictures={name: Picture(data, 40, 30)})


def framing(inner: Drawing) -> Drawing:
    return Drawing([PlacedForm(inner.name)], BOX, forms={inner.name: inner})


def like(drawing: Drawing) -> str:
    return Likenesses().of(drawing)


def test_a_picture_that_is_packed_otherwise_looks_the_same() -> None:
    """Another library of zlib, or other words in the file: the same rows."""
    tight, loose, dated = png(level=9), png(level=0), png(dpi=(300, 300))
    assert len({tight, loose, dated}) == 3
    assert like(showing(tight)) == like(showing(loose)) == like(showing(dated))
    assert like(framing(showing(tight))) == like(framing(showing(loose)))


def test_another_pixel_is_another_picture() -> None:
    assert like(showing(png())) != like(showing(png((200, 30, 31))))
    assert like(framing(showing(png()))) != like(framing(showing(png((200, 30, 31)))))


def test_content_place_and_masks_count() -> None:
    plain, other = (
        Drawing([PaintedPath(PathData((("m", (0.0, 0.0)), ("l", (1.0, y)))), FlatColour())], BOX)
        for y in (1.0, 2.0)
    )
    masks = [
        replace(plain, masks={"M1": (kind, inner)})
        for kind in ("Alpha", "Luminosity")
        for inner in (plain, showing(png()))
    ]
    others = [other, Drawing(plain.items, Box(0, 0, 10, 11)), replace(plain, group=True)]
    assert len({like(each) for each in (plain, *others)}) == 4
    assert len({Likenesses().of(replace(each, items=[Through("M1")])) for each in masks}) == 4


@pytest.mark.parametrize("cut", [9, 30, 60, -1])
def test_what_is_no_whole_png_has_a_likeness_too(cut: int) -> None:
    """Such a file would not have been drawn; yet nothing is raised for it."""
    assert len(like(showing(png()[:cut]))) == 16


def test_damaged_rows_are_none() -> None:
    data = bytearray(png())
    data[data.index(b"IDAT") + 6] ^= 0xFF
    assert like(showing(bytes(data))) != like(showing(png()))


def test_rows_that_do_not_end_are_not_followed() -> None:
    """A file may say that it is small and unpack to whatever it likes: what is more than its pixels
    is not looked at."""
    data = png()
    at = data.index(b"IDAT")
    packed = zlib.compress(bytes(1 << 24))
    bomb = data[: at - 4] + len(packed).to_bytes(4, "big") + b"IDAT" + packed + bytes(4)
    longer = zlib.compress(bytes(1 << 25))
    larger = data[: at - 4] + len(longer).to_bytes(4, "big") + b"IDAT" + longer + bytes(4)
    assert like(showing(bomb)) == like(showing(larger))


def test_other_files_count_as_they_are() -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 30)).save(out, "JPEG")
    assert like(showing(out.getvalue())) != like(showing(out.getvalue() + b"\0"))
