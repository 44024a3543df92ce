"""The shared table without a browser: who may do what, and what nobody learns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_games import (
    CARDS,
    COINS,
    PLAYERS,
    deal,
    deck_event,
    looks,
    name_of,
    random_move,
    shared_game,
)

from cardgen.preview.shared_room import Pace
from cardgen.preview.shared_table import MoveRefusedError, SharedTable
from cardgen.preview.table_events import SessionFile, WrongEventError, read_session
from cardgen.preview.table_facts import facts_of
from cardgen.preview.table_fold import Counter, PileThing, TableCard, TableState, apply, fold
from cardgen.preview.table_looks import SentLooks, TableLooks
from cardgen.preview.table_views import view_of

ALL_CARDS = [*CARDS, *COINS]


def move(table: SharedTable, seat: int, **event: Any) -> None:
    """A move of a seat that has seen all there is."""
    table.move(PLAYERS[seat], seat, table.revision, event)


def carry(origin: dict[str, Any], cards: list[int], to: dict[str, Any], **more: Any) -> Any:
    return {"do": "carry", "from": origin, "cards": cards, "to": to, **more}


def refusal(table: SharedTable, seat: int, **event: Any) -> str:
    with pytest.raises(MoveRefusedError) as caught:
        move(table, seat, **event)
    return caught.value.reason


def draw(table: SharedTable, seat: int) -> None:
    """The top card of the stock into a hand."""
    pile = table.state.pile("t1")
    assert pile
    move(table, seat, **carry({"pile": "t1"}, [len(pile.cards) - 1], {"hand": seat}))


# -- what nobody learns


def seen_by(state: TableState, seat: int) -> set[str]:
    """The cards that a seat may see: its hand, face-up tops, face-up cards of a fan; and those that
    counters were named after while they lay open."""
    piles = [thing for thing in state.things.values() if isinstance(thing, PileThing)]
    open_cards = [card for pile in piles for card in (pile.cards if pile.fan else pile.cards[-1:])]
    hand = state.hands.get(seat, ())
    counters = {thing.card for thing in state.things.values() if isinstance(thing, Counter)}
    return counters | {card.card for card in hand} | {card.card for card in open_cards if card.up}


def traces(text: str) -> set[str]:
    """The cards that a text names, by id, name or picture."""
    return {card for card in ALL_CARDS if f'"{card}"' in text or name_of(card) in text}


def played(
    table: SharedTable, chance: Random, moves: int
) -> Iterator[tuple[TableState, TableState]]:
    """Random moves of random seats, now and then undone; the state before and after each."""
    for _ in range(moves):
        before, seat = table.state, chance.randint(1, 3)
        try:
            if chance.random() < 0.15:
                table.undo(PLAYERS[seat], seat, table.revision)
            elif chance.random() < 0.1:
                table.redo(PLAYERS[seat], seat, table.revision)
            else:
                move(table, seat, **random_move(table.state, seat, chance))
        except MoveRefusedError:
            assert table.state is before
            continue
        yield before, table.state


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_random_games_reveal_nothing_and_replay_to_the_same_table(number: int) -> None:
    chance = Random(number)
    order = chance.sample(CARDS, len(CARDS))
    table, table_looks = shared_game(order), looks()
    sent = {seat: SentLooks({}, set()) for seat in (0, 1, 2, 3)}
    may_know = {seat: seen_by(table.state, seat) for seat in sent}
    lines = len(table.journal_since(0))
    for before, after in played(table, chance, 60):
        news = json.dumps([line.facts for line in table.journal_since(lines)])
        lines = table.journal_since(0)[-1].number
        assert traces(news) <= seen_by(before, 0) | seen_by(after, 0)
        for seat, known in sent.items():
            may_know[seat] |= seen_by(after, seat)
            view = view_of(after, seat, table_looks.hidden_class)
            told = json.dumps([view, *table_looks.news(view, known)])
            assert traces(told) <= seen_by(after, seat)
            assert "secret seed" not in told
    for seat, known in sent.items():
        assert traces(json.dumps(known.records)) <= may_know[seat]
    session = table.session
    assert sorted(ALL_CARDS) == sorted(_all_cards(table.state))
    assert table.state == fold(session.events)
    assert table.state == fold(read_session(json.loads(session.text())).events)


def _all_cards(state: TableState) -> list[str]:
    piles = [thing.cards for thing in state.things.values() if isinstance(thing, PileThing)]
    return [card.card for cards in (*state.hands.values(), *piles) for card in cards]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_tables_that_differ_only_in_what_is_hidden_look_the_same(number: int) -> None:
    """Byte for byte: not by ids, not by their order, not by anything else can they be told apart."""
    chance = Random(number)
    table, table_looks = shared_game(chance.sample(CARDS, len(CARDS))), looks()
    for _, state in played(table, chance, 40):
        for seat in (0, 1, 2, 3):
            other = _swapped(state, seat, chance)
            texts = []
            for each in (state, other):
                view = view_of(each, seat, table_looks.hidden_class)
                texts.append(json.dumps([view, *table_looks.news(view, SentLooks({}, set()))]))
            assert texts[0] == texts[1]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_told_of_a_move_does_not_depend_on_what_is_hidden(number: int) -> None:
    chance = Random(number)
    table, titles = shared_game(chance.sample(CARDS, len(CARDS))), looks()
    for before, after in played(table, chance, 40):
        event = table.session.events[-1]
        shown = seen_by(before, 0) | seen_by(after, 0)
        hidden = [card for card in CARDS if card not in shown]
        if after != apply(before, event):  # it was undone
            continue
        names = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
        others = [_renamed(state, names) for state in (before, after)]
        told = facts_of(before, event, after, titles)
        assert told == facts_of(others[0], event, others[1], titles)


def _renamed(state: TableState, names: dict[str, str]) -> TableState:
    """A state in which cards have the names of others."""

    def renamed(cards: tuple[TableCard, ...]) -> tuple[TableCard, ...]:
        return tuple(card._replace(card=names.get(card.card, card.card)) for card in cards)

    things = {
        id: replace(thing, cards=renamed(thing.cards)) if isinstance(thing, PileThing) else thing
        for id, thing in state.things.items()
    }
    hands = {seat: renamed(cards) for seat, cards in state.hands.items()}
    return replace(state, things=things, hands=hands)


def _swapped(state: TableState, seat: int, chance: Random) -> TableState:
    """A state in which cards of one back that a seat does not see have changed places."""

    def is_hidden(card: TableCard, is_open: bool) -> bool:
        return card.card in CARDS and not (is_open and card.up)

    piles = {id: thing for id, thing in state.things.items() if isinstance(thing, PileThing)}
    places: list[tuple[Any, int]] = []
    for id, pile in piles.items():
        for index, card in enumerate(pile.cards):
            is_open = pile.fan or index == len(pile.cards) - 1
            places += [(id, index)] if is_hidden(card, is_open) else []
    others = {holder: cards for holder, cards in state.hands.items() if holder != seat}
    for holder, cards in others.items():
        places += [(holder, index) for index, card in enumerate(cards) if card.card in CARDS]
    lists = {id: list(pile.cards) for id, pile in piles.items()}
    lists |= {holder: list(cards) for holder, cards in others.items()}  # type: ignore[misc]
    names = [lists[place][index].card for place, index in places]
    chance.shuffle(names)
    for (place, index), name in zip(places, names, strict=True):
        lists[place][index] = lists[place][index]._replace(card=name)
    things = {**state.things, **{id: replace(piles[id], cards=tuple(lists[id])) for id in piles}}
    hands = {**state.hands, **{holder: tuple(lists[holder]) for holder in others}}  # type: ignore[index]
    return replace(state, things=things, hands=hands)


def test_a_deck_that_is_composed_anew_tells_no_cards_apart() -> None:
    """Cards that have their new look already could be known by it from behind."""
    table_looks = TableLooks("sweets")
    half = deck_event("main", CARDS, "back-a")
    half["whole"] = False
    for id in list(half["cards"])[12:]:
        half["cards"][id]["back"] = ""
    table_looks.follow([half])
    assert {"?1/"} == {table_looks.hidden_class(card) for card in CARDS}
    table_looks.follow([deck_event("main", CARDS, "back-a")])
    (first,) = {table_looks.hidden_class(card) for card in CARDS}
    half["cards"]["c3"]["back"] = "back-new"
    table_looks.follow([half])
    assert {first} == {table_looks.hidden_class(card) for card in CARDS}
    whole = deck_event("main", CARDS, "back-new")
    whole["cards"]["c3"]["back"] = ""  # it could not be composed
    del whole["cards"]["c4"]  # it was taken out of the deck
    table_looks.follow([whole])
    (second,) = {table_looks.hidden_class(card) for card in CARDS}
    assert first != second


def test_decks_with_one_back_are_called_by_both_names() -> None:
    table_looks = TableLooks("sweets")
    table_looks.follow([deck_event("main", CARDS, "back"), deck_event("coin", COINS, "back")])
    assert table_looks.hidden_class("main/c1") == table_looks.hidden_class("coin/k1")
    assert "Main, Coin" == table_looks.hidden_title("coin/k1")


def test_shuffles_and_dice_are_drawn_by_the_server() -> None:
    """An order that a page asks for is not taken, and the seed of a shuffle does not exist."""
    table = shared_game()
    wanted = list(range(9))
    move(table, 1, do="shuffle", thing="t1", order=wanted, seed="mine")
    event = table.session.events[-1]
    assert {"do", "thing", "order", "seat"} == event.keys()
    assert wanted == sorted(event["order"])
    orders = set()
    for _ in range(5):
        move(table, 1, do="shuffle", thing="t1")
        orders.add(tuple(table.session.events[-1]["order"]))
    assert len(orders) > 3
    die = {"kind": "die", "at": [9, 9], "sides": 1000, "value": 1}
    move(table, 1, do="add", id="d1", thing=die)
    move(table, 1, do="roll", thing="d1", seed="mine")
    assert "mine" != table.session.events[-1]["seed"]


# -- who may do what


def test_a_seat_moves_what_is_its_own_or_lies_on_the_table() -> None:
    table = shared_game()
    of_two = carry({"hand": 2}, [0], {"hand": 1})
    assert "seat" == refusal(table, 1, **of_two)
    assert "changed" == refusal(table, 1, **carry({"pile": "t1"}, [0], {"hand": 1}))
    assert "changed" == refusal(table, 1, do="turnUp", thing="t1", card=0)
    assert "nothing" == refusal(table, 1, **carry({"hand": 1}, [99], {"pile": "t1"}))
    assert "wrong" == refusal(table, 1, do="deal")
    assert "wrong" == refusal(table, 1, do="carry")
    assert "nothing" == refusal(table, 1, do="move", thing="t77", at=[1, 1])
    given = carry({"hand": 1}, [0], {"hand": 2, "index": 0})
    move(table, 1, **given)  # to the end of the hand, wherever it was put
    assert CARDS[0] == table.state.hands[2][-1].card
    assert "seat" == refusal(table, 2, do="next")  # it is the turn of the first
    move(table, 1, do="next")
    move(table, 2, do="next")
    table.free(3)
    move(table, 1, do="next")  # for a seat that nobody holds


def test_nobody_moves_for_a_seat_that_is_not_held() -> None:
    table = shared_game()
    for player in ("", "key-of-two", "another"):
        with pytest.raises(MoveRefusedError):
            table.move(player, 1, 0, {"do": "flip", "thing": "t2"})
        with pytest.raises(MoveRefusedError):
            table.undo(player, 1, 0)
    assert [] == table.seats_of("")


def test_seats_are_taken_left_and_freed() -> None:
    table = shared_game()
    with pytest.raises(MoveRefusedError):
        table.sit("another", 1)
    with pytest.raises(MoveRefusedError):
        table.sit("another", 9)
    table.sit(PLAYERS[1], 1)  # once more
    table.leave(PLAYERS[1], 1)
    with pytest.raises(MoveRefusedError):
        table.leave(PLAYERS[1], 1)
    table.sit("another", 1)
    table.free(2)
    table.sit("another", 2)
    assert [1, 2] == table.seats_of("another")
    said = [line.facts["do"] for line in table.journal_since(0)]
    assert ["deal", "sit", "sit", "sit", "leave", "sit", "free", "sit"] == said


def test_of_two_who_grasp_for_a_card_one_has_it() -> None:
    table = shared_game()
    seen = table.revision
    grasping = [carry({"pile": "t1"}, [8], {"hand": seat}) for seat in (1, 2)]
    table.move(PLAYERS[1], 1, seen, grasping[0])
    with pytest.raises(MoveRefusedError, match="changed"):
        table.move(PLAYERS[2], 2, seen, carry({"pile": "t1"}, [7], {"hand": 2}))
    with pytest.raises(MoveRefusedError, match="changed"):
        table.move(PLAYERS[2], 2, seen, grasping[1])
    assert (6, 5) == (len(table.state.hands[1]), len(table.state.hands[2]))
    # who moved it goes on, and what others did elsewhere is in nobody's way
    table.move(PLAYERS[1], 1, seen, carry({"pile": "t1"}, [7], {"hand": 1}))
    table.move(PLAYERS[2], 2, seen, carry({"hand": 2}, [0], {"pile": "t2"}, up=True))
    with pytest.raises(MoveRefusedError, match="changed"):
        table.undo(PLAYERS[2], 2, seen)


def test_undo_goes_back_to_the_deal_and_says_whose_move_and_who_saw() -> None:
    table = shared_game()
    start = table.state
    draw(table, 2)
    turned = carry({"pile": "t1"}, [7], {"id": "n1", "at": [300, 200]}, up=True)
    move(table, 1, **turned)
    move(table, 1, do="move", thing="n1", at=[10, 10])
    end = table.state
    for _ in range(3):
        table.undo(PLAYERS[3], 3, table.revision)
    assert start == table.state
    with pytest.raises(MoveRefusedError, match="nothing"):
        table.undo(PLAYERS[3], 3, table.revision)
    undone = [line for line in table.journal_since(0) if line.facts["do"] == "undo"]
    assert [(3, 1), (3, 1), (3, 2)] == [(line.seat, line.facts["whose"]) for line in undone]
    assert [[], [1, 2, 3], [2]] == [line.facts["seen"] for line in undone]
    assert not traces(json.dumps(undone[2].facts))
    for _ in range(3):
        table.redo(PLAYERS[1], 1, table.revision)
    assert end == table.state
    table.undo(PLAYERS[1], 1, table.revision)
    draw(table, 1)
    assert not table.can_redo


def test_undo_reaches_over_many_moves() -> None:
    table = shared_game()
    states = [table.state]
    for number in range(130):
        move(table, 1, do="move", thing="t1", at=[number + 1, 20])
        states.append(table.state)
    for state in states[-2::-1]:
        table.undo(PLAYERS[2], 2, table.revision)
        assert state == table.state


def test_a_counter_shows_only_a_card_that_lies_open() -> None:
    table = shared_game()
    counter = {"kind": "counter", "at": [1, 1], "name": "Gold", "value": 0}
    move(table, 1, do="add", id="a1", thing={**counter, "card": "main/c20"})
    move(table, 1, do="add", id="a2", thing={**counter, "card": COINS[-1]})
    cards = [table.state.things[id].card for id in ("a1", "a2")]  # type: ignore[union-attr]
    assert ["", COINS[-1]] == cards


def test_when_a_game_is_over_nothing_moves() -> None:
    table = shared_game()
    table.end()
    assert "over" == refusal(table, 1, do="next")
    with pytest.raises(MoveRefusedError, match="over"):
        table.undo(PLAYERS[1], 1, 0)


def test_that_the_host_saves_a_game_is_told_to_all() -> None:
    table = shared_game()
    draw(table, 1)
    assert 2 == len(table.save().events)
    assert {"do": "save"} == table.journal_since(0)[-1].facts


# -- sessions from anywhere


def test_a_shared_session_is_read_as_it_was_and_an_old_one_too() -> None:
    table = shared_game()
    move(table, 1, do="shuffle", thing="t1")
    session = table.session
    assert '"version":2' in session.text().splitlines()[0]
    again = read_session(json.loads(session.text()))
    assert (session.game, session.title, list(session.events)) == again
    shuffled = {"do": "shuffle", "thing": "t1", "seed": "42"}
    old = SessionFile("sweets", "Sweets", [deal(CARDS), shuffled])
    assert '"version":1' in old.text().splitlines()[0]
    goes_on = SharedTable(read_session(json.loads(old.text())), looks())
    assert goes_on.state == fold(old.events)
    assert {"do": "open", "count": 1} == goes_on.journal_since(0)[-1].facts


HEAD = {"format": "cardgen-session", "version": 1, "game": "g", "title": "t"}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ([], "no session"),
        ({**HEAD, "version": 3}, "newer"),
        ({**HEAD, "game": 4}, "game"),
        ({**HEAD, "events": []}, "only deal"),
        ({**HEAD, "events": [deal(CARDS), deal(CARDS)]}, "only deal"),
        ({**HEAD, "events": [deal(CARDS), {"do": "__init__"}]}, "no known do"),
        ({**HEAD, "events": [{**deal(CARDS), "hands": []}]}, "nobody sits"),
        ({**HEAD, "events": [{**deal(CARDS), "hands": [["x"] * 5001]}]}, "no list of at most"),
        ({**HEAD, "events": [{**deal(CARDS), "hands": [["x"] * 4999] * 2}]}, "more than"),
        ({**HEAD, "events": [{**deal(CARDS), "size": [float("nan"), 9]}]}, "no number"),
        ({**HEAD, "events": [{**deal(CARDS), "size": [10**400, 9]}]}, "no number"),
        ({**HEAD, "events": [deal(CARDS), {"do": "next", "seat": True}]}, "no number"),
        ({**HEAD, "events": [deal(CARDS), {"do": "flip", "thing": "constructor"}]}, "no name"),
        (
            {**HEAD, "events": [deal(CARDS), {"do": "write", "thing": "t1", "text": "\ud800"}]},
            "text",
        ),
    ],
)
def test_a_file_of_a_stranger_is_looked_at(data: Any, why: str) -> None:
    with pytest.raises(WrongEventError, match=why):
        read_session(data)


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["do", "thing", "from", "cards", "to", "hand", "pile", "at", "id", "by"]
                ),
                inner,
                max_size=5,
            )
        ),
    ),
    st.sampled_from(["carry", "move", "turnUp", "shuffle", "add", "count", "write", "next", "x"]),
)
def test_no_message_makes_the_table_stumble(message: Any, kind: str) -> None:
    table = shared_game()
    event = {**message, "do": kind} if isinstance(message, dict) else message
    for each in (event, {"do": kind, "thing": "t1", "at": [1, 1], "from": message, "to": message}):
        before = table.state
        try:
            table.move(PLAYERS[1], 1, table.revision, each)
        except MoveRefusedError:
            assert before is table.state


def test_the_pace_of_moves_is_bounded() -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert [True] * 30 == [pace.allows("one") for _ in range(30)]
    assert not pace.allows("one")
    assert pace.allows("two")
    now[0] = 0.25
    assert [True, True, False] == [pace.allows("one") for _ in range(3)]
    answers = []
    for _ in range(10):  # who asks in vain waits no longer for it
        now[0] += 0.01
        answers.append(pace.allows("one"))
    assert 1 == answers.count(True)
    for number in range(2_000):
        now[0] += 1
        pace.allows(f"@{number}")
    assert len(pace._budgets) < 1_100
