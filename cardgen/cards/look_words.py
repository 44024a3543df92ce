"""What the templates of the looks ask beside what all can: a card's roles, and its colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, UnreadableError
from cardgen.cards.workspace import Workspace
from cardgen.load.game_dress import Paint, darkened, look_of, rgb_of, seven_colours
from cardgen.model.card_roles import PLAIN, CardRoles, roles_of
from cardgen.model.cards import Card, Colour, Game
from cardgen.model.project import Project
from cardgen.model.sizes import Shape

MOTIF = "dress/motif-{}.svg"
"""The template with the pattern and the emblem of a look."""


def card_roles(
    card: Any, steps: bool = False, reward: bool = False, character: bool = False
) -> CardRoles:
    """What the fields of a card say, each in its role; its steps, its reward and what only
    characters have (lists and health) among the rest, unless they are asked for.

    Raises UnreadableError for what is no card."""
    if not isinstance(card, Card):
        raise UnreadableError(
            "template-value",
            f"card_roles() wants a card, not {card!r}",
            "write  card_roles(card)",
        )
    roles = roles_of(card.fields)
    if not steps:
        roles.write_steps()
    if not reward:
        roles.write_reward()
    if character:
        roles.take_health()
    else:
        roles.write_lists()
    roles.is_named = "name" in card.places
    if roles.question and not roles.is_named:
        roles.title = ""  # made of the id, which may be the answer
    return roles


def shape_at_work(workspace: Workspace) -> Shape:
    """The shape of the card whose side is at work, which a back may ask without reading it."""
    card = workspace.side.card
    if card is None:
        raise UnreadableError("template-value", "card_shape() is for cards", "give it a size")
    return workspace.game.deck_of(card).shape


def kind_number(workspace: Workspace) -> int:
    """Which of the kinds in its deck the card at work is of, in the order in which they come there,
    from 0; -1 where it says none, or all are of one kind.

    So each kind can have a colour and a sign of its own."""
    side, game = workspace.side, workspace.game
    side.reads_card = True
    side.reads_edition |= "deck" in workspace.differing_names
    if side.card is None:
        return -1
    deck_id = side.card.deck
    if deck_id not in workspace.kinds:
        kinds = (roles_of(card.fields).kind for card in game.deck(deck_id).cards)
        workspace.kinds[deck_id] = [kind for kind in dict.fromkeys(kinds) if kind]
    kinds_of_deck, kind = workspace.kinds[deck_id], roles_of(side.card.fields).kind
    is_one = len(kinds_of_deck) == 1 or kind not in kinds_of_deck
    return -1 if is_one else kinds_of_deck.index(kind)


def game_look(project: Project, game: Game, deck_id: str = "") -> dict[str, str]:
    """The look of a deck, else of the game: its name, palette, display font and motif.

    The motif is a template with a pattern and an emblem; a look without one has the plain one."""
    deck = next((deck for deck in game.decks if deck.id == deck_id), None)
    look = look_of(game, deck)
    motif = MOTIF.format(look.name)
    try:
        project.find_template(motif)
    except CardgenError:
        motif = MOTIF.format(PLAIN)
    return {**asdict(look), "motif": motif}


class LookColours:
    """The colours of a look in a game: those of its palette where it has them by their names."""

    def __init__(self, palette: Mapping[str, Colour]) -> None:
        self._palette = palette

    def __call__(self, default: str, colour: str = "") -> dict[str, Paint]:
        """The seven colours, as `seven_colours` has them.

        A card may say its own `colour`, of the palette or of CSS, for its ground; it is darkened
        until paper can be read on it."""
        colours = seven_colours(self._palette, default)
        paint = self._palette.get(colour) or colour_math.solid(colour)
        if paint and rgb_of(paint) != rgb_of(colours["ground"]):
            colours |= _grounds(paint, colours["paper"])
        return colours


def _grounds(paint: Paint, paper: Paint) -> dict[str, Paint]:
    """The ground and the tone of a card that says its colour."""
    ground = darkened(rgb_of(paint), paper)
    if ground == rgb_of(paint):
        return {"ground": paint, "tone": colour_math.mix(ground, rgb_of(paper), 0.16)}
    return {"ground": ground, "tone": ground}
