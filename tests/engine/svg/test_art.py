"""Art: which engine draws a file, how it is laid into its box, what is kept between runs, and whose
fault is whose."""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from briefs import brief, raises_finding
from pictures import claiming, drawn, letters, pdf_of, pixels, svg
from PIL import Image

from cardgen.base.cache import Cache
from cardgen.base.colour_math import linear
from cardgen.base.findings import CardgenError
from cardgen.engine.graphics.content_stream import written
from cardgen.engine.graphics.drawing import Drawing, Picture
from cardgen.engine.graphics.picture_files import LARGEST
from cardgen.engine.svg import art as art_module
from cardgen.engine.svg.art import Art
from cardgen.engine.svg.colours import parse_colour
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.flat_art import SIGN, is_flat
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg
from cardgen.engine.svg.values import StyleError

FLAT = (
    '<path d="M1 1h2v2z" fill="#ff0000"/><circle cx="5" cy="2" r="1" stroke="#000000" fill="none"/>'
)


def picture(
    mode: str, size: tuple[int, int], colour: object, kind: str = "PNG", **options: object
) -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, colour).save(file, kind, **options)  # type: ignore[arg-type]
    return file.getvalue()


def seen(art: Art, body: str, width: float = 8, height: float = 4) -> str:
    return letters(pixels(pdf_of(paint(read_svg(svg(body, width, height)), art))))


@pytest.mark.parametrize(
    "body",
    [
        FLAT,
        '<g transform="rotate(20)" stroke="#123456" stroke-linejoin="round"><rect width="3" height="2" rx="1"/></g>',
        '<g fill="none" stroke="#000000" stroke-dasharray="2 1"><line x2="8" y2="4"/></g>',
        "<title>x</title><desc>y</desc>",
    ],
)
def test_flat_shapes_go_through_svglib(body: str) -> None:
    assert is_flat(read_svg(svg(body)))


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M1 1h2v2z" fill="red"/>',
        '<rect width="3" height="2" fill-opacity=".5"/>',
        '<rect width="3" height="2" style="fill:#ff0000"/>',
        '<rect width="3" height="2" class="a"/><style/>',
        '<rect width="3mm" height="2"/>',
        '<rect width="3" height="2" rx="1" ry=".5"/>',
        '<rect width="3" height="2" rx="9"/>',
        '<ellipse cx="4" cy="2" rx="2"/>',
        '<polyline points="0 0 1 1 2 0"/>',
        '<path d="M0 0h3v2z" stroke="#000000"/>',
        '<path d="M0 0h3v2z" stroke="#000000" stroke-width="0" stroke-linejoin="round"/>',
        '<path d="M0 0h3v2z" stroke-linecap="square"/>',
        '<path d="M0 0h3v2z" stroke-dasharray="3"/>',
        '<g stroke="#000000" stroke-width="3"><circle cx="4" cy="2" r="1"/></g>',
        '<path d="M0 0h.1v.1z" stroke="#000000" stroke-linejoin="round"/>',
        '<path d="M0 0h3"/>',
        '<path d="M0 0h3v2z x"/>',
        '<rect width="3" height="2"><animate attributeName="width" dur="1s" values="3;8" repeatCount="indefinite"/></rect>',
        '<rect width="3" height="2" transform="scale(0)"/>',
        '<rect width="3" height="2" transform="scale(2"/>',
        '<svg><rect width="3" height="2"/></svg>',
        '<image href="x.png" width="3" height="2"/>',
        "<text>a</text>",
    ],
)
def test_all_else_goes_to_the_walker(body: str) -> None:
    """Each of these svglib is known, or not known not, to draw in its own way."""
    assert not is_flat(read_svg(svg(body)))


