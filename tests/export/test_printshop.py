"""A print shop's PDF, read with pikepdf and pypdfium2 and held against the numbers of its
profile."""

from __future__ import annotations

import io
import itertools
import re
import tracemalloc
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from operators import Operators, form_operators, operators_of, steps_of
from pictures import drawing
from pikepdf import Array, Dictionary, Name
from PIL import Image, ImageCms
from projects import HEAD, run, svg, text, text_of, whole, write_project

from cardgen.engine.graphics.display_list import FlatColour
from cardgen.export.pdfx_check import SAYS, X4, faults
from cardgen.export.printshop import Shop
from cardgen.load.printer_files import SHIPPED
from cardgen.model.cards import Colour
from cardgen.prepress import inks
from cardgen.prepress.inks import ProcessColours, limited, shipped_profile

GAME = "title: Sweets\npalette: {ink: {rgb: '#202020', cmyk: [0, 0, 0, 100]}, red: {rgb: '#D03030', cmyk: [5, 90, 80, 5]}}\n"
GROUND = '<rect x="-4" y="-4" width="71.5" height="96.9" fill="#D03030"/>'
SHADE = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#D03030"/><stop offset="1" stop-color="#000020"/></linearGradient></defs>'
    '<rect x="20" y="20" width="20" height="20" fill="url(#g)"/><rect x="20" y="50" width="5" height="5" fill="#05020A"/>'
    '<linearGradient id="h" gradientUnits="userSpaceOnUse" x1="9" x2="50"><stop stop-color="#D03030"/><stop offset="1"/></linearGradient>'
    '<path d="M9 80H50" stroke="url(#h)" stroke-width="2"/>'
)
CARDS = "cards:\n  - {id: one}\n  - {id: two, copies: 3}\n  - {id: none, copies: 0}\n"


