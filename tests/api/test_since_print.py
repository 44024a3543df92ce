"""Two prints of a deck: which cards are told, shown and printed again, and that nothing else is
touched."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import BACK, run, running_text, svg, text, text_of, write_project

import cardgen
from cardgen.api.workshop import open_project
from cardgen.base.findings import CardgenError
from cardgen.load.printed import FILE, PrintRecord, read_record, record_bytes
from cardgen.model.changes import PrintedCard
from cardgen.model.project import Project
from cardgen.model.sizes import Shape
from cardgen.sheets.before_after import ChangesWriter, ShownChange

HEAD = (
    "title: Main\nsize: poker\ntemplate: wolf.svg\nback: back.svg\n"
    "fields: {rank: int, text: text, tags: {list_of: [red, green], default: []}}\n"
)
WORDS = (
    text("{{ card.name }}", 30, 20)
    + text("{{ card.rank }}: {{ card.text }}", 30, 40)
    + text("{{ card.tags | join(' ') }}", 30, 60)
)
FACE = svg(
    WORDS + '<image href="{{ card.art or \'paw\' }}.svg" x="5" y="60" width="20" height="20"/>',
    63.5,
    88.9,
)
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="8" height="{}" fill="#803030"/></svg>'
Cards = list[dict[str, Any]]


def deck_of(cards: Sequence[dict[str, Any]]) -> str:
    return HEAD + "cards:\n" + "".join(f"  - {json.dumps(card)}\n" for card in cards)


def pack(count: int = 57) -> Cards:
    return [
        {
            "id": f"c{n}",
            "name": f"Card {n}",
            "rank": n,
            "text": f"Howl {n}, twice",
            "copies": 1 + n % 3,
        }
        for n in range(count)
    ]


def den(root: Path, cards: Cards, templates: dict[str, str] | None = None, **files: str) -> Path:
    templates = {"wolf.svg": FACE, "back.svg": svg(BACK, 63.5, 88.9), **(templates or {})}
    art = {"card_data/den/art/paw.svg": ART.format(8), **files}
    return write_project(
        root, {"main": deck_of(cards)}, templates, game="title: Den\n", name="den", files=art
    )


def remember(root: Path) -> None:
    assert run("printed", project=root).exit_code == 0


def changed(root: Path, *words: str) -> dict[str, list[str]]:
    """The ids of the cards by what became of them."""
    told = run("changes", *words, "--format", "json", project=root)
    assert told.exit_code == 0, told.output
    found: dict[str, list[str]] = {}
    for deck in json.loads(told.stdout)["decks"]:
        for card in deck["cards"]:
            found.setdefault(card["kind"], []).append(card["id"])
    return found


def words_of_changes(root: Path) -> str:
    """The text of the page that shows the changes, as it runs."""
    return running_text(root / "output/den/changes.pdf")


def everything(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A deck of 57 that was printed; since then five cards have changed, two are new, and one is
    gone."""
    cards = pack()
    den(tmp_path, cards)
    remember(tmp_path)
    cards[3]["rank"], cards[10]["text"], cards[20]["name"] = 99, "Howl 10; twice", "Fox"
    cards[30]["tags"], cards[40]["art"] = ["red"], "claw"
    cards[50:51] = [
        {"id": "new-1", "name": "Nova", "rank": 1, "text": "a"},
        {"id": "new-2", "name": "Nix", "rank": 2, "text": "b", "copies": 3},
    ]
    return den(tmp_path, cards, **{"card_data/den/art/claw.svg": ART.format(3)})


def test_five_changed_two_new_one_gone_are_told_and_nothing_else(edited: Path) -> None:
    assert changed(edited) == {
        "changed": ["c3", "c10", "c20", "c30", "c40"],
        "new": ["new-1", "new-2"],
        "gone": ["c50"],
    }
    told = run("changes", project=edited)
    assert "den/main: 2 new, 5 changed, 1 gone, print 13, take out 12" in told.stdout
    assert "  changed  c3  (face, print 1, take out 1)\n           rank: 3 -> 99" in told.stdout
    assert 'text: "Howl 10, twice" -> "Howl 10; twice"' in told.stdout
    assert "tags: nothing -> red" in told.stdout


