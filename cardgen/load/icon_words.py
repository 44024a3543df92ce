"""The icons that words on cards mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from cardgen.model.project import Project
from cardgen.sandbox.printable import plain_text

_SUITS = {
    "suit-hearts": "♥ ♡ herz herzen coeur cœur coeurs cœurs corazón corazones cuori copas",
    "suit-spades": "♠ ♤ pik pique piques pica picas picche espadas",
    "suit-clubs": "♣ ♧ kreuz treff trèfle trèfles trébol tréboles fiori paus",
    "suit-diamonds": "♦ ♢ karo eckstein carreau carreaux diamante diamantes quadri ouros",
}
"""The suits in other languages than those of the keywords."""
_SUIT_OF = {word: icon for icon, words in _SUITS.items() for word in words.split()}
_COLOURED = "color/"


class IconFinder:
    """The icons that words on cards mean, by names, suits and keywords."""

    def __init__(self, project: Project, exists: Callable[[str], bool]) -> None:
        self._project = project
        self._exists = exists

    def __call__(self, text: Any, coloured: bool = False) -> str:
        """The name of the icon that a text means: all of it, or one of its words from the last on.

        Of a `coloured` drawing where there is one; empty where nothing is meant."""
        words = plain_text(text, "the text of icon_of").casefold().split()
        names = dict.fromkeys(["-".join(words), *reversed(words)])
        found = (icon for search in (self._called, self._described) for icon in search(names))
        name = next(found, "")
        return _COLOURED + name if coloured and self._exists(_COLOURED + name) else name

    def _called(self, names: Mapping[str, None]) -> Iterator[str]:
        """The icons of these names; suits before others."""
        for name in names:
            singular = name.removesuffix("s")
            spellings = (_SUIT_OF.get(name), f"suit-{name}", f"suit-{name}s", name, singular)
            yield from (icon for icon in spellings if icon and self._exists(icon))

    def _described(self, names: Mapping[str, None]) -> Iterator[str]:
        """The icons that have these names among their keywords."""
        for name in names:
            spellings = (name, name.removesuffix("s"))
            yield from (self._by_keyword[word] for word in spellings if word in self._by_keyword)

    @cached_property
    def _by_keyword(self) -> dict[str, str]:
        """The icons by their keywords; of several the one that names it earliest."""
        from cardgen.load.icon_catalogue import icon_keywords  # few cards ask for it

        places = [
            (place, name, word)
            for name, words in icon_keywords(self._project, []).items()
            for place, word in enumerate(words)
        ]
        return {word: name for _, name, word in sorted(places, reverse=True)}
