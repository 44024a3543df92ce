"""Checking decks before money is spent on them: findings about cards, from rules and from print."""
