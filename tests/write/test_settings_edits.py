"""Settings written into game.yaml and deck files: what is asked for, and nothing else to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from projects import HEAD, as_typed, write_project

from cardgen.api.workshop import open_project
from cardgen.base.findings import CardgenError
from cardgen.write.settings_edits import SettingsFile

GAME = """\
# the game
title: 'Sweets'   # its name
palette:          # colours
  ink:   {rgb: "#202020", cmyk: [0, 0, 0, 100]}   # black
  cream: '#FFF7E8'
styles:
  # what is hot
  hot:
    color: ink  # for now
    weight: 800

  cold: {color: cream, italic: true}
suits: &suits [candy, nuts, sour]

other: *suits
"""
CARDS = "cards:\n  - {id: owl, name: Owl}\n"
PATH_AND_VALUE = [
    (["styles", "hot", "color"], "cream", "    color: ink  # for now", "    color: cream  # for now"),
    (["styles", "hot", "weight"], 400, "    weight: 800", "    weight: 400"),
    (["styles", "hot", "size"], 1.2, "    weight: 800", "    weight: 800\n    size: 1.2"),
    (["styles", "hot", "color"], None, "    color: ink  # for now\n", ""),
    (["styles", "cold", "italic"], None, "{color: cream, italic: true}", "{color: cream}"),
    (["styles", "cold", "color"], None, "{color: cream, italic: true}", "{italic: true}"),
    (["styles", "cold", "bold"], True, "italic: true}", "italic: true, bold: true}"),
    (["styles", "cold"], None, "  cold: {color: cream, italic: true}\n", ""),
    (["styles", "hot"], None, "  hot:\n    color: ink  # for now\n    weight: 800\n", ""),
    (["styles", "new", "bold"], True, "italic: true}\n", "italic: true}\n  new:\n    bold: true\n"),
    (["palette", "cream"], "#ffffff", "'#FFF7E8'", "'#ffffff'"),
    (["palette", "ink", "rgb"], "#000000", '"#202020"', '"#000000"'),
    (["palette", "ink", "cmyk"], [0, 0, 0, 90], "[0, 0, 0, 100]", "[0, 0, 0, 90]"),
    (["palette", "sky"], "#75C4EE", "'#FFF7E8'\n", "'#FFF7E8'\n  sky:   \"#75C4EE\"\n"),
    (["keywords", "Haste", "means"], "moves at once", "other: *suits\n",
     "other: *suits\n\nkeywords:\n  Haste: {means: moves at once}\n"),
]  # fmt: skip


def settings(root: Path, of: str = "sweets") -> SettingsFile:
    opened = open_project(root)
    ((game, decks), *_) = opened.select([of])
    return SettingsFile(opened.project, game, decks[0] if "/" in of else None, opened.problems)


@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
@pytest.mark.parametrize(("path", "value", "old", "new"), PATH_AND_VALUE)
def test_only_this_setting_changes(
    tmp_path: Path, breaks: str, path: list[str], value: Any, old: str, new: str
) -> None:
    breaks = as_typed(breaks)
    text = GAME.replace("\n", breaks)
    write_project(tmp_path, game=text)
    edit = settings(tmp_path).with_value(path, value)
    assert text.count(old.replace("\n", breaks)) == 1
    wanted = text.replace(old.replace("\n", breaks), new.replace("\n", breaks))
    assert edit.after.decode() == wanted
    edit.apply()
    settings(tmp_path)
    edit.undone.apply()
    assert (tmp_path / "card_data/sweets/game.yaml").read_bytes().decode() == text


@pytest.mark.parametrize(
    ("name", "field", "line"),
    [
        ("speed", {"int": {"optional": True}}, "  speed: {int: {optional: true}}\n"),
        ("mood", {"one_of": ["calm", "wild"]}, None),
        ("name", {"text": {"optional": True}}, None),
        ("rule", "int", None),
    ],
)
def test_a_field_is_added_that_the_cards_can_do_without(
    tmp_path: Path, name: str, field: Any, line: str | None
) -> None:
    """Not one that they would lack, that cardgen uses itself, or that is there already."""
    deck = HEAD + "fields:\n  rule: {text: {optional: true}}  # what it does\n" + CARDS
    write_project(tmp_path, {"main": deck})
    file = settings(tmp_path, "sweets/main")
    if line is None:
        with pytest.raises(CardgenError):
            file.with_value(["fields", name], field)
        return
    edit = file.with_value(["fields", name], field)
    assert edit.after.decode() == as_typed(deck.replace("it does\n", f"it does\n{line}"))


def test_a_deck_has_styles_of_its_own(tmp_path: Path) -> None:
    write_project(tmp_path)
    path = tmp_path / "card_data/sweets/main.yaml"
    before = path.read_text("utf-8")
    settings(tmp_path, "sweets/main").with_value(["styles", "hot", "color"], "ink").apply()
    assert path.read_text("utf-8") == before + "styles:\n  hot: {color: ink}\n"


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (["styles", "hot", "color"], "inky", "unknown-colour"),
        (["styles", "hot", "colour"], "ink", "unknown-key"),
        (["styles", "hot"], "red", "edit-impossible"),
        (["title"], "Other", "edit-impossible"),
        (["suits", "candy"], None, "edit-impossible"),
        (["styles", "warm", "color"], None, "edit-impossible"),
        (["palette", "ink"], "#000000", "edit-impossible"),
    ],
)
def test_what_cannot_be_says_why(tmp_path: Path, path: list[str], value: Any, code: str) -> None:
    write_project(tmp_path, game=GAME)
    with pytest.raises(CardgenError) as raised:
        settings(tmp_path).with_value(path, value)
    finding = raised.value.findings[0]
    assert (finding.code, bool(finding.remedy)) == (code, True)
    assert (tmp_path / "card_data/sweets/game.yaml").read_text("utf-8") == GAME


def test_keywords_of_a_table_are_edited_there(tmp_path: Path) -> None:
    table = {"card_data/sweets/words.csv": "word,means\nHaste,moves at once\n"}
    write_project(tmp_path, game=f"{GAME}keywords: words.csv\n", files=table)
    with pytest.raises(CardgenError) as raised:
        settings(tmp_path).with_value(["keywords", "Haste", "means"], "other")
    assert "words.csv" in raised.value.findings[0].what


def test_an_empty_key_is_begun(tmp_path: Path) -> None:
    write_project(tmp_path, game="title: Sweets\nstyles:  # none yet\nsuits: [a]\n")
    edit = settings(tmp_path).with_value(["styles", "hot", "bold"], True)
    assert edit.after.decode() == as_typed(
        "title: Sweets\nstyles:  # none yet\n  hot: {bold: true}\nsuits: [a]\n"
    )


def test_the_last_value_leaves_an_empty_entry_and_the_last_entry_nothing(tmp_path: Path) -> None:
    write_project(tmp_path, game="title: Sweets\nstyles:\n  hot: {bold: true}\n")
    edit = settings(tmp_path).with_value(["styles", "hot", "bold"], None)
    assert edit.after.decode() == as_typed("title: Sweets\nstyles:\n  hot: {}\n")
    edit = settings(tmp_path).with_value(["styles", "hot"], None)
    assert edit.after.decode() == as_typed("title: Sweets\n")
