"""The pages become a site whose links hold."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from projects import SHIPPED

from cardgen.base.version import __version__


@pytest.fixture(scope="module")
def make_site() -> ModuleType:
    spec = spec_from_file_location("make_site", SHIPPED / "docs/make_site.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_is_made_with_search_and_versions(tmp_path: Path) -> None:
    (tmp_path / "0.0.9").mkdir()
    (tmp_path / "0.0.9/index.html").write_text("old")
    command = [sys.executable, SHIPPED / "docs/make_site.py", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / __version__
    assert "calibrate" in (site / "search.json").read_text("utf-8")
    page = (site / "docs/questions.html").read_text("utf-8")
    assert 'id="my-backs-are-off"' in page
    assert 'src="http' not in page
    versions = json.loads((tmp_path / "versions.json").read_text("utf-8"))
    assert [each["version"] for each in versions] == [__version__, "0.0.9"]
    assert f"url={__version__}/" in (tmp_path / "index.html").read_text("utf-8")


def test_a_link_that_leads_nowhere_is_told(make_site: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(
        '<h2 id="here">x</h2><a href="#here">a</a><a href="two.html#there">b</a><img src="no.png">'
        '<a href="https://example.com/">c</a>'
    )
    (tmp_path / "two.html").write_text('<a href="one.html#here">a</a>')
    assert make_site.broken_links(tmp_path) == ["one.html: two.html#there", "one.html: no.png"]


def test_what_is_no_page_is_words_and_code_stays(make_site: ModuleType) -> None:
    text = "[a](../examples/caravan) `[b](../x)` [c](../card_data/x.md) [`d`](beasts-v7.xlsx)"
    whole = {"examples/caravan/README.md"}
    changed, files = make_site._relinked(text, "docs/page.md", whole)
    assert changed == "[a](../examples/caravan/README.md) `[b](../x)` c [`d`](beasts-v7.xlsx)"
    assert files == ["docs/beasts-v7.xlsx"]
