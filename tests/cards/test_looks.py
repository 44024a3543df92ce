"""The looks take any deck: random tables at many sizes; and their palettes can be read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from made_font import made_font
from projects import SHIPPED, run, write_project

from cardgen.api.workshop import open_project
from cardgen.base import colour_math
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.icons import Icons
from cardgen.load.icon_words import IconFinder
from cardgen.load.looks import look_palettes
from cardgen.model.card_roles import roles_of

FACES = sorted(
    path.name
    for path in (SHIPPED / "templates/looks").glob("*.svg")
    if not path.stem.endswith(("-back", "parts"))
)
SIZES = {
    "41mm x 63mm": 28,
    "poker": 60,
    "poker landscape": 42,
    "tarot": 90,
    "70mm x 70mm": 36,
    "circle 70mm": 7,
    "hexagon 70mm": 7,
}
"""Sizes of cards, and how many words of text one has room for beside all else that it may say."""
FEW_WORDS = 10
"""Where cards have room for no more, they say fewer things besides."""
WORDS = (
    *("draw", "a", "card", "from", "the", "lowest", "pile", "and", "give", "it", "to", "whoever"),
    *("has", "most", "of", "them", "then", "turn", "marker", "unwiderruflich", "Straßenbahn"),
)
CYRILLIC = ["возьмите", "карту", "из", "колоды", "и", "передайте", "соседу", "справа"]
GREEK = ["πάρε", "ένα", "φύλλο", "από", "τη", "στοίβα", "και", "δώσε", "το"]
READABLE = 4.5
HAIR = 1.2
QUIZ = ("question", "choices", "answer")


def sentence(chance: random.Random, count: int) -> str:
    words = chance.choice([WORDS, WORDS, CYRILLIC, GREEK])
    return " ".join(chance.choice(words) for _ in range(count))


def random_card(chance: random.Random, number: int, most_words: int) -> dict[str, object]:
    """A card that says some of what cards say, and has some words of its own."""
    fields: dict[str, object] = {
        "cost": chance.choice([0, 3, 12, "X"]),
        "kind": sentence(chance, chance.choice([1, 2])),
        "text": sentence(chance, chance.choice([0, 4, min(20, most_words), most_words])),
        "flavour": sentence(chance, 6),
        "attack": chance.randint(-9, 99),
        "health": chance.randint(0, 20),
        "range": "60 feet",
        "elite": True,
        "tags": "swift, of the sea",
        "question": sentence(chance, 9) + "?",
        "choices": "owl; wolf of the snow; bat",
        "answer": "owl",
        "zorble": chance.choice(["2d6", "a few", 7]),
        "colour": chance.choice(["accent", "seagreen", "#FFE08A"]),
    }
    is_quiz = chance.random() < 0.3
    likely = 0.6 if most_words > FEW_WORDS else 0.35
    kept_names = [
        name
        for name in fields
        if chance.random() < (0.5 if name in QUIZ else likely) and (is_quiz or name not in QUIZ)
    ]
    art = {"art": "owl.svg" if number % 2 else "auto"} if chance.random() < 0.5 else {}
    name = sentence(chance, chance.choice([1, 2, 5])).capitalize()
    kept_fields = {name: fields[name] for name in kept_names if fields[name] != ""}
    return {"id": f"c{number}", "name": name, **art, **kept_fields}


def deck(look: str, size: str, seed: int) -> str:
    chance = random.Random(seed)  # no secret
    cards = [random_card(chance, number, SIZES[size]) for number in range(6)]
    lines = [f"  - {card!r}".replace("True", "true") for card in cards]
    names = sorted({name for card in cards for name in card} - {"id", "name", "art"})
    kinds = {"elite": "{bool: {}, default: false}"}
    fields = [f"  {name}: {kinds.get(name, '{text: {optional: true}}')}" for name in names]
    back = look.replace(".svg", "-back.svg")
    head = f"size: {size}\ntemplate: looks/{look}\nback: looks/{back}\n"
    return "\n".join([f"{head}fields:", *fields, "cards:", *lines]) + "\n"


OWL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">'
    '<circle cx="20" cy="15" r="14" fill="#805020"/></svg>'
)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("look", FACES)
def test_a_look_takes_any_deck(look: str, ink: str, tmp_path: Path) -> None:
    """All that cards say fits, at all sizes, and no word stands on another."""
    sizes = list(SIZES)[:: 1 if ink == "full" else 3]  # in low ink the same words stand
    decks = {f"deck-{number}": deck(look, size, number) for number, size in enumerate(sizes)}
    project = write_project(tmp_path, decks)
    art = project / "card_data/sweets/art"
    art.mkdir(exist_ok=True)
    (art / "owl.svg").write_text(OWL, "utf-8")
    result = run("build", "sweets", "--paper", "a4", "--ink", ink, project=project)
    assert result.exit_code == 0, result.output
    for pdf in project.glob("output/**/deck-*.pdf"):
        for lines in lines_of(pdf):
            assert overlaps(lines) == []


def test_backs_of_looks_are_made_once(tmp_path: Path) -> None:
    """They read nothing of a card, though what looks share does."""
    deck = (
        "size: poker\ntemplate: looks/event.svg\nback: looks/event-back.svg\ncards: [{id: owl}]\n"
    )
    opened = open_project(write_project(tmp_path, {"main": deck}))
    context = Context.of(opened.project, opened.games[0], opened.fonts, Cache(None))
    composer = Composer(context)
    for back in sorted((SHIPPED / "templates/looks").glob("*-back.svg")):
        svg, problems, reads_card = composer.side(
            opened.games[0].decks[0].cards[0], f"looks/{back.name}"
        )
        assert (problems, reads_card) == ([], False), back.name
        assert svg


KIND_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect class="kind{{ kind_number() }}" width="9" height="9"/>
</svg>
"""


