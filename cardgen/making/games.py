"""Games checked and exported by the workers of a cluster, a game to a task.

What is found and made is what one machine finds and makes. A game is what can be looked at alone:
its rules, its rulebook and its art concern all of its decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardgen.base.cache import Cache
from cardgen.base.files import read_own
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.base.scratch import scratch_folder
from cardgen.export.deck import APART, put_together
from cardgen.export.delivery import clear_earlier
from cardgen.impose.options import file_stem
from cardgen.making.cluster import ClusterRun, HeldFiles, opened_cluster
from cardgen.making.exports import ExportPlan, delivery_of, export_tasks, plan_export, tell_notes
from cardgen.making.ledger import Ledger, LedgerLine
from cardgen.making.open_project import OpenProject, context_of, open_games
from cardgen.making.report import Report
from cardgen.making.runners import check_place
from cardgen.making.settings import ExportOptions, ValidateOptions
from cardgen.making.shelf import AddressShelf, FolderShelf, Shelf
from cardgen.making.tasks import Made, MadeFile, content_of_project
from cardgen.making.validation import annotate_findings, check, show_hands
from cardgen.preflight.run import Cards
from cardgen.prepress.profiles import find_printer
from cardgen.rules.checks import read_rule_sets
from cardgen.sandbox.process import begin_run
from cardgen.sheets.stamp import dated


@dataclass(frozen=True, slots=True)
class GameOrder:
    """An order to check games and, with `export`, to make them for a printer.

    `content` is a digest of all else that counts."""

    content: str
    language: str
    checks: ValidateOptions
    export: ExportOptions | None = None

    def maker(self, root: Path) -> GameMaker:
        return GameMaker(root, self)

    def undone(self, task: GameTask, problems: Sequence[Finding]) -> Made:
        """The result of a game that no worker could do."""
        of_game = tuple(
            replace(problem, what=f"{task.name}: {problem.what}") for problem in problems
        )
        return Made(task.name, failed={task.name: of_game})


@dataclass(frozen=True, slots=True)
class GameTask:
    """A task: a game by its id, with those of its decks that the call names.

    If cards were chosen, `counts` has their copies for each job of an export."""

    name: str
    decks: tuple[str, ...]
    counts: tuple[Mapping[str, Mapping[int, int]] | None, ...] = ()
    size = 1

    def key(self, order: GameOrder) -> str:
        return sha256(repr((order, self)).encode("utf-8", "surrogatepass")).hexdigest()


class GameMaker:
    """Checks and exports games of a project."""

    def __init__(self, root: Path, order: GameOrder) -> None:
        self._root, self.order = root, order

    def make(self, tasks: Sequence[GameTask], hear: Report | None = None) -> Iterator[Made]:
        """Check and export games, and yield the result of each.

        `met` has the findings of its checks and, if it is exported, those of its export."""
        for task in tasks:
            begin_run()
            with TemporaryDirectory(dir=scratch_folder()) as folder:
                yield self._make(task, Path(folder).resolve())

    def _make(self, task: GameTask, out: Path) -> Made:
        order, cache, report = self.order, Cache.of_user(), Report()
        opened = open_games(self._root, [task.name], order.language)
        names = [f"{task.name}/{deck}" for deck in task.decks]
        if len(task.decks) == len(opened.games[0].decks):
            names = [task.name]
        if not order.export:
            check(opened, names, order.checks, report, cache)
            report.stage()
            return Made(task.name, met=(report.met,))
        options, cards = replace(order.export, out=out), Cards()
        counts = {task.name: task.counts}
        plan = plan_export(opened, names, order.checks.printer, options, report, counts)
        checks = replace(order.checks, kept=cards, counts=plan.counts)
        check(opened, plan.names, checks, report, cache)
        report.stage()
        if report.problems or (report.exit_code and not options.force):
            return Made(task.name, met=(report.met,))
        placed = Report(home=out)
        about = list[tuple[str, str]]()
        placed.wrote = lambda path, note: about.append((path.relative_to(out).as_posix(), note))
        exports = export_tasks(plan, cards, options, placed, whole=False)
        tables = [table for export in exports for table in export.make(opened, cache, placed)]
        placed.stage()
        paths = sorted(path for path in out.rglob("*") if path.is_file())
        return Made(
            task.name,
            [MadeFile.of(path.relative_to(out).as_posix(), read_own(path)) for path in paths],
            about,
            met=(report.met, placed.met),
            decks=tuple(table._replace(folder=table.folder.relative_to(out)) for table in tables),
        )


# On this machine


def validate_away(
    opened: OpenProject,
    names: Sequence[str],
    cluster: str,
    options: ValidateOptions,
    report: Report,
) -> None:
    """Check games as `Workshop.validate` does, on the workers of a cluster.

    Raises CardgenError for a call that cannot be."""
    check_place(cluster, "", report)
    begin_run()
    chosen = opened.select(names)
    if options.rule:
        read_rule_sets([game for game, _ in chosen], [], options.rule)  # raises if none has it
    if options.printer:
        find_printer(opened.project, options.printer)
    cache = Cache.of_user()
    checks = replace(options, annotated=None, hands=None, part=True)
    order = GameOrder(content_of_project(opened.project).hex(), opened.language, checks)
    tasks = [GameTask(game.id, tuple(deck.id for deck in decks)) for game, decks in chosen]
    with opened_cluster(cluster, opened.project, cache) as there:
        held_files = _held(there, order, tasks, report)
    _take_checks(opened, names, [files.made for files in held_files], report)
    if options.hands:
        show_hands(opened, options.hands, chosen, report, cache)
    if options.annotated:
        with collect_findings(report.findings):
            annotate_findings(opened, options.annotated, chosen, report, cache)


def export_away(
    opened: OpenProject,
    names: Sequence[str],
    printer: str,
    where: tuple[str, str],
    options: ExportOptions,
    report: Report,
) -> None:
    """Export games as `Workshop.export` does, on the workers of a cluster.

    `where` is the cluster, and the address that its workers write to. A game that is there already,
    and would be the same, stays. Raises CardgenError for a call that cannot be."""
    cluster, to = where
    check_place(cluster, to, report)
    begin_run()
    plan = plan_export(opened, names, printer, options, report)
    is_table = plan.printer.makes not in APART
    if is_table and to:
        sentence = f"what {plan.printer.title} takes is put together of files that lie here"
        raise CardgenError(
            Finding("option-conflict", sentence, "leave --to out, so that they come back")
        )
    cache, out = Cache.of_user(), options.out or opened.project.output
    shelf: Shelf = AddressShelf(to) if to else FolderShelf(out, report.home)
    order = GameOrder(
        content_of_project(opened.project).hex(),
        opened.language,
        ValidateOptions(printer=plan.printer.id, idle=False, order=True),
        replace(options, out=None, jobs=1, stamp=dated(options.stamp), update=None),
    )
    tasks = list(_export_tasks(plan, names))
    ledger = Ledger(out, report.home, f"{plan.printer.id}.jsonl")
    if is_table:  # which is put together of all that lies here
        open_tasks = tasks
    else:
        open_tasks = ledger.due(order, tasks, shelf, report, "game")
    if not open_tasks:
        _take_checks(opened, names, (), report)
        plan.may_go_on(options, report)
        return
    shelf.tidy()
    with opened_cluster(cluster, opened.project, cache) as there:
        held_files = _held(there, order, open_tasks, report)
        _take_checks(opened, names, [files.made for files in held_files], report)
        if not plan.may_go_on(options, report):
            return
        placed: list[Made] = []
        try:
            for task, result in zip(open_tasks, there.deliver(held_files, shelf), strict=True):
                placed.append(result)
                _tell_files(result, shelf, report)
                if is_table:
                    with collect_findings(report.findings):
                        _put_table(opened, plan, result, options, report)
                ledger.add(LedgerLine.of(order, task, result))
        finally:
            shelf.tidy()
    report.take([met for result in placed for met in result.met[1:]])
    _take_failed(placed, report)
    has_files = any(result.files and not result.failed for result in placed)
    is_elsewhere = has_files and shelf.path("") is None
    if is_elsewhere:
        report.note("files-elsewhere", f"the files are at {shelf}")
    if is_elsewhere or report.written:
        tell_notes(plan, options, report)


def _export_tasks(plan: ExportPlan, names: Sequence[str]) -> Iterator[GameTask]:
    """The games that are exported, or looked at because they were named."""
    for game, decks in plan.chosen:
        jobs = plan.jobs_of(game)
        if plan.names is names or any(job.decks for job in jobs):
            ids = tuple(deck.id for deck in decks)
            yield GameTask(game.id, ids, tuple(job.counts for job in jobs))


def _held(
    there: ClusterRun, order: GameOrder, tasks: Sequence[GameTask], report: Report
) -> list[HeldFiles]:
    """The result of each task in their order, its files still on the cluster."""
    held_files: dict[str, HeldFiles] = {}
    for files in there.held(order, ([task] for task in tasks)):
        held_files[files.made.name] = files
        report.progress("games", len(held_files), len(tasks))
    return [held_files[task.name] for task in tasks]


def _take_checks(
    opened: OpenProject, names: Sequence[str], games: Sequence[Made], report: Report
) -> None:
    """Tell what the checks of games have met, as one run tells it."""
    report.findings += opened.problems_of(names)
    report.take([met for result in games for met in result.met[:1]], since=1)
    _take_failed(games, report)


def _take_failed(games: Sequence[Made], report: Report) -> None:
    for result in games:
        for problems in result.failed.values():
            report.findings += problems


def _tell_files(result: Made, shelf: Shelf, report: Report) -> None:
    """Tell of files that are in their places; what an earlier export left beside them goes."""
    for folder, about in result.about:
        path = shelf.path(folder)
        if path and isinstance(shelf, FolderShelf):
            inside = [file.name for file in result.files if file.name.startswith(f"{folder}/")]
            with collect_findings(report.findings):
                clear_earlier(path, [shelf.folder / name for name in inside], report.home)
        if path:
            report.made(path, about)


def _put_table(
    opened: OpenProject, plan: ExportPlan, result: Made, options: ExportOptions, report: Report
) -> None:
    """Write the file that holds all decks of a game, whose pictures are here by now."""
    jobs = [job for job in plan.jobs if job.game.id == result.name]
    (decks,) = [decks for game, decks in plan.chosen if game.id == result.name]
    game = jobs[0].game
    context = context_of(opened, game, Cache.of_user())
    delivery = delivery_of(context, decks, plan, options, report)
    folder = options.out or opened.project.output
    there: list[Any] = [deck._replace(folder=folder / deck.folder) for deck in result.decks]
    stems = [file_stem(deck.id, job.options) for job in jobs for deck in job.decks]
    put_together(context, plan.printer, delivery, there, stems)
