"""Changes laid over the cards of a deck by id.

They make another deck's cards one's own, or hold their texts in another language."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.base import findings as errors
from cardgen.base.files import exists
from cardgen.base.findings import CardgenError, Finding, Place, finding_of_too_many
from cardgen.base.suggestions import did_you_mean
from cardgen.load.cell_names import in_cells
from cardgen.load.columns import TEXTS, TableSpec, table_spec
from cardgen.load.fields import COMMON
from cardgen.load.looks import LANGUAGE, TYPESETTING, TYPESETTING_SAID, WORDS
from cardgen.load.vocabulary import VOCABULARY, check_keyword_styles, read_vocabulary
from cardgen.model.cards import SIZE, Card, Deck, Game, Typesetting
from cardgen.model.fields import Field
from cardgen.model.project import Project
from cardgen.model.table_files import TABLES, is_table
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import NAME, TEXT, as_written, ends_in
from cardgen.schema.source import Map, Node, Places, Source, TypedText, read
from cardgen.schema.values import blank, wrong

_OWN = ("copies", "template", "back")


def laid_over(
    cards: Sequence[Card],
    node: Node | None,
    source: Source,
    fields: Mapping[str, Field],
    problems: list[Finding],
    check: Callable[[str, Any], object] = lambda name, value: None,
) -> tuple[Card, ...]:
    """The cards, with what `node` says of each by its id: `black-1: {name: Toffee}`. Only `fields`
    can be changed.

    `check` may raise CardgenError for a value. What is wrong is added to `problems`.
    """
    if node is None or blank(node):
        return tuple(cards)
    if not isinstance(node, Map):
        sentence = "changes must be ids with what changes"
        remedy = "write lines such as  black-1: {name: Toffee}"
        problems.append(Finding("mapping-expected", sentence, remedy, source.place(node)))
        return tuple(cards)
    positions = {card.id: position for position, card in enumerate(cards)}
    changed_cards = list(cards)
    before = len(problems)
    for id, changes in node.items():
        if len(problems) - before >= errors.MOST_PROBLEMS:
            problems.append(finding_of_too_many(source.file))
            break
        if id not in positions:
            problems.append(
                Finding(
                    "unknown-card",
                    f'no card is called "{id}"',
                    did_you_mean(id, positions),
                    source.place(id),
                )
            )
        elif isinstance(changes, Map):
            values = _values(changes, source, fields, problems, check)
            changed_cards[positions[id]] = changed(
                changed_cards[positions[id]],
                values,
                Places(source.file, ((str(key), value) for key, value in changes.items())),
            )
        elif not blank(changes):
            problems.append(
                Finding(
                    "mapping-expected",
                    f'after "{id}:" comes what changes',
                    f"write  {id}: {{name: Toffee}}",
                    source.place(changes),
                )
            )
    return tuple(changed_cards)


def _values(
    changes: Map,
    source: Source,
    fields: Mapping[str, Field],
    problems: list[Finding],
    check: Callable[[str, Any], object],
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, node in changes.items():
        name = str(key)
        try:
            if name not in fields:
                raise source.wrong(
                    f'"{name}" cannot be changed here',
                    did_you_mean(name, fields),
                    key,
                    code="unknown-field",
                )
            if blank(node):
                continue
            if isinstance(node, Map):
                raise wrong(f"{name} is a mapping", "write the value out", code="text-expected")
            values[name] = fields[name].read(node)
            check(name, values[name])
        except CardgenError as error:
            problems += error.at(source.place(node))
    return values


def changed(
    card: Card,
    values: Mapping[str, Any],
    places: Mapping[str, Place] | None = None,
    *,
    deck: str = "",
) -> Card:
    """The card with these values, and where each stands.

    It is in another deck when one is named.
    """
    attributes = {name: values.get(name, getattr(card, name)) for name in _OWN}
    said = {name: value for name, value in values.items() if name not in attributes}
    if SIZE not in card.fields:
        attributes["own_size"] = said.pop(SIZE, card.own_size)
    fields = {**card.fields, **said}
    spots = ChainMap(dict(places), dict(card.places)) if places else card.places
    return replace(card, deck=deck or card.deck, fields=fields, places=spots, **attributes)


def adopted(base: Deck, deck: str, template: str, back: str) -> list[Card]:
    """The cards of another deck as those of `deck`.

    Where they had that deck's template or back, they have this one's."""
    return [
        changed(
            card,
            {
                "template": template if card.template == base.template else card.template,
                "back": back if card.back == base.back else card.back,
            },
            deck=deck,
        )
        for card in base
    ]


def with_own(cards: Sequence[Card], own_cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards, some replaced by `own_cards` with the same id.

    Those without such an id come after them."""
    return tuple({card.id: card for card in (*cards, *own_cards)}.values())


