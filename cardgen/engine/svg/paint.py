"""The walker: from an SVG tree to a drawing, element by element.

What it cannot draw as a browser would, it refuses by name. It works on any SVG within
`support.WALKER_ELEMENTS`: a card from a template, or a piece of art."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from lxml import etree

from cardgen.base.findings import CardgenError
from cardgen.base.geometry import Box, Matrix
from cardgen.base.svg_marks import UNREAD
from cardgen.engine.graphics.display_list import ClipTo, PlacedForm, as_path
from cardgen.engine.graphics.drawing import NOWHERE, Drawing
from cardgen.engine.graphics.outlines import Segments, rectangle
from cardgen.engine.svg import gradient, support
from cardgen.engine.svg.bounds import VIEWPORTS, bounds_of, frame
from cardgen.engine.svg.clip import clip_path
from cardgen.engine.svg.colours import Home, Paint
from cardgen.engine.svg.content import Work
from cardgen.engine.svg.document import ROOT, Document, Sources
from cardgen.engine.svg.faults import DrawingError, Ignored
from cardgen.engine.svg.filters import paint_filtered
from cardgen.engine.svg.foreign import HTML, html_remedy, is_pane
from cardgen.engine.svg.image import paint_image, paint_part
from cardgen.engine.svg.layers import may_repeat, paint_layer, stretch_from
from cardgen.engine.svg.markers import MARKED, paint_markers
from cardgen.engine.svg.mask import clip_mask, soft_mask
from cardgen.engine.svg.painter import Masks, Painter
from cardgen.engine.svg.parse import SHEET_ELSEWHERE, local, reference_of
from cardgen.engine.svg.path import PathError
from cardgen.engine.svg.path_length import Track
from cardgen.engine.svg.patterns import tiles
from cardgen.engine.svg.prepared_texts import PreparedText
from cardgen.engine.svg.shape_painter import Tiles
from cardgen.engine.svg.shapes import SHAPES, UNSIZED
from cardgen.engine.svg.style import Style
from cardgen.engine.svg.text import paint_text
from cardgen.engine.svg.transforms import own_transform
from cardgen.engine.svg.values import SVG, StyleError, parse_length, remedy_of

_Handler = Callable[..., None]
"""A method of the walker that paints one kind of element: it takes the element, its style and its
depth."""


def paint(
    root: etree._Element,
    sources: Sources,
    layers: dict[Any, Any] | None = None,
    density: float = 0.0,
    ignored: Ignored | None = None,
    optical: bool = False,
    texts: Sequence[PreparedText] = (),
) -> Drawing:
    """The drawing of a whole SVG document.

    `layers` is shared by cards of one run: what repeats, groups and images, is then walked once,
    and large groups become forms. Pictures keep `density` pixels to a unit at the most, 0 for all
    they have. `ignored` gathers what browsers ignore; with None that is refused too. `optical` and
    `texts` are as for a document.

    Raises DrawingError with every construct that is not drawn here."""
    return Walker(Document(root, sources, density, ignored, optical, texts), layers).full_drawing()


class Walker(Painter):
    """One walk over one document."""

    def __init__(self, document: Document, layers: dict[Any, Any] | None) -> None:
        super().__init__(document, {} if layers is None else layers)
        self.sharing = layers is not None

    def full_drawing(self) -> Drawing:
        """The drawing of the document. Raises DrawingError."""
        document = self.document
        root = self.document.root
        page = self.document.page
        self.drawing.box = page
        self.visible_box = page.grown(max(page.width, page.height))
        if root.get("viewBox"):
            self.drawing.fit = root.get("preserveAspectRatio", "")
        else:
            self.drawing.fit = "none" if document.sized else UNSIZED
        style = document.style(root, ROOT)
        for moving in root.iter(*(SVG + name for name in support.MOVING)):
            document.complain(
                moving, f"<{local(moving)}> is not drawn here", "a card stands still; take it away"
            )
        if SHEET_ELSEWHERE in root.attrib:
            document.complain(
                root, "an xml-stylesheet is not followed", "put its rules into a <style>"
            )
        if root.get("transform") or (style and _is_moved_or_cut(style)):
            document.complain(
                root,
                "a transform, mask or clip-path on the outermost <svg> is not drawn here",
                "put it on a <g> inside",
            )
        elif style and style.display:
            self.run_guarded(root, style, lambda *_: self.ground(style), 0)
        if document.faults or document.problems:
            raise DrawingError(list(document.faults), list(dict.fromkeys(document.problems)))
        self.drawing.fixed = self.fixed
        return self.isolated() if self.blended else self.drawing

    def isolated(self) -> Drawing:
        """The drawing as one that blends with nothing under it."""
        inner = self.drawing
        inner.group = True
        inner.reach = self.visible_box
        return Drawing(
            [PlacedForm(inner.name, texts=(0, len(inner.texts)))],
            inner.box,
            fit=inner.fit,
            forms={inner.name: inner},
            texts=inner.texts,
            fixed=inner.fixed,
        )

    def ground(self, style: Style) -> None:
        """Paint the whole document, its background first."""
        if style.background:
            colour = style.colour if style.background.alpha < 0 else style.background
            self.shape(replace(ROOT, fill=colour), rectangle(*self.document.page))
        self.children(self.document.root, style, 0)

    def drawing_of(self, root: etree._Element, sources: Sources, ignored: Ignored) -> Drawing:
        return paint(root, sources, ignored=ignored)

    # -- walking

    def children(self, parent: etree._Element, style: Style, depth: int) -> None:
        painted = 0
        for child in parent:
            if not painted and self.sharing:
                stretch = stretch_from(child)
                if stretch:
                    painted = self.paint_alike(stretch, style, depth)
            if painted:
                painted -= 1
            else:
                self.element(child, style, depth + 1)

    def paint_alike(self, elements: Sequence[etree._Element], style: Style, depth: int) -> int:
        """Paint siblings that are drawn alike on every card as one layer.

        Returns how many of them have been painted."""

        def work() -> None:
            self.sharing = False  # what is in a layer needs no layers
            for element in elements:
                self.element(element, style, depth + 1)

        try:
            return len(elements) if paint_layer(self, elements, style, work) else 0
        finally:
            self.sharing = True

    def element(self, element: etree._Element, inherited: Style, depth: int) -> None:
        """Paint an element, or complain of it."""
        name = local(element)
        self.document.count(element, depth)
        if "requiredExtensions" in element.attrib:
            return  # nobody has any
        handler = _HANDLERS.get(name)
        if handler is None:
            self.refuse(element, name, inherited)
            return
        style = self.document.style(element, inherited)
        if style is None or not style.display:
            return
        if self.scope.context:
            style = self.in_context(style)
        if self.scope.silhouette:
            if name not in SHAPES and name not in ("text", "use"):
                self.run_guarded(element, ROOT, partial(_outside_of_clip, name), depth)
                return
            style = replace(style, **_SILHOUETTE, even_odd=style.clip_even_odd)
        self.run_guarded(element, style, handler, depth)

    def refuse(self, element: etree._Element, name: str, inherited: Style) -> None:
        """Complain of an element that nothing draws here, unless it draws nothing in browsers."""
        if name == HTML:
            self.refuse_html(element)
            return
        refusal = support.refusal(name)
        if refusal and not (name == "flowRoot" and self.is_blank(element, inherited)):
            self.document.complain(element, *refusal)

    def refuse_html(self, element: etree._Element) -> None:
        """Complain of HTML, with what helps in the program that made it.

        In art a pane that blurs what lies under it is left out."""
        document = self.document
        remedy = html_remedy(document.root, element, in_art=document.optical)
        if not (is_pane(element) and document.optical):
            document.complain(element, f"<{HTML}> is not drawn here", remedy)
            return

        def leave_out(*_: Any) -> None:
            document.take_instead("a background blur was left out", remedy)

        self.run_guarded(element, ROOT, leave_out, 0)

    def is_blank(self, element: etree._Element, inherited: Style) -> bool:
        """True if a text shows nothing in the program that wrote it.

        Inkscape leaves frames without words behind, and hides some."""
        if len(element) and not "".join(element.itertext()).strip():
            return True
        style = self.document.style(element, inherited)
        return style is not None and not style.display

    def run_guarded(
        self, element: etree._Element, style: Style, handler: _Handler, depth: int
    ) -> None:
        """Run a handler as `run_inside` does, its errors becoming faults.

        The walk goes on."""
        try:
            self.run_inside(element, style, handler, depth)
        except PathError as error:
            message = f"<{local(element)}>: the path cannot be drawn: {error}"
            self.document.complain(element, message, error.remedy)
        except ValueError as error:
            message = f"<{local(element)}>: {error}"
            code = getattr(error, "code", "art-refused")
            measured = getattr(error, "measured", "")
            self.document.complain(element, message, remedy_of(error), code, measured)
        except ArithmeticError:
            message = f"<{local(element)}>: its numbers are too large or too small to draw with"
            self.document.complain(element, message, "draw it at another scale")
        except CardgenError as error:
            self.document.problems += error.findings

    def run_inside(
        self, element: etree._Element, style: Style, handler: _Handler, depth: int
    ) -> None:
        """Run a handler within the element's transform, clip and opacity. Raises StyleError."""
        if style.simple and handler is not Walker.on_use and element.get("transform") is None:
            handler(self, element, style, depth)
            return
        if style.background and element is not self.document.root:
            raise StyleError("a background is drawn behind the whole drawing only", "draw a <rect>")
        if style.decoration and handler is not Walker.on_text:
            lines = self.scope.lines + tuple((kind, style) for kind in style.decoration)
            with self.scoped(lines=lines):
                self.run_inside(element, replace(style, decoration=()), handler, depth)
            return
        matrix = self.matrix_of(element, style)
        if matrix and not matrix.a * matrix.d - matrix.b * matrix.c:
            return
        if not matrix and not style.composed:
            handler(self, element, style, depth)
        elif style.opacity:
            with self.saved(matrix):
                masks: Masks = []
                # What has a viewport is cut in the units inside it.
                if local(element) not in VIEWPORTS or element is self.document.root:
                    masks = self.cut_and_masks(element, style)
                self.compose(element, style, handler, depth, masks)

    def matrix_of(self, element: etree._Element, style: Style) -> Matrix | None:
        """The map from inside an element to its parent.

        It is its transform, and the shift of a <use>. It is None where it has neither."""
        matrix = None
        units = self.units(style)
        if "transform" in element.attrib or style.transform or style.moved != ROOT.moved:
            bounds = partial(bounds_of, self.document, units, element, style)
            matrix = own_transform(units, element, style, bounds)
        if local(element) == "use" and ("x" in element.attrib or "y" in element.attrib):
            matrix = (matrix or Matrix()) @ Matrix.shift(*units.pair(element, "x", "y"))
        return matrix

    def composed(self, element: etree._Element, style: Style, work: Work) -> None:
        if style.opacity:
            with self.saved():
                masks = self.cut_and_masks(element, style)
                self.compose(element, style, lambda *_: work(), 0, masks)

    def compose(
        self,
        element: etree._Element,
        style: Style,
        handler: _Handler,
        depth: int,
        masks: Masks,
    ) -> None:
        """Run a handler in the groups that filters, masks, blending and opacity need."""
        work = partial(handler, self, element, style, depth)
        if style.filter or style.blend or style.isolated:
            if style.filter:
                work = partial(paint_filtered, self, element, style, work)
            if masks:
                work = partial(self.through, masks, 1.0, work)
            self.group(style.opacity, work, style.blend)
        elif masks:
            self.through(masks, style.opacity, work)
        elif (style.clip and self.document.blends) or (
            style.opacity < 1 and (handler is not Walker.on_shape or _needs_group(style))
        ):
            self.group(style.opacity, work)
        else:
            handler(self, element, style.faded() if style.opacity < 1 else style, depth)

    # -- definitions

    def server(
        self, paint: Paint, box: Box | None, area: Box | None
    ) -> gradient.Gradient | Tiles | Paint | None:
        """The gradient or pattern of a paint for something with the bounds `box`.

        `area` is what is painted of it. None paints nothing. Raises StyleError."""
        if paint.server in (support.CONTEXT_FILL, support.CONTEXT_STROKE):
            return None  # there is no context
        if paint.home:
            return self.served_from_home(paint, paint.home, area)
        document = self.document
        element = document.by_id.get(paint.server)
        if paint.otherwise is not None:
            flat = box is not None and not (box.width and box.height)
            if element is None or (flat and _is_in_box(element)):
                return paint.otherwise or None
        if element is None:
            raise StyleError(
                f'there is no gradient or pattern "{paint.server}" in the file',
                document.instead_of(paint.server, "linearGradient", "radialGradient", "pattern"),
            )
        if local(element) == "pattern":
            return tiles(self, element, box, area) or paint.otherwise or None
        if local(element) not in ("linearGradient", "radialGradient"):
            raise StyleError(
                f"<{local(element)}> as a paint is not drawn here",
                "fill with a colour, a gradient or a pattern",
            )
        viewport = document.home_viewport(element)
        built = gradient.build(
            element, document.by_id, document.own_style, box, viewport, area, self.tone
        )
        return built.flat if built and built.flat else built

    def served_from_home(
        self, paint: Paint, home: Home, area: Box | None
    ) -> gradient.Gradient | Tiles | Paint | None:
        """A gradient or pattern where it lies on the element whose paint it is."""
        to_here = (self.outside @ self.matrix).inverse() @ home.matrix
        home_area = to_here.inverse().box(area) if area else None
        server = self.server(replace(paint, home=None), home.box, home_area)
        if isinstance(server, Tiles):
            return replace(server, places=tuple(to_here @ place for place in server.places))
        if isinstance(server, gradient.Gradient):
            return replace(server, matrix=to_here @ server.matrix)
        return server

    def cut_and_masks(self, element: etree._Element, style: Style) -> Masks:
        """Cut what follows to an element's clip-path, if a path can.

        Returns the masks that are to be painted through."""
        masks: Masks = []
        if style.clip:
            cut = clip_path(self.document, self.units(style), element, style.clip, style)
            if cut is None:
                masks += clip_mask(self, element, style)
            else:
                self.cut_to(cut)
        if style.mask and (mask := soft_mask(self, element, style)):
            masks.append(mask)
        return masks

    # -- elements

    def on_group(self, element: etree._Element, style: Style, depth: int) -> None:
        texts = self.drawing.texts
        before = len(self.drawing.texts)
        work = partial(self.children, element, style, depth)
        shared = self.sharing and depth <= 2 and may_repeat(element)
        if not (shared and paint_layer(self, [element], style, work)):
            work()
        if UNREAD in element.attrib:
            texts[before:] = [mark._replace(clip=NOWHERE) for mark in texts[before:]]

    def on_shape(self, element: etree._Element, style: Style, depth: int) -> None:
        name, units = local(element), self.units(style)
        if name == "line":
            # it has no inside, yet some viewers would show a hair of one
            style = replace(style, fill=None)
        segments = SHAPES[name](units, element)
        if style.shares:
            style = style.with_shares(units.diagonal)
        if style.dash and "pathLength" in element.attrib:
            length = parse_length(element.get("pathLength", ""))
            style = _with_measured_dashes(style, segments, length)
        marked = any(style.markers) and name in MARKED and style.visible
        if marked and style.markers_at == 1 and style.fill and style.stroke:
            below = replace(style, stroke=None)
            above = replace(style, fill=None)
            if style.stroke_first:
                below, above = above, below
            self.shape(below, segments)
            paint_markers(self, style, segments)
            marked = False
            style = above
        if marked and style.markers_at < 2:
            paint_markers(self, style, segments)
        if style.fixed and style.stroke_width > 0 and style.visible_paints().stroke:
            self.unscaled(style, segments)
        else:
            self.shape(style, segments)
        if marked and style.markers_at == 2:
            paint_markers(self, style, segments)

    def on_text(self, element: etree._Element, style: Style, depth: int) -> None:
        paint_text(self, element, style)

    def on_switch(self, element: etree._Element, style: Style, depth: int) -> None:
        """Paint the first child that asks for nothing special, as browsers choose it.

        HTML is not drawn here: what stands beside it for those who draw none is taken."""
        children = []
        for child in element:
            if "systemLanguage" in child.attrib:
                raise StyleError(
                    "a <switch> by language is not drawn here", "keep the one child that is meant"
                )
            draws = local(child) not in support.SILENT_ELEMENTS
            if draws and "requiredExtensions" not in child.attrib:
                children.append(child)
        if not children:
            return
        first = children[0]
        if local(first) == HTML:
            plain = next((child for child in children if local(child) != HTML), None)
            if plain is not None:
                if self.document.optical:
                    self.document.take_instead(
                        "a <foreignObject> was left for the text that its <switch> has beside it",
                        html_remedy(self.document.root, first, in_art=True),
                    )
                first = plain
        self.element(first, style, depth + 1)

    def on_use(self, element: etree._Element, style: Style, depth: int) -> None:
        reference = reference_of(element)
        target = None
        if reference.startswith("#"):
            target = self.document.by_id.get(reference[1:])
        if target is None and "#" in reference[1:]:
            paint_part(self, element, style, reference)
            return
        if target is None:
            remedy = self.document.instead_of(reference.removeprefix("#"), *support.USABLE)
            raise StyleError(f'"{reference}" is no element of this file', remedy)
        if target in self.scope.using or target in element.iterancestors():
            self.document.ignore(f'"{reference}" uses itself', "let it use something else")
            return
        if self.scope.silhouette and local(target) not in (*SHAPES, "text"):
            self.document.ignore(
                f"a <use> of <{local(target)}> inside a clipPath is not drawn here",
                "use shapes and <text>",
            )
            return
        bounds = partial(bounds_of, self.document, self.units(style), element, style)
        with self.scoped(target, context=self.as_context(style, bounds)):
            if local(target) not in ("symbol", "svg"):
                self.element(target, style, depth + 1)
                return
            inner = self.document.style(target, style)
            if inner and inner.display:
                # The size of the <use> goes before that of what it uses.
                def nested(_: Walker, used: etree._Element, style: Style, depth: int) -> None:
                    self.nested(used, style, depth, element)

                self.run_inside(target, inner, nested, depth)

    def on_svg(self, element: etree._Element, style: Style, depth: int) -> None:
        self.nested(element, style, depth, element)

    def nested(
        self, element: etree._Element, style: Style, depth: int, sized: etree._Element
    ) -> None:
        """Paint a viewport of its own: nested <svg>, or a <symbol> in use.

        `sized` may give it another size. Raises StyleError."""
        inner = frame(self.units(style), element, sized)
        if inner is None:
            return
        with self.saved(), self.scoped(viewport=inner.viewport):
            uncut = style.overflow == "visible" or bool(style.clip or style.mask)
            if not uncut:
                self.cut_to(ClipTo(as_path(rectangle(*inner.box))))
            self.turn(inner.matrix)
            if uncut and style.overflow == "hidden":
                box = bounds_of(self.document, self.units(style), element, style)
                if box and not inner.viewport.grown(0.005 * inner.viewport.width).contains(box):
                    raise StyleError(
                        f"a mask or clip-path on <{local(element)}>, parts of which lie outside it,"
                        " is not drawn by every browser",
                        "put it on a <g> around it",
                    )
            masks = self.cut_and_masks(element, style)
            work = partial(self.children, element, style, depth)
            if masks:
                self.through(masks, 1.0, work)
            else:
                work()

    def on_image(self, element: etree._Element, style: Style, depth: int) -> None:
        paint_image(self, element, style)


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
"""The style of an element inside a clipPath: only its outline counts."""


