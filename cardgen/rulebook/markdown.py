"""Markdown to blocks, read by markdown-it.

CommonMark with tables, boxes (:::), icons ({name}) and index terms ([[term]]), and with what GitHub
has beside: footnotes, tasks, `<br>`, and its anchors of headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from cardgen.base.findings import Finding, Place, collect_findings, limit_findings
from cardgen.base.quotes import quotation_marks
from cardgen.base.suggestions import did_you_mean
from cardgen.engine import text_markup
from cardgen.load import foreign_markup
from cardgen.model.span_styles import PLAIN_SHEET, Look, SpanSheet, SpanStyle
from cardgen.model.vocabulary import NO_VOCABULARY, Vocabulary
from cardgen.rulebook import blocks as made
from cardgen.rulebook.blocks import (
    BOXES,
    CONTAINERS,
    NUMBER,
    OBJECT,
    PAGE,
    Block,
    Embed,
    InlineSpan,
    Manuscript,
    Spans,
    plain,
)
from cardgen.rulebook.book_vocabulary import use_vocabulary
from cardgen.rulebook.jinja import LIVE, Written
from cardgen.rulebook.sign_rules import use_signs

_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
_HOLDERS = re.compile(r"(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*")
"""What stands before a row of a table in quotes and lists."""
_FENCE = re.compile(r":::+[ \t]*(.*?)[ \t]*$")
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
_WEB = re.compile(r"(https?://|mailto:)", re.IGNORECASE)
MOST_PIECES = 3_000
"""How many headings, paragraphs, entries of lists and cells of tables a book may have: more than
three times the most that ships."""
_LONGEST = 200
"""Characters that a name or a term may have."""
_UNDERLINE = re.compile(r" {0,3}(=+|-{4,})[ \t]*")
"""What makes a heading of the line above it elsewhere; three hyphens end the page wherever they
stand."""
_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,40})\]:[ \t]*")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(-->|\Z)", re.DOTALL)
_CLINGING = re.compile(r" {0,3}(#{1,6})([^\W\d_].*|(?<=##)[^\s#].*)")
"""A heading without the blank that makes it one; `#1` is a number."""
_TARGET = r'\((?:[^()\s]|\([^()\s]*\)){0,300}(?: "[^"\n]*")?\)'
"""Where a link leads, in brackets, with its title."""
_READ_ELSEWHERE = re.compile(
    rf"(?<!`)`+[^`\n]+`+|\[\[[^\[\]\n]*\]\]|(?<=\]){_TARGET}"
    r"|<https?://[^>\s]*>|&#?\w+;|\{[^{}\n]*\}|<br\s*/?>"
)
"""What is no running text of a book, or is understood in it."""
_REMEDIES = {"<img": "write ![what it shows](drawing.png), or {{ picture('drawing.png') }}"}
_TASK = re.compile(r"\[([ xX])\]\s+")
_TICKS = {" ": "☐ ", "x": "☑ ", "X": "☑ "}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_OFF = ("code", "fence", "html_block", "lheading", "reference")
"""What rulebooks do not have: pages of code, raw HTML, headings by underline (a page break would
make one)."""


def read_book(
    file: Path,
    written: Written,
    language: str = "en",
    styles: SpanSheet = PLAIN_SHEET,
    vocabulary: Vocabulary = NO_VOCABULARY,
    list_bullet: str = "",
) -> tuple[Manuscript, list[Finding]]:
    """The book's blocks, and what is wrong with it, each with its line.

    The quotation marks are those of a language; spans may name some styles, and words
    print as the vocabulary says. `list_bullet` is the mark-up of bullets that are no dots."""
    reader = _MarkdownReader(file, written, language, styles, vocabulary)
    reader.list_bullet = list_bullet
    return reader.book(), limit_findings(reader.problems)


def anchor_of(text: str) -> str:
    """The anchor of a heading: lower case, hyphens for spaces.

    >>> anchor_of("Trick-taking: the basics")
    'trick-taking-the-basics'
    """
    return "-".join(_NOT_IN_ANCHORS.sub("", text.lower()).split())


# -- what is added to Markdown


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """::: name Title, to its own ::: alone; boxes stand in one another."""
    fence = _fence(state, start)
    if not fence:
        return False
    if silent:
        return True
    depth = 1
    last = start + 1
    while last < end:
        inner = _fence(state, last)
        if inner is not None:
            depth += 1 if inner else -1
            if not depth:
                break
        last += 1
    opened = state.push("box_open", "div", 1)
    opened.block = True
    opened.map = [start, last]
    opened.info = fence
    opened.meta["closed"] = not depth
    if title := fence.partition(" ")[2].strip():
        inline = state.push("inline", "", 0)
        inline.content = title
        inline.map = [start, start + 1]
        inline.children = []
    parent, limit = state.parentType, state.lineMax
    state.parentType = "box"
    state.lineMax = last
    state.md.block.tokenize(state, start + 1, last)
    state.parentType, state.lineMax = parent, limit
    state.push("box_close", "div", -1).block = True
    state.line = last + (not depth)
    return True


def _fence(state: StateBlock, line: int) -> str | None:
    """The text behind the ::: that begins a line; None when none does."""
    match = _FENCE.match(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])
    return match[1].replace("\t", " ") if match else None


def _enclosed(
    kind: str, opening: str, closing: str, never: str
) -> Callable[[StateInline, bool], bool]:
    """A rule that reads a text between two signs in which none of some others stands."""

    def read(state: StateInline, silent: bool) -> bool:
        if not state.src.startswith(opening, state.pos):
            return False
        begin = state.pos + len(opening)
        end = state.src.find(closing, state.pos, min(state.posMax, state.pos + _LONGEST))
        if end < 0 or set(never).intersection(state.src[begin:end]):
            return False
        if not silent:
            state.push(kind, "", 0).content = state.src[begin:end]
        state.pos = end + len(closing)
        return True

    return read


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a footnote: [^label]: and its words, as far as the next empty line.

    What is indented below belongs to it."""
    head = _FOOTNOTE.match(
        state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start]
    )
    if not head:
        return False
    last = start + 1
    while last < end and not _FOOTNOTE.match(state.src, state.bMarks[last] + state.tShift[last]):
        if state.isEmpty(last) and (
            last + 1 >= end
            or state.isEmpty(last + 1)
            or state.sCount[last + 1] < state.blkIndent + 2
        ):
            break
        last += 1
    if not silent:
        opened = state.push("footnote_open", "aside", 1)
        opened.map, opened.info = [start, last], head[1]
        inline = state.push("inline", "", 0)
        words = (line for line in range(start, last) if not state.isEmpty(line))
        lines = [
            state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
            for line in words
        ]
        inline.content = "\n".join(lines)[len(head[0]) :]
        inline.map = [start, last]
        inline.children = []
        state.push("footnote_close", "aside", -1)
        state.line = last
    return True


