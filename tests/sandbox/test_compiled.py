"""Compiled templates and expressions are kept, and what is kept changes nothing."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from jinja2 import DictLoader, FileSystemLoader

from cardgen.base.cache import Cache
from cardgen.sandbox import compiled
from cardgen.sandbox.compiled import Bytecode
from cardgen.sandbox.environment import make_sandbox
from cardgen.sandbox.expressions import Expressions
from cardgen.sandbox.filters import FILTERS, FUNCTIONS


def rendered(cache: Cache, source: str, kind: str = "template") -> str:
    return (
        make_sandbox(loader=DictLoader({"card.svg": source}), bytecode_cache=Bytecode(cache, kind))
        .get_template("card.svg")
        .render(n=3)
    )


def test_what_is_kept_is_run_again_and_a_changed_source_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path)
    assert [rendered(cache, "{{ n + 1 }}"), rendered(cache, "{{ n + 2 }}")] == ["4", "5"]
    assert len(list(tmp_path.iterdir())) == 2
    # nothing may be compiled now
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert [rendered(cache, "{{ n + 1 }}"), rendered(cache, "{{ n + 2 }}")] == ["4", "5"]
    with pytest.raises(TypeError):
        rendered(cache, "{{ n + 1 }}", kind="another environment")


def test_another_folder_has_the_same_code_under_its_own_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a project that was copied, moved or sent to another machine; what goes wrong is told of
    the file that was read."""
    cache, names = Cache(tmp_path / "cache"), []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        (folder / "card.svg").write_text("{{ 1 }}\n{{ 1 // n }}")
        sandbox = make_sandbox(
            loader=FileSystemLoader(folder), bytecode_cache=Bytecode(cache, "template")
        )
        with pytest.raises(ZeroDivisionError) as caught:
            sandbox.get_template("card.svg").render(n=0)
        names.append(
            (
                sandbox.get_template("card.svg").filename,
                caught.traceback[-1].path,
                caught.traceback[-1].lineno,
            )
        )
        monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert names == [
        (str(folder / "card.svg"), folder / "card.svg", 1)
        for folder in (tmp_path / "one", tmp_path / "other")
    ]


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_damaged_code_is_compiled_anew(tmp_path: Path, damage: bytes | None) -> None:
    cache = Cache(tmp_path)
    rendered(cache, "{{ n }}")
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-3] if damage is None else damage)
    assert rendered(cache, "{{ n }}") == "3"


def test_code_of_another_python_is_compiled_anew(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    rendered(cache, "{{ n }}")
    (file,) = tmp_path.iterdir()
    cache.put(file.name, b"j2" + b"\0" * 40)
    assert rendered(cache, "{{ n }}") == "3"


def test_expressions_are_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    assert Expressions().compile("2 * n")({"n": 4}) == 8
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert Expressions().compile("2 * n")({"n": 5}) == 10


def test_all_that_compiles_lies_in_the_room_that_keys_what_is_kept() -> None:
    sandbox = make_sandbox()
    made_by = (type(sandbox), sandbox.code_generator_class, *FILTERS.values(), *FUNCTIONS.values())
    assert {Path(compiled.__file__).parent} == {
        Path(inspect.getfile(each)).parent for each in made_by
    }
