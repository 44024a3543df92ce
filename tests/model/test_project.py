"""Where things lie, and that no name leads out of there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from briefs import brief, raises_code, raises_finding
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import CardgenError
from cardgen.base.suggestions import Suggestion, did_you_mean
from cardgen.model.project import Project, find_project, shipped_root


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project that overrides one of the two shipped templates, beside a secret."""
    files = [
        "mine/card_data/sweets/art/bonbon.svg",
        "mine/card_data/sweets/art/photo.png",
        "mine/templates/sweets/card.svg",
    ]
    files += [
        "mine/templates/icons/candy.svg",
        "mine/templates/icons/ka\u0308se.svg",
        "shipped/templates/sweets/card.svg",
        "shipped/templates/frame.svg",
    ]
    files += [
        "shipped/templates/icons/candy.svg",
        "shipped/templates/icons/nuts.svg",
        "secret/secret.svg",
    ]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("<svg/>")
    return Project(tmp_path / "mine", tmp_path / "mine/output", tmp_path / "shipped")


def test_the_nearest_project_upward_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / "card_data" / "sweets" / "art"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    found = find_project()
    assert (found.root, found.output) == (tmp_path.resolve(), tmp_path.resolve() / "output")


def test_outside_any_project_the_shipped_one_is_used_and_output_stays_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = find_project()
    assert (found.root, found.output) == (shipped_root(), tmp_path / "output")
    assert (found.root / "card_data").is_dir()


def test_a_folder_that_is_named_must_be_a_project(tmp_path: Path) -> None:
    with pytest.raises(
        CardgenError, match="is no project: it has no folder card_data; name the folder"
    ):
        find_project(tmp_path)
    with raises_code("file-missing"):
        find_project(tmp_path / "none")
    (tmp_path / "card_data").mkdir()
    assert find_project(tmp_path).root == tmp_path.resolve()


def test_the_project_comes_before_the_shipped_files(project: Project) -> None:
    assert project.find_template("sweets/card.svg") == project.root / "templates/sweets/card.svg"
    assert project.find_template("frame.svg") == project.shipped / "templates/frame.svg"
    assert project.find_icon("candy") == project.root / "templates/icons/candy.svg"
    assert project.has_icon("käse")  # a letter and its accent apart, as macOS has them
    assert project.find_icon("nuts.svg") == project.shipped / "templates/icons/nuts.svg"
    assert project.font_folders() == [project.root / "fonts", project.shipped / "fonts"]


def test_a_file_where_fonts_should_be_is_told(project: Project) -> None:
    """Whatever it holds would be passed over: the fonts that a designer thought to have put
    there."""
    folder = project.root / "fonts"
    if folder.exists():
        folder.rename(project.root / "old")
    folder.write_bytes(b"")
    with raises_finding("fonts project-wrong"):
        project.font_folders()


def test_art_is_the_games_own_then_an_icon_with_or_without_its_ending(project: Project) -> None:
    folder = project.root / "card_data/sweets"
    assert (
        project.find_art(folder, "bonbon")
        == project.find_art(folder, "bonbon.svg")
        == folder / "art/bonbon.svg"
    )
    assert project.find_art(folder, "photo") == folder / "art/photo.png"
    assert project.find_art(folder, "nuts") == project.shipped / "templates/icons/nuts.svg"


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("../card_data/sweets/art/bonbon.svg", "card_data/sweets/art/bonbon.svg"),
        ("../../card_data/sweets/art/Big%20Fish.png", "card_data/sweets/art/Big Fish.png"),
        ("icons/star.svg", "templates/icons/star.svg"),
        ("frame.png", "templates/sweets/frame.png"),
        ("./parts/edge.png", "templates/parts/edge.png"),
    ],
)
def test_an_address_as_a_drawing_program_writes_it_leads_to_its_file(
    project: Project, address: str, path: str
) -> None:
    """Inkscape links a picture from the folder of the template; and so it is found beside the
    template, too."""
    for name in (
        "card_data/sweets/art/Big Fish.png",
        "templates/icons/star.svg",
        "templates/sweets/frame.png",
        "templates/parts/edge.png",
    ):
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).touch()
    assert project.find_art(project.root / "card_data/sweets", address) == project.root / path


