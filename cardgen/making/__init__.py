"""What is made: sheets, books, exports, editions; each a task, run here or elsewhere."""
