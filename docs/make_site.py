"""Makes the pages into a site, with search.

    python docs/make_site.py FOLDER [--name 1.2]

It writes FOLDER/1.2/, FOLDER/versions.json and a page that leads to the newest version; with no name
the version of cardgen is taken. Needs what `pip install -e ".[dev]"` installs. The pages stay what
they are: this lays them beside one another as they lie in the repository, so that their links hold, and
adds the files that they show and link to.

The generator is Zensical, by the makers of Material for MkDocs, which it follows and whose settings it
reads; that one is kept until 2027 only. It stops at links between pages that lead nowhere; `broken_links`
reads what was made, for pictures, files and HTML."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml

from cardgen.base.version import __version__

ROOT = Path(__file__).parent.parent
FRONT = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
_LINK = re.compile(
    r"(?P<code>^```.*?^```|`[^`\n]*\]\([^`\n]*`)"
    r"|(?:src|href)=\"(?P<source>[^\"]+)\""
    r"|(?P<mark>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\]\([^)]*\))*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
"""Code, which says links as they are written; what HTML shows; links and pictures, also in links."""
_VERSION = re.compile(r"\d+(\.\w+)*")
_SECTIONS = {
    "Begin": (
        "docs/tutorial.md",
        "docs/howto-install.md",
        "docs/coming-from.md",
        "docs/questions.md",
    ),
    "How to": ("docs/howto-*.md",),
    "See": ("docs/gallery.md", "docs/looks.md", "docs/icons.md"),
    "Examples": ("examples/*/README.md",),
    "Reference": (
        "docs/reference-*.md",
        "docs/templates.md",
        "docs/rules.md",
        "docs/rulebook.md",
        "docs/validate.md",
        "docs/findings.md",
        "docs/printing.md",
        "docs/svg.md",
        "docs/security.md",
    ),
    "Behind it": ("docs/*.md", "docs/rules-coverage/*.md", "CONTRIBUTING.md", "CHANGELOG.md"),
}
"""The menu: each page stands where it is named first."""


def pages() -> list[str]:
    """The Markdown files that are pages, from the root, in the order of the menu."""
    return ["README.md", *(page for _, of_section in menu() for page in of_section)]


def menu() -> list[tuple[str, list[str]]]:
    """The sections of the menu with their pages."""
    seen = {"README.md", "docs/README.md"}
    sections = []
    for title, patterns in _SECTIONS.items():
        found = [
            path.relative_to(ROOT).as_posix()
            for each in patterns
            for path in sorted(ROOT.glob(each))
        ]
        sections.append((title, [page for page in dict.fromkeys(found) if page not in seen]))
        seen.update(found)
    sections[0][1].insert(0, "docs/README.md")
    return sections


def stage(folder: Path, repository: str) -> None:
    """Lay the pages, what they show and link to, and the settings of the generator into a folder."""
    whole = set(pages())
    for page in whole:
        text, files = _relinked((ROOT / page).read_text("utf-8"), page, whole)
        target = folder / "pages" / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")
        for file in files:
            copy = folder / "pages" / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copy)
    (folder / "mkdocs.yml").write_text(_settings(repository), "utf-8")


def _relinked(text: str, page: str, whole: set[str]) -> tuple[str, list[str]]:
    """A page whose links to folders lead to their first page, and are words where what they lead to
    is no page of the site, and the files that it shows and links to, from the root."""
    here = (ROOT / page).parent
    files: list[str] = []

    def changed(match: re.Match[str]) -> str:
        if match["code"]:
            return match[0]
        if match["source"]:
            noted(match["source"])
            return match[0]
        words = _LINK.sub(changed, match["words"])
        target = match["target"]
        found = noted(target)
        if found.endswith(".md") and found not in whole:
            return words
        if found and (ROOT / found).is_dir():
            first = f"{found}/README.md"
            if first not in whole:
                return words
            target = os.path.relpath(ROOT / first, here).replace(os.sep, "/")
        return f"{match['mark']}[{words}]({target})"

    def noted(target: str) -> str:
        """The file or folder of the project that a link leads to, noted where it is no page."""
        path = unquote(target.partition("#")[0])
        if not path or urlsplit(target).scheme:
            return ""
        found = Path(os.path.relpath(here / path, ROOT)).as_posix()
        if not found.endswith(".md") and (ROOT / found).is_file():
            files.append(found)
        return found

    return _LINK.sub(changed, text), files


def _settings(repository: str) -> str:
    """What the generator is told, as YAML; it asks no other host for letters or scripts."""
    navigation: list[dict[str, object]] = [{"cardgen": "README.md"}]
    navigation += [{title: of_section} for title, of_section in menu()]
    settings = {
        "site_name": "cardgen",
        "site_description": "Cards from YAML and spreadsheets to printed sheets",
        "docs_dir": "pages",
        "site_dir": "site",
        "use_directory_urls": False,
        **({"repo_url": repository} if repository else {}),
        "theme": {
            "name": "material",
            "font": False,
            "features": [
                "navigation.indexes",
                "navigation.top",
                "search.highlight",
                "content.code.copy",
            ],
            "palette": [
                {"scheme": "default", "primary": "deep purple", "accent": "deep orange"},
            ],
        },
        "extra": {"version": {"provider": "mike"}, "generator": False},
        "markdown_extensions": [
            "attr_list",
            "md_in_html",
            "tables",
            "fenced_code",
            {"toc": {"permalink": True}},
            "pymdownx.highlight",
            "pymdownx.superfences",
        ],
        "nav": navigation,
    }
    # anchors are those that a forge makes, which the pages' links name
    slugs = "permalink: true\n    slugify: !!python/object/apply:pymdownx.slugs.slugify\n      kwds: {case: lower}"
    return yaml.safe_dump(settings, sort_keys=False).replace("permalink: true", slugs)


class _Page(HTMLParser):
    """The links of a page of the site, and the anchors on it."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """The links of a site that lead nowhere within it, each with its page."""
    read: dict[Path, _Page] = {}
    for path in site.rglob("*.html"):
        read[path] = _Page()
        read[path].feed(path.read_text("utf-8"))
    broken = []
    for path, page in read.items():
        if path.name == "404.html":  # its links are from the root of the host
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchors = read[target].anchors if target in read else {parts.fragment}
            if not target.exists() or (parts.fragment and parts.fragment not in anchors):
                broken.append(f"{path.relative_to(site)}: {link}")
    return broken


def make(folder: Path, name: str, repository: str) -> None:
    """Write the site of a version into a folder of others, and what leads to it."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary).resolve()
        stage(work, repository)
        command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "mkdocs.yml"]
        if subprocess.run(command, cwd=work, check=False).returncode:  # noqa: S603 (our own words)
            sys.exit(1)
        if broken := broken_links(work / "site"):
            sys.exit("\n".join(("links that lead nowhere:", *broken)))
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(work / "site", folder / name)
    names = [path.parent.name for path in folder.glob("*/index.html")]
    names.sort(key=lambda each: [int(part) for part in re.findall(r"\d+", each)], reverse=True)
    versions = [{"version": each, "title": each, "aliases": []} for each in names]
    (folder / "versions.json").write_text(json.dumps(versions, indent=1) + "\n", "utf-8")
    (folder / "index.html").write_text(
        f'<!doctype html><title>cardgen</title><meta http-equiv="refresh" content="0; url={names[0]}/">'
        f'<a href="{names[0]}/">cardgen {names[0]}</a>\n',
        "utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--name", default=__version__)
    args = parser.parse_args()
    if not _VERSION.fullmatch(args.name):
        parser.error("a name is a version, such as 1.2")
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"][
        "metadata"
    ]["hooks"]
    repository = os.environ.get("CARDGEN_REPOSITORY") or hooks["custom"]["repository"]
    args.folder.mkdir(parents=True, exist_ok=True)
    make(args.folder, args.name, repository)


if __name__ == "__main__":
    main()
