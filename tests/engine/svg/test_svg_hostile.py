"""Hostile and broken SVG: a drawing or a clear refusal each time, soon, and never a traceback."""

from __future__ import annotations

import pytest
from counting import counted
from hypothesis import given, settings
from hypothesis import strategies as st
from operators import names_of_operators, rectangle_steps, stand_in
from pictures import drawing, faults, svg

from cardgen.engine.svg import content, document
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.lenient import drop_ignored
from cardgen.engine.svg.letter_units import has_letter_unit
from cardgen.engine.svg.parse import read_svg

RECT = '<rect width="5" height="5"/>'


def tower(link: str, floors: int = 9) -> str:
    """A definition in which each floor uses the one below ten times."""
    return f'<g id="a0">{RECT}</g>' + "".join(
        f'<g id="a{i + 1}">' + f'<use href="#a{i}" {link}/>' * 10 + "</g>" for i in range(floors)
    )


FILTERED = '<filter id="f">{}</filter><rect width="5" height="5" filter="url(#f)"/>'
MASKED = '<rect width="9" height="9" fill="#fff" mask="url(#m{})"/>'
HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b"  \n",
    "zeros": b"\0\0\0\0",
    "words": b"hello",
    "cut short": svg(RECT)[:70],
    "not UTF-8": svg("<title>").replace(b"<title>", b"<title>\xff\xfe</title>"),
    "an unknown encoding": b'<?xml version="1.0" encoding="foo-9"?>' + svg(RECT),
    "entities in entities": b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9))
    + b"]>"
    + svg('<text class="&j;">&j;</text>'),
    "a file as an entity": b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    + svg("<text>&x;</text>"),
    "default attributes": b'<!DOCTYPE svg [<!ATTLIST rect fill CDATA "red">]>' + svg(RECT),
    "an unknown entity": svg("<text>&nbsp;</text>"),
    "a style sheet by instruction": b'<?xml-stylesheet href="x.css"?>' + svg(RECT),
    "no namespace": b'<svg viewBox="0 0 1 1"/>',
    "a root of another kind": b"<html><body/></html>",
    "an endless view box": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 inf 5"/>',
    "a view box of nothing": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 5"/>',
    "a far view box": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="1e300 0 1 1"/>',
    "no size at all": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "150 groups deep": svg("<g>" * 150 + "</g>" * 150),
    "1000 groups deep": svg("<g>" * 1000 + "</g>" * 1000),
    "a chain of uses": svg(
        RECT.replace("<rect", '<rect id="a0"')
        + "".join(f'<use id="a{i + 1}" href="#a{i}"/>' for i in range(200))
    ),
    "a tower of uses": svg(tower("")),
    "a long path used often": svg(
        '<defs><path id="p" d="M0 0' + "L1 1 5 7" * 20000 + '"/></defs>' + '<use href="#p"/>' * 2000
    ),
    "a long text used often": svg(
        '<defs><text id="p">' + "abc def " * 2000 + "</text></defs>" + '<use href="#p"/>' * 20000
    ),
    "uses in a ring": svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "gradients in a ring": svg(
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>'
    ),
    "masks in a ring": svg(
        '<mask id="a"><rect width="1" height="1" mask="url(#b)"/></mask><mask id="b"><rect width="1" height="1" mask="url(#a)"/></mask>'
        '<rect width="5" height="5" mask="url(#a)"/>'
    ),
    "bounds of a tower": svg(
        tower("")
        + '<mask id="m"><rect width="9" height="9"/></mask><use href="#a9" mask="url(#m)"/>'
    ),
    "patterns of patterns": svg(
        "".join(
            f'<pattern id="p{i}" width=".02" height=".02">'
            + f'<rect width="5" height="5" fill="url(#p{i + 1})"/>' * 10
            + "</pattern>"
            for i in range(9)
        )
        + '<pattern id="p9" width="1" height="1"><rect width="5" height="5"/></pattern><rect width="5" height="5" fill="url(#p0)"/>'
    ),
    "variables in variables": svg(
        '<g style="'
        + ";".join(f"--a{i}:" + f"var(--a{i + 1}) " * 10 for i in range(12))
        + ';--a12:aaaaaaaaaa;fill:var(--a0)"/>'
    ),
    "a gradient that never ends": svg(
        '<linearGradient id="g" x2="1e-9" spreadMethod="repeat"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
        '<rect width="5" height="5" fill="url(#g)"/>'
    ),
    "a gradient of many stops": svg(
        '<linearGradient id="g" x2=".006" spreadMethod="repeat">'
        + '<stop offset=".5"/><stop offset=".5" stop-color="red"/>' * 2000
        + '</linearGradient><rect width="5" height="5" fill="url(#g)"/>'
    ),
    "scale upon scale": svg('<g transform="scale(1e6)">' * 40 + RECT + "</g>" * 40),
    "smaller and smaller": svg(
        '<g transform="scale(1e-6)" opacity=".5">' * 40 + RECT + RECT + "</g>" * 40
    ),
    "em upon em": svg(
        '<g font-size="99em">' * 50 + '<text font-family="Nunito">a</text>' + "</g>" * 50
    ),
    "brackets in brackets": svg('<rect style="fill:' + "(" * 5000 + '"/>'),
    "a bottomless selector": svg(
        "<style>" + ":not(" * 500 + "a" + ")" * 500 + "{fill:red}</style>" + RECT
    ),
    "a long selector": svg("<style>" + "g " * 200 + "rect{fill:red}</style>" + RECT),
    "a path of five million characters": svg('<path d="M0 0' + "L12.345 67.891" * 360_000 + '"/>'),
    "five million digits": svg('<rect width="' + "1" * 5_000_000 + '"/>'),
    "a filter of many steps": svg(FILTERED.format('<feGaussianBlur stdDeviation="3"/>' * 300)),
    "a filter that grows without end": svg(
        FILTERED.format('<feMorphology radius=".2" operator="dilate"/>' * 400)
    ),
    "noise upon noise": svg(FILTERED.format('<feTurbulence numOctaves="1000000"/>')),
    "masks in masks": svg(
        "".join(f'<mask id="m{i}">{(MASKED.format(i + 1)) * 10}</mask>' for i in range(9))
        + '<mask id="m9"/>'
        + MASKED.format(0)
    ),
    "entities without end": b'<!DOCTYPE svg [<!ENTITY a "'
    + b"x" * 1900
    + b'">]>'
    + svg(f"<desc>{'&a;' * 500_000}</desc>"),
    "elements by entities without end": b'<!DOCTYPE svg [<!ENTITY a "'
    + b"<g/>" * 400
    + b'">]>'
    + svg("&a;" * 100_000),
    "entities of elements in entities": b'<!DOCTYPE svg [<!ENTITY a "<g/>"><!ENTITY b "<g>&a;&a;</g>">]>'
    + svg("&b;"),
    "half an element as an entity": b'<!DOCTYPE svg [<!ENTITY a "<g>">]>' + svg("&a;</g>"),
    "a file as an entity beside elements": b'<!DOCTYPE svg [<!ENTITY a "<g/>"><!ENTITY x SYSTEM "file:///etc/hostname">]>'
    + svg("&a;&x;"),
    "doctypes without end": b"<!DOCTYPE svg [" * 100_000,
    "a long entity": b'<!DOCTYPE svg [<!ENTITY a "'
    + b"x" * 3000
    + b'">]>'
    + svg("<desc>&a;</desc>"),
    "a fault in each of many elements": svg('<rect width="5" height="5" fill="zz"/>' * 20_000),
    "another fault in each of many elements": svg(
        "".join(f'<rect width="5" height="5" fill="zz{i}"/>' for i in range(20_000))
    ),
    "digits of other scripts": svg('<rect width="５" height="٣"/>'),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_in_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the elements are multiplied, a tenth of those a drawing may have is reached with
    little work for each."""
    elements = document.MOST // 10
    monkeypatch.setattr(document, "MOST", elements)
    monkeypatch.setattr(document, "MOST_REPEATED", elements)
    found, calls = counted(lambda: faults(HOSTILE[name]))
    assert found
    assert all(fault.what and len(fault.what) < 300 and "\n" not in fault.what for fault in found)
    assert calls < 100 * elements


@pytest.mark.parametrize(
    ("own", "repeated", "refused"),
    [(0, 12, False), (0, 13, True), (29, 0, False), (30, 0, True), (10, 10, True)],
)
def test_a_drawing_has_so_many_elements_and_no_more(
    own: int, repeated: int, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The <svg>, and two for each <use>, are painted."""
    monkeypatch.setattr(document, "MOST", 30)
    monkeypatch.setattr(document, "MOST_REPEATED", 10)
    body = (
        "<defs>"
        + RECT.replace("<rect", '<rect id="r"')
        + "</defs>"
        + RECT * own
        + '<use href="#r"/>' * repeated
    )
    found = ["the drawing is deeper or larger than any picture"]
    if refused:
        assert found == [fault.what for fault in faults(svg(body))]
    else:
        assert drawing(body)


