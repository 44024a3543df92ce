"""Cards on which the texts of others go on, wherever cards are printed, or counted as printed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from projects import HEAD, run, svg, text_of, write_project
from test_edition_runs import project as project_with_editions

LONG = " ".join(f"word{number}" for number in range(100))
FACE = svg(
    "<text x='5' y='8' font-family='Nunito' font-size='4'>{{ card.name }}</text>"
    "{{ text_box(card.text, 5, 15, 50, 30, size=10, min_size=8, font='Nunito',"
    " continues='card') }}"
    "{% if part < parts %}<rect x='50' y='70' width='4' height='4'/>{% endif %}"
)
CARDS = (
    "continue: true\nfields: {text: {text: {optional: true}}, worth: {number: {default: 1}}}\n"
    "cards:\n"
    "  - {id: fox, name: Fox, text: few}\n"
    f"  - {{id: wolf, name: Wolf, text: '{LONG}', copies: 2}}\n"
    "  - {id: hare, name: Hare, text: few}\n"
)
IDS = ["fox", "wolf", "wolf-2", "wolf-3", "hare"]


def game(root: Path, deck: str = CARDS, **files: str) -> Path:
    templates = {"card.svg": FACE, **{k: v for k, v in files.items() if k.endswith(".svg")}}
    others = {
        f"card_data/sweets/{name}": words
        for name, words in files.items()
        if not name.endswith(".svg")
    }
    return write_project(root, {"main": deck}, templates, files=others)


def built(root: Path, *words: str) -> list[str]:
    """The words on the sheets of a build, sides one after the other."""
    out = root / "sheets"
    done = run("build", "sweets", "--paper", "a4", "--out", out, *words, project=root)
    assert 0 == done.exit_code, done.output
    (pdf,) = (out / "sweets").glob("main*.pdf")
    return [
        word
        for page in text_of(pdf)
        for word in page.split()
        if word.startswith("word") or word in ("Fox", "Wolf", "(2)", "(3)", "Hare", "few")
    ]


def test_they_lie_behind_their_first_card_on_the_sheets(tmp_path: Path) -> None:
    """As many copies of each."""
    read = built(game(tmp_path))
    assert 6 == read.count("Wolf")
    assert (2, 2) == (read.count("(2)"), read.count("(3)"))
    assert all(2 == read.count(word) for word in LONG.split())
    names = [word for word in read if not word.startswith("word")]
    assert ["Fox", "few"] == names[:2]
    assert ["Hare", "few"] == names[-2:]


@pytest.mark.parametrize("words", [(), ("--share",), ("--order", "grounds")])
def test_sheets_are_the_same_for_any_number_of_processes(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    decks = {"main": CARDS, "other": CARDS.replace("wolf", "lynx")}
    root = write_project(tmp_path, decks, {"card.svg": FACE})
    sums = set()
    for jobs in ("1", "2", "3"):
        done = run("build", "sweets", "--paper", "a4", "--jobs", jobs, *words, project=root)
        assert 0 == done.exit_code, done.output
        files = sorted((root / "output/sweets").glob("*.pdf"))
        sums.add(tuple(sha256(file.read_bytes()).hexdigest() for file in files))
    assert 1 == len(sums)


@pytest.mark.parametrize("selection", ["wolf", "Wolf", "worth > 0,!fox,!hare", "2"])
def test_a_card_is_chosen_with_those_that_follow_it(tmp_path: Path, selection: str) -> None:
    read = built(game(tmp_path), "--cards", selection, "--copies", "3")
    assert 9 == read.count("Wolf")
    assert {"few"}.isdisjoint(read)
    assert all(3 == read.count(word) for word in LONG.split())


def test_each_language_goes_on_by_itself(tmp_path: Path) -> None:
    files = {
        "game.de.yaml": "title: Deutsch\n",
        "main.de.yaml": f"cards: {{wolf: {{name: Wolf, text: kurz}}, fox: {{text: '{LONG}'}}}}\n",
    }
    read = built(game(tmp_path, **files), "--lang", "de")
    assert (2, 3) == (read.count("Wolf"), read.count("Fox"))
    assert 1 == read.count("word99")


VARIANTS = """
- id: short
  says: without the hare
  players: 2
  cards: deck.main | without(id='hare')
