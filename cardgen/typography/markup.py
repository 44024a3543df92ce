"""The markup of card texts: bold, italic, inline icons and paragraphs, read into spans of one style each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cardgen.base.errors import Problem

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


_TOKEN = re.compile(
    r"\\(?P<escaped>[*\\{}])|(?P<brace>\{\{|\}\})|\{(?P<icon>[^{}\r\n]*)\}|(?P<stars>\*+)|(?P<line>\\n|\r\n?|[\n\x85\u2028\u2029])"
    r"|(?P<stray>[{}])|(?P<text>[^\\*{}\r\n\x85\u2028\u2029]+|\\)"
)
_MARKS = ("*", "{", "}", "\\")
_BLANK = re.compile(r"[ \t\f\v]+")
_NO_HYPHEN = re.compile(r"(?<!\w)\u00ad|\u00ad(?!\w)")  # a soft hyphen that is not within a word


@lru_cache(maxsize=4096)
def parsed(markup: str) -> tuple[tuple[tuple[Span, ...], ...], tuple[Problem, ...]]:
    """Paragraphs that hold something, as spans of one style each; and what is wrong with the braces."""
    if markup.isprintable() and not any(map(markup.__contains__, _MARKS)):  # as most texts are
        plain = markup.strip(SPACES)
        return ((Span(plain if "  " not in plain else _BLANK.sub(" ", plain)),),) if plain else (), ()
    problems: list[Problem] = []
    paragraphs: list[list[Span | str]] = [[]]
    for token in _TOKEN.finditer(markup):
        kind, text = token.lastgroup, token[0]
        parts = paragraphs[-1]
        if kind == "line":
            paragraphs.append([])
        elif kind == "icon":
            name = token["icon"].strip()
            if name:
                parts.append(Span(ICON, icon=name))
            else:
                problems.append(Problem("{} names no icon", "write a name between the braces, or {{ and }} to print them"))
        elif kind == "stray":
            other = "}" if text == "{" else "{"
            problems.append(
                Problem(f'a "{text}" stands without its "{other}"', f"write {text * 2} to print a brace, or {{name}} for an icon")
            )
        elif kind == "stars":
            opens = markup[token.end() : token.end() + 1].strip() != ""
            closes = markup[token.start() - 1 : token.start()].strip() != "" if token.start() else False
            marks = {1: ["*"], 2: ["**"], 3: ["**", "*"]}.get(len(text), []) if opens or closes else []
            if marks:
                parts += (f"{mark}{'o' * opens}{'c' * closes}" for mark in marks)
            else:
                parts.append(Span(text))
        else:
            parts.append(Span(token["escaped"] or (text[0] if kind == "brace" else _NO_HYPHEN.sub("", _BLANK.sub(" ", text)))))
    return tuple(spans for parts in paragraphs if (spans := _styled(parts))), tuple(dict.fromkeys(problems))


def _styled(parts: Sequence[Span | str]) -> tuple[Span, ...]:
    """Gives the spans between matching stars their style, prints the other stars, and joins what is alike."""
    partner: dict[int, int] = {}
    for mark in ("**", "*"):
        opened: int | None = None
        for index, part in enumerate(parts):
            if isinstance(part, str) and part.rstrip("oc") == mark:
                if opened is not None and part.endswith("c"):
                    partner[opened] = partner[index] = opened
                    opened = None
                elif opened is None and "o" in part:
                    opened = index
    style = {"**": False, "*": False}
    spans: list[Span] = []
    for index, part in enumerate(parts):
        if isinstance(part, str):
            mark = part.rstrip("oc")
            if index in partner:
                style[mark] = not style[mark]
                continue
            part = Span(mark)
        span = part._replace(bold=style["**"], italic=style["*"])
        if spans and not span.icon and not spans[-1].icon and spans[-1][1:] == span[1:]:
            spans[-1] = span._replace(text=spans[-1].text + span.text)
        else:
            spans.append(span)
    while spans and not (kept := spans[0].text.lstrip(SPACES)):
        del spans[0]
    if spans:
        spans[0] = spans[0]._replace(text=kept)
    while spans and not (kept := spans[-1].text.rstrip(SPACES)):
        del spans[-1]
    if spans:
        spans[-1] = spans[-1]._replace(text=kept)
    return tuple(spans)
