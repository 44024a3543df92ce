"""What is found once the cards of a game are drawn: what concerns any print, and what one printer
would find."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardgen.base.findings import Finding
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context, Progress
from cardgen.cards.parcels import Drawn, Parcel
from cardgen.cards.render import DrawRun, Troubles, redrawn
from cardgen.cards.spoken import only_behind
from cardgen.engine import fontbook
from cardgen.model.cards import Card, Deck
from cardgen.preflight.art_notes import art_findings
from cardgen.preflight.codes import PRINTED, check_side_closely, findings_of, read_back
from cardgen.preflight.home_print import Likeness
from cardgen.rules.checks import unread_decks
from cardgen.rules.housekeeping import differing_backs, unused_art

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from cardgen.prepress.profiles import Printer

Cards = dict[tuple[str, str], list[Drawn]]
"""Drawn cards by game and deck, without their texts."""
DeckCounts = Mapping[tuple[str, str], Mapping[int, int]]
"""Copies of the cards that are looked at, by game and deck, then by position; of other decks all cards
are."""
DRAWN = frozenset(
    {
        "text-size",
        "codes",
        "leftover",
        "safe-zone",
        "cut-text",
        "drawable",
        "missing-glyph",
        "same-backs",
        "same-face",
        "unused-art",
    }
    | {"contrast", "covered-text", "mirrored-text"}
)
"""The built-in checks for which cards have to be drawn."""
_CHARACTER = re.compile(r'("." \(U\+[0-9A-F]+)|(U\+[0-9A-F]+)')


@dataclass
class _Seen:
    """What was seen of a deck; `cards` are its cards where they are to be kept and all could be
    drawn."""

    findings: list[Finding] = field(default_factory=list)
    printers: list[Finding] = field(default_factory=list)
    backs: dict[str, Card] = field(default_factory=dict)
    used: set[Path] = field(default_factory=set)
    notes: list[Finding] = field(default_factory=list)
    """What of the art counts for nothing, as in a browser."""
    sound: bool = True
    cards: list[Drawn] = field(default_factory=list)


def check_drawings(
    context: Context,
    decks: Sequence[Deck],
    progress: Progress,
    printer: Printer | None = None,
    jobs: int = 1,
    kept: Cards | None = None,
    counts: DeckCounts = MappingProxyType({}),
) -> Iterator[Finding]:
    """What can be seen once the cards of these decks are drawn; then what a printer would find.

    `jobs` is the number of processes that share the decks; it changes nothing but the time. `kept`
    is given the cards of decks without a trouble; `counts` tells which cards are drawn."""
    from cardgen.prepress.raster import workers

    keep, seen = kept is not None, list[_Seen]()
    with workers(min(jobs, len(decks))) as pool:
        if pool:
            seen += _looks_beside(pool, context, decks, progress, printer, keep, counts)
        else:
            with closing(_run(context, decks, printer, counts)) as run:
                seen += (
                    _look_at(context, deck, run, progress, printer, keep=keep) for deck in decks
                )
    if kept is not None:
        kept.update(
            {
                (context.game.id, deck.id): _textless(each.cards)
                for deck, each in zip(decks, seen, strict=True)
                if each.cards
            }
        )
    # what no deck is to blame for is told once
    yield from dict.fromkeys(found for each in seen for found in each.findings)
    yield from art_findings((note for each in seen for note in each.notes), context.game.id)
    yield from differing_backs(
        context.game,
        {deck.id: each.backs for deck, each in zip(decks, seen, strict=True) if each.backs},
    )
    if (
        len(decks) == len(context.game.decks)
        and not counts
        and not unread_decks(context.game)
        and all(each.sound for each in seen)
    ):
        yield from unused_art(context.game, {path for each in seen for path in each.used})
    for each in seen:
        yield from each.printers


def _textless(cards: list[Drawn]) -> list[Drawn]:
    """The cards without their texts, which have been looked at; what only their backs say is
    noted."""
    texts = [
        tuple(
            [mark.text for mark in side.texts] if side else () for side in (drawn.face, drawn.back)
        )
        for drawn in cards
    ]
    for side in (side for drawn in cards for side in (drawn.face, drawn.back) if side):
        side.texts = []
    return [
        drawn._replace(behind=only_behind(drawn.card, *said))
        for drawn, said in zip(cards, texts, strict=True)
    ]


def _looks_beside(
    pool: ProcessPoolExecutor,
    context: Context,
    decks: Sequence[Deck],
    progress: Progress,
    printer: Printer | None,
    keep: bool,
    counts: DeckCounts,
) -> Iterator[_Seen]:
    """In several processes. The largest deck begins first, so that none of them waits long for the
    last one."""
    # sent while the art of ours is being noted down
    theirs = Context.of(context.project, context.game, context.fonts, context.cache)
    order = sorted(range(len(decks)), key=lambda i: -len(_looked_at(decks[i], counts)))
    tasks = {i: pool.submit(_look_beside, theirs, decks[i], printer, keep, counts) for i in order}
    for i, deck in enumerate(decks):
        seen, sent = tasks[i].result()
        positions = _looked_at(deck, counts)
        progress(f"{context.game.title}: {deck.title}", len(positions), len(positions))
        seen.cards = list(redrawn(context, deck, sent, positions)) if sent else []
        yield seen


def _look_beside(
    context: Context, deck: Deck, printer: Printer | None, keep: bool, counts: DeckCounts
) -> tuple[_Seen, list[Parcel]]:
    """In another process. With `keep` also what the cards can be drawn again of, if all of them
    could be."""
    sent: list[Parcel] = []
    with closing(_run(context, [deck], printer, counts, 1 if keep else 0)) as run:
        seen = _look_at(context, deck, run, lambda *_: None, printer, sent=sent if keep else None)
    return seen, sent if seen.sound else []


def _run(
    context: Context,
    decks: Sequence[Deck],
    printer: Printer | None,
    counts: DeckCounts,
    jobs: int = 0,
) -> DrawRun:
    """What draws these decks. Texts are looked at where they are drawn; for a printer all is looked
    at here, for there memory is bounded, and pdfium reserves more of it than it will use."""
    job = DrawOptions(inspect=check_side_closely, items=bool(printer), jobs=jobs)
    return DrawRun(context, [(deck, _looked_at(deck, counts)) for deck in decks], job)


def _looked_at(deck: Deck, counts: DeckCounts) -> tuple[int, ...]:
    """The positions of the cards of a deck that are looked at."""
    counts_of_deck = counts.get((deck.game, deck.id))
    if counts_of_deck is None:
        return tuple(range(len(deck.cards)))
    return tuple(position for position, copies in sorted(counts_of_deck.items()) if copies)


def _look_at(
    context: Context,
    deck: Deck,
    run: DrawRun,
    progress: Progress,
    printer: Printer | None,
    *,
    keep: bool = False,
    sent: list[Parcel] | None = None,
) -> _Seen:
    """What is seen of a deck, the next of the run."""
    game, seen, troubles = context.game, _Seen(), Troubles()
    press, likeness = None, Likeness(deck)
    if printer:
        from cardgen.preflight.inspect import Preflight

        press = Preflight(printer, game, deck)
    undrawn: dict[str, str] = {}
    count = len(run.left[0][1])
    for number, drawn in enumerate(run.deck(troubles, sent), 1):
        progress(
            f"{game.title}: {deck.title}" + (f", for {printer.title}" if printer else ""),
            number,
            count,
        )
        seen.findings += read_back(deck, drawn, printer.dpi if printer else PRINTED)
        drawn = drawn._replace(found=findings_of(drawn))  # its codes are read by now
        seen.findings += press.look(drawn) if press else drawn.found
        likeness.see(drawn)
        if keep:
            seen.cards.append(drawn)
        if drawn.face is None or (drawn.back is None and (drawn.card.back or deck.back)):
            undrawn[drawn.card.id] = "back" if drawn.face else "face"
        if drawn.back and drawn.card.copies:
            seen.backs.setdefault(drawn.back.name, drawn.card)
    for problem, names in troubles.told():
        seen.findings.append(_undrawable(problem, deck, names[0] if names else "", undrawn))
    if press:
        seen.printers += press.found()
    elif not troubles:  # a printer is told the same of some of the cards, too
        seen.findings += likeness.found()
    seen.used |= context.art.used
    seen.notes += context.art.notes
    seen.sound = not troubles
    if troubles:
        seen.cards = []
    return seen


def _undrawable(problem: Finding, deck: Deck, card: str, undrawn: Mapping[str, str]) -> Finding:
    """Why a card could not be drawn. Of one without either side the face is told, with which it
    begins."""
    side = undrawn.get(card, "")
    if fontbook.NO_GLYPH not in problem.what:
        return problem.found_by("drawable", "error", deck.game, deck.id, card, side=side)
    missing = dict.fromkeys(
        f"{seen})" if seen else unseen for seen, unseen in _CHARACTER.findall(problem.what)
    )
    about = (deck.game, deck.id, card)
    asked = "characters that one of its fonts has"
    return problem.found_by(
        "missing-glyph", "error", *about, side=side, measured=", ".join(missing), required=asked
    )
