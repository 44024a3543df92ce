"""Tables that are pulled: what is written, what is told, and what stays as it was."""

from __future__ import annotations

import io
import os
import shutil
import tracemalloc
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import opendocuments
import pytest
from openpyxl import Workbook
from projects import GAME, CommandResult, run, write_project
from servers import HOST, Authority, Server, authority, http, moved, server

from cardgen.api.schema import deck_schema
from cardgen.base.network import FetchBounds, Fetched, fetch
from cardgen.load import load_games
from cardgen.load.pulled import LOCK, read_lock
from cardgen.model.project import Project, find_project

__all__ = ["authority", "server"]
FIELDS = "fields:\n  rank: {int: {default: 1}}\n  text: {text: {optional: true}}\n"
TABLE = "id,name,rank,text\nowl,Owl,1,Hoot\nfox,Fox,2,\nbat,Bat,3,Fly\n"
LATER = "id,name,rank,text\nwolf,Wolf,4,Howl\nfox,Fox,3,\nbat,Bat,3,Flies\n"
PAGE = b"\n<!DOCTYPE html><html><title>Sign in</title>"

Pull = Callable[..., CommandResult]


def pulled(server: Server, path: str = "/t.csv", more: str = "", host: str = HOST) -> str:
    """A deck whose cards lie on the server."""
    return FIELDS + f'cards: {{from: "{server.at(path, host)}"{more}}}\n'


@pytest.fixture
def root(tmp_path: Path, server: Server) -> Path:
    """A project whose only deck is pulled, and was not yet."""
    return write_project(tmp_path / "project", {"main": pulled(server)})


