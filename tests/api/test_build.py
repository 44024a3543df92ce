"""The pipeline as a whole: what is written, what stays, and that the same input gives the same
bytes."""

from __future__ import annotations

import doctest
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from multiprocessing import get_context, get_start_method
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from projects import (
    CARDS,
    HEAD,
    SHIPPED,
    heeding_interrupts,
    python,
    run,
    svg,
    text,
    text_of,
    whole,
    write_project,
)

import cardgen
from cardgen.base.findings import CardgenError
from cardgen.cards.parcels import Drawn
from cardgen.making import sheets
from cardgen.model.sizes import Shape
from cardgen.sheets import edge_colours

pytestmark = pytest.mark.usefixtures("apart")

ART = svg(
    '<path d="M1 1h8v8z" fill="#cc3344"/><circle cx="4" cy="6" r="2" fill="#33aa55"/>', 10, 10
)
RICH = svg(
    '<image href="star.svg" x="10" y="30" width="40" height="40"/>'
    "{{ text_box(card.name ~ ' **bold** {star}', 8, 8, 44, 15, size=10, min_size=7, align='center') }}"
    + text("{{ card.id }}", y=75)
)
BAD_CARD = "cards:\n  - {id: one, nmae: One}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A deck with art, an icon, and text set in a box."""
    return write_project(
        tmp_path / "project", templates={"card.svg": RICH}, files={"templates/icons/star.svg": ART}
    )


