"""Edits that rules ask for, in the deck files that they concern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.load.fields import COMMON
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.fields import Field
from cardgen.rules.finding import Edit
from cardgen.schema.spelling import as_yaml
from cardgen.write.file_changes import FileChange
from cardgen.write.game_files import changed_meanwhile
from cardgen.write.yaml_text import EditedYaml, YamlValue


@dataclass(frozen=True, slots=True)
class Patch(FileChange):
    """A file with the edits that were made in it."""

    edits: tuple[Edit, ...]


def patches(edits: Iterable[Edit], games: Sequence[Game], problems: list[Finding]) -> list[Patch]:
    """A patch for each file that the edits concern.

    Edits that cannot be written go to `problems`."""
    by_file: dict[Path, list[Edit]] = {}
    for edit in _agreed(edits, problems):
        if edit.place is None:
            message = f'card "{edit.deck}/{edit.card}" does not write its {edit.field}'
            problems.append(
                Finding("fix-impossible", message, f"add  {edit.field}: {as_yaml(edit.value)}")
            )
        elif edit.place.file not in {
            deck.file for game in games for deck in game.decks if deck.id == edit.deck
        }:
            remedy = (
                "write it yourself, into the table or under change: "
                "it does not stand in the deck's own file"
            )
            problems.append(
                Finding(
                    "fix-impossible",
                    f"{edit.field} should be {as_yaml(edit.value)}",
                    remedy,
                    edit.place,
                )
            )
        else:
            by_file.setdefault(edit.place.file, []).append(edit)
    file_patches = []
    for file, file_edits in sorted(by_file.items()):
        with collect_findings(problems):
            patch = _patch(file, file_edits, games, problems)
            if patch.before != patch.after:
                file_patches.append(patch)
    return file_patches


def _agreed(edits: Iterable[Edit], problems: list[Finding]) -> Iterator[Edit]:
    """Yield edits of single values that follow from other cards, without those that contradict
    each other."""
    listed = [edit for edit in edits if edit.follows and not isinstance(edit.value, (list, dict))]
    for edit in dict.fromkeys(listed):
        rivals = [
            other
            for other in listed
            if other.place == edit.place and edit.place and other.value != edit.value
        ]
        if not rivals:
            yield edit
        elif listed.index(rivals[0]) > listed.index(edit):
            values = f"{as_yaml(edit.value)} and {as_yaml(rivals[0].value)}"
            message = f"{edit.field} should be {values} at once"
            same_card = (edit.deck, edit.card) == (rivals[0].deck, rivals[0].card)
            remedy = (
                "mend one of the rules that ask for it"
                if same_card
                else "give each card a value of its own"
            )
            problems.append(Finding("fix-impossible", message, remedy, edit.place))


def _patch(
    file: Path, edits: Sequence[Edit], games: Sequence[Game], problems: list[Finding]
) -> Patch:
    source = EditedYaml(file)
    done: list[Edit] = []
    for edit in edits:
        assert edit.place is not None
        with collect_findings(problems, edit.place):
            value = _checked(edit, source.value_at(edit.place), file, games, edits)
            field = _edited(edit, file, games)[2]
            source.replace(value, as_yaml(field.read(edit.value)))
            done.append(edit)
    return Patch(file, source.before, source.after, tuple(done))


def _checked(
    edit: Edit, value: YamlValue | None, file: Path, games: Sequence[Game], edits: Sequence[Edit]
) -> YamlValue:
    """The value as it stands in the file.

    Raises CardgenError unless it is the one that was loaded, written out, and shared with no
    card that keeps it."""
    deck, card, field = _edited(edit, file, games)
    if value is None or value.name != edit.field:
        raise CardgenError(
            Finding(
                "fix-impossible",
                f"{edit.field} is not written out as a plain value here",
                f"make it {as_yaml(edit.value)}",
            )
        )
    if value.is_shared:
        raise CardgenError(
            Finding(
                "fix-impossible",
                f"{edit.field} is marked with & and used elsewhere",
                "write it out for each card",
            )
        )
    if not _says(value, field, card):
        raise changed_meanwhile()
    wanting = {
        other.card for other in edits if (other.value, other.place) == (edit.value, edit.place)
    }
    sharing = [other for other in deck if other.places.get(edit.field) == edit.place]
    if not wanting.issuperset(other.id for other in sharing):
        raise CardgenError(
            Finding(
                "fix-impossible",
                f"{edit.field} stands here for {len(sharing)} cards at once",
                "write the cards out one by one",
            )
        )
    return value


def _edited(edit: Edit, file: Path, games: Sequence[Game]) -> tuple[Deck, Card, Field]:
    """The deck, the card and the field that an edit is for. Raises CardgenError."""
    for deck in (
        deck for game in games for deck in game.decks if deck.file == file and deck.id == edit.deck
    ):
        for card in deck:
            if card.id == edit.card:
                return deck, card, deck.fields.get(edit.field) or COMMON[edit.field]
    raise changed_meanwhile()


def _says(value: YamlValue, field: Field, card: Card) -> bool:
    """True if the file still gives a card's field the value that was loaded."""
    loaded = card.copies if field.name == "copies" else card.fields.get(field.name)
    try:
        return bool(field.read(value.text) == loaded)
    except CardgenError:
        return False
