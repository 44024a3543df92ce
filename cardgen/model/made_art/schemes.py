"""Ways to use the seven colours of a look in a made drawing, in each of which figures stand out."""

from __future__ import annotations

from typing import NamedTuple

from cardgen.model.made_art.pen import Pen


class Scheme(NamedTuple):
    """What of a drawing has which colour.

    `back` and `deep` are its backdrop, `figure` is seen on both, `second` and `third` beside that;
    `fine` draws thin lines on the backdrop, and `sign` is what is written on the figure."""

    back: str
    deep: str
    figure: str
    second: str
    third: str
    fine: str
    sign: str


def chosen_scheme(pen: Pen) -> Scheme:
    """One of the schemes."""
    c, mix = pen.colours, pen.mix
    return pen.chance.one_of(
        [
            Scheme(
                c.ground, mix(c.ground, c.ink, 0.45), c.metal, c.glow, c.accent, c.metal, c.ground
            ),
            Scheme(
                c.tone,
                mix(c.ground, c.tone, 0.25),
                c.glow,
                c.metal,
                c.accent,
                mix(c.tone, c.paper, 0.6),
                c.ground,
            ),
            Scheme(
                c.accent,
                mix(c.accent, c.ink, 0.35),
                c.paper,
                c.metal,
                c.ground,
                mix(c.accent, c.paper, 0.6),
                c.accent,
            ),
            Scheme(
                c.glow,
                mix(c.glow, c.metal, 0.45),
                c.ground,
                c.accent,
                c.tone,
                mix(c.glow, c.ground, 0.55),
                c.paper,
            ),
            Scheme(
                c.paper,
                mix(c.paper, c.glow, 0.8),
                c.tone,
                c.metal,
                c.accent,
                mix(c.paper, c.tone, 0.5),
                c.paper,
            ),
        ]
    )


def is_dark(scheme: Scheme, pen: Pen) -> bool:
    """True if the backdrop is one of the dark colours."""
    return scheme.back not in (pen.colours.glow, pen.colours.paper)
