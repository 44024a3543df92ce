"""Texts that run around the outline of a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from comparing import sides_of
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from projects import SHIPPED, write_project

import cardgen
from cardgen.engine.typography.text_layout import Run
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

FONTS = open_fonts([SHIPPED / "fonts"])
WORDS = "Take the top card of the pile and give it to the player beside you. " * 6
BOX = TextBox(160, 3000, ("Nunito",), 10, weight=600)
DISC = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>'
BANDS = st.lists(
    st.tuples(st.floats(0, 90), st.floats(5, 60), st.floats(-20, 160), st.floats(5, 120)),
    min_size=1,
    max_size=3,
)


@given(BANDS, st.sampled_from(["left", "center", "right", "justify"]), st.booleans())
@settings(deadline=None, max_examples=80)
def test_no_word_lies_on_what_is_in_the_way_and_none_is_lost(
    bands: list[tuple[float, float, float, float]], align: str, listed: bool
) -> None:
    around = tuple((top, top + high, left, left + wide) for top, high, left, wide in bands)
    box = TextBox(160, 3000, ("Nunito",), 10, weight=600, align=align, around=around)
    markup = f"- {WORDS}\n- end" if listed else WORDS
    layout = box.fit(markup, FONTS, lambda name: None)
    texts = [item.text for line in layout.lines for item in line.items if isinstance(item, Run)]
    printed = " ".join(text for text in texts if text != "•")
    assert printed.split() == (WORDS + ("end" if listed else "")).split()
    for line in layout.lines:
        for item in line.items:
            assert isinstance(item, Run)
            assert -0.1 <= item.x
            assert item.x + item.width <= 160.1
            if item.text == "•":
                continue
            for top, bottom, left, right in around:
                beside = item.y <= top or item.y - 6 >= bottom
                clear = item.x + item.width <= left + 0.1 or item.x >= right - 0.1
                assert beside or clear


def texts_of(
    folder: Path, picture: str, **files: str | bytes
) -> tuple[list[tuple[float, float]], list[str]]:
    template = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">'
        f"{{{{ text_box(card.text, 5, 5, 53, 80, size=9, around={picture}) }}}}</svg>"
    )
    root = write_project(
        folder,
        {
            "main": "size: poker\ntemplate: card.svg\nfields: {text: text}\n"
            f"cards:\n  - {{id: bat, name: Bat, text: '{WORDS}'}}\n"
        },
        {"card.svg": template},
        files={f"templates/icons/{name}": data for name, data in files.items()},
    )
    workshop = cardgen.open_project(root)
    errors = [f.what for f in workshop.validate().findings if f.severity == "error"]
    if errors:
        return [], errors
    ((game, (deck,)),) = workshop.select(["sweets/main"])
    (side,) = sides_of(workshop, game, deck, (0,))
    marks = side.drawn.face.texts
    return [(mark.placement.e, mark.placement.f) for mark in marks], []


AT_LEFT = "{'picture': '%s', 'x': 5, 'y': 5, 'width': 30, 'height': 30, 'gap': 1}"


def test_lines_beside_a_disc_follow_its_outline(tmp_path: Path) -> None:
    places, errors = texts_of(tmp_path, AT_LEFT % "disc.svg", **{"disc.svg": DISC})
    assert errors == []
    starts = [x for x, _ in places]
    assert len({round(start, 2) for start in starts[:6]}) > 3
    assert starts[-1] == min(starts)


def test_lines_beside_a_picture_follow_what_is_seen_of_it(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (40, 40))
    picture.paste((200, 0, 0, 255), (0, 0, 20, 20))
    picture.save(tmp_path / "corner.png")
    data = (tmp_path / "corner.png").read_bytes()
    places, errors = texts_of(tmp_path / "p", AT_LEFT % "corner.png", **{"corner.png": data})
    assert errors == []
    starts = [round(x, 1) for x, _ in places]
    assert len(set(starts)) == 2


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("'disc.svg'", "around names no picture"),
        ("{'picture': 'disk.svg', 'x': 5, 'y': 5, 'width': 30, 'height': 30}", "no drawing"),
        ("{'picture': 'disc.svg', 'x': 5, 'y': 5, 'width': 30}", "for height, not"),
        (AT_LEFT.replace("gap", "gab") % "disc.svg", 'around knows no "gab"'),
    ],
)
def test_what_cannot_be_around_is_told(tmp_path: Path, picture: str, told: str) -> None:
    _, errors = texts_of(tmp_path, picture, **{"disc.svg": DISC})
    assert len(errors) == 1
    assert told in errors[0]
