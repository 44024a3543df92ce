"""The package as it is given away: what is in it, how large it is, and that its bytes do not depend
on when and where it was made. `packaging/smoke.py` tries it installed."""

from __future__ import annotations

import re
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from projects import SHIPPED

import cardgen

sys.path.append(str(SHIPPED / "packaging"))
from metadata import addresses, with_whole_links

LIMIT = 6_000_000
BUILT_AT = (2020, 2, 2, 0, 0, 0)
"""When all files were written, as hatchling has it where SOURCE_DATE_EPOCH does not say."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("SOURCE_DATE_EPOCH", raising=False)
        (path,) = WheelBuilder(str(SHIPPED)).build(directory=str(folder), versions=["standard"])
    return Path(path)


def test_the_wheel_is_small_and_has_all_that_it_needs(wheel: Path) -> None:
    assert wheel.stat().st_size < LIMIT
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.infolist()
        (metadata,) = (each for each in entries if each.filename.endswith("/METADATA"))
        head = message_from_bytes(archive.read(metadata))
    names = {entry.filename for entry in entries}
    assert {"cardgen/py.typed", "cardgen/sample/docs/findings.md"} <= names
    assert len([name for name in names if "/licenses/" in name]) > 5
    assert head["License-Expression"] == "MIT AND CC-BY-4.0 AND OFL-1.1 AND Zlib"
    assert head["Version"] == cardgen.__version__
    assert {entry.date_time for entry in entries} == {BUILT_AT}
    assert len(names) == len(entries)


def test_the_source_archive_has_what_the_wheel_is_made_of_and_no_more() -> None:
    builder = SdistBuilder(str(SHIPPED))
    files = [each.distribution_path for each in builder.recurse_included_files()]
    assert {"README.md", "LICENSE", "packaging/metadata.py", "cardgen/__init__.py"} <= set(files)
    assert [] == [name for name in files if re.match(r"tests/|bench/|docs/pictures/|output/", name)]
    assert builder.config.reproducible
    assert files == [each.distribution_path for each in builder.recurse_included_files()]


def test_addresses_are_said_in_one_place_or_not_at_all() -> None:
    page = (
        '[a](docs/a.md#b) <img src="docs/pictures/a.webp"> [c](#d) [e](https://e.test) [f](LICENSE)'
    )
    assert with_whole_links(page, "", "1.2") == page
    assert addresses("", "1.2") == {}
    whole = with_whole_links(page, "https://forge.test/us/cardgen/", "1.2")
    assert whole == (
        "[a](https://forge.test/us/cardgen/blob/v1.2/docs/a.md#b) "
        '<img src="https://forge.test/us/cardgen/raw/v1.2/docs/pictures/a.webp"> [c](#d) [e](https://e.test) '
        "[f](https://forge.test/us/cardgen/blob/v1.2/LICENSE)"
    )
    assert addresses("https://forge.test/us/cardgen", "1.2")["Issues"].endswith("/cardgen/issues")
