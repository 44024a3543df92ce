"""Editions as they are made: a whole file for each, whatever is common drawn once, and a run that
goes on where it was stopped."""

from __future__ import annotations

import csv
import io
import zlib
from pathlib import Path
from typing import Any

import pytest
from projects import FACE, HEAD, run, running_text, svg, text, text_of, whole, write_project

import cardgen
from cardgen.base.cache import Cache
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.making import editions
from cardgen.making.edition_files import EditionMaker
from cardgen.making.ledger import INDEX, LEDGER
from cardgen.making.selection import jobs_of
from cardgen.making.settings import EditionOptions
from cardgen.model.sizes import paper_size
from cardgen.prepress import raster

FORM = "fields: {guest: text}\nexample: {guest: Alma}\nname: edition.guest\n"
DECK = (
    HEAD
    + "cards:\n  - {id: same, name: Same}\n  - {id: hers, template: hers.svg}\n  - {id: also, name: Also}\n"
)
HERS = svg(text("for {{ edition.guest }}"))
GUESTS = "id,guest\na,Anna\nb,Ben\nc,Cleo\n"
LONG = "W" * 60


def project(root: Path, **files: str) -> Path:
    """A game with editions; `files` are by their names: templates, or files of the game."""
    known = {
        "editions.yaml": FORM,
        "guests.csv": GUESTS,
        **{name: words for name, words in files.items() if not name.endswith(".svg")},
    }
    templates = {
        "hers.svg": HERS,
        **{name: words for name, words in files.items() if name.endswith(".svg")},
    }
    deck = known.pop("main.yaml", DECK)
    return write_project(
        root,
        {"main": deck},
        templates,
        files={f"card_data/sweets/{name}": words for name, words in known.items()},
    )


def made(root: Path, *words: str, code: int = 0, table: str = "guests.csv") -> list[str]:
    """The names of the files that a run makes."""
    done = run("build", "sweets", "--paper", "a4", "--editions", table, *words, project=root)
    assert code == done.exit_code, done.output
    return [
        line.split("  ")[0].rpartition("/")[2]
        for line in done.stdout.splitlines()
        if line.endswith("kB)")
    ]


def folder(root: Path) -> Path:
    return root / "output/sweets/editions"


def index(root: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder(root) / INDEX).read_text("utf-8-sig"))))


def said(pdf: Path) -> str:
    return running_text(pdf)


