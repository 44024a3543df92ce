"""The charts of `cardgen stats`: what they show is what the cards and the deals come to, and they
are drawn whatever a deck says."""

from __future__ import annotations

from ctypes import byref
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image
from projects import HEAD, run
from pypdfium2 import PdfDocument, raw
from sweets import Sweets

from cardgen.base.cache import Cache
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.engine import Pdf
from cardgen.model.cards import BookDress, Colour
from cardgen.rules.charts import Chart, _seen, charts_of
from cardgen.rules.ruleset import RuleSet, read_rule_set
from cardgen.sheets.chart_insight import insight
from cardgen.sheets.chart_pages import SHAPE, chart_places, coloured_chart
from cardgen.sheets.game_band import GameBand

MAIN = (
    HEAD
    + """fields:
  rank: {int: {min: 0, max: 9}}
  color: {one_of: [black, green]}
  suits: {list_of: suits, default: []}
  twin: {one_of: [one, two], default: one}
cards:
  - {id: bonbon, color: black, rank: 1, suits: [candy], copies: 3, twin: two}
  - {id: praline, color: black, rank: 2, suits: [candy, nuts], copies: 2}
  - {id: brittle, color: green, rank: 1, suits: [nuts], copies: 2, twin: two}
  - {id: drop, color: green, rank: 9, suits: [sour], copies: 2}
"""
)
DULL = (
    HEAD
    + """fields:
  rank: {int: {min: 0}}
  color: {one_of: [black, green]}
  name_of_rank: {one_of: [low, middle, high]}
cards:
  - {id: a, rank: 1, color: black, name_of_rank: low, copies: 3}
  - {id: b, rank: 1, color: green, name_of_rank: low, copies: 2}
  - {id: c, rank: 2, color: black, name_of_rank: middle, copies: 2}
  - {id: d, rank: 3, color: green, name_of_rank: high, copies: 3}
"""
)
RULES = """\
- id: worth
  says: What a hand of two is worth.
  deal: {players: [2, 3], from: deck.main, hand: 4 - players}
  chance: {value: hand | total('rank')}
"""
CELLS = [[1, 2], [3, 4]]
VARIANTS = """\
- {id: all, players: 2-3, cards: deck.main, deck_size: 9, deal: 3, left: 9 - 3 * players}
- {id: none, players: 3, cards: deck.main, deck_size: 9, deal: 3, left: 0}
"""


def charts(sweets: Sweets, **files: Any) -> dict[str, Chart]:
    sweets.write(**{"main": MAIN, **files})
    game = sweets.open().games[0]
    return {chart.id: chart for chart in charts_of(game, game.decks, read_rule_set(game, []))}


def test_a_field_is_counted_by_copies(sweets: Sweets) -> None:
    found = charts(sweets)["main-rank"]
    assert (found.fields["labels"], found.fields["values"]) == (["1", "2", "9"], [5, 2, 2])
    assert "3 on average" in found.about


def test_one_field_by_another(sweets: Sweets) -> None:
    found = charts(sweets)["main-color-by-rank"].fields
    assert (found["rows"], found["labels"], found["cells"]) == (
        ["black", "green"],
        ["1", "2", "9"],
        [[3, 2, 0], [2, 0, 2]],
    )


def test_what_comes_together(sweets: Sweets) -> None:
    found = charts(sweets)["main-suits-together"].fields
    assert found["rows"] == ["candy", "nuts", "sour"]
    assert found["cells"] == [[-1, 2, 0], [2, -1, 0], [0, 0, -1]]


def test_the_worth_of_a_hand_by_players(sweets: Sweets) -> None:
    """Two of 1, 1, 1, 2, 2, 1, 1, 9, 9, and one of them."""
    found = charts(sweets, rules=RULES)["chance-worth"].fields
    assert found["kind"] == "curves"
    two, three = (dict(zip(found["labels"], series, strict=True)) for _, series in found["series"])
    assert two == {
        "1": 0,
        "2": 27.778,
        "3": 27.778,
        "4": 2.778,
        "9": 0,
        "10": 27.778,
        "11": 11.111,
        "18": 2.778,
    }
    assert three == {
        "1": 55.556,
        "2": 22.222,
        "3": 0,
        "4": 0,
        "9": 22.222,
        "10": 0,
        "11": 0,
        "18": 0,
    }


