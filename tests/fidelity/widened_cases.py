"""What was refused once and is drawn now: lengths by the font, spans with effects, references that
lead nowhere or round in a circle."""

from __future__ import annotations

import base64

_FONT = 'font-family="Nunito" font-weight="800"'
_BOX = '<rect x="1{0}" y="5" width="3{0}" height="20" fill="#c22"/>'
_TEXT = f'<text x="5" y="50" font-size="20" {_FONT}>'
_RECT = '<rect x="10" y="10" width="80" height="80" fill="url(#g)"'
_SHADE = '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
_FADE = f'{_SHADE}<mask id="m" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="url(#g)"/></mask>'
_FLOOD = '<filter id="f" filterUnits="userSpaceOnUse" x="9" y="20" width="80" height="55"><feFlood flood-color="#eb2" result="a"/><feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
_VIEW = 'viewBox="0 0 40 40"'
_SCENE = (
    '<style>.a{fill:#eb2}</style><rect class="a" width="300" height="300"/><circle cx="30" cy="20" r="15" fill="#24a"/>'
    '<clipPath id="c"><circle cx="40" cy="25" r="20"/></clipPath><mask id="m"><circle cx="40" cy="25" r="20" fill="#999"/></mask>'
)
_WINDOW = '<rect x="10vw" y="5vh" width="30vmin" height="20vmax" style="stroke:#24a;stroke-width:2vw" fill="#c22"/>'


def _drawing(said: str, body: str = "") -> str:
    """A drawing in a data: address."""
    body = (
        body
        or '<rect width="300%" height="300%" fill="#eb2"/><circle cx="30" cy="20" r="15" fill="#24a"/>'
    )
    data = f'<svg xmlns="http://www.w3.org/2000/svg" {said}>{body}</svg>'.encode()
    return f"data:image/svg+xml;base64,{base64.b64encode(data).decode()}"


