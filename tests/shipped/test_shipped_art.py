"""The art of the shipped games: no drawing twice, no back that tells a card, no colour or
transparency out of the rules of docs/art.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from drawn_decks import GAMES, drawn_deck, shipped_workshop
from lxml import etree
from projects import SHIPPED

from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box, Matrix
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.engine.graphics.pdf import Pdf
from cardgen.engine.svg.values import parse_transform
from cardgen.model.cards import Card, Deck, Game
from cardgen.sheets.pages import from_view_box

PAINTS = {"fill", "stroke", "id", "class"}
TRANSPARENT = re.compile(r"opacity|mix-blend-mode|rgba|url\(|(?<![\w-])(?:mask|filter)\s*[=:]")


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return shipped_workshop()


def game_of(workshop: Workshop, id: str) -> Game:
    return next(game for game in workshop.games if game.id == id)


def shapes(path: Path) -> Counter[str]:
    """The shapes of a drawing, whatever their colours: tag and geometry, numbers to half a unit,
    where they stand in no matter."""
    found: Counter[str] = Counter()
    for element in etree.parse(path).iter():
        if isinstance(element.tag, str) and etree.QName(element).localname not in ("svg", "g"):
            geometry = " ".join(
                f"{key}={value}"
                for key, value in sorted(element.attrib.items())
                if key not in PAINTS
            )
            rounded = re.sub(
                r"-?\d*\.?\d+", lambda number: str(round(float(number[0]) * 2) / 2), geometry
            )
            found[f"{etree.QName(element).localname} {rounded}"] += 1
    return found


def alike(one: Counter[str], other: Counter[str]) -> float:
    """The share of shapes that two drawings have in common."""
    return (one & other).total() / max(1, min(one.total(), other.total()))


def test_the_comparison_sees_a_drawing_in_other_colours(tmp_path: Path) -> None:
    """The test itself: recoloured and slightly nudged shapes are the same drawing; another pose is
    not."""
    first, second, third = (tmp_path / name for name in ("a.svg", "b.svg", "c.svg"))
    body = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1L{} 9" fill="{}"/><circle cx="5" cy="5" r="2" fill="{}"/></svg>'
    first.write_text(body.format("9.1", "#FF0000", "#00FF00"))
    second.write_text(body.format("9.0", "#0000FF", "#222222"))
    third.write_text(body.format("19", "#FF0000", "#00FF00").replace('r="2"', 'r="4"'))
    assert 1.0 == alike(shapes(first), shapes(second))
    assert 0.0 == alike(shapes(first), shapes(third))


def painted(svg: Path) -> str:
    return re.sub(r"<!--.*?-->|\{#.*?#\}", "", svg.read_text(encoding="utf-8"), flags=re.DOTALL)


SKINS = re.compile(r"-on-(blue|green|orange|purple)$")
"""A monster as it looks on its own color: the same monster, so that nobody takes it for another."""


@pytest.mark.parametrize("game", GAMES)
def test_no_drawing_is_another_one_in_other_colours(game: str) -> None:
    art = sorted((SHIPPED / "card_data" / game / "art").glob("*.svg"))
    # a diagram in another language
    drawings = {
        path.stem: shapes(path) for path in art if not re.match(r"rules-.*-\w\w$", path.stem)
    }
    pairs = combinations(drawings.items(), 2)
    assert [] == [
        f"{a}, {b}"
        for (a, one), (b, other) in pairs
        if alike(one, other) > 0.5 and SKINS.sub("", a) != SKINS.sub("", b)
    ]


def pictures(svg: str) -> frozenset[tuple[str, int]]:
    """The drawings on a face that are pictures, not signs among its text: 12 mm wide or more, and
    how many of each."""
    placed = (
        element
        for element in etree.fromstring(svg.encode()).iter("{*}image")
        if float(element.get("width", "0")) >= 12
    )
    return frozenset(
        Counter(
            SKINS.sub("", str(element.get("href")).removesuffix(".svg")) for element in placed
        ).items()
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_two_faces_share_their_picture(workshop: Workshop, game: str) -> None:
    """Whatever the deck, and whether the data or the template names it. A monster is one face in
    four colors."""
    found = game_of(workshop, game)
    composer = Composer(Context.of(workshop.project, found, workshop.fonts, Cache(None)))
    faces: dict[frozenset[tuple[str, int]], set[str]] = {}
    for deck in found.decks:
        for card in deck:
            svg, problems, _ = composer.side(card, card.template or deck.template)
            assert svg is not None
            assert [] == problems
            if shown := pictures(svg):
                faces.setdefault(shown, set()).add(
                    str(card.face) if "face" in card.fields else card.id
                )
    assert len(faces) > 1
    assert {} == {tuple(shown): cards for shown, cards in faces.items() if len(cards) > 1}


@pytest.mark.parametrize("game", GAMES)
def test_art_casts_no_shadow_of_its_own(game: str) -> None:
    """It does not know its ground: the templates draw the one shadow. Nor does it stand far above
    the place of that shadow."""
    for path in sorted((SHIPPED / "card_data" / game / "art").glob("*.svg")):
        if not path.stem.startswith("rules-"):
            assert "#DCC9A6" not in painted(path), path.name


def test_a_shadow_falls_once_and_only_on_its_ground(workshop: Workshop) -> None:
    """On every card with a window: one ellipse, within the window's clip; darker than each tint of
    that ground."""
    found = game_of(workshop, "best-candy-on-the-block")
    composer = Composer(Context.of(workshop.project, found, workshop.fonts, Cache(None)))
    for deck in map(found.deck, ("main", "king", "trick-or-treater", "suit", "bag")):
        for card in deck:
            svg, _, _ = composer.side(card, card.template or deck.template)
            assert svg is not None
            root = etree.fromstring(svg.encode())
            (shadow,) = [element for element in root.iter() if element.get("class") == "shadow"]
            clipped = next(above for above in shadow.iterancestors() if above.get("clip-path"))
            grounds = {above.get("fill") for above in clipped.iter() if above is not shadow} | {
                clipped.getprevious().get("fill")
            }
            lightness = {
                fill: sum(bytes.fromhex(fill[1:]))
                for fill in grounds
                if fill and fill.startswith("#")
            }
            assert lightness
            assert sum(bytes.fromhex(str(shadow.get("fill"))[1:])) < min(lightness.values()), (
                card.id
            )


def number_cards(workshop: Workshop, ink: str = "full") -> Iterator[tuple[Card, etree._Element]]:
    """Candy Pot's cards from 2 to 10 with what their template made of them."""
    found = game_of(workshop, "trick-or-treat-candy-pot")
    composer = Composer(Context.of(workshop.project, found, workshop.fonts, Cache(None)), ink)
    for card in found.deck("playing"):
        if card.template == "candy-pot/number.svg":
            svg, _, _ = composer.side(card, card.template)
            assert svg is not None
            yield card, etree.fromstring(svg.encode())


