"""What constructs look like in print: each small picture goes through the whole path, from SVG over
the PDF to pixels."""

from __future__ import annotations

import math
from io import BytesIO

import pytest
from operators import names_of_operators
from pictures import drawing, drawn, faults, look, pdf_of, pixels, svg
from PIL import Image, ImageChops

from cardgen.base.geometry import Box, Matrix
from cardgen.engine.graphics.display_list import PlacedForm, Shade
from cardgen.engine.graphics.drawing import Picture
from cardgen.engine.graphics.images import Pixels

SEEN: dict[str, tuple[str, str]] = {
    "A rectangle fills its units and nothing else": (
        '<rect x="1" y="1" width="3" height="2" fill="red"/>',
        """
        ........
        .RRR....
        .RRR....
        ........
        """,
    ),
    "Percentages refer to the view box": (
        '<rect x="25%" y="50%" width="50%" height="25%" fill="red"/>',
        """
        ........
        ........
        ..RRRR..
        ........
        """,
    ),
    "A stroke stands astride the outline, over the fill": (
        '<rect x="1.5" y=".5" width="5" height="3" fill="red" stroke="blue"/>',
        """
        .BBBBBB.
        .BRRRRB.
        .BRRRRB.
        .BBBBBB.
        """,
    ),
    "paint-order puts the stroke under the fill": (
        '<rect x="1" y="1" width="6" height="2" fill="red" stroke="blue" stroke-width="2" paint-order="stroke"/>',
        """
        BBBBBBBB
        BRRRRRRB
        BRRRRRRB
        BBBBBBBB
        """,
    ),
    "The even-odd rule leaves the overlap open": (
        '<path fill-rule="evenodd" d="M0 0h6v4h-6zM2 1h6v2h-6z"/>',
        """
        KKKKKK..
        KK....KK
        KK....KK
        KKKKKK..
        """,
    ),
    "The non-zero rule does not": (
        '<path d="M0 0h6v4h-6zM2 1h6v2h-6z"/>',
        """
        KKKKKK..
        KKKKKKKK
        KKKKKKKK
        KKKKKK..
        """,
    ),
    "Dashes begin at the offset": (
        '<path d="M0 .5h8M0 2.5h8" stroke="#000" stroke-dasharray="2 1" stroke-dashoffset="1"/>',
        """
        K.KK.KK.
        ........
        K.KK.KK.
        ........
        """,
    ),
    "Square ends reach beyond a line, flat ones do not": (
        '<g stroke="#000"><path d="M2 .5h4"/><path d="M2 3h4" stroke-linecap="square" stroke-width="2"/></g>',
        """
        ..KKKK..
        ........
        .KKKKKK.
        .KKKKKK.
        """,
    ),
    "A line that goes nowhere is a dot with round or square ends, and nothing with flat ones": (
        (
            '<g stroke="#000" stroke-width="2"><path d="M1 1h0M4 2z" stroke-linecap="round"/><path d="M7 3l0 0" stroke-'
            'linecap="square"/><path d="M1 3h0"/></g>'
        ),
        """
        KK......
        KK.KK...
        ...KK.KK
        ......KK
        """,
    ),
    "What encloses nothing is not filled, not even with a hairline": (
        '<path d="M0 .5H8"/><path d="M0 1.5L8 1.5L4 1.5z"/><path d="M0 0L8 4"/><path d="M5 3h2v1h-2zM0 2.5H8" fill="red"/>',
        """
        ........
        ........
        ........
        .....RR.
        """,
    ),
    "A clip cuts; after it everything is whole again": (
        (
            '<clipPath id="c"><rect x="1" y="1" width="2" height="2"/></clipPath><rect width="8" height="4" fill="red" '
            'clip-path="url(#c)"/><rect x="6" width="2" height="4"/>'
        ),
        """
        ......KK
        .RR...KK
        .RR...KK
        ......KK
        """,
    ),
    "Several convex shapes in a clip unite": (
        (
            '<clipPath id="c"><rect width="3" height="3"/><rect x="2" y="1" width="3" height="3"/></clipPath><rect '
            'width="8" height="4" fill="red" clip-path="url(#c)"/>'
        ),
        """
        RRR.....
        RRRRR...
        RRRRR...
        ..RRR...
        """,
    ),
    "objectBoundingBox measures the clip in the shape": (
        (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height=".5"/></clipPath><rect x="2" '
            'width="4" height="4" fill="red" clip-path="url(#c)"/>'
        ),
        """
        ..RR....
        ..RR....
        ........
        ........
        """,
    ),
    "A clip without a shape leaves nothing": (
        '<clipPath id="c"/><rect width="8" height="4" clip-path="url(#c)"/><rect x="7" width="1" height="1"/>',
        """
        .......K
        ........
        ........
        ........
        """,
    ),
    "After a shape that is itself clipped only outlines count, as before": (
        (
            '<clipPath id="b"><path d="M0 0h2v1h-2z"/><path d="M0 1h2v1h-2z"/></clipPath>'
            '<clipPath id="a"><rect width="2" height="4" clip-path="url(#b)"/><rect x="4" width="2" height="2" fill="none"/></clipPath>'
            '<rect width="8" height="4" fill="red" clip-path="url(#a)"/>'
        ),
        """
        RR..RR..
        RR..RR..
        ........
        ........
        """,
    ),
    "A clipPath takes its clip-rule from where it stands": (
        (
            '<g clip-rule="evenodd"><clipPath id="c"><path d="M0 0h6v4h-6zM2 1h6v2h-6z"/></clipPath></g><rect width="8" '
            'height="4" clip-path="url(#c)"/>'
        ),
        """
        KKKKKK..
        KK....KK
        KK....KK
        KKKKKK..
        """,
    ),
    "A <use> paints what it names at its place, in inherited colours": (
        (
            '<defs><rect id="r" width="2" height="2"/></defs><use href="#r" fill="red"/><use xlink:href="#r" x="5" y="1" fill="blue"/>'
        ),
        """
        RR......
        RR...BB.
        .....BB.
        ........
        """,
    ),
    "The clip of a <use> moves with its x and y": (
        (
            '<clipPath id="c"><rect width="1" height="1"/></clipPath><defs><rect id="r" width="2" height="2"/></defs><use '
            'href="#r" x="4" y="2" clip-path="url(#c)"/>'
        ),
        """
        ........
        ........
        ....K...
        ........
        """,
    ),
    "A symbol is scaled from its view box into the size of its <use>, and cut there": (
        (
            '<symbol id="s" viewBox="0 0 2 2"><rect width="2" height="1" fill="red"/><rect x="1" y="1" width="9" '
            'height="1"/></symbol><use href="#s" x="2" width="4" height="4"/>'
        ),
        """
        ..RRRR..
        ..RRRR..
        ....KK..
        ....KK..
        """,
    ),
    "Its own size counts where the <use> gives none": (
        (
            '<symbol id="s" viewBox="0 0 2 2" width="2" height="2"><rect width="2" height="2" fill="red"/></symbol><use '
            'href="#s" x="5" y="1"/>'
        ),
        """
        ........
        .....RR.
        .....RR.
        ........
        """,
    ),
    "With overflow: visible a symbol is not cut": (
        (
            '<symbol id="s" viewBox="0 0 2 2" style="overflow:visible"><rect x="1" y="1" width="9" '
            'height="1"/></symbol><use href="#s" x="2" width="2" height="2"/>'
        ),
        """
        ........
        ...KKKKK
        ........
        ........
        """,
    ),
    "A nested <svg> fits its view box by preserveAspectRatio and cuts to its viewport": (
        (
            '<svg x="2" width="4" height="4" viewBox="0 0 2 1" preserveAspectRatio="xMidYMax"><rect x="-9" y="-9" '
            'width="20" height="10" fill="red"/></svg>'
        ),
        """
        ..RRRR..
        ..RRRR..
        ..RRRR..
        ..RRRR..
        """,
    ),
    "slice covers the viewport": (
        (
            '<svg x="2" width="4" height="2" viewBox="0 0 2 2" preserveAspectRatio="xMinYMin slice"><rect width="2" '
            'height="1" fill="red"/><rect y="1" width="2" height="1"/></svg>'
        ),
        """
        ..RRRR..
        ..RRRR..
        ........
        ........
        """,
    ),
    "A group with opacity is blended as one: its parts do not show through one another": (
        '<g opacity=".5"><rect width="4" height="3" fill="red"/><rect x="2" y="1" width="4" height="3" fill="blue"/></g>',
        """
        rrrr....
        rrbbbb..
        rrbbbb..
        ..bbbb..
        """,
    ),
    "fill-opacity blends each shape": (
        '<rect width="4" height="2" fill-opacity=".5"/><rect x="4" y="2" width="4" height="2" fill="rgba(255,0,0,.5)"/>',
        """
        kkkk....
        kkkk....
        ....rrrr
        ....rrrr
        """,
    ),
    "A shape with opacity does not show its fill through its stroke": (
        '<rect x="1" y="1" width="6" height="2" fill="red" stroke="blue" stroke-width="2" opacity=".5"/>',
        """
        bbbbbbbb
        bbbbbbbb
        bbbbbbbb
        bbbbbbbb
        """,
    ),
    "Opacity ends where its element ends": (
        (
            '<rect width="2" height="4" fill-opacity=".5"/><rect x="2" width="2" height="4"/><g opacity=".5"><rect x="4" '
            'width="2" height="4"/></g><rect x="6" width="2" height="4"/>'
        ),
        """
        kkKKkkKK
        kkKKkkKK
        kkKKkkKK
        kkKKkkKK
        """,
    ),
    "Groups with opacity nest": (
        (
            '<g opacity=".5"><rect width="2" height="4"/><g opacity="0"><rect width="8" height="4"/></g><g '
            'opacity=".999"><rect x="4" width="2" height="4" fill="red"/></g></g>'
        ),
        """
        kk..rr..
        kk..rr..
        kk..rr..
        kk..rr..
        """,
    ),
    "Two stops at one place make an edge": (
        (
            '<linearGradient id="g"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-'
            'color="blue"/></linearGradient><rect width="8" height="4" fill="url(#g)"/>'
        ),
        """
        RRRRBBBB
        RRRRBBBB
        RRRRBBBB
        RRRRBBBB
        """,
    ),
    "Of several stops at the ends the outermost goes on beyond": (
        (
            '<linearGradient id="g" x1=".25" x2=".75"><stop stop-color="red"/><stop stop-color="lime"/><stop offset="1" '
            'stop-color="lime"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="8" height="4" '
            'fill="url(#g)"/>'
        ),
        """
        RRGGGGBB
        RRGGGGBB
        RRGGGGBB
        RRGGGGBB
        """,
    ),
    "A gradient in user space stays where it is, whatever it fills": (
        (
            '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="8"><stop offset=".5" stop-color="red"/><stop '
            'offset=".5" stop-color="blue"/></linearGradient><rect x="2" y="1" width="5" height="2" fill="url(#g)"/>'
        ),
        """
        ........
        ..RRBBB.
        ..RRBBB.
        ........
        """,
    ),
    "gradientTransform turns it": (
        (
            '<linearGradient id="g" gradientTransform="rotate(90)"><stop offset=".5" stop-color="red"/><stop offset=".5" '
            'stop-color="blue"/></linearGradient><rect width="8" height="4" fill="url(#g)"/>'
        ),
        """
        RRRRRRRR
        RRRRRRRR
        BBBBBBBB
        BBBBBBBB
        """,
    ),
    "A gradient inside a group with opacity keeps its colours": (
        (
            '<linearGradient id="g"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-'
            'color="blue"/></linearGradient><g opacity=".5"><rect width="8" height="2" fill="url(#g)"/></g><rect y="2" '
            'width="8" height="2" fill="url(#g)"/>'
        ),
        """
        rrrrbbbb
        rrrrbbbb
        RRRRBBBB
        RRRRBBBB
        """,
    ),
    "A gradient takes its stops from the one it refers to": (
        (
            '<linearGradient id="s"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-'
            'color="blue"/></linearGradient><linearGradient id="g" href="#s" x2="0" y2="1"/><rect width="8" height="4" '
            'fill="url(#g)"/>'
        ),
        """
        RRRRRRRR
        RRRRRRRR
        BBBBBBBB
        BBBBBBBB
        """,
    ),
    "A radial gradient in hard rings": (
        (
            '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="4" cy="2" r="2"><stop offset=".7" stop-'
            'color="red"/><stop offset=".7" stop-color="blue"/></radialGradient><rect width="8" height="4" fill="url(#g)"/>'
        ),
        """
        BBBBBBBB
        BBBRRBBB
        BBBRRBBB
        BBBBBBBB
        """,
    ),
    "A single stop is a flat colour; no stop is no paint": (
        (
            '<linearGradient id="g"><stop offset=".5" stop-color="red"/></linearGradient><linearGradient id="n"/><rect '
            'width="4" height="4" fill="url(#g)"/><rect x="4" width="4" height="4" fill="url(#n)"/>'
        ),
        """
        RRRR....
        RRRR....
        RRRR....
        RRRR....
        """,
    ),
    "currentColor in a stop is the colour where the gradient stands, not where it is used": (
        (
            '<linearGradient id="g" color="red"><stop stop-color="currentColor"/></linearGradient><rect color="blue" '
            'width="4" height="4" fill="url(#g)"/>'
        ),
        """
        RRRR....
        RRRR....
        RRRR....
        RRRR....
        """,
    ),
    "Attributes give way to style sheets, classes to ids, all of them to the style attribute": (
        (
            '<style>rect{fill:red}.a{fill:lime}#i{fill:blue}</style><rect width="2" height="4" fill="yellow"/><rect '
            'class="a" x="2" width="2" height="4"/><rect id="i" class="a" x="4" width="2" height="4"/><rect id="j" '
            'class="a" x="6" width="2" height="4" style="fill:yellow"/>'
        ),
        """
        RRGGBBYY
        RRGGBBYY
        RRGGBBYY
        RRGGBBYY
        """,
    ),
    "A style sheet counts wherever it stands, in CDATA as well": (
        '<rect class="a" width="2" height="4"/><defs><style><![CDATA[ g > .a, .a{fill:red} ]]></style></defs>',
        """
        RR......
        RR......
        RR......
        RR......
        """,
    ),
    "currentColor is inherited as such: the colour is that of the shape": (
        (
            '<g color="red" fill="currentColor"><rect width="2" height="4"/><rect x="2" width="2" height="4" '
            'color="blue"/><g color="lime"><rect x="4" width="2" height="4"/></g></g>'
        ),
        """
        RRBBGG..
        RRBBGG..
        RRBBGG..
        RRBBGG..
        """,
    ),
    "A hidden group may hold a visible shape; one that is not displayed may not": (
        (
            '<g visibility="hidden"><rect width="2" height="4"/><rect x="2" width="2" height="4" '
            'visibility="visible"/></g><g display="none"><rect x="5" width="2" height="4" display="inline"/></g>'
        ),
        """
        ..KK....
        ..KK....
        ..KK....
        ..KK....
        """,
    ),
    "Transforms apply from the left": (
        (
            '<rect transform="translate(2,1) scale(2 1)" width="1" height="2" fill="red"/><rect transform="rotate(90 6 2)" '
            'x="5" y="1" width="1" height="1"/>'
        ),
        """
        ........
        ..RR..K.
        ..RR....
        ........
        """,
    ),
    "What a transform squeezes to nothing is not painted": (
        '<g transform="scale(0 1)"><rect width="8" height="4"/></g>',
        """
        ........
        ........
        ........
        ........
        """,
    ),
    "Lengths have units: 1in is 96 and 1em the font size": (
        (
            '<g transform="scale(.0208333333)"><rect width="1in" height="72pt" fill="red"/></g><rect x="4" font-size="2" '
            'width="1em" height="2em"/>'
        ),
        """
        RR..KK..
        RR..KK..
        ....KK..
        ....KK..
        """,
    ),
    "Coordinates in thousandths of a unit are as exact as others": (
        '<g transform="scale(1600)"><path d="M.00125 .000625h.0025v.00125h-.0025z" fill="red"/></g>',
        """
        ........
        ..RRRR..
        ..RRRR..
        ........
        """,
    ),
    "A group keeps its own clip and paint when many stand inside one another": (
        (
            '<g transform="translate(1)"><g transform="translate(1)"><g transform="translate(1)"><g '
            'transform="translate(1)"><g transform="translate(1)"><g transform="translate(1)"><g opacity=".5"><rect '
            'width="1" height="4" fill="red"/><rect width=".5" height="4" fill="red"/></g></g></g></g></g></g></g>'
        ),
        """
        ......r.
        ......r.
        ......r.
        ......r.
        """,
    ),
}


