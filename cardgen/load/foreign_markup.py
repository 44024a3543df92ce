"""Signs in texts that look like mark-up and print as they stand.

Stars that open nothing, and the mark-up of other tools. This is the one place that compares what a
text holds with what prints of it; cards, tables and rulebooks ask here. The parser of card texts
(`markup.py`) takes nothing away but marks in full pairs, so what is left is in the text that
prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

from cardgen.engine import text_markup


class UnreadMark(NamedTuple):
    """Something that prints as it stands, though it looks like mark-up.

    Its `kind`, which is told once; the sign as it stands, whose it is, and the remedy. `at` is
    where in the text it begins."""

    kind: str
    sign: str
    what: str
    remedy: str
    at: int = 0
    seen: str = ""
    """What is to be found in print, if a template has not replaced it."""
    grave: bool = True
    """Whether it is surely not meant to be printed; a list by hyphens reads well enough."""

    @property
    def fault(self) -> str:
        """Words about a text that holds it."""
        if self.kind == "code block":
            return f'has "{self.sign}" {self.what}'
        if not self.kind.startswith("stars"):
            return f'has "{self.sign}" {self.what}, which is printed as it stands'
        if self.what == text_markup.IN_DOUBT:
            return f'has stars that {text_markup.IN_DOUBT}: "{self.sign}"'
        return f'has "{self.seen}" that {self.what} (in "{self.sign}")'


_INSTEAD = {
    "b": "**bold**",
    "strong": "**bold**",
    "i": "*italic*",
    "em": "*italic*",
    "br": "a new line, or \\n",
    "p": "a new line, or \\n",
    **dict.fromkeys(("u", "ins"), "[words]{.underline}"),
    **dict.fromkeys(("s", "strike", "del"), "[words]{.strike}"),
    "sup": "[2]{.sup}",
    "sub": "[2]{.sub}",
    "big": "[words]{size=1.3}",
    "small": "[words]{size=0.8}",
    **dict.fromkeys(("color", "colour", "font", "span"), "[words]{color=red}"),
    "mark": "[words]{background=yellow}",
    **dict.fromkeys(("ul", "ol", "li"), "- before each item, on a line of its own"),
    "hr": "--- on a line of its own",
    **dict.fromkeys(("img", "icon", "sprite"), "{name} for an icon"),
}
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "br": r"\n", "p": r"\n"}
_TAGS = (
    "a abbr b big blockquote br center code color colour del div em font h1 h2 h3 h4 h5 h6 hr i "
    "icon img ins kbd li link mark nobr ol p "
    "pre q s size small span sprite strike strong sub sup table tbody td th thead tr tt u ul"
)
_TAG = re.compile(
    rf"</?({'|'.join(_TAGS.split())})\b(?:[\s=/][^<>\n]*)?>"
    r"|<([a-z][\w-]{0,30})(?:[\s=:][^<>\n]*)?>(?=[^<>\n]{0,200}</\2\s*>)"
    r"|</[a-z][\w:-]{0,30}\s*>|<[a-z][\w:-]{0,30}\s*/>|<!--[^\n]{0,400}?-->",
    re.IGNORECASE,
)
"""A tag of HTML; one of any name that is closed, closes another, or itself; a comment. `<name>`
alone may well be meant."""
_ENTITY = re.compile(
    r"&(?:([A-Za-z][A-Za-z0-9]{1,30})|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});|&nbsp(?![A-Za-z0-9;])"
)
_BRACKETED = re.compile(
    r"\[([A-Za-z][A-Za-z0-9]{0,15})(?:=[^\[\]\n]+)?\][^\[\]\n]*\[/\1\]|\[/[A-Za-z]{1,15}\]"
    r"|\[[0-9A-Fa-f]{6}\](?=\S)"
)
_STRUCK = re.compile(r"~~(?=[^\s~])[^\n~]*[^\s~]~~")
_MARKED = re.compile(r"==(?=[^\s=])[^\n=]*[^\s=]==")
_ADDED = re.compile(r"(?<![\w+])\+\+(?=\w)[^\n+]*[\w.!?)]\+\+(?![\w+])")
_HIDDEN = re.compile(r"(?<![\w|])\|\|(?=\w)[^\n|]*[\w.!?)]\|\|(?![\w|])")
_RAISED = re.compile(r"\w\^[^\s^]{1,12}\^")
_LOWERED = re.compile(r"[A-Za-z]~[^\s~]{1,12}~")
_TILDES = re.compile(r"(?<![\w~])~(?=[^\W\d_])[^\n~]*[^\s~]~(?![\w~])")
_LINE = re.compile(
    r"(?:^|\n)[ \t]*(?:-{3,}|={3,}|-(?:[ \t]*-){2,})[ \t]*(?=\n[ \t]*\S)|(?<=\S)[ \t]*\n[ "
    r"\t]*(?:-{3,}|={3,})[ \t]*$"
)
_BLANKS = re.compile(
    r"(?<![*\\])(\*{2,3})[ \t]{1,9}(?=[^\n*]*[^\W\d_]{2})[^\n*]*[^\s*][ \t]{1,9}\1(?!\*)"
    r"|^\*[ \t]{1,9}[^\W\d_][^\n*]*[^\s*][ \t]{1,9}\*$",
    re.MULTILINE,
)
"""Stars around words with blanks on both inner sides, which make no pair; a single one around a
whole line."""
_UNDERSCORED = re.compile(
    r"(?<![\w\\])(__|_)(?=[^\s_])[^\n_]*[^\s_]\1(?!\w)|(?<![\w\\])(__|_)[^\s_]\2(?!\w)"
)
_QUOTED = re.compile(r"(?<!')('''|'')(?=[^\s'])[^\n']*\1(?!')")
_TICKED = re.compile(r"`[^`\n]+`")
_NAMED = re.compile(r"\[\[[^\[\]\n]+\]\]")
_FORMULA = re.compile(r"(?<![\w$])\$(?=\S)(?=[^$\n]*[\\^_])[^$\n]*(?<=\S)\$(?![\w$])")
_LINKED = re.compile(r"!?\[[^\[\]\n]*\]\((?:#|[^()\s]*[./])[^()\s]*\)")
_SLANTED = re.compile(r"(?<![\w/:.<])/(?=[^\W\d])[^/\n<>]{0,200}(?<=[\w.!?…])/(?![\w/>])")
_CODED = re.compile(r"(?<![\w:]):[a-z][a-z0-9]*(?:[_+-][a-z0-9]+)*:(?![\w:])")
_COMMAND = re.compile(
    r"\\(?:[A-Za-z]+(?=\{)|(?:text|math)[a-z]+|newline|noindent|smallskip|bigskip|quad|times|bf|it"
    r"|em)(?![A-Za-z])|(?<![\w$])\$(?=\S)[^$\n]*[\\^_][^$\n]*(?<=\S)\$(?![\w$])"
)
_COMPUTED = re.compile(r"\{\{\s*(?:card|game|deck|edition)\b[^{}\n]*\}\}")
_ESCAPED = re.compile(
    r"""\\[_#~`\[\]()>|+!.-](?=\w)|\\["'&$%]|\\(?:[tr]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})(?![A-Za-z0-9])"""
)
_HEADING = re.compile(r"^[ \t]*(#{1,6})[ \t]+\S", re.MULTILINE)
_ITEMS = re.compile(
    r"^[ \t]*(?:[-+*]|[0-9]{1,2}[.)])[ \t]+\S[^\n]*\n[ \t]*(?:[-+*]|[0-9]{1,2}[.)])[ \t]+\S",
    re.MULTILINE,
)
_ROWS = re.compile(r"^[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\|[^\n]*\|[ \t]*$", re.MULTILINE)
_DASHES = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*>[ \t]+\S", re.MULTILINE)

