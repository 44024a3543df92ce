"""One folder of card_data/ becomes a game.

What is wrong with any of them is reported together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import (
    CardgenError,
    Finding,
    Place,
    collect_findings,
    limit_findings,
    shown,
)
from cardgen.base.suggestions import did_you_mean
from cardgen.load.accepted import ACCEPT
from cardgen.load.columns import DATA
from cardgen.load.data_tables import read_data_tables
from cardgen.load.decks import (
    DECK,
    Assembly,
    BuiltDeck,
    GameFiles,
    assembled,
    check_names_of_sizes,
    check_shuffles,
    computed_decks,
)
from cardgen.load.drawing_credits import read_credits
from cardgen.load.editions import FORM_FILE, read_form
from cardgen.load.expand import varies
from cardgen.load.looks import (
    BOOK,
    BOX,
    BOX_SAID,
    PALETTE,
    TYPESETTING,
    TYPESETTING_SAID,
    WORDS,
    read_book_dress,
    read_dress,
    told_apart,
)
from cardgen.load.play_facts import AGE, DICE, NUMBERS
from cardgen.load.production_facts import QUOTE
from cardgen.load.pulled import origins
from cardgen.load.shop_sizes import SHOP_SIZES, read_shop_sizes, shop_sizes
from cardgen.load.span_styles import STYLES, read_span_styles
from cardgen.load.vocabulary import VOCABULARY, check_keyword_styles, read_vocabulary
from cardgen.model.cards import FIRST_VERSION, Card, Deck, Edition, Game, Typesetting
from cardgen.model.production import BOOK_PART, BOX_PART, NOT_SAID
from cardgen.model.project import Project, aside
from cardgen.model.table_files import TABLES_AND_LISTS
from cardgen.sandbox import process
from cardgen.schema.keys import Key, Keys, Kind, Schema, Section
from cardgen.schema.kinds import (
    NAME,
    TEXT,
    as_written,
    ends_in,
    list_of,
    mapping_of,
    names,
    or_nothing,
)
from cardgen.schema.source import Map, Node, Seq, Source, TypedText, read
from cardgen.schema.values import blank, check_id, check_name, id_of, is_id, wrong

NOT_DECKS = ("game.yaml", "rules.yaml", "variants.yaml", FORM_FILE)
"""The YAML files of a game that are none of its decks."""
_DRESS = '`{templates: my-box, art: wolf, colour: sand, says: "..."}`'


def _words(section: Section, name: str, node: Node) -> dict[str, str]:
    return {} if isinstance(node, Seq) else dict(WORDS.kind.read(section, name, node))


_PERHAPS_LISTS = (
    *("words", "tables", "styles", "keywords", "about", "players", "minutes", "age", "dice"),
    SHOP_SIZES.name,
)
"""Keys of game.yaml that are lists of the game where a list stands after them."""
_LIST: Schema = {"type": "array", "items": {"type": ["string", "number", "boolean"]}}
DATA_TABLES = Key(
    "tables",
    as_written(
        {
            "anyOf": [
                {
                    "type": "object",
                    "additionalProperties": {"anyOf": [ends_in(TABLES_AND_LISTS), DATA.schema()]},
                },
                _LIST,
            ]
        }
    ),
    "[tables of data](howto-spreadsheets.md#tables-that-are-data-only), which make no cards, by "
    "name: `{pips: pips.csv}`, or "
    "`{prices: {file: game.xlsx, sheet: Prices}}`",
)
GAME = Keys(
    "game.yaml",
    Key("title", TEXT, "the game's name", needed=True),
    Key("designer", TEXT, "who thought it up"),
    Key(
        "version",
        TEXT,
        "which print of it this is, as sheets, boxes and books say; otherwise 1",
    ),
    Key("about", TEXT, "what it is, in a sentence or two: the back of its box says so"),
    Key("players", NUMBERS, "how many play it: `4`, `2-5`, or `3+`; covers and boxes say so"),
    Key("minutes", NUMBERS, "how long a game takes: `20`, or `30-45`"),
    Key("age", AGE, "from which age it is for, in years: `10`"),
    Key("dice", DICE, "the dice that lie on [its table](howto-tables.md): `{d6: 2, d20: 1}`"),
    Key(
        "credits",
        TEXT,
        "whom to thank, and what others may do with the game; ends the rulebook, and stands in "
        "the files' properties",
    ),
    Key(
        "palette",
        PALETTE,
        'colours by name, as CSS writes them: `ink: "#2B2138"`, `leaf: seagreen`, `sky: rgb(10 '
        "20 30)`; "
        'or `ink: {rgb: "#2B2138", cmyk: [0, 0, 0, 100]}` (percent); '
        "or a [palette of the looks](howto-looks.md#palettes): `looks/ember`",
    ),
    Key("decks", names(), "the decks in the order to show them; those not named follow by name"),
    Key(
        "logo",
        NAME,
        "the drawing of the title, of the game's `art/`, for covers and boxes; without it they "
        "set the title in type",
    ),
    Key("box", BOX, f"{BOX_SAID}: a folder of templates, or {_DRESS}, or some of it"),
    Key(
        "rulebook",
        BOOK,
        "how its [rulebook](rulebook.md#the-dress-of-a-book) is dressed: `{templates: my-book, "
        "accent: crimson}`",
    ),
    Key("typesetting", TYPESETTING, TYPESETTING_SAID),
    STYLES,
    # a game may have a list of words
    replace(WORDS, kind=Kind(_words, {"anyOf": [WORDS.kind.schema, _LIST]})),
    *VOCABULARY,
    DATA_TABLES,
    QUOTE,
    SHOP_SIZES,
    Key(
        "glossary",
        or_nothing(
            mapping_of(
                mapping_of(
                    list_of(NAME, "draw: [take, pick up]"), "terms", "draw: [take, pick up]"
                ),
                "languages with their terms",
                "glossary: {en: {draw: [take, pick up]}}",
            )
        ),
        "by language, terms with what is not to be written instead, as [cardgen "
        "wording](howto-wording.md) tells: `{en: {draw: [take, pick up]}}`",
    ),
    ACCEPT,
    Key(
        "seed",
        TEXT,
        "what [chance](howto-editions.md#chance-that-can-be-repeated) begins with: another text "
        "deals all anew",
    ),
    also={"additionalProperties": _LIST},
)
"""What game.yaml may say; all else in it is a list of texts."""


class Loaded(NamedTuple):
    """The games and decks that are in order.

    The problems that were found are beside them, by place."""

    games: list[Game]
    problems: list[Finding]


def load_games(
    project: Project, names: Sequence[str] = (), *, within: tuple[str, ...] = ()
) -> Loaded:
    """Every game of the project, or those named. A game or deck with a problem is left out; the
    others are not.

    `within` are the games whose decks are being loaded because others extend them. Raises
    CardgenError when a name is not that of a game."""
    folders = {folder.name: folder for folder in project.game_folders()}
    if unknown := [project.no_game(name, folders) for name in names if name not in folders]:
        raise CardgenError(*unknown)
    problems: list[Finding] = []
    sources = [
        files
        for name, folder in folders.items()
        if not names or name in names
        if (files := _read(project, folder, problems))
    ]
    for files in sources:
        _find_bases(files, project, within, problems)
    built_decks = {files.game.id: assembled(files, project) for files in sources}
    try:
        computed = [(files, built_decks[files.game.id]) for files in sources if files.computed]
        for game, built in process.run(computed_decks, computed, project) if computed else ():
            built_decks[game][built.id] = built
    except process.Stopped as error:
        problems += error.findings
    games = []
    drawings = read_credits(project, problems) if sources and not within else ()
    for files in sources:
        problems += [
            problem for built in built_decks[files.game.id].values() for problem in built.problems
        ]
        decks = {id: built.deck for id, built in built_decks[files.game.id].items() if built.deck}
        check_shuffles(files, decks, problems)
        check_names_of_sizes(files, decks, problems)
        sizes = shop_sizes(files.shop_sizes, decks, {*files.decks, *files.broken}, problems)
        games.append(
            replace(
                files.game,
                decks=tuple(decks[id] for id in files.decks if id in decks),
                sizes=sizes,
                drawings=tuple(credit for credit in drawings if credit.concerns(files.game.id)),
            )
        )
    return Loaded(games, limit_findings(sorted(dict.fromkeys(problems), key=_by_place)))


def _by_place(problem: Finding) -> tuple[str, int, int]:
    place = problem.place
    return (str(place.file), place.line, place.column) if place else ("", 0, 0)


# Reading a folder


def is_deck(file: Path) -> bool:
    """True if a YAML file of a game is meant for a deck.

    Its name tells, whatever its ending."""
    return f"{file.stem}.yaml" not in NOT_DECKS and "." not in file.stem


def _read(project: Project, folder: Path, problems: list[Finding]) -> GameFiles | None:
    """The files of a game. None when its game.yaml cannot be used, or when the folder holds no game
    at all."""
    files, misnamed = _yaml_files(project, folder, problems)
    header = folder / "game.yaml"
    if header not in files:
        if files and header.name not in misnamed.values():
            remedy = f"add one that says  title: {folder.name.replace('-', ' ').title()}"
            problems.append(
                Finding(
                    "file-missing",
                    f"{shown(folder)} has no game.yaml",
                    remedy,
                    Place(files[0]),
                )
            )
        return None
    source = read(header, problems, home=project.home_of(header))
    if source is None:
        return None
    section = Section(source, GAME, problems)
    section.attempt(source.root, check_id, folder.name, "game (the name of its folder)")
    game = _game(section, folder)
    game = replace(
        game,
        box=read_dress(section, project, game),
        rulebook=read_book_dress(section, project, game),
    )
    tables_node = section.get(DATA_TABLES.name)
    if isinstance(tables_node, Map):
        game = replace(game, tables=read_data_tables(section, project, game, tables_node))
    elif tables_node is not None and not isinstance(tables_node, Seq):
        section.wrong(
            "tables must be names with files",
            "write  tables: {pips: pips.csv}",
            tables_node,
            code="mapping-expected",
        )
    game = replace(game, vocabulary=read_vocabulary(section, project, game))
    check_keyword_styles(section, game.vocabulary, game.styles)
    if game.logo:
        section.attempt(section.get("logo") or section.start, project.check_art, folder, game.logo)
    if section.failed:
        return None
    decks, broken = _deck_files(project, files, problems)
    lists = _card_lists(folder, decks).union(
        table.file for table in game.tables.values() if table.file.suffix in (".yaml", ".yml")
    )
    for path in lists:
        decks.pop(path.stem, None)
    broken -= {path.stem for path in lists}
    problems[:] = [
        problem for problem in problems if not problem.place or problem.place.file not in lists
    ]
    broken |= {
        path.stem
        for path, proper_name in misnamed.items()
        if proper_name == f"{path.stem}.yaml" and is_deck(path) and path not in lists
    }
    if folder / FORM_FILE in files:
        form_and_example = read_form(project, game, problems)
        if form_and_example is None:
            return None
        form, example = form_and_example
        game = replace(game, editions=form, edition=example)
    order = _deck_order(section, [*decks, *sorted(broken - decks.keys())])
    _check_quoted_parts(section, order)
    game = replace(game, origins=tuple(origins(folder, decks)))
    sizes = read_shop_sizes(section, project)
    return GameFiles(game, {id: decks[id] for id in order if id in decks}, broken, sizes)


def _check_quoted_parts(section: Section, decks: Sequence[str]) -> None:
    """Report materials of parts that the game does not have."""
    quote = section.get(QUOTE.name)
    parts = quote.value("parts") if isinstance(quote, Map) else None
    known = [*decks, BOX_PART, BOOK_PART]
    for name in parts if isinstance(parts, Map) else ():
        if name not in known:
            what = f'the game has no part "{name}"'
            section.wrong(what, did_you_mean(str(name), known), name, code="unknown-deck")


def _yaml_files(
    project: Project, folder: Path, problems: list[Finding]
) -> tuple[list[Path], dict[Path, str]]:
    """The files of a game's folder that are read, and misnamed ones.

    Those have the name by which they would be read."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        problems.append(
            Finding(
                "file-unreadable",
                f"the folder cannot be read: {error.strerror}",
                "make it readable",
                Place(folder),
            )
        )
        return [], {}
    files = [path for path in entries if _called(path).endswith(".yaml")]
    outside = [path for path in files if not project.holds(path)]
    problems += [
        Finding(
            "link-leads-out",
            "this is a link that leads out of the project",
            "copy the file here",
            Place(path),
        )
        for path in outside
    ]
    misnamed = {
        path: proper_name
        for path in entries
        if (proper_name := _called(path)) not in ("", path.name)
    }
    for path, proper_name in misnamed.items():
        how = (
            "ends in .yaml"
            if proper_name.endswith(".yaml") and path.suffix != ".yaml"
            else f"is called {proper_name}"
        )
        problems.append(
            Finding(
                "file-misnamed",
                f"a file of this kind {how}",
                f"rename it to {proper_name}",
                Place(path),
            )
        )
    return [path for path in files if path not in outside and path not in misnamed], misnamed


