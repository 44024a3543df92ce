"""Marks: what templates tell painters in attributes of their own."""

BLEED = "data-bleed"
"""The attribute of an <image> that ends at the cut and goes on beyond it."""
UNREAD = "data-cardgen-unread"
"""The attribute of a <g> whose texts nobody checks: copies in bleed that was made, and a text that
does not fit, which is told already."""
STATIC = "data-cardgen-static"
"""The attribute of the first of so many siblings that a template draws alike on every card."""
LAYER = 700
"""Bytes of mark-up from which siblings are worth a mark, and a layer of their own: of less, the
reference is no shorter than what it stands for."""
