"""The sheets as they stand in the PDF: read back from the file, without a word from the code that
planned them."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from projects import BACK, HEAD, objects_of, run, svg, text, text_of, write_project

MM = 72 / 25.4
WITHIN = 0.03 * MM
MARK = re.compile(r"q\d+q")


class Spot(NamedTuple):
    """Where a card's id begins on a page, in points from the lower left corner."""

    card: str
    x: float
    y: float


class Page(NamedTuple):
    width: float
    height: float
    spots: list[Spot]


COLOURS = {"front": "#ff0000", "back": "#0000ff"}


def painted(pdf: Path, page: int, colour: str) -> tuple[float, ...]:
    """The box around all of a colour on a page, in millimetres from its upper left corner."""
    document = pypdfium2.PdfDocument(pdf)
    # 10 dots to the millimetre
    image = document[page].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
    document.close()
    paper = Image.new("RGB", image.size, colour)
    alike = ImageChops.difference(image, paper).convert("L").point(lambda far: 255 * (far == 0))
    return tuple(edge / 10 for edge in alike.getbbox() or ())


def read(pdf: Path) -> list[Page]:
    """Every page with the ids on it and the origin of the first letter of each."""
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for page in document:
        shown = page.get_textpage()
        letters = "".join(
            chr(pdfium.FPDFText_GetUnicode(shown.raw, index))
            for index in range(shown.count_chars())
        )
        spots = []
        for match in MARK.finditer(letters):
            x, y = pdfium.c_double(), pdfium.c_double()
            assert pdfium.FPDFText_GetCharOrigin(shown.raw, match.start(), x, y)
            spots.append(Spot(match[0], x.value, y.value))
        width, height = page.get_size()
        pages.append(Page(width, height, spots))
        shown.close()
        page.close()
    document.close()
    return pages


def through_the_paper(spot: Spot, page: Page, flip: str) -> Spot:
    """Where a point of the back shows on the front, held against the light after the printer has
    turned the sheet."""
    about_vertical_edge = (flip == "long") == (page.height >= page.width)
    if about_vertical_edge:
        return Spot(spot.card, page.width - spot.x, spot.y)
    return Spot(spot.card, spot.x, page.height - spot.y)


def behind_each_other(front: Page, back: Page, flip: str) -> bool:
    """Whether each id of the back lies behind the same id of the front, and nothing is left
    over."""
    waiting = list(front.spots)
    for spot in (through_the_paper(spot, back, flip) for spot in back.spots):
        near = [
            own
            for own in waiting
            if own.card == spot.card
            and abs(own.x - spot.x) < WITHIN
            and abs(own.y - spot.y) < WITHIN
        ]
        if len(near) != 1:
            return False
        waiting.remove(near[0])
    return not waiting


def build_marked(
    root: Path, width: float, height: float, copies: list[int], *options: str
) -> list[Page]:
    """A deck whose faces carry the id at some point and whose backs carry it at the point that a
    turned card shows there."""
    template = svg(
        '<text x="{}" y="{}" font-family="Nunito" font-weight="600" font-size="4">{{{{ card.id }}}}</text>',
        width,
        height,
    )
    face = template.format(0.2 * width, 0.3 * height)
    back = template.format(0.8 * width, 0.3 * height)
    cards = "cards:\n" + "".join(
        f"  - {{id: q{number}q, copies: {count}}}\n" for number, count in enumerate(copies)
    )
    deck = f"size: {width}mm x {height}mm\ntemplate: card.svg\nback: back.svg\n" + cards
    write_project(root, {"main": deck}, {"card.svg": face, "back.svg": back})
    result = run("build", *options, project=root)
    # 1: on a narrow card the id may reach beyond the cut
    assert result.exit_code in (0, 1), result.output
    (pdf,) = root.glob("output/sweets/main-*.pdf")
    return read(pdf)