@pytest.fixture
def pull(root: Path, server: Server, authority: Authority, monkeypatch: pytest.MonkeyPatch) -> Pull:
    """`cardgen pull` with what the server has at /t.csv."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))

    def pull(table: str | bytes = "", *words: str, host: str = HOST) -> CommandResult:
        if table:
            server.pages["/t.csv"] = http(table.encode() if isinstance(table, str) else table)
        return run("pull", *words, "--allow-host", host, project=root)

    return pull


def main(root: Path, name: str = "main.csv") -> Path:
    return root / "card_data/sweets" / name


def state(root: Path) -> dict[str, bytes]:
    """The tables and the lock of the game."""
    files = [
        path
        for path in (root / "card_data/sweets").iterdir()
        if path.is_file() and path.suffix != ".yaml"
    ]
    return {path.name: path.read_bytes() for path in files}


# -- what is written
# -----------------------------------------------------------------------------------------------------------------


def test_the_first_pull(root: Path, pull: Pull, server: Server) -> None:
    """The table lies beside the deck, the lock says where it is from, and the deck can be built."""
    refused = run("build", "--paper", "a4", project=root)
    assert 2 == refused.exit_code
    assert ["main.yaml:8:15 pulled-changed"] == refused.briefs
    done = pull(TABLE)
    assert (0, TABLE) == (done.exit_code, main(root).read_text())
    assert "  sweets/main: 3 cards\n" in done.output
    lock = read_lock(find_project(root), main(root).parent, [])["main.csv"]
    assert (server.at("/t.csv"), sha256(TABLE.encode()).hexdigest(), len(TABLE)) == (
        lock.address,
        lock.digest,
        lock.size,
    )
    assert "T" in lock.time
    assert lock.time.endswith("Z")
    assert 0 == run("build", "--paper", "a4", project=root).exit_code
    assert "[pulled]" not in run("validate", project=root).output


def test_cards_that_changed_are_listed(root: Path, pull: Pull) -> None:
    pull(TABLE)
    done = pull(LATER)
    assert 0 == done.exit_code
    listed = done.output.splitlines()
    assert [
        "  sweets/main: 1 new, 2 changed, 1 gone",
        "    new      wolf",
        "    changed  fox  rank: 2 -> 3",
        "    changed  bat  text: Fly -> Flies",
        "    gone     owl",
    ] == listed[listed.index("  sweets/main: 1 new, 2 changed, 1 gone") :][:5]
    assert LATER == main(root).read_text()


def test_nothing_new_writes_nothing(root: Path, pull: Pull) -> None:
    """Not the time in the lock either, which would be a change to commit."""
    pull(TABLE)
    before = state(root), main(root).stat().st_mtime_ns, main(root, LOCK).stat().st_ino
    done = pull()
    assert "note: nothing has changed since the last pull: main.csv" in done.output
    assert (0, before) == (
        done.exit_code,
        (state(root), main(root).stat().st_mtime_ns, main(root, LOCK).stat().st_ino),
    )


def test_a_letter_that_is_pulled_makes_its_translation_older(root: Path, pull: Pull) -> None:
    """That one alone, whose columns stand beside the original."""
    table = "id,name,text,name.de,text.de\nowl,Owl,Hoot,Eule,Ruf\nbat,Bat,Fly,,Flieg\n"
    pull(table)
    run("languages", "--accept", project=root)
    told = run("languages", project=root).output
    assert "sweets, de: 5 texts, 2 missing\n" in told
    pull(table.replace("Fly", "Flay"))
    told = run("languages", project=root).output
    assert "sweets, de: 5 texts, 2 missing, 1 older than its original\n" in told
    assert 'was  "Fly"\n    now  "Flay"\n    de   "Flieg"\n' in told


def test_another_order_changes_no_card(root: Path, pull: Pull) -> None:
    pull(TABLE)
    head, *rows = TABLE.splitlines(keepends=True)
    done = pull("".join([head, *reversed(rows)]))
    assert "  sweets/main: 3 cards, none of them changed\n" in done.output
    assert main(root).read_text().startswith("id,name,rank,text\nbat")


def test_line_ends_are_those_of_the_house(root: Path, pull: Pull) -> None:
    """Google ends lines with CRLF; what version control makes of LF is no edit."""
    pull(TABLE.replace("\n", "\r\n"))
    assert TABLE == main(root).read_bytes().decode()
    main(root).write_bytes(TABLE.replace("\n", "\r\n").encode())
    assert "[pulled]" not in run("validate", "--rules-only", project=root).output
    assert 0 == pull(LATER).exit_code


def test_a_workbook(root: Path, pull: Pull, server: Server) -> None:
    """By the ending of its address, or of the file that is named."""
    book, stream = Workbook(), io.BytesIO()
    for row in (["id", "name", "rank"], ["owl", "Owl", 4]):
        book.active.append(row)
    book.save(stream)
    server.pages |= dict.fromkeys(("/b.xlsx", "/b"), http(stream.getvalue()))
    for path, more, name in (
        ("/b.xlsx", "", "main.xlsx"),
        ("/b", ", file: tables/game.xlsx", "tables/game.xlsx"),
    ):
        write_project(root, {"main": pulled(server, path, more)})
        assert 0 == pull().exit_code
        assert stream.getvalue() == main(root, name).read_bytes()
        (deck,) = load_games(find_project(root)).games[0].decks
        assert ("owl", 4) == (deck.cards[0].id, deck.cards[0].rank)
    assert ["main.xlsx", "tables/game.xlsx"] == list(
        read_lock(find_project(root), main(root).parent, [])
    )


def test_a_tab_of_a_teams_workbook(root: Path, pull: Pull, server: Server) -> None:
    """What a deck says of its columns counts for a table that is pulled; a text in another language
    is one that can change."""

    def workbook(german: str) -> bytes:
        book, stream = Workbook(), io.BytesIO()
        sheet = book.create_sheet("Ships")
        for row in (
            ["Harbour Nights"],
            ["Nr.", "Name", "Text (EN)", "Text DE"],
            ["owl", "Owl", "Hoot", german],
        ):
            sheet.append(row)
        book.save(stream)
        return stream.getvalue()

    columns = 'columns: {"Nr.": id, "Text (EN)": text, "Text DE": text.de}'
    server.pages["/b"] = http(workbook("Huhu"))
    write_project(
        root,
        {
            "main": pulled(
                server, "/b", f", file: game.xlsx, sheet: Ships, header_row: 2, {columns}"
            )
        },
    )
    assert 0 == pull().exit_code
    server.pages["/b"] = http(workbook("Schuhu"))
    assert "    changed  owl  text.de: Huhu -> Schuhu\n" in pull().output


def test_a_sheet_of_opendocument(root: Path, pull: Pull, server: Server) -> None:
    """As LibreOffice keeps it, and as Google gives it where the file is to end so."""
    ods = opendocuments.table([["id", "name", "rank"], ["owl", "Owl", 4]])
    server.pages |= dict.fromkeys(("/b", "/b.ods"), http(ods))
    write_project(root, {"main": pulled(server, "/b")})
    result = pull()
    assert ["main.yaml:8:8 pull-failed"] == result.briefs
    assert "file: main.ods" in result.findings[0].remedy
    write_project(root, {"main": pulled(server, "/b.ods")})
    assert 0 == pull().exit_code
    assert ods == main(root, "main.ods").read_bytes()


def test_one_table_of_two_decks_is_pulled_once(root: Path, pull: Pull, server: Server) -> None:
    both = pulled(server, more=", file: both.csv")
    write_project(root, {"main": both, "more": both})
    done = pull(TABLE, "sweets/more")
    assert 0 == done.exit_code
    assert ["/t.csv"] == server.asked
    assert "  sweets/main: 3 cards\n  sweets/more: 3 cards\n" in done.output


def test_only_what_is_named_is_pulled(root: Path, pull: Pull, server: Server) -> None:
    write_project(root, {"main": pulled(server), "more": pulled(server, "/more.csv")})
    write_project(root, {"main": pulled(server, "/other.csv")}, name="other")
    server.pages |= dict.fromkeys(("/more.csv", "/other.csv"), http(TABLE.encode()))
    assert 0 == pull(TABLE, "sweets/more").exit_code
    assert ["/more.csv"] == server.asked
    assert 0 == pull(TABLE, "sweets").exit_code
    assert ["/more.csv", "/t.csv", "/more.csv"] == server.asked
    assert 0 == pull().exit_code
    assert ["/more.csv", "/other.csv", "/t.csv"] == sorted(server.asked[3:])


def test_a_shared_address_is_kept_as_it_was_typed(root: Path, pull: Pull, server: Server) -> None:
    """The table is asked for at its own address, which the lock does not show: it need not be the
    same next year."""
    write_project(root, {"main": pulled(server, "/s/aBcDeF123", ", file: main.csv")})
    server.pages |= {
        "/s/aBcDeF123/download": moved("/t.csv"),
        "/s/aBcDeF123": http(PAGE, kind="text/html"),
    }
    assert 0 == pull(TABLE).exit_code
    assert (
        server.at("/s/aBcDeF123")
        == read_lock(find_project(root), main(root).parent, [])["main.csv"].address
    )


def test_art_that_is_not_there_yet_keeps_no_table_away(root: Path, pull: Pull) -> None:
    pull(TABLE)
    assert (
        0
        == pull(
            TABLE.replace("text", "art").replace("Hoot", "no-such-art").replace("Fly", "")
        ).exit_code
    )
    built = run("build", project=root)
    assert built.tells('main.csv:2:4 file-missing "no-such-art"'), built.briefs


# -- what stays
# ----------------------------------------------------------------------------------------------------------------------


def test_a_table_that_was_edited_is_not_written_over(root: Path, pull: Pull) -> None:
    pull(TABLE)
    main(root).write_text(TABLE.replace("Hoot", "Hoot!"))
    before = state(root)
    done = pull(LATER)
    assert (2, before) == (done.exit_code, state(root))
    assert done.tells("main.csv pulled-changed"), done.briefs
    assert 0 == pull(LATER, "--force").exit_code
    assert LATER == main(root).read_text()
    assert 0 == pull(TABLE).exit_code


def test_a_table_that_was_not_pulled_is_not_written_over(root: Path, pull: Pull) -> None:
    main(root).write_bytes(TABLE.encode())
    done = pull(LATER)
    assert (2, {"main.csv": TABLE.encode()}) == (done.exit_code, state(root))
    assert done.tells("main.csv pulled-changed")
    assert 0 == pull(LATER, "--force").exit_code


def test_a_table_that_is_as_the_shared_one_only_gets_its_lock(root: Path, pull: Pull) -> None:
    """As after a pull that was killed between the two, or an edit that was made in both."""
    pull(TABLE)
    main(root).write_text(LATER)
    assert 0 == pull(LATER).exit_code
    assert "[pulled]" not in run("validate", "--rules-only", project=root).output
    main(root, LOCK).unlink()
    assert 0 == pull(LATER).exit_code
    assert LOCK in state(root)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (
            TABLE.replace("fox,Fox,2", "fox,Fox,two"),
            'main.csv:3:3 number-expected "two"',
        ),
        (TABLE.replace("bat,Bat", "fox,Bat"), "(cell A4)"),
        (TABLE.replace("rank", "Rang"), 'has no field "Rang"'),
        (TABLE.replace("id,", "key,"), 'has no field "key"'),
        ("id,name\n", "main.yaml:8:1 deck-empty"),
        ('id,name\n"owl,Owl\n', "main.csv:2 quotes-in-table"),
        (b"id,name\nowl,\xff\n", "is not UTF-8"),
        (TABLE.encode("utf-16")[:-1], "no whole UTF-16"),
        (b"id,name\nowl,a\0b\n", "control character"),
        ("\n\n", "main.csv table-heading"),
    ],
)
def test_a_table_that_cannot_be_used_leaves_the_earlier_one(
    root: Path, pull: Pull, table: str | bytes, says: str
) -> None:
    pull(TABLE)
    before = state(root)
    done = pull(table)
    assert (2, before) == (done.exit_code, state(root))
    assert done.tells(says)
    assert done.tells("main.csv stays as it was; mend the shared table or the deck, and pull again")
    assert "cardgen-" not in done.output  # where it was set aside
    assert 0 == run("build", "--paper", "a4", project=root).exit_code


def test_the_first_table_is_written_though_the_deck_cannot_use_it(root: Path, pull: Pull) -> None:
    """One needs it to see what to mend."""
    done = pull(TABLE.replace("rank", "Rang"))
    assert 2 == done.exit_code
    assert 'main.csv:1:3: a card of this deck has no field "Rang" (cell C1)' in done.output
    assert {"main.csv", LOCK} == set(state(root))
    assert 2 == pull(TABLE.replace("rank", "Ordnung")).exit_code
    better = pull(TABLE.replace("rank", "Rang").replace("Hoot", "Hoo"))  # no better, and no worse
    assert (2, True) == (better.exit_code, 'no field "Rang"' in better.output)
    assert "Hoo\n" in main(root).read_text()
    assert 0 == pull(TABLE).exit_code


def test_the_first_table_is_there_to_be_guessed_from(
    root: Path, pull: Pull, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the address beside its file, what --guess proposes is a deck that is pulled."""
    team = "Harbour Nights,,\nNr.,Titel,Stückzahl\n1,Red Brig,2\n2,Barge,1\n"
    assert 2 == pull(team).exit_code
    monkeypatch.chdir(main(root).parent)
    proposed = run("table", "--guess", "main.csv").stdout
    assert "file: main.csv" in proposed
    deck = proposed.replace("file: main.csv", f"file: main.csv\n  from: {server.at('/t.csv')}", 1)
    main(root, "main.yaml").write_text(deck, "utf-8")
    assert pull().tells("note nothing-made")
    done = pull(team.replace("Barge,1", "Barge,3"))
    assert (0, True) == (done.exit_code, done.tells("copies: 1 -> 3")), done.output


