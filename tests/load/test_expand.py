"""Entries, loops and computed values become cards."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from briefs import brief, briefs, is_expected
from projects import of_file

from cardgen.load import Loaded, expand
from cardgen.model.cards import Card

Load = Callable[..., Loaded]

SIZE = "size: poker\ntemplate: card.svg\n"


def cards(loaded: Loaded) -> tuple[Card, ...]:
    assert [str(problem) for problem in loaded.problems] == []
    return loaded.games[0].decks[-1].cards


def said(loaded: Loaded) -> list[str]:
    """The problems as LINE:COLUMN: WHAT; REMEDY."""
    return [str(problem).rpartition(".yaml:")[2] for problem in loaded.problems]


def test_a_plain_card_has_its_values_its_defaults_and_its_places(load: Load) -> None:
    (card,) = cards(load(main="cards:\n  - {id: black-1, suit: nuts, copies: 2, art: bonbon}\n"))
    assert (card.id, card.name, card.suit, card.rank, card.copies, card.art) == (
        "black-1",
        "Black 1",
        "nuts",
        1,
        2,
        "bonbon",
    )
    assert (card.template, card.back) == ("card.svg", "")
    assert (card.place.line, card.place.column) == (7, 5)
    assert (card.where("suit").line, card.where("suit").column) == (7, 25)
    assert card.where("rank") == card.place


def test_a_card_may_name_its_own_template_and_back(load: Load) -> None:
    (card,) = cards(load(main="cards: [{id: a, template: back.svg, back: back.svg}]"))
    assert (card.template, card.back) == ("back.svg", "back.svg")


def test_a_loop_makes_a_card_of_each_combination_in_written_order(load: Load) -> None:
    made = cards(
        load(main='cards:\n  - {for: {suit: suits, rank: [02, 3]}, id: "{suit}-{rank}"}\n')
    )
    assert [card.id for card in made] == [
        "candy-2",
        "candy-3",
        "nuts-2",
        "nuts-3",
        "sour-2",
        "sour-3",
    ]
    assert [(card.suit, card.rank) for card in made][:2] == [("candy", 2), ("candy", 3)]


def test_an_entry_overrides_what_its_loop_would_fill(load: Load) -> None:
    made = cards(load(main='cards:\n  - {for: {suit: suits}, id: "{suit}", suit: nuts}\n'))
    assert {card.suit for card in made} == {"nuts"}


def test_only_an_id_has_its_braces_filled(load: Load) -> None:
    made = cards(
        load(
            main='cards:\n  - {for: {suit: [nuts]}, id: "{suit}", name: "The {suit} card, {{ 7 * 7 }}"}\n'
        )
    )
    assert made[0].name == "The {suit} card, {{ 7 * 7 }}"


def test_an_expression_sees_loop_card_decks_lists_and_game(load: Load) -> None:
    loaded = load(
        main="cards: [{id: a, suit: nuts, copies: 3}, {id: b, suit: candy}]",
        other=SIZE
        + "fields: {suit: text, x: {text: {}}, n: int}\n"
        + "cards:\n  - for: {suit: suits}\n    id: '{suit}'\n"
        + "    n: {expr: deck.main | having(suit=suit) | copies}\n    x: {expr: card.suit ~ suits | first ~ game.title}\n",
    )
    assert [(card.n, card.x) for card in cards(loaded)] == [
        (1, "candycandySweets"),
        (3, "nutscandySweets"),
        (0, "sourcandySweets"),
    ]


def test_computed_values_are_known_to_those_after_them(load: Load) -> None:
    (card,) = cards(
        load(
            main=SIZE
            + "fields: {a: int, b: int}\ncards: [{id: x, b: {expr: card.a + 1}, a: {expr: 6 / 2}, name: {expr: card.b ~ '!'}}]"
        )
    )
    assert (card.a, card.b, card.name) == (3, 4, "4!")


def test_a_loop_may_run_over_a_computed_list_and_over_names_before_it(load: Load) -> None:
    made = cards(
        load(
            main="cards:\n  - {for: {suit: suits, rank: {expr: 'range(suit | length - 2)'}}, id: '{suit}-{rank}'}\n"
        )
    )
    assert [card.id for card in made] == [
        "candy-0",
        "candy-1",
        "candy-2",
        "nuts-0",
        "nuts-1",
        "sour-0",
        "sour-1",
    ]


def test_names_that_only_python_keeps_for_itself_are_free(load: Load) -> None:
    """Games have classes; expressions are none of Python's."""
    fields = "fields: {class: {one_of: class}, from: int, return: int}\n"
    computed = "{expr: card.from + (from if class == 'mage' else 0)}"
    loop = f"cards:\n  - {{for: {{class: class, from: [1, 2]}}, id: '{{class}}-{{from}}', return: {computed}}}\n"
    mages = "cards:\n  - {id: a, rank: {expr: deck.main | having(class='mage') | where('card.return > 2') | copies}}\n"
    loaded = load(
        game="title: Sweets\nsuits: [candy]\nclass: [mage, rogue]\n",
        main=SIZE + fields + loop,
        other=mages,
    )
    assert [1] == [card.rank for card in cards(loaded)]
    made = [(card.id, getattr(card, "return")) for card in loaded.games[0].decks[0].cards]
    assert [("mage-1", 2), ("mage-2", 4), ("rogue-1", 1), ("rogue-2", 2)] == made


