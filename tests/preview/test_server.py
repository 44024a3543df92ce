"""Who is answered and who is not: asked as a browser, or somebody who pretends to be one, would
ask."""

from __future__ import annotations

import http.client
import io
import json
import logging
import re
import shlex
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

import click
import psutil
import pytest
from fontTools.ttLib import TTFont
from making_fonts import collection, made, saved, variable
from previews import previewing
from projects import FACE, python, run, svg, write_project

from cardgen.api.workshop import open_project
from cardgen.base.codes import CODES
from cardgen.cli.commands import CommandFolder
from cardgen.model.project import find_project
from cardgen.preview import server
from cardgen.preview.choices import making_choices
from cardgen.preview.orders import KINDS, PageOrder, shell_line

ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#ff8800"/></svg>'


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sweets")
    face = svg(
        '<image href="bonbon.svg" width="20" height="20"/>'
        + FACE[FACE.index("<text") : FACE.index("</svg>")]
    )
    deck = "cards: [{id: one, name: One}]\n"
    fonts = {
        "fonts/wavy.ttf": saved(variable()),
        "fonts/many.ttc": collection(made("One"), made("Other")),
    }
    return write_project(
        root,
        {"main": deck},
        {"card.svg": face},
        files={"card_data/sweets/art/bonbon.svg": ART, **fonts},
    )


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    with previewing("--project", root) as address:
        yield address


def cookie(address: str) -> str:
    """What a browser keeps of the address that was told."""
    found = urlsplit(address)
    return f"other=1; cardgen-{found.port}={parse_qs(found.query)['key'][0]}"


def ask(
    address: str,
    path: str,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    body: str = "",
    host: str = "",
) -> Answer:
    netloc = urlsplit(address).netloc
    connection = http.client.HTTPConnection(netloc, timeout=60)
    try:
        connection.putrequest(method, path, skip_host=True)
        usual = {
            "Host": host or netloc,
            "Content-Length": str(len(body)),
            "Cookie": cookie(address),
        }
        for name, value in {**usual, **(headers or {})}.items():
            if value:
                connection.putheader(name, value)
        connection.endheaders(body.encode() or None)
        answer = connection.getresponse()
        return Answer(
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read(),
        )
    finally:
        connection.close()


def events(address: str, view: str, until: str) -> list[dict[str, object]]:
    """What a page is told, up to an event of this kind."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.request("GET", f"/events?view={view}", headers={"Cookie": cookie(address)})
        answer, found = connection.getresponse(), []
        while True:
            line = answer.readline().decode()
            if line.startswith("data: "):
                found.append(json.loads(line[6:]))
                if found[-1]["kind"] == until:
                    return found
    finally:
        connection.close()


def token(address: str) -> str:
    page = unescape(ask(address, "/").body.decode())
    return str(re.search(r'"token": "([^"]+)"', page)[1])  # type: ignore[index]


def test_each_code_is_explained_in_a_page_that_needs_nothing_else(address: str) -> None:
    page = ask(address, "/findings")
    assert 200 == page.status
    assert set(CODES) == set(re.findall(r'<h3 id="([^"]*)"', page.body.decode()))
    assert not re.search(rb"""(?:src|href)=["'](?!/static/)""", page.body)


def test_the_page_may_load_and_run_nothing_but_its_own(address: str) -> None:
    """Its policy, and that of art that somebody opens by its address."""
    page = ask(address, "/")
    assert 200 == page.status
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert not re.search(rb"""(?:src|href)=["'](?!/static/|#)""", page.body)
    for name in ("app.js", "page.css", "lantern.svg", "cards.js"):
        found = ask(address, f"/static/{name}")
        assert (200, "nosniff", "same-origin") == (
            found.status,
            found.headers["x-content-type-options"],
            found.headers["cross-origin-resource-policy"],
        )
        assert not re.search(rb"https?://(?!www\.w3\.org)", found.body)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": "localhost.evil.example:{port}"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
    ],
)
@pytest.mark.parametrize(
    "path", ["/", "/findings", "/static/app.js", "/events", "/art/x", "/sheets?name=sweets/main"]
)
def test_other_sites_and_other_names_are_refused(
    address: str, headers: dict[str, str], path: str
) -> None:
    """Requests from elsewhere, and names that were made to lead here (DNS rebinding)."""
    port = str(urlsplit(address).port)
    answer = ask(
        address,
        path,
        headers={name: value.replace("{port}", port) for name, value in headers.items()},
    )
    assert answer.status in (400, 403)
    assert b"<script" not in answer.body


