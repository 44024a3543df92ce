"""What was refused once and is drawn now: lengths by the font, spans with effects, references that lead nowhere or round in a circle."""

from __future__ import annotations

_FONT = 'font-family="Nunito" font-weight="800"'
_BOX = '<rect x="1{0}" y="5" width="3{0}" height="20" fill="#c22"/>'
WIDENED: dict[str, str] = {
    **{f"unit-{unit}": f'<g font-size="14" {_FONT}>{_BOX.format(unit)}</g>' for unit in ("cap", "ic", "lh")},
    "unit-lh-said": f'<g font-size="8" {_FONT} style="line-height:1.5">{_BOX.format("lh")}<g style="line-height:18px">'
    '<rect y="40" width="2lh" height="1lh"/></g><g font-size="16"><rect y="70" width="1lh" height="20" fill="#24a"/></g></g>',
    "unit-stroke": f'<path d="M10 20H90M10 60H90" stroke="#24a" stroke-width="1ex" stroke-dasharray="2ch 1ex" font-size="16" {_FONT}/>',
    "unit-font-size": f'<g font-size="20" {_FONT}><text x="5" y="40" font-size="1.5ex">Bee <tspan font-size="2ch">fly</tspan></text>'
    '<text x="5" y="80" style="font-size:3ex;letter-spacing:.2ch">fly</text></g>',
    "unit-spacing": f'<g font-size="16" {_FONT} letter-spacing="20%" word-spacing="50%"><text x="5" y="30">a bee</text>'
    '<text x="5" y="70" font-size="24">a bee</text></g>',
}
"""Drawn in templates and art alike."""

WIDENED_PASSED: dict[str, str] = {
    "passed-font-size-adjust": f'<text x="5" y="60" font-size="30" {_FONT} font-size-adjust=".3">Bee</text>',
}
"""Where browsers pass something over: drawn as art alone."""
