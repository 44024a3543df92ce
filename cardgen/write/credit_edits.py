"""Credits of drawings, written into credits.yaml of a project."""

from __future__ import annotations

from cardgen.load.drawing_credits import CREDITS_FILE, DRAWINGS
from cardgen.model.credits import Credit
from cardgen.model.project import Project
from cardgen.write.file_changes import FileChange, MergedChange, NewFile
from cardgen.write.yaml_text import YamlText, lines_of


def credited(project: Project, drawing: str, credit: Credit) -> FileChange:
    """The change by which a drawing has a credit; it is named by its path in the project.

    Raises CardgenError where the file cannot be edited so."""
    file = project.root / CREDITS_FILE
    parts = {name: value for name, value in credit._asdict().items() if value}
    entries = {drawing: parts}
    if not file.exists():
        return NewFile(file, b"", lines_of(DRAWINGS, entries).encode())
    text = YamlText(file)
    after = text.bytes_of(text.with_entries_of(DRAWINGS, entries))
    return MergedChange(file, text.before, after, f"{CREDITS_FILE} names {drawing}")
