"""Icons of sets: a set that is added to a project, and an icon that is taken from one."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from cardgen.api.bringing import Brought
from cardgen.base.cache import Cache
from cardgen.base.files import as_text
from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.base.units import listed
from cardgen.cards.recolouring import in_colour_of_text
from cardgen.engine import Art, DrawingError, StyleError
from cardgen.load.icon_catalogue import ICONS_FOLDER, IconCatalogue
from cardgen.load.icon_files import SETS_FOLDER, icon_set_of
from cardgen.load.icon_sets import IconSet, SetIcon, as_iconify, cleaned_icon
from cardgen.making.open_project import OpenProject
from cardgen.model.credits import Credit
from cardgen.model.project import Project
from cardgen.schema.values import is_id
from cardgen.write.credit_edits import credited
from cardgen.write.file_changes import FileChange, NewFile

_MOST_NAMED = 5


def set_brought(project: Project, path: Path, said: Credit) -> Brought:
    """The set in a file or folder as one of the project; `name` is its id.

    What is `said` of its author, licence and source counts before what the set says. Raises
    CardgenError and OSError."""
    project.check_writable()
    icons = icon_set_of(path)
    parts = zip(said, icons.credit, strict=True)
    credit = Credit(*(mine or theirs for mine, theirs in parts))
    icons = IconSet(icons.id, icons.title, credit, icons.icons, icons.left_out)
    file = project.root / "templates" / SETS_FOLDER / f"{icons.id}.json"
    after = as_iconify(icons)
    change: FileChange = NewFile(file, b"", after)
    if file.exists():
        change = FileChange(file, project.read(file), after)
    return Brought((change,), f"the set {icons.id}", tuple(_notes(icons)), icons.id)


def _notes(icons: IconSet) -> list[str]:
    notes = []
    if icons.left_out:
        names = listed(icons.left_out, _MOST_NAMED)
        notes.append(f"left out, for they cannot be icons: {names}")
    if not icons.credit.licence:
        notes.append('the set says no licence: name it with --licence, such as "CC BY 4.0"')
    return notes


def icon_taken(
    opened: OpenProject, catalogue: IconCatalogue, name: str, new_name: str = ""
) -> Brought:
    """The icon of a name, with its credit, as one of the project's own.

    The name may begin with that of its set.
    `name` is that by which cards call it: `new_name`, or else its own, numbered where a drawing is
    called so. Raises CardgenError."""
    project = opened.project
    project.check_writable()
    icons, icon_name = catalogue.of_set(name)
    svg = _drawing_of(icons.icons[icon_name], icons.id)
    _check_drawn(opened, svg, f"{icons.id}:{icon_name}")
    if new_name:
        _check_new_name(project, new_name)
    own_name = new_name or _free_name(opened, icon_name)
    drawing = f"{ICONS_FOLDER}/{own_name}.svg"
    source = icons.credit.source or icons.title
    credit = icons.credit._replace(source=source)
    changes = (
        NewFile(project.root / drawing, b"", svg),
        credited(project, drawing, credit),
    )
    return Brought(changes, f"the icon {own_name} of {icons.title}", name=own_name)


def _drawing_of(icon: SetIcon, set_id: str) -> bytes:
    """The icon as a clean drawing, in the colour of texts if it has one colour."""
    try:
        return in_colour_of_text(cleaned_icon(icon).svg) + b"\n"
    except DrawingError:
        what = f"{set_id}:{icon.name} is no drawing"
        raise CardgenError(Finding("icons-unusable", what, "take another")) from None


def _check_drawn(opened: OpenProject, svg: bytes, name: str) -> None:
    """Raise CardgenError for an icon that cannot be drawn on cards."""
    project = opened.project
    art = Art(project, project.root / "templates", opened.fonts, Cache(None))
    try:
        art.image(f"data:image/svg+xml;base64,{b64encode(svg).decode()}")
    except (DrawingError, StyleError, CardgenError) as error:
        what = f"{name} cannot be drawn: {error}"
        raise CardgenError(Finding("icons-unusable", what, "take another")) from None


def _check_new_name(project: Project, name: str) -> None:
    file = project.root / ICONS_FOLDER / f"{name}.svg"
    if not is_id(name):
        remedy = "use small letters, digits and hyphens, such as  my-sword"
        raise CardgenError(Finding("name-impossible", f'no icon can be called "{name}"', remedy))
    if file.exists():
        what = f'there is an icon "{name}" already'
        raise CardgenError(Finding("name-taken", what, "name it otherwise, with --as", Place(file)))


def _free_name(opened: OpenProject, name: str) -> str:
    """The name, numbered where cards call another drawing so."""
    project = opened.project
    folders = project.game_folders()
    names = {other for folder in folders for other in project.art_names(folder)}
    names |= {as_text(path.stem) for _, path in project.files(project.root / ICONS_FOLDER)}
    number, free_name = 1, name
    while free_name in names:
        number += 1
        free_name = f"{name}-{number}"
    return free_name
