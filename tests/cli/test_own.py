"""`cardgen own`: a look, or another template that comes with cardgen, becomes the project's own."""

from __future__ import annotations

from pathlib import Path

from projects import run


def test_a_look_is_copied_named_and_built(tmp_path: Path) -> None:
    project = tmp_path / "mine"
    run("new", project, "--look", "spell")
    deck = project / "card_data/mine/spell.yaml"
    before = deck.read_text("utf-8")

    made = run("own", "mine/spell", project=project)
    assert made.exit_code == 0, made.output
    assert "mine/spell.svg of looks/spell.svg" in made.stdout
    face = before.replace("template: looks/spell.svg", "template: mine/spell.svg")
    assert deck.read_text("utf-8") == face
    assert "own" in run("own", "mine/spell", project=project).output

    made = run("own", "mine/spell", "--back", project=project)
    assert made.exit_code == 0, made.output
    whole = face.replace("back: looks/spell-back.svg", "back: mine/spell-back.svg")
    assert deck.read_text("utf-8") == whole
    names = {path.name for path in (project / "templates/mine").iterdir()}
    assert names == {"spell.svg", "spell-back.svg"}
    checked = run("validate", "--strict", project=project)
    assert checked.exit_code == 0, checked.output


def test_what_cannot_be_copied_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    project = tmp_path / "mine"
    run("new", project, "--look", "plain")
    for words, why in (
        (("mine/cards",), "is the project's own"),
        (("mine/cards", "--back"), "names no back"),
        (("mine",), "names no deck"),
        (("mine/nothing",), "nothing"),
    ):
        told = run("own", *words, project=project)
        assert told.exit_code == 2, told.output
        assert why in told.output
    assert [path.name for path in (project / "templates").rglob("*.svg")] == ["card.svg"]
