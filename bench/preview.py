"""How long from saving a file until the cards are redrawn on the page of `cardgen preview`? Needs
Chromium, and `pip install -e '.[dev]'`.

    python bench/preview.py [--saves 15]

A deck of 2,000 cards is scrolled as a table, too, from its first card to its last in four seconds:
frames are counted.

The deck has 57 cards. The page itself looks at the clock when the frame with the new card has been
drawn, and subtracts the time of the file; both are this machine's. `one card` changes a name in the
deck's file, `all cards` the template of every card: then the first redrawn cards and the last are
told."""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

from chromium import CHROMIUM, Browser, browser  # noqa: E402  # as the tests find it
from previews import previewing  # noqa: E402
from projects import HEAD, write_project  # noqa: E402

GAME = "best-candy-on-the-block"
AWAKE = "[...document.querySelectorAll('.card')].map((each) => each.card)"


def saved(page: Browser, file: Path, text: str, shown: str) -> tuple[float, float]:
    """Milliseconds until the first card was redrawn and until what should be shown is shown, after
    one save."""
    before = page.run("document.documentElement.dataset.drawn ?? '0'")
    file.write_text(text, "utf-8")
    start = file.stat().st_mtime
    last = page.until(shown)
    page.until(f"(document.documentElement.dataset.drawn ?? '0') !== '{before}'")
    first = page.run("Number(document.documentElement.dataset.lag)")
    time.sleep(1.2)  # the checks that follow a change are over
    return float(first), float(last) - start * 1000


def row(name: str, values: list[float]) -> None:
    print(
        f"  {name:<28} median {statistics.median(values):5.0f} ms   worst {max(values):5.0f} ms   of {len(values)} saves"
    )


SCROLLED = """(async () => {
  const cells = document.querySelector('.cells');
  const way = cells.scrollHeight - cells.clientHeight;
  const start = performance.now();
  let [frames, worst, last] = [0, 0, start];
  while (performance.now() - start < 4000) {
    const now = await new Promise(requestAnimationFrame);
    cells.scrollTop = way * Math.min(1, (now - start) / 4000);
    worst = Math.max(worst, now - last);
    [frames, last] = [frames + 1, now];
  }
  return [frames / 4, worst];
})()"""


def scroll(page: Browser, folder: Path) -> None:
    """Tell the frames of a table of 2,000 rows and 15 columns that is scrolled."""
    names = [f"text_{number}" for number in range(9)]
    fields = "".join(f"  {name}: {{text: {{optional: true}}}}\n" for name in names)
    texts = ", ".join(f"{name}: some words of it" for name in names)
    cards = "".join(
        f"  - {{id: card-{number}, name: Card {number}, rank: {number % 13}, {texts}}}\n"
        for number in range(2000)
    )
    deck = f"{HEAD}fields:\n{fields}  rank: int\ncards:\n{cards}"
    root = write_project(folder, {"main": deck})
    with previewing("--project", root) as address:
        page.open(f"{address}#/sweets/main", width=1440)
        page.until("document.documentElement?.dataset.looked !== undefined")
        page.press("e")
        page.until("document.querySelectorAll('.row-of-cells').length > 0")
        time.sleep(8)  # until all cards are composed
        for _ in range(3):
            frames, worst = page.run(SCROLLED)
            print(
                f"  2,000 cards as a table        {frames:5.1f} frames a second, worst {worst:.0f} ms"
            )
        page.call("Page.navigate", url="about:blank")


def bench(saves: int) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        root = Path(name)
        shutil.copytree(ROOT / "card_data" / GAME, root / "card_data" / GAME)
        shutil.copytree(ROOT / "templates", root / "templates")
        deck, template = (
            root / "card_data" / GAME / "main.yaml",
            root / "templates/best-candy/treat.svg",
        )
        with previewing("--project", root) as address, browser(root / "profile") as page:
            page.open(f"{address}#/{GAME}/main", height=900)
            page.until(
                f"{AWAKE}.length === 57 && document.documentElement.dataset.looked !== undefined"
            )
            page.run(f"{AWAKE}.forEach((card) => card.awake())")
            page.until(f"{AWAKE}.every((card) => card.face.shadow.firstElementChild)")
            time.sleep(3)
            words, drawn = deck.read_text("utf-8"), template.read_text("utf-8")
            holds = "face.shadow.textContent.replace(/\\s+/g, ' ').includes"
            one, first, last = [], [], []
            for number in range(saves):
                corn = f"{AWAKE}.find((card) => card.id === 'black-1')"
                text = words.replace("name: Candy Corn,", f"name: Candy Corn {number},")
                one.append(
                    saved(page, deck, text, f"{corn}.{holds}('Candy Corn {number}') && Date.now()")[
                        0
                    ]
                )
            for number in range(saves):
                mark = (
                    f'<text x="9" y="9" font-family="Nunito" font-size="4">Z{number}Z</text></svg>'
                )
                text = drawn.replace("</svg>", mark)
                times = saved(
                    page,
                    template,
                    text,
                    f"{AWAKE}.filter((card) => card.{holds}('Z{number}Z')).length >= 56 && Date.now()",
                )
                first.append(times[0])
                last.append(times[1])
            scroll(page, Path(name) / "many")
    print("57 cards, from the save to the screen")
    row("one card", one)
    row("all cards: the first", first)
    row("all cards: the last", last)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--saves", type=int, default=15)
    arguments = parser.parse_args()
    if CHROMIUM is None:
        print("no Chromium is installed: the preview is not measured")
    else:
        bench(arguments.saves)
