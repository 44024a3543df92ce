"""Export: a deck as one printer takes it."""

BESIDE = ("cardgen.check.preflight", "cardgen.check.drawn", "cardgen.export.images", "pypdfium2")
"""What processes that share an export load, once for all of them."""
