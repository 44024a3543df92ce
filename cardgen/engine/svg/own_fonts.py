"""Fonts inside a drawing: what `@font-face` brings along in a data: address (CSS Fonts 4, 4.2).
Nothing else is fetched.

They are no fonts of the project, so their text is painted as shapes: what other processes and later
runs are told of a drawing names fonts by what the project calls them."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from cardgen.base.findings import CardgenError
from cardgen.engine.svg.properties import family_names
from cardgen.engine.svg.values import StyleError
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.fontbook import Typeface, nearest_weight, shared_out
from cardgen.engine.typography.fontfiles import font_in
from cardgen.engine.typography.fontnames import normal

MOST_FACES, MOST_BYTES = 64, 16 << 20
"""In one drawing."""
_SOURCE = re.compile(
    r"""url\(\s*(?:"(data:[^"]*)"|'(data:[^']*)'|(data:[^)\s]*))\s*\)""", re.IGNORECASE
)
_WEIGHTS = {"normal": 400, "regular": 400, "bold": 700}


class _Face(NamedTuple):
    """A face of a drawing: the weights it is for, its slant, and the font."""

    weights: tuple[int, int]
    italic: bool
    typeface: Typeface

    def nearest(self, weight: int) -> int:
        return min(max(weight, self.weights[0]), self.weights[1])

    def font(self, weight: int) -> Font:
        font = self.typeface.font(self.nearest(weight), self.italic)
        font.inside_drawing = True
        return font


class OwnFonts:
    """The surroundings of a drawing that brings fonts along; for all else it asks those that it
    stands in."""

    def __init__(self, sources: Any, faces: Mapping[str, Sequence[_Face]]) -> None:
        self._sources = sources
        self._faces = faces

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sources, name)

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """As FontBook.runs: letters that the drawing's own fonts lack come from the project's.
        Raises StyleError."""
        own = self._chosen(families, weight, italic)
        if not own:
            return self._sources.runs(text, families, weight, italic)
        others = tuple(family for family in families if normal(family) not in self._faces) or (
            "sans-serif",
        )
        found: list[tuple[Font, str]] = []
        for font, part in shared_out(own, text):
            found += [(font, part)] if font else self._sources.runs(part, others, weight, italic)
        return found

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        own = self._chosen(families[:1], weight, italic)
        return own[0] if own else self._sources.first(families, weight, italic)

    def _chosen(self, families: tuple[str, ...], weight: int, italic: bool) -> list[Font]:
        """The fonts of the drawing for a style, by CSS's font matching; those of one style and
        family are parts of one font."""
        found: list[Font] = []
        for family in families:
            faces = self._faces.get(normal(family), ())
            fitting = [face for face in faces if face.italic == italic] or faces
            best = (
                nearest_weight(weight, [face.nearest(weight) for face in fitting]) if fitting else 0
            )
            found += [
                face.font(weight) for face in reversed(fitting) if face.nearest(weight) == best
            ]
        return found


def with_own_fonts(
    sources: Any, rules: Sequence[Mapping[str, str]], ignore: Callable[[str, str], None]
) -> Any:
    """The surroundings of a drawing with the fonts of its `@font-face` rules. One that cannot be
    used is passed over, and told by `ignore`, which may raise StyleError."""
    faces: dict[str, list[_Face]] = {}
    room = MOST_BYTES
    for rule in rules[:MOST_FACES]:
        source = _SOURCE.search(rule.get("src", ""))
        if not source or not rule.get("font-family"):
            continue  # of another machine, or of the network: the project may have it
        (family,) = family_names(rule["font-family"])[:1]
        try:
            data = _decoded(next(filter(None, source.groups())))
            room -= len(data)
            if room < 0:
                raise StyleError(
                    f"the fonts inside this drawing are larger than {MOST_BYTES >> 20} MB",
                    "put their files into fonts/",
                )
            loaded = font_in(data, family)
            if fault := loaded.members[0].fault:
                raise CardgenError(fault)
        except CardgenError as error:
            ignore(f"inside this drawing {error.findings[0].what}", error.findings[0].remedy)
            continue
        typeface = Typeface(family, loaded, loaded.members[0])
        weights = _weights(rule.get("font-weight", "normal"), typeface)
        italic = rule.get("font-style", "normal").lower().startswith(("italic", "oblique"))
        # it is for what the rule says
        typeface.weights, typeface.slants = weights, frozenset({italic})
        faces.setdefault(normal(family), []).append(_Face(weights, italic, typeface))
    return OwnFonts(sources, faces) if faces else sources


def _decoded(address: str) -> bytes:
    """What a data: address holds (RFC 2397); nothing of one that is broken."""
    head, _, body = address.partition(",")
    try:
        data = unquote_to_bytes(body)
        return (
            base64.b64decode(re.sub(rb"\s", b"", data) + b"==")
            if "base64" in head.lower()
            else data
        )
    except ValueError:
        return b""


def _weights(text: str, typeface: Typeface) -> tuple[int, int]:
    """What `font-weight` of a rule says: a weight, or from one to another."""
    words = [
        _WEIGHTS.get(word) or (int(float(word)) if re.fullmatch(r"\d{1,4}(\.\d+)?", word) else 0)
        for word in text.lower().split()
    ]
    known = [min(weight, 1000) for weight in words if weight]
    return (min(known), max(known)) if known else typeface.weights
