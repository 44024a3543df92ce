"""Expressions: the language of the templates, made safe for anybody's data."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any, ClassVar, NamedTuple

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Template, TemplateExpression, TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS as JINJA_FILTERS
from jinja2.parser import Parser
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment, SandboxedEnvironment, SandboxedEscapeFormatter, SandboxedFormatter
from jinja2.tests import TESTS as JINJA_TESTS
from jinja2.utils import Cycler, Joiner, Namespace, missing
from markupsafe import Markup

from cardgen.base.cache import Cache
from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.base.parser_messages import in_jinja
from cardgen.model.cards import Card, Colour, Deck, Game, MissingError
from cardgen.model.sizes import Shape
from cardgen.sandbox.compiled import Bytecode
from cardgen.sandbox.filters import CARD_NAMES, FILTERS, FUNCTIONS, LONGEST_LIST, called

WORDS = (*JINJA_FILTERS, *JINJA_TESTS, *FILTERS)
"""Every filter and test of an expression."""
LONGEST_TEXT = 4_000_000
WIDEST = 10_000
"""The widest that text can be padded."""
LARGEST_BITS = 4096
LONGEST_SOURCE = 10_000


class OperationRefused(SecurityError):  # noqa: N818  # a refusal, not a fault
    """An operation the sandbox does not carry out."""


class Decks:
    """The decks of a game by attribute, a hyphen read as an underscore: `deck.trick_or_treater`."""

    def __init__(self, ids: Iterable[str], find: Callable[[str], Deck]) -> None:
        self._ids = {id.replace("-", "_"): id for id in ids}
        self._find = find

    def __getattr__(self, name: str) -> Deck:
        if name.startswith("_") or name not in self._ids:
            raise AttributeError(name)
        return self._find(self._ids[name])

    def __getitem__(self, id: str) -> Deck:
        return self._find(self._ids[id.replace("-", "_")])

    def __iter__(self) -> Iterator[Deck]:
        return iter([self._find(id) for id in self._ids.values()])

    def __len__(self) -> int:
        return len(self._ids)

    def __dir__(self) -> list[str]:
        return list(self._ids)


def scope_of(game: Game, decks: Decks | None = None) -> dict[str, Any]:
    """What expressions and templates of a game can name: `game`, `deck`, and its lists."""
    lists = {name: list(ids) for name, ids in game.lists.items()}
    return {**lists, "game": game, "deck": decks or Decks([deck.id for deck in game.decks], game.deck)}


# What an object shows. A class of our own opens itself by a class attribute `shown_to_templates`, a set of names.

_HARMLESS: tuple[type, ...] = (str, int, float, list, tuple, dict, range)
_HARMLESS += (Undefined, LoopContext, Macro, Namespace, Cycler, Joiner, TemplateModule, TemplateReference, BlockReference)
_NOTHING: frozenset[str] = frozenset()
SHOWN: dict[type, frozenset[str]] = {
    Deck: frozenset({"id", "title", "game", "copies", "cards", "card", "shape", "template", "back", "shuffled_with"}),
    Game: frozenset({"id", "title", "designer", "version", "language", "palette", "lists"}),
    Shape: frozenset({"kind", "width", "height", "corner", "name"}),
    Colour: frozenset({"rgb", "cmyk"}),
}


def _shows(obj: Any, name: str) -> bool:
    """Whether an object lets this attribute be read. Whatever is not known to be harmless does not: a path could open a file."""
    if isinstance(obj, Card):
        return name in CARD_NAMES or name in obj.fields
    if isinstance(obj, Decks):
        return True
    if isinstance(obj, _HARMLESS):
        return True
    return name in _shown(obj)


def _shown(obj: Any) -> frozenset[str]:
    names: frozenset[str] | None = SHOWN.get(type(obj)) or getattr(type(obj), "shown_to_templates", None)
    return names or _NOTHING


def _names(obj: Any) -> list[str]:
    """The names an object could be asked for."""
    if isinstance(obj, Card):
        return sorted({*CARD_NAMES, *obj.fields})
    if isinstance(obj, Decks):
        return dir(obj)
    if isinstance(obj, Mapping):
        return [str(key) for key in obj]
    return sorted(_shown(obj))


class Missing(StrictUndefined):
    """What a name without a meaning gives: an error as soon as it is used."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        obj, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint:
            return self._undefined_hint
        if obj is missing:
            return f'nothing is called "{name}" here'
        kinds: dict[type, str] = {Card: "card", Deck: "deck", Game: "game"}
        if isinstance(obj, Decks):
            what = f'no deck is called "{name}"'
        elif type(obj) in kinds:
            what = f'the {kinds[type(obj)]} "{obj.id}" has no "{name}"'
        else:
            what = f'{called(obj)} has no "{name}"' if isinstance(name, str) else f"{called(obj)} has no item {name}"
        remedy = did_you_mean(name, _names(obj)) if isinstance(name, str) else ""
        return f"{what}; {remedy}" if remedy else what


