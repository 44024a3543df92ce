"""What books of games without templates of their own get: a cover, chapters and colours."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from projects import SHIPPED, run, text_of

from cardgen.base.geometry import Box
from cardgen.load.game_dress import (
    OWN,
    READABLE,
    contrast,
    look_of,
    paints_of_signs,
    seven_colours,
    spread,
)
from cardgen.load.looks import look_palettes
from cardgen.model.card_roles import FACES
from cardgen.model.cards import Colour, Deck, Game
from cardgen.model.project import SIGNS
from cardgen.model.sizes import Shape

DECK = "size: {size}\ntemplate: {face}\nback: {back}\ncards: [{{id: owl}}, {{id: cat}}, {{id: moth}}, {{id: frog}}, {{id: bat}}]\n"
BOOK = "Who is home first?\n\n## Set-up\n\n1. Shuffle.\n\n## Play\n\nPlay.\n"
LONG = "Die außerordentlich merkwürdigen Abenteuer der Laternenträgerinnen von Unterwasserhausen"
HAIR = 1.5


def project(
    root: Path, says: str, face: str = "plain.svg", back: str = "", size: str = "poker"
) -> Path:
    files = {
        "card_data/home/game.yaml": says,
        "card_data/home/cards.yaml": DECK.format(size=size, face=face, back=back or '""'),
        "card_data/home/rulebook.md": BOOK,
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return root


def made(root: Path, *options: str) -> Path:
    done = run("rulebook", "home", *options, project=root)
    assert done.exit_code == 0, done.output
    return root / "output/home"


BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ card.width }} {{ card.height }}"/>'


def cover_lines(pdf: Path) -> list[Box]:
    """The boxes of the lines of text on the first page, but for those of cards."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        text = page.get_textpage()
        rects = [text.get_rect(index) for index in range(text.count_rects())]
        boxes = [Box(left, low, right - left, high - low) for left, low, right, high in rects]
        height = page.get_height()
        text.close()
        page.close()
    return [box for box in boxes if not 0.28 * height < box.y < 0.7 * height]


def overlapping(drawn: Path, blank: Path) -> list[tuple[Box, Box]]:
    """The pairs of lines on a cover of which one lies on the other.

    Those of the blank cover are there to be read aloud alone, but for the first words."""
    unseen = [box for box in cover_lines(blank) if box.y > 200]
    boxes = [box for box in cover_lines(drawn) if not any(same(box, other) for other in unseen)]
    return [pair for pair in combinations(boxes, 2) if shared(*pair)]


def same(one: Box, other: Box) -> bool:
    return all(abs(a - b) < 0.1 for a, b in zip(one, other, strict=True))


def shared(one: Box, other: Box) -> float:
    """How high the rectangle is that two boxes share; 0 where one is the other's second coat."""
    if abs(one.x - other.x) < HAIR and abs(one.width - other.width) < HAIR:
        return 0.0
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0.0, high - HAIR) if across > HAIR else 0.0


@pytest.mark.parametrize("title", ["Go!", "Harbour Lights", LONG, "Donaudampfschifffahrtskapitän"])
@pytest.mark.parametrize("facts", ["", "players: 1\n", "players: 2-12\nminutes: 90-120\nage: 12\n"])
def test_a_cover_takes_titles_of_any_length(title: str, facts: str, tmp_path: Path) -> None:
    """It is set smaller, and no words lie on others, on any page."""
    says = f"title: {title}\ndesigner: Ann Author and Bert Maker\n{facts}"
    folder = made(project(tmp_path / "drawn", says), "--paper", "a4")
    bare = project(tmp_path / "blank", f"{says}rulebook: {{templates: bare}}\n")
    (bare / "templates/bare").mkdir(parents=True)
    (bare / "templates/bare/cover.svg").write_text(BLANK, "utf-8")
    blank = made(bare, "--paper", "a4")
    for name in ("rulebook.pdf", "rulebook-a4.pdf"):
        first = text_of(folder / name)[0]
        assert title in " ".join(first.split())
        assert "Ann Author" in first
        assert ("players" in first) == ("2-12" in facts)
        assert ("age 12+" in first) == ("age" in facts)
        assert overlapping(folder / name, blank / name) == []


@pytest.mark.parametrize("size", ["poker landscape", "circle 50mm", "hexagon 60mm", "mini"])
def test_a_cover_shows_cards_of_any_shape(size: str, tmp_path: Path) -> None:
    folder = made(project(tmp_path, "title: Orbit\n", "looks/item.svg", size=size), "--booklet")
    assert (folder / "rulebook-booklet-a4.pdf").is_file()