def test_each_row_has_a_file_of_its_own(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert ["anna-a4.pdf", "ben-a4.pdf", "cleo-a4.pdf"] == made(root)
    for name, guest in (("anna", "Anna"), ("ben", "Ben"), ("cleo", "Cleo")):
        pdf = folder(root) / f"{name}-a4.pdf"
        assert whole(pdf)
        assert all(
            words in said(pdf) for words in (f"for {guest}", "Same", "Also", f"Sweets · {guest}")
        )
    assert [("a", "Anna", "2", "anna-a4.pdf", "1", "", "", "")] == [
        tuple(row.values()) for row in index(root)
    ][:1]


def test_the_index_has_the_findings_of_the_run_that_are_not_accepted(tmp_path: Path) -> None:
    found = []
    for name, accept in (("all", ""), ("some", "accept: [bleed-reduced]\n")):
        root = project(tmp_path / name)
        game = root / "card_data/sweets/game.yaml"
        game.write_text(game.read_text("utf-8") + accept, "utf-8")
        words = ("build", "sweets", "--paper", "73.5x98.9mm", "--editions", "guests.csv")
        done = run(*words, project=root)
        rows = [row for row in index(root) if row["code"]]
        assert all(row["problem"] in done.stderr and row["severity"] == "note" for row in rows)
        found.append([row["code"] for row in rows])
        assert (done.tells("note accepted 1")) == bool(accept)
    assert "bleed-reduced" in found[0]
    assert [code for code in found[0] if code != "bleed-reduced"] == found[1]


def test_the_deck_that_is_named_goes_to_a_folder_of_its_own(tmp_path: Path) -> None:
    root = write_project(project(tmp_path), {"main": DECK, "more": ""}, {"hers.svg": HERS}, files={
        "card_data/sweets/editions.yaml": FORM, "card_data/sweets/guests.csv": GUESTS,
    })  # fmt: skip
    done = run("build", "sweets/more", "--paper", "a4", "--editions", "guests.csv", project=root)
    assert 0 == done.exit_code, done.output
    assert ["anna-a4.pdf", "ben-a4.pdf", "cleo-a4.pdf"] == sorted(
        path.name for path in (folder(root) / "more").glob("*.pdf")
    )
    assert "for Anna" not in said(folder(root) / "more/anna-a4.pdf")
    made(root)
    # both decks in one file
    assert all(
        words in said(folder(root) / "anna-a4.pdf")
        for words in ("for Anna", "Same", "One", "Three")
    )


def test_a_plain_build_makes_the_example(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code
    assert "for Alma" in said(root / "output/sweets/main-a4.pdf")


def test_what_an_edition_does_not_change_is_composed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, composed, side = project(tmp_path), list[str](), Composer.side

    def noted(self: Composer, card: Any, template: str) -> Any:
        composed.append(f"{card.id} {template}")
        return side(self, card, template)

    monkeypatch.setattr(Composer, "side", noted)
    made(root)
    once = ["same card.svg", "also card.svg", "same back.svg", "hers back.svg", "also back.svg"]
    assert 3 == composed.count("hers hers.svg")
    assert [] == [each for each in once if composed.count(each) > 1]


SNEAKY = {
    "a macro": (
        {"m.svg": "{% macro g() %}for {{ edition.guest }}{% endmacro %}"},
        "{% import 'm.svg' as m %}{{ m.g() }}",
    ),
    "an imported name": (
        {"m.svg": "{% set g = 'for ' ~ edition.guest %}"},
        "{% import 'm.svg' as m %}{{ m.g }}",
    ),
    "a part": ({"m.svg": "for {{ edition.guest }}"}, "{% include 'm.svg' %}"),
    "a condition": (
        {},
        "{% if edition.guest == 'Ben' %}for Ben{% else %}for {{ edition['guest'] }}{% endif %}",
    ),
    "a filter's expression": (
        {},
        "for {{ ['Anna', 'Ben', 'Cleo'] | select('equalto', edition.guest) | first }}",
    ),
    "an inner expression": (
        {},
        "{{ 'for ' if deck.main | where('edition.guest == \"Ben\"') else 'for  ' }}{{ edition.guest }}",
    ),
}


@pytest.mark.parametrize("where", SNEAKY)
def test_who_asks_for_the_edition_is_noticed_wherever_it_stands(tmp_path: Path, where: str) -> None:
    """Also on the second card that asks, and where a template was imported by an edition before."""
    parts, body = SNEAKY[where]
    root = project(tmp_path, **{"card.svg": svg(text(body)), **parts})
    made(root)
    for name, guest in (("anna", "Anna"), ("ben", "Ben"), ("cleo", "Cleo")):
        assert 3 == said(folder(root) / f"{name}-a4.pdf").replace("  ", " ").count(f"for {guest}")


def test_chance_deals_each_edition_its_own_and_always_the_same(tmp_path: Path) -> None:
    macro = {
        "m.svg": "{% macro g() %}{{ range(100, 200) | list | sample(3) | join('.') }}{% endmacro %}"
    }
    root = project(
        tmp_path, **{"card.svg": svg(text("{% import 'm.svg' as m %}{{ m.g() }}")), **macro}
    )
    made(root)
    first = {path.name: text_of(path)[0].split() for path in folder(root).glob("*.pdf")}
    dealt = [word for words in first.values() for word in words if word.count(".") == 2]
    assert 6 == len(dealt) == len(set(dealt))
    for path in folder(root).glob("*"):
        path.unlink()
    made(root)
    assert first == {path.name: text_of(path)[0].split() for path in folder(root).glob("*.pdf")}
    game = root / "card_data/sweets/game.yaml"
    game.write_text(game.read_text() + "seed: spring\n")
    made(root)
    assert not any(
        word in " ".join(text_of(path)) for path in folder(root).glob("*.pdf") for word in dealt
    )


def test_the_bytes_do_not_depend_on_the_company(tmp_path: Path) -> None:
    """Alone, after others, in another process or in another order: the same files."""
    root = project(tmp_path)
    made(root)
    before = {path.name: path.read_bytes() for path in folder(root).glob("*.pdf")}
    (root / "card_data/sweets/guests.csv").write_text("id,guest\nc,Cleo\na,Anna\n")
    (folder(root) / LEDGER).unlink()
    made(root)
    (root / "card_data/sweets/guests.csv").write_text("id,guest\nb,Ben\n")
    (folder(root) / LEDGER).unlink()
    made(root)
    assert before == {path.name: path.read_bytes() for path in folder(root).glob("*.pdf")}


@pytest.mark.parametrize(
    "words", [(), ("--printer-name", "office", "--flip", "short"), ("--labels", "avery-l7165")]
)
def test_processes_that_share_editions_make_the_same_bytes(
    tmp_path: Path, apart: None, words: tuple[str, ...]
) -> None:
    root = project(tmp_path)
    assert (
        0
        == run(
            "calibrate", "--set", "0.4", "-0.2", "0", "--printer-name", "office", "--flip", "short"
        ).exit_code
    )
    made(root, "--jobs", "1", *words)
    before = {path.name: path.read_bytes() for path in folder(root).glob("*.pdf")}
    (folder(root) / LEDGER).unlink()
    assert 3 == len(made(root, "--jobs", "2", *words))
    assert before == {path.name: path.read_bytes() for path in folder(root).glob("*.pdf")}


# Going on


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    root = project(tmp_path)
    made(root)
    done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
    assert "note: 3 editions of 3 are there already, and stay as they are" in done.stderr
    assert "" == done.stdout


@pytest.mark.parametrize(
    ("change", "again"),
    [
        ("row", ["ben-a4.pdf"]),
        ("new row", ["dora-a4.pdf"]),
        ("template", ["anna-a4.pdf", "ben-a4.pdf", "cleo-a4.pdf"]),
        ("deck", ["anna-a4.pdf", "ben-a4.pdf", "cleo-a4.pdf"]),
        ("option", ["anna-low-a4.pdf", "ben-low-a4.pdf", "cleo-low-a4.pdf"]),
        ("file", ["cleo-a4.pdf"]),
        ("torn file", ["anna-a4.pdf"]),
        ("ledger", ["anna-a4.pdf", "ben-a4.pdf", "cleo-a4.pdf"]),
    ],
)
def test_what_changed_is_made_again_and_nothing_else(
    tmp_path: Path, change: str, again: list[str]
) -> None:
    root = project(tmp_path)
    made(root)
    table, words = root / "card_data/sweets/guests.csv", list[str]()
    match change:
        case "row":
            table.write_text(GUESTS.replace("b,Ben", "b2,Ben"))
        case "new row":
            table.write_text("id,guest\nd,Dora\n" + GUESTS.partition("\n")[2])
        case "template":
            (root / "templates/card.svg").write_text(FACE.replace("name }}", "name }}!"))
        case "deck":
            (root / "card_data/sweets/main.yaml").write_text(DECK.replace("Also", "Too"))
        case "option":
            words = ["--ink", "low"]
        case "file":
            (folder(root) / "cleo-a4.pdf").unlink()
        case "torn file":
            file = folder(root) / "anna-a4.pdf"
            file.write_bytes(file.read_bytes()[:-10])
        case "ledger":
            (folder(root) / LEDGER).write_bytes(b"\xff{nonsense\n[]\n3\n")
    assert again == made(root, *words)


def test_a_run_that_is_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped by Ctrl-C behind any of its files, and in the middle of a line of the ledger."""
    root = project(tmp_path)
    workshop, made_so_far = cardgen.open_project(root), list[str]()

    def wrote(path: Path, about: str) -> None:
        made_so_far.append(path.name)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workshop.editions(
            ["sweets"],
            Path("guests.csv"),
            cardgen.Options(papers=("a4",)),
            cardgen.Report(wrote=wrote),
        )
    assert ["anna-a4.pdf"] == made_so_far
    assert whole(folder(root) / "anna-a4.pdf")
    assert [("anna-a4.pdf", ""), ("", "not made"), ("", "not made")] == [
        (row["file"], row["problem"]) for row in index(root)
    ]
    with (folder(root) / LEDGER).open("ab") as ledger:
        ledger.write(b'{"name": "ben", "key": "12')
    assert ["ben-a4.pdf", "cleo-a4.pdf"] == made(root)
    assert [] == made(root)


def test_a_ledger_that_is_a_link_is_replaced(tmp_path: Path) -> None:
    """A project's output may come from a stranger as well: nothing is written where its links
    lead."""
    root = project(tmp_path / "project")
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("mine\n")
    folder(root).mkdir(parents=True)
    for name in (LEDGER, INDEX):
        (folder(root) / name).symlink_to(elsewhere)
    assert 3 == len(made(root))
    assert "mine\n" == elsewhere.read_text()
    assert not (folder(root) / LEDGER).is_symlink()
    assert [] == made(root)


def test_an_edition_that_fails_names_its_row_and_stops_none_of_the_others(tmp_path: Path) -> None:
    box = svg("{{ text_box(edition.guest, 5, 5, 30, 8, size=12) }}")
    root = project(
        tmp_path,
        **{"hers.svg": box, "guests.csv": f"id,guest\na,Anna\nb,{LONG}\nc,Cleo\nd,{LONG}\n"},
    )
    done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
    assert 2 == done.exit_code
    assert ["anna-a4.pdf", "cleo-a4.pdf"] == sorted(
        path.name for path in folder(root).glob("*.pdf")
    )
    assert 'edition "b" (guests.csv:3) and 1 more: card "hers": the text "WWW' in done.stderr
    problems = {row["edition"]: row["problem"] for row in index(root)}
    assert "does not fit its box" in problems["b"]
    assert "" == problems["a"] == problems["c"]
    (root / "card_data/sweets/guests.csv").write_text("id,guest\na,Anna\nb,Ben\nc,Cleo\n")
    assert ["ben-a4.pdf"] == made(root)


def test_an_edition_whose_work_never_ends_stops_none_of_the_others(
    tmp_path: Path, apart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from processes import APART

    monkeypatch.setitem(APART.__kwdefaults__, "seconds", 0.5)
    endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    hers = svg(
        text("{% if edition.guest == 'Ben' %}" + endless + "{% endif %}for {{ edition.guest }}")
    )
    root = project(tmp_path, **{"hers.svg": hers})
    done = run(
        "build", "sweets", "--paper", "a4", "--editions", "guests.csv", "--jobs", "1", project=root
    )
    assert 2 == done.exit_code
    assert 'edition "b" (guests.csv:3): the template of card "hers" ' in done.stderr
    assert ["expression-failed"] == done.codes
    assert "for Cleo" in said(folder(root) / "cleo-a4.pdf")
    assert ["anna-a4.pdf", "cleo-a4.pdf"] == sorted(
        path.name for path in folder(root).glob("*.pdf")
    )


def test_what_is_found_on_cards_names_whose_they_are(tmp_path: Path) -> None:
    """Once for what all have alike, and once with those who have it for what is their own."""
    small = {
        "hers.svg": svg(text("for you", size=1) + "{{ edition.guest }}"),
        "card.svg": svg(text("{{ card.name }}", size=1)),
    }
    done = run(
        "build",
        "sweets",
        "--paper",
        "a4",
        "--editions",
        "guests.csv",
        "--bundle",
        "2",
        project=project(tmp_path, **small),
    )
    told = [
        line.partition("warning: ")[2] for line in done.stderr.splitlines() if "[text-size]" in line
    ]
    alike, own = sorted(told)
    assert alike.startswith("2 of 3 cards (same, also): card.name is 2.8 pt tall")
    assert own.startswith(
        'edition "a" and 2 more: card "hers", face: the text "for you" is 2.8 pt tall'
    )


# What files have in common

FLAT = (
    "fields: {guest: text, meal: text}\nexample: {guest: Alma, meal: fish}\nname: edition.guest\n"
)
MEALS = "id,guest,meal\na,Anna,fish\nb,Ben,cake\nc,Cleo,fish\nd,Dora,cake\n"
SAID = (
    HEAD
    + "fields: {meal: text}\ncards:\n"
    + "".join(f"  - {{id: c{n}, meal: hi}}\n" for n in range(12))
)
MEAL = (
    SAID
    + "  - {id: meal, meal: {expr: edition.meal}}\n  - {id: hers, meal: hi, template: hers.svg}\n"
)
FACES = {
    "card.svg": svg(text("{{ card.name }} {{ card.meal }}")),
    "editions.yaml": FLAT,
    "guests.csv": MEALS,
    "main.yaml": MEAL,
}


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--stamp", "{id} {name}"),
        ("--layout", "gutterfold"),
        ("--layout", "contact"),
        ("--order", "sets"),
    ],
)
def test_a_file_is_the_same_in_whatever_company(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Also where a card that asks for nothing says now this, now that."""
    root = project(tmp_path, **FACES)
    made(root, *words, "--out", str(tmp_path / "all"))
    together = {path.name: path.read_bytes() for path in (tmp_path / "all").rglob("*.pdf")}
    assert 4 == len(together)
    head, *rows = MEALS.splitlines()
    for row in reversed(rows):
        (root / "card_data/sweets/guests.csv").write_text(f"{head}\n{row}\n")
        made(root, *words, "--out", str(tmp_path / "one"))
    assert together == {path.name: path.read_bytes() for path in (tmp_path / "one").rglob("*.pdf")}
    for name, data in together.items():
        assert whole(tmp_path / "all/sweets/editions" / name), data[:20]


def test_what_files_have_in_common_is_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, really = list[bytes](), zlib.compress
    monkeypatch.setattr(
        "cardgen.engine.graphics.pdf.zlib.compress",
        lambda data, level: packed.append(bytes(data)) or really(data, level),
    )
    made(project(tmp_path, **{**FACES, "guests.csv": MEALS.replace("cake", "fish")}))
    faces = [data for data in packed if b" Tf " in data and b" Do" not in data]
    assert len(faces) == len(set(faces))
    first, *others = [
        (folder(tmp_path) / f"{name}-a4.pdf").read_bytes()
        for name in ("anna", "ben", "cleo", "dora")
    ]
    for other in others:
        alike = next(
            at
            for at, (mine, theirs) in enumerate(zip(first, other, strict=False))
            if mine != theirs
        )
        assert first[:alike].count(b"/Subtype /Form") >= 12


def test_the_letters_of_a_name_are_in_its_file(tmp_path: Path) -> None:
    guests = "id,guest\na,Quixø & Zyß\nb,Jörg\n"
    root = project(tmp_path, **{"guests.csv": guests})
    for name, guest in zip(made(root), ("Quixø & Zyß", "Jörg"), strict=True):
        assert f"for {guest}" in said(folder(root) / name)


def test_what_was_left_aside_goes(tmp_path: Path) -> None:
    root = project(tmp_path)
    folder(root).mkdir(parents=True)
    (folder(root) / ".ben-a4.pdf.999999999.part").write_bytes(b"half")
    made(root)
    assert [] == list(folder(root).glob(".*"))


# For a printer


def exported(root: Path, *words: str, code: int = 0) -> dict[str, bytes]:
    """The files of an export of editions, by their names below its folder."""
    done = run("export", "sweets", "--editions", "guests.csv", *words, project=root)
    assert code == done.exit_code, done.output
    home = folder(root) / words[words.index("--printer") + 1]
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("printer", ["images", "offset", "printplaygames"])
def test_a_printer_gets_each_edition(tmp_path: Path, printer: str) -> None:
    """As an export of that edition alone makes it."""
    root = project(tmp_path)
    found = exported(root, "--printer", printer)
    assert {"anna", "ben", "cleo"} == {name.partition("/")[0] for name in found if "/" in name}
    for guest in ("Ben", "Cleo"):
        (root / "card_data/sweets/editions.yaml").write_text(FORM.replace("Alma", guest))
        assert (
            0
            == run(
                "export",
                "sweets",
                "--printer",
                printer,
                "--out",
                str(tmp_path / guest),
                project=root,
            ).exit_code
        )
        alone = {
            path.relative_to(tmp_path / guest / "sweets" / printer): path
            for path in (tmp_path / guest).rglob("*")
            if path.is_file()
        }
        assert alone
        for name, path in alone.items():
            if path.suffix != ".pdf":  # a PDF is called as its edition is
                assert path.read_bytes() == found[f"{guest.lower()}/{name.as_posix()}"], name


def test_what_a_printer_gets_is_told_in_a_line_for_each_edition(tmp_path: Path) -> None:
    """However many pictures that are."""
    root = project(tmp_path, **{"hers.svg": FACE})
    done = run("export", "sweets", "--editions", "guests.csv", "--printer", "screen", project=root)
    told = [line.partition("  ") for line in done.stdout.splitlines()]
    assert [
        (folder(root) / "screen" / guest / "main", "(5 files, 3 cards)")
        for guest in ("anna", "ben", "cleo")
    ] == [(root / path, about) for path, _, about in told]


def test_what_a_printer_has_stays_and_what_changed_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, pages, really = project(tmp_path), list[int](), raster.pictures
    monkeypatch.setattr(
        raster, "pictures", lambda pdf, *more: pages.append(len(made := really(pdf, *more))) or made
    )
    first = exported(root, "--printer", "images")
    assert 3 + 3 == sum(pages)  # the two that are alike, their back, and one for each guest
    (root / "card_data/sweets/guests.csv").write_text(GUESTS.replace("b,Ben", "b2,Ben"))
    pages.clear()
    done = run("export", "sweets", "--editions", "guests.csv", "--printer", "images", project=root)
    assert "2 editions of 3 are there already" in done.stderr
    assert 4 == sum(pages)
    assert {name: data for name, data in first.items() if "/" in name}.items() <= exported(
        root, "--printer", "images"
    ).items()


def test_what_an_edition_has_no_more_goes(tmp_path: Path) -> None:
    root = project(tmp_path)
    before = exported(root, "--printer", "images")
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(deck.read_text().replace("id: also", "id: last"))
    now = exported(root, "--printer", "images")
    assert {
        f"{guest}/main/front/003-also.png" for guest in ("anna", "ben", "cleo")
    } == before.keys() - now.keys()


def test_an_edition_that_a_printer_would_not_take_is_left_out(tmp_path: Path) -> None:
    """One whose art is not there, and one whose card is empty, which is made all the same where
    that is asked for."""
    lacks = svg(
        text("{{ edition.guest }}")
        + "{% if edition.guest == 'Ben' %}<image href='none.svg' width='9' height='9'/>{% endif %}"
    )
    root = project(tmp_path, **{"hers.svg": lacks})
    assert {"anna", "cleo"} == {
        name.partition("/")[0]
        for name in exported(root, "--printer", "images", code=2)
        if "/" in name
    }
    root = project(
        tmp_path / "empty",
        **{
            "hers.svg": svg(
                "{% if edition.guest != 'Ben' %}" + text("{{ edition.guest }}") + "{% endif %}"
            )
        },
    )
    done = run("export", "sweets", "--editions", "guests.csv", "--printer", "images", project=root)
    assert 1 == done.exit_code
    assert 'edition "b": card "hers", face: nothing is printed on it' in done.stderr
    assert ["anna", "cleo"] == sorted(
        path.name for path in (folder(root) / "images").iterdir() if path.is_dir()
    )
    assert any(
        name.startswith("ben/") for name in exported(root, "--printer", "images", "--force", code=1)
    )


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--printer", "tabletop-simulator"], "of which there are no editions"),
        (
            ["--printer", "drivethrucards"],
            "main.yaml:2:1 size-does-not-fit 60 80",
        ),
        (["--printer", "nobody"], "nobody"),
        (
            ["--printer", "images", "--url", "https://example.org"],
            "--url and --update are for virtual tables",
        ),
    ],
)
def test_an_export_that_cannot_be_is_told(tmp_path: Path, words: list[str], what: str) -> None:
    done = run("export", "sweets", "--editions", "guests.csv", *words, project=project(tmp_path))
    assert 2 == done.exit_code
    assert done.tells(what)


