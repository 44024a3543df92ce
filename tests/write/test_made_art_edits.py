"""Cards whose art is made of their words, when these words are edited."""

from __future__ import annotations

import pytest
from projects import HEAD, svg, write_project

from cardgen.api.editing import edit_of_values
from cardgen.api.workshop import Workshop, open_project
from cardgen.preview.deck_table import DrawingsQuestion, TrialQuestion
from cardgen.write.card_edits import CardEdit

CARDS = (
    "fields: {kind: {text: {optional: true}}}\ncards:\n"
    "  - {id: owl, name: Owl, kind: Bird}\n"
    "  - {id: jay, name: Jay, art: nest}\n"
)
FACE = svg("{{ card.name }}<image href='{{ card.art }}.svg' width='9' height='9'/>")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    files = {"card_data/sweets/art/nest.svg": svg("<circle r='9'/>")}
    decks = {"main": f"{HEAD}art: auto\n{CARDS}"}
    root = write_project(tmp_path_factory.mktemp("auto"), decks, {"card.svg": FACE}, files=files)
    return open_project(root)


@pytest.mark.parametrize(
    ("card", "values", "written"),
    [
        ("owl", {"kind": "Sea"}, "{id: owl, name: Owl, kind: Sea}"),
        ("owl", {"name": "Harbour"}, "{id: owl, name: Harbour, kind: Bird}"),
        ("jay", {"art": "auto"}, "{id: jay, name: Jay, art: auto}"),
        ("jay", {"art": ""}, '{id: jay, name: Jay, art: ""}'),
    ],
)
def test_art_that_is_made_follows_an_edit(
    workshop: Workshop, card: str, values: dict[str, str], written: str
) -> None:
    edit = edit_of_values(workshop, "sweets/main", card, values)
    assert isinstance(edit, CardEdit), edit
    assert written in edit.after.decode()


def test_the_page_is_told_what_would_be_made(workshop: Workshop) -> None:
    """Of the card's own words, also where they are not written yet; none where a drawing is called
    as the card is."""
    first = DrawingsQuestion("sweets", "sweets/main/jay").answer(workshop)[0]
    assert (first.name, first.shows[:9]) == ("auto", "auto/jay.")
    trial = TrialQuestion("sweets/main", "jay", (("art", "auto"),)).answer(workshop)
    assert (trial.problems, len(trial.assets)) == ((), 1)
    assert DrawingsQuestion("sweets", "sweets/main/gone").answer(workshop)[0].name == "nest"
