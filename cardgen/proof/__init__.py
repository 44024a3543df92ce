"""A printer's proof held against the decks that it was made of: which card is where, and what of it
differs.

`strangers_pages` reads the pages, `deck_sides` draws what should be on them, `card_finder` finds
cards on a page, `alignment` lays one over the other, `colour_fit` says how colours were converted,
`differences` compares, `verdict` says what it comes to, and `telling` and `marked_pages` tell it.
All of it works on pictures of Pillow."""
