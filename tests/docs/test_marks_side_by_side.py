"""What `coming-from.md` says that cardgen has for the marks of other tools: all of it runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from projects import SHIPPED, run, write_project

PAGE = (SHIPPED / "docs/coming-from.md").read_text("utf-8")
GAME = 'title: Game\npalette: {berry: "#A3123F", pale: "#FFF7E8"}\n'
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect x="-3" y="-3" width="69.5" height="94.9" fill="#FFF7E8"/>
{{ text_box(card.text, 5, 5, 53.5, 60, size=10, align='justify', min_size=6) }}
</svg>
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def counterparts() -> list[tuple[str, list[str]]]:
    """What each line of the table is about, and the code in its last column."""
    table = PAGE.split("## Words in a text, side by side")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    found = []
    for row in rows:
        subject, *_, last = re.split(r"(?<!\\)\|", row.strip("| "))
        found.append((subject.strip(), re.findall(r"`([^`]+)`", last)))
    return found


def test_every_kind_of_mark_has_a_counterpart() -> None:
    rows = counterparts()
    assert len(rows) >= 13
    assert [] == [subject for subject, code in rows if not code]


def test_the_marks_print_as_marks(tmp_path: Path) -> None:
    """Lines of YAML go into game.yaml, mark-up into texts: nothing is told, nothing is literal."""
    code = [snippet for _, snippets in counterparts() for snippet in snippets]
    keys = ("styles:", "replace:", "phrases:", "keywords:")
    settings = [snippet for snippet in code if snippet.startswith(keys)]
    assert [snippet.split(":")[0] for snippet in settings] == [
        "styles",
        "replace",
        "phrases",
        "keywords",
    ]
    beginnings = ("*", "[", "{", "- ", "1. ")
    marks = [snippet for snippet in code if snippet.startswith(beginnings)]
    texts = [f"[x]{snippet}" if snippet.startswith("{.") else snippet for snippet in marks]
    texts += ["Haste takes Wood", "- one\n- two", "| a | b |\n| --- | --- |\n| c | d |"]
    assert len(texts) >= 12
    cards = [
        f"  - {{id: a{number}, name: A, text: {json.dumps(text)}}}"
        for number, text in enumerate(texts)
    ]
    listed = "\n".join(cards)
    game = GAME + "\n".join(settings).replace("...", "may move at once") + "\n"
    icons = {f"templates/icons/{name}.svg": ICON for name in ("sword", "wood")}
    root = write_project(
        tmp_path,
        {"main": f"size: poker\ntemplate: card.svg\nfields: {{text: text}}\ncards:\n{listed}\n"},
        {"card.svg": FACE},
        game=game,
        files={**icons, "card_data/sweets/rulebook.md": "## A\n\n{{ glossary() }}\n"},
    )
    result = run("validate", project=root)
    assert result.exit_code == 0, result.output
    assert "warning" not in result.stderr, result.stderr
