"""Faces that earlier runs have painted: a card that composes as it did, over art and in fonts that
are as they were, is sent as it was.

Most cards of a deck are as they were in the run before. What is kept of a deck is one file of the
cache, lines of JSON, for what is read back is trusted with no more than it says: one for each face,
behind the digest of its mark-up, and last one of what many faces share."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, NamedTuple

from cardgen.base.cache import as_installed
from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.cards.parcels import Form, PackedDrawing, Packer, plain_parts
from cardgen.engine import Art, Drawing, Picture, StyleError, Word, content_name, svg_packed
from cardgen.model.cards import Deck

_ADDRESS = re.compile(r"""href\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_UNTOLD = ("<!", "data:", "@import", "\\")
"""What may show something that no address in the mark-up tells of; so may url( of what is no part
of it."""
_PART = re.compile(r"""url\((?:["']|&quot;|&apos;)?#""")
_DIGEST = 32
_MOST_SPARE = 1000
_NOTHING = zlib.compress(b"[]")
_ROOM = 16 << 20
"""Characters that are kept of a deck, for all of them are read at once. Where half of them are what
faces share, most of that is of faces that are no more, and all begins anew."""


class _Sight(NamedTuple):
    """What an address shows: the drawing or picture, its name, and all that its looks follow from
    wherever it is placed."""

    shown: Drawing | Picture
    name: str
    identity: str