"""


def test_a_second_set_and_a_variant_have_them(tmp_path: Path) -> None:
    read = built(game(tmp_path / "a", "second_back: back.svg\n" + CARDS), "--second-set")
    assert 6 == read.count("Wolf")
    root = game(tmp_path / "b", **{"variants.yaml": VARIANTS})
    read = built(root, "--variant", "short")
    assert (6, 1, 0) == tuple(map(read.count, ("Wolf", "Fox", "Hare")))


def test_what_changed_since_the_print_is_told_of_each_part(tmp_path: Path) -> None:
    """A word near the end changes the card on which it stands, and no other."""
    root = game(tmp_path)
    done = run("printed", "sweets", project=root)
    assert 0 == done.exit_code, done.output
    assert all(f"      {id}:\n" in (root / "printed.yaml").read_text() for id in IDS)
    assert "as it was printed" in run("changes", "sweets", project=root).stdout

    game(tmp_path, CARDS.replace("word99", "last"))
    done = run("changes", "sweets", "--format", "json", project=root)
    cards = json.loads(done.stdout)["decks"][0]["cards"]
    assert [("wolf-3", "changed", 2)] == [
        (card["id"], card["kind"], card["print"]) for card in cards
    ]
    read = built(root, "--changed")
    assert 2 == read.count("Wolf")
    assert "word0" not in read
    pdf = text_of(root / "output/sweets/changes.pdf")
    assert "word98 word99" in " ".join("".join(pdf).split())

    game(tmp_path, CARDS.replace(LONG, "few"))
    done = run("changes", "sweets", project=root)
    assert "gone     wolf-2" in done.stdout
    assert "gone     wolf-3" in done.stdout


def test_editions_go_on_where_they_must(tmp_path: Path) -> None:
    face = FACE.replace("card.text,", "card.text ~ ' ' ~ edition.guest,")
    long_guest = " ".join(["Bartholomew"] * 60)
    root = project_with_editions(
        tmp_path,
        **{
            "main.yaml": HEAD + CARDS,
            "card.svg": face,
            "guests.csv": f"id,guest\na,Anna\nb,{long_guest}\n",
        },
        **{"editions.yaml": "fields: {guest: text}\nexample: {guest: Alma}\nname: edition.id\n"},
    )
    done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
    assert 0 == done.exit_code, done.output
    pages = {
        name: " ".join(text_of(root / f"output/sweets/editions/{name}-a4.pdf")).split()
        for name in ("a", "b")
    }
    assert 2 == pages["a"].count("word99") == pages["b"].count("word99")
    assert 1 == pages["a"].count("Fox")
    assert pages["b"].count("Fox") > 1
    assert pages["b"].count("Wolf") > pages["a"].count("Wolf")


def test_lists_count_them_and_rules_do_not(tmp_path: Path) -> None:
    rules = "- id: count\n  says: there are three\n  check: deck.main | length == 3\n"
    root = game(tmp_path, **{"rules.yaml": rules})
    listed = run("list", "sweets", project=root).stdout
    assert "5 faces" in listed
    assert "8 cards" in listed
    done = run("validate", "sweets", project=root)
    assert 0 == done.exit_code, done.output


def test_checks_look_at_them(tmp_path: Path) -> None:
    """Here the second card has letters outside of the safe zone."""
    small = "<text x='57' y='8' font-family='Nunito' font-size='3'>x</text>"
    face = FACE.replace("</svg>", f"{{% if part == 2 %}}{small}{{% endif %}}</svg>")
    done = run("validate", "sweets", project=game(tmp_path, **{"card.svg": face}))
    assert "wolf-2" in done.output


@pytest.mark.parametrize("printer", ["images", "tabletop-simulator"])
def test_printers_get_them(tmp_path: Path, printer: str) -> None:
    root = game(tmp_path)
    done = run("export", "sweets", "--printer", printer, "--force", project=root)
    assert 0 == done.exit_code, done.output
    files = [path.name for path in (root / "output/sweets").rglob("*")]
    if printer == "tabletop-simulator":
        (save,) = [path for path in (root / "output").rglob("*.json") if "index" not in path.name]
        saved = save.read_text()
        assert "Wolf (2)" in saved
        assert "Wolf (3)" in saved
    else:
        assert any("wolf-2" in name for name in files), files


def test_rulebooks_and_boxes_show_them(tmp_path: Path) -> None:
    book = "# Sweets\n\n{{ row('main/wolf', 'main/wolf-2', width=40) }}\n\n{{ deck.main | length }} animals\n"
    root = game(tmp_path, **{"rulebook.md": book})
    done = run("rulebook", "sweets", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    read = " ".join(text_of(root / "output/sweets/rulebook.pdf")).split()
    assert {"word0", "word50", "animals"} < {*read}
    assert "3" in read

    (root / "card_data/sweets/rulebook.md").write_text(book.replace("wolf-2", "wolf-9"))
    done = run("rulebook", "sweets", "--paper", "a4", project=root)
    assert 'the deck "main" has no card "wolf-9"' in done.output
    (root / "card_data/sweets/rulebook.md").write_text(book.replace("wolf-2", "wolf-99"))
    assert 'has no card "wolf-99"' in run("rulebook", "sweets", project=root).output

    done = run("box", "sweets/main", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    assert "8 cards" in " ".join(text_of(next((root / "output/sweets").glob("*box*.pdf"))))
