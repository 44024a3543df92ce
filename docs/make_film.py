"""Makes the film of `cardgen tour`: what it says in a window, and what it makes on a table below.

`python docs/make_pictures.py tour` calls it. The words are those that the command says when it is
run, the cards and sheets those that it makes: nothing in the film is drawn for it."""

from __future__ import annotations

import re
import tempfile
import textwrap
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner
from make_pictures import PICTURES, TABLE, elsewhere, laid_down, pages, pictures
from make_shots import DIM, PLAIN, WARM, Lines, runs_of, window
from PIL import Image, ImageDraw

from cardgen.api.workshop import open_project
from cardgen.cli import cli
from cardgen.cli.colours import coloured
from cardgen.cli.commands.tour import DECK, STOPS

WIDE, HIGH = 1230, 812
ACROSS, ROWS = 92, 12
"""Letters and lines that the window has room for."""
TOP = 480
"""Pixels above the table."""
CARD, PAGE, ORDERED = 148, 202, (146, 199)
"""Pixels that cards and pages are wide, and the size of the pictures for a printer."""
SPEED, BEAT, READ, LAST = 90, 420, 2300, 6000
"""Milliseconds: a few letters typed, some lines told, all of a stop to be read, the end."""


class Scene(NamedTuple):
    """A stop of the tour: what is said before the command, the command, what it says, and the
    things that lie on the table then."""

    says: Lines
    command: str
    answer: Lines
    things: Image.Image


def tour() -> None:
    """All stops of the tour, one after the other, without an end."""
    with elsewhere() as folder:
        said, project = _taken(folder)
        tables = _tables(project)
    stops = re.split(r"^\d of \d\. ", said, flags=re.MULTILINE)[1:]
    frames = list[Image.Image]()
    times = list[int]()
    bare = Image.new("RGB", (WIDE, HIGH), TABLE)
    below = bare
    for number, (stop, text) in enumerate(zip(STOPS, stops, strict=True), 1):
        scene = _scene(
            f"{number} of {len(STOPS)}. {text}", " ".join(stop.command), tables[number - 1]
        )
        for typed, shown, milliseconds in _steps(scene):
            is_answered = shown > 0 or not scene.answer
            below = scene.things if is_answered else below
            lines = [*scene.says, [(f"$ {scene.command[:typed]}", WARM)], *scene.answer[:shown]]
            frames.append(_frame(lines, below))
            times.append(milliseconds)
    times[-1] = LAST
    # begins with what has been made, for those who are shown one frame only
    frames, times = [frames[-1], *frames[:-1]], [LAST // 4, *times[:-1]]
    frames.append(frames[0])
    times.append(LAST)
    frames[0].save(
        PICTURES / "tour.webp",
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        allow_mixed=True,
        quality=80,
        method=4,
        kmax=1000,
        kmin=999,
    )


def _taken(folder: Path) -> tuple[str, Path]:
    """What the tour says, and where it has left its game."""
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        # as it comes, not what is told aside after all else
        said = CliRunner().invoke(cli, ["tour", "--quick"], catch_exceptions=False).output
    finally:
        tempfile.tempdir = before
    (project,) = folder.glob("cardgen-tour-*")
    return said.split("\nAll of it lies in ")[0], project


def _scene(text: str, command: str, things: Image.Image) -> Scene:
    before, _, after = text.partition(f"$ cardgen {command}\n")
    says = [
        [(row, DIM if number else PLAIN)]
        for number, line in enumerate(before.strip().splitlines())
        for row in _wrapped(line.strip())
    ]
    answer: Lines = []
    for line in after.strip().splitlines():
        if not line.startswith("note: 3 mm of bleed"):  # true of this paper, and told three times
            first, *others = _wrapped(line)
            answer += [runs_of(coloured(first)), *([(row, PLAIN)] for row in others)]
    assert len(says) + 1 + len(answer) <= ROWS, says
    return Scene(says, f"cardgen {command}", answer, things)


def _wrapped(line: str) -> list[str]:
    """The rows of a line, those after the first further in."""
    first, *others = textwrap.wrap(line, ACROSS - 2, drop_whitespace=False)
    return [first, *(f"  {row.lstrip()}" for row in others)]


def _steps(scene: Scene) -> list[tuple[int, int, int]]:
    """Letters of the command, lines of the answer and milliseconds of each frame of a scene."""
    length = len(scene.command)
    typing = [(letters, 0, SPEED) for letters in range(8, length, 9)]
    telling = [(length, lines, BEAT) for lines in range(3, len(scene.answer), 3)]
    return [
        (0, 0, READ // 2),
        *typing,
        (length, 0, BEAT),
        *telling,
        (length, len(scene.answer), READ),
    ]


def _frame(lines: Lines, below: Image.Image) -> Image.Image:
    """The window over the table."""
    filled = [*lines, *([[("", PLAIN)]] * (ROWS - len(lines)))]
    shown = window(filled, ACROSS, WIDE - 40)
    inside = Image.new("L", shown.size)
    ImageDraw.Draw(inside).rounded_rectangle(
        (5, 5, shown.width - 6, shown.height - 6), radius=14, fill=255
    )
    frame = below.copy()
    frame.paste(shown, (20, 16), inside)
    return frame


def _tables(project: Path) -> list[Image.Image]:
    """The table at the end of each stop."""
    made = project / "output/lantern-night"
    cards, broken = _cards(project)
    sheets = [
        *pages(made / "creature-a4.pdf", PAGE, 0, 1),
        *pages(made / "place-a4.pdf", PAGE, 0),
        *pages(made / "instructions-a4.pdf", PAGE, 0),
        *pages(made / "rulebook.pdf", PAGE, 0),
    ]
    changed = pages(made / "creature-changed-a4.pdf", PAGE, 0, 1)
    files = sorted((made / "makeplayingcards").rglob("*.png"))
    ordered = [Image.open(path).convert("RGB").resize(ORDERED) for path in files[:7]]
    begun, printed = _laid(cards[:7]), _laid(sheets)
    stands = [cards[3], broken, cards[4], cards[6], cards[7]]
    return [begun, begun, _laid(stands, lifted=2), printed, printed, _laid(changed), _laid(ordered)]


def _cards(project: Path) -> tuple[list[Image.Image], Image.Image]:
    """The creatures, and the owl as the tour has broken it."""

    def drawn(*only: int) -> list[Image.Image]:
        workshop = open_project(project)
        game = workshop.games[0]
        return list(pictures(workshop, game, game.deck("creature"), CARD, only=only or None))

    cards = drawn()
    (broken,) = [stop for stop in STOPS if "number: 4" in stop.change[1]]
    text = (project / DECK).read_text("utf-8")
    (project / DECK).write_text(text.replace(*broken.change), "utf-8")
    (owl,) = drawn(5)
    return cards, owl


def _laid(things: list[Image.Image], lifted: int = 0) -> Image.Image:
    """Things beside one another on the table, below the window, each a little askew, and the first
    ones lifted."""
    table = Image.new("RGB", (WIDE, HIGH), TABLE)
    gap = 26
    x = (WIDE - sum(each.width + gap for each in things) + gap) / 2
    for number, each in enumerate(things):
        turn = (1.6, -1.2, 0.7, -1.9, 1.1)[number % 5]
        middle = TOP + (HIGH - TOP) / 2 - (22 if number < lifted else 0)
        laid_down(table, each, (x + each.width / 2, middle), turn)
        x += each.width + gap
    return table