def test_a_kind_has_the_number_in_which_its_deck_has_it(tmp_path: Path) -> None:
    """So questions of a topic have a colour of their own; there is none where all are of one."""
    deck = "size: poker\ntemplate: kind.svg\nfields: {topic: {text: {optional: true}}}\ncards:\n"
    topics = ("Space", "Rivers", "''", "Space")
    cards = [f"  - {{id: c{n}, topic: {topic}}}\n" for n, topic in enumerate(topics)]
    files = {"templates/kind.svg": KIND_TEMPLATE}
    decks = {"many": deck + "".join(cards), "one": deck + cards[0] + cards[3]}
    opened = open_project(write_project(tmp_path, decks, files=files))
    composer = Composer(Context.of(opened.project, opened.games[0], opened.fonts, Cache(None)))
    numbers = {}
    for one in opened.games[0].decks:
        sides = [str(composer.side(card, "kind.svg")[0]) for card in one.cards]
        numbers[one.id] = [int(side.split('"kind')[1].split('"')[0]) for side in sides]
    assert numbers == {"many": [0, 1, -1, 0], "one": [-1, -1]}


def lines_of(pdf: Path) -> Iterator[list[Box]]:
    """The boxes of the lines of text on each page, in points."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        shown = page.get_textpage()
        rects = [shown.get_rect(index) for index in range(shown.count_rects())]
        yield [Box(left, low, right - left, high - low) for left, low, right, high in rects]
        shown.close()
        page.close()
    document.close()


def overlaps(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """The pairs of boxes of which one lies on the other by more than a hair."""
    return [pair for pair in combinations(boxes, 2) if shared(*pair) > HAIR]


def shared(first: Box, second: Box) -> float:
    """The lesser side of what two boxes share, in points."""
    right = min(first.x + first.width, second.x + second.width)
    top = min(first.y + first.height, second.y + second.height)
    return min(right - max(first.x, second.x), top - max(first.y, second.y))


@pytest.mark.parametrize("name", look_palettes())
@pytest.mark.parametrize("vision", ["", *colour_math.VISION])
def test_a_palette_can_be_read(name: str, vision: str) -> None:
    """Letters stand out from what they stand on, for all eyes; and frames are seen on the ground."""
    rgb = {role: colour_math.shares(colour.rgb) for role, colour in look_palettes()[name].items()}
    texts = [("ink", "paper"), ("ink", "glow"), ("metal", "ground")]
    texts += [("paper", ground) for ground in ("ground", "tone", "accent")]
    for letters, ground in texts:
        assert colour_math.contrast(rgb[letters], rgb[ground], vision) >= READABLE, letters


MOTIF_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
{{%- set dress, is_back = 'dusk', true %}}
{{%- from "dress/motif-{look}.svg" import pattern, emblem with context %}}
{{{{ pattern(30, 40) }}}}{{{{ emblem(30, 40, 12) }}}}
</svg>
"""


