"""The dress of a book: colours, type and ornaments are the game's; what it does not say is quiet,
and nobody else's."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from books import made
from projects import SHIPPED, run, svg, text_of, write_project

import cardgen
from cardgen.base.colour_math import channels
from cardgen.load.game_dress import contrast
from cardgen.model.cards import BookDress, Colour, Game
from cardgen.rulebook.theme import Theme

BOOK = "card_data/senate/rulebook.md"
GAME = "title: Senate of Rome\npalette: {marble: '#F1EEE6', crimson: '#8C1C2B', stone: '#8D877C'}\n"
CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><rect width="63.5" height="88.9" fill="{{ palette.marble }}"/></svg>'
DECK = "size: poker\ntemplate: senate/card.svg\ncards: [{id: cato}, {id: cinna}, {id: sulla}, {id: brutus}]\n"
RULES = """Who speaks last?

## Overview

Rome is old.

::: note Consuls
There are two.
:::

::: example A vote
Cato says no.
:::

> It must be destroyed.

| who | votes |
|---|--:|
| Cato | 1 |
| Cinna | 2 |

## The end

It ends.
"""
PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ card.width }} {{ card.height }}">%s</svg>'


def senate(root: Path, said: str = "", rules: str = RULES, **templates: str) -> Path:
    files = {
        BOOK: rules,
        "card_data/senate/game.yaml": GAME + said,
        "card_data/senate/senators.yaml": DECK,
        "templates/senate/card.svg": CARD,
    }
    files |= {f"templates/senate/{name}.svg": text for name, text in templates.items()}
    return write_project(root, files=files)


def pages(root: Path) -> list[set[tuple[int, int, int]]]:
    """The colours of each page of the screen edition that cover a hundredth of it or more."""
    found = run("rulebook", "senate", "--paper", "a4", project=root)
    assert found.exit_code == 0, found.output
    shown = []
    for page in pypdfium2.PdfDocument(root / "output/senate/rulebook.pdf"):
        image = page.render(scale=0.5).to_pil().convert("RGB")
        counted = image.getcolors(image.width * image.height) or []
        shown.append(
            {colour for count, colour in counted if count > image.width * image.height / 100}
        )
    return shown


def test_a_game_without_a_dress_has_its_own_colours(tmp_path: Path) -> None:
    """Marble, crimson and greys: every strong colour of every page is the palette's crimson, or a
    tint of it."""
    shown = pages(senate(tmp_path))
    crimson = channels("#8C1C2B")
    assert crimson in shown[0]
    assert crimson in shown[1]
    for red, green, blue in set().union(*shown):
        assert max(red, green, blue) - min(red, green, blue) < 40 or (
            red > green and abs(green - blue) < 30
        ), (red, green, blue)


def test_what_the_game_says_is_how_the_book_looks(tmp_path: Path) -> None:
    """The cover, a chapter and a box are the game's templates; colours go where they were named
    for."""
    said = "rulebook: {templates: senate, cover: stone, chapters: [stone], accent: crimson, example: crimson, display: Baloo 2}\n"
    cover = PLAIN % '<rect width="{{ card.width }}" height="{{ card.height }}" fill="#102030"/>'
    chapter = PLAIN % '<rect width="{{ card.width }}" height="{{ card.height }}" fill="#00A050"/>'
    root = senate(tmp_path, said, cover=cover, chapter=chapter)
    shown = pages(root)
    assert (0x10, 0x20, 0x30) in shown[0]
    assert (0x00, 0xA0, 0x50) in shown[1]


def test_a_page_with_room_to_spare_has_the_tailpiece_of_the_game(tmp_path: Path) -> None:
    """It is drawn for a game that has its template, and counts from nought."""
    said = "rulebook: {templates: senate}\n"
    tail = PLAIN % (
        '<rect width="{{ card.width }}" height="{{ card.height }}" '
        "fill=\"{{ ['#00A050', '#102030'][card.turn] }}\"/>"
    )
    assert (0x00, 0xA0, 0x50) in pages(senate(tmp_path / "with", said, tail=tail))[1]
    assert (0x00, 0xA0, 0x50) not in pages(senate(tmp_path / "without", said))[1]


def test_the_margins_of_a_page_are_drawn_where_a_game_has_their_template(tmp_path: Path) -> None:
    """All pages but the cover have them; they are told where the text ends and which page it is."""
    said = "rulebook: {templates: senate}\n"
    margins = PLAIN % (
        '<rect y="{{ card.text_y }}" width="{{ card.width }}" '
        'height="{{ (card.number_y - card.text_y) * 2 if card.right else card.height - card.text_y }}" '
        "fill=\"{{ ['#00A050', '#102030'][card.number % 2] if card.pages == 3 else 'red' }}\"/>"
    )
    rules = RULES + "\n---\n\n## After\n\nRome is older.\n"
    shown = pages(senate(tmp_path, said, rules, page=margins))
    green, blue = (0x00, 0xA0, 0x50), (0x10, 0x20, 0x30)
    assert [(green in colours, blue in colours) for colours in shown] == [
        (False, False),
        (True, False),
        (False, True),
    ]


def test_the_line_under_a_heading_that_is_kept_is_of_its_chapter(tmp_path: Path) -> None:
    """A heading across the page, above what stays together; the contents are of another colour."""
    said = "rulebook: {accent: stone, chapters: [crimson, stone]}\n"
    table = "| who | votes | why |\n|---|--:|---|\n" + f"| Cato | 1 | {'words ' * 60}|\n" * 3
    kept = f"::: keep\n### Votes\n\n{table}:::\n"
    root = senate(tmp_path, said, f"## One\n\n{kept}\n---\n\n## Two\n\n{kept}")
    run("rulebook", "senate", "--paper", "a4", project=root)
    printed = pypdfium2.PdfDocument(root / "output/senate/rulebook-a4.pdf")
    image = printed[2].render(scale=3).to_pil().convert("RGB")
    colours = {image.getpixel((image.width // 3, y)) for y in range(180, image.height - 240)}
    assert channels("#8D877C") in colours
    assert channels("#8C1C2B") not in colours


def test_the_quiet_cover_says_title_and_first_words(tmp_path: Path) -> None:
    root = senate(tmp_path)
    pages(root)
    first = text_of(root / "output/senate/rulebook.pdf")[0]
    assert "Senate of Rome" in first
    assert "Who speaks last?" in first


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("rulebook: {accent: purple}\n", "no colour of the palette is called"),
        ("rulebook: {chapters: [crimson, gold]}\n", "no colour of the palette is called"),
        ("rulebook: {templates: forum}\n", "no folder of templates is called"),
        ("rulebook: {colour: crimson}\n", 'rulebook has no "colour"'),
        ("rulebook: {display: Trajan}\n", 'there is no font "Trajan"'),
        ("logo: xylophone\n", 'game.yaml:3:7 file-missing "xylophone"'),
    ],
)
def test_what_there_is_not_is_told_with_its_line(tmp_path: Path, said: str, line: str) -> None:
    found = run("rulebook", "senate", project=senate(tmp_path, said))
    assert found.exit_code == 2
    assert "game.yaml:3" in found.stderr
    assert found.tells(line), found.briefs


def test_a_cover_shows_cards_of_any_deck(tmp_path: Path) -> None:
    """The card fills the page with its colour."""
    cover = (
        PLAIN
        % '<image href="face:senators/cato" width="{{ card.width }}" height="{{ card.height }}" preserveAspectRatio="none"/>'
    )
    assert (
        channels("#F1EEE6")
        in pages(senate(tmp_path, "rulebook: {templates: senate}\n", cover=cover))[0]
    )


LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><rect width="9" height="3" fill="#4020A0"/></svg>'


def test_a_logo_stands_for_the_title_which_can_be_read_all_the_same(tmp_path: Path) -> None:
    """On the cover. In another language the title is set in type, unless that language has a logo
    of its own."""
    root = senate(tmp_path)
    files = {
        "art/title.svg": LOGO,
        "art/titel.svg": LOGO.replace("#4020A0", "#A02040"),
        "game.de.yaml": "title: Senat\n",
        "rulebook.de.md": RULES,
    }
    files["game.yaml"] = GAME + "logo: title\n"
    for name, text in files.items():
        path = root / "card_data/senate" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert channels("#4020A0") in pages(root)[0]
    assert "Senate of Rome" in text_of(root / "output/senate/rulebook.pdf")[0]
    german = root / "card_data/senate/game.de.yaml"
    for said, logo in (("", False), ("logo: titel\n", True)):
        german.write_text(f"title: Senat\n{said}", encoding="utf-8")
        assert (
            run("rulebook", "senate", "--lang", "de", "--paper", "a4", project=root).exit_code == 0
        )
        pdf = root / "output/senate/rulebook-de.pdf"
        shown = pypdfium2.PdfDocument(pdf)[0].render(scale=0.5).to_pil().convert("RGB")
        assert logo == (
            channels("#A02040")
            in [colour for _, colour in shown.getcolors(shown.width * shown.height) or []]
        )
        assert "Senat" in text_of(pdf)[0]


def test_colours_that_are_not_said_are_chosen() -> None:
    """An accent in which a small heading can be read; ink and paper from the ends of the
    palette."""

    def theme(dress: BookDress | None = None, **palette: str) -> Theme:
        colours = {name: Colour(rgb) for name, rgb in palette.items()}
        return Theme(Game("g", "G", "", Path(), colours, {}, (), rulebook=dress or BookDress()))

    assert ("#8C1C2B", "#F1EEE6") == (
        theme(marble="#F1EEE6", crimson="#8C1C2B").accent,
        theme(marble="#F1EEE6", crimson="#8C1C2B").paper,
    )
    for bare in (theme(), theme(ink="#101010", cream="#FAF5EA"), theme(yellow="#FFEE00")):
        assert contrast(bare.accent, "#FFFFFF") >= 4.5
        assert contrast(bare.cover, bare.paper) >= 4.5
    assert len({theme().accent, theme().cover, theme().ink}) == 3
    assert theme(yellow="#FFEE00").accent == theme().ink
    assert "#FFEE00" == theme(BookDress(colours={"accent": "yellow"}), yellow="#FFEE00").accent
    assert ("#00AA00", "#0000AA") == theme(
        BookDress(chapters=("b", "a")), a="#0000AA", b="#00AA00"
    ).chapters


def test_the_program_knows_no_shipped_game() -> None:
    """Words of the shipped games' decks and palettes stand in no module, but as what a reader of
    code is shown."""
    words = "grape|pumpkins?|midnight|berry|lemon|cand(y|ies)|sweets?|halloween|witch|skulls?|bats|caramel|chocolate"
    found = []
    for path in sorted(Path(cardgen.__file__).parent.rglob("*.py")):
        if "starter" in path.as_posix() or path.name == "made_art.py":
            continue  # a game of its own; words and icons of any game
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if (
                re.search(rf"\b({words})\b", line.partition("  # ")[0], re.IGNORECASE)
                and ">>>" not in line
            ):
                found.append(f"{path.relative_to(SHIPPED)}:{number}: {line.strip()}")
    assert [] == found


def test_an_icon_that_follows_the_text_is_white_on_a_dark_banner(tmp_path: Path) -> None:
    """Once black, in the text, and once white, in the heading."""
    icon = svg('<path fill="currentColor" d="M0 0h7v3z"/>', 10, 10)
    folder = made(tmp_path, "## Set-up {owl}\n\nTake {owl}.\n", owl=icon)
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        forms = [
            form.read_bytes()
            for page in pdf.pages
            for form in page.get("/Resources", {}).get("/XObject", {}).values()
        ]
    shape = b" rg\n0 0 m 7 0 l 7 3 l h f"
    assert {b"0 0 0" + shape, b"1 1 1" + shape} == {form for form in forms if shape in form}