# Together


def test_a_bundle_holds_many_one_after_the_other(tmp_path: Path) -> None:
    root = project(
        tmp_path, **{"guests.csv": "id,guest\n" + "".join(f"g{n},Guest {n}\n" for n in range(12))}
    )
    assert ["01-05-a4.pdf", "06-10-a4.pdf", "11-12-a4.pdf"] == made(root, "--bundle", "5")
    first = text_of(folder(root) / "01-05-a4.pdf")
    assert 4 == len(first)  # 15 cards on two sheets of nine, and their backs
    assert [f"for Guest {n}" in first[0] for n in range(5)] == [True, True, True, False, False]
    assert [("g0", "1"), ("g1", "1"), ("g2", "1"), ("g3", "3"), ("g4", "3")] == [
        (row["edition"], row["page"]) for row in index(root)[:5]
    ]


def test_one_that_fails_is_left_out_of_its_bundle(tmp_path: Path) -> None:
    box = svg('{{ text_box("for " ~ edition.guest, 5, 5, 50, 8, size=12) }}')
    root = project(
        tmp_path, **{"hers.svg": box, "guests.csv": f"id,guest\na,Anna\nb,{LONG}\nc,Cleo\n"}
    )
    assert ["1-3-a4.pdf"] == made(root, "--bundle", "3", code=2)
    told = said(folder(root) / "1-3-a4.pdf")
    assert "for Anna" in told
    assert "for Cleo" in told
    assert "WWW" not in told


