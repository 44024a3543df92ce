"""An edition as a printer takes it: what is its own is looked at and made for it, and what all have
alike is made once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardgen.api.run_report import paged
from cardgen.api.work import MadeFile
from cardgen.base.findings import Finding, Place
from cardgen.cards.parcels import Drawn
from cardgen.engine import Drawing, FontBook
from cardgen.export.presssheets import export_sheets
from cardgen.export.printshop import export_pdf
from cardgen.model.cards import Deck, Game
from cardgen.preflight.codes import findings_of
from cardgen.preflight.inspect import Preflight
from cardgen.prepress.profiles import Fit, Printer
from cardgen.prepress.raster import ExportFile, images_of, rasterised


class EditionDeck(NamedTuple):
    """A deck of one edition: its cards as they are printed, and which of them are that edition's
    own."""

    game: Game
    deck: Deck
    name: str
    """What its folder is called."""
    cards: Sequence[tuple[Drawn, bool]]


class EditionExport:
    """Makes what a printer takes of editions."""

    def __init__(self, printer: Printer, fonts: FontBook) -> None:
        self._printer, self._fonts = printer, fonts
        self._pictures: dict[tuple[Any, ...], bytes] = {}
        """Of what all editions have alike."""

    def findings(self, each: EditionDeck) -> list[Finding]:
        """What the printer would find on the edition's own cards."""
        press = Preflight(self._printer, each.game, each.deck)
        own = [drawn for drawn, own in each.cards if own and drawn.card.copies]
        seen = [
            finding
            for drawn in own
            for finding in press.look(drawn._replace(found=findings_of(drawn)))
        ]
        ids = {drawn.card.id for drawn in own}
        return seen + [finding for finding in press.found() if finding.card in ids]

    def files(
        self, each: EditionDeck, folder: str, wrong: list[Finding] | None
    ) -> Iterator[MadeFile]:
        """The files of a deck, in a folder of that name. What is not what the printer asks for is
        added to `wrong`; without that it is an error. Raises CardgenError."""
        made = list[ExportFile]()
        drawn = [card for card, _ in each.cards if card.card.copies and card.face is not None]

        def told(problem: Finding) -> None:
            assert wrong is not None
            wrong.append(
                problem.at(Place(each.deck.file)).found_by(
                    "pdf-x", "error", each.deck.game, each.deck.id
                )
            )

        if self._printer.makes == "png":
            made += self._images(each, drawn)
        elif self._printer.makes == "pdf":
            export_pdf(
                self._printer,
                each.game,
                each.deck,
                drawn,
                made.append,
                name=each.name,
                forced=None if wrong is None else told,
            )
        else:
            export_sheets(self._printer, each.game, each.deck, drawn, self._fonts, made.append)
        about = (
            f"{paged(len(made), 'file')}, {paged(sum(card.card.copies for card in drawn), 'card')}"
        )
        for number, file in enumerate(made):
            yield MadeFile.of(f"{folder}/{file.name}", file.data, about if number == 0 else "")

    def _images(self, each: EditionDeck, drawn: Sequence[Drawn]) -> Iterator[ExportFile]:
        shape = each.deck.shape
        own = {
            side.name for card, own in each.cards for side in (card.face, card.back) if own and side
        }
        own -= {
            side.name
            for card, own in each.cards
            for side in (card.face, card.back)
            if not own and side
        }
        images = images_of(self._printer, each.deck, drawn)

        def key(drawing: Drawing, fit: Fit) -> tuple[Any, ...]:
            return drawing.name, fit, shape

        wanted = {
            key(drawing, fit): (key(drawing, fit), drawing, shape, fit)
            for drawing, fit, _ in images.sides
        }
        new = dict(
            rasterised(
                (wanted[one] for one in wanted if one not in self._pictures),
                self._printer.dpi,
                None,
                clear=self._printer.corners == "clear",
            )
        )
        for drawing, fit, names in images.sides:
            one = key(drawing, fit)
            data = new[one] if one in new else self._pictures[one]
            yield from (ExportFile(name, data) for name in names)
            if drawing.name not in own:
                self._pictures[one] = data
        yield ExportFile("cards.csv", images.table)
