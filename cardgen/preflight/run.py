"""Runs the checks on a game's drawn cards.

What concerns any print, and what one printer would find."""

from __future__ import annotations

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
from cardgen.cards.render import CardFindings, DrawRun, redrawn
from cardgen.cards.spoken import only_behind
from cardgen.engine import Drawing, MissingGlyphFinding
from cardgen.model.cards import Card, Deck
from cardgen.model.vocabulary import Vocabulary
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
"""Copies of the cards that are looked at, by game and deck, then by position.

Of other decks all cards are."""
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


@dataclass
class _Seen:
    """The findings on a deck.

    `cards` are its cards where they are to be kept and all could be drawn."""

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
    kept_cards: Cards | None = None,
    counts: DeckCounts = MappingProxyType({}),
) -> Iterator[Finding]:
    """Findings on the drawn cards of these decks; then those of a printer.

    `jobs` is the number of processes that share the decks; it changes nothing but the time.
    `kept_cards` is given the cards of decks without a trouble; `counts` tells which cards are
    drawn."""
    from cardgen.prepress.raster import workers

    keep = kept_cards is not None
    decks_seen = list[_Seen]()
    # a process that draws and this one, which looks, are two at work already
    with workers(min(jobs, len(decks)) if jobs > 2 else 1) as pool:
        if pool:
            decks_seen += _looks_beside(pool, context, decks, progress, printer, keep, counts)
        else:
            with closing(_run(context, decks, printer, counts)) as run:
                decks_seen += (
                    _look_at(context, deck, run, progress, printer, keep=keep) for deck in decks
                )
    if kept_cards is not None:
        kept_cards.update(
            {
                (context.game.id, deck.id): _textless(
                    deck_findings.cards, context.game.vocabulary_of(deck)
                )
                for deck, deck_findings in zip(decks, decks_seen, strict=True)
                if deck_findings.cards
            }
        )
    # what no deck is to blame for is told once
    yield from dict.fromkeys(
        finding for deck_findings in decks_seen for finding in deck_findings.findings
    )
    yield from art_findings(
        (note for deck_findings in decks_seen for note in deck_findings.notes), context.game.id
    )
    yield from differing_backs(
        context.game,
        {
            deck.id: deck_findings.backs
            for deck, deck_findings in zip(decks, decks_seen, strict=True)
            if deck_findings.backs
        },
    )
    if (
        len(decks) == len(context.game.decks)
        and not counts
        and not unread_decks(context.game)
        and all(deck_findings.sound for deck_findings in decks_seen)
    ):
        yield from unused_art(
            context.game, {path for deck_findings in decks_seen for path in deck_findings.used}
        )
    for deck_findings in decks_seen:
        yield from deck_findings.printers


def _textless(cards: list[Drawn], vocabulary: Vocabulary) -> list[Drawn]:
    """The cards without their texts, once these were looked at.

    What only their backs say is noted."""
    # cards may share a side: all texts are read before the first is cleared
    read_cards = []
    for drawn_card in cards:
        on_face, on_back = map(_texts_on, (drawn_card.face, drawn_card.back))
        fields = only_behind(vocabulary, drawn_card.card, on_face, on_back)
        read_cards.append(drawn_card._replace(back_only_fields=fields))
    for drawn_card in cards:
        for side in (drawn_card.face, drawn_card.back):
            if side:
                side.texts = []
    return read_cards


def _texts_on(side: Drawing | None) -> list[str]:
    return [mark.text for mark in side.texts] if side else []


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
    positions = [_looked_at(deck, counts) for deck in decks]
    tasks = {}
    for i in sorted(range(len(decks)), key=lambda i: -len(positions[i])):
        tasks[i] = pool.submit(_look_beside, theirs, decks[i], printer, keep, counts)
    for i, deck in enumerate(decks):
        deck_findings, sent = tasks[i].result()
        count = len(positions[i])
        progress(f"{context.game.title}: {deck.title}", count, count)
        deck_findings.cards = list(redrawn(context, deck, sent, positions[i])) if sent else []
        yield deck_findings


def _look_beside(
    context: Context, deck: Deck, printer: Printer | None, keep: bool, counts: DeckCounts
) -> tuple[_Seen, list[Parcel]]:
    """In another process. With `keep` also what the cards can be drawn again of, if all of them
    could be."""
    sent: list[Parcel] = []
    with closing(_run(context, [deck], printer, counts, 1 if keep else 0)) as run:
        deck_findings = _look_at(
            context, deck, run, lambda *_: None, printer, sent=sent if keep else None
        )
    return deck_findings, sent if deck_findings.sound else []


def _run(
    context: Context,
    decks: Sequence[Deck],
    printer: Printer | None,
    counts: DeckCounts,
    jobs: int = 0,
) -> DrawRun:
    """The run that draws these decks. Texts are looked at where they are drawn; for a printer all
    is looked at here, for there memory is bounded, and pdfium reserves more of it than it will
    use."""
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
    """The findings on a deck, the next of the run."""
    game = context.game
    deck_findings = _Seen()
    card_findings = CardFindings()
    press = None
    likeness = Likeness(deck)
    if printer:
        from cardgen.preflight.inspect import Preflight

        press = Preflight(printer, game, deck)
    undrawn: dict[str, str] = {}
    count = len(run.remaining[0][1])
    for number, drawn_card in enumerate(run.deck(card_findings, sent), 1):
        progress(
            f"{game.title}: {deck.title}" + (f", for {printer.title}" if printer else ""),
            number,
            count,
        )
        deck_findings.findings += read_back(
            deck.cut_as(drawn_card.card), drawn_card, printer.dpi if printer else PRINTED
        )
        drawn_card = drawn_card._replace(
            findings=findings_of(drawn_card)
        )  # its codes are read by now
        deck_findings.findings += press.look(drawn_card) if press else drawn_card.findings
        likeness.see(drawn_card)
        if keep:
            deck_findings.cards.append(drawn_card)
        if drawn_card.face is None or (
            drawn_card.back is None and (drawn_card.card.back or deck.back)
        ):
            undrawn[drawn_card.card.id] = "back" if drawn_card.face else "face"
        if drawn_card.back and drawn_card.card.copies:
            deck_findings.backs.setdefault(drawn_card.back.name, drawn_card.card)
    for problem, names in card_findings.merged():
        deck_findings.findings.append(
            _undrawable(problem, deck, names[0] if names else "", undrawn)
        )
    if press:
        deck_findings.printers += press.findings()
    elif not card_findings:  # a printer is told the same of some of the cards, too
        deck_findings.findings += likeness.findings()
    deck_findings.used |= context.art.used
    deck_findings.notes += context.art.notes
    deck_findings.sound = not card_findings
    if card_findings:
        deck_findings.cards = []
    return deck_findings


def _undrawable(problem: Finding, deck: Deck, card: str, undrawn: Mapping[str, str]) -> Finding:
    """A finding on a card that could not be drawn. Of one without either side the face is told,
    with which it begins."""
    side = undrawn.get(card, "")
    if problem.code != "glyph-missing":
        return problem.found_by("drawable", "error", deck.game, deck.id, card, side=side)
    about = (deck.game, deck.id, card)
    measured = problem.measured  # of the fault of a drawing
    if isinstance(problem, MissingGlyphFinding):
        measured = ", ".join(problem.signs)
    requirement = "characters that one of its fonts has"
    return problem.found_by(
        "missing-glyph",
        "error",
        *about,
        side=side,
        measured=measured,
        required=requirement,
    )