def test_what_nobody_is_dealt(sweets: Sweets) -> None:
    """A variant that deals all is left out, as is one that cannot be computed."""
    found = charts(sweets, variants=VARIANTS)["left-over"].fields
    assert (found["rows"], found["labels"], found["cells"]) == (
        ["All"],
        ["2", "3"],
        [[33.3, 0.0]],
    )


def test_a_dot_and_an_empty_cell_are_explained_where_they_stand(sweets: Sweets) -> None:
    """A dot is a deal that leaves no card, an empty cell a number of players that it is not for."""
    told = charts(sweets, variants=VARIANTS)["left-over"].about
    assert told.endswith(" (· none)")
    two = VARIANTS.partition("\n")[0].replace("all, players: 2-3", "both, players: 2")
    told = charts(sweets, variants=f"{VARIANTS}{two}\n")["left-over"].about
    assert told.endswith(" (· none; empty: not played)")


def test_variants_that_are_alike_are_drawn_once(sweets: Sweets) -> None:
    """As bars, with the names of both in words."""
    twins = VARIANTS + VARIANTS.partition("\n")[0].replace("id: all", "id: both") + "\n"
    found = charts(sweets, variants=twins)["left-over"]
    assert (found.fields["kind"], found.fields["labels"], found.fields["values"]) == (
        "bars",
        ["2", "3"],
        [33.3, 0.0],
    )
    assert found.about.endswith("the same in All and Both")


def test_bars_that_are_nearly_all_alike_are_said_in_words(sweets: Sweets) -> None:
    rows = [f"  - {{id: c{n}, rank: {n}, copies: {2 if n < 9 else 5}}}\n" for n in range(10)]
    found = charts(sweets, main=HEAD + "fields: {rank: {int: {}}}\ncards:\n" + "".join(rows))
    assert "main-rank" not in found
    told = found["alike"].fields
    assert (told["lines"], told["figures"]) == (["Main, rank"], ["2 each"])
    assert told["chips"][0] == (("0 to 8", "0 to 8", ""), ("9", "9", "× 5"))


def test_many_values_are_drawn_together(sweets: Sweets) -> None:
    """Two hundred values become thirty at the most, and no deal is lost."""
    cards = "".join(f"  - {{id: c{n}, rank: {n}}}\n" for n in range(200))
    main = HEAD + "fields:\n  rank: {int: {min: 0, max: 500}}\ncards:\n" + cards
    found = charts(sweets, main=main, rules=RULES.replace("[2, 3]", "3"))["chance-worth"].fields
    ((name, series),) = found["series"]
    assert name == "3 players"
    assert len(series) <= 30
    assert sum(series) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize(("players", "name"), [("players: 1, ", "1 player"), ("", "")])
def test_a_curve_bears_the_number_of_players_where_there_is_one(
    sweets: Sweets, players: str, name: str
) -> None:
    """A deal that says nothing of players is not one for none."""
    cards = "".join(f"  - {{id: c{n}, rank: {n}}}\n" for n in range(25))
    main = HEAD + "fields:\n  rank: {int: {min: 0, max: 500}}\ncards:\n" + cards
    rules = f"- {{id: worth, says: W., deal: {{{players}from: deck.main, hand: 1}}, chance: {{value: hand | total('rank')}}}}\n"
    assert [name] == [
        each for each, _ in charts(sweets, main=main, rules=rules)["chance-worth"].fields["series"]
    ]


def test_few_values_for_all_are_bars(sweets: Sweets) -> None:
    rules = "- {id: worth, says: W., deal: {from: deck.main, hand: 1}, chance: {value: hand | total('rank')}}\n"
    found = charts(sweets, rules=rules)["chance-worth"].fields
    assert ("bars", ["1", "2", "9"], "%") == (found["kind"], found["labels"], found["unit"])
    assert sum(found["values"]) == pytest.approx(100, abs=0.1)