def test_their_sheets_hold_them_and_touch_no_other_file(edited: Path) -> None:
    assert run("build", "den/main", "--paper", "a4", project=edited).exit_code == 0
    before = everything(edited)
    made = run("build", "--changed", "--paper", "a4", project=edited)
    assert made.exit_code == 0
    after = everything(edited)
    assert set(after) - set(before) == {"output/den/main-changed-a4.pdf"}
    assert {name: after[name] for name in before} == before
    words = [
        line
        for page in text_of(edited / "output/den/main-changed-a4.pdf")
        for line in page.splitlines()
    ]
    names = sorted(line for line in words if line.startswith(("Card ", "Fox", "N")))
    assert names == sorted(
        [
            "Card 3",
            *["Card 10"] * 2,
            *["Fox"] * 3,
            "Card 30",
            *["Card 40"] * 2,
            "Nova",
            *["Nix"] * 3,
        ]
    )
    assert (
        "take these old cards out of the box: main/c3, main/c10 (2 copies), main/c20 (3 copies)"
        in made.stderr
    )
    assert "main/c50 (3 copies)" in made.stderr


def test_once_they_are_printed_nothing_is_to_be_printed(edited: Path) -> None:
    remember(edited)
    assert changed(edited) == {}
    made = run("build", "--changed", project=edited)
    assert made.exit_code == 0
    assert "nothing is to be printed that does not lie on the table" in made.stderr
    assert not (edited / "output").exists()


def test_a_template_changes_all_its_cards(tmp_path: Path) -> None:
    den(tmp_path, pack())
    remember(tmp_path)
    den(
        tmp_path,
        pack(),
        {"wolf.svg": FACE.replace('size="4"', 'size="4.2"')},
    )
    assert changed(tmp_path) == {"changed": [f"c{n}" for n in range(57)]}
    told = run("changes", project=tmp_path).stdout.splitlines()
    many = "c0, c1, c2, c3, c4, c5, c6, c7 and 49 more  (face: their template, their art, a font or a style, print "
    assert [f"  changed  {many}"] == [
        line.partition("print ")[0] + "print " for line in told if line.startswith("  ")
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[Howl]{color=red} 1, twice", '"Howl" plain -> color red'),
        (
            "Howl [1]{.bold size=1.5}, *twice*",
            '"1" plain -> bold, size 1.5; "twice" plain -> italic',
        ),
        ("Howl **1**, now", '"Howl 1, twice" -> "Howl **1**, now"'),
    ],
)
def test_a_word_that_looks_otherwise_is_a_change(tmp_path: Path, text: str, told: str) -> None:
    """Its colour alone, too, and it is told which word it is."""
    templates = {"wolf.svg": svg("{{ text_box(card.text, 5, 5, 50, 40, size=9) }}", 63.5, 88.9)}
    den(tmp_path, pack(2), templates)
    remember(tmp_path)
    first, second = pack(2)
    den(tmp_path, [first, {**second, "text": text}], templates)
    lines = run("changes", project=tmp_path).stdout.splitlines()
    assert [f"text: {told}"] == [line.strip() for line in lines if "text:" in line]


def test_cards_that_say_something_else_are_told_beside_those_of_their_template(
    tmp_path: Path,
) -> None:
    den(tmp_path, pack())
    remember(tmp_path)
    cards = [{**card, "name": "Kart"} if card["id"] == "c3" else card for card in pack()]
    den(
        tmp_path,
        cards,
        {"wolf.svg": FACE.replace('size="4"', 'size="4.2"')},
    )
    told = [
        line
        for line in run("changes", project=tmp_path).stdout.splitlines()
        if line.startswith("  ")
    ]
    assert 3 == len(told), told
    assert told[0].startswith(
        "  changed  c0, c1, c2, c4, c5, c6, c7, c8 and 48 more  (face: their template"
    )
    assert told[1].startswith("  changed  c3  (face, print ")
    assert 'name: "Card 3" -> Kart' in told[2]


def test_a_back_changes_all_its_cards(tmp_path: Path) -> None:
    den(tmp_path, pack(4))
    remember(tmp_path)
    den(
        tmp_path,
        pack(4),
        {"back.svg": svg(BACK.replace("#335577", "#335578"), 63.5, 88.9)},
    )
    assert changed(tmp_path) == {"changed": ["c0", "c1", "c2", "c3"]}
    assert "c0  (back: its template" in run("changes", project=tmp_path).stdout


