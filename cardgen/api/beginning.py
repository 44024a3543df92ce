"""Projects that a page begins: plain cards, a copy, a spreadsheet or pictures of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from cardgen.api.bringing import (
    POKER,
    BroughtTable,
    ending_of,
    named_as_brought,
    shape_of,
    single,
    table_deck,
)
from cardgen.api.picture_deck import PictureDeck, pictures_as_project
from cardgen.api.starter import check_outside, new_project, with_schemas
from cardgen.base.files import as_text, put_in_place, read_inside, read_own
from cardgen.base.scratch import scratch_folder
from cardgen.base.units import MM
from cardgen.load.game import NOT_DECKS
from cardgen.load.looks import LOOKS_FOLDER, look_palettes
from cardgen.model.card_roles import FACES, PLAIN
from cardgen.model.project import Project, shipped_root
from cardgen.schema.spelling import as_yaml
from cardgen.schema.values import id_of

SAMPLES = Path(__file__).parent / "starter_looks"
"""A deck of three cards for each look."""
_SMALL_GAMES = ("lantern-night", "inkscape")
LOOKS = (PLAIN, *FACES, *_SMALL_GAMES)
"""What a new game looks like: plain cards, a look, or one of the small games of `cardgen new`."""
_SMALLEST = 40
"""Millimetres from which on a card has room for a title above its text."""
_CARDS = """\
# One line for each card. Every field of a card is declared here.
title: Cards
size: {size}
template: {template}
fields:
  text: {{text: {{optional: true}}}}
cards:
  - {{id: first, name: First card, text: "**Bold**, *italic* and [red]{{.red}} are written so."}}
  - {{id: second, name: Second card, copies: 2, text: This one is printed twice.}}
  - {{id: third, name: Third card}}