def written(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


# -- what is written
# ------------------------------------------------------------------------------------------------------------------


def test_the_names_of_the_files(project: Path) -> None:
    """DECK[-LAYOUT][-low]-PAPER.pdf under output/GAME/, defaults left out, and all-PAPER.pdf for
    the whole game."""
    assert run("build", project=project).exit_code == 0
    made = sorted(path.name for path in (project / "output/sweets").iterdir())
    assert [
        f"{stem}-{paper}.pdf"
        for stem in ("all", "instructions", "main")
        for paper in ("a4", "letter")
    ] == made
    options = ["--layout", "single", "--ink", "low", "--paper", "100x120mm"]
    assert (
        run("build", "sweets/main", *options, "--out", project / "there", project=project).exit_code
        == 0
    )
    made = {f"sweets/{stem}-single-low-100x120mm.pdf" for stem in ("main", "all", "instructions")}
    assert made == set(written(project / "there"))


def test_a_paper_named_twice_is_one_paper(project: Path) -> None:
    assert run("build", "--paper", "a4, A4,a4", project=project).exit_code == 0
    with pikepdf.open(project / "output/sweets/main-a4.pdf") as pdf:
        assert 2 == len(pdf.pages)


def test_only_some_cards(project: Path) -> None:
    """--cards prints these cards of the decks that have them, and makes no file of all decks."""
    write_project(project, {"main": CARDS, "other": "cards:\n  - {id: elsewhere}\n"})
    assert run("build", "--cards", "two,three,two", "--paper", "a4", project=project).exit_code == 0
    assert ["main-only-two-three-two-a4.pdf"] == [
        path.name for path in (project / "output/sweets").iterdir()
    ]
    front = text_of(project / "output/sweets/main-only-two-three-two-a4.pdf")[0]
    assert ["Two", "Three"] == [name for name in ("One", "Two", "Three") if name in front]


NUMBERED = "cards:\n  - {id: alpha, copies: 2}\n  - {id: beta, copies: 3}\n  - {id: gamma}\n"


def dealt(path: Path) -> list[list[str]]:
    """The cards of each front, slot after slot."""
    words = ("alpha", "beta", "gamma")
    return [[word for word in page.split() if word in words] for page in text_of(path)]


@pytest.mark.parametrize(
    ("options", "name", "sheets"),
    [
        ([], "main-single-a4.pdf", [["alpha", "alpha", "beta", "beta"], ["beta", "gamma"]]),
        (
            ["--order", "sets"],
            "main-single-a4.pdf",
            [["alpha", "beta", "gamma", "alpha"], ["beta", "beta"]],
        ),
        (
            ["--order", "stacks"],
            "main-single-a4.pdf",
            [["alpha", "beta", "beta", "gamma"], ["alpha", "beta"]],
        ),
        (["--copies", "1"], "main-1-each-single-a4.pdf", [["alpha", "beta", "gamma"]]),
        (
            ["--copies", "2", "--cards", "beta:1,gamma"],
            "main-only-*-2-each-single-a4.pdf",
            [["beta", "gamma", "gamma"]],
        ),
        (["--cards", "alpha:1"], "main-only-alpha-1-*-single-a4.pdf", [["alpha"]]),
        (
            ["--skip-slots", "1-3"],
            "main-single-a4.pdf",
            [["alpha"], ["alpha", "beta", "beta", "beta"], ["gamma"]],
        ),
        (
            ["--skip-slots", "1-2,every"],
            "main-single-a4.pdf",
            [["alpha", "alpha"], ["beta", "beta"], ["beta", "gamma"]],
        ),
        (
            ["--skip-slots", "1", "--order", "stacks"],
            "main-single-a4.pdf",
            [["alpha", "beta", "gamma"], ["alpha", "beta", "beta"]],
        ),
    ],
)
def test_which_cards_stand_where(
    project: Path, options: list[str], name: str, sheets: list[list[str]]
) -> None:
    """What a selection leaves of a deck, and in what order it is dealt, four cards to a sheet; a
    card still knows its whole deck."""
    size = "title: Main\nsize: 90mm x 130mm\ntemplate: card.svg\n"
    write_project(
        project,
        {"main": size + NUMBERED},
        {"card.svg": svg(text("{{ card.id }} of {{ deck.main | copies }}"), 90, 130)},
    )
    assert (
        0
        == run(
            "build", "sweets/main", "--layout", "single", "--paper", "a4", *options, project=project
        ).exit_code
    )
    (path,) = (project / "output/sweets").glob(name)
    assert sheets == dealt(path)
    assert all("of 6" in page for page in text_of(path))


@pytest.mark.parametrize(
    ("order", "height", "is_by_grounds"),
    [
        ("copies", 143, False),
        ("grounds", 130, True),
        ("auto", 130, False),  # neighbours have bleed enough for any cut
        ("auto", 143, True),
    ],
)
def test_equal_grounds_meet(project: Path, order: str, height: int, *, is_by_grounds: bool) -> None:
    """Cards that end in one colour at the cut lie together, in the order in which the colours come,
    where that is asked for, and where a cut may show a neighbour."""
    grounds = "cards:\n  - {id: alpha, tint: red, copies: 2}\n  - {id: beta, tint: navy}\n  - {id: gamma, tint: '#F80808'}\n"
    ground = '<rect x="-3" y="-3" width="96" height="150" fill="{{ card.tint }}"/><circle cx="45" cy="65" r="40" fill="white"/>'
    size = f"title: Main\nsize: 90mm x {height}mm\ntemplate: card.svg\n"
    write_project(
        project,
        {"main": size + "fields: {tint: text}\n" + grounds},
        {"card.svg": svg(ground + text("{{ card.id }}"), 90, height)},
    )
    options = ("--layout", "single", "--paper", "a4", "--order", order)
    done = run("build", "sweets/main", *options, project=project)
    assert done.exit_code == 0, done.output
    as_listed, by_grounds = ["alpha", "alpha", "beta", "gamma"], ["alpha", "alpha", "gamma", "beta"]
    sheet = dealt(project / "output/sweets/main-single-a4.pdf")
    assert [by_grounds if is_by_grounds else as_listed] == sheet


def test_cards_whose_grounds_are_looked_at_are_drawn_once_and_remembered(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a deck before them is not looked at, for its neighbours have room enough; and what
    a damaged cache remembers counts for nothing."""
    cards = "cards:\n  - {id: alpha, tint: red, copies: 2}\n  - {id: beta, tint: navy}\n  - {id: gamma, tint: red}\n"
    ground = '<rect x="-3" y="-3" width="96" height="150" fill="{{ card.tint }}"/>' + text(
        "{{ card.id }}"
    )
    files, templates = {}, {}
    for name, height in (("first", 130), ("second", 143), ("third", 130), ("fourth", 143)):
        size = f"title: {name}\nsize: 90mm x {height}mm\ntemplate: {name}.svg\n"
        files[name] = size + "fields: {tint: text}\n" + cards
        templates[f"{name}.svg"] = svg(ground, 90, height)
    write_project(project, files, templates, game="title: Sweets\n")
    drawn_cards: list[str] = []
    drawn = sheets._DrawnCards._drawn

    def noted(self: sheets._DrawnCards, *work: Any) -> Iterator[Drawn]:
        for card in drawn(self, *work):
            drawn_cards.append(f"{card.card.deck}/{card.card.id}")
            yield card

    monkeypatch.setattr(sheets._DrawnCards, "_drawn", noted)
    monkeypatch.setenv("CARDGEN_CACHE", str(project / "cache"))
    pictured = edge_colours._pictures
    looks: list[int] = []

    def counted(sides: Iterable[Any], shape: Shape) -> Iterator[Any]:
        looks.append(1)
        return pictured(sides, shape)

    monkeypatch.setattr(edge_colours, "_pictures", counted)
    call = ("build", "sweets", "--layout", "single", "--paper", "a4")
    made = []
    for expected_looks in (2, 0, 2):
        del drawn_cards[:], looks[:]
        done = run(*call, project=project)
        assert done.exit_code == 0, done.output
        assert len(looks) == expected_looks
        in_order = [f"{name}/{id}" for name in files for id in ("alpha", "beta", "gamma")]
        assert sorted(drawn_cards) == sorted(in_order)
        files_made = sorted(project.glob("output/sweets/*.pdf"))
        made.append([path.read_bytes() for path in files_made])
        files_made[0].unlink()  # or else there is nothing to be made
        if not expected_looks:
            for kept in (project / "cache").iterdir():
                kept.write_bytes(kept.read_bytes()[:32] + b"{}")
    assert made[0] == made[1] == made[2]
    assert [["alpha", "alpha", "gamma", "beta"]] == dealt(
        project / "output/sweets/second-single-a4.pdf"
    )
    assert [["alpha", "alpha", "beta", "gamma"]] == dealt(
        project / "output/sweets/third-single-a4.pdf"
    )


def test_an_export_of_a_selection_leaves_the_full_one(project: Path) -> None:
    """In a folder of its own: only these cards, so often, of the decks that have some; and their
    own drawing of the whole deck."""
    write_project(
        project, {"main": CARDS, "other": "cards:\n  - {id: elsewhere}\n"}, game="title: Sweets\n"
    )
    assert (
        0
        == run(
            "export", "sweets", "--printer", "images", "--cards", "t*:2", project=project
        ).exit_code
    )
    assert ["main-only-t-2-*"] == [
        f"{path.name[:14]}*" for path in sorted((project / "output/sweets/images").iterdir())
    ]
    (table,) = (project / "output/sweets/images").glob("*/cards.csv")
    assert ["two,2", "three,2"] == [
        ",".join(line.split(",")[1:3]) for line in table.read_text("utf-8").splitlines()[1:]
    ]
    wrong = run("export", "sweets", "--printer", "images", "--cards", "t*,nowhere", project=project)
    assert (2, True) == (
        wrong.exit_code,
        wrong.tells('unknown-card "nowhere" -> "elsewhere" "Elsewhere"'),
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_export_of_a_selection_looks_at_these_cards(project: Path, jobs: str) -> None:
    """Errors of other cards, of rules, of print and of drawing, neither stop it nor are told; of
    its own they do."""
    size = text("{{ card.id }}").replace(
        'font-size="4"', "font-size=\"{{ 1 if card.id == 'small' else 4 }}\""
    )
    ground = '<rect x="-9" y="-9" width="90" height="120" fill="#eee"/>{% if card.id == "worst" %}{{ 1 / 0 }}{% endif %}'
    decks = {
        id: f"title: {id}\nsize: 60mm x 80mm\ntemplate: card.svg\ncards:\n"
        for id in ("main", "other")
    }
    decks = {
        id: head + "".join(f"  - id: {id}-{card}\n" for card in ("good", "small", "worst"))
        for id, head in decks.items()
    }
    template = (
        svg(ground + size)
        .replace('== "worst"', '.endswith("worst")')
        .replace("== 'small'", ".endswith('small')")
    )
    rule = "- id: no-small\n  says: None is small.\n  for_each: deck.main\n  as: one\n  check: one.id != 'main-small'\n  blame: one\n"
    write_project(
        project,
        decks,
        {"card.svg": template},
        game="title: Sweets\n",
        files={"card_data/sweets/rules.yaml": rule},
    )
    done = run(
        "export",
        "sweets",
        "--printer",
        "images",
        "--cards",
        "*good",
        "--jobs",
        jobs,
        project=project,
    )
    assert (0, False, False) == (done.exit_code, "small" in done.output, "worst" in done.output), (
        done.output
    )
    for id in ("small", "worst"):
        assert (
            0
            != run(
                "export",
                "sweets",
                "--printer",
                "images",
                "--cards",
                f"*{id}",
                "--jobs",
                jobs,
                project=project,
            ).exit_code
        )


def test_low_ink_that_no_template_asks_for_is_told(tmp_path: Path) -> None:
    """Also where another template is asked by one that is included; of other cards nothing is
    known."""
    ground = "{% set low = ink == 'low' %}"
    decks = {
        name: HEAD.replace("card.svg", f"{name}.svg") + "cards: [{id: a}]\n"
        for name in ("plain", "asks", "shows", "named")
    }
    templates = {
        "plain.svg": svg("<path id='{{ \"ink\" }}'/>", 60, 80),
        "asks.svg": svg("{% include 'ground.svg' %}", 60, 80),
        "ground.svg": f"{ground}<path/>",
        "shows.svg": svg("{% include card.deck ~ '-ground.svg' %}", 60, 80),
        "shows-ground.svg": "<path/>",
        "named.svg": svg("<rect fill='{{ palette.ink }}' width='9' height='9'/>", 60, 80),
        "back.svg": svg("", 60, 80),
    }
    game = "title: Sweets\npalette: {ink: '#202020'}\n"
    root = write_project(tmp_path, decks, templates, game=game)
    done = run("build", "--ink", "low", "--paper", "a4", project=root)
    assert done.exit_code == 0, done.output
    (told,) = [line for line in done.output.splitlines() if "asks for ink" in line]
    assert told.endswith(": named, plain"), told
    assert "asks for ink" not in run("build", "--paper", "a4", project=root).output


def test_low_ink_reaches_the_templates(project: Path) -> None:
    write_project(project, templates={"card.svg": svg(text("ink is {{ ink }}"))})
    assert run("build", "--ink", "low", "--paper", "a4", project=project).exit_code == 0
    assert "ink is low" in text_of(project / "output/sweets/main-low-a4.pdf")[0]


# -- broken beside good
# ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "template"),
    [
        (BAD_CARD, None),
        (CARDS.replace("one", '"one/two"'), None),
        (HEAD.replace("card.svg", "bad.svg"), svg("{{ nope }}")),
        (
            HEAD.replace("card.svg", "bad.svg"),
            svg("{{ text_box('far too long for this', 10, 10, 8, 4) }}"),
        ),
        (HEAD.replace("card.svg", "bad.svg"), svg("<foreignObject/>")),
        (HEAD.replace("back.svg", "bad.svg"), svg("<rect>")),
        (HEAD.replace("60mm x 80mm", "2000mm x 80mm"), None),
    ],
    ids=[
        "a field",
        "an id",
        "an undefined name",
        "an overflow",
        "a construct",
        "mark-up",
        "a size",
    ],
)
def test_a_broken_deck_does_not_hold_up_a_good_one(
    project: Path, deck: str, template: str | None
) -> None:
    """The good deck is written, the broken one is named and its earlier PDF stays as it is; exit
    2."""
    earlier = project / "output/sweets/bad-a4.pdf"
    earlier.parent.mkdir(parents=True)
    earlier.write_bytes(b"printed yesterday")
    write_project(project, {"good": "", "bad": deck}, {"bad.svg": template} if template else {})
    result = run("build", project=project)
    assert 2 == result.exit_code
    assert "bad." in result.stderr
    assert {"bad-a4.pdf", "good-a4.pdf", "good-letter.pdf"} == {
        path.name for path in earlier.parent.iterdir()
    }
    assert b"printed yesterday" == earlier.read_bytes()


def test_a_deck_too_large_for_one_paper_is_written_on_the_other(tmp_path: Path) -> None:
    """Only the paper that cannot hold the card goes without."""
    write_project(tmp_path, {"main": HEAD.replace("60mm x 80mm", "240mm x 320mm")})
    result = run("build", "--paper", "a4,a3", project=tmp_path)
    assert 2 == result.exit_code
    assert result.tells("main.yaml:2:1 size-does-not-fit 240 320 5")
    assert {"main-a3.pdf", "all-a3.pdf", "instructions-a3.pdf"} == {
        path.name for path in (tmp_path / "output/sweets").iterdir()
    }


def test_naming_a_good_deck_leaves_its_neighbours_troubles_out(project: Path) -> None:
    """Whoever builds one deck hears of that deck; whoever names the broken one hears of it."""
    write_project(project, {"good": "", "bad": BAD_CARD})
    assert run("build", "sweets/good", project=project).exit_code == 0
    for command in (
        ["build", "sweets/bad"],
        ["build", "sweets"],
        ["validate", "sweets/bad"],
        ["list"],
    ):
        result = run(*command, project=project)
        assert 2 == result.exit_code
        assert 'has no field "nmae"; did you mean "name"?' in result.stderr


def test_broken_fonts_are_told_with_the_other_troubles(project: Path) -> None:
    """One run tells both what is wrong with the data and with the fonts."""
    write_project(project, {"good": "", "bad": BAD_CARD}, files={"fonts/fonts.yaml": "families: ["})
    result = run("build", project=project)
    assert 2 == result.exit_code
    assert "nmae" in result.stderr
    assert "fonts.yaml:" in result.stderr


@pytest.mark.parametrize(
    ("words", "sides"), [([], 2), (["--layout", "gutterfold"], 1), (["--layout", "single"], 1)]
)
def test_fronts_and_backs_alternate_in_the_file_of_a_whole_game(
    tmp_path: Path, words: list[str], sides: int
) -> None:
    """A sheet without backs is followed by an empty page, or printed on both sides every later
    front would stand behind another one."""
    backless = HEAD.replace("back: back.svg\n", "") + "cards:\n  - {id: a, copies: 10}\n"
    root = write_project(
        tmp_path,
        {"a": backless, "b": HEAD + CARDS, "c": backless},
        {"back.svg": svg(text("behind"))},
    )
    assert 0 == run("build", "--paper", "a4", *words, project=root).exit_code
    folder = root / "output/sweets"
    suffix = f"-{words[1]}" if words else ""
    pages = text_of(folder / f"all{suffix}-a4.pdf")
    if sides == 2:
        first = [
            next((word for word in ("behind", "One", "A") if word in page), page) for page in pages
        ]
        assert ["A", "", "A", "", "One", "behind", "A", "", "A", ""] == first
    assert all(pages[::sides]), (
        "no front is missing, and without sides to turn there is nothing empty"
    )
    assert 2 == len(text_of(folder / f"a{suffix}-a4.pdf")), (
        "a file without any backs is printed on one side"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [([], ""), (["--bleed", "0"], ""), (["--cutter", "silhouette"], "0.88 mm is used")],
)
def test_bleed_is_not_given_up_for_places_that_stay_empty(
    tmp_path: Path, words: list[str], told: str
) -> None:
    """Ten bridge cards fit on A4 with 0.13 mm of bleed, nine with all of it: 54 cards take six
    sheets either way."""
    deck = "size: bridge\ntemplate: card.svg\nback: card.svg\ncards:\n  - {id: one, copies: 54}\n"
    root = write_project(tmp_path, {"main": deck}, {"card.svg": svg("", 57.15, 88.9)})
    result = run("build", "sweets/main", "--paper", "a4", *words, project=root)
    assert 0 == result.exit_code
    assert "(12 pages" in result.stdout
    assert told in result.stderr if told else "mm is used" not in result.stderr


def test_a_file_that_cannot_be_written_does_not_hold_up_the_others(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PDF that a viewer holds open (as Windows does it) is named; the rest is written; exit 2."""
    replace, earlier = Path.replace, project / "output/sweets/main-a4.pdf"
    earlier.parent.mkdir(parents=True)
    earlier.write_bytes(b"earlier")

    def held(self: Path, target: Path) -> Path:
        if target == earlier:
            raise PermissionError(13, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", held)
    result = run("build", project=project)
    assert 2 == result.exit_code
    assert "file-unwritable" in result.codes
    made = {path.name for path in (project / "output/sweets").iterdir()}
    assert {
        "main-a4.pdf",
        "main-letter.pdf",
        "all-a4.pdf",
        "all-letter.pdf",
        "instructions-letter.pdf",
    } == made
    assert earlier.read_bytes() == b"earlier"


def test_a_full_disk_is_told_for_every_file(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No room: exit 2, each file named, nothing half-written left behind."""

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("build", project=project)
    assert 2 == result.exit_code
    assert 4 == result.stderr.count("No space left on device")
    assert [] == list((project / "output/sweets").iterdir())


# -- the same input, the same bytes
# ---------------------------------------------------------------------------------------------------


def test_the_same_input_gives_the_same_bytes(project: Path, tmp_path: Path) -> None:
    """Cold cache, warm cache, no cache; other hash seeds, another folder, another language: always
    these bytes."""
    cache = tmp_path / "cache"
    elsewhere = tmp_path / "élsewhere"
    elsewhere.mkdir()
    runs: list[tuple[Path, dict[str, str]]] = [
        (project, {"CARDGEN_CACHE": str(cache), "PYTHONHASHSEED": "1"}),
        (project, {"CARDGEN_CACHE": str(cache), "PYTHONHASHSEED": "2"}),
        (project, {"CARDGEN_CACHE": "", "PYTHONHASHSEED": "3"}),
        (elsewhere, {"CARDGEN_CACHE": str(cache), "LC_ALL": "C", "LANG": "C"}),
        (
            elsewhere,
            {"CARDGEN_CACHE": str(tmp_path / "other"), "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"},
        ),
    ]
    outputs = []
    for number, (folder, environment) in enumerate(runs):
        out = tmp_path / f"out{number}"
        done = python(
            "-m",
            "cardgen",
            "build",
            "--project",
            project,
            "--out",
            out,
            cwd=folder,
            environment=environment,
        )
        assert (0, "") == (done.returncode, done.stderr)
        outputs.append(written(out))
    assert 6 == len(outputs[0])
    assert outputs == [outputs[0]] * len(outputs)
    assert list(cache.iterdir()), "the cache was not used, so warm and cold were not compared"


def test_another_card_gives_other_bytes(project: Path) -> None:
    """The test above compares something that can differ."""
    assert run("build", project=project).exit_code == 0
    before = written(project / "output")
    write_project(project, {"main": CARDS.replace("three", "four")}, {"card.svg": RICH})
    assert run("build", project=project).exit_code == 0
    assert before != written(project / "output")


# -- killed
# -----------------------------------------------------------------------------------------------------------------------------


def test_a_build_killed_at_any_moment_leaves_a_whole_pdf(tmp_path: Path) -> None:
    """Thirty builds are killed, at moments spread over a whole run: what is there is the earlier PDF
    or the new one, bit by bit."""
    project = write_project(tmp_path / "project", {"main": "cards:\n  - {id: earlier}\n"})
    out = project / "output/sweets"
    words = ("build", "sweets/main", "--paper", "a4", "--layout", "single", "--project", project)
    # a fork has loaded the program
    context: Any = get_context("fork" if get_start_method() == "fork" else "spawn")

    def result() -> dict[str, bytes]:
        finished = python("-m", "cardgen", *words, cwd=tmp_path)
        assert "" == finished.stderr
        return written(out)

    earlier = result()
    write_project(project, {"main": CARDS})
    new = result()
    began = time.monotonic()
    whole_run = context.Process(target=run, args=words)
    whole_run.start()
    whole_run.join()
    length = time.monotonic() - began
    assert earlier.keys() == new.keys()
    assert all(earlier[name] != new[name] for name in new)

    seen = set()
    for turn in range(30):
        for name, data in earlier.items():
            (out / name).write_bytes(data)
        killed = context.Process(target=run, args=words)
        killed.start()
        # A third of the kills fall into the last tenth of the run, where files are written.
        share = turn / 20 if turn < 20 else 0.9 + (turn - 20) / 100
        time.sleep(length * share)
        killed.kill()
        killed.join()
        for name in new:
            assert (out / name).read_bytes() in (earlier[name], new[name])
            assert whole(out / name)
            seen.add((out / name).read_bytes() == new[name])
    assert False in seen, "every build had finished before it was killed"
    assert new == result(), "the next build clears away what the killed ones left"


@pytest.mark.skipif(os.name == "nt", reason="Windows ends processes in another way")
def test_an_interrupt_ends_the_build_in_a_line(project: Path) -> None:
    """Ctrl-C: a sentence and the exit code of an interrupted command, no traceback."""
    endless = svg("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}")
    write_project(
        project,
        {"first": "", "main": HEAD.replace("card.svg", "endless.svg")},
        {"endless.svg": endless},
    )
    command = [sys.executable, "-m", "cardgen", "build", "--project", str(project)]
    environment = {**os.environ, "PYTHONPATH": str(SHIPPED)}
    with subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=heeding_interrupts
    ) as running:
        for _ in range(3000):
            if (project / "output/sweets/first-a4.pdf").exists():
                break
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=120)
    assert (130, "stopped; what was written is whole") == (running.returncode, said.strip())


# -- the Python interface
# -----------------------------------------------------------------------------------------------------------------


def test_the_example_of_the_package_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SHIPPED)
    tested = doctest.testmod(cardgen)
    assert (0, 4) == (tested.failed, tested.attempted)


def test_the_public_names_are_there() -> None:
    """Whatever __all__ promises can be had, and asking for another name is an AttributeError."""
    assert all(getattr(cardgen, name) for name in cardgen.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        cardgen.nope  # noqa: B018


def test_a_report_says_what_was_made(project: Path) -> None:
    """open_project, build and validate return what happened; progress and wrote hear of it
    meanwhile."""
    heard: list[tuple[str, int, int]] = []
    told: list[Path] = []
    report = cardgen.Report(
        progress=lambda what, done, of: heard.append((what, done, of)),
        wrote=lambda path, about: told.append(path),
    )
    workshop = cardgen.open_project(project)
    assert report is workshop.build(["sweets"], cardgen.Options(papers=("a4",)), report)
    assert (
        [project / f"output/sweets/{stem}-a4.pdf" for stem in ("main", "all", "instructions")]
        == report.written
        == told
    )
    assert [("Sweets: Main", number, 3) for number in (1, 2, 3)] == heard
    assert (0, [], []) == (report.exit_code, report.problems, report.findings)
    assert 0 == workshop.validate().exit_code


def test_a_call_that_cannot_be_tells_all_that_is_wrong_with_it(project: Path) -> None:
    """Options, folder, names and cards are judged together, before anything is written."""
    (project / "file").write_text("")
    options = cardgen.Options(
        papers=("a9", "a4"),
        layout="duplx",
        ink="lo",
        margin=float("nan"),
        bleed=-1,
        out=project / "file" / "x",
    )
    with pytest.raises(CardgenError) as caught:
        cardgen.open_project(project).build(
            ["sweets/mian", "swets", "sweets/../sweets/main", "/"], options
        )
    said = str(caught.value)
    names = ('"mian"; did you mean "main"?', '"swets"', "../sweets")
    for part in ('"a9"', '"duplx"', '"lo"', "margin of nan", "bleed of -1", "is a file", *names):
        assert part in said
    assert not (project / "output").exists()


@pytest.mark.parametrize(
    ("decks", "names", "said"),
    [
        (None, (), "card_data holds no game"),
        ({}, (), "game.yaml:1:1: the game sweets has no deck"),
        ({}, ("sweets",), "game.yaml:1:1: the game sweets has no deck"),
    ],
    ids=["no game", "no deck", "no deck, by name"],
)
def test_an_empty_project_is_an_error(
    tmp_path: Path, decks: dict[str, str] | None, names: tuple[str, ...], said: str
) -> None:
    """Nothing to build is never a silent success."""
    write_project(tmp_path, decks or {})
    if decks is None:
        (tmp_path / "card_data/sweets/game.yaml").unlink()
        (tmp_path / "card_data/sweets").rmdir()
    report = cardgen.open_project(tmp_path).build(names)
    assert 2 == report.exit_code
    assert said in str(CardgenError(*report.problems)).replace(os.sep, "/")


def test_a_project_in_a_strange_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spaces and letters of any kind in paths, a link to the project, a folder within it as the
    current one."""
    root = write_project(tmp_path / "Süße Spiele" / "проект 1 [a]")
    link = tmp_path / "link"
    link.symlink_to(root, target_is_directory=True)
    monkeypatch.chdir(link / "card_data" / "sweets")
    assert run("build", "--paper", "a4").exit_code == 0
    assert whole(root / "output/sweets/main-a4.pdf")
    assert run("build", "--paper", "a4", "--out", "mein Büro", project=link).exit_code == 0
    assert whole(root / "card_data/sweets/mein Büro/sweets/main-a4.pdf")


def test_nothing_outside_the_project_is_read(tmp_path: Path) -> None:
    """A part or a drawing that is named by a path outside, absolute or not, is refused."""
    (tmp_path / "secret.svg").write_text(svg(text("secret")))
    references = (
        str(tmp_path / "secret.svg"),
        "../../../secret.svg",
        (tmp_path / "secret.svg").as_uri(),
    )
    for body in (
        '{% include "../../secret.svg" %}',
        *(f'<image href="{name}" width="9" height="9"/>' for name in references),
    ):
        root = write_project(tmp_path / "project", templates={"card.svg": svg(body)})
        result = run("build", project=root)
        assert 2 == result.exit_code
        assert "card.svg:2: " in result.stderr


@pytest.mark.parametrize(
    ("fault", "stale"),
    [("template: bad.svg", "more-a4.pdf, all-a4.pdf"), ("tempalte: card.svg", "all-a4.pdf")],
)
def test_what_lies_there_of_an_earlier_build_is_told(
    tmp_path: Path, fault: str, stale: str
) -> None:
    """A deck that cannot be made any more leaves its sheets, and those of the game, as they were:
    nobody shall print them unawares."""
    decks = {"main": "cards: [{id: one}]\n", "more": "cards: [{id: two}]\n"}
    root = write_project(tmp_path, decks, {"card.svg": svg(""), "bad.svg": svg("<foreignObject/>")})
    assert "earlier build" not in run("build", "--paper", "a4", project=root).stderr
    write_project(
        tmp_path, {**decks, "more": f"size: 60mm x 80mm\n{fault}\ncards: [{{id: two}}]\n"}
    )
    done = run("build", "--paper", "a4", project=root)
    (note,) = (line for line in done.stderr.splitlines() if "earlier build" in line)
    assert note.endswith(f" as an earlier build made it: {stale}")
    assert 2 == done.exit_code
    for name in ("more-a4.pdf", "all-a4.pdf"):
        (root / "output/sweets" / name).unlink()
    assert "earlier build" not in run("build", "--paper", "a4", project=root).stderr
