"""Addresses as people copy them, and those of the tables behind them."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from cardgen.load.shares import SERVICES, ending_of, service_of, table_address

ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
DOCS = "https://docs.google.com/spreadsheets"
CASES = [
    (
        f"{DOCS}/d/{ID}/edit?usp=sharing#gid=42",
        f"{DOCS}/d/{ID}/export?format=csv&gid=42",
        "Google Sheets",
    ),
    (f"{DOCS}/d/{ID}/edit?gid=7#gid=7", f"{DOCS}/d/{ID}/export?format=csv&gid=7", "Google Sheets"),
    (
        f"{DOCS}/d/{ID}/edit?gid=0&range=A1",
        f"{DOCS}/d/{ID}/export?format=csv&gid=0",
        "Google Sheets",
    ),
    (f"{DOCS}/d/{ID}", f"{DOCS}/d/{ID}/export?format=csv", "Google Sheets"),
    (f"  {DOCS}/d/{ID}/  ", f"{DOCS}/d/{ID}/export?format=csv", "Google Sheets"),
    (
        f"{DOCS}/u/1/d/{ID}/htmlview#gid=3",
        f"{DOCS}/d/{ID}/export?format=csv&gid=3",
        "Google Sheets",
    ),
    (
        f"https://docs.google.com/a/team.org/spreadsheets/d/{ID}/preview",
        f"{DOCS}/d/{ID}/export?format=csv",
        "Google Sheets",
    ),
    (
        f"{DOCS}/d/{ID}/edit?resourcekey=0-abc",
        f"{DOCS}/d/{ID}/export?format=csv&resourcekey=0-abc",
        "Google Sheets",
    ),
    (f"{DOCS}/d/e/2PACX-{ID}/pubhtml", f"{DOCS}/d/e/2PACX-{ID}/pub?output=csv", "Google Sheets"),
    (
        f"{DOCS}/d/e/2PACX-{ID}/pubhtml?gid=3&single=true",
        f"{DOCS}/d/e/2PACX-{ID}/pub?output=csv&gid=3&single=true",
        "Google Sheets",
    ),
    (
        f"{DOCS}/d/e/2PACX-{ID}/pub?gid=3&single=true&output=csv",
        f"{DOCS}/d/e/2PACX-{ID}/pub?output=csv&gid=3&single=true",
        "Google Sheets",
    ),
    (
        f"{DOCS}/d/{ID}/export?format=csv&gid=9",
        f"{DOCS}/d/{ID}/export?format=csv&gid=9",
        "Google Sheets",
    ),
    (
        f"{DOCS}/d/{ID}/gviz/tq?tqx=out:csv&sheet=Ships",
        f"{DOCS}/d/{ID}/gviz/tq?tqx=out:csv&sheet=Ships",
        "Google Sheets",
    ),
    (
        f"https://drive.google.com/file/d/{ID}/view?usp=sharing",
        f"https://drive.google.com/uc?export=download&id={ID}",
        "Google Drive",
    ),
    (
        f"https://drive.google.com/open?id={ID}",
        f"https://drive.google.com/uc?export=download&id={ID}",
        "Google Drive",
    ),
    (
        "https://www.dropbox.com/s/abc/cards.csv?dl=0",
        "https://www.dropbox.com/s/abc/cards.csv?dl=1",
        "Dropbox",
    ),
    (
        "https://www.dropbox.com/scl/fi/abc/c.csv?rlkey=xyz&dl=0",
        "https://www.dropbox.com/scl/fi/abc/c.csv?rlkey=xyz&dl=1",
        "Dropbox",
    ),
    (
        "https://1drv.ms/x/s!AbC",
        "https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL3gvcyFBYkM/root/content",
        "OneDrive",
    ),
    (
        "https://team-my.sharepoint.com/:x:/g/Eab?e=12",
        "https://team-my.sharepoint.com/:x:/g/Eab?e=12&download=1",
        "SharePoint",
    ),
    (
        "https://cloud.example.org/s/yxcFKRWBJqYYzp4",
        "https://cloud.example.org/s/yxcFKRWBJqYYzp4/download",
        "Nextcloud",
    ),
    (
        "https://example.org/next/index.php/s/yxcFKRW/",
        "https://example.org/next/index.php/s/yxcFKRW/download",
        "Nextcloud",
    ),
    (
        "https://c.example.org/s/yxcFKRW?path=/&files=a.csv",
        "https://c.example.org/s/yxcFKRW/download?path=/&files=a.csv",
        "Nextcloud",
    ),
    (
        "https://github.com/ann/game/blob/main/data/c.csv",
        "https://raw.githubusercontent.com/ann/game/main/data/c.csv",
        "GitHub",
    ),
    (
        "https://github.com/ann/game/raw/refs/heads/main/c.csv",
        "https://raw.githubusercontent.com/ann/game/main/c.csv",
        "GitHub",
    ),
    (
        "https://gitlab.com/ann/game/-/blob/main/c.csv?ref_type=heads",
        "https://gitlab.com/ann/game/-/raw/main/c.csv",
        "GitLab",
    ),
    ("https://github.com/ann/game/blob/#top", "https://github.com/ann/game/blob/", "GitHub"),
    (
        "https://codeberg.org/ann/game/src/branch/main/c.csv",
        "https://codeberg.org/ann/game/raw/branch/main/c.csv",
        "Codeberg",
    ),
    ("https://example.com/s/cards.csv#top", "https://example.com/s/cards.csv", ""),
    (
        "https://cloud.example.org/s/yxcFKRWBJqYYzp4/download",
        "https://cloud.example.org/s/yxcFKRWBJqYYzp4/download",
        "",
    ),
    (
        "https://docs.google.com.example.com/spreadsheets/d/x",
        "https://docs.google.com.example.com/spreadsheets/d/x",
        "",
    ),
    ("https://evilsharepoint.com/a.csv", "https://evilsharepoint.com/a.csv", ""),
]


def test_what_is_no_address_is_of_no_service() -> None:
    """Brackets that close nothing."""
    assert service_of("https://[example.org/cards") is None


@pytest.mark.parametrize(("shared", "table", "service"), CASES)
def test_a_shared_address_becomes_that_of_its_table(shared: str, table: str, service: str) -> None:
    assert table == table_address(shared, ".csv")
    found = service_of(shared)
    assert service == (found.name if found else "")


@pytest.mark.parametrize(("shared", "table", "_"), CASES)
def test_the_table_stays_in_the_house_that_was_named(shared: str, table: str, _: str) -> None:
    """No form leads to a host that is neither that of the address nor one of the same service; once
    more, it stays what it is."""
    theirs = {"raw.githubusercontent.com", "api.onedrive.com"}
    assert urlsplit(table).scheme == "https"
    assert urlsplit(table).hostname in {urlsplit(shared.strip()).hostname, *theirs}
    assert table == table_address(table, ".csv")


@pytest.mark.parametrize(
    ("shared", "ending"),
    [
        (f"{DOCS}/d/{ID}/edit#gid=1", ".csv"),
        (f"{DOCS}/d/{ID}/export?format=xlsx", ".xlsx"),
        (f"{DOCS}/d/e/2PACX-{ID}/pub?output=tsv", ".tsv"),
        (f"{DOCS}/d/e/2PACX-{ID}/pub?output=html", ".csv"),
        ("https://www.dropbox.com/scl/fi/a/Cards.XLSX?rlkey=b", ".xlsx"),
        ("https://1drv.ms/x/s!AbC", ".xlsx"),
        ("https://cloud.example.org/s/yxcFKRWBJqYYzp4", ".xlsx"),
        ("https://cloud.example.org/s/yxcFKRWBJqYYzp4?files=a.tsv", ".tsv"),
        ("https://example.com/cards.tsv?v=1", ".tsv"),
        ("https://example.com/cards", ".csv"),
        ("https://example.com/cards.php", ".csv"),
    ],
)
def test_the_ending_of_the_file_that_is_kept(shared: str, ending: str) -> None:
    assert ending == ending_of(shared)


def test_google_gives_the_form_that_is_wanted() -> None:
    """A workbook has all tabs, so a deck can name one."""
    assert f"{DOCS}/d/{ID}/export?format=xlsx&gid=1" == table_address(
        f"{DOCS}/d/{ID}/edit#gid=1", ".xlsx"
    )
    assert f"{DOCS}/d/e/2PACX-{ID}/pub?output=tsv" == table_address(
        f"{DOCS}/d/e/2PACX-{ID}/pubhtml", ".tsv"
    )


def test_each_service_says_how_to_share() -> None:
    assert all(service.remedy for service in SERVICES)
