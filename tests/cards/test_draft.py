"""Drafts: everything that can be printed is, what is missing is seen on paper and told, and nothing
else changes."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from briefs import briefs
from operators import operators_of, steps_of
from projects import CARDS, FACE, HEAD, run, svg, text, text_of, whole, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.base.findings import Finding, Place
from cardgen.cards.card_painter import DrawOptions
from cardgen.cards.context import Context
from cardgen.cards.draft import Gap, hatch, literal, summary
from cardgen.cards.parcels import Drawn
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine.typography.markup import parsed
from cardgen.making.open_project import drafted

IMAGE = '<image href="{{ card.art }}" x="5" y="15" width="50" height="30"/>'
ART = svg('<circle cx="5" cy="5" r="4" fill="#cc3344"/>', 10, 10)
KOBOLD = "cards:\n  - {id: kobold, name: Kobold, art: kobold.png}\n"
LONG = "Far too long for so small a box"


def draft(root: Path, *words: str, game: str = "") -> tuple[str, list[str], int]:
    """What a draft of the deck says, the text of its pages, and its exit code."""
    result = run(
        "build", *([game] if game else []), "--draft", "--paper", "a4", *words, project=root
    )
    made = root / "output/sweets/main-a4-draft.pdf"
    return result.stderr, text_of(made) if made.is_file() else [], result.exit_code


def draw(root: Path, **how: bool) -> tuple[list[Drawn], CardFindings]:
    """The cards of the deck `main`, drawn as a draft or in earnest."""
    workshop = cardgen.open_project(root)
    workshop = drafted(workshop) if how.get("draft") else workshop
    ((game, (deck,)),) = workshop.select()
    card_findings = CardFindings()
    context = Context.of(workshop.project, game, workshop.fonts, Cache(None))
    return list(draw_deck(context, deck, card_findings, DrawOptions())), card_findings


# -- what stands on the cards
# ---------------------------------------------------------------------------------------------------------


def test_a_placeholder_stands_in_the_box_of_its_picture(tmp_path: Path) -> None:
    """At the picture's place and of its size, with its name; it is no text of the card's."""
    (drawn,), card_findings = draw(
        write_project(tmp_path, {"main": KOBOLD}, {"card.svg": svg(IMAGE)}), draft=True
    )
    assert drawn.face
    assert not card_findings
    ((name, placeholder),) = drawn.face.forms.items()
    assert (50, 30) == (placeholder.box.width, placeholder.box.height)
    steps = steps_of(drawn.face.content)
    assert ("cm", (1, 0, 0, 1, 5, 15)) == steps[steps.index(("Do", (f"/{name}",))) - 1]
    assert not drawn.face.texts
    assert not placeholder.texts
    assert "".join(
        stands for word in next(iter(placeholder.words.values())) for stands in word.glyphs.values()
    )
    ((gap, cards),) = card_findings.cards_by_gap.items()
    assert ("picture", "kobold.png", ["kobold"]) == (gap.kind, gap.name, cards)
    assert gap.place
    assert "main.yaml:6" in str(gap.place)


@pytest.mark.parametrize(
    ("image", "box"),
    [
        ('x="10%" y="25%" width="50%" height="50%"', (30, 40)),
        ('x="5" y="5" width="12"', (12, 12)),
        ('x="5" y="5"', (20, 20)),
    ],
    ids=["shares of the card", "a width", "no size"],
)
def test_a_picture_that_cannot_be_measured_has_a_box(
    tmp_path: Path, image: str, box: tuple[int, int]
) -> None:
    """Percentages count as they do for pictures; a side that would follow from the picture makes a
    square."""
    (drawn,), _ = draw(
        write_project(
            tmp_path,
            {"main": KOBOLD},
            {"card.svg": svg(f'<image href="{{{{ card.art }}}}" {image}/>')},
        ),
        draft=True,
    )
    assert drawn.face
    (placeholder,) = drawn.face.forms.values()
    assert box == (placeholder.box.width, placeholder.box.height)


@pytest.mark.parametrize(
    ("fields", "template", "said", "shown"),
    [
        ("art: kobold.png", IMAGE, "1 picture missing (kobold.png)", "kobold.png"),
        ("art: kobold", IMAGE, "1 picture missing (kobold)", "kobold"),
        ("art: 'a<b> & \"c\".png'", IMAGE, '1 picture missing (a<b> & "c".png)', 'a<b> & "c".png'),
        ("art: 日本.png", IMAGE, "1 picture missing (日本.png)", "??.png"),
        (
            "art: folder/of/many/folders/with/a/very/long/name.png",
            IMAGE,
            "1 picture missing",
            "...any/folders/with/a/very/long/name.png",
        ),
        ("art: odd", IMAGE, "1 picture that cannot be drawn (odd)", "odd"),
        ("art: torn.png", IMAGE, "1 picture that cannot be drawn (torn.png)", "torn.png"),
        ("art: nested", IMAGE, "1 picture that cannot be drawn (nested)", "nested"),
        ("name: A", IMAGE, "1 card without art", "no art"),
        (
            "name: A",
            '<image href="https://x.org/a.png" width="40" height="40"/>',
            "1 picture missing (https://x.org/a.png)",
            "https://x.org/a.png",
        ),
        (
            "name: A",
            '<image href="data:image/png;base64,AA" width="40" height="40"/>',
            "1 picture that cannot be drawn",
            "...",
        ),
        (
            "name: A",
            "{{ text_box('Pay {taler} or **{obol}**', 5, 5, 50, 9) }}",
            "2 icons missing (taler, obol)",
            "Pay {taler} or {obol}",
        ),
        (
            "name: A",
            "{{ text_box('Pay {{taler}} or {taler}', 5, 5, 50, 9) }}",
            "1 icon missing (taler)",
            "Pay {taler} or {taler}",
        ),
        (
            "name: A",
            "{{ text_box('To arms', 5, 5, 50, 9, font='Nowhere') }}",
            "1 font missing (Nowhere)",
            "To arms",
        ),
        (
            "name: A",
            text("To arms").replace("Nunito", "Nowhere"),
            "1 font missing (Nowhere)",
            "To arms",
        ),
        (
            "name: A",
            "{{ text_box('Sun 日', 5, 5, 50, 9) }}",
            "1 text with letters that no font has",
            "Sun ?",
        ),
        ("name: A", text("Sun 日"), "1 text with letters that no font has", "Sun ?"),
        (
            "name: A",
            "{{ text_box('Open { brace {taler}', 5, 5, 50, 9) }}",
            "1 icon missing (taler), 1 text with stray braces",
            "Open { brace {taler}",
        ),
        (
            "name: A",
            f"{{{{ text_box('{LONG}', 5, 5, 12, 4, size=9) }}}}",
            "1 text too long",
            "small a",
        ),
        ("name: Aha", "{{ card.nope }}", "1 card not drawn", "Aha"),
        ("name: Aha", "<foreignObject/>", "1 card not drawn", "<foreignObject> is not drawn here"),
        ("name: Aha", "<rect>", "1 card not drawn", "Aha"),
        ("name: Aha", r'{{ "\ud800" }}', "1 card not drawn", "half a character"),
        (
            "name: Aha, template: later.svg",
            "",
            "1 card not drawn",
            'no template is called "later.svg"',
        ),
    ],
)
def test_what_is_missing_is_printed_and_told(
    tmp_path: Path, fields: str, template: str, said: str, shown: str
) -> None:
    """Each kind of gap: what the summary calls it, and what the card shows in its stead. Without
    --draft the card is refused."""
    files = {
        "art/odd.svg": svg("<foreignObject/>", 9, 9),
        "art/torn.png": "no picture at all",
        "art/nested.svg": svg('<image href="gone.png" width="9" height="9"/>', 9, 9),
    }
    root = write_project(
        tmp_path,
        {"main": f"cards:\n  - {{id: a, {fields}}}\n"},
        {"card.svg": svg(template)},
        files={f"card_data/sweets/{k}": v for k, v in files.items()},
    )
    told, pages, code = draft(root)
    assert 0 == code, told
    assert f"note: draft: {said}" in told.replace("\n", " ")
    assert "error" not in told
    assert shown in " ".join(pages[0].split())
    assert whole(root / "output/sweets/main-a4-draft.pdf")
    if fields != "name: A" or template != IMAGE:  # an empty picture is nothing wrong
        assert 2 == run("build", "--paper", "a4", project=root).exit_code
        assert not (root / "output/sweets/main-a4.pdf").exists()


def test_a_text_that_is_too_long_is_set_at_its_smallest_size_and_hatched(tmp_path: Path) -> None:
    """All of its words, in the least size, on lines at 45 degrees that stay within the box; a text
    that fits has none."""
    body = f"{{{{ text_box('{LONG}', 5, 6, 12, 4, size=9, min_size=7) }}}}{{{{ text_box('Fits', 5, 60, 30, 9) }}}}"
    (drawn, *_), card_findings = draw(
        write_project(tmp_path, templates={"card.svg": svg(body)}), draft=True
    )
    assert drawn.face
    words = " ".join(mark.text for mark in drawn.face.texts)
    assert [f"{LONG} Fits", 7] == [words, round(drawn.face.texts[0].size / 25.4 * 72, 3)]
    assert 1 == operators_of(drawn.face.content)["RG", (0.8196, 0, 0.4235)]
    (gap,) = card_findings.merged_gaps()
    assert ("text", ("one", "two", "three")) == (gap.kind, gap.cards)


@pytest.mark.parametrize("box", [(5, 6, 12, 4), (0, 0, 3, 30), (1, 1, 1, 1), (0, 0, 1e6, 1e6)])
def test_a_hatch_stays_in_its_box(box: tuple[float, float, float, float]) -> None:
    """Every end of a line lies on the box's edge, and there are no more lines than one draws."""
    *_, width, height = box
    drawn = hatch(*box, 2.5)
    assert f"translate({box[0]:.4f} {box[1]:.4f}) scale(0.400000)" in drawn
    x = y = 0
    path = drawn.partition('d="')[2].partition("M0 0h")[0]
    ends = [
        tuple(map(float, end.split())) for line in path.split("M")[1:] for end in line.split("L")
    ]
    assert len(ends) <= 800
    for across, down in ends:
        assert x <= across <= x + width + 0.001
        assert y <= down <= y + height + 0.001
        assert (
            min(abs(across - x), abs(across - x - width), abs(down - y), abs(down - y - height))
            < 0.002
        )
    for (x1, y1), (x2, y2) in zip(ends[::2], ends[1::2], strict=True):
        assert abs((x1 - x2) + (y1 - y2)) < 0.005


