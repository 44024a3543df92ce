"""A web server on this machine, with a certificate of an authority that is made for the tests and
thrown away."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import trustme

Answer = bytes | Callable[[ssl.SSLSocket], None]
HOST = "localhost"


def http(body: bytes = b"", status: int = 200, kind: str = "text/csv", **headers: str) -> bytes:
    """A whole answer. `_` in the names of headers stands for `-`; `Content_Length=""` leaves that
    one out."""
    named = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = [
        f"HTTP/1.1 {status} Said",
        *(f"{name}: {value}" for name, value in named.items() if value),
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


def moved(to: str, status: int = 302) -> bytes:
    return http(b"<html>moved", status, "text/html", Location=to)


class Authority:
    """An authority, and certificates that it has signed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ca.pem"
        self._signs = trustme.CA()
        self._signs.cert_pem.write_to_path(str(self.file))

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.file))

    def signed(self, *names: str, until: datetime | None = None) -> ssl.SSLContext:
        """How a server shows itself under these names, such as `localhost`."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._signs.issue_cert(*names, not_after=until).configure_cert(context)
        return context


class Server:
    """Answers on this machine, a thread for each question. `pages` are by path; what is no bytes
    writes its answer itself."""

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        """The paths that were asked for, with the heads of the questions."""
        self.heads: list[bytes] = []
        self.over = threading.Event()
        self._context = context
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._listen, daemon=True)]
        self._threads[0].start()

    def at(self, path: str, host: str = HOST) -> str:
        return f"https://{host}:{self.port}{path}"

    def close(self) -> None:
        self.over.set()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(10)

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                reached, _ = self._listening.accept()
                self._threads.append(
                    threading.Thread(target=self._serve, args=(reached,), daemon=True)
                )
                self._threads[-1].start()

    def _serve(self, reached: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), reached:
            reached.settimeout(10)
            with (
                self._context.wrap_socket(reached, server_side=True)
                if self._context
                else reached as sock
            ):
                head = b""
                while (
                    b"\r\n\r\n" not in head
                    and (self._context or not head)
                    and (chunk := sock.recv(4096))
                ):
                    head += chunk
                path = head.split(b" ")[1].decode() if self._context else ""
                self.asked.append(path)
                self.heads.append(head)
                page: Any = self.pages.get(path, http(b"nothing", 404))
                if callable(page):
                    page(sock)
                else:
                    sock.sendall(page)
                with contextlib.suppress(OSError):
                    sock.unwrap() if isinstance(sock, ssl.SSLSocket) else sock.shutdown(
                        socket.SHUT_WR
                    )


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def server(authority: Authority) -> Iterator[Server]:
    """A server with a good certificate for localhost and 127.0.0.1."""
    found = Server(authority.signed(HOST, "127.0.0.1"))
    yield found
    found.close()
