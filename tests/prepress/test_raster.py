"""Pictures for printers, opened with Pillow and held against the numbers of the profiles."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from briefs import briefs, has_expected
from PIL import Image, ImageChops, ImageOps
from projects import HEAD, heeding_interrupts, run, svg, text, write_project

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.cards.parcels import Drawn
from cardgen.engine.graphics.drawing import Drawing
from cardgen.load.printer_files import SHIPPED
from cardgen.model.project import find_project
from cardgen.model.sizes import CARDS, Shape, card_size
from cardgen.prepress.profiles import Fit, Printer, Size, find_printer, printer_names
from cardgen.prepress.raster import as_png, images_of, placed, rasters, workers
from cardgen.schema.kinds import CERTAINTIES

POKER = HEAD.replace("60mm x 80mm", "poker")
GROUND = '<rect x="-4" y="-4" width="71.5" height="96.9" fill="#FF0000"/><rect x="1" y="1" width="61.5" height="86.9" fill="#00FF00"/>'
WIDE = Shape("rectangle", 88.9 * MM, 63.5 * MM)
THREE = "cards:\n  - {id: one}\n  - {id: two, copies: 3}\n  - {id: none, copies: 0}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    templates = {
        "card.svg": svg(GROUND, 63.5, 88.9),
        "back.svg": svg(GROUND.replace("#00FF00", "#0000FF"), 63.5, 88.9),
    }
    return write_project(tmp_path, {"main": POKER + THREE}, templates)


def export(project: Path, printer: str, *more: str) -> Path:
    result = run("export", "sweets", "--printer", printer, *more, project=project)
    assert 0 == result.exit_code, result.output
    return project / "output" / "sweets" / printer


def files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


@pytest.mark.parametrize("name", printer_names(find_project(Path(__file__).parents[2])))
def test_every_shipped_profile_says_where_its_numbers_are_from(name: str) -> None:
    """It can be read, and each source has one of the known certainties and a sentence."""
    printer = find_printer(find_project(Path(__file__).parents[2]), name)
    assert printer.sources
    assert all(
        certainty in CERTAINTIES and len(origin) > 10
        for certainty, origin in printer.sources.values()
    )


@pytest.mark.parametrize("name", ["makeplayingcards", "the-game-crafter"])
def test_the_pixels_hold_trim_and_bleed(name: str) -> None:
    """A profile's pixels are its trim and its bleed at its resolution, to the pixel; or more, where
    the shop has one picture for cards of almost one size, but never so much that a trim was taken
    for another."""
    printer = find_printer(find_project(Path(__file__).parents[2]), name)
    exact = 0
    for size in printer.sizes:
        expected = [
            round((side + 2 * printer.bleed) / 72 * printer.dpi)
            for side in (size.width, size.height)
        ]
        assert all(
            -2 <= has - asked <= 62 for has, asked in zip(size.pixels, expected, strict=True)
        ), size
        exact += expected == list(size.pixels)
    assert exact >= 22, "euro sizes, a mint tin's and some hexagons come in larger pictures"


@pytest.mark.parametrize(
    ("printer", "pixels", "bleed"),
    [
        ("makeplayingcards", (822, 1122), 36),
        ("the-game-crafter", (825, 1125), 37.5),
        ("images", (821, 1121), 35.4),
    ],
)
def test_pictures_have_the_printers_pixels(
    project: Path, printer: str, pixels: tuple[int, int], bleed: float
) -> None:
    """Mode, size and resolution are the profile's; the trim lies a bleed inside, and the bleed is
    painted to the edge."""
    folder = export(project, printer)
    with Image.open(folder / "main/front/001-one.png") as image:
        assert (pixels, "RGB", "PNG") == (image.size, image.mode, image.format)
        assert [300, 300] == [round(value) for value in image.info["dpi"]]
        assert 1 == image.info["srgb"]
        middle = image.height // 2
        assert (
            (255, 0, 0)
            == image.getpixel((0, 0))
            == image.getpixel((pixels[0] - 1, pixels[1] - 1))
            == image.getpixel((0, middle))
        )
        inner = bleed + 300 / 25.4  # the green begins a millimetre inside the trim
        assert (255, 0, 0) == image.getpixel((int(inner - 2), middle))
        assert (0, 255, 0) == image.getpixel((int(inner + 2), middle))
        assert (0, 255, 0) == image.getpixel((int(pixels[0] - inner - 2), middle))


def test_a_file_for_each_copy_in_order(project: Path) -> None:
    """Where the site wants a picture in each slot, copies are files of their own; a back they share
    is one file; 0 copies are none."""
    folder = export(project, "makeplayingcards") / "main"
    fronts = ["front/001-one.png", "front/002-two.png", "front/003-two.png", "front/004-two.png"]
    assert ["UPLOAD.txt", "back.png", "cards.csv", *fronts] == files(folder)
    assert (folder / fronts[1]).read_bytes() == (folder / fronts[3]).read_bytes()
    with Image.open(folder / "back.png") as image:
        assert ((822, 1122), (0, 0, 255)) == (image.size, image.getpixel((400, 500)))


def test_copies_in_a_list(project: Path) -> None:
    """Where the site asks for a number, each card is there once, and cards.csv has the numbers."""
    folder = export(project, "the-game-crafter") / "main"
    fronts = ["front/001-one.png", "front/002-two.png"]
    assert ["UPLOAD.txt", "back.png", "cards.csv", *fronts] == files(folder)
    rows = list(csv.DictReader((folder / "cards.csv").read_text("utf-8").splitlines()))
    assert [("one", "1"), ("two", "3")] == [(row["card"], row["copies"]) for row in rows]
    assert all(
        (folder / row["front"]).is_file() and (folder / row["back"]).is_file() for row in rows
    )


def test_backs_that_differ_stand_beside_their_fronts(project: Path) -> None:
    write_project(
        project,
        {"main": POKER + "cards:\n  - {id: one}\n  - {id: two, copies: 2, back: other.svg}\n"},
        {
            "card.svg": svg(GROUND, 63.5, 88.9),
            "back.svg": svg(GROUND, 63.5, 88.9),
            "other.svg": svg("", 63.5, 88.9),
        },
    )
    folder = export(project, "makeplayingcards") / "main"
    assert ["back/001-one.png", "back/002-two.png", "back/003-two.png"] == [
        name for name in files(folder) if name.startswith("back")
    ]
    with Image.open(folder / "back/003-two.png") as image:
        assert (255, 255, 255) == image.getpixel((5, 5))


def test_pictures_of_an_earlier_export_go(project: Path) -> None:
    """A card that is no longer there leaves no picture that would be uploaded with the others; what
    else lies there stays."""
    folder = export(project, "images") / "main"
    for name in ("mine.txt", "front/1000-old.png", "front/0007-old.png", "back/0007-old.png"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("mine")
    write_project(
        project,
        {"main": POKER + "cards:\n  - {id: two}\n"},
        {"card.svg": svg(GROUND, 63.5, 88.9), "back.svg": svg("", 63.5, 88.9)},
    )
    export(project, "images")
    assert ["back.png", "cards.csv", "front/001-two.png", "mine.txt"] == files(folder)


def test_names_sort_as_they_are_numbered(project: Path) -> None:
    """Also beyond 999: fronts, backs and the rows of cards.csv, whose names are those of the
    files."""
    write_project(
        project,
        {"main": POKER + "cards: [{id: one, copies: 998}, {id: two, copies: 3, back: card.svg}]\n"},
    )
    workshop = cardgen.open_project(project)
    deck = workshop.games[0].decks[0]
    side = Drawing([], Box(0, 0, deck.shape.width, deck.shape.height))
    drawn = [Drawn(card, side, replace(side, alias=card.back), 0) for card in deck.cards]
    sides, table, *_ = images_of(find_printer(workshop.project, "makeplayingcards"), deck, drawn)
    names = [name for _, _, names in sides for name in names]
    assert ("front/0001-one.png", "front/1001-two.png", "back/1001-two.png") == (
        names[0],
        names[1000],
        names[-1],
    )
    assert sorted(names[:1001]) + sorted(names[1001:]) == names
    rows = list(csv.DictReader(table.decode().splitlines()))
    assert names == [row["front"] for row in rows] + [row["back"] for row in rows]


def test_one_deck_that_fails_leaves_the_others_whole(project: Path) -> None:
    """What was written is told, and what was not."""
    deck = POKER + "cards: [{id: one}]\n"
    odd = svg("<foreignObject/>", 63.5, 88.9)
    decks = {"a": deck, "b": deck.replace("card.svg", "odd.svg"), "c": deck}
    write_project(
        project,
        decks,
        {"card.svg": svg("", 63.5, 88.9), "back.svg": svg("", 63.5, 88.9), "odd.svg": odd},
    )
    result = run("export", "sweets", "--printer", "drivethrucards", "--force", project=project)
    assert 1 == result.exit_code
    assert "note: not exported, or not all of it: sweets/b\n" in result.stderr
    assert 1 == result.stderr.count("<foreignObject>")
    made = [
        f"drivethrucards/{deck}/{name}" for deck in "ac" for name in ("UPLOAD.txt", f"{deck}.pdf")
    ]
    assert ["drivethrucards/UPLOAD.txt", *made] == files(project / "output/sweets")
    whole = (project / "output/sweets/drivethrucards/UPLOAD.txt").read_text("utf-8")
    assert "b/" not in whole
    assert ["a", "c", "UPLOAD.txt"] == [
        Path(line.split("  ")[0]).name for line in result.stdout.splitlines()
    ]
    blocked = project / "output/sweets/images/a/front/001-one.png"
    (blocked / "full").mkdir(parents=True)
    result = run("export", "sweets", "--printer", "images", "--force", project=project)
    assert (2, True) == (
        result.exit_code,
        "note: not exported, or not all of it: sweets/b, sweets/a\n" in result.stderr,
    )
    assert {"c"} == {
        name.split("/")[0]
        for name in files(project / "output/sweets/images")
        if name.endswith("cards.csv")
    }


def test_what_an_earlier_export_left_is_taken_away(project: Path) -> None:
    """Somebody would send it with the rest; what is not ours stays."""
    own = project / "card_data/printers/mine.yaml"
    own.parent.mkdir()
    told = "title: Mine\nsources: {sizes: {certainty: chosen, from: here}}\nsizes: any\nmakes: "
    expected = {
        "png\n": {"front/001-one.png", "back.png", "cards.csv"},
        "pdf\ncopies: once\n": {"main.pdf", "cards.csv"},
    }
    plain = svg(GROUND, 63.5, 88.9)
    write_project(
        project, {"main": POKER + "cards: [{id: one}]\n"}, {"card.svg": plain, "back.svg": plain}
    )
    (folder := project / "output/sweets/mine/main").mkdir(parents=True)
    (folder / "notes.pdf").write_bytes(b"mine")
    for makes in (*expected, *expected):
        own.write_text(told + makes, "utf-8")
        assert folder == export(project, "mine") / "main"
        assert expected[makes] | {"notes.pdf"} == set(files(folder))


def test_jobs_change_nothing_but_the_time(tmp_path: Path) -> None:
    """Decks of several sizes, with more cards than are rasterised together, backs they share and
    backs of their own."""
    many = "cards:\n  - for: {n: {expr: range(19)}}\n    id: c{n}\n    copies: 2\n"
    tall = "title: Tall\nsize: poker\ntemplate: tall.svg\nback: tall.svg\n"
    decks = {"few": HEAD + THREE, "main": HEAD + many, "tall": tall + many, "rest": HEAD + THREE}
    body = '<rect x="-4" y="-4" width="99" height="99" fill="#00FF00"/>' + text(
        "{{ card.id }}", size=9
    )
    templates = {
        "card.svg": svg(body),
        "back.svg": svg(body.replace("{{ card.id }}", "back")),
        "tall.svg": svg(body, 63.5, 88.9),
    }
    project = write_project(tmp_path, decks, templates)
    one = export(project, "images")
    export(project, "images", "--jobs", "2", "--out", str(project / "two"))
    two = project / "two" / "sweets" / "images"
    assert 2 * (1 + 1 + 2) + (1 + 1 + 19) + (1 + 19 + 19) == len(files(one))
    assert files(one) == files(two)
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in files(one))


def test_a_size_that_is_not_sold(project: Path) -> None:
    """Exit 2 with the sizes there are; nothing is written."""
    write_project(project, {"main": ""})
    result = run("export", "sweets", "--printer", "makeplayingcards", "--force", project=project)
    assert 2 == result.exit_code
    assert (
        "MakePlayingCards does not sell cards of the size 60 x 80 mm; the nearest of the 22 sizes that it sells are usa"
        in result.stderr
    )
    assert not (project / "output").exists()


def test_an_unknown_printer(project: Path) -> None:
    result = run("export", "sweets", "--printer", "drivethrucard", project=project)
    assert 2 == result.exit_code
    assert 'no printer is called "drivethrucard"; did you mean "drivethrucards"?' in result.stderr
    # as macOS leaves beside a file that it copies
    write_project(project, files={"card_data/printers/._ours.yaml": b"\0\5\x16\7"})
    assert (
        "use one of: boardgamesmaker,"
        in run("export", "sweets", "--printer", "nobody", project=project).stderr
    )


def test_a_printer_that_is_not_there_is_told_with_its_place(project: Path) -> None:
    result = run("export", "sweets", "--printer", "zzz", project=project)
    assert result.tells(", or describe it in")
    assert "printers/zzz.yaml" in result.stderr.replace("\\", "/")
    folder = project / "card_data" / "printers"
    folder.mkdir()
    (folder / "zzz.yml").write_text("title: Z\n")
    result = run("export", "sweets", "--printer", "zzz", project=project)
    assert result.tells("zzz.yml printer-profile")
    (folder / "empty.yaml").write_text("")
    result = run("export", "sweets", "--printer", "empty", project=project)
    assert result.tells("empty.yaml:1 file-empty")


def test_what_is_wrong_with_a_rulebook_stops_no_order(project: Path) -> None:
    """It is told, and the pictures are made; to validate it is an error."""
    (project / "card_data/sweets/rulebook.md").write_text(
        "## Play\n\nSetup\n-----\n\nDraw {{ card('main/nobody') }}.\n"
    )
    result = run("export", "sweets", "--printer", "images", project=project)
    assert 0 == result.exit_code, result.stderr
    assert "rulebook.md:6: warning: " in result.stderr
    assert "[rulebook]" in result.stderr
    assert (project / "output/sweets/images/main/front/001-one.png").exists()
    assert 2 == run("validate", "sweets", project=project).exit_code


def test_an_error_of_the_checks_stops_the_export(project: Path) -> None:
    """Exit 1 and nothing written; --force writes all the same."""
    rules = "- {id: never, says: Never., check: deck.main | copies == 0}\n"
    (project / "card_data/sweets/rules.yaml").write_text(rules)
    result = run("export", "sweets", "--printer", "images", project=project)
    assert 1 == result.exit_code
    assert (
        "note: nothing was exported; --force exports all the same" == result.stderr.splitlines()[-1]
    )
    assert not (project / "output").exists()
    result = run("export", "sweets", "--printer", "images", "--force", project=project)
    assert 1 == result.exit_code
    assert (project / "output/sweets/images/main/front/001-one.png").exists()


def test_a_projects_own_printer(project: Path) -> None:
    """A profile in card_data/printers/ is found by its name, before a shipped one of the same
    name."""
    folder = project / "card_data" / "printers"
    folder.mkdir()
    source = (SHIPPED / "images.yaml").read_text()
    (folder / "images.yaml").write_text(source.replace("dpi: 300", "dpi: 100", 1))
    with Image.open(export(project, "images") / "main/front/001-one.png") as image:
        assert (274, 374) == image.size


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda text: text.replace("dpi: 300", "dip: 300"),
            'a printer has no "dip"; did you mean "dpi"?',
        ),
        (
            lambda text: text.replace("dpi: 300", "dpi: many"),
            'mine.yaml:6:6 number-expected "many"',
        ),
        (lambda text: text.replace("bleed: 3mm", "bleed: 3"), '"3" is not a length'),
        (
            lambda text: text.replace("copies: once", "copies: some"),
            'cannot be "some"; use one of: each, once',
        ),
        (lambda text: text.replace("  dpi: {certainty: chosen", "  # {"), "dpi has no source"),
        (
            lambda text: text.replace("sizes: any", "sizes: {poker: {trim: 3}}"),
            "the trim of poker is not a size",
        ),
        (
            lambda text: text.replace("certainty: chosen", "certainty: sure", 1),
            'cannot be "sure"; use one of: read',
        ),
        (lambda text: "title: x\n", "makes is missing"),
    ],
)
def test_profiles_that_are_wrong(project: Path, change: Callable[[str], str], said: str) -> None:
    """Told with file and line."""
    folder = project / "card_data" / "printers"
    folder.mkdir()
    (folder / "mine.yaml").write_text(change((SHIPPED / "images.yaml").read_text()))
    with pytest.raises(CardgenError) as error:
        find_printer(find_project(project), "mine")
    assert has_expected(error.value.findings, said), briefs(error.value.findings)
    assert "mine.yaml:" in str(error.value)


PNG, SHEETS, TABLE, PDF = (f"makes: {kind}" for kind in ("png", "sheets", "table", "pdf"))
ANY = "sizes: any"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "dpi: 300",
            "dpi: 90000",
            "mine.yaml:6:6 out-of-range 90000",
        ),
        (
            "dpi: 300",
            "dpi: 0.001",
            "mine.yaml:6:6 out-of-range 0.001",
        ),
        ("bleed: 3mm", "bleed: 3cm", "mine.yaml:7:8 out-of-range"),
        (PNG, f"{SHEETS}\nsheet: 9mm x 9", 'mine.yaml:5:8 length-expected "9mm x 9"'),
        (PNG, f"{SHEETS}\nsheet: 9999mm x 9mm", "mine.yaml:5:8 out-of-range"),
        (
            f"{PNG}\n{ANY}\ndpi: 3",
            f"{SHEETS}\nsheet: 999mm x 999mm\ndpi: 6",
            "mine.yaml:5:8 too-large 600 23598 23598 12000",
        ),
        (PNG, SHEETS, "mine.yaml:1 key-missing"),
        (
            PNG,
            f"{TABLE}\nacross: 9\ndown: 7",
            "mine.yaml:1 key-missing",
        ),
        (PNG, f"{TABLE}\nacross: 1", "mine.yaml:5:9 out-of-range 1"),
        (PNG, f"{PNG}\ncolour: cmyk", ":5:9: what makes: png gives is always rgb, not cmyk"),
        (
            PNG,
            f"{PDF}\ncolour: rgb",
            "what makes: pdf gives is always cmyk, not rgb; write  colour: cmyk",
        ),
        (
            PNG,
            f"{SHEETS}\nsheet: 99mm x 99mm",
            "what makes: sheets gives holds every copy of a card; write  copies: each",
        ),
        (PNG, f"{PDF}\ndie_line: perhaps", 'mine.yaml:5:11 truth-expected "perhaps"'),
        (
            ANY,
            "sizes:\n  a: {trim: 9mm x 9mm}\n  b: {trim: 9mm x 9mm, pixel: 9 x 9}",
            ':7:24: a size has no "pixel"; did you mean',
        ),
        (
            ANY,
            "sizes: {one: {trim: 9mm x 9mm, pixels: 99999 x 99999}}",
            "use 12000 a side or less: ",
        ),
        (ANY, "sizes: {one: {trim: 9mm x 9999mm}}", "mine.yaml:5:21 out-of-range"),
    ],
)
def test_profiles_that_make_no_sense(project: Path, old: str, new: str, said: str) -> None:
    """Numbers that nothing can be made of, and what does not go together: told with file and line,
    and within which bounds to stay."""
    test_profiles_that_are_wrong(project, lambda text: text.replace(old, new, 1), said)


def test_a_folder_is_no_printer(project: Path) -> None:
    (project / "card_data/printers/z.yaml").mkdir(parents=True)
    result = run("export", "sweets", "--printer", "z", project=project)
    assert (2, True) == (
        result.exit_code,
        result.tells("z.yaml file-unreadable"),
    )


def test_a_picture_that_is_too_large(project: Path) -> None:
    """A size that may be any is held against the resolution when it is known."""
    folder = project / "card_data/printers"
    folder.mkdir()
    (folder / "fine.yaml").write_text(
        (SHIPPED / "images.yaml").read_text().replace("dpi: 300", "dpi: 1200")
    )
    printer = find_printer(find_project(project), "fine")
    assert (3283, 4483) == printer.fit(card_size("poker")).pixels
    with pytest.raises(
        CardgenError,
        match=r"has 4063 x 12283 pixels, more than 12000 a side; .* the dpi of fine.yaml",
    ):
        printer.fit(card_size("80mm x 254mm"))


def test_a_pdf_is_in_inks_without_a_word(project: Path) -> None:
    """So that its inks are checked; and what is true may be said as everywhere."""
    folder = project / "card_data/printers"
    folder.mkdir()
    source = (SHIPPED / "offset.yaml").read_text().replace("colour: cmyk\n", "")
    (folder / "mine.yaml").write_text(source.replace("die_line: yes", "die_line: true"))
    printer = find_printer(find_project(project), "mine")
    assert ("cmyk", True) == (printer.colour, printer.die_line)


def test_a_card_lies_in_the_middle_turned_or_not() -> None:
    """A quarter turn keeps the card inside its page; the page of a wide card is the printer's
    upright one."""
    mpc = find_printer(find_project(Path(__file__).parents[2]), "makeplayingcards")
    fit = mpc.fit(WIDE)
    assert (1, (822, 1122)) == (fit.turned, fit.pixels)
    margin = 36 / 300 * 72
    for side in (fit, fit.behind):
        corners = [placed(WIDE, side)(x, y) for x in (0, WIDE.width) for y in (0, WIDE.height)]
        assert sorted((round(x, 6), round(y, 6)) for x, y in corners) == sorted(
            (round(x, 6), round(y, 6))
            for x in (margin, fit.width - margin)
            for y in (margin, fit.height - margin)
        )


@pytest.mark.parametrize(
    "name", ["makeplayingcards", "the-game-crafter", "drivethrucards", "printplaygames"]
)
def test_the_top_of_a_wide_card_is_the_top_of_its_back(tmp_path: Path, name: str) -> None:
    """Red above and blue below on both sides: laid together as they are printed, the back seen
    through the front, they are one picture."""
    body = '<rect x="-4" y="-4" width="97" height="30" fill="#D03030"/><rect x="-4" y="26" width="97" height="42" fill="#3060D0"/>'
    deck = POKER.replace("poker", "88.9mm x 63.5mm") + "cards: [{id: one, copies: 2}]\n"
    game = "title: Sweets\npalette: {red: {rgb: '#D03030', cmyk: [5, 90, 80, 5]}, blue: {rgb: '#3060D0', cmyk: [80, 60, 0, 0]}}\n"
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(body, 88.9, 63.5), "back.svg": svg(body, 88.9, 63.5)},
        game=game,
    )
    folder = export(root, name) / "main"
    if name == "drivethrucards":
        back, front, *_ = rasters((folder / "main.pdf").read_bytes(), (275, 375))
    else:
        files = (
            ("sheet-01-front.png", "sheet-01-back.png")
            if name == "printplaygames"
            else ("front/001-one.png", "back.png")
        )
        front, back = (Image.open(folder / file) for file in files)
    assert front.height > front.width
    unlike = (
        ImageChops.difference(front, ImageOps.mirror(back))
        .convert("L")
        .point(lambda value: 255 * (value > 60))
    )
    assert unlike.histogram()[255] < 0.005 * front.width * front.height
    if name != "printplaygames":
        red, blue = (
            front.getpixel((round(x * front.width), front.height // 2)) for x in (0.1, 0.9)
        )
        assert red[0] > red[2]
        assert blue[2] > blue[0]


@pytest.mark.parametrize("printer", ["makeplayingcards", "the-game-crafter"])
def test_a_card_of_a_near_size_is_fitted_to_the_trim_that_is_cut(
    tmp_path: Path, printer: str
) -> None:
    """Tarot of 70 x 120 mm becomes 2.75 x 4.75 inches, its 3.2 mm of bleed enough on all sides."""
    body = '<rect x="-3.2" y="-3.2" width="76.4" height="126.4" fill="#FF0000"/><rect width="70" height="120" fill="#0000FF"/>'
    deck = POKER.replace("poker", "70mm x 120mm") + "cards: [{id: one}]\n"
    write_project(
        tmp_path, {"main": deck}, dict.fromkeys(("card.svg", "back.svg"), svg(body, 70, 120))
    )
    folder = export(tmp_path, printer)
    with Image.open(next(folder.rglob("front/*.png"))) as image:
        edges = [
            image.getpixel(spot)[1]
            for spot in ((1, 700), (image.width - 2, 700), (400, 1), (400, image.height - 2))
        ]
        assert [0, 0, 0, 0] == edges, "no white at an edge"
        trim = image.getchannel("B").point(lambda value: 255 * (value > 127)).getbbox()
    assert trim
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(
        (2.75 * 300, 4.75 * 300), abs=1.5
    )


def test_near_sizes_are_told_apart() -> None:
    """A euro-poker card is cut as such and not as poker; tarot in millimetres is cut from tarot in
    inches."""
    mpc = find_printer(find_project(Path(__file__).parents[2]), "makeplayingcards")
    assert isinstance(mpc.fit(card_size("tarot")), Fit)
    assert mpc.fit(card_size("120mm x 70mm")).turned
    assert mpc.fit(card_size("57mm x 89mm"))._replace(stretch=(1, 1)) == mpc.fit(
        card_size("bridge")
    )
    assert {(816, 1110)} == {
        mpc.fit(card_size(name)).pixels
        for name in ("tcg", "euro-poker", "63mm x 88mm", "88mm x 63mm")
    }
    unsold = {name for name in CARDS if not sold(mpc, name)}
    assert {"japanese", "mini-euro", "mini-american"} == unsold
    for name in (*unsold, "64.1mm x 89.5mm", "63.5mm x 89.2mm", "70.5mm x 120mm"):
        with pytest.raises(
            CardgenError,
            match=r" of the 22 sizes .* are .*, .*, .*, .* mm\)$",
        ):
            mpc.fit(card_size(name))


def sold(printer: Printer, name: str) -> bool:
    try:
        printer.fit(card_size(name))
    except CardgenError:
        return False
    return True


def test_the_nearest_of_several_sizes_is_taken() -> None:
    """Whatever their order, also where a stock of the same name may be farther off."""
    loose, near = (
        Size("tarot", "rectangle", 2.75 * 72, 4.75 * 72),
        Size("big", "rectangle", 70 * MM, 120 * MM),
    )
    for sizes in ((loose, near), (near, loose)):
        assert (1.0, 1.0) == Printer("x", "X", "png", sizes=sizes).fit(
            card_size("tarot landscape")
        ).stretch


def test_hexagons_stand_on_a_side_or_on_a_corner() -> None:
    """A printer's page of 2.6 x 3 inches holds a hexagon whose corners point up; cardgen's lie, and
    are turned."""
    printer = find_printer(find_project(Path(__file__).parents[2]), "makeplayingcards")
    inches = 3 * 72
    fit = printer.fit(Shape("hexagon", inches, inches * 3**0.5 / 2))
    assert (1, (852, 972)) == (fit.turned, fit.pixels)
    assert fit.stretch == pytest.approx((1, 1), abs=0.001)


# -- the virtual table
# ----------------------------------------------------------------------------------------------------------------


def test_a_table_gets_one_picture_and_one_save(project: Path) -> None:
    """Faces row by row at the trim, the back in the last slot, and a pile that deals every copy."""
    folder = export(project, "tabletop-simulator")
    assert ["main/back.png", "main/faces.png", "main/index.json", "sweets.json"] == files(folder)
    pile = json.loads((folder / "sweets.json").read_text("utf-8"))["ObjectStates"][0]
    assert ("DeckCustom", [100, 101, 101, 101]) == (pile["Name"], pile["DeckIDs"])
    assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
    sheet = pile["CustomDeck"]["1"]
    assert (3, 2, False) == (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"])
    with Image.open(folder / "main/faces.png") as image:
        width, height = image.width // 3, image.height // 2
        assert (image.width, image.height) == (3 * width, 2 * height)
        assert (
            (0, 255, 0)
            == image.getpixel((width // 2, height // 2))
            == image.getpixel((width + width // 2, height // 2))
        )
        assert (0, 0, 255) == image.getpixel((image.width - width // 2, image.height - height // 2))
        assert (255, 255, 255) == image.getpixel((width // 2, height + height // 2))
    assert sheet["FaceURL"] == (folder / "main/faces.png").as_uri()


BACKS = {"": None, "back.svg": (0, 0, 255), "other.svg": (255, 255, 0)}


@pytest.mark.parametrize(
    ("backs", "unique"),
    [
        (["", "", ""], False),
        (["back.svg", "back.svg"], False),
        (["", "back.svg"], True),
        (["back.svg", ""], True),
        (["", "back.svg", "other.svg"], True),
        (["other.svg", "back.svg"], True),
    ],
)
def test_every_card_on_a_table_has_its_own_back(
    project: Path, backs: list[str], unique: bool
) -> None:
    """One picture for all where they have the same, or none, which is plain; else a picture of
    backs, plain where a card has none."""
    cards = "".join(f"  - {{id: c{number}, back: '{back}'}}\n" for number, back in enumerate(backs))
    ground = '<rect width="64" height="90" fill="rgb{}"/>'
    templates = {
        name: svg(ground.format(colour) if colour else GROUND, 63.5, 88.9)
        for name, colour in BACKS.items()
    }
    templates["card.svg"] = templates.pop("")
    write_project(
        project, {"main": POKER.replace("back: back.svg\n", "") + "cards:\n" + cards}, templates
    )
    folder = export(project, "tabletop-simulator")
    (pile,) = json.loads((folder / "sweets.json").read_text("utf-8"))["ObjectStates"]
    (sheet,) = pile["CustomDeck"].values()
    assert (unique, (folder / f"main/back{'s' * unique}.png").as_uri()) == (
        sheet["UniqueBack"],
        sheet["BackURL"],
    )
    assert [
        "main/backs.png" if unique else "main/back.png",
        "main/faces.png",
        "main/index.json",
        "sweets.json",
    ] == files(folder)
    across, down = (sheet["NumWidth"], sheet["NumHeight"]) if unique else (1, 1)
    with Image.open(folder / f"main/back{'s' * unique}.png") as image:
        slots = [(slot % across, slot // across) for slot in range(len(backs) if unique else 1)]
        seen = [
            image.getpixel(
                (int((x + 0.5) * image.width / across), int((y + 0.5) * image.height / down))
            )
            for x, y in slots
        ]
    assert [BACKS[back] or (255, 255, 255) for back in backs[: len(slots)]] == seen


def test_decks_exported_in_turn_share_a_save(project: Path) -> None:
    """Piles of decks that were not named stay while their pictures are there; all the decks at once
    make the save anew."""
    deck = POKER + THREE
    plain = {"card.svg": svg(GROUND, 63.5, 88.9), "back.svg": svg("", 63.5, 88.9)}
    decks = {name: deck.replace("Main", name) for name in "abc"}
    write_project(project, decks, plain)
    folder = export(project, "tabletop-simulator")
    save = folder / "sweets.json"
    together = save.read_bytes()

    def piles(*decks: str) -> list[str]:
        """Exported one after the other."""
        for name in decks:
            result = run(
                "export", f"sweets/{name}", "--printer", "tabletop-simulator", project=project
            )
            assert 0 == result.exit_code, result.output
        found = json.loads(save.read_bytes())["ObjectStates"]
        assert len({number for pile in found for number in pile["CustomDeck"]}) == len(found)
        assert len({pile["Transform"]["posX"] for pile in found}) == len(found)
        return [pile["Nickname"] for pile in found]

    save.unlink()
    assert ["a", "b", "c"] == piles("a", "b", "c", "b")
    assert together == save.read_bytes()
    (folder / "b/faces.png").unlink()
    assert ["a", "c"] == piles("a")
    odd = {"c": decks["c"].replace("template: card.svg", "template: odd.svg")}
    write_project(project, decks | odd, {**plain, "odd.svg": svg("<foreignObject/>", 63.5, 88.9)})
    result = run("export", "sweets", "--printer", "tabletop-simulator", "--force", project=project)
    assert 1 == result.exit_code, result.output
    assert ["a", "b", "c"] == [
        pile["Nickname"] for pile in json.loads(save.read_bytes())["ObjectStates"]
    ], "c has a template now that is refused"
    write_project(project, decks, plain)
    (folder / "b/faces.png").unlink()
    damaged = [
        together[:500],
        b"[" * 10_000,
        b'{"ObjectStates": [7, {"CustomDeck": {"one": []}}]}',
        together.replace(b"posX", b"posx"),
    ]
    moved = together.replace(b"/a/faces.png", b"/a/../../a/faces.png")
    for wrong in (
        *damaged,
        moved,
        together.replace(b'"SaveName"', b'"Mine": "\\ud800", "SaveName"'),
    ):
        save.write_bytes(wrong)
        assert ["c"] == piles("c")


def test_a_table_needs_several_pictures_for_many_cards(project: Path) -> None:
    """69 cards to a picture, none larger than the limit, and every card dealt once."""
    write_project(
        project,
        {
            "main": POKER
            + "cards:\n  - for: {n: '{expr: range(75)}'}\n    id: c{n}\n".replace("'", "")
        },
        {"card.svg": svg(GROUND, 63.5, 88.9), "back.svg": svg(GROUND, 63.5, 88.9)},
    )
    folder = export(project, "tabletop-simulator")
    pile = json.loads((folder / "sweets.json").read_text("utf-8"))["ObjectStates"][0]
    assert ["1", "2"] == list(pile["CustomDeck"])
    assert [*(100 + slot for slot in range(69)), *(200 + slot for slot in range(6))] == pile[
        "DeckIDs"
    ]
    assert len({card["GUID"] for card in pile["ContainedObjects"]}) == 75
    with Image.open(folder / "main/faces-1.png") as image:
        assert max(image.size) <= 4096


def test_calls_within_one_another_share_their_processes() -> None:
    with workers(2) as pool, workers(3) as inner, workers(1) as alone:
        assert pool is inner is not None
        assert alone is None
    with workers(1) as alone:
        assert alone is None
    with workers(2) as another:
        assert another is not pool


def test_a_process_that_ends_on_its_own_is_an_error_with_a_remedy() -> None:
    """As all of them do when a script of one's own has no main guard, or one when memory runs
    out."""

    def share() -> None:
        with workers(2) as pool:
            assert pool is not None
            pool.submit(os._exit, 3).result()

    with pytest.raises(CardgenError, match="--jobs 1"):
        share()


@pytest.mark.skipif(os.name == "nt", reason="Windows ends processes in another way")
def test_an_interrupt_ends_the_other_processes_without_a_word() -> None:
    """Ctrl-C reaches every process of a terminal: those at work, those at rest, and the server they
    come from."""
    program = """
