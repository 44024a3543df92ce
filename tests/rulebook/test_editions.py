"""The PDFs of a rulebook: links, outline, text, fonts, and how the booklet is made."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from books import complaints, links_of, made, refused, write_book
from projects import (
    GAME,
    objects_of,
    run,
    running_text,
    svg,
    text_of,
    whole,
    words_of,
    write_project,
)

STAR = svg('<path d="M1 1h8v8z" fill="#cc3344"/>', 10, 10)
SAME = "says the same as all the others, only that it says it here, and at some length."
LONG = "\n\n".join(f"Paragraph {number} {SAME}" for number in range(60))
BOOK = f"""A lead of a few words.

## Overview

See [Scoring](#scoring) and [the start](#first-things), or [the web](https://example.com/rules). A [[trick]] is won {{star}}.

### First things

{{{{ row('main/one', 'main/two', captions=['the first', 'the second']) }}}}

1. Do this.
2. Then that.

## Playing

{LONG}

### Scoring

| what | points |
|---|--:|
| [[trick]] | 1 |
| no trick, on page [](#first-things) | 0 |

::: example A round
Somebody wins (see [First things](#first-things)).
:::

::: quick
Fast.
:::
"""
EDITIONS = (
    "rulebook.pdf",
    "rulebook-a4.pdf",
    "rulebook-letter.pdf",
    "rulebook-booklet-a4.pdf",
    "rulebook-booklet-letter.pdf",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All editions of BOOK."""
    root = tmp_path_factory.mktemp("book")
    made(root, BOOK, star=STAR)
    return made(root, BOOK, "--booklet", star=STAR)


def test_the_names_of_the_files(folder: Path) -> None:
    assert sorted(EDITIONS) == sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_is_sound(folder: Path, name: str) -> None:
    """Readable, its fonts embedded, with title and language."""
    path = folder / name
    assert whole(path)
    with pikepdf.open(path) as pdf:
        descriptors = objects_of(pdf, "/Type", "/FontDescriptor")
        assert len(descriptors) >= 2
        assert all("/FontFile2" in descriptor for descriptor in descriptors)
        assert "Sweets: Rulebook" == str(pdf.docinfo.Title)
        assert "en" == str(pdf.Root.Lang)


def test_every_link_lands_on_its_target(folder: Path) -> None:
    """Contents and cross references at the line of the heading they name; the index at the page of
    the term."""
    headings = {
        "Overview",
        "First things",
        "Playing",
        "Scoring",
        "Quick reference",
        "Index of terms",
        "Contents",
    }
    pages = words_of(folder / "rulebook.pdf")
    seen = set()
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        high = float(pdf.pages[0].MediaBox[3])
        links = links_of(pdf)
        for link in links:
            if link.address:
                assert "https://example.com/rules" == link.address
                continue
            # from the index, to a page that shows the term
            if link.top == pytest.approx(high, abs=0.01):
                assert "trick" in " ".join(word.text for word in pages[link.target - 1])
                seen.add("index")
                continue
            below = [
                word
                for word in pages[link.target - 1]
                if link.top - 60 < word.y < link.top and word.text in headings
            ]
            assert below, link
            left, bottom, right, top = link.box
            words = [
                word.text
                for word in pages[link.page - 1]
                if bottom - 2 < word.y < top + 2 and left - 2 < word.x < right + 2
            ]
            named = [heading for heading in headings if any(heading in text for text in words)]
            if named:
                seen.add(named[0])
                assert any(word.text in named for word in below)
    assert {"Overview", "First things", "Playing", "Scoring", "index"} <= seen
    assert any(link.address for link in links)


def test_the_outline_is_that_of_the_headings(folder: Path) -> None:
    with pikepdf.open(folder / "rulebook.pdf") as pdf, pdf.open_outline() as outline:
        title, *chapters = outline.root
        assert "Sweets" == title.title
        assert ["Contents", "Overview", "Playing", "Index of terms", "Quick reference"] == [
            entry.title for entry in chapters
        ]
        assert ["First things"] == [entry.title for entry in chapters[1].children]
        assert ["Scoring"] == [entry.title for entry in chapters[2].children]


def test_chapters_called_like_what_a_book_has_by_itself(tmp_path: Path) -> None:
    """They stand in the contents, and all that refers to them leads to them."""
    names = ("Contents", "Title", "Quick reference", "Index of terms", "Page 2")
    chapters = "\n\n---\n\n".join(f"## {name}\n\n[[Term]] of a chapter." for name in names)
    folder = made(tmp_path, f"{chapters}\n\nSee [the contents](#contents).")
    with pikepdf.open(folder / "rulebook.pdf") as pdf, pdf.open_outline() as outline:
        assert ["Sweets", "Contents", *names, "Index of terms"] == [
            entry.title for entry in outline.root
        ]
        links = [(link.page, link.target) for link in links_of(pdf)]
        assert [(2, page) for page in range(2, 7)] == links[:5]
        assert [(6, 2), *[(6, page) for page in range(2, 7)]] == links[-6:]
        # of the chapter, and of the page for the index
        assert len({link.top for link in links_of(pdf) if link.target == 2}) == 2
    assert "See the contents (page 2)" in " ".join(text_of(folder / "rulebook-a4.pdf")[-1].split())


def test_a_heading_in_another_language_is_found(tmp_path: Path) -> None:
    folder = made(tmp_path, "## Über uns\n\n---\n\n## B\n\n[Über uns](#über-uns)")
    with pikepdf.open(folder / "rulebook.pdf") as pdf:
        assert [(3, 2)] == [(link.page, link.target) for link in links_of(pdf)]


def test_print_names_pages_where_the_screen_has_links(folder: Path) -> None:
    """The number is that of the page, in brackets of its own or within those that are open; where
    a link has no words, it stands for them, on the screen too."""
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        assert links_of(pdf) == [link for link in links_of(pdf) if link.address]
    pages = text_of(folder / "rulebook-a4.pdf")
    scoring = next(number for number, text in enumerate(pages, 1) if "A round" in text)
    first = next(number for number, text in enumerate(pages, 1) if "the second" in text)
    assert f"See Scoring (page {scoring})" in " ".join(" ".join(pages).split())
    assert f"(see First things, page {first})" in " ".join(" ".join(pages).split())
    assert f"no trick, on page {first}" in " ".join(" ".join(pages).split())
    screen = " ".join(" ".join(text_of(folder / "rulebook.pdf")).split())
    assert "(page" not in screen
    assert "no trick, on page 2" in screen


def test_pages_are_numbered_and_headed(folder: Path) -> None:
    """All but the cover: the game at the left of even pages, the chapter at the right of odd
    ones."""
    pages = words_of(folder / "rulebook.pdf")
    for number, words in enumerate(pages[1:], 2):
        lowest, highest = min(words, key=lambda word: word.y), max(words, key=lambda word: word.y)
        assert str(number) == lowest.text
        assert (highest.text == "Sweets") == (number % 2 == 0)


def test_text_reads_in_order(folder: Path) -> None:
    """As the book was written: lead, chapters, list, table, box; each once."""
    for name in EDITIONS[:3]:
        text = running_text(folder / name)
        parts = [
            "A lead",
            "See Scoring",
            "1. Do this",
            "2. Then that",
            "Paragraph 0 ",
            "Paragraph 59 ",
        ]
        parts += ["what points", "Somebody wins", "Fast."]
        places = [text.find(part) for part in parts]
        assert -1 not in places, name
        assert all(one < other for one, other in pairwise(places)), name


def test_words_are_kerned_and_read_back_whole(tmp_path: Path) -> None:
    """Ligatures and kerned pairs come out of the file as they were typed."""
    folder = made(tmp_path, "## Rules\n\nThe office AVATAR Tofu fifth waffle.\n")
    assert "The office AVATAR Tofu fifth waffle." in " ".join(text_of(folder / "rulebook.pdf"))


def test_the_index_names_the_pages_of_a_term(folder: Path) -> None:
    pages = text_of(folder / "rulebook.pdf")
    plain = [" ".join(text.split()) for text in pages]
    shown = [
        number
        for number, text in enumerate(plain, 1)
        if "A trick is won" in text or "what points" in text
    ]
    index = next(
        " ".join(text.split())
        for text in pages
        if "Index of terms" in text and "Contents" not in text
    )
    assert 2 == len(shown)
    assert f"trick {shown[0]}, {shown[1]}" in index


def test_the_same_book_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    made(tmp_path, BOOK, star=STAR)
    again = made(tmp_path, BOOK, "--booklet", star=STAR)
    for name in EDITIONS:
        assert (folder / name).read_bytes() == (again / name).read_bytes(), name


def test_cards_are_the_drawings_that_print(folder: Path) -> None:
    """A card's text can be found in the book, however small it is shown."""
    assert "One" in " ".join(text_of(folder / "rulebook.pdf"))


def test_a_card_shown_often_is_written_once(tmp_path: Path) -> None:
    """Its drawing, wherever it stands; what a screen reader is told stands with each, but not in
    the booklet, where nothing is. Margins, which each page has of its own, are left empty here."""
    sizes, drawings = [], []
    margins = tmp_path / "templates/rulebook/page.svg"
    margins.parent.mkdir(parents=True)
    as_large = 'viewBox="0 0 {{ card.width }} {{ card.height }}"'
    margins.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {as_large}/>', encoding="utf-8")
    for book in (
        "{{ card('main/one') }}\n",
        "{{ row('main/one', 'main/one', 'main/one') }}\n\n" * 8,
    ):
        folder = made(tmp_path, f"## A\n\n{book}", "--booklet", "--paper", "a4")
        sizes.append((folder / "rulebook-booklet-a4.pdf").stat().st_size)
        made(tmp_path, f"## A\n\n{book}")
        with pikepdf.open(folder / "rulebook.pdf") as pdf:
            drawings.append(len(objects_of(pdf, "/Subtype", "/Form")))
    assert sizes[1] - sizes[0] < 4000
    assert drawings[0] == drawings[1]


# -- booklets


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 297, 210), ("letter", 279.4, 215.9)])
def test_booklet_sheets_read_in_order_when_folded(
    folder: Path, paper: str, width: float, height: float
) -> None:
    """The numbers on the printed halves, sheet by sheet: the pages that lie back to back and side
    by side."""
    path = folder / f"rulebook-booklet-{paper}.pdf"
    sides = words_of(path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) % 2 == 0
        assert [pytest.approx(width, abs=0.1), pytest.approx(height, abs=0.1)] == [
            float(v) * 25.4 / 72 for v in pdf.pages[0].MediaBox[2:]
        ]
        assert "/DuplexFlipShortEdge" == str(pdf.Root.ViewerPreferences.Duplex)
    total = 2 * len(sides)
    middle = width * 72 / 25.4 / 2
    for place, words in enumerate(sides):
        halves = [[word for word in words if (word.x < middle) == left] for left in (True, False)]
        low, high = place + 1, total - place
        expected = (high, low) if place % 2 == 0 else (low, high)
        for half, number in zip(halves, expected, strict=True):
            if half and number > 1:
                shown = min(half, key=lambda word: word.y).text
                # the last page keeps its own number behind blanks
                assert str(number) == shown or number == total


def test_a_title_longer_than_its_page_is_cut_short_in_heads_and_at_the_edge(tmp_path: Path) -> None:
    """The heading itself has as many lines as it needs; above it and at the outer edge no letter
    leaves the paper."""
    title = " ".join(["Of many words and then of some more"] * 8)
    folder = made(tmp_path, f"## {title}\n\nA.\n\n---\n\nB.\n\n---\n\nC.\n")
    with pikepdf.open(folder / "rulebook-a4.pdf") as pdf:
        height = float(pdf.pages[0].MediaBox[3])
    document = pypdfium2.PdfDocument(folder / "rulebook-a4.pdf")
    try:
        for number in range(2, len(document)):
            text = document[number].get_textpage()
            boxes = [text.get_charbox(index) for index in range(text.count_chars())]
            said = text.get_text_bounded()
            text.close()
            assert said.count("...") >= 1, said
            assert all(0 <= low and high <= height for _, low, _, high in boxes)
    finally:
        document.close()


def test_blanks_stand_before_the_back_cover(tmp_path: Path) -> None:
    """A book of five pages in a booklet of eight: the quick reference is on the outside, at the
    left of the first sheet's front."""
    book = "## A\n\n---\n\nB\n\n---\n\nC\n\n::: quick\nFast.\n:::\n"
    folder = made(tmp_path, book, "--booklet", "--paper", "a4")
    sides = words_of(folder / "rulebook-booklet-a4.pdf")
    assert 4 == len(sides)
    assert "Fast." in {word.text for word in sides[0] if word.x < 420}


def test_a_book_too_long_for_a_booklet_is_refused(tmp_path: Path) -> None:
    write_book(tmp_path, "## A\n\n" + "x\n\n---\n\n" * 70)
    result = run("rulebook", "--booklet", project=tmp_path)
    assert 2 == result.exit_code
    assert "a booklet has 1 to 64 pages" in result.stderr
    assert 0 == run("rulebook", project=tmp_path).exit_code


# -- the commands


def test_build_makes_the_rulebooks_too(tmp_path: Path) -> None:
    """Of whole games, in the layout that prints; not where only some cards or another layout are
    asked for."""
    write_book(tmp_path, "## A\n\nB\n")
    assert 0 == run("build", project=tmp_path).exit_code
    assert {"rulebook.pdf", "rulebook-a4.pdf", "rulebook-letter.pdf"} <= {
        path.name for path in (tmp_path / "output/sweets").iterdir()
    }
    for words in (["--layout", "contact"], ["--cards", "one"], ["--layout", "single"]):
        assert 0 == run("build", *words, "--out", tmp_path / "some", project=tmp_path).exit_code
    assert not list((tmp_path / "some").rglob("rulebook*"))


def test_a_book_that_was_kept_has_the_date_of_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_book(tmp_path, "## A\n\nB\n")
    for seconds, date in (("1700000000", "20231114"), ("1800000000", "20270115")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
        assert 0 == run("rulebook", project=tmp_path).exit_code
        for file in ("rulebook.pdf", "rulebook-a4.pdf"):
            with pikepdf.open(tmp_path / "output/sweets" / file) as pdf:
                assert date in str(pdf.docinfo["/CreationDate"])


def test_a_missing_rulebook_is_fine(tmp_path: Path) -> None:
    """Unless it is asked for by name."""
    write_project(tmp_path)
    assert 0 == run("build", project=tmp_path).exit_code
    result = run("rulebook", project=tmp_path)
    assert 0 == result.exit_code
    assert result.tells("no game here has a rulebook.md")
    asked = run("rulebook", "sweets", project=tmp_path)
    assert 2 == asked.exit_code
    assert asked.tells("no-rulebook")


def test_a_rulebook_that_is_missing_in_a_language_is_told_as_that(tmp_path: Path) -> None:
    write_project(
        tmp_path,
        files={
            "card_data/sweets/game.de.yaml": "title: Naschwerk\n",
            "card_data/sweets/rulebook.md": "Play.\n",
        },
    )
    result = run("rulebook", "--lang", "de", project=tmp_path)
    assert 0 == result.exit_code
    assert "note: a rulebook was left out: there is no rulebook.de.md: sweets\n" == result.stderr
    asked = run("rulebook", "sweets", "--lang", "de", project=tmp_path)
    assert 2 == asked.exit_code
    assert "sweets has no rulebook in this language; write one as" in asked.stderr
    assert "rulebook.de.md" in asked.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sweeets"], 'unknown-game "sweeets" -> "sweets"'),
        (["sweets/main"], '"sweets/main" names a deck'),
        (["--paper", "a44"], 'unknown-paper "a44" -> "a4"'),
        (["--paper", "80x100mm"], "a rulebook cannot be set on pages of 80 x 100 mm"),
    ],
)
def test_calls_that_cannot_be(tmp_path: Path, words: list[str], expected: str) -> None:
    result = run("rulebook", *words, project=write_book(tmp_path, "## A\n\nB\n"))
    assert 2 == result.exit_code
    assert result.tells(expected)


