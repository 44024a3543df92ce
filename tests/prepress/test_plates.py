"""Plates beside the four inks, as our own checker, pikepdf, Ghostscript and MuPDF see them."""

from __future__ import annotations

import base64
import io
import math
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from briefs import brief
from operators import form_operators
from PIL import Image
from projects import HEAD, run, svg, text, text_of, write_project

from cardgen.export.pdfx_check import STANDARDS, faults
from cardgen.load.printer_files import SHIPPED
from cardgen.prepress.plates import names_one_ink

WIDE, HIGH = 63.5, 88.9
GAME = """title: Sweets
palette:
  ink: {rgb: '#202020', cmyk: [0, 0, 0, 100]}
  red: {rgb: '#D03030', cmyk: [5, 90, 80, 5]}
  orange: {rgb: '#FE5000', cmyk: [0, 70, 100, 0], spot: PANTONE 021 C}
  gold: {rgb: '#D4AF37', plate: foil}
  gloss: {rgb: '#C0E0FF', plate: varnish}
"""
FACE = (
    '<rect x="-4" y="-4" width="71.5" height="96.9" fill="{{ palette.red }}"/>'
    '<rect x="10" y="10" width="20" height="20" fill="{{ palette.orange }}"/>'
    '<circle cx="40" cy="20" r="8" fill="{{ palette.gold }}"/><path d="M5 60H58V80H5Z" fill="{{ palette.gloss }}"/>'
    '<rect x="5" y="40" width="53" height="12" fill="#fff" fill-opacity="0.5"/>'
    '<image href="soft.png" x="44" y="62" width="12" height="12"/>'
) + text("Black").replace("<text", '<text fill="{{ palette.ink }}" style="font-size:20px"')
DPI = 100
GHOSTSCRIPT, MUTOOL = shutil.which("gs") or shutil.which("gswin64c"), shutil.which("mutool")
seen_by_ghostscript = pytest.mark.skipif(not GHOSTSCRIPT, reason="Ghostscript is not installed")
seen_by_mupdf = pytest.mark.skipif(not MUTOOL, reason="mutool is not installed")


ONE_SIDED = HEAD.replace("60mm x 80mm", "poker").replace("back: back.svg\n", "")
ONE_SIDED += "cards:\n  - {id: one}\n"
"""A deck of one card without a back."""


def offset_house(keys: str) -> str:
    """The profile of an offset house that says more."""
    profile = (SHIPPED / "offset.yaml").read_text("utf-8")
    return profile.replace("makes: pdf", f"makes: pdf\n{keys}")


def printers(*plates: str) -> dict[str, str]:
    """Profiles of offset houses that take plates so and so, each called as it takes them."""
    return {f"card_data/printers/{way}.yaml": offset_house(f"plates: {way}") for way in plates}


def write_card(root: Path, face: str, keys: str, game: str = GAME) -> None:
    """A project of one card, and of an offset house, `mine`, that says more."""
    files = {"card_data/printers/mine.yaml": offset_house(keys)}
    templates = {"card.svg": svg(face, WIDE, HIGH)}
    write_project(root, {"main": ONE_SIDED}, templates, game=game, files=files)