def test_names_of_files_change_no_card(tmp_path: Path) -> None:
    """Of templates, art and the folder of the project; and the order of the cards, the processes
    and a cache that is lost."""
    cards = [{**card, "art": "paw"} for card in pack()]
    den(tmp_path / "one", cards)
    remember(tmp_path / "one")
    there = tmp_path / "two"
    shutil.move(tmp_path / "one", there)
    (there / "templates/wolf.svg").rename(there / "templates/beast.svg")
    (there / "templates/back.svg").rename(there / "templates/behind.svg")
    (there / "card_data/den/art/paw.svg").rename(there / "card_data/den/art/claw.svg")
    deck = there / "card_data/den/main.yaml"
    renamed = deck_of([{**card, "art": "claw"} for card in reversed(cards)])
    deck.write_text(
        renamed.replace("wolf.svg", "beast.svg").replace("back.svg", "behind.svg"), "utf-8"
    )
    shutil.rmtree(os.environ["CARDGEN_CACHE"], ignore_errors=True)
    assert changed(there) == {}
    assert changed(there, "--jobs", "2") == {}


def test_the_record_does_not_depend_on_processes_or_the_order_of_cards(tmp_path: Path) -> None:
    den(tmp_path, pack())
    remember(tmp_path)
    first = (tmp_path / FILE).read_bytes()
    den(tmp_path, pack()[::-1])
    assert run("printed", "--jobs", "2", project=tmp_path).exit_code == 0
    assert (tmp_path / FILE).read_bytes() == first


def test_another_id_is_told_and_not_printed(tmp_path: Path) -> None:
    cards = pack(4)
    den(tmp_path, cards)
    remember(tmp_path)
    cards[1]["id"] = "wolf"
    den(tmp_path, cards)
    assert changed(tmp_path) == {"renamed": ["wolf"]}
    assert run("changes", project=tmp_path).tells("renamed  wolf  (it was c1)")
    assert not (tmp_path / "output/den/changes.pdf").exists()
    assert run("build", "--changed", project=tmp_path).tells("note nothing-made")


def test_two_more_copies_are_two_cards(tmp_path: Path) -> None:
    cards = pack(4)
    den(tmp_path, cards)
    remember(tmp_path)
    cards[2]["copies"] = 5
    den(tmp_path, cards)
    assert changed(tmp_path) == {"copies": ["c2"]}
    assert "c2  (5 instead of 3, print 2)" in run("changes", project=tmp_path).stdout
    run("build", "--changed", "--paper", "a4", project=tmp_path)
    assert "".join(text_of(tmp_path / "output/den/main-changed-a4.pdf")).count("Card 2") == 2


def test_a_card_that_says_its_copies_is_printed_as_it_is_in_the_deck(tmp_path: Path) -> None:
    """So many as it has, though only some are printed now."""
    shown = {"wolf.svg": svg(text("{{ card.name }} of {{ card.copies }}"), 63.5, 88.9)}
    cards = pack(2)
    den(tmp_path, [*cards, {"id": "c9", "name": "Ape", "rank": 1, "text": "x", "copies": 7}], shown)
    remember(tmp_path)
    (tmp_path / FILE).write_text(
        (tmp_path / FILE).read_text("utf-8").replace("copies: 7", "copies: 6"), "utf-8"
    )
    run("build", "--changed", "--paper", "a4", project=tmp_path)
    assert "".join(text_of(tmp_path / "output/den/main-changed-a4.pdf")).count("Ape of 7") == 1


def test_the_page_shows_each_before_and_after(edited: Path) -> None:
    assert run("changes", project=edited).exit_code == 0
    pages = words_of_changes(edited)
    assert "Den: Main" in pages
    assert "Card 3 c3 changed face differs print 1, take out 1 rank 3 → 99" in pages
    assert all(
        each in pages
        for each in ("3: Howl 3, twice", "99: Howl 3, twice", "new print 3", "gone take out 3")
    )
    assert pages.count("before") == 6
    assert pages.count("a new card") == pages.count("new print")
    assert pages.count("taken out") == pages.count("gone take out")
    assert "drawn as today" not in pages


