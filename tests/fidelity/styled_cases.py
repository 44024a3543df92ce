"""Cases of the fidelity suite about what CSS says of a drawing, viewports of their own, gradients
seen aslant and letters set to measure."""

from __future__ import annotations

_GROUND = '<rect x="0" y="40" width="100" height="20" fill="#eb2"/>'
_BLUE = '<rect x="20" y="30" width="60" height="40" fill="#24a"'
_SHAPES = '<g id="a" class="x y"><rect x="5" y="5" width="40" height="40" class="r one"/><rect x="55" y="5" width="40" height="40"/></g><g><circle cx="25" cy="75" r="20"/><circle id="z" cx="75" cy="75" r="20"/></g>'
_SYMBOL = '<symbol id="s" viewBox="0 0 20 20"><rect width="20" height="20" fill="#24a"/><circle r="12" fill="#c22"/></symbol>'
_INNER = '<svg x="10" y="10" width="70" height="70" viewBox="0 0 20 20"'
_BOLD = 'font-family="Nunito" font-weight="800"'
_STOPS = '<stop offset="0" stop-color="#c22"/><stop offset=".5" stop-color="#eb2"/><stop offset="1" stop-color="#24a"/>'
_FADE = '<stop offset="0" stop-color="#c22"/><stop offset="1" stop-color="#24a" stop-opacity="0"/>'
_WIDE = '<rect x="10" y="20" width="80" height="60" fill="url(#g)"/>'
_PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAHElEQVR4nGM8o6QUlibIsKec4d1uJSWXVWeUlABE3Qb9sCuHPAAAAABJRU5ErkJggg=="
_ROUND = '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.5"/></clipPath>'


def _clipped(shape: str) -> str:
    return f'{_GROUND}{_BLUE} style="clip-path:{shape}" />'


def _ruled(style: str) -> str:
    return f"<style>{style}</style>{_SHAPES}"


def _line(words: str) -> str:
    return f'<text x="2" y="60" font-size="20" {_BOLD}>{words}</text>'


def _mixed(colour: str) -> str:
    return f'{_GROUND}<rect x="10" y="10" width="60" height="60" style="fill:{colour}"/>'


SHAPES: dict[str, str] = {
    "clip-shape-inset1": _clipped("inset(10px)"),
    "clip-shape-inset2": _clipped("inset(10% 20px)"),
    "clip-shape-inset3": _clipped("inset(2px 10px 12px)"),
    "clip-shape-inset4": _clipped("inset(2px 4px 8px 16px)"),
    "clip-shape-inset-round": _clipped("inset(4px round 10px)"),
    "clip-shape-inset-round-pct": _clipped("inset(4px round 20%)"),
    "clip-shape-circle": _clipped("circle()"),
    "clip-shape-circle-pct": _clipped("circle(40%)"),
    "clip-shape-circle-at": _clipped("circle(20px at 30% 10px)"),
    "clip-shape-circle-far": _clipped("circle(farthest-side at left)"),
    "clip-shape-circle-top": _clipped("circle(20px at top left)"),
    "clip-shape-ellipse": _clipped("ellipse()"),
    "clip-shape-ellipse2": _clipped("ellipse(30% 20px at right 20px)"),
    "clip-shape-polygon-eo": _clipped(
        "polygon(evenodd, 50% 0, 80% 100%, 0 40%, 100% 40%, 20% 100%)"
    ),
    "clip-shape-path": _clipped("path('M0 0H30V20z')"),
    "clip-shape-view": _clipped("circle(30px at 50% 50%) view-box"),
    "clip-shape-star": _clipped(
        "polygon(50% 0,61% 35%,98% 35%,68% 57%,79% 91%,50% 70%,21% 91%,32% 57%,2% 35%,39% 35%)"
    ),
    "clip-shape-stroked-fill": f'{_GROUND}{_BLUE} style="clip-path:circle(50%) fill-box" stroke="#c22" stroke-width="10"/>',
    "clip-shape-attr": f'{_GROUND}{_BLUE} clip-path="circle(20px at 30px 20px)"/>',
    "clip-shape-group": f'{_GROUND}<g style="clip-path:ellipse(50% 50%)">{_BLUE}/><circle cx="80" cy="70" r="15"/></g>',
    "clip-shape-image": '<image href="wide.png" x="10" y="10" width="80" height="60" style="clip-path:circle(40%)"/>',
    "clip-shape-text": '<text x="5" y="60" font-size="40" font-family="Nunito" style="clip-path:inset(30% 0 0 0)">Boo</text>',
    "clip-shape-turned": f'{_GROUND}<g transform="rotate(20 50 50)">{_BLUE} transform="skewX(10)" style="clip-path:inset(5px round 8px)"/></g>',
}