@pytest.mark.parametrize("says", SEEN)
def test_it_is_seen_as_drawn(says: str) -> None:
    """Each picture of the table, painted on the page and as a form."""
    body, picture = SEEN[says]
    assert drawn(picture) == look(body)
    assert drawn(picture) == look(body, shared=True)


def test_the_root_may_have_opacity() -> None:
    body = svg(
        '<rect width="4" height="1" fill="red"/><rect x="2" width="4" height="1" fill="blue"/>',
        8,
        1,
        'opacity=".5"',
    )
    assert "rrbbbb.." == look(body)


UNSEEN = [
    '<rect width="8" height="4" fill="transparent"/>',
    '<rect width="8" height="4" fill-opacity="0" stroke="red" stroke-opacity="0"/>',
    '<rect width="8" height="4" fill="none" stroke="rgba(0,0,0,0)" stroke-dasharray="1"/>',
    '<rect width="8" height="4" fill="#F000" stroke="none"/>',
    '<g opacity="0"><rect width="8" height="4"/><text y="3" font-family="Nunito">A</text></g>',
    '<linearGradient id="g"><stop stop-color="red" stop-opacity="0"/><stop offset="1" stop-color="blue" stop-opacity="0"/></linearGradient>'
    '<rect width="8" height="4" fill="url(#g)"/><path d="M0 0H8" stroke="url(#g)"/>'
    '<text y="3" font-family="Nunito" fill="url(#g)">A</text>',
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    '<path d="M0 0H8V4Z" fill="url(#g)" stroke="url(#g)" fill-opacity="0" stroke-opacity="0"/>',
    '<pattern id="g" width="1" height="1"><circle r="1"/></pattern><rect width="8" height="4" fill="url(#g)" fill-opacity="0"/>',
    '<text y="3" font-family="Nunito" fill="transparent">A</text><text y="3" font-family="Nunito" fill-opacity="0">A</text>',
    '<text y="3" font-family="Nunito" fill="none" stroke="red" stroke-opacity="0">A<tspan fill="red" opacity="0">B</tspan></text>',
    '<text y="3" font-family="Nunito" fill="red" stroke="red" opacity="1"><tspan opacity="0">B</tspan></text>',
    '<text y="3" font-family="Creepster" font-weight="800" fill="transparent" text-decoration="underline">A</text>',
    '<marker id="m" opacity="0"><circle r="1"/></marker><path d="M0 0H8" marker-end="url(#m)"/>',
    '<path d="M0 0H8L0 0Z" stroke="red" stroke-opacity="0" fill="none" vector-effect="non-scaling-stroke"/>',
]


