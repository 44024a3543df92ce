"""The parts of a book beside its chapters.

Cover, contents, index, quick reference, credits; and the head of a handout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, repeat, takewhile

from cardgen.base import colour_math
from cardgen.base.geometry import Box
from cardgen.base.units import MM
from cardgen.engine import structure
from cardgen.model.cards import FIRST_VERSION, Game
from cardgen.rulebook import blocks as made
from cardgen.rulebook import phrases
from cardgen.rulebook.block_setter import BlockSetter
from cardgen.rulebook.blocks import EmbeddedSide, InlineSpan, Spans, plain
from cardgen.rulebook.flow import (
    Columns,
    Flow,
    HeadingFlow,
    Kept,
    Marked,
    PanelFlow,
    Stack,
    TextFlow,
)
from cardgen.rulebook.ornaments import COVER, leave_ornament, shown_on_cover
from cardgen.rulebook.page import Anchor, BookPage
from cardgen.rulebook.theme import BOLD, LEAD, QUICK, WHITE, Type

_LONG = 90
"""Contents of more entries than these name the chapters alone."""
_TOGETHER = 9
"""So many entries of a chapter stand in one column of the contents."""
_FEW_TERMS = 40
"""An index of no more terms is set as large as the text."""
_FACTS_AIR = 3 * MM
"""Between the first words and the facts below them."""
_COVER_CARDS = 5
_CONTENTS = ":contents"
_FOOT_SIZE = 8.0
"""The size of credits below a page that a template draws: it is read on the table."""
_LOGO = 0.1
"""Of a handout's height, what the logo may take."""


def cover_sides(game: Game) -> tuple[EmbeddedSide, ...]:
    """The cards shown on the title page.

    They are of the first deck with faces enough, evenly from its beginning to its end."""
    deck = next(
        (deck for deck in game.decks if len(deck) >= _COVER_CARDS),
        next((deck for deck in game.decks if len(deck)), None),
    )
    if deck is None:
        return ()
    count = min(_COVER_CARDS, len(deck))
    last = len(deck) - 1
    steps = [round(place * last / max(1, count - 1)) for place in range(count)]
    return tuple(EmbeddedSide(deck.id, deck.cards[step].id) for step in dict.fromkeys(steps))


def lead_place(setting: BlockSetter) -> tuple[float, float]:
    """The place of the first words on the cover, and their width."""
    form = setting.format
    return form.side + form.measure * 0.05, form.measure * 0.9


def cover(setting: BlockSetter, page: BookPage, head: Flow | None) -> None:
    """Paint the title page.

    The game's own drawing goes from edge to edge, and the first words stand at its foot as far as
    it has room for them."""
    form = setting.format
    x, width = lead_place(setting)
    high = head.height(width) if head else 0.0
    air = _FACTS_AIR if setting.game.play_facts else 0.0
    y = form.height - form.foot - air - high
    by = (
        setting.say(phrases.BY, setting.game.designer)
        if setting.game.designer
        else setting.say(phrases.RULES)
    )
    words = {"lead_x": x, "lead_y": y, "lead_width": width, "lead_height": high}
    leave_ornament(
        page,
        COVER,
        Box(0, 0, page.width, page.height),
        setting.look.cover,
        by=by,
        facts=setting.game.play_facts,
        badges=setting.game.badges,
        **({"title": setting.title} if setting.manuscript.title else {}),
        **{name: round(value / MM, 3) for name, value in words.items()},
        **shown_on_cover(setting.game, cover_sides(setting.game)),
    )
    _unseen(setting, page, "H1", _title(setting), Box(x, form.height * 0.08, width, 0))
    _unseen(setting, page, "P", (InlineSpan(by),), Box(x, form.height * 0.2, width, 0))
    if head:
        head.paint(page, x, y, width)
    page.anchors.append(Anchor(":title", 0, setting.title, 0.0))


def _title(setting: BlockSetter) -> Spans:
    return (InlineSpan(setting.title),)


def lead(setting: BlockSetter) -> Stack:
    """The first words, which stand on the cover as far as it has room for them."""
    large = replace(setting.body, size=setting.format.size * LEAD, align="center")
    return Stack(list(setting.flows(setting.manuscript.lead, large)))


def handout_head(setting: BlockSetter) -> Flow:
    """The head of a handout: the game's logo, or its title on a ground."""
    if setting.game.logo in setting.gallery.art:
        return _Logo(setting)
    look = setting.look

    def ground(page: BookPage, x: float, y: float, width: float, height: float) -> None:
        page.box(Box(x, y, width, height), fill=look.cover, stroke=look.ink, line=2, round=12)

    size = min(30.0, setting.format.measure * 0.06)
    type = setting.heading_type(size, 1.05, look.on(look.cover), "center")
    title = TextFlow(setting.setter, _title(setting), type, 0, setting.gap * 1.6)
    return HeadingFlow(title, Anchor(":title", 0, setting.title, 0.0), (size, size * 0.42), ground)


