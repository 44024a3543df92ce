"""cardgen calibrate: the sheet read as a person would, what is kept of it, and what it does to the
sheets of cards."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pikepdf
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from projects import SHIPPED, run, svg, text_of, words_of, write_project
from test_pages import build_marked, read

from cardgen.base.geometry import Box, Point
from cardgen.impose.calibration import Calibration, Misprint, kind_of_sheet
from cardgen.load.font_list import open_fonts
from cardgen.model.project import Project
from cardgen.model.sizes import paper_size
from cardgen.sheets.calibration_sheet import calibration_sheet

MM = 72 / 25.4
BOOK = open_fonts(Project(SHIPPED, SHIPPED).font_folders())
Line = tuple[Point, Point]


def lines_of(path: Path) -> list[tuple[Box, list[Line]]]:
    """Every page with the straight lines painted on it, in mm from its middle."""
    pages = []
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            width, height = float(page.mediabox[2]) / MM, float(page.mediabox[3]) / MM
            found, start = [], Point(0, 0)
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) in ("m", "l"):
                    point = Point(
                        float(operands[0]) / MM - width / 2, float(operands[1]) / MM - height / 2
                    )
                    found += [(start, point)] if str(operator) == "l" else []
                    start = point
            pages.append((Box(0, 0, width, height), found))
    return pages


def seen_through(point: Point, page: Box, flip: str, misprint: Misprint) -> Point:
    """A point of the back as it shows on the front, on a printer that lays the back off."""
    x, y = (
        (-point.x, point.y)
        if (flip == "long") == (page.height >= page.width)
        else (point.x, -point.y)
    )
    angle = math.radians(misprint.rotation)
    x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return Point(x + misprint.x, y + misprint.y)


def reading(path: Path, flip: str, misprint: Misprint) -> dict[str, float]:
    """What a person reads from the sheet held against a light: in each scale the label of the line
    whose halves meet best."""
    (page, front), (_, back) = lines_of(path)
    back = [
        (seen_through(a, page, flip, misprint), seen_through(b, page, flip, misprint))
        for a, b in back
    ]
    labels = [
        (word.text, Point(word.x / MM - page.width / 2, word.y / MM - page.height / 2))
        for word in words_of(path)[0]
    ]
    labels = [(text.replace("−", "-"), place) for text, place in labels]
    numbers = [
        (float(text), place)
        for text, place in labels
        if text.lstrip("+-").replace(".", "").isdigit()
    ]
    row = page.height / 2 - 30
    read_off = {}
    for name, at, upright in (("T", row, True), ("B", -row, True), ("Y", 0.0, False)):
        best = math.inf
        for a, b in front:
            inner, outer = (
                (a, b)
                if abs(a[upright] - (at if upright else 0))
                < abs(b[upright] - (at if upright else 0))
                else (b, a)
            )
            on_scale = (
                abs(inner[upright] - at) < 1
                and 4 < math.dist(a, b) < 8
                and abs(a[not upright] - b[not upright]) < 1e-6
            )
            if not on_scale:
                continue
            # the back's half begins just beyond the middle: below it, or to the right of it
            near = [min(one, other, key=lambda end: math.dist(end, inner)) for one, other in back]
            gaps = [
                abs(end[not upright] - inner[not upright])
                for end in near
                if abs(end[upright] - inner[upright]) < 3.5
            ]
            if gaps and min(gaps) < best:
                best = min(gaps)
                label = min(numbers, key=lambda number: math.dist(number[1], outer))
                read_off[name] = label[0]
    return read_off


@settings(max_examples=10, deadline=None)
@given(
    x=st.integers(-15, 15), y=st.integers(-15, 15), rotation=st.integers(-20, 20), flip=st.sampled_from(["long", "short"]),
    landscape=st.booleans(), paper=st.sampled_from(["a4", "letter"]),
)  # fmt: skip
@example(x=10, y=-4, rotation=10, flip="long", landscape=False, paper="a4")
def test_what_is_read_from_the_sheet_is_what_the_printer_does(
    tmp_path_factory: pytest.TempPathFactory,
    x: int,
    y: int,
    rotation: int,
    flip: str,
    landscape: bool,
    paper: str,
) -> None:
    """Printed with a known error and read by eye: X, Y and the rotation come out, and with them set
    the sheet reads 0."""
    misprint = Misprint(x / 10, y / 10, rotation / 100)
    path = tmp_path_factory.mktemp("sheet") / "sheet.pdf"
    path.write_bytes(
        calibration_sheet(paper_size(paper), flip, landscape=landscape, fonts=BOOK).bytes()
    )
    found = reading(path, flip, misprint)
    (page, _), _ = lines_of(path)
    span = 2 * (page.height / 2 - 30)
    assert (found["T"] + found["B"]) / 2 == pytest.approx(misprint.x, abs=0.11)
    assert found["Y"] == pytest.approx(misprint.y, abs=0.11)
    assert math.degrees((found["B"] - found["T"]) / span) == pytest.approx(
        misprint.rotation, abs=math.degrees(0.21 / span)
    )
    kept = Calibration("", {kind_of_sheet(flip, landscape): misprint})
    path.write_bytes(
        calibration_sheet(
            paper_size(paper), flip, landscape=landscape, fonts=BOOK, corrected=kept
        ).bytes()
    )
    assert {"T": 0.0, "B": 0.0, "Y": 0.0} == reading(path, flip, misprint)


@pytest.mark.parametrize("words", [[], ["--landscape"], ["--flip", "short"]])
def test_the_sheet_that_is_made(tmp_path: Path, words: list[str]) -> None:
    """Two pages for each paper, two bars of 100 mm that stand across each other, and the call that
    keeps what is read."""
    write_project(tmp_path)
    assert 0 == run("calibrate", *words, project=tmp_path).exit_code
    name = {"": "", "--landscape": "-landscape", "--flip short": "-short"}[" ".join(words)]
    assert {f"calibrate{name}-a4.pdf", f"calibrate{name}-letter.pdf"} == {
        path.name for path in (tmp_path / "output").iterdir()
    }
    path = tmp_path / f"output/calibrate{name}-a4.pdf"
    (page, front), (other, _) = lines_of(path)
    assert (page.width > page.height) == ("--landscape" in words)
    assert page == other
    bars = [(a, b) for a, b in front if math.dist(a, b) == pytest.approx(100, abs=0.02)]
    assert [True, False] == sorted((abs(a.y - b.y) < 0.01 for a, b in bars), reverse=True)
    shown = " ".join(text_of(path)[0].replace("\u2011", "-").split())
    assert f"cardgen calibrate {' '.join(words)} --set X Y ROTATION".replace("  ", " ") in shown


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("office", "office"),
        ("up there", '"up there"'),
        ("*** a ***", "NAME"),
        ("事務所", "NAME"),
        ("", ""),
    ],
)
def test_its_steps_are_those_of_the_printer(tmp_path: Path, name: str, told: str) -> None:
    """Who follows them keeps what is read where it belongs, and overwrites no other printer's."""
    option = f" --printer-name {told}" if told else ""
    for kept in (None, Calibration(name, {"short": Misprint(0.5, 0, 0)})):
        path = tmp_path / "sheet.pdf"
        sheet = calibration_sheet(
            paper_size("a4"), "short", landscape=False, fonts=BOOK, corrected=kept, printer=name
        )
        path.write_bytes(sheet.bytes())
        shown = " ".join(text_of(path)[0].replace("\u2011", "-").split())
        assert f"cardgen calibrate --flip short{option} --set X Y ROTATION" in shown
        assert kept or f"cardgen calibrate --flip short{option} --check" in shown