@pytest.mark.parametrize("had", [True, False], ids=["earlier", "none"])
@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            http(PAGE, kind="text/html"),
            "localhost gives a web page, not a table; give the address of the CSV or XLSX itself",
        ),
        (http(b"\xef\xbb\xbf<html>", kind="text/csv"), "main.yaml:8:8 pull-failed"),
        (http(b'{"error": 1}'), "gives JSON, not a table"),
        (http(b"%PDF-1.4"), "gives a PDF, not a table"),
        (http(b"\xd0\xcf\x11\xe0\xa1"), "a workbook of an old Excel (.xls), not a table"),
        (
            http(b"PK\3\4" + bytes(50)),
            "gives a workbook (.xlsx), which cannot be kept as main.csv; write  file: main.xlsx  beside  from",
        ),
        (http(b"id,\0\0\0"), "control character"),
        (http(b"\xff\xfei\0d"), "UTF-16"),
        (
            http(b"", 403),
            "does not give the table to everybody (403); share it with anyone who has the link",
        ),
        (http(b"", 500), "cannot answer now (500); try again later"),
        (http(TABLE.encode(), Content_Length="1000"), "has sent only half of the file; try again"),
        (moved("https://10.0.0.1/"), "10.0.0.1, which lies in a network of one's own"),
        (moved("http://localhost/"), "which is no https address"),
    ],
)
def test_what_is_no_table_changes_nothing(
    root: Path, pull: Pull, server: Server, had: bool, answer: bytes, says: str
) -> None:
    if had:
        pull(TABLE)
    before = state(root)
    server.pages["/t.csv"] = answer
    done = pull()
    assert (2, before) == (done.exit_code, state(root))
    assert done.tells(says)
    assert not [path for path in root.rglob("*") if path.suffix == ".part"]


