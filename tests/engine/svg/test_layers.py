"""Layers: what repeats from card to card is walked once, and looks on each as if it had been walked
there."""

from __future__ import annotations

from typing import Any

import pytest
from pictures import Stock, drawn, letters, pdf_of, pixels, svg

from cardgen.base.svg_marks import LAYER, STATIC
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg

TILES = (
    "".join(
        f'<rect x="{x}" y="{y}" width="1" height="1" stroke="none"/>'
        for y in range(2)
        for x in range(0, 8, 2)
    )
    * 3
)
assert len(TILES) > LAYER


def card(body: str, layers: dict[Any, Any]) -> Drawing:
    return paint(read_svg(svg(body)), Stock(), layers)


def seen(drawing: Drawing) -> str:
    return letters(pixels(pdf_of(drawing)))


def test_a_repeated_group_becomes_one_form() -> None:
    layers: dict[Any, Any] = {}
    first, second = (
        card(f"<g>{TILES}</g>", layers),
        card(f'<g>{TILES}</g><rect y="3" width="8" height="1" fill="red"/>', layers),
    )
    assert first.forms.keys() == second.forms.keys()
    assert 1 == len(first.forms)
    expected = """
        K.K.K.K.
        K.K.K.K.
        ........
        RRRRRRRR
        """
    assert drawn(expected) == seen(second)


@pytest.mark.parametrize(
    ("body", "letter"),
    [
        ("<g fill='red'>{}</g>", "R"),
        ("<g fill='blue'>{}</g>", "B"),
        ("<style>rect{{fill:red}}</style><g>{}</g>", "R"),
        ("<style>g rect{{fill:blue}}</style><g>{}</g>", "B"),
        ("<g color='red' fill='currentColor'><g>{}</g></g>", "R"),
        ("<rect width='.1' height='.1' fill='lime' fill-opacity='.5'/><g>{}</g>", "K"),
        ("<g fill='red' opacity='.5'>{}</g>", "r"),
        ("<g transform='translate(0 0)'><g fill='lime'>{}</g></g>", "G"),
    ],
)
def test_the_same_marks_look_as_their_surroundings_say(body: str, letter: str) -> None:
    """A store that has seen them in every other dress already gives none of these back."""
    layers: dict[Any, Any] = {}
    for other in ("<g>{}</g>", "<g fill='yellow'>{}</g>", "<g fill='yellow' opacity='.5'>{}</g>"):
        card(other.format(TILES), layers)
    assert letter == seen(card(body.format(TILES), layers)).splitlines()[1][2]


def test_what_follows_a_layer_is_not_touched_by_it() -> None:
    """A form restores nothing that was set before it, and sets nothing for what comes after."""
    before = '<rect y="2" width="4" height="1" fill="red" stroke="blue" stroke-width=".2"/>'
    after = '<rect x="4" y="2" width="4" height="1" fill="red" stroke="blue" stroke-width=".2"/>'
    assert (
        "RRRRRRRR" == seen(card(f'{before}<g fill="lime">{TILES}</g>{after}', {})).splitlines()[2]
    )


def test_a_layer_that_is_refused_is_refused_on_every_card() -> None:
    layers: dict[Any, Any] = {}
    for _ in range(2):
        with pytest.raises(DrawingError, match='"x" is not a length'):
            card(f'<g>{TILES}<rect width="x"/></g>', layers)


def test_a_layer_shows_its_bleed() -> None:
    """What a group paints outside the view box is there when the sheet asks for bleed."""
    drawing = card(f'<g>{TILES}<rect x="-2" y="-2" width="12" height="1"/></g>', {})
    (form,) = drawing.forms.values()
    box = form.reach or form.box
    assert box.x <= -2
    assert box.y <= -2
    assert box.right >= 10


def test_elements_written_alike_are_drawn_alike() -> None:
    """Styles are worked out once for all elements with the same attributes; a place that a `style`
    gives is set on each of them."""
    shape = '<rect fill="#d33" style="width:2px;height:1px"/>'
    once = card(shape, {}).content
    both = card(shape + shape, {}).content
    assert both.count(b"h f") == 2 * once.count(b"h f") > 0


def test_siblings_that_are_marked_become_one_form() -> None:
    layers: dict[Any, Any] = {}
    marked = TILES.replace("<rect", f'<rect {STATIC}="24"', 1)
    first, second = (
        card(f"<g>{marked}<rect y='3' width='{wide}' height='1' fill='red'/></g>", layers)
        for wide in (3, 8)
    )
    assert first.forms.keys() == second.forms.keys()
    assert 1 == len(first.forms)
    assert drawn(
        """
        K.K.K.K.
        K.K.K.K.
        ........
        RRRRRRRR
        """
    ) == seen(second)


@pytest.mark.parametrize(
    "count", ["1", "2", "25", "1000000", "0", "-3", "many", "9" * 30, "\u0663"]
)
def test_a_mark_that_does_not_fit_changes_nothing_that_is_seen(count: str) -> None:
    marked = TILES.replace("<rect", f'<rect {STATIC}="{count}"', 1)
    assert seen(card(TILES, {})) == seen(card(marked, {})) == seen(card(f"<g>{marked}</g>", {}))


def test_a_layer_takes_the_paints_of_what_uses_it() -> None:
    tiles = TILES.replace("<rect", '<rect fill="context-fill"')
    body = f'<defs><g id="a"><g>{tiles}</g></g></defs><use href="#a" fill="red"/>{{}}'
    layers: dict[Any, Any] = {}
    card(body.format("").replace("red", "blue"), layers)
    assert "R" == seen(card(body.format(""), layers))[0]
