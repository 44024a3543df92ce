"""Drawing decks: problems are placed where they can be mended, and told once for all the cards they
concern."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from briefs import brief, is_expected
from processes import here
from projects import CARDS, HEAD, run, svg, text, text_of, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.findings import Finding, Place
from cardgen.cards import card_painter, render, template_language
from cardgen.cards.card_painter import ArtWork, CardWork, DrawOptions, paint_works
from cardgen.cards.context import Context
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, DrawRun, draw_deck
from cardgen.engine import Drawing
from cardgen.engine.svg.paint import paint
from cardgen.sandbox import process

pytestmark = pytest.mark.usefixtures("apart")


def draw(root: Path, jobs: int = 0) -> tuple[list[Drawn], list[Finding]]:
    """The cards of the deck `main`, drawn, and what was wrong."""
    workshop = cardgen.open_project(root)
    assert [] == workshop.problems
    ((game, (deck,)),) = workshop.select()
    card_findings = CardFindings()
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    return list(draw_deck(context, deck, card_findings, DrawOptions(jobs=jobs))), list(
        card_findings
    )


def where(problem: Finding) -> str:
    assert problem.place
    return f"{problem.place.file.name}:{problem.place.line}"


def test_a_deck_is_drawn_in_order(tmp_path: Path) -> None:
    """A face of its own for every card, one back for all."""
    drawn, told = draw(write_project(tmp_path))
    assert [] == told
    assert ["one", "two", "three"] == [card.card.id for card in drawn]
    assert ["One", "Two", "Three"] == [card.face.texts[0].text for card in drawn if card.face]
    assert 1 == len({id(card.back) for card in drawn})


def test_a_card_without_a_back_has_none(tmp_path: Path) -> None:
    drawn, _ = draw(write_project(tmp_path, {"main": "size: 60mm x 80mm\ntemplate: card.svg\n"}))
    assert [None, None, None] == [card.back for card in drawn]


@pytest.mark.parametrize(
    ("body", "said", "line"),
    [
        ("\n\n<foreignObject/>", "<foreignObject> is not drawn here", "card.svg:4"),
        ("{% for n in range(3) %}\n<g>\n<animate/></g>{% endfor %}", "<animate>", "card.svg:4"),
        ('{% include "part.svg" %}', "<script>", "part.svg:3"),
        ('{% import "part.svg" as p %}\n{{ p.m() }}', "<set>", "part.svg:5"),
        (
            '<image href="pot-pumpkin.svg" width="1" height="1"/>',
            'card.svg:2 file-missing "one" 2 "pot-pumpkin.svg" -> "pot-pumpkins.svg" "street-pumpkin.svg"',
            "card.svg:2",
        ),
        (
            '<image href="https://x.org/a.svg" width="1" height="1"/>',
            'card.svg:2 template-value "one" 2 "https://x.org/a.svg"',
            "card.svg:2",
        ),
        ('<image href="odd.svg" width="1" height="1"/>', "<foreignObject>", "odd.svg:2"),
        (
            '<text x="1" y="9" font-family="Nowhere">a</text>',
            'card.svg:2 font-unknown "one" 2 "Nowhere"',
            "card.svg:2",
        ),
        (
            '<text x="1" y="9" font-family="Nunito">日</text>',
            'card.svg:2 glyph-missing "one" 2 "日" 2 2',
            "card.svg:2",
        ),
        (
            '<rect width="1" height="1" fill="grene"/>',
            'card.svg:2 template-value "one" 2 "grene" -> "green" "grey"',
            "card.svg:2",
        ),
        ("\n<rect>", "not well-formed XML", "card.svg:4"),
        ("&nbsp;", "&nbsp; means nothing in SVG", "card.svg:2"),
        ('<foo data-cardgen-line="x:y"/>', "<foo>", "card.svg:2"),
        ('<{{ "foo" }} data-cardgen-line="nope.svg:9"/>', "<foo>", "card.svg:2"),
    ],
)
def test_what_is_not_drawn_is_told_with_the_templates_line(
    tmp_path: Path, body: str, said: str, line: str
) -> None:
    """The line of the template, include or art file that holds it, though the SVG that was refused
    is long composed."""
    parts = {"part.svg": "\n\n<script/>{% macro m() %}\n\n<set/>{% endmacro %}"}
    if "import" in body:
        parts["part.svg"] = parts["part.svg"].replace("<script/>", "")
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<foreignObject/></svg>'
    drawn, told = draw(
        write_project(
            tmp_path,
            templates={"card.svg": svg(body), **parts},
            files={"card_data/sweets/art/odd.svg": art},
        )
    )
    assert all(card.face is None for card in drawn)
    assert is_expected(told[0], said), brief(told[0])
    assert line == where(told[0])


def test_characters_that_cards_lack_are_one_line(tmp_path: Path) -> None:
    """A team that has emoji in its texts lacks one font, not twenty characters; a few are told with
    their names."""
    deck = "size: 60mm x 80mm\ntemplate: card.svg\ncards:\n" + "".join(
        f"  - {{id: c{n}, name: a {sign}}}\n" for n, sign in enumerate("日月火水木金")
    )
    box = "{{ text_box('by ' ~ card.name, 5, 5, 50, 20, size=9) }}"
    _, told = draw(write_project(tmp_path, {"main": deck}, {"card.svg": svg(box)}))
    (problem,) = told
    assert brief(problem).startswith('main.yaml:4:20 glyph-missing "c0" 5 "日" "月" 6708 "火"')
    done = run("validate", "--format", "json", project=tmp_path)
    assert ['"日" (U+65E5), "月" (U+6708), '] == [
        each["measured"][:28] for each in json.loads(done.stdout)["findings"]
    ]
    few = deck[: deck.index("  - {id: c3")]
    _, told = draw(write_project(tmp_path / "few", {"main": few}, {"card.svg": svg(box)}))
    assert ["c0", "c1", "c2"] == [problem.what.split('"')[1] for problem in told]


def test_a_deck_in_a_script_that_no_font_has_lacks_one_thing(tmp_path: Path) -> None:
    """Flash cards in Arabic, each with its own letters in its own rows, were told letter by letter:
    some hundreds of lines."""
    words = ("مسكن", "في الخارج", "مسؤول", "دقيق", "فعل", "إدعاءات")
    cards = "".join(f"{number},{word},a {word}\n" for number, word in enumerate(words))
    deck = "size: 60mm x 80mm\ntemplate: card.svg\nfields: {word: text}\ncards: words.csv\n"
    boxes = "{{ text_box(card.name, 5, 5, 50, 20, size=9) }}{{ text_box(card.word, 5, 40, 50, 20, size=9, font='Baloo 2') }}"
    files = {"card_data/sweets/words.csv": f"id,name,word\n{cards}".encode()}
    _, (problem,) = draw(
        write_project(tmp_path, {"main": deck}, {"card.svg": svg(boxes)}, files=files)
    )
    assert "words.csv:2" == where(problem)
    assert ("glyph-missing", 'card "0" and 5 more') == (problem.code, problem.what.split(":")[0])
    assert '"م" (U+0645), "س" (U+0633), ' in problem.what
    assert problem.what.endswith(", Noto Sans Symbols 2 (also in lines 3, 4, 5, 6, 7)")


def test_an_icon_that_is_not_there_is_told_once_with_its_cards(tmp_path: Path) -> None:
    """Each of them in a text of its own; a few are told one by one, with their places."""
    deck = "size: 60mm x 80mm\ntemplate: card.svg\ncards:\n" + "".join(
        f"  - {{id: c{n}, name: 'Pay {n} {{qqqq}}'}}\n" for n in range(6)
    )
    box = "{{ text_box(card.name, 5, 5, 50, 20, size=9) }}"
    _, (problem,) = draw(write_project(tmp_path, {"main": deck}, {"card.svg": svg(box)}))
    assert 'main.yaml:4:20 unknown-icon "c0" 5 "qqqq" 5 6 7 8 9' == brief(problem)
    _, told = draw(
        write_project(
            tmp_path / "few", {"main": deck[: deck.index("  - {id: c3")]}, {"card.svg": svg(box)}
        )
    )
    assert ["main.yaml:4", "main.yaml:5", "main.yaml:6"] == [where(each) for each in told]


def test_a_card_is_composed_once_more_for_all_its_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drawing of 3 MB with thirty faults was given up after five seconds, and none of them
    told."""
    times = []
    marked = template_language.mark
    monkeypatch.setattr(
        template_language, "mark", lambda *given: (times.append(1), marked(*given))[1]
    )
    faults = "\n".join(f'<rect fill="c{n}" width="1" height="1"/>' for n in range(30))
    monkeypatch.setattr(process, "run", here)  # where it can be counted
    deck = "size: 60mm x 80mm\ntemplate: card.svg\ncards: [{id: one}]\n"
    _, told = draw(write_project(tmp_path, {"main": deck}, {"card.svg": svg(faults)}))
    assert ([f"card.svg:{n}" for n in range(2, 32)], 1) == (
        [where(problem) for problem in told],
        len(times),
    )


