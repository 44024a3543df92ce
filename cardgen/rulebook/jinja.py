"""The words of a rulebook: its Jinja, with calls for cards and tables.

What comes out is Markdown, each line with the number of the line it was written in. A live part
stands in it as {number} between marks."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from traceback import walk_stack, walk_tb
from types import MappingProxyType
from typing import Any, NamedTuple

from jinja2 import FunctionLoader, TemplateSyntaxError
from jinja2.runtime import Undefined

from cardgen.base.cache import Cache
from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.parser_messages import in_jinja
from cardgen.base.suggestions import did_you_mean
from cardgen.cards.card_parts import may_be_part
from cardgen.cards.placing import no_such_deck
from cardgen.cards.template_language import Palette, template_lines
from cardgen.model.cards import Deck, Game
from cardgen.rulebook import FILE, file_of
from cardgen.rulebook.blocks import Embed, EmbeddedSide
from cardgen.rules.ruleset import read_rule_set
from cardgen.sandbox import process
from cardgen.sandbox.compiled import Bytecode
from cardgen.sandbox.environment import FILTER_NAMES, TEST_NAMES, in_words, make_sandbox, scope_of
from cardgen.sandbox.filters import CARD_NAMES, counts

LARGEST = 250_000
"""Characters that a book may have, and come to: some 40,000 words, four times the longest that
ships."""
WIDEST = 1000.0
"""The greatest width that may be asked for, in mm."""
LIVE = "\ue000"
"""Begins the name of a live part between braces. No keyboard types it; where a file holds it, it is
replaced."""
_LINE = re.compile("\x02([0-9]+)\x03")
_MARKED = repr("\x02")
"""How a parser quotes what stands before the number of a line."""
# a line of mark-up alone, which left nothing
_NO_LINE = re.compile("(?:^[ \t]*)?\x02[0-9]+\x03[ \t]*(?=\x02)", re.MULTILINE)
_TAG = re.compile(r"""\{#.*?#\}|\{%.*?%\}|\{\{(?:"[^"\n]*"|'[^'\n]*'|.)*?\}\}""", re.DOTALL)
_UNTYPED = re.compile("[\x00-\x08\x0b-\x1f\x7f\ue000\ufffb\ufffc]")
CALLS = (
    "card",
    "row",
    "fan",
    "back",
    "picture",
    "figure",
    "page",
    "components",
    "variants",
    "count_table",
    "rule_notes",
    "glossary",
)
"""What a rulebook can call."""
_ROUNDS = 30
_SENTENCE_END = re.compile(r"[.!?:;](?=\s|$)\s*")
_LONGEST_QUOTED = 80


class Written(NamedTuple):
    """The Markdown by lines, with source lines, live parts and findings.

    Each line has the number of the line it was written in."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]
    parts: tuple[Embed, ...]
    problems: tuple[Finding, ...]


def read_source(file: Path, home: Path) -> str:
    """The text of a rulebook.md in `home`, or of another file that is set as one. Raises
    CardgenError."""
    try:
        source = read_inside(file, home, 4 * LARGEST, "shorten it").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = Place(file, error.object.count(b"\n", 0, error.start) + 1)
        raise CardgenError(
            Finding("not-utf-8", "the rulebook is not UTF-8 text", "save it as UTF-8", place)
        ) from None
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-unreadable",
                f"the rulebook cannot be read: {error.strerror}",
                "make it readable",
                Place(file),
            )
        ) from None
    if len(source) > LARGEST:
        raise CardgenError(
            Finding(
                "too-large",
                f"the rulebook has more than {LARGEST:,} characters",
                "shorten it",
                Place(file),
            )
        )
    return _UNTYPED.sub("\ufffd", source.replace("\r\n", "\n").replace("\r", "\n"))


def write_out(
    game: Game,
    source: str,
    file: Path | None = None,
    values: Mapping[str, Any] = MappingProxyType({}),
) -> Written:
    """The rulebook with its Jinja carried out, `values` among what it can name. Meant to run where
    it can be stopped."""
    file, read = file or file_of(game), source.split("\n")
    process.note("the rulebook", Place(file))
    problems: list[Finding] = []
    text = ""
    parts = []
    for _ in range(_ROUNDS):
        words = _BookFunctions(game, file, values)
        try:
            text = words.render(source)
            parts = words.parts
            problems += words.problems
            break
        except CardgenError as error:
            faults = [
                problem.at(Place(file, _line_of(error, file) or 1)) for problem in error.findings
            ]
        except TemplateSyntaxError as error:
            fault, remedy = in_jinja(str(error.message), filters=FILTER_NAMES, tests=TEST_NAMES)
            line = error.lineno
            if _MARKED in str(error.message):
                fault, remedy, line = _unclosed(source, line)
            faults = [
                Finding(
                    "rulebook-code",
                    f"the Jinja in the rulebook cannot be read: {fault}",
                    remedy,
                    Place(file, line),
                )
            ]
        except (MemoryError, RecursionError):
            raise
        except (
            Exception
        ) as error:  # the book's own: Jinja lets whatever Python raises in it through
            fault, remedy = in_words(error, words.names)
            faults = [
                Finding(
                    "rulebook-code",
                    fault,
                    remedy or "mend this line of the rulebook",
                    Place(file, _line_of(error, file) or 1),
                )
            ]
        problems += faults
        # so that what is wrong elsewhere is told as well
        mended = _without_tags(source, faults[0].place.line if faults[0].place else 0)
        if mended == source:
            break
        source = mended
    if len(text) > LARGEST:
        problems.append(
            Finding(
                "too-large",
                f"the rulebook comes to more than {LARGEST:,} characters",
                "shorten it",
                Place(file),
            )
        )
        text = ""
    lines = []
    numbers = []
    number = 1
    for marked in _NO_LINE.sub("", text).split("\n"):
        if marks := _LINE.findall(marked):
            number = int(marks[0])
        lines.append(_LINE.sub("", marked))
        numbers.append(number)
    quoted = [_in_its_sentence(problem, file, read) for problem in problems]
    return Written(tuple(lines), tuple(numbers), tuple(parts), tuple(dict.fromkeys(quoted)))


def _in_its_sentence(problem: Finding, file: Path, lines: Sequence[str]) -> Finding:
    """The problem with the sentence of the book that it stands in."""
    place = problem.place
    if not place or place.file != file or not 0 < place.line <= len(lines):
        return problem
    line = lines[place.line - 1]
    tag = line.find("{{")
    ends = [match.end() for match in _SENTENCE_END.finditer(line)]
    start = max((end for end in ends if end <= tag), default=0)
    end = next(
        (
            end.start() + 1
            for end in _SENTENCE_END.finditer(line)
            if end.start() > line.find("}}", tag) > 0
        ),
        len(line),
    )
    words = " ".join(_TAG.sub(" … ", line[start:end].strip(" #*->|")).split())
    excerpt = (
        words if len(words) <= _LONGEST_QUOTED else f"{words[:_LONGEST_QUOTED].rsplit(' ', 1)[0]} …"
    )
    return (
        replace(problem, what=f"{problem.what} (in “{excerpt}”)")
        if excerpt.strip("… ")
        else problem
    )


def _numbered(source: str) -> str:
    """The source with each line saying its number, save where it begins inside Jinja's mark-up."""
    inside = [match.span() for match in _TAG.finditer(source)]
    out = []
    at = 0
    span = 0
    for number, line in enumerate(source.split("\n"), 1):
        while span < len(inside) and inside[span][1] <= at:
            span += 1
        within = span < len(inside) and inside[span][0] < at
        indent = len(line) - len(line.lstrip(" \t"))
        out.append(line if within else f"{line[:indent]}\x02{number}\x03{line[indent:]}")
        at += len(line) + 1
    return "\n".join(out)


def _without_tags(source: str, line: int) -> str:
    """The source without the Jinja expressions that touch a line, its lines kept."""

    def replaced(match: re.Match[str]) -> str:
        first = source.count("\n", 0, match.start()) + 1
        newlines = match[0].count("\n")
        return (
            "\n" * newlines
            if match[0].startswith("{{") and first <= line <= first + newlines
            else match[0]
        )

    return _TAG.sub(replaced, source)


def _unclosed(source: str, line: int) -> tuple[str, str, int]:
    """The fault where a line begins inside an open tag.

    It comes with its remedy, and the line where the tag begins."""
    before = "\n".join(source.split("\n")[: line - 1])
    at = max(before.rfind("{{"), before.rfind("{%"))
    begins = before[at : at + 2] if at >= 0 else "{{"
    return (
        f"a {begins} is never closed",
        f"add {'}}' if begins == '{{' else '%}'}",
        before.count("\n", 0, max(at, 0)) + 1,
    )


def _line_of(error: BaseException, file: Path) -> int:
    """The line of the book where an error arose."""
    # Jinja has rewritten the frames to the book's own lines.
    return [
        0,
        *(
            line
            for frame, line in walk_tb(error.__traceback__)
            if frame.f_code.co_filename == str(file)
        ),
    ][-1]


class _BookFunctions:
    """The functions that a rulebook can call. A call gives the mark of its part; a wrong one is
    noted with its line, and the book goes on."""

    def __init__(self, game: Game, file: Path, values: Mapping[str, Any]) -> None:
        self.game = game
        self.values = values
        self.file = file
        self.parts: list[Embed] = []
        self.problems: list[Finding] = []
        self.names: set[str] = set()
        """What the rulebook can name."""

    def render(self, source: str) -> str:
        numbered, name = _numbered(source), str(self.file)

        def load(template: str) -> tuple[str, str, Callable[[], bool]]:
            if template != FILE:
                raise CardgenError(
                    Finding(
                        "rulebook-code",
                        f'a rulebook cannot take in "{template}"',
                        f"write it into {FILE}",
                    )
                )
            return numbered, name, lambda: True

        sandbox = make_sandbox(
            loader=FunctionLoader(load),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=Bytecode(Cache.of_user(), "rulebook"),
        )
        sandbox.globals.update(
            scope_of(self.game),
            palette=Palette(self.game.palette, self.game.title),
            lists={name: list(ids) for name, ids in self.game.lists.items()},
            suit_counts=self.count_table,
            **{name: getattr(self, name) for name in CALLS},
            **self.values,
        )
        self.names = {*sandbox.globals}
        return sandbox.get_template(FILE).render()

    # -- the calls; `width` is in mm

    def card(self, name: str, width: float = 0, caption: str = "") -> str:
        return self._cards("row", (name,), width, [caption] if caption else [])

    def row(self, *names: str, width: float = 0, captions: Any = ()) -> str:
        return self._cards("row", names, width, captions)

    def fan(self, *names: str, width: float = 0, caption: str = "") -> str:
        return self._cards("fan", names, width, [caption] if caption else [])

    def back(self, deck: str, width: float = 0, caption: str = "") -> str:
        deck_shown = self._deck(deck)
        if deck_shown is None:
            return ""
        if not deck_shown.back and not deck_shown.cards[0].back:
            return self._wrong(
                "no-back", f'the deck "{deck}" has no back', "show one of its cards instead"
            )
        return self._part(
            Embed(
                "row",
                (EmbeddedSide(deck_shown.id, "", "back"),),
                self._width(width),
                (caption,) if caption else (),
            )
        )

    def picture(self, name: str, width: float = 0, caption: str = "", alt: str = "") -> str:
        return self._part(
            Embed(
                "picture",
                (),
                self._width(width),
                (str(caption),) if caption else (),
                str(name),
                alt=str(alt),
            )
        )

    def figure(
        self,
        name: str,
        /,
        width: float = 0,
        caption: str = "",
        alt: str = "",
        heights: Sequence[float] = (),
        **words: Any,
    ) -> str:
        """A template of the game's book as a picture.

        `words` is what it can name as `card.NAME`. With `heights`, the least and the most, it is as
        high as its page has room for: `card.height`."""
        captions = (str(caption),) if caption else ()
        if heights and not _are_heights(heights):
            return self._wrong(
                "figure-wrong",
                f'the figure "{name}" has wrong heights',
                "write the least and the most, in millimetres: heights=(60, 80)",
            )
        if heights:
            words = {"height": heights[0], **words}
        drawn = self._width(width), captions, tuple(heights)
        return self._drawn("figure", name, alt, words, *drawn)

    def page(self, name: str, /, alt: str = "", **words: Any) -> str:
        """A template of the game's book as a whole page, from edge to edge.

        `words` is what it can name as `card.NAME`."""
        return self._drawn("page", name, alt, words)

    def _drawn(
        self,
        kind: str,
        name: str,
        alt: str,
        words: Mapping[str, Any],
        width: float = 0.0,
        captions: tuple[str, ...] = (),
        heights: tuple[float, ...] = (),
    ) -> str:
        """The mark of what a template draws, which says in words what it shows."""
        if not str(alt).strip():
            return self._wrong(
                "figure-wrong",
                f'the {kind} "{name}" does not say in words what it shows',
                'write it as alt="..."',
            )
        if clashing := sorted(CARD_NAMES.intersection(words)):
            return self._wrong(
                "figure-wrong",
                f"a {kind} has a {clashing[0]} of its own, and cannot be told one",
                f"call it otherwise, such as {clashing[0]}_words",
            )
        says = tuple((word, self._said(word, value)) for word, value in words.items())
        return self._part(Embed(kind, (), width, captions, str(name), (), str(alt), says, heights))

    def _said(self, word: str, value: Any) -> Any:
        """A value for a figure, as one that stays as it is."""
        if isinstance(value, (list, tuple)):
            return tuple(self._said(word, item) for item in value)
        if isinstance(value, (str, Undefined)):
            return str(value)  # which raises what is wrong with what is not there
        if isinstance(value, (int, float)):
            return value
        return self._wrong(
            "figure-wrong",
            f"a figure cannot be told {word}: it is no text, number or list of those",
            "name a field of it, or write it out",
        )

    def components(self) -> str:
        decks = [deck for deck in self.game.decks if deck.cards]
        return self._part(Embed("components", tuple(chain.from_iterable(map(_fanned, decks)))))

    def variants(self) -> str:
        book = read_rule_set(self.game, [])  # what is wrong in it is the validator's to tell
        if not book.variants:
            return self._wrong(
                "rulebook-code",
                "this game has no variants",
                "write them in variants.yaml, or take variants() out",
            )
        return self._part(
            Embed(
                "variants",
                rows=tuple((variant.name, _span(variant.players)) for variant in book.variants),
            )
        )

    def rule_notes(self) -> str:
        """The notes of rules.yaml and of the variants as a list, in their order."""
        rule_set = read_rule_set(self.game, [])
        checks = [(variant, check) for variant in rule_set.variants for check in variant.checks]
        notes = [(rule, rule.source) for rule in rule_set.rules] + [
            (check, check.source or variant.source) for variant, check in checks
        ]
        entries = [
            f"- **{rule.says}** {rule.note}" + (f" *{source}.*" if source else "")
            for rule, source in notes
            if rule.note
        ]
        return "\n".join(entries) or self._wrong(
            "rulebook-code",
            "this game has no notes",
            "write  note: ...  in rules.yaml, or take rule_notes() out",
        )

    def glossary(self) -> str:
        """The keywords of the game with what they mean, as a list by their words."""
        keywords = self.game.vocabulary_of().keywords.values()
        explained = [keyword for keyword in keywords if keyword.means]
        explained.sort(key=lambda keyword: keyword.printed_word.casefold())
        entries = [f"- **{keyword.printed_word}**: {keyword.means}" for keyword in explained]
        return "\n".join(entries) or self._wrong(
            "rulebook-code",
            "this game explains no keywords",
            "write  keywords: {Haste: {means: ...}}  in game.yaml, or take glossary() out",
        )

    def count_table(self, deck: str, field: str) -> str:
        deck_counted = self._deck(deck)
        if deck_counted is None:
            return ""
        field_names = sorted({name for card in deck_counted for name in card.fields} | CARD_NAMES)
        if field not in field_names:
            return self._wrong(
                "unknown-field",
                f'no card of "{deck}" has a field "{field}"',
                did_you_mean(str(field), field_names),
            )
        rows = tuple(
            (str(value), str(count)) for value, count in counts(deck_counted, field).items()
        )
        return self._part(Embed("counts", name=field, rows=rows))

    # -- what they share

    def _cards(self, kind: str, names: tuple[str, ...], width: float, captions: Any) -> str:
        sides = tuple(side for name in names if (side := self._side(str(name))))
        captions = [captions] if isinstance(captions, str) else list(captions)
        if not names:
            return self._wrong(
                "rulebook-code", f"{kind}() shows no card", f"name one or more: {kind}('main/...')"
            )
        if len(captions) > len(names):
            self._wrong(
                "rulebook-code",
                f"there are {len(captions)} captions for {len(names)} cards",
                "give each card one at most",
            )
        if len(sides) < len(names):
            return ""
        return self._part(Embed(kind, sides, self._width(width), tuple(map(str, captions))))

    def _side(self, name: str) -> EmbeddedSide | None:
        deck_id, slash, id = name.partition("/")
        deck = self._deck(deck_id if slash else "", name)
        if deck is None:
            return None
        card_ids = [card.id for card in deck]
        if id not in card_ids and not may_be_part(deck, id):
            fault = f'the deck "{deck_id}" has no card "{id}"'
            self.problems.append(
                Finding(
                    "unknown-card",
                    fault,
                    did_you_mean(id, card_ids),
                    self._line(),
                    deck=deck.id,
                    card=id,
                )
            )
            return None
        return EmbeddedSide(deck.id, id)

    def _deck(self, id: str, name: str = "") -> Deck | None:
        deck_ids = [deck.id for deck in self.game.decks if deck.cards]
        if id in deck_ids:
            return self.game.deck(id)
        if name and not id:
            self._wrong(
                "unknown-deck",
                f'"{name}" does not say which deck',
                f"write DECK/CARD, such as {deck_ids[0] if deck_ids else 'main'}/{name}",
            )
        else:
            missing = no_such_deck(self.game, str(id))
            self._wrong(missing.code, missing.what, missing.remedy)
        return None

    def _width(self, width: float) -> float:
        if (
            isinstance(width, bool)
            or not isinstance(width, (int, float))
            or not math.isfinite(width)
            or not 0 <= width <= WIDEST
        ):
            self._wrong(
                "rulebook-code",
                f"a width of {width} is impossible",
                "give it in millimetres, such as width=30",
            )
            return 0.0
        return float(width)

    def _part(self, part: Embed) -> str:
        self.parts.append(part)
        return f"{{{LIVE}{len(self.parts) - 1}}}"

    def _wrong(self, code: str, fault: str, remedy: str) -> str:
        self.problems.append(Finding(code, fault, remedy, self._line()))
        return ""

    def _line(self) -> Place:
        """The line of the book that is being written out."""
        lines = template_lines(walk_stack(sys._getframe(1)))
        return next((line for line in lines if line.file == self.file), Place(self.file, 1))


def _fanned(deck: Deck) -> tuple[EmbeddedSide, ...]:
    """The sides that show a deck: its first card, and those from its middle and end."""
    last = len(deck) - 1
    more = [place for place in dict.fromkeys((last // 2, last)) if place]
    return EmbeddedSide(deck.id), *(EmbeddedSide(deck.id, deck.cards[place].id) for place in more)


def _are_heights(heights: Any) -> bool:
    """True of two lengths that a figure may have, the least and the most."""
    return (
        isinstance(heights, (list, tuple))
        and len(heights) == 2
        and all(isinstance(height, (int, float)) for height in heights)
        and 0 < heights[0] < heights[1]
    )


def _span(numbers: tuple[int, ...]) -> str:
    """Numbers of players as one would say them: 2-5, or 2, 4."""
    run = tuple(range(numbers[0], numbers[-1] + 1)) if numbers else ()
    if len(numbers) > 1 and numbers == run:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))