@pytest.mark.parametrize("ink", ["full", "low"])
def test_scenes_show_as_many_characters_as_the_card_has_pips(workshop: Workshop, ink: str) -> None:
    """No two of a card are alike in face, pose and finery, and each card has sizes of its own."""
    casts = {}
    for card, root in number_cards(workshop, ink):
        pips = [element for element in root.iter("{*}g") if element.get("class") == "pip"]
        drawings = {b"".join(etree.tostring(part) for part in pip) for pip in pips}
        assert card.value == len(pips) == len(drawings), card.id
        casts[card.id] = frozenset(str(pip.get("transform")) for pip in pips)
    assert 36 == len(casts) == len(set(casts.values()))


BODIES = {
    "pumpkins": Box(-45, -72, 90, 72),
    "candies": Box(-33, -81, 66, 81),
    "bats": Box(-22, -34, 44, 25),
    "skulls": Box(-38, -86, 76, 86),
}
"""What no hat and no wing belongs to, in hundredths of a character's size about its place."""


def test_characters_keep_clear_of_the_index(workshop: Workshop) -> None:
    """By half a millimetre of the tabs in two corners; those of 6 and 9 are longer."""
    for card, root in number_cards(workshop):
        depth = 23.7 if card.value in (6, 9) else 21.9
        for pip in root.iter("{*}g"):
            if pip.get("class") == "pip":
                body = on_card(pip).box(BODIES[str(card.suit)])
                assert body.x > 10.7 or body.y > depth, (card.id, body)
                right, foot = body.x + body.width, body.y + body.height
                assert right < 57.15 - 10.7 or foot < 88.9 - depth, (card.id, body)


def on_card(element: etree._Element) -> Matrix:
    """From the units of an element to the millimetres of its card."""
    matrix = Matrix()
    for outer in (*reversed([*element.iterancestors()]), element):
        matrix @= parse_transform(outer.get("transform", ""))
    return matrix


