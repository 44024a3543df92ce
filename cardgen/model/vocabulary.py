"""The vocabulary of a game's texts: keywords, which have a style and a meaning, words that print as
icons or other mark-up, and phrases with slots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.model.span_styles import misplaced_look

_ESCAPED_OR_BRACES = r"\\.|\{\{|\}\}|\{[^{}\n]*\}"
"""What vocabulary leaves alone: what a backslash takes its meaning from, braces that print, and
what stands in braces, such as the name of an icon or of a style."""
_PHRASE = re.compile(
    r"\\.|\{\{|\}\}|\{(?P<name>[^\W\d_][\w-]*)"
    r"(?P<values>:[ \t]+(?:[^{}\n]|\{[^{}\n]*\})*)?\}"
)
"""A phrase in a text, as `{take: 2, wood}` or `{take}`; its values may hold icons and phrases."""
_VALUE = re.compile(
    r"""
    \s* (?:
        "(?P<quoted> [^"]* )"                     # may hold commas
        | (?P<plain> (?: [^,{}] | \{[^{}]*\} )* )  # may hold icons and phrases
    ) \s* (?: , | $ )
    """,
    re.VERBOSE,
)
"""A value of a phrase, up to the comma that ends it."""
SLOT = re.compile(r"(?<!\{)\{(\d{1,2})\}")
"""A slot of a phrase: `{1}`."""
KEYWORD_STYLE = "keyword"
"""The style of keywords that name no other."""
_MOST_NESTED = 8
"""So many phrases may stand in each other: more are a mistake."""
_LONGEST = 20_000
"""The most characters that phrases may make of a text."""


class Substitute(NamedTuple):
    """The mark-up that prints in place of a word or a phrase, and where that is said."""

    markup: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word of the game that prints in a style wherever it stands.

    `name` is what it is called in every language, `word` what is printed in this one, "" for the
    same; `forms` are its other forms. `style` is "" where it names none, and is KEYWORD_STYLE then
    if the game has that; `means` is "" where the game does not say what it means."""

    name: str
    word: str = ""
    style: str = ""
    means: str = ""
    forms: tuple[str, ...] = ()
    place: Place | None = None

    @property
    def printed_word(self) -> str:
        return self.word or self.name

    @property
    def all_forms(self) -> tuple[str, ...]:
        """Every form, also with the capital letter that a sentence begins with."""
        forms = dict.fromkeys((self.printed_word, *self.forms))
        capitals = [form[:1].upper() + form[1:] for form in forms]
        return tuple(dict.fromkeys((*forms, *capitals)))

    def over(self, other: Keyword) -> Keyword:
        """Return this keyword with what the other says where this one says nothing."""
        has_own_word = bool(self.word or self.forms)
        return replace(
            self,
            word=self.word if has_own_word else other.word,
            forms=self.forms if has_own_word else other.forms,
            style=self.style or other.style,
            means=self.means or other.means,
        )


@dataclass(frozen=True)
class Vocabulary:
    """What a game or a deck says of the words of its texts, each by its name.

    All texts of a deck ask the same one: what it makes of its words is kept."""

    keywords: Mapping[str, Keyword] = field(default_factory=dict)
    replacements: Mapping[str, Substitute] = field(default_factory=dict)
    phrases: Mapping[str, Substitute] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.keywords or self.replacements or self.phrases)

    @property
    def substitutes(self) -> tuple[Substitute, ...]:
        """Everything that prints in place of something else."""
        return (*self.replacements.values(), *self.phrases.values())

    def over(self, other: Vocabulary) -> Vocabulary:
        """Return this vocabulary with what the other says of other words."""
        if not self or not other:
            return self or other
        keywords = {
            name: word.over(other.keywords[name]) if name in other.keywords else word
            for name, word in self.keywords.items()
        }
        return Vocabulary(
            {**other.keywords, **keywords},
            {**other.replacements, **self.replacements},
            {**other.phrases, **self.phrases},
        )

    def styled(self, style: str) -> Vocabulary:
        """Return this vocabulary with a style for the keywords that have none."""
        keywords = {
            name: word if word.style else replace(word, style=style)
            for name, word in self.keywords.items()
        }
        return replace(self, keywords=keywords)

    def markup(self, text: str) -> str:
        """The mark-up that a text stands for: its phrases filled in, its words replaced, its
        keywords in their styles.

        Raises CardgenError for a phrase with values that is not there, one that has other slots,
        stands in itself, or makes too long a text. Without values a name may be an icon's."""
        if not self:  # as most games have none
            return text
        text = self._replaced(self._with_phrases(text))
        styled_forms = self._styled_forms
        if not styled_forms:
            return text

        def styled(match: re.Match[str]) -> str:
            style = styled_forms.get(match[0])
            is_styled_already = (
                text[match.start() - 1 : match.start()] == "["
                and text[match.end() : match.end() + 2] == "]{"
            )
            return match[0] if not style or is_styled_already else f"[{match[0]}]{{.{style}}}"

        return self._styled_pattern.sub(styled, text)

    def keywords_in(self, text: str) -> tuple[Keyword, ...]:
        """The keywords that a text uses, in the order in which they come.

        Where there are any, raises CardgenError as `markup` does."""
        keywords = self._keywords_by_form
        if not keywords:
            return ()
        text = self._replaced(self._with_phrases(text))
        used = dict.fromkeys(self._keywords_pattern.findall(text))
        return tuple(
            {keywords[form].name: keywords[form] for form in used if form in keywords}.values()
        )

    @cached_property
    def _keywords_by_form(self) -> dict[str, Keyword]:
        return {form: word for word in self.keywords.values() for form in word.all_forms}

    @cached_property
    def _keywords_pattern(self) -> re.Pattern[str]:
        return _words_pattern(tuple(self._keywords_by_form))

    @cached_property
    def _styled_forms(self) -> dict[str, str]:
        """The style of each form of the keywords that have one."""
        words = [word for word in self.keywords.values() if word.style]
        return {form: word.style for word in words for form in word.all_forms}

    @cached_property
    def _styled_pattern(self) -> re.Pattern[str]:
        return _words_pattern(tuple(self._styled_forms))

    @cached_property
    def _replaced_pattern(self) -> re.Pattern[str]:
        """Finds what is replaced; the forms of keywords too, which stay whole."""
        return _words_pattern((*self.replacements, *self._keywords_by_form))

    def reminders(self, texts: Iterable[str]) -> str:
        """The explanations of the keywords of some texts, a paragraph each, as mark-up."""
        used = {word.name: word for text in texts for word in self.keywords_in(text)}
        explained = [word for word in used.values() if word.means]
        return "\n".join([f"{word.printed_word}: {word.means}" for word in explained])

    def _replaced(self, text: str) -> str:
        if not self.replacements:
            return text

        def substitute(match: re.Match[str]) -> str:
            replacement = self.replacements.get(match[0])
            return replacement.markup if replacement else match[0]

        return self._replaced_pattern.sub(substitute, text)

    def _with_phrases(self, text: str, open_phrases: tuple[str, ...] = ()) -> str:
        """A text with its phrases written out; `open_phrases` are those that it stands in."""
        if not self.phrases or "{" not in text:
            return text

        def written_out(match: re.Match[str]) -> str:
            name, values = match["name"], match["values"]
            phrase = self.phrases.get(name) if name else None
            if phrase is None:
                if name and values and self.phrases:
                    misplaced = misplaced_look(f"{name}{values}")
                    raise CardgenError(misplaced or _unknown(name, self.phrases))
                return match[0]
            if name in open_phrases:
                raise CardgenError(_circle((*open_phrases, name)))
            if len(open_phrases) == _MOST_NESTED:
                raise CardgenError(_too_deep(name))
            filled = _filled(name, phrase.markup, _values(values or ""))
            return self._with_phrases(filled, (*open_phrases, name))

        text = _PHRASE.sub(written_out, text)
        if len(text) > _LONGEST:
            finding = Finding(
                "phrase-circle",
                f"its phrases make a text of more than {_LONGEST:,} characters",
                "shorten them",
            )
            raise CardgenError(finding)
        return text


