"""Pictures as large as they come, and with parts that are damaged or padded: what becomes of them,
and how much of them is held."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, PngImagePlugin
from projects import run, svg, write_project

from cardgen.engine.graphics import large_pictures, picture_files
from cardgen.engine.graphics.images import Pixels
from cardgen.engine.graphics.large_pictures import TooManyPixelsError
from cardgen.engine.graphics.picture_files import read_picture
from cardgen.sandbox import process

WIDE, TALL = 90, 70


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts as large is so small that a test can make it, and all of it is done in several
    pieces."""
    monkeypatch.setattr(picture_files, "LARGEST", 1200)
    monkeypatch.setattr(large_pictures, "AT_ONCE", 2000)
    monkeypatch.setattr(large_pictures, "_ROWS", 1000)
    monkeypatch.setattr(large_pictures, "_BANDS", 7)
    monkeypatch.setattr(large_pictures, "_FOR_EACH", 0)
    monkeypatch.setattr(large_pictures, "_KEPT_TWICE", 10**6)


def ground(mode: str, size: tuple[int, int] = (WIDE, TALL)) -> Image.Image:
    round_, line = Image.radial_gradient("L").resize(size), Image.linear_gradient("L").resize(size)
    if mode == "I;16":
        return round_.convert("I").point(lambda value: value * 257).convert("I;16")
    if mode == "LA":
        return Image.merge("LA", (round_, line))
    if mode in ("RGB", "RGBA", "CMYK"):
        return Image.merge(
            mode, (round_, line, line.transpose(Image.Transpose.ROTATE_180), round_)[: len(mode)]
        )
    return (ground("RGB", size) if mode == "P" else round_).convert(mode)


