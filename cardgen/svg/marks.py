"""Marks: what templates tell painters in attributes of their own."""

BLEED = "data-bleed"
"""The attribute of an <image> that ends at the cut and goes on beyond it."""
MADE = "made"
"""What it says on the copies of that image of which its bleed is made: their texts are nobody's to read."""
STATIC = "data-cardgen-static"
"""The attribute of the first of so many siblings that a template draws alike on every card."""
LAYER = 700
"""Bytes of mark-up from which siblings are worth a mark, and a layer of their own: of less, the reference is no shorter than what it
stands for."""
