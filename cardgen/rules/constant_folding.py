"""Constant folding of a claim's expressions.

Subexpressions that do not depend on the deal are computed once, before the cards are dealt."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from cardgen.base.findings import CardgenError
from cardgen.model.cards import Card
from cardgen.rules.game_view import expressions
from cardgen.rules.ruleset import Code, words_of
from cardgen.sandbox.expressions import Compiled

_CHOOSING = frozenset(
    {"having", "without", "with_all", "only", "where", "named", "by_id", "both", "minus"}
)
"""The words that keep or leave each card for what it is alone, whatever lies beside it."""
_KEEPING = _CHOOSING | {"either", "sorted_by", "smallest", "greatest"}
"""The words that give nothing but cards that they were given."""
_COMPUTED = (nodes.Filter, nodes.Call, nodes.Getattr, nodes.Getitem)
_ALL = "_all"


class Folding(NodeTransformer):
    """Prepares expressions about a deal of some cards.

    `scope` is known before the deal, `dealt` are the names of what is not. `constants` gathers
    computed values by name, and `answers` the cards that a filter keeps whatever lies beside
    them: `having(rank=-1)` of a hand becomes a yes-or-no field of each card, so that its rank is
    never read."""

    def __init__(
        self, scope: Mapping[str, Any], dealt: Collection[str], cards: Sequence[Card]
    ) -> None:
        self.scope = {**scope, _ALL: list(cards)}
        self.dealt = frozenset(dealt)
        self.constants: dict[str, Any] = {}
        self.answers: dict[str, frozenset[Card]] = {}

    def prepared(self, code: Code) -> Compiled:
        """Compile an expression to a function of a scope that has the constants too. Raises
        CardgenError."""
        expressions().compile(code.text, code.place)
        tree = self.visit(expressions().parsed(code.text))
        return expressions().of_tree(tree, code.text, code.place)

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        if isinstance(node, _COMPUTED) and not self._depends(node):
            try:
                return self._constant(self._value(node))
            except (
                CardgenError
            ):  # which is told when it is met, if it is; or this is no value, but what is called
                return node
        if isinstance(node, nodes.Filter) and node.name in _CHOOSING and self._deals(node.node):
            arguments = [*node.args, *(keyword.value for keyword in node.kwargs)]
            if (
                not any(map(self._depends, arguments))
                and node.dyn_args is None
                and node.dyn_kwargs is None
            ):
                with suppress(CardgenError):
                    of_all = copy.copy(node)
                    of_all.node = nodes.Name(_ALL, "load")
                    return self._question(node, frozenset(self._value(of_all)))
        return super().visit(node, *args, **kwargs)

    def _question(self, node: Any, chosen: frozenset[Card]) -> Any:
        name = f"_is_{len(self.answers)}"
        self.answers[name] = chosen
        node.node, node.name, node.args, node.kwargs = (
            self.visit(node.node),
            "having",
            [],
            [nodes.Keyword(name, nodes.Const(True))],
        )
        return node

    def _constant(self, value: Any) -> nodes.Node:
        name = f"_known_{len(self.constants)}"
        self.constants[name] = value
        return nodes.Name(name, "load")

    def _deals(self, node: nodes.Node | None) -> bool:
        """True if a subexpression gives only dealt cards: only these have the answers."""
        if isinstance(node, nodes.Name):
            return node.name in self.dealt
        if isinstance(node, nodes.Add):
            return self._deals(node.left) and self._deals(node.right)
        if isinstance(node, nodes.Filter):
            joined = node.args if node.name == "either" else []
            return (
                node.name in _KEEPING and self._deals(node.node) and all(map(self._deals, joined))
            )
        return False

    def _depends(self, node: nodes.Node) -> bool:
        """True if a subexpression may depend on the deal, or on an unknown name."""
        for part in (node, *node.find_all((nodes.Name, nodes.Const))):
            if (
                isinstance(part, nodes.Name)
                and (part.name in self.dealt or part.name not in self.scope)
                and part.name not in _FUNCTIONS
            ):
                return True
            if (
                isinstance(part, nodes.Const)
                and isinstance(part.value, str)
                and self.dealt.intersection(words_of(part.value))
            ):
                return True
        return False

    def _value(self, node: nodes.Node) -> Any:
        assert isinstance(node, nodes.Expr)
        return expressions().of_tree(node, "", None)(self.scope)


_FUNCTIONS = frozenset({"deal", "range", "dict"})