VIEWPORTS: dict[str, str] = {
    "viewport-use-clip": f'{_GROUND}{_SYMBOL}<clipPath id="c"><circle cx="40" cy="40" r="25"/></clipPath><use href="#s" x="10" y="10" width="70" height="70" clip-path="url(#c)"/>',
    "viewport-use-mask": f'{_GROUND}{_SYMBOL}<mask id="m"><rect width="100" height="100" fill="#888"/><circle cx="40" cy="40" r="25" fill="#fff"/></mask><use href="#s" x="10" y="10" width="70" height="70" mask="url(#m)"/>',
    "viewport-use-mask-user": f'{_GROUND}{_SYMBOL}<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="60" height="60"><rect width="100" height="100" fill="#888"/><circle cx="40" cy="40" r="25" fill="#fff"/></mask><use href="#s" x="10" y="10" width="70" height="70" mask="url(#m)"/>',
    "viewport-svg-clip-vb": f'{_GROUND}<clipPath id="c"><circle cx="10" cy="10" r="8"/></clipPath>{_INNER} clip-path="url(#c)"><rect width="20" height="20" fill="#24a"/></svg>',
    "viewport-svg-mask-vb": f'{_GROUND}<mask id="m"><rect width="100" height="100" fill="#888"/><circle cx="10" cy="10" r="8" fill="#fff"/></mask><svg x="10" y="10" width="70" height="50" viewBox="0 0 20 20" mask="url(#m)"><rect width="20" height="20" fill="#24a"/></svg>',
    "viewport-g-svg-bbox": f'{_GROUND}{_ROUND}<g clip-path="url(#c)">{_INNER}><rect width="40" height="20" fill="#24a"/></svg></g>',
    "viewport-use-bbox": f'{_GROUND}{_SYMBOL}{_ROUND}<use href="#s" x="10" y="10" width="70" height="70" clip-path="url(#c)"/>',
    "viewport-image-mask": '<mask id="m"><circle cx="50" cy="50" r="30" fill="#fff"/></mask><image href="wide.png" x="10" y="10" width="80" height="80" mask="url(#m)"/>',
    "viewport-image-clip-bbox": '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.4"/></clipPath><image href="wide.png" x="10" y="10" width="80" height="80" clip-path="url(#c)"/>',
    "viewport-image-svg-mask": '<mask id="m"><circle cx="50" cy="50" r="30" fill="#fff"/></mask><image href="leaf.svg" x="10" y="10" width="80" height="80" mask="url(#m)"/>',
    "viewport-svg-clip-transform": f'{_GROUND}<clipPath id="c"><circle cx="10" cy="10" r="8"/></clipPath>{_INNER} clip-path="url(#c)" transform="rotate(10)"><rect width="20" height="20" fill="#24a"/></svg>',
    "viewport-svg-shape": f'{_GROUND}{_INNER} style="clip-path:circle(40%)"><rect width="20" height="20" fill="#24a"/></svg>',
    "viewport-svg-clip-bbox-in": f'{_GROUND}{_ROUND}{_INNER} clip-path="url(#c)"><rect x="2" y="4" width="10" height="10" fill="#24a"/></svg>',
    "viewport-svg-mask-bbox-in": f'{_GROUND}<mask id="m" maskContentUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4" fill="#fff"/></mask>{_INNER} mask="url(#m)"><rect x="2" y="4" width="10" height="10" fill="#24a"/></svg>',
    "viewport-svg-opacity-over": f'{_GROUND}{_INNER} opacity=".5"><rect x="-4" y="4" width="30" height="10" fill="#24a"/><circle r="5"/></svg>',
    "viewport-symbol-use-mask-over": f'{_GROUND}<symbol id="s" viewBox="0 0 20 20"><rect x="4" y="4" width="30" height="10" fill="#24a"/></symbol><mask id="m"><rect width="100" height="100" fill="#888"/><circle cx="40" cy="40" r="20" fill="#fff"/></mask><use href="#s" x="10" y="10" width="70" height="70" mask="url(#m)"/>',
    "viewport-svg-vis-mask-over": f'{_GROUND}<mask id="m"><rect width="100" height="100" fill="#888"/><circle cx="4" cy="4" r="3" fill="#fff"/></mask>{_INNER} mask="url(#m)" overflow="visible"><rect x="-4" y="4" width="30" height="10" fill="#24a"/></svg>',
}

