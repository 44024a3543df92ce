"""Cards of a deck that look all but the same.

They say the same, and differ by a speck or by shades that nobody sees. A letter or a digit is a
difference, and so is another back, another ink or a finish."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from PIL import ImageChops
from PIL.Image import Image

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box
from cardgen.base.units import MM, enough
from cardgen.model.cards import Card, Deck
from cardgen.preflight.card_side import SHARP, CardSide, flat_picture
from cardgen.preflight.home_print import and_more
from cardgen.prepress.plates import painted_in

_COARSER = 3
"""How many pixels of the picture of a side become one, each way."""
_UNSEEN = 8
"""Of 255, by how much a channel may differ where nobody sees it."""
_SPECK = 2
"""Of those pixels, how large a difference is that nobody is meant to see: about a millimetre."""
_PARTS = 4
"""Parts of a side each way, by whose colours most pairs are told apart at once."""


class _FaceLook(NamedTuple):
    card: Card
    name: str
    picture: Image
    parts: bytes
    unit: float
    margin: float


class NearTwins:
    """Notes how the faces of a deck look."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._looks: dict[Hashable, list[_FaceLook]] = {}
        self._known: set[tuple[str, str]] = set()

    def see(self, side: CardSide, back: str) -> None:
        """Add a face that is printed, and the name of its back."""
        if (side.drawing.name, back) in self._known or side.finished:
            return
        self._known.add((side.drawing.name, back))
        texts = tuple(
            (
                mark.text,
                mark.fill,
                round(side.size(mark), 1),
                *(round(v, 1) for v in mark.placement),
            )
            for mark in side.texts
        )
        alike = back, texts, painted_in(side.drawing, {})
        picture = flat_picture(side.ground).reduce(_COARSER)
        parts = picture.resize((_PARTS, _PARTS), 4).tobytes()
        look = _FaceLook(
            side.card, side.drawing.name, picture, parts, 72 / SHARP * _COARSER, side.margin
        )
        self._looks.setdefault(alike, []).append(look)

    def findings(self) -> Iterator[Finding]:
        """Groups of cards that look all but the same, each once."""
        for looks in self._looks.values():
            reported: set[int] = set()
            for i, first in enumerate(looks):
                if i in reported:
                    continue
                twins = {
                    j: box
                    for j, other in enumerate(looks[i + 1 :], i + 1)
                    if (box := _differing(first, other)) is not None
                }
                if twins:
                    reported.update(twins)
                    yield self._told(first, [looks[j] for j in twins], next(iter(twins.values())))

    def _told(self, first: _FaceLook, others: list[_FaceLook], box: Box) -> Finding:
        names = f'"{first.card.id}" and "{others[0].card.id}"{and_more(len(others) - 1)}'
        if box.width:
            by = f"by no more than {enough(max(box.width, box.height) / MM)} mm of one side"
        else:
            by = "by shades that nobody sees"
        remedy = "show what tells them apart, or make them one card with more copies"
        problem = Finding(
            "same-face",
            f"cards {names} look nearly the same: they differ {by}",
            remedy,
            first.card.place,
        )
        also = tuple(look.card.place for look in others)
        about = (self._deck.game, self._deck.id, first.card.id)
        spot = Box(*(round(value / MM, 2) for value in box)) if box.width else None
        measured = f"{len(others) + 1} cards nearly alike"
        required = "a face for each"
        return problem.found_by(
            "same-face",
            "warning",
            *about,
            also=also,
            side="face",
            spot=spot,
            measured=measured,
            required=required,
        )


def _differing(first: _FaceLook, second: _FaceLook) -> Box | None:
    """The box on the card where two faces hardly differ.

    It is empty where nobody sees it; None for cards that differ."""
    if first.picture.size != second.picture.size or any(
        abs(a - b) > _UNSEEN for a, b in zip(first.parts, second.parts, strict=True)
    ):
        return None
    red, green, blue = ImageChops.difference(first.picture, second.picture).split()
    off = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    edges = off.point([255 * (value > _UNSEEN) for value in range(256)]).getbbox()
    if edges is None:
        return Box(0, 0, 0, 0)
    x_start, y_start, x_end, y_end = edges
    if max(x_end - x_start, y_end - y_start) > _SPECK:
        return None
    unit = first.unit
    x = x_start * unit - first.margin
    y = y_start * unit - first.margin
    return Box(x, y, (x_end - x_start) * unit, (y_end - y_start) * unit)
