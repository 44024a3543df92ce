"""The options that commands share, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cardgen.base.findings import CardgenError, Finding, UnreadableError, shown
from cardgen.base.units import MM, length
from cardgen.cli import completion
from cardgen.cli.output import tell_once_a_day
from cardgen.model import sizes

if TYPE_CHECKING:
    from cardgen.api.workshop import Workshop
    from cardgen.impose.options import Options
    from cardgen.load.deck_list import ListedCard
    from cardgen.making.open_project import OpenProject

P = TypeVar("P", bound="OpenProject")


class _Named(click.Path):
    """The name of a file or a folder, which may not be empty.

    It is, as of a variable that is not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the name is empty; name a file or a folder, or leave it out", param, ctx)
        return super().convert(value, param, ctx)


FILE = _Named(path_type=Path)


class _Selection(click.types.StringParamType):
    """A selection of cards, without commas and blanks around it; where it is said, it may not be
    empty, as it is of a variable that is not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        selection = str(value).strip(", ")
        source = ctx.get_parameter_source(param.name or "") if ctx and param else None
        if not selection and source is not ParameterSource.DEFAULT:
            self.fail("it names no card; leave it out for all of them", param, ctx)
        return selection


SELECTION = _Selection()


class Belonging(click.Option):
    """An option that means something only where another, `to`, is given too."""

    def __init__(self, words: Sequence[str], to: str, help: str, **settings: Any) -> None:
        self.to = to
        super().__init__(words, help=f"With {to}: {help[0].lower()}{help[1:]}", **settings)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        other = next(param.name for param in ctx.command.params if self.to in param.opts)
        if opts.get(self.name or "") and not opts.get(other or "") and not ctx.resilient_parsing:
            raise click.UsageError(f"{self.opts[0]} belongs to {self.to}", ctx)
        return super().handle_parse_result(ctx, opts, args)


class ChoosesRest(click.Option):
    """A flag that chooses what all other options say, but for those `beside` it."""

    def __init__(self, words: Sequence[str], beside: Sequence[str], **settings: Any) -> None:
        self.beside = frozenset(beside)
        super().__init__(words, is_flag=True, **settings)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        if opts.get(self.name or ""):
            options = [param for param in ctx.command.params if isinstance(param, click.Option)]
            for option in options:
                is_given = option is not self and option.name in opts
                if is_given and option.opts[0] not in self.beside:
                    sentence = f"{self.opts[0]} chooses what {option.opts[0]} says; leave one out"
                    raise click.UsageError(sentence, ctx)
        return super().handle_parse_result(ctx, opts, args)


LANG = click.option(
    "--lang",
    default="",
    metavar="LL",
    shell_complete=completion.languages,
    help="The language of the texts, such as de; see docs/howto-languages.md.",
)
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    default="",
    help="Done by the workers of a Dask scheduler, tcp://HOST:8786; "
    "local:N or dask; see docs/howto-cluster.md.",
)
EDITIONS = click.option(
    "--editions",
    "table",
    type=FILE,
    metavar="TABLE",
    help="An edition of the game, or of the decks named, for each row of a table; "
    "see docs/howto-editions.md.",
)
FORM = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report.",
)
TO = click.option(
    "--to",
    cls=Belonging,
    to="--cluster",
    metavar="ADDRESS",
    default="",
    help="Where the workers write, such as s3://bucket/decks.",
)
FLIP = click.option(
    "--flip",
    default="long",
    show_default=True,
    shell_complete=completion.one_of("long", "short"),
    help="The edge your printer turns the sheet on: long or short.",
)
INK = click.option(
    "--ink",
    default="full",
    show_default=True,
    shell_complete=completion.one_of("full", "low"),
    help="full, or low: white grounds and outlines.",
)
USUAL_BLEED = 3.0
USUAL_PAPERS = "a4,letter"
PAPERS = f"{', '.join(sizes.PAPERS)} or WIDTHxHEIGHTmm"
PAPER = click.option(
    "--paper",
    default=USUAL_PAPERS,
    show_default=True,
    shell_complete=completion.papers,
    help=f"{PAPERS}, or several.",
)
STAMP = click.option(
    "--stamp",
    metavar="TEXT",
    default="",
    help='A small line on each card, such as "PROTOTYPE v3" or "{id} · {date} · v{version}"; '
    "{name} can stand in it too.",
)
PROJECT = click.option(
    "--project",
    type=FILE,
    metavar="DIR",
    help="The project's folder; else the nearest one upward, or the shipped games.",
)


def out(files_go: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option --out of a command; `files_go` such as `the PDFs go`."""
    help = f"Where {files_go}; else the project's output folder."
    return click.option("--out", type=FILE, metavar="DIR", help=help, **settings)


