"""The tutorial, followed literally from what README's first command leaves, ends with a PDF, a
passing validation and a preview."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from follow import blocks, commands, missing, write
from previews import origin, previewing
from projects import SHIPPED, run, text_of, whole

PAGE = (SHIPPED / "docs/tutorial.md").read_text("utf-8")
README = (SHIPPED / "README.md").read_text("utf-8")


def test_the_tutorial_followed_literally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file, every change, every command, and every line that the page says comes out; where
    it shows a mistake, exit code 2."""
    checkout = tmp_path / "cardgen"
    checkout.mkdir()
    monkeypatch.chdir(checkout)
    activated = False
    ran: list[tuple[str, int]] = []
    output = ""
    for block in blocks(PAGE):
        where = f"docs/tutorial.md:{block.line}"
        if block.path:
            write(block, Path.cwd())
        elif block.language == "sh":
            for program, *words in commands(block.text):
                if program == ".":
                    assert activates(words[0]), (
                        f"{where}: README leaves no environment at {words[0]}"
                    )
                    activated = True
                elif program == "cardgen":
                    assert activated, (
                        f"{where}: cardgen is found only where its environment is active"
                    )
                    done = run(*words)
                    output = done.stdout + done.stderr
                    ran.append((" ".join(words), done.exit_code))
                elif program == "mkdir":
                    Path(words[0]).mkdir()
                else:
                    assert program == "cd", f"{where}: {program} is no step of this page"
                    monkeypatch.chdir(words[0])
        else:
            assert block.language == "text", f"{where}: nothing is done with this block"
            assert [] == missing(block.text, output), f"{where}: it said\n{output}"
    assert [2] == [code for _, code in ran if code], ran
    assert ("validate --all", 0) == [found for found in ran if found[0].startswith("validate")][-1]
    assert tmp_path / "snails" == Path.cwd()
    made = Path("output/snail-rally")
    assert {"all-a4.pdf", "race-a4.pdf", "rulebook-a4.pdf", "rulebook.pdf"} <= set(os.listdir(made))
    assert all(whole(path) for path in made.iterdir())
    assert "Slime Jet!" in text_of(made / "race-a4.pdf")[0] + text_of(made / "race-a4.pdf")[2]

    with previewing(cwd=Path.cwd()) as address:
        ask = build_opener(HTTPCookieProcessor())
        with ask.open(address, timeout=60) as page:
            assert "snails" in page.read().decode()
        with ask.open(f"{origin(address)}/events?view=snail-rally", timeout=60) as told:
            assert any(b"Slime Jet!" in line for line in islice(told, 100))


def activates(script: str) -> bool:
    """Whether README's first command makes the environment of this script, and cardgen in it."""
    folder = script.removesuffix("/bin/activate")
    return (
        folder != script
        and f"python3 -m venv {folder} && {folder}/bin/pip install" in README
        and f"{folder}/bin/cardgen build" in README
    )


def test_a_step_that_is_not_as_the_page_says_is_noticed(tmp_path: Path) -> None:
    """The follower itself: changes that do not fit and output that is missing."""
    (tmp_path / "a.yaml").write_text("x: 1\ny: 2\n")
    change, stale = blocks(
        "**`a.yaml`**\n\n```diff\n x: 1\n-y: 2\n+y: 3\n```\n\n**`a.yaml`**\n\n```diff\n-z: 1\n```\n"
    )
    write(change, tmp_path)
    assert "x: 1\ny: 3\n" == (tmp_path / "a.yaml").read_text()
    with pytest.raises(ValueError, match="stands 0 times"):
        write(stale, tmp_path)
    assert [] == missing("a (11 kB)\n...\nb", "a (12 kB)\nc\nb\n")
    assert ["a (11 kB)"] == missing("a (11 kB)\n...\nb", "a (19 kB)\nc\nb\n")
    assert ["b", "d"] == missing("a\nb\nd\n", "b\na\n")
