"""HTML inside drawings, which is not drawn: the remedy in the program that wrote it."""

from __future__ import annotations

from lxml import etree

HTML = "foreignObject"


def is_pane(element: etree._Element) -> bool:
    """True for a pane without words through which Figma blurs what lies under it."""
    has_words = bool("".join(element.itertext()).strip())
    return not has_words and "backdrop-filter" in etree.tostring(element, encoding="unicode")


def html_remedy(root: etree._Element, element: etree._Element, *, in_art: bool) -> str:
    """The remedy where a <foreignObject> is not drawn."""
    if is_pane(element):
        return "in Figma take the background blur off the layer"
    parent = element.getparent()
    beside = parent is not None and str(parent.tag).endswith("switch")
    if beside or "diagrams.net" in root.get("host", "") or "mxfile" in root.get("content", ""):
        return (
            "in draw.io take Formatted Text off its texts (Text, Formatted Text),"
            " and export it again"
        )
    if in_art:
        return "in the program that drew it make its text plain text or paths, and export it again"
    return "use text_box for running text"
