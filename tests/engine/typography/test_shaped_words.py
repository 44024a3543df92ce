"""One font: words and what stands behind them, shaped as HarfBuzz shapes both together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pictures import shipped_fonts

from cardgen.base.findings import CardgenError
from cardgen.engine.typography.font import Font


@given(
    word=st.text(
        st.sampled_from("abcdefghijklmnopqrstuvwxyzAVTWYPLF0123456789.,-'!é"),
        min_size=2,
        max_size=9,
    ),
    ligatures=st.booleans(),
)
def test_a_word_before_a_space_is_drawn_as_the_shaper_draws_both(
    word: str, ligatures: bool
) -> None:
    """It is put together from the word and the space only where that is the same."""
    for family, weight in (("Nunito", 600), ("Baloo 2", 800), ("Creepster", 400)):
        font = shipped_fonts().face(family, weight)
        alone = Font(font.path, font.data, font.family, font.weight, font.italic, font.instance)
        alone._before_space = lambda letter, ligatures: False  # type: ignore[assignment]
        try:
            expected = alone.shape(f"{word} ", ligatures)
        except CardgenError:
            continue
        assert expected == font.shape(f"{word} ", ligatures)


@given(
    before=st.sampled_from(["Owl ", "5 of Ωμ ", "3 "]),
    word=st.sampled_from(["शक्ति", "फिर", "बारी"]),
    after=st.sampled_from(["", " Owl", " 5", "Ж"]),
)
def test_each_script_is_shaped_by_its_own_rules(before: str, word: str, after: str) -> None:
    """Whatever stands before it in the line: a syllable in Devanagari begins with a sign that is
    written behind its letters."""
    font = shipped_fonts().face("Baloo 2", 700)
    glyphs = [glyph[0] for glyph in font.shape(before + word + after).glyphs]
    alone = [glyph[0] for glyph in font.shape(word).glyphs]
    assert alone in [glyphs[at : at + len(alone)] for at in range(len(glyphs))]
    joined = font.joined(before + word + after, True, "", "").glyphs
    assert glyphs == [glyph[0] for glyph in joined]
    assert font.measure(before + word + after) == font.shape(before + word + after)[1:]
