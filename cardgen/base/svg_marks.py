"""Marks: what templates tell painters in attributes of their own."""

BLEED = "data-bleed"
"""The attribute of an <image> that ends at the cut and goes on beyond it."""
UNREAD = "data-cardgen-unread"
"""The attribute of a <g> whose texts nobody checks: copies in bleed that was made, and a text that
does not fit, which is told already."""
SPOT = "data-cardgen-spot"
"""The attribute of what does not fit its box, while a side is composed: the number of that box."""
STATIC = "data-cardgen-static"
"""The attribute of the first of so many siblings that a template draws alike on every card."""
AT = "data-cardgen-at"
"""The attribute of what the preview draws for its page: the number of its tag in a source map."""
CALL = "data-cardgen-call"
"""The attribute of what a call placed there: the number of the call on the side."""
LAYER = 700
"""Bytes of mark-up from which siblings are worth a mark, and a layer of their own: of less, the
reference is no shorter than what it stands for."""
