"""Claims about chance, tried: counted exactly where that is possible, else sampled."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import listed, spanned
from cardgen.model.cards import Game
from cardgen.rules.card_classes import DealtCard
from cardgen.rules.counting import count_deals
from cardgen.rules.deal import Dealer, Dealt, TooFewCardsError, named_piles
from cardgen.rules.finding import Outcome, wanted
from cardgen.rules.game_view import GameView, UnreadDeckError
from cardgen.rules.odds import Odds, chance_text, percent, reads_as_fraction
from cardgen.rules.ruleset import Claim, RuleSet, Variant
from cardgen.rules.sampling import (
    MOST_DEALS,
    Sampler,
    decide_odds,
    decide_seats,
    greatest_difference,
)
from cardgen.rules.trial import UNREAD, broken_rule, run_in_process
from cardgen.rules.variants import cards_used
from cardgen.sandbox import process

PATIENCE = 3.0
"""Seconds of work that one claim may take."""
PATIENCE_TOGETHER = 20.0
"""Seconds of work that all claims of a game may take."""
_CERTAIN_DEALS = 2_000
"""How many deals are tried of a claim that something always comes to pass, or never: no number of
them could prove it."""
_MOST_NAMED = 16
"""How many cards of a hand are named in a message."""


class NamedClaim(NamedTuple):
    """A claim with its id in reports, and the variant that it belongs to, if any."""

    claim: Claim
    id: str
    variant: Variant | None = None

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players it is tried for; (0,) if it names none."""
        return self.claim.players or (self.variant.players if self.variant else (0,))

    def dealer(self, view: GameView, players: int) -> Dealer:
        """The dealer for a number of players."""
        if self.variant is None:
            return Dealer(self.claim, players, view, (), {})
        cards = cards_used(self.variant, players, view)
        paper = [card for card in cards.pile for _ in range(card.copies * cards.sets)]
        return Dealer(self.claim, players, view, paper, cards.scope)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a claim for a number of players.

    Does it hold (None: undecided), and in words. `may_say` is a claim that would hold, `hand` a
    deal that breaks this one."""

    players: int
    held: bool | None
    says: str
    may_say: str = ""
    hand: Dealt | None = None


def named_claims(rule_set: RuleSet, only: str = "") -> list[NamedClaim]:
    """The claims of a game, or those that `only`, the value of --rule, selects."""
    of_rules = [NamedClaim(claim, claim.id) for claim in rule_set.claims]
    of_variants = [
        NamedClaim(claim, f"{variant.id}/{claim.id}", variant)
        for variant in rule_set.variants
        for claim in variant.claims
    ]
    return [
        named_claim for named_claim in (*of_rules, *of_variants) if wanted(named_claim.id, only)
    ]


def try_claims(
    game: Game, rule_set: RuleSet, only: str = "", unread: Collection[str] = ()
) -> Iterator[Outcome]:
    """Try the claims of a game in order, in a process with a time limit.

    `only` selects a rule by id."""
    claims = named_claims(rule_set, only)
    if claims:
        yield from run_in_process(
            game,
            [named_claim.id for named_claim in claims],
            _claim_outcomes,
            PATIENCE,
            (game, rule_set, only, tuple(unread)),
        )


def _claim_outcomes(
    game: Game, rule_set: RuleSet, only: str, unread: Collection[str]
) -> Iterator[Outcome]:
    view = GameView(game, rule_set, unread)
    began = time.process_time()
    for named_claim in named_claims(rule_set, only):
        process.note(f'the rule "{named_claim.id}"', named_claim.claim.place)
        yield outcome_of(named_claim, view)
        if time.process_time() - began > PATIENCE_TOGETHER * process.slowness():
            message = f"what the rules of {game.id} claim of chance takes longer than "
            message += f"{PATIENCE_TOGETHER:g} s together"
            raise CardgenError(
                Finding(
                    "rule-too-slow",
                    message,
                    "claim less, or of fewer numbers of players",
                    named_claim.claim.place,
                )
            )


def outcome_of(named_claim: NamedClaim, view: GameView) -> Outcome:
    """The outcome of a claim."""
    claim = named_claim.claim
    view.read_decks.clear()
    status = "ok" if claim.that else "note"
    findings = list[Finding]()
    problems = tuple[Finding, ...]()
    verdicts: list[Verdict] = []
    try:
        for players in named_claim.players:
            verdicts.append(_verdict(named_claim, view, players))
        findings = list(_findings(named_claim, verdicts, view))
        if any(
            finding.check == named_claim.id and finding.severity == claim.severity
            for finding in findings
        ):
            status = "failed"
    except UnreadDeckError:
        status = "skipped"
        verdicts = []
    except CardgenError as error:
        status = "broken"
        verdicts = []
        problems = broken_rule(named_claim.id, claim.place, error)
    source = claim.source or (named_claim.variant.source if named_claim.variant else "")
    counted = UNREAD if status == "skipped" else ""
    if verdicts:
        counted = "; ".join(
            f"{spanned(players)}p {says}" if players[0] else says
            for says, players in _grouped_by_text(verdicts)
        )
    return Outcome(
        view.game.id,
        named_claim.id,
        claim.says,
        status,
        claim.place,
        source,
        claim.severity,
        counted=counted,
        decks=view.read_deck_ids,
        findings=(*findings, *problems),
    )


# What is the case


def _verdict(named_claim: NamedClaim, view: GameView, players: int) -> Verdict:
    """The verdict on a claim for a number of players."""
    claim = named_claim.claim
    try:
        dealer = named_claim.dealer(view, players)
        sampler = Sampler(dealer, view.game.id, named_claim.id, players)
        verdicts = [_of_deals(dealer, sampler, claim.within)] if claim.within else []
        verdicts += [_of_seats(dealer, sampler, claim.seats)] if claim.seats else []
        verdicts = verdicts or [_of_values(dealer, sampler)]
    except TooFewCardsError as error:
        return Verdict(players, False, error.findings[0].what)
    worst = min(verdicts, key=lambda verdict: (False, None, True).index(verdict.held))
    return Verdict(
        players,
        worst.held,
        ", ".join(verdict.says for verdict in verdicts),
        worst.may_say,
        worst.hand,
    )


def _of_deals(dealer: Dealer, sampler: Sampler, within: Odds) -> Verdict:
    exact = count_deals(dealer)
    if exact:
        _check_any_counts(dealer, bool(exact.counting))
        chance, holds = exact.chance, within.hold(exact.chance)
        says, may_say = chance_text(chance), _true_claim(within, chance, chance)
    else:
        decided, sample = decide_odds(
            sampler, within, _CERTAIN_DEALS if within.low == 1 or within.high == 0 else MOST_DEALS
        )
        _check_any_counts(dealer, bool(sample.tries))
        (low, high), holds = sample.between, decided  # type: ignore[assignment]
        chance = sample.chance
        says = f"{percent(chance)} of {sample.tries:,} deals ({percent(low)} to {percent(high)})"
        may_say = _true_claim(within, low, high)
    return Verdict(
        0, holds, says, may_say, None if holds else sampler.example(came=chance > within.high)
    )


def _check_any_counts(dealer: Dealer, some: bool) -> None:
    if not some:
        place = dealer.claim.given.place if dealer.claim.given else dealer.claim.place
        raise CardgenError(
            Finding(
                "deal-impossible",
                "no deal is such as given says",
                "see that there can be one",
                place,
            )
        )


def _true_claim(within: Odds, low: Fraction, high: Fraction) -> str:
    """A claim that holds for a chance between these two, worded as the given one."""
    if low == high and low in (0, 1):
        return "is: always" if low else "is: never"
    if within.high == 1 and within.low < 1 and low > 0:
        return f"is: at least {_rounded(low, math.floor)}"
    if within.low == 0 and within.high > 0 and high < 1:
        return f"is: at most {_rounded(high, math.ceil)}"
    if low == high:
        return f"is: {low if reads_as_fraction(low) else percent(low)}"
    return f"is: {_rounded(low, math.floor)} to {_rounded(high, math.ceil)}"


def _rounded(chance: Fraction, rounding: Any) -> str:
    """A chance in whole percent, or finer where that would be 0 % or 100 %."""
    for parts in (100, 1000, 10_000):
        rounded = Fraction(rounding(chance * parts), parts)
        if 0 < rounded < 1:
            return percent(rounded)
    return percent(rounded)


def _of_seats(dealer: Dealer, sampler: Sampler, within: Odds) -> Verdict:
    """The verdict on the difference between the players' seats."""
    seats = dealer.seats()
    if len(seats) < 2:
        return Verdict(
            0, within.low == 0, "0 % between seats, which are alike", "seats: at most 1 %"
        )
    counted_out = [count_deals(dealer, seat) for seat in seats]
    if all(counted_out):
        chances = [spread.chance for spread in counted_out if spread]
        near = far = max(chances) - min(chances)
        holds: bool | None = within.hold(near)
    else:
        holds, samples = decide_seats(sampler, seats, within)
        near, far = greatest_difference([sample.between for sample in samples.values()])
    says = (
        chance_text(near)
        if near == far
        else f"{percent(near)} to {percent(far)}".replace(" % to", " to")
    )
    return Verdict(0, holds, f"{says} between seats", f"seats: at most {_rounded(far, math.ceil)}")


