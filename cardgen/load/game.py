"""One folder of card_data/ becomes a game; what is wrong with any of them is reported together."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cardgen import stoppable
from cardgen.errors import CardgenError, Place, Problem, did_you_mean, shown
from cardgen.expressions import Decks, Expressions, scope_of
from cardgen.load.expand import Expander
from cardgen.load.fields import COMMON, blank, check_id, check_name, declared, wrong
from cardgen.load.overlay import CHANGEABLE, adopted, laid_over, with_own
from cardgen.load.source import Map, Node, Places, Seq, Source, Text, read
from cardgen.load.table import in_cells, read_table
from cardgen.model import Card, Colour, Deck, Dress, Field, Game
from cardgen.project import TABLES, Project
from cardgen.stock import Shape, Tray, card_size, pair
from cardgen.units import MM, length

T = TypeVar("T")

SMALLEST, LARGEST = 5 * MM, 1000 * MM
"""The least and the greatest side of a card, in points."""

_NOT_DECKS = ("game.yaml", "rules.yaml", "variants.yaml")
GAME_KEYS = ("title", "designer", "version", "credits", "palette", "decks", "box")
DECK_KEYS = (
    *("title", "size", "template", "back", "second_back", "shuffled_with", "fields", "cards", "extends", "change", "without"),
    *("box", "tray"),
)
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
SHAPES = {"circle": ("diameter",), "hexagon": ("width",), "rectangle": ("width", "height", "corner")}


class Loaded(NamedTuple):
    """The games and decks that are in order, and every problem that was found, by place."""

    games: list[Game]
    problems: list[Problem]


@dataclass(slots=True)
class _Sources:
    """A game's files, read: the game still without decks, and each deck's file by id."""

    game: Game
    decks: dict[str, Source]
    broken: set[str] = field(default_factory=set)
    bases: dict[str, Deck] = field(default_factory=dict)
    """The decks of other games that decks of this one extend, by `GAME/DECK`."""

    @property
    def computed(self) -> bool:
        return any(source.computed for source in self.decks.values())


class _Made(NamedTuple):
    """A deck that was put together, or None, with what is wrong with it."""

    id: str
    deck: Deck | None
    problems: list[Problem]


def load_games(project: Project, names: Sequence[str] = (), *, within: tuple[str, ...] = ()) -> Loaded:
    """Every game of the project, or those named. A game or deck with a problem is left out; the others are not.

    `within` are the games whose decks are being loaded because others extend them. Raises CardgenError when a name is not that of a game.
    """
    folders = {folder.name: folder for folder in project.game_folders()}
    if unknown := [Problem(f'no game is called "{name}"', did_you_mean(name, folders)) for name in names if name not in folders]:
        raise CardgenError(*unknown)
    problems: list[Problem] = []
    sources = [found for name, folder in folders.items() if not names or name in names if (found := _read(project, folder, problems))]
    for found in sources:
        _find_bases(found, project, within, problems)
    done = {found.game.id: _assembled(found, project) for found in sources}
    try:
        computed = [(found, done[found.game.id]) for found in sources if found.computed]
        for game, made in stoppable.run(_computed, computed, project) if computed else ():
            done[game][made.id] = made
    except stoppable.Stopped as error:
        problems += error.problems
    games = []
    for found in sources:
        problems += [problem for made in done[found.game.id].values() for problem in made.problems]
        decks = {id: made.deck for id, made in done[found.game.id].items() if made.deck}
        _check_shuffles(found, decks, problems)
        games.append(replace(found.game, decks=tuple(decks[id] for id in found.decks if id in decks)))
    return Loaded(games, sorted(dict.fromkeys(problems), key=_by_place))


def _by_place(problem: Problem) -> tuple[str, int, int]:
    place = problem.place
    return (str(place.file), place.line, place.column) if place else ("", 0, 0)


# Reading a folder


def _read(project: Project, folder: Path, problems: list[Problem]) -> _Sources | None:
    """The files of a game. None when its game.yaml cannot be used, or when the folder holds no game at all."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        problems.append(Problem(f"the folder cannot be read: {error.strerror}", "make it readable", Place(folder)))
        return None
    files = [path for path in entries if path.suffix.lower() in (".yaml", ".yml") and not path.name.startswith(".")]
    outside = [path for path in files if not project.holds(path)]
    problems += [Problem("this is a link that leads out of the project", "copy the file here", Place(path)) for path in outside]
    problems += [Problem("a file of this kind ends in .yaml", "rename it", Place(path)) for path in files if path.suffix != ".yaml"]
    files = [path for path in files if path not in outside and path.suffix == ".yaml"]
    header = folder / "game.yaml"
    if header not in files:
        if files:
            problems.append(Problem(f"{shown(folder)} has no game.yaml", "add one, with a title", Place(files[0])))
        return None
    source = read(header, problems)
    if source is None:
        return None
    section = _Section(source, problems)
    section.attempt(source.root, check_id, folder.name, "game (the name of its folder)")
    game = _game(section, folder)
    game = replace(game, box=_dress(section, project, game))
    if section.failed:
        return None
    decks: dict[str, Source] = {}
    broken: set[str] = set()
    for path in files:
        if path.name in _NOT_DECKS or "." in path.stem:
            continue
        before = len(problems)
        try:
            check_id(path.stem, "deck (the name of its file)")
            if deck := read(path, problems):
                decks[path.stem] = deck
        except CardgenError as error:
            problems += [problem.at(Place(path)) for problem in error.problems]
        if len(problems) > before:
            broken.add(path.stem)
    order = _deck_order(source, [*decks, *sorted(broken - decks.keys())], problems)
    return _Sources(game, {id: decks[id] for id in order if id in decks}, broken)


