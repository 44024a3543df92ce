"""What YAML leaves out of texts, and comments that are comments."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import SHIPPED, run, write_project

from cardgen.rules.housekeeping import left_out_of_project
from cardgen.schema.left_out import texts_left_out


def told(text: str, prose: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    found = texts_left_out(Path("f.yaml"), text, prose)
    return [
        (
            each.place.line if each.place else 0,
            each.what.split('"')[-2 if each.what.endswith('"') else 1],
        )
        for each in found
    ]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\ntext: Move to house #3 and wait", 2, "Move to house"),
        ("name: #1 Fan", 1, "#1 Fan"),
        ("name:    #hush", 1, "#hush"),
        ("- one\n- #1 Fan", 2, "#1 Fan"),
        ("l: [a #b\n , c]", 1, "a"),
        ("l: [a, #b\n c]", 1, "a"),
        ("text: | #1 Fan\n  x", 1, "#1 Fan"),
        ("text: one\n  two #three", 1, "one two"),
        ("text: one\n  #two three", 1, "one"),
        ("text: Go to house # 3", 1, "Go to house"),
        ("text: Go to No. # 3", 1, "Go to No."),
        ("text: Pay the # of coins", 1, "Pay the"),
        ("text: Draw (see # above)", 1, "Draw (see"),
        ("ink: #2B2138", 1, "#2B2138"),
        ("name: &Sons", 1, "&Sons"),
        ("name: &Co rest", 1, "&Co"),
        ("name: # 1 Fan", 1, "# 1 Fan"),
    ],
)
def test_what_may_be_text_is_told(text: str, line: int, said: str) -> None:
    assert [(line, said)] == told(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("text: Draw # cards", "Draw"),
        ("text: Gain # coins and # wood", "Gain"),
        ("text: Draw # 2 cards, then discard one.", "Draw"),
        ("text: Draw # 2", "Draw"),
        ("text: Roll # 2-3 dice, then stop.", "Roll"),
        ("text:\n- Roll a d6 # times, then stop.", "Roll a d6"),
    ],
)
def test_sentences_go_on_behind_a_sign_for_number(text: str, said: str) -> None:
    """In fields that hold sentences."""
    assert [said] == [words for _, words in told(text, ("text",))]
    assert [] == told(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "text: Draw two  # cards",
            "text: Draw two. # cards",
            "text: Draw two # TODO cards",
            "text: Draw two # Cards are rare",
        ),
        *(
            "text: Draw two # too many?",
            "text: Flying # see rules",
            "name: Owl # the wise one",
            "text: # nothing yet",
            "text: Flying # 2 in the deck",
            "text: Flying # 3x",
            "text: Flying # 2 copies",
            "text: Flying # 2nd try",
            "text: Flying # 2 was too strong",
            "text: Flying # 2 or 3?",
            "text: It flies away # 2026-11-03 it drew two",
            "text: It flies away # 3.11. it drew two",
            "text: Draws a card. # 2 are rare",
            "text: Draw  # 2 cards",
            "text: 3 # cards",
        ),
    ],
)
def test_comments_on_sentences_are_comments(text: str) -> None:
    assert [] == told(text, ("text",))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "copies: 3  # was 4",
            "copies: 3 # was 4",
            "copies: 3 #was 4",
            "size: 63mm x 88mm #poker",
            "size: poker # usual",
            "id: a #first",
        ),
        *(
            "name: Old Oak # our favourite",
            "name: Old Oak  #our favourite",
            "title: My Game #TODO",
            "title: My Game ######",
            "x: true #so",
        ),
        *(
            "text: one\n#name: x",
            "text: one\n  #name: x",
            "text: one\n  # name",
            "text: one\n  #- a",
            "m: #list\n  n: 1",
            "m: # list\n  - a",
        ),
        *(
            'text: "x #1" #2',
            "text: C# and F#",
            "text: |\n  #1 is\n  # x",
            "text: > # folded\n  x",
            "a: &c Fight\nb: *c",
            "k: &a {x: 1}",
            "a: [",
        ),
    ],
)
def test_comments_are_comments(text: str) -> None:
    assert [] == told(text)


def test_the_files_that_ship_leave_nothing_out() -> None:
    files = [
        *SHIPPED.glob("card_data/**/*.yaml"),
        *SHIPPED.glob("cardgen/**/*.yaml"),
        *SHIPPED.glob("fonts/*.yaml"),
    ]
    assert len(files) > 50
    assert [] == [told for file in files for told in texts_left_out(file, file.read_text("utf-8"))]


def test_it_is_told_by_build_and_validate(tmp_path: Path) -> None:
    """Of the decks that are asked for and the game itself, others are left alone."""
    cards = "cards:\n  - {id: one}\n  - id: two\n    name: Rock #1 hit\n"
    root = write_project(
        tmp_path,
        {"main": cards, "other": cards},
        game="title: Sweets\ncredits: Thanks to #1 fans\n",
    )
    for words in (("build", "sweets/main", "--paper", "a4"), ("validate", "sweets/main")):
        said = run(*words, project=root).stderr
        assert (
            'main.yaml:8:11: warning: what stands behind " #" is a comment and is not printed: "#1 hit" of "Rock"'
            in said
        )
        assert "game.yaml:2:10: warning" in said
        assert "other.yaml" not in said


def test_which_fields_hold_sentences(tmp_path: Path) -> None:
    """Those that are called so, and those where a card says one; labels are left alone."""
    fields = "fields: {text: text, suit: text, lore: text}\n"
    owl = "  - {id: owl, text: Fly, suit: red, lore: It sees all there is}\n"
    bat = "  - id: bat\n    text: Draw # cards\n    suit: blue # as the sea\n    lore: It hears # of us\n"
    root = write_project(tmp_path, {"main": f"{fields}cards:\n{owl}{bat}"})
    said = run("validate", "sweets", project=root).stderr
    assert '"# cards" of "Draw"' in said
    assert '"# of us" of "It hears"' in said
    assert "as the sea" not in said


def test_printers_and_fonts_are_looked_through(tmp_path: Path) -> None:
    files = {"card_data/printers/shop.yaml": "title: Shop #1\n"}
    root = write_project(tmp_path, {"main": "cards: [{id: one}]\n"}, files=files)
    result = run("validate", "sweets", project=root)
    assert 1 == result.stderr.count("shop.yaml:1:8: warning: ")
    assert result.tells('warning shop.yaml:1:8 text-needs-quotes " #" "#1" "Shop"'), result.briefs


def test_what_a_link_leads_to_outside_of_the_project_is_not_looked_through(tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text("title: Shop #1\n", encoding="utf-8")
    root = write_project(tmp_path / "inside", {"main": "cards: [{id: one}]\n"})
    for name in ("fonts/fonts.yaml", "card_data/printers/shop.yaml", "card_data/sweets/more.yaml"):
        link = root / name
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(tmp_path / "outside.yaml")
    assert list(left_out_of_project(root)) == []
    assert "Shop" not in run("validate", "sweets", project=root).output
