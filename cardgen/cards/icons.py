"""The icons in running text: their files, and the proportions of pictures."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.files import file_state
from cardgen.base.findings import CardgenError, Finding
from cardgen.engine import DrawingError
from cardgen.model.project import VECTOR, Project, read_art


class Icons:
    """The icons that the texts of a game can show."""

    def __init__(self, project: Project, game_folder: Path) -> None:
        self._project = project
        self._game_folder = game_folder

    def file(self, name: str) -> tuple[str, Path]:
        """The name of an icon in SVG, with its ending and folders as in W/U.svg, and its file.

        Where no icon of the project has the name, a drawing in art/, and then an icon that comes
        with cardgen. Raises CardgenError.
        """
        try:
            path = self._project.find_icon(name)
        except CardgenError as error:
            try:
                path = self._project.find_art(self._game_folder, name)
            except CardgenError:
                raise error from None
        if not path.is_relative_to(self._project.root):
            path = self._project.find_art(self._game_folder, name)
        file_name = name if name.endswith(path.suffix) else name + path.suffix
        if self._project.find_art(self._game_folder, file_name) == path:
            return file_name, path
        # a drawing in art/ has the same name
        full_name = f"templates/icons/{file_name}"
        if not self._is_art(full_name, path):
            raise CardgenError(
                Finding(
                    "unknown-icon",
                    f'"{name}" is an icon, and a drawing in art/ has the same name',
                    "rename one of them",
                )
            )
        return full_name, path

    def address(self, name: str, paint: str = "", text_colour: str = "") -> str:
        """What an <image> refers to for an icon, in a colour of its own if it has one.

        What is drawn in `currentColor` takes `text_colour`, unless the drawing says its `color`.
        Raises CardgenError."""
        file_name, path = self.file(name)
        if paint:
            from cardgen.cards.recolouring import recoloured_address  # few texts ask for it

            return recoloured_address(self._project, path, paint)
        if text_colour and _follows_text(self._project, path):
            from cardgen.cards.recolouring import address_in_text

            return address_in_text(self._project, path, text_colour)
        return file_name

    def follows_text(self, name: str) -> bool:
        """True if something of an icon has the colour of the text around it."""
        return self.exists(name) and _follows_text(self._project, self.file(name)[1])

    def ratio(self, name: str) -> float:
        """Width over height of an icon. Raises CardgenError."""
        _, path = self.file(name)
        return picture_ratio(self._project, path)

    def exists(self, name: str) -> bool:
        """True if a text can show an icon of this name."""
        if not self._project.may_have_drawing(self._game_folder, name):
            return False
        try:
            return bool(self.file(name))
        except CardgenError:
            return False

    def _is_art(self, name: str, path: Path) -> bool:
        try:
            return self._project.find_art(self._game_folder, name) == path
        except CardgenError:
            return False


def picture_ratio(project: Project, path: Path) -> float:
    """Width over height of a drawing or picture. Raises CardgenError."""
    key = path, file_state(path)[1]
    if key not in _RATIOS:
        if len(_RATIOS) >= _MOST_RATIOS:
            _RATIOS.clear()
        _RATIOS[key] = _file_ratio(path, read_art(path, project.home_of(path)))
    return _RATIOS[key]


def _follows_text(project: Project, path: Path) -> bool:
    """True if something of a drawing is in `currentColor` and its root says no color for that."""
    if path.suffix.lower() not in VECTOR:
        return False
    key = path, file_state(path)[1]
    if key not in _FOLLOWING:
        if len(_FOLLOWING) >= _MOST_RATIOS:
            _FOLLOWING.clear()
        data = read_art(path, project.home_of(path))
        _FOLLOWING[key] = b"currentcolor" in data.lower() and not _says_color(data)
    return _FOLLOWING[key]


def _says_color(data: bytes) -> bool:
    from cardgen.engine import svg_tree

    try:
        return svg_tree.read_svg(data).get("color") is not None
    except DrawingError:  # which is told where it is drawn
        return True


_FOLLOWING: dict[tuple[Path, int], bool] = {}
"""True for files in which something follows the text, as they were when they were changed."""
_RATIOS: dict[tuple[Path, int], float] = {}
"""The ratios of files as they were when they were changed, in nanoseconds."""
_MOST_RATIOS = 512


def _file_ratio(path: Path, data: bytes) -> float:
    """The ratio of what a file holds."""
    if path.suffix.lower() not in VECTOR:
        from cardgen.engine import PictureFile

        picture = PictureFile(path, data).read()
        return picture.width / picture.height
    from cardgen.engine import svg_tree

    try:
        box = svg_tree.view_box(svg_tree.read_svg(data))
    except DrawingError as error:
        raise error.within(path) from None
    return box.width / box.height
