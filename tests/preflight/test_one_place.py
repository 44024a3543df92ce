"""One place of a template is one message: however many cards have the same from it, and whoever
tells it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from projects import run, svg, write_project

import cardgen

WORDS = ["tide", "lantern", "rope", "barrel", "gull", "storm", "harbour", "net"]
GROUND = '<rect x="-9" y="-9" width="90" height="120" fill="#fff"/>'


def rows(count: int, longest: int = 24) -> str:
    """Cards whose effects are of different lengths."""
    effects = (
        " ".join(WORDS[(n + i) % len(WORDS)] for i in range(4 + n * 7 % longest))
        for n in range(count)
    )
    return "id,name,effect\n" + "".join(
        f"c{n},Find {n},{effect}\n" for n, effect in enumerate(effects)
    )


def project(
    root: Path,
    body: str,
    count: int = 40,
    decks: tuple[str, ...] = ("main",),
    templates: tuple[str, ...] = ("card.svg",),
) -> Path:
    deck = "size: 60mm x 80mm\ntemplate: {}\nfields: {{effect: text}}\ncards: {}.csv\n"
    made = {
        id: deck.format(template, id)
        for id, template in zip(decks, templates * len(decks), strict=False)
    }
    files = {f"card_data/sweets/{id}.csv": rows(count) for id in decks}
    return write_project(
        root, made, dict.fromkeys(templates, svg(GROUND + "\n" + body)), files=files
    )


def told(root: Path, *words: str) -> list[str]:
    """What is said of templates."""
    return [line for line in run(*words, project=root).stderr.splitlines() if ".svg:" in line]


SMALL_BOX = "{{ text_box(card.effect, 8, 40, 44, 12, size=10, min_size=9) }}"
NEAR, HANGING = (
    "{{ text_box(card.name, 1, 10, 40, 8) }}",
    '<text x="30" y="81" font-family="Nunito">{{ card.name }}</text>',
)
TINY = '<text x="10" y="30" font-family="Nunito" font-weight="600" font-size="1">{{ card.name }}</text>'


@pytest.mark.parametrize(
    "command",
    [("build", "--paper", "a4"), ("build", "--paper", "a4", "--jobs", "2"), ("validate",)],
)
def test_a_box_that_is_too_small_is_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    """With its template and line, which box it is, how many cards, the worst one, and what would
    make all of them fit."""
    (line,) = told(project(tmp_path, SMALL_BOX), *command)
    assert "templates/card.svg:3: " in line.replace("\\", "/")
    found = re.search(
        r"(\d+) of 40 cards \(c\d+, c\d+, c\d+ and \d+ more\): card\.effect does not fit its box",
        line,
    )
    assert found, line
    assert 10 < int(found[1]) < 40
    assert re.search(r'at the worst on card "c\d+" \(.*main\.csv:\d+:3\)', line)
    assert re.search(
        r"with min_size=[\d.]+ all fit, or give the text_box [\d.]+ mm more height", line
    )


def test_what_makes_all_fit_does(tmp_path: Path) -> None:
    """Each of both remedies by itself."""
    (line,) = told(project(tmp_path / "a", SMALL_BOX), "build", "--paper", "a4")
    size, more = re.findall(r"min_size=([\d.]+) all|text_box ([\d.]+) mm", line)
    smaller = SMALL_BOX.replace("min_size=9", f"min_size={size[0]}")
    higher = SMALL_BOX.replace("44, 12", f"44, {12 + float(more[1])}")
    for number, body in enumerate((smaller, higher)):
        assert (
            0
            == run(
                "build", "--paper", "a4", project=project(tmp_path / str(number), body)
            ).exit_code
        )
    for number, body in enumerate(
        (
            smaller.replace(size[0], f"{float(size[0]) + 0.25}"),
            higher.replace(more[1], str(float(more[1]) - 0.2)),
        )
    ):
        assert (
            body == higher
            or 2
            == run(
                "build", "--paper", "a4", project=project(tmp_path / f"less{number}", body)
            ).exit_code
        )


@pytest.mark.parametrize(
    ("body", "check"), [(NEAR, "safe-zone"), (HANGING, "safe-zone"), (TINY, "text-size")]
)
@pytest.mark.parametrize("command", [("build", "--paper", "a4"), ("validate",)])
def test_what_a_check_finds_in_one_place_is_one_line(
    tmp_path: Path, body: str, check: str, command: tuple[str, ...]
) -> None:
    (line,) = told(project(tmp_path, body), *command)
    assert line.endswith(f"[{check}]")
    assert "card.svg:3: " in line
    assert "all 40 cards (c0, c1, c2 and 37 more): card.name " in line


def test_two_places_are_two_lines(tmp_path: Path) -> None:
    """On one line of the template too; and two checks of one place."""
    lines = told(
        project(
            tmp_path / "a",
            SMALL_BOX + SMALL_BOX.replace("effect, 8, 40", "name, 8, 20").replace("44", "3"),
        ),
        "validate",
    )
    assert [1, 1] == [
        sum(each in line for line in lines) for each in ("card.effect does", "card.name does")
    ]
    tiny = TINY.replace('x="10"', 'x="1"')
    lines = told(project(tmp_path / "b", f"{NEAR}\n{HANGING}\n{tiny}"), "validate")
    assert [(3, "safe-zone"), (4, "safe-zone"), (5, "safe-zone"), (5, "text-size")] == sorted(
        (int(line.split(".svg:")[1].split(":")[0]), line.rpartition("[")[2].rstrip("]"))
        for line in lines
    )


def test_decks_of_one_template_are_told_together_and_two_templates_apart(tmp_path: Path) -> None:
    (line,) = told(project(tmp_path / "one", NEAR, decks=("main", "more")), "validate")
    assert "all 80 cards (main/c0, main/c1, main/c2 and 77 more)" in line
    lines = told(
        project(
            tmp_path / "two", SMALL_BOX, decks=("main", "more"), templates=("card.svg", "other.svg")
        ),
        "build",
        "--paper",
        "a4",
    )
    assert ["card.svg:3", "other.svg:3"] == sorted(re.findall(r"\w+\.svg:3", " ".join(lines)))


def test_a_macro_of_the_project_is_told_by_its_line_and_ours_by_who_calls_it(
    tmp_path: Path,
) -> None:
    """Two calls of one macro are two places."""
    macro = (
        "{% macro boxed(said, y) %}\n{{ text_box(said, 8, y, 44, 4, size=10) }}\n{% endmacro %}\n"
    )
    (first, second) = told(
        project(
            tmp_path,
            f"{macro}{{{{ boxed(card.effect, 20) }}}}\n{{{{ boxed(card.effect ~ '!', 40) }}}}",
        ),
        "validate",
    )
    assert "card.svg:4: " in first
    assert "card.svg:4: " in second


def test_a_draft_tells_it_once_too(tmp_path: Path) -> None:
    result = run("build", "--paper", "a4", "--draft", project=project(tmp_path, SMALL_BOX))
    assert 0 == result.exit_code
    (line,) = (line for line in result.stderr.splitlines() if "[draft]" in line)
    assert re.search(
        r"card\.svg:3: warning: (\d+) of 40 cards .*card\.effect does not fit its box", line
    )
    count = re.search(r"(\d+) of 40", line)
    assert count
    assert f"draft: {count[1]} texts too long" in result.stderr


def test_json_has_the_cards_and_github_one_line(tmp_path: Path) -> None:
    root = project(tmp_path, SMALL_BOX + "\n" + NEAR)
    report = json.loads(run("validate", "--format", "json", project=root).stdout)
    assert ["drawable", "safe-zone"] == sorted(each["check"] for each in report["findings"])
    small = next(each for each in report["findings"] if each["check"] == "drawable")
    assert (3, 10 < len(small["cards"]) < 40) == (small["line"], True)
    assert all(
        each["file"].endswith("main.csv") and each["line"] > 1 and "more height" in each["message"]
        for each in small["cards"]
    )
    assert {"errors": 1, "warnings": 1} == {
        name: report["summary"][name] for name in ("errors", "warnings")
    }
    lines = run("validate", "--format", "github", project=root).stdout.splitlines()
    assert 2 == len(lines)
    assert all("templates/card.svg,line=" in line for line in lines)


def test_all_lists_each_card(tmp_path: Path) -> None:
    lines = run("validate", "--all", project=project(tmp_path, NEAR)).stderr.splitlines()
    assert 40 == sum("[safe-zone]" in line for line in lines)
    assert 'card "c7", face: the text "Find 7" stands ' in " ".join(lines)


def test_a_single_card_is_told_where_it_says_it(tmp_path: Path) -> None:
    root = project(
        tmp_path,
        "{% if card.id == 'c3' %}" + NEAR + "{% endif %}{{ text_box(card.id, 20, 20, 30, 9) }}",
    )
    (line,) = (
        line for line in run("validate", project=root).stderr.splitlines() if "[safe-zone]" in line
    )
    assert "main.csv:5:2: " in line
    assert 'card "c3", face: the text "Find 3" stands ' in line


def test_the_findings_of_a_report_stay_one_for_each_card(tmp_path: Path) -> None:
    """Whoever asks in Python gets what was found on each."""
    found = cardgen.open_project(project(tmp_path, NEAR)).validate().findings
    assert [f"c{n}" for n in range(40)] == [
        each.card for each in found if each.check == "safe-zone"
    ]


@pytest.mark.parametrize(
    ("body", "check"),
    [
        (
            '<text x="10" y="30" font-family="Nunito" font-size="4" fill="#eee">{{ card.name }}</text>',
            "contrast",
        ),
        (
            '<line x1="10" x2="50" y1="30" y2="30" stroke="#000" stroke-width="0.02"/>{{ text_box(card.name, 8, 40, 44, 9) }}',
            "line-width",
        ),
        (
            '{{ text_box(card.name, 8, 40, 44, 9) }}<rect x="5" y="35" width="50" height="20" fill="#fed"/>',
            "covered-text",
        ),
        ("{{ text_box(card.name, 8, 40, 44, 9, size=4.5) }}", "type-size"),
    ],
)
def test_what_a_printer_finds_in_one_place_is_one_line(
    tmp_path: Path, body: str, check: str
) -> None:
    root = project(tmp_path, body, count=12)
    lines = run("validate", "--printer", "offset", project=root).stderr.splitlines()
    (line,) = (line for line in lines if line.endswith(f"[{check}]"))
    assert "all 12 cards (c0, c1, c2 and 9 more): " in line


SIX_IDS = '"c0" "c1" "c2" "c3" "c4" "c5" 34'
SIX_NAMES = "'Find 0' 'Find 1' 'Find 2' 'Find 3' 'Find 4' 'Find 5' 34"
SUGGESTED = '"pot-candies.svg" "pot-bats.svg"'
SIX_ICONS, SIX_PICTURES = (
    SIX_IDS.replace('"c', '"tidec'),
    SIX_IDS.replace('"c', '"pot-candies-c').replace('" ', '.svg" '),
)
VALUES = {
    "<use href='#s{{ card.id }}'/>": '<use>: "#sc0", "#sc1", "#sc2", "#sc3", "#sc4", "#sc5" and 34 more is no element of this file',
    "<image href='pot-candies-{{ card.id }}.svg' width='9' height='9'/>": f'card.svg:3 file-missing "c0" 39 {SIX_PICTURES} -> {SUGGESTED}',
    "<rect width='9' height='9' fill='{{ card.id }}'/>": f'card.svg:3 template-value "c0" 39 {SIX_IDS}',
    "<rect width='{{ card.name }}' height='9'/>": '<rect>: "Find 0", "Find 1",',
    "{{ text_box(card.id ~ ' {tide' ~ card.id ~ '}', 5, 5, 50, 9) }}": f'card.svg:3 unknown-icon "c0" 39 {SIX_ICONS}',
    "{{ text_box(card.name, card.name, 5, 50, 9) }}": f'card.svg:3 template-value "c0" 39 {SIX_NAMES}',
    "{{ text_box(card.id, 5, 5, 50, 9, font=card.id) }}": f'card.svg:3 font-unknown "c0" 39 {SIX_IDS}',
}


@pytest.mark.parametrize(
    "body", VALUES, ids=["use", "image", "colour", "length", "icon", "number", "font"]
)
def test_what_differs_by_a_value_is_one_line_with_the_values(tmp_path: Path, body: str) -> None:
    """What stops a card from being drawn is told once for a place, whatever each card says
    there."""
    root = project(tmp_path, body)
    result = run("build", "--paper", "a4", project=root)
    (line,) = [line for line in result.stderr.splitlines() if ".svg:" in line]
    assert "card.svg:3: " in line
    assert result.tells(VALUES[body]), result.briefs
    assert 'card "c0" and 39 more: ' in line
    assert (
        1
        == json.loads(run("validate", "--format", "json", project=root).stdout)["summary"]["errors"]
    )


def test_a_few_values_are_told_one_by_one(tmp_path: Path) -> None:
    lines = told(
        project(tmp_path, "<use href='#s{{ card.id }}'/>", count=3), "build", "--paper", "a4"
    )
    assert ['"#sc0"', '"#sc1"', '"#sc2"'] == [
        line.split("<use>: ")[1].split(" ")[0] for line in lines
    ]


def test_many_mistakes_of_a_kind_in_one_table_are_counted(tmp_path: Path) -> None:
    """Those of different values; all with --all."""
    cards = "".join(f"  - {{id: c{n}, cost: x{n}}}\n" for n in range(30))
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\nfields: {{cost: int}}\ncards:\n{cards}"
    root = write_project(tmp_path, {"main": deck})
    lines = run("build", "--paper", "a4", project=root).stderr.splitlines()
    assert 8 == sum("main.yaml:" in line for line in lines)
    assert "  and 22 more of this kind; cardgen validate --all lists them" in lines
    assert 30 == run("validate", "--all", project=root).stderr.count("main.yaml:")


# Remedies, followed
# ---------------------------------------------------------------------------------------------------------------


def test_a_page_of_another_shape_is_told_alone_and_turned(tmp_path: Path) -> None:
    """Upright business cards and a template that lies: that no text fits is but what comes of it.
    Both ways of the remedy mend it."""
    body = '<rect x="-9" y="-9" width="120" height="120" fill="#fff"/>{{ text_box(card.name, 8, 8, 72, 9, size=11) }}'
    face = svg(body, 88.9, 50.8)
    deck = "size: {}\ntemplate: card.svg\ncards:\n  - {{id: one, name: A name that takes all of the width of a business card}}\n"
    root = write_project(tmp_path, {"main": deck.format("business")}, {"card.svg": face})
    for command in (("build", "--paper", "a4"), ("validate",)):
        lines = [
            line for line in run(*command, project=root).stderr.splitlines() if "main.yaml" in line
        ]
        assert 1 == len(lines)
        assert "main.yaml:1:1: " in lines[0]
        assert "which is not the shape of the deck's size" in lines[0]
        assert "write  size: business landscape, or draw the template the other way up" in lines[0]
    size = re.search(r"write  size: ([\w ]+), or", lines[0])
    assert size
    write_project(tmp_path, {"main": deck.format(size[1])})
    (root / "templates/card.svg").write_text(face)
    assert 0 == run("build", "--paper", "a4", project=root).exit_code


def test_what_is_moved_as_it_says_is_safe(tmp_path: Path) -> None:
    """By what the worst of many cards needs."""
    (line,) = told(project(tmp_path / "a", NEAR), "validate")
    moved = re.search(r"move it ([\d.]+) mm inward", line)
    assert moved
    assert [] == told(
        project(tmp_path / "b", NEAR.replace("name, 1,", f"name, {1 + float(moved[1])},")),
        "validate",
    )


def test_a_box_that_hangs_over_the_cut_is_not_told_to_be_a_box(tmp_path: Path) -> None:
    (line,) = told(
        project(tmp_path, "{{ text_box(card.effect, 5, 5, 90, 60, size=9) }}"), "validate"
    )
    assert "card.effect reaches " in line
    assert (
        "its box, or the frame that was drawn for it, hangs over the cut: make that narrower, or move it inward"
        in line
    )
    assert "set it with text_box" not in line


def test_a_figure_that_lies_elsewhere_is_told_with_the_key(tmp_path: Path) -> None:
    """Its whole path, and what names its folder; that is followed, and it is found."""
    figure = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><rect width="100" height="50"/></svg>'
    files = {"card_data/sweets/rulebook.md": "## Play\n\n{{ figure('table', alt='A table') }}\n"}
    root = write_project(tmp_path, files=files)
    said = run("validate", project=root).stderr
    assert re.search(
        r"draw templates/[\w-]+/table\.svg, or name the folder it lies in:  rulebook: \{templates: FOLDER\}  in game.yaml",
        said,
    )
    (root / "templates/my/book").mkdir(parents=True)
    (root / "templates/my/book/table.svg").write_text(figure)
    said = run("validate", project=root).stderr
    key = re.search(
        r"one lies in templates/my/book/: write  (rulebook: \{templates: my/book\})  in game\.yaml",
        said,
    )
    assert key
    with (root / "card_data/sweets/game.yaml").open("a") as game:
        game.write(f"{key[1]}\n")
    assert "unknown-figure" not in run("validate", project=root).codes


def test_a_tag_that_is_never_closed_is_told_once(tmp_path: Path) -> None:
    """Though the line on which a card ends differs from card to card."""
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">\n{% if card.id == "c3" %}\n<g/>\n\n{% endif %}\n'
    root = project(tmp_path, "")
    (root / "templates/card.svg").write_text(face)
    (line,) = told(root, "validate")
    assert 'card "c0" and 39 more: it is not well-formed XML: ' in line


def test_editions_are_told_once_for_a_place(tmp_path: Path) -> None:
    """Whatever name each of them prints there."""
    root = project(
        tmp_path, "{{ text_box(card.name ~ ' ' ~ edition.guest, 1, 10, 40, 8) }}", count=5
    )
    (root / "card_data/sweets/editions.yaml").write_text(
        "fields: {guest: text}\nexample: {guest: Somebody}\n"
    )
    (root / "guests.csv").write_text("id,guest\na,Moth\nb,Wren\n")
    result = run(
        "build", "sweets", "--paper", "a4", "--editions", str(root / "guests.csv"), project=root
    )
    (line,) = (line for line in result.stderr.splitlines() if line.endswith("[safe-zone]"))
    assert "card.svg:3: warning: all 5 cards (c0, c1, c2 and 2 more): its text stands " in line
