"""The words of games read: notes on them, without those that are accepted as meant."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.api.spelling import speller_of
from cardgen.api.wording import wording_findings
from cardgen.impose.options import Options
from cardgen.making.open_project import OpenProject, called
from cardgen.making.report import Report
from cardgen.making.volumes import check_whole
from cardgen.rules.acceptance import leave_accepted


def read_words(opened: OpenProject, names: Sequence[str], report: Report) -> None:
    """Add notes on the words of the games and decks named to a report.

    Raises CardgenError for a call that cannot be."""
    with called(opened, names, Options(), report):
        chosen = opened.select(names)
        check_whole(chosen)
    for game, decks in chosen:
        language = opened.language or game.typesetting.language or "en"
        speller = speller_of(language)
        if speller is None:
            sentence = (
                f'no dictionary of {language} was asked: pip install "cardgen[wording]", and '
                "install Hunspell's dictionary"
            )
            report.note("no-dictionary", sentence, game.id)
        report.findings += wording_findings(game, decks, language, speller)
    leave_accepted(report.findings, chosen)
