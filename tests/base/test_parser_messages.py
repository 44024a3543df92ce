"""What parsers say is said in plain words: every common mistake, through the parser that finds
it."""

from __future__ import annotations

import jinja2
import pytest
from lxml import etree

from cardgen.base.parser_messages import in_jinja, in_python, in_xml
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.parse import read_svg
from cardgen.sandbox.environment import make_sandbox


@pytest.mark.parametrize(
    ("source", "what", "remedy"),
    [
        ("{% if a %}x", "a {% if %} is never closed", "add {% endif %}"),
        (
            "{% for a in b %}x{% endif %}",
            "{% endif %} stands where {% endfor %} is due",
            "close what was opened last first",
        ),
        ("x{% endif %}", "{% endif %} closes nothing", "take it out, or open a {% if %} before it"),
        ("{% elif a %}", "{% elif %} stands outside of an {% if %}", "open an {% if %} before it"),
        (
            "{% iff a %}",
            "there is no {% iff %}",
            "use if, for, set, macro, call, filter, import or include",
        ),
        ("{# x", "a {# is never closed", "add #}"),
        ("{{ a = 3 }}", "a single = stands where nothing is set", "write == to compare"),
        (
            "{% if a = 3 %}x{% endif %}",
            "a single = stands where nothing is set",
            "write == to compare",
        ),
        ("{{ a b }}", 'it should end before "b"', "close it with }}, or join two texts with ~"),
        (
            "{% if a %}{% else if b %}{% endif %}",
            'it should end before "if"',
            "close it with %}; a second case is elif",
        ),
        ("{{ a", "a {{ is never closed", "add }}"),
        ("{% if a", "a {% is never closed", "add %}"),
        (
            "{{ a } }}",
            'a "}" cannot stand here',
            "see that brackets, braces and quotes are closed in their order",
        ),
        (
            "{{ a && b }}",
            'the sign "&" means nothing here',
            "write and, or, not; put text in quotes",
        ),
        ("{{ 'a }}", "a quote is never closed", "close it"),
        ("{{ }}", "there is nothing between the braces", "write what is to be computed"),
        ("{{ a | }}", "it ends too early", "write what is missing"),
        ("{{ a | capitalise }}", 'no filter is called "capitalise"', 'did you mean "capitalize"?'),
        ("{{ a is evn }}", 'no test is called "evn"', 'did you mean "even"?'),
    ],
)
def test_jinja_in_plain_words(source: str, what: str, remedy: str) -> None:
    environment = make_sandbox()
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        environment.from_string(source)
    assert (what, remedy) == in_jinja(
        str(caught.value.message), filters=environment.filters, tests=environment.tests
    )


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("a = 3", "it goes on where it should end"),
        ("a ==", "it ends too early"),
        ("(a", "it ends too early"),
        ("a | ", "it ends too early"),
    ],
)
def test_expressions_in_plain_words(source: str, what: str) -> None:
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        make_sandbox().expression(source)
    assert what == in_jinja(str(caught.value.message))[0]


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("<svg><g></svg>", "<g> is closed by </svg>"),
        ("<svg><g></g>", "<svg> is never closed"),
        ("<svg>a < b</svg>", "a < begins no element"),
        ("<svg x='a<b'/>", "a < begins no element"),
        ("<svg>a & b</svg>", "an & stands by itself"),
        ("<svg>&nbsp;</svg>", "&nbsp; means nothing in SVG"),
        ("<svg x=3></svg>", "an attribute is not well written"),
        ("<svg x='1'y='2'/>", "an attribute is not well written"),
        ("<svg x='1' x='2'/>", "the attribute x is there twice"),
        ("<svg><a xlink:href='x'/></svg>", "the prefix xlink: is not declared"),
        ("<svg/><svg/>", "something follows the end of </svg>"),
        ("", "there is no <svg> in it"),
        ("words", "there is no <svg> in it"),
        ("<svg>Caf\u00e9</svg>", "it holds letters that are not UTF-8"),
        ("<?xml version='1.0' encoding='klingon'?><svg/>", "nobody knows its encoding klingon"),
        ("\n<?xml version='1.0'?><svg/>", "<?xml ...?> does not stand at its beginning"),
        ("<svg>\x0b</svg>", "it holds a control character (11)"),
        ("<svg>&#1;</svg>", "it holds a control character (1)"),
        ("<svg><!-- a", "a comment is never closed"),
        ("<svg><![CDATA[ a", "a <![CDATA[ is never closed"),
        ("<svg></svg", "a tag is never closed"),
    ],
)
def test_xml_in_plain_words(source: str, what: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read_svg(source.encode("cp1252"))
    assert "mend" not in caught.value.faults[0].remedy
    assert f"it is not well-formed XML: {what}" == caught.value.faults[0].what


@pytest.mark.parametrize(
    ("start", "what", "remedy"),
    [
        (b"\x89PNG\r\n\x1a\n", "it is a PNG that is called an SVG", "rename it to end in .png"),
        (b"\xff\xd8\xff\xe0", "it is a JPEG that is called an SVG", "rename it to end in .jpg"),
        (b"%PDF-1.7\n", "it is a PDF that is called an SVG", "export it as SVG"),
    ],
)
def test_a_file_of_another_kind_is_told_as_that(start: bytes, what: str, remedy: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read_svg(start)
    assert what == caught.value.faults[0].what
    assert caught.value.faults[0].remedy.startswith(remedy)


@pytest.mark.parametrize(
    ("source", "what", "remedy"),
    [
        (
            "{{ 1 + 'a' }}",
            "+ does not go with a number and a text",
            "join texts with ~, and make a number of a text with |int",
        ),
        (
            "{{ 'a' + 1 }}",
            "+ does not go with a text and a number",
            "join texts with ~, and make a number of a text with |int",
        ),
        (
            "{{ [1] + 'a' }}",
            "+ does not go with a list and a text",
            "join texts with ~, and make a number of a text with |int",
        ),
        (
            "{{ none - 1.5 }}",
            "- does not go with nothing and a number",
            "join texts with ~, and make a number of a text with |int",
        ),
        (
            "{{ 'a' > 3 }}",
            "> compares no text with a number",
            "compare like with like: |int makes a number of a text",
        ),
        (
            "{{ ['a', 3]|sort }}",
            "< compares no number with a text",
            "compare like with like: |int makes a number of a text",
        ),
        ("{{ 1 / 0 }}", "this divides by zero", "guard it: a / b if b else 0"),
        ("{{ 1 // 0 }}", "this divides by zero", "guard it: a / b if b else 0"),
        ("{{ 1 % 0 }}", "this divides by zero", "guard it: a / b if b else 0"),
        ("{{ 1.5 / 0 }}", "this divides by zero", "guard it: a / b if b else 0"),
        ("{{ 'a'() }}", "a text cannot be called", "take the brackets behind it away"),
        (
            "{% for a in 5 %}{% endfor %}",
            "a number is no list",
            "give it a list, or  range(5)  for so many numbers",
        ),
        (
            "{{ range('a') }}",
            "a text stands where a whole number is due",
            "make one of it with |int",
        ),
        ("{{ 'a'|round }}", "a text cannot be rounded", "make a number of it with |float"),
        (
            "{{ 'a'|replace }}",
            "replace() lacks 'old' and 'new'",
            "write them between its brackets, with commas",
        ),
        (
            "{{ 'a'|replace(1, 2, 3, 4, 5) }}",
            "replace() is given more than it takes",
            "take away what is too much",
        ),
        (
            "{{ 'a'|replace('a', 'b', cuont=3) }}",
            "replace() knows no cuont",
            "take it away",
        ),
        (
            "{% macro m(a) %}{% endmacro %}{{ m(b=1) }}",
            "the macro m knows no b",
            "take it away, or add it to the macro",
        ),
        (
            "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}",
            "the macro m takes no more than 1",
            "take the rest away, or add it to the macro",
        ),
        (
            "{{ [1][5] }}",
            "a list has no item 5",
            "count from 0, and see how many there are with |length",
        ),
        (
            "{{ '%d' % 'a' }}",
            "%d does not go with a text",
            "write %s for a text, %d for a number, %% for the sign; |int makes a number of a text",
        ),
        (
            "{{ '{:d}'.format('a') }}",
            ":d does not go with a text",
            "write %s for a text, %d for a number, %% for the sign; |int makes a number of a text",
        ),
        (
            "{{ '%y' % 3 }}",
            "%y means nothing in a format",
            "write %s for a text, %d for a number, %% for the sign; |int makes a number of a text",
        ),
        (
            "{{ '%s %s' % 'a' }}",
            "a format asks for more than it is given",
            "give it a value for each %s or {} in it",
        ),
        (
            "{{ '{} {}'.format('a') }}",
            "a format asks for more than it is given",
            "give it a value for each %s or {} in it",
        ),
        (
            "{{ '%s'|format('a', 'b') }}",
            "a format asks for less than it is given",
            "give it a value for each %s or {} in it",
        ),
        ("{{ 3|length }}", "a number has no length", "ask a text or a list for its length"),
        (
            "{% for a, b in [1] %}{% endfor %}",
            "what this runs over is not in pairs",
            "name one value after for",
        ),
        (
            "{% for a, b in ['c'] %}{% endfor %}",
            "what this runs over is not in pairs",
            "name one value after for",
        ),
        (
            "{{ 'a'['b':] }}",
            "a part is cut out at whole numbers",
            "write them without quotes, or make them of a text with |int",
        ),
        ("{{ ''|attr(3) }}", "a name is due here, not a number", "write it in quotes"),
        (
            "{{ range(3)|tojson }}",
            "tojson cannot write a list",
            "give it texts, numbers, and lists and mappings of them; |list makes a list of a range",
        ),
        (
            "{{ []|max + 1 }}",
            "there is none among nothing",
            "ask first whether the list is empty:  a|max if a else 0",
        ),
    ],
)
def test_python_in_plain_words(source: str, what: str, remedy: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever Python raises
        make_sandbox().from_string(source).render()
    assert (what, remedy) == in_python(str(caught.value))


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("%d format: a real number is required, not str", "%d does not go with a text"),
        ("format argument: %d requires a real number, not str", "%d does not go with a text"),
        ("unsupported format character 'y' (0x79) at index 1", "%y means nothing in a format"),
        ("unsupported format %y at position 0", "%y means nothing in a format"),
        (
            "not enough arguments for format string (got 1)",
            "a format asks for more than it is given",
        ),
        (
            "not all arguments converted during string formatting (required 1, got 2)",
            "a format asks for less than it is given",
        ),
    ],
)
def test_python_in_the_words_of_its_versions(words: str, what: str) -> None:
    """Python 3.15 says of formats what 3.14 says otherwise."""
    assert what == in_python(words)[0]


def test_what_is_not_known_keeps_its_words() -> None:
    """No message is lost because nobody thought of it."""
    assert ("Something new happened.", "") == in_python("Something new happened.")
    assert (
        ("something new happened", "mend the mark-up")
        == in_jinja("Something new happened.")
        == in_xml("Something new happened.")
    )


def test_the_parser_still_speaks_so() -> None:
    """libxml2 words a mistake as the table expects, line and column aside."""
    with pytest.raises(etree.XMLSyntaxError, match="Premature end of data in tag svg"):
        etree.fromstring(b"<svg>")
