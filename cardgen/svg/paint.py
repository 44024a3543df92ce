"""The walker: from an SVG tree to a drawing, element by element. What it cannot draw as a browser would, it refuses by name.

Works on any SVG within `support.WALKER_ELEMENTS`: a card from a template, or a piece of art.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from lxml import etree

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.geometry import Box, Matrix
from cardgen.graphics.drawing import Drawing, Picture
from cardgen.svg import gradient, support
from cardgen.svg.bounds import VIEWPORTS, bounds_of, frame
from cardgen.svg.cascade import StyleSheet, cascaded, properties
from cardgen.svg.clip import clip_path
from cardgen.svg.colours import Paint
from cardgen.svg.content import too_much
from cardgen.svg.filters import paint_filtered
from cardgen.svg.image import paint_image
from cardgen.svg.markers import MARKED, paint_markers
from cardgen.svg.mask import clip_mask, soft_mask
from cardgen.svg.parse import DEEPEST, Fault, Refused, elements, local, view_box
from cardgen.svg.path import PathError, Segment, operators, rectangle
from cardgen.svg.path_length import Track
from cardgen.svg.patterns import Tiles, tiles
from cardgen.svg.shape_painter import Brush
from cardgen.svg.shapes import SHAPES
from cardgen.svg.style import Style
from cardgen.svg.text import paint_text
from cardgen.svg.transforms import own_transform
from cardgen.svg.values import XLINK, Em, StyleError, parse_length, split_length
from cardgen.typography.font import Font

MOST = 200_000
"""Elements painted in one drawing before it is taken for an attack: <use> in <use> grows without bound."""
ROOT = Style()
"""What the root of every document inherits; one object, so that styles are worked out once for all cards."""
LAYER = 700
"""Bytes of mark-up from which a group without text is painted as a form of its own: frames and patterns repeat from card to card."""


class Sources(Protocol):
    """What a walker asks of its surroundings."""

    def image(self, reference: str) -> Drawing | Picture:
        """The drawing or picture that an image refers to. Raises StyleError."""
        ...

    def runs(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> Any:
        """Text split by font, as FontBook.runs."""
        ...

    def first(self, families: tuple[str, ...], weight: int, italic: bool) -> Font | None:
        """The font that is asked before all others; None where that is not known."""
        ...


def paint(root: etree._Element, sources: Sources, layers: dict[Any, Any] | None = None) -> Drawing:
    """The drawing of a whole SVG document. `layers` is shared by cards of one run: what repeats, groups and images, is then walked once,
    and large groups become forms.

    Raises Refused with every construct that is not drawn here.
    """
    return Walker(root, sources, layers).document()


class Walker(Brush):
    """One walk over one document."""

    def __init__(self, root: etree._Element, sources: Sources, layers: dict[Any, Any] | None) -> None:
        super().__init__()
        self.root = root
        self.sources = sources
        self.sharing = layers is not None
        self.layers = {} if layers is None else layers
        self.faults: dict[Fault, None] = {}
        self.problems: list[Problem] = []
        self.viewport = self.page = self.drawing.box
        self.em = ROOT.font_size
        self.painted = 0
        self.labour = 0.0
        self.using: list[etree._Element] = []
        self.silhouette = False
        self.context: tuple[Paint | None, ...] = ()
        self._blends: bool | None = None
        self._numbers: dict[etree._Element, int] | None = None
        self._ids: dict[str, etree._Element] | None = None
        try:
            self.sheet = StyleSheet(root)
        except StyleError as error:
            raise Refused([Fault(str(error), "mend the style sheet", root.sourceline or 1)]) from None

    # -- the document -------------------------------------------------------------------------------------------------------------

    def document(self) -> Drawing:
        self.viewport = view_box(self.root)
        self.drawing.box = self.viewport
        self.page = self.viewport
        self.seen = self.viewport.grown(max(self.viewport.width, self.viewport.height))
        self.drawing.fit = self.root.get("preserveAspectRatio", "") if self.root.get("viewBox") else "none"
        style = self.style(self.root, ROOT)
        if self.root.get("transform") or (style and (style.clip or style.mask or style.transform or any(style.moved))):
            self.complain(self.root, "a transform, mask or clip-path on the outermost <svg> is not drawn here", "put it on a <g> inside")
        elif style and style.display:
            self.guarded(self.root, style, lambda *_: self.ground(style), 0)
        if self.faults or self.problems:
            raise Refused(list(self.faults), list(dict.fromkeys(self.problems)))
        self.drawing.content = "\n".join(self.out).encode("latin-1")
        self.drawing.fixed = self.fixed
        return self.isolated() if self.blended else self.drawing

    def isolated(self) -> Drawing:
        """The drawing as one that blends with nothing under it."""
        inner = self.drawing
        inner.group, inner.reach = True, self.seen
        content, forms = f"/{inner.name} Do".encode(), {inner.name: inner}
        return Drawing(content, inner.box, fit=inner.fit, forms=forms, texts=inner.texts, fixed=inner.fixed)

    def ground(self, style: Style) -> None:
        """Paint the whole document, its background first."""
        if style.background:
            colour = style.colour if style.background.alpha < 0 else style.background
            self.shape(replace(ROOT, fill=colour), rectangle(*self.page))
        self.children(self.root, style, 0)

    @property
    def blends(self) -> bool:
        """Whether anything of the document may blend with what lies under it: then what clips is a group of its own."""
        if self._blends is None:
            self._blends = b"mix-blend-mode" in etree.tostring(self.root)
        return self._blends

    @property
    def by_id(self) -> dict[str, etree._Element]:
        if self._ids is None:
            self._ids = {}
            for element in elements(self.root):
                name = element.get("id")
                if name:
                    self._ids.setdefault(name, element)
        return self._ids

    def complain(self, element: etree._Element, what: str, remedy: str = "") -> None:
        if self._numbers is None:
            self._numbers = {found: index for index, found in enumerate(elements(self.root))}
        fault = Fault(what, remedy, element.sourceline or 0, self._numbers.get(element, 0))
        self.faults[fault] = None

    def style(self, element: etree._Element, inherited: Style) -> Style | None:
        """The element's style; None, and a complaint, where it cannot be told."""
        attributes = tuple(element.items())
        known = None if self.sheet else inherited.child(attributes)  # elements of many cards are written alike
        if known:
            return known
        name, heard = local(element), []

        def complain(what: str, remedy: str) -> None:
            heard.append(what)  # also of what is known: an element is looked at more than once
            self.complain(element, f"<{name}>: {what}", remedy)

        try:
            declared = properties(element, self.sheet, complain)
            style = inherited.derive(declared)
            unchanged = not heard and tuple(element.items()) == attributes  # which a `style` may settle
            if unchanged and not self.sheet:
                inherited.adopt(attributes, style)
            return style
        except (StyleError, ValueError) as error:
            self.complain(element, f"<{name}>: {error}")
            return None

    # -- walking ------------------------------------------------------------------------------------------------------------------

    def children(self, parent: etree._Element, style: Style, depth: int) -> None:
        for child in parent:
            self.element(child, style, depth + 1)

    def counted(self, element: etree._Element, depth: int) -> None:
        """Take note of an element that is looked at. Raises Refused where no picture has so many, or so deep."""
        self.painted += 1
        if self.painted > MOST or depth > DEEPEST:
            too_much(element.sourceline or 0)

    def element(self, element: etree._Element, inherited: Style, depth: int) -> None:
        name = local(element)
        self.counted(element, depth)
        if element.get("requiredExtensions"):
            return  # nobody has any
        handler = _HANDLERS.get(name)
        if handler is None:
            if name in support.REFUSED_ELEMENTS:
                self.complain(element, f"<{name}> is not drawn here", support.REFUSED_ELEMENTS.get(name, "draw the effect with shapes"))
            elif name not in support.WALKER_ELEMENTS | support.SILENT_ELEMENTS and not name.startswith("{"):
                self.complain(element, f"<{name}> is not an element that is drawn here", "take it away or draw it with shapes")
            return
        style = self.style(element, inherited)
        if style is None or not style.display:
            return
        if self.context:
            style = self.in_context(style)
        if self.silhouette:
            if name not in SHAPES and name not in ("text", "use"):
                self.complain(element, f"<{name}> inside a clipPath is not drawn here", "use shapes, <text> and <use>")
                return
            style = replace(style, **_SILHOUETTE, even_odd=style.clip_even_odd)
        self.guarded(element, style, handler, depth)

    def guarded(self, element: etree._Element, style: Style, handler: Callable[..., None], depth: int) -> None:
        """Run a handler as `inside` does; what it cannot draw becomes a fault, and the walk goes on."""
        name = local(element)
        before = self.matrix, self.viewport, len(self.using), self.context
        try:
            self.inside(element, style, handler, depth)
            return
        except PathError as error:
            self.complain(element, f"<{name}>: the path cannot be drawn: {error}", "mend its data")
        except (StyleError, ValueError) as error:
            self.complain(element, f"<{name}>: {error}", getattr(error, "remedy", ""))
        except ArithmeticError:
            self.complain(element, f"<{name}>: its numbers are too large or too small to draw with", "draw it at another scale")
        except CardgenError as error:
            self.problems += error.problems
        self.matrix, self.viewport, _, self.context = before
        del self.using[before[2] :]

    def in_context(self, style: Style) -> Style:
        """A style whose context paints are those of what bears the marker, or uses the element (SVG 2, 13.8)."""
        known = dict(zip((support.CONTEXT_FILL, support.CONTEXT_STROKE), self.context, strict=True))
        changed: dict[str, Paint | None] = {}
        for name in ("fill", "stroke"):
            paint = getattr(style, name)
            if paint and paint.server in known:
                changed[name] = known[paint.server]
                if changed[name] and changed[name].server:  # type: ignore[union-attr]
                    raise StyleError("a gradient or pattern as a context paint is not drawn here; use a plain colour")
        return replace(style, **changed) if changed else style  # type: ignore[arg-type]

    def inside(self, element: etree._Element, style: Style, handler: Callable[..., None], depth: int) -> None:
        """Run a handler within the element's transform, clip and opacity."""
        self.em = style.font_size
        if style.background and element is not self.root:
            raise StyleError("a background is drawn behind the whole drawing only; draw a <rect>")
        if style.decoration and handler is not Walker.on_text:
            raise StyleError("text-decoration on anything but text is not drawn here; put it on the <text>")
        matrix = None
        if "transform" in element.attrib or style.transform or style.moved != ROOT.moved:
            matrix = own_transform(self, element, style, partial(bounds_of, self, element, style))
            self.em = style.font_size
        if handler is Walker.on_use and ("x" in element.attrib or "y" in element.attrib):
            x, y = self.coordinate(element, "x", self.viewport.width), self.coordinate(element, "y", self.viewport.height)
            matrix = (matrix or Matrix()) @ Matrix.shift(x, y)
        if matrix and not matrix.a * matrix.d - matrix.b * matrix.c:
            return
        grouped = bool(style.clip and self.blends) or (style.opacity < 1 and (handler is not _HANDLERS["path"] or _two_paints(style)))
        layered = style.filter or style.blend or style.isolated
        if not matrix and not style.clip and not style.mask and not grouped and style.opacity == 1 and not layered:
            handler(self, element, style, depth)
            return
        if style.opacity == 0:
            return
        self.save()
        outer = self.matrix
        if matrix:
            self.turn(matrix)
        # What has a viewport is cut in the units inside it.
        masks = self.cut(element, style) if local(element) not in VIEWPORTS or element is self.root else []
        if layered:
            work = partial(handler, self, element, style, depth)
            if style.filter:
                work = partial(paint_filtered, self, element, style, work)
            if masks:
                work = partial(self.through, masks, 1.0, work)
            self.group(style.opacity, work, style.blend)
        elif masks:
            self.through(masks, style.opacity, lambda: handler(self, element, style, depth))
        elif grouped:
            self.group(style.opacity, lambda: handler(self, element, style, depth))
        else:
            if style.opacity < 1:
                style = replace(style, fill_alpha=style.fill_alpha * style.opacity, stroke_alpha=style.stroke_alpha * style.opacity)
            handler(self, element, style, depth)
        self.matrix = outer
        self.restore()

    def through(self, masks: list[tuple[str, Drawing]], opacity: float, work: Callable[[], None]) -> None:
        """Paint a group through all of some masks."""
        (kind, mask), *others = masks
        inner = (lambda: self.through(others, 1.0, work)) if others else work
        self.masked(kind, mask, lambda: self.group(opacity, inner))

    def layer(self, element: etree._Element, style: Style, depth: int) -> bool:
        """Paint a large group without text as a form, from the shared store when the same mark-up came before. False: not such a group."""
        if not self.sharing or depth > 2 or len(element) < 3 or self.sheet or self.grey or self.silhouette:
            return False
        source = etree.tostring(element, with_tail=False)
        if len(source) < LAYER or b"<text" in source or b"#" in source.replace(b'="#', b"") or b"<use" in source:
            return False
        key = source + repr((style, self.drawing.box, self.matrix, self.viewport)).encode()
        inner = self.layers.get(key)
        if inner is None:
            faults = len(self.faults) + len(self.problems)
            inner = self.captured(lambda: self.children(element, style, depth), self.everywhere())
            if len(self.faults) + len(self.problems) > faults:
                return True
            self.layers[key] = inner
        if inner.content:
            self.form(inner)
        return True

    # -- definitions ----------------------------------------------------------------------------------------------------------------

    def server(self, paint: Paint, box: Box | None, area: Box | None) -> gradient.Gradient | Tiles | Paint | None:
        """What a gradient or pattern comes to for something with the bounds `box` of which `area` is painted. Raises StyleError."""
        if paint.server in (support.CONTEXT_FILL, support.CONTEXT_STROKE):
            return None  # there is no context
        element = self.by_id.get(paint.server)
        if element is None and paint.otherwise is not None:
            return paint.otherwise or None
        if element is None:
            raise StyleError(f'there is no gradient or pattern "{paint.server}" in the file')
        if local(element) == "pattern":
            return tiles(self, element, box, area)
        if local(element) not in ("linearGradient", "radialGradient"):
            raise StyleError(f"<{local(element)}> as a paint is not drawn here; fill with a colour, a gradient or a pattern")
        found = gradient.build(element, self.by_id, self.own_style, box, self.home_viewport(element), area, self.tone)
        return found.flat if found and found.flat else found

    def own_style(self, element: etree._Element) -> Style:
        """The style of a definition, which inherits from where it stands and not from where it is used."""
        style = ROOT
        for each in (*reversed(list(element.iterancestors())), element):
            style = self.style(each, style) or style
        return style

    def home_viewport(self, element: etree._Element) -> Box | None:
        """The viewport that the percentages of a definition refer to; None for one inside an inner <svg> or a symbol."""
        inner = any(local(each) in ("svg", "symbol") for each in element.iterancestors() if each is not self.root)
        return None if inner else self.page

    # -- elements ---------------------------------------------------------------------------------------------------------------------

    def on_group(self, element: etree._Element, style: Style, depth: int) -> None:
        if not self.layer(element, style, depth):
            self.children(element, style, depth)

    def on_shape(self, element: etree._Element, style: Style, depth: int) -> None:
        name = local(element)
        if name == "line":
            style = replace(style, fill=None)  # it has no inside, yet some viewers would show a hair of one
        segments = SHAPES[name](self, element)
        if style.shares:
            style = style.with_shares(((self.viewport.width**2 + self.viewport.height**2) / 2) ** 0.5)
        if style.dash and "pathLength" in element.attrib:
            style = _measured(style, segments, parse_length(element.get("pathLength", "")))
        marked = any(style.markers) and name in MARKED and style.visible
        if marked and style.markers_at == 1 and style.fill and style.stroke:
            raise StyleError("markers between fill and stroke are not drawn here; paint them first or last")
        if marked and style.markers_at < 2:
            paint_markers(self, element, style, segments)
        if style.fixed and style.stroke_width > 0 and style.seen().stroke:
            self.unscaled(style, segments)
        else:
            self.shape(style, segments)
        if marked and style.markers_at == 2:
            paint_markers(self, element, style, segments)

    def on_text(self, element: etree._Element, style: Style, depth: int) -> None:
        paint_text(self, element, style)

    def on_switch(self, element: etree._Element, style: Style, depth: int) -> None:
        """The first child that asks for nothing special, as browsers choose it."""
        for child in element:
            if "systemLanguage" in child.attrib:
                raise StyleError("a <switch> by language is not drawn here; keep the one child that is meant")
            if local(child) not in support.SILENT_ELEMENTS and not child.get("requiredExtensions"):
                self.element(child, style, depth + 1)
                return

    def on_use(self, element: etree._Element, style: Style, depth: int) -> None:
        reference = element.get("href") or element.get(XLINK) or ""
        target = self.by_id.get(reference[1:]) if reference.startswith("#") else None
        if target is None:
            raise StyleError(f'"{reference}" is no element of this file')
        if target in self.using:
            raise StyleError(f'"{reference}" uses itself')
        self.using.append(target)
        outer, self.context = self.context, (style.fill, style.stroke)
        if self.silhouette and local(target) not in (*SHAPES, "text"):
            raise StyleError(f"a <use> of <{local(target)}> inside a clipPath is not drawn here; use shapes and <text>")
        if local(target) in ("symbol", "svg"):
            inner = self.style(target, style)
            if inner and inner.display:
                # The size of the <use> goes before that of what it uses.
                self.inside(target, inner, lambda _, used, style, depth: self.nested(used, style, depth, element), depth)
        else:
            self.element(target, style, depth + 1)
        self.using.pop()
        self.context = outer

    def on_svg(self, element: etree._Element, style: Style, depth: int) -> None:
        self.nested(element, style, depth, element)

    def nested(self, element: etree._Element, style: Style, depth: int, sized: etree._Element) -> None:
        """A viewport of its own: nested <svg>, or a <symbol> in use; `sized` may give it another size."""
        framed = frame(self, element, sized)
        if framed is None:
            return
        outer, view = self.matrix, self.viewport
        self.save()
        whole = style.overflow == "visible" or bool(style.clip or style.mask)
        if not whole:
            self.cut_to(f"{operators(rectangle(*framed.box))} W n")
        self.viewport = framed.viewport
        self.turn(framed.matrix)
        if whole and style.overflow == "hidden":
            box = bounds_of(self, element, style)
            if box and not framed.viewport.grown(0.005 * framed.viewport.width).contains(box):
                what = f"a mask or clip-path on <{local(element)}>, parts of which lie outside it, is not drawn by every browser"
                raise StyleError(f"{what}; put it on a <g> around it")
        masks = self.cut(element, style)
        if masks:
            self.through(masks, 1.0, lambda: self.children(element, style, depth))
        else:
            self.children(element, style, depth)
        self.viewport, self.matrix = view, outer
        self.restore()

    def cut(self, element: etree._Element, style: Style) -> list[tuple[str, Drawing]]:
        """Cut what follows to an element's clip-path, if a path can; returns the masks that are to be painted through."""
        masks: list[tuple[str, Drawing]] = []
        if style.clip:
            cut = clip_path(self, element, style.clip, style)
            if cut is None:
                masks.append(clip_mask(self, element, style))
            else:
                self.cut_to(cut)
        if style.mask:
            masks.append(soft_mask(self, element, style))
        self.em = style.font_size
        return masks

    def on_image(self, element: etree._Element, style: Style, depth: int) -> None:
        paint_image(self, element, style)

    def kept(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        """What was made before for the same key, in this run or an earlier one where the surroundings keep such things."""
        keep = getattr(self.sources, "kept", None)
        return bytes(keep(key, make)) if keep else make()

    def declared(self, element: etree._Element) -> dict[str, str]:
        """What an element declares of itself, those properties included that are not followed everywhere."""
        return cascaded(element, self.sheet)

    def inherited(self, element: etree._Element, name: str, otherwise: str) -> str:
        """The value of an inherited property that a style does not hold."""
        for each in (element, *element.iterancestors()):
            value = self.declared(each).get(name, "inherit")
            if value != "inherit":
                return value
        return otherwise

    def coordinate(self, element: etree._Element, name: str, whole: float) -> float:
        text = element.get(name)
        if text and text.rstrip()[-2:].lower() in ("ex", "ch"):
            return self.in_letters(text.strip())
        return parse_length(text, whole, self.em) if text else 0.0

    def in_letters(self, text: str) -> float:
        """A length in heights of an x or widths of a 0 of the font (CSS Values 3, 5.1.1). Raises StyleError."""
        font = self.sources.first(*self.em.font) if isinstance(self.em, Em) and self.em.font[0] else None
        value, unit = split_length(text[:-2])
        if font is None or unit:
            raise StyleError(f'"{text[:40]}" is not a length that is known here; give it in user units')
        share = font.x_height if text[-2:].lower() == "ex" else font.measure("0")[0] / font.units_per_em
        return value * share * self.em


_SILHOUETTE: dict[str, Any] = {
    "fill": Paint(),
    "stroke": None,
    "fill_alpha": 1.0,
    "opacity": 1.0,
    "mask": "",
    "filter": "",
    "blend": "",
    "markers": ("", "", ""),
}
"""What an element inside a clipPath is painted with: only its outline counts."""


def _measured(style: Style, segments: tuple[Segment, ...], length: float) -> Style:
    """A style whose dashes are given in parts of the path's length (SVG 2, 9.6.2)."""
    if length <= 0:
        raise StyleError("a pathLength is a number above 0")
    share = Track(segments).length / length
    return replace(style, dash=tuple(dash * share for dash in style.dash), dash_offset=style.dash_offset * share)


def _two_paints(style: Style) -> bool:
    """Whether opacity needs a group: a fill and a stroke that overlap."""
    return any(style.markers) or (style.fill is not None and style.stroke is not None and style.stroke_width > 0)


_HANDLERS: dict[str, Callable[..., None]] = {
    **dict.fromkeys(SHAPES, Walker.on_shape),
    "g": Walker.on_group,
    "a": Walker.on_group,
    "switch": Walker.on_switch,
    "svg": Walker.on_svg,
    "use": Walker.on_use,
    "image": Walker.on_image,
    "text": Walker.on_text,
}
