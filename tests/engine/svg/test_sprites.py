"""Parts of drawings by their ids: each is a drawing of its own, with all that it needs from the
rest of its file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pictures import letters, pdf_of, pixels, shipped_fonts, svg

from cardgen.base.findings import CardgenError
from cardgen.engine.graphics.drawing import Drawing
from cardgen.engine.svg.art import Art
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg
from cardgen.engine.svg.sanitize import Sanitizer
from cardgen.engine.svg.sprites import Sprite
from cardgen.engine.svg.values import StyleError
from cardgen.model.project import Project

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
DECK = f"""<?xml version="1.0"?><svg {SPACES} viewBox="0 0 100 100"><style>.r{{fill:#f00}}</style>
<defs><linearGradient id="blue"><stop stop-color="#00f"/></linearGradient><rect id="pip" width="2" height="2" class="r"/>
<g id="king of hearts" fill="#0f0"><rect x="300" y="300" width="4" height="4"/><use href="#pip" x="304" y="300"/></g>
<symbol id="sign" viewBox="0 0 4 4"><rect x="1" y="1" width="2" height="2" fill="#f00"/><rect x="9" width="9" height="9"/></symbol></defs>
<g style="display:none;fill:url(#blue)"><g style="display:none" id="hidden" transform="translate(-50 0)"><path d="M0 0h4v4h-4z"/></g></g>
<view id="corner" viewBox="0 0 8 4"/><rect width="4" height="4" fill="#0f0"/>
<g inkscape:label="Queen"><rect x="60" width="4" height="2" fill="#00f"/></g>
<g id="outlined"><rect x="20.5" y="20.5" width="3" height="3" fill="#fff" stroke="#f00"/></g><g id="empty"/></svg>"""


@pytest.fixture
def deck(folder: Path, art: Callable[..., Art]) -> Art:
    (folder / "deck.svg").write_text(DECK, "utf-8")
    return art()


def seen(art: Art, body: str) -> str:
    return letters(pixels(pdf_of(paint(read_svg(svg(body)), art))))


PARTS = {
    "deck#sign": "........\n...RR...\n...RR...\n........",
    "deck.svg#hidden": "..BBBB..\n..BBBB..\n..BBBB..\n..BBBB..",
    "deck.svg#corner": "GGGG....\nGGGG....\nGGGG....\nGGGG....",
    "deck.svg#Queen": "BBBBBBBB\nBBBBBBBB\nBBBBBBBB\nBBBBBBBB",
    "deck.svg#outlined": "..RRRR..\n..R..R..\n..R..R..\n..RRRR..",
}


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("element", ["image", "use"])
def test_a_part_fills_its_box_wherever_it_stands(deck: Art, name: str, element: str) -> None:
    assert PARTS[name] == seen(deck, f'<{element} href="{name}" width="8" height="4"/>').strip()


@pytest.mark.parametrize("name", ["deck.svg#king of hearts", "deck.svg#king%20of%20hearts"])
def test_a_part_is_had_by_an_id_with_blanks_and_stretched_as_asked(deck: Art, name: str) -> None:
    shown = seen(deck, f'<image href="{name}" width="6" height="4" preserveAspectRatio="none"/>')
    assert "GGGGRR..\nGGGGRR..\nGGGG....\nGGGG...." == shown.strip()


def test_a_use_without_a_size_stands_where_it_is_drawn(deck: Art) -> None:
    shown = seen(
        deck, '<g transform="translate(-299 -299)"><use href="deck.svg#king of hearts" x="1"/></g>'
    )
    assert "........\n..GGGGRR\n..GGGGRR\n..GGGG.." == shown.strip()


@pytest.mark.parametrize(
    ("name", "what", "remedy"),
    [
        ("deck.svg#hiden", "no part of it is called", "hidden"),
        ("deck.svg#zzz", "no part of it is called", "use one of: pip, king of hearts"),
        ("deck.svg#blue", "is a <linearGradient> of it, which shows nothing", "use one of"),
        ("deck.svg#empty", "shows nothing", "draw something in it"),
        ("dekc.svg#hidden", '"dekc.svg"', 'did you mean "deck.svg"'),
        ("../../../../hosts.svg#hidden", "cannot name a drawing", "inside the project"),
        ("photo.png#x", "is a picture, which has no part", "the whole"),
    ],
)
def test_what_is_no_part_is_told_with_those_there_are(
    deck: Art, folder: Path, name: str, what: str, remedy: str
) -> None:
    (folder / "photo.png").write_bytes(b"")
    with pytest.raises((StyleError, DrawingError, CardgenError)) as caught:
        deck.image(name)
    assert what in str(caught.value)
    assert remedy in getattr(caught.value, "remedy", "") or remedy in str(caught.value)


def test_a_file_is_read_once_for_all_its_parts(deck: Art, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    begin = Sprite.__init__

    def counted(self: Sprite, root: object) -> None:
        made.append(root)
        begin(self, root)  # type: ignore[arg-type]

    monkeypatch.setattr(Sprite, "__init__", counted)
    for name in PARTS:
        assert isinstance(deck.image(name), Drawing)
    assert len(made) == 1


def test_a_file_whose_name_has_the_sign_is_that_file(deck: Art, folder: Path) -> None:
    (folder / "deck.svg#1.svg").write_text(
        svg('<rect width="8" height="4" fill="#f00"/>').decode(), "utf-8"
    )
    assert "RRRRRRRR" in seen(deck, '<image href="deck.svg#1.svg" width="8" height="4"/>')


def test_art_may_show_parts_of_art(deck: Art, folder: Path) -> None:
    (folder / "two.svg").write_text(
        svg('<use href="deck.svg#hidden" width="4" height="4"/><use href="no.svg#a"/>').decode(),
        "utf-8",
    )
    assert "BBBB...." in seen(deck, '<image href="two.svg" width="8" height="4"/>')


@pytest.mark.parametrize(
    "rule",
    [
        "g:first-child .r{fill:#00f}",
        "defs > g + rect, defs rect:nth-child(2){fill:#00f}",
        "svg rect[id=pip]{fill:#00f}",
        "g .r{fill:#0f0} defs .r{fill:#00f!important}",
        ":root{--main:#00f} .r{fill:var(--main)}",
    ],
)
def test_style_sheets_count_as_they_do_where_a_part_stands(
    deck: Art, folder: Path, rule: str
) -> None:
    """Its surroundings are gone by then, and a symbol is no symbol any more."""
    body = f'<style>.r{{fill:#f00}} {rule}</style><defs><g><rect class="r" id="pip" width="2" height="1"/></g></defs>'
    if "+" in rule:
        body = f'<style>{rule}</style><defs><g/><rect id="pip" width="2" height="1" fill="#f00"/></defs>'
    (folder / "by.svg").write_bytes(svg(body))
    assert {"B", "\n"} == set(seen(deck, '<image href="by.svg#pip" width="8" height="4"/>').strip())


def test_rules_for_symbols_and_their_children_count_in_parts(deck: Art, folder: Path) -> None:
    sheet = "<style>symbol>rect{fill:#0f0} svg>symbol{stroke:none} rect{fill:#f00}</style>"
    (folder / "by.svg").write_bytes(
        svg(f'{sheet}<symbol id="a" viewBox="0 0 2 1"><rect width="2" height="1"/></symbol>')
    )
    assert {"G", "\n"} == set(seen(deck, '<image href="by.svg#a" width="8" height="4"/>').strip())


BARE = '<g id="bare"><rect width="2" height="1"/></g><symbol id="sign" viewBox="0 0 2 1"><rect width="2" height="1"/></symbol>'
COLOUR = '<g id="own" fill="#f00"><rect width="2" height="1" fill="currentColor"/></g>'


@pytest.mark.parametrize(
    ("use", "colour"),
    [
        ('<use href="bare.svg#bare" width="8" height="4" fill="#0f0"/>', "G"),
        ('<use href="bare.svg#sign" width="8" height="4" style="fill:#0f0"/>', "G"),
        ('<g fill="#00f"><use href="bare.svg#bare" width="8" height="4"/></g>', "B"),
        ('<g fill="#00f"><use href="bare.svg#bare" width="8" height="4" fill="inherit"/></g>', "B"),
        (
            '<style>.u{fill:#0f0} g .u{fill:#00f}</style><g><use class="u" href="bare.svg#bare" width="8" height="4"/></g>',
            "B",
        ),
        ('<use href="bare.svg#own" width="8" height="4" color="#00f" fill="#0f0"/>', "B"),
        ('<use href="bare.svg#own" width="8" height="4" style="--x:#0f0;color:var(--x)"/>', "G"),
        ('<g transform="scale(4)" fill="#0f0"><use href="bare.svg#bare"/></g>', "G"),
    ],
)
def test_a_part_inherits_from_the_use_as_in_browsers(
    deck: Art, folder: Path, use: str, colour: str
) -> None:
    (folder / "bare.svg").write_bytes(svg(BARE + COLOUR))
    assert seen(deck, use).startswith(colour * 4)


def test_what_an_image_stands_in_hands_nothing_down(deck: Art, folder: Path) -> None:
    (folder / "bare.svg").write_bytes(
        svg(BARE.replace("<rect", '<rect fill="currentColor" stroke="none"'))
    )
    assert "G" not in seen(
        deck, '<g color="#0f0"><image href="bare.svg#bare" width="8" height="4"/></g>'
    )


@pytest.mark.parametrize("size", ['font-size="50%"', 'style="font-size:.5em"', 'font-size="4"'])
def test_letters_of_a_part_are_as_large_as_around_the_use(
    deck: Art, folder: Path, size: str
) -> None:
    words = svg('<g id="a"><text y="3" font-family="Nunito">n</text></g>')
    (folder / "words.svg").write_bytes(words)
    asked = f'<g font-size="8"><use href="words.svg#a" {size}/></g>'
    one = svg(f'<g font-size="8"><g {size}><text y="3" font-family="Nunito">n</text></g></g>')
    assert pixels(pdf_of(paint(read_svg(svg(asked)), deck))) == pixels(
        pdf_of(paint(read_svg(one), deck))
    )


def test_a_gradient_of_another_file_is_not_handed_down(deck: Art) -> None:
    with pytest.raises(DrawingError, match="is not handed on to a part of another file"):
        seen(deck, '<use href="deck.svg#hidden" width="8" height="4" fill="url(#g)"/>')


@pytest.mark.parametrize("name", ["K\u00f6nig", "Ko\u0308nig", "K%C3%B6nig"])
@pytest.mark.parametrize("id", ["K\u00f6nig", "Ko\u0308nig"])
def test_an_id_is_found_however_its_umlauts_are_written(
    deck: Art, folder: Path, name: str, id: str
) -> None:
    (folder / "u.svg").write_bytes(
        svg(f'<g id="{id}"><rect width="8" height="4" fill="#f00"/></g>')
    )
    assert "RRRRRRRR" in seen(deck, f'<image href="u.svg#{name}" width="8" height="4"/>')


def test_the_preview_shows_parts_too(deck: Art, folder: Path, tmp_path: Path) -> None:
    sanitizer = Sanitizer(
        Project(tmp_path, tmp_path / "output"), folder.parent, shipped_fonts(), {}
    )
    card = sanitizer.card(
        svg(
            '<image href="deck.svg#outlined" width="4" height="4"/><use href="deck.svg#sign" x="4" width="4" height="4"/>'
        ).decode()
    )
    assert 2 == card.count(f'href="{Sanitizer.FOLDER}')
    views = [
        read_svg(asset.content).get("viewBox")
        for asset in sanitizer.assets.values()
        if isinstance(asset.content, bytes)
    ]
    assert ["20 20 4 4", "0 0 4.0 4.0"] == views


def test_the_preview_hands_down_what_parts_inherit(deck: Art, folder: Path, tmp_path: Path) -> None:
    (folder / "bare.svg").write_bytes(svg(BARE))
    sanitizer = Sanitizer(
        Project(tmp_path, tmp_path / "output"), folder.parent, shipped_fonts(), {}
    )
    sanitizer.card(
        svg(
            '<use href="bare.svg#bare" fill="#0f0" width="4" height="4"/><use href="bare.svg#bare"/>'
        ).decode()
    )
    shown = [asset.content for asset in sanitizer.assets.values()]
    assert [b"fill:#0f0" in bytes(each) for each in shown] == [True, False]  # type: ignore[arg-type]
