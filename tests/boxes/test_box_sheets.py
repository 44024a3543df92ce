"""Boxes as files: what is on the sheet, whose template dresses it, and what is said when it cannot
be."""

import re
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from folding import inside
from lxml import etree
from PIL import Image
from projects import SHIPPED, objects_of, run, svg, text_of, whole, write_project

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Point
from cardgen.base.units import MM
from cardgen.boxes.artwork import draw_faces
from cardgen.boxes.make import BoxOptions, lay_boxes, together
from cardgen.boxes.net import Net, centred
from cardgen.cards.context import Context
from cardgen.model.sizes import paper_size

DPI = 100
SVG = "{http://www.w3.org/2000/svg}"
CREDITS = ("Unofficial fan edition, not for sale",)


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return open_project()


@pytest.fixture(scope="module")
def main(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The box of the main deck, on both papers."""
    out = tmp_path_factory.mktemp("boxes")
    done = run("box", "best-candy-on-the-block/main", "--out", out)
    assert (0, "") == (done.exit_code, done.stderr)
    return out / "best-candy-on-the-block"


def picture(pdf: Path, page: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return document[page].render(scale=DPI / 72).to_pil().convert("RGB")
    finally:
        document.close()


def net_of(workshop: Workshop, name: str, paper: str, part: int = 0) -> Net:
    """The net as it lies on the sheet."""
    ((_, (deck,)),) = workshop.select([name])
    size = paper_size(paper)
    (laid_out,), problems = lay_boxes(deck, BoxOptions(papers=(size,)))
    assert [] == problems
    net = centred(
        laid_out.parts[part].net,
        Box(5 * MM, 18 * MM, size.width - 10 * MM, size.height - 23 * MM),
        3 * MM,
    )
    assert net
    return net


def colour(image: Image.Image, point: Point) -> tuple[int, int, int]:
    found = image.getpixel(
        (round(point.x * DPI / 72), image.height - 1 - round(point.y * DPI / 72))
    )
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def grid(net: Net, panel: str, shrunk: float) -> Iterator[Point]:
    """Points inside a panel, away from its lines."""
    box = net.panel(panel).box
    for i in range(20):
        for j in range(20):
            point = Point(box.x + box.width * i / 19, box.y + box.height * j / 19)
            around = [
                Point(point.x + dx, point.y + dy)
                for dx in (-shrunk, shrunk)
                for dy in (-shrunk, shrunk)
            ]
            if all(inside(each, net.panel(panel).outline) for each in around):
                yield point


# The sheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_box_is_a_sheet_of_its_paper(main: Path, workshop: Workshop, paper: str) -> None:
    """One page of the paper's size, fonts embedded, text that can be found."""
    path = main / f"box-main-{paper}.pdf"
    assert whole(path)
    size = paper_size(paper)
    with pikepdf.open(path) as pdf:
        (page,) = pdf.pages
        assert [0, 0, size.width, size.height] == pytest.approx(
            [float(value) for value in page.mediabox], abs=0.01
        )
        assert not any(name in page.obj for name in ("/TrimBox", "/BleedBox")), (
            "a print queue would take it for the page"
        )
        assert all(
            "/FontFile2" in font.FontDescriptor
            for font in objects_of(pdf, "/Subtype", "/CIDFontType2")
        )
    (text,) = text_of(path)
    for words in (
        "Best Candy",
        "Main Deck",
        "57 cards",
        "by Jon Barron",
        *CREDITS,
        "cut",
        "score, fold away",
        "glue",
        "100 mm when",
    ):
        assert words in text, words
    assert "sale. Version 1" in " ".join(text.split()), "a sentence begins with a capital"
    assert 3 <= text.count("Block"), "the title stands at the foot, beside its logo on all faces"


def test_the_smallest_paper_of_each_family_is_taken(main: Path) -> None:
    due = {
        f"box-main-{paper}.{ending}"
        for paper in ("a4", "letter")
        for ending in ("pdf", "svg", "dxf")
    }
    assert due == {path.name for path in main.iterdir()}


def test_what_is_glued_stays_bare(main: Path, workshop: Workshop) -> None:
    """No ink inside the glue flap and the inner bottom, but for the dots along their edges."""
    image = picture(main / "box-main-a4.pdf")
    net = net_of(workshop, "best-candy-on-the-block/main", "a4")
    for panel in ("glue", "inner bottom"):
        points = list(grid(net, panel, 2.2 * MM))
        assert len(points) > 20
        assert {(255, 255, 255)} == {colour(image, point) for point in points}, panel


def test_art_bleeds_over_every_cut(main: Path, workshop: Workshop) -> None:
    """2.5 mm outside the net's long cuts the print still covers the paper; beyond 3.6 mm it does
    not."""
    image = picture(main / "box-main-a4.pdf")
    net = net_of(workshop, "best-candy-on-the-block/main", "a4")
    right, tuck, bottom = (net.panel(name).box for name in ("right", "tuck", "bottom"))
    for beyond, bare in ((2.5 * MM, False), (3.6 * MM, True)):
        for point in (
            Point(right.right + beyond, right.centre.y),
            Point(tuck.centre.x, tuck.top + beyond),
            Point(bottom.centre.x, bottom.y - beyond),
        ):
            assert (colour(image, point) == (255, 255, 255)) == bare, (beyond, point)


def test_faces_are_printed_where_they_belong(main: Path, workshop: Workshop) -> None:
    """The belt's paper colour runs around the box at one height: over front, sides and back."""
    image = picture(main / "box-main-a4.pdf")
    net = net_of(workshop, "best-candy-on-the-block/main", "a4")
    for panel in ("back", "left", "front", "right"):
        box = net.panel(panel).box
        seen = [
            colour(
                image, Point(box.x + box.width * i / 20, box.y + box.height * (1 - 0.765 - 0.025))
            )
            for i in range(1, 20)
        ]
        assert seen.count((255, 247, 232)) > 10, panel


def test_the_same_call_gives_the_same_bytes(main: Path, tmp_path: Path) -> None:
    run("box", "best-candy-on-the-block/main", "--paper", "a4", "--out", tmp_path)
    again = tmp_path / "best-candy-on-the-block"
    for name in ("box-main-a4.pdf", "box-main-a4.svg"):
        assert (main / name).read_bytes() == (again / name).read_bytes()


def test_the_cutting_lines_are_those_of_the_sheet(main: Path, workshop: Workshop) -> None:
    """An SVG of the paper's size in millimetres: a group to cut that closes, a group to fold, in
    different looks."""
    root = etree.parse(main / "box-main-a4.svg").getroot()
    assert ("210mm", "297mm", "0 0 210 297") == tuple(
        root.get(name) for name in ("width", "height", "viewBox")
    )
    groups = {group.get("id"): group for group in root.findall(f"{SVG}g")}
    assert {"cut", "fold"} == groups.keys()
    assert groups["cut"].get("stroke") != groups["fold"].get("stroke")
    assert None is groups["cut"].get("stroke-dasharray")
    assert groups["fold"].get("stroke-dasharray")
    net = net_of(workshop, "best-candy-on-the-block/main", "a4")
    cut = groups["cut"].find(f"{SVG}path").get("d")
    points = [tuple(map(float, pair.split())) for pair in cut.strip("MZ").split("L")]
    assert cut.endswith("Z")
    assert "M" not in cut[1:], "one line goes around it all"
    xs, ys = zip(*points, strict=True)
    assert [net.box.x / MM, net.box.right / MM] == pytest.approx([min(xs), max(xs)], abs=0.01)
    assert [297 - net.box.top / MM, 297 - net.box.y / MM] == pytest.approx(
        [min(ys), max(ys)], abs=0.01
    )
    assert len(net.folds) == groups["fold"].find(f"{SVG}path").get("d").count("M")


# Every shipped deck


@pytest.mark.parametrize(
    "game",
    [
        "best-candy-on-the-block",
        "candy-crave",
        "trick-or-treat-candy-pot",
        "trick-or-treat-monsters",
        "trick-or-treat-street",
    ],
)
def test_every_shipped_deck_has_a_box(tmp_path: Path, workshop: Workshop, game: str) -> None:
    """With the designer's name and the line of the unofficial edition on it, whatever its size; one
    for a card or two is made when it is named."""
    ((found, decks),) = workshop.select([game])
    decks = [deck for deck in decks if not deck.is_pad]
    small = [f"{game}/{deck.id}" for deck in decks if deck.copies < 4]
    done = run("box", game, *small, "--paper", "a4", "--out", tmp_path)
    assert (0, f"note: one box holds the whole game: cardgen box {game} --together: {game}\n") == (
        done.exit_code,
        done.stderr,
    )
    for deck in decks:
        (text,) = text_of(tmp_path / game / f"box-{deck.id}-a4.pdf")
        flat = " ".join(text.split())
        for words in (f"Game design: {found.designer}", *CREDITS, deck.title):
            assert words in flat, (deck.id, words)
    done = run("box", game, "--together", "--paper", "a3", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    flat = " ".join(" ".join(text_of(tmp_path / game / "box-a3.pdf")).split())
    for words in (f"Game design: {found.designer}", *CREDITS):
        assert words in flat, words


def test_a_card_or_two_get_no_box_of_their_own(tmp_path: Path) -> None:
    """A note says so, and that naming the deck makes it one."""
    done = run("box", "trick-or-treat-street", "--paper", "a4", "--out", tmp_path)
    files = [file.name for file in (tmp_path / "trick-or-treat-street").glob("*.pdf")]
    assert "box-candy-a4.pdf" in files
    assert "box-parents-a4.pdf" not in files
    assert "unless named: cardgen box trick-or-treat-street/parents" in done.stderr
    done = run("box", "trick-or-treat-street/parents", "--paper", "a4", "--out", tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    assert (tmp_path / "trick-or-treat-street/box-parents-a4.pdf").is_file()


@pytest.mark.parametrize("tray", [False, True])
def test_no_text_of_a_shipped_box_is_too_small_to_print(workshop: Workshop, tray: bool) -> None:
    """5 pt and more on every panel, or a text is left out; the title is on the front of even the
    smallest."""
    for game in workshop.games:
        context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
        for deck in game.decks:
            (laid_out,), _ = lay_boxes(deck, BoxOptions(papers=(paper_size("a3"),), tray=tray))
            for faces in draw_faces(context, deck, list(laid_out.parts)):
                for name, drawing in faces.items():
                    small = [
                        mark.text
                        for mark in drawing.texts
                        if mark.size * mark.matrix.scale * MM < 4.99
                    ]
                    assert not small, (deck.id, name, small)
                assert tray or faces["front"].texts


def test_a_bowl_for_each_kind_of_sweet(tmp_path: Path) -> None:
    """Candy Crave's bowls are trays, a sheet for each, with the sweet's name on all four walls."""
    done = run("box", "candy-crave/bowl", "--tray", "--paper", "a4", "--out", tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    pages = text_of(tmp_path / "candy-crave/tray-bowl-a4.pdf")
    kinds = ("Lollipops", "Candies", "Cookies", "Licorice", "Chocolates")
    assert len(kinds) == len(pages)
    for kind, page in zip(kinds, pages, strict=True):
        assert page.count(kind) >= 4, kind
    assert 5 == len(list((tmp_path / "candy-crave").glob("tray-bowl-*-a4.svg")))


def test_what_does_not_concern_a_bowl_is_said(tmp_path: Path) -> None:
    """Its size is its deck's: sleeves and counts change nothing, not even the names of the files;
    and what does not fit is the bowl."""
    done = run(
        "box", "candy-crave/bowl", "--tray", "--sleeved", "--paper", "a4,letter", "--out", tmp_path
    )
    assert 0 == done.exit_code
    assert done.stderr.endswith("--sleeved, --thickness and --cards do not change that: bowl\n")
    assert {"tray-bowl-a4.pdf", "tray-bowl-lollipop-a4.svg"} <= {
        path.name for path in (tmp_path / "candy-crave").iterdir()
    }
    done = run("box", "candy-crave/bowl", "--tray", "--paper", "100x100mm", "--out", tmp_path)
    assert 2 == done.exit_code
    assert "no tray of 74.9 x 75.6 x 35.5 mm inside fits on 100x100mm" in done.stderr


@pytest.mark.parametrize("size", ["70mm x 120mm", "120mm x 70mm"])
def test_cards_lie_in_their_box_whatever_way_takes_less_paper(tmp_path: Path, size: str) -> None:
    across, _, down = size.replace("mm", "").split()
    write_project(
        tmp_path,
        {"main": BARE.format(size=size, copies=78, box="")},
        {"card.svg": svg("", int(across), int(down))},
    )
    done = run("box", "sweets", project=tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    assert "(1 page" in done.output
    assert "71 x 121 x 24.4 mm inside" in done.output
    assert {"box-main-a4.pdf", "box-main-letter.pdf"} == {
        path.name for path in (tmp_path / "output/sweets").glob("*.pdf")
    }


def test_a_file_that_cannot_be_written_leaves_the_others(tmp_path: Path) -> None:
    """As when a reader holds the PDF open: it is told as for sheets, and what else there is to
    write is written."""
    write_project(tmp_path, {"main": BARE.format(size="60mm x 80mm", copies=54, box="")})
    blocked = tmp_path / "output/sweets/box-main-a4.pdf"
    blocked.mkdir(parents=True)
    done = run("box", "sweets", project=tmp_path)
    assert 2 == done.exit_code
    assert re.fullmatch(r"error: .*box-main-a4\.pdf .*\n", done.stderr)
    assert ["file-unwritable"] == done.codes
    written = {path.name for path in blocked.parent.iterdir() if path.is_file()}
    assert {
        "box-main-a4.svg",
        "box-main-a4.dxf",
        *(f"box-main-letter.{ending}" for ending in ("pdf", "svg", "dxf")),
    } == written


def test_a_larger_paper_than_people_have_at_home_has_an_alternative(tmp_path: Path) -> None:
    done = run("box", "best-candy-on-the-block/main", "--cards", "150", "--out", tmp_path)
    assert 0 == done.exit_code
    assert (
        "a tuck box of this size needs a3; --paper a4 makes a base and a lid: main" in done.stderr
    )
    assert (
        "a tuck box of this size needs legal; --paper letter makes a base and a lid: main"
        in done.stderr
    )


def test_a_tray_for_any_deck(tmp_path: Path) -> None:
    done = run("box", "trick-or-treat-street/candy", "--tray", "--paper", "a4", "--out", tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    assert "64.5 x 89.9 x 23.8 mm inside" in done.output


def test_a_box_in_another_language(tmp_path: Path) -> None:
    done = run(
        "box", "trick-or-treat-street/candy", "--lang", "de", "--paper", "a4", "--out", tmp_path
    )
    assert (0, "") == (done.exit_code, done.stderr)
    (text,) = text_of(tmp_path / "trick-or-treat-street/box-candy-de-a4.pdf")
    for words in ("Süßes", "76 Karten", "Spielidee: Andrew January", "Inoffizielle Fan-Ausgabe"):
        assert words in " ".join(text.split())


# Options


def inner(output: str) -> list[float]:
    """Width, height and depth as the command tells them."""
    words = output.split(" mm inside")[0].split(", ")[-1]
    return [float(word) for word in words.split(" x ")]


def test_sleeves_and_thickness_make_room(tmp_path: Path) -> None:
    """Sleeves make all sides larger; thicker or more cards only the depth. Files of different boxes
    have different names."""
    deck = (
        "box",
        "best-candy-on-the-block/suit",
        "--paper",
        "a4",
        "--out",
        tmp_path,
        "--cards",
        "60",
    )
    plain, sleeved, thick = (
        inner(run(*deck, *more).output) for more in ((), ("--sleeved",), ("--thickness", "0.5"))
    )
    assert [64.5, 89.9, 19] == plain
    assert [67.5, 92.9, 31] == sleeved
    assert [64.5, 89.9, 31] == thick
    names = {path.name for path in (tmp_path / "best-candy-on-the-block").glob("*.pdf")}
    assert {"box-suit-a4.pdf", "box-suit-sleeved-a4.pdf"} == names


def test_little_ink(tmp_path: Path) -> None:
    """With --ink low the grounds are white: less than half what the full box prints."""
    for ink in ("full", "low"):
        run("box", "best-candy-on-the-block/king", "--paper", "a4", "--ink", ink, "--out", tmp_path)
    shares = []
    for name in ("box-king-a4.pdf", "box-king-low-a4.pdf"):
        counts = picture(tmp_path / "best-candy-on-the-block" / name).convert("L").histogram()
        shares.append(sum(count * (255 - grey) for grey, count in enumerate(counts)))
    assert shares[1] < shares[0] / 2


def test_a_pile_too_thick_for_a_tuck_box_gets_base_and_lid(tmp_path: Path) -> None:
    """Two named sheets in one PDF, and a note that says so."""
    done = run(
        "box", "trick-or-treat-street/candy", "--cards", "160", "--paper", "a4", "--out", tmp_path
    )
    assert 0 == done.exit_code
    assert (
        "note: too large for a tuck box on a4: made as base and lid, on two sheets: candy"
        in done.stderr
    )
    folder = tmp_path / "trick-or-treat-street"
    lines = {
        f"box-candy-{part}-a4.{ending}" for part in ("base", "lid") for ending in ("svg", "dxf")
    }
    assert {"box-candy-a4.pdf", *lines} == {path.name for path in folder.iterdir()}
    with pikepdf.open(folder / "box-candy-a4.pdf") as pdf:
        assert 2 == len(pdf.pages)
        with pdf.open_outline() as outline:
            assert ["base", "lid"] == [entry.title for entry in outline.root]
    base, lid = text_of(folder / "box-candy-a4.pdf")
    assert "base · 160 cards" in base
    assert "lid · 160 cards" in lid


def test_a_paper_too_small_is_named_with_the_remedy(tmp_path: Path) -> None:
    """Exit 2; the papers that hold it are made all the same, and the remedy is true."""
    command = (
        "box",
        "trick-or-treat-monsters/monster",
        "--cards",
        "200",
        "--sleeved",
        "--out",
        tmp_path,
    )
    done = run(*command, "--paper", "a4,a3")
    assert 2 == done.exit_code
    assert (
        "no box for a pile of 66 x 92 x 100 mm fits on a4; use --paper a3, or put at most 123 cards into it"
        in done.stderr
    )
    assert (tmp_path / "trick-or-treat-monsters/box-monster-sleeved-a3.pdf").is_file()
    assert not list((tmp_path / "trick-or-treat-monsters").glob("*a4*"))
    most = (
        "box",
        "trick-or-treat-monsters/monster",
        "--sleeved",
        "--paper",
        "a4",
        "--out",
        tmp_path,
    )
    assert 0 == run(*most, "--cards", "123").exit_code
    assert 2 == run(*most, "--cards", "124").exit_code


@pytest.mark.parametrize(
    ("size", "papers"),
    [((270, 380), {"sra3", "arch-c"}), ((290, 390), {"a2", "super-b"}), ((600, 800), set())],
)
def test_what_no_paper_at_home_holds_is_made_for_those_of_a_copy_shop(
    tmp_path: Path, size: tuple[int, int], papers: set[str]
) -> None:
    """The smallest of each family, with a note; what none holds is told."""
    deck = f"size: {size[0]}mm x {size[1]}mm\ntemplate: card.svg\ncards:\n  - {{id: one, copies: 20}}\n"
    write_project(tmp_path, {"main": deck}, {"card.svg": svg("<g/>", *size)})
    done = run("box", "sweets", project=tmp_path)
    assert (0 if papers else 2) == done.exit_code
    assert papers == {
        path.stem.removeprefix("box-main-") for path in (tmp_path / "output").rglob("*.pdf")
    }
    assert (
        "no paper that printers at home take holds it" if papers else "any paper that has a name"
    ) in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--thickness", "0"),
            "no card is 0 mm thick; give the thickness of one card in millimetres",
        ),
        (("--paper", "a9"), 'unknown-paper "a9"'),
        (("--ink", "some"), 'no ink is called "some"'),
        (("--cards", "0"), "--cards"),
    ],
)
def test_a_call_that_cannot_be(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = run("box", "candy-crave/bowl", *words, "--out", tmp_path)
    assert 2 == done.exit_code
    assert done.tells(says)
    assert [] == list(tmp_path.iterdir())


# A project's own


BARE = "size: {size}\ntemplate: card.svg\nback: card.svg\n{box}cards:\n  - {{id: one, copies: {copies}}}\n"
ROUND = svg('<circle cx="12" cy="12" r="12" fill="#335577"/>', 24, 24)


@pytest.mark.parametrize(
    ("size", "copies", "face"),
    [
        ("{shape: circle, diameter: 24mm}", 1, ROUND),
        (
            "{shape: hexagon, width: 30mm}",
            40,
            svg('<rect width="30" height="25.98" fill="#335577"/>', 30, 25.980762),
        ),
        ("10mm x 12mm", 3, svg("", 10, 12)),
        ("250mm x 180mm", 2, svg("", 250, 180)),
    ],
)
def test_decks_of_all_shapes_and_sizes(tmp_path: Path, size: str, copies: int, face: str) -> None:
    """Round, six-sided, tiny and huge; a game without a palette, a designer or art is dressed all
    the same."""
    deck = BARE.format(size=size, copies=copies, box="")
    write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": face},
        game="title: A Long Title for a Very Small Box\n",
    )
    done = run("box", "sweets", project=tmp_path)
    assert 0 == done.exit_code, done.stderr
    assert ("base and lid" in done.stderr) == (size[:3] == "250")
    shaped = "shape" in size
    path = next((tmp_path / "output/sweets").glob("box-main-*.pdf"))
    assert ("piece" in " ".join(text_of(path))) == shaped
    assert list((tmp_path / "output/sweets").glob("box-main-*.pdf"))


@pytest.mark.parametrize("tray", [False, True])
@pytest.mark.parametrize(("width", "height"), [(5, 5), (20, 20), (60, 5), (5, 60)])
def test_words_that_a_small_box_has_no_room_for_are_left_out(
    tmp_path: Path, width: int, height: int, tray: bool
) -> None:
    """Title and count alike: rather none than one of 2 pt, one that runs over a fold, or no box at
    all."""
    deck = BARE.format(size=f"{width}mm x {height}mm", copies=101, box="")
    title = "title: An Odd Game with a Rather Long Title\n"
    write_project(tmp_path, {"main": deck}, {"card.svg": svg("", width, height)}, game=title)
    done = run("box", "sweets", *["--tray"] * tray, "--paper", "a4", project=tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    workshop = open_project(tmp_path)
    (game,) = workshop.games
    for size in ("a4", "a3"):
        (laid_out,), _ = lay_boxes(game.decks[0], BoxOptions(papers=(paper_size(size),), tray=tray))
        context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
        for faces in draw_faces(context, game.decks[0], list(laid_out.parts)):
            for name, drawing in faces.items():
                assert not [
                    mark.text for mark in drawing.texts if mark.size * mark.matrix.scale * MM < 4.99
                ], name


def test_a_projects_own_templates(tmp_path: Path) -> None:
    """A folder named in game.yaml dresses the faces it has templates for; a deck's own comes before
    it, the shipped ones after."""
    front = '<text x="5" y="20" font-family="Nunito" font-size="5">GAME {{ card.width }} x {{ card.height }}</text>'
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ card.width }} {{ card.height }}">\n%s\n</svg>'
    write_project(
        tmp_path,
        {
            "main": BARE.format(size="poker", copies=20, box=""),
            "other": BARE.format(size="poker", copies=20, box="box: theirs\n"),
        },
        {
            "card.svg": svg("", 63.5, 88.9),
            "ours/front.svg": face % front,
            "theirs/front.svg": face % front.replace("GAME", "DECK"),
            "theirs/left.svg": face
            % '<text x="1" y="20" font-family="Nunito" font-size="5">Z</text>',
        },
        game="title: Sweets\nbox: ours\n",
    )
    done = run("box", "sweets/main", "sweets/other", "--paper", "a4", project=tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    (main,), (other,) = (
        text_of(tmp_path / f"output/sweets/box-{deck}-a4.pdf") for deck in ("main", "other")
    )
    assert "GAME 65.2 x 91.3" in main
    assert "DECK 65.2 x 91.3" in other
    assert "20 cards · 63.5 × 88.9 mm" in main
    assert CREDITS[0] not in main, "it is the game that says so"
    assert "Z" in other


def test_faces_show_cards_of_the_deck(tmp_path: Path) -> None:
    """`face:ID` and `back:ID` are the very drawings that print; a card that is not there is an
    error with its line."""
    card = svg(
        '<rect x="-4" y="-4" width="72" height="97" fill="{{ \'#CC0033\' if card.id == \'one\' else \'#0033CC\' }}"/>',
        63.5,
        88.9,
    )
    back = svg('<rect x="-4" y="-4" width="72" height="97" fill="#00CC33"/>', 63.5, 88.9)
    front = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ card.width }} {{ card.height }}">\n'
        '<image href="face:one" width="20" height="28"/><image href="back:one" x="30" width="20" height="28"/>\n'
        '<image href="face:two" y="40" width="20" height="28"/>\n</svg>'
    )
    deck = (
        "size: poker\ntemplate: card.svg\nback: back.svg\nbox: own\ncards: [{id: one}, {id: two}]\n"
    )
    write_project(
        tmp_path, {"main": deck}, {"card.svg": card, "back.svg": back, "own/front.svg": front}
    )
    done = run("box", "sweets", "--paper", "a4", project=tmp_path)
    assert (0, "") == (done.exit_code, done.stderr)
    image = picture(tmp_path / "output/sweets/box-main-a4.pdf")
    net = net_of(open_project(tmp_path), "sweets/main", "a4")
    box = net.panel("front").box

    def at(x: float, y: float) -> tuple[int, int, int]:
        return colour(image, Point(box.x + x * MM, box.top - y * MM))

    assert [(204, 0, 51), (0, 204, 51), (0, 51, 204)] == [at(10, 14), at(40, 14), at(10, 54)]
    write_project(
        tmp_path,
        {"main": deck},
        {
            "card.svg": card,
            "back.svg": back,
            "own/front.svg": front.replace("face:two", "face:three"),
        },
    )
    done = run("box", "sweets", "--paper", "a4", project=tmp_path)
    assert 2 == done.exit_code
    assert (
        'templates/own/front.svg:3: face "front": <image>: the deck "main" has no card "three"'
        in done.stderr
    )


