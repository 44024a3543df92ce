"""Inks: process CMYK for the colours of screens, and its limits."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from PIL import Image as Images
from PIL import ImageChops, ImageMath
from PIL.Image import Image

from cardgen.base import colour_math
from cardgen.base.colour_math import CMYK, RGB
from cardgen.base.files import read_inside, read_own
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.engine import FlatColour, Picture, Pixels
from cardgen.model.cards import Colour, Game
from cardgen.prepress.profiles import Printer

PROFILE = Path(__file__).resolve().parent / "icc" / "ISOcoated_v2_300_bas.ICC.xz"
"""Packed, so that it takes less of a wheel."""
CONDITION = ("FOGRA39", "ISO Coated v2 (offset on coated paper), at most 300 % of ink")
"""The printing condition that the profile describes, by its reference name in ICC's register.
FOGRA39L is the data set behind it."""
_NEAR = 32
"""Of 255, by how much a pixel may be off the ground that it lies on and still have something of
that ground's inks."""
_MOST = 32 << 20
"""Bytes of a profile; the largest of presses have three million."""
_AT_ONCE = 1 << 20
"""Pixels that are looked at together."""
FULL_BLACK: CMYK = (0.0, 0.0, 0.0, 1.0)
CUSTOM = "Custom"
"""The name of a condition that is in no register."""


def shipped_profile() -> bytes:
    """The ICC profile that comes with cardgen."""
    return lzma.decompress(read_own(PROFILE))


def limited(inks: CMYK, limit: float) -> CMYK:
    """A colour with no more than `limit` (1.0 is one full ink): grey of three inks becomes
    black, the rest is thinned."""
    c, m, y, k = inks
    over = c + m + y + k - limit
    if over <= 0:
        return inks
    grey = min(c, m, y, 1 - k, over / 2)
    c = c - grey
    m = m - grey
    y = y - grey
    k = k + grey
    colour = c + m + y
    thin = max(0.0, limit - k) / colour if colour + k > limit and colour else 1.0
    return c * thin, m * thin, y * thin, min(k, limit)


def process_colours_of(printer: Printer, game: Game) -> ProcessColours:
    """The inks of a game's colours on this printer's press.

    Raises CardgenError when its profile is not one of a press.
    """
    if printer.profile is None:
        return ProcessColours(game.palette, printer.ink)
    condition = (
        printer.condition or CUSTOM,
        printer.condition or f"as {printer.profile.name} describes it",
    )
    inks = ProcessColours(game.palette, printer.ink, printer.profile, condition)
    try:
        inks.check_profile()
    except ValueError as error:
        remedy = "take the one that your printer gives, a file such as PSOcoated_v3.icc"
        file = printer.profile.parent / f"{printer.id}.yaml"  # which names it and lies beside it
        raise CardgenError(
            Finding(
                "printer-profile",
                f"profile: {printer.profile.name} {error}",
                remedy,
                Place(file, _line_of("profile:", file)),
            )
        ) from None
    return inks


def _line_of(start: str, file: Path) -> int:
    """The number of the first line that begins so; 0 for none."""
    lines = read_inside(file, file.parent).decode("utf-8").splitlines() if file.is_file() else []
    return next((number for number, line in enumerate(lines, 1) if line.startswith(start)), 0)


