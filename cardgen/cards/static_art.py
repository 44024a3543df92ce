"""Static art: what a template draws alike on every card. Whoever paints is told of it, and does it
once (`engine/svg/layers.py`).

A drawing program leaves hundreds of paths in a layer, and texts and pictures of the card among
them. What stands between these in one stretch, without Jinja in it, is marked at its first element;
nothing else of the mark-up is changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from cardgen.base import svg_marks
from cardgen.base.files import read_own
from cardgen.engine import svg_values

_CODE = "\0"
"""What stands for Jinja in the mark-up: no document can have it."""
NO_ELEMENTS = r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>"
"""What of mark-up may hold angle brackets that begin no element; a dot is any sign there."""
_MARKUP = re.compile(
    NO_ELEMENTS + r"|</(?P<close>[^\s>]*)\s*>|(?P<code>\0+)"
    r"""|<(?P<name>[^\s<>/!?\0]+)(?:[^<>"']|"[^"]*"|'[^']*')*?(?P<empty>/?)>""",
    re.DOTALL,
)
_ART = frozenset((*svg_values.SHAPE_ELEMENTS, "g", "svg", "image", "use"))
"""Elements that a stretch is made of."""
_LOOKED_AT = frozenset(("text", "flowRoot", "style"))
"""Elements of which none may be in it: texts are checked on every card."""


def fingerprint() -> str:
    """A digest that tells templates that were compiled with this from those of another version."""
    return sha256(read_own(Path(__file__))).hexdigest()


class StaticArt(Extension):
    """Marks static art while Jinja compiles a template."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        tokens = list(stream)
        markup = "".join([token.value if token.type == "data" else _CODE for token in tokens])
        marks = sorted(_marks(markup), reverse=True)
        ends = 0
        for token in tokens:
            value = token.value
            at = ends
            ends = ends + (len(token.value) if token.type == "data" else 1)
            if marks and marks[-1][0] < ends:
                parts: list[str] = []
                while marks and marks[-1][0] < ends:
                    place, mark = marks.pop()
                    parts += markup[at:place], mark
                    at = place
                value = "".join([*parts, markup[at:ends]])
            yield Token(token.lineno, token.type, value)


@dataclass(slots=True)
class _BegunElement:
    """An element whose end is still to come: where it and its attributes begin, whether all so far
    is static, and the stretches of such elements in it, each with its length."""

    name: str
    begins: int = 0
    attributes: int = 0
    static: bool = True
    stretches: list[list[tuple[int, int]]] = field(default_factory=lambda: [[]])

    def marks(self) -> Iterator[tuple[int, str]]:
        for stretch in self.stretches:
            if sum(length for _, length in stretch) >= svg_marks.LAYER:
                yield stretch[0][0], f' {svg_marks.STATIC}="{len(stretch)}"'


def _marks(markup: str) -> Iterator[tuple[int, str]]:
    """The places of the marks; none behind an end that has no beginning, as where elements are put
    together piece by piece."""
    top = _BegunElement("")
    around = [top]
    for token in _MARKUP.finditer(markup):
        here = around[-1]
        if name := token["name"]:
            around.append(
                _BegunElement(
                    name,
                    token.start(),
                    token.end("name"),
                    _CODE not in token[0] and _local(name) not in _LOOKED_AT,
                )
            )
        elif token["code"]:
            here.static = False
            here.stretches.append([])
        if not token["close"] and not token["empty"]:
            continue
        ended = around.pop()
        if not around or ended.name != (token["close"] or name):
            return
        here = around[-1]
        if (
            ended.static
            and _local(ended.name) in _ART
            and (here is not top or _local(ended.name) != "svg")
        ):
            here.stretches[-1].append((ended.attributes, token.end() - ended.begins))
            continue
        here.static &= ended.static
        here.stretches.append([])
        if _local(ended.name) in ("g", "svg"):
            yield from ended.marks()
    yield from top.marks()


def _local(name: str) -> str:
    """The name of an element without its prefix."""
    return name.rpartition(":")[2]
