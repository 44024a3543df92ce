"""Export: a deck as one printer takes it."""

BESIDE = (
    "cardgen.preflight.inspect",
    "cardgen.preflight.run",
    "cardgen.prepress.raster",
    "pypdfium2",
)
"""What processes that share an export load, once for all of them."""
