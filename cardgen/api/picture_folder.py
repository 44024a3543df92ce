"""A folder of pictures: files and pages of PDFs as faces and backs of cards, by their names.

All of it is read in a process that can be stopped, one file after the other.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from cardgen.base.files import as_text, put_in_place, read_inside
from cardgen.base.findings import CardgenError, Finding, Place, note, shown
from cardgen.base.units import FINEST_PPI, MM, listed
from cardgen.engine import DrawingError, Picture, PictureFile, svg_tree
from cardgen.load.fields import MOST_COPIES
from cardgen.model.project import DRAWINGS, OTHER_PICTURES, VECTOR, aside
from cardgen.model.sizes import Shape
from cardgen.sandbox import process

KINDS = (*DRAWINGS, ".pdf")
"""The endings of files that are read."""
MOST_PAGES = 1000
_FOR_A_MEGABYTE = 8.0
"""Seconds of work that a file may take for each megabyte of it, the first as a whole: a PDF for all
its pages, of which plain ones take a fifteenth of a second."""
_LONGEST, _MOST_LINKS = 200, 1000
"""Of the name of a picture that a drawing links to, and how many of them are followed."""
_COPIES = re.compile(r"(\d+)\s*x[-_\s]+(.+)", re.IGNORECASE)
_BEHIND = re.compile(r"(?:(.*?)([._\s-]+))?back", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"(.*?)[._\s-]*[(\[]\s*back\s*[)\]]", re.IGNORECASE)
"""The names of backs, and before that the name of the card."""
_MOST_NAMED = 4
_NUMBERED = re.compile(r"(?:.*[._\s-])?back[._\s-]*[(\[]?\d+[)\]]?", re.IGNORECASE)
"""The names of faces that may be meant for backs."""


class NamedPicture(NamedTuple):
    """A picture for a side of a card: its file and name, and its size in pixels or any unit."""

    file: Path
    name: str
    ending: str
    size: tuple[float, float]
    several: bool = False
    """True if the file has more pages, which are not printed."""
    links: tuple[str, ...] = ()
    """The pictures that a drawing names."""
    page_file: Path | None = None
    """The file in which a page of a PDF lies as a picture."""
    turned: bool = False
    """True if it lies on its side among cards that do not, and is turned with its card."""

    def content(self, folder: Path) -> bytes:
        """Read the picture. Raises CardgenError."""
        return (
            read_inside(self.page_file, self.page_file.parent)
            if self.page_file
            else content_of_file(self.file, folder, "picture")
        )


class Sides(NamedTuple):
    """The faces of a folder in their order, and the backs by the names of their cards.

    The back "" lies behind all cards without another. `notes` say how they were told apart.
    """

    fronts: list[NamedPicture]
    backs: dict[str, NamedPicture]
    notes: list[Finding]


def pages_of_folder(
    folder: Path, shape: Shape, included: float, room: Path, problems: list[Finding]
) -> list[NamedPicture]:
    """Read the pictures of a folder in the order of their names, numbers in these by value.

    The cards have the shape `shape`, and the pictures `included` millimetres of bleed. Pages of
    PDFs are drawn into the folder `room`. Problems are added to `problems`.
    """
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
    files.sort(key=lambda file: (_order(copies_and_name(file.stem)[1]), file.name))
    longer_side = (max(shape.width, shape.height) + 2 * included * MM) / 72 * FINEST_PPI
    pictures = list[NamedPicture]()
    first = 0
    lost_seconds = 0.0
    while first < len(files):
        try:
            for result in process.run(
                _read_files,
                tuple(files[first:]),
                folder,
                longer_side,
                included * MM,
                seconds=_FOR_A_MEGABYTE,
            ):
                if isinstance(result, tuple) and isinstance(result[0], bytes):
                    page, picture = result
                    path = room / f"{len(pictures)}.png"
                    put_in_place(path, page)
                    pictures.append(picture._replace(page_file=path))
                elif isinstance(result, NamedPicture):
                    pictures.append(result)
                else:
                    problems += result
            return pictures
        except process.Stopped as error:
            problems += error.findings
            if error.place is None or error.place.file not in files:
                return pictures
            first = files.index(error.place.file) + 1
            lost_seconds += seconds_for(_size_of(error.place.file))
            # many hostile files take no longer than one
            if lost_seconds >= seconds_for(sum(_size_of(file) for file in files)):
                return pictures
    return pictures


def seconds_for(size: int) -> float:
    """The seconds of work that a file of so many bytes may take."""
    return _FOR_A_MEGABYTE * max(1.0, size / 1_000_000)


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # of a link that leads nowhere, which is told when it is opened
        return 0


ReadResult = NamedPicture | tuple[bytes, NamedPicture] | tuple[Finding, ...]
"""A picture, a page of a PDF with its picture, or what is wrong with a file."""


def _read_files(
    files: Sequence[Path], folder: Path, longer_side: float, included: float
) -> Iterator[ReadResult]:
    for file in files:
        try:
            yield from _read_file(file, folder, longer_side, included)
        except CardgenError as error:
            yield tuple(error.findings)


def faces_and_backs(pages: Sequence[NamedPicture]) -> Sides:
    """Sort pictures into faces and backs, by their names.

    `goblin.back`, `goblin__back`, `goblin (back)` and `back` are backs; a single `-`, `_` or blank
    before the word makes one where most cards of the folder have a back of such a name, for a card
    may well be called flash-back.
    """
    faces: list[NamedPicture] = []
    backs: dict[str, NamedPicture] = {}
    likely_backs: list[tuple[str, NamedPicture]] = []
    second_backs: list[str] = []

    def add_back(card: str, page: NamedPicture) -> bool:
        """Add a back; False if its card has another."""
        if card in backs:
            second_backs.append(f"{page.file.name} ({backs[card].file.name} is used)")
        return backs.setdefault(card, page) is page

    for page in pages:
        match = _BEHIND.fullmatch(page.name) or _IN_BRACKETS.fullmatch(page.name)
        if match is None:
            faces.append(page)
            continue
        card = copies_and_name(match[1] or "")[1].casefold()
        if card and match.re is _BEHIND and match[2] in ("-", "_", " "):
            likely_backs.append((card, page))
        else:
            add_back(card, page)
    cards = {copies_and_name(page.name)[1].casefold() for page in faces}
    cards_with_back = {card for card, _ in likely_backs if card in cards}
    is_usual = 2 * len(cards_with_back) > len(cards)
    names_of_backs: list[str] = []
    names_of_faces: list[str] = []
    for card, page in likely_backs:
        if not (is_usual and card in cards):
            names_of_faces.append(page.file.name)
        elif add_back(card, page):
            names_of_backs.append(page.file.name)
    all_faces = {*faces, *(page for _, page in likely_backs if page.file.name in names_of_faces)}
    faces = [page for page in pages if page in all_faces]
    names_of_faces += [page.file.name for page in faces if _NUMBERED.fullmatch(page.name)]
    notes = [
        (
            "sides-guessed",
            "are taken for backs, as most are that end in back here (NAME.back says so of one)",
            names_of_backs,
        ),
        (
            "sides-guessed",
            "are taken for cards, not for backs (NAME.back is the back of NAME)",
            names_of_faces,
        ),
        ("pictures-left-out", "are left out, for their card has another back", second_backs),
    ]
    return Sides(
        faces,
        backs,
        [
            note(code, f"pictures {words}: {listed(list(dict.fromkeys(names)), _MOST_NAMED)}")
            for code, words, names in notes
            if names
        ],
    )


def unread_pictures(folder: Path) -> list[str]:
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
    """The sort key of a name: a number in it by its value, and before letters."""
    return [
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part)
        for part in re.findall(r"\d{1,18}|\D+", name.casefold())
    ]


def content_of_file(file: Path, folder: Path, kind: str) -> bytes:
    """Read a file of the folder, which is a picture, a font. Raises CardgenError."""
    try:
        return read_inside(file, folder)
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-unreadable",
                f"the {kind} cannot be read: {error.strerror}",
                "make it readable",
                Place(file),
            )
        ) from None


def _read_file(
    file: Path, folder: Path, longer_side: float, included: float
) -> Iterator[ReadResult]:
    ending, name = file.suffix.lower(), as_text(file.stem)
    kind = {".pdf": "PDF", **dict.fromkeys(VECTOR, "drawing")}.get(ending, "picture")
    remedy = "make it simpler, or save it as PNG" if kind == "drawing" else ""
    process.note(f'the {kind} "{file.name}"', Place(file), remedy=remedy)
    data = content_of_file(file, folder, "picture")
    if ending == ".pdf":
        yield from _pdf_pages(data, file, longer_side, included)
    elif ending in VECTOR:
        try:
            root = svg_tree.read_svg(data)
            box = svg_tree.view_box(root)
        except DrawingError as error:
            raise error.within(file) from None
        links: dict[str, None] = {}
        for element in svg_tree.elements(root):
            if svg_tree.local(element) == "image":
                link = unquote(svg_tree.reference_of(element))
                if link.lower().endswith(DRAWINGS) and len(link) <= _LONGEST:
                    links[link] = None
        yield NamedPicture(
            file, name, ending, (box.width, box.height), links=tuple(links)[:_MOST_LINKS]
        )
    else:
        picture = PictureFile(file, data)
        yield NamedPicture(file, name, ending, picture.size, picture.pages > 1)


def _pdf_pages(
    data: bytes, file: Path, longer_side: float, included: float
) -> Iterator[ReadResult]:
    """Draw the pages of a PDF as PNGs, `longer_side` pixels at their longer side.

    A page is cut to its TrimBox and the bleed that is `included`.
    """
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
    seconds = seconds_for(len(data))
    used_seconds = 0.0
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
            task = f'the PDF "{file.name}", up to page {number} of {pages},'
            remedy = "split it, or save its pages as PNG"
            start = time.process_time()
            try:
                with process.apart(task, Place(file), seconds, remedy, used_seconds):
                    picture = _draw_page(document, number, longer_side, included)
            except MemoryError:
                raise
            except Exception:  # whatever a page that is no sound page makes PDFium raise
                raise CardgenError(
                    Finding(
                        "file-unreadable",
                        f"page {number} of {pages} of the PDF cannot be read",
                        "save it anew, or each page as PNG",
                        Place(file),
                    )
                ) from None
            used_seconds += (time.process_time() - start) / process.slowness()
            name = stem if pages == 1 else f"{stem}-{number:03}"
            yield picture.data, NamedPicture(file, name, ".png", (picture.width, picture.height))


def _draw_page(document: Any, number: int, longer_side: float, included: float) -> Picture:
    """Draw a page of a document."""
    page = document[number - 1]
    try:
        crop = left, bottom, right, top = _crop_margins(page, included)
        page_width, page_height = page.get_size()
        longest = max(page_width - left - right, page_height - bottom - top)
        image = page.render(scale=(longer_side - 0.5) / longest, crop=crop).to_pil()
        return Picture.of_image(image.convert("RGB"))
    finally:
        page.close()


def _crop_margins(page: Any, included: float) -> tuple[float, float, float, float]:
    """The margins to crop at the left, bottom, right and top of a page as it is shown.

    Around the TrimBox no more stays than the bleed that is `included`.
    """
    crop_box, trim_box = page.get_cropbox(), page.get_trimbox()
    if trim_box[0] >= trim_box[2] or trim_box[1] >= trim_box[3]:
        return (0, 0, 0, 0)
    margins = [
        trim_box[0] - crop_box[0],
        trim_box[1] - crop_box[1],
        crop_box[2] - trim_box[2],
        crop_box[3] - trim_box[3],
    ]
    margins = [max(0.0, margin - included) for margin in margins]
    quarter_turns = page.get_rotation() // 90
    left, bottom, right, top = margins[quarter_turns:] + margins[:quarter_turns]
    return left, bottom, right, top


def copies_and_name(file_name: str) -> tuple[int, str]:
    """The copies that the name of a file asks for, and the rest of the name."""
    match = _COPIES.fullmatch(file_name)
    if match and 1 <= int(match[1]) <= MOST_COPIES:
        return int(match[1]), match[2]
    return 1, file_name


def is_uncounted(file_name: str) -> bool:
    """True if the name of a file asks for copies that there cannot be."""
    return bool(_COPIES.fullmatch(file_name)) and copies_and_name(file_name)[1] == file_name
