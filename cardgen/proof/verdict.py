"""What a proof comes to: cards that are missing, twice or behind the wrong back, and what differs.

Nothing here looks at pixels; all of it follows from which side lies where."""

from __future__ import annotations

import bisect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardgen.base.units import listed
from cardgen.proof.card_finder import TURNS
from cardgen.proof.comparison import (
    JudgedCard,
    NamedDifference,
    ReadProof,
    millimetres,
)
from cardgen.proof.deck_sides import BACK, FACE, DeckSide, ExpectedDeck

_LAYOUT = 0.3
"""Of cards that are turned: from this part on it is how they are laid out."""
_ORDERLY = 0.6
"""Part of the cards that must stand in the deck's order for the others to be out of it."""
_STRETCHED, _ASKEW = 0.012, 1.0
_CERTAIN = 0.9
"""How alike a card must be for its size and its turn to be told."""
_OTHER = 0.12
"""Part of a face that differs, from which it is told as another version of the card."""
_SURE, _LIKELY = 3.0, 2.3
"""Usual differences from which one is told as sure, or likely."""
_LONGEST = 60
_LOST = 20
"""Pages that may be lost between fronts and backs."""
_REACH_BEHIND = 24.0
"""Points by which a back may lie off its place behind a front."""


class Issue(NamedTuple):
    """Something to be told of a proof: its kind, a sentence, how sure it is, and where it is.

    `page` counts from 1, 0 for the proof as a whole; `card` is the place of a card among the judged
    ones, -1 for none."""

    kind: str
    what: str
    sure: str = "sure"
    page: int = 0
    card: int = -1
    name: str = ""
    is_fault: bool = True


@dataclass(slots=True)
class ProofVerdict:
    """The issues of a proof, and how many cards of it were seen to be right as far as can be
    seen."""

    issues: list[Issue] = field(default_factory=list)
    notes: list[Issue] = field(default_factory=list)
    right: int = 0
    fronts: int = 0
    backs: int = 0

    @property
    def faults(self) -> list[Issue]:
        return [issue for issue in self.issues if issue.is_fault]


def verdict_of(
    proof: ReadProof, sides: Sequence[DeckSide], decks: Sequence[ExpectedDeck]
) -> ProofVerdict:
    """What is to be told of a proof of some decks."""
    verdict = ProofVerdict()
    for number, card in enumerate(proof.cards):
        verdict.issues += _of_card(number, card, sides)
    verdict.issues += _turned(proof, sides)
    verdict.issues += _pages(proof)
    verdict.issues += _counts(proof, sides, decks, verdict)
    verdict.issues += _wrong_backs(proof, sides, decks)
    verdict.notes += _order(proof, sides, decks)
    at_fault = {issue.card for issue in verdict.issues}
    verdict.right = sum(number not in at_fault for number in range(len(proof.cards)))
    verdict.fronts = sum(sides[card.side].side == FACE for card in proof.cards)
    verdict.backs = len(proof.cards) - verdict.fronts
    verdict.issues.sort(key=lambda issue: (issue.page or 1_000_000, issue.card))
    return verdict


def _of_card(number: int, card: JudgedCard, sides: Sequence[DeckSide]) -> Iterator[Issue]:
    side = sides[card.side]
    page = card.found.page + 1
    if side.version:
        sentence = f"{side.title} is an old version: {side.version}"
        yield Issue("old-version", sentence, "sure", page, number, side.title)
    turn = card.found.turn
    if turn >= 2:
        yield Issue("mirrored", f"{side.title} is {TURNS[turn]}", "sure", page, number, side.title)
    is_certain = card.found.alike > _CERTAIN
    if is_certain and abs(card.found.placement.stretch - 1) > _STRETCHED:
        percent = card.found.placement.stretch * 100
        sentence = f"{side.title} is printed at {percent:.1f} % of its size"
        yield Issue("size", sentence, "likely", page, number, side.title)
    if is_certain and abs(card.found.degrees) > _ASKEW:
        sentence = f"{side.title} lies askew by {abs(card.found.degrees):.1f} degrees"
        yield Issue("askew", sentence, "likely", page, number, side.title, is_fault=False)
    if not card.differences:
        return
    if card.unlike > _OTHER:
        names = listed(dict.fromkeys(filter(None, map(_called, card.differences))), 4)
        where = f", among it {names}" if names else ""
        sentence = (
            f"{side.title} is another drawing or another version: {card.unlike * 100:.0f} % of it"
            f" differs{where}"
        )
        yield Issue("other-version", sentence, "sure", page, number, side.title)
        return
    for difference in card.differences:
        yield Issue(
            "differs",
            f"{side.title}: {in_words(difference)}",
            how_sure(difference.at.peak),
            page,
            number,
            side.title,
        )