def export(root: Path, printer: str) -> Path:
    """The PDF of the deck for a printer."""
    done = run("export", "sweets", "--printer", printer, project=root)
    assert 0 == done.exit_code, done.output
    return root / f"output/sweets/{printer}/main/main.pdf"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same card for a printer of inks alone, of plates in the file, and of pages for them."""
    root = tmp_path_factory.mktemp("plates")
    soft = Image.radial_gradient("L").resize((80, 80))
    picture = Image.merge(
        "RGBA",
        (
            *[Image.new("L", soft.size, part) for part in (20, 40, 120)],
            soft.point(lambda v: 255 - v),
        ),
    )
    out = io.BytesIO()
    picture.save(out, "PNG")
    files: dict[str, str | bytes] = {"card_data/sweets/art/soft.png": out.getvalue()}
    files |= printers("inks", "spots", "pages")
    deck = HEAD.replace("60mm x 80mm", "poker") + "cards:\n  - {id: one}\n"
    write_project(
        root,
        {"main": deck},
        {"card.svg": svg(FACE, WIDE, HIGH), "back.svg": svg("", WIDE, HIGH)},
        game=GAME,
        files=files,
    )
    return {"root": root} | {plates: export(root, plates) for plates in ("inks", "spots", "pages")}


@pytest.mark.parametrize("plates", ["inks", "spots", "pages"])
def test_each_file_meets_what_is_asked_for(made: dict[str, Path], plates: str) -> None:
    assert [] == faults(made[plates].read_bytes(), ink=300)


def separations(file: Path) -> set[str]:
    with pikepdf.open(file) as pdf:
        spaces = [
            space
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream)
            for space in _spaces(each)
        ]
        return {str(space[1])[1:] for space in spaces if str(space[0]) == "/Separation"}


def _spaces(thing: object) -> list[pikepdf.Array]:
    resources = thing.get("/Resources", {}) if "/Resources" in thing else {}  # type: ignore[attr-defined, operator]
    found = resources.get("/ColorSpace", {})
    return [found[key] for key in found.keys()]  # noqa: SIM118  # a PDF dictionary


def test_what_a_printer_takes_of_plates(made: dict[str, Path]) -> None:
    """None of their own, Separations by their names, or pages by themselves, where black says where
    each is."""
    assert set() == separations(made["inks"]) == separations(made["pages"])
    assert {"PANTONE 021 C", "Foil", "Varnish"} == separations(made["spots"])
    assert (2, 2, 5) == tuple(len(text_of(made[plates])) for plates in ("inks", "spots", "pages"))


def test_a_printer_without_plates_is_named(made: dict[str, Path]) -> None:
    root = made["root"]
    done = run("validate", "--printer", "inks", project=root)
    told = " ".join((done.stdout + done.stderr).split())
    assert (
        'card "one": the foil of the colour gold is left out, for an offset house takes no plates'
        in told
    )
    assert "the varnish of the colour gloss is left out" in told
    assert "no plates" not in run("validate", "--printer", "spots", project=root).output
    pictures = " ".join(
        run("validate", "--printer", "makeplayingcards", project=root).output.split()
    )
    assert "the foil of the colour gold is printed in its colour" in pictures
    assert "the varnish of the colour gloss is left out" in pictures


def test_screens_show_foil_and_nothing_of_other_finishes(made: dict[str, Path]) -> None:
    """On sheets for home printers and in pictures: gold is gold, and varnish hides nothing."""
    root = made["root"]
    assert 0 == run("export", "sweets", "--printer", "images", project=root).exit_code
    with Image.open(root / "output/sweets/images/main/front/001-one.png") as card:
        unit = card.width / (WIDE + 6)
        gold, red, under = (
            card.getpixel((round((x + 3) * unit), round((y + 3) * unit)))
            for x, y in ((40, 20), (56, 56), (10, 76))
        )
    assert (0xD4, 0xAF, 0x37) == gold[:3]
    assert red == under == (0xD0, 0x30, 0x30)


@cache
def plates_by_ghostscript(file: Path, folder: Path, page: int = 1) -> dict[str, Image.Image]:
    """Each plate of a page; 255 is no ink. All pages are made, for with some of them Ghostscript
    forgets plates where something shows through."""
    assert GHOSTSCRIPT
    told = [GHOSTSCRIPT, "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", f"-r{DPI}"]
    subprocess.run(
        [*told, f"-sOutputFile={folder / 'page%d.tif'}", str(file)], check=True, capture_output=True
    )
    start = f"page{page}("
    return {
        path.name[len(start) : -5]: Image.open(path).convert("L")
        for path in folder.glob(f"{start}*).tif")
    }


def at(plate: Image.Image, x: float, y: float) -> int:
    """How much of a plate is printed at a point of the card in mm, in percent."""
    value = plate.getpixel((round((x + 3) / 25.4 * DPI), round((y + 3) / 25.4 * DPI)))
    assert isinstance(value, int)
    return round((255 - value) / 2.55)


@seen_by_ghostscript
def test_ghostscript_sees_the_plates(made: dict[str, Path], tmp_path: Path) -> None:
    """A spot colour knocks out what is under it, a finish nothing; black text stands on inks that
    go on under it."""
    plates = plates_by_ghostscript(made["spots"], tmp_path)
    assert {"Cyan", "Magenta", "Yellow", "Black", "PANTONE 021 C", "Foil", "Varnish"} == set(plates)
    assert [0, 100, 0] == [
        at(plates[name], 20, 20) for name in ("Magenta", "PANTONE 021 C", "Foil")
    ]
    assert [90, 0, 100] == [
        at(plates[name], 40, 20) for name in ("Magenta", "PANTONE 021 C", "Foil")
    ]
    assert [90, 100] == [at(plates[name], 10, 70) for name in ("Magenta", "Varnish")]
    black, spot = plates["Black"], plates["PANTONE 021 C"]
    dots = [
        (x, y)
        for y in range(black.height)
        for x in range(black.width)
        if black.getpixel((x, y)) < 10 and spot.getpixel((x, y)) == 255
    ]  # type: ignore[operator]
    assert dots
    assert max(plates["Magenta"].getpixel(dot) for dot in dots) < 200  # type: ignore[type-var, operator]


OUTLINED = {
    "black fill": ('fill="#000"', 100),
    "white fill, black outline": ('fill="#FFF" stroke="#000" stroke-width="1.2"', 100),
    "white fill over its black outline": (
        'fill="#FFF" stroke="#000" stroke-width="3" paint-order="stroke"',
        100,
    ),
    "thin black outline": ('fill="#FFEE00" stroke="#000" stroke-width="0.4"', 100),
    "half clear": ('fill="#000" fill-opacity="0.5"', 0),
}
"""Letters on a dark ground and how much black at least stands in them."""


@seen_by_ghostscript
@pytest.mark.parametrize("form", ["x-1a", "x-4"])
def test_black_letters_keep_the_limit_on_any_ground(tmp_path: Path, form: str) -> None:
    """Also an outline, drawn by itself or with the fill, which stays what it is; on a light ground
    letters overprint. A card of each kind with its words in the template, and one with them in
    art."""
    profile = offset_house(f"form: {form}").replace("ink: 300", "ink: 240")
    files = {"card_data/printers/mine.yaml": profile}
    ground = '<rect x="-4" y="-4" width="72" height="48" fill="{{ palette.dusk }}"/>'
    ground += '<rect x="-4" y="44" width="72" height="50" fill="{{ palette.pale }}"/>'
    templates, cards = {}, ""
    for number, (said, _) in enumerate(OUTLINED.values()):
        word = '<text x="8" y="{}" font-family="Nunito" font-weight="800" font-size="24"'
        words = "".join(f"{word.format(y)} {said}>28</text>" for y in (35, 75))
        placed = f'<image href="words{number}.svg" x="0" y="0" width="{WIDE}" height="{HIGH}"/>'
        files[f"card_data/sweets/art/words{number}.svg"] = svg(words, WIDE, HIGH)
        templates |= {
            f"card{number}.svg": svg(ground + words, WIDE, HIGH),
            f"art{number}.svg": svg(ground + placed, WIDE, HIGH),
        }
        cards += "".join(
            f"  - {{id: {kind}{number}, template: {kind}{number}.svg}}\n"
            for kind in ("card", "art")
        )
    game = "title: Sweets\npalette: {dusk: {rgb: '#3A3560', cmyk: [82, 84, 28, 0]}, pale: {rgb: '#FFE0B0', cmyk: [0, 12, 35, 0]}}\n"
    deck = (
        HEAD.replace("60mm x 80mm", "poker")
        .replace("back: back.svg\n", "")
        .replace("card.svg", "card0.svg")
        + "cards:\n"
        + cards
    )
    write_project(tmp_path, {"main": deck}, templates, game=game, files=files)
    plates_by_ghostscript(export(tmp_path, "mine"), tmp_path)
    for page in range(2 * len(OUTLINED)):
        kind = [*OUTLINED][page // 2]
        plates = [
            Image.open(tmp_path / f"page{page + 1}({name}).tif").convert("L")
            for name in ("Cyan", "Magenta", "Yellow", "Black")
        ]
        inks = [plate.tobytes() for plate in plates]
        together = [sum(255 - ink for ink in spot) / 2.55 for spot in zip(*inks, strict=True)]
        assert max(together) <= 241, kind
        assert max((255 - ink) / 2.55 for ink in inks[3]) >= OUTLINED[kind][1], kind
        if "white" in kind:  # inside the letters
            above = plates[0].width * round(44 / 25.4 * DPI)
            assert sum(amount < 1 for amount in together[:above]) > 50, kind
        # black on the pale ground
        overprinted = any(k < 5 and y < 200 for y, k in zip(inks[2], inks[3], strict=True))
        assert overprinted is (kind in ("black fill", "thin black outline")), kind


@seen_by_ghostscript
def test_ghostscript_finds_inks_alone_and_not_too_much_of_them(made: dict[str, Path]) -> None:
    """Of the page whose plates are left out: the spot colour in inks, and no pixel over the limit,
    the flattened picture included."""
    assert GHOSTSCRIPT
    told = [GHOSTSCRIPT, "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dLastPage=1"]
    done = subprocess.run(
        [*told, "-sDEVICE=inkcov", "-o", "-", str(made["inks"])],
        check=True,
        capture_output=True,
        text=True,
    )
    assert [True] * 4 == [float(share) > 0 for share in done.stdout.split()[:4]]
    target = made["inks"].with_name("inks.tif")
    subprocess.run(
        [*told, "-sDEVICE=tiff32nc", f"-r{DPI}", f"-sOutputFile={target}", str(made["inks"])],
        check=True,
        capture_output=True,
    )
    with Image.open(target) as page:
        colours = page.getcolors(page.width * page.height)
    assert colours
    assert max(sum(inks) for _, inks in colours) <= 300 * 2.55 + 4  # type: ignore[arg-type]


@seen_by_mupdf
def test_mupdf_sees_the_plates_too(made: dict[str, Path], tmp_path: Path) -> None:
    """By the names of its own list, and nothing that is not opaque."""
    assert MUTOOL
    told = subprocess.run(
        [MUTOOL, "info", "-X", str(made["spots"])], check=True, capture_output=True, text=True
    )
    shown = subprocess.run(
        [MUTOOL, "draw", "-q", "-s", "t", str(made["spots"])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "error" not in (told.stderr + shown.stderr).lower()
    grep = subprocess.run(
        [MUTOOL, "show", "-g", str(made["spots"]), "grep"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert all(
        f"/Separation/{name}" in grep.replace("/Separation ", "/Separation")
        for name in ("Foil", "Varnish", "PANTONE#20021#20C")
    )
    assert "/OPM 1" in grep
    assert "/SMask" not in grep


def test_a_film_is_black_where_its_plate_is(made: dict[str, Path]) -> None:
    """The pages behind the first: one for each plate that the side has any of, in the order of the
    palette; the back has none."""
    document = pypdfium2.PdfDocument(made["pages"])
    unit = DPI / 25.4
    films = [
        document[number].render(scale=DPI / 72).to_pil().convert("L")
        for number in range(len(document))
    ]
    points = ((20, 20), (40, 20), (10, 70))  # of the spot colour, the foil and the varnish
    for film, own in zip(films[1:4], points, strict=True):
        dark = [
            film.getpixel((round((x + 3) * unit), round((y + 3) * unit))) < 80 for x, y in points
        ]  # type: ignore[operator]
        assert [point == own for point in points] == dark
    assert 5 == len(films)


def test_pages_of_plates_say_which_they_are(made: dict[str, Path]) -> None:
    """Their labels, a table beside the file, and a line of the export."""
    document = pypdfium2.PdfDocument(made["pages"])
    labels = [document.get_page_label(number) for number in range(len(document))]
    assert [
        "001 front",
        "001 front PANTONE 021 C",
        "001 front Foil",
        "001 front Varnish",
        "001 back",
    ] == labels
    table = (made["pages"].parent / "main-pages.csv").read_text("utf-8").splitlines()
    assert [
        "page,number,card,side,plate",
        "1,1,one,front,",
        "2,1,one,front,PANTONE 021 C",
    ] == table[:3]
    assert "5,1,one,back," == table[5]
    told = " ".join(
        run("export", "sweets", "--printer", "pages", project=made["root"]).output.split()
    )
    assert (
        "5 pages: behind the inks of a side follow those of its plates (PANTONE 021 C, Foil, Varnish), where it has any"
        in told
    )
    assert not (made["spots"].parent / "main-pages.csv").exists()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("PANTONE 021 C", "Pantone 021C", True),
        ("PANTONE 021 C", "PMS 021-C", True),
        ("PANTONE 021 C", "PANTONE Orange 021 U", True),
        ("Pantone® 2935 C", "PANTONE\u00a02935 C", True),
        ("HKS 13 K", "hks13", True),
        ("Cool Grey", "cool gray", True),
        ("Varnish", "varnish", True),
        ("PANTONE 021 C", "PANTONE 021 C", False),
        ("PANTONE 021 C", "PANTONE 021 C 2", False),
        ("PANTONE 185 C", "PANTONE 186 C", False),
        ("PANTONE Cool Gray 5 C", "PANTONE Warm Gray 5 C", False),
        ("PANTONE Warm Red C", "PANTONE Rubine Red C", False),
        ("Foil 1", "Foil 2", False),
    ],
)
def test_spellings_of_one_ink(one: str, other: str, same: bool) -> None:
    assert same is names_one_ink(one, other) is names_one_ink(other, one)


def test_an_ink_under_two_names_is_told_where_plates_are_taken(tmp_path: Path) -> None:
    """Each name makes a plate, which is paid for; a printer of four inks makes none of either."""
    palette = "a: {rgb: '#FE5000', spot: PANTONE 021 C}, b: {rgb: '#F05A10', spot: Pantone 021C}, c: {rgb: '#00F', spot: Reflex Blue}"
    face = '<rect width="60" height="80" fill="{{ palette.a }}"/><rect x="10" y="9" width="9" height="9" fill="{{ palette.b }}"/>'
    profile = offset_house("plates: spots")
    files = {"card_data/printers/mine.yaml": profile}
    game = f"title: Sweets\npalette: {{{palette}}}\n"
    write_project(
        tmp_path,
        {"main": HEAD.replace("60mm x 80mm", "poker") + "cards: [{id: one}]\n"},
        {"card.svg": svg(face, WIDE, HIGH), "back.svg": svg(face, WIDE, HIGH)},
        game=game,
        files=files,
    )
    told = " ".join(run("validate", "--printer", "mine", project=tmp_path).output.split())
    assert 1 == told.count("seem to be one ink under two names")
    assert 'warning: "PANTONE 021 C" and "Pantone 021C" seem' in told
    assert "one ink under" not in run("validate", "--printer", "offset", project=tmp_path).output


def test_colours_of_one_ink_are_on_one_plate(tmp_path: Path) -> None:
    """Two kinds of foil are one film, and a Separation looks the same wherever it stands, as PDF/X
    wants it."""
    palette = "gold: {rgb: '#D4AF37', plate: foil}, silver: {rgb: '#C0C0C0', plate: foil}"
    palette += (
        ", sun: {rgb: '#FE5000', spot: PANTONE 021 C}, dusk: {rgb: '#FF7733', spot: PANTONE 021 C}"
    )
    dots = "".join(
        f'<circle cx="{x}" cy="30" r="4" fill="{{{{ palette.{name} }}}}"/>'
        for x, name in ((12, "gold"), (24, "silver"), (36, "sun"), (48, "dusk"))
    )
    write_project(
        tmp_path,
        {"main": ONE_SIDED},
        {"card.svg": svg(dots, WIDE, HIGH)},
        game=f"title: Sweets\npalette: {{{palette}}}\n",
        files=printers("spots", "pages"),
    )
    with pikepdf.open(export(tmp_path, "spots")) as pdf:
        found = [
            space
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream)
            for space in _spaces(each)
        ]
        looks = {(str(space[1]), *map(float, space[3].C1)) for space in found}
    assert {"/Foil", "/PANTONE 021 C"} == {name for name, *_ in looks}
    assert 2 == len(looks)
    with pikepdf.open(export(tmp_path, "pages")) as pdf:
        assert 3 == len(pdf.pages)


@pytest.mark.parametrize("plates", ["inks", "spots", "pages"])
def test_a_gradient_from_a_spot_colour_to_another_is_printed_in_the_four_inks(
    tmp_path: Path, plates: str
) -> None:
    """For every printer: its inks are those that stand for it."""
    stops = '<stop stop-color="{{ palette.sun }}"/><stop offset="1" stop-color="#FFD000"/>'
    shape = f'<linearGradient id="g">{stops}</linearGradient><rect x="10" y="10" width="40" height="40" fill="url(#g)"/>'
    shape += (
        '<path d="M10 60H50L10 70Z" fill="url(#g)" stroke="{{ palette.sun }}" stroke-width="1"/>'
    )
    game = "title: Sweets\npalette: {sun: {rgb: '#FE5000', cmyk: [0, 70, 100, 0], spot: PANTONE 021 C}}\n"
    write_card(tmp_path, shape, f"plates: {plates}", game)
    page = (
        pypdfium2.PdfDocument(export(tmp_path, "mine"))[0]
        .render(scale=DPI / 72)
        .to_pil()
        .convert("RGB")
    )
    for at in ((13, 30), (13, 64)):
        red, green, blue = page.getpixel(tuple(round((part + 3) * DPI / 25.4) for part in at))  # type: ignore[misc, arg-type]
        assert red > 200 > 140 > green > blue


@seen_by_ghostscript
@pytest.mark.parametrize("form", ["x-1a", "x-4"])
@pytest.mark.parametrize("plates", ["spots", "pages"])
def test_a_gradient_from_a_spot_colour_to_paper_is_on_its_plate(
    tmp_path: Path, plates: str, form: str
) -> None:
    """To white, to nothing, between two colours of one ink, and of a text; from an ink to another
    it is in the four inks."""
    ends = {
        "white": ("#fff", 1),
        "clear": ("{{ palette.orange }}", 0),
        "kin": ("{{ palette.dusk }}", 1),
        "other": ("{{ palette.sea }}", 1),
    }
    face = ""
    for y, (name, (colour, opacity)) in enumerate(ends.items()):
        stops = f'<stop stop-color="{{{{ palette.orange }}}}"/><stop offset="1" stop-color="{colour}" stop-opacity="{opacity}"/>'
        face += f'<linearGradient id="{name}">{stops}</linearGradient>'
        face += f'<rect x="10" y="{10 + 10 * y}" width="40" height="6" fill="url(#{name})"/>'
    face += '<text x="10" y="70" font-family="Nunito" font-weight="800" font-size="24" fill="url(#white)">III</text>'
    game = (
        GAME
        + "  dusk: {rgb: '#FF7733', spot: PANTONE 021 C}\n  sea: {rgb: '#0050A0', cmyk: [100, 50, 0, 0], spot: Sea}\n"
    )
    write_card(tmp_path, face, f"form: {form}\nplates: {plates}", game)
    file = export(tmp_path, "mine")
    (tmp_path / "made").mkdir()
    assert [] == faults(file.read_bytes(), standard=STANDARDS[form], ink=300)
    inks, film = (plates_by_ghostscript(file, tmp_path / "made", page) for page in (1, 2))
    spot = inks["PANTONE 021 C"] if plates == "spots" else film["Black"]
    assert {"white": 50, "clear": 50, "kin": 100, "other": 0} == {
        name: pytest.approx(at(spot, 30, 13 + 10 * y), abs=2) for y, name in enumerate(ends)
    }
    assert {"white": 0, "clear": 0, "kin": 0} == {
        name: max(at(inks[ink], 30, 13 + 10 * y) for ink in ("Cyan", "Magenta", "Yellow", "Black"))
        for y, name in enumerate([*ends][:3])
    }
    assert at(inks["Cyan"], 30, 43) > 20
    told = run("validate", "--printer", "mine", project=tmp_path)
    assert (0, 1) == (told.exit_code, told.stderr.count("[plates]"))
    (finding,) = [finding for finding in told.findings if finding.check == "plates"]
    assert 'warning main.yaml:5:5 plates "one" 021' == brief(finding)
    assert "a gradient from the colour orange" in finding.what
    assert finding.remedy.startswith("let it fade to white")
    letters = spot.crop((0, round(55 / 25.4 * DPI), spot.width, spot.height))
    assert 255 - letters.getextrema()[0] > 100  # type: ignore[operator]


def test_art_names_a_spot_colour_as_a_style_does(tmp_path: Path) -> None:
    """What only looks like it has the inks that stand for it."""
    art = '<rect width="5" height="9" fill="var(--palette-sun, #FE5000)"/><rect x="5" width="5" height="9" fill="#FE5000"/>'
    files = {
        "card_data/sweets/art/sign.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 9">{art}</svg>',
        **printers("spots"),
    }
    game = "title: Sweets\npalette: {sun: {rgb: '#FE5000', cmyk: [0, 70, 100, 0], spot: PANTONE 021 C}}\n"
    face = svg('<image href="sign.svg" x="20" y="20" width="20" height="18"/>', WIDE, HIGH)
    write_project(tmp_path, {"main": ONE_SIDED}, {"card.svg": face}, game=game, files=files)
    file = export(tmp_path, "spots")
    assert {"PANTONE 021 C"} == separations(file)
    forms = form_operators(file)
    assert 1 == sum(form["scn", (1.0,)] for form in forms)
    assert 1 == sum(form["k", (0.0, 0.7, 1.0, 0.0)] for form in forms)


def test_a_film_of_a_spot_colour_is_as_grey_as_it_is_opaque(tmp_path: Path) -> None:
    """And one of a finish is black all the same."""
    dots = '<rect x="10" y="10" width="9" height="9" fill="{{ palette.sun }}" fill-opacity="0.4"/>'
    dots += (
        '<rect x="30" y="10" width="9" height="9" fill="{{ palette.gold }}" fill-opacity="0.4"/>'
    )
    dots += '<path d="M10 40H50" stroke="{{ palette.sun }}" stroke-width="4" stroke-opacity="0.7"/>'
    palette = "{gold: {rgb: '#D4AF37', plate: foil}, sun: {rgb: '#FE5000', spot: PANTONE 021 C}}"
    write_project(
        tmp_path,
        {"main": ONE_SIDED},
        {"card.svg": svg(dots, WIDE, HIGH)},
        game=f"title: Sweets\npalette: {palette}\n",
        files=printers("pages"),
    )
    file = export(tmp_path, "pages")
    assert 3 == len(pypdfium2.PdfDocument(file))
    forms = form_operators(file)
    for operator, black in (("k", 0.4), ("K", 0.7), ("k", 1.0)):
        assert 1 == sum((operator, (0.0, 0.0, 0.0, black)) in form for form in forms)


OVER_AND_UNDER = (
    '<rect x="-4" y="-4" width="71.5" height="96.9" fill="{{ palette.red }}"/>'
    '<g><rect x="10" y="10" width="40" height="60" fill="{{ palette.orange }}"/></g>'
    '<rect x="12" y="12" width="8" height="8" fill="#fff"/><rect x="24" y="12" width="8" height="8" fill="#0000ff"/>'
    '<g><circle cx="40" cy="16" r="4" fill="#0000ff"/></g>'
    '<linearGradient id="g"><stop stop-color="#00f"/><stop offset="1"/></linearGradient>'
    '<rect x="12" y="24" width="8" height="8" fill="url(#g)"/><image href="{SOFT}" x="24" y="22" width="12" height="12"/>'
    '<image href="{PLAIN}" x="38" y="24" width="8" height="8"/>'
    '<rect x="12" y="36" width="8" height="8" fill="#fff" fill-opacity="0.25"/>'
    '<g opacity="0.5"><rect x="24" y="36" width="8" height="8" fill="#0000ff"/></g>'
    '<rect x="38" y="36" width="8" height="8" fill="{{ palette.gold }}"/>'
    '<rect x="12" y="48" width="8" height="8" fill="{{ palette.ink }}" style="mix-blend-mode:multiply"/>'
    '<rect x="52" y="12" width="8" height="8" fill="{{ palette.orange }}" fill-opacity="0.25"/>'
    '<text x="30" y="66" font-family="Nunito" font-weight="600" font-size="20" fill="{{ palette.ink }}" text-anchor="middle">I</text>'
)


def over_and_under(root: Path, plates: str, form: str = "x-1a") -> Path:
    """The PDF of a card on whose spot colour all kinds of things lie."""
    soft = Image.new("RGBA", (80, 80), (20, 40, 120, 0))
    soft.paste((20, 40, 120, 255), (20, 20, 60, 60))
    pictures = {}
    for name, image in (("SOFT", soft), ("PLAIN", soft.convert("RGB"))):
        out = io.BytesIO()
        image.save(out, "PNG")
        pictures[f"{{{name}}}"] = (
            "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()
        )
    face = OVER_AND_UNDER
    for name, data in pictures.items():
        face = face.replace(name, data)
    write_card(root, face, f"form: {form}\nplates: {plates}")
    return export(root, "mine")


SPOT = {
    "by itself": (11, 11, 100),
    "beside it": (5, 5, 0),
    "under white": (16, 16, 0),
    "under a colour": (28, 16, 0),
    "under a form": (40, 16, 0),
    "under a gradient": (16, 28, 0),
    "under a picture": (30, 28, 0),
    "where that is clear": (25, 23, 100),
    "under an opaque picture": (42, 28, 0),
    "under a veil": (16, 40, 75),
    "under a group": (28, 40, 50),
    "under a finish": (42, 40, 100),
    "multiplied": (16, 52, 100),
    "itself half clear": (56, 16, 25),
}
"""How much of the spot colour is printed where, in percent."""


@seen_by_ghostscript
@pytest.mark.parametrize("form", ["x-1a", "x-4"])
@pytest.mark.parametrize("plates", ["spots", "pages"])
def test_a_spot_colour_knocks_out_and_is_knocked_out(
    tmp_path: Path, plates: str, form: str
) -> None:
    """As a Separation and on a page of its own; what was flattened prints as what shows through
    does where it may."""
    (tmp_path / "made").mkdir()
    file = over_and_under(tmp_path, plates, form)
    assert [] == faults(file.read_bytes(), standard=STANDARDS[form], ink=300)
    inks, film = (plates_by_ghostscript(file, tmp_path / "made", page) for page in (1, 2))
    if plates == "spots":
        film = {"Black": inks["PANTONE 021 C"]}
    assert SPOT == {
        name: (x, y, pytest.approx(at(film["Black"], x, y), abs=1))
        for name, (x, y, _) in SPOT.items()
    }
    assert all(
        ink.getextrema()[0] == 255
        for name, ink in film.items()
        if name in ("Cyan", "Magenta", "Yellow")
    )
    assert [0, 90] == [at(inks["Magenta"], x, y) for x, y in ((11, 11), (5, 5))]
    assert not any(at(ink, 16, 16) for ink in inks.values())
    dots = [
        (x, y)
        for y in range(film["Black"].height)
        for x in range(film["Black"].width)
        if inks["Black"].getpixel((x, y)) < 10
    ]  # type: ignore[operator]
    letter = [film["Black"].getpixel((x, y)) for x, y in dots if y > (60 + 3) / 25.4 * DPI]
    assert letter
    assert not any(letter)  # which overprints


BLENDS = {
    **dict.fromkeys(("multiply", "overlay", "darken", "color-burn", "soft-light"), 100),
    **dict.fromkeys(
        ("screen", "lighten", "hard-light", "difference", "exclusion", "color", "luminosity"), 0
    ),
}
"""How much of a spot colour is left under what is blended with it; of color-dodge readers of PDF
think differently."""


@seen_by_ghostscript
@pytest.mark.parametrize(
    ("plates", "form"), [("spots", "x-1a"), ("spots", "x-4"), ("pages", "x-1a")]
)
def test_each_plate_is_blended_by_itself(tmp_path: Path, plates: str, form: str) -> None:
    """Flattened or on a page of its own a plate is what a press makes of the blend; what does not
    print as it looks is told."""
    face = '<rect x="2" y="2" width="60" height="80" fill="{{ palette.orange }}"/>'
    for place, blend in enumerate(BLENDS):
        x, y = 4 + 12 * (place % 5), 4 + 12 * (place // 5)
        face += f'<rect x="{x}" y="{y}" width="9" height="9" fill="#3060A0" style="mix-blend-mode:{blend}"/>'
    write_card(tmp_path, face, f"form: {form}\nplates: {plates}")
    file = export(tmp_path, "mine")
    (tmp_path / "made").mkdir()
    film = plates_by_ghostscript(file, tmp_path / "made", 1 if plates == "spots" else 2)[
        "PANTONE 021 C" if plates == "spots" else "Black"
    ]
    found = {
        blend: at(film, 8 + 12 * (place % 5), 8 + 12 * (place // 5))
        for place, blend in enumerate(BLENDS)
    }
    assert found == pytest.approx(BLENDS, abs=1)


@pytest.mark.parametrize(
    ("over", "told"),
    [
        (
            '<rect x="20" y="20" width="9" height="9" fill="#3060A0" style="mix-blend-mode:multiply"/>',
            False,
        ),
        (
            '<rect x="20" y="20" width="9" height="9" fill="#3060A0" style="mix-blend-mode:screen"/>',
            True,
        ),
        (
            '<rect x="20" y="20" width="9" height="9" fill="#3060A0" style="mix-blend-mode:darken"/>',
            True,
        ),
        ('<g style="mix-blend-mode:luminosity"><circle cx="20" cy="20" r="5"/></g>', True),
        (
            '<rect x="50" y="20" width="9" height="9" fill="#3060A0" style="mix-blend-mode:screen"/>',
            False,
        ),
        (
            '<circle cx="35.8" cy="5" r="5" fill="#fff"/><circle cx="36" cy="5" r="4" fill="#369" style="mix-blend-mode:screen"/>',
            False,
        ),
        (
            '<rect x="50" y="20" width="9" height="9" fill="{{ palette.orange }}" style="mix-blend-mode:screen"/>',
            False,
        ),
        (
            '<rect x="45" y="9" width="15" height="30" fill="#369"/>'
            '<rect x="50" y="20" width="9" height="9" fill="{{ palette.orange }}" style="mix-blend-mode:screen"/>',
            True,
        ),
        (
            '<rect x="50" y="20" width="9" height="9" fill="{{ palette.orange }}" style="mix-blend-mode:multiply"/>',
            False,
        ),
    ],
)
def test_a_blend_that_a_spot_colour_does_not_know_is_told(
    tmp_path: Path, over: str, told: bool
) -> None:
    """Where it meets the colour; what is opaque between them parts them, and on bare paper nothing
    blends."""
    face = f'<rect x="5" y="5" width="30" height="40" fill="{{{{ palette.orange }}}}"/>{over}'
    write_project(
        tmp_path,
        {"main": ONE_SIDED},
        {"card.svg": svg(face, WIDE, HIGH)},
        game=GAME,
        files=printers("spots"),
    )
    said = " ".join(run("validate", "--printer", "spots", project=tmp_path).stderr.split())
    assert told == ("what is blended with PANTONE 021 C does not print as it looks" in said)
    assert said.count("[plates]") == told
    assert "[plates]" not in run("validate", "--printer", "drivethrucards", project=tmp_path).stderr


@seen_by_ghostscript
def test_groups_that_differ_in_a_finish_alone_are_two(tmp_path: Path) -> None:
    """Screens show nothing of either: one took the other's place, and so did one that is left
    empty."""
    strip = '<g style="isolation:isolate"><rect x="{}" y="50" width="20" height="{}" fill="{{{{ palette.gloss }}}}"/></g>'
    face = (
        strip.format(5, 4)
        + strip.format(35, 12)
        + '<g style="isolation:isolate"><rect x="5" y="70" width="9" height="9"/></g>'
    )
    write_card(tmp_path, face, "plates: spots")
    (tmp_path / "made").mkdir()
    plates = plates_by_ghostscript(export(tmp_path, "mine"), tmp_path / "made")
    assert {(10, 52): 100, (40, 52): 100, (10, 60): 0, (40, 60): 100, (10, 75): 0} == {
        point: at(plates["Varnish"], *point)
        for point in ((10, 52), (40, 52), (10, 60), (40, 60), (10, 75))
    }


def test_a_spot_colour_that_is_mixed_away_is_told(tmp_path: Path) -> None:
    """What mix() makes of it is printed in the four inks, also when that is mixed once more; other
    mixtures are nobody's business."""
    mixed = (
        "mix(palette.orange, '#FFFFFF', 0.5)",
        "mix(mix('#FFFFFF', palette.orange, 0.5), palette.red, 0.2)",
        "mix(palette.gold, palette.red)",
    )
    face = "".join(
        f'<rect x="9" y="{20 * y + 9}" width="9" height="9" fill="{{{{ {mix} }}}}"/>'
        for y, mix in enumerate(mixed)
    )
    face += "<rect x='30' y='9' width='9' height='9' fill='{{ mix(palette.red, palette.ink) }}'/>"
    write_card(tmp_path, face, "plates: spots")
    done = run("validate", "--printer", "mine", project=tmp_path)
    said = " ".join(done.stderr.split())
    assert (0, 2) == (done.exit_code, said.count("[plates]"))
    assert (
        "a mixture with the colour orange is printed in the four inks, not in PANTONE 021 C; for a tint of it paint it half clear"
        in said
    )
    assert "a mixture with the colour gold is printed in the four inks, not in Foil" in said
    assert "[plates]" not in run("validate", "--printer", "images", project=tmp_path).stderr
    assert 0 == run("export", "sweets", "--printer", "mine", project=tmp_path).exit_code
    assert set() == separations(tmp_path / "output/sweets/mine/main/main.pdf")
    wrong = svg("{{ mix('var(--palette-x, #FFF)', palette.red) }}", WIDE, HIGH)
    write_project(tmp_path, {"main": ONE_SIDED}, {"card.svg": wrong}, game=GAME)
    assert run("validate", project=tmp_path).tells(
        'card.svg:2 template-value "one" "var(--palette-x, #FFF)"'
    )