def test_a_slip_lies_on_top_of_each(tmp_path: Path) -> None:
    root = project(tmp_path, **{"editions.yaml": FORM + "slip: slips/name.svg\n"})
    made(root, "--bundle", "3")
    pages = text_of(folder(root) / "1-3-a4.pdf")
    assert [pages[0].count(name) for name in ("Anna", "Ben", "Cleo")] == [
        3,
        2,
        2,
    ]  # in the slug, on the slip, on the card; her card is on the next
    assert 3 == sum(page.count("Main: 3") for page in pages)
    assert "Main: 3" not in said_of_plain_build(root)


def said_of_plain_build(root: Path) -> str:
    assert 0 == run("build", "sweets", "--paper", "a4", project=root).exit_code
    return said(root / "output/sweets/main-a4.pdf")


def test_names_are_safe_and_no_two_alike(tmp_path: Path) -> None:
    guests = ["../../etc/passwd", "CON", "Ann/a", "Ann a", "ANN A", "Zoë & Søn", "文", "."]
    lines = "".join(f'{n},"{guest}"\n' for n, guest in enumerate(guests))
    root = project(
        tmp_path,
        **{"guests.csv": "id,guest\n" + lines, "hers.svg": svg(text("for {{ edition.id }}"))},
    )
    names = made(root)
    assert ["etc-passwd", "con-1", "ann-a", "ann-a-2", "ann-a-3", "zoe-soen"] == [
        name.removesuffix("-a4.pdf") for name in names[:6]
    ]
    assert 8 == len(set(names)) == len(list(folder(root).glob("*.pdf")))


