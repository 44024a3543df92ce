"""The decks of a game: their files, and their cards put together.

Cards come out of entries, tables and other decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.impose.layouts import LAYOUTS
from cardgen.load.accepted import ACCEPT
from cardgen.load.cell_names import in_cells
from cardgen.load.columns import TABLE, Table, TableSpec, table_spec
from cardgen.load.expand import CardDefaults, Expander, is_auto, is_made
from cardgen.load.fields import COMMON, declared, fields_schema, with_own_shapes
from cardgen.load.looks import (
    BLEED,
    BOX,
    BOX_SAID,
    OUTLINE,
    PANELS,
    PAPER,
    SIZE,
    SIZES,
    TRAY,
    TYPESETTING,
    TYPESETTING_SAID,
    read_dress,
)
from cardgen.load.overlay import CHANGEABLE, adopted, laid_over, with_own
from cardgen.load.pulled import table_named
from cardgen.load.shop_sizes import WrittenSize
from cardgen.load.span_styles import STYLES, read_span_styles
from cardgen.load.vocabulary import VOCABULARY, check_keyword_styles, read_vocabulary
from cardgen.model.cards import AID, PAD, Card, CardTable, Deck, Dress, Game, Typesetting
from cardgen.model.cards import SIZE as SIZE_OF_CARD
from cardgen.model.made_art import AUTO
from cardgen.model.pieces import BAG, ON_TABLE
from cardgen.model.project import Project
from cardgen.model.sizes import NO_BLEED, Shape
from cardgen.model.table_files import TABLES, TABLES_AND_LISTS, advice_to_save, is_table_or_list
from cardgen.model.vocabulary import NO_VOCABULARY
from cardgen.sandbox import process
from cardgen.sandbox.environment import Decks, scope_of
from cardgen.sandbox.expressions import Expressions
from cardgen.schema.keys import Key, Keys, Schema, Section
from cardgen.schema.kinds import TEXT, TRUTH, as_written, ends_in, names, number, one_of
from cardgen.schema.source import Map, Places, Seq, Source, TypedText
from cardgen.schema.values import wrong

if TYPE_CHECKING:
    from cardgen.load.long_tables import Volume
    from cardgen.load.made_art import ArtMaker

MOST_SHEET_COPIES = 999
"""How often sheets may be printed."""
OF_PARTS = tuple(name for name, layout in LAYOUTS.items() if not layout.flows_on)
"""The layouts that the sheets of a single deck can have."""

_INCLUDES = (
    "of templates drawn on a page that [includes its "
    "bleed](howto-inkscape.md#a-page-that-includes-its-bleed): how much on each side"
)
_TWO_SETS = "for games that mix two whole decks and sort them again"
_FROM_THERE = (
    "what this file does not say, such as size and templates, [it has from "
    "there](howto-new-game.md), too"
)
_MADE = (
    "or what [is made](howto-pictures.md#bleed-for-a-whole-deck) of what ends at the cut: "
    '`mirror`, `stretch` or a colour, `"#2B2138"`'
)
_FETCHED = "or one that [is pulled](howto-pull.md), `{from: https://...}`, and kept as its `file`"
_TEMPLATE: Schema = {"$ref": "#/definitions/template"}
_FACES, _BACKS = (
    TEXT._replace(schema=_TEMPLATE),
    TEXT._replace(schema={"anyOf": [_TEMPLATE, {"const": ""}]}),
)
_ENTRIES: Schema = {"type": "array", "items": {"$ref": "#/definitions/card"}}
_CARDS = as_written(
    {
        "anyOf": [
            _ENTRIES,
            ends_in(TABLES_AND_LISTS),
            TABLE.schema(),
        ]
    }
)
_OTHER_DECK = as_written({"type": "string", "pattern": "^[a-z0-9-]+/[a-z0-9-]+$"})
_CHANGES = as_written(
    {"type": ["object", "null"], "additionalProperties": {"$ref": "#/definitions/changes"}}
)
DECK = Keys(
    "a deck",
    Key("size", SIZE, f"{SIZES}; must be given", example="poker"),
    Key(
        "cards",
        _CARDS,
        "the list of cards, or a [table](howto-spreadsheets.md) in the game's folder: "
        "`cards.csv`, or "
        f"`{{file: game.xlsx, sheet: Ships, columns: {{Bild: art}}}}`; {_FETCHED}; must be given",
    ),
    Key(
        "shape",
        OUTLINE,
        "the [outline](howto-outlines.md) that its pieces are cut to, within their size: "
        "`{outline: ship.svg}`, a drawing in the game's `art/`, of which `element` may name one "
        "path by its id or class; or a path of the template, `{outline: template, element: cut}`",
    ),
    Key("title", TEXT, "the deck's name; without it, its id in words"),
    Key("template", _FACES, "the template of the faces; a card may name its own"),
    Key(
        "back",
        _BACKS,
        "the template of the backs; a card may name its own. Without it the cards have none",
    ),
    Key(
        "second_back",
        _FACES,
        f"the back of a second set, printed by `cardgen build --second-set`: {_TWO_SETS}",
    ),
    Key(
        "bleed",
        BLEED,
        f"{_INCLUDES} it has: `36px`, in the pixels of the drawing, or `3mm`; {_MADE}",
    ),
    Key(
        "shuffled_with",
        names(),
        "the decks it is shuffled with; they must have the same size and the same back",
    ),
    Key(
        "art",
        one_of({AUTO: "[a drawing of the program](howto-art.md#art-where-there-is-none)"}),
        "what cards show that name no drawing",
    ),
    Key("fields", as_written(fields_schema()), "what its cards may say"),
    Key(
        "role",
        one_of({AID: "cards that explain the game", PAD: "sheets to write on"}),
        "what it is beside the cards of the game. Sheets to write on lie in boxes and on virtual "
        "tables only where their deck is named",
        example=AID,
    ),
    Key(
        "layout",
        one_of({name: LAYOUTS[name].about for name in OF_PARTS}),
        "how its sheets are laid out, whatever `--layout` says of other decks: a board over "
        "several sheets, standees to fold",
        example="split",
    ),
    Key(
        "panels",
        PANELS,
        "of a board that [folds](howto-tokens.md#a-board-that-folds): how many across and down; "
        "no sheet of `layout: split` goes over a fold",
        example="2 x 2",
    ),
    Key(
        "paper",
        PAPER,
        "the paper of its sheets, whatever `--paper` says of other decks: `a3`, `320x450mm`",
        example="a3",
    ),
    Key(
        "marks",
        one_of(
            {
                "ticks": "around the cards",
                "corners": "angles at their corners",
                "lines": "over the whole sheet",
                "grid": "their outlines",
                "dots": "at their corners",
                "none": "nothing",
            }
        ),
        "what its sheets are cut by, whatever `--marks` says of other decks",
        example="grid",
    ),
    Key(
        "on_table",
        one_of(ON_TABLE),
        "how its pieces lie on a [virtual table](howto-tables.md) and on the [table in the "
        "browser](howto-play.md), where size, shape and layout do not tell",
        example=BAG,
    ),
    Key(
        "sheet_copies",
        number(1, MOST_SHEET_COPIES, "a printer is told of no more", whole=True),
        "how often its sheets [are printed](howto-print-at-home.md#sheets-that-are-printed-several-"
        "times): the page of a score pad 50 times, a board once for each player. A file has them "
        "once",
        example="4",
    ),
    Key("box", BOX, f"{BOX_SAID}, where that is not as the game says"),
    Key("typesetting", TYPESETTING, f"{TYPESETTING_SAID}; what is left out is as the game says"),
    *VOCABULARY,
    replace(STYLES, doc=f"{STYLES.doc}; beside those of the game, and in place of them"),
    Key(
        "tray",
        TRAY,
        "makes each card also a tray to fold: `{floor: 76mm x 76mm, wall: 38mm, lean: 20}`",
    ),
    Key(
        "extends",
        _OTHER_DECK,
        f"a deck of another game, `GAME/DECK`, whose cards it has too; {_FROM_THERE}",
    ),
    Key(
        "distinct_copies",
        TRUTH,
        "whether each copy is a card of its own, which knows its number as "
        "[`copy`](howto-editions.md#serial-numbers)",
    ),
    Key(
        "continue",
        TRUTH,
        "whether texts that are too long [go on on a second card]"
        "(howto-flow.md#a-text-that-goes-on-on-a-second-card), and a third, where the template "
        "says so",
    ),
    ACCEPT,
    Key("change", _CHANGES, "of the deck that is extended: by id what is different"),
    Key("without", names(), "of the deck that is extended: ids of cards to leave out"),
    also={"anyOf": [{"required": ["size", "cards"]}, {"required": ["extends"]}]},
    elsewhere=dict.fromkeys(
        TABLE, "write it under cards, as in  cards: {file: TABLE.csv, header_row: 3}"
    )
    | dict.fromkeys(
        (
            "palette",
            "designer",
            "version",
            "about",
            "players",
            "minutes",
            "age",
            "credits",
            "decks",
            "dice",
            "glossary",
            "logo",
            "quote",
            "rulebook",
            "seed",
            "sizes",
            "tables",
            "words",
        ),
        "move it to game.yaml, beside this file",
    ),
)
"""What a deck file may say."""


LONG_TABLES = (".csv", ".tsv", ".txt")
"""How tables end that may be read a part at a time."""
_NO_LISTS = ("game.yaml", "rules.yaml", "variants.yaml", "editions.yaml")
"""Files of a game that say other things."""


@dataclass(slots=True)
class GameFiles:
    """A game's files, read: the game still without decks, and each deck's file by id."""

    game: Game
    decks: dict[str, Source]
    broken: set[str] = field(default_factory=set)
    shop_sizes: tuple[WrittenSize, ...] = ()
    """What game.yaml says of sizes for shops."""
    bases: dict[str, Deck] = field(default_factory=dict)
    """The decks of other games that decks of this one extend, by `GAME/DECK`."""

    @property
    def computed(self) -> bool:
        return any(source.computed for source in self.decks.values())


class BuiltDeck(NamedTuple):
    """A deck that was put together, or None, with what is wrong with it."""

    id: str
    deck: Deck | None
    problems: list[Finding]


def assembled(sources: GameFiles, project: Project) -> dict[str, BuiltDeck]:
    """The decks of a game in which nothing is computed."""
    assembly = Assembly(sources, project)
    return {id: assembly.made(id) for id, source in sources.decks.items() if not source.computed}


def computed_decks(
    games: list[tuple[GameFiles, dict[str, BuiltDeck]]], project: Project
) -> Iterator[tuple[str, BuiltDeck]]:
    """The decks in which something is, each with the id of its game. Expressions are computed
    here, so it is to be run in a process that can be stopped."""
    for sources, done in games:
        assembly = Assembly(sources, project, dict(done))
        for id, source in sources.decks.items():
            if source.computed:
                yield sources.game.id, assembly.made(id)


@cache
def _expressions() -> Expressions:
    return Expressions()


@dataclass(slots=True, eq=False)
class Assembly:
    """Puts the decks of one game together. An expression that asks for another deck has that one
    made first.

    `done` are those that are made; `kept` holds, by deck, the cards that no edition changes.
    """

    sources: GameFiles
    project: Project
    done: dict[str, BuiltDeck] = field(default_factory=dict)
    kept: dict[str, dict[int, list[Card]]] | None = None
    doing: list[str] = field(default_factory=list)
    busy: list[tuple[str, Place]] = field(default_factory=list)
    notes: dict[str, list[Finding]] = field(default_factory=dict)
    """What was taken for something in cards that a deck file lists, by deck."""
    scope: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        sources = self.sources
        self.scope = scope_of(
            sources.game,
            Decks([*sources.decks, *sorted(sources.broken - sources.decks.keys())], self._asked),
        )

    def made(self, id: str) -> BuiltDeck:
        if id not in self.done:
            self.doing.append(id)
            try:
                self.done[id] = self._make(id)
            finally:
                self.doing.pop()
        return self.done[id]

    def _asked(self, id: str) -> Deck:
        """The deck for which an expression asks. Raises CardgenError when it cannot be had."""
        if id in self.doing:
            circle = [*self.doing[self.doing.index(id) :], id]
            sentence = (
                f"the deck {id} is computed from itself"
                if len(circle) == 2
                else f"decks are computed from each other: {' from '.join(circle)}"
            )
            raise wrong(sentence, "write the values of one of them out", code="circular")
        built = self.made(id) if id in self.sources.decks else None
        if self.busy:
            process.note(*self.busy[-1])
        if built is None or built.deck is None:
            raise wrong(
                f'this is computed from the deck "{id}", which has a problem of its own',
                "mend that deck first",
                code="extends-impossible",
            )
        return built.deck

    def _compute(self, expression: TypedText, place: Place, names: Mapping[str, Any]) -> Any:
        self.busy.append((f'"{expression}"', place))
        process.note(*self.busy[-1])
        try:
            return _expressions().compile(expression, place)({**self.scope, **names})
        finally:
            self.busy.pop()

    def _make(self, id: str) -> BuiltDeck:
        source = self.sources.decks[id]
        problems = list[Finding]()
        section = Section(source, DECK, problems)
        extended = section.get("extends")
        base = None if extended is None else self.sources.bases.get(str(extended))
        if extended is not None and base is None:  # its own problem says why
            return BuiltDeck(id, None, problems)
        deck = self._head(section, id, base)
        defaults = CardDefaults(
            id,
            deck.fields,
            deck.template,
            deck.back,
            section.value("distinct_copies", False),
            art=section.value("art", ""),
        )
        cards, table = (
            self._extended(section, defaults, base) if base else self._cards(section, defaults)
        )
        if section.failed or id in self.sources.broken:
            return BuiltDeck(id, None, problems)
        of_table = _of_table(table, cards) if table else {}
        deck_of_table = with_own_shapes(replace(deck, cards=cards, **of_table))
        notes = [*deck.notes, *(deck_of_table.notes if table else ()), *self.notes.get(id, ())]
        number, of = deck_of_table.volume
        if number == 1 and of > 1:
            notes.append(_first_volume(source, of, len(cards)))
        if not any(card.copies for card in cards):
            notes.append(_empty(source))
        return BuiltDeck(id, replace(deck_of_table, notes=tuple(notes)), problems)

    def _head(self, section: Section, id: str, base: Deck | None) -> Deck:
        """The deck without its cards."""
        source = section.source
        section.check_names()
        for key in section.root:
            if key in ("change", "without") and not base and "extends" not in section.root:
                section.wrong(
                    f"{key} belongs to a deck that extends another",
                    "add  extends: GAME/DECK",
                    key,
                    code="key-missing",
                )
        files = {
            name: section.value(name, getattr(base, name, ""))
            for name in ("template", "back", "second_back")
        }
        for name, file in files.items():
            if file and (node := section.get(name)) is not None:
                section.attempt(node, self.project.check_template, file)
        fields = declared(section, self.sources.game.lists)
        fields = {**base.fields, **fields} if base else fields
        if not base and section.get("size") is None:
            section.need("size")
        layout = section.value("layout", base.layout if base else "")
        if (node := section.get("panels")) is not None and layout != "split":
            section.wrong(
                "panels are of a board whose sheets are joined",
                "add  layout: split",
                node,
                code="shape-wrong",
            )
        game = self.sources.game
        box = read_dress(section, self.project, game)
        base_styles = {**game.styles, **(base.styles if base else {})}
        styles = read_span_styles(section, game.palette, base_styles)
        base_vocabulary = base.vocabulary if base else NO_VOCABULARY
        vocabulary = read_vocabulary(section, self.project, game, base_vocabulary)
        check_keyword_styles(section, vocabulary, styles)
        outline = section.value("shape")
        shape, shape_notes = self._shape(section, base, files["template"])
        return Deck(
            id,
            section.value("title", base.title if base else id.replace("-", " ").title()),
            self.sources.game.id,
            shape,
            cards=(),
            fields=fields,
            shuffled_with=tuple(map(str, section.value("shuffled_with", ()))),
            file=source.file,
            places=Places(source.file, ((str(key), key) for key in source.root)),
            box=base.box if base and box == Dress() else box,
            tray=section.value("tray"),
            continues=section.value("continue", base.continues if base else False),
            typesetting=section.value("typesetting", Typesetting()).over(
                base.typesetting if base else Typesetting()
            ),
            vocabulary=vocabulary.over(base_vocabulary),
            styles=styles,
            bleed=section.value("bleed", base.bleed if base else NO_BLEED),
            layout=layout,
            panels=section.value("panels", base.panels if base else (1, 1)),
            paper=section.value("paper", base.paper if base else ""),
            marks=section.value("marks", base.marks if base else ""),
            on_table=section.value("on_table", base.on_table if base else ""),
            sheet_copies=section.value("sheet_copies", base.sheet_copies if base else 1),
            accept=section.value("accept", ()),
            role=section.value("role", base.role if base else ""),
            notes=shape_notes,
            outline=outline.file if outline else base.outline if base else "",
            **files,
        )

    def _shape(
        self, section: Section, base: Deck | None, template: str
    ) -> tuple[Shape, tuple[Finding, ...]]:
        """What the pieces of a deck are cut to, and notes about it."""
        size = section.value("size", base.shape if base else Shape("rectangle", 0, 0))
        source, node = section.value("shape"), section.get("shape")
        if source is None or node is None or not size.width:
            return size, ()
        from cardgen.load.cut_outlines import details, outlined  # few decks have outlines

        if base and size is base.shape:
            size = Shape("rectangle", size.width, size.height)
        shape = section.attempt(
            node, outlined, size, source, self.project, self.sources.game.folder, template
        )
        if shape is None:
            return size, ()
        return shape, tuple(details(shape, section.source.place(node)))

    def _extended(
        self, section: Section, defaults: CardDefaults, base: Deck
    ) -> tuple[tuple[Card, ...], Table | None]:
        """The cards of the deck that this one extends, as this one has them.

        Some are left out, others changed, replaced and added."""

        def check(name: str, value: Any) -> None:
            if name == "art" and not is_auto(value):
                self.project.check_art(self.sources.game.folder, value)
            elif name in ("template", "back") and value:
                self.project.check_template(value)

        cards = adopted(base, defaults.id, defaults.template, defaults.back)
        without, base_cards = section.value("without", ()), {card.id: None for card in cards}
        for node in without:
            if node not in base_cards and not section.full:
                section.wrong(
                    f'{base.game}/{base.id} has no card "{node}"',
                    did_you_mean(node, base_cards),
                    node,
                    code="unknown-card",
                )
        dropped = set(without)
        remaining = [card for card in cards if card.id not in dropped]
        fields = {**defaults.fields, **{name: COMMON[name] for name in CHANGEABLE}}
        changed = laid_over(
            remaining, section.get("change"), section.source, fields, section.problems, check
        )
        name_of_art = self._maker_of_art(defaults)
        if name_of_art:
            changed = tuple(
                replace(card, fields={**card.fields, "art": name_of_art(card.id, card.fields)})
                if is_made(card.fields.get("art") or defaults.art)
                else card
                for card in changed
            )
        own_cards, table = (
            self._cards(section, defaults) if section.get("cards") is not None else ((), None)
        )
        return with_own(changed, own_cards), table

    def _cards(
        self, section: Section, defaults: CardDefaults
    ) -> tuple[tuple[Card, ...], Table | None]:
        """The cards that a deck file lists or its table has, and that table."""
        source, game = section.source, self.sources.game
        entries = section.get("cards")
        problems = list[Finding]()
        if isinstance(entries, Map) or (
            isinstance(entries, TypedText)
            and is_table_or_list(entries)
            and not entries.startswith("https://")
        ):
            table = self._table(section, entries, defaults, problems)
            if table is None:
                return (), None
            source, entries = table, table.entries
        if isinstance(entries, Seq):
            parts = source.parts if isinstance(source, Table) else {}
            if parts and "rows" in defaults.fields:
                section.wrong(
                    '"rows" cannot be the name of a field: a card has its rows by it',
                    "choose another name",
                    section.start,
                    code="name-impossible",
                )
            expander = Expander(
                source,
                defaults,
                game.folder,
                self.project,
                game.lists,
                self._compute,
                problems,
                parts=parts,
                name_of_art=self._maker_of_art(defaults),
            )
            cards = expander.cards(
                entries, None if self.kept is None else self.kept.setdefault(defaults.id, {})
            )
            self.notes[defaults.id] = expander.notes
            section.problems += (
                in_cells(problems, source.file, source.headings)
                if isinstance(source, Table)
                else problems
            )
            return cards, source if isinstance(source, Table) else None
        if entries is None and "cards" in section.root:  # its last card was taken out
            return (), None
        if entries is None:
            section.wrong(
                "this deck has no cards",
                "add  cards:  and a line for each card",
                section.start,
                code="deck-empty",
            )
        else:
            remedy = (
                "begin each card on a line of its own:  - {id: ..., ...}  or name a table, such "
                "as cards.csv"
            )
            if isinstance(entries, TypedText) and entries.startswith("https://"):
                remedy = f"write  cards: {{from: {entries}}}  and run  cardgen pull"
            elif isinstance(entries, TypedText):
                remedy = (
                    nearest(entries, self.project.table_names(game.folder))
                    or advice_to_save(entries)
                    or remedy
                )
            section.wrong(
                f"cards must be a list, or a table ({', '.join(TABLES)})",
                remedy,
                entries,
                code="list-expected",
            )
        return (), None

    def _maker_of_art(
        self, defaults: CardDefaults
    ) -> Callable[[str, Mapping[str, Any]], str] | None:
        """What names the art that is made for a deck's cards; None where its game has a drawing
        that is called as the word for that."""
        game = self.sources.game
        if self.project.has_art(game.folder, AUTO):
            return None

        @cache
        def maker() -> ArtMaker:
            from cardgen.load.made_art import ArtMaker  # few decks ask for it

            return ArtMaker(self.project, game, defaults.id, defaults.template, defaults.back)

        return lambda id, values: maker().name_of(id, values)

    def _table(
        self,
        section: Section,
        node: Map | TypedText,
        defaults: CardDefaults,
        problems: list[Finding],
    ) -> Table | None:
        """The table that `cards` names, read; None where it cannot be."""
        spec = TableSpec(deck=defaults.id)
        name = node
        pulled = False
        if isinstance(node, Map):
            inner = Section(section.source, TABLE, section.problems, node)
            spec, pulled = replace(table_spec(inner), deck=defaults.id), "from" in node
            file_name = table_named(inner, defaults.id)
            if file_name is None:
                return None
            name = file_name
        assert isinstance(name, TypedText)
        file = section.attempt(name, self._file, name, defaults.id if pulled else "")
        if not file:
            return None
        from cardgen.load.table import (
            read_table,  # what reads tables of all formats; most decks are YAML
        )

        spec = replace(spec, colour_names=self.sources.game.colour_names)
        home = self.project.home_of(file)
        if spec.per_file:
            volume = section.attempt(name, self._volume, file, home, spec)
            if volume is None:
                return None
            spec = replace(spec, volume=volume)
        return read_table(file, defaults.fields, problems, home, spec)

    def _volume(self, file: Path, home: Path, spec: TableSpec) -> Volume:
        """The rows that are read of a long table. Raises CardgenError."""
        from cardgen.load.long_tables import volumes_of  # few tables are so long

        if file.suffix.lower() not in LONG_TABLES:
            raise wrong(
                f"only a table in CSV can have a file for each {spec.per_file:,} rows",
                "save it as CSV, or take  per_file  out",
                code="table-not-found",
            )
        heading_rows = max(spec.header_row, default=1)
        volumes = volumes_of(file, home, spec.per_file, heading_rows)
        if not volumes:
            raise wrong("the table is empty", "begin it with a row of headings", code="file-empty")
        return volumes[min(self.project.volume, len(volumes)) - 1]

    def _file(self, name: str, pulled: str) -> Path:
        """The table of this name; `pulled` is the deck whose table is pulled. Raises
        CardgenError."""
        if name in _NO_LISTS:
            raise wrong(
                f"{name} holds no cards", "name a table, such as cards.csv", code="deck-empty"
            )
        try:
            return self.project.find_table(self.sources.game.folder, name)
        except CardgenError:
            game = self.sources.game
            if pulled and not (game.folder / name).exists():
                raise wrong(
                    f"{name} was never pulled",
                    f"run  cardgen pull {game.id}/{pulled}",
                    code="pulled-changed",
                ) from None
            raise


def _first_volume(source: Source, of: int, count: int) -> Finding:
    """The note of a deck of which only the first volume of a long table is read."""
    return Finding(
        "first-file",
        f"{of} files are made of this deck: rules and the page know the first {count:,} cards",
        "see that the rules ask for no more",
        source.place(source.root.key("cards") or source.root),
        severity="note",
    )


def _empty(source: Source) -> Finding:
    """The note of a deck of which nothing is printed yet."""
    return Finding(
        "deck-without-cards",
        "this deck has no card to print yet",
        "add a card, or give one copies",
        source.place(source.root.key("cards") or source.root),
        severity="note",
    )


def _placed_texts(table: Table, texts: Mapping[Any, Any]) -> dict[str, tuple[str, Place]]:
    """The texts of a row in another language, by their fields, each with its place."""
    return {str(key): (str(node), table.place(node)) for key, node in texts.items()}


def _of_table(table: Table, cards: Sequence[Card]) -> dict[str, Any]:
    """The attributes that a deck with these cards takes from its table."""
    places = {
        (card.place.line, card.place.column): card.id
        for card in cards
        if card.place.file == table.file
    }
    ids = {table.rows.get(spot, spot[0]): id for spot, id in places.items()}
    texts = {
        language: {
            ids[row]: _placed_texts(table, texts) for row, texts in rows.items() if row in ids
        }
        for language, rows in table.texts.items()
    }
    return {
        "texts": texts,
        "headings": table.headings,
        "notes": tuple(table.notes),
        "table": CardTable(
            table.file, table.columns, table.sheet, table.separator, table.heading_row
        ),
        "volume": (table.volume.number, table.volume.of) if table.volume else (1, 1),
    }


def check_shuffles(sources: GameFiles, decks: Mapping[str, Deck], problems: list[Finding]) -> None:
    """Add problems of decks that are shuffled together and differ in size or back."""
    deck_ids = sources.decks.keys() | sources.broken
    for id, deck in decks.items():
        for node in Section(sources.decks[id], DECK, []).value("shuffled_with", ()):
            place = sources.decks[id].place(node)
            other = decks.get(node)
            if node not in deck_ids or node == id:
                sentence = (
                    "a deck is not shuffled with itself"
                    if node == id
                    else f'this game has no deck "{node}"'
                )
                problems.append(
                    Finding(
                        "unknown-deck",
                        sentence,
                        did_you_mean(node, sorted(deck_ids - {id}), "remove it"),
                        place,
                    )
                )
            elif other is not None:
                problems += [problem.at(place) for problem in _told_apart(deck, other)]


def check_names_of_sizes(
    sources: GameFiles, decks: Mapping[str, Deck], problems: list[Finding]
) -> None:
    """Add problems of decks whose files are called as those of another deck's cards of a size."""
    for deck in decks.values():
        for of_size in deck.by_size:
            name = f"{deck.id}-{of_size.shape.in_file_names}"
            if name in sources.decks.keys() | sources.broken and of_size.shape != deck.shape:
                finding = Finding(
                    "name-taken",
                    f"the files of cards of this size are called {name}, and so is another deck",
                    f"rename {name}.yaml",
                    of_size.places.get(SIZE_OF_CARD),
                )
                problems.append(finding)


def _told_apart(deck: Deck, other: Deck) -> Iterator[Finding]:
    mine, *own = deck.shapes
    for theirs in (*other.shapes, *own):
        if replace(mine, name="") != replace(theirs, name=""):
            is_own = theirs in own
            cut = (
                f"its cards are cut to {mine} and to {theirs}"
                if is_own
                else (f"is cut to {theirs}, not to {mine}")
            )
            yield Finding(
                "shuffle-differs",
                f'"{other.id}" is shuffled with this deck but {cut}',
                "give all of them the same size",
            )
            return
    backs = {
        card.back: f"{card.deck}/{card.id}"
        for card in chain(reversed(other.cards), reversed(deck.cards))
        if card.copies
    }
    if len(backs) > 1:
        examples = " and ".join(f'{name} ("{back}")' for back, name in list(backs.items())[:2])
        yield Finding(
            "shuffle-differs",
            f'"{other.id}" is shuffled with this deck but their backs differ: {examples}',
            "give both the same back",
        )
