"""Hostile projects through the real command: `python tests/hostile/fuzz.py --cases 20000 --seed 1
--jobs 2`.

A case that fails is told with the command that runs it alone. Linux only.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import resource
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

HERE = Path(__file__).resolve().parent
# as a script, it is this checkout that is attacked
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, metavar="N")
    parser.add_argument(
        "--first", type=int, default=0, metavar="N", help="the number of the first case"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument(
        "--kind", default="", help="only cases of this kind: yaml, svg, places, ..."
    )
    parser.add_argument(
        "--only", type=int, metavar="N", help="only this case, and tell all about it"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="keep the folders of cases that fail; with --only of the case",
    )
    asked = parser.parse_args()
    if sys.platform != "linux":
        sys.exit("this looks into /proc and uses inotify: it runs on Linux only")
    warm_up()
    if asked.only is not None:
        sys.exit(only(asked.seed, asked.only, asked.keep))
    failed, kinds, cpu, stops = 0, Counter[str](), 0.0, Counter[str]()
    worst = Worst()
    for result in told_until_interrupted(results(asked)):
        kinds[result["kind"]] += 1
        worst.see(result)
        cpu += result["cpu"]
        stops += Counter(result["stops"])
        if result["faults"]:
            failed += 1
            print(f"case {result['number']} ({result['kind']}): {'; '.join(result['faults'])}")
            print(
                f"    python tests/hostile/fuzz.py --seed {asked.seed} --only {result['number']}",
                flush=True,
            )
    ran = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    print(
        f"{kinds.total()} cases ({ran}); {failed} failed; {cpu / max(kinds.total(), 1):.2f} s of CPU each on average"
    )
    print(f"the program stopped what was too much: {dict(stops)}")
    print(worst)
    sys.exit(failed > 0)


class Worst:
    """The cases that cost the most, of all and of those whose files are small."""

    def __init__(self) -> None:
        self._most: dict[str, tuple[float, int]] = {}

    def see(self, result: dict[str, Any]) -> None:
        """Note what a case has cost."""
        for what in ("megabytes", "cpu"):
            for name in (what, f"{what} of files below 1 MB") if result["small"] else (what,):
                self._most[name] = max(
                    self._most.get(name, (0, 0)), (result[what], result["number"])
                )

    def __str__(self) -> str:
        return "the most: " + "; ".join(
            f"{name} {cost:.4g} (case {number})" for name, (cost, number) in self._most.items()
        )


def told_until_interrupted(results: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Ctrl-C ends the run with what has come of it so far."""
    with suppress(KeyboardInterrupt):
        yield from results


def warm_up() -> None:
    """Load all of the program, so that a forked case need not."""
    import cardgen
    from cardgen.sandbox.process import slowness

    for module in pkgutil.walk_packages(cardgen.__path__, "cardgen."):
        if not module.name.startswith(
            ("cardgen.preview", "cardgen.__main__", "cardgen.impose.cutters.")
        ):
            importlib.import_module(module.name)
    slowness()


def only(seed: int, number: int, keep: Path | None) -> int:
    """Run one case, and tell all about it."""
    from mutators import make_case
    from trial import become_the_reaper, run_case

    from cardgen.sandbox.process import slowness

    become_the_reaper()
    case = make_case(seed, number)
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        print(
            f"cardgen {' '.join(map(ascii, case.words))}{'  (on a terminal)' * case.terminal}\n"
            + "\n".join(f"  {each}" for each in case.told)
        )
        outcome = run_case(case, Path(folder) / "case", slowness())
        print(ascii(outcome.said[:5000]).replace("\\n", "\n"))
        print(f"exit code {outcome.code}, {outcome.cpu:.2f} s of CPU, {outcome.megabytes} MB")
        print("\n".join(outcome.faults) or "all is well")
        if keep:
            shutil.copytree(
                Path(folder) / "case", keep / str(number), symlinks=True, copy_function=_copied
            )
    return bool(outcome.faults)


def _copied(source: str, target: str) -> None:
    if Path(source).is_file() and Path(source).stat().st_size < 100 << 20:
        shutil.copyfile(source, target)


def results(asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What came of each case, as the workers get there: each does every so-manieth."""
    end, begin = os.pipe()
    for place in range(asked.jobs):
        if os.fork() == 0:
            os.close(end)
            code = 1
            try:
                with os.fdopen(begin, "w") as told:
                    work(asked, place, told)
                code = 0
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(code)
    os.close(begin)
    with os.fdopen(end) as lines:
        for line in lines:
            yield json.loads(line)
    if any(os.wait()[1] for _ in range(asked.jobs)):
        sys.exit("a worker came to grief: not all cases were tried")


def work(asked: argparse.Namespace, place: int, told: TextIO) -> None:
    from mutators import KINDS, make_case
    from trial import become_the_reaper, run_case

    from cardgen.sandbox.process import slowness

    become_the_reaper()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.RLIM_INFINITY))
    kinds = list(KINDS)
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as folder:
        for number in range(asked.first, asked.first + asked.cases):
            if number % asked.jobs != place or (
                asked.kind and kinds[number % len(kinds)] != asked.kind
            ):
                continue
            room = Path(folder) / "case"
            case = make_case(asked.seed, number)
            outcome = run_case(case, room, slowness())
            if outcome.faults and asked.keep:
                shutil.copytree(
                    room, asked.keep / str(number), symlinks=True, copy_function=_copied
                )
            shutil.rmtree(room, ignore_errors=True)
            stops = [reason for reason, words in STOPS.items() if words in outcome.said]
            faults = [fault[:300] for fault in outcome.faults[:8]]
            small = max(map(len, case.files.values())) < 1 << 20 and all(
                verb != "huge" for verb, _, _ in case.tricks
            )
            result = {
                "number": number,
                "kind": outcome.kind,
                "faults": faults,
                "stops": stops,
                "small": small,
            }
            told.write(
                json.dumps(result | {"cpu": outcome.cpu, "megabytes": outcome.megabytes}) + "\n"
            )
            told.flush()


MOST_MEMORY = 3 << 30
"""Bytes that a worker itself may use, so that what is hostile to it harms nobody."""
STOPS = {
    "time": " longer than ",
    "memory": " MB of memory",
    "depth": "nests too deeply",
    "crash": "ended the program that worked on it",
}
"""What the program says when it stops a child of its own."""

if __name__ == "__main__":
    main()
