"""Sheets bought in pieces: labels, perforated cards, punched circles.

They are known by name or come from the user's own file. The shipped ones are the YAML files in
label_sheets/, which name their sources. Makers print sizes and numbers on the box, but margins and
pitches hardly anywhere; these come from the lists that public programs for labels bring along."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.base.units import MM
from cardgen.model.sizes import PAPERS, Paper, Shape, paper_size
from cardgen.schema.keys import Key, Keys, Kind, Section
from cardgen.schema.kinds import ANY_TEXT, NAME, SOURCE, length, list_of, number, one_of, sides
from cardgen.schema.source import Node, read
from cardgen.schema.values import id_of

_FOLDER = Path(__file__).resolve().parent / "label_sheets"
_PROUD = 0.15 * MM
"""By which a piece may stand out of its label: sizes in millimetres are inches that were
rounded."""
_SMALLEST, _LARGEST = 5 * MM, 1000 * MM


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet in pieces. Lengths in points; the paper is as it is fed, `left` and `top` are from
    its edges to the first label."""

    name: str
    paper: Paper
    label: Shape
    columns: int
    rows: int
    left: float
    top: float
    pitch: tuple[float, float]
    """From a label to the next one in its row, and in its column."""

    def __str__(self) -> str:
        return self.name

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    def turn(self, shape: Shape) -> int | None:
        """The turn, 0 or 90 degrees, that fits a card on a label.

        It is None where the card is too large."""
        for turn in (0, 90):
            if self._holds(shape.width, shape.height, shape.kind, turn):
                return turn
        return None

    def _holds(self, width: float, height: float, kind: str, turn: int) -> bool:
        width, height = (height, width) if turn else (width, height)
        across = self.label.width + _PROUD
        down = self.label.height + _PROUD
        if self.label.kind == "circle":
            corner_to_corner = (
                (width**2 + height**2) ** 0.5
                if kind in ("rectangle", "outline")
                else max(width, height)
            )
            return corner_to_corner <= across
        return width <= across and height <= down


def _paper(section: Section, name: str, node: Node) -> Paper:
    return paper_size(str(node))


_SIDES = sides(_SMALLEST, _LARGEST, f"use sides from {_SMALLEST / MM:g} to {_LARGEST / MM:g} mm")
_FROM_EDGE = length("500mm", "no label begins farther from the edge of its paper")
_COUNT = number(1, 100, "no sheet has more", whole=True)
LABEL_SHEET = Keys(
    "a sheet of labels",
    Key("title", NAME, "what it is sold as", needed=True, example="Avery 5371, business cards"),
    Key(
        "paper",
        Kind(_paper, ANY_TEXT, f"{', '.join(PAPERS)} or `WIDTHxHEIGHTmm`"),
        "the whole sheet, as it is fed",
        needed=True,
        example="letter",
    ),
    Key(
        "label",
        _SIDES,
        "a label's width and height on that sheet",
        needed=True,
        example="88.9mm x 50.8mm",
    ),
    Key(
        "shape",
        one_of(("rectangle", "circle")),
        "what it is cut to; without it `rectangle`, whose corners may be round",
    ),
    Key("columns", _COUNT, "labels side by side", needed=True, example="2"),
    Key("rows", _COUNT, "labels below one another", needed=True, example="5"),
    Key(
        "left",
        _FROM_EDGE,
        "from the paper's left edge to the first label",
        needed=True,
        example="19mm",
    ),
    Key("top", _FROM_EDGE, "from its upper edge to the first label", needed=True, example="12.7mm"),
    Key(
        "pitch",
        _SIDES,
        "from the left edge of a label to that of the next, and from top to top; without it"
        " labels touch",
        example="...",
    ),
    Key("also", list_of(NAME, "also: [avery-8371]"), "other names of the same sheet"),
    Key("source", SOURCE, "where the lengths are from"),
    missing="this sheet has no {}",
)
"""What the file of a sheet of labels says."""


