"""The one door to the network: an https address, within bounds.

Only hosts that anybody may ask are asked. Addresses come from strangers' decks. A name is resolved
once, each of its IP addresses is looked at (RFC 6890), and the connection goes to one that was;
each redirect is such an address again. HTTP/1.1 as in RFC 9110 and 9112, without accounts, cookies
and proxies; certificates as in RFC 9525, by the system's authorities. Only `api/pull.py` comes
here: nothing else in the program asks the network."""

from __future__ import annotations

import contextlib
import http.client
import io
import ipaddress
import os
import re
import socket
import ssl
import time
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.version import __version__

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LARGEST = 16 << 20
"""The largest file that is fetched, in bytes: as large as a table may be."""
SECONDS = 120.0
"""Seconds that all of a file may take."""
SECONDS_TOGETHER = 600.0
"""Seconds that all files of a call may take."""
SILENCE = 20.0
"""Seconds that a host may say nothing."""
MOST_REDIRECTS = 8
_HEAD = 1 << 18
"""Bytes that a host may send before what it has to say begins: lines of its head, and answers
before the answer."""
_BESIDE = 1 << 20
"""Bytes beyond a half of the largest file that it may send beside it: sizes of pieces, what
follows them, what is packed badly."""
_MOST_EARLY = 8
"""Answers before the answer (RFC 9110, 15.2)."""
_SIZE = re.compile(rb"[0-9a-fA-F]{1,15}")
_CHUNK = 1 << 16
_MOVED = (301, 302, 303, 307, 308)
_HOST = re.compile(r"[a-z0-9_.-]+|[0-9a-f:.]+")
_METADATA = [
    ipaddress.ip_address(each)
    for each in ("168.63.129.16", "169.254.169.254", "100.100.100.200", "fd00:ec2::254")
]
"""Addresses where clouds tell a machine its secrets."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_OWN_NETWORKS = [
    ipaddress.ip_network(each)
    for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")
]
_KEPT_IN_ADDRESSES = "%/:=&?~#+!$,;'@()*[]"

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class FetchBounds:
    """The bounds of fetching a file: bytes, seconds in all, and seconds of silence."""

    size: int = LARGEST
    seconds: float = SECONDS
    silence: float = SILENCE


class Fetched(NamedTuple):
    """The file at an address: its bytes, and the host that gave them at last."""

    data: bytes
    host: str


class NotFetched(CardgenError):  # noqa: N818 (what a host did, or what we do not)
    """Nothing was fetched. `status` is the host's answer where it gave one, `host` the last that
    was asked."""

    def __init__(self, message: str, remedy: str, host: str = "", status: int = 0) -> None:
        super().__init__(Finding("network-refused", message, remedy))
        self.host = host
        self.status = status


def check_address(address: str) -> SplitResult:
    """The parts of an address that may be fetched.

    Its signs beyond ASCII are written as HTTP wants them. Raises CardgenError."""
    try:
        parts = urlsplit(address.strip())
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError:  # a bracket or a port that is none, a name that is none
        raise _wrong(
            f'"{address}" is no address', "copy it from the browser: https://..."
        ) from None
    if parts.scheme != "https":
        raise _wrong(
            f'"{address}" is no https address',
            "give one that begins with https://; no other is fetched",
        )
    if not _HOST.fullmatch(host):
        raise _wrong(f'"{address}" names no host', "copy it from the browser: https://...")
    if parts.username is not None:
        raise _wrong(
            f"the address at {host} holds a name or password",
            "share the table with anyone who has the link, without an account",
        )
    if not address.isprintable():
        raise _wrong(f"the address at {host} holds a control character", "copy it anew")
    at = (f"[{host}]" if ":" in host else host) + (
        f":{port}" if port is not None and port != 443 else ""
    )
    path = quote(parts.path or "/", _KEPT_IN_ADDRESSES)
    query = quote(parts.query, _KEPT_IN_ADDRESSES)
    return SplitResult("https", at, path, query, "")


def fetch(
    address: str,
    bounds: FetchBounds = FetchBounds(),
    *,
    own: Collection[str] = (),
    trust: ssl.SSLContext | None = None,
) -> Fetched:
    """Return the file at an https address, its redirects followed.

    `own` are the names of hosts that may lie in a network of one's own; `trust` says which
    certificates count, those of the system's authorities where it is None. Raises NotFetched, and
    CardgenError for an address that is none."""
    limits, own = _Limits(time.monotonic() + bounds.seconds, bounds), {name.lower() for name in own}
    parts = check_address(address)
    visited = set[str]()
    while len(visited) <= MOST_REDIRECTS:
        here, host = parts.geturl(), parts.hostname or ""
        if here in visited:
            raise NotFetched(
                f"{host} sends from one address to the other in a circle",
                "copy the address of the shared table anew",
                host,
            )
        visited.add(here)
        try:
            with contextlib.closing(
                _secured(_reached(host, parts.port or 443, limits, own), host, limits, trust)
            ) as line:
                answer = _answer(line, parts, limits)
                if answer.status not in _MOVED:
                    return Fetched(_body(answer, host, bounds), host)
                parts = _moved(answer, here, host)
        except (OSError, ValueError, http.client.HTTPException, zlib.error, _TooMuchSent) as error:
            raise _told(error, host, limits) from error
    raise NotFetched(
        f"{host} sends on more than {MOST_REDIRECTS} times",
        "copy the address of the shared table anew",
        host,
    )


def _wrong(message: str, remedy: str) -> CardgenError:
    return CardgenError(Finding("network-refused", message, remedy))


# Which hosts


def is_public(address: Address) -> bool:
    """True if anybody may ask at an IP address.

    Addresses of a network of one's own, of this machine, or set aside for other ends are not
    public."""
    if isinstance(address, ipaddress.IPv6Address):
        if inner := _inside(address):
            return is_public(inner)
        if address.is_site_local or address.sixtofour or address.teredo:
            return False
    aside = (
        address.is_multicast
        or address.is_reserved
        or address.is_unspecified
        or address.is_loopback
        or address.is_link_local
    )
    return address.is_global and not aside and address not in _METADATA


def is_own(address: Address) -> bool:
    """True if an IP address lies in one's own network or machine.

    Never those where clouds tell their machines' secrets: they lie in such networks too."""
    if isinstance(address, ipaddress.IPv6Address) and (inner := _inside(address)):
        return is_own(inner)
    return address not in _METADATA and (
        address.is_loopback or any(address in network for network in _OWN_NETWORKS)
    )


