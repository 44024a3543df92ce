"""From SVG to drawings: style, paths, text, art. Right, or refused by name."""