def photo() -> bytes:
    out = io.BytesIO()
    image = Image.new("RGB", (120, 120), "#000010")
    image.paste((200, 40, 60), (0, 0, 60, 120))
    image.save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return written(tmp_path)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file without faults."""
    return (
        export(written(tmp_path_factory.mktemp("clean")), "drivethrucards") / "main.pdf"
    ).read_bytes()


def written(root: Path) -> Path:
    image = '<image href="photo.png" x="45" y="50" width="10" height="10"/>'
    face = svg(
        GROUND + SHADE + image + text("{{ card.id }}").replace("<text", '<text fill="#202020"'),
        63.5,
        88.9,
    )
    templates = {"card.svg": face, "back.svg": svg(GROUND + text("back"), 63.5, 88.9)}
    deck = HEAD.replace("60mm x 80mm", "poker") + CARDS
    return write_project(
        root,
        {"main": deck},
        templates,
        game=GAME,
        files={"card_data/sweets/art/photo.png": photo()},
    )


def export(project: Path, printer: str) -> Path:
    result = run("export", "sweets", "--printer", printer, project=project)
    assert 0 == result.exit_code, result.output
    return project / "output" / "sweets" / printer / "main"


def test_pages_boxes_and_order(project: Path) -> None:
    """Back before front for every copy; the trim a bleed inside the page; title, version and
    intent."""
    file = export(project, "drivethrucards") / "main.pdf"
    assert ["back", "one", *["back", "two"] * 3] == [page.strip() for page in text_of(file)]
    with pikepdf.open(file) as pdf:
        assert "1.4" == pdf.pdf_version
        for page in pdf.pages:
            assert (
                [0, 0, 198, 270]
                == [round(float(value), 3) for value in page.MediaBox]
                == [round(float(value), 3) for value in page.BleedBox]
            )
            assert [9, 9, 189, 261] == [round(float(value), 3) for value in page.TrimBox]
        assert "PDF/X-1a:2003" == pdf.docinfo["/GTS_PDFXVersion"]
        assert ("Sweets: Main", "", "For DriveThruCards") == tuple(
            pdf.docinfo[f"/{key}"] for key in ("Title", "Author", "Subject")
        )
        intent = pdf.Root.OutputIntents[0]
        assert b"CMYK" == intent.DestOutputProfile.read_bytes()[16:20]
        assert ("FOGRA39", "http://www.color.org") == (
            str(intent.OutputConditionIdentifier),
            str(intent.RegistryName),
        )
        assert "/PageLabels" not in pdf.Root
    assert whole(file)


@pytest.mark.parametrize("form", ["x-1a", "x-4"])
def test_the_date_is_no_days_unless_the_environment_says_one(
    project: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    profile = (SHIPPED / "offset.yaml").read_text("utf-8").replace("die_line: yes", f"form: {form}")
    (project / "card_data/printers").mkdir()
    (project / "card_data/printers/mine.yaml").write_text(profile, "utf-8")
    for seconds, date in (("", "20000101000000"), ("1700000000", "20231114221320")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
        with pikepdf.open(export(project, "mine") / "main.pdf") as pdf:
            assert [f"D:{date}Z"] * 2 == [
                str(pdf.docinfo[key]) for key in ("/CreationDate", "/ModDate")
            ]
            if form == "x-4":
                said = pdf.open_metadata()["xmp:CreateDate"]
                assert f"{date}Z" == re.sub("[-:T]", "", said)


def test_it_meets_the_checked_requirements(project: Path) -> None:
    """Without a fault in colours, ink, fonts, boxes and structure; and an offset house has its own
    limit."""
    assert [] == faults((export(project, "drivethrucards") / "main.pdf").read_bytes(), ink=240)
    assert [] == faults((export(project, "offset") / "main.pdf").read_bytes(), ink=300)
    assert faults((export(project, "offset") / "main.pdf").read_bytes(), ink=100)


def test_pictures_take_memory_for_the_file_and_not_for_each_step(
    project: Path, tmp_path: Path
) -> None:
    """The file is put together twice, so it is there twice; pictures as they are painted, packed
    and written are not there as well."""
    noise = [Image.effect_noise((500, 700), sigma) for sigma in (90, 100, 110)]
    pictures = {}
    for number in range(8):
        out = io.BytesIO()
        Image.merge("RGB", [band.rotate(number) for band in noise]).save(
            out, "PNG", compress_level=1
        )
        pictures[f"card_data/sweets/art/noise{number}.png"] = out.getvalue()
    face = svg(
        '<image href="{{ card.art }}" x="-4" y="-4" width="71.5" height="96.9"/>', 63.5, 88.9
    )
    cards = "".join(f"  - {{id: c{number}, art: noise{number}.png}}\n" for number in range(8))
    deck = HEAD.replace("60mm x 80mm", "poker") + "cards:\n" + cards
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": face, "back.svg": svg(GROUND, 63.5, 88.9)},
        game=GAME,
        files=pictures,
    )
    export(project, "drivethrucards")  # loads the modules that are loaded when they are needed
    tracemalloc.start()
    try:
        (file,) = export(root, "drivethrucards").glob("*.pdf")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert file.stat().st_size > 8 << 20
    assert most < 6 * file.stat().st_size


def test_qpdf_finds_nothing(project: Path, tmp_path: Path) -> None:
    """As `qpdf --check` does, and it would find a file that ends too soon."""
    file = export(project, "drivethrucards") / "main.pdf"
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(file.read_bytes()[:-200])
    for each, code in ((file, 0), (cut, 3)):
        checked = pikepdf.Job(["qpdf", "--check", str(each)])
        checked.run()
        assert code == checked.exit_code


def test_palette_colours_are_their_own_inks(project: Path) -> None:
    """Text in the palette's ink is black alone; the red ground is the palette's red; nothing is
    RGB."""
    file = export(project, "drivethrucards") / "main.pdf"
    operators = Operators()
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            operators += operators_of(page)
    for form in form_operators(file):
        operators += form
    assert ("k", (0.0, 0.0, 0.0, 1.0)) in operators
    assert ("k", (0.05, 0.9, 0.8, 0.05)) in operators
    assert {name for name, _ in operators}.isdisjoint(("rg", "RG"))


# -- gradients
# ------------------------------------------------------------------------------------------------------------------------

MIXED = ProcessColours(
    {
        "ink": Colour("#202020", (0, 0, 0, 100)),
        "red": Colour("#D03030", (5, 90, 80, 5)),
        "grey": Colour("#808080", (0, 0, 0, 50)),
    },
    240,
)
PROFILED = ProcessColours({}, 240)
GRADIENTS = [
    ("#000000", "#FFFF00"),
    ("#0000FF", "#FFFF00"),
    ("#FF0000", "#00FF00"),
    ("#000000", "#FFFFFF"),
    ("#2B2138", "#F08A24"),
]


def rgb(text: str) -> tuple[float, float, float]:
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def part_way(one: str, other: str, share: float) -> tuple[float, float, float]:
    red, green, blue = (a + share * (b - a) for a, b in zip(rgb(one), rgb(other), strict=True))
    return red, green, blue


def value(function: Dictionary, at: float) -> list[float]:
    """A function of a PDF at a place, as viewers work it out (ISO 32000-1, 7.10)."""
    if function.FunctionType == 2:
        return [
            float(a) + at * (float(b) - float(a))
            for a, b in zip(function.C0, function.C1, strict=True)
        ]
    bounds = [0.0, *map(float, function.Bounds), 1.0]
    index = next(i for i in range(len(bounds) - 1) if at <= bounds[i + 1])
    return value(
        function.Functions[index], (at - bounds[index]) / (bounds[index + 1] - bounds[index])
    )


def in_inks(*colours: str, inks: ProcessColours = MIXED) -> Dictionary:
    """The function of a gradient over evenly set colours, in inks."""
    stops = "".join(
        f'<stop offset="{i / (len(colours) - 1)}" stop-color="{colour}"/>'
        for i, colour in enumerate(colours)
    )
    made = drawing(
        f'<linearGradient id="g">{stops}</linearGradient><rect width="8" height="4" fill="url(#g)"/>'
    )
    (found,) = Shop(inks, blends=False).inked(made).stream.shadings.values()
    return pikepdf.Object.parse(found.encode()).Function


def far(one: Iterable[float], other: Iterable[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "colours",
    [*GRADIENTS, ("#000000", "#FFFF00", "#0000FF"), ("#FF8800", "#2244AA", "#2244AA", "#000000")],
)
def test_a_gradient_follows_its_screen_colours_through_the_profile(
    colours: tuple[str, ...],
) -> None:
    """Each part of it, at a quarter, the middle and three quarters within 1.5 % of an ink,
    elsewhere within 5 %; and within the limit."""
    function, parts = in_inks(*colours), len(colours) - 1
    for part, (one, other) in enumerate(itertools.pairwise(colours)):
        for step in range(97):
            inks = value(function, (part + step / 96) / parts)
            room = 0.015 if step in (0, 24, 48, 72, 96) else 0.05
            # greys alone stay in black
            read = PROFILED.of if {one, other} == {"#000000", "#FFFFFF"} else PROFILED.in_gradient
            assert far(inks, read(FlatColour(part_way(one, other, step / 96)))) < room, (
                one,
                other,
                step,
            )
            assert sum(inks) <= 2.4 + 1e-3


def test_a_gradient_of_text_follows_too() -> None:
    """There it is a pattern, in a form."""
    stops = '<stop stop-color="#0000FF"/><stop offset="1" stop-color="#FFFF00"/>'
    made = drawing(
        f'<linearGradient id="g">{stops}</linearGradient><text y="3" font-family="Nunito" fill="url(#g)">A</text>'
    )
    (form,) = Shop(MIXED, blends=False).inked(made).forms.values()
    (pattern,) = form.stream.patterns.values()
    shaded = pikepdf.Object.parse(pattern.encode()).Shading
    assert "/DeviceCMYK" == shaded.ColorSpace
    assert (
        far(
            value(shaded.Function, 0.25),
            PROFILED.of(FlatColour(part_way("#0000FF", "#FFFF00", 0.25))),
        )
        < 0.015
    )


def test_a_gradient_has_no_more_parts_than_it_needs() -> None:
    """Colours nearly alike are one part; and twelve are the most."""
    assert 2 == in_inks("#203040", "#223344").FunctionType
    assert 4 <= len(in_inks("#0000FF", "#FFFF00").Functions) <= 12


def test_a_colour_of_the_palette_has_its_own_inks_in_a_gradient_too() -> None:
    """Where its stop stands; from there on inks change little by little, also where the gradient
    passes another colour of the palette."""
    for one, other in (
        ("#202020", "#FFFFF0"),
        ("#F0F000", "#D03030"),
        ("#202020", "#D03030"),
        ("#000000", "#FFFFFF"),
    ):
        function = in_inks(one, other)
        read = PROFILED.of if one == "#000000" else PROFILED.in_gradient
        assert far(value(function, 0), MIXED.of(FlatColour(rgb(one)))) < 1e-3
        assert far(value(function, 1), MIXED.of(FlatColour(rgb(other)))) < 1e-3
        assert far(value(function, 0.5), read(FlatColour(part_way(one, other, 0.5)))) < 0.015
        assert all(
            far(value(function, step / 200), value(function, (step + 1) / 200)) < 0.03
            for step in range(200)
        )


@pytest.mark.parametrize("other", ["#808080", "#FFFFFF"])
def test_a_gradient_of_black_ink_alone_stays_on_one_plate(other: str) -> None:
    """To another colour of black ink alone, or to the paper."""
    function = in_inks("#202020", other)
    assert all(value(function, step / 10)[:3] == [0, 0, 0] for step in range(11))
    assert value(function, 0.5)[3] == pytest.approx((1 + MIXED.of(FlatColour(rgb(other)))[3]) / 2)


def test_an_offset_house_gets_each_card_once_with_a_die_line(project: Path) -> None:
    """Front before back; a list with the copies; the die line in a spot colour on the same page."""
    (project / "card_data/sweets/game.yaml").write_text(GAME + "designer: A. Baker\n", "utf-8")
    folder = export(project, "offset")
    assert ["one", "back", "two", "back"] == [page.strip() for page in text_of(folder / "main.pdf")]
    assert "number,card,copies\n1,one,1\n2,two,3\n" == (folder / "cards.csv").read_text()
    die = (folder / "main-die-line.pdf").read_bytes()
    assert [] == faults(die, ink=300)
    with (
        pikepdf.open(folder / "main-die-line.pdf") as pdf,
        pikepdf.open(folder / "main.pdf") as sides,
    ):
        assert ("A. Baker", "For an offset house") == (
            pdf.docinfo["/Author"],
            pdf.docinfo["/Subject"],
        )
        (space,) = pdf.pages[0].Resources.ColorSpace.values()
        assert ["/Separation", "/Die"] == [str(part) for part in space[:2]]
        assert list(map(float, pdf.pages[0].TrimBox)) == list(map(float, sides.pages[0].TrimBox))


def test_the_same_input_gives_the_same_bytes(project: Path) -> None:
    first = (export(project, "drivethrucards") / "main.pdf").read_bytes()
    assert first == (export(project, "drivethrucards") / "main.pdf").read_bytes()


def test_a_side_that_is_missing_is_a_white_page(project: Path) -> None:
    """Backs stay behind their fronts: a card without one, or a whole deck, has a white page there
    for a printer that counts pages."""
    deck = HEAD.replace("60mm x 80mm", "poker").replace("back: back.svg\n", "")
    write_project(
        project,
        {
            "main": deck + "cards:\n  - {id: one}\n  - {id: two, back: back.svg}\n",
            "other": deck + CARDS,
        },
        game=GAME,
    )
    for name, wide in (
        ("card", svg(GROUND + text("{{ card.id }}"), 63.5, 88.9)),
        ("back", svg(GROUND + text("back"), 63.5, 88.9)),
    ):
        (project / f"templates/{name}.svg").write_text(wide)
    folder = export(project, "drivethrucards").parent
    assert ["", "one", "back", "two"] == [
        page.strip() for page in text_of(folder / "main/main.pdf")
    ]
    assert ["", "one", *["", "two"] * 3] == [
        page.strip() for page in text_of(folder / "other/other.pdf")
    ]
    assert [] == faults((folder / "other/other.pdf").read_bytes(), ink=240)
    folder = export(project, "offset").parent
    assert ["one", "", "two", "back"] == [
        page.strip() for page in text_of(folder / "main/main.pdf")
    ]
    assert ["one", "two"] == [page.strip() for page in text_of(folder / "other/other.pdf")]


def test_the_profile_of_the_printers_own_press(project: Path) -> None:
    """A printer's own ICC profile converts what the palette does not say, and stands in the output
    intent with its condition."""
    folder = project / "card_data/printers"
    folder.mkdir()
    other = bytearray(shipped_profile())
    other[80:84] = b"mine"  # its creator, which changes nothing but the bytes
    (folder / "mine.icc").write_bytes(other)
    source = (SHIPPED / "offset.yaml").read_text("utf-8")
    (folder / "ours.yaml").write_text(
        source.replace("ink: 300\n", "ink: 300\nprofile: mine.icc\ncondition: FOGRA51\n"), "utf-8"
    )
    with pikepdf.open(export(project, "ours") / "main.pdf") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert ("FOGRA51", bytes(other)) == (
            str(intent.OutputConditionIdentifier),
            intent.DestOutputProfile.read_bytes(),
        )
    (folder / "mine.icc").write_bytes(
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    )
    result = run("export", "sweets", "--printer", "ours", project=project)
    assert (2, True) == (result.exit_code, result.tells("is not the ICC profile of a press"))
    (folder / "mine.icc").unlink()
    result = run("export", "sweets", "--printer", "ours", project=project)
    assert (2, True) == (
        result.exit_code,
        result.tells('no ICC profile called "mine.icc" lies beside it'),
    )
    (folder / "ours.yaml").write_text(
        source.replace("ink: 300\n", "ink: 300\nprofile: [mine.icc]\n"), "utf-8"
    )
    result = run("export", "sweets", "--printer", "ours", project=project)
    assert (2, True) == (
        result.exit_code,
        result.tells("ours.yaml:12:10 text-expected"),
    )


def test_a_damaged_profile_is_told_with_the_line_that_names_it(project: Path) -> None:
    """One that is cut off, one with nothing but a head, and one that knows only one direction."""
    folder = project / "card_data/printers"
    folder.mkdir()
    source = (SHIPPED / "offset.yaml").read_text("utf-8")
    (folder / "ours.yaml").write_text(
        source.replace("ink: 300\n", "ink: 300\nprofile: mine.icc\n"), "utf-8"
    )
    line = 1 + (folder / "ours.yaml").read_text("utf-8").splitlines().index("profile: mine.icc")
    data = shipped_profile()
    for damaged in (data[:5000], data[:128], data.replace(b"A2B", b"zzz")):
        (folder / "mine.icc").write_bytes(damaged)
        result = run("export", "sweets", "--printer", "ours", project=project)
        assert (2, True) == (
            result.exit_code,
            f"ours.yaml:{line}: profile: mine.icc is damaged" in result.stderr,
        )


def test_one_colour_can_be_two_mixtures_of_inks(project: Path) -> None:
    """Templates name colours of the palette, and drawings keep their names: in shapes, texts and
    gradients; others see one colour."""
    game = GAME.replace(
        "red:", "night: {rgb: '#202020', cmyk: [60, 40, 40, 100]}, dusk: '#202020', red:"
    )
    (project / "card_data/sweets/game.yaml").write_text(game, "utf-8")
    names = ("ink", "night", "dusk")
    shapes = "".join(
        f'<rect x="{9 * i}" width="5" height="5" fill="{{{{ palette.{name} }}}}"/>'
        for i, name in enumerate(names)
    )
    stops = '<stop stop-color="{{ palette.night }}"/><stop offset="1" style="stop-color:{{ palette.ink }}"/>'
    shade = f'<linearGradient id="n">{stops}</linearGradient><rect y="9" width="30" height="5" fill="url(#n)"/>'
    words = text("{{ mix(palette.night, palette.red, 0) }}").replace(
        "<text", '<text fill="{{ palette.night }}"'
    )
    (project / "templates/card.svg").write_text(svg(shapes + shade + words, 63.5, 88.9), "utf-8")
    file = export(project, "drivethrucards") / "main.pdf"
    with pikepdf.open(file) as pdf:
        forms = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        ]
        (form,) = [each for each in forms if "/Shading" in each.Resources]
        (shading,) = form.Resources.Shading.values()
        used = [inks for operator, inks in steps_of(form) if operator == "k"]
        assert [(0, 0, 0, 1), (0.6, 0.4, 0.4, 1), (0.6, 0.4, 0.4, 1)] == [
            used[0],
            used[1],
            used[-1],
        ]
        assert far(used[2], PROFILED.of(FlatColour.grey(32 / 255))) < 0.01
        assert far(value(shading.Function, 0), (0.6, 0.4, 0.4, 1)) < 1e-3
        assert far(value(shading.Function, 1), (0, 0, 0, 1)) < 1e-3
    assert "#202020" in "".join(text_of(file))
    export(project, "makeplayingcards")


def test_colours_that_art_says_in_inks_keep_them() -> None:
    made = drawing('<rect width="2" height="2" fill="device-cmyk(0.1 0.2 0.3 0.4)"/>')
    inked = operators_of(Shop(MIXED, blends=False).inked(made).content)
    assert inked["k", (0.1, 0.2, 0.3, 0.4)]
    assert operators_of(made.content)["rg", (0.54, 0.48, 0.42)]


def stored(image: Image.Image, **how: object) -> bytes:
    out = io.BytesIO()
    image.save(out, **{"format": "PNG", **how})
    return out.getvalue()


def with_pictures(project: Path, pictures: Mapping[str, bytes]) -> None:
    """A card that shows these pictures in a row, 10 mm each."""
    for name, data in pictures.items():
        (project / "card_data/sweets/art" / name).write_bytes(data)
    shown = "".join(
        f'<image href="{name}" x="{5 + 7 * i}" y="40" width="6" height="6"/>'
        for i, name in enumerate(pictures)
    )
    (project / "templates/card.svg").write_text(svg(GROUND + shown, 63.5, 88.9))


def inked_pictures(file: Path) -> list[bytes]:
    with pikepdf.open(file) as pdf:
        return [
            each.read_bytes()
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]


@pytest.mark.filterwarnings("error")
def test_a_picture_is_the_same_in_every_kind_of_png(project: Path) -> None:
    """Sixteen bits, palettes, and an alpha that is opaque: in inks the same, and on the screen."""
    grey = Image.new("L", (80, 80), 64)
    grey.paste(192, (40, 0, 80, 80))
    wide = Image.frombytes(
        "I;16", grey.size, b"".join(bytes((value, value)) for value in grey.tobytes())
    )
    palette = grey.convert("P")
    kinds = {
        "L": grey,
        "LA": grey.convert("LA"),
        "RGB": grey.convert("RGB"),
        "RGBA": grey.convert("RGBA"),
        "P": palette,
        "I16": wide,
    }
    pictures = {f"{name}.png": stored(image) for name, image in kinds.items()}
    pictures["opaque.png"] = stored(palette, transparency=bytes([255] * 256))
    assert 7 == len(set(pictures.values()))
    with_pictures(project, pictures)
    folder = export(project, "drivethrucards")
    dark, light = (
        bytes(round(255 * part) for part in INKS.of(FlatColour((value / 255,) * 3)))
        for value in (64, 192)
    )
    assert [(dark * 40 + light * 40) * 80] * 7 == inked_pictures(folder / "main.pdf")
    with Image.open(export(project, "images") / "front/001-one.png") as card:
        middle = round((40 + 3 + 3) / 25.4 * 300)
        spots = [
            (round((5 + 7 * i + 3 + x) / 25.4 * 300), middle) for i in range(7) for x in (1.5, 4.5)
        ]
        assert [(64,) * 3, (192,) * 3] * 7 == [card.getpixel(spot) for spot in spots]


def test_a_picture_of_inks_keeps_them(project: Path) -> None:
    """Black alone stays black alone; what is over the limit is brought under it, and told."""
    black, heavy = (
        Image.new("CMYK", (80, 80), inks) for inks in ((0, 0, 0, 255), (255, 255, 255, 255))
    )
    with_pictures(
        project,
        {
            name: stored(image, format="JPEG")
            for name, image in (("black.jpg", black), ("heavy.jpg", heavy))
        },
    )
    result = run("export", "sweets", "--printer", "drivethrucards", project=project)
    assert (0, 1) == (
        result.exit_code,
        result.stderr.count("(one, two): the darkest spot of a picture would take 400 % of ink"),
    )
    file = project / "output/sweets/drivethrucards/main/main.pdf"
    first, second = sorted(picture[:4] for picture in inked_pictures(file))
    assert (b"\0\0\0\xff", True) == (first, sum(second) <= 2.4 * 255)
    assert [] == faults(file.read_bytes(), ink=240)


def forced(project: Path, printer: str = "drivethrucards") -> tuple[str, Path]:
    """What is told of an export in spite of errors, and the file."""
    result = run("export", "sweets", "--printer", printer, project=project)
    assert (1, True) == (result.exit_code, "--force exports all the same" in result.stderr)
    assert not list((project / "output").rglob("*.pdf"))
    result = run("export", "sweets", "--printer", printer, "--force", project=project)
    assert 1 == result.exit_code, result.output
    return result.stderr, project / "output" / "sweets" / printer / "main" / "main.pdf"


def clear(project: Path) -> None:
    """Cards on which a picture, and a group of two things, show through."""
    both = '<circle cx="25" cy="30" r="9"/><rect x="25" y="21" width="18" height="18"/>'
    with_pictures(project, {"clear.png": stored(Image.new("RGBA", (80, 80), (0, 0, 255, 100)))})
    face = project / "templates/card.svg"
    face.write_text(
        face.read_text().replace(
            "</svg>", f'<g opacity="0.5" fill="#00F">{both}</g>{text("above")}</svg>'
        )
    )


def alone_and_overlapping(file: Path) -> list[tuple[int, ...]]:
    """How a front shows the group of two, where there is one of them and where both are."""
    shown = pypdfium2.PdfDocument(file)[1].render(scale=2).to_pil()
    unit = 2 * 72 / 25.4
    return [
        shown.getpixel((round((x + 3.175) * unit), round((30 + 3.175) * unit))) for x in (20, 30)
    ]


def test_what_shows_through_is_flattened(project: Path) -> None:
    """The file is opaque, all inks and within their limit; the words above are text, and what
    became a picture is told with its place."""
    clear(project)
    result = run("export", "sweets", "--printer", "drivethrucards", project=project)
    file = project / "output/sweets/drivethrucards/main/main.pdf"
    assert (0, []) == (result.exit_code, faults(file.read_bytes(), ink=240))
    told = " ".join(result.stderr.split())
    assert (
        "main.pdf: PDF/X-1a knows no transparency: what shows through was made a picture of 600 pixels to an inch, in mm:"
        in told
    )
    assert "6 x 6 at 5, 40" in told
    assert "27 x 18 at 16, 21" in told
    assert "above" in text_of(file)[1]
    alone, overlap = alone_and_overlapping(file)
    assert alone == overlap  # of one group, nothing shows through
    assert (208, 48, 48) != alone != (0, 0, 255)


@pytest.mark.parametrize(
    ("ground", "its_inks"),
    [
        ("#D03030", (5, 90, 80, 5)),
        # which looks as another colour of the palette does
        ("{{ palette.rich }}", (60, 40, 40, 100)),
        ("device-cmyk(0.1 0.9 0.3 0.1)", (10, 90, 30, 10)),
        ("#FFFFFF", (0, 0, 0, 0)),
        ("#808080", None),
        ("#101030", None),  # nearly grey
    ],
)
def test_a_region_has_the_inks_of_its_ground(
    project: Path, ground: str, its_inks: tuple[int, ...] | None
) -> None:
    """Where what shows through has faded out the ground goes on in its own inks: no rectangle is
    seen around it."""
    shadow = (
        '<radialGradient id="s"><stop stop-color="#30A060"/><stop offset="1" stop-color="#30A060" stop-opacity="0"/></radialGradient>'
        '<circle cx="30" cy="40" r="12" fill="url(#s)"/>'
    )
    (project / "templates/card.svg").write_text(
        svg(GROUND.replace("#D03030", ground) + shadow, 63.5, 88.9)
    )
    game = project / "card_data/sweets/game.yaml"
    game.write_text(
        game.read_text().replace("}}", "}, rich: {rgb: '#202020', cmyk: [60, 40, 40, 100]}}")
    )
    if its_inks is None:
        red, green, blue = bytes.fromhex(ground.removeprefix("#"))
        its_inks = tuple(
            round(100 * part)
            for part in ProcessColours({}).of(FlatColour((red / 255, green / 255, blue / 255)))
        )
    with pikepdf.open(export(project, "offset") / "main.pdf") as pdf:
        (region,) = (
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        )
        shown = Image.frombytes(
            "CMYK", (int(region.Width), int(region.Height)), region.read_bytes()
        )
    middle, corner = (shown.getpixel(at) for at in ((shown.width // 2, shown.height // 2), (2, 2)))
    assert its_inks == pytest.approx([100 * part / 255 for part in corner], abs=1)  # type: ignore[union-attr]
    assert ProcessColours({}).profiled((0x30 / 255, 0xA0 / 255, 0x60 / 255)) == pytest.approx(
        [part / 255 for part in middle], abs=0.02
    )  # type: ignore[union-attr]
    rows = [shown.getpixel((x, shown.height // 2)) for x in range(shown.width // 2)]
    steps = (
        abs(one - other)
        for pair in itertools.pairwise(rows)
        for one, other in zip(*pair, strict=True)
    )  # type: ignore[arg-type]
    assert 16 > max(steps)


@pytest.mark.parametrize(
    ("sizes", "edge"),
    [
        ("any", 3.0),
        ("{poker: {trim: 63.5mm x 88.9mm, pixels: 850 x 1150}}", (850 / 300 * 25.4 - 63.5) / 2),
        ("{wide: {trim: 88.9mm x 63.4mm}}", (69.4 / 63.4 - 1) * 63.5 / 2),
    ],
)
def test_what_is_flattened_is_what_the_preflight_tells(
    project: Path, sizes: str, edge: float
) -> None:
    """Just inside and just outside of what the page shows, be that the bleed or more; each alone,
    and in a group with one off the card."""
    own = (SHIPPED / "offset.yaml").read_text().replace("sizes: any", f"sizes: {sizes}")
    own = own.replace(
        "sources:",
        "sources:\n  sizes: {certainty: chosen, from: a try}" if sizes != "any" else "sources:",
    )
    (project / "card_data/printers").mkdir()
    (project / "card_data/printers/mine.yaml").write_text(own)
    for beyond in (-0.5, -0.1, 0.01, 0.05, 0.3, 0.6):
        for group in ("{}", '<g opacity="0.9"><circle cx="-50" cy="9" r="5"/>{}</g>'):
            veil = f'<rect x="{63.5 + edge + beyond:.3f}" y="30" width="9" height="20" fill-opacity="0.5"/>'
            face = '<path d="M-9-9h99v49h-99Z" fill="#f00"/>' + group.format(veil)
            (project / "templates/card.svg").write_text(svg(face, 63.5, 88.9))
            checked, exported = (
                run(word, "sweets", "--printer", "mine", project=project)
                for word in ("validate", "export")
            )
            assert (beyond < 0, beyond < 0) == (
                "[transparency]" in checked.stderr,
                "600 pixels" in exported.stderr,
            ), (beyond, group)


def test_where_transparency_is_taken_it_stays(project: Path) -> None:
    """PDF/X-4, from a profile of one's own: version, metadata, groups and masks in inks and greys;
    nothing became a picture."""
    clear(project)
    own = (
        (SHIPPED / "drivethrucards.yaml").read_text().replace("makes: pdf", "makes: pdf\nform: x-4")
    )
    (project / "card_data/printers").mkdir()
    (project / "card_data/printers/newer.yaml").write_text(own)
    face = project / "templates/card.svg"
    mask = '<mask id="m"><rect width="60" height="80" fill="#808080"/></mask><g mask="url(#m)"><circle cx="30" cy="60" r="9"/></g>'
    face.write_text(face.read_text().replace("</svg>", f"{mask}</svg>"))
    result = run("export", "sweets", "--printer", "newer", project=project)
    file = project / "output/sweets/newer/main/main.pdf"
    assert (0, False) == (result.exit_code, "600 pixels" in result.stderr)
    assert [] == faults(file.read_bytes(), standard=X4, ink=240)
    assert {"it has a transparency group", "something is not opaque"} <= {
        fault.partition(": ")[2] for fault in faults(file.read_bytes())
    }
    with pikepdf.open(file) as pdf:
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        assert "PDF/X-4" == pdf.open_metadata()[SAYS]
        spaces = {
            str(each.Group.CS)
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and "/Group" in each
        }
        assert {"/DeviceCMYK", "/DeviceGray"} == spaces
    alone, overlap = alone_and_overlapping(file)
    assert alone == overlap


def test_a_press_is_read_once_for_all_decks(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_project(project, {"main": "", "more": "", "other": ""})
    read, build = [], ImageCms.buildTransform
    monkeypatch.setattr(
        ImageCms, "buildTransform", lambda *words: read.append(words) or build(*words)
    )
    inks._to_inks.cache_clear()
    assert 2 != run("validate", "--printer", "offset", project=project).exit_code
    assert 1 == len(read)


def test_too_much_ink_is_no_matter_of_structure(project: Path) -> None:
    """A forced file with too much ink is PDF/X-1a as far as that is checked, and its ink is
    told."""
    (project / "card_data/sweets/game.yaml").write_text(
        GAME.replace("[5, 90, 80, 5]", "[100, 90, 80, 5]"), "utf-8"
    )
    told, file = forced(project)
    where = 'the back of "one", the face of "one", the back of "two" and 1 more'
    assert f"main.pdf is written, but it takes more ink than is allowed: {where}: " in told
    assert "275 % of ink, and 240 % are allowed" in told
    assert "no PDF/X-1a" not in told
    assert [] == faults(file.read_bytes())


# -- the checker
# ------------------------------------------------------------------------------------------------------------------------


def form(pdf: pikepdf.Pdf, content: bytes, **resources: Dictionary) -> None:
    """Hang a form two forms deep into the first page."""
    inner = pdf.make_stream(
        content,
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, 9, 9],
        Resources=Dictionary(**resources),
    )
    outer = pdf.make_stream(
        b"/In Do",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, 9, 9],
        Resources=Dictionary(XObject=Dictionary(In=inner)),
    )
    page = pdf.pages[0].obj
    page.Resources.XObject.Out = outer


def piece(first: list[float], last: list[float]) -> Dictionary:
    return Dictionary(FunctionType=2, Domain=[0, 1], C0=first, C1=last, N=1)


def calculated(pdf: pikepdf.Pdf, takes: int) -> pikepdf.Stream:
    return pdf.make_stream(
        b"{pop 1 1 1 1}", FunctionType=4, Domain=[0, 1] * takes, Range=[0, 1] * 4
    )


def shading_of(function: pikepdf.Object, space: Name = Name.DeviceCMYK) -> Dictionary:
    return Dictionary(
        Sh=Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 1, 1], Function=function)
    )


def shading(space: Name, ends: list[list[float]]) -> Dictionary:
    return shading_of(
        Dictionary(
            FunctionType=3,
            Domain=[0, 1],
            Functions=Array([piece(*ends)]),
            Bounds=Array([]),
            Encode=[0, 1],
        ),
        space,
    )


def picture(
    pdf: pikepdf.Pdf, space: Name, data: bytes, name: str = "Im", **more: object
) -> Dictionary:
    about = {
        "Type": Name.XObject,
        "Subtype": Name.Image,
        "Width": 1,
        "Height": 1,
        "BitsPerComponent": 8,
        "ColorSpace": space,
        **more,
    }
    return Dictionary({f"/{name}": pdf.make_stream(data, **about)})


def tiled(pdf: pikepdf.Pdf, content: bytes, things: Dictionary | None = None) -> Dictionary:
    about = {
        "PatternType": 1,
        "PaintType": 1,
        "TilingType": 1,
        "BBox": [0, 0, 9, 9],
        "XStep": 9,
        "YStep": 9,
    }
    return Dictionary(
        T=pdf.make_stream(content, **about, Resources=Dictionary(XObject=things or Dictionary()))
    )


def indexed(table: bytes) -> Dictionary:
    return Dictionary(
        I=Array([Name.Indexed, Name.DeviceCMYK, 1, pikepdf.String(table.decode("latin-1"))])
    )


def sampled(pdf: pikepdf.Pdf, samples: bytes) -> Dictionary:
    about = {
        "FunctionType": 0,
        "Domain": [0, 1],
        "Range": [0, 1] * 4,
        "Size": [2],
        "BitsPerSample": 8,
    }
    return shading_of(pdf.make_stream(samples, **about))


def spot(space: Name) -> Array:
    return Array([Name.Separation, Name.Spot, space, piece([0, 0, 0], [1, 1, 1])])


def tint(names: pikepdf.Object, function: pikepdf.Object | None = None) -> Array:
    kind = Name.DeviceN if isinstance(names, Array) else Name.Separation
    return Array(
        [kind, names, Name.DeviceCMYK, piece([0] * 4, [1] * 4) if function is None else function]
    )


def glyphs(pdf: pikepdf.Pdf, content: bytes) -> Dictionary:
    return Dictionary(
        Type=Name.Font, Subtype=Name.Type3, CharProcs=Dictionary(A=pdf.make_stream(content))
    )


def jpeg(stored_ink: int) -> bytes:
    """A JPEG whose bytes, as PDF takes them, are this much of each ink: Pillow turns them round."""
    return stored(Image.new("CMYK", (8, 8), (255 - stored_ink,) * 4), format="JPEG")


def unknown_condition(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents[0].DestOutputProfile
    pdf.Root.OutputIntents[0].OutputConditionIdentifier = "Custom"


def group(pdf: pikepdf.Pdf) -> None:
    form(pdf, b"")
    pdf.pages[0].obj.Resources.XObject.Out.Resources.XObject.In.Group = Dictionary(
        S=Name.Transparency
    )


def title_gone(pdf: pikepdf.Pdf) -> None:
    del pdf.docinfo["/Title"]


def trim_outside(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].TrimBox = Array([-5, 9, 189, 261])


def art_too(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].ArtBox = pdf.pages[0].TrimBox


def linked(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Annots = Array(
        [Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[20, 20, 30, 30])]
    )


def no_intent(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents


def fonts_gone(pdf: pikepdf.Pdf) -> None:
    for each in pdf.objects:
        if isinstance(each, Dictionary) and "/FontFile2" in each:
            del each["/FontFile2"]


def beside(pdf: pikepdf.Pdf, ink: Name = Name.Spot) -> Array:
    """The space of the four inks and another."""
    return tint(Array([Name.Cyan, Name.Magenta, Name.Yellow, Name.Black, ink]), calculated(pdf, 5))


BROKEN: list[tuple[Callable[[pikepdf.Pdf], None], str]] = [
    (title_gone, "no Title"),
    (trim_outside, "trim must lie inside"),
    (art_too, "a TrimBox or an ArtBox"),
    (linked, "a link stands on it"),
    (no_intent, "no output intent"),
    (fonts_gone, "is not embedded"),
    (lambda pdf: form(pdf, b"1 0 0 rg 0 0 1 1 re f"), "a colour is RGB"),
    (lambda pdf: form(pdf, b"1 1 0.5 0 k 0 0 1 1 re f"), "250 % of ink"),
    (
        lambda pdf: form(pdf, b"/Sh sh", Shading=shading(Name.DeviceRGB, [[0, 0, 0], [1, 1, 1]])),
        "a colour is RGB",
    ),
    (
        lambda pdf: form(
            pdf, b"/Sh sh", Shading=shading(Name.DeviceCMYK, [[0, 0, 0, 0], [1, 1, 1, 0]])
        ),
        "300 % of ink",
    ),
    (
        lambda pdf: form(pdf, b"/Im Do", XObject=picture(pdf, Name.DeviceRGB, b"\0\0\0")),
        "a colour is RGB",
    ),
    (
        lambda pdf: form(pdf, b"/Im Do", XObject=picture(pdf, Name.DeviceCMYK, b"\xff\xff\xff\0")),
        "a picture has 300 % of ink",
    ),
    (
        lambda pdf: form(
            pdf,
            b"/Im Do",
            XObject=picture(
                pdf, Name.DeviceGray, b"\0", SMask=picture(pdf, Name.DeviceGray, b"\0").Im
            ),
        ),
        "a picture has clear parts",
    ),
    (
        lambda pdf: form(pdf, b"/G gs", ExtGState=Dictionary(G=Dictionary(ca=0.5))),
        "something is not opaque",
    ),
    (
        lambda pdf: form(pdf, b"/G gs", ExtGState=Dictionary(G=Dictionary(BM=Name.Multiply))),
        "something is blended",
    ),
    (
        lambda pdf: form(
            pdf, b"/G gs", ExtGState=Dictionary(G=Dictionary(SMask=Dictionary(S=Name.Alpha)))
        ),
        "something is not opaque",
    ),
    (
        lambda pdf: form(pdf, b"/G gs", ExtGState=Dictionary(G=Dictionary(TR=Name.Identity))),
        "a transfer function",
    ),
    (
        lambda pdf: form(pdf, b"/P cs /T scn", Pattern=tiled(pdf, b"0 1 0 rg 0 0 1 1 re f")),
        "a colour is RGB",
    ),
    (
        lambda pdf: form(
            pdf,
            b"/P cs /T scn",
            Pattern=tiled(pdf, b"/In Do", picture(pdf, Name.DeviceRGB, b"123", "In")),
        ),
        "a colour is RGB",
    ),
    (lambda pdf: form(pdf, b"/DeviceCMYK cs 1 1 1 0 sc"), "300 % of ink"),
    (lambda pdf: form(pdf, b"/DeviceRGB CS 1 1 1 SC"), "a colour is RGB"),
    (
        lambda pdf: form(pdf, b"/I cs 0 sc", ColorSpace=indexed(b"\xff\xff\xff\0\0\0\0\0")),
        "300 % of ink",
    ),
    (
        lambda pdf: form(pdf, b"/Sh sh", Shading=sampled(pdf, b"\0\0\0\0\xff\xff\xff\0")),
        "300 % of ink",
    ),
    (
        lambda pdf: form(pdf, b"/S cs", ColorSpace=Dictionary(S=spot(Name.DeviceRGB))),
        "a colour is RGB",
    ),
    (lambda pdf: form(pdf, b"BI /W 1 /H 1 /BPC 8 /CS /RGB ID 123 EI"), "a colour is RGB"),
    (
        lambda pdf: form(
            pdf,
            b"/Ps Do",
            XObject=Dictionary(Ps=pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.PS)),
        ),
        "PostScript",
    ),
    (lambda pdf: group(pdf), "a transparency group"),
    (lambda pdf: setattr(pdf.Root, "OpenAction", Dictionary(S=Name.JavaScript)), "OpenAction"),
    (
        lambda pdf: setattr(pdf.Root, "Names", Dictionary(JavaScript=Dictionary())),
        "it has JavaScript",
    ),
    (lambda pdf: pdf.docinfo.__delitem__("/Trapped"), "whether it is trapped"),
    (
        lambda pdf: pdf.docinfo.__setitem__("/GTS_PDFXVersion", "PDF/X-3:2003"),
        "does not say that it is PDF/X-1a:2003",
    ),
    (
        lambda pdf: setattr(
            pdf.Root.OutputIntents[0], "DestOutputProfile", pdf.make_stream(bytes(16) + b"RGB ")
        ),
        "output intent is not",
    ),
    (
        lambda pdf: form(
            pdf, b"/C cs", ColorSpace=Dictionary(C=Array([Name.CalRGB, Dictionary()]))
        ),
        "a colour is CalRGB",
    ),
    (
        lambda pdf: form(
            pdf,
            b"BT /T3 9 Tf (A) Tj ET",
            Font=Dictionary(T3=glyphs(pdf, b"1 0 d0 1 0 0 rg 0 0 1 1 re f")),
        ),
        "a colour is RGB",
    ),
    (
        lambda pdf: form(pdf, b"/S cs 1 scn", ColorSpace=Dictionary(S=tint(Name.Spot))),
        "a tint has 400 % of ink",
    ),
    (
        lambda pdf: form(
            pdf,
            b"/S cs 1 scn",
            ColorSpace=Dictionary(S=tint(Name.All, piece([0] * 4, [0, 0, 0, 1]))),
        ),
        "every plate has 400 %",
    ),
    (
        lambda pdf: form(
            pdf,
            b"/S cs",
            ColorSpace=Dictionary(S=tint(Array([Name.A, Name.B]), calculated(pdf, 2))),
        ),
        "a tint cannot be",
    ),
    (
        lambda pdf: form(
            pdf, b"/Im Do", XObject=picture(pdf, Array([Name.DeviceCMYK]), b"\xff\xff\xff\0")
        ),
        "a picture has 300 % of ink",
    ),
    (
        lambda pdf: form(
            pdf, b"/Im Do", XObject=picture(pdf, Name.DeviceCMYK, bytes(4), Decode=[1, 0] * 4)
        ),
        "a picture has 400 % of ink",
    ),
    (
        lambda pdf: form(
            pdf, b"/Im Do", XObject=picture(pdf, Name.DeviceCMYK, bytes(8), BitsPerComponent=16)
        ),
        "a picture cannot be",
    ),
    (
        lambda pdf: form(
            pdf, b"/Im Do", XObject=picture(pdf, Name.DeviceCMYK, jpeg(255), Filter=Name.DCTDecode)
        ),
        "a picture has 400 %",
    ),
    (
        lambda pdf: form(pdf, b"BI /W 1 /H 1 /BPC 8 /CS /CMYK ID \xff\xff\xff\xff EI"),
        "a picture has 400 % of ink",
    ),
    (
        lambda pdf: form(pdf, b"/S cs 1 1 0 0 1 scn", ColorSpace=Dictionary(S=beside(pdf))),
        "a colour has 300 % of ink",
    ),
    (
        lambda pdf: form(pdf, b"/Im Do", XObject=picture(pdf, beside(pdf), b"\xff\0\xff\0\xff")),
        "a picture has 300 % of ink",
    ),
    (
        lambda pdf: form(
            pdf, b"/Im Do", XObject=picture(pdf, beside(pdf, Name.All), b"\0\0\0\0\xff")
        ),
        "a tint cannot be",
    ),
    (
        lambda pdf: form(pdf, b"/Sh sh", Shading=shading_of(Array([piece([1], [1])] * 4))),
        "a shading has 400 % of ink",
    ),
    (
        lambda pdf: form(pdf, b"/Sh sh", Shading=shading_of(calculated(pdf, 1))),
        "a shading cannot be looked into",
    ),
    (lambda pdf: form(pdf, b"1 1 1 1 sc 0 0 9 9 re f"), "400 % of ink"),
    (lambda pdf: form(pdf, b"/DeviceCMYK cs q /DeviceGray cs Q 1 1 1 1 sc"), "400 % of ink"),
    (
        lambda pdf: form(pdf, b"/G gs", ExtGState=Dictionary(G=Dictionary(TR2=Name.Identity))),
        "a transfer function",
    ),
    (unknown_condition, "no registered condition and has no profile"),
]


@pytest.mark.parametrize(("change", "said"), BROKEN)
def test_the_checker_finds_what_is_wrong_however_deep(
    clean: bytes, change: Callable[[pikepdf.Pdf], None], said: str
) -> None:
    """Each change to a file without faults is told, also two forms deep."""
    assert [] == faults(clean, ink=240)
    with pikepdf.open(io.BytesIO(clean)) as pdf:
        change(pdf)
        out = io.BytesIO()
        pdf.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            force_version="1.4",
            deterministic_id=True,
        )
    assert [fault for fault in faults(out.getvalue(), ink=240) if said in fault]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"object_stream_mode": pikepdf.ObjectStreamMode.generate}, "object streams"),
        (
            {"force_version": "1.5", "object_stream_mode": pikepdf.ObjectStreamMode.disable},
            "the version of PDF is 1.5",
        ),
        ({"encryption": pikepdf.Encryption(owner="x", user="")}, "it is encrypted"),
    ],
)
def test_the_checker_looks_at_the_file_too(clean: bytes, how: dict[str, object], said: str) -> None:
    with pikepdf.open(io.BytesIO(clean)) as pdf:
        out = io.BytesIO()
        pdf.save(out, **how)
    assert [fault for fault in faults(out.getvalue()) if said in fault]


def test_no_pdf_at_all() -> None:
    assert ["it cannot be read"] == [fault[:17] for fault in faults(b"not a PDF")]


# -- inks
# -------------------------------------------------------------------------------------------------------------------------------

PART = st.floats(0, 1)


@given(st.tuples(PART, PART, PART, PART), st.floats(1, 4))
def test_limited_ink_is_never_more(inks: tuple[float, float, float, float], limit: float) -> None:
    """Within the limit nothing changes; over it the sum is the limit at most, no ink is below 0,
    and black is never taken away."""
    found = limited(inks, limit)
    assert sum(found) <= limit + 1e-9
    assert all(-1e-9 <= part <= 1 + 1e-9 for part in found)
    assert found[3] >= min(inks[3], limit) - 1e-9
    if sum(inks) <= limit:
        assert inks == found


@given(st.tuples(PART, PART, PART))
def test_every_colour_keeps_the_limit(rgb: tuple[float, float, float]) -> None:
    assert 100 * sum(INKS.of(FlatColour(rgb))) <= 240 + 1e-6


@given(st.lists(st.binary(min_size=6, max_size=6), min_size=1, max_size=40), st.integers(100, 400))
def test_pictures_are_limited_pixel_by_pixel(pixels: list[bytes], limit: int) -> None:
    """As colours are, in whole parts of 255, with what two other inks have there taken off the
    limit."""
    beside = [bytes(pixel[place] for pixel in pixels) for place in (4, 5)]
    for films in ([], beside[:1], beside):
        picture = Image.frombytes("CMYK", (1, len(pixels)), b"".join(pixel[:4] for pixel in pixels))
        shown = ProcessColours({}, limit).picture(picture, films).tobytes()
        for place, pixel in enumerate(pixels):
            found = shown[4 * place : 4 * place + 4]
            most = max(0, int(limit / 100 * 255) - sum(pixel[4 : 4 + len(films)]))
            wanted = limited(
                (pixel[0] / 255, pixel[1] / 255, pixel[2] / 255, pixel[3] / 255), most / 255
            )
            assert found == bytes(int(ink * 255 + 1e-6) for ink in wanted) or (
                limit == 400 and found == pixel[:4]
            )


def test_inks_of_their_own_count_too() -> None:
    """What a picture prints beside the four inks leaves them less."""
    picture, film = Image.new("CMYK", (2, 1), (200, 100, 100, 100)), bytes([0, 255])
    without, beside = (INKS.picture(picture, beside=[film]).getpixel((x, 0)) for x in (0, 1))
    assert (200, 100, 100, 100) == without
    assert 2.4 * 255 - 258 <= sum(beside) <= 2.4 * 255 - 255  # type: ignore[arg-type]


INKS = ProcessColours({"ink": Colour("#202020", (0, 0, 0, 100))}, 240)


def test_white_is_paper_and_the_palette_is_kept() -> None:
    assert (0, 0, 0, 0) == INKS.of(FlatColour.grey(1))
    assert (0, 0, 0, 1) == INKS.of(FlatColour.grey(32 / 255))
    assert 240 < 100 * sum(ProcessColours({}).of(FlatColour((0.03, 0.02, 0.05))))