def test_a_named_object_has_a_placeholder_too(tmp_path: Path) -> None:
    """Of a template that was drawn: its picture, and its text."""
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 60 80">'
        '<rect inkscape:label="image:card.art slice" x="5" y="5" width="50" height="30"/>'
        '<g inkscape:label="text:card.name"><rect x="5" y="40" width="9" height="4"/>'
        '<text x="5" y="43" font-family="Nunito" font-size="4">Sample</text></g></svg>'
    )
    root = write_project(
        tmp_path, {"main": KOBOLD.replace("name: Kobold", f"name: {LONG}")}, {"card.svg": drawn}
    )
    said, texts, code = draft(root)
    assert 0 == code
    assert "draft: 1 picture missing (kobold.png), 1 text too long" in said
    assert "kobold.png" in texts[0]


def test_a_placeholder_is_no_text_to_be_checked(tmp_path: Path) -> None:
    """Its name may be small, or reach over the cut, with the picture it stands for."""
    body = '<image href="a-small-one.png" x="-2" y="-2" width="14" height="6"/><image href="b.png" x="20" y="20" width="2" height="1"/>'
    told, _, code = draft(
        write_project(tmp_path, {"main": "cards:\n  - {id: a}\n"}, {"card.svg": svg(body)})
    )
    assert 0 == code
    assert "2 pictures missing" in told
    assert "[safe-zone]" not in told
    assert "[text-size]" not in told


