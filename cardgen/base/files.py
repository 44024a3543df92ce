"""Files: opened through one door, and written in one step.

Output is written aside and renamed, so that at every moment the earlier file or the new one is
there, whole. Projects come from strangers. What is opened is a regular file that lies where it may
lie once its links are followed (POSIX.1-2017, open and fstat), and no more of it is read than its
kind may hold; what is written stays below the folder that was named for it."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple

from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.scratch import running

Content = bytes | Callable[[Callable[[bytes], object]], object]
"""The content of a file to be: its bytes, or a function that hands them over piece by piece to the
function that it is given."""
LARGEST = 64 << 20
"""The largest file that is read, in bytes, where its kind does not say less."""
_STARTS = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"RIFF": "WebP",
    b"BM": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"%PDF": "PDF",
    b"PK\3\4": "ZIP",
}
_FLAGS = ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
_UNBLOCKED = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in _FLAGS)
"""A pipe that nobody writes to would be waited for for ever."""


_tried: ContextVar[Mapping[Path, bytes]] = ContextVar(
    "files that are tried",
    default={},  # noqa: B039 (nobody writes into it)
)


@contextlib.contextmanager
def trying(files: Mapping[Path, bytes]) -> Iterator[None]:
    """Let all who read in this thread see other contents of files.

    So it is seen what would become of the project. Within another try both are seen."""
    token = _tried.set({**_tried.get(), **files})
    try:
        yield
    finally:
        _tried.reset(token)


def exists(path: Path) -> bool:
    """True if there is such a file, or it is tried."""
    return path in _tried.get() or path.exists()


def kind_of(data: bytes) -> str:
    """The kind of a picture, of a PDF or a ZIP by its first bytes, or "" of any other file.

    >>> kind_of(b"%PDF-1.7")
    'PDF'
    """
    return next((kind for start, kind in _STARTS.items() if data.startswith(start)), "")


def read_inside(
    path: Path, home: Path | tuple[Path, ...], most: int = LARGEST, remedy: str = "make it smaller"
) -> bytes:
    """Return the bytes of a project's file.

    Raises CardgenError when it is a link that leads out of `home`, one folder or several, no
    regular file, has more than `most` bytes, for which there is a remedy, or is still two versions
    that git could not merge; and OSError."""
    if leads_out(path, *(home if isinstance(home, tuple) else (home,))):
        raise CardgenError(
            Finding(
                "link-leads-out",
                "this is a link that leads out of the project",
                "copy the file here",
                Place(path),
            )
        )
    tried = _tried.get().get(path)
    data = _read(path, most, remedy) if tried is None else tried
    if line := _unmerged(data):
        merge_remedy = (
            "keep one of them, and take out the lines that begin with <<<<<<<, ======= and >>>>>>>"
        )
        raise CardgenError(
            Finding(
                "merge-conflict",
                "two versions of this file were not merged",
                merge_remedy,
                Place(path, line),
            )
        )
    return data


def _unmerged(data: bytes) -> int:
    """The line where git has left both versions of a merge, or 0.

    All its signs are there: a table or a rulebook would print them, and the parsers would blame the
    wrong line."""
    if b"<<<<<<< " not in data:
        return 0
    after_break = b"\n" + data
    first = after_break.find(b"\n<<<<<<< ")
    middle = after_break.find(b"\n=======", first)
    last = after_break.find(b"\n>>>>>>> ", middle)
    return after_break.count(b"\n", 0, first + 1) if 0 <= first < middle < last else 0


def read_own(path: Path | str, most: int = 4 * LARGEST) -> bytes:
    """Return the bytes of a file of the program itself.

    It may be one that it has made, too. Raises CardgenError when it is no regular file or has more
    than `most` bytes, and OSError."""
    return _read(path, most, "make it anew")


def opened_inside(path: Path, home: Path) -> BufferedReader:
    """A file to read piece by piece, which lies in a folder. Raises CardgenError when it is a link
    that leads out of there or no regular file, and OSError."""
    if leads_out(path, home):
        raise CardgenError(
            Finding(
                "link-leads-out",
                "this is a link that leads out of its folder",
                "remove it",
                Place(path),
            )
        )
    return _opened(path)


def digest_of_made_file(path: Path, home: Path) -> str:
    """The SHA-256 of a file that the program has put below a folder.

    It may be of whatever size. Raises CardgenError for what the program puts nowhere: a link or
    what lies behind one, a file of several names, and one with holes, which seems far larger than
    what is on the disk. So nobody makes it read more than the folder holds. Raises OSError too."""
    real_home, inner = os.path.realpath(home), os.path.relpath(path, home)
    if os.path.realpath(path) != os.path.join(real_home, inner):  # noqa: PTH118 (plain texts)
        raise CardgenError(
            Finding("link-leads-out", "a link leads to this", "remove it", Place(path))
        )
    with _opened(path) as file:
        if os.fstat(file.fileno()).st_nlink > 1 or _has_holes(file):
            raise CardgenError(
                Finding(
                    "file-unreadable", "this is not as it was written", "remove it", Place(path)
                )
            )
        return hashlib.file_digest(file, "sha256").hexdigest()


def _has_holes(file: BufferedReader) -> bool:
    """True if a part of a file takes no room on the disk.

    The system tells, where it can (lseek(2), SEEK_HOLE: there is one at the end)."""
    size = os.fstat(file.fileno()).st_size
    if not size or not hasattr(os, "SEEK_HOLE"):
        return False
    try:
        hole = os.lseek(file.fileno(), 0, os.SEEK_HOLE)
    except OSError:  # the disk cannot tell
        hole = size
    file.seek(0)
    return hole < size


FileState = tuple[Path, int, int]
"""A file, when it was written in nanoseconds, and its size in bytes."""


def file_state(path: Path) -> FileState:
    """Return a file with what tells that it has changed; zeros where it is not there."""
    try:
        about = path.stat()
    except OSError:
        return path, 0, 0
    return path, about.st_mtime_ns, about.st_size


ExactState = tuple[int, int, int, int]
"""What tells one writing of a file from the next: where it lies on the disk, its times, its
size."""


def exact_state(path: Path) -> ExactState | None:
    """Return what tells that a file was written again; None where it is not there."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_ino, about.st_mtime_ns, about.st_ctime_ns, about.st_size


