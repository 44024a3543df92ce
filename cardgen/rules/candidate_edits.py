"""Edits that may mend a game, the likelier first.

A field of a card, a card more or less, a name in a set; and the game after one."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import Any, NamedTuple

from cardgen.model.cards import Card, Deck, Game
from cardgen.model.fields import Field
from cardgen.rules.finding import Edit
from cardgen.rules.game_view import GameView
from cardgen.rules.mutations import OWN, changed_card
from cardgen.rules.ruleset import Code, RuleSet

_MOST_VALUES = 40
"""Of a field, how many other values are tried for a card that is added."""
_MOST_PAIRED = 200
_MOST_LISTED = 12
"""A field with more different texts than this is prose, which is not guessed."""
_MOSTLY = 0.75
"""The share of a deck's cards whose id, name or picture says the value of a field, above which one
that does not is odd."""
_ODD, _ELSEWHERE, _TWIN, _UNUSUAL, _STEP = 0.4, 0.2, 0.3, 0.2, 0.02
"""What speaks against an edit: that it makes a card odd (and for it, that it makes it even), that
the card is not to blame, or is taken out and not there twice, that no other card has as many
copies; and each step of its size."""
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_PARTS = re.compile(r"[^\W_]+")


class Guess(NamedTuple):
    """A possible edit, and the cost that speaks against it, in rules."""

    against: float
    edit: Edit


def edited_view(view: GameView, edit: Edit) -> GameView:
    """The game after an edit."""
    if not edit.deck:
        return GameView(view.game, _with_member(view.rule_set, edit), view.unread, view.decks)
    deck = view.decks[edit.deck]
    cards: list[Card] = []
    if not edit.field and not edit.card:
        cards += [*deck, _new_card(deck, edit.value)]
    else:
        for card in deck:
            cards += [card] if card.id != edit.card else _edited_cards(card, edit)
    decks = {**view.decks, deck.id: replace(deck, cards=tuple(cards))}
    return GameView(view.game, view.rule_set, view.unread, decks)


def edited_game(game: Game, edit: Edit) -> Game:
    """The decks of a game after an edit of one of their cards."""
    decks = edited_view(GameView(game, RuleSet(game.id)), edit).decks
    return replace(game, decks=tuple(decks.values()))


def _edited_cards(card: Card, edit: Edit) -> Iterator[Card]:
    if edit.field in ("copies", "back", "id"):
        yield changed_card(card, {}, **{edit.field: edit.value})
    elif edit.field:
        yield changed_card(card, {edit.field: edit.value})


def _new_card(deck: Deck, values: Mapping[str, Any]) -> Card:
    declared = {name: values.get(name, field.default) for name, field in deck.fields.items()}
    fields = {"name": values.get("name", ""), "art": values.get("art"), **declared}
    return Card(
        values.get("id", ""),
        deck.id,
        fields,
        copies=values.get("copies", 1),
        template=deck.template,
        back=deck.back,
        place=deck.where("cards"),
    )


def _with_member(rule_set: RuleSet, edit: Edit) -> RuleSet:
    members = tuple(
        Code(edit.value, code.place) if code.place == edit.place else code
        for code in rule_set.sets[edit.field]
    )
    return replace(rule_set, sets={**rule_set.sets, edit.field: members})


class EditGuesser:
    """Guesses edits of a game that may satisfy its rules.

    `spoken` is the share of failed rules among those that name a word, `blamed` are the cards
    they blame, `quoted` the texts in their expressions, which a field may have to say."""

    def __init__(
        self,
        view: GameView,
        spoken: Mapping[str, float],
        blamed: Collection[tuple[str, str]],
        quoted: Sequence[str],
    ) -> None:
        self.view = view
        self.spoken = spoken
        self.blamed = blamed
        self.quoted = list(dict.fromkeys(quoted))
        self.patterns = lru_cache(lambda id: _DeckPatterns(view.decks[id]))

    def guesses(self, decks: Sequence[str]) -> list[Guess]:
        """Edits of cards of these decks and of sets, the likelier first."""
        guesses = list(self._of_sets())
        for id in decks:
            deck = self.view.decks[id]
            patterns = self.patterns(id)
            for card in deck:
                if not card.id:  # one that was thought missing may have none
                    continue
                elsewhere = 0.0 if (id, card.id) in self.blamed else _ELSEWHERE
                for size, field, value in self._of_card(deck, card):
                    oddness = patterns.oddness(card, field, value)
                    share = self.spoken.get(field, 0.0)
                    place = card.places.get(field) if field else card.place
                    edit = Edit(id, card.id, field, value, place)
                    guesses.append(Guess(elsewhere + _STEP * size + oddness - 0.1 * share, edit))
        return sorted(guesses, key=lambda guess: guess.against)

    def _of_card(self, deck: Deck, card: Card) -> Iterator[tuple[float, str, Any]]:
        """Yield edits of a card as size, field and value.

        Without a field it is taken out."""
        yield 2, "", None
        for count in self._copies(deck, card):
            yield 1 + abs(count - card.copies) / 8, "copies", count
        for name, field in self._fields(deck).items():
            for size, value in self._others(deck, field, card.fields.get(name)):
                yield size, name, value
        if "back" in self.spoken and card.back != deck.back:
            yield 1, "back", deck.back
        for id in self.missing:
            is_near = difflib.SequenceMatcher(None, id, card.id).ratio() > 0.6
            if is_near and not self.patterns(deck.id).fits(card):
                yield 0, "id", id

    def _copies(self, deck: Deck, card: Card) -> list[int]:
        """Other numbers of copies that a card might have."""
        counts = [other.copies for other in deck]
        counts += [card.copies + step for step in (-2, -1, 1, 2)]
        counts += [card.copies * 2, card.copies // 2]
        return [count for count in dict.fromkeys(counts) if count > 0 and count != card.copies]

    def _fields(self, deck: Deck) -> dict[str, Field]:
        """The fields of a deck that the rules speak of."""
        fields = {**{field.name: field for field in OWN}, **deck.fields}
        return {name: field for name, field in fields.items() if name in self.spoken}

    def _others(self, deck: Deck, field: Field, value: Any) -> Iterator[tuple[float, Any]]:
        """Yield other values of a field, each with its distance from this one."""
        if field.is_text:
            used: Iterable[Any] = self._texts(deck, field.name)
        else:
            used = (card.fields.get(field.name) for card in deck)
        yield from field.near_values(value, used)
        if field.optional and value is not None:
            yield 2, None

    def _texts(self, deck: Deck, name: str) -> list[str]:
        """Texts that a field may say.

        Those of the deck if they are few, and those of the rules."""
        values = (card.fields.get(name) for card in deck)
        used = list(dict.fromkeys(text for text in values if isinstance(text, str) and text))
        if name == "art":
            return used
        return [*used, *self.quoted] if len(used) <= _MOST_LISTED else self.quoted

    # a card more

    def addition(self, id: str) -> Addition:
        deck = self.view.decks[id]
        fields = self._fields(deck).items()
        domains = {
            name: self._domain(deck, field)
            for name, field in fields
            if not field.is_text or name == "art"
        }
        copies = sorted({card.copies for card in deck})
        if len(copies) > 1:
            domains["copies"] = copies
        return Addition(deck, domains, self.spoken, self.missing, self.patterns(deck.id))

    def _domain(self, deck: Deck, field: Field) -> list[Any]:
        """The values of a field to try on an added card, the commonest first."""
        used = Counter(_key(card.fields.get(field.name)) for card in deck)
        keys = [key for key, _ in used.most_common(_MOST_VALUES)]
        values: list[Any] = [list(key) if isinstance(key, tuple) else key for key in keys]
        others: list[Any] = list(field.choices)
        if field.is_list:
            others = [[choice] for choice in field.choices]
            others.insert(0, field.empty)
        return values + [other for other in others if other not in values]

    # names that are gone

    @cached_property
    def missing(self) -> list[str]:
        """Names in sets that are no card."""
        texts = dict.fromkeys(code.text for _, code in self.view.missing)
        return [text.rpartition("/")[2] for text in texts]

    def _of_sets(self) -> Iterator[Guess]:
        """Yield edits of a set that replace a member that is no card.

        The new member is of nearly that name."""
        names: dict[str, None] = {}
        for deck in self.view.decks.values():
            patterns = self.patterns(deck.id)
            for card in filter(patterns.fits, deck):
                for word in (card.id, card.fields.get("name")):
                    if word:
                        names[word] = None
        for name, code in self.view.missing:
            near = difflib.get_close_matches(code.text, list(names), n=2, cutoff=0.6)
            for step, other in enumerate(near):
                yield Guess(0.1 * step, Edit("", "", name, other, code.place))


class Addition:
    """A card that may be missing from a deck, put together value by value."""

    def __init__(
        self,
        deck: Deck,
        domains: Mapping[str, list[Any]],
        spoken: Mapping[str, float],
        missing: Sequence[str],
        patterns: _DeckPatterns,
    ) -> None:
        self.deck = deck
        self.domains = domains
        self.missing = missing
        self.patterns = patterns
        ranks = {name: (-spoken.get(name, 0.0), len(domains[name])) for name in domains}
        self.order = sorted(domains, key=ranks.__getitem__)

    def start(self) -> dict[str, Any]:
        """A card with the commonest values of the fields that the rules name."""
        card_values = {}
        for name, values in self.domains.items():
            if name != "copies" and values:
                card_values[name] = values[0]
        for count, _ in Counter(card.copies for card in self.deck).most_common(1):
            if count != 1:
                card_values["copies"] = count
        return self._with_id(card_values)

    def steps(self) -> Iterator[list[str]]:
        """Yield the fields whose values are tried together.

        The two that matter most come first, then each by itself, the first three again, and the
        id."""
        pair = [name for name in self.order if name != "copies"][:2]
        if len(pair) == 2:
            first, second = (len(self.domains[name]) for name in pair)
            if first * second <= _MOST_PAIRED:
                yield pair
        for name in (*self.order, *self.order[:3]):
            yield [name]
        if self.missing:
            yield ["id"]

    def others(
        self, card_values: Mapping[str, Any], names: Sequence[str]
    ) -> Iterator[dict[str, Any]]:
        """Yield the card with every other value of these fields; for the id, each missing one."""
        if names == ["id"]:
            for id in self.missing:
                yield {"id": id, **_without_id(card_values)}
            return
        choices = list(product(*(self.domains[name] for name in names)))
        value = card_values.get(names[0])
        if len(names) == 1 and isinstance(value, list):
            field = self.deck.fields[names[0]]
            choices += [(other,) for _, other in field.near_values(value, ())]
        for values in choices:
            other_values = {**card_values, **dict(zip(names, values, strict=True))}
            if other_values != card_values:
                yield self._with_id(other_values)

    def _with_id(self, card_values: dict[str, Any]) -> dict[str, Any]:
        id = self.patterns.id_of(card_values)
        rest = _without_id(card_values)
        return {"id": id, **rest} if id else rest


class _DeckPatterns:
    """Fields that nearly all ids, names or pictures of a deck's cards tell."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.words = {card.id: self._words(card) for card in deck}
        self.telling_texts: dict[str, list[int]] = {}
        """By field which of a card's texts say its value: 0 the id, 1 the name, 2 the art."""
        for name, field in deck.fields.items():
            if field.is_number or (field.is_choice and not field.is_list):
                self._find_telling_texts(name)
        self.twins = Counter(_face(card) for card in deck)

    def _find_telling_texts(self, name: str) -> None:
        cards = [card for card in self.deck if card.fields.get(name) is not None]
        if len({card.fields[name] for card in cards}) < 2:
            return
        for source in range(3):
            telling = sum(_tells(card.fields[name], self.words[card.id][source]) for card in cards)
            if telling >= _MOSTLY * len(cards):
                self.telling_texts.setdefault(name, []).append(source)

    @staticmethod
    def _words(card: Card) -> tuple[tuple[str, str], ...]:
        """The id, the name and the art, each as it is and as its words."""
        texts = [card.id]
        for name in ("name", "art"):
            texts.append(str(card.fields.get(name) or ""))
        folded = [text.casefold() for text in texts]
        return tuple((text, " ".join(_PARTS.findall(text))) for text in folded)

    def oddness(self, card: Card, field: str, value: Any) -> float:
        """The change in a deck's oddness by an edit; negative if it gets less odd."""
        if not field:
            is_spare = self.twins[_face(card)] > 1 or not self.fits(card)
            return 0.0 if is_spare else _TWIN
        if field == "id":
            return -_ODD
        if field == "copies":
            return 0.0 if any(other.copies == value for other in self.deck) else _UNUSUAL
        words = [self.words[card.id][source] for source in self.telling_texts.get(field, ())]
        before = sum(_tells(card.fields.get(field), text) for text in words)
        after = sum(_tells(value, text) for text in words)
        return _ODD * (before - after)

    def fits(self, card: Card) -> bool:
        """True if a card's id tells its fields as the ids of the others do."""
        return all(
            _tells(card.fields.get(name), self.words[card.id][0])
            for name, sources in self.telling_texts.items()
            if 0 in sources
        )

    @cached_property
    def pattern(self) -> tuple[str, ...]:
        """The fields whose values, with hyphens between them, are the id of most cards."""
        names = [name for name, sources in self.telling_texts.items() if 0 in sources][:3]
        counts = {}
        for order in permutations(names):
            counts[order] = sum(card.id == _joined(card.fields, order) for card in self.deck)
        best = max(counts, key=counts.__getitem__)
        return best if 2 * counts[best] >= len(self.deck) else ()

    def id_of(self, card_values: Mapping[str, Any]) -> str:
        """The id that a new card would have, if ids follow from what cards say."""
        if not all(name in card_values for name in self.pattern):
            return ""
        id = _joined(card_values, self.pattern)
        return "" if any(card.id == id for card in self.deck) else id


def _joined(fields: Mapping[str, Any], names: Sequence[str]) -> str:
    return "-".join(str(fields.get(name)) for name in names)


def _without_id(card_values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in card_values.items() if name != "id"}


def _tells(value: Any, words: tuple[str, str]) -> bool:
    """True if a text, as it is or as its words, says a value."""
    text = str(value).casefold()
    value_words = " ".join(_PARTS.findall(text))
    return text == words[0] or f" {value_words} " in f" {words[1]} "


def _face(card: Card) -> tuple[Any, ...]:
    return tuple(_key(card.fields[name]) for name in sorted(card.fields))


def _key(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def quoted_in(codes: Sequence[Code | None]) -> tuple[str, ...]:
    """The texts that stand in expressions."""
    texts = []
    for code in filter(None, codes):
        for single_quoted, double_quoted in _QUOTED.findall(code.text):
            texts.append(single_quoted or double_quoted)
    return tuple(filter(None, texts))