def _called(path: Path) -> str:
    """The name that a file of a game's folder should have, or "".

    So every system finds it as those do that take Game.yaml for game.yaml; empty for a file that
    the program does not read."""
    if (
        path.suffix.lower() == ".txt"
        and not path.with_suffix("").exists()
        and (inner := _called(path.with_suffix("")))
    ):
        return inner  # as Windows names what it shows as rulebook.md
    if path.name.lower() == "rulebook.md":
        return "rulebook.md"
    if aside(path.name) or path.suffix.lower() not in (".yaml", ".yml"):
        return ""
    proper_name = f"{path.stem}.yaml"
    return proper_name.lower() if proper_name.lower() in NOT_DECKS else proper_name


def _deck_files(
    project: Project, files: Collection[Path], problems: list[Finding]
) -> tuple[dict[str, Source], set[str]]:
    """The decks among some files, and those with which something is wrong."""
    decks: dict[str, Source] = {}
    broken: set[str] = set()
    stems = {path.stem for path in files}
    for path in filter(is_deck, files):
        before = len(problems)
        with collect_findings(problems, Place(path)):
            _check_no_copy(path.stem, stems)
            check_id(path.stem, "deck (the name of its file)")
            if deck := read(path, problems, "size: poker", home=project.home_of(path)):
                decks[path.stem] = deck
        if len(problems) > before:
            broken.add(path.stem)
    return decks, broken


