"""Composing: a card and its template become the SVG that print, preview and pictures share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError, UndefinedError

from cardgen.base import svg_marks
from cardgen.base.findings import CardgenError, Finding, Place, UnreadableError
from cardgen.base.parser_messages import in_jinja
from cardgen.base.units import MM
from cardgen.cards.bleed import framed, with_bleed
from cardgen.cards.card_parts import (
    PartAtWork,
    card_of_part,
    clash_of,
)
from cardgen.cards.codes import CodeMark
from cardgen.cards.context import Context
from cardgen.cards.draft import FAMILY, INK, as_gaps, blank_card, legible, literal
from cardgen.cards.icons import Icons
from cardgen.cards.look_words import LookColours, card_roles, game_look, kind_number, shape_at_work
from cardgen.cards.page import TEXTS, TemplatePage, fits, misshapen, page_of, trimmed
from cardgen.cards.template_functions import TemplateFunctions
from cardgen.cards.template_language import Palette, mix, spot_of, template_environment
from cardgen.cards.workspace import ComposedSide, FaceRest, Workspace
from cardgen.engine import prepared_texts, text_markup
from cardgen.load.icon_words import IconFinder
from cardgen.model.cards import Card, CardPart, Deck, Game
from cardgen.model.made_art import MADE
from cardgen.model.sizes import Shape
from cardgen.sandbox import process
from cardgen.sandbox.environment import in_words, unknown_name

if TYPE_CHECKING:
    from cardgen.cards.source_map import SourceMap

_BLEED = 6
"""Millimetres of bleed that are made where art has none: more than any printer asks for."""
_MARKUP = re.compile(
    r"\*\*[^*<>]+\*\*|\[[^\[\]<>]*\]\{(?:\.|[A-Za-z_]\w*=)[^{}<>]*\}"
    r"|(?<!\{)\{[A-Za-z][\w-]*\}(?!\})"
)
_TAG = re.compile(r"<[^>]*>")
LONGEST = 4_000_000
"""Characters of SVG that one side of a card may come to."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_TRIES_OF_PARTS = 3
"""How often a card is parted anew, as its template may draw more or less where it is told of more
parts."""
_LONGEST_REASON = 300
"""Characters of the reason that a placeholder gives."""


class Composed(NamedTuple):
    """One card as SVG text.

    `back` counts the deck's different backs from 0; `back_svg` is given the first time a back
    comes. A side that could not be composed is None, and `problems` says why. `reads_edition` is
    true where its templates read what may differ in another edition."""

    card: int
    face: str | None
    back: int
    back_svg: str | None
    problems: tuple[Finding, ...] = ()
    reads_edition: bool = False
    face_codes: tuple[CodeMark, ...] = ()
    back_codes: tuple[CodeMark, ...] = ()


BackKey = tuple[str, Shape | None]
"""The template of a back, and the size that its card says."""