def test_what_is_there_under_a_misspelt_name_is_not_missing(load: Load) -> None:
    """Of that card alone."""
    loaded = load(
        main=SIZE + "fields: {rank: int}\ncards: [{id: a, rnak: 1}, {id: b}, {id: c, zzz: 1}]\n"
    )
    assert ["unknown-field", "field-missing", "field-missing", "unknown-field"] == [
        problem.code for problem in loaded.problems
    ]


def test_copies_of_nothing_keep_a_card_in_the_data(load: Load) -> None:
    assert [card.copies for card in cards(load(main="cards: [{id: a}, {id: b, copies: 0}]"))] == [
        1,
        0,
    ]


def test_a_card_is_no_part_of_an_id(load: Load) -> None:
    loop = "cards:\n - {for: {c: {expr: deck.other.cards}}, id: '{c}-2'}"
    (problem,) = load(main=loop, other="cards: [{id: a}]").problems
    assert ("{c} is a card, not a text", 'compute the id: {expr: "c.id"}') == (
        problem.what,
        problem.remedy,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "cards:\n - {id: a, siut: nuts}",
            'main.yaml:7:12: a card of this deck has no field "siut"; did you mean "suit"?',
        ),
        (
            "cards:\n - {id: a, quantity: 2}",
            'no field "quantity"; write copies, if it says how many there are, or declare it',
        ),
        (
            "cards:\n - {id: a, cost: 3}",
            'no field "cost"; declare it under fields, or use one of: id, ',
        ),
        (
            "cards:\n - {id: a, cpoies: 3}",
            'no field "cpoies"; did you mean "copies"?',
        ),
        (
            "cards:\n - {id: a, name: Look, then draw}",
            'main.yaml:7:24: a card of this deck has no field "then draw"; put the text that holds',
        ),
        (
            "cards:\n - {id: a, rank: 3,5}",
            'main.yaml:7:20: a card of this deck has no field "5"; write decimals with a point',
        ),
        (
            "cards:\n - {id: a, sut: }",
            'main.yaml:7:12: a card of this deck has no field "sut"; did you mean "suit"?',
        ),
        (
            "cards:\n - id: a\n   zzz:\n",
            'main.yaml:8:4 unknown-field "zzz"',
        ),
        (
            "cards:\n - {id: a}\n - {id: a}",
            'main.yaml:8:9 name-taken "a" 7',
        ),
        (
            "cards:\n - {for: {suit: suits}, id: a}",
            'main.yaml:7:29: the id "a" is used already, by the same loop; ',
        ),
        ("cards:\n - {id: 'A B'}", 'main.yaml:7:9 name-impossible "A B"'),
        ("cards:\n - {id: nul}", 'main.yaml:7:9 name-impossible "nul"'),
        ("cards:\n - {suit: nuts}", "main.yaml:7:4: this card has no id; add  id: ..."),
        (
            "cards:\n - {id: a, copies: 1000000}",
            "main.yaml:7:20 out-of-range 1000000",
        ),
        ("cards:\n - {id: a, copies: -1}", "main.yaml:7:20 out-of-range 1"),
        (
            "cards: 3",
            "main.yaml:6:8: cards must be a list, or a table (.csv, .tsv, .txt, .xlsx, .ods); begin each card on a line of its own",
        ),
        ("title: x", "main.yaml:1: this deck has no cards"),
        ("cards: [a]", "main.yaml:6:9 mapping-expected"),
        (
            "cards: [{id: a, template: crad.svg}]",
            'main.yaml:6:27 unknown-template "crad.svg" -> "card.svg" "back.svg"',
        ),
        (
            "cards: [{id: a, back: ../../x.svg}]",
            'main.yaml:6:23: "../../x.svg" cannot name a template',
        ),
        (
            "cards: [{id: a, art: bonbn}]",
            'main.yaml:6:22 file-missing "bonbn" -> "bonbon"',
        ),
        (
            "cards: [{id: a, art: /etc/passwd}]",
            'main.yaml:6:22: "/etc/passwd" cannot name a drawing',
        ),
        ("cards: [{id: '{suit}'}]", "main.yaml:6:14: the id speaks of {suit}, which no loop names"),
        (
            "cards: [{for: {suit: suits}, id: '{siut}'}]",
            'main.yaml:6:34: the id speaks of {siut}, which no loop names; did you mean "suit"?',
        ),
        (
            "cards: [{for: {suit: siuts}, id: '{suit}'}]",
            'main.yaml:6:22: game.yaml has no list "siuts"; did you mean "suits"?',
        ),
        ("cards: [{for: {suit: [nuts, x]}, id: '{suit}'}]", 'main.yaml:6:29: suit cannot be "x"'),
        ("cards: [{for: {x: []}, id: a}]", "main.yaml:6:15: this loop makes no card"),
        ("cards: [{for: suits, id: a}]", 'main.yaml:6:15: "for" must name what it runs over'),
        (
            "cards: [{for: {card: suits}, id: a}]",
            'main.yaml:6:16: "card" cannot be the name of a loop: cardgen uses it itself',
        ),
        (
            "cards: [{for: {x: [[a]]}, id: a}]",
            "main.yaml:6:19: x can only run over texts and numbers",
        ),
        (
            "cards: [{for: {x: {expr: 3}}, id: a}]",
            "main.yaml:6:19: this expression does not give a list",
        ),
        (
            "cards: [{id: a, rank: {expr: cadr.x}}]",
            'main.yaml:6:30 expression-failed "cadr.x" "cadr" -> "card"',
        ),
        (
            "cards: [{id: a, rank: {expr: '1 +'}}]",
            'main.yaml:6:30: in "1 +": it ends too early; write what is missing',
        ),
        ("cards: [{id: a, rank: {expr: card.suit}}]", 'main.yaml:6:23 number-expected "candy"'),
        (
            "cards: [{id: a, rank: {exp: 1}}]",
            'main.yaml:6:23: rank is a mapping; write a value, or {expr: "..."}',
        ),
    ],
)
def test_a_bad_entry_is_an_error_at_its_place(load: Load, text: str, expected: str) -> None:
    (problem,) = load(main=text).problems
    assert is_expected(problem, expected), brief(problem)


