"""The PDF file: boxes, outline, fonts, resources, and the same bytes each time, as independent
readers find them."""

from __future__ import annotations

import io
import zlib

import pikepdf
import pypdfium2
import pytest
from operators import rectangle_steps, stand_in
from pictures import drawing, pdf_of, shipped_fonts, svg, text_of
from PIL import Image

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import BLACK, PaintedPath, PlacedForm, as_path
from cardgen.engine.graphics.drawing import Drawing, Film, Picture
from cardgen.engine.graphics.outlines import rectangle
from cardgen.engine.graphics.pdf import Pdf

F = 'font-family="Nunito" font-size="10"'
WORDS = svg(
    f'<text {F} y="10">Treats AVA fi</text><text {F} font-weight="800" y="20">Tricks</text>', 90, 30
)


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def fonts_of(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        each
        for each in document.objects
        if isinstance(each, pikepdf.Dictionary) and each.get("/Subtype") == "/Type0"
    ]


def streams(document: pikepdf.Pdf, kind: str) -> list[pikepdf.Stream]:
    """The forms or the pictures of a document."""
    return [
        each
        for each in document.objects
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == kind
    ]


def test_each_page_has_its_own_size_and_boxes() -> None:
    pdf = Pdf("test")
    pdf.page(Box(0, 0, 200, 100), trim=Box(10, 20, 30, 40), bleed=Box(5, 15, 40, 50))
    pdf.page(Box(0, 0, 100, 200))
    pdf.page(Box(0, 0, 50, 50), trim=Box(1, 1, 2, 2))
    assert 3 == pdf.pages
    boxes = [
        [
            [float(side) for side in page[name]] if name in page else None
            for name in ("/MediaBox", "/TrimBox", "/BleedBox")
        ]
        for page in opened(pdf.bytes()).pages
    ]
    assert [
        [[0, 0, 200, 100], [10, 20, 40, 60], [5, 15, 45, 65]],
        [[0, 0, 100, 200], None, None],
        [[0, 0, 50, 50], [1, 1, 3, 3], None],
    ] == boxes


def test_a_picture_of_more_inks_looks_as_those_that_stand_for_them() -> None:
    """Where a reader has no plate for them."""
    films = (
        Film("One", (0, 1, 0, 0), bytes([128])),
        Film("Other Ink", (0.1, 0, 0.8, 0.2), bytes([51])),
    )
    shown = []
    for inks, beside in (((51, 25, 0, 10), films), ((51 + 5, 25 + 128, 41, 10 + 10), ())):
        pdf = Pdf("inks")
        picture = Picture(zlib.compress(bytes(inks)), 1, 1, inked=True, films=beside)
        form = Drawing([PlacedForm("I")], Box(0, 0, 1, 1), pictures={"I": picture})
        pdf.page(Box(0, 0, 9, 9)).place(form, Matrix(9, 0, 0, 9, 0, 0))
        shown.append(pypdfium2.PdfDocument(pdf.bytes())[0].render().to_pil().getpixel((4, 4)))
    assert shown[1] == pytest.approx(shown[0], abs=2)
    assert [] == [part for part in shown[0] if part > 240]


def test_the_outline_leads_to_its_pages() -> None:
    pdf = Pdf("test")
    for title in ("one", "", "three ü"):
        pdf.page(Box(0, 0, 10, 10), outline=title)
    document = opened(pdf.bytes())
    with document.open_outline() as outline:
        assert ["one", "three ü"] == [item.title for item in outline.root]
    assert "/UseOutlines" == document.Root.PageMode


def test_title_and_metadata() -> None:
    document = opened(_titled())
    about = document.docinfo
    assert ["Candy ü", "A", "S", "K", "cardgen"] == [
        str(about[key]) for key in ("/Title", "/Author", "/Subject", "/Keywords", "/Creator")
    ]
    assert "de" == str(document.Root.Lang)
    assert "/None" == document.Root.ViewerPreferences.PrintScaling


def _titled() -> bytes:
    pdf = Pdf("Candy ü", author="A", subject="S", keywords="K", language="de")
    pdf.page(Box(0, 0, 10, 10))
    return pdf.bytes()


def test_the_same_calls_make_the_same_bytes() -> None:
    assert pdf_of(drawing(WORDS)) == pdf_of(drawing(WORDS))


