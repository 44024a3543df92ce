"""Tries an installed cardgen from an empty folder: the help of every command, and every command
really, on the small game that `cardgen new` makes.

    python packaging/smoke.py [COMMAND ...]

COMMAND is how cardgen is called: else `cardgen` of the environment this Python is of, or a frozen
program. Only the standard library is used, nothing of the checkout. Exits with 1 where one
failed."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

GAME = "lantern-night"
OUTSIDE: tuple[Sequence[str], ...] = (
    ("--version",),
    ("list",),
    ("icons", "moon"),
    ("build", "candy-crave/bowl", "--paper", "a4", "--out", "shipped"),
    ("tour", "--quick"),
    ("new", "crave", "--from", "candy-crave"),
    ("new", "looked", "--look", "creature"),
    ("new", "mine"),
)
"""In an empty folder, below which the last of them makes a project."""
INSIDE: tuple[Sequence[str], ...] = (
    ("list",),
    ("validate",),
    ("validate", GAME, "--printer", "makeplayingcards", "--format", "json"),
    ("build", GAME),
    ("build", GAME, "--paper", "letter", "--layout", "gutterfold", "--out", "folded"),
    ("printed", GAME, "--as", "v1"),
    ("printed", GAME),
    ("set", f"{GAME}/creature", "fox", "says=Back by dawn."),
    ("changes", GAME),
    ("upgrade", "v1", GAME),
    ("note", "v1", "fox", "too strong"),
    ("export", GAME, "--printer", "makeplayingcards", "--force"),
    ("export", GAME, "--printer", "tabletop-simulator", "--force"),
    ("sheet", f"output/{GAME}/makeplayingcards/creature/front", "--out", "pictures"),
    ("proof", f"output/{GAME}/creature-a4.pdf", GAME),
    ("show", GAME, "--out", "shown"),
    ("box", GAME),
    ("rulebook", GAME, "--booklet"),
    ("calibrate",),
    ("schema", "--write"),
    ("table", f"{GAME}/creature", "--to", "creature.xlsx"),
    ("own", "looked/creature", "--project", "../looked"),
    ("art",),
    ("languages", GAME),
    ("plan", GAME),
    ("quote", GAME),
    ("rights", GAME),
    ("rules", GAME, "--suggest"),
    ("stats", GAME, "--pictures"),
    ("wording", GAME),
    ("pull",),
)
"""In that project. What finds something to mend has done its work as well."""
_DONE = (0, 1)
_NOTHING_TO_DO = ("art", "pull")
"""Commands that end with 2, and a sentence, for a game that has no made art and no addresses."""


def main() -> int:
    called = sys.argv[1:] or [str(Path(sys.executable).with_name("cardgen"))]
    with tempfile.TemporaryDirectory(prefix="cardgen-smoke-") as folder:
        empty = Path(folder).resolve()
        failed = list(_try_all(called, empty))
        if not failed:
            failed = list(_try_page(called, empty / "mine"))
    for told in failed:
        print(told, file=sys.stderr)
    print(f"{len(failed)} failed")
    return 1 if failed else 0


def _try_all(called: Sequence[str], empty: Path) -> Iterator[str]:
    listed = _call(called, ("--help",), empty)
    names = re.findall(r"^  ([a-z]+) {2,}\S", listed.stdout.split("Commands:")[-1], re.MULTILINE)
    tried = {words[0] for words in (*OUTSIDE, *INSIDE)} | {"preview"}
    yield from (f"cardgen {name}: is not tried here" for name in names if name not in tried)
    outside = [(words, empty) for words in (*((name, "--help") for name in names), *OUTSIDE)]
    for words, folder in (*outside, *((words, empty / "mine") for words in INSIDE)):
        done = _call(called, words, folder)
        done_well = (*_DONE, 2) if words in [(name,) for name in _NOTHING_TO_DO] else _DONE
        if done.returncode not in done_well or "Traceback" in done.stderr:
            yield f"cardgen {' '.join(words)}: ended with {done.returncode}\n{done.stderr[-2000:]}"


def _call(
    called: Sequence[str], words: Sequence[str], folder: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*called, *words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=600,
        check=False,
    )


def _try_page(called: Sequence[str], project: Path) -> Iterator[str]:
    with subprocess.Popen(
        [*called, "preview", "--no-open", "--port", "0"],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as served:
        try:
            said = ""
            for line in served.stdout or ():
                said += line
                if address := re.search(r"http://\S+", line):
                    break
            else:
                if "cardgen[preview]" not in said:  # installed without this extra: it says so
                    yield f"cardgen preview: has no address\n{said}"
                return
            with urllib.request.urlopen(address[0], timeout=30) as page:  # noqa: S310  # ours
                if b"<html" not in page.read():
                    yield f"cardgen preview: {address[0]} shows no page"
        finally:
            served.terminate()


if __name__ == "__main__":
    sys.exit(main())