def _is_in_box(element: etree._Element) -> bool:
    """True if a gradient or pattern is measured in parts of a box."""
    return "userSpaceOnUse" not in (element.get("gradientUnits"), element.get("patternUnits"))


def _outside_of_clip(name: str, walker: Walker, *_: Any) -> None:
    message = f"<{name}> inside a clipPath is not drawn here"
    walker.document.ignore(message, "use shapes, <text> and <use>")


def _is_moved_or_cut(style: Style) -> bool:
    return bool(style.clip or style.mask or style.transform or any(style.moved))


def _with_measured_dashes(style: Style, segments: Segments, length: float) -> Style:
    """A style whose dashes are given in parts of the path's length (SVG 2, 9.6.2).

    Raises StyleError."""
    if length <= 0:
        raise StyleError("a pathLength is a number above 0", "write one, or take it away")
    share = Track(segments).length / length
    dash = tuple(part * share for part in style.dash)
    return replace(style, dash=dash, dash_offset=style.dash_offset * share)


def _needs_group(style: Style) -> bool:
    """True if opacity needs a group: a fill and a stroke that overlap."""
    has_stroke = style.stroke is not None and style.stroke_width > 0
    return any(style.markers) or (style.fill is not None and has_stroke)


_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(SHAPES, Walker.on_shape),
    "g": Walker.on_group,
    "a": Walker.on_group,
    "switch": Walker.on_switch,
    "svg": Walker.on_svg,
    "use": Walker.on_use,
    "image": Walker.on_image,
    "text": Walker.on_text,
}
