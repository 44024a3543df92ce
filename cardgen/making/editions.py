"""Editions of a game: planned, made by a runner, and resumed where a run was stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.cards.context import Context
from cardgen.impose.options import DRAFT, Options
from cardgen.load.editions import read_editions
from cardgen.making.edition_files import EditionFile, EditionMaker, EditionOrder
from cardgen.making.ledger import INDEX, Ledger
from cardgen.making.open_project import OpenProject, after_its_cause
from cardgen.making.report import Report
from cardgen.making.runners import STREAM, ClusterCall, ShelfRun
from cardgen.making.selection import Job, is_whole, why_none
from cardgen.making.settings import EditionOptions
from cardgen.making.shelf import Shelf
from cardgen.making.tasks import Made, content_of_project
from cardgen.model.cards import Deck, Edition, Game
from cardgen.model.project import Project, root_of
from cardgen.model.sizes import Paper
from cardgen.prepress.profiles import Printer, find_printer
from cardgen.rulebook import file_of, has_rulebook
from cardgen.rulebook.jinja import read_source
from cardgen.rules.acceptance import Acceptance
from cardgen.rules.ruleset import read_rule_set
from cardgen.rules.trial import rules_of_editions, try_editions, try_together
from cardgen.sandbox import process
from cardgen.sandbox.environment import scope_of
from cardgen.sandbox.expressions import Expressions
from cardgen.schema.values import id_of, unused_id

FOLDER = "editions"
MOST_BUNDLED = 10_000
MOST_TOGETHER = 200_000
"""Cards of all editions that a rule may look at together."""
_ASKS_FOR_EDITION = re.compile(r"\{[{%][^}%]*\bedition\b")


class EditionPlan(NamedTuple):
    """All that a run makes: the order, its tasks, and the folder that their files go to."""

    order: EditionOrder
    files: tuple[EditionFile, ...]
    folder: Path
    left_out: tuple[Finding, ...] = ()
    """The problems of rows of which no edition is made."""


def plan_editions(
    context: Context,
    decks: Sequence[Deck],
    jobs: Sequence[Job],
    table: Path,
    report: Report,
    edition_options: EditionOptions,
    papers: Sequence[Paper],
) -> EditionPlan:
    """Plan a file for each row of a table, or for several rows together.

    `jobs` are what would be made of these decks of the example. Rows that are wrong are problems
    of the report, and left out. Raises CardgenError where no edition can be made."""
    project, game = context.project, context.game
    job = _job(jobs)
    if not table.exists() and (game.folder / table).exists():
        table = game.folder / table
    left_out: list[Finding] = []
    editions, notes = read_editions(project, game, table, left_out)
    report.findings += left_out
    for note in notes:
        report.add_note(note)
    is_whole_game = is_whole(game, decks)
    own_book = (
        is_whole_game
        and has_rulebook(game)
        and job.counts is None
        and not job.options.second_set
        and not edition_options.printer
        and _asks_for_edition(game)
    )
    order = EditionOrder(
        game.id,
        tuple(deck.id for deck in job.decks),
        job.options,
        tuple(papers),
        content_of_project(project, table).hex(),
        own_book,
        tuple(_other_copies(game, job)),
        edition_options.printer,
        edition_options.force,
    )
    folder = _folder(context, decks, job.options, edition_options.printer)
    files = tuple(_files(_named(game, editions), edition_options.bundle))
    return EditionPlan(order, files, folder, tuple(left_out))


def _job(jobs: Sequence[Job]) -> Job:
    """The job that is made of each edition.

    Raises CardgenError where there is none, or more than one."""
    options = jobs[0].options
    with_cards = [job for job in map(Job.with_cards, jobs) if job.decks]
    if len(with_cards) > 1:
        sentence = f'the variant "{options.variant}" needs a second set of these decks'
        remedy = "make the decks with --editions, once without a variant and once with --second-set"
        raise CardgenError(Finding("edition-refused", sentence, remedy))
    if not with_cards:
        remedy = "name others" if options.copies else "name others, or say how many with --copies"
        raise CardgenError(Finding("edition-refused", why_none(options), remedy))
    return with_cards[0]


def _other_copies(game: Game, job: Job) -> Iterator[tuple[str, str, int]]:
    """The cards of which a job makes other copies than their deck says: deck, card, copies."""
    for deck in job.decks:
        counts = job.counts_of(deck)
        plain = {card.id: card.copies for card in game.deck(deck.id)}
        for position, card in enumerate(deck.cards):
            copies = counts.get(position, 0)
            if copies != plain.get(card.first_id):
                yield deck.id, card.id, copies


def _folder(context: Context, decks: Sequence[Deck], options: Options, printer: str) -> Path:
    """The folder of the files.

    Drafts, changed cards, some decks and printers have one of their own."""
    game = context.game
    name = f"{FOLDER}-changed" if options.changed else FOLDER
    if options.draft:
        name += DRAFT
    only_decks = "" if is_whole(game, decks) else "-".join(deck.id for deck in decks)
    return (options.out or context.project.output) / game.id / name / only_decks / printer


def _files(editions: Sequence[Edition], bundle: int) -> Iterator[EditionFile]:
    """The tasks: one for each edition, with its name; or for several, numbered."""
    if bundle == 1:
        for name, edition in zip(_file_names(editions), editions, strict=True):
            yield EditionFile(name, (edition,))
        return
    digits = len(str(len(editions)))
    for first in range(0, len(editions), bundle):
        together = tuple(editions[first : first + bundle])
        last = first + len(together)
        yield EditionFile(f"{first + 1:0{digits}}-{last:0{digits}}", together)


def _file_names(editions: Sequence[Edition]) -> list[str]:
    """The names of the files of editions: no two are alike, on any disk."""
    used_ids: dict[str, int] = {}
    return [unused_id(id_of(str(edition.fields["name"])), used_ids) for edition in editions]


def _asks_for_edition(game: Game) -> bool:
    """True if a game's rulebook says something else for each edition.

    One that cannot be read is told where it is set."""
    try:
        text = read_source(file_of(game), root_of(game.folder))
    except CardgenError:
        return False
    return _ASKS_FOR_EDITION.search(text) is not None


def _named(game: Game, editions: Sequence[Edition]) -> list[Edition]:
    """The editions, called what their game says that they are called."""
    if not game.editions or not game.editions.called:
        return list(editions)
    names = process.run(_compute_names, game, tuple(editions))
    return [
        replace(edition, fields={**edition.fields, "name": name})
        for edition, name in zip(editions, names, strict=True)
    ]


def _compute_names(game: Game, editions: Sequence[Edition]) -> Iterator[str]:
    """Compute the names, in a process that can be stopped."""
    assert game.editions is not None
    place = game.editions.place
    process.note("the names of the editions", place)
    compute = Expressions().compile(game.editions.called, place)
    for edition in editions:
        process.note(f'the name of edition "{edition.id}"', place)
        name = compute(scope_of(replace(game, edition=edition)))
        if not isinstance(name, str | int | float) or not str(name).strip():
            remedy = "give an expression that makes a text: edition.guest"
            raise CardgenError(
                Finding("edition-refused", f'edition "{edition.id}" gets no name', remedy, place)
            )
        yield str(name)


# The call


def check_bundle(bundle: int) -> None:
    """Raises CardgenError for a number of editions that no file may hold."""
    if not 1 <= bundle <= MOST_BUNDLED:
        sentence = f"{bundle} editions in one file are impossible"
        raise CardgenError(Finding("out-of-range", sentence, f"give 1 to {MOST_BUNDLED:,}"))


def printer_of_decks(project: Project, name: str, decks: Sequence[Deck]) -> Printer:
    """The printer of this name. Raises CardgenError for one who does not take decks one by one.

    A virtual table is one file for all decks, which names the folders where their pictures lie."""
    from cardgen.export.deck import APART, check_sizes

    printer = find_printer(project, name)
    if printer.makes not in APART:
        table = "one table for all decks, of which there are no editions"
        sentence = f"what {printer.title} takes is {table}"
        remedy = "name a printer of cards, or leave --editions out"
        raise CardgenError(Finding("edition-refused", sentence, remedy))
    check_sizes(printer, decks)
    return printer


def game_with_editions(opened: OpenProject, names: Sequence[str]) -> tuple[Game, list[Deck]]:
    """The one game that is named, and those of its decks that are. Raises CardgenError."""
    with after_its_cause(opened, names):
        chosen = opened.select(names)
    if problems := opened.problems_of(names):
        raise CardgenError(*problems)
    if len(chosen) != 1:
        remedy = f"name the game: {', '.join(game.id for game, _ in chosen[:6])}"
        raise CardgenError(
            Finding("edition-refused", "a table of editions is for one game", remedy)
        )
    game, decks = chosen[0]
    if game.editions is None:
        sentence = f"{game.id} does not say what its editions say"
        lines = "fields: {guest: text}  and  example: {guest: Alma}"
        remedy = f"write editions.yaml in its folder, with two lines:  {lines}"
        raise CardgenError(Finding("edition-refused", sentence, remedy, game.place))
    return game, decks


# The run


class _EditionFindings(dict[tuple[str, str, str], tuple[Finding, list[str]]]):
    """Findings by what they say, with the editions that have them."""

    def add(self, id: str, finding: Finding) -> None:
        """One more, of an edition; or of all of them, without an id."""
        key = (finding.check, finding.what, finding.remedy)
        _, ids = self.setdefault(key, (finding, []))
        if id:
            ids.append(id)

    def merged(self) -> Iterator[Finding]:
        """Each finding once, with the editions that have it."""
        for finding, ids in self.values():
            if not ids:
                yield finding
                continue
            more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
            sentence = f'edition "{ids[0]}"{more}: {finding.what}'
            yield replace(finding, what=sentence)


def make_editions(
    maker: EditionMaker,
    plan: EditionPlan,
    report: Report,
    edition_options: EditionOptions,
    tried: Report,
) -> None:
    """Write the files of a plan that are not there yet, and note each in the ledger.

    They go to the plan's folder, or to an address. What is wrong with an edition is a problem
    of the report, and stops none of the others; what the rules say goes to the report `tried`.
    Ctrl-C leaves whole files."""
    call = ClusterCall(edition_options.cluster, edition_options.to)
    shelf = call.shelf(plan.folder, report.home)
    ledger = Ledger(plan.folder, report.home)
    open_tasks = ledger.due(plan.order, plan.files, shelf, report, "edition")
    _try_rules(maker, plan, open_tasks, tried)
    run = ShelfRun(shelf, report, ledger, "editions")
    runner = call.runner(maker.context.project, shelf, maker.context.cache, plan.order.options.jobs)
    results: dict[str, Made] = {}
    try:
        with closing(run.results(runner, maker, open_tasks)) as coming:
            for result in coming:
                results[result.name] = result
                _tell_files(result, shelf, report)
        if open_tasks and shelf.path("") is None:
            sentence = f"the files are at {shelf}"
            index = shown(plan.folder / INDEX)
            report.note("files-elsewhere", f"{sentence}; what became of each is told in {index}")
    finally:
        # in the order of the table, in whatever order they were made
        _tell([(task, results[task.name]) for task in open_tasks if task.name in results], report)
        if plan.folder.is_dir():
            ledger.close(plan.files, _not_accepted(maker, report))


def _tell_files(result: Made, shelf: Shelf, report: Report) -> None:
    """Tell of the files of a task, as far as they are on this machine."""
    report.written += filter(None, (shelf.path(file.name) for file in result.files))
    for name, about in result.about:
        if path := shelf.path(name):
            report.wrote(path, about)


def _not_accepted(maker: EditionMaker, report: Report) -> list[Finding]:
    """The findings of a run that its game does not accept.

    That a cluster is open says nothing of what is made, which is the same anywhere."""
    game = maker.context.game
    findings = [finding for finding in report.findings if finding.code != "cluster-open"]
    return Acceptance([(game, game.decks)]).left(findings)


def _tell(results: Sequence[tuple[EditionFile, Made]], report: Report) -> None:
    """Tell what was met: what several editions have alike once, with the editions."""
    findings = _EditionFindings()
    problems: dict[Finding, list[tuple[Edition, Finding]]] = {}
    for task, result in results:
        editions = {edition.id: edition for edition in task.editions}
        for id, of_edition in result.failed.items():
            for problem in of_edition:
                alike = _without_row(problem, editions[id])
                problems.setdefault(alike, []).append((editions[id], problem))
        for id, finding in result.findings:
            findings.add(id, finding)
        for finding in result.notes:
            report.add_note(finding)
    report.findings += findings.merged()
    report.findings += map(_with_editions, problems.values())


def _without_row(problem: Finding, edition: Edition) -> Finding:
    """A problem as other editions have it, too, each in its own row of the table."""
    if problem.place and problem.place.file == edition.place.file:
        return replace(problem, place=None)
    return problem


def _with_editions(alike: Sequence[tuple[Edition, Finding]]) -> Finding:
    """A problem with the editions that have it.

    Without a place of its own it stands where the first of them is listed."""
    first, problem = alike[0]
    others = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    row = f"{first.place.file.name}:{first.place.line}"
    sentence = f'edition "{first.id}" ({row}){others}: {problem.what}'
    return replace(problem, what=sentence, place=problem.place or first.place)


def _try_rules(
    maker: EditionMaker, plan: EditionPlan, open_tasks: Sequence[EditionFile], report: Report
) -> None:
    """Try the rules on editions that are to be made, where it may matter.

    Rules about all editions are tried on all of them."""
    game = maker.context.game
    single_rules, common_rules, needs_cards = rules_of_editions(
        read_rule_set(game, []), decks_differ=maker.decks_differ
    )
    findings = _EditionFindings()
    editions = [edition for task in open_tasks for edition in task.editions]
    for start in range(0, len(editions) if single_rules.rules else 0, STREAM):
        process.begin_run()
        games = _loaded_games(maker, editions[start : start + STREAM])
        for edition_game, outcome in try_editions(games, single_rules):
            assert edition_game.edition
            report.findings += outcome.problems
            for finding in outcome.findings:
                findings.add(edition_game.edition.id, finding)
    report.findings += findings.merged()
    if not common_rules.rules:
        return
    process.begin_run()
    everything = [edition for task in plan.files for edition in task.editions]
    games = [replace(game, edition=edition) for edition in everything]
    if needs_cards and len(everything) * sum(map(len, game.decks)) > MOST_TOGETHER:
        too_many = f"all editions together have more than {MOST_TOGETHER:,} cards"
        sentence = f"{too_many}: what rules say of these was not tried"
        report.note("rule-untried", sentence, *(rule.id for rule in common_rules.rules))
        return
    if needs_cards:
        games = _loaded_games(maker, everything)
    for outcome in try_together(game, games, common_rules):
        report.outcomes.append(outcome)
        report.findings += outcome.findings
        report.findings += outcome.problems


def _loaded_games(maker: EditionMaker, editions: Sequence[Edition]) -> list[Game]:
    """The game as these editions have it, where it can be loaded."""
    return [game for game in maker.load(editions) if isinstance(game, Game)]
