"""What is found once the cards of a game are drawn: what concerns any print, and what one printer would find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.cache import Cache
from cardgen.base.errors import Problem
from cardgen.cards.render import Drawn, Parcel, Troubles, draw_deck, redrawn
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.project import Project
from cardgen.preflight.home_print import check_texts
from cardgen.rules.checks import unread_decks
from cardgen.rules.finding import Finding
from cardgen.rules.housekeeping import differing_backs, unused_art
from cardgen.svg.art import Art
from cardgen.typography.fontbook import NO_GLYPH, FontBook

if TYPE_CHECKING:
    from cardgen.press.profiles import Printer

Cards = dict[tuple[str, str], list[Drawn]]
"""Drawn cards by game and deck, without their texts."""
DRAWN = frozenset({"text-size", "safe-zone", "drawable", "missing-glyph", "same-backs", "unused-art"})
"""The built-in checks for which cards have to be drawn."""
_NO_GLYPH = re.compile(re.escape(NO_GLYPH) + r' (?:(".+?" \(U\+[0-9A-F]+)|(U\+[0-9A-F]+))')


@dataclass
class _Seen:
    """What was seen of a deck."""

    findings: list[Finding] = field(default_factory=list)
    printers: list[Finding] = field(default_factory=list)
    backs: dict[str, Card] = field(default_factory=dict)
    used: set[Path] = field(default_factory=set)
    sound: bool = True


def check_drawings(
    project: Project,
    game: Game,
    decks: Sequence[Deck],
    book: FontBook,
    cache: Cache,
    progress: Callable[[str, int, int], None],
    printer: Printer | None = None,
    jobs: int = 1,
    kept: Cards | None = None,
) -> Iterator[Finding]:
    """What can be seen once the cards of these decks are drawn; then what a printer would find.

    `jobs` is the number of processes that share the decks; it changes nothing but the time. `kept` is given the cards of decks without
    a trouble.
    """
    from cardgen.press.raster import workers

    art, seen = Art(project, game.folder, book, cache), list[_Seen]()
    with workers(min(jobs, len(decks))) as pool:
        # The largest deck begins first, so that no process waits long for the last one.
        order = sorted(range(len(decks)), key=lambda i: -len(decks[i])) if pool else []
        tasks = {i: pool.submit(_look_beside, project, game, decks[i], book, printer, kept is not None) for i in order if pool}
        for i, deck in enumerate(decks):
            cards: list[Drawn] | None = None if kept is None else []
            if tasks:
                one, sent = tasks[i].result()
                progress(f"{game.title}: {deck.title}", len(deck), len(deck))
                cards = list(redrawn(deck, book, art, sent)) if sent else None
            else:
                one = _look_at(project, game, deck, book, art, progress, printer, cards)
            if kept is not None and cards and one.sound:
                for side in (side for drawn in cards for side in (drawn.face, drawn.back) if side):
                    side.texts = []  # which have been looked at
                kept[game.id, deck.id] = cards
            seen.append(one)
    for each in seen:
        yield from each.findings
    yield from differing_backs(game, {deck.id: each.backs for deck, each in zip(decks, seen, strict=True) if each.backs})
    if len(decks) == len(game.decks) and not unread_decks(game) and all(each.sound for each in seen):
        yield from unused_art(game, {path for each in seen for path in each.used})
    for each in seen:
        yield from each.printers


def _look_beside(
    project: Project, game: Game, deck: Deck, book: FontBook, printer: Printer | None, keep: bool
) -> tuple[_Seen, list[Parcel]]:
    """In another process. With `keep` also what the cards can be drawn again of, if all of them could be."""
    art, sent = Art(project, game.folder, book, Cache.of_user()), list[Parcel]()
    seen = _look_at(project, game, deck, book, art, lambda *_: None, printer, None, sent if keep else None)
    return seen, sent if seen.sound else []


def _look_at(
    project: Project,
    game: Game,
    deck: Deck,
    book: FontBook,
    art: Art,
    progress: Callable[[str, int, int], None],
    printer: Printer | None,
    cards: list[Drawn] | None = None,
    sent: list[Parcel] | None = None,
) -> _Seen:
    seen, troubles = _Seen(), Troubles()
    press = None
    if printer:
        from cardgen.preflight.inspect import Preflight

        press = Preflight(printer, game, deck)
    undrawn: dict[str, str] = {}
    # Texts are looked at where they are drawn; for the printer all is looked at here, for there memory is bounded, and pdfium reserves more
    # of it than it will use.
    jobs = 0 if sent is None else 1
    cards_drawn = draw_deck(project, game, deck, book, art, troubles, inspect=check_texts, texts=bool(press), jobs=jobs, sent=sent)
    for number, drawn in enumerate(cards_drawn, 1):
        progress(f"{game.title}: {deck.title}" + (f", for {printer.title}" if printer else ""), number, len(deck))
        seen.findings += press.look(drawn) if press else drawn.found
        if cards is not None:
            cards.append(drawn)
        if drawn.face is None or (drawn.back is None and (drawn.card.back or deck.back)):
            undrawn[drawn.card.id] = "back" if drawn.face else "face"
        if drawn.back and drawn.card.copies:
            seen.backs.setdefault(drawn.back.name, drawn.card)
    for problem, names in zip(troubles, troubles.found.values(), strict=True):
        seen.findings.append(_undrawable(problem, deck, names[0] if names else "", undrawn))
    seen.printers += press.found() if press else ()
    seen.used |= art.used
    seen.sound = not troubles
    return seen


def _undrawable(problem: Problem, deck: Deck, card: str, undrawn: Mapping[str, str]) -> Finding:
    """Why a card could not be drawn. Of one without either side the face is told, with which it begins."""
    side = undrawn.get(card, "")
    missing = list(dict.fromkeys(f"{seen})" if seen else unseen for seen, unseen in _NO_GLYPH.findall(problem.what)))
    if not missing:
        return Finding("drawable", "error", problem, deck.game, deck.id, card, side=side)
    about = (deck.game, deck.id, card)
    asked = "characters that one of its fonts has"
    return Finding("missing-glyph", "error", problem, *about, side=side, measured=", ".join(missing), required=asked)
