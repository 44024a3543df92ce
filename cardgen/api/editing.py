"""Edits of an open project's files: made, shown, written, taken back.

What cannot be written is a Finding, which says why, where, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen.base.findings import CardgenError, Finding
from cardgen.making.open_project import OpenProject, parts_of
from cardgen.write.card_edits import CardEdit, CardWriter
from cardgen.write.file_changes import FileChange, MergedChange, apply_all
from cardgen.write.many_cards import ManyCardsWriter

if TYPE_CHECKING:
    from cardgen.model.cards import Deck, Game


EditT = TypeVar("EditT", bound=CardEdit | list[MergedChange] | None)


def edit_of(
    opened: OpenProject, deck: str, card: str, field: str, value: Any
) -> CardEdit | Finding:
    """The edit by which a card of `GAME/DECK` says another value, or why there is none.

    A value is as typed, or as Python has it: a number, a truth, a list. None empties a field."""
    return edit_of_values(opened, deck, card, {field: value})


def edit_of_values(
    opened: OpenProject, deck: str, card: str, values: Mapping[str, Any]
) -> CardEdit | Finding:
    """The edit by which a card says several values at once, or why there is none."""
    return _edit(opened, deck, values, lambda writer: writer.with_values(card, values))


def card_added(
    opened: OpenProject, deck: str, values: Mapping[str, Any], behind: str = ""
) -> CardEdit | Finding:
    """The edit that adds a card, behind another or as the last."""
    return _edit(opened, deck, values, lambda writer: writer.added(values, behind))


def card_removed(opened: OpenProject, deck: str, card: str) -> CardEdit | Finding:
    """The edit that takes a card out."""
    return _edit(opened, deck, (), lambda writer: writer.removed(card))


def card_moved(opened: OpenProject, deck: str, card: str, behind: str = "") -> CardEdit | Finding:
    """The edit that moves a card behind another, or to the beginning."""
    return _edit(opened, deck, (), lambda writer: writer.moved(card, behind))


def loop_written_out(opened: OpenProject, deck: str, card: str) -> CardEdit | Finding:
    """The edit that lists the cards of a loop one by one."""
    return _edit(opened, deck, (), lambda writer: writer.written_out(card))


def edit_of_many(
    opened: OpenProject, deck: str, values: Mapping[str, Mapping[str, Any]]
) -> CardEdit | Finding | None:
    """The edit by which cards say values, by id and field; None if they are edited one by one."""
    names = [name for fields in values.values() for name in fields]
    return _edit(opened, deck, names, lambda writer: _many(writer).with_values_of(values))


def cards_added(
    opened: OpenProject, deck: str, cards: Sequence[Mapping[str, Any]], behind: str = ""
) -> CardEdit | Finding:
    """The edit that adds cards in their order, behind another or as the last."""
    names = [name for values in cards for name in values]
    return _edit(opened, deck, names, lambda writer: _many(writer).added_all(cards, behind))


def cards_removed(opened: OpenProject, deck: str, cards: Sequence[str]) -> CardEdit | Finding:
    """The edit that takes cards out."""
    return _edit(opened, deck, (), lambda writer: _many(writer).removed_all(cards))


def _many(writer: CardWriter) -> ManyCardsWriter:
    return ManyCardsWriter(writer.project, writer.game, writer.deck, writer.known_problems)


def text_edited(
    opened: OpenProject, deck: str, card: str, language: str, texts: Mapping[str, str | None]
) -> list[MergedChange] | Finding:
    """The edits by which a card says other texts in a language, by field."""
    return texts_edited(opened, deck, language, {card: texts})


def texts_edited(
    opened: OpenProject, deck: str, language: str, cards: Mapping[str, Mapping[str, str | None]]
) -> list[MergedChange] | Finding:
    """The edits by which cards say other texts in a language, by card and field.

    The first is that of the texts; a second remembers their originals."""
    from cardgen.write.text_edits import TextWriter

    def make(writer: CardWriter) -> list[MergedChange]:
        text_writer = TextWriter(writer.project, writer.game, writer.deck, language)
        return text_writer.with_dated_texts(cards)

    return _edit(opened, deck, (), make)


def texts_up_to_date(
    opened: OpenProject, deck: str, language: str, texts: Sequence[tuple[str, str]]
) -> list[MergedChange] | Finding:
    """The edits that say that texts of a deck in a language are up to date, by card and field.

    None where that is known of all."""
    from cardgen.load.originals import states_of
    from cardgen.write.translation_records import records_of, with_records

    def make(writer: CardWriter) -> list[MergedChange]:
        project, game, deck = writer.project, writer.game, writer.deck
        states = states_of(project, game, language, [deck]).texts
        chosen = [text for text in states if (text.key.card, text.key.field) in texts]
        change = with_records(project, game, language, records_of(chosen))
        return [change] if change else []

    return _edit(opened, deck, (), make)


def apply(edits: Sequence[FileChange]) -> list[FileChange]:
    """Write all of these edits, or none, and return the changes that were made.

    Raises CardgenError. `EditHistory` of `cardgen.write.history` also takes them back in order."""
    return apply_all(edits)


def undo(edit: FileChange) -> FileChange:
    """Take an edit back; what others have changed meanwhile stays. Raises CardgenError."""
    return edit.undone.apply()


def _edit(
    opened: OpenProject,
    name: str,
    values: Iterable[str],
    make: Callable[[CardWriter], EditT],
) -> EditT | Finding:
    """The edit that a writer makes of a deck, or its first finding."""
    from cardgen.model.cards import MissingError

    try:
        game, deck = _deck_of(opened, name)
        if opened.language:
            _check_language(opened, deck, values)
        return make(CardWriter(opened.project, game, deck, opened.problems))
    except MissingError as error:
        return error.finding
    except CardgenError as error:
        return error.findings[0]


def _deck_of(opened: OpenProject, name: str) -> tuple[Game, Deck]:
    """The game and the deck that `GAME/DECK` names. Raises CardgenError."""
    if opened.project.is_bundled:
        raise CardgenError(
            Finding(
                "project-wrong",
                "the shipped games are not edited",
                "make a project of your own: cardgen new",
            )
        )
    chosen = opened.select([name])
    if not chosen or not chosen[0][1]:  # it is there, and cannot be read
        raise CardgenError(*opened.problems_of([name]))
    game, decks = chosen[0]
    if len(decks) != 1:
        raise CardgenError(
            Finding(
                "unknown-deck",
                f'"{name}" is not one deck',
                f"name one, such as {game.id}/{game.decks[0].id}" if game.decks else "",
            )
        )
    if opened.language:
        originals = {original.id: original for original in opened.originals}
        game = originals[parts_of(name)[0]]
        return game, game.deck(decks[0].id)
    return game, decks[0]


def _check_language(opened: OpenProject, deck: Deck, values: Iterable[str]) -> None:
    """Raise CardgenError for texts, which another language says elsewhere."""
    for name in values:
        if name in deck.worded:
            file = deck.file.with_suffix(f".{opened.language}.yaml")
            raise CardgenError(
                Finding(
                    "edit-impossible",
                    f"{name} is a text in {opened.language} here, which {file.name} says",
                    "edit it there, or open the project in its own language",
                    deck.where("fields"),
                )
            )
