"""Single: fronts alone, for sleeves with cards behind them, and for what has no back."""

from __future__ import annotations

from cardgen.impose.layout import SheetLayout

LAYOUT = SheetLayout("single", about="fronts only", backed=False, cuttable=True)
