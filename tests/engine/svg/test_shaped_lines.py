"""Words as operands of PDF: the quick way gives what the thorough one does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pictures import shipped_fonts

from cardgen.base.findings import CardgenError
from cardgen.engine.svg import glyphs
from cardgen.engine.svg.glyphs import ShapedWords

LETTERS = "abcdefghijklmnopqrstuvwxyzAVTWYPLFfi0123456789.,-'! éß"


@given(
    word=st.text(st.sampled_from(LETTERS), min_size=1, max_size=9),
    spacing=st.sampled_from((0.0, 0.02, 0.1, -0.03)),
    gap=st.sampled_from((0.0, 0.2)),
    family=st.sampled_from((("Nunito", 600), ("Baloo 2", 800), ("Creepster", 400))),
)
def test_letters_in_a_row_are_written_as_any_others(
    word: str, spacing: float, gap: float, family: tuple[str, int]
) -> None:
    """In the same operands, as wide, and with the same ink, which lies within what is said of all
    words so far."""
    font = shipped_fonts().face(*family)
    known = ShapedWords(font, spacing, gap)
    try:
        found = known[word]
    except CardgenError:
        return
    expected = glyphs._word(font, word, font.shape(word, not spacing).glyphs, spacing, gap)
    assert found._replace(words=()) == expected._replace(words=())
    (one,), (other,) = found.words, expected.words
    assert (one.advance, one.glyphs, one.ink) == (other.advance, other.glyphs, other.ink)
    if one.ink and spacing >= 0:
        left, top, right, bottom = one.ink
        signs = known.signs
        assert signs.left <= left + 1e-9
        assert signs.top <= top + 1e-9
        assert right <= found.advance + signs.over + 1e-9
        assert bottom <= signs.bottom + 1e-9


@given(line=st.text(st.sampled_from(LETTERS), min_size=1, max_size=30))
def test_a_line_is_what_its_words_are_in_a_row(line: str) -> None:
    """Known words and new ones alike."""
    font = shipped_fonts().face("Nunito", 600)
    known = ShapedWords(font, 0.0, 0.0)
    try:
        first, second = known.line(line), known.line(line)
    except CardgenError:
        return
    assert first[:2] == second[:2]
    row = known.row(line)
    assert row is None or row[:2] == first[:2]
    assert abs(first.advance - font.measure(line)[0] / font.units_per_em) < 1e-9