def colours(**palette: str) -> dict[str, Colour]:
    return {name: Colour(rgb) for name, rgb in palette.items()}


def test_colours_of_any_palette_can_be_read() -> None:
    """On ground, tone and accent is written in paper, on paper in ink."""
    chance = random.Random(7)  # no secret
    palettes = [
        colours(
            **{f"c{n}": f"#{chance.randrange(1 << 24):06X}" for n in range(chance.randint(1, 9))}
        )
        for _ in range(400)
    ]
    palettes += [colours(snow="#FFFFFF"), colours(night="#000000"), colours(sun="#FFEE00")]
    for palette in palettes:
        seven = seven_colours(palette, OWN)
        assert contrast(seven["ground"], seven["paper"]) >= READABLE
        assert contrast(seven["tone"], seven["paper"]) >= READABLE
        assert contrast(seven["ink"], seven["paper"]) >= READABLE
        assert contrast(seven["accent"], "#FFFFFF") >= 4


def test_colours_are_taken_by_their_names() -> None:
    palette = colours(ground="#123456", paper="#FAFAF0", metal="#C0C0C0", red="#C02020")
    seven = seven_colours(palette, OWN)
    assert (palette["ground"], palette["metal"]) == (seven["ground"], seven["metal"])
    assert seven_colours({}, "ember") == look_palettes()["ember"]


def test_the_look_is_that_of_the_first_deck_that_has_one() -> None:
    def deck(name: str, face: str, back: str = "") -> Deck:
        shape = Shape("rectangle", 180, 250)
        return Deck(name, name, "g", shape, face, back, (), {}, file=Path("x.yaml"))

    own = deck("own", "mine/card.svg")
    backed = deck("backed", "mine/card.svg", "looks/item-back.svg")
    spells = deck("spells", "looks/spell.svg")
    game = Game("g", "G", "", Path(), {}, {}, (own, backed, spells))
    assert look_of(game).name == "item"
    assert look_of(game, spells).name == "spell"
    assert look_of(game, own).name == "item"
    bare = Game("g", "G", "", Path(), {}, {}, (own,))
    assert (look_of(bare).name, look_of(bare).palette) == ("plain", "tide")


def test_signs_of_instructions_are_in_the_colours_of_the_game() -> None:
    """Each but white and greys; those of a game that has the colours in which they are drawn stay
    as they are."""
    signs = [path for kind in SIGNS for path in (SHIPPED / "templates/icons").glob(f"{kind}*.svg")]
    drawn = {colour for path in signs for colour in re.findall("#[0-9A-F]{6}", path.read_text())}
    ember = look_palettes()["ember"]
    game = Game("home", "Home", "", Path(), ember, {}, ())
    paints = paints_of_signs(game)
    assert {colour for colour in drawn if spread(colour) > 20} <= {*paints} <= drawn
    assert {colour.rgb for colour in ember.values()} - {*paints.values()} == {ember["tone"].rgb}
    grape = replace(game, palette={"grape": Colour("#7b4fb0")})
    assert paints_of_signs(grape) == {}


@pytest.mark.parametrize("look", sorted(FACES))
def test_books_and_boxes_are_dressed_in_every_look(look: str, tmp_path: Path) -> None:
    says = f"title: Home\npalette: looks/{FACES[look]}\nplayers: 2\nabout: A race home.\n"
    root = project(tmp_path, says, f"looks/{look}.svg", f"looks/{look}-back.svg")
    made(root, "--paper", "a4")
    for ink in ("full", "low"):
        done = run("box", "home", "--paper", "a4", "--cards", "30", "--ink", ink, project=root)
        assert done.exit_code == 0, done.output
    words = " ".join(text_of(root / "output/home/box-cards-a4.pdf")[0].split())
    assert "A race home." in words


def test_a_book_of_three_pages_has_no_tabs(tmp_path: Path) -> None:
    folder = made(project(tmp_path, "title: Home\n"), "--paper", "a4")
    with pypdfium2.PdfDocument(folder / "rulebook-a4.pdf") as document:
        assert len(document) < 4
        text = document[1].get_textpage()
        lefts = [text.get_charbox(index)[0] for index in range(text.count_chars())]
        text.close()
    assert min(lefts) > 40
