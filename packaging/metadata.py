"""Fills in what of the package's metadata depends on where the project lives: its addresses, and
the README as an index of packages shows it.

Hatchling asks this at each build. The one place that says where the project lives is `repository`
in pyproject.toml below [tool.hatch.metadata.hooks.custom]; the variable CARDGEN_REPOSITORY counts
instead where it is set, as the release workflow does. While both are empty, the package names no
address, and links of the README stay what they are in a checkout."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PAGES = {
    "Repository": "",
    "Documentation": "/blob/v{version}/docs/README.md",
    "Changelog": "/blob/v{version}/CHANGELOG.md",
    "Issues": "/issues",
}
_LINK = re.compile(
    r"(?P<code>^```.*?^```)"
    r'|(?P<before>\]\(|href="|src=")(?!https?:|#|mailto:)(?P<path>[^)"\s#]+)',
    re.MULTILINE | re.DOTALL,
)
"""Code, whose links stay as they are written; links and pictures of the project."""
_PICTURES = (".png", ".webp", ".svg")


class ProjectMetadata(MetadataHookInterface):
    """What hatchling calls with the metadata of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get("CARDGEN_REPOSITORY") or self.config["repository"]
        version = str(metadata["version"])
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_whole_links(text, repository, version),
        }
        metadata["urls"] = addresses(repository, version)


def addresses(repository: str, version: str) -> dict[str, str]:
    """Name the pages of the project, or none where nobody knows where it lives."""
    if not repository:
        return {}
    home = repository.rstrip("/")
    return {name: home + page.format(version=version) for name, page in _PAGES.items()}


def with_whole_links(text: str, repository: str, version: str) -> str:
    """Make the links and pictures of a page lead to the repository, as it was at this version."""
    if not repository:
        return text

    def whole(link: re.Match[str]) -> str:
        if link["code"]:
            return link[0]
        view = "raw" if link["path"].endswith(_PICTURES) else "blob"
        return f"{link['before']}{repository.rstrip('/')}/{view}/v{version}/{link['path']}"

    return _LINK.sub(whole, text)
