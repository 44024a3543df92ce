"""The program that is frozen: the command `cardgen`, which opens its page in the browser where
somebody starts it by a double click.

A double click gives no arguments and no terminal. The page then shows the game in the folder
`cardgen` of the user's documents that was changed last, or begins one there; a folder that is
dropped on the program is shown instead. It ends when nobody has looked at it for an hour."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path


def main() -> None:
    multiprocessing.freeze_support()
    _as_outside()
    dropped = [Path(text) for text in sys.argv[1:2] if Path(text).is_dir()]
    if len(sys.argv) == 1 + len(dropped) and is_without_terminal():
        home = documents() / "cardgen"
        home.mkdir(parents=True, exist_ok=True)
        os.chdir(dropped[0] if dropped else last_changed(home))
        # an hour, as a page in the background asks for nothing
        os.environ.setdefault("CARDGEN_PREVIEW_IDLE", "60")
        sys.argv[1:] = ["preview"]
    from cardgen.cli import main as command

    command()


def last_changed(home: Path) -> Path:
    """The project in a folder whose cards or templates were written last; the folder itself where
    it has none."""
    written = {
        folder.parent: max(
            path.stat().st_mtime
            for path in (folder, *folder.rglob("*"), *(folder.parent / "templates").rglob("*"))
        )
        for folder in home.glob("*/card_data")
    }
    return max(written, key=written.__getitem__, default=home)


def is_without_terminal() -> bool:
    """Whether nobody sees what the program says: on Windows, whether its console is its own."""
    if sys.platform == "win32":
        import ctypes

        processes = (ctypes.c_uint * 8)()
        count = ctypes.windll.kernel32.GetConsoleProcessList(processes, 8)
        return bool(count <= 2)  # itself and, of a single file, what has unpacked it
    return not any(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def documents() -> Path:
    from platformdirs import user_documents_path

    found = user_documents_path()
    return found if found.is_dir() else Path.home()


def _as_outside() -> None:
    """Give programs that are started, such as the browser, their own libraries back."""
    if before := os.environ.pop("LD_LIBRARY_PATH_ORIG", ""):
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    main()
