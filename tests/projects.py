"""Small projects for tests: a folder written in one call, and what is read back from the PDFs it
makes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from briefs import briefs, has_expected
from click.testing import CliRunner, Result
from other_systems.simulated import simulated_rules

from cardgen.base.findings import Finding, in_words
from cardgen.cli import cli
from cardgen.cli.output import one_line

SHIPPED = Path(__file__).resolve().parent.parent
GAME = "title: Sweets\nsuits: [candy, nuts, sour]\npalette: {ink: '#202020', cream: '#FFF7E8'}\n"
HEAD = "title: Main\nsize: 60mm x 80mm\ntemplate: card.svg\nback: back.svg\n"
CARDS = "cards:\n  - {id: one}\n  - {id: two}\n  - {id: three}\n"


def svg(body: str, width: float = 60, height: float = 80) -> str:
    """A template around a body, its view box the trim."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">\n{body}\n</svg>\n'


def text(words: str, x: float = 30, y: float = 40, size: float = 4) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-family="Nunito" font-weight="600" font-size="{size:g}" text-anchor="middle">{words}</text>'


FACE = svg(text("{{ card.name }}"))
BACK = svg('<rect x="-4" y="-4" width="68" height="88" fill="#335577"/>')


def as_typed(words: str) -> str:
    """A text as people write it on the system that is simulated: its lines end so, unless it says
    itself how they end."""
    return (
        words.replace("\n", "\r\n")
        if "line-ends" in simulated_rules and "\r" not in words
        else words
    )


def write_project(
    root: Path,
    decks: Mapping[str, str] | None = None,
    templates: Mapping[str, str] | None = None,
    *,
    game: str = GAME,
    name: str = "sweets",
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """A project with one game, whose earlier decks go. A deck without `size:` gets HEAD, one
    without `cards:` gets CARDS.

    `files` are by path from the root. Texts have the ends of lines that `as_typed` says.
    """
    for earlier in (root / "card_data" / name).glob("*.yaml"):
        earlier.unlink()
    written: dict[str, str | bytes] = {f"card_data/{name}/game.yaml": game}
    for deck, words in ({"main": ""} if decks is None else decks).items():
        words = words if "size:" in words else HEAD + words
        written[f"card_data/{name}/{deck}.yaml"] = words if "cards:" in words else words + CARDS
    for template, words in {"card.svg": FACE, "back.svg": BACK, **(templates or {})}.items():
        written[f"templates/{template}"] = words
    for path, content in {**written, **(files or {})}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            content = as_typed(content).encode()
        (root / path).write_bytes(content)
    return root


class CommandResult(Result):
    """What a command did, and the findings that it printed."""

    findings: list[Finding]

    @property
    def briefs(self) -> list[str]:
        """The findings without their wording."""
        return briefs(self.findings)

    @property
    def codes(self) -> list[str]:
        """The codes of the findings."""
        return [finding.code for finding in self.findings]

    def tells(self, expected: str) -> bool:
        """Return whether it printed the finding with this brief, or these words."""
        return expected in self.output or has_expected(self.findings, expected)


def run(*words: str | Path, project: Path | None = None) -> CommandResult:
    """The command line in this process. An exception that is no exit fails the test."""
    arguments = [str(word) for word in words]
    if project:
        arguments += ["--project", str(project)]
    with _findings_as_text() as spelt_findings:
        done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    result = CommandResult(**vars(done))
    result.findings = [
        finding for finding, text in spelt_findings.items() if one_line(text) in result.output
    ]
    return result


@contextmanager
def _findings_as_text() -> Iterator[dict[Finding, str]]:
    """Collect the findings that become text meanwhile, as all do that are printed."""
    texts: dict[Finding, str] = {}
    as_text = Finding.__str__

    def noted_text(finding: Finding) -> str:
        texts[finding] = as_text(finding)
        return texts[finding]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Finding, "__str__", noted_text)
        yield texts


def single_sheet(root: Path, *words: str | Path) -> Path:
    """The faces of the deck `main` on A4, built with these words."""
    result = run("build", "--layout", "single", "--paper", "a4", *words, project=root)
    assert 0 == result.exit_code, result.output
    return root / "output/sweets/main-single-a4.pdf"


def python(
    *words: str | Path, cwd: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """`python` with these words, in a process of its own that imports this checkout."""
    known = {**os.environ, "PYTHONPATH": str(SHIPPED), **(environment or {})}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(
        command,
        cwd=cwd,
        env=known,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


def heeding_interrupts() -> None:
    """For a process to be: Ctrl-C ends it, also where the tests run in the background, whose
    children would not heed it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# -- reading PDFs
# -------------------------------------------------------------------------------------------------------------------


class Word(NamedTuple):
    """A line of text on a page and the middle of its box, in points from the lower left corner."""

    text: str
    x: float
    y: float


def words_of(pdf: Path) -> list[list[Word]]:
    """The lines of text of every page with their places."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = []
        for number in range(len(document)):
            page = document[number]
            shown = page.get_textpage()
            found = []
            for index in range(shown.count_rects()):
                left, bottom, right, top = shown.get_rect(index)
                found.append(
                    Word(
                        shown.get_text_bounded(left, bottom, right, top).strip(),
                        (left + right) / 2,
                        (bottom + top) / 2,
                    )
                )
            pages.append(found)
            shown.close()
            page.close()
        return pages
    finally:
        document.close()


def text_of(pdf: Path) -> list[str]:
    """All the text of every page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        texts = []
        for number in range(len(document)):
            page = document[number]
            shown = page.get_textpage()
            texts.append(shown.get_text_bounded())
            shown.close()
            page.close()
        return texts
    finally:
        document.close()


def running_text(pdf: Path) -> str:
    """All the text of every page in one line."""
    return " ".join(" ".join(text_of(pdf)).split())


def objects_of(pdf: pikepdf.Pdf, kind: str, value: str) -> list[pikepdf.Object]:
    """Every object of a file whose entry `kind` is `value`, wherever it hangs."""
    found = (
        entry for entry in pdf.objects if isinstance(entry, (pikepdf.Dictionary, pikepdf.Stream))
    )
    return [entry for entry in found if entry.get(kind) == pikepdf.Name(value)]


def whole(pdf: Path) -> bool:
    """Whether a file is a PDF that a reader takes without mending it."""
    with pikepdf.open(pdf) as opened:
        return (
            len(opened.pages) > 0
            and all(pikepdf.parse_content_stream(page) for page in opened.pages)
            and not opened.get_warnings()
        )


def of_file(note: Finding) -> str:
    """What a note says of its file, without its folder and line."""
    assert note.place
    return f"{note.place.file.name}: {in_words(note.what, note.remedy)}"