# The sandbox


def _fits(size: int, most: int, what: str) -> None:
    if size > most:
        raise OperationRefused(f"this would make {what}")


def _text_fits(size: int) -> None:
    _fits(size, LONGEST_TEXT, f"a text of more than {LONGEST_TEXT:,} characters")


def _list_fits(size: int) -> None:
    _fits(size, LONGEST_LIST, f"a list of more than {LONGEST_LIST:,} items")


def _number_fits(bits: int) -> None:
    _fits(bits, LARGEST_BITS, f"a number of more than {LARGEST_BITS // 3.33:,.0f} digits")


def _width_fits(*widths: Any) -> None:
    for width in widths:
        if isinstance(width, int):
            _fits(abs(width), WIDEST, f"padding wider than {WIDEST:,} characters")


def _range(*bounds: int) -> range:
    made = range(*bounds)
    if made and (made[-1] - made[0]) // made.step >= LONGEST_LIST:  # len() itself fails on the longest
        raise OperationRefused(f"this would make a range of more than {LONGEST_LIST:,} numbers")
    return made


_DIGITS = re.compile(r"\d+")


def _format_fits(form: str) -> None:
    """Whether a width or a precision in a format is one that can be borne."""
    for part in re.findall(r"%[^%a-zA-Z]*", form):
        if "*" in part:
            raise OperationRefused("a width of * in a format is not available")
        _width_fits(*(int(digits[:9]) for digits in _DIGITS.findall(part)))


def bounded(value: Any) -> Any:
    """The value, unless it is a text or a list beyond all measure."""
    if isinstance(value, str):
        _text_fits(len(value))
    elif isinstance(value, (list, tuple)):
        _list_fits(len(value))
    return value


def _operate(operator: str, left: Any, right: Any) -> None:
    """Refuse what would grow without measure."""
    if operator == "%":
        if isinstance(left, str):
            _format_fits(left)
        return
    for sequence, other in ((left, right), (right, left)):
        if isinstance(sequence, (str, list, tuple)):
            size = len(sequence)
            if operator == "*" and isinstance(other, int):
                size *= max(0, other)
            elif operator == "+" and isinstance(other, (str, list, tuple)):
                size += len(other)
            (_text_fits if isinstance(sequence, str) else _list_fits)(size)
            return
    if isinstance(left, int) and isinstance(right, int):
        if operator == "*":
            _number_fits(left.bit_length() + right.bit_length())
        elif operator == "**" and abs(left) > 1 and right > 0:
            _number_fits(left.bit_length() * right)


_PADDING = frozenset({"center", "ljust", "rjust", "zfill", "expandtabs"})