@pytest.mark.parametrize(
    "address",
    [
        "../secret/secret.svg",
        "../card_data/other/art/own.png",
        "/card_data/sweets/art/bonbon.svg",
        "sweets/card.svg",
        "../twice.png",
        "../",
    ],
)
def test_an_address_of_anything_else_leads_nowhere(project: Project, address: str) -> None:
    """A file outside, another game's art, a template, one of two that it may be, or a drawing
    deeper in art/ than a card says."""
    for name in (
        "card_data/other/art/own.png",
        "templates/a/twice.png",
        "templates/b/twice.png",
        "card_data/sweets/art/old/new/imp.svg",
    ):
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).touch()
    with pytest.raises(CardgenError):
        project.find_art(project.root / "card_data/sweets", address)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Owl.PNG", "owl.png"),
        ("OWL", "owl.png"),
        ("sub/Bat", "Sub/bat.svg"),
        ("Moon.svg", ""),
        ("moon.svg", "moon.svg"),
    ],
)
def test_a_drawing_is_found_whatever_its_case_where_one_can_be_meant(
    project: Project, name: str, file: str
) -> None:
    """As on Windows and macOS, where most tables were written; what ships goes by its own name
    alone."""
    art = project.root / "card_data/sweets/art"
    (art / "Sub").mkdir(parents=True)
    for each in ("owl.png", "Sub/bat.svg", "moon.svg", "MOON.svg"):
        (art / each).write_bytes(b"")
    if len({path.name for path in art.glob("[mM]*.svg")}) < 2:
        pytest.skip("this file system keeps one file of a name")
    if not file:
        with raises_finding('file-missing "Moon.svg" -> "MOON.svg" "moon.svg"'):
            project.find_art(art.parent, name)
    else:
        assert art / file == project.find_art(art.parent, name)
    with raises_finding('unknown-icon "NUTS" -> "nuts"'):
        project.find_icon("NUTS")


def test_a_picture_of_another_kind_is_to_be_saved_as_one(project: Project) -> None:
    """It is no drawing that could have been meant."""
    art = project.root / "card_data/sweets/art"
    art.mkdir(parents=True, exist_ok=True)
    (art / "owl.heic").write_bytes(b"")
    with pytest.raises(CardgenError) as caught:
        project.find_art(art.parent, "owl")
    (finding,) = caught.value.findings
    assert ('file-missing "owl"', True) == (brief(finding), "owl.heic" in finding.remedy)
    with pytest.raises(CardgenError) as caught:
        project.find_art(art.parent, "owls")
    assert "owl.heic" not in str(caught.value)


@pytest.mark.parametrize(
    ("lies", "name", "remedy"),
    [
        (
            "card_data/sweets/images/moth.svg",
            "moth",
            r"move \S*images/moth\.svg to \S*card_data/sweets/art/moth\.svg$",
        ),
        (
            "card_data/sweets/owl.png",
            "birds/owl.png",
            r"move \S*sweets/owl\.png to \S*art/birds/owl\.png$",
        ),
        (
            "card_data/other/art/moth.svg",
            "moth",
            r"copy \S*other/art/moth\.svg to \S*sweets/art/moth\.svg$",
        ),
        ("card_data/sweets/art/birds/moth.svg", "moth", r'did you mean "birds/moth"'),
    ],
)
def test_a_drawing_that_lies_elsewhere_is_to_be_put_where_it_is_looked_for(
    project: Project, lies: str, name: str, remedy: str
) -> None:
    path = project.root / lies
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    with pytest.raises(CardgenError, match=remedy):
        project.find_art(project.root / "card_data/sweets", name)


def test_a_template_beside_its_deck_is_to_be_put_among_templates(project: Project) -> None:
    (project.root / "card_data/sweets/treat.svg").write_bytes(b"")
    with pytest.raises(
        CardgenError,
        match=r"copy \S*card_data/sweets/treat\.svg to \S*templates/sweets/treat\.svg$",
    ):
        project.find_template("sweets/treat.svg")


def test_a_misspelt_name_is_met_with_the_nearest(project: Project) -> None:
    with pytest.raises(
        CardgenError, match=r'no drawing is called "bonbn"; did you mean "bonbon"\?'
    ):
        project.find_art(project.root / "card_data/sweets", "bonbn")
    with pytest.raises(
        CardgenError,
        match=r'no template is called "sweets/crad\.svg"; did you mean "sweets/card\.svg"',
    ):
        project.find_template("sweets/crad.svg")


