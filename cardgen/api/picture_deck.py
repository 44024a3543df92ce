"""A folder of pictures as a deck: a small project whose cards are the files, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, NamedTuple

import yaml

from cardgen.api.picture_folder import (
    KINDS,
    NamedPicture,
    Sides,
    content_of_file,
    counted,
    inner_folders,
    is_uncounted,
    left_out,
    pages_of_folder,
    told_apart,
)
from cardgen.api.starter import check_empty
from cardgen.api.workshop import open_project
from cardgen.base.files import as_text, leads_out, put_in_place, read_inside, real_path
from cardgen.base.findings import CardgenError, Finding, Place, Unreadable, alike, shown
from cardgen.base.scratch import scratch_folder
from cardgen.base.units import MM, listed
from cardgen.engine import fontfiles, without_metadata
from cardgen.impose.options import Options
from cardgen.load.fields import MOST_COPIES
from cardgen.making.report import Report
from cardgen.making.settings import ExportOptions
from cardgen.model.project import VECTOR, Project, shipped_root
from cardgen.model.sizes import ORIENTATIONS, Shape, card_size
from cardgen.prepress.profiles import find_printer
from cardgen.schema.values import id_of, unused_id

DECK = "cards"
SHARP = 300
"""Pixels to an inch under which a picture is told to be coarse."""
_MOST_INCLUDED = 25
"""Millimetres of bleed that a picture may bring along: more than any printer asks for."""
_NEAR = 0.04
"""Of its shape, by which a picture may differ from the cards without a word."""
_LYING = 1.15
"""How much longer than the other a side of a picture is that lies across the cards; one that is
less so is taken for a square."""
_TOLD = 4
_MANY = 10
"""How many more pictures that are wrong in one way are told in one line."""


class PictureDeck(NamedTuple):
    """What becomes of a folder of pictures: the `size` of its cards, the `bleed` that is made
    (`mirror`, `stretch` or `none`), and how much of it the pictures bring along on each side, in
    millimetres."""

    size: str = "poker"
    bleed: str = "mirror"
    included: float = 0.0


@dataclass(slots=True)
class PictureProject:
    """A project made of pictures in `root`: its game, the files that its art is a copy of, the
    pictures of its cards, and what there is to say."""

    game: str
    root: Path
    folder: Path | None
    """The folder of the pictures where nobody sees the project; None while it is kept."""
    origins: dict[Path, Path] = field(default_factory=dict)
    cards: dict[tuple[Path, int, str], Path] = field(default_factory=dict)
    """The pictures of the cards, by the line of each card and the side."""
    notes: list[str] = field(default_factory=list)

    def place(self, place: Place, side: str = "") -> Place:
        """The same place in the file that a copy is of, or the picture of a card."""
        card = self.cards.get((place.file, place.line, side)) or self.cards.get(
            (place.file, place.line, "face")
        )
        if card:
            return Place(card)
        if origin := self.origins.get(place.file):
            return replace(place, file=origin)
        return Place(self.folder) if self.folder and place.file.is_relative_to(self.root) else place

    def told(self, problem: Finding, side: str = "") -> Finding:
        """A problem of a copy, told of the file that it is a copy of."""
        return replace(problem, place=self.place(problem.place, side)) if problem.place else problem

    def found(self, finding: Finding) -> Finding:
        """The same for a finding."""
        return replace(self.told(finding, finding.side), also=tuple(map(self.place, finding.also)))


def pictures_as_project(
    folder: Path, root: Path, asked: PictureDeck, *, kept: bool = True
) -> PictureProject:
    """Make a project in `root`, which somebody sees where it is `kept`, of a folder's pictures:
    PNG, JPEG and others, SVG, each page of a PDF, in the order of their names.

    `3x-goblin.png` makes three copies; `goblin.back.png` lies behind that card, `back.png` behind
    all that have none of their own. Raises CardgenError with everything that is wrong."""
    try:
        shape = card_size(asked.size)
    except Unreadable as error:
        raise CardgenError(Finding("pictures-unusable", error.what, error.remedy)) from None
    if not 0 <= asked.included <= _MOST_INCLUDED:
        raise CardgenError(
            Finding(
                "value-impossible",
                f"a bleed of {asked.included:g} mm is impossible",
                f"give --included from 0 to {_MOST_INCLUDED}",
            )
        )
    with TemporaryDirectory(dir=scratch_folder()) as room:
        return _made(folder, root, asked, shape, Path(room), kept=kept)


def _made(
    folder: Path, root: Path, asked: PictureDeck, shape: Shape, room: Path, *, kept: bool
) -> PictureProject:
    problems: list[Finding] = []
    sides = told_apart(pages_of_folder(folder, shape, asked.included, room, problems))
    if not sides.fronts and not problems:
        remedy = f"put files into it that end in one of: {', '.join(kind[1:] for kind in KINDS)}"
        if unread := left_out(folder):
            remedy = f"save {listed(unread, _TOLD)} as PNG, JPEG or SVG"
        elif inner := inner_folders(folder):
            remedy = f"put into it what lies in {listed(inner, _TOLD)}, backs as NAME.back.png, or name one of them"
        problems.append(
            Finding("pictures-unusable", f"{shown(folder)} holds no pictures that are read", remedy)
        )
    if problems:
        raise CardgenError(*_told_once(problems))
    # whose folder holds no game
    id = unused_id(id_of(as_text(real_path(folder).name)), {"printers": 1})
    made = PictureProject(id, root, None if kept else folder)
    lying = 2 * sum(width > height for width, height in (page.size for page in sides.fronts)) > len(
        sides.fronts
    )
    size = asked.size
    if lying and shape.height > shape.width and not size.lower().rstrip().endswith(ORIENTATIONS):
        size += " landscape"
        shape = card_size(size)
    _Writer(made, root, shape, asked).write(folder, size, _turned(sides, shape))
    return made


def _turned(sides: Sides, shape: Shape) -> Sides:
    """The sides of which those lie as the cards do that lie across them: a card on its side is one,
    not a cut-out of its middle. What is nearly square stays."""
    if shape.kind != "rectangle" or shape.width == shape.height:
        return sides

    def lies_across(page: NamedPicture) -> bool:
        ratio = page.size[0] / page.size[1]
        return ratio > _LYING if shape.height > shape.width else 1 / ratio > _LYING

    fronts = [page._replace(turned=lies_across(page)) for page in sides.fronts]
    backs = {name: page._replace(turned=lies_across(page)) for name, page in sides.backs.items()}
    found = dict.fromkeys(page.file.name for page in (*fronts, *backs.values()) if page.turned)
    note = (
        [
            f"pictures lie across the cards, and are turned by 90 degrees: {listed(list(found), _TOLD)}"
        ]
        if found
        else []
    )
    return Sides(fronts, backs, sides.notes + note)


def print_pictures(
    folder: Path,
    asked: PictureDeck,
    options: Options,
    report: Report,
    *,
    printer: str = "",
    force: bool = False,
    keep: Path | None = None,
) -> None:
    """Make the sheets of a folder of pictures, or what a printer takes, with `force` in spite of
    what checks find; `keep` names a folder for the project, which must hold nothing yet.

    Raises CardgenError.
    """
    there = bool(keep and keep.exists())
    if keep:
        check_empty(keep)
    if printer:
        # for a new project has none of its own
        find_printer(Project(shipped_root(), folder), printer)
    root = real_path(keep or Path(mkdtemp(dir=scratch_folder())))
    made = pictures_as_project(folder, root, asked, kept=keep is not None)
    for note in made.notes:
        report.note("run-note", note)
    workshop = open_project(root)
    try:
        if printer:
            asked_for = ExportOptions(force, out=options.out, jobs=max(1, options.jobs))
            workshop.export([made.game], printer, asked_for, report)
        else:
            workshop.build([made.game], options, report)
    except CardgenError as error:
        if keep and not report.written:  # so that it can be called again
            for part in keep.iterdir() if there else (keep,):
                rmtree(part, ignore_errors=True)  # what others put there meanwhile is theirs
            made.folder = folder
        raise CardgenError(*_told_once(map(made.told, error.findings))) from None
    findings = list(map(made.found, report.findings))
    problems = [finding for finding in findings if finding.is_input_error]
    others = [finding for finding in findings if not finding.is_input_error]
    report.findings[:] = [*_told_once(problems), *others]


def _told_once(problems: Iterable[Finding]) -> list[Finding]:
    """The problems, each that many pictures share once, as the first of them has it, with how many
    more there are and their names."""
    told = list[Finding]()
    for problem, also in alike(problems):
        more = list(dict.fromkeys(place.file.name for place in also))
        if len(more) < _MANY:
            told += [problem, *(replace(problem, place=place) for place in also)]
        else:
            what = f"{problem.what}, and so it is with {len(more)} more: {', '.join(more[:_TOLD])}, ..."
            told.append(replace(problem, what=what))
    return told


class _Writer:
    """Writes the files of a project of pictures."""

    def __init__(self, made: PictureProject, root: Path, shape: Shape, asked: PictureDeck) -> None:
        self.made, self.root, self.shape, self.asked = made, root, shape, asked
        self.game = root / "card_data" / made.game
        self.ids: dict[str, int] = {}
        self.coarse: list[str] = []
        self.cut: list[str] = []
        self.more: list[str] = []

    def write(self, folder: Path, size: str, sides: Sides) -> None:
        fronts, backs, notes = sides
        pages = (*fronts, *backs.values())
        if any(page.ending in VECTOR for page in pages):
            self.fonts(folder)
        behind = {name: (self.art(page, folder), page) for name, page in backs.items()}
        cards: list[dict[str, Any]] = []
        files: list[dict[str, Path]] = []
        for page in fronts:
            copies, name = counted(page.name)
            picture = self.art(page, folder)
            cards.append(
                {"id": Path(picture).stem, "name": name, "copies": copies, "picture": picture}
            )
            files.append({"face": page.file})
            if page.turned:
                cards[-1]["picture_turned"] = True
            if back := behind.get(name.casefold(), behind.get("")):
                cards[-1] |= {"behind": back[0], "back": "picture-back.svg"}
                files[-1]["back"] = back[1].file
                if back[1].turned:
                    cards[-1]["behind_turned"] = True
        title = as_text(real_path(folder).name) or "Pictures"
        fields: dict[str, Any] = {"picture": "text", "behind": {"text": {"optional": True}}}
        turned = [
            f"{side}_turned"
            for side in ("picture", "behind")
            if any(f"{side}_turned" in card for card in cards)
        ]
        fields |= {name: {"bool": {"default": False}} for name in turned}
        deck = {"title": title, "size": size, "template": "picture.svg", "fields": fields}
        self.put(f"card_data/{self.made.game}/game.yaml", _as_yaml({"title": title}))
        rows, head = (
            "".join(f"  - {_as_yaml(card, flow=True)}" for card in cards),
            f"{_as_yaml(deck)}cards:\n",
        )
        self.put(f"card_data/{self.made.game}/{DECK}.yaml", head + rows)
        deck_file = self.game / f"{DECK}.yaml"
        for line, own in enumerate(files, head.count("\n") + 1):
            self.made.cards |= {(deck_file, line, side): file for side, file in own.items()}
        for side, name in (("picture", "picture.svg"), ("behind", "picture-back.svg")):
            self.put(f"templates/{name}", self.template(side, turns=f"{side}_turned" in turned))
        self.made.notes += notes
        uncounted = [page.file.name for page in fronts if is_uncounted(page.name)]
        called = {counted(page.name)[1].casefold() for page in fronts}
        for what, names in (
            (
                "are of a kind that is not read, and left out (save them as PNG, JPEG or SVG)",
                left_out(folder),
            ),
            ("are coarse, under 300 pixels to an inch", self.coarse),
            ("have another shape than the cards", self.cut),
            ("have several pages, of which the first is printed (save them as a PDF)", self.more),
            (
                "lie behind no card",
                [page.file.name for name, page in backs.items() if name and name not in called],
            ),
            (f"ask for more than {MOST_COPIES} copies or for none, and have one", uncounted),
        ):
            if names:
                self.made.notes.append(
                    f"pictures {what}: {listed(list(dict.fromkeys(names)), _TOLD)}"
                )
        named = {"fonts", *(file.parent.name for file in self.made.origins.values())}  # by drawings
        if inner := [name for name in inner_folders(folder) if name not in named]:
            self.made.notes.append(
                f"pictures in folders within are left out: {listed(inner, _TOLD)}"
            )

    def art(self, page: NamedPicture, folder: Path) -> str:
        """The name of a copy of a picture in the project. Raises CardgenError."""
        id = unused_id(id_of(counted(page.name)[1]), self.ids)
        path = self.game / "art" / f"{id}{page.ending}"
        put_in_place(path, without_metadata(page.content(folder)))
        self.made.origins[path] = page.file
        self.linked(page)
        if page.several:
            self.more.append(page.file.name)
        added = 2 * self.asked.included
        wide, tall = self.shape.width / MM + added, self.shape.height / MM + added
        width, height = reversed(page.size) if page.turned else page.size
        across, down = width / wide, height / tall
        if page.ending not in VECTOR and 25.4 * min(across, down) < 0.98 * SHARP:
            self.coarse.append(f"{page.file.name} ({25.4 * min(across, down):.0f})")
        if abs(across / down - 1) > _NEAR:
            self.cut.append(page.file.name)
        return path.name

    def linked(self, page: NamedPicture) -> None:
        """Copies the pictures that a drawing names in its folder or below; any that is not there is
        told when it is drawn."""
        for name in page.links:
            origin, path = page.file.parent / name, self.game / "art" / name
            with suppress(OSError, ValueError):  # no such file, or a name that no file can have
                if leads_out(origin, page.file.parent) or ".." in path.parts:
                    continue
                if not path.exists():
                    put_in_place(path, read_inside(origin, page.file.parent))
                    self.made.origins[path] = origin

    def fonts(self, folder: Path) -> None:
        """Copies the fonts in the folder `fonts` of the pictures, and their list: drawings may have
        texts."""
        for file in sorted((folder / "fonts").rglob("[!.]*")):
            if file.suffix.lower() in fontfiles.SUFFIXES or file.name == fontfiles.LIST:
                path = self.root / "fonts" / file.relative_to(folder / "fonts")
                put_in_place(path, content_of_file(file, folder, "font"))
                self.made.origins[path] = file

    def template(self, field: str, *, turns: bool) -> str:
        """The template of a side that shows the picture of a field, also of one that is turned
        where some are."""
        width, height = self.shape.width / MM, self.shape.height / MM
        plain = self.image(field, width, height)
        if turns:
            # The top of a face goes to the right, that of a back to the left: so both are at the
            # same edge of the card.
            turn = (
                f"matrix(0 1 -1 0 {width:g} 0)"
                if field == "picture"
                else f"matrix(0 -1 1 0 0 {height:g})"
            )
            lying = self.image(field, height, width, f' transform="{turn}"')
            plain = f"{{% if card.{field}_turned %}}\n  {lying}\n  {{% else %}}\n  {plain}\n  {{% endif %}}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">\n  {plain}\n</svg>\n'

    def image(self, field: str, width: float, height: float, turn: str = "") -> str:
        own = self.asked.included
        edges = " left top right bottom" if turn else ""
        made = (
            f' data-bleed="{self.asked.bleed}{edges}"'
            if not own and self.asked.bleed != "none"
            else ""
        )
        # not all browsers would cut a drawing
        fit = f"{{{{ 'meet' if '.svg' in card.{field}[-5:] else 'slice' }}}}"
        box = f'x="{-own:g}" y="{-own:g}" width="{width + 2 * own:g}" height="{height + 2 * own:g}"'
        return f'<image href="{{{{ card.{field} }}}}" {box}{turn} preserveAspectRatio="xMidYMid {fit}"{made}/>'

    def put(self, path: str, text: str) -> None:
        put_in_place(self.root / path, text.encode())


def _as_yaml(value: Any, *, flow: bool = False) -> str:
    return str(
        yaml.safe_dump(
            value,
            allow_unicode=True,
            sort_keys=False,
            default_flow_style=flow or None,
            width=1_000_000,
        )
    )
