"""The version of the program.

It is at the bottom of the house, so that whoever writes it into a file may ask."""

__version__ = "1.0.0"
