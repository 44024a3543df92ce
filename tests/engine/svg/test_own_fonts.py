"""Fonts that a drawing brings along, as programs export them: used where they may be, told where
not, and nothing is fetched for them."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from urllib.parse import quote

import pytest
from comparing import in_pdf, sides_of
from making_fonts import drawing, made, saved
from projects import run, svg, text_of, write_project

import cardgen
from cardgen.engine.svg.sanitize import Sanitizer

BAR = saved(made("Whatever", thick=300))
"""Its "B" is a bar of 300 by 700."""


def address(data: bytes, kind: str = "font/ttf") -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def rule(family: str, source: str, more: str = "") -> str:
    return f"<style>@font-face {{ font-family: {family}; src: {source}; {more} }}</style>"


def art(head: str, body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">{head}{body}</svg>'


def text(letters: str, family: str = "Mine", more: str = "") -> str:
    return f'<text x="5" y="60" font-family="{family}" font-size="50" {more}>{letters}</text>'


def project(root: Path, drawn: str, **files: bytes | str) -> Path:
    card = svg(
        '<rect width="60" height="80" fill="#fff"/><image href="a.svg" width="60" height="80"/>'
    )
    more = {name.replace("__", "/").replace("_", "."): data for name, data in files.items()}
    return write_project(
        root, templates={"card.svg": card}, files={"card_data/sweets/art/a.svg": drawn, **more}
    )


def black(root: Path) -> float:
    """The share of the card that is black."""
    workshop = cardgen.open_project(root)
    ((game, (deck,)),) = workshop.select()
    (picture,) = in_pdf(sides_of(workshop, game, deck, (0,))[:1])
    counts = picture.convert("L").histogram()
    return sum(counts[:128]) / sum(counts)


BARS = 0.3 * 0.7 * 50 * 50 / (60 * 80)
"""The share of the card that one "B" covers."""


@pytest.mark.parametrize(
    "source",
    [
        f"url({address(BAR)}) format('truetype')",
        f'url("{address(saved(made("Whatever", thick=300), "woff2"), "font/woff2")}")',
        f"local('Mine'), url('{address(saved(made('Whatever', cff=True, thick=300)), 'application/x-font-opentype')}')",
        f"url(data:font/ttf,{quote(BAR)})",
    ],
)
@pytest.mark.parametrize("template", [False, True])
def test_a_font_inside_a_drawing_is_used(tmp_path: Path, source: str, template: bool) -> None:
    body = rule("'Mine'", source.replace("&", "&amp;")) + text("B")
    root = project(tmp_path, art("", body))
    if template:
        (root / "templates/card.svg").write_text(
            svg('<rect width="60" height="80" fill="#fff"/>' + body), "utf-8"
        )
    result = run("build", "--layout", "single", "--paper", "a4", project=root)
    assert 0 == result.exit_code, result.output
    assert "Mine" not in result.output
    assert BARS == pytest.approx(black(root), rel=0.02)


def test_letters_that_it_lacks_come_from_the_project(tmp_path: Path) -> None:
    body = rule("Mine", f"url({address(BAR)})") + text("Bx", "Mine, Nunito")
    root = project(tmp_path, art("", body))
    assert 0 == run("build", "--layout", "single", "--paper", "a4", project=root).exit_code
    assert BARS < black(root) < 2 * BARS
    assert "x" in " ".join(text_of(root / "output/sweets/main-single-a4.pdf"))


def test_weights_and_parts_are_chosen_as_in_browsers(tmp_path: Path) -> None:
    bold = saved(made("Whatever", thick=500))
    part = saved(drawing(made("Whatever", thick=100), "A", ord("x")))
    rules = rule("Mine", f"url({address(BAR)})") + rule(
        "Mine", f"url({address(bold)})", "font-weight: 700"
    )
    assert BARS == pytest.approx(black(project(tmp_path / "a", art(rules, text("B")))), rel=0.02)
    heavy = black(project(tmp_path / "b", art(rules, text("B", more='font-weight="bold"'))))
    assert BARS * 5 / 3 == pytest.approx(heavy, rel=0.02)
    parts = rule("Mine", f"url({address(part)})") + rule("Mine", f"url({address(BAR)})")
    assert black(project(tmp_path / "c", art(parts, text("x")))) == pytest.approx(
        0.5 * 0.2 * 0.7 * 2500 / 4800, rel=0.1
    )


def locked() -> bytes:
    font = made("Whatever")
    font["OS/2"].fsType = 2
    return saved(font)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (locked(), "forbids embedding"),
        (b"nonsense", "is broken or not a font"),
        (BAR[:300], "is broken or not a font"),
    ],
)
def test_a_font_that_may_not_be_used_is_told(tmp_path: Path, data: bytes, said: str) -> None:
    """In art the project's fonts stand in for it, in a template it is an error."""
    body = rule("Mine", f"url({address(data)})") + text("B")
    root = project(tmp_path, art("", body))
    result = run("build", "--layout", "single", "--paper", "a4", project=root)
    assert 0 == result.exit_code, result.output
    notes = run("validate", project=root).output
    assert f'inside this drawing the font "Mine" {said}' in notes
    (root / "templates/card.svg").write_text(svg(body), "utf-8")
    result = run("build", project=root)
    assert 2 == result.exit_code
    assert f'the font "Mine" {said}' in result.output