RULES: dict[str, str] = {
    "rules-media-print": _ruled("@media print{rect{fill:#c22}}circle{fill:#24a}"),
    "rules-media-only": _ruled(
        "@media only screen and (prefers-color-scheme:light){rect{fill:#c22}}"
    ),
    "rules-media-dark": _ruled("@media (prefers-color-scheme: dark){rect{fill:#c22}}"),
    "rules-media-list": _ruled("@media print, screen{rect{fill:#c22}}"),
    "rules-media-not": _ruled("@media not print{rect{fill:#c22}}"),
    "rules-fontface": _ruled('@font-face{font-family:"Nunito";src:url(foo.woff)}rect{fill:#c22}'),
    "rules-keyframes": _ruled("@keyframes a{from{opacity:0}to{opacity:1}}rect{fill:#c22}"),
    "rules-empty": _ruled("rect{fill:;stroke:#c22;stroke-width:4px}"),
    "rules-arcs": _ruled(
        "rect{stroke:#c22;stroke-width:8px;stroke-linejoin:round;stroke-linejoin:arcs}"
    ),
    "rules-vendor": _ruled("rect{-webkit-transition:none;-moz-foo:1;-ms-transform:none;fill:#c22}"),
    "rules-transition": _ruled("rect{transition:fill .3s;fill:#c22}"),
    "rules-svgstyle": _ruled(
        "svg{shape-rendering:auto;-webkit-font-smoothing:antialiased;font-smooth:always;text-size-adjust:100%}rect{fill:#c22}"
    ),
    "rules-rotate": _ruled(".r{rotate:20deg}"),
    "rules-translate": _ruled(".r{translate:10px 20px}"),
    "rules-scale2": _ruled(".r{scale:50% 1.2;transform-origin:25px 25px}"),
    "rules-rts": _ruled(
        ".r{rotate:20deg;translate:10px;scale:.5 .8;transform:skewX(10deg);transform-box:fill-box;transform-origin:center}"
    ),
    "rules-rotate-attr": f'<style>.t{{rotate:30deg}}</style>{_SHAPES}<rect class="t" x="40" y="40" width="20" height="20" fill="#eb2" transform="translate(10 0)"/>',
    "rules-fillempty": '<g fill="#c22"><rect width="40" height="40" fill=""/><rect x="50" width="40" height="40" stroke="" stroke-width="" fill="#24a" opacity="" transform="" clip-path="" mask="" filter=""/></g>',
    "rules-arcsattr": '<g stroke-linejoin="round"><path d="M10 80L50 20L90 80" fill="none" stroke="#c22" stroke-width="12" stroke-linejoin="miter-clip"/></g>',
    "rules-stylemedia": '<style media="print">rect{fill:#c22}</style><style media="screen">rect{stroke:#24a}</style><style type="text/less">rect{fill:#c22}</style><rect x="10" y="10" width="50" height="50"/>',
    "rules-figma": '<g filter="" style="mix-blend-mode:normal" data-figma-bg-blur-radius="4" fill="none"><rect id="Rectangle 1" x="10" y="10" width="50" height="50" fill="#4040D9" shape-rendering="crispEdges"/></g>',
    "rules-affinity": '<g xmlns:serif="http://www.serif.com/" serif:id="Layer 1" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;"><path d="M10 10H80V80H10z" style="fill:rgb(200,20,20);fill-rule:nonzero;"/></g>',
    "rules-inkscape": '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" inkscape:label="Layer 1" inkscape:groupmode="layer"><sodipodi:namedview id="n" pagecolor="#fff"/><path sodipodi:type="arc" sodipodi:cx="3" style="color:#000000;clip-rule:nonzero;display:inline;overflow:visible;visibility:visible;opacity:1;isolation:auto;mix-blend-mode:normal;color-interpolation:sRGB;color-interpolation-filters:linearRGB;solid-color:#000000;solid-opacity:1;vector-effect:none;fill:#800000;fill-opacity:1;fill-rule:nonzero;stroke:none;stroke-width:1;stroke-linecap:butt;stroke-linejoin:miter;stroke-miterlimit:4;stroke-dasharray:none;stroke-dashoffset:0;stroke-opacity:1;marker:none;color-rendering:auto;image-rendering:auto;shape-rendering:auto;text-rendering:auto;enable-background:accumulate;stop-color:#000000;font-variant-east-asian:normal;font-palette:normal;text-decoration:none;text-decoration-line:none;text-decoration-style:solid;text-decoration-color:#000000;text-orientation:mixed;baseline-shift:baseline;white-space:normal;shape-margin:0;inline-size:0;line-height:normal;font-size:medium;font-family:sans-serif;-inkscape-stroke:none;font-variant-alternates:normal;font-feature-settings:normal" d="M10 10H80V80H10z"/></g>',
}