@pytest.mark.parametrize(
    "says", ["hello", "{expr: \"edition.guest ~ '!'\"}"], ids=["the same cards", "other cards"]
)
def test_editions_in_another_language(tmp_path: Path, says: str) -> None:
    deck = (
        HEAD
        + f"fields: {{says: text}}\ncards:\n  - {{id: same, name: Same, says: hi}}\n  - {{id: hers, says: {says}}}\n"
    )
    german = {
        "main.de.yaml": "cards: {same: {name: Gleich, says: hallo}}\n",
        "game.de.yaml": "title: Süßes\nwords: {for: für}\n",
    }
    template = svg(text("{{ card.name }} {{ card.says }} {{ game.language }} {{ edition.guest }}"))
    root = project(tmp_path, **{"main.yaml": deck, "card.svg": template, **german})
    assert ["anna-de-a4.pdf", "ben-de-a4.pdf", "cleo-de-a4.pdf"] == made(root, "--lang", "de")
    told = said(folder(root) / "ben-de-a4.pdf")
    assert "Gleich hallo de Ben" in told
    assert f"Hers {'hello' if says == 'hello' else 'Ben!'} de Ben" in told


def test_what_many_rows_have_in_common_is_told_once(tmp_path: Path) -> None:
    """The slip says each row's own name, which is where it stands."""
    guests = "id,guest\n" + "".join(
        f"g{n},{'さき' if n % 2 else 'Ann'} {n}\n" for n in range(1, 21)
    )
    root = project(
        tmp_path,
        **{
            "editions.yaml": FORM + "slip: slips/name.svg\n",
            "hers.svg": FACE,
            "guests.csv": guests,
        },
    )
    done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
    told = [line for line in done.stderr.splitlines() if "edition-slip" in line]
    assert (2, 2) == (done.exit_code, len(told)), done.stderr
    assert (
        'guests.csv:2:1: edition "g1" (guests.csv:2) and 9 more: card "edition-slip": ' in told[0]
    )
    assert done.tells('guests.csv:2:1 glyph-missing "g1" 2 9 "edition-slip" "さ" 3055 2 2')


