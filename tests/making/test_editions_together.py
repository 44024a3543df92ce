"""Editions made with whatever else a build can do: there is one way to make sheets."""

from __future__ import annotations

from pathlib import Path

from projects import BACK, HEAD, run, svg, text, text_of
from test_edition_runs import DECK, GUESTS, folder, made, project, said

GROUND = '<rect x="-4" y="-4" width="68" height="88" fill="{{ card.tint }}"/>'


def sheets_of(pdf: Path) -> int:
    return len(text_of(pdf))


def test_decks_share_their_sheets(tmp_path: Path) -> None:
    """Of three and two cards each edition needs a sheet instead of two, also in bundles; a deck of
    another size has sheets of its own."""
    other = HEAD.replace("Main", "More") + "cards:\n  - {id: four, name: Four}\n  - {id: five}\n"
    small = other.replace("More", "Small").replace("60mm x 80mm", "45mm x 60mm")
    root = project(tmp_path, **{"more.yaml": other, "small.yaml": small})
    made(root, "--layout", "single")
    alone = folder(root) / "ben-single-a4.pdf"
    assert 3 == sheets_of(alone)
    words = sorted(" ".join(text_of(alone)).split())
    done = run(
        *("build", "sweets", "--paper", "a4", "--editions", "guests.csv", "--layout", "single"),
        "--share",
        project=root,
    )
    assert 0 == done.exit_code, done.output
    assert "1 sheet of a4 instead of 2: 1 saved" in done.stderr
    pages = text_of(alone)
    assert 2 == len(pages)
    assert all(name in pages[0] for name in ("Same", "for Ben", "Also", "Four"))
    shared = " ".join(pages).split()
    assert {word for word in words if word.istitle()} <= {*shared, "Main", "More"}
    assert [] == made(root, "--layout", "single", "--share"), "what is there stays"
    made(root, "--layout", "single", "--share", "--bundle", "3")
    assert 3 == sheets_of(folder(root) / "1-3-single-a4.pdf")


def test_backs_of_shared_sheets_stand_behind_their_cards(tmp_path: Path) -> None:
    own = svg(text("back of {{ edition.guest }}"))
    other = HEAD.replace("Main", "More") + "cards:\n  - {id: four, name: Four, back: own.svg}\n"
    root = project(tmp_path, **{"more.yaml": other, "own.svg": own, "back.svg": BACK})
    made(root, "--share")
    assert "back of Ben" in said(folder(root) / "ben-a4.pdf")


def test_a_draft_of_each(tmp_path: Path) -> None:
    """A drawing that is not there is a placeholder, sheets say that they are a draft, and what was
    printed to last stays."""
    root = project(tmp_path)
    made(root)
    before = (folder(root) / "ben-a4.pdf").read_bytes()
    deck = root / "card_data/sweets/main.yaml"
    deck.write_text(DECK.replace("id: also", "id: also, art: nowhere, template: art.svg"))
    (root / "templates/art.svg").write_text(
        svg('<image href="{{ card.art }}" x="10" y="10" width="40" height="40"/>')
    )
    refused = run("build", "sweets", "--editions", "guests.csv", project=root)
    assert 2 == refused.exit_code
    done = run(
        *("build", "sweets", "--paper", "a4", "--editions", "guests.csv", "--draft"), project=root
    )
    assert 0 == done.exit_code, done.output
    drafts = root / "output/sweets/editions-draft"
    assert ["anna-a4-draft.pdf", "ben-a4-draft.pdf", "cleo-a4-draft.pdf"] == sorted(
        path.name for path in drafts.glob("*.pdf")
    )
    words = said(drafts / "ben-a4-draft.pdf")
    assert "DRAFT" in words
    assert "for Ben" in words
    assert "nowhere" in done.output
    assert 1 == done.stderr.count("[draft]"), "what all editions lack is told once"
    assert before == (folder(root) / "ben-a4.pdf").read_bytes()


def test_what_changed_since_the_last_print_of_each(tmp_path: Path) -> None:
    root = project(tmp_path)
    made(root)
    whole = (folder(root) / "ben-a4.pdf").read_bytes()
    assert 0 == run("printed", "sweets", project=root).exit_code
    words = ("build", "sweets", "--paper", "a4", "--editions", "guests.csv", "--changed")
    done = run(*words, project=root)
    assert 0 == done.exit_code, done.output
    assert done.tells("note nothing-made")
    (root / "templates/hers.svg").write_text(svg(text("with love to {{ edition.guest }}")))
    done = run(*words, project=root)
    assert 0 == done.exit_code, done.output
    changed = said(root / "output/sweets/editions-changed/ben-changed-a4.pdf")
    assert "with love to Ben" in changed
    assert "Same" not in changed
    assert whole == (folder(root) / "ben-a4.pdf").read_bytes()


def test_equal_grounds_meet_in_each(tmp_path: Path) -> None:
    """By the colours of each edition's own cards."""
    cards = (
        "fields: {tint: text}\ncards:\n  - {id: alpha, tint: red}\n  - {id: beta, tint: navy}\n"
        "  - {id: gamma, template: own.svg, tint: red}\n"
    )
    own = svg(
        '<rect x="-4" y="-4" width="68" height="88" '
        "fill=\"{{ 'navy' if edition.guest == 'Ben' else 'red' }}\"/>" + text("gamma", size=6)
    )
    root = project(
        tmp_path,
        **{
            "main.yaml": HEAD + cards,
            "card.svg": svg(GROUND + text("{{ card.id }}")),
            "own.svg": own,
        },
    )
    made(root, "--layout", "single", "--order", "grounds")
    names = {"alpha", "beta", "gamma"}
    for guest, order in (("anna", "alpha gamma beta"), ("ben", "alpha beta gamma")):
        words = said(folder(root) / f"{guest}-single-a4.pdf").split()
        assert order == " ".join(word for word in words if word in names)


def test_what_is_passed_over_in_art_is_told_once(tmp_path: Path) -> None:
    """As a build of the example tells it; it was lost where editions had a driver of their own."""
    odd = svg('<rect width="9" height="9" stroke="red" stroke-linecap="rund"/>', 9, 9)
    root = project(
        tmp_path,
        **{
            "main.yaml": DECK.replace("id: same", "id: same, art: odd, template: art.svg"),
            "art.svg": svg('<image href="{{ card.art }}" x="9" y="9" width="9" height="9"/>'),
            "guests.csv": GUESTS,
        },
    )
    (root / "card_data/sweets/art").mkdir()
    (root / "card_data/sweets/art/odd.svg").write_text(odd)
    plain = run("build", "sweets", "--paper", "a4", project=root)
    assert "rund" in plain.stderr
    for words in ((), ("--jobs", "2")):
        done = run(
            *("build", "sweets", "--paper", "a4", "--editions", "guests.csv"),
            *("--out", str(tmp_path / f"out{len(words)}"), *words),
            project=root,
        )
        assert 0 == done.exit_code, done.output
        assert 1 == done.stderr.count("rund")
        assert "odd.svg" in done.stderr