@pytest.mark.parametrize(
    ("box", "says"),
    [
        ("box: nowhere", 'main.yaml:5:6: no folder of templates is called "nowhere"'),
        ("box: {colour: pink}", 'no colour of the palette is called "pink"'),
        ("box: {art: qqqqq}", 'main.yaml:5:12 file-missing "qqqqq"'),
        ("box: {size: large}", 'a box has no "size"'),
        ("box: [a, b]", "the templates of a box is a text"),
        ("tray: {floor: 70mm x 70mm}", "a tray has a floor, a wall and perhaps a lean"),
        ("tray: {floor: 70mm x 70mm, wall: 30mm, lean: 80}", "such a tray cannot be folded"),
        ("tray: {floor: wide, wall: 30mm}", '"wide" is not a size'),
        (
            "tray: {floor: 70mm x 70mm, wall: 30mm, lean: steep}",
            'main.yaml:5:7 number-expected "steep"',
        ),
    ],
)
def test_what_a_deck_says_wrongly_of_its_box(tmp_path: Path, box: str, says: str) -> None:
    write_project(
        tmp_path,
        {
            "main": f"title: Main\nsize: 60mm x 80mm\ntemplate: card.svg\nback: back.svg\n{box}\ncards: [{{id: one}}]\n"
        },
    )
    done = run("list", project=tmp_path)
    assert 2 == done.exit_code
    assert done.tells(says), done.stderr


