"""Mark-up that prints as it stands, told by kind and field."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import run, svg, text, text_of, write_project

import cardgen
from cardgen.base.origins import group_shared

DECK = "size: 60mm x 80mm\ntemplate: card.svg\nfields: {cost: text, rules: text}\ncards: main.csv\n"
CARD = svg(
    "{{ text_box(card.rules|replace('<hr>', ''), 10, 20, 40, 40) }}{{ text_box(card.cost, 10, 8, 40, 8) }}",
    60,
    80,
)


def told(root: Path, table: str, template: str = CARD) -> list[str]:
    write_project(
        root,
        {"main": DECK},
        {"card.svg": template},
        files={"card_data/sweets/main.csv": "name,cost,rules\n" + table},
    )
    found = group_shared(cardgen.open_project(root).validate().findings)
    return [
        f"{each.severity}: {each.what}; {each.remedy}" for each in found if each.check == "leftover"
    ]


def test_a_kind_in_a_field_is_told_once_for_all_cards(tmp_path: Path) -> None:
    rows = [f"Card {letter},1,a<br>{letter} and <b>two</b>" for letter in "abcdef"]
    found = told(
        tmp_path,
        "\n".join([*rows, "Odd,**two,~~x~~", '"Even",1,"- one\n- two"', "Rule,1,<hr>x", ""]),
    )
    assert 3 == len(found)
    br = next(each for each in found if "<br>" in each)
    assert br.startswith(
        'warning: 6 of 9 cards (card-a, card-b, card-c and 3 more): the rules has "<br>" of HTML'
    )
    assert br.endswith("|replace('<br>', '\\n')")
    assert 'card "odd", face: the cost has "**" that opens nothing' in "".join(found)
    assert "of a list" not in "".join(found)


def test_a_list_is_told_where_a_box_does_not_read_it(tmp_path: Path) -> None:
    row = '"Even",1,"- one-way\n- two"\n"Odd",2,"1. one\n2. two"\n'
    assert [] == told(tmp_path, row)
    unread = CARD.replace("20, 40, 40)", "20, 40, 40, blocks=false)")
    (found,) = told(tmp_path / "unread", row, unread)
    assert found.startswith('note: card "even", face: the rules has "- " of a list')


def test_a_tag_with_quotes_is_replaced_in_the_other_ones(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "Ferry,5,<span style='color:red'>x</span>\n")
    assert """card.rules|replace("<span style='color:red'>", '')""" in found


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("<u>x</u>", "[words]{.underline}"),
        ("<font color=red>x</font>", "[words]{color=red}"),
        ("~~x~~", "[words]{.strike}"),
        ("==x==", "[words]{background=yellow}"),
        ("++x++", "[words]{.underline}"),
        ("x^2^", "[2]{.sup}"),
        ("H~2~O", "[2]{.sub}"),
        ("[red]x[/red]", "[words]{color=red size=1.2}"),
    ],
)
def test_the_remedy_is_the_mark_up_that_texts_have(tmp_path: Path, text: str, remedy: str) -> None:
    """And that prints without a word."""
    (first, *_) = told(tmp_path, f'Ferry,5,"{text}"\n')
    assert remedy in first
    assert [] == told(tmp_path / "mended", f'Ferry,5,"{remedy}"\n')


def test_a_star_in_one_field_refers_to_a_note_in_another(tmp_path: Path) -> None:
    assert [] == told(tmp_path, "Ferry,5*,*only in summer\n")
    assert 1 == len(told(tmp_path / "alone", "Ferry,5,*only in summer\n"))


def test_what_a_template_says_is_told_too(tmp_path: Path) -> None:
    assert (
        "the text has"
        in told(
            tmp_path, "Ferry,5,x\n", CARD.replace("</svg>", f"{text('&lt;b&gt;x&lt;/b&gt;')}</svg>")
        )[0]
    )


@pytest.mark.parametrize(
    ("cost", "sign"),
    [("*Bird*", "*Bird*"), (r"a\nb", r"\n"), ("2 {moon}", "{moon}"), (r"5\*", r"\*")],
)
def test_marks_are_told_where_a_template_sets_plain_text(
    tmp_path: Path, cost: str, sign: str
) -> None:
    plain = CARD.replace("{{ text_box(card.cost, 10, 8, 40, 8) }}", text("{{ card.cost }}"))
    (found,) = told(tmp_path, f"Owl,{cost},x\nBat,5,x\n", plain)
    assert found.startswith(
        f'warning: card "owl", face: card.cost has "{sign}", which is printed as it stands in a plain <text>'
    )
    assert "text_box(card.cost, ...)" in found


def test_marks_of_a_template_beside_a_field_are_not_those_of_the_field(tmp_path: Path) -> None:
    plain = CARD.replace("</svg>", f"{text('{{ card.cost }} [gold]{.hot}')}</svg>")
    (found,) = told(tmp_path, "Owl,5,x\n", plain)
    assert 'the text has "[gold]{.hot}"' in found
    assert "text_box('...', ...)" in found


def test_plain_text_without_marks_is_left_alone(tmp_path: Path) -> None:
    """And what a box prints of escaped marks."""
    plain = CARD.replace("</svg>", f"{text('5*, {x y} and 2*3*4')}</svg>")
    assert [] == told(
        tmp_path, f"Owl,5*,{'x'}\nBat,1,{chr(92)}*so{chr(92)}* it {{{{goes}}}}\n", plain
    )


def test_fields_of_other_tools_are_told(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "Owl,3,Pay {{cost}}\nBat,3,Pay {{gold}}\n")
    assert found.startswith(
        'warning: card "owl", face: the rules has "{{cost}}" for a field of the card'
    )


def test_what_prints_of_a_text_is_read_back_from_the_pdf(tmp_path: Path) -> None:
    """Stars for themselves among them, letter by letter; pairs are gone, and what is left of one is
    told."""
    texts = [
        "*/*",
        "1+*/1+*",
        "2*cards + 3*level",
        "5* or 3*",
        "a*b*c",
        r"\*x\*",
        "**two** and *one*",
        "un*do*able",
    ]
    shown = [
        "*/*",
        "1+*/1+*",
        "2*cards + 3*level",
        "5* or 3*",
        "a*b*c",
        "*x*",
        "two and one",
        "undoable",
    ]
    table = "".join(f'C{number},{number},"{said}"\n' for number, said in enumerate(texts))
    files = {"card_data/sweets/main.csv": "name,cost,rules\n" + table}
    root = write_project(
        tmp_path,
        {"main": DECK},
        {"card.svg": CARD.replace("40, 40)", "40, 40, size=9)")},
        files=files,
    )
    result = run("build", "--paper", "a4", project=root)
    assert 0 == result.exit_code, result.output
    assert "leftover" not in result.stderr
    lines = [
        line.strip()
        for page in text_of(root / "output/sweets/main-a4.pdf")
        for line in page.splitlines()
    ]
    assert [] == [each for each in shown if each not in lines]
