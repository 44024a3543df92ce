"""Text laid out once: markup to positioned runs and icons, wrapped, shrunk to fit and aligned in a
box.

Lengths are points, measured from the box's upper left corner, y downward. Words are divided at soft
hyphens (U+00AD) and, where a box asks for it, by the patterns of a language (`hyphenation.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from cardgen.base.findings import CardgenError
from cardgen.engine.typography.box_setter import BoxSetter
from cardgen.engine.typography.font import Font
from cardgen.engine.typography.fontbook import FontBook, MissingGlyphError
from cardgen.engine.typography.markup import parsed
from cardgen.engine.typography.measured_text import measured_text, problems_of
from cardgen.engine.typography.text_layout import Layout
from cardgen.engine.typography.text_place import TextPlace


@dataclass(frozen=True, slots=True)
class TextBox(TextPlace):
    """A box that texts are laid out in."""

    def fit(self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]) -> Layout:
        """Lay out a text at the largest size at which it fits.

        The size lies between `size` and `min_size`, in steps of STEP.

        Markup: **bold**, *italic*, [words]{.style name=value}, {name} for an icon; {{ and }} print
        braces, \\* an asterisk and \\\\ a backslash; a new line, or \\n, begins a paragraph, with a
        backslash before it a line; -, * and numbers begin items of lists, --- is a rule; a star
        that opens or closes nothing is printed, and so is a bracket. `icon` gives an icon's width
        over its height, None for an unknown one; it may raise CardgenError.

        The first line reaches a capital's height above its baseline, the last one the depth of
        small letters below. An icon may reach further, and so may letters of writings without
        capitals, which keep lines apart then. At the top and bottom the text touches the box so; in
        the middle, what is centred is the space from the first line's capitals to the last
        baseline, as the eye does it.

        Raises CardgenError with every problem: unmatched braces, unknown icons, styles and
        families, characters that no font has."""
        text = measured_text(markup, self, fonts, icon)
        try:
            return BoxSetter.of(text, self, fonts).layout()
        except MissingGlyphError:
            problems = problems_of(text.blocks, self, fonts, icon)
            raise CardgenError(*dict.fromkeys(problems)) from None

    def height_by_words(
        self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]
    ) -> float | None:
        """The height at which a text is set at its full size, by the widths of its words, in
        points; None where it fits only otherwise, or has to be set to be sure.

        Raises CardgenError as `fit`."""
        text = measured_text(markup, self, fonts, icon)
        return BoxSetter.of(text, self, fonts).height_by_words()

    def at_least_size(self) -> TextBox:
        """The box for texts that are as small as it sets them."""
        if self.min_size is None:
            return self
        return replace(self, size=self.min_size, min_size=None)

    def size_that_fits(
        self, markup: str, fonts: FontBook, icon: Callable[[str], float | None]
    ) -> float:
        """The largest size at which a text fits that fits at none of the box's own.

        It lies under the box's smallest, and is not too small to read; 0 where there is none."""
        least = self.size if self.min_size is None else self.min_size
        if least - self.STEP < self.LEAST_TYPE:
            return 0.0
        largest = math.ceil(least / self.STEP - 1) * self.STEP
        smaller_box = replace(self, size=largest, min_size=self.LEAST_TYPE)
        layout = smaller_box.fit(markup, fonts, icon)
        return 0.0 if layout.lack else layout.size

    def unmarked(self, markup: str, fonts: FontBook) -> Iterator[tuple[str, Font]]:
        """Styles that look like the rest of the text, for want of a bold or italic face: "bold" or
        "italic", and the font. Signs need no other face."""
        for span in chain.from_iterable(parsed(markup)[0]):
            if span.icon or not (span.bold or span.italic):
                continue
            style = self.style_of(span)
            runs = fonts.runs(span.text, style.families, style.weight, style.italic)
            worded_fonts = [font for font, piece in runs if any(map(str.isalpha, piece))]
            for font in dict.fromkeys(worded_fonts):
                rest = fonts.face(font.family, self.weight, self.italic)
                if style.weight > self.weight and font.weight == rest.weight:
                    yield "bold", font
                if span.italic and font.italic == rest.italic:
                    yield "italic", font
