"""Stars: which of them open or close bold and italics, as in CommonMark (0.31.2, 6.2), and which
stand for themselves.

CommonMark alone takes the stars of `*/*` and of `2*cards + 3*level` for a pair. Cards and rulebooks
ask here, so they agree."""

from __future__ import annotations

BOLD, ITALIC = "**", "*"
PICTURE = "\ufffc"
"""The character in a text where an icon goes."""
JOINER = "\u2060"
"""A word joiner: between a letter and a star it parts the two, and it is not printed."""
_NEVER_BEGINS = frozenset("/×÷=<>,;:)]}%")
"""Signs that no italics begin with: a star before one of them is a power, a footnote or a
product."""
_NEVER_ENDS = frozenset("/×÷=<>([{")
_OF_FORMULAS = frozenset("()[]+-−–/×÷=<>^,;:")
"""Signs that stand between factors, and in no word of which a part is set apart."""
_FIRST_WITHOUT_SPACES = "\u2e80"
"""From here on most scripts do not part words by spaces."""


def opens(mark: str, before: str, after: str) -> bool:
    """True if a star, or two, may begin a style between these characters.

    At the ends of a line they are empty."""
    if not after or after.isspace() or _are_both_digits(before, after):
        return False
    if mark == BOLD:
        return True
    if _is_in_word(before):  # left-flanking, as CommonMark has it
        return after in (PICTURE, JOINER) or after.isalnum()
    return after not in _NEVER_BEGINS


def closes(mark: str, before: str, after: str) -> bool:
    """True if a star, or two, between these characters may end a style."""
    if not before or before.isspace() or _are_both_digits(before, after):
        return False
    return mark == BOLD or before not in _NEVER_ENDS


def sets_apart(mark: str, before: str, inside: str, after: str) -> bool:
    """True if a pair of marks around a text is meant as such.

    It is not meant so where it begins and ends in the midst of words or numbers."""
    if mark == ITALIC and not any(sign.isalnum() or sign == PICTURE for sign in inside):
        return False
    spaced = any(map(str.isspace, inside))
    if _is_in_word(before) and _is_in_word(after):
        if mark == BOLD:
            return not (spaced or (before.isdigit() and after.isdigit()))
        figures = any(sign.isdigit() for sign in (before, inside[0], inside[-1], after))
        formula = any(sign in _OF_FORMULAS for sign in inside)  # (a*b)+(c*d)
        return not (spaced or figures or formula or len(inside) == 1)
    # 2*cards, or 3*
    factors = mark == ITALIC and spaced and before.isdigit() and inside[-1].isdigit()
    return not factors


def in_doubt(mark: str, before: str, inside: str) -> bool:
    """True if a pair of marks may be two stars that stand for themselves.

    It begins within a word, though it sets something apart."""
    return mark == ITALIC and _is_in_word(before) and any(map(str.isspace, inside))


def _is_in_word(sign: str) -> bool:
    return sign.isalnum() and sign < _FIRST_WITHOUT_SPACES


def _are_both_digits(before: str, after: str) -> bool:
    return before.isdigit() and after.isdigit()