FOCUS: dict[str, str] = {
    "focus-edge": f'{_GROUND}<defs><radialGradient id="g" fx="1" fy=".5">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-edge-diag": f'{_GROUND}<defs><radialGradient id="g" cx=".5" cy=".5" r=".3" fx=".712" fy=".712">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-nearer": f'{_GROUND}<defs><radialGradient id="g" fx=".9985">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-out": f'{_GROUND}<defs><radialGradient id="g" r=".2" fx=".9">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-out-fr": f'{_GROUND}<defs><radialGradient id="g" r=".2" fx=".9" fr=".1">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-fr-eq": f'{_GROUND}<defs><radialGradient id="g" r=".3" fr=".3">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-fr-gt": f'{_GROUND}<defs><radialGradient id="g" r=".3" fr=".4">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-fr-gt-off": f'{_GROUND}<defs><radialGradient id="g" r=".3" fr=".4" fx=".55">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-user": f'{_GROUND}<defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="50" cy="50" r="20" fx="80" fy="50">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-tr": f'{_GROUND}<defs><radialGradient id="g" r=".3" fx=".9" gradientTransform="rotate(30 .5 .5)">{_STOPS}</radialGradient></defs>{_WIDE}',
    "focus-fade-edge": f'{_GROUND}<defs><radialGradient id="g" fx="1" fy=".5">{_FADE}</radialGradient></defs>{_WIDE}',
    "focus-fade-out": f'{_GROUND}<defs><radialGradient id="g" r=".2" fx=".9">{_FADE}</radialGradient></defs>{_WIDE}',
    "focus-href-missing": f'<linearGradient id="g" href="#zz">{_STOPS}</linearGradient>{_WIDE}',
}