_LONGEST = 10_000
"""So many characters of a text are looked through: more than any card or paragraph has."""
Said = tuple[str, str]
"""What is said of a sign, and the remedy."""


def _tag(tag: re.Match[str]) -> Said | None:
    instead = _INSTEAD.get((tag[1] or "").lower(), "")
    return (
        "of HTML",
        f"write {instead}" if instead else "write **bold**, *italic* or a new line, or take it out",
    )


def _entity(entity: re.Match[str]) -> Said | None:
    if entity[1] and f"{entity[1]};" not in html5:
        return None
    from html import unescape

    sign = unescape(entity[0])
    return (
        "of HTML",
        "write a blank"
        if sign == "\xa0"
        else f"write  {sign}"
        if sign.isprintable()
        else "write the sign itself",
    )


def _blanks(stars: re.Match[str]) -> Said | None:
    # the end of a pair, and the beginning of another
    if stars.start() not in text_markup.printed_stars(stars.string):
        return None
    mark = stars[1] or "*"
    words = stars[0].strip("* \t")
    excerpt = words if len(words) <= 20 else f"{words[:17]}..."
    return (
        "with blanks inside its stars",
        f"write {mark}{excerpt}{mark}, or {chr(92) + '*'} for a star that shall be printed",
    )


def _fixed(what: str, remedy: str) -> Callable[[re.Match[str]], Said | None]:
    return lambda found: (what, remedy)


