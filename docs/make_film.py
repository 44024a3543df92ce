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
from PIL import Image, ImageDraw, ImageOps

from cardgen.api.workshop import open_project
from cardgen.cli import cli
from cardgen.cli.colours import coloured
from cardgen.cli.commands.tour import DECK, STOPS

WIDE, HIGH = 1230, 812
ACROSS, FEWEST, ROWS = 92, 5, 12
"""Letters across the window, and the fewest and the most lines that it has room for."""
CARD, PAGE, ORDERED = 300, 300, (300, 409)
"""Pixels that cards and pages are wide, and the size of the pictures for a printer."""
GAP = 22
"""Pixels between things, and around all of them."""
QUALITY = 58
SPEED, BEAT, READ, LAST = 90, 420, 2300, 6000
"""Milliseconds: a few letters typed, some lines told, all of a stop to be read, the end."""


class Things(NamedTuple):
    """What lies on the table: things row by row, and how many of the first are lifted."""

    rows: list[list[Image.Image]]
    lifted: int = 0


class Scene(NamedTuple):
    """A stop of the tour: what is said before the command, the command, what it says, and the
    things that lie on the table then."""

    says: Lines
    command: str
    answer: Lines
    things: Things


def tour() -> None:
    """All stops of the tour, one after the other, without an end."""
    with elsewhere() as folder:
        said, project = _taken(folder)
        tables = _tables(project)
    stops = re.split(r"^\d of \d\. ", said, flags=re.MULTILINE)[1:]
    frames = list[Image.Image]()
    times = list[int]()
    lying = Image.new("RGB", (WIDE, HIGH), TABLE)
    for number, (stop, text) in enumerate(zip(STOPS, stops, strict=True), 1):
        scene = _scene(
            f"{number} of {len(STOPS)}. {text}", " ".join(stop.command), tables[number - 1]
        )
        room = max(FEWEST, len(scene.says) + 1 + len(scene.answer))
        before, lying = lying, _laid(scene.things, _below(room))
        for typed, shown, milliseconds in _steps(scene):
            is_answered = shown > 0 or not scene.answer
            lines = [*scene.says, [(f"$ {scene.command[:typed]}", WARM)], *scene.answer[:shown]]
            frames.append(_frame(lines, room, lying if is_answered else before))
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
        quality=QUALITY,
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


def _scene(text: str, command: str, things: Things) -> Scene:
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


def _below(rows: int) -> int:
    """Where a window of so many lines ends, in pixels from the top."""
    blank: Lines = [[("", PLAIN)]]
    return 16 + window(blank * rows, ACROSS, WIDE - 40).height


def _frame(lines: Lines, rows: int, below: Image.Image) -> Image.Image:
    """A window with room for so many lines over the table."""
    filled = [*lines, *([[("", PLAIN)]] * (rows - len(lines)))]
    shown = window(filled, ACROSS, WIDE - 40)
    inside = Image.new("L", shown.size)
    ImageDraw.Draw(inside).rounded_rectangle(
        (5, 5, shown.width - 6, shown.height - 6), radius=14, fill=255
    )
    frame = below.copy()
    frame.paste(shown, (20, 16), inside)
    return frame


def _tables(project: Path) -> list[Things]:
    """What lies on the table at the end of each stop."""
    made = project / "output/lantern-night"
    cards, places, broken, before = _cards(project)
    sheets = [
        *pages(made / "creature-a4.pdf", PAGE, 0, 1),
        *pages(made / "place-a4.pdf", PAGE, 0),
        *pages(made / "instructions-a4.pdf", PAGE, 0),
        *pages(made / "rulebook.pdf", PAGE, 0),
    ]
    changed = pages(made / "creature-changed-a4.pdf", PAGE, 0, 1)
    files = sorted((made / "makeplayingcards").rglob("*.png"))
    ordered = [Image.open(path).convert("RGB").resize(ORDERED) for path in files[:14]]
    earlier = [*cards[:7], before, *cards[8:]]
    begun = Things([earlier[:7], earlier[7:]])
    all_cards = [*earlier, *places]
    return [
        begun,
        begun,
        Things([[cards[3], broken, cards[4], cards[6], cards[7]]], lifted=2),
        Things([sheets]),
        Things([all_cards[:9], all_cards[9:]]),
        Things([[before, cards[7], *changed]], lifted=2),
        Things([ordered[:7], ordered[7:]]),
    ]


def _cards(
    project: Path,
) -> tuple[list[Image.Image], list[Image.Image], Image.Image, Image.Image]:
    """The creatures and the places, the owl as the tour has broken it, and the fox before its line
    was another."""

    def drawn(deck: str, *only: int) -> list[Image.Image]:
        workshop = open_project(project)
        game = workshop.games[0]
        return list(pictures(workshop, game, game.deck(deck), CARD, only=only or None))

    def as_if(change: tuple[str, str], number: int) -> Image.Image:
        text = (project / DECK).read_text("utf-8")
        assert change[0] in text
        (project / DECK).write_text(text.replace(*change), "utf-8")
        (card,) = drawn("creature", number)
        (project / DECK).write_text(text, "utf-8")
        return card

    cards, places = drawn("creature"), drawn("place")
    (broken,) = [stop for stop in STOPS if "number: 4" in stop.change[1]]
    (other,) = [stop for stop in STOPS if "Promised" in stop.change[1]]
    return cards, places, as_if(broken.change, 5), as_if(other.change[::-1], 7)


def _laid(things: Things, top: int) -> Image.Image:
    """Things on the table below the window, as large as there is room for, each a little askew."""
    table = Image.new("RGB", (WIDE, HIGH), TABLE)
    if not things.rows:
        return table
    across = max(sum(each.width for each in row) for row in things.rows)
    count = max(map(len, things.rows))
    down = sum(max(each.height for each in row) for row in things.rows)
    lift = 16 if things.lifted else 0
    scale = min(
        (WIDE - GAP * (count + 1)) / across,
        (HIGH - top - lift - GAP * (len(things.rows) + 1)) / down,
        1.0,
    )
    high = [round(scale * max(each.height for each in row)) for row in things.rows]
    free = (HIGH - top - sum(high)) / (len(high) + 1)
    y = top + free
    number = 0
    for row, tall in zip(things.rows, high, strict=True):
        small = [ImageOps.scale(each, scale, Image.Resampling.LANCZOS) for each in row]
        gap = (WIDE - sum(each.width for each in small)) / (len(small) + 1)
        gap = min(gap, 2 * GAP)
        x = (WIDE - sum(each.width + gap for each in small) + gap) / 2
        for each in small:
            turn = (1.6, -1.2, 0.7, -1.9, 1.1)[number % 5]
            middle = y + tall / 2 - (lift if number < things.lifted else 0)
            laid_down(table, each, (x + each.width / 2, middle), turn)
            x += each.width + gap
            number += 1
        y += tall + free
    return table