def test_of_yes_and_no_the_more_frequent_is_told(sweets: Sweets) -> None:
    """They are no numbers that lie between others."""
    rules = "- {id: sour, says: S., deal: {from: deck.main, hand: 1}, chance: {value: (hand | first).rank == 9}}\n"
    found = charts(sweets, rules=rules)["chance-sour"]
    told = coloured_chart(sweets.open().games[0], found)["insight"]
    assert told.startswith("Most often: ")
    assert "78%" in told


def test_what_no_chart_can_hold_is_left_out(sweets: Sweets) -> None:
    """The names of forty cards, and the pairs of seventeen kinds."""
    kinds = [f"k{n}" for n in range(17)]
    cards = "".join(
        f"  - {{id: c{n}, name: Card {n}, kinds: [k{n % 17}, k{(n + 1) % 17}]}}\n"
        for n in range(40)
    )
    main = f"{HEAD}fields:\n  kinds: {{list_of: [{', '.join(kinds)}]}}\ncards:\n{cards}"
    rules = "- {id: first, says: F., deal: {from: deck.main, hand: 1}, chance: {value: (hand | first).name}}\n"
    assert {"chance-first", "main-kinds-together"}.isdisjoint(
        charts(sweets, main=main, rules=rules)
    )


def test_what_shows_nothing_is_left_out(sweets: Sweets) -> None:
    """As many cards of each value, a field that follows from another, the suit deck of three
    cards."""
    found = charts(sweets, main=DULL)
    assert {*found} == {"main-rank", "main-name_of_rank", "main-color-by-rank", "alike"}
    told = found["alike"].fields
    assert (told["lines"], told["figures"]) == (["Main, color"], ["5 each"])


def test_one_each_but_for_one_is_left_out(sweets: Sweets) -> None:
    """Bars of one each with one higher, and a table of which all rows but one are alike."""
    rows = [f"  - {{id: {color}-{rank}, color: {color}, rank: {rank}}}"
            for color in ("black", "green", "red", "blue") for rank in range(1, 4)]  # fmt: skip
    fields = "fields: {rank: {int: {}}, color: {one_of: [black, green, red, blue]}, seat: {int: {default: 1}}}"
    rows += [f"  - {{id: more-{seat}, color: blue, rank: 4, seat: {seat}}}" for seat in (2, 3, 4)]
    found = charts(sweets, main=f"{HEAD}{fields}\ncards:\n" + "\n".join(rows))
    assert "main-color" in found
    assert "main-color-by-rank" not in found


def test_pictures_are_written(sweets: Sweets, tmp_path: Path) -> None:
    sweets.write(rules=RULES, variants=VARIANTS, main=MAIN)
    done = run(
        "stats",
        "sweets",
        "--pictures",
        "--paper",
        "letter",
        "--out",
        str(tmp_path / "out"),
        project=sweets.root,
    )
    assert done.exit_code == 0, done.stderr
    folder = tmp_path / "out/sweets/stats"
    names = {path.stem for path in folder.glob("*.svg")}
    assert names == {path.stem for path in folder.glob("*.png")}
    assert {
        "chance-worth",
        "left-over",
        "main-rank",
        "main-color-by-rank",
        "main-suits-together",
    } <= names
    for file in folder.glob("*.svg"):
        assert etree.parse(file).getroot().get("viewBox") == "0 0 92 60"
    with Image.open(folder / "main-rank.png") as picture:
        assert picture.size == (1087, 709)
        colors = {color for _, color in picture.convert("RGB").getcolors(1 << 20) or ()}
    assert {(255, 255, 255), (0x7B, 0x4F, 0xB0)} <= colors
    pdf = PdfDocument(tmp_path / "out/sweets/stats-letter.pdf")
    text = pdf[0].get_textpage().get_text_bounded()
    assert "Worth" in text
    assert "Rank" in text


def test_data_and_pictures_go_together(sweets: Sweets, tmp_path: Path) -> None:
    """What is printed is the data alone, and what was made is told aside."""
    sweets.write(main=MAIN)
    data, pictures = (
        ("stats", "sweets", "--format", "json"),
        ("--pictures", "--out", tmp_path / "out"),
    )
    alone, drawn = run(*data, project=sweets.root), run(*data, *pictures, project=sweets.root)
    assert (0, alone.stdout) == (drawn.exit_code, drawn.stdout)
    assert "stats-a4.pdf" in drawn.stderr