def real_path(path: Path) -> Path:
    """Return the path with all links followed, as far as it can be followed.

    `Path.resolve` raises RuntimeError for links that run in a circle; these are left as they stand,
    and told by whoever opens the file.
    """
    return Path(os.path.realpath(path))


def leads_out(path: Path, *homes: Path) -> bool:
    """True if a path, its links followed, lies elsewhere than in these folders. Nothing needs to be
    there."""
    real = Path(os.path.realpath(path))
    # most have no link in them
    return not any(
        real.is_relative_to(home) or real.is_relative_to(os.path.realpath(home)) for home in homes
    )


def as_text(name: str) -> str:
    """The name of a file as people write it, with a question mark for what is no text.

    Archives from other systems leave such behind (PEP 383), and macOS takes letters and their
    accents apart."""
    return unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8"))


def _opened(path: Path | str) -> BufferedReader:
    # before it is opened too: some devices notice, and Windows opens no folder
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
        raise _refused(Path(path))
    # flags of its own; whoever asked closes it
    file: BufferedReader = open(os.open(path, _UNBLOCKED), "rb")  # noqa: PTH123, SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _refused(Path(path))
    return file


def _read(path: Path | str, most: int, remedy: str) -> bytes:
    with _opened(path) as file:
        about = os.fstat(file.fileno())
        # room is made for all that is asked for
        data = file.read(about.st_size + 1) if about.st_size <= most else b""
        if len(data) > about.st_size:  # it grows meanwhile, or does not know its size
            data += file.read(most + 1 - len(data))
    if about.st_size > most or len(data) > most:
        raise CardgenError(
            Finding(
                "too-large", f"the file is larger than {most >> 20} MB", remedy, Place(Path(path))
            )
        )
    return data


def _refused(path: Path) -> CardgenError:
    if path.is_dir():
        return CardgenError(
            Finding(
                "file-unreadable",
                "this is a folder, not a file",
                "rename or remove it",
                Place(path),
            )
        )
    return CardgenError(
        Finding(
            "file-unreadable",
            "this is a pipe, a socket or a device, not a file",
            "put a plain file in its place",
            Place(path),
        )
    )


