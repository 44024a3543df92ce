"""Markdown to blocks."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from cardgen.rulebook import markdown
from cardgen.rulebook.blocks import (
    OBJECT,
    Callout,
    Embed,
    EmbeddedSide,
    HeadingBlock,
    Items,
    Live,
    Manuscript,
    PageBreak,
    ParagraphBlock,
    TableBlock,
    plain,
)
from cardgen.rulebook.jinja import LIVE, Written
from cardgen.rulebook.markdown import read_book

CARD = Embed("row", (EmbeddedSide("main", "one"),))
FAN = Embed("fan", (EmbeddedSide("main", "one"), EmbeddedSide("main", "two")))
ONE, TWO = f"{{{LIVE}0}}", f"{{{LIVE}1}}"


def read(source: str) -> tuple[Manuscript, list[str]]:
    """A book whose live parts are CARD and FAN, and what is wrong with it, with the lines."""
    lines = tuple(source.split("\n"))
    manuscript, problems = read_book(
        Path("b.md"), Written(lines, tuple(range(1, len(lines) + 1)), (CARD, FAN), ())
    )
    return manuscript, [
        f"{problem.place.line if problem.place else 0}: {problem.what}" for problem in problems
    ]


def right(source: str) -> Manuscript:
    manuscript, problems = read(source)
    assert problems == []
    return manuscript


def test_the_lead_stands_before_the_first_heading() -> None:
    book = right("One.\n\nTwo.\n\n## First\n\nThree.")
    assert ["One.", "Two."] == [
        plain(block.spans) for block in book.lead if isinstance(block, ParagraphBlock)
    ]
    assert isinstance(book.blocks[0], HeadingBlock)


def test_headings_have_anchors() -> None:
    """Lower case, hyphens for blanks, and a number where two would be the same."""
    book = right("## Set-up & play!\n\n### Scoring a *hand*\n\n#### Scoring a hand")
    assert [(2, "set-up-play"), (3, "scoring-a-hand"), (4, "scoring-a-hand-2")] == [
        (block.level, block.anchor) for block in book.blocks if isinstance(block, HeadingBlock)
    ]


def test_styles_and_breaks_of_lines() -> None:
    (block,) = right("a **b** *c*\nd  \ne").lead
    assert isinstance(block, ParagraphBlock)
    assert [
        ("a ", False, False),
        ("b", True, False),
        (" ", False, False),
        ("c", False, True),
        (" d", False, False),
    ] == [(span.text, span.bold, span.italic) for span in block.spans[:5]]
    assert ["\n", "e"] == [span.text for span in block.spans[5:]]


def test_icons_terms_and_references() -> None:
    (block,) = right("{star} [[trump suit|trump]] \\{x\\}").lead
    assert isinstance(block, ParagraphBlock)
    icon, _, term, rest = block.spans
    assert (OBJECT, "star") == (icon.text, icon.icon)
    assert ("trump suit", "trump") == (term.text, term.term)
    assert " {x}" == rest.text


def test_a_reference_brings_its_page() -> None:
    """In brackets of its own, unless it stands in brackets already."""
    book = right("[A](#a) (see [A](#a))\n\n## A")
    (block,) = book.lead
    assert isinstance(block, ParagraphBlock)
    assert [" (\ufffb)", ", \ufffb"] == [span.text for span in block.spans if span.page == "a"]


def test_a_part_alone_is_a_block_among_words_a_span() -> None:
    book = right(f"{ONE}\n\n{TWO}\n\nwords {ONE}")
    assert [CARD, FAN] == [block.part for block in book.lead if isinstance(block, Live)]
    last = book.lead[-1]
    assert isinstance(last, ParagraphBlock)
    assert last.spans[-1].part == CARD


def test_a_picture_of_markdown() -> None:
    (block,) = right('![](table.svg "The table")').lead
    assert isinstance(block, Live)
    assert ("picture", "table.svg", ("The table",)) == (
        block.part.kind,
        block.part.name,
        block.part.captions,
    )


def test_a_picture_is_called_as_its_file_is() -> None:
    """Markdown's own way of writing blanks and letters beyond English stands for these."""
    book = right("![](bär.svg)\n\n![](<my table.svg>)\n\n![](my%20table.svg)\n\n![](100%.svg)")
    assert ["bär.svg", "my table.svg", "my table.svg", "100%.svg"] == [
        block.part.name for block in book.lead if isinstance(block, Live)
    ]


