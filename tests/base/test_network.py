"""The door to the network: what it fetches, whom it asks, and what it does not wait for."""

from __future__ import annotations

import ast
import contextlib
import gzip
import ipaddress
import os
import re
import socket
import ssl
import tracemalloc
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from briefs import briefs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parsed import parsed
from projects import python, write_project
from servers import HOST, Authority, Server, authority, http, moved, server

from cardgen.base import network
from cardgen.base.findings import CardgenError
from cardgen.base.network import FetchBounds, NotFetched, check_address, fetch, is_own, is_public

__all__ = ["authority", "server"]
TABLE = b"id,name\na,Ann\n"
SOON = FetchBounds(seconds=0.7, silence=30)
ANY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
QUIET = FetchBounds(seconds=30, silence=0.3)
SMALL = FetchBounds(size=1 << 16)

Get = Callable[..., bytes]
Told = Callable[..., str]


@pytest.fixture
def get(server: Server, authority: Authority) -> Get:
    """What a path of the server holds."""

    def get(path: str = "/t.csv", bounds: FetchBounds = FetchBounds(), host: str = HOST) -> bytes:  # noqa: B008
        return fetch(server.at(path, host), bounds, own=[HOST], trust=authority.trusted()).data

    return get


@pytest.fixture
def told(get: Get) -> Told:
    """How a path of the server is refused."""

    def told(*args: Any, **more: Any) -> str:
        with pytest.raises(NotFetched) as caught:
            get(*args, **more)
        assert caught.value.findings[0].remedy
        return str(caught.value)

    return told


# -- what is fetched
# -----------------------------------------------------------------------------------------------------------------


def chunked(body: bytes, size: int = 7) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    sent = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
    return http(b"", Transfer_Encoding="chunked", Content_Length="") + sent + b"0\r\n\r\n"


@pytest.mark.parametrize(
    "answer",
    [
        http(TABLE),
        http(TABLE, Content_Length=""),
        chunked(TABLE),
        http(gzip.compress(TABLE), Content_Encoding="gzip"),
        b"HTTP/1.1 100 Continue\r\n\r\n" + http(TABLE),
        http(TABLE, kind=""),
    ],
    ids=["with its length", "to the end", "chunked", "packed", "continued", "of no kind"],
)
def test_a_table_comes_whole(server: Server, get: Get, answer: bytes) -> None:
    server.pages["/t.csv"] = answer
    assert TABLE == get()


def test_what_is_asked(server: Server, get: Get) -> None:
    """The path and the query with letters beyond ASCII written out, no cookie, no account, nothing
    that follows a redirect along."""
    server.pages["/K%C3%A4se%20a?x=%C3%BC"] = moved("/t.csv?a=ö#b")
    server.pages["/t.csv?a=%C3%B6"] = http(TABLE, Set_Cookie="a=b")
    assert TABLE == get("/Käse a?x=ü#gid=3")
    for head in server.heads:
        names = [line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:] if line]
        assert [b"host", b"user-agent", b"accept", b"accept-encoding", b"connection"] == names
        assert f"Host: localhost:{server.port}\r\n".encode() in head


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(server: Server, get: Get, status: int) -> None:
    server.pages |= {
        "/s": moved("/t.csv", status),
        "/t.csv": moved(server.at("/u")),
        "/u": http(TABLE),
    }
    assert TABLE == get("/s")


def test_5_mb_are_fetched_in_bounded_memory(server: Server, get: Get) -> None:
    """The bytes, once more while they are gathered, and little beside."""
    body = os.urandom(5 << 20)
    server.pages["/t.csv"] = http(body)
    tracemalloc.start()
    try:
        assert body == get()
        assert tracemalloc.get_traced_memory()[1] < 4 * len(body)
    finally:
        tracemalloc.stop()


# -- what is refused
# -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        *(
            "http://example.com/a.csv",
            "file:///etc/passwd",
            "ftp://example.com/a",
            "data:text/csv,id",
            "//example.com/a",
            "cards.csv",
            "",
        ),
        *(
            "https://",
            "https:///a",
            "https://ann@example.com/a",
            "https://ann:secret@example.com/a",
            "https://exa mple.com",
            "https://[::1",
        ),
        *(
            "https://example.com:port/",
            "https://example.com/\r\nX: y",
            "https://a\u202eb.com/",
            "https://" + "a" * 70 + ".com/",
            "javascript:1",
        ),
    ],
)
def test_what_is_no_https_address_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", None)
    with pytest.raises(CardgenError) as caught:
        fetch(address)
    assert caught.value.findings[0].remedy
    assert "secret" not in str(caught.value)