def test_whatever_a_deck_says_is_drawn(sweets: Sweets, tmp_path: Path) -> None:
    """Braces, stars and backslashes in titles and values are no markup, and long ones are cut
    short."""
    main = MAIN.replace("title: Main", "title: '{no-icon} **bold** \\'").replace(
        "[black, green]", f"['{{a}} **b**', {'long' * 90}]"
    )
    main = main.replace("color: black", "color: '{a} **b**'").replace(
        "color: green", f"color: {'long' * 90}"
    )
    assert "no-icon" in main
    sweets.write(
        main=main, rules=RULES.replace("What a", "'{What} ** a").replace("worth.", "worth }.'")
    )
    done = run("stats", "sweets", "--pictures", "--out", str(tmp_path / "out"), project=sweets.root)
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_claim_that_cannot_be_computed_is_told(sweets: Sweets, tmp_path: Path) -> None:
    sweets.write(main=MAIN, rules=RULES.replace("total('rank')", "total('rnk')"))
    done = run("stats", "sweets", "--pictures", "--out", str(tmp_path / "out"), project=sweets.root)
    assert done.exit_code == 2
    assert done.tells('rules.yaml:4:19 unknown-field "rnk" -> "rank"')


def test_two_values_have_no_pairs_to_compare(sweets: Sweets) -> None:
    """A table of two by two says one number twice."""
    two = MAIN.replace("sour", "nuts")
    assert "main-suits-together" not in charts(sweets, main=two)


def test_bars_have_the_colours_of_the_game(sweets: Sweets) -> None:
    """All charts have one hue of it, and values that are colours have those of the palette."""
    palette = {"night": "#221133", "moss": "#338844", "fire": "#DD4422"}
    colours = {name: Colour(rgb) for name, rgb in palette.items()}
    sweets.write(main=MAIN)
    game = replace(
        sweets.open().games[0], palette=colours, rulebook=BookDress(chapters=("fire", "moss"))
    )
    found = {chart.id: chart for chart in charts_of(game, game.decks, RuleSet(game.id))}
    rank = coloured_chart(game, found["main-rank"])
    assert (rank["main"], rank["on_main"], rank["fills"]) == (palette["fire"], "#FFFFFF", [])
    night = replace(game, rulebook=BookDress(chapters=("night",)))
    assert coloured_chart(night, found["main-rank"])["main"] == "#751DCD", "not nearly black"
    kind = found["main-rank"]._replace(
        fields={"kind": "bars", "labels": ["black", "green", "fire"], "values": [1, 2, 3]}
    )
    assert coloured_chart(game, kind)["fills"] == list(palette.values())
    other = kind._replace(fields={"kind": "bars", "labels": ["black", "owl"], "values": [1, 2]})
    assert coloured_chart(game, other)["fills"] == [], "an owl is no colour"
    for label, last in (("none", "#7A7484"), ("multi", [palette["night"], palette["moss"]])):
        fields = {"kind": "bars", "labels": ["black", "green", label], "values": [1, 2, 3]}
        fills = coloured_chart(game, kind._replace(fields=fields))["fills"]
        assert fills == [palette["night"], palette["moss"], last]


def test_values_are_read_as_words(sweets: Sweets) -> None:
    """As the name of their cards where these have one; of ids hyphens are gone."""
    kinds = "".join(
        f"  - {{id: k{n}, name: Bolts {n % 3}, kind: k-{n % 3}, copies: {4 + n % 3}}}\n"
        for n in range(6)
    )
    main = f"{HEAD}fields: {{kind: {{one_of: [k-0, k-1, k-2]}}}}\ncards:\n{kinds}"
    named = charts(sweets, main=main)["main-kind"]
    game = sweets.open().games[0]
    assert coloured_chart(game, named)["labels"] == ["Bolts 0", "Bolts 1", "Bolts 2"]
    assert coloured_chart(game, named._replace(names=None))["labels"] == ["K 0", "K 1", "K 2"]