@pytest.mark.parametrize(
    "book",
    [
        "",
        "   \n",
        "---\n",
        "## A",
        "::: quick\nx\n:::",
        "Only a lead.",
        "## A\n\n---\n\n---\n\n---\n\nB",
    ],
)
def test_odd_books_come_out(tmp_path: Path, book: str) -> None:
    """Empty ones, ones of breaks alone: a cover at least."""
    folder = made(tmp_path, book)
    text = " ".join(text_of(folder / "rulebook.pdf"))
    assert "Sweets" in text


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        (
            "designer: A. N. Other\nversion: 2\n",
            "Credits Sweets was designed by A. N. Other. Version 2.",
        ),
        ("designer: A. N. Other\n", "Credits Sweets was designed by A. N. Other."),
        (
            "designer: A. N. Other\ncredits: Yours to share.\n",
            "Credits Sweets was designed by A. N. Other. Yours to share.",
        ),
        ("credits: Yours to share.\n", "Credits Yours to share."),
        ("", ""),
    ],
)
def test_the_credits_say_what_the_game_says_and_no_more(
    tmp_path: Path, says: str, expected: str
) -> None:
    """Its designer and its own words: nobody's game becomes a fan edition by itself."""
    write_project(tmp_path, game=GAME + says, files={"card_data/sweets/rulebook.md": "## A\n\nB\n"})
    assert 0 == run("rulebook", project=tmp_path).exit_code
    text = running_text(tmp_path / "output/sweets/rulebook.pdf")
    assert expected in text
    assert bool(expected) == ("Credits" in text)
    assert "fan edition" not in text


