"""The game's own rules tried on its cards, and told."""
