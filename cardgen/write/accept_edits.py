"""What is meant, written into the key `accept:` of a game or a deck."""

from __future__ import annotations

from pathlib import Path

from cardgen.schema.spelling import as_yaml
from cardgen.write.file_changes import MergedChange
from cardgen.write.yaml_text import YamlNode, YamlText

_KEY = "accept"
_LAST_KEY = "cards"
"""The key of a deck that all others stand before: it is the longest."""


def accepted(file: Path, code: str, card: str = "") -> MergedChange:
    """The change by which a game or a deck accepts what has a code, of a card or of all.

    Raises CardgenError where the file cannot be edited so."""
    text = YamlText(file)
    entry = f"{code} {card}".strip()
    after = _with_entry(text, code, card) or text.text
    says = f"{file.name} accepts {entry}"
    return MergedChange(file, text.before, text.bytes_of(after), says)


def _with_entry(text: YamlText, code: str, card: str) -> str:
    """The text that accepts it; empty where it does already."""
    entry = f"{code} {card}".strip()
    old = text.root.get(_KEY)
    if old is None or not old.items:
        entries = [*_entries_of(old), entry] if old else [entry]
        return _with_key(text, old, entries)
    for item in old.items:
        first, *cards = item.value.split()
        if first != code:
            continue
        if not cards or card in cards:
            return ""
        wider = f"{item.value} {card}" if card else code
        return _with_spelling(text, item, wider)
    last = old.items[-1]
    if old.is_flow:
        return f"{text.text[: last.end]}, {_spelt(entry)}{text.text[last.end :]}"
    return text.with_item(last, _spelt(entry))


def _entries_of(node: YamlNode) -> list[str]:
    """The entry of a key that has one without a list, or none."""
    return [node.value] if node.kind == "text" and node.value.strip() else []


def _with_key(text: YamlText, old: YamlNode | None, entries: list[str]) -> str:
    """The text with a list of these entries behind the key, which stands before the cards."""
    line = f"{_KEY}: [{', '.join(map(_spelt, entries))}]"
    if old is not None:
        key = next(key for key, value in text.root.pairs if value is old)
        end = max(old.end, key.end + 1)
        return text.text[: key.start] + line + text.text[end:]
    names = [key.value for key, _ in text.root.pairs]
    if text.root.is_flow or _LAST_KEY not in names[1:]:
        return text.with_value(text.root, _KEY, entries)
    before = text.root.pairs[names.index(_LAST_KEY) - 1][1]
    return text.with_line_behind(before, line)


def _with_spelling(text: YamlText, item: YamlNode, entry: str) -> str:
    quote = item.style if item.style in ("'", '"') else ""
    return f"{text.text[: item.start]}{quote}{entry}{quote}{text.text[item.end :]}"


def _spelt(entry: str) -> str:
    return as_yaml(entry)