def test_the_page_itself_is_answered_under_both_names(address: str) -> None:
    port = urlsplit(address).port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
        assert 200 == ask(address, "/", headers=headers).status
    link = {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }
    assert 200 == ask(address, "/", headers=link).status, "a link from a web mail may lead here"
    assert 403 == ask(address, "/static/app.js", headers=link).status


def test_nothing_is_answered_without_the_key(address: str) -> None:
    """Other people may share the machine: who was not told the address gets neither the page nor
    its token nor any card."""
    key = cookie(address).rpartition("=")[2]
    for path in (
        "/",
        "/?key=",
        f"/?key={key[:-1]}",
        "/?key=a&key=" + key,
        "/static/app.js",
        f"/static/app.js?key={key}",
        "/events",
        "/fonts.css",
    ):
        for kept in ("", "cardgen-1=" + key, cookie(address)[:-1], "cardgen=\x01"):
            answer = ask(address, path, headers={"Cookie": kept})
            assert (403, True) == (answer.status, key.encode() not in answer.body), (path, kept)
    answer = ask(address, f"/?key={key}", headers={"Cookie": ""})
    assert 200 == answer.status
    assert (
        f"cardgen-{urlsplit(address).port}={key}; Path=/; HttpOnly; SameSite=Lax"
        == answer.headers["set-cookie"]
    )


@pytest.mark.parametrize("width", ["0", "-1", "", "a", "9" * 5000, "\u0663"])
def test_an_odd_number_is_not_there_and_ends_nothing(address: str, width: str) -> None:
    """The sheets that were shown stay."""
    shown = json.loads(ask(address, "/sheets?name=sweets/main").body)
    assert shown["key"]
    assert 404 == ask(address, f"/sheets/{shown['key']}/0.png?width={quote(width)}").status
    assert (
        404 == ask(address, f"/sheets/{shown['key']}/{quote(width) or 'x'}.png?width=80").status
        or width == "0"
    )
    assert 200 == ask(address, f"/sheets/{shown['key']}/0.png?width=80").status


def test_a_question_nested_too_deeply_is_no_place(address: str) -> None:
    body = "[" * 4000 + "]" * 4000
    assert 200 == ask(address, "/open", "POST", {"X-Cardgen-Token": token(address)}, body).status


def test_it_listens_on_this_machine_alone(address: str) -> None:
    port = urlsplit(address).port
    found = [
        each.address
        for addresses in psutil.net_if_addrs().values()
        for each in addresses
        if each.family == socket.AF_INET
    ]
    for other in {*found} - {"127.0.0.1"}:
        with socket.socket() as tried:
            tried.settimeout(1)
            assert tried.connect_ex((other, port)) != 0


def test_what_changes_anything_needs_the_token(address: str) -> None:
    """And even with it, only places that the page was told can be opened."""
    body = json.dumps({"at": "/etc/passwd:1:1"})
    for given in ("", "wrong", token(address)[:-1]):
        assert 403 == ask(address, "/open", "POST", {"X-Cardgen-Token": given}, body).status
    answer = ask(address, "/open", "POST", {"X-Cardgen-Token": token(address)}, body)
    assert {
        "opened": False,
        "why": "no file of the project is there; load the page anew",
    } == json.loads(answer.body)
    assert (
        413
        == ask(address, "/open", "POST", {"X-Cardgen-Token": token(address)}, "x" * 20_000).status
    )
    assert {
        "opened": False,
        "why": "no file of the project is there; load the page anew",
    } == json.loads(ask(address, "/open", "POST", {"X-Cardgen-Token": token(address)}, "[]").body)
    assert 403 == ask(address, "/", "DELETE").status


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/static/../server.py",
            "/static/%2e%2e/server.py",
            "/static/index.html",
            "/art/../../etc/passwd",
            "/art/bonbon.svg",
        ),
        *("/fonts/x.ttf", "/sheets/x.pdf", "/card_data/sweets/main.yaml"),
    ],
)
def test_only_what_was_named_is_served(address: str, path: str) -> None:
    """Names are looked up among what there is; no name is a path."""
    assert 404 == ask(address, path).status


