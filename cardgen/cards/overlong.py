"""Texts that do not fit their boxes, and how much more room all those of one box want."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from cardgen.base.findings import Place
from cardgen.base.origins import CardProblem
from cardgen.base.suggestions import with_breaks
from cardgen.base.units import ceiled_millimetres
from cardgen.cards.text_style import MoreRoom
from cardgen.engine import Lack

_SHOWN = 40
"""So many letters of a text are quoted."""


_NOTHING, _NO_ROOM = Lack(0.0, 0.0, 0, ""), MoreRoom("", "")


@dataclass(frozen=True, slots=True)
class Overlong(CardProblem):
    """A text that does not fit its box: what that lacks, and the size under its smallest at which
    it would fit, or 0."""

    lack: Lack = _NOTHING
    room: MoreRoom = _NO_ROOM
    fits: float = 0.0

    @classmethod
    def of(cls, text: str, lack: Lack, room: MoreRoom, fits: float, place: Place | None) -> Self:
        quote = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
        says = f"{cls._trouble(room)}: {lack.said}"
        worse = max(lack.height, lack.width) or float(lack.lines)
        remedy = with_breaks(room.one, lack.said)
        return cls(
            cls._code(),
            f'the text "{quote}" {says}',
            remedy,
            place,
            kind=cls.__name__,
            says=says,
            worse=worse,
            lack=lack,
            room=room,
            fits=fits,
        )

    @classmethod
    def _code(cls) -> str:
        return "text-overflow"

    @classmethod
    def _trouble(cls, room: MoreRoom) -> str:
        return f"does not fit its {room.holder}"

    @classmethod
    def remedy_of(cls, members: Sequence[CardProblem]) -> str:
        """The remedy: a size at which all of them fit, or more room for them as they are."""
        texts = [text for text in members if isinstance(text, Overlong)]
        lacks = [text.lack for text in texts]
        wider, higher, lines = (
            max(getattr(lack, name) for lack in lacks) for name in ("width", "height", "lines")
        )
        more_room = [
            f"{ceiled_millimetres(more)} mm more {name}"
            for more, name in ((wider, "width"), (higher, "height"))
            if more
        ]
        more_room += [f"max_lines={lines}"] if lines else []
        room = texts[0].room
        least = min(text.fits for text in texts)
        shrink = [room.shrunk.format(f"{least:g}")] if least and room.shrunk else []
        is_long = bool(more_room) and len({text.what for text in texts}) == 1
        shorten = "shorten it, or " if is_long else ""
        return with_breaks(
            shorten + ", or ".join([*shrink, room.all.format(" and ".join(more_room))]),
            "".join(lack.said for lack in lacks),
        )


@dataclass(frozen=True, slots=True)
class Parted(Overlong):
    """A text that fits only with lines that end where none should, as between a word and its
    question mark."""

    @classmethod
    def _code(cls) -> str:
        return "text-parted"

    @classmethod
    def _trouble(cls, room: MoreRoom) -> str:
        return "has lines that end where none should, as what belongs together has no room"


_BESIDE = MoreRoom(
    "centre it in a box that is {} mm wider, or set it in another font",
    "centre them in a box that is {} mm wider, or set them in another font",
)
_NO_BOX = MoreRoom(*["draw a template of your own, with a box that is {} mm wider"] * 2)


@dataclass(frozen=True, slots=True)
class Overhanging(Overlong):
    """A text whose letters stand out of their box at its sides, as swashes do."""

    @classmethod
    def beside(cls, text: str, lack: Lack, ours: bool, place: Place | None) -> Self:
        """`ours`: whether the template is none of the project's, so that nobody changes its
        boxes."""
        room = _NO_BOX if ours else _BESIDE
        return cls.of(
            text,
            lack,
            room._replace(one=room.one.format(ceiled_millimetres(lack.width))),
            0.0,
            place,
        )

    @classmethod
    def _code(cls) -> str:
        return "text-overhanging"

    @classmethod
    def _trouble(cls, room: MoreRoom) -> str:
        return "has letters that stand out of its box at the side"

    @classmethod
    def remedy_of(cls, members: Sequence[CardProblem]) -> str:
        """The remedy: a box in which all of them stand when they are centred."""
        texts = [text for text in members if isinstance(text, Overlong)]
        return texts[0].room.all.format(ceiled_millimetres(max(text.lack.width for text in texts)))
