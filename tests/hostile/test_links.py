"""A stranger's project reads, copies and changes nothing outside of it, and no file of it is waited
for for ever."""

from __future__ import annotations

import os
import shutil
import subprocess
from multiprocessing import Pipe, get_context
from pathlib import Path

import pytest
from briefs import raises_expected
from processes import APART
from projects import HEAD, SHIPPED, run, write_project

from cardgen.base.files import read_inside, write
from cardgen.base.findings import CardgenError
from cardgen.sandbox import process

SECRET = "TOPSECRETPASSWORD"
OUT = "leads out of the project"
POSIX = pytest.mark.skipif(
    os.name == "nt", reason="Windows has no pipes with names in folders, and no /dev"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a game, beside a folder that is not its own."""
    (tmp_path / "private" / "main").mkdir(parents=True)
    (tmp_path / "private" / "secret").write_text(f"{SECRET}: 1\n", "utf-8")
    return write_project(tmp_path / "project")


def link(file: Path, to: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.symlink_to(to, target_is_directory=to.is_dir())


def cardgen(*words: str | Path, project: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which is stopped when it hangs: forked, for so the
    program is loaded."""
    ours, theirs = Pipe(duplex=False)

    def work() -> None:
        process.run = APART
        done = run(*words, project=project)
        theirs.send((done.exit_code, done.stdout, done.stderr))

    forked = get_context("fork").Process(target=work)
    forked.start()
    theirs.close()
    try:
        assert ours.poll(60), "it hangs"
        return subprocess.CompletedProcess(words, *ours.recv())
    finally:
        forked.kill()
        forked.join()
        ours.close()


# Reading


@pytest.mark.parametrize(
    "name", ["rulebook.md", "rules.yaml", "variants.yaml", "game.yaml", "main.yaml", "game.de.yaml"]
)
def test_a_games_file_that_is_a_link_out_is_not_read(root: Path, name: str) -> None:
    """It is refused in words, and nothing that stands in it is quoted."""
    file = root / "card_data/sweets" / name
    file.unlink(missing_ok=True)
    link(file, root.parent / "private/secret")
    found = run("build", *(("--lang", "de") if ".de." in name else ()), project=root)
    assert found.exit_code == 2
    assert found.tells(f"{name} link-leads-out")
    assert SECRET not in found.output
    assert not list(root.rglob("rulebook*.pdf"))


def test_fonts_yaml_that_is_a_link_out_is_not_read(root: Path) -> None:
    link(root / "fonts/fonts.yaml", root.parent / "private/secret")
    found = run("build", project=root)
    assert found.exit_code == 2
    assert OUT in found.output
    assert SECRET not in found.output


def test_a_folder_of_fonts_that_is_a_link_out_is_not_used(root: Path) -> None:
    shutil.copy(next((SHIPPED / "fonts").glob("*.ttf")), root.parent / "private")
    link(root / "fonts", root.parent / "private")
    found = run("build", project=root)
    assert found.exit_code == 2
    assert found.tells("this folder of fonts is a link that leads out of the project")


def test_a_font_that_is_a_link_to_itself_is_told(root: Path) -> None:
    """Links that run in a circle end no command in a traceback."""
    (root / "fonts").mkdir(exist_ok=True)
    (root / "fonts/Wavy.otf").symlink_to("Wavy.otf")
    fonts = "families: {Wavy: {faces: [{file: Wavy.otf, weight: 400}]}}\n"
    (root / "fonts/fonts.yaml").write_text(fonts, "utf-8")
    done = run("build", "--paper", "a4", project=root)
    assert (2, True) == (done.exit_code, "Wavy.otf" in done.output), done.output


def test_a_printer_that_is_a_link_out_is_not_read(root: Path) -> None:
    link(root / "card_data/printers/mine.yaml", root.parent / "private/secret")
    found = run("export", "sweets", "--printer", "mine", project=root)
    assert found.exit_code == 2
    assert OUT in found.output
    assert SECRET not in found.output


@pytest.mark.parametrize("name", ["art/private", "secret.txt", "rulebook.md"])
def test_new_copies_nothing_that_a_link_out_leads_to(root: Path, tmp_path: Path, name: str) -> None:
    """The link is named, and nothing is written."""
    link(
        root / "card_data/sweets" / name,
        root.parent / ("private" if name == "art/private" else "private/secret"),
    )
    found = run("new", tmp_path / "copy", "--from", "sweets", project=root)
    assert found.exit_code == 2
    assert OUT in found.output
    assert Path(name).name in found.output
    assert SECRET not in "".join(
        path.read_text("utf-8") for path in (tmp_path / "copy").rglob("*") if path.is_file()
    )


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("link", "main.yaml: this is a link to nothing"),
        ("folder", "main.yaml: this is a folder, not a file"),
        ("main.yml", "main.yml: a file of this kind ends in .yaml"),
    ],
)
def test_a_deck_whose_file_is_none_is_not_said_to_be_missing(
    root: Path, kind: str, why: str
) -> None:
    file = root / "card_data/sweets/main.yaml"
    content = file.read_bytes()
    file.unlink()
    if kind == "link":
        link(file, file.with_name("nowhere.yaml"))
    elif kind == "folder":
        file.mkdir()
    else:
        file.with_name(kind).write_bytes(content)
    found = run("build", "sweets/main", project=root)
    assert (2, True, False) == (
        found.exit_code,
        why in found.output,
        found.tells("has no deck"),
    ), found.output


