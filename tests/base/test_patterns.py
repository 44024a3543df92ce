"""Regular expressions that are compiled late."""

from __future__ import annotations

import re

import pytest

from cardgen.base.patterns import pattern


def test_a_pattern_is_compiled_when_it_is_asked() -> None:
    """Not before: one that is broken hurts nobody who does not ask it."""
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.match("a")


def test_a_pattern_answers_as_a_compiled_one() -> None:
    late, known = pattern("(a)|b", re.IGNORECASE), re.compile("(a)|b", re.IGNORECASE)
    for _ in range(2):  # at first, and once it is compiled
        assert late.sub("-", "xAyb") == known.sub("-", "xAyb") == "x-y-"
        assert late.findall("xAyb") == known.findall("xAyb")
        assert late.fullmatch("A")
        assert not late.fullmatch("Ab")
        assert (late.pattern, late.flags, late.groups) == (known.pattern, known.flags, known.groups)
