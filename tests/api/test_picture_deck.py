"""A folder of pictures as a deck: names, copies, backs, bleed, what is told, and what can be kept
of it."""

from __future__ import annotations

import gzip
import io
import struct
from pathlib import Path

import pikepdf
import pytest
from making_fonts import made, saved
from PIL import Image
from projects import CommandResult, objects_of, run, svg, whole
from pypdfium2 import PdfDocument

import cardgen
from cardgen.base.units import MM

RED, GREEN, BLUE = (220, 30, 30), (20, 160, 60), (30, 60, 200)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Wild Cards").mkdir()
    return tmp_path / "Wild Cards"


def put(
    folder: Path, name: str, colour: tuple[int, int, int] = RED, size: tuple[int, int] = (750, 1050)
) -> None:
    Image.new("RGB", size, colour).save(folder / name)


def printed(folder: Path, *words: str, code: int = 0) -> CommandResult:
    done = run("sheet", folder, *([] if "--printer" in words else ["--paper", "a4"]), *words)
    assert code == done.exit_code, done.stdout + done.stderr
    return done


def sheet(folder: Path, *words: str, code: int = 0) -> str:
    done = printed(folder, *words, code=code)
    return done.stdout + done.stderr


def kept(folder: Path, *words: str) -> cardgen.Workshop:
    sheet(folder, "--keep", "kept", *words)
    return cardgen.open_project("kept")


def test_names_say_order_copies_and_backs(folder: Path) -> None:
    for name in (
        "card-10.png",
        "card-2.jpg",
        "3x-goblin.png",
        "Äh.webp",
        "äh.png",
        "goblin.back.png",
        "back.png",
        "12 X owl.tif",
    ):
        put(folder, name)
    (folder / "notes.txt").write_text("no picture")
    (folder / ".hidden.png").write_text("no picture")
    deck = kept(folder).games[0].deck("cards")
    assert [("card-2", 1), ("card-10", 1), ("goblin", 3), ("owl", 12), ("Äh", 1), ("äh", 1)] == [
        (card.name, card.copies) for card in deck
    ]
    assert ["back.png", "back.png", "goblin-back.png", *["back.png"] * 3] == [
        card.fields["behind"] for card in deck
    ]
    assert ["card-2", "card-10", "goblin", "owl", "aeh", "aeh-2"] == [card.id for card in deck]
    assert "Wild Cards" == deck.title


def test_pictures_of_other_kinds_are_told_and_those_of_other_names_taken(folder: Path) -> None:
    """A card that lacks is not seen among fifty."""
    for name in ("IMG_1.HEIC", "art.psd", "._x.heic"):
        (folder / name).write_bytes(b"?")
    (folder / "notes.txt").write_text("no picture")
    (folder / "fronts").mkdir()
    put(folder, "fronts/a.png")
    assert (
        "Wild Cards holds no pictures that are read; save IMG_1.HEIC, art.psd as PNG, JPEG or SVG"
        in sheet(folder, code=2)
    )
    (folder / "IMG_1.HEIC").unlink()
    (folder / "art.psd").unlink()
    assert "put into it what lies in fronts, backs as NAME.back.png, or name one of them" in sheet(
        folder, code=2
    )
    for name in ("IMG_1.HEIC", "art.psd"):
        (folder / name).write_bytes(b"?")
    put(folder, "a.bmp")
    Image.new("RGB", (750, 1050), GREEN).save(folder / "b.jfif", "JPEG")
    (folder / "c.svgz").write_bytes(
        gzip.compress(svg('<rect width="60" height="80" fill="#00f"/>').encode())
    )
    deck = kept(folder).games[0].deck("cards")
    assert ["a", "b", "c"] == [card.id for card in deck]
    said = sheet(folder)
    assert "and left out (save them as PNG, JPEG or SVG): IMG_1.HEIC, art.psd\n" in said
    with PdfDocument(Path("output/wild-cards/cards-a4.pdf")) as pdf:
        seen = {rgb for _, rgb in pdf[0].render(scale=1).to_pil().convert("RGB").getcolors(1 << 20)}
    assert {RED, (0, 0, 255)} <= seen