class Whole(click.IntRange):
    """A whole number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is no whole number from {self.min} to {self.max}", param, ctx)


JOBS = click.option(
    "--jobs",
    type=Whole(0, 64),
    default=0,
    metavar="N",
    help="Processes that draw; changes nothing but the time.",
)


def figure(value: str) -> float:
    """Read a number of the command line."""
    try:
        return float(value)
    except ValueError:
        example = re.sub(r"[^\d.-]", "", value.replace(",", ".")) or "one such as 0.4"
        raise click.BadParameter(f"{value!r} is no number; write {example}") from None


def millimetres(value: str | float) -> float:
    """Read a length of the command line: millimetres, or a number with its unit."""
    try:
        return float(value)
    except ValueError:
        pass
    try:
        return round(length(str(value)) / MM, 6)
    except UnreadableError as error:
        remedy = error.finding.remedy
        if not re.search(r"[0-9]", remedy):  # it shows no example
            remedy = "write millimetres, such as 3, or a length with its unit, such as 0.125in"
        raise click.BadParameter(f"{value!r} is no length; {remedy}") from None


def _gutter(value: str | float) -> float | None:
    return None if value == "auto" else millimetres(value)


def _bleed(value: str | float) -> tuple[str, float]:
    """Read whose the bleed is, and how much of it: a length, or a word that may have one."""
    word, colon, amount = str(value).partition(":")
    if word == "none" and not colon:
        return word, 0.0
    if word in ("own", "rim"):
        return word, millimetres(amount) if colon else USUAL_BLEED
    return "own", millimetres(value)


class LayoutOption(click.Option):
    """The option --layout, whose help names all layouts.

    They are loaded when it is asked for.
    """

    @property
    def help(self) -> str | None:
        from cardgen.impose.layouts import LAYOUTS

        *others, last = (
            f"{layout.name} ({layout.about})" if layout.about else layout.name
            for layout in LAYOUTS.values()
        )
        return f"{', '.join(others)} or {last}."

    @help.setter
    def help(self, text: str | None) -> None:
        """Do nothing: there is no text of its own to keep."""


def _together(*options: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Join options that stand one after the other into one decorator."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


on_paper = _together(
    PAPER,
    click.option(
        "--layout",
        cls=LayoutOption,
        default="duplex",
        show_default=True,
        shell_complete=completion.layouts,
    ),
    FLIP,
    click.option(
        "--margin",
        type=millimetres,
        default=5.0,
        show_default=True,
        metavar="MM",
        help="What your printer leaves white along the edges.",
    ),
    click.option(
        "--bleed",
        type=_bleed,
        default="3",
        show_default=True,
        metavar="MM|rim[:MM]|none",
        help="Colour beyond the cut, as far as it fits; rim: around all cards of a sheet, which "
        "touch; none: they touch and have none.",
    ),
    click.option(
        "--backs",
        default="behind",
        show_default=True,
        shell_complete=completion.one_of("behind", "after", "apart"),
        help="Where the pages of backs stand: each behind its fronts, after all fronts, or apart "
        "in a file of their own.",
    ),
    click.option(
        "--back-bleed",
        type=millimetres,
        default=None,
        metavar="MM",
        help="As much on backs, as far as it fits, for printers that lay them off.",
    ),
    click.option(
        "--gutter",
        type=_gutter,
        default="auto",
        show_default=True,
        metavar="MM",
        help="Free space between the bleeds of two cards; auto is 0, "
        "or more where cards would touch and their borders differ.",
    ),
)
"""The options of how cards lie on paper."""
printing = _together(
    click.option(
        "--cutter",
        metavar="NAME[@N]",
        default="",
        shell_complete=completion.cutters,
        help="Marks for a cutting machine, and its cut paths as SVG and DXF: "
        "silhouette or silhouette-feeder.",
    ),
    click.option(
        "--cut-files",
        is_flag=True,
        help="The cut paths of all sheets as SVG and DXF, without the marks of a machine.",
    ),
    click.option(
        "--bridges",
        type=millimetres,
        default=0.0,
        metavar="MM",
        help="Leave bridges so long in the cut paths, such as 0.4: the pieces hang in their sheet "
        "until they are pushed out.",
    ),
    click.option(
        "--labels",
        metavar="NAME|FILE",
        default="",
        shell_complete=completion.labels,
        help="Labels or perforated cards, such as avery-5371, "
        "or a YAML file that describes them; see docs/howto-labels.md.",
    ),
    click.option(
        "--skip-slots",
        metavar="SLOTS",
        default="",
        help="Places of the first sheet to leave empty, such as 1-4,7, from 1 at the upper left; "
        "with every, of each sheet.",
    ),
    click.option(
        "--order",
        default="auto",
        show_default=True,
        shell_complete=completion.one_of("auto", "copies", "sets", "stacks", "grounds"),
        help="copies (all of a card at once), sets (one of each, then again), stacks (these lie in "
        "order) or grounds (equal colours meet); auto is grounds where a cut may show a neighbour.",
    ),
    click.option(
        "--ppi",
        type=click.FloatRange(72, 2400),
        default=600,
        show_default=True,
        metavar="N",
        help="Finer pictures are printed at this.",
    ),
    click.option(
        "--marks",
        default="ticks",
        show_default=True,
        shell_complete=completion.one_of("ticks", "corners", "lines", "grid", "dots", "none"),
        help="To cut by: ticks around the cards; over them corners, lines over the whole sheet, "
        "the grid of their outlines, or dots; or none.",
    ),
    click.option(
        "--marks-on",
        default="both",
        show_default=True,
        shell_complete=completion.one_of("both", "fronts", "backs"),
        help="The sides with marks: both, fronts or backs.",
    ),
    click.option(
        "--printer-name",
        metavar="NAME",
        default="",
        help="Whose calibration to apply, where it was kept under a name.",
    ),
    JOBS,
    out("the PDFs go"),
)
"""The options of the sheets that are made."""
LIST = click.option(
    "--list",
    "deck_list",
    type=FILE,
    metavar="FILE",
    help='Only the cards of a text file with lines such as "3 Goblin".',
)
which_cards = _together(
    click.option(
        "--cards",
        type=SELECTION,
        metavar="SELECTION",
        default="",
        help="Only these cards: ids, 5-9, 'wolf*', 'rank > 3', wolf:1 for one copy; "
        "several with commas.",
    ),
    LIST,
    click.option(
        "--copies",
        type=Whole(1, 999),
        metavar="N",
        help="So many of each card, instead of as many as it has.",
    ),
)
"""The options of the cards that are made, and the copies of each."""
variant = _together(
    click.option(
        "--variant",
        metavar="NAME",
        default="",
        help="Just the cards that this variant uses (see list --variants).",
    ),
    click.option(
        "--players",
        cls=Belonging,
        to="--variant",
        type=Whole(1, 99),
        metavar="N",
        help="For how many players.",
    ),
)


def options_of(settings: dict[str, Any]) -> Options:
    """The options of sheets, from those of the command line."""
    from cardgen.impose.options import Options
    from cardgen.sheets.calibration_store import calibration_for

    settings = dict(settings)
    settings["bleeds"], settings["bleed"] = settings["bleed"]
    settings |= _skipped_slots(settings.pop("skip_slots"))
    if "cards" in settings:
        settings |= wanted_cards(settings)
    labels = settings["labels"]
    settings["labels"] = None
    if labels:
        from cardgen.impose.label_sheet import find_labels

        sheet = find_labels(labels)
        settings["labels"] = sheet
        if settings["paper"] == USUAL_PAPERS:
            settings["paper"] = sheet.paper.name
    settings["calibration"] = calibration_for(settings["layout"], settings.pop("printer_name"))
    return Options(papers=several(settings.pop("paper")), **settings)


def listed_cards(path: Path | None) -> tuple[ListedCard, ...]:
    """The cards of the list that is named. Raises CardgenError for one that cannot be read."""
    if not path:
        return ()
    from cardgen.load.deck_list import read_deck_list

    return read_deck_list(path)


def wanted_cards(settings: dict[str, Any]) -> dict[str, Any]:
    """The options of the cards that are made, as options of sheets have them."""
    selection = settings["cards"]
    return {
        "cards": ((selection,) if selection else ()) + listed_cards(settings.pop("deck_list")),
        "copies": settings["copies"] or 0,
        "players": settings["players"] or 0,
    }


_SLOTS = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")
_EVERY = "every"
_MOST_SLOTS = 5000


def _skipped_slots(text: str) -> dict[str, tuple[int, ...]]:
    """The slots that are left empty on the first sheet or, with `every`, on each."""
    words = several(text)
    numbers: dict[int, None] = {}
    for word in words:
        if word.casefold() == _EVERY:
            continue
        match = _SLOTS.fullmatch(word)
        if not match:
            raise click.UsageError(
                f"--skip-slots: '{word}' is not a whole number, "
                f"nor two with a hyphen, such as 1-4, nor {_EVERY}"
            )
        first, last = sorted((int(match[1]), int(match[2] or match[1])))
        if last - first > _MOST_SLOTS:
            raise click.UsageError(f"--skip-slots: no sheet has the slots {word}")
        numbers |= dict.fromkeys(range(first, last + 1))
    if words and not numbers:
        raise click.UsageError(
            f"--skip-slots: say which slots of {_EVERY} sheet, such as 1-4,{_EVERY}"
        )
    is_every = any(word.casefold() == _EVERY for word in words)
    return {"skip_slots" if is_every else "skip_first": tuple(numbers)}


def open_workshop(project: Path | None, lang: str = "", *, writes: bool = False) -> Workshop:
    """Open the project of a call.

    One that the call `writes` into must be the user's. Raises CardgenError.
    """
    from cardgen.api.workshop import Workshop

    return _opened(Workshop, project, lang, writes)


def open_data(project: Path | None, *, writes: bool = False) -> OpenProject:
    """Open the project of a call that reads its data and draws nothing. Raises CardgenError."""
    from cardgen.making.open_project import OpenProject

    return _opened(OpenProject, project, "", writes)


def _opened(kind: type[P], path: Path | None, lang: str, writes: bool) -> P:
    from cardgen.making.open_project import open_from

    opened = open_from(path, kind, lang)
    if writes:
        opened.project.check_writable()
    if opened.project.is_bundled:
        tell_once_a_day(
            "note: there is no project here, so these are the games that come with cardgen; "
            "cardgen new begins your own"
        )
    return opened


def check_to_write(file: Path, endings: Sequence[str], noun: str, *, force: bool) -> None:
    """Raise CardgenError for a file of another kind, and one that is there, unless forced."""
    if file.suffix.lower() not in endings:
        remedy = f"end the name in one of: {', '.join(endings)}"
        raise CardgenError(Finding("file-misnamed", f"{shown(file)} is no {noun}", remedy))
    if file.exists() and not force:
        remedy = "name another file, or add --force to write over it"
        raise CardgenError(Finding("name-taken", f"{shown(file)} is there already", remedy))


def several(text: str | None) -> tuple[str, ...]:
    """The words of a list with commas, each once."""
    words = map(str.strip, (text or "").split(","))
    return tuple(dict.fromkeys(filter(None, words)))
