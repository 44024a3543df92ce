"""A game's sheets, read top to bottom: draw, impose, write."""

from __future__ import annotations

from cardgen.cache import Cache
from cardgen.canvas import Pdf
from cardgen.check.print_sanity import check_texts
from cardgen.draw import Troubles, draw_deck
from cardgen.errors import CardgenError
from cardgen.fonts import FontBook
from cardgen.layouts import lay_out
from cardgen.model import Deck, Game
from cardgen.options import Options, file_name
from cardgen.project import Project
from cardgen.report import Report
from cardgen.selection import Job
from cardgen.sheets import SheetWriter
from cardgen.stock import Paper
from cardgen.svg.art import Art


def build_game(project: Project, book: FontBook, job: Job, papers: list[Paper], report: Report, cache: Cache) -> None:
    game, decks, options, whole = job
    folder = (options.out or project.output) / game.id
    art = Art(project, game.folder, book, cache)
    about = {**_about(game), "subject": "All decks, for printing at home"}
    together = {paper.name: Pdf(game.title, **about) for paper in papers}
    if not whole or options.cards:
        together.clear()
    for deck in decks:
        made = _build_deck(project, book, game, deck, art, papers, options, report, together)
        together = {name: pdf for name, pdf in together.items() if name in made}
        for paper in papers:
            if paper.name in made:
                report.put_pdf(folder / file_name(deck.id, paper, options), made[paper.name])
    for paper in papers:
        if paper.name in together:
            report.put_pdf(folder / file_name("all", paper, options), together[paper.name])


def _build_deck(
    project: Project,
    book: FontBook,
    game: Game,
    deck: Deck,
    art: Art,
    papers: list[Paper],
    options: Options,
    report: Report,
    together: dict[str, Pdf],
) -> dict[str, Pdf]:
    """The deck's PDFs by paper, its sheets added to those of the whole game too. None of them when a card of it cannot be drawn."""
    positions = [i for i, card in enumerate(deck.cards) if card.copies and (not options.cards or card.id in options.cards)]
    if not positions:
        return {}
    troubles = Troubles()
    pdfs = {paper.name: Pdf(f"{game.title}: {deck.title}", subject="Card sheets", **_about(game)) for paper in papers}
    writers: list[SheetWriter] = []
    for paper in papers:
        try:
            shown_in = [by_paper[paper.name] for by_paper in (pdfs, together) if paper.name in by_paper]
            writers += _writers(game, deck, positions, paper, options, report, art, book, shown_in)
        except CardgenError as error:  # too large for this paper, which another may hold
            del pdfs[paper.name]
            report.problems += (problem.at(deck.places.get("size")) for problem in error.problems)
    drawn_deck = draw_deck(
        *(project, game, deck, book, art, troubles),
        ink=options.ink,
        only=tuple(positions),
        jobs=options.jobs,
        inspect=check_texts,
    )
    for number, drawn in enumerate(drawn_deck, 1):
        report.progress(f"{game.title}: {deck.title}", number, len(positions))
        report.findings += drawn.found
        if troubles or drawn.face is None:
            continue  # nothing of this deck will be written; the rest of it is still looked at
        copies = 1 if options.layout == "contact" else drawn.card.copies
        for writer in writers:
            writer.feed(drawn.card, copies, drawn.face, drawn.back)
    if troubles:
        report.problems += troubles
        return {}
    return pdfs


def _writers(
    game: Game, deck: Deck, positions: list[int], paper: Paper, options: Options, report: Report, art: Art, book: FontBook, pdfs: list[Pdf]
) -> list[SheetWriter]:
    """A writer for each PDF that shows the deck on this paper."""
    backed = bool(deck.back or any(card.back for card in deck.cards))
    laid = lay_out([(i, deck.cards[i].copies) for i in positions], deck.shape, backed, paper, options)
    for note in laid.notes:
        decks = report.notes.setdefault(note, [])
        if deck.id not in decks:
            decks.append(deck.id)
    return [SheetWriter(pdf, game, (deck,), laid.plan, laid.furniture, book) for pdf in pdfs]


def _about(game: Game) -> dict[str, str]:
    """What every PDF of a game says of itself."""
    author = f"{game.designer} (game design)" if game.designer else ""
    return {"author": author, "keywords": game.credits, "language": game.language or "en"}
