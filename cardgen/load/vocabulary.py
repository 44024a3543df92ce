"""The vocabulary of game.yaml, of decks and of their languages: keywords, words that print as
something else, and phrases; written out, or in tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardgen.base.findings import Place
from cardgen.engine import text_markup
from cardgen.load.columns import DATA
from cardgen.load.data_tables import read_data_table
from cardgen.model.cards import CardRow, DataTable, Game
from cardgen.model.project import Project
from cardgen.model.span_styles import SpanSheet, SpanStyle
from cardgen.model.table_files import TABLES_AND_LISTS, is_table_or_list
from cardgen.model.vocabulary import NO_VOCABULARY, SLOT, Keyword, Substitute, Vocabulary
from cardgen.schema.keys import Key, Keys, Schema, Section
from cardgen.schema.kinds import ANY_TEXT, LINE, as_written, ends_in, names
from cardgen.schema.source import Map, Node, Seq, TypedText
from cardgen.schema.values import blank

_OF_A_TABLE = (ends_in(TABLES_AND_LISTS), DATA.schema())
_FORMS_APART = ";"
"""What stands between the forms of a keyword in a cell."""
KEYWORD = Keys(
    "a keyword",
    Key("style", LINE, "one of the game's `styles`; without it `keyword`, where there is such a"),
    Key("means", LINE, "what it means, for the glossary and `reminders(card)`"),
    Key("forms", names(ANY_TEXT), "its other forms: `[Hasty, Hastily]`"),
    Key("word", LINE, "the word that is printed, where that is not its name: in a language"),
)
"""What is said of a keyword."""


def _or_table(item: Schema) -> Schema:
    entries: Schema = {"type": ["object", "null"], "additionalProperties": item}
    return {"anyOf": [*_OF_A_TABLE, entries]}


_KEYWORDS: Schema = _or_table({"anyOf": [ANY_TEXT, KEYWORD.schema()]})
_NAMES: Schema = {"type": "array", "items": ANY_TEXT}
KEYWORDS = Key(
    "keywords",
    as_written({"anyOf": [*_KEYWORDS["anyOf"], _NAMES]}),
    "[words of the game](howto-texts.md#keywords) that print in a style wherever they stand: "
    "`{Haste: {style: hot, means: may move at once}}`; or a table",
)
REPLACE = Key(
    "replace",
    as_written(_or_table(ANY_TEXT)),
    "[words that print as icons or mark-up](howto-texts.md#words-that-print-as-icons): "
    '`{Wood: "{wood}"}`; or a table of two columns',
)
PHRASES = Key(
    "phrases",
    as_written(_or_table(ANY_TEXT)),
    '[phrases with slots](howto-texts.md#phrases): `{take: "Take {1} {2}"}` prints for '
    "`{take: 2, wood}` in a text; or a table of two columns",
)
VOCABULARY = (KEYWORDS, REPLACE, PHRASES)
"""The keys of a game, a deck or a language that say its vocabulary."""


class _NamedEntry(NamedTuple):
    """An entry of the vocabulary: its name, what is said of it, and where."""

    name: str
    value: Node | CardRow
    place: Place


def read_vocabulary(
    section: Section, project: Project, game: Game, base: Vocabulary = NO_VOCABULARY
) -> Vocabulary:
    """The vocabulary that a file says. What is wrong is noted in the section.

    Its phrases may use those of the game, and of the `base` that a deck extends."""
    keywords = {
        entry.name: _keyword(section, entry)
        for entry in _entries(section, project, game, KEYWORDS.name)
    }
    vocabulary = Vocabulary(
        keywords,
        _substitutes(section, project, game, REPLACE.name),
        _substitutes(section, project, game, PHRASES.name),
    )
    _check_markup(section, vocabulary, vocabulary.over(base.over(game.vocabulary)))
    return vocabulary


def _entries(section: Section, project: Project, game: Game, key: str) -> Iterator[_NamedEntry]:
    """The entries of a part of the vocabulary, written out or in a table."""
    node = section.get(key)
    if node is None:
        return
    file = node.value("file") if isinstance(node, Map) else node
    if isinstance(file, TypedText) and is_table_or_list(file):
        if table := read_data_table(section, project, game, node):
            yield from _entries_of_table(section, key, table)
    elif key == KEYWORDS.name and isinstance(node, Seq):
        for word in node:
            if isinstance(word, TypedText) and _is_name(section, key, word, word):
                yield _NamedEntry(str(word), Map(), section.source.place(word))
    elif isinstance(node, Map):
        for name, value in node.items():
            if _is_name(section, key, name, name):
                yield _NamedEntry(str(name), value, section.source.place(name))
    else:
        section.wrong(
            f"{key} must be names with texts, or a table",
            f"write  {_EXAMPLES[key]}",
            node,
            code="mapping-expected",
        )


def _entries_of_table(section: Section, key: str, table: DataTable) -> Iterator[_NamedEntry]:
    """The entries of a table, by what its first column says."""
    places: dict[str, Place] = {}
    for row, place in zip(table.rows, table.places, strict=True):
        name = str(next(iter(row.values()), None) or "").strip()
        if not name and any(row.values()):
            section.wrong(
                f"a row of {key} says nothing in its first column",
                "write there what it is for, or empty the row",
                place,
                code="name-impossible",
            )
        elif name in places:
            section.wrong(
                f'"{name}" of {key} stands in row {places[name].line}, too',
                "take one of them away",
                place,
                code="name-taken",
            )
        elif name and _is_name(section, key, name, place):
            places[name] = place
            yield _NamedEntry(name, row, place)


_EXAMPLES = {
    KEYWORDS.name: "keywords: {Haste: {means: may move at once}}",
    REPLACE.name: 'replace: {Wood: "{wood}"}',
    PHRASES.name: 'phrases: {take: "Take {1} {2}"}',
}


def _is_phrase_name(name: str) -> bool:
    return name[0].isalpha() and name.replace("-", "a").isidentifier()


def _is_name(section: Section, key: str, name: str, where: TypedText | Place) -> bool:
    """True if an entry can be called so; noted where it stands otherwise."""
    fault = remedy = ""
    if not name.strip():
        fault, remedy = "this entry has no name", "write the word before the colon"
    elif key == PHRASES.name and not _is_phrase_name(name):
        fault = f'a phrase cannot be called "{name}"'
        remedy = "use letters, digits, _ and -, and begin with a letter"
    elif key == KEYWORDS.name and any(sign in name for sign in "{}[]\n"):
        fault = f'a keyword cannot be "{name}"'
        remedy = "write it without braces and brackets"
    if fault:
        section.wrong(fault, remedy, where, code="name-impossible")
    return not fault


def _keyword(section: Section, entry: _NamedEntry) -> Keyword:
    """A keyword as it is written, or as a row of a table has it."""
    value = entry.value
    if isinstance(value, CardRow):
        columns = {column.casefold(): cell for column, cell in value.items() if cell}
        texts = {key: str(columns.get(key, "")) for key in ("word", "style", "means")}
        forms = str(columns.get("forms", "")).split(_FORMS_APART)
        return Keyword(
            entry.name,
            **texts,
            forms=tuple(form.strip() for form in forms if form.strip()),
            place=entry.place,
        )
    if isinstance(value, Map):
        values = Section(section.source, KEYWORD, section.problems, value).values()
        forms_node = values.pop("forms", ())
        return Keyword(entry.name, **values, forms=tuple(map(str, forms_node)), place=entry.place)
    meaning = "" if blank(value) else section.read(entry.name, value, LINE) or ""
    return Keyword(entry.name, means=meaning, place=entry.place)


def _substitutes(section: Section, project: Project, game: Game, key: str) -> dict[str, Substitute]:
    """What prints in place of words or phrases."""
    substitutes = dict[str, Substitute]()
    for entry in _entries(section, project, game, key):
        value = entry.value
        if isinstance(value, CardRow):
            cells = list(value.values())
            markup = str(cells[1]) if len(cells) > 1 and cells[1] is not None else ""
        elif isinstance(value, TypedText):
            markup = str(value)
        else:
            section.wrong(
                f'what prints for "{entry.name}" must be a text',
                "put it in quotes",
                entry.place,
                code="text-expected",
            )
            continue
        substitutes[entry.name] = Substitute(markup, entry.place)
    return substitutes


def _check_markup(section: Section, vocabulary: Vocabulary, every_word: Vocabulary) -> None:
    """Note what is wrong with the mark-up of phrases and meanings where they are written.

    `every_word` is the vocabulary with that which it is added to. What a word is replaced by may
    be half a pair of marks, as `**` is for `<b>`."""
    for name, phrase in vocabulary.phrases.items():
        slots = {int(slot) for slot in SLOT.findall(phrase.markup)}
        missing = [number for number in range(1, max(slots, default=0) + 1) if number not in slots]
        if missing:
            section.wrong(
                f'the phrase "{name}" has no slot {{{missing[0]}}}',
                f"number its slots from 1 to {len(slots)}",
                phrase.place or section.start,
                code="phrase-slots",
            )
            continue
        call = f"{{{name}: {', '.join('x' * len(slots))}}}" if slots else f"{{{name}}}"
        where = phrase.place or section.start
        _note_faults(section, section.attempt(where, every_word.markup, call) or "", where)
    for keyword in vocabulary.keywords.values():
        _note_faults(section, keyword.means, keyword.place)


def check_keyword_styles(
    section: Section, vocabulary: Vocabulary, styles: Mapping[str, SpanStyle]
) -> None:
    """Note keywords of a file whose style is not there."""
    sheet = SpanSheet(styles)
    for keyword in vocabulary.keywords.values():
        if keyword.style:
            section.attempt(keyword.place or section.start, sheet.named, keyword.style)


def _note_faults(section: Section, markup: str, place: Place | None) -> None:
    for problem in text_markup.parsed(markup)[1]:
        section.wrong(problem.what, problem.remedy, place or section.start, code=problem.code)
