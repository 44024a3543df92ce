"""Drawings as they travel between processes: as plain values, each sent once, and opened where they
arrive."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import Finding
from cardgen.cards.context import Context
from cardgen.engine import Drawing, packing
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


class Parcel(NamedTuple):
    """A card as a process sends it: names of drawings, and those drawings that it had not sent
    before."""

    card_findings: tuple[tuple[Finding, str], ...]
    face: packing.PackedDrawing | None
    back: str | None
    forms: packing.PackedForms
    used: tuple[Path, ...]
    notes: tuple[Finding, ...]
    """What of the art was passed over."""
    findings: tuple[Any, ...]
    back_findings: tuple[Any, ...]


class Packer(packing.DrawingPacker):
    """Packs drawings, and shares with another packer what it has told of."""

    def __init__(self, items: bool = True, shared: Packer | None = None) -> None:
        super().__init__(items, shared)
        self.shown: dict[str, Drawing] = shared.shown if shared else {}
        """Faces that were drawn, as panels show them, by what they are called there."""
        self.sent_files: set[Path] = shared.sent_files if shared else set()
        """The files that drawings were read from, those that the parent knows of."""


class ParcelOpener:
    """Drawings out of what a process sent; `forms` and what was `inspected` are shared with
    others."""

    def __init__(
        self,
        context: Context,
        forms: dict[str, Drawing] | None = None,
        inspected: set[str | None] | None = None,
    ) -> None:
        self.art = context.art
        self.forms: dict[str, Drawing] = {} if forms is None else forms
        self.unpacker = packing.DrawingUnpacker(context.fonts.face, self.forms)
        self.inspected: set[str | None] = set() if inspected is None else inspected

    def opened(self, card: Card, sent: Parcel) -> Drawn:
        if sent.forms and sent.face:
            self.unpacker.learn_words(sent.face)  # what it tells of words goes for its forms too
        for name, packed in sent.forms:
            # opened even where another process has sent it too: it may be the first to tell of a
            # word
            drawing = self.unpacker.drawing(packed)
            self.forms.setdefault(name, drawing)
        self.art.used.update(sent.used)
        self.art.notes.update(dict.fromkeys(sent.notes))
        findings = sent.findings
        if sent.back_findings and sent.back not in self.inspected:
            self.inspected.add(sent.back)
            findings += sent.back_findings
        return Drawn(
            card,
            self.unpacker.drawing(sent.face) if sent.face else None,
            self.forms[sent.back] if sent.back else None,
            findings,
        )

    def opened_form(self, name: str, forms: packing.PackedForms) -> Drawing:
        for inner, packed in forms:
            self.forms.setdefault(inner, self.unpacker.drawing(packed))
        return self.forms[name]