def test_what_is_kept_is_applied_to_backs_and_said(tmp_path: Path) -> None:
    """Backs move by what was measured, fronts do not; without it, or on other sheets, the bytes are
    those of before."""
    path = tmp_path / "output/sweets/main-a4.pdf"
    before = build_marked(tmp_path, 60, 80, [1, 2], "--paper", "a4")
    plain = path.read_bytes()
    assert (
        "kept for upright sheets, flipped on the long edge: X 0.5 mm"
        in run("calibrate", "--set", "0.5", "-0.25", "0").output
    )
    result = run("build", "--paper", "a4", project=tmp_path)
    assert (
        "note: the backs are moved by the calibration: X 0.5 mm, Y -0.25 mm, rotation 0°: main"
        in result.stderr
    )
    after = read(path)
    assert before[0] == after[0]
    for was, now in zip(before[1].spots, after[1].spots, strict=True):
        # seen from the front the back lay too far right and too low: on its own page it moves to
        # the right and up
        assert ((now.x - was.x) / MM, (now.y - was.y) / MM) == pytest.approx((0.5, 0.25), abs=0.002)
    assert (
        "does not hold for sheets upright, flipped on the short edge"
        in run("build", "--flip", "short", project=tmp_path).stderr
    )
    assert "calibration" not in run("build", "--layout", "gutterfold", project=tmp_path).stderr
    assert "forgotten" in run("calibrate", "--reset").output
    run("build", "--paper", "a4", project=tmp_path)
    assert plain == path.read_bytes()