SAME = [
    FLAT,
    '<path d="M0 2a2 2 0 014 0zM5 1q1-1 2 0t1 2z" fill="#0000ff"/>',
    '<g transform="translate(1,1) skewX(20)scale(.5.5)"><path d="M0 0h6v4h-6zM2 1h6v2h-6z" fill-rule="evenodd"/></g>',
    '<g fill="none" stroke="#ff0000" stroke-width=".5" stroke-linecap="round" stroke-linejoin="bevel"><path d="M1 1L4 3L7 1"/></g>',
    '<rect x="1" y="1" width="6" height="2" rx="1" fill="#00ff00" stroke="#0000ff" stroke-linejoin="round" stroke-dasharray="1 .5"/>',
    '<polygon points="0,0 8,0 4,4" fill="#ffff00"/><line x1="0" y1="4" x2="8" y2="0" stroke="#000000"/>',
]


@pytest.mark.parametrize("body", SAME)
def test_both_engines_draw_the_same(
    body: str, folder: Path, art: Callable[[], Art], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine pixels to the unit; differences only where an edge falls within a pixel."""
    (folder / "a.svg").write_bytes(svg(body))
    both = []
    for largest in (SIGN, 0):
        monkeypatch.setattr("cardgen.engine.svg.flat_art.SIGN", largest)
        monkeypatch.setattr(
            art_module, "fingerprint", lambda largest=largest: str(largest).encode()
        )
        found = art().image("a.svg")
        assert isinstance(found, Drawing)
        both.append(found)
    assert both[0].name != both[1].name
    one, other = (pixels(pdf_of(drawing)).tobytes() for drawing in both)
    assert sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True)) <= 0.005 * len(one)


def test_a_large_drawing_is_the_walker_s(
    folder: Path, art: Callable[[], Art], monkeypatch: pytest.MonkeyPatch
) -> None:
    """svglib would take several times as long; a small one it does draw."""
    read: list[str] = []
    monkeypatch.setattr(
        "cardgen.engine.svg.flat_art.flat_art", lambda root: read.append(root.get("id"))
    )
    for name, times in (("small", 1), ("large", 100)):
        (folder / f"{name}.svg").write_bytes(
            svg(FLAT * times).replace(b"<svg ", f'<svg id="{name}" '.encode(), 1)
        )
        assert isinstance(art().image(f"{name}.svg"), Drawing)
    assert ["small"] == read


def test_a_drawing_depends_on_nothing_around_it(folder: Path, art: Callable[[], Art]) -> None:
    """A form inherits line width, colours and dashes from where it is placed."""
    line = (
        '<path d="M4 2h4" stroke="#ff0000" stroke-width="2" fill="none" stroke-linejoin="round"/>'
    )
    (folder / "a.svg").write_bytes(svg('<path d="M0 0h4v4h-4z"/>' + line))
    before = '<path d="M0 0h.1v.1" fill="lime" stroke="blue" stroke-width=".3" stroke-dasharray=".1" stroke-linecap="round" fill-opacity=".5"/>'
    expected = """
        KKKK....
        KKKKRRRR
        KKKKRRRR
        KKKK....
        """
    assert drawn(expected) == seen(art(), before + '<image href="a.svg" width="8" height="4"/>')


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", "GGRRRRGG"),
        ('preserveAspectRatio="none"', "RRRRRRRR"),
    ],
)
def test_what_lies_beside_the_view_box_is_seen_where_the_image_has_room(
    attributes: str, expected: str, folder: Path, art: Callable[[], Art]
) -> None:
    """Browsers make the image's box the drawing's viewport."""
    (folder / "a.svg").write_bytes(
        svg(
            '<rect x="-9" width="22" height="4" fill="lime"/><rect width="4" height="4" fill="red"/>',
            4,
            4,
        )
    )
    assert [expected] * 4 == seen(
        art(), f'<image href="a.svg" width="8" height="4" {attributes}/>'
    ).splitlines()
    assert ["..RRRR..", "..RRRR.."] == seen(
        art(), '<image x="2" href="a.svg" width="4" height="4"/>'
    ).splitlines()[1:3]


def test_a_drawing_is_fitted_by_its_own_wish(folder: Path, art: Callable[[], Art]) -> None:
    whole = '<rect width="4" height="2" fill="red"/><rect y="2" width="4" height="2" fill="blue"/>'
    wishes = {
        "xMinYMin slice": ["RRRRRRRR", "RRRRRRRR"],
        "xMaxYMid": ["......RR", "......BB"],
        "none": ["RRRRRRRR", "BBBBBBBB"],
    }
    for fit, rows in wishes.items():
        (folder / "a.svg").write_bytes(svg(whole, 4, 4, f'preserveAspectRatio="{fit}"'))
        assert rows == seen(art(), '<image href="a.svg" width="8" height="2"/>', 8, 2).splitlines()


def test_a_shape_that_is_used_has_no_size(art: Callable[[], Art]) -> None:
    """Of a symbol it has one, which browsers take from styles or not; of a shape all pass over
    it."""
    used = '<defs><rect id="r" width="4" height="2" fill="red"/></defs><use href="#r" style="width:1px;height:9px"/>'
    assert ["RRRR....", "RRRR...."] == seen(art(), used, 8, 2).splitlines()


def test_an_images_wish_against_its_drawing_is_refused(
    folder: Path, art: Callable[[], Art]
) -> None:
    (folder / "a.svg").write_bytes(svg(FLAT, 4, 4))
    with pytest.raises(DrawingError, match="is not followed by every browser"):
        seen(
            art(), '<image href="a.svg" width="8" height="2" preserveAspectRatio="xMidYMid slice"/>'
        )
    seen(art(), '<image href="a.svg" width="8" height="2" preserveAspectRatio="xMidYMid meet"/>')
    seen(art(), '<image href="a.svg" width="2" height="2" preserveAspectRatio="xMidYMid slice"/>')


HALVES = Image.new("RGB", (2, 1), "red")
HALVES.putpixel((1, 0), (0, 0, 255))


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", ["........", "RRRRBBBB", "RRRRBBBB", "RRRRBBBB", "RRRRBBBB", "........"]),
        ('preserveAspectRatio="xMidYMin"', ["RRRRBBBB"] * 4 + ["........"] * 2),
        ('preserveAspectRatio="none"', ["RRRRBBBB"] * 6),
        ('preserveAspectRatio="xMinYMid slice"', ["RRRRRRBB"] * 6),
    ],
)
def test_pictures_are_fitted_as_the_image_says(
    attributes: str, expected: list[str], folder: Path, art: Callable[[], Art]
) -> None:
    HALVES.resize((160, 80), Image.Resampling.NEAREST).save(folder / "p.png")
    assert (
        expected
        == seen(
            art(), f'<image href="p.png" width="8" height="6" {attributes}/>', 8, 6
        ).splitlines()
    )


@pytest.mark.parametrize(
    ("data", "letter"),
    [
        (picture("RGB", (9, 9), "red"), "R"),
        (picture("RGBA", (9, 9), (255, 0, 0, 128)), "r"),
        (picture("LA", (9, 9), (0, 128)), "k"),
        (picture("L", (9, 9), 0), "K"),
        (picture("1", (9, 9), 0), "K"),
        (picture("P", (9, 9), 0), "K"),
        (picture("I;16", (9, 9), 0x8080), "k"),
        (picture("RGB", (9, 9), "red", "JPEG", quality=95), "R"),
        (picture("L", (9, 9), 0, "JPEG"), "K"),
        (picture("CMYK", (9, 9), (0, 0, 0, 255), "JPEG"), "K"),
    ],
    ids=[
        "RGB",
        "alpha",
        "grey alpha",
        "grey",
        "bits",
        "palette",
        "16 bits",
        "JPEG",
        "grey JPEG",
        "CMYK JPEG",
    ],
)
def test_pictures_of_every_kind(
    data: bytes, letter: str, folder: Path, art: Callable[[], Art]
) -> None:
    (folder / "p.png").write_bytes(data)
    assert letter == seen(art(), '<image href="p.png" width="3" height="3"/>', 3, 3)[5]


def test_a_photograph_that_was_turned_stands_upright(folder: Path, art: Callable[[], Art]) -> None:
    turned = Image.Exif()
    turned[274] = 6
    HALVES.resize((160, 80), Image.Resampling.NEAREST).save(
        folder / "p.jpg", quality=95, exif=turned
    )
    assert ["RR", "RR", "BB", "BB"] == seen(
        art(), '<image href="p.jpg" width="2" height="4"/>', 2, 4
    ).splitlines()


def profile(*tags: tuple[bytes, bytes], space: bytes = b"RGB ") -> bytes:
    """An ICC profile of a screen, tag by tag (ICC.1:2010)."""
    table, body = b"", b""
    for name, data in tags:
        data += bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, 132 + 12 * len(tags) + len(body), len(data))
        body += data
    head = struct.pack(
        ">I4sI4s4s4s12s4s",
        132 + len(table) + len(body),
        b"",
        0x02400000,
        b"mntr",
        space,
        b"XYZ ",
        bytes(12),
        b"acsp",
    )
    head += bytes(28) + struct.pack(">3i", *D50)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


D50 = (63190, 65536, 54061)
GAMMA_1 = struct.pack(">4sII", b"curv", 0, 0)


def xyz(*values: float) -> bytes:
    return struct.pack(">4sI3i", b"XYZ ", 0, *(round(value * 65536) for value in values))


def screen(red: tuple[float, ...], green: tuple[float, ...], blue: tuple[float, ...]) -> bytes:
    """A screen with these primaries and the curve of sRGB."""
    curve = [round(65535 * linear(at / 1023)) for at in range(1024)]
    curved = struct.pack(">4sII1024H", b"curv", 0, 1024, *curve)
    parts = [
        (name + b"XYZ", xyz(*value))
        for name, value in zip((b"r", b"g", b"b"), (red, green, blue), strict=True)
    ]
    return profile(
        *parts,
        *((name + b"TRC", curved) for name in (b"r", b"g", b"b")),
        (b"wtpt", struct.pack(">4sI3i", b"XYZ ", 0, *D50)),
    )


P3 = screen((0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841))
SRGB = screen((0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141))
LINEAR_GREY = profile(
    (b"kTRC", GAMMA_1), (b"wtpt", struct.pack(">4sI3i", b"XYZ ", 0, *D50)), space=b"GRAY"
)
EARTH = (153, 102, 77)


def shown(art: Art, folder: Path, data: bytes) -> tuple[Picture, tuple[int, ...]]:
    """A picture as it is placed, and the colour in its middle."""
    (folder / "p.png").write_bytes(data)
    found = art.image("p.png")
    assert isinstance(found, Picture)
    with Image.open(io.BytesIO(found.data)) as image:
        pixel = image.convert("RGBA").getpixel((4, 4))
    assert isinstance(pixel, tuple)
    return found, pixel


@pytest.mark.parametrize(
    ("mode", "kind", "alpha"),
    [("RGB", "PNG", 255), ("RGBA", "PNG", 128), ("RGB", "JPEG", 255), ("RGB", "WEBP", 255)],
)
def test_a_picture_of_wide_colours_looks_as_on_a_screen(
    mode: str, kind: str, alpha: int, folder: Path, art: Callable[[], Art]
) -> None:
    """As the same colour written in CSS; and it says so, without a profile that is no longer its
    own."""
    options = {"lossless": True} if kind == "WEBP" else {"quality": 95} if kind == "JPEG" else {}
    data = picture(mode, (9, 9), (*EARTH, alpha)[: len(mode)], kind, icc_profile=P3, **options)
    found, pixel = shown(art(), folder, data)
    expected = parse_colour("color(display-p3 0.6 0.4 0.302)").rgb
    assert all(
        abs(value - 255 * wanted) < 3 for value, wanted in zip(pixel, expected, strict=False)
    ), pixel
    assert abs(pixel[0] - EARTH[0]) > 8
    assert (alpha, 9, 9) == (pixel[3], found.width, found.height)
    assert b"acsp" not in found.data
    assert found == shown(art(), folder, data)[0], "the same bytes each time"


def test_a_grey_picture_with_a_profile_looks_as_on_a_screen(
    folder: Path, art: Callable[[], Art]
) -> None:
    """Half of the light, not half of the number."""
    found, pixel = shown(art(), folder, picture("L", (9, 9), 128, icc_profile=LINEAR_GREY))
    assert pixel == (
        pytest.approx(188, abs=1),
        pytest.approx(188, abs=1),
        pytest.approx(188, abs=1),
        255,
    )
    assert "L" == Image.open(io.BytesIO(found.data)).mode


@pytest.mark.parametrize(
    ("mode", "embedded"),
    [
        ("RGB", SRGB),
        ("RGB", b"no profile"),
        ("RGB", P3[:300]),
        ("RGB", b""),
        ("RGB", LINEAR_GREY),
        ("L", P3),
        ("CMYK", P3),
    ],
    ids=["sRGB", "none", "cut short", "empty", "of grey", "of colours", "inks"],
)
def test_a_profile_that_changes_nothing_leaves_the_file_as_it_is(
    mode: str, embedded: bytes, folder: Path, art: Callable[[], Art]
) -> None:
    """sRGB itself, what cannot be read, and what is not of the picture's kind."""
    data = picture(
        mode,
        (9, 9),
        (10, 90, 200, 0)[: len(mode)] if mode != "L" else 99,
        "JPEG",
        icc_profile=embedded,
    )
    assert data == shown(art(), folder, data)[0].data


def test_a_turned_photograph_of_wide_colours_stands_upright(
    folder: Path, art: Callable[[], Art]
) -> None:
    turned = Image.Exif()
    turned[274] = 6
    HALVES.resize((160, 80), Image.Resampling.NEAREST).save(
        folder / "p.jpg", quality=95, exif=turned, icc_profile=P3
    )
    found = art().image("p.jpg")
    assert isinstance(found, Picture)
    assert (80, 160) == (found.width, found.height)
    assert ["RR", "RR", "BB", "BB"] == seen(
        art(), '<image href="p.jpg" width="2" height="4"/>', 2, 4
    ).splitlines()


@pytest.mark.parametrize("embedded", [b"", P3])
def test_a_photograph_of_a_telephone_is_its_first_picture_upright(
    embedded: bytes, folder: Path, art: Callable[[], Art]
) -> None:
    """Telephones put more than one picture into a JPEG, such as how bright its lights are."""
    turned = Image.Exif()
    turned[274] = 6
    lights = Image.new("RGB", (40, 20), "white")
    first = HALVES.resize((160, 80), Image.Resampling.NEAREST)
    first.save(
        folder / "p.jpg",
        "MPO",
        save_all=True,
        append_images=[lights],
        quality=95,
        exif=turned,
        icc_profile=embedded,
    )
    with Image.open(folder / "p.jpg") as image:
        assert "MPO" == image.format
    assert ["RR", "RR", "BB", "BB"] == seen(
        art(), '<image href="p.jpg" width="2" height="4"/>', 2, 4
    ).splitlines()


def test_one_side_of_an_image_follows_from_the_other(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "p.png").write_bytes(picture("RGB", (20, 10), "red"))
    assert ["RRRR....", "RRRR....", "........", "........"] == seen(
        art(), '<image href="p.png" width="4"/>'
    ).splitlines()


@pytest.mark.parametrize(
    "reference", ["http://x.invalid/a.png", "file:///etc/hostname", "//host/a.png"]
)
def test_nothing_outside_the_project_is_read(reference: str, art: Callable[[], Art]) -> None:
    with pytest.raises(StyleError) as caught:
        art().image(reference)
    assert ("art-refused", True) == (caught.value.code, reference in str(caught.value))


RED = picture("RGB", (2, 2), "red")


def test_names_may_be_written_as_in_addresses(folder: Path, art: Callable[[], Art]) -> None:
    """As Inkscape writes them; what is in such a name still is only looked up."""
    (folder / "a b\u00e9.png").write_bytes(RED)
    (folder / "100%25.png").write_bytes(RED)
    (folder / "a.svg").write_bytes(
        svg(
            '<image width="4" height="4" href="a%20b%C3%A9.png"/><image width="4" height="4" href="100%25.png"/>'
        )
    )
    found = art().image("a.svg")
    assert isinstance(found, Drawing)
    assert 1 == len(found.pictures)
    assert art().image("./a%20b%C3%A9.png") is not None
    for out in ("..%2F..%2Fgame.yaml", "./../../game.yaml"):
        with pytest.raises(StyleError, match="cannot name a drawing"):
            art().image(out)


def test_a_data_address_may_leave_out_how_it_is_filled_up(art: Callable[[], Art]) -> None:
    for extra in range(3):
        text = base64.b64encode(RED + bytes(extra)).decode()
        assert art().image(f"data:image/png;base64,{text}") == art().image(
            f"data:image/png;base64,{text.rstrip('=')}"
        )


def test_a_misspelt_name_is_told_with_the_nearest(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "candy.svg").write_bytes(svg(FLAT))
    with pytest.raises(StyleError) as caught:
        art().image("cndy.svg")
    assert ("file-missing", True) == (caught.value.code, '"cndy.svg"' in str(caught.value))
    assert caught.value.remedy.startswith('did you mean "candy.svg"')


def test_faults_of_art_are_told_in_its_own_file(folder: Path, art: Callable[[], Art]) -> None:
    """All of them, with their lines, however often the art is placed."""
    (folder / "a.svg").write_bytes(svg('\n<set/>\n<rect width="x"/>'))
    with pytest.raises(DrawingError) as caught:
        seen(
            art(),
            '<image href="a.svg" width="1" height="1"/><image href="a.svg" width="2" height="2"/>',
        )
    assert ((), 2) == (caught.value.faults, len(caught.value.problems))
    assert ["a.svg", "a.svg"] == [
        problem.place.file.name for problem in caught.value.problems if problem.place
    ]
    assert [2, 3] == [problem.place.line for problem in caught.value.problems if problem.place]


def test_faults_of_a_drawing_in_an_address_keep_their_remedies(art: Callable[[], Art]) -> None:
    inside = quote(svg("<set/>\n<foreignObject/>"))
    with pytest.raises(DrawingError) as caught:
        seen(art(), f'<image href="data:image/svg+xml,{inside}" width="9" height="9"/>')
    (fault,) = caught.value.faults
    what = "<image>: the drawing in the data: address: <set> is not drawn here; <foreignObject> is not drawn here"
    assert (
        what,
        "a card stands still; take it away; in the program that drew it make its text plain text or paths, and export it again",
    ) == (fault.what, fault.remedy)


def test_each_missing_letter_is_told_with_one_remedy(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "a.svg").write_bytes(
        svg('<text x="1" y="9" font-family="Nunito">\u0e01\u0e02</text>')
    )
    with pytest.raises(DrawingError) as caught:
        seen(art(), '<image href="a.svg" width="1" height="1"/>')
    (problem,) = caught.value.problems
    assert 'a.svg:1 glyph-missing "ก" 2 2 "ข" 2 2' == brief(problem)
    assert '"ก" (U+0E01), "ข" (U+0E02)' == problem.measured
    assert 2 == problem.what.count("tried in Nunito")
    assert "use another" not in problem.what
    assert problem.remedy.startswith("put a font that has it into fonts/, such as Noto Sans Thai,")


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", picture("RGB", (9, 9), "red")[:45]]
)
def test_a_broken_picture_is_told(data: bytes, folder: Path, art: Callable[[], Art]) -> None:
    (folder / "p.png").write_bytes(data)
    with raises_finding("p.png file-unreadable"):
        art().image("p.png")