def how_sure(peak: float) -> str:
    """How sure a difference is that is so many times the usual one."""
    return "sure" if peak >= _SURE else "likely" if peak >= _LIKELY else "unsure"


_FIELD = re.compile(r"card\.(\w+)")


def _called(difference: NamedDifference) -> str:
    """What stands at a difference: the field, or the text itself; "" for a drawing."""
    if not difference.name:
        return ""
    fields = dict.fromkeys(_FIELD.findall(difference.name))
    if fields:
        return f"the {' and '.join(name.replace('_', ' ') for name in fields)}"
    return _quoted(difference)


def _quoted(difference: NamedDifference) -> str:
    return f'the text "{_short(difference.meant)}"'


def in_words(difference: NamedDifference) -> str:
    """A difference as a sentence that names what stands there."""
    box = difference.at.box
    x, y = millimetres(box.x), millimetres(box.y)
    place = f"{x:.0f} mm from the left and {y:.0f} mm from the top"
    if not difference.name:
        size = f"{max(1, millimetres(box.width)):.0f} x {max(1, millimetres(box.height)):.0f} mm"
        return f"the drawing differs, {size} at {place}"
    called = _called(difference)
    if difference.said is not None:
        meant, said = _where_they_part(difference.meant, difference.said)
        if not said:
            return f'{called} is not there, the deck says "{meant}"'
        return f'{called} says "{said}", the deck says "{meant}"'
    if _quoted(difference) == called:
        return f"{called} looks otherwise, {place}"
    return f'{called} looks otherwise, the deck says "{_short(difference.meant)}", {place}'


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def _where_they_part(meant: str, said: str) -> tuple[str, str]:
    """Two texts, of long ones the words around where they part."""
    first, second = meant.split(), said.split()
    if len(meant) <= _LONGEST and len(said) <= _LONGEST:
        return " ".join(first), " ".join(second)
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    parts = []
    for words in (first, second):
        low, high = max(0, start - 1), min(len(words), len(words) - end + 1)
        text = " ".join(words[low:high])
        before, after = "… " if low else "", " …" if high < len(words) else ""
        parts.append(before + _short(text) + after)
    return parts[0], parts[1]


def _turned(proof: ReadProof, sides: Sequence[DeckSide]) -> Iterator[Issue]:
    """Cards that lie the other way than the others of their side."""
    for kind in (FACE, BACK):
        of_kind = [
            (number, card)
            for number, card in enumerate(proof.cards)
            if sides[card.side].side == kind
        ]
        turned = [(number, card) for number, card in of_kind if card.found.turn == 1]
        if len(turned) > _LAYOUT * len(of_kind):
            continue
        for number, card in turned:
            title = sides[card.side].title
            sentence = f"{title} lies upside down, unlike the others"
            yield Issue("turned", sentence, "sure", card.found.page + 1, number, title)


def _pages(proof: ReadProof) -> Iterator[Issue]:
    for finding in proof.unread:
        yield Issue("unread", finding.what, "sure")
    for number, page in enumerate(proof.pages, 1):
        if page.is_read and not page.cards and not page.unknown:
            sentence = f"{page.name}: no card of the deck was recognised here"
            yield Issue("unknown", sentence, "sure", number)
        for _ in page.unknown:
            sentence = f"{page.name}: here stands something that is no card of the deck"
            yield Issue("unknown", sentence, "likely", number)