def _find_bases(sources: _Sources, project: Project, within: tuple[str, ...], problems: list[Problem]) -> None:
    """Load the decks that decks of this game extend; the game has the colours, lists and drawings of their games from then on."""
    game = sources.game
    loaded: dict[str, Loaded] = {}
    for id, source in sources.decks.items():
        node = _Section(source, []).get("extends")
        if node is None:
            continue
        try:
            name, _, deck = node.partition("/") if isinstance(node, Text) else ("", "", "")
            if not deck:
                raise wrong("extends names a deck of another game", "write  extends: best-candy-on-the-block/main")
            if name in (*within, game.id):
                raise wrong(f"the deck is made of itself: {' from '.join((*within, game.id, name))}", "extend a deck of another game")
            if name not in loaded:
                mine = any(folder.name == name for folder in project.game_folders())
                home = project if mine else Project(project.shipped, project.output, project.shipped)
                loaded[name] = load_games(home, [name], within=(*within, game.id))
            base = next(iter(loaded[name].games), None)
            if base is None or deck not in [each.id for each in base.decks]:
                if base and not (base.folder / f"{deck}.yaml").is_file():
                    raise wrong(f'{name} has no deck "{deck}"', did_you_mean(deck, [each.id for each in base.decks]))
                raise wrong(f'this extends "{node}", which has a problem of its own', "mend that deck first")
        except CardgenError as error:
            problems += [problem.at(source.place(node)) for problem in error.problems]
            sources.broken.add(id)
            continue
        sources.bases[str(node)] = base.deck(deck)
        game = replace(
            game,
            palette={**base.palette, **game.palette},
            lists={**base.lists, **game.lists},
            credits=game.credits or base.credits,
        )
        project.borrow_art(game.folder, base.folder)
    sources.game = game