def _line_break(state: StateInline, silent: bool) -> bool:
    """<br>, which is how a cell of a table has several lines."""
    tag = _BREAK.match(state.src, state.pos)
    if not tag:
        return False
    if not silent:
        state.push("break", "br", 0)
    state.pos = tag.end()
    return True


def _span(state: StateInline, silent: bool) -> bool:
    """[words]{.style name=value}, as on cards."""
    if state.src[state.pos] != "[":
        return False
    start, limit = state.pos, state.posMax
    end = parseLinkLabel(state, start)
    looks = text_markup.LOOKS.match(state.src, end + 1, limit) if end >= 0 else None
    if not looks:
        return False
    if not silent:
        state.push("span_open", "span", 1).meta["looks"] = looks["looks"]
        state.pos, state.posMax = start + 1, end
        state.md.inline.tokenize(state)
        state.push("span_close", "span", -1)
    state.pos, state.posMax = looks.end(), limit
    return True


def _parser(language: str) -> MarkdownIt:
    markdown = MarkdownIt(
        "commonmark", {"html": False, "typographer": True, "quotes": quotation_marks(language).set}
    )
    markdown.enable(["table", "smartquotes", "replacements"])
    markdown.disable(list(_OFF))
    markdown.block.ruler.before(
        "blockquote", "box", _box, {"alt": ["paragraph", "blockquote", "list"]}
    )
    markdown.block.ruler.before("blockquote", "footnote", _footnote)
    use_signs(markdown)
    markdown.inline.ruler.before("link", "footnote", _enclosed("footnote", "[^", "]", " \n"))
    markdown.inline.ruler.before("autolink", "break", _line_break)
    # [[shown]] or [[shown|term of the index]]
    markdown.inline.ruler.before("link", "term", _enclosed("term", "[[", "]]", "["))
    # {name}: an icon or a live part
    markdown.inline.ruler.before("link", "brace", _enclosed("icon", "{", "}", "{\n"))
    markdown.inline.ruler.before("link", "span", _span)
    return markdown


