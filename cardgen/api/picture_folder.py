"""What a folder of pictures holds: files and pages of PDFs as faces and backs of cards, by what
their names say.

All of it is looked at in a process that can be stopped, one file after the other; what is kept here
of each is where it lies."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from cardgen.base.files import as_text, put_in_place, read_inside
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.units import MM, listed
from cardgen.engine import DrawingError, Picture, picture_files, svg_tree
from cardgen.load.fields import MOST_COPIES
from cardgen.model.project import DRAWINGS, OTHER_PICTURES, VECTOR, aside
from cardgen.model.sizes import Shape
from cardgen.sandbox import process

KINDS = (*DRAWINGS, ".pdf")
"""What the names of files end in that are read."""
MOST_PAGES = 1000
_FOR_A_MEGABYTE = 8.0
"""Seconds of work that a file may take for each megabyte of it, the first as a whole: a PDF for all
its pages, of which plain ones take a fifteenth of a second."""
_LONGEST, _MOST_LINKS = 200, 1000
"""Of the name of a picture that a drawing links to, and how many of them are followed."""
_COPIES = re.compile(r"(\d+)\s*x[-_\s]+(.+)", re.IGNORECASE)
_BEHIND = re.compile(r"(?:(.*?)([._\s-]+))?back", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"(.*?)[._\s-]*[(\[]\s*back\s*[)\]]", re.IGNORECASE)
"""How backs are called, and what is the name of the card before that."""
_TOLD = 4
_NUMBERED = re.compile(r"(?:.*[._\s-])?back[._\s-]*[(\[]?\d+[)\]]?", re.IGNORECASE)
"""How faces are called that may be meant for backs."""


class NamedPicture(NamedTuple):
    """A picture for a side of a card: the file it came from, its name, what it ends in, and width
    and height in pixels, or in any unit."""

    file: Path
    name: str
    ending: str
    size: tuple[float, float]
    several: bool = False
    """Whether the file has more pages, which are not printed."""
    links: tuple[str, ...] = ()
    """The pictures that a drawing names."""
    drawn: Path | None = None
    """Where a page of a PDF lies as a picture."""
    turned: bool = False
    """Whether it lies on its side among cards that do not, and is turned with its card."""

    def content(self, folder: Path) -> bytes:
        """What it holds. Raises CardgenError."""
        return (
            read_inside(self.drawn, self.drawn.parent)
            if self.drawn
            else content_of_file(self.file, folder, "picture")
        )


class Sides(NamedTuple):
    """The faces of a folder in the order of their names, the backs by the name of the card that
    they lie behind, "" behind all others, and what there is to say of how they were told apart."""

    fronts: list[NamedPicture]
    backs: dict[str, NamedPicture]
    notes: list[str]


def pages_of_folder(
    folder: Path, shape: Shape, included: float, room: Path, problems: list[Finding]
) -> list[NamedPicture]:
    """The pictures of a folder for cards of this shape, which have so many millimetres of bleed, by
    their names, numbers in them by their values. Pages of PDFs are drawn into the folder `room`.
    What is wrong is added to the problems."""
    try:
        files = [
            file
            for file in folder.iterdir()
            if file.suffix.lower() in KINDS and not file.name.startswith(".")
        ]
    except OSError as error:
        problems.append(
            Finding(
                "file-unreadable",
                f"{shown(folder)} cannot be read: {error.strerror}",
                "name a folder of pictures",
            )
        )
        return []
    files.sort(key=lambda file: (_order(counted(file.stem)[1]), file.name))
    longer = (max(shape.width, shape.height) + 2 * included * MM) / 72 * picture_files.FINEST
    found, first, lost = list[NamedPicture](), 0, 0.0
    while first < len(files):
        try:
            for seen in process.run(
                _looked_at,
                tuple(files[first:]),
                folder,
                longer,
                included * MM,
                seconds=_FOR_A_MEGABYTE,
            ):
                if isinstance(seen, tuple) and isinstance(seen[0], bytes):
                    page, picture = seen
                    at = room / f"{len(found)}.png"
                    put_in_place(at, page)
                    found.append(picture._replace(drawn=at))
                elif isinstance(seen, NamedPicture):
                    found.append(seen)
                else:
                    problems += seen
            return found
        except process.Stopped as error:
            problems += error.findings
            if error.place is None or error.place.file not in files:
                return found
            first = files.index(error.place.file) + 1
            lost += seconds_for(_size_of(error.place.file))
            # many hostile files take no longer than one
            if lost >= seconds_for(sum(map(_size_of, files))):
                return found
    return found


def seconds_for(size: int) -> float:
    """The seconds of work that a file of so many bytes may take."""
    return _FOR_A_MEGABYTE * max(1.0, size / 1_000_000)


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # of a link that leads nowhere, which is told when it is opened
        return 0


Seen = NamedPicture | tuple[bytes, NamedPicture] | tuple[Finding, ...]
"""A picture, a page of a PDF with its picture, or what is wrong with a file."""


def _looked_at(
    files: Sequence[Path], folder: Path, longer: float, included: float
) -> Iterator[Seen]:
    for file in files:
        try:
            yield from _of_file(file, folder, longer, included)
        except CardgenError as error:
            yield tuple(error.findings)


def told_apart(pages: Sequence[NamedPicture]) -> Sides:
    """Faces and backs. `goblin.back`, `goblin__back`, `goblin (back)` and `back` are backs; a
    single `-`, `_` or blank before the word makes one where most cards of the folder have a back of
    such a name, for a card may well be called flash-back."""
    fronts, backs, maybe, notes = (
        list[NamedPicture](),
        dict[str, NamedPicture](),
        list[tuple[str, NamedPicture]](),
        list[str](),
    )
    second = list[str]()

    def put(card: str, page: NamedPicture) -> bool:
        """Whether it is the first back of that card."""
        if card in backs:
            second.append(f"{page.file.name} ({backs[card].file.name} is used)")
        return backs.setdefault(card, page) is page

    for page in pages:
        behind = _BEHIND.fullmatch(page.name) or _IN_BRACKETS.fullmatch(page.name)
        if behind is None:
            fronts.append(page)
            continue
        card = counted(behind[1] or "")[1].casefold()
        if card and behind.re is _BEHIND and behind[2] in ("-", "_", " "):
            maybe.append((card, page))
        else:
            put(card, page)
    faces = {counted(page.name)[1].casefold() for page in fronts}
    ours = {card for card, _ in maybe if card in faces}
    usual = 2 * len(ours) > len(faces)
    taken, cards = list[str](), list[str]()
    for card, page in maybe:
        if not (usual and card in faces):
            cards.append(page.file.name)
        elif put(card, page):
            taken.append(page.file.name)
    faced = {*fronts, *(page for _, page in maybe if page.file.name in cards)}
    fronts = [page for page in pages if page in faced]
    cards += [page.file.name for page in fronts if _NUMBERED.fullmatch(page.name)]
    for names, what in (
        (
            taken,
            "are taken for backs, as most are that end in back here (NAME.back says so of one)",
        ),
        (cards, "are taken for cards, not for backs (NAME.back is the back of NAME)"),
        (second, "are left out, for their card has another back"),
    ):
        if names:
            notes.append(f"pictures {what}: {listed(list(dict.fromkeys(names)), _TOLD)}")
    return Sides(fronts, backs, notes)


def left_out(folder: Path) -> list[str]:
    """The pictures of a folder that are of other kinds than those that are read."""
    return sorted(
        as_text(file.name)
        for file in folder.iterdir()
        if file.suffix.lower() in OTHER_PICTURES and not aside(file.name)
    )


def inner_folders(folder: Path) -> list[str]:
    """The folders within one that hold pictures."""
    return sorted(
        {
            as_text(file.parent.name)
            for file in folder.glob("[!.]*/[!.]*")
            if file.suffix.lower() in KINDS
        }
    )


def _order(name: str) -> list[tuple[bool, int, str]]:
    """Where a name stands among others: a number in it by its value, and before letters."""
    return [
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part)
        for part in re.findall(r"\d{1,18}|\D+", name.casefold())
    ]


def content_of_file(file: Path, folder: Path, what: str) -> bytes:
    """What a file of the folder holds, which is a `what`. Raises CardgenError."""
    try:
        return read_inside(file, folder)
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-unreadable",
                f"the {what} cannot be read: {error.strerror}",
                "make it readable",
                Place(file),
            )
        ) from None


def _of_file(file: Path, folder: Path, longer: float, included: float) -> Iterator[Seen]:
    ending, name = file.suffix.lower(), as_text(file.stem)
    kind = {".pdf": "PDF", **dict.fromkeys(VECTOR, "drawing")}.get(ending, "picture")
    remedy = "make it simpler, or save it as PNG" if kind == "drawing" else ""
    process.note(f'the {kind} "{file.name}"', Place(file), remedy=remedy)
    data = content_of_file(file, folder, "picture")
    if ending == ".pdf":
        yield from _pictured(data, file, longer, included)
    elif ending in VECTOR:
        try:
            root = svg_tree.read_svg(data)
            box = svg_tree.view_box(root)
        except DrawingError as error:
            raise error.within(file) from None
        named = (
            unquote(svg_tree.reference_of(element))
            for element in svg_tree.elements(root)
            if svg_tree.local(element) == "image"
        )
        links = dict.fromkeys(
            each for each in named if each.lower().endswith(DRAWINGS) and len(each) <= _LONGEST
        )
        yield NamedPicture(
            file, name, ending, (box.width, box.height), links=tuple(links)[:_MOST_LINKS]
        )
    else:
        with picture_files.told_of_pictures(file):
            size, several = picture_files.size_of_file(data), picture_files.pages_of_file(data) > 1
        yield NamedPicture(file, name, ending, size, several)


def _pictured(data: bytes, file: Path, longer: float, included: float) -> Iterator[Seen]:
    """The pages of a PDF as PNGs whose longer side has so many pixels, and their sizes. What a page
    has outside of where it is to be cut (its TrimBox) goes, but for the bleed that is
    `included`."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise CardgenError(
            Finding(
                "file-unreadable",
                "the PDF cannot be read",
                "save it anew, without a password",
                Place(file),
            )
        ) from None
    seconds, used = seconds_for(len(data)), 0.0
    with document:
        pages, stem = len(document), as_text(file.stem)
        if pages > MOST_PAGES:
            raise CardgenError(
                Finding(
                    "too-large",
                    f"the PDF has more than {MOST_PAGES} pages",
                    "split it",
                    Place(file),
                )
            )
        if not pages:
            raise CardgenError(
                Finding("pictures-unusable", "the PDF has no pages", "save it anew", Place(file))
            )
        for number in range(1, pages + 1):
            what, remedy = (
                f'the PDF "{file.name}", up to page {number} of {pages},',
                "split it, or save its pages as PNG",
            )
            begun = time.process_time()
            try:
                with process.apart(what, Place(file), seconds, remedy, used):
                    picture = _drawn(document, number, longer, included)
            except MemoryError:
                raise
            except Exception:  # whatever a page that is no sound page makes PDFium raise
                what, remedy = (
                    f"page {number} of {pages} of the PDF cannot be read",
                    "save it anew, or each page as PNG",
                )
                raise CardgenError(Finding("file-unreadable", what, remedy, Place(file))) from None
            used += (time.process_time() - begun) / process.slowness()
            name = stem if pages == 1 else f"{stem}-{number:03}"
            yield picture.data, NamedPicture(file, name, ".png", (picture.width, picture.height))


