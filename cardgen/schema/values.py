"""What a value may be: ids, names, and texts, numbers, truths and choices as a field declares
them."""

from __future__ import annotations

import math
import re
import unicodedata
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.patterns import pattern
from cardgen.base.suggestions import did_you_mean
from cardgen.model.cards import Card, Field
from cardgen.schema.source import Map, Node, Seq, TypedText

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
_NAME = re.compile(r"[^\W\d_]\w*")
_WORDS = frozenset(
    ["and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"]
)
"""What means something else wherever an expression says it."""
SPELT_OUT = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "å": "aa",
        "æ": "ae",
        "œ": "oe",
        "ø": "oe",
        "ł": "l",
        "đ": "d",
    }
)
"""Letters as people write them who do not have them."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_SPACES = " \u00a0\u2009\u202f'\u2019"
_NOTATIONS = {
    mark: pattern(
        rf"(?P<sign>[+-]?) *(?P<whole>[0-9]{{1,3}}(?P<between>[{_SPACES}{between}])[0-9]{{3}}((?P=between)[0-9]{{3}})*|[0-9]+)"
        rf"([{mark or '.'}](?P<part>[0-9]+))?(?P<power>[eE][+-]?[0-9]+)?"
    )
    for mark, between in {"": "", ".": ",", ",": "."}.items()
}
"""Numbers as people write them, by what stands before their decimals; thousands may be apart."""
_SURE = pattern(
    rf"(?P<sign>[+-]?)(?P<whole>[0-9]{{1,3}}(?:(?P<between>[{_SPACES}])[0-9]{{3}}((?P=between)[0-9]{{3}})*([.,](?P<part>[0-9]{{1,2}}))?"
    r"|(,[0-9]{3})+\.(?P<english>[0-9]+)|(\.[0-9]{3})+,(?P<other>[0-9]+)|(,[0-9]{3}){2,}|(\.[0-9]{3}){2,}))"
)
"""Numbers with thousands apart that can be read in one way alone: `1 234`, `1'234,5`, `1.234,50`,
`1,234.50`, `1.234.567`."""
_WRITTEN = pattern(
    r"(?P<before>[^\d\s.,+-]{0,4}\s?)[+-]?(?P<number>\d[\d.,\u00a0\u202f '\u2019]*\d|\d)(?P<after>\s?[^\d.,]{0,12})"
)
_BOOLS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

N = TypeVar("N", int, float, int | float)


def wrong(what: str, remedy: str, place: Place | None = None) -> CardgenError:
    """What is wrong with a value, to be raised; its place may be added by who knows it."""
    return CardgenError(Finding("value-wrong", what, remedy, place))


def check_id(id: str, what: str) -> None:
    """Raise CardgenError unless `id` is an id: it becomes part of file names, on every system."""
    if not ID.fullmatch(id):
        example = re.sub("[^a-z0-9]+", "-", id.lower()).strip("-")[:64] or "black-1"
        remedy = (
            f"use up to 64 lower-case letters from a to z, digits and hyphens, such as {example}"
        )
        raise wrong(
            f'"{id}" cannot be the id of a {what}',
            remedy + "; titles and names may be in any letters" * (not id.isascii()),
        )
    if _DEVICES.fullmatch(id):
        raise wrong(
            f'"{id}" cannot be the id of a {what}: Windows keeps that name for itself',
            "choose another, such as " + id + "-1",
        )


def is_id(text: str) -> bool:
    """Whether a text can be an id, and the name of a file on any system."""
    return ID.fullmatch(text) is not None and not _DEVICES.fullmatch(text)


def id_of(name: str) -> str:
    """The id of a card that has only a name; the same for the same name.

    >>> id_of("Große Möwe (2)"), id_of("L'Été")
    ('grosse-moewe-2', 'l-ete')
    """
    spelt = unicodedata.normalize("NFC", name).casefold().translate(SPELT_OUT)
    bare = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
    found = (
        re.sub("[^a-z0-9]+", "-", bare).strip("-")[:60].rstrip("-")
        or f"card-{zlib.crc32(name.encode()):08x}"
    )
    return f"{found}-1" if _DEVICES.fullmatch(found) else found


def unused_id(id: str, made: dict[str, int]) -> str:
    """The id, with a number where it was `made` before; it is one of those then."""
    found = id
    while found in made:
        made[id] += 1
        found = f"{id[:56]}-{made[id]}"
    made[found] = 1
    return found


def check_name(
    name: str, what: str, taken: Collection[str], instead: str = "choose another name"
) -> None:
    """Raise CardgenError unless an expression can say `name` and it is not `taken`."""
    plain = unicodedata.normalize("NFKC", name)  # as Python spells what expressions say
    right = _NAME.fullmatch(plain) and plain.isidentifier() and plain not in _WORDS
    if not right or plain != name:
        remedy = "use letters, digits and _, beginning with a letter, and no word of expressions, such as  is"
        raise wrong(
            f'"{name}" cannot be the name of a {what}', f"write  {plain}" if right else remedy
        )
    if name in taken:
        raise wrong(f'"{name}" cannot be the name of a {what}: cardgen uses it itself', instead)


def blank(node: Node | None) -> bool:
    """Whether nothing was written: no key, or a key without a value."""
    return node is None or (isinstance(node, TypedText) and node == "" and not node.quoted)


def instead_of(name: TypedText, value: Node, choices: Iterable[str]) -> str:
    """The remedy for a name that means nothing: what it may mean, or that the comma before it
    belongs to what stands there."""
    # there is not even a colon
    if blank(value) and (value.line, value.column) == (name.line, name.column + len(name)):
        return (
            "write decimals with a point"
            if name.isdecimal()
            else "put the text that holds the comma before it in quotes"
        )
    return did_you_mean(name, choices)


def typed(field: Field, value: Any) -> Any:
    """A node of the file, or the result of an expression, as what the field declares. Raises
    CardgenError without a place."""
    return KINDS[field.kind](field, value) if field.kind else value


def _described(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}..."'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value}"[:60]
    if isinstance(value, Card):
        return f'the card "{value.id}"'
    return (
        "a list"
        if isinstance(value, (list, tuple))
        else "nothing"
        if value is None
        else "a mapping"
    )


def _text(field: Field, value: Any) -> str:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise wrong(
        f"{field.name} is {_described(value)}, not a text",
        "put it in quotes" if isinstance(value, (Map, Seq)) else "write a text",
    )


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


def _plain(field: Field, value: str) -> str:
    """A number as a person writes it, in the field's notation, as a plain one; the text itself when
    it is none."""
    value = half_width(value).replace("\u2212", "-")
    if not field.unit and not field.decimal:
        return _without_thousands(value)
    text = value.strip()
    if field.unit and text.casefold().endswith(field.unit.casefold()):
        text = text[: -len(field.unit)]
    elif field.unit and text.casefold().startswith(field.unit.casefold()):
        text = text[len(field.unit) :]
    found = _NOTATIONS[field.decimal].fullmatch(text.strip())
    if found is None:
        return text.strip()
    # 2,00 EUR prints as 2 EUR does
    whole, part = re.sub("[^0-9]", "", found["whole"]), (found["part"] or "").rstrip("0")
    return found["sign"] + whole + (f".{part}" if part else "") + (found["power"] or "")


def _without_thousands(text: str) -> str:
    """A number with its thousands apart as a plain one, where it can be read in one way alone; else
    the text itself.

    >>> _without_thousands("1.234,50"), _without_thousands("1'234"), _without_thousands("1,234")
    ('1234.50', '1234', '1,234')
    """
    if text.isdecimal() or (found := _SURE.fullmatch(text.strip())) is None:
        return text
    part = found["part"] or found["english"] or found["other"] or ""
    digits = re.sub("[^0-9]", "", found["whole"])
    whole = digits.removesuffix(part) if part else digits
    return found["sign"] + whole + (f".{part}" if part else "")


def _notation(field: Field, value: Any) -> str:
    """What to write of a number that somebody wrote with a unit or a decimal comma, in a field of a
    deck; nothing for what is none."""
    found = (
        _WRITTEN.fullmatch(value.strip())
        if isinstance(value, str) and field.place and not field.unit and not field.decimal
        else None
    )
    if found is None:
        return ""
    unit = found["before"].strip() or found["after"].strip()
    decimal = (
        ","
        if re.search(r",[0-9]{1,2}$", found["number"])
        else "."
        if re.search(r"\.[0-9]+$", found["number"])
        else "," * (not unit)
    )
    try:
        typed(replace(field, unit=unit, decimal=decimal), value)
    except CardgenError:
        return ""
    options = [f'unit: "{unit}"'] * bool(unit) + [f'decimal: "{decimal}"'] * bool(decimal)
    return f", or say under fields how they are written: {field.name}: {{{field.kind}: {{{', '.join(options)}}}}}"


def _int(field: Field, value: Any) -> int:
    if isinstance(value, str):
        plain = _plain(field, value)
        number = int(plain) if _WHOLE.fullmatch(plain) else None
    elif isinstance(value, float):
        number = int(value) if value.is_integer() else None
    else:
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
    if number is None:
        raise wrong(
            f"{field.name} is {_described(value)}, not a whole number",
            f"write one, such as 7{_notation(field, value)}",
        )
    if not -(2**63) <= number < 2**63:
        raise wrong(
            f"{field.name} is {_described(value)}, which is too large",
            "write a number of at most 18 digits",
        )
    return _in_range(field, number)


def _number(field: Field, value: Any) -> int | float:
    if isinstance(value, str) and _NUMBER.fullmatch(plain := _plain(field, value)):
        value = int(plain) if _WHOLE.fullmatch(plain) else float(plain)
    if (
        isinstance(value, (bool, str))
        or not isinstance(value, (int, float))
        or not math.isfinite(value)
        or abs(value) >= 2**63
    ):
        raise wrong(
            f"{field.name} is {_described(value)}, not a number",
            f"write one, such as 2.5{_notation(field, value)}",
        )
    return _in_range(field, value)


def _in_range(field: Field, number: N) -> N:
    low, high = field.low, field.high
    if (low is not None and number < low) or (high is not None and number > high):
        allowed = (
            f"from {low:.15g} to {high:.15g}"
            if low is not None and high is not None
            else f"{low:.15g} or more"
            if high is None
            else f"{high:.15g} or less"
        )
        raise wrong(f"{field.name} is {number}, out of its range", f"use a number {allowed}")
    return number


def _bool(field: Field, value: Any) -> bool:
    if isinstance(value, str):
        value = _BOOLS.get(value.lower(), value)
    if not isinstance(value, bool):
        raise wrong(
            f"{field.name} is {_described(value)}, neither true nor false", "write true or false"
        )
    return value


def _one_of(field: Field, value: Any) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str):
        for choice in field.choices:
            if choice == text:
                return choice
        raise wrong(f'{field.name} cannot be "{text}"', did_you_mean(text, field.choices))
    raise wrong(
        f"{field.name} is {_described(value)}, not one of its choices",
        did_you_mean("", field.choices),
    )


def _list_of(field: Field, value: Any) -> list[str]:
    if not isinstance(value, (list, tuple)):
        example = value if isinstance(value, str) and value else "..."
        raise wrong(
            f"{field.name} is {_described(value)}, not a list",
            f"write it in brackets: {field.name}: [{example}]",
        )
    if field.most is not None and len(value) > field.most:
        raise wrong(
            f"{field.name} has {len(value)} entries, more than {field.most}",
            "leave some out, or raise max in fields",
        )
    return [_one_of(field, item) for item in value]


KINDS: dict[str, Callable[[Field, Any], Any]] = {
    "text": _text,
    "int": _int,
    "number": _number,
    "bool": _bool,
    "one_of": _one_of,
    "list_of": _list_of,
}