class ProcessColours:
    """The map from colours to process CMYK.

    A palette keeps its own cmyk, greys are black alone, all else goes through the ICC profile
    within the limit (percent; 0 for none). `condition` is the name and the description of the
    printing condition that the profile is for."""

    def __init__(
        self,
        palette: Mapping[str, Colour],
        limit: float = 0.0,
        profile: Path = PROFILE,
        condition: tuple[str, str] = CONDITION,
    ) -> None:
        self.limit = limit / 100 if limit else 4.0
        self.profile = profile
        self.condition = condition
        self.named: dict[str, CMYK | None] = dict.fromkeys(palette)
        self.own: dict[tuple[int, ...], CMYK] = {}
        for name, colour in palette.items():
            if colour.cmyk:
                c, m, y, k = (value / 100 for value in colour.cmyk)
                self.named[name] = c, m, y, k
                self.own.setdefault(colour_math.channels(colour.rgb), (c, m, y, k))
        self._known: dict[tuple[int, ...], CMYK] = {}
        self._heaviest: dict[bytes, float] = {}

    def of(self, colour: FlatColour) -> CMYK:
        """The inks of a solid colour.

        Those that the palette or the drawing gives; a grey is black alone, which four inks would
        tint where they are not in balance; of all else what the profile makes of it."""
        return self.assigned(colour) or self.grey(colour) or self.profiled(colour.rgb)

    def in_gradient(self, colour: FlatColour) -> CMYK:
        """The inks of a colour in a gradient.

        Greys are four inks there: black alone would jump beside its neighbours."""
        return self.assigned(colour) or self.profiled(colour.rgb)

    def grey(self, colour: FlatColour) -> CMYK | None:
        """Black alone for a grey; None for paper and for colours."""
        key = _key(colour.rgb)
        if len(set(key)) > 1 or key[0] == 255:
            return None
        return 0.0, 0.0, 0.0, _blacks(self.profile_bytes)[key[0]] / 255

    def assigned(self, colour: FlatColour) -> CMYK | None:
        """The inks that are assigned to a colour.

        They are found by its name in the palette, by itself, or by the palette's colour that looks
        the same; None where nothing assigns any."""
        if colour.name in self.named:
            return self.named[colour.name]
        return colour.cmyk or self.own.get(_key(colour.rgb))

    def profiled(self, rgb: RGB) -> CMYK:
        """The inks that the profile makes of a colour, within the limit."""
        key = _key(rgb)
        inks = self._known.get(key)
        if inks is None:
            inks = self._known[key] = limited(self.unlimited(key), self.limit)
        return inks

    def unlimited(self, key: tuple[int, ...]) -> CMYK:
        """The inks that the profile alone makes of a colour in 8 bits."""

        c, m, y, k = self._converted(Images.new("RGB", (1, 1), key)).getpixel((0, 0))  # type: ignore[misc]
        return c / 255, m / 255, y / 255, k / 255

    def heaviest(self, data: bytes) -> float:
        """The most ink of a pixel, 1.0 for each full ink.

        It is counted by the pixel itself or by the profile alone."""

        if data not in self._heaviest:
            painted, alpha = Pixels.of(data)
            if alpha:  # what is clear takes no ink
                white = Images.new("RGB", painted.size, "white")
                painted = Images.composite(painted.convert("RGB"), white, alpha)
            self._heaviest[data] = heaviest_pixel(self._in_inks(painted).split()) / 255
        return self._heaviest[data]

    def picture(self, image: Image, beside: Sequence[bytes] = ()) -> Image:
        """A picture as CMYK, each pixel within the limit.

        Inks of its own are kept where they are within. `beside` is how much each pixel has of other
        inks, which count too."""

        converted = self._in_inks(image)
        most = int(self.limit * 255)
        films = [Images.frombytes("L", converted.size, film) for film in beside]
        if self.limit >= 4.0 or heaviest_pixel([*converted.split(), *films]) <= most:
            return converted
        limited_picture = Images.new("CMYK", converted.size)
        for strip in _strips(converted.size):
            film_strips = [film.crop(strip) for film in films]
            limited_picture.paste(_limited(converted.crop(strip), most, film_strips), strip)
        return limited_picture

    def printed(self, picture: Picture) -> Pixels:
        """The four inks of a picture, and its alpha."""
        colours, alpha = Pixels.of(picture.inks or picture.data).as_printed
        return Pixels(self.picture(colours, [film.data for film in picture.films]), alpha)

    def over(self, image: Image, under: Image, printed: Image) -> Image:
        """A picture in RGB as CMYK, over a ground that has inks already.

        Where the picture looks as the ground does (`under`), it has the inks in which that is
        `printed`; the less it is like that, the more it has those of the profile. So nobody sees
        where it begins."""

        by_profile = self._black if _is_grey(image) else self._converted
        by_screen = by_profile(image)
        ground = by_profile(under)
        more = ImageChops.subtract(printed, ground)
        less = ImageChops.subtract(ground, printed)
        on_ground = ImageChops.subtract(ImageChops.add(by_screen, more), less)
        return Images.composite(on_ground, by_screen, _likeness(image, under))

    def check_profile(self) -> None:
        """Raises ValueError unless the profile is a usable one for CMYK.

        It says what the file is not (ICC.1:2010, 7.2)."""
        from PIL.ImageCms import PyCMSError

        try:
            # signature at byte 36, device class at 12, colour space at 16
            head = self.profile_bytes[:40]
            if head[36:40] != b"acsp" or head[12:16] != b"prtr" or head[16:20] != b"CMYK":
                raise ValueError(
                    "is not the ICC profile of a press with cyan, magenta, yellow and black"
                )
            self.unlimited((0, 0, 0))
            _blacks(self.profile_bytes)  # its other direction: how inks look on paper
        except CardgenError as error:
            raise ValueError(f"cannot be read: {error.findings[0].what}") from None
        except (OSError, PyCMSError):
            raise ValueError(
                "is damaged or no ICC profile: it tells no inks for a colour, or no colour for inks"
            ) from None

    @cached_property
    def profile_bytes(self) -> bytes:
        """The ICC profile. Raises CardgenError and OSError."""
        if self.profile == PROFILE:
            return shipped_profile()
        return read_inside(self.profile, self.profile.parent, _MOST)

    def _in_inks(self, image: Image) -> Image:
        if image.mode == "CMYK":
            return image
        image = image.convert("RGB")
        return self._black(image) if _is_grey(image) else self._converted(image)

    def _black(self, image: Image) -> Image:
        """A grey picture in black alone."""

        none = Images.new("L", image.size)
        return Images.merge(
            "CMYK", (none, none, none, image.getchannel(0).point(_blacks(self.profile_bytes)))
        )

    def _converted(self, image: Image) -> Image:
        from PIL import ImageCms

        converted: Any = ImageCms.applyTransform(image, _to_inks(self.profile_bytes))
        # or it would be written along with each picture, and differ from run to run
        converted.info.pop("icc_profile", None)
        return converted  # type: ignore[no-any-return]