@pytest.mark.parametrize(
    "data", [b"no workbook", b"PK\3\4" + bytes(50), None], ids=["text", "broken", "another zip"]
)
def test_what_is_no_workbook_changes_nothing(
    root: Path, pull: Pull, server: Server, data: bytes | None
) -> None:
    if data is None:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as parts:
            parts.writestr("a.txt", "b")
        data = stream.getvalue()
    write_project(root, {"main": pulled(server, "/b.xlsx")})
    server.pages["/b.xlsx"] = http(data)
    assert 2 == pull().exit_code
    assert {} == state(root)


def test_the_remedy_is_that_of_the_service(root: Path, pull: Pull, server: Server) -> None:
    """A sheet that is not shared sends to a page where one signs in."""
    write_project(root, {"main": pulled(server, "/s/aBcDeF123", ", file: main.csv")})
    server.pages |= {
        "/s/aBcDeF123/download": moved("/login"),
        "/login": http(PAGE, kind="text/html"),
    }
    (finding,) = pull().findings
    assert ("pull-failed", "share it by a link without a password") == (
        finding.code,
        finding.remedy,
    )
    server.pages["/s/aBcDeF123/download"] = http(b"", 404)
    assert (
        "has nothing at this address (404); share it by a link without a password" in pull().output
    )


