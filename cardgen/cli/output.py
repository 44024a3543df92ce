"""All that reaches a terminal: lines, JSON and progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.findings import shown
from cardgen.cli.colours import coloured, has_colours

if TYPE_CHECKING:
    from cardgen.making.report import Report

_LONGEST_LINE, _ITS_END = 1000, 250
_REWIND = "\r\x1b[K"
"""Takes away the moving line of a terminal."""
_listeners: list[list[tuple[str, bool]]] = []


def tell(message: object, *, aside: bool = False) -> None:
    """Print a line, `aside` to the standard error; all that is printed goes through here."""
    line = one_line(message)
    for heard_lines in _listeners:
        heard_lines.append((line, aside))
    _print(line, aside=aside)


def _print(line: str, *, aside: bool) -> None:
    if has_colours(sys.stderr if aside else sys.stdout):
        line = coloured(line)
    click.echo(line, err=aside)


@contextmanager
def heard() -> Iterator[list[tuple[str, bool]]]:
    """Collect the lines that are told meanwhile, and whether each is told aside."""
    lines: list[tuple[str, bool]] = []
    _listeners.append(lines)
    try:
        yield lines
    finally:
        _listeners.pop()


def tell_once_a_day(message: str) -> None:
    """Print a line to the standard error, unless it was printed in this folder today.

    Who hears lines does not hear it: it is told for the day, not for a run."""
    from datetime import date
    from hashlib import sha256

    from cardgen.base.cache import Cache

    cache = Cache.of_user()
    today = date.today().isoformat().encode()
    key = f"told-{sha256(f'{Path.cwd()} {message}'.encode('utf-8', 'surrogateescape')).hexdigest()}"
    if cache.get(key) == today:
        return
    cache.put(key, today)
    _print(one_line(message), aside=True)


def clear_progress() -> None:
    """Take away the moving line of a terminal."""
    if sys.stderr.isatty():
        click.echo(_REWIND, err=True, nl=False)


def tell_json(value: object) -> None:
    """Print plain data as JSON; what a terminal would obey is escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    characters = [
        character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1]
        for character in text
    ]
    click.echo("".join(characters))


def live_report(*, aside: bool = False) -> Report:
    """Make a report that shows its progress.

    It is a moving line on a terminal, nothing in a pipe. `aside` keeps the standard output for
    something else.
    """
    from cardgen.making.report import Report

    live = sys.stderr.isatty()

    def progress(task: str, done: int, of: int) -> None:
        if live and (done == of or done % 10 == 1):
            click.echo(f"{_REWIND}{one_line(task)} {done}/{of}", err=True, nl=False)

    def wrote(path: Path, about: str) -> None:
        if live:
            click.echo(_REWIND, err=True, nl=False)
        tell(f"{shown(path)}  ({about})", aside=aside)

    return Report(progress=progress, wrote=wrote)


def can_print(characters: str) -> bool:
    """True if the terminal, or the file that is written to, can hold these characters."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def one_line(message: object) -> str:
    """The message in one line, without what a terminal would obey.

    A project's texts can be anybody's. Of a long one the end stays too, where its remedy stands.
    """
    text = "".join(character if character.isprintable() else " " for character in str(message))
    if len(text) <= _LONGEST_LINE:
        return text
    return f"{text[: _LONGEST_LINE - _ITS_END]} ... {text[-_ITS_END:]}"


def count_column(count: int, noun: str) -> str:
    """A count with its noun, as wide in every row."""
    plural = noun if count == 1 else f"{noun}s"
    return f"{count:4} {plural:<{len(noun) + 1}}"


def counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun if count == 1 else f'{noun}s'}"