@pytest.mark.parametrize("body", UNSEEN)
def test_what_cannot_be_seen_is_not_drawn(body: str) -> None:
    """No state of opacity 0, no mark of a text and nothing painted: a printer who takes no
    transparency may print the rest."""
    made = drawing(body)
    assert ({}, {}, {}, [], {}) == (
        made.stream.states,
        made.masks,
        made.forms,
        made.texts,
        made.words,
    )
    assert not {"f", "S", "B", "sh", "Do", "TJ", "Tj"} & {*names_of_operators(made.content)}
    assert not made.fixed


def test_what_is_half_unseen_keeps_the_other_half() -> None:
    """A shape with a clear fill keeps its stroke, opaque."""
    made = drawing(
        '<rect x="1" y="1" width="5" height="2" fill="black" fill-opacity="0" stroke="red"/>'
    )
    assert {} == made.stream.states
    assert "B" not in names_of_operators(made.content)


def test_what_cannot_be_seen_still_cuts_and_gives_its_bounds() -> None:
    """A clip goes by outlines, not by paint, and so does the region of a filter."""
    clip = '<clipPath id="c"><rect x="1" width="2" height="4" fill="transparent" fill-opacity="0" opacity="0"/></clipPath>'
    assert ".RR....." == look(
        svg(clip + '<rect width="8" height="1" fill="red" clip-path="url(#c)"/>', 8, 1)
    )
    flood = '<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="#F00"/></filter>'
    filled = '<rect x="2" width="4" height="4" fill="transparent" filter="url(#f)"/>'
    assert "..RRRR.." == look(svg(flood + filled, 8, 1))


