"""What the templates of the looks ask beside what all can: a card's roles, and its colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base import colour_math
from cardgen.base.findings import UnreadableError
from cardgen.cards.workspace import Workspace
from cardgen.load.looks import look_palettes
from cardgen.model.card_roles import CardRoles, roles_of
from cardgen.model.cards import Card, Colour
from cardgen.model.sizes import Shape

_READABLE = 4.5
"""The contrast that small text needs (WCAG 2.1, 1.4.3)."""
_STEPS = 20
Paint = Colour | str


def card_roles(card: Any) -> CardRoles:
    """What the fields of a card say, each in its role. Raises UnreadableError for what is none."""
    if not isinstance(card, Card):
        raise UnreadableError(
            "template-value",
            f"card_roles() wants a card, not {card!r}",
            "write  card_roles(card)",
        )
    roles = roles_of(card.fields)
    if roles.question and "name" not in card.places:
        roles.title = ""  # made of the id, which may be the answer
    return roles


def shape_at_work(workspace: Workspace) -> Shape:
    """The shape of the card whose side is at work, which a back may ask without reading it."""
    card = workspace.side.card
    if card is None:
        raise UnreadableError("template-value", "card_shape() is for cards", "give it a size")
    return workspace.game.deck(card.deck).shape


class LookColours:
    """The colours of a look in a game: those of its palette where it has them by their names."""

    def __init__(self, palette: Mapping[str, Colour]) -> None:
        self._palette = palette

    def __call__(self, default: str, colour: str = "") -> dict[str, Paint]:
        """The seven colours, those of the palette `default` where the game has none of a name.

        A card may say its own `colour`, of the palette or of CSS, for its ground; it is darkened
        until paper can be read on it."""
        shipped = look_palettes()[default]
        names = {**dict.fromkeys(shipped), "paper": "cream"}
        colours: dict[str, Paint] = {
            name: self._palette.get(name) or self._palette.get(other or "") or shipped[name]
            for name, other in names.items()
        }
        paint = self._palette.get(colour) or colour_math.solid(colour)
        if paint:
            colours |= _grounds(paint, _rgb(colours["paper"]))
        return colours


def _grounds(paint: Paint, paper: str) -> dict[str, Paint]:
    """The ground and the tone of a card that says its colour."""
    ground, tone = _darkened(_rgb(paint), paper), _rgb(paint)
    if ground == tone:
        return {"ground": paint, "tone": colour_math.mix(ground, paper, 0.16)}
    return {"ground": ground, "tone": ground}


def _darkened(rgb: str, paper: str) -> str:
    """A colour as dark as paper needs it to be read on it."""
    for step in range(_STEPS):
        ground = colour_math.mix(rgb, "#000000", step / _STEPS)
        shares = colour_math.shares(ground), colour_math.shares(paper)
        if colour_math.contrast(*shares) >= _READABLE:
            return ground
    return rgb


def _rgb(paint: Paint) -> str:
    return paint.rgb if isinstance(paint, Colour) else paint