def _card_lists(folder: Path, decks: Mapping[str, Source]) -> set[Path]:
    """The YAML files that hold the cards of a deck.

    They are no decks themselves."""
    list_files = set()
    for source in decks.values():
        cards = source.root.value("cards")
        file = cards.value("file") if isinstance(cards, Map) else cards
        if not isinstance(file, TypedText) or not file.lower().endswith((".yaml", ".yml")):
            continue
        if is_deck(folder / file) and folder / file != source.file:
            list_files.add(folder / file)
    return list_files


def _check_no_copy(stem: str, stems: Collection[str]) -> None:
    """Raise CardgenError for a file that is a copy of another one.

    `main (1)`, `Copy of main`, `main-LAPTOP`: systems call copies so, and programs that share a
    folder where two people have changed the same file. No deck has such a name."""
    if is_id(stem):
        return
    signs = [place for place, sign in enumerate(stem) if not sign.isalnum()]
    # the longest beginning first, then the longest end
    parts = [stem[:place] for place in reversed(signs)]
    parts += [stem[place + 1 :] for place in signs]
    original = next((part for part in parts if part in stems and is_id(part)), None)
    if original:
        remedy = ""
        if is_deck(Path(f"{original}.yaml")):
            remedy = f"; call it {id_of(stem)}.yaml if it is another deck"
        raise wrong(
            f"this looks like a copy of {original}.yaml",
            f"keep what is right of both there, and take this one away{remedy}",
            code="file-misnamed",
        )


