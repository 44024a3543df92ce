"""How long from saving a file until the cards are redrawn on the page of `cardgen preview`? Needs
Chromium, and `pip install -e '.[dev]'`.

    python bench/preview.py [--saves 15] [--edits 0]

A deck of 2,000 cards is scrolled as a table, too, from its first card to its last in four seconds:
frames are counted.

The deck has 57 cards. The page itself looks at the clock when the frame with the new card has been
drawn, and subtracts the time of the file; both are this machine's. `one card` changes a name in the
deck's file, `all cards` the template of every card: then the first redrawn cards and the last are
told. `a cell` is an edit on the page after others, from the call to the frame with the card; its
ratio is to a file that was saved in the same run. `--edits` tells how the memory of all processes grows from
fifty edits to so many."""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import psutil  # noqa: E402
from chromium import CHROMIUM, Browser, browser  # noqa: E402  # as the tests find it
from previews import previewing  # noqa: E402

GAME = "best-candy-on-the-block"
BIG, LONG = 500, 2000
SCROLL = 4.0
"""Seconds in which a table is scrolled from its first card to its last."""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-3" y="-3" width="69.5" height="94.9" fill="#FFF7E8"/>
{{ text_box(card.name, 5, 5, 53, 10, size=14) }}
{{ text_box(card.text, 5, 40, 53, 40, size=9) }}
</svg>"""
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


def cell(page: Browser, deck: str, card: str, name: str) -> float:
    """Milliseconds from an edit on the page until its card is drawn."""
    edit = {"do": "set", "deck": deck, "card": card, "values": {"name": name}}
    shown = f"{AWAKE}.find((card) => card.id === '{card}').face.shadow.textContent"
    time_taken = page.run(
        f"""(async () => {{
            const {{ edit }} = await import('/static/edits.js');
            const start = performance.now();
            const answer = edit([{json.dumps(edit)}]);
            while (!{shown}.replace(/\\s+/g, ' ').includes('{name}')) await new Promise(requestAnimationFrame);
            const taken = performance.now() - start;
            return (await answer).done ? taken : NaN;
        }})()"""
    )
    time.sleep(1.2)
    return float(time_taken)


def memory_of_preview() -> int:
    """Bytes that the processes of the preview take together; what several share counts once, where
    the system tells."""
    processes = psutil.Process().children(recursive=True)
    infos = [each.memory_full_info() for each in processes if "chrom" not in each.name().lower()]
    return sum(getattr(info, "pss", info.uss) for info in infos)


def row(name: str, values: list[float], beside: list[float] | None = None) -> None:
    middle = statistics.median(values)
    ratio = f"   {middle / statistics.median(beside):4.2f} of a saved file" if beside else ""
    print(
        f"  {name:<28} median {middle:5.0f} ms   worst {max(values):5.0f} ms   of {len(values)}{ratio}"
    )


def bench(saves: int, edits: int) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        root = Path(name)
        shutil.copytree(ROOT / "card_data" / GAME, root / "card_data" / GAME)
        shutil.copytree(ROOT / "templates", root / "templates")
        big = big_deck(root, "big", BIG)
        big_deck(root, "long", LONG)
        deck, template = (
            root / "card_data" / GAME / "main.yaml",
            root / "templates/best-candy/treat.svg",
        )
        with previewing("--project", root) as address, browser(root / "profile") as page:
            look(page, f"{address}#/{GAME}/main", 57)
            words, drawn = deck.read_text("utf-8"), template.read_text("utf-8")
            holds = "face.shadow.textContent.replace(/\\s+/g, ' ').includes"
            one, first, last, cells = [], [], [], []
            for number in range(saves):
                corn = f"{AWAKE}.find((card) => card.id === 'black-1')"
                text = words.replace("name: Candy Corn,", f"name: Candy Corn {number},")
                one.append(
                    saved(page, deck, text, f"{corn}.{holds}('Candy Corn {number}') && Date.now()")[
                        0
                    ]
                )
            cell(page, f"{GAME}/main", "black-1", "After a save")  # reads what was saved
            for number in range(saves):
                cells.append(cell(page, f"{GAME}/main", "black-1", f"Cell {number} Corn"))
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
            print("57 cards, from the save to the screen")
            row("one card", one)
            row("all cards: the first", first)
            row("all cards: the last", last)
            row("a cell, edited on the page", cells, one)
            look(page, f"{address}#/big/main", BIG)
            words = big.read_text("utf-8")
            one, cells = [], []
            for number in range(saves):
                card = f"{AWAKE}.find((card) => card.id === 'c3')"
                text = words.replace("name: Card 3,", f"name: Saved {number},")
                shown = f"{card}.{holds}('Saved {number}') && Date.now()"
                one.append(saved(page, big, text, shown)[0])
            cell(page, "big/main", "c3", "After a save")
            for number in range(saves):
                cells.append(cell(page, "big/main", "c3", f"Cell {number}"))
            print(f"{BIG} cards")
            row("one card", one)
            row("a cell, edited on the page", cells, one)
            bench_scrolling(page, f"{address}#/long/main")
            if edits:
                look(page, f"{address}#/{GAME}/main", 57)
                bench_memory(page, edits)


def look(page: Browser, address: str, cards: int) -> None:
    """Open a deck, and wait until it has been drawn and nothing is at work."""
    page.open(address, height=900)
    page.until(
        f"{AWAKE}.length === {cards} && document.documentElement.dataset.looked !== undefined"
    )
    page.run(f"{AWAKE}.slice(0, 60).forEach((card) => card.awake())")
    page.until(f"{AWAKE}.slice(0, 57).every((card) => card.face.shadow.firstElementChild)")
    time.sleep(3)


def big_deck(root: Path, game: str, count: int) -> Path:
    """A deck of so many cards of one template."""
    folder = root / "card_data" / game
    folder.mkdir()
    (folder / "game.yaml").write_text(f"title: {game}\n", "utf-8")
    (root / "templates/big.svg").write_text(CARD, "utf-8")
    text = "Draw two cards, then discard one of them."
    entries = [
        f"  - {{id: c{number}, name: Card {number}, text: {text!r}}}\n" for number in range(count)
    ]
    head = "title: Main\nsize: poker\ntemplate: big.svg\nfields: {text: text}\ncards:\n"
    file = folder / "main.yaml"
    file.write_text(head + "".join(entries), "utf-8")
    return file


def bench_scrolling(page: Browser, address: str) -> None:
    """Scroll a long table, and say how many frames there were, beside those of a table at rest."""
    page.open(address, height=900)
    page.until(
        f"{AWAKE}.length === {LONG} && document.documentElement.dataset.looked !== undefined"
    )
    page.run("document.querySelector('[data-mode=table]').click()")
    page.until("document.querySelectorAll('[role=rowheader]').length > 10")
    time.sleep(3)
    still, scrolled = (frames(page, is_scrolled=each) for each in (False, True))
    print(f"{LONG} cards as a table, scrolled in {SCROLL:g} s")
    print(f"  {scrolled:.0f} frames a second, {still:.0f} at rest: {scrolled / still:.2f} of them")


def frames(page: Browser, *, is_scrolled: bool) -> float:
    """Frames a second of a table that is scrolled through, or not."""
    count = page.run(
        f"""(async () => {{
            const cells = document.querySelector('.cells');
            const far = cells.scrollHeight - cells.clientHeight;
            const start = performance.now();
            for (let count = 0; ; count++) {{
                const share = (performance.now() - start) / {SCROLL * 1000};
                if (share >= 1) return count;
                if ({json.dumps(is_scrolled)}) cells.scrollTop = far * share;
                await new Promise(requestAnimationFrame);
            }}
        }})()"""
    )
    return float(count) / SCROLL


def bench_memory(page: Browser, edits: int) -> None:
    """Edit a card that is shown again and again, and say how memory has grown since the fiftieth
    time."""
    early = 0
    for number in range(1, edits + 1):
        edit = {
            "do": "set",
            "deck": f"{GAME}/main",
            "card": "black-1",
            "values": {"name": f"No {number}"},
        }
        call = f"import('/static/edits.js').then(({{ edit }}) => edit([{json.dumps(edit)}]))"
        assert page.run(call)["done"]
        if number == min(50, edits):
            time.sleep(5)
            early = memory_of_preview()
    time.sleep(5)
    late = memory_of_preview()
    print(
        f"memory after 50 edits {early >> 20} MB, after {edits} {late >> 20} MB: {late / early:.2f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--saves", type=int, default=15)
    parser.add_argument("--edits", type=int, default=0)
    arguments = parser.parse_args()
    if CHROMIUM is None:
        print("no Chromium is installed: the preview is not measured")
    else:
        bench(arguments.saves, arguments.edits)