def test_an_address_is_written_as_http_wants_it() -> None:
    assert (
        "https://xn--mnchen-3ya.de/K%C3%A4se%20a?x=%C3%BC"
        == check_address(" https://MÜNCHEN.de:443/Käse a?x=ü#g ").geturl()
    )
    assert "https://[2001:db8::1]:444/" == check_address("https://[2001:DB8::1]:444").geturl()


PRIVATE = (
    *(
        "127.0.0.1",
        "127.8.8.8",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "::1",
        "fd00::1",
        "fc00::1",
    ),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1"),
)
NEVER = (
    *(
        "0.0.0.0",
        "0.1.2.3",
        "169.254.169.254",
        "169.254.1.1",
        "168.63.129.16",
        "100.100.100.200",
        "224.0.0.1",
        "255.255.255.255",
    ),
    *(
        "240.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "::",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "fd00:ec2::254",
    ),
    *(
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "::127.0.0.1",
        "2001:0:53aa:64c:0:0:80ff:fffe",
    ),
)
PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")


@pytest.mark.parametrize("address", [*PRIVATE, *NEVER, *PUBLIC])
def test_which_hosts_anybody_may_ask(address: str) -> None:
    found = ipaddress.ip_address(address)
    assert (address in PUBLIC, address in PRIVATE) == (is_public(found), is_own(found))


@pytest.mark.parametrize("address", [*PRIVATE, *NEVER, "fe80::1%eth0"])
@pytest.mark.parametrize("others", [(), ("8.8.8.8",)])
def test_a_name_that_leads_into_a_network_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, address: str, others: tuple[str, ...]
) -> None:
    """Nobody is asked, also where only one of its addresses does."""

    def resolved(*args: Any, **more: Any) -> list[Any]:
        return [(0, 0, 0, "", (each, 443)) for each in (*others, address)]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(socket, "create_connection", None)
    with pytest.raises(NotFetched) as caught:
        fetch("https://sheets.example/a.csv", own=["other.example"])
    assert "which lies in a network of one's own or on this machine" in str(caught.value)
    assert ("--allow-host sheets.example" in str(caught.value)) == (address in PRIVATE)


@pytest.mark.parametrize("address", NEVER)
def test_some_hosts_are_never_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Not even when they are allowed by name."""
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *args, **more: [(0, 0, 0, "", (address, 443))]
    )
    monkeypatch.setattr(socket, "create_connection", None)
    with pytest.raises(NotFetched):
        fetch("https://sheets.example/a.csv", own=["sheets.example"])


def test_a_name_is_resolved_once(server: Server, get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was looked at is what is connected to: a second answer of the name server changes
    nothing."""
    asked, reached = [], []
    connect = socket.create_connection

    def resolved(host: str, *args: Any, **more: Any) -> list[Any]:
        asked.append(host)
        return [
            (
                socket.AF_INET,
                socket.SOCK_STREAM,
                6,
                "",
                ("127.0.0.1" if len(asked) == 1 else "10.0.0.1", 443),
            )
        ]

    def connected(address: tuple[str, int], *args: Any, **more: Any) -> socket.socket:
        reached.append(address[0])
        monkeypatch.undo()  # what connects to an address of numbers may ask what family they are of
        return connect(address, *args, **more)

    server.pages["/t.csv"] = http(TABLE)
    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(socket, "create_connection", connected)
    assert TABLE == get()
    assert (["localhost"], ["127.0.0.1"]) == (asked, reached)


@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("http://localhost/t.csv", "which is no https address"),
        ("file:///etc/passwd", "which is no https address"),
        ("ftp://example.com/", "which is no https address"),
        ("data:text/csv,id", "which is no https address"),
        ("https://[::1", "which is no https address"),
        ("", "in a circle"),
        ("/s", "in a circle"),
        ("https://127.0.0.1/t.csv", "127.0.0.1 is 127.0.0.1,"),
        ("https://[::1]/t.csv", "::1 is ::1,"),
        ("https://169.254.169.254/latest/meta-data", "169.254.169.254 is 169.254.169.254,"),
        (
            "https://[::ffff:a9fe:a9fe]/",
            f"::ffff:a9fe:a9fe is {ipaddress.ip_address('::ffff:a9fe:a9fe')},",
        ),
        ("https://2130706433/", "2130706433 is 127.0.0.1,"),
        ("https://0x7f.1/", "0x7f.1 is 127.0.0.1,"),
    ],
)
def test_a_redirect_is_looked_at_as_the_address_itself(
    server: Server, told: Told, to: str, says: str
) -> None:
    server.pages["/s"] = moved(to)
    assert says in told("/s")
    assert ["/s"] == server.asked


