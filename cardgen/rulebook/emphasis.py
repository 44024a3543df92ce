"""Stars in a rulebook: markdown-it pairs them, and those that no card takes for bold or italics stand for themselves here too."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

from cardgen.typography.stars import BOLD, ITALIC, PICTURE, closes, opens, sets_apart

_AT = "at"
"""Where in its text a star stands, which its token keeps."""


def use_stars(markdown: MarkdownIt) -> None:
    """Let a parser read stars as cards do; underscores stay CommonMark's."""
    markdown.inline.ruler.before("emphasis", "stars", _read_stars)
    markdown.inline.ruler2.after("balance_pairs", "stars", _part_stars)


def _read_stars(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if silent or state.src[start] != "*":
        return False
    end = start + state.scanDelims(start, True).length
    mark, before, after = ITALIC if end == start + 1 else BOLD, _sign(state.src, start - 1), _sign(state.src, end)
    begins, ends = opens(mark, before, after), closes(mark, before, after)
    for at in range(start, end):
        token = state.push("text", "", 0)
        token.content = "*"
        token.meta[_AT] = at
        state.delimiters.append(Delimiter(ord("*"), end - start, len(state.tokens) - 1, -1, begins, ends))
    state.pos = end
    return True


def _sign(text: str, at: int) -> str:
    """The character there; icons are written in braces."""
    found = text[at : at + 1] if at >= 0 else ""
    return PICTURE if found in ("{", "}") and found else found


def _part_stars(state: StateInline) -> None:
    """Undo the pairs that are none."""
    for delimiters in (state.delimiters, *(meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta)):
        for delimiter in delimiters:
            if delimiter.marker == ord("*") and delimiter.end >= 0 and not _are_pair(state, delimiter, delimiters[delimiter.end]):
                delimiter.end = -1


def _are_pair(state: StateInline, opening: Delimiter, closing: Delimiter) -> bool:
    text = state.src
    first, last = state.tokens[opening.token].meta[_AT], state.tokens[closing.token].meta[_AT]
    start, end = first, last + 1
    while text[start - 1 : start] == "*" and start > 0:
        start -= 1
    while text[end : end + 1] == "*":
        end += 1
    mark = BOLD if "**" in (text[first : first + 2], text[max(0, first - 1) : first + 1]) else ITALIC
    inside = text[first + 1 : last].strip("*").replace("{", PICTURE)
    return bool(inside) and sets_apart(mark, _sign(text, start - 1), inside, _sign(text, end))
