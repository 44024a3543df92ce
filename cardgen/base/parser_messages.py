"""What the parsers of Jinja and XML say of a mistake, in plain words and with a remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardgen.base.errors import did_you_mean

_Table = tuple[tuple[str, str, str], ...]
"""Expressions for messages, what each means, and a remedy. They are compiled where a parser has said something."""

_JINJA: _Table = (
    (r"Unexpected end of template\. .*needs to be closed is '(\w+)'.*", "a {{% {0} %}} is never closed", "add {{% end{0} %}}"),
    (
        r"Encountered unknown tag '(end\w+)'.*needs to be closed is '(\w+)'.*",
        "{{% {0} %}} stands where {{% end{1} %}} is due",
        "close what was opened last first",
    ),
    (r"Encountered unknown tag 'end(\w+)'.*", "{{% end{0} %}} closes nothing", "take it out, or open a {{% {0} %}} before it"),
    (r"Encountered unknown tag '(elif|else)'.*", "{{% {0} %}} stands outside of an {{% if %}}", "open an {{% if %}} before it"),
    (r"Encountered unknown tag '(\w+)'.*", "there is no {{% {0} %}}", "use if, for, set, macro, call, filter, import or include"),
    (r"Missing end of comment tag.*", "a {{# is never closed", "add #}}"),
    (r"expected token '.*', got '='.*", "a single = stands where nothing is set", "write == to compare"),
    (r"expected token '.*', got 'end of .*", "it ends too early", "write what is missing"),
    (r"Expected an expression, got 'end of .*", "there is nothing between the braces", "write what is to be computed"),
    (r"expected token 'end of print statement', got '(.*)'", 'it should end before "{0}"', "close it with }}}}, or join two texts with ~"),
    (r"expected token 'end of statement block', got '(.*)'", 'it should end before "{0}"', "close it with %}}; a second case is elif"),
    (r"unexpected end of template, expected 'end of print statement'\.", "a {{{{ is never closed", "add }}}}"),
    (r"unexpected end of template, expected 'end of statement block'\.", "a {{% is never closed", "add %}}"),
    (r"unexpected end of template, expected '([)\],}}]|name)'\.", "it ends too early", "close its brackets, and write what is missing"),
    (r"unexpected 'end of template'", "it ends too early", "write what is missing"),
    (r"chunk after expression", "it goes on where it should end", "write == to compare, and a sign or a word between two values"),
    (r"""unexpected char ["']["']["'] at \d+""", "a quote is never closed", "close it"),
    (r"unexpected char '(.*)' at \d+", 'the sign "{0}" means nothing here', "write and, or, not; put text in quotes"),
    (r"unexpected '(.)'.*", 'a "{0}" cannot stand here', "see that brackets, braces and quotes are closed in their order"),
)
_XML: _Table = (
    (r"Premature end of data in tag (\S+).*", "<{0}> is never closed", "add </{0}>, or write <{0} .../> when nothing is in it"),
    (r"Opening and ending tag mismatch: (\S+) .*and (\S+).*", "<{0}> is closed by </{1}>", "close what was opened last first"),
    (r".*StartTag: invalid element name.*|Unescaped '<' .*", "a < begins no element", "write &lt; for the sign itself"),
    (r".*EntityRef: .*", "an & stands by itself", "write &amp; for the sign itself"),
    (r"Entity '(\S+)' not defined.*", "&{0}; means nothing in SVG", "write the sign itself"),
    (r".*AttValue: .*|attributes construct .*|error parsing attribute .*", "an attribute is not well written", 'write name="value"'),
    (r"Attribute (\S+) redefined.*", "the attribute {0} is there twice", "remove one of them"),
    (r"Namespace prefix (\S+) for (\S+) on .*", "the prefix {0}: is not declared", "write {1} without it, or declare it in the <svg>"),
    (r"Extra content at the end.*", "something follows the end of </svg>", "move it inside"),
    (r"Document is empty.*|Start tag expected.*", "there is no <svg> in it", "begin it with <svg ...>"),
    (r"Double hyphen within comment.*", "a comment holds two hyphens", "write one"),
)
_NO_WORD = r"No (filter|test) named '(.*)'\."


def in_jinja(message: str, words: Iterable[str] = ()) -> tuple[str, str]:
    """What is wrong and its remedy, for a message of Jinja's parser; `words` are the filters and tests that there are.

    >>> in_jinja("Missing end of comment tag")
    ('a {# is never closed', 'add #}')
    """
    if unknown := re.fullmatch(_NO_WORD, message):
        return f'no {unknown[1]} is called "{unknown[2]}"', did_you_mean(unknown[2], words)
    return _said(message, _JINJA)


def in_xml(message: str) -> tuple[str, str]:
    """The same for a message of the XML parser.

    >>> in_xml("Attribute x redefined")
    ('the attribute x is there twice', 'remove one of them')
    """
    return _said(message, _XML)


def _said(message: str, table: _Table) -> tuple[str, str]:
    for pattern, what, remedy in table:
        if match := re.fullmatch(pattern, message.strip(), re.DOTALL):
            return what.format(*match.groups()), remedy.format(*match.groups())
    text = message.strip().rstrip(".")
    return (text[:1].lower() + text[1:] if text[1:2].islower() else text), "mend the mark-up"