def test_the_motif_of_each_look_can_be_drawn(tmp_path: Path) -> None:
    """For the covers, chapters and boxes of games."""
    names = [Path(look).stem for look in FACES if look != "reference.svg"]
    decks = {n: f"size: poker\ntemplate: {n}.svg\ncards: [{{id: a}}]\n" for n in names}
    files = {f"templates/{n}.svg": MOTIF_TEMPLATE.format(look=n) for n in names}
    result = run("validate", "sweets", project=write_project(tmp_path, decks, files=files))
    assert result.exit_code == 0, result.output


def test_all_palettes_have_the_same_names() -> None:
    assert {tuple(palette) for palette in look_palettes().values()} == {
        ("ink", "paper", "ground", "tone", "accent", "metal", "glow")
    }


def test_a_game_takes_a_palette_by_its_name(tmp_path: Path) -> None:
    project = write_project(tmp_path, {"main": deck("spell.svg", "poker", 1)})
    game = project / "card_data/sweets/game.yaml"
    game.write_text("title: Sweets\npalette: looks/embr\n", "utf-8")
    result = run("validate", "sweets", project=project)
    assert 'no palette is called "looks/embr"; did you mean "looks/ember"' in result.output


def test_further_rows_of_a_card_say_what_they_have_of_their_own() -> None:
    rows = [{"name": "Wolf", "text": "One."}, {"name": "Wolf", "text": "Two.", "elite": True}]
    roles = roles_of({"name": "Wolf", "text": "One.", "rows": rows})
    assert roles.text == "One.\nTwo. · Elite"


def test_fields_are_known_by_their_usual_names() -> None:
    roles = roles_of(
        {
            "name": "Wolf",
            "Kosten": 3,
            "Typ": "Tier",
            "Beschreibung": "Er heult.",
            "attack": -2,
            "range": "60 feet",
            "elite": True,
            "tags": "grey, swift",
            "empty": None,
        }
    )
    assert (roles.title, roles.corner, roles.kind) == ("Wolf", ("Kosten", "3"), "Tier")
    assert (roles.text, roles.numbers) == ("Er heult.", [("Attack", "\u22122")])
    assert (roles.facts, roles.tags) == ([("Range", "60 feet")], ["Elite", "grey", "swift"])


def test_a_level_stands_in_the_corner_where_there_is_no_cost() -> None:
    roles = roles_of({"name": "Wolf", "attack": 2, "level": 4})
    assert (roles.corner, roles.numbers) == (("Level", "4"), [("Attack", "2")])


@pytest.mark.parametrize(
    ("words", "icon"),
    [
        ("Hearts", "suit-hearts"),
        ("Pik", "suit-spades"),
        ("swords", "swords"),
        ("Patient Owl", "color/owl"),
        ("Old Forest", "color/tree"),
        ("qqq", ""),
        ("", ""),
    ],
)
def test_words_mean_icons(words: str, icon: str, tmp_path: Path) -> None:
    project = open_project(write_project(tmp_path, {"main": deck("spell.svg", "poker", 1)}))
    folder = project.games[0].folder
    icon_of = IconFinder(project.project, Icons(project.project, folder).exists)
    assert icon_of(words, icon.startswith("color/")) == icon


def test_a_rank_and_a_suit_are_known() -> None:
    roles = roles_of({"name": "Q", "suit": "Hearts", "rank": "Queen", "color": "red"})
    assert (roles.suit, roles.rank, roles.corner) == ("Hearts", ("Rank", "Queen"), None)
    assert roles_of({"name": "K", "rank": "K"}).corner == ("Rank", "K")


def test_what_a_card_means_keeps_its_labels(tmp_path: Path) -> None:
    """On a tarot in two columns, where they are short, and below its number in Roman figures."""
    long = " ".join(WORDS * 2)
    cards = (
        "  - {id: a, number: 19, upright: Joy, reversed: Burnt}\n"
        f"  - {{id: b, number: 4, upright: Joy, reversed: {long}}}\n"
    )
    head = "size: tarot\ntemplate: looks/tarot.svg\nfields: {number: int, upright: text, reversed: text}\ncards:\n"
    project = write_project(tmp_path, {"main": head + cards})
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    page = pypdfium2.PdfDocument(next(project.glob("output/**/main-*.pdf")))[0]
    text = page.get_textpage().get_text_bounded()
    for words in ("XIX", "IV", "Upright Joy", "Burnt"):
        assert words in text
    assert [text.count(label) for label in ("Upright", "Reversed")] == [2, 2]
    roles = roles_of({"name": "Sonne", "Aufrecht": "Freude", "Umgekehrt": "Brand"})
    assert roles.meanings == [("Aufrecht", "Freude"), ("Umgekehrt", "Brand")]