def _blanked(match: re.Match[str]) -> str:
    return "\ufffc" * len(match[0])


# -- from its tree to blocks


class _MarkdownReader:
    def __init__(
        self,
        file: Path,
        written: Written,
        language: str,
        styles: SpanSheet,
        vocabulary: Vocabulary,
    ) -> None:
        self.file, self.styles, self.vocabulary = file, styles, vocabulary
        self.language = language
        self.written = written
        self.problems = list(written.problems)
        self.parser = _parser(language)
        self.list_bullet = ""
        self.is_in_list = False
        self.line = 0
        self.anchors: dict[str, None] = {}
        self.elsewhere: dict[str, str] = {}
        """The anchors of the headings, by what GitHub calls them."""
        self.links: list[InlineSpan] = []
        self.brackets = 0
        self.title = ""
        self.notes: dict[str, Spans] = {}
        """The footnotes by their labels."""
        self.defined: dict[str, Place] = {}
        """Where they stand."""
        self.noted: dict[str, tuple[int, Place]] = {}
        """The labels of those that are referred to, in that order, with their numbers, and where
        that is."""

    def book(self) -> Manuscript:
        use_vocabulary(self.parser, self.vocabulary, self._tell_in_line)
        tokens = self.parser.parse(_COMMENT.sub(self._left_out, "\n".join(self.written.lines)))
        pieces = [token for token in tokens if token.type == "inline"]
        if len(pieces) > MOST_PIECES:
            self.line = (pieces[MOST_PIECES].map or [0])[0]
            self.wrong(
                "too-large",
                f"the rulebook has more than {MOST_PIECES:,} headings, paragraphs, entries and "
                f"cells",
                "shorten it",
            )
            return Manuscript((), (), ())
        root = SyntaxTreeNode(tokens)
        self.elsewhere = self._headings(root)
        placed_blocks = list(self._with_notes(root))
        lead: list[Block] = []
        rest: list[Block] = []
        quick: list[Block] = []
        for block, place in placed_blocks:
            if isinstance(block, made.Callout) and block.kind == "quick":
                if quick:
                    self.problems.append(
                        Finding(
                            "rulebook-markup",
                            "there is a second quick reference",
                            "put all of it between one ::: quick and :::",
                            place,
                        )
                    )
                quick += block.blocks
            elif rest or isinstance(block, made.HeadingBlock):
                rest.append(block)
            else:
                lead.append(block)
        for span in self.links:
            if span.link[1:] not in self.anchors:
                fault = f'no heading has the anchor "{span.link}"'
                self.problems.append(
                    Finding(
                        "rulebook-link",
                        fault,
                        did_you_mean(span.link[1:], self.anchors, "add a heading"),
                        span.place,
                    )
                )
        return Manuscript(
            tuple(lead), tuple(rest), tuple(quick), self.title, tuple(self._leftovers(pieces))
        )

    def _leftovers(self, pieces: Sequence[Token]) -> Iterator[tuple[Finding, tuple[Place, ...]]]:
        """Mark-up in these pieces that prints as it stands.

        Each kind has its first place and the others."""
        texts = [_READ_ELSEWHERE.sub(_blanked, piece.content) for piece in pieces]
        notes = any(map(text_markup.refers_to_note, texts))
        marks: dict[str, tuple[foreign_markup.UnreadMark, list[Place]]] = {}
        for piece, text in zip(pieces, texts, strict=True):
            line = piece.map[0] if piece.map else 0
            printed = "".join(
                token.content for token in piece.children or () if token.type == "text"
            )
            for mark in (
                *foreign_markup.unread(text, notes, book=True),
                *foreign_markup.unread_in_book(text, printed),
            ):
                self.line = line + text.count("\n", 0, mark.at)
                marks.setdefault(mark.kind, (mark, []))[1].append(self.place())
        for mark, places in marks.values():
            problem = Finding(
                "leftover",
                f"the rulebook {mark.fault}",
                _REMEDIES.get(mark.sign[:4].lower(), mark.remedy),
                places[0],
            )
            yield problem, tuple(dict.fromkeys(places[1:]))

    def _left_out(self, comment: re.Match[str]) -> str:
        """The lines of a comment, which say nothing."""
        if not comment[1]:
            self.line = comment.string.count("\n", 0, comment.start())
            self.wrong(
                "rulebook-markup",
                "a comment that begins here is never closed",
                "write --> behind it",
            )
        return "\n" * comment[0].count("\n")

    def _headings(self, root: SyntaxTreeNode) -> dict[str, str]:
        """The anchors of all headings, by what GitHub calls them.

        It writes a hyphen for each blank, and -1 for the second of a name."""
        ahead = _MarkdownReader(
            self.file, self.written, self.language, self.styles, self.vocabulary
        )
        anchors: dict[str, str] = {}
        times: Counter[str] = Counter()
        for node in root.walk():
            if node.type == "heading" and (text := plain(ahead.spans(node))):
                name = _NOT_IN_ANCHORS.sub("", text.lower()).replace(" ", "-")
                anchors.setdefault(
                    f"{name}-{times[name]}" if times[name] else name, ahead.anchor(anchor_of(text))
                )
                times[name] += 1
        return {name: anchor for name, anchor in anchors.items() if name not in ahead.anchors} | {
            name: name for name in ahead.anchors
        }

    def _with_notes(self, root: SyntaxTreeNode) -> Iterator[tuple[Block, Place]]:
        """The blocks of the book, its footnotes behind each chapter.

        They stand behind the first chapter that refers to them."""
        items: list[tuple[Block | range, Place]] = []
        count_before = 0
        for block, place in self.blocks(root.children):
            if isinstance(block, made.HeadingBlock) and block.level == 2:
                items.append((range(count_before, count_before := len(self.noted)), place))
            items.append((block, place))
        items.append((range(count_before, len(self.noted)), self.place()))
        labels = list(self.noted)
        for label in labels:
            if label not in self.notes:
                fault = f'no footnote is called "[^{label}]"'
                self.problems.append(
                    Finding(
                        "rulebook-link",
                        fault,
                        f"write one on a line of its own:  [^{label}]: ...",
                        self.noted[label][1],
                    )
                )
        self.problems += (
            Finding(
                "rulebook-link",
                f'nothing refers to the footnote "[^{label}]"',
                f"write [^{label}] where it belongs, or take it out",
                place,
            )
            for label, place in self.defined.items()
            if label not in self.noted
        )
        for item, place in items:
            if not isinstance(item, range):
                yield item, place
                continue
            for number in item:
                sign = InlineSpan(f"{number + 1} ".translate(_RAISED))
                yield made.ParagraphBlock((sign, *self.notes.get(labels[number], ()))), place

    def place(self) -> Place:
        return Place(self.file, self.written.numbers[min(self.line, len(self.written.numbers) - 1)])

    def _tell_in_line(self, finding: Finding, line: int) -> None:
        self.line = line
        self.problems.append(finding.at(self.place()))

    def wrong(self, code: str, fault: str, remedy: str) -> None:
        self.problems.append(Finding(code, fault, remedy, self.place()))

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[tuple[Block, Place]]:
        for node in nodes:
            if node.map:
                self.line = node.map[0]
            place = self.place()
            read: Callable[[SyntaxTreeNode], Iterator[Block]] | None = getattr(
                self, f"_{node.type}", None
            )
            if read is None:
                self.wrong(
                    "rulebook-markup",
                    f"a rulebook has no {node.type.replace('_', ' ')}",
                    "write it as a paragraph, a list or a table",
                )
            else:
                yield from ((block, place) for block in read(node))

    def inside(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        return tuple(block for block, _ in self.blocks(node.children))

    # -- kinds of blocks, by markdown-it's names

    def _heading(self, node: SyntaxTreeNode) -> Iterator[Block]:
        level = int(node.tag[1:])
        place, spans = self.place(), self.small(self.spans(node))
        if level == 1 and not self.anchors and not self.title and plain(spans):
            self.title = plain(spans)
            return
        if level == 1:
            self.wrong(
                "rulebook-markup",
                "a rulebook has one title, before its chapters",
                "begin a chapter with ##, a section with ###",
            )
        if level > 4:
            self.wrong(
                "rulebook-markup",
                "headings go from ## to ####",
                "use a shallower heading, or a paragraph that begins in bold",
            )
        name = anchor_of(plain(spans))
        if not name:
            self.problems.append(
                Finding(
                    "rulebook-markup", "a heading without words", "write some behind the ##", place
                )
            )
        yield made.HeadingBlock(min(max(level, 2), 4), spans, self.anchor(name))

    def anchor(self, name: str) -> str:
        """The anchor of one more heading of a name."""
        anchor = name
        number = 2
        while anchor in self.anchors:
            anchor, number = f"{name}-{number}", number + 1
        self.anchors[anchor] = None
        return anchor

    def _footnote(self, node: SyntaxTreeNode) -> Iterator[Block]:
        if node.info in self.notes:
            self.wrong(
                "name-taken", f'there is a second footnote "[^{node.info}]"', "give it another name"
            )
        self.defined.setdefault(node.info, self.place())
        self.notes[node.info] = self.small(self.spans(node))
        yield from ()

    def _paragraph(self, node: SyntaxTreeNode) -> Iterator[Block]:
        place, spans = self.place(), self.spans(node)
        for line in range(*(node.map or (0, 0))):
            self.underlined(line)
            if clinging := _CLINGING.fullmatch(self.written.lines[line]):
                self.line = line
                self.wrong(
                    "rulebook-markup",
                    f"a heading has a blank behind its {clinging[1]}",
                    f"write  {clinging[1]} {clinging[2][:40]}",
                )
        visible = [span for span in spans if span.text.strip()]
        if visible and all(span.part for span in visible):
            yield from (made.Live(span.part, span.place or place) for span in visible if span.part)
        elif visible:
            yield made.ParagraphBlock(self.small(spans))

    def _bullet_list(self, node: SyntaxTreeNode) -> Iterator[Block]:
        yield self._list(node, None)

    def _ordered_list(self, node: SyntaxTreeNode) -> Iterator[Block]:
        yield self._list(node, int(node.attrs.get("start", 1)))

    def _list(self, node: SyntaxTreeNode, start: int | None) -> made.Items:
        tight = all(
            inner.hidden
            for item in node.children
            for inner in item.children
            if inner.type == "paragraph"
        )
        usual_marker = () if self.is_in_list or start is not None else self._bullet()
        items, markers = [], []
        is_within, self.is_in_list = self.is_in_list, True
        for item in node.children:
            self.line = item.map[0] if item.map else self.line
            blocks = self.inside(item)
            marker: Spans = ()
            if start is None:
                marker, blocks = _with_marker(_ticked(blocks))
            items.append(blocks)
            markers.append(marker or usual_marker)
        self.is_in_list = is_within
        return made.Items(tuple(items), start, tight, tuple(markers))

    def _bullet(self) -> Spans:
        """What the game has for a bullet; nothing for a dot."""
        if not self.list_bullet:
            return ()
        return self.spans(SyntaxTreeNode(self.parser.parseInline(self.list_bullet)))

    def _blockquote(self, node: SyntaxTreeNode) -> Iterator[Block]:
        yield made.Callout("quote", (), self.inside(node))

    def _hr(self, node: SyntaxTreeNode) -> Iterator[Block]:
        self.underlined(self.line)
        yield made.PageBreak(self.place())

    def underlined(self, line: int) -> None:
        """Tell of a heading that is one by what stands below it."""
        above = self.written.lines[line - 1].strip() if line else ""
        if (
            above
            and not above.startswith(("#", "|", ":::"))
            and _UNDERLINE.fullmatch(self.written.lines[line])
        ):
            self.line = line - 1
            self.wrong(
                "rulebook-markup",
                "headings by underline are not read here",
                "write ## before its words, or an empty line above what ends the page",
            )

    def _table(self, node: SyntaxTreeNode) -> Iterator[Block]:
        rows = [row for part in node.children for row in part.children]
        aligns = tuple(
            str(cell.attrs.get("style", "")).rpartition(":")[2] or "left"
            for cell in rows[0].children
        )
        cells = []
        for row in rows:
            self.line = row.map[0] if row.map else self.line
            cell_count = (
                len(
                    _BETWEEN_CELLS.findall(
                        _HOLDERS.sub("", self.written.lines[self.line], count=1).strip("| ")
                    )
                )
                + 1
            )
            if cell_count > len(aligns):
                fault = (
                    f"this row has {cell_count} cells, more than the {len(aligns)} of the headings"
                )
                self.wrong(
                    "rulebook-markup",
                    fault,
                    "give each a heading, or write \\| for the sign itself",
                )
            cells.append(tuple(self.small(self.spans(cell)) for cell in row.children))
        yield made.TableBlock(cells[0], tuple(cells[1:]), aligns)

    def _box(self, node: SyntaxTreeNode) -> Iterator[Block]:
        kind = node.info.partition(" ")[0]
        if kind not in CONTAINERS:
            self.wrong(
                "rulebook-markup", f'no box is called "{kind}"', did_you_mean(kind, CONTAINERS)
            )
        if not node.meta.get("closed"):
            self.wrong(
                "rulebook-markup",
                f'the box "{kind}" has no end',
                "close it with a line that says ::: alone",
            )
        children = list(node.children)
        title: Spans = ()
        if children and children[0].type == "inline":
            title = self.small(self.spans(children.pop(0)))
            if kind in CONTAINERS and kind not in BOXES:
                self.wrong(
                    "rulebook-markup", f'"{kind}" takes no title', "write a heading inside it"
                )
        if kind == "quick" and node.level:
            self.wrong(
                "rulebook-markup",
                "the quick reference stands inside something else",
                "write it at the end, on its own",
            )
        blocks = tuple(block for block, _ in self.blocks(children))
        is_all_of_it = [block for block in blocks if not isinstance(block, made.HeadingBlock)]
        if any(map(made.is_drawn_page, blocks)) and not (
            kind == "quick" and len(is_all_of_it) == 1
        ):
            self.wrong(
                "rulebook-markup",
                f'a whole page stands beside something else in the box "{kind}"',
                "write it outside of the box, or take the rest out",
            )
        yield made.Callout(kind, title, blocks)

    # -- running text

    def small(self, spans: Spans) -> Spans:
        """The spans, once it is sure that their live parts may stand in running text."""
        for span in spans:
            part = span.part
            if part and (
                part.kind not in ("row", "picture") or len(part.sides) > 1 or part.captions
            ):
                fault = (
                    "this stands in running text, where only a single card or picture without "
                    "caption may"
                )
                self.problems.append(
                    Finding("rulebook-markup", fault, "give it a paragraph of its own", span.place)
                )
        return tuple(
            span
            for span in spans
            if not span.part or (span.part.kind in ("row", "picture") and len(span.part.sides) < 2)
        )

    def spans(self, node: SyntaxTreeNode) -> Spans:
        self.brackets = 0
        inline = node if node.type == "inline" else next(iter(node.children), None)
        return tuple(_joined(self.run(inline.children, InlineSpan("")))) if inline else ()

    def run(self, nodes: Sequence[SyntaxTreeNode], style: InlineSpan) -> Iterator[InlineSpan]:
        for node in nodes:
            style = style._replace(place=self.place())
            if (
                node.type in ("code_inline", "term", "image")
                and LIVE in f"{node.content}{node.attrs.get('title', '')}"
            ):
                self.wrong(
                    "rulebook-markup",
                    "a card or table stands in code, in a term or in the words of a picture",
                    "write it outside of these",
                )
            match node.type:
                case "text" | "text_special":
                    self.brackets += node.content.count("(") - node.content.count(")")
                    yield style._replace(text=node.content)
                case "code_inline":
                    yield style._replace(text=node.content, bold=True)
                case "softbreak":
                    self.line += 1
                    yield style._replace(text=" ")
                case "footnote":
                    number, _ = self.noted.setdefault(
                        node.content, (len(self.noted) + 1, self.place())
                    )
                    yield style._replace(text=str(number).translate(_RAISED))
                case "hardbreak" | "break":
                    self.line += node.type == "hardbreak"
                    yield style._replace(text="\n")
                case "strong" | "em" | "span":
                    yield from self.run(node.children, self._styled(node, style))
                case "link":
                    yield from self.link(node, style)
                case "image":
                    title = (str(node.attrs["title"]),) if node.attrs.get("title") else ()
                    picture = Embed(
                        "picture",
                        captions=title,
                        name=unquote(str(node.attrs["src"])),
                        alt=node.content,
                    )
                    yield style._replace(text=OBJECT, part=picture)
                case "icon":
                    yield self.icon(node.content.strip(), style)
                case "term":
                    words, _, term = node.content.partition("|")
                    if not words.strip() or ("|" in node.content and not term.strip()):
                        self.wrong(
                            "rulebook-markup",
                            f'"[[{node.content}]]" names no term',
                            "write [[shown]] or [[shown|term of the index]]",
                        )
                    yield style._replace(text=words.strip(), term=(term or words).strip())

    def _styled(self, node: SyntaxTreeNode, style: InlineSpan) -> InlineSpan:
        """The style of what stands within stars or brackets."""
        if node.type == "strong":
            return style._replace(bold=True)
        if node.type == "em":
            return style._replace(italic=True)
        problems: list[Finding] = []
        looks = text_markup.read_looks(str(node.meta["looks"]), problems)
        own = self._resolved(looks, problems)
        return style._replace(style=own.within(style.style) if style.style else own)

    def _resolved(self, looks: tuple[Look, ...], problems: list[Finding]) -> SpanStyle:
        """The style of some looks, without what has a problem, which is told."""
        style = SpanStyle()
        with collect_findings(problems):
            style = self.styles.resolved((looks,))
        self.problems += [problem.at(self.place()) for problem in problems]
        return style

    def link(self, node: SyntaxTreeNode, style: InlineSpan) -> Iterator[InlineSpan]:
        address = str(node.attrs.get("href", ""))
        if address.startswith("#"):
            # markdown-it writes all that is not ASCII as an address of the web has it
            address = unquote(address)
            address = "#" + self.elsewhere.get(
                address[1:], self.elsewhere.get(address[1:].lower(), address[1:])
            )
        style = style._replace(link=address)
        yield from self.run(node.children, style)
        if address.startswith("#"):
            self.links.append(style)
            if not node.children:
                text = NUMBER
            else:
                text = f", {PAGE}" if self.brackets > 0 else f" ({PAGE})"
            yield style._replace(text=text, page=address[1:])
        elif not _WEB.match(address):
            self.wrong(
                "rulebook-link",
                f'"{address[:60]}" is no address',
                "write #heading for a place in this book, or https://...",
            )

    def icon(self, name: str, style: InlineSpan) -> InlineSpan:
        if name.startswith(LIVE):
            number = name[1:]
            if (
                number.isascii()
                and number.isdecimal()
                and len(number) < 9
                and int(number) < len(self.written.parts)
            ):
                return style._replace(text=OBJECT, part=self.written.parts[int(number)])
            self.wrong(
                "rulebook-markup",
                "what shows a card or a table was changed before it came into the book",
                "print it as the call gives it",
            )
            return style._replace(text="")
        problems: list[Finding] = []
        name, looks = text_markup.read_icon(name, problems)
        if looks or style.style:
            own = self._resolved(looks, problems)
            look = own.within(style.style) if style.style else own
            style = style._replace(style=replace(look, color=own.color))
        if not name:
            self.wrong(
                "unknown-icon",
                "{} names no icon",
                "write a name between the braces, or \\{ to print one",
            )
        return style._replace(text=OBJECT, icon=name)


def _ticked(item: tuple[Block, ...]) -> tuple[Block, ...]:
    """An item of a list, with the box of a task in place of its brackets."""
    if (
        not item
        or not isinstance(item[0], made.ParagraphBlock)
        or not (task := _TASK.match(item[0].spans[0].text))
    ):
        return item
    first, *more = item[0].spans
    return made.ParagraphBlock(
        (first._replace(text=_TICKS[task[1]] + first.text[task.end() :]), *more)
    ), *item[1:]


def _with_marker(item: tuple[Block, ...]) -> tuple[Spans, tuple[Block, ...]]:
    """The icon that an item begins with, which takes the place of its bullet, and the rest of the
    item; no icon where no words stand behind it."""
    if not item or not isinstance(item[0], made.ParagraphBlock):
        return (), item
    icon, *rest = item[0].spans
    words = "".join(span.text for span in rest)
    if not icon.icon or not words.startswith(" ") or not words.strip():
        return (), item
    first, *more = rest
    paragraph = made.ParagraphBlock((first._replace(text=first.text.lstrip()), *more))
    return (icon,), (paragraph, *item[1:])


def _joined(spans: Iterator[InlineSpan]) -> Iterator[InlineSpan]:
    """The spans with like neighbours joined.

    No blanks stand at the ends of lines.
    """
    waiting: InlineSpan | None = None
    for span in spans:
        if not span.text:
            continue
        if waiting and _alike(waiting, span):
            waiting = waiting._replace(text=waiting.text + span.text)
            continue
        if waiting:
            yield waiting
        waiting = span
    if waiting:
        yield waiting


def _alike(span_before: InlineSpan, other: InlineSpan) -> bool:
    special = any(
        span.icon or span.part or span.page or span.term or span.text == "\n"
        for span in (span_before, other)
    )
    style_before, style = (span._replace(text="", place=None) for span in (span_before, other))
    return not special and style_before == style
