"""Games, decks and cards as they are once loaded, their sizes, and the project they lie in."""