def _inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for (RFC 4291, RFC 6052)."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def _checked(host: str, port: int, allowed_hosts: Collection[str]) -> list[str]:
    """The IP addresses of a host, every one of which may be asked. Raises NotFetched, and
    OSError."""
    addresses = list(
        dict.fromkeys(
            str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
    )
    for text in addresses:
        address = ipaddress.ip_address(text.partition("%")[0])
        if not (is_public(address) or (host in allowed_hosts and is_own(address))):
            message = (
                f"{host} is {address}, which lies in a network of one's own or on this machine"
            )
            remedy = (
                f"where you trust the deck and mean it, add  --allow-host {host}"
                if is_own(address)
                else "name a public host"
            )
            raise NotFetched(message, remedy, host)
    return addresses


# One question, and its answer


@dataclass(frozen=True, slots=True)
class _Limits:
    """The moment at which a fetch must be at its end, and its bounds."""

    ends: float
    bounds: FetchBounds

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.ends

    @property
    def wait(self) -> float:
        """The seconds that may be waited for the next word. Raises TimeoutError when there are
        none."""
        seconds = self.ends - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return min(seconds, self.bounds.silence)


class _TooMuchSent(Exception):  # noqa: N818  # what a host did
    """More than any answer with a table takes."""


class _Heard(io.RawIOBase):
    """The bytes that a host sends, no more than `room` of them.

    Each piece is waited for only so long."""

    def __init__(self, sock: socket.socket, limits: _Limits) -> None:
        self.sock = sock
        self.limits = limits
        self.room = _HEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self.sock.settimeout(self.limits.wait)
        read = self.sock.recv_into(buffer)
        self.room -= read
        if self.room < 0:
            raise _TooMuchSent
        return read


class _Answer(http.client.HTTPResponse):
    """An answer whose pieces have sizes as RFC 9112 writes them (7.1), where http.client takes
    whatever Python reads as a number."""

    fp: io.BufferedReader
    before: Sequence[_Answer] = ()
    """Answers before this one: each would close what it was read from, were it forgotten."""

    def flush(self) -> None:
        """Do nothing: an answer is only read, and what it was read from may be closed already."""

    def _read_next_chunk_size(self) -> int:
        line = self.fp.readline(_CHUNK + 1)
        size = line.partition(b";")[0].strip()
        if len(line) > _CHUNK or not _SIZE.fullmatch(size):
            raise http.client.IncompleteRead(b"") if not line else BadPieceError(size)
        return int(size, 16)


class BadPieceError(http.client.HTTPException):
    """A piece of an answer whose size is none."""


def _reached(
    host: str, port: int, limits: _Limits, allowed_hosts: Collection[str]
) -> socket.socket:
    """A line to the first address of a host that answers. Raises NotFetched, and OSError."""
    last = OSError("it has no address")
    for address in _checked(host, port, allowed_hosts):
        try:
            return socket.create_connection((address, port), limits.wait)
        except OSError as error:
            last = error
    raise last


def _secured(
    sock: socket.socket, host: str, limits: _Limits, trust: ssl.SSLContext | None
) -> socket.socket:
    try:
        sock.settimeout(limits.wait)
        # read when a host has been found: it takes longer than to refuse one
        trust = trust or ssl.create_default_context()
        return trust.wrap_socket(sock, server_hostname=host, suppress_ragged_eofs=False)
    except BaseException:
        sock.close()
        raise


def _answer(sock: socket.socket, parts: SplitResult, limits: _Limits) -> http.client.HTTPResponse:
    """The beginning of the answer to one question. Raises OSError and HTTPException."""
    headers = {
        "Host": parts.netloc,
        "User-Agent": f"cardgen/{__version__}",
        "Accept": "*/*",
        "Accept-Encoding": "gzip",
        "Connection": "close",
    }
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    lines = [
        f"GET {path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
        "",
        "",
    ]
    sock.settimeout(limits.wait)
    sock.sendall("\r\n".join(lines).encode("ascii"))
    stream = _Heard(sock, limits)
    hearing = _Hearing(io.BufferedReader(stream))
    early = list[_Answer]()
    while True:
        # of a socket it asks for makefile alone
        answer = _Answer(hearing, method="GET")  # type: ignore[arg-type]
        answer.begin()
        if not 102 <= answer.status < 200:
            break
        early.append(answer)
        if len(early) > _MOST_EARLY:
            raise _TooMuchSent
    answer.before = early
    stream.room = limits.bounds.size + limits.bounds.size // 2 + _BESIDE
    return answer


class _Hearing(NamedTuple):
    """A socket as HTTPResponse takes it: what it hears is bounded in time and size."""

    heard: io.BufferedReader

    def makefile(self, mode: str) -> io.BufferedReader:
        return self.heard


def _moved(answer: http.client.HTTPResponse, here: str, host: str) -> SplitResult:
    """Return the address that an answer sends on to. Raises NotFetched for what is no https
    address."""
    # as browsers read it
    there = (
        (answer.headers.get("Location") or "")
        .encode("latin-1", "replace")
        .decode("utf-8", "replace")
    )
    try:
        return check_address(urljoin(here, there))
    except (CardgenError, ValueError):
        raise NotFetched(
            f'{host} sends on to "{there[:200]}", which is no https address',
            "no other is fetched; ask for another link",
            host,
        ) from None


def _body(answer: http.client.HTTPResponse, host: str, bounds: FetchBounds) -> bytes:
    """Return the whole file of an answer, unpacked. Raises NotFetched, OSError and
    HTTPException."""
    if answer.status != 200:
        raise _answered(answer.status, host)
    coding = (answer.headers.get("Content-Encoding") or "identity").strip().lower()
    if coding not in ("identity", "gzip", "x-gzip"):
        raise NotFetched(
            f'{host} has packed the file as "{coding}", which was not asked for',
            "share the table somewhere else",
            host,
        )
    if answer.length is not None and answer.length > bounds.size:
        raise _too_large(host, bounds)
    unpacker = None if coding == "identity" else zlib.decompressobj(zlib.MAX_WBITS | 16)
    body = bytearray()
    while chunk := answer.read(_CHUNK):
        body += unpacker.decompress(chunk, bounds.size + 1 - len(body)) if unpacker else chunk
        if unpacker and unpacker.unused_data:
            raise zlib.error("more than one file")
        if len(body) > bounds.size:
            raise _too_large(host, bounds)
    if answer.length or (unpacker and not unpacker.eof):
        raise http.client.IncompleteRead(b"")
    if not body:  # also where the answer broke off in its head
        raise NotFetched(
            f"{host} gives an empty file", "see that the address is that of the table", host
        )
    return bytes(body)


# What is told


def _too_large(host: str, bounds: FetchBounds) -> NotFetched:
    return NotFetched(
        f"the file at {host} is larger than {bounds.size >> 20} MB",
        "split it into several tables",
        host,
    )


def _answered(status: int, host: str) -> NotFetched:
    if status in (401, 403, 407):
        return NotFetched(
            f"{host} does not give the table to everybody ({status})",
            "share it with anyone who has the link",
            host,
            status,
        )
    if status in (404, 410):
        return NotFetched(
            f"{host} has nothing at this address ({status})",
            "see that it is still shared, and copy its address anew",
            host,
            status,
        )
    if status == 429 or status >= 500:
        return NotFetched(f"{host} cannot answer now ({status})", "try again later", host, status)
    return NotFetched(
        f"{host} answers {status}, with no table",
        "open the address in a browser, and see what it says",
        host,
        status,
    )


def _told(error: Exception, host: str, limits: _Limits) -> NotFetched:
    """Return the error for what went wrong on the way, in words."""
    if isinstance(error, ssl.SSLCertVerificationError):
        reason = error.verify_message.rstrip(".")
        return NotFetched(
            f"{host} cannot be trusted: its certificate is not good ({reason})",
            "see that the address is right, "
            "and that the clock and the certificates of this machine are",
            host,
        )
    if isinstance(error, TimeoutError):
        complaint = (
            f"takes longer than {limits.bounds.seconds:g} s"
            if limits.over
            else f"says nothing for {limits.bounds.silence:g} s"
        )
        return NotFetched(f"{host} {complaint}", "try again later", host)
    if isinstance(error, socket.gaierror):
        return NotFetched(
            f"no host is called {host}, or there is no network",
            f"see that the address is right{_unused_proxy()}",
            host,
        )
    if isinstance(error, (http.client.IncompleteRead, ssl.SSLEOFError, ConnectionResetError)):
        return NotFetched(f"{host} has sent only half of the file", "try again", host)
    # the plain class stands for more headers, trailers or answers before this one than Python takes
    if isinstance(error, _TooMuchSent) or type(error) is http.client.HTTPException:
        message = (
            f"{host} sends more than an answer with a table of {limits.bounds.size >> 20} MB "
            "takes, and no end of it"
        )
        return NotFetched(message, "see that the address is that of the table", host)
    if isinstance(error, (http.client.HTTPException, ValueError, zlib.error, ssl.SSLError)):
        return NotFetched(
            f"{host} does not answer as a secure web server does ({type(error).__name__})",
            "see that the address is right",
            host,
        )
    reason = getattr(error, "strerror", None) or str(error)
    return NotFetched(
        f"{host} cannot be reached: {reason}", f"see that there is a network{_unused_proxy()}", host
    )


def _unused_proxy() -> str:
    """A half sentence about a proxy that is set: none is used."""
    variable = next(
        (
            name
            for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
            if os.environ.get(name)
        ),
        "",
    )
    return f"; the proxy of {variable} is not used" if variable else ""