NO_VOCABULARY = Vocabulary()


def _values(text: str) -> list[str]:
    """The values that a phrase is given, as they are written behind its colon.

    >>> _values(': 2, {wood}, "now, or never"')
    ['2', '{wood}', 'now, or never']
    """
    values = []
    text = text.removeprefix(":")
    position = 0
    while position < len(text):
        match = _VALUE.match(text, position)
        if match is None:  # a brace or quotation mark that is not closed
            values.append(text[position:].strip())
            break
        plain = match["plain"]
        values.append(match["quoted"] if plain is None else plain.strip())
        position = match.end()
    return values


def _filled(name: str, phrase: str, values: list[str]) -> str:
    """A phrase with values in its slots. Raises CardgenError where their numbers differ."""
    slots = {int(slot) for slot in SLOT.findall(phrase)}
    if len(values) != max(slots, default=0):
        raise CardgenError(_wrong_slots(name, phrase, slots, len(values)))
    return SLOT.sub(lambda slot: values[int(slot[1]) - 1], phrase)


def _wrong_slots(name: str, phrase: str, slots: set[int], value_count: int) -> Finding:
    count = max(slots, default=0)
    examples = ", ".join(str(number) for number in range(1, count + 1))
    return Finding(
        "phrase-slots",
        f'the phrase "{name}" has {count or "no"} {"slot" if count == 1 else "slots"},'
        f" and is given {value_count or 'nothing'}: {phrase}",
        f"write  {{{name}: {examples}}}" if count else f"write  {{{name}}}",
    )


def _unknown(name: str, phrases: Iterable[str]) -> Finding:
    return Finding(
        "unknown-phrase",
        f'no phrase is called "{name}"',
        did_you_mean(name, phrases, "write {{ and }} to print braces"),
    )


def _too_deep(name: str) -> Finding:
    return Finding(
        "phrase-circle",
        f'phrases stand in each other more than {_MOST_NESTED} deep, down to "{name}"',
        "write some of them out",
    )


def _circle(names: tuple[str, ...]) -> Finding:
    return Finding(
        "phrase-circle",
        f"a phrase stands in itself: {' in '.join(reversed(names))}",
        "write one of them out",
    )


@lru_cache(maxsize=64)
def _words_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that finds words, the longest first, and what is to be left alone.

    A word that begins or ends with a letter or digit is not found within another word."""
    by_length = sorted(filter(None, words), key=len, reverse=True)
    begins = "".join([re.escape(word[0]) for word in by_length])
    ways = "|".join([*map(_whole_word, by_length), _ESCAPED_OR_BRACES])
    # where none of them begins nothing else is tried: nearly everywhere
    return re.compile(rf"(?=[{begins}\\{{}}])(?:{ways})")


def _whole_word(word: str) -> str:
    before = r"(?<!\w)" if word[0].isalnum() else ""
    after = r"(?!\w)" if word[-1].isalnum() else ""
    return f"{before}{re.escape(word)}{after}"
