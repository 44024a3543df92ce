"""The world of a stranger's expression.

Jinja's sandbox with the words about cards, what objects show, and how large results may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, wraps
from types import CodeType
from typing import Any, ClassVar

from jinja2 import StrictUndefined, TemplateSyntaxError, nodes, pass_eval_context
from jinja2.environment import Template, TemplateModule
from jinja2.filters import FILTERS as JINJA_FILTERS
from jinja2.filters import do_join, make_attrgetter
from jinja2.nodes import EvalContext
from jinja2.parser import Parser
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference, Undefined
from jinja2.sandbox import (
    ImmutableSandboxedEnvironment,
    SandboxedEscapeFormatter,
    SandboxedFormatter,
    modifies_known_mutable,
)
from jinja2.tests import TESTS as JINJA_TESTS
from jinja2.utils import Cycler, Joiner, Namespace, missing
from markupsafe import Markup

from cardgen.base.findings import TextWithRemedy, message_and_remedy
from cardgen.base.parser_messages import in_python
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.model.cards import Card, CardRow, Colour, Deck, Edition, Game, NumberRange
from cardgen.model.sizes import Shape
from cardgen.sandbox.chance import CHANCE
from cardgen.sandbox.filters import CARD_NAMES, FILTERS, FUNCTIONS, LONGEST_LIST, called
from cardgen.sandbox.printable import (
    TEXT_FILTERS,
    OperationRefused,
    PlainCodeGenerator,
    of_text,
    printable,
    printable_items,
)

FILTER_NAMES = (*JINJA_FILTERS, *FILTERS, *CHANCE)
TEST_NAMES = tuple(JINJA_TESTS)
"""Every filter and test of an expression."""
LONGEST_TEXT = 4_000_000
WIDEST = 10_000
"""The widest that text can be padded."""
LARGEST_BITS = 4096
MOST_READABLE = 10_000
"""So many attributes are remembered as harmless, whatever a template asks for."""


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


class Tables(dict[str, list[CardRow]]):
    """The rows of a game's tables of data, by name."""

    __slots__ = ()


def scope_of(game: Game, decks: Decks | None = None) -> dict[str, Any]:
    """Names for expressions and templates of a game.

    `game`, `deck`, its lists and, where it has them, `edition` and `tables`."""
    lists = {name: list(ids) for name, ids in game.lists.items()}
    edition = {"edition": game.edition} if game.edition else {}
    tables = (
        {"tables": Tables({name: list(table.rows) for name, table in game.tables.items()})}
        if game.tables
        else {}
    )
    return {
        **lists,
        **edition,
        **tables,
        "game": game,
        "deck": decks or Decks([deck.id for deck in game.decks], game.deck),
    }


# What an object shows. A class of our own opens itself by a class attribute `shown_to_templates`, a
# set of names.

_HARMLESS: tuple[type, ...] = (Decks, str, int, float, list, tuple, dict, range)
_HARMLESS += (
    Undefined,
    LoopContext,
    Macro,
    Namespace,
    Cycler,
    Joiner,
    TemplateModule,
    TemplateReference,
    BlockReference,
)
SHOWN: dict[type, frozenset[str]] = {
    Deck: frozenset(
        {
            "id",
            "title",
            "game",
            "copies",
            "cards",
            "card",
            "shape",
            "template",
            "back",
            "shuffled_with",
        }
    ),
    Game: frozenset(
        {
            *("id", "title", "designer", "version", "language", "palette", "lists"),
            *("about", "players", "minutes", "age", "play_facts"),
        }
    ),
    NumberRange: frozenset({"least", "most"}),
    Shape: frozenset({"kind", "width", "height", "corner", "name"}),
    Colour: frozenset({"rgb", "cmyk"}),
}


def _shows(obj: Any, name: str) -> bool:
    """True if an attribute of an object may be read. None may that is not known to be harmless:
    a path could open a file."""
    if isinstance(obj, Card):
        return name in _names_of(obj) or name in obj.fields or name == "fields"
    return isinstance(obj, _HARMLESS) or name in _shown(obj)


def _names_of(card: Card) -> frozenset[str]:
    """The attributes of a card or an edition beside its fields."""
    return _EDITION_NAMES if isinstance(card, Edition) else CARD_NAMES


_EDITION_NAMES = frozenset({"id"})
_OF_CARDS = frozenset(dir(Card))


def _shown(obj: Any) -> frozenset[str]:
    return SHOWN.get(type(obj), getattr(type(obj), "shown_to_templates", frozenset()))


def _names(obj: Any) -> list[str]:
    """The names an object could be asked for."""
    if isinstance(obj, Card):
        return sorted({*_names_of(obj), *obj.fields})
    if isinstance(obj, Decks):
        return dir(obj)
    if isinstance(obj, Mapping):
        return [str(key) for key in obj]
    if isinstance(obj, TemplateModule):
        return sorted(name for name in vars(obj) if not name.startswith("_"))
    return sorted(_shown(obj))