def _counts(
    proof: ReadProof,
    sides: Sequence[DeckSide],
    decks: Sequence[ExpectedDeck],
    verdict: ProofVerdict,
) -> Iterator[Issue]:
    """Cards that are missing or too many. A proof shows each card once, or all copies."""
    counts = Counter(_as_it_is(card.side, sides) for card in proof.cards)
    number_of = {id(side): number for number, side in enumerate(sides)}
    on_pages: dict[int, list[int]] = {}
    for card in proof.cards:
        on_pages.setdefault(_as_it_is(card.side, sides), []).append(card.found.page + 1)
    # a card of no copies need not be there
    printed = Counter(
        number_of[id(deck.faces[card.id])] for deck in decks for card in deck.cards if card.copies
    )
    for deck in decks:
        faces = list(dict.fromkeys(number_of[id(side)] for side in deck.faces.values()))
        present = [number for number in faces if counts[number]]
        if not present:
            sentence = f"none of the {len(faces)} cards of {deck.game}/{deck.id} is on the proof"
            yield Issue("missing", sentence, "sure", name=deck.id)
            continue
        once = {number: printed[number] for number in faces}
        copies = {number: sides[number].copies for number in faces}
        both = [number for number in present if sides[number].is_back_too]
        if sum(counts[n] for n in both) > 1.5 * sum(once[n] for n in both):
            # whether behind each of many or of one, it is there twice as often
            for times in (once, copies):
                times.update({number: 2 * times[number] for number in both})
        is_once = sum(abs(counts[n] - once[n]) for n in faces) <= sum(
            abs(counts[n] - copies[n]) for n in faces
        )
        wanted = once if is_once else copies
        if is_once and once != copies:
            sentence = f"{deck.game}/{deck.id}: each card is there once, whatever its copies"
            verdict.notes.append(Issue("copies", sentence, is_fault=False))
        for number in faces:
            seen, title = counts[number], sides[number].title
            if seen == wanted[number]:
                continue
            if not seen:
                yield Issue("missing", f"{title} is missing", "sure", name=title)
            elif seen > wanted[number] == 1:
                pages = ", ".join(map(str, on_pages[number]))
                often = "twice" if seen == 2 else f"{seen} times"
                sentence = f"{title} is there {often}: on page {pages}"
                yield Issue("twice", sentence, "sure", on_pages[number][-1], name=title)
            else:
                sentence = f"{title} is there {seen} times, the deck has {wanted[number]}"
                yield Issue("copies", sentence, "sure", name=title)
    seen_backs = {number for number in counts if sides[number].side == BACK}
    wanted_backs = {
        number_of[id(deck.backs[card.id])] for deck in decks for card in deck.cards
        if card.copies and card.id in deck.backs
        and any(counts[number_of[id(face)]] for face in deck.faces.values())
    }  # fmt: skip
    if not seen_backs and wanted_backs:
        sentence = "no back of a card is on the proof, so backs were not looked at"
        verdict.notes.append(Issue("no-backs", sentence, is_fault=False))
    else:
        for number in sorted(wanted_backs - seen_backs):
            title = sides[number].title
            yield Issue("missing", f"{title} is missing", "sure", name=title)


def _as_it_is(number: int, sides: Sequence[DeckSide]) -> int:
    """The side of the deck as it is that an old version stands for; itself for all others."""
    side = sides[number]
    if side.version:
        for other, candidate in enumerate(sides):
            if (
                not candidate.version
                and candidate.side == side.side
                and set(candidate.cards) & set(side.cards)
            ):
                return other
    return number


class _Pair(NamedTuple):
    """A front and the back that lies behind it, by their places among the judged cards."""

    front: int
    back: int


