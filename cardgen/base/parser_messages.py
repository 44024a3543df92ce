"""Messages of parsers about a mistake, in plain words with a remedy.

The parsers are those of Jinja, of XML and of Python itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardgen.base.suggestions import did_you_mean

_Table = tuple[tuple[str, str, str], ...]
"""Expressions for messages, what each means, and a remedy. They are compiled where a parser has
said something."""

_JINJA: _Table = (
    (
        r"Unexpected end of template\. .*needs to be closed is '(\w+)'.*",
        "a {{% {0} %}} is never closed",
        "add {{% end{0} %}}",
    ),
    (
        r"Encountered unknown tag '(end\w+)'.*needs to be closed is '(\w+)'.*",
        "{{% {0} %}} stands where {{% end{1} %}} is due",
        "close what was opened last first",
    ),
    (
        r"Encountered unknown tag 'end(\w+)'.*",
        "{{% end{0} %}} closes nothing",
        "take it out, or open a {{% {0} %}} before it",
    ),
    (
        r"Encountered unknown tag '(elif|else)'.*",
        "{{% {0} %}} stands outside of an {{% if %}}",
        "open an {{% if %}} before it",
    ),
    (
        r"Encountered unknown tag '(\w+)'.*",
        "there is no {{% {0} %}}",
        "use if, for, set, macro, call, filter, import or include",
    ),
    (r"Missing end of comment tag.*", "a {{# is never closed", "add #}}"),
    (
        r"expected token '.*', got '='.*",
        "a single = stands where nothing is set",
        "write == to compare",
    ),
    (r"expected token '.*', got 'end of .*", "it ends too early", "write what is missing"),
    (
        r"Expected an expression, got 'end of .*",
        "there is nothing between the braces",
        "write what is to be computed",
    ),
    (
        r"expected token 'end of print statement', got '(.*)'",
        'it should end before "{0}"',
        "close it with }}}}, or join two texts with ~",
    ),
    (
        r"expected token 'end of statement block', got '(.*)'",
        'it should end before "{0}"',
        "close it with %}}; a second case is elif",
    ),
    (
        r"unexpected end of template, expected 'end of print statement'\.",
        "a {{{{ is never closed",
        "add }}}}",
    ),
    (
        r"unexpected end of template, expected 'end of statement block'\.",
        "a {{% is never closed",
        "add %}}",
    ),
    (
        r"unexpected end of template, expected '([)\],}}]|name)'\.",
        "it ends too early",
        "close its brackets, and write what is missing",
    ),
    (r"unexpected 'end of template'", "it ends too early", "write what is missing"),
    (
        r"chunk after expression",
        "it goes on where it should end",
        "write == to compare, and a sign or a word between two values",
    ),
    (r"""unexpected char ["']["']["'] at \d+""", "a quote is never closed", "close it"),
    (
        r"unexpected char '(.*)' at \d+",
        'the sign "{0}" means nothing here',
        "write and, or, not; put text in quotes",
    ),
    (
        r"unexpected '(.)'.*",
        'a "{0}" cannot stand here',
        "see that brackets, braces and quotes are closed in their order",
    ),
)
_XML: _Table = (
    (
        r"Premature end of data in tag (\S+).*",
        "<{0}> is never closed",
        "add </{0}>, or write <{0} .../> when nothing is in it",
    ),
    (
        r"Opening and ending tag mismatch: (\S+) .*and (\S+).*",
        "<{0}> is closed by </{1}>",
        "close what was opened last first",
    ),
    (
        r".*StartTag: invalid element name.*|Unescaped '<' .*",
        "a < begins no element",
        "write &lt; for the sign itself",
    ),
    (r".*EntityRef: .*", "an & stands by itself", "write &amp; for the sign itself"),
    (r"Entity '(\S+)' not defined.*", "&{0}; means nothing in SVG", "write the sign itself"),
    (
        r".*AttValue: .*|attributes construct .*|error parsing attribute .*",
        "an attribute is not well written",
        'write name="value"',
    ),
    (r"Attribute (\S+) redefined.*", "the attribute {0} is there twice", "remove one of them"),
    (
        r"Namespace prefix (\S+) for (\S+) on .*",
        "the prefix {0}: is not declared",
        "write {1} without it, or declare it in the <svg>",
    ),
    (r"Extra content at the end.*", "something follows the end of </svg>", "move it inside"),
    (
        r"Document is empty.*|Start tag expected.*",
        "there is no <svg> in it",
        "begin it with <svg ...>",
    ),
    (r"Double hyphen within comment.*", "a comment holds two hyphens", "write one"),
    (r"Comment not terminated.*", "a comment is never closed", "close it with -->"),
    (r"CData section not finished.*", "a <![CDATA[ is never closed", "close it with ]]>"),
    (
        r"Invalid bytes in character enc.*|Input is not proper UTF-8.*",
        "it holds letters that are not UTF-8",
        "save it as UTF-8",
    ),
    (r"[Uu]nsupported encoding:? (\S+).*", "nobody knows its encoding {0}", "save it as UTF-8"),
    (
        r"XML declaration allowed only at the start.*",
        "<?xml ...?> does not stand at its beginning",
        "delete what stands before it",
    ),
    (r".*invalid (?:xml)?Char value (\d+).*", "it holds a control character ({0})", "delete it"),
    (r"expected '>'.*|.*PI \S+ never end.*", "a tag is never closed", "close it with >"),
)
_JOIN = "join texts with ~, and make a number of a text with |int"
COMPARE = "compare like with like: |int makes a number of a text"
"""What helps where values of two kinds are compared."""
_FORMAT = "write %s for a text, %d for a number, %% for the sign; |int makes a number of a text"
_FILL = "give it a value for each %s or {} in it"
_AS_JSON = "give it texts, numbers, and lists and mappings of them; |list makes a list of a range"
_PYTHON: _Table = (
    (
        r"unsupported operand type\(s\) for ([^:]+): '(\w+)' and '(\w+)'",
        "{0} does not go with {1} and {2}",
        _JOIN,
    ),
    (
        r"can only concatenate (\w+) \(not \"(\w+)\"\) to .*",
        "+ does not go with {0} and {1}",
        _JOIN,
    ),
    (
        r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'",
        "{0} compares no {1} with {2}",
        COMPARE,
    ),
    (r".*\b(?:by|modulo) zero.*", "this divides by zero", "guard it: a / b if b else 0"),
    (r"'(\w+)' object is not callable", "{0} cannot be called", "take the brackets behind it away"),
    (
        r"'(\w+)' object is not iterable",
        "{0} is no list",
        "give it a list, or  range(5)  for so many numbers",
    ),
    (
        r"'(\w+)' object cannot be interpreted as an integer",
        "{0} stands where a whole number is due",
        "make one of it with |int",
    ),
    (
        r"type (\w+) doesn't define __round__ method",
        "{0} cannot be rounded",
        "make a number of it with |float",
    ),
    (
        r"(?:format argument: )?%(\w) (?:format:|requires) .*, not (\w+)",
        "%{0} does not go with {1}",
        _FORMAT,
    ),
    (
        r"Unknown format code '(\w)' for object of type '(\w+)'",
        ":{0} does not go with {1}",
        _FORMAT,
    ),
    (r"unsupported format (?:character '|%)(.).*", "%{0} means nothing in a format", _FORMAT),
    (
        r"not enough arguments for format string.*|.*index .*out of range.*",
        "a format asks for more than it is given",
        _FILL,
    ),
    (
        r"not all arguments converted during string formatting.*",
        "a format asks for less than it is given",
        _FILL,
    ),
    (
        r"object of type '(\w+)' has no len\(\)",
        "{0} has no length",
        "ask a text or a list for its length",
    ),
    (
        r"cannot unpack .*? (\w+) object|.* values to unpack .*",
        "what this runs over is not in pairs",
        "name one value after for",
    ),
    (
        r"'(\w+)' object has no attribute '\w+'",
        "{0} stands where something else is due",
        "see what the filter before it takes",
    ),
    (
        r"cannot assign attribute on non-namespace object",
        "only a name of its own can be set",
        "write  {% set name = ... %}",
    ),
    (r"Object of type (\w+) is not JSON serializable", "tojson cannot write {0}", _AS_JSON),
    (
        r"keys must be str, .* or None, not (\w+)",
        "tojson cannot write {0} as the name of a value",
        _AS_JSON,
    ),
    (
        r"(?:attribute name|.*attr.*) must be (?:a )?string, not '(\w+)'",
        "a name is due here, not {0}",
        "write it in quotes",
    ),
    (
        r"slice indices must be integers.*",
        "a part is cut out at whole numbers",
        "write them without quotes, or make them of a text with |int",
    ),
    (
        r"No aggregated item, sequence was empty\.",
        "there is none among nothing",
        "ask first whether the list is empty:  a|max if a else 0",
    ),
    (
        r"(?:\w+\.)?(?:do_)?(\w+)\(\) missing \d+ .* arguments?: (.*)",
        "{0}() lacks {1}",
        "write them between its brackets, with commas",
    ),
    (
        r"(?:\w+\.)?(?:do_)?(\w+)\(\) takes .* arguments? but .* given",
        "{0}() is given more than it takes",
        "take away what is too much",
    ),
    (
        r"macro '(\w+)' takes no keyword argument '(\w+)'",
        "the macro {0} knows no {1}",
        "take it away, or add it to the macro",
    ),
    (
        r"macro '(\w+)' takes not more than (\d+) argument.*",
        "the macro {0} takes no more than {1}",
        "take the rest away, or add it to the macro",
    ),
    (
        r"(\w+ \w+) has no item (-?\d+)",
        "{0} has no item {1}",
        "count from 0, and see how many there are with |length",
    ),
    (
        r"the template '(.*)' \(imported on .*\) does not export the requested name '(\w+)'",
        '"{0}" has no macro "{1}"',
        "see how it is called there",
    ),
)
_PYTHONS = {
    **dict.fromkeys(("int", "float"), "a number"),
    **dict.fromkeys(("str", "Markup"), "a text"),
    **dict.fromkeys(("list", "tuple", "range"), "a list"),
    "NoneType": "nothing",
    "dict": "a mapping",
    "bool": "true or false",
    **{name: f"a {name.lower()}" for name in ("Card", "Deck", "Game", "Shape", "Colour", "Macro")},
    "Edition": "an edition",
    "Decks": "all decks",
    **dict.fromkeys(
        ("Joiner", "Cycler", "Namespace", "LoopContext", "TemplateModule", "Undefined", "Missing"),
        "this",
    ),
}
"""Plain words for the kinds of values, by their names in Python."""
_NO_KEYWORD = r"(?:\w+\.)?(?:do_)?(\w+)\(\) got an unexpected keyword argument '(\w+)'.*"
_NO_WORD = r"No (filter|test) named '(.*)'\."


def in_jinja(
    message: str, *, filters: Iterable[str] = (), tests: Iterable[str] = ()
) -> tuple[str, str]:
    """Return what is wrong and its remedy, for Jinja's message.

    `filters` and `tests` are the names of those that there are.

    >>> in_jinja("Missing end of comment tag")
    ('a {# is never closed', 'add #}')
    """
    if unknown := re.fullmatch(_NO_WORD, message):
        names = filters if unknown[1] == "filter" else tests
        return f'no {unknown[1]} is called "{unknown[2]}"', did_you_mean(unknown[2], names)
    return _said(message, _JINJA)


def in_xml(message: str) -> tuple[str, str]:
    """Return what is wrong and its remedy, for a message of the XML parser.

    >>> in_xml("Attribute x redefined")
    ('the attribute x is there twice', 'remove one of them')
    """
    return _said(message, _XML)


def in_python(message: str) -> tuple[str, str]:
    """Return what is wrong and its remedy, for Python's message.

    It may be Jinja's about an expression, too. One that is not known stays as it is, without a
    remedy.

    >>> in_python("division by zero")
    ('this divides by zero', 'guard it: a / b if b else 0')
    """
    if unknown := re.fullmatch(_NO_KEYWORD, message):
        return f"{unknown[1]}() knows no {unknown[2]}", "take it away"
    for pattern, sentence_format, remedy in _PYTHON:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            sentence = sentence_format.format(
                *(_PYTHONS.get(part, part) for part in match.groups())
            )
            return sentence.replace("no a ", "no "), remedy
    return message, ""


def _said(message: str, table: _Table) -> tuple[str, str]:
    for pattern, sentence_format, remedy in table:
        if match := re.fullmatch(pattern, message.strip(), re.DOTALL):
            return sentence_format.format(*match.groups()), remedy.format(*match.groups())
    text = message.strip().rstrip(".")
    if text[1:2].islower():  # no abbreviation, such as "XML"
        text = text[:1].lower() + text[1:]
    return text, "mend the mark-up"