def test_cards_that_lack_nothing_are_as_they_print(tmp_path: Path) -> None:
    """The same drawings, be it a draft or not."""
    root = write_project(
        tmp_path,
        templates={
            "card.svg": svg(
                text("{{ card.name }}") + '<image href="star.svg" width="9" height="9"/>'
            )
        },
    )
    (root / "templates/icons").mkdir()
    (root / "templates/icons/star.svg").write_text(ART, "utf-8")
    names = [
        [
            (each.face.name, each.back.name)
            for each in draw(root, draft=how)[0]
            if each.face and each.back
        ]
        for how in (True, False)
    ]
    assert names[0] == names[1]
    assert len(names[0]) == 3
    assert "note: draft: nothing is missing" in draft(root)[0]


def test_a_back_that_cannot_be_drawn_is_one_placeholder(tmp_path: Path) -> None:
    root = write_project(tmp_path, templates={"back.svg": svg("{{ nope }}")})
    drawn, card_findings = draw(root, draft=True)
    assert 1 == len({each.back.name for each in drawn if each.back})
    assert all(each.back for each in drawn)
    ((gap, cards),) = card_findings.cards_by_gap.items()
    assert ("back", "back.svg", ["one", "two", "three"]) == (gap.kind, gap.name, cards)
    told, pages, code = draft(root)
    assert 0 == code
    assert "1 back not drawn (back.svg)" in told
    assert "Main" in pages[1]


