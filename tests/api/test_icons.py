"""Icons of sets on their road: added, searched, taken, credited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import HEAD, run, svg, text_of, write_project

import cardgen
from cardgen.load.icon_catalogue import open_catalogue

SET = {
    "prefix": "demo",
    "info": {"name": "Demo", "author": {"name": "Your Name"}, "license": {"title": "CC BY 4.0"}},
    "width": 24,
    "height": 24,
    "icons": {
        "war-scythe": {"body": '<path fill="#000" d="M2 2h20v4z"/>'},
        "targe": {"body": '<path d="M2 2h20v20z"/>'},
        "gonfalon": {"body": '<path fill="red" d="M2 2h9v9z"/><path fill="#fff" d="M3 3h3v3z"/>'},
        "wood": {"body": '<path d="M2 2h20v20z"/>'},
    },
    "aliases": {"reaper": {"parent": "war-scythe"}},
    "categories": {"Polearms": ["war-scythe", "targe"]},
}
WOOD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
DECK = HEAD + 'fields: {rule: text}\ncards:\n  - {id: owl, name: Owl, rule: "Pay {wood}."}\n'
FACE = svg("{{ text_box(card.rule, 5, 20, 50, 20, size=12) }}")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "game"
    files = {"templates/icons/keywords.yaml": "wood: [timber, Billet]\n"}
    write_project(
        root,
        {"birds": DECK},
        {"card.svg": FACE, "icons/wood.svg": WOOD, "icons/color/wood.svg": WOOD},
        files=files,
    )
    return root


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    file = tmp_path / "demo.json"
    file.write_text(json.dumps(SET), "utf-8")
    return file


def icons(root: Path, *words: str, code: int = 0) -> str:
    done = run("icons", *words, project=root)
    assert code == done.exit_code, done.output
    return done.output


def test_a_set_is_added_and_listed_with_its_credit(root: Path, demo: Path) -> None:
    assert "demo" not in icons(root)
    output = icons(root, "--from", str(demo))
    assert "templates/icon-sets/demo.json" in output
    assert "licence" not in output
    (line,) = [line for line in icons(root).splitlines() if line.startswith("demo")]
    assert "4 icons" in line
    assert "Your Name, CC BY 4.0" in line


def test_a_set_without_a_licence_gets_one(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "My Icons"
    folder.mkdir()
    (folder / "glaive.svg").write_text(WOOD)
    assert "--licence" in icons(root, "--from", str(folder))
    said = ["--author", "B. Jones", "--licence", "CC0 1.0", "--source", "https://example.org"]
    assert "note" not in icons(root, "--from", str(folder), *said)
    (entry,) = json.loads(icons(root, "glaive", "--format", "json"))
    assert ("my-icons", "B. Jones", "CC0 1.0") == (entry["set"], entry["author"], entry["licence"])


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["scythe"], ["demo:war-scythe"]),
        (["reaper"], ["demo:war-scythe"]),
        (["polearms"], ["demo:targe", "demo:war-scythe"]),
        (["POLE", "arge"], ["demo:targe"]),
        (["timber"], ["templates/icons:wood"]),
        (["wood"], ["templates/icons:wood", "cardgen:wood", "demo:wood"]),
        (["demo:wood"], ["demo:wood"]),
        (["billet"], ["templates/icons:wood", "templates/icons:color/wood"]),
        (["bat"], ["cardgen:bat"]),
    ],
)
def test_icons_are_found_by_name_keyword_and_alias(
    root: Path, demo: Path, words: list[str], names: list[str]
) -> None:
    icons(root, "--from", str(demo))
    entries = json.loads(icons(root, *words, "--format", "json"))
    found_names = [f"{entry['set']}:{entry['name']}" for entry in entries]
    assert names == found_names[: len(names)]


def test_all_shipped_keywords_name_icons() -> None:
    """An icon whose keywords are called otherwise would not be found by them."""
    problems: list[cardgen.Finding] = []
    project = cardgen.open_project(None).project
    catalogue = open_catalogue(project, problems)
    assert not problems
    assert catalogue.entries


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("shiedl", 'did you mean "shield"'),
        ("demp:wood", 'did you mean "demo"?'),
        ("zzzz", "cardgen icons --from FILE"),
    ],
)
def test_what_is_not_there_has_a_remedy(root: Path, demo: Path, word: str, remedy: str) -> None:
    icons(root, "--from", str(demo))
    assert remedy in icons(root, word, code=2)


def test_an_icon_is_taken_with_its_credit(root: Path, demo: Path) -> None:
    icons(root, "--from", str(demo))
    icons(root, "--take", "reaper")
    taken = (root / "templates/icons/war-scythe.svg").read_text("utf-8")
    assert 'fill="currentColor"' in taken
    assert "#000" not in taken
    credits = (root / "credits.yaml").read_text("utf-8")
    assert "templates/icons/war-scythe.svg: {author: Your Name, licence: CC BY 4.0" in credits
    done = run("validate", project=root)
    assert "credits.yaml" not in done.output


def test_an_icon_in_colours_keeps_them(root: Path, demo: Path) -> None:
    icons(root, "--from", str(demo))
    icons(root, "--take", "demo:gonfalon")
    taken = (root / "templates/icons/gonfalon.svg").read_text("utf-8")
    assert 'fill="red"' in taken
    assert "currentColor" not in taken


def test_an_icon_changes_no_card_that_shows_another_of_its_name(root: Path, demo: Path) -> None:
    icons(root, "--from", str(demo))
    assert "wood-2" in icons(root, "--take", "demo:wood")
    assert WOOD == (root / "templates/icons/wood.svg").read_text("utf-8")
    icons(root, "--take", "demo:wood", "--as", "plank")
    assert (root / "templates/icons/plank.svg").is_file()
    assert "already" in icons(root, "--take", "demo:gonfalon", "--as", "plank", code=2)
    assert "small letters" in icons(root, "--take", "demo:gonfalon", "--as", "../up", code=2)


def test_an_icon_that_is_there_is_not_taken(root: Path) -> None:
    assert "{bat}" in icons(root, "--take", "bat", code=2)
    assert "use one of: wood" in icons(root, "--take", "billet", code=2)


def test_credits_that_are_there_stay(root: Path, demo: Path) -> None:
    mine = "# ours\ndrawings:\n  card_data/sweets/art/owl.png: {author: C. Doe, licence: own}\n"
    (root / "credits.yaml").write_text(mine, "utf-8")
    icons(root, "--from", str(demo))
    icons(root, "--take", "targe")
    text = (root / "credits.yaml").read_text("utf-8")
    assert text.startswith(mine)
    assert "templates/icons/targe.svg" in text


CREDITS = """drawings:
  templates/icons/wood.svg: {author: Your Name, source: "https://example.org"}
  templates/icons/gone.svg: {licence: CC0}
  card_data/other/art/x.svg: {author: Nobody, licence: CC0}