def test_a_picture_beyond_measure_is_refused(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "p.png").write_bytes(claiming("1", 20_000, 12_000))
    (folder / "q.png").write_bytes(claiming("RGB", 65_000, 65_000))
    for name in ("p.png", "q.png"):
        with pytest.raises(
            CardgenError, match="the picture has more than 220 million pixels; make it smaller"
        ):
            art().image(name)


def test_a_picture_of_too_many_pixels_is_made_smaller(folder: Path, art: Callable[[], Art]) -> None:
    for ending, kind in (("png", "PNG"), ("jpg", "JPEG")):
        out = io.BytesIO()
        Image.new("L", (8_000, 6_000), 90).save(out, kind)
        (folder / f"p.{ending}").write_bytes(out.getvalue())
        found = art().image(f"p.{ending}")
        assert found.width * found.height <= LARGEST
        assert (found.width / found.height, kind) == (
            pytest.approx(8 / 6, abs=0.001),
            Image.open(io.BytesIO(found.data)).format,
        )


def test_a_drawing_that_was_refused_is_not_tried_again(
    folder: Path, art: Callable[[], Art], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor walked twice where it grows without bound."""
    towers = "".join(
        f'<g id="a{n}"><use href="#a{n + 1}"/><use href="#a{n + 1}"/></g>' for n in range(30)
    )
    (folder / "tower.svg").write_bytes(
        svg(f'<defs>{towers}<g id="a30"><rect width="1" height="1"/></g></defs><use href="#a0"/>')
    )
    walks = []
    monkeypatch.setattr(
        "cardgen.engine.svg.paint.paint",
        lambda *given, **more: walks.append(given) or paint(*given, **more),
    )
    shown = art()
    for _ in range(3):
        with raises_finding("tower.svg:1 art-refused"):
            shown.image("tower.svg")
    with raises_finding("tower.svg:1 art-refused"):
        art().image("tower.svg")  # in another process, or the next run
    assert 1 == len(walks)


def test_art_that_contains_itself_is_told(folder: Path, art: Callable[[], Art]) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (folder / f"{name}.svg").write_bytes(
            svg(f'<image href="{other}.svg" width="1" height="1"/>')
        )
    with pytest.raises(CardgenError, match=r'"a\.svg" contains itself'):
        art().image("a.svg")


def test_drawings_stand_only_so_deep_inside_one_another(
    folder: Path, art: Callable[[], Art]
) -> None:
    for number in range(40):
        (folder / f"{number}.svg").write_bytes(
            svg(f'<image href="{number + 1}.svg" width="1" height="1"/>')
        )
    with pytest.raises(CardgenError, match="drawings stand inside one another"):
        art().image("0.svg")


def test_converted_art_is_kept_between_runs(
    folder: Path, tmp_path: Path, art: Callable[[], Art], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run converts nothing, and what it has is the same."""
    for name, body in (
        ("flat", FLAT),
        ("walked", '<g opacity=".5"><rect width="3" height="2" fill="red"/></g>' + FLAT),
    ):
        (folder / f"{name}.svg").write_bytes(
            svg(body, attributes='preserveAspectRatio="xMinYMin"' if name == "walked" else "")
        )
    first = [art().image(name) for name in ("flat", "walked")]
    monkeypatch.setattr(
        Art,
        "_convert",
        lambda self, data: (
            pytest.fail("it was converted again") if b"opacity" not in data else first[1]
        ),
    )
    second = [art().image(name) for name in ("flat", "walked")]
    for was, now in zip(first, second, strict=True):
        assert isinstance(was, Drawing)
        assert isinstance(now, Drawing)
        assert (was.name, was.box, was.fit, was.content) == (
            now.name,
            now.box,
            now.fit,
            now.content,
        )
        # unpacked when somebody looks, as here
        assert (was.items, written(was.items).content) == (now.items, now.content)


def test_changed_art_is_converted_anew(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "a.svg").write_bytes(svg(FLAT))
    first = art().image("a")
    (folder / "a.svg").write_bytes(svg(FLAT.replace("ff0000", "00ff00")))
    second = art().image("a")
    assert isinstance(first, Drawing)
    assert isinstance(second, Drawing)
    assert first.content != second.content


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"no JSON",
        b'{"box": 3}\n',
        b"[]\n0 0 m",
        b'{"box": [0, 0, 1], "fit": "", "states": {}, "shadings": {}}\n',
    ],
)
def test_a_kept_file_that_makes_no_sense_is_no_loss(
    kept: bytes, folder: Path, tmp_path: Path, art: Callable[[], Art]
) -> None:
    (folder / "a.svg").write_bytes(svg(FLAT))
    good = art().image("a")
    (key,) = [path.name for path in (tmp_path / "cache").iterdir()]
    Cache(tmp_path / "cache").put(key, kept)
    again = art().image("a")
    assert isinstance(good, Drawing)
    assert isinstance(again, Drawing)
    assert good.content == again.content


