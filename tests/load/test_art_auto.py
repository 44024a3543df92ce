"""`art: auto`: which drawing a card gets, how it is kept, and what is told of mistakes."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from projects import HEAD, run, svg, write_project

from cardgen.api.workshop import open_project
from cardgen.model.made_art.drawing import FAMILIES, made_drawing

FACE = svg('<image href="{{ card.art }}" x="5" y="5" width="50" height="50"/>')
DECK = """art: auto
fields: {kind: text}
cards:
  - {name: Moss Troll, kind: Creature}
  - {name: Old Harbour, kind: Place}
  - {name: Iron Key, kind: Item}
  - {name: Owl, kind: Creature, art: owl}
"""


def project_of(folder: Path, deck: str) -> Path:
    root = write_project(folder, {"main": HEAD + deck}, {"card.svg": FACE})
    art = root / "card_data/sweets/art"
    art.mkdir(exist_ok=True)
    (art / "owl.svg").write_text(svg('<path d="M9 9h9v9z"/>'), "utf-8")
    return root


def art_of(root: Path) -> dict[str, str]:
    opened = open_project(root)
    return {card.id: card.fields["art"] for deck in opened.games[0].decks for card in deck}


def test_a_deck_has_art_for_cards_without(tmp_path: Path) -> None:
    root = project_of(tmp_path, DECK)
    art = art_of(root)
    assert art["owl"] == "owl"
    made = {id: made_drawing(name) for id, name in art.items() if id != "owl"}
    icons = {id: drawing.icon for id, drawing in made.items() if drawing}
    assert (icons["moss-troll"], icons["iron-key"]) == ("goblin", "key")
    harbour = made["old-harbour"]
    assert harbour
    assert harbour.family in ("waves", "vista", "stars", "skyline", "crest")
    result = run("build", "sweets", "--paper", "a4", "--ink", "low", project=root)
    assert result.exit_code == 0, result.output
    result = run("validate", "sweets", "--strict", project=root)
    assert "no errors, no warnings" in result.output


def test_cards_of_one_deck_differ(tmp_path: Path) -> None:
    """Of 200 names no two have one drawing, nor two of which one has nine tenths of the other."""
    first = "Old Red Wild Lost Holy Cold Dark Iron Lucky Grim Silver Royal Hidden Far Blue Small"
    last = "Wolf Tower Sea Key Market Spell Knight Garden Thief Moon Dance Stone Coin"
    names = [f"{one} {other}" for one in first.split() for other in last.split()][:200]
    kinds = ["Creature", "Place", "Item", "Spell", "Hero"]
    lines = [f"  - {{name: {name}, kind: {kinds[n % len(kinds)]}}}" for n, name in enumerate(names)]
    deck = "\n".join(["art: auto", "fields: {kind: text}", "cards:", *lines, ""])
    root = project_of(tmp_path, deck)
    project, folder = open_project(root).project, root / "card_data/sweets"
    shapes: dict[str, list[Counter[str]]] = {}
    for name in art_of(root).values():
        drawing = made_drawing(name)
        assert drawing
        svg_text = project.read(project.find_art(folder, name)).decode()
        elements = Counter(re.findall(r"<\w+ [^>]*>", svg_text))
        shapes.setdefault(drawing.family, []).append(elements)
    assert set(shapes) == set(FAMILIES)
    for family in shapes.values():
        for one, other in combinations(family, 2):
            assert (one & other).total() < 0.9 * max(one.total(), other.total())


def test_a_card_says_it_in_any_case_or_has_it_computed(tmp_path: Path) -> None:
    deck = DECK.replace("art: auto\n", "").replace("kind: Item", "kind: Item, art: Auto")
    deck = deck.replace("kind: Place", "kind: Place, art: {expr: \"'auto'\"}")
    art = art_of(project_of(tmp_path, deck))
    assert art["moss-troll"] is None
    assert made_drawing(art["iron-key"])
    assert made_drawing(art["old-harbour"])


def test_a_drawing_of_the_name_auto_is_that(tmp_path: Path) -> None:
    root = project_of(tmp_path, DECK.replace("art: auto\n", "").replace("art: owl", "art: auto"))
    own = root / "card_data/sweets/art/auto.svg"
    own.write_text(svg('<path d="M9 9h9v9z"/>'), "utf-8")
    assert art_of(root)["owl"] == "auto"


def test_art_is_kept_as_a_drawing_that_its_card_shows(tmp_path: Path) -> None:
    root = project_of(tmp_path, DECK)
    listed = run("art", "sweets", project=root).output
    assert "sweets/main/iron-key" in listed
    assert "owl" not in listed
    name = art_of(root)["iron-key"]
    assert run("art", "sweets", "--cards", "iron-key", "--keep", project=root).exit_code == 0
    kept = root / "card_data/sweets/art/main/iron-key.svg"
    assert art_of(root)["iron-key"] == "main/iron-key"
    project = open_project(root).project
    folder = root / "card_data/sweets"
    assert kept.read_bytes() == project.read(project.find_art(folder, name))
    again = run("art", "sweets", "--cards", "iron-key", project=root)
    assert "write  art: auto" in again.output


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("art: auto", "art: yes", 'main.yaml:5:6: art cannot be "yes"'),
        ("art: owl", "art: auto/owl", 'no drawing is called "auto/owl"; did you mean "auto"?'),
        ("art: owl", "art: autoo", 'no drawing is called "autoo"; did you mean "auto"?'),
    ],
)
def test_mistakes_are_told(before: str, after: str, told: str, tmp_path: Path) -> None:
    root = project_of(tmp_path, DECK.replace(before, after))
    assert told in run("validate", "sweets", project=root).output


@pytest.mark.parametrize("column", ["Text", "Art"])
def test_a_table_without_pictures_is_proposed_art(column: str, tmp_path: Path) -> None:
    root = project_of(tmp_path, DECK)
    table = root / "card_data/sweets/monsters.csv"
    rows = [f"Name,Type,Cost,Attack,Defence,{column}", "Troll,Beast,3,4,2,owl", "Imp,Beast,1,2,3,"]
    table.write_text("\n".join(rows) + "\n", "utf-8")
    proposal = run("table", "--guess", table, project=root).stdout
    assert "template: looks/creature.svg" in proposal
    assert ("art: auto" in proposal) == (column == "Text")
