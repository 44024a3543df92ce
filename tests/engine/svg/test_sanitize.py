"""Cards and art as a browser is given them: complete, and with nothing in them that runs or
asks."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image
from projects import write_project

import cardgen
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.sanitize import Sanitizer

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 80"'


def art(body: str) -> str:
    return f"{HEAD}>{body}</svg>"


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (4, 4), "#aa0000").save(file, "PNG")
    return file.getvalue()


def sanitizer(
    root: Path, files: dict[str, str | bytes] | None = None, known: Sanitizer.Memory | None = None
) -> Sanitizer:
    placed = {f"card_data/sweets/art/{name}": content for name, content in (files or {}).items()}
    workshop = cardgen.open_project(write_project(root, files=placed))
    return Sanitizer(
        workshop.project,
        root / "card_data" / "sweets",
        workshop.fonts,
        {} if known is None else known,
    )


@pytest.mark.parametrize(
    "body",
    [
        "<script>1</script>",
        '<g><script href="a.js"/></g>',
        "<foreignObject><b xmlns='http://www.w3.org/1999/xhtml'>1</b></foreignObject>",
        '<rect width="1" height="1" onclick="x()" OnLoad="x()"/>',
        '<a href="javascript:x()"><rect width="1" height="1"/></a>',
        '<animate attributeName="href" to="javascript:x()"/><set attributeName="x" to="1"/>',
        '<use href="#a"><set attributeName="href" to="http://example.com/a.svg#b" begin="0s" fill="freeze"/></use>',
        '<use href="http://example.com/a.svg#b"/><use xlink:href="//example.com/a.svg#b"/>',
        '<image href="http://example.com/a.png"/><image href="/etc/passwd"/><image href="../../../game.yaml"/>',
        '<image href="file:///etc/passwd"/><image href="data:text/html,&lt;script&gt;x()&lt;/script&gt;"/>',
        '<rect fill="url(http://example.com/a.svg#b)" style="fill: URL( \'http://example.com/a.svg#b\' )"/>',
        "<style>@import 'http://example.com/a.css'; rect { fill: url(\"http://example.com/b\") }</style>",
        r"<style>@imp\6frt 'http://example.com/a'; rect { fill: u\72l(http://example.com/b); x: \75 rl('//example.com/c') }</style>",
        r"<rect style='fill: ur\l(//example.com/a)' fill='\000075rl(//example.com/a)'/>",
        """<rect style='background: image-set("http://example.com/a" 1x); y: -webkit-image-set("//example.com/b" 1x)'/>""",
        '<iframe src="http://example.com"/><object data="a"/><embed src="a"/><audio src="a"/>',
    ],
)
def test_nothing_runs_and_nothing_is_fetched(tmp_path: Path, body: str) -> None:
    """On a card as in its art; what draws stays."""
    sanitizing = sanitizer(
        tmp_path, {"trap.svg": art(body + '<rect id="stays" width="9" height="9"/>')}
    )
    card = sanitizing.card(art(body + '<circle id="stays" r="1"/><image href="trap.svg"/>'))
    assert 'id="stays"' in card
    (asset,) = sanitizing.assets.values()
    assert isinstance(asset.content, bytes)
    for text in (card, asset.content.decode()):
        assert "stays" in text
        for bad in (
            "script",
            "example.com",
            "onclick",
            "onload",
            "foreignobject",
            "passwd",
            "iframe",
            "animate",
            "<set",
            "game.yaml",
        ):
            assert bad not in text.lower(), text


def test_references_inside_the_drawing_stay(tmp_path: Path) -> None:
    body = '<defs><linearGradient id="g"/></defs><rect fill="url(#g)" style="stroke: url( \'#g\' )"/><use xlink:href="#g"/>'
    card = sanitizer(tmp_path).card(art(body))
    assert 'fill="url(#g)"' in card
    assert "data-style=\"stroke: url( '#g' )\"" in card
    assert 'href="#g"' in card


def test_styles_are_left_to_the_page(tmp_path: Path) -> None:
    """Its policy forbids styles in mark-up, so they are kept where a script finds them."""
    body = '<style>.a { fill: red }</style><rect class="a" style="stroke: blue"/><text>a<tspan>b</tspan> c</text>'
    card = sanitizer(tmp_path).card(art(body))
    assert "<style" not in card
    assert ' style="' not in card
    assert 'data-sheet=".a { fill: red }"' in card
    assert "<text>a<tspan>b</tspan> c</text>" in card


def test_the_view_box_is_the_trim(tmp_path: Path) -> None:
    card = sanitizer(tmp_path).card(f'{HEAD} x="5" y="6" width="100mm" height="3in"/>')
    root = card[: card.index("/>")]
    assert 'preserveAspectRatio="none"' in root
    assert not re.search(r" (x|y|width|height)=", root)


def test_pictures_are_named_by_what_they_hold(tmp_path: Path) -> None:
    """Same content, same name; the file's own name is nowhere. Other content, other name."""
    drawn = art('<rect width="9" height="9"/>')
    sanitizing = sanitizer(tmp_path, {"one.svg": drawn, "two.svg": drawn, "photo.png": png()})
    card = sanitizing.card(
        art(
            '<image href="one.svg"/><image href="two.svg"/><image href="photo.png"/><image href="lost.svg"/>'
        )
    )
    names = re.findall(rf'href="{Sanitizer.FOLDER}(\w+)"', card)
    assert [names[0], names[0]] == names[:2]
    assert set(sanitizing.assets) == set(names)
    assert {"image/svg+xml", "image/png"} == {asset.kind for asset in sanitizing.assets.values()}
    assert "one.svg" not in card
    assert "lost.svg" not in card
    again = sanitizer(tmp_path, {"one.svg": art('<rect width="8" height="9"/>')}).card(
        art('<image href="one.svg"/>')
    )
    assert names[0] not in again


