"""Addresses of shared tables become those of the tables themselves.

People copy them from a browser. The forms are those that the services document, or are known for;
none needs an account. An address of no known form stays as it is."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from cardgen.model.table_files import TABLES

_SHEET = re.compile(r"(/a/[^/]+)?/spreadsheets(/u/\d+)?/d/(?P<id>[\w-]{20,})(/(?P<page>\w+))?.*")
_PUBLISHED = re.compile(r"(/a/[^/]+)?/spreadsheets(/u/\d+)?/d/e/(?P<id>[\w-]{20,})/pub(html)?/?")
_DRIVE = re.compile(r"/file(/u/\d+)?/d/(?P<id>[\w-]{20,})(/.*)?")
_NEXTCLOUD = re.compile(r"(?P<share>(/[\w.-]+)*/s/[A-Za-z0-9_-]{4,})/?")
_BLOB = re.compile(r"/(?P<owner>[^/]+)/(?P<name>[^/]+)/(blob|raw)/(?P<rest>.+)")
_FINISHED = ("export", "gviz")
"""Pages of a Google sheet that are tables already."""


class Service(NamedTuple):
    """A place where tables are shared.

    It has a test for its addresses, the address of the table, and how one shares there. `table`
    takes the address and the ending of the file that is wanted. `ending` is that of its tables
    where an address does not tell."""

    name: str
    is_own: Callable[[SplitResult], bool]
    table: Callable[[SplitResult, str], str]
    remedy: str
    ending: str = ".csv"


def table_address(address: str, ending: str) -> str:
    """The address of the table itself.

    It is in the form of a file with this ending where there is a choice.

    >>> table_address("https://github.com/ann/game/blob/main/cards.csv", ".csv")
    'https://raw.githubusercontent.com/ann/game/main/cards.csv'
    """
    parts = urlsplit(address.strip())
    service = service_of(address)
    return service.table(parts, ending) if service else parts._replace(fragment="").geturl()


def ending_of(address: str) -> str:
    """Return the ending of the file that a table is kept as.

    Its address says it, or it is as tables of its service mostly are."""
    parts = urlsplit(address.strip())
    query = _asked(parts.query)
    content_type = [f".{query[name].lower()}" for name in ("format", "output") if name in query]
    content_type += [
        PurePosixPath(name).suffix.lower() for name in (parts.path, query.get("files", ""))
    ]
    service = service_of(address)
    return next(
        (ending for ending in content_type if ending in TABLES),
        service.ending if service else TABLES[0],
    )


def service_of(address: str) -> Service | None:
    """The service that an address is of, where it is a known one."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    return next((service for service in SERVICES if service.is_own(parts)), None)


def _at(*hosts: str) -> Callable[[SplitResult], bool]:
    """Return a test for addresses of one of these hosts.

    A host that begins with a dot stands for all below it."""

    def is_own(parts: SplitResult) -> bool:
        host = parts.hostname or ""
        return any(
            host.endswith(known_host) if known_host.startswith(".") else host == known_host
            for known_host in hosts
        )

    return is_own


def _asked(query: str) -> dict[str, str]:
    return dict(parse_qsl(query))


def _asking(parts: SplitResult, **values: str) -> str:
    """The address with these values in its query."""
    return parts._replace(query=urlencode({**_asked(parts.query), **values}), fragment="").geturl()


def _google_sheet(parts: SplitResult, ending: str) -> str:
    query = {**_asked(parts.query), **_asked(parts.fragment)}
    fragments = {name: query[name] for name in ("gid", "resourcekey") if name in query}
    form = ending.removeprefix(".")
    base = "https://docs.google.com/spreadsheets/d"
    if match := _PUBLISHED.fullmatch(parts.path):
        single = [("single", "true")] if "gid" in fragments else []
        return f"{base}/e/{match['id']}/pub?" + urlencode(
            [("output", form), *fragments.items(), *single]
        )
    match = _SHEET.fullmatch(parts.path)
    if match and match["page"] not in _FINISHED:
        return f"{base}/{match['id']}/export?" + urlencode([("format", form), *fragments.items()])
    return parts._replace(fragment="").geturl()


def _google_drive(parts: SplitResult, ending: str) -> str:
    match = _DRIVE.fullmatch(parts.path)
    id = match["id"] if match else _asked(parts.query).get("id", "")
    return f"https://drive.google.com/uc?export=download&id={id}" if id else parts.geturl()


def _onedrive(parts: SplitResult, ending: str) -> str:
    """The address by which Microsoft shares: base64url without padding, after u!."""
    token = base64.urlsafe_b64encode(parts.geturl().encode()).decode().rstrip("=")
    return f"https://api.onedrive.com/v1.0/shares/u!{token}/root/content"


def _blob(parts: SplitResult, ending: str) -> str:
    match = _BLOB.fullmatch(parts.path)
    if not match:
        return parts._replace(fragment="").geturl()
    rest = match["rest"].removeprefix("refs/heads/")
    return f"https://raw.githubusercontent.com/{match['owner']}/{match['name']}/{rest}"


def _raw(before: str, after: str) -> Callable[[SplitResult, str], str]:
    return lambda parts, ending: parts._replace(
        path=parts.path.replace(before, after, 1), query="", fragment=""
    ).geturl()


def _nextcloud(parts: SplitResult, ending: str) -> str:
    match = _NEXTCLOUD.fullmatch(parts.path)
    return (
        parts._replace(path=f"{match['share']}/download", fragment="").geturl()
        if match
        else parts.geturl()
    )


_ANYONE = 'share it with "anyone with the link"'
SERVICES = (
    Service(
        "Google Sheets",
        lambda parts: _at("docs.google.com")(parts) and "/spreadsheets/" in parts.path,
        _google_sheet,
        'in the sheet choose Share and "Anyone with the link", or File, Share, "Publish to web"',
    ),
    Service(
        "Google Drive",
        _at("drive.google.com"),
        _google_drive,
        'choose Share and "Anyone with the link"',
        ".xlsx",
    ),
    Service(
        "Dropbox",
        _at("www.dropbox.com", "dropbox.com"),
        lambda parts, ending: _asking(parts, dl="1"),
        _ANYONE,
    ),
    Service(
        "OneDrive",
        _at("1drv.ms", "onedrive.live.com"),
        _onedrive,
        f'{_ANYONE}, as "Can view"',
        ".xlsx",
    ),
    Service(
        "SharePoint",
        _at(".sharepoint.com"),
        lambda parts, ending: _asking(parts, download="1"),
        _ANYONE,
        ".xlsx",
    ),
    Service("GitHub", _at("github.com"), _blob, "pull from a public repository"),
    Service(
        "GitLab",
        lambda parts: "/-/blob/" in parts.path,
        _raw("/-/blob/", "/-/raw/"),
        "pull from a public repository",
    ),
    Service(
        "Codeberg", _at("codeberg.org"), _raw("/src/", "/raw/"), "pull from a public repository"
    ),
    Service(
        "Nextcloud",
        lambda parts: bool(_NEXTCLOUD.fullmatch(parts.path)),
        _nextcloud,
        "share it by a link without a password",
        ".xlsx",
    ),
)
"""The services whose addresses are known, the first that an address fits."""