def test_redirects_end(server: Server, told: Told) -> None:
    server.pages |= {f"/{number}": moved(f"/{number + 1}") for number in range(100)}
    assert "sends on more than 8 times" in told("/0")
    assert network.MOST_REDIRECTS + 1 == len(server.asked)


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (401, "does not give the table to everybody (401)"),
        (403, "does not give the table to everybody (403)"),
        (404, "has nothing at this address (404)"),
        (410, "has nothing at this address (410)"),
        (429, "cannot answer now (429)"),
        (500, "cannot answer now (500)"),
        (503, "cannot answer now (503)"),
        (204, "answers 204"),
        (206, "answers 206"),
        (304, "answers 304"),
        (418, "answers 418"),
    ],
)
def test_an_answer_that_is_no_table(server: Server, told: Told, status: int, says: str) -> None:
    server.pages["/t.csv"] = http(b"" if status in (204, 304) else b"<html>Sorry", status)
    assert says in told()


@pytest.mark.parametrize(
    "answer",
    [
        http(TABLE, Content_Length="1000"),
        chunked(TABLE)[:-12],
        chunked(TABLE)[:-5],
        http(gzip.compress(TABLE)[:-9], Content_Encoding="gzip"),
        http(b"", Content_Encoding="gzip"),
        b"",
        b"HTTP/1.1 200 OK\r\nContent-",
    ],
    ids=[
        "short",
        "in a chunk",
        "without the last chunk",
        "packed",
        "packed nothing",
        "nothing at all",
        "in the head",
    ],
)
def test_half_a_table_is_none(server: Server, told: Told, answer: bytes) -> None:
    server.pages["/t.csv"] = answer
    assert "localhost " in told()


def test_a_line_that_breaks_is_half_a_table(server: Server, told: Told) -> None:
    """Without its length, only the end of TLS tells that a file is whole."""

    def broken(sock: ssl.SSLSocket) -> None:
        sock.sendall(http(TABLE, Content_Length=""))
        socket.socket.shutdown(sock, socket.SHUT_RDWR)

    server.pages["/t.csv"] = broken
    assert "has sent only half of the file" in told()


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH\r\n\r\n",
        http(TABLE, Transfer_Encoding="chunked", Content_Length=""),
        b"HTTP/1.1 200 OK\r\n" + b"a" * 70_000,
    ],
    ids=["another protocol", "broken chunks", "a long line"],
)
def test_what_is_no_web_server(server: Server, told: Told, answer: bytes) -> None:
    server.pages["/t.csv"] = answer
    assert "localhost " in told()


def bomb(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return b"".join([packer.compress(bytes(1 << 20)) for _ in range(size >> 20)]) + packer.flush()


def endless(head: bytes, piece: bytes) -> Callable[[ssl.SSLSocket], None]:
    def answer(sock: ssl.SSLSocket) -> None:
        sock.sendall(head)
        while True:
            sock.sendall(piece)

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        http(bytes(1 << 17)),
        http(b"", Content_Length="99999999999999"),
        endless(http(b"", Content_Length=""), bytes(1 << 14)),
        endless(
            http(b"", Transfer_Encoding="chunked", Content_Length=""),
            b"1000\r\n" + bytes(4096) + b"\r\n",
        ),
        http(bomb(64 << 20), Content_Encoding="gzip"),
        http(bomb(1 << 20), Content_Encoding="x-gzip"),
    ],
    ids=["too large", "says so", "endless", "endless chunks", "bomb", "smaller bomb"],
)
def test_what_is_too_large_is_not_read_on(server: Server, told: Told, answer: Any) -> None:
    server.pages["/t.csv"] = answer
    tracemalloc.start()
    try:
        assert " 0 MB; split it into several tables" in told("/t.csv", SMALL)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_an_empty_file_is_no_table(server: Server, told: Told) -> None:
    server.pages["/t.csv"] = http(b"")
    assert "localhost gives an empty file" in told()


@pytest.mark.parametrize("coding", ["br", "deflate", "gzip, gzip", "compress"])
def test_a_packing_that_was_not_asked_for(server: Server, told: Told, coding: str) -> None:
    server.pages["/t.csv"] = http(TABLE, Content_Encoding=coding)
    assert f'has packed the file as "{coding}"' in told()


