"""The markup of card texts: bold, italic, styled spans, inline icons and paragraphs, read into
spans of one look each."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, dropwhile
from typing import Any, NamedTuple, TypeVar

from cardgen.base.findings import Finding
from cardgen.base.patterns import pattern
from cardgen.base.stars import (
    BOLD,
    ITALIC,
    JOINER,
    PICTURE,
    closes,
    in_doubt,
    opens,
    sets_apart,
)
from cardgen.model.span_styles import Look, Looks

ICON = PICTURE
"""What stands in the text where an icon goes."""
SPACES = " \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000\u200b"
"""Spaces at which a line may end; they take no room there."""


class Span(NamedTuple):
    """Text in one look, or an icon by its name, with ICON for its text.

    `looks` is what the brackets around it ask for, `attributes` what an icon itself does."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    looks: Looks = ()
    attributes: tuple[Look, ...] = ()


S = TypeVar("S", bound=Any)
"""A span of any kind: a named tuple with a text."""


def edited(
    spans: Sequence[S], edits: Callable[[str, str], Mapping[int, str]], language: str
) -> tuple[S, ...]:
    """Spans that follow one another, with characters replaced; `edits` tells which, by position in
    the text of all of them together."""
    replacements = edits("".join([span.text for span in spans]), language)
    if not replacements:
        return tuple(spans)
    at = count()
    return tuple(
        span._replace(text="".join([replacements.get(next(at), sign) for sign in span.text]))
        for span in spans
    )


def between(spans: Sequence[S], start: int, stop: int) -> list[tuple[int, int, int]]:
    """The spans between two positions in the text of all: index, first and last position."""
    parts = []
    low = 0
    for index, span in enumerate(spans):
        high = low + len(span.text)
        if high > start and low < high:
            if low >= stop:
                break
            parts.append((index, max(start, low), min(stop, high)))
        low = high
    return parts


_LOOKS_PATTERN = r"\{(?P<looks>\s*(?:\.|[A-Za-z_][\w-]*\s*=)[^{}\r\n]*)\}"
_TOKEN = pattern(
    rf"\\(?P<escaped>[*\\{{}}\[\]])|(?P<brace>\{{\{{|\}}\}})|(?P<closing>\]{_LOOKS_PATTERN})"
    r"|\{(?P<icon>[^{}\r\n]*)\}|(?P<stars>\*+)|(?P<bracket>[\[\]])"
    r"|(?P<line>\\n|\r\n?|[\n\x85\u2028\u2029])"
    r"|(?P<stray>[{}])|(?P<text>[^\\*{}\[\]\r\n\x85\u2028\u2029]+|\\)"
)
LOOKS = pattern(_LOOKS_PATTERN)
"""What stands behind a bracket that ends a span."""
_LOOK = pattern(
    r"\s*(?:\.(?P<style>[^\s.=\"]+)"
    r"|(?P<name>[A-Za-z_][\w-]*)\s*=\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^\s\"]+)))"
)
_ICON_LOOKS = pattern(r"\s(?:\.|[A-Za-z_][\w-]*\s*=)")
_STYLED_WORDS_OR_ICON = pattern(rf"\[([^\[\]{{}}]+)\]{_LOOKS_PATTERN}|\{{([^{{}}]*)\}}")
_BRACKETS = re.compile(r"[\[\]{}]")
_MARKS = ("*", "{", "}", "\\")
_LOOKED_AT = 100
"""So many signs behind a star tell whether it begins a pair: a word is shorter."""
_AROUND = 16
"""So many signs on both sides of stars are quoted."""
_BLANK = re.compile(r"[ \t\f\v]+")
_REFERENCE = re.compile(r"(?<=[\w)\].,;:!?%\"'”’»])\*(?![\w*({\[])")
"""A star that refers to a note, where it is no mark-up."""
_NO_HYPHEN = re.compile(r"(?<!\w)\u00ad|\u00ad(?!\w)")  # a soft hyphen that is not within a word