def test_values_that_are_icons_stand_beside_them(sweets: Sweets) -> None:
    """Only where each of them is one: before the words of rows and bars, alone above columns."""
    sweets.write(main=MAIN)
    workshop = sweets.open()
    game, has_icon = workshop.games[0], workshop.project.has_icon
    (chart, *_) = charts_of(game, game.decks, RuleSet(game.id))
    fields = {"kind": "grid", "rows": ["bat", "owl"], "labels": ["candy", "sour"], "cells": CELLS}
    shown = coloured_chart(game, chart._replace(fields=fields), has_icon)
    assert shown["rows"] == ["{bat}\N{NO-BREAK SPACE}Bat", "{owl}\N{NO-BREAK SPACE}Owl"]
    assert shown["labels"] == ["{candy}", "{sour}"]
    fields = fields | {"rows": ["bat", "no such icon"]}
    shown = coloured_chart(game, chart._replace(fields=fields), has_icon)
    assert shown["rows"] == ["Bat", "no such icon"]


def test_a_sentence_tells_what_one_sees_first(sweets: Sweets) -> None:
    """The ends of bars, the fullest of a table, and what never comes together; of values that
    nearly all have as many cards the others."""
    found = charts(sweets)
    game = sweets.open().games[0]
    told = {id: coloured_chart(game, chart)["insight"] for id, chart in found.items()}
    assert "Most: 1 (5 cards); Fewest: 2 and 9 (2 cards)" == told["main-rank"]
    assert (
        "Most: Candy with Nuts (2); 2 of 3 pairs never come together" == told["main-suits-together"]
    )
    bars = {"kind": "bars", "along": "", "labels": list("abcdef"), "values": [1, 1, 1, 1, 2, 2]}
    assert "1 each; e: 2, f: 2" == insight(game, bars).sentence
    shares = {"kind": "bars", "unit": True, "along": "cards", "labels": list("123")}
    shown = insight(game, {**shares, "values": [21.3, 0, 20.8]})
    assert "Most: 1 and 3 cards (21%); None: 2 cards" == shown.sentence
    table = {"kind": "grid", "rows": ["a", "b"], "labels": ["c", "d"], "cells": [[1, 0], [1, 1]]}
    assert "1 of 4 pairs have no card" == insight(game, table).sentence


@pytest.mark.parametrize(
    ("labels", "values", "sentence", "strong"),
    [
        ("0123", [54, 36, 9, 1], "Pranks: 1 or more (46% of deals)", (1, 2, 3)),
        ("1234", [1, 3, 37, 59], "Pranks: 3 or more (nearly all deals)", (2, 3)),
        ("1234", [50, 40, 6, 4], "Pranks: at most 2 (9 of 10 deals)", (0, 1)),
        ("12345", [5, 40, 40, 9, 6], "Pranks: 2 to 4 (9 of 10 deals)", (1, 2, 3)),
        ("123", [3, 90, 7], "Pranks: 2 (9 of 10 deals)", (1,)),
        ("12", [60, 40], "Most often: 1", ()),
    ],
)
def test_of_deals_a_sentence_tells_what_most_have(
    sweets: Sweets, labels: str, values: list[int], sentence: str, strong: tuple[int, ...]
) -> None:
    """How many have some, or between which values they lie; the bars that it tells of stand out."""
    sweets.write(main=MAIN)
    fields = {"kind": "bars", "unit": "%", "along": "pranks", "labels": labels, "ends": labels}
    seen = insight(sweets.open().games[0], {**fields, "values": values})
    told = seen.sentence.replace("\N{NO-BREAK SPACE}", " ")
    assert (told, seen.strong) == (sentence, strong)


@pytest.mark.parametrize(
    ("ends", "series", "sentence"),
    [
        ("12", [[9, 91], [8, 92]], "Pranks: 2 (9 of 10 deals)"),
        ("01", [[90, 10], [80, 20]], "Pranks: 1 or more (10% with 2 players, 20% with 3 players)"),
        (
            "123",
            [[9, 91, 0], [8, 92, 0], [0, 50, 50]],
            "Pranks: 2 with 2 and 3 players, 2 or more with 4 players (9 of 10 deals)",
        ),
        (
            "01",
            [[90, 10], [80, 20], [70, 30], [60, 40]],
            "Pranks: 1 or more (10% with 2 players … 40% with 5 players)",
        ),
    ],
)
def test_a_sentence_tells_how_numbers_of_players_differ(
    sweets: Sweets, ends: str, series: list[list[int]], sentence: str
) -> None:
    """Once what is alike, and of many the first and the last."""
    sweets.write(main=MAIN)
    named = [(f"{players} players", values) for players, values in enumerate(series, 2)]
    fields = {"kind": "curves", "unit": "%", "along": "pranks", "labels": ends, "ends": ends}
    told = insight(sweets.open().games[0], {**fields, "series": named}).sentence
    assert told.replace("\N{NO-BREAK SPACE}", " ") == sentence


