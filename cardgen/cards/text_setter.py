"""Texts of templates set in their boxes, with what is told of those that do not fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from markupsafe import escape

from cardgen.base import svg_marks
from cardgen.base.findings import CardgenError, Finding, Place, shown
from cardgen.base.origins import CardProblem
from cardgen.cards.draft import Gap, as_gaps, hatch, known, legible, literal
from cardgen.cards.icons import Icons
from cardgen.cards.placed_markup import PlacedText
from cardgen.cards.sources import SourceFinder, field_with_text, text_fields
from cardgen.cards.template_language import MARK
from cardgen.cards.text_style import MoreRoom, TextStyle, digits_for, lines_of
from cardgen.cards.workspace import Workspace
from cardgen.engine import Font, Lack, Layout, MissingGlyphFinding, TextBox, text_markup
from cardgen.model.vocabulary import NO_VOCABULARY

if TYPE_CHECKING:
    from cardgen.cards.going_on import PartedText

MORE_ROOM = MoreRoom(
    "shorten it, or give its text_box more room or a smaller min_size",
    "give the text_box {}",
    "with min_size={} all fit",
)
_BUILTIN_TEMPLATE = MoreRoom(
    "shorten it, or draw a template of your own; cardgen build --draft prints it all the same",
    "shorten them, or draw a template of your own; cardgen build --draft prints them all the same",
)
_ICON = re.compile(r"(?<![{\\])\{(?!\s*(?:\.|[A-Za-z_][\w-]*\s*=))([^{}\r\n]*)\}(?!\})")
"""An icon in the mark-up of a text; what a span asks for is none."""
_FONT_RULE_HEAD = 200
"""The characters of an @font-face rule within which the name of its font stands: its data
follows."""
_MOST_MARKUPS = 32


class TextSetter:
    """Sets texts for the side at work, and writes them as SVG."""

    def __init__(self, workspace: Workspace, sources: SourceFinder) -> None:
        self._workspace = workspace
        self._project = workspace.project
        self._fonts = workspace.fonts
        self._sources = sources
        self.icons = Icons(workspace.project, workspace.game.folder)
        self._vocabulary = NO_VOCABULARY
        self._markups: dict[str, str] = {}
        """What the last texts stand for in that vocabulary: each is asked for several times."""

    def lay_out(self, text: str, box: TextBox, optional: bool, room: MoreRoom) -> Layout | None:
        """A text laid out in a box, with a problem of the side where it does not fit.

        It is None where it cannot be laid out, and where it does not fit and is optional, which is
        no problem. `room` says how to make room.
        """
        layout = self.fitted(text, box)
        if layout is None or (layout.overflow and optional):
            return None
        self.report(layout, text, box, room)
        return layout

    def fitted(self, text: str, box: TextBox) -> Layout | None:
        """A text laid out in a box; None, with a problem of the side, where it cannot be."""
        written = self._workspace.game.said(text)
        markup = written
        try:
            markup = self._meant(written)
            return box.fit(markup, self._fonts, self.icons.ratio)
        except CardgenError as error:
            if not self._workspace.is_draft:
                self._add_problems(error, written, box)
                return None
            return self._makeshift(written, markup, box)

    def height_by_words(self, text: str, box: TextBox) -> float | None:
        """The height of a text in a box that it fits at its full size, in points; None where it has
        to be set to be sure."""
        try:
            return box.height_by_words(self._markup(text), self._fonts, self.icons.ratio)
        except CardgenError:  # which is told when it is set
            return None

    def parted(self, text: str, box: TextBox) -> PartedText | None:
        """A text that does not fit its box, parted into what does and the rest; None where it
        cannot be."""
        from cardgen.cards.going_on import TextParter

        parter = TextParter(
            box, self._fonts, self.icons.ratio, self._workspace.side.vocabulary.markup
        )
        try:
            return parter.parted(self._workspace.game.said(text))
        except CardgenError:  # which is told when it is set
            return None

    def report(self, layout: Layout, text: str, box: TextBox, room: MoreRoom) -> None:
        """Tell what of a laid-out text is not as its writer means it, or does not fit its box."""
        self._note_looks(layout, text, box)
        if layout.parted or layout.overhang or layout.lack:
            self._report_misfit(layout, text, box, room)

    def _markup(self, text: str) -> str:
        """The mark-up of a text that can be laid out."""
        return self._meant(self._workspace.game.said(text))

    def _meant(self, written: str) -> str:
        """The mark-up that a text stands for in the vocabulary of the side. Raises CardgenError."""
        vocabulary = self._workspace.side.vocabulary
        if not vocabulary:
            return written
        if vocabulary is not self._vocabulary or len(self._markups) >= _MOST_MARKUPS:
            self._vocabulary = vocabulary
            self._markups.clear()
        markup = self._markups.get(written)
        if markup is None:
            markup = self._markups[written] = vocabulary.markup(written)
        return markup

    def _add_problems(self, error: CardgenError, written: str, box: TextBox) -> None:
        """Add the problems of a text that cannot be laid out."""
        families_exist = all(map(self._fonts.knows, box.families))
        for problem in error.findings:
            if families_exist:
                place = self._place_of(problem, written, box)
            else:
                place = self._sources.template_line()
                problem = self._as_font_of_template(problem, box, place)
            self._workspace.side.problems.append(problem.at(place))

    def _place_of(self, problem: Finding, written: str, box: TextBox) -> Place | None:
        """The card's field that is this text, or the part of it that has the problem."""
        card, whole_text = self._workspace.side.card, self._sources.whole_text(written)
        if card and not field_with_text(card, whole_text):
            for name, value in text_fields(card).items():
                if value in written and problem in self._problems_alone(value, box):
                    return card.where(name)
        if problem not in self._problems_alone(written, box):
            for substitute in self._workspace.side.vocabulary.substitutes:
                if problem in self._problems_alone(substitute.markup, box):
                    return substitute.place
        return self._sources.field_or_line(written)

    def _problems_alone(self, text: str, box: TextBox) -> tuple[Finding, ...]:
        """The problems of a text that stands in a box alone."""
        try:
            box.fit(text, self._fonts, self.icons.ratio)
        except CardgenError as error:
            return error.findings
        return ()

    def _as_font_of_template(self, problem: Finding, box: TextBox, place: Place | None) -> Finding:
        """The problem of an unknown family, with a remedy of its own where the template brings that
        font along for its plain texts."""
        if not place or not place.file.is_relative_to(self._project.root):
            return problem
        source = self._project.read(place.file).decode("utf-8", "replace")
        unknown_families = [family for family in box.families if not self._fonts.knows(family)]
        for rule in source.split("@font-face")[1:]:
            if any(family in rule[:_FONT_RULE_HEAD] for family in unknown_families):
                remedy = (
                    "the font that @font-face brings serves <text> alone;"
                    " save it as a file in fonts/ for texts in boxes"
                )
                return replace(problem, remedy=remedy)
        return problem

    def _note_looks(self, layout: Layout, text: str, box: TextBox) -> None:
        """Note what of a text does not look as its writer means it."""
        is_draft = self._workspace.is_draft
        markup = "" if is_draft else self._markup(text)
        if "*" in markup:
            for style, font in box.unmarked(markup, self._fonts):
                self._note(
                    f'what is {style} in a text of the family "{font.family}" looks like the rest',
                    self._style_remedy(style, font),
                )
            self._note_replaced_marks(self._workspace.game.said(text), markup)
        for font, sign in layout.blanks:
            self._note(
                f'the font "{font.path.name}" leaves the place of "{sign}" blank',
                "set it in another family, or leave it out",
            )
        if layout.crowded:
            self._note(
                f"the letters of a text are taller than its box allows: {layout.crowded}",
                "make the box higher, or the text smaller",
            )

    def _note_replaced_marks(self, written: str, markup: str) -> None:
        """Note stars that a replacement has put into a text, and that open or close nothing."""
        words = {
            word: substitute
            for word, substitute in self._workspace.side.vocabulary.replacements.items()
            if "*" in substitute.markup and word in written
        }
        if not words or text_markup.loose_stars(written):
            return
        all_loose = [
            loose
            for loose in text_markup.loose_stars(markup)
            if loose.fault != text_markup.IN_DOUBT
        ]
        for loose in all_loose[:1]:
            word = max(words, key=lambda word: loose.mark in words[word].markup)
            rule = words[word].place
            said_at = f" by {shown(rule.file)}:{rule.line}" if rule else ""
            problem = Finding(
                "leftover",
                f'"{word}" becomes "{loose.mark}"{said_at}, which {loose.fault}'
                f' (in "{loose.around}")',
                "write what closes it into the text, or change the replacement",
                self._sources.field_or_line(written),
            )
            self._workspace.art_notes[problem] = None

    def note_lacking_face(self, families: tuple[str, ...], weight: int, italic: bool) -> None:
        """Note that a sample is bold or italic where its font is not."""
        if not self._fonts.knows(families[0]):
            return  # which is told as such
        font = self._fonts.first(families, weight, italic)
        if lacking := font.lacking(weight, italic):
            style = Font.style_words(weight, italic)
            self._note(
                f"the sample is {style}, and the texts in its place are not {lacking}:"
                f' "{font.family}" has no such face',
                f"put its {style} file into fonts/, or draw the sample in a face that is there",
            )

    def _style_remedy(self, style: str, font: Font) -> str:
        """The remedy for a text whose font has no bold or italic face."""
        lightest = [face.weights[0] for face in self._fonts.typefaces(font.family)]
        lighter = [weight for weight in lightest if weight < font.weight]
        if style == "bold" and lighter:
            return f"set the rest in a lighter face: weight={max(lighter)}"
        weight = 700 if style == "bold" else font.weight
        missing = Font.style_words(weight, style == "italic" or font.italic)
        return f"put its {missing} file into fonts/, or set the text in a family that has one"

    def _note(self, sentence: str, remedy: str) -> None:
        """Note something about the template's line that is at work."""
        problem = Finding("template-value", sentence, remedy, self._sources.template_line())
        self._workspace.art_notes[problem] = None

    def _report_misfit(self, layout: Layout, text: str, box: TextBox, room: MoreRoom) -> None:
        """Note, or add as a problem, that a text does not fit its box well, or not at all."""
        from cardgen.cards.overlong import Overhanging, Parted

        is_draft = self._workspace.is_draft
        is_builtin = self._sources.is_at_builtin_template()
        room = _BUILTIN_TEMPLATE if is_builtin else room
        written = self._workspace.game.said(text)
        place = self._sources.field_or_line(written)
        if layout.parted and not is_draft:
            parted = Parted.of(written, layout.parted, room, 0.0, place)
            self._workspace.art_notes[self._sources.with_origin(parted, text)] = None
        if layout.overhang and not is_draft:
            overhanging = Overhanging.beside(written, layout.overhang, is_builtin, place)
            self._workspace.art_notes[self._sources.with_origin(overhanging, text)] = None
        if layout.lack:
            fitting_size = 0.0
            if not (is_draft or is_builtin):
                fitting_size = box.size_that_fits(self._markup(text), self._fonts, self.icons.ratio)
            self.report_overlong(text, layout.lack, room, fitting_size)

    def report_overlong(self, text: str, lack: Lack, room: MoreRoom, fitting_size: float) -> None:
        """Add the problem that a text is too long; `fitting_size` is one at which it would fit, or
        0."""
        from cardgen.cards.overlong import Overlong

        written = self._workspace.game.said(text)
        place = self._sources.field_or_line(written)
        problem = Overlong.of(written, lack, room, fitting_size, place)
        overlong: CardProblem = self._sources.with_origin(problem, text)
        self._workspace.side.problems.append(
            Gap.of(overlong, "text") if self._workspace.is_draft else overlong
        )

    def _makeshift(self, written: str, markup: str, box: TextBox) -> Layout:
        """A text in a draft, with stand-ins for what is missing: another font, the names of icons,
        question marks."""
        for family in box.families:
            self._is_there("font", family, self._fonts.face, self._sources.template_line())
        box = replace(box, families=known(box.families, self._fonts))
        place = self._sources.field_or_line(written)

        def icon_or_name(icon: re.Match[str]) -> str:
            name, _ = text_markup.read_icon(icon[1], [])
            is_there = self._is_there("icon", name, self.icons.ratio, place)
            return icon[0] if is_there else literal(icon[0])

        markup = _ICON.sub(icon_or_name, markup)
        try:
            return box.fit(markup, self._fonts, self.icons.ratio)
        except CardgenError as error:
            is_letter = isinstance(error.findings[0], MissingGlyphFinding)
            kind = "letter" if is_letter else "braces"
            problems = (problem.at(place) for problem in error.findings)
            self._workspace.side.problems += as_gaps(problems, kind)
        box = replace(box, styles=box.styles.lenient())
        markup = legible(markup, box.families, self._fonts)
        if text_markup.parsed(markup)[1]:
            markup = literal(legible(written, box.families, self._fonts))
        return box.fit(markup, self._fonts, self.icons.ratio)

    def _is_there(
        self, kind: str, name: str, find: Callable[[str], object], place: Place | None
    ) -> bool:
        """True if `find` finds what has this name; adds a gap of the draft otherwise."""
        try:
            find(name)
        except CardgenError as error:
            gap = Gap.of(error.findings[0].at(place), kind, name)
            self._workspace.side.problems.append(gap)
            return False
        return True

    def svg(
        self,
        layout: Layout,
        text: str,
        corner: tuple[float, float],
        style: TextStyle,
        box: TextBox,
        unit: float,
    ) -> PlacedText:
        """A laid-out text as SVG in units of so many points; in a draft, one that is too long is
        hatched.

        `corner` is the upper left one of its box.
        """
        x, y = corner
        side = self._workspace.side
        lines, prepared_text = lines_of(layout, x, y, style, unit)
        parts = [lines, *self._icon_images(layout, x, y, style, unit)]
        if prepared_text:
            side.texts[prepared_text.markup] = prepared_text
        if layout.overflow and self._workspace.is_draft:
            parts.insert(0, hatch(x, y, box.width, box.height, unit))
        svg = "".join(parts)
        if self._workspace.marked:
            svg = svg.replace("<text", f'<text {MARK}="@{len(side.origins)}"', 1)
            side.origins.append(self._sources.text_source(text))
        if layout.overflow:
            svg = f'<g {svg_marks.UNREAD}="">{svg}</g>'
        return PlacedText.of(svg, layout, x, y, unit)

    def _icon_images(
        self, layout: Layout, x: float, y: float, style: TextStyle, unit: float
    ) -> Iterator[str]:
        digits = digits_for(unit)
        for icon in layout.icons:
            text_colour = icon.text_colour or str(style.fill or "")
            address = self.icons.address(icon.name, icon.colour, text_colour)
            yield (
                f'<image href="{escape(address)}" '
                f'x="{x + icon.x / unit:.{digits}f}" y="{y + icon.y / unit:.{digits}f}" '
                f'width="{icon.width / unit:.{digits}f}" height="{icon.height / unit:.{digits}f}"/>'
            )
