"""The face cache: sides of cards that earlier runs have painted.

Most cards of a deck are as they were in the run before. One that composes as it did, over art and
in fonts that are as they were, is sent as it was. A deck is one file of the cache, in lines of
JSON, for what is read back is trusted with no more than it says: one line for each side, behind the
digest of its mark-up, and last one of what many sides share."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from cardgen.base.cache import as_installed
from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box
from cardgen.cards.context import Context
from cardgen.engine import Art, Drawing, Font, Picture, StyleError, packing
from cardgen.model.cards import Deck

_ADDRESS = re.compile(r"""href\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_HIDDEN_ADDRESSES = ("<!", "data:", "@import", "\\")
"""Mark-up that may show something without an address that is found; so may url( of what is no part
of the document."""
_PART = re.compile(r"""url\((?:["']|&quot;|&apos;)?#""")
_DIGEST = 32
_MOST_SPARE = 1000
_EMPTY = zlib.compress(b"[]")
_ROOM = 16 << 20
"""Characters that are cached of a deck, for all of them are read at once. Where half of them are
what sides share, most of that is of sides that are no more, and all begins anew."""


class _Image(NamedTuple):
    """The drawing or picture at an address, its name, and all that its looks follow from wherever
    it is placed."""

    image: Drawing | Picture
    name: str
    identity: str