def test_a_reward_is_kept_apart_only_where_it_is_asked_for() -> None:
    roles = roles_of({"name": "Wolf", "Belohnung": "A key", "loot": 3})
    assert (roles.reward, roles.numbers) == (("Belohnung", "A key"), [("Loot", "3")])
    roles.write_reward()
    assert (roles.reward, roles.facts) == (None, [("Belohnung", "A key")])


def test_steps_of_a_quest_are_numbered_and_its_reward_is_sealed(tmp_path: Path) -> None:
    """The reward stands in the words of no other part."""
    card = "  - {id: a, name: Quarry, steps: Dig | Carry | Sell, reward: A silver spoon}\n"
    head = "size: poker\ntemplate: looks/quest.svg\nfields: {steps: text, reward: text}\ncards:\n"
    project = write_project(tmp_path, {"main": head + card})
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    page = pypdfium2.PdfDocument(next(project.glob("output/**/main-*.pdf")))[0]
    words = page.get_textpage().get_text_bounded().split()
    assert {"1", "2", "3", "Dig", "Carry", "Sell"} <= set(words)
    assert (words.count("Reward"), words.count("spoon")) == (1, 1)


def test_what_is_written_from_right_to_left_stands_as_in_a_mirror(tmp_path: Path) -> None:
    """Meanings of a tarot and figures, the seal of a quest, signs of places and counters, labels in other letters."""
    fields = "fields: {upright: text, reversed: text, attack: int, health: int, reward: text}\n"
    said = "upright: Joy, reversed: Burnt, attack: 3, health: 5, reward: 7"
    card = f"cards:\n  - {{id: a, name: אבגד, {said}}}\n"
    decks = {
        look: f"size: tarot\ntemplate: looks/{look}.svg\n{fields}{card}"
        for look in ("tarot", "quest", "token", "map")
    }
    fallbacks = "".join(
        f"  {name}: {{fallback: [Scripts]}}\n" for name in ("Alegreya", "Nunito", "Baloo 2")
    )
    files = {"fonts/Scripts.ttf": made_font(), "fonts/fonts.yaml": f"families:\n{fallbacks}"}
    project = write_project(tmp_path, decks, files=files)
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    figures = "Health Attack"
    orders = [("tarot", "Reversed Upright"), ("quest", figures), ("quest", "Reward 7")]
    for look, order in (*orders, ("token", figures), ("map", figures)):
        page = pypdfium2.PdfDocument(next(project.glob(f"output/**/{look}-*.pdf")))[
            0
        ].get_textpage()
        places = [place_of(page, word) for word in order.split()]
        assert places == sorted(places), look


def place_of(page: pypdfium2.PdfTextPage, word: str) -> float:
    """How far from the left a word begins."""
    index, _ = page.search(word).get_next()
    return float(page.get_charbox(index)[0])


def height_of(page: pypdfium2.PdfTextPage, word: str) -> float:
    """How far from the foot the first letter of a word stands."""
    index, _ = page.search(word).get_next()
    return float(page.get_charbox(index)[1])


def test_yields_are_named_where_no_icon_is_called_so(tmp_path: Path) -> None:
    """On a tile of six sides, whose foot is narrow."""
    card = "  - {id: a, name: Quarry, ore: 2, coins: 1, zorble: 3, text: Rest here.}\n"
    fields = "{ore: int, coins: int, zorble: int, text: text}"
    head = f"size: hexagon 60mm\ntemplate: looks/resource.svg\nfields: {fields}\ncards:\n"
    project = write_project(tmp_path, {"main": head + card})
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    page = pypdfium2.PdfDocument(next(project.glob("output/**/main-*.pdf")))[0]
    words = page.get_textpage().get_text_bounded().split()
    assert {"Quarry", "2", "1", "3", "Zorble", "Rest"} <= set(words)
    assert not {"Ore", "Coins"} & set(words)


