"""Sixty designs of cards on which something shows through: soft shadows, alpha in pictures, blends,
masks, groups, and what lies over them.

Each is the inside of an SVG of 40 by 60 units; {picture} in it is a picture whose edges are soft.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from functools import cache

from PIL import Image, ImageDraw, ImageFilter

_PLAIN = '<rect x="-3" y="-3" width="46" height="66" fill="#F2D16B"/>'
_STRIPES = _PLAIN + "".join(
    f'<path d="M{x}-3h3l8 66h-3Z" fill="#C0504D"/>' for x in range(-15, 43, 6)
)
"""Slanting: of upright ones a viewer moves each edge to the next of its own pixels."""
_FADING = (
    '<defs><linearGradient id="ground" x2="0" y2="1"><stop stop-color="#7B4FB0"/><stop offset="1" stop-color="#F08A24"/></linearGradient>'
    '</defs><rect x="-3" y="-3" width="46" height="66" fill="url(#ground)"/>'
)
GROUNDS = {"paper": "", "plain": _PLAIN, "stripes": _STRIPES, "fading": _FADING}

_VEIL = (
    '<defs><linearGradient id="veil" x2="0" y2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>'
    '<mask id="dim" maskUnits="userSpaceOnUse" x="0" y="0" width="40" height="60"><rect width="40" height="60" fill="url(#veil)"/></mask>'
    '<mask id="hole" maskUnits="userSpaceOnUse" x="0" y="0" width="40" height="60"><rect width="40" height="60" fill="#fff"/>'
    '<circle cx="20" cy="30" r="9" fill="#000"/></mask></defs>'
)
_OVER = '<text x="20" y="31" text-anchor="middle" font-family="Nunito" font-size="5" fill="#20202A">Over it all</text>'
_SUN = '<circle cx="16" cy="26" r="11" fill="#3E9A4B"/>'
EFFECTS = {
    "glass": '<rect x="8" y="12" width="24" height="30" fill="#fff" fill-opacity="0.6"/>' + _OVER,
    "veils": "".join(
        f'<circle cx="{14 + 6 * i}" cy="28" r="10" fill="#4A7FD0" fill-opacity="0.35"/>'
        for i in range(3)
    )
    + _OVER,
    "faint text": '<text x="4" y="34" font-family="Nunito" font-size="9" fill="#102040" fill-opacity="0.4">Faint</text>'
    + _OVER,
    "soft shadow": '<defs><filter id="soft"><feGaussianBlur stdDeviation="1.5"/></filter></defs>'
    f'<circle cx="21" cy="31" r="11" fill="#000" fill-opacity="0.5" filter="url(#soft)"/>{_SUN}{_OVER}',
    "group": f'<g opacity="0.5">{_SUN}<rect x="14" y="24" width="18" height="18" fill="#C03070"/></g>{_OVER}',
    "soft picture": '<image href="{picture}" x="6" y="14" width="28" height="28"/>' + _OVER,
    "turned picture": '<g transform="rotate(24 20 28)"><image href="{picture}" x="8" y="16" width="24" height="24"/></g>'
    + _OVER,
    "multiplied": f'{_SUN}<circle cx="25" cy="32" r="11" fill="#E8A0C0" style="mix-blend-mode:multiply"/>{_OVER}',
    "screened": f'{_SUN}<circle cx="25" cy="32" r="11" fill="#804060" style="mix-blend-mode:screen"/>{_OVER}',
    "overlaid": f'{_SUN}<rect x="10" y="20" width="26" height="22" fill="#806040" style="mix-blend-mode:overlay"/>{_OVER}',
    "dimmed": f'{_VEIL}<g mask="url(#dim)">{_SUN}<rect x="14" y="24" width="18" height="30" fill="#C03070"/></g>{_OVER}',
    "pierced": f'{_VEIL}<rect x="5" y="12" width="30" height="36" fill="#102040" mask="url(#hole)"/>{_OVER}',
    "fading out": '<defs><radialGradient id="glow"><stop stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>'
    f'</radialGradient></defs><circle cx="20" cy="28" r="17" fill="url(#glow)"/>{_OVER}',
    "under a veil": _OVER
    + '<rect x="0" y="22" width="22" height="16" fill="#fff" fill-opacity="0.55"/>',
    "far apart": '<circle cx="8" cy="10" r="5" fill="#102040" fill-opacity="0.5"/>'
    f'<g transform="translate(4 6) scale(0.9)">{_SUN}<image href="{{picture}}" x="20" y="34" width="12" height="12"/></g>'
    '<circle cx="31" cy="52" r="5" fill="#C03070" fill-opacity="0.5"/>' + _OVER,
}


@cache
def picture() -> str:
    """A disc whose edge fades out, as the address of its own data."""
    image = Image.new("RGBA", (160, 160), (200, 60, 90, 0))
    alpha = Image.new("L", image.size)
    ImageDraw.Draw(alpha).ellipse((30, 30, 130, 130), fill=255)
    image.putalpha(alpha.filter(ImageFilter.GaussianBlur(10)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


def designs() -> Iterator[tuple[str, str]]:
    """Each design with its name."""
    for effect, drawn in EFFECTS.items():
        for ground, under in GROUNDS.items():
            yield f"{effect} on {ground}", under + drawn.replace("{picture}", picture())
