"""Runs of nine words, hashed: how a test knows the sentences of the games' original rules without
holding them.

    python tests/own_words.py SEEDS...      makes tests/original_runs.bin anew from the original rule texts

Numbers and the words of card names and suits are stripped first: facts are free, sentences are not.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

RUN = 9
DIGEST = 5
STORED = Path(__file__).with_name("original_runs.bin")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
STRIPPED = frozenset(
    [
        *(
            "candy",
            "caramel",
            "chocolate",
            "coconut",
            "fruit",
            "gummy",
            "halloween",
            "marshmallow",
            "nuts",
            "nut",
            "sour",
        ),
        *(
            "black",
            "green",
            "orange",
            "purple",
            "yellow",
            "white",
            "gold",
            "blue",
            "corn",
            "wax",
            "lips",
            "vampire",
            "teeth",
        ),
        *(
            "butterscotch",
            "peanut",
            "brittle",
            "turtles",
            "ghost",
            "stick",
            "toothbrush",
            "pencil",
            "rock",
            "pennies",
            "apple",
        ),
        *(
            "powder",
            "cup",
            "clusters",
            "eyeballs",
            "coins",
            "peppermint",
            "ball",
            "spider",
            "rings",
            "witch",
            "fingers",
            "fish",
        ),
        *(
            "kids",
            "cremes",
            "bar",
            "twists",
            "taffy",
            "popcorn",
            "bubble",
            "gum",
            "trail",
            "mix",
            "lollipop",
            "worms",
            "chews",
        ),
        *(
            "jawbreaker",
            "best",
            "house",
            "block",
            "king",
            "size",
            "sized",
            "dad",
            "tax",
            "mom",
            "veto",
            "bundle",
            "pumpkin",
        ),
        *(
            "skull",
            "devil",
            "mummy",
            "frankenstein",
            "slime",
            "reaper",
            "skeleton",
            "doll",
            "bunny",
            "pumpkinhead",
            "evil",
        ),
        *(
            "twins",
            "spy",
            "stop",
            "redirect",
            "plus",
            "recolor",
            "rainbow",
            "joker",
            "cookie",
            "licorice",
            "wheel",
            "hard",
        ),
        *(
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
        ),
    ]
)


def words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower().replace("’", "'")) if word not in STRIPPED]


def runs(text: str) -> Iterator[tuple[str, bytes]]:
    """Every nine words in a row, and their hash."""
    found = words(text)
    for start in range(len(found) - RUN + 1):
        run = " ".join(found[start : start + RUN])
        yield run, hashlib.sha256(run.encode()).digest()[:DIGEST]


def known() -> frozenset[bytes]:
    stored = STORED.read_bytes()
    return frozenset(stored[at : at + DIGEST] for at in range(0, len(stored), DIGEST))


def store(texts: Iterable[str]) -> int:
    hashes = sorted({digest for text in texts for _, digest in runs(text)})
    STORED.write_bytes(b"".join(hashes))
    return len(hashes)


if __name__ == "__main__":
    sys.stdout.write(
        f"{store(Path(name).read_text(encoding='utf-8') for name in sys.argv[1:])} runs\n"
    )
