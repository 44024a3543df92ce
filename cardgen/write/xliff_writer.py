"""Texts for translators as XLIFF 1.2 (OASIS 2008), which every tool of the trade reads."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any

from lxml import etree

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.version import __version__
from cardgen.load.originals import MISSING, OLDER, UNKNOWN
from cardgen.load.translator_rows import TranslatorRow
from cardgen.load.xliff import BOUND_NOTE, EARLIER_NOTE, NAMESPACE, OURS

_STATES = {MISSING: "new", OLDER: "needs-review-translation", UNKNOWN: "needs-review-translation"}
"""The states of the standard; what is up to date is final."""
_FINAL = "final"
_XML = "{http://www.w3.org/XML/1998/namespace}"


def xliff_of(rows: Sequence[TranslatorRow], source_language: str, language: str) -> bytes:
    """XLIFF with these rows, a file for each game. Raises CardgenError for a sign that XML has
    not."""
    root = etree.Element(f"{{{NAMESPACE}}}xliff", nsmap={None: NAMESPACE}, version="1.2")
    for game, game_rows in groupby(rows, key=lambda row: row.name.partition("/")[0]):
        names = {"source-language": source_language, "target-language": language}
        file = _part(root, "file", original=game, datatype="plaintext", **names)
        tool = {"tool-id": OURS, "tool-name": OURS, "tool-version": __version__}
        _part(_part(file, "header"), "tool", **tool)
        body = _part(file, "body")
        for row in game_rows:
            try:
                _add_unit(body, row)
            except ValueError:
                what = f"{row.name} holds a sign that XML has not"
                raise CardgenError(Finding("table-cannot-hold", what, "take it out")) from None
    etree.indent(root)
    data: bytes = etree.tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def _add_unit(body: etree._Element, row: TranslatorRow) -> None:
    unit = _part(body, "trans-unit", id=_id_of(row), resname=row.name, extradata=row.stamp)
    unit.set(f"{_XML}space", "preserve")
    unit.set("approved", "no" if row.state in _STATES else "yes")
    if row.letters:
        unit.set("maxwidth", str(row.letters))
        unit.set("size-unit", "char")
    _part(unit, "source").text = row.original
    target = _part(unit, "target", state=_STATES.get(row.state, _FINAL))
    target.text = row.text or None
    for note in _notes(row):
        _part(unit, "note", **{"from": OURS}).text = note
    if row.earlier:
        earlier = _part(unit, "alt-trans", alttranstype="previous-version")
        _part(earlier, "source").text = row.earlier
        _part(earlier, "target").text = row.text


def _notes(row: TranslatorRow) -> list[str]:
    notes = [row.name]
    if row.letters:
        notes.append(f"{BOUND_NOTE}{row.letters}")
    if row.earlier:
        notes.append(f"{EARLIER_NOTE}{row.earlier}")
    return notes


def _id_of(row: TranslatorRow) -> str:
    """The id of a text: its name, and for one that its original names a digest of that."""
    if row.name.count("/") > 1:
        return row.name
    return f"{row.name}#{sha256(row.original.encode()).hexdigest()[:12]}"


def _part(parent: etree._Element, name: str, **attributes: Any) -> etree._Element:
    return etree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attributes)
