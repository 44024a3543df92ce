"""A folder of pictures as a deck: a small project whose cards are the files, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    copies_and_name,
    faces_and_backs,
    inner_folders,
    is_uncounted,
    pages_of_folder,
    unread_pictures,
)
from cardgen.api.starter import check_empty
from cardgen.api.workshop import open_project
from cardgen.base.files import as_text, leads_out, put_in_place, read_inside, real_path
from cardgen.base.findings import (
    CardgenError,
    Finding,
    Place,
    UnreadableError,
    group_alike,
    note,
    shown,
)
from cardgen.base.scratch import scratch_folder
from cardgen.base.suggestions import did_you_mean
from cardgen.base.units import MM, listed
from cardgen.engine import FontList, PictureFile
from cardgen.impose.options import Options
from cardgen.load.deck_list import ListedCard
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
"""The share of its shape by which a picture may differ from the cards without a note."""
_LYING = 1.15
"""The least ratio of sides of a picture that lies across the cards; less is nearly square."""
_MOST_NAMED = 4
_MANY = 10
"""From so many pictures with one problem on, they are told in one line."""


class PictureDeck(NamedTuple):
    """The options of a deck of pictures: the `size` of its cards and their bleed.

    `bleed` is made by `mirror`, `stretch` or `none`; the pictures bring `included` millimetres
    along on each side. It has a `title`, else the name of its folder; the names of its templates
    begin with `templates`, and its art has none of these `ids`. Where there are `cards`, it has
    those pictures alone, as often as a list says. With a `grid` it is cut out of one sheet, with so
    many cards side by side and so many rows.
    """

    size: str = "poker"
    bleed: str = "mirror"
    included: float = 0.0
    title: str = ""
    templates: str = ""
    ids: tuple[str, ...] = ()
    cards: tuple[ListedCard, ...] = ()
    grid: tuple[int, int] | None = None


@dataclass(slots=True)
class PictureProject:
    """A project made of pictures, with the files that its art is a copy of."""

    game: str
    root: Path
    folder: Path | None
    """The folder of the pictures where nobody sees the project; None while it is kept."""
    origins: dict[Path, Path] = field(default_factory=dict)
    cards: dict[tuple[Path, int, str], Path] = field(default_factory=dict)
    """The pictures of the cards, by the line of each card and the side."""
    notes: list[Finding] = field(default_factory=list)

    def place(self, place: Place, side: str = "") -> Place:
        """The place in the original of a copy, or the picture of a card."""
        card = self.cards.get((place.file, place.line, side)) or self.cards.get(
            (place.file, place.line, "face")
        )
        if card:
            return Place(card)
        if origin := self.origins.get(place.file):
            return replace(place, file=origin)
        return Place(self.folder) if self.folder and place.file.is_relative_to(self.root) else place

    def of_original(self, finding: Finding) -> Finding:
        """A finding at the originals of the copies that it is about."""
        place = self.place(finding.place, finding.side) if finding.place else None
        return replace(finding, place=place, also=tuple(self.place(also) for also in finding.also))

    def note(self, code: str, sentence: str) -> None:
        self.notes.append(note(code, sentence))


def pictures_as_project(
    folder: Path, root: Path, picture_deck: PictureDeck, *, is_kept: bool = True
) -> PictureProject:
    """Make a project in `root` of a folder's pictures, in the order of their names.

    They are PNG, JPEG and others, SVG, each page of a PDF. `3x-goblin.png` makes three copies;
    `goblin.back.png` lies behind that card, `back.png` behind all that have none of their own. The
    user sees the project if it `is_kept`. Raises CardgenError with everything that is wrong.
    """
    try:
        shape = card_size(picture_deck.size)
    except UnreadableError as error:
        raise CardgenError(error.finding) from None
    if not 0 <= picture_deck.included <= _MOST_INCLUDED:
        raise CardgenError(
            Finding(
                "out-of-range",
                f"a bleed of {picture_deck.included:g} mm is impossible",
                f"give --included from 0 to {_MOST_INCLUDED}",
            )
        )
    with TemporaryDirectory(dir=scratch_folder()) as room:
        if picture_deck.grid:
            return _project_of_sheet(folder, root, picture_deck, shape, Path(room), is_kept=is_kept)
        return _make_project(folder, root, picture_deck, shape, Path(room), is_kept=is_kept)


def _project_of_sheet(
    sheet: Path,
    root: Path,
    picture_deck: PictureDeck,
    shape: Shape,
    room: Path,
    *,
    is_kept: bool,
) -> PictureProject:
    """Make a project of the cards of a sheet, of which problems are told. Raises CardgenError."""
    from cardgen.api.card_sheet import cut_sheet

    assert picture_deck.grid
    folder = room / "cut" / sheet.stem
    cut_sheet(sheet, picture_deck.grid, folder)
    try:
        project = _make_project(folder, root, picture_deck, shape, room, is_kept=is_kept)
    except CardgenError as error:
        problems = [
            replace(problem, place=Place(sheet))
            if problem.place and problem.place.file.is_relative_to(room)
            else problem
            for problem in error.findings
        ]
        raise CardgenError(*problems) from None
    project.folder = None if is_kept else sheet
    project.origins = dict.fromkeys(project.origins, sheet)
    project.cards = dict.fromkeys(project.cards, sheet)
    return project


def _make_project(
    folder: Path,
    root: Path,
    picture_deck: PictureDeck,
    shape: Shape,
    room: Path,
    *,
    is_kept: bool,
) -> PictureProject:
    problems: list[Finding] = []
    pages = pages_of_folder(folder, shape, picture_deck.included, room, problems)
    sides = faces_and_backs(pages)
    if not sides.fronts and not problems:
        problems.append(_no_pictures(folder))
    elif picture_deck.cards:
        sides = _listed_only(sides, picture_deck.cards, problems)
    if problems:
        raise CardgenError(*_summarised(problems))
    # "printers" is a folder that holds no game
    id = unused_id(id_of(as_text(real_path(folder).name)), {"printers": 1})
    project = PictureProject(id, root, None if is_kept else folder)
    lying = [page for page in sides.fronts if page.size[0] > page.size[1]]
    most_lie = 2 * len(lying) > len(sides.fronts)
    size = picture_deck.size
    says_orientation = size.lower().rstrip().endswith(ORIENTATIONS)
    if most_lie and shape.height > shape.width and not says_orientation:
        size += " landscape"
        shape = card_size(size)
    writer = _Writer(project, root, shape, picture_deck)
    writer.write(folder, size, _turn_sides(sides, shape))
    return project


def _listed_only(sides: Sides, cards: Sequence[ListedCard], problems: list[Finding]) -> Sides:
    """The pictures that a list names, in its order and as often as it says.

    Names of which there is no picture are added to `problems`."""
    by_name = {copies_and_name(page.name)[1].casefold(): page for page in sides.fronts}
    names = [copies_and_name(page.name)[1] for page in sides.fronts]
    fronts = []
    for card in cards:
        if page := by_name.get(card.name.casefold()):
            name = copies_and_name(page.name)[1]
            fronts.append(page._replace(name=f"{card.copies}x-{name}"))
        else:
            sentence = f'no picture is called "{card.name}"'
            remedy = did_you_mean(card.name, names)
            problems.append(Finding("unknown-card", sentence, remedy, card.place))
    return sides._replace(fronts=fronts)


def _no_pictures(folder: Path) -> Finding:
    """The problem of a folder that holds no pictures."""
    unread, inner = unread_pictures(folder), inner_folders(folder)
    if unread:
        remedy = f"save {listed(unread, _MOST_NAMED)} as PNG, JPEG or SVG"
    elif inner:
        remedy = (
            f"put into it what lies in {listed(inner, _MOST_NAMED)}, "
            "backs as NAME.back.png, or name one of them"
        )
    else:
        remedy = f"put files into it that end in one of: {', '.join(kind[1:] for kind in KINDS)}"
    return Finding("pictures-unusable", f"{shown(folder)} holds no pictures that are read", remedy)


def _turn_sides(sides: Sides, shape: Shape) -> Sides:
    """Turn the sides that lie across the cards: such a picture is a card on its side.

    One that is nearly square stays.
    """
    if shape.kind != "rectangle" or shape.width == shape.height:
        return sides

    def turned(page: NamedPicture) -> NamedPicture:
        width, height = page.size
        ratio = width / height if shape.height > shape.width else height / width
        return page._replace(turned=ratio > _LYING)

    fronts = [turned(page) for page in sides.fronts]
    backs = {name: turned(page) for name, page in sides.backs.items()}
    names = dict.fromkeys(page.file.name for page in (*fronts, *backs.values()) if page.turned)
    notes = list(sides.notes)
    if names:
        turned_names = listed(list(names), _MOST_NAMED)
        sentence = f"pictures lie across the cards, and are turned by 90 degrees: {turned_names}"
        notes.append(note("sides-guessed", sentence))
    return Sides(fronts, backs, notes)


def print_pictures(
    folder: Path,
    picture_deck: PictureDeck,
    options: Options,
    report: Report,
    *,
    printer: str = "",
    force: bool = False,
    keep: Path | None = None,
) -> None:
    """Make the sheets of a folder of pictures, or what a printer takes.

    With `force` a printer gets them in spite of errors; `keep` names a folder for the project,
    which must hold nothing yet. Raises CardgenError.
    """
    folder_existed = bool(keep and keep.exists())
    if keep:
        check_empty(keep)
    if printer:
        # a new project has no printers of its own
        find_printer(Project(shipped_root(), folder), printer)
    root = real_path(keep or Path(mkdtemp(dir=scratch_folder())))
    project = pictures_as_project(folder, root, picture_deck, is_kept=keep is not None)
    for finding in project.notes:
        report.add_note(finding)
    workshop = open_project(root)
    try:
        if printer:
            export_options = ExportOptions(force, out=options.out, jobs=options.jobs)
            workshop.export([project.game], printer, export_options, report)
        else:
            workshop.build([project.game], options, report)
    except CardgenError as error:
        if keep and not report.written:  # so that it can be called again
            # files that others put there meanwhile are theirs
            for inner_folder in list(keep.iterdir()) if folder_existed else [keep]:
                rmtree(inner_folder, ignore_errors=True)
            project.folder = folder
        raise CardgenError(*_summarised(map(project.of_original, error.findings))) from None
    findings = list(map(project.of_original, report.findings))
    problems = [finding for finding in findings if finding.is_input_error]
    others = [finding for finding in findings if not finding.is_input_error]
    report.findings[:] = [*_summarised(problems), *others]


def _summarised(problems: Iterable[Finding]) -> list[Finding]:
    """The problems; one that many pictures share is told once, with their names."""
    summarised = list[Finding]()
    for problem, places in group_alike(problems):
        names = list(dict.fromkeys(place.file.name for place in places))
        if len(names) < _MANY:
            summarised += [problem, *(replace(problem, place=place) for place in places)]
        else:
            examples = ", ".join(names[:_MOST_NAMED])
            sentence = f"{problem.what}, and so it is with {len(names)} more: {examples}, ..."
            summarised.append(replace(problem, what=sentence))
    return summarised


class _Writer:
    """Writes the files of a project of pictures."""

    def __init__(
        self, project: PictureProject, root: Path, shape: Shape, picture_deck: PictureDeck
    ) -> None:
        self.project, self.root, self.shape = project, root, shape
        self.picture_deck = picture_deck
        self.game = root / "card_data" / project.game
        self.face_template = f"{picture_deck.templates}picture.svg"
        self.back_template = f"{picture_deck.templates}picture-back.svg"
        self.ids = dict.fromkeys(picture_deck.ids, 1)
        self.coarse: list[str] = []
        self.cut: list[str] = []
        self.of_several_pages: list[str] = []

    def write(self, folder: Path, size: str, sides: Sides) -> None:
        fronts, backs, notes = sides
        if any(page.ending in VECTOR for page in (*fronts, *backs.values())):
            self.copy_fonts(folder)
        cards = self.write_art(folder, fronts, backs)
        title = self.picture_deck.title or as_text(real_path(folder).name) or "Pictures"
        self.write_file(f"card_data/{self.project.game}/game.yaml", _as_yaml({"title": title}))
        fields: dict[str, Any] = {"picture": "text", "behind": {"text": {"optional": True}}}
        for side in ("picture", "behind"):
            turns = any(f"{side}_turned" in card for card, _ in cards)
            if turns:
                fields[f"{side}_turned"] = {"bool": {"default": False}}
            name = self.face_template if side == "picture" else self.back_template
            self.write_file(f"templates/{name}", self.template(side, turns=turns))
        deck = {"title": title, "size": size, "template": self.face_template, "fields": fields}
        head = f"{_as_yaml(deck)}cards:\n"
        rows = [f"  - {_as_yaml(card, flow=True)}" for card, _ in cards]
        self.write_file(f"card_data/{self.project.game}/{DECK}.yaml", head + "".join(rows))
        deck_file = self.game / f"{DECK}.yaml"
        for line, (_, files) in enumerate(cards, head.count("\n") + 1):
            for side, file in files.items():
                self.project.cards[deck_file, line, side] = file
        self.project.notes += notes
        self.note_pictures(folder, fronts, backs)

    def write_art(
        self, folder: Path, fronts: list[NamedPicture], backs: dict[str, NamedPicture]
    ) -> list[tuple[dict[str, Any], dict[str, Path]]]:
        """Copy the pictures; returns the cards, each with the files of its sides."""
        art_of_backs = {name: self.copy_art(page, folder) for name, page in backs.items()}
        cards = []
        for page in fronts:
            copies, name = copies_and_name(page.name)
            picture = self.copy_art(page, folder)
            card: dict[str, Any] = {
                "id": Path(picture).stem,
                "name": name,
                "copies": copies,
                "picture": picture,
            }
            files = {"face": page.file}
            if page.turned:
                card["picture_turned"] = True
            back_name = name.casefold() if name.casefold() in backs else ""
            if back := backs.get(back_name):
                card |= {"behind": art_of_backs[back_name], "back": self.back_template}
                files["back"] = back.file
                if back.turned:
                    card["behind_turned"] = True
            cards.append((card, files))
        return cards

    def note_pictures(
        self, folder: Path, fronts: list[NamedPicture], backs: dict[str, NamedPicture]
    ) -> None:
        """Note the pictures that are left out, coarse, cut or used otherwise than may be meant."""
        names_of_cards = {copies_and_name(page.name)[1].casefold() for page in fronts}
        without_card = [
            page.file.name for name, page in backs.items() if name and name not in names_of_cards
        ]
        uncounted = [page.file.name for page in fronts if is_uncounted(page.name)]
        for code, sentence, names in (
            (
                "pictures-left-out",
                "are of a kind that is not read, and left out (save them as PNG, JPEG or SVG)",
                unread_pictures(folder),
            ),
            ("resolution", "are coarse, under 300 pixels to an inch", self.coarse),
            ("pictures-cropped", "have another shape than the cards", self.cut),
            (
                "pictures-left-out",
                "have several pages, of which the first is printed (save them as a PDF)",
                self.of_several_pages,
            ),
            ("pictures-left-out", "lie behind no card", without_card),
            (
                "out-of-range",
                f"ask for more than {MOST_COPIES} copies or for none, and have one",
                uncounted,
            ),
        ):
            if names:
                unique = list(dict.fromkeys(names))
                self.project.note(code, f"pictures {sentence}: {listed(unique, _MOST_NAMED)}")
        linked_folders = {file.parent.name for file in self.project.origins.values()}
        inner = [
            name for name in inner_folders(folder) if name != "fonts" and name not in linked_folders
        ]
        if inner:
            self.project.note(
                "pictures-left-out",
                f"pictures in folders within are left out: {listed(inner, _MOST_NAMED)}",
            )

    def copy_art(self, page: NamedPicture, folder: Path) -> str:
        """Copy a picture into the project; returns the name of the copy. Raises CardgenError."""
        id = unused_id(id_of(copies_and_name(page.name)[1]), self.ids)
        path = self.game / "art" / f"{id}{page.ending}"
        put_in_place(path, PictureFile(path, page.content(folder)).without_metadata())
        self.project.origins[path] = page.file
        self.copy_linked(page)
        if page.several:
            self.of_several_pages.append(page.file.name)
        bleed = 2 * self.picture_deck.included
        card_width, card_height = self.shape.width / MM + bleed, self.shape.height / MM + bleed
        width, height = reversed(page.size) if page.turned else page.size
        across, down = width / card_width, height / card_height
        if page.ending not in VECTOR and 25.4 * min(across, down) < 0.98 * SHARP:
            self.coarse.append(f"{page.file.name} ({25.4 * min(across, down):.0f})")
        if abs(across / down - 1) > _NEAR:
            self.cut.append(page.file.name)
        return path.name

    def copy_linked(self, page: NamedPicture) -> None:
        """Copy the pictures that a drawing links to in its folder or below.

        One that is not there is told when it is drawn.
        """
        for name in page.links:
            origin, path = page.file.parent / name, self.game / "art" / name
            with suppress(OSError, ValueError):  # no such file, or a name that no file can have
                if leads_out(origin, page.file.parent) or ".." in path.parts:
                    continue
                if not path.exists():
                    put_in_place(path, read_inside(origin, page.file.parent))
                    self.project.origins[path] = origin

    def copy_fonts(self, folder: Path) -> None:
        """Copy the fonts in the folder `fonts`, and their list: drawings may have texts."""
        for file in sorted((folder / "fonts").rglob("[!.]*")):
            if file.suffix.lower() in FontList.SUFFIXES or file.name == FontList.FILE:
                path = self.root / "fonts" / file.relative_to(folder / "fonts")
                put_in_place(path, content_of_file(file, folder, "font"))
                self.project.origins[path] = file

    def template(self, field: str, *, turns: bool) -> str:
        """The template of a side: the picture of a field, which some cards may turn."""
        width, height = self.shape.width / MM, self.shape.height / MM
        image = self.image(field, width, height)
        if turns:
            # The top of a face goes to the right, that of a back to the left: so both are at the
            # same edge of the card.
            if field == "picture":
                matrix = f"matrix(0 1 -1 0 {width:g} 0)"
            else:
                matrix = f"matrix(0 -1 1 0 0 {height:g})"
            turned = self.image(field, height, width, f' transform="{matrix}"')
            image = (
                f"{{% if card.{field}_turned %}}\n  {turned}\n"
                f"  {{% else %}}\n  {image}\n  {{% endif %}}"
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">\n'
            f"  {image}\n</svg>\n"
        )

    def image(self, field: str, width: float, height: float, transform: str = "") -> str:
        """The element of a picture that reaches as far beyond the card as its bleed does."""
        included, bleed = self.picture_deck.included, self.picture_deck.bleed
        edges = " left top right bottom" if transform else ""
        data_bleed = ""
        if not included and bleed != "none":
            data_bleed = f' data-bleed="{bleed}{edges}"'
        # not all browsers would cut a drawing
        fit = f"{{{{ 'meet' if '.svg' in card.{field}[-5:] else 'slice' }}}}"
        box = (
            f'x="{-included:g}" y="{-included:g}" '
            f'width="{width + 2 * included:g}" height="{height + 2 * included:g}"'
        )
        return (
            f'<image href="{{{{ card.{field} }}}}" {box}{transform} '
            f'preserveAspectRatio="xMidYMid {fit}"{data_bleed}/>'
        )

    def write_file(self, path: str, text: str) -> None:
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