def parsed(markup: str) -> tuple[tuple[tuple[Span, ...], ...], tuple[Finding, ...]]:
    """Paragraphs as spans of one style each, none for a blank line between two; and what is wrong
    with the braces."""
    if markup.isprintable() and not any(map(markup.__contains__, _MARKS)):  # as most texts are
        plain = markup.strip(SPACES)
        return (
            (Span(plain if "  " not in plain else _BLANK.sub(" ", plain)),),
        ) if plain else (), ()
    if markup.isprintable() and (spans := _simple_spans(markup)) is not None:
        return ((spans,) if spans else ()), ()
    paragraphs, problems = _read(markup)
    styled = [_styled(parts, problems) for parts in paragraphs]
    while styled and not styled[-1]:
        del styled[-1]
    return tuple(dropwhile(operator.not_, styled)), tuple(dict.fromkeys(problems))


def _simple_spans(markup: str) -> tuple[Span, ...] | None:
    """The spans of a paragraph that has styled words and icons and no other marks, as most have;
    None for any other, and where something is wrong."""
    if "*" in markup or "\\" in markup or "  " in markup:
        return None
    # plain texts, and between two of them the words, the looks and the icon of what is found
    parts = _STYLED_WORDS_OR_ICON.split(markup)
    if _BRACKETS.search("".join(parts[::4])):
        return None
    problems: list[Finding] = []
    spans: list[Span] = []
    for plain_text, words, looks, icon in zip(*(iter(parts[:-1]),) * 4, strict=True):
        if plain_text:
            spans.append(Span(plain_text))
        if icon is not None:
            name, attributes = read_icon(icon, problems)
            if not name:
                return None
            spans.append(Span(ICON, False, False, name, (), attributes))
            continue
        look = (read_looks(looks, problems),)
        if spans and spans[-1].looks == look:  # two that are alike are one
            words = spans.pop().text + words
        spans.append(Span(words, False, False, "", look))
    if parts[-1]:
        spans.append(Span(parts[-1]))
    return None if problems else _stripped(spans)


class _Stars(NamedTuple):
    """`*` or `**` that may open a style, close it, or both; the characters before and behind its
    stars, and where in the text they are."""

    text: str
    opens: bool
    closes: bool
    before: str
    after: str
    at: int = 0


class _Bracket(NamedTuple):
    """A bracket that begins a span, or one that ends it with its `looks`; the `text` as which it
    prints where it does neither."""

    text: str
    looks: tuple[Look, ...] | None = None
    at: int = 0


_Part = Span | _Stars | _Bracket


IN_DOUBT = "are taken for italics"


class LooseStars(NamedTuple):
    """Stars that are no mark-up in full pairs, though they look like it: what is the matter with
    them, and the text around."""

    mark: str
    fault: str
    around: str


def loose_stars(markup: str, notes: bool = False) -> list[LooseStars]:
    """The stars of a text that open or close nothing and print as they stand, and pairs that are
    taken for italics though they may be stars. `notes` tells that stars at the ends of words
    elsewhere refer to what begins with one."""
    if "*" not in markup:
        return []
    notes = notes or _refers(markup)
    return [loose for parts in _read(markup)[0] for loose in _loose(parts, notes)]


def refers_to_note(markup: str) -> bool:
    """True if a star at the end of a word or number refers to a note, as in 5*."""
    return "*" in markup and _refers(markup)


def _refers(markup: str) -> bool:
    positions = [star.start() for star in _REFERENCE.finditer(markup)]
    return bool(positions) and not printed_stars(markup).isdisjoint(positions)


