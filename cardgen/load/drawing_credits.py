"""credits.yaml of a project: the authors, licences and sources of its drawings."""

from __future__ import annotations

from cardgen.base.files import as_text
from cardgen.base.findings import Finding, Place
from cardgen.model.credits import Credit, DrawingCredit
from cardgen.model.project import Project
from cardgen.schema.keys import Key, Keys, Section
from cardgen.schema.kinds import LINE, entry, mapping_of
from cardgen.schema.source import read

CREDITS_FILE = "credits.yaml"
DRAWINGS = "drawings"
_EXAMPLE = "{templates/icons/sword.svg: {author: Your Name, licence: CC BY 4.0}}"


def _credit(section: Section) -> tuple[Credit, Place]:
    values = section.values()
    parts = (values.get(name, "") for name in Credit._fields)
    return Credit(*parts), section.start


CREDIT = Keys(
    "a credit",
    Key("author", LINE, "who drew it", example="Your Name"),
    Key("licence", LINE, "the licence by which you use it: `CC BY 4.0`, `own work`"),
    Key("source", LINE, "where it comes from, such as an address"),
)
CREDITS = Keys(
    CREDITS_FILE,
    Key(
        DRAWINGS,
        mapping_of(entry(CREDIT, _credit, is_named=True), "drawings by their files", _EXAMPLE),
        "credits by the files of drawings, as paths in the project: "
        "`templates/icons/sword.svg`, `card_data/my-game/art/castle.png`",
        example=_EXAMPLE,
    ),
)
"""What credits.yaml may say."""


def read_credits(project: Project, problems: list[Finding]) -> tuple[DrawingCredit, ...]:
    """The credits of a project's drawings; none without the file."""
    file = project.root / CREDITS_FILE
    if not file.exists():
        return ()
    source = read(file, problems, f"{DRAWINGS}:", must_exist=False)
    if source is None:
        return ()
    drawings = Section(source, CREDITS, problems).values().get(DRAWINGS, {})
    return tuple(DrawingCredit(as_text(file), *credit) for file, credit in drawings.items())