def test_a_host_of_ones_own_must_be_allowed_by_name(root: Path, pull: Pull, server: Server) -> None:
    done = pull(TABLE, host="other")
    assert (2, {}, []) == (done.exit_code, state(root), server.asked)
    assert (
        "main.yaml:8:8: localhost is 127.0.0.1, which lies in a network of one's own" in done.output
        or "localhost is ::1" in done.output
    )
    assert "add  --allow-host localhost" in done.output


def test_one_table_that_cannot_be_had_hides_no_other(
    root: Path, pull: Pull, server: Server
) -> None:
    write_project(
        root,
        {
            "main": pulled(server),
            "lost": pulled(server, "/lost.csv"),
            "poor": FIELDS + "cards: {from: 'http://a.b/c.csv'}\n",
        },
    )
    done = pull(TABLE)
    assert 2 == done.exit_code
    assert {"main.csv", LOCK} == set(state(root))
    assert done.tells("lost.yaml:8:8: localhost has nothing at this address (404)")
    assert done.tells("poor.yaml:8:15 address-wrong")


@pytest.mark.parametrize("what", ["file", "folder", "lock"])
def test_nothing_is_written_through_a_link(
    root: Path, pull: Pull, server: Server, what: str
) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "theirs.csv").write_text("theirs")
    name = {"file": "main.csv", "folder": "tables", "lock": LOCK}[what]
    main(root, name).symlink_to(outside if what == "folder" else outside / "theirs.csv")
    if what == "folder":
        write_project(root, {"main": pulled(server, more=", file: tables/theirs.csv")})
    done = pull(TABLE, "--force") if what == "folder" else pull(TABLE)
    assert 2 == done.exit_code
    assert ["link-leads-out"] == [finding.code for finding in done.findings]
    assert (["theirs.csv"], "theirs") == (os.listdir(outside), (outside / "theirs.csv").read_text())