def _call_fits(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Refuse the methods of text whose result could be far longer than what they are given."""
    text, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if not isinstance(text, str):
        return
    if name in _PADDING:
        _width_fits(*args, *kwargs.values())
        if name == "expandtabs":
            _text_fits(len(text) + text.count("\t") * max([8, *(abs(n) for n in (*args, *kwargs.values()) if isinstance(n, int))]))
    elif name == "replace" and len(args) > 1 and isinstance(args[0], str) and isinstance(args[1], str):
        _text_fits(len(text) + text.count(args[0]) * len(args[1]))
    elif name == "join" and args and isinstance(args[0], (list, tuple, str)):
        _text_fits(len(text) * len(args[0]) + sum(len(part) for part in args[0] if isinstance(part, str)))


class _WidthChecked:
    def format_field(self, value: Any, spec: str) -> Any:
        _width_fits(*(int(digits[:9]) for digits in _DIGITS.findall(spec)))
        return super().format_field(value, spec)  # type: ignore[misc]  # the formatter stands behind this class


class _Formatter(_WidthChecked, SandboxedFormatter):
    pass


class _EscapeFormatter(_WidthChecked, SandboxedEscapeFormatter):
    pass


class _CodeGenerator(CodeGenerator):
    """Compiles `~` so that its result is measured: Jinja offers no hook for it."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802  # Jinja's name
        self.write("environment.bounded(")
        super().visit_Concat(node, frame)
        self.write(")")


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's immutable sandbox, which shows only what is known to be harmless and refuses to make what could not be held."""

    intercepted_binops: ClassVar[frozenset[str]] = frozenset({"+", "*", "**", "%"})  # type: ignore[misc]
    code_generator_class = _CodeGenerator
    bounded = staticmethod(bounded)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.expression = lru_cache(maxsize=256)(lambda source: self.compile_expression(source, undefined_to_none=False))
        """An expression inside an expression, compiled once."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return _shows(obj, attr) and (isinstance(obj, Card) or super().is_safe_attribute(obj, attr, value))

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        return self.undefined(obj=obj, name=attribute, exc=OperationRefused)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        _operate(operator, left, right)
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        _call_fits(obj, args, kwargs)
        return super().call(context, obj, *args, **kwargs)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        if super().wrap_str_format(value) is None:
            return None
        text, from_mapping = value.__self__, value.__name__ == "format_map"
        formatter = _EscapeFormatter(self, escape=text.escape) if isinstance(text, Markup) else _Formatter(self)

        def format(*args: Any, **kwargs: Any) -> str:
            if from_mapping:
                (kwargs,), args = args, ()
            return type(text)(bounded(formatter.vformat(text, args, kwargs)))  # type: ignore[no-any-return]

        return format


def make_sandbox(**options: Any) -> SandboxedEnvironment:
    """A sandbox with the vocabulary for cards; `options` are those of jinja2.Environment. Undefined names are errors."""
    sandbox = Sandbox(**{"undefined": Missing, **options})
    for name in ("center", "indent", "format", "wordwrap", "replace", "join"):
        sandbox.filters[name] = _measured(name, sandbox.filters[name])
    sandbox.filters.update(FILTERS)
    sandbox.globals.update(FUNCTIONS, range=_range)
    for name in ("lipsum", "pprint", "random", "urlize"):  # chance would change the same input's output; the others make HTML
        sandbox.filters.pop(name, None)
        sandbox.globals.pop(name, None)
    return sandbox


def _measured(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja's whose arguments are looked at first."""
    passes = getattr(original, "jinja_pass_arg", None)

    def measured(*args: Any, **kwargs: Any) -> Any:
        values = args[1:] if passes else args
        text = values[0] if values else ""
        if name == "format":
            _format_fits(str(text))
        elif name == "join":
            values = (list(text), *values[1:]) if not isinstance(text, (str, list, tuple)) else values
            args = (*args[:1], *values) if passes else values
            gap = values[1] if len(values) > 1 else kwargs.get("d", "")
            _text_fits(len(values[0]) * len(str(gap)))
        elif name == "replace":
            _call_fits(str(text).replace, tuple(map(str, values[1:3])), {})
        else:
            _width_fits(*values[1:], *kwargs.values())
            if name == "indent":
                _text_fits(len(str(text)) + (str(text).count("\n") + 1) * max([4, *(n for n in values[1:2] if isinstance(n, int))]))
        return bounded(original(*args, **kwargs))

    if passes:
        measured.jinja_pass_arg = passes  # type: ignore[attr-defined]
    return measured


# Expressions

Compiled = Callable[[Mapping[str, Any]], Any]
_COMPARISONS = frozenset({"eq", "ne", "lt", "lteq", "gt", "gteq"})


class Operand(NamedTuple):
    """One side of a comparison. `owner` and `attribute` are "card" and "number" for card.number; `counts` tells whether it counts cards."""

    compute: Compiled
    owner: str = ""
    attribute: str = ""
    counts: bool = False


class Comparison(NamedTuple):
    """An expression that is one comparison; `operator` is Jinja's: eq, ne, lt, lteq, gt or gteq."""

    left: Operand
    operator: str
    right: Operand


class Expressions:
    """Compiles expressions and computes them to plain data. `process` bounds their time and memory; here it is what they reach."""

    def __init__(self) -> None:
        self._sandbox = make_sandbox()
        self._bytecode = Bytecode(Cache.of_user(), "expression")
        self._compiled = lru_cache(maxsize=1024)(self._compile)
        self._filled = lru_cache(maxsize=1024)(self._template)

    def compile(self, source: str, place: Place | None = None) -> Compiled:
        """A function from a scope (a mapping of names) to the expression's value. Both raise CardgenError, with this place."""
        try:
            compiled = self._compiled(str(source))
        except CardgenError as error:
            raise CardgenError(*(problem.at(place) for problem in error.problems)) from error

        return _placed(lambda scope: plain(compiled(dict(scope))), source, place)

    def text(self, source: str, place: Place | None = None) -> Compiled:
        """A function from a scope to the text that a template makes. Both raise CardgenError, with this place."""
        try:
            template = self._filled(str(source))
        except CardgenError as error:
            raise CardgenError(*(problem.at(place) for problem in error.problems)) from error
        return _placed(lambda scope: bounded(template.render(dict(scope))).strip(), source, place)

    def comparison(self, source: str) -> Comparison | None:
        """The two sides of an expression that is one comparison; None for any other, or one that cannot be compiled."""
        try:
            found = Parser(self._sandbox, source, state="variable").parse_expression()
            if not isinstance(found, nodes.Compare) or len(found.ops) != 1 or found.ops[0].op not in _COMPARISONS:
                return None
            left, right = (self._side(side, source) for side in (found.expr, found.ops[0].expr))
        except (TemplateError, RecursionError, MemoryError, SyntaxError, ValueError):
            return None
        return Comparison(left, found.ops[0].op, right)

    def _side(self, node: nodes.Expr, source: str) -> Operand:
        compute = _placed(self._evaluator(node), source, None)
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            return Operand(compute, node.node.name, node.attr)
        return Operand(compute, counts=isinstance(node, nodes.Filter) and node.name in ("copies", "length", "count"))

    def _evaluator(self, node: nodes.Expr) -> Compiled:
        compiled = self._runnable(self._code(node))
        return lambda scope: plain(compiled(dict(scope)))

    def _code(self, found: nodes.Expr | Parser) -> CodeType:
        """What an expression is compiled to: a template that keeps its value, as Jinja itself does it."""
        if isinstance(found, Parser):
            parser, found = found, found.parse_expression()
            if not parser.stream.eos:
                raise TemplateSyntaxError("chunk after expression", parser.stream.current.lineno)
            found.set_environment(self._sandbox)
        body: list[nodes.Node] = [nodes.Assign(nodes.Name("result", "store"), found, lineno=1)]
        return self._sandbox.compile(nodes.Template(body, lineno=1))

    def _runnable(self, code: CodeType) -> Callable[[dict[str, Any]], Any]:
        template = Template.from_code(self._sandbox, code, self._sandbox.make_globals(None))
        return TemplateExpression(template, undefined_to_none=False)

    def _template(self, source: str) -> Template:
        _source_fits(source)
        try:
            return self._sandbox.from_string(source)
        except (RecursionError, MemoryError, SyntaxError, ValueError) as error:
            raise CardgenError(Problem("the text cannot be compiled: it nests too deeply or is not valid", "simplify it")) from error
        except TemplateError as error:
            raise CardgenError(explain(error, source, {})) from error

    def _compile(self, source: str) -> Callable[[dict[str, Any]], Any]:
        _source_fits(source)
        try:
            code = self._bytecode.code(self._sandbox, source, lambda: self._code(Parser(self._sandbox, source, state="variable")))
            return self._runnable(code)
        except (RecursionError, MemoryError, SyntaxError, ValueError) as error:
            raise CardgenError(Problem("the expression cannot be compiled: it nests too deeply or is not valid", "simplify it")) from error
        except TemplateError as error:
            raise CardgenError(explain(error, source, {})) from error


def _source_fits(source: str) -> None:
    if len(source) > LONGEST_SOURCE:
        raise CardgenError(Problem(f"an expression of {len(source):,} characters is too long", "split it into several fields"))


def _placed(compute: Compiled, source: str, place: Place | None) -> Compiled:
    """The same function; whatever goes wrong in it is a CardgenError with this place."""

    def placed(scope: Mapping[str, Any]) -> Any:
        try:
            return compute(scope)
        except CardgenError as error:
            raise CardgenError(*(problem.at(place) for problem in error.problems)) from error
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            raise CardgenError(explain(error, source, scope).at(place)) from error

    return placed


_UNKNOWN = re.compile(r'nothing is called "(.+)" here')


def explain(error: Exception, source: str, scope: Mapping[str, Any]) -> Problem:
    """What an exception from Jinja means for the person who wrote `source`. Has no place."""
    said = getattr(error, "message", None) or str(error)
    about = f'in "{source}": ' if len(source) <= 80 else ""
    if isinstance(error, TemplateSyntaxError):
        what, remedy = in_jinja(said, WORDS)
        return Problem(f"{about}{what}", remedy)
    if isinstance(error, UndefinedError | OperationRefused | MissingError):
        what, _, remedy = said.partition("; ")
        if unknown := _UNKNOWN.fullmatch(what):
            remedy = did_you_mean(unknown[1], scope)
        return Problem(f"{about}{what}", remedy or ("make it smaller" if what.startswith("this would") else "check the spelling"))
    if isinstance(error, OverflowError):
        return Problem(f"{about}this goes beyond all measure", "make it smaller")
    if isinstance(error, ZeroDivisionError):
        return Problem(f"{about}this divides by zero", "guard it: a / b if b else 0")
    if isinstance(error, KeyError):
        return Problem(f"{about}there is no {error}", "check the name")
    return Problem(f"{about}{_small(said) or type(error).__name__}", "check what the expression works on")


def _small(text: str) -> str:
    text = text.rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _key(key: Any) -> Any:
    return key if isinstance(key, (int, float)) else str(key)


def plain(value: Any, depth: int = 20) -> Any:
    """The value as plain data: None, bool, int, float, str, Card, or lists and mappings of them. Raises CardgenError."""
    if isinstance(value, Undefined):
        str(value)
    if value is None or isinstance(value, (bool, Card)):
        return value
    if isinstance(value, str):
        return str(value.unescape() if isinstance(value, Markup) else value)
    if isinstance(value, int):
        _number_fits(value.bit_length())
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise CardgenError(Problem("the result is not a finite number", "check what the expression works on"))
        return value
    if depth == 0:
        raise CardgenError(Problem("the result nests too deeply", "make it a plain list"))
    if isinstance(value, Mapping):
        _list_fits(len(value))
        return {_key(plain(key, 0)): plain(each, depth - 1) for key, each in value.items()}
    if isinstance(value, (Deck, Iterable)) and not isinstance(value, (Decks, bytes)):
        items: list[Any] = []
        for each in value:
            items.append(plain(each, depth - 1))
            _list_fits(len(items))
        return items
    raise CardgenError(
        Problem(f"the result is {called(value)}, not a value for a card", "make it a text, a number, true or false, or a list")
    )
