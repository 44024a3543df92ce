"""Whose drawings and fonts a game uses, and what their licences allow."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from projects import run, svg, write_project

from cardgen.model.licences import terms_of

ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
)
CREDITS = """\
drawings:
  card_data/sweets/art: {author: Me, licence: own work}
  card_data/sweets/art/bürg.svg: {author: Somebody, licence: CC BY-NC 4.0, source: example.org}
  templates/icons/axe.svg: {author: Someone Else, licence: by a handshake}
"""
FACE = "".join(
    f'<image href="{name}.svg" x="9" y="{at}" width="9" height="9"/>'
    for at, name in ((9, "bürg"), (29, "tree"))
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    words = '{{ text_box("Owl {axe} {coin}", 5, 50, 50, 20, 11, 9) }}'
    files = {
        "credits.yaml": CREDITS,
        "templates/icons/axe.svg": ART,
        "card_data/sweets/art/bu\u0308rg.svg": ART,
        "card_data/sweets/art/tree.svg": ART.replace('r="3"', 'r="2"'),
        "card_data/sweets/art/unused.svg": ART,
    }
    return write_project(
        tmp_path, {"main": "cards:\n  - {id: owl}\n"}, {"card.svg": svg(FACE + words)}, files=files
    )


def test_used_drawings_and_fonts_are_told_by_their_credits(project: Path) -> None:
    done = run("rights", project=project)
    assert done.exit_code == 0, done.output
    told = done.output
    assert "Somebody, CC BY-NC 4.0: may not be sold; name who made it; not for sale\n  bürg" in told
    assert "Me, own work: may be sold; nobody need be named\n  tree" in told
    assert "cardgen, CC BY 4.0: may be sold; name who made it\n  coin" in told
    assert "SIL Open Font License: may be sold" in told
    assert "Nunito" in told
    assert "unused" not in told
    assert "CC BY-NC 4.0 forbids to sell it" in told
    with pypdfium2.PdfDocument(project / "output/sweets/rights.pdf") as pages:
        page = pages[0].get_textpage().get_text_range()
    assert "Not all of this may be sold" in page
    assert "example.org" in page


def test_what_is_to_be_sold_fails_by_a_licence(project: Path) -> None:
    done = run("rights", "--sold", project=project)
    assert done.exit_code == 1
    credits = CREDITS.replace("CC BY-NC 4.0", "CC BY 4.0").replace("by a handshake", "CC0")
    (project / "credits.yaml").write_text(credits, "utf-8")
    assert run("rights", "--sold", project=project).exit_code == 0
    assert run("validate", project=project).output.count("credits") == 0


@pytest.mark.parametrize(
    ("licence", "sold", "named"),
    [
        ("CC0 1.0", True, False),
        ("Creative Commons Attribution-NonCommercial 4.0 International", False, True),
        ("CC BY-SA 3.0", True, True),
        ("cc-by-nc-nd", False, True),
        (
            "This Font Software is licensed under the SIL Open Font License, Version 1.1",
            True,
            False,
        ),
        ("free for personal use", False, True),
        ("", False, True),
        ("by letter of 3 May", False, True),
    ],
)
def test_a_licence_allows(licence: str, sold: bool, named: bool) -> None:
    terms = terms_of(licence)
    assert (terms.sold, terms.named) == (sold, named)