def _of_values(dealer: Dealer, sampler: Sampler) -> Verdict:
    """The spread of the value of a claim that only shows it."""
    spread, deals = value_spread(dealer, sampler)
    of_deals = f" in {deals:,} deals" if deals else ""
    numbers = {
        value: part
        for value, part in spread.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }
    if len(numbers) < len(spread) or not numbers:
        return Verdict(0, None, f"{len(spread)} values{of_deals}")
    mean = float(sum(part * Fraction(value) for value, part in numbers.items()))
    return Verdict(
        0, None, f"{min(numbers):g} to {max(numbers):g}, {mean:.4g} on average{of_deals}"
    )


SPREAD_DEALS = 2_000
"""How many deals show how a value is spread, where it cannot be counted out."""


def value_spread(dealer: Dealer, sampler: Sampler) -> tuple[dict[Any, Fraction], int]:
    """The part of deals by value, and the number of deals tried; 0 if counted exactly."""
    exact = count_deals(dealer)
    if exact:
        _check_any_counts(dealer, bool(exact.counting))
        return exact.values, 0
    sample = sampler.spread(SPREAD_DEALS)
    _check_any_counts(dealer, bool(sample.tries))
    return {
        value: Fraction(count, sample.tries) for value, count in sample.values.items()
    }, sample.deals