def _loose(parts: Sequence[_Part], notes: bool) -> Iterator[LooseStars]:
    paired = _paired(parts)
    partner = {**paired, **{end: start for start, end in paired.items()}}
    texts = [_as_written(part) for part in parts]
    for index, part in enumerate(parts):
        if not isinstance(part, _Stars):
            continue
        before, after = "".join(texts[:index])[-_AROUND:], "".join(texts[index + 1 :])[:_AROUND]
        around = f"{before}{part.text}{after}".replace(ICON, "").strip()
        if index in paired:
            inside = "".join(texts[index + 1 : paired[index]])
            if in_doubt(part.text, part.before, inside):
                yield LooseStars(part.text, IN_DOUBT, f"{part.text}{inside}{part.text}")
        elif index not in partner:
            begins = not before.strip() or (before.rstrip()[-1] in ".!?*" and part.before.isspace())
            worded = part.after != "." and any(map(str.isalpha, "".join(texts[index + 1 :])))
            is_note = notes and begins and part.text == ITALIC
            if part.opens and worded and not part.before.isalnum() and not is_note:
                yield LooseStars(part.text, "opens nothing", around)
            elif (
                part.text == BOLD
                and part.closes
                and not part.opens
                and part.after != "*"
                and not part.before.isdigit()
            ):
                yield LooseStars(part.text, "closes nothing", around)


def _read(markup: str) -> tuple[list[list[_Part]], list[Finding]]:
    """The paragraphs of a text, each as spans without a style and the stars between them; and what
    is wrong with the braces."""
    problems: list[Finding] = []
    paragraphs: list[list[_Part]] = [[]]
    tokens = list(_TOKEN.finditer(markup))
    joins = JOINER in markup
    for index, token in enumerate(tokens):
        kind = token.lastgroup
        if kind == "line":
            paragraphs.append([])
        elif kind == "stars":
            before = _sign(tokens[index - 1], -1) if index else ""
            after = _sign(tokens[index + 1], 0) if index + 1 < len(tokens) else ""
            paragraphs[-1] += _stars(token, before, after)
        elif kind in ("bracket", "closing"):
            paragraphs[-1].append(_bracket(token, problems))
        elif kind in ("icon", "stray") and (problem := _broken(token)):
            problems.append(problem)
        else:
            span = _span(token, problems)
            if joins:
                span = _without_joiners(span, tokens, index)
            if span.text:
                paragraphs[-1].append(span)
    return paragraphs, problems


def _without_joiners(span: Span, tokens: Sequence[re.Match[str]], index: int) -> Span:
    """The span of a token, without what joins it to stars beside it."""
    if index and tokens[index - 1].lastgroup == "stars":
        span = span._replace(text=span.text.removeprefix(JOINER))
    if index + 1 < len(tokens) and tokens[index + 1].lastgroup == "stars":
        span = span._replace(text=span.text.removesuffix(JOINER))
    return span


def _sign(token: re.Match[str], at: int) -> str:
    """The first or last sign of what a piece of the mark-up prints; none of a line's end."""
    if token.lastgroup == "line":
        return ""
    if token.lastgroup == "icon":
        return ICON
    return (token["escaped"] or token[0])[at]


def _bracket(token: re.Match[str], problems: list[Finding]) -> _Bracket:
    looks = None if token["looks"] is None else read_looks(token["looks"], problems)
    return _Bracket(token[0], looks, token.start())


def read_looks(text: str, problems: list[Finding]) -> tuple[Look, ...]:
    """The styles and attributes between two braces; what cannot be read is a problem."""
    looks, unread = _looks_and_rest(text)
    if unread:
        problems.append(
            Finding(
                "span-wrong",
                f'"{unread}" in "{{{text}}}" is neither a style nor an attribute',
                "write styles with a point, and attributes with a value: {.hot size=1.5}",
            )
        )
    return looks


@lru_cache(maxsize=1024)  # the words of a game have few looks, and many have each
def _looks_and_rest(text: str) -> tuple[tuple[Look, ...], str]:
    """The styles and attributes between two braces, and what cannot be read of them."""
    looks: list[Look] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        look = _LOOK.match(text, at)
        if look is None:
            return tuple(looks), text[at:].strip()
        value = look["bare"] if look["quoted"] is None else look["quoted"]
        looks.append(look["style"] or (look["name"], value))
        at = look.end()
    return tuple(looks), ""


def read_icon(text: str, problems: list[Finding]) -> tuple[str, tuple[Look, ...]]:
    """The name between two braces, and the attributes behind it."""
    text = text.strip()
    looks = _ICON_LOOKS.search(text) if " " in text else None
    if looks is None:
        return text, ()
    return text[: looks.start()].strip(), read_looks(text[looks.start() :].strip(), problems)