def test_what_many_cards_lack_is_told_once_with_them(tmp_path: Path) -> None:
    """Also where it is drawn once for all of them, in a group that repeats; in the template's own
    line."""
    frame = (
        "<g>"
        + '<rect width="1" height="1"/>' * 30
        + '<image href="frame.png" width="20" height="20"/></g>'
    )
    told, _, code = draft(
        write_project(
            tmp_path, {"main": ""}, {"card.svg": svg("\n" + frame + text("{{ card.name }}"))}
        )
    )
    assert 0 == code
    assert 1 == told.count('"frame.png"')
    assert 'card.svg:3: warning: card "one" and 2 more: ' in told


# -- what is told
# ---------------------------------------------------------------------------------------------------------------------


def test_a_summary_counts_each_thing_once() -> None:
    def gap(kind: str, name: str = "", cards: tuple[str, ...] = ("a",), what: str = "") -> Gap:
        return Gap("art-refused", what or name, "", None, kind, name, cards)

    pictures = [
        ("g/d", gap("picture", name)) for name in ("1.png", "2.png", "1.png", "3.png", "4.png")
    ]
    others = [
        ("g/d", gap("art", "", ("a", "b"))),
        ("g/e", gap("art", "", ("a",))),
        ("g/d", gap("", "", ("a",), "more of it")),
    ]
    texts = [("g/d", gap("text", what="too long")), ("g/d", gap("text", what="too long, too"))]
    assert (
        "draft: 4 pictures missing (1.png, 2.png, 3.png, ...), 3 cards without art, 2 texts too long"
        == summary([*pictures, *others, *texts])
    )
    assert "draft: nothing is missing" == summary([])


def test_a_gap_stays_one_on_its_way() -> None:
    """When it gets its place, its cards, and goes to another process."""
    gap = (
        Gap.of(Finding("template-value", "no", "do"), "icon", "bat")
        .at(Place(Path("a.yaml"), 3))
        .on_cards(["one", "two"])
    )
    assert gap == pickle.loads(pickle.dumps(gap))  # our own
    assert ('card "one" and 1 more: no', "icon", "bat", ("one", "two")) == (
        gap.what,
        gap.kind,
        gap.name,
        gap.cards,
    )