def test_a_trouble_that_cards_share_is_told_once(tmp_path: Path) -> None:
    """The first card and how many more; not the same sentence for each."""
    _, told = draw(write_project(tmp_path, templates={"card.svg": svg("<foreignObject/>")}))
    (problem,) = told
    assert problem.what.startswith('card "one" and 2 more: ')


def test_all_troubles_of_all_cards_are_told(tmp_path: Path) -> None:
    """Several constructs on one card, other ones on another, and a back: one run tells them all."""
    face = svg("<foreignObject/>\n<set/>\n{% if card.id == 'two' %}<script/>{% endif %}")
    _, told = draw(write_project(tmp_path, templates={"card.svg": face, "back.svg": svg("<rect")}))
    assert {"card.svg:2", "card.svg:3", "card.svg:4", "back.svg:3"} == {
        where(problem) for problem in told
    }
    assert 'card "two": <script> is not drawn here' in [problem.what for problem in told]


@pytest.mark.parametrize(("width", "height"), [(60, 60), (80, 60), (60, 81)])
def test_a_view_box_of_another_shape_is_refused(
    tmp_path: Path, width: float, height: float
) -> None:
    """It would print stretched. The deck's size is where to look."""
    drawn, (problem,) = draw(
        write_project(tmp_path, templates={"card.svg": svg("", width, height)})
    )
    assert all(card.face is None for card in drawn)
    assert f"the viewBox of card.svg is {width} x {height}" in problem.what
    assert "main.yaml:2" == where(problem)


