"""Signs in running text: stars, dashes and ellipses.

Stars are bold and italics as on cards. markdown-it alone would pair the stars of `*/*`, and make ©
of (c), ± of +- and one comma of two.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

from cardgen.base import stars

_AT = "at"
"""Where in its text a star stands, which its token keeps."""


_DASHES = (
    (re.compile(r"(?<!\.)\.\.\.(?!\.)"), "…"),
    (re.compile(r"(?<!-)---(?!-)"), "—"),
    (re.compile(r"(?<=\s)--(?=\s)|(?<=\w)--(?=\w)"), "–"),
)


def use_signs(markdown: MarkdownIt) -> None:
    """Make a parser read stars as cards do, and dashes and ellipses.

    Other signs are left alone; underscores stay CommonMark's."""
    markdown.core.ruler.at("replacements", _set_dashes)
    markdown.inline.ruler.before("emphasis", "stars", _read_stars)
    markdown.inline.ruler2.after("balance_pairs", "stars", _part_stars)


def _set_dashes(state: StateCore) -> None:
    for inline in state.tokens:
        for token in inline.children or ():
            if token.type != "text":
                continue
            for typed, sign in _DASHES:
                token.content = typed.sub(sign, token.content)


def _read_stars(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if silent or state.src[start] != "*":
        return False
    end = start + state.scanDelims(start, True).length
    mark = stars.ITALIC if end == start + 1 else stars.BOLD
    before = _sign(state.src, start - 1)
    after = _sign(state.src, end)
    begins, ends = stars.opens(mark, before, after), stars.closes(mark, before, after)
    for at in range(start, end):
        token = state.push("text", "", 0)
        token.content = "*"
        token.meta[_AT] = at
        state.delimiters.append(
            Delimiter(ord("*"), end - start, len(state.tokens) - 1, -1, begins, ends)
        )
    state.pos = end
    return True


def _sign(text: str, at: int) -> str:
    """The character there; icons are written in braces."""
    sign = text[at : at + 1] if at >= 0 else ""
    return stars.PICTURE if sign in ("{", "}") and sign else sign


def _part_stars(state: StateInline) -> None:
    """Undo the pairs that are none."""
    for delimiters in (
        state.delimiters,
        *(meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta),
    ):
        for delimiter in delimiters:
            if (
                delimiter.marker == ord("*")
                and delimiter.end >= 0
                and not _are_pair(state, delimiter, delimiters[delimiter.end])
            ):
                delimiter.end = -1


def _are_pair(state: StateInline, opening: Delimiter, closing: Delimiter) -> bool:
    text = state.src
    first, last = state.tokens[opening.token].meta[_AT], state.tokens[closing.token].meta[_AT]
    start, end = first, last + 1
    while text[start - 1 : start] == "*" and start > 0:
        start -= 1
    while text[end : end + 1] == "*":
        end += 1
    mark = (
        stars.BOLD
        if "**" in (text[first : first + 2], text[max(0, first - 1) : first + 1])
        else stars.ITALIC
    )
    inside = text[first + 1 : last].strip("*").replace("{", stars.PICTURE)
    return bool(inside) and stars.sets_apart(mark, _sign(text, start - 1), inside, _sign(text, end))
