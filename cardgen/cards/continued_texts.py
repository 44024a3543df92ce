"""Texts of a side that go on on the back or on a further card: what of each stands on the side."""

from __future__ import annotations

from typing import Any

from cardgen.base.findings import UnreadableError
from cardgen.cards.card_parts import MOST_PARTS, PartAtWork
from cardgen.cards.text_setter import TextSetter
from cardgen.cards.text_style import MoreRoom, shown_value
from cardgen.cards.workspace import Workspace
from cardgen.engine import TextBox

BACK, FURTHER_CARD = "back", "card"
"""Where texts go on."""
CONTINUE_DECK = "or write  continue: true  in its deck, and it goes on on a second card"
_END_OF_PARTS = MoreRoom(
    f"shorten it, or make its box larger: {MOST_PARTS} cards are the most that it goes on over",
    f"make its box larger: it goes on over {MOST_PARTS} cards, which are the most",
)


class ContinuedTexts:
    """Parts the texts of the side at work that go on elsewhere."""

    def __init__(self, workspace: Workspace, texts: TextSetter) -> None:
        self._workspace = workspace
        self.texts = texts

    def begun(
        self, continues: str, text: str, box: TextBox, room: MoreRoom
    ) -> tuple[str, TextBox, MoreRoom]:
        """What of a text stands here, its box, and the remedy where that is too long."""
        if continues == BACK:
            return self._begun_on_face(text, box), box, room
        if not self.has_further_cards:
            return text, box, room._replace(one=f"{room.one}; {CONTINUE_DECK}")
        side = self._workspace.side
        if side.part and side.part.number == MOST_PARTS:
            room = _END_OF_PARTS
        if side.part_at_work:
            return (*self._parted(text, box, side.part_at_work), room)
        piece = self.next_piece(text)
        return (text, box, room) if piece is None else (piece, box.at_least_size(), room)

    @property
    def has_further_cards(self) -> bool:
        """True if texts of the card at work may go on on further cards."""
        card = self._workspace.side.card
        return bool(card and self._workspace.game.deck(card.deck).continues)

    def next_piece(self, text: str) -> str | None:
        """What stands on this part of a card of its next text that goes on; None for all of it."""
        side = self._workspace.side
        part, number = side.part, side.piece_count
        side.piece_count += 1
        piece = part.pieces[number] if part and number < len(part.pieces) else None
        if piece is not None:
            side.whole_texts[piece] = text
        return piece

    def _parted(self, text: str, box: TextBox, part: PartAtWork) -> tuple[str, TextBox]:
        """Part a text while its card is measured; returns what stands on the part, and its box."""
        text, is_whole = part.next_text(text)
        if not is_whole:
            box = box.at_least_size()
        layout = self.texts.fitted(text, box) if text else None
        parted = None
        if layout and layout.lack and not part.is_last:
            parted = self.texts.parted(text, box)
        if parted:
            part.add(parted.head, parted.rest)
            return parted.head, box.at_least_size()
        part.add(None if is_whole else text, "")
        return text, box

    def _begun_on_face(self, text: str, box: TextBox) -> str:
        """As much of a text as has room in its box; the rest goes on on the back. All of it where
        it fits, or cannot be parted."""
        layout = self.texts.fitted(text, box) if text else None
        parted = self.texts.parted(text, box) if layout and layout.lack else None
        if parted is None:
            return text
        self._workspace.side.rests.append(parted.rest)
        return parted.head


def check_continues(continues: Any, size: float | str) -> str:
    """Where a text goes on: on the back, on a further card, or "" for nowhere.

    Raises UnreadableError."""
    if continues in (None, False):
        return ""
    if continues not in (BACK, FURTHER_CARD):
        raise UnreadableError(
            "template-value",
            f"a text cannot go on on {shown_value(continues)}",
            f"write  continues='{BACK}'  or  continues='{FURTHER_CARD}'",
        )
    if continues == BACK and isinstance(size, str):
        raise UnreadableError(
            "template-value",
            "a text that goes on shares no size with others: it fits at any",
            "give it a size and a min_size of its own",
        )
    return str(continues)
