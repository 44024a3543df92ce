"""Styles of spans: what game.yaml and decks may say, and what is told of what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from briefs import brief, is_expected
from projects import write_project

from cardgen import open_project
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


def problems_of(folder: Path) -> list[str]:
    return [
        f"{finding.code} {finding.place.line if finding.place else 0} {finding.what}"
        for finding in load_games(Project(folder, folder / "output")).problems
    ]


@pytest.mark.parametrize(
    ("styles", "told"),
    [
        ("{hot: {color: bery}}", 'unknown-colour 3 no colour is called "bery"'),
        ("{hot: {size: big}}", 'span-wrong 3 the size of a span is "big"'),
        ("{hot: {colour: berry}}", 'unknown-key 3 a style has no "colour"'),
        ("{hot: {extends: htt}}", 'unknown-style 3 no style is called "htt"'),
        (
            "{hot: {extends: warm}, warm: {extends: hot}}",
            "span-wrong 3 the style is made of itself: hot from warm from hot",
        ),
        ("{hot: red}", "mapping-expected 3 a style must be names with values"),
        ("{hot dog: {color: berry}}", 'name-impossible 3 "hot dog" cannot be'),
        ("{hot: {font: [[a]]}}", "span-wrong 3 the font of a style is one value"),
    ],
)
def test_a_style_that_cannot_be_is_told_at_its_line(tmp_path: Path, styles: str, told: str) -> None:
    problems = problems_of(project_of(tmp_path, "x", styles))
    assert problems
    assert problems[0].startswith(told)


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
        ("A [red]{colour=berry} word", 'a span of a text has no "colour"'),
        ("A [red]{.hot size} word", '"size" in "{.hot size}" is neither'),
        ("A red]{.hot} word", '"]{.hot}" ends a span that nothing begins'),
        ("A [red]{.hot word", 'a "{" behind a "]" stands without its "}"'),
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
