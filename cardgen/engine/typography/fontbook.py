"""The fonts of a project: found in folders and chosen by CSS's rules, letter by letter where
families fall back on others."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from cardgen.base.files import real_path
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.suggestions import did_you_mean, nearest
from cardgen.base.units import listed
from cardgen.engine.typography.font import INVISIBLE, Features, Font, Instance, Settings
from cardgen.engine.typography.fontfiles import (
    FONT_LIST,
    FONT_SUFFIXES,
    FontFace,
    FontList,
    FontMember,
    LoadedFont,
    chosen,
    digested,
    no_list,
    read_font,
)
from cardgen.engine.typography.fontnames import (
    family_for,
    named_style,
    normal,
    part_for,
    squeezed,
    without_weight,
)

STAND_IN = "Nunito"
"""The family of ours that stands in for one that is not there, unless fonts.yaml names one
sans-serif."""
GENERIC = re.compile(
    r"sans|(ui-)?(sans-)?serif|(ui-)?monospace|ui-rounded|cursive|fantasy|system-ui|math",
    re.IGNORECASE,
)
"""Families that CSS itself names (CSS Fonts 4, 2.1.3), and Sans, which Inkscape writes: whatever a
machine has for them."""
_LISTED, _OTHERS = 12, 4
"""So many characters are listed in one line, and of families in one file."""


@dataclass(frozen=True, slots=True)
class MissingGlyphFinding(Finding):
    """A problem about `characters` that no font of the families that were `tried` has; `elsewhere`
    pairs some with a family that has it."""

    EACH: ClassVar[int] = 4
    """So many are told one by one, with their names."""

    characters: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    elsewhere: frozenset[tuple[str, str]] = frozenset()
    beside: str = ""
    """The file that has it of a font whose parts are files of their own."""

    @property
    def signs(self) -> list[str]:
        """The characters as they can be seen, each with its code."""
        return [described(character, with_name=False) for character in self.characters]

    @classmethod
    def of(cls, alike: Sequence[MissingGlyphFinding]) -> MissingGlyphFinding:
        """One finding about several, at the place of the first."""
        signs = tuple(dict.fromkeys(sign for finding in alike for sign in finding.characters))
        elsewhere = frozenset(pair for finding in alike for pair in finding.elsewhere)
        codes = [described(sign, with_name=False) for sign in signs]
        fault = f"no font has the characters {listed(codes, _LISTED)}{_tried(alike[0].tried)}"
        beside = {sign: finding.beside for finding in alike for sign in finding.characters}
        return cls(
            "glyph-missing",
            fault,
            _remedy(signs, alike[0].tried, dict(elsewhere), beside),
            alike[0].place,
            signs,
            alike[0].tried,
            elsewhere,
        )


class MissingGlyphError(CardgenError):
    """Characters that no font of a family list can show. `characters` holds each one once, in
    order; `elsewhere` has families for some."""

    def __init__(
        self, characters: Sequence[str], fonts: Sequence[Font], elsewhere: Mapping[str, str]
    ) -> None:
        self.characters = tuple(characters)
        self.families = tuple(dict.fromkeys(font.family for font in fonts))
        findings = []
        for sign in self.characters:
            having_family = {sign: elsewhere[sign]} if sign in elsewhere else {}
            beside = _beside(sign, fonts)
            fault = f"no font has the character {described(sign)}{_tried(self.families)}"
            remedy = _remedy(sign, self.families, having_family, {sign: beside})
            findings.append(
                MissingGlyphFinding(
                    "glyph-missing",
                    fault,
                    remedy,
                    None,
                    (sign,),
                    self.families,
                    frozenset(having_family.items()),
                    beside,
                )
            )
        if any(font.spells for font in fonts):
            name = "see that it is the name of an icon that the font has, in a <text> of its own"
            findings = [
                replace(finding, remedy=f"{name}; or {finding.remedy}")
                if _draws_late(finding, fonts)
                else finding
                for finding in findings
            ]
        if len(findings) > MissingGlyphFinding.EACH:  # a text in another script, or of signs
            super().__init__(MissingGlyphFinding.of(findings))
            return
        hollow = [_hollow(sign, fonts) for sign in self.characters]
        super().__init__(
            *(
                Finding("glyph-missing", finding.what + why, finding.remedy) if why else finding
                for finding, why in zip(findings, hollow, strict=True)
            )
        )


def _draws_late(lacking: MissingGlyphFinding, fonts: Sequence[Font]) -> bool:
    return any(font.draws_late(sign) for font in fonts for sign in lacking.characters)


def _tried(families: Sequence[str]) -> str:
    return f", tried in {', '.join(families)}"


def _remedy(
    characters: Sequence[str],
    tried: Sequence[str],
    elsewhere: Mapping[str, str],
    beside: Mapping[str, str],
) -> str:
    """The remedy where families lack characters, of which others may have some."""
    new = (
        f"use another character or an icon, or add a font that has it to fonts/ and to a fallback "
        f"in {FONT_LIST}"
    )
    emoji = any(0x1F000 <= ord(sign) < 0x20000 for sign in characters)
    if such := family_for(set(map(_script, characters)), emoji):
        new = (
            f"put a font that has it into fonts/, such as {such}, which is free, and name it as a "
            f"fallback of {tried[0]} in {FONT_LIST}"
        )
    files = dict.fromkeys(file for sign in characters if (file := beside.get(sign, "")))
    having = dict.fromkeys(elsewhere[sign] for sign in characters if sign in elsewhere)
    again = [family for family in having if family in tried]
    advice = f"name {' and '.join(having)} as a fallback of {tried[0]} in {FONT_LIST}"
    advice = (
        f"give {' and '.join(again)} a face of this weight and slant that has it, in {FONT_LIST}"
        if again
        else advice
    )
    advice = (
        new
        if not having
        else advice
        if elsewhere.keys() >= set(characters)
        else f"{advice}; for the others {new}"
    )
    if not files:
        return advice
    return (
        f"this font lies in fonts/ in parts: put {listed(files, _OTHERS)} there too, if its maker "
        f"has such a part, or {advice}"
    )


def _beside(sign: str, fonts: Sequence[Font]) -> str:
    """The file of a font that has a character, where its parts are files of their own."""
    return next(filter(None, (part_for(font.path.name, sign, _script(sign)) for font in fonts)), "")


def _script(character: str) -> str:
    """The first word of a character's name, which is its script, as a rule."""
    return re.split("[ -]", unicodedata.name(character, ""))[0]