@settings(max_examples=25, deadline=None)
@given(
    size=st.tuples(st.integers(250, 1000), st.integers(250, 1000)),
    copies=st.lists(st.integers(0, 3), min_size=1, max_size=30).filter(any),
    paper=st.sampled_from(["a4", "letter", "legal", "a3", "tabloid", "150x250mm", "251.3x150mm"]),
    flip=st.sampled_from(["long", "short"]),
    bleed=st.integers(0, 60),
    gutter=st.sampled_from([0, 0, 1.5, 7]),
    margin=st.sampled_from([0, 3, 5, 12.5]),
)
def test_every_back_lies_behind_its_own_front(
    size: tuple[int, int],
    copies: list[int],
    paper: str,
    flip: str,
    bleed: int,
    gutter: float,
    margin: float,
) -> None:
    """Any deck, paper, bleed and flip, upright or on its side, full sheets or not: 0.03 mm, and
    every copy on a sheet exactly once."""
    root = Path(tempfile.mkdtemp())
    try:
        options = [
            "--paper",
            paper,
            "--flip",
            flip,
            "--bleed",
            bleed / 10,
            "--gutter",
            gutter,
            "--margin",
            margin,
        ]
        pages = build_marked(root, size[0] / 10, size[1] / 10, copies, *map(str, options))
    finally:
        shutil.rmtree(root)
    fronts, backs = pages[::2], pages[1::2]
    assert len(fronts) == len(backs)
    assert all(
        behind_each_other(front, back, flip) for front, back in zip(fronts, backs, strict=True)
    )
    printed = Counter(spot.card for front in fronts for spot in front.spots)
    assert printed == Counter(
        {f"q{number}q": count for number, count in enumerate(copies) if count}
    )


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_wrong_flip_is_noticed(tmp_path: Path, flip: str) -> None:
    """The property above can fail: a sheet turned about its other edge brings the backs
    elsewhere."""
    front, back = build_marked(tmp_path, 60, 80, [1, 1, 1, 1], "--paper", "a4", "--flip", flip)
    assert behind_each_other(front, back, flip)
    assert not behind_each_other(front, back, "short" if flip == "long" else "long")
    moved = Page(
        back.width,
        back.height,
        [Spot(spot.card, spot.x + 0.05 * MM, spot.y) for spot in back.spots],
    )
    assert not behind_each_other(front, moved, flip)


def dashed_line(pdf: pikepdf.Pdf, page: pikepdf.Page) -> tuple[float, float, float, float]:
    """The one dashed line of a page, in its forms too."""
    found = []
    for stream in (page, *(page.Resources.get("/XObject", pikepdf.Dictionary()).values())):
        dashed, start = False, (0.0, 0.0)
        for operands, operator in pikepdf.parse_content_stream(stream):
            if str(operator) == "d":
                dashed = len(operands[0]) > 0
            elif str(operator) == "m":
                start = float(operands[0]), float(operands[1])
            elif str(operator) == "l" and dashed:
                found.append((*start, float(operands[0]), float(operands[1])))
    (line,) = found
    return line


@pytest.mark.parametrize(
    ("size", "paper"),
    [((60, 80), "a4"), ((60, 80), "letter"), ((44.45, 63.5), "a4"), ((30, 25), "150x250mm")],
)
def test_a_folded_page_lays_each_back_on_its_front(
    tmp_path: Path, size: tuple[float, float], paper: str
) -> None:
    """Read from the file: the dashed line, and the ids on both sides of it. Every copy is there
    once on each side."""
    copies = [1, 0, 3, 7, 2]
    pages = build_marked(tmp_path, *size, copies, "--paper", paper, "--layout", "gutterfold")
    path = tmp_path / f"output/sweets/main-gutterfold-{paper}.pdf"
    printed: Counter[str] = Counter()
    with pikepdf.open(path) as pdf:
        for page, shown in zip(pdf.pages, pages, strict=True):
            x1, y1, x2, y2 = dashed_line(pdf, page)
            upright = x1 == x2
            assert upright or y1 == y2
            fronts = [spot for spot in shown.spots if (spot.x < x1 if upright else spot.y > y1)]
            backs = [spot for spot in shown.spots if spot not in fronts]
            folded = [
                spot._replace(x=2 * x1 - spot.x) if upright else spot._replace(y=2 * y1 - spot.y)
                for spot in backs
            ]
            for spot in folded:
                near = [
                    own
                    for own in fronts
                    if own.card == spot.card
                    and abs(own.x - spot.x) < WITHIN
                    and abs(own.y - spot.y) < WITHIN
                ]
                assert 1 == len(near)
            assert len(fronts) == len(backs)
            printed.update(spot.card for spot in fronts)
            across, up = ({getattr(spot, way) for spot in shown.spots} for way in "xy")
            assert min(across) < x1 < max(across) if upright else min(up) < y1 < max(up)
    assert printed == Counter(
        {f"q{number}q": count for number, count in enumerate(copies) if count}
    )