def photo(alpha: int = 255) -> Picture:
    out = BytesIO()
    Image.new("RGBA", (80, 60), (200, 40, 60, alpha)).save(out, "PNG")
    return Picture(out.getvalue(), 80, 60)


def filtered(body: str, alpha: int = 255) -> tuple[Box, Pixels] | None:
    """The one picture that a filter leaves, and where it stands; None where it leaves none."""
    made = drawing(body, 60, 80, images={"photo": photo(alpha)})
    place = Matrix()
    while made.forms and not made.pictures:
        (made,) = made.forms.values()
    if not made.pictures:
        return None
    (picture,) = made.pictures.values()
    (shown,) = [
        item.matrix
        for item in made.items
        if isinstance(item, PlacedForm) and item.name in made.pictures
    ]
    assert shown
    return (place @ shown).box(Box(0, 0, 1, 1)), Pixels.of(picture.data)


PLACED = '<image href="photo" x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="none" {}/>'


@pytest.mark.parametrize(
    ("x", "y", "width", "height"),
    [(-6, -6, 76, 101), (10, 12, 40, 50), (10.013, 12.107, 33.333, 20.01), (0, 0, 60, 80)],
)
@pytest.mark.parametrize("effect", ["grayscale(1)", "sepia(1)", "hue-rotate(90deg)", "url(#f)"])
def test_a_filtered_picture_ends_where_its_ink_does(
    x: float, y: float, width: float, height: float, effect: str
) -> None:
    """To a pixel, with no clear rim: opaque for a printer who takes no transparency."""
    own = '<filter id="f"><feColorMatrix type="saturate" values="0.2"/></filter>'
    found = filtered(own + PLACED.format(x, y, width, height, f'style="filter:{effect}"'))
    assert found
    box, (colours, alpha) = found
    assert (None, "RGB") == (alpha, colours.mode)
    assert (box.x, box.y, box.right, box.top) == tuple(
        pytest.approx(edge, abs=0.06) for edge in (x, y, x + width, y + height)
    )
    assert all(high - low <= 6 for low, high in colours.getextrema()), "one colour to the edge"