def test_art_has_what_it_shows_inside_it(tmp_path: Path) -> None:
    """A picture cannot fetch: its own pictures, and the faces it is set in, are part of it; whoever
    contains himself is left out."""
    files: dict[str, str | bytes] = {
        "outer.svg": art(
            '<image href="inner.svg"/><image href="outer.svg"/><text font-family="Nunito">Boo</text>'
        ),
        "inner.svg": art('<image href="photo.png"/>'),
        "photo.png": png(),
    }
    sanitizing = sanitizer(tmp_path, files)
    sanitizing.card(art('<image href="outer.svg"/>'))
    ((asset),) = sanitizing.assets.values()
    assert isinstance(asset.content, bytes)
    text = asset.content.decode()
    (inner,) = re.findall(r'href="data:image/svg\+xml;base64,([^"]+)"', text)
    assert base64.b64encode(png()).decode() in base64.b64decode(inner).decode()
    assert 4 == text.count("@font-face")
    assert "Baloo" not in text


def test_art_that_moves_is_shown_as_it_stays(tmp_path: Path) -> None:
    """As it prints; the movement itself is taken out."""
    moving = '<animate attributeName="stroke-dashoffset" values="60;0" dur="0.6s" fill="freeze"/>'
    line = f'<path d="M 0 0 H 9" stroke="red" stroke-dasharray="60" stroke-dashoffset="60">{moving}</path>'
    sanitizing = sanitizer(tmp_path, {"drawn.svg": art(line)})
    sanitizing.card(art('<image href="drawn.svg"/>'))
    (asset,) = sanitizing.assets.values()
    assert isinstance(asset.content, bytes)
    assert (b"stroke-dashoffset:0" in asset.content, b"animate" in asset.content) == (True, False)


def test_what_was_made_is_known_until_a_file_of_it_changes(tmp_path: Path) -> None:
    known: Sanitizer.Memory = {}
    files: dict[str, str | bytes] = {
        "outer.svg": art('<image href="inner.svg"/>'),
        "inner.svg": art("<rect/>"),
    }
    first = sanitizer(tmp_path, files, known).card(art('<image href="outer.svg"/>'))
    held = dict(known)
    assert first == sanitizer(tmp_path, None, known).card(art('<image href="outer.svg"/>'))
    assert held == known
    inner = tmp_path / "card_data/sweets/art/inner.svg"
    inner.write_text(art("<circle r='22'/>"), "utf-8")
    assert first != sanitizer(tmp_path, None, known).card(art('<image href="outer.svg"/>'))


def test_a_file_that_is_no_picture_is_not_served(tmp_path: Path) -> None:
    """Whatever its name says; and a link that leads out of the project is not followed."""
    sanitizing = sanitizer(
        tmp_path / "project", {"lie.png": "password: 1234", "broken.svg": "<svg"}
    )
    outside = tmp_path / "outside.svg"
    outside.write_text(art("<rect/>"), "utf-8")
    try:
        (tmp_path / "project/card_data/sweets/art/leads-out.svg").symlink_to(outside)
    except OSError:
        pass  # Windows, without the right to make links
    card = sanitizing.card(
        art('<image href="lie.png"/><image href="broken.svg"/><image href="leads-out.svg"/>')
    )
    assert "href" not in card
    assert {} == sanitizing.assets


def test_what_is_no_svg_is_refused(tmp_path: Path) -> None:
    for text in (
        "<svg",
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "secret.txt">]>' + art("&a;"),
        "<html/>",
    ):
        with pytest.raises(DrawingError):
            sanitizer(tmp_path).card(text)
