"""Translations that come back as XLIFF 1.2."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from cardgen.base.files import read_own
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.load.looks import LANGUAGE
from cardgen.load.translator_rows import TranslatorRow, TranslatorTable, plain_lines

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
OURS = "cardgen"
BOUND_NOTE, EARLIER_NOTE = "letters at most: ", "the original was: "
"""The beginnings of notes of ours; some tools forget whose they are."""
ENDINGS = (".xlf", ".xliff")
_MOST_BYTES = 64 << 20
_MOST_UNITS = 50_000
_REVIEWED = ("final", "signed-off", "translated")
"""States that say that a text which was to be reviewed is right."""
_REMEDY = "export it from the tool as XLIFF 1.2"


def read_xliff(file: Path) -> TranslatorTable:
    """The texts of a file that came back. Raises CardgenError for one that is none."""
    root = _root(file, read_own(file, _MOST_BYTES))
    if _local(root) != "xliff" or root.get("version", "1.2") not in ("1.0", "1.1", "1.2"):
        raise _wrong(file, "this is no XLIFF 1.2")
    languages: list[str] = []
    rows: list[TranslatorRow] = []
    for part in root:
        if _local(part) == "file":
            languages.append(part.get("target-language") or "")
            rows += (_row(unit, file) for unit in part.iter() if _local(unit) == "trans-unit")
        if len(rows) > _MOST_UNITS:
            raise _wrong(file, f"there are more than {_MOST_UNITS:,} texts")
    if len(set(languages)) != 1 or not LANGUAGE.fullmatch(languages[0]):
        raise _wrong(file, "it does not say one target-language, such as de")
    return TranslatorTable(languages[0], rows)


def _root(file: Path, data: bytes) -> etree._Element:
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise _wrong(file, "a document type is not read")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 0
        what = f"this is not XML: {error.msg}"
        raise CardgenError(Finding("file-unreadable", what, _REMEDY, Place(file, line))) from None


def _row(unit: etree._Element, file: Path) -> TranslatorRow:
    target = _child(unit, "target")
    text = plain_lines(_text(target))
    state = target.get("state", "") if target is not None else ""
    is_right = unit.get("approved") == "yes" or state in _REVIEWED
    name = (unit.get("resname") or unit.get("id") or "").partition("#")[0]
    notes = [
        _text(note).strip()
        for note in unit
        if _local(note) == "note" and note.get("from") not in (OURS, "developer")
    ]
    questions = [
        note
        for note in notes
        if note and note != name and not note.startswith((BOUND_NOTE, EARLIER_NOTE))
    ]
    return TranslatorRow(
        name=name,
        original=_text(_child(unit, "source")),
        text=text,
        earlier=_earlier(unit),
        is_right=is_right,
        question="\n".join(questions),
        stamp=unit.get("extradata") or "",
        place=Place(file, unit.sourceline or 0),
    )


def _earlier(unit: etree._Element) -> str:
    """The original as it was; some tools keep it in its note alone."""
    versions = [part for part in unit if part.get("alttranstype") == "previous-version"]
    if versions:
        return _text(_child(versions[0], "source"))
    notes = [_text(note) for note in unit if _local(note) == "note"]
    said = [note for note in notes if note.startswith(EARLIER_NOTE)]
    return said[0].removeprefix(EARLIER_NOTE) if said else ""


def _child(unit: etree._Element, name: str) -> etree._Element | None:
    return next((child for child in unit if _local(child) == name), None)


def _text(element: etree._Element | None) -> str:
    return "".join(map(str, element.itertext())) if element is not None else ""


def _local(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _wrong(file: Path, what: str) -> CardgenError:
    return CardgenError(Finding("file-unreadable", what, _REMEDY, Place(file)))