def test_pictures_in_folders_within_are_told(folder: Path) -> None:
    """As of an expansion, unless a drawing shows one of them."""
    put(folder, "a.png")
    (folder / "expansion").mkdir()
    (folder / ".kept").mkdir()
    put(folder, ".kept/c.png")
    assert "left out" not in sheet(folder)
    put(folder, "expansion/b.png")
    assert "note: pictures in folders within are left out: expansion\n" in sheet(folder)
    drawing = '<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="expansion/b.png" width="63" height="88"/>'
    (folder / "c.svg").write_text(svg(drawing))
    assert "left out" not in sheet(folder)


def test_drawings_find_the_fonts_beside_them(folder: Path) -> None:
    """In a folder `fonts`, as the note on one that lacks asks for; with its list, and no file from
    elsewhere."""
    text = '<text x="5" y="40" font-family="{}" font-size="9">AB</text>'
    (folder / "a.svg").write_text(svg(text.format("Wedge")))
    (folder / "b.svg").write_text(svg(text.format("Heading")))
    assert printed(folder).tells('note a.svg font-stands-in "Wedge"'), printed(folder).briefs
    (folder / "fonts/deep").mkdir(parents=True)
    (folder / "fonts/deep/w.otf").write_bytes(saved(made(cff=True)))
    listed = folder / "fonts/fonts.yaml"
    listed.write_text(
        "families: {Heading: {faces: [{file: deep/w.otf}]}, Wedge: {faces: [{file: deep/w.otf}]}}\n"
    )
    assert "font-stands-in" not in printed(folder).codes
    listed.write_text("families: {Heading: {faces: [{file: gone.otf}]}}\n")
    assert "Wild Cards/fonts/fonts.yaml:1" in sheet(folder, code=2)
    listed.unlink()
    (folder.parent / "other.otf").write_bytes(saved(made()))
    (folder / "fonts/linked.otf").symlink_to(folder.parent / "other.otf")
    assert "Wild Cards/fonts/linked.otf: this is a link that leads out" in sheet(folder, code=2)


def test_the_sheets_show_the_pictures_as_they_are_stored(folder: Path) -> None:
    for name, colour in (("a.png", RED), ("b.png", GREEN), ("back.png", BLUE)):
        put(folder, name, colour)
    assert "output/wild-cards/cards-a4.pdf  (2 pages," in sheet(folder)
    pdf = Path("output/wild-cards/cards-a4.pdf")
    assert whole(pdf)
    with pikepdf.open(pdf) as opened:
        images = objects_of(opened, "/Subtype", "/Image")
        assert {
            bytes(pikepdf.PdfImage(each).as_pil_image().convert("RGB").getpixel((9, 9)))
            for each in images
        } == {
            bytes(RED),
            bytes(GREEN),
            bytes(BLUE),
        }
        assert {int(each.DecodeParms.Predictor) for each in images} == {15}


def test_svg_and_pages_of_a_pdf_are_cards(folder: Path) -> None:
    (folder / "one.svg").write_text(svg('<rect width="60" height="80" fill="red"/>'))
    with pikepdf.new() as pdf:
        for _ in range(3):
            pdf.add_blank_page(page_size=(180, 252))
        pdf.save(folder / "many.pdf")
    deck = kept(folder).games[0].deck("cards")
    assert ["many-001", "many-002", "many-003", "one"] == [card.name for card in deck]
    with Image.open(f"kept/card_data/wild-cards/art/{deck.cards[0].fields['picture']}") as page:
        assert 2100 == page.height


def test_cards_lie_as_most_pictures_do(folder: Path) -> None:
    for name in "abc":
        put(folder, f"{name}.png", size=(1050, 750))
    put(folder, "d.png")
    told = printed(folder, "--keep", "kept")
    shape = cardgen.open_project("kept").games[0].deck("cards").shape
    assert ("poker", 3 * MM) == (shape.name, shape.corner)  # and keep their rounded corners
    assert shape.width > shape.height
    assert told.tells("note sides-guessed 90")
    assert "d.png" in told.output
    sheet(folder, "--keep", "upright", "--size", "Poker Portrait")
    upright = cardgen.open_project("upright").games[0].deck("cards").shape
    assert upright.width < upright.height