class KeptFaces:
    """What was painted of the cards of a deck; `about` is by whom and what for."""

    def __init__(self, context: Context, deck: Deck, about: str) -> None:
        self._cache, self._art, self._face = context.cache, context.art, context.fonts.face
        where = repr(
            (str(context.project.root), deck.game, deck.id, deck.shape, about, context.fonts.digest)
        )
        self._key = hashlib.sha256(b"faces" + where.encode()).hexdigest()
        self._cards = len(deck.cards)
        *lines, shared = zlib.decompress(self._cache.get(self._key) or _NOTHING).split(b"\n")
        self._shared: list[str] = json.loads(shared)
        if sum(map(len, self._shared)) > _ROOM // 2:
            self._shared, lines = [], []
        self._room = _ROOM - sum(map(len, self._shared))
        self._kept = {line[:_DIGEST]: line for line in lines}
        self._used: set[bytes] = set()
        self._packer = zlib.compressobj(1)
        self._new: list[bytes] = []
        """Lines that this run has to add, packed as they come: those of a large deck would take a
        lot of room."""
        self._numbers: dict[int, int] = {}
        self._style = cache(self._style_of)
        self.forget()
        self._word: Callable[[Word], int] = cache(
            lambda word: self._place(json.dumps(list(word.glyphs.items())))
        )
        self._glyphs = cache(lambda place: dict(json.loads(self._shared[place])))

    def forget(self) -> None:
        """Forget what addresses show."""
        self._sight, self._form, self._had = (
            cache(self._seen),
            cache(self._unpacked),
            cache(self._as_it_was),
        )

    def side(self, side: str, svg: str, packer: Packer, forms: list[Form]) -> Form | None:
        """A back, or face, that composed mark-up makes, ready to be sent behind those `forms` that
        it needs; None where it has to be painted."""
        line = self._kept.get(digest := _digest(side, svg))
        if line is None:
            return None
        try:
            name, plain, (content, *named), addresses, own, pictures, fonts = json.loads(
                line[_DIGEST:]
            )
            had = dict(map(self._had, addresses))
            plain = {**plain, "box": Box(*plain["box"]), "reach": Box(*plain["reach"])}
            if pictures:
                plain["pictures"] = {picture: had[picture] for picture in pictures}
            needed: dict[str, Any] = {
                form: had[form] if shared is None else self._form(shared)
                for form, shared in own.items()
            }
            said = [
                (self._style(style), {place: self._glyphs(place) for place in words})
                for style, words in fonts
            ]
        except (ValueError, TypeError, LookupError, AttributeError, CardgenError):
            return None
        packer.gather(needed, forms)
        told = [(style, *self._numbered(glyphs, packer)) for style, glyphs in said]
        self._used.add(digest)
        return name, PackedDrawing(
            plain, (content.encode("latin-1"), *named), tuple(own), (), told, []
        )

    def keep(self, side: str, svg: str, name: str, drawing: Drawing) -> None:
        """Keep a side that was painted, if it is made of what can be told and had again, and there
        is room."""
        if self._room <= 0 or drawing.masks or (sights := self._sights(svg)) is None:
            return
        had = {sight.name for sight in sights.values()}
        if not had.issuperset(drawing.pictures) or any(
            form.shows_pictures for own, form in drawing.forms.items() if own not in had
        ):
            return
        content, *named = drawing.stream.parts
        kept = (
            name,
            {part: value for part, value in plain_parts(drawing).items() if part != "pictures"},
            (content.decode("latin-1"), *named),
            [
                self._place(json.dumps((address, sight.identity)))
                for address, sight in sights.items()
            ],
            {
                own: None if own in had else self._place(svg_packed.packed(form, "").decode())
                for own, form in drawing.forms.items()
            },
            [*drawing.pictures],
            [
                (self._place(json.dumps(font.style)), [*map(self._word, words)])
                for font, words in drawing.words.items()
            ],
        )
        self._write(_digest(side, svg) + json.dumps(kept).encode())

    def _sights(self, svg: str) -> dict[str, _Sight] | None:
        """What each address in some mark-up shows; None where not all that it shows can be told
        from them."""
        from html import unescape  # has a table of all names of characters

        low = svg.lower()
        if any(map(low.__contains__, _UNTOLD)) or low.count("url(") != len(_PART.findall(low)):
            return None
        addresses = {
            unescape(one or other)
            for one, other in _ADDRESS.findall(svg)
            if (one or other)[:1] not in ("", "#")
        }
        sights = {
            address: sight for address in sorted(addresses) if (sight := self._sight(address))
        }
        return sights if len(sights) == len(addresses) else None

    def finish(self) -> None:
        """Write down what is new, then what was of use, and of the rest what was of use last, if
        the deck is not large."""
        if self._new:
            spare = [digest for digest in self._kept if digest not in self._used][
                : min(self._cards, _MOST_SPARE)
            ]
            for digest in (*(each for each in self._kept if each in self._used), *spare):
                self._write(self._kept[digest])
            self._new += (
                self._packer.compress(json.dumps(self._shared).encode()),
                self._packer.flush(),
            )
            self._cache.put(self._key, b"".join(self._new))

    def _write(self, line: bytes) -> None:
        self._room -= len(line)
        if self._room > 0:
            self._new.append(self._packer.compress(line + b"\n"))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {shared: place for place, shared in enumerate(self._shared)}

    def _place(self, shared: str) -> int:
        """Where something stands among what faces share."""
        place = self._places.setdefault(shared, len(self._shared))
        if place == len(self._shared):
            self._shared.append(shared)
            self._room -= len(shared)
        return place

    def _numbered(
        self, words: dict[int, dict[int, str]], packer: Packer
    ) -> tuple[tuple[int, ...], dict[int, Any]]:
        """What words show by their numbers, and what of it has not been sent yet."""
        new: dict[int, Any] = {}
        for place, glyphs in words.items():
            if place not in self._numbers:
                self._numbers[place] = packer.number(glyphs, new)
        return tuple(map(self._numbers.__getitem__, words)), new

    def _seen(self, address: str) -> _Sight | None:
        """What an address shows; None for what cannot be had, or looks otherwise in a box of
        another shape."""
        try:
            shown = self._art.image(address)
        except (CardgenError, StyleError):
            return None
        if isinstance(shown, Picture):
            name = content_name("I", shown.data)
            return _Sight(shown, name, name)
        return (
            None
            if shown.source
            else _Sight(shown, shown.name, repr((shown.name, shown.fit, shown.size, shown.fixed)))
        )

    def _as_it_was(self, place: int) -> tuple[str, Drawing | Picture]:
        """What an address shows, by its name. Raises LookupError where it is something else now."""
        address, identity = json.loads(self._shared[place])
        sight = self._sight(address)
        if sight is None or sight.identity != identity:
            raise LookupError(address)
        return sight.name, sight.shown

    def _unpacked(self, place: int) -> Drawing:
        """A form that no address shows. Raises LookupError."""
        form = svg_packed.unpacked(self._shared[place].encode(), str, self._face)
        if form is None:
            raise LookupError(place)
        return form

    def _style_of(self, place: int) -> tuple[Any, ...]:
        family, weight, italic, settings, number = json.loads(self._shared[place])
        return family, weight, italic, tuple(map(tuple, settings)), number


def painted_by() -> str:
    """What paints: our code and what it calls. Processes that are forked from one that has asked
    have the answer."""
    return (Art.fingerprint() + as_installed()).hex()


def _digest(side: str, svg: str) -> bytes:
    return hashlib.sha256(f"{side} {svg}".encode()).hexdigest()[:_DIGEST].encode()