WIDENED: dict[str, str] = {
    "name-escaped": _SHADE.replace('"g"', '"g h"') + _RECT.replace("#g", "#g%20h") + "/>",
    "name-escaped-style": _SHADE.replace('"g"', '"g(ü)"')
    + '<rect width="80" height="80" style="fill:url(#g%28%C3%BC%29)"/>',
    "name-escaped-use": '<defs><rect id="a b" width="50" height="30" fill="#24a"/></defs><use href="#a%20b" x="9"/><use href="#a b" y="50"/>',
    "variant-figures": _TEXT.replace(">", ' font-variant="tabular-nums">') + "1110</text>",
    "variant-caps-figures": _TEXT.replace(">", ' style="font-variant: small-caps tabular-nums">')
    + "A1b1</text>",
    "variant-none": _TEXT.replace(">", ' style="font-variant: none">') + "fi ffi</text>",
    "variant-numeric-two": _TEXT.replace(
        ">", ' style="font-variant-numeric: tabular-nums slashed-zero">'
    )
    + "1010</text>",
    **{
        f"unit-{unit}": f'<g font-size="14" {_FONT}>{_BOX.format(unit)}</g>'
        for unit in ("cap", "ic", "lh")
    },
    "unit-lh-said": f'<g font-size="8" {_FONT} style="line-height:1.5">{_BOX.format("lh")}<g style="line-height:18px">'
    '<rect y="40" width="2lh" height="1lh"/></g><g font-size="16"><rect y="70" width="1lh" height="20" fill="#24a"/></g></g>',
    "unit-stroke": f'<path d="M10 20H90M10 60H90" stroke="#24a" stroke-width="1ex" stroke-dasharray="2ch 1ex" font-size="16" {_FONT}/>',
    "unit-font-size": f'<g font-size="20" {_FONT}><text x="5" y="40" font-size="1.5ex">Bee <tspan font-size="2ch">fly</tspan></text>'
    '<text x="5" y="80" style="font-size:3ex;letter-spacing:.2ch">fly</text></g>',
    "unit-spacing": f'<g font-size="16" {_FONT} letter-spacing="20%" word-spacing="50%"><text x="5" y="30">a bee</text>'
    '<text x="5" y="70" font-size="24">a bee</text></g>',
    # spans with effects: their boxes are those of the whole text
    "span-filter": f'{_FLOOD}{_TEXT}ab<tspan filter="url(#f)">cd</tspan>ef</text>',
    "span-filter-moved": f'{_FLOOD}{_TEXT}ab<tspan x="10" dy="30" filter="url(#f)">cd</tspan>e</text>',
    "span-blur": f'{_TEXT}ab<tspan filter="blur(1px)" fill="#c22">cd</tspan>ef</text>',
    "span-mask": f'{_FADE}{_TEXT}ab<tspan mask="url(#m)">cd</tspan>ef</text>',
    "span-clip": '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height=".7"/></clipPath>'
    f'{_TEXT}ab<tspan clip-path="url(#c)" fill="#c22">cd<tspan dy="20">gh</tspan></tspan>ef</text>',
    "span-clip-shape": f'{_TEXT}ab<tspan clip-path="circle(15px)" fill="#c22">cd</tspan>ef</text>',
    "span-blend": f'<rect width="100" height="100" fill="#eb2"/>{_TEXT}ab<tspan style="mix-blend-mode:multiply" fill="#2ac">cd</tspan>ef</text>',
    "span-opacity": f'{_TEXT}ab<tspan opacity=".5" fill="#c22" stroke="#24a" stroke-width="4">cd</tspan>ef</text>',
    "span-opacity-nested": f'{_TEXT}ab<tspan opacity=".5" fill="#c22">cd<tspan stroke="#24a" stroke-width="4">g</tspan></tspan>ef</text>',
    "span-path": f'{_FLOOD}<path id="p" d="M5 60Q50 20 95 60" fill="none"/><text font-size="20" {_FONT}>'
    '<textPath href="#p" filter="url(#f)">abcd</textPath></text>',
    "span-link": f'{_FADE}{_TEXT}ab<a mask="url(#m)">cd</a>ef</text>',
    # what markers inherit, and gradients in a circle
    "marker-overflow-inherit": '<g><marker id="m" overflow="inherit" markerUnits="userSpaceOnUse"><circle r="9" fill="#24a"/></marker></g>'
    '<path d="M20 50H80" stroke="#c22" marker-start="url(#m)" marker-end="url(#m)"/>',
    "marker-overflow-hidden": '<g overflow="hidden"><marker id="m" overflow="inherit" markerUnits="userSpaceOnUse"><circle r="9" fill="#24a"/></marker></g>'
    '<path d="M20 50H80" stroke="#c22" marker-start="url(#m)" marker-end="url(#m)"/>',
    "clip-shape-stroke-box": '<rect x="20" y="20" width="60" height="60" fill="#283" stroke="#24a" stroke-width="10" clip-path="circle() stroke-box"/>',
    "clip-shape-stroked": '<g stroke="#c22" stroke-width="20"><circle cx="30" cy="30" r="15" clip-path="inset(0 50% 0 0)"/>'
    '<ellipse cx="70" cy="30" rx="15" ry="9" style="clip-path:inset(50% 0 0 0) margin-box"/>'
    '<rect x="20" y="70" width="60" height="15" clip-path="inset(0 0 0 25%) border-box"/></g>',
    **{
        f"gradient-linear-{name}": f'<{kind} id="g" color-interpolation="linearRGB"><stop stop-color="#fd0"/><stop offset=".5" stop-color="#02c"/>'
        f'<stop offset="1" stop-color="#0c2" stop-opacity=".2"/></{kind}>{_RECT}/>'
        for name, kind in (("line", "linearGradient"), ("round", "radialGradient"))
    },
    "mask-linear": '<linearGradient id="g"><stop stop-color="#fff"/><stop offset=".5" stop-color="#c22"/><stop offset="1"/></linearGradient>'
    '<mask id="m" color-interpolation="linearRGB"><rect width="100" height="60" fill="url(#g)"/>'
    '<circle cx="50" cy="70" r="20" fill="#999" opacity=".8"/></mask><rect width="100" height="100" fill="#24a" mask="url(#m)"/>',
    "mask-linear-around": '<g color-interpolation="linearRGB"><mask id="m"><rect width="60" height="60" fill="#888"/></mask></g>'
    '<rect width="100" height="100" fill="#24a" mask="url(#m)"/>',
    # black dodged and white burnt by all there is
    **{
        f"blended-{mode}-by-all": f'<rect width="100" height="100" fill="#fff"/><rect width="60" height="60" fill="#000"/>'
        f'<rect x="60" width="20" height="60" fill="#084"/><g style="mix-blend-mode:color-{mode}"><circle cx="50" cy="30" r="25" fill="#fff"/>'
        f'<rect x="10" y="60" width="30" height="30" fill="#000"/><rect x="40" y="50" width="50" height="20" fill="url(#g)"/>'
        f'<image x="70" y="60" width="20" height="30" href="wide.png"/></g>{_SHADE}'
        for mode in ("dodge", "burn")
    },
    # pictures in filters
    "filter-picture": '<filter id="f"><feImage href="wide.png"/></filter><rect x="20" y="20" width="60" height="50" filter="url(#f)"/>',
    "filter-picture-wide": '<filter id="f"><feImage href="wide.png" preserveAspectRatio="none"/></filter>'
    '<rect x="20" y="20" width="60" height="50" filter="url(#f)"/>',
    "filter-picture-placed": '<filter id="f"><feImage href="wide.png" x="30" y="10" width="30" height="60" preserveAspectRatio="xMidYMax slice"'
    ' result="a"/><feComposite in="SourceGraphic" in2="a" operator="xor"/></filter>'
    '<circle cx="50" cy="50" r="30" fill="#24a" filter="url(#f)"/>',
    "filter-picture-box": '<filter id="f" primitiveUnits="objectBoundingBox"><feImage href="wide.png" x=".2" y=".2" width=".6" height=".6" result="a"/>'
    '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="a"/></feMerge></filter>'
    '<rect x="20" y="20" width="60" height="70" fill="#eb2" filter="url(#f)"/>',
    # roots that refer to the box around
    **{
        f"container-{name}": f'<image x="5" y="10" width="90" height="60" href="{_drawing(said, _SCENE)}"/>'
        for name, said in (
            ("turned", 'viewBox="0 0 80 80" transform="rotate(30)"'),
            ("mirrored", 'viewBox="0 0 80 40" transform="scale(-1 1)"'),
            ("moved", 'viewBox="0 0 80 40" style="transform:translate(10%,5px)"'),
            (
                "corner",
                'viewBox="0 0 80 40" style="transform:rotate(20deg);transform-origin:0 0" preserveAspectRatio="none"',
            ),
            ("sized", 'width="80" height="40" transform="rotate(30)"'),
            ("clip", 'viewBox="0 0 30 40" clip-path="url(#c)"'),
            ("mask", 'viewBox="0 0 30 40" mask="url(#m)"'),
            ("rotate", 'viewBox="0 0 30 40" style="rotate:20deg;scale:.8"'),
        )
    },
    "container-window": f'<image x="5" y="10" width="90" height="60" href="{_drawing(_VIEW, _WINDOW)}"/>',
    "container-window-small": f'<image x="5" y="10" width="30" height="60" href="{_drawing(_VIEW, _WINDOW)}"/>'
    f'<image x="50" y="10" width="40" height="40" href="{_drawing(_VIEW, _WINDOW)}"/>',
    **{
        f"image-natural-{name}": f'<image x="5" y="10" {placed} href="{_drawing(said)}"/>'
        for name, said, placed in (
            ("view-box", 'viewBox="0 0 80 40"', ""),
            ("tall", 'viewBox="0 0 40 80"', ""),
            ("sides", 'viewBox="0 0 80 80" width="50" height="60"', ""),
            ("side", 'viewBox="0 0 80 40" width="60"', ""),
            ("percent", 'viewBox="0 0 80 80" width="100%" height="100%"', ""),
            ("wide", 'viewBox="0 0 80 40" width="10mm" height="10mm"', 'width="60"'),
            ("unseen", 'width="50" height="60"', ""),
        )
    },
    # how people write it: over several lines, all classes in one rule, a whole text lifted, paths
    # that go on after they were closed
    "text-small-caps-lines": f'<text x="5" y="50" font-size="20" {_FONT} style="font-variant:small-caps">\n\tA Bee\n</text>',
    "text-shift-whole": f'<text x="95" y="50" font-size="20" {_FONT} text-anchor="end" baseline-shift="-33%">Bee</text>'
    f'<text x="5" y="30" font-size="20" {_FONT} baseline-shift="super">a<tspan baseline-shift="6" fill="#c22">bc</tspan></text>',
    "unit-lh-font": f'<g style="font:800 10px/2 Nunito">{_BOX.format("lh")}<rect y="40" width="50" height="1lh" style="font:8px/30px Nunito"/></g>',
    "marker-after-close": '<marker id="m" markerWidth="9" markerHeight="9" refX="4" refY="4" orient="auto"><path d="M0 0L8 4L0 8z" '
    'fill="#c22" fill-opacity=".5"/></marker><path d="M20 20H80V80Z L10 90 50 90z L20 60" fill="none" stroke="#24a" stroke-width="2" '
    'style="marker:url(#m)"/>',
    "style-listed": f"<style>{', '.join(f'.part-{number}' for number in range(200))}{{fill:#c22}}</style>"
    '<rect class="part-170" x="10" y="10" width="60" height="60"/>',
    "structure-switch-no-extension": '<switch><rect width="50" height="50" requiredExtensions=""/><rect width="90" height="50" fill="#283"/></switch>'
    '<rect y="60" width="50" height="30" requiredExtensions=""/>',
    "tiled-nothing": '<pattern id="g" width="0" height="9" patternUnits="userSpaceOnUse"><rect width="5" height="5"/></pattern>'
    '<rect x="10" y="10" width="80" height="80" fill="url(#g) #24a" stroke="url(#g) #c22" stroke-width="6"/>',
}
"""Drawn in templates and art alike."""