def _wrong_backs(
    proof: ReadProof, sides: Sequence[DeckSide], decks: Sequence[ExpectedDeck]
) -> Iterator[Issue]:
    """Fronts with the back of another card behind them, where it can be told what lies behind."""
    right_backs: dict[int, set[int]] = {}
    number_of = {id(side): number for number, side in enumerate(sides)}
    for deck in decks:
        for id_of_card, face in deck.faces.items():
            back = deck.backs.get(id_of_card)
            if back:
                right_backs.setdefault(number_of[id(face)], set()).add(number_of[id(back)])

    def is_right(pair: _Pair) -> bool:
        front = _as_it_is(proof.cards[pair.front].side, sides)
        back = _as_it_is(proof.cards[pair.back].side, sides)
        return back in right_backs.get(front, set())

    ways = [list(pairs) for pairs in _pairings(proof, sides, is_right)]
    if not ways:
        return
    pairs = max(ways, key=lambda way: 2 * sum(map(is_right, way)) - len(way))
    wrong = [pair for pair in pairs if not is_right(pair)]
    if not pairs or len(wrong) > 0.5 * len(pairs):
        return
    for pair in wrong:
        front = proof.cards[pair.front]
        side = sides[front.side]
        wanted = right_backs.get(_as_it_is(front.side, sides), set())
        behind = sides[proof.cards[pair.back].side].title
        title = side.title
        if wanted:
            should = sides[min(wanted)].title
            sentence = f"{title} has {behind} behind it, where {should} should be"
        else:
            sentence = f"{title} has {behind} behind it, and the deck has no back there"
        yield Issue("wrong-back", sentence, "sure", front.found.page + 1, pair.front, title)
    paired = {pair.front for pair in pairs}
    for number, card in enumerate(proof.cards):
        front_side = _as_it_is(card.side, sides)
        if sides[card.side].side == FACE and number not in paired and right_backs.get(front_side):
            title = sides[card.side].title
            sentence = f"{title} has nothing behind it, where its back should be"
            yield Issue("no-back", sentence, "likely", card.found.page + 1, number, title)


class _FrontsAndBacks(NamedTuple):
    """The cards on each page of fronts and of backs, and those pages in their order."""

    fronts_of: dict[int, list[int]]
    backs_of: dict[int, list[int]]
    front_pages: Sequence[int]
    back_pages: Sequence[int]


def _pairings(
    proof: ReadProof, sides: Sequence[DeckSide], is_right: Callable[[_Pair], bool]
) -> Iterator[list[_Pair]]:
    """The ways in which fronts may belong to backs: by pages, or all fronts before all backs."""
    fronts_of: dict[int, list[int]] = {}
    backs_of: dict[int, list[int]] = {}
    for number, card in enumerate(proof.cards):
        kind = fronts_of if sides[card.side].side == FACE else backs_of
        kind.setdefault(card.found.page, []).append(number)
    front_pages = [page for page in sorted(fronts_of) if page not in backs_of]
    back_pages = [page for page in sorted(backs_of) if page not in fronts_of]
    mixed = [page for page in sorted(fronts_of) if page in backs_of]
    if len(back_pages) + len(mixed) < 0.5 * (len(front_pages) + len(mixed)):
        return
    for flip in (0, 1):
        for before in (1, -1):
            way: list[_Pair] = []
            for page in front_pages:
                if page + before in back_pages:
                    way += _behind(proof, fronts_of[page], backs_of[page + before], flip)
            if way:
                yield way
        if front_pages and back_pages and max(front_pages) < min(back_pages):
            sheets = _FrontsAndBacks(fronts_of, backs_of, front_pages, back_pages)
            yield _in_blocks(proof, sheets, flip, is_right)
    if mixed:
        for flip in (0, 1):
            yield [
                pair
                for page in mixed
                for pair in _across(proof, fronts_of[page], backs_of[page], flip)
            ]


def _behind(
    proof: ReadProof, fronts: Sequence[int], backs: Sequence[int], flip: int
) -> Iterator[_Pair]:
    """The backs of one page behind the fronts of another that is turned about an edge."""
    if len(fronts) == len(backs) == 1:
        yield _Pair(fronts[0], backs[0])
        return
    size = proof.pages[proof.cards[fronts[0]].found.page].size
    for front in fronts:
        x, y = _middle(proof, front)
        wanted = (size[0] - x, y) if not flip else (x, size[1] - y)
        back = min(backs, key=lambda number: _away(_middle(proof, number), wanted))
        if _away(_middle(proof, back), wanted) <= _REACH_BEHIND:
            yield _Pair(front, back)


def _across(
    proof: ReadProof, fronts: Sequence[int], backs: Sequence[int], flip: int
) -> Iterator[_Pair]:
    """The backs of a page that is folded, on the other side of the fold."""
    middles = [_middle(proof, number) for number in (*fronts, *backs)]
    fold_x = (min(x for x, _ in middles) + max(x for x, _ in middles)) / 2
    fold_y = (min(y for _, y in middles) + max(y for _, y in middles)) / 2
    for front in fronts:
        x, y = _middle(proof, front)
        wanted = (2 * fold_x - x, y) if not flip else (x, 2 * fold_y - y)
        back = min(backs, key=lambda number: _away(_middle(proof, number), wanted))
        if _away(_middle(proof, back), wanted) <= _REACH_BEHIND:
            yield _Pair(front, back)


