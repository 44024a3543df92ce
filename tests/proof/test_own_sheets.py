"""cardgen's own sheets are a proof in which nothing is found."""

from __future__ import annotations

from pathlib import Path

from projects import run, svg, text, write_project

QUAYS = """title: Quays
size: 50mm x 50mm
template: quay.svg
back: quay-back.svg
cards:
  - {id: north, name: North Quay, copies: 2}
  - {id: east, name: East Quay}
  - {id: south, name: South Quay}
  - {id: west, name: West Quay, copies: 3}
  - {id: none, name: No Quay, copies: 0}
"""
QUAY = svg(
    '<rect x="-3.2" y="-3.2" width="56.4" height="56.4" fill="#D8B877"/>'
    '<rect x="-3.2" y="30" width="56.4" height="23.2" fill="#123C5A"/>'
    + text("{{ card.name[0] }}", 25, 21, 13)
    + text("{{ card.name }}", 25, 41, 5),
    50,
    50,
)
QUAY_BACK = svg(
    '<rect x="-3.2" y="-3.2" width="56.4" height="56.4" fill="#587"/>'
    '<path d="M25 16 L36 46 H8 Z" fill="#D8B877"/>' + text("BACK-{{ card.id }}", 25, 14, 5),
    50,
    50,
)
COINS = """title: Coins
size: circle 25mm
template: coin.svg
back: coin.svg
cards:
  - {id: "1", copies: 3}
  - {id: "5"}
  - {id: "10", size: circle 30mm}
"""
COIN = svg(
    '<rect x="-4" y="-4" width="33" height="33" fill="#C93"/>'
    + text("{{ card.id }}", 12.5, 17, 12),
    25,
    25,
)


def told_of(project: Path, file: str, deck: str) -> list[str]:
    done = run("proof", project / file, deck, project=project)
    return [line for line in done.stdout.splitlines() if line.startswith("  ")]


def test_nothing_is_found_in_sheets_of_flat_art_and_similar_backs(tmp_path: Path) -> None:
    project = write_project(
        tmp_path, {"quays": QUAYS}, {"quay.svg": QUAY, "quay-back.svg": QUAY_BACK}
    )
    run("build", "sweets/quays", "--paper", "a4", project=project)
    assert told_of(project, "output/sweets/quays-a4.pdf", "sweets/quays") == []


def test_pieces_whose_back_is_their_front_are_not_there_twice(tmp_path: Path) -> None:
    project = write_project(tmp_path, {"coins": COINS}, {"coin.svg": COIN})
    made = project / "made"
    run("export", "sweets/coins", "--printer", "offset", "--force", "--out", made, project=project)
    file = next(made.rglob("coins.pdf"))
    assert told_of(project, str(file), "sweets/coins") == ["  coins/10 is missing"]