def file_of(image: Image.Image, kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def sixteen_bits(channels: int) -> bytes:
    """A PNG of 16 bits to a colour, which Pillow does not write, its rows filtered in all five
    ways."""
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    rows, before, bpp = b"", bytes(WIDE * channels * 2), channels * 2
    for y in range(TALL):
        values = [
            (x * 700 + y * 300 * (c + 1)) % 65536 for x in range(WIDE) for c in range(channels)
        ]
        row, filtered, way = struct.pack(f">{len(values)}H", *values), bytearray(), y % 5
        for at, byte in enumerate(row):
            left, up = row[at - bpp] if at >= bpp else 0, before[at]
            corner = before[at - bpp] if at >= bpp else 0
            guess = left + up - corner
            near = min((left, up, corner), key=lambda each: abs(guess - each))
            filtered.append((byte - (0, left, up, (left + up) // 2, near)[way]) % 256)
        rows, before = rows + bytes([way]) + bytes(filtered), row
    head = struct.pack(">IIBBBBB", WIDE, TALL, 16, kind, 0, 0, 0)
    parts = [
        (b"IHDR", head),
        (b"IDAT", zlib.compress(rows)[:50]),
        (b"IDAT", zlib.compress(rows)[50:]),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(part(*each) for each in parts)


def part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def files() -> Iterator[tuple[str, bytes]]:
    for mode in ("RGB", "RGBA", "L", "LA", "P", "1", "I;16"):
        yield f"PNG {mode}", file_of(ground(mode), "PNG")
    for channels in (1, 2, 3, 4):
        yield f"PNG 16 x {channels}", sixteen_bits(channels)
    yield "PNG 4 bits", file_of(ground("P").quantize(16), "PNG", bits=4)
    yield "PNG one clear colour", file_of(ground("RGB"), "PNG", transparency=(0, 0, 0))
    yield (
        "PNG clear in a palette",
        file_of(ground("P"), "PNG", transparency=bytes(range(0, 256, 2))),
    )
    for mode in ("RGB", "L", "CMYK"):
        yield f"JPEG {mode}", file_of(ground(mode), "JPEG", quality=100, subsampling=0)
    yield (
        "JPEG progressive",
        file_of(ground("RGB"), "JPEG", quality=100, subsampling=0, progressive=True),
    )
    yield "WEBP", file_of(ground("RGBA"), "WEBP", lossless=True)


@pytest.mark.parametrize(("name", "data"), [pytest.param(*each, id=each[0]) for each in files()])
def test_a_large_picture_looks_as_it_does_when_it_is_made_smaller_at_once(
    small: None, name: str, data: bytes
) -> None:
    """In pieces or whole, of a PNG a few rows at a time, whose filters go by the row before."""
    found = Pixels.of(read_picture(data).data).whole
    assert 280 < found.width * found.height <= 1200
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        wanted = large_pictures.pixels_in(image).whole.convert(found.mode).resize(found.size)
    most = max(band.getextrema()[1] for band in ImageChops.difference(found, wanted).split())
    assert most <= (20 if "JPEG" in name else 2)


@pytest.mark.parametrize("held", range(1, 9))
def test_a_large_picture_is_upright(small: None, held: int) -> None:
    exif = Image.Exif()
    exif[0x112] = held
    for kind in ("PNG", "JPEG"):
        data = file_of(ground("RGB"), kind, exif=exif)
        found, wanted = Pixels.of(read_picture(data).data).colours, Pixels.of(data).colours
        assert (found.width > found.height) == (held < 5)
        difference = ImageChops.difference(found, wanted.resize(found.size))
        assert max(high for _, high in difference.getextrema()) <= 20


def test_what_is_too_much_to_hold_is_told_with_what_works(
    small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A TIFF has no rows of its own here; saved as PNG it has."""
    with pytest.raises(TooManyPixelsError) as caught:
        read_picture(file_of(ground("RGB"), "TIFF"))
    assert "MB to read, and one of its kind and size may take" in caught.value.what
    assert "save it as PNG without interlacing" in caught.value.remedy
    monkeypatch.setattr(large_pictures, "MOST_PIXELS", 5000)
    with pytest.raises(TooManyPixelsError, match="million pixels"):
        read_picture(file_of(ground("RGB"), "PNG"))


def test_a_png_that_is_cut_short_is_no_picture(small: None) -> None:
    with pytest.raises(ValueError, match="cut short"):
        read_picture(file_of(Image.effect_noise((WIDE, TALL), 90).convert("RGB"), "PNG")[:-3000])


def test_a_picture_with_its_own_room_gives_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[int] = []
    monkeypatch.setattr(process, "_tell", lambda said: None)
    monkeypatch.setattr(process, "_more", 0)
    monkeypatch.setattr(process, "_bound_memory", bounds.append)
    with process.roomier(3):
        pass
    assert [3 << 20, -3 << 20] == bounds


# -- what says nothing of the picture
# ------------------------------------------------------------------------------------------------


def padded(kind: str) -> Iterator[bytes]:
    """A picture with a megabyte more in all places where one has room."""
    plain, much = file_of(ground("RGB"), kind), bytes(1 << 20)
    yield plain + much
    if kind == "PNG":
        yield plain[:33] + part(b"prIv", much) + plain[33:]
        text = PngImagePlugin.PngInfo()
        text.add_text("Comment", "a" * (1 << 20))
        yield file_of(ground("RGB"), kind, pnginfo=text)
        yield plain[:-12] + part(b"prIv", b"") + part(b"IDAT", much) + plain[-12:]
    else:
        yield file_of(ground("RGB"), kind, comment=bytes(60_000)) + much
        segment = b"\xff\xe5" + struct.pack(">H", 65_002) + bytes(65_000)
        yield plain[:2] + segment * 20 + plain[2:]
        scan = plain.index(b"\xff\xda")
        yield plain[:scan] + segment * 20 + plain[scan:]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_what_a_file_is_padded_with_goes_nowhere(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_files, "_SPARE", 1 << 16)
    wanted = Pixels.of(file_of(ground("RGB"), kind)).colours
    for number, data in enumerate(padded(kind)):
        picture = read_picture(data)
        assert len(picture.data) < 100_000, number
        assert ImageChops.difference(wanted, Pixels.of(picture.data).colours).getbbox() is None, (
            number
        )


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_sound_file_is_printed_as_it_is(kind: str) -> None:
    data = file_of(ground("RGB"), kind, **({"comment": b"by hand"} if kind == "JPEG" else {}))
    assert (read_picture(data).data == data) == (kind in ("PNG", "JPEG"))


# -- what is damaged and shown all the same
# --------------------------------------------------------------------------------------------


def damaged() -> Iterator[tuple[str, bytes, str]]:
    png, jpeg = file_of(ground("RGB"), "PNG"), file_of(ground("RGB"), "JPEG", quality=90)
    slow = file_of(ground("RGB"), "JPEG", quality=90, progressive=True)
    broken = part(b"eXIf", b"II*\0\x08\0\0\0")[:-4] + b"\0\0\0\0"
    yield "exif of zeros", png[:33] + part(b"eXIf", bytes(20)) + png[33:], "its Exif is damaged"
    yield (
        "exif with a wrong sum",
        png[:33] + broken + png[33:],
        "parts of it are damaged or missing (eXIf)",
    )
    yield "no end of a PNG", png[:-12], ""
    yield "jpeg without its end", jpeg[:-2], "its end is missing"
    yield "jpeg without its last byte", jpeg[:-1], "its end is missing"
    yield "progressive without its end", slow[:-2], "its end is missing"
    exif = b"Exif\0\0" + bytes(20)
    yield (
        "exif of a jpeg",
        jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:],
        "",
    )


@pytest.mark.parametrize(
    ("data", "says"), [pytest.param(*each[1:], id=each[0]) for each in damaged()]
)
def test_what_viewers_show_is_taken_with_a_note(data: bytes, says: str) -> None:
    notes: list[str] = []
    picture = read_picture(data, notes)
    kind = "PNG" if data.startswith(b"\x89") else "JPEG"
    wanted = ground("RGB")
    assert (WIDE, TALL) == (picture.width, picture.height)
    found = Pixels.of(picture.data).colours
    assert max(high for _, high in ImageChops.difference(found, wanted).getextrema()) <= (
        0 if kind == "PNG" else 40
    )
    assert says in "".join(notes)


@pytest.mark.parametrize("less", [20, 200, 600])
@pytest.mark.parametrize("more", [{}, {"progressive": True}])
def test_half_a_photograph_is_none(less: int, more: dict[str, bool]) -> None:
    whole = file_of(Image.effect_noise((160, 120), 90).convert("RGB"), "JPEG", **more)
    with pytest.raises(OSError, match="truncated"):
        read_picture(whole[:-less])


def test_a_note_names_the_file(tmp_path: Path) -> None:
    template = {"card.svg": svg('<image href="a.jpg" width="60" height="80"/>')}
    write_project(
        tmp_path,
        templates=template,
        files={"card_data/sweets/art/a.jpg": file_of(ground("RGB", (600, 800)), "JPEG")[:-2]},
    )
    done = run("build", "--project", tmp_path, "--paper", "a4")
    assert 0 == done.exit_code, done.stdout + done.stderr
    assert (
        'the picture "a.jpg": its end is missing, and its picture whole; save it anew'
        in done.stdout + done.stderr
    )


def test_a_moving_png_of_too_many_pictures_says_nothing_on_the_screen(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Pillow warns of it with a path of its own."""
    plain = file_of(ground("RGB", (600, 800)), "PNG")
    template = {"card.svg": svg('<image href="a.png" width="60" height="80"/>')}
    write_project(
        tmp_path,
        templates=template,
        files={
            "card_data/sweets/art/a.png": plain[:33]
            + part(b"acTL", struct.pack(">II", 4_000_000_000, 0))
            + plain[33:]
        },
    )
    assert 0 == run("build", "--project", tmp_path, "--paper", "a4").exit_code
    assert [] == list(recwarn)