def _in_blocks(
    proof: ReadProof, sheets: _FrontsAndBacks, flip: int, is_right: Callable[[_Pair], bool]
) -> list[_Pair]:
    """Pairs where all fronts come before all backs: pages in their order, of which some may be
    lost, so that as many as can be have the right backs."""
    fronts, backs = sheets.front_pages, sheets.back_pages
    pairs = {
        (row, column): list(_behind(proof, sheets.fronts_of[front], sheets.backs_of[back], flip))
        for row, front in enumerate(fronts)
        for column, back in enumerate(backs)
        if abs(row - column) <= _LOST
    }
    # for each number of pages of both, the best worth and the page pairs that give it
    nothing: tuple[float, tuple[tuple[int, int], ...]] = (0.0, ())
    best = {(row, 0): nothing for row in range(len(fronts) + 1)}
    best |= {(0, column): nothing for column in range(len(backs) + 1)}
    for row in range(1, len(fronts) + 1):
        for column in range(1, len(backs) + 1):
            ways = [best[row - 1, column], best[row, column - 1]]
            both = pairs.get((row - 1, column - 1))
            if both:
                worth, chain = best[row - 1, column - 1]
                right = sum(map(is_right, both)) / len(both)
                ways.append((worth + 0.4 + right, (*chain, (row - 1, column - 1))))
            best[row, column] = max(ways, key=lambda way: way[0])
    _, chain = best[len(fronts), len(backs)]
    return [pair for key in chain for pair in pairs[key]]


def _middle(proof: ReadProof, number: int) -> tuple[float, float]:
    left, top, right, bottom = proof.cards[number].found.box
    return (left + right) / 2, (top + bottom) / 2


def _away(first: tuple[float, float], second: tuple[float, float]) -> float:
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def _order(
    proof: ReadProof, sides: Sequence[DeckSide], decks: Sequence[ExpectedDeck]
) -> Iterator[Issue]:
    """Cards that stand in another order than in the deck."""
    number_of = {id(side): number for number, side in enumerate(sides)}
    for deck in decks:
        wanted = list(dict.fromkeys(number_of[id(side)] for side in deck.faces.values()))
        place = {number: at for at, number in enumerate(wanted)}
        met: dict[int, int] = {}
        for card in proof.cards:
            number = _as_it_is(card.side, sides)
            if number in place:
                met.setdefault(number, card.found.page + 1)
        seen = list(met)
        due = sorted(seen, key=place.__getitem__)
        if seen == due:
            continue
        if len(_rising([place[number] for number in seen])) < _ORDERLY * len(seen):
            sentence = f"the cards of {deck.game}/{deck.id} stand in another order than in the deck"
            yield Issue("order", sentence, is_fault=False)
            continue
        yield from _out_of_order(seen, due, met, sides)


def _out_of_order(
    seen: Sequence[int], due: Sequence[int], met: dict[int, int], sides: Sequence[DeckSide]
) -> Iterator[Issue]:
    at = {number: index for index, number in enumerate(due)}
    told: set[int] = set()
    for index, number in enumerate(seen):
        other = seen[at[number]]
        if at[number] > index and due[index] == other:
            told |= {number, other}
            sentence = (
                f"{sides[number].title} (page {met[number]}) and {sides[other].title}"
                f" (page {met[other]}) stand in each other's place"
            )
            yield Issue("order", sentence, "sure", met[number], is_fault=False)
    rest = [number for number in seen if number not in told]
    places = [at[number] for number in rest]
    kept = set(_rising(places))
    for number in rest:
        if at[number] not in kept:
            sentence = f"{sides[number].title} (page {met[number]}) stands out of the deck's order"
            yield Issue("order", sentence, "sure", met[number], is_fault=False)


def _rising(values: Iterable[int]) -> list[int]:
    """The longest run of values that rise, others between them left out."""
    ends: list[int] = []
    chains: list[list[int]] = []
    for value in values:
        at = bisect.bisect_left(ends, value)
        chain = [*(chains[at - 1] if at else []), value]
        if at == len(ends):
            ends.append(value)
            chains.append(chain)
        else:
            ends[at], chains[at] = value, chain
    return chains[-1] if chains else []
