"""The command that tells which texts are missing in a language, or older than their originals."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.base.findings import CardgenError, shown
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import (
    FILE,
    FORM,
    PROJECT,
    Belonging,
    check_to_write,
    open_data,
    several,
)
from cardgen.cli.output import clear_progress, counted, live_report, tell, tell_json

if TYPE_CHECKING:
    from cardgen.api.languages import TextName, TextSelection


@click.command("languages")
@click.argument(
    "names", nargs=-1, metavar="[GAME[/DECK[/CARD]]]...", shell_complete=completion.decks
)
@click.option(
    "--lang",
    default="",
    metavar="LL",
    shell_complete=completion.languages,
    help="The language, such as de, or several; otherwise all that there are.",
)
@click.option("--all", "list_all", is_flag=True, help="Lists every text that is not up to date.")
@click.option("--quick", is_flag=True, help="Does not look which texts fit their boxes.")
@click.option(
    "--accept",
    is_flag=True,
    help="Says that texts of unknown age are up to date, and those of cards that are named.",
)
@click.option(
    "--edited",
    cls=Belonging,
    to="--accept",
    is_flag=True,
    help="Also those older than their originals that were edited since.",
)
@click.option(
    "--older",
    cls=Belonging,
    to="--accept",
    is_flag=True,
    help="Also all that are older than their originals.",
)
@click.option(
    "--workbook",
    type=FILE,
    metavar="FILE",
    help="Writes an XLSX or ODS for a translator into --lang: each text with a picture of its "
    "card, the letters that fit, and room for questions.",
)
@click.option("--xliff", type=FILE, metavar="FILE", help="Writes the texts as XLIFF 1.2 (.xlf).")
@click.option(
    "--read",
    type=FILE,
    metavar="FILE",
    help="Takes the translations of a workbook or XLIFF that came back.",
)
@click.option(
    "--force",
    is_flag=True,
    help="Writes over a workbook that is there; with --read over what was changed here meanwhile.",
)
@FORM
@PROJECT
def command(names: tuple[str, ...], form: str, project: Path | None, **settings: Any) -> None:
    """Which texts are missing in a language, older than their originals, or do not fit.

    originals.LL.lock remembers which original each text was made from. What the page, cardgen set
    and a translator's table write is remembered; what was edited by hand is accepted here."""
    call = _Call(names, form, project, **settings)
    call.check()
    if call.read:
        _read(call, call.read)
    elif call.workbook or call.xliff:
        _write(call)
    elif call.accept:
        _accept(call)
    else:
        _tell(call)


@dataclass(frozen=True, slots=True)
class _Call:
    """The words and options of a call."""

    names: tuple[str, ...]
    form: str
    project: Path | None
    lang: str
    list_all: bool
    quick: bool
    accept: bool
    edited: bool
    older: bool
    workbook: Path | None
    xliff: Path | None
    read: Path | None
    force: bool

    def check(self) -> None:
        """Raise UsageError for options that do not go together."""
        chosen = [self.accept, self.workbook, self.xliff, self.read]
        if sum(map(bool, chosen)) > 1:
            raise click.UsageError("--accept, --workbook, --xliff and --read do not go together")
        if self.read and (self.names or self.lang):
            raise click.UsageError("--read takes no names and no --lang: the file says them")
        if (self.workbook or self.xliff) and len(several(self.lang)) != 1:
            raise click.UsageError("say which language it is for: --lang de")

    @property
    def text_names(self) -> list[TextName]:
        from cardgen.api.languages import TextName

        return [TextName.read(name) for name in self.names]

    @property
    def selection(self) -> TextSelection:
        from cardgen.api.languages import TextSelection

        return TextSelection(self.text_names, several(self.lang))


def _tell(call: _Call) -> None:
    from cardgen.api import languages

    opened, report = open_data(call.project), live_report(aside=call.form == "json")
    report.findings += opened.problems_of([name.of_deck for name in call.text_names])
    all_states = call.selection.states(opened)
    report.findings += (problem for states in all_states for problem in states.problems)
    reports = [languages.LanguageReport(states, {}) for states in all_states]
    if not call.quick:
        reports = languages.with_fits(opened, all_states)
    if call.form == "json":
        tell_json(languages.as_json(reports))
    else:
        for line in languages.lines_of(reports, list_all=call.list_all):
            tell(line)
    finish(report)


def _accept(call: _Call) -> None:
    from cardgen.api.languages import accept_texts
    from cardgen.write.file_changes import apply_all

    opened = open_data(call.project, writes=True)
    which = {"edited": call.edited, "older": call.older}
    all_accepted = accept_texts(opened, call.selection, **which)
    apply_all([accepted.change for accepted in all_accepted])
    for accepted in all_accepted:
        count = counted(len(accepted.texts), "text")
        tell(f"{shown(accepted.change.file)}  ({count} up to date)")
    if not all_accepted:
        tell("nothing was of unknown age", aside=True)


def _write(call: _Call) -> None:
    """Write a workbook or XLIFF for a translator."""
    from cardgen.api.translating import texts_for_translator
    from cardgen.base.files import write
    from cardgen.write.translator_books import WRITABLE, translator_book
    from cardgen.write.xliff_writer import xliff_of

    file = call.workbook or call.xliff
    assert file is not None
    if call.workbook:
        check_to_write(file, WRITABLE, "workbook", force=call.force)
    else:
        check_to_write(file, (".xlf",), "XLIFF", force=call.force)
    opened = open_data(call.project)
    problems = opened.problems_of([name.of_deck for name in call.text_names])
    if problems:
        raise CardgenError(*problems)
    (language,) = several(call.lang)
    with_pictures = call.workbook is not None
    report = live_report()
    texts = texts_for_translator(
        opened, call.text_names, language, report.progress, pictures=with_pictures
    )
    clear_progress()
    if with_pictures:
        data = translator_book(texts.rows, language, texts.pictures, file.suffix.lower())
    else:
        data = xliff_of(texts.rows, texts.source_language, language)
    write(file, data)
    tell(f"{shown(file)}  ({counted(len(texts.rows), 'text')})")


def _read(call: _Call, file: Path) -> None:
    """Take the translations of a file that came back."""
    from cardgen.api.translating import read_back
    from cardgen.load.translator_rows import read_translator_table
    from cardgen.load.xliff import ENDINGS, read_xliff
    from cardgen.write.file_changes import apply_all

    report = live_report()
    opened = open_data(call.project, writes=True)
    is_xliff = file.suffix.lower() in ENDINGS
    table = read_xliff(file) if is_xliff else read_translator_table(file, report.findings)
    answer = read_back(opened, table, force=call.force)
    made = apply_all(answer.changes)
    report.findings += answer.problems
    for change in made:
        tell(shown(change.file))
    tell(f"{counted(answer.count, 'text')} written, {answer.right} said to be right all the same")
    if answer.older:
        tell(f"{counted(answer.older, 'text')} of them older than the original by now")
    for question in answer.questions:
        tell(f"question  {question.name}  {question.text}  ({question.cell})")
    finish(report)
