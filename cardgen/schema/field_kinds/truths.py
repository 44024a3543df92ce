"""Fields that hold true or false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from cardgen.schema.field_kinds.declared import DeclaredField, options_of
from cardgen.schema.keys import Keys, Schema
from cardgen.schema.values import read_truth

_TRUE = (
    "x [x] y ✓ ✔ ☑ ✅ checked 1 ja wahr oui vrai sí si sì verdadero vero sim verdadeiro waar tak "
    "prawda sant sandt sann kyllä tosi ano áno "
    "pravda igen igaz da adevărat evet doğru да истина так істина ναι αληθές có ya benar כן אמת "
    "نعم صحيح بله درست はい 是 예 네 ใช่"
)
_FALSE = (
    "- – n ✗ ✘ ☐ ❌ unchecked 0 nein falsch non faux falso não nao nee onwaar nie fałsz nej "
    "falskt falsk nei usann ei epätosi ne nepravda "
    "nem hamis nu fals hayır yanlış нет ложь ні хибність όχι ψευδές không tidak salah לא שקר لا "
    "خطأ خیر نه نادرست "
    "いいえ 否 아니오 아니요 ไม่ ไม่ใช่"
)
_TRUTH_OF_WORD = dict.fromkeys(_TRUE.split(), "true") | dict.fromkeys(_FALSE.split(), "false")
"""What is typed for true and false, and what spreadsheet programs and databases write: in the
languages of Europe, in Vietnamese, Indonesian, Hebrew, Arabic, Persian, Japanese, Chinese, Korean
and Thai, too."""


@dataclass(frozen=True, slots=True)
class TruthField(DeclaredField):
    """A field that is true or false."""

    kind: ClassVar[str] = "bool"
    is_truth: ClassVar[bool] = True
    options: ClassVar[Keys] = options_of("bool")

    def read(self, value: Any) -> bool:
        return read_truth(self.name, value)

    def from_cell(self, cell: str) -> str:
        word = cell.strip()
        return _TRUTH_OF_WORD.get(word.casefold(), word)

    def least(self, value: Any) -> bool:
        return False

    def greatest(self, value: Any) -> bool:
        return True

    def another(self, value: Any) -> bool:
        return not value

    def near_values(self, value: Any, used: Iterable[Any]) -> Iterator[tuple[float, Any]]:
        yield 1, not value

    def schema(self) -> Schema:
        return {"enum": [True, False, "yes", "no", "on", "off", None]}