def _stars(token: re.Match[str], before: str, after: str) -> list[_Part]:
    stars = []
    at = token.start()
    for mark in {1: [ITALIC], 2: [BOLD], 3: [BOLD, ITALIC]}.get(len(token[0]), []):
        stars.append(
            _Stars(mark, opens(mark, before, after), closes(mark, before, after), before, after, at)
        )
        at += len(mark)
    return [*stars] if any(star.opens or star.closes for star in stars) else [Span(token[0])]


def _spanned(parts: Sequence[_Part]) -> dict[int, int]:
    """The positions of brackets that begin a span, with those of the brackets that end it."""
    spans: dict[int, int] = {}
    opened: list[int] = []
    for index, part in enumerate(parts):
        if not isinstance(part, _Bracket):
            continue
        if part.text == "[":
            opened.append(index)
        elif opened:
            start = opened.pop()
            if part.looks is not None:
                spans[start] = index
    return spans


def printed_stars(markup: str) -> set[int]:
    """The positions of the stars in a text that are no mark-up and are not written as such."""
    stars = {
        at
        for token in _TOKEN.finditer(markup)
        if token.lastgroup == "stars"
        for at in range(*token.span())
    }
    for parts in _read(markup)[0]:
        pairs = _paired(parts)
        for index in (*pairs, *pairs.values()):
            part = parts[index]
            assert isinstance(part, _Stars)
            stars.difference_update(range(part.at, part.at + len(part.text)))
    return stars


def open_marks(markup: str, at: int) -> list[tuple[str, str]]:
    """The stars and brackets that are open at a position, the outermost first: each with what
    closes it."""
    marks: list[tuple[int, str, str]] = []
    for parts in _read(markup)[0]:
        for start, end in (*_paired(parts).items(), *_spanned(parts).items()):
            opening, closing = parts[start], parts[end]
            assert not isinstance(opening, Span)
            assert not isinstance(closing, Span)
            if opening.at < at <= closing.at:
                marks.append((opening.at, opening.text, closing.text))
    return [(opening, closing) for _, opening, closing in sorted(marks)]


_ICON = re.compile(r"(?<!\{)\{[A-Za-z][\w-]*(?:\s+[A-Za-z_]\w*=[^{}\r\n]*)?\}(?!\})")
_BACKSLASH = re.compile(r"\\(?:n|[*{}\[\]\\])")
_SPAN = pattern(rf"\[[^\[\]\r\n]*\]{_LOOKS_PATTERN}")


def first_mark(text: str) -> str:
    """The first bold or italics, else the first span, icon or backslash, that a box would not print
    as it stands; nothing where there is none."""
    if "*" in text:
        for parts in _read(text)[0]:
            for start, end in sorted(_paired(parts).items()):
                return "".join(_as_written(part) for part in parts[start : end + 1])
    mark = _SPAN.search(text) or _ICON.search(text) or _BACKSLASH.search(text)
    return mark[0] if mark else ""


def _as_written(part: _Part) -> str:
    return f"{{{part.icon}}}" if isinstance(part, Span) and part.icon else part.text


def _broken(token: re.Match[str]) -> Finding | None:
    """The fault of a brace; None for a right one."""
    if token.lastgroup == "icon" and not token["icon"].strip():
        return Finding(
            "unknown-icon",
            "{} names no icon",
            "write a name between the braces, or {{ and }} to print them",
        )
    if token.lastgroup == "stray":
        brace, other = token[0], "}" if token[0] == "{" else "{"
        if token.string[: token.start()].endswith("]"):
            return Finding(
                "text-brace",
                f'a "{brace}" behind a "]" stands without its "{other}"',
                "end the style with one, as in [word]{.bold}, or write {{ to print a brace",
            )
        return Finding(
            "text-brace",
            f'a "{brace}" stands without its "{other}"',
            f"write {brace * 2} to print a brace, or {{name}} for an icon",
        )
    return None


