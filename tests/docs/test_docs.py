"""The documentation cannot drift: commands exist with their options, links lead somewhere, README's
own example does what it shows."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
from follow import blocks, missing
from PIL import Image
from projects import SHIPPED, run

import cardgen
from cardgen.cli import cli
from cardgen.rules.ruleset import read_rule_set

PAGES = [
    SHIPPED / "README.md",
    SHIPPED / "CONTRIBUTING.md",
    *sorted((SHIPPED / "docs").glob("*.md")),
]
README = (SHIPPED / "README.md").read_text(encoding="utf-8")
_COMMAND = re.compile(
    rf"(?:^|`|&& |\.venv/bin/)cardgen ((?:{'|'.join(cli.commands)})\b[^`\n#…]*)", re.M
)
_FILE = re.compile(r"`((?:\w+/)*(?:\w+\.(?:py|svg|js|md)|\w+/))`")
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)|src=\"(?!https?:)([^\"]+)\"")
NAMES = [path.relative_to(SHIPPED).as_posix() for path in PAGES]


def commands(page: str) -> list[list[str]]:
    """The commands a page shows, as a shell would split them; what stands in brackets or capitals
    is to be filled in."""
    found = []
    for match in _COMMAND.finditer(page):
        words = [
            word
            for word in shlex.split(match[1].strip().rstrip(".,;:)"), posix=True)
            if word not in ("&&", "|")
        ]
        found.append(
            [word.strip("[]") for word in words if not re.fullmatch(r"\[.*|.*\]|…|\.\.\.", word)]
        )
    return found


SHOWN = (
    *("box", "calibrate", "cutters", "editions", "labels", "languages", "play", "preview"),
    *("print-at-home", "stats", "templates", "texts", "tokens"),
)
"""How-to pages on what is seen: they show it."""


@pytest.mark.parametrize("page", [*(f"howto-{name}" for name in SHOWN), "rules", "svg", "rulebook"])
def test_pages_on_what_is_seen_have_a_picture(page: str) -> None:
    text = (SHIPPED / f"docs/{page}.md").read_text("utf-8")
    assert "pictures/" in text


def test_pictures_have_all_their_colours_and_are_shown() -> None:
    """A palette of 256 colours shows wrong hues. All of them together stay small enough to clone."""
    files = sorted((SHIPPED / "docs/pictures").iterdir())
    text = "".join(path.read_text("utf-8") for path in PAGES)
    assert [path.name for path in files if f"pictures/{path.name}" not in text] == []
    for path in files:
        with Image.open(path) as image:
            assert image.mode in ("RGB", "RGBA"), path.name
            assert not getattr(image, "is_animated", False) or path.stat().st_size < 600_000
    assert sum(path.stat().st_size for path in files) < 40_000_000


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_every_command_shown_exists_with_its_options(path: Path) -> None:
    for words in commands(path.read_text(encoding="utf-8")):
        command = cli.commands.get(words[0])
        assert command is not None, f"cardgen {words[0]} is shown, but there is no such command"
        options = {
            name
            for option in command.params
            if isinstance(option, click.Option)
            for name in (*option.opts, *option.secondary_opts)
        }
        shown = [word.split("=")[0] for word in words if word.startswith("--")]
        assert [] == [word for word in shown if word not in {*options, "--help"}], (
            f"cardgen {' '.join(words)}"
        )


def test_the_pattern_finds_commands() -> None:
    assert [["build"], ["build", "--flip", "short"]] == commands(
        "`cardgen build` and\n.venv/bin/cardgen build --flip short\n"
    )


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them: lower case, hyphens for blanks, no
    signs."""
    text = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_every_link_into_a_page_finds_its_heading(path: Path) -> None:
    text = re.sub(
        r"^```.*?^```|`[^`\n]+`", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)]+)\)", text)
    missing = [
        (page, anchor)
        for page, anchor in links
        if anchor not in anchors((path.parent / page if page else path).read_text("utf-8"))
    ]
    assert [] == missing


def test_every_page_is_in_the_index() -> None:
    index = (SHIPPED / "docs/README.md").read_text("utf-8")
    assert [] == [
        path.name
        for path in (SHIPPED / "docs").glob("*.md")
        if path.name != "README.md" and f"]({path.name})" not in index
    ]


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_every_link_leads_somewhere(path: Path) -> None:
    found = [first or second for first, second in _LINK.findall(path.read_text(encoding="utf-8"))]
    assert [] == [link for link in found if not (path.parent / link).exists()]


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_file_of_the_house_that_is_named_is_there(name: str) -> None:
    """From the root, or in the package; one without a folder lies beside the last that had one, or
    anywhere in the package."""
    package = SHIPPED / "cardgen"
    missing, beside = [], package
    for found in _FILE.findall((SHIPPED / name).read_text("utf-8")):
        if "NAME" in found or found == "cardgen/sample/":  # a wheel alone has it
            continue
        whole = next((path for path in (SHIPPED / found, package / found) if path.exists()), None)
        if whole and "/" in found[:-1]:
            beside = whole.parent
        if not (
            whole
            or (beside / found).exists()
            or ("/" not in found[:-1] and any(package.rglob(found)))
        ):
            missing.append(found)
    assert [] == missing


def test_every_name_of_the_code_that_the_architecture_speaks_of_is_in_use() -> None:
    named = set(
        re.findall(
            r"`(?:\w+\.)?(\w*[A-Z_]\w*)`", (SHIPPED / "docs/architecture.md").read_text("utf-8")
        )
    ) - {"ActualText"}
    code = {
        word
        for path in (SHIPPED / "cardgen").rglob("*.py")
        for word in re.findall(r"\w+", path.read_text("utf-8"))
    }
    assert len(named) > 20
    assert set() == named - code