def test_what_differs_is_framed_on_both_pictures(
    edited: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Around the number of Card 3, at the left of its upper edge; nothing on cards that came or
    went."""
    rows: dict[str, tuple[ShownChange, Shape]] = {}
    monkeypatch.setattr(
        ChangesWriter, "row", lambda writer, row, shape: rows.update({row.id: (row, shape)})
    )
    assert run("changes", project=edited).exit_code == 0
    row, shape = rows["c3"]
    (ring,) = row.rings
    assert ring.width * ring.height < 0.2 * shape.width * shape.height
    other = {row.kind for row, _ in rows.values() if not row.rings}
    assert {"new", "gone"} <= other


def test_what_cannot_be_drawn_as_it_was_is_not_shown_as_if_it_were(tmp_path: Path) -> None:
    cards = pack(2)
    den(tmp_path, cards)
    remember(tmp_path)
    cards[0]["rank"] = 5
    den(
        tmp_path,
        cards,
        {"wolf.svg": FACE.replace('x="30"', 'x="31"')},
    )
    assert run("changes", project=tmp_path).exit_code == 0
    pages = words_of_changes(tmp_path)
    assert "its words before, drawn as today" in pages
    assert "not to be drawn again: what it is made of has changed" in pages


def test_a_card_that_says_how_many_there_are_is_shown_as_it_was(tmp_path: Path) -> None:
    """Before and after are drawn within the whole deck of their time."""
    templates = {"wolf.svg": svg(text("{{ card.name }} of {{ deck.main | copies }}"), 63.5, 88.9)}
    cards: Cards = [{"id": f"c{n}", "name": f"Card {n}", "rank": n, "text": "x"} for n in range(4)]
    den(tmp_path, cards, templates)
    remember(tmp_path)
    cards[0]["name"] = "Wolf"
    den(tmp_path, [*cards, {**cards[3], "id": "c4"}], templates)
    assert run("changes", project=tmp_path).exit_code == 0
    pages = words_of_changes(tmp_path)
    assert "Card 0 of 4" in pages
    assert "Wolf of 5" in pages
    assert "drawn as today" not in pages


def test_values_that_the_fields_no_longer_hold_are_told_and_not_drawn(tmp_path: Path) -> None:
    cards: Cards = [{**card, "tags": ["red"]} for card in pack(2)]
    den(tmp_path, cards)
    remember(tmp_path)
    den(tmp_path, [{**card, "tags": ["blue"]} for card in cards])
    deck = tmp_path / "card_data/den/main.yaml"
    deck.write_text(deck.read_text("utf-8").replace("[red, green]", "[blue]"), "utf-8")
    assert "tags: red -> blue" in run("changes", project=tmp_path).stdout
    assert "not to be drawn again" in words_of_changes(tmp_path)


def test_a_deck_that_was_printed_alone_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    den(tmp_path, pack(2), **{"card_data/den/more.yaml": deck_of(pack(2))})
    remember(tmp_path)
    den(tmp_path, pack(3), **{"card_data/den/more.yaml": deck_of(pack(3))})
    assert run("printed", "den/more", project=tmp_path).exit_code == 0
    found = open_project(tmp_path).changes()
    assert [(each.deck.id, list(each.due)) for each in found.decks] == [
        ("main", ["c2"]),
        ("more", []),
    ]


def test_decks_that_share_sheets_share_them_for_changes_too(tmp_path: Path) -> None:
    den(tmp_path, pack(2), **{"card_data/den/more.yaml": deck_of(pack(2))})
    remember(tmp_path)
    den(tmp_path, pack(3), **{"card_data/den/more.yaml": deck_of(pack(4))})
    assert run("build", "--changed", "--share", "--paper", "a4", project=tmp_path).exit_code == 0
    (made,) = (tmp_path / "output/den").glob("*.pdf")
    assert made.name == "shared-poker-changed-a4.pdf"
    assert "".join(text_of(made)).count("Card ") == 3 + 3 + 1


def test_another_version_may_have_drawn_otherwise(tmp_path: Path) -> None:
    den(tmp_path, pack(2))
    remember(tmp_path)
    file = tmp_path / FILE
    file.write_text(
        file.read_text("utf-8").replace(f"cardgen: {cardgen.__version__}", "cardgen: 0.0.1"),
        "utf-8",
    )
    assert "0.0.1" not in run("changes", project=tmp_path).stderr
    den(
        tmp_path,
        pack(2),
        {"wolf.svg": FACE.replace('x="30"', 'x="31"')},
    )
    assert "printed by version 0.0.1 of cardgen" in run("changes", project=tmp_path).stderr


def test_an_earlier_page_is_told(tmp_path: Path) -> None:
    cards = pack(2)
    den(tmp_path, cards)
    remember(tmp_path)
    cards[0]["rank"] = 5
    den(tmp_path, cards)
    run("changes", project=tmp_path)
    remember(tmp_path)
    told = run("changes", project=tmp_path).stderr
    assert "note: nothing looks different, and " in told
    assert "changes.pdf is of an earlier run" in told


def test_nothing_is_said_of_how_it_looks_where_a_deck_cannot_be_drawn(tmp_path: Path) -> None:
    other = {
        "card_data/den/other.yaml": "size: poker\ntemplate: other.svg\ncards:\n  - {id: one}\n"
    }
    cards = pack(2)
    templates = {"other.svg": svg("", 63.5, 88.9)}
    den(tmp_path, cards, templates, **other)
    remember(tmp_path)
    cards[0]["rank"] = 5
    den(tmp_path, cards, templates, **other)
    run("changes", project=tmp_path)
    remember(tmp_path)
    den(tmp_path, cards, {"other.svg": svg("{{ nowhere }}", 63.5, 88.9)}, **other)
    told = run("changes", project=tmp_path)
    assert "nowhere" in told.stderr
    (note,) = [finding for finding in told.findings if finding.code == "nothing-made"]
    assert "changes.pdf" in note.what


def test_without_a_record_the_remedy_is_told(tmp_path: Path) -> None:
    den(tmp_path, pack(2))
    for words in (("changes",), ("build", "--changed"), ("changes", "den/main")):
        told = run(*words, project=tmp_path)
        assert told.exit_code == 2
        assert "printed.yaml does not say what was printed of den" in told.stderr
        assert "run  cardgen printed den" in told.stderr
    assert not (tmp_path / "output").exists()


def test_a_call_that_cannot_be_is_data_too(tmp_path: Path) -> None:
    """A program that reads the report gets one whatever is wrong with the call, as of validate."""
    den(tmp_path, pack(2))
    for words in ((), ("den/nothing",), ("--paper", "a44"), ("--lang", "de")):
        told, done = (
            run("changes", *words, project=tmp_path),
            run("changes", *words, "--format", "json", project=tmp_path),
        )
        report = json.loads(done.stdout)
        assert (2, 2, told.stderr) == (done.exit_code, report["exit_code"], done.stderr)
        assert [
            f"error: {each['message']}; {each['remedy']}" for each in report["problems"]
        ] == told.stderr.splitlines()


def test_a_program_is_told_where_a_problem_stands(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": "", "other": ""})
    assert 0 == run("printed", project=root).exit_code
    (root / "card_data/sweets/other.yaml").write_text("title: A\nsize: pocker\n")
    problems = json.loads(run("changes", "--format", "json", project=root).stdout)["problems"]
    (problem,) = [each for each in problems if "pocker" in each["message"]]
    assert ("card_data/sweets/other.yaml", 2, 7) == (
        problem["file"][-27:],
        problem["line"],
        problem["column"],
    )


def test_decks_that_were_never_printed_are_told(tmp_path: Path) -> None:
    den(tmp_path, pack(2))
    remember(tmp_path)
    (tmp_path / "card_data/den/more.yaml").write_text(deck_of(pack(1)), "utf-8")
    told = run("changes", project=tmp_path)
    assert told.exit_code == 0
    assert "nothing says what was printed of them: den/more" in told.stderr
    assert run("changes", "den/more", project=tmp_path).exit_code == 2
    assert json.loads(run("changes", "--format", "json", project=tmp_path).stdout)[
        "never_printed"
    ] == ["den/more"]


def test_a_deck_that_is_gone_is_told_until_its_game_is_printed(tmp_path: Path) -> None:
    den(tmp_path, pack(2), **{"card_data/den/more.yaml": deck_of(pack(3))})
    remember(tmp_path)
    (tmp_path / "card_data/den/more.yaml").unlink()
    assert (
        "this deck is no more: take it out of the box (6 cards): den/more"
        in run("changes", project=tmp_path).stderr
    )
    remember(tmp_path)
    assert "no more" not in run("changes", project=tmp_path).stderr


def test_a_deck_that_cannot_be_drawn_keeps_what_is_remembered_of_it(tmp_path: Path) -> None:
    den(tmp_path, pack(2), **{"card_data/den/more.yaml": deck_of(pack(3))})
    remember(tmp_path)
    before = read_record(Project(tmp_path, tmp_path / "output")).decks
    (tmp_path / "card_data/den/more.yaml").write_text(
        deck_of([{"id": "x", "rank": 1, "text": "x", "art": "nowhere"}]), "utf-8"
    )
    told = run("printed", project=tmp_path)
    assert told.exit_code == 2
    assert read_record(Project(tmp_path, tmp_path / "output")).decks == before
    assert run("changes", project=tmp_path).exit_code == 2


def test_a_draft_can_be_printed_and_compared(tmp_path: Path) -> None:
    cards = [{**card, "art": "missing"} for card in pack(2)]
    den(tmp_path, cards)
    assert run("printed", project=tmp_path).exit_code == 2
    assert run("printed", "--draft", project=tmp_path).exit_code == 0
    assert changed(tmp_path, "--draft") == {}
    cards[0]["rank"] = 7
    den(tmp_path, cards)
    assert changed(tmp_path, "--draft") == {"changed": ["c0"]}
    assert run("build", "--changed", "--draft", "--paper", "a4", project=tmp_path).exit_code == 0
    assert [path.name for path in (tmp_path / "output/den").glob("main*")] == [
        "main-changed-a4-draft.pdf"
    ]


def test_each_language_is_a_deck_of_its_own(tmp_path: Path) -> None:
    words = {
        "card_data/den/game.de.yaml": "title: Bau\n",
        "card_data/den/main.de.yaml": "cards: {c0: {name: Karte}}\n",
    }
    den(tmp_path, pack(2), **words)
    remember(tmp_path)
    told = run("changes", "--lang", "de", project=tmp_path)
    assert (2, True) == (
        told.exit_code,
        told.stderr.endswith("run  cardgen printed den --lang de\n"),
    )
    assert run("printed", "--lang", "de", project=tmp_path).exit_code == 0
    (tmp_path / "card_data/den/main.de.yaml").write_text("cards: {c0: {name: Kärtchen}}\n", "utf-8")
    assert changed(tmp_path, "--lang", "de") == {"changed": ["c0"]}
    assert changed(tmp_path) == {}


def test_what_chooses_cards_does_not_go_with_it(tmp_path: Path) -> None:
    den(tmp_path, pack(2))
    remember(tmp_path)
    told = run("build", "--changed", "--cards", "c0", project=tmp_path)
    assert told.exit_code == 2
    assert "--changed chooses the cards itself" in told.stderr


def test_shipped_games_are_not_written_among(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("printed").exit_code == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "games: {den: {main: {c0: {face: xyz}}}}",
            "printed.yaml:1:33: the face of c0 is xyz, not the digest of a picture",
        ),
        ("games: {den: {main: {c0: {}}}}", "this card has no face"),
        (
            "games: {den: {main: {c0: {face: 0123456789abcdef, copies: many}}}}",
            'copies of c0 is "many"',
        ),
        ("games: {den: [main]}", "den must be decks with their cards"),
        ("tables: {}", 'this file has no "tables"'),
        (
            "<<<<<<< HEAD\ngames: {}\n=======\n>>>>>>> other\n",
            "printed.yaml:1 merge-conflict",
        ),
    ],
)
def test_a_record_that_cannot_be_understood_is_refused_in_words(
    tmp_path: Path, text: str, said: str
) -> None:
    den(tmp_path, pack(1))
    (tmp_path / FILE).write_text(text, "utf-8")
    for words in (("changes",), ("printed",), ("build", "--changed")):
        told = run(*words, project=tmp_path)
        assert told.exit_code == 2
        assert told.tells(said)
    assert (tmp_path / FILE).read_text("utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_record_that_leads_out_is_refused(tmp_path: Path) -> None:
    root = den(tmp_path / "here", pack(1))
    (tmp_path / "elsewhere.yaml").write_text("games: {}\n", "utf-8")
    (root / FILE).symlink_to(tmp_path / "elsewhere.yaml")
    for words in (("changes",), ("printed",), ("build", "--changed")):
        told = run(*words, project=root)
        assert (told.exit_code, told.tells("printed.yaml link-leads-out")) == (2, True)
    assert (tmp_path / "elsewhere.yaml").read_text("utf-8") == "games: {}\n"


said = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="￾￿")
) | st.sampled_from(
    ["no", "1.50", " a", "a: b", "# c", "- d", "\n", "\t", "[", "'", '"', "\\", " ", "𝄞"]
)


@given(
    st.dictionaries(
        st.sampled_from(["name", "text", "no"]),
        said.filter(bool) | st.lists(said, min_size=1).map(tuple),
    ),
    st.integers(0, 999),
)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, fields: dict[str, Any], copies: int
) -> None:
    project = Project(tmp_path_factory.mktemp("record"), Path("output"))
    cards = {
        ("den", "main"): [PrintedCard("on", "0" * 16, "", copies, fields)],
        ("den", "none"): [],
    }
    file, data = record_bytes(project, PrintRecord(cards, "0.1"))
    file.write_bytes(data)
    assert read_record(project) == PrintRecord(cards, "0.1")


@pytest.mark.skipif(shutil.which("git") is None, reason="git merges")
def test_lines_of_different_cards_merge(tmp_path: Path) -> None:
    """Each of two people has printed another card: their files merge into the one that both would
    have written."""
    changes = {
        "base": {},
        "ours": {"c0": "Wolf"},
        "theirs": {"c2": "Owl"},
        "both": {"c0": "Wolf", "c2": "Owl"},
    }
    for name, others in changes.items():
        root = den(
            tmp_path / name,
            [{**card, "name": others.get(card["id"], card["name"])} for card in pack(4)],
        )
        remember(root)
    files = [str(tmp_path / name / FILE) for name in ("ours", "base", "theirs")]
    merged = subprocess.run(["git", "merge-file", "-p", *files], capture_output=True, check=True)
    assert merged.stdout == (tmp_path / "both" / FILE).read_bytes()


def test_more_than_can_be_read_again_is_not_written(tmp_path: Path) -> None:
    many = [PrintedCard(f"c{n}", "0" * 16) for n in range(60_000)]
    with pytest.raises(CardgenError, match=r"more cards than one .* can remember"):
        record_bytes(Project(tmp_path, tmp_path), PrintRecord({("den", "main"): many}))


def test_the_workshop_tells_the_same(edited: Path) -> None:
    found = open_project(edited).changes(["den"])
    assert [
        (change.kind, change.due, change.out)
        for change in found.decks[0].changes
        if change.id == "c20"
    ] == [("changed", 3, 3)]


def test_a_back_of_any_outline_is_shown_as_it_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><path d="M0 0H60L0 40Z"/></svg>'
    deck = "size: 60mm x 40mm\nshape: {outline: ship.svg}\ntemplate: face.svg\nback: back.svg\ncards: [{id: a, name: A}]\n"
    faces = {"face.svg": svg("", 60, 40), "back.svg": svg("", 60, 40)}
    files = {"card_data/sweets/art/ship.svg": ship}
    write_project(tmp_path, {"main": deck}, faces, files=files)
    remember(tmp_path)
    shapes = []
    monkeypatch.setattr(ChangesWriter, "row", lambda writer, row, shape: shapes.append(shape))
    for side in ("back.svg", "face.svg"):
        changed_side = svg('<rect width="9" height="9"/>', 60, 40)
        write_project(tmp_path, {"main": deck}, {**faces, side: changed_side}, files=files)
        assert run("changes", project=tmp_path).exit_code == 0
    behind, front = shapes
    assert front.outline != behind.outline
    assert front.behind == behind