def test_a_finish_that_is_half_clear_is_no_transparency(tmp_path: Path) -> None:
    """It is printed as if it were opaque, and no picture takes its place."""
    profile = offset_house("plates: spots")
    face = '<rect x="9" y="9" width="20" height="20" fill="{{ palette.gold }}" fill-opacity="0.4"/>'
    files = {"card_data/printers/mine.yaml": profile}
    write_project(
        tmp_path,
        {"main": ONE_SIDED},
        {"card.svg": svg(face + text("one"), WIDE, HIGH)},
        game=GAME,
        files=files,
    )
    assert "[transparency]" not in run("validate", "--printer", "mine", project=tmp_path).output
    done = run("export", "sweets", "--printer", "mine", project=tmp_path)
    assert (0, False) == (done.exit_code, "600 pixels" in done.output)


def test_a_finish_takes_no_gradient(tmp_path: Path) -> None:
    stops = '<stop stop-color="{{ palette.gloss }}"/><stop offset="1"/>'
    face = f'<linearGradient id="g">{stops}</linearGradient><rect width="9" height="9" fill="url(#g)"/>'
    write_project(
        tmp_path,
        {"main": HEAD + "cards: [{id: one}]\n"},
        {"card.svg": svg(face), "back.svg": svg("")},
        game=GAME,
    )
    done = run("build", "sweets", project=tmp_path)
    assert (2, True) == (
        done.exit_code,
        'the colour "gloss" is a finish, which knows no gradients' in done.stderr,
    )


