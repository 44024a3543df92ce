"""Texts of cards as they are set: their sizes, what does not fit, and how long they might be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import HEAD, run, svg, write_project

from cardgen.api.workshop import open_project
from cardgen.base.cache import Cache
from cardgen.cards.context import Context
from cardgen.cards.text_fit import set_texts, text_rooms

FACE = svg(
    "{{ text_box(card.name, 5, 5, 50, 8, size=14, min_size=14) }}\n"
    "{{ text_box('**' ~ card.rule ~ '**', 5, 20, 50, 20, size=12, min_size=6) }}\n"
    "<text x='30' y='70' font-family='Nunito' font-size='4'>{{ card.aside }}</text>"
)
DECK = (
    HEAD + "fields: {rule: {text: {optional: true}}, aside: {text: {optional: true}}}\n"
    "cards:\n  - {id: owl, name: Owl, rule: Draw a card., aside: hoot}\n"
    "  - {id: jay, name: Jay, rule: Stay.}\n"
)
LONG = "Ziehe eine Karte vom Stapel und lege sie dann offen vor dir ab, " * 3
GERMAN = (
    f"cards:\n  owl: {{name: Eule, rule: '{LONG.strip(' ,')}', aside: hu}}\n"
    "  jay: {name: Unglückshäher mit langem Schwanz, rule: Bleib.}\n"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {"card_data/sweets/birds.de.yaml": GERMAN}
    return write_project(tmp_path, {"birds": DECK}, {"card.svg": FACE}, files=files)


def context(root: Path, language: str = "") -> Context:
    opened = open_project(root, language)
    return Context.of(opened.project, opened.games[0], opened.fonts, Cache(None))


def test_sizes_and_what_does_not_fit(root: Path) -> None:
    """Of fields that stand in boxes, alone or among other words."""
    texts = {(text.card, text.field): text for text in set_texts(context(root), ["birds"])}
    assert {
        ("owl", "name"): (14.0,),
        ("owl", "rule"): (12.0,),
        ("jay", "name"): (14.0,),
        ("jay", "rule"): (12.0,),
    } == {key: text.sizes for key, text in texts.items()}
    german = {(text.card, text.field): text for text in set_texts(context(root, "de"), ["birds"])}
    assert 6 <= german["owl", "rule"].sizes[0] < 12
    assert "does not fit" in german["jay", "name"].lack
    assert "" == german["owl", "name"].lack


def test_the_room_of_a_text_is_what_fits(root: Path) -> None:
    """One letter more does not; what stands in no box has no bound."""
    asked = {"birds": {"owl": ["name", "rule", "aside"]}}
    rooms = {room.field: room.letters for room in text_rooms(context(root), asked)}
    assert 0 == rooms["aside"]
    assert 10 < rooms["name"] < 40
    assert rooms["rule"] > 4 * rooms["name"]
    data = root / "card_data/sweets/birds.yaml"
    words = "Owl " * 40
    for letters, lack in ((rooms["name"], ""), (rooms["name"] + 3, "does not fit")):
        data.write_text(DECK.replace("name: Owl", f"name: {words[:letters].strip()}"))
        texts = {(text.card, text.field): text for text in set_texts(context(root), ["birds"])}
        assert lack in texts["owl", "name"].lack


def test_languages_tells_what_is_too_long_or_smaller(root: Path) -> None:
    done = run("languages", project=root)
    assert "1 too long, 1 smaller than the original" in done.output
    assert "birds/jay/name  does not fit its box" in done.output
    assert "birds/owl/rule  is set in " in done.output
    assert "too long" not in run("languages", "--quick", project=root).output
    told = json.loads(run("languages", "--format", "json", project=root).output)
    (german,) = told["languages"]
    fits = {
        f"{text['card']}/{text['field']}": text["fit"] for text in german["texts"] if "fit" in text
    }
    assert {"jay/name", "owl/rule"} == set(fits)
    assert 12 == fits["owl/rule"]["original_size"]
    assert {
        "there": 0,
        "missing": 1,
        "older": 0,
        "unknown": 5,
        "too_long": 1,
        "smaller": 1,
    } == german["counts"]
