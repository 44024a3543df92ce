"""The preview: a page on this machine that shows the cards as they print.

It follows every change on disk."""
