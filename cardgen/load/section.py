"""A section: names with values in a YAML file, asked for one by one, with what is wrong noted where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cardgen.base.errors import CardgenError, Place, Problem
from cardgen.schema.source import Map, Node, Seq, Source, TypedText
from cardgen.schema.values import blank

T = TypeVar("T")


class Section:
    """Reads the top of a file and notes what is wrong with it."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        self.before = len(problems)

    @property
    def failed(self) -> bool:
        return len(self.problems) > self.before

    def get(self, name: str) -> Node | None:
        node = self.source.root.get(name)  # type: ignore[call-overload]
        return None if blank(node) else node

    def text(self, name: str, default: str | None = None) -> str:
        """A text, or `default`; without a default it must be given. Empty when it is wrong."""
        node = self.get(name)
        if node is None:
            if default is None:
                self.wrong(f"there is no {name}", f"add a line such as  {name}: ...", Place(self.source.file, 1))
            return default or ""
        if isinstance(node, TypedText):
            return str(node)
        self.wrong(f"{name} must be a text", "put it in quotes", node)
        return ""

    def texts(self, name: str) -> list[TypedText]:
        """A list of texts, or a single one, or nothing."""
        node = self.get(name)
        items = [node] if isinstance(node, TypedText) else node if isinstance(node, Seq) else []
        texts = [item for item in items if isinstance(item, TypedText)]
        if node is not None and (isinstance(node, Map) or len(texts) < len(items)):
            self.wrong(f"{name} must be a list of names", f"write  {name}: [one, two]", node)
        return texts

    def attempt(self, node: Node, check: Callable[..., T], *args: Any) -> T | None:
        """What `check` gives for `args`, or None when it raises a problem, which is placed at `node`."""
        try:
            return check(*args)
        except CardgenError as error:
            self.problems += [problem.at(self.source.place(node)) for problem in error.problems]
            return None

    def wrong(self, what: str, remedy: str, where: Node | Place) -> None:
        self.problems.append(Problem(what, remedy, where if isinstance(where, Place) else self.source.place(where)))