import time
from cardgen.prepress.raster import workers
try:
    with workers(3) as pool:
        pool.submit(time.sleep, 300)
        pool.submit(int).result()
        print("begun", flush=True)
        while True:
            time.sleep(0.1)  # one that begins as the signal comes is not interrupted
except KeyboardInterrupt:
    print("ended")
"""
    command = [sys.executable, "-c", program]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(
        command, **pipes, start_new_session=True, preexec_fn=heeding_interrupts
    ) as running:
        assert running.stdout is not None
        assert "begun\n" == running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        said, _ = running.communicate(timeout=120)  # when every process that could write has ended
    assert (0, "ended\n") == (running.returncode, said)


def flat_picture(mode: str) -> Image.Image:
    """Some colours, each in a patch of its own."""
    picture = Image.new(mode, (97, 130), (10, 20, 30, 255)[: len(mode)])
    picture.paste((200, 60, 20, 128)[: len(mode)], (10, 10, 80, 60))
    return picture


def photograph(mode: str) -> Image.Image:
    """Colours that run into each other, and noise: a filter makes them smaller."""
    noise = Image.effect_noise((97, 130), 6)
    ramp = Image.linear_gradient("L").resize((97, 130))
    bands = [ImageChops.add(noise, ramp, 2), ramp, ImageOps.invert(ramp), ramp]
    return Image.merge(mode, bands[: len(mode)])


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
@pytest.mark.parametrize("make", [flat_picture, photograph])
def test_a_png_holds_its_pixels_and_is_no_larger_than_pillows(
    make: Callable[[str], Image.Image], mode: str
) -> None:
    picture = make(mode)
    packed = as_png(picture, 300)
    with Image.open(io.BytesIO(packed)) as read:
        assert (read.mode, read.size, read.tobytes()) == (mode, picture.size, picture.tobytes())
        assert read.info["srgb"] == 1
        assert read.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    filtered = io.BytesIO()
    picture.save(filtered, "PNG", compress_level=3)
    assert len(packed) <= 1.02 * len(filtered.getvalue()) + 30  # sRGB, resolution


@pytest.mark.parametrize("height", [1, 7])
def test_a_png_may_be_lower_than_what_is_looked_at(height: int) -> None:
    picture = Image.new("RGB", (5, height), "red")
    with Image.open(io.BytesIO(as_png(picture, 72))) as read:
        assert read.tobytes() == picture.tobytes()
