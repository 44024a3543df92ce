"""Styles of spans: what game.yaml and decks may say, and what is told of what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import brief, is_expected
from projects import write_project

from cardgen import open_project
from cardgen.base.findings import Finding
from cardgen.load.game import load_games
from cardgen.model.project import Project

PALETTE = 'palette: {berry: "#A3123F", ink: "#2B2138"}\n'
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
{{ text_box(card.text, 5, 10, 50, 60, size=12) }}
</svg>
"""


def deck(text: str, more: str = "") -> str:
    return (
        f"size: poker\ntemplate: card.svg\nfields: {{text: text}}\n{more}"
        f"cards:\n  - {{id: bat, name: Bat, text: '{text}'}}\n"
    )


def project_of(folder: Path, text: str, styles: str, more: str = "") -> Path:
    game = f"title: Game\n{PALETTE}styles: {styles}\n"
    return write_project(folder, {"main": deck(text, more)}, {"card.svg": FACE}, game=game)


def problems_of(folder: Path) -> list[Finding]:
    return load_games(Project(folder, folder / "output")).problems


@pytest.mark.parametrize(
    ("styles", "told"),
    [
        ("{hot: {color: bery}}", 'game.yaml:3:23 unknown-colour "bery" -> "berry"'),
        ("{hot: {size: big}}", 'game.yaml:3:22 span-wrong "big"'),
        ("{hot: {colour: berry}}", 'a style has no "colour"'),
        ("{hot: {extends: htt}}", 'game.yaml:3:25 unknown-style "htt" -> "hot"'),
        (
            "{hot: {extends: warm}, warm: {extends: hot}}",
            "the style is made of itself: hot from warm from hot",
        ),
        ("{hot: red}", "game.yaml:3:15 mapping-expected"),
        ("{hot dog: {color: berry}}", '"hot dog" cannot be'),
        ("{hot: {font: [[a]]}}", "the font of a style is one value"),
    ],
)
def test_a_style_that_cannot_be_is_told_at_its_line(tmp_path: Path, styles: str, told: str) -> None:
    problems = problems_of(project_of(tmp_path, "x", styles))
    assert problems
    assert is_expected(problems[0], told), brief(problems[0])
    assert problems[0].place
    assert ("game.yaml", 3) == (problems[0].place.file.name, problems[0].place.line)


def test_a_deck_adds_to_the_styles_of_its_game_and_overrides_them(tmp_path: Path) -> None:
    more = "styles: {hot: {size: 2}, cold: {extends: hot, italic: yes}}\n"
    folder = project_of(tmp_path, "x", "{hot: {color: berry}, loud: {extends: hot}}", more)
    (game,) = load_games(Project(folder, folder / "output")).games
    sheet = game.typeset(game.decks[0]).styles
    assert sheet
    assert sheet.resolved((("cold",),)).size == 2
    assert sheet.resolved((("loud",),)).size == 2  # by the deck's own hot
    assert sheet.resolved((("hot",),)).color is None
    assert (games := game.typeset().styles)
    assert games.resolved((("loud",),)).color == "#A3123F"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A [red]{.hto} word", 'main.yaml:5:32 unknown-style "bat" "hto" -> "hot"'),
        ("A [red]{color=bery} word", 'main.yaml:5:32 unknown-colour "bat" "bery" -> "berry"'),
        ("A [red]{size=big} word", 'the size of a span is "big"'),
        ("A [red]{colour=berry} word", 'main.yaml:5:32 span-wrong "bat" "colour" -> "color"'),
        ("A [red]{.hot size} word", '"size" in "{.hot size}" is neither'),
        ("A red]{.hot} word", 'main.yaml:5:32 span-wrong "bat" "]{.hot}"'),
        ("A [red]{.hot word", 'main.yaml:5:32 text-brace "bat" "{" "]" "}"'),
        ("A [red]{font=Nunitto} word", 'main.yaml:5:32 font-unknown "bat" "Nunitto" -> "Nunito"'),
    ],
)
def test_bad_mark_up_is_told_once_at_the_card(tmp_path: Path, text: str, told: str) -> None:
    workshop = open_project(project_of(tmp_path, text, "{hot: {color: berry}}"))
    findings = [finding for finding in workshop.validate().findings if finding.severity == "error"]
    (finding,) = findings
    assert is_expected(finding, told), brief(finding)
    assert finding.place
    assert (finding.place.file.name, finding.place.line) == ("main.yaml", 5)