def test_new_ends_where_links_go_round(root: Path, tmp_path: Path) -> None:
    (root / "card_data/sweets/art").mkdir()
    link(root / "card_data/sweets/art/again", root / "card_data/sweets")
    found = run("new", tmp_path / "copy", "--from", "sweets", project=root)
    assert found.exit_code == 2
    assert "this link leads to a folder that it lies in" in found.output


@pytest.mark.parametrize(
    ("target", "why"), [("round", "Too many levels of symbolic links"), ("nowhere", "No such file")]
)
def test_new_names_the_link_that_leads_to_nothing(
    root: Path, tmp_path: Path, target: str, why: str
) -> None:
    """It is not the copy that cannot be written."""
    link(root / "card_data/sweets/round", root / "card_data/sweets" / target)
    found = run("new", tmp_path / "copy", "--from", "sweets", project=root)
    assert found.exit_code == 2
    assert "sweets/round: this cannot be read" in found.output.replace("\\", "/")
    assert "file-unwritable" not in found.codes
    assert os.name != "posix" or found.tells(why)


def test_links_inside_the_project_are_followed(root: Path, tmp_path: Path) -> None:
    """Files that games share may lie anywhere in the project."""
    shared = root / "shared"
    shared.mkdir()
    (shared / "rules.yaml").write_text(
        "- {id: few, says: There are few., check: 'deck.main | length == 3'}\n", "utf-8"
    )
    (shared / "rulebook.md").write_text("## Sweets\n", "utf-8")
    for name in ("rules.yaml", "rulebook.md"):
        link(root / "card_data/sweets" / name, shared / name)
    found = run("validate", project=root)
    assert found.exit_code == 0, found.output
    assert run("new", tmp_path / "copy", "--from", "sweets", project=root).exit_code == 0
    assert (tmp_path / "copy/card_data/sweets/rulebook.md").read_text("utf-8") == "## Sweets\n"


# Writing


def _victim(root: Path) -> dict[str, bytes]:
    """Files that an export would take for its own, outside of the project."""
    folder = root.parent / "private"
    names = (
        "main-a4.pdf",
        "main/back.png",
        "main/cards.csv",
        "main/front/001-one.png",
        "rules.json",
        "main/back/001-one.png",
    )
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"mine")
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("at", ["output", "output/sweets"])
@pytest.mark.parametrize(
    "command",
    [
        "build",
        "export sweets --printer drivethrucards",
        "export sweets --printer images",
        "box sweets",
        "rulebook",
    ],
)
def test_output_does_not_follow_a_link_out(root: Path, at: str, command: str) -> None:
    (root / "card_data/sweets/rulebook.md").write_text("## Sweets\n", "utf-8")
    before = _victim(root)
    link(root / at, root.parent / "private")
    found = run(*command.split(), project=root)
    assert found.exit_code == 2
    assert f"{OUT}; take the link away, or name the place that it leads to" in found.output
    assert contents(root.parent / "private") == before


