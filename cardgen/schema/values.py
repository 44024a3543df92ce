"""Values that stand in files: ids, names, numbers and truths."""

from __future__ import annotations

import math
import re
import unicodedata
import zlib
from collections.abc import Callable, Collection, Iterable
from typing import Any

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.letters import SPELT_OUT
from cardgen.base.patterns import pattern
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card
from cardgen.schema.source import Node, TypedText

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
_NAME = re.compile(r"[^\W\d_]\w*")
_WORDS = frozenset(
    ["and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"]
)
"""What means something else wherever an expression says it."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_SPACES = " \u00a0\u2009\u202f'\u2019"
_NOTATIONS = {
    mark: pattern(
        rf"(?P<sign>[+-]?) *(?P<whole>[0-9]{{1,3}}(?P<between>[{_SPACES}{between}])[0-9]{{3}}"
        rf"((?P=between)[0-9]{{3}})*|[0-9]+)"
        rf"([{mark or '.'}](?P<part>[0-9]+))?(?P<power>[eE][+-]?[0-9]+)?"
    )
    for mark, between in {"": "", ".": ",", ",": "."}.items()
}
"""Numbers as people write them, by what stands before their decimals; thousands may be apart."""
_SURE = pattern(
    rf"(?P<sign>[+-]?)(?P<whole>[0-9]{{1,3}}(?:(?P<between>[{_SPACES}])[0-9]{{3}}((?P=between)[0-9]{{3}})*([.,](?P<part>[0-9]{{1,2}}))?"
    r"|(,[0-9]{3})+\.(?P<english>[0-9]+)|(\.[0-9]{3})+,(?P<other>[0-9]+)|(,[0-9]{3}){2,}"
    r"|(\.[0-9]{3}){2,}))"
)
"""Numbers with thousands apart that can be read in one way alone: `1 234`, `1'234,5`, `1.234,50`,
`1,234.50`, `1.234.567`."""
_WRITTEN = pattern(
    r"(?P<before>[^\d\s.,+-]{0,4}\s?)[+-]?(?P<number>\d[\d.,\u00a0\u202f '\u2019]*\d"
    r"|\d)(?P<after>\s?[^\d.,]{0,12})"
)
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_TOO_LARGE = 2**63


def wrong(
    sentence: str, remedy: str, place: Place | None = None, *, code: str = "value-wrong"
) -> CardgenError:
    """The error for a value, to be raised.

    Its place may be added by who knows it.
    """
    return CardgenError(Finding(code, sentence, remedy, place))


def check_id(id: str, noun: str) -> None:
    """Raise CardgenError unless `id` is an id.

    It becomes part of file names, on every system.
    """
    if not ID.fullmatch(id):
        example = _spelt_out(id).strip("-")[:64] or "black-1"
        remedy = (
            f"use up to 64 lower-case letters from a to z, digits and hyphens, such as {example}"
        )
        raise wrong(
            f'"{id}" cannot be the id of a {noun}',
            remedy + "; titles and names may be in any letters" * (not id.isascii()),
            code="name-impossible",
        )
    if _DEVICES.fullmatch(id):
        raise wrong(
            f'"{id}" cannot be the id of a {noun}: Windows keeps that name for itself',
            "choose another, such as " + id + "-1",
            code="name-impossible",
        )


def is_id(text: str) -> bool:
    """True if a text can be an id, and a file name on any system."""
    return ID.fullmatch(text) is not None and not _DEVICES.fullmatch(text)


def id_of(name: str) -> str:
    """The id of a card that has only a name.

    It is the same for the same name.

    >>> id_of("Große Möwe (2)"), id_of("L'Été")
    ('grosse-moewe-2', 'l-ete')
    """
    composed_name = unicodedata.normalize("NFC", name)
    id = (
        _spelt_out(composed_name).strip("-")[:60].rstrip("-")
        or f"card-{zlib.crc32(composed_name.encode()):08x}"
    )
    return f"{id}-1" if _DEVICES.fullmatch(id) else id


def _spelt_out(name: str) -> str:
    """A name in letters from a to z, digits, and hyphens for all else.

    >>> _spelt_out("Große Möwe"), _spelt_out("Mo\u0308we")
    ('grosse-moewe', 'moewe')
    """
    letters = unicodedata.normalize("NFC", name).casefold().translate(SPELT_OUT)
    ascii_letters = unicodedata.normalize("NFKD", letters).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", ascii_letters)


def unused_id(id: str, counts: dict[str, int]) -> str:
    """The id, numbered if `counts` has it already.

    It is added there.
    """
    free_id = id
    while free_id in counts:
        counts[id] += 1
        free_id = f"{id[:56]}-{counts[id]}"
    counts[free_id] = 1
    return free_id


def check_name(
    name: str, noun: str, reserved: Collection[str], instead: str = "choose another name"
) -> None:
    """Raise CardgenError unless an expression can say `name` and it is not `reserved`."""
    plain = unicodedata.normalize("NFKC", name)  # as Python spells what expressions say
    is_name = _NAME.fullmatch(plain) and plain.isidentifier() and plain not in _WORDS
    if not is_name or plain != name:
        remedy = (
            "use letters, digits and _, beginning with a letter, and no word of expressions, "
            "such as  is"
        )
        raise wrong(
            f'"{name}" cannot be the name of a {noun}',
            f"write  {plain}" if is_name else remedy,
            code="name-impossible",
        )
    if name in reserved:
        raise wrong(
            f'"{name}" cannot be the name of a {noun}: cardgen uses it itself',
            instead,
            code="name-impossible",
        )


def blank(node: Node | None) -> bool:
    """True if nothing was written: no key, or a key without a value."""
    return node is None or (isinstance(node, TypedText) and node == "" and not node.quoted)


def instead_of(name: TypedText, value: Node, choices: Iterable[str]) -> str:
    """The remedy for a name that means nothing.

    It is what it may mean, or that the comma before it belongs to what stands there."""
    # there is not even a colon
    end_of_name = name.line, name.column + len(name)
    if blank(value) and (value.line, value.column) == end_of_name:
        return (
            "write decimals with a point"
            if name.isdecimal()
            else "put the text that holds the comma before it in quotes"
        )
    return did_you_mean(name, choices)


def described(value: Any) -> str:
    """A value as messages name it."""
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}..."'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value}"[:60]
    if isinstance(value, Card):
        return f'the card "{value.id}"'
    if isinstance(value, (list, tuple)):
        return "a list"
    return "nothing" if value is None else "a mapping"


# Numbers and truths


_FULL_WIDTH = str.maketrans("＋－．，", "+-.,")


def half_width(number: str) -> str:
    """A number in the digits of ASCII, whatever width or script it was typed in.

    >>> half_width("＋３"), half_width("๓"), half_width("2²")
    ('+3', '3', '2²')
    """
    if number.isascii():
        return number
    return "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() else sign
        for sign in number.translate(_FULL_WIDTH)
    )


def plain_number(text: str, unit: str = "", decimal: str = "") -> str:
    """A number as a person writes it, such as `1.234,50 EUR`, in the digits and points of Python;
    a text that is no number is given back.

    `unit` may stand before or after it; `decimal` is the sign before its decimals, where one is
    declared. Without either only those thousands are understood that can be read in one way.

    >>> plain_number("1.234,50"), plain_number("1'234"), plain_number("1,234")
    ('1234.50', '1234', '1,234')
    """
    text = half_width(text).replace("\u2212", "-")
    if not unit and not decimal:
        return _without_thousands(text)
    text = text.strip()
    if unit and text.casefold().endswith(unit.casefold()):
        text = text[: -len(unit)]
    elif unit and text.casefold().startswith(unit.casefold()):
        text = text[len(unit) :]
    match = _NOTATIONS[decimal].fullmatch(text.strip())
    if match is None:
        return text.strip()
    digits = re.sub("[^0-9]", "", match["whole"])
    # 2,00 EUR prints as 2 EUR does
    decimals = (match["part"] or "").rstrip("0")
    return match["sign"] + digits + (f".{decimals}" if decimals else "") + (match["power"] or "")


def _without_thousands(text: str) -> str:
    if text.isdecimal():
        return text
    match = _SURE.fullmatch(text.strip())
    if match is None:
        return text
    decimals = match["part"] or match["english"] or match["other"] or ""
    digits = re.sub("[^0-9]", "", match["whole"])
    digits_before = digits.removesuffix(decimals) if decimals else digits
    return match["sign"] + digits_before + (f".{decimals}" if decimals else "")


def unit_and_decimals(text: str) -> tuple[str, tuple[str, ...]] | None:
    """The unit of a number as written, and what may stand before its decimals, the likeliest first.

    They are None for a text that is no number. Before three digits a sign may be that of thousands,
    and what would stand before decimals is the other one.

    >>> unit_and_decimals("1,50 EUR"), unit_and_decimals("1,500"), unit_and_decimals("fast")
    (('EUR', (',',)), ('', ('.', ',')), None)
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        return None
    unit = match["before"].strip() or match["after"].strip()
    if thousand := re.fullmatch(r"[1-9][0-9]{0,2}([.,])[0-9]{3}", match["number"]):
        return unit, (".", ",") if thousand[1] == "," else (",", ".")
    if decimals := re.search(r"(,[0-9]{1,2}|\.[0-9]+)$", match["number"]):
        return unit, (decimals[1][0],)
    return unit, ("" if unit else ",",)


