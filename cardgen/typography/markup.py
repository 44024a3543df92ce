"""The markup of card texts: bold, italic, inline icons and paragraphs, read into spans of one style each."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count, dropwhile
from typing import Any, NamedTuple, TypeVar

from cardgen.base.errors import Problem
from cardgen.base.patterns import pattern

ICON = "\ufffc"
"""What stands in the text where an icon goes."""
SPACES = " \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000\u200b"
"""Spaces at which a line may end; they take no room there."""


class Span(NamedTuple):
    """Text in one style, or an icon by its name, with ICON for its text."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


S = TypeVar("S", bound=Any)
"""A span of any kind: a named tuple with a text."""


def edited(spans: Sequence[S], edits: Callable[[str, str], Mapping[int, str]], language: str) -> tuple[S, ...]:
    """Spans that follow one another, with characters replaced; `edits` tells which, by position in the text of all of them together."""
    found = edits("".join([span.text for span in spans]), language)
    if not found:
        return tuple(spans)
    at = count()
    return tuple(span._replace(text="".join([found.get(next(at), sign) for sign in span.text])) for span in spans)


def between(spans: Sequence[S], start: int, stop: int) -> list[tuple[int, int, int]]:
    """Which spans lie between two positions in the text of all of them: index, first and last position there."""
    parts = []
    at = 0
    for index, span in enumerate(spans):
        low, high = max(start, at), min(stop, at + len(span.text))
        if low < high:
            parts.append((index, low, high))
        at += len(span.text)
    return parts


_TOKEN = pattern(
    r"\\(?P<escaped>[*\\{}])|(?P<brace>\{\{|\}\})|\{(?P<icon>[^{}\r\n]*)\}|(?P<stars>\*+)|(?P<line>\\n|\r\n?|[\n\x85\u2028\u2029])"
    r"|(?P<stray>[{}])|(?P<text>[^\\*{}\r\n\x85\u2028\u2029]+|\\)"
)
_MARKS = ("*", "{", "}", "\\")
_BLANK = re.compile(r"[ \t\f\v]+")
_NO_HYPHEN = re.compile(r"(?<!\w)\u00ad|\u00ad(?!\w)")  # a soft hyphen that is not within a word


def parsed(markup: str) -> tuple[tuple[tuple[Span, ...], ...], tuple[Problem, ...]]:
    """Paragraphs as spans of one style each, none for a blank line between two; and what is wrong with the braces."""
    if markup.isprintable() and not any(map(markup.__contains__, _MARKS)):  # as most texts are
        plain = markup.strip(SPACES)
        return ((Span(plain if "  " not in plain else _BLANK.sub(" ", plain)),),) if plain else (), ()
    problems: list[Problem] = []
    paragraphs: list[list[Span | _Stars]] = [[]]
    for token in _TOKEN.finditer(markup):
        if token.lastgroup == "line":
            paragraphs.append([])
        elif token.lastgroup == "stars":
            paragraphs[-1] += _stars(token)
        elif problem := _broken(token):
            problems.append(problem)
        else:
            paragraphs[-1].append(_span(token))
    styled = [_styled(parts) for parts in paragraphs]
    while styled and not styled[-1]:
        del styled[-1]
    return tuple(dropwhile(operator.not_, styled)), tuple(dict.fromkeys(problems))


class _Stars(NamedTuple):
    """`*` or `**` that may open a style, close it, or both."""

    mark: str
    opens: bool
    closes: bool


def _stars(token: re.Match[str]) -> list[Span | _Stars]:
    markup, text = token.string, token[0]
    opens = markup[token.end() : token.end() + 1].strip() != ""
    closes = markup[max(0, token.start() - 1) : token.start()].strip() != ""
    marks = {1: ["*"], 2: ["**"], 3: ["**", "*"]}.get(len(text), []) if opens or closes else []
    return [_Stars(mark, opens, closes) for mark in marks] or [Span(text)]


def _broken(token: re.Match[str]) -> Problem | None:
    """What is wrong with a brace."""
    if token.lastgroup == "icon" and not token["icon"].strip():
        return Problem("{} names no icon", "write a name between the braces, or {{ and }} to print them")
    if token.lastgroup == "stray":
        brace, other = token[0], "}" if token[0] == "{" else "{"
        return Problem(f'a "{brace}" stands without its "{other}"', f"write {brace * 2} to print a brace, or {{name}} for an icon")
    return None


def _span(token: re.Match[str]) -> Span:
    if token.lastgroup == "icon":
        return Span(ICON, icon=token["icon"].strip())
    if token.lastgroup == "brace":
        return Span(token[0][0])
    return Span(token["escaped"] or _NO_HYPHEN.sub("", _BLANK.sub(" ", token[0])))


def _styled(parts: Sequence[Span | _Stars]) -> tuple[Span, ...]:
    """Gives the spans between matching stars their style, prints the other stars, and joins what is alike."""
    paired = _paired(parts)
    style = {"**": False, "*": False}
    spans: list[Span] = []
    for index, part in enumerate(parts):
        if isinstance(part, _Stars):
            if index in paired:
                style[part.mark] = not style[part.mark]
                continue
            part = Span(part.mark)
        span = part._replace(bold=style["**"], italic=style["*"])
        if spans and not span.icon and not spans[-1].icon and spans[-1][1:] == span[1:]:
            spans[-1] = span._replace(text=spans[-1].text + span.text)
        else:
            spans.append(span)
    return _stripped(spans)


def _paired(parts: Sequence[Span | _Stars]) -> set[int]:
    """The positions of stars that open or close a style."""
    paired: set[int] = set()
    for mark in ("**", "*"):
        opened: int | None = None
        for index, part in enumerate(parts):
            if not isinstance(part, _Stars) or part.mark != mark:
                continue
            if opened is not None and part.closes:
                paired |= {opened, index}
                opened = None
            elif opened is None and part.opens:
                opened = index
    return paired


def _stripped(spans: list[Span]) -> tuple[Span, ...]:
    """The spans without the spaces at both ends of the paragraph."""
    while spans and not (kept := spans[0].text.lstrip(SPACES)):
        del spans[0]
    if spans:
        spans[0] = spans[0]._replace(text=kept)
    while spans and not (kept := spans[-1].text.rstrip(SPACES)):
        del spans[-1]
    if spans:
        spans[-1] = spans[-1]._replace(text=kept)
    return tuple(spans)
