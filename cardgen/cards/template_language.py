"""The language of templates beside plain Jinja: a palette, lengths with their units, and the lines
that their elements come from."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any, ClassVar

from jinja2 import BaseLoader, Environment, TemplateNotFound
from jinja2.runtime import Context as TemplateContext
from jinja2.runtime import Undefined
from markupsafe import escape

from cardgen.base import colour_math
from cardgen.base.cache import Cache
from cardgen.base.files import kind_of
from cardgen.base.findings import CardgenError, Finding, Place, UnreadableError
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM, length
from cardgen.cards import static_art
from cardgen.cards.bindings import bound
from cardgen.cards.context import Context
from cardgen.cards.page import VALUE
from cardgen.cards.workspace import Workspace
from cardgen.model.cards import MIXED, PALETTE, Card, Colour
from cardgen.model.project import Project
from cardgen.sandbox.chance import chance_words
from cardgen.sandbox.compiled import Bytecode
from cardgen.sandbox.environment import make_sandbox
from cardgen.sandbox.printable import plain_text


@dataclass(frozen=True, slots=True)
class Palette:
    """A game's colours by name: `palette.ink`, or `palette["ink"]`."""

    colours: Mapping[str, Colour]
    game: str

    def __getitem__(self, name: str) -> Colour:
        try:
            return self.colours[name]
        except KeyError:
            raise CardgenError(
                Finding(
                    "unknown-colour",
                    f'the palette of {self.game} has no colour "{name}"',
                    did_you_mean(name, self.colours),
                )
            ) from None

    def __getattr__(self, name: str) -> Colour:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    shown_to_templates: ClassVar[Any]


class _AnyName:
    """Every name that does not begin with an underscore, for objects that answer for themselves."""

    def __contains__(self, name: str) -> bool:
        return not name.startswith("_")

    def __iter__(self) -> Iterator[str]:
        return iter(())


Palette.shown_to_templates = _AnyName()


def template_environment(workspace: Workspace, context: Context) -> Environment:
    """The sandbox that templates run in; in a marked workspace every element tells the line that it
    comes from."""
    project = context.project

    class TemplateLoader(BaseLoader):
        def get_source(
            self, environment: Environment, template: str
        ) -> tuple[str, str, Callable[[], bool]]:
            if not isinstance(template, str):
                raise TemplateNotFound(template)
            path = project.find_template(template)
            try:
                data = project.read(path)
                # as it is in the file, where its places are to be told
                newline = "" if workspace.mark_source else None
                source = io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", newline=newline).read()
                if workspace.mark_source:
                    source = workspace.mark_source(source, template, path)
                source = _ENCODING.sub(r"\1", source, count=1)
            except (OSError, UnicodeDecodeError) as error:
                if isinstance(error, OSError):
                    reason = error.strerror or str(error)
                    remedy = "see that it is a file that you may read"
                else:
                    kind = kind_of(data)
                    reason = f"it is a {kind}" if kind else "it is not UTF-8"
                    remedy = "save it as an SVG" if kind else "save it as UTF-8 text"
                raise CardgenError(
                    Finding(
                        "template-broken",
                        f"the template cannot be read: {reason}",
                        remedy,
                        Place(path),
                    )
                ) from None
            source = bound(source, path, environment)
            if workspace.marked:
                source = mark(source, template)
            return source, str(path), lambda: True

    class NotingContext(TemplateContext):
        """Notes whether a template reads the card or the edition. What an edition may change is
        always that of the present one, in macros that were imported for another, too."""

        def resolve_or_missing(self, key: str) -> Any:
            if key in _OF_CARD:
                workspace.side.reads_card = True
                workspace.side.reads_total |= key == "parts"
            elif (
                key in workspace.differing_names and key not in self.vars and key in workspace.scope
            ):
                workspace.side.reads_edition = True
                return workspace.scope[key]
            return super().resolve_or_missing(key)

    def current(context: TemplateContext, name: str) -> Any:
        """The card, edition or game at work, also in macros, which do not see the card."""
        side, game = workspace.side, workspace.game
        side.reads_card = side.reads_edition = True
        return {"card": side.card, "edition": game.edition, "game": game}[name]

    bytecode = Bytecode(
        Cache(None) if workspace.marked else context.cache,
        f"template {static_art.fingerprint()}",
    )
    environment = make_sandbox(
        loader=TemplateLoader(),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=400,
        bytecode_cache=bytecode,
        extensions=[static_art.StaticArt],
    )
    environment.context_class = NotingContext
    environment.filters.update(
        **chance_words(current),
        pt=lambda value: _in_units(value, "pt", 1 / MM, workspace),
        mm=lambda value: _in_units(value, "mm", 1.0, workspace),
        inch=lambda value: _in_units(value, "inch", 25.4, workspace),
        said=lambda text, *values: workspace.game.said(
            plain_text(text, "the text of said"), *values
        ),
    )
    return environment


