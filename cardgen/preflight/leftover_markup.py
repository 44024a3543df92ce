"""Mark-up that prints as it stands in the texts of cards.

Each kind of it in a field is told once, however many cards have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from cardgen.base.findings import Finding, Place
from cardgen.base.origins import CardProblem, TemplateSource
from cardgen.engine import Drawing, text_markup
from cardgen.load import foreign_markup
from cardgen.model.cards import Card, Deck

_WITHOUT_QUOTES = str.maketrans("", "", "\"'“”„‚‘’«»‹›「」『』")
"""Typesetting may turn them."""
_OF_TEMPLATES = ("html", "bbcode", "struck")
"""Kinds that are told of what a template says by itself."""


def leftover_markup(deck: Deck, card: Card, side: str, drawing: Drawing) -> Iterator[Finding]:
    """Findings on mark-up that prints as it stands on a side.

    Mark-up that a template has replaced is none."""
    printed = "\n".join(mark.text for mark in drawing.texts)
    texts = list(_texts(card))
    notes = any(text_markup.refers_to_note(text) for _, text in texts)
    marks = [
        (field, foreign_mark)
        for field, text in texts
        for foreign_mark in (
            *foreign_markup.unread(text, notes),
            *foreign_markup.unread_fields(text, card.fields),
        )
        if not _is_numbered(foreign_mark)
    ]
    printed_plain = printed.translate(_WITHOUT_QUOTES) if marks else ""  # most cards have none
    reported: set[str] = set()
    for field, foreign_mark in marks:
        if foreign_mark.seen.translate(_WITHOUT_QUOTES) in printed_plain:
            reported.add(foreign_mark.kind)
            yield _leftover(
                deck,
                card,
                side,
                foreign_mark,
                field,
                card.where(field) if side == "face" else card.place,
            )
    if any(map(printed.__contains__, "<&[~")):
        for foreign_mark in chain.from_iterable(
            foreign_markup.unread(mark.text) for mark in drawing.texts
        ):
            if foreign_mark.kind in _OF_TEMPLATES and foreign_mark.kind not in reported:
                reported.add(foreign_mark.kind)
                yield _leftover(deck, card, side, foreign_mark, "", card.place)
    if any(map(printed.__contains__, "*{\\")):
        yield from _outside_of_boxes(deck, card, side, drawing)


def _is_numbered(mark: foreign_markup.UnreadMark) -> bool:
    """True for a numbered list: its numbers print as typed where a box reads them, too."""
    return mark.kind == "list" and mark.sign[0].isdigit()


def _texts(card: Card) -> Iterator[tuple[str, str]]:
    """The texts of a card, those in lists too, each with its field."""
    for field, value in card.fields.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str) and item:
                yield field, item


def _outside_of_boxes(deck: Deck, card: Card, side: str, drawing: Drawing) -> Iterator[Finding]:
    """Marks of card texts in a plain <text> of the template.

    No text box reads them there. Where texts come from is known once it was looked for; until then
    any may be one."""
    for mark in drawing.texts:
        written = mark.origin is not None and not mark.origin.boxed
        if (written or not drawing.traced) and (sign := text_markup.first_mark(mark.text)):
            origin = mark.origin or TemplateSource("the text", None, (deck.id, side, sign))
            about = origin.about if _is_of_field(card, origin.about, sign) else "the text"
            says = f'has "{sign}", which is printed as it stands in a plain <text>'
            field = about if about != "the text" else "'...'"
            remedy = (
                f"set it with text_box({field}, ...), which reads the marks of texts, or take"
                " them out"
            )
            problem = CardProblem(
                "leftover",
                f'card "{card.id}", {side}: {about} {says}',
                remedy,
                origin.place or card.place,
                replace(origin, about=about),
                "plain text",
                says,
                0.0,
                len(deck.cards),
            )
            yield problem.found_by("leftover", "warning", deck.game, deck.id, card.id, side=side)


def _is_of_field(card: Card, about: str, sign: str) -> bool:
    """True if a text is that of a field, and no words of the template beside it have the mark."""
    value = card.fields.get(about.removeprefix("card."), sign)
    return about.startswith("card.") and not (isinstance(value, str) and sign not in value)


def _leftover(
    deck: Deck, card: Card, side: str, mark: foreign_markup.UnreadMark, field: str, place: Place
) -> Finding:
    remedy = mark.remedy
    about = f"the {field or 'text'}"
    if mark.kind == "html" and field:
        quote = '"' if "'" in mark.sign else "'"
        remedy += (
            f", or let the template replace it: card.{field}|replace({quote}{mark.sign}{quote},"
            f" '{foreign_markup.replacement(mark.sign)}')"
        )
    origin = TemplateSource(about, None, (deck.id, side, field, mark.kind))
    sentence = f'card "{card.id}", {side}: {about} {mark.fault}'
    problem = CardProblem(
        "leftover", sentence, remedy, place, origin, mark.kind, mark.fault, 0.0, len(deck.cards)
    )
    return problem.found_by(
        "leftover", "warning" if mark.grave else "note", deck.game, deck.id, card.id, side=side
    )
