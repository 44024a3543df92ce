"""One YAML file as plain nodes, each with its place.

Every value stays the text that was typed. It is built from libyaml's events. Follows YAML 1.1 as
libyaml reads it, without tags and with one document to a file; `<<` merges mappings, and keys that
are written out win over merged ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from cardgen.base import findings as errors
from cardgen.base.files import read_inside
from cardgen.base.findings import CardgenError, Finding, Place, finding_of_too_many
from cardgen.base.letters import UNSEEN

LARGEST = 16 * 2**20
"""The largest file that is read, in bytes."""
MOST_NODES = 500_000
"""How many texts, lists and mappings one file may hold: more than 10,000 cards with 20 fields."""
DEEPEST = 50
"""How deep lists and mappings may nest."""
MOST_ALIASED = 100_000
"""How many nodes aliases may stand for in one file."""
MOST_LETTERS = 16 * 2**20
"""How many letters may come of one file by repeating: aliases, loops, defaults, cells that are
shared. As many as a file may hold that says each of them once."""
SAVE_AS_UTF_8 = "save it as UTF-8"

PARSER: Any = getattr(yaml.cyaml, "CParser", None) if yaml.__with_libyaml__ else None
PARSER = PARSER or yaml.SafeLoader  # PyYAML without libyaml gives the same events, slower
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What no text may hold."""


class TypedText(str):
    """A scalar as it was typed; `quoted` tells "" from nothing at all."""

    __slots__ = ("column", "line", "quoted")
    line: int
    column: int
    quoted: bool


def text_node(value: str, line: int, column: int, *, quoted: bool = False) -> TypedText:
    """A text as if it were typed at a line and column."""
    text = TypedText(value)
    text.line, text.column, text.quoted = line, column, quoted
    return text


class Map(dict[TypedText, "Node"]):
    """A mapping. Its keys are Texts and know their own places."""

    __slots__ = ("column", "line")
    line: int
    column: int

    def value(self, name: str) -> Node | None:
        """The node after a name, or None."""
        return self.get(name)  # type: ignore[call-overload, no-any-return]  # a text of its own place equals one without

    def key(self, name: str) -> TypedText | None:
        """The key as it was written, for its place."""
        return next((key for key in self if key == name), None)


class Seq(list["Node"]):
    """A list."""

    __slots__ = ("column", "line")
    line: int
    column: int


Node = TypedText | Map | Seq


def letters_of(node: Node) -> int:
    """The number of letters in a node and all that it holds."""
    if isinstance(node, Map):
        return sum(len(key) + letters_of(value) for key, value in node.items())
    return sum(map(letters_of, node)) if isinstance(node, Seq) else len(node)


class Places(Mapping[str, Place]):
    """The places of some names in one file, each made when it is asked for."""

    __slots__ = ("_file", "_spots")

    def __init__(self, file: Path, nodes: Iterable[tuple[str, Node]]) -> None:
        self._file = file
        self._spots = {name: node.line << 20 | min(node.column, 0xFFFFF) for name, node in nodes}

    def __getitem__(self, name: str) -> Place:
        spot = self._spots[name]
        return Place(self._file, spot >> 20, spot & 0xFFFFF)

    def __iter__(self) -> Iterator[str]:
        return iter(self._spots)

    def __len__(self) -> int:
        return len(self._spots)


@dataclass(slots=True)
class Source:
    """A file that was read: its outermost mapping, or its entries.

    It has entries where it is a list. `computed` tells whether any value in it is an `{expr: ...}`.
    """

    file: Path
    root: Map
    computed: bool
    entries: Seq = field(default_factory=Seq)
    told: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    """By the line and column of an entry, what it says in a way that cannot be read, which is told
    already: it is not missing."""

    def place(self, node: Node) -> Place:
        return Place(self.file, node.line, node.column)

    def place_of_missing(self, name: str, entry: Node) -> Place:
        """The place where an entry lacks a value of a name: the entry itself."""
        return self.place(entry)

    def wrong(self, sentence: str, remedy: str, node: Node, *, code: str) -> CardgenError:
        """The error for a value, to be raised."""
        return CardgenError(Finding(code, sentence, remedy, self.place(node)))