def test_a_heading_in_any_language_can_be_referred_to() -> None:
    (block, *_) = right("[a](#über-uns) [b](#日本語)\n\n## Über uns\n\n## 日本語").lead
    assert isinstance(block, ParagraphBlock)
    assert {"über-uns", "日本語"} == {span.page for span in block.spans if span.page}
    assert {"#über-uns", "#日本語"} == {span.link for span in block.spans if span.link}


def test_a_heading_that_refers_to_another_is_called_by_its_words() -> None:
    book = right("## See [Setup](#setup)\n\n## Setup")
    assert ["See Setup", "Setup"] == [
        plain(block.spans) for block in book.blocks if isinstance(block, HeadingBlock)
    ]


@pytest.mark.parametrize(
    "source",
    [
        "> | a | b |\n> |---|---|\n> | 1 | 2 |",
        "- | a | b |\n  |---|---|\n  | 1 | 2 |",
        "7. > a | b\n   > ---|---",
    ],
)
def test_tables_stand_in_lists_and_quotes(source: str) -> None:
    right(source)


def test_boxes_stand_in_one_another() -> None:
    book = right("::: example A *trick*\nOne.\n\n::: note\nTwo.\n:::\n\nThree.\n:::\n\nFour.")
    box, after = book.lead
    assert isinstance(box, Callout)
    assert ("example", "A trick") == (box.kind, plain(box.title))
    inner = box.blocks[1]
    assert isinstance(inner, Callout)
    assert "note" == inner.kind
    assert isinstance(after, ParagraphBlock)


def test_any_blank_parts_the_name_of_a_box_from_its_title() -> None:
    (box,) = right(":::\tnote\tTitle\nx\n:::").lead
    assert isinstance(box, Callout)
    assert ("note", "Title") == (box.kind, plain(box.title))


def test_a_box_needs_no_blank_lines() -> None:
    book = right("Before:\n::: note Title\n- one\n- two\n:::\nAfter.")
    before, box, after = book.lead
    assert isinstance(box, Callout)
    assert isinstance(box.blocks[0], Items)
    assert ("Before:", "After.") == (plain(before.spans), plain(after.spans))  # type: ignore[union-attr]


def test_lists_and_tables() -> None:
    book = right("3. a\n4. b\n   - c\n\n| x | y |\n|---|--:|\n| 1 | **2** |\n")
    numbered, table = book.lead
    assert isinstance(numbered, Items)
    assert isinstance(table, TableBlock)
    assert (3, True, 2) == (numbered.start, numbered.tight, len(numbered.items))
    assert ("left", "right") == table.aligns
    assert ["1", "2"] == [plain(cell) for cell in table.rows[0]]


def test_a_line_of_hyphens_ends_the_page() -> None:
    """Even right below a paragraph, where Markdown would make a heading of it."""
    book = right("Text\n\n---\n\nMore\n---\n")
    assert [False, True, False, True] == [isinstance(block, PageBreak) for block in book.lead]


def test_headings_by_underline_are_told() -> None:
    """Each was text and the end of a page, or text and a row of signs."""
    told = read(
        "Haggis\n======\n\nText\nand more.\n\nThe deck\n--------\n\nText\n\n--------\n\n## End\n----\n"
    )[1]
    assert [f"{line}: headings by underline are not read here" for line in (1, 7)] == told


def test_the_quick_reference_is_kept_apart() -> None:
    book = right("## A\n\n::: quick\nFast.\n:::\n\n## B")
    assert ["Fast."] == [
        plain(block.spans) for block in book.quick if isinstance(block, ParagraphBlock)
    ]
    assert 2 == len(book.blocks)


