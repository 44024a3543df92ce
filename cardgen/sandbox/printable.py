"""Values that may be printed: plain ones. A field that is empty prints nothing; an object would
print what is none of a reader's business."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.runtime import Undefined
from markupsafe import Markup

from cardgen.base.findings import TextWithRemedy
from cardgen.model.cards import Card, Colour, Deck, Edition, Game
from cardgen.model.sizes import Shape

_PLAIN = (str, int, float, Colour, Shape, Undefined)
_KINDS: tuple[tuple[type | tuple[type, ...], str, str], ...] = (
    (Edition, "an edition", "print one of its fields, such as {said}.name"),
    (Card, "a card", "print one of its fields, such as {said}.name"),
    (Deck, "a deck", "print its title, {said}.title"),
    (Game, "the game", "print its title, {said}.title"),
    (Mapping, "a mapping", "print one of its values, such as {said}.name"),
    ((list, tuple, set, frozenset, range), "a list", "join it, as in {said} | join(', ')"),
)
TEXT_FILTERS = (
    *(
        "capitalize",
        "center",
        "e",
        "escape",
        "forceescape",
        "indent",
        "lower",
        "replace",
        "string",
        "striptags",
        "title",
        "trim",
    ),
    *("truncate", "upper", "urlencode", "wordcount", "wordwrap"),
)
"""Filters of Jinja's that make a text of what they are given."""


class OperationRefused(SecurityError):  # noqa: N818  # a refusal, not a fault
    """An operation the sandbox does not carry out."""


def printable(value: Any, expression: str = "") -> Any:
    """The value as it may be printed, an empty text for None. `expression` gave it, or names it.
    Raises OperationRefused."""
    if value is None:
        return ""
    if isinstance(value, _PLAIN):  # something undefined tells by itself what is wrong with it
        return value
    noun = "a function"
    remedy = "call it, with () behind its name" if callable(value) else ""
    for kinds, name, advice in _KINDS:
        if isinstance(value, kinds):
            noun = name
            remedy = advice.format(
                said="it" if expression.startswith("the ") else expression or "it"
            )
            break
    else:
        if not callable(value):
            noun = "no text and no number"
            remedy = "write which of its values is meant"
    raise OperationRefused(
        TextWithRemedy(f"{expression or 'this'} is {noun}, which cannot be printed", remedy)
    )


def plain_text(value: Any, expression: str = "") -> str:
    """The text of a value that may be printed, as a person reads it.

    A macro or a block gives mark-up, with `&amp;` for an ampersand. Raises OperationRefused, and
    UndefinedError for what nothing gives."""
    text = printable(value, expression)
    return text.unescape() if isinstance(text, Markup) else str(text)


def printable_items(items: Iterable[Any]) -> list[Any]:
    """The values of a list, each as it may be printed. Raises OperationRefused."""
    return [printable(item) for item in items]


def of_text(original: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that is given plain text only."""
    first = int(hasattr(original, "jinja_pass_arg"))

    @wraps(original)  # what Jinja passes to it, too
    def asked(*args: Any, **kwargs: Any) -> Any:
        return original(
            *args[:first], *map(printable, args[first : first + 1]), *args[first + 1 :], **kwargs
        )

    return asked


class PlainCodeGenerator(CodeGenerator):
    """Compiles what is printed, and `~`, so that each value passes `environment.printable` with the
    words it was written in."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            # what is printed is looked at when it is printed, a constant too
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        super()._output_child_pre(node, frame, finalize)
        self.write("environment.printable(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(f", {_written(node)!r})")
        super()._output_child_post(node, frame, finalize)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802  # Jinja's name
        """`a ~ b`: the parts plain, the result measured, for which Jinja offers no hook."""
        join = "markup_join" if frame.eval_ctx.autoescape else "str_join"
        if frame.eval_ctx.volatile:
            join = "(markup_join if context.eval_ctx.volatile else str_join)"
        self.write(f"environment.bounded({join}((")
        for part in node.nodes:
            self.write("environment.printable(")
            self.visit(part, frame)
            self.write(f", {_written(part)!r}), ")
        self.write(")))")


def _written(node: nodes.Node) -> str:
    """An expression as somebody wrote it.

    It must be of names, attributes, calls and filters."""
    match node:
        case nodes.Name():
            return str(node.name)
        case nodes.Getattr():
            return f"{_written(node.node)}.{node.attr}"
        case nodes.Getitem(arg=nodes.Const(value=key)):
            return f"{_written(node.node)}[{key!r}]"
        case nodes.Call():
            return f"{_written(node.node)}({'...' if node.args or node.kwargs else ''})"
        case nodes.Filter() if node.node is not None:
            return f"{_written(node.node)} | {node.name}"
        case nodes.Const():
            return repr(node.value)
    return "this"