def test_a_bin_ends_at_its_last_value(sweets: Sweets) -> None:
    """Values that are drawn together are told from the first to the last of them."""
    cards = "".join(f"  - {{id: c{n}, rank: {n}}}\n" for n in range(200))
    main = HEAD + "fields:\n  rank: {int: {min: 0, max: 500}}\ncards:\n" + cards
    found = charts(sweets, main=main, rules=RULES.replace("[2, 3]", "3"))["chance-worth"].fields
    ends = zip(found["labels"], found["ends"], strict=True)
    assert {6} == {int(end) - int(label) for label, end in ends}


def test_a_chart_speaks_the_language_of_its_game(sweets: Sweets) -> None:
    """Its title, its axes, what it counts and its decimals, as far as the game has the words."""
    words = {"cards": "Karten", "rank": "Rang", "{} on average": "im Mittel {}", "Most": "Meist"}
    words |= {"% of deals": "% der Gaben", "sum of the ranks": "Summe der Ränge"}
    rules = RULES.replace("total('rank')", "total('rank'), value_is: sum of the ranks")
    sweets.write(main=MAIN.replace("copies: 3", "copies: 5"), rules=rules)
    game = replace(sweets.open().games[0], language="de", words=words)
    found = {chart.id: chart for chart in charts_of(game, game.decks, read_rule_set(game, []))}
    rank = coloured_chart(game, found["main-rank"])
    assert ("Rang", "Rang", "Karten") == (rank["name"], rank["along"], rank["up"])
    assert ("im Mittel 2,64", ",") == (rank["about"], rank["decimal_point"])
    assert rank["insight"].startswith("Meist: 1 (7 Karten)")
    worth = found["chance-worth"].fields
    assert ("Summe der Ränge", "% der Gaben") == (worth["along"], worth["up"])


def test_values_that_hardly_come_to_pass_are_left_out_at_the_ends() -> None:
    spreads = {2: {0: 0.01, 1: 0.0, 2: 60.0, 3: 0.02, 4: 39.9}, 3: {2: 100.0, 5: 0.04}}
    assert [2, 3, 4] == _seen([0, 1, 2, 3, 4, 5], spreads)


def test_fields_that_are_alike_are_told_once(sweets: Sweets) -> None:
    """Those with the same values; of others each has its own."""
    kinds = "".join(
        f"  - {{id: k{n}, suit: s{n % 4}, seat: s{n % 4}, sign: t{n % 4}}}\n" for n in range(8)
    )
    suits, signs = ("[s0, s1, s2, s3]", "[t0, t1, t2, t3]")
    fields = f"suit: {{one_of: {suits}}}, seat: {{one_of: {suits}}}, sign: {{one_of: {signs}}}"
    told = charts(sweets, main=f"{HEAD}fields: {{{fields}}}\ncards:\n{kinds}")["alike"].fields
    assert told["lines"] == ["Main, suit and seat", "Main, sign"]
    assert told["figures"] == ["2 each", "2 each"]
    assert [value for value, _, _ in told["chips"][1]] == ["t0", "t1", "t2", "t3"]


def test_two_values_are_said_without_bars(sweets: Sweets) -> None:
    """With their figures, which are drawn large."""
    fields = charts(sweets, main=MAIN.replace("copies: 3", "copies: 5"))["alike"].fields
    at = fields["lines"].index("Main, color")
    assert fields["figures"][at] == "7 : 4"
    assert fields["chips"][at] == (("black", "Black", "× 7"), ("green", "Green", "× 4"))


