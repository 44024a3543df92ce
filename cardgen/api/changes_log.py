"""What changed between two versions, told to those who play: a page, and the same as Markdown.

It says no more than players see: which cards are new, gone or there more often, and what those that
changed say now. "Owl: cost 3 to 2"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardgen.base.findings import collect_findings
from cardgen.cards.spoken import words_of
from cardgen.load.printed import Versions
from cardgen.making.open_project import is_broken
from cardgen.making.project_tasks import ProjectTask, Workplace
from cardgen.making.report import Report
from cardgen.model.cards import Deck, Game
from cardgen.model.changes import (
    CHANGED,
    COPIES,
    GONE,
    NEW,
    PART,
    CardChange,
    DeckChanges,
    PrintedCard,
    Said,
)
from cardgen.model.sizes import Paper
from cardgen.sheets.instructions import Handout, file_of_handout, markdown_safe

STEM = "changes-log"
_TOLD_OTHERWISE = frozenset(("name", "art", "template", "back", PART))
"""The name, which begins a line, and fields that say nothing to players: what of them is seen, is a
change of looks."""
_BESIDE = 2
"""Words of a long text that are told beside those that changed."""
_SHORT = 8
"""Words of a text that is told as a whole."""


class DeckLog(NamedTuple):
    """What is told of a deck, a line for each card."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class LogTask(ProjectTask):
    """The page and the text of a game's changes for its players."""

    game: Game
    changes: Sequence[DeckChanges]
    gone: Sequence[tuple[str, int]]
    paper: Paper
    versions: Versions

    @property
    def name(self) -> str:
        """The game whose changes they are."""
        return f"{self.game.id}/{STEM}"

    def make(self, place: Workplace, report: Report) -> None:
        """Write them."""
        game = self.game
        decks = [*logs_of(self.changes), *self._gone_decks()]
        if not decks:
            if not is_broken(place.opened, game):
                report.note("nothing-made", f"{game.id}: nothing changed that players see")
            return
        about = _about(game, self.versions)
        stem = f"{STEM}{self.versions.stem}"
        stem += f"-{game.language}" if game.language else ""
        folder = place.folder(game)
        sections = "".join(
            f"\n## {markdown_safe(deck.title)}\n\n"
            + "".join(f"- {markdown_safe(line)}\n" for line in deck.lines)
            for deck in decks
        )
        text = f"# {markdown_safe(game.title)}\n\n{markdown_safe(about)}\n{sections}"
        report.put(folder / f"{stem}.md", text.encode(), "for players")
        values = {
            "about": markdown_safe(about),
            "decks": [
                {
                    "title": markdown_safe(deck.title),
                    "lines": [markdown_safe(line) for line in deck.lines],
                }
                for deck in decks
            ],
        }
        with collect_findings(report.findings):
            handout = Handout(game, file_of_handout(game, STEM), values, about)
            pdf = handout.pdf(place.context(game), self.paper)
            report.put_pdf(folder / f"{stem}.pdf", pdf, "for players")

    def _gone_decks(self) -> Iterator[DeckLog]:
        """What is told of decks that are no more."""
        said = self.game.said
        for deck, count in self.gone:
            title = self.game.words_of_id(deck)
            yield DeckLog(title, [said("Gone, all {} cards: take them out of the box", count)])


def _about(game: Game, versions: Versions) -> str:
    before, after = versions
    if before and after:
        return game.said("What changed from {} to {}", before, after)
    if before:
        return game.said("What changed since {}", before)
    if after:
        return game.said("What changed up to {}", after)
    return game.said("What changed since the last print")


def logs_of(decks: Sequence[DeckChanges]) -> Iterator[DeckLog]:
    """What is told of decks; those of which nothing is are left out."""
    for deck in decks:
        lines = list(_lines(deck))
        if lines:
            yield DeckLog(deck.deck.title, lines)


def _lines(changes: DeckChanges) -> Iterator[str]:
    game, deck = changes.game, changes.deck
    said = game.said
    other_looks: list[str] = []
    for change in changes.changes:
        card = change.after or change.before
        if card is None:
            continue
        title = title_of(card, game, deck)
        if change.kind == NEW:
            more = f" ({said('{} copies', card.copies)})" if card.copies > 1 else ""
            yield said("New: {}", title) + more
        elif change.kind == GONE:
            yield said("Gone: {}", title)
        elif change.kind in (CHANGED, COPIES):
            told = ", ".join(_told_of(change, game, deck))
            was = title_of(change.before or card, game, deck)
            if was != title:
                renamed = said("{} is called {} now", was, title)
                yield f"{renamed}: {told}" if told else renamed
            elif told:
                yield f"{title}: {told}"
            elif change.kind == CHANGED:
                other_looks.append(title)
    if other_looks:
        yield said("These say the same and look different: {}", ", ".join(other_looks))


def title_of(card: PrintedCard, game: Game, deck: Deck) -> str:
    """What a card is called, in the words that print."""
    name = card.fields.get("name") or card.id
    return _in_words(name, game, deck) or card.id


def _in_words(value: Said, game: Game, deck: Deck) -> str:
    """A value in a line, as it prints."""
    if isinstance(value, tuple):
        return ", ".join(_in_words(item, game, deck) for item in value)
    return " ".join(words_of(value, game.vocabulary_of(deck)).split())


def _told_of(change: CardChange, game: Game, deck: Deck) -> Iterator[str]:
    """Yield what changed on a card, in a few words each."""
    said = game.said
    for name, *values in change.fields:
        if name in _TOLD_OTHERWISE:
            continue
        before, after = (_in_words(value, game, deck) for value in values)
        if before == after:
            continue
        words = name.replace("_", " ").replace("-", " ")
        label = game.words.get(words, words)
        if not before:
            yield said("{} is now {}", label, _quoted(after))
        elif not after:
            yield said("no {} any more", label)
        else:
            old, new = _excerpts(before, after)
            yield said("{} {} to {}", label, _quoted(old), _quoted(new))
    if change.before and change.after and change.before.copies != change.after.copies:
        yield said("{} copies instead of {}", change.after.copies, change.before.copies)


def _quoted(text: str) -> str:
    return f"“{text}”" if " " in text else text


def _excerpts(before: str, after: str) -> tuple[str, str]:
    """Two texts, of long ones only where they differ, with a few words beside.

    >>> _excerpts("You may now take 2 cards of your own", "You may now take 3 cards of your own")
    ('… now take 2 cards of …', '… now take 3 cards of …')
    """
    old, new = before.split(), after.split()
    if max(len(old), len(new)) <= _SHORT:
        return before, after
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return _part(old, first, last), _part(new, first, last)


def _part(words: Sequence[str], first: int, last: int) -> str:
    """The words but so many first and last ones, and a few of those."""
    begin, end = max(0, first - _BESIDE), len(words) - max(0, last - _BESIDE)
    start = "… " if begin else ""
    return start + " ".join(words[begin:end]) + (" …" if end < len(words) else "")