# What is told


def _findings(
    named_claim: NamedClaim, verdicts: Sequence[Verdict], view: GameView
) -> Iterator[Finding]:
    claim = named_claim.claim
    failed = [verdict for verdict in verdicts if verdict.held is False] if claim.that else []
    undecided = [verdict for verdict in verdicts if verdict.held is None] if claim.that else []
    looked = view.read_deck_ids
    odds_text = " and ".join(bounds.words for bounds in (claim.within, claim.seats) if bounds)
    if failed:
        hand = next((verdict.hand for verdict in failed if verdict.hand), None)
        claimed = f"{claim.says.rstrip('.')}: it is {_verdicts_text(failed)}, not {odds_text}"
        places = [view.decks[deck].where("cards") for deck in looked] or [claim.place]
        may_say = failed[0].may_say
        remedy = (
            f"mend the cards or the deal, or say  {may_say}"
            if may_say
            else "mend the deck, or the deal"
        )
        problem = Finding("claim-fails", claimed + _hand_text(hand), remedy, places[0])
        yield problem.found_by(
            named_claim.id,
            claim.severity,
            view.game.id,
            looked[0] if looked else "",
            also=tuple(places[1:]),
            hand=tuple(_card_ids(hand)) if hand else (),
            claimed=claimed,
        )
    elif undecided:
        subject = claim.says.rstrip(".")
        results = _verdicts_text(undecided)
        yield Finding(
            "claim-undecided",
            f"{subject}: so many deals do not tell whether it is {odds_text}; it is {results}",
            f"say  {undecided[0].may_say}",
            claim.place,
        ).found_by(named_claim.id, "warning", view.game.id)
    idle = ""
    if (
        claim.that
        and not failed
        and all(bounds.idle for bounds in (claim.within, claim.seats) if bounds)
    ):
        idle = f"cannot fail: every chance is {odds_text}"
        remedy = "say how great it is"
    elif not looked:
        idle = "never looks at a card"
        remedy = "deal cards of a deck: from: deck.main"
    if idle:
        yield Finding(
            "idle-rule", f'the rule "{named_claim.id}" {idle}', remedy, claim.place
        ).found_by("idle-rule", "warning", view.game.id)


def _verdicts_text(verdicts: Sequence[Verdict]) -> str:
    return "; ".join(
        f"{says} with {spanned(players)} players" if players[0] else says
        for says, players in _grouped_by_text(verdicts)
    )


def _grouped_by_text(verdicts: Sequence[Verdict]) -> Iterator[tuple[str, list[int]]]:
    """Group verdicts in a row that say the same, each text with its numbers of players."""
    for says, group in groupby(verdicts, key=lambda verdict: verdict.says):
        yield says, [verdict.players for verdict in group]


def _hand_text(hand: Dealt | None) -> str:
    """A deal that breaks the claim."""
    parts = []
    for name, items in named_piles(hand or {}):
        parts.append(f"{name} {listed(map(_item_name, items), _MOST_NAMED) or 'nothing'}")
    return f"; so in this deal: {'; '.join(parts)}" if parts else ""


def _item_name(item: Any) -> str:
    return (
        str(item.printed.fields.get("name") or item.printed.id)
        if isinstance(item, DealtCard)
        else str(item)
    )


def _card_ids(
    hand: Dealt,
) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """The piles of a deal with their cards, each as deck and id."""
    for name, items in named_piles(hand):
        cards = [item.printed for item in items if isinstance(item, DealtCard)]
        if cards:
            yield name, tuple((card.deck, card.id) for card in cards)