class Typeface:
    """A font as a family has it: of one weight and slant or, where it is variable, of all that it
    spans. Made when it is asked for."""

    def __init__(
        self, family: str, file: LoadedFont, member: FontMember, wish: FontFace | None = None
    ) -> None:
        self.family = family
        self.file = file
        self.member = member
        self.axes = dict(wish.axes) if wish else {}
        self.weights, self.slants = member.weights, member.slants
        if wish:
            variable_weights = self.weights if "wght" in member.axes else (400, 400)
            pinned = round(self.axes["wght"]) if "wght" in self.axes else None
            weight = wish.weight or pinned
            self.weights = (weight, weight) if weight else variable_weights
            both = len(self.slants) > 1 and wish.italic is None
            self.slants = self.slants if both else frozenset({bool(wish.italic)})
        self.others: list[Typeface] = []
        """Further files of the same face, which have letters that those before lack: web fonts come
        in such parts."""
        self.number = 0
        """Which it is of the files that make up its face."""
        self.leaves: frozenset[int] = frozenset()
        """Codes of characters that it leaves to others: a part of a web font may hold a letter or
        two of another writing, as boxes."""
        self.adds: frozenset[int] = frozenset()
        """Of a further file the codes of the letters that those before lack."""
        self._fonts: dict[tuple[int, bool], Font] = {}

    def follow(self, had: frozenset[int], number: int) -> None:
        """Take the place of a further file of a face, of which those before have some letters."""
        self.adds, self.number = self.letters - self.leaves - had, number
        self._fonts.clear()  # which would be numbered otherwise

    def leave(self, codes: frozenset[int]) -> None:
        """Leave some characters to the other files."""
        self.leaves = codes
        self._fonts.clear()

    @property
    def content(self) -> tuple[Any, ...]:
        """All that its letters follow from."""
        return (
            self.family,
            self.weights,
            sorted(self.slants),
            self.axes,
            self.member.number,
            digested(self.file.data).digest(),
        )

    def nearest(self, weight: int) -> int:
        return min(max(weight, self.weights[0]), self.weights[1])

    def covers(self, other: Typeface) -> bool:
        """True if nobody can ask for the other one, when this one is of the same family and comes
        before."""
        within = self.weights[0] <= other.weights[0] and other.weights[1] <= self.weights[1]
        return within and other.slants <= self.slants

    @property
    def files(self) -> tuple[Typeface, ...]:
        """All the files of this face, in the order in which they are asked for a letter."""
        return self, *self.others

    @cached_property
    def letters(self) -> frozenset[int]:
        """The codes of the characters that its file lists."""
        return self.font(self.weights[0], True in self.slants).characters

    @cached_property
    def blocks(self) -> Counter[int]:
        """Count of its letters in each block of 128."""
        return Counter(code >> 7 for code in self.letters)

    @property
    def all_letters(self) -> frozenset[int]:
        """Those of all files of this face."""
        return frozenset().union(*(file.letters for file in self.files))

    def is_part_of(self, other: Typeface) -> bool:
        """True if two files hold parts of one face: of one style and name, or without a letter in
        common."""
        style, other_style = (
            (each.weights, each.slants, each.axes, each.file.home, each.member.of_usual_width)
            for each in (self, other)
        )
        if style != other_style or self.file is other.file:
            return False
        if {*self.member.own_names} & {*other.member.own_names}:
            return True
        return not any(chr(code).isalnum() for code in self.letters & other.letters)

    def font(self, weight: int, italic: bool) -> Font:
        """The font nearest to a weight and a slant."""
        style = self.nearest(weight), italic if italic in self.slants else not italic
        if style not in self._fonts:
            instance = Instance(self.member.number, tuple(self._stand(*style).items()))
            self._fonts[style] = Font(self.file.path, self.file.data, self.family, *style, instance)
            self._fonts[style].file_number, self._fonts[style].leaves = self.number, self.leaves
        return self._fonts[style]

    def _stand(self, weight: int, italic: bool) -> dict[str, float]:
        """The position on each axis of the font of a weight and slant."""
        axes = self.member.axes
        positions = {tag: axis.usual for tag, axis in axes.items()}
        if "wght" in axes:
            positions["wght"] = axes["wght"].nearest(weight)
        if "ital" in axes:
            positions["ital"] = axes["ital"].nearest(float(italic))
        elif "slnt" in axes:  # which counts degrees counter-clockwise
            leaning = axes["slnt"].least or axes["slnt"].most
            positions["slnt"] = leaning if italic else axes["slnt"].nearest(0)
        return positions | self.axes


