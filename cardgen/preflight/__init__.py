"""The findings of a printer on drawn cards."""
