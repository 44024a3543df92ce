"""The page that explains the codes of findings, as the preview serves it."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from cardgen.base.files import read_own
from cardgen.model.project import shipped_root

_HEAD = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{title}</title>
  <link rel="icon" href="/static/lantern.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/page.css">
</head>
<body>
<main class="explained">
"""
_FOOT = "</main>\n</body>\n</html>\n"


def explanations() -> str:
    """The page of findings as HTML, in which each code is an anchor.

    It comes with the program; what it links to does not, and is left as plain words."""
    text = read_own(shipped_root() / "docs/findings.md").decode("utf-8")
    markdown = MarkdownIt("commonmark", {"html": False})
    tokens = markdown.parse(text)
    title = tokens[1].content
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h3":
            token.attrSet("id", inline.content)
        for child in inline.children or ():
            _unlink(child)
    body: str = markdown.renderer.render(tokens, markdown.options, {})
    return _HEAD.format(title=escape(title)) + body + _FOOT


def _unlink(token: Token) -> None:
    if token.type in ("link_open", "link_close"):
        token.tag = "span"
        token.attrs = {}