@cache
def _shipped() -> dict[str, tuple[str, LabelSheet]]:
    """The title and the sheet of every name that is known."""
    sheets: dict[str, tuple[str, LabelSheet]] = {}
    for path in sorted(_FOLDER.glob("*.yaml")):
        title, sheet, also = _read(path, path.stem)
        sheets |= dict.fromkeys((path.stem, *also), (title, sheet))
    return sheets


def label_sheets() -> dict[str, str]:
    """The titles of the shipped sheets by their names.

    The other names that some have are left out."""
    return {sheet.name: title for title, sheet in _shipped().values()}


def find_labels(name: str) -> LabelSheet:
    """The sheet that a name or a YAML file means. Raises CardgenError."""
    if name.lower().endswith((".yaml", ".yml")):
        return _read(Path(name), id_of(Path(name).stem))[1]
    plain = "-".join(name.lower().split())
    if plain.replace("-", "").isalnum() and (file := _FOLDER / f"{plain}.yaml").is_file():
        return _read(file, plain)[1]
    if sheet := _shipped().get(plain):
        return sheet[1]
    # 5371 and nothing more
    numbered = [label_name for label_name in _shipped() if label_name.partition("-")[2] == plain]
    if len(numbered) == 1:
        return _shipped()[numbered[0]][1]
    remedy = nearest(plain, _shipped()) or (
        f"{did_you_mean(plain, label_sheets())}, or describe it in a file of your own,"
        " my-labels.yaml"
    )
    raise CardgenError(
        Finding("unknown-label-sheet", f'no sheet of labels is called "{name}"', remedy)
    )


def holding(shape: Shape) -> list[str]:
    """The shipped sheets that hold such a card, smallest labels first."""
    sheets = {
        sheet.name: sheet for _, sheet in _shipped().values() if sheet.turn(shape) is not None
    }
    return sorted(
        sheets, key=lambda name: (round(sheets[name].label.width * sheets[name].label.height), name)
    )


def _read(path: Path, name: str) -> tuple[str, LabelSheet, list[str]]:
    """The title, the sheet and its other names. Raises CardgenError with everything that is wrong
    with the file."""
    problems: list[Finding] = []
    source = read(path, problems, "title: My Labels")
    section = Section(source, LABEL_SHEET, problems) if source else None
    values: dict[str, Any] = section.values() if section else {}
    if not section or problems:
        raise CardgenError(*problems)
    label = Shape(values.get("shape", "rectangle"), *values["label"])
    pitch = values.get("pitch", values["label"])
    sheet = LabelSheet(
        name,
        values["paper"],
        label,
        values["columns"],
        values["rows"],
        values["left"],
        values["top"],
        pitch,
    )
    for problem in _impossible(sheet):
        section.wrong(*problem, section.node("label"), code="out-of-range")
    if problems:
        raise CardgenError(*problems)
    return values["title"], sheet, list(values.get("also", ()))


def _impossible(sheet: LabelSheet) -> list[tuple[str, str]]:
    """The findings on a sheet whose lengths do not go together.

    Each has its remedy."""
    label, paper = sheet.label, sheet.paper
    mistakes = [("a circle is as wide as it is high", "write its diameter twice")] * (
        label.kind == "circle" and label.width != label.height
    )
    for direction, first, pitch, count, label_side, all_of_it in (
        ("columns", sheet.left, sheet.pitch[0], sheet.columns, label.width, paper.width),
        ("rows", sheet.top, sheet.pitch[1], sheet.rows, label.height, paper.height),
    ):
        end = first + (count - 1) * pitch + label_side
        if count > 1 and pitch < label_side - _PROUD:
            mistakes.append(
                (
                    f"labels of {label_side / MM:g} mm overlap, {pitch / MM:g} mm from one to the"
                    " next",
                    "mend the pitch, or the label",
                )
            )
        elif end > all_of_it + _PROUD:
            sentence = (
                f"{count} {direction} of labels end {end / MM:.1f} mm from the edge of a paper of"
                f" {all_of_it / MM:g} mm"
            )
            mistakes.append((sentence, "mend the first distance, the pitch or the label"))
    return mistakes
