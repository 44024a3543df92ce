"""Drawings in one colour, in texts and in templates."""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import sides_of
from projects import write_project

import cardgen
from cardgen.cards.icons import Icons
from cardgen.cards.recolouring import recoloured

DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<style>.a { fill: #00ff00; stroke:none }</style>
<path d="M0 0h5v5z"/><path class="a" d="M0 0h5v5z"/>
<circle r="3" fill="white" style="stroke: blue; opacity: 0.5"/><g fill="none" stroke="red"/>
</svg>
"""


def test_every_paint_takes_the_colour_but_none() -> None:
    svg = recoloured(DRAWING.encode(), "#123456").decode()
    assert svg.count("#123456") == 5
    assert not any(colour in svg for colour in ("#00ff00", "white", "blue", "red"))
    assert svg.count("none") == 2
    assert "opacity: 0.5" in svg


def colours(folder: Path, text: str, template: str) -> tuple[set[str], list[str]]:
    """The colours that a card is painted in, as letters of hex, and what is wrong with it."""
    root = write_project(
        folder,
        {
            "main": "size: poker\ntemplate: card.svg\nfields: {text: text}\n"
            f"cards:\n  - {{id: bat, name: Bat, text: '{text}'}}\n"
        },
        {
            "card.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{template}</svg>'
        },
        game='title: Game\npalette: {berry: "#A3123F"}\n',
        files={"templates/icons/sword.svg": DRAWING},
    )
    findings = cardgen.open_project(root).validate().findings
    workshop = cardgen.open_project(root)
    ((game, (deck,)),) = workshop.select(["sweets/main"])
    errors = [finding.what for finding in findings if finding.severity == "error"]
    if errors:
        return set(), errors
    (side,) = sides_of(workshop, game, deck, (0,))
    drawing = side.drawn.face
    forms = [drawing, *drawing.forms.values()]
    content = b" ".join(form.content for form in forms).decode()
    return {
        word for word in ("0.6392 0.0706 0.2471", "0 1 0", "0 0 1") if f"{word} rg" in content
    }, []


BOXED = "{{ text_box(card.text, 5, 5, 50, 50, size=12) }}"
PLACED = """<image href="{{ recolour('sword.svg', palette.berry) }}" width="9" height="9"/>"""


@pytest.mark.parametrize(("text", "template"), [("{sword color=berry}", BOXED), ("x", PLACED)])
def test_a_drawing_is_painted_in_a_colour_of_the_palette(
    tmp_path: Path, text: str, template: str
) -> None:
    painted, errors = colours(tmp_path, text, template)
    assert errors == []
    assert len(painted) == 1


def test_an_icon_keeps_its_colours_within_words_of_another(tmp_path: Path) -> None:
    painted, errors = colours(tmp_path, "[x {sword}]{color=berry}", BOXED)
    assert errors == []
    assert "0 1 0" in painted


FOLLOWING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<path fill="#00ff00" d="M0 0h5v5z"/><circle r="3" fill="currentColor"/>
</svg>
"""


@pytest.mark.parametrize(
    ("text", "fill"),
    [
        ("{owl}", ", fill='#a3123f'"),
        ("{owl}", ", fill=palette.berry"),
        ("[{owl}]{color=berry}", ""),
        ("[{owl}]{color=berry}", ", fill='#112233'"),
    ],
)
def test_what_follows_the_text_has_its_colour_and_all_else_its_own(
    tmp_path: Path, text: str, fill: str
) -> None:
    root = write_project(tmp_path, {}, {}, files={"templates/icons/owl.svg": FOLLOWING})
    assert (root / "templates/icons/owl.svg").is_file()
    painted, errors = colours(tmp_path, text, BOXED.replace(", size", f"{fill}, size"))
    assert errors == []
    assert {"0.6392 0.0706 0.2471", "0 1 0"} <= painted


def test_a_drawing_that_says_its_color_keeps_it(tmp_path: Path) -> None:
    fixed = FOLLOWING.replace("<svg ", '<svg color="#0000ff" ')
    write_project(tmp_path, {}, {}, files={"templates/icons/owl.svg": fixed})
    painted, errors = colours(tmp_path, "{owl}", BOXED.replace(", size", ", fill='red', size"))
    assert errors == []
    assert painted == {"0 1 0", "0 0 1"}


def test_a_drawing_of_the_game_is_meant_before_an_icon_that_comes_with_cardgen(
    tmp_path: Path,
) -> None:
    root = write_project(tmp_path, {}, {}, files={"card_data/sweets/art/d6.svg": DRAWING})
    icons = Icons(cardgen.open_project(root).project, root / "card_data/sweets")
    assert icons.file("d6")[1] == root / "card_data/sweets/art/d6.svg"
    assert icons.file("d8")[1].parent.name == "icons"


def test_a_placed_drawing_may_keep_what_has_a_colour_of_its_own(tmp_path: Path) -> None:
    place = PLACED.replace("palette.berry)", "palette.berry, whole=false)")
    painted, errors = colours(tmp_path, "x", place)
    assert errors == []
    assert "0 1 0" in painted