def test_what_has_no_room_in_a_column_is_parted_at_a_typed_space(tmp_path: Path) -> None:
    row = "|" + " abricotier ? |" * 6 + "\n"
    folder = made(tmp_path, f"## A\n\n{row}|{'---|' * 6}\n{row}", "--paper", "a5")
    (book,) = folder.glob("*a5*.pdf")
    assert 12 == " ".join(text_of(book)).count("abricotier")


def test_a_table_gives_up_air_before_a_word_sticks_out(tmp_path: Path) -> None:
    """In the narrowest edition; where it has room, its cells keep all of it."""
    row = "|" + " Riesenriegel |" * 6 + "\n"
    folder = made(tmp_path, f"## A\n\n{row}|{'---|' * 6}\n{row}", "--paper", "letter", "--booklet")
    (book,) = folder.glob("*booklet*.pdf")
    assert 12 == " ".join(text_of(book)).count("Riesenriegel")


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        ("## A\n\nOne 漢 sign", 'rulebook.md:3 glyph-missing "漢" 2 2'),
        ("## A\n\n" + "w" * 300, "wider than its place in the rulebook"),
        (
            "## A\n\n|" + " wwwwwwwwwwwwww |" * 12 + "\n|" + "---|" * 12 + "\n",
            "wider than its place in the rulebook",
        ),
    ],
)
def test_what_cannot_be_set_is_refused(tmp_path: Path, book: str, expected: str) -> None:
    """Once, though several editions meet it."""
    result = run("rulebook", "--paper", "a4", project=write_book(tmp_path, book))
    assert 2 == result.exit_code
    assert result.tells(expected), result.briefs