def as_number(value: Any) -> int | float | None:
    """A finite number below 2^63, of a text or of one; None for anything else."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value) if _WHOLE.fullmatch(value) else float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value if abs(value) < _TOO_LARGE and math.isfinite(value) else None


def as_whole_number(value: Any) -> int | None:
    """A whole number, of a text or of a number; None for anything else."""
    if isinstance(value, str):
        return int(value) if _WHOLE.fullmatch(value) else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _plain(value: Any, plain: str) -> Any:
    return (plain or plain_number(value)) if isinstance(value, str) else value


def read_number(
    name: str, value: Any, plain: str = "", hint: Callable[[], str] = str
) -> int | float:
    """The number that a value is. Raises CardgenError.

    `plain` is its text in the digits of Python where that is known, `hint` gives the end of the
    remedy, for which it takes long to look.
    """
    number = as_number(_plain(value, plain))
    if number is None:
        raise wrong(
            f"{name} is {described(value)}, not a number",
            f"write one, such as 2.5{hint()}",
            code="number-expected",
        )
    return number


def read_whole_number(name: str, value: Any, plain: str = "", hint: Callable[[], str] = str) -> int:
    """The whole number that a value is, within 64 bits. Raises CardgenError."""
    number = as_whole_number(_plain(value, plain))
    if number is None:
        raise wrong(
            f"{name} is {described(value)}, not a whole number",
            f"write one, such as 7{hint()}",
            code="number-expected",
        )
    if not -_TOO_LARGE <= number < _TOO_LARGE:
        raise wrong(
            f"{name} is {described(value)}, which is too large",
            "write a number of at most 18 digits",
            code="out-of-range",
        )
    return number


def read_truth(name: str, value: Any) -> bool:
    """True or false, as a value says in one of its words. Raises CardgenError."""
    if isinstance(value, str):
        value = _TRUTHS.get(value.lower(), value)
    if not isinstance(value, bool):
        raise wrong(
            f"{name} is {described(value)}, neither true nor false",
            "write true or false",
            code="truth-expected",
        )
    return value