def read(
    file: Path,
    problems: list[Finding],
    example: str = "title: My Game",
    *,
    home: Path | None = None,
    must_exist: bool = True,
) -> Source | None:
    """A file of names with values, or None.

    It is None when they cannot be made out. An empty file is taken only where it need not exist
    (`must_exist`). What is wrong is added to `problems`; `example` is a line that such a file may
    begin with, `home` the folder that a link must not lead out of, which is the file's own where
    none is given.
    """
    sentence = "the file must be a list of names with values"
    return _read(
        file,
        home,
        problems,
        Map,
        (sentence, f"begin it with a line such as {example}"),
        must_exist=must_exist,
    )


def read_list(file: Path, problems: list[Finding], *, home: Path | None = None) -> Source | None:
    """A file that is one list, or None when it cannot be made out."""
    sentence = "the file must be a list"
    remedy = "begin each entry with a line such as - id: my-rule"
    return _read(file, home, problems, Seq, (sentence, remedy), must_exist=False)


def read_node(file: Path, text: str) -> Node | None:
    """The root of a YAML text of any kind; None for an empty one. Raises CardgenError."""
    problems: list[Finding] = []
    root = _Builder(file, text, problems).root()
    if problems:
        raise CardgenError(*problems)
    return root


def _read(
    file: Path,
    home: Path | None,
    problems: list[Finding],
    kind: type[Map | Seq],
    wrong: tuple[str, str],
    *,
    must_exist: bool,
) -> Source | None:
    sentence, remedy = wrong
    try:
        builder = _Builder(file, typed_text(file, home), problems)
        root = builder.root()
        if root is None or root == "":
            sentence = "the file is empty"
            root = None if must_exist else kind()
        if not isinstance(root, kind):
            raise CardgenError(Finding("file-empty", sentence, remedy, Place(file, 1)))
    except CardgenError as error:
        problems.extend(error.findings)
        return None
    return (
        Source(file, root, builder.computed)
        if isinstance(root, Map)
        else Source(file, Map(), builder.computed, root)
    )


def typed_bytes(file: Path, home: Path | None = None) -> bytes:
    """The bytes of a file that lies in `home`, or in its own folder. Raises CardgenError."""
    try:
        return read_inside(file, home or file.parent, LARGEST, "split it into several decks")
    except FileNotFoundError:
        raise CardgenError(
            Finding("file-missing", "this is a link to nothing", "put the file here", Place(file))
            if file.is_symlink()
            else Finding("file-missing", "there is no such file", "add it", Place(file))
        ) from None
    except OSError as error:
        raise CardgenError(
            Finding(
                "file-unreadable",
                f"the file cannot be read: {error.strerror}",
                "make it readable",
                Place(file),
            )
        ) from error


def typed_text(file: Path, home: Path | None = None, *, utf_16: bool = False) -> str:
    """The text of a file that lies in `home`, without a BOM.

    Without `home` it lies in its own folder. Raises CardgenError when it is not plain UTF-8, or
    UTF-16 where that is taken."""
    data = typed_bytes(file, home)
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if wide and not utf_16:
        raise CardgenError(
            Finding("not-utf-8", "the file is saved as UTF-16", SAVE_AS_UTF_8, Place(file))
        )
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        if wide:
            raise CardgenError(
                Finding(
                    "not-utf-8",
                    "the file is broken: it is no whole UTF-16",
                    SAVE_AS_UTF_8,
                    Place(file),
                )
            ) from error
        place = _place(file, error.object[: error.start].decode("utf-8", "replace"))
        byte = error.object[error.start]
        raise CardgenError(
            Finding("not-utf-8", f"the byte {byte:#04x} here is not UTF-8", SAVE_AS_UTF_8, place)
        ) from error
    if control := CONTROL.search(text):
        sentence = f"there is a control character (U+{ord(control[0]):04X}) here"
        raise CardgenError(
            Finding(
                "control-character", sentence, "delete it", _place(file, text[: control.start()])
            )
        )
    return text