def _unseen(setting: BlockSetter, page: BookPage, kind: str, spans: Spans, at: Box) -> None:
    """Paint the words of a drawing for search, copying and reading aloud.

    The drawing itself is an ornament to readers."""
    type = replace(setting.body, size=setting.format.measure * 0.05, leading=1.02, align="center")
    page.unseen = True
    with page.within(structure.StructureElement(kind)):
        setting.setter.paint(
            setting.setter.lines(spans, type, at.width), type, page, at.x, at.y, at.width
        )
    page.unseen = False


def _expected(setting: BlockSetter) -> list[tuple[Anchor, int]]:
    """The entries of the contents before any page is known."""
    blocks = [block for block in setting.manuscript.blocks if isinstance(block, made.HeadingBlock)]
    return [(Anchor(block.anchor, block.level, plain(block.spans), 0.0), 0) for block in blocks]


def contents(setting: BlockSetter, anchors: Sequence[tuple[Anchor, int]]) -> list[Flow]:
    """The contents, where there is enough to list; without anchors, as long as they will be."""
    listed = [
        (anchor, number)
        for anchor, number in anchors or _expected(setting)
        if anchor.level in (2, 3) and anchor.name != _CONTENTS
    ]
    if len(listed) < 3:
        return []
    if len(listed) > _LONG:
        listed = [(anchor, number) for anchor, number in listed if anchor.level == 2]
    entries = [_Entry(setting, anchor, number) for anchor, number in listed]
    band = setting.chapter((InlineSpan(setting.say(phrases.CONTENTS)),), _CONTENTS, 0)
    whole, torn = (
        Columns(
            Stack(listed_entries, element=structure.StructureElement("TOC")),
            7 * MM,
            2 if setting.format.columns == 1 else 3,
            above=setting.gap,
            least_split=setting.format.room * 0.9,
        )
        for listed_entries in (_by_chapter(entries), entries)
    )
    measure = setting.format.measure
    most = min(
        torn.height(measure) + setting.body.size * setting.body.leading,
        setting.format.room - band.height(measure) - max(band.below, torn.above),
    )
    columns = whole if whole.height(measure) <= most else torn
    columns.section = band.section
    columns.across = setting.format.columns > 1
    return [band, columns]


def _by_chapter(entries: Sequence[_Entry]) -> list[Flow]:
    """Entries of the contents, those of a chapter together where they are few."""
    chapters: list[list[_Entry]] = []
    for entry in entries:
        if entry.anchor.level == 2 or not chapters:
            chapters.append([])
        chapters[-1].append(entry)
    return [
        flow
        for chapter in chapters
        for flow in ([Kept(chapter)] if len(chapter) <= _TOGETHER else chapter)
    ]


def index(setting: BlockSetter, terms: dict[str, list[int]]) -> list[Flow]:
    """Terms with the pages that speak of them, the first one in bold."""
    if not terms:
        return []
    entries: list[Flow] = []
    wide, few = setting.format.columns > 1, len(terms) <= _FEW_TERMS
    type = setting.body if wide and few else setting.small
    for term in sorted(terms, key=lambda term: (term.casefold(), term)):
        spans: list[InlineSpan] = [InlineSpan(term + "  ")]
        for place, number in enumerate(terms[term]):
            spans += [InlineSpan(", ")] if place else []
            spans.append(InlineSpan(str(number), bold=place == 0, link=f"#:page-{number}"))
        entries.append(Marked(TextFlow(setting.setter, tuple(spans), type), 0, None, 0))
    band = setting.chapter((InlineSpan(setting.say(phrases.INDEX)),), ":index", 5, slim=True)
    beside = (4 if few else 5) if wide else 3
    lines = math.ceil(len(entries) / beside)
    beside = math.ceil(len(entries) / lines)  # without a column that would stay empty
    columns = Columns(
        Stack(
            entries,
            element=structure.StructureElement(
                "L", structure.StructureElement("Index", band.section)
            ),
        ),
        6 * MM,
        beside,
        above=setting.gap,
        least_split=setting.format.room * 0.6,
    )
    columns.section = band.section
    columns.across = setting.format.columns > 1
    return [band, columns]


def quick_reference(setting: BlockSetter) -> list[Flow]:
    """The quick reference for the table, on pages of its own."""
    if not setting.manuscript.quick:
        return []
    blocks = list(setting.manuscript.quick)
    first = blocks[0]
    if isinstance(first, made.HeadingBlock) and first.level == 2:
        band = setting.heading(first)
        blocks = blocks[1:]
    else:
        band = setting.chapter((InlineSpan(setting.say(phrases.QUICK)),), ":quick", 1)
    drawn = setting.manuscript.drawn_quick
    if drawn:
        spans = _credit_spans(setting)
        type = replace(_credit_type(setting), size=_FOOT_SIZE, leading=1.2, align="center")
        foot = TextFlow(setting.setter, spans, type) if spans else None
        return [setting.drawn_page(drawn, band, foot)]
    size = setting.format.size * (1.0 if setting.format.columns > 1 else QUICK)
    flows = list(setting.flows(blocks, replace(setting.body, size=size)))
    for flow in flows:
        flow.section = band.section
    return [band, *flows]