def _own_names(obj: Any) -> list[str]:
    """The attributes that Python gives a value and the sandbox allows: too many to list."""
    if not isinstance(obj, _HARMLESS):
        return []
    return [
        name
        for name in dir(obj)
        if not name.startswith("_") and not modifies_known_mutable(obj, name)
    ]


_NO_NAME = re.compile(r'nothing is called "(.+)" here')


def unknown_name(message: str) -> str:
    """The name without a meaning in a message of `Missing`.

    It is empty for another message."""
    match = _NO_NAME.fullmatch(message)
    return match[1] if match else ""


def in_words(error: Exception, names: Iterable[str]) -> tuple[str, str]:
    """The sentence and the remedy for an exception of Jinja's.

    They are empty where they are not known. `names` are what can be named there."""
    sentence, remedy = message_and_remedy(error)
    if name := unknown_name(sentence):
        return sentence, nearest(name, names)
    return (sentence, remedy) if remedy else in_python(sentence)


class Missing(StrictUndefined):
    """The value of a name without a meaning: any use is an error."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        obj, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint:
            return self._undefined_hint
        if obj is missing:
            return f'nothing is called "{name}" here'
        if not isinstance(name, str):
            return _what_is_missing(obj, name)
        if modifies_known_mutable(obj, name):
            return _unchangeable(obj, name)
        return TextWithRemedy(_what_is_missing(obj, name), _remedy_for(obj, name))


_KINDS_WITH_IDS: dict[type, str] = {Card: "card", Edition: "edition", Deck: "deck", Game: "game"}


def _what_is_missing(obj: Any, name: object) -> str:
    """The sentence that a thing has nothing of this name."""
    if isinstance(obj, Decks):
        return f'no deck is called "{name}"'
    if isinstance(obj, Tables):
        return f'game.yaml has no table "{name}"'
    if kind := _KINDS_WITH_IDS.get(type(obj)):
        return f'the {kind} "{obj.id}" has no "{name}"'
    if isinstance(name, str):
        return f'{called(obj)} has no "{name}"'
    return f"{called(obj)} has no item {name}"


def _unchangeable(obj: Any, name: str) -> TextWithRemedy:
    """The message for a method that would change a list or mapping."""
    remedy = "make a new one: old + [item], |sort, |reverse"
    if isinstance(obj, dict):
        remedy = "make a new one: dict(old, name=value)"
    return TextWithRemedy(f"{called(obj)} cannot be changed here, so it has no .{name}()", remedy)


def _remedy_for(obj: Any, name: str) -> str:
    """The remedy for a name that a thing does not have."""
    remedy = f"leave .{name} out"
    if obj is None:
        remedy = "ask first whether there is something:  {% if card.text %}"
    return did_you_mean(name, _names(obj), nearest(name, _own_names(obj)) or remedy)


# The sandbox


def _fits(size: int, most: int, result_noun: str) -> None:
    if size > most:
        raise OperationRefused(TextWithRemedy(f"this would make {result_noun}", "make it smaller"))


def _text_fits(size: int) -> None:
    _fits(size, LONGEST_TEXT, f"a text of more than {LONGEST_TEXT:,} characters")


def list_fits(size: int) -> None:
    """Raises OperationRefused."""
    _fits(size, LONGEST_LIST, f"a list of more than {LONGEST_LIST:,} items")


def number_fits(bits: int) -> None:
    """Raises OperationRefused."""
    _fits(bits, LARGEST_BITS, f"a number of more than {LARGEST_BITS // 3.33:,.0f} digits")


def _width_fits(*widths: Any) -> None:
    for width in widths:
        if isinstance(width, int):
            _fits(abs(width), WIDEST, f"padding wider than {WIDEST:,} characters")


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    # len() itself fails on the longest
    if numbers and (numbers[-1] - numbers[0]) // numbers.step >= LONGEST_LIST:
        raise OperationRefused(
            TextWithRemedy(
                f"this would make a range of more than {LONGEST_LIST:,} numbers", "make it smaller"
            )
        )
    return numbers


_DIGITS = re.compile(r"\d+")


def _format_fits(form: str) -> None:
    """Raise OperationRefused for a width or a precision in a format that is too large."""
    for part in re.findall(r"%[^%a-zA-Z]*", form):
        if "*" in part:
            raise OperationRefused(
                TextWithRemedy(
                    "a width of * in a format is not available", "write the width itself"
                )
            )
        _width_fits(*(int(digits[:9]) for digits in _DIGITS.findall(part)))


def bounded(value: Any) -> Any:
    """The value, unless it is a text or a list beyond all measure."""
    if isinstance(value, str):
        _text_fits(len(value))
    elif isinstance(value, (list, tuple)):
        list_fits(len(value))
    return value


def _operate(operator: str, first: Any, second: Any) -> None:
    """Refuse what would grow without measure."""
    if operator == "%":
        if isinstance(first, str):
            _format_fits(first)
        return
    for sequence, other in ((first, second), (second, first)):
        if isinstance(sequence, (str, list, tuple)):
            size = len(sequence)
            if operator == "*" and isinstance(other, int):
                size *= max(0, other)
            elif operator == "+" and isinstance(other, (str, list, tuple)):
                size += len(other)
            (_text_fits if isinstance(sequence, str) else list_fits)(size)
            return
    if isinstance(first, int) and isinstance(second, int):
        if operator == "*":
            number_fits(first.bit_length() + second.bit_length())
        elif operator == "**" and abs(first) > 1 and second > 0:
            number_fits(first.bit_length() * second)


_WHOLES = (int, int)
_FLOATS = frozenset({(float, float), (float, int), (int, float)})
"""Kinds of two numbers of which every operation makes a float."""
_ASKED = frozenset({"items", "keys", "values", "get"})
"""What templates ask of a mapping by, such as the values of a card or the palette, whatever it
holds."""
_CALLED = "()"
"""What an attribute ends in, for the sandbox alone, that is called where it is asked for."""
_PADDING = frozenset({"center", "ljust", "rjust", "zfill", "expandtabs"})


def _call_fits(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Refuse methods of text with too long results.

    Those could be far longer than what they are given."""
    text, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if not isinstance(text, str):
        return
    if name in _PADDING:
        _width_fits(*args, *kwargs.values())
        if name == "expandtabs":
            sizes = [abs(size) for size in (*args, *kwargs.values()) if isinstance(size, int)]
            _text_fits(len(text) + text.count("\t") * max([8, *sizes]))
    elif (
        name == "replace"
        and len(args) > 1
        and isinstance(args[0], str)
        and isinstance(args[1], str)
    ):
        _text_fits(len(text) + text.count(args[0]) * len(args[1]))
    elif name == "join" and args and isinstance(args[0], (list, tuple, str)):
        joined = sum(len(part) for part in args[0] if isinstance(part, str))
        _text_fits(len(text) * len(args[0]) + joined)