@pytest.mark.parametrize("name", ["goat.png.svg", "goat.svg"])
def test_an_ending_too_much_is_to_be_taken_away(project: Project, name: str) -> None:
    """With a template that adds ".svg", goat.png and goat led to one another."""
    (project.root / "card_data/sweets/art/goat.png").touch()
    ending = (
        r'there is goat\.png: take "\.svg" away behind the name, also where a template adds it$'
    )
    with pytest.raises(CardgenError, match=ending) as caught:
        project.find_art(project.root / "card_data/sweets", name)
    remedy = caught.value.findings[0].remedy
    assert isinstance(remedy, Suggestion)
    (by,) = remedy.choices
    assert project.find_art(project.root / "card_data/sweets", by).name == "goat.png"


def test_a_drawing_like_none_of_the_icons_is_to_be_added(project: Project) -> None:
    for number in range(20):
        (project.root / f"card_data/sweets/art/sour{number}.svg").touch()
    with pytest.raises(
        CardgenError,
        match=r'no drawing is called "q-17\.png"; add it to \S*card_data/sweets/art, or find an icon by  cardgen icons WORD$',
    ):
        project.find_art(project.root / "card_data/sweets", "q-17.png")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../secret/secret.svg",
        "sweets/../frame.svg",
        "C:/x.svg",
        "a\\b.svg",
        "a\0.svg",
    ],
)
def test_a_name_that_leads_out_is_refused(project: Project, name: str) -> None:
    with pytest.raises(
        CardgenError,
        match=r"(?s)cannot name a template; name a file inside the project, with forward slashes",
    ):
        project.find_template(name)


@given(
    st.lists(
        st.sampled_from(
            ["..", ".", "sweets", "card.svg", "secret", "secret.svg", "icons", "", "/", "\\"]
        ),
        max_size=6,
    ).map("/".join)
)
@settings(max_examples=100, deadline=None)
def test_whatever_is_found_lies_inside(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    root = tmp_path_factory.getbasetemp() / "inside"
    for file in (root / "templates/sweets/card.svg", root.parent / "secret/secret.svg"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    try:
        found = Project(root, root, root).find_template(name)
    except CardgenError:
        return
    assert found.resolve().is_relative_to(root.resolve())


@pytest.mark.parametrize(
    "name",
    ["bonbon", "BonBon.svg", "photo.PNG", "Candy", "nuts", "nuts.svg#shell", "%6Euts", "auto/owl"],
)
def test_what_can_be_found_may_be_there(project: Project, name: str) -> None:
    """A word that means no drawing is told apart without a search for what is near to it."""
    game_folder = project.root / "card_data/sweets"
    assert project.may_have_drawing(game_folder, name)
    assert not project.may_have_drawing(game_folder, "bonbons")


@pytest.mark.skipif(sys.platform == "win32", reason="making links needs a right that few have")
def test_a_link_out_of_the_project_is_not_followed_but_one_inside_is(project: Project) -> None:
    templates = project.root / "templates"
    (templates / "out.svg").symlink_to(project.root.parent / "secret/secret.svg")
    (templates / "outside").symlink_to(project.root.parent / "secret")
    (templates / "same").symlink_to(templates / "sweets")
    (templates / "sweets" / "circle").symlink_to(templates)
    assert project.find_template("same/card.svg") == templates / "same/card.svg"
    with raises_finding('link-leads-out "out.svg"'):
        project.find_template("out.svg")
    with pytest.raises(CardgenError, match="no template is called"):
        project.find_template("outside/secret.svg")


def test_games_are_the_folders_that_are_neither_hidden_nor_printers(project: Project) -> None:
    for name in ("printers", ".git", "apples"):
        (project.root / "card_data" / name).mkdir()
    assert [folder.name for folder in project.game_folders()] == ["apples", "sweets"]


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("creature.svg", 'did you mean "lantern-night/creature.svg"?'),
        ("best", 'did you mean "best-candy-on-the-block"?'),
        ("OWL", 'did you mean "owl"?'),
        ("ow", 'did you mean "owl"?'),
        (
            "",
            "use one of: street/score.svg, lantern-night/creature.svg, best-candy-on-the-block, owl",
        ),
    ],
)
def test_part_of_a_name_is_near_to_it(word: str, remedy: str) -> None:
    assert remedy == did_you_mean(
        word, ["street/score.svg", "lantern-night/creature.svg", "best-candy-on-the-block", "owl"]
    )


def test_a_template_that_is_named_with_its_folder_is_told_without(project: Project) -> None:
    (project.root / "templates/face.svg").touch()
    with pytest.raises(CardgenError) as caught:
        project.find_template("templates/face.svg")
    assert 'write "face.svg": a template is named from templates/ on' in str(caught.value)