@pytest.mark.parametrize(
    ("colour", "said"),
    [
        ("{rgb: '#D4AF37', plate: gold}", 'no plate is called "gold"'),
        ("{rgb: '#D4AF37', plate: foil, spot: Gold}", "a colour is a spot or a plate, not both"),
        ("{rgb: '#D4AF37', spot: 'a(b)'}", '"a(b)" is no name of an ink'),
        ("{rgb: '#D4AF37', spot: [1]}", "a spot and a plate are names"),
        ("{rgb: '#D4AF37', spot: None}", '"None" is no ink of its own: a PDF prints nothing in it'),
        (
            "{rgb: '#D4AF37', spot: all}",
            '"all" is no ink of its own: a PDF prints it on every plate',
        ),
        (
            "{rgb: '#D4AF37', spot: Black}",
            '"Black" is no ink of its own: it is one of the four inks',
        ),
        ("{rgb: '#D4AF37', spot: Foil}", '"Foil" is no ink of its own: it is a finish'),
    ],
)
def test_what_is_no_plate_is_told(tmp_path: Path, colour: str, said: str) -> None:
    write_project(
        tmp_path,
        {"main": HEAD + "cards: [{id: one}]\n"},
        game=f"title: Sweets\npalette: {{gold: {colour}}}\n",
    )
    done = run("validate", project=tmp_path)
    assert (2, True) == (done.exit_code, said in done.stderr), done.stderr