def _find_bases(
    sources: GameFiles, project: Project, within: tuple[str, ...], problems: list[Finding]
) -> None:
    """Load the decks that decks of this game extend.

    The game has the colours, lists and drawings of their games from then on."""
    game = sources.game
    loaded: dict[str, Loaded] = {}
    for id, source in sources.decks.items():
        node = source.root.value("extends")
        if node is None or blank(node):
            continue
        try:
            name, _, deck = node.partition("/") if isinstance(node, TypedText) else ("", "", "")
            if not deck:
                raise wrong(
                    "extends names a deck of another game",
                    "write  extends: other-game/deck",
                    code="extends-impossible",
                )
            if name in (*within, game.id):
                raise wrong(
                    f"the deck is made of itself: {' from '.join((*within, game.id, name))}",
                    "extend a deck of another game",
                    code="circular",
                )
            if name not in loaded:
                mine = any(folder.name == name for folder in project.game_folders())
                home = (
                    project if mine else Project(project.shipped, project.output, project.shipped)
                )
                loaded[name] = load_games(home, [name], within=(*within, game.id))
            base = next(iter(loaded[name].games), None)
            if base is None or deck not in [base_deck.id for base_deck in base.decks]:
                if base and not (base.folder / f"{deck}.yaml").is_file():
                    raise wrong(
                        f'{name} has no deck "{deck}"',
                        did_you_mean(deck, [base_deck.id for base_deck in base.decks]),
                        code="unknown-deck",
                    )
                raise wrong(
                    f'this extends "{node}", which has a problem of its own',
                    "mend that deck first",
                    code="extends-impossible",
                )
        except CardgenError as error:
            problems += error.at(source.place(node))
            sources.broken.add(id)
            continue
        sources.bases[str(node)] = base.deck(deck)
        game = replace(
            game,
            palette=told_apart({**base.palette, **game.palette}),
            lists={**base.lists, **game.lists},
            styles={**base.styles, **game.styles},
            tables={**base.tables, **game.tables},
            vocabulary=game.vocabulary.over(base.vocabulary),
            credits=game.credits or base.credits,
        )
        project.borrow_art(game.folder, base.folder)
    sources.game = game


