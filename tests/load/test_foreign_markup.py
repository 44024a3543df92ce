"""Mark-up of other tools in texts of cards and books."""

from __future__ import annotations

import pytest

from cardgen.load.foreign_markup import unread, unread_fields


@pytest.mark.parametrize(
    ("text", "kind", "sign"),
    [
        ("Draw <b>two</b>", "html", "<b>"),
        ("H<sub>2</sub>O", "html", "<sub>"),
        ("<img src='a.png' width=3>", "html", "<img src='a.png' width=3>"),
        ("<color=red>x</color>", "html", "<color=red>"),
        ("Tom &amp; Kim", "html", "&amp;"),
        ("you ~~must~~ may", "struck", "~~must~~"),
        ("[red]x[/red]", "bbcode", "[red]x[/red]"),
        ("[ff0000]x[-]", "bbcode", "[ff0000]"),
        ("__x__ and _y_", "underscores", "__x__"),
        ("_y_", "underscores", "_y_"),
        ("- one\n- two", "list", "- "),
        ("1. one\n2. two", "list", "1. "),
        ("| a | b |\n|---|---|", "table", "| a | b |"),
        ("# heading", "heading", "# h"),
        ("> said", "quote", "> s"),
        ("put it into :trash:", "shortcode", ":trash:"),
        ("say /so/ now", "slashes", "/so/"),
        (r"\emph{x}", "latex", r"\emph"),
        (r"x\newline y", "latex", r"\newline"),
        (r"\_x\_", "backslash", r"\_"),
        ("{{ card.name }}", "computed", "{{ card.name }}"),
        ("[here](https://a.b/c)", "link", "[here](https://a.b/c)"),
        ("run `build`", "code", "`build`"),
        ("==x==", "marked", "==x=="),
        ("<red>x</red>", "html", "<red>"),
        ("x</red>", "html", "</red>"),
        ("a<icon-coin/> b", "html", "<icon-coin/>"),
        ("<!-- later --> x", "html", "<!-- later -->"),
        ("a&nbsp b", "html", "&nbsp"),
        ("++x++", "added", "++x++"),
        ("||who did it||", "hidden", "||who did it||"),
        ("x^2^", "raised", "x^2^"),
        ("H~2~O", "lowered", "H~2~"),
        ("you ~must~ may", "tildes", "~must~"),
        ("[[Goblin|goblins]]", "wiki link", "[[Goblin|goblins]]"),
        ("$x^2$", "formula", "$x^2$"),
        (r"one\t two", "backslash", r"\t"),
        (r"caf\u00e9", "backslash", r"\u00e9"),
        (r"\"So\" he said", "backslash", r"\""),
        ("Title\n=====\ntext", "line", "====="),
        ("** Night ** draw", "blanks", "** Night **"),
        ("* all of it *", "blanks", "* all of it *"),
        ("'''x'''", "wiki", "'''x'''"),
    ],
)
def test_what_prints_as_it_stands(text: str, kind: str, sign: str) -> None:
    assert [(kind, sign)] == [(each.kind, each.sign) for each in unread(text)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a - b",
            "5 < 6",
            "<3 and >3",
            "C#",
            "#1",
            "and/or",
            "1. of May",
            "w/ you and w/ me",
            "he/she/they",
            "left / right / up",
            "1/2/3",
        ),
        *(
            "km/h",
            "https://a.b/c/",
            "/usr/bin/",
            "+1/+1",
            "10:30:15",
            "Note: x: y",
            ":)",
            "a:b:c",
            "R&D; x",
            "AT&T",
            "Q&A;",
        ),
        *(
            "[sic] [1] [W] (a)[b](c)",
            "snake_case_name",
            "____ is the answer",
            "_ _",
            "it's 'a' 'b'",
            "rock 'n' roll",
            "a == b == c",
            "~5",
        ),
        *(
            "- Shakespeare",
            "<player>",
            "<-- here -->",
            "x_1 and y_2",
            "one\\ntwo",
            "{{braces}}",
            "$5",
            "5 * 3",
            "50 %",
            "a > b",
            "¯\\_(ツ)_/¯",
            "**A:** 1 to 5 **B:** 2",
            "2 ** 3 ** 4",
            "2 * coins + 3 * gold",
            "</3",
            "1</2",
            "x^2 = y^2",
            "~ The End ~",
            "~5 coins, ~6 gems",
            "a || b || c",
            "i++ and ++j",
            "$3 or $4_",
            "C:\\temp",
            "---",
            "Name:\n______",
        ),
    ],
)
def test_what_is_meant_as_it_stands(text: str) -> None:
    assert () == unread(text)


@pytest.mark.parametrize("text", ["{{kind}} x", "<<kind>>", "%kind%", "[kind]", "<kind>"])
def test_fields_as_other_tools_name_them(text: str) -> None:
    assert ["field"] == [each.kind for each in unread_fields(text, {"kind"})]
    assert [] == [*unread_fields(text, {"cost"})]


def test_books_read_more_than_cards() -> None:
    text = "_so_ and `so`, [there](https://a.b), \\_ and # it"
    assert () == unread(text, book=True)
    assert ["html", "struck"] == [each.kind for each in unread("<b>two</b> ~~must~~", book=True)]


@pytest.mark.parametrize(
    "piece",
    [
        "** ",
        "$_",
        "<!--",
        "[[",
        "~a",
        "++a",
        "||a",
        "a^b",
        "<a ",
        "</a",
        "-\n",
        "%a",
        "* a *",
        "\\",
    ],
)
def test_long_rows_of_signs_are_soon_looked_through(piece: str) -> None:
    """Each pattern goes on from a sign to the next of its kind, or a bounded way."""
    text = piece * (10_000 // len(piece))
    assert isinstance(unread(text), tuple)
    assert isinstance(unread("$ ** <!-- ++a" + piece[-1] * 10_000), tuple)
    assert [] == [*unread_fields(text, {"cost"})]