def _drawn(document: Any, number: int, longer: float, included: float) -> Picture:
    """A page of a document as a picture."""
    page = document[number - 1]
    try:
        off = _off(page, included)
        width, height = (side - off[way] - off[way + 2] for way, side in enumerate(page.get_size()))
        return picture_files.as_picture(
            page.render(scale=(longer - 0.5) / max(width, height), crop=off).to_pil().convert("RGB")
        )
    finally:
        page.close()


def _off(page: Any, included: float) -> tuple[float, float, float, float]:
    """What goes at the left, bottom, right and top of a page as it is shown, so that no more than
    that bleed stays around its cut."""
    whole, cut = page.get_cropbox(), page.get_trimbox()
    if cut[0] >= cut[2] or cut[1] >= cut[3]:
        return (0, 0, 0, 0)
    off = [
        max(0.0, (inner - outer) * (1 if side < 2 else -1) - included)
        for side, (outer, inner) in enumerate(zip(whole, cut, strict=True))
    ]
    turned = page.get_rotation() // 90
    left, bottom, right, top = off[turned:] + off[:turned]
    return left, bottom, right, top


def counted(name: str) -> tuple[int, str]:
    """How many copies the name of a file asks for, and what else it says."""
    found = _COPIES.fullmatch(name)
    return (int(found[1]), found[2]) if found and 1 <= int(found[1]) <= MOST_COPIES else (1, name)


def is_uncounted(name: str) -> bool:
    """Whether the name of a file asks for copies that there cannot be."""
    return bool(_COPIES.fullmatch(name)) and counted(name)[1] == name