# Rules and rulebooks


RULES = """\
- id: short
  says: Names are short.
  for_each: deck.main
  check: edition.guest | length <= 4
- id: together
  says: No two guests are called the same.
  check: editions | twins('guest') | length == 0
  otherwise: "{{ editions | twins('guest') | length }} are called the same"
- id: own
  says: No two have the same card.
  check: in_all_editions('main') | having(id='hers') | twins('says') | length == 0
  otherwise: "{{ in_all_editions('main') | having(id='hers') | twins('says') | values('edition') | join(' and ') }}"
"""
SAYS = (
    HEAD
    + "fields: {says: text}\ncards:\n  - {id: hers, template: hers.svg, says: {expr: edition.guest | first}}\n"
)


def test_rules_are_tried_on_editions_and_on_all_of_them(tmp_path: Path) -> None:
    root = project(
        tmp_path,
        **{
            "rules.yaml": RULES,
            "main.yaml": SAYS,
            "guests.csv": "id,guest\na,Anna\nb,Benedict\nc,Anna\n",
        },
    )
    done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
    assert 1 == done.exit_code
    assert 'edition "b": Names are short' in done.stderr
    assert "error: 2 are called the same" in done.stderr
    assert "error: a and c;" in done.stderr
    # a rule that fails is told, and nothing is held back
    assert 3 == len(list(folder(root).glob("*.pdf")))
    good = "id,guest\na,Anna\nb,Ben\nc,Cleo\n"
    (root / "card_data/sweets/guests.csv").write_text(good)
    assert (
        0
        == run(
            "build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root
        ).exit_code
    )