@pytest.mark.parametrize(
    "source",
    ["url(https://example.org/a.woff2)", "url(../../fonts/a.ttf)", "local(Mine)", "url(#a)"],
)
def test_nothing_is_fetched(tmp_path: Path, source: str) -> None:
    """What lies elsewhere is for other machines: the project's font of that name is used, if there
    is one."""
    root = project(
        tmp_path,
        art(rule("Wedge", source), text("B", "Wedge")),
        fonts__wedge_ttf=saved(made("Wedge", thick=300)),
    )
    assert 0 == run("build", "--layout", "single", "--paper", "a4", project=root).exit_code
    assert BARS == pytest.approx(black(root), rel=0.02)


def test_fonts_of_a_drawing_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.engine.svg.own_fonts.MOST_BYTES", 2000)
    result = run(
        "build", project=project(tmp_path, art(rule("Mine", f"url({address(BAR * 3)})"), text("B")))
    )
    assert 2 == result.exit_code
    assert "the fonts inside this drawing are larger than" in result.output


def test_a_browser_is_given_them_too_and_no_address(tmp_path: Path) -> None:
    sheet = (
        rule("Mine", f"url('{address(BAR)}'), url(https://example.org/x.ttf)")
        + "<style>rect{fill:url(data:text/html,x)}</style>"
    )
    root = project(tmp_path, art(sheet, text("B")))
    workshop = cardgen.open_project(root)
    ((game, _),) = workshop.select()
    sanitizer = Sanitizer(workshop.project, game.folder, workshop.fonts, {})
    sanitizer.card(svg('<image href="a.svg" width="60" height="80"/>'))
    (asset,) = sanitizer.assets.values()
    assert isinstance(asset.content, bytes)
    assert address(BAR).encode() in asset.content
    assert b"example.org" not in asset.content
    assert b"text/html" not in asset.content
    assert io.BytesIO(asset.content).read(4) == b"<svg"


def test_a_box_tells_that_it_wants_a_file(tmp_path: Path) -> None:
    """It said that no family is called so, and which others there are."""
    root = project(tmp_path, art("", text("x", "Nunito")))
    card = svg(
        rule("Mine", f"url({address(BAR)})") + "{{ text_box('B', 5, 5, 50, 50, font='Mine') }}"
    )
    (root / "templates/card.svg").write_text(card, "utf-8")
    result = run("build", project=root)
    assert 2 == result.exit_code
    assert result.tells('card.svg:2 font-unknown "one" 2 "Mine"')
