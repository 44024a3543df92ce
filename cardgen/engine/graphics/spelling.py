"""Numbers and names as PDF spells them."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from cardgen.base.geometry import Matrix


def content_name(letter: str, *parts: bytes) -> str:
    """A PDF name from content: 48 bits of SHA-256, which no project will see collide."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return letter + digest.hexdigest()[:12]


def number(value: float) -> str:
    """A PDF number with three decimals; with more below 1.

    Three are a micrometre where the unit is a millimetre; below 1 units may be large."""
    if -1 < value < 1:
        return fine(value)
    text = f"{value:.3f}"
    if text.endswith("000"):
        return text[:-4]
    return text.rstrip("0")


def fine(value: float) -> str:
    """A PDF number for matrices and shadings, where an error would be multiplied."""
    text = (f"{value:.10f}" if -0.01 < value < 0.01 else f"{value:.6f}").rstrip("0").rstrip(".")
    return text if text != "-0" else "0"


def fine_colour(value: float) -> str:
    """A colour component, fine enough for 8 bits."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=1024)
def matrix_operator(matrix: Matrix) -> str:
    """The operator that goes on in another space (ISO 32000-1, 8.4.4)."""
    return " ".join(map(fine, matrix)) + " cm"


def ink_name(name: str) -> str:
    """The name of an ink as PDF spells it (ISO 32000-1, 7.3.5)."""
    return f"/{name.replace(' ', '#20')}"