def test_a_root_that_refers_to_the_box_around_is_drawn_for_each_box(
    folder: Path, art: Callable[[], Art]
) -> None:
    """Moved by three units of the card, whatever its own scale; and again when it comes out of the
    cache."""
    (folder / "a.svg").write_bytes(
        svg('<rect width="8" height="4" fill="#ff0000"/>', attributes='transform="translate(3)"')
    )
    for _ in range(2):
        assert (
            seen(art(), '<image href="a" width="8" height="4"/>') == "...RRRRR\n" * 3 + "...RRRRR"
        )
        assert (
            seen(art(), '<image href="a" width="16" height="8"/>') == "...RRRRR\n" * 3 + "...RRRRR"
        )


@pytest.mark.parametrize(
    ("said", "body"),
    [
        ('transform="rotate(9)"', "<style>svg > g{opacity:.5}</style><g/>"),
        (
            'clip-path="url(#c)"',
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>',
        ),
        ('clip-path="circle(3px)"', "<g/>"),
    ],
)
def test_a_root_whose_box_no_element_has_is_refused(
    said: str, body: str, folder: Path, art: Callable[[], Art]
) -> None:
    (folder / "a.svg").write_bytes(svg(body, attributes=said))
    with pytest.raises(CardgenError, match="on the outermost <svg> is not drawn here"):
        art().image("a")