def test_what_is_wrong_already_is_not_drawn_to_its_end() -> None:
    """Four markers in a ring, ten paths in each, are ten thousand paths that end in one fault."""
    rings = "".join(
        f'<marker id="m{i}">'
        + f'<path d="M0 0L5 5" marker-end="url(#m{(i + 1) % 4})"/>' * 10
        + "</marker>"
        for i in range(4)
    )
    body = svg(rings + '<path d="M0 0L5 5" stroke="red" marker-end="url(#m0)"/>')
    found, calls = counted(lambda: faults(body))
    assert {'<path>: the marker "m0" uses itself'} == {fault.what for fault in found}
    assert calls < 300 * document.MOST_IN_VAIN


def test_a_tower_of_uses_is_refused() -> None:
    assert ["the drawing is deeper or larger than any picture"] == [
        fault.what for fault in faults(HOSTILE["a tower of uses"])
    ]
    assert (200_000, 50_000) == (document.MOST, document.MOST_REPEATED)


DIGITS = "1" * 6000


@pytest.mark.parametrize(
    "body",
    [
        f"<style>a{{fill:{DIGITS}}}</style>",
        f"<style>@media {DIGITS} {{}}</style>",
        f"<rect width='1' height='1' style='fill:rgb({DIGITS},0,0)'/>",
        f"<rect width='1' height='1' fill='color(srgb {DIGITS} 0 0)'/>",
        f"<rect width='1' height='1' filter='drop-shadow({DIGITS}px 1px red)'/>",
        f"<text style='font: {DIGITS} 5px Nunito'>a</text>",
    ],
)
def test_a_number_of_thousands_of_digits_is_told_in_words(body: str) -> None:
    """Python itself refuses to read one."""
    assert [fault.what.split(": ")[-1] for fault in faults(svg(body))] == [
        "brackets stand inside brackets too deep, or a number has too many digits"
    ]
    drop_ignored(read_svg(svg(body)))


