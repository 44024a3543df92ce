"""What programs write today and strangers bring: glows and shadows of Figma and Illustrator, and
the rest of what browsers take."""

from __future__ import annotations

_FONT = 'font-family="Nunito" font-weight="800"'
_RECT = '<rect x="20" y="20" width="60" height="60" fill="#24a"'
_SPACE = 'xmlns="http://www.w3.org/2000/svg"'
_WIDE = 'x="-50%" y="-50%" width="200%" height="200%"'
_SHADOW = (
    '<filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">'
    '<feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix"'
    ' values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="6"/><feGaussianBlur stdDeviation="5"/>'
    '<feComposite in2="hardAlpha" operator="out"/><feColorMatrix values="0 0 0 0 0.8 0 0 0 0 0 0 0 0 0 0 0 0 0 0.6 0"/>'
    '<feBlend in2="BackgroundImageFix" result="s"/><feBlend in="SourceGraphic" in2="s" result="shape"/></filter>'
)
STRANGE: dict[str, str] = {
    "soft-many": '<filter id="b" x="-2" y="-2" width="5" height="5"><feGaussianBlur stdDeviation="9"/></filter>'
    + "".join(
        f'<ellipse cx="{18 + 22 * (n % 4)}" cy="{18 + 28 * (n // 4)}" rx="10" ry="14" fill="hsl({25 * n} 90% 60%)" filter="url(#b)"/>'
        for n in range(12)
    ),
    "soft-to-the-edge": f'<filter id="f" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="8"/></filter>{_RECT} filter="url(#f)"/>',
    "soft-one-way": f'<filter id="f" {_WIDE}><feGaussianBlur stdDeviation="8 0"/></filter>{_RECT} filter="url(#f)"/>',
    "shadow-clear": f'{_SHADOW}{_RECT} fill-opacity=".4" filter="url(#f)"/>',
    "shadow-turned": f'<filter id="f" {_WIDE}><feDropShadow dx="8" dy="0" stdDeviation="3"/></filter>'
    f'<g transform="translate(40 -30) rotate(30) scale(.6 1)">{_RECT} filter="url(#f)"/></g>',
    "shadow-linear-clear": '<filter id="f" filterUnits="userSpaceOnUse"><feOffset dx="9" dy="9"/><feGaussianBlur result="b" stdDeviation="4"/>'
    '<feFlood flood-color="#c22" flood-opacity=".75"/><feComposite in2="b" operator="in"/><feComposite in="SourceGraphic"/></filter>'
    f'{_RECT} opacity=".8" fill-opacity=".5" filter="url(#f)"/>',
    "shadow-blended": f'<filter id="f" {_WIDE} color-interpolation-filters="sRGB"><feDropShadow dx="8" dy="8" stdDeviation="3"'
    f' flood-color="#c22"/></filter><g filter="url(#f)">{_RECT}/><rect width="50" height="50" fill="#eb2" style="mix-blend-mode:multiply"/></g>',
    "glow": f'<filter id="f" {_WIDE}><feGaussianBlur stdDeviation="2" result="a"/><feGaussianBlur in="SourceGraphic" stdDeviation="6"'
    ' result="b"/><feMerge><feMergeNode in="b"/><feMergeNode in="b"/><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
    '<rect width="100" height="100" fill="#113"/><path d="M20 80L50 20 80 80" fill="none" stroke="#3ff" filter="url(#f)"/>',
    "shadow-in-a-mask": f'<filter id="f" {_WIDE}><feDropShadow dx="8" dy="8" stdDeviation="3" flood-color="#fff"/></filter>'
    f'<mask id="m"><rect x="20" y="20" width="40" height="40" fill="#888" filter="url(#f)"/></mask>{_RECT} mask="url(#m)"/>',
    "pattern-fine": '<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width=".5" height=".5"/></pattern>'
    '<rect width="90" height="90" fill="url(#p)"/>',
    "colour-light-dark": f'{_RECT} style="fill:light-dark(#c22, rgb(0 0 255))"/>',
    "view-beside": f'<view id="v" viewBox="0 0 10 10"/>{_RECT}/>',
}
STRANGE_PASSED: dict[str, str] = {
    "passed-background-image": f'<filter id="f" {_WIDE}><feGaussianBlur stdDeviation="6" result="r"/><feBlend in="r" in2="BackgroundImage"'
    f' mode="multiply"/></filter><rect width="100" height="50" fill="#eb2"/>{_RECT} filter="url(#f)"/>',
    "passed-stroke-paint": f'<filter id="f" {_WIDE}><feComposite in="StrokePaint" in2="SourceGraphic" operator="in"/></filter>'
    f'{_RECT} stroke="#c22" filter="url(#f)"/>',
    "passed-deviation": f'<filter id="f"><feGaussianBlur stdDeviation="-1"/></filter>{_RECT} filter="url(#f)"/>',
    "passed-variable": f'<g fill="#283"><rect width="40" height="40" fill="#c22" style="fill:var(--nope)"/></g>{_RECT} stroke="var(--no)"/>',
    "passed-variable-second": f'{_RECT} style="fill:var(--nope, #eb2)"/>',
    "passed-points-slip": f'<polygon points="10 10 90 10 50 9O" fill="#c22"/>{_RECT}/>',
    "root-in-percent": f'<svg {_SPACE} width="100%" height="100%"><rect width="50%" height="50%" fill="#24a"/><circle cx="75%" cy="75%" r="20%"/></svg>',
    "root-without-a-size": f'<svg {_SPACE}><svg x="30" viewBox="0 0 100 100"><rect x="10" y="10" width="90" height="90" fill="#24a"/></svg></svg>',
}