# -- what is told
# --------------------------------------------------------------------------------------------------------------------


def test_validate_tells_what_is_not_as_it_was_pulled(
    root: Path, pull: Pull, server: Server
) -> None:
    pull(TABLE)

    def told(*words: str) -> str:
        done = run("validate", "--rules-only", *words, project=root)
        assert done.exit_code == ("--strict" in words and done.tells("[pulled]"))
        return done.output

    lock = main(root, LOCK).read_text()
    assert "[pulled]" not in told("--strict")
    main(root).write_text(LATER)
    edited = "main.yaml:8:8: warning: main.csv was edited since it was pulled; make the change in the shared table, and run"
    assert f"{edited}  cardgen pull sweets/main --force [pulled]" in told("--strict")
    assert "[pulled]" in told("--rule", "pulled")
    assert "[pulled]" not in told("--rule", "leftover")
    main(root).write_text(TABLE)
    main(root, LOCK).write_text(lock.replace("/t.csv", "/u.csv"))
    assert (
        "main.csv was pulled from another address; run  cardgen pull sweets/main [pulled]" in told()
    )
    main(root, LOCK).unlink()
    assert (
        f"main.csv is there, but {LOCK} knows no pull of it; run  cardgen pull sweets/main --force [pulled]"
        in told()
    )
    main(root, LOCK).write_text("main.csv: {from: 1, sha256: 7}\n")
    assert f"{LOCK}:1:29: warning: sha256 is no SHA-256" in told()
    write_project(root)
    assert "[pulled]" not in told()


def test_a_lock_that_cannot_be_read_is_told(root: Path, pull: Pull) -> None:
    pull(TABLE)
    main(root, LOCK).write_text("main.csv: [\n")
    before = state(root)
    assert (2, before) == (pull(LATER).exit_code, state(root))
    assert 0 == pull(LATER, "--force").exit_code
    assert 0 == pull(TABLE).exit_code


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (
            "{from: 'http://a.b/c.csv'}",
            "main.yaml:8:15: from must be an https address; copy it from the browser: https://...; no other is pulled",
        ),
        ("{from: 'file:///etc/passwd'}", "from must be an https address"),
        ("{from: [a]}", "from must be an https address"),
        ("{from: 'https://'}", "from is no address"),
        ("{from: 'https://[a'}", "from is no address"),
        (
            "{from: 'https://a.b/c', file: ../x.csv}",
            "file cannot name the table of a deck; write a name in the game's folder that ends in one of",
        ),
        ("{from: 'https://a.b/c', file: /x.csv}", "file cannot name the table of a deck"),
        ("{from: 'https://a.b/c', file: 'a\\b.csv'}", "file cannot name the table of a deck"),
        ("{from: 'https://a.b/c', file: .x.csv}", "file cannot name the table of a deck"),
        ("{from: 'https://a.b/c', file: game.yaml}", "file cannot name the table of a deck"),
        ("{form: 'https://a.b/c'}", 'a table has no "form"; did you mean "from"?'),
        ("{}", "there is no file; add a line such as  file: cards.xlsx  or  from: https://..."),
        ("https://a.b/c.csv", "write  cards: {from: https://a.b/c.csv}  and run  cardgen pull"),
    ],
)
def test_what_a_deck_says_wrong(root: Path, cards: str, says: str) -> None:
    """It is told by a build and by a pull, and nobody is asked."""
    write_project(root, {"main": f"{FIELDS}cards: {cards}\n"})
    for words in (("build",), ("pull",), ("pull", "sweets/main")):
        done = run(*words, project=root)
        assert (2, True) == (done.exit_code, done.tells(says)), done.output


