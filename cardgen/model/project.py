"""Folders of a project, and drawings found there by their names.

Templates and icons are, too. A name never reaches the disk: it is looked up in a listing of the
files that lie in the project, so that no name can lead out of it."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePosixPath

from cardgen.base.cache import as_written, content_of
from cardgen.base.files import LARGEST, as_text, leads_out, read_inside, real_path
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.suggestions import Suggestion, did_you_mean, near, nearest
from cardgen.model.made_art import AUTO, MADE
from cardgen.model.table_files import TABLES, is_table

PICTURES = (".png", ".jpg", ".jpeg", ".jfif", ".webp", ".avif", ".tif", ".tiff", ".gif", ".bmp")
VECTOR = (".svg", ".svgz")
DRAWINGS = (*VECTOR, *PICTURES)
"""What a picture's name may end in; a name without an ending means the first of these that
exists."""
SIGNS = ("print-", "assemble-")
"""How drawings in instructions begin, which cards seldom show: they are no choices."""
_MOST_LISTED = 20
"""Up to so many drawings are listed where one is missed and none has a name like it."""
_SELDOM_MEANT = (*SIGNS, "color/")
"""How drawings begin that are not proposed for a misspelt name; the coloured icons are twins."""
_ADDRESS = re.compile(r"[%#./\\]")
"""What names have that say more than what a file is called."""
OTHER_PICTURES = (
    *(".heic", ".heif", ".jxl", ".jp2", ".tga", ".ico", ".dng", ".cr2", ".nef", ".arw"),
    *(".psd", ".psb", ".xcf", ".kra", ".clip", ".procreate", ".ora", ".afphoto"),
    *(".ai", ".eps", ".cdr", ".afdesign", ".fig", ".sketch"),
)
"""What the names of pictures end in that are not read."""

_UPWARD = re.compile(r"^(?:\.\.?/)+")
_UNKNOWN = {"template": "unknown-template", "icon": "unknown-icon"}
"""Codes of names that nothing has, by the kind of file; of others the file is missing."""
_ASIDE = ("~", ".swp", ".swx", ".part", ".tmp")
_BESIDE = ("4913", "__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini")
"""Vim tries by the first whether it may write."""


def _within(
    name: str,
    folders: Iterable[Path],
    listings: Iterable[Mapping[str, Path]],
    endings: tuple[str, ...],
) -> str:
    """What remains of a name that begins with folders where such names are looked up, if it is
    there; otherwise ""."""
    parts = PurePosixPath(name).parts
    for folder, listing in zip(folders, listings, strict=True):
        for count in range(1, len(parts)):
            rest = "/".join(parts[count:])
            if folder.parts[-count:] == parts[:count] and any(
                rest + ending in listing for ending in ("", *endings)
            ):
                return rest
    return ""


def aside(name: str) -> bool:
    """True if programs put a file or folder of this name beside people's.

    These are hidden ones, locks, drafts and backups.

    >>> names = "main.yaml", ".#main.yaml", "#main.yaml#", "#1.svg", "~$game.xlsx", "main.yaml~"
    >>> [name for name in names if aside(name)]
    ['.#main.yaml', '#main.yaml#', '~$game.xlsx', 'main.yaml~']
    """
    return (
        name.startswith((".", "~$"))
        or name.endswith(_ASIDE)
        or name in _BESIDE
        or (name[:1] == name[-1:] == "#")
    )


@cache
def shipped_root() -> Path:
    """The sample project: beside the package in a checkout, inside it once installed."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "sample"
    return installed if (installed / "card_data").is_dir() else package.parent


def read_art(path: Path, home: Path | tuple[Path, ...], most: int = LARGEST) -> bytes:
    """The bytes of a file, as `read_inside`, or of the made drawing that would lie there."""
    made = made_at(path)
    return read_inside(path, home, most) if made is None else made


def made_at(path: Path) -> bytes | None:
    """The made drawing that would lie at a path, if its name says one and there is no file."""
    if path.parent.name + "/" != MADE or path.exists():
        return None
    from cardgen.model.made_art.drawing import made_drawing  # few decks have any

    drawing = made_drawing(MADE + path.name)
    if drawing is None:
        return None
    icon = shipped_root() / "templates/icons" / f"{drawing.icon}.svg"
    if drawing.icon and not icon.is_file():
        return None
    return drawing.svg(read_inside(icon, shipped_root()) if drawing.icon else b"")


