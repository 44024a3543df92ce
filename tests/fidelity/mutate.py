"""Random changes to a valid SVG, as a slip of the hand or a broken program would make them."""

from __future__ import annotations

import random
import re

_ODD = (
    *(
        "",
        "0",
        "-1",
        "1e999",
        "nan",
        "100%",
        "none",
        "inherit",
        "url(#g)",
        "url(#)",
        "1 2 3",
        "-5e8",
        "0.0000001",
        "auto",
        "\u05d0\u0301",
    ),
    *(
        "9" * 400,
        "rotate(",
        "var(--x)",
        "#12",
        "rgb(1,2",
        "M0 0C",
        "A1 1 0 1 1",
        "currentColor",
        "10mm",
        "1e-30",
        "matrix(0 0 0 0 0 0)",
    ),
)
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_ELEMENT = re.compile(r"<(\w+)([^<>]*?)(/?)>")


def mutated(text: str, generator: random.Random) -> str:
    """The text with one to three changes."""
    for _ in range(generator.randint(1, 3)):
        text = generator.choice(_WAYS)(text, generator)
    return text


def _value(text: str, generator: random.Random) -> str:
    return _replaced(
        text, generator, _ATTRIBUTE, lambda match: f'{match[1]}="{generator.choice(_ODD)}"'
    )


def _swapped(text: str, generator: random.Random) -> str:
    values = [match[2] for match in _ATTRIBUTE.finditer(text)]
    return _replaced(
        text, generator, _ATTRIBUTE, lambda match: f'{match[1]}="{generator.choice(values)}"'
    )


def _renamed(text: str, generator: random.Random) -> str:
    names = [
        match[1] for match in _ATTRIBUTE.finditer(text) if match[1] not in ("xmlns", "xmlns:xlink")
    ]
    return _replaced(
        text, generator, _ATTRIBUTE, lambda match: f'{generator.choice(names)}="{match[2]}"'
    )


def _lost(text: str, generator: random.Random) -> str:
    return _replaced(text, generator, _ATTRIBUTE, lambda _: "")


def _other_element(text: str, generator: random.Random) -> str:
    names = re.findall(r"<(\w+)", text)
    one, other = (
        generator.choice(names),
        generator.choice((*names, "use", "mask", "marker", "tspan", "textPath", "switch")),
    )
    return re.sub(rf"<(/?){one}\b", rf"<\g<1>{other}", text)


def _numbers(text: str, generator: random.Random) -> str:
    factor = generator.choice((-1, 0, 1e-6, 1e4, 1e9, 3.7))
    return _replaced(
        text,
        generator,
        re.compile(r"(?<=[\" ,(])-?\d+(\.\d+)?"),
        lambda match: f"{float(match[0]) * factor:g}",
    )


def _doubled(text: str, generator: random.Random) -> str:
    return _replaced(text, generator, _ELEMENT, lambda match: f"<{match[1]}{match[2]}/>{match[0]}")


def _cut(text: str, generator: random.Random) -> str:
    at = generator.randrange(len(text))
    return text[:at] + text[at + generator.randint(1, 4) :]


def _replaced(text: str, generator: random.Random, pattern: re.Pattern[str], change: object) -> str:
    head = text.index(">") + 1
    found = list(pattern.finditer(text, head))
    if not found:
        return text
    match = generator.choice(found)
    return text[: match.start()] + change(match) + text[match.end() :]  # type: ignore[operator]


_WAYS = (
    _value,
    _value,
    _swapped,
    _swapped,
    _renamed,
    _lost,
    _other_element,
    _numbers,
    _numbers,
    _doubled,
    _cut,
)