TERRAINS = {
    "Old Forest": "forest",
    "Finsterwald": "forest",
    "Pass of Snow": "snow",
    "Île aux Mouettes": "island",
    "Thornwatch Castle": "castle",
    "Forester Ann": "plain",
}
"""Names of places, and what their land is."""
TERRAIN_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
{%- set dress = 'dune' %}{% from "looks/map-parts.svg" import terrain_of with context %}
{{ text_box(terrain_of([card.kind, card.name]), 8, 8, 47, 20) }}
</svg>
"""


def test_the_terrain_of_a_place_follows_from_its_words(tmp_path: Path) -> None:
    """Its kind before its name, of which the last word comes first; coordinates are said once."""
    cards = [f"  - {{id: c{n}, name: {name}}}\n" for n, name in enumerate(TERRAINS)]
    cards.append("  - {id: k, name: Old Forest, kind: Desert, coordinates: B7, defence: 2}\n")
    optional = "{optional: true}"
    fields = f"{{kind: {{text: {optional}}}, coordinates: {{text: {optional}}}, defence: {{int: {optional}}}}}"
    decks = {
        "named": f"size: poker\ntemplate: terrain.svg\nfields: {fields}\ncards:\n{''.join(cards)}",
        "place": f"size: hexagon 60mm\ntemplate: looks/map.svg\nfields: {fields}\ncards:\n{cards[-1]}",
    }
    files = {"templates/terrain.svg": TERRAIN_TEMPLATE}
    project = write_project(tmp_path, decks, files=files)
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    said = {
        name: pypdfium2.PdfDocument(next(project.glob(f"output/**/{name}-*.pdf")))[0]
        .get_textpage()
        .get_text_bounded()
        .split()
        for name in decks
    }
    known = [word for word in said["named"] if word in {*TERRAINS.values(), "desert"}]
    assert sorted(known) == sorted([*TERRAINS.values(), "desert"])
    assert [said["place"].count(word) for word in ("B7", "Coordinates", "Desert", "2")] == [
        1,
        0,
        1,
        1,
    ]


BEAST_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
{%- set dress = 'grove' %}{% from "looks/creature-parts.svg" import beast_of with context %}
{{ text_box((beast_of(card.name) or 'nothing')|replace('color/', ''), 8, 8, 47, 20) }}
</svg>
"""


def test_a_court_has_its_letter_a_creature_its_drawing_and_a_spell_its_facts(
    tmp_path: Path,
) -> None:
    """A knight is no king, what lives is drawn by its name, and short facts stand in a line."""
    courts = [f"  - {{id: c{n}, rank: {rank}}}" for n, rank in enumerate(("King", "Knight", "J"))]
    beasts = [f"  - {{id: b{n}, name: {name}}}" for n, name in enumerate(("Wolf of Snow", "Gate"))]
    spell = "  - {id: s, name: Hush, range: 60 feet, duration: An hour, text: Draw a card.}"
    facts = "fields: {range: text, duration: text, text: text}\n"
    decks = {
        "court": f"size: poker\ntemplate: looks/suits.svg\nfields: {{rank: text}}\ncards:\n{chr(10).join(courts)}\n",
        "beast": f"size: poker\ntemplate: beast.svg\ncards:\n{chr(10).join(beasts)}\n",
        "spell": f"size: poker\ntemplate: looks/spell.svg\n{facts}cards:\n{spell}\n",
    }
    files = {"templates/beast.svg": BEAST_TEMPLATE}
    project = write_project(tmp_path, decks, files=files)
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    said = {
        name: pypdfium2.PdfDocument(next(project.glob(f"output/**/{name}-*.pdf")))[0]
        .get_textpage()
        .get_text_bounded()
        for name in decks
    }
    assert [said["court"].split().count(letter) for letter in "KNJ"] == [2, 2, 2]
    assert {"wolf", "nothing"} <= set(said["beast"].split())
    facts_line = next(line for line in said["spell"].splitlines() if "Range" in line)
    assert "Duration" in facts_line


COUNTERS = """\
size: {size}
template: looks/token.svg
fields: {{attack: int, move: int, text: {{text: {{optional: true}}}}}}
cards:
  - {{id: archer, attack: 4, move: 12}}
  - {{id: b, name: Ox, attack: 5, move: 3{more}}}
"""


def test_a_counter_of_half_an_inch_says_its_figures_and_the_name_it_was_given(
    tmp_path: Path,
) -> None:
    """One that is larger says a name that is made of its id; what has no room is told."""
    decks = {
        "small": COUNTERS.format(size="0.5in x 0.5in", more=""),
        "large": COUNTERS.format(size="circle 25mm", more=""),
    }
    project = write_project(tmp_path, decks)
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    for name, names in (("small", {"Ox"}), ("large", {"Ox", "Archer"})):
        page = pypdfium2.PdfDocument(next(project.glob(f"output/**/{name}-*.pdf")))[0]
        words = set(page.get_textpage().get_text_bounded().split())
        assert {"4", "12", "5", "3"} <= words
        assert words & {"Ox", "Archer", "Attack"} == names
    full = COUNTERS.format(size="0.5in x 0.5in", more=", text: Draw a card from the pile")
    result = run("build", "sweets", project=write_project(tmp_path, {"small": full}))
    assert "does not fit its stack" in result.output


