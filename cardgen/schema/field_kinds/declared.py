"""What kinds of fields have in common: the options of a declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cardgen.model.fields import Field
from cardgen.schema.keys import Key, Keys
from cardgen.schema.kinds import TRUTH, as_written

_ALWAYS = (
    Key("default", as_written({})),
    Key("optional", TRUTH._replace(schema={"type": "boolean"})),
)


def options_of(kind: str, *keys: Key) -> Keys:
    """The options of a kind of field: its own, and those of all fields."""
    return Keys(f"a field of the kind {kind}", *keys, *_ALWAYS, key_noun="option ")


@dataclass(frozen=True, slots=True)
class DeclaredField(Field):
    """A field of a kind that a file may declare.

    It has an attribute for each of its options."""

    options: ClassVar[Keys]
    takes_choices: ClassVar[bool] = False
    """Choices follow the word of the declaration, not options."""

    def check(self) -> None:
        """Raise CardgenError if the options do not go together."""

    @property
    def given_options(self) -> dict[str, Any]:
        """The options of its own kind that are set, by name."""
        values = {name: getattr(self, name) for name in self.options}
        common = [key.name for key in _ALWAYS]
        return {name: value for name, value in values.items() if name not in common and value}
