"""The instructions of a game: their numbers are those of the sheets, in every layout, and they
never stand in the way of the sheets."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from projects import HEAD, SHIPPED, run, running_text, svg, text_of, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.cards.context import Context
from cardgen.impose.layout import LayoutRequest
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import Options
from cardgen.model.cards import Game
from cardgen.model.sizes import paper_size
from cardgen.sheets.gang import Batch, Printed
from cardgen.sheets.instructions import file_of_handout, handout, sheet_values

TOKEN = "title: Tokens\nsize: {shape: circle, diameter: 25.4mm}\ntemplate: token.svg\nback: token.svg\ncards:\n  - {id: t, copies: 50}\n"
POKER = svg('<rect width="63.5" height="88.9" fill="#335577"/>', 63.5, 88.9)
CARDS = "cards:\n  - {id: one, copies: 20}\n"


def instructions(root: Path, *words: str, name: str = "instructions-a4.pdf") -> str:
    result = run("build", "--paper", "a4", *words, project=root)
    assert 0 == result.exit_code, result.stderr
    return running_text(root / "output/sweets" / name)


def printed(game: Game, paper: str) -> list[Printed]:
    """The decks of a game on a paper, without drawing a card."""
    size, batches = paper_size(paper), [batch for deck in game.decks for batch in Batch.of(deck)]
    lay_out = LAYOUTS["duplex"].lay_out
    return [
        Printed(
            batch,
            {
                size.name: lay_out(
                    LayoutRequest(batch.copies, batch.shape, batch.backed, size, Options())
                )
            }
            if batch.copies
            else {},
        )
        for batch in batches
    ]


@pytest.mark.parametrize(
    ("layout", "says", "not_says"),
    [
        (
            "duplex",
            ["both sides", "long edge", "main-a4.pdf Main 20 63.5 × 88.9 mm 9 3"],
            ["dashed line", "2. Score", "2. Cut out"],
        ),
        (
            "gutterfold",
            [
                "dashed line",
                "print, fold, glue, cut",
                "1. Actual size 2. Score 3. Fold 4. Glue 5. Press 6. Cut 7. Sleeve",
                "main-gutterfold-a4.pdf Main 20 63.5 × 88.9 mm 4 5",
            ],
            ["long edge", "Cut out"],
        ),
        (
            "tent",
            [
                "Above each front stands its back",
                "print, cut, fold, glue",
                "1. Actual size 2. Cut out 3. Score 4. Fold 5. Glue 6. Stand it up",
                "main-tent-a4.pdf Main 20 63.5 × 88.9 mm 4 5",
            ],
            ["long edge", "dashed line", "5. Press"],
        ),
        (
            "single",
            ["fronts only", "main-single-a4.pdf Main 20 63.5 × 88.9 mm 9 3"],
            ["long edge", "dashed line", "2. Score", "2. Cut out"],
        ),
    ],
)
def test_what_they_say_of_each_layout(
    tmp_path: Path, layout: str, says: list[str], not_says: list[str]
) -> None:
    root = write_project(
        tmp_path,
        {"main": HEAD.replace("60mm x 80mm", "poker") + CARDS},
        {"card.svg": POKER, "back.svg": POKER},
    )
    name = f"instructions{'' if layout == 'duplex' else f'-{layout}'}-a4.pdf"
    text = instructions(root, "--layout", layout, name=name)
    always = [
        "actual size, 100 %",
        "100 mm",
        "20 sleeves for cards of 63.5 × 88.9 mm (poker)",
        "corner punch of 3 mm",
    ]
    assert [] == [words for words in (*says, *always) if words not in text]
    assert not [words for words in not_says if words in text]


def test_a_deck_too_large_for_one_paper_takes_the_instructions_of_no_other(tmp_path: Path) -> None:
    """What does not fit on the smaller paper is not in its table; where a deck cannot be drawn
    there are none."""
    mat = "title: Mat\nsize: 285mm x 195mm\ntemplate: mat.svg\ncards: [{id: mat}]\n"
    root = write_project(
        tmp_path, {"main": HEAD + CARDS, "mat": mat}, {"mat.svg": svg("", 285, 195)}
    )
    assert 2 == run("build", "--paper", "a4,letter", project=root).exit_code
    folder = root / "output/sweets"
    assert "mat-a4.pdf" in " ".join(text_of(folder / "instructions-a4.pdf"))
    letter = " ".join(text_of(folder / "instructions-letter.pdf"))
    assert ("main-letter.pdf" in letter, "mat-letter.pdf" in letter) == (True, False)
    (folder / "instructions-a4.pdf").unlink()
    (root / "templates/mat.svg").write_text(svg("<foreignObject/>", 285, 195), "utf-8")
    assert 2 == run("build", "--paper", "a4", project=root).exit_code
    assert not (folder / "instructions-a4.pdf").exists()


def test_they_say_what_concerns_the_pieces(tmp_path: Path) -> None:
    """Cards on their side have sleeves too; a game of round pieces has none, and nothing to lay a
    ruler on or, without backs, to fold."""
    wide = "title: Wide\nsize: 88.9mm x 63.5mm\ntemplate: wide.svg\nback: wide.svg\ncards: [{id: one, copies: 30}]\n"
    root = write_project(tmp_path / "wide", {"wide": wide}, {"wide.svg": svg("", 88.9, 63.5)})
    text = instructions(root, "--bleed", "0")
    assert "30 sleeves for cards of 63.5 × 88.9 mm (poker)" in text
    assert "two lines" not in text, "they touch"
    assert "two lines" in instructions(root, "--bleed", "0", "--gutter", "2")
    root = write_project(
        tmp_path / "round",
        {"token": TOKEN.replace("back: token.svg\n", "")},
        {"token.svg": svg("", 25.4, 25.4)},
    )
    for words, name in (
        ((), "instructions-a4.pdf"),
        (("--layout", "gutterfold"), "instructions-gutterfold-a4.pdf"),
    ):
        text = instructions(root, *words, name=name)
        assert "50 pieces on 1 sheet of A4 paper: print, cut, play." in text
        assert not [word for word in ("Sleeve", "ruler", "dashed", "two lines") if word in text]
        assert "punch of 25.4 mm" in text
    single = HEAD.replace("60mm x 80mm", "poker") + "cards: [{id: one}]\n"
    root = write_project(tmp_path / "one", {"main": single}, {"card.svg": POKER, "back.svg": POKER})
    assert "1 card on 1 sheet of A4 paper" in instructions(root)


def test_they_speak_of_the_scale_bar_where_there_is_one(tmp_path: Path) -> None:
    """A grid that fills the paper leaves it no room; then a piece is measured."""
    tight = (
        "title: Tight\nsize: 65mm x 93mm\ntemplate: tight.svg\ncards:\n  - {id: one, copies: 9}\n"
    )
    root = write_project(tmp_path, {"tight": tight}, {"tight.svg": svg("", 65, 93)})
    text = instructions(root)
    assert "bar" not in text
    assert "Measure a piece: it must have the finished size that the table tells." in text
    (root / "card_data/sweets/main.yaml").write_text(HEAD + CARDS)
    assert "must measure 100 mm; where there is no room for one, measure a piece" in instructions(
        root
    )


def test_they_speak_of_the_gutter_that_opens_by_itself(tmp_path: Path) -> None:
    """Borders that differ part the cards of a build without bleed, which is known only once they
    are drawn."""
    mixed = svg(
        "<rect width='63' height='91' fill='{{ \"#335577\" if card.id == \"one\" else \"#aa2222\" }}'/>",
        63,
        91,
    )
    deck = "title: Mixed\nsize: 63mm x 91mm\ntemplate: mixed.svg\ncards: [{id: one, copies: 14}, {id: two, copies: 13}]\n"
    root = write_project(tmp_path, {"mixed": deck}, {"mixed.svg": mixed})
    asked = {"name": "instructions-205x290mm.pdf"}
    text = instructions(root, "--bleed", "0", "--paper", "205x290mm", **asked)
    assert (
        "Where there are two lines between two cards, cut both: what lies between them is waste."
        in text
    )
    assert "The bar at its edge must measure 100 mm." in text
    assert "100 mm" in text_of(root / "output/sweets/mixed-205x290mm.pdf")[0]
    assert "two lines" not in instructions(
        root, "--bleed", "0", "--gutter", "0", "--paper", "205x290mm", **asked
    )


def test_they_advise_what_can_be_done(tmp_path: Path) -> None:
    """A game with nothing to sleeve, corners of several kinds, and pieces that this paper is too
    small to fold, or that a machine cuts."""
    sizes = {
        "large": ("150mm x 200mm", 150, 200),
        "square": ("{shape: rectangle, width: 40mm, height: 40mm, corner: 5mm}", 40, 40),
        "token": ("{shape: hexagon, width: 40mm}", 40, 34.641016),
    }
    rest = "template: {0}.svg\nback: {0}.svg\ncards: [{{id: one, copies: 3}}]\n"
    decks = {
        name: f"title: {name.title()}\nsize: {size}\n{rest.format(name)}"
        for name, (size, *_) in sizes.items()
    }
    root = write_project(
        tmp_path,
        decks,
        {f"{name}.svg": svg("", wide, high) for name, (_, wide, high) in sizes.items()},
    )
    text = instructions(root)
    assert "sleeve" not in text.lower()
    assert "Use card stock of 200 to 300 g/m²." in text
    assert "A corner punch makes corners round: 5 mm for Square." in text
    assert "the heaviest card stock your printer takes." in text
    (root / "card_data/sweets/large.yaml").unlink()
    assert "sheets to fold and glue take cardboard of 1 to 2 mm" in instructions(root)
    cut = instructions(root, "--cutter", "silhouette", name="instructions-silhouette-a4.pdf")
    assert "sheets to fold" not in cut
    assert "-cut-2" not in cut, "three pieces are one sheet"
    (root / "card_data/sweets/token.yaml").write_text(
        decks["token"].replace("copies: 3", "copies: 80"), "utf-8"
    )
    cut = instructions(root, "--cutter", "silhouette", name="instructions-silhouette-a4.pdf")
    assert "Paths that end in -cut-2 are for the last sheet" in cut
    assert list((root / "output/sweets").glob("*-cut-2.svg"))


def test_names_of_files_and_sizes_stay_on_one_line(tmp_path: Path) -> None:
    """A long title gives way, on a small page too; where that is too narrow the names are parted,
    and the page is made all the same."""
    long = "A Rather Long Title for a Deck of Cards, Longer Than Any Other"
    deck = HEAD.replace("60mm x 80mm", "63.5mm x 88.9mm").replace("Main", long) + CARDS
    root = write_project(tmp_path, {"first-deck": deck}, {"card.svg": POKER, "back.svg": POKER})
    for paper in ("a4", "100x150mm"):
        instructions(
            root, "--paper", paper, "--layout", "single", name=f"instructions-single-{paper}.pdf"
        )
        lines = "\n".join(
            text_of(root / f"output/sweets/instructions-single-{paper}.pdf")
        ).splitlines()
        for whole in (f"first-deck-single-{paper}.pdf", "63.5 × 88.9 mm"):
            assert any(whole in " ".join(line.split()) for line in lines), (whole, lines)
    name = "-".join(["words"] * 10)
    root = write_project(tmp_path / "wide", {name: deck}, {"card.svg": POKER, "back.svg": POKER})
    assert "63.5 × 88.9 mm" in instructions(
        root, "--paper", "100x150mm", name="instructions-100x150mm.pdf"
    )


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--layout", "gutterfold"],
        ["--layout", "single"],
        ["--share"],
        ["--cutter", "silhouette"],
    ],
)
def test_their_numbers_are_those_of_the_files(tmp_path: Path, words: list[str]) -> None:
    """For each file named in the table, the sheets that it says are the sheets that the file has,
    and so are its cards."""
    decks = {"main": HEAD + CARDS, "other": HEAD.replace("Main", "Other") + CARDS, "token": TOKEN}
    root = write_project(tmp_path, decks, {"token.svg": svg("", 25.4, 25.4)})
    assert 0 == run("build", "--paper", "a4", *words, project=root).exit_code
    folder = root / "output/sweets"
    (page,) = folder.glob("instructions*-a4.pdf")
    text = running_text(page)
    rows = re.findall(r"(\S+-a4\.pdf) \D*?(\d+) (?:\S+ × \S+ mm|Ø \S+ mm) (\d+) (\d+)", text)
    made = {path.name for path in folder.glob("*.pdf")} - {page.name}
    assert {name for name, *_ in rows} == {name for name in made if not name.startswith("all")}
    for name, cards, each, sheets in rows:
        with pikepdf.open(folder / name) as pdf:
            sides = 1 if "single" in name or "gutterfold" in name else 2
            assert int(sheets) * sides == len(pdf.pages)
        assert -(-int(cards) // int(each)) == int(sheets)
    together = re.search(r"all together (\d+) (\d+)", text)
    assert together
    assert (90, sum(int(sheets) for *_, sheets in rows)) == (int(together[1]), int(together[2]))


def test_all_shipped_games_have_a_page_in_each_paper() -> None:
    """Their values, without drawing a card: every deck once, and what the games say in German with
    a comma."""
    for game in cardgen.open_project(SHIPPED).games:
        for paper in ("a4", "letter"):
            values = sheet_values(game, printed(game, paper), paper_size(paper), Options())
            assert [deck.title for deck in game.decks if deck.copies] == [
                one["title"] for one in values["files"]
            ]
            assert sum(deck.copies for deck in game.decks if not deck.is_pad) == values["cards"]
    games = cardgen.open_project(SHIPPED, "de").games
    street = next(game for game in games if game.id == "trick-or-treat-street")
    values = sheet_values(street, printed(street, "a4"), paper_size("a4"), Options(language="de"))
    assert "63,5 × 88,9 mm" == values["files"][0]["size"]
    assert "instructions.de.md" == file_of_handout(street).name


@pytest.mark.parametrize("layout", ["duplex", "gutterfold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_those_of_the_shipped_games_stay_on_one_page(
    tmp_path: Path, paper: str, layout: str
) -> None:
    """Candy Crave's have most to say, and Letter is the shorter page; its round sweets are told how
    to be cut."""
    workshop = cardgen.open_project(SHIPPED)
    game = next(game for game in workshop.games if game.id == "candy-crave")
    page = handout(game, printed(game, paper), paper_size(paper), Options(layout=layout))
    assert page
    path = tmp_path / "page.pdf"
    path.write_bytes(
        page.pdf(
            Context.of(workshop.project, page.game, workshop.fonts, Cache.of_user()),
            paper_size(paper),
        ).bytes()
    )
    (text,) = text_of(path)
    assert "lever punch of 25 mm" in " ".join(text.split())


def test_in_german(tmp_path: Path) -> None:
    workshop = cardgen.open_project(SHIPPED, "de")
    street = next(game for game in workshop.games if game.id == "trick-or-treat-street")
    page = handout(street, printed(street, "a4"), paper_size("a4"), Options(language="de"))
    assert page
    path = tmp_path / "page.pdf"
    path.write_bytes(
        page.pdf(
            Context.of(workshop.project, page.game, workshop.fonts, Cache.of_user()),
            paper_size("a4"),
        ).bytes()
    )
    text = running_text(path)
    for german in (
        "155 Karten auf",
        "tatsächlicher Größe, 100 %",
        "lange Kante",
        "candy-de-a4.pdf",
        "63,5 × 88,9 mm",
        "Eckenrunder",
    ):
        assert german in text
    assert not set(text.lower().split()) & {
        "the",
        "and",
        "cards",
        "sheet",
        "sheets",
        "print",
        "cut",
    }


@pytest.mark.parametrize("layout", ["duplex", "gutterfold", "single", "tent"])
def test_they_ask_for_no_command(tmp_path: Path, layout: str) -> None:
    """Whoever has nothing but the files can follow them, in both languages."""
    for language in ("", "de"):
        workshop = cardgen.open_project(SHIPPED, language)
        game = next(game for game in workshop.games if game.id == "trick-or-treat-street")
        token = next(deck for deck in game.decks if deck.id == "player")
        thick = replace(token, shape=replace(token.shape, name="", width=90.0))
        (batch,) = Batch.of(thick)
        options = Options(layout=layout, language=language)
        request = LayoutRequest(batch.copies, batch.shape, True, paper_size("a4"), options)
        sheets = [Printed(batch, {"a4": LAYOUTS[layout].lay_out(request)})]
        page = handout(game, sheets, paper_size("a4"), options)
        assert page
        path = tmp_path / f"page{language}.pdf"
        context = Context.of(workshop.project, page.game, workshop.fonts, Cache.of_user())
        path.write_bytes(page.pdf(context, paper_size("a4")).bytes())
        text = running_text(path)
        assert not re.search("--|cardgen", text), text


def test_in_a_language_without_a_text(tmp_path: Path) -> None:
    """They come in English, which is said once, and not to those who ask for English."""
    names = ("card_data/sweets/game.fr.yaml", "card_data/sweets/game.en-gb.yaml")
    root = write_project(tmp_path, files=dict.fromkeys(names, "title: Bonbons\n"))
    assert "instructions are in" not in run("build", "--lang", "en-gb", project=root).stderr
    result = run("build", "--lang", "fr", project=root)
    assert (
        "note: the instructions are in English: there is no instructions.fr.md: sweets\n"
        in result.stderr
    )
    assert (root / "output/sweets/instructions-fr-a4.pdf").is_file()


def test_a_game_with_a_text_of_its_own(tmp_path: Path) -> None:
    """Its instructions.md stands in for ours, may show its cards, and a change of a card changes
    it."""
    own = "Ask a grown-up to cut {{ sheets.cards }} cards.\n\n{{ card('main/one') }}\n"
    root = write_project(tmp_path, files={"card_data/sweets/instructions.md": own})
    assert "Ask a grown-up to cut 3 cards." in instructions(root)
    first = (root / "output/sweets/instructions-a4.pdf").read_bytes()
    write_project(
        tmp_path, templates={"card.svg": svg('<rect width="60" height="80" fill="#335577"/>')}
    )
    instructions(root)
    assert first != (root / "output/sweets/instructions-a4.pdf").read_bytes()
    write_project(
        tmp_path, files={"card_data/sweets/instructions.md": "Cut them.\n\n{{ sheets.crads }}\n"}
    )
    result = run("build", "--paper", "a4", project=root)
    assert 2 == result.exit_code
    assert "instructions.md:3: " in result.stderr


@pytest.mark.parametrize("title", ["お菓子", "50 | 50 *now* {candy} [[x]] <b> \\"])
def test_titles_of_every_kind_leave_the_sheets_alone(tmp_path: Path, title: str) -> None:
    """What the font lacks is a note; what Markdown would take for its own stands there as it was
    typed."""
    root = write_project(
        tmp_path, {"main": HEAD.replace("Main", f"'{title}'")}, game=f"title: '{title}'\n"
    )
    result = run("build", "--paper", "a4", project=root)
    assert 0 == result.exit_code, result.stderr
    assert (root / "output/sweets/main-a4.pdf").is_file()
    if title.isascii():
        assert title in " ".join(text_of(root / "output/sweets/instructions-a4.pdf"))
    else:
        (note,) = [finding for finding in result.findings if finding.code == "box-instructions"]
        assert "; put a font that has it into fonts/" in note.what


def test_when_there_are_none(tmp_path: Path) -> None:
    """Not for a part of a game, for small pictures, or for a game with a broken deck."""
    root = write_project(tmp_path, {"main": "", "other": ""})
    for words in (["sweets/main"], ["--layout", "contact"], ["--cards", "one"]):
        assert 0 == run("build", *words, project=root).exit_code
    write_project(tmp_path, {"main": "", "bad": "nonsense: 1\n"})
    assert 2 == run("build", project=root).exit_code
    assert [] == list((root / "output/sweets").glob("instructions*"))


def test_a_layout_tells_whether_its_sheets_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project(tmp_path, {"main": ""})
    for explained in (False, True):
        monkeypatch.setitem(LAYOUTS, "single", replace(LAYOUTS["single"], explained=explained))
        assert 0 == run("build", "--layout", "single", "--paper", "a4", project=root).exit_code
        assert explained == (root / "output/sweets/instructions-single-a4.pdf").is_file()


def test_a_second_build_takes_them_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is the same as ever is not set again."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    root = write_project(tmp_path / "project")
    instructions(root)
    first = (root / "output/sweets/instructions-a4.pdf").read_bytes()
    monkeypatch.setattr("cardgen.rulebook.editions.open_handout", None)
    instructions(root)
    assert first == (root / "output/sweets/instructions-a4.pdf").read_bytes()
    assert Cache.of_user()


def test_titles_stand_there_as_they_are_written(tmp_path: Path) -> None:
    """Whatever Markdown or its finer typography would make of them."""
    title = "Set (C) &amp; Co -- +-1 ... a_b *x* (r)"
    root = write_project(
        tmp_path, {"main": HEAD.replace("title: Main", f"title: '{title}'"), "b--c": HEAD}
    )
    text = instructions(root)
    assert f"main-a4.pdf {title} 3" in text
    assert "b--c-a4.pdf Main 3" in text


def test_hexagons_are_cut_from_corner_to_corner(tmp_path: Path) -> None:
    """A cut across the sheet would go through their neighbours."""
    deck = "size: hexagon 52mm flats\ntemplate: land.svg\ncards: [{id: hill, copies: 4}]\n"
    root = write_project(tmp_path / "hexagons", {"land": deck}, {"land.svg": svg("", 60.04, 52)})
    text = instructions(root)
    assert (
        "lay the ruler along the ticks at both ends of a side, and cut from corner to corner"
        in text
    )
    assert "Cut all lines of one direction first" not in text


def test_pads_are_told_beside_the_total() -> None:
    """The total is that of the file of all cards; pads have their own sheets, and are named."""
    workshop = cardgen.open_project(SHIPPED)
    game = next(game for game in workshop.games if game.id == "best-candy-on-the-block")
    decks = printed(game, "a4")
    values = sheet_values(game, decks, paper_size("a4"), Options())
    rows = sum(file["sheets"] for file in values["files"])
    assert values["left_out"] == "Score Pads"
    assert values["sheets"] + values["left_out_sheets"] == rows
    assert values["left_out_sheets"] > 0