def test_a_folded_page_has_marks_around_both_halves_and_names_itself(tmp_path: Path) -> None:
    """Four ticks above the fold and four below for a single card's upright cuts, and the layout in
    the slug and the file's name."""
    write_project(tmp_path, {"main": "cards:\n  - {id: one}\n"})
    assert (
        run(
            "build", "--layout", "gutterfold", "--paper", "a4", "--bleed", "1", project=tmp_path
        ).exit_code
        == 0
    )
    path = tmp_path / "output/sweets/main-gutterfold-a4.pdf"
    (page,) = text_of(path)
    assert "Sweets · Main · sheet 1 of 1 · gutterfold, fold along the dashed line" in page
    with pikepdf.open(path) as pdf:
        middle = dashed_line(pdf, pdf.pages[0])[1]
        forms = pdf.pages[0].Resources["/XObject"].values()
        lines = [
            (start, end)
            for form in forms
            for (start, one), (end, other) in pairwise(pikepdf.parse_content_stream(form))
            if (str(one), str(other)) == ("m", "l")
        ]
    # a mark is 3 mm long, a tick of the scale bar 2 mm at most
    upright = [
        float(start[1])
        for start, end in lines
        if start[0] == end[0] and abs(start[1] - end[1]) > 2.5 * MM
    ]
    assert (4, 4) == (sum(y > middle for y in upright), sum(y < middle for y in upright))


def test_a_folded_page_of_circles_and_of_cards_without_backs(tmp_path: Path) -> None:
    """Tokens fold like cards; what has no back is printed on one side, with a note."""
    circle = "size: {shape: circle, diameter: 25mm}\ntemplate: token.svg\nback: token.svg\ncards:\n  - {id: q1q}\n"
    plain = "size: 60mm x 80mm\ntemplate: card.svg\n"
    write_project(
        tmp_path,
        {"token": circle, "plain": plain},
        {"token.svg": svg(text("{{ card.id }}", 12.5, 12.5), 25, 25)},
    )
    result = run("build", "--layout", "gutterfold", "--paper", "a4", project=tmp_path)
    assert 0 == result.exit_code
    assert (
        "without backs there is nothing to fold: these cards are printed on one side: plain"
        in result.stderr
    )
    (page,) = text_of(tmp_path / "output/sweets/token-gutterfold-a4.pdf")
    assert 2 == page.count("q1q")
    (page,) = text_of(tmp_path / "output/sweets/plain-gutterfold-a4.pdf")
    assert "gutterfold" not in page


def test_backs_that_differ_by_card(tmp_path: Path) -> None:
    """A card's own back stands behind it; a card without one has white paper behind it."""
    deck = "size: 60mm x 80mm\ntemplate: card.svg\ncards:\n  - {id: a}\n  - {id: b, back: b.svg, copies: 2}\n  - {id: c, back: c.svg}\n"
    backs = {f"{name}.svg": svg(text(f"back of {name}")) for name in "bc"}
    write_project(tmp_path, {"main": deck}, backs)
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
    _, back = text_of(tmp_path / "output/sweets/main-a4.pdf")
    assert (2, 1) == (back.count("back of b"), back.count("back of c"))


def test_without_backs_the_sheets_have_one_side(tmp_path: Path) -> None:
    deck = "size: 60mm x 80mm\ntemplate: card.svg\n"
    write_project(tmp_path, {"main": deck})
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
    (page,) = text_of(tmp_path / "output/sweets/main-a4.pdf")
    assert "front" in page


def test_single_prints_fronts_only(tmp_path: Path) -> None:
    write_project(tmp_path)
    assert run("build", "--layout", "single", "--paper", "a4", project=tmp_path).exit_code == 0
    (page,) = text_of(tmp_path / "output/sweets/main-single-a4.pdf")
    assert "One" in page


def test_contact_shows_every_card_once_with_its_id_and_copies(tmp_path: Path) -> None:
    """A contact sheet has no backs and no marks: below its deck's heading each card once, named,
    with its id where that is another word, and a badge of its copies. In the file of all decks
    they flow on, those that need a part of a row only side by side."""
    decks = {
        "main": "cards:\n  - {id: one}\n  - {id: two, copies: 12}\n",
        "more": "cards:\n  - {id: third, copies: 3}\n",
    }
    write_project(tmp_path, decks)
    assert run("build", "--layout", "contact", "--paper", "a4", project=tmp_path).exit_code == 0
    (page,) = text_of(tmp_path / "output/sweets/main-contact-a4.pdf")
    words = page.split()
    assert 2 == words.count("Two")  # on its face, and below it
    assert 1 == words.count("×12")
    assert "13 cards · 2 different" in " ".join(words)
    assert "front" not in page
    (page,) = text_of(tmp_path / "output/sweets/all-contact-a4.pdf")
    assert all(word in page for word in ("13 cards", "Main 3 cards", "×12", "×3"))


