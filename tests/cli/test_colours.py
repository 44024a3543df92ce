"""Colours on a terminal: which parts of a line have one, and that a pipe and NO_COLOR have none."""

from __future__ import annotations

import io
import re

import click
import pytest

from cardgen.cli.colours import coloured, has_colours
from cardgen.cli.output import tell


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def styled(words: str, **style: object) -> str:
    return click.style(words, **style)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("card_data/a.yaml:3:5: no field", {"card_data/a.yaml:3:5": {"fg": "cyan"}}),
        (r"C:\my games\a.yaml:3: no field", {r"C:\my games\a.yaml:3": {"fg": "cyan"}}),
        (
            "a.yaml:3: warning: too small [smallest-text]",
            {
                "a.yaml:3": {"fg": "cyan"},
                "warning:": {"fg": "yellow", "bold": True},
                " [smallest-text]": {"dim": True},
            },
        ),
        ("error: no such game", {"error:": {"fg": "red", "bold": True}}),
        ("note: 3:4 is a ratio: fine", {"note:": {"fg": "blue", "bold": True}}),
        ("  ✗ every-house  11, not 12", {"  ✗": {"fg": "red", "bold": True}}),
        ("  ok   3 rules hold", {"  ok": {"fg": "green"}}),
        ("output/a.pdf  (9 pages)", {"  (9 pages)": {"dim": True}}),
        ("a sentence that says error: in its middle", {}),
        ("", {}),
    ],
)
def test_what_stands_out_in_a_line(line: str, parts: dict[str, dict[str, object]]) -> None:
    wanted = line
    for words, style in parts.items():
        wanted = wanted.replace(words, styled(words, **style), 1)
    assert coloured(line) == wanted
    assert click.unstyle(coloured(line)) == line


def test_only_a_terminal_has_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert has_colours(Terminal())
    assert not has_colours(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not has_colours(Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colours(Terminal())


def test_a_text_of_the_data_brings_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a terminal obeys in somebody's text is taken out; the colours are ours."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    tell("a.yaml:1:2: \x1b[31mred\x1b[0m", aside=True)
    printed = terminal.getvalue()
    assert re.findall(r"\x1b\[(\d+)m", printed) == ["36", "0"]
    assert " [31mred [0m" in printed