def test_quotes_become_typographic() -> None:
    (block,) = right("\"It's\" -- 'so'...").lead
    assert isinstance(block, ParagraphBlock)
    assert "“It’s” – ‘so’…" == plain(block.spans)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# Title\n\n## A\n\n# B", "5: a rulebook has one title, before its chapters"),
        ("a\n\nb <!-- c\n\nd", "3: a comment that begins here is never closed"),
        ("## A\n\n# Title", "3: a rulebook has one title, before its chapters"),
        ("a\n\n##Setup", "3: a heading has a blank behind its ##"),
        ("#Title", "1: a heading has a blank behind its #"),
        ("#1 takes it all, #2 pays.", ""),
        ("a[^b]\n\n[^c]: d", '1: no footnote is called "[^b]"'),
        ("a[^c]\n\n[^c]: d\n[^c]: e", '4: there is a second footnote "[^c]"'),
        ("a\n\n[^c]: d", '3: nothing refers to the footnote "[^c]"'),
        ("[a](#B--c) [b](#b--c-1)\n\n## B & c\n\n## B & c", ""),
        ("a\n\n##### Deep", "3: headings go from ## to ####"),
        ("## {star}", "1: a heading without words"),
        ("::: nte\nx\n:::", '1: no box is called "nte"'),
        ("x\n\n::: note\ny", '3: the box "note" has no end'),
        ("::: columns Two\nx\n:::", '1: "columns" takes no title'),
        ("- ::: quick\n  x\n  :::", "1: the quick reference stands inside something else"),
        ("::: quick\nx\n:::\n\n::: quick\ny\n:::", "5: there is a second quick reference"),
        ("a\nb [c](#d)", '2: no heading has the anchor "#d"'),
        ("[a](b.html)", '1: "b.html" is no address'),
        ("[a](javascript:x)", ""),
        ("a {} b", "1: {} names no icon"),
        ("[[ ]]", '1: "[[ ]]" names no term'),
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | 3 |",
            "4: this row has 3 cells, more than the 2 of the headings",
        ),
        (
            "> | a | b |\n> |---|---|\n> | 1 | 2 | 3 |",
            "3: this row has 3 cells, more than the 2 of the headings",
        ),
        ("| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n| 1 |\n| 1 | 2 | |", ""),
        (f"words {TWO}", "1: this stands in running text"),
        (f"## {TWO} and more", "1: this stands in running text"),
        (f"words {{{LIVE}7}}", "1: what shows a card or a table was changed"),
        (f"words {{{LIVE}one}}", "1: what shows a card or a table was changed"),
        (f"words {{{LIVE}{'0' * 60}7}}", "1: what shows a card or a table was changed"),
        (f"`{ONE}`", "1: a card or table stands in code"),
        (f"[[{ONE}]]", "1: a card or table stands in code"),
        (f"![a {ONE}](b.svg)", "1: a card or table stands in code"),
        (f'![a](b.svg "c {ONE}")', "1: a card or table stands in code"),
        (f"| a |\n|---|\n| {TWO} |", "3: this stands in running text"),
    ],
)
def test_mistakes(source: str, expected: str) -> None:
    _, problems = read(source)
    assert any(problem.startswith(expected) for problem in problems) if expected else not problems


def test_a_box_that_is_misspelt_is_told_once() -> None:
    (line,) = read("::: exmple Title\nx\n:::")[1]
    assert line.endswith(' "exmple"')


def test_a_title_may_stand_at_the_head() -> None:
    book = right("# The *Owls*\n\nFirst.\n\n## A")
    assert ("The Owls", 1) == (book.title, len(book.lead))
    assert "" == right("First.").title


def test_headings_have_the_anchors_of_github_too() -> None:
    """A hyphen for each blank, and -1 for the second of a name; what is ours counts first."""
    book = right(
        "[a](#set-up--play) [b](#Set-up) [c](#set-up-1) [d](#set-up-2)\n\n## Set-up & play\n\n## Set-up\n\n## Set-up"
    )
    (block,) = book.lead
    assert isinstance(block, ParagraphBlock)
    assert ["set-up-play", "set-up", "set-up-2", "set-up-2"] == [
        span.page for span in block.spans if span.page
    ]


def test_footnotes_stand_at_the_end_of_their_chapter() -> None:
    """Numbered through the book as they are referred to, wherever they are written."""
    book = right(
        "Zero[^z].\n\n## A\n\nOne[^long], two[^b], one[^long].\n\n[^b]: Beta\n[^long]: Al\n  pha\n\n  and *more*.\n\n## B\n\n[^z]: Z"
    )
    assert ["Zero¹.", "¹ Z"] == [
        plain(block.spans) for block in book.lead if isinstance(block, ParagraphBlock)
    ]
    said = [
        plain(block.spans)
        for block in book.blocks
        if isinstance(block, ParagraphBlock | HeadingBlock)
    ]
    assert ["A", "One², two³, one².", "² Al pha and more.", "³ Beta", "B"] == said


def test_tasks_have_boxes() -> None:
    (tasks,) = right("- [ ] one\n- [x] two\n- three [x]").lead
    assert isinstance(tasks, Items)
    assert ["☐ one", "☑ two", "three [x]"] == [plain(item[0].spans) for item in tasks.items]  # type: ignore[union-attr]