_OF_CARD = frozenset({"card", "copy", "part", "parts"})
"""The names of what differs between cards."""
_ENCODING = re.compile(rf"(<\?xml\b[^>]*?)\s+encoding\s*=\s*{VALUE}")
"""Of the file, where a drawing says it: what is composed of it has letters of its own."""
_START_TAG = re.compile(
    r"(\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->)|<([A-Za-z][\w:.-]*)", re.DOTALL
)
MARK = "data-cardgen-line"
_MARKED = re.compile(r"(.+):([0-9]+):[0-9]+", re.DOTALL)


def mark(source: str, name: str) -> str:
    """The template with every start tag saying where it stands, by its line and its number among
    those of the line: for finding what was refused."""

    line = 1
    counted = 0
    number = 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal line, counted, number
        if match[1]:
            return match[1]
        breaks = source.count("\n", counted, match.start())
        line, counted, number = line + breaks, match.start(), 1 if breaks else number + 1
        return f'<{match[2]} {MARK}="{escape(name)}:{line}:{number}"'

    return _START_TAG.sub(replaced, source)


def marks_of(marked_svg: str) -> list[str]:
    """The marks of the elements of a card composed with them: a template's name, a line and a
    number, with colons between. Raises DrawingError."""
    from cardgen.engine import svg_tree  # hardly any build has anything to be looked for

    return [
        element.get(MARK, "")
        for element in svg_tree.read_svg(marked_svg.encode()).iter()
        if isinstance(element.tag, str)
    ]


def place_of(project: Project, mark: str) -> Place | None:
    """The place that a mark names. Raises CardgenError for one that somebody else has written."""
    parts = _MARKED.fullmatch(mark)
    return Place(project.find_template(parts[1]), int(parts[2])) if parts else None


def spot_of(error: BaseException, card: Card) -> Place:
    """The template's line where an error arose; the card's place where there is none."""
    return [card.place, *template_lines(walk_tb(error.__traceback__))][-1]


def template_lines(frames: Iterable[tuple[FrameType, int]]) -> Iterator[Place]:
    """The lines of templates that such lines of code come from, other code left out."""
    for frame, line in frames:
        template, file = frame.f_globals.get("__jinja_template__"), frame.f_code.co_filename
        if template is not None and template.filename:
            yield Place(Path(template.filename), template.get_corresponding_lineno(line))
        elif file.endswith(".svg"):  # Jinja has rewritten the frame to the template's own lines
            yield Place(Path(file), line)


def _number(value: Any, name: str) -> float:
    if isinstance(value, Undefined):
        str(value)  # raises what is wrong with it
    if isinstance(value, str):
        try:
            return length(value) / MM
        except ValueError:
            pass
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UnreadableError(
            "template-value",
            f"the filter {name} wants a number, not {value!r}",
            "give it one such as 3, or a length such as 3mm",
        )
    return float(value)


def _in_units(value: Any, name: str, size: float, workspace: Workspace) -> float:
    """A length in the template's units: `font-size="{{ 9|pt }}"`. A bare number is taken in the
    unit of the filter, of `size` mm."""
    return round(_number(value, name) * size / workspace.side.unit, 4)


def mix(first: Any, second: Any, share: float = 0.5) -> str:
    """The solid colour between two: `share` 0 is the first, 1 the second. It is of the four inks;
    one that had a plate of its own in it is known by MIXED and that colour's name."""
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise UnreadableError(
            "template-value", f"mix wants a share from 0 to 1, not {share!r}", "write such as 0.5"
        )
    (name, one), (other_name, other) = (solid_of(colour) for colour in (first, second))
    names = [name for name in (name, other_name) if name]
    between = colour_math.mix(one, other, share)
    return str(Colour(between, name=f"{MIXED}{names[0]}")) if names else between


def solid_of(colour: Any, asks: str = "mix wants two") -> tuple[str, str]:
    """The name of a colour that a template gives, if it has an ink of its own, and its `#RRGGBB`.
    Raises UnreadableError."""
    name = colour.name if isinstance(colour, Colour) and (colour.spot or colour.plate) else ""
    spelling = str(colour)
    if isinstance(colour, Colour):
        spelling = colour.rgb
    elif mixture := _MIXTURE.fullmatch(spelling):
        name, spelling = mixture.groups()
    text = colour_math.solid(spelling) if spelling.startswith("#") else None
    if text is None:
        raise UnreadableError(
            "template-value",
            f'{asks} colours of the palette, not "{colour}"',
            "write such as mix(palette.ink, palette.paper, 0.5)",
        )
    return name, text


_MIXTURE = re.compile(rf"var\({PALETTE}{MIXED}([^\s,()]+), (#[0-9A-F]{{6}})\)")
