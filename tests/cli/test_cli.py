"""The command line: what it prints where, and how it exits."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path

import click
import pytest
from projects import CARDS, HEAD, SHIPPED, python, run, svg, text, write_project

from cardgen import __version__
from cardgen.base.findings import Finding, Place
from cardgen.cli import cli
from cardgen.cli.output import one_line

BAD = {"bad": "cards:\n  - {id: one, nmae: One}\n  - {id: one}\n"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project")


def commands() -> list[tuple[str, click.Command]]:
    return sorted(cli.commands.items())


# -- help
# -----------------------------------------------------------------------------------------------------------------------------


def test_no_sentence_of_the_help_is_cut_off() -> None:
    words = " ".join(run("--help").stdout.split())
    assert "..." not in words.partition("Commands:")[2]
    assert [] == [
        name for name, command in commands() if command.get_short_help_str(1000) not in words
    ]


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_command_and_option_has_help(name: str, command: click.Command) -> None:
    """A command says in a sentence what it does, and every option what it is for."""
    assert command.help
    assert command.help.split("\n")[0].endswith(".")
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.opts[0]} has no help"
            assert option.help.endswith((".", ":")), (
                f"{name} {option.opts[0]}: a sentence ends with a full stop"
            )


def needed(parameter: click.Parameter) -> tuple[str, ...]:
    """Words for what a command cannot do without."""
    return (parameter.opts[0], "images") if isinstance(parameter, click.Option) else ("sweets",)


def beside() -> list[tuple[str, click.Option, str]]:
    """Every option of a command that the help says to belong to another, with that."""
    options = [
        (name, option)
        for name, command in commands()
        for option in command.params
        if isinstance(option, click.Option)
    ]
    return [
        (name, option, found[1])
        for name, option in options
        if (found := re.match(r"With (--[\w-]+): ", option.help or ""))
    ]


@pytest.mark.parametrize(("name", "option", "other"), beside())
def test_an_option_that_belongs_to_another_says_so_without_it(
    name: str, option: click.Option, other: str
) -> None:
    """What would do nothing is no call that somebody meant; it is told in every command, and before
    anything is read."""
    words = [word for each in cli.commands[name].params if each.required for word in needed(each)]
    result = run(name, *words, option.opts[0], *[] if option.is_flag else ["1"])
    assert (2, "") == (result.exit_code, result.stdout)
    assert f"{option.opts[0]} belongs to {other}" in result.stderr


def test_help_says_which_options_belong_to_another() -> None:
    known = {f"{name} {option.opts[0]} {other}" for name, option, other in beside()}
    assert {
        "stats --paper --pictures",
        "stats --out --pictures",
        "table --sheet --guess",
        "table --force --to",
    } <= known


PATHS = [
    (name, each)
    for name, command in commands()
    for each in command.params
    if isinstance(each.type, click.Path)
]


@pytest.mark.parametrize(
    ("name", "path"), PATHS, ids=[f"{name} {path.opts[0]}" for name, path in PATHS]
)
def test_an_empty_path_is_told(
    project: Path, name: str, path: click.Parameter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable of the shell that is not set would else mean the current folder, and files go
    there."""
    monkeypatch.chdir(project)
    words = [
        word
        for each in cli.commands[name].params
        if each.required and each is not path
        for word in needed(each)
    ]
    result = run(name, *words, *([path.opts[0], ""] if isinstance(path, click.Option) else [""]))
    assert (2, "") == (result.exit_code, result.stdout)
    assert "the name is empty" in result.stderr
    assert {"card_data", "templates"} == {each.name for each in project.iterdir()}


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_command_knows_its_project(name: str) -> None:
    """All take -h, and --project DIR but for those that make a project of their own."""
    result = run(name, "-h")
    assert 0 == result.exit_code
    assert ("--project DIR" in result.output) == (name not in ("sheet", "tour"))


def test_the_program_tells_its_version() -> None:
    assert f"cardgen {__version__}\n" == run("--version").output