def _game(section: Section, folder: Path) -> Game:
    source, title = section.source, section.value("title", "")
    designer = section.value("designer", "")
    version = section.value("version", FIRST_VERSION)
    credits = section.value("credits", "")
    lists: dict[str, tuple[str, ...]] = {}
    for key, node in source.root.items():
        if section.full:
            break
        if key in GAME and not (key in _PERHAPS_LISTS and isinstance(node, Seq)):
            continue
        if not isinstance(node, Seq):
            if key == "language":
                remedy = "write it under typesetting, as in  typesetting: {language: de}"
            elif key in DECK:
                remedy = "move it to the file of a deck, such as main.yaml beside this one"
            else:
                remedy = f"{did_you_mean(key, GAME).removesuffix('?')}, or make it a list of texts"
            section.wrong(f'game.yaml knows no "{key}"', remedy, key, code="unknown-key")
            continue
        section.attempt(key, check_name, key, "list", ("card", "deck", "game"))
        lists[str(key)] = tuple(_entries(section, node))
    palette = told_apart(section.value("palette", {}))
    game = Game(
        folder.name,
        title,
        designer,
        folder,
        palette,
        lists,
        (),
        version,
        source.place(source.root),
        credits,
    )
    typesetting = section.value("typesetting", Typesetting())
    logo = section.value("logo", "")
    seed = section.value("seed", "")
    return replace(
        game,
        typesetting=typesetting,
        styles=read_span_styles(section, palette, {}),
        logo=logo,
        seed=seed,
        about=section.value("about", ""),
        players=section.value("players", None),
        minutes=section.value("minutes", None),
        age=section.value("age", 0),
        dice=section.value("dice", {}),
        words=section.value("words", {}),
        accept=section.value("accept", ()),
        glossary=section.value("glossary", {}),
        production=section.value(QUOTE.name, NOT_SAID),
    )


