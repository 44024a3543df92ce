"""A table of keys reads a mapping, tells an editor the same, and writes its lines of the
reference."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from briefs import briefs, has_expected, spelt
from jsonschema import Draft7Validator
from projects import write_project

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import MM
from cardgen.impose import registration
from cardgen.impose.label_sheet import find_labels
from cardgen.load.font_list import open_fonts
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.model.sizes import card_size
from cardgen.prepress.profiles import find_printer
from cardgen.rules.ruleset import read_rule_set
from cardgen.schema.keys import Key, Keys, Kind, Section, described
from cardgen.schema.kinds import (
    LINE,
    NAME,
    TEXT,
    TRUTH,
    entry,
    length,
    list_of,
    mapping_of,
    names,
    number,
    one_of,
    sides,
)
from cardgen.schema.source import read

SLEEVE = Keys(
    "a sleeve",
    Key(
        "fits",
        sides(5 * MM, 99 * MM, "use sides from 5 to 99 mm"),
        needed=True,
        example="63mm x 88mm",
    ),
    Key("clear", TRUTH),
    missing="this sleeve has no {}",
)
SLEEVES = entry(SLEEVE, Section.values, is_named=True)
BOX = Keys(
    "a box",
    Key("title", TEXT, "what it is called; see [boxes](howto-box.md) and `cards`", needed=True),
    Key("maker", NAME),
    Key("motto", LINE),
    Key("room", number(1, 99, "in more nothing is found again"), "cards it holds"),
    Key("trays", number(1, 4, whole=True)),
    Key("wall", length("6mm", "thicker board does not fold"), "how thick its board is"),
    Key(
        "lid",
        one_of({"flap": "folds over", "slide": "comes off"}),
        "how it opens",
        needed=True,
        example="flap",
    ),
    Key("hinge", TEXT, part_of="lid"),
    Key("holds", names()),
    Key("notes", list_of(NAME, "notes: [fragile]")),
    Key(
        "sleeves",
        mapping_of(
            entry(SLEEVE, Section.values, is_named=True), "names with sleeves", "sleeves: {}"
        ),
    ),
    Key("size", Kind(lambda section, name, node: card_size(str(node)), {"type": "string"})),
)
GOOD = "title: Coffin\nlid: flap\n"


def values(tmp_path: Path, text: str) -> tuple[dict[str, Any], list[str]]:
    """What a box's file says, and what is wrong with it, as LINE:COLUMN: WHAT; REMEDY."""
    found, problems = box(tmp_path, text)
    return found, [str(problem).partition("box.yaml:")[2] for problem in problems]


def box(tmp_path: Path, text: str) -> tuple[dict[str, Any], list[Finding]]:
    """What a box's file says, and what is wrong with it."""
    file = tmp_path / "box.yaml"
    file.write_text(text, "utf-8")
    problems: list[Finding] = []
    source = read(file, problems)
    found = Section(source, BOX, problems).values() if source else {}
    return found, problems