def test_the_date_is_that_of_the_environment_or_always_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SOURCE_DATE_EPOCH, as reproducible builds set it; what is no time is refused in words."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    usual = Pdf("a").bytes()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    dated = Pdf("a").bytes()
    assert b"D:20231114" in dated
    assert b"D:20231114" not in usual
    for text in ("x", "-1", "1e3", "9" * 30, "٣"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", text)
        with pytest.raises(CardgenError, match="which is no time in seconds since 1970"):
            Pdf("a")


def test_files_ask_to_be_printed_as_they_are() -> None:
    """At their size, on paper of their size."""
    pdf = Pdf("a")
    pdf.page(Box(0, 0, 9, 9))
    with opened(pdf.bytes()) as document:
        wishes = document.Root.ViewerPreferences
        assert ("/None", True) == (str(wishes.PrintScaling), wishes.PickTrayByPDFSize)
        # which knows these wishes: validators refuse a file that says more than its version
        assert "1.7" == document.pdf_version


def test_fonts_are_embedded_and_hold_only_what_is_used() -> None:
    document = opened(pdf_of(drawing(WORDS)))
    fonts = fonts_of(document)
    assert 2 == len(fonts)
    for font in fonts:
        descendant = font.DescendantFonts[0]
        file = descendant.FontDescriptor.FontFile2.read_bytes()
        assert len(file) < 30_000
        assert len(file) == int(descendant.FontDescriptor.FontFile2.Length1)
        assert str(font.BaseFont)[7] == "+"
        assert (
            str(font.BaseFont)
            == str(descendant.BaseFont)
            == str(descendant.FontDescriptor.FontName)
        )
    assert 2 == len({str(font.BaseFont) for font in fonts})


def test_every_glyph_has_its_width_in_thousandths_of_the_em() -> None:
    document = opened(pdf_of(drawing(svg(f'<text {F} y="10">M</text>', 30, 20))))
    font = shipped_fonts().face("Nunito", 400)
    ((gid, widths),) = zip(*[iter(fonts_of(document)[0].DescendantFonts[0].W)] * 2, strict=True)
    assert [float(width) for width in widths] == pytest.approx(
        [font.glyph_width(int(gid)) * 1000 / font.units_per_em]
    )


def test_text_is_found_on_pages_and_in_forms_within_forms() -> None:
    inner = drawing(WORDS)
    group = (
        '<g opacity=".5"><image href="i" width="90" height="30"/><rect width="1" height="1"/></g>'
    )
    outer = drawing(svg(group, 90, 30), images={"i": inner})
    for shared in (False, True):
        assert ["Treats", "AVA", "fi", "Tricks"] == text_of(pdf_of(outer, shared=shared)).split()


def test_a_font_that_only_a_form_uses_is_embedded_whole() -> None:
    """Glyphs of the page and of the form come together in one font."""
    inner = drawing(svg(f'<text {F} y="10">xyz</text>', 90, 30))
    outer = drawing(
        svg(f'<text {F} y="25">abc</text><image href="i" width="90" height="30"/>', 90, 30),
        images={"i": inner},
    )
    data = pdf_of(outer)
    document = opened(data)
    assert 1 == len(fonts_of(document))
    assert {"abc", "xyz"} == set(text_of(data).split())


def test_a_shared_drawing_is_written_once() -> None:
    pdf, shape = Pdf("test"), drawing('<rect width="3" height="2" fill="red"/>')
    for _ in range(3):
        page = pdf.page(Box(0, 0, 100, 100))
        for x in range(4):
            page.place(shape, Matrix.shift(x, 0), shared=True)
    document = opened(pdf.bytes())
    forms = streams(document, "/Form")
    assert 1 == len(forms)
    assert [0, 0, 8, 4] == [float(side) for side in forms[0].BBox]


def test_a_form_carries_the_resources_it_needs() -> None:
    """ReportLab's own forms lack graphics states and shadings: gradients would turn black and alpha
    opaque."""
    body = (
        '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient><rect width="4" height="4" fill="url(#g)"/>'
        '<rect width="2" height="2" fill-opacity=".5"/>'
    )
    document = opened(pdf_of(drawing(body), shared=True))
    (form,) = streams(document, "/Form")
    assert {"/ExtGState", "/Shading"} <= set(form.Resources.keys())
    assert "/Group" not in form


@pytest.mark.parametrize("kind", ["luminance", "alpha"])
def test_masks_say_what_lies_behind_them(kind: str) -> None:
    """Firefox would take half of white for white where nothing is said."""
    mask = f'<mask id="m" mask-type="{kind}"><rect width="4" height="4" fill="#fff" opacity=".5"/></mask>'
    document = opened(pdf_of(drawing(f'{mask}<rect width="4" height="4" mask="url(#m)"/>')))
    (found,) = (
        each.SMask
        for each in document.objects
        if isinstance(each, pikepdf.Dictionary) and "/SMask" in each
    )
    expected = {
        "luminance": ("/Luminosity", "/DeviceRGB", [0, 0, 0]),
        "alpha": ("/Alpha", "/DeviceRGB", None),
    }[kind]
    assert expected == (found.S, found.G.Group.CS, found.get("/BC") and list(found.BC))


_CLEAR = '<rect width="4" height="4" fill-opacity=".5"/>'


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(
    ("body", "grouped"),
    [
        ('<rect width="4" height="4"/>', False),
        (_CLEAR, True),
        (f'<g style="isolation:isolate">{_CLEAR}</g>', True),
        ('<rect width="4" height="4" style="mix-blend-mode:multiply"/>', True),
        (
            '<mask id="m"><rect width="1" height="1" fill="#fff"/></mask><rect width="4" height="4" mask="url(#m)"/>',
            True,
        ),
        ('<image href="clear" width="4" height="4"/>', True),
        ('<image href="opaque" width="4" height="4"/>', False),
    ],
)
def test_pages_that_let_something_through_say_in_which_colours_it_is_blended(
    body: str, grouped: bool, shared: bool
) -> None:
    """Acrobat else blends as in the inks of a press, and all of the page looks duller than the
    next."""
    images = {
        name: Picture.of_image(Image.new("RGBA", (2, 2), (255, 0, 0, alpha)))
        for name, alpha in (("clear", 100), ("opaque", 255))
    }
    document = opened(pdf_of(drawing(body, images=images), shared=shared))
    group = document.pages[0].get("/Group")
    assert grouped == (group is not None)
    assert not grouped or ("/Transparency", "/DeviceRGB") == (group.S, group.CS)


def test_a_picture_is_embedded_once_and_keeps_its_alpha() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (5, 4), (255, 0, 0, 128)).save(file, "PNG")
    placed = drawing(
        svg('<image href="p" width="4" height="2"/>' * 3),
        images={"p": Picture(file.getvalue(), 5, 4)},
    )
    document = opened(pdf_of(placed))
    images = streams(document, "/Image")
    assert [False, True] == sorted("/SMask" in image for image in images)
    assert {(5, 4)} == {(int(image.Width), int(image.Height)) for image in images}


