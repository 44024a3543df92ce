"""All checks of a game: the quick ones, its rules and its texts, and those for which its cards are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardgen.cache import Cache
from cardgen.check.finding import Finding
from cardgen.check.print_sanity import check_texts
from cardgen.check.rulebook import BUILT_IN, RULES, VARIANTS, RuleBook, read_rulebook
from cardgen.check.rules import Outcome, try_rules, wanted
from cardgen.check.upkeep import differing_backs, leftovers, unused_art
from cardgen.draw import Drawn, Troubles, draw_deck
from cardgen.errors import CardgenError, Problem, did_you_mean
from cardgen.fonts import NO_GLYPH, FontBook
from cardgen.model import Card, Deck, Game
from cardgen.project import Project
from cardgen.svg.art import Art

DRAWN = frozenset({"text-size", "safe-zone", "drawable", "missing-glyph", "same-backs", "unused-art"})
"""The built-in checks for which cards have to be drawn."""
_NO_GLYPH = re.compile(re.escape(NO_GLYPH) + r' (".+?" \(U\+[0-9A-F]+)')


class Checked(NamedTuple):
    """What the quick checks have found."""

    outcomes: list[Outcome]
    findings: list[Finding]
    problems: list[Problem]


def rulebooks(games: Sequence[Game], problems: list[Problem], only: str = "") -> dict[str, RuleBook]:
    """The rules of each game, by its id. Raises CardgenError when `only` names a rule that none of them has."""
    before = len(problems)
    books = {game.id: read_rulebook(game, problems) for game in games}
    known = list(dict.fromkeys([*(id for book in books.values() for id in book.ids), *BUILT_IN]))
    if only and only not in known and len(problems) == before:
        raise CardgenError(Problem(f'no rule is called "{only}"', did_you_mean(only, known)))
    return books


def check_rules(game: Game, decks: Sequence[Deck], book: RuleBook, only: str = "", idle: bool = True) -> Checked:
    """The rules of a game and its texts, as far as they concern these decks. `only` names one rule or built-in check; `idle` also looks
    for rules that cannot fail."""
    names = {deck.id for deck in decks}
    outcomes = []
    for outcome in try_rules(game, book, "" if only in BUILT_IN else only, unread_decks(game), idle):
        if outcome.status == "broken" or not outcome.decks or names.intersection(outcome.decks):
            outcomes.append(outcome)
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    findings += leftovers(game, decks)
    if only:
        findings = [finding for finding in findings if wanted(finding.check, only)]
        outcomes = [outcome for outcome in outcomes if wanted(outcome.id, only)]
    return Checked(outcomes, findings, problems)


def unread_decks(game: Game) -> list[str]:
    """The ids of decks whose files are there but could not be read."""
    known = {deck.id for deck in game.decks}
    files = (path for path in sorted(game.folder.glob("*.yaml")) if path.name not in ("game.yaml", RULES, VARIANTS))
    return [path.stem for path in files if path.stem not in known and "." not in path.stem]


def check_drawings(
    project: Project,
    game: Game,
    decks: Sequence[Deck],
    book: FontBook,
    cache: Cache,
    progress: Callable[[str, int, int], None],
    kept: dict[tuple[str, str], list[Drawn]] | None = None,
) -> Iterator[Finding]:
    """What can be seen once the cards of these decks are drawn. Those of decks without a trouble are `kept`, by game and deck."""
    art = Art(project, game.folder, book, cache)
    backs: dict[str, dict[str, Card]] = {}
    whole = len(decks) == len(game.decks) and not unread_decks(game)
    for deck in decks:
        troubles = Troubles()
        cards: list[Drawn] = []
        undrawn: dict[str, str] = {}
        for number, drawn in enumerate(draw_deck(project, game, deck, book, art, troubles, inspect=check_texts), 1):
            if kept is not None:
                cards.append(drawn)
            progress(f"{game.title}: {deck.title}", number, len(deck))
            yield from drawn.found
            if drawn.face is None or (drawn.back is None and (drawn.card.back or deck.back)):
                undrawn[drawn.card.id] = "back" if drawn.face else "face"
            if drawn.back and drawn.card.copies:
                backs.setdefault(deck.id, {}).setdefault(drawn.back.name, drawn.card)
        for problem, names in zip(troubles, troubles.found.values(), strict=True):
            yield _undrawable(problem, deck, names[0] if names else "", undrawn)
        whole = whole and not troubles
        if kept is not None and not troubles:
            kept[game.id, deck.id] = cards
    yield from differing_backs(game, backs)
    if whole:
        yield from unused_art(game, art.used)


def _undrawable(problem: Problem, deck: Deck, card: str, undrawn: Mapping[str, str]) -> Finding:
    """Why a card could not be drawn. Of one without either side the face is told, with which it begins."""
    side = undrawn.get(card, "")
    missing = list(dict.fromkeys(f"{found})" for found in _NO_GLYPH.findall(problem.what)))
    if not missing:
        return Finding("drawable", "error", problem, deck.game, deck.id, card, side=side)
    about = (deck.game, deck.id, card)
    asked = "characters that one of its fonts has"
    return Finding("missing-glyph", "error", problem, *about, side=side, measured=", ".join(missing), required=asked)
