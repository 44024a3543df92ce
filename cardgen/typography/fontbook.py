"""The fonts of a project: found in folders and chosen by CSS's rules, letter by letter where families fall back on others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import uharfbuzz as hb

from cardgen.base.errors import CardgenError, Place, Problem, did_you_mean
from cardgen.typography.font import INVISIBLE, Font
from cardgen.typography.fontfiles import LIST, SUFFIXES, FontList, own_style, read_font

NO_GLYPH = "no font has the character"
"""How a problem about a missing glyph begins."""


class MissingGlyph(CardgenError):  # noqa: N818 - named for what is the matter, as its base is
    """Characters that no font of a family list can show. `characters` holds each one once, in order."""

    def __init__(self, characters: Sequence[str], fonts: Sequence[Font]) -> None:
        self.characters = tuple(characters)
        self.families = tuple(dict.fromkeys(font.family for font in fonts))
        super().__init__(
            *(
                Problem(
                    f"{NO_GLYPH} {described(character)}; tried {', '.join(self.families)}{_hollow(character, fonts)}",
                    f"use another character or an icon, or add a font that has it to fonts/ and to a fallback in {LIST}",
                )
                for character in characters
            )
        )


class FontBook:
    """The fonts of some folders, the first folder's first.

    A folder's fonts.yaml names families and fallbacks; every other font in it is known by its own names. Raises CardgenError
    with everything that is wrong in a fonts.yaml and the files it names; a file that nobody names is judged when it is asked for.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._names: dict[str, str] = {}
        self._faces: dict[str, dict[tuple[int, bool], Font]] = {}
        self._fallbacks: dict[str, tuple[str, ...]] = {}
        self._refused: dict[str, Problem] = {}
        problems: list[Problem] = []
        asked: list[tuple[str, Place]] = []
        for folder in self._folders:
            listed = FontList(folder)
            for name, faces in listed.families.items():
                self._names.setdefault(_normal(name), name)
                for (weight, italic), (path, place) in faces.items():
                    try:
                        self._add(Font(path, read_font(path, folder, place), name, weight, italic))
                    except CardgenError as error:
                        problems += error.problems
            for name, (fallback, place) in listed.fallbacks.items():
                if self._fallbacks.setdefault(_normal(name), fallback) is fallback:
                    asked += ((other, place) for other in (name, *fallback))
            problems += listed.problems
            named = {path.resolve() for faces in listed.families.values() for path, _ in faces.values()}
            self._scan(folder, named)
        for name, place in asked:
            if _normal(name) not in self._faces:
                problems.append(self._unknown(name, place))
        if problems:
            raise CardgenError(*dict.fromkeys(problems))
        self._chain = lru_cache(maxsize=256)(self._fonts)

    def __reduce__(self) -> tuple[Any, ...]:
        return FontBook, (self._folders,)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the fonts lie."""
        return tuple(self._folders)

    @property
    def families(self) -> tuple[str, ...]:
        """The names of all families, in alphabetical order."""
        return tuple(sorted(self._names[name] for name in self._faces))

    @property
    def fallbacks(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Families and those that are asked after them."""
        return tuple(self._fallbacks.items())

    @property
    def refused(self) -> tuple[Problem, ...]:
        """What keeps other files of the folders from being used: a warning until a template asks for one of them."""
        return tuple(self._refused.values())

    @cached_property
    def by_key(self) -> dict[str, Font]:
        """Every font by its key."""
        return {font.key: font for faces in self._faces.values() for font in faces.values()}

    def knows(self, family: str) -> bool:
        return _normal(family) in self._faces

    def face(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of a family nearest to a weight and italic, by CSS's font matching. Raises CardgenError for an unknown family."""
        faces = self._faces.get(_normal(family))
        if not faces:
            raise CardgenError(self._unknown(family))
        weights = [w for w, i in faces if i == italic]
        italic = italic if weights else not italic
        return faces[_nearest(weight, weights or [w for w, _ in faces]), italic]

    def runs(self, text: str, families: Sequence[str], weight: int = 400, italic: bool = False) -> list[tuple[Font, str]]:
        """The text in pieces, each with the first font that has its characters: of the families in order, then of their fallbacks.

        Marks stay with their base; spaces and invisible characters stay with what stands before them. Raises MissingGlyph, and
        CardgenError for an unknown family.
        """
        return self._split(text, tuple(families), weight, italic)

    def first(self, families: tuple[str, ...], weight: int = 400, italic: bool = False) -> Font:
        """The font that is asked before all others. Raises CardgenError for an unknown family."""
        return self._chain(families, weight, italic)[0]

    def width(self, text: str, families: Sequence[str], weight: int = 400, italic: bool = False, spacing: float = 0.0) -> float:
        """How far the text advances, as a fraction of the em, with `spacing` (of an em) after every letter. Raises like `runs`."""
        width = 0.0
        for font, part in self._split(text, tuple(families), weight, italic):
            shaped = font.shape(part, not spacing)
            width += shaped.advance / font.units_per_em + spacing * shaped.clusters
        return width

    def _add(self, font: Font) -> None:
        name = _normal(font.family)
        self._names.setdefault(name, font.family)
        self._faces.setdefault(name, {}).setdefault((font.weight, font.italic), font)

    def _scan(self, folder: Path, named: set[Path]) -> None:
        """Adds the fonts that fonts.yaml does not name, under the names they give themselves."""
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() not in SUFFIXES or path.resolve() in named or not path.is_file():
                continue
            try:
                data = read_font(path, folder)
            except CardgenError as error:
                self._refused.setdefault(_squeezed(re.split(r"[-_\[.]", path.name)[0]), error.problems[0])
                continue
            face = hb.Face(hb.Blob(data))
            names = (face.get_name(i) for i in (hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY, hb.OTNameIdPredefined.FONT_FAMILY))
            self._add(Font(path, data, next(filter(None, names), path.stem), *own_style(data)))

    def _unknown(self, family: str, place: Place | None = None) -> Problem:
        refused = self._refused.get(_squeezed(family))
        return refused or Problem(f'no font family is called "{family}"', did_you_mean(family, self.families), place)

    def _fonts(self, families: tuple[str, ...], weight: int, italic: bool) -> tuple[Font, ...]:
        names = list(families)
        for name in names:  # grows while it is walked: fallbacks have fallbacks
            known = {_normal(other) for other in names}
            names += (other for other in self._fallbacks.get(_normal(name), ()) if _normal(other) not in known)
        return tuple(self.face(name, weight, italic) for name in names)

    def _split(self, text: str, families: tuple[str, ...], weight: int, italic: bool) -> list[tuple[Font, str]]:
        fonts = self._chain(families, weight, italic)
        if fonts and fonts[0].characters.issuperset(text):
            return [(fonts[0], text)] if text else []
        shown = [(letter, _shows(fonts, letter)) for letter in _letters(text)]
        if missing := [character for letter, font in shown if font is None for character in _lacking(fonts, letter)]:
            raise MissingGlyph(list(dict.fromkeys(missing)), fonts)
        return _joined([(letter, font) for letter, font in shown if font], fonts[0])


def described(character: str) -> str:
    """A character as a message shows it: itself if it can be seen, its code and its name."""
    name = unicodedata.name(character, "")
    code = f"U+{ord(character):04X}" + (f" {name}" if name else "")
    return f'"{character}" ({code})' if character.isprintable() else code


def _hollow(character: str, fonts: Sequence[Font]) -> str:
    """Which of the fonts have a character without drawing it."""
    files = dict.fromkeys(font.path.name for font in fonts if character in font.hollow)
    return f" ({', '.join(files)}: in colours only, or empty)" if files else ""


def _normal(family: str) -> str:
    return " ".join(family.casefold().split())


def _squeezed(family: str) -> str:
    return "".join(family.casefold().split())


def _nearest(weight: int, weights: Sequence[int]) -> int:
    """CSS Fonts 4, section 5.2: upward to 500 for a regular weight, downward first for a lighter, upward first for a bolder one."""
    most = 1000 if weight > 500 else max(weight, 500 if weight >= 400 else weight)

    def rank(other: int) -> tuple[int, int]:
        if weight <= other <= most:
            return 0, other
        return (1, -other) if other < weight else (2, other)

    return min(weights, key=rank)


def _letters(text: str) -> Iterator[str]:
    """The text by letters: a base with its marks, and what zero width joiners join."""
    start = 0
    for index in range(1, len(text)):
        character = text[index]
        joined = character == "\u200d" or text[index - 1] == "\u200d"
        if not joined and not unicodedata.category(character).startswith("M"):
            yield text[start:index]
            start = index
    if text:
        yield text[start:]


def _shows(fonts: Iterable[Font], letter: str) -> Font | None:
    """The first font that has the letter as it stands, composed or decomposed: HarfBuzz makes each from the other."""
    forms = {letter} if letter.isascii() else {letter, *(unicodedata.normalize(form, letter) for form in ("NFC", "NFD"))}
    return next((font for font in fonts if any(font.characters.issuperset(form) for form in forms)), None)


def _joined(shown: Iterable[tuple[str, Font]], first: Font) -> list[tuple[Font, str]]:
    """Letters as runs of one font. Spaces stay with what stands before them; those at the beginning with what follows."""
    runs: list[tuple[Font, str]] = []
    waiting = ""
    for letter, font in shown:
        neutral = letter.isspace() or INVISIBLE.issuperset(letter)
        if neutral and not runs:
            waiting += letter
        elif runs and (runs[-1][0] is font or (neutral and runs[-1][0].characters.issuperset(letter))):
            runs[-1] = (runs[-1][0], runs[-1][1] + letter)
        else:
            runs.append((font, waiting + letter))
            waiting = ""
    return [*runs, (first, waiting)] if waiting else runs


def _lacking(fonts: Iterable[Font], letter: str) -> list[str] | str:
    """The characters of a letter that no font has; a mark that some font has is one of them where the font of its base lacks it."""
    return [character for character in letter if not any(font.has(character) for font in fonts)] or letter[1:]