def check_inside(path: Path, home: Path | None) -> None:
    """Raise CardgenError when a path to be written lies outside `home`.

    Links are followed, but for the last name: it is replaced. Without `home` any place will do."""
    if home and leads_out(path.parent, home):
        first = next(
            (
                above
                for above in reversed(path.parents)
                if above.is_relative_to(home) and leads_out(above, home)
            ),
            path,
        )
        raise CardgenError(
            Finding(
                "link-leads-out",
                f"{shown(first)} leads out of the project",
                "take the link away, or name the place that it leads to",
            )
        )


def in_the_way(folder: Path) -> Path | None:
    """The file that stands where a folder would, or one that it lies in."""
    # no drive, perhaps
    there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), None)
    return None if there is None or there.is_dir() else there


def write(
    path: Path, data: Content, home: Path | None = None, *, linked: bool = False, tidy: bool = True
) -> None:
    """Put a file in place in one step.

    With a `home` it is written at no place outside that. Raises CardgenError, and the file that was
    there stays, with its mode. A file of several names that stays `linked` is written where it is,
    which takes a moment: what it held lies beside it until then. What a build that was ended in the
    middle has left of it goes; without `tidy` nobody looks, as somebody else clears the folder."""
    check_inside(path, home)
    try:
        for aside in path.parent.glob(f".{path.name}.*.part") if tidy else ():
            if _is_left_over(aside):
                aside.unlink(missing_ok=True)
        if linked and path.is_file() and path.stat().st_nlink > 1:
            _write_over(path, _whole(data))
        else:
            put_in_place(path, data, durable=True)
    except OSError as error:
        raise _unwritable(path, error) from None


class FileToBe(NamedTuple):
    """A file with what it holds and what it is to hold; None for one that is to go.

    `state` is what it was like when that was read; None for one that is not there yet."""

    path: Path
    before: bytes
    after: bytes | None
    state: ExactState | None


class ChangedError(Exception):
    """A file is no longer what was read of it."""


def write_together(files: Sequence[FileToBe], home: Path) -> None:
    """Put files in place, all of them or none, and on the disk before it returns.

    First each is written aside, so that a disk that is full keeps all as they are. Raises
    ChangedError where somebody else has changed one of them, and CardgenError."""
    asides: list[tuple[FileToBe, Path | None]] = []
    placed: list[FileToBe] = []
    path = home
    try:
        for file in files:
            path = file.path
            check_inside(path, home)
            asides.append((file, _aside_of(file)))
        for file, aside in asides:
            path = file.path
            if exact_state(path) != file.state:
                raise ChangedError(path)
            _place(file, aside)
            placed.append(file)
    except BaseException as error:  # Ctrl-C too
        for file in placed:
            with contextlib.suppress(OSError):
                _put_back(file)
        if isinstance(error, OSError):
            raise _unwritable(path, error) from None
        raise
    finally:
        for _, aside in asides:
            if aside:
                with contextlib.suppress(OSError):
                    aside.unlink(missing_ok=True)
    for folder in {file.path.parent for file in files}:
        _settle_folder(folder)


def _aside_of(file: FileToBe) -> Path | None:
    """What a file is to hold, written beside it; None for one that is to go. Raises OSError."""
    return None if file.after is None else _laid_aside(file.path, file.after, durable=True)


def _place(file: FileToBe, aside: Path | None) -> None:
    """Let a file hold what lies aside, or go. Raises OSError."""
    if file.after is None or aside is None:
        file.path.unlink()
    elif file.path.is_file() and file.path.stat().st_nlink > 1:
        _write_over(file.path, file.after)
    else:
        aside.replace(file.path)


def _put_back(file: FileToBe) -> None:
    """Give a file what it held before. Raises OSError."""
    if file.state is None:
        file.path.unlink()
    else:
        put_in_place(file.path, file.before, durable=True)


