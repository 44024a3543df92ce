"""Art that is made for cards that have none: drawings that follow from words, in the colours of a
deck."""

MADE = "auto/"
"""How the names of drawings begin that are made when they are asked for."""
AUTO = "auto"
"""What a card or a deck says as its art for a drawing that is made."""