@pytest.mark.parametrize(
    ("check", "told"),
    [
        (
            "e.guest | length <= 4",
            'guests.csv:3:1: error: Each fits: "B", it is 8, not 4 or less (row 3) [each]',
        ),
        (
            "e.seat == 7",
            'guests.csv:3:3: error: Each fits: "B", it is 8, not 7 (cell C3, seat); write 7 into cell C3 [each]',
        ),
        (
            "e.seat == 70",
            'guests.csv:3:1 rule-value "B" 8 70 3',
        ),
    ],
)
def test_an_edition_that_a_rule_about_each_is_broken_by_is_named_with_its_row(
    tmp_path: Path, check: str, told: str
) -> None:
    rule = f"- {{id: each, says: Each fits., for_each: editions, as: e, check: '{check}'}}\n"
    form = "fields: {guest: text, seat: {int: {min: 0, max: 9}}}\nexample: {guest: Ann, seat: 7}\n"
    guests = "id,guest,seat\na,Anna,7\nb,Benedict,8\n"
    root = project(
        tmp_path,
        **{"rules.yaml": rule, "editions.yaml": form, "main.yaml": SAYS, "guests.csv": guests},
    )
    done = run("build", "sweets", "--paper", "a4", "--editions", "guests.csv", project=root)
    assert (1, True) == (done.exit_code, done.tells(told)), done.stderr


def test_rules_about_all_editions_wait_for_a_table(tmp_path: Path) -> None:
    root = project(tmp_path, **{"rules.yaml": RULES, "main.yaml": SAYS})
    done = run("validate", "sweets", project=root)
    assert 0 == done.exit_code, done.output
    assert "– 2 rules about all editions, which a build with --editions has" in done.stdout


def test_a_rulebook_that_asks_for_the_edition_is_set_for_each(tmp_path: Path) -> None:
    root = project(tmp_path, **{"rulebook.md": "## For {{ edition.guest }}\n\nBe kind.\n"})
    names = made(root)
    assert 9 == len(names)
    assert ["anna-rulebook-a4.pdf", "anna-rulebook.pdf"] == sorted(
        name for name in names if name.startswith("anna-rulebook")
    )
    assert "For Ben" in said(folder(root) / "ben-rulebook.pdf")
    assert [] == made(root)


def test_any_other_rulebook_is_set_once(tmp_path: Path) -> None:
    root = project(tmp_path, **{"rulebook.md": "## Rules\n\nBe kind to each edition.\n"})
    assert ["rulebook-a4.pdf", "rulebook.pdf"] == sorted(
        name for name in made(root) if "rulebook" in name
    )


# The call


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["sweets", "--editions", "guests.csv", "--cards", "nobody"], "nobody"),
        (
            ["sweets", "--editions", "guests.csv", "--variant", "short"],
            'unknown-variant "short"',
        ),
        (
            ["sweets", "--editions", "guests.csv", "--second-set"],
            "none of these decks has a second_back",
        ),
        (["sweets", "--editions", "nothing.csv"], "nothing.csv file-missing"),
        (["sweets", "--bundle", "5"], "--bundle belongs to --editions"),
        (["sour", "--editions", "guests.csv"], 'unknown-game "sour"'),
        (["sweets", "--editions", "guests.csv", "--paper", "a9"], "a9"),
    ],
)
def test_a_call_that_means_nothing_is_refused(tmp_path: Path, words: list[str], what: str) -> None:
    done = run("build", *words, project=project(tmp_path))
    assert 2 == done.exit_code
    assert done.tells(what)