def _place(file: Path, before: str) -> Place:
    lines = re.split("\r\n|\r|\n", before)
    return Place(file, len(lines), len(lines[-1]) + 1)


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being filled."""

    node: Map | Seq
    anchor: str | None
    before: int
    key: TypedText | None = None
    height: int = 1
    merged: tuple[Map, ...] = ()
    names: dict[str, TypedText] = field(default_factory=dict)
    """Its names with their places, once one of them was given twice."""
    again: list[TypedText] = field(default_factory=list)
    """The names that it has already, where they are given again."""


class _Builder:
    """Turns the events of one file into nodes, without recursion."""

    def __init__(self, file: Path, text: str, problems: list[Finding]) -> None:
        self.file = file
        self.text = text
        self.problems = problems
        self.before = len(problems)
        self.computed = False
        self.stack: list[_Open] = []
        self.event: Any = None
        """The last that was read."""
        self.anchors: dict[str, tuple[Node, int, int]] = {}  # node, size, height
        self.made = 0
        self.aliased = self.aliased_letters = 0

    def root(self) -> Node | None:
        """The file's one node, or None. Raises CardgenError for what cannot be read on from."""
        try:
            return self._build(PARSER(self.text))
        except yaml.MarkedYAMLError as error:
            if "maximum nesting depth" in str(error) and error.problem_mark:
                # libyaml 0.2.6 gives up before it tells of what it has read: the text up to there
                # shows where it becomes too deep for us
                del self.problems[self.before :]
                return _Builder(
                    self.file, self.text[: error.problem_mark.index - 1], self.problems
                ).root()
            raise CardgenError(self._reworded(error)) from error
        except yaml.YAMLError as error:
            raise CardgenError(
                Finding(
                    "yaml-broken",
                    f"this is not YAML: {error}",
                    "save it as plain text in UTF-8",
                    Place(self.file),
                )
            ) from error

    def _build(self, parser: Any) -> Node | None:
        root: Node | None = None
        stack, next_event = self.stack, parser.get_event
        documents = 0
        node: Node
        while True:
            event = self.event = next_event()
            if self.made - self.aliased > MOST_NODES:
                sentence = f"the file holds more than {MOST_NODES:,} names, values and lists"
                raise CardgenError(
                    Finding("too-deep", sentence, "split it into several decks", self._at(event))
                )
            kind = event.__class__
            height = 0
            anchor = None
            if kind is yaml.ScalarEvent:
                mark = event.start_mark
                node = TypedText(event.value)
                node.line = mark.line + 1
                node.column = mark.column + 1
                node.quoted = bool(event.style)
                self.made += 1
                if event.tag is not None:
                    self._tagged(event)
                if event.style == '"' and (control := CONTROL.search(node)):
                    self._wrong(
                        f"this text holds a control character (U+{ord(control[0]):04X})",
                        "take it out",
                        node,
                    )
                    # which no path can hold
                    node = text_node(
                        CONTROL.sub("\ufffd", node), node.line, node.column, quoted=True
                    )
                anchor, before = event.anchor, self.made - 1
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._open(event, Map() if kind is yaml.MappingStartEvent else Seq())
                continue
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                frame = stack.pop()
                node, anchor, before, height = frame.node, frame.anchor, frame.before, frame.height
                if isinstance(node, Map):
                    self._close(node, frame)
            elif kind is yaml.AliasEvent:
                node, height = self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise CardgenError(
                        Finding(
                            "yaml-broken",
                            "a second document begins here",
                            "remove the line ---",
                            self._at(event),
                        )
                    )
                continue
            elif event is None or kind is yaml.StreamEndEvent:
                return root
            else:
                continue
            if anchor:
                self.anchors[anchor] = (node, self.made - before, height)
            if stack:
                self._attach(stack[-1], node, height)
            else:
                root = node

    def _close(self, node: Map, frame: _Open) -> None:
        """A mapping is whole: what was merged into it counts where it says nothing itself."""
        if frame.again:
            self._tell_of_names_given_again(frame)
        for other in frame.merged:
            for name, value in other.items():
                node.setdefault(name, value)
        self.computed = self.computed or (len(node) == 1 and "expr" in node)

    def _open(self, event: Any, node: Map | Seq) -> None:
        stack, mark = self.stack, event.start_mark
        node.line, node.column = mark.line + 1, mark.column + 1
        if event.tag is not None:
            self._tagged(event)
        if len(stack) >= DEEPEST:
            raise CardgenError(self._too_deep(node))
        if stack and stack[-1].key is None and isinstance(stack[-1].node, Map):
            sentence = "a list or a mapping stands where a name is expected"
            raise CardgenError(
                Finding(
                    "name-impossible",
                    sentence,
                    'put text that begins with { or [ in quotes: "{suit}-1"',
                    self._at(event),
                )
            )
        stack.append(_Open(node, event.anchor, self.made))
        self.made += 1

    def _alias(self, event: Any) -> tuple[Node, int]:
        if event.anchor not in self.anchors:
            inside = any(frame.anchor == event.anchor for frame in self.stack)
            sentence = (
                f"*{event.anchor} stands inside what it names"
                if inside
                else f"nothing is marked &{event.anchor} above this line"
            )
            raise CardgenError(
                Finding(
                    "yaml-broken",
                    sentence,
                    "write the value out, or put text that begins with * in quotes",
                    self._at(event),
                )
            )
        node, size, height = self.anchors[event.anchor]
        self.made += size
        self.aliased += size
        if self.aliased > MOST_ALIASED:
            sentence = f"the aliases in this file stand for more than {MOST_ALIASED} values"
            raise CardgenError(
                Finding("too-deep", sentence, "write the values out", self._at(event))
            )
        self.aliased_letters += letters_of(node)
        if self.aliased_letters > MOST_LETTERS:
            sentence = f"the aliases in this file stand for more than {MOST_LETTERS:,} letters"
            raise CardgenError(Finding("too-large", sentence, "use shorter texts", self._at(event)))
        if len(self.stack) + height > DEEPEST:
            raise CardgenError(self._too_deep(node))
        return node, height

    def _attach(self, parent: _Open, node: Node, height: int) -> None:
        into = parent.node
        if height >= parent.height:
            parent.height = height + 1
        if isinstance(into, Seq):
            into.append(node)
        elif parent.key is None:
            if not isinstance(node, TypedText):
                raise CardgenError(
                    Finding(
                        "name-impossible",
                        "a name must be text, not a list or a mapping",
                        "write the name out",
                        self._place(node),
                    )
                )
            parent.key = node
        else:
            key = parent.key
            parent.key = None
            if key == "<<" and not key.quoted:
                parents = node if isinstance(node, Seq) else [node]
                parent.merged += tuple(mapping for mapping in parents if isinstance(mapping, Map))
                if not all(isinstance(item, Map) for item in parents):
                    self._wrong(
                        "<< can only merge mappings",
                        "name a mapping that is marked with & above",
                        node,
                    )
            elif key in into:
                parent.names = parent.names or {str(name): name for name in into}
                parent.again.append(key)
            else:
                into[key] = node
                if not key.isascii() and not key.quoted and (unseen := _AT_EDGE.search(key)):
                    self._wrong(
                        f"a {_sign_in_words(unseen[0])} stands at the edge of this name",
                        "take it out",
                        text_node(key, key.line, key.column + unseen.start()),
                    )
                if parent.names:
                    parent.names[key] = key

    def _tell_of_names_given_again(self, frame: _Open) -> None:
        """Tell of names that a mapping has twice.

        Where an item of a list has its first name again, and that on a line of its own, the next
        item lacks its dash: that is told once, and not name by name."""
        head = next(iter(frame.names.values()))
        in_list = bool(self.stack) and isinstance(self.stack[-1].node, Seq)
        lacks_dash = in_list and any(
            key == head and key.column == head.column and key.line > head.line
            for key in frame.again
        )
        told: set[str] = set()
        for key in frame.again:
            first = frame.names[key]
            if not lacks_dash:
                self._wrong(
                    f'"{key}" is given twice, in line {first.line} and in line {key.line}',
                    "remove one of them",
                    key,
                )
            elif not told or key in told:
                self._wrong(
                    f'an item of the list begins here without its "- ": "{key}" is given in line '
                    f"{first.line} already",
                    f'write "- {key}: ..." there; if both are of one item, remove one of them',
                    key,
                )
                told = {key}
            else:
                told.add(key)
        # what the mapping holds was told before
        self.problems[self.before :] = sorted(
            self.problems[self.before :], key=lambda problem: problem.place or Place(self.file)
        )

    def _tagged(self, event: Any) -> None:
        self._add(
            Finding(
                "yaml-broken",
                f"the tag {event.tag} is not used here",
                "remove it, or put text that begins with ! in quotes",
                self._at(event),
            )
        )

    def _too_deep(self, node: Node) -> Finding:
        return Finding(
            "too-deep",
            f"lists and mappings nest deeper than {DEEPEST} levels",
            "flatten them",
            self._place(node),
        )

    def _wrong(self, sentence: str, remedy: str, node: Node) -> None:
        self._add(Finding("yaml-broken", sentence, remedy, self._place(node)))

    def _add(self, problem: Finding) -> None:
        if len(self.problems) - self.before >= errors.MOST_PROBLEMS:
            raise CardgenError(finding_of_too_many(self.file))
        self.problems.append(problem)

    def _place(self, node: Node) -> Place:
        return Place(self.file, node.line, node.column)

    def _at(self, event: Any) -> Place:
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _reworded(self, error: yaml.MarkedYAMLError) -> Finding:
        complaint = " ".join(str(part) for part in (error.context, error.problem) if part)
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        lines = re.split("\r\n|[\r\n\x85\u2028\u2029]", self.text)
        typed = lines[line] if line < len(lines) else ""
        indent = typed[: len(typed) - len(typed.lstrip())]
        if "\t" in indent and "quoted scalar" not in complaint:
            return Finding(
                "yaml-broken",
                "a tab is used to indent this line",
                "use spaces",
                Place(self.file, line + 1, indent.index("\t") + 1),
            )
        if open_quote := self._open_quote(error):
            return open_quote
        if stray_sign := self._stray_sign(error, lines):
            return stray_sign
        if (
            "while parsing a block" in complaint
            and "node content" not in complaint
            and typed[:column].strip(" -")
        ):
            remedy = "put the whole value in quotes"
            return Finding(
                "yaml-broken",
                "this does not belong to the value before it",
                remedy,
                Place(self.file, line + 1, column + 1),
            )
        if "node content" in complaint and not "".join(lines[line:]):
            return Finding(
                "yaml-broken",
                "the file ends too early",
                "add the missing bracket, brace or value",
                Place(self.file, line + 1, column + 1),
            )
        for sign, sentence, remedy, start in _REWORDED:
            if sign in complaint:
                began = error.context_mark
                if began and (start == "always" or (start == "elsewhere" and began.line != line)):
                    line, column = began.line, began.column
                sentence = sentence.replace("CHARACTER", typed[column : column + 1])
                last = min(mark.line if mark else line, len(lines) - 1)
                near = range(max(0, line - 1), last + 1)
                cut = next((number + 1 for number in near if _CUT.search(lines[number])), 0)
                remedy += (
                    f'; what stands behind " #" in line {cut} is a comment, unless it is in quotes'
                    if cut
                    else ""
                )
                return Finding(
                    "yaml-broken", sentence, remedy, Place(self.file, line + 1, column + 1)
                )
        return Finding(
            "yaml-broken",
            f"this is not YAML: {complaint}",
            f"mend the indentation, or {_QUOTE}",
            Place(self.file, line + 1, column + 1),
        )

    def _open_quote(self, error: yaml.MarkedYAMLError) -> Finding | None:
        """The finding for a text whose closing quote is missing: it goes on to the next quote,
        lines below, where what follows makes no sense."""
        text = self.event
        if not isinstance(text, yaml.ScalarEvent) or text.style not in ('"', "'"):
            return None
        begin, end = self.event.start_mark, self.event.end_mark
        marks = [mark.line for mark in (error.problem_mark, error.context_mark) if mark]
        if begin.line == end.line or end.line not in marks:
            return None
        inside = '\\"' if text.style == '"' else "''"
        return Finding(
            "yaml-broken",
            f"the text in quotes that begins in line {begin.line + 1} ends here, and more follows",
            f"close it in line {begin.line + 1}, or write  {inside}  for a quote inside it",
            Place(self.file, end.line + 1, end.column),
        )

    def _stray_sign(self, error: yaml.MarkedYAMLError, lines: Sequence[str]) -> Finding | None:
        """The finding for a sign that only looks like one of YAML's, or a blank that lacks.

        It is looked for where the parser failed, and some in the line before, too."""
        mark, began = error.problem_mark, error.context_mark
        if mark is None:
            return None
        numbers = [mark.line - 1, mark.line]
        if began and str(error.context).startswith("while scanning"):
            numbers.insert(0, began.line)
        for number in numbers:
            if not 0 <= number < len(lines):
                continue
            for pattern, sentence, remedy, is_sure in _STRAY_SIGNS:
                sign = pattern.match(lines[number])
                if sign and (is_sure or number == mark.line):
                    return Finding(
                        "yaml-broken",
                        sentence.format(sign=_sign_in_words(sign[1])),
                        remedy,
                        Place(self.file, number + 1, sign.start(1) + 1),
                    )
        return None


