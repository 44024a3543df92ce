"""The command that searches icons, adds sets of them, and takes icons from sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.base.findings import Finding, note, shown
from cardgen.cli.findings import finish
from cardgen.cli.options import FILE, FORM, PROJECT, Belonging, open_data
from cardgen.cli.output import counted, tell, tell_json

if TYPE_CHECKING:
    from cardgen.api.bringing import Brought
    from cardgen.load.icon_catalogue import IconCatalogue, IconEntry

_MOST_LISTED = 40


@click.command("icons")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--all", "list_all", is_flag=True, help=f"Lists more than {_MOST_LISTED} icons.")
@click.option(
    "--from",
    "from_file",
    type=FILE,
    metavar="FILE",
    help="Adds a set to the project: Iconify's JSON, a folder or a zip of SVGs.",
)
@click.option(
    "--author", cls=Belonging, to="--from", default="", help="Who drew the set, if it says no name."
)
@click.option(
    "--licence",
    cls=Belonging,
    to="--from",
    default="",
    help='The licence of the set, such as "CC BY 4.0", if it says none.',
)
@click.option("--source", cls=Belonging, to="--from", default="", help="Where the set comes from.")
@click.option(
    "--take",
    metavar="NAME",
    help="Copies an icon of a set into templates/icons/ and its author into credits.yaml.",
)
@click.option(
    "--as", "new_name", cls=Belonging, to="--take", metavar="NAME", default="", help="Its new name."
)
@FORM
@PROJECT
def command(words: tuple[str, ...], form: str, project: Path | None, **settings: Any) -> None:
    """Icons by name, keyword or alias, with their author and licence; without a word all sets.

    SET: before a word searches one set. Sets are files on this machine: the network is never
    asked."""
    call = _IconCall(words, form, project, **settings)
    if bool(call.from_file) + bool(call.take) + bool(words) > 1:
        raise click.UsageError("words, --from and --take do not go together")
    if call.from_file:
        _add(call, call.from_file)
    elif call.take:
        _take(call, call.take)
    else:
        _search(call)


@dataclass(frozen=True, slots=True)
class _IconCall:
    """The words and options of a call."""

    words: tuple[str, ...]
    form: str
    project: Path | None
    list_all: bool
    from_file: Path | None
    author: str
    licence: str
    source: str
    take: str | None
    new_name: str


def _add(call: _IconCall, file: Path) -> None:
    from cardgen.api.icons import set_brought
    from cardgen.model.credits import Credit

    opened = open_data(call.project, writes=True)
    said = Credit(call.author, call.licence, call.source)
    brought = set_brought(opened.project, file, said)
    _write(call, brought)


def _take(call: _IconCall, name: str) -> None:
    from cardgen.api.icons import icon_taken
    from cardgen.load.icon_catalogue import open_catalogue

    opened = open_data(call.project, writes=True)
    problems: list[Finding] = []
    catalogue = open_catalogue(opened.project, problems)
    brought = icon_taken(opened, catalogue, name, call.new_name)
    _write(call, brought, problems)


def _write(call: _IconCall, brought: Brought, problems: Iterable[Finding] = ()) -> None:
    """Write what was brought, and tell the files and what is worth knowing."""
    from cardgen.making.report import Report
    from cardgen.write.file_changes import apply_all

    files = [shown(change.file) for change in apply_all(brought.changes)]
    report = Report(findings=list(problems))
    if call.form == "json":
        tell_json({"name": brought.name, "files": files, "notes": list(brought.notes)})
    else:
        tell(brought.says)
        for file in files:
            tell(f"  {file}")
    report.findings += (note("icons-noted", words) for words in brought.notes)
    finish(report)


def _search(call: _IconCall) -> None:
    from cardgen.load.icon_catalogue import open_catalogue
    from cardgen.making.report import Report

    report = Report()
    catalogue = open_catalogue(open_data(call.project).project, report.findings)
    entries = catalogue.find(" ".join(call.words)) if call.words else ()
    if call.form == "json":
        tell_json([*map(_as_json, entries)] if call.words else _sets_as_json(catalogue))
    elif call.words:
        _tell_icons(entries, list_all=call.list_all)
    else:
        _tell_sets(catalogue)
    finish(report)


def _tell_icons(entries: Sequence[IconEntry], *, list_all: bool) -> None:
    listed = entries if list_all else entries[:_MOST_LISTED]
    rows = [(_name_of(entry), str(entry.credit), ", ".join(entry.words)) for entry in listed]
    rows = [("name", "author, licence", "keywords"), *rows]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, credit, words in rows:
        tell(f"{name:<{widths[0]}}  {credit:<{widths[1]}}  {words}".rstrip())
    if len(listed) < len(entries):
        tell(f"and {len(entries) - len(listed)} more: add a word, or --all", aside=True)


def _name_of(entry: IconEntry) -> str:
    return f"{{{entry.name}}}" if entry.is_usable else entry.full_name


def _tell_sets(catalogue: IconCatalogue) -> None:
    rows = _sets_as_json(catalogue)
    width = max(len(row["set"]) for row in rows)
    for row in rows:
        credit = ", ".join(filter(None, (row["author"], row["licence"], row["source"])))
        tell(f"{row['set']:<{width}}  {counted(row['icons'], 'icon'):>12}  {credit}".rstrip())


def _sets_as_json(catalogue: IconCatalogue) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    for entry in catalogue.entries:
        counts[entry.set] = counts.get(entry.set, 0) + 1
    first = {entry.set: entry for entry in reversed(catalogue.entries)}
    return [
        {"set": id, "icons": count, **_credit_of_set(catalogue, first[id])}
        for id, count in counts.items()
    ]


def _credit_of_set(catalogue: IconCatalogue, entry: IconEntry) -> dict[str, str]:
    """The credit that all icons of an entry's set share; the project's own share none."""
    is_shared = entry.set in (catalogue.SHIPPED, *catalogue.sets)
    return {name: part if is_shared else "" for name, part in entry.credit._asdict().items()}


def _as_json(entry: IconEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "set": entry.set,
        "usable": entry.is_usable,
        "keywords": list(entry.words),
        **entry.credit._asdict(),
    }
