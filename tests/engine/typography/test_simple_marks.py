"""Marks that are read the short way are read as by the long one."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from cardgen.engine.typography import markup as text_markup

PIECES = st.sampled_from(
    [
        *("word", " ", "é", "[", "]", "{", "}", "{.hot}", "{size=2 .hot}", "{sour}", "{}", "{{"),
        *("[red]{.hot}", "[two words]{.hot}", "[ ]{.hot}", "[a]{x}", "{candy size=2}", "{sour .}"),
        *("*", "**", "\\", "\n", "\u00ad", "  ", "\u00a0", "\ufffc", "]{.hot}", "{ }"),
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_styled_words_and_icons_are_read_as_the_long_way(markup: str) -> None:
    short_way = text_markup.parsed(markup)
    with patch.object(text_markup, "_simple_spans", lambda markup: None):
        assert short_way == text_markup.parsed(markup)