def test_cards_and_their_bleed_stand_where_they_are_planned(tmp_path: Path) -> None:
    """A partial sheet: two cards in the upper left on the front, in the upper right on the back,
    each with its bleed around it."""
    faces = {
        name: svg(f'<rect x="-9" y="-9" width="78" height="98" fill="{colour}"/>')
        for name, colour in COLOURS.items()
    }
    write_project(
        tmp_path,
        {"main": "cards:\n  - {id: one, copies: 2}\n"},
        {"card.svg": faces["front"], "back.svg": faces["back"]},
    )
    assert run("build", "--paper", "a4", "--bleed", "1", project=tmp_path).exit_code == 0
    front, back = (
        painted(tmp_path / "output/sweets/main-a4.pdf", page, colour)
        for page, colour in enumerate(COLOURS.values())
    )
    # 3 columns and 3 rows of 60 x 80 with 1 mm of bleed and no gutter: pitches of 62 and 82 mm,
    # centred on 210 x 297.
    left, top = (210 - 184) / 2, (297 - 244) / 2
    assert front == pytest.approx((left - 1, top - 1, left + 123, top + 81), abs=0.15)
    assert back == pytest.approx((210 - left - 123, top - 1, 210 - left + 1, top + 81), abs=0.15)


def test_a_sheet_names_itself(tmp_path: Path) -> None:
    """Slug with game, deck, sheet n of N, side and version; the scale bar's label; an outline entry
    per sheet; title and metadata."""
    game = "title: Sweets\ndesigner: Ann Example\nversion: 2.1\n"
    write_project(tmp_path, {"main": "cards:\n  - {id: one, copies: 10}\n"}, game=game)
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
    path = tmp_path / "output/sweets/main-a4.pdf"
    pages = text_of(path)
    assert 4 == len(pages)
    for page, (sheet, side) in zip(
        pages, [(1, "front"), (1, "back"), (2, "front"), (2, "back")], strict=True
    ):
        assert f"Sweets · Main · sheet {sheet} of 2 · {side} · version 2.1" in page
        assert "100 mm" in page
    with pikepdf.open(path) as pdf:
        with pdf.open_outline() as outline:
            assert ["Main, sheet 1 of 2", "Main, sheet 2 of 2"] == [
                entry.title for entry in outline.root
            ]
        assert "Sweets: Main" == str(pdf.docinfo["/Title"])
        assert "Ann Example" in str(pdf.docinfo["/Author"])


def test_no_tick_of_the_scale_bar_runs_through_its_words(tmp_path: Path) -> None:
    """The bar keeps its line, its ends and the ticks to the right of its words."""
    write_project(tmp_path, {"main": "cards:\n  - {id: one}\n"}, game="title: Sweets\n")
    assert run("build", "--paper", "a4", "--layout", "single", project=tmp_path).exit_code == 0
    document = pypdfium2.PdfDocument(tmp_path / "output/sweets/main-single-a4.pdf")
    sheet = document[0].get_textpage()
    found = sheet.search("100 mm when printed at 100 %, actual size").get_next()
    assert found
    boxes = [sheet.get_charbox(found[0] + place) for place in range(found[1])]
    left, low, right = (
        pick(box[side] for box in boxes) for side, pick in enumerate((min, min, max))
    )
    picture = document[0].render(scale=8).to_pil().convert("L")
    below = picture.height - round(low * 8) + 2  # between the lowest letter and the line
    dark = [x / 8 for x in range(picture.width) if picture.getpixel((x, below)) < 128]
    assert not [x for x in dark if left < x < right]
    assert {0, 4, 5, 6, 7, 8, 9, 10} == {
        round((x - left + 1.2 * 72 / 25.4) / 72 * 2.54) for x in dark
    }


def test_a_title_with_marks_reads_back(tmp_path: Path) -> None:
    """What its glyphs do not tell is said beside them."""
    write_project(tmp_path, {"main": HEAD.replace("Main", "Ple\u0323ts")})
    assert 0 == run("build", "--paper", "a4", project=tmp_path).exit_code
    with pikepdf.open(tmp_path / "output/sweets/main-a4.pdf") as pdf:
        streams = [each.read_bytes() for each in pdf.objects if isinstance(each, pikepdf.Stream)]
    assert any(
        "Ple\u0323ts".encode("utf-16-be").hex().upper().encode() in stream for stream in streams
    )