def test_a_folder_may_have_any_name(tmp_path: Path, folder: Path) -> None:
    for name, id in (
        ("Printers", "printers-2"),
        ("con", "con-1"),
        ("Würfel & Co", "wuerfel-co"),
        ("%", "card-"),
    ):
        put(folder, "a.png")
        assert f"output/{id}" in sheet(folder.rename(tmp_path / name))
        folder.mkdir()


def test_a_picture_of_one_pixel_fills_a_card(folder: Path) -> None:
    put(folder, "a.png", size=(1, 1))
    assert "a.png (0)" in sheet(folder)


def test_what_is_coarse_or_cut_is_told_once(folder: Path) -> None:
    for number in range(6):
        put(folder, f"{number}.png", size=(375, 525))
    put(folder, "fine.png")
    assert (
        "pictures are coarse, under 300 pixels to an inch: 0.png (150), 1.png (150), 2.png (150), 3.png (150) and 2 more"
        in sheet(folder)
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [((), 'data-bleed="mirror"'), (("--edges", "stretch"), 'data-bleed="stretch"')],
)
def test_bleed_is_made_or_brought(folder: Path, words: tuple[str, ...], says: str) -> None:
    put(folder, "a.png")
    kept(folder, *words)
    assert says in Path("kept/templates/picture.svg").read_text("utf-8")


def test_pictures_may_bring_their_bleed(folder: Path) -> None:
    put(folder, "a.png", size=(822, 1122))
    assert "another shape" not in sheet(folder, "--included", "0.125in", "--keep", "kept")
    template = Path("kept/templates/picture.svg").read_text("utf-8")
    assert 'x="-3.175" y="-3.175" width="69.85" height="95.25"' in template
    assert "data-bleed" not in template


def test_a_printer_takes_them_too(folder: Path) -> None:
    put(folder, "2x-a.png")
    put(folder, "back.png", BLUE)
    sheet(folder, "--printer", "images")
    with Image.open("output/wild-cards/images/cards/front/001-a.png") as image:
        assert RED == image.getpixel((2, 2))


def test_all_that_is_wrong_is_told_of_the_files_that_were_named(folder: Path) -> None:
    (folder / "a.png").write_bytes(b"no picture")
    (folder / "b.pdf").write_bytes(b"no pdf")
    (folder / "c.svg").write_text("<svg>")
    done = printed(folder, code=2)
    for name, told in (
        ("a.png", "a.png file-unreadable"),
        ("b.pdf", "the PDF cannot be read"),
        ("c.svg:1", "c.svg:1"),
    ):
        assert f"Wild Cards/{name}: " in done.output
        assert done.tells(told), done.briefs
    for file in folder.iterdir():
        file.unlink()
    (folder / "d.svg").write_text(svg("<foreignObject/>"))
    assert "Wild Cards/d.svg:2: " in sheet(folder, code=2)


@pytest.mark.parametrize(
    ("name", "data"),
    [("png", b"no picture"), ("svg", b"<svg>"), ("svg", svg("<foreignObject/>").encode())],
)
def test_what_is_wrong_with_many_pictures_alike_is_told_once(
    folder: Path, name: str, data: bytes
) -> None:
    """Also where it is seen only when they are drawn."""
    for number in range(1, 13):
        (folder / f"{number}.{name}").write_bytes(data)
    told = [line for line in sheet(folder, code=2).splitlines() if "Wild Cards/" in line]
    many = [line for line in told if ", and so it is with 1" in line]
    assert len(many) == len(told) == 1
    assert f"2.{name}, 3.{name}, 4.{name}, 5.{name}, ...; " in many[0]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize(("included", "beyond"), [("0", RED), ("3", GREEN)])
