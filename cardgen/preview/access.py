"""Who may ask: only the page itself, on this machine.

A page elsewhere can send a browser's requests here, and a name of its own can be made to lead to this machine (DNS rebinding). So the Host
must be one of ours, an Origin too, and what the browser says of where a request comes from (Fetch Metadata) must not be another site; what
changes anything needs the token that only our page was given. Every answer carries a policy that lets the page run, load and ask nothing
but this server.
"""

from __future__ import annotations

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "x-cardgen-token"  # noqa: S105  # the header's name
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
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


class Guard:
    """Stands before the application. `port` is where it listens."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._token = token
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")} | ({"127.0.0.1", "localhost"} if port == 80 else set())
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope["method"], scope["path"], Headers(scope=scope))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        app: ASGIApp = PlainTextResponse(refusal, 403) if refusal else self._app
        await app(scope, receive, guarded)

    def _refusal(self, method: str, path: str, headers: Headers) -> str:
        """Why a request is refused; nothing when it is not."""
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return "this address is not the preview's"
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return "another site may not ask this"
        site = headers.get("sec-fetch-site", "same-origin")
        visiting = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document" and path == "/"
        if site not in ("same-origin", "none") and not (visiting and method == "GET"):
            return "another site may not ask this"
        if method not in ("GET", "HEAD") and not secrets.compare_digest(headers.get(TOKEN, "").encode(), self._token.encode()):
            return "this needs the page's token"
        return ""
