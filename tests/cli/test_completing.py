"""What the shells are offered while somebody types: commands, options, and the names of the project
at hand."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from projects import SHIPPED, python, write_project

from cardgen.cli import cli


def offered(*words: str) -> list[str]:
    """What may stand where the last word is being typed."""
    return [
        item.value
        for item in ShellComplete(cli, {}, "cardgen", "_X").get_completions(
            list(words[:-1]), words[-1]
        )
    ]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = write_project(
        tmp_path, {"main": "", "more": ""}, files={"card_data/printers/my-shop.yaml": ""}
    )
    write_project(
        root, {"deck": ""}, name="savouries", files={"card_data/savouries/deck.de.yaml": ""}
    )
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["val"], ["validate"]),
        (["build", ""], ["savouries", "sweets"]),
        (["build", "sw"], ["sweets", "sweets/main", "sweets/more"]),
        (["build", "sweets/ma"], ["sweets/main"]),
        (["build", "savouries/"], ["savouries/deck"]),
        (["build", "nothing"], []),
        (["list", "s"], ["savouries", "sweets"]),
        (["table", "sweets/mo"], ["sweets/more"]),
        (["rulebook", "sa"], ["savouries"]),
        (["build", "--lang", ""], ["de"]),
        (["build", "--paper", "l"], ["letter", "legal"]),
        (["build", "--paper", "a4,l"], ["a4,letter", "a4,legal"]),
        (["build", "--flip", ""], ["long", "short"]),
        (["build", "--ink", "l"], ["low"]),
        (["export", "sweets", "--printer", "m"], ["my-shop", "makeplayingcards"]),
        (["validate", "--printer", "drive"], ["drivethrucards"]),
        (["validate", "--format", "g"], ["github"]),
        (["new", "mine", "--from", "trick-or-treat-s"], ["trick-or-treat-street"]),
        (["new", "mine", "--from", "sw"], []),
        (["new", "mine", "--project", ".", "--from", "sw"], ["sweets"]),
    ],
)
def test_names_of_the_project_at_hand(project: Path, words: list[str], expected: list[str]) -> None:
    assert expected == offered(*words)


def test_another_project_and_none_at_all(project: Path, tmp_path: Path) -> None:
    """--project is followed; where there is none a shell hears nothing."""
    assert "candy-crave" in offered("build", "--project", str(SHIPPED), "")
    assert [] == offered("build", "--project", str(tmp_path / "nowhere"), "")


def test_every_layout_is_offered() -> None:
    from cardgen.impose.layouts import LAYOUTS

    assert sorted(LAYOUTS) == sorted(offered("build", "--layout", ""))


def test_every_name_on_the_command_line_can_be_completed() -> None:
    """No command takes a game, a deck or a printer without offering those that there are."""
    lacking = [
        (name, parameter.name)
        for name, command in cli.commands.items()
        for parameter in command.params
        if (
            "GAME" in parameter.make_metavar(click.Context(command))
            or parameter.opts[0] in ("--printer", "--paper", "--lang")
        )
        and not ShellComplete(cli, {}, "cardgen", "_X").get_completions(
            [
                name,
                *(["x"] if name == "new" else []),
                *([parameter.opts[0]] if isinstance(parameter, click.Option) else []),
            ],
            "",
        )
    ]
    assert [] == lacking


@pytest.mark.parametrize(
    ("shell", "typed"),
    [
        ("bash", {"COMP_WORDS": "cardgen build candy-c", "COMP_CWORD": "2"}),
        ("zsh", {"COMP_WORDS": "cardgen build candy-c", "COMP_CWORD": "2"}),
        ("fish", {"COMP_WORDS": "cardgen build candy-c", "COMP_CWORD": "candy-c"}),
    ],
)
def test_each_shell_asks_and_is_answered(shell: str, typed: dict[str, str]) -> None:
    """As docs/howto-editor.md says: the line there gives a script, which asks the program."""
    assert f"_CARDGEN_COMPLETE={shell}_source cardgen" in (
        SHIPPED / "docs/howto-editor.md"
    ).read_text("utf-8")
    script = python(
        "-m", "cardgen", environment={"_CARDGEN_COMPLETE": f"{shell}_source"}, cwd=SHIPPED
    )
    assert 0 == script.returncode
    assert f"{shell}_complete" in script.stdout
    done = python(
        "-m",
        "cardgen",
        environment={"_CARDGEN_COMPLETE": f"{shell}_complete", **typed},
        cwd=SHIPPED,
    )
    assert "candy-crave/bowl" in done.stdout


@pytest.mark.skipif(not shutil.which("bash") or sys.platform == "win32", reason="needs bash")
def test_bash_itself_completes(project: Path, tmp_path: Path) -> None:
    """The line of the page in a real shell, then the function it defines, as the shell would call
    it."""
    program = tmp_path / "bin/cardgen"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{SHIPPED}" exec "{sys.executable}" -m cardgen "$@"\n',
        newline="\n",
    )
    program.chmod(0o755)
    script = (
        f'PATH="{program.parent}:$PATH"; eval "$(_CARDGEN_COMPLETE=bash_source cardgen)"; '
        'COMP_WORDS=(cardgen build sweets/m); COMP_CWORD=2; _cardgen_completion cardgen; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert "sweets/main sweets/more" == done.stdout.strip(), done.stderr
