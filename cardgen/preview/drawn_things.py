"""What lies on a card, as its page is told of it: where each thing stands in its template, which
numbers place it, and why one is not dragged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any

from cardgen.base import svg_marks
from cardgen.base.findings import CardgenError, Place
from cardgen.cards.source_map import MappedTemplate, NotedCall, SourceMap, SourceSpot, numbers_in
from cardgen.model.project import Project
from cardgen.write.template_edits import PLACING
from cardgen.write.template_text import SourceCall, SourceNumber, SourceTag, TemplateText

Json = dict[str, Any]
_MOST = 4_000
"""Things of a side that the page is told of."""
_SHOWN_SOURCE = 20_000
_BOXES = ("rect", "image", "use", "svg", "foreignObject")
_MOVED_BY = {
    **dict.fromkeys((*_BOXES, "text"), ("x", "y")),
    **dict.fromkeys(("circle", "ellipse"), ("cx", "cy")),
    "line": ("x1", "y1", "x2", "y2"),
}
_SIZED_BY = {
    **dict.fromkeys(_BOXES, ("width", "height")),
    "ellipse": ("rx", "ry"),
    "circle": ("r",),
}
_SHIFTED = ("g", "path", "polygon", "polyline", "text", "a", *_MOVED_BY)
"""Elements that a transform moves where no numbers of their own do."""
_UNDRAWN = ("defs", "style", "title", "desc", "metadata", "stop", "clipPath", "mask", "namedview")
_CALL_SIZES = {"qr": ("size",), "stack": ("width", "height"), "panel": ()}
_LABEL = re.compile(r"(?:inkscape:label|data-name|serif:id)")
_FIELD = re.compile(r"\bcard\.([A-Za-z_]\w*)")
_FOLLOWS = re.compile(r"\b(?:below|panel)\s*:\s*([^;]*)")
_SHAPE = re.compile(r"shape-inside\s*:\s*url\(\s*[\"']?#([^\"')\s]+)")
_FLOWED = re.compile(r"shape-inside\s*:|inline-size\s*:")


class ThingTeller:
    """Tells the page of the things on the sides of a card."""

    def __init__(self, project: Project, source_map: SourceMap) -> None:
        self._project = project
        self._map = source_map
        self._can_write = not project.is_bundled

    def side(self, svg: str) -> Json:
        """The elements of a composed side and the calls that placed something, by number."""
        counts = Counter(numbers_in(svg, svg_marks.AT))
        used_calls = set(numbers_in(svg, svg_marks.CALL))
        spots = self._map.spots
        calls = self._map.calls
        per_spot = Counter(call.spot for call in calls)
        elements = {
            number: self._element(spots[number], count)
            for number, count in list(counts.items())[:_MOST]
            if number < len(spots) and _local(spots[number].thing.name) not in _UNDRAWN
        }
        placed = {
            number: self._call(calls[number], per_spot)
            for number in sorted(used_calls)[:_MOST]
            if number < len(calls)
        }
        return {"elements": elements, "calls": placed}

    def files(self, names: Iterable[str], svgs: Iterable[str]) -> list[Json]:
        """The templates of these names, and those that have drawn something on composed sides.

        Those of the project have their paths."""
        paths = []
        for name in names:
            with suppress(CardgenError):
                paths.append(self._project.find_template(name))
        for svg in svgs:
            numbers = [*numbers_in(svg, svg_marks.AT)]
            spots = [self._map.spots[number] for number in numbers if number < len(self._map.spots)]
            paths += [spot.template.file for spot in spots]
        return [{"name": path.name, "file": self.path_of(path)} for path in dict.fromkeys(paths)]

    def path_of(self, file: Path) -> str:
        """The path of a template of the project, from its root; "" for one that ships."""
        is_own = self._can_write and file.is_relative_to(self._project.root)
        return file.relative_to(self._project.root).as_posix() if is_own else ""

    def is_shipped(self, name: str) -> bool:
        """True for a template that comes with cardgen, where the project could have its own."""
        try:
            path = self._project.find_template(name)
        except CardgenError:
            return False
        return self._can_write and not self.path_of(path)

    def _element(self, spot: SourceSpot, count: int) -> Json:
        mapped, tag = spot
        assert isinstance(tag, SourceTag)
        text = mapped.text
        name = _local(tag.name)
        label = _label_of(tag)
        about = self._about(mapped, tag, label, text.content_of(tag) if name == "text" else "")
        numbers = {key: tag.attributes[key] for key in tag.attributes if key in PLACING}
        why = self._reason(mapped, tag.start, count)
        how = _moved(name, tag, text) if not why else {"by": "", "keys": []}
        if follows := _FOLLOWS.search(label):
            how["follows"] = follows[1].strip() or "another object"
        sizes = [key for key in _SIZED_BY.get(name, ()) if _is_plain(numbers, key) and not why]
        frame = _frame_of(tag, text) if name == "text" and not why else None
        if frame:
            about["frame"] = _frame_words(frame, text)
            sizes = [key for key in ("width", "height") if _is_plain(frame.attributes, key)]
        return {
            **about,
            "label": label,
            "numbers": {key: _plain(number) for key, number in numbers.items()},
            "move": how,
            "size": sizes,
            "why": why,
        }

    def _call(self, call: NotedCall, per_spot: Counter[int]) -> Json:
        box = list(call.box) if call.box else None
        values: Json = {"name": call.name, "box": box, "edges": call.edges}
        if call.fit:
            values["fit"] = call.fit._asdict()
            values["used"] = call.fit.height
        elif call.name == "stack" and call.edges:
            values["used"] = call.edges[3] - call.edges[1]
        if call.parts:
            values["parts"] = [part._asdict() for part in call.parts]
        if not 0 <= call.spot < len(self._map.spots):
            return values
        spot = self._map.spots[call.spot]
        mapped, thing = spot
        assert isinstance(thing, SourceCall)
        why = self._reason(mapped, thing.start, per_spot[call.spot])
        arguments = thing.arguments
        numbers = {key: number for key, number in arguments.items() if key in PLACING}
        first = next(iter(arguments.values()), None)
        content = first.text if first else ""
        keys = [key for key in ("x", "y") if _is_plain(numbers, key) and not why]
        sizes = _CALL_SIZES.get(call.name, ("width", "height"))
        asking = next((line for line in reversed(call.lines) if self.path_of(line.file)), None)
        if why and why["is"] == "macro" and asking:
            values["asked_at"] = asking
        return {
            **values,
            **self._about(mapped, thing, "", content),
            "shows": content,
            "label": "",
            "numbers": {key: _plain(number) for key, number in numbers.items()},
            "move": {"by": "values" if keys else "", "keys": keys},
            "size": [key for key in sizes if _is_plain(numbers, key) and not why],
            "why": why,
        }

    def _about(
        self, mapped: MappedTemplate, thing: SourceTag | SourceCall, label: str, content: str
    ) -> Json:
        """Where a thing stands, and which field it shows."""
        text = mapped.text
        line, column = text.line_of(thing.start)
        source = text.text[thing.start : thing.end]
        match = _FIELD.search(f"{source} {label} {content}")
        values: Json = {
            "name": thing.name,
            "file": self.path_of(mapped.file),
            "template": mapped.file.name,
            "at": thing.start,
            "line": line,
            "place": Place(mapped.file, line, column),
            "source": source if len(source) <= _SHOWN_SOURCE else "",
            "field": match[1] if match else "",
        }
        if isinstance(thing, SourceTag) and "id" in thing.attributes:
            values["id"] = thing.attributes["id"].text
        return values

    def _reason(self, mapped: MappedTemplate, offset: int, count: int) -> Json | None:
        """The reason why a thing is not dragged; None where nothing hinders it."""
        if not self._can_write:
            return {"is": "bundled"}
        if not self.path_of(mapped.file):
            return {"is": "shipped"}
        around = mapped.text.repetition_around(offset)
        if around:
            line, _ = mapped.text.line_of(around.start)
            return {"is": around.kind, "line": line}
        return {"is": "many", "count": count} if count > 1 else None


def _moved(name: str, tag: SourceTag, text: TemplateText) -> Json:
    """How an element is moved: by which of its numbers, or by its transform."""
    keys = _MOVED_BY.get(name, ())
    parts = text.parts_of(tag)
    own_keys = [key for key in keys if key in tag.attributes]
    style = tag.attributes.get("style")
    is_flowed = name == "text" and style is not None and _FLOWED.search(style.text) is not None
    if own_keys and not is_flowed:
        plain_keys = [
            key
            for key in own_keys
            if _is_plain(tag.attributes, key)
            and all(_is_plain(part.attributes, key, missing=True) for part in parts)
        ]
        is_whole = len(keys) <= 2 or len(plain_keys) == len(keys)
        return {"by": "values" if plain_keys else "", "keys": plain_keys if is_whole else []}
    has_width = style is not None and "inline-size" in style.text
    transform = tag.attributes.get("transform")
    is_free = transform is None or "{" not in transform.text
    is_known = name in _SHIFTED and name != "svg"
    shift: Json = {"by": "shift" if is_free and is_known else "", "keys": []}
    return {**shift, "inline": True} if has_width else shift


def _frame_of(tag: SourceTag, text: TemplateText) -> SourceTag | None:
    """The rectangle that a text flows in, which can be sized in its place."""
    style = tag.attributes.get("style")
    match = _SHAPE.search(style.text) if style else None
    if match is None:
        return None
    named_tags = [
        other for other in text.tags if "id" in other.attributes and _local(other.name) == "rect"
    ]
    return next((other for other in named_tags if other.attributes["id"].text == match[1]), None)


def _frame_words(frame: SourceTag, text: TemplateText) -> Json:
    numbers = {key: _plain(frame.attributes[key]) for key in frame.attributes if key in PLACING}
    return {"at": frame.start, "source": text.text[frame.start : frame.end], "numbers": numbers}


def _is_plain(numbers: Any, key: str, *, missing: bool = False) -> bool:
    number = numbers.get(key)
    return missing if number is None else number.value is not None


def _plain(number: SourceNumber) -> list[Any]:
    return [number.value, number.text]


def _label_of(tag: SourceTag) -> str:
    names = (tag.attributes[key].text for key in _labels(tag))
    return unescape(next(names, ""))


def _labels(tag: SourceTag) -> Iterator[str]:
    return (key for key in tag.attributes if _LABEL.fullmatch(key))


def _local(name: str) -> str:
    return name.rpartition(":")[2]