@pytest.mark.parametrize(
    ("width", "height", "bleed"),
    [(66, 86, "3px"), (672, 872, "36px"), (60, 81, ""), (160, 180, ""), (80, 60, "")],
)
def test_how_much_bleed_a_page_includes_is_told(
    tmp_path: Path, width: float, height: float, bleed: str
) -> None:
    """As much as the page must have on each side, for what is left to have the shape of the card:
    with that it is drawn."""
    project = write_project(tmp_path, templates={"card.svg": svg("", width, height)})
    _, (problem,) = draw(project)
    assert problem.remedy.partition("bleed: ")[2] == bleed
    if bleed:
        write_project(project, {"main": HEAD.replace("size:", f"bleed: {bleed}\nsize:") + CARDS})
        assert [] == draw(project)[1]


@pytest.mark.parametrize(("width", "height"), [(60, 80), (6000, 8000), (0.6, 0.8), (59.9, 80)])
def test_a_view_box_of_the_same_shape_may_have_any_unit(
    tmp_path: Path, width: float, height: float
) -> None:
    """Millimetres are the custom; rounding within half a percent is forgiven."""
    _, told = draw(write_project(tmp_path, templates={"card.svg": svg("", width, height)}))
    assert [] == told


@pytest.mark.parametrize(
    "template",
    [
        "",
        "<svg/>",
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<html viewBox="0 0 60 80"/>',
        "nothing but words",
    ],
)
def test_a_template_that_is_no_drawing(tmp_path: Path, template: str) -> None:
    """An empty file, an SVG without its namespace or its viewBox, something else: never an empty
    PDF."""
    drawn, told = draw(write_project(tmp_path, templates={"card.svg": template}))
    assert all(card.face is None for card in drawn)
    assert 1 == len(told)
    assert where(told[0]).startswith("card.svg:")


