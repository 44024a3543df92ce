"""Checks of the games of a project: rules, rulebooks, tables, and the cards as drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.cache import Cache
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.cards.context import Context
from cardgen.cards.printed_game import as_printed
from cardgen.engine import Pdf
from cardgen.load.drawing_credits import read_credits
from cardgen.load.playtest import findings_of_notes
from cardgen.load.pulled import check_pulled
from cardgen.making.open_project import OpenProject, context_of, is_broken
from cardgen.making.printed_decks import decks_as_printed
from cardgen.making.report import Report
from cardgen.making.selection import is_whole
from cardgen.model.cards import Deck, Game
from cardgen.model.span_styles import BUILT_IN
from cardgen.rulebook import has_rulebook
from cardgen.rules.checks import check_rules, read_rule_sets
from cardgen.rules.finding import wanted
from cardgen.rules.housekeeping import credits_of_project, left_out_of_project
from cardgen.sheets.pages import PRINTED

if TYPE_CHECKING:
    from cardgen.making.settings import ValidateOptions
    from cardgen.preflight.run import DeckCounts

HAND_DPI = 200
"""Pixels to an inch of a picture of a deal."""


def check(
    opened: OpenProject,
    names: Sequence[str],
    options: ValidateOptions,
    report: Report,
    cache: Cache,
) -> None:
    """Check games and decks, in stages that all games go through one by one."""
    from cardgen.preflight.run import DRAWN, check_drawings
    from cardgen.prepress.profiles import find_printer

    chosen = opened.select(names)
    printer = find_printer(opened.project, options.printer) if options.printer else None
    report.findings += opened.problems_of(names)
    report.stage()
    try_rules(opened, chosen, report, options.rule, options.idle, part=options.part)
    if options.counts:
        _drop_unprinted_cards(report, decks_as_printed(opened, chosen, cache), options.counts)
    report.stage()
    _check_pulled(opened, chosen, options.rule, report)
    _check_translations(opened, chosen, options.rule, report)
    report.stage()
    if options.hands:
        show_hands(opened, options.hands, chosen, report, cache)
    if options.rules_only or (options.rule and options.rule not in DRAWN):
        return
    with collect_findings(report.findings):
        if opened.language:
            for game, decks in chosen:
                _check_words(context_of(opened, game, cache), decks, report)
        report.stage()
        for (game, decks), printed in zip(
            chosen, decks_as_printed(opened, chosen, cache), strict=True
        ):
            if is_whole(game, decks) and not options.rule:
                _check_rulebook(opened, game, report, order=options.order)
            game, decks = printed
            context = context_of(opened, game, cache)
            findings = check_drawings(
                context, decks, report.progress, printer, options.jobs, options.kept, options.counts
            )
            report.findings += (
                finding for finding in findings if wanted(finding.check, options.rule)
            )
        for problem in opened.fonts.refused:
            report.note("font-unused", f"a font is not used: {problem}")
        if options.annotated:
            annotate_findings(opened, options.annotated, chosen, report, cache)


def _drop_unprinted_cards(
    report: Report, chosen: Sequence[tuple[Game, Sequence[Deck]]], counts: DeckCounts
) -> None:
    """Drop findings about single cards that are not looked at; those of whole decks stay."""
    unprinted = {
        (game.id, deck.id, card.id)
        for game, decks in chosen
        for deck in decks
        if (game.id, deck.id) in counts
        for position, card in enumerate(deck.cards)
        if not counts[game.id, deck.id].get(position)
    }
    if unprinted:
        report.findings[:] = [
            finding
            for finding in report.findings
            if (finding.game, finding.deck, finding.card) not in unprinted
        ]


def try_rules(
    opened: OpenProject,
    chosen: Sequence[tuple[Game, Sequence[Deck]]],
    report: Report,
    rule: str = "",
    idle: bool = False,
    *,
    part: bool = False,
) -> None:
    """Try the rules of these games and decks.

    `idle` also looks for rules that cannot fail, which is a question for validate. If the games are
    `part` of those of the call, others may have the `rule`.
    """
    rule_sets = read_rule_sets([game for game, _ in chosen], report.findings, "" if part else rule)
    if wanted("leftover", rule):
        report.findings += left_out_of_project(opened.project.root)
    if wanted("credits", rule):
        credits = read_credits(opened.project, [])
        report.findings += credits_of_project(opened.project, credits)
    originals = {game.id: game for game in opened.originals}
    for game, decks in chosen:
        if wanted("playtest", rule):
            report.findings += findings_of_notes(game)
        original = originals.get(game.id, game)
        checked = check_rules(
            original, [original.deck(deck.id) for deck in decks], rule_sets[game.id], rule, idle
        )
        for note in (*_notes_of_tables(game, decks), *_notes_of_styles(game, decks)):
            report.add_note(note)
        if opened.language and wanted("untranslated", rule):
            from cardgen.rules.translation import (
                missing_keywords,
                missing_texts,
                missing_titles,
            )

            # a file that could not be read may hold the texts
            unread = {
                problem.place.file.name.rpartition(".")[0]
                for problem in opened.problems
                if problem.place
            }
            readable = [deck for deck in decks if f"{deck.id}.{opened.language}" not in unread]
            report.findings += missing_titles(game, readable)
            report.findings += missing_keywords(game)
            report.findings += missing_texts(game, readable)
        if wanted("keywords", rule):
            report.findings += _unexplained_keywords(opened, game, decks)
        report.outcomes += checked.outcomes
        report.add_numbered(checked.findings)


def _unexplained_keywords(
    opened: OpenProject, game: Game, decks: Sequence[Deck]
) -> Iterator[Finding]:
    if not any(game.vocabulary_of(deck).keywords for deck in decks):
        return
    from cardgen.rulebook import file_of
    from cardgen.rules.keyword_use import unexplained_keywords

    project, book = opened.project, file_of(game)
    with suppress(CardgenError, OSError):  # of a file that cannot be read, which is told elsewhere
        rulebook = project.read(book).decode("utf-8", "replace") if has_rulebook(game) else ""
        names = project.template_names()
        files = [project.read(project.find_template(name)) for name in names]
        templates = b"\n".join(files).decode("utf-8", "replace")
        yield from unexplained_keywords(game, decks, rulebook, templates)


def _notes_of_tables(game: Game, decks: Sequence[Deck]) -> Iterator[Finding]:
    """Yield notes of tables that were read otherwise than may be meant."""
    without_ids = dict[Path, Finding]()
    for deck in decks:
        for note in deck.notes:
            if note.code == "no-id-column" and note.place:
                # sheets of a workbook differ in their examples alone
                note = without_ids.setdefault(note.place.file, note)
            yield replace(note, about=(deck.id,))
    for table in game.tables.values():
        for note in table.notes:
            yield replace(note, about=(game.id,))


def _notes_of_styles(game: Game, decks: Sequence[Deck]) -> Iterator[Finding]:
    """Yield notes of styles that stand in place of those that every game has."""
    styles = {**game.styles, **{name: deck.styles[name] for deck in decks for name in deck.styles}}
    for name, style in styles.items():
        if name in BUILT_IN:
            yield Finding(
                "style-replaced",
                f'[words]{{.{name}}} look as the style "{name}" says, not as in every game',
                "give it another name, if that is not meant",
                style.place,
                about=(game.id,),
            )


def _check_pulled(
    opened: OpenProject, chosen: Sequence[tuple[Game, Sequence[Deck]]], rule: str, report: Report
) -> None:
    """Report tables that are not as they were pulled."""
    if not wanted("pulled", rule):
        return
    for game, decks in chosen:
        ids = {deck.id for deck in decks}
        for deck_id, problem in check_pulled(opened.project, game):
            if deck_id in ids:
                finding = problem.found_by("pulled", "warning", game.id, deck_id)
                report.findings.append(finding)


def _check_translations(
    opened: OpenProject, chosen: Sequence[tuple[Game, Sequence[Deck]]], rule: str, report: Report
) -> None:
    """Report texts that are older than their originals, or of unknown age."""
    if not wanted("translations", rule):
        return
    from cardgen.rules.translation import old_translations, sums_of_old_translations

    originals = {game.id: game for game in opened.originals}
    project, language = opened.project, opened.language
    for game, decks in chosen:
        original = originals.get(game.id, game)
        original_decks = [original.deck(deck.id) for deck in decks]
        if language:
            report.findings += old_translations(project, original, original_decks, language)
        else:
            report.findings += sums_of_old_translations(project, original, original_decks)


def _check_words(context: Context, decks: Sequence[Deck], report: Report) -> None:
    """Report words that are not said in the language of the game."""
    from cardgen.rulebook.phrases import BOUND
    from cardgen.rules.translation import missing_phrases, missing_words

    report.findings += missing_words(context, decks)
    phrases = (*PRINTED, *BOUND) if has_rulebook(context.game) else PRINTED
    report.findings += missing_phrases(context.game, phrases)


def _check_rulebook(opened: OpenProject, game: Game, report: Report, *, order: bool) -> None:
    from cardgen.rulebook.editions import check_rulebook
    from cardgen.rules.candidate_edits import edited_game

    if not has_rulebook(game) or is_broken(opened, game):
        return
    problems: list[Finding] = []
    with collect_findings(problems):
        problems += check_rulebook(opened.project, game, report.findings)
    if order:
        report.findings += (
            problem.found_by("rulebook", "warning", game.id) for problem in problems
        )
        return
    for cause in report.causes:
        edit = cause.finding.edit
        if not (problems and edit and edit.deck and cause.finding.game == game.id):
            continue
        missing_cards = [
            problem.card
            for problem in problems
            if problem.code == "unknown-card" and problem.deck == edit.deck and not problem.cause
        ]
        # the rulebook knows the id of a card that rules miss
        if missing_cards and not edit.card and "id" not in edit.value:
            edit = replace(edit, value={"id": missing_cards[0], **edit.value})
        with suppress(CardgenError):
            left_problems = {
                (problem.what, problem.place)
                for problem in check_rulebook(opened.project, edited_game(game, edit))
            }
            for position, problem in enumerate(problems):
                if not problem.cause and (problem.what, problem.place) not in left_problems:
                    problems[position] = replace(problem, cause=cause.finding.number)
    report.findings += problems


def show_hands(
    opened: OpenProject,
    folder: Path,
    chosen: Sequence[tuple[Game, Sequence[Deck]]],
    report: Report,
    cache: Cache,
) -> None:
    """Draw the deals that break claims of chance, each as a picture."""
    from cardgen.prepress.raster import pictures
    from cardgen.sheets.dealt_hand import show_deal

    report.home = folder
    for game, _ in chosen:
        broken_claims = [
            finding for finding in report.findings if finding.game == game.id and finding.hand
        ]
        for finding in broken_claims:
            pdf = Pdf(finding.check, subject="A deal")
            with collect_findings(report.findings):
                context = as_printed(context_of(opened, game, cache))
                size = show_deal(pdf, context, finding.claimed, finding.hand)
                pixels = (round(size.width * HAND_DPI / 72), round(size.height * HAND_DPI / 72))
                (picture,) = pictures(pdf.bytes(), pixels, HAND_DPI)
                report.put(
                    folder / f"{game.id}-{finding.check.replace('/', '-')}.png",
                    picture,
                    f"{pixels[0]} x {pixels[1]} pixels",
                )


def annotate_findings(
    opened: OpenProject,
    path: Path,
    chosen: Sequence[tuple[Game, Sequence[Deck]]],
    report: Report,
    cache: Cache,
) -> None:
    """Write a PDF that shows where on the cards findings are."""
    from cardgen.preflight.annotate import annotate

    pdf = Pdf("Findings", subject="What was found, circled on the cards")
    for game, decks in decks_as_printed(opened, chosen, cache):
        for deck in decks:
            annotate(pdf, context_of(opened, game, cache), deck, report.findings)
    if pdf.pages:
        report.home = None
        report.put_pdf(path, pdf)
    else:
        old = f", and {path.name} is of an earlier run" if path.exists() else ""
        report.note(
            "nothing-made", f"nothing was found that has a place on a card; no PDF was written{old}"
        )
