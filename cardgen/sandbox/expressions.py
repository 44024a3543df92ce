"""Expressions: the language of the templates, compiled and computed to plain data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from types import CodeType, NoneType
from typing import Any, NamedTuple

from jinja2 import TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.environment import Template
from jinja2.runtime import Undefined
from markupsafe import Markup

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, Place, message_and_remedy
from cardgen.base.parser_messages import in_jinja, in_python
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Deck, MissingError
from cardgen.sandbox.compiled import Bytecode
from cardgen.sandbox.environment import (
    FILTER_NAMES,
    TEST_NAMES,
    Decks,
    bounded,
    list_fits,
    make_sandbox,
    number_fits,
    unknown_name,
)
from cardgen.sandbox.filters import LONGEST_LIST, called
from cardgen.sandbox.printable import OperationRefused

LONGEST_SOURCE = 10_000
Compiled = Callable[[Mapping[str, Any]], Any]
_COMPARISONS = frozenset({"eq", "ne", "lt", "lteq", "gt", "gteq", "in"})


class Operand(NamedTuple):
    """One side of a comparison. `owner` and `attribute` are "card" and "number" for card.number;
    where it counts something, `counted` is that as a list, and `owner` whose it is."""

    compute: Compiled
    owner: str = ""
    attribute: str = ""
    counted: Compiled | None = None


class Comparison(NamedTuple):
    """An expression that is one comparison.

    `operator` is Jinja's: eq, ne, lt, lteq, gt, gteq or in."""

    left: Operand
    operator: str
    right: Operand


class Expressions:
    """Compiles expressions and computes them to plain data. `process` bounds their time and memory;
    here it is what they reach."""

    def __init__(self) -> None:
        self._sandbox = make_sandbox()
        self._bytecode = Bytecode(Cache.of_user(), "expression")
        self._compiled = lru_cache(maxsize=1024)(self._compile)
        self._filled = lru_cache(maxsize=1024)(self._template)

    def compile(self, source: str, place: Place | None = None) -> Compiled:
        """A function from a scope (a mapping of names) to the expression's value. Both raise
        CardgenError, with this place."""
        compiled = _placed(self._compiled, source, place)(str(source))
        return _placed(lambda scope: plain(compiled(scope)), source, place)

    def text(self, source: str, place: Place | None = None) -> Compiled:
        """A function from a scope to the text that a template makes. Both raise CardgenError, with
        this place."""
        template = _placed(self._filled, source, place)(str(source))
        return _placed(lambda scope: bounded(template.render(dict(scope))).strip(), source, place)

    def parsed(self, source: str) -> nodes.Expr:
        """The tree of an expression that compiles."""
        tree = self._sandbox.parser(source).parse_expression()
        tree.set_environment(self._sandbox)
        return tree

    def of_tree(self, tree: nodes.Expr, source: str, place: Place | None = None) -> Compiled:
        """Compile the tree that `source` became."""
        compiled = self._runnable(self._sandbox.code(tree))
        return _placed(lambda scope: plain(compiled(scope)), source, place)

    def names(self, source: str) -> frozenset[str]:
        """The names in an expression that compiles.

        They are `rank` and `colour` in "rank > 3 and colour == 'green'"."""
        tree = self.parsed(source)
        return frozenset(
            node.name for node in (tree, *tree.find_all(nodes.Name)) if isinstance(node, nodes.Name)
        )

    def comparison(self, source: str) -> Comparison | None:
        """The two sides of an expression that is one comparison.

        They are None for any other, or one that cannot be compiled."""
        try:
            tree = self._sandbox.parser(source).parse_expression()
            if (
                not isinstance(tree, nodes.Compare)
                or len(tree.ops) != 1
                or tree.ops[0].op not in _COMPARISONS
            ):
                return None
            left_side, right_side = (
                self._side(side, source) for side in (tree.expr, tree.ops[0].expr)
            )
        except (TemplateError, RecursionError, MemoryError, SyntaxError, ValueError):
            return None
        return Comparison(left_side, tree.ops[0].op, right_side)

    def _side(self, node: nodes.Expr, source: str) -> Operand:
        compute = self.of_tree(node, source)
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            return Operand(compute, node.node.name, node.attr)
        if (
            isinstance(node, nodes.Filter)
            and node.node
            and node.name in ("copies", "length", "count")
        ):
            counted = self.of_tree(nodes.Filter(node.node, "list", [], [], None, None), source)
            return Operand(compute, self._side(node.node, source).owner, counted=counted)
        return Operand(compute)

    def _runnable(self, code: CodeType) -> Compiled:
        evaluate, words = self._sandbox.evaluator(code), self._sandbox.globals
        return lambda scope: evaluate({**words, **scope})

    def _template(self, source: str) -> Template:
        with _compiling("text", source):
            return self._sandbox.from_string(source)

    def _compile(self, source: str) -> Compiled:
        if source.lstrip().startswith("{{"):
            raise CardgenError(
                Finding(
                    "expression-failed",
                    f'"{source[:40]}" stands in braces, as only texts have them',
                    "take the braces away",
                )
            )
        with _compiling("expression", source):
            return self._runnable(
                self._bytecode.code(
                    self._sandbox, source, lambda: self._sandbox.code(self._sandbox.parser(source))
                )
            )


