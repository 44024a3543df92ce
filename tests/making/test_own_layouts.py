"""A game of all kinds of parts: each deck's file says how its sheets are laid out, and on what
paper."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from projects import run, svg, text, text_of, write_project

FINDS = "title: Finds\nsize: poker\ntemplate: finds.svg\nback: finds.svg\ncards:\n  - {id: owl, copies: 11}\n"
PARTS = {
    "finds": FINDS,
    "board": "title: Board\nsize: 500mm x 400mm\ntemplate: board.svg\nlayout: split\nsheet_copies: 3\ncards:\n  - {id: board}\n",
    "leaders": "title: Leaders\nsize: 30mm x 55mm\ntemplate: leaders.svg\nback: leaders.svg\nlayout: tent\n"
    "cards:\n  - {id: anna}\n  - {id: bert}\n",
    "mat": "title: Mat\nsize: 250mm x 180mm\ntemplate: mat.svg\npaper: A3\ncards:\n  - {id: mat}\n",
}
SIZES = {"finds": (63.5, 88.9), "board": (500, 400), "leaders": (30, 55), "mat": (250, 180)}
TEMPLATES = {
    f"{name}.svg": svg(
        f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" fill="#E8D9B0"/>'
        + text("{{ card.id }}", width / 2, height / 2, 5),
        width,
        height,
    )
    for name, (width, height) in SIZES.items()
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("parts")
    write_project(root, PARTS, TEMPLATES, game="title: Sweets\n")
    return root


def names_of(project: Path) -> list[str]:
    return sorted(path.name for path in project.glob("output/sweets/*.pdf"))


def test_all_parts_are_made_in_one_go(project: Path) -> None:
    done = run("build", "--paper", "a4", project=project)
    assert done.exit_code == 0, done.output
    assert names_of(project) == [
        "all-a4.pdf",
        "board-split-a4.pdf",
        "finds-a4.pdf",
        "instructions-a4.pdf",
        "leaders-tent-a4.pdf",
        "mat-a3.pdf",
    ]
    folder = project / "output/sweets"
    with pikepdf.open(folder / "all-a4.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    backs = text_of(folder / "all-a4.pdf")[1::2]
    assert ["owl" in back for back in backs] == [*[False] * 6, True, True, False]
    assert not any(back.strip() for back in (*backs[:6], backs[-1]))  # behind sheets with one side
    with pikepdf.open(folder / "mat-a3.pdf") as pdf:
        assert [round(float(side)) for side in pdf.pages[0].mediabox[2:]] in (
            [1191, 842],
            [842, 1191],
        )
    (page,) = text_of(folder / "instructions-a4.pdf")
    words = " ".join(page.split())
    for told in (
        "Board: larger than the paper",
        "Leaders: printed on one side",
        "printed on A3, in mat-a3.pdf",
        "16 cards on 21 sheets",  # 11 finds on 2, three boards of 6, 2 leaders on 1; a mat elsewhere
        "Board: print these sheets 3 times",
    ):
        assert told in words


def test_a_deck_says_its_own_marks(tmp_path: Path) -> None:
    decks = {"finds": f"marks: none\n{PARTS['finds']}", "coins": PARTS["finds"]}
    write_project(tmp_path, decks, TEMPLATES, game="title: Sweets\n")
    done = run("build", "--paper", "a4", "--marks", "grid", project=tmp_path)
    assert done.exit_code == 0, done.output
    names = "finds", "coins"
    plain, marked = (tmp_path / f"output/sweets/{name}-a4.pdf" for name in names)
    darkest = []
    for file in (plain, marked):
        with pypdfium2.PdfDocument(file) as pdf:
            picture = pdf[0].render(scale=2).to_pil().convert("L")
            width, height = picture.size
            upper = picture.crop((0, height // 2 - 250, width, height // 2 - 200))
            darkest.append(upper.getextrema()[0])
    assert darkest[0] > 128 > darkest[1]


def test_a_call_speaks_of_the_other_decks(project: Path) -> None:
    for layout in ("gutterfold", "contact"):
        done = run("build", "--paper", "a4", "--layout", layout, project=project)
        assert done.exit_code == 0, done.output
    made = names_of(project)
    assert {"board-split-a4.pdf", "board-contact-a4.pdf", "finds-gutterfold-a4.pdf"} <= {*made}
    assert not {"board-gutterfold-a4.pdf", "leaders-gutterfold-a4.pdf"} & {*made}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("layout: contact", 'layout cannot be "contact"'),
        ("layout: splt", 'did you mean "split"'),
        ("paper: a33", 'no paper is called "a33"'),
    ],
)
def test_what_is_no_layout_or_paper_is_told(tmp_path: Path, line: str, told: str) -> None:
    write_project(
        tmp_path, {"finds": f"{line}\n{PARTS['finds']}"}, TEMPLATES, game="title: Sweets\n"
    )
    done = run("build", project=tmp_path)
    assert done.exit_code == 2
    assert "finds.yaml:1:" in done.output
    assert told in done.output


def test_what_is_larger_than_the_paper_is_told_what_mends_it(tmp_path: Path) -> None:
    board = PARTS["board"].replace("layout: split\n", "")
    write_project(tmp_path, {"board": board}, TEMPLATES, game="title: Sweets\n")
    done = run("build", "--paper", "a4", project=tmp_path)
    assert done.exit_code == 2
    assert "layout: split" in done.output
    file = tmp_path / "card_data/sweets/board.yaml"
    file.write_text(f"layout: split\n{board}", "utf-8")
    assert run("build", "--paper", "a4", project=tmp_path).exit_code == 0
