"""Pictures as pixels, however their files store them."""

from __future__ import annotations

import gc
import io
import struct
import weakref

import pytest
from pictures import drawing, pdf_of, pixels
from PIL import Image

from cardgen.engine.graphics import stored_pictures
from cardgen.engine.graphics.drawing import Picture
from cardgen.engine.graphics.images import Pixels
from cardgen.engine.graphics.stored_pictures import stored
from cardgen.engine.svg import raster


def sixteen_bits(*shades: int, **how: object) -> bytes:
    """A row of grey pixels as PNG."""
    out = io.BytesIO()
    Image.frombytes("I;16", (len(shades), 1), struct.pack(f"<{len(shades)}H", *shades)).save(
        out, "PNG", **how
    )
    return out.getvalue()


def test_sixteen_bits_fill_the_range_of_eight() -> None:
    """Grey is scaled and not cut off, also where it is enlarged or weighed by its light; one shade
    may be clear."""
    shades = (0, 30000, 30001, 65535)
    assert (b"\0\x74\x74\xff", None) == (
        Pixels.of(sixteen_bits(*shades)).colours.tobytes(),
        Pixels.of(sixteen_bits(*shades)).alpha,
    )
    grey, alpha = Pixels.of(sixteen_bits(*shades, transparency=30000))
    assert (b"\0\x74\x74\xff", b"\xff\0\xff\xff") == (grey.tobytes(), alpha and alpha.tobytes())
    picture = Picture(sixteen_bits(*shades), 4, 1)
    larger, times = raster.enlarged(picture)
    assert (0x74, 0x74, 0x74, 255) == Pixels.of(larger.data).rgba.getpixel((times, 0))
    assert 0x74 == Pixels.of(raster.greyed(picture).data).colours.getpixel((1, 0))


@pytest.mark.parametrize("alpha", [255, 90])
def test_files_share_the_pictures_of_their_sheets(
    alpha: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two papers, with all decks and without: each picture of a sheet is asked for four times, and
    packed and kept in memory once. When the files are written it is forgotten."""
    packed = list[int]()
    monkeypatch.setattr(
        stored_pictures.zlib, "compress", lambda data, level=6: packed.append(level) or bytes(4)
    )
    sheet = []
    for shade in range(20):
        out = io.BytesIO()
        Image.new("RGBA", (9, 9), (shade, 0, 0, alpha)).convert(
            "RGB" if alpha == 255 else "RGBA"
        ).save(out, "PNG")
        sheet.append(out.getvalue())
    first, *others = ([stored(Picture(bytes(data), 9, 9), 6) for data in sheet] for _ in range(4))
    assert all(
        mine is theirs for again in others for mine, theirs in zip(first, again, strict=True)
    )
    assert len(packed) == (0 if alpha == 255 else 2 * 20)
    assert stored(Picture(sheet[0], 9, 9), 0) is not first[0]
    gone = [weakref.ref(each) for each in first]
    del first, others
    gc.collect()
    assert [] == [each for each in gone if each()]


def test_an_edge_beside_clear_black_gets_no_dark_rim() -> None:
    """Readers of PDF mix colours without asking what of them is seen: smaller, larger and to one
    side of the pixels all of it is orange."""
    orange, out = (255, 119, 0), io.BytesIO()
    sticker = Image.new("RGBA", (61, 47))
    sticker.paste((*orange, 255), (9, 7, 40, 30))
    sticker.save(out, "PNG")
    body = '<rect width="8" height="6" fill="#f70"/><image href="s.png" width="8" height="6"/>'
    page = pdf_of(drawing(body, 8, 6, {"s.png": Picture(out.getvalue(), *sticker.size)}))
    for scale in (3, 8, 11, 40):
        spread = pixels(page, scale).getextrema()
        assert all(
            part - 3 <= low <= high <= part + 3
            for part, (low, high) in zip(orange, spread, strict=True)
        ), (scale, spread)