def test_pictures_inside_drawings_are_no_finer_than_paper_shows(
    folder: Path, art: Callable[[], Art]
) -> None:
    """100 pixels to a unit in a file, placed at half its size: 10 to a unit are kept, by clips and
    groups and in all places the most."""
    (folder / "p.png").write_bytes(picture("RGB", (200, 200), "red"))
    inner = '<clipPath id="c"><circle cx="1" cy="1" r="1"/></clipPath><image id="p" href="p.png" width="2" height="2"/>'
    (folder / "a.svg").write_bytes(
        svg(
            f'<g opacity=".5">{inner}</g><use href="#p" x="3" transform="scale(.5)" clip-path="url(#c)"/>'
        )
    )

    def sizes(drawing: Drawing) -> set[int]:
        own = {each.width for each in drawing.pictures.values()}
        return own.union(*(sizes(each) for each in drawing.needs.values()))

    for href, expected in (("a.svg", {10}), ("p.png", {40})):
        card = read_svg(
            svg(
                f'<image href="{href}" width="4" height="2"/>'
                if href == "a.svg"
                else f'<image href="{href}" width="4"/>'
            )
        )
        found = paint(card, art(), density=10)
        assert expected == sizes(found)
        assert {200} == sizes(paint(card, art()))
        assert letters(pixels(pdf_of(found))) == letters(pixels(pdf_of(paint(card, art()))))


def test_art_remembers_what_it_used(folder: Path, art: Callable[[], Art]) -> None:
    (folder / "a.svg").write_bytes(svg(FLAT))
    (folder / "b.png").write_bytes(picture("RGB", (2, 2), "red"))
    mine = art()
    assert isinstance(mine.image("b"), Picture)
    assert {folder / "b.png"} == mine.used


def test_the_same_art_is_one_form_however_often_it_is_placed(
    folder: Path, art: Callable[[], Art]
) -> None:
    (folder / "a.svg").write_bytes(svg(FLAT))
    found = paint(read_svg(svg('<image href="a" width="2" height="1"/>' * 9)), art())
    assert 1 == len(found.forms)
