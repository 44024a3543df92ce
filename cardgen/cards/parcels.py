"""Drawings as they travel between processes: as plain values, each sent once, and opened where they
arrive."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import Finding
from cardgen.cards.context import Context
from cardgen.engine import Drawing, TextMark, Word, display_list
from cardgen.model.cards import Card


class Drawn(NamedTuple):
    """A card and what its sides paint; None for a side that could not be drawn, or that the deck
    does not have."""

    card: Card
    face: Drawing | None
    back: Drawing | None
    findings: tuple[Any, ...] = ()
    """What the inspection found on its sides; a back that cards share is inspected once."""
    back_only_fields: frozenset[str] = frozenset()
    """The fields that only its back shows, where somebody asked for them."""


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


Form = tuple[str, PackedDrawing]
"""A drawing and its name."""
PackedForms = tuple[Form, ...]
"""Drawings by their names, those first that others refer to."""


class Parcel(NamedTuple):
    """A card as a process sends it: names of drawings, and those drawings that it had not sent
    before."""

    card_findings: tuple[tuple[Finding, str], ...]
    face: PackedDrawing | None
    back: str | None
    forms: PackedForms
    used: tuple[Path, ...]
    notes: tuple[Finding, ...]
    """What of the art was passed over."""
    findings: tuple[Any, ...]
    back_findings: tuple[Any, ...]


_PLAIN = ("box", "reach", "fit", "pictures", "group", "fixed", "alias")
"""What of a drawing is sent as it is, unless it is empty."""


def plain_parts(drawing: Drawing) -> dict[str, Any]:
    """The parts of a drawing that are sent as they are."""
    return {name: value for name in _PLAIN if (value := getattr(drawing, name))}


class Packer:
    """Makes drawings into what can be sent, and remembers what has been, be it by another one that
    it is `shared` with."""

    def __init__(self, items: bool = True, shared: Packer | None = None) -> None:
        self.items = items
        self.forms: set[str] = shared.forms if shared else set()
        self.words: dict[Word, int] = shared.words if shared else {}
        self.glyphs: dict[frozenset[tuple[int, str]], int] = shared.glyphs if shared else {}
        """What words show, numbered: many show the same, as 12 and 21 do."""
        self.shown: dict[str, Drawing] = shared.shown if shared else {}
        """Faces that were drawn, as panels show them, by what they are called there."""

    def gather(self, forms: dict[str, Drawing], packed_forms: list[Form]) -> None:
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
        items = display_list.packed_items(drawing.items) if self.items else drawing.stream.parts
        return PackedDrawing(plain_parts(drawing), items, tuple(drawing.forms), masks, fonts, texts)

    def number(self, glyphs: dict[int, str], new: dict[int, Any]) -> int:
        """The number of what a word shows, which is sent among what is `new` where it comes for the
        first time."""
        glyph_items = frozenset(glyphs.items())
        if glyph_items not in self.glyphs:
            new[len(self.glyphs)] = glyphs
        return self.glyphs.setdefault(glyph_items, len(self.glyphs))


class ParcelOpener:
    """Drawings out of what a process sent; `forms` and what was `inspected` are shared with
    others."""

    def __init__(
        self,
        context: Context,
        forms: dict[str, Drawing] | None = None,
        inspected: set[str | None] | None = None,
    ) -> None:
        self.face = cache(context.fonts.face)
        self.art = context.art
        self.forms: dict[str, Drawing] = {} if forms is None else forms
        self.words: dict[int, Word] = {}
        self.inspected: set[str | None] = set() if inspected is None else inspected

    def opened(self, card: Card, sent: Parcel) -> Drawn:
        if sent.forms and sent.face:
            self._learn_words(sent.face)  # what it tells of words goes for its forms too
        for name, packed in sent.forms:
            # opened even where another process has sent it too: it may be the first to tell of a
            # word
            drawing = self.drawing(packed)
            self.forms.setdefault(name, drawing)
        self.art.used.update(sent.used)
        self.art.notes.update(dict.fromkeys(sent.notes))
        findings = sent.findings
        if sent.back_findings and sent.back not in self.inspected:
            self.inspected.add(sent.back)
            findings += sent.back_findings
        return Drawn(
            card,
            self.drawing(sent.face) if sent.face else None,
            self.forms[sent.back] if sent.back else None,
            findings,
        )

    def opened_form(self, name: str, forms: PackedForms) -> Drawing:
        for inner, packed in forms:
            self.forms.setdefault(inner, self.drawing(packed))
        return self.forms[name]

    def drawing(self, packed: PackedDrawing) -> Drawing:
        plain, items, forms, masks, fonts, texts = packed
        self._learn_words(packed)
        words = {
            self.face(*style): set(map(self.words.__getitem__, numbers))
            for style, numbers, _ in fonts
        }
        return Drawing(
            [display_list.WrittenItems(display_list.ContentStream(*items))]
            if isinstance(items, tuple)
            else display_list.unpacked_items(items),
            **plain,
            words=words,
            forms={name: self.forms[name] for name in forms},
            masks={name: (kind, self.forms[inner]) for name, kind, inner in masks},
            texts=[
                TextMark(text, self.face(*style), size, (Word(0.0, {}, ink),), *rest)
                for text, style, size, ink, *rest in texts
            ],
        )

    def _learn_words(self, packed: PackedDrawing) -> None:
        """Take in what new words show."""
        for _, _, new in packed.fonts:
            for number, glyphs in new.items():
                self.words[number] = Word(0.0, glyphs, None)