CHANGEABLE: Collection[str] = tuple(name for name in COMMON if name != "id")
"""What of every card `change` may change, beside its deck's fields."""


# Languages


_ICON = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2}")


def says_words(text: str) -> bool:
    """True if a text holds words to translate: icons, numbers and signs are none."""
    return _WORD.search(_ICON.sub("", text)) is not None


def translated(
    games: Sequence[Game],
    language: str,
    project: Project,
    problems: list[Finding],
    *,
    sound: bool = False,
) -> list[Game]:
    """The games that have texts in a language, with these: `game.LL.yaml` and `DECK.LL.yaml`. What
    has none stays as it is.

    What is wrong is added to `problems`; `sound` leaves out decks of which texts are wrong, as
    `in_language` does. Raises CardgenError when no game has texts in it.
    """
    if not LANGUAGE.fullmatch(language):
        raise wrong(
            f'"{language}" is not a language',
            "use a code such as de or pt-BR",
            code="unknown-language",
        )
    translated_games = [
        in_language(game, language, project, problems, sound=sound)
        for game in games
        if _speaks(game, language)
    ]
    if not translated_games:
        files = (
            path
            for game in games
            for path in game.folder.glob("*.*.*")
            if path.suffix in (*_ENDINGS, ".md")
        )
        languages = {path.suffixes[-2][1:] for path in files} | {
            other_game for game in games for deck in game.decks for other_game in deck.texts
        }
        remedy = f"write game.{language}.yaml and DECK.{language}.yaml in a game's folder"
        raise wrong(
            f'no game has texts in the language "{language}"',
            did_you_mean(language, sorted(languages)) if languages else remedy,
            code="unknown-language",
        )
    return translated_games


_ENDINGS = (".yaml", *TABLES)
_LANGUAGE_FILE = re.compile(r"\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\.[a-z]+$")
_VOCABULARY = tuple(key.name for key in VOCABULARY)


def overlays(game: Game, language: str) -> list[Path]:
    """The files of a game that hold texts in a language."""
    return sorted(path for path in game.folder.glob(f"*.{language}.*") if path.suffix in _ENDINGS)


def languages_of(game: Game) -> Sequence[str]:
    """The languages that a game has texts in, beside its own, in alphabetical order."""
    languages = {language for deck in game.decks for language in deck.texts}
    for path in game.folder.glob("*.*.*"):
        match = _LANGUAGE_FILE.search(path.name)
        if match and path in overlays(game, match[1]):
            languages.add(match[1])
    return sorted(languages)


def _speaks(game: Game, language: str) -> bool:
    """True if a game has anything in a language.

    That may be texts of its own or of its decks, columns of them, or a book."""
    columns = any(language in deck.texts for deck in game.decks)
    return columns or bool(overlays(game, language)) or any(game.folder.glob(f"*.{language}.md"))


def untranslated(game: Game, deck: Deck) -> Iterator[tuple[Card, str]]:
    """Yield the texts of a deck that are not in the game's language.

    Each is a card, with the field's name.
    """
    done = deck.texts.get(game.language, {})
    for card in deck:
        for name in deck.worded:
            if name not in done.get(card.id, ()) and says_words(getattr(card, name) or ""):
                yield card, name