def test_chips_of_values_that_are_icons_show_them(sweets: Sweets) -> None:
    """Before their words, or alone where they are many."""
    sweets.write(main=MAIN)
    workshop = sweets.open()
    game, has_icon = workshop.games[0], workshop.project.has_icon
    (chart, *_) = charts_of(game, game.decks, RuleSet(game.id))
    few = [("bat", "Bat", ""), ("owl", "Owl", "× 2")]
    fields = {"kind": "words", "labels": [], "chips": [few, few * 4, [("no such icon", "No", "")]]}
    shown = coloured_chart(game, chart._replace(fields=fields), has_icon)["chips"]
    assert shown[0] == [("{bat}\N{NO-BREAK SPACE}Bat", ""), ("{owl}\N{NO-BREAK SPACE}Owl", "× 2")]
    assert shown[1][:2] == [("{bat}", ""), ("{owl}", "× 2")]
    assert shown[2] == [("No", "")]


@given(
    breadths=st.lists(st.integers(1, 40), min_size=1, max_size=60),
    letter=st.booleans(),
    lying=st.booleans(),
)
def test_charts_fill_their_pages(breadths: list[int], letter: bool, lying: bool) -> None:
    """Each has a place, none lies on another or beyond the page, all are wider than high and none
    is smaller than a file of its own; pages of an upright paper with more than one are filled, and
    no chart of many bars has to share a row."""
    width, height = (568.0, 660.0) if letter else (544.0, 700.0)
    if lying:
        width, height = height + 100, width - 100
    pages = chart_places(breadths, width, height)
    assert sorted(place.chart for page in pages for place in page) == list(range(len(breadths)))
    rows = [len({place.down for place in page}) for page in pages]
    assert max(rows) - min(rows) <= 1
    broad = [place for page in pages for place in page if breadths[place.chart] > 24]
    assert all(place.shape.width == width for place in broad)
    for places in pages:
        boxes = [Box(x, down, shape.width, shape.height) for _, x, down, shape in places]
        for box in boxes:
            assert Box(0, 0, width, height).contains(box, 0.01)
            assert box.width > box.height > SHAPE.height - 0.01
        for one, other in combinations(boxes, 2):
            assert not one.overlaps(other)
        if len(places) > 1 and not lying:
            assert sum(box.width * box.height for box in boxes) > 0.6 * width * height


@pytest.mark.parametrize("game", ["best-candy-on-the-block", "candy-crave"])
def test_every_word_of_the_shipped_games_is_large_enough(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At print size, 6.5 pt at least: names of rows and columns, numbers on narrow bars. What stands
    on the cards in the band is not read."""
    monkeypatch.setattr("cardgen.sheets.game_band.cover_sides", lambda _: ())
    assert run("stats", game, "--pictures", "--out", tmp_path).exit_code == 0
    (file,) = tmp_path.rglob("stats-a4.pdf")
    matrix = raw.FS_MATRIX()
    sizes: dict[str, float] = {}
    with PdfDocument(file) as document:
        for page in document:
            text = page.get_textpage()
            for position in range(text.count_chars()):
                sign = chr(raw.FPDFText_GetUnicode(text, position))
                raw.FPDFText_GetMatrix(text, position, byref(matrix))
                size = raw.FPDFText_GetFontSize(text, position) * hypot(matrix.c, matrix.d)
                if not sign.isspace():
                    sizes[sign] = min(size, sizes.get(sign, size))
    assert {sign: size for sign, size in sizes.items() if size < 6.49} == {}


@pytest.mark.parametrize(("title", "shown"), [("Sweets", True), ("All the Sweets " * 5, False)])
def test_the_band_shows_cards_beside_a_title_that_leaves_room(
    sweets: Sweets, title: str, shown: bool
) -> None:
    """The names on the cards are words of the page."""
    cards = "".join(f"  - {{id: c{n}, name: Bonbon}}\n" for n in range(8))
    sweets.write(main=f"{HEAD}fields: {{}}\ncards:\n{cards}")
    workshop = sweets.open()
    game = replace(workshop.games[0], title=title.strip())
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    pdf = Pdf("band")
    page = pdf.page(Box(0, 0, 560, 80))
    GameBand(context, 540, shows_cards=True).paint(page, 10, 70)
    text = PdfDocument(pdf.bytes())[0].get_textpage().get_text_bounded()
    assert ("Bonbon" in text) == shown