@contextmanager
def _compiling(noun: str, source: str) -> Iterator[None]:
    """Whatever goes wrong while a source is compiled is a CardgenError."""
    if len(source) > LONGEST_SOURCE:
        raise CardgenError(
            Finding(
                "expression-broken",
                f"an expression of {len(source):,} characters is too long",
                "split it into several fields",
            )
        )
    try:
        yield
    except (RecursionError, MemoryError, SyntaxError, ValueError) as error:
        raise CardgenError(
            Finding(
                "too-deep",
                f"the {noun} cannot be compiled: it nests too deeply or is not valid",
                "simplify it",
            )
        ) from error
    except TemplateError as error:
        raise CardgenError(explain(error, source, {})) from error


def _placed(
    compute: Callable[[Any], Any], source: str, place: Place | None
) -> Callable[[Any], Any]:
    """A function in which whatever goes wrong is a CardgenError with this place."""

    def placed(scope: Any) -> Any:
        try:
            return compute(scope)
        except CardgenError as error:
            raise CardgenError(*error.at(place)) from error
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            raise CardgenError(explain(error, source, scope).at(place)) from error

    return placed


def explain(error: Exception, source: str, scope: Mapping[str, Any]) -> Finding:
    """The finding for an exception from Jinja, without a place.

    It is for the person who wrote `source`."""
    message = getattr(error, "message", None) or str(error)
    about = f'in "{source}": ' if len(source) <= 80 else ""
    if isinstance(error, TemplateSyntaxError):
        sentence, remedy = in_jinja(message, filters=FILTER_NAMES, tests=TEST_NAMES)
        return Finding("expression-broken", f"{about}{sentence}", remedy)
    if isinstance(error, UndefinedError | OperationRefused | MissingError):
        sentence, remedy = message_and_remedy(error)
        if unknown := unknown_name(sentence):
            remedy = did_you_mean(unknown, scope)
        return Finding("expression-failed", f"{about}{sentence}", remedy or "check the spelling")
    if isinstance(error, OverflowError):
        return Finding(
            "expression-failed", f"{about}this goes beyond all measure", "make it smaller"
        )
    if isinstance(error, KeyError):
        return Finding("expression-failed", f"{about}there is no {error}", "check the name")
    sentence, remedy = in_python(message)
    return Finding(
        "expression-failed",
        f"{about}{_small(sentence) or type(error).__name__}",
        remedy or "check what the expression works on",
    )


def _small(text: str) -> str:
    text = text.rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _key(key: Any) -> Any:
    return key if isinstance(key, (int, float)) else str(key)


_PLAIN = frozenset((NoneType, bool, str, Card))


def plain(value: Any, depth: int = 20) -> Any:
    """The value as plain data.

    That is None, bool, int, float, str, Card, or lists and mappings of them. Raises
    CardgenError."""
    if type(value) in _PLAIN:  # as nearly always
        return value
    if isinstance(value, Undefined):
        str(value)
    if isinstance(value, Card):
        return value
    if isinstance(value, str):
        return str(value.unescape() if isinstance(value, Markup) else value)
    if isinstance(value, int):
        number_fits(value.bit_length())
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise CardgenError(
                Finding(
                    "expression-failed",
                    "the result is not a finite number",
                    "check what the expression works on",
                )
            )
        return value
    if depth == 0:
        raise CardgenError(
            Finding("too-deep", "the result nests too deeply", "make it a plain list")
        )
    if isinstance(value, Mapping):
        list_fits(len(value))
        return {_key(plain(key, 0)): plain(item, depth - 1) for key, item in value.items()}
    if isinstance(value, (Deck, Iterable)) and not isinstance(value, (Decks, bytes)):
        items = [plain(item, depth - 1) for item in islice(value, LONGEST_LIST + 1)]
        list_fits(len(items))
        return items
    raise CardgenError(
        Finding(
            "expression-failed",
            f"the result is {called(value)}, not a value for a card",
            "make it a text, a number, true or false, or a list",
        )
    )