WIDENED_PASSED: dict[str, str] = {
    **{
        f"passed-marker-{number}": f'<marker id="m" markerWidth="9" markerHeight="9" refY="3" {said}><path d="M0 0L8 3L0 6z"/></marker>'
        '<path d="M20 20L60 60" stroke="#000" stroke-width="2" marker-end="url(#m)"/>'
        for number, said in enumerate(
            ('orient=" auto "', 'orient="AUTO"', 'orient="auto" markerUnits=" userSpaceOnUse"')
        )
    },
    "passed-numbers": '<path d="M10 10H60V40.L10 40z" fill="#24a"/><rect x="10" y="50" width="30 px" height="20" fill="#c22"/>'
    '<rect x="50" y="50" width="30" height="20" transform="translate(9. 0)" opacity=".5" stroke="#283" stroke-width="6."/>'
    '<rect x="10" y="75" width="40" height="20" style="opacity:0.;stroke:#eb2;stroke-width:4 px"/>',
    "passed-gradient-circle": '<linearGradient id="g" href="#h"/><linearGradient id="h" href="#k"/><linearGradient id="k" href="#g"/>'
    '<rect x="10" y="10" width="80" height="80" fill="url(#k)" stroke="#24a" stroke-width="6"/>',
    "passed-mask-circle": f'{_SHADE}<mask id="m">{_RECT} mask="url(#m)"/></mask>{_RECT} style="fill:#24a" mask="url(#m)"/>',
    "passed-mask-circle-two": f'{_SHADE}<mask id="m">{_RECT} mask="url(#n)"/></mask><mask id="n">{_RECT} mask="url(#m)"/></mask>'
    '<rect width="100" height="45" fill="#24a" mask="url(#m)"/><rect y="50" width="100" height="45" fill="#24a" mask="url(#n)"/>',
    "passed-clip-none": f'<clipPath id="c" display="none"><circle r="50"/></clipPath>{_RECT} clip-path="url(#c)"/>',
    "passed-mask-none": f'<mask id="m" style="display:none"><circle r="50"/></mask>{_RECT} style="fill:#c22" mask="url(#m)"/>',
    "passed-clip-mask": '<mask id="m"><rect width="40" height="90" fill="#fff"/></mask><clipPath id="c" mask="url(#m)">'
    f'<circle cx="50" cy="50" r="30"/></clipPath>{_RECT} style="fill:#24a" clip-path="url(#c)"/>',
    "passed-pattern-clip": '<clipPath id="c"><circle r="5"/></clipPath><pattern id="g" width="20" height="20" patternUnits="userSpaceOnUse"'
    f' clip-path="url(#c)"><circle cx="10" cy="10" r="8"/></pattern>{_RECT}/>',
    "passed-clip-property": f'{_RECT} style="fill:#24a;clip:rect(0 0 0 0)" clip="rect(9 9 9 9)"/>',
    "passed-text-in-text": f'{_TEXT}ab <text x="5" y="90">cd</text><rect width="40" height="40"/><g>ef</g> gh</text>',
    "passed-path-in-path": f'<path id="p" d="M5 60H95" fill="none"/>{_TEXT}<textPath href="#p">ab <textPath href="#p">cd</textPath> e</textPath></text>'
    f'{_TEXT}<tspan y="90">a<textPath href="#p">cd</textPath>b</tspan></text>',
    "passed-image-inside": '<image width="90" height="90" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22'
    ' viewBox=%220 0 9 9%22%3E%3Cimage width=%229%22 height=%229%22 href=%22no.png%22/%3E%3Ccircle r=%225%22/%3E%3C/svg%3E"/>',
    "passed-font-size-adjust": f'<text x="5" y="60" font-size="30" {_FONT} font-size-adjust=".3">Bee</text>',
}
"""Where browsers pass something over: drawn as art alone."""
