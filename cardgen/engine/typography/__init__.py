"""Fonts, shaping, lines and text boxes."""