def test_two_files_packed_as_one(server: Server, told: Told) -> None:
    server.pages["/t.csv"] = http(
        gzip.compress(TABLE) + gzip.compress(TABLE), Content_Encoding="gzip"
    )
    assert "does not answer as a secure web server does" in told()


@pytest.mark.parametrize(
    "begins",
    [b"", b"HTTP/1.1 200 OK\r\n", http(TABLE, Content_Length="100")],
    ids=["at once", "in the head", "in the table"],
)
def test_a_host_that_falls_silent(server: Server, told: Told, begins: bytes) -> None:
    def answer(sock: ssl.SSLSocket) -> None:
        sock.sendall(begins)
        server.over.wait(30)

    server.pages["/t.csv"] = answer
    assert "localhost says nothing for 0.3 s; try again later" == told("/t.csv", QUIET)


@pytest.mark.parametrize(
    "begins",
    [b"", b"HTTP/1.1 200 OK\r\nX: ", http(b"", Content_Length="100000")],
    ids=["status", "head", "table"],
)
def test_a_host_that_drips(server: Server, told: Told, begins: bytes) -> None:
    """It is never silent for long, and never done."""

    def answer(sock: ssl.SSLSocket) -> None:
        sock.sendall(begins)
        while not server.over.wait(0.05):
            sock.sendall(b"x")

    server.pages["/t.csv"] = answer
    assert told("/t.csv", SOON).endswith(" 0.7 s; try again later")


