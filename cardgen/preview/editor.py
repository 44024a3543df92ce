"""Opening a place in the editor that $VISUAL names.

It is called with an argument list, never a shell's line."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import PurePath
from threading import Thread

from cardgen.base.findings import CardgenError, Finding, Place

_PLUS = ("+{line}", "{file}")
_COLON = ("{file}:{line}:{column}",)
_LINES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "positron"),
        ("--goto", *_COLON),
    ),
    **dict.fromkeys(("subl", "sublime_text", "zed", "zeditor", "lapce", "pulsar", "atom"), _COLON),
    **dict.fromkeys(
        ("gedit", "gvim", "mvim", "gnome-text-editor", "xed", "pluma", "geany", "mousepad"), _PLUS
    ),
    **dict.fromkeys(("emacsclient",), ("+{line}:{column}", "{file}")),
    **dict.fromkeys(("kate", "kwrite"), ("--line", "{line}", "--column", "{column}", "{file}")),
    **dict.fromkeys(("bbedit", "mate", "txmt"), ("--line", "{line}", "{file}")),
    **dict.fromkeys(("idea", "pycharm", "webstorm"), ("--line", "{line}", "{file}")),
    "notepad++": ("-n{line}", "{file}"),
}
"""How editors with a window of their own are told a line."""
_HAZARDS = re.compile(r"[&|<>^%!\"']")
_IN_TERMINALS = frozenset(
    (
        "vi",
        "vim",
        "nvim",
        "nano",
        "pico",
        "micro",
        "hx",
        "helix",
        "joe",
        "jed",
        "ed",
        "ex",
        "kak",
        "mcedit",
        "ne",
        "emacs-nox",
    )
)


def command(place: Place, environment: Mapping[str, str] = os.environ) -> list[str]:
    """The argument list that opens a place. Raises CardgenError where $VISUAL names no editor that
    has a window of its own."""
    setting = environment.get("VISUAL", "").strip()
    if not setting:
        raise CardgenError(
            Finding(
                "editor-unusable",
                "no editor is named",
                "set VISUAL, such as VISUAL=code, and start the preview again",
            )
        )
    try:
        words = [word.strip('"') for word in shlex.split(setting, posix=os.name != "nt")]
    except ValueError:
        raise CardgenError(
            Finding(
                "editor-unusable",
                f"VISUAL is not a command: {setting}",
                "close its quotation marks",
            )
        ) from None
    name = PurePath(words[0]).name.lower().removesuffix(".exe").removesuffix(".cmd")
    if name in _IN_TERMINALS or (name == "emacs" and {"-nw", "-t", "--tty"} & set(words)):
        raise CardgenError(
            Finding(
                "editor-unusable",
                f"{name} needs a terminal, which a page cannot give it",
                "name an editor with a window in VISUAL",
            )
        )
    filled = {
        "file": str(place.file),
        "line": str(place.line or 1),
        "column": str(place.column or 1),
    }
    return words + [part.format(**filled) for part in _LINES.get(name, ("{file}",))]


def open_editor(place: Place) -> None:
    """Start the editor at a place, and leave it to itself. Raises CardgenError."""
    words = command(place)
    program = shutil.which(words[0]) or words[0]
    # Windows runs those by its shell
    if program.lower().endswith((".cmd", ".bat")) and _HAZARDS.search(str(place.file)):
        sentence = f"{words[0]} cannot be given this file's name safely"
        raise CardgenError(
            Finding("editor-unusable", sentence, "rename the file without & | < > ^ % ! and quotes")
        )
    nothing = subprocess.DEVNULL
    try:
        started = subprocess.Popen(  # noqa: S603  # the user's own editor, as an argument list
            [program, *words[1:]],
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            start_new_session=True,
        )
    except OSError as error:
        raise CardgenError(
            Finding(
                "editor-unusable",
                f"{words[0]} cannot be started: {error.strerror or error}",
                "see that VISUAL names a program",
            )
        ) from None
    Thread(target=started.wait, daemon=True).start()
