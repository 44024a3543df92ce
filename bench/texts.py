"""What do spans, stacks and shared sizes cost?

    python bench/texts.py [--cards 5700] [--turns 3] [--only KIND,...]

The deck of bench.py, with the same words, in turns: as it is; with a vocabulary and six words in spans;
with its texts in a stack; with both; and with `size='deck'`. Every figure is the CPU time of a whole
process that draws everything anew, and its ratio to the plain deck of the same turn; the median
of all turns counts."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench import ROOT, make_project, measured

TITLE = '{{ text_box(card.name, 4, 47, 55.5, 6, 12, align="center", font="Baloo 2", weight=800) }}'
WORDS = "{{ text_box(card.words, 4, 54, 55.5, 26, 7, 6, leading=1.15) }}"
STACK = """{{ stack([
  {'text': card.name, 'size': 12, 'align': 'center', 'font': 'Baloo 2', 'weight': 800},
  {'rule': 0.3, 'fill': palette.ink},
  {'text': card.words, 'size': 7, 'min_size': 6, 'leading': 1.15},
  {'space': 0, 'grow': 1},
], 4, 47, 55.5, 33) }}"""
STYLES = """styles: {hot: {color: "#A3123F", weight: 800}, keyword: {italic: true}}
keywords: {midnight: {means: "the last hour"}, caramel: {means: "a sweet"}}
replace: {sugar: "{candy}"}
"""
KINDS = {"spans": (True, False), "stack": (False, True), "both": (True, True)}


def change(file: Path, before: str, after: str) -> None:
    """Replace what stands in a file. Raises SystemExit where it does not."""
    text = file.read_text("utf-8")
    if before not in text:
        raise SystemExit(f"{file.name} has no {before!r}")
    file.write_text(text.replace(before, after), "utf-8")


def with_spans(words: re.Match[str]) -> str:
    """The words of a card, every ninth of them in a span."""
    return " ".join(
        [
            f"[{word}]{{.hot}}" if place % 9 == 4 else word
            for place, word in enumerate(words[0].split(" "))
        ]
    )


def make_texts(folder: Path, count: int, kind: str) -> None:
    """A project of so many cards of a kind."""
    make_project(folder, count)
    template = folder / "templates/bench.svg"
    has_spans, has_stack = KINDS.get(kind, (False, False))
    if has_spans:
        game = folder / "card_data/bench/game.yaml"
        game.write_text(game.read_text("utf-8") + STYLES, "utf-8")
        deck = game.with_name("deck.yaml")
        styled = re.sub(r'(?<=words: ")[^"]+', with_spans, deck.read_text("utf-8"))
        deck.write_text(styled, "utf-8")
    if has_stack:
        change(template, TITLE + WORDS, STACK)
    if kind == "deck":
        change(template, "26, 7, 6, leading", "26, 'deck', 6, max_size=7, leading")


def cpu(folder: Path, kind: str) -> float:
    """The CPU seconds in which a project is built, with nothing known of it before."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "CARDGEN_CACHE": cache, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "cardgen", "build", "bench", "--jobs", "1"]
        command += ["--paper", "a4", "--project", str(folder / kind)]
        return measured(command, environment=environment).cpu


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", type=int, default=5700)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default=",".join([*KINDS, "deck"]))
    chosen = parser.parse_args()
    kinds = ["plain", *chosen.only.split(",")]
    with tempfile.TemporaryDirectory() as name:
        for kind in kinds:
            make_texts(Path(name) / kind, chosen.cards, kind)
        turns = [{kind: cpu(Path(name), kind) for kind in kinds} for _ in range(chosen.turns)]
    for kind in kinds:
        ratio = median([turn[kind] / turn["plain"] for turn in turns])
        seconds = median([turn[kind] for turn in turns])
        print(
            f"{chosen.cards} cards, {kind:6}{seconds:8.2f} s CPU{ratio:8.2f} times the plain ones"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
