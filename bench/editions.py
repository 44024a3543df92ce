"""What do editions cost, beside the very same cards in one build, and beside as many cards that all
differ?

    python bench/editions.py [--editions 1000] [--different]

A deck of 54 poker cards, two of them with the guest's name and a text of his own, is made for every
guest: a PDF for each, and a hundred to a PDF. Then the same cards of paper in one build: 52 cards
in as many copies as there are guests, and the two cards of every guest; with `--different` also as
many cards as all editions have together, no two of them alike. Each is a whole process with a cold
cache. Ratios are of CPU seconds, children included; the machine's speed drifts, so compare what
follows one another. Needs a POSIX system."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from bench import ROOT, Run, make_project, measured, words

COMMON, PERSONAL, MOST = 52, 2, 500


def guest(number: int) -> str:
    first, last = words(10_000 + number)[:2]
    return f"{first.title().strip('.')} {last.title().strip('.')} {number}"


def personal(whose: str, words: str, which: str) -> str:
    """A template for a card with a guest's name and text, much like the other cards."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">'
        f'<image href="art-{which}.svg" x="14" y="10" width="36" height="36"/>'
        f'{{{{ text_box({whose}, 4, 47, 55.5, 6, 12, 6, align="center", font="Baloo 2", weight=800) }}}}'
        f"{{{{ text_box({words}, 4, 54, 55.5, 26, 7, 6, leading=1.15) }}}}</svg>"
    )


def project(folder: Path, guests: int) -> None:
    """A game with the deck `each`, which is made in editions, and the deck `all`, which has the
    same cards at once."""
    make_project(folder, COMMON)
    game = folder / "card_data/bench"
    head, cards = (game / "deck.yaml").read_text().split("cards:\n")
    (game / "deck.yaml").unlink()
    fields = "fields: {n: {int: {default: 0}}, words: {text: {default: ''}}, guest: {text: {default: ''}}}"
    head = head.replace("fields: {n: int, words: text}", fields)
    (game / "editions.yaml").write_text(
        "fields: {guest: text, words: text}\nexample: {guest: Alma Mater, words: Welcome}\nname: edition.guest\n"
    )
    (game / "guests.csv").write_text(
        "guest,words\n"
        + "".join(f'{guest(i)},"{" ".join(words(20_000 + i))}"\n' for i in range(guests))
    )
    own = "".join(f"  - {{id: own-{i}, template: own-{i}.svg}}\n" for i in range(PERSONAL))
    (game / "each.yaml").write_text(f"{head}cards:\n{cards}{own}")
    lines = []
    for first in range(0, guests, MOST):
        copies = min(MOST, guests - first)
        lines += [
            line.replace("id: c", f"copies: {copies}, id: {'abcdefgh'[first // MOST % 8]}{first}-c")
            for line in cards.splitlines()
        ]
    for i in range(guests):
        text = " ".join(words(20_000 + i))
        lines += [
            f'  - {{id: g{i}-{k}, guest: "{guest(i)}", words: "{text}", template: one-{k}.svg}}'
            for k in range(PERSONAL)
        ]
    (game / "all.yaml").write_text(f"{head}cards:\n" + "\n".join(lines) + "\n")
    for k in range(PERSONAL):
        (folder / f"templates/own-{k}.svg").write_text(
            personal("edition.guest", "edition.words", str(k))
        )
        (folder / f"templates/one-{k}.svg").write_text(personal("card.guest", "card.words", str(k)))


def shown(name: str, run: Run, cards: int, to: Run) -> None:
    speed, ratio = cards / run.cpu, run.cpu / to.cpu
    print(
        f"  {name:<42} {run.cpu:7.2f} s CPU {run.wall:7.2f} s {speed:6.0f} cards/s {run.peak_mb:5.0f} MB {ratio:6.2f}"
    )


def build(folder: Path, name: str, *options: str) -> Run:
    """A build with a cold cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "CARDGEN_CACHE": cache, "PYTHONPATH": str(ROOT)}
        command = [
            sys.executable,
            "-m",
            "cardgen",
            "build",
            f"bench/{name}",
            "--paper",
            "a4",
            "--project",
            str(folder),
            *options,
        ]
        return measured(command, None, environment)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--editions", type=int, default=100)
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--different", action="store_true")
    asked = parser.parse_args()
    guests, cards = asked.editions, asked.editions * (COMMON + PERSONAL)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        project(folder, guests)
        table = str(folder / "card_data/bench/guests.csv")
        print(
            f"{guests:,} editions of {COMMON + PERSONAL} cards, {PERSONAL} of their own; last, CPU beside the same cards at once"
        )
        same = build(folder, "all", "--jobs", "1")
        alone = build(folder, "each", "--editions", table, "--jobs", asked.jobs)
        together = build(
            folder, "each", "--editions", table, "--bundle", "100", "--jobs", asked.jobs
        )
        shown("the same cards in one build", same, cards, same)
        shown("editions, a PDF each", alone, cards, same)
        shown("editions, a hundred to a PDF", together, cards, same)
        if asked.different:
            make_project(folder / "different", min(cards, 50_000))
            (folder / "different/card_data/bench/each.yaml").write_text(
                (folder / "different/card_data/bench/deck.yaml").read_text()
            )
            other = build(folder / "different", "each", "--jobs", "1")
            scaled = other._replace(cpu=other.cpu * cards / min(cards, 50_000))
            shown(f"{cards:,} cards that differ, in one build", scaled, cards, same)


if __name__ == "__main__":
    main()