def test_a_word_too_wide_for_several_editions_is_told_once_with_them(tmp_path: Path) -> None:
    """The worst of them first, and the remedy is one that works."""
    long, divided = "Donau" * 14, "Donau&shy;" * 14
    root = write_book(tmp_path, f"## A\n\nThe {long} pays.")
    result = run("rulebook", "--paper", "a5,a6", project=root)
    (told,) = [line for line in result.stderr.splitlines() if "wider" in line]
    assert "mm wider than its place in the rulebook (rulebook-a6.pdf, rulebook" in told
    assert "put a soft hyphen (U+00AD, or &shy;) where it may be divided, shorten it" in told
    made(tmp_path / "mended", f"## A\n\nThe {divided} pays.", "--paper", "a5,a6")


def test_all_characters_that_no_font_has_are_told_at_once(tmp_path: Path) -> None:
    """With the lines that they stand in."""
    told = [
        line
        for line in complaints(tmp_path, "## A\n\nOne 漢 sign,\n**and 字 more** 🎲.")
        if "no font has" in line
    ]
    assert {("3", "漢"), ("4", "字"), ("4", "🎲")} == {
        (line.partition(":")[0], line.split('"')[1]) for line in told
    }
    assert 3 == len(told)


def test_a_book_in_a_script_that_no_font_has_is_one_message(tmp_path: Path) -> None:
    """It was a line for each character, in each of them."""
    told = refused(tmp_path, "## A\n\nOne 漢 sign,\n\nand 字, 水.\n\n### 火 木\n\nMore.")
    expected = 'rulebook.md:3 glyph-missing "漢" "字" "水" "火" "木" 6728 2 2 5 7'
    assert [expected] == told.briefs
    assert "(also in lines 5, 7); " in told.stderr


