"""Only plain values are printed: an empty field prints nothing, an object is an error that names
the expression."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, svg, text_of, write_project

from cardgen.base.findings import message_and_remedy
from cardgen.sandbox.environment import make_sandbox
from cardgen.sandbox.printable import OperationRefused, printable

EMPTY = [
    "{{ card.text }}",
    "{{ card.text ~ '' }}",
    "{{ '' ~ card.text ~ card.text }}",
    "{{ 'a' ~ none }}",
    "{{ none }}",
    "{{ '%s' | format(card.text) }}",
    "{{ '%(a)s' | format(a=card.text) }}",
    "{{ '%s' % card.text }}",
    "{{ '%s%s' % (card.text, card.text) }}",
    "{{ '{}'.format(card.text) }}",
    "{{ '{0!s}{a!r}'.format(card.text, a=1) }}",
    "{{ '{a}'.format_map({'a': card.text}) }}",
    "{{ [card.text, card.text] | join(',') }}",
    "{{ [card] | join(',', attribute='text') }}",
    *(
        f"{{{{ card.text | {name} }}}}"
        for name in (
            "upper",
            "lower",
            "title",
            "capitalize",
            "trim",
            "string",
            "e",
            "escape",
            "center(9)",
        )
    ),
    *(
        f"{{{{ card.text | {name} }}}}"
        for name in (
            "indent",
            "wordwrap(9)",
            "truncate(9)",
            "replace('a', 'b')",
            "striptags",
            "urlencode",
        )
    ),
    "{{ [card.text] | map('upper') | join }}",
    "{% set x %}{{ card.text }}{% endset %}{{ x }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(card.text) }}",
    "{% filter upper %}{{ card.text }}{% endfilter %}",
]
OBJECTS = {
    "{{ mix }}": "mix is a function, which cannot be printed",
    "{{ text_box }}": "text_box is a function",
    "{{ deck }}": "deck is no text and no number",
    "{{ deck.main }}": "deck.main is a deck, which cannot be printed; print its title, deck.main.title",
    "{{ game }}": "game is the game, which cannot be printed; print its title, game.title",
    "{{ game ~ '' }}": "game is the game",
    "{{ card }}": "card is a card, which cannot be printed; print one of its fields, such as card.name",
    "{{ '%s' | format(game) }}": "is the game",
    "{{ '%r' % game }}": "is the game",
    "{{ '%s' % (game, ) }}": "is the game",
    "{{ '{!r}'.format(game) }}": "is the game",
    "{{ '{a!s:>9}'.format(a=game) }}": "is the game",
    "{{ [game] | join }}": "is the game",
    "{{ game | string }}": "is the game",
    "{{ game | upper }}": "is the game",
    "{{ [game] | max(attribute='id') }}": "is the game",
    "{{ [1, 2] }}": "is a list, which cannot be printed; join it, as in",
    "{{ card.suits }}": "card.suits is a list, which cannot be printed; join it, as in card.suits | join(', ')",
    "{{ {'a': 1} }}": "is a mapping",
    "{{ card.name.upper }}": "card.name.upper is a function, which cannot be printed; call it, with () behind its name",
    "{% for a in 'b' %}{{ loop }}{% endfor %}": "loop is a function",
    "{{ self }}": "self is no text and no number",
}
DECK = "fields: {text: {text: {optional: true}}, suits: {list_of: suits}}\ncards:\n  - {id: one, suits: [candy]}\n"


def built(root: Path, body: str) -> tuple[int, str, list[str]]:
    write_project(root, {"main": DECK}, {"card.svg": svg(body)})
    result = run("build", "--paper", "a4", "--layout", "single", project=root)
    made = root / "output/sweets/main-single-a4.pdf"
    return result.exit_code, result.output, text_of(made) if made.exists() else []


@pytest.mark.parametrize("words", EMPTY)
def test_nothing_prints_nothing(words: str) -> None:
    """The value is that of an optional field that a card leaves out."""

    class Blank:
        shown_to_templates = frozenset({"text"})
        text = None

    for escaped in (False, True):
        shown = make_sandbox(autoescape=escaped).from_string(words).render(card=Blank())
        assert "none" not in shown.lower(), shown


def test_an_empty_field_leaves_its_place_empty_on_the_card(tmp_path: Path) -> None:
    """In text boxes, in plain text and in attributes; the rest of the card prints."""
    body = """{{ text_box(card.text, 4, 4, 50, 9) }}{{ text_box('Title', 4, 14, 50, 9) }}
    <text x="4" y="40" font-family="Nunito" font-size="4">a{{ card.text }}b</text><rect width="9" height="9" class="{{ card.text }}"/>"""
    code, said, (page,) = built(tmp_path, body)
    assert 0 == code, said
    assert "None" not in page
    assert "Title" in page
    assert "ab" in page


@pytest.mark.parametrize(("words", "said"), OBJECTS.items())
def test_what_is_no_plain_value_is_refused_by_its_name(
    tmp_path: Path, words: str, said: str
) -> None:
    """With the template's line; neither the object's address nor a path is in the message."""
    code, told, pages = built(
        tmp_path, f'<text x="4" y="40" font-family="Nunito" font-size="4">{words}</text>'
    )
    assert (2, []) == (code, pages), told
    assert said in told
    assert "card.svg:2" in told
    assert "0x" not in told
    assert "Posix" not in told


def test_colours_and_sizes_are_plain(tmp_path: Path) -> None:
    body = '<rect width="9" height="9" fill="{{ palette.ink }}"/><!-- {{ deck.main.shape }} {{ 1.5 }} {{ true }} -->'
    assert 0 == built(tmp_path, body)[0]


def test_the_words_stand_in_the_refusal() -> None:
    with pytest.raises(
        OperationRefused, match=r"^a\.b is a list, which cannot be printed$"
    ) as caught:
        printable([], "a.b")
    assert "join it, as in a.b | join(', ')" == message_and_remedy(caught.value)[1]
