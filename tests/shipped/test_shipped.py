"""The shipped games as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from projects import SHIPPED, objects_of, run, text_of, whole

import cardgen
from cardgen.api.workshop import Workshop
from cardgen.base.units import MM
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options
from cardgen.model.cards import Deck
from cardgen.model.sizes import paper_size

GAME = "best-candy-on-the-block"


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return cardgen.open_project(SHIPPED)


@pytest.fixture(scope="module")
def main(workshop: Workshop) -> Deck:
    (_, (deck,)), *_ = workshop.select([f"{GAME}/main"])
    return deck


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory, workshop: Workshop) -> Path:
    """Everything of the game, as `cardgen build` makes it."""
    out = tmp_path_factory.mktemp("shipped")
    report = workshop.build([GAME], cardgen.Options(out=out))
    assert [] == report.problems
    assert 0 == report.exit_code
    return out / GAME


@pytest.fixture
def letter(output: Path) -> pikepdf.Pdf:
    return pikepdf.open(output / "main-letter.pdf")


def test_the_shipped_data_is_in_order(workshop: Workshop) -> None:
    assert [] == workshop.problems
    assert GAME in [game.id for game in workshop.games]


def test_no_shipped_card_has_a_finding(workshop: Workshop) -> None:
    """Text size and safe zone, over every face and back, without so much as a warning."""
    report = workshop.validate()
    assert [] == [str(found) for found in (*report.problems, *report.findings)]


def test_list_counts_the_main_deck() -> None:
    """57 cards: four colours of fourteen, and the King Size Bar."""
    lines = run("list", GAME, project=SHIPPED).stdout.splitlines()
    assert any(line.split()[:5] == ["main", "57", "faces", "57", "cards"] for line in lines)
    assert any(line.split()[:5] == ["suit", "10", "faces", "10", "cards"] for line in lines)


def test_every_pdf_is_whole(output: Path) -> None:
    """Each deck and all together, on A4 and on Letter."""
    made = sorted(output.iterdir())
    assert {
        f"{stem}-{paper}.pdf" for stem in ("main", "suit", "all") for paper in ("a4", "letter")
    } <= {path.name for path in made}
    assert all(whole(path) for path in made)


def test_57_cards_on_letter_are_seven_sheets(output: Path, letter: pikepdf.Pdf) -> None:
    """Nine to a sheet: 14 pages, fronts and backs in turn, each sheet in the outline."""
    assert 14 == len(letter.pages)
    sides = [
        re.search(r"sheet (\d) of 7 · (front|back)", page)
        for page in text_of(output / "main-letter.pdf")
    ]
    assert [(str(n), side) for n in range(1, 8) for side in ("front", "back")] == [
        (found[1], found[2]) for found in sides if found
    ]
    with letter.open_outline() as outline:
        assert [f"Main Deck, sheet {number} of 7" for number in range(1, 8)] == [
            entry.title for entry in outline.root
        ]
        places = [entry.destination for entry in outline.root]
        targets = [
            letter.pages.index(pikepdf.Page(place[0]))
            for place in places
            if isinstance(place, pikepdf.Array)
        ]
        assert [0, 2, 4, 6, 8, 10, 12] == targets


def test_the_cards_of_each_sheet_stand_together(letter: pikepdf.Pdf) -> None:
    """Nine, centred; bleed is what Letter leaves, 0.45 mm and at the sides 1.37 mm; the last sheet
    holds three."""
    deck = next(game for game in cardgen.open_project(SHIPPED).games if game.id == GAME).deck(
        "main"
    )
    copies = [((0, place), card.copies) for place, card in enumerate(deck)]
    request = LayoutRequest(copies, deck.shape, True, paper_size("letter"), Options())
    plan = LAYOUTS["duplex"].lay_out(request).plan
    assert len(letter.pages) == 2 * len(plan)
    for page in letter.pages:
        assert (plan.page.width, plan.page.height) == pytest.approx(
            tuple(map(float, page.mediabox[2:]))
        )
    for side in (side for sheet in plan for side in sheet.sides):
        trim, bleed = side.trim, side.bleed
        edges = [trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.top - trim.top]
        assert edges == pytest.approx([1.366 * MM, 0.45 * MM, 1.366 * MM, 0.45 * MM], abs=0.01)
        gap, above = 2 * 1.366 * MM, 2 * 0.45 * MM
        if len(side.slots) == 9:
            assert sorted((trim.width, trim.height)) == pytest.approx(
                sorted((3 * 63.5 * MM + 2 * gap, 3 * 88.9 * MM + 2 * above)), abs=0.05
            )
            assert (trim.x + trim.right, trim.y + trim.top) == pytest.approx(
                (plan.page.width, plan.page.height), abs=0.02
            )
        else:
            assert 3 == len(side.slots)
            assert (trim.width, trim.height) == pytest.approx(
                (3 * 63.5 * MM + 2 * gap, 88.9 * MM), abs=0.02
            )
        assert plan.page.contains(bleed)


def test_no_sheet_has_a_box_that_a_print_queue_would_take_for_the_page(output: Path) -> None:
    """TrimBox and BleedBox are for print shops; each file asks for the sides it is meant for and
    for paper of its size."""
    sides = set()
    for path in sorted(output.glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            assert not any(
                name in page.obj
                for page in pdf.pages
                for name in ("/TrimBox", "/BleedBox", "/ArtBox", "/CropBox")
            ), path.name
            wishes = pdf.Root.ViewerPreferences
            assert wishes.PickTrayByPDFSize
            if re.match(r"(main|all)-", path.name):
                sides.add(str(wishes.Duplex))
    assert {"/DuplexFlipLongEdge"} == sides


def test_title_and_metadata(letter: pikepdf.Pdf) -> None:
    """What a viewer shows of the document, and that it is to be printed at its size."""
    assert "Best Candy on the Block: Main Deck" == str(letter.docinfo["/Title"])
    assert "Jon Barron" in str(letter.docinfo["/Author"])
    assert "cardgen" in str(letter.docinfo["/Creator"])
    assert "/None" == str(letter.Root.ViewerPreferences["/PrintScaling"])
    assert "en" == str(letter.Root["/Lang"])


def test_all_fonts_are_embedded_and_subset(output: Path) -> None:
    """Every font object of every file: its program is inside, tagged as a subset, and its glyphs
    map to text."""
    for path in output.iterdir():
        with pikepdf.open(path) as pdf:
            fonts = objects_of(pdf, "/Type", "/Font")
            assert fonts
            for font in fonts:
                assert re.fullmatch(r"/[A-Z]{6}\+[^+]+", str(font["/BaseFont"]))
                if font["/Subtype"] == "/Type0":
                    assert "/ToUnicode" in font
                    (descendant,) = font["/DescendantFonts"]
                    assert len(descendant["/FontDescriptor"]["/FontFile2"].read_bytes()) < 60_000


def test_every_card_name_can_be_found(output: Path, main: Deck) -> None:
    """What a viewer's search and copying see: each card's name, though it may be set in two
    lines."""
    words = " ".join(" ".join(page.split()) for page in text_of(output / "main-letter.pdf"))
    assert [] == [card.name for card in main if card.name not in words]
    assert "No Such Treat" not in words


def test_no_picture_where_the_art_has_none(output: Path) -> None:
    """The art is drawn; nothing of it was made into pixels. Nor is anything transparent."""
    for path in output.iterdir():
        with pikepdf.open(path) as pdf:
            assert [] == objects_of(pdf, "/Subtype", "/Image")
            for state in (entry for entry in pdf.objects if isinstance(entry, pikepdf.Dictionary)):
                assert not {"/ca", "/CA", "/SMask"} & set(state.keys())


def test_a_second_build_gives_the_same_bytes(
    output: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once more with a warm cache, and once without any: the same files, byte by byte."""
    for cache in (None, ""):
        if cache is not None:
            monkeypatch.setenv("CARDGEN_CACHE", cache)
        out = tmp_path / f"again{cache}"
        assert 0 == run("build", GAME, "--out", out, project=SHIPPED).exit_code
        for path in output.iterdir():
            assert path.read_bytes() == (out / GAME / path.name).read_bytes()


@pytest.mark.parametrize("ink", ["full", "low"])
def test_low_ink_saves_ink(tmp_path: Path, ink: str) -> None:
    """White grounds instead of floods: the sheets of the low version are far lighter, and have no
    finding either."""
    import pypdfium2

    shades = []
    for name in dict.fromkeys(("full", ink)):
        assert (
            0
            == run(
                "build",
                f"{GAME}/suit",
                "--paper",
                "a4",
                "--ink",
                name,
                "--out",
                tmp_path,
                project=SHIPPED,
            ).exit_code
        )
        document = pypdfium2.PdfDocument(
            tmp_path / GAME / ("suit-a4.pdf" if name == "full" else "suit-low-a4.pdf")
        )
        pages = [page.render(scale=0.5).to_pil().convert("L") for page in document]
        shades.append(sum(255 - value for page in pages for value in page.tobytes()))
        document.close()
    assert shades[-1] == shades[0] if ink == "full" else shades[1] < 0.7 * shades[0]
