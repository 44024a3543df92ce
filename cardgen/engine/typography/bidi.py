"""The Unicode Bidirectional Algorithm (Unicode Standard Annex 9): which way each character of a
line runs, and in what order runs stand.

Rules are named as the annex names them. Lines are short, so clarity goes before speed; text that
cannot turn round is told at a glance."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

EMBEDDINGS = {"ltr": "\u202a", "rtl": "\u202b"}
OVERRIDES = {"ltr": "\u202d", "rtl": "\u202e"}
ISOLATES = {"ltr": "\u2066", "rtl": "\u2067"}
END, END_OF_ISOLATE = "\u202c", "\u2069"
UNTOLD = str.maketrans(
    "",
    "",
    "".join(
        (
            *EMBEDDINGS.values(),
            *OVERRIDES.values(),
            *ISOLATES.values(),
            "\u2068",
            END,
            END_OF_ISOLATE,
        )
    ),
)
"""Takes away what tells text which way to run: what follows a text of somebody else's would heed
it, too."""

_PAIRS = (
    "()[]{}\u207d\u207e\u208d\u208e\u2308\u2309\u230a\u230b\u2329\u232a\u2768\u2769\u276a\u276b"
    "\u276c\u276d\u276e\u276f\u2770\u2771\u2772\u2773"
    "\u2774\u2775\u27e6\u27e7\u27e8\u27e9\u27ea\u27eb\u27ec\u27ed\u27ee\u27ef\u2983\u2984\u2985"
    "\u2986\u2987\u2988\u3008\u3009\u300a\u300b"
    "\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\uff08"
    "\uff09\uff3b\uff3d\uff5b\uff5d\uff5f\uff60\uff62\uff63"
)
_CLOSING = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}
_MIRRORED = {
    **{
        one: other
        for pair in zip((*_PAIRS[::2], *"<«‹≤"), (*_PAIRS[1::2], *">»›≥"), strict=True)
        for one, other in (pair, pair[::-1])
    }
}
_EMBEDDING_KINDS = frozenset(("LRE", "RLE", "LRO", "RLO"))
_REMOVED = _EMBEDDING_KINDS | {"PDF", "BN"}
_STARTS = frozenset(("LRI", "RLI", "FSI"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"))
_DEEPEST = 125
JOINER = "\u200d"
"""The sign beside which a letter looks as beside one that it joins."""
_MARKS_OF_ARABIC = "".join(map(chr, (*range(0x064B, 0x0660), 0x0670)))
_PRESENTATION_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
"""Characters that are kept for what an Arabic letter looks like in a word."""


def visual(line_levels: Sequence[int]) -> list[int]:
    """Places of things of these levels as they are seen from left to right (L2)."""
    order = list(range(len(line_levels)))
    for level in range(max(line_levels, default=0), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and line_levels[order[end]] >= level:
                end += 1
            order[at:end] = order[at:end][::-1]
            at = end + 1
    return order


def turned(text: str) -> str:
    """Text as a shaper draws it from right to left that would, for want of a letter of such a
    script, draw it the other way."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        return text
    return "".join(map(mirrored, reversed(text)))


def mirrored(letter: str) -> str:
    """The letter that a shaper shows as this one in text from right to left."""
    return str(_MIRRORED.get(letter, letter))


def joins(letter: str) -> bool:
    """True if a letter is of a writing whose letters join; none is not."""
    return unicodedata.bidirectional(letter) == "AL" if letter else False


def join_each_other(before: str, after: str) -> bool:
    """True if the last letter of a text and the first one of another join in a word."""
    last, first = before.rstrip(_MARKS_OF_ARABIC)[-1:], after[:1]
    return last in _joining("<initial>") and first in _joining("<final>")


@cache
def _joining(form: str) -> frozenset[str]:
    """The letters that have a form of their own for a place in a word."""
    letters = {"\u0640"}  # which stretches any
    for code in _PRESENTATION_FORMS:
        kind, _, codes = unicodedata.decomposition(chr(code)).partition(" ")
        if kind == form and " " not in codes:
            letters.add(chr(int(codes, 16)))
    return frozenset(letters)


def direction(text: str, otherwise: int = 0) -> int:
    """The level of a paragraph, by its first strong letter (P2, P3); `otherwise` without one."""
    depth = 0
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in _STARTS:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif not depth and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return otherwise


