"""Access to the preview: only its page, on this machine; with a key of their own, guests who only
look.

Whoever opens it was told its address. A page elsewhere can send a browser's requests here, and a
name of its own can be made to lead to this machine (DNS rebinding). So the Host must be one of
ours, an Origin too, and what the browser says of where a request comes from (Fetch Metadata) must
not be another site. Other people may share the machine: the address that is told carries a key,
which the browser keeps as a cookie, and without it nothing is answered; what changes anything needs
the page's own header, too. Every answer carries a policy that lets the page run, load and ask
nothing but this server.

Other devices of the network have a door of their own, where one was opened: another address,
another key, and nothing that changes anything but moves at the shared table, and edits where those
were allowed."""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "x-cardgen-token"  # noqa: S105  # the header's name
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
    " connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


GUEST = "cardgen.guest"
"""The key of a request's scope that tells whether a guest asks."""
_NOT_FOR_GUESTS = ("/make", "/made", "/begin", "/bring", "/edit", "/design", "/host")
"""What the addresses begin with by which things are made and edited, what was made is had, and the
shared table is ruled."""
_PLAYS = "/table/"
"""What the addresses begin with by which guests play at the shared table."""
_EDITS = "/edit"
"""What the addresses begin with by which guests edit, where they may."""
_OWN_NAMES = ("127.0.0.1", "localhost")


class Guard:
    """Stands before the application. `port` is where it listens, `token` the key to the address and
    to what changes anything.

    With a `guest_host`, the address of this machine in a network, it is the door of guests, who may
    edit where `guests_edit` says so."""

    def __init__(
        self,
        app: ASGIApp,
        port: int,
        token: str,
        guest_host: str = "",
        *,
        guests_edit: bool = False,
    ) -> None:
        self._app = app
        self._token = token
        self._is_for_guests = bool(guest_host)
        self._guests_edit = guests_edit
        self._cookie = f"cardgen-{port}"  # browsers share cookies among the ports of a machine
        names = (guest_host,) if guest_host else _OWN_NAMES
        self._hosts = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        brings_key = scope["path"] == "/" and self._is_key(
            *parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[:1]
        )
        refusal = self._refusal(scope["method"], scope["path"], Headers(scope=scope), brings_key)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if brings_key and not refusal:
                    headers.append(
                        "set-cookie",
                        f"{self._cookie}={self._token}; Path=/; HttpOnly; SameSite=Lax",
                    )
            await send(message)

        app: ASGIApp = PlainTextResponse(refusal, 403) if refusal else self._app
        await app({**scope, GUEST: self._is_for_guests}, receive, guarded)

    def _is_key(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    def _keeps_key(self, headers: Headers) -> bool:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return False
        return cookie is not None and self._is_key(cookie.value)

    def _refusal(self, method: str, path: str, headers: Headers, brings_key: bool) -> str:
        """The reason why a request is refused; "" when it is not."""
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return "this address is not the preview's"
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return "another site may not ask this"
        site = headers.get("sec-fetch-site", "same-origin")
        visiting = (
            headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
            and path == "/"
        )
        if site not in ("same-origin", "none") and not (visiting and method == "GET"):
            return "another site may not ask this"
        if not brings_key and not self._keeps_key(headers):
            return "open the address that cardgen preview has told, with its key"
        is_edit = self._guests_edit and path.startswith(_EDITS)
        is_move = path.startswith(_PLAYS)
        if self._is_for_guests and not is_edit and not is_move:
            if method not in ("GET", "HEAD"):
                return "guests look, and change nothing"
            if path.startswith(_NOT_FOR_GUESTS):
                return "guests look, and make nothing"
        if method not in ("GET", "HEAD") and not self._is_key(headers.get(TOKEN, "")):
            return "this needs the page's token"
        return ""


class Doors:
    """Leads each request to the guard of the address that it came to."""

    def __init__(self, own: ASGIApp, guests: ASGIApp, guest_host: str) -> None:
        self._own, self._guests, self._guest_host = own, guests, guest_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host, _ = scope.get("server") or ("", 0)
        guard = self._guests if host == self._guest_host else self._own
        await guard(scope, receive, send)
