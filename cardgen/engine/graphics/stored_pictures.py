"""Pictures as PDF stores them (ISO 32000-1, 8.9.5 and 11.6.5.3), made once for all the files that
are written at the same time."""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from cardgen.base.laid_aside import LaidAside
from cardgen.engine.graphics.drawing import Picture
from cardgen.engine.graphics.images import Pixels, how_held, plain_png, quietly
from cardgen.engine.graphics.picture_files import as_file

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB"}


@dataclass(eq=False, slots=True, weakref_slot=True)
class StoredPicture:
    """A picture as a PDF stores it.

    Its width and height in pixels, its colour space, its bytes as they are packed for a filter, the
    packed bytes of its soft mask, if it has one, and what else its dictionary says."""

    size: tuple[int, int]
    space: str
    data: LaidAside
    filter: str = "FlateDecode"
    alpha: LaidAside | None = None
    more: Mapping[str, str] = field(default_factory=dict)


_known = WeakValueDictionary[bytes, StoredPicture]()
"""The files of one deck, for several papers and with others, come by the same pictures at the same
time: what one holds is known to all, by the digest of the picture."""


def stored(picture: Picture, level: int) -> StoredPicture:
    """A picture that is not yet `inked`, its pixels packed.

    With level 0, which is for what is read at once, it is made anew."""
    if not level:
        return _stored(picture, level)
    key = hashlib.sha256(picture.data).digest()
    packed = _known.get(key)
    if packed is None:
        packed = _known[key] = _stored(picture, level)
    return packed


def _stored(picture: Picture, level: int) -> StoredPicture:
    """A JPEG and an opaque PNG as they are, anything else as pixels with its alpha. Of several
    JPEGs in one file readers take the first; one that lies on its side is made anew."""
    from PIL import Image

    if png := plain_png(picture.data):
        return StoredPicture(
            png.size,
            png.space,
            LaidAside(png.data),
            more={"BitsPerComponent": str(png.depth), "DecodeParms": png.predictor},
        )
    with quietly(), Image.open(io.BytesIO(picture.data)) as image:
        photograph = image.format in ("JPEG", "MPO") and image.mode in ("L", "RGB")
        upright = how_held(image) == 1
        if photograph and upright:
            return StoredPicture(
                image.size, _SPACES[image.mode], LaidAside(picture.data), "DCTDecode"
            )
    colours, alpha = Pixels.of(picture.data).as_printed
    if photograph:
        return StoredPicture(
            colours.size,
            _SPACES[colours.mode],
            LaidAside(as_file(colours, photograph).data),
            "DCTDecode",
        )
    if colours.mode == "CMYK":
        colours = colours.convert("RGB")
    mask = LaidAside(zlib.compress(alpha.tobytes(), level)) if alpha else None
    return StoredPicture(
        colours.size,
        _SPACES[colours.mode],
        LaidAside(zlib.compress(colours.tobytes(), level)),
        alpha=mask,
    )
