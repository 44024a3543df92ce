"""The second engine: typst's SVG renderer, which puts filters over pictures. It comes with the
extra `art`.

It is handed one drawing with its picture inside; it sees no file, no font and no network.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

EXTRA = "art"


def installed(package: str) -> str:
    """The name and version of an installed package; empty if there is none.

    They are as the folder of its metadata is called. The folders tell it at once;
    importlib.metadata takes 20 ms for a package."""
    spec = find_spec(package)
    if spec is None or not spec.origin:
        return ""
    folder = Path(spec.origin).parent.parent
    return next((path.stem for path in sorted(folder.glob(f"{package}-*.dist-info"))), package)


def version() -> str:
    """The version of typst's package, empty where it is not installed."""
    return installed("typst")


def pixels(svg: bytes, size: tuple[int, int]) -> bytes:
    """The drawing as a PNG of so many pixels, its ground clear.

    Raises ValueError where typst cannot draw it."""
    import typst

    width, height = size
    page = (
        f"#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)\n"
        '#image("art.svg", width: 100%, height: 100%)'
    )
    files: Any = {"main.typ": page.encode(), "art.svg": svg}
    try:
        # to look for fonts of the system takes longer than to draw
        png = typst.compile(files, ignore_system_fonts=True, format="png", ppi=72.0)
    except typst.TypstError as error:
        first_line = str(error).strip().partition("\n")[0]
        raise ValueError(first_line[:200]) from None
    if not isinstance(png, bytes):
        raise ValueError("more than a page")
    return png