def _credit_spans(setting: BlockSetter) -> Spans:
    """The designer, what game.yaml says of rights and thanks, and from the second one on which
    version it is; nothing when none is said."""
    whose = (
        [setting.say(phrases.DESIGNED, setting.game.title, setting.game.designer)]
        if setting.game.designer
        else []
    )
    version = ""
    if setting.game.version != FIRST_VERSION:
        words = setting.say(phrases.VERSION, setting.game.version)
        version = f"{words[0].upper()}{words[1:]}."
    says = " ".join([*whose, *filter(None, [setting.game.full_credits, version])])
    if not says:
        return ()
    if says == version:
        return (InlineSpan(says),)
    return InlineSpan(setting.say(phrases.CREDITS) + "  ", bold=True), InlineSpan(says)


def _credit_type(setting: BlockSetter) -> Type:
    """The type of credits."""
    colour = colour_math.mix(setting.look.ink, WHITE, 0.2)
    return replace(setting.small, size=setting.format.size * 0.74, colour=colour)


def credits(setting: BlockSetter) -> Flow | None:
    """The credits on a ground of their own; nothing where there are none."""
    spans = _credit_spans(setting)
    if not spans:
        return None
    inner = Stack([TextFlow(setting.setter, spans, _credit_type(setting))])
    rule = colour_math.mix(setting.look.ink, WHITE, 0.7)
    fill = colour_math.mix(setting.look.paper, WHITE, 0.2)

    def ground(page: BookPage, box: Box, band: float) -> None:
        page.box(box, fill=fill, stroke=rule, line=1.1, round=5)

    panel = PanelFlow(
        inner, None, ground, pad=5, least_split=setting.format.room, above=setting.gap * 2
    )
    panel.across = setting.format.columns > 1
    return panel


class _Logo(Flow):
    """The game's logo at the head of a handout."""

    def __init__(self, setting: BlockSetter) -> None:
        self.of = setting
        self.below = setting.gap * 1.6
        format = setting.format
        natural = setting.gallery.picture(setting.game.logo, format.measure)
        share = min(1.0, format.height * _LOGO / natural.height)
        self.picture = setting.gallery.picture(setting.game.logo, format.measure * share)

    def height(self, width: float) -> float:
        return self.picture.height

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        page.anchors.append(Anchor(":title", 0, self.of.title, y))
        _unseen(self.of, page, "H1", _title(self.of), Box(x, y, width, 0))
        self.picture.paint(page, x + (width - self.picture.width) / 2, y)


class _Entry(Flow):
    """A line of the contents, all of it a link on a screen.

    It has a title, dots and a page number."""

    def __init__(self, setting: BlockSetter, anchor: Anchor, number: int) -> None:
        self.of, self.anchor, self.number = setting, anchor, number
        chapter = anchor.level == 2
        bold = replace(setting.body, weight=BOLD, align="left")
        self.type = bold if chapter else setting.small
        self.indent = 0.0 if chapter else setting.format.size * 0.9
        self.above = setting.gap * (0.9 if chapter else 0.15)
        self.keep_with_next = chapter
        self.element = structure.StructureElement("TOCI")
        self._title = TextFlow(setting.setter, (InlineSpan(anchor.title, bold=chapter),), self.type)

    def height(self, width: float) -> float:
        return self._title.height(width - self.indent - 22)

    def paint(self, page: BookPage, x: float, y: float, width: float) -> None:
        if not page.painted:
            return
        setter, high = self.of.setter, self.height(width)
        lines = self._title.lines(width - self.indent - 22)
        number = setter.lines((InlineSpan(f" {self.number}"),), self.type, 40)
        if not lines or not number:
            return
        start = x + self.indent + lines[-1].width + 4
        base = y + high - lines[-1].height + lines[-1].baseline
        end = x + width - number[0].width - 4
        tint = colour_math.mix(self.of.look.ink, WHITE, 0.55)
        screen = self.of.format.screen
        with (
            page.within(self.element),
            page.within(structure.StructureElement("Reference")),
            page.within(
                structure.StructureElement("Link", alt=self.anchor.title) if screen else None
            ),
        ):
            setter.paint(lines, self.type, page, x + self.indent, y, width - self.indent - 22)
            setter.paint(
                number,
                replace(self.type, align="right"),
                page,
                x,
                y + high - lines[-1].height,
                width,
            )
            if screen:
                page.link(x, y, width, high, f"#{self.anchor.name}")
        with page.within(structure.ORNAMENT):
            page.dots(
                takewhile(lambda x: x > start, accumulate(repeat(-3.6), initial=end)),
                base - 0.7,
                0.45,
                fill=tint,
            )