def test_python_m_cardgen_is_the_same_program(project: Path) -> None:
    """`python -m cardgen` does what `cardgen` does, and exits as it does."""
    assert (0, f"cardgen {__version__}\n") == (
        (done := python("-m", "cardgen", "--version")).returncode,
        done.stdout,
    )
    assert 0 == python("-m", "cardgen", "list", "--project", project).returncode
    assert 2 == python("-m", "cardgen", "build", "nothing", "--project", project).returncode


# -- list
# -----------------------------------------------------------------------------------------------------------------------------


def test_list_counts_faces_and_copies(project: Path) -> None:
    """Each deck with its different faces, its cards of paper and its size; and the sum."""
    write_project(
        project, {"main": CARDS, "other": HEAD + "cards:\n  - {id: a, copies: 5}\n  - {id: b}\n"}
    )
    result = run("list", project=project)
    assert 0 == result.exit_code
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["sweets:", "Sweets"] == lines[0]
    assert ["main", "3", "faces", "3", "cards", "60", "x", "80", "mm"] == lines[1]
    assert ["other", "2", "faces", "6", "cards", "60", "x", "80", "mm"] == lines[2]
    assert ["together", "5", "faces", "9", "cards"] == lines[3]


@pytest.mark.skipif(sys.platform == "win32", reason="links, and folders in use that go")
def test_a_current_folder_that_is_gone_is_told(project: Path, tmp_path: Path) -> None:
    code = "import os, sys; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone'); sys.argv[1:] = ['list']"
    code += "\nfrom cardgen.cli import main\nmain()"
    done = python("-c", code, cwd=tmp_path)
    assert (2, "error: the current folder no longer exists; change to another folder\n") == (
        done.returncode,
        done.stderr,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_a_link_to_itself_hides_no_game(project: Path) -> None:
    for folder in (
        project / "card_data/sweets",
        project / "card_data/sweets/art",
        project / "templates",
        project / "card_data",
    ):
        folder.mkdir(exist_ok=True)
        (folder / "loop").symlink_to("loop")
    assert 0 == run("list", project=project).exit_code
    assert 0 == run("build", "--paper", "a4", project=project).exit_code


def test_list_of_one_game(project: Path) -> None:
    """A game by name; one that is not there is an error with a suggestion."""
    write_project(project, name="savouries")
    assert "sweets" not in run("list", "savouries", project=project).stdout
    result = run("list", "savories", project=project)
    assert (2, "") == (result.exit_code, result.stdout)
    assert ['unknown-game "savories" -> "savouries"'] == result.briefs
    assert (1, True) == (result.stderr.count("\n"), result.stderr.startswith("error: "))


@pytest.mark.parametrize(
    "call", [["list"], ["build"], ["validate"], ["preview", "--no-open"], ["pull"]]
)
def test_a_shipped_game_within_another_project(project: Path, call: list[str]) -> None:
    """Pages show commands with games that ship, and who tries them in a project of their own is
    told how."""
    result = run(*call, "candy-crave/bowl" if call[0] != "list" else "candy-crave", project=project)
    remedy = "it comes with cardgen: name it outside of a project, or copy it: cardgen new FOLDER --from candy-crave"
    assert (2, "") == (result.exit_code, result.stdout)
    assert ['unknown-game "candy-crave"'] == result.briefs
    assert [remedy] == [finding.remedy for finding in result.findings]


def test_list_shows_what_is_good_beside_what_is_not(project: Path) -> None:
    write_project(project, {"main": "", **BAD})
    result = run("list", project=project)
    assert 2 == result.exit_code
    assert "main" in result.stdout
    assert 1 == result.stderr.count("nmae")


@pytest.mark.parametrize("words", [("sweets", "--fonts"), ("--fonts", "--variants")])
def test_list_of_fonts_is_of_the_project(project: Path, words: tuple[str, ...]) -> None:
    result = run("list", *words, project=project)
    assert (2, "") == (result.exit_code, result.stdout)
    assert (
        "--fonts lists those of the whole project; leave out GAME and --variants" in result.stderr
    )


# -- exit codes
# -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["build", "validate"])
@pytest.mark.parametrize(
    ("face", "code"),
    [
        (text("fine"), 0),
        (text("near the cut", y=79), 0),
        (text("over the cut", y=81), 1),
        (text("small", size=1), 0),
    ],
    ids=["fine", "near the cut", "over the cut", "small"],
)
def test_exit_codes_of_findings(project: Path, command: str, face: str, code: int) -> None:
    """Warnings leave 0, errors make 1; the PDFs are written all the same."""
    write_project(project, templates={"card.svg": svg(face)})
    assert code == run(command, project=project).exit_code
    assert (command == "build") == (project / "output/sweets/main-a4.pdf").exists()


def test_strict_takes_warnings_for_errors(project: Path) -> None:
    """--strict turns a warning into exit 1, and a clean deck stays at 0."""
    assert 0 == run("validate", "--strict", project=project).exit_code
    write_project(project, templates={"card.svg": svg(text("small", size=1))})
    assert 0 == run("validate", project=project).exit_code
    assert 1 == run("validate", "--strict", project=project).exit_code


def test_validate_sums_up(project: Path) -> None:
    """The last line counts; a card that cannot be drawn is an error of the check."""
    assert "no errors, no warnings\n" == run("validate", project=project).stdout
    write_project(
        project,
        templates={
            "card.svg": svg(text("small", size=1) + "<foreignObject/>"),
            "back.svg": svg(text("tiny", size=1)),
        },
    )
    result = run("validate", project=project)
    assert (1, "1 error, 1 warning\n") == (result.exit_code, result.stdout)


def test_what_cannot_be_checked_is_in_the_report_too(project: Path) -> None:
    """A program that reads the report gets one whatever is wrong with the call, and with the same
    problems."""
    for words in (
        ["validate", "nope"],
        ["validate", "--printer", "nope"],
        ["validate", "--rule", "nope"],
        ["validate", "--lang", "de"],
    ):
        said, result = (
            run(*words, project=project),
            run(*words, "--format", "json", project=project),
        )
        report = json.loads(result.stdout)
        assert (2, 2, 2, "") == (
            said.exit_code,
            result.exit_code,
            report["exit_code"],
            result.stderr,
        )
        assert [
            f"error: {each['message']}; {each['remedy']}" for each in report["problems"]
        ] == said.stderr.splitlines()
        github = run(*words, "--format", "github", project=project).stdout
        assert re.match(r"::error title=cardgen [\w-]+::no ", github)


def test_validate_writes_nothing(project: Path) -> None:
    run("validate", project=project)
    assert not (project / "output").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["build", "sweet"], 'unknown-game "sweet" -> "sweets"'),
        (["build", "sweets/mian"], 'sweets has no deck "mian"; did you mean "main"?'),
        (["build", "sweets/../sweets/main"], "has no deck"),
        (["build", "sweets/main/"], None),
        (["build", "--cards", "oen"], 'unknown-card "oen" -> "one"'),
        (["build", "--cards", ""], "it names no card; leave it out for all of them"),
        (["export", "--printer", "images", "--cards", " , "], "it names no card; leave it out"),
        (["box", "--cards", ","], "it names no card; leave it out"),
        (["show", "--cards", ""], "it names no card; leave it out"),
        (["art", "--cards", ""], "it names no card; leave it out"),
        (["build", "--paper", "leter"], 'unknown-paper "leter" -> "letter"'),
        (["build", "--paper", "10x10mm"], 'out-of-range "10x10mm" 20 3000'),
        (["build", "--paper", ","], "no paper is named"),
        (["build", "--layout", "duplx"], 'no layout is called "duplx"; did you mean "duplex"?'),
        (["build", "--flip", "shrt"], 'no flip is called "shrt"; did you mean "short"?'),
        (["build", "--ink", "lo"], 'no ink is called "lo"; did you mean "low"?'),
        (["build", "--margin", "-1"], "out-of-range 1"),
        (["build", "--margin", "1e308"], "out-of-range 308"),
        (["build", "--bleed", "nan"], "out-of-range nan"),
        (["build", "--gutter", "inf"], "out-of-range inf"),
        (["build", "--bleed", "3,5"], "'3,5' is no length; write 3.5mm"),
        (["build", "--copies", "many"], "'many' is no whole number from 1 to 999"),
        (["build", "--copies", "1000"], "'1000' is no whole number from 1 to 999"),
        (
            ["build", "--out", "sheets.pdf"],
            "would be a folder, into which files go that have names of their own; name a folder",
        ),
        (["build", "main"], 'unknown-game "main" -> "sweets/main"'),
        (["build", "card_data/sweets"], 'did you mean "sweets"?'),
        (["build", "card_data/sweets/main.yaml"], 'did you mean "sweets/main"?'),
        (
            ["build", "--margin", "three"],
            "'three' is no length; write millimetres, such as 3, or a length with its unit",
        ),
        (
            ["build", "--variant", "solo"],
            'no variant is called "solo"; leave --variant out: there are none here',
        ),
        (["build", "--papper", "a4"], "No such option"),
        (["validate", "swets"], 'unknown-game "swets" -> "sweets"'),
        (["bild"], "No such command"),
    ],
)
def test_calls_that_are_wrong(project: Path, words: list[str], said: str | None) -> None:
    """Exit 2, what is wrong and the nearest thing there is; nothing is written. A slash at the end
    of a name does not matter."""
    result = run(*words, project=None if words == ["bild"] else project)
    if said is None:
        assert 0 == result.exit_code
        return
    assert 2 == result.exit_code
    assert result.tells(said)
    assert not (project / "output").exists()


