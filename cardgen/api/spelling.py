"""Dictionaries of Hunspell that are installed on this machine, asked through spylls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

from cardgen.base.files import read_own

_INSTALLED = (
    "/usr/share/hunspell",
    "/usr/share/myspell/dicts",
    "/usr/local/share/hunspell",
    "/opt/homebrew/share/hunspell",
    "/Library/Spelling",
    "C:/Program Files/LibreOffice/share/extensions/dict-{}",
)
"""Folders with dictionaries, in which {} stands for the language."""
_LONGEST = 40
"""Letters of a word that is looked up."""


def dictionaries_of(language: str) -> list[Path]:
    """The installed dictionaries of a language, as files without their ending, each once."""
    found: dict[Path, Path] = {}
    for name in _INSTALLED:
        folder = Path(name.format(language[:2]))
        for file in sorted(folder.glob(f"{language[:2]}*.dic")) if folder.is_dir() else ():
            if file.with_suffix(".aff").is_file():
                found.setdefault(file.resolve(), file.with_suffix(""))
    return [*found.values()]


class Dictionaries:
    """Words that any of several dictionaries of a language knows."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files
        self.knows = lru_cache(maxsize=50_000)(self._knows)

    def _all(self) -> Iterator[Any]:
        for file in self._files:
            yield _read(file)

    def _knows(self, word: str) -> bool:
        """True if the word is spelt right; what is too long to be one is not looked up."""
        plain = word.replace("\u2019", "'").replace("\u2010", "-")
        return len(plain) > _LONGEST or any(each.lookup(plain) for each in self._all())

    def nearest(self, word: str) -> str:
        """A word that may be meant; empty where there is none."""
        suggestions = (suggestion for each in self._all() for suggestion in each.suggest(word))
        return str(next(suggestions, ""))


@lru_cache(maxsize=8)
def _read(file: Path) -> Any:
    """A dictionary. spylls' own reader leaves its files open: this one holds what they say."""
    from spylls.hunspell import Dictionary, readers
    from spylls.hunspell.readers.file_reader import BaseReader

    class HeldText(BaseReader):  # type: ignore[misc]  # it has no types
        def __init__(self, file: Path, encoding: str = "Windows-1252") -> None:
            self._data = read_own(file)
            super().__init__(self._decoded(encoding))

        def _decoded(self, encoding: str) -> StringIO:
            return StringIO(self._data.decode(encoding, "surrogateescape"), newline=None)

        def reset_encoding(self, encoding: str) -> None:
            self.reset_io(self._decoded(encoding))

    aff, context = readers.read_aff(HeldText(file.with_suffix(".aff")))
    words = HeldText(file.with_suffix(".dic"), context.encoding)
    return Dictionary(aff, readers.read_dic(words, aff=aff, context=context))


def speller_of(language: str) -> Dictionaries | None:
    """The dictionaries of a language; None where there are none, or nothing that reads them."""
    try:
        import spylls.hunspell  # noqa: F401  # of the extra "wording"
    except ImportError:
        return None
    files = dictionaries_of(language)
    return Dictionaries(files) if files else None
