"""The vocabulary of the game in its rulebook: its keywords, the words that print as icons, and its
phrases, as on cards; headings stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.vocabulary import Vocabulary

_LEFT_ALONE = re.compile(
    r"(`+[^`\n]*`+|\[\[[^\[\]\n]*\]\]|\[\^[^\]\n]*\]|(?<=\])\([^()\s]*\)|<https?://[^>\s]*>|&#?\w+;)"
)
"""Code, terms of the index, footnotes, addresses and entities."""


def use_vocabulary(
    markdown: MarkdownIt, vocabulary: Vocabulary, tell: Callable[[Finding, int], None]
) -> None:
    """Make a parser print the words of a game as its cards do; headings stay as they are.

    `tell` hears what is wrong, and in which line its block begins, from 0."""
    if not vocabulary:
        return

    def print_words(state: StateCore) -> None:
        for before, token in pairwise(state.tokens):
            if token.type == "inline" and before.type != "heading_open":
                token.content = _printed(token, vocabulary, tell)

    markdown.core.ruler.before("inline", "vocabulary", print_words)


def _printed(token: Token, vocabulary: Vocabulary, tell: Callable[[Finding, int], None]) -> str:
    """The Markdown of a piece with the game's words as they print."""
    # every second part is one that is left alone
    parts = _LEFT_ALONE.split(token.content)
    try:
        parts[::2] = map(vocabulary.markup, parts[::2])
    except CardgenError as error:
        for finding in error.findings:
            tell(finding, token.map[0] if token.map else 0)
    return "".join(parts)