def test_printers_by_name(tmp_path: Path) -> None:
    write_project(tmp_path)
    run("calibrate", "--printer-name", "office", "--set", "1", "2", "0.1")
    run(
        "calibrate",
        "--printer-name",
        "office",
        "--flip",
        "short",
        "--landscape",
        "--set",
        "-1",
        "0",
        "0",
    )
    shown = run("calibrate", "--show").output
    assert (
        "office: upright sheets, flipped on the long edge: X 1 mm, Y 2 mm, rotation 0.1°" in shown
    )
    assert "office: sheets on their side, flipped on the short edge: X -1 mm" in shown
    assert "calibration" not in run("build", "--paper", "a4", project=tmp_path).stderr, (
        "only where it is named"
    )
    named = run("build", "--paper", "a4", "--printer-name", "office", project=tmp_path)
    assert named.tells('calibration of the printer "office": X 1 mm')
    other = run(
        "build", "--paper", "a4", "--printer-name", "office", "--flip", "short", project=tmp_path
    )
    assert other.tells("(cardgen calibrate --flip short --printer-name office)")
    wrong = run("build", "--printer-name", "offcie", project=tmp_path)
    assert (2, True) == (
        wrong.exit_code,
        wrong.tells('no printer called "offcie" was calibrated; did you mean "office"?'),
    )
    assert run("calibrate", "--reset").tells("nothing to forget")
    assert run("calibrate", "--reset", "--printer-name", "office").tells("forgotten")
    assert run("calibrate", "--show").tells("nothing is kept")


def test_backs_that_are_moved_off_the_paper_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "kept"))
    project = write_project(tmp_path / "project")
    for figures, told in ((("1", "1", "0"), False), (("8", "8", "3"), True)):
        assert 0 == run("calibrate", "--set", *figures).exit_code
        result = run("build", "--paper", "a4", project=project)
        assert 0 == result.exit_code
        assert told == ("moved that far, backs reach beyond the paper" in result.stderr)


