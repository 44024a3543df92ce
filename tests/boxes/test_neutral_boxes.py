"""What boxes of games without templates of their own say."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, text_of

DECK = "title: {title}\nsize: {size}\ntemplate: looks/creature.svg\ncards: [{{id: owl, copies: 3}}, {{id: cat}}]\n"


def project(root: Path, says: str, size: str = "poker", decks: tuple[str, ...] = ("cats",)) -> Path:
    folder = root / "card_data/home"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(says, "utf-8")
    for name in decks:
        deck = DECK.format(title=name.capitalize(), size=size)
        (folder / f"{name}.yaml").write_text(deck, "utf-8")
    return root


def words(root: Path, *options: str) -> str:
    """The words on the sheet of a box."""
    done = run("box", "home", "--paper", "a4", *options, project=root)
    assert done.exit_code == 0, done.output
    (pdf,) = (root / "output/home").glob("box*.pdf")
    return " ".join(" ".join(text_of(pdf)).split())


def test_the_back_says_what_the_game_is(tmp_path: Path) -> None:
    says = "title: Home\nabout: A race for cats.\ndesigner: Ann\nplayers: 2-4\nage: 6\n"
    said = words(project(tmp_path, says, decks=("cats", "dogs")), "--together")
    for expected in ("A race for cats.", "2–4 players", "age 6+", "Game design: Ann"):
        assert expected in said
    for deck in ("Cats", "Dogs"):
        assert f"4 cards {deck}" in said


@pytest.mark.parametrize("dress", ["", "box: box\n"])
def test_four_decks_lie_on_the_back_as_cards(dress: str, tmp_path: Path) -> None:
    """With the name of each below its card, a long one in two lines, and its number on a seal."""
    says = f"title: Home\nabout: A race for the cats. Who is first gets in.\n{dress}"
    decks = ("cats", "dogs", "birds", "wertungskarten")
    said = words(project(tmp_path, says, decks=decks), "--together")
    assert "Who is first gets in." in said
    for name in ("Cats", "Dogs", "Birds", "Wertungs"):
        assert f"4 {name}" in said


@pytest.mark.parametrize("count", [5, 9, 14, 30])
@pytest.mark.parametrize("size", ["mini", "poker"])
def test_a_box_of_many_decks_has_a_back(size: str, count: int, tmp_path: Path) -> None:
    says = f"title: Home\nabout: {'A race for the cats. ' * 6}\n"
    decks = tuple(f"deck-{n}" for n in range(count))
    assert "A race for the cats." in words(
        project(tmp_path, says, size, decks=decks), "--together", "--cards", "60"
    )


def test_what_is_not_said_takes_no_room(tmp_path: Path) -> None:
    said = words(project(tmp_path, "title: Home\n"))
    assert "4 cards" in said
    for absent in ("player", "minutes", "age ", "design", "None"):
        assert absent not in said


def test_facts_too_long_are_told_in_figures(tmp_path: Path) -> None:
    phrases = '{"{} players": "für {} mitspielende Leute", "age {}+": "ab {} Jahren oder so"}'
    says = f"title: Home\nplayers: 2-12\nage: 12\nwords: {phrases}\n"
    said = words(project(tmp_path, says))
    assert "mitspielende" not in said
    assert "2–12" in said
    assert "12+" in said


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("size", ["micro", "mini", "tarot", "poker landscape", "circle 60mm"])
@pytest.mark.parametrize("count", ["4", "90"])
def test_boxes_of_all_sizes_are_drawn(size: str, ink: str, count: str, tmp_path: Path) -> None:
    title = "Die außerordentlich merkwürdigen Abenteuer der Laternenträgerinnen"
    says = f"title: {title}\nabout: {'We go home. ' * 12}\nplayers: 1+\nminutes: 30-45\n"
    assert "30–45" in words(project(tmp_path, says, size), "--ink", ink, "--cards", count) or (
        size == "micro"
    )


def test_several_folders_draw_the_faces_of_a_box(tmp_path: Path) -> None:
    """The first that has a face draws it, the last what the others lack."""
    root = project(tmp_path, "title: Home\nbox: {templates: [mine, box]}\n")
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ card.width }} {{ card.height }}">{{ text_box("Ours", 2, 9, 30, 9) }}</svg>'
    (root / "templates/mine").mkdir(parents=True)
    (root / "templates/mine/front.svg").write_text(face, "utf-8")
    assert "Ours" in words(root)
    wrong = project(tmp_path / "wrong", "title: Home\nbox: {templates: [mine, boxx]}\n")
    done = run("box", "home", project=wrong)
    assert done.exit_code == 2
    assert done.tells('no folder of templates is called "boxx"'), done.briefs


def test_a_text_too_long_for_the_back_is_left_out(tmp_path: Path) -> None:
    """So that there is a box all the same; one of half the length is printed."""
    for name, times, is_there in (("short", 8, True), ("long", 40, False)):
        about = "Senators speak and vote. " * times
        said = words(project(tmp_path / name, f"title: Home\nabout: {about}\n"))
        assert ("Senators speak" in said) == is_there