class NamedFace(NamedTuple):
    """The family that a name asks for; of a name for a face its weight and slant, too."""

    family: str
    weight: int | None = None
    italic: bool = False

    def is_for(self, face: Typeface) -> bool:
        """True if a face is just what is asked for."""
        low, high = face.weights
        return (self.weight is None or low <= self.weight <= high) and self.italic in face.slants


_BOLD = 700
"""From here on a weight asks for what stands out."""
_SPANNING = "variable", "vf"
"""What makers add to the name of a font that spans weights: those of web fonts ask for Inter
Variable."""
_LATIN = frozenset(map(ord, " aeno"))
_WRITINGS = 0x0370
"""From here on a block of Unicode is a writing of its own."""


def _leave_strays(files: Sequence[Typeface]) -> None:
    """Let each file of a face leave a letter or two of a writing to the file that has many of
    it."""
    times = Counter(code for file in files for code in file.letters)
    most: Counter[int] = Counter()
    for file in files:
        most |= file.blocks
    for file in files:
        few = {block for block, count in file.blocks.items() if 4 * count < most[block]}
        strays = (
            code
            for code in file.letters
            if code >= _WRITINGS and code >> 7 in few and times[code] > 1
        )
        file.leave(frozenset(strays))


class FontBook:
    """The fonts of some folders, the first folder's first.

    `read_list` tells of a folder which families and fallbacks its list of fonts names; every other
    font in it is known by its own names. Raises CardgenError with everything that is wrong in a
    list and the files it names;
    a file that nobody names is judged when it is asked for."""

    def __init__(
        self, folders: Sequence[Path], read_list: Callable[[Path], FontList] = no_list
    ) -> None:
        self._folders = tuple(folders)
        self._read_list = read_list
        self._names: dict[str, str] = {}
        self._faces: dict[str, list[Typeface]] = {}
        self._fallbacks: dict[str, tuple[str, ...]] = {}
        self._refused: dict[str, Finding] = {}
        self._faults: list[Finding] = []
        self._doubles: list[Finding] = []
        self._called = lru_cache(maxsize=256)(self._found)
        self._by_file: dict[str, tuple[str, str]] = {}
        """By what files are called, how to ask for the fonts in them, and the file's name."""
        self._fonts_called: dict[str, NamedFace] = {}
        """Faces by their own names."""
        self._families_called: dict[str, str] = {}
        """Families by what they are called in other languages and by other programs."""
        problems: list[Finding] = []
        families_to_check: list[tuple[str, Place]] = []
        for folder in self._folders:
            listed = read_list(folder)
            files: dict[Path, LoadedFont] = {}  # one may serve several faces
            for name, faces in listed.families.items():
                self._names.setdefault(normal(name), name)
                for face in faces:
                    try:
                        loaded = files.get(face.path) or read_font(
                            face.path, folder, face.file_place
                        )
                        files[face.path] = loaded
                        new = self._add(Typeface(name, loaded, chosen(face, loaded), face))
                    except CardgenError as error:
                        problems += error.findings
                        new = False
                    problems += [face.again] if face.again and not new else []
            for name, (fallback, place) in listed.fallbacks.items():
                if self._fallbacks.setdefault(normal(name), fallback) is fallback:
                    families_to_check += ((other, place) for other in (name, *fallback))
            problems += listed.problems
            self._scan(
                folder,
                {real_path(face.path) for faces in listed.families.values() for face in faces},
            )
        self._faces = {
            name: [self._put_together(typeface) for typeface in typefaces]
            for name, typefaces in self._faces.items()
        }
        for name, place in families_to_check:
            # of one whose files cannot be used that is told already
            if normal(name) not in self._names and not self.knows(name):
                problems.append(self._unknown(name, place))
        if problems:
            raise CardgenError(*dict.fromkeys(problems))
        self._chain = lru_cache(maxsize=256)(self._fonts)
        self.present = lru_cache(maxsize=256)(self._present)
        """Those of a drawing's families that are there, the rest being for other machines, or what
        stands in; all of them where none is."""
        self._shown = lru_cache(maxsize=16384)(_shows)
        self.measured: dict[Any, Any] = {}
        """The widths of words, by style."""
        self.measured_texts: dict[Any, Any] = {}
        """The texts that were set last: they are forgotten with their fonts."""

    def __reduce__(self) -> tuple[Any, ...]:
        return FontBook, (self._folders, self._read_list)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that the fonts lie in."""
        return tuple(self._folders)

    @property
    def families(self) -> tuple[str, ...]:
        """The names of all families, in alphabetical order."""
        return tuple(sorted(self._names[name] for name in self._faces))

    @property
    def digest(self) -> str:
        """A hash of all that the families are made of: equal ones set texts alike."""
        faces = [
            file.content for faces in self._faces.values() for face in faces for file in face.files
        ]
        return hashlib.sha256(repr((faces, self._fallbacks)).encode()).hexdigest()

    @property
    def refused(self) -> tuple[Finding, ...]:
        """Faults that keep other fonts of the folders from being used: warnings until a template
        asks for one of them."""
        return tuple(self._faults)

    @property
    def doubles(self) -> tuple[Finding, ...]:
        """Files of which nothing is used, since another has the same letters of the same face."""
        return tuple(self._doubles)

    def typefaces(self, family: str) -> tuple[Typeface, ...]:
        """The typefaces of a family, each file by itself. Raises CardgenError for an unknown
        family."""
        return tuple(
            file for face in self._faces[self._asked(family).family] for file in face.files
        )

    def fallbacks(self, family: str) -> tuple[str, ...]:
        """The families that are asked for what a family lacks."""
        named_face = self._called(family)
        return self._fallbacks.get(named_face.family if named_face else normal(family), ())

    def knows(self, family: str) -> bool:
        return self._called(family) is not None

    def called(self, name: str) -> NamedFace | None:
        """The family or face that has a name, as it is asked for; None for nothing."""
        named_face = self._called(name)
        return named_face._replace(family=self._names[named_face.family]) if named_face else None

    def _present(self, families: tuple[str, ...]) -> tuple[str, ...]:
        generic = (STAND_IN,) if any(map(GENERIC.fullmatch, families)) else ()
        return tuple(filter(self.knows, families)) or generic or families

    def face(
        self,
        family: str,
        weight: int = 400,
        italic: bool = False,
        settings: Settings = (),
        number: int = 0,
    ) -> Font:
        """The font of a family nearest to a weight and italic, by CSS's font matching, elsewhere on
        its axes if that is set; of a face in several files the first, or that of a `number`.

        Raises CardgenError for an unknown family.
        """
        fonts = self._files(self._asked(family, weight, italic))
        return fonts[min(number, len(fonts) - 1)].varied(
            tuple((tag, value) for tag, value in settings)
        )

    def _files(self, wish: NamedFace) -> tuple[Font, ...]:
        """The fonts of a face, each of a file."""
        weight, italic = wish.weight or 400, wish.italic
        faces = self._faces[wish.family]
        fitting = [face for face in faces if italic in face.slants] or faces
        nearest = {face.nearest(weight): face for face in reversed(fitting)}  # of equals the first
        best = nearest_weight(weight, tuple(nearest))
        return tuple(file.font(best, italic) for file in nearest[best].files)

    def _asked(self, family: str, weight: int = 400, italic: bool = False) -> NamedFace:
        """The face that a name, a weight and a slant ask for. Raises CardgenError for an unknown
        name."""
        named_face = self._called(family)
        if named_face is None:
            raise CardgenError(self._unknown(family))
        # what stands out in a text of a named face
        bolder = weight >= _BOLD and weight > (named_face.weight or 1000)
        return NamedFace(
            named_face.family,
            weight if named_face.weight is None or bolder else named_face.weight,
            italic or named_face.italic,
        )

    def _found(self, name: str) -> NamedFace | None:
        """The family or face that has a name."""
        key, letters = normal(name), squeezed(name)
        if key in self._faces:
            return NamedFace(key)
        if letters in self._refused:
            return None
        if named_face := self._fonts_called.get(letters):
            return named_face
        if letters in self._families_called:
            return NamedFace(self._families_called[letters])
        for spelling, family in self._squeezed_families:
            style = (
                named_style(letters.removeprefix(spelling))
                if letters.startswith(spelling)
                else None
            )
            if style:
                styled_face = NamedFace(family, *style)
                if style == (None, False) or any(map(styled_face.is_for, self._faces[family])):
                    return styled_face
        return None

    def _family_of_style(self, name: str) -> str:
        """The family that a name begins with, if a style is all that stands behind it."""
        letters = squeezed(name)
        families = (
            family
            for spelling, family in self._squeezed_families
            if letters.startswith(spelling) and named_style(letters.removeprefix(spelling))
        )
        first_family = next(families, None)
        return self._names[first_family] if first_family else ""

    @cached_property
    def _squeezed_families(self) -> list[tuple[str, str]]:
        """Families by the letters of all that they are called, longer names first."""
        names = {**self._families_called, **{squeezed(family): family for family in self._faces}}
        return sorted(
            ((spelling, family) for spelling, family in names.items() if spelling),
            key=lambda entry: -len(entry[0]),
        )

    def runs(
        self,
        text: str,
        families: Sequence[str],
        weight: int = 400,
        italic: bool = False,
        features: Features = (),
    ) -> list[tuple[Font, str]]:
        """The text in pieces, each with the first font that has its characters: of the families in
        order, then of their fallbacks. Each is asked for the features.

        Marks stay with their base; spaces and invisible characters stay with what stands before
        them. Raises MissingGlyphError, and CardgenError for an unknown family."""
        runs = self._among(self._chain(tuple(families), weight, italic), text)
        return [(font.featured(features), part) for font, part in runs] if features else runs

    def shows(
        self, text: str, families: tuple[str, ...], weight: int = 400, italic: bool = False
    ) -> bool:
        """True if the families have all characters of a text. Raises CardgenError for an unknown
        family."""
        fonts = self._chain(families, weight, italic)
        return fonts[0].has(text) or all(
            self._shown(fonts, letter) for letter in _units(fonts, text)
        )

    def borrowed(
        self, text: str, families: Sequence[str], weight: int = 400, italic: bool = False
    ) -> tuple[list[tuple[Font, str]], dict[str, str]]:
        """The runs of a text, where what the families lack comes from any other: the one that has
        most of it, of equals the first of fonts.yaml.

        It comes with the families that lent something, each with its first character. Raises as
        `runs`.
        """
        chain = self._chain(tuple(families), weight, italic)
        lacking = [letter for letter in _units(chain, text) if self._shown(chain, letter) is None]
        families_asked_before = {font.family for font in chain}
        names = [name for name in self._faces if self._names[name] not in families_asked_before]
        others = [font for name in names for font in self._files(NamedFace(name, weight, italic))]
        has = {
            font: sum(_shows((font,), letter) is not None for letter in lacking) for font in others
        }
        runs = self._among(
            (*chain, *sorted(filter(has.__getitem__, others), key=has.__getitem__, reverse=True)),
            text,
        )
        lent: dict[str, str] = {}
        for font, part in runs:
            if font in has:
                lent.setdefault(font.family, (part.strip() or part)[0])
        return runs, lent

    def first(
        self,
        families: tuple[str, ...],
        weight: int = 400,
        italic: bool = False,
        features: Features = (),
    ) -> Font:
        """The font that is asked before all others. Raises CardgenError for an unknown family."""
        font = self._chain(families, weight, italic)[0]
        return font.featured(features) if features else font

    def width(
        self,
        text: str,
        families: Sequence[str],
        weight: int = 400,
        italic: bool = False,
        spacing: float = 0.0,
        features: Features = (),
    ) -> float:
        """How far the text advances, as a fraction of the em, with `spacing` (of an em) after every
        letter. Raises like `runs`."""
        runs = self.runs(text, families, weight, italic, features)
        return sum((font.width(part, spacing) for font, part in runs), 0.0)

    def _add(self, face: Typeface) -> bool:
        """True if a face is new to its family, or brings letters that this lacks: then the family
        gets it."""
        name = normal(face.family)
        self._names.setdefault(name, face.family)
        typefaces = self._faces.setdefault(name, [])
        covering = next((other for other in typefaces if other.covers(face)), None)
        if covering is None:
            typefaces.append(face)
        elif face.is_part_of(covering) and not face.letters < covering.all_letters:
            covering.others.append(face)
        else:
            return False
        self._name(face)
        return True

    def _name(self, face: Typeface) -> None:
        """Remember what else a face and its family are called."""
        family, member = normal(face.family), face.member
        style = NamedFace(
            family, face.nearest(member.weight), member.italic and True in face.slants
        )
        for own_name in (*member.own_names, *member.known_as.fonts):
            if squeezed(own_name) != squeezed(family):
                self._fonts_called.setdefault(squeezed(own_name), style)
        shorter, weight = without_weight(face.family)
        short_names = (
            (shorter,) if weight and (weight != member.weight or "wght" in member.axes) else ()
        )
        plain = (
            () if normal(member.plain_family) != normal(member.family) else member.known_as.families
        )
        spanning = [f"{family} {word}" for word in _SPANNING] if member.axes else ()
        for name in (member.family, *plain, *short_names, *spanning):
            self._families_called.setdefault(squeezed(name), family)

    def _put_together(self, face: Typeface) -> Typeface:
        """A face whose files are asked in the best order: that with Latin letters first, then those
        with more."""
        if not face.others:
            return face
        files = sorted(
            face.files, key=lambda file: (not file.letters.issuperset(_LATIN), -len(file.letters))
        )
        first, *others = files
        _leave_strays(files)
        first.others = []
        had = first.letters - first.leaves
        for file in others:
            file.others = []
            if file.letters <= had:
                self._double(file, first)
                continue
            first.others.append(file)
            file.follow(had, len(first.others))
            had |= file.letters - file.leaves
        return first

    def _double(self, face: Typeface, other: Typeface) -> None:
        path, there = face.file.path, other.file.path
        fault = (
            f'the font "{path.name}" holds nothing of {face.family} that "{there.name}" does not '
            f"hold"
        )
        self._doubles.append(
            Finding(
                "font-unused",
                fault,
                "take one of them out, or leave both as they are",
                Place(path),
            )
        )

    def _scan(self, folder: Path, listed_files: set[Path]) -> None:
        """Adds the fonts that fonts.yaml does not name, under the names they give themselves, those
        of usual width first."""
        loose_fonts: list[tuple[LoadedFont, FontMember]] = []
        for path in sorted(folder.rglob("[!.]*")):
            if (
                path.suffix.lower() not in FONT_SUFFIXES
                or real_path(path) in listed_files
                or not path.is_file()
            ):
                continue
            try:
                loaded = read_font(path, folder)
            except CardgenError as error:
                self._refuse(error.findings[0], _begins(path))
                continue
            for member in loaded.members:
                if member.fault:
                    self._refuse(member.fault, *member.names, _begins(path))
                else:
                    loose_fonts.append((loaded, member))
                    style = "" if member.weight == 400 else f", weight {member.weight}"
                    style += ", italic" if member.italic else ""
                    for name, style_words in [
                        (_begins(path), ""),
                        *((entry, style) for entry in (path.stem, *member.names)),
                    ]:
                        self._by_file.setdefault(
                            squeezed(name), (f'"{member.family}"{style_words}', path.name)
                        )
        for loaded, member in sorted(loose_fonts, key=lambda entry: not entry[1].of_usual_width):
            new = self._add(Typeface(member.family, loaded, member))
            if not new or not member.of_usual_width:
                new |= self._add(Typeface(member.plain_family, loaded, member))
            if not new:
                self._outdone(loaded, member, [file for file, _ in loose_fonts])

    def _outdone(self, loaded: LoadedFont, member: FontMember, files: Sequence[LoadedFont]) -> None:
        """Tell of a font that nobody can ask for, unless it is the same once more, packed
        otherwise, or a face of a variable one."""
        face = Typeface(member.family, loaded, member)
        other = next(
            typeface for typeface in self._faces[normal(member.family)] if typeface.covers(face)
        )
        low, high = other.weights
        alike = not member.own_names or {*member.own_names} & {*other.member.own_names}
        if other.file not in files:  # fonts.yaml, or a folder before, has put that in its place
            return
        if low < high or alike:
            self._double(face, other)
            return
        path = loaded.path.relative_to(loaded.home).as_posix()
        style = f"weight {member.weight}, italic" if member.italic else f"weight {member.weight}"
        fault = (
            f'the font "{loaded.path.name}" calls itself what "{other.file.path.name}" does '
            f"({member.family}, {style})"
        )
        entry = f"{loaded.path.stem}: {{faces: [{{file: {path}}}]}}"
        remedy = f"give it a name in {FONT_LIST}, such as  {entry}"
        self._refuse(
            Finding("font-unused", fault, remedy, Place(loaded.path)),
            *member.own_names,
            loaded.path.stem,
            _begins(loaded.path),
        )

    def _refuse(self, fault: Finding, *names: str) -> None:
        self._faults.append(fault)
        for name in names:
            self._refused.setdefault(squeezed(name), fault)

    def _unknown(self, family: str, place: Place | None = None) -> Finding:
        fault = self._refused.get(squeezed(family))
        if fault:
            return Finding(
                "font-unusable",
                f'"{family}" cannot be used: {fault.what}',
                fault.remedy,
                fault.place,
            )
        unknown, near = f'no font family is called "{family}"', nearest(family, self.families)
        if styled := self._family_of_style(family):
            return Finding(
                "font-unknown",
                f'{unknown}, and "{styled}" has no such face',
                f'put its file into fonts/, or write "{styled}"',
                place,
            )
        if font_in_file := self._by_file.get(squeezed(family)):
            return Finding(
                "font-unknown",
                unknown,
                f"write {font_in_file[0]}: so the font in {font_in_file[1]} is called",
                place,
            )
        return Finding(
            "font-unknown",
            unknown,
            near or f"{did_you_mean(family, self.families)}, or put its font into fonts/",
            place,
        )

    def _fonts(self, families: tuple[str, ...], weight: int, italic: bool) -> tuple[Font, ...]:
        wishes = [self._asked(family, weight, italic) for family in families]
        for wish in wishes:  # grows while it is walked: fallbacks have fallbacks
            others = [
                self._asked(other, weight, italic) for other in self._fallbacks.get(wish.family, ())
            ]
            wished_families = {other.family for other in wishes}
            wishes += (other for other in others if other.family not in wished_families)
        return tuple(font for wish in wishes for font in self._files(wish))

    def _styles(self, family: str) -> Iterator[Font]:
        """A font of each weight and slant that a family has."""
        for face in self.typefaces(family):
            yield from (face.font(face.weights[0], italic) for italic in sorted(face.slants))

    def _among(self, fonts: tuple[Font, ...], text: str) -> list[tuple[Font, str]]:
        """The text in pieces, each with the first of the fonts that has its characters. Raises
        MissingGlyphError."""
        if fonts and fonts[0].has(text):
            return [(fonts[0], text)] if text else []
        letters_and_fonts = [(letter, self._shown(fonts, letter)) for letter in _units(fonts, text)]
        # fonts of icons lack even that
        if any(font is None and letter.isspace() for letter, font in letters_and_fonts):
            plain = (*fonts, self.face(STAND_IN)) if self.knows(STAND_IN) else fonts
            letters_and_fonts = [
                (letter, font or self._shown(plain, letter) if letter.isspace() else font)
                for letter, font in letters_and_fonts
            ]
        if missing := [
            character
            for letter, font in letters_and_fonts
            if font is None
            for character in _lacking(fonts, letter)
        ]:
            every = [font for name in self._faces for font in self._files(NamedFace(name))]
            every.sort(key=lambda font: -sum(map(font.has, missing)))  # of equals the first
            faces_of_families = [
                font
                for name in dict.fromkeys(font.family for font in fonts)
                for font in self._styles(name)
            ]
            elsewhere = {
                sign: _called(font, every) for sign in missing if (font := _shows(every, sign))
            }
            elsewhere |= {
                sign: font.family for sign in missing if (font := _shows(faces_of_families, sign))
            }
            raise MissingGlyphError(list(dict.fromkeys(missing)), fonts, elsewhere)
        return _joined((letter, font) for letter, font in letters_and_fonts if font)


def described(character: str, *, with_name: bool = True) -> str:
    """A character as a message shows it: itself if it can be seen, its code and,
    `with_name`, its name."""
    name = unicodedata.name(character, "") if with_name else ""
    code = f"U+{ord(character):04X}" + (f" {name}" if name else "")
    return f'"{character}" ({code})' if character.isprintable() else code


def _called(font: Font, every: Iterable[Font]) -> str:
    """The family of a font, and of a collection's the others: as a rule one for each language."""
    others = [
        other.family for other in every if other.path == font.path and other.family != font.family
    ]
    return (
        f"{font.family} (or {listed(others, _OTHERS)}, of the same file)" if others else font.family
    )