@pytest.mark.parametrize("said", ["a{b}c", "**a** *b*", "{{x}}", "\\{", "a\\b", "plain"])
def test_a_literal_text_prints_as_it_stands(said: str) -> None:
    spans, problems = parsed(literal(said))
    assert not problems
    assert said == "".join(span.text for span in spans[0])


# -- the run
# --------------------------------------------------------------------------------------------------------------------------


def test_without_draft_nothing_changes(tmp_path: Path) -> None:
    """A draft takes no other file's place; a build before and after it writes the same bytes."""
    files = {"card_data/sweets/rulebook.md": "## Goal\n\nHave fun.\n"}
    root = write_project(tmp_path, {"main": CARDS}, {"card.svg": FACE}, files=files)
    assert 0 == run("build", "--paper", "a4", project=root).exit_code
    before = {path.name: path.read_bytes() for path in (root / "output/sweets").iterdir()}
    assert 0 == draft(root)[2]
    made = {path.name for path in (root / "output/sweets").iterdir()} - before.keys()
    stems = ("all-a4", "instructions-a4", "main-a4", "rulebook", "rulebook-a4")
    assert {f"{stem}-draft.pdf" for stem in stems} == made
    assert 0 == run("build", "--paper", "a4", project=root).exit_code
    assert before == {name: (root / "output/sweets" / name).read_bytes() for name in before}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_draft_is_the_same_whoever_draws(tmp_path: Path, jobs: int) -> None:
    cards = "cards:\n" + "".join(
        f"  - {{id: c{n}, art: p{n % 3}.png, text: '{LONG * (n % 2)}'}}\n" for n in range(40)
    )
    head = HEAD + "fields:\n  text: text\n"
    body = svg(IMAGE + "{{ text_box(card.text, 5, 50, 20, 5) }}")
    first = write_project(tmp_path, {"main": head + cards}, {"card.svg": body})
    told, _, code = draft(first, "--jobs", str(jobs))
    assert 0 == code
    assert "note: draft: 3 pictures missing (p0.png, p1.png, p2.png), 20 texts too long" in told
    once = (first / "output/sweets/main-a4-draft.pdf").read_bytes()
    draft(first, "--jobs", str(3 - jobs))
    assert once == (first / "output/sweets/main-a4-draft.pdf").read_bytes()


@pytest.mark.parametrize("layout", ["duplex", "gutterfold", "single", "contact"])
def test_every_sheet_says_that_it_is_a_draft(tmp_path: Path, layout: str) -> None:
    root = write_project(tmp_path, {"main": KOBOLD}, {"card.svg": svg(IMAGE)})
    assert 0 == run("build", "--draft", "--paper", "a4", "--layout", layout, project=root).exit_code
    name = "main" if layout == "duplex" else f"main-{layout}"
    pages = text_of(root / f"output/sweets/{name}-a4-draft.pdf")
    assert pages
    assert all("DRAFT" in page for page in pages)
    assert 2 == run("build", "--paper", "a4", "--layout", layout, project=root).exit_code


def test_a_sheet_without_room_says_so_in_its_margin(tmp_path: Path) -> None:
    root = write_project(tmp_path, {"main": CARDS})
    options = ["--paper", "70x90mm", "--bleed", "0", "--margin", "5"]
    assert 0 == run("build", "--draft", *options, project=root).exit_code
    pages = text_of(root / "output/sweets/main-70x90mm-draft.pdf")
    assert 6 == len(pages)
    assert all("DRAFT" in page and "sheet" not in page for page in pages)


