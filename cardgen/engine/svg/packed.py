"""Packed drawings: a drawing as bytes that are kept between runs, with the forms, masks, pictures
and words that it refers to.

JSON, for what is read back is trusted with no more than it says. Fonts are named by their styles.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import ContentStream, Item, packed_items, unpacked_items
from cardgen.engine.graphics.drawing import Drawing, Picture, TextMark, Word
from cardgen.engine.typography.font import Font

_AS_IT_IS = ("fit", "size", "source", "fixed", "group", "notes")


class KeptDrawing(Drawing):
    """A drawing out of what was kept of it: its operators are at hand, its items are unpacked when
    somebody looks at them."""

    __slots__ = ("_items", "_packed")
    _packed: str
    _items: list[Item] | None

    @property
    def items(self) -> list[Item]:
        """As those of any drawing."""
        if self._items is None:
            self._items = unpacked_items(json.loads(self._packed))
        return self._items

    @items.setter
    def items(self, items: list[Item]) -> None:
        self._items = items

    def keep(self, items: str, stream: ContentStream) -> None:
        """Make it paint items that are still packed, and that this stream paints."""
        self._items, self._packed, self._stream = None, items, stream


def packed(drawing: Drawing, fonts: str) -> bytes:
    """A drawing as bytes; `fonts` tells which fonts there were to choose from."""
    forms = {name: _plain(form) for name, form in Drawing.reached(drawing.needs, set())}
    return json.dumps(
        {"fonts": fonts, "forms": forms, "drawing": _plain(drawing)}, sort_keys=False
    ).encode()


def unpacked(data: bytes, fonts: Callable[[], str], face: Callable[..., Font]) -> Drawing | None:
    """The drawing; None for what is no such thing, and for one with words where there are other
    fonts now."""
    try:
        kept = json.loads(data)
        if kept["fonts"] and kept["fonts"] != fonts():
            return None
        forms: dict[str, Drawing] = {}
        for name, form in kept["forms"].items():
            forms[name] = _drawing(form, forms, face)
        return _drawing(kept["drawing"], forms, face)
    except (ValueError, TypeError, LookupError, AttributeError, CardgenError):
        return None


def speaks(drawing: Drawing) -> bool:
    """Whether it shows words, or something in it does."""
    return any(each.words for _, each in Drawing.reached({"": drawing}, set()))


def _plain(drawing: Drawing) -> dict[str, Any]:
    return {
        **{name: value for name in _AS_IT_IS if (value := getattr(drawing, name))},
        "items": json.dumps(packed_items(drawing.items)),
        "stream": (drawing.content.decode("latin-1"), *drawing.stream.parts[1:]),
        "box": drawing.box,
        "reach": drawing.reach,
        "forms": list(drawing.forms),
        "masks": {name: (kind, inner.name) for name, (kind, inner) in drawing.masks.items()},
        "pictures": {
            name: (base64.b64encode(each.data).decode(), each.width, each.height, each.detail)
            for name, each in drawing.pictures.items()
        },
        "words": [
            (font.style, [list(word.glyphs.items()) for word in words])
            for font, words in drawing.words.items()
        ],
        "texts": [
            (mark.text, mark.font.style, mark.size, mark.edges, *mark[4:-2])
            for mark in drawing.texts
        ],  # of art, which no template sets
    }


def _drawing(
    plain: dict[str, Any], forms: Mapping[str, Drawing], face: Callable[..., Font]
) -> Drawing:
    """Raises LookupError, TypeError and ValueError for what is no drawing."""
    known = {name: plain[name] for name in _AS_IT_IS if name in plain}
    known["size"] = tuple(map(float, known.get("size", (0.0, 0.0))))
    known["notes"] = tuple(
        (str(what), str(remedy), int(line)) for what, remedy, line in known.get("notes", ())
    )
    content, states, shadings, patterns, spaces, identity = plain["stream"]
    drawing = KeptDrawing(
        [],
        Box(*plain["box"]),
        reach=Box(*plain["reach"]) if plain["reach"] else None,
        forms={name: forms[name] for name in plain["forms"]},
        masks={name: (kind, forms[inner]) for name, (kind, inner) in plain["masks"].items()},
        pictures={
            name: Picture(base64.b64decode(data), wide, high, detail=detail)
            for name, (data, wide, high, detail) in plain["pictures"].items()
        },
        words={
            face(*style): {Word(0.0, dict(map(tuple, glyphs)), None) for glyphs in words}
            for style, words in plain["words"]
        },
        texts=[_mark(face, *mark) for mark in plain["texts"]],
        **known,
    )
    drawing.keep(
        plain["items"],
        ContentStream(content.encode("latin-1"), states, shadings, patterns, spaces, identity),
    )
    return drawing


def _mark(
    face: Callable[..., Font], text: str, style: tuple[Any, ...], size: float, ink: Any, *rest: Any
) -> TextMark:
    matrix, x, y, fill, outline, cell, clip, alpha = rest
    words = (Word(0.0, {}, tuple(ink) if ink else None),)
    colours = (tuple(map(tuple, fill)), tuple(map(tuple, outline)))
    placed = tuple(cell) if cell else None, Box(*clip) if clip else None
    return TextMark(
        text, face(*style), size, words, Matrix(*matrix), x, y, *colours, *placed, alpha
    )
