"""Tabletop Simulator: sprite sheets, saved objects and played saves.

The saved object deals the cards of the sheets; a save that has been played with is updated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.base.files import write
from cardgen.base.findings import CardgenError, Finding, collect_findings, note
from cardgen.export.played import updated_save
from cardgen.export.sprites import SpriteExport
from cardgen.export.table import earlier_objects, saved_object

_SOME = 6
"""So many cards are named."""


class TableExport(SpriteExport):
    """Sprite sheets, and one saved object for all of them."""

    played = True

    def whole(self, names: Sequence[str]) -> None:
        """Write the saved object, with what an earlier one has of decks not made now."""
        piles = self.made
        hosting = self.delivery.hosting
        path = self.path(".json")
        if not piles:
            return
        folders = [pile.folder for pile in piles]
        unmade = [
            folder
            for name in (*self.delivery.beside, *names)
            if (folder := self.folder / name) not in folders
        ]
        earlier = earlier_objects(path, unmade, hosting)
        problems: list[Finding] = []
        with collect_findings(problems):
            self.put(
                path,
                saved_object(self.game, piles, earlier, path.stem, hosting, self.delivery.book),
                "saved object",
                len(piles) + len(earlier),
            )
        with collect_findings(problems):
            if self.delivery.played:
                self._update(self.delivery.played)
        if problems:
            raise CardgenError(*problems)

    def _update(self, save: Path) -> None:
        """Put the cards of today into a save that has been played with."""
        updated = updated_save(save, self.made, self.delivery.hosting)
        write(save, updated.data)
        new = f", {updated.new} new" if updated.new else ""
        self.delivery.wrote(save, f"{updated.met} card{'s' * (updated.met != 1)} put in place{new}")
        if lost_cards := list(dict.fromkeys(updated.gone)):
            some = ", ".join(lost_cards[:_SOME]) + (", ..." if len(lost_cards) > _SOME else "")
            sentence = (
                f"{save.name} has cards that the game has no longer, "
                f"and whose pictures are others now: {some}"
            )
            self.delivery.add_note(note("cards-to-take-out", sentence))