def test_each_main_card_has_a_drawing_of_its_own(workshop: Workshop) -> None:
    """57 illustrations, 15 for the Kings, eight bags, and each of the gold cards' ten kids twice:
    for 3 points with a full bucket."""
    game = game_of(workshop, "best-candy-on-the-block")
    arts = {deck.id: Counter(card.art for card in deck) for deck in game.decks}
    assert (57, {1}) == (len(arts["main"]), set(arts["main"].values()))
    assert (15, {1}) == (len(arts["king"]), set(arts["king"].values()))
    assert (8, {1}) == (len(arts["bag"]), set(arts["bag"].values()))
    assert (20, {1}) == (len(arts["trick-or-treater"]), set(arts["trick-or-treater"].values()))
    assert {2: 10, 3: 10} == Counter(card.points for card in game.deck("trick-or-treater"))


@pytest.mark.parametrize("game", GAMES)
def test_all_art_is_used(workshop: Workshop, game: str) -> None:
    """A drawing that neither a template nor the rulebook places was forgotten."""
    found = game_of(workshop, game)
    used = {path for deck in found.decks for path in drawn_deck(game, deck.id).art}
    logos = [
        name
        for path in found.folder.glob("game*.yaml")
        for name in re.findall(r"(?m)^logo: (\S+)", path.read_text("utf-8"))
    ]
    book = "".join(
        [
            *(path.read_text(encoding="utf-8") for path in found.folder.glob("rulebook*.md")),
            *(f"{name}.svg " for name in logos),
        ]
    )
    unused = [
        path.name
        for path in sorted((found.folder / "art").glob("*"))
        if path not in used and path.name not in book
    ]
    assert [] == unused


@pytest.mark.parametrize(
    "path",
    sorted([*SHIPPED.glob("card_data/*/art/*.svg"), *SHIPPED.glob("templates/**/*.svg")]),
    ids=lambda path: path.relative_to(SHIPPED).as_posix(),
)
def test_nothing_shipped_is_transparent(path: Path) -> None:
    """Flat colours print the same everywhere: url() is for clipping alone, and in looks for
    gradients, whose colours may not be transparent either."""
    text = re.sub(r'clip-path="url\([^"]*"', "", painted(path))
    if path.parent.name == "looks":
        text = re.sub(r"url\(#[a-z]+\)", "", text)
    assert [] == TRANSPARENT.findall(text)


def back_pixels(workshop: Workshop, game: Game, deck: Deck) -> set[bytes]:
    """Every different back of a deck, bleed included, as pixels at 100 dpi."""
    bleed = 3 * 72 / 25.4
    seen, rasters = set(), set()
    for drawn in drawn_deck(game.id, deck.id).cards:
        assert drawn.back is not None
        if id(drawn.back) in seen:
            continue
        seen.add(id(drawn.back))
        pdf = Pdf.passing()
        page = pdf.page(
            Box(-bleed, -bleed, deck.shape.width + 2 * bleed, deck.shape.height + 2 * bleed)
        )
        page.place(drawn.back, from_view_box(drawn.back.box, deck.shape))
        rasters.add(pypdfium2.PdfDocument(pdf.bytes())[0].render(scale=100 / 72).to_pil().tobytes())
    return rasters


@pytest.mark.parametrize("game", GAMES)
def test_decks_shuffled_together_look_alike_from_behind(workshop: Workshop, game: str) -> None:
    """Pixel by pixel, over every card of the decks."""
    found = game_of(workshop, game)
    for deck in found.decks:
        if deck.shuffled_with:
            together = [
                back_pixels(workshop, found, each)
                for each in (deck, *map(found.deck, deck.shuffled_with))
            ]
            assert 1 == len(set().union(*together)), (deck.id, deck.shuffled_with)


def test_what_is_shuffled_together_is_said(workshop: Workshop) -> None:
    """Kings go into the main deck, the new white cards into the suit deck."""
    game = game_of(workshop, "best-candy-on-the-block")
    assert {"king": ("main",), "flavor": ("suit",)} == {
        deck.id: deck.shuffled_with for deck in game.decks if deck.shuffled_with
    }


def test_the_backs_have_the_colours_that_tell_the_decks_apart(workshop: Workshop) -> None:
    """Five different backs: main and Kings, suits and flavors, bags, combos, gold."""
    game = game_of(workshop, "best-candy-on-the-block")
    backs = {deck.id: back_pixels(workshop, game, deck) for deck in game.decks if not deck.role}
    assert backs["main"] == backs["king"]
    assert backs["suit"] == backs["flavor"]
    assert 5 == len({next(iter(pixels)) for pixels in backs.values()})
