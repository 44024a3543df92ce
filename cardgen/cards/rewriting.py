"""A template with names that bind, rewritten into the same document with Jinja where objects are
bound: a condition or a loop around an object, a text in place of a sample, a colour at the end of a
`style`.

All else is kept to the letter, and every line keeps its number, so that what goes wrong is told
with the line of the object. Expressions come out of names only (`names.py`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, TemplateSyntaxError
from jinja2.parser import Parser
from lxml import etree
from markupsafe import escape

from cardgen.base import svg_marks
from cardgen.base.findings import CardgenError, Finding, Place, UnreadableError
from cardgen.base.geometry import Box, Matrix
from cardgen.base.parser_messages import in_jinja
from cardgen.base.patterns import pattern
from cardgen.cards.flow_plan import FlowPlan, ObjectText
from cardgen.cards.names import NAMING, SURELY_NAMED, Binding, bindings_of, is_called, misspelt
from cardgen.cards.page import VALUE
from cardgen.cards.samples import frame_box, leaf_of, lettering, point_of, words_of
from cardgen.cards.static_art import NO_ELEMENTS
from cardgen.engine import DrawingError, StyleError, TextBox, UndrawnDocument, svg_tree, svg_values

_TOKEN = pattern(
    rf"{NO_ELEMENTS}|(?P<close></[^>]*>)"
    rf"|(?P<open><[^\s<>/!?]+(?:\s+[^\s=<>/]+\s*=\s*{VALUE})*\s*(?P<empty>/?)>)",
    re.DOTALL,
)
_STYLE = re.compile(rf"\sstyle\s*=\s*{VALUE}")
_SIDES = re.compile(rf"\s(?:x|y|width|height|d)\s*=\s*{VALUE}")
"""The attributes that say where a rectangle lies, or a path."""
_TAG_NAME = re.compile(r"<[^\s<>/]+")
_BRACES = re.compile(r"\{(?=[{%#]|\Z)")
_JINJA = pattern(
    r"\{\{[^{}]{0,1000}\b(?:card|palette|deck|game|lists|ink|mix|text_box)\b[^{}]{0,1000}\}\}"
    r"|\{\{[^{}<]{0,1000}\b(?:card|palette|deck|game)[.\[]"  # also where it is not closed
    r"|\{%.{0,1000}?%\}",
    re.DOTALL,
)
_PAINTED = (
    *(
        "fill",
        "fill-opacity",
        "fill-rule",
        "stroke",
        "stroke-opacity",
        "stroke-width",
        "stroke-linejoin",
        "stroke-linecap",
    ),
    *(
        "stroke-miterlimit",
        "stroke-dasharray",
        "stroke-dashoffset",
        "paint-order",
        "color",
        "visibility",
    ),
)
"""What a text hands on to what is set in its place."""
_WHOLE = ("opacity", "filter", "clip-path", "mask", "display", "mix-blend-mode", "isolation")
"""What is done to an object as a whole."""
_MOVING = ("transform", "transform-origin", "transform-box", "translate", "rotate", "scale")
"""What moves an object as a whole, where it is no attribute."""
_LAYER = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
_TEXTS = ("text", "flowRoot")
_FRAMES = ("rect", "use")
_SOMETIMES = ("if", "for", "panel")
"""What may leave an object out of a card."""
_OF_TEXTS = ("style", "size", "continues")
"""Words behind the name of a text that are handed on as they are."""
_ASKEW = 1e-3
"""How far the sides of a frame may lean, as a share."""
_FIT = {"meet": "xMidYMid meet", "slice": "xMidYMid slice", "stretch": "none"}


def rewritten(source: str, path: Path, environment: Environment) -> str:
    """A template with Jinja in place of what the names of its objects bind; as it is where none
    does. Raises CardgenError."""
    try:
        document = UndrawnDocument(source)
    except DrawingError as error:
        if not SURELY_NAMED.search(source):
            return source  # a template in Jinja
        raise error.within(path) from None
    return _Rewriting(source, document, path, environment).made()


class _DrawnExtent(NamedTuple):
    """The extent of an element in the source: its start tag, and the whole of it."""

    start: int
    tag: int
    end: int


class _Rewriting:
    """One template, and what is put into it: replacements of places in its source."""

    def __init__(
        self, source: str, document: UndrawnDocument, path: Path, environment: Environment
    ) -> None:
        self.source = source
        self.document = document
        self.path = path
        self.environment = environment
        self.elements = list(svg_tree.elements(document.root))
        self.spans = dict(zip(self.elements, _spans(source), strict=True))
        self.edits: list[tuple[int, int, str]] = []
        self.problems: list[Finding] = []
        self.bindings: dict[etree._Element, list[Binding]] = {}
        self.styles: dict[etree._Element, list[str]] = {}
        self.flow: FlowPlan | None = None

    def made(self) -> str:
        ids = self.document.by_id
        for element in self.elements[1:]:  # the title of the whole names no object
            try:
                if bindings := bindings_of(element, ids):
                    self.bindings[element] = bindings
            except UnreadableError as error:
                self.add_problem(element, error.finding)
        bound_elements = list(self.bindings)
        self.work(self.colour, bound_elements)
        self.work(self.follow, bound_elements)
        flow = self.flow
        if flow:
            bound_elements = [
                element for element in self.elements if element in self.bindings or element in flow
            ]
        self.work(self.bind, bound_elements)
        if self.problems:
            raise CardgenError(*dict.fromkeys(self.problems))
        self.keep_names()
        if self.flow:
            self.arrange(self.flow)
        return self.written() if self.bindings else self.source

    def work(
        self,
        work: Callable[[etree._Element, dict[str, Binding]], None],
        elements: Sequence[etree._Element],
    ) -> None:
        """Do some work for each of these objects, and take note of what is wrong with them."""
        for element in elements:
            bindings = self.bindings.get(element, [])
            name = f'"{bindings[0].text}": ' if bindings else ""
            try:
                work(element, {binding.verb: binding for binding in bindings})
            except UnreadableError as error:
                self.add_problem(element, error.finding)
            except StyleError as error:
                self.complain(element, f"{name}{error}", error.remedy)
            except ZeroDivisionError:
                self.complain(element, f"{name}it is scaled to nothing", "draw it again")

    def complain(self, element: etree._Element, sentence: str, remedy: str) -> None:
        self.add_problem(element, Finding("drawn-name", sentence, remedy))

    def add_problem(self, element: etree._Element, problem: Finding) -> None:
        """Take note of what is wrong with an object, at its line."""
        line = self.source.count("\n", 0, self.spans[element].start) + 1
        self.problems.append(problem.at(Place(self.path, line)))

    def colour(self, element: etree._Element, verbs: dict[str, Binding]) -> None:
        """Take note of what gives an object another style; what stands in its place is to have it
        too."""
        for binding in self.bindings[element]:
            if binding.verb not in NAMING:
                self.check(binding)
        if len(verbs) < len(self.bindings[element]):
            names = "; ".join(binding.text for binding in self.bindings[element])
            raise UnreadableError(
                "drawn-name",
                f'the name "{names}" says one thing twice',
                "write it once; two conditions go together by and",
            )
        for name in ("fill", "stroke"):
            if name in verbs:
                self.paint(element, name, verbs[name])
        if "if" in verbs and self.document.declared(element).get("display") == "none":
            self.style(element, "display:inline")

    def bind(self, element: etree._Element, verbs: dict[str, Binding]) -> None:
        together = [element]
        if "text" in verbs:
            sample = self.sample(element)
            if sample is not None and sample not in element.iter():
                together.append(sample)  # what is asked of the one holds for the other
        for member in together:
            self.around(member, verbs, element)
        if "panel" in verbs:
            self.panel(element)
        elif "text" in verbs:
            self.text(element, verbs["text"])
        elif "image" in verbs:
            self.image(element, verbs["image"])

    def check(self, binding: Binding) -> None:
        """Raises UnreadableError for what is no expression."""
        if binding.expression.startswith("{{"):
            raise UnreadableError(
                "drawn-name",
                f'the name "{binding.text}" has braces, which only texts need',
                "take the braces away",
            )
        try:
            parser = Parser(self.environment, binding.expression, state="variable")
            parser.parse_expression()
            if not parser.stream.eos:
                raise TemplateSyntaxError("chunk after expression", 1)
        except TemplateSyntaxError as error:
            filters, tests = self.environment.filters, self.environment.tests
            sentence, remedy = in_jinja(str(error.message), filters=filters, tests=tests)
            raise UnreadableError(
                "drawn-name",
                f'the name "{binding.text}" cannot be read: {sentence}',
                misspelt(binding) or remedy,
            ) from None
        except RecursionError:
            raise UnreadableError(
                "drawn-name",
                f'the name "{binding.text[:40]}..." cannot be read: it nests too deeply',
                "write it plainly",
            ) from None

    # What stands around an object

    def around(
        self, element: etree._Element, verbs: dict[str, Binding], owner: etree._Element
    ) -> None:
        """Write what stands around an object, for the sake of one that binds it."""
        before = ""
        after = ""
        if loop := verbs.get("for"):
            if "across" not in loop.options:
                raise UnreadableError(
                    "drawn-name",
                    f'"{loop.text}" does not say where the next one goes',
                    "write how far across and down:  step 8 0",
                )
            parent = element.getparent()
            inward = self.place_of(parent).inverse() if parent is not None else Matrix()
            x, y = float(loop.options["across"]), float(loop.options["down"])
            number = (
                "(loop.index0 - (loop.length - 1) / 2)"
                if "middle" in loop.options
                else "loop.index0"
            )
            steps = inward.a * x + inward.c * y, inward.b * x + inward.d * y
            moved = " ".join(
                f"{{{{ ({round(step, 6)!r} * {number}) | round(4) }}}}" for step in steps
            )
            before += (
                f"{{% for {loop.options.get('item', 'item')} in ({loop.expression}) or [] %}}<g"
                f' transform="translate({moved})">'
            )
            after = "</g>{% endfor %}"
        if condition := verbs.get("if"):
            before, after = before + f"{{% if ({condition.expression}) %}}", "{% endif %}" + after
        is_followed = self.flow is not None and owner in self.flow
        tells_itself = "panel" in verbs or "text" in verbs
        if "below" in verbs or (is_followed and not tells_itself):
            before, after = f"{before}<g{self.place_mark(owner)}>", f"</g>{after}"
        if before:
            self.wrap(element, before, after)

    def wrap(self, element: etree._Element, before: str, after: str) -> None:
        span = self.spans[element]
        self.edits += [(span.start, span.start, before), (span.end, span.end, after)]

    # What follows another object

    def follow(self, element: etree._Element, verbs: dict[str, Binding]) -> None:
        """Find out what an object follows."""
        if not verbs.keys().isdisjoint(NAMING):
            self.flow = self.flow or FlowPlan(self)
            self.flow.read(element)

    def place_mark(self, element: etree._Element) -> str:
        """What stands for the attributes that place an object on a card."""
        verbs = {binding.verb: binding for binding in self.bindings.get(element, ())}
        picture_argument = f", {verbs['image'].expression}" if "image" in verbs else ""
        return f"{{{{ drawn_place({self.key_of(element)!r}{picture_argument}) }}}}"

    def panel(self, element: etree._Element) -> None:
        """Let the sides of a panel be those that its card gives it."""
        span = self.spans[element]
        tag = self.source[span.start : span.tag]
        for side in _SIDES.finditer(tag):
            self.edits.append((span.start + side.start(), span.start + side.end(), ""))
        begin = span.start + _TAG_NAME.match(tag).end()  # type: ignore[union-attr]  # it is one
        self.edits.append((begin, begin, self.place_mark(element)))

    def arrange(self, flow: FlowPlan) -> None:
        """Let the drawing be arranged on each card, once its texts are set."""
        start = self.spans[self.elements[0]].tag
        plan = _literal(flow.literal())
        self.edits.insert(0, (start, start, f"{{% filter arranged({plan!r}) %}}"))
        self.append("{% endfilter %}")

    # Clones

    def keep_names(self) -> None:
        """Put nothing behind the drawing, under each name that a clone shows and that is not on
        every card: of several objects the first is shown."""
        cloned = {
            svg_tree.reference_of(element).removeprefix("#")
            for element in self.elements
            if svg_tree.local(element) == "use"
        }
        names = {
            part.get("id"): None
            for element, bindings in self.bindings.items()
            if any(binding.verb in _SOMETIMES for binding in bindings)
            for part in element.iter()
            if part.get("id") in cloned
        }
        if names:
            nothing = "".join(f'<path id="{_quoted(str(name))}" d=""/>' for name in names)
            self.append(f"<defs>{nothing}</defs>")

    def append(self, markup: str) -> None:
        """Write something at the end of the drawing."""
        end = self.source.rindex("</", 0, self.spans[self.elements[0]].end)
        self.edits.append((end, end, markup))

    # Colours

    def paint(self, element: etree._Element, name: str, binding: Binding) -> None:
        """An object in a colour; of a group all that has one, as drawing programs do it, and a stop
        of a gradient."""
        if element.tag == svg_values.SVG + "stop":
            name = "stop-color"
        # against what a style sheet says so
        important = " !important" if "!important" in self.source else ""
        for part in element.iter():
            if part is element or self.document.declared(part).get(name, "none") not in (
                "none",
                "inherit",
            ):
                self.style(part, f"{name}:{{{{ {binding.expression} }}}}{important}")

    def style(self, element: etree._Element, addition: str) -> None:
        """Add to the `style` of an element, where it goes before all else."""
        self.styles.setdefault(element, []).append(addition)

    def added(self, element: etree._Element) -> str:
        """The additions to the style of an object, and of the parts of it that go with it."""
        return "".join(
            dict.fromkeys(
                f";{addition}" for part in element.iter() for addition in self.styles.get(part, ())
            )
        )

    def styled(self) -> Iterator[tuple[int, int, str]]:
        for element, additions in self.styles.items():
            span, more = self.spans[element], ";".join(additions)
            tag = self.source[span.start : span.tag]
            if match := _STYLE.search(tag):
                yield (at := span.start + match.end() - 1), at, f";{more}"
            else:
                yield (at := span.start + len(tag.rstrip("/>").rstrip())), at, f' style="{more}"'

    # Pictures

    def image(self, element: etree._Element, binding: Binding) -> None:
        """A picture in place of the one that is drawn, or of a rectangle."""
        if svg_tree.local(element) not in (*_FRAMES, "image"):
            raise UnreadableError(
                "drawn-name",
                f'"{binding.text}": a <{svg_tree.local(element)}> has no place for a picture',
                "name a picture or a rectangle so",
            )
        box = frame_box(self.document, element)
        ratio = element.get("preserveAspectRatio", "")
        fit = _FIT.get(binding.options.get("fit", "")) or (
            ratio if ratio not in ("", "none") else _FIT["meet"]
        )
        sides = ", ".join(f"{round(side, 6)!r}" for side in box)
        picture = f"{{{{ object_image({binding.expression}, {sides}, {fit!r}) }}}}"
        corners = {name: element.get(name, "") for name in ("rx", "ry") if element.get(name)}
        if corners:
            name = f"corners-{self.spans[element].start}"
            places = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
            shape = "".join(
                f' {attribute}="{_quoted(str(value))}"'
                for attribute, value in {**places, **corners}.items()
            )
            picture = (
                f'<clipPath id="{name}"><rect{shape}/></clipPath><g'
                f' clip-path="url(#{name})">{picture}</g>'
            )
        style = _style(self.whole(element), self.added(element))
        self.replace(element, f"<g{self.own(element)}{style}>{picture}</g>")

    def own(self, element: etree._Element) -> str:
        """The attributes that an object hands on to the group in its place."""
        return "".join(
            f' {name}="{_quoted(element.get(name, ""))}"'
            for name in ("id", "transform", "transform-origin", svg_marks.AT)
            if element.get(name)
        )

    # Texts

    def text(self, element: etree._Element, binding: Binding) -> None:
        """A text set as the sample is: in its frame, or on its line where it has none."""
        sample = self.sample(element)
        text = element if sample is None else sample
        ways = (
            [part for part in svg_tree.elements(text) if svg_tree.local(part) == "textPath"]
            if text is sample
            else []
        )
        lettering_values = self.lettering(element, text, binding)
        if ways:
            self.text_on_path(text, ways[0], binding, lettering_values)
            return
        self.place_text(element, text, lettering_values)
        lettering_values.update(self.look_of(element, binding))
        if lettering_values["width"] is None and not lettering_values.get("sample"):
            self.check_boxless(binding)
        arguments = _arguments(lettering_values)
        look = {
            **self.whole(text),
            **(self.painted(text) if text is sample else self.filled(text)),
        }
        self.replace(
            text,
            f"<g{self.own(text)}{_style(look, self.added(text))}>{{{{"
            f" object_text({binding.expression}, {arguments}) }}}}</g>",
        )

    def lettering(
        self, element: etree._Element, text: etree._Element, binding: Binding | None
    ) -> dict[str, Any]:
        """The letters of a text that is set for an object. Raises UnreadableError, StyleError."""
        is_sample = svg_tree.local(text) in _TEXTS
        values = lettering(self.document, text, plain=is_sample and self.frame(text) is None)
        name = f'"{binding.text}": ' if binding else ""
        if not values["face"].families:
            # it has one, which is not read
            if problem := next(
                (fault for fault in self.document.faults if "font" in fault.what), None
            ):
                raise UnreadableError("drawn-name", f"{name}{problem.what}", problem.remedy)
            raise UnreadableError(
                "drawn-name",
                f"{name}this <{svg_tree.local(text)}> says no font",
                "group it with a sample text, or give it a font-family",
            )
        values["scale"] = round(self.place_of(text).scale, 6)
        least = binding.options.get("min") if binding else None
        values["least"] = None if least is None else float(least)
        return values

    def place_text(
        self, element: etree._Element, text: etree._Element, values: dict[str, Any]
    ) -> None:
        """Add the place of a text to what DrawnText takes of it."""
        verbs = {binding.verb: binding for binding in self.bindings.get(element, ())}
        binding = verbs.get("text")
        is_sample = svg_tree.local(text) in _TEXTS
        rectangle = self.rectangle(element, binding, text) if binding else None
        values.update(self.placed(text, rectangle, values["align"], is_sample))
        values["valign"] = binding.options.get("valign", "top") if binding else "top"
        frame = rectangle if rectangle is not None else self.frame_shape(text)
        if self.flow and frame is not None and self.flow.is_followed(frame, element):
            values["even"] = True

    def look_of(self, element: etree._Element, binding: Binding) -> dict[str, str]:
        """What object_text is told of a text beside what DrawnText takes."""
        look: dict[str, str] = {
            name: value for name, value in binding.options.items() if name in _OF_TEXTS
        }
        if "size" in look or (self.flow and element in self.flow):
            look["key"] = self.key_of(element)
        return look

    def check_boxless(self, binding: Binding) -> None:
        """Raises UnreadableError for a text in no box that asks for what only a box gives."""
        valign = binding.options.get("valign", "")
        for word, option in (
            ("min", f"min {binding.options.get('min')}"),
            ("valign", valign),
            ("size", f"size {binding.options.get('size')}"),
            ("continues", f"continues {binding.options.get('continues')}"),
        ):
            if word in binding.options:
                remedy = (
                    "draw a sample of several lines, flow the text into a frame, or write"
                    "  within  and the name of a rectangle"
                )
                raise UnreadableError(
                    "drawn-name",
                    f'"{binding.text}": {option} asks for a box, and a text of one line has none',
                    remedy,
                )

    def object_text(self, element: etree._Element) -> ObjectText:
        """The text that is set for an object, or as it stands, for what follows it."""
        verbs = {binding.verb: binding for binding in self.bindings.get(element, ())}
        sample = self.sample(element) if "text" in verbs else element
        text = element if sample is None else sample
        values = self.lettering(element, text, verbs.get("text"))
        self.place_text(element, text, values)
        words = words_of(self.document, text) if svg_tree.local(text) in _TEXTS else ""
        drawing = {name: value for name, value in values.items() if value is not None}
        return ObjectText(text, {"width": None, "height": None, **drawing}, words)

    def text_on_path(
        self,
        text: etree._Element,
        way: etree._Element,
        binding: Binding,
        lettering_values: dict[str, Any],
    ) -> None:
        """A text along the path that its sample goes along, as long as the path at the most."""
        for word in ("within", "valign", "size", "continues"):
            if word in binding.options:
                option = binding.options[word]
                refused_words = option if word == "valign" else f"{word} {option}"
                raise UnreadableError(
                    "drawn-name",
                    f'"{binding.text}": a text on a path has no box',
                    f"take  {refused_words}  away",
                )
        style = self.document.own_style(leaf_of(text))
        track = self.document.track_of(way, style)
        moves = {
            name: value for name in ("x", "dx", "dy") if (value := text.get(name, "").split(" ")[0])
        }
        begin = track.start + sum(
            svg_values.parse_length(moves[name], self.document.page.width)
            for name in ("x", "dx")
            if name in moves
        )
        before, behind = (
            (track.length - begin, begin) if style.rtl else (begin, track.length - begin)
        )
        room = {"left": behind, "right": before}.get(
            lettering_values["align"], 2 * min(before, behind)
        )
        if not room > 0:
            raise StyleError(
                "no letter has room on its path", "let it begin further from the end of the path"
            )
        lettering_values.update(x=0.0, y=0.0, width=round(room, 6), height=None)
        along = {
            "path" if way.get("path") else "href": way.get("path") or svg_tree.reference_of(way),
            **moves,
        }
        if style.rtl:
            along["direction"] = "rtl"
        if way.get("startOffset"):
            along["startOffset"] = way.get("startOffset", "")
        if "style" in binding.options:
            lettering_values["style"] = binding.options["style"]
        arguments = _arguments(lettering_values)
        words = f"{{{{ object_path_text({binding.expression}, {along!r}, {arguments}) }}}}"
        look = {**self.whole(text), **self.painted(text)}
        self.replace(text, f"<g{self.own(text)}{_style(look, self.added(text))}>{words}</g>")

    def sample(self, element: etree._Element) -> etree._Element | None:
        """The text whose letters count: the object itself, one inside a group, or one grouped with
        a rectangle."""
        name = svg_tree.local(element)
        if name in _TEXTS:
            return element
        if name == "g":
            inside = [text for text in element.iter() if svg_tree.local(text) in _TEXTS]
            if not inside:
                raise UnreadableError(
                    "drawn-name",
                    f'"{self.bindings[element][0].text}": no text is in this group',
                    "name the text itself so",
                )
            return inside[0]
        if name not in _FRAMES:
            raise UnreadableError(
                "drawn-name",
                f'"{self.bindings[element][0].text}": a <{name}> holds no text',
                "name a text or a rectangle so",
            )
        parent = element.getparent()
        if parent is None or svg_tree.local(parent) != "g" or parent.get(_LAYER) == "layer":
            return None
        texts = [
            text for text in parent if svg_tree.local(text) in _TEXTS and text not in self.bindings
        ]
        box = self.box_in(element, parent)
        inside = [
            text
            for text in texts
            if box.contains(Box(*self.matrix(text)(*point_of(self.document, text)), 0, 0))
        ]
        return inside[0] if len(inside) == 1 else None

    def rectangle(
        self, element: etree._Element, binding: Binding, text: etree._Element
    ) -> etree._Element | None:
        """The rectangle that bounds a text, when it is an object of its own."""
        if name := binding.options.get("within"):
            frames = [
                part
                for part in self.elements
                if svg_tree.local(part) in _FRAMES and is_called(part, name)
            ]
            if not frames:
                raise UnreadableError(
                    "drawn-name",
                    f'"{binding.text}": no rectangle is called "{name}"',
                    "give a rectangle this name",
                )
            return frames[0]
        if svg_tree.local(element) in _FRAMES:
            return element
        if svg_tree.local(element) == "g" and self.frame(text) is None:
            return next((part for part in element.iter() if svg_tree.local(part) == "rect"), None)
        return None

    def frame_shape(self, text: etree._Element) -> etree._Element | None:
        """The shape that a text flows in: of SVG 2 by shape-inside, of Inkscape 0.9x by a
        flowRegion. Raises StyleError."""
        shape = None
        if svg_tree.local(text) != "text":
            region = next(
                (part for part in text.iter() if svg_tree.local(part) == "flowRegion"), None
            )
            shape = next(iter(region), None) if region is not None else None
        elif match := svg_values.URL.match(self.document.declared(text).get("shape-inside", "")):
            shape = self.referred_shape(match[1])
            if (
                cut := self.document.declared(text).get("shape-subtract", "none").strip()
            ) != "none":
                raise StyleError(
                    f"shape-subtract: {cut[:40]} is not followed",
                    "flow it into a rectangle that leaves the shape out",
                )
        if shape is not None and svg_tree.local(shape) == "use":
            shape = self.referred_shape(svg_tree.reference_of(shape).removeprefix("#"))
        return shape

    def referred_shape(self, name: str) -> etree._Element:
        """The shape of this ID, which a text flows in. Raises StyleError."""
        shape = self.document.by_id.get(name)
        if shape is None:
            raise StyleError(
                f'there is no frame "{name}" in the file',
                self.document.instead_of(name, "rect"),
            )
        return shape

    def frame(self, text: etree._Element) -> Box | None:
        """The frame of a flowed text in its own units. Raises StyleError."""
        shape = self.frame_shape(text)
        if shape is None:
            return None
        if svg_tree.local(shape) != "rect":
            raise StyleError("its frame is no rectangle", "flow the text into a rectangle")
        padding = svg_values.parse_length(self.document.declared(text).get("shape-padding", "0"))
        return _upright(self.matrix(shape), frame_box(self.document, shape)).grown(-padding)

    def placed(
        self, text: etree._Element, rectangle: etree._Element | None, align: str, letters: bool
    ) -> dict[str, Any]:
        """The place of a text, as DrawnText takes it. With `letters` it stands in place of a
        sample."""
        frame = self.frame(text) if letters else None
        if frame is None and rectangle is None:
            x, y = point_of(self.document, text)
            wide = svg_values.parse_length(self.document.declared(text).get("inline-size", "0"))
            left_edge = x - wide * TextBox.ALIGN[align] if wide else x
            return {
                "x": round(left_edge, 6),
                "y": round(y, 6),
                "width": wide or None,
                "height": None,
                "baseline": round(y, 6),
            }
        baseline: dict[str, Any] = {}
        if rectangle is not None:
            frame = frame_box(self.document, rectangle)
            if letters:
                frame = _upright(self.map_into(text, rectangle), frame)
            if letters and self.frame(text) is None:
                x, y = point_of(self.document, text)
                frame = _within(frame, x, align)
                if frame.y < y < frame.top:
                    baseline["baseline"] = round(y, 6)
        assert frame is not None
        sides = zip(("x", "y", "width", "height"), frame, strict=True)
        return {**{name: round(side, 6) for name, side in sides}, **baseline}

    def painted(self, text: etree._Element) -> dict[str, str]:
        """The colours of a sample: those of its first letters."""
        paint: dict[str, str] = {}
        for part in (leaf := leaf_of(text), *leaf.iterancestors()):
            paint = {**self.declared(part, _PAINTED), **paint}
            if part is text:
                break
        return paint

    def filled(self, rectangle: etree._Element) -> dict[str, str]:
        """The colour of a text that stands in place of a rectangle."""
        look = self.declared(rectangle, ("fill", "fill-opacity"))
        return {} if look.get("fill") == "none" else look

    def whole(self, element: etree._Element) -> dict[str, str]:
        """What is done to an object as a whole by its style, or by attributes that `own` leaves."""
        moves = self.declared(element, _MOVING)
        return self.declared(element, _WHOLE) | {
            name: value for name, value in moves.items() if value != element.get(name)
        }

    def declared(self, element: etree._Element, names: tuple[str, ...]) -> dict[str, str]:
        style = self.document.declared(element)
        return {name: style[name] for name in names if name in style}

    # Places

    def key_of(self, element: etree._Element) -> str:
        """A name for an object that no other has: where it stands in the drawing."""
        return str(self.spans[element].start)

    def matrix(self, element: etree._Element) -> Matrix:
        return self.document.transform_of(element)

    def place_of(self, element: etree._Element) -> Matrix:
        """The map from the units inside an element to those of the template."""
        matrix = self.matrix(element)
        for ancestor in element.iterancestors():
            matrix = self.matrix(ancestor) @ matrix
        return matrix

    def box_in(self, rectangle: etree._Element, element: etree._Element) -> Box:
        """A rectangle in the units inside another element."""
        return self.map_into(element, rectangle).box(frame_box(self.document, rectangle))

    def map_into(self, element: etree._Element, other: etree._Element) -> Matrix:
        """The map from the units inside another element to those inside this one."""
        return self.place_of(element).inverse() @ self.place_of(other)

    # Writing

    def replace(self, element: etree._Element, new: str) -> None:
        """Put something in place of an element, on as many lines."""
        span = self.spans[element]
        self.edits.append(
            (
                span.start,
                span.end,
                new.replace("\n", " ") + "\n" * self.source.count("\n", span.start, span.end),
            )
        )

    def written(self) -> str:
        pieces: list[tuple[str, str]] = []
        at = 0
        for start, end, addition in sorted([*self.edits, *self.styled()], key=lambda edit: edit[0]):
            if start >= at:
                pieces.append((self.source[at:start], addition))
                at = end
        pieces.append((self.source[at:], ""))
        mixed = any(_JINJA.search(source) for source, _ in pieces)
        return "".join(
            (source if mixed else _quoted_braces(source)) + addition for source, addition in pieces
        )


def _spans(source: str) -> Iterator[_DrawnExtent]:
    """The extent of each element, in document order."""
    spans: list[list[int]] = []
    open_ones: list[list[int]] = []
    for match in _TOKEN.finditer(source):
        if match["open"]:
            spans.append([match.start(), match.end(), match.end()])
            if not match["empty"]:
                open_ones.append(spans[-1])
        elif match["close"] and open_ones:
            open_ones.pop()[2] = match.end()
    return (_DrawnExtent(*span) for span in spans)


def _upright(matrix: Matrix, frame: Box) -> Box:
    """A frame by the map into the units of its text. Raises StyleError for one that stands askew in
    these."""
    upright = max(abs(matrix.b), abs(matrix.c)), max(abs(matrix.a), abs(matrix.d))
    if min(upright) > _ASKEW * max(upright):
        raise StyleError(
            "its frame is turned or skewed, and its lines are not",
            "let the frame stand upright, and turn both together",
        )
    return matrix.box(frame)


def _within(frame: Box, x: float, align: str) -> Box:
    """A frame narrowed to where a sample stands in it: as far from the one side as from the
    other."""
    inset = {"left": x - frame.x, "right": frame.right - x}.get(align, 0.0)
    if not 0 < inset < frame.width / 3:
        return frame
    return Box(frame.x + inset, frame.y, frame.width - 2 * inset, frame.height)


def _style(look: dict[str, str], more: str = "") -> str:
    declarations = _quoted(";".join(f"{name}:{value}" for name, value in look.items())) + more
    return f' style="{declarations.removeprefix(";")}"' if declarations else ""


def _literal(value: Any) -> Any:
    """A value as Jinja can be given it, who reads what Python prints."""
    if isinstance(value, dict):
        return {name: _literal(item) for name, item in value.items()}
    return [*map(_literal, value)] if isinstance(value, tuple | list) else value


def _arguments(values: dict[str, Any]) -> str:
    """The arguments of a call that sets a text."""
    return ", ".join(
        f"{name}={_literal(value)!r}"
        for name, value in values.items()
        if value not in (None, ()) or name in ("width", "height")
    )


def _quoted(text: str) -> str:
    return _quoted_braces(str(escape(text)))


def _quoted_braces(text: str) -> str:
    """Text of the drawing, which Jinja prints as it stands."""
    return _BRACES.sub("{{ '{' }}", text)