@pytest.mark.parametrize(
    ("body", "alpha"),
    [
        (PLACED.format(10, 12, 40, 50, 'style="filter:blur(1px)"'), 255),
        (PLACED.format(10, 12, 40, 50, 'style="filter:drop-shadow(1px 1px 1px #0004)"'), 255),
        (PLACED.format(10, 12, 40, 50, 'style="filter:sepia(1)"'), 200),
        ('<circle cx="30" cy="30" r="20" style="filter:sepia(1)"/>', 255),
        ('<rect x="9" y="9" width="40" height="40" rx="2" style="filter:sepia(1)"/>', 255),
    ],
)
def test_a_filtered_picture_that_shows_its_ground_goes_on_doing_so(body: str, alpha: int) -> None:
    """Without more around it than it needs."""
    found = filtered(body, alpha)
    assert found
    shown = found[1].alpha
    assert shown
    assert shown.getbbox() == (0, 0, *shown.size)


def test_what_is_blurred_a_little_is_opaque_inside() -> None:
    """Inkscape's feather blurs a little and multiplies what comes of it: put over a shape again and
    again, it let the ground through."""
    squared = '<feComposite in2="{0}" operator="in" result="{0}"/>'
    feather = '<feGaussianBlur stdDeviation=".06" result="a"/>' + squared.format("a") * 2
    found = filtered(
        f'<filter id="f">{feather * 3}</filter><rect x="9" y="9" width="40" height="40" filter="url(#f)"/>'
    )
    assert found
    shown = found[1].alpha
    assert shown is None or shown.getpixel((shown.width // 2, shown.height // 2)) == 255


def test_a_filter_that_leaves_nothing_paints_nothing() -> None:
    assert filtered(PLACED.format(10, 12, 40, 50, 'style="filter:opacity(0)"')) is None
    made = drawing('<text y="3" font-family="Nunito" style="filter:opacity(0)">A</text>')
    assert ([], {}) == (made.texts, made.pictures)


def test_a_set_of_another_kind_moves_nothing() -> None:
    """Drawing programs keep sets of data and the like under names of their own."""
    assert "R" in look(
        '<metadata><x:set xmlns:x="urn:x"/></metadata><rect width="2" height="2" fill="red"/><x:animate xmlns:x="urn:x"/>'
    )


def test_a_view_box_may_begin_anywhere() -> None:
    document = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -1 4 2"><rect width="1" height="1" fill="red"/></svg>'
    expected = """
        ....
        ..R.
        """
    assert drawn(expected) == look(document)


def test_without_a_view_box_width_and_height_tell() -> None:
    document = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="1px"><rect width="50%" height="1" fill="red"/></svg>'
    assert "RR.." == look(document)


def test_entities_may_stand_for_elements() -> None:
    """Written out where they stand, in the name spaces of that place; lines of messages are those
    of the file."""
    said = b"""<!DOCTYPE svg [
<!ENTITY box "<rect width='2' height='1' fill='#c22'/>
<use xlink:href='#b' x='1'/>">
<!ENTITY tone '#24a'> ]>
"""
    body = (
        '<g transform="translate({0})">{1}</g><rect id="b" y="2" width="1" height="1" fill="{2}"/>'
    )
    box = '<rect width="2" height="1" fill="#c22"/><use xlink:href="#b" x="1"/>'
    assert (
        drawing(svg(body.format(3, box, "#24a"))).content
        == drawing(said + svg(body.format(3, "&box;", "&tone;"))).content
    )
    assert {6} == {fault.line for fault in faults(said + svg("\n<script/>&box;<rect id='b'/>"))}


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M4 2h.01v.01h-.01z"',
        '<path d="M4 2h.01v.01h-.01z" stroke-linejoin="round"',
        '<rect x="3.5" y="1.5" width="1" height="1"',
        '<circle cx="4" cy="2" r=".7"',
        '<polygon points="3.9,2 4.1,1.9 4,2.1" stroke-linejoin="round" stroke-opacity=".99"',
    ],
)
def test_what_is_smaller_than_its_stroke_is_wide_has_no_hole(shape: str) -> None:
    """As dots of icons are drawn; PDFium takes the far side of such a stroke for a hole."""
    rows = look(f'{shape} fill="none" stroke="red" stroke-width="3"/>').splitlines()
    assert ["RR", "RR"] == [row[3:5] for row in rows[1:3]]


