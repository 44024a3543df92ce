"""Notes and warnings that a game or a deck accepts.

They are counted, and not told one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardgen.base.codes import OF_PRINTERS, OF_RUNS
from cardgen.base.findings import Finding, note, shown
from cardgen.model.accepted import Accepted
from cardgen.model.cards import Deck, Game

Chosen = Sequence[tuple[Game, Sequence[Deck]]]


class Acceptance:
    """The entries that some games and decks accept, counted as they are met."""

    def __init__(self, chosen: Chosen) -> None:
        self._entries = [
            (game.id, deck, entry)
            for game, decks in chosen
            for deck, entries in [("", game.accept), *((deck.id, deck.accept) for deck in decks)]
            for entry in entries
        ]
        self._met = Counter[Accepted]()
        self._errors = dict[Accepted, Finding]()

    def left(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings without those that are accepted."""
        return [finding for finding in findings if not self._accepts(finding)]

    def _accepts(self, finding: Finding) -> bool:
        for game, deck, entry in self._entries:
            if _is_of(finding, game, deck) and entry.covers(finding):
                if finding.severity != "error":
                    self._met[entry] += 1
                    return True
                self._errors.setdefault(entry, finding)
        return False

    def summary(self) -> Iterator[Finding]:
        """Yield a note that counts the accepted findings and names the files that accept them."""
        count = self._met.total()
        if count:
            files = dict.fromkeys(shown(entry.place.file) for entry in self._met)
            are = "1 finding is" if count == 1 else f"{count} findings are"
            yield note("accepted", f"{are} accepted as meant", *files)

    def complaints(self, *, for_printer: bool) -> Iterator[Finding]:
        """The entries that accept an error, and those that accept nothing any more.

        Nobody can tell of what only a run that makes files finds, or only a printer asks for."""
        unseen = OF_RUNS if for_printer else OF_RUNS | OF_PRINTERS
        for entry in dict.fromkeys(entry for _, _, entry in self._entries):
            if entry in self._errors:
                yield Finding(
                    "accept-error",
                    f'"{entry}" is an error here, which cannot be accepted',
                    "mend it, or take this out",
                    entry.place,
                    severity="warning",
                )
            elif not self._met[entry] and entry.code not in unseen:
                yield Finding(
                    "accept-unused",
                    f'"{entry}" accepts nothing any more',
                    "take it out",
                    entry.place,
                    severity="note",
                )


def leave_accepted(findings: list[Finding], chosen: Chosen) -> Acceptance:
    """Take accepted findings out of a list, and count them in a note at its end."""
    acceptance = Acceptance(chosen)
    findings[:] = acceptance.left(findings)
    findings += acceptance.summary()
    return acceptance


def _is_of(finding: Finding, game: str, deck: str) -> bool:
    """True if a finding is about this game, or this deck of it."""
    if deck:
        return (finding.game in ("", game)) and (deck == finding.deck or deck in finding.about)
    return finding.game in ("", game)