"""


def test_a_drawing_without_a_licence_is_told(root: Path) -> None:
    (root / "credits.yaml").write_text(CREDITS, "utf-8")
    output = run("validate", project=root).output
    assert "credits.yaml:2" in output
    assert "warning: nothing says by which licence templates/icons/wood.svg is used" in output
    assert "note: there is no drawing templates/icons/gone.svg" in output
    wrong = CREDITS.replace("author", "autor")
    (root / "credits.yaml").write_text(wrong, "utf-8")
    assert 'did you mean "author"?' in run("validate", project=root).output


def test_the_book_and_the_files_name_who_drew_them(root: Path) -> None:
    (root / "credits.yaml").write_text(CREDITS, "utf-8")
    (root / "card_data/sweets/rulebook.md").write_text("# Sweets\n\n## Play\n\nPay {wood}.\n")
    done = run("rulebook", "sweets", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    book = " ".join(" ".join(text_of(root / "output/sweets/rulebook-a4.pdf")).split())
    assert "wood: Your Name, https://example.org." in book
    assert "Nobody" not in book
    run("export", "sweets", "--printer", "images", project=root)
    exported = root / "output/sweets/images/birds/credits.txt"
    assert "wood: Your Name, https://example.org." in exported.read_text("utf-8")
    run("build", "sweets", "--paper", "a4", project=root)
    assert b"Your Name" in (root / "output/sweets/birds-a4.pdf").read_bytes()


def test_sets_of_a_stranger_do_not_hinder_a_search(root: Path, demo: Path) -> None:
    icons(root, "--from", str(demo))
    (root / "templates/icon-sets/bad.json").write_text("{")
    done = run("icons", "targe", project=root)
    assert "demo:targe" in done.output
    assert "bad.json" in done.output