class Backs:
    """The different backs of a deck by the digests of their SVG, and the templates that make one
    back for all cards of a size: in this edition, or in any."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.in_all_editions: dict[BackKey, int] = {}
        self.in_this_edition: dict[BackKey, int] = {}

    def number_of(self, back: BackKey) -> int:
        """The number of the back that a template makes for all cards; -1 for none."""
        number = self.in_all_editions.get(back)
        return self.in_this_edition.get(back, -1) if number is None else number


class Composer:
    """Composes the cards of one game in this process."""

    def __init__(
        self,
        context: Context,
        ink: str = "full",
        *,
        marked: bool = False,
        source_map: SourceMap | None = None,
    ) -> None:
        self.project = context.project
        mark_source = source_map.marked if source_map else None
        self.workspace = Workspace(context, marked=marked, mark_source=mark_source)
        self.functions = TemplateFunctions(self.workspace)
        self.workspace.measure_deck = self._measure_texts
        self.workspace.rest_of = self._rest_of
        self._ink = ink
        game = context.game
        self._typesetting = cache(lambda deck_id: self.game.typeset(self.game.deck(deck_id)))
        self._vocabulary = cache(lambda deck_id: self.game.vocabulary_of(self.game.deck(deck_id)))
        self._units: dict[tuple[str, str, Shape | None], float] = {}
        """The units of templates by decks, templates and sizes that cards say, as the last
        rendering had them."""
        self._templates: dict[str, Template] = {}
        self.environment = template_environment(self.workspace, context)
        self.environment.filters["arranged"] = self.functions.arranged
        self.environment.globals.update(
            self.workspace.scope,
            palette=Palette(game.palette, game.title),
            lists={name: list(ids) for name, ids in game.lists.items()},
            ink=ink,
            mix=mix,
            card_roles=card_roles,
            look_colours=LookColours(game.palette),
            game_look=partial(game_look, context.project, game),
            icon_of=IconFinder(context.project, Icons(context.project, game.folder).exists),
            card_shape=lambda: shape_at_work(self.workspace),
            kind_number=lambda: kind_number(self.workspace),
            **self.functions.by_name(),
        )
        if source_map is not None:
            self.environment.globals.update(source_map.noting(self.workspace, self.functions))

    @property
    def game(self) -> Game:
        return self.workspace.game

    def turn_to(self, game: Game, *, decks_differ: bool) -> None:
        """Take another edition of the game, which may have other decks."""
        differing_names = {"edition", "deck"} if decks_differ else {"edition"}
        self.workspace.turn_to(game, frozenset(differing_names))

    def takes_cards_of(self, game: Game) -> bool:
        """Take the cards of the game as they read by now; False where more than cards differ."""
        if _without_cards(game) != _without_cards(self.game):
            return False
        self.turn_to(game, decks_differ=True)
        self._forget_modules()
        return True

    def deck(
        self, deck: Deck, positions: Iterable[int], backs: Backs | None = None
    ) -> Iterator[Composed]:
        """The cards at these positions; `backs` are those that were composed in other editions."""
        backs = backs or Backs()
        backs.in_this_edition = {}
        for position in positions:
            card = deck.cards[position]
            yield self._card(deck, card, position, backs)

    def _card(self, deck: Deck, card: Card, position: int, backs: Backs) -> Composed:
        """Both sides of a card; the back only if no card before it has the same."""
        template = card.template or deck.template
        process.note(f'the template of card "{card.id}"', self._template_place(card, template))
        face, problems, _ = self.side(card, template)
        face_side = self.workspace.side
        self._note_rest(card)
        problems += self._problems_of_part(card, template)
        if face is None and self.project.draft:
            problems = as_gaps(problems, "card")
        back_template = card.back or deck.back
        back_key = back_template, card.own_shape
        number = backs.number_of(back_key)
        composed = Composed(
            position,
            face,
            number,
            None,
            tuple(problems),
            face_side.reads_edition or back_key in backs.in_this_edition,
            face_side.code_marks,
        )
        if not back_template or number >= 0:
            return self._with_rest_told(composed, card, face_side)
        composed = self._with_back(composed, card, back_template, backs)
        is_asked_for = self.workspace.side.asks_for_rest
        return composed if is_asked_for else self._with_rest_told(composed, card, face_side)

    def _problems_of_part(self, card: Card, template: str) -> Iterator[Finding]:
        """Yield what is wrong with a card that is one of several parts, once its face is
        composed."""
        if not card.printed_part:
            return
        if clash := clash_of(card):
            yield clash
        if self.workspace.side.problems:
            return  # it may have ended before its texts
        if any(card.printed_part.pieces[self.workspace.side.piece_count :]):
            yield Finding(
                "text-overflow",
                f'a text goes on on this card, and the template "{template}" does not print it'
                " here",
                "set it on all parts of the card, by a text_box with  continues='card'",
                card.place,
            )

    def _with_rest_told(self, composed: Composed, card: Card, face: ComposedSide) -> Composed:
        """The card with the problem that a text goes on on a back which does not print it."""
        if not face.rests:
            return composed
        template = card.back or self.game.deck(card.deck).back
        sentence = "a text goes on on the back, and this deck has no back"
        remedy = "give it one that prints  continued(card)  in a text_box"
        if template:
            sentence = f'a text goes on on the back, and the back "{template}" does not print it'
            remedy = "print it there:  {{ text_box(continued(card), ...) }}"
        finding = Finding("text-overflow", sentence, remedy, card.place)
        return composed._replace(problems=(*composed.problems, finding))

    def _with_back(self, composed: Composed, card: Card, template: str, backs: Backs) -> Composed:
        """The card with the back that a template makes."""
        process.note(f'the back of card "{card.id}"', self._template_place(card, template))
        svg, problems, reads_card = self.side(card, template)
        side = self.workspace.side
        if svg is None and self.project.draft:
            problems = as_gaps(problems, "back", template)
        # one of another size is looked at for itself, even if it is drawn alike
        looks = f"{svg or ''}{card.own_shape or ''}"
        digest = sha256(looks.encode("utf-8", "surrogatepass")).hexdigest()
        is_new = digest not in backs.numbers
        number = backs.numbers.setdefault(digest, len(backs.numbers))
        if not reads_card and not problems:
            same_for_all = backs.in_this_edition if side.reads_edition else backs.in_all_editions
            same_for_all[template, card.own_shape] = number
        return composed._replace(
            back=number,
            back_svg=svg if is_new else None,
            problems=composed.problems + _on_the_back(problems),
            reads_edition=composed.reads_edition or side.reads_edition,
            back_codes=side.code_marks,
        )

    def side(self, card: Card, template: str) -> tuple[str | None, list[Finding], bool]:
        """A card's SVG by one template, the problems of it, and whether the template read the
        card."""
        workspace = self.workspace
        workspace.side = self._new_side(card)
        svg = None
        try:
            svg = _writable(self._rendered(card, template))
            if "**" in svg or "{" in svg:
                workspace.side.problems += self._printed_markup(svg, card, template)
            self._place_codes(svg, card)
            svg = self._with_spots(svg, card)
            svg = prepared_texts.PreparedDocument.of(svg, workspace.side.texts)
        except MemoryError:
            raise
        except Exception as error:  # Jinja lets whatever Python raises in a template through
            workspace.side.problems += self._problems_of(error, card, template)
        if workspace.side.reads_edition:
            self._forget_modules()
        return svg, workspace.side.problems, workspace.side.reads_card

    def _measure_texts(self, deck: Deck) -> None:
        """Render every card of a deck to measure the texts that share a size.

        What is wrong with them is told when they are composed."""
        workspace = self.workspace
        side_at_work, shared_sizes = workspace.side, workspace.shared_sizes
        was_measuring = shared_sizes.is_measuring
        same_for_all: set[str] = set()
        shared_sizes.measured_decks.add(deck.id)
        shared_sizes.is_measuring = True
        try:
            for card in deck:
                templates = {card.template or deck.template, card.back or deck.back}
                for template in sorted(templates - same_for_all - {""}):
                    process.note(f'the texts of card "{card.id}"', card.place)
                    if not self._measured(card, template):
                        same_for_all.add(template)
        finally:
            shared_sizes.is_measuring = was_measuring
            workspace.side = side_at_work

    def parts_of(self, deck: Deck) -> Iterator[tuple[int, tuple[CardPart, ...]]]:
        """Yield the parts of each card of a deck, with its position: one of most cards."""
        workspace = self.workspace
        for position, card in enumerate(deck.cards):
            process.note(f'the texts of card "{card.id}"', card.place)
            side_at_work, was_measuring = workspace.side, workspace.shared_sizes.is_measuring
            workspace.shared_sizes.is_measuring = True
            try:
                parts = self._parts_of(card, card.template or deck.template)
            finally:
                workspace.shared_sizes.is_measuring = was_measuring
                workspace.side = side_at_work
            yield position, parts

    def _parts_of(self, card: Card, template: str) -> tuple[CardPart, ...]:
        """The parts of a card. A template may draw another one where it is told how many there
        are."""
        total, parts = 1, self._parts_among(card, template, 1)
        for _ in range(_TRIES_OF_PARTS):
            if len(parts) == total or not self.workspace.side.reads_total:
                break
            total = len(parts)
            parts = self._parts_among(card, template, total)
        return tuple(replace(part, total=len(parts)) for part in parts)

    def _parts_among(self, card: Card, template: str, total: int) -> list[CardPart]:
        """The parts of a card, each measured as one of so many."""
        parts: list[CardPart] = []
        beginnings: Sequence[str] = ()
        while True:
            part = CardPart(len(parts) + 1, max(total, len(parts) + 1), card.id)
            work = self._measured_part(card_of_part(card, part), template, part, beginnings)
            parts.append(replace(part, pieces=tuple(work.pieces)))
            if not work.goes_on:
                return parts
            beginnings = work.rests

    def _measured_part(
        self, card: Card, template: str, part: CardPart, beginnings: Sequence[str]
    ) -> PartAtWork:
        self.workspace.side = self._new_side(card)
        self.workspace.side.part_at_work = PartAtWork(part, beginnings)
        self._measure(card, template)
        assert self.workspace.side.part_at_work
        return self.workspace.side.part_at_work.finished()

    def _measured(self, card: Card, template: str) -> bool:
        """True if a template that was rendered to measure its texts read the card."""
        self.workspace.side = self._new_side(card)
        return not self._measure(card, template) or self.workspace.side.reads_card

    def _measure(self, card: Card, template: str) -> bool:
        """Render a template to measure its texts; False where it cannot be rendered."""
        try:
            self._rendered(card, template)
        except MemoryError:
            raise
        except Exception:  # Jinja lets whatever Python raises in a template through
            return False
        return True

    def _rest_of(self, card: Card) -> FaceRest:
        """What of a card's face goes on on its back; the face is measured unless it is composed."""
        workspace, key = self.workspace, (card.deck, card.id, card.copy_number)
        if key not in workspace.rests:
            side_at_work, was_measuring = workspace.side, workspace.shared_sizes.is_measuring
            workspace.shared_sizes.is_measuring = True
            try:
                self._measured(card, card.template or self.game.deck(card.deck).template)
                self._note_rest(card)
            finally:
                workspace.shared_sizes.is_measuring = was_measuring
                workspace.side = side_at_work
        return workspace.rests[key]

    def _note_rest(self, card: Card) -> None:
        """Note what of a card's face, which is at work, goes on on the back."""
        side = self.workspace.side
        rest = FaceRest("\n".join(side.rests), side.reads_edition)
        self.workspace.rests[card.deck, card.id, card.copy_number] = rest

    def _new_side(self, card: Card) -> ComposedSide:
        return ComposedSide(card, self._typesetting(card.deck), self._vocabulary(card.deck))

    def _place_codes(self, svg: str, card: Card) -> None:
        """Find out where the codes of the side have come to lie."""
        side = self.workspace.side
        if side.codes:
            from cardgen.cards.code_places import placed_codes

            width = self.game.deck_of(card).shape.width / MM
            side.code_marks = tuple(placed_codes(svg, side.codes, width))

    def _with_spots(self, svg: str, card: Card) -> str:
        """Find out where the texts have come to lie that do not fit; returns the side without their
        marks."""
        side = self.workspace.side
        if not side.text_boxes:
            return svg
        from cardgen.cards.text_spots import located, without_marks

        width = self.game.deck_of(card).shape.width / MM
        side.problems[:] = located(svg, side.problems, side.text_boxes, width)
        return without_marks(svg)

    def _problems_of(self, error: Exception, card: Card, template: str) -> list[Finding]:
        """The problems that an exception in a template tells of, with their places."""
        place = spot_of(error, card)
        if isinstance(error, CardgenError):
            # no template was at work: it is the name of this one
            place = self._naming(card, template) if place == card.place else place
            return [problem.at(place) for problem in error.findings]
        if isinstance(error, TemplateSyntaxError):
            filters, tests = self.environment.filters, self.environment.tests
            sentence, remedy = in_jinja(str(error.message), filters=filters, tests=tests)
            place = Place(Path(error.filename), error.lineno) if error.filename else card.place
            return [
                Finding(
                    "template-broken", f"the template cannot be read: {sentence}", remedy, place
                )
            ]
        if isinstance(error, TemplateNotFound):
            remedy = "write its name in quotes, such as 'card.svg'"
            return [Finding("unknown-template", "no template is named here", remedy, place)]
        sentence, remedy = self._in_words(error, card)
        # so that the cards with this trouble are told together
        sentence = sentence.replace(f'the card "{card.id}" has', "it has")
        # no line of a template was at work: it is the template as a whole
        if place == card.place:
            sentence = getattr(error, "msg", sentence)
            place = self._template_place(card, template) or place
        remedy = remedy or "mend the template or the card"
        if isinstance(error, UnreadableError):
            return [Finding(error.finding.code, sentence, remedy, place)]
        if isinstance(error, UndefinedError):
            return [Finding("template-name", sentence, remedy, place)]
        return [Finding("template-value", sentence, remedy, place)]

    def _in_words(self, error: Exception, card: Card) -> tuple[str, str]:
        """The sentence and the remedy for an exception of a template's own."""
        if isinstance(error, RecursionError):
            return (
                "it nests too deeply, or calls itself without end",
                "see that nothing takes itself in",
            )
        names = {*self.workspace.scope, *self.environment.globals, "card", "copy", "part"}
        sentence, remedy = in_words(error, names)
        name = unknown_name(sentence)
        if name in card.fields:
            remedy = f"write card.{name}"
        elif name and not remedy:
            remedy = (
                f"write card.NAME for a field of the card, or  {{% set {name} = ... %}}  before it"
            )
        return sentence, remedy

    def _forget_modules(self) -> None:
        """Forget what templates have imported: it may have been made for this edition, and whoever
        imports it next has to read that as well."""
        if self.environment.cache is not None:
            for template in self.environment.cache.values():
                template._module = None

    def _naming(self, card: Card, template: str) -> Place:
        """The place where a card, or its deck, names this template."""
        deck = self.game.deck(card.deck)
        key = "template" if template == (card.template or deck.template) else "back"
        return card.places.get(key) or deck.places.get(key) or card.place

    def _rendered(self, card: Card, template_name: str) -> str:
        """A card by one template, its viewBox the trim.

        A template's unit shows in what it makes: where it is another than before, the template is
        rendered again.
        """
        deck, key = self.game.deck_of(card), (card.deck, template_name, card.own_shape)
        template = self._template(template_name)
        workspace = self.workspace
        workspace.side.unit = self._units.get(key, 1.0)
        names = self._names_of(card, deck)
        svg = template.render(names)
        page = page_of(svg, deck.shape, deck.bleed)
        if page is None:
            return svg
        if page.unit != workspace.side.unit:
            self._units[key] = page.unit
            workspace.side = workspace.side.in_unit(page.unit)
            svg = template.render(names)
        # told alone: a page of another shape has another unit for type
        if workspace.pictured is None and not fits(page.trim, deck.shape):
            workspace.side.problems = []
            place = deck.places.get("size") or self._naming(card, template_name)
            raise CardgenError(
                Finding("template-value", *misshapen(page.trim, deck.shape, template_name), place)
            )
        return _with_made_bleed(trimmed(svg, page), page, deck)

    def _names_of(self, card: Card, deck: Deck) -> dict[str, Any]:
        """What a template is told of the card alone."""
        if self._ink == "low" and str(card.fields.get("art") or "").startswith(MADE):
            from cardgen.model.made_art.drawing import in_low_ink  # few decks have made art

            card = replace(card, fields={**card.fields, "art": in_low_ink(card.fields["art"])})
        names: dict[str, Any] = {"card": card}
        if card.copy_number:
            names["copy"] = card.copy_number
        if deck.continues:
            part = self.workspace.side.part or CardPart()
            names |= {"part": part.number, "parts": part.total}
        return names

    def _printed_markup(self, svg: str, card: Card, template: str) -> Iterator[Finding]:
        """The problems of markup that a plain <text> prints as it stands."""
        from html import unescape  # has a table of all names of characters

        printed: set[str] = set()
        for text in TEXTS.findall(svg):
            printed.update(_MARKUP.findall(unescape(_TAG.sub("", text))))
        for name, value in card.fields.items():
            if not printed or not isinstance(value, str):
                continue
            printed_markup = printed.intersection(_MARKUP.findall(value))
            if any(self._is_unset(markup, value) for markup in printed_markup):
                yield Finding(
                    "template-value",
                    f"card.{name} has markup (**bold** or {{icons}}), and a plain <text> prints it"
                    " as it stands: markup needs a box",
                    f"set it with text_box, or name the object  text:card.{name}",
                    self._template_place(card, template),
                )

    def _is_unset(self, markup: str, value: str) -> bool:
        """True if a box would not print this markup of a text as it stands."""
        paragraphs, _ = text_markup.parsed(value)
        boxed = "\n".join("".join(span.text for span in spans) for spans in paragraphs)
        is_style = markup[0] in "*["
        return markup not in boxed and (is_style or self.functions.texts.icons.exists(markup[1:-1]))

    def _template(self, name: str) -> Template:
        """A template, ready to be rendered for many cards."""
        if name not in self._templates:
            template = self.environment.get_template(name)
            # Jinja copies them for every card, and its own kind of mapping slowly
            template.globals = dict(template.globals)
            self._templates[name] = template
        return self._templates[name]

    def _template_place(self, card: Card, template: str) -> Place | None:
        try:
            return Place(self.project.find_template(template))
        except CardgenError:
            return card.place

    def placeholder(self, card: Card, heading: str, problem: Finding) -> str:
        """The side of a draft that stands for one that cannot be drawn, as SVG: its heading, and
        why."""
        self.workspace.side = ComposedSide(card, self.game.typeset(), self.game.vocabulary_of())
        shape = self.game.deck_of(card).shape
        width, height = shape.width / MM, shape.height / MM
        inset = min(width, height) * (0.09 if shape.kind == "rectangle" else 0.2)
        place = problem.place
        line = f"\n{place.file.name}:{place.line}" if place else ""
        texts = []
        for text, top, share, size, style in (
            (heading, 0.16, 0.24, 16, {"weight": 800, "fill": INK, "valign": "bottom"}),
            (problem.what + line, 0.46, 0.4, 8, {"fill": INK}),
        ):
            markup = literal(legible(text[:_LONGEST_REASON], (FAMILY,), self.workspace.fonts))
            box = inset + 1, height * top, width - 2 * inset - 2, height * share
            texts.append(
                self.functions.text_box(
                    markup, *box, size, 3, align="center", optional=True, **style
                )
            )
        return blank_card(width, height, inset, texts)