def _fading(stops: str, kind: str = "linear") -> str:
    return f'<{kind}Gradient id="g">{stops}</{kind}Gradient><rect x="5" y="5" width="50" height="70" fill="url(#g)"/>'


GROUNDS = {
    "a grey gradient": _fading('<stop stop-color="#eee"/><stop offset="1" stop-color="#444"/>'),
    "a grey gradient around a point": _fading(
        '<stop stop-color="#eee"/><stop offset="1" stop-color="#444"/>', "radial"
    ),
    "black ink to paper": _fading(
        '<stop stop-color="{{ palette.ink }}"/><stop offset="1" stop-color="#fff"/>'
    ),
    "inks of the palette": _fading(
        '<stop stop-color="{{ palette.red }}"/><stop offset="1" stop-color="{{ palette.ink }}"/>'
    ),
    "a spot colour to another": _fading(
        '<stop stop-color="{{ palette.orange }}"/><stop offset="1" stop-color="#0050A0"/>'
    ),
    "a spot colour to paper": _fading(
        '<stop stop-color="{{ palette.orange }}"/><stop offset="1" stop-color="#fff"/>'
    ),
    "a picture of inks": '<image href="inks.jpg" x="5" y="5" width="50" height="70" preserveAspectRatio="none"/>',
    "a grey picture": '<image href="grey.png" x="5" y="5" width="50" height="70" preserveAspectRatio="none"/>',
    "black text on a colour": '<rect x="5" y="5" width="50" height="70" fill="{{ palette.red }}"/>'
    '<text x="20" y="60" font-family="Nunito" font-weight="800" font-size="60" fill="{{ palette.ink }}" text-anchor="middle">I</text>',
    "one region on another": _fading(
        '<stop stop-color="#eee"/><stop offset="1" stop-color="#444"/>'
    )
    + '<image href="soft.png" x="3" y="28" width="20" height="20"/><path d="M8 5h4v70h-4Z" fill="#666"/>',
}


