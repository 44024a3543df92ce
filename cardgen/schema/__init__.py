"""Files in YAML: read with places, and described once.

Every value has its place. The description is for the reader, the editor and the reference."""