"""
_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">
  <rect id="ground" x="-3" y="-3" width="{ground_width:g}" height="{ground_height:g}"
    fill="{{{{ palette.cream }}}}"/>
  <rect id="frame" x="4" y="4" width="{frame_width:g}" height="{frame_height:g}" rx="3"
    fill="none" stroke="{{{{ palette.ink }}}}" stroke-width="0.5"/>
  {{{{ text_box(card.name, 7, 7, {text_width:g}, 12, size=15, min_size=6, weight=800,
    align='center', valign='middle', fill=palette.ink) }}}}
  {{{{ text_box(card.text, 7, 23, {text_width:g}, {text_height:g}, size=10, min_size=5,
    fill=palette.ink) }}}}
{art}</svg>
"""
_ART = """\
  {{% if card.art %}}<image href="{{{{ card.art }}}}" x="7" y="{y:g}"
    width="{width:g}" height="{height:g}"/>{{% endif %}}
"""
_LEAST_ART = 15
"""Millimetres that a drawing below the text has at least; a lower card has none."""
_GAME = """\
title: {title}
palette: {{ink: "#2B2138", cream: "#FFF7E8", red: "#B3122F"}}
styles:
  red: {{color: red, bold: true}}
"""
_FACTS = """\
# What the cover of the book and the box say, too:
# designer: Your name
# players: 2-4
# minutes: 30
# age: 8
# about: What the game is, in a sentence or two, for the back of the box.
"""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a project begins with, and the folder that it is made in.

    `kind` is a name of KINDS; `size` is that of the cards, where it is empty poker or what
    cards of the look have; `look` is one of LOOKS: where it is empty plain cards,
    or for a spreadsheet the look that suits its columns; `palette` one of the looks' palettes, else
    that of the look. `game` is the shipped game that is copied, `files` what was brought, by
    name."""

    kind: str
    folder: Path
    title: str = ""
    size: str = ""
    look: str = ""
    palette: str = ""
    game: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)


def begin(beginning: Beginning) -> list[Path]:
    """Make a project in a folder that is empty or new; returns its files, relative to that.

    Raises CardgenError, and then nothing is written."""
    return KINDS[beginning.kind](beginning)


def _new(beginning: Beginning) -> list[Path]:
    if beginning.look in FACES:
        return _with_look(beginning)
    if beginning.look in _SMALL_GAMES:
        return new_project(beginning.folder, for_inkscape=beginning.look == "inkscape")
    size = beginning.size or POKER
    shape = shape_of(size)
    game = id_of(beginning.title or "My game")
    template = f"{game}/card.svg"
    files = {
        f"card_data/{game}/game.yaml": _GAME.format(title=as_yaml(beginning.title or "My game")),
    }
    if shape.kind == "rectangle" and min(shape.width, shape.height) / MM >= _SMALLEST:
        files[f"templates/{template}"] = _template(shape.width / MM, shape.height / MM)
    else:
        template = "plain.svg"
    deck = _CARDS.format(size=as_yaml(size), template=template)
    files[f"card_data/{game}/cards.yaml"] = deck
    return _written(beginning.folder, {name: text.encode() for name, text in files.items()})


def _with_look(beginning: Beginning) -> list[Path]:
    """A game of three cards in a look."""
    title = beginning.title or "My game"
    folder = f"card_data/{id_of(title)}"
    deck = _sample(beginning.look)
    if beginning.size:
        shape_of(beginning.size)
        deck = deck.replace(f"\n{_sized(deck)[0]}\n", f"\nsize: {as_yaml(beginning.size)}\n")
    files = {
        f"{folder}/game.yaml": _game_in_look(title, beginning.palette or FACES[beginning.look]),
        f"{folder}/{beginning.look}.yaml": deck,
        f"{folder}/rulebook.md": read_own(SAMPLES / "rulebook.md").decode("utf-8"),
    }
    return _written(beginning.folder, {name: text.encode() for name, text in files.items()})


def size_of_look(look: str) -> str:
    """The size of the cards that a new game in a look has."""
    return _sized(_sample(look))[1]


def _sample(look: str) -> str:
    return read_own(SAMPLES / f"{look}.yaml").decode("utf-8")


def _sized(deck: str) -> re.Match[str]:
    """The line of a sample deck with its size."""
    (line,) = re.finditer("^size: (.+?)(?: *#.*)?$", deck, re.MULTILINE)
    return line


def _game_in_look(title: str, palette: str) -> str:
    """The game file of a game that has a palette of the looks."""
    palettes = ", ".join(look_palettes())
    remark = f"  # or {LOOKS_FOLDER}NAME: {palettes}"
    return f"title: {as_yaml(title)}\npalette: {LOOKS_FOLDER}{palette}{remark}\n{_FACTS}"


def _template(width: float, height: float) -> str:
    text_height, art = height - 30, ""
    art_height = round(text_height / 2)
    if art_height >= _LEAST_ART:
        text_height = round(text_height - art_height - 2, 3)
        art = _ART.format(y=25 + text_height, width=width - 14, height=art_height)
    return _TEMPLATE.format(
        width=width,
        height=height,
        ground_width=width + 6,
        ground_height=height + 6,
        frame_width=width - 8,
        frame_height=height - 8,
        text_width=width - 14,
        text_height=text_height,
        art=art,
    )


def _copied(beginning: Beginning) -> list[Path]:
    shipped = Project(shipped_root(), beginning.folder)
    return new_project(beginning.folder, beginning.game, shipped)


def _of_table(beginning: Beginning) -> list[Path]:
    """A game whose deck has its cards from a spreadsheet that was brought."""
    name, data = single(beginning.files)
    if beginning.size:
        shape_of(beginning.size)
    stem = _deck_id(name)
    title = beginning.title or as_text(PurePath(name).stem)
    folder = f"card_data/{id_of(title)}"
    table = BroughtTable(stem, title, beginning.size, name, data, beginning.look)
    deck_files = table_deck(table)
    files = {f"{folder}/{file_name}": content for file_name, content in deck_files.items()}
    look = beginning.look or _look_of(deck_files[f"{stem}.yaml"].decode())
    game_file = (
        _game_in_look(title, beginning.palette or FACES[look])
        if look in FACES
        else _GAME.format(title=as_yaml(title))
    )
    return _written(beginning.folder, {f"{folder}/game.yaml": game_file.encode(), **files})


def proposed_look(files: Mapping[str, bytes]) -> str:
    """The look that suits the columns of a spreadsheet, one of LOOKS.

    Raises CardgenError for what is no spreadsheet with cards."""
    name, data = single(files)
    stem = _deck_id(name)
    deck_files = table_deck(BroughtTable(stem, "", "", name, data))
    return _look_of(deck_files[f"{stem}.yaml"].decode()) or PLAIN


def _deck_id(name: str) -> str:
    """The id of the deck that a spreadsheet of this name becomes."""
    stem = id_of(PurePath(name).stem)
    return "cards" if f"{stem}.yaml" in (*NOT_DECKS, f"{stem}{ending_of(name)}") else stem


def _look_of(deck_file: str) -> str:
    """The look that a proposed deck file names; empty for none."""
    match = re.search(rf"^template: {LOOKS_FOLDER}(\w+)\.svg", deck_file, re.MULTILINE)
    return match[1] if match else ""


def _of_pictures(beginning: Beginning) -> list[Path]:
    """A game whose cards are pictures that were brought."""
    with TemporaryDirectory(dir=scratch_folder()) as room:
        pictures = Path(room) / (id_of(beginning.title) if beginning.title else "pictures")
        for name, data in beginning.files.items():
            put_in_place(pictures / PurePath(name).name, data)
        pictures.mkdir(exist_ok=True)
        made = Path(room) / "project"
        with named_as_brought(pictures):
            project = pictures_as_project(pictures, made, PictureDeck(beginning.size or POKER))
        files = {
            path.relative_to(made).as_posix(): read_inside(path, made)
            for path in sorted(made.rglob("*"))
            if path.is_file()
        }
        if beginning.title:
            game_file = f"card_data/{project.game}/game.yaml"
            files[game_file] = f"title: {as_yaml(beginning.title)}\n".encode()
    return _written(beginning.folder, files)


KINDS: dict[str, Callable[[Beginning], list[Path]]] = {
    "new": _new,
    "copy": _copied,
    "table": _of_table,
    "pictures": _of_pictures,
}


def _written(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write the files of a project into an empty folder, with its schemas."""
    check_outside(folder)
    return with_schemas(folder, files)
