"""Static art: what a template draws alike on every card is found in it, painted once, and looks as
it did."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment
from lxml import etree
from pictures import pdf_of, pixels
from projects import SHIPPED, svg
from test_compose import opened

from cardgen.base import svg_marks
from cardgen.base.cache import Cache
from cardgen.base.svg_marks import LAYER, STATIC
from cardgen.cards import static_art
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.cards.static_art import StaticArt
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg import layers

LEAF = "m 1.25,2.5 c 0.33333,-1.25 2.125,-1.125 2.75,0.0625 0.5,1.5 -1.25,2.25 -2.75,-0.0625 z"
PLAIN, MARKED = Environment(autoescape=True), Environment(autoescape=True, extensions=[StaticArt])


def leaves(count: int = 9, first: int = 0, more: str = "") -> str:
    """Paths as a drawing program writes them, in one row for each number."""
    return "".join(
        f'<path id="p{first + i}" transform="translate({4 * i} {4 * (first // 9)})" style="fill:#3f2a7c;stroke:none" d="{LEAF}"{more}/>'
        for i in range(count)
    )


assert len(leaves()) > LAYER


MARK = re.compile(rf' {STATIC}="([0-9]+)"')
CARD = {"card": {"id": "one"}}


def told(template: str) -> list[tuple[str, int]]:
    """The id of each first element of a stretch, and how many elements the stretch has."""
    found = MARKED.from_string(template).render(CARD)
    assert PLAIN.from_string(template).render(CARD) == MARK.sub("", found)
    tags = [(tag, count) for tag in re.findall(r"<\w[^>]*>", found) for count in MARK.findall(tag)]
    return [(re.findall(r""" id=["']([^"']*)""", tag)[0], int(count)) for tag, count in tags]


TEXT = "<text y='40' font-size='4' font-family='Nunito'>{{ card.id }}</text>"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (leaves() + TEXT + leaves(9, 9), [("p0", 9), ("p9", 9)]),
        (f'<g>{leaves()}{TEXT}<g id="inner">{leaves(9, 9)}</g></g>', [("p0", 9), ("inner", 1)]),
        (leaves() + "<!-- a > b --><path id='q' d='M0 0'/>" + TEXT, [("p0", 10)]),
        (
            leaves() + '<path id="q" fill="{{ card.id }}" d="M0 0"/>' + leaves(9, 9),
            [("p0", 9), ("p9", 9)],
        ),
        (leaves() + "{% if card.id %}" + leaves(9, 9) + "{% endif %}", [("p0", 9), ("p9", 9)]),
        (leaves() + '<g id="q">{{ card.id }}</g>' + leaves(9, 9), [("p0", 9), ("p9", 9)]),
        (leaves() + "<text>always</text>" + leaves(9, 9), [("p0", 9), ("p9", 9)]),
        (f'<g id="q">{leaves()}<text>always</text></g>{TEXT}', [("p0", 9)]),
        (f"<defs>{leaves()}</defs><clipPath>{leaves(9, 9)}</clipPath>{TEXT}", []),
        (leaves(2) + TEXT + leaves(2, 2), []),
        (f'<svg:path id="big" d="{LEAF * 9}"/>{TEXT}', [("big", 1)]),
        (leaves() + "{# a remark #}" + TEXT, [("p0", 9)]),
        (leaves() + '{{ "<path/>}}" ~ card.id }}', [("p0", 9)]),
    ],
)
def test_what_is_alike_on_every_card_is_told(body: str, found: list[tuple[str, int]]) -> None:
    assert found == told(f"<svg>{body}</svg>")


def test_of_what_is_put_together_piece_by_piece_no_more_is_told_than_is_sure() -> None:
    """Where a group ends that has begun elsewhere, all that follows may stand anywhere."""
    assert [("p0", 9)] == told(
        f"<svg><g>{leaves()}{TEXT}</g>{{% if card %}}</g>{{% endif %}}</g><g>{leaves(9, 9)}{TEXT}</g></svg>"
    )


def test_a_part_that_others_include_has_static_art_too() -> None:
    assert [("p0", 9)] == told(leaves())


BITS = (
    '<path d="M0 0"/>',
    "<rect x='{{ card.id }}'/>",
    "{{ card.id }}",
    "{% if card %}<g/>{% endif %}",
    TEXT,
    "<!-- <g> -->",
    leaves(),
)


def grouped(parts: list[str]) -> str:
    return f"""<g a='">' b="'>">{"".join(parts)}</g>"""