CAPITALS: dict[str, str] = {
    "small-caps": f'<text x="5" y="60" font-variant="small-caps" font-size="24" {_BOLD}>Boo Wäß 3</text>',
    "small-caps-css": f'<text x="5" y="60" style="font-variant-caps:small-caps" font-size="20" {_BOLD}>Av<tspan fill="#c22">To</tspan>ya</text>',
    "small-caps-mid": f'<text x="50" y="60" text-anchor="middle" font-variant="small-caps" font-size="20" {_BOLD}>Trick fi AV</text>',
    "small-caps-ls": f'<text x="5" y="60" letter-spacing=".1em" font-variant="small-caps" font-size="16" {_BOLD}>Trick Or</text>',
    "small-caps-x": f'<text x="5 20 40" y="60" font-variant="small-caps" font-size="20" {_BOLD}>Abcd</text>',
    "small-caps-len": f'<text x="5" y="60" textLength="90" font-variant="small-caps" font-size="20" {_BOLD}>Abcd E</text>',
    "small-caps-path": f'<path id="p" d="M8 70C25 15 75 15 92 70" fill="none"/><text font-variant="small-caps" font-size="18" {_BOLD}><textPath href="#p">Abcd Ef</textPath></text>',
    "small-caps-shift": f'<text x="5" y="60" font-variant="small-caps" font-size="24" {_BOLD}>Ab<tspan baseline-shift="super">cD</tspan></text>',
    "small-caps-em": f'<text x="5" y="60" font-variant="small-caps" font-size="24" {_BOLD}>Ab<tspan dx="1em">cD</tspan></text>',
    "small-caps-unset": f'<g font-variant="small-caps"><text x="5" y="60" font-variant="normal" font-size="24" {_BOLD}>Abc</text></g>',
    "small-caps-baloo": '<text x="5" y="60" font-variant="small-caps" font-size="24" font-family="\'Baloo 2\'">Abcd</text>',
    "small-caps-stroke": f'<text x="5" y="60" font-variant="small-caps" font-size="24" {_BOLD} stroke="#c22" fill="none">Abcd</text>',
    "small-caps-cyr": f'<text x="5" y="60" font-variant="small-caps" font-size="24" {_BOLD}>Мороз</text>',
    "small-caps-short": '<text x="5" y="60" style="font:italic small-caps bold 20px Nunito">abc Def</text>',
}

LENGTHS: dict[str, str] = {
    "length-mid": _line('a<tspan textLength="60">bcd</tspan>e'),
    "length-glyphs": _line('a<tspan textLength="60" lengthAdjust="spacingAndGlyphs">bcd</tspan>e'),
    "length-shrink": _line('AV<tspan textLength="30">Wave</tspan>To'),
    "length-shrinkg": _line(
        'AV<tspan textLength="30" lengthAdjust="spacingAndGlyphs">Wave</tspan>To'
    ),
    "length-two": _line('<tspan textLength="30">ab</tspan><tspan textLength="50">cd</tspan>'),
    "length-anchor": f'<text x="50" y="60" text-anchor="middle" font-size="20" {_BOLD}>a<tspan textLength="50">bcd</tspan>e</text>',
    "length-anchorg": f'<text x="98" y="60" text-anchor="end" font-size="20" {_BOLD}>a<tspan textLength="50" lengthAdjust="spacingAndGlyphs">bcd</tspan>e</text>',
    "length-space": _line('a <tspan textLength="50">b d</tspan> e'),
    "length-trail": _line('a<tspan textLength="50">bd </tspan>e'),
    "length-whole": _line('<tspan textLength="90">Candy</tspan>'),
    "length-ls": _line('a<tspan textLength="60" letter-spacing="3">bcd</tspan>e'),
    "length-style": _line('a<tspan textLength="60" fill="#c22" font-size="14">bcd</tspan>e'),
    "length-under2": f'<text x="2" y="60" font-size="20" text-decoration="underline" {_BOLD}>a<tspan textLength="60">bcd</tspan>e</text>',
    "length-zero": _line('a<tspan textLength="0">bcd</tspan>e'),
    "length-pct": _line('a<tspan textLength="50%">bcd</tspan>e'),
    "length-fill": f'<text x="2" y="60" font-size="20" {_BOLD}>a<tspan textLength="60" fill="url(#g)">bcd</tspan>e</text><linearGradient id="g"><stop stop-color="#c22"/><stop offset="1" stop-color="#24a"/></linearGradient>',
}

UNITS: dict[str, str] = {
    "unit-rem": '<rect width="3rem" height="2rem" fill="#c22"/><text x="1rem" y="4rem" style="font:1.5rem Nunito">Ab</text><g font-size="4"><rect x="3.5rem" width="1rem" height="1em"/><text y="90" font-size="1rem" font-family="Nunito">x</text></g>',
    "unit-calcrem": '<rect width="calc(2rem + 10px)" height="20" fill="#c22"/>',
}

