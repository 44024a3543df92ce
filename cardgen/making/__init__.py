"""Making: sheets, books, exports, editions; each is a task, run here or elsewhere."""
