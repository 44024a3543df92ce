"""The icons that a project has at hand, and the search among them by name and keywords."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import nearest
from cardgen.load.drawing_credits import read_credits
from cardgen.load.icon_files import project_sets
from cardgen.load.icon_sets import IconSet
from cardgen.model.credits import Credit
from cardgen.model.project import DRAWINGS, Project
from cardgen.schema.source import Map, Seq, TypedText, read

_OUR_CREDIT = Credit("the cardgen authors", "CC BY 4.0")
ICONS_FOLDER = "templates/icons"
KEYWORDS_FILE = "keywords.yaml"
"""The keywords of icons by their names, beside them."""
_ADD_SET = "try another word, or add a set:  cardgen icons --from FILE"
_FEW_LETTERS = 3
"""Letters from which on a word may stand within another."""


@dataclass(frozen=True, slots=True)
class IconEntry:
    """An icon of the catalogue.

    Cards can call it by its name if it `is_usable`; others are taken from their set first. `words`
    are its keywords and aliases."""

    name: str
    set: str
    credit: Credit
    words: tuple[str, ...] = ()
    is_usable: bool = True

    @property
    def full_name(self) -> str:
        """The name behind that of its set."""
        return f"{self.set}:{self.name}"

    def distance(self, word: str) -> int | None:
        """A number that is smaller the better a word in small letters fits; None for not at all."""
        parts = re.split("[-/]", self.name)
        tests = (
            word == self.name,
            word in parts,
            word in self.words,
            any(part.startswith(word) for part in parts),
            any(other.startswith(word) for other in self.words),
            len(word) >= _FEW_LETTERS and any(word in text for text in (self.name, *self.words)),
        )
        return tests.index(True) if True in tests else None


@dataclass(frozen=True, slots=True)
class IconCatalogue:
    """The icons of a project: its own, those that come with cardgen, and its sets by their ids."""

    SHIPPED: ClassVar = "cardgen"
    """The set of the icons that come with cardgen."""
    entries: tuple[IconEntry, ...]
    sets: Mapping[str, IconSet]

    def find(self, query: str) -> list[IconEntry]:
        """The icons that all words of a query fit, the best first.

        The id of a set and a colon before a word searches that alone; an empty query finds all.
        Raises CardgenError where none fits."""
        words = query.casefold().split()
        set_id, colon, first = words[0].partition(":") if words else ("", "", "")
        entries: Iterable[IconEntry] = self.entries
        if colon:
            self._check_set(set_id)
            words = [*filter(None, [first]), *words[1:]]
            entries = (entry for entry in entries if entry.set == set_id)
        ranked = [
            (rank, "/" in entry.name, number, entry)
            for number, entry in enumerate(entries)
            if (rank := _rank(entry, words)) is not None
        ]
        if not ranked and words:
            raise self._nothing(query, words)
        return [entry for *_, entry in sorted(ranked, key=lambda hit: hit[:3])]

    def of_set(self, name: str) -> tuple[IconSet, str]:
        """The set of an icon, and its name there; the name may begin with the set: `demo:sword`.

        Raises CardgenError where no set has it, or several have."""
        set_id, colon, icon_name = name.casefold().rpartition(":")
        if colon:
            self._check_set(set_id)
        holders = [
            icons
            for icons in self.sets.values()
            if icon_name in icons.names and set_id in ("", icons.id)
        ]
        if len(holders) == 1:
            return holders[0], holders[0].names[icon_name]
        if holders:
            listed = " or ".join(f"{icons.id}:{icon_name}" for icons in holders)
            what = f'{len(holders)} sets have an icon "{icon_name}"'
            raise CardgenError(Finding("unknown-icon", what, f"name one:  {listed}"))
        if any(entry.is_usable and entry.name == name for entry in self.entries):
            what = f'"{name}" can be used as it is'
            raise CardgenError(Finding("nothing-made", what, f"write  {{{name}}}  in a text"))
        named = sorted(
            (entry.name for entry in self.entries if icon_name in entry.words),
            key=lambda other: "/" in other,
        )
        if named and not colon:
            what = f'"{name}" is no icon, but a word by which icons are found'
            raise CardgenError(Finding("unknown-icon", what, f"use one of: {', '.join(named[:6])}"))
        raise self._nothing(name, [icon_name])

    def _check_set(self, id: str) -> None:
        ids = dict.fromkeys([*self.sets, *(entry.set for entry in self.entries)])
        if id not in ids:
            remedy = nearest(id, ids) or _ADD_SET
            raise CardgenError(Finding("unknown-icon", f'no set of icons is called "{id}"', remedy))

    def _nothing(self, query: str, words: Sequence[str]) -> CardgenError:
        vocabulary = dict.fromkeys(
            word for entry in self.entries for word in (entry.name, *entry.words)
        )
        parts = dict.fromkeys(part for name in vocabulary for part in name.split("-"))
        remedies = (nearest(word, [*vocabulary, *parts]) for word in words)
        remedy = next(filter(None, remedies), _ADD_SET)
        return CardgenError(Finding("unknown-icon", f'no icon is called "{query}"', remedy))


def _rank(entry: IconEntry, words: Sequence[str]) -> int | None:
    distances = [entry.distance(word) for word in words]
    return None if None in distances else sum(filter(None, distances))


def open_catalogue(project: Project, problems: list[Finding]) -> IconCatalogue:
    """The icons of a project; what cannot be read of its sets is added to `problems`."""
    sets = sets_of(project, problems)
    entries = [
        *_own_entries(project, problems),
        *_shipped_entries(project, problems),
        *(entry for icons in sets.values() for entry in _entries_of_set(icons)),
    ]
    return IconCatalogue(tuple(entries), sets)


def sets_of(project: Project, problems: list[Finding]) -> dict[str, IconSet]:
    """The sets of a project by their ids; what cannot be read is added to `problems`."""
    return {icons.id: icons for icons in project_sets(project.root / "templates", problems)}


def _own_entries(project: Project, problems: list[Finding]) -> Iterator[IconEntry]:
    if project.root == project.shipped:
        return
    credits = {drawing.file: drawing.credit for drawing in read_credits(project, problems)}
    words = keywords_of(project.root / ICONS_FOLDER, problems)
    art = [
        f"{folder.relative_to(project.root).as_posix()}/art" for folder in project.game_folders()
    ]
    for folder in (ICONS_FOLDER, *art):
        for name, stem in _drawings_in(project, project.root / folder):
            credit = credits.get(f"{folder}/{name}", Credit())
            set_id = folder.removeprefix("card_data/")
            yield IconEntry(stem, set_id, credit, words_of(stem, words))


def _shipped_entries(project: Project, problems: list[Finding]) -> Iterator[IconEntry]:
    folder = project.shipped / ICONS_FOLDER
    words = keywords_of(folder, problems)
    for _, stem in _drawings_in(project, folder):
        yield IconEntry(stem, IconCatalogue.SHIPPED, _OUR_CREDIT, words_of(stem, words))


def _drawings_in(project: Project, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the files of drawings in a folder, and by which name cards call each."""
    for name, _ in project.files(folder):
        stem, dot, ending = name.rpartition(".")
        if f"{dot}{ending}".lower() in DRAWINGS:
            yield name, stem


