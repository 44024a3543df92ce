"""The report to send back: what is wrong, and each card with its differences framed, beside what
the deck says."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from cardgen.base.geometry import Box, Matrix
from cardgen.base.units import MM
from cardgen.engine import (
    Canvas,
    Drawing,
    FlatColour,
    FontBook,
    LineStyle,
    Page,
    PathData,
    Pdf,
    Picture,
    display_list,
)
from cardgen.model.sizes import Paper
from cardgen.proof.comparison import JudgedCard, NamedDifference, ReadProof
from cardgen.proof.deck_sides import DeckSide
from cardgen.proof.telling import doubt, where
from cardgen.proof.verdict import Issue, ProofVerdict
from cardgen.sheets.uncut_pages import BOLD, LEADING, say, words_of, wrapped

_MARGIN = 14 * MM
_WIDEST, _HIGHEST = 52 * MM, 74 * MM
_BETWEEN, _BELOW, _CAPTION = 6 * MM, 7 * MM, 3.6 * MM
_INK, _PALE = (0.1, 0.1, 0.12), (0.45, 0.45, 0.5)
_TITLE = words_of(15.0, BOLD)._replace(colour=_INK)
_HEAD = words_of(10.0, BOLD)._replace(colour=_INK)
_TEXT = words_of(8.5)._replace(colour=_INK)
_SMALL = words_of(6.5)._replace(colour=_PALE)
_FRAME = FlatColour((0.85, 0.1, 0.1))
_AWAY = 1.0 * MM
_QUALITY = 88


class ProofPageWriter:
    """Writes the pages of a report."""

    def __init__(self, pdf: Pdf, paper: Paper, fonts: FontBook) -> None:
        self._pdf = pdf
        self._fonts = fonts
        self._size = paper.box
        self._page: Page | None = None
        self._y = 0.0

    def write(
        self, title: str, about: Sequence[str], proof: ReadProof, verdict: ProofVerdict,
        sides: Sequence[DeckSide],
    ) -> None:  # fmt: skip
        """Write all of it: what it comes to, then each card that differs."""
        self._room(30 * MM, "Summary")
        self._lines(title, _TITLE)
        for line in about:
            self._lines(line, _TEXT)
        self._y -= _BELOW / 2
        pictured = {issue.card for issue in verdict.issues if self._has_picture(proof, issue)}
        for issue in verdict.issues:
            self._lines(f"• {where(issue)}{issue.what}{doubt(issue)}", _TEXT)
        if verdict.notes:
            self._y -= _BELOW / 2
            for note in verdict.notes:
                self._lines(f"Note: {note.what}", _TEXT)
        if pictured:
            self._page = None
        for number in sorted(pictured):
            issues = [issue for issue in verdict.issues if issue.card == number]
            card = proof.cards[number]
            self._card(card, sides[card.side], issues)

    def _has_picture(self, proof: ReadProof, issue: Issue) -> bool:
        return issue.card >= 0 and bool(proof.cards[issue.card].picture)

    def _room(self, height: float, outline: str = "") -> None:
        if self._page is None or self._y - height < _MARGIN:
            self._page = self._pdf.page(self._size, outline=outline)
            self._y = self._size.height - _MARGIN

    def _lines(self, text: str, style: object, left: float = 0.0) -> None:
        room = self._size.width - 2 * _MARGIN - left
        for line in wrapped(self._fonts, text, style, room):  # type: ignore[arg-type]
            self._line(line, style, left)

    def _line(self, line: str, style: object, left: float = 0.0) -> None:
        size = style.size  # type: ignore[attr-defined]
        self._room(size * LEADING)
        assert self._page is not None
        at = _MARGIN + left, self._y - size
        say(self._page, self._fonts, line, at, style)  # type: ignore[arg-type]
        self._y -= size * LEADING

    def _card(self, card: JudgedCard, side: DeckSide, issues: Sequence[Issue]) -> None:
        """A card as it should be, and as it is with its differences framed."""
        width, height = side.shape.width, side.shape.height
        scale = min(1.0, _WIDEST / width, _HIGHEST / height)
        width, height = width * scale, height * scale
        self._room(height + _CAPTION + _BELOW)
        assert self._page is not None
        top = self._y
        meant = Box(_MARGIN, top - height, width, height)
        seen = Box(_MARGIN + width + _BETWEEN, top - height, width, height)
        self._picture(side.trim, meant, "the deck")
        picture = card.seen
        if picture:
            self._picture(picture, seen, f"the proof, page {card.found.page + 1}")
        self._page.place(_frames(card.differences, card.found.size, seen), Matrix())
        left = 2 * width + _BETWEEN * 1.6
        room = self._size.width - 2 * _MARGIN - left
        lines = [(side.title, _HEAD)]
        for issue in issues:
            text = issue.what.removeprefix(f"{side.title}: ") + doubt(issue)
            lines += [(line, _TEXT) for line in wrapped(self._fonts, f"• {text}", _TEXT, room)]
        for line, style in lines[: int(height / (_TEXT.size * LEADING)) - 1]:
            self._line(line, style, left)
        self._y = top - height - _CAPTION - _BELOW

    def _picture(self, image: Image.Image, box: Box, legend: str) -> None:
        assert self._page is not None
        canvas = Canvas()
        out = io.BytesIO()
        image.save(out, "JPEG", quality=_QUALITY)
        picture = Picture(out.getvalue(), *image.size)
        name = picture.name("Im")
        canvas.drawing.pictures[name] = picture
        placed = Matrix(box.width, 0, 0, box.height, box.x, box.y)
        canvas.drawing.items.append(display_list.PlacedForm(name, placed))
        canvas.rectangle(box, stroke=FlatColour.grey(0.6), line=LineStyle(0.4))
        self._page.place(canvas.drawing, Matrix())
        at = box.x, box.y - 0.8 * _CAPTION
        say(self._page, self._fonts, legend, at, _SMALL, box.width)


def _frames(differences: Sequence[NamedDifference], size: tuple[int, int], box: Box) -> Drawing:
    """Frames around differences, on a picture that lies in a box."""
    canvas = Canvas()
    across, down = box.width / size[0], box.height / size[1]
    for difference in differences:
        at = difference.at.box
        frame = Box(
            box.x + at.x * across,
            box.top - (at.y + at.height) * down,
            at.width * across,
            at.height * down,
        ).grown(_AWAY)
        path = PathData.rectangle(frame, min(1.2 * MM, frame.width / 2, frame.height / 2))
        canvas.path(path, stroke=FlatColour.grey(1), line=LineStyle(2.2))
        canvas.path(path, stroke=_FRAME, line=LineStyle(1.0))
    return canvas.drawing
