"""Text in a box: markup, breaking, shrinking, aligning, and what is said when it cannot fit."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import pytest
from briefs import raises_finding
from hypothesis import given, settings
from hypothesis import strategies as st
from made_font import FAMILY, made_font
from making_fonts import drawing, made, put, saved
from projects import SHIPPED, run, svg, write_project

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.units import MM
from cardgen.engine.typography.break_opportunities import breakable
from cardgen.engine.typography.fontbook import FontBook
from cardgen.engine.typography.text_layout import Icon, Layout, Run
from cardgen.engine.typography.textbox import TextBox
from cardgen.load.font_list import open_fonts

BOOK = open_fonts([SHIPPED / "fonts"])
NUNITO = BOOK.face("Nunito", 600)
BOX = TextBox(150, 100, ("Nunito",), 9, weight=600)


def icon(name: str) -> float | None:
    return {"sour": 1.0, "candy": 2.0}.get(name)


def laid(markup: str, box: TextBox = BOX, **changes: object) -> Layout:
    return replace(box, **changes).fit(markup, BOOK, icon)


def picture(layout: Layout) -> str:
    """A layout as a person can read it: x, baseline and width of every line, then its runs (b bold,
    i italic) and icons."""

    def shown(item: Run | Icon) -> str:
        if isinstance(item, Icon):
            return f"{{{item.name} {item.width:.2f}x{item.height:.2f} at {item.y:.2f}}}"
        style = "b" * (item.font.weight == 800) + "i" * item.font.italic
        return f"{style}[{item.text}]" + (
            "" if item.font.family == "Nunito" else f" in {item.font.family}"
        )

    lines = [
        f"{line.x:6.2f} {line.y:6.2f} {line.width:6.2f}  {' '.join(map(shown, line.items))}"
        for line in layout.lines
    ]
    return "\n".join(
        [f"{layout.size:g} pt" + (f", {layout.overflow}" if layout.overflow else ""), *lines]
    )


def texts(layout: Layout) -> list[str]:
    """The text of every line, icons as their names in braces."""
    return [
        "".join(item.text if isinstance(item, Run) else f"{{{item.name}}}" for item in line.items)
        for line in layout.lines
    ]


def runs(markup: str) -> list[str]:
    """The runs of a text on one line, marked b and i."""
    items = laid(markup, width=2000).lines[0].items
    return [
        f"{'b' * (run.font.weight == 800)}{'i' * run.font.italic}:{run.text}"
        for run in items
        if isinstance(run, Run)
    ]


def problems_of(markup: str) -> list[str]:
    with pytest.raises(CardgenError) as caught:
        laid(markup)
    return [str(problem) for problem in caught.value.findings]


# Whole layouts
# --------------------------------------------------------------------------------------------------------------------


def golden(expected: str, layout: Layout) -> None:
    assert dedent(expected).strip() == picture(layout)


def test_an_effect_is_shrunk_until_it_fits():
    text = "When played: **take the top two** cards of the bag {sour}{candy}, *look* at them and give one to a neighbour."
    golden(
        """
        8.25 pt
          0.00   5.82 142.55  [When played: ] b[take the top two] [cards]
          0.00  15.72 136.60  [of the bag ] {sour 9.49x9.49 at 8.06} {candy 18.97x9.49 at 8.06} [, ] i[look] [at them and]
          0.00  25.62  90.09  [give one to a neighbour.]
        """,
        laid(text, height=28, min_size=6),
    )


def test_a_title_is_balanced_and_centred():
    golden(
        """
        14 pt
         14.28  16.73 131.44  [Chocolate Marshmallow] in Creepster
         52.29  33.53  55.41  [on a Stick] in Creepster
        """,
        laid(
            "Chocolate Marshmallow on a Stick",
            families=("Creepster",),
            size=14,
            width=160,
            height=40,
            align="center",
            valign="middle",
            balance=True,
        ),
    )


def test_paragraphs_stand_apart_and_fall_back_to_other_fonts():
    golden(
        """
        9 pt
        107.99  44.13  42.01  [Boo, ] in Creepster [Женя] [!] in Creepster
         85.15  59.43  64.85  [No second helping.] in Creepster
        """,
        laid(
            "Boo, Женя!\n\nNo *second* helping.",
            families=("Creepster",),
            height=60,
            valign="bottom",
            align="right",
            paragraph_gap=0.5,
        ),
    )


def test_blank_lines_stay_where_paragraphs_have_no_gap() -> None:
    """As in a text that is drawn in Inkscape; above and below the text there are none."""
    apart = [line.y for line in laid("\nOne\ntwo\n\n \nthree\n\n", size=10, leading=1.2).lines]
    assert [12, 36] == pytest.approx([below - above for above, below in pairwise(apart)])
    gapped = [line.y for line in laid("One\n\ntwo", size=10, leading=1.2, paragraph_gap=0.5).lines]
    assert 17 == pytest.approx(gapped[1] - gapped[0])
    assert (
        laid("One\n\n\n\ntwo", size=10, min_size=4, height=20).size
        < laid("One\ntwo", size=10, min_size=4, height=20).size
    )


def test_letter_spaced_capitals_have_no_spacing_at_the_end():
    golden(
        """
        8 pt
         87.69   4.82  62.31  b[OFFICE AFFAIR] in Baloo 2
        """,
        laid("OFFICE AFFAIR", families=("Baloo 2",), size=8, align="right", letter_spacing=0.1),
    )


# Markup
# ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("plain", [":plain"]),
        ("**bold** *italic*", ["b:bold ", "i:italic"]),
        ("***both*** none", ["bi:both ", ":none"]),
        ("**a *b* c**", ["b:a ", "bi:b ", "b:c"]),
        ("*a **b** c*", ["i:a ", "bi:b ", "i:c"]),
        ("***a** b*", ["bi:a ", "i:b"]),
        ("in**side**r", [":in", "b:side", ":r"]),
        ("2 * 3 * 4", [":2 * 3 * 4"]),
        ("a ** b ** c", [":a ** b ** c"]),
        ("a * b* c", [":a * b* c"]),
        ("*unclosed", [":*unclosed"]),
        ("**unclosed *i*", [":**unclosed ", "i:i"]),
        ("closed**", [":closed**"]),
        ("****", [":****"]),
        (r"\*not\* *yes*", [":*not* ", "i:yes"]),
        (r"*a\*b*", ["i:a*b"]),
        (r"\\ and \x", [r":\ and \x"]),
        ("{{sour}} }}{{", [":{sour} }{"]),
        (r"\{sour\}", [":{sour}"]),
        ("two   blanks\tand\ttabs ", [":two blanks and tabs"]),
        ("minus \u22121", [":minus \u22121"]),
    ],
)
def test_markup_gives_these_runs(markup: str, expected: list[str]):
    got = runs(markup)
    assert [part.rstrip() for part in expected] == [part.rstrip() for part in got]


def test_emphasis_ends_with_its_paragraph():
    assert texts(laid("*a\nb* c")) == ["*a", "b* c"]


def test_italic_within_italic_stands_upright():
    assert [run.font.italic for run in laid("a *b*", italic=True).runs] == [True, False]


@pytest.mark.parametrize(
    "markup", ["a\nb", "a\r\nb", "a\\nb", "\n\na\n \n\nb\n", "a\u2028b", "a\x85b"]
)
def test_new_lines_begin_paragraphs_and_empty_ones_are_left_out(markup: str):
    assert texts(laid(markup)) == ["a", "b"]


@pytest.mark.parametrize("markup", ["", " ", "\n \\n", "\u200b\u00ad", " \u2003"])
def test_an_empty_text_has_no_lines_and_fits(markup: str):
    assert laid(markup) == Layout(9, (), None)
    assert laid(markup).bounds is None


def test_everything_wrong_with_a_text_is_said_together():
    messages = problems_of("{sour {so} } {} \u65e5 **\u6708**")
    assert len(messages) == 6
    for expected in (
        'a "{" stands without its "}"; write {{ to print a brace',
        'a "}" stands without its "{"; write }} to print',
        "{} names no icon",
        'no icon is called "so"; add so.svg to templates/icons/',
        "U+65E5 CJK",
        "U+6708 CJK",
    ):
        assert any(expected in message for message in messages), expected


def test_an_icon_that_is_called_by_its_file_is_asked_for_as_that() -> None:
    """`g4290.png.svg` was asked for, as of tables of countersheets, which name files."""
    (message,) = problems_of("Draw {so.png}.")
    assert "add so.png to templates/icons/, or write {{so.png}} to print braces" in message


def test_what_lacks_of_one_style_is_one_line() -> None:
    """However many words there are; in bold it is another."""
    with pytest.raises(CardgenError) as caught:
        laid("한국어 카드 놀이\n**게임 규칙 설명**")
    assert [7, 6] == [problem.what.count("U+") for problem in caught.value.findings]


def test_an_icon_may_be_refused_by_who_knows_better():
    def refuse(name: str) -> float:
        raise CardgenError(Finding("font-unusable", f"no {name} here", "did you mean another?"))

    with pytest.raises(CardgenError) as caught:
        BOX.fit("{a} {b}", BOOK, refuse)
    assert [problem.what for problem in caught.value.findings] == ["no a here", "no b here"]


def test_a_missing_character_is_named_when_nothing_else_is_wrong():
    assert "U+65E5 CJK" in problems_of("A \u65e5")[0]


def test_an_unknown_family_is_named():
    with raises_finding('font-unknown "Nunitto" -> "Nunito"'):
        laid("a", families=("Nunitto",))


@pytest.mark.parametrize(
    "changes",
    [
        {"width": 0},
        {"height": float("nan")},
        {"size": -1},
        {"min_size": 10},
        {"families": ()},
        {"align": "centre"},
        {"valign": "center"},
        {"max_lines": 0},
        {"leading": 0},
        {"letter_spacing": float("inf")},
        {"paragraph_gap": -1},
    ],
)
def test_a_box_that_makes_no_sense_is_refused(changes: dict[str, object]):
    with pytest.raises(CardgenError) as caught:
        replace(BOX, **changes)
    assert len(caught.value.findings) == 1
    assert caught.value.findings[0].remedy


# Breaking
# -------------------------------------------------------------------------------------------------------------------------


def broken(text: str) -> list[str]:
    """A text broken wherever it may be."""
    return texts(laid(text, width=0.5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two", ["one", "two"]),
        ("one\u00a0two three", ["one\u00a0two", "three"]),
        ("Candy-Go and/or north–south", ["Candy-", "Go", "and/", "or", "north–", "south"]),
        ("e-mail 3-5 3–5 1/2 -1 w/o", ["e-mail", "3-5", "3–5", "1/2", "-1", "w/o"]),
        ("ever—never “ever”—“never”", ["ever—", "never", "“ever”—", "“never”"]),
        ("**bo**ld, *x*", ["bold,", "x"]),
        ("{sour}, {sour}{candy}.", ["{sour},", "{sour}", "{candy}."]),
        ("2{sour} +{candy} ({sour})", ["2{sour}", "+{candy}", "({sour})"]),
        ("soft\u00adness", ["soft-", "ness"]),
        ("end\u00ad \u00adstart", ["end", "start"]),
        ("wide \u200bword", ["wide", "word"]),
        ("zero\u200bwidth", ["zero", "width"]),
        ("thin\u2009space", ["thin", "space"]),
        ("joined\u2060-up", ["joined\u2060-up"]),
    ],
)
def test_lines_end_only_where_they_may(text: str, expected: list[str]):
    assert [line.rstrip() for line in broken(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Qui est là ? Moi ! Non : lui ; bon",
            ["Qui", "est", "là ?", "Moi !", "Non :", "lui ;", "bon"],
        ),
        (
            "Terme « cyberspace » ! Et « “ deux ” »",
            ["Terme", "« cyberspace » !", "Et", "« “ deux ” »"],
        ),
        ("l’« ami » d'« un »", ["l’« ami »", "d'« un »"]),
        ("»So« sagt „er“ und ‚sie‘ nun", ["»So«", "sagt", "„er“", "und", "‚sie‘", "nun"]),
        ("sa ”så” och »så» igen", ["sa", "”så”", "och", "»så»", "igen"]),
        ("the players’ own ’tis", ["the", "players’", "own", "’tis"]),
        ("¿ Qué ? ¡ No ! ( a ) [ b ]", ["¿ Qué ?", "¡ No !", "( a )", "[ b ]"]),
        ("wait … what …and .5 ...so ... on", ["wait …", "what", "…and", ".5", "...so ...", "on"]),
        ("Move / Attack type /roll", ["Move /", "Attack", "type", "/roll"]),
        (
            "12 000 et 1 234 567,5 ; 5 % de 100 €",
            ["12 000", "et", "1 234 567,5 ;", "5 %", "de", "100 €"],
        ),
        (
            "100 200 300 400 500 or 1995 100",
            ["100", "200", "300", "400", "500", "or", "1995", "100"],
        ),
        (
            "5 km § 7 n° 3 a $ 5 2 in 4 mice 3 °C",
            ["5 km", "§ 7", "n° 3", "a", "$ 5", "2", "in", "4", "mice", "3 °C"],
        ),
        # runs after others begin without their space
        ("{sour} ! ( {sour} ) {sour} a", ["{sour}!", "( {sour})", "{sour}", "a"]),
        ("*là* ? **« a »**", ["là?", "« a »"]),
        ("a\u2009! b \u2060c", ["a\u2009!", "b \u2060c"]),
    ],
)
def test_what_hangs_on_across_a_space_stays_there(text: str, expected: list[str]):
    """Lines began with ? ! : ; and », ended with a lone «, and divided 12 000 (LB13 to LB15)."""
    assert [line.rstrip() for line in broken(text)] == expected


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("Le mot « abricotier » est long", 48, ["Le mot «", "abricotier »", "est long"]),
        ("Le mot « abricotier » est long", 40, ["Le mot «", "abricotier", "» est long"]),
        ("Il y a 12 000 km !", 30, ["Il y a", "12 000", "km !"]),
        ("12 000 000", 32, ["12 000", "000"]),
        # a space between two runs is none of a run's
        ("« **abricotier** » {sour} !", 48, ["«", "abricotier»", "{sour}!"]),
        ("abricotier …", 42, ["abricotier", "…"]),
    ],
)
def test_what_has_no_room_on_a_line_is_parted_at_a_typed_space(
    text: str, width: float, expected: list[str]
):
    """It was an error where a narrow box had printed; groups of a number and what stands last stay
    together where that can be."""
    layout = laid(text, width=width)
    assert (layout.overflow, texts(layout)) == (None, expected)
    assert layout.parted
    assert layout.parted.said.endswith("mm more width at 9 pt")
    wide = laid(text, width=width + layout.parted.width + 0.01)
    assert (wide.overflow, wide.parted) == (None, None)


def test_rather_than_that_words_shrink_or_are_divided_and_rather_than_an_error_all_is_parted():
    assert laid("Le mot « abricotier » est long", width=40, min_size=6).parted is None
    assert texts(laid("Voici abricotiers ?", width=42, hyphenation_language="fr")) == [
        "Voici abri-",
        "cotiers ?",
    ]
    higher = laid("un mot ? non ?", width=34, max_lines=2)
    assert higher.overflow is None
    assert texts(higher) == ["un mot", "? non ?"]
    assert higher.parted
    assert higher.parted.lines == 3
    narrow = laid("abricotier ?", width=30)
    assert (narrow.parted, narrow.overflow) == (
        None,
        laid("abricotier ?", width=30, max_lines=1).overflow,
    )
    assert laid("abricotier\u00a0?", width=42).overflow  # whoever types that means it


def test_where_lines_end_badly_is_told_once_for_all_cards_with_the_remedy(tmp_path: Path):
    cards = "cards:\n  - {id: a, text: Un abricotier ?}\n  - {id: b, text: Vert abricotier !}\n"
    face = svg("{{ text_box(card.text, 5, 5, 15, 30, size=9) }}")
    project = write_project(
        tmp_path, {"main": f"fields: {{text: text}}\n{cards}"}, {"card.svg": face}
    )
    built = run("build", "--paper", "a4", project=project)
    assert built.exit_code == 0, built.output
    result = run("validate", project=project)
    assert result.exit_code == 0, result.output
    for said in (built.stderr, result.stderr):
        (line,) = [line for line in said.splitlines() if "lines that end where none should" in line]
        assert "all 2 cards (a, b): card.text has" in line
    assert "card.svg:2: warning: all" in result.stderr
    more = re.search(r"give the text_box ([0-9.]+) mm more width", result.stderr)
    assert more
    write_project(
        tmp_path,
        {"main": f"fields: {{text: text}}\n{cards}"},
        {"card.svg": face.replace("15, 30", f"{15 + float(more[1])}, 30")},
    )
    assert "lines that end" not in run("validate", project=project).output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("བཀྲ་ཤིས་བདེ་ལེགས།", ["བཀྲ་", "ཤིས་", "བདེ་", "ལེགས།"]),
        ("राम है । अब ॥", ["राम ", "है । ", "अब ॥"]),
        ("שלום־עולם !", ["שלום־", "עולם !"]),
        ("ماذا ؟ نعم ، لا", ["ماذا ؟ ", "نعم ، ", "لا"]),
        ("ሰላም፡ዓለም ።", ["ሰላም፡", "ዓለም ።"]),
        ("Привет „мир“ 5 кг — 7", ["Привет ", "„мир“ ", "5 кг ", "— ", "7"]),
        ("「 飴 」 。 水 ！", ["「 飴 」 。 ", "水 ！"]),
    ],
)
def test_other_writings_end_their_lines_as_print_needs(text: str, expected: list[str]):
    # no shipped font has the characters, so the rule is asked itself
    assert breakable(text) == expected


def test_unbroken_soft_hyphens_and_zero_width_spaces_leave_no_trace():
    assert texts(laid("soft\u00adness zero\u200bwidth")) == ["softness zerowidth"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你好，世界。", ["你", "好，", "世", "界。"]),
        ("「飴」をひとつ！", ["「飴」", "を", "ひ", "と", "つ！"]),
        ("ちょっと", ["ちょっ", "と"]),
        ("go飴go", ["go", "飴", "go"]),
        ("3〜5人‥‥本当⁉", ["3〜", "5", "人‥‥", "本", "当⁉"]),
        ("￥100と+木、20℃", ["￥100", "と", "+木、", "20℃"]),
        ("ｱﾒ､｢ﾁｮｺ｣ｦ･ｹｰｷ｡", ["ｱ", "ﾒ､", "｢ﾁｮ", "ｺ｣", "ｦ･", "ｹｰ", "ｷ｡"]),
        ('他"飴"が', ['他"飴"が']),
        ("森／山 水/火-土", ["森", "／", "山 ", "水/", "火-", "土"]),
        ("约翰·史密斯“好”他——", ["约", "翰·", "史", "密", "斯", "“好”", "他", "——"]),
    ],
)
def test_east_asian_text_breaks_between_characters(text: str, expected: list[str]):
    # no shipped font has the characters, so the rule is asked itself
    assert breakable(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("카드를 두 장 뽑는다", ["카드를 두", "장 뽑는다"]),
        ("카드(손)를 뽑아서 낸다", ["카드(손)를", "뽑아서 낸다"]),
        ("카드를 아름다운바다거북에게", ["카드를 아름", "다운바다거북", "에게"]),
        ("긴\u200b단어들을\u200b나눈다", ["긴단어들을", "나눈다"]),
    ],
)
def test_korean_words_stay_whole_where_that_can_be(tmp_path: Path, text: str, expected: list[str]):
    """They may end anywhere, as Chinese ones, but have spaces between them; a line is no more than
    a quarter empty for it."""
    font = drawing(made("Hangul"), "A", *range(0xAC00, 0xD7A4), *map(ord, "()"))
    fonts = open_fonts([put(tmp_path, Hangul_ttf=saved(font))])
    box = TextBox(3.7, 10, ("Hangul",), 1)
    assert expected == texts(box.fit(text, fonts, icon))


@given(st.text("aé1 -/‐–—.,!?()‘’“”…×•\u00a0\ufffc飴", max_size=40))
def test_lines_end_where_the_whole_rule_lets_them(text: str):
    text = re.sub(" +", " ", text).strip(" ")  # as paragraphs are
    long_way = breakable(f"ሀ {text}".strip())
    assert list(map(len, breakable(f"a {text}".strip()))) == list(map(len, long_way))


def test_balanced_lines_need_no_more_room_than_others():
    """An icon reaches further down than letters: in the last line it may not fit where the
    unbalanced last line does."""
    box = TextBox(90, 21, ("Baloo 2", "Creepster"), 8, 4, leading=1.0, max_lines=3, balance=True)
    layout = box.fit("a\na a a a a a Marshmallow {sour} a", BOOK, icon)
    assert layout.overflow is None
    last = layout.lines[-1]
    assert all(
        item.y + item.height <= box.height + 1e-4 for item in last.items if isinstance(item, Icon)
    )


def test_a_word_is_never_broken_but_reported():
    layout = laid("a Marshmallow", width=40)
    assert texts(layout) == ["a", "Marshmallow"]
    excess = laid("Marshmallow").lines[0].width - 40
    got = re.fullmatch(r'"Marshmallow" needs ([\d.]+) mm more width at 9 pt', layout.overflow or "")
    assert got
    assert 0 <= float(got[1]) - excess / MM < 0.1001


def test_a_word_without_end_is_quoted_by_its_beginning() -> None:
    layout = laid("x" * 400, width=40)
    assert (layout.overflow or "").startswith(f'"{"x" * 37}..." needs ')


def test_balanced_lines_are_as_many_and_more_even():
    text = "Take one candy from every other player who has more"
    plain, even = laid(text), laid(text, balance=True)
    assert len(plain.lines) == len(even.lines) > 1

    def unevenness(layout: Layout) -> float:
        widths = [line.width for line in layout.lines]
        return max(widths) - min(widths)

    assert unevenness(even) < unevenness(plain)


# Fitting
# --------------------------------------------------------------------------------------------------------------------------


def test_what_is_lacking_is_said_in_millimetres():
    text = "one two three four five six seven eight nine ten"
    layout = laid(text, width=60, height=10, min_size=8)
    got = re.fullmatch(r"needs ([\d.]+) mm more height at 8 pt", layout.overflow or "")
    assert got
    assert laid(text, width=60, height=10 + float(got[1]) * MM, size=8).overflow is None
    assert laid(text, width=60, height=10 + (float(got[1]) - 0.11) * MM, size=8).overflow


def test_too_many_lines_are_reported_or_shrunk_away():
    text = "one two three four five six seven"
    assert laid(text, width=60, max_lines=2).overflow == "needs 3 lines where 2 may stand at 9 pt"
    shrunk = laid(text, width=60, max_lines=2, min_size=5)
    assert len(shrunk.lines) == 2
    assert shrunk.overflow is None


def test_the_smallest_size_is_reached_though_steps_miss_it():
    assert laid("word " * 500, min_size=6.1).size == 6.1


def test_runs_are_measured_as_wholes():
    for each in laid("AVATAR To. “Wave” **office** *find* Ж").runs:
        assert each.width == pytest.approx(
            each.font.shape(each.text).advance / each.font.units_per_em * each.size
        )


def test_a_line_of_two_pieces_gives_the_last_one_up_where_the_font_moves_them_apart():
    """The dash and the figure behind it stand further apart than each alone says."""
    whole, pieces = (
        BOOK.width("a—4", ("Baloo 2",), 600),
        BOOK.width("a—", ("Baloo 2",), 600) + BOOK.width("4", ("Baloo 2",), 600),
    )
    assert whole > pieces
    assert ["a—", "4"] == texts(laid("a—4", families=("Baloo 2",), width=9 * (whole + pieces) / 2))
    assert ["a—4"] == texts(laid("a—4", families=("Baloo 2",), width=9 * whole))


def test_a_run_never_begins_with_a_space_and_leaves_its_room():
    first, second = laid("**a** b").runs
    assert (first.text, second.text) == ("a", "b")
    assert second.x == pytest.approx(first.width + NUNITO.shape(" ").advance / 1000 * 9)


# Placing
# --------------------------------------------------------------------------------------------------------------------------

CAP, DEPTH = NUNITO.cap_height * 9, NUNITO.depth * 9


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_lines_are_aligned(align: str, share: float):
    layout = laid("one two three four five six seven eight nine ten eleven", align=align)
    assert len(layout.lines) == 2
    for line in layout.lines:
        assert line.x == pytest.approx((150 - line.width) * share)
        assert line.items[0].x == line.x


def test_at_the_top_capitals_touch_the_box():
    layout = laid("HE\nHE")
    assert [line.y for line in layout.lines] == pytest.approx([CAP, CAP + 9 * 1.2])
    assert layout.bounds
    assert layout.bounds[1] == pytest.approx(0, abs=0.01 * 9)


def test_at_the_bottom_descenders_touch_the_box():
    layout = laid("one\ngap", valign="bottom")
    assert layout.lines[-1].y == pytest.approx(100 - DEPTH)
    assert layout.bounds
    assert layout.bounds[3] == pytest.approx(100, abs=0.01 * 9)


@pytest.mark.parametrize("text", ["one", "one\ntwo", "{sour} one\ntwo\nthree"])
def test_in_the_middle_capitals_to_baseline_are_centred(text: str):
    lines = laid(text, valign="middle").lines
    assert (lines[0].y - CAP) + lines[-1].y == pytest.approx(100)


def test_in_the_middle_of_a_tight_box_descenders_stay_inside():
    layout = laid("gap", valign="middle", height=CAP + DEPTH + 0.1)
    assert layout.overflow is None
    assert layout.lines[0].y <= CAP + 0.1 + 1e-6


def test_icons_are_centred_on_the_capitals_and_take_their_room():
    layout = laid("H {candy} H")
    (placed,) = layout.icons
    height = TextBox.ICON_HEIGHT * 9
    assert (placed.width, placed.height) == pytest.approx((2 * height, height))
    assert placed.y + height / 2 == pytest.approx(layout.lines[0].y - CAP / 2)
    assert placed.y == pytest.approx(0)
    space = NUNITO.shape(" ").advance / 1000 * 9
    after = layout.runs[1]
    assert after.x == pytest.approx(placed.x + placed.width + space)


def test_bounds_are_those_of_the_ink():
    layout = laid("H")
    gid = NUNITO.shape("H").glyphs[0][0]
    ink = NUNITO.ink(gid)
    assert ink
    left, bottom, right, top = (value * 9 / 1000 for value in ink)
    assert layout.bounds == pytest.approx((left, CAP - top, right, CAP - bottom))


def test_bounds_follow_a_mark_that_the_font_moves_over_its_letter():
    """A circumflex on a letter that bears an accent already."""
    (letter, advance, *_), (mark, _, across, up, _) = NUNITO.shape("\u00e9\u0302").glyphs
    of_letter, of_mark = NUNITO.ink(letter), NUNITO.ink(mark)
    assert of_letter
    assert of_mark
    assert up > 0
    layout = laid("\u00e9\u0302")
    scale, y = 9 / 1000, layout.lines[0].y
    left, right = (
        min(of_letter[0], of_mark[0] + advance + across),
        max(of_letter[2], of_mark[2] + advance + across),
    )
    assert of_mark[3] + up > of_letter[3]
    assert layout.bounds == pytest.approx(
        (left * scale, y - (of_mark[3] + up) * scale, right * scale, y - of_letter[1] * scale)
    )


def test_bounds_include_letter_spacing_and_icons():
    wide = laid("HH", letter_spacing=1).bounds
    plain = laid("HH").bounds
    assert wide
    assert plain
    assert wide[2] == pytest.approx(plain[2] + 9)
    assert laid("{sour}").bounds == pytest.approx(
        (0, 0, TextBox.ICON_HEIGHT * 9, TextBox.ICON_HEIGHT * 9)
    )


# Properties
# -----------------------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "a",
        "to",
        "candy",
        "**bold**",
        "*look*",
        "Marshmallow",
        "“sweet”",
        "AVATAR",
        "{sour}",
        "{candy},",
        "office",
        "То",
        "ę",
        "Candy-Go",
        "3–5",
        "—",
    ]
)
MARKUPS = st.lists(WORDS, min_size=1, max_size=40).map(" ".join) | st.lists(
    st.lists(WORDS, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=4
).map("\n".join)
BOXES = st.builds(
    TextBox,
    width=st.floats(20, 250),
    height=st.floats(8, 120),
    families=st.permutations(BOOK.families).map(lambda families: tuple(families[:2])),
    size=st.floats(6, 14),
    min_size=st.floats(4, 6) | st.none(),
    weight=st.sampled_from([400, 600, 800]),
    leading=st.floats(1, 1.5),
    align=st.sampled_from(["left", "center", "right"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
    max_lines=st.integers(1, 6) | st.none(),
    balance=st.booleans(),
    letter_spacing=st.sampled_from([0.0, 0.05, -0.02]),
    paragraph_gap=st.sampled_from([0.0, 0.4]),
)


def said(markup: str) -> list[str]:
    """The words that a text must print, without its marks."""
    return re.sub(r"\*", "", markup).split()


@given(MARKUPS, BOXES)
@settings(deadline=None, max_examples=100)
def test_every_word_appears_in_order(markup: str, box: TextBox):
    layout = box.fit(markup, BOOK, icon)
    assert "".join(said(markup)) == "".join("".join(texts(layout)).split())


@given(MARKUPS, BOXES)
@settings(deadline=None, max_examples=100)
def test_what_fits_lies_within_the_box_and_what_does_not_is_reported(markup: str, box: TextBox):
    layout = box.fit(markup, BOOK, icon)
    font = BOOK.face(box.families[0], box.weight)
    first, last = layout.lines[0], layout.lines[-1]
    above = max(
        [font.cap_height * layout.size]
        + [first.y - item.y for item in first.items if isinstance(item, Icon)]
    )
    below = max(
        [font.depth * layout.size]
        + [item.y + item.height - last.y for item in last.items if isinstance(item, Icon)]
    )
    fits = (
        all(line.width <= box.width + 1e-4 for line in layout.lines)
        and first.y - above >= -1e-4
        and last.y + below <= box.height + 1e-4
        and len(layout.lines) <= (box.max_lines or 1000)
    )
    assert fits == (layout.overflow is None)


@given(MARKUPS, BOXES)
@settings(deadline=None, max_examples=100)
def test_items_follow_one_another_and_make_up_the_line(markup: str, box: TextBox):
    layout = box.fit(markup, BOOK, icon)
    spacing = box.letter_spacing * layout.size
    for line in layout.lines:
        assert line.items[0].x == pytest.approx(line.x)
        for item, following in zip(line.items, line.items[1:], strict=False):
            assert following.x >= item.x + item.width - 1e-6 + min(0, spacing)
        end = line.items[-1]
        assert end.x + end.width - (spacing if isinstance(end, Run) else 0) == pytest.approx(
            line.x + line.width
        )
        assert not any(run.text.startswith(" ") for run in line.items if isinstance(run, Run))


@given(MARKUPS, BOXES, st.floats(3, 6))
@settings(deadline=None, max_examples=60)
def test_shrinking_stops_at_the_largest_size_that_fits(markup: str, box: TextBox, least: float):
    layout = replace(box, min_size=least).fit(markup, BOOK, icon)
    sizes = [box.size]
    while sizes[-1] - 0.25 > least:
        sizes.append(box.size - 0.25 * len(sizes))
    sizes.append(least)
    fixed = [replace(box, size=size, min_size=None).fit(markup, BOOK, icon) for size in sizes]
    fitting = [one for one in fixed if one.overflow is None]
    # a smaller size is better than tall letters that touch
    roomy = [one for one in fitting if one.crowded is None]
    expected = next((one.size for one in (*roomy, *fitting)), least)
    assert layout.size == pytest.approx(expected)


@given(st.text(st.sampled_from("ab *{}\\n\n\u00a0\u00ad\u200b-/—sour"), max_size=30))
@settings(deadline=None, max_examples=200)
def test_any_markup_is_laid_out_or_explained(markup: str):
    try:
        layout = replace(BOX, width=20, min_size=5, balance=True).fit(markup, BOOK, icon)
    except CardgenError as error:
        assert error.findings  # noqa: PT017 - not every text is wrong
    else:
        assert all(line.items for line in layout.lines)


# -- other ways of writing
# -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> FontBook:
    folder = tmp_path_factory.mktemp("fonts")
    (folder / "Scripts.ttf").write_bytes(made_font())
    return open_fonts([folder])


def set_in(fonts: FontBook, markup: str, width: float, **changes: object) -> Layout:
    return replace(TextBox(width, 200, (FAMILY,), 10, bold_weight=400), **changes).fit(
        markup, fonts, icon
    )  # type: ignore[arg-type]


def seen(layout: Layout) -> list[list[str]]:
    """The runs of every line from left to right, the marks that ask for an order left out."""
    return [
        [
            item.text.strip("\u2067\u2069 ") if isinstance(item, Run) else item.name
            for item in line.items
        ]
        for line in layout.lines
    ]


def test_text_from_right_to_left_is_wrapped_as_it_is_read_and_set_as_it_is_seen(
    scripts: FontBook,
) -> None:
    layout = set_in(scripts, "\u05d0\u05d1 ab \u05d2\u05d3!", 30)
    assert [["ab", "\u05d0\u05d1"], ["\u05d2\u05d3!"]] == seen(layout)
    first, second = layout.lines
    assert first.x + first.width == pytest.approx(30)  # "left" is where reading begins
    assert second.x + second.width == pytest.approx(30)
    runs = [item for item in first.items if isinstance(item, Run)]
    assert runs[0].x + runs[0].width < runs[1].x


def test_words_from_right_to_left_in_a_line_from_left_to_right(scripts: FontBook) -> None:
    layout = set_in(scripts, "ab \u05d0\u05d1 \u05d2 12 cd {sour} \u05d3", 300)
    assert [["ab", "12", "\u05d0\u05d1 \u05d2", "cd", "sour", "\u05d3"]] == seen(layout)
    assert 0 == layout.lines[0].x


def test_a_line_both_ways_is_as_wide_as_its_parts(scripts: FontBook) -> None:
    whole = set_in(scripts, "ab \u05d0\u05d1 cd", 300).lines[0]
    assert whole.width == pytest.approx(10 * scripts.width("ab \u05d0\u05d1 cd", (FAMILY,)))


def test_chinese_breaks_between_any_two_letters_but_not_before_a_full_stop(
    scripts: FontBook,
) -> None:
    layout = set_in(scripts, "\u65e5\u672c\u8a9e\u6c34\u3002\u706b\uff08\u6728\uff09", 40)
    assert [["\u65e5\u672c\u8a9e"], ["\u6c34\u3002\u706b"], ["\uff08\u6728\uff09"]] == seen(layout)
    assert all(line.width <= 40 for line in layout.lines)


def test_a_word_divided_in_a_line_both_ways_has_its_hyphen(scripts: FontBook) -> None:
    """As in a line that runs one way; the soft hyphen alone is not seen."""
    layout = set_in(scripts, "\u05d0\u05d1 abcdef\u00adghij", 50)
    (divided,) = [run for run in layout.runs if run.divided]
    assert divided.text == "abcdef-"


MARKS = st.sampled_from(
    ["Draw", "**two**", "*sour*", "[candy]{size=1.4}", "{sour}", "{candy size=2}", "To.", "e-mail"]
)


@given(
    st.lists(st.lists(MARKS, min_size=1, max_size=12), min_size=1, max_size=3),
    st.floats(40, 200),
    st.sampled_from(["- ", ""]),
    st.sampled_from([None, 3]),
)
def test_a_height_by_words_is_that_of_the_text_when_it_is_set(
    paragraphs: list[list[str]], width: float, bullet: str, max_lines: int | None
) -> None:
    markup = "\n".join([bullet + " ".join(marks) for marks in paragraphs])
    box = replace(BOX, width=width, height=400.0, min_size=None, max_lines=max_lines)
    height = box.height_by_words(markup, BOOK, icon)
    layout = box.fit(markup, BOOK, icon)
    if height is not None:
        assert layout.lack is None
        assert height == layout.height


def test_heights_of_plain_texts_are_known_without_setting_them() -> None:
    box = replace(BOX, height=400.0, min_size=None)
    assert box.height_by_words("Draw **two** {sour} now.", BOOK, icon)
    assert box.height_by_words("Marshmallowmarshmallowmarshmallow " * 9, BOOK, icon) is None