def test_a_template_with_a_name_that_needs_escaping(tmp_path: Path) -> None:
    """Quotes and brackets in a file's name do not spoil the finding of the line."""
    name = 'odd&"<b>.svg'
    try:
        root = write_project(
            tmp_path,
            {"main": HEAD.replace("card.svg", f"'{name}'") + CARDS},
            {name: svg("\n<set/>")},
        )
    except OSError:
        pytest.skip("such names cannot be had here")
    _, (problem,) = draw(root)
    assert f"{name}:3" == where(problem)


def test_troubles_merge_by_problem() -> None:
    """Equal problems are one, in the order in which they came; cards are counted once each."""
    card_findings = CardFindings()
    here = Place(Path("a.svg"), 3)
    for card in ("x", "y", "x"):
        card_findings.add(Finding("template-value", "one", "mend", here), card)
    card_findings.add(Finding("template-value", "two", "mend"))
    assert [
        Finding("template-value", 'card "x" and 1 more: one', "mend", here),
        Finding("template-value", "two", "mend"),
    ] == list(card_findings)
    assert card_findings
    assert not CardFindings()


def test_backs_of_cards_that_name_their_own(tmp_path: Path) -> None:
    """A card's own template and back go before the deck's."""
    deck = HEAD + "cards:\n  - {id: a}\n  - {id: b, template: b.svg, back: bb.svg}\n"
    drawn, told = draw(
        write_project(
            tmp_path,
            {"main": deck},
            {"b.svg": svg(text("face of b")), "bb.svg": svg(text("back of b"))},
        )
    )
    assert [] == told
    assert drawn[1].face
    assert drawn[1].back
    assert ["face of b", "back of b"] == [drawn[1].face.texts[0].text, drawn[1].back.texts[0].text]
    assert drawn[0].back is not drawn[1].back


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    """Same bytes, whether one process draws the deck or three take turns; art, copies and backs
    that differ included."""
    cards = "\n".join(
        f'  - {{id: c{i}, name: "Card {i} of office flats", copies: {1 + i % 3}, art: {("candy", "sour", "gummy")[i % 3]}}}'
        for i in range(70)
    )
    face = svg(
        '<image href="{{ card.art }}.svg" x="5" y="5" width="20" height="20"/>{{ text_box(card.name, 5, 40, 50, 20) }}'
    )
    back = svg('<text x="30" y="40" font-family="Nunito" font-size="6">{{ card.id[-1] }}</text>')
    root = write_project(
        tmp_path,
        {
            "main": f"title: Main\nsize: 60mm x 80mm\ntemplate: f.svg\nback: b.svg\ncards:\n{cards}\n"
        },
        {"f.svg": face, "b.svg": back},
    )
    made = []
    for jobs in (1, 2, 3):
        report = cardgen.open_project(root).build(
            options=cardgen.Options(papers=("a4",), jobs=jobs, out=tmp_path / str(jobs))
        )
        assert [] == report.problems
        made.append(report.written[0].read_bytes())
    assert made[0] == made[1] == made[2]