def test_a_draft_speaks_the_language_of_its_game(tmp_path: Path) -> None:
    files = {
        "card_data/sweets/game.de.yaml": "title: Süßes\nwords: {DRAFT: ENTWURF, no art: kein Bild}\n",
        "card_data/sweets/main.de.yaml": "cards:\n  a: {name: Eins}\n",
    }
    root = write_project(
        tmp_path, {"main": "cards:\n  - {id: a}\n"}, {"card.svg": svg(IMAGE)}, files=files
    )
    assert 0 == run("build", "--draft", "--lang", "de", "--paper", "a4", project=root).exit_code
    front = text_of(root / "output/sweets/main-de-a4-draft.pdf")[0]
    assert "ENTWURF · Süßes" in front
    assert "kein Bild" in front
    assert "DRAFT" not in front


def test_rules_and_checks_are_warnings_in_a_draft(tmp_path: Path) -> None:
    """Even a file of rules that cannot be read; a deck that cannot be read is an error, and the
    others are made."""
    rules = "- name: Never\n  says: no card\n  for_each: deck.main\n  require: card.id == 'x'\n"
    root = write_project(
        tmp_path,
        {"main": KOBOLD},
        {"card.svg": svg(IMAGE)},
        files={"card_data/sweets/rules.yaml": "- {nope: 1}\n"},
    )
    told, pages, code = draft(root)
    assert 0 == code, told
    assert pages
    assert "rules.yaml:1" in told
    assert "error:" not in told
    write_project(
        tmp_path,
        {"main": KOBOLD, "other": "cards:\n  - {id: a, nmae: A}\n"},
        files={"card_data/sweets/rules.yaml": rules},
    )
    told, pages, code = draft(root)
    assert 2 == code
    assert pages
    assert 'has no field "nmae"' in told


def test_a_text_beyond_the_cut_is_a_warning_in_a_draft(tmp_path: Path) -> None:
    root = write_project(
        tmp_path,
        {"main": "cards:\n  - {id: a, name: Overboard}\n"},
        {"card.svg": svg(text("{{ card.name }}", x=2))},
    )
    assert 1 == run("build", "--paper", "a4", project=root).exit_code
    told, _, code = draft(root)
    assert 0 == code
    assert "warning:" in told
    assert "[safe-zone]" in told


def test_a_draft_from_python(tmp_path: Path) -> None:
    """The open project stays as it was: what is missing is an error for all but the draft."""
    workshop = cardgen.open_project(
        write_project(tmp_path, {"main": KOBOLD}, {"card.svg": svg(IMAGE)})
    )
    assert ['main.yaml:6:37 file-missing "kobold.png"'] == briefs(workshop.problems)
    report = workshop.build([], cardgen.Options(papers=("a4",), draft=True))
    assert 0 == report.exit_code
    assert not report.problems
    assert "draft-gaps" in [note.code for note in report.notes]
    assert {"main-a4-draft.pdf", "all-a4-draft.pdf", "instructions-a4-draft.pdf"} == {
        path.name for path in report.written
    }
    assert not workshop.project.draft
    assert 2 == workshop.build([], cardgen.Options(papers=("a4",))).exit_code
    assert 2 == workshop.validate().exit_code


def test_pictures_that_a_rulebook_lacks(tmp_path: Path) -> None:
    """Its draft has a box for them, and for the cards that lack theirs; the real book is still
    refused."""
    book = (
        '## Goal\n\nTake {taler} from\n\n{{ row("main/kobold") }}\n\n{{ picture("cover.png") }}\n'
    )
    root = write_project(
        tmp_path,
        {"main": KOBOLD},
        {"card.svg": svg(IMAGE)},
        files={"card_data/sweets/rulebook.md": book},
    )
    for _ in range(2):  # what was made before is made again, or it would not be told
        told, _, code = draft(root)
        assert 0 == code, told
        assert "3 pictures missing (kobold.png, taler, cover.png)" in told
        assert "rulebook.md:3" in told
        assert "rulebook.md:7" in told
    pages = " ".join(text_of(root / "output/sweets/rulebook-draft.pdf"))
    assert "kobold.png" in pages
    assert "cover.png" in pages
    assert 2 == run("build", "--paper", "a4", project=root).exit_code
    assert not (root / "output/sweets/rulebook.pdf").exists()