@given(
    st.lists(
        st.recursive(
            st.sampled_from(BITS),
            lambda inner: st.lists(inner, max_size=4).map(grouped),
            max_leaves=12,
        ),
        max_size=4,
    )
)
def test_nothing_else_of_a_template_is_changed(parts: list[str]) -> None:
    """And as many siblings follow each mark as it says."""
    template = f"<svg>{''.join(parts)}</svg>"
    marked = MARKED.from_string(template).render(CARD)
    assert PLAIN.from_string(template).render(CARD) == MARK.sub("", marked)
    for element in etree.fromstring(marked).iter():
        if count := element.get(STATIC):
            assert len(list(element.itersiblings())) >= int(count) - 1


@pytest.mark.parametrize(
    "path", sorted((SHIPPED / "templates").rglob("*.svg")), ids=lambda path: path.name
)
def test_nothing_else_of_a_shipped_template_is_changed(path: Path) -> None:
    source = path.read_text("utf-8")
    plain, marked = (
        "".join(token.value for token in env._tokenize(source, None) if token.type == "data")
        for env in (PLAIN, MARKED)
    )
    assert plain == MARK.sub("", marked)


def faces(root: Path, body: str) -> list[Drawing]:
    context, deck = opened(root, {"card.svg": svg(body)})
    card_findings = CardFindings()
    cards = list(draw_deck(context, deck, card_findings))
    assert [] == list(card_findings)
    return [card.face for card in cards if card.face]


GRADIENT = '<defs><linearGradient id="sky"><stop stop-color="{}"/><stop offset="1" stop-color="#000"/></linearGradient></defs>'
BARE = leaves().replace("style", "data-style")


@pytest.mark.parametrize(
    ("body", "forms"),
    [
        (f"<g>{leaves()}{TEXT}{leaves(9, 9)}</g>", 2),
        (
            f"{GRADIENT.format('red')}<g>{leaves()}{leaves(9, 9).replace('#3f2a7c', 'url(#sky)')}{TEXT}</g>",
            1,
        ),
        (
            f"<g fill='red'>{BARE}{TEXT}</g><g fill='lime' transform='translate(0 20)'>{BARE}{TEXT}</g>",
            2,
        ),
        (f"<g id='one'>{leaves()}{TEXT}</g><use href='#one' y='20'/>", 2),
    ],
)
def test_static_art_is_painted_once_and_looks_as_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, forms: int
) -> None:
    found = faces(tmp_path / "found", body)
    assert [forms] * 3 == [len(face.forms) for face in found]
    assert 1 == len({tuple(face.forms) for face in found})
    monkeypatch.setattr(layers, "LAYER", 10**9)
    for face, plain in zip(found, faces(tmp_path / "plain", body), strict=True):
        assert not plain.forms
        assert pixels(pdf_of(face)).tobytes() == pixels(pdf_of(plain)).tobytes()


@pytest.mark.parametrize(
    "defined",
    [
        '<defs><linearGradient id="sky"><stop stop-color="{}"/><stop offset="1" stop-color="#000"/></linearGradient></defs>',
        '<linearGradient id="a"><stop stop-color="{}"/></linearGradient><linearGradient id="sky" xlink:href="#a"/>',
        '<defs color="{}"><linearGradient id="sky"><stop stop-color="currentColor"/></linearGradient></defs>',
    ],
)
@pytest.mark.parametrize("written", ["url(#sky)", "url('#sky')", "url( #sky )", "URL(#sky)"])
def test_what_static_art_refers_to_is_looked_at_on_every_card(
    tmp_path: Path, defined: str, written: str
) -> None:
    """The same paths, filled with a gradient whose colour is the card's."""
    colour = defined.format("{{ 'lime' if card.id == 'two' else 'red' }}")
    body = f'<g xmlns:xlink="http://www.w3.org/1999/xlink">{colour}{leaves().replace("#3f2a7c", written)}{TEXT}</g>'
    one, two, three = (
        pixels(pdf_of(face)).crop((0, 0, 300, 60)).tobytes() for face in faces(tmp_path, body)
    )
    assert one == three != two


def test_a_template_that_was_compiled_without_marks_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled templates are kept between runs, and those of an earlier version may tell of other
    static art."""
    context, deck = opened(tmp_path, {"card.svg": svg(f"{leaves()}{TEXT}")})
    context = Context.of(context.project, context.game, context.fonts, Cache(tmp_path / "kept"))

    def composed() -> str:
        (card,) = Composer(context).deck(deck, (0,))
        return card.face or ""

    with monkeypatch.context() as earlier:
        earlier.setattr(svg_marks, "LAYER", 10**9)
        earlier.setattr(static_art, "fingerprint", lambda: "earlier")
        assert STATIC not in composed()
    assert STATIC in composed()