def test_a_page_is_told_everything_in_order(address: str, root: Path) -> None:
    """The games, the deck with its cards, then what was found; art and fonts are where it says."""
    told = events(address, "sweets/main", "findings")
    kinds = [event["kind"] for event in told]
    assert (
        kinds.index("contents")
        < kinds.index("deck")
        < kinds.index("looked")
        < kinds.index("findings")
    )
    deck = [event for event in told if event["kind"] == "deck" and event["whole"]][-1]
    assert ["one"] == deck["order"]
    pictures = {name: svg for event in told for name, svg in event.get("pictures", {}).items()}  # type: ignore[attr-defined]
    card = {id: card for event in told for id, card in event.get("cards", {}).items()}["one"]  # type: ignore[attr-defined]
    assert ">One</" in pictures[card["face"]]
    assert card["at"].endswith("main.yaml:5:9")
    art = ask(address, str(re.search(r'href="(/art/\w+)"', pictures[card["face"]])[1]))  # type: ignore[index]
    assert (200, "image/svg+xml") == (art.status, art.headers["content-type"])
    assert "sandbox" in art.headers["content-security-policy"]
    assert b"#ff8800" in art.body
    fonts = ask(address, "/fonts.css").body.decode()
    assert 'font-family:"Nunito"' in fonts
    font = ask(address, str(re.search(r'"Nunito".*url\("([^"]+)"', fonts)[1]))  # type: ignore[index]
    assert b"\x00\x01\x00\x00" == font.body[:4]


def test_a_font_that_is_part_of_a_file_is_made_for_the_page(address: str) -> None:
    """A variable font at its place on the axes, spanning its weights; a font out of its
    collection."""
    events(address, "sweets/main", "findings")
    fonts = ask(address, "/fonts.css").body.decode()
    wavy = re.search(r'font-family:"Wavy";font-weight:200 900;.*url\("([^"]+)"', fonts)
    other = re.search(r'font-family:"Other";font-weight:400;.*url\("([^"]+)"', fonts)
    assert wavy
    assert other
    given = [TTFont(io.BytesIO(ask(address, each[1]).body)) for each in (wavy, other)]
    assert [["wght", "wdth"], []] == [
        [axis.axisTag for axis in font["fvar"].axes] if "fvar" in font else [] for font in given
    ]
    assert "Other" == given[1]["name"].getDebugName(1)


def test_pages_with_different_views_are_both_told(address: str) -> None:
    """What was found for one does not push out what is found for the other."""
    with ThreadPoolExecutor(3) as pool:
        views = ("sweets", "sweets/main", "sweets")
        for view, told in zip(
            views, pool.map(lambda view: events(address, view, "findings"), views), strict=True
        ):
            assert view == told[-1]["view"]


def test_sheets_come_from_the_build(address: str) -> None:
    """A page for each side of the sheet, as a picture and as PDF; what cannot be made says why."""
    made = json.loads(ask(address, "/sheets?name=sweets/main&paper=a4&layout=duplex").body)
    assert 2 == len(made["pages"])
    assert b"%PDF" == ask(address, f"/sheets/{made['key']}.pdf").body[:4]
    assert b"\x89PNG" == ask(address, f"/sheets/{made['key']}/1.png?width=300").body[:4]
    assert 404 == ask(address, f"/sheets/{made['key']}/2.png").status
    for wrong in (
        "sweets/none",
        "",
        "sweets/main&paper=napkin",
        "sweets/main&layout=../x",
        "sweets/main&ink=x&out=../elsewhere",
    ):
        made = json.loads(ask(address, f"/sheets?name={wrong}").body)
        assert made["problems"] or made["pages"] == []


# -- the command
# --------------------------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken(root: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("preview", "--no-open", "--port", str(taken.getsockname()[1]), project=root)
    assert 2 == done.exit_code
    assert "cannot be had" in done.stderr


def test_a_game_that_is_not_there(root: Path) -> None:
    done = run("preview", "sweet", "--no-open", project=root)
    assert 2 == done.exit_code
    assert ['unknown-game "sweet" -> "sweets"'] == done.briefs


