"""Texts that a template sets: painted from their runs they show what their mark-up shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from projects import svg, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.engine import Drawing, DrawingError, prepared_texts
from cardgen.engine.graphics.drawing import TextMark
from cardgen.engine.svg import text as text_painter

WORDS = (
    "red",
    "[a hot]{.hot} word",
    "[low]{raise=-0.2 size=0.8}",
    "**bold**",
    "*slanted*",
    "{leaf}",
    "end.",
    "AV & <To>",
    "l'été",
    "“fi”",
    "Straßen\u00adbahn\u00adhalte\u00adstelle",
    "e\u0301",
    "12 000",
    "\u200b",
)
AROUND = {
    "nothing": "{}",
    "a turn": '<g transform="rotate(9)">{}</g>',
    "a clip": '<clipPath id="c">{}</clipPath><rect width="60" height="80" clip-path="url(#c)"/>',
    "a mask": '<mask id="m">{}</mask><rect width="60" height="80" mask="url(#m)"/>',
    "half of it": '<g opacity=".5">{}</g>',
    "a use": '<g id="g">{}</g><use href="#g" y="20"/>',
    "the end of a line": '<g text-anchor="end">{}</g>',
    "letters apart": '<g letter-spacing=".1">{}</g>',
    "a style sheet": "<style>tspan { fill: #f00 }</style>{}",
    "no looks": '<g display="none">{}</g>',
    "a line": '<g text-decoration="underline">{}</g>',
    "another text": "<text>{}</text>",
    "a comment": "<!-- {} -->",
    "words as they are": "<text x='9' y='9' font-family='Nunito'><![CDATA[{}]]></text>",
}
"""What a text of a template may stand in."""
STYLES = {
    "plain": "",
    "green": ", fill='#205030'",
    "justified": ", align='justify', hyphenate=true",
    "outlined": ", stroke='red', stroke_width=0.2",
}
CHANGES = {
    "other words": "|replace('red', 'tan')",
    "another tag": "|replace('<text', '<text opacity=\".5\"')",
}
ORDER = (
    "{% set one = text_box('one', 4, 4, 50, 6, 8) %}{% set two = text_box('two', 4, 20, 50, 6, 8) %}"
    "{{ two }}{{ one }}{{ one }}"
)
BOX = "{{ text_box(card.name, 4, 4, 50, 60, 8, 6WISHES) }}"
TEMPLATES = {
    f"{around}, {style}": markup.replace("{}", BOX.replace("WISHES", wishes))
    for around, markup in AROUND.items()
    for style, wishes in STYLES.items()
}
TEMPLATES |= {name: BOX.replace("WISHES)", f"){change}") for name, change in CHANGES.items()}
TEMPLATES |= {"order": ORDER, "a fault": BOX.replace("WISHES", "") + "<blink/>"}
GAME = (
    "title: Game\ntypesetting: {language: de}\n"
    "styles: {hot: {color: '#a00', weight: 800, underline: true}, red: {color: '#a00'}}\n"
)


class Sides:
    """Sides composed by those templates, and the drawings of them."""

    def __init__(self, folder: Path) -> None:
        templates = {f"{number}.svg": svg(body) for number, body in enumerate(TEMPLATES.values())}
        templates["icons/leaf.svg"] = svg('<path d="M0 0H9V9Z"/>', 9, 9)
        shop = cardgen.open_project(write_project(folder, templates=templates, game=GAME))
        assert shop.problems == []
        self.context = Context.of(shop.project, shop.games[0], shop.fonts, Cache(None))
        self.composer = Composer(self.context)
        self.numbers = {name: number for number, name in enumerate(TEMPLATES)}

    def composed(self, template: str, text: str) -> prepared_texts.PreparedDocument:
        card = self.context.game.decks[0].cards[0]
        card = replace(card, fields={**card.fields, "name": text})
        document, problems, _ = self.composer.side(card, f"{self.numbers[template]}.svg")
        assert isinstance(document, prepared_texts.PreparedDocument), problems
        return document

    def painted(self, document: str) -> Drawing | list[tuple[str, int, int]]:
        """The drawing of a document, or its faults with their places."""
        try:
            return self.context.art.painted(document)
        except DrawingError as error:
            return [(fault.what, fault.line, fault.element) for fault in error.faults]


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Sides:
    return Sides(tmp_path_factory.mktemp("prepared"))


def content_of(drawing: Drawing | list[tuple[str, int, int]]) -> Iterator[Any]:
    """All that a drawing says: its operators, the words of its fonts, its texts and its forms."""
    if isinstance(drawing, list):
        yield drawing
        return
    yield drawing.content
    for font, words in drawing.words.items():
        yield font, sorted(map(str, {tuple(word.glyphs.items()) for word in words}))
    yield [values_of(mark) for mark in drawing.texts]
    yield sorted(drawing.needs)


def values_of(mark: TextMark) -> tuple[Any, ...]:
    windows = [(window.matrix, window.path, window.even_odd) for window in mark.windows]
    return (*mark[:3], mark.edges, *mark[4:12], windows)


@settings(max_examples=300)
@given(
    some.lists(some.sampled_from(WORDS), min_size=1, max_size=24),
    some.sampled_from([*AROUND]),
    some.sampled_from([*STYLES]),
)
def test_runs_show_what_their_markup_shows(
    sides: Sides, words: list[str], around: str, style: str
) -> None:
    document = sides.composed(f"{around}, {style}", " ".join(words))
    by_runs, by_markup = sides.painted(document), sides.painted(str(document))
    assert [*content_of(by_runs)] == [*content_of(by_markup)]


def test_plain_texts_and_spans_are_not_read_as_markup(
    sides: Sides, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = sides.composed("nothing, plain", "one [hot]{.red} word & more")
    read: list[str] = []
    monkeypatch.setattr(text_painter, "_written_runs", lambda *_: read.append("spans"))
    monkeypatch.setattr(text_painter, "laid_out_runs", lambda *_: read.append("pieces"))
    drawing = sides.painted(document)
    assert isinstance(drawing, Drawing)
    assert [mark.text for mark in drawing.texts] == ["one ", "hot", "word & more"]
    assert read == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_text_that_its_template_changes_is_read_as_it_is_then(sides: Sides, change: str) -> None:
    document = sides.composed(change, "red fox")
    _, texts = document.shortened()
    assert len(texts) == 0
    assert [*content_of(sides.painted(document))] == [*content_of(sides.painted(str(document)))]


def test_texts_that_stand_in_another_order_are_all_there(sides: Sides) -> None:
    document = sides.composed("order", "")
    drawing = sides.painted(document)
    assert isinstance(drawing, Drawing)
    assert [mark.text for mark in drawing.texts] == ["two", "one", "one"]
    assert [*content_of(drawing)] == [*content_of(sides.painted(str(document)))]


def test_faults_have_the_places_that_they_have_in_all_of_the_markup(sides: Sides) -> None:
    document = sides.composed("a fault", "red [fox]{.red}")
    faults = sides.painted(document)
    assert isinstance(faults, list)
    assert faults == sides.painted(str(document))
    # the root, the text and its two spans stand before it
    assert [element for _, _, element in faults] == [4]
