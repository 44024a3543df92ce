"""What somebody brings into an open project: a spreadsheet or pictures that become a deck, a font,
a shipped template that becomes the project's own.

Each is changes of files, which whoever asks writes, and can take back."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cardgen.api.picture_deck import PictureDeck, pictures_as_project
from cardgen.base.files import as_text, put_in_place, read_inside
from cardgen.base.findings import CardgenError, Finding, UnreadableError
from cardgen.base.scratch import scratch_folder
from cardgen.engine import Font, FontBook
from cardgen.load.font_list import open_fonts
from cardgen.load.game import NOT_DECKS
from cardgen.load.guess import guessed
from cardgen.making.open_project import OpenProject, parts_of
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.project import Project
from cardgen.model.sizes import Shape, card_size
from cardgen.model.table_files import TABLES_AND_LISTS, advice_to_save
from cardgen.schema.spelling import as_yaml
from cardgen.schema.values import id_of, unused_id
from cardgen.write.file_changes import FileChange, NewFile
from cardgen.write.settings_edits import SettingsFile

LARGEST_FONT = 20 << 20
"""Bytes of a font that is brought."""
POKER = "poker"
_POKER_PAGE = re.compile(r"""viewBox=["']\s*0 0 63\.5 88\.9\s*["']""")
"""The page of a template of the size that a proposal begins with."""
_FONT_ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
_OTHER = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class BroughtDeck:
    """A deck that a game is to get, of the `files` that were brought: a spreadsheet, or pictures.

    `folder` is that of the game; the deck has the `title`, which is else the spreadsheet's name."""

    folder: Path
    title: str = ""
    size: str = POKER
    files: Mapping[str, bytes] = field(default_factory=dict)


class Brought(NamedTuple):
    """The changes of files by which something is there, in words, and what is worth knowing."""

    changes: tuple[FileChange, ...]
    says: str
    notes: tuple[str, ...] = ()
    name: str = ""


def deck_brought(project: Project, deck: BroughtDeck) -> Brought:
    """The deck that spreadsheets or pictures become; `name` is its id. Raises CardgenError."""
    project.check_writable()
    shape_of(deck.size)
    is_table = any(map(_is_table, deck.files))
    make = _deck_of_table if is_table else _deck_of_pictures
    return make(project, deck)


def _is_table(name: str) -> bool:
    """True for a spreadsheet by its name, also one that only other programs read."""
    return ending_of(name) in TABLES_AND_LISTS or bool(advice_to_save(name))


def _deck_of_table(project: Project, deck: BroughtDeck) -> Brought:
    name, data = single(deck.files)
    title = deck.title or as_text(PurePath(name).stem)
    id = _free_deck(deck.folder, title)
    templates = templates_by_fields(project) if deck.size == POKER else {}
    files = table_deck(
        BroughtTable(id, title, deck.size, name, data), has_art_in(project, deck.folder), templates
    )
    changes = tuple(NewFile(deck.folder / name, b"", data) for name, data in files.items())
    return Brought(changes, f"the deck {id} of {name}", name=id)


def _deck_of_pictures(project: Project, deck: BroughtDeck) -> Brought:
    title = deck.title or "Pictures"
    id = _free_deck(deck.folder, title)
    art = deck.folder / "art"
    stems = [as_text(path.stem) for path in art.iterdir()] if art.is_dir() else []
    game_id = deck.folder.name
    picture_deck = PictureDeck(
        deck.size, title=title, templates=f"{game_id}/{id}/", ids=tuple(stems)
    )
    with TemporaryDirectory(dir=scratch_folder()) as room:
        pictures, made = Path(room) / "pictures", Path(room) / "project"
        for name, data in deck.files.items():
            put_in_place(pictures / PurePath(name).name, data)
        pictures.mkdir(exist_ok=True)
        with named_as_brought(pictures):
            made_project = pictures_as_project(pictures, made, picture_deck)
        changes = tuple(_moved_in(made, project, deck.folder, id))
    notes = tuple(finding.what for finding in made_project.notes)
    return Brought(changes, f"the deck {id} of {len(deck.files)} pictures", notes, id)


def _moved_in(made: Path, project: Project, folder: Path, deck_id: str) -> Iterator[NewFile]:
    """The files of a project of pictures as those of a deck of a game in a folder."""
    for path in sorted(made.rglob("*")):
        inner = path.relative_to(made)
        if not path.is_file() or path.name == "game.yaml":
            continue
        data = read_inside(path, made)
        in_game = Path(*inner.parts[2:])
        if inner.parts[0] != "card_data":
            yield NewFile(project.root / inner, b"", data)
        elif len(in_game.parts) == 1:
            yield NewFile(folder / f"{deck_id}.yaml", b"", data)
        else:
            yield NewFile(folder / in_game, b"", data)


def _free_deck(folder: Path, title: str) -> str:
    """An id that no file of a game's folder has yet."""
    stems = {path.stem.casefold() for path in folder.iterdir()} if folder.is_dir() else set()
    reserved = {PurePath(name).stem for name in NOT_DECKS}
    return unused_id(id_of(title), dict.fromkeys(stems | reserved, 1))


class BroughtTable(NamedTuple):
    """A spreadsheet of this `name`, and the deck that it becomes, in a `look` and of a `size` where
    they are chosen."""

    id: str
    title: str
    size: str
    name: str
    data: bytes
    look: str = ""


def table_deck(
    table: BroughtTable,
    has_art: Callable[[str], bool] = lambda name: False,
    templates: Mapping[str, Collection[str]] | None = None,
) -> dict[str, bytes]:
    """The files of a deck by name: what is proposed for a spreadsheet, and that.

    Raises CardgenError for what is no spreadsheet with cards."""
    ending = ending_of(table.name)
    if ending not in TABLES_AND_LISTS:
        kinds = ", ".join(TABLES_AND_LISTS)
        remedy = advice_to_save(table.name) or f"bring one that ends in {kinds}"
        raise CardgenError(Finding("file-misnamed", f"{table.name} is no table", remedy))
    is_yaml = ending in (".yaml", ".yml")
    file_name = f"{table.id}-list{ending}" if is_yaml else f"{table.id}{ending}"
    with TemporaryDirectory(dir=scratch_folder()) as room:
        home = Path(room)
        put_in_place(home / file_name, table.data)
        with named_as_brought(home, table.name):
            _, *lines = guessed(home / file_name, home, "", has_art, templates or {}, table.look)
    if table.size:
        size = f"size: {as_yaml(table.size)}"
        lines = [size if line.startswith("size: ") else line for line in lines]
    text = "\n".join((f"title: {as_yaml(table.title)}", *lines))
    return {f"{table.id}.yaml": f"{text}\n".encode(), file_name: table.data}


@contextmanager
def named_as_brought(room: Path, name: str = "") -> Iterator[None]:
    """Names files of a folder that will be gone, in problems that are raised, as they were brought:
    by a name, or else by their own."""
    try:
        yield
    except CardgenError as error:
        raise CardgenError(
            *(
                replace(problem, place=replace(problem.place, file=Path(name or file.name)))
                if problem.place and (file := problem.place.file).is_relative_to(room)
                else problem
                for problem in error.findings
            )
        ) from None


def has_art_in(project: Project, folder: Path) -> Callable[[str], bool]:
    """Tells whether a game has a drawing of a name."""

    def has_art(name: str) -> bool:
        try:
            project.find_art(folder, name)
        except CardgenError:
            return False
        return True

    return has_art


def templates_by_fields(project: Project) -> dict[str, set[str]]:
    """The project's own templates with the fields that each asks a card for; those of another size
    than a proposal has ask for none."""
    if project.is_bundled:
        return {}
    own_names = [
        name
        for name in project.template_names()
        if name != "plain.svg" and (project.root / "templates" / name).is_file()
    ]
    return {name: _fields_of_template(project, name) for name in own_names}


def _fields_of_template(project: Project, name: str) -> set[str]:
    try:
        source = project.read(project.find_template(name)).decode("utf-8", "replace")
    except (CardgenError, OSError):
        return set()
    if not _POKER_PAGE.search(source):
        return set()
    return set(re.findall(r"\bcard\.([a-z]\w*)", source)) - {"fields", "deck", "rows"}


def font_brought(project: Project, name: str, data: bytes) -> Brought:
    """A font for the project's folder of fonts; `name` names its families.

    Raises CardgenError for what is no font that can be printed."""
    project.check_writable()
    file_name = _font_name(name)
    if len(data) > LARGEST_FONT:
        what = f"{name} is larger than {LARGEST_FONT >> 20} MB"
        raise CardgenError(Finding("font-unusable", what, "use a font with fewer characters"))
    with TemporaryDirectory(dir=scratch_folder()) as room:
        put_in_place(Path(room) / file_name, data)
        fonts = open_fonts([Path(room)])
        families = fonts.families
        if not families:
            faults = fonts.refused or (
                Finding("font-unusable", f"{name} is no font", "use another"),
            )
            raise CardgenError(*(replace(fault, place=None) for fault in faults))
        brought = list(_fonts_of(fonts))
    licence = next((font.licence for font in brought if font.licence), "")
    licence = licence or "the font says nothing of its licence"
    notes = (licence, *sorted({font.embedding_limit for font in brought} - {""}))
    change = NewFile(project.root / "fonts" / file_name, b"", data)
    return Brought((change,), f"fonts/{file_name}", notes, ", ".join(families))


def _fonts_of(fonts: FontBook) -> Iterator[Font]:
    for family in fonts.families:
        for face in fonts.typefaces(family):
            yield face.font(face.weights[0], min(face.slants))


def _font_name(name: str) -> str:
    """The name of the file that a font becomes. Raises CardgenError."""
    stem, ending = PurePath(name).stem, ending_of(name)
    if ending not in _FONT_ENDINGS:
        remedy = f"bring one that ends in {', '.join(_FONT_ENDINGS)}"
        raise CardgenError(Finding("font-unusable", f"{name} is no font by its name", remedy))
    safe_stem = _OTHER.sub("-", stem).strip("-._")[:80]
    return f"{safe_stem or id_of(stem)}{ending}"


def template_brought(opened: OpenProject, name: str, card_id: str, side: str) -> Brought:
    """The template of a side of a `GAME/DECK` as one of the project's own, which the deck names.

    `side` names the key of its face, or that of its back; the card is that for which it is asked,
    or empty for the deck. Raises CardgenError."""
    project = opened.project
    project.check_writable()
    game, deck = _deck_of(opened, name)
    template = getattr(deck, side)
    card = _card_of(deck, name, card_id) if card_id else None
    if not template:
        what = f"{name} names no {side}"
        raise CardgenError(Finding("edit-impossible", what, "name one in its file first"))
    if card and getattr(card, side) not in ("", template):
        what = f"the card {card.id} names a {side} of its own"
        remedy = f"copy it into templates/, and name the copy as its {side} in the table"
        raise CardgenError(Finding("edit-impossible", what, remedy, card.where(side)))
    path = project.find_template(template)
    if path.is_relative_to(project.root):
        what = f"{template} is the project's own"
        raise CardgenError(Finding("edit-impossible", what, "edit it as it is"))
    own_name = _free_template(project, f"{game.id}/{path.stem}")
    copy = NewFile(project.root / "templates" / own_name, b"", project.read(path))
    edit = SettingsFile(project, game, deck, opened.problems).with_template(side, own_name)
    return Brought((copy, edit), f"{own_name} of {template}", name=own_name)


def _deck_of(opened: OpenProject, name: str) -> tuple[Game, Deck]:
    ((game, decks),) = opened.select([name])
    _, deck_id = parts_of(name)
    if not deck_id:
        raise CardgenError(Finding("unknown-deck", f'"{name}" names no deck', "name GAME/DECK"))
    (deck,) = decks
    return game, deck


def _card_of(deck: Deck, name: str, card_id: str) -> Card:
    card = next((card for card in deck if card.id == card_id), None)
    if card is None:
        what = f'there is no card "{card_id}" in {name} now'
        raise CardgenError(Finding("unknown-card", what, "look at the cards again"))
    return card


def _free_template(project: Project, stem: str) -> str:
    names = {name.casefold() for name in project.template_names()}
    number = 1
    name = f"{stem}.svg"
    while name.casefold() in names:
        number += 1
        name = f"{stem}-{number}.svg"
    return name


def ending_of(name: str) -> str:
    """The ending of a file's name, in small letters."""
    return PurePath(name).suffix.lower()


def single(files: Mapping[str, bytes]) -> tuple[str, bytes]:
    """The one spreadsheet among files. Raises CardgenError where there are others."""
    if len(files) != 1:
        raise CardgenError(
            Finding("file-missing", f"{len(files)} files are no spreadsheet", "bring one")
        )
    ((name, data),) = files.items()
    return name, data


def shape_of(size: str) -> Shape:
    """The shape of cards of a size. Raises CardgenError for what is none."""
    try:
        return card_size(size)
    except UnreadableError as error:
        raise CardgenError(error.finding) from None
