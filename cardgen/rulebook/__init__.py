"""Rulebooks: a game's rulebook.md read, laid out and made into its editions, for the screen and for print."""