def test_each_kind_makes_its_value(tmp_path: Path) -> None:
    """Lengths in points; texts as they were typed, lines with their spaces drawn together; a blank
    key counts as left out."""
    text = (
        "maker:  'A   B'\nmotto: >\n  two\n  words\nroom: 2.5\ntrays: 3\nwall: 2mm\nhinge:\nholds: one\nnotes: [a, b]\n"
        "sleeves: {small: {fits: 63x88mm, clear: yes}}\nsize: poker\n"
    )
    found, problems = values(tmp_path, GOOD + text)
    assert [] == problems
    assert {
        "title",
        "maker",
        "motto",
        "room",
        "trays",
        "wall",
        "lid",
        "holds",
        "notes",
        "sleeves",
        "size",
    } == set(found)
    assert (
        "Coffin",
        "A B",
        "two words",
        2.5,
        3,
        "flap",
        ["one"],
        ["a", "b"],
        card_size("poker"),
    ) == tuple(
        found[name]
        for name in ("title", "maker", "motto", "room", "trays", "lid", "holds", "notes", "size")
    )
    assert found["wall"] == pytest.approx(2 * MM)
    assert found["sleeves"]["small"] == {"fits": pytest.approx((63 * MM, 88 * MM)), "clear": True}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lid: flap\n", "1: there is no title; add a line such as  title: ..."),
        ("title: A\n", "1: there is no lid; add a line such as  lid: flap"),
        (f"{GOOD}rom: 3\n", '3:1: a box has no "rom"; did you mean "room"?'),
        (f"{GOOD}maker: [a]\n", "3:8: maker must be a text; put it in quotes"),
        (f"{GOOD}maker: ' '\n", "3:8: maker must be a text; write one"),
        (
            f"{GOOD}room: much\n",
            '3:7: room is "much", not a number; use a number from 1 to 99: in more nothing is found again',
        ),
        (
            f"{GOOD}room: 9mm\n",
            '3:7: room is "9mm", not a number; use a number from 1 to 99: in more nothing is found again',
        ),
        (
            f"{GOOD}room: 100\n",
            "3:7: room is 100, out of its range; use a number from 1 to 99: in more nothing is found again",
        ),
        (f"{GOOD}trays: 1.5\n", 'box.yaml:3:8 number-expected "1.5"'),
        (f"{GOOD}trays: 9\n", "3:8: trays is 9, out of its range; use a number from 1 to 4"),
        (f"{GOOD}wall: 3\n", 'box.yaml:3:7 length-expected "3" 63. 2.'),
        (
            f"{GOOD}wall: 1cm\n",
            "3:7: wall is 1cm, out of its range; use 6mm or less: thicker board does not fold",
        ),
        ("title: A\nlid: flop\n", '2:6: lid cannot be "flop"; did you mean "flap"?'),
        (
            "title: A\nhinge: left\nlid:\n",
            '2:8: "hinge" means nothing without "lid"; add  lid: ...  or take it out',
        ),
        (
            f"{GOOD}holds: [a, [b]]\n",
            "3:8: holds must be a list of names; write  holds: [one, two]",
        ),
        (f"{GOOD}notes: fragile\n", "3:8: notes must be a list; write  notes: [fragile]"),
        (f"{GOOD}notes: [a, {{}}]\n", "3:12: notes must be a text; put it in quotes"),
        (
            f"{GOOD}sleeves: [small]\n",
            "3:10: sleeves must be names with sleeves; write  sleeves: {}",
        ),
        (
            f"{GOOD}sleeves: {{small: 3}}\n",
            "3:18: a sleeve must be names with values; write  {fits: 63mm x 88mm}",
        ),
        (
            f"{GOOD}sleeves: {{small: {{}}}}\n",
            "3:18: this sleeve has no fits; add a line such as  fits: 63mm x 88mm",
        ),
        (
            f"{GOOD}sleeves: {{small: {{fits: 63mm}}}}\n",
            "box.yaml:3:25 shape-wrong 63. 88.",
        ),
        (
            f"{GOOD}sleeves: {{small: {{fits: 1mm x 9mm}}}}\n",
            "box.yaml:3:25 out-of-range",
        ),
        (
            f"{GOOD}sleeves: {{small: {{fits: 9mm x 9mm, claer: no}}}}\n",
            '3:36: a sleeve has no "claer"; did you mean "clear"?',
        ),
        (f"{GOOD}size: pokr\n", 'box.yaml:3:7 unknown-size "pokr" -> "poker"'),
        (
            f"{GOOD}title: B\n",
            'box.yaml:3:1 yaml-broken "title" 1 3',
        ),
    ],
)
def test_a_mistake_is_told_at_its_place_with_its_remedy(
    tmp_path: Path, text: str, said: str
) -> None:
    problems = box(tmp_path, text)[1]
    is_spelt = any(spelt(problem).startswith(f"box.yaml:{said}") for problem in problems)
    assert is_spelt or said in briefs(problems), briefs(problems)


def test_what_is_there_under_a_misspelt_name_is_not_missing(tmp_path: Path) -> None:
    said = '2:1: a box has no "Lidd"; did you mean "lid"?'
    assert [said] == values(tmp_path, "title: A\nLidd: flap\n")[1]
    findings = box(tmp_path, "#\nLidd: flap\n")[1]
    assert ['box.yaml:2:1 unknown-key "Lidd" -> "lid"', "box.yaml:1 key-missing"] == briefs(
        findings
    )


def test_a_name_without_its_value_is_told_once(tmp_path: Path) -> None:
    assert ["box.yaml:1 key-missing"] == briefs(box(tmp_path, "lid: flap\ntitle:\n")[1])


