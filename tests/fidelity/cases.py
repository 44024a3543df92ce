"""The SVGs of the fidelity suite: each a body in a view box of 100 x 100, by a name that says what
it holds."""

from __future__ import annotations

import base64
import io
from typing import Any

from more_cases import MORE
from PIL import Image
from styled_cases import STYLED
from wild_cases import WILD

SIDE = 100
"""Units of the view box, across and down. On a card of 25 mm a millimetre is 4 of them."""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'


def document(body: str) -> str:
    """A body in its view box; a whole document as it is."""
    return body if body.startswith("<svg xmlns") else f"{HEAD}{body}</svg>"


def _saved(image: Image.Image, form: str, **how: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **how)
    return out.getvalue()


def _shaded(mode: str, size: tuple[int, int] = (64, 64)) -> Image.Image:
    """Colours that change across and down; the right third lets something through."""
    across, down = size
    image = Image.new("RGBA", size)
    image.putdata(
        [
            (x * 255 // across, y * 255 // down, 128, 255 if x < 40 else 100)
            for y in range(down)
            for x in range(across)
        ]
    )
    return image if mode == "RGBA" else image.convert(mode)


def _turned(way: int) -> Image.Exif:
    exif = Image.Exif()
    exif[274] = way
    return exif


def _sixteen_bits() -> Image.Image:
    image = Image.new("I;16", (32, 32))
    image.putdata([x * 2048 for _ in range(32) for x in range(32)])
    return image


def _png(
    mode: str, pixels: list[tuple[int, ...]], size: tuple[int, int], form: str = "PNG"
) -> bytes:
    image = Image.new(mode, size)
    image.putdata(pixels)
    image = image.resize((size[0] * 16, size[1] * 16), Image.Resampling.NEAREST)
    out = io.BytesIO()
    image.save(out, form, quality=95)
    return out.getvalue()


_RED, _GREEN, _BLUE, _GOLD = (204, 34, 34), (34, 136, 51), (34, 68, 170), (238, 187, 34)
PICTURES: dict[str, bytes] = {
    "wide.png": _png("RGB", [_RED, _GREEN, _BLUE, _GOLD, _BLUE, _RED], (3, 2)),
    "see.png": _png("RGBA", [(*_RED, 255), (*_GREEN, 128), (*_BLUE, 0), (*_GOLD, 64)], (2, 2)),
    "tall.jpg": _png("RGB", [_RED, _GREEN, _BLUE, _GOLD, _BLUE, _RED], (2, 3), "JPEG"),
    "shaded.png": _saved(_shaded("RGBA"), "PNG"),
    "grey.png": _saved(_shaded("L"), "PNG"),
    "grey-alpha.png": _saved(_shaded("LA"), "PNG"),
    "one-bit.png": _saved(_shaded("1"), "PNG"),
    "deep.png": _saved(_sixteen_bits(), "PNG"),
    "palette.png": _saved(_shaded("RGB").quantize(16), "PNG", transparency=3),
    "keyed.png": _saved(_shaded("RGB"), "PNG", transparency=(0, 0, 128)),
    "grey.jpg": _saved(_shaded("L"), "JPEG", quality=95),
    "inks.jpg": _saved(_shaded("RGB").convert("CMYK"), "JPEG", quality=95),
    "steps.jpg": _saved(_shaded("RGB"), "JPEG", quality=95, progressive=True),
    "upright.jpg": _saved(_shaded("RGB", (64, 32)), "JPEG", quality=95, exif=_turned(6)),
    "mirrored.jpg": _saved(_shaded("RGB", (64, 32)), "JPEG", quality=95, exif=_turned(2)),
    "flat.gif": _saved(_shaded("RGB").quantize(16), "GIF"),
    "flat.webp": _saved(_shaded("RGB"), "WEBP", lossless=True),
    "leaf.svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M2 18C2 6 8 2 18 2 18 12 12 18 2 18z" fill="#283"/></svg>',
}
"""Pictures that the cases place, as a project would hold them."""


def uri(name: str) -> str:
    """A picture as a data: address."""
    kind = {
        "png": "image/png",
        "jpg": "image/jpeg",
        "svg": "image/svg+xml",
        "gif": "image/gif",
        "ebp": "image/webp",
    }[name[-3:]]
    return f"data:{kind};base64,{base64.b64encode(PICTURES[name]).decode()}"


def inlined(body: str) -> str:
    """The body as a browser needs it, which knows no project."""
    for name in PICTURES:
        body = body.replace(f'"{name}"', f'"{uri(name)}"')
    return body


_G3 = '<stop offset="0" stop-color="#c22"/><stop offset=".5" stop-color="#eb2"/><stop offset="1" stop-color="#24a"/>'
_FADE = '<stop offset="0" stop-color="#c22"/><stop offset="1" stop-color="#24a" stop-opacity="0"/>'
_STAR = "M50 8L61 38 93 39 67 58 77 90 50 71 23 90 33 58 7 39 39 38z"
_WAVE = "M8 60C25 10 40 10 50 50S80 90 92 40"
_T = 'font-family="Nunito" font-weight="800"'
_R = '<rect x="10" y="20" width="80" height="60"'
_BACK = '<rect x="0" y="40" width="100" height="20" fill="#eb2"/>'

SHAPES = {
    "rect": f'{_R} fill="#24a"/>',
    "rect-round": f'{_R} rx="12" fill="#283"/>',
    "rect-round-uneven": f'{_R} rx="30" ry="8" fill="#283"/>',
    "rect-round-too-much": f'{_R} rx="70" ry="50" fill="#283"/>',
    "rect-percent": '<rect x="10%" y="20%" width="80%" height="30%" fill="#24a"/>',
    "circle": '<circle cx="50" cy="50" r="38" fill="#c22" stroke="#222" stroke-width="3"/>',
    "ellipse": '<ellipse cx="50" cy="50" rx="42" ry="21" fill="none" stroke="#24a" stroke-width="5"/>',
    "line-hair": '<path d="M5 50H95M60.5 5V95" stroke="#000" stroke-width=".5"/>',
    "line-slanting": '<line x1="5" y1="20" x2="95" y2="70" stroke="#000"/>',
    "polyline": '<polyline points="10,80 30,20 50,80 70,20 90,80" fill="none" stroke="#c22" stroke-width="4"/>',
    "polyline-filled": '<polyline points="10,80 30,20 50,80 70,20 90,80" fill="#eb2" stroke="#c22" stroke-width="2"/>',
    "polygon": '<polygon points="50,10 90,85 10,85" fill="#283" stroke="#111" stroke-width="4"/>',
    "path-star": f'<path d="{_STAR}" fill="#eb2" stroke="#a50" stroke-width="2"/>',
    "path-curves": f'<path d="{_WAVE}" fill="none" stroke="#24a" stroke-width="6"/>',
    "path-quadratic": '<path d="M10 80Q30 10 50 50T90 40" fill="none" stroke="#283" stroke-width="4"/>',
    "path-arcs": '<path d="M20 50A30 30 0 1 1 80 50A20 10 30 0 0 20 50z" fill="#c22"/>',
    "path-relative": '<path d="m10 10h40v40h-40zm50 50 30 0 0 30-30 0z" fill="#24a"/>',
    "path-arc-too-small": '<path d="M20 50A5 5 0 0 1 80 50z" fill="#283"/>',
    "path-arc-flags": '<path d="M20 50a30 30 0 0160 0 30 30 0 01-60 0" fill="none" stroke="#222" stroke-width="3"/>',
    "evenodd": '<path d="M50 5L79 95 2 40H98L21 95z" fill="#24a" fill-rule="evenodd"/>',
    "nonzero": '<path d="M50 5L79 95 2 40H98L21 95z" fill="#24a"/>',
}
STROKES = {
    "caps": "".join(
        f'<path d="M25 {y}H75" stroke="#222" stroke-width="12" stroke-linecap="{cap}"/>'
        for y, cap in ((20, "butt"), (50, "round"), (80, "square"))
    ),
    "joins": "".join(
        f'<path d="M{x} 80l13-60 13 60" fill="none" stroke="#222" stroke-width="8" stroke-linejoin="{join}"/>'
        for x, join in ((5, "miter"), (37, "round"), (69, "bevel"))
    ),
    "miter-limit": '<path d="M10 80L30 20 50 80" fill="none" stroke="#222" stroke-width="8" stroke-miterlimit="2"/>'
    '<path d="M55 80L75 20 95 80" fill="none" stroke="#222" stroke-width="8" stroke-miterlimit="9"/>',
    "dashes": '<path d="M5 30H95" stroke="#c22" stroke-width="6" stroke-dasharray="12 5"/>'
    '<path d="M5 70H95" stroke="#24a" stroke-width="6" stroke-dasharray="9 3 2"/>',
    "dash-offset": '<circle cx="50" cy="50" r="35" fill="none" stroke="#222" stroke-width="8" stroke-dasharray="20 10" stroke-dashoffset="7"/>',
    "dash-round": '<path d="M10 50H90" stroke="#222" stroke-width="8" stroke-dasharray="0 14" stroke-linecap="round"/>',
    "dot": '<path d="M50 50h0" stroke="#222" stroke-width="40" stroke-linecap="round"/>',
    "stroke-scaled": '<g transform="scale(3 1)"><rect x="6" y="20" width="20" height="60" fill="none" stroke="#222" stroke-width="4"/></g>',
    "paint-order": f'<path d="{_STAR}" fill="#eb2" stroke="#a50" stroke-width="10" paint-order="stroke"/>',
    "stroke-translucent": f'<path d="{_STAR}" fill="#eb2" stroke="#24a" stroke-opacity=".5" stroke-width="10"/>',
    "closed-joins": '<path d="M20 20H80V80H20z" fill="none" stroke="#283" stroke-width="14"/>',
    "open-joins": '<path d="M20 20H80V80H20V20" fill="none" stroke="#283" stroke-width="14"/>',
}
COLOURS = {
    "colour-syntaxes": "".join(
        f'<rect x="{5 + 30 * (i % 3)}" y="{5 + 30 * (i // 3)}" width="28" height="28" fill="{colour}"/>'
        for i, colour in enumerate(
            (
                "rebeccapurple",
                "#f80",
                "rgb(20,120,200)",
                "rgb(10% 60% 20%)",
                "hsl(200 80% 40%)",
                "hsl(0.9turn,70%,50%)",
                "#2248aa80",
                "rgba(200,0,0,.4)",
                "hwb(90 20% 30%)",
            )
        )
    ),
    "colour-spaces": "".join(
        f'<rect x="{5 + 30 * (i % 3)}" y="{5 + 30 * (i // 3)}" width="28" height="28" fill="{colour}"/>'
        for i, colour in enumerate(
            (
                "lab(50% 30 20)",
                "lch(60% 40 200)",
                "oklab(60% .1 .05)",
                "oklch(70% .1 120)",
                "color(srgb .2 .5 .7)",
            )
        )
    ),
    "current-colour": f'<g color="#c22"><g fill="currentColor">{_R}/></g><circle cx="50" cy="50" r="20" stroke="currentColor" fill="#fff" color="#24a" stroke-width="6"/></g>',
    "fill-opacity": f'{_BACK}<circle cx="50" cy="50" r="40" fill="#24a" fill-opacity=".5"/>',
    "opacity-shape": f'{_BACK}<circle cx="50" cy="50" r="35" fill="#24a" stroke="#c22" stroke-width="12" opacity=".5"/>',
    "opacity-group": f'{_BACK}<g opacity=".5"><circle cx="38" cy="50" r="28" fill="#24a"/><circle cx="62" cy="50" r="28" fill="#c22"/></g>',
    "opacity-nested": f'{_BACK}<g opacity=".6"><circle cx="38" cy="50" r="28" fill="#24a"/><g opacity=".5"><circle cx="62" cy="50" r="28"/><rect x="60" y="40" width="30" height="30" fill="#fff"/></g></g>',
    "opacity-percent": f'{_BACK}{_R} fill="#283" opacity="40%"/>',
    "no-paint": f'{_BACK}{_R} fill="none" stroke="none"/>',
    "hidden": f'{_BACK}<g visibility="hidden">{_R}/><circle cx="50" cy="50" r="20" visibility="visible" fill="#c22"/></g><g display="none">{_R}/></g>',
}


def _linear(attributes: str, stops: str = _G3, shape: str = f'{_R} fill="url(#g)"/>') -> str:
    return f'<defs><linearGradient id="g" {attributes}>{stops}</linearGradient></defs>{shape}'


def _radial(attributes: str, stops: str = _G3, shape: str = f'{_R} fill="url(#g)"/>') -> str:
    return f'<defs><radialGradient id="g" {attributes}>{stops}</radialGradient></defs>{shape}'


_LINE = f'<path d="{_WAVE}" fill="none" stroke="url(#g)" stroke-width="14"/>'
_WORD = f'<text x="5" y="65" font-size="44" {_T} fill="url(#g)">Bats</text>'
GRADIENTS = {
    "linear": _linear(""),
    "linear-diagonal": _linear('x2="1" y2="1"'),
    "linear-user-space": _linear('gradientUnits="userSpaceOnUse" x1="20" y1="20" x2="60" y2="60"'),
    "linear-percent": _linear('gradientUnits="userSpaceOnUse" x1="0%" x2="100%"'),
    "linear-transform": _linear('gradientTransform="rotate(30 .5 .5)"'),
    "linear-skewed": _linear('gradientTransform="skewX(30) scale(.5 1)"'),
    "linear-hard-stops": _linear(
        "", '<stop offset=".3" stop-color="#c22"/><stop offset=".3" stop-color="#24a"/>'
    ),
    "linear-edge-stops": _linear(
        "", '<stop stop-color="#c22"/><stop stop-color="#eb2"/><stop offset="1" stop-color="#24a"/>'
    ),
    "linear-one-stop": _linear("", '<stop stop-color="#c22"/>'),
    "linear-no-stops": _BACK + _linear("", ""),
    "linear-href": f'<linearGradient id="a">{_G3}</linearGradient><linearGradient id="g" href="#a" x2="0" y2="1"/>{_R} fill="url(#g)"/>',
    "linear-class-stops": "<style>.a{stop-color:#c22}.b{stop-color:#283;stop-opacity:.5}</style>"
    + _linear("", '<stop class="a"/><stop offset="1" class="b"/>'),
    "linear-reflect": _linear('x1=".2" x2=".4" spreadMethod="reflect"'),
    "linear-repeat": _linear('x1=".2" y1=".1" x2=".4" y2=".3" spreadMethod="repeat"'),
    "linear-repeat-user": _linear(
        'gradientUnits="userSpaceOnUse" x1="30" x2="45" spreadMethod="repeat"'
    ),
    "linear-fade": _BACK + _linear("", _FADE),
    "linear-fade-both": _BACK
    + _linear(
        'x2="0" y2="1"',
        '<stop stop-opacity=".2"/><stop offset=".5" stop-color="#c22"/><stop offset="1" stop-opacity="0"/>',
    ),
    "linear-fade-repeat": _BACK + _linear('x2=".25" spreadMethod="repeat"', _FADE),
    "linear-fade-opacity": _BACK + _linear("", _FADE, f'{_R} fill="url(#g)" fill-opacity=".6"/>'),
    "linear-rgba-stop": _BACK
    + _linear("", '<stop stop-color="rgba(200,0,0,.2)"/><stop offset="1" stop-color="#24a"/>'),
    "linear-stroke": _linear("", _G3, _LINE),
    "linear-stroke-user": _linear('gradientUnits="userSpaceOnUse" x1="20" x2="80"', _G3, _LINE),
    "linear-stroke-fade": _BACK + _linear("", _FADE, _LINE),
    "linear-stroke-and-fill": _linear(
        "", _G3, f'<path d="{_STAR}" fill="url(#g)" stroke="#222" stroke-width="3"/>'
    ),
    "linear-stroke-turned": _linear(
        "", _G3, f'<g transform="rotate(20 50 50) scale(.8)">{_LINE}</g>'
    ),
    "linear-text": _linear("", _G3, _WORD),
    "linear-text-user": _linear(
        'gradientUnits="userSpaceOnUse" y1="30" y2="70" x2="0"', _G3, _WORD
    ),
    "linear-text-fade": _BACK + _linear("", _FADE, _WORD),
    "linear-text-stroke": _linear(
        "",
        _G3,
        f'<text x="5" y="65" font-size="44" {_T} fill="#fff" stroke="url(#g)" stroke-width="3">Bats</text>',
    ),
    "linear-shape-turned": _linear(
        "",
        _G3,
        '<rect x="10" y="20" width="80" height="60" fill="url(#g)" transform="rotate(25 50 50) scale(.7)"/>',
    ),
    "linear-flat-box": _BACK
    + _linear("", _G3, '<path d="M10 50H90" stroke="url(#g)" stroke-width="9"/>'),
    "radial": _radial(""),
    "radial-square": _radial("", _G3, '<circle cx="50" cy="50" r="45" fill="url(#g)"/>'),
    "radial-focus": _radial('fx=".3" fy=".4"'),
    "radial-user": _radial('gradientUnits="userSpaceOnUse" cx="40" cy="40" r="30"'),
    "radial-transform": _radial('gradientTransform="translate(.2 .1) scale(.7 .4)"'),
    "radial-repeat": _radial('r=".15" spreadMethod="repeat"'),
    "radial-reflect": _radial('r=".2" fx=".45" spreadMethod="reflect"'),
    "radial-fr": _radial('fr=".2"'),
    "radial-fade": _BACK
    + _radial('r=".15"', '<stop stop-color="#c22"/><stop offset="1" stop-opacity="0"/>'),
    "radial-stroke": _radial("", _G3, _LINE),
    "radial-fallback": f'{_R} fill="#283"/>'
    + _radial("", _G3, '<circle cx="50" cy="50" r="25" fill="url(#g)" opacity=".7"/>'),
    "gradient-in-group": _linear(
        "",
        _G3,
        f'<g opacity=".5">{_R} fill="url(#g)"/><circle cx="50" cy="50" r="25" fill="#222"/></g>',
    ),
    "gradient-in-use": _linear(
        "",
        _G3,
        '<defs><g id="u"><circle cx="20" cy="20" r="18" fill="url(#g)"/></g></defs><use href="#u"/><use href="#u" x="50" y="50"/>',
    ),
}


def _clip(
    content: str, attributes: str = "", shape: str = f'{_R} fill="#24a" clip-path="url(#c)"/>'
) -> str:
    return f'<defs><clipPath id="c" {attributes}>{content}</clipPath></defs>{_BACK}{shape}'


def _mask(
    content: str, attributes: str = "", shape: str = f'{_R} fill="#24a" mask="url(#m)"/>'
) -> str:
    return f'<defs><linearGradient id="w"><stop stop-color="#fff"/><stop offset="1"/></linearGradient><mask id="m" {attributes}>{content}</mask></defs>{_BACK}{shape}'


_DISC = '<circle cx="50" cy="50" r="35"{}/>'
CLIPS = {
    "clip-circle": _clip(_DISC.format("")),
    "clip-group": _clip(
        _DISC.format(""),
        "",
        f'<g clip-path="url(#c)">{_R} fill="#24a"/><path d="{_WAVE}" stroke="#c22" fill="none" stroke-width="8"/></g>',
    ),
    "clip-path": _clip(f'<path d="{_STAR}"/>'),
    "clip-evenodd": _clip('<path d="M50 5L79 95 2 40H98L21 95z" clip-rule="evenodd"/>'),
    "clip-several": _clip(
        '<circle cx="35" cy="50" r="20"/><rect x="50" y="30" width="30" height="40"/>'
    ),
    "clip-several-paths": _clip(f'<path d="{_STAR}"/><path d="M0 0H50V50H0z"/>'),
    "clip-box-units": _clip(
        '<circle cx=".5" cy=".5" r=".4"/>', 'clipPathUnits="objectBoundingBox"'
    ),
    "clip-box-units-group": _clip(
        '<circle cx=".5" cy=".5" r=".4"/>',
        'clipPathUnits="objectBoundingBox"',
        '<g clip-path="url(#c)"><rect x="20" y="20" width="40" height="30"/><circle cx="60" cy="60" r="20" fill="#c22"/></g>',
    ),
    "clip-text": _clip(f'<text x="4" y="70" font-size="50" {_T}>Boo</text>'),
    "clip-use": f'<defs><path id="p" d="{_STAR}"/></defs>' + _clip('<use href="#p"/>'),
    "clip-in-clip": '<clipPath id="d"><rect width="50" height="100"/></clipPath>'
    + _clip(_DISC.format(' clip-path="url(#d)"')),
    "clip-on-clip": '<clipPath id="d"><rect width="50" height="100"/></clipPath>'
    + _clip(_DISC.format(""), 'clip-path="url(#d)"'),
    "clip-css": _clip(_DISC.format(""), "", f'{_R} fill="#24a" style="clip-path:url(#c)"/>'),
    "clip-turned": _clip(_DISC.format(""), 'transform="rotate(30) scale(1 .6)"'),
    "clip-on-turned": _clip(
        _DISC.format(""),
        "",
        '<rect x="10" y="20" width="80" height="60" fill="#24a" clip-path="url(#c)" transform="rotate(45 50 50)"/>',
    ),
    "clip-empty": _clip(""),
    "clip-gradient": _linear(
        "", _G3, _clip(_DISC.format(""), "", f'{_R} fill="url(#g)" clip-path="url(#c)"/>')
    ),
    "mask-gradient": _mask('<rect width="100" height="100" fill="url(#w)"/>'),
    "mask-white": _mask(_DISC.format(' fill="#fff"')),
    "mask-coloured": _mask(
        '<rect width="34" height="100" fill="#f00"/><rect x="34" width="33" height="100" fill="#0f0"/><rect x="67" width="33" height="100" fill="#00f"/>'
    ),
    "mask-alpha": _mask(_DISC.format(' fill="#000" fill-opacity=".5"'), 'mask-type="alpha"'),
    "mask-opacity": _mask(_DISC.format(' fill="#fff" opacity=".5"')),
    "mask-group": _mask(
        '<rect width="100" height="100" fill="url(#w)"/>',
        "",
        f'<g mask="url(#m)">{_R} fill="#24a"/><circle cx="50" cy="50" r="30" fill="#c22"/></g>',
    ),
    "mask-box-content": _mask(
        '<circle cx=".5" cy=".5" r=".5" fill="#fff"/>', 'maskContentUnits="objectBoundingBox"'
    ),
    "mask-user-region": _mask(
        '<rect width="100" height="100" fill="#fff"/>',
        'maskUnits="userSpaceOnUse" x="20" y="30" width="40" height="40"',
    ),
    "mask-default-region": _mask(
        '<rect width="100" height="100" fill="#fff"/>',
        "",
        '<circle cx="50" cy="50" r="25" stroke="#222" stroke-width="20" fill="#c22" mask="url(#m)"/>',
    ),
    "mask-text": _mask(f'<text x="4" y="70" font-size="50" {_T} fill="#fff">Boo</text>'),
    "mask-turned": _mask(
        '<rect width="100" height="100" fill="url(#w)"/>',
        "",
        '<g transform="rotate(30 50 50)"><rect x="20" y="30" width="60" height="40" fill="#24a" mask="url(#m)"/></g>',
    ),
    "mask-and-clip": '<clipPath id="d"><rect y="35" width="100" height="40"/></clipPath>'
    + _mask(
        '<rect width="100" height="100" fill="url(#w)"/>',
        "",
        f'{_R} fill="#24a" mask="url(#m)" clip-path="url(#d)"/>',
    ),
    "mask-and-opacity": _mask(
        '<rect width="100" height="100" fill="url(#w)"/>',
        "",
        f'<g mask="url(#m)" opacity=".5">{_R} fill="#24a"/><circle cx="50" cy="50" r="30" fill="#c22"/></g>',
    ),
    "mask-css": _mask(
        _DISC.format(' fill="#fff"'),
        'style="mask-type:luminance"',
        f'{_R} fill="#24a" style="mask:url(#m)"/>',
    ),
    "mask-in-mask": '<mask id="n"><circle cx="50" cy="50" r="30" fill="#fff"/></mask>'
    + _mask('<rect width="100" height="100" fill="url(#w)" mask="url(#n)"/>'),
}


def _pattern(
    attributes: str,
    content: str = '<circle cx="5" cy="5" r="4" fill="#c22"/><path d="M0 0L10 10" stroke="#24a"/>',
    shape: str = f'{_R} fill="url(#p)" stroke="#222"/>',
) -> str:
    return f'<defs><pattern id="p" {attributes}>{content}</pattern></defs>{shape}'


_P10 = 'width="10" height="10" patternUnits="userSpaceOnUse"'
_ARROW = '<marker id="a" {}><path d="M0 0L10 5 0 10z" fill="#c22"/></marker>'
_MARKED = '<path d="M15 70L40 25 60 70 85 30" fill="none" stroke="#222" stroke-width="3" {}/>'
PATTERNS = {
    "pattern": _pattern(_P10),
    "pattern-box": _pattern(
        'width=".25" height=".25"', '<circle cx="8" cy="6" r="5" fill="#283"/>'
    ),
    "pattern-box-content": _pattern(
        'width=".2" height=".2" patternContentUnits="objectBoundingBox"',
        '<circle cx=".1" cy=".1" r=".08" fill="#283"/>',
    ),
    "pattern-turned": _pattern(f'{_P10} patternTransform="rotate(30) scale(1.5)"'),
    "pattern-view-box": _pattern(
        'width="20" height="20" patternUnits="userSpaceOnUse" viewBox="0 0 10 10"'
    ),
    "pattern-shifted": _pattern(f'x="3" y="5" {_P10}'),
    "pattern-href": f'<pattern id="q" {_P10}><rect width="5" height="5" fill="#283"/></pattern><pattern id="p" href="#q" patternTransform="scale(2)"/>{_R} fill="url(#p)"/>',
    "pattern-cut": _pattern(
        'width="12" height="12" patternUnits="userSpaceOnUse"', '<circle r="9" fill="#24a"/>'
    ),
    "pattern-opacity": _BACK
    + _pattern(
        _P10,
        '<circle cx="5" cy="5" r="4" fill="#c22"/>',
        f'{_R} fill="url(#p)" fill-opacity=".5"/>',
    ),
    "pattern-circle": _pattern(
        _P10,
        '<path d="M0 5H10" stroke="#283" stroke-width="3"/>',
        '<circle cx="50" cy="50" r="40" fill="url(#p)"/>',
    ),
    "marker-end": _ARROW.format(
        'viewBox="0 0 10 10" refX="5" refY="5" markerWidth="5" markerHeight="5" orient="auto"'
    )
    + _MARKED.format('marker-end="url(#a)"'),
    "marker-all": _ARROW.format(
        'viewBox="0 0 10 10" refX="5" refY="5" markerWidth="5" markerHeight="5" orient="auto"'
    )
    + _MARKED.format('style="marker:url(#a)"'),
    "marker-reverse": _ARROW.format(
        'viewBox="0 0 10 10" refX="5" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse"'
    )
    + _MARKED.format('marker-start="url(#a)"'),
    "marker-angle": _ARROW.format(
        'refX="5" refY="5" markerWidth="10" markerHeight="10" orient="45" markerUnits="userSpaceOnUse"'
    )
    + _MARKED.format('marker-mid="url(#a)"'),
    "marker-closed": _ARROW.format(
        'viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4" markerHeight="4" orient="auto"'
    )
    + '<polygon points="20,20 80,30 60,80" fill="#eb2" stroke="#222" stroke-width="3" marker-start="url(#a)" marker-mid="url(#a)"/>',
    "marker-curve": _ARROW.format(
        'viewBox="0 0 10 10" refX="5" refY="5" markerWidth="3" markerHeight="3" orient="auto"'
    )
    + f'<path d="{_WAVE}" fill="none" stroke="#222" stroke-width="4" marker-mid="url(#a)" marker-end="url(#a)"/>',
    "marker-cut": '<marker id="a" markerWidth="4" markerHeight="4"><circle r="5" fill="#c22"/></marker>'
    + _MARKED.format('marker-start="url(#a)" marker-end="url(#a)"'),
    "marker-line": _ARROW.format(
        'viewBox="0 0 10 10" refX="0" refY="5" markerWidth="5" markerHeight="5" orient="auto"'
    )
    + '<line x1="15" y1="80" x2="75" y2="25" stroke="#222" stroke-width="3" marker-end="url(#a)"/>',
}
STRUCTURE = {
    "transforms": "".join(
        f'<rect width="20" height="12" fill="#24a" transform="{transform}"/>'
        for transform in (
            "translate(5,5)",
            "translate(60 20) rotate(30)",
            "scale(1.5 2) translate(5 20)",
            "matrix(1 .3 -.3 1 60 60)",
            "translate(10 80) skewX(20)",
            "rotate(-45 80 80) translate(70 75)",
        )
    ),
    "use": '<defs><path id="u" d="M0 0h20l10 20h-20z"/></defs><use href="#u" x="10" y="10" fill="#c22"/><use xlink:href="#u" transform="translate(50 50) rotate(20)" fill="#24a"/>',
    "use-inherits": '<defs><rect id="u" width="30" height="30" stroke="#222"/></defs><g fill="#eb2" stroke-width="5"><use href="#u" x="10" y="30"/></g><use href="#u" x="60" y="30" fill="#283"/>',
    "use-of-use": '<defs><circle id="u" r="8"/><g id="v"><use href="#u"/><use href="#u" x="25"/></g></defs><use href="#v" x="20" y="30"/><use href="#v" x="40" y="60" fill="#c22"/>',
    "symbol": '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#283"/><path d="M0 0L10 10" stroke="#fff"/></symbol><use href="#s" x="5" y="5" width="40" height="40"/><use href="#s" x="50" y="20" width="40" height="70"/>',
    "symbol-cut": '<symbol id="s" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid slice"><circle cx="5" cy="5" r="6" fill="#283"/></symbol><use href="#s" x="10" y="20" width="80" height="40"/>',
    "nested-svg": '<svg x="10" y="20" width="80" height="60" viewBox="0 0 20 20"><rect width="20" height="20" fill="#eb2"/><circle cx="10" cy="10" r="12" fill="#24a"/></svg>',
    "nested-svg-slice": '<svg x="10" y="20" width="80" height="40" viewBox="0 0 20 20" preserveAspectRatio="xMinYMin slice"><circle cx="10" cy="10" r="10" fill="#24a"/></svg>',
    "nested-svg-none": '<svg x="10" y="20" width="80" height="40" viewBox="0 0 20 20" preserveAspectRatio="none"><circle cx="10" cy="10" r="10" fill="#24a"/></svg>',
    "nested-svg-percent": '<svg x="20" y="20" width="60" height="60"><rect width="50%" height="50%" fill="#c22"/><circle cx="100%" cy="100%" r="20" fill="#24a"/></svg>',
    "nested-svg-overflow": '<svg x="30" y="30" width="40" height="40" overflow="visible"><circle cx="20" cy="20" r="32" fill="#24a"/></svg>',
    "css-class": '<style>.a{fill:#c22}#b{fill:#24a}rect.c{stroke:#222;stroke-width:4px}</style><rect class="a c" x="10" y="10" width="35" height="80"/><rect id="b" class="a" x="55" y="10" width="35" height="80"/>',
    "css-after": f'{_R} class="a"/><style>.a{{fill:#283}}</style>',
    "css-important": f'<style>rect{{fill:#283 !important}}</style>{_R} fill="#c22" style="fill:#24a"/>',
    "css-variables": '<style>svg{--ink:#c22}.b{--ink:#24a}rect,circle{fill:var(--ink)}</style><rect x="10" y="10" width="35" height="80"/><g class="b"><circle cx="70" cy="50" r="20"/></g><path d="M50 90h40" stroke-width="6" style="stroke:var(--no,#283)"/>',
    "css-transform": '<rect width="40" height="20" fill="#24a" style="transform:translate(30px,20px) rotate(.1turn) scale(1.2)"/><rect width="20" height="20" fill="#c22" transform="translate(9 9)" style="transform:translateY(60px) skewX(20deg)"/>',
    "css-order": '<style>rect{fill:#c22}rect{fill:#283}.x rect{fill:#24a}</style><rect x="10" y="10" width="30" height="80"/><g class="x"><rect x="55" y="10" width="30" height="80" fill="#000"/></g>',
    "css-child": '<style>g > rect{fill:#c22}rect:first-child{fill:#24a}[data-x="1"]{fill:#283}</style><g><rect x="5" y="10" width="25" height="80"/><rect x="35" y="10" width="25" height="80"/><rect data-x="1" x="65" y="10" width="25" height="80"/></g>',
    "css-font": '<style>text{font:italic 800 30px/1.2 Nunito,serif}</style><text x="5" y="60">Ghost</text>',
    "image-png": '<image href="wide.png" x="10" y="20" width="80" height="60"/>',
    "image-alpha": f'{_BACK}<image href="see.png" x="10" y="10" width="80" height="80"/>',
    "image-jpeg": '<image href="tall.jpg" x="10" y="10" width="80" height="80"/>',
    "image-slice": '<image href="wide.png" x="28" y="10" width="44" height="80" preserveAspectRatio="xMidYMid slice"/>',
    "image-none": '<image href="tall.jpg" x="10" y="30" width="80" height="40" preserveAspectRatio="none"/>',
    "image-svg": '<image href="leaf.svg" x="10" y="20" width="80" height="60"/>',
    "image-opacity": f'{_BACK}<image href="wide.png" x="10" y="20" width="80" height="60" opacity=".4"/>',
    "image-turned": '<image href="tall.jpg" x="30" y="20" width="40" height="60" transform="rotate(30 50 50)"/>',
    "image-data-png": f'<image href="{uri("see.png")}" x="10" y="10" width="80" height="80"/>',
    "image-data-jpeg": f'<image href="{uri("tall.jpg")}" x="10" y="10" width="80" height="80"/>',
    "image-data-svg": f'<image href="{uri("leaf.svg")}" x="10" y="10" width="60" height="80"/>',
    "image-clip": _clip(
        _DISC.format(""),
        "",
        '<image href="wide.png" x="10" y="20" width="80" height="60" clip-path="url(#c)"/>',
    ),
    "image-masked": _mask(
        '<rect width="100" height="100" fill="url(#w)"/>',
        "",
        '<image href="wide.png" x="10" y="20" width="80" height="60" mask="url(#m)"/>',
    ),
}


def _text(body: str, attributes: str = 'x="5" y="60"', size: int = 24) -> str:
    return f'<text {attributes} font-size="{size}" {_T}>{body}</text>'


_AT = 'x="10" y="45"'
_CURVE = '<path id="p" d="M8 70C25 15 75 15 92 70" fill="none"/>'
TEXT = {
    "text": _text("Candy"),
    "text-kerned": _text("AVATAR", size=22),
    "text-ligature": _text("fi fl ffi"),
    "text-weights": "".join(
        f'<text x="5" y="{y}" font-size="22" font-family="Nunito" font-weight="{w}">Weight</text>'
        for y, w in ((30, 300), (60, "bold"), (90, 900))
    ),
    "text-italic": '<text x="5" y="60" font-size="26" font-family="Nunito" font-weight="600" font-style="italic">Italic</text>',
    "text-families": '<text x="5" y="35" font-size="24" font-family="Creepster">Boo!</text><text x="5" y="75" font-size="24" font-family="\'Baloo 2\'" font-weight="800">Moon</text>',
    "text-fallback": '<text x="5" y="60" font-size="24" font-family="Creepster,Nunito">aЖb</text>',
    "text-anchors": "".join(
        f'<text x="50" y="{y}" font-size="20" text-anchor="{a}" {_T}>Trick</text>'
        for y, a in ((30, "start"), (60, "middle"), (90, "end"))
    ),
    "text-anchor-spans": _text(
        'a<tspan font-size="34">B</tspan><tspan fill="#c22">cd</tspan>',
        'x="50" y="60" text-anchor="middle"',
    ),
    "text-anchor-lines": _text(
        'ab<tspan x="95" y="80" text-anchor="end">cde</tspan>', 'x="50" y="40" text-anchor="middle"'
    ),
    "text-span-kerning": _text(
        'A<tspan fill="#c22">V</tspan>A<tspan font-weight="600">T</tspan>', size=36
    ),
    "text-letter-spacing": _text("Boo fi", 'x="5" y="60" letter-spacing="4"', 20),
    "text-letter-spacing-middle": _text(
        "Boo", 'x="50" y="60" letter-spacing="8" text-anchor="middle"', 20
    ),
    "text-word-spacing": _text("a b c", 'x="5" y="60" word-spacing="10"', 20),
    "text-stroke": _text("Bat", 'x="5" y="65" fill="#eb2" stroke="#222" stroke-width="2"', 46),
    "text-paint-order": _text(
        "Bat",
        'x="5" y="65" fill="#eb2" stroke="#222" stroke-width="6" stroke-linejoin="round" paint-order="stroke"',
        46,
    ),
    "text-opacity": _BACK + _text("Bat", 'x="5" y="65" fill="#24a" opacity=".5"', 46),
    "text-x-list": _text("ABCD", 'x="5 30 50 80" y="60"'),
    "text-xy-list": _text("ABCDE", 'x="5 25 45 65" y="30 45 60 75"'),
    "text-dx-list": _text("ABCD", 'x="5" y="60" dx="0 5 -3 10" dy="0 6 6 -20"'),
    "text-dx-kerned": _text("AVAV", 'x="5" y="60" dx="0 1"', 30),
    "text-rotate": _text("Spin", 'x="10" y="60" rotate="20 -20 45"'),
    "text-rotate-one": _text("Lean", 'x="10" y="60" rotate="15"'),
    "text-list-spans": _text('A<tspan x="40 60">BC</tspan>DE', 'x="5 20 30" y="60"', 20),
    "text-list-anchor": _text("ABC", 'x="20 50 80" y="60" text-anchor="middle"'),
    "text-length": _text("Wide", 'x="5" y="60" textLength="90"'),
    "text-length-glyphs": _text(
        "Wide", 'x="5" y="60" textLength="90" lengthAdjust="spacingAndGlyphs"'
    ),
    "text-length-short": _text(
        "Narrowed", 'x="5" y="60" textLength="60" lengthAdjust="spacingAndGlyphs"'
    ),
    "text-length-middle": _text("Mid", 'x="50" y="60" textLength="80" text-anchor="middle"'),
    "text-baselines": "".join(
        _text("x", f'x="{x}" y="50" dominant-baseline="{name}"')
        for x, name in (
            (5, "middle"),
            (25, "central"),
            (45, "hanging"),
            (65, "text-after-edge"),
            (85, "text-before-edge"),
        )
    )
    + '<path d="M0 50H100" stroke="#c22" stroke-width=".5"/>',
    "text-baseline-more": "".join(
        _text("x", f'x="{x}" y="50" dominant-baseline="{name}"')
        for x, name in ((5, "mathematical"), (30, "ideographic"), (55, "alphabetic"), (80, "auto"))
    ),
    "text-baseline-span": _text(
        'a<tspan alignment-baseline="middle">b</tspan><tspan alignment-baseline="hanging">c</tspan>d'
    ),
    "text-shift": _text(
        'H<tspan baseline-shift="sub" font-size="14">2</tspan>O<tspan baseline-shift="super" font-size="14">3</tspan>'
    ),
    "text-shift-lengths": _text(
        'a<tspan baseline-shift="10">b</tspan><tspan baseline-shift="-30%">c</tspan>d'
    ),
    "text-path": _CURVE + _text('<textPath href="#p">Trick or treat</textPath>', "", 16),
    "text-path-offset": _CURVE
    + _text('<textPath href="#p" startOffset="30%">Sweet</textPath>', "", 16),
    "text-path-middle": _CURVE
    + _text(
        '<textPath xlink:href="#p" startOffset="50%" text-anchor="middle">Halloween</textPath>',
        "",
        16,
    ),
    "text-path-long": _CURVE
    + _text('<textPath href="#p">Far too many words for it</textPath>', "", 16),
    "text-path-moved": '<path id="p" d="M0 0C20 -50 60 -50 80 0" transform="translate(10 70)" fill="none"/>'
    + _text('<textPath href="#p">Turned <tspan fill="#c22">round</tspan></textPath>', "", 15),
    "text-path-dy": _CURVE
    + _text('<textPath href="#p"><tspan dy="-6">Raised</tspan></textPath>', "", 18),
    "text-turned": f'<g transform="rotate(-30 50 50)">{_text("Tilted")}</g>',
    "text-squeezed": f'<g transform="scale(.5 1.4)">{_text("Squeezed", _AT, 34)}</g>',
    "text-spaces": _text("  a   b\n c  ", 'x="5" y="60"', 24),
    "text-preserved": _text("  a   b ", 'x="5" y="60" xml:space="preserve"', 20),
    "text-accents": _text("Żółć é̂", 'x="5" y="60"'),
    "text-cyrillic": _text("Мороз", 'x="5" y="60"'),
    "text-em": _text('a<tspan dy="1em" dx=".5em">b</tspan>', 'x="5" y="40"'),
    "text-hidden-span": _text(
        'a<tspan visibility="hidden">b</tspan>c<tspan display="none">d</tspan>e'
    ),
    "text-percent": _text("Half", 'x="50%" y="50%"'),
    "text-small": _text("The quick brown fox jumps", 'x="4" y="50"', 7),
}
EFFECTS = {
    "filter-blur": '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter><circle cx="50" cy="50" r="28" fill="#24a" filter="url(#f)"/>',
    "filter-shadow": '<filter id="f"><feDropShadow dx="5" dy="5" stdDeviation="2"/></filter><circle cx="48" cy="48" r="28" fill="#eb2" filter="url(#f)"/>',
    "filter-chain": '<filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feOffset in="SourceAlpha" dx="6" dy="6" result="o"/>'
    '<feFlood flood-color="#c22" flood-opacity=".6"/><feComposite in2="o" operator="in" result="s"/>'
    '<feMerge><feMergeNode in="s"/><feMergeNode in="SourceGraphic"/></feMerge></filter><path d="M20 20h50v50h-50z" fill="#eb2" filter="url(#f)"/>',
    "filter-saturate": '<filter id="f"><feColorMatrix type="saturate" values=".2"/></filter><rect x="10" y="20" width="80" height="60" fill="#c22" filter="url(#f)"/>',
    "filter-matrix": '<filter id="f" color-interpolation-filters="sRGB"><feColorMatrix values="0 1 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0"/></filter><rect x="10" y="20" width="80" height="60" fill="#c26" filter="url(#f)"/>',
    "filter-hue": '<filter id="f"><feColorMatrix type="hueRotate" values="90"/></filter><rect x="10" y="20" width="80" height="60" fill="#c22" filter="url(#f)"/>',
    "filter-morphology": '<filter id="f"><feMorphology operator="dilate" radius="3"/></filter><path d="M20 20h50v50h-50z" fill="#eb2" filter="url(#f)"/>',
    "filter-transfer": '<filter id="f"><feComponentTransfer><feFuncR type="linear" slope=".5" intercept=".2"/><feFuncB type="table" tableValues="1 0"/></feComponentTransfer></filter><rect x="10" y="20" width="80" height="60" fill="#c26" filter="url(#f)"/>',
    "filter-blend": '<filter id="f"><feFlood flood-color="#4ad"/><feBlend in="SourceGraphic" mode="multiply"/></filter><rect x="20" y="20" width="60" height="60" fill="#eb2" filter="url(#f)"/>',
    "filter-group": '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g filter="url(#f)" transform="rotate(20 50 50)"><rect x="20" y="20" width="30" height="60"/><circle cx="65" cy="50" r="20" fill="#c22"/></g>',
    "filter-text": '<filter id="f"><feDropShadow dx="3" dy="3" stdDeviation="1"/></filter><text x="10" y="60" font-size="30" font-family="Nunito" fill="#24a" filter="url(#f)">Bat</text>',
    "filter-image": '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><image href="wide.png" x="10" y="20" width="80" height="60" filter="url(#f)"/>',
    "blend-more": "".join(
        f'<g style="isolation:isolate"><rect x="{x}" y="{y}" width="28" height="28" fill="#e95"/><circle cx="{x + 16}" cy="{y + 16}" r="12" fill="#4ad" style="mix-blend-mode:{mode}"/></g>'
        for mode, x, y in (
            ("overlay", 2, 2),
            ("darken", 35, 2),
            ("lighten", 68, 2),
            ("difference", 2, 35),
            ("hard-light", 35, 35),
            ("soft-light", 68, 35),
            ("color-dodge", 2, 68),
            ("exclusion", 35, 68),
            ("luminosity", 68, 68),
        )
    ),
    "mask-image": f'<mask id="m"><image href="wide.png" width="100" height="100"/></mask>{_R} mask="url(#m)"/>',
    "blend-multiply": f'<g style="isolation:isolate">{_BACK}<circle cx="50" cy="50" r="35" fill="#4ad" style="mix-blend-mode:multiply"/></g>',
    "blend-screen": f'<g style="isolation:isolate">{_BACK}<circle cx="50" cy="50" r="35" fill="#4ad" style="mix-blend-mode:screen"/></g>',
    "text-underlined": _text("Line", 'x="5" y="60" text-decoration="underline"'),
    "switch": f'<switch><g>{_R} fill="#283"/></g><circle r="50"/></switch>',
    "non-scaling": '<path d="M5 5L20 20" transform="scale(4)" stroke="#222" stroke-width="4" vector-effect="non-scaling-stroke"/>',
    "path-length": '<path d="M10 50H90" stroke="#222" stroke-width="6" pathLength="10" stroke-dasharray="1 1"/>',
}


def _placed(name: str, attributes: str = 'x="10" y="10" width="80" height="80"') -> str:
    return f'{_BACK}<image href="{name}" {attributes}/>'


_FIT = "".join(
    f'<rect x="{x}" y="{y}" width="28" height="14" fill="#ddd"/><image href="wide.png" x="{x}" y="{y}" width="28" height="14" preserveAspectRatio="{fit}"/>'
    f'<image href="tall.jpg" x="{x}" y="{y + 16}" width="28" height="14" preserveAspectRatio="{fit}"/>'
    for x, y, fit in (
        (3, 2, "xMinYMin meet"),
        (36, 2, "xMaxYMax meet"),
        (69, 2, "none"),
        (3, 52, "xMinYMax slice"),
        (36, 52, "xMaxYMin slice"),
        (69, 52, "xMidYMid"),
    )
)
_LEAF = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'%3E%3Crect width='20' height='10' fill='%23c22'/%3E%3C/svg%3E"
IMAGES = {
    **{
        f"picture-{name.replace('.', '-')}": _placed(name)
        for name in PICTURES
        if name not in ("wide.png", "see.png", "tall.jpg", "leaf.svg", "flat.gif", "flat.webp")
    },
    **{
        f"picture-{name.replace('.', '-')}": _placed(uri(name))
        for name in ("flat.gif", "flat.webp")
    },
    "picture-fit": _FIT,
    "picture-percent-encoded": _placed(_LEAF),
    "picture-no-size": '<image href="wide.png" x="10" y="10"/>',
    "picture-width": '<image href="wide.png" x="10" y="10" width="60"/>',
    "picture-skewed": '<image href="wide.png" width="40" height="40" transform="translate(20 20) skewX(20) scale(1.2)"/>',
    "picture-percent": '<image href="wide.png" x="10%" y="10%" width="50%" height="50%"/>',
}
CASES: dict[str, str] = {
    **SHAPES,
    **STROKES,
    **COLOURS,
    **GRADIENTS,
    **CLIPS,
    **PATTERNS,
    **STRUCTURE,
    **TEXT,
    **EFFECTS,
    **IMAGES,
    **MORE,
    **STYLED,
    **WILD,
}