class FaceCache:
    """The painted sides of the cards of a deck; `purpose` is by whom they are painted and what
    for."""

    def __init__(self, context: Context, deck: Deck, purpose: str) -> None:
        self._cache, self._art, self._face = context.cache, context.art, context.fonts.face
        where = repr(
            (
                str(context.project.root),
                deck.game,
                deck.id,
                deck.shape,
                purpose,
                context.fonts.digest,
            )
        )
        self._key = hashlib.sha256(b"faces" + where.encode()).hexdigest()
        self._card_count = len(deck.cards)
        *lines, shared = zlib.decompress(self._cache.get(self._key) or _EMPTY).split(b"\n")
        self._shared: list[str] = json.loads(shared)
        """The JSON of what many sides share: addresses, forms, fonts and words."""
        if sum(map(len, self._shared)) > _ROOM // 2:
            self._shared = []
            lines = []
        self._room = _ROOM - sum(map(len, self._shared))
        self._lines = {line[:_DIGEST]: line for line in lines}
        self._used_digests: set[bytes] = set()
        self._compressor = zlib.compressobj(1)
        self._new_lines: list[bytes] = []
        """Lines that this run has to add, packed as they come: those of a large deck would take a
        lot of room."""
        self._numbers: dict[int, int] = {}
        """The numbers that the packer gave to words, by their places among what is shared."""
        self._style = cache(self._read_style)
        self.forget()
        self._word: Callable[[Any], int] = cache(
            lambda word: self._place(json.dumps(list(word.glyphs.items())))
        )
        self._glyphs = cache(lambda place: dict(json.loads(self._shared[place])))
        self._style_place: Callable[[Font], int] = cache(
            lambda font: self._place(json.dumps(font.style))
        )

    def forget(self) -> None:
        """Forget what addresses show."""
        self._image = cache(self._image_at)
        self._form = cache(self._read_form)
        self._named_image = cache(self._read_image)
        self._address_place = cache(self._place_of_address)

    def get(
        self, side: str, svg: str, packer: packing.DrawingPacker, forms: list[packing.PackedForm]
    ) -> packing.PackedForm | None:
        """A back, or face, that composed mark-up makes, ready to be sent behind those `forms` that
        it needs; None where it has to be painted."""
        digest = _digest(side, svg)
        line = self._lines.get(digest)
        if line is None:
            return None
        try:
            name, plain, stream, addresses, form_places, pictures, fonts = json.loads(
                line[_DIGEST:]
            )
            content, *stream_names = stream
            images = dict(map(self._named_image, addresses))
            plain = {**plain, "box": Box(*plain["box"]), "reach": Box(*plain["reach"])}
            if pictures:
                plain["pictures"] = {picture: images[picture] for picture in pictures}
            side_forms: dict[str, Any] = {
                form: images[form] if place is None else self._form(place)
                for form, place in form_places.items()
            }
            words = [
                (self._style(style), {place: self._glyphs(place) for place in places})
                for style, places in fonts
            ]
        except (ValueError, TypeError, LookupError, AttributeError, CardgenError):
            return None
        packer.gather(side_forms, forms)
        packed_fonts = [(style, *self._numbered(glyphs, packer)) for style, glyphs in words]
        self._used_digests.add(digest)
        items = (content.encode("latin-1"), *stream_names)
        return name, packing.PackedDrawing(plain, items, tuple(form_places), (), packed_fonts, [])

    def put(self, side: str, svg: str, name: str, drawing: Drawing) -> None:
        """Add a side that was painted, if there is room, and if all that it is made of can be told
        and had again."""
        if self._room <= 0 or drawing.masks:
            return
        images = self._images(svg)
        if images is None:
            return
        image_names = {image.name for image in images.values()}
        if not image_names.issuperset(drawing.pictures):
            return
        for form_name, form in drawing.forms.items():
            if form_name not in image_names and form.shows_pictures:
                return
        content, *stream_names = drawing.stream.parts
        line = (
            name,
            {
                part: value
                for part, value in packing.plain_parts(drawing).items()
                if part != "pictures"
            },
            (content.decode("latin-1"), *stream_names),
            [*map(self._address_place, images)],
            {
                form_name: None
                if form_name in image_names
                else self._place(packing.packed(form, "").decode())
                for form_name, form in drawing.forms.items()
            },
            [*drawing.pictures],
            [
                (self._style_place(font), [*map(self._word, words)])
                for font, words in drawing.words.items()
            ],
        )
        self._write(_digest(side, svg) + json.dumps(line).encode())

    def _images(self, svg: str) -> dict[str, _Image] | None:
        """The images in some mark-up by their addresses; None where not all that it shows can be
        told from these."""
        from html import unescape  # has a table of all names of characters

        folded_svg = svg.lower()
        if any(map(folded_svg.__contains__, _HIDDEN_ADDRESSES)):
            return None
        if folded_svg.count("url(") != len(_PART.findall(folded_svg)):
            return None
        images = {}
        addresses = {double or single for double, single in _ADDRESS.findall(svg)}
        for address in sorted(map(unescape, addresses)):
            if address[:1] not in ("", "#"):
                image = self._image(address)
                if image is None:
                    return None
                images[address] = image
        return images

    def finish(self) -> None:
        """Write down what is new, then what was of use, and of the rest the last used, as many as
        the deck has cards, at most 1000."""
        if not self._new_lines:
            return
        used = [digest for digest in self._lines if digest in self._used_digests]
        spare = [digest for digest in self._lines if digest not in self._used_digests]
        for digest in (*used, *spare[: min(self._card_count, _MOST_SPARE)]):
            self._write(self._lines[digest])
        self._new_lines += (
            self._compressor.compress(json.dumps(self._shared).encode()),
            self._compressor.flush(),
        )
        self._cache.put(self._key, b"".join(self._new_lines))

    def _write(self, line: bytes) -> None:
        self._room -= len(line)
        if self._room > 0:
            self._new_lines.append(self._compressor.compress(line + b"\n"))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {text: place for place, text in enumerate(self._shared)}

    def _place(self, text: str) -> int:
        """The place of some JSON among what sides share."""
        place = self._places.setdefault(text, len(self._shared))
        if place == len(self._shared):
            self._shared.append(text)
            self._room -= len(text)
        return place

    def _place_of_address(self, address: str) -> int:
        """The place of an image, by its address and its looks, among what sides share."""
        image = self._image(address)
        assert image is not None
        return self._place(json.dumps((address, image.identity)))

    def _numbered(
        self, words: dict[int, dict[int, str]], packer: packing.DrawingPacker
    ) -> tuple[tuple[int, ...], dict[int, Any]]:
        """The packer's numbers of what words show, and what of it has not been sent yet."""
        new: dict[int, Any] = {}
        for place, glyphs in words.items():
            if place not in self._numbers:
                self._numbers[place] = packer.number(glyphs, new)
        return tuple(map(self._numbers.__getitem__, words)), new

    def _image_at(self, address: str) -> _Image | None:
        """The image at an address; None for what cannot be had, or looks otherwise in a box of
        another shape."""
        try:
            image = self._art.image(address)
        except (CardgenError, StyleError):
            return None
        if isinstance(image, Picture):
            name = image.name()
            return _Image(image, name, name)
        if image.source:
            return None
        return _Image(image, image.name, repr((image.name, image.fit, image.size, image.fixed)))

    def _read_image(self, place: int) -> tuple[str, Drawing | Picture]:
        """The name and the image at a cached address. Raises LookupError where it is something else
        now."""
        address, identity = json.loads(self._shared[place])
        image = self._image(address)
        if image is None or image.identity != identity:
            raise LookupError(address)
        return image.name, image.image

    def _read_form(self, place: int) -> Drawing:
        """A form that no address shows. Raises LookupError."""
        form = packing.unpacked(self._shared[place].encode(), str, self._face)
        if form is None:
            raise LookupError(place)
        return form

    def _read_style(self, place: int) -> tuple[Any, ...]:
        family, weight, italic, settings, number = json.loads(self._shared[place])
        return family, weight, italic, tuple(map(tuple, settings)), number


def painted_by() -> str:
    """The identity of what paints: our code and what it calls. Processes that are forked from one
    that has asked have the answer."""
    return (Art.fingerprint() + as_installed()).hex()


@lru_cache(maxsize=1)  # of a side that is not cached it is asked for twice
def _digest(side: str, svg: str) -> bytes:
    return hashlib.sha256(f"{side} {svg}".encode()).hexdigest()[:_DIGEST].encode()