def one_way(text: str, text_levels: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The parts of a text that each run one way, with their levels, of which none are found where
    all of it runs from left to right."""
    if not text_levels:
        yield text, 0
    for level, part in groupby(range(len(text_levels)), key=text_levels.__getitem__):
        yield "".join(map(text.__getitem__, part)), level


def levels(text: str, base: int | None = 0) -> list[int]:
    """The embedding level of every character."""
    if base is None:
        base = direction(text)
    kinds = [unicodedata.bidirectional(letter) or "L" for letter in text]
    original = list(kinds)
    resolved = _ExplicitLevels(text, kinds, base).levels()
    positions = [at for at, kind in enumerate(original) if kind not in _REMOVED]
    for sequence, start, end in _sequences(positions, original, resolved, base):
        _weak(sequence, kinds, start)
        _brackets(text, sequence, kinds, resolved, start)
        _neutral(sequence, kinds, resolved, start, end)
        for at in sequence:
            kind = kinds[at]
            if resolved[at] % 2 == 0:  # I1
                resolved[at] += {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)
            elif kind in ("L", "AN", "EN"):  # I2
                resolved[at] += 1
    before = base
    for at, kind in enumerate(original):
        if kind in _REMOVED:
            resolved[at] = before
        before = resolved[at]
    for at in range(len(text) - 2, -1, -1):
        if text[at] == JOINER and original[at - 1] in _STARTS:  # it belongs to what follows
            resolved[at] = resolved[at + 1]
    trailing = True  # L1
    for at in range(len(text) - 1, -1, -1):
        kind = original[at]
        if text[at] == JOINER:  # it belongs to a letter
            continue
        if kind in ("B", "S"):
            trailing = True
            resolved[at] = base
        elif trailing and (kind in ("WS", "PDI") or kind in _STARTS or kind in _REMOVED):
            resolved[at] = base
        else:
            trailing = False
    return resolved


def _matching(kinds: Sequence[str]) -> dict[int, int]:
    """The end of each isolate, by its beginning (BD9)."""
    pairs = {}
    waiting = []
    for at, kind in enumerate(kinds):
        if kind in _STARTS:
            waiting.append(at)
        elif kind == "PDI" and waiting:
            pairs[waiting.pop()] = at
    return pairs


class _Status(NamedTuple):
    """An entry of the directional status stack; `override` is the kind that it gives to what stands
    in it, or ""."""

    level: int
    override: str = ""
    isolate: bool = False


class _ExplicitLevels:
    """X1 to X8: levels by the characters that ask for them; overrides change the kinds."""

    def __init__(self, text: str, kinds: list[str], base: int) -> None:
        self.text, self.kinds, self.base = text, kinds, base
        self.ends = _matching(kinds)
        self.begin()

    def begin(self) -> None:
        """X1, and X8: nothing is open."""
        self.stack = [_Status(self.base)]
        self.isolates_over = self.embeddings_over = self.isolates = 0

    def levels(self) -> list[int]:
        resolved = []
        for at, kind in enumerate(list(self.kinds)):
            if kind == "B":
                self.begin()
            elif kind == "PDI":
                self.end_isolate()
            level, override, _ = self.stack[-1]
            resolved.append(level)
            if override and kind not in _REMOVED:  # X6
                self.kinds[at] = override
            if kind in _EMBEDDING_KINDS:
                self.embed(kind)
            elif kind in _STARTS:
                self.isolate(at, kind)
            elif kind == "PDF":
                self.end_embedding()
        return resolved

    def embed(self, kind: str) -> None:
        """X2 to X5."""
        level = self.higher(kind[0] == "R")
        if self.holds(level):
            self.stack.append(_Status(level, kind[0] if kind[2] == "O" else ""))
        elif not self.isolates_over:
            self.embeddings_over += 1

    def isolate(self, at: int, kind: str) -> None:
        """X5a to X5c."""
        right = kind == "RLI" or (
            kind == "FSI" and bool(direction(self.text[at + 1 : self.ends.get(at, len(self.text))]))
        )
        level = self.higher(right)
        if self.holds(level):
            self.isolates += 1
            self.stack.append(_Status(level, isolate=True))
        else:
            self.isolates_over += 1

    def end_isolate(self) -> None:
        """X6a."""
        if self.isolates_over:
            self.isolates_over -= 1
        elif self.isolates:
            self.embeddings_over = 0
            while not self.stack.pop().isolate:
                pass
            self.isolates -= 1

    def end_embedding(self) -> None:
        """X7."""
        if self.isolates_over:
            return
        if self.embeddings_over:
            self.embeddings_over -= 1
        elif not self.stack[-1].isolate and len(self.stack) > 1:
            self.stack.pop()

    def higher(self, right: bool) -> int:
        """The next level, odd for text that runs from right to left."""
        level = self.stack[-1].level
        return level + 1 + (level % 2 if right else 1 - level % 2)

    def holds(self, level: int) -> bool:
        return level <= _DEEPEST and not self.isolates_over and not self.embeddings_over


def _sequences(
    positions: Sequence[int], kinds: Sequence[str], resolved: Sequence[int], base: int
) -> list[tuple[list[int], str, str]]:
    """The isolating run sequences, each with the directions before and after it (X10)."""
    ends = _matching(kinds)
    starts = {end: start for start, end in ends.items()}
    runs = [list(group) for _, group in groupby(positions, key=lambda at: resolved[at])]
    by_first = {run[0]: run for run in runs}
    sequences = []
    for run in runs:
        if kinds[run[0]] == "PDI" and run[0] in starts:
            continue
        sequence = list(run)
        while kinds[sequence[-1]] in _STARTS and ends.get(sequence[-1]) in by_first:
            sequence += by_first[ends[sequence[-1]]]
        level = resolved[sequence[0]]
        earlier = [at for at in positions if at < sequence[0]]
        later = [at for at in positions if at > sequence[-1]]
        before = resolved[earlier[-1]] if earlier else base
        after = resolved[later[0]] if later and kinds[sequence[-1]] not in _STARTS else base
        sequences.append((sequence, "LR"[max(level, before) % 2], "LR"[max(level, after) % 2]))
    return sequences


def _weak(sequence: Sequence[int], kinds: list[str], start: str) -> None:
    """W1 to W7."""
    _marks(sequence, kinds, start)
    _numbers(sequence, kinds, start, after="AL", become="AN")  # W2
    _rename(sequence, kinds, {"AL": "R"})  # W3
    _separators(sequence, kinds)
    _terminators(sequence, kinds)
    _rename(sequence, kinds, {"ES": "ON", "ET": "ON", "CS": "ON"})  # W6
    _numbers(sequence, kinds, start, after="L", become="L")  # W7


def _marks(sequence: Sequence[int], kinds: list[str], start: str) -> None:
    """W1: marks are of the kind of what they stand on."""
    before = start
    for at in sequence:
        if kinds[at] == "NSM":
            kinds[at] = "ON" if before in _STARTS or before == "PDI" else before
        before = kinds[at]


def _numbers(
    sequence: Sequence[int], kinds: list[str], start: str, after: str, become: str
) -> None:
    """European numbers whose last strong letter is of the kind `after` become something else."""
    strong = start
    for at in sequence:
        if kinds[at] in ("L", "R", "AL"):
            strong = kinds[at]
        elif kinds[at] == "EN" and strong == after:
            kinds[at] = become


def _rename(sequence: Sequence[int], kinds: list[str], names: Mapping[str, str]) -> None:
    for at in sequence:
        if kinds[at] in names:
            kinds[at] = names[kinds[at]]


def _separators(sequence: Sequence[int], kinds: list[str]) -> None:
    """W4: a sign between two numbers of one kind belongs to them."""
    for index in range(1, len(sequence) - 1):
        before, sign, after = (kinds[sequence[index + step]] for step in (-1, 0, 1))
        if before == after and (
            (sign == "ES" and before == "EN") or (sign == "CS" and before in ("EN", "AN"))
        ):
            kinds[sequence[index]] = before


def _terminators(sequence: Sequence[int], kinds: list[str]) -> None:
    """W5: signs that stand by a number belong to it."""
    index = 0
    while index < len(sequence):
        end = index
        while end < len(sequence) and kinds[sequence[end]] == "ET":
            end += 1
        if end > index and "EN" in (
            kinds[sequence[index - 1]] if index else "",
            kinds[sequence[end]] if end < len(sequence) else "",
        ):
            for at in sequence[index:end]:
                kinds[at] = "EN"
        index = end + 1


def _strong(kind: str) -> str:
    return "R" if kind in ("R", "AN", "EN") else "L" if kind == "L" else ""


def _brackets(
    text: str, sequence: Sequence[int], kinds: list[str], resolved: Sequence[int], start: str
) -> None:
    """N0: both brackets of a pair go the way of what is inside them, or of what comes before."""
    waiting: list[tuple[str, int]] = []
    pairs = []
    for index, at in enumerate(sequence):
        letter = _SAME.get(text[at], text[at])
        if kinds[at] != "ON":
            continue
        if letter in _CLOSING:
            if len(waiting) == 63:
                break
            waiting.append((_CLOSING[letter], index))
        else:
            for depth in range(len(waiting) - 1, -1, -1):
                if waiting[depth][0] == letter:
                    pairs.append((waiting[depth][1], index))
                    del waiting[depth:]
                    break
    if not pairs:
        return
    embedding = "LR"[resolved[sequence[0]] % 2]
    for first, last in sorted(pairs):
        inside = {_strong(kinds[at]) for at in sequence[first + 1 : last]}
        if embedding in inside:
            way = embedding
        elif {"L", "R"} & inside:
            before = next(
                (_strong(kinds[at]) for at in reversed(sequence[:first]) if _strong(kinds[at])),
                start,
            )
            way = before if before != embedding else embedding
        else:
            continue
        for index in (first, last):
            kinds[sequence[index]] = way
            for at in sequence[index + 1 :]:  # marks on a bracket follow it
                if unicodedata.bidirectional(text[at]) != "NSM":
                    break
                kinds[at] = way


def _neutral(
    sequence: Sequence[int], kinds: list[str], resolved: Sequence[int], start: str, end: str
) -> None:
    """N1 and N2: what has no direction takes that of both sides, or the line's."""
    index = 0
    while index < len(sequence):
        stop = index
        while stop < len(sequence) and kinds[sequence[stop]] in _NEUTRAL:
            stop += 1
        if stop > index:
            before = _strong(kinds[sequence[index - 1]]) if index else start
            after = _strong(kinds[sequence[stop]]) if stop < len(sequence) else end
            way = before if before == after else "LR"[resolved[sequence[index]] % 2]
            for at in sequence[index:stop]:
                kinds[at] = way
        index = stop + 1