def _hollow(character: str, fonts: Sequence[Font]) -> str:
    """Words about the fonts that have a character without drawing it."""
    late = dict.fromkeys(
        font.path.name for font in fonts if font.spells and font.draws_late(character)
    )
    if late:
        return (
            f" ({', '.join(late)}: draws it in certain words only, such as the names of its icons)"
        )
    files = dict.fromkeys(font.path.name for font in fonts if font.hollow(character))
    return f" ({', '.join(files)}: in colours only, or empty)" if files else ""


def _begins(path: Path) -> str:
    """The name of a file before its style: its family, as a rule."""
    return re.split(r"[-_\[.]", path.name)[0]


def nearest_weight(weight: int, weights: Sequence[int]) -> int:
    """CSS Fonts 4, section 5.2: upward to 500 for a regular weight, downward first for a lighter,
    upward first for a bolder one."""
    most = 1000 if weight > 500 else max(weight, 500 if weight >= 400 else weight)

    def rank(other: int) -> tuple[int, int]:
        if weight <= other <= most:
            return 0, other
        return (1, -other) if other < weight else (2, other)

    return min(weights, key=rank)


_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400))) | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""What changes the sign before it: colours of skin, and the letters behind a flag (UTS 51,
1.4.9)."""
_FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))


def shared_out(fonts: Sequence[Font], text: str) -> list[tuple[Font | None, str]]:
    """The text in pieces, each with the first of some fonts that has its characters; None for those
    that none has."""
    parts: list[tuple[Font | None, str]] = []
    for has, letters in groupby(
        ((_shows(fonts, letter), letter) for letter in _units(fonts, text)),
        key=lambda font_and_letter: font_and_letter[0] is not None,
    ):
        placed_letters = list(letters)
        parts += (
            _joined([(letter, font) for font, letter in placed_letters if font])
            if has
            else [(None, "".join(letter for _, letter in placed_letters))]
        )
    return parts


def _letters(text: str) -> Iterator[str]:
    """The text by letters: a base with its marks, what zero width joiners join, and the two letters
    of a flag."""
    start = 0
    for index in range(1, len(text)):
        character = text[index]
        joined = character == "\u200d" or text[index - 1] == "\u200d" or character in _TONES
        joined = joined or (
            character in _FLAGS and text[index - 1] in _FLAGS and index - start == 1
        )
        if not joined and not unicodedata.category(character).startswith("M"):
            yield text[start:index]
            start = index
    if text:
        yield text[start:]


def _units(fonts: Iterable[Font], text: str) -> Iterator[str]:
    """The text by letters; words that a font draws as wholes only, as the names of icons, stay
    whole."""
    spelling = [font for font in fonts if font.spells]
    if not spelling:
        yield from _letters(text)
        return
    for word in re.findall(r"\s+|\S+", text):
        if any(font.late(word) for font in spelling):
            yield word
        else:
            yield from _letters(word)


def _shows(fonts: Iterable[Font], letter: str) -> Font | None:
    """The first font that has the letter as it stands, composed or decomposed: HarfBuzz makes each
    from the other."""
    forms = (
        {letter}
        if letter.isascii()
        else {letter, *(unicodedata.normalize(form, letter) for form in ("NFC", "NFD"))}
    )
    return next(
        (font for font in fonts if any(font.has(form) or font.joins(form) for form in forms)), None
    )


def _joined(letters_and_fonts: Iterable[tuple[str, Font]]) -> list[tuple[Font, str]]:
    """Letters as runs of one font. Spaces stay with what stands before them, those at the beginning
    with what follows; not with signs in colours, whose fonts have wide ones."""
    runs: list[tuple[Font, str]] = []
    leading: list[tuple[Font, str]] = []
    for letter, font in letters_and_fonts:
        neutral = letter.isspace() or INVISIBLE.issuperset(letter)
        if neutral and not runs:
            leading = [(leading[0][0], leading[0][1] + letter)] if leading else [(font, letter)]
        elif runs and (runs[-1][0] is font or (neutral and _keeps(runs[-1][0], letter))):
            runs[-1] = (runs[-1][0], runs[-1][1] + letter)
        elif leading and _keeps(font, leading[0][1]):
            runs = [(font, leading[0][1] + letter)]
            leading = []
        else:
            runs += [*leading, (font, letter)]
            leading = []
    return [*runs, *leading]


def _keeps(font: Font, neutral: str) -> bool:
    """True if what is not seen stays with letters of a font beside it."""
    return font.has(neutral) and not (font.coloured and neutral.isspace())


def _lacking(fonts: Iterable[Font], letter: str) -> list[str] | str:
    """The characters of a letter that no font has; a mark that some font has is one of them where
    the font of its base lacks it."""
    return [
        character for character in letter if not any(font.has(character) for font in fonts)
    ] or letter[1:]
