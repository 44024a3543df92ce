"""The text of a number in a spreadsheet's format.

The codes are those of ECMA-376 part 1, 18.8.30 and 18.8.31. Colours, widths and fills show nothing
here. Months and days of the week are English, as in the codes themselves; a file says neither them
nor what stands before decimals, which is for the computer of whoever opens it."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

LONGEST = 255
"""The most characters that a code has in a spreadsheet program."""
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General)|(?P<end>;)|(?P<half>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+)"
    r"|(?P<exponent>E[+-])|(?P<digit>[0#?])|(?P<sign>[.,%/@])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR = re.compile(
    "black|blue|cyan|green|magenta|red|white|yellow|color ?[0-9]{1,2}", re.IGNORECASE
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+))")
_LOCALE = re.compile(r"\$(?P<symbol>[^-]*)(-(?P<locale>.*))?", re.DOTALL)
_COMPARED: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}
_ENGLISH = 9
"""The language in the lower ten bits of a locale's number."""
_SYSTEM = ("F800", "F400", "X-SYSDATE", "X-SYSTIME")
"""Locales that stand for the computer's own way to write dates and times."""
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_SECONDS = {"h": 3600, "m": 60, "s": 1}
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_FIRST_DAY, _LAST_DAY = 61, 2_958_465
"""From which day on, the first of March 1900, spreadsheet programs agree with the calendar; and the
end of the year 9999."""
_WIDEST = 11
"""How many characters General shows of a number that is not whole."""
_PRECISE = Context(prec=800)
_POINT, _THOUSANDS, _GENERAL = "\0", "\1", "\2"
"""What stands for these in what is shown until all else does; no file can say it."""


class _Token(NamedTuple):
    """A piece of a code.

    `text` as it is, a `digit` to be filled, a `sign` that counts, a part of a `date`, a time that
    goes `on` past its unit, the `half` of a day, an `exponent`, `general`."""

    kind: str
    text: str


@dataclass(slots=True)
class _FormatSection:
    """One of up to four parts of a code."""

    tokens: list[_Token] = field(default_factory=list)
    condition: tuple[str, Decimal] | None = None
    locale: str = ""
    known: bool = True
    """Whether all of it is understood."""

    @property
    def is_text(self) -> bool:
        return any(token == ("sign", "@") for token in self.tokens)

    @property
    def is_date(self) -> bool:
        return any(token.kind in ("date", "on", "half") for token in self.tokens)

    def holds(self, value: Decimal) -> bool:
        return self.condition is not None and _COMPARED[self.condition[0]](value, self.condition[1])

    @property
    def is_negative(self) -> bool:
        """True if it shows numbers below nothing alone, by a condition of its own."""
        return (
            self.condition is not None
            and self.condition[0] in ("<", "<=")
            and self.condition[1] <= 0
        )


def as_shown(value: str, code: str, decimal: str = ".") -> str | None:
    """Return the text of a number in a format; None if unknown.

    The text has no blanks at both ends. Unknown is what is no number, names in another language,
    other calendars and scripts of digits, a computer's own way to write dates, and what is shown as
    a row of sharps: a day before March 1900, a time below nothing. `decimal` stands before
    decimals, a point or a comma, and the other one between thousands.

    >>> as_shown("7", "000"), as_shown("1.5", "[h]:mm")
    ('007', '36:00')
    >>> as_shown("-1234.5", '#,##0.00 "EUR";[Red](#,##0.00)')
    '(1,234.50)'
    """
    try:
        text = f"{float(value):.15g}"
        number = Decimal(text)
        # as nearly all are
        if (
            code == "General"
            and number.is_finite()
            and len(text.lstrip("-")) <= _WIDEST
            and "e" not in text
        ):
            return text.replace(".", decimal)
        return _shown(number, code, decimal) if number.is_finite() else None
    except (ValueError, ArithmeticError):  # no number, or one of hundreds of digits
        return None