def test_some_of_the_cards_of_each(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert ["anna-only-hers-a4.pdf", "ben-only-hers-a4.pdf", "cleo-only-hers-a4.pdf"] == made(
        root, "--cards", "hers"
    )
    assert "for Ben" in said(folder(root) / "ben-only-hers-a4.pdf")
    assert "Same" not in said(folder(root) / "ben-only-hers-a4.pdf")
    (name, *_) = made(root, "--cards", "hers:3,also", "--bundle", "3")
    assert [3, 3, 3] == [
        said(folder(root) / name).count(f"for {guest}") for guest in ("Anna", "Ben", "Cleo")
    ]
    assert 3 == said(folder(root) / name).count("Also")
    made(root, "--copies", "2")
    assert 2 == said(folder(root) / "ben-2-each-a4.pdf").count("Same")


VARIANT = "- {id: short, players: 2, cards: deck.main | without(id='also'), deck_size: 2, deal: 1, left: 0}\n"


def test_a_second_set_and_a_variant_of_each(tmp_path: Path) -> None:
    second = DECK.replace("cards:", "second_back: other.svg\ncards:")
    root = project(
        tmp_path,
        **{"main.yaml": second, "other.svg": svg(text("the other back")), "variants.yaml": VARIANT},
    )
    made(root, "--second-set")
    assert 3 == said(folder(root) / "ben-second-set-a4.pdf").count("the other back")
    made(root, "--variant", "short")
    told = said(folder(root) / "ben-short-2p-a4.pdf")
    assert "for Ben" in told
    assert "Also" not in told


def test_each_has_its_cut_paths(tmp_path: Path) -> None:
    root = project(tmp_path)
    made(root, "--cutter", "silhouette")
    for guest in ("anna", "ben", "cleo"):
        names = [path.name for path in folder(root).glob(f"{guest}-silhouette-a4*")]
        assert {"pdf", "svg", "dxf"} == {name.rpartition(".")[2] for name in names}
    assert [] == made(root, "--cutter", "silhouette")


def test_a_game_without_editions_is_refused_in_words(tmp_path: Path) -> None:
    root = write_project(tmp_path)
    done = run("build", "sweets", "--editions", "guests.csv", project=root)
    assert 2 == done.exit_code
    assert (
        "sweets does not say what its editions say; write editions.yaml in its folder, with two lines:  "
        in done.stderr
    )
    lines = done.stderr.strip().partition("with two lines:  ")[2].split("  and  ")
    (root / "card_data/sweets/editions.yaml").write_text("\n".join(lines))
    (root / "guests.csv").write_text("id,guest\n1,Ada\n")
    done = run("build", "sweets", "--editions", "guests.csv", "--paper", "a4", project=root)
    assert "editions.yaml" not in done.output, "as it says, it works"


def test_what_is_wrong_with_the_game_comes_first(tmp_path: Path) -> None:
    root = project(tmp_path, **{"main.yaml": DECK + "  - {id: same}\n"})
    done = run("build", "sweets", "--editions", "guests.csv", project=root)
    assert 2 == done.exit_code
    assert done.tells('main.yaml:9:10 name-taken "same" 6')
    assert not folder(root).exists()


def test_a_form_that_is_wrong_is_told_of_a_deck_as_well(tmp_path: Path) -> None:
    done = run(
        "build", "sweets/main", project=project(tmp_path, **{"editions.yaml": "feilds: {}\n"})
    )
    assert 2 == done.exit_code
    assert 'editions.yaml has no "feilds"; did you mean "fields"?' in done.stderr


def test_progress_tells_what_is_left(tmp_path: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    report = cardgen.Report(progress=lambda what, done, of: heard.append((what, done, of)))
    cardgen.open_project(project(tmp_path)).editions(
        ["sweets"], Path("guests.csv"), cardgen.Options(papers=("a4",)), report
    )
    assert [(1, 3), (2, 3), (3, 3)] == [
        (done, of) for what, done, of in heard if what.startswith("editions")
    ]
    assert "editions" == heard[-1][0]
    assert all(
        " left:" in what for what, done, of in heard if what.startswith("editions") and done < of
    )


def test_a_press_makes_plain_values_of_plain_values(tmp_path: Path) -> None:
    """What another machine would do: the order and the file travel, whole files come back."""
    import pickle

    workshop = cardgen.open_project(project(tmp_path))
    context = Context.of(workshop.project, workshop.games[0], workshop.fonts, Cache(None))
    options = cardgen.Options(papers=("a4",))
    decks = [*workshop.games[0].decks]
    jobs = jobs_of([(workshop.games[0], decks)], options)
    plan = editions.plan_editions(
        context,
        decks,
        jobs,
        Path("guests.csv"),
        cardgen.Report(),
        EditionOptions(),
        [paper_size("a4")],
    )
    order, file = pickle.loads(pickle.dumps((plan.order, plan.files[1])))
    assert plan.files[1].key(plan.order) == file.key(order) != plan.files[0].key(plan.order)
    (there,) = order.maker(workshop.project.root).make([file])
    (here,) = EditionMaker(context, plan.order).make([plan.files[1]])
    assert here.files == there.files
    assert "ben-a4.pdf" == here.files[0].name
    assert here.files[0].data.startswith(b"%PDF-")
