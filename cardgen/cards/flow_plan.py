"""The objects of a drawing that follow others, by their names: `below:title gap 2`, `panel:rules`.

They are read into a plan in which each object stands behind those that it follows
(`drawn_flow.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from lxml import etree

from cardgen.base.findings import UnreadableError
from cardgen.base.geometry import Box, Edges, Matrix, outermost
from cardgen.base.suggestions import did_you_mean
from cardgen.cards.drawn_flow import FollowingObject, Scale
from cardgen.cards.names import NAMING, Binding, names_of
from cardgen.engine import StyleError, UndrawnDocument, svg_tree

_GROUPS = ("g", "a")
_TEXTS = ("text", "flowRoot")
_NODES = frozenset(("if", "text", "image", "below", "panel"))
"""The verbs of objects that are on some cards only, or lie elsewhere on each."""
_HAIR = 1e-6


class ObjectText(NamedTuple):
    """A text of a drawing: its element, what DrawnText takes of it, and its words."""

    element: etree._Element
    drawing: Mapping[str, Any]
    words: str


class DrawingReader(Protocol):
    """What is known of a drawing that is being rewritten."""

    document: UndrawnDocument
    elements: list[etree._Element]
    bindings: dict[etree._Element, list[Binding]]

    def key_of(self, element: etree._Element) -> str:
        """A name for an object that no other has."""
        ...

    def place_of(self, element: etree._Element) -> Matrix:
        """The map from the units inside an element to those of the template."""
        ...

    def sample(self, element: etree._Element) -> etree._Element | None:
        """The text whose letters count for one that is bound."""
        ...

    def object_text(self, element: etree._Element) -> ObjectText:
        """The text that is set for an object, or as it stands."""
        ...


class FlowPlan:
    """The objects of a drawing that follow others, with those that they follow."""

    def __init__(self, reader: DrawingReader) -> None:
        self._reader = reader
        self._bindings = {
            element: {binding.verb: binding for binding in bindings}
            for element, bindings in reader.bindings.items()
        }
        self._by_name = self._named_objects()
        self._samples = dict(self._bound_samples())
        self._found: dict[etree._Element, FollowingObject] = {}
        """In the order in which they can be placed."""
        self._path: list[etree._Element] = []
        self._circle: set[etree._Element] = set()
        """Those of a circle, which is told once."""

    def read(self, element: etree._Element) -> None:
        """Take in an object that follows another. Raises UnreadableError, StyleError."""
        self._path.clear()
        if element not in self._circle:
            self._take(element)

    def __contains__(self, element: etree._Element) -> bool:
        return element in self._found

    def literal(self) -> list[dict[str, Any]]:
        """The plan as templates can write it: objects by what is said of them."""
        defaults = FollowingObject._field_defaults
        return [
            {
                name: value
                for name, value in item._asdict().items()
                if name not in defaults or value != defaults[name]
            }
            for item in self._found.values()
        ]

    def is_followed(self, rectangle: etree._Element, text: etree._Element) -> bool:
        """True if a rectangle is the panel of a text in it."""
        panel = self._bindings.get(rectangle, {}).get("panel")
        if panel is None:
            return False
        target = self._target(panel)
        return target is text or text in target.iter()

    # Names

    def _named_objects(self) -> dict[str, etree._Element]:
        """Objects by their names; a text also by what it shows."""
        named: dict[str, etree._Element] = {}
        for element in self._reader.elements[1:]:
            for name in names_of(element):
                named.setdefault(name, element)
        for element, verbs in self._bindings.items():
            if "text" in verbs:
                named.setdefault(verbs["text"].expression, element)
        return named

    def _bound_samples(self) -> Iterator[tuple[etree._Element, etree._Element]]:
        """The texts that stand in for those of other objects, with these."""
        for element, verbs in self._bindings.items():
            if "text" in verbs:
                sample = self._reader.sample(element)
                if sample is not None and sample is not element:
                    yield sample, element

    def _target(self, binding: Binding) -> etree._Element:
        """The object that another one follows. Raises UnreadableError."""
        element = self._by_name.get(binding.expression)
        if element is None:
            names = [name for name in self._by_name if ":" not in name]
            raise UnreadableError(
                "drawn-name",
                f'"{binding.text}": no object is called "{binding.expression}"',
                did_you_mean(binding.expression, names, "give an object this name"),
            )
        return self._samples.get(element, element)

    # Objects

    def _take(self, element: etree._Element) -> FollowingObject:
        """The object that an element is, with all that it follows before it."""
        if element in self._found:
            return self._found[element]
        if element in self._path:
            self._refuse_circle(element)
        self._path.append(element)
        item = self._object(element)
        self._path.pop()
        self._found[element] = item
        return item

    def _refuse_circle(self, element: etree._Element) -> None:
        circle = self._path[self._path.index(element) :]
        self._circle.update(circle)
        all_verbs = [self._bindings.get(part, {}) for part in circle]
        says = [verbs[verb].text for verbs in all_verbs for verb in NAMING if verb in verbs]
        raise UnreadableError(
            "drawn-name",
            f"objects follow each other in a circle: {', '.join(says)}",
            "let one of them stand where it is drawn",
        )

    def _object(self, element: etree._Element) -> FollowingObject:
        verbs = self._bindings.get(element, {})
        below, panel = verbs.get("below"), verbs.get("panel")
        self._check_verbs(verbs)
        item = self._drawn(element)
        movers = self._movers(element)
        item = item._replace(movers=[self._reader.key_of(mover) for mover in movers])
        binding = below or panel
        if binding is None:
            return item
        target = self._target(binding)
        self._check_target(target, binding)
        followed = self._take(target)
        theirs = self._movers(target)
        for mover in {*theirs}.symmetric_difference(movers):
            self._take(mover)
        if panel:
            is_path = svg_tree.local(element) == "path"
            is_fitted = "fit" in panel.options
            return item._replace(around=followed.key, fits=is_fitted, is_path=is_path)
        assert below is not None
        gap = float(below.options["gap"]) if "gap" in below.options else None
        return item._replace(below=followed.key, gap=gap)

    def _check_verbs(self, verbs: Mapping[str, Binding]) -> None:
        """Raises UnreadableError for a panel that is something else as well."""
        others = [verbs[verb].text for verb in ("below", "text", "image", "for") if verb in verbs]
        if "panel" in verbs and others:
            raise UnreadableError(
                "drawn-name",
                f'an object cannot be both "{verbs["panel"].text}" and "{others[0]}"',
                "draw a rectangle of its own for the panel",
            )

    def _check_target(self, target: etree._Element, binding: Binding) -> None:
        """Raises UnreadableError for what cannot be followed."""
        for ancestor in (target, *target.iterancestors()):
            if "for" in self._bindings.get(ancestor, {}):
                raise UnreadableError(
                    "drawn-name",
                    f'"{binding.text}": what is repeated has no one place to follow',
                    "name an object that is there once",
                )

    def _movers(self, element: etree._Element) -> list[etree._Element]:
        """The groups around an object that move."""
        return [
            ancestor
            for ancestor in reversed([*element.iterancestors()])
            if "below" in self._bindings.get(ancestor, {})
        ]

    def _drawn(self, element: etree._Element) -> FollowingObject:
        """An object with the place that it was drawn in."""
        key = self._reader.key_of(element)
        verbs = self._bindings.get(element, {})
        if "text" in verbs or svg_tree.local(element) in _TEXTS:
            return self._drawn_text(element, key)
        if svg_tree.local(element) in _GROUPS:
            return self._group(element, key)
        box = self._reader.document.box_of(element)
        if box is None:
            raise StyleError("it has no size that is known", "name an object that shows something")
        if "panel" in verbs:
            self._check_rectangle(element, verbs["panel"])
            return FollowingObject(key, self._scale(element), self._edges(element, box))
        return FollowingObject(key, self._around(element), self._edges(element, box))

    def _drawn_text(self, element: etree._Element, key: str) -> FollowingObject:
        if any(svg_tree.local(part) == "textPath" for part in svg_tree.elements(element)):
            raise StyleError(
                "a text on a path follows nothing, and nothing follows it",
                "name a text that stands in lines",
            )
        text = self._reader.object_text(element)
        is_sample = "text" not in self._bindings.get(element, {})
        scale = self._scale(text.element)
        return FollowingObject(key, scale, None, text.drawing, text.words, is_sample)

    def _group(self, element: etree._Element, key: str) -> FollowingObject:
        """A group: the objects in it, and the rest of it as it was drawn."""
        members: list[str] = []
        rest: list[Edges] = []
        self._gather(element, members, rest)
        if not members and not rest:
            raise StyleError(
                "nothing in this group has a size", "name an object that shows something"
            )
        return FollowingObject(key, self._around(element), outermost(rest), members=members)

    def _gather(self, group: etree._Element, members: list[str], rest: list[Edges]) -> None:
        """Add what stands in a group to its members, or its edges to the rest."""
        for part in group:
            if not isinstance(part.tag, str) or part in self._samples:
                continue
            if self._reader.document.declared(part).get("display") == "none":
                continue
            verbs = self._bindings.get(part, {})
            if svg_tree.local(part) in _TEXTS or _NODES.intersection(verbs):
                members.append(self._take(part).key)
            elif svg_tree.local(part) in _GROUPS:
                self._gather(part, members, rest)
            elif box := self._reader.document.box_of(part):
                rest.append(self._edges(part, box))

    def _check_rectangle(self, element: etree._Element, panel: Binding) -> None:
        if not self._reader.document.is_rectangle(element):
            raise UnreadableError(
                "drawn-name",
                f'"{panel.text}": a panel is a rectangle, and this <{svg_tree.local(element)}> is'
                " none",
                "draw a rectangle",
            )

    # Places

    def _edges(self, element: etree._Element, box: Box) -> Edges:
        """A box inside an element as edges on the page."""
        scale = self._scale(element)
        return scale.outward((box.x, box.y, box.right, box.top))

    def _around(self, element: etree._Element) -> Scale:
        """The map from the units around an element to those of the page."""
        parent = element.getparent()
        assert parent is not None
        return self._scale(parent)

    def _scale(self, element: etree._Element) -> Scale:
        """The map from the units inside an element to those of the page. Raises StyleError where
        that turns, skews or mirrors."""
        matrix = self._reader.place_of(element)
        if max(abs(matrix.b), abs(matrix.c)) > _HAIR or min(matrix.a, matrix.d) <= 0:
            raise StyleError(
                f"what is turned, skewed or mirrored follows nothing, and nothing follows it:"
                f" <{svg_tree.local(element)}>",
                "draw it upright, in groups that are upright",
            )
        return Scale(*(round(number, 6) for number in (matrix.a, matrix.d, matrix.e, matrix.f)))