def _entries_of_set(icons: IconSet) -> Iterator[IconEntry]:
    for icon in icons.icons.values():
        if not icon.is_hidden:
            words = (*icon.words, *icon.aliases)
            yield IconEntry(icon.name, icons.id, icons.credit, words, is_usable=False)


def icon_keywords(project: Project, problems: list[Finding]) -> dict[str, tuple[str, ...]]:
    """The keywords of the icons that cards can show, by their names."""
    shipped, own = project.shipped / ICONS_FOLDER, project.root / ICONS_FOLDER
    return keywords_of(shipped, problems) | keywords_of(own, problems)


def words_of(name: str, keywords: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The keywords of an icon; in a folder it has those of its name without that."""
    return keywords.get(name) or keywords.get(name.rpartition("/")[2], ())


def keywords_of(folder: Path, problems: list[Finding]) -> dict[str, tuple[str, ...]]:
    """The keywords of a folder's icons by their names; none without a keywords.yaml."""
    file = folder / KEYWORDS_FILE
    source = read(file, problems, "sword: [weapon]", must_exist=False) if file.exists() else None
    root = source.root if source else Map()
    words: dict[str, tuple[str, ...]] = {}
    for name, node in root.items():
        entries = node if isinstance(node, Seq) else [node]
        texts = [str(entry).casefold() for entry in entries if isinstance(entry, TypedText)]
        words[str(name)] = tuple(texts)
    return words