@pytest.mark.parametrize("at", ["images", "images/main", "images/main/front"])
def test_an_export_takes_nothing_away_behind_a_link(root: Path, at: str) -> None:
    before = _victim(root)
    link(
        root / "output/sweets" / at,
        root.parent
        / "private"
        / ("" if at == "images" else "main" if at == "images/main" else "main/front"),
    )
    found = run("export", "sweets", "--printer", "images", "--force", project=root)
    assert found.exit_code == 2
    assert OUT in found.output
    assert contents(root.parent / "private") == before


def test_a_place_that_was_named_is_written_to(root: Path) -> None:
    """--out says so itself, and may be a link."""
    link(root / "elsewhere", root.parent / "private")
    found = run("build", "--out", root / "elsewhere", project=root)
    assert found.exit_code == 0, found.output
    assert (root.parent / "private/sweets/main-a4.pdf").is_file()


def test_schemas_do_not_follow_a_link_out(root: Path) -> None:
    before = _victim(root)
    link(root / "schema", root.parent / "private")
    found = run("schema", project=root)
    assert found.exit_code == 2
    assert OUT in found.output
    assert contents(root.parent / "private") == before
    assert run("schema", "--out", root / "schema", project=root).exit_code == 0


def test_a_file_is_written_in_no_other_place(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    link(tmp_path / "home/inner", tmp_path / "out")
    with pytest.raises(CardgenError, match=OUT):
        write(tmp_path / "home/inner/deep/file", b"new", tmp_path / "home")
    assert not list((tmp_path / "out").iterdir())


# What never ends


@POSIX
@pytest.mark.parametrize(
    "name",
    [
        *(
            "fonts/fonts.yaml",
            "fonts/Mine.ttf",
            "card_data/sweets/notes.md",
            "card_data/sweets/rulebook.md",
            "card_data/sweets/rules.yaml",
        ),
        *("card_data/sweets/main.yaml", "card_data/sweets/art/star.svg", "templates/card.svg"),
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "zeros"])
def test_what_is_no_file_is_not_waited_for(root: Path, name: str, kind: str) -> None:
    _endless(root / name, kind)
    found = cardgen("validate", project=root)
    if name.endswith((".yaml", "rulebook.md")):  # which are needed
        assert found.returncode == 2
        assert name in (found.stdout + found.stderr).replace(os.sep, "/")


def _endless(file: Path, kind: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero")


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "zeros"])
@pytest.mark.parametrize("name", ["cards.xlsx", "cards.csv"])
def test_a_table_that_is_no_file_is_refused(root: Path, name: str, kind: str) -> None:
    write_project(root, {"main": f"{HEAD}cards: {name}\n"})
    _endless(root / "card_data/sweets" / name, kind)
    found = cardgen("validate", project=root)
    assert found.returncode == 2
    assert (
        "a pipe, a socket or a device" in found.stderr + found.stdout
        or OUT in found.stderr + found.stdout
    )


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "zeros"])
def test_a_font_that_is_named_and_no_file_is_refused(root: Path, kind: str) -> None:
    write_project(
        root, files={"fonts/fonts.yaml": "families: {Mine: {faces: [{file: Mine.ttf}]}}\n"}
    )
    _endless(root / "fonts/Mine.ttf", kind)
    found = cardgen("validate", project=root)
    assert found.returncode == 2
    assert "Mine.ttf" in found.stderr + found.stdout


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "zeros"])
def test_a_press_profile_that_is_no_file_is_refused(root: Path, kind: str) -> None:
    printer = "title: Mine\nmakes: pdf\nsizes: any\nprofile: mine.icc\nsources: {sizes: {certainty: read, from: a page}}\n"
    write_project(root, files={"card_data/printers/mine.yaml": printer})
    _endless(root / "card_data/printers/mine.icc", kind)
    found = cardgen("export", "sweets", "--printer", "mine", project=root)
    assert found.returncode == 2
    assert "mine.icc" in found.stderr + found.stdout


@POSIX
@pytest.mark.parametrize("path", ["/dev/zero", "/dev"])
def test_the_door_opens_files_only(path: str) -> None:
    with pytest.raises(CardgenError, match="not a file"):
        read_inside(Path(path), Path("/dev"))


def test_the_door_has_a_size(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(3 << 20))
    assert len(read_inside(tmp_path / "file", tmp_path, 3 << 20)) == 3 << 20
    with raises_expected("file too-large 2"):
        read_inside(tmp_path / "file", tmp_path, 2 << 20, "shorten it")
