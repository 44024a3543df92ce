"""Changes of the files that people write: values, cards and rows, and nothing around them."""