def _shown(number: Decimal, code: str, decimal: str) -> str | None:
    section = _chosen(_sections(code), number)
    if section is None or not section.known:
        return None
    if section.is_date:
        return _date(section, number)
    sign = "-" if number < 0 and not section.is_negative else ""
    text = sign + _number(section.tokens, abs(number))
    return text.replace(_POINT, decimal).replace(_THOUSANDS, "." if decimal == "," else ",").strip()


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[_FormatSection, ...]:
    """The sections for numbers, each with the condition under which it counts."""
    sections = [_FormatSection()]
    for match in _TOKEN.finditer(code[:LONGEST]):
        kind = match.lastgroup or ""
        if kind == "end":
            sections.append(_FormatSection())
        elif kind == "bracket":
            _bracket(sections[-1], match["bracket"])
        elif kind in ("quoted", "escaped", "other"):
            sections[-1].tokens.append(_Token("text", match[kind]))
            # years of eras, and of Buddha
            sections[-1].known = sections[-1].known and not (
                kind == "other" and match[kind] in "eEgGbB"
            )
        elif kind == "space":
            sections[-1].tokens.append(_Token("text", " "))
        elif kind != "fill":
            sections[-1].tokens.append(_Token(kind, match[0]))
    if len(code) > LONGEST:
        sections = [_FormatSection(known=False)]
    if len(sections) > 3 or sections[-1].is_text:
        del sections[-1 if sections[-1].is_text else 3 :]
    # of two, the second is for negative numbers; of three, the last for zero (18.8.31)
    zero = Decimal(0)
    usual: list[tuple[str, Decimal]] = []
    if len(sections) == 2:
        usual = [(">=", zero)]
        if not any(section.condition for section in sections):
            usual.append(("<", zero))
    elif len(sections) == 3:
        usual = [(">", zero), ("<", zero)]
    for section, condition in zip(sections, usual, strict=False):
        section.condition = section.condition or condition
    return tuple(sections)


def _bracket(section: _FormatSection, text: str) -> None:
    """Read a bracket: a colour, a condition, a currency, or a time.

    A currency has its locale; the time goes on past its unit.
    """
    if condition := _CONDITION.fullmatch(text):
        section.condition = condition[1], Decimal(condition[2])
    elif locale := _LOCALE.fullmatch(text):
        section.locale = section.locale or (locale["locale"] or "").upper()
        section.known = section.known and not _is_foreign(section.locale)
        section.tokens.append(_Token("text", locale["symbol"]))
    elif re.fullmatch("h+|m+|s+", text, re.IGNORECASE):
        section.tokens.append(_Token("on", text.lower()))
    elif not _COLOUR.fullmatch(text):
        section.known = False


def _is_foreign(locale: str) -> bool:
    """True if a locale asks for another calendar or other digits.

    The upper half of its number tells."""
    return re.fullmatch("[0-9A-F]{5,8}", locale) is not None and int(locale, 16) >> 16 & 0xFEFE != 0


def _chosen(sections: Sequence[_FormatSection], value: Decimal) -> _FormatSection | None:
    """The section that shows a number.

    What no condition is for goes to the last one without.
    """
    if not sections:
        return _FormatSection([_Token("general", "")])
    for section in sections:
        if section.condition is None or section.holds(value):
            return section
    return None


# Numbers


def _number(tokens: Sequence[_Token], value: Decimal) -> str:
    value *= 100 ** sum(token == ("sign", "%") for token in tokens)
    digits = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    slash = next((at for at, token in enumerate(tokens) if token == ("sign", "/")), 0)
    if digits and digits[0] < slash:
        return _fraction(tokens, slash, value)
    exponent = next(
        (at for at, token in enumerate(tokens) if token.kind == "exponent"), len(tokens)
    )
    point = next(
        (at for at, token in enumerate(tokens[:exponent]) if token == ("sign", ".")), exponent
    )
    before_point = [at for at in digits if at < point]
    inner = [at for at in range(point) if tokens[at] == ("sign", ",")]
    if exponent == len(tokens):
        value /= 1000 ** sum(1 for at in inner if before_point and at > before_point[-1])
        value /= 1000 ** sum(
            1
            for at in range(point, exponent)
            if digits and tokens[at] == ("sign", ",") and at > digits[-1]
        )
    places = sum(point < at < exponent for at in digits)
    power = 0
    if exponent < len(tokens):
        value, power = _mantissa(value, max(len(before_point), 1), places)
    apart = any(before_point and before_point[0] < at < before_point[-1] for at in inner)
    before, _, after = f"{_rounded(value, places):f}".partition(".")
    parts = [
        _filled(tokens[:point], before.lstrip("0"), apart=apart),
        *_decimals(tokens[point:exponent], after),
    ]
    if exponent < len(tokens):
        sign = "-" if power < 0 else tokens[exponent].text[1].replace("-", "")
        parts += [
            "E",
            sign,
            _filled(tokens[exponent + 1 :], str(abs(power)).lstrip("0"), apart=False),
        ]
    general = _general(value) if any(token.kind == "general" for token in tokens) else ""
    return "".join(parts).replace(_GENERAL, general.replace(".", _POINT))


