"""Packed drawings: as plain values for other processes, and as bytes that are kept between runs.

They hold the forms, masks, pictures and words that a drawing refers to. Between runs that is JSON,
for what is read back is trusted with no more than it says. Fonts are named by their styles."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import CardgenError, Place, note
from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import (
    ContentStream,
    Item,
    WrittenItems,
    packed_items,
    unpacked_items,
)
from cardgen.engine.graphics.drawing import Drawing, Picture, TextMark, Word
from cardgen.engine.typography.font import Font

_STORED_FIELDS = ("fit", "size", "source", "fixed", "group")
_SENT_FIELDS = ("box", "reach", "fit", "pictures", "group", "fixed", "alias")
"""What of a drawing is sent as it is, unless it is empty."""


def plain_parts(drawing: Drawing) -> dict[str, Any]:
    """The parts of a drawing that are sent as they are."""
    return {name: value for name in _SENT_FIELDS if (value := getattr(drawing, name))}


class PackedDrawing(NamedTuple):
    """A drawing as plain values: forms and masks by name, fonts by style with the numbers of what
    their words show, and new ones.

    `items` are its items where they are asked for, in a list; else what its stream has, for it is
    written already."""

    plain: dict[str, Any]
    items: tuple[Any, ...] | list[Any]
    forms: tuple[str, ...]
    masks: tuple[tuple[str, str, str], ...]
    fonts: list[tuple[tuple[Any, ...], tuple[int, ...], dict[int, Any]]]
    texts: list[tuple[Any, ...]]


PackedForm = tuple[str, PackedDrawing]
"""A drawing and its name."""
PackedForms = tuple[PackedForm, ...]
"""Drawings by their names, those first that others refer to."""


class DrawingPacker:
    """Makes drawings into what can be sent, and remembers what has been, be it by another one that
    it is `shared` with."""

    def __init__(self, items: bool = True, shared: DrawingPacker | None = None) -> None:
        self.items = items
        self.forms: set[str] = shared.forms if shared else set()
        self.words: dict[Word, int] = shared.words if shared else {}
        self.glyphs: dict[frozenset[tuple[int, str]], int] = shared.glyphs if shared else {}
        """What words show, numbered: many show the same, as 12 and 21 do."""

    def gather(self, forms: dict[str, Drawing], packed_forms: list[PackedForm]) -> None:
        """The forms that have not been sent yet, those they refer to first."""
        packed_forms += (
            (name, self.packed(form)) for name, form in Drawing.reached(forms, self.forms)
        )

    def packed(self, drawing: Drawing) -> PackedDrawing:
        fonts = []
        for font, words in drawing.words.items():
            new: dict[int, Any] = {}
            for word in words.difference(self.words):
                self.words[word] = self.number(word.glyphs, new)
            fonts.append((font.style, tuple(map(self.words.__getitem__, words)), new))
        texts = []
        if self.items:
            texts = [
                (mark.text, mark.font.style, mark.size, mark.edges, *mark[4:-1])
                for mark in drawing.texts
            ]
        masks = tuple((name, kind, inner.name) for name, (kind, inner) in drawing.masks.items())
        items = packed_items(drawing.items) if self.items else drawing.stream.parts
        return PackedDrawing(plain_parts(drawing), items, tuple(drawing.forms), masks, fonts, texts)

    def number(self, glyphs: dict[int, str], new: dict[int, Any]) -> int:
        """The number of what a word shows, which is sent among what is `new` where it comes for the
        first time."""
        glyph_items = frozenset(glyphs.items())
        if glyph_items not in self.glyphs:
            new[len(self.glyphs)] = glyphs
        return self.glyphs.setdefault(glyph_items, len(self.glyphs))


class DrawingUnpacker:
    """Makes drawings of what was packed; `forms` are shared with others."""

    def __init__(self, face: Callable[..., Font], forms: dict[str, Drawing]) -> None:
        self.forms = forms
        self._face = cache(face)
        self._words: dict[int, Word] = {}

    def drawing(self, packed: PackedDrawing) -> Drawing:
        """Return a drawing whose forms are known. Raises LookupError."""
        plain, items, forms, masks, fonts, texts = packed
        self.learn_words(packed)
        words = {
            self._face(*style): set(map(self._words.__getitem__, numbers))
            for style, numbers, _ in fonts
        }
        return Drawing(
            [WrittenItems(ContentStream(*items))]
            if isinstance(items, tuple)
            else unpacked_items(items),
            **plain,
            words=words,
            forms={name: self.forms[name] for name in forms},
            masks={name: (kind, self.forms[inner]) for name, kind, inner in masks},
            texts=[
                TextMark(text, self._face(*style), size, (Word(0.0, {}, ink),), *rest)
                for text, style, size, ink, *rest in texts
            ],
        )

    def learn_words(self, packed: PackedDrawing) -> None:
        """Take in what new words show."""
        for _, _, new in packed.fonts:
            for number, glyphs in new.items():
                self._words[number] = Word(0.0, glyphs, None)


# -- between runs


class KeptDrawing(Drawing):
    """A drawing out of the cache.

    Its operators are ready, its items are unpacked when they are asked for."""

    __slots__ = ("_items", "_packed")
    _packed: str
    _items: list[Item] | None

    @property
    def items(self) -> list[Item]:
        """The items of the drawing, unpacked when they are first asked for."""
        if self._items is None:
            self._items = unpacked_items(json.loads(self._packed))
        return self._items

    @items.setter
    def items(self, items: list[Item]) -> None:
        self._items = items

    def keep(self, items: str, stream: ContentStream) -> None:
        """Make it paint items that are still packed, and that this stream paints."""
        self._items = None
        self._packed = items
        self._stream = stream


def packed(drawing: Drawing, fonts: str) -> bytes:
    """A drawing as bytes; `fonts` tells which fonts there were to choose from."""
    forms = {name: _to_json(form) for name, form in Drawing.reached(drawing.needs, set())}
    return json.dumps(
        {"fonts": fonts, "forms": forms, "drawing": _to_json(drawing)}, sort_keys=False
    ).encode()


def unpacked(data: bytes, fonts: Callable[[], str], face: Callable[..., Font]) -> Drawing | None:
    """The drawing in some bytes.

    It is None for what is no such thing, and for one with words where there are other fonts now."""
    try:
        content = json.loads(data)
        if content["fonts"] and content["fonts"] != fonts():
            return None
        forms: dict[str, Drawing] = {}
        for name, form in content["forms"].items():
            forms[name] = _from_json(form, forms, face)
        return _from_json(content["drawing"], forms, face)
    except (ValueError, TypeError, LookupError, AttributeError, CardgenError):
        return None


def has_words(drawing: Drawing) -> bool:
    """True if it shows words, or something in it does."""
    return any(form.words for _, form in Drawing.reached({"": drawing}, set()))


def _to_json(drawing: Drawing) -> dict[str, Any]:
    """A drawing as plain values, what it refers to by names."""
    plain: dict[str, Any] = {}
    for name in _STORED_FIELDS:
        value = getattr(drawing, name)
        if value:
            plain[name] = value
    if drawing.notes:
        plain["notes"] = [
            (finding.code, finding.what, finding.remedy, finding.place.line if finding.place else 0)
            for finding in drawing.notes
        ]
    plain["items"] = json.dumps(packed_items(drawing.items))
    plain["stream"] = (drawing.content.decode("latin-1"), *drawing.stream.parts[1:])
    plain["box"], plain["reach"] = drawing.box, drawing.reach
    plain["forms"] = list(drawing.forms)
    masks = drawing.masks.items()
    plain["masks"] = {name: (kind, inner.name) for name, (kind, inner) in masks}
    pictures: dict[str, Any] = {}
    for name, image in drawing.pictures.items():
        data = base64.b64encode(image.data).decode()
        pictures[name] = (data, image.width, image.height, image.detail)
    plain["pictures"] = pictures
    fonts: list[Any] = []
    for font, words in drawing.words.items():
        glyph_lists = [list(word.glyphs.items()) for word in words]
        fonts.append((font.style, glyph_lists))
    plain["words"] = fonts
    # without the last fields of a mark, which are of texts that a template sets
    plain["texts"] = [
        (mark.text, mark.font.style, mark.size, mark.edges, *mark[4:-2]) for mark in drawing.texts
    ]
    return plain


def _from_json(
    plain: dict[str, Any], forms: Mapping[str, Drawing], face: Callable[..., Font]
) -> Drawing:
    """The drawing of plain values.

    Raises LookupError, TypeError and ValueError for what is no drawing."""
    fields = {name: plain[name] for name in _STORED_FIELDS if name in plain}
    fields["size"] = tuple(map(float, fields.get("size", (0.0, 0.0))))
    notes = plain.get("notes", ())
    fields["notes"] = tuple(
        note(str(code), str(message), remedy=str(remedy), place=Place(Path(), int(line)))
        for code, message, remedy, line in notes
    )
    pictures = {}
    for name, (data, width, height, detail) in plain["pictures"].items():
        pictures[name] = Picture(base64.b64decode(data), width, height, detail=detail)
    words = {}
    for style, glyph_lists in plain["words"]:
        words[face(*style)] = {Word(0.0, dict(map(tuple, glyphs)), None) for glyphs in glyph_lists}
    content, states, shadings, patterns, spaces, identity = plain["stream"]
    drawing = KeptDrawing(
        [],
        Box(*plain["box"]),
        reach=Box(*plain["reach"]) if plain["reach"] else None,
        forms={name: forms[name] for name in plain["forms"]},
        masks={name: (kind, forms[inner]) for name, (kind, inner) in plain["masks"].items()},
        pictures=pictures,
        words=words,
        texts=[_mark(face, *mark) for mark in plain["texts"]],
        **fields,
    )
    drawing.keep(
        plain["items"],
        ContentStream(content.encode("latin-1"), states, shadings, patterns, spaces, identity),
    )
    return drawing


def _mark(
    face: Callable[..., Font],
    text: str,
    style: tuple[Any, ...],
    size: float,
    ink: Any,
    *fields: Any,
) -> TextMark:
    """A text of a drawing, of plain values."""
    matrix, x, y, fill, outline, cell, clip, alpha = fields
    words = (Word(0.0, {}, tuple(ink) if ink else None),)
    return TextMark(
        text,
        face(*style),
        size,
        words,
        Matrix(*matrix),
        x,
        y,
        tuple(map(tuple, fill)),
        tuple(map(tuple, outline)),
        tuple(cell) if cell else None,
        Box(*clip) if clip else None,
        alpha,
    )