@dataclass(slots=True)
class Project:
    """A folder that holds card_data/, and where its output goes. Look-ups try it first and the
    shipped project after it.

    Listings are kept for the life of the object: make a new one to see files that were added since.
    """

    root: Path
    output: Path
    shipped: Path = field(default_factory=shipped_root)
    draft: bool = False
    """Whether cards are drawn though their art is not there yet."""
    volume: int = 1
    """Which volume is read of tables that are too long to be read at once."""
    _listings: dict[Path, dict[str, Path]] = field(default_factory=dict, repr=False)
    _folded: dict[Path, dict[str, list[Path]]] = field(default_factory=dict, repr=False)
    _borrowed: dict[Path, tuple[Path, ...]] = field(default_factory=dict, repr=False)
    _known: dict[tuple[str, str, Path | None], Path] = field(default_factory=dict, repr=False)
    _parts: dict[tuple[Path, str], tuple[Path, str]] = field(default_factory=dict, repr=False)
    _tried: dict[Path, Path] = field(default_factory=dict, repr=False)
    _bare_names: dict[Path, frozenset[str]] = field(default_factory=dict, repr=False)

    @property
    def is_bundled(self) -> bool:
        """True for the games that come with cardgen, used outside of any project.

        Nothing may be written among them."""
        return self.output.parent != self.root

    def check_writable(self) -> None:
        """Raise CardgenError for the games that come with cardgen, which stay as they are."""
        if self.is_bundled:
            sentence = "there is no project here, and the games that come with cardgen stay as they"
            remedy = "begin one with  cardgen new FOLDER  or name one with --project"
            raise CardgenError(Finding("no-project", f"{sentence} are", remedy))

    def borrow_art(self, game_folder: Path, other: Path) -> None:
        """Look for drawings of one game in another's art/, too.

        They come after its own.
        """
        earlier, of_other = (self._borrowed.get(folder, ()) for folder in (game_folder, other))
        folders = (*earlier, other, *of_other)
        self._borrowed[game_folder] = tuple(dict.fromkeys(folders))
        self._known.clear()
        self._parts.clear()

    def lends(self, game_folder: Path) -> bool:
        """True if decks of another game extend decks of the game in this folder."""
        return any(game_folder in lenders for lenders in self._borrowed.values())

    def game_folders(self) -> list[Path]:
        """The folders of card_data/, one per game, by name."""
        games = self.root / "card_data"
        folders = [
            entry
            for entry in _entries(games)
            if entry.name != "printers" and not aside(entry.name) and _is_folder(entry)
        ]
        return [games / entry.name for entry in folders]

    def no_game(self, name: str, names: Iterable[str], remedy: str = "") -> Finding:
        """The finding that no game has this name. Its remedy is `remedy`, if given, or the nearest
        of the `names`."""
        ships = any(
            folder.name == name for folder in replace(self, root=self.shipped).game_folders()
        )
        copied = (
            "it comes with cardgen: name it outside of a project, or copy it: cardgen new "
            f"FOLDER --from {name}"
            if ships
            else ""
        )
        return Finding(
            "unknown-game",
            f'no game is called "{name}"',
            copied or remedy or did_you_mean(name, names),
        )

    def font_folders(self, language: str = "") -> list[Path]:
        """The folders of fonts.

        The folders of a language, such as fonts/ja, come first. Raises CardgenError for one that is
        a link out of the project, or no folder.
        """
        of_language = [folder / language for folder in self._both("fonts")] if language else []
        folders = [*(folder for folder in of_language if folder.is_dir()), *self._both("fonts")]
        sentence = "this folder of fonts is a link that leads out of the project"
        remedy = "copy the fonts into the project"
        problems = [
            Finding("link-leads-out", sentence, remedy, Place(folder))
            for folder in folders
            if not self.holds(folder)
        ]
        problems += [
            Finding("project-wrong", "fonts is a file, and no folder", "rename it", Place(folder))
            for folder in folders
            if folder.is_file()
        ]
        if problems:
            raise CardgenError(*problems)
        return folders

    def template_folders(self) -> list[Path]:
        return self._both("templates")

    def find_template(self, name: str) -> Path:
        """The template of this name, such as `my-game/card.svg`, with or without its ending. Raises
        CardgenError."""
        if path := self._found("template", name):
            return path
        try:
            return self._find("template", name, self.template_folders())
        except CardgenError:
            file_name = f"{name}.svg"
            if PurePosixPath(name).suffix or not any(
                file_name in self._listing(folder) for folder in self.template_folders()
            ):
                raise
            self._known["template", name, None] = path = self._find(
                "template", file_name, self.template_folders()
            )
            return path

    def template_names(self) -> list[str]:
        """Every template that a deck can name, in alphabetical order."""
        names = {name for folder in self.template_folders() for name in self._listing(folder)}
        return sorted(
            name for name in names if name.endswith(".svg") and not name.startswith("icons/")
        )

    def find_icon(self, name: str) -> Path:
        """The icon of this name, with or without its ending. Raises CardgenError."""
        return self._found("icon", name) or self._find(
            "icon", name, self._both("templates/icons"), DRAWINGS
        )

    def has_icon(self, name: str) -> bool:
        """True if this word is the name of an icon."""
        folders = self._both("templates/icons")
        return any(
            PurePosixPath(file).stem == name for folder in folders for file in self._listing(folder)
        )

    def find_art(self, game_folder: Path, name: str) -> Path:
        """The file of the drawing of this name, as `find_art_part`. Raises CardgenError."""
        return self.find_art_part(game_folder, name)[0]

    def find_art_part(self, game_folder: Path, name: str) -> tuple[Path, str]:
        """The drawing of this name, and which part of it is meant.

        The name may lack its ending. It is from the game's art/, then from that of games whose
        decks it extends, then from the icons. A part is as in deck.svg#king, or nothing for the
        whole. Raises CardgenError."""
        file_and_part = self._parts.get((game_folder, name))
        if file_and_part is None:
            try:
                file_and_part = self._find_art_file(game_folder, name), ""
            except CardgenError:
                file, _, part = name.partition("#")
                if not file or file == name:
                    raise
                file_and_part = self._find_art_file(game_folder, file), part
            self._parts[game_folder, name] = file_and_part
        return file_and_part

    def may_have_drawing(self, game_folder: Path, name: str) -> bool:
        """False if surely no drawing has this name, such as most words of a text.

        It is told without a search for what else could be meant."""
        if _ADDRESS.search(name):
            return True
        plain_name = unicodedata.normalize("NFC", name).casefold()
        return any(plain_name in self._bare(folder) for folder in self._art_folders(game_folder))

    def _bare(self, folder: Path) -> frozenset[str]:
        """The names of a folder's files with and without their endings, in small letters."""
        if folder not in self._bare_names:
            names = [name.casefold() for name in self._listing(folder)]
            bare_names = [name.rpartition(".")[0] for name in names]
            self._bare_names[folder] = frozenset((*names, *bare_names))
        return self._bare_names[folder]

    def _find_art_file(self, game_folder: Path, name: str) -> Path:
        # asked for every card, some of them several times
        if path := self._found("drawing", name, game_folder):
            return path
        folders = self._art_folders(game_folder)
        if name.startswith(MADE):
            path = self._made_file(game_folder, name)
            self._known["drawing", name, game_folder] = path
            return path
        try:
            return self._find("drawing", name, folders, DRAWINGS, game_folder)
        except CardgenError:
            from urllib.parse import unquote

            plain = unquote(name)  # as drawing programs write blanks in addresses
            if linked := self._linked(plain, folders):
                self._known["drawing", name, game_folder] = linked
                return linked
            if plain == name:
                raise
            return self._find("drawing", plain, folders, DRAWINGS, game_folder)

    def _made_file(self, game_folder: Path, name: str) -> Path:
        """Where a made drawing would lie if it was a file: its bytes are made when it is read.

        A file of that name comes first. Raises CardgenError for a name that says no drawing."""
        with suppress(CardgenError):
            return self._find("drawing", name, self._art_folders(game_folder)[:1], DRAWINGS)
        path = game_folder / "art" / f"{name.removesuffix('.svg')}.svg"
        if made_at(path) is None:
            sentence = f'no drawing is called "{name}", and none can be made of that name'
            raise CardgenError(
                Finding("file-missing", sentence, "write  art: auto  for one that is made")
            )
        return path

    def has_art(self, game_folder: Path, name: str) -> bool:
        """True if the game's own art/ has a drawing of this name."""
        listing = self._listing(game_folder / "art")
        return any(f"{name}{ending}" in listing for ending in ("", *DRAWINGS))

    def _linked(self, name: str, folders: Iterable[Path]) -> Path | None:
        """The one drawing to which an address leads, as programs write it.

        They write it from the folder of the template. It lies in these folders, or is a picture
        beside the templates."""
        tail = "/" + _UPWARD.sub("", unicodedata.normalize("NFC", name))
        candidates = dict[str, Path]()
        for folder in folders:
            for name_in_folder, path in self._listing(folder).items():
                # what an address names within the folder was looked up there before
                if len(tail) > len(name_in_folder) + 1 or name.startswith("."):
                    candidates[f"{folder.as_posix()}/{name_in_folder}"] = path
        templates = self.root / "templates"
        for name_in_folder, path in self._listing(templates).items():
            if name_in_folder.endswith(PICTURES):
                candidates[f"{templates.as_posix()}/{name_in_folder}"] = path
        paths = {
            path
            for address, path in candidates.items()
            if address.endswith(tail) and self.holds(path)
        }
        # the project's own hide shipped ones of their name
        paths = {path for path in paths if path.is_relative_to(self.root)} or paths
        return paths.pop() if len(paths) == 1 else None

    def check_art(self, game_folder: Path, name: str) -> None:
        """Raise CardgenError where there is no such drawing.

        Where drafts are made it raises nothing: a placeholder stands for the drawing there."""
        if self.draft:
            return
        try:
            self.find_art(game_folder, name)
        except CardgenError:
            parts = [part.strip() for part in re.split(r"[,;|\n]", name) if part.strip()]
            if len(parts) < 2 and near(name, [AUTO]):
                sentence, remedy = f'no drawing is called "{name}"', did_you_mean(name, [AUTO])
                raise CardgenError(Finding("file-missing", sentence, remedy)) from None
            if len(parts) < 2:
                raise
            for part in parts:
                self.find_art(game_folder, part)
            remedy = "keep one, and give the others a column or a field of their own"
            raise CardgenError(
                Finding(
                    "name-impossible",
                    f"art names {len(parts)} drawings ({', '.join(parts)}), and is one",
                    remedy,
                )
            ) from None

    def check_template(self, name: str) -> None:
        """Raises CardgenError where there is no such template, unless drafts are made."""
        if not self.draft:
            self.find_template(name)

    def art_names(self, game_folder: Path) -> list[str]:
        """Every drawing that a card of the game can name, without its ending.

        Icons come after the game's own, without the signs in instructions of the program."""
        names = (
            name
            for folder in self._art_folders(game_folder)
            for name in sorted(self._listing(folder))
            if name.endswith(DRAWINGS) and not name.startswith(SIGNS)
        )
        return list(dict.fromkeys(name.rpartition(".")[0] for name in names))

    def find_table(self, game_folder: Path, name: str) -> Path:
        """The table of this name, such as `cards.csv`, in the game's folder. Raises
        CardgenError."""
        if tried := self._tried.get(game_folder / name):
            return tried
        return self._find("table", name, [game_folder], game_folder=game_folder)

    def table_names(self, game_folder: Path) -> list[str]:
        """Every table that a deck of the game can name."""
        return [name for name in self._listing(game_folder) if is_table(name)]

    def trying(self, table: Path, other: Path) -> Project:
        """Return the project with `other` read in place of a table.

        So it is seen what would become of it. `other` may lie anywhere."""
        return replace(
            self,
            _listings={},
            _folded={},
            _bare_names={},
            _borrowed={},
            _known={},
            _tried={table: other},
        )

    def holds(self, path: Path) -> bool:
        """True if a file, its links followed, lies inside the project or the shipped one."""
        return not leads_out(path, self.root, self.shipped)

    def home_of(self, path: Path) -> Path:
        """The folder that a file must not lead out of.

        It is the shipped project for what lies there, and this one for all else."""
        if path in self._tried.values():
            return path.parent
        return (
            self.shipped if Path(os.path.realpath(path)).is_relative_to(self.shipped) else self.root
        )

    def read(self, path: Path, most: int = LARGEST) -> bytes:
        """The bytes of a file of the project or the shipped one.

        There may be `most` of them. Raises CardgenError and OSError."""
        return read_art(
            path,
            (path.parent,) if path in self._tried.values() else (self.root, self.shipped),
            most,
        )

    def files(self, folder: Path) -> list[tuple[str, Path]]:
        """All files below a folder that a look-up could find.

        They are by their names in it."""
        return sorted(self._walk(folder, "", {os.path.realpath(folder)}))

    def _both(self, folder: str) -> list[Path]:
        return list(dict.fromkeys(root / folder for root in (self.root, self.shipped)))

    def contents(self, *folders: str) -> bytes:
        """A digest of what lies in these folders of the project, and of the shipped one: that is a
        part of the program, and told by when its files were written."""
        own = content_of(self.root / folder for folder in folders)
        if self.shipped == self.root:
            return own
        return own + as_written(self.shipped / folder for folder in folders)

    def _art_folders(self, game_folder: Path) -> list[Path]:
        return [
            *(folder / "art" for folder in (game_folder, *self._borrowed.get(game_folder, ()))),
            *self._both("templates/icons"),
        ]

    def _found(self, kind: str, name: str, game_folder: Path | None = None) -> Path | None:
        return self._known.get((kind, name, game_folder))

    def _find(
        self,
        kind: str,
        name: str,
        folders: Iterable[Path],
        endings: tuple[str, ...] = (),
        game_folder: Path | None = None,
    ) -> Path:
        folders = tuple(folders)
        plain_name = unicodedata.normalize("NFC", name)
        listings = [self._listing(folder) for folder in folders]
        for listing in listings:
            for ending in ("", *endings):
                path = listing.get(plain_name + ending)
                if path is not None and self.holds(path):
                    self._known[kind, name, game_folder] = path
                    return path
                if path is not None:
                    raise CardgenError(
                        Finding(
                            "link-leads-out",
                            f'{kind} "{name}" is a link that leads out of the project',
                            "copy the file into the project",
                        )
                    )
        if endings and (
            path := self._whatever_its_case(
                [f"{plain_name}{ending}" for ending in ("", *endings)], folders
            )
        ):
            self._known[kind, name, game_folder] = path
            return path
        kinds = (*TABLES, ".json") if kind == "table" else endings or ("",)
        names = [
            _bare(names, name, endings)
            for listing in listings
            for names in listing
            if names.lower().endswith(kinds) and not names.startswith(_SELDOM_MEANT)
        ]
        if _leads_out(name):
            example = next(
                iter(near(name.replace("\\", "/"), names) or names),
                "cards.csv" if kind == "table" else "folder/name.svg",
            )
            remedy = f"name a file inside the project, with forward slashes, such as {example}"
            raise CardgenError(Finding("name-impossible", f'"{name}" cannot name a {kind}', remedy))
        add_it = f"add it to {shown(folders[0])}"
        remedy = did_you_mean(name, names, add_it)
        if kind == "drawing" and len(names) > _MOST_LISTED:
            # the first of hundreds of icons help nobody
            remedy = nearest(name, names) or f"{add_it}, or find an icon by  cardgen icons WORD"
        if other := next(
            (
                f"{plain_name}{ending}"
                for ending in OTHER_PICTURES
                if endings and f"{plain_name}{ending}" in listings[0]
            ),
            "",
        ):
            remedy = f"save {other} as PNG, JPEG or SVG"
        elif kind == "drawing" and (there := _without_ending(plain_name, listings)):
            remedy = there
        elif within := _within(plain_name, folders, listings, endings):
            remedy = f'write "{within}": a {kind} is named from {folders[0].name}/ on'
        elif elsewhere := self._elsewhere(PurePosixPath(plain_name).name, endings, folders):
            put = "move" if game_folder and elsewhere.is_relative_to(game_folder) else "copy"
            ending = "" if PurePosixPath(plain_name).suffix else elsewhere.suffix
            remedy = f"{put} {shown(elsewhere)} to {shown(folders[0] / f'{plain_name}{ending}')}"
        raise CardgenError(
            Finding(_UNKNOWN.get(kind, "file-missing"), f'no {kind} is called "{name}"', remedy)
        )

    def _elsewhere(
        self, name: str, endings: tuple[str, ...], folders: Iterable[Path]
    ) -> Path | None:
        """A file of this name outside of the folders that were searched.

        It is in the project."""
        names = {f"{name}{ending}" for ending in ("", *endings)}
        listings = (self._listing(self.root / part) for part in ("card_data", "templates"))
        paths = (path for listing in listings for path in listing.values() if path.name in names)
        return next((path for path in paths if not any(map(path.is_relative_to, folders))), None)

    def _whatever_its_case(self, names: Sequence[str], folders: Iterable[Path]) -> Path | None:
        """The project's drawing of a name in other letter case.

        Windows and macOS find it so; it counts where only one can be meant."""
        for folder in folders:
            if not folder.is_relative_to(self.root):
                continue
            if folder not in self._folded:
                self._folded[folder] = {}
                for file_name, path in self._listing(folder).items():
                    self._folded[folder].setdefault(file_name.casefold(), []).append(path)
            for name in names:
                if paths := self._folded[folder].get(name.casefold()):
                    return paths[0] if len(paths) == 1 and self.holds(paths[0]) else None
        return None

    def _listing(self, folder: Path) -> dict[str, Path]:
        listing = self._listings.get(folder)
        if listing is None:
            listing = self._listings[folder] = dict(
                sorted(self._walk(folder, "", {os.path.realpath(folder)}))
            )
        return listing

    def _walk(
        self, folder: Path, prefix: str, folders_above: set[str]
    ) -> Iterator[tuple[str, Path]]:
        for entry in _entries(folder):
            name = prefix + as_text(entry.name)
            path = folder / entry.name
            if aside(entry.name):
                continue
            if not _is_folder(entry):
                yield name, path
            elif not entry.is_symlink() or (
                (real := os.path.realpath(path)) not in folders_above and self.holds(path)
            ):
                yield from self._walk(
                    path,
                    name + "/",
                    folders_above | {real} if entry.is_symlink() else folders_above,
                )