@pytest.mark.parametrize("title", ["お菓子", "Ελληνικά <&> \u202eabc", "x\u0301 \U0001f36c"])
def test_a_title_in_letters_the_sheets_font_lacks(tmp_path: Path, title: str) -> None:
    """The slug falls back on the id; title and outline of the document keep the title itself."""
    write_project(
        tmp_path, {"main": HEAD.replace("Main", f'"{title}"')}, game=f'title: "{title}"\n'
    )
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
    path = tmp_path / "output/sweets/main-a4.pdf"
    assert "sheet 1 of 1" in text_of(path)[0]
    with pikepdf.open(path) as pdf:
        assert f"{title}: {title}" == str(pdf.docinfo["/Title"])
    if title == "お菓子":
        assert "sweets · main · sheet 1 of 1" in text_of(path)[0]


@pytest.mark.parametrize(
    ("size", "height"),
    [
        ("{shape: circle, diameter: 40mm}", 40.0),
        ("{shape: hexagon, width: 40mm}", 34.641016),
        ("40mm x 50mm", 50.0),
    ],
)
def test_shapes_are_clipped_to_their_outline_and_bleed(
    tmp_path: Path, size: str, height: float
) -> None:
    """A card painted far beyond its trim shows colour up to the bleed, in its own shape, and none
    beyond; marks stand outside of it."""
    flood = svg('<rect x="-30" y="-30" width="150" height="150" fill="#ff0000"/>', 40, height)
    deck = f"size: {size}\ntemplate: card.svg\ncards:\n  - {{id: one}}\n"
    write_project(tmp_path, {"main": deck}, {"card.svg": flood})
    assert run("build", "--paper", "75x75mm", "--bleed", "2", project=tmp_path).exit_code == 0
    document = pypdfium2.PdfDocument(tmp_path / "output/sweets/main-75x75mm.pdf")
    image = document[0].render(scale=720 / 72).to_pil().convert("RGB")  # 10 dots to the point
    unit = 10 * MM
    document.close()
    middle = image.width / 2, image.height / 2

    def red(dx: float, dy: float) -> bool:
        pixel = image.getpixel((round(middle[0] + dx * unit), round(middle[1] + dy * unit)))
        return bool(pixel == (255, 0, 0))

    assert red(0, 0)
    assert red(0, height / 2 + 1.8)
    assert not red(0, height / 2 + 2.2)
    corner = (20 + 1.8, height / 2 + 1.8)
    assert red(*corner) == (size == "40mm x 50mm")
    if "circle" in size:
        assert red(21.8 * 0.7071, 21.8 * 0.7071)
        assert not red(22.2 * 0.7071, 22.2 * 0.7071)
    if "hexagon" in size:
        assert red(20 + 2, 0)
        assert not red(20 - 1, height / 2)


def test_a_drawing_that_comes_again_is_written_once(tmp_path: Path) -> None:
    """Eighteen backs, nine copies of each of two faces, and what surrounds the cards are four forms
    of the file, placed many times."""
    write_project(
        tmp_path,
        {"main": "cards:\n  - {id: one, copies: 9}\n  - {id: two, copies: 9}\n"},
        {"back.svg": BACK},
    )
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
    with pikepdf.open(tmp_path / "output/sweets/main-a4.pdf") as pdf:
        assert 4 == len(objects_of(pdf, "/Subtype", "/Form"))
        assert 4 == len(pdf.pages)


def test_fonts_are_embedded_and_subset(tmp_path: Path) -> None:
    """Every font has its file in the PDF, tagged as a subset, and maps its glyphs to text."""
    write_project(tmp_path)
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
    with pikepdf.open(tmp_path / "output/sweets/main-a4.pdf") as pdf:
        fonts = objects_of(pdf, "/Type", "/Font")
        assert fonts
        for font in fonts:
            assert re.fullmatch(r"/[A-Z]{6}\+.+", str(font["/BaseFont"]))
            if font["/Subtype"] == "/Type0":
                assert "/ToUnicode" in font
            else:
                assert "/FontFile2" in font["/FontDescriptor"]


def test_decks_of_one_size_follow_one_another_on_contact_sheets(tmp_path: Path) -> None:
    """In the file of the whole game; each deck has its own file as before."""
    cards = "".join(f"  - {{id: {{}}-{number}}}\n" for number in range(3))
    decks = {name: HEAD + "cards:\n" + cards.replace("{}", name) for name in ("owl", "jay")}
    write_project(tmp_path, decks)
    assert run("build", "--layout", "contact", "--paper", "a4", project=tmp_path).exit_code == 0
    (page,) = text_of(tmp_path / "output/sweets/all-contact-a4.pdf")
    assert all(f"{name}-{number}" in page for name in decks for number in range(3))
    (page,) = text_of(tmp_path / "output/sweets/jay-contact-a4.pdf")
    assert "owl" not in page
