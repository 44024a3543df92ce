"""The workspace of a game's templates: the game with its fonts and art, and the side of a card that
is being composed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box, Edges
from cardgen.base.origins import TemplateSource
from cardgen.cards.codes import CodeMark, CodeSpec
from cardgen.cards.context import Context
from cardgen.cards.shared_sizes import SharedSizes
from cardgen.engine import prepared_texts
from cardgen.model.cards import Card, CardPart, Deck, Game, Typesetting
from cardgen.model.vocabulary import NO_VOCABULARY, Vocabulary
from cardgen.sandbox.environment import scope_of

if TYPE_CHECKING:
    from cardgen.cards.card_parts import PartAtWork

SourceMarker = Callable[[str, str, Path], str]
"""Marks the source of a template, whose name and file it is told."""


class TextSpot(NamedTuple):
    """The box of a text that does not fit, in units of what is around it, and which of the problems
    of its side are about it."""

    box: Box
    problems: range


class AskedCode(NamedTuple):
    """A code that a template asked for; `module` is the side of its modules in the template's
    units."""

    mark: CodeMark
    spec: CodeSpec
    module: float


class FaceRest(NamedTuple):
    """The texts of a face that go on on the back, as one; `reads_edition` tells whether another
    edition may have others."""

    text: str
    reads_edition: bool


NO_REST = FaceRest("", reads_edition=False)


@dataclass(slots=True)
class ComposedSide:
    """One side of one card, while its template is at work."""

    card: Card | None
    typesetting: Typesetting
    vocabulary: Vocabulary = NO_VOCABULARY
    unit: float = 1.0
    """The unit of the template, in millimetres."""
    reads_card: bool = False
    reads_edition: bool = False
    """True once the template has read what differs between editions."""
    problems: list[Finding] = field(default_factory=list)
    text_boxes: list[TextSpot] = field(default_factory=list)
    """The boxes of texts that do not fit, by the numbers that they are marked with."""
    codes: list[AskedCode] = field(default_factory=list)
    code_marks: tuple[CodeMark, ...] = ()
    """The codes where they came to lie, once the side is composed."""
    texts: dict[str, prepared_texts.PreparedText] = field(default_factory=dict)
    """The texts that were set for it, by their mark-up."""
    origins: list[TemplateSource] = field(default_factory=list)
    """The sources of the texts in boxes, by the numbers that these are marked with."""
    placed_cards: int = 0
    rests: list[str] = field(default_factory=list)
    """The rests of its texts, which go on on the back."""
    part_at_work: PartAtWork | None = None
    """The part of the card that is measured, to find out where its texts are parted."""
    reads_total: bool = False
    """True once its template has read how many parts its card has."""
    piece_count: int = 0
    """How many texts it has set that may go on on a further card."""
    whole_texts: dict[str, str] = field(default_factory=dict)
    """The texts that pieces of it belong to."""
    asks_for_rest: bool = False
    """True once its template has asked for the rests of the face."""
    printed_objects: dict[str, Edges | None] = field(default_factory=dict)
    """The objects of a drawing that are on the side, for those that follow them: of a text its
    edges in its own units, of anything else None."""

    def in_unit(self, unit: float) -> ComposedSide:
        """Return the side from its beginning, for a template in another unit."""
        return ComposedSide(
            self.card,
            self.typesetting,
            self.vocabulary,
            unit,
            reads_card=self.reads_card,
            reads_edition=self.reads_edition,
            part_at_work=self.part_at_work.anew() if self.part_at_work else None,
        )

    @property
    def part(self) -> CardPart | None:
        """The part of the card that it is, where the card has several or is measured."""
        if self.part_at_work:
            return self.part_at_work.part
        return self.card.printed_part if self.card else None


class Workspace:
    """The game that templates are rendered for, and the side that one of them is composing."""

    def __init__(
        self, context: Context, *, marked: bool, mark_source: SourceMarker | None = None
    ) -> None:
        self.project = context.project
        self.fonts = context.fonts
        self.art = context.art
        self.art_notes = context.art.notes
        self.marked = marked
        """True where texts and elements are marked with the lines that they come from."""
        self.mark_source = mark_source
        """Numbers what templates draw, for the page of the preview; nothing that prints has it."""
        self.pictured: str | None = None
        """The deck whose cards are placed without its name, or ""; None where a page is itself a
        card, and shows no others."""
        self.shared_sizes = SharedSizes()
        self.rests: dict[tuple[str, str, int], FaceRest] = {}
        """What goes on on the backs of cards, by their decks, ids and numbers of copies."""
        self.rest_of: Callable[[Card], FaceRest] = lambda card: NO_REST
        """Finds out what of a card's face goes on on its back."""
        self.measure_deck: Callable[[Deck], None] = lambda deck: None
        """Measures the texts of a deck's cards that share their sizes."""
        self.kinds: dict[str, list[str]] = {}
        """The kinds of cards in decks, in the order in which they come, once asked for."""
        self.turn_to(context.game, frozenset({"edition"}))
        self.side = ComposedSide(None, self.game.typeset(), self.game.vocabulary_of())

    def turn_to(self, game: Game, differing_names: frozenset[str]) -> None:
        """Take another edition of the game; `differing_names` differ between editions."""
        self.game = game
        self.scope: dict[str, Any] = scope_of(game)
        self.differing_names = differing_names
        self.shared_sizes.forget()
        self.rests.clear()
        self.kinds.clear()

    @property
    def is_draft(self) -> bool:
        return self.project.draft