def replacement(sign: str) -> str:
    """The mark-up for a template in place of a sign of HTML.

    It is empty for most.
    """
    if tag := _TAG.match(sign):
        return _MARKS.get((tag[1] or "").lower(), "")
    from html import unescape

    return unescape(sign).replace("\xa0", " ")


_TABLE = "write a line of dashes below its first row, | --- | --- |, and set it with text_box"
_CELLS = "give it no more, or write \\| for a bar that prints"


def _rows(found: re.Match[str]) -> Said:
    """Of a table: its rows print as they stand for want of dashes, or where one has more cells."""
    if _DASHES.search(found.string):
        return "of a row with more cells than the line of dashes", _CELLS
    return "of a table", _TABLE


_RULE = "write --- on a line of its own, between two paragraphs, and set it with text_box"
_STRIKE = "write [words]{.strike}, or take out what shall not be printed"
_STYLE = "write **bold**, *italic* or [words]{color=red size=1.2}, or take it out"
_KINDS: tuple[tuple[str, str, re.Pattern[str], Callable[[re.Match[str]], Said | None]], ...] = (
    # its kind, a sign that it cannot be without, what finds it, and what is said of it
    ("html", "<", _TAG, _tag),
    ("html", "&", _ENTITY, _entity),
    ("bbcode", "]", _BRACKETED, _fixed("of BBCode", _STYLE)),
    (
        "struck",
        "~~",
        _STRUCK,
        _fixed("(struck out on GitHub)", _STRIKE),
    ),
    ("marked", "==", _MARKED, _fixed("(marked elsewhere)", "write [words]{background=yellow}")),
    (
        "tildes",
        "~",
        _TILDES,
        _fixed("(struck out elsewhere)", _STRIKE),
    ),
    ("added", "++", _ADDED, _fixed("(underlined elsewhere)", "write [words]{.underline}")),
    ("hidden", "||", _HIDDEN, _fixed("(hidden elsewhere)", "take the bars out")),
    (
        "raised",
        "^",
        _RAISED,
        _fixed("of raised letters", "write [2]{.sup}, or the sign itself, such as ²"),
    ),
    (
        "lowered",
        "~",
        _LOWERED,
        _fixed("of lowered letters", "write [2]{.sub}, or the sign itself, such as ₂"),
    ),
    ("wiki link", "[[", _NAMED, _fixed("of a wiki's link", "write its words")),
    ("formula", "$", _FORMULA, _fixed("of LaTeX", _STYLE)),
    ("blanks", "*", _BLANKS, _blanks),
    (
        "underscores",
        "_",
        _UNDERSCORED,
        _fixed("with underscores", "write *italic* or **bold** with stars"),
    ),
    ("wiki", "''", _QUOTED, _fixed("as wikis write it", "write *italic* or **bold** with stars")),
    ("code", "`", _TICKED, _fixed("of Markdown's code", "write **bold**, or take the ticks out")),
    (
        "link",
        "](",
        _LINKED,
        _fixed("of a link or picture", "write its words, or {icon} for a picture"),
    ),
    ("slashes", "/", _SLANTED, _fixed("between slashes", "write *italic*, if that is meant")),
    (
        "shortcode",
        ":",
        _CODED,
        _fixed("of a picture by its name", "write {name} for an icon, or the sign itself"),
    ),
    ("latex", "\\", _COMMAND, _fixed("of LaTeX", _STYLE)),
    (
        "computed",
        "{",
        _COMPUTED,
        _fixed(
            "(computed in templates alone)",
            "write it in the template, or as {expr: ...} in the deck",
        ),
    ),
    (
        "backslash",
        "\\",
        _ESCAPED,
        _fixed(
            "with a backslash", "write the sign alone: only * { } [ ] and \\ take one before them"
        ),
    ),
    ("heading", "#", _HEADING, _fixed("of a heading", "write **bold**")),
    ("table", "|", _ROWS, _rows),
    ("line", "\n", _LINE, _fixed("of a line across", _RULE)),
    ("quote", ">", _QUOTE, _fixed("of a quotation", "take the sign out")),
)
_OF_TABLE = "of a table that is not read"
_AS_ITEMS = "write a blank behind it, and so in each item"
_IN_BOOKS_ALONE: tuple[tuple[str, str, str, re.Pattern[str], str, str], ...] = (
    # its kind, a sign of it in the source, and one that is left in what prints; what finds it in
    # the source, what is said of it, and the remedy
    (
        "box",
        ":::",
        ":::",
        re.compile(r"^[ \t]*:::.*$", re.MULTILINE),
        "that closes no box",
        "take it out, or open a box above it:  ::: note",
    ),
    (
        "code block",
        "```",
        "",
        re.compile(r"^[ \t]*```.*$", re.MULTILINE),
        "of a block of code, whose lines run together here",
        "take it out, and write each line as a paragraph",
    ),
    (
        "picture",
        "![",
        "](",
        re.compile(r"(?<!\\)!\[[^\[\]\n]*\]\([^()\n]*"),
        "of a picture that is not closed",
        "write ![what it shows](drawing.png)",
    ),
    (
        "link",
        "](",
        "](",
        re.compile(r"(?<![!\\])\[[^\[\]\n]*\]\((?:#|[^()\s]*[./])[^()\s]*"),
        "of a link that is not closed",
        "write [words](#heading)",
    ),
    (
        "parted link",
        "] (#",
        "] (#",
        re.compile(r"(?<!\\)\[[^\[\]\n]*\] \(#[^()\s]*\)"),
        "of a link with a blank in it",
        "write [words](#heading)",
    ),
    (
        "brace",
        "{",
        "{",
        re.compile(r"(?<!\\)\{[.\w][\w-]*"),
        "that opens nothing",
        "close it with }, or write \\{ for the sign itself",
    ),
    (
        "term",
        "[[",
        "[[",
        re.compile(r"(?<!\\)\[\[[^\[\]\n]{1,60}"),
        "of a term that is not closed",
        "write [[words]]",
    ),
    (
        "dashes",
        "|",
        "|",
        re.compile(r"(?<=\n)(?=[^\n|]*\|)(?=[^\n-]*-)[|:\- \t]+$", re.MULTILINE),
        _OF_TABLE,
        "give this line as many cells as the one above it",
    ),
    ("rows", "|", "|", _ROWS, _OF_TABLE, "write a line of dashes below its headings: |---|---|"),
    (
        "hyphens",
        "-",
        "-",
        re.compile(r"^-[^\W\d_].*\n-[^\W\d_]", re.MULTILINE),
        "of a list without a blank",
        _AS_ITEMS,
    ),
    (
        "numbers",
        ".",
        ".",
        re.compile(r"^\d{1,2}[.)][^\W\d_].*\n\d{1,2}[.)][^\W\d_]", re.MULTILINE),
        "of a list without a blank",
        _AS_ITEMS,
    ),
)
"""What rulebooks read where it is whole."""
_READABLE = frozenset({"list", "line", "tildes"})
"""What reads well enough as it stands: a note tells it."""
_IN_BOOKS = frozenset(
    {"line", "underscores", "code", "link", "heading", "quote", "table", "backslash", "computed"}
)
"""What rulebooks read, or complain of by themselves."""