def _entries(section: Section, nodes: Seq) -> Iterator[str]:
    entries: dict[str, TypedText] = {}
    for node in nodes:
        if not isinstance(node, TypedText):
            section.wrong(
                "a list in game.yaml holds ids",
                "write  suits: [clubs, hearts]",
                node,
                code="list-expected",
            )
        elif node in entries:
            section.wrong(
                f'"{node}" is in this list twice', "remove one of them", node, code="name-taken"
            )
        else:
            if not node.strip():
                section.wrong(
                    "this entry of a list says nothing",
                    "write a text, or take it out",
                    node,
                    code="text-expected",
                )
            entries[node] = node
            yield str(node)


def _deck_order(section: Section, ids: list[str]) -> list[str]:
    """The decks that `decks` names, then the others by name."""
    first_nodes = section.value("decks", [])
    for node in first_nodes:
        if node not in ids and not section.full:
            section.wrong(
                f'this game has no deck "{node}"',
                did_you_mean(node, ids, f"add {node}.yaml"),
                node,
                code="unknown-deck",
            )
    return list(dict.fromkeys([*(str(node) for node in first_nodes if node in ids), *ids]))


# Editions


class EditionSources:
    """The files of a game, read once, of which each edition's decks are made. It can be sent to
    other processes."""

    def __init__(self, project: Project, game: Game) -> None:
        problems: list[Finding] = []
        sources = _read(project, game.folder, problems)
        if sources is None:
            raise CardgenError(*problems)
        _find_bases(sources, project, (), problems)
        self._project, self._sources, self._game = project, sources, game
        self.varying = [
            id for id, source in sources.decks.items() if source.computed and varies(source.root)
        ]
        """The decks whose cards may say other things in other editions."""

    def decks(self, editions: Sequence[Edition]) -> Iterator[tuple[Deck, ...] | CardgenError]:
        """Yield the decks of the game for each edition, or its error.

        They are in their order."""
        if self.varying:
            yield from process.run(
                _edition_decks, self._sources, self._project, tuple(editions), tuple(self.varying)
            )
        else:
            yield from (self._game.decks for _ in editions)


def _edition_decks(
    sources: GameFiles, project: Project, editions: Sequence[Edition], varying: Collection[str]
) -> Iterator[tuple[Deck, ...] | CardgenError]:
    """The decks for each edition, made in a process that can be stopped.

    Decks that no edition changes are made once."""
    unvarying_cards: dict[str, dict[int, list[Card]]] = {}
    unvarying_decks: dict[str, BuiltDeck] = {}
    for edition in editions:
        edition_sources = replace(sources, game=replace(sources.game, edition=edition))
        assembly = Assembly(edition_sources, project, dict(unvarying_decks), unvarying_cards)
        built_decks = [assembly.made(id) for id in sources.decks]
        unvarying_decks = {built.id: built for built in built_decks if built.id not in varying}
        problems = [problem for built in built_decks for problem in built.problems]
        yield (
            CardgenError(*problems)
            if problems
            else tuple(built.deck for built in built_decks if built.deck)
        )