def test_a_number_of_many_digits_is_looked_at_once() -> None:
    """Whether a unit of letters follows; with a look for each two parts of it this would take an
    hour."""
    assert not has_letter_unit(DIGITS * 50 + "q")
    assert has_letter_unit(DIGITS * 50 + "ex")


def test_forms_nest_so_deep_and_no_deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group that is not opaque is a form in the one around it."""
    monkeypatch.setattr(content, "MOST_NESTED", 7)
    assert drawing('<g opacity=".9">' * 7 + RECT + "</g>" * 7)
    deeper = faults(svg('<g opacity=".9">' * 8 + RECT + "</g>" * 8))
    assert ["the drawing is deeper or larger than any picture"] == [fault.what for fault in deeper]


@pytest.mark.parametrize(
    "data",
    [
        svg(RECT).decode().encode("utf-16"),
        ('<?xml version="1.0" encoding="UTF-16"?>' + svg(RECT).decode()).encode("utf-16"),
        b"\xef\xbb\xbf" + svg(RECT),
        b'<?xml version="1.0" encoding="ISO-8859-1"?>'
        + svg("<title>caf\u00e9</title>" + RECT).decode().encode("latin-1"),
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
        + svg(RECT),
        b"<?editor x?>" + svg("<?page 3?><!-- <mask/> -->" + RECT),
    ],
    ids=[
        "UTF-16",
        "UTF-16 declared",
        "byte order mark",
        "Latin-1",
        "DOCTYPE",
        "instructions and comments",
    ],
)
def test_xml_in_any_honest_form_is_drawn(data: bytes) -> None:
    assert stand_in([*rectangle_steps(5, 5), ("f", ())], drawing(data).content)


def test_groups_with_opacity_may_stand_deep_inside_one_another() -> None:
    drawn = drawing('<g opacity=".9">' * 50 + RECT + "</g>" * 50)
    while drawn.forms:
        (drawn,) = drawn.forms.values()
        assert max(map(abs, drawn.box)) < 100


def test_arcs_too_small_for_arithmetic_are_lines() -> None:
    sliver = drawing('<path d="M0 0A1e-200 1e-300 0 0 0 5 5z" stroke="red"/>')
    assert "l" in names_of_operators(sliver.content)


BODIES = (
    '<g transform="rotate(20 3 3)" opacity=".5"><path d="M0 0C1 2 3 4 5 6A3 4 20 0 1 7 2z" stroke="#123" stroke-dasharray="2 1"/></g>',
    '<style>.a{fill:#f00;stroke:blue}</style><linearGradient id="g" x2="50%"><stop offset=".5"/><stop offset="1" stop-color="red"/>'
    '</linearGradient><rect class="a" width="50%" height="2mm" rx="1" fill="url(#g)"/>',
    '<symbol id="s" viewBox="0 0 2 2"><circle r="1"/></symbol><use href="#s" x="1" width="4" height="4"/>'
    '<svg x="1" width="3"><line x2="3"/></svg>',
    '<clipPath id="c"><rect width="3" height="3"/></clipPath>'
    '<text x="1" y="2" clip-path="url(#c)" font-family="Nunito">ab <tspan dx="1">c</tspan></text>',
)
JUNK = st.sampled_from(
    [
        *' <>"&(),.#%e\0é',
        "",
        "0",
        "-1",
        "1e9",
        "1e999",
        "nan",
        "url(#g)",
        "none",
        "inherit",
        "/>",
        "9" * 40,
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(BODIES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 6), JUNK), min_size=1, max_size=4),
)
def test_a_damaged_drawing_is_drawn_or_refused(
    body: str, damages: list[tuple[float, int, str]]
) -> None:
    """Whatever is cut out or put in: never a traceback, and never a number that is none."""
    for where, cut, junk in damages:
        at = int(where * len(body))
        body = body[:at] + junk + body[at + cut :]
    try:
        drawn = drawing(svg(body))
    except DrawingError:
        return
    assert b"nan" not in drawn.content
    assert b"inf" not in drawn.content