@lru_cache(maxsize=4096)
def unread(text: str, notes: bool = False, *, book: bool = False) -> tuple[UnreadMark, ...]:
    """Marks in a card's text, or a `book`'s, that print as they stand.

    Only the first of each kind counts. `notes` is as of `text_markup.loose_stars`.

    >>> [each.sign for each in unread("Draw <b>two</b>, or ~~three~~; 5 < 6 and C# and/or a - b")]
    ['<b>', '~~three~~']
    """
    return tuple(_unread(text[:_LONGEST], notes, book))


def unread_in_book(text: str, printed: str) -> Iterator[UnreadMark]:
    """Yield what is opened in a piece of a rulebook and never closed, or closes nothing.

    `printed` are the words that it prints; only the first of each kind counts.

    >>> [each.sign for each in unread_in_book("See [start](#start.", "See [start](#start.")]
    ['[start](#start.']
    """
    text = text[:_LONGEST]
    for kind, hint, left, pattern, what, remedy in _IN_BOOKS_ALONE:
        if hint in text and left in printed and (found := pattern.search(text)):
            sign = found[0].strip().split("\n")[0]
            yield UnreadMark(kind, sign, what, remedy, found.start(), sign)
            if kind == "dashes":
                return


_FIELD = re.compile(
    r"\{\{\s*([A-Za-z_]\w*)\s*\}\}|<<\s*([A-Za-z_]\w*)\s*>>|%([A-Za-z_]\w*)%|<([A-Za-z_]\w*)>"
    r"|\[([A-Za-z_]\w*)\]"
)


