"""Folders become games; a broken one does not hide the others."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from briefs import brief, briefs, is_expected, raises_finding, spelt
from processes import APART
from projects import run, svg, write_project

from cardgen.base.units import MM
from cardgen.load import Loaded, load_games
from cardgen.load.columns import TABLE
from cardgen.load.decks import DECK
from cardgen.load.game import GAME as KEYS_OF_A_GAME
from cardgen.model.project import Project, find_project
from cardgen.sandbox import process

Load = Callable[..., Loaded]

GAME = "title: Sweets\nsuits: [candy, nuts, sour]\n"
CARD = "cards: [{id: a}]\n"
SIZE = "size: poker\ntemplate: card.svg\n"
REPOSITORY = Path(__file__).parents[2]


def said(loaded: Loaded) -> list[str]:
    return [
        f"{problem.place and problem.place.file.name}:{str(problem).rpartition('.yaml:')[2]}"
        for problem in loaded.problems
    ]


def test_the_shipped_main_and_suit_deck_load_as_the_facts_say() -> None:
    loaded = load_games(find_project(REPOSITORY), ["best-candy-on-the-block"])
    assert [str(problem) for problem in loaded.problems] == []
    main, suit = loaded.games[0].deck("main"), loaded.games[0].deck("suit")
    assert (main.copies, suit.copies) == (57, 10)
    assert [card.id for card in main][:3] == ["black-prank", "black-0", "black-1"]
    assert main.card("black-12").name == "Vampire Teeth"
    assert main.card("king-size").rank == 13
    assert {
        color: sum(card.color == color for card in main)
        for color in loaded.games[0].lists["colors"]
    } == {
        "black": 14,
        "green": 14,
        "orange": 14,
        "purple": 14,
        "yellow": 1,
    }
    assert {card.id: card.number for card in suit} == {
        s: sum(s in card.suits for card in main) for s in loaded.games[0].lists["suits"]
    }
    assert all(sum(colour.cmyk or ()) <= 240 for colour in loaded.games[0].palette.values())


def test_the_fields_of_the_reference_load(load: Load) -> None:
    reference = (REPOSITORY / "docs" / "reference-data.md").read_text(encoding="utf-8")
    fields = re.search(r"```yaml\n(fields:\n.*?)```", reference, re.DOTALL)
    assert fields
    loaded = load(main=SIZE + fields[1] + "cards: [{id: a, text: b, rank: 007}]\n")
    assert loaded.problems == []
    card = loaded.games[0].decks[0].cards[0]
    assert card.fields == {
        **card.fields,
        "note": None,
        "rank": 7,
        "weight": 1.5,
        "rare": False,
        "color": "black",
        "suits": [],
    }


def test_a_game_has_its_title_its_colours_its_lists_and_its_decks_in_order(load: Load) -> None:
    game = load(
        "title: Sweets\ndesigner: Somebody\nversion: 2\ndecks: [zeta]\npips: [a, b]\n"
        'palette: {ink: {rgb: "#2b2138", cmyk: [0, 0, 0, 100]}, red: "#FF0000"}\n',
        main=SIZE + CARD,
        alpha=SIZE + CARD,
        zeta=SIZE + CARD,
    ).games[0]
    assert (game.id, game.title, game.designer, game.version) == (
        "sweets",
        "Sweets",
        "Somebody",
        "2",
    )
    assert [deck.id for deck in game.decks] == ["zeta", "alpha", "main"]
    assert game.lists == {"pips": ("a", "b")}
    assert str(game.palette["ink"]) == "#2B2138"
    assert (game.palette["ink"].cmyk, game.palette["red"].cmyk) == ((0, 0, 0, 100), None)


def test_rules_variants_and_overlays_are_no_decks(load: Load, project: Project) -> None:
    for name in ("rules.yaml", "variants.yaml", "main.de.yaml", ".hidden.yaml"):
        (project.root / "card_data/sweets" / name).write_text("- nothing")
    loaded = load(main=CARD)
    assert (loaded.problems, [deck.id for deck in loaded.games[0].decks]) == ([], ["main"])


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ("poker", ("rectangle", 63.5, 88.9, 3)),
        ("38mm x 38mm", ("rectangle", 38, 38, 0)),
        ("2.5in x 3.5in", ("rectangle", 63.5, 88.9, 0)),
        ("{shape: circle, diameter: 25mm}", ("circle", 25, 25, 0)),
        ("{shape: hexagon, width: 30mm}", ("hexagon", 30, 25.980762, 0)),
        ("{shape: hexagon, flats: 26mm}", ("hexagon", 30.022214, 26, 0)),
        ("hexagon 26mm flats", ("hexagon", 30.022214, 26, 0)),
        ("circle 25mm", ("circle", 25, 25, 0)),
        ("{shape: rectangle, width: 4cm, height: 5cm, corner: 2mm}", ("rectangle", 40, 50, 2)),
        ("{width: 4cm, height: 5cm}", ("rectangle", 40, 50, 0)),
    ],
)
def test_a_size_is_a_name_two_lengths_or_a_shape(
    load: Load, size: str, shape: tuple[str, float, float, float]
) -> None:
    found = load(main=f"size: {size}\ntemplate: card.svg\n{CARD}").games[0].decks[0].shape
    assert (
        found.kind,
        *(pytest.approx(side / MM, abs=1e-4) for side in (found.width, found.height, found.corner)),
    ) == shape


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ("poker", "poker (63.5 x 88.9 mm)"),
        ("{shape: hexagon, width: 60mm}", "60 x 51.96 mm, six-sided"),
        ("{shape: circle, diameter: 25mm}", "25 mm round"),
    ],
)
def test_a_size_is_told_in_hundredths_of_a_millimetre(load: Load, size: str, told: str) -> None:
    assert told == str(
        load(main=f"size: {size}\ntemplate: card.svg\n{CARD}").games[0].decks[0].shape
    )


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("pokr", 'main.yaml:1:7 unknown-size "pokr" -> "poker"'),
        ("63x88", 'main.yaml:1:7 length-expected "63x88"'),
        ("0mm x 5mm", "main.yaml:1:7 out-of-range 0 5"),
        ("9999999mm x 5mm", "main.yaml:1:7: a card of"),
        ("[poker]", "main.yaml:1:7: a size is no list"),
        ("{shape: hexagon}", "main.yaml:1:7: a hexagon must say its width; write  width: 30mm"),
        (
            "{shape: hexagon, width: 30mm, flats: 26mm}",
            "main.yaml:1:7: a hexagon says its width or its flats; take one of them out",
        ),
        ("{width: 4cm}", "main.yaml:1:7: a rectangle must say its height; write  height: 30mm"),
        ("{shape: [], width: 4cm, height: 5cm}", 'main.yaml:1:7: no shape is called ""'),
        (
            "{shape: star}",
            'main.yaml:1:7: no shape is called "star"; use one of: circle, hexagon, pointy hexagon, ellipse',
        ),
        ("{shape: circle}", "main.yaml:1:7: a circle must say its diameter"),
        ("{shape: circle, radius: 3mm}", 'main.yaml:1:7: a circle has no "radius"'),
        (
            "{shape: rectangle, width: 20mm, height: 20mm, corner: 11mm}",
            "main.yaml:1:7: the corner is larger",
        ),
        ("", "main.yaml:1: there is no size"),
    ],
)
def test_a_size_that_cannot_be_cut_is_an_error(load: Load, size: str, expected: str) -> None:
    (problem,) = load(main=f"size: {size}\ntemplate: card.svg\n{CARD}").problems
    assert is_expected(problem, expected), brief(problem)


def test_a_palette_has_colours_as_people_write_them(load: Load) -> None:
    written = 'berry: "#C22"\n  sky: rgb(10 20 30)\n  old: "rgb(10, 20, 30)"\n  leaf: seagreen\n  sun: hsl(60 100% 50%)\n  inked: {rgb: Teal}'
    loaded = load(f"title: x\npalette:\n  {written}\n", main=SIZE + CARD)
    found = {name: str(colour) for name, colour in loaded.games[0].palette.items()}
    expected = {
        "berry": "#CC2222",
        "sky": "#0A141E",
        "old": "#0A141E",
        "leaf": "#2E8B57",
        "sun": "#FFFF00",
        "inked": "#008080",
    }
    assert expected == found


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("designer: x\n", "game.yaml:1: there is no title"),
        ("title: x\ntitel: y\n", 'game.yaml:2:1: game.yaml knows no "titel"; did you mean "title"'),
        (
            "title: x\nlanguage: de\n",
            'game.yaml:2:1: game.yaml knows no "language"; write it under typesetting, as in',
        ),
        ("title: [x]\n", "game.yaml:1:8: title must be a text"),
        ("title: x\nsuits: [a, a]\n", 'game.yaml:2:12: "a" is in this list twice'),
        ('title: x\nsuits: [""]\n', "game.yaml:2:9: this entry of a list says nothing"),
        ("title: x\nsuits: [[a]]\n", "game.yaml:2:9: a list in game.yaml holds ids"),
        ("title: x\nmy-suits: [a]\n", 'game.yaml:2:1 name-impossible "my-suits"'),
        ("title: x\ndeck: [a]\n", 'game.yaml:2:1 name-impossible "deck"'),
        ("title: x\npalette: [red]\n", "game.yaml:2:10: palette must be names with colours"),
        ("title: x\npalette: red\n", 'game.yaml:2:10 unknown-choice "red"'),
        ("title: x\npalette: {red: redd}\n", 'game.yaml:2:16 colour-wrong "redd"'),
        (
            "title: x\npalette: {red: transparent}\n",
            'game.yaml:2:16 colour-wrong "transparent"',
        ),
        (
            "title: x\npalette: {red: currentColor}\n",
            'game.yaml:2:16 colour-wrong "currentColor"',
        ),
        ("title: x\npalette:\n  red: #C22\n", "game.yaml:3:7 colour-wrong"),
        ('title: x\npalette: {red: {rgb: "#F0"}}\n', 'game.yaml:2:16 colour-wrong "#F0"'),
        (
            'title: x\npalette: {red: {rgb: "#FF000080"}}\n',
            'game.yaml:2:16 colour-wrong "#FF000080"',
        ),
        (
            'title: x\npalette: {red: {rgb: "#FF0000", cmyk: [0, 1, 2]}}\n',
            "game.yaml:2:16: cmyk must be four percentages",
        ),
        (
            'title: x\npalette: {red: {rgb: "#FF0000", cmyk: [0, 1, 2, nan]}}\n',
            "game.yaml:2:16 colour-wrong 0 100",
        ),
        (
            'title: x\npalette: {red: {rgb: "#FF0000", cmyk: [0, 1, 2, much]}}\n',
            "game.yaml:2:16 colour-wrong 0 100",
        ),
        (
            'title: x\npalette: {red: {rgb: "#FF0000", alpha: 1}}\n',
            'game.yaml:2:16: a colour has no "alpha"',
        ),
        (
            "title: x\nrulebook: {accent: rde}\n",
            'game.yaml:2:20: no colour of the palette is called "rde"',
        ),
        (
            "title: x\npips: &x [a]\n*x : b\n",
            "game.yaml:2:7: a name must be text, not a list or a mapping",
        ),
        (
            "title: x\ndecks: [mian]\nsuits: [candy]\n",
            'game.yaml:2:9 unknown-deck "mian" -> "main"',
        ),
        (
            "title: x\ndecks: {a: b}\nsuits: [candy]\n",
            "game.yaml:2:8 list-expected",
        ),
        (
            "title: x\nfields: {a: text}\n",
            'game.yaml:2:1: game.yaml knows no "fields"; move it to the file of a deck, such as main.yaml',
        ),
    ],
)
def test_a_bad_game_file_is_an_error_at_its_place(load: Load, game: str, expected: str) -> None:
    problems = load(game, main=SIZE + CARD).problems
    assert any(is_expected(problem, expected) for problem in problems), briefs(problems)


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        (
            "sise: poker\nsize: poker\ntemplate: card.svg\n",
            'main.yaml:1:1: a deck has no "sise"; did you mean "size"?',
        ),
        (
            "size: poker\ntemplate: x.svg\n",
            'main.yaml:2:11 unknown-template "x.svg" -> "card.svg" "back.svg"',
        ),
        (
            "size: poker\ntemplate: card.svg\nback: bakc.svg\n",
            'main.yaml:3:7 unknown-template "bakc.svg" -> "back.svg" "card.svg"',
        ),
        ("size: poker\n", "main.yaml:2:9: this card has no template"),
        (
            "size: poker\ntemplate: card.svg\nshuffled_with: [x]\n",
            'main.yaml:3:17: this game has no deck "x"',
        ),
        (
            "size: poker\ntemplate: card.svg\nshuffled_with: main\n",
            "main.yaml:3:16: a deck is not shuffled with itself",
        ),
        (
            "palette: {a: red}\nsize: poker\ntemplate: card.svg\n",
            'main.yaml:1:1: a deck has no "palette"; move it to game.yaml, beside this file',
        ),
        (
            "columns: {Name: name}\nsize: poker\ntemplate: card.svg\n",
            'main.yaml:1:1: a deck has no "columns"; write it under cards, as in  cards: {file: TABLE.csv, header_row: 3}',
        ),
    ],
)
def test_a_bad_deck_file_is_an_error_at_its_place(load: Load, deck: str, expected: str) -> None:
    (problem,) = load(main=deck + CARD).problems
    assert is_expected(problem, expected), brief(problem)


def test_all_keys_of_a_game_and_of_a_table_are_known_to_be_none_of_a_deck() -> None:
    assert set(DECK.elsewhere) - set(DECK) == (set(KEYS_OF_A_GAME) | set(TABLE)) - set(DECK)


def test_decks_shuffled_together_must_look_alike_from_behind(load: Load) -> None:
    loaded = load(
        main="size: poker\nback: back.svg\ntemplate: card.svg\nshuffled_with: [king, tile]\n"
        + CARD,
        king="size: poker\nback: card.svg\ntemplate: card.svg\n" + CARD,
        tile="size: mini\nback: back.svg\ntemplate: card.svg\n" + CARD,
    )
    backs, sizes = loaded.problems
    assert spelt(backs).startswith(
        'main.yaml:4:17: "king" is shuffled with this deck but their backs differ: king/a ("card.svg") and main/a ("back.svg")'
    )
    assert 'main.yaml:4:23 shuffle-differs "tile" 44.45 63.5 63.5 88.9' == brief(sizes)


def test_a_broken_deck_and_a_broken_game_do_not_hide_the_others(
    load: Load, project: Project
) -> None:
    other = project.root / "card_data" / "broken"
    other.mkdir()
    (other / "game.yaml").write_text("title: [\n")
    (other / "main.yaml").write_text("cards: 3\n")
    loaded = load(
        good=CARD,
        bad="cards: [{id: X Y}]",
        worse="cards: [\n",
        double=SIZE + "title: a\ntitle: b\n" + CARD,
    )
    assert [(game.id, [deck.id for deck in game.decks]) for game in loaded.games] == [
        ("sweets", ["good"])
    ]
    assert [line.partition(":")[0] for line in said(loaded)] == [
        "game.yaml",
        "bad.yaml",
        "double.yaml",
        "worse.yaml",
    ]


def test_problems_come_by_place(load: Load) -> None:
    loaded = load(b="cards: [{id: X_}]", a="cards:\n - {id: a, rank: {expr: x}}\n - {id: Y_}")
    places = [problem.place for problem in loaded.problems]
    assert places == sorted(places)  # type: ignore[type-var]
    assert len(places) == 3


def test_decks_are_computed_in_the_order_they_need(load: Load) -> None:
    loaded = load(
        a=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: deck.b_two.card('x').n + 1}}]",
        c=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: \"deck['b-two'] | copies\"}}]",
        **{"b-two": SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: 20 + 2}}]"},
    )
    assert loaded.problems == []
    assert {deck.id: deck.cards[0].n for deck in loaded.games[0].decks} == {
        "a": 23,
        "b-two": 22,
        "c": 1,
    }


def test_decks_computed_from_each_other_are_named(load: Load) -> None:
    loaded = load(
        a=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: deck.b | copies}}]",
        b=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: deck.a | copies}}]",
        c=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: deck.c | copies}}]",
        d=SIZE + CARD,
    )
    assert [deck.id for deck in loaded.games[0].decks] == ["d"]
    assert any(
        "decks are computed from each other: a from b from a" in line for line in said(loaded)
    )
    assert any("the deck c is computed from itself" in line for line in said(loaded))


def test_what_is_computed_from_a_broken_deck_says_only_that(load: Load) -> None:
    loaded = load(
        bad="cards: [\n",
        uses=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: deck.bad | copies}}]",
    )
    assert len(loaded.problems) == 2
    assert (
        said(loaded)[1]
        == 'uses.yaml:4:27: this is computed from the deck "bad", which has a problem of its own; mend that deck first'
    )


@pytest.mark.usefixtures("apart", "prompt")
def test_an_expression_without_end_is_stopped_and_named(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(APART.__kwdefaults__, "seconds", 1.0)
    endless = (
        "range(100000) | map('string') | map('replace', '1', '2') | "
        + " | ".join(["map('upper')"] * 100)
        + " | list | length"
    )
    loaded = load(
        slow=SIZE + f'fields: {{n: int}}\ncards:\n - id: x\n   n: {{expr: "{endless}"}}\n',
        good=CARD,
    )
    assert [deck.id for deck in loaded.games[0].decks] == ["good"]
    assert said(loaded)[0].startswith('slow.yaml:6:14: "range(100000) | map')
    assert "expression-failed" == loaded.problems[0].code
    assert " 1 s" in loaded.problems[0].what


def test_a_game_without_expressions_starts_no_process(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "run", None)
    assert load(main=CARD).problems == []


@pytest.mark.usefixtures("apart")
def test_games_load_beside_other_threads(load: Load) -> None:
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        loaded = load(main=SIZE + "fields: {n: int}\ncards: [{id: x, n: {expr: 1 + 1}}]")
    finally:
        waiting.set()
        thread.join()
    assert [str(problem) for problem in loaded.problems] == []
    assert loaded.games[0].decks[0].cards[0].n == 2


def test_files_that_are_no_decks_are_named(load: Load, project: Project, tmp_path: Path) -> None:
    folder = project.root / "card_data" / "sweets"
    (folder / "Main Deck.yaml").write_text(CARD)
    (folder / "old.yml").write_text(CARD)
    (tmp_path / "secret.yaml").write_text("title: secret")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (project.root / "card_data" / "lost").mkdir()
    (project.root / "card_data" / "lost" / "main.yaml").write_text(CARD)
    loaded = load(main=CARD)
    problems = said(loaded)
    assert len(problems) == 4
    assert "has no game.yaml; add one that says  title: Lost" in problems[0]
    assert '"Main Deck" cannot be the id of a deck' in problems[1]
    assert "link.yaml link-leads-out" == brief(loaded.problems[2])
    assert "ends in .yaml" in problems[3]


@pytest.mark.parametrize(
    ("name", "original", "other"),
    [
        ("main (1)", "main", "main-1"),
        ("main - Kopie", "main", "main-kopie"),
        ("Copy of main", "main", "copy-of-main"),
        ("main-LAPTOP-7", "main", "main-laptop-7"),
        (
            "main (Jane's conflicted copy 2026-01-01)",
            "main",
            "main-jane-s-conflicted-copy-2026-01-01",
        ),
        ("main_LOCAL_1234", "main", "main-local-1234"),
        ("main-deck 2", "main-deck", "main-deck-2"),
        ("game - Copy", "game", ""),
        ("rules 2", "rules", ""),
    ],
)
def test_a_copy_of_a_file_is_told_as_that(
    load: Load, project: Project, name: str, original: str, other: str
) -> None:
    """Of one that is a deck it was said how to make it a second one, with all the cards once
    more."""
    folder = project.root / "card_data" / "sweets"
    folder.mkdir(exist_ok=True)
    for file in (name, "main-deck", "rules"):
        (folder / f"{file}.yaml").write_text(SIZE + CARD if file == "main-deck" else "[]")
    (problem,) = load(main=CARD).problems
    assert problem.place is not None
    assert problem.place.file.stem == name
    assert problem.what == f"this looks like a copy of {original}.yaml"
    remedy = "keep what is right of both there, and take this one away"
    assert problem.remedy == (
        f"{remedy}; call it {other}.yaml if it is another deck" if other else remedy
    )


@pytest.mark.parametrize(
    "name", ["Game.yaml", "game.yml", "Rules.yaml", "Rulebook.md", "rulebook.MD"]
)
def test_a_file_that_some_systems_would_find_is_told_on_all(
    load: Load, project: Project, name: str
) -> None:
    """Once, by its cause: not that the file is missing, nor that it is no deck."""
    lost = project.root / "card_data" / "lost"
    lost.mkdir()
    (lost / "main.yaml").write_text(SIZE + CARD)
    (lost / name).write_text("title: Lost")
    if "game" not in name.lower():
        (lost / "game.yaml").write_text("title: Lost")
    (problem,) = load(main=CARD).problems
    assert problem.place is not None
    assert name == problem.place.file.name
    assert (
        f"rename it to {name.split('.')[0].lower()}.{'md' if 'book' in name else 'yaml'}"
        == problem.remedy
    )


def test_a_game_that_does_not_exist_is_an_error(load: Load, project: Project) -> None:
    load(main=CARD)
    assert [game.id for game in load_games(project, ["sweets"]).games] == ["sweets"]
    with raises_finding('unknown-game "sweats" -> "sweets"'):
        load_games(project, ["sweats"])


def test_windows_lines_and_a_byte_order_mark_change_nothing(load: Load) -> None:
    text = GAME.replace("\n", "\r\n").encode("utf-8-sig")
    assert load(text, main=(SIZE + CARD).replace("\n", "\r\n").encode("utf-8-sig")).problems == []


def test_a_colour_may_be_called_as_what_python_does_with_mappings(tmp_path: Path) -> None:
    """A colour for each genre: pop, rock; the sum of a draft is told of drafts alone."""
    words = ("pop", "copy", "clear", "items", "get")
    palette = ", ".join(f'{word}: "#0064C8"' for word in words)
    body = "".join(
        f'<rect width="5" height="5" fill="{{{{ palette.{word} }}}}"/>' for word in words
    )
    root = write_project(
        tmp_path,
        {"main": "size: poker\ntemplate: card.svg\ncards: [{id: a}]\n"},
        {"card.svg": svg(body)},
    )
    write_project(root, files={"card_data/sweets/game.yaml": f"title: G\npalette: {{{palette}}}\n"})
    done = run("build", "sweets", "--paper", "a4", project=root)
    assert 0 == done.exit_code, done.output
    write_project(
        root, files={"card_data/sweets/game.yaml": 'title: G\npalette: {is: "#0064C8"}\n'}
    )
    done = run("build", "sweets", "--paper", "a4", "--draft", project=root)
    assert (done.tells('game.yaml:2:11 name-impossible "is"'), done.tells("draft:")) == (
        True,
        False,
    )