@seen_by_ghostscript
@pytest.mark.parametrize("ground", GROUNDS)
def test_no_rectangle_is_seen_around_what_is_flattened(tmp_path: Path, ground: str) -> None:
    """Where a soft picture is clear its ground has the inks, or the plates, that it has without the
    picture."""
    soft = (
        Image.radial_gradient("L").resize((160, 160)).point(lambda value: max(0, 255 - 2 * value))
    )
    shades = Image.linear_gradient("L").resize((200, 200))
    turned = [shades.rotate(90 * turn).point(lambda value: value // 2) for turn in range(4)]
    files: dict[str, str | bytes] = {**printers("spots")}
    blue = Image.merge("RGBA", (*[Image.new("L", soft.size, part) for part in (20, 40, 160)], soft))
    for name, picture in (
        ("soft.png", blue),
        ("inks.jpg", Image.merge("CMYK", turned)),
        ("grey.png", shades),
    ):
        out = io.BytesIO()
        picture.save(out, "PNG" if name.endswith("png") else "JPEG")
        files[f"card_data/sweets/art/{name}"] = out.getvalue()
    seen = {}
    for name, over in (
        ("without", ""),
        ("with", '<image href="soft.png" x="15" y="25" width="30" height="30"/>'),
    ):
        write_project(
            tmp_path,
            {"main": ONE_SIDED},
            {"card.svg": svg(GROUNDS[ground] + over, WIDE, HIGH)},
            game=GAME,
            files=files,
        )
        done = run("export", "sweets", "--printer", "spots", "--force", project=tmp_path)
        assert "export-impossible" not in done.codes
        (tmp_path / name).mkdir()
        seen[name] = plates_by_ghostscript(
            tmp_path / "output/sweets/spots/main/main.pdf", tmp_path / name
        )
    assert seen["without"].keys() == seen["with"].keys()
    clear = [
        (x, y)
        for x in (15.2, 18, 20, 30, 42, 44.8)
        for y in (25.2, 26.5, 29, 53.5, 54.8)
        if math.hypot(x - 30, y - 40) > 11
    ]
    for plate, printed in seen["without"].items():
        assert [at(printed, *point) for point in clear] == pytest.approx(
            [at(seen["with"][plate], *point) for point in clear], abs=3
        ), plate
    assert at(seen["with"]["Cyan"], 30, 40) > 60