def test_comments_say_nothing_and_breaks_end_lines() -> None:
    book = right("a<!-- b\nc -->d<br>e\n\n<!-- f -->\n\n| x |\n|---|\n| 1<br/>2 |")
    paragraph, table = book.lead
    assert isinstance(paragraph, ParagraphBlock)
    assert isinstance(table, TableBlock)
    assert ["a d", "\n", "e"] == [span.text for span in paragraph.spans]
    assert ["1", "\n", "2"] == [span.text for span in table.rows[0][0]]
    (line,) = read("<!-- a\nb -->\n\n[f](#g)")[1]
    assert ("4: ", '"#g"') == (line[:3], line.split()[-1])


def test_raw_html_is_text() -> None:
    (block,) = right("<b>x</b>").lead
    assert isinstance(block, ParagraphBlock)
    assert "<b>x</b>" == plain(block.spans)


def test_the_examples_in_docstrings() -> None:
    assert doctest.testmod(markdown).failed == 0


def test_a_book_of_too_many_pieces_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting thousands of paragraphs takes longer than anybody waits; the line is that of the
    first too many."""
    monkeypatch.setattr(markdown, "MOST_PIECES", 3)
    assert [] == read("One.\n\nTwo.\n\n- Three.")[1]
    assert (
        Manuscript((), (), ()),
        ["7: the rulebook has more than 3 headings, paragraphs, entries and cells"],
    ) == read("One.\n\nTwo.\n\n- Three.\n\nFour.\n\nFive.")


def test_what_prints_as_it_stands_is_told_by_kind() -> None:
    """Not what is understood, nor what stands in code, links and icons."""
    lines = [
        "# Title",
        "Draw <b>two</b> or H<sub>2</sub>O.<br>&nbsp;Done, `<i>`, [a](https://a.b/_c_) {sun}.",
        "",
        "So ~~must~~ :trash:",
        "",
        "**open",
    ]
    found = right("\n".join([*lines, "", "| <b>x | y |", "|---|---|", "| 5* | */* |"])).leftovers
    assert [
        ("<b>", 2, 1),
        ("~~must~~", 4, 0),
        (":trash:", 4, 0),
        ('"**" that opens nothing', 6, 0),
    ] == [
        (told, problem.place.line if problem.place else 0, len(also))
        for (problem, also), told in zip(
            found, ("<b>", "~~must~~", ":trash:", '"**" that opens nothing'), strict=True
        )
        if told in problem.what
    ]


@pytest.mark.parametrize(
    ("source", "line", "sign"),
    [
        ("::: note\nx\n:::\n\n:::", 5, '":::" that closes no box'),
        ("x\n![wolf](wolf.svg", 2, '"![wolf](wolf.svg" of a picture that is not closed'),
        ("See [a](#start.", 1, '"[a](#start." of a link that is not closed'),
        ("See [a] (#start).", 1, '"[a] (#start)" of a link with a blank in it'),
        ("x\n\n```\nwolf", 3, '"```" of a block of code'),
        ("```\nwolf\n```", 1, '"```" of a block of code'),
        ("x {moon-sign y", 1, '"{moon-sign" that opens nothing'),
        ("x [[term] y", 1, '"[[term" of a term that is not closed'),
        ("| a | b |\n|---|\n| 1 | 2 |", 2, '"|---|" of a table that is not read'),
        ("- x\n\n  | a | b |\n  | 1 | 2 |", 3, '"| a | b |" of a table that is not read'),
        ("x\n\n-one\n-two", 3, '"-one" of a list without a blank'),
        ("1.one\n2.two", 1, '"1.one" of a list without a blank'),
    ],
)
def test_what_is_opened_and_never_closed_is_told(source: str, line: int, sign: str) -> None:
    ((problem, _),) = right(source).leftovers
    assert sign in problem.what
    assert problem.place
    assert line == problem.place.line


@pytest.mark.parametrize(
    "source",
    [
        '[a](https://a.b/c_(d)) and [b](#h "T"), \\[a\\](#b\n\n## H',
        "`{x` \\{y [[a|b]] {sun} `[[` `](#`",
        "Give [one](or two) away: -5 to\n-6, x | y, a::: b",
        "a | b\n--- | ---\n1 | 2",
        "| a |\n|---|\n| x \\| y |",
    ],
)
def test_what_is_closed_or_meant_is_not_told(source: str) -> None:
    assert () == right(source).leftovers


def test_signs_stay_but_for_dashes_and_ellipses() -> None:
    book = right("(c) and (r), +-1, a,, b, 1..3, --help, why????, and so... a--b -- c")
    assert ["(c) and (r), +-1, a,, b, 1..3, --help, why????, and so… a–b – c"] == [
        plain(block.spans) for block in book.lead if isinstance(block, ParagraphBlock)
    ]