def test_of_an_option_that_is_given_twice_the_last_counts(project: Path) -> None:
    result = run(
        "build",
        "sweets/main",
        "--paper",
        "a4",
        "--paper=letter",
        "--layout",
        "single",
        project=project,
    )
    assert 0 == result.exit_code
    assert "note: --paper is given 2 times; the last counts\n" in result.stderr
    assert "--layout" not in result.stderr
    assert not list((project / "output").rglob("*a4.pdf"))


def test_a_file_that_is_a_folder_is_told(project: Path) -> None:
    (project / "output/sweets/main-a4.pdf").mkdir(parents=True)
    result = run("build", "sweets/main", "--paper", "a4", project=project)
    assert 2 == result.exit_code
    assert result.tells("main-a4.pdf cannot be written: it is a folder; rename or remove it")


def test_a_card_with_no_copies_makes_no_sheet(project: Path) -> None:
    """It is there, so naming it is no mistake; but that nothing comes of it is said."""
    write_project(project, {"main": "cards:\n  - {id: one}\n  - {id: none, copies: 0}\n"})
    result = run("build", "--cards", "none", project=project)
    assert (0, "note: nothing was made: the cards named have 0 copies\n") == (
        result.exit_code,
        result.stderr,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "--printer offset --rule deck-size",
            "--printer looks at whole cards, so it does not go with --rule or --rules-only",
        ),
        ("--printer offset --rules-only", "--printer looks at whole cards"),
        ("--fix --lang de", "--fix mends the cards as they were written; leave --lang out"),
        ("--fix --cluster local:1", "--fix mends the cards here; leave --cluster out"),
        ("--annotate found.pdf", "--annotate belongs to --printer"),
        ("--yes", "--yes belongs to --fix"),
    ],
)
def test_what_does_not_go_together_is_told(project: Path, words: str, said: str) -> None:
    result = run("validate", *words.split(), project=project)
    assert (2, True) == (result.exit_code, said in " ".join(result.stderr.split()))


