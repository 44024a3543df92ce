"""Printers as data, their inks, gradients and rasters."""
