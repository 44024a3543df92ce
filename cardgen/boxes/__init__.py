"""Tuck boxes and trays: nets, the artwork on their faces, and their pages."""