def _sign_in_words(sign: str) -> str:
    return f"{unicodedata.name(sign, 'sign').lower()} (U+{ord(sign):04X})"


_AT_EDGE = re.compile(f"^[{UNSEEN}]|[{UNSEEN}]$")
_HEAD = r"[ \t]*(?:-[ \t]+)*"
_NAME = r"[^\W\d][\w-]*"
_STRAY_SIGNS = (
    # what finds it at the head of a line; what is said; the remedy; whether the line before the one
    # where the parser failed is to be searched, too
    (
        # at the head, behind a colon, or before one
        re.compile(
            rf"(?:[ \t-]*(?:{_NAME}[ \t]*:)?|{_HEAD}{_NAME}[ \t]*(?=[{UNSEEN}][ \t]*:))([{UNSEEN}])"
        ),
        "the {sign} here is no blank to YAML",
        "write a blank in its place, or take it out",
        True,
    ),
    (
        re.compile(rf"{_HEAD}{_NAME}[ \t]*([\uff1a\ufe55])"),
        "the {sign} here is no colon to YAML",
        'write ":" with a blank behind it',
        True,
    ),
    (
        re.compile(rf"{_HEAD}{_NAME}(:)(?=[^\s/:])"),
        'there is no blank behind the ":" here',
        'write "name: value"',
        True,
    ),
    (
        re.compile(rf"[ \t]*(-)(?={_NAME}:(?:\s|$))"),
        'there is no blank behind the "-" here',
        'write "- name: value"',
        True,
    ),
    (
        re.compile(r"[ \t]*([\u2010-\u2015\u2212])"),
        "the {sign} here begins no item of a list",
        'write "- " in its place',
        False,
    ),
    (
        re.compile(rf"{_HEAD}(?:{_NAME}[ \t]*:[ \t]+)?([\u2018-\u201f\u00ab\u00bb])"),
        "the {sign} here is no quote to YAML",
        'write " before and behind the text',
        False,
    ),
)
_CUT = re.compile(r"[^\s#][ \t]+#[^\s#=*~_+.-]")
_QUOTE = "put text that holds such signs in quotes"
_REWORDED = (
    # libyaml's words; ours; the remedy; when to show where the thing began instead of where it
    # failed
    ("cannot start any token", 'text cannot begin with "CHARACTER"', "put it in quotes", ""),
    (
        "mapping values are not allowed",
        'there is a ":" too many here',
        "put text that holds a colon in quotes, or mend the indentation",
        "",
    ),
    (
        "while scanning a quoted scalar",
        "this quoted text does not end",
        "add the closing quote",
        "always",
    ),
    (
        "while parsing a quoted scalar",
        "this backslash means nothing in double quotes",
        "double it, or use single quotes",
        "",
    ),
    (
        "while parsing a flow mapping",
        "these braces { do not close as they should",
        f"add the missing comma or }}, or {_QUOTE}",
        "elsewhere",
    ),
    (
        "while parsing a flow sequence",
        "these brackets [ do not close as they should",
        f"add the missing comma or ], or {_QUOTE}",
        "elsewhere",
    ),
    (
        "while parsing a block mapping",
        "this line does not fit the lines above it",
        f"indent it like them, or {_QUOTE}",
        "",
    ),
    (
        "while parsing a block collection",
        "this line does not fit the list above it",
        "begin it with - and indent it like the others",
        "",
    ),
    ("expected node content", 'a value cannot begin with "CHARACTER"', "put it in quotes", ""),
    (
        "while scanning a simple key",
        'this line has no ":" after its name',
        'write "name: value"',
        "always",
    ),
    ("while scanning an alias", "text cannot begin with *", "put it in quotes", "always"),
    ("while scanning an anchor", "text cannot begin with &", "put it in quotes", "always"),
    ("YAML d", "this line says in vain which YAML the file is written in", "take it away", ""),
    (
        "while scanning a directive",
        "a line cannot begin with %",
        "put the text in quotes",
        "always",
    ),
    (
        "while scanning a block scalar",
        "the text after | or > is not indented as it should be",
        "indent its lines evenly, with spaces",
        "",
    ),
    (
        "entries are not allowed",
        'a "-" cannot begin a list here',
        "begin the list on a line of its own",
        "",
    ),
    ("document start", "this line does not fit the lines above it", "mend its indentation", ""),
    ("tag", "text cannot begin with !", "put it in quotes", "always"),
)