def test_the_house_words_are_few_and_in_use() -> None:
    page = (SHIPPED / "docs/architecture.md").read_text("utf-8")
    words = re.findall(
        r"^\| ([a-z ]+) \| (?!means)",
        page.split("## House words")[1].split("\n## ")[0],
        re.MULTILINE,
    )
    code = "".join(path.read_text("utf-8") for path in (SHIPPED / "cardgen").rglob("*.py")).lower()
    assert 0 < len(words) <= 20
    assert [] == [word for word in words if word not in code]


def fenced(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_first_command_installs_every_feature() -> None:
    """Whatever README and the tutorial show can be done with what it leaves: all extras but the one
    for who works on cardgen itself."""
    first, second = (block for block in fenced("sh") if "pip install" in block)
    assert ".venv/bin/cardgen build\n" in first
    extras = tomllib.loads((SHIPPED / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]

    def packages(extra: str) -> set[str]:
        found: set[str] = set()
        for wanted in extras[extra]:
            own = re.fullmatch(r"cardgen\[([\w,]+)\]", wanted)
            found |= set().union(*map(packages, own[1].split(","))) if own else {wanted}
        return found

    def installed(command: str) -> set[str]:
        named = re.search(r"pip install -q -e '\.\[([\w,]+)\]'", command)
        assert named, f"no extra is installed by  {command}"
        return set().union(*map(packages, named[1].split(",")))

    features = set().union(*(packages(extra) for extra in extras if extra != "dev"))
    assert installed(first) >= features
    assert installed(second) >= packages("dev")


def test_the_deck_of_the_readme_prints(tmp_path: Path) -> None:
    """The YAML and the template as they stand, plus the game.yaml and the back that any project
    has."""
    deck = next(block for block in fenced("yaml") if "main.yaml" in block)
    (template,) = fenced("xml")
    game = tmp_path / "card_data/my-game"
    game.mkdir(parents=True)
    (tmp_path / "templates").mkdir()
    (game / "game.yaml").write_text(
        'title: My Game\npalette: {ink: "#2B2138", cream: "#FFF7E8"}\n', encoding="utf-8"
    )
    (game / "main.yaml").write_text(deck, encoding="utf-8")
    (tmp_path / "templates/my-card.svg").write_text(
        template.split("-->", 1)[1].strip(), encoding="utf-8"
    )
    (tmp_path / "templates/my-back.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"/>', encoding="utf-8"
    )
    result = run("build", "--paper", "a4", project=tmp_path)
    assert 0 == result.exit_code, result.output
    assert (tmp_path / "output/my-game/main-a4.pdf").exists()


def test_the_messages_of_the_readme_are_those_told(tmp_path: Path) -> None:
    """The misspelt field that README shows is told with its line and the word that was meant."""
    game = tmp_path / "card_data/my-game"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text("title: My Game\n", encoding="utf-8")
    (game / "main.yaml").write_text(
        "size: poker\nfields: {rank: int}\ncards:\n  - {id: bat, rnak: 3}\n", encoding="utf-8"
    )
    result = run("validate", project=tmp_path)
    assert 2 == result.exit_code
    assert re.search(r'main\.yaml:4:\d+: .*"rnak".*did you mean "rank"\?', result.stderr), (
        result.stderr
    )


def test_the_report_that_the_page_on_checking_shows(tmp_path: Path) -> None:
    """A treat taken out of the main deck, as it says."""
    assert 0 == run("new", tmp_path / "candy", "--from", "best-candy-on-the-block").exit_code
    deck = tmp_path / "candy/card_data/best-candy-on-the-block/main.yaml"
    deck.write_text(
        re.sub(r"^  - \{id: black-7,.*\n", "", deck.read_text("utf-8"), flags=re.MULTILINE), "utf-8"
    )
    done = run("validate", project=tmp_path / "candy")
    shown = [
        block.text
        for block in blocks((SHIPPED / "docs/validate.md").read_text("utf-8"))
        if "main-deck-size" in block.text
    ]
    told = done.stdout + done.stderr.replace(f"{tmp_path / 'candy'}{os.sep}", "").replace(
        os.sep, "/"
    )
    assert [[], []] == [missing(each, told) for each in shown], told


def test_the_python_of_the_readme_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SHIPPED)
    (code,) = fenced("python")
    exec(compile(code, "README.md", "exec"), {})
    titles, exit_code = capsys.readouterr().out.splitlines()
    assert "Best Candy on the Block" in titles
    assert "0" == exit_code


@pytest.mark.parametrize("page", ["howto-install", "howto-ci"])
def test_the_version_that_a_page_names_is_this_one(page: str) -> None:
    text = (SHIPPED / f"docs/{page}.md").read_text("utf-8")
    named = set(re.findall(r"(?:cardgen-|@v|rev: v)(\d+\.\d+\.\d+)", text))
    assert named == {cardgen.__version__}


def test_every_note_on_silent_rules_is_in_the_docs() -> None:
    """Rulebooks leave them out: what their sources do not say stands on a page of its own."""
    page = (SHIPPED / "docs/silent-sources.md").read_text("utf-8")
    for game in cardgen.open_project(SHIPPED).games:
        assert f"## {game.title}" in page
        rule_set = read_rule_set(game, [])
        checks = [*rule_set.rules, *(rule for each in rule_set.variants for rule in each.checks)]
        assert [] == [rule.id for rule in checks if rule.note and rule.note not in page]
