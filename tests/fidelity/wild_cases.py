"""What people have drawn: cases of PASSED hold what browsers pass over, and are drawn as art alone;
a template with it is mended."""

from __future__ import annotations

from stranger_cases import STRANGE, STRANGE_PASSED
from widened_cases import WIDENED, WIDENED_PASSED

_RECT = '<rect x="10" y="10" width="80" height="80"'
_GRADIENT = '<linearGradient id="g"{}><stop stop-color="#c22"/><stop offset=".5" stop-color="#eb2"/><stop offset="1" stop-color="#24a"/></linearGradient>'
_STAR = "M50 10L62 42 96 42 68 62 80 94 50 74 20 94 32 62 4 42 38 42z"
PASSED: dict[str, str] = {
    # values that no browser takes: what is weaker counts, or nothing
    "passed-join": '<path d="M20 80L50 20 80 80" fill="none" stroke="#24a" stroke-width="12" stroke-linejoin="square"/>',
    "passed-join-inherited": '<g stroke-linejoin="round"><path d="M20 80L50 20 80 80" fill="none" stroke="#24a" stroke-width="12"'
    ' style="stroke-linejoin:square"/></g>',
    "passed-colour": f'{_RECT} fill="#value_dark"/>',
    "passed-colour-weaker": f'{_RECT} fill="#24a" style="fill:#none"/>',
    "passed-colour-inherited": f'<g fill="#283">{_RECT} fill="reddish"/></g>',
    "passed-colour-icc": f'{_RECT} fill="#CD853F icc-color(acmecmyk, 0.11, 0.48, 0.83, 0.00)"/>',
    "passed-colour-few": f'{_RECT} fill="rgb(10, 20)" stroke="#c22" stroke-width="8"/>',
    "passed-stop": '<linearGradient id="g"><stop stop-color="none"/><stop offset="1" stop-color="#24a"/></linearGradient>'
    f'{_RECT} fill="url(#g)"/>',
    "passed-offset": '<linearGradient id="g"><stop offset="5mm" stop-color="#c22"/><stop offset="1" stop-color="#24a"/></linearGradient>'
    f'{_RECT} fill="url(#g)"/>',
    "passed-width": '<rect x="10" y="ten" width="80" height="40" rx="five" fill="#24a"/>',
    "passed-stroke-negative": f'{_RECT} fill="#eb2" stroke="#24a" stroke-width="-4"/>',
    "passed-dash": '<path d="M10 50H90" stroke="#24a" stroke-width="8" stroke-dasharray="10 -5"/>',
    "passed-opacity": f'{_RECT} fill="#24a" opacity="0.1mm"/>',
    "passed-transform": f'{_RECT} fill="#24a" transform="rotate(20deg)"/>',
    "passed-transform-style": f'{_RECT} fill="#24a" transform="scale(.5)" style="transform:rotate(45)"/>',
    "passed-stray": '<path d="M20 50H80" stroke="#24a" stroke-width="20" style="stroke-linecap:round;square;stroke:#c22"/>',
    "passed-capitals": '<path d="M20 50H80" stroke="#24a" stroke-width="20" stroke-linecap="ROUND"/>',
    "passed-sheet-unitless": "<style>text{font-size:40;fill:#c22}</style>"
    '<text x="5" y="60" font-family="Nunito" font-weight="800">Bee</text>',
    "passed-sheet-error": f"<style>}} rect{{fill:#c22}} @import url(x.css); rect{{stroke:#24a;stroke-width:9}}</style>{_RECT}/>",
    "passed-sheet-before": f"<style>rect::before{{fill:#c22}} rect{{fill:#24a}}</style>{_RECT}/>",
    "passed-property": f'{_RECT} fill="#24a" style="line-hight:2;fill-image:none;border:2px solid red"/>',
    "passed-attribute": f'<g mix-blend-mode="multiply"><rect width="60" height="60" fill="#eb2"/></g>{_RECT} fill="#24a" mix-blend-mode="multiply"/>',
    "passed-units": f'{_GRADIENT.format(chr(32) + "gradientUnits=" + chr(34) + "box" + chr(34))}{_RECT} fill="url(#g)"/>',
    "passed-spread": f'{_GRADIENT.format(chr(32) + "spreadMethod=" + chr(34) + "mirror" + chr(34))}{_RECT} fill="url(#g)"/>',
    # data that ends in the middle
    "passed-path": '<path d="M10 10L90 10L90 90L50 x" fill="#24a" stroke="#c22" stroke-width="4"/>',
    "passed-path-begin": '<path d="L90 10L90 90" fill="#24a"/><circle cx="50" cy="50" r="20"/>',
    "passed-points": '<polygon points="10,10 90,10 50,90 7" fill="#24a"/>',
    # references to nothing
    "passed-use": f'<use href="#no"/>{_RECT} fill="#24a"/>',
    "passed-use-file": f'<use href="other.svg#a"/>{_RECT} fill="#24a"/>',
    "passed-use-self": f'<g id="a"><use href="#a" x="9"/>{_RECT} fill="#24a" opacity=".5"/></g>',
    "passed-fill": f'{_RECT} fill="url(#no)" stroke="#24a" stroke-width="6"/>',
    "passed-fill-shape": '<rect id="r" width="9" height="9"/>'
    + f'{_RECT} fill="url(#r) #eb2" stroke="url(#r)"/>',
    "passed-clip": f'{_RECT} fill="#24a" clip-path="url(#no)"/>',
    "passed-mask": f'{_RECT} fill="#24a" mask="url(#no)"/>',
    "passed-filter": f'{_RECT} fill="#24a" filter="url(#no)"/>',
    "passed-marker": '<path d="M10 50H90" stroke="#24a" stroke-width="9" marker-end="url(#no)"/>',
    "passed-gradient-href": '<linearGradient id="g" href="#no"/>'
    + f'{_RECT} fill="url(#g)" stroke="#24a" stroke-width="6"/>',
    "passed-clip-group": f'<clipPath id="c"><g><rect width="90" height="90"/></g><circle cx="50" cy="50" r="30"/></clipPath>{_RECT} clip-path="url(#c)"/>',
    "passed-clip-use-use": '<circle id="a" cx="40" cy="40" r="30"/><defs><use id="b" href="#a" x="15"/></defs>'
    f'<clipPath id="c"><use href="#b" y="9"/></clipPath>{_RECT} fill="#24a" clip-path="url(#c)"/>',
    "passed-mask-mask": '<mask id="n"><circle cx="50" cy="50" r="20" fill="#fff"/></mask>'
    f'<mask id="m" mask="url(#n)"><rect width="60" height="90" fill="#fff"/></mask>{_RECT} fill="#24a" mask="url(#m)"/>',
    # other vocabularies
    "passed-flow": f'<flowRoot><flowRegion><rect width="50" height="50"/></flowRegion><flowPara>Lorem</flowPara></flowRoot>{_RECT} fill="#24a"/>',
    "passed-unknown-used": '<hatch><rect id="r" x="10" y="10" width="50" height="50" fill="#24a"/></hatch><use href="#r"/>',
    "passed-tref": '<text x="5" y="60" font-size="30" font-family="Nunito" font-weight="800">A<tref href="#a"/>bc</text>',
    "passed-language": f'<g systemLanguage="de">{_RECT} fill="#c22"/></g><rect width="50" height="50" fill="#24a" systemLanguage="en-GB"/>',
    "passed-language-switch": f'<switch><g systemLanguage="de">{_RECT} fill="#c22"/></g>{_RECT} fill="#24a"/></switch>',
    "passed-size": '<svg xmlns="http://www.w3.org/2000/svg"><rect x="10" y="10" width="80" height="60" fill="#24a"/></svg>',
    # families: what is not there is replaced, in a list by the next
    "passed-family": '<text x="5" y="60" font-size="30" font-family="NoSuchFont, Nunito" font-weight="800">Bee</text>',
}
DRAWN: dict[str, str] = {
    "wild-unitless": '<text x="5" y="60" font-family="Nunito" font-weight="800" style="font-size:40;letter-spacing:2">Bee</text>',
    "wild-unitless-shape": '<rect style="x:10;y:10;width:60;height:40;rx:9;fill:#24a"/>',
    "wild-unitless-idle": f'{_RECT} style="font-size:12;fill:#24a"/>',
    "wild-miter-0": '<path d="M20 80L50 20 80 80" fill="none" stroke="#24a" stroke-width="12" stroke-miterlimit="0"/>',
    "wild-far": f'{_RECT} fill="#24a" transform="rotate(.0000001 1.2489e8 0)"/>',
    "wild-radius-negative": '<ellipse cx="50" cy="50" rx="-20" ry="30" fill="#24a"/><rect x="5" y="5" width="30" height="20" rx="-5" ry="6"/>',
    "wild-hsl": f'{_RECT} fill="hsl(120, 200%, 25%)"/>',
    "wild-fallback": f'{_GRADIENT.format("")}<path d="M10 30H90" stroke="url(#g) #283" stroke-width="9"/>',
    "wild-spaces": f'{_GRADIENT.format("")}{_RECT} fill="  url(  #g   )  "/>',
    "wild-origin-gradient": _GRADIENT.format(
        ' gradientTransform="scale(.5)" transform-origin="0.5 0.5"'
    )
    + f'{_RECT} fill="url(#g)"/>',
    "wild-origin-pattern": '<pattern id="p" patternUnits="userSpaceOnUse" width="30" height="30" patternTransform="scale(1.5)"'
    ' transform-origin="center"><rect width="15" height="15" fill="#24a"/></pattern>'
    + f'{_RECT} fill="url(#p)"/>',
    "wild-markers-between": '<marker id="a" markerWidth="4" markerHeight="4" refX="2" refY="2"><rect width="4" height="4" fill="#eb2"/></marker>'
    f'<path d="{_STAR}" fill="#24a" stroke="#c22" stroke-width="4" paint-order="fill markers" marker-start="url(#a)" marker-mid="url(#a)"/>',
    "wild-context-marker": _GRADIENT.format("")
    + '<marker id="a" markerWidth="9" markerHeight="9" refX="4" refY="4" markerUnits="userSpaceOnUse" orient="auto">'
    f'<rect width="9" height="9" fill="context-fill"/></marker><path d="{_STAR}" fill="url(#g)" marker-start="url(#a)" marker-mid="url(#a)"/>',
    "wild-context-use": _GRADIENT.format("")
    + '<defs><g id="a"><circle cx="30" cy="30" r="20" fill="context-fill"/><rect x="50" y="50" width="40" height="40" fill="context-fill"/></g></defs>'
    '<use href="#a" fill="url(#g)"/>',
    "wild-line-around": '<g text-decoration="underline" fill="#c22"><text x="5" y="60" fill="#24a" font-size="40"'
    ' font-family="Nunito" font-weight="800">Bey</text></g>',
    "wild-line-turned": '<text x="15" y="60" rotate="20" text-decoration="underline" font-size="40" font-family="Nunito" font-weight="800">Be</text>',
    "wild-generic": '<text x="5" y="60" font-size="30" font-family="Nunito, serif" font-weight="800">Bee</text>',
}
PASSED |= WIDENED_PASSED | STRANGE_PASSED
WILD = {**PASSED, **DRAWN, **WIDENED, **STRANGE}
