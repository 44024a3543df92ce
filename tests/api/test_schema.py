"""The schemas accept what cardgen accepts, refuse what it refuses, and offer a project's own
names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from projects import SHIPPED, run, svg, write_project

import cardgen
from cardgen.api.schema import as_bytes, schemas
from cardgen.api.workshop import Workshop
from cardgen.base.findings import CardgenError
from cardgen.load.decks import DECK
from cardgen.load.fields import COMMON
from cardgen.load.game import GAME
from cardgen.model.table_files import TABLES_AND_LISTS, is_table
from cardgen.prepress.profiles import PRINTER, PRINTER_NUMBERS, find_printer

HEAD = """\
template: card.svg
back: back.svg
size: poker
fields:
  rank: {int: {min: 1, max: 9}}
  suit: {one_of: suits}
  more: {list_of: suits, max: 2, default: []}
  rare: {bool: {default: false}}
  text: {text: {optional: true}}
"""


@pytest.fixture(scope="module")
def shipped() -> Workshop:
    return cardgen.open_project(SHIPPED)


@pytest.fixture
def known(tmp_path: Path) -> dict[str, Any]:
    """The schemas of a project with one deck."""
    drawings = {
        f"card_data/sweets/art/{name}": svg("", 9, 9) for name in ("toffee.svg", "lolly.svg")
    }
    root = write_project(
        tmp_path, {"main": HEAD + "cards: [{id: a, rank: 1, suit: candy}]\n"}, files=drawings
    )
    workshop = cardgen.open_project(root)
    assert [] == workshop.problems
    return schemas(workshop.project, workshop.games)


def wrong(schema: Any, text: str) -> list[str]:
    """What a schema has against a YAML text."""
    return [error.message for error in Draft7Validator(schema).iter_errors(yaml.safe_load(text))]


def test_every_schema_is_one(known: dict[str, Any]) -> None:
    for schema in known.values():
        Draft7Validator.check_schema(schema)
    general = {
        "game.json",
        "game-texts.json",
        "deck.json",
        "rules.json",
        "variants.json",
        "credits.json",
        "fonts.json",
        "printer.json",
        "printed.json",
        "editions.json",
    }
    assert {*general, "sweets/game.json", "sweets/main.json", "sweets/main-texts.json"} == set(
        known
    )


def test_every_shipped_file_names_its_schema_and_fits_it() -> None:
    """By the path in its first line, which is relative, so that it holds wherever the project
    lies."""
    files = [
        path
        for folder in ("card_data", "fonts", "cardgen/printers")
        for path in sorted((SHIPPED / folder).rglob("*.yaml"))
    ]
    assert len(files) > 50
    for file in files:
        first, text = file.read_text("utf-8").split("\n", 1)
        assert first.startswith("# yaml-language-server: $schema=../"), file
        schema = json.loads((file.parent / first.partition("=")[2]).read_text("utf-8"))
        assert [] == wrong(schema, text), file


def test_the_shipped_schemas_are_those_of_the_shipped_project(shipped: Workshop) -> None:
    """When this fails: cardgen schema --write."""
    stale = [
        name
        for name, schema in schemas(shipped.project, shipped.games).items()
        if as_bytes(schema) != _there(SHIPPED / "schema" / name)
    ]
    assert [] == stale


def _there(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def test_every_key_has_its_place(known: dict[str, Any]) -> None:
    """What a deck, a game and a card may say, and no other."""
    assert {*DECK, "<<"} == set(known["sweets/main.json"]["properties"])
    assert {*GAME, "<<"} == set(known["game.json"]["properties"])
    assert {*PRINTER, "<<"} == set(known["printer.json"]["properties"])
    card = known["sweets/main.json"]["definitions"]["card"]["properties"]
    assert {*COMMON, "for", "<<", "rank", "suit", "more", "rare", "text"} == set(card)


def test_a_projects_own_names_are_the_choices(known: dict[str, Any]) -> None:
    """Templates, the suits of a field, the lists that a loop can run over, the decks of the
    game."""
    schema = known["sweets/main.json"]
    assert {"card.svg", "back.svg", "best-candy/treat.svg"} <= set(
        schema["definitions"]["template"]["anyOf"][0]["enum"]
    )
    assert not any(
        name.startswith("icons/") for name in schema["definitions"]["template"]["anyOf"][0]["enum"]
    )
    assert ["candy", "nuts", "sour", None] == schema["definitions"]["card"]["properties"]["suit"][
        "anyOf"
    ][0]["enum"]
    drawings = schema["definitions"]["art"]["anyOf"]
    assert drawings[0]["enum"][:3] == ["auto", "lolly", "toffee"]
    assert "moon-sign" in drawings[0]["enum"]
    assert [] == wrong(schema, HEAD + "cards: [{id: a, rank: 1, suit: candy, art: drawn-since}]\n")
    assert {"enum": ["suits"]} == schema["definitions"]["card"]["properties"]["for"][
        "additionalProperties"
    ]["anyOf"][0]
    assert {"enum": ["main"]} in known["sweets/game.json"]["properties"]["decks"]["anyOf"]


@pytest.mark.parametrize(
    ("card", "good"),
    [
        ("{id: a, rank: 1, suit: candy}", True),
        (
            "{id: a, rank: 1, suit: candy, more: [nuts, sour], rare: yes, text: 7, copies: 3, template: card.svg, back: ''}",
            True,
        ),
        ("{id: a, rank: {expr: 1 + 1}, suit: candy}", True),
        ("{for: {suit: suits, rank: [1, 2]}, id: '{suit}-{rank}'}", True),
        ("{id: a, rank: 1, suit: candy, text: }", True),
        ("{id: a, rank: 12, suit: candy}", False),
        ("{id: a, rank: one, suit: candy}", False),
        ("{id: a, rank: 1, suit: cheese}", False),
        ("{id: a, rank: 1, suit: candy, more: [nuts, nuts, nuts]}", False),
        ("{id: a, rank: 1, suit: candy, template: crad.svg}", False),
        ("{id: a, rnak: 1, rank: 1, suit: candy}", False),
        ("{id: a, rank: 1}", False),
        ("{rank: 1, suit: candy}", False),
        ("{for: {suit: siuts}, id: a}", False),
        ("{id: a, rank: 1, suit: candy, copies: -1}", False),
    ],
)
def test_a_card_is_judged_alike_by_schema_and_program(
    tmp_path: Path, known: dict[str, Any], card: str, good: bool
) -> None:
    """What the one refuses while typing, the other would have refused on loading."""
    text = f"{HEAD}cards:\n  - {card}\n"
    assert good == (not wrong(known["sweets/main.json"], text))
    assert good == (not cardgen.open_project(write_project(tmp_path, {"main": text})).problems)


@pytest.mark.parametrize(
    ("size", "good"),
    [
        ("poker", True),
        ("38mm x 38mm", True),
        ("mini-euro landscape", True),
        ("63mm x 88mm portrait", True),
        ("mini-euro sideways", False),
        ("{shape: circle, diameter: 25mm}", True),
        ("{width: 63mm, height: 88mm, corner: 3mm}", True),
        ("{diameter: 25mm}", False),
        ("porker", False),
        ("{shape: circle, width: 25mm}", False),
    ],
)
def test_a_size_is_judged_alike(
    tmp_path: Path, known: dict[str, Any], size: str, good: bool
) -> None:
    text = f"size: {size}\ntemplate: card.svg\ncards: [{{id: a}}]\n"
    assert good == (not wrong(known["deck.json"], text))
    assert good == (not cardgen.open_project(write_project(tmp_path, {"main": text})).problems)


@pytest.mark.parametrize(
    "ending",
    [
        *TABLES_AND_LISTS,
        *map(str.upper, TABLES_AND_LISTS),
        ".xls",
        ".numbers",
        ".csvx",
        ".csv.bak",
        ".svg",
    ],
)
def test_the_name_of_a_table_is_judged_alike(
    tmp_path: Path, known: dict[str, Any], ending: str
) -> None:
    """As the cards of a deck, as its texts in another language, and as data of a game."""
    name = f"place{ending}"
    deck, game = f"{HEAD}cards: {name}\n", f"title: A\ntables: {{t: {name}}}\n"
    files = {f"card_data/sweets/{name}": "id\n"}
    cards = write_project(tmp_path / "cards", {"main": deck}, files=files)
    data = write_project(
        tmp_path / "data", {"main": ""}, files={**files, "card_data/sweets/game.yaml": game}
    )
    findings = cardgen.open_project(cards).problems
    are_cards = "list-expected" not in [finding.code for finding in findings]
    assert are_cards == (not wrong(known["sweets/main.json"], deck))
    assert are_cards == (not wrong(known["deck.json"], f"{HEAD}cards: {{file: {name}}}\n"))
    are_data = "a table of data is a file" not in told_of(data)
    assert are_data == (not wrong(known["game.json"], game))
    texts = f"cards: {name}\n"
    assert is_table(name) == (not wrong(known["sweets/main-texts.json"], texts))


def told_of(root: Path) -> str:
    return "\n".join(str(problem) for problem in cardgen.open_project(root).problems)


def test_rules_and_variants_and_games(known: dict[str, Any]) -> None:
    assert [] == wrong(
        known["rules.json"],
        "- sets: {toys: [a]}\n- {id: a, says: b, check: c, severity: warning}\n",
    )
    assert wrong(known["rules.json"], "- {id: a, says: b, chekc: c}\n")
    assert wrong(known["rules.json"], "- {id: a, says: b, check: c, severity: loud}\n")
    assert wrong(known["variants.json"], "- {id: a}\n")
    assert [] == wrong(
        known["game.json"],
        'title: A\nsuits: [a, b]\npalette: {ink: "#000000", red: {rgb: "#FF0000", cmyk: [0, 1, 2, 3]}}\n',
    )
    assert wrong(known["game.json"], "title: A\npalette: {ink: '#00000'}\n")
    assert wrong(known["fonts.json"], "families: {A: {face: []}}\n")


def test_texts_in_another_language_know_the_cards(known: dict[str, Any]) -> None:
    """Their ids, and which fields are texts."""
    schema = known["sweets/main-texts.json"]
    assert [] == wrong(schema, "title: A\ncards: {a: {name: B, text: C}}\n")
    assert wrong(schema, "cards: {b: {name: B}}\n")
    assert wrong(schema, "cards: {a: {rank: 2}}\n")


def test_the_command_points_each_file_at_its_schema_once(tmp_path: Path) -> None:
    """--write puts one line at the top and leaves the rest alone; a second time there is nothing
    left to do."""
    root = write_project(tmp_path, {"main": ""})
    deck = root / "card_data/sweets/main.yaml"
    before = deck.read_text("utf-8")
    assert 0 == run("schema", "--write", project=root).exit_code
    assert (
        f"# yaml-language-server: $schema=../../schema/sweets/main.json\n{before}"
        == deck.read_text("utf-8")
    )
    assert (root / "schema/sweets/main.json").is_file()
    again = run("schema", "--write", project=root)
    assert (0, 1) == (again.exit_code, len(again.stdout.splitlines()))
    deck.write_text(deck.read_text("utf-8").replace("schema/sweets", "elsewhere"), "utf-8")
    assert 0 == run("schema", "--write", project=root).exit_code
    assert (
        f"# yaml-language-server: $schema=../../schema/sweets/main.json\n{before}"
        == deck.read_text("utf-8")
    )


def test_a_file_keeps_its_line_ends_and_what_is_no_text_is_told(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": ""})
    deck, rules = root / "card_data/sweets/main.yaml", root / "card_data/sweets/rules.yaml"
    deck.write_bytes(b"\xef\xbb\xbf" + deck.read_bytes().replace(b"\n", b"\r\n"))
    rules.write_bytes(b"rules: []\n# r\xe8gles\n")
    done = run("schema", "--write", project=root)
    assert (2, True) == (
        done.exit_code,
        done.tells("rules.yaml:2:4 not-utf-8 8"),
    )
    first, *lines = deck.read_bytes().split(b"\n")
    assert b"\xef\xbb\xbf# yaml-language-server: $schema=../../schema/sweets/main.json\r" == first
    assert all(line.endswith(b"\r") for line in lines if line)
    assert deck.name not in run("schema", "--write", project=root).stdout


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ("", True),
        ("colour: rgb\n", True),
        ("colour: cmyk\n", False),
        ("makes: pdf\ncolour: cmyk\n", True),
        ("makes: pdf\ncolour: rgb\n", False),
        ("makes: pdf\ndie_line: true\n", True),
        ("makes: sheets\n", False),
        ("makes: table\nacross: 5\ndown: 4\nlargest: 2048\n", True),
        ("makes: table\nacross: 5\ndown: 4\n", False),
        ("makes: table\nacross: 1\ndown: 4\nlargest: 2048\n", False),
        ("ink: 9\n", False),
        ("sizes: {poker: {trim: 63mm x 88mm, pixel: 800 x 1100}}\n", False),
        ("sizes: {poker: {trim: 63mm x 88mm, pixels: 800 x 1100, shape: rectangle}}\n", True),
        ("colour: pink\n", False),
        ("ink: none\n", False),
        ("inks: 300\n", False),
        ("across: 2.5\n", False),
        ("die_line: maybe\n", False),
        ("sizes: {poker: {pixels: 800 x 1100}}\n", False),
        ("notes: bring a friend\n", False),
        ("order: any\n", False),
    ],
)
def test_a_printer_is_judged_alike_by_schema_and_program(
    tmp_path: Path, known: dict[str, Any], change: str, good: bool
) -> None:
    sources = "".join(
        f"{number.name}: {{certainty: read, from: its help}}, " for number in PRINTER_NUMBERS
    )
    makes = "" if "makes" in change else "makes: png\n"
    text = f"title: My Shop\n{makes}dpi: 300\n{change}sources: {{{sources}}}\n"
    assert good == (not wrong(known["printer.json"], text))
    root = write_project(tmp_path, files={"card_data/printers/my-shop.yaml": text})
    project = cardgen.open_project(root).project
    if good:
        assert "My Shop" == find_printer(project, "my-shop").title
    else:
        with pytest.raises(CardgenError):
            find_printer(project, "my-shop")


def test_printers_and_fonts_of_a_project_are_pointed_at_their_schemas(tmp_path: Path) -> None:
    files = {
        "card_data/printers/my-shop.yaml": "title: A\n",
        "fonts/ja/fonts.yaml": "families: {}\n",
    }
    root = write_project(tmp_path, files=files)
    assert 0 == run("schema", "--write", project=root).exit_code
    line = "# yaml-language-server: $schema="
    assert (
        f"{line}../../schema/printer.json"
        == (root / "card_data/printers/my-shop.yaml").read_text().splitlines()[0]
    )
    assert (
        f"{line}../../schema/fonts.json"
        == (root / "fonts/ja/fonts.yaml").read_text().splitlines()[0]
    )
