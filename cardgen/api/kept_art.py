"""Art that was made for cards, kept as drawings of the game, which somebody then draws on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardgen.api.bringing import Brought
from cardgen.base.findings import CardgenError, Finding
from cardgen.cards.choosing import chosen
from cardgen.making.open_project import OpenProject
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.made_art import MADE
from cardgen.write.file_changes import NewFile


class MadeArt(NamedTuple):
    """A card whose art is made, and the name of that."""

    game: Game
    deck: Deck
    card: Card
    name: str


def made_art(
    opened: OpenProject, names: Sequence[str], selection: Sequence[str] = ()
) -> list[MadeArt]:
    """The cards of decks (`GAME` or `GAME/DECK`, or all) whose art is made; of a `selection` alone.

    Raises CardgenError for an unknown name, or where there is none."""
    decks = [(game, deck) for game, decks in opened.select(names) for deck in decks]
    made = list(_made(decks, selection))
    if not made:
        remedy = "write  art: auto  in the deck's file, or for a card"
        raise CardgenError(Finding("nothing-made", "no card here has art that is made", remedy))
    return made


def _made(decks: Sequence[tuple[Game, Deck]], selection: Sequence[str]) -> Iterator[MadeArt]:
    for (game, deck), counts in zip(decks, chosen(selection, decks), strict=True):
        for position in counts:
            card = deck.cards[position]
            name = str(card.fields.get("art") or "")
            if name.startswith(MADE):
                yield MadeArt(game, deck, card, name)


def art_kept(opened: OpenProject, made: Sequence[MadeArt]) -> Brought:
    """The made art of cards as files `art/DECK/ID.svg`, which their cards show from then on.

    Raises CardgenError where they cannot be written."""
    project = opened.project
    project.check_writable()
    changes = tuple(
        NewFile(
            game.folder / "art" / deck.id / f"{card.id}.svg",
            b"",
            project.read(project.find_art(game.folder, name)),
        )
        for game, deck, card, name in made
    )
    return Brought(changes, f"kept the art of {len(changes)} card{'s' * (len(changes) > 1)}")