# each deck has inks of its own, and to read a profile takes as long as to look at several cards
@lru_cache(maxsize=4)
def _to_inks(profile: bytes) -> Any:
    """The transform from the colours of screens to the inks of a press."""
    from PIL import ImageCms

    screen = ImageCms.createProfile("sRGB")
    paper = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    relative = ImageCms.Intent.RELATIVE_COLORIMETRIC
    with_black_point = ImageCms.Flags.BLACKPOINTCOMPENSATION
    transform = ImageCms.buildTransform(screen, paper, "RGB", "CMYK", relative, with_black_point)
    # copied into every picture's notes, and the press's has a megabyte
    transform.output_profile = ImageCms.ImageCmsProfile(screen)
    return transform


@lru_cache(maxsize=4)
def _blacks(profile: bytes) -> tuple[int, ...]:
    """The black of 255 that looks like each of 256 greys.

    They go from the screen's black, which is all black ink, to paper. They look alike by lightness
    (CIE 1976), with the black of the ink for that of the screen."""
    from PIL import ImageCms

    paper = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    to_lab = ImageCms.buildTransform(
        paper, ImageCms.createProfile("LAB"), "CMYK", "LAB", ImageCms.Intent.RELATIVE_COLORIMETRIC
    )
    inks = Images.frombytes(
        "CMYK", (256, 1), b"".join(bytes((0, 0, 0, black)) for black in range(256))
    )
    lab: Any = ImageCms.applyTransform(inks, to_lab)
    lights = list(lab.getchannel(0).tobytes())
    darkest = lights[255]
    blacks = []
    for grey in range(256):
        part = colour_math.linear(grey / 255)
        # L* / 100 of CIE 1976, with its straight line near black
        light = 1.16 * part ** (1 / 3) - 0.16 if part > 0.008856 else 9.033 * part
        lightness = darkest + light * (lights[0] - darkest)
        blacks.append(min(range(256), key=lambda black: abs(lights[black] - lightness)))
    return (255, *blacks[1:255], 0)


def _likeness(first: Image, second: Image) -> Image:
    """The likeness of two RGB pictures by pixels, 255 for equal.

    It is 0 where a channel is as much as _NEAR off."""

    red, green, blue = ImageChops.difference(first, second).split()
    off = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    likenesses = [round(255 * (1 - value / _NEAR)) for value in range(256)]
    return off.point([max(0, likeness) for likeness in likenesses])


def heaviest_pixel(bands: Sequence[Image]) -> int:
    """The most that one pixel has of some bands together.

    Each band has 0 to 255."""

    def heaviest(parts: Mapping[str, Image]) -> int:
        together: Any = ImageMath.lambda_eval(lambda of: sum(map(of.__getitem__, parts)), **parts)
        return int(together.getextrema()[1])

    return max(
        heaviest({f"band{place}": band.crop(strip) for place, band in enumerate(bands)})
        for strip in _strips(bands[0].size)
    )


def _strips(size: tuple[int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Strips of a picture from top to bottom, none of them large.

    Calculations take four bytes for each pixel."""
    width, height = size
    rows = max(1, _AT_ONCE // width)
    return ((0, top, width, min(height, top + rows)) for top in range(0, height, rows))


def _is_grey(image: Image) -> bool:
    """True if all of a picture in RGB is grey."""

    red, green, blue = image.split()
    return (
        not ImageChops.difference(red, green).getbbox()
        and not ImageChops.difference(green, blue).getbbox()
    )


def _key(rgb: RGB) -> tuple[int, ...]:
    return tuple(round(max(0.0, min(1.0, value)) * 255) for value in rgb)


def _limited(image: Image, most: int, films: Sequence[Image]) -> Image:
    """A picture in CMYK with each pixel limited as `limited` does.

    Parts are whole ones of 255, rounded down; what other plates have there is taken off the
    `most`."""

    def inks(of: Mapping[str, Any]) -> list[Any]:
        least = of["min"]
        larger = of["max"]
        c, m, y, k, *beside = (of[name] for name in names)
        room = larger(most - sum(beside), 0) if beside else most
        over = larger(c + m + y + k - room, 0)
        # from here on twice as much, for it may be half a part
        grey = least(2 * least(least(c, m), least(y, 255 - k)), over)
        c = 2 * c - grey
        m = 2 * m - grey
        y = 2 * y - grey
        k = 2 * k + grey
        colour = c + m + y
        rest = larger(2 * room - k, 0)
        return [
            *(ink * least(rest, colour) / larger(2 * colour, 1) for ink in (c, m, y)),
            least(k / 2, room),
        ]

    bands = (*image.split(), *films)
    names = [f"band{place}" for place in range(len(bands))]
    limited_inks = ImageMath.lambda_eval(inks, **dict(zip(names, bands, strict=True)))
    return Images.merge("CMYK", [ink.im.convert("L") for ink in limited_inks])