def test_a_title_of_its_own_stands_on_the_cover(tmp_path: Path) -> None:
    """As the first heading of a book that was written for GitHub; other heads and the pages' own
    say it, too."""
    pages = text_of(
        made(tmp_path, "# The Owl Book\n\nWho.\n\n## A\n\nB\n\n---\n\n## C\n\nD\n") / "rulebook.pdf"
    )
    assert ("The Owl Book" in pages[0], "Sweets" in pages[0]) == (True, False)
    assert "The Owl Book" in pages[1]


def test_a_book_alone_is_reason_enough_for_a_language(tmp_path: Path) -> None:
    """A game whose cards say little had to have an overlay that said nothing."""
    write_project(tmp_path, files={"card_data/sweets/rulebook.de.md": "## Aufbau\n\nMische.\n"})
    assert 0 == run("rulebook", "sweets", "--lang", "de", project=tmp_path).exit_code
    assert (tmp_path / "output/sweets/rulebook-de.pdf").exists()
    asked = run("rulebook", "sweets", project=tmp_path)
    assert asked.tells("rulebook.md, or say the language of the one that is there: --lang de")
    other = run("rulebook", "sweets", "--lang", "fr", project=tmp_path)
    assert other.tells('unknown-language "fr"')


def test_numbers_of_lists_keep_clear_of_their_words(tmp_path: Path) -> None:
    """Those of three digits and more, too."""
    first = (
        made(tmp_path, "## A\n\n9. nine\n10. ten\n\nThen\n\n998. many\n999. more\n1000. most")
        / "rulebook-a4.pdf"
    )
    said = " ".join(text_of(first)[-1].split())
    assert all(
        f"{number} {word}" in said
        for number, word in (("10.", "ten"), ("998.", "many"), ("1000.", "most"))
    )


