"""A printer's proof held against the decks of a project."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from cardgen.api.since_print import deck_as_it_was, key_of
from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.cards.render import CardFindings
from cardgen.engine import Pdf
from cardgen.impose.options import Options
from cardgen.load.printed import PrintRecord, read_record, versions_of
from cardgen.making.open_project import called, context_of
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game
from cardgen.model.changes import said_by
from cardgen.proof.comparison import ProofReader, ReadProof
from cardgen.proof.deck_sides import DeckSide, ExpectedDeck, all_sides, expected_decks
from cardgen.proof.marked_pages import ProofPageWriter
from cardgen.proof.strangers_pages import read_pages
from cardgen.proof.telling import about
from cardgen.proof.verdict import ProofVerdict, verdict_of

BEFORE = "as it was when it was last said to be printed"


@dataclass(frozen=True, slots=True)
class ComparedProof:
    """A proof with what should be on it, and what it comes to."""

    proof: ReadProof
    sides: Sequence[DeckSide]
    verdict: ProofVerdict


def compare_proof(
    workshop: Workshop,
    file: Path,
    names: Sequence[str],
    report: Report,
    *,
    paper: str = "a4",
    out: Path | None = None,
    jobs: int = 0,
) -> ComparedProof:
    """Hold a proof against the games and decks named, and write a PDF of what differs.

    Raises CardgenError for a call that cannot be, and a proof of which nothing can be read."""
    with called(workshop, names, Options(papers=(paper,), out=out), report) as (papers, _):
        chosen = workshop.select(names)
    cache = Cache.of_user()
    problems = CardFindings()
    decks: list[ExpectedDeck] = []
    for game, of_game in chosen:
        context = context_of(workshop, game, cache)
        with collect_findings(report.findings):
            decks += expected_decks(context, of_game, problems, jobs)
    report.findings += problems
    sides = all_sides(decks)
    sides += _sides_before(workshop, chosen, {side.name for side in sides}, cache)
    if not sides:
        raise CardgenError(
            *report.problems,
            Finding("deck-empty", "there is no card to look for", "name a deck that has cards"),
        )
    reader = ProofReader(sides)
    proof = reader.read(
        read_pages(file), lambda done: report.progress("pages of the proof", done, done + 1)
    )
    if not any(page.is_read for page in proof.pages):
        raise CardgenError(*proof.unread)
    verdict = verdict_of(proof, sides, decks)
    if verdict.issues or verdict.notes:
        pdf = Pdf(f"Proof: {file.name}", subject="What differs from the deck")
        writer = ProofPageWriter(pdf, papers[0], workshop.fonts)
        writer.write(file.name, list(about(proof, verdict)), proof, verdict, sides)
        report.put_pdf((out or workshop.project.output) / f"proof-{file.stem}.pdf", pdf)
    cache.prune()
    return ComparedProof(proof, sides, verdict)


def _sides_before(
    workshop: Workshop,
    chosen: Sequence[tuple[Game, Sequence[Deck]]],
    known: Collection[str],
    cache: Cache,
) -> list[DeckSide]:
    """The faces of cards as `cardgen printed` remembers them, of those whose words have changed.

    Of a face that several versions have, the latest one is told."""
    sides: dict[str, DeckSide] = {}
    for name in ("", *reversed(versions_of(workshop.project))):
        with suppress(CardgenError):  # what is wrong with a record matters to others
            record = read_record(workshop.project, name)
            version = f"as it was in {name}" if name else BEFORE
            for game, decks in chosen:
                for side in _faces_of(workshop, game, decks, record, cache):
                    if side.name not in known:
                        sides.setdefault(side.name, replace(side, version=version))
    return list(sides.values())


def _faces_of(
    workshop: Workshop, game: Game, decks: Sequence[Deck], record: PrintRecord, cache: Cache
) -> Iterator[DeckSide]:
    """The faces of cards of a record that said something else than those of today."""
    for deck in decks:
        cards = {card.id: card for card in deck.cards}
        changed = [
            printed
            for printed in record.decks.get(key_of(game, deck), ())
            if printed.id in cards and printed.fields != said_by(cards[printed.id], deck)
        ]
        before = deck_as_it_was(deck, changed)
        if not before.cards:
            continue
        game_before = replace(
            game, decks=tuple(before if one.id == deck.id else one for one in game.decks)
        )
        context = replace(context_of(workshop, game, cache), game=game_before)
        (old,) = expected_decks(context, [before], CardFindings())
        yield from old.faces.values()