def _rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _PRECISE)


def _mantissa(value: Decimal, width: int, places: int) -> tuple[Decimal, int]:
    """A number with so many digits before the point, and its power of ten.

    It is to be taken by that."""
    power = 0
    for _ in range(2):  # once more where it is rounded up to a digit more
        if value:
            power = value.adjusted() // width * width
        rounded = _rounded(value.scaleb(-power), places)
        value = rounded.scaleb(power)
    return rounded, power


def _filled(tokens: Sequence[_Token], digits: str, *, apart: bool) -> str:
    """The digits of a whole number in their places, from the right.

    The first place takes all that are left."""
    places = [at for at, token in enumerate(tokens) if token.kind == "digit"]
    parts: list[str] = []
    count = 0
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        if token.kind == "digit":
            length = len(digits) if at == places[0] else 1
            some = digits[max(0, len(digits) - length) :] or {"0": "0", "?": " "}.get(
                token.text, ""
            )
            digits = digits[: max(0, len(digits) - length)]
            for sign in reversed(some):
                parts.append(
                    _THOUSANDS if apart and count and count % 3 == 0 and sign != " " else ""
                )
                parts.append(sign)
                count += 1
        else:
            parts.append(_plain(token))
    return "".join(reversed(parts))


def _decimals(tokens: Sequence[_Token], digits: str) -> list[str]:
    parts = []
    at = 0
    for token in tokens:
        if token.kind == "digit":
            is_shown = token.text == "0" or digits[at:].strip("0") != ""
            parts.append(digits[at] if is_shown else " " if token.text == "?" else "")
            at += 1
        else:
            parts.append(_POINT if token == ("sign", ".") and not at else _plain(token))
    return parts


def _plain(token: _Token) -> str:
    """Return the text of a token that is no digit."""
    if token.kind == "general":
        return _GENERAL
    return token.text if token.kind == "text" or token.text in "%/" else ""


def _general(value: Decimal) -> str:
    """A number as it is shown without a format.

    A whole one has all its digits, however many.
    """
    if value == value.to_integral_value():
        return f"{value:f}".partition(".")[0]
    power = value.adjusted()
    number = max(power + 1, 1)
    if number < _WIDEST:
        exact = f"{value.normalize():f}"
        if len(exact) <= _WIDEST or power >= -4:
            return f"{_rounded(value, max(0, _WIDEST - 1 - number)).normalize():f}"
        mantissa, power = _mantissa(value, 1, 5)
        return f"{mantissa.normalize():f}E{power:+03d}"
    return f"{_rounded(value, 0):f}"


def _fraction(tokens: Sequence[_Token], slash: int, value: Decimal) -> str:
    """A number as a fraction.

    Its whole part stands beside it where there is a place for that.
    """
    first, last = _digits_around(tokens, slash)
    places = "".join(token.text for token in tokens[slash + 1 : last])
    is_mixed = any(token.kind == "digit" for token in tokens[:first])
    exact = Fraction(value)
    integer = int(exact) if is_mixed else 0
    numerator, denominator = _nearest_fraction(exact - integer, places)
    if is_mixed and numerator == denominator:
        integer += 1
        numerator = 0
    whole_text = str(integer).lstrip("0")
    if not whole_text and not numerator:
        whole_text = "0"
    text = _filled(tokens[:first], whole_text, apart=False)
    fraction = f"{numerator}/{denominator}" if numerator or not is_mixed else ""
    return text + fraction + "".join(map(_plain, tokens[last:]))


def _digits_around(tokens: Sequence[_Token], slash: int) -> tuple[int, int]:
    """The first place of the numerator, and the one behind the denominator."""
    first = slash
    while first and tokens[first - 1].kind == "digit":
        first -= 1
    last = slash + 1
    while last < len(tokens):
        token = tokens[last]
        is_number = token.kind == "text" and token.text.isdecimal()
        if token.kind != "digit" and not is_number:
            break
        last += 1
    return first, last