@pytest.mark.parametrize(
    ("figures", "size", "told"),
    [
        ("2 0 0", "63.5mm x 88.9mm", ["the bleed at the right"]),
        ("-3 0 0", "63.5mm x 88.9mm", ["the outer cards at the left"]),
        ("0 6 0", "63.5mm x 88.9mm", ["the bleed at the bottom"]),
        ("0.6 -0.6 0.1", "63.5mm x 88.9mm", []),
        ("4 4 1", "30mm x 30mm", ["the outer cards at the bottom", "the outer cards at the right"]),
    ],
)
def test_backs_that_may_stay_white_are_told_with_a_margin_that_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: str, size: str, told: list[str]
) -> None:
    """At which edge, and how much; with the margin that is named nothing is told."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "kept"))
    deck = f"size: {size}\ntemplate: card.svg\nback: back.svg\ncards:\n  - {{id: a, copies: 80}}\n"
    face = svg(
        '<rect x="-9" y="-9" width="90" height="120" fill="#fff"/>',
        *map(float, size.replace("mm", "").split("x")),
    )
    project = write_project(
        tmp_path / "project", {"main": deck}, {"card.svg": face, "back.svg": face}
    )
    run("calibrate", "--set", *figures.split())
    said = run("build", "--paper", "a4", project=project).stderr
    assert told == sorted(re.findall(r"mm of (the [a-z ]+ at the [a-z]+)", said))
    if told:
        margin = re.search(r"use --margin ([\d.]+)", said)
        assert margin
        assert (
            "may stay white"
            not in run("build", "--paper", "a4", "--margin", margin[1], project=project).stderr
        )


def test_what_a_figure_means_is_said_as_it_is_seen_on_cards() -> None:
    """Left and right change places on the back."""
    said = run("calibrate", "--set", "2", "-1.5", "0").output
    assert (
        "the backs, as you look at them, lie 2 mm too far to the left and 1.5 mm too far down"
        in said
    )
    assert "1 mm too far to the right;" in run("calibrate", "--set", "-1", "0", "0.2").output
    assert "as you look at them" not in run("calibrate", "--set", "0", "0", "0.2").output


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "calibration.json:1:2 file-unreadable"),
        ("[]", 'it has no "printers"'),
        ('{"printers": {"": {"long": {"x": 1}}}}', "needs the numbers x, y and rotation"),
        ('{"printers": {"": {"long": {"x": 1, "y": "2", "rotation": true}}}}', "needs the numbers"),
        ('{"printers": {"": {"long": {"x": 99, "y": 0, "rotation": 0}}}}', "X of 99 mm cannot be"),
        ("\xff\xfe", "the kept calibration cannot be read"),
        ("[" * 100_000, "calibration.json file-unreadable"),
    ],
)
def test_settings_that_cannot_be_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, says: str
) -> None:
    """One message with the way out; nothing is built uncorrected in silence, nothing kept is lost
    but by --reset."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "kept"))
    file = tmp_path / "kept/calibration.json"
    file.parent.mkdir()
    file.write_bytes(content.encode("latin-1"))
    project = write_project(tmp_path / "project")
    for call in (
        ["build", "--project", project],
        ["calibrate", "--set", "1", "1", "1"],
        ["calibrate", "--show"],
    ):
        result = run(*call)
        assert 2 == result.exit_code
        assert result.tells(says)
        assert result.tells("begin anew with: cardgen calibrate --reset")
    assert file.read_bytes() == content.encode("latin-1")
    assert 0 == run("build", "--layout", "single", "--paper", "a4", project=project).exit_code
    assert 0 == run("calibrate", "--reset").exit_code
    assert 0 == run("calibrate", "--show").exit_code


def test_a_reset_forgets_what_is_named() -> None:
    """All of a printer; or what is kept for one kind of sheet, and nothing else."""
    run("calibrate", "--set", "0.5", "0", "0")
    run("calibrate", "--set", "0.7", "0", "0", "--flip", "short")
    run("calibrate", "--set", "0.9", "0", "0", "--printer-name", "office")
    assert "nothing to forget" in run("calibrate", "--landscape", "--reset").output
    assert "forgotten" in run("calibrate", "--flip", "short", "--reset").output
    shown = run("calibrate", "--show").output
    assert "X 0.5 mm" in shown
    assert "X 0.7 mm" not in shown
    assert "forgotten" in run("calibrate", "--reset").output
    assert "office" in run("calibrate", "--show").output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--set", "1", "2", "9"],
            "a rotation of 9 degrees cannot be; give a figure from -5 to 5, as read from the calibration sheet; a sheet",
        ),
        (["--set", "25", "0", "0"], "print at 100 %, or try the other --flip"),
        (["--set", "nan", "2", "0"], "cannot be"),
        (["--flip", "wide"], 'flipped on its "wide" edge'),
        (["--check"], "not-calibrated"),
        (["--set", "1", "2", "0", "--printer-name", ""], "--printer-name is empty"),
        (["--paper", "100x150mm"], "size-does-not-fit"),
        (["--set", "0,4", "1", "0"], "'0,4' is no number; write 0.4"),
        (["--set", "0.4mm", "1", "0"], "'0.4mm' is no number; write 0.4"),
        (["--show", "--reset"], "do not go together; give one of them"),
    ],
)
def test_calls_that_are_wrong(tmp_path: Path, words: list[str], says: str) -> None:
    result = run("calibrate", *words, "--out", tmp_path)
    assert 2 == result.exit_code
    assert result.tells(says)
