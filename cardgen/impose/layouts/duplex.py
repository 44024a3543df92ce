"""Duplex: each back behind its front, on the other side of the paper."""

from __future__ import annotations

from cardgen.impose.layout import SheetLayout

LAYOUT = SheetLayout("duplex", about="backs on the other side", two_sided=True, cuttable=True)