def test_what_the_box_page_shows_dresses_a_box(tmp_path: Path) -> None:
    """The lines for a deck's file and the template of docs/howto-box.md, with the names of what a
    face can say."""
    page = (SHIPPED / "docs/howto-box.md").read_text("utf-8")
    tray, box = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    (template,) = re.findall(r"```xml\n<!--.*?-->\n(.*?)```", page, re.DOTALL)
    table = page[
        page.index("In a face, `card` is the face") : page.index("shows a card of the deck and")
    ]
    names = [
        name
        for row in re.findall(r"^\| (`.*?) \| ", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    ]
    assert len(names) > 20
    said = "".join(f"{{% set _ = card.{name} %}}" for name in names)
    dress = box.replace("box: {", "box: {templates: my-box, ")
    deck = f"size: poker\ntemplate: card.svg\n{tray}{dress}cards: [{{id: one}}]\n"
    templates = {"card.svg": svg("", 63.5, 88.9), "my-box/front.svg": said + template}
    root = write_project(
        tmp_path, {"main": deck}, templates, game="title: Sweets\npalette: {pumpkin: '#F08A24'}\n"
    )
    for words in (("box", "sweets"), ("box", "sweets", "--tray")):
        done = run(*words, "--paper", "a4", project=root)
        assert (0, "") == (done.exit_code, done.stderr)


def test_a_box_for_some_cards(tmp_path: Path) -> None:
    """A number says how many, all else which; the box of the whole deck keeps its name."""
    deck = ("box", "best-candy-on-the-block/main", "--paper", "a4", "--out", tmp_path, "--cards")
    sizes = []
    for words, name in (
        ("20", "box-main-a4.pdf"),
        ("black-1:20", "box-main-only-black-1-20-*-a4.pdf"),
    ):
        done = run(*deck, words)
        assert 0 == done.exit_code, done.stderr
        assert 1 == len(list((tmp_path / "best-candy-on-the-block").glob(name)))
        sizes.append(done.stdout.partition("64.5 x 89.9 x ")[2].partition(" mm inside")[0])
    assert 1 == len({*sizes} - {""}), sizes
    wrong = run(*deck, "blak-1")
    assert (2, True) == (
        wrong.exit_code,
        wrong.tells('unknown-card "blak-1" -> "black-1" "black-12"'),
    )


def test_a_box_for_all_decks_together(tmp_path: Path) -> None:
    """One pile of all cards, as wide and high as the largest; the file bears no deck's name. Some
    decks have theirs in it."""
    write_project(
        tmp_path,
        files={
            "card_data/sweets/kings.yaml": "size: tarot\ntemplate: plain.svg\ncards: [{id: one, copies: 9}, {id: two}]\n"
        },
    )
    done = run("box", "sweets", "--together", "--paper", "a4", project=tmp_path)
    assert done.exit_code == 0, done.output
    assert ["box-a4.dxf", "box-a4.pdf", "box-a4.svg"] == sorted(
        path.name for path in (tmp_path / "output/sweets").iterdir()
    )
    game = open_project(tmp_path).games[0]
    whole = together(game, game.decks)
    assert (game.deck("main").copies + 10, whole.copies) == (
        whole.copies,
        game.deck("main").copies + game.deck("kings").copies,
    )
    assert (game.deck("kings").shape.width, game.deck("kings").shape.height) == (
        whole.shape.width,
        whole.shape.height,
    )
    assert (
        run(
            "box", "sweets/main", "sweets/kings", "--together", "--paper", "a4", project=tmp_path
        ).exit_code
        == 0
    )
    only = run("box", "sweets/kings", "--together", "--paper", "a4", project=tmp_path)
    assert (tmp_path / "output/sweets/box-kings-a4.pdf").is_file(), only.output


def test_a_box_without_a_deck_that_cannot_be_read_is_not_that_of_all(tmp_path: Path) -> None:
    """Nor is it said that there are no cards where none can be read."""
    deck = "size: tarot\ntemplate: plain.svg\ncards: [{id: one}]\n"
    decks = {"main": deck, "kings": deck, "queens": deck.replace("]", "")}
    write_project(tmp_path, decks)
    done = run("box", "sweets", "--together", "--paper", "a4", project=tmp_path)
    assert done.exit_code == 2, done.output
    assert {"box-kings+main-a4.pdf"} == {path.name for path in tmp_path.glob("output/*/*.pdf")}
    game = tmp_path / "card_data/sweets/game.yaml"
    game.write_text("title: Sweets\nbox: {art: wulf}\n", "utf-8")
    done = run("box", "sweets", project=tmp_path)
    assert (2, False) == (done.exit_code, done.tells("nothing was made")), done.output


def test_a_box_for_decks_of_which_one_has_cards_of_two_sizes(tmp_path: Path) -> None:
    """The largest card of all decks goes in, not only of those with a size of their own."""
    coins = "size: circle 25mm\ntemplate: plain.svg\ncards:\n  - {id: one, copies: 9}\n  - {id: five, size: circle 30mm}\n"
    write_project(tmp_path, files={"card_data/sweets/coins.yaml": coins})
    done = run("box", "sweets", "--together", "--paper", "a4", project=tmp_path)
    assert "61 x 81 x " in done.output, done.output
    done = run("box", "sweets/coins", "--paper", "a4", project=tmp_path)
    assert "31 x 31 x " in done.output, done.output


def test_a_title_is_not_divided(tmp_path: Path) -> None:
    """It is set smaller instead, where the game's texts may be divided too."""
    game = "title: Azurlegenden\ntypesetting: {language: de, hyphenate: true}\npalette: {ink: '#222222', sand: '#E0B040'}\n"
    deck = BARE.format(size="70mm x 120mm", copies=60, box="")
    root = write_project(tmp_path, {"main": deck}, {"card.svg": svg("", 70, 120)}, game=game)
    assert run("box", "sweets/main", "--paper", "a4", project=root).exit_code == 0
    (said,) = text_of(root / "output/sweets/box-main-a4.pdf")
    assert (0, True) == (said.count("Azurle") - said.count("Azurlegenden"), "Azurlegenden" in said)


def test_what_a_box_still_says_in_the_first_language_is_told(tmp_path: Path) -> None:
    """Nobody sees it but who buys the box."""
    words = "{card: Karte, cards: Karten, 'by {}': 'von {}', 'version {}': 'Fassung {}', cut: schneiden}"
    files = {"card_data/sweets/game.de.yaml": f"title: Süßes\nwords: {words}\n"}
    deck = BARE.format(size="60mm x 80mm", copies=54, box="")
    root = write_project(
        tmp_path, {"main": deck}, game="title: Sweets\ndesigner: Ann\n", files=files
    )
    said = run("box", "sweets", "--lang", "de", project=root).stderr
    assert (
        'note: boxes say "Game design: {}", "score, fold away from you", "glue, keep bare", '
        in said
    )
    assert said.endswith('"tuck box", "{} inside"; add them to words in game.de.yaml: main\n')
    assert "boxes say" not in run("box", "sweets", project=root).stderr
    assert (
        "boxes say"
        not in run(
            "box", "trick-or-treat-street/candy", "--lang", "de", "--out", tmp_path, project=SHIPPED
        ).stderr
    )