def test_a_character_has_its_health_on_a_bar_and_its_lists_apart(tmp_path: Path) -> None:
    """Health stands on no pennant, and entries of lists with dots for their small numbers."""
    card = "  - {id: a, name: Ox, hp: 6, force: 3, gear: 'rope, candle 2', skills: song}\n"
    head = "size: poker\ntemplate: looks/sheet.svg\nfields: {hp: int, force: int, gear: text, skills: text}\ncards:\n"
    project = write_project(tmp_path, {"main": head + card})
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    page = pypdfium2.PdfDocument(next(project.glob("output/**/main-*.pdf")))[0]
    words = page.get_textpage().get_text_bounded().split()
    assert [words.count(word) for word in ("HP", "6", "3", "Gear", "rope", "song")] == [1] * 6
    assert "candle ••" in " ".join(words)
    small = card.replace("force: 3", "force: 3, wit: 4, mind: 5, charm: 7").replace(
        "hp: 6", "hp: 9"
    )
    fields = "{hp: int, force: int, wit: int, mind: int, charm: int, gear: text, skills: text}"
    head = f"size: 41mm x 63mm\ntemplate: looks/sheet.svg\nfields: {fields}\ncards:\n"
    project = write_project(tmp_path / "small", {"main": head + small})
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    page = pypdfium2.PdfDocument(next(project.glob("output/**/main-*.pdf")))[0].get_textpage()
    heights = {round(height_of(page, word)) for word in ("Force", "Wit", "Mind", "Charm")}
    assert len(heights) == 1  # four pennants, on one rod
    roles = roles_of({"name": "Ox", "Lebenspunkte": 6, "Fertigkeiten": "Lied, Tanz"})
    assert (roles.lists, roles.numbers) == (
        [("Fertigkeiten", ["Lied", "Tanz"])],
        [("Lebenspunkte", "6")],
    )
    roles.take_health()
    roles.write_lists()
    assert (roles.health, roles.facts) == (
        ("Lebenspunkte", "6"),
        [("Fertigkeiten", "Lied, Tanz")],
    )


def test_what_has_no_room_is_told(tmp_path: Path) -> None:
    """Ninety words on a small card, and a picture."""
    words = " ".join(WORDS * 5)
    card = f"  - {{id: a, name: Owl, art: owl.svg, text: {words}}}\n"
    head = "size: 41mm x 63mm\ntemplate: looks/spell.svg\nfields: {text: text}\ncards:\n"
    files = {"card_data/sweets/art/owl.svg": OWL}
    project = write_project(tmp_path, {"main": head + card}, files=files)
    result = run("build", "sweets", project=project)
    assert "does not fit its stack" in result.output


ICON_DECK = """\
size: poker
template: looks/{look}
fields: {{icon: text, kind: text, text: text}}
cards:
  - {{id: bare, icon: {icon}, kind: Tool, text: Short.}}
  - {{id: drawn, icon: {icon}, kind: Tool, text: Short., art: bat.svg}}
"""


@pytest.mark.parametrize(
    "look",
    [
        "creature.svg",
        "event.svg",
        "item.svg",
        "map.svg",
        "quest.svg",
        "sheet.svg",
        "resource.svg",
        "spell.svg",
        "tarot.svg",
        "token.svg",
        "trivia.svg",
    ],
)
def test_an_icon_is_an_emblem_or_a_sign_before_the_kind(look: str, tmp_path: Path) -> None:
    project = write_project(tmp_path, {"main": ICON_DECK.format(look=look, icon="sword")})
    result = run("build", "sweets", project=project)
    assert result.exit_code == 0, result.output
    unknown = write_project(tmp_path, {"main": ICON_DECK.format(look=look, icon="swordd")})
    result = run("build", "sweets", project=unknown)
    assert "unknown-icon" in result.codes
    assert '"swordd"' in result.output


def test_a_drawing_named_without_its_ending_fills_the_window(tmp_path: Path) -> None:
    deck_text = ICON_DECK.format(look="spell.svg", icon="sword").replace("bat.svg", "bat")
    result = run("build", "sweets", project=write_project(tmp_path, {"main": deck_text}))
    assert result.exit_code == 0, result.output
