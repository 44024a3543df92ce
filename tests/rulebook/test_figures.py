"""Figures of rulebooks: the game's own cards stand in them, by id; what is wrong is told with its
line; nothing blank stands for a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from processes import APART
from projects import CommandResult, objects_of, run, svg, text, text_of, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.findings import Finding
from cardgen.base.units import MM
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.model.cards import Card
from cardgen.rulebook.editions import open_rulebook
from cardgen.sandbox import process

BOOK = "card_data/sweets/rulebook.md"
FIGURE = "templates/sweets/hand.svg"
DRESS = "title: Sweets\nrulebook: {templates: sweets}\n"
CARDS = "cards:\n  - {id: one, name: Lolly}\n  - {id: two, name: Fudge}\n"
FACE = svg(f'<rect x="-4" y="-4" width="68" height="88" fill="#D0305F"/>{text("{{ card.name }}")}')
HAND = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 60">
{{ place_hand(['main/two', 'main/two'], 40, 30, 22) }}
{% set shown = place_card('main/one', 100, 30, 30) %}
{{ shown }}
{{ text_box(card.here, 70, 2, 40, 6, size=9) }}
</svg>
"""
SAID = "{{ figure('hand', alt='A hand', here='Look here') }}"


def project(
    root: Path, figure: str = HAND, said: str = SAID, deck: str = CARDS, **files: str
) -> Path:
    """A game whose book has one figure, "hand"."""
    written = {BOOK: f"## The cards\n\n{said}\n", FIGURE: figure}
    return write_project(
        root, {"main": deck}, {"card.svg": FACE}, game=DRESS, files={**written, **files}
    )


def figure_of(body: str, height: float = 60) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 {height:g}">\n{body}\n</svg>\n'
    )


def refused(root: Path, figure: str = HAND, said: str = SAID) -> CommandResult:
    """What `rulebook` does with a figure that is wrong, or is asked for wrongly."""
    result = run("rulebook", "sweets", project=project(root, figure, said))
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result


def complaints(root: Path, figure: str = HAND, said: str = SAID) -> list[str]:
    """What is said of a figure that is wrong, or is asked for wrongly, each from the name of the
    file on."""
    result = refused(root, figure, said)
    return [
        re.sub("^.*?(card_data|templates)/sweets/", "", line.replace("\\", "/"))
        for line in result.stderr.splitlines()
        if line.strip()
    ]


def printed(root: Path, *words: str) -> Path:
    """The book for A4."""
    result = run("rulebook", "sweets", "--paper", "a4", *words, project=root)
    assert result.exit_code == 0, result.output
    return root / "output/sweets" / ("rulebook-de-a4.pdf" if words else "rulebook-a4.pdf")


def forms(pdf: Path) -> int:
    with pikepdf.open(pdf) as opened:
        return len(objects_of(opened, "/Subtype", "/Form"))


def test_the_cards_of_a_figure_are_the_drawings_that_print(tmp_path: Path) -> None:
    """One form for a card, in however many figures and rows it stands, and no picture; its words
    can be searched."""
    shown = "{{ row('main/one', 'main/two') }}"
    rows = printed(project(tmp_path / "rows", said=shown))
    both = printed(project(tmp_path / "both", said=f"{shown}\n\n{SAID}"))
    assert forms(rows) + 1 == forms(both)
    with pikepdf.open(both) as opened:
        assert not objects_of(opened, "/Subtype", "/Image")
    (page,) = [page for page in text_of(both) if "Look here" in page]
    assert page.count("Lolly") == 2
    assert page.count("Fudge") == 3