def endless(begins: bytes, goes_on: bytes) -> Callable[[ssl.SSLSocket], None]:
    """Sends one thing for ever, as fast as it is taken."""

    def answer(sock: ssl.SSLSocket) -> None:
        sock.sendall(begins)
        while True:
            sock.sendall(goes_on * (1 + 20_000 // len(goes_on)))

    return answer


CHUNKED = http(b"", Transfer_Encoding="chunked", Content_Length="")
PACKED = http(b"", Content_Encoding="gzip", Content_Length="")
GZIP = b"\x1f\x8b\x08"
SENT = "localhost sends more than an answer with a table of 0 MB takes, and no end of it"
ENDLESS = {
    "answers before the answer": (b"", b"HTTP/1.1 100 Continue\r\n\r\n", SENT),
    "early hints": (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n", SENT),
    "headers of the answer before": (b"HTTP/1.1 100 Continue\r\n", b"X: y\r\n", ""),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", SENT),
    "a header": (b"HTTP/1.1 200 OK\r\nX: ", b"y", "does not answer as a secure web server does"),
    "a status": (b"HTTP/1.1 200 ", b"y", "does not answer as a secure web server does"),
    "trailers": (CHUNKED + b"0\r\n", b"X: y\r\n", SENT),
    "a trailer": (CHUNKED + b"0\r\nX: ", b"y", "does not answer as a secure web server does"),
    "a chunk's extension": (CHUNKED + b"1;", b"x", ""),
    "small chunks with extensions": (CHUNKED, b"1;" + b"x" * 60_000 + b"\r\ny\r\n", SENT),
    "a gzip name": (PACKED + GZIP + b"\x08" + bytes(6), b"x", SENT),
    "a gzip comment": (PACKED + GZIP + b"\x10" + bytes(6), b"x", SENT),
    "empty deflate blocks": (PACKED + GZIP + bytes(7), b"\0\0\0\xff\xff", SENT),
    "behind a whole gzip": (
        PACKED + gzip.compress(TABLE),
        b"x",
        "does not answer as a secure web server does",
    ),
    "behind a whole gzip, of zeros": (
        PACKED + gzip.compress(TABLE),
        b"\0",
        "does not answer as a secure web server does",
    ),
    "a body to the end": (
        http(b"", Content_Length=""),
        b"x",
        "the file at localhost is larger than 0 MB",
    ),
}


@pytest.mark.parametrize(("begins", "goes_on", "says"), ENDLESS.values(), ids=ENDLESS)
def test_what_comes_in_has_a_bound(
    server: Server, told: Told, begins: bytes, goes_on: bytes, says: str
) -> None:
    """Whatever an answer is made of, no more of it is taken than a table needs; its time is not
    what ends it."""
    server.pages["/t.csv"] = endless(begins, goes_on)
    tracemalloc.start()
    try:
        said = told("/t.csv", FetchBounds(size=1 << 16, seconds=300))
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
    assert says in said
    assert "takes longer" not in said


@pytest.mark.parametrize("size", ["-5", "+5", "0x5", "1_0", "", "5 5", "g", "9" * 40, "٥"])
def test_a_piece_whose_size_is_none(server: Server, told: Told, size: str) -> None:
    server.pages["/t.csv"] = CHUNKED + size.encode() + b"\r\nid,na\r\n0\r\n\r\n"
    assert re.search(
        "does not answer as a secure web server does|sent only half of the file", told()
    )


@pytest.mark.parametrize("size", ["5", "05", "5;a=b", "5 ;a", " 5"])
def test_a_piece_with_its_size(server: Server, get: Get, size: str) -> None:
    server.pages["/t.csv"] = CHUNKED + size.encode() + b"\r\nid,na\r\n0\r\nX: y\r\n\r\n"
    assert b"id,na" == get()


def test_answers_before_the_answer(server: Server, get: Get) -> None:
    """Of any kind, a few of them (RFC 9110, 15.2)."""
    early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
    server.pages["/t.csv"] = early + http(TABLE)
    assert TABLE == get()


def test_a_host_that_does_not_greet(authority: Authority) -> None:
    """It takes the connection, and says nothing of TLS."""
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(NotFetched) as caught:
        fetch(
            f"https://localhost:{silent.getsockname()[1]}/",
            QUIET,
            own=[HOST],
            trust=authority.trusted(),
        )
    assert ["network-refused 0.3"] == briefs(caught.value.findings)


def test_a_port_where_nobody_listens(authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that is set is not used, which is said."""
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    with pytest.raises(NotFetched) as caught:
        fetch(f"https://localhost:{port}/", own=[HOST], trust=authority.trusted())
    assert "localhost cannot be reached: " in str(caught.value)
    assert "the proxy of HTTPS_PROXY is not used" in str(caught.value)


def test_a_name_that_nobody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: Any, **more: Any) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(
        NotFetched, match=r"no host is called sheets\.example, or there is no network"
    ):
        fetch("https://sheets.example/")


@pytest.fixture
def shown_as(authority: Authority) -> Iterator[Callable[..., str]]:
    """How a server with a certificate is refused."""
    opened: list[Server] = []

    def shown_as(
        name: str, until: datetime | None = None, trust: ssl.SSLContext | None = None
    ) -> str:
        opened.append(Server(authority.signed(name, until=until)))
        with pytest.raises(NotFetched) as caught:
            fetch(opened[-1].at("/t.csv"), own=[HOST], trust=trust or authority.trusted())
        assert [] == opened[-1].asked
        return str(caught.value)

    yield shown_as
    for each in opened:
        each.close()


def test_a_certificate_must_be_good(shown_as: Callable[..., str]) -> None:
    """For this host, not expired, and of an authority that is known."""
    assert "Hostname mismatch" in shown_as("example.com")
    assert "expired" in shown_as(HOST, datetime(2001, 1, 1, tzinfo=UTC))
    assert "localhost cannot be trusted: its certificate is not good" in shown_as(
        HOST, trust=ssl.create_default_context()
    )


def test_a_server_without_tls(authority: Authority) -> None:
    plain = Server(None)
    try:
        with pytest.raises(NotFetched, match="localhost "):
            fetch(plain.at("/t.csv"), own=[HOST], trust=authority.trusted())
    finally:
        plain.close()


def mixed(parts: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    return st.lists(st.sampled_from(parts) | st.binary(max_size=9), max_size=9).map(b"".join)


HEADS = (
    *(
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 302 Go\r\n",
        b"HTTP/1.0 200\r\n",
        b"HTTP/9 -1\r\n",
        b"HTTP/1.1 100\r\n\r\n",
        b"Location: ",
        b"https://[",
        b"\r\n",
    ),
    *(
        b"Content-Length: ",
        b"9",
        b"-1",
        b"\xc2\xb2",
        b"Transfer-Encoding: chunked\r\n",
        b"Content-Encoding: gzip\r\n",
        b"\r\n\r\n",
        b"\n",
        b":",
    ),
)
BODIES = (
    *(b"5\r\nid,na\r\n", b"0\r\n\r\n", b"ffffffffffff\r\n", b"-1\r\n", b"id,name\n"),
    gzip.compress(TABLE),
    gzip.compress(TABLE)[:15],
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None
)
@given(
    data=st.tuples(st.just(b"HTTP/1.1 200 OK\r\n") | mixed(HEADS), mixed(HEADS), mixed(BODIES)).map(
        b"".join
    )
)
def test_whatever_is_answered_is_a_table_or_told(
    monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    """Pieces of answers in any order, among them what no server sends."""
    ours, theirs = socket.socketpair()
    with theirs, ours, monkeypatch.context() as patched:
        theirs.sendall(data)
        theirs.shutdown(socket.SHUT_WR)
        patched.setattr(network, "_reached", lambda *line: ours)
        patched.setattr(network, "_secured", lambda sock, *line: sock)
        with contextlib.suppress(NotFetched):
            assert len(fetch("https://sheets.example/t.csv", SMALL, trust=ANY).data) <= SMALL.size


# -- who may come here
# ---------------------------------------------------------------------------------------------------------------

ASKING = {
    *(
        "socket",
        "socketserver",
        "ssl",
        "asyncio",
        "http.client",
        "http.server",
        "urllib.request",
        "ftplib",
        "smtplib",
        "poplib",
        "imaplib",
    ),
    *(
        "nntplib",
        "telnetlib",
        "xmlrpc",
        "requests",
        "httpx",
        "urllib3",
        "aiohttp",
        "websockets",
        "starlette",
        "uvicorn",
        "watchfiles",
    ),
    *("distributed", "fsspec"),
    *("webbrowser", "subprocess", "multiprocessing.managers", "multiprocessing.connection"),
}
"""Modules by which a program can reach a network, or have another do so."""
KNOWN = {
    "making/cluster.py": {"distributed"},
    "making/shelf.py": {"fsspec"},
    "making/cluster_worker.py": {"distributed"},
    "base/network.py": {"socket", "ssl", "http.client"},
    "preview/": {
        "asyncio",
        "socket",
        "starlette",
        "uvicorn",
        "watchfiles",
        "webbrowser",
        "subprocess",
        "multiprocessing.connection",
    },
    "sandbox/process.py": {"multiprocessing.connection"},
    "sandbox/side_by_side.py": {"multiprocessing.connection"},
}
"""Who may use which of them. The preview answers on this machine, and does not ask; the sandbox
speaks with processes of its own; a cluster, and the address that its workers write to, are named by
who calls."""


def imported(nodes: list[ast.AST]) -> Iterator[str]:
    """The modules that a module imports, wherever it does."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))


@cache
def modules() -> dict[str, set[str]]:
    """Of every module what it imports."""
    return {name: set(imported(nodes)) for name, nodes in parsed().items()}


def test_the_network_has_one_door() -> None:
    """Beside it only the preview has to do with sockets, which answers on this machine, and the
    cluster that a call names."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, names in modules().items():
        if asking := {
            each for each in ASKING if any(f"{one}.".startswith(f"{each}.") for one in names)
        }:
            found["preview/" if name.startswith("preview/") else name] |= asking
    assert KNOWN == found


def test_only_pull_goes_through_it() -> None:
    """One module uses the door, one command uses that, and nothing uses the command: it is found by
    its name."""

    def users(module: str) -> list[str]:
        return [name for name, names in modules().items() if module in names]

    assert ["api/pull.py"] == users("cardgen.base.network")
    assert ["cli/commands/pull.py"] == users("cardgen.api.pull")
    assert [] == users("cardgen.cli.commands.pull")


WATCHED = """
import sys
import reportlab.lib.utils  # which brings a client of its own before 5.1
theirs = set(sys.modules)
def heard(event, args):
    if event in ("socket.getaddrinfo", "socket.gethostbyname") or (event == "socket.connect" and not isinstance(args[1], (str, bytes))):
        print("ASKED", event, args, file=sys.stderr)
        sys.stderr.flush()
        import os; os._exit(99)
sys.addaudithook(heard)
from cardgen.cli import cli
try:
    cli(sys.argv[1:], standalone_mode=False)
finally:
    known = {"cardgen.base.network", "cardgen.api.pull", "http.client"} & (set(sys.modules) - theirs)
    print("KNOWN", sorted(known), file=sys.stderr)
"""


@pytest.mark.parametrize("words", [("build", "--paper", "a4"), ("validate",)])
def test_a_build_asks_nobody(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A deck that is pulled is built from the file that lies beside it; the system is asked for no
    host."""
    deck = "cards: {from: https://sheets.example/a.csv}\n"
    root = write_project(tmp_path, {"main": deck}, files={"card_data/sweets/main.csv": TABLE})
    done = python("-c", WATCHED, *words, "--project", root)
    assert "ASKED" not in done.stderr
    assert "KNOWN []" in done.stderr