def test_texts_of_a_language_are_not_pulled(root: Path, pull: Pull, server: Server) -> None:
    """Only decks name addresses; one beside the table of a language would be passed over in
    silence."""
    pull(TABLE)
    main(root, "main.de.yaml").write_text(
        f"cards: {{file: main.csv, from: '{server.at('/t.csv')}'}}\n"
    )
    done = run("build", "--lang", "de", project=root)
    assert (2, True) == (
        done.exit_code,
        'main.de.yaml:1:25: a table with texts has no "from"' in done.output,
    ), done.output
    assert 1 == len(server.asked)


def test_a_table_that_is_only_named(root: Path) -> None:
    write_project(
        root,
        {"main": f"{FIELDS}cards: {{file: main.csv}}\n"},
        files={"card_data/sweets/main.csv": TABLE},
    )
    assert 3 == len(load_games(find_project(root)).games[0].decks[0])
    assert (
        "nothing was pulled: no deck says  cards: {from: https://...}"
        in run("pull", project=root).output
    )


def test_two_addresses_for_one_file(root: Path, pull: Pull, server: Server) -> None:
    write_project(
        root, {"main": pulled(server), "more": pulled(server, "/u.csv", ", file: main.csv")}
    )
    done = pull(TABLE)
    assert (2, []) == (done.exit_code, server.asked)
    assert "more.yaml:8:8: main.csv is pulled from another address for the deck main" in done.output


def test_names_that_mean_nothing(root: Path, pull: Pull, server: Server) -> None:
    write_project(root, {"main": pulled(server), "more": ""})
    for name, says in (
        ("sweet", 'unknown-game "sweet" -> "sweets"'),
        ("sweets/man", 'sweets has no deck "man"; did you mean "main"?'),
        (
            "sweets/more",
            "sweets/more names no address; write  cards: {from: https://...}  in its file",
        ),
    ):
        done = pull(TABLE, name)
        assert (2, []) == (done.exit_code, server.asked)
        assert done.tells(says)