def in_language(
    game: Game, language: str, project: Project, problems: list[Finding], *, sound: bool = False
) -> Game:
    """A game with its texts in a language. What is wrong is added to `problems`.

    Where it is to be `sound`, decks with texts that are wrong are left out, all of them if those
    are the game's: what is made of them would be in two languages."""
    before = len(problems)
    stems = {"game", *(deck.id for deck in game.decks)}
    broken = {path.stem for path in game.folder.glob("*.yaml")} - stems
    for path in overlays(game, language):
        stem = path.name.removesuffix(f".{language}{path.suffix}")
        if stem not in stems and stem not in broken:
            problems.append(
                Finding(
                    "unknown-deck",
                    f'the game has no deck "{stem}"',
                    did_you_mean(stem, sorted(stems)),
                    Place(path),
                )
            )
    problems_of_decks = list[Finding]()
    decks = []
    for deck in game.decks:
        count = len(problems_of_decks)
        deck_in_language = _deck(deck, game, language, project, problems_of_decks)
        if not (sound and len(problems_of_decks) > count):
            decks.append(deck_in_language)
    game = replace(game, decks=tuple(decks), language=language)
    section = _opened(game.folder / f"game.{language}.yaml", GAME_TEXTS, project, problems)
    values = section.values() if section else {}
    if section and "logo" in values:
        section.attempt(
            section.get("logo") or section.start, project.check_art, game.folder, values["logo"]
        )
    elif values.get("title", game.title) != game.title:
        game = replace(game, logo="")
    if "typesetting" in values:
        values["typesetting"] = values["typesetting"].over(game.typesetting)
    if section:
        values = {name: value for name, value in values.items() if name not in _VOCABULARY}
        vocabulary = read_vocabulary(section, project, game)
        check_keyword_styles(section, vocabulary, game.styles)
        values["vocabulary"] = vocabulary.over(game.vocabulary)
    if sound and len(problems) > before:
        game = replace(game, decks=())
    problems += problems_of_decks
    return replace(game, **{name: value for name, value in values.items() if value})


def _deck(deck: Deck, game: Game, language: str, project: Project, problems: list[Finding]) -> Deck:
    """A deck with its texts in a language.

    Those of columns of its own table come first, then those of files beside it."""
    columns = deck.texts.get(language, {})
    cards = tuple(
        _with_texts(card, columns[card.id]) if card.id in columns else card for card in deck
    )
    fields = {name: {**COMMON, **deck.fields}[name] for name in deck.worded}
    title, typesetting, places = deck.title, Typesetting(), deck.places
    vocabulary = deck.vocabulary
    if section := _opened(
        game.folder / f"{deck.id}.{language}.yaml", DECK_TEXTS, project, problems
    ):
        values = section.values()
        title, typesetting = values.get("title") or title, values.get("typesetting", typesetting)
        vocabulary = read_vocabulary(section, project, game).over(vocabulary)
        node, source = values.get("cards"), section.source
        if "title" in values:
            places = {**places, "title": source.place(section.node("title"))}
        if table := _named_table(section, node, deck, project, game.colour_names):
            node, source = table
        cards = laid_over(cards, node, source, fields, problems)
    for file in (game.folder / f"{deck.id}.{language}{ending}" for ending in TABLES):
        if _is_there(file, project, problems):
            spec = TableSpec(by_id=True, colour_names=game.colour_names)
            node, source = _by_id(file, spec, deck, project, problems)
            cards = laid_over(cards, node, source, fields, problems)
    new_texts = {
        card.id: {
            name: (getattr(card, name), card.where(name))
            for name in fields
            if card.where(name) != before.where(name)
        }
        for before, card in zip(deck, cards, strict=True)
    }
    texts = {**deck.texts, language: new_texts}
    return replace(
        deck,
        title=title,
        cards=cards,
        typesetting=typesetting.over(deck.typesetting),
        vocabulary=vocabulary,
        texts=texts,
        places=places,
    )