class _Section:
    """Reads the top of a file and notes what is wrong with it."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        self.before = len(problems)

    @property
    def failed(self) -> bool:
        return len(self.problems) > self.before

    def get(self, name: str) -> Node | None:
        node = self.source.root.get(name)  # type: ignore[call-overload]
        return None if blank(node) else node

    def text(self, name: str, default: str | None = None) -> str:
        """A text, or `default`; without a default it must be given. Empty when it is wrong."""
        node = self.get(name)
        if node is None:
            if default is None:
                self.wrong(f"there is no {name}", f"add a line such as  {name}: ...", Place(self.source.file, 1))
            return default or ""
        if isinstance(node, Text):
            return str(node)
        self.wrong(f"{name} must be a text", "put it in quotes", node)
        return ""

    def texts(self, name: str) -> list[Text]:
        """A list of texts, or a single one, or nothing."""
        node = self.get(name)
        items = [node] if isinstance(node, Text) else node if isinstance(node, Seq) else []
        texts = [item for item in items if isinstance(item, Text)]
        if node is not None and (isinstance(node, Map) or len(texts) < len(items)):
            self.wrong(f"{name} must be a list of names", f"write  {name}: [one, two]", node)
        return texts

    def attempt(self, node: Node, check: Callable[..., T], *args: Any) -> T | None:
        """What `check` gives for `args`, or None when it raises a problem, which is placed at `node`."""
        try:
            return check(*args)
        except CardgenError as error:
            self.problems += [problem.at(self.source.place(node)) for problem in error.problems]
            return None

    def wrong(self, what: str, remedy: str, where: Node | Place) -> None:
        self.problems.append(Problem(what, remedy, where if isinstance(where, Place) else self.source.place(where)))


def _game(section: _Section, folder: Path) -> Game:
    source = section.source
    title, designer, version = section.text("title"), section.text("designer", ""), section.text("version", "1")
    lists: dict[str, tuple[str, ...]] = {}
    for key, node in source.root.items():
        if key in GAME_KEYS:
            continue
        if not isinstance(node, Seq):
            section.wrong(f'game.yaml knows no "{key}"', f"{did_you_mean(key, GAME_KEYS)}, or make it a list of ids", key)
            continue
        section.attempt(key, check_name, key, "list", ("card", "deck", "game"))
        lists[str(key)] = tuple(_ids(section, node))
    credits = section.text("credits", "")
    return Game(folder.name, title, designer, folder, _palette(section), lists, (), version, source.place(source.root), credits)


def _ids(section: _Section, nodes: Seq) -> Iterator[str]:
    seen: dict[str, Text] = {}
    for node in nodes:
        if not isinstance(node, Text):
            section.wrong("a list in game.yaml holds ids", "write  suits: [candy, nuts]", node)
        elif node in seen:
            section.wrong(f'"{node}" is in this list twice', "remove one of them", node)
        else:
            section.attempt(node, check_id, node, "list's entry")
            seen[node] = node
            yield str(node)


def _palette(section: _Section) -> dict[str, Colour]:
    node = section.get("palette")
    if node is not None and not isinstance(node, Map):
        section.wrong("palette must be names with colours", 'write  palette: {ink: "#2B2138"}', node)
    colours: dict[str, Colour] = {}
    for name, spec in node.items() if isinstance(node, Map) else ():
        section.attempt(name, check_name, name, "colour", dir(dict))
        if colour := section.attempt(spec, _colour, spec):
            colours[str(name)] = colour
    return colours


def _colour(spec: Node) -> Colour:
    remedy = 'write "#2B2138", or {rgb: "#2B2138", cmyk: [0, 0, 0, 100]}'
    parts: Mapping[Any, Node] = spec if isinstance(spec, Map) else {"rgb": spec}
    if unknown := [key for key in parts if key not in ("rgb", "cmyk")]:
        raise wrong(f'a colour has no "{unknown[0]}"', remedy)
    rgb, cmyk = parts.get("rgb"), parts.get("cmyk")
    if not isinstance(rgb, Text) or not _HEX.fullmatch(rgb):
        given = f'"{rgb}"' if isinstance(rgb, Text) and rgb else "this"
        raise wrong(f"{given} is not a colour", remedy)
    if cmyk is None:
        return Colour(rgb.upper())
    try:
        percent = [float(item) for item in cmyk if isinstance(item, Text)] if isinstance(cmyk, Seq) else []
    except ValueError:
        percent = []
    if len(percent) != 4 or len(cmyk) != 4 or not all(0 <= value <= 100 for value in percent):
        raise wrong("cmyk must be four percentages from 0 to 100", remedy)
    return Colour(rgb.upper(), (percent[0], percent[1], percent[2], percent[3]))


def _deck_order(source: Source, ids: list[str], problems: list[Problem]) -> list[str]:
    """The decks that `decks` names, then the others by name."""
    named = _Section(source, problems).texts("decks")
    for node in named:
        if node not in ids:
            problems.append(Problem(f'this game has no deck "{node}"', did_you_mean(node, ids) or f"add {node}.yaml", source.place(node)))
    return list(dict.fromkeys([*(str(node) for node in named if node in ids), *ids]))


# Putting decks together


def _assembled(sources: _Sources, project: Project) -> dict[str, _Made]:
    """The decks of a game in which nothing is computed."""
    assembly = _Assembly(sources, project, {})
    return {id: assembly.made(id) for id, source in sources.decks.items() if not source.computed}


def _computed(games: list[tuple[_Sources, dict[str, _Made]]], project: Project) -> Iterator[tuple[str, _Made]]:
    """The decks in which something is, each with the id of its game. Expressions are computed here, so it is to be run in `stoppable`."""
    for sources, done in games:
        assembly = _Assembly(sources, project, done)
        for id, source in sources.decks.items():
            if source.computed:
                yield sources.game.id, assembly.made(id)


@cache
def _expressions() -> Expressions:
    return Expressions()


@dataclass(slots=True)
class _Head:
    """The top of a deck file."""

    id: str
    title: str
    shape: Shape
    template: str
    back: str
    second_back: str
    shuffled_with: tuple[str, ...]
    fields: Mapping[str, Field]
    box: Dress
    tray: Tray | None


class _Assembly:
    """Puts the decks of one game together. An expression that asks for another deck has that one made first."""

    def __init__(self, sources: _Sources, project: Project, done: Mapping[str, _Made]) -> None:
        self.sources = sources
        self.project = project
        self.done = dict(done)
        self.doing: list[str] = []
        self.busy: list[tuple[str, Place]] = []
        self.scope = scope_of(sources.game, Decks([*sources.decks, *sorted(sources.broken - sources.decks.keys())], self._asked))

    def made(self, id: str) -> _Made:
        if id not in self.done:
            self.doing.append(id)
            try:
                self.done[id] = self._make(id)
            finally:
                self.doing.pop()
        return self.done[id]

    def _asked(self, id: str) -> Deck:
        """The deck an expression asks for. Raises CardgenError when it cannot be had."""
        if id in self.doing:
            circle = [*self.doing[self.doing.index(id) :], id]
            what = (
                f"the deck {id} is computed from itself"
                if len(circle) == 2
                else f"decks are computed from each other: {' from '.join(circle)}"
            )
            raise wrong(what, "write the values of one of them out")
        made = self.made(id) if id in self.sources.decks else None
        if self.busy:
            stoppable.note(*self.busy[-1])
        if made is None or made.deck is None:
            raise wrong(f'this is computed from the deck "{id}", which has a problem of its own', "mend that deck first")
        return made.deck

    def _compute(self, expression: Text, place: Place, names: Mapping[str, Any]) -> Any:
        self.busy.append((f'"{expression}"', place))
        stoppable.note(*self.busy[-1])
        try:
            return _expressions().compile(expression, place)({**self.scope, **names})
        finally:
            self.busy.pop()

    def _make(self, id: str) -> _Made:
        game, source, problems = self.sources.game, self.sources.decks[id], list[Problem]()
        section = _Section(source, problems)
        extended = section.get("extends")
        base = None if extended is None else self.sources.bases.get(str(extended))
        if extended is not None and base is None:  # its own problem says why
            return _Made(id, None, problems)
        head = self._head(section, id, base)
        cards = self._extended(section, head, base) if base else self._cards(section, head)
        if not section.failed and not any(card.copies for card in cards):
            section.wrong("this deck has no card to print", "add a card, or give one copies", source.root.key("cards") or source.root)
        if section.failed or id in self.sources.broken:
            return _Made(id, None, problems)
        shape, template, back, shuffled = head.shape, head.template, head.back, head.shuffled_with
        places = Places(source.file, ((str(key), key) for key in source.root))
        deck = Deck(id, head.title, game.id, shape, template, back, cards, head.fields, shuffled, source.file, places, head.second_back)
        return _Made(id, replace(deck, box=head.box, tray=head.tray), problems)

    def _head(self, section: _Section, id: str, base: Deck | None) -> _Head:
        for key in section.source.root:
            if key not in DECK_KEYS:
                section.wrong(f'a deck has no "{key}"', did_you_mean(key, DECK_KEYS), key)
            elif key in ("change", "without") and not base and "extends" not in section.source.root:
                section.wrong(f"{key} belongs to a deck that extends another", "add  extends: GAME/DECK", key)
        files = {name: section.text(name, getattr(base, name, "")) for name in ("template", "back", "second_back")}
        for name, file in files.items():
            if file and (node := section.get(name)) is not None:
                section.attempt(node, self.project.find_template, file)
        fields = declared(section.source, section.get("fields"), self.sources.game.lists, section.problems)
        fields = {**base.fields, **fields} if base else fields
        title = section.text("title", base.title if base else id.replace("-", " ").title())
        shuffled = tuple(str(text) for text in section.texts("shuffled_with"))
        size = base.shape if base and section.get("size") is None else _size(section)
        node = section.get("tray")
        tray = None if node is None else section.attempt(node, _tray, node)
        box = _dress(section, self.project, self.sources.game)
        box = base.box if base and box == Dress() else box
        return _Head(id, title, size, files["template"], files["back"], files["second_back"], shuffled, fields, box, tray)

    def _extended(self, section: _Section, head: _Head, base: Deck) -> tuple[Card, ...]:
        """The cards of the deck that this one extends, without some, with others changed, replaced and added."""

        def check(name: str, value: Any) -> None:
            if name == "art":
                self.project.find_art(self.sources.game.folder, value)
            elif name in ("template", "back") and value:
                self.project.find_template(value)

        cards = adopted(base, head.id, head.template, head.back)
        dropped = section.texts("without")
        for node in dropped:
            if node not in [card.id for card in cards]:
                remedy = did_you_mean(node, [card.id for card in cards])
                section.wrong(f'{base.game}/{base.id} has no card "{node}"', remedy, node)
        kept = [card for card in cards if card.id not in dropped]
        fields = {**head.fields, **{name: COMMON[name] for name in CHANGEABLE}}
        changed = laid_over(kept, section.get("change"), section.source, fields, section.problems, check)
        own = self._cards(section, head) if section.get("cards") is not None else ()
        return with_own(changed, own)

    def _cards(self, section: _Section, head: _Head) -> tuple[Card, ...]:
        """The cards that a deck file lists, or those of the table it names."""
        source, game = section.source, self.sources.game
        entries, problems = section.get("cards"), list[Problem]()
        if isinstance(entries, Text) and entries.lower().endswith(TABLES):
            file = section.attempt(entries, self.project.find_table, game.folder, entries)
            if file is None:
                return ()
            source = read_table(file, head.fields, problems)
            entries = source.root.get("cards")  # type: ignore[call-overload]
        if isinstance(entries, Seq):
            cards = Expander(source, head, game.folder, self.project, game.lists, self._compute, problems).cards(entries)
            section.problems += problems if source is section.source else in_cells(problems, source.file)
            return cards
        if entries is None:
            section.wrong("this deck has no cards", "add  cards:  and a line for each card", Place(section.source.file, 1))
        else:
            remedy = "begin each card on a line of its own:  - {id: ..., ...}  or name a table, such as cards.csv"
            section.wrong("cards must be a list", remedy, entries)
        return ()


def _size(section: _Section) -> Shape:
    nothing = Shape("rectangle", 0, 0)
    node = section.get("size")
    if node is None:
        section.wrong("there is no size", "add a line such as  size: poker", Place(section.source.file, 1))
        return nothing
    return section.attempt(node, _shape, node) or nothing


def _shape(node: Node) -> Shape:
    """The shape that a size means. Raises CardgenError."""
    try:
        if isinstance(node, Text):
            shape = card_size(node)
        elif isinstance(node, Map):
            shape = _cut(node)
        else:
            raise wrong("a size is no list", "write  size: poker")
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise wrong(what, remedy or "write a name such as poker, or 63.5mm x 88.9mm") from error
    if not all(SMALLEST <= side <= LARGEST for side in (shape.width, shape.height)):
        raise wrong(f"a card of {shape} cannot be made", f"use sides from {SMALLEST / MM:g} to {LARGEST / MM:g} mm")
    if shape.corner > min(shape.width, shape.height) / 2:
        raise wrong("the corner is larger than half the card", "make it smaller")
    return shape


def _dress(section: _Section, project: Project, game: Game) -> Dress:
    """How a box is dressed: a folder of templates, or that and more by name."""
    node = section.get("box")
    if node is None:
        return Dress()
    given = node if isinstance(node, Map) else {"templates": node}
    names = ("templates", "art", "colour", "says")
    for key, value in given.items():
        if key not in names or not isinstance(value, Text):
            what = f"the {key} of a box is a text" if key in names else f'a box has no "{key}"'
            section.wrong(what, "write  box: {templates: my-box, art: candy-corn, colour: pumpkin}, or some of it", node)
            return Dress()
    said = {str(key): str(value) for key, value in given.items()}
    folders = sorted({name.rpartition("/")[0] for name in project.template_names()} - {""})
    for key, known, what in (("templates", folders, "folder of templates"), ("colour", list(game.palette), "colour of the palette")):
        if key in said and said[key] not in known:
            section.wrong(f'no {what} is called "{said[key]}"', did_you_mean(said[key], known), given[key])  # type: ignore[index]
    if "art" in said:
        section.attempt(given["art"], project.find_art, game.folder, said["art"])  # type: ignore[index]
    return Dress(**said)


def _tray(node: Node) -> Tray:
    """A tray to be folded for each card. Raises CardgenError."""
    remedy = "write  tray: {floor: 76mm x 76mm, wall: 38mm, lean: 20}"
    if not isinstance(node, Map) or not {"floor", "wall"} <= {str(key) for key in node} <= {"floor", "wall", "lean"}:
        raise wrong("a tray has a floor, a wall and perhaps a lean", remedy)
    try:
        (width, height), wall = (pair(str(node["floor"])), length(str(node["wall"])))  # type: ignore[index]
        lean = float(str(node.get("lean") or 0))  # type: ignore[call-overload]
    except ValueError as error:
        raise wrong(str(error), remedy) from error
    if not (20 * MM <= min(width, height) and 5 * MM <= wall and max(width, height, wall) <= LARGEST and 0 <= lean <= 35):
        raise wrong("such a tray cannot be folded", "give a floor of 20 mm a side or more, walls of 5 mm or more, a lean of 0 to 35")
    return Tray(width, height, wall, lean)


def _cut(node: Map) -> Shape:
    given: dict[str, str] = {str(key): str(value) for key, value in node.items() if isinstance(value, Text)}
    kind = given.pop("shape", "")
    if kind not in SHAPES:
        raise ValueError(f'no shape is called "{kind}"; {did_you_mean(kind, SHAPES)}')
    if unknown := [key for key in node if key != "shape" and key not in SHAPES[kind]]:
        raise ValueError(f'a {kind} has no "{unknown[0]}"; {did_you_mean(unknown[0], SHAPES[kind])}')
    if absent := [name for name in SHAPES[kind] if name not in given and name != "corner"]:
        raise ValueError(f"a {kind} must say its {absent[0]}; write  {absent[0]}: 30mm")
    sides = {name: length(text) for name, text in given.items()}
    if kind == "circle":
        return Shape(kind, sides["diameter"], sides["diameter"])
    if kind == "hexagon":
        return Shape(kind, sides["width"], sides["width"] * math.sqrt(3) / 2)
    return Shape(kind, sides["width"], sides["height"], sides.get("corner", 0.0))


# Across decks


def _check_shuffles(sources: _Sources, decks: Mapping[str, Deck], problems: list[Problem]) -> None:
    """Decks that are shuffled together must be of one size and look the same from behind."""
    known = sources.decks.keys() | sources.broken
    for id, deck in decks.items():
        for node in _Section(sources.decks[id], []).texts("shuffled_with"):
            place = sources.decks[id].place(node)
            other = decks.get(node)
            if node not in known or node == id:
                what = "a deck is not shuffled with itself" if node == id else f'this game has no deck "{node}"'
                problems.append(Problem(what, did_you_mean(node, sorted(known - {id})) or "remove it", place))
            elif other is not None:
                problems += [problem.at(place) for problem in _told_apart(deck, other)]


def _told_apart(deck: Deck, other: Deck) -> Iterator[Problem]:
    mine, theirs = deck.shape, other.shape
    if (mine.kind, mine.width, mine.height, mine.corner) != (theirs.kind, theirs.width, theirs.height, theirs.corner):
        yield Problem(f'"{other.id}" is shuffled with this deck but is cut to {theirs}, not to {mine}', "give both the same size")
    backs = {card.back: f"{card.deck}/{card.id}" for card in chain(reversed(other.cards), reversed(deck.cards)) if card.copies}
    if len(backs) > 1:
        examples = " and ".join(f'{name} ("{back}")' for back, name in list(backs.items())[:2])
        yield Problem(f'"{other.id}" is shuffled with this deck but their backs differ: {examples}', "give both the same back")
