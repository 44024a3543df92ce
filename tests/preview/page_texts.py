"""The sentences that the page says: those of its modules, and the texts that stand in its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "cardgen" / "preview" / "static"
_STRING = r'("(?:[^"\\]|\\.)*")'
_SAID = re.compile(rf"\b(?:say|phrase)\(\s*{_STRING}")
_COUNTED = re.compile(rf"\bplural\((?:[^()\"]|\([^()]*\))*,\s*{_STRING},\s*{_STRING}")
_PAIR = re.compile(rf"^ +{_STRING}:\s+{_STRING},$", re.MULTILINE)
_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt")
_UNTRANSLATED = ("script", "style", "code", "kbd")
_EMPTY = ("meta", "link", "img", "input", "path", "circle", "br", "hr")
PLACEHOLDER = re.compile(r"\{\w+\}")


def module_sentences() -> dict[str, str]:
    """What modules say, each with a file that says it."""
    sentences = {}
    for path in sorted(STATIC.glob("*.js")):
        source = path.read_text("utf-8")
        strings = _SAID.findall(source)
        for pair in _COUNTED.findall(source):
            strings.extend(pair)
        sentences.update({json.loads(string): path.name for string in strings})
    return sentences


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[bool] = []
        """Of each open element: do its texts stay as they are?"""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        stays = tag in _UNTRANSLATED or values.get("translate") == "no" or any(self._open[-1:])
        if not stays:
            self.texts.extend(values[name] or "" for name in _ATTRIBUTES if name in values)
        if tag not in _EMPTY:
            self._open.append(stays)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open[-1:]):
            self.texts.append(data)


def file_texts() -> dict[str, str]:
    """Texts of the page's files with letters in them, each with a file where it stands."""
    found = {}
    for path in sorted(STATIC.glob("*.html")):
        reader = _Texts()
        reader.feed(path.read_text("utf-8"))
        texts = (" ".join(text.split()) for text in reader.texts)
        found.update({text: path.name for text in texts if any(map(str.isalpha, text))})
    return found


def german_pairs() -> Iterator[tuple[str, str]]:
    for english, german in _PAIR.findall((STATIC / "german.js").read_text("utf-8")):
        yield json.loads(english), json.loads(german)