def test_art_in_a_draft_is_kept_for_no_build(tmp_path: Path) -> None:
    """Art that lacks a part of itself is a placeholder as a whole, and a build refuses it as
    before."""
    files = {
        "card_data/sweets/art/kobold.svg": svg(
            '<rect width="9" height="9"/><image href="gone.png" width="9" height="9"/>', 9, 9
        )
    }
    root = write_project(
        tmp_path, {"main": KOBOLD.replace(".png", "")}, {"card.svg": svg(IMAGE)}, files=files
    )
    for _ in range(2):
        assert "1 picture that cannot be drawn (kobold)" in draft(root)[0]
        result = run("build", "--paper", "a4", project=root)
        assert 2 == result.exit_code
        assert "file-missing" in result.codes
        assert '"gone.png"' in result.stderr


@pytest.mark.parametrize(
    "odd",
    ["\\x0b", "\\ufffe", "\\u202e", "\\u0000", "\\n", "\\t", "<&>]]>", "\\U0001F600", "", " "],
)
@pytest.mark.parametrize(
    "template", ["{{ card.nope }}", IMAGE, "{{ text_box(card.name, 5, 5, 9, 2, font='Nope') }}"]
)
def test_odd_names_stop_no_draft(tmp_path: Path, odd: str, template: str) -> None:
    """Whatever a card or its art is called, there is a placeholder that a reader can open."""
    cards = f'cards:\n  - {{id: a, name: "x{odd}y", art: "x{odd}"}}\n'
    book = f'## Goal\n\n{{{{ picture("x{odd}y") }}}}\n'
    files = {"card_data/sweets/rulebook.md": book.replace("\\U0001F600", "😀")}
    root = write_project(tmp_path, {"main": cards}, {"card.svg": svg(template)}, files=files)
    result = run("build", "--draft", "--paper", "a4", project=root)
    assert result.exit_code in (0, 2)  # YAML, and a book, have their own letters
    assert all(whole(path) for path in (root / "output").rglob("*.pdf"))
    if result.exit_code == 2:
        assert "main.yaml" in result.stderr or "rulebook.md" in result.stderr


@pytest.mark.parametrize(
    "size",
    [
        "width='0.001' height='0.001'",
        "width='1e7' height='1e7'",
        "width='-3' height='3'",
        "width='x' height='3'",
    ],
)
def test_a_box_of_no_use_has_no_placeholder(tmp_path: Path, size: str) -> None:
    root = write_project(
        tmp_path,
        {"main": KOBOLD},
        {"card.svg": svg(f'<image href="{{{{ card.art }}}}" {size}/>' + text("Here"))},
    )
    told, pages, code = draft(root)
    assert 0 == code, told
    assert "kobold.png" not in pages[0]


@pytest.mark.parametrize(
    ("shows", "why"),
    [
        ("{{ card.foo }}", 'it has no "foo"'),
        ('<image href="x.svg" width="9" height="9"/>', "<image>: "),
    ],
)
def test_a_book_goes_without_a_cover_that_cannot_be_drawn(
    tmp_path: Path, shows: str, why: str
) -> None:
    """Be it that its template has a mistake or that its picture is not there; the rest of the book
    is printed."""
    write_project(
        tmp_path,
        templates={"rulebook/cover.svg": svg(shows)},
        files={"card_data/sweets/rulebook.md": "## Aim\n\nEat all.\n"},
    )
    told, _, code = draft(tmp_path)
    assert 0 == code, told
    assert "draft: 1 figure not drawn" in told
    assert 1 == told.count(f'cover.svg:2: warning: the rulebook\'s "cover": {why}')
    assert "Eat all." in "".join(text_of(tmp_path / "output/sweets/rulebook-a4-draft.pdf"))
