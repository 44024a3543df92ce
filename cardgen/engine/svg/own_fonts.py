"""Fonts inside a drawing: what `@font-face` brings along in a data: address (CSS Fonts 4, 4.2).

Nothing else is fetched. They are no fonts of the project, so their text is painted as shapes:
drawings name fonts in other processes and later runs by what the project calls them."""

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
"""The most faces and bytes in one drawing."""
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
    """The surroundings of a drawing that brings its own fonts.

    For all else it asks the surroundings of its own."""

    def __init__(self, sources: Any, faces: Mapping[str, Sequence[_Face]]) -> None:
        self._sources = sources
        self._faces = faces

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sources, name)

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """The runs of a text in single fonts.

        Letters that the drawing's own fonts lack come from the project's. Raises StyleError."""
        fonts = self._matching(families, weight, italic)
        if not fonts:
            return self._sources.runs(text, families, weight, italic)
        others = tuple(family for family in families if normal(family) not in self._faces)
        runs: list[tuple[Font, str]] = []
        for font, part in shared_out(fonts, text):
            if font:
                runs.append((font, part))
            else:
                runs += self._sources.runs(part, others or ("sans-serif",), weight, italic)
        return runs

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        fonts = self._matching(families[:1], weight, italic)
        return fonts[0] if fonts else self._sources.first(families, weight, italic)

    def _matching(self, families: tuple[str, ...], weight: int, italic: bool) -> list[Font]:
        """The fonts of the drawing for a style, by CSS's font matching.

        Those of one style and family are parts of one font."""
        fonts: list[Font] = []
        for family in families:
            faces = self._faces.get(normal(family), ())
            faces = [face for face in faces if face.italic == italic] or faces
            if faces:
                best = nearest_weight(weight, [face.nearest(weight) for face in faces])
                matching = [face for face in reversed(faces) if face.nearest(weight) == best]
                fonts += [face.font(weight) for face in matching]
        return fonts


def with_own_fonts(
    sources: Any, rules: Sequence[Mapping[str, str]], ignore: Callable[[str, str], None]
) -> Any:
    """The surroundings of a drawing with the fonts of its `@font-face` rules.

    One that cannot be used is ignored, and told by `ignore`, which may raise StyleError."""
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
            fault = loaded.members[0].fault
            if fault:
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
    """The content of a data: address (RFC 2397); empty for one that is broken."""
    head, _, body = address.partition(",")
    try:
        data = unquote_to_bytes(body)
        if "base64" not in head.lower():
            return data
        return base64.b64decode(re.sub(rb"\s", b"", data) + b"==")
    except ValueError:
        return b""


def _weights(text: str, typeface: Typeface) -> tuple[int, int]:
    """The `font-weight` of a rule: from the lightest to the boldest."""
    weights = []
    for word in text.lower().split():
        weight = _WEIGHTS.get(word, 0)
        if re.fullmatch(r"\d{1,4}(\.\d+)?", word):
            weight = min(int(float(word)), 1000)
        if weight:
            weights.append(weight)
    return (min(weights), max(weights)) if weights else typeface.weights