def test_without_its_packages_the_extra_is_named(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    there = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name == "uvicorn" else there(name, *rest),
    )
    done = run("preview", "--no-open", project=root)
    assert 2 == done.exit_code
    assert (
        'the preview needs uvicorn, which is not installed; run: python -m pip install "cardgen[preview]"'
        in done.stderr
    )


def test_the_last_good_sheets_stay(address: str) -> None:
    """However often a change keeps new ones from being made, the page can still show the pages of
    those that it has, and their PDF."""
    good = json.loads(ask(address, "/sheets?name=sweets/main&paper=a4").body)
    assert good["pages"]
    for _ in range(3):
        assert not json.loads(ask(address, "/sheets?name=sweets/main&paper=nope").body)["pages"]
    assert ask(address, f"/sheets/{good['key']}.pdf").body.startswith(b"%PDF")
    assert ask(address, f"/sheets/{good['key']}/0.png").body.startswith(b"\x89PNG")


def test_a_page_that_is_left_in_the_middle_says_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """asyncio warns of what it cannot send any more; whoever runs the preview has closed that
    page."""
    loop = logging.getLogger("asyncio")
    monkeypatch.setattr(loop, "level", logging.NOTSET)
    monkeypatch.setattr(
        server._Server, "run", lambda self, sockets: loop.warning("socket.send() raised exception.")
    )
    server.serve(find_project(root), lambda address: None, port=0, browse=False)
    assert [] == caplog.messages
    loop.error("a task ended")
    assert ["a task ended"] == caplog.messages


# -- guests


@pytest.fixture(scope="module")
def doors(root: Path) -> Iterator[tuple[str, str]]:
    """The addresses of a preview: the page's own, and that of guests."""
    if sys.platform != "linux":
        pytest.skip("only Linux has a second address of its own machine without being asked")
    with previewing("--project", root, "--lan", "--address", "127.0.0.2") as address:
        yield address, about(ask(address, "/", headers={"Cookie": cookie(address)}))["guests"]


def about(page: Answer) -> dict[str, Any]:
    """What a page is told."""
    found = re.search(r'name="cardgen" content="([^"]*)"', page.body.decode())
    assert found
    return dict(json.loads(unescape(found[1])))


def test_guests_look(doors: tuple[str, str]) -> None:
    own, guests = doors
    assert guests.startswith("http://127.0.0.2:")
    page = ask(guests, urlsplit(guests).path + "?" + urlsplit(guests).query)
    assert 200 == page.status
    told = about(page)
    assert ("", "", False) == (told["token"], told["guests"], told["editor"])
    headers = {"Cookie": cookie(guests)}
    assert 200 == ask(guests, "/static/app.js", headers=headers).status
    assert 200 == ask(guests, "/choose?view=sweets&text=one", headers=headers).status
    code = ask(own, "/guests.svg", headers={"Cookie": cookie(own)})
    assert (200, "image/svg+xml") == (code.status, code.headers["content-type"])


def test_guests_change_nothing_and_have_no_other_key(doors: tuple[str, str]) -> None:
    own, guests = doors
    own_key, guest_key = (parse_qs(urlsplit(each).query)["key"][0] for each in doors)
    assert own_key != guest_key
    for key in (own_key, guest_key):
        headers = {"Cookie": cookie(guests), "x-cardgen-token": key}
        answer = ask(guests, "/open", "POST", headers, '{"at": "main.yaml:1"}')
        assert (403, b"guests look, and change nothing") == (answer.status, answer.body)
    port = urlsplit(guests).port
    stranger = {"Cookie": f"cardgen-{port}={own_key}"}
    assert 403 == ask(guests, "/", headers=stranger).status
    assert 403 == ask(guests, "/", headers={"Cookie": ""}).status
    with_guest_key = {"Cookie": f"cardgen-{urlsplit(own).port}={guest_key}"}
    assert 403 == ask(own, "/", headers=with_guest_key).status


