"""Picture files: what becomes of each kind, of greys, of inks, of what is finer than paper can
show."""

from __future__ import annotations

import io
import logging
import struct
import zlib
from pathlib import Path

import pikepdf
import pytest
from briefs import raises_expected, raises_finding
from pictures import claiming
from PIL import Image, ImageCms, PngImagePlugin
from projects import objects_of, run, svg, write_project

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.engine.graphics.images import Pixels
from cardgen.engine.graphics.picture_files import (
    TooManyPixelsError,
    read_picture,
    told_of_pictures,
    without_corners,
)

SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def file_of(image: Image.Image, kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def shown(data: bytes) -> Image.Image:
    found = read_picture(data)
    image = Image.open(io.BytesIO(found.data))
    assert image.format in ("PNG", "JPEG")
    return image


MODES = {
    "PNG": ("RGB", "RGBA", "L", "LA", "P"),
    "TIFF": ("RGB", "RGBA", "L", "LA", "P"),
    "GIF": ("RGB", "RGBA", "L", "P"),
}
LOSSY = dict.fromkeys(("WEBP", "AVIF"), ("RGB", "RGBA", "L", "LA"))


@pytest.mark.parametrize(
    ("kind", "mode"), [(kind, mode) for kind, modes in (MODES | LOSSY).items() for mode in modes]
)
def test_every_kind_is_read_with_its_colours_and_what_is_clear(kind: str, mode: str) -> None:
    made = Image.new("RGBA", (12, 8), (200, 40, 30, 255))
    made.paste((10, 120, 220, 255), (0, 0, 6, 8))
    if mode in ("RGBA", "LA"):
        made.paste((0, 0, 0, 0), (0, 0, 6, 4))
    how = (
        {"lossless": True}
        if kind == "WEBP"
        else {"quality": 100, "subsampling": "4:4:4"}
        if kind == "AVIF"
        else {}
    )
    image = shown(file_of(made.convert(mode), kind, **how)).convert("RGBA")
    for spot in ((9, 4), (3, 6), (3, 1)):
        wanted, found = made.convert(mode).convert("RGBA").getpixel(spot), image.getpixel(spot)
        assert wanted[3] == found[3]
        assert not wanted[3] or max(abs(a - b) for a, b in zip(wanted, found, strict=True)) <= 6


@pytest.mark.parametrize("mode", ["1", "L", "LA"])
@pytest.mark.parametrize("kind", ["PNG", "TIFF", "GIF"])
def test_greys_stay_grey(mode: str, kind: str) -> None:
    image = Image.linear_gradient("L").convert(mode)
    assert shown(file_of(image, kind)).mode in ("1", "L", "LA", "P" if kind == "PNG" else "L")
    assert read_picture(
        file_of(image, kind, icc_profile=SRGB) if kind == "PNG" else file_of(image, kind)
    )


HELD = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_how_a_picture_is_held_is_asked_of_exif_alone(kind: str) -> None:
    """Browsers do not look for it in XMP, where it often says how the picture once was held."""
    text = PngImagePlugin.PngInfo()
    text.add_itxt("XML:com.adobe.xmp", HELD.decode())
    how = {"pnginfo": text} if kind == "PNG" else {"xmp": HELD}
    image = Image.new("RGB", (30, 10), "red")
    found = read_picture(file_of(image, kind, **how))
    assert (30, 10) == (found.width, found.height) == Pixels.of(found.data).colours.size
    exif = Image.Exif()
    exif[0x112] = 6
    found = read_picture(file_of(image, kind, exif=exif, **how))
    assert (10, 30) == (found.width, found.height) == Pixels.of(found.data).colours.size


@pytest.mark.parametrize(
    ("gamma", "shown_as"), [(0.45455, 128), (0.44, 128), (1.0, 186), (0.55556, 145)]
)
def test_a_png_says_how_bright_its_middle_is(gamma: float, shown_as: int) -> None:
    """By gAMA, as programs write it that compute light: browsers follow where it is not about that
    of a screen."""
    plain = file_of(Image.new("RGB", (4, 4), (128, 0, 255)), "PNG")
    chunk = b"gAMA" + struct.pack(">I", round(gamma * 100_000))
    with_gamma = (
        plain[:33]
        + struct.pack(">I", 4)
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + plain[33:]
    )
    red, green, blue = Pixels.of(read_picture(with_gamma).data).colours.getpixel((1, 1))
    assert (0, 255) == (green, blue)
    assert abs(red - shown_as) <= 1


def planes(colours: int = 3) -> bytes:
    """A TIFF of 16 bits to a colour, each colour a plane of its own, that says how many there
    are."""
    tags = [
        (256, 4),
        (257, 4),
        (258, 16),
        (259, 1),
        (262, 2),
        (273, 8),
        (277, colours),
        (278, 4),
        (279, 32),
        (284, 2),
    ]
    start = 8 + 3 * 32
    where = start + 2 + 12 * len(tags) + 4
    long = {
        258: (3, struct.pack("<3H", 16, 16, 16)),
        273: (4, struct.pack("<3I", 8, 40, 72)),
        279: (4, struct.pack("<3I", 32, 32, 32)),
    }
    rows, beyond = b"", b""
    for tag, value in tags:
        kind, content = long.get(tag, (3, b""))
        rows += struct.pack(
            "<HHII", tag, kind, 3 if content else 1, where + len(beyond) if content else value
        )
        beyond += content
    return (
        b"II*\0"
        + struct.pack("<I", start)
        + bytes(range(96))
        + struct.pack("<H", len(tags))
        + rows
        + bytes(4)
        + beyond
    )


@pytest.mark.parametrize("data", [planes(), file_of(Image.new("F", (4, 4), 0.5), "TIFF")])
def test_a_tiff_that_would_be_noise_or_blank_is_refused(data: bytes, tmp_path: Path) -> None:
    assert Pixels.of(data)
    with (
        raises_expected("the picture cannot be read"),
        told_of_pictures(tmp_path),
    ):
        read_picture(data)


def test_what_a_reader_of_pictures_logs_is_printed_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a TIFF that has a thousand colours to a pixel Pillow says so, and not of which file."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    with pytest.raises((OSError, SyntaxError), match="identify"):
        read_picture(planes(1000))
    assert capsys.readouterr() == ("", "")


def test_inks_stay_inks() -> None:
    assert shown(file_of(Image.new("CMYK", (9, 9), (0, 255, 255, 0)), "TIFF")).mode == "CMYK"


def test_a_palette_with_more_clear_colours_than_there_are_is_no_picture() -> None:
    """Pillow reads it, and stumbles where its colours are asked for."""
    image = Image.new("P", (4, 4))
    image.putpalette([0, 0, 0, 255, 255, 255])
    data = file_of(image, "PNG", bits=1)
    chunk = b"tRNS" + bytes(300)
    at = data.index(b"IDAT") - 4
    broken = (
        data[:at]
        + struct.pack(">I", 300)
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + data[at:]
    )
    with pytest.raises(ValueError, match="palette"):
        read_picture(broken)


@pytest.mark.parametrize("side", [1, 3])
def test_a_picture_of_a_few_pixels_has_no_rounded_corners(side: int) -> None:
    """Such as a plain colour, of which one pixel tells all."""
    picture = read_picture(file_of(Image.new("RGB", (side, side), "red"), "PNG"))
    assert picture == without_corners(picture)


def test_what_would_take_too_much_to_hold_is_not_read() -> None:
    with pytest.raises(TooManyPixelsError):
        read_picture(claiming("RGB", 22_000, 11_000))


@pytest.mark.parametrize(("ppi", "pixels"), [(None, 945), (300, 472), (1200, 1890), (2400, 3000)])
def test_pictures_keep_what_paper_can_show(tmp_path: Path, ppi: int | None, pixels: int) -> None:
    """A picture of 3000 pixels on 40 mm is 1905 to the inch; at 600 it has 945, and greys stay grey
    in the PDF."""
    face = svg('<image href="p.png" x="10" y="10" width="40" height="40"/>')
    made = {
        "card_data/sweets/art/p.png": file_of(
            Image.linear_gradient("L").resize((3000, 3000)), "PNG"
        )
    }
    root = write_project(tmp_path, templates={"card.svg": face}, files=made)
    assert (
        0
        == run(
            "build", "--paper", "a4", *(["--ppi", str(ppi)] if ppi else []), project=root
        ).exit_code
    )
    with pikepdf.open(root / "output/sweets/main-a4.pdf") as pdf:
        images = {
            (int(each.Width), str(each.ColorSpace))
            for each in objects_of(pdf, "/Subtype", "/Image")
        }
    assert {(pixels, "/DeviceGray")} == images


def test_a_limit_that_makes_no_sense_is_told(tmp_path: Path) -> None:
    assert "72<=x<=2400" in run("build", "--ppi", "10", project=write_project(tmp_path)).stderr
    with pytest.raises(CardgenError, match="pictures of 9 pixels to an inch are impossible"):
        cardgen.open_project(tmp_path).build(options=cardgen.Options(ppi=9))


def test_pixels_are_not_asked_for_where_a_profile_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nearly all programs write sRGB into their files, and a large picture takes much to hold."""
    data = file_of(Image.new("RGBA", (40, 30), (200, 40, 30, 90)), "PNG", icc_profile=SRGB)
    monkeypatch.setattr("cardgen.engine.graphics.picture_files.pixels_in", None)
    assert (data, 40, 30) == (
        read_picture(data).data,
        read_picture(data).width,
        read_picture(data).height,
    )


def test_what_there_is_no_memory_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cardgen.engine.graphics.picture_files._brightness", full)
    with (
        raises_finding("a.png too-large"),
        told_of_pictures(Path("a.png")),
    ):
        read_picture(file_of(Image.new("RGB", (4, 3)), "PNG"))