def unread_fields(text: str, names: Container[str]) -> Iterator[UnreadMark]:
    """Yield the first field that a text names as other tools do.

    They put its value there: {{name}}, <<name>>, %name%, [name]."""
    if not any(map(text.__contains__, ("{{", "<", "%", "["))):
        return
    for match in _FIELD.finditer(text):
        if match[match.lastindex or 0] in names:  # each way has one group
            text_of_field = match[0][1:-1] if match[1] else match[0]
            # in brackets it may be a word that looks so on purpose
            sure = not (match[4] or match[5])
            remedy = "write it in the template, or as {expr: ...} in the deck"
            yield UnreadMark(
                "field",
                match[0],
                "for a field of the card",
                remedy,
                match.start(),
                text_of_field.split()[0],
                sure,
            )
            return


def _unread(text: str, notes: bool, book: bool) -> Iterator[UnreadMark]:
    kinds_told: set[str] = set()
    for kind, hint, pattern, explain in _KINDS:
        if hint not in text or kind in kinds_told or (book and kind in _IN_BOOKS):
            continue
        for match in pattern.finditer(text):
            words = explain(match)
            if words is not None:
                kinds_told.add(kind)
                sign = match[0].strip().split("\n")[0]
                yield UnreadMark(
                    kind, sign, *words, match.start(), sign.split()[0], kind not in _READABLE
                )
                break
    if not book and "\n" in text and (items := _ITEMS.search(text)):
        sign, word, *_ = items[0].split()
        yield UnreadMark(
            "list",
            f"{sign} ",
            "of a list",
            "set it with text_box, which makes a list of it",
            items.start(),
            f"{sign} {word}",
            False,
        )
    yield from _unread_stars(text, notes)


def _unread_stars(text: str, notes: bool) -> Iterator[UnreadMark]:
    """Yield the stars that open or close nothing, and pairs in doubt.

    Only the first of each fault counts."""
    firsts: dict[str, text_markup.LooseStars] = {}
    for loose in text_markup.loose_stars(text, notes):
        firsts.setdefault(loose.fault, loose)
    for loose in firsts.values():
        escaped = "\\*" * len(loose.mark)
        at = max(0, text.find(loose.mark))
        if loose.fault == text_markup.IN_DOUBT:
            first_word = loose.around.strip("*").split()[0]
            remedy = f"write {escaped} for what shall be printed"
        else:
            first_word, remedy = loose.mark, f"close it, or write {escaped}"
        yield UnreadMark(f"stars {loose.fault}", loose.around, loose.fault, remedy, at, first_word)