def test_all_problems_of_a_deck_are_told(load: Load) -> None:
    problems = said(
        load(
            main="cards:\n - {id: a, siut: x, rank: y, art: z}\n - {id: B_}\n - {id: c, rank: 12}\n"
        )
    )
    assert [problem.partition(":")[0] for problem in problems] == ["7", "7", "8", "9"]


def test_a_loop_that_is_too_long_is_refused(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expand, "MOST_LOOPED", 8)
    text = "cards:\n  - {for: {a: suits, b: suits}, id: '{a}-{b}'}\n"
    assert said(load(main=text)) == [
        "7:22: this loop makes more than 8 cards; run it over shorter lists"
    ]


def test_cards_survive_pickling_with_their_places(load: Load) -> None:
    deck = load(main="cards: [{id: a, suit: nuts}]").games[0].decks[0]
    again = pickle.loads(pickle.dumps(deck))
    assert again.cards[0].where("suit") == deck.cards[0].where("suit")
    assert again.cards[0].fields == deck.cards[0].fields


def test_cards_without_an_id_have_one_of_their_name(load: Load) -> None:
    """As cards of a table have; those of a loop need one, and so does one without a name."""
    text = "cards:\n - {name: Great Owl}\n - {id: great-owl-2}\n - {name: Great Owl, id: ''}\n - {id: bat-1}\n"
    loaded = load(main=text)
    (deck,) = loaded.games[0].decks
    assert ([], ["great-owl", "great-owl-2", "great-owl-3", "bat-1"]) == (
        loaded.problems,
        [card.id for card in deck],
    )
    assert [
        "main.yaml: cards without an id have one that is made of the name: great-owl, great-owl-3"
    ] == [of_file(note) for note in deck.notes]
    assert ["main.yaml:7:4 field-missing"] == briefs(load(main="cards:\n - {rank: 2}\n").problems)


def test_ids_in_capitals_are_told_once(load: Load) -> None:
    (deck,) = load(main="cards: [{id: VE-1}, {id: 'C-{suit}', for: {suit: [nuts]}}]").games[0].decks
    assert (["ve-1", "c-nuts"], 1) == ([card.id for card in deck], len(deck.notes))
    assert ['main.yaml: ids are in small letters: "VE-1" is ve-1, "C-nuts" is c-nuts'] == [
        of_file(note) for note in deck.notes
    ]


def test_a_dash_is_no_number(load: Load) -> None:
    """In a field that need not say one; thousands may be apart where that can be read in one way
    alone."""
    fields = (
        "fields: {n: {int: {optional: true}}, m: {number: {default: 4}}, k: {int: {default: 0}}}\n"
    )
    head = "size: poker\ntemplate: card.svg\n" + fields
    cards = (
        "cards: [{id: a, n: –, m: n/a}, {id: b, n: x, m: '-', k: 1 234}, {id: c, m: '1.234,50'}]"
    )
    (deck,) = load(main=head + cards).games[0].decks
    assert [(None, 4, 0), (None, 4, 1234), (None, 1234.5, 0)] == [
        (card.n, card.m, card.k) for card in deck
    ]
    needed = head.replace("{int: {optional: true}}", "int") + "cards: [{id: a, n: '-'}]"
    assert ['main.yaml:4:20 number-expected "-"'] == briefs(load(main=needed).problems)


def test_art_is_what_an_address_or_a_folder_ends_in(load: Load) -> None:
    arts = "cards: [{id: a, art: 'C:\\pics\\bonbon.svg'}, {id: b, art: https://x.example/bonbon.svg?v=2}, {id: c, art: art/bonbon}]"
    (deck,) = load(main=arts).games[0].decks
    assert ["bonbon.svg", "bonbon.svg", "bonbon"] == [card.art for card in deck]