def test_all_that_is_wrong_is_told_at_once_and_the_rest_is_read(tmp_path: Path) -> None:
    found, problems = values(
        tmp_path,
        "titel: A\nroom: much\ntrays: 2\nsleeves: {a: {fits: 9mm x 9mm}, b: {fits: 9, claer: no}}\n",
    )
    assert ["1:1", "2:7", "4:46", "4:43", "1"] == [
        re.match(r"[\d:]*\d", line)[0] for line in problems
    ]  # type: ignore[index]
    assert {
        "trays": 2,
        "sleeves": {"a": {"fits": pytest.approx((9 * MM, 9 * MM))}, "b": {}},
    } == found


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (GOOD, True),
        (f"{GOOD}room: 3\nsleeves: {{a: {{fits: 63mm x 88mm, clear: no}}}}\nholds: [a]\n", True),
        ("title: A\n", False),
        (f"{GOOD}rom: 3\n", False),
        (f"{GOOD}room: 100\n", False),
        (f"{GOOD}trays: 1.5\n", False),
        (f"{GOOD}notes: fragile\n", False),
        (f"{GOOD}sleeves: {{a: {{}}}}\n", False),
        ("title: A\nlid: flop\n", False),
    ],
)
def test_an_editor_is_told_the_same(tmp_path: Path, text: str, good: bool) -> None:
    Draft7Validator.check_schema(BOX.schema())
    assert good == (not values(tmp_path, text)[1])
    assert good == Draft7Validator(BOX.schema()).is_valid(yaml.safe_load(text))


def test_the_reference_has_a_line_for_each_key() -> None:
    rows = dict(BOX.rows())
    assert [f"`{name}`" for name in BOX] == list(rows)
    assert (
        "what it is called; see [boxes](howto-box.md) and `cards`; must be given" == rows["`title`"]
    )
    assert "cards it holds; 1 to 99" == rows["`room`"]
    assert "how thick its board is; up to 6mm" == rows["`wall`"]
    assert (
        "how it opens; `flap` (folds over) or `slide` (comes off); must be given" == rows["`lid`"]
    )


def test_what_an_editor_shows_is_the_same_line_without_mark_up() -> None:
    assert (
        "What it is called; see boxes and cards."
        == BOX.schema()["properties"]["title"]["description"]
    )
    assert {"allOf": [{"$ref": "#/a"}], "description": "A b."} == described({"$ref": "#/a"}, "a b.")
    assert "description" not in BOX.schema()["properties"]["maker"]


def printer(root: Path, text: str) -> None:
    write_project(root, files={"card_data/printers/mine.yaml": text})
    find_printer(Project(root, root / "output"), "mine")


def rules(root: Path, text: str) -> None:
    (root / "rules.yaml").write_text(text)
    problems: list[Finding] = []
    read_rule_set(Game("sweets", "Sweets", "", root, {}, {}, ()), problems)
    raise CardgenError(*problems)


def fonts(root: Path, text: str) -> None:
    (root / "fonts.yaml").write_text(text)
    open_fonts([root])


def cutter(root: Path, text: str) -> None:
    (root / "mine.yaml").write_text(text)
    registration.find_cutter("mine")


def labels(root: Path, text: str) -> None:
    (root / "mine.yaml").write_text(text)
    find_labels(str(root / "mine.yaml"))


@pytest.mark.parametrize("load", [printer, rules, fonts, cutter, labels])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: " + "[" * 100_000, ":1:53 too-deep 50"),
        ("a: 1\na: 2\n", '2:1: "a" is given twice'),
        ("a: !x 1\n", "1:4: the tag !x is not used here"),
        ("a: " + "x" * 300, " too-large 0"),
        ("a: 'x\n", "1:4: this quoted text does not end; add the closing quote"),
    ],
)
def test_every_kind_of_file_has_the_same_guards(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    load: Callable[[Path, str], None],
    text: str,
    said: str,
) -> None:
    monkeypatch.setattr(registration, "_FOLDER", tmp_path)
    monkeypatch.setattr("cardgen.schema.source.LARGEST", 250 if "xxx" in text else 1 << 20)
    with pytest.raises(CardgenError) as error:
        load(tmp_path, text)
    findings = error.value.findings
    has_brief = any(told.endswith(said) for told in briefs(findings))
    assert has_brief or has_expected(findings, said), briefs(findings)