def test_a_figure_is_as_wide_as_its_template_and_as_its_book_asks(tmp_path: Path) -> None:
    """Its viewBox in millimetres, a width of the book's, and never more than the page has; as much
    as that where it nearly fills it."""
    full = figure_of('<rect width="148" height="60" fill="#30A0D0"/>')
    for said, wide in (("", 173), (", width=70", 70), (", width=500", 173)):
        pdf = printed(project(tmp_path, full, f"{{{{ figure('hand', alt='Blue'{said}) }}}}"))
        shown = pypdfium2.PdfDocument(pdf)[1].render(scale=1 / MM * 4).to_pil().convert("RGB")
        blue = [
            x
            for x in range(shown.width)
            if (48, 160, 208) in {shown.getpixel((x, y)) for y in range(0, shown.height, 4)}
        ]
        assert abs((blue[-1] - blue[0] + 1) / 4 - wide) < 0.6


def test_a_figure_is_as_high_as_its_page_has_room_for_if_the_book_says_so(tmp_path: Path) -> None:
    """It fills the page down to its foot, its template drawn for that; or is as high as it may be."""
    blue = figure_of('<rect width="148" height="{{ card.height }}" fill="#30A0D0"/>')
    tall = blue.replace('0 148 60"', '0 148 {{ card.height }}"').replace(
        "</svg>", "{{ text_box('so high: ' ~ card.height, 9, 9, 90, 9, size=9) }}</svg>"
    )
    for most, high in ((80, 80.0), (900, 205.0)):
        said = f"{{{{ figure('hand', alt='Blue', heights=(60, {most})) }}}}"
        pdf = printed(project(tmp_path, tall, said))
        shown = pypdfium2.PdfDocument(pdf)[1].render(scale=1 / MM * 4).to_pil().convert("RGB")
        column = [shown.getpixel((shown.width // 2, y)) for y in range(shown.height)]
        assert column.count((48, 160, 208)) / 4 * 148 / 173 == pytest.approx(high, abs=0.8)
        (told,) = re.findall(r"so high: ([\d.]+)", text_of(pdf)[1])
        assert float(told) == pytest.approx(high, abs=0.8)


STRETCHED = "{{ figure('hand', alt='A hand', heights=(60, 80)) }}"


def stretching(body: str) -> str:
    """A figure that is as high as its page has room for."""
    return figure_of(body).replace('0 148 60"', '0 148 {{ card.height }}"')


def test_a_figure_is_drawn_once_its_page_has_said_how_high_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for all editions in which it is as high, and in no other height."""
    heights: list[float] = []
    own = Composer.side

    def noting(self: Composer, card: Card, template: str) -> tuple[str | None, list[Finding], bool]:
        if card.id == "hand":
            heights.append(card.fields["height"])
        return own(self, card, template)

    monkeypatch.setattr(Composer, "side", noting)
    root = project(tmp_path, stretching('<rect width="9" height="9"/>'), STRETCHED)
    assert 0 == run("rulebook", "sweets", "--paper", "a4,letter", project=root).exit_code
    assert [80] == heights


def test_what_is_wrong_with_a_figure_that_stretches_is_told_once(tmp_path: Path) -> None:
    """Not for each edition, and beside all else that is wrong."""
    wrong = stretching("{{ place_card('main/onee', 9, 9, 9) }}")
    what = 'hand.svg:2: figure "hand": the deck "main" has no card "onee"'
    (line,) = complaints(tmp_path / "alone", wrong, STRETCHED)
    assert line.startswith(what)
    said = complaints(tmp_path / "both", wrong, f"{STRETCHED}\n\n{{{{ card('main/tow') }}}}")
    assert ["hand.svg:2", "rulebook.md:5"] == sorted(line.partition(": ")[0] for line in said)
    (line,) = complaints(
        tmp_path / "long",
        stretching("{{ text_box(card.here, 9, 9, 9, 9, size=9, min_size=9) }}"),
        STRETCHED.replace("alt=", "here='far too long for so small a box ' * 9, alt="),
    )
    assert line.startswith('rulebook.md:3: figure "hand": the text "far too long'), line


def test_a_draft_has_a_placeholder_for_a_figure_that_stretches(tmp_path: Path) -> None:
    wrong = stretching("{{ place_card('main/onee', 9, 9, 9) }}")
    said = f"{STRETCHED}\n\n{STRETCHED.replace('hand', 'hans', 1)}\n\nThe end."
    root = project(tmp_path, wrong, said)
    result = run("build", "sweets", "--draft", "--paper", "a4", project=root)
    assert "draft: 2 figures not drawn (hans, hand)" in result.stderr
    page = text_of(root / "output/sweets/rulebook-a4-draft.pdf")[1]
    assert {"hand", "hans", "end."} <= {*page.split()}


def test_another_language_has_its_own_cards_and_words_in_it(tmp_path: Path) -> None:
    german = {
        "card_data/sweets/game.de.yaml": "title: Süßes\n",
        "card_data/sweets/main.de.yaml": "cards:\n  one: {name: Lutscher}\n  two: {name: Karamell}\n",
        "card_data/sweets/rulebook.de.md": "## Die Karten\n\n{{ figure('hand', alt='Karten', here='Sieh her') }}\n",
    }
    page = text_of(printed(project(tmp_path, **german), "--lang", "de"))[1]
    assert "Lutscher" in page
    assert "Karamell" in page
    assert "Sieh her" in page
    assert "Lolly" not in page


def test_places_on_a_card_are_found_however_it_lies(tmp_path: Path) -> None:
    """`at` is in millimetres of the card: a dot on its corner lies there when the card is turned
    and made smaller."""
    body = (
        "{% set card = place_card('main/one', 74, 30, 30, 90, stroke='none') %}{{ card }}"
        "{% for x, y in [(1, 1), (59, 79)] %}{% set at = card.at(x, y) %}"
        '<circle cx="{{ at[0] }}" cy="{{ at[1] }}" r="0.5" fill="#00FF00"/>{% endfor %}'
    )
    pdf = printed(
        project(
            tmp_path, figure_of(body), "{{ figure('hand', alt='A card on its side', width=148) }}"
        )
    )
    scale = 4
    shown = pypdfium2.PdfDocument(pdf)[1].render(scale=scale / MM).to_pil().convert("RGB")
    colours = {
        colour: [
            (x, y)
            for x in range(shown.width)
            for y in range(shown.height // 2)
            if shown.getpixel((x, y)) == colour
        ]
        for colour in ((208, 48, 95), (0, 255, 0))
    }
    left, right = min(x for x, _ in colours[208, 48, 95]), max(x for x, _ in colours[208, 48, 95])
    top, foot = min(y for _, y in colours[208, 48, 95]), max(y for _, y in colours[208, 48, 95])
    assert abs(right - left + 1 - 40 * scale) < 3
    assert abs(foot - top + 1 - 30 * scale) < 3
    dots = sorted(colours[0, 255, 0])
    assert abs(dots[0][0] - left) < 1 * scale, (
        "turned clockwise, the lower right corner of the card lies at the lower left"
    )
    assert abs(dots[0][1] - foot) < 2 * scale
    assert abs(dots[-1][0] - right) < 1 * scale
    assert abs(dots[-1][1] - top) < 2 * scale


def test_cards_and_decks_that_there_are_not(tmp_path: Path) -> None:
    """The line is that of the figure, in macros too."""
    macro = "{% macro lay(name) %}{{ place_card(name, 9, 9, 9) }}{% endmacro %}"
    told = {
        "{{ place_card('main/onee', 9, 9, 9) }}": 'the deck "main" has no card "onee"; did you mean "one"?',
        "{{ place_card('mein/one', 9, 9, 9) }}": 'unknown-deck "hand" "mein" -> "main"',
        "{{ place_card('one', 9, 9, 9) }}": '"one" does not say which deck; write DECK/CARD, such as main/one',
        "{{ place_card('main/one', 9, 9, 9, side='top') }}": 'a card has no side "top"; write side="face" or side="back"',
        "{{ place_card('main/one', 9, 9, 'wide') }}": "template-value \"hand\" 'wide'",
        "{{ place_card('main/one', 9, 9, 0) }}": "a card without a width cannot be seen; give it one above 0",
        "{{ place_card('main/one', 9, 9, 9).at(61, 3) }}": "the place 61, 3 is not on the card, which is 60 x 80 mm; measure it",
        "{{ place_card('main/one', 9, 9, 9, strok='red') }}": "place_card() knows no strok",
        "{{ place_hand('main/one', 9, 9, 9) }}": "place_hand wants a list of cards, not 'main/one'",
        f"{macro}\n{{{{ lay('main/onee') }}}}": 'the deck "main" has no card "onee"; did you mean "one"?',
    }
    for body, what in told.items():
        result = refused(tmp_path, figure_of(body))
        line = 2 + body.count("\n")
        is_spelt = f'hand.svg:{line}: figure "hand": {what}' in result.stderr
        assert is_spelt or [f"hand.svg:{line} {what}"] == result.briefs, result.briefs
        assert 1 == len(result.stderr.splitlines())


def test_all_that_is_wrong_with_figures_is_told_at_once(tmp_path: Path) -> None:
    wrong = figure_of("{{ place_card('main/onee', 9, 9, 9) }}")
    said = complaints(
        tmp_path,
        wrong,
        "{{ figure('hand', alt='A hand') }}\n\n{{ figure('hans', alt='A hand') }}\n\n{{ card('main/tow') }}",
    )
    assert sorted(line.partition(": ")[0] for line in said) == [
        "hand.svg:2",
        "rulebook.md:5",
        "rulebook.md:7",
    ]


def test_a_deck_without_backs_shows_none(tmp_path: Path) -> None:
    bare = f"size: 60mm x 80mm\ntemplate: card.svg\n{CARDS}"
    root = project(tmp_path, figure_of("{{ place_card('main', 9, 9, 9, side='back') }}"), deck=bare)
    result = run("rulebook", "sweets", project=root)
    assert result.exit_code == 2
    assert (
        'hand.svg:2: figure "hand": the card "main/one" has no back; show its face'
        in result.stderr.replace("\\", "/")
    )


def test_figures_that_are_asked_for_wrongly(tmp_path: Path) -> None:
    told = {
        "{{ figure('hans', alt='A hand') }}": 'there is no figure "sweets/hans.svg"; did you mean "hand"? if not, draw templates/sweets/',
        "{{ figure('hand') }}": 'the figure "hand" does not say in words what it shows; write it as alt="..."',
        "{{ figure('hand', alt='A hand', deck='x') }}": "a figure has a deck of its own, and cannot be told one",
        "{{ figure('hand', alt='A hand', heights=(80, 60)) }}": 'the figure "hand" has wrong heights; write the least and',
        "{{ figure('hand', alt='A hand', here=deck) }}": "a figure cannot be told here: it is no text, number or list of those",
    }
    for said, what in told.items():
        (line,) = complaints(tmp_path, said=said)
        assert line.startswith(f"rulebook.md:3: {what}"), line
    (line,) = complaints(tmp_path, said="{{ figure('hand', alt='A hand') }}")
    assert line.startswith('hand.svg:5: figure "hand": it has no "here"'), line
    (line,) = complaints(
        tmp_path,
        said="{{ figure('hand', alt='A hand', here='far too long for so small a box ' * 9) }}",
    )
    assert line.startswith('rulebook.md:3: figure "hand": the text "far too long'), line


def test_a_figure_says_how_large_it_is(tmp_path: Path) -> None:
    for nothing in (
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        "<!--" * 300_000,
        figure_of("").replace("148", "-148"),
        "",
    ):
        (line,) = complaints(tmp_path, nothing, "{{ figure('hand', alt='Nothing') }}")
        assert line.startswith(
            "hand.svg: a figure has to say how large it is in millimetres; begin it with  <svg"
        ), line
    checked = run("validate", "sweets", project=tmp_path)
    assert "a figure has to say how large it is in millimetres" in checked.stdout + checked.stderr


def test_a_draft_has_a_placeholder_for_a_figure_that_cannot_be_drawn(tmp_path: Path) -> None:
    """And tells why; what else is in the book is there."""
    said = f"{SAID}\n\n{{{{ figure('hans', alt='A hand') }}}}\n\nThe end."
    root = project(tmp_path, figure_of("{{ place_card('main/onee', 9, 9, 9) }}"), said)
    result = run("build", "sweets", "--draft", "--paper", "a4", project=root)
    assert result.exit_code == 0, result.output
    assert "draft: 2 figures not drawn (hand, hans)" in result.stderr
    assert 'warning: figure "hand": the deck "main" has no card "onee"' in result.stderr
    assert "rulebook.md:5: warning: there is no figure" in result.stderr
    page = text_of(root / "output/sweets/rulebook-a4-draft.pdf")[1]
    assert "hand" in page
    assert "hans" in page
    assert "The end." in page


def test_a_card_places_no_card(tmp_path: Path) -> None:
    """It would show itself without end."""
    root = write_project(
        tmp_path, {"main": CARDS}, {"card.svg": svg("{{ place_card('main/one', 9, 9, 9) }}")}
    )
    result = run("build", "sweets", project=root)
    assert result.exit_code == 2
    assert (
        "a card shows no other card; place cards on boxes, covers and figures of rulebooks"
        in result.stderr
    )


# -- in how many processes


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The works that were done in processes which can be stopped."""
    done: list[str] = []
    own = process.run

    def noting(work: Callable[..., Iterator[Any]], *rest: Any, **bounds: Any) -> Iterator[Any]:
        done.append(work.__name__.strip("_"))
        return own(work, *rest, **bounds)

    monkeypatch.setattr(process, "run", noting)
    return done


def test_what_a_book_shows_is_drawn_by_one_process_and_all_its_ornaments_by_another(
    tmp_path: Path, works: list[str]
) -> None:
    """Whatever the number of its editions."""
    said = f"{SAID}\n\n{{{{ row('main/one') }}}}\n\n{{{{ picture('dot') }}}}"
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle cx="2" cy="2" r="2"/></svg>'
    printed(
        project(tmp_path, said=said, **{"card_data/sweets/art/dot.svg": art}),
        "--paper",
        "a4,letter",
    )
    assert ["read", "paint_works", "paint_works"] == works


def test_a_card_that_a_book_and_its_figures_show_is_composed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed: list[tuple[str, str]] = []
    own = Composer.side

    def noting(self: Composer, card: Card, template: str) -> tuple[str | None, list[Finding], bool]:
        composed.append((card.id, template))
        return own(self, card, template)

    monkeypatch.setattr(Composer, "side", noting)
    workshop = cardgen.open_project(project(tmp_path, said=f"{SAID}\n\n{{{{ row('main/one') }}}}"))
    open_rulebook(Context.of(workshop.project, workshop.games[0], workshop.fonts, Cache(None)))
    assert [
        ("hand", "sweets/hand.svg"),
        ("one", "back.svg"),
        ("one", "card.svg"),
        ("two", "card.svg"),
    ] == sorted(composed)


@pytest.mark.usefixtures("apart", "prompt")
def test_a_figure_without_end_hides_nothing_else_that_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a card without end."""
    monkeypatch.setitem(APART.__kwdefaults__, "seconds", 1.0)
    endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
    book = f"{SAID}\n\n{{{{ row('main/one') }}}}\n\n{{{{ picture('nothing') }}}}"
    lines = complaints(tmp_path / "figure", figure_of(endless), book)
    assert ["hand", "nothing"] == sorted(re.findall(r'"(hand|nothing)"', " ".join(lines)))
    root = project(
        tmp_path / "card", figure_of(endless), book, **{"templates/card.svg": svg(endless)}
    )
    said = run("rulebook", "sweets", project=root).stderr
    assert ["hand", "nothing", "one"] == sorted(re.findall(r'"(hand|nothing|one)"', said))
    (line,) = complaints(tmp_path / "stretching", stretching(endless), STRETCHED)
    assert 'the template of figure "hand" takes longer' in line
