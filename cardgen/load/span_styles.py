"""The styles of spans of texts, as game.yaml and decks name them."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.model.span_styles import (
    ATTRIBUTES,
    SpanSheet,
    SpanStyle,
    read_attribute,
    unknown_style,
)
from cardgen.schema.keys import Key, Keys, Kind, Section
from cardgen.schema.kinds import NAME, entry, mapping_of, or_nothing
from cardgen.schema.source import Map, Node, Seq, TypedText
from cardgen.schema.values import check_name, wrong


def _attribute(name: str) -> Kind:
    """An attribute as a key of a style."""

    def read(section: Section, label: str, node: Node) -> SpanStyle:
        parts = node if isinstance(node, Seq) and name == "font" else [node]
        if not all(isinstance(part, TypedText) for part in parts):
            remedy = f"write {ATTRIBUTES[name].wants}"
            raise wrong(f"the {name} of a style is one value", remedy, code="span-wrong")
        return read_attribute(name, ", ".join(map(str, parts)))

    return Kind(read, dict(ATTRIBUTES[name].schema), ATTRIBUTES[name].wants)


STYLE = Keys(
    "a style",
    Key("color", _attribute("color"), "of the letters"),
    Key("weight", _attribute("weight"), "of the letters, as fonts have it"),
    Key("bold", _attribute("bold"), "whether they are as bold as between two stars"),
    Key("italic", _attribute("italic"), "whether they are in italics"),
    Key("size", _attribute("size"), "a factor of the size of the text around"),
    Key("font", _attribute("font"), "the family of a font, or a list of them"),
    Key("small_caps", _attribute("small_caps"), "whether small letters are small capitals"),
    Key("underline", _attribute("underline"), "whether a line stands under them"),
    Key("strike", _attribute("strike"), "whether a line goes through them"),
    Key("background", _attribute("background"), "the colour that lies beneath them"),
    Key("tracking", _attribute("tracking"), "room after every letter, in ems"),
    Key("raise", _attribute("raise"), "how far they stand above the line, in ems"),
    Key("nowrap", _attribute("nowrap"), "whether they stay on one line"),
    Key("extends", NAME, "the name of a style whose choices it has too"),
)
"""What a style may say."""


def _style(section: Section) -> SpanStyle:
    values = section.values()
    style = SpanStyle(extends=values.pop("extends", ""), place=section.start)
    for choice in values.values():
        style = style.over(choice)
    return style


def _check_style_name(name: str) -> None:
    check_name(name.replace("-", "_"), "style", ())


STYLES = Key(
    "styles",
    or_nothing(
        mapping_of(
            entry(STYLE, _style),
            "names with styles",
            "styles: {hot: {color: crimson, weight: 800}}",
            _check_style_name,
        )
    ),
    "how [words of a text](howto-texts.md#styles) look that name a style, as in `[word]{.hot}`: "
    "`hot: {color: crimson, weight: 800, size: 1.2}`",
)
"""The styles of a game or a deck."""


def read_span_styles(
    section: Section, palette: Mapping[str, object], base: Mapping[str, SpanStyle]
) -> dict[str, SpanStyle]:
    """The styles that a file names, those that it extends being there or among others.

    Notes colours and styles that do not exist, and styles that extend themselves."""
    node, styles = section.get(STYLES.name), section.value(STYLES.name, {})
    if not isinstance(node, Map):
        return dict(base)
    every_style = {**base, **styles}
    sheet = SpanSheet(every_style, palette)
    for name, style in styles.items():
        written = node.value(name)
        assert isinstance(written, Map)
        _check_colours(section, written, sheet)
        _check_extended(section, name, style, written, sheet)
    return every_style


def _check_colours(section: Section, written: Map, sheet: SpanSheet) -> None:
    for key in ("color", "background"):
        colour = written.value(key)
        if isinstance(colour, TypedText):
            section.attempt(colour, sheet.paint, str(colour))


def _check_extended(
    section: Section, name: str, style: SpanStyle, written: Map, sheet: SpanSheet
) -> None:
    """Note a style that extends what is not there, or itself."""
    node = written.value("extends")
    if node is None:
        return
    names = [name]
    while style.extends in sheet.styles and style.extends not in names:
        names.append(style.extends)
        style = sheet.styles[style.extends]
    if style.extends in names:
        circle = " from ".join((*names, style.extends))
        sentence = f"the style is made of itself: {circle}"
        section.wrong(sentence, "take one extends away", node, code="span-wrong")
    elif style.extends and len(names) == 1:
        problem = unknown_style(style.extends, sheet.styles)
        section.wrong(problem.what, problem.remedy, node, code=problem.code)