def test_a_name_that_leads_to_the_door_of_guests_is_refused(doors: tuple[str, str]) -> None:
    _, guests = doors
    port = urlsplit(guests).port
    headers = {"Cookie": cookie(guests)}
    for host in (f"evil.example:{port}", f"127.0.0.1:{port}", f"localhost:{port}"):
        assert 403 == ask(guests, "/", headers=headers, host=host).status
    origin = {**headers, "origin": "http://evil.example"}
    assert 403 == ask(guests, "/", headers=origin).status


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--lan", "--address", "8.8.8.8"], "8.8.8.8 is no address of a home or office network"),
        (["--lan", "--address", "street"], '"street" is no address'),
        (["--lan", "--address", "10.255.255.1"], "port"),
        (["--address", "192.168.1.7"], "--address belongs to --lan"),
    ],
)
def test_a_door_for_the_whole_world_is_refused(root: Path, words: list[str], told: str) -> None:
    done = run("preview", *words, "--no-open", "--port", "0", project=root)
    assert 2 == done.exit_code
    assert told in done.output


# -- the table to play on


def test_the_table_is_behind_the_same_door(address: str) -> None:
    """Its page and its deals need the key, have the policy of every answer, and are bounded."""
    deal = "/play/table?game=sweets&setup=decks&players=2&seed=42"
    page = ask(address, "/play")
    assert (200, True) == (page.status, b"/static/play.js" in page.body)
    assert "script-src 'self'" in page.headers["content-security-policy"]
    table = json.loads(ask(address, deal).body)["table"]
    assert [[], []] == table["hands"]
    assert ["main/one"] == table["things"][0][1]["cards"]
    setups = json.loads(ask(address, "/play/setups?game=sweets").body)
    assert ["decks"] == [setup["id"] for setup in setups["setups"]]
    for path in ("/play", "/play/setups?game=sweets", deal):
        assert 403 == ask(address, path, headers={"Cookie": ""}).status
        assert 403 == ask(address, path, headers={"Sec-Fetch-Site": "cross-site"}).status
    for players in ("0", "13", "x", "1" * 400):
        assert 404 == ask(address, deal.replace("players=2", f"players={players}")).status


def test_what_cannot_be_dealt_is_told_in_words(address: str) -> None:
    for path, says in (
        ("/play/setups?game=swets", "unknown-game"),
        ("/play/table?game=sweets&setup=rule:none&players=2&seed=1", "unknown-rule"),
    ):
        (problem,) = json.loads(ask(address, path).body)["problems"]
        assert says == problem["code"]
        assert problem["remedy"]


# -- what is made

ORDER = {"kind": "sheets", "names": ["sweets/main"], "options": {"paper": "a4"}}


def post(address: str, path: str, question: object = None, **headers: str) -> Answer:
    """What the page asks with its token."""
    usual = {"x-cardgen-token": token(address)}
    return ask(address, path, "POST", {**usual, **headers}, json.dumps(question or {}))


def job_done(address: str) -> dict[str, Any]:
    """The newest job, once it has ended."""
    version = 0
    while True:
        told = json.loads(ask(address, f"/make/jobs?since={version}").body)
        version = told["version"]
        if told["jobs"][0]["state"] != "running":
            return dict(told["jobs"][0])


def test_what_is_made_is_what_the_command_makes(address: str, root: Path) -> None:
    """With the files at hand, and the line to copy."""
    assert 200 == post(address, "/make", ORDER).status
    assert 409 == post(address, "/make", ORDER).status, "one at a time"
    job = job_done(address)
    names = ["main-a4.pdf", "all-a4.pdf", "instructions-a4.pdf"]
    assert ("done", names) == (job["state"], [file["name"] for file in job["files"]])
    shown = ask(address, job["files"][0]["address"])
    assert (200, "application/pdf") == (shown.status, shown.headers["content-type"])
    assert shown.headers["content-disposition"].startswith("inline")
    saved = ask(address, job["files"][0]["address"] + "?save")
    assert saved.headers["content-disposition"] == "attachment; filename*=UTF-8''main-a4.pdf"
    (root / "output/sweets/main-a4.pdf").unlink()
    program, *words = shlex.split(job["command"])
    assert program == "cardgen"
    assert 0 == python("-m", "cardgen", *words).returncode
    assert saved.body == shown.body == (root / "output/sweets/main-a4.pdf").read_bytes()


def test_a_job_is_stopped(address: str) -> None:
    order = {"kind": "export", "names": ["sweets"], "options": {"printer": "images"}}
    assert 200 == post(address, "/make", order).status
    told = json.loads(post(address, "/make/stop").body)
    assert "stopped" == told["jobs"][0]["state"]
    assert 200 == post(address, "/make", ORDER).status
    assert "done" == job_done(address)["state"]
    assert 200 == post(address, "/make/stop").status, "nothing to stop is no fault"


