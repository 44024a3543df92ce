"""The dress of what a game has no templates for: the look of its decks, and seven colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cardgen.base import colour_math
from cardgen.load.looks import LOOKS_FOLDER, look_palettes
from cardgen.model.card_roles import FACES, PLAIN
from cardgen.model.cards import Colour, Deck, Game

Paint = Colour | str
OWN = ""
"""The palette whose seven colours are chosen among those of the game."""
_PLAIN_PALETTE = "tide"
"""The palette of games that have neither a look nor a palette."""
_ROUND, _SERIF = "Baloo 2", "Alegreya"
_ROUND_LOOKS = frozenset({PLAIN, "trivia", "resource"})
READABLE = 4.5
"""The contrast that small text needs (WCAG 2.1, 1.4.3)."""
_STEPS = 20
_VIVID, _BRIGHT = 70, 0.3
"""The least distance of a vivid colour's channels, of 255, and the relative luminance of bright
ones."""
_ENDS = 0.06, 0.72
"""The relative luminance that ink has at most, and paper at least."""
_SIGNS_GROUND = "#7B4FB0"
"""What pictures of instructions are mostly drawn in."""
_WHITE, _BLACK = "#FFFFFF", "#000000"


@dataclass(frozen=True, slots=True)
class GameLook:
    """The look of a game or deck: its name, the palette that it has of itself, its display font."""

    name: str
    palette: str
    display: str


def look_of(game: Game, deck: Deck | None = None) -> GameLook:
    """The look of a deck, else the first among the game's decks; the plain one where there is
    none."""
    decks = [deck, *game.decks] if deck else game.decks
    return _look_among(game, (name for each in decks for name in (each.template, each.back)))


def art_colours(game: Game, *templates: str) -> dict[str, Paint]:
    """The colours of art that is made for a deck of these templates."""
    return seven_colours(game.palette, _look_among(game, templates).palette)


def _look_among(game: Game, templates: Iterable[str]) -> GameLook:
    """The look of the first template that is of one."""
    name = next(filter(None, map(_look_name, templates)), PLAIN)
    palette = FACES.get(name, OWN if game.palette else _PLAIN_PALETTE)
    return GameLook(name, palette, _ROUND if name in _ROUND_LOOKS else _SERIF)


def _look_name(template: str) -> str:
    """The look whose face or back a template is; empty for others."""
    stem = template.removeprefix(LOOKS_FOLDER).removesuffix(".svg").removesuffix("-back")
    return stem if template.startswith(LOOKS_FOLDER) and stem in FACES else ""


def seven_colours(palette: Mapping[str, Colour], default: str) -> dict[str, Paint]:
    """The colours ink, paper, ground, tone, accent, metal and glow of a game.

    They are those of its palette by their names; what that lacks is from the palette of the looks
    that `default` names, or with OWN chosen among its other colours."""
    shipped = look_palettes()[default] if default else _chosen(palette)
    names = {**dict.fromkeys(shipped), "paper": "cream"}
    return {
        name: palette.get(name) or palette.get(other or "") or shipped[name]
        for name, other in names.items()
    }


def _chosen(palette: Mapping[str, Colour]) -> dict[str, Paint]:
    """Seven colours for a game with a palette of its own, which can be read on each other."""
    by_light: list[Colour] = sorted(palette.values(), key=_light)
    dark, light = by_light[0], by_light[-1]
    most_dark, least_light = _ENDS
    ink: Paint = palette.get("ink") or (dark if _light(dark) <= most_dark else "#222222")
    paper: Paint = palette.get("paper") or palette.get("cream") or light
    if _light(paper) < least_light:
        paper = _WHITE
    vivid = [colour for colour in by_light if spread(rgb_of(colour)) >= _VIVID]
    strong = sorted(vivid, key=lambda colour: spread(colour.rgb), reverse=True)
    deep = [colour for colour in strong if contrast(colour, _WHITE) >= 4.0]
    bright = [colour for colour in strong if _light(colour) >= _BRIGHT]
    accent: Paint = deep[0] if deep else ink
    ground = darkened(accent, paper)
    softer = deep[1] if len(deep) > 1 else colour_math.mix(rgb_of(ground), rgb_of(ink), 0.3)
    if not deep:
        softer = colour_math.mix(rgb_of(ground), rgb_of(paper), 0.2)
    metal: Paint = bright[0] if bright else colour_math.mix(rgb_of(paper), rgb_of(accent), 0.22)
    glow = colour_math.mix(rgb_of(paper), rgb_of(metal), 0.4)
    return {
        "ink": ink,
        "paper": paper,
        "ground": ground,
        "tone": darkened(softer, paper),
        "accent": accent,
        "metal": metal,
        "glow": glow,
    }


def paints_of_signs(game: Game) -> dict[str, str]:
    """What the pictures of instructions are painted in, each colour with that of the game in its
    place; none for a game that has the colours in which they are drawn."""
    seven = {
        name: rgb_of(paint)
        for name, paint in seven_colours(game.palette, look_of(game).palette).items()
    }
    ground, paper, accent = seven["ground"], seven["paper"], seven["accent"]
    is_drawn_so = _SIGNS_GROUND in {colour.rgb.upper() for colour in game.palette.values()}
    return (
        {}
        if is_drawn_so
        else {
            "#2B2138": seven["ink"],
            "#FFF7E8": paper,
            _SIGNS_GROUND: ground,
            "#9A74C9": colour_math.mix(ground, paper, 0.3),
            "#5C3A8C": colour_math.mix(ground, seven["ink"], 0.4),
            "#75C4EE": seven["glow"],
            "#C4E8FB": colour_math.mix(seven["glow"], _WHITE, 0.5),
            "#E84B7A": accent,
            "#F08A24": accent,
            "#FFD23F": seven["metal"],
        }
    )


def darkened(paint: Paint, paper: Paint) -> Paint:
    """A colour as dark as paper needs it to be read on it."""
    for step in range(_STEPS):
        ground = colour_math.mix(rgb_of(paint), _BLACK, step / _STEPS)
        if contrast(ground, paper) >= READABLE:
            return ground if step else paint
    return paint


def contrast(one: Paint, other: Paint) -> float:
    """The contrast of two colours, from 1 to 21."""
    return colour_math.contrast(colour_math.shares(rgb_of(one)), colour_math.shares(rgb_of(other)))


def spread(rgb: str) -> int:
    """The distance of a colour's channels: 0 for a grey."""
    return max(colour_math.channels(rgb)) - min(colour_math.channels(rgb))


def rgb_of(paint: Paint) -> str:
    """A colour as `#RRGGBB`."""
    return paint.rgb if isinstance(paint, Colour) else paint


def _light(paint: Paint) -> float:
    return colour_math.lightness(colour_math.shares(rgb_of(paint)))
