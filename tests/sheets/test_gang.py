"""Decks of one size and back on common sheets, and the gutter that opens where cards would touch
whose borders differ."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import run, svg, text, text_of, words_of, write_project
from test_pages import MARK, behind_each_other, read

SIZE = "size: 60mm x 80mm\ntemplate: card.svg\n"
FACE = svg(
    '<text x="12" y="24" font-family="Nunito" font-weight="600" font-size="4">{{ card.id }}</text>'
)
BEHIND = FACE.replace('x="12"', 'x="48"').replace("{{ card.id }}", "q99q")
"""Its text begins behind where that of the face does."""
BACKS = {
    "back.svg": svg(text("a back")),
    "behind.svg": BEHIND,
    "other.svg": svg(text("another")),
    "own.svg": svg(text("{{ card.id[1] }}")),
}


def deck(prefix: str, count: int, back: str = "back.svg", copies: int = 1) -> str:
    cards = "".join(
        f"  - {{id: q{prefix}{number}q, copies: {copies}}}\n" for number in range(count)
    )
    return f"{SIZE}title: {prefix}\n" + (f"back: {back}\n" if back else "") + f"cards:\n{cards}"


def project(root: Path, decks: dict[str, str]) -> Path:
    return write_project(root, decks, {"card.svg": FACE, **BACKS})


def ids(path: Path) -> Counter[str]:
    return Counter(found for page in text_of(path) for found in MARK.findall(page))


def test_decks_of_one_size_and_back_share(tmp_path: Path) -> None:
    """Four and five cards on one sheet instead of two; the deck with another back stays apart; what
    is saved is said."""
    root = project(
        tmp_path, {"alpha": deck("1", 4), "beta": deck("2", 5), "gamma": deck("3", 2, "other.svg")}
    )
    result = run("build", "--share", "--paper", "a4", project=root)
    assert 0 == result.exit_code
    assert (
        "note: shared-60x80mm needs 1 sheet of a4 instead of 2: 1 saved: alpha, beta"
        in result.stderr
    )
    folder = root / "output/sweets"
    assert {"shared-60x80mm-a4.pdf", "gamma-a4.pdf", "all-a4.pdf"} <= {
        path.name for path in folder.iterdir()
    }
    assert not {"alpha-a4.pdf", "beta-a4.pdf"} & {path.name for path in folder.iterdir()}
    front, back = text_of(folder / "shared-60x80mm-a4.pdf")
    assert "Sweets · 1 + 2 · sheet 1 of 1 · front" in front
    assert 9 == back.count("a back")
    assert ids(folder / "all-a4.pdf") == Counter(
        [*(f"q1{n}q" for n in range(4)), *(f"q2{n}q" for n in range(5)), "q30q", "q31q"]
    )


def test_decks_that_fill_a_part_of_a_sheet_share_as_well(tmp_path: Path) -> None:
    """Apart each has fewer cards to a sheet, and more bleed; together they fill one, which is what
    is counted."""
    poker = "size: poker\ntemplate: card.svg\nback: back.svg\ncards:\n"
    face = svg(text("x"), 63.5, 88.9)
    decks = {
        name: f"title: {name}\n{poker}  - {{id: {name}, copies: {count}}}\n"
        for name, count in (("one", 4), ("two", 5), ("six", 9))
    }
    root = write_project(tmp_path, decks, {"card.svg": face, "back.svg": face})
    result = run("build", "--share", "--paper", "letter", project=root)
    assert 0 == result.exit_code
    assert (
        "note: shared-poker needs 2 sheets of letter instead of 3: 1 saved: one, six, two"
        in result.stderr
    )


def test_backs_are_compared_as_they_are_drawn(tmp_path: Path) -> None:
    """One template that shows something of the cards makes two backs; and a card with a back of its
    own keeps its deck apart."""
    own = deck("3", 2).replace("{id: q30q", "{id: q30q, back: other.svg")
    root = project(
        tmp_path,
        {
            "alpha": deck("1", 2, "own.svg"),
            "beta": deck("2", 2, "own.svg"),
            "gamma": own,
            "delta": deck("4", 2),
        },
    )
    assert 0 == run("build", "--share", "--paper", "a4", project=root).exit_code
    assert [] == list((root / "output/sweets").glob("shared*"))


def test_backs_drawn_alike_by_two_templates_are_one(tmp_path: Path) -> None:
    root = project(tmp_path, {"alpha": deck("1", 4), "beta": deck("2", 5, "twin.svg")})
    (root / "templates/twin.svg").write_text(BACKS["back.svg"], "utf-8")
    assert 0 == run("build", "--share", "--paper", "a4", project=root).exit_code
    assert (root / "output/sweets/shared-60x80mm-a4.pdf").is_file()


def test_where_only_fronts_are_printed_the_size_alone_counts(tmp_path: Path) -> None:
    root = project(
        tmp_path,
        {"alpha": deck("1", 4), "beta": deck("2", 5, "other.svg"), "gamma": deck("3", 1, "")},
    )
    assert (
        0 == run("build", "--share", "--layout", "single", "--paper", "a4", project=root).exit_code
    )
    assert 2 == len(text_of(root / "output/sweets/shared-60x80mm-single-a4.pdf"))


def test_what_saves_nothing_is_printed_apart(tmp_path: Path) -> None:
    root = project(tmp_path, {"alpha": deck("1", 9), "beta": deck("2", 9)})
    result = run("build", "--share", "--paper", "a4", project=root)
    assert "shared" not in result.stderr + result.stdout
    assert (root / "output/sweets/alpha-a4.pdf").is_file()


def test_two_sizes_with_two_backs_each(tmp_path: Path) -> None:
    decks = {
        f"{name}{n}": deck(f"{name}{n}", 2, f"{name}.svg")
        for name in ("back", "other")
        for n in (1, 2)
    }
    decks["large"] = deck("9", 1).replace("60mm x 80mm", "62mm x 82.66mm")
    root = project(tmp_path, decks)
    assert 0 == run("build", "--share", "--paper", "a4", project=root).exit_code
    made = {path.name for path in (root / "output/sweets").glob("*-a4.pdf")}
    assert {"shared-60x80mm-a4.pdf", "shared-60x80mm-2-a4.pdf", "large-a4.pdf"} <= made


def test_a_broken_deck_of_a_shared_file_is_named_and_nothing_of_it_is_written(
    tmp_path: Path,
) -> None:
    bad = deck("2", 5).replace("card.svg", "bad.svg")
    root = project(
        tmp_path, {"alpha": deck("1", 4), "beta": bad, "gamma": deck("3", 2, "other.svg")}
    )
    (root / "templates/bad.svg").write_text(svg("{{ nope }}"))
    result = run("build", "--share", "--paper", "a4", project=root)
    assert 2 == result.exit_code
    assert "bad.svg" in result.stderr
    assert [] == list((root / "output/sweets").glob("shared*"))
    assert (root / "output/sweets/gamma-a4.pdf").is_file()


def test_small_pictures_share_nothing(tmp_path: Path) -> None:
    root = project(tmp_path, {"alpha": deck("1", 2)})
    skipped = run("build", "--skip-slots", "1", "--layout", "contact", project=root)
    assert (2, True) == (
        skipped.exit_code,
        skipped.tells("layout-impossible"),
    )
    result = run("build", "--share", "--layout", "contact", project=root)
    assert (2, True) == (result.exit_code, result.tells("layout-impossible"))


@settings(max_examples=6, deadline=None)
@given(
    counts=st.lists(st.integers(1, 11), min_size=2, max_size=4),
    layout=st.sampled_from(["duplex", "gutterfold", "single"]),
)
def test_each_card_is_printed_as_often_as_apart(
    tmp_path_factory: pytest.TempPathFactory, counts: list[int], layout: str
) -> None:
    """However many decks of however many cards: every copy once, backs behind fronts, and never
    more sheets."""
    root = project(
        tmp_path_factory.mktemp("shared"),
        {f"d{n}": deck(str(n), count, "behind.svg") for n, count in enumerate(counts)},
    )
    for words in ([], ["--share"]):
        result = run(
            "build",
            "--paper",
            "a4",
            "--layout",
            layout,
            *words,
            "--out",
            root / f"out{len(words)}",
            project=root,
        )
        assert 0 == result.exit_code, result.stderr
    name = "all-a4.pdf" if layout == "duplex" else f"all-{layout}-a4.pdf"
    apart, shared = (root / f"out{n}/sweets" / name for n in (0, 1))
    assert ids(apart) == ids(shared)
    assert len(text_of(shared)) <= len(text_of(apart))
    if layout == "duplex":
        pages = [
            page._replace(spots=[spot._replace(card="any") for spot in page.spots])
            for page in read(shared)
        ]
        assert all(
            behind_each_other(front, back, "long")
            for front, back in zip(pages[::2], pages[1::2], strict=True)
        )


# -- borders
# --------------------------------------------------------------------------------------------------------------------------

PLAIN = '<rect x="-4" y="-4" width="68" height="88" fill="{}"/><rect x="10" y="10" width="40" height="60" fill="#ffcc00"/>'
BLUE, BROWN = PLAIN.format("#335577"), PLAIN.format("#775533")
MIXED = PLAIN.format("{{ '#335577' if card.id == 'one' else '#aa2222' }}")
HALF = '<rect x="-4" y="-4" width="30" height="88" fill="#000000"/>'


@pytest.mark.parametrize(
    ("face", "back", "words", "says", "pitch"),
    [
        (BLUE, BROWN, ["--bleed", "0"], "", 60.0),
        (MIXED, "", ["--bleed", "0"], "a gutter of 2 mm is left", 62.0),
        (BLUE, HALF, ["--bleed", "0"], "a gutter of 2 mm is left", 62.0),
        (MIXED, "", ["--bleed", "0", "--gutter", "0"], "", 60.0),
        (MIXED, "", ["--bleed", "1"], "", 62.0),
        (
            MIXED,
            "",
            ["--bleed", "0", "--margin", "14.8"],
            "there is no room on a4 for two cuts",
            60.0,
        ),
    ],
)
def test_cards_that_would_touch(
    tmp_path: Path, face: str, back: str, words: list[str], says: str, pitch: float
) -> None:
    """One colour all around: one cut serves two. Borders that differ, on faces or on backs: a
    gutter, if it costs no card."""
    templates = {
        "card.svg": svg(face + FACE[FACE.index("<text") : FACE.index("</svg>")]),
        "back.svg": svg(back),
    }
    cards = "cards:\n  - {id: one, copies: 4}\n  - {id: two, copies: 5}\n"
    write_project(tmp_path, {"main": f"{SIZE}back: back.svg\n{cards}"}, templates)
    result = run("build", "--paper", "a4", *words, project=tmp_path)
    assert 0 == result.exit_code, result.stderr
    assert (says in result.stderr) if says else ("borders" not in result.stderr)
    document = text_of(tmp_path / "output/sweets/main-a4.pdf")
    assert 2 == len(document), "it costs no card"
    xs = sorted(
        {
            round(word.x / (72 / 25.4), 1)
            for word in words_of(tmp_path / "output/sweets/main-a4.pdf")[0]
            if word.text == "one"
        }
    )
    assert xs[1] - xs[0] == pytest.approx(pitch, abs=0.11)


def test_a_narrower_gutter_leaves_the_scale_bar_its_room(tmp_path: Path) -> None:
    """Two millimetres would cost no card, but the name and the bar of every sheet."""
    deck = "size: 63mm x 91mm\ntemplate: card.svg\ncards:\n  - {id: one, copies: 14}\n  - {id: two, copies: 13}\n"
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(MIXED.replace("68", "71").replace("88", "99"), 63, 91)},
    )
    result = run("build", "--bleed", "0", "--paper", "205x290mm", project=root)
    assert 0 == result.exit_code, result.stderr
    assert "a gutter of 1 mm is left between the cards on 205x290mm" in result.stderr
    assert "no room" not in result.stderr
    page = " ".join(text_of(root / "output/sweets/main-205x290mm.pdf")[0].split())
    assert "100 mm" in page
    assert "sheet 1 of 3" in page