def _with_texts(card: Card, texts: Mapping[str, tuple[str, Place]]) -> Card:
    return changed(
        card,
        {name: text for name, (text, _) in texts.items()},
        {name: place for name, (_, place) in texts.items()},
    )


def _named_table(
    section: Section,
    node: Node | None,
    deck: Deck,
    project: Project,
    colour_names: Mapping[str, str],
) -> tuple[Map, Source] | None:
    """The texts of a table that `cards` names, as a deck does.

    They are None where it lists them itself.
    """
    spec, name = TableSpec(by_id=True), node
    if isinstance(node, Map) and isinstance(node.value("file"), TypedText):
        inner = Section(section.source, TEXTS, section.problems, node)
        spec, name = replace(table_spec(inner), by_id=True), node.value("file")
        if inner.failed:
            return Map(), section.source
    if not isinstance(name, TypedText) or not is_table(name):
        return None
    file = section.attempt(name, project.find_table, section.source.file.parent, name)
    spec = replace(spec, colour_names=colour_names)
    return _by_id(file, spec, deck, project, section.problems) if file else (Map(), section.source)


def _by_id(
    file: Path, spec: TableSpec, deck: Deck, project: Project, problems: list[Finding]
) -> tuple[Map, Source]:
    """The texts in a table by id, as a file of YAML has them.

    Columns of a deck that are no texts are passed over."""
    from cardgen.load.table import read_table

    table_fields = {name: replace(field, optional=True) for name, field in deck.fields.items()}
    problems_of_table = list[Finding]()
    table = read_table(file, table_fields, problems_of_table, project.home_of(file), spec)
    texts, rows = {*deck.worded}, Map()
    for entry in table.entries:
        id = entry.value("id") if isinstance(entry, Map) else None
        if not isinstance(id, TypedText) or not isinstance(entry, Map):
            problems_of_table.append(
                Finding(
                    "field-missing",
                    "this row has no id",
                    "write that of its card",
                    table.place_of_missing("id", entry),
                )
            )
        elif id in rows:
            problems_of_table.append(
                Finding(
                    "name-taken",
                    f'the id "{id}" is used already',
                    "take one of the rows out",
                    table.place(id),
                )
            )
        else:
            rows[id] = changes = Map({key: node for key, node in entry.items() if key in texts})
            changes.line, changes.column = entry.line, entry.column
    problems += in_cells(problems_of_table, file, table.headings)
    rows.line = rows.column = 1
    return rows, table


def _is_there(file: Path, project: Project, problems: list[Finding]) -> bool:
    """True if there is such a file, and it is no link that leads out."""
    if not exists(file):
        return False
    if not project.holds(file):
        problems.append(
            Finding(
                "link-leads-out",
                "this is a link that leads out of the project",
                "copy the file here",
                Place(file),
            )
        )
        return False
    return True


def _opened(file: Path, keys: Keys, project: Project, problems: list[Finding]) -> Section | None:
    if not _is_there(file, project, problems):
        return None
    source = read(file, problems, home=project.home_of(file))
    return Section(source, keys, problems) if source else None


_TITLE = Key("title", TEXT, "the title in that language")
_TYPESETTING = Key("typesetting", TYPESETTING, TYPESETTING_SAID)
GAME_TEXTS = Keys(
    "this file",
    _TITLE,
    Key(
        "logo",
        NAME,
        "the drawing of that title; where the title is another and no logo is named, the title "
        "is set in type",
    ),
    Key("about", TEXT, "what the game is, in that language"),
    Key("credits", TEXT, "the credits in that language"),
    WORDS,
    *VOCABULARY,
    _TYPESETTING,
)
"""What game.LL.yaml may say."""
DECK_TEXTS = Keys(
    "this file",
    _TITLE,
    Key(
        "cards",
        as_written({"anyOf": [{"type": "object"}, ends_in(TABLES)]}),
        "by id, the card's `name` and fields of the kind `text`; or a table with them: "
        "`main-de.csv`",
    ),
    *VOCABULARY,
    _TYPESETTING,
)
"""What DECK.LL.yaml may say."""