@pytest.mark.parametrize(
    ("kind", "more"),
    [("JPEG", {}), ("MPO", {"save_all": True, "append_images": [Image.new("RGB", (2, 2))]})],
)
def test_a_jpeg_goes_in_as_it_is(kind: str, more: dict[str, object]) -> None:
    """So does that of a telephone, which has another picture behind the first."""
    file = io.BytesIO()
    Image.new("RGB", (5, 4), "red").save(file, kind, **more)
    with Image.open(io.BytesIO(file.getvalue())) as found:
        assert kind == found.format
    placed = drawing(
        svg('<image href="p" width="4" height="2"/>'), images={"p": Picture(file.getvalue(), 5, 4)}
    )
    document = opened(pdf_of(placed))
    (image,) = streams(document, "/Image")
    assert file.getvalue() == image.read_raw_bytes()


def test_a_photograph_that_was_held_upright_stays_a_jpeg() -> None:
    """It is stored on its side, with a note; its pixels unpacked would take many times the room."""
    turned, file = Image.Exif(), io.BytesIO()
    turned[274] = 6
    Image.linear_gradient("L").resize((60, 40)).convert("RGB").save(file, "JPEG", exif=turned)
    placed = drawing(
        svg('<image href="p" width="4" height="6"/>'),
        images={"p": Picture(file.getvalue(), 40, 60)},
    )
    document = opened(pdf_of(placed))
    (image,) = streams(document, "/Image")
    assert ("/DCTDecode", 40, 60) == (image.Filter, image.Width, image.Height)
    with Image.open(io.BytesIO(image.read_raw_bytes())) as found:
        assert (40, 60) == found.size
        assert found.getpixel((39, 30))[0] < 20 < 230 < found.getpixel((0, 30))[0]


def test_an_empty_drawing_is_an_empty_page() -> None:
    document = opened(pdf_of(drawing("")))
    assert 1 == len(document.pages)
    assert "/XObject" not in document.pages[0].Resources


def test_a_drawing_may_be_cut_where_it_is_placed() -> None:
    pdf = Pdf("test")
    page = pdf.page(Box(0, 0, 8, 4))
    page.place(
        Drawing([PaintedPath(as_path(rectangle(0, 0, 8, 4)), BLACK)], Box(0, 0, 8, 4)),
        Matrix(),
        clip=as_path(rectangle(0, 0, 2, 2)),
    )
    document = opened(pdf.bytes())
    clip = [("q", ()), ("cm", (1, 0, 0, 1, 0, 0)), *rectangle_steps(2, 2), ("W", ()), ("n", ())]
    shape = [("rg", (0, 0, 0)), *rectangle_steps(8, 4), ("f", ()), ("Q", ())]
    assert stand_in(clip + shape, document.pages[0])