def test_of_a_large_deck_several_cards_are_composed_before_they_are_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them come in their order; one that has to be stopped is told, and so is all that is
    wrong with those before it."""
    cards = "".join(f'  - {{id: c{i}, name: "{i}"}}\n' for i in range(render.PAYS))
    endless = "{% for i in range(9999 if card.id == 'c150' else 0) %}{% for i in range(9999) %}{% endfor %}{% endfor %}"
    deck = {"main": "title: Main\nsize: 60mm x 80mm\ntemplate: card.svg\ncards:\n" + cards}
    root = write_project(tmp_path, deck, {"card.svg": svg(text("{{ card.name }}"))})
    drawn, told = draw(root, jobs=1)
    assert [] == told
    assert [str(i) for i in range(render.PAYS)] == [
        card.face.texts[0].text for card in drawn if card.face
    ]
    wrong = "{% if card.id == 'c149' %}<foreignObject/>{% endif %}"
    (root / "templates/card.svg").write_text(
        svg(text("{{ card.name }}") + wrong + endless), encoding="utf-8"
    )
    stoppable = process.run
    monkeypatch.setattr(process, "run", lambda *args: stoppable(*args, seconds=0.5))
    drawn, problems = draw(root, jobs=1)
    assert 150 == len(drawn)
    wrong, endless = problems
    assert wrong.what.startswith('card "c149": <foreignObject>')
    assert 'card.svg expression-failed "c150" 0.5' == brief(endless)


def test_a_drawing_brings_all_its_glyphs(tmp_path: Path) -> None:
    """Also those that another side or card showed before, for that one may not be on the sheet: a
    contact sheet has no backs."""
    root = write_project(
        tmp_path,
        {"main": HEAD + CARDS},
        {"card.svg": svg(text("Zulu")), "back.svg": svg(text("Zulu"))},
    )
    workshop = cardgen.open_project(root)
    report = workshop.build(
        options=cardgen.Options(papers=("a4",), layout="contact", out=tmp_path / "out")
    )
    assert "Zulu" in "".join(text_of(report.written[0]))
    drawn, _ = draw(root)
    sides = [side for card in drawn for side in (card.face, card.back) if side]
    assert all(
        {"Z", "u", "l"}
        == {letter for word in next(iter(side.words.values())) for letter in word.glyphs.values()}
        for side in sides
    )


def test_a_template_that_grows_without_bound_is_tried_for_one_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All cards are told, in one line; drawing each of them to its bound would take as long as
    there are cards."""
    towers = "".join(
        f'<g id="a{n}"><use href="#a{n + 1}"/><use href="#a{n + 1}"/></g>' for n in range(30)
    )
    face = svg(
        f'<defs>{towers}<g id="a30"><rect width="1" height="1"/></g></defs><use href="#a0"/>'
    )
    walks = []
    monkeypatch.setattr(process, "run", here)  # where they can be counted
    monkeypatch.setattr(
        "cardgen.engine.svg.paint.paint",
        lambda *given, **more: walks.append(given) or paint(*given, **more),
    )
    _, problems = draw(write_project(tmp_path, templates={"card.svg": face}), jobs=1)
    assert 2 == len(walks), "of one face, and the back"
    assert ['card "one" and 2 more: the drawing is deeper or larger than any picture'] == [
        problem.what for problem in problems
    ]


def decks_drawn(
    root: Path, monkeypatch: pytest.MonkeyPatch, stops: dict[tuple[str, int], str]
) -> tuple[dict[str, list[str]], list[str], int]:
    """The cards of a game's decks as one run draws them, what was wrong, and how many processes it
    took: one is stopped, for this reason, where it comes to this card of a deck, as often as it
    does so after another deck, or always where it is for its time."""
    begun = 0

    def fragile(
        work: object,
        context: Context,
        wanted: list[tuple[str, tuple[int, ...]]],
        job: DrawOptions,
        *given: object,
    ) -> object:
        nonlocal begun
        begun += 1
        made = here(card_painter.paint_decks, context, wanted, job, *given)
        for deck, positions in wanted:
            for position in positions:
                reason = stops.get((deck, position))
                if reason == "time" or (reason and deck != wanted[0][0]):
                    raise process.Stopped(process.Busy(f"{deck} {position}"), reason)  # type: ignore[arg-type]
                yield next(made)

    monkeypatch.setattr(process, "run", fragile)
    workshop = cardgen.open_project(root)
    ((game, decks),) = workshop.select()
    run = DrawRun(
        Context.of(workshop.project, game, workshop.fonts, Cache(None)),
        [(deck, (0, 1, 2)) for deck in decks],
        DrawOptions(jobs=1),
    )
    card_findings = CardFindings()
    found = {
        deck.id: [
            text.text
            for drawn in run.deck(card_findings)
            if drawn.face
            for text in drawn.face.texts
        ]
        for deck in decks
    }
    run.close()
    return found, [problem.what for problem in card_findings], begun