class _WidthChecked:
    def format_field(self, value: Any, spec: str) -> Any:
        _width_fits(*(int(digits[:9]) for digits in _DIGITS.findall(spec)))
        return super().format_field(printable(value), spec)  # type: ignore[misc]  # the formatter stands behind this class

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return super().convert_field(printable(value), conversion)  # type: ignore[misc]


class _Formatter(_WidthChecked, SandboxedFormatter):
    pass


class _EscapeFormatter(_WidthChecked, SandboxedEscapeFormatter):
    pass


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's immutable sandbox, with less shown and smaller results.

    It shows only what is known to be harmless and refuses to make what could not be held."""

    intercepted_binops: ClassVar[frozenset[str]] = frozenset({"+", "*", "**", "%"})  # type: ignore[misc]
    code_generator_class = PlainCodeGenerator
    bounded = staticmethod(bounded)
    printable = staticmethod(printable)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.expression = lru_cache(maxsize=256)(
            lambda source: self.evaluator(self.code(self.parser(source)))
        )
        """An expression inside an expression, compiled once."""
        self._readable: set[tuple[type, str]] = set()
        """Attributes that may be read of every object of a class: asked for a million times."""

    def parser(self, source: str) -> Parser:
        """The parser of an expression."""
        return Parser(self, source, state="variable")

    def code(self, expression: nodes.Expr | Parser) -> CodeType:
        """The code of an expression, as Jinja itself makes it.

        It is a template that keeps its value."""
        if isinstance(expression, Parser):
            parser, expression = expression, expression.parse_expression()
            if not parser.stream.eos:
                raise TemplateSyntaxError("chunk after expression", parser.stream.current.lineno)
            expression.set_environment(self)
        body: list[nodes.Node] = [nodes.Assign(nodes.Name("result", "store"), expression, lineno=1)]
        return self.compile(nodes.Template(body, lineno=1))

    def evaluator(self, code: CodeType) -> Callable[[dict[str, Any]], Any]:
        """The function that computes the value of such code.

        It takes all names, those of the sandbox too. Jinja's own TemplateExpression copies them
        three times and more for each value, and rules ask for a million."""
        root = Template.from_code(self, code, {}).root_render_func

        def evaluate(names: dict[str, Any]) -> Any:
            context = Context(self, names, None, {})
            for _ in root(context):
                pass
            return context.vars["result"]

        return evaluate

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> Any:
        """Compiles a template. `row.items()` asks a mapping for its values, `row.items` for that
        one of them."""
        for call in source.find_all(nodes.Call):
            if isinstance(call.node, nodes.Getattr) and call.node.attr in _ASKED:
                call.node.attr += _CALLED
        return super()._generate(source, *args, **options)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if (type(obj), attribute) in self._readable:
            try:
                return getattr(obj, attribute)
            except AttributeError:  # the name of one of its items
                return super().getattr(obj, attribute)
        if attribute.endswith(_CALLED):
            attribute = attribute.removesuffix(_CALLED)
            return (
                super().getattr(obj, attribute)
                if isinstance(obj, Mapping)
                else self.getattr(obj, attribute)
            )
        # as nearly always
        if (
            type(obj) is Card
            and attribute in obj.fields
            and attribute not in _OF_CARDS
            and attribute[0] != "_"
        ):
            return obj.fields[attribute]
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]  # a colour called pop, and not what Python can do with a mapping
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, Card):
            return _shows(obj, attr)
        safe = _shows(obj, attr) and super().is_safe_attribute(obj, attr, value)
        # a text has formats of its own, and a mapping gives its items first
        if safe and not isinstance(obj, (str, Mapping)) and len(self._readable) < MOST_READABLE:
            self._readable.add((type(obj), attr))
        return safe

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        return self.undefined(obj=obj, name=attribute, exc=OperationRefused)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        kinds = (type(left), type(right))
        # as nearly always: floats do not grow without measure, nor do sums of numbers
        if kinds in _FLOATS or (operator == "+" and kinds == _WHOLES):
            return self.binop_table[operator](left, right)
        _operate(operator, left, right)
        if operator == "%" and isinstance(left, str):
            right = _plain_operand(right)
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        _call_fits(obj, args, kwargs)
        return super().call(context, obj, *args, **kwargs)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        if super().wrap_str_format(value) is None:
            return None
        text, from_mapping = value.__self__, value.__name__ == "format_map"
        formatter = (
            _EscapeFormatter(self, escape=text.escape)
            if isinstance(text, Markup)
            else _Formatter(self)
        )

        def format(*args: Any, **kwargs: Any) -> str:
            if from_mapping:
                (kwargs,), args = args, ()
            return type(text)(bounded(formatter.vformat(text, args, kwargs)))  # type: ignore[no-any-return]

        return format


def _plain_operand(value: Any) -> Any:
    """The operand behind the % of a format: a value, several, or values by name."""
    if isinstance(value, tuple):
        return tuple(printable_items(value))
    return (
        {name: printable(item) for name, item in value.items()}
        if isinstance(value, Mapping)
        else printable(value)
    )


def make_sandbox(**options: Any) -> Sandbox:
    """A sandbox with the vocabulary for cards; `options` are those of jinja2.Environment. Undefined
    names are errors."""
    # optimised, `'a' ~ none` is "aNone" before anybody looks
    sandbox = Sandbox(**{"undefined": Missing, "optimized": False, **options})
    for name in ("center", "indent", "format", "wordwrap", "replace"):
        sandbox.filters[name] = _measured(name, sandbox.filters[name])
    for name in TEXT_FILTERS:
        sandbox.filters[name] = of_text(sandbox.filters[name])
    sandbox.filters.update({**FILTERS, **CHANCE}, join=_join)
    sandbox.globals.update(FUNCTIONS, range=_range)
    # chance would change the same input's output; the others make HTML
    for name in ("lipsum", "pprint", "random", "urlize"):
        sandbox.filters.pop(name, None)
        sandbox.globals.pop(name, None)
    return sandbox


@pass_eval_context
def _join(
    eval_ctx: EvalContext, value: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> Any:
    """Jinja's join, of plain values."""
    values = (
        value if attribute is None else map(make_attrgetter(eval_ctx.environment, attribute), value)
    )
    items = printable_items(values)
    _text_fits(len(items) * len(str(d)))
    return bounded(do_join(eval_ctx, items, d))


def _measured(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja's whose arguments are looked at first."""

    @wraps(original)  # what Jinja passes to it, too
    def measured(*args: Any, **kwargs: Any) -> Any:
        values = args[1:] if hasattr(original, "jinja_pass_arg") else args
        text = values[0] if values else ""
        if name == "format":
            _format_fits(str(text))
            args = tuple(printable_items(args))
            kwargs = {key: printable(value) for key, value in kwargs.items()}
        elif name == "replace":
            _call_fits(str(text).replace, tuple(map(str, values[1:3])), {})
        else:
            _width_fits(*values[1:], *kwargs.values())
            if name == "indent":
                _text_fits(
                    len(str(text))
                    + (str(text).count("\n") + 1)
                    * max([4, *(n for n in values[1:2] if isinstance(n, int))])
                )
        return bounded(original(*args, **kwargs))

    return measured