def test_a_call_asks_a_bounded_number_of_times(
    root: Path, pull: Pull, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.api.pull.MOST_TABLES", 1)
    write_project(root, {"main": pulled(server), "more": pulled(server, "/u.csv")})
    done = pull(TABLE)
    assert (2, [], True) == (
        done.exit_code,
        server.asked,
        "these are more than 1 tables; name the games or decks to pull" in done.output,
    )
    assert 0 == pull(TABLE, "sweets/main").exit_code


def test_the_games_that_ship_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("pull")
    assert (2, ["no-project"]) == (done.exit_code, done.codes)


def test_a_file_that_breaks_off_hides_no_table(root: Path, pull: Pull, server: Server) -> None:
    """A deck that cannot be read is told where it is named, or where nothing else is pulled."""
    write_project(root, {"main": "size: [\ncards: 1\n"})
    for words in ((), ("sweets/main",)):
        done = pull("", *words)
        assert (2, True) == (done.exit_code, "main.yaml:" in done.output)
    write_project(root, {"main": pulled(server)}, game=GAME + "  - [\n")
    assert (2, True) == ((done := pull()).exit_code, "game.yaml:" in done.output)
    assert [] == server.asked


def test_long_lists_are_cut(root: Path, pull: Pull) -> None:
    head = "id,name,rank,text\n"
    pull(head + "".join(f"c{number},C,1,{'long ' * 20}\n" for number in range(500)))
    lines = pull(
        head + "".join(f"c{number},C,2,short\n" for number in range(500))
    ).output.splitlines()
    assert (
        "    changed  c0  rank: 1 -> 2; text: long long long long long long long lo... -> short"
        in lines
    )
    assert "    and 300 more" in lines


def test_long_texts_are_told_from_where_they_part(root: Path, pull: Pull) -> None:
    pull(TABLE.replace("Hoot", "Hoot " * 20 + "softly at night"))
    done = pull(TABLE.replace("Hoot", "Hoot " * 20 + "loudly at night"))
    assert (
        "    changed  owl  text: ...t Hoot Hoot softly at night -> ...t Hoot Hoot loudly at night\n"
        in done.output
    )


def test_an_editor_knows_the_key(root: Path) -> None:
    schema = deck_schema(None, {}, (), ())

    def taken(cards: Any) -> bool:
        return jsonschema.Draft7Validator(schema).is_valid({"size": "poker", "cards": cards})

    assert taken({"from": "https://example.com/a.csv"})
    assert taken({"from": "https://example.com/a.csv", "file": "a.xlsx"})
    assert not taken({"from": "http://example.com/a.csv"})
    assert not taken({"file": "a.md"})


def test_5_mb_are_pulled_in_bounded_memory(root: Path, pull: Pull) -> None:
    """The file, its cards before and after, and what is between: some times its size, not more with
    each reading."""
    row = "c{},Card,1," + "word " * 1000 + "\n"
    tables = [
        "id,name,rank,text\n" + "".join(row.format(number + shift) for number in range(1050))
        for shift in (0, 1)
    ]
    assert min(map(len, tables)) > 5 << 20
    assert 0 == pull(tables[0]).exit_code
    tracemalloc.start()
    try:
        done = pull(tables[1])
        assert tracemalloc.get_traced_memory()[1] < 16 * len(tables[1])
    finally:
        tracemalloc.stop()
    assert "  sweets/main: 1 new, 0 changed, 1 gone\n" in done.output


def test_what_is_set_aside_is_cleared_away(root: Path, pull: Pull) -> None:
    from cardgen.base.scratch import scratch_folder

    before = set(scratch_folder().iterdir())
    pull(TABLE)
    pull(TABLE.replace("fox,Fox,2", "fox,Fox,two"))
    assert before == set(scratch_folder().iterdir())


def test_a_project_reads_another_file_in_place_of_a_table(root: Path, tmp_path: Path) -> None:
    """For a look at what would become of it; the project itself does not change."""
    write_project(
        root, {"main": f"{FIELDS}cards: main.csv\n"}, files={"card_data/sweets/main.csv": TABLE}
    )
    aside = tmp_path / "aside.csv"
    aside.write_text(LATER)
    project = Project(root, root / "output")
    assert ["wolf", "fox", "bat"] == [
        card.id for card in load_games(project.trying(main(root), aside)).games[0].decks[0]
    ]
    assert ["owl", "fox", "bat"] == [card.id for card in load_games(project).games[0].decks[0]]
    shutil.rmtree(root)


def test_all_tables_of_a_call_have_a_bound_together(
    root: Path, server: Server, pull: Pull, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred hosts that each take nearly what one may end as well; what was not asked for is
    told."""
    write_project(root, {name: pulled(server, f"/{name}.csv") for name in ("a", "b", "c")})
    server.pages |= {f"/{name}.csv": http(TABLE.encode()) for name in "abc"}
    asked = []

    def slow(address: str, bounds: FetchBounds, **more: Any) -> Fetched:
        asked.append(bounds.seconds)
        clock[0] += 70
        return fetch(address, **more)

    clock = [0.0]
    monkeypatch.setattr("cardgen.api.pull.fetch", slow)
    monkeypatch.setattr("cardgen.api.pull.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("cardgen.api.pull.SECONDS_TOGETHER", 130.0)
    done = pull()
    assert [120, 60] == asked
    assert (
        "all tables together take longer than 130 s, and this one was not asked for; pull it alone: name its deck"
        in done.stderr
    )
    assert ["a.csv", "b.csv"] == [name for name in sorted(state(root)) if name.endswith(".csv")]