def _nearest_fraction(share: Fraction, places: str) -> tuple[int, int]:
    """Numerator and denominator: the one that is given, or one of so many digits."""
    if places.isdecimal() and int(places):
        denominator = int(places)
        return int(share * denominator + Fraction(1, 2)), denominator
    nearest = share.limit_denominator(10 ** max(len(places), 1) - 1)
    return nearest.numerator, nearest.denominator


# Days and times


def _date(section: _FormatSection, value: Decimal) -> str | None:
    tokens = [token for token in section.tokens if token.text]
    if not 0 <= value <= _LAST_DAY or section.locale.partition(",")[0] in _SYSTEM:
        return None
    places = max(
        (
            len(_behind(tokens, at))
            for at, token in enumerate(tokens)
            if token.text.lower().startswith("s")
        ),
        default=0,
    )
    seconds = _rounded(value * 86_400, places)
    days = int(seconds // 86_400)
    moment = _Moment(section, seconds, days, any(token.kind == "half" for token in tokens))
    parts = []
    skipped = 0
    for at, token in enumerate(tokens):
        if skipped:
            skipped -= 1
            continue
        if token.kind == "digit" or token.kind == "general":
            return None
        if token.kind not in ("date", "on", "half"):
            parts.append(token.text)
            continue
        moment_text = moment.shown(token, minutes=_is_minutes(tokens, at))
        if moment_text is None:
            return None
        skipped = (
            len(behind) + 1
            if token.text.lower().startswith("s") and (behind := _behind(tokens, at))
            else 0
        )
        parts.append(moment_text + (f"{seconds % 1:.{skipped - 1}f}"[1:] if skipped else ""))
    return "".join(parts).strip()


def _behind(tokens: Sequence[_Token], at: int) -> str:
    """The zeros behind the point of a format of seconds."""
    if tokens[at + 1 : at + 2] != [("sign", ".")]:
        return ""
    end = at + 2
    while end < len(tokens) and tokens[end] == ("digit", "0"):
        end += 1
    return "0" * (end - at - 2)


def _is_minutes(tokens: Sequence[_Token], at: int) -> bool:
    """True if an m, which mostly means months, stands behind hours or before seconds."""
    if len(tokens[at].text) > 2:
        return False
    dates = ("date", "on")
    before = next((token for token in reversed(tokens[:at]) if token.kind in dates), None)
    after = next((token for token in tokens[at + 1 :] if token.kind in dates), None)
    if before and before.text.lower().startswith("h"):
        return True
    return after is not None and after.text.lower().startswith("s")


@dataclass(frozen=True, slots=True)
class _Moment:
    """A day and a time of it.

    It counts the seconds since the beginning of the year 1900, and their whole days."""

    section: _FormatSection
    seconds: Decimal
    days: int
    halved: bool
    """Whether hours are counted to twelve."""

    def shown(self, token: _Token, *, minutes: bool) -> str | None:
        letters, unit = token.text, token.text[0].lower()
        within = int(self.seconds % 86_400)
        hour = within // 3600
        if token.kind == "half":
            half = letters.split("/")[hour >= 12]
            return half if len(letters) < 4 else half.upper()
        if token.kind == "on":
            elapsed = int(self.seconds) // _SECONDS[unit]
            return str(elapsed).zfill(len(letters))
        digits = min(len(letters), 2)
        if unit == "h":
            hour = (hour - 1) % 12 + 1 if self.halved else hour
            return str(hour).zfill(digits)
        if unit == "s" or minutes:
            number = within % 60 if unit == "s" else within // 60 % 60
            return str(number).zfill(digits)
        return self._of_day(unit, len(letters))

    def _of_day(self, unit: str, width: int) -> str | None:
        """A part of the day.

        It is None where it is not known, or a name in another language.
        """
        if self.days < _FIRST_DAY or (width > 2 and unit in "dm" and not self._is_english()):
            return None
        day = date(1899, 12, 30) + timedelta(self.days)
        if unit == "y":
            return f"{day.year:04d}" if width > 2 else f"{day.year % 100:02d}"
        if width < 3:
            return str(day.month if unit == "m" else day.day).zfill(width)
        name = _MONTHS[day.month - 1] if unit == "m" else _DAYS[day.weekday()]
        return name[:3] if width == 3 else name[:1] if width == 5 and unit == "m" else name

    def _is_english(self) -> bool:
        locale = self.section.locale
        if re.fullmatch("[0-9A-F]{1,8}", locale):
            return int(locale, 16) & 0x3FF == _ENGLISH
        return not locale or locale.startswith("EN")
