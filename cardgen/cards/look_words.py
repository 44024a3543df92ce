"""What the templates of the looks ask beside what all can: a card's roles, and its colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cached_property
from typing import Any

from cardgen.base import colour_math
from cardgen.base.findings import CardgenError, UnreadableError
from cardgen.cards.icons import Icons
from cardgen.cards.workspace import Workspace
from cardgen.load.game_dress import Paint, darkened, look_of, rgb_of, seven_colours
from cardgen.model.card_roles import PLAIN, CardRoles, roles_of
from cardgen.model.cards import Card, Colour, Game
from cardgen.model.project import Project
from cardgen.model.sizes import Shape
from cardgen.sandbox.printable import plain_text

MOTIF = "dress/motif-{}.svg"
"""The template with the pattern and the emblem of a look."""
_SUITS = {
    "suit-hearts": "♥ ♡ herz herzen coeur cœur coeurs cœurs corazón corazones cuori copas",
    "suit-spades": "♠ ♤ pik pique piques pica picas picche espadas",
    "suit-clubs": "♣ ♧ kreuz treff trèfle trèfles trébol tréboles fiori paus",
    "suit-diamonds": "♦ ♢ karo eckstein carreau carreaux diamante diamantes quadri ouros",
}
"""The suits in other languages than those of the keywords."""
_SUIT_OF = {word: icon for icon, words in _SUITS.items() for word in words.split()}
_COLOURED = "color/"


def card_roles(card: Any, steps: bool = False) -> CardRoles:
    """What the fields of a card say, each in its role; its steps among the text, unless they are
    asked for. Raises UnreadableError for what is no card."""
    if not isinstance(card, Card):
        raise UnreadableError(
            "template-value",
            f"card_roles() wants a card, not {card!r}",
            "write  card_roles(card)",
        )
    roles = roles_of(card.fields)
    if not steps:
        roles.write_steps()
    roles.is_named = "name" in card.places
    if roles.question and not roles.is_named:
        roles.title = ""  # made of the id, which may be the answer
    return roles


def shape_at_work(workspace: Workspace) -> Shape:
    """The shape of the card whose side is at work, which a back may ask without reading it."""
    card = workspace.side.card
    if card is None:
        raise UnreadableError("template-value", "card_shape() is for cards", "give it a size")
    return workspace.game.deck(card.deck).shape


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


class IconFinder:
    """The icons that words on cards mean, by names, suits and keywords."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project = project
        self._icons = Icons(project, game.folder)

    def __call__(self, text: Any, coloured: bool = False) -> str:
        """The name of the icon that a text means: all of it, or one of its words from the last on.

        Of a `coloured` drawing where there is one; empty where nothing is meant."""
        words = plain_text(text, "the text of icon_of").casefold().split()
        names = dict.fromkeys(["-".join(words), *reversed(words)])
        found = (icon for search in (self._called, self._described) for icon in search(names))
        name = next(found, "")
        return _COLOURED + name if coloured and self._icons.exists(_COLOURED + name) else name

    def _called(self, names: Mapping[str, None]) -> Iterator[str]:
        """The icons of these names; suits before others."""
        for name in names:
            singular = name.removesuffix("s")
            spellings = (_SUIT_OF.get(name), f"suit-{name}", f"suit-{name}s", name, singular)
            yield from (icon for icon in spellings if icon and self._icons.exists(icon))

    def _described(self, names: Mapping[str, None]) -> Iterator[str]:
        """The icons that have these names among their keywords."""
        for name in names:
            spellings = (name, name.removesuffix("s"))
            yield from (self._by_keyword[word] for word in spellings if word in self._by_keyword)

    @cached_property
    def _by_keyword(self) -> dict[str, str]:
        """The icons by their keywords; of several the one that names it earliest."""
        from cardgen.load.icon_catalogue import icon_keywords  # few cards ask for it

        places = [
            (place, name, word)
            for name, words in icon_keywords(self._project, []).items()
            for place, word in enumerate(words)
        ]
        return {word: name for _, name, word in sorted(places, reverse=True)}


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