@pytest.mark.parametrize(
    "book",
    [
        "## A\n\nx\n\n---\n\n---\n",
        "## A\n\nx\n\n---\n\n---\n\n::: quick\ny\n:::",
        "---\n\n## A\n\nx\n\n---",
    ],
)
def test_ends_of_pages_make_no_empty_ones(tmp_path: Path, book: str) -> None:
    pages = text_of(made(tmp_path, book) / "rulebook.pdf")
    assert 2 + ("quick" in book) == len(pages)


def test_a_letter_that_no_font_has_is_told_once_and_where_it_stands(tmp_path: Path) -> None:
    """A heading is set in the contents and at the top of pages as well."""
    told = complaints(tmp_path, "## One 🎲\n\n## Two\n\n## Three\n\nSee [One](#one).")
    assert ["1"] == [line.partition(":")[0] for line in told if "🎲" in line]


def test_a_picture_too_wide_for_its_line_is_told_as_one(tmp_path: Path) -> None:
    (told,) = complaints(tmp_path, "Words {{ card('main/one', width=300) }}.")[:1]
    assert told.startswith("1: a picture is ")
    assert told.endswith("give it a smaller width")


def test_a_list_on_the_cover_hangs_on_its_bullets(tmp_path: Path) -> None:
    """The words of a cover stand in the middle, and those of its list one below the other."""
    root = write_project(
        tmp_path,
        files={"card_data/sweets/rulebook.md": "# S\n\nFor two.\n\n- qqq a\n- qqq and more\n"},
    )
    done = run("rulebook", "sweets", project=root)
    assert 0 == done.exit_code, done.output
    with pypdfium2.PdfDocument(root / "output/sweets/rulebook.pdf") as pdf:
        text = pdf[0].get_textpage()
        signs = [text.get_text_range(index, 1) for index in range(text.count_chars())]
        lefts = [text.get_charbox(index)[0] for index, sign in enumerate(signs) if sign == "q"]
    assert 6 == len(lefts)
    assert lefts[0] == pytest.approx(lefts[3], abs=0.1)
