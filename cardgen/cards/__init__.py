"""A card composed into one SVG document, and rendered to drawings."""