def _span(token: re.Match[str], problems: list[Finding]) -> Span:
    if token.lastgroup == "icon":
        icon, attributes = read_icon(token["icon"], problems)
        return Span(ICON, icon=icon, attributes=attributes)
    if token.lastgroup == "brace":
        return Span(token[0][0])
    text = token["escaped"] or token[0]
    if text.isprintable() and "  " not in text:  # as most are
        return Span(text)
    return Span(token["escaped"] or _NO_HYPHEN.sub("", _BLANK.sub(" ", text)))


def _styled(parts: Sequence[_Part], problems: list[Finding]) -> tuple[Span, ...]:
    """Gives the spans between matching stars and brackets their looks, prints the other stars and
    brackets, and joins what is alike."""
    pairs, brackets = _paired(parts), _spanned(parts)
    change = {**dict.fromkeys(pairs, 1), **dict.fromkeys(pairs.values(), -1)}
    ends = set(brackets.values())
    depth = {BOLD: 0, ITALIC: 0}
    looks: Looks = ()
    spans: list[Span] = []
    for index, part in enumerate(parts):
        if index in change:
            depth[part.text] += change[index]
        elif index in brackets:
            looks = (*looks, _looks_of(parts[brackets[index]]))
        elif index in ends:
            looks = looks[:-1]
        else:
            text, _, _, icon, _, attributes = _printed(part, problems)
            span = Span(text, depth[BOLD] > 0, depth[ITALIC] > 0, icon, looks, attributes)
            if spans and not span.icon and not spans[-1].icon and spans[-1][1:] == span[1:]:
                spans[-1] = span._replace(text=spans[-1].text + span.text)
            else:
                spans.append(span)
    return _stripped(spans)


def _printed(part: _Part, problems: list[Finding]) -> Span:
    """A part that is no mark: as a span, and with a problem where it is half of one."""
    if isinstance(part, Span):
        return part
    if isinstance(part, _Bracket) and part.looks is not None:
        problems.append(_unopened(part.text))
    return Span(part.text)


def _looks_of(part: _Part) -> tuple[Look, ...]:
    """The looks that a bracket which ends a span asks for."""
    assert isinstance(part, _Bracket)
    return part.looks or ()


def _unopened(closing: str) -> Finding:
    return Finding(
        "span-wrong",
        f'"{closing}" ends a span that nothing begins',
        "write [ before the words that it is for, in the same line, or \\] to print the bracket",
    )


def _paired(parts: Sequence[_Part]) -> dict[int, int]:
    """The positions of stars that open a style, with those of the stars that close it: each time
    the nearest before them."""
    paired: dict[int, int] = {}
    stars = [(index, part) for index, part in enumerate(parts) if isinstance(part, _Stars)]
    if not stars:
        return paired
    texts = [part.text for part in parts]
    for mark in (BOLD, ITALIC):
        opened: list[int] = []
        for index, part in stars:
            if part.text != mark:
                continue
            first = parts[opened[-1]] if opened and part.closes else None
            if isinstance(first, _Stars):  # the nearest alone is asked, as CommonMark does
                start = opened.pop()
                inside = _beginning(texts, start + 1, index)
                if inside and (
                    first.after == JOINER or sets_apart(mark, first.before, inside, part.after)
                ):
                    paired[start] = index
            elif part.opens:
                opened.append(index)
    return paired


def _beginning(texts: Sequence[str], start: int, stop: int) -> str:
    """The beginning of what stands between two stars, and its last sign."""
    text = ""
    for at in range(start, stop):
        text += texts[at]
        if len(text) > _LOOKED_AT:
            return text[:_LOOKED_AT] + texts[stop - 1][-1:]
    return text


def _stripped(spans: list[Span]) -> tuple[Span, ...]:
    """The spans without the spaces at both ends of the paragraph."""
    while spans and not (text := spans[0].text.lstrip(SPACES)):
        del spans[0]
    if spans:
        spans[0] = spans[0]._replace(text=text)
    while spans and not (text := spans[-1].text.rstrip(SPACES)):
        del spans[-1]
    if spans:
        spans[-1] = spans[-1]._replace(text=text)
    return tuple(spans)