@pytest.mark.parametrize(("width", "away"), [(8, 0), (60, 0), (8, 3000)])
@pytest.mark.parametrize("line", ["", 'stroke-dasharray="{0} {0}" stroke-dashoffset="{1}"'])
def test_what_is_stroked_in_a_gradient_is_as_round_as_in_a_colour(
    width: int, away: int, line: str
) -> None:
    """PDFium makes polygons of such curves unless their units are small, and cuts off what has too
    many of them."""
    both = []
    for stroke in ("red", "url(#g)"):
        place = f'cx="{width / 2 + away}" cy="{width / 2 - away}" r="40%" transform="translate({-away} {away})"'
        ring = f'<circle {place} fill="none" stroke-width="{width / 16}" stroke="{stroke}"'
        stops = '<stop stop-color="red"/><stop offset="1" stop-color="#f10000"/>'
        body = f'<linearGradient id="g">{stops}</linearGradient>{ring} {line.format(width / 5, width / 7)}/>'
        both.append(pixels(pdf_of(drawing(body, width, width)), 400 // width).convert("L"))
    assert (
        sum(ImageChops.difference(*both).histogram()[60:]) < 0.0005 * both[0].width * both[0].height
    )


@pytest.mark.parametrize(
    "more",
    [
        'fx="1"',
        'fx="0" fy=".5"',
        'fx=".853553" fy=".853553"',
        'fx=".998"',
        'fx=".8" fr=".2"',
        'fr=".5"',
    ],
)
def test_no_circle_of_a_gradient_touches_another(more: str) -> None:
    """Readers paint such gradients each in another way, or not at all."""
    stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
    made = drawing(
        f'<radialGradient id="g" {more}>{stops}</radialGradient><rect width="8" height="4" fill="url(#g)"/>'
    )
    (item,) = (item for item in made.items if isinstance(item, Shade))
    fx, fy, inner, cx, cy, radius = item.shading.ends
    assert math.hypot(fx - cx, fy - cy) + inner == pytest.approx(0.995 * radius)


STOPS = '<stop stop-color="#fff"/><stop offset=".5" stop-color="#fff"/><stop offset=".51"/>'
STEEP = f'<linearGradient id="g" x1="{{}}" x2="{{}}">{STOPS}</linearGradient>'


@pytest.mark.parametrize(("start", "end"), [(0, 1), (1, 0)])
def test_a_steep_way_of_a_gradient_is_smooth_where_viewers_look_colours_up(
    start: int, end: int
) -> None:
    """PDFium makes a table of 256 colours of each shading: of this one the way would be two and a
    half of them."""
    image = pixels(
        pdf_of(
            drawing(
                STEEP.format(start, end) + '<rect width="100" height="4" fill="url(#g)"/>', 100, 4
            )
        )
    )
    for share in (0.25, 0.5, 0.75):
        place = 50 + share if end else 50 - share
        seen = image.getpixel((round(place * 9), 9))
        assert isinstance(seen, tuple)
        assert abs(seen[0] - 255 * (1 - share)) < 20
