"""Games checked and exported by the workers of a cluster, a game to a share: what is found and made
is what one machine finds and makes.

A game is what can be looked at alone: its rules, its rulebook and its art concern all of its decks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from cardgen.api.cluster import ClusterRun, Held, check_cluster, opened_cluster, remark_on
from cardgen.api.edition_run import content_of_project
from cardgen.api.ledger import Ledger, LedgerLine
from cardgen.api.open_project import OpenProject
from cardgen.api.orders import ExportPlan, place_plan, plan_export
from cardgen.api.run_report import Met, Report, paged
from cardgen.api.settings import ExportOptions, ValidateOptions
from cardgen.api.shelf import AddressShelf, FolderShelf, Shelf
from cardgen.api.validation import annotate_findings, check, show_hands
from cardgen.api.work import Made, MadeFile
from cardgen.api.workshop import open_games
from cardgen.base.cache import Cache
from cardgen.base.files import read_own
from cardgen.base.findings import CardgenError, Finding, gathered
from cardgen.base.scratch import scratch_folder
from cardgen.export.deck import APART
from cardgen.export.delivery import clear_earlier
from cardgen.model.cards import Deck, Game
from cardgen.preflight.run import Cards
from cardgen.prepress.profiles import find_printer
from cardgen.sandbox.process import begin_run
from cardgen.sheets.stamp import dated


@dataclass(frozen=True, slots=True)
class GameOrder:
    """What is done with games: all are checked, and with `export` made for the `printer`. `content`
    is a digest of all else that counts."""

    content: str
    language: str
    printer: str = ""
    rules_only: bool = False
    export: ExportOptions | None = None

    def maker(self, root: Path) -> GameMaker:
        return GameMaker(root, self)

    def undone(self, task: GameTask, problems: Sequence[Finding]) -> GameMade:
        what = [
            Finding("call-refused", f"{task.name}: {problem.what}", problem.remedy, problem.place)
            for problem in problems
        ]
        return GameMade(task.name, failed={task.name: tuple(what)})


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game, by its id, and those of its decks that are meant."""

    name: str
    decks: tuple[str, ...]

    def key(self, order: GameOrder) -> str:
        return sha256(repr((order, self)).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class GameMade(Made):
    """What became of a game: what the checks have met, and what met whoever made its files; none
    where the checks did not let it."""

    checked: Met | None = None
    placed: Met | None = None
    folders: tuple[tuple[str, str], ...] = ()
    """Where its files go, and what there is to say of those."""


class GameMaker:
    """Checks and exports games of a project."""

    def __init__(self, root: Path, order: GameOrder) -> None:
        self._root, self._order = root, order

    def make(self, tasks: Sequence[GameTask]) -> Iterator[GameMade]:
        for task in tasks:
            begin_run()
            with TemporaryDirectory(dir=scratch_folder()) as folder:
                yield self._made(task, Path(folder).resolve())

    def _made(self, task: GameTask, out: Path) -> GameMade:
        order, workshop, cache = (
            self._order,
            open_games(self._root, [task.name], self._order.language),
            Cache.of_user(),
        )
        report, drawn, whole = Report(), Cards(), len(task.decks) == len(workshop.games[0].decks)
        names = [task.name] if whole else [f"{task.name}/{deck}" for deck in task.decks]
        if not order.export:
            check(
                workshop,
                names,
                ValidateOptions(printer=order.printer, rules_only=order.rules_only),
                report,
                cache,
            )
            report.stage()
            return GameMade(task.name, checked=report.met)
        options = replace(order.export, out=out)
        plan = plan_export(workshop, names, order.printer, options, report)
        check(
            workshop,
            plan.used,
            ValidateOptions(printer=plan.printer.id, idle=False, kept=drawn, order=True),
            report,
            cache,
        )
        report.stage()
        if report.problems or (report.exit_code and not options.force):
            return GameMade(task.name, checked=report.met)
        placed, folders = Report(home=out), list[tuple[str, str]]()
        placed.wrote = lambda path, about: folders.append((path.relative_to(out).as_posix(), about))
        place_plan(workshop, plan, drawn, options, placed, cache)
        placed.stage()
        made = sorted(path for path in out.rglob("*") if path.is_file())
        files = tuple(
            MadeFile.of(path.relative_to(out).as_posix(), read_own(path)) for path in made
        )
        return GameMade(
            task.name, files, checked=report.met, placed=placed.met, folders=tuple(folders)
        )


# Here


def validate_away(
    workshop: OpenProject,
    names: Sequence[str],
    cluster: str,
    options: ValidateOptions,
    report: Report,
) -> None:
    """What `Workshop.validate` does, done by the workers of a cluster. Raises CardgenError for a
    call that cannot be."""
    check_cluster(cluster)
    _remark(cluster, report)
    if options.rule:
        raise CardgenError(
            Finding(
                "cluster-failed",
                "--rule does not go with --cluster",
                "leave one of them out: one rule is tried sooner here",
            )
        )
    begin_run()
    chosen = workshop.select(names)
    if options.printer:
        find_printer(workshop.project, options.printer)
    cache = Cache.of_user()
    order = GameOrder(
        content_of_project(workshop.project).hex(),
        workshop.language,
        options.printer,
        options.rules_only,
    )
    tasks = [_task(*one) for one in chosen]
    with opened_cluster(cluster, workshop.project, cache) as there:
        found = _held(there, order, tasks, report)
    _take(workshop, names, [found[task.name].made for task in tasks], report)
    if options.hands:
        show_hands(workshop, options.hands, chosen, report, cache)
    if options.annotated:
        with gathered(report.findings):
            annotate_findings(workshop, options.annotated, chosen, report, cache)


def export_away(
    workshop: OpenProject,
    names: Sequence[str],
    printer: str,
    where: tuple[str, str],
    options: ExportOptions,
    report: Report,
) -> None:
    """What `Workshop.export` does, done by the workers of a cluster. `where` is the cluster, and
    the address that its workers write to.

    A game that is there already, and would be the same, stays. Raises CardgenError for a call that
    cannot be."""
    cluster, to = where
    check_cluster(cluster)
    _remark(cluster, report)
    begin_run()
    if options.cards or options.update:
        name, why = (
            ("--cards", "some cards are made sooner here")
            if options.cards
            else ("--update", "the save lies here")
        )
        raise CardgenError(
            Finding(
                "cluster-failed",
                f"{name} does not go with --cluster",
                f"leave one of them out: {why}",
            )
        )
    shelf = AddressShelf(to) if to else None
    if shelf:
        shelf.check()
    plan = plan_export(workshop, names, printer, options, report)
    if plan.printer.makes not in APART:
        what = f"what {plan.printer.title} takes is put together from what lies in its folder here"
        raise CardgenError(
            Finding("call-refused", what, "leave --cluster out; --jobs has several processes draw")
        )
    project, cache, home = workshop.project, Cache.of_user(), report.home
    out = options.out or project.output
    place: Shelf = shelf or FolderShelf(out, home)
    sent = replace(options, out=None, jobs=1, stamp=dated(options.stamp))
    order = GameOrder(
        content_of_project(project).hex(), workshop.language, plan.printer.id, export=sent
    )
    used = {deck.game for job in plan.jobs for deck in job.decks}
    tasks = [_task(*one) for one in plan.chosen if one[0].id in used or plan.used is names]
    ledger = Ledger(out, home, f"{plan.printer.id}.jsonl")
    if ledger.remark:
        report.note("run-note", ledger.remark)
    due = [task for task in tasks if not ledger.done(order, task, place)]
    if len(due) < len(tasks):
        report.note(
            "already-made",
            f"{paged(len(tasks) - len(due), 'game')} of {len(tasks)} are there already, and stay as they are",
        )
    if not due:
        _take(workshop, names, (), report)
        plan.passed(options, report)
        return
    place.tidy()
    with opened_cluster(cluster, project, cache) as there:
        found = _held(there, order, due, report)
        _take(workshop, names, [found[task.name].made for task in due], report)
        if not plan.passed(options, report):
            return
        placed = list[GameMade]()
        try:
            for task, made in zip(
                due, there.deliver([found[task.name] for task in due], place), strict=True
            ):
                placed.append(cast(GameMade, made))
                _put(placed[-1], place, home, report)
                ledger.add(LedgerLine.of(order, task, made))
        finally:
            place.tidy()
    _tell(plan, placed, place, report)


def _remark(cluster: str, report: Report) -> None:
    if remark := remark_on(cluster):
        report.note("run-note", remark)


def _task(game: Game, decks: Sequence[Deck]) -> GameTask:
    return GameTask(game.id, tuple(deck.id for deck in decks))


def _held(
    there: ClusterRun, order: GameOrder, tasks: Sequence[GameTask], report: Report
) -> dict[str, Held]:
    """What became of each task, its files still on the cluster."""
    found: dict[str, Held] = {}
    for held in there.held(order, ([task] for task in tasks)):
        found[held.made.name] = held
        report.progress("games", len(found), len(tasks))
    return found


def _take(
    workshop: OpenProject, names: Sequence[str], found: Sequence[Made], report: Report
) -> None:
    """What the checks of games have met, told as one run tells it."""
    report.findings += workshop.problems_of(names)
    report.take(
        [made.checked for made in found if isinstance(made, GameMade) and made.checked], since=1
    )
    report.findings += (
        problem for made in found for problems in made.failed.values() for problem in problems
    )


def _put(made: GameMade, place: Shelf, home: Path | None, report: Report) -> None:
    """What is told of files that are in their places; here, what an earlier export has left beside
    them goes."""
    for folder, about in made.folders if not made.failed else ():
        path = place.path(folder)
        if path and isinstance(place, FolderShelf):
            written = [
                place.folder / file.name
                for file in made.files
                if file.name.startswith(f"{folder}/")
            ]
            with gathered(report.findings):
                clear_earlier(path, written, home)
        if path:
            report.made(path, about)


def _tell(plan: ExportPlan, placed: Sequence[GameMade], place: Shelf, report: Report) -> None:
    """What was met while files were made, as one run tells it."""
    report.take([made.placed for made in placed if made.placed], but=plan.printer.notes)
    report.findings += (
        problem for made in placed for problems in made.failed.values() for problem in problems
    )
    some = any(made.files and not made.failed for made in placed)
    if some and place.path("") is None:
        report.note("files-elsewhere", f"the files are at {place}")
    for note in plan.printer.notes if some else ():
        report.note("run-note", note)