@pytest.mark.parametrize(
    ("folder", "said"), [("nowhere", "there is no folder"), ("project/card_data", "is no project")]
)
def test_no_project_there(project: Path, folder: str, said: str) -> None:
    result = run("list", project=project.parent / folder)
    assert 2 == result.exit_code
    assert result.tells(said)


def test_an_output_folder_that_is_a_file(project: Path) -> None:
    """One sentence, not one for each file that could not be written."""
    (project / "file").write_text("mine")
    for out in (project / "file", project / "file" / "deeper"):
        result = run("build", "--out", out, project=project)
        assert 2 == result.exit_code
        assert (
            "is a file, and output needs a folder; name another folder with --out" in result.stderr
        )
        assert 1 == len(result.stderr.splitlines())
    assert "mine" == (project / "file").read_text()


# -- what a message looks like
# ----------------------------------------------------------------------------------------------------------


def test_every_problem_is_told_at_once_by_place(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line each, beginning with file:line:column as seen from the current folder, so that
    editors can go there."""
    write_project(
        project,
        {"main": HEAD.replace("card.svg", "bad.svg"), **BAD},
        {"bad.svg": svg("\n{{ card.nmae }}")},
    )
    monkeypatch.chdir(project)
    result = run("build")
    assert 2 == result.exit_code
    said = [line.replace(os.sep, "/") for line in result.stderr.splitlines()]
    assert (
        'card_data/sweets/bad.yaml:6:15: a card of this deck has no field "nmae"; did you mean "name"?'
        == said[0]
    )
    assert said[1].startswith("card_data/sweets/bad.yaml:7:10: ")
    assert result.tells('bad.yaml:7:10 name-taken "one" 6')
    assert (
        'templates/bad.svg:3: card "one" and 2 more: it has no "nmae"; did you mean "name"?'
        == said[2]
    )
    assert 3 == len(said)


@pytest.mark.parametrize("command", ["build", "validate"])
def test_what_many_lines_of_a_file_have_alike_is_one_line(project: Path, command: str) -> None:
    """A drawing of another tool asks for its font in each of its texts, and a list misspells a
    field on each card.

    A few are told with their lines, and so are all of them where that is asked for.
    """
    texts = ['<text x="1" y="9" font-family="Nowhere">a</text>'] * 12
    misspelt, says = (
        "  - {name: Owl, nmae: Owl}\n",
        'a card of this deck has no field "nmae"; did you mean "name"?',
    )
    write_project(
        project,
        {"main": HEAD, "list": HEAD + "cards:\n" + misspelt * 5},
        {"card.svg": svg("\n".join(texts))},
    )
    told = run(command, project=project)
    assert 1 == told.codes.count("font-unknown")
    assert "(also in lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more); use one of" in told.stderr
    assert 1 == told.stderr.count('a card of this deck has no field "nmae" (also in lines ')
    write_project(
        project,
        {"main": HEAD, "list": HEAD + "cards:\n" + misspelt * 4},
        {"card.svg": svg("\n".join(texts[:4]))},
    )
    told = run(command, project=project)
    assert (4, 4) == (told.codes.count("font-unknown"), told.stderr.count(says))
    report = run("validate", "--format", "json", project=project).stdout
    assert 4 == report.count('"font-unknown"')


def test_findings_begin_with_their_place_too(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_project(
        project,
        {"main": HEAD + "cards:\n  - id: one\n    name: One\n"},
        {"card.svg": svg(text("{{ card.name }}", y=81))},
    )
    monkeypatch.chdir(project)
    first = run("validate").stderr.splitlines()[0].replace(os.sep, "/")
    assert first.startswith(
        'card_data/sweets/main.yaml:7:11: error: card "one", face: the text "One" reaches '
    )
    assert first.endswith("move it inward [safe-zone]")


def test_a_line_longer_than_the_card_asks_for_a_box(project: Path) -> None:
    """Also where its line ends are spaces on the card: the cell, not the row, is where it is
    said."""
    deck = (
        HEAD
        + 'fields: {rule: text}\ncards:\n  - id: one\n    rule: "'
        + "Draw two cards.\\n" * 9
        + '"\n'
    )
    write_project(project, {"main": deck}, {"card.svg": svg(text("{{ card.rule }}"))})
    (line,) = run("validate", project=project).stderr.splitlines()
    assert "main.yaml:8:11: error:" in line
    assert "it is one line: set it with text_box(card.rule, ...)" in line
    assert line.endswith("or name its object  text:card.rule [safe-zone]")


def test_a_message_is_one_line_without_commands_to_the_terminal(project: Path) -> None:
    """Texts of a project can be anybody's: line ends and escape sequences do not reach the
    terminal."""
    face = svg("{{ text_box(card.name ~ '\\n' ~ '\\x1b[31m\\u202e' ~ 'x' * 5000, 10, 10, 20, 5) }}")
    write_project(project, {"main": "cards:\n  - {id: one}\n"}, {"card.svg": face})
    result = run("build", project=project)
    assert 2 == result.exit_code
    assert (
        1
        <= len(result.stderr.splitlines())
        == result.stderr.count("main.yaml:") + result.stderr.count("card.svg:")
    )
    assert not {"\x1b", "\u202e"} & set(result.stderr)
    assert max(map(len, result.stderr.splitlines())) < 1100


def test_a_long_message_keeps_its_place_and_its_remedy() -> None:
    line = one_line(
        Finding(
            "no-rulebook",
            "what is wrong: " + "very " * 900,
            "mend it",
            Place(Path("main.yaml"), 3),
        )
    )
    assert line.startswith("main.yaml:3: what is wrong: very very")
    assert line.endswith("very ; mend it")
    assert " ... " in line
    assert len(line) < 1010


def test_a_title_that_the_terminal_cannot_show(project: Path) -> None:
    """Letters outside the output's encoding are no reason to fail."""
    write_project(project, game='title: "お菓子"\n')
    code = "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'cp1252'); sys.argv[1:] = ['list', '--project', {!r}]\n"
    done = python("-c", code.format(str(project)) + "from cardgen.cli import main; main()")
    assert 0 == done.returncode, done.stderr
    assert "sweets: \\u304a\\u83d3\\u5b50" == done.stdout.splitlines()[0]


def test_a_pipe_gets_files_and_findings_but_no_progress(project: Path) -> None:
    """Without a terminal the names of the files are all that is printed; nothing moves, nothing is
    coloured."""
    done = python("-m", "cardgen", "build", "--project", project, "--paper", "a4", cwd=project)
    lines = done.stdout.replace(os.sep, "/").splitlines()
    assert (0, "") == (done.returncode, done.stderr)
    made = [f"output/sweets/{stem}-a4.pdf" for stem in ("main", "all", "instructions")]
    assert made == [line.split()[0] for line in lines]
    assert not {"\r", "\x1b"} & set(done.stdout)


def test_a_terminal_sees_progress(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a line on stderr tells deck and card while they are made, and is wiped at the
    end."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with pytest.raises(SystemExit) as ended:
        cli(["build", "--paper", "a4", "--project", str(project)], standalone_mode=False)
    assert 0 == ended.value.code
    assert "Sweets: Main 3/3" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_reader_that_goes_away_is_no_error(project: Path) -> None:
    """`cardgen list | head -0` ends quietly."""
    code = (
        "import subprocess, sys\n"
        f"running = subprocess.Popen([sys.executable, '-m', 'cardgen', 'list', '--project', {str(project)!r}], "
        "stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "running.stdout.close()\n"
        "print(running.stderr.read().decode(), running.wait())"
    )
    assert "0" == python("-c", code).stdout.strip()


def test_an_unreadable_system_is_told_in_a_line(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the system refuses is a message with exit 2, never a traceback."""

    def refuse(*args: object) -> None:
        raise PermissionError(13, "Permission denied", str(project / "card_data"))

    monkeypatch.setattr("cardgen.making.open_project.load_games", refuse)
    result = run("list", project=project)
    assert 2 == result.exit_code
    assert "card_data: Permission denied" in result.stderr


# -- outside a project, and beside what is broken
# -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("schema",), ("schema", "--write"), ("validate", "--fix")])
def test_nothing_is_written_among_the_shipped_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Outside a project what would write into it says how to get one."""
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert (2, "") == (result.exit_code, result.stdout)
    assert "begin one with  cardgen new FOLDER" in result.stderr
    assert 0 == run("schema", "--out", tmp_path / "schema").exit_code


def test_somebody_who_stands_outside_a_project_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("list").tells("there is no project here")
    assert "" == run("list").stderr  # told in this folder today
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    assert run("list").tells("there is no project here")
    assert "" == run("list", project=project).stderr


def test_a_broken_deck_leaves_the_rulebook_out_once(project: Path) -> None:
    """Which would speak of a deck that is not there; one mistake is one message."""
    write_project(
        project,
        {"main": "", **BAD},
        files={"card_data/sweets/rulebook.md": "## A\n\n{{ card('bad/one') }}\n"},
    )
    result = run("build", "--paper", "a4", project=project)
    assert 2 == result.exit_code
    assert result.tells("note rulebook-left-out")
    assert "rulebook.md" not in result.stderr
    assert "rulebook.md" not in run("validate", project=project).stderr


def test_a_mistake_that_two_things_meet_is_told_once(project: Path) -> None:
    """A template of a card that the rulebook shows too."""
    book = {"card_data/sweets/rulebook.md": "## A\n\n{{ card('main/one') }}\n"}
    write_project(project, templates={"card.svg": svg("{{ card.nmae }}")}, files=book)
    lines = run("build", "--paper", "a4", project=project).stderr.splitlines()
    assert len(lines) == len(set(lines))
    assert 1 == sum("nmae" in line for line in lines)


def test_an_unknown_font_is_the_templates_mistake(project: Path) -> None:
    """Told once with the template's line, though each card's own text is set in it."""
    write_project(
        project,
        templates={"card.svg": svg("{{ text_box(card.name, 5, 5, 50, 9, font='Comic Sans') }}")},
    )
    result = run("build", "--paper", "a4", project=project)
    assert result.tells('card.svg:2 font-unknown "one" 2 "Comic Sans"')
    assert "main.yaml" not in result.stderr


HOSTILE_TITLE = r'"\e]0;PWNED\a\e[31m \u202Eabc"'


def _bare(text: str) -> bool:
    """Whether a terminal would only show this: no control and no direction characters but the
    progress line's own."""
    return all(
        each.isprintable() or each == "\n"
        for each in text.replace("\r\x1b[K", "").replace("\r", "")
    )


def test_warnings_of_a_kind_are_counted(tmp_path: Path) -> None:
    """Small words in each of many drawings; all of them with --all."""
    cards = "".join(f"  - {{id: c{n}, name: Card {n}}}\n" for n in range(12))
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\ncards:\n{cards}"
    art = {f"card_data/sweets/art/c{n}.svg": svg(text(f"Word {n}", size=1)) for n in range(12)}
    image = '<image href="{{ card.id }}.svg" width="60" height="80"/>'
    root = write_project(tmp_path, {"main": deck}, {"card.svg": svg(image)}, files=art)
    lines = run("validate", project=root).stderr.splitlines()
    assert 8 == sum("[text-size]" in line for line in lines)
    assert ["  and 4 more of this kind; --all lists them"] == [
        line for line in lines if line.startswith("  ")
    ]
    assert 12 == run("validate", "--all", project=root).stderr.count("[text-size]")
    assert (
        "  and 4 more of this kind; cardgen validate --all lists them"
        in run("build", "--paper", "a4", project=root).stderr
    )


def test_a_note_that_many_cards_have_alike_is_told_once(tmp_path: Path) -> None:
    """A fading colour on every card becomes a picture for a print shop."""
    cards = "".join(f"  - {{id: c{n}}}\n" for n in range(12))
    fade = '<linearGradient id="f"><stop/><stop offset="1" stop-opacity="0"/></linearGradient>'
    body = f'{fade}<rect x="20" y="{{{{ 20 + card.id[1:]|int }}}}" width="9" height="9" fill="url(#f)"/>'
    root = write_project(tmp_path, {"main": f"cards:\n{cards}"}, {"card.svg": svg(body)})
    (line,) = (
        line
        for line in run("validate", "--printer", "offset", project=root).stderr.splitlines()
        if "[transparency]" in line
    )
    assert "main.yaml:6:" in line
    assert "(also in lines 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 and 1 more)" in line


def test_an_error_that_all_cards_have_alike_is_told_once_too(tmp_path: Path) -> None:
    """One text of the template that lies beyond the cut."""
    cards = "".join(f"  - {{id: c{n}, name: Card {n}}}\n" for n in range(12))
    deck = f"size: 60mm x 80mm\ntemplate: card.svg\ncards:\n{cards}"
    root = write_project(
        tmp_path,
        {"main": deck},
        {"card.svg": svg(text("Cost", x=58) + text("{{ card.name }}", x=30))},
    )
    told = run("validate", project=root).stderr
    assert (1, 1) == (
        told.count("[safe-zone]"),
        told.count('all 12 cards (c0, c1, c2 and 9 more): the text "Cost" reaches'),
    )
    assert 12 == run("validate", "--all", project=root).stderr.count("[safe-zone]")


@pytest.mark.parametrize(
    "words", ["build --paper a4", "list", "validate", "validate --format github", "stats sweets"]
)
def test_a_strangers_words_do_nothing_to_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """The moving line included: titles with escapes and turned directions come out as text."""
    deck = f"title: {HOSTILE_TITLE}\nsize: poker\ntemplate: card.svg\ncards:\n  - {{id: one}}\n"
    root = write_project(tmp_path, {"main": deck}, game=f"title: {HOSTILE_TITLE}\n")
    monkeypatch.setattr(
        "click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False
    )
    result = run(*words.split(), project=root)
    assert _bare(result.output), repr(result.output)
    assert _bare(result.stderr), repr(result.stderr)


def test_json_carries_no_control_or_direction_characters(tmp_path: Path) -> None:
    r"""They are escaped, as JSON may: the value is what it was."""
    root = write_project(
        tmp_path,
        {"main": "cards:\n  - {id: one, nmae: 'a\u202e\u009bb'}\n"},
        game='title: "a\u202eb"\n',
    )
    result = run("validate", "--format", "json", "--rules-only", project=root)
    assert _bare(result.stdout), repr(result.stdout)
    json.loads(result.stdout)


def test_all_that_is_said_goes_through_one_place() -> None:
    """No command writes to the terminal by itself."""
    for path in (SHIPPED / "cardgen").rglob("*.py"):
        if path.name != "output.py":
            assert not re.search(
                r"click\.s?echo\(|(?<![\w.])print\(|sys\.std(out|err)\.write",
                path.read_text("utf-8"),
            ), path


def test_a_project_that_is_named_as_a_game_is_told(project: Path) -> None:
    told = run("list", str(project), project=project).stderr
    assert f'is a whole project, and no game in one; write  --project "{project}"' in told


def test_a_card_that_is_named_with_its_deck_is_told_apart(project: Path) -> None:
    told = run("set", "sweets/main/owl", "copies=3", project=project).stderr
    assert "write  cardgen set sweets/main owl copies=3" in told


def test_texts_of_no_deck_are_told_with_each_deck(project: Path) -> None:
    folder = next((project / "card_data").iterdir())
    (folder / "mian.de.yaml").write_text("title: Alle\n")
    (folder / "game.de.yaml").write_text("title: Alle\n")
    deck = next(
        path.stem for path in folder.glob("*.yaml") if "." not in path.stem and path.stem != "game"
    )
    told = run(
        "build", f"{folder.name}/{deck}", "--lang", "de", "--layout", "contact", project=project
    )
    assert 'the game has no deck "mian"' in told.stderr
