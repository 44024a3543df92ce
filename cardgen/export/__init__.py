"""Export: a deck as one printer takes it."""