def root_of(game_folder: Path) -> Path:
    """The project that a game's folder belongs to."""
    return game_folder.parent.parent


def find_project(start: Path | None = None) -> Project:
    """The project in `start`, or the nearest from the current folder upward.

    `start` must be one. Where there is none, it is the shipped one. Raises CardgenError.
    """
    if start is not None:
        if not (start / "card_data").is_dir():
            sentence = (
                f"{shown(start)} is no project: it has no folder card_data"
                if start.is_dir()
                else f"there is no folder {shown(start)}"
            )
            raise CardgenError(
                Finding("file-missing", sentence, "name the folder that holds card_data")
            )
        return _project(start)
    try:
        here = Path.cwd()
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-missing", "the current folder no longer exists", "change to another folder"
            )
        ) from error
    for folder in (here, *here.parents):
        if (folder / "card_data").is_dir():
            return _project(folder)
    return Project(shipped_root(), here / "output")


def _project(folder: Path) -> Project:
    root = real_path(folder)
    return Project(root, root / "output")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:  # missing or unreadable: nothing can be found in it
        return []


def _without_ending(name: str, listings: Iterable[Mapping[str, Path]]) -> Suggestion | None:
    """The remedy for a name whose last ending is too much: the drawing has another, or one before.

    A template often adds it, so that no other name on the card would be right."""
    bare, dot, ending = name.rpartition(".")
    if f"{dot}{ending}" not in DRAWINGS:
        return None
    for listing in listings:
        for other in ("", *DRAWINGS):
            if f"{bare}{other}" in listing:
                remedy = (
                    f'there is {bare}{other}: take ".{ending}" away behind the name, also where a '
                    "template adds it"
                )
                return Suggestion(remedy, name, (bare,))
    return None


def _leads_out(name: str) -> bool:
    return (
        not name
        or "\0" in name
        or "\\" in name
        or name.startswith("/")
        or name[1:2] == ":"
        or ".." in name.split("/")
    )


def _bare(file_name: str, name: str, endings: tuple[str, ...]) -> str:
    """The name of a file as the person would write it.

    It is without its ending if theirs has none.
    """
    ending = PurePosixPath(file_name).suffix
    return (
        file_name.removesuffix(ending)
        if ending in endings and not name.endswith(endings)
        else file_name
    )
