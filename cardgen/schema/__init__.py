"""Files in YAML: read with the place of every value, and described once for the reader, the editor
and the reference."""