LETTERS: dict[str, str] = {
    "unit-ex": f'<g font-size="12" {_BOLD}><rect x="1ex" y="5" width="3ex" height="20" fill="#c22"/><circle cx="50" cy="60" r="2.5ex"/></g>',
    "unit-ch": f'<g font-size="12" {_BOLD}><rect x="1ch" y="5" width="3ch" height="20" fill="#c22"/><circle cx="50" cy="60" r="2.5ch"/></g>',
}

MIXED: dict[str, str] = {
    "mixed-mix": _mixed("color-mix(in srgb, red, blue)"),
    "mixed-mix-pct": _mixed("color-mix(in srgb, #c22 30%, #24a)"),
    "mixed-mix-pct2": _mixed("color-mix(in srgb, 20% #c22, rgb(30, 60, 200) 40%)"),
    "mixed-mix-alpha": _mixed("color-mix(in srgb, rgb(200 30 30 / .5), #24a)"),
    "mixed-mix-clear": _mixed("color-mix(in srgb, #c22 60%, transparent)"),
}

PIXELS: dict[str, str] = {
    "pixels-wide": '<image href="wide.png" x="10" y="10" width="80" height="80" style="image-rendering:pixelated"/>',
    "pixels-small": f'<image href="{_PNG}" x="10" y="20" width="80" height="60" image-rendering="pixelated"/>',
    "pixels-inherit": f'<g image-rendering="pixelated"><image href="{_PNG}" x="10" y="20" width="80" height="60" preserveAspectRatio="xMidYMid slice" transform="rotate(10 50 50)"/></g>',
    "pixels-alpha": f'{_GROUND}<image href="see.png" x="10" y="20" width="80" height="60" image-rendering="pixelated"/>',
}

HEADS: dict[str, str] = {
    "heads-em": '<marker id="a" viewBox="0 0 10 10" refX="5" refY="5" markerWidth=".3em" markerHeight="5%" orient="auto"><path d="M0 0L10 5 0 10z" fill="#c22"/></marker><path d="M15 70L40 25 60 70 85 30" fill="none" stroke="#222" stroke-width="3" marker-end="url(#a)"/>',
    "heads-em2": '<marker id="a" refX=".2em" refY="3%" markerWidth="1em" markerHeight="1em" font-size="8" markerUnits="userSpaceOnUse"><path d="M0 0L10 5 0 10z" fill="#c22"/></marker><path d="M15 70L40 25 60 70 85 30" font-size="30" fill="none" stroke="#222" stroke-width="3" marker-end="url(#a)"/>',
}

NESTED: dict[str, str] = {
    "nested-amp": _ruled("g{fill:#c22;&amp; circle{fill:#24a}}"),
    "nested-plain": _ruled("g{fill:#c22;circle{fill:#24a}rect{fill:#283}}"),
    "nested-list": _ruled("g{rect,circle{fill:#24a}&amp;.x{stroke:#283;stroke-width:4px}}"),
    "nested-deep": _ruled("svg{g{fill:#c22;>circle{fill:#24a}#z{fill:#eb2}}}"),
    "nested-spec": _ruled("#a,g{rect{fill:#24a}}#a rect{fill:#283}g.x rect{fill:#c22}"),
    "nested-multi": _ruled("#a,g.y{rect{fill:#24a}}.x .r{fill:#c22}"),
    "nested-supports": _ruled("@supports (fill:color(display-p3 1 0 0)){rect{fill:#c22}}"),
    "nested-rec": '<rect width="80" height="80" style="fill:color(rec2020 .5 .2 .1)"/>',
    "nested-rec2": '<rect width="80" height="80" style="fill:color(rec2020 .05 .8 .6)"/>',
    "nested-a98": '<rect width="80" height="80" style="fill:color(a98-rgb .4 .5 .9)"/>',
    "nested-calc": '<rect width="80" height="80" style="fill:rgb(calc(100 + 50) 20 calc(2 * 30))"/>',
}

STYLED: dict[str, str] = {
    **SHAPES,
    **VIEWPORTS,
    **RULES,
    **FOCUS,
    **CAPITALS,
    **LENGTHS,
    **UNITS,
    **MIXED,
    **PIXELS,
    **HEADS,
    **NESTED,
    **LETTERS,
}
