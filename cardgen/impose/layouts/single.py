"""Single: fronts alone, for sleeves and for pieces without backs.

Sleeves have other cards behind them."""

from __future__ import annotations

from cardgen.impose.layout import SheetLayout

LAYOUT = SheetLayout("single", about="fronts only", backed=False, cuttable=True)