def test_what_is_found_is_told_with_its_code(address: str) -> None:
    order = {"kind": "export", "names": ["sweets"], "options": {"printer": "nobody"}}
    post(address, "/make", order)
    job = job_done(address)
    assert ("failed", "unknown-printer") == (job["state"], job["findings"][0]["code"])


@pytest.mark.parametrize(
    "headers",
    [
        {"x-cardgen-token": ""},
        {"x-cardgen-token": "guess"},
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Cookie": ""},
    ],
)
@pytest.mark.parametrize("path", ["/make", "/make/command", "/make/stop"])
def test_nothing_is_made_for_others(address: str, path: str, headers: dict[str, str]) -> None:
    before = json.loads(ask(address, "/make/jobs").body)["version"]
    assert 403 == post(address, path, ORDER, **headers).status
    assert 405 == ask(address, path).status, "a link makes nothing"
    assert before == json.loads(ask(address, "/make/jobs").body)["version"]


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {"kind": "shell"},
        {**ORDER, "out": "/tmp"},
        {**ORDER, "options": {"out": "/tmp"}},
        {**ORDER, "options": {"cluster": "tcp://evil.example:1"}},
        {**ORDER, "options": {"layout": "--out=/tmp"}},
        {**ORDER, "options": {"draft": "yes"}},
        {**ORDER, "options": {"copies": -1}},
        {**ORDER, "options": {"copies": True}},
        {**ORDER, "options": {"cards": "one\ntwo"}},
        {**ORDER, "options": {"cards": "x" * 501}},
        {**ORDER, "names": "sweets"},
        {**ORDER, "names": [1]},
        {**ORDER, "lang": 7},
        {"kind": "calibrate", "options": {"figures": [1, 2]}},
        {"kind": "calibrate", "options": {"figures": [1, 2, "3; reboot"]}},
    ],
)
def test_orders_that_no_page_sends_are_refused(address: str, wrong: object) -> None:
    for path in ("/make", "/make/command"):
        assert 400 == post(address, path, wrong).status


def test_only_what_was_told_is_served(address: str, root: Path) -> None:
    """No name leads anywhere else, however it is written."""
    post(address, "/make", ORDER)
    made = str(job_done(address)["files"][0]["address"])
    (root / "output/sweets/other.pdf").write_bytes(b"%PDF of somebody")
    folder = made.rpartition("/")[0]
    number = made.split("/")[2]
    for path in (
        f"{folder}/other.pdf",
        f"/made/{number}/../{root.name}/printed.yaml",
        f"/made/{number}/..%2f..%2fcard_data%2fsweets%2fmain.yaml",
        f"/made/{number}//etc/passwd",
        f"/made/{number}/%2fetc%2fpasswd",
        f"/made/9{number}/sweets/main-a4.pdf",
        "/made/x/sweets/main-a4.pdf",
    ):
        assert 404 == ask(address, path).status, path
    assert 200 == ask(address, made).status


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_a_link_that_took_the_place_of_a_file_is_not_followed(address: str, root: Path) -> None:
    post(address, "/make", ORDER)
    made = str(job_done(address)["files"][0]["address"])
    file = root / "output/sweets/main-a4.pdf"
    file.unlink()
    file.symlink_to("/etc/passwd")
    assert 404 == ask(address, made).status
    file.unlink()


def test_guests_make_nothing_and_have_nothing_of_it(doors: tuple[str, str]) -> None:
    own, guests = doors
    post(own, "/make", ORDER)
    made = str(job_done(own)["files"][0]["address"])
    headers = {"Cookie": cookie(guests)}
    for path in ("/make/jobs", "/make/choices", made, f"{made}?save"):
        answer = ask(guests, path, headers=headers)
        assert (403, b"guests look, and make nothing") == (answer.status, answer.body)
    for path in ("/make", "/make/stop", "/make/command"):
        for key in (cookie(own), cookie(guests)):
            with_token = {"Cookie": key, "x-cardgen-token": token(own)}
            assert 403 == ask(guests, path, "POST", with_token, json.dumps(ORDER)).status
    assert 200 == ask(own, made).status


