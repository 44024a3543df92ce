"""A save of Tabletop Simulator that has been played with: cards get the pictures of today, and
nothing moves."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from projects import CommandResult, run, svg, write_project

DECK = "title: Main Deck\nsize: poker\ntemplate: a.svg\nback: b.svg\n"
DECK += "fields: {kind: {one_of: [x, y], default: x}, rule: {text: {optional: true}}}\n"
CARDS = "cards:\n  - {id: one}\n  - {id: two, copies: 2}\n  - {id: old}\n"
TEMPLATES = dict.fromkeys(
    ("a.svg", "b.svg"),
    svg('<rect x="-4" y="-4" width="72" height="97" fill="#FF0000"/>', 63.5, 88.9),
)
Thing = dict[str, Any]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(
        tmp_path,
        {"main": DECK + CARDS, "more": DECK.replace("Main", "More") + "cards: [{id: solo}]\n"},
        TEMPLATES,
    )


def exported(project: Path, *more: str, code: int = 0) -> CommandResult:
    result = run("export", "sweets", "--printer", "tabletop-simulator", *more, project=project)
    assert code == result.exit_code, result.output
    return result


def export(project: Path, *more: str, code: int = 0) -> str:
    result = exported(project, *more, code=code)
    return result.stdout + result.stderr


def every(things: list[Thing]) -> Iterator[Thing]:
    for thing in things:
        yield thing
        yield from every(thing.get("ContainedObjects", []))
        yield from every(list(thing.get("States", {}).values()))


def played(project: Path) -> tuple[Path, Thing]:
    """A table on which the exported game was played for a while, as the program saves it."""
    export(project)
    saved = json.loads(
        (project / "output/sweets/tabletop-simulator/sweets.json").read_text("utf-8")
    )
    pile, solo = saved["ObjectStates"]
    one = pile["ContainedObjects"].pop(0)
    one |= {
        "Locked": True,
        "LuaScript": "-- mine",
        "Tags": ["mine"],
        "AltLookAngle": {"x": 0.0, "y": 1e-05, "z": 0.0},
    }
    one["Transform"] |= {"posX": -7.123456789012345, "rotY": 90.00001, "posZ": 3.5}
    two = pile["ContainedObjects"].pop(0)
    pile["DeckIDs"] = [card["CardID"] for card in pile["ContainedObjects"]]
    pile["Transform"]["posX"] = 21.25
    clone = copy.deepcopy(one) | {"GUID": "ffffff"}
    bag = {
        "GUID": "0000aa",
        "Name": "Bag",
        "Transform": {"posX": 5.0},
        "Nickname": "Bag",
        "ContainedObjects": [two, clone],
    }
    sheet = {
        "FaceURL": "https://example.org/x.png",
        "BackURL": "https://example.org/y.png",
        "NumWidth": 2,
        "NumHeight": 2,
    }
    foreign = {
        "GUID": "0000bb",
        "Name": "CardCustom",
        "Transform": {"posX": 1.0},
        "CardID": 100,
        "CustomDeck": {"1": sheet},
        "Nickname": "F",
    }
    die = {
        "GUID": "0000cc",
        "Name": "Die_6",
        "Transform": {"posX": 0.0},
        "States": {"2": {"GUID": "0000dd", "Transform": {"posX": 0.5}}},
    }
    whole = {
        "SaveName": "Friday",
        "LuaScript": "function onLoad() end",
        "ObjectStates": [one, bag, pile, solo, foreign, die],
        "Gravity": 0.5,
    }
    save = project / "TS_Save_1.json"
    save.write_text(json.dumps(whole, indent=2), "utf-8")
    return save, whole


def test_cards_get_their_pictures_where_they_lie(project: Path) -> None:
    """A card is added, one renamed and put elsewhere in the picture, one goes: on the table, in a
    bag, in a pile, and a copy made on the table, all show what they are; all else in the file is as
    it was, to the last digit."""
    save, before = played(project)
    changed = "cards:\n  - {id: new, copies: 2}\n  - {id: two, copies: 2, name: Zwei, kind: y, rule: 'Be **quick**.'}\n  - {id: one}\n"
    write_project(
        project,
        {"main": DECK + changed, "more": DECK.replace("Main", "More") + "cards: [{id: solo}]\n"},
        TEMPLATES,
    )
    said = export(project, "--update", str(save))
    assert "(4 cards put in place, 2 new)" in said
    assert (
        "TS_Save_1.json has cards that the game has no longer, and whose pictures are others now: Old"
        in said
    )
    after = json.loads(save.read_text("utf-8"))
    fresh = json.loads(
        (project / "output/sweets/tabletop-simulator/sweets.json").read_text("utf-8")
    )
    slots = {
        card["GUID"]: card["CardID"] % 100
        for card in every(fresh["ObjectStates"])
        if "CardID" in card
    }
    things = {thing["GUID"]: thing for thing in every(after["ObjectStates"])}
    old = {thing["GUID"]: thing for thing in every(before["ObjectStates"])}
    taken = set()
    for guid, thing in things.items():
        if guid in slots:
            assert slots[guid] == thing["CardID"] % 100
            sheet = thing["CustomDeck"][str(thing["CardID"] // 100)]
            assert sheet["FaceURL"].endswith("/faces.png")
            taken.add(thing["CardID"] // 100)
        if guid in old:
            ours = {
                "CardID",
                "CustomDeck",
                "Nickname",
                "Description",
                "Tags",
                "DeckIDs",
                "ContainedObjects",
            }
            assert {k: v for k, v in thing.items() if k not in ours} == {
                k: v for k, v in old[guid].items() if k not in ours
            }
    assert {k: v for k, v in after.items() if k != "ObjectStates"} == {
        k: v for k, v in before.items() if k != "ObjectStates"
    }
    assert list(old) == [guid for guid in things if guid in old]
    assert things["0000bb"] == old["0000bb"], "cards of other games stay as they are"
    assert 1 not in taken, "and no number of a sheet is theirs"
    one, two = (
        next(thing for thing in things.values() if thing.get("Nickname") == name)
        for name in ("One", "Zwei")
    )
    assert (["main", "x", "mine"], "Be [b]quick[/b].", ["main", "y", "x"]) == (
        one["Tags"],
        two["Description"],
        two["Tags"],
    )
    assert (one["CardID"], one["CustomDeck"]) == (
        things["ffffff"]["CardID"],
        things["ffffff"]["CustomDeck"],
    )
    pile = next(thing for thing in things.values() if thing.get("Name") == "DeckCustom")
    assert ["Zwei", "Old", "New", "New"] == [card["Nickname"] for card in pile["ContainedObjects"]]
    assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
    assert {str(number // 100) for number in pile["DeckIDs"]} == pile["CustomDeck"].keys()


def test_an_update_of_what_did_not_change_changes_nothing_but_numbers(project: Path) -> None:
    """Twice in a row gives the same file."""
    save, _ = played(project)
    assert "(5 cards put in place)" in export(project, "--update", str(save))
    once = save.read_bytes()
    export(project, "--update", str(save))
    assert once == save.read_bytes()


def test_things_of_others_may_lack_what_ours_have(project: Path) -> None:
    """The cards that the program itself brings are in no picture, what scripts have made may have
    no GUID; they stay as they are, also in a pile with ours."""
    save, before = played(project)
    ace = {
        "GUID": "0000ee",
        "Name": "Card",
        "Transform": {"posX": 2.0},
        "CardID": 12,
        "Nickname": "",
    }
    before["ObjectStates"] += [
        ace,
        {"GUID": "0000ef", "Name": "Deck", "Transform": {"posX": 2.0}, "DeckIDs": [12, 13]},
    ]
    before["ObjectStates"][-1]["ContainedObjects"] = [
        ace | {"GUID": "0000f0"},
        {"CardID": 13, "Name": "Card", "CustomDeck": None},
    ]
    pile = next(thing for thing in before["ObjectStates"] if thing["Name"] == "DeckCustom")
    pile["ContainedObjects"].append(ace | {"GUID": "0000f1"})
    save.write_text(json.dumps(before), "utf-8")
    assert "(5 cards put in place)" in export(project, "--update", str(save))
    after = json.loads(save.read_text("utf-8"))["ObjectStates"]
    assert before["ObjectStates"][-2:] == after[-2:]
    pile = next(thing for thing in after if thing["Name"] == "DeckCustom")
    assert ace | {"GUID": "0000f1"} == pile["ContainedObjects"][-1]
    assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]


def test_new_cards_lie_beside_all_else_where_their_pile_is_gone(project: Path) -> None:
    """A single one as a card, several as a pile, right of everything."""
    save, before = played(project)
    before["ObjectStates"] = [
        thing for thing in before["ObjectStates"] if thing.get("Name") != "DeckCustom"
    ]
    save.write_text(json.dumps(before), "utf-8")
    assert "(3 cards put in place, 2 new)" in export(project, "--update", str(save))
    *rest, pile = json.loads(save.read_text("utf-8"))["ObjectStates"]
    assert ("DeckCustom", ["Two", "Old"]) == (
        pile["Name"],
        [card["Nickname"] for card in pile["ContainedObjects"]],
    )
    assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
    assert pile["Transform"]["posX"] > max(thing["Transform"]["posX"] for thing in rest)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"ObjectStates": 3}',
        '{"ObjectStates": [{"CardID": "x"}]}',
        '{"ObjectStates": [{"GUID": "\\ud800"}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_save_is_left_alone(project: Path, content: str) -> None:
    """Told with a remedy; the rest of the export is made."""
    save = project / "mine.json"
    save.write_text(content, "utf-8")
    result = exported(project, "--update", str(save), code=2)
    assert {"file-unreadable", "export-impossible"} & {*result.codes}, result.briefs
    assert content == save.read_text("utf-8")
    assert (project / "output/sweets/tabletop-simulator/sweets.json").is_file()


def test_a_save_without_the_game_is_left_alone(project: Path) -> None:
    save = project / "other.json"
    save.write_text(
        '{"ObjectStates": [{"GUID": "0000aa", "Name": "Bag", "Transform": {"posX": 5.0}}]}', "utf-8"
    )
    before = save.read_bytes()
    said = export(project, "--update", str(save), code=2)
    assert (
        "other.json holds none of these cards; put the saved object on the table first, and save"
        in said
    )
    assert before == save.read_bytes()


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400", "9" * 30])
def test_a_number_that_json_has_not_is_told_and_stays(project: Path, number: str) -> None:
    """What the program would not read again is not written."""
    save, before = played(project)
    save.write_text(json.dumps(before).replace("21.25", number), "utf-8")
    content = save.read_bytes()
    said = export(project, "--update", str(save), code=2)
    assert "TS_Save_1.json is no save that can be written again: " in said
    assert "take away in the program what lies nowhere on the table" in said
    assert content == save.read_bytes()


def test_a_save_of_too_much_is_told_before_it_is_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts are values; a script may be as long as it likes."""
    save, before = played(project)
    monkeypatch.setattr("cardgen.export.played.MOST_VALUES", 2000)
    long = {
        "LuaScript": 'x = {1, 2, "a\\", [3]} -- "é\U0001f600' * 2000,
        "Note": "\0-" * 2001,
        "x" * 5000: ["", "y" * 4100],
    }
    save.write_text(json.dumps(before | long), "utf-8")
    assert "(5 cards put in place)" in export(project, "--update", str(save))
    assert long.items() <= json.loads(save.read_text("utf-8")).items()
    save.write_text(json.dumps(before | {"Note": [0] * 2000}), "utf-8")
    assert "has more than 2,000 values, which is too much; name a save that holds less" in export(
        project, "--update", str(save), code=2
    )
