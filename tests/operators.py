"""The operators of content streams, read by a parser: how a number is spelt says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pikepdf

Operator = tuple[str, tuple[float | str, ...]]
"""An operator with its operands."""
Operators = Counter[Operator]
"""Operators, and how often each is there."""


def steps_of(content: pikepdf.Object | bytes) -> list[Operator]:
    """Return the operators of a page, form or content in their order; names and texts among
    operands as they read."""
    file = pikepdf.Pdf.new()  # which has to outlive what is read of it
    if isinstance(content, bytes):
        content = file.make_stream(content)
    steps = []
    for operands, operator in pikepdf.parse_content_stream(content):
        plain = (
            float(operand) if isinstance(operand, int | float | Decimal) else str(operand)
            for operand in operands
        )
        steps.append((str(operator), tuple(plain)))
    return steps


def operators_of(content: pikepdf.Object | bytes) -> Operators:
    """Return how often each operator of a page, form or content is there."""
    return Counter(steps_of(content))


def names_of_operators(content: pikepdf.Object | bytes) -> list[str]:
    """Return the operators of a page, form or content without their operands, in their order."""
    return [name for name, _ in steps_of(content)]


def rectangle_steps(wide: float, high: float) -> list[Operator]:
    """Return the path of a rectangle at the origin."""
    corners = ((wide, 0.0), (wide, high), (0.0, high))
    return [("m", (0.0, 0.0)), *(("l", corner) for corner in corners), ("h", ())]


def stand_in(steps: list[Operator], content: pikepdf.Object | bytes) -> bool:
    """Return whether a page, form or content holds these operators one after another."""
    longer = steps_of(content)
    return any(longer[start : start + len(steps)] == steps for start in range(len(longer)))


def form_operators(file: Path) -> list[Operators]:
    """Return the operators of each form of a PDF."""
    with pikepdf.open(file) as pdf:
        return [operators_of(form) for form in _forms(pdf)]


def _forms(pdf: pikepdf.Pdf) -> list[pikepdf.Stream]:
    streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
    return [stream for stream in streams if stream.get("/Subtype") == "/Form"]


def dictionaries_of(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Yield every dictionary and stream of a file, also those that stand in others."""
    waiting = [*pdf.objects]
    while waiting:
        value = waiting.pop()
        if isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
            yield value
            parts = [value[key] for key in value.keys()]  # noqa: SIM118  # a PDF dictionary
        else:
            parts = [*value] if isinstance(value, pikepdf.Array) else []
        waiting += [
            part for part in parts if isinstance(part, pikepdf.Object) and not part.is_indirect
        ]


def actual_texts(pdf: pikepdf.Pdf) -> list[str]:
    """Return what pages and forms say that their letters read as, in their order."""
    texts = []
    for content in (*pdf.pages, *_forms(pdf)):
        for operands, operator in pikepdf.parse_content_stream(content):
            if str(operator) == "BDC" and "/ActualText" in operands[1]:
                texts.append(str(operands[1]["/ActualText"]))
    return texts
