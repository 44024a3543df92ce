"""Changes of the file that remembers the originals of translations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding
from cardgen.load.originals import (
    TextKey,
    TextState,
    TranslationRecord,
    digest_of,
    read_records,
    record_file,
    record_text,
)
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.write.file_changes import MergedChange


def records_of(texts: Iterable[TextState]) -> dict[TextKey, TranslationRecord]:
    """The originals of texts that are up to date now."""
    return {
        text.key: TranslationRecord(text.original, digest_of(text.text))
        for text in texts
        if text.text
    }


def record_of(original: str, text: str | None) -> TranslationRecord | None:
    """The record of a text that was made from an original; None where there is no text."""
    return TranslationRecord(original, digest_of(text)) if text else None


def with_records(
    project: Project,
    game: Game,
    language: str,
    new_records: Mapping[TextKey, TranslationRecord | None],
) -> MergedChange | None:
    """The change by which texts of an original game have these originals, None for no longer.

    None where the file says so already. Raises CardgenError where it cannot be read."""
    problems: list[Finding] = []
    before = read_records(project, game, language, problems)
    if problems:
        raise CardgenError(*problems)
    after = {key: record for key, record in before.items() if _is_there(game, key)}
    for key, record in new_records.items():
        if record is None:
            after.pop(key, None)
        else:
            after[key] = record
    if after == before:
        return None
    file = record_file(game, language)
    return MergedChange(file, _bytes_now(file, project), record_text(language, after).encode())


def _bytes_now(file: Path, project: Project) -> bytes:
    try:
        return read_inside(file, project.home_of(file))
    except FileNotFoundError:
        return b""


def _is_there(game: Game, key: TextKey) -> bool:
    """False for a card that its deck has no more; a deck that cannot be read keeps all."""
    deck = next((deck for deck in game.decks if deck.id == key.deck), None)
    if deck is None or not key.card:
        return True
    return any(card.id == key.card for card in deck)
