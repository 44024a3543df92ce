"""Kinds of fields that a deck may declare, each a class.

A new one is a module here and a line below.
"""

from __future__ import annotations

from cardgen.schema.field_kinds.choices import ChoiceField, ListField
from cardgen.schema.field_kinds.declared import DeclaredField
from cardgen.schema.field_kinds.numbers import NumberField, WholeNumberField
from cardgen.schema.field_kinds.texts import TextField
from cardgen.schema.field_kinds.truths import TruthField

__all__ = [
    "FIELD_KINDS",
    "ChoiceField",
    "DeclaredField",
    "ListField",
    "NumberField",
    "TextField",
    "TruthField",
    "WholeNumberField",
]

_KINDS: tuple[type[DeclaredField], ...] = (
    TextField,
    WholeNumberField,
    NumberField,
    TruthField,
    ChoiceField,
    ListField,
)
FIELD_KINDS = {field_kind.kind: field_kind for field_kind in _KINDS}
"""Classes of fields by the word of a declaration."""
