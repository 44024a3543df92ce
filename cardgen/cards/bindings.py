"""Bindings: a drawing whose objects are named for what they show becomes a template, and stays a
drawing.

What drawing programs do to Jinja, or write for themselves alone, is undone here, or told; a
template with names that bind is rewritten (`rewriting.py`)."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from jinja2 import Environment

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.patterns import pattern
from cardgen.cards.page import VALUE

_ESCAPED_HREF = re.compile(rf"""(\bhref\s*=\s*)({VALUE})""")
_MANAGED = re.compile(r"(#[0-9A-Fa-f]{6})\s+icc-color\([^()]*\)")
"""A colour as Inkscape writes it in a drawing with a profile: what screens show, and what no
browser reads."""
_ESCAPED_JINJA = pattern(r"%7B(?:%7B|%25).*?(?:%7D|%25)%7D", re.IGNORECASE | re.DOTALL)
_SPLIT = pattern(
    r"\{\{((?:(?!\}\}|\{\{|\{%|%\}|\{#).){0,400}?)"
    r"</(?:tspan|flowPara|flowSpan)\s*>\s*<(?:tspan|flowPara|flowSpan)\b",
    re.DOTALL,
)
_BEHIND = r"""(?:[^"<>]*?[;\n])?\s*"""
"""What of an object's own name may stand before its bindings; a new line is `&#10;` there."""
_SEEMS_NAMED = re.compile(
    rf"""(?:inkscape:label|data-name|serif:id|\bid)\s*=\s*["']{_BEHIND}\w+?\s*(?::|_x3A_)"""
    rf"""|<(?:\w+:)?title[^>]*>{_BEHIND}\w+\s*:""",
    re.IGNORECASE,
)
"""Found in every document with a binding: a quick look before it is read."""


def bound(source: str, path: Path, environment: Environment) -> str:
    """A template with Jinja in place of what the names of its objects bind. Raises CardgenError.

    What a drawing program does to Jinja itself is undone, or told.
    """
    source = _MANAGED.sub(r"\1", source) if "icc-color(" in source else source
    source = _ESCAPED_HREF.sub(_decoded, source) if "%7" in source else source
    if split := _SPLIT.search(source):
        expression = " ".join(split[1].split())
        sentence = f'an expression is broken over several lines of a text: "{{{{ {expression}"'
        remedy = (
            "drawing programs wrap text so; name the object instead:"
            f"  text:{expression.partition(' ')[0] or 'card.text'}"
        )
        raise CardgenError(
            Finding(
                "expression-broken",
                sentence,
                remedy,
                Place(path, source.count("\n", 0, split.start()) + 1),
            )
        )
    if not _SEEMS_NAMED.search(source):
        return source
    from cardgen.cards.rewriting import rewritten

    return rewritten(source, path, environment)


def _decoded(match: re.Match[str]) -> str:
    """An address with the Jinja in it as it was before a program wrote it as an address."""
    return match[1] + _ESCAPED_JINJA.sub(lambda jinja: unquote(jinja[0]), match[2])
