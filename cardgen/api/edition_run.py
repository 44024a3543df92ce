"""A run of editions on this machine: planned, shared out among processes, written as it goes, and
gone on with where it was stopped."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, cast

from cardgen.api.edition_press import EditionFile, EditionOrder, EditionPress, MadeEditions
from cardgen.api.ledger import INDEX, Ledger, LedgerLine
from cardgen.api.open_project import OpenProject, after_its_cause
from cardgen.api.run_report import Report, paged
from cardgen.api.selection import Job, counts_of, is_whole, jobs_of, why_none
from cardgen.api.settings import EditionOptions
from cardgen.api.shelf import AddressShelf, FolderShelf, Shelf
from cardgen.api.work import make_share, put_away
from cardgen.base.cache import code_of, content_of
from cardgen.base.findings import CardgenError, Finding, shown
from cardgen.cards.card_painter import EditionDecks
from cardgen.cards.context import Context
from cardgen.impose.options import Options
from cardgen.load.editions import read_editions
from cardgen.model.cards import Deck, Edition, Game
from cardgen.model.project import Project, root_of
from cardgen.prepress.raster import workers
from cardgen.rulebook import file_of, has_rulebook
from cardgen.rulebook.jinja import read_source
from cardgen.rules.ruleset import read_rulebook
from cardgen.rules.trial import rules_of_editions, try_editions, try_together
from cardgen.sandbox import process
from cardgen.sandbox.environment import scope_of
from cardgen.sandbox.expressions import Expressions
from cardgen.schema.values import id_of, unused_id

FOLDER = "editions"
ONE_EACH = EditionOptions()
_OWN_BOOK = re.compile(r"\{[{%][^}%]*\bedition\b")
MOST_BUNDLED = 10_000
STREAM = 500
"""Editions that are drawn as one stream: a process that draws is begun anew for each, and what it
holds is given back."""


MOST_TOGETHER = 200_000
"""Cards of all editions that a rule may look at together."""
PAYS = 100
"""Editions from which more processes save more than their start costs."""
_TURNS = 4
"""How often each process comes back for more at the least, so that none waits long for the last."""


class EditionPlan(NamedTuple):
    """All that a run makes: the order, the files, and the folder that they go to."""

    order: EditionOrder
    files: tuple[EditionFile, ...]
    folder: Path
    left_out: tuple[Finding, ...] = ()
    """What is wrong with rows of which no edition is made."""


def plan_editions(
    context: Context,
    decks: Sequence[Deck],
    table: Path,
    options: Options,
    report: Report,
    asked: EditionOptions = ONE_EACH,
) -> EditionPlan:
    """What editions of a game, with these of its decks, come to: a file for each row of a table, or
    for so many rows together.

    Rows that are wrong are problems of the report, and left out. Raises CardgenError where no
    edition can be made."""
    project, game, bundle = context.project, context.game, asked.bundle
    if not table.exists() and (game.folder / table).exists():
        table = game.folder / table
    left_out = list[Finding]()
    editions, notes = read_editions(project, game, table, left_out)
    report.findings += left_out
    for note in notes:
        report.note("run-note", note)
    editions = _named(game, editions)
    job = _job(game, list(decks), options)
    counts = counts_of(job)
    copies = [
        (deck.id, card.id, counts[deck.id][card.id])
        for deck in job.decks
        for card in game.deck(deck.id).cards
    ]
    other = tuple(each for each in copies if each[2] != game.deck(each[0]).card(each[1]).copies)
    whole = is_whole(game, list(decks))
    folder = (
        (options.out or project.output)
        / game.id
        / FOLDER
        / ("" if whole else "-".join(deck.id for deck in decks))
        / asked.printer
    )
    own_book = (
        whole
        and has_rulebook(game)
        and job.only is None
        and not options.second_set
        and not asked.printer
        and _asks_for_edition(game)
    )
    made = tuple(deck.id for deck in job.decks)
    order = EditionOrder(
        game.id,
        made,
        job.options,
        content_of_project(project, table).hex(),
        own_book,
        other,
        asked.printer,
        asked.force,
    )
    if bundle > 1:
        wide = len(str(len(editions)))
        runs = [editions[at : at + bundle] for at in range(0, len(editions), bundle)]
        files = [
            EditionFile(f"{at * bundle + 1:0{wide}}-{at * bundle + len(run):0{wide}}", tuple(run))
            for at, run in enumerate(runs)
        ]
    else:
        files = [
            EditionFile(name, (edition,))
            for name, edition in zip(_file_names(editions), editions, strict=True)
        ]
    return EditionPlan(order, tuple(files), folder, tuple(left_out))


def _job(game: Game, decks: list[Deck], options: Options) -> Job:
    """What is made of each edition. Which cards are meant is asked of the example. Raises
    CardgenError."""
    jobs = [found for job in jobs_of([(game, decks)], options) if (found := job.with_cards()).decks]
    if len(jobs) > 1:
        what = f'the variant "{options.variant}" needs a second set of these decks'
        raise CardgenError(
            Finding(
                "edition-refused",
                what,
                "make the decks with --editions, once without a variant and once with --second-set",
            )
        )
    if not jobs:
        raise CardgenError(
            Finding(
                "edition-refused",
                why_none(options),
                "name others" + ("" if options.copies else ", or say how many with --copies"),
            )
        )
    return jobs[0]


def _asks_for_edition(game: Game) -> bool:
    """Whether a game's rulebook says something else for each edition. One that cannot be read is
    told where it is set."""
    try:
        return _OWN_BOOK.search(read_source(file_of(game), root_of(game.folder))) is not None
    except CardgenError:
        return False


_REFUSED = {
    "--changed": "leave it out: an edition that did not change is not made again",
    "--share": "leave it out: --bundle has the cards of many editions follow one another without a gap",
    "--draft": "leave it out: a build without --editions shows the example as a draft",
    "--order grounds": "leave it out, or say sets or stacks",
}
"""What means nothing for editions, and what there is in its place."""


def refused(options: Options, asked: EditionOptions) -> list[Finding]:
    """What of a call means nothing for editions."""
    said = (options.changed, options.share, options.draft, options.order == "grounds")
    found = [
        Finding("option-conflict", f"{name} does not go with --editions", _REFUSED[name])
        for name, each in zip(_REFUSED, said, strict=True)
        if each
    ]
    if not 1 <= asked.bundle <= MOST_BUNDLED:
        found.append(
            Finding(
                "value-impossible",
                f"{asked.bundle} editions in one file are impossible",
                f"give 1 to {MOST_BUNDLED:,}",
            )
        )
    return found


def _named(game: Game, editions: Sequence[Edition]) -> list[Edition]:
    """The editions, called what their game says that they are called."""
    if not game.editions or not game.editions.called:
        return list(editions)
    names = process.run(_called, game, tuple(editions))
    return [
        replace(each, fields={**each.fields, "name": name})
        for each, name in zip(editions, names, strict=True)
    ]


def _file_names(editions: Sequence[Edition]) -> list[str]:
    """What the files of editions are called: no two alike, on any disk."""
    made = dict[str, int]()
    return [unused_id(id_of(str(edition.fields["name"])), made) for edition in editions]


def _called(game: Game, editions: Sequence[Edition]) -> Iterator[str]:
    """In a process that can be stopped: what the names come to."""
    assert game.editions is not None
    process.note("the names of the editions", game.editions.place)
    compute = Expressions().compile(game.editions.called, game.editions.place)
    for edition in editions:
        process.note(f'the name of edition "{edition.id}"', game.editions.place)
        name = compute(scope_of(replace(game, edition=edition)))
        if not isinstance(name, str | int | float) or not str(name).strip():
            what = f'edition "{edition.id}" gets no name'
            raise CardgenError(
                Finding(
                    "edition-refused",
                    what,
                    "give an expression that makes a text: edition.guest",
                    game.editions.place,
                )
            )
        yield str(name)


def content_of_project(project: Project, table: Path | None = None) -> bytes:
    """A digest of all that a page of a project can depend on, save for a table of editions, each
    row of which counts by itself."""
    roots = dict.fromkeys((project.root, project.shipped))
    folders = [root / name for root in roots for name in ("card_data", "templates", "fonts")]
    return content_of(folders, without=table) + code_of()


# Making them


Makes = Callable[[EditionPress, EditionPlan, Sequence[EditionFile], Shelf], Iterator[MadeEditions]]
"""Who makes files that are due: what became of each as it comes, in any order, its files on the
shelf and without what they hold."""


class _SeenFindings(dict[tuple[str, str, str], tuple[Finding, list[str]]]):
    """Findings by what they say, with the editions that have them."""

    def add(self, id: str, finding: Finding) -> None:
        """One more, of an edition, or of what all have alike."""
        key = (finding.check, finding.what, finding.remedy)
        self.setdefault(key, (finding, []))[1].extend([id] * bool(id))

    def told(self) -> Iterator[Finding]:
        """Each once, and who has it."""
        for finding, ids in self.values():
            more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
            what = f'edition "{ids[0]}"{more}: {finding.what}' if ids else finding.what
            yield replace(finding, what=what)


@dataclass(slots=True)
class _Progress:
    """How far a run is, and how long the rest may take, by what was made so far."""

    report: Report
    of: int
    done: int = 0
    begun: float = field(default_factory=time.monotonic)

    def step(self, editions: int) -> None:
        self.done += editions
        left = (time.monotonic() - self.begun) / self.done * (self.of - self.done)
        more = f", {_spoken(left)} left:" if self.done < self.of else ""
        self.report.progress(f"editions{more}", self.done, self.of)


def _spoken(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return (
        f"{minutes // 60} h {minutes % 60} min"
        if minutes >= 60
        else f"{minutes} min {rest} s"
        if minutes
        else f"{rest} s"
    )


def make_editions(
    context: Context,
    plan: EditionPlan,
    report: Report,
    shelf: Shelf | None = None,
    makes: Makes | None = None,
) -> None:
    """Write the files of a plan that are not there yet; what became of each is in the ledger in the
    plan's folder.

    They go to that folder, or to another `shelf`; this machine makes them, unless others do:
    `makes`. What is wrong with an edition is a problem of the report, and stops none of the others.
    Ctrl-C leaves whole files."""
    ledger, shelf = Ledger(plan.folder, report.home), shelf or FolderShelf(plan.folder, report.home)
    if ledger.remark:
        report.note("run-note", ledger.remark)
    due = [file for file in plan.files if not ledger.done(plan.order, file, shelf)]
    if len(due) < len(plan.files):
        kept, whole = _editions(plan.files) - _editions(due), _editions(plan.files)
        report.note(
            "already-made",
            f"{paged(kept, 'edition')} of {whole} are there already, and stay as they are",
        )
    files = {file.name: file for file in due}
    troubles: dict[Finding, list[tuple[Edition, Finding]]] = {}
    press = EditionPress(context, plan.order)
    _try_rules(press, context.game, plan, due, report)
    seen = _SeenFindings()
    came: dict[str, MadeEditions] = {}
    if due:
        shelf.tidy()
    progress = _Progress(report, _editions(due))
    # what a printer gets is told as the folder of an edition's deck
    parts = 2 if plan.order.printer else None
    coming = (makes or _made)(press, plan, due, shelf) if due else iter(())
    try:
        for made in coming:
            file = files[made.name]
            if made.files:
                ledger.drop_others(made, shelf)
            ledger.add(LedgerLine.of(plan.order, file, made))
            for each in made.files:
                if path := shelf.path(each.name):
                    report.written.append(path)
                if each.about and (told := shelf.path("/".join(each.name.split("/")[:parts]))):
                    report.wrote(told, each.about)
            came[made.name] = made
            progress.step(len(file.editions))
        if shelf.path("") is None and due:
            report.note(
                "files-elsewhere",
                f"the files are at {shelf}; what became of each is told in {shown(plan.folder / INDEX)}",
            )
    finally:
        if isinstance(coming, Generator):
            coming.close()  # whoever makes them is at an end before what they left is cleared away
        # in their order, in whatever order they were made
        for file in (each for each in due if each.name in came):
            _told(report, file, came[file.name], troubles, seen)
        if due:
            shelf.tidy()
        if plan.folder.is_dir():
            ledger.close(plan.files, plan.left_out)
        report.findings += seen.told()
        report.findings += map(_for_whom, troubles.values())


def _told(
    report: Report,
    file: EditionFile,
    made: MadeEditions,
    troubles: dict[Finding, list[tuple[Edition, Finding]]],
    seen: _SeenFindings,
) -> None:
    editions = {edition.id: edition for edition in file.editions}
    for id, problems in made.failed.items():
        table = editions[id].place.file
        for problem in problems:
            # its own row
            alike = (
                replace(problem, place=None)
                if problem.place and problem.place.file == table
                else problem
            )
            troubles.setdefault(alike, []).append((editions[id], problem))
    for id, finding in made.findings:
        seen.add(id, finding)
    for note in made.notes:
        report.note("run-note", note)


def _for_whom(alike: Sequence[tuple[Edition, Finding]]) -> Finding:
    """A problem with the editions that have it; without a place of its own it stands where the
    first of them is listed."""
    first, problem = alike[0]
    others = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    row = f"{first.place.file.name}:{first.place.line}"
    return Finding(
        "edition-refused",
        f'edition "{first.id}" ({row}){others}: {problem.what}',
        problem.remedy,
        problem.place or first.place,
    )


def _try_rules(
    press: EditionPress, game: Game, plan: EditionPlan, due: Sequence[EditionFile], report: Report
) -> None:
    """The rules tried on each edition that is due where it may matter, and those about all editions
    on all of them."""
    each, together, cards = rules_of_editions(
        read_rulebook(game, []), decks_differ=press.decks_differ
    )
    told = _SeenFindings()
    editions = [edition for file in due for edition in file.editions]
    for at in range(0, len(editions) if each.rules else 0, STREAM):
        process.begin_run()
        games = [
            found.game
            for found in press.loaded(editions[at : at + STREAM])
            if isinstance(found, EditionDecks)
        ]
        for game_of, outcome in try_editions(games, each):
            assert game_of.edition
            report.findings += outcome.problems
            for finding in outcome.findings:
                told.add(game_of.edition.id, finding)
    report.findings += told.told()
    if together.rules:
        process.begin_run()
        whole = [edition for file in plan.files for edition in file.editions]
        games = [replace(game, edition=edition) for edition in whole]
        if cards and len(whole) * sum(map(len, game.decks)) > MOST_TOGETHER:
            what = f"all editions together have more than {MOST_TOGETHER:,} cards: what rules say of these was not tried"
            report.note("run-note", what, *(rule.id for rule in together.rules))
            return
        if cards:
            games = [found.game for found in press.loaded(whole) if isinstance(found, EditionDecks)]
        outcomes = list(try_together(game, games, together))
        report.outcomes += outcomes
        report.findings += (finding for outcome in outcomes for finding in outcome.findings)
        report.findings += (problem for outcome in outcomes for problem in outcome.problems)


def _made(
    press: EditionPress, plan: EditionPlan, due: Sequence[EditionFile], shelf: Shelf
) -> Iterator[MadeEditions]:
    """What becomes of each file that is due, written as it comes: in this process, or shared out
    among several."""
    jobs = plan.order.options.jobs or ((os.cpu_count() or 1) if _editions(due) >= PAYS else 1)
    shares = list(shares_of(due, jobs))
    with workers(min(jobs, len(shares)), EditionPress.__module__) as pool:
        if pool is None:
            for share in shares:
                process.begin_run()
                for made in press.make(share):
                    yield cast(MadeEditions, put_away(made, shelf))
            return
        waiting = list[Any]()
        rest = iter(shares)
        while True:
            waiting += (
                pool.submit(make_share, press.project.root, plan.order, share, shelf)
                for share in islice(rest, jobs + 1 - len(waiting))
            )
            if not waiting:
                return
            yield from waiting.pop(0).result()


def check_printer(project: Project, name: str, decks: Sequence[Deck]) -> None:
    """Raises CardgenError for a printer that there is not, or who does not take these decks one by
    one."""
    from cardgen.export.deck import APART, check_sizes
    from cardgen.prepress.profiles import find_printer

    printer = find_printer(project, name)
    if printer.makes not in APART:
        what = (
            f"what {printer.title} takes is one table for all decks, of which there are no editions"
        )
        raise CardgenError(
            Finding("edition-refused", what, "name a printer of cards, or leave --editions out")
        )
    check_sizes(printer, decks)


def one_with_editions(opened: OpenProject, names: Sequence[str]) -> tuple[Game, list[Deck]]:
    """The one game that is named, and those of its decks that are. Raises CardgenError."""
    with after_its_cause(opened, names):
        chosen = opened.select(names)
    if broken := opened.problems_of(names):
        raise CardgenError(*broken)
    if len(chosen) != 1:
        remedy = f"name the game: {', '.join(game.id for game, _ in chosen[:6])}"
        raise CardgenError(
            Finding("edition-refused", "a table of editions is for one game", remedy)
        )
    if chosen[0][0].editions is None:
        what = f"{chosen[0][0].id} does not say what its editions say"
        remedy = "write editions.yaml in its folder, with two lines:  fields: {guest: text}  and  example: {guest: Alma}"
        raise CardgenError(Finding("edition-refused", what, remedy, chosen[0][0].place))
    return chosen[0]


def place_and_makers(asked: EditionOptions, report: Report) -> tuple[Shelf | None, Makes | None]:
    """Where editions go and who makes them, where that is not this machine. Raises CardgenError for
    addresses that cannot be."""
    if asked.to and not asked.cluster:
        raise CardgenError(
            Finding(
                "cluster-failed",
                "--to belongs to --cluster",
                "add --cluster, or name a folder with --out",
            )
        )
    makes = _on_cluster(asked.cluster, report) if asked.cluster else None
    shelf = AddressShelf(asked.to) if asked.to else None
    if shelf:
        shelf.check()
    return shelf, makes


def _on_cluster(address: str, report: Report) -> Makes:
    """Who makes editions on a cluster. Raises CardgenError for an address that cannot be one."""
    from cardgen.api.cluster import check_cluster, opened_cluster, remark_on

    check_cluster(address)
    if remark := remark_on(address):
        report.note("run-note", remark)

    def made(
        press: EditionPress, plan: EditionPlan, due: Sequence[EditionFile], shelf: Shelf
    ) -> Iterator[MadeEditions]:
        with opened_cluster(address, press.project, press.cache) as cluster:
            for each in cluster.made(plan.order, shares_of(due, cluster.threads), shelf):
                yield cast(MadeEditions, each)

    return made


def shares_of(files: Sequence[EditionFile], jobs: int) -> Iterator[list[EditionFile]]:
    """The files in parts that so many processes draw as one stream each."""
    most = max(1, min(STREAM, _editions(files) // (_TURNS * jobs))) if jobs > 1 else STREAM
    share: list[EditionFile] = []
    for file in files:
        share.append(file)
        if _editions(share) >= most:
            yield share
            share = []
    if share:
        yield share


def _editions(files: Iterable[EditionFile]) -> int:
    return sum(len(file.editions) for file in files)