@pytest.mark.parametrize(
    ("stops", "cards", "told", "processes"),
    [
        ({}, [3, 3, 3], [], 1),
        ({("b", 1): "memory"}, [3, 3, 3], [], 2),
        ({("b", 0): "crash", ("c", 2): "together"}, [3, 3, 3], [], 3),
        ({("b", 1): "time"}, [3, 1, 3], ["b 1"], 2),
        (
            {("a", 0): "time", ("c", 2): "time"},
            [0, 3, 2],
            ["a 0", "c 2"],
            2,
        ),
    ],
)
def test_decks_are_drawn_by_one_process(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stops: dict[tuple[str, int], str],
    cards: list[int],
    told: list[str],
    processes: int,
) -> None:
    """A deck at which it is stopped ends there. Where those before it may have had their part in
    that, another process goes on with it."""
    found, problems, begun = decks_drawn(
        write_project(tmp_path, {"a": "", "b": "", "c": ""}), monkeypatch, stops
    )
    assert [["One", "Two", "Three"][:number] for number in cards] == list(found.values())
    assert told == [problem.partition(" takes ")[0] for problem in problems]
    assert processes == begun


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_several_processes_draw_decks_in_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """Whose turn it is does not begin anew with a deck."""
    monkeypatch.setattr(render, "SHARE", 2)
    workshop = cardgen.open_project(write_project(tmp_path, {"a": "", "b": "", "c": ""}))
    ((game, decks),) = workshop.select()
    context, card_findings = (
        Context.of(workshop.project, game, workshop.fonts, Cache(None)),
        CardFindings(),
    )
    run = DrawRun(context, [(deck, (0, 1, 2)) for deck in decks], DrawOptions(jobs=jobs))
    for deck in decks:
        drawn = list(run.deck(card_findings))
        assert [(deck.id, name) for name in ("One", "Two", "Three")] == [
            (each.card.deck, each.face.texts[0].text) for each in drawn if each.face
        ]
        assert 1 == len({each.back.name for each in drawn if each.back})
    run.close()
    assert not card_findings


def together(root: Path, jobs: int) -> tuple[list[list[Any]], list[Finding]]:
    """The cards of the deck `main`, its drawings, and the cards again, and what was wrong."""
    workshop = cardgen.open_project(root)
    ((game, (deck,)),) = workshop.select()
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    cards = CardWork(context, {deck.id: range(len(deck.cards))})
    works = (cards, ArtWork(("one.svg", "gone.svg", "two.svg")), cards)
    done = render.draw_together(context, works, DrawOptions(jobs=jobs))
    problems = [problem for work in done for problem in work.card_findings]
    return [work.drawn for work in done], list(dict.fromkeys(problems))


def test_pieces_drawn_side_by_side_are_those_of_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come in their order, and what is wrong is told once and alike, be it in a card, in a
    drawing, or that a card has to be stopped."""
    monkeypatch.setattr(render, "PANELS_PAY", 1)
    art = {f"card_data/sweets/art/{name}.svg": svg("<circle r='9'/>") for name in ("one", "two")}
    cards = "".join(f'  - {{id: c{i}, name: "{i}"}}\n' for i in range(7))
    deck = {"main": "title: Main\nsize: 60mm x 80mm\ntemplate: card.svg\ncards:\n" + cards}
    face = text("{{ card.name }}") + "{% if card.id == 'c3' %}<foreignObject/>{% endif %}"
    root = write_project(tmp_path, deck, {"card.svg": svg(face)}, files=art)
    begun = []
    stoppable = process.run
    monkeypatch.setattr(
        process, "run", lambda *args: begun.append(args[0]) or stoppable(*args, seconds=0.5)
    )

    def told(jobs: int) -> tuple[list[list[str]], list[Finding]]:
        drawn, problems = together(root, jobs)
        names = [
            [
                each.card.id + (each.face.name if each.face else "")
                if isinstance(each, Drawn)
                else each.name
                if isinstance(each, Drawing)
                else brief(each.findings[0])
                for each in of_work
            ]
            for of_work in drawn
        ]
        return names, problems

    single = told(1)
    assert [len(of_work) for of_work in single[0]] == [7, 3, 7]
    assert begun.count(paint_works) == 1
    assert told(2) == told(3) == single
    assert begun.count(paint_works) == 6
    endless = "{% for i in range(9999 if card.id == 'c5' else 0) %}{% for i in range(9999) %}{% endfor %}{% endfor %}"
    (root / "templates/card.svg").write_text(svg(face + endless), "utf-8")
    assert told(2) == told(1)
