"""Games, decks and cards once loaded, their sizes and their project."""