def test_a_page_is_cut_where_it_says(
    folder: Path, turned: int, included: str, beyond: tuple[int, int, int]
) -> None:
    """A red card with 3 mm of green bleed on a blue page, which has more room below and at the
    left; turned as programs turn pages."""
    trim, bleed = (63.5 * MM, 88.9 * MM), 3 * MM
    boxes = [40 + bleed, 60 + bleed, 40 + bleed + trim[0], 60 + bleed + trim[1]]
    paints = (
        (BLUE, (0, 0, 900, 900)),
        (GREEN, (40, 60, trim[0] + 2 * bleed, trim[1] + 2 * bleed)),
        (RED, (boxes[0], boxes[1], *trim)),
    )
    content = " ".join(
        f"{r / 255} {g / 255} {b / 255} rg {x} {y} {w} {h} re f"
        for (r, g, b), (x, y, w, h) in paints
    )
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(boxes[2] + 20, boxes[3] + 30))
        page.Contents = pdf.make_stream(content.encode())
        page.trimbox, page.Rotate = boxes, turned
        pdf.save(folder / "card.pdf")
    (card,) = (
        kept(
            folder,
            "--included",
            included,
            "--size",
            "poker" if turned % 180 == 0 else "poker landscape",
        )
        .games[0]
        .deck("cards")
    )
    with Image.open(f"kept/card_data/wild-cards/art/{card.fields['picture']}") as shown:
        width, height = shown.size
        ratio = (63.5 + 2 * int(included)) / (88.9 + 2 * int(included))
        assert abs((width / height if turned % 180 == 0 else height / width) - ratio) < 0.01
        edge = 10
        for spot in (
            (edge, height // 2),
            (width - edge, height // 2),
            (width // 2, edge),
            (width // 2, height - edge),
        ):
            assert beyond == shown.getpixel(spot)
        assert RED == shown.getpixel((width // 2, height // 2))


def test_a_scan_of_several_pages_is_told(folder: Path) -> None:
    pages = [Image.new("RGB", (750, 1050), colour) for colour in (RED, GREEN)]
    pages[0].save(folder / "a.tif", save_all=True, append_images=pages[1:])
    put(folder, "b.tif")
    told = sheet(folder)
    assert (
        "note: pictures have several pages, of which the first is printed (save them as a PDF): a.tif\n"
        in told
    )


def test_what_a_picture_says_in_vain_is_told_by_nobody_else(
    folder: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Pillow warns of damaged tags and large pictures, with its own files and lines."""
    out = io.BytesIO()
    Image.new("RGB", (750, 1050), RED).save(
        out, "TIFF", tiffinfo={305: "a program with a long name"}
    )
    (folder / "a.tif").write_bytes(
        out.getvalue().replace(
            struct.pack("<HHI", 305, 2, 27), struct.pack("<HHI", 305, 2, 99_999_999)
        )
    )
    sheet(folder)
    (folder / "b.gif").write_bytes(
        b"GIF89a\xff\xff\xff\xff\0\0\0\x2c\0\0\0\0\xff\xff\xff\xff\0\2\0\0\x3b"
    )
    assert "b.gif too-large 220" in printed(folder, code=2).briefs
    assert not [each for each in recwarn if "PIL" in each.filename]


def test_drawings_bring_the_pictures_that_they_link_to(folder: Path) -> None:
    """Those beside them and below; none from elsewhere, by whatever name."""
    (folder / "icons").mkdir()
    Image.new("RGB", (300, 420), BLUE).save(folder / "icons" / "Big Fish.png")
    (folder.parent / "secret.png").write_bytes((folder / "icons" / "Big Fish.png").read_bytes())
    place = '<image href="{}" width="63.5" height="88.9"/>'
    (folder / "a.svg").write_text(svg(place.format("icons/Big%20Fish.png"), 63.5, 88.9))
    sheet(folder, "--keep", "kept")
    assert (Path("kept") / "card_data/wild-cards/art/icons/Big Fish.png").exists()
    for name in (
        "../secret.png",
        str(folder.parent / "secret.png"),
        "icons/../../secret.png",
        "icons/link.png",
        "a%00.png",
        "x" * 199 + ".png",
    ):
        (folder / "icons/link.png").unlink(missing_ok=True)
        (folder / "icons/link.png").symlink_to(folder.parent / "secret.png")
        (folder / "a.svg").write_text(svg(place.format(name), 63.5, 88.9))
        assert "Wild Cards/a.svg:" in sheet(folder, code=2)


def test_an_index_in_bleed_that_was_made_is_none(folder: Path) -> None:
    """Not for a printer either."""
    index = '<rect width="63.5" height="88.9" fill="#5B8C5A"/><text x="5" y="12" font-family="Nunito" font-size="8">K</text>'
    (folder / "a.svg").write_text(svg(index, 63.5, 88.9))
    assert "beyond the cut" not in sheet(folder)
    assert "beyond the cut" not in sheet(folder, "--printer", "images")


@pytest.mark.parametrize("edges", ["mirror", "stretch"])
def test_texts_in_bleed_that_was_made_are_none(folder: Path, edges: str) -> None:
    """They are copies of texts that stand where they should; a text that stands too near to the cut
    is told once."""
    line = '<text x="{}" y="40" font-size="3" font-family="Nunito">Bee</text>'
    ground = '<rect width="63.5" height="88.9" fill="#ffe"/>'
    (folder / "a.svg").write_text(svg(ground + line.format(4), 63.5, 88.9))
    assert "Bee" not in sheet(folder, "--edges", edges)
    (folder / "a.svg").write_text(svg(ground + line.format(2), 63.5, 88.9))
    assert 1 == sheet(folder, "--edges", edges).count("Bee")


def test_notes_name_the_pictures_and_no_copies(folder: Path) -> None:
    (folder / "a.svg").write_text(
        svg('<text x="9" y="9" font-size="5" font-family="Far Off">Bee</text>', 63.5, 88.9)
    )
    done = printed(folder)
    assert done.tells('note a.svg font-stands-in "Far Off"'), done.briefs
    assert f"{Path('Wild Cards/a.svg')}: note: " in done.output


def test_what_is_said_of_many_drawings_is_one_note(folder: Path) -> None:
    for name in ("a", "b", "c"):
        (folder / f"{name}.svg").write_text(
            svg('<text x="9" y="9" font-size="5" font-family="Far Off">Bee</text>', 63.5, 88.9)
        )
    done = printed(folder)
    assert 1 == done.briefs.count('note a.svg font-stands-in "Far Off"')
    first, *others = (Path("Wild Cards") / f"{name}.svg" for name in ("a", "b", "c"))
    (line,) = [line for line in done.output.splitlines() if "Far Off" in line]
    assert line.startswith(f"{first}: note: ")
    assert f" (see also {', '.join(map(str, others))});" in line


def test_calls_that_cannot_be_are_told(folder: Path) -> None:
    assert ["pictures-unusable"] == printed(folder, code=2).codes
    assert ["file-unreadable"] == printed(folder / "nowhere", code=2).briefs
    put(folder, "a.png")
    pocker = printed(folder, "--size", "pocker", code=2)
    assert pocker.tells('unknown-size "pocker" -> "poker" "euro-poker"'), pocker.briefs
    assert ["name-taken"] == printed(folder, "--keep", str(folder), code=2).codes
    for bleed, number in (("-1", 1), ("26mm", 26)):
        assert [f"out-of-range {number}"] == printed(folder, "--included", bleed, code=2).briefs
    assert "--force belongs to --printer" in sheet(folder, "--force", code=2)
    (folder / "out.png").symlink_to("/etc/hostname")
    assert "out.png: this is a link that leads out" in sheet(folder, code=2)
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--layout", "split", "--paper", "60x60mm"),
            "size-does-not-fit 63.5 88.9 5",
        ),
        (("--labels", "avery-5160"), "too-large 63.5 88.9 5160 66.67 25.4"),
        (
            ("--printer", "makeplayingcards", "--force"),
            'backs "one"',
        ),
    ],
)
def test_what_is_wrong_with_all_of_them_is_told_of_their_folder(
    folder: Path, words: tuple[str, ...], says: str
) -> None:
    """The project that is made of them is gone when it is read, unless it is kept."""
    put(folder, "one.png")
    put(folder, "two.png")
    put(folder, "two.back.png")
    for keep, place in ((), folder.name), (("--keep", "kept"), "cards.yaml:"):
        done = run("sheet", folder.name, *words, *keep)
        (told,) = [told for told in done.briefs if says in told]
        assert told.removeprefix("note ").startswith(place), told
        assert "cardgen-" not in done.stderr


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ("--paper", "a44"),
        ("--printer", "nobody"),
        ("--out", "notes.txt"),
        ("--layout", "split", "--skip-slots", "1"),
    ],
)
def test_a_call_that_cannot_be_keeps_nothing(
    folder: Path, words: tuple[str, ...], there: bool
) -> None:
    """Else the same call without its mistake would be refused, for something is there already."""
    put(folder, "one.png")
    Path("notes.txt").write_text("mine", "utf-8")
    if there:
        Path("kept").mkdir()
    done = run("sheet", folder, "--keep", "kept", *words)
    assert (2, "", "kept" in done.stderr) == (done.exit_code, done.stdout, False)
    assert there == Path("kept").exists()
    sheet(folder, "--keep", "kept")


def test_a_printer_that_is_unknown_can_be_described_in_no_project(folder: Path) -> None:
    put(folder, "one.png")
    for words in (("sheet", folder), ("export", "candy-crave/bowl")):
        done = run(*words, "--printer", "nobody")
        (line,) = (
            line
            for line in done.stderr.splitlines()
            if not line.startswith("note: there is no project here")
        )
        assert line.startswith("error: ")
        assert line.endswith(", the-game-crafter")
        assert done.tells('unknown-printer "nobody"'), done.briefs


@pytest.mark.parametrize(
    "words",
    [
        ("--paper", "a4"),
        ("--layout", "single"),
        ("--bleed", "3"),
        ("--skip-slots", "1"),
        ("--printer-name", "office"),
        ("--ppi", "300"),
    ],
)
def test_a_printer_gets_no_sheets(folder: Path, words: tuple[str, ...]) -> None:
    put(folder, "one.png")
    done = run("sheet", folder, "--printer", "images", *words)
    assert (2, "") == (done.exit_code, done.stdout)
    assert (
        f"{words[0]} is for sheets, and --printer makes none; leave one of them out" in done.stderr
    )


def test_what_a_name_asks_for_in_vain_is_told(folder: Path) -> None:
    for name in ("a.png", "b.back.png", "1000x-c.png", "0x-d.png"):
        put(folder, name)
    told = sheet(folder)
    assert "note: pictures lie behind no card: b.back.png\n" in told
    assert (
        "note: pictures ask for more than 999 copies or for none, and have one: 0x-d.png, 1000x-c.png\n"
        in told
    )


def test_what_is_wrong_with_a_back_is_told_of_its_picture(folder: Path) -> None:
    """It was told of the picture of the face."""
    words = (
        f'<text y="40" font-family="Nunito" font-size="4">{"Made of long, long words. " * 3}</text>'
    )
    put(folder, "goblin.png")
    (folder / "back.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">{words}</svg>'
    )
    told = sheet(folder, code=1)
    assert 'back.svg: error: card "goblin", back: the text "Made of' in told
    assert "goblin.png: error" not in told


def test_what_a_printer_would_find_is_told_of_the_pictures(folder: Path) -> None:
    """Not of copies in a folder that is gone by then; and what the note says can be done."""
    for name in ("a.png", "b.png"):
        put(folder, name, size=(300, 420))
    told = sheet(folder, "--printer", "images", code=1)
    assert "--force exports all the same" in told
    assert "Wild Cards/a.png: error: all 2 cards (a, b): a picture has 120 pixels an inch" in told
    assert "(see also Wild Cards/b.png)" in told
    assert "cardgen-" not in told
    sheet(folder, "--printer", "images", "--force", code=1)
    assert list(Path("output").rglob("*.png"))


def test_the_same_pictures_make_the_same_bytes(folder: Path) -> None:
    out = io.BytesIO()
    Image.effect_mandelbrot((750, 1050), (-2, -1, 1, 1), 20).save(out, "PNG")
    (folder / "a.png").write_bytes(out.getvalue())
    sheet(folder)
    first = Path("output/wild-cards/cards-a4.pdf").read_bytes()
    sheet(folder)
    assert first == Path("output/wild-cards/cards-a4.pdf").read_bytes()
