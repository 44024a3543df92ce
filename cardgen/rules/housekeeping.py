"""Checks of every game without a rule of its own: leftovers, differing backs, unused art."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.base.files import as_text, leads_out, read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.units import listed
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.credits import DrawingCredit
from cardgen.model.project import DRAWINGS, Project, root_of
from cardgen.schema.left_out import texts_left_out

_HINTS = ("TODO", "FIXME", "XXX", "TBD", "orem", "LOREM")
"""Found far quicker than the words themselves, and hardly ever there."""
_LEFTOVER = re.compile(r"\b(TODO|FIXME|XXX|TBD|[Ll]orem [Ii]psum|LOREM|Lorem)\b(:?)")
_LATIN = re.compile(r"\s*,?\s*dolor\b", re.IGNORECASE)
_CAPITAL = re.compile(r"[^\W\d_a-z]")
_NOTHING = ("null", "NULL", "nan", "NaN", "undefined", "~")
"""What programs write where there is nothing, as the whole of a text."""
_ALL = ("es", "gl", "pt")
"""Languages in which TODO is a word, unless a colon follows."""


def leftover_in(text: str, language: str) -> str:
    """The note to oneself in a text of a language; nothing if none."""
    if not any(map(text.__contains__, _HINTS)):
        return ""
    words = language.partition("-")[0] in _ALL
    for match in _LEFTOVER.finditer(text):
        if not _is_meant(match, words):
            return match[1]
    return ""


def _is_meant(match: re.Match[str], todo_is_word: bool) -> bool:
    """True if an apparent note to oneself is ordinary text.

    So are TODO as a word of the language, XXX and TBD in a name of capitalised words, XXX as a
    number behind such words, and Lorem Ipsum by its name."""
    word, text = match[1], match.string
    if match[2]:  # a colon
        return False
    if word == "TODO":
        return todo_is_word
    if word == "Lorem Ipsum":
        return not _LATIN.match(text, match.end())
    if word not in ("XXX", "TBD"):
        return False
    before = text[: match.start()].split()
    after = text[match.end() :].split()
    if after:
        return (
            bool(_CAPITAL.match(after[0]))
            and all(map(_CAPITAL.match, before[-1:]))
            and word not in (*before, *after)
        )
    return word == "XXX" and bool(before) and all(map(_CAPITAL.match, before))


def leftovers(game: Game, decks: Iterable[Deck]) -> Iterator[Finding]:
    """Findings of notes to oneself left in the texts of cards.

    Placeholders of programs count, titles included, and what YAML leaves out of texts."""
    decks = list(decks)
    yield from _left_out_of_files(game, {deck.id: deck for deck in decks})
    for deck in decks:
        language = game.typeset(deck).language
        if words := leftover_in(deck.title, language):
            yield _leftover(game, deck, words, "the title of this deck", deck.where("title"))
        for card in deck:
            for name, value in card.fields.items():
                for text in value if isinstance(value, list) else [value]:
                    if isinstance(text, str) and (
                        words := text if text in _NOTHING else leftover_in(text, language)
                    ):
                        yield _leftover(
                            game,
                            deck,
                            words,
                            f'the {name} of card "{card.id}"',
                            card.where(name),
                            card,
                        )


def _left_out_of_files(game: Game, decks: Mapping[str, Deck]) -> Iterator[Finding]:
    """Yield findings of text that YAML drops, such as comments.

    It is in the files of these decks and the game."""
    others = {deck.id for deck in game.decks} - set(decks)
    for file in sorted(game.folder.glob("*.yaml")):
        id = file.name.partition(".")[0]
        if id in others:
            continue
        deck = decks.get(id)
        prose = prose_of(deck) if deck else ()
        text = _words_of(file, root_of(game.folder))
        for problem in texts_left_out(file, text, prose):
            yield problem.found_by("leftover", "warning", game.id, deck.id if deck else "")


def left_out_of_project(root: Path) -> Iterator[Finding]:
    """Yield findings of text that YAML drops in shared files.

    All games of a project share them; they name its fonts and its own printers."""
    for file in (
        *sorted((root / "fonts").rglob("fonts.yaml")),
        *sorted((root / "card_data" / "printers").glob("*.yaml")),
    ):
        for problem in texts_left_out(file, _words_of(file, root)):
            yield problem.found_by("leftover", "warning")


def _is_there(file: Path) -> bool:
    """True if there is a file or folder of this name, whichever way its accents are written."""
    if file.is_file() or file.is_dir():
        return True
    folder = file.parent
    return folder.is_dir() and any(as_text(other.name) == file.name for other in folder.iterdir())


def credits_of_project(project: Project, credits: Iterable[DrawingCredit]) -> Iterator[Finding]:
    """Findings of credits without a licence, and of those whose drawing is not there."""
    for drawing in credits:
        file = project.root / drawing.file
        if leads_out(file, project.root) or not _is_there(file):
            problem = Finding(
                "credit-unused",
                f"there is no drawing {drawing.file}",
                "take its credit out, or name the file as it is called now",
                drawing.place,
            )
            yield problem.found_by("credits", "note")
        elif not drawing.credit.licence:
            problem = Finding(
                "drawing-licence",
                f"nothing says by which licence {drawing.file} is used",
                "ask its author, and write  licence: CC BY 4.0  or whatever it is",
                drawing.place,
            )
            yield problem.found_by("credits", "warning")


_PROSE = (
    "text",
    "texts",
    "rules",
    "effect",
    "effects",
    "ability",
    "abilities",
    "action",
    "description",
    "flavour",
    "flavor",
)
"""Fields of these names hold sentences, whatever a deck says so far."""
_SENTENCE = 4
"""So many words and more are no label."""


def prose_of(deck: Deck) -> list[str]:
    """The fields of a deck that hold sentences.

    They are known by their names, or because a card has a sentence there.
    """
    texts = [name for name, field in deck.fields.items() if field.is_text or field.is_list]
    return [
        name
        for name in texts
        if name in _PROSE or any(_holds_sentence(card.fields.get(name)) for card in deck)
    ]


def _holds_sentence(value: object) -> bool:
    texts = value if isinstance(value, list) else [value]
    return any(isinstance(text, str) and len(text.split()) >= _SENTENCE for text in texts)


def _leftover(
    game: Game, deck: Deck, words: str, where: str, place: Place, card: Card | None = None
) -> Finding:
    problem = Finding(
        "leftover",
        f'{where} still says "{words}"',
        "write what it shall say, or nothing" if words in _NOTHING else "write what it shall say",
        place,
    )
    return problem.found_by("leftover", "warning", game.id, deck.id, card.id if card else "")


def differing_backs(game: Game, backs: Mapping[str, Mapping[str, Card]]) -> Iterator[Finding]:
    """Decks whose backs, as drawn, differ from those of a deck they are shuffled with.

    `backs` gives for each deck that was drawn its different backs, by a name that follows from all
    that they paint, each with a card that has it. Equal names mean equal pixels at every
    resolution."""
    reported: set[frozenset[str]] = set()
    for deck in game.decks:
        for other in deck.shuffled_with:
            pair = frozenset((deck.id, other))
            if pair in reported or deck.id not in backs or other not in backs:
                continue
            reported.add(pair)
            together = {**backs[other], **backs[deck.id]}
            if len(together) > 1:
                first, second = list(together.values())[:2]
                message = f'"{deck.id}" is shuffled with "{other}", but the backs of '
                message += f"{_at(first)} and {_at(second)} are drawn differently"
                problem = Finding(
                    "same-backs",
                    message,
                    "let the template of the back not depend on the card",
                    deck.where("shuffled_with"),
                )
                yield problem.found_by("same-backs", "error", game.id, deck.id)


def _at(card: Card) -> str:
    return f"{card.deck}/{card.id}"


_EACH = 5
"""So many drawings that are not used are told one by one."""
_LOGO = re.compile(r"^logo: *(\S+)", re.MULTILINE)


def unused_art(game: Game, used: Iterable[Path]) -> Iterator[Finding]:
    """Drawings in the game's art/ that nothing uses.

    No card has placed them, and neither the rulebook nor the game itself names them, as its logo,
    for its boxes or as an outline. `used` are the files that were placed.
    """
    used_files = {os.path.realpath(path) for path in used}
    root = root_of(game.folder)
    overlays = "\n".join(_words_of(path, root) for path in sorted(game.folder.glob("game*.yaml")))
    deck_art = (name for deck in game.decks for name in (deck.box.art, deck.outline))
    box_art = (game.box.art, *deck_art, *_LOGO.findall(overlays))
    books = [_words_of(path, root) for path in sorted(game.folder.glob("*.md"))]
    words = " ".join([*books, *box_art])
    idle: list[Path] = []
    for path in sorted((game.folder / "art").rglob("*")):
        is_drawing = path.suffix.lower() in DRAWINGS and not any(
            part.startswith(".") for part in path.relative_to(game.folder).parts
        )
        if not is_drawing or os.path.realpath(path) in used_files or not path.is_file():
            continue
        if not re.search(rf"(?<![\w-]){re.escape(path.stem)}(?![\w-])", words):
            idle.append(path)
    card, unless = (
        ("no card of the example", ", unless another edition shows {}")
        if game.editions
        else ("no card", "")
    )
    remedy = f"use it, or take it away{unless.format('it')}"
    problems = [
        Finding(
            "unused-art",
            f"{card} shows this drawing, and no rulebook names it",
            remedy,
            Place(path),
        )
        for path in idle
    ]
    if len(idle) > _EACH:  # a whole set of icons, of which the game uses some
        names = listed((path.name for path in idle), _EACH)
        message = f"{card} shows {len(idle)} of these drawings, and no rulebook names them: {names}"
        problems = [
            Finding(
                "unused-art",
                message,
                f"use them, or take them away{unless.format('them')}",
                Place(game.folder / "art"),
            )
        ]
    for problem in problems:
        yield problem.found_by("unused-art", "note", game.id)


def _words_of(path: Path, root: Path) -> str:
    """The text of a file below this root; "" if it cannot be read."""
    try:
        return read_inside(path, root).decode("utf-8", errors="replace")
    except (CardgenError, OSError):
        return ""