def _on_the_back(problems: Iterable[Finding]) -> tuple[Finding, ...]:
    """The problems of a back; those with a spot know that it is there."""
    return tuple(replace(problem, side="back") if problem.spot else problem for problem in problems)


def _with_made_bleed(svg: str, page: TemplatePage, deck: Deck) -> str:
    """The side with the bleed that its pictures, or its deck, ask to be made."""
    bleed = _BLEED / page.unit
    if svg_marks.BLEED in svg:
        svg = with_bleed(svg, page.trim, bleed)
    return framed(svg, page.trim, bleed, deck.bleed.made) if deck.bleed.made else svg


def _without_cards(game: Game) -> Game:
    """The game with its decks, and none of their cards."""
    return replace(game, decks=tuple(replace(deck, cards=()) for deck in game.decks))


def _writable(svg: str) -> str:
    """The mark-up, if a file can hold it. Raises UnreadableError."""
    if len(svg) > LONGEST:
        raise UnreadableError(
            "template-value",
            f"it makes more than {LONGEST:,} characters of SVG",
            "draw it with fewer elements",
        )
    if not svg.isascii() and _LONE_SURROGATE.search(svg):
        raise UnreadableError(
            "template-value",
            "it makes half a character (a lone surrogate), which no file can hold",
            "write the character itself",
        )
    return svg
