"""Edits of templates: what is drawn is moved and sized by its own numbers, and all else stays to
the byte; or the whole text is another.

Only files in the templates/ of the open project are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from jinja2 import TemplateSyntaxError

from cardgen.base.files import leads_out
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.project import Project
from cardgen.write.file_changes import MergedChange
from cardgen.write.game_files import changed_meanwhile, file_bytes
from cardgen.write.template_text import SourceCall, SourceNumber, SourceTag, TemplateText, shifted

_BOM = b"\xef\xbb\xbf"
PLACING = frozenset(
    ("x", "y", "width", "height", "size", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2")
)
"""The numbers of a template that say where a thing lies and how large it is."""


@dataclass(frozen=True, slots=True)
class TemplateEdit(MergedChange):
    """The change of a template, in words: `says`."""

    says: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class DrawnMove:
    """What becomes of a thing that a template draws.

    `at` is where its tag or call begins, `source` what stands there; `values` are its new numbers
    by name, `shift` how far its transform moves it. `scale` is a unit of the template in
    millimetres."""

    at: int
    source: str
    values: Mapping[str, float]
    shift: tuple[float, float] | None = None
    scale: float = 1.0


class TemplateFile:
    """A template of the open project. Raises CardgenError for any other file."""

    def __init__(self, project: Project, name: str) -> None:
        self.file = template_path(project, name)
        try:
            self.before = file_bytes(self.file)
            self.text = self.before.decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            raise changed_meanwhile(Place(self.file)) from None

    def with_text(self, text: str, was: str | None = None) -> TemplateEdit:
        """The edit by which the file has another text.

        `was` is the text that it was made of, where somebody may have changed it since."""
        before = self.before if was is None else self._bytes(was)
        says = f"{self.file.name} is written"
        return TemplateEdit(self.file, before, self._bytes(text), says)

    def with_moves(self, moves: Sequence[DrawnMove]) -> TemplateEdit:
        """The edit by which things lie elsewhere. Raises CardgenError."""
        text = self.text
        says = []
        for move in sorted(moves, key=lambda move: -move.at):
            text, words = self._moved(text, move)
            says.append(words)
        return TemplateEdit(self.file, self.before, self._bytes(text), "; ".join(says))

    def _bytes(self, text: str) -> bytes:
        has_mark = self.before.startswith(_BOM)
        return (_BOM if has_mark else b"") + text.encode()

    def _moved(self, text: str, move: DrawnMove) -> tuple[str, str]:
        """The text with one thing moved, and words for that."""
        source = self._parsed(text)
        start = self._start(source, move)
        thing = source.tag_at(start) or source.call_at(start)
        if thing is None:
            raise changed_meanwhile(Place(self.file))
        splices = self._splices(source, thing, move)
        new_text = text
        for number, typed in sorted(splices, key=lambda splice: -splice[0].start):
            new_text = new_text[: number.start] + typed + new_text[number.end :]
        self._check(source, new_text, splices)
        line, _ = source.line_of(start)
        words = ", ".join(f"{name}={value:g}" for name, value in move.values.items())
        return new_text, f"{self.file.name}:{line}: {thing.name} {words}".rstrip()

    def _start(self, source: TemplateText, move: DrawnMove) -> int:
        """The offset of the thing, wherever it stands by now."""
        if source.text.startswith(move.source, move.at):
            return move.at
        first = source.text.find(move.source)
        if not move.source or first < 0 or source.text.find(move.source, first + 1) >= 0:
            raise changed_meanwhile(Place(self.file))
        return first

    def _splices(
        self, source: TemplateText, thing: SourceTag | SourceCall, move: DrawnMove
    ) -> list[tuple[SourceNumber, str]]:
        """The numbers that change, with what stands in their place."""
        if isinstance(thing, SourceCall):
            numbers = thing.arguments
        else:
            numbers = thing.attributes
        splices = []
        for name, value in move.values.items():
            number = numbers.get(name)
            if number is None or number.value is None:
                raise self._fixed(source, thing, name, number)
            typed = number.spelled(value, move.scale)
            splices.append((number, typed))
            if isinstance(thing, SourceTag):
                by = value - number.value
                parts = self._with_it(source, thing, name, by, move.scale)
                splices += parts
        if move.shift and isinstance(thing, SourceTag):
            splices.append(self._shifted(source, thing, move))
        return splices

    def _with_it(
        self, source: TemplateText, tag: SourceTag, name: str, by: float, scale: float
    ) -> list[tuple[SourceNumber, str]]:
        """The places that the parts of a text say, moved with it."""
        numbers = [
            part.attributes[name]
            for part in source.parts_of(tag)
            if name in ("x", "y") and name in part.attributes
        ]
        for number in numbers:
            if number.value is None:
                raise self._fixed(source, tag, name, number)
        return [(number, number.spelled((number.value or 0.0) + by, scale)) for number in numbers]

    def _shifted(
        self, source: TemplateText, tag: SourceTag, move: DrawnMove
    ) -> tuple[SourceNumber, str]:
        """The transform of an element, or the place of one, with what it is then."""
        assert move.shift is not None
        transform = tag.attributes.get("transform")
        if transform is None:
            at = tag.start + 1 + len(tag.name)
            typed = shifted(SourceNumber("translate(0,0)", at, at), *move.shift, move.scale)
            return SourceNumber("", at, at), f' transform="{typed}"'
        if "{" in transform.text:
            raise self._fixed(source, tag, "transform", transform)
        return transform, shifted(transform, *move.shift, move.scale).rstrip()

    def _check(
        self, source: TemplateText, text: str, splices: Sequence[tuple[SourceNumber, str]]
    ) -> None:
        """Raise CardgenError where the text would not be read as is meant."""
        new_source = self._parsed(text)
        names = [tag.name for tag in source.tags]
        if names != [tag.name for tag in new_source.tags]:
            place = Place(self.file, source.line_of(splices[0][0].start)[0])
            sentence = "other things would be drawn after this edit"
            raise CardgenError(Finding("edit-impossible", sentence, "edit the file by hand", place))

    def _parsed(self, text: str) -> TemplateText:
        try:
            return TemplateText(text)
        except TemplateSyntaxError as error:
            place = Place(self.file, error.lineno)
            sentence = "the template cannot be read as it is"
            raise CardgenError(
                Finding("edit-impossible", sentence, "mend it first", place)
            ) from None

    def _fixed(
        self,
        source: TemplateText,
        thing: SourceTag | SourceCall,
        name: str,
        number: SourceNumber | None,
    ) -> CardgenError:
        """The error for a number that no edit can write."""
        line, column = source.line_of(number.start if number else thing.start)
        sentence = f"{thing.name} says no {name}"
        if number:
            sentence = f"{name} is no plain number here: {number.text}"
        place = Place(self.file, line, column)
        return CardgenError(
            Finding("edit-impossible", sentence, "change it in the template", place)
        )


def template_path(project: Project, name: str) -> Path:
    """The template of the open project that a path from its root names.

    Raises CardgenError for any other file, and for the games that come with cardgen."""
    project.check_writable()
    parts = PurePosixPath(name).parts
    path = project.root.joinpath(*parts)
    is_template = len(parts) > 1 and parts[0] == "templates" and path.suffix == ".svg"
    is_odd = ".." in parts or "\\" in name or ":" in name or "\0" in name
    if (
        not is_template
        or is_odd
        or not path.is_file()
        or leads_out(path, project.root / "templates")
    ):
        sentence = f'"{name}" is no template of this project'
        remedy = "name one of templates/, such as templates/my-game/card.svg"
        raise CardgenError(Finding("edit-impossible", sentence, remedy))
    return path
