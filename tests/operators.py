"""The operators of content streams, read by a parser: how a number is spelt says nothing."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pikepdf

Operators = Counter[tuple[str, tuple[float | str, ...]]]
"""Operators with their operands, and how often each is there."""


def operators_of(content: pikepdf.Object) -> Operators:
    """Return the operators of a page or form; names and texts among operands as they read."""
    counted: Operators = Counter()
    for operands, operator in pikepdf.parse_content_stream(content):
        plain = (
            float(operand) if isinstance(operand, int | float | Decimal) else str(operand)
            for operand in operands
        )
        counted[str(operator), tuple(plain)] += 1
    return counted


def form_operators(file: Path) -> list[Operators]:
    """Return the operators of each form of a PDF."""
    with pikepdf.open(file) as pdf:
        return [
            operators_of(stream)
            for stream in pdf.objects
            if isinstance(stream, pikepdf.Stream) and stream.get("/Subtype") == "/Form"
        ]