@pytest.mark.parametrize(
    ("words", "posix", "windows"),
    [
        (
            ["cardgen", "--cards", "rank > 3"],
            "cardgen --cards 'rank > 3'",
            'cardgen --cards "rank > 3"',
        ),
        (["cardgen", "a&b"], "cardgen 'a&b'", 'cardgen "a&b"'),
        (["cardgen", "$(rm -r ~)"], "cardgen '$(rm -r ~)'", ""),
        (["cardgen", "%PATH%"], "cardgen %PATH%", ""),
        (["cardgen", 'a"b'], "cardgen 'a\"b'", ""),
        (["cardgen", "it's"], "cardgen 'it'\"'\"'s'", 'cardgen "it\'s"'),
        (["cardgen", "C:\\my games"], "cardgen 'C:\\my games'", 'cardgen "C:\\my games"'),
    ],
)
def test_names_stay_words_in_the_line_to_copy(words: list[str], posix: str, windows: str) -> None:
    """What a stranger has called a folder, no shell obeys; where that cannot be, there is none."""
    assert (posix, windows) == (shell_line(words, "posix"), shell_line(words, "nt"))


def test_a_stopped_job_leaves_no_process_behind(tmp_path: Path) -> None:
    """Nor does one at work when the preview ends: its own children go with it."""
    cards = ", ".join(f"{{id: n{number}, name: {number}}}" for number in range(300))
    root = write_project(tmp_path, {"main": f"cards: [{cards}]\n"}, {"card.svg": FACE})
    order = {"kind": "export", "names": ["sweets"], "options": {"printer": "images"}}
    with previewing("--project", root) as opened:
        assert 200 == ask(opened, "/make/choices").status, "the page has its processes"
        before = descendants()
        assert 200 == post(opened, "/make", order).status
        until(lambda: len(descendants() - before) > 1)
        stopped_processes = descendants() - before
        post(opened, "/make/stop")
        until(lambda: not any(map(psutil.Process.is_running, stopped_processes)))
        post(opened, "/make", order)
        until(lambda: len(descendants() - before) > 1)
        left_processes = descendants() - before
    until(lambda: not any(map(psutil.Process.is_running, left_processes)))


def descendants() -> set[psutil.Process]:
    """All processes that this one has begun, and those of theirs."""
    return set(psutil.Process().children(recursive=True))


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, a minute at the most."""
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it never held")


@pytest.mark.parametrize("name", KINDS)
def test_what_the_page_leaves_out_is_what_the_command_does_without_the_word(name: str) -> None:
    """So the line to copy needs to say only what differs."""
    kind = KINDS[name]
    command = CommandFolder()[kind.command]
    for option in kind.options.values():
        (parameter,) = (each for each in command.params if option.word in each.opts)
        usual = parameter.get_default(click.Context(command))
        has_default = isinstance(usual, (str, int, float))
        assert option.usual == (usual if has_default else type(option.usual)()), option.word


def test_what_can_be_chosen_and_how_the_line_says_it(tmp_path: Path) -> None:
    """Languages and variants that are there, and all that was chosen, each a word."""
    variants = "- {id: duel, name: Duel, players: 2, cards: deck.main}\n"
    translated = {f"card_data/sweets/{name}.de.yaml": "{}\n" for name in ("main", "game")}
    cards = "cards: [{id: one, name: One}]\n"
    root = write_project(
        tmp_path,
        {"main": cards},
        {"card.svg": FACE},
        files={"card_data/sweets/variants.yaml": variants, **translated},
    )
    choices = making_choices(open_project(root))
    (game,) = choices["games"]
    assert (["de"], ["duel"]) == (game["languages"], [each["id"] for each in game["variants"]])
    assert "makeplayingcards" in [printer["id"] for printer in choices["printers"]]
    asked = {
        "kind": "sheets",
        "names": ["sweets/main"],
        "lang": "de",
        "options": {"variant": "duel", "players": 2, "cards": "name == 'One'", "changed": True},
    }
    words = shlex.split(PageOrder.read(asked).command(root))
    assert words == [
        *("cardgen", "build", "--cards", "name == 'One'", "--variant", "duel", "--players", "2"),
        *("--changed", "--lang", "de", "--project", str(root), "sweets/main"),
    ]
