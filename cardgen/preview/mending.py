"""Mends that the page proposes for a finding: edits that it asks for once they were shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.base.findings import Finding
from cardgen.rules.finding import Edit
from cardgen.schema.spelling import as_yaml

Json = dict[str, Any]


def mends_of(finding: Finding) -> list[Json]:
    """The edits that would mend a finding, each with `says`, its words on a button."""
    if finding.edit is not None and finding.game:
        return list(_of_edit(finding.game, finding.edit))
    if finding.place is None or not finding.place.line:
        return []
    return [
        {
            "says": replacement.by,
            "edit": {"do": "mend", "at": str(finding.place), **replacement._asdict()},
        }
        for replacement in finding.replacements
        if replacement.word.isprintable() and replacement.word != replacement.by
    ]


def _of_edit(game: str, edit: Edit) -> Iterator[Json]:
    """Yield what a rule asks for, as an edit of the page."""
    card = {"deck": f"{game}/{edit.deck}", "card": edit.card}
    if not edit.deck or isinstance(edit.value, dict):
        return
    if edit.card and edit.field:
        values = {edit.field: edit.value}
        says = f"{edit.field}: {as_yaml(edit.value)}"
        yield {"says": says, "edit": {"do": "set", **card, "values": values}}