def _settle_folder(folder: Path) -> None:
    """See that the names in a folder are on the disk, where the system has a way."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _unwritable(path: Path, error: OSError) -> CardgenError:
    """The error for a file that could not be put in place."""
    if error.errno != errno.ENAMETOOLONG and (file := in_the_way(path.parent)):
        message = f"{shown(path)} cannot be written: {shown(file)} is a file, not a folder"
        return CardgenError(Finding("file-unwritable", message, "name a place in another folder"))
    # for folders that are missing have been made
    if isinstance(error, FileNotFoundError) or error.errno == errno.ENAMETOOLONG:
        message = (
            f"{shown(path)} cannot be written: its path is too long, "
            "or a folder of it was taken away meanwhile"
        )
        return CardgenError(
            Finding(
                "file-unwritable",
                message,
                "name a place with a shorter path; Windows takes 259 characters of one",
            )
        )
    if path.is_dir():
        return CardgenError(
            Finding(
                "file-unwritable",
                f"{shown(path)} cannot be written: it is a folder",
                "rename or remove it",
            )
        )
    ending = "; the earlier file is kept" if path.exists() else ""
    remedy = "see that the folder can be written to and has room"
    if isinstance(error, PermissionError):
        remedy = "see that you may write there, and build again"
        remedy = f"close it if a viewer has it open, or {remedy}" if ending else remedy
    return CardgenError(
        Finding(
            "file-unwritable",
            f"{shown(path)} cannot be written: {error.strerror or error}{ending}",
            remedy,
        )
    )


def clear_aside(folder: Path, home: Path | None = None) -> None:
    """Remove what runs that were ended in the middle left in a folder.

    It may hold a hundred thousand files."""
    check_inside(folder / "any", home)
    with contextlib.suppress(OSError):
        files = [
            path for path in folder.rglob(".*.part") if path.is_file() and not path.is_symlink()
        ]
        for file in files:
            if _is_left_over(file):
                file.unlink(missing_ok=True)


def put_in_place(path: Path, data: Content, *, durable: bool = False) -> None:
    """The step itself; `durable` data is on the disk before the earlier file goes. Raises OSError.

    Whatever ends it, nothing is left aside.
    """
    aside = _laid_aside(path, data, durable=durable)
    try:
        aside.replace(path)
    except BaseException:  # Ctrl-C too
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


def _laid_aside(path: Path, data: Content, *, durable: bool) -> Path:
    """Content in a file beside that whose place it is to take, which has its mode.

    Raises OSError, and then nothing is left."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = _mode(path)
        if mode is not None:
            aside.touch(0o600)  # nobody else reads it before it has its mode
        with aside.open("wb") as file:
            if callable(data):
                data(file.write)
            else:
                file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            with contextlib.suppress(OSError):  # of a disk that knows no modes
                aside.chmod(mode)
    except BaseException:  # Ctrl-C too
        with contextlib.suppress(OSError):
            aside.unlink()
        raise
    return aside


def _whole(data: Content) -> bytes:
    """Content in one piece."""
    if not callable(data):
        return data
    parts = list[bytes]()
    data(parts.append)
    return b"".join(parts)


def _mode(path: Path) -> int | None:
    """The rights to read and write the file that is there.

    They are None where they do not matter.
    """
    try:
        mode = path.lstat().st_mode
    except OSError:
        return None
    return mode & 0o777 if stat.S_ISREG(mode) and os.name == "posix" else None


def _write_over(path: Path, data: bytes) -> None:
    """New content for the same file. Raises OSError, and the old content is back, or else beside
    it."""
    old = path.read_bytes()
    aside = path.with_name(f".{path.name}.{os.getpid()}.before")
    aside.touch(0o600)
    put_in_place(aside, old, durable=True)
    try:
        _fill(path, data)
    except OSError:
        _fill(path, old)
        aside.unlink()
        raise
    aside.unlink()


def _fill(path: Path, data: bytes) -> None:
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def take_back(folder: Path, home: Path) -> bool:
    """Give files that a killed run wrote over their contents back.

    They lie below the folder. True if there were any. Nothing is done where a link leads out of
    `home`. Raises OSError.
    """
    if leads_out(folder, home):
        return False
    asides = [
        aside
        for aside in folder.rglob(".*.before")
        if aside.is_file() and not aside.is_symlink() and _is_left_over(aside)
    ]
    for aside in asides:
        file = aside.with_name(aside.name[1:].rsplit(".", 2)[0])
        if file.is_file() and not file.is_symlink() and file.stat().st_nlink > 1:
            _fill(file, _read(aside, LARGEST, "remove it"))
        aside.unlink()
    return bool(asides)


def _is_left_over(aside: Path) -> bool:
    """True if a file was put aside by a process that has ended, or by this.

    Such a file bears the number of its process."""
    number = aside.name.rsplit(".", 2)[-2]
    if not number.isascii() or not number.isdecimal():
        return False
    return int(number) == os.getpid() or not running(int(number))
