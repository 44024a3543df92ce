"""Where texts lie that do not fit: in turned groups, stacks, panels and drawn objects, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import svg, write_project

from cardgen.api.workshop import open_project
from cardgen.base.cache import Cache
from cardgen.base.geometry import Box
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context

LONG = "'Far too much is said here. ' * 20"
INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
FRAMED = (
    f'<defs><rect id="frame" x="10" y="20" width="30" height="8"/></defs><text {INKSCAPE}'
    ' inkscape:label="text:card.name" style="font-size:4px;font-family:Nunito;shape-inside:url(#frame)"'
    "{}><tspan x='10' y='24'>Body</tspan></text>"
)


@pytest.mark.parametrize(
    ("content", "spot"),
    [
        (f"{{{{ text_box({LONG}, 5, 6, 20, 8, size=9) }}}}", (5, 6, 20, 8)),
        (
            f'<g transform="translate(3 4) scale(2)">{{{{ text_box({LONG}, 5, 6, 20, 8, size=9) }}}}</g>',
            (13, 16, 40, 16),
        ),
        (
            f'<g transform="rotate(90)"><g>{{{{ text_box({LONG}, 5, -26, 20, 8, size=9) }}}}</g></g>',
            (18, 5, 8, 20),
        ),
        (f"{{{{ stack([{{'text': {LONG}, 'size': 9}}], 5, 6, 30, 10) }}}}", (5, 6, 30, 10)),
        (
            f"{{{{ panel(text_box({LONG}, 5, 6, 20, 8, size=9), fill='#eee', padding=1) }}}}",
            (5, 6, 20, 8),
        ),
        (FRAMED.format(""), (10, 20, 30, 8)),
        (FRAMED.format(' transform="translate(5 7)"'), (15, 27, 30, 8)),
    ],
)
def test_the_box_of_a_text_that_does_not_fit_is_found(
    tmp_path: Path, content: str, spot: tuple[float, ...]
) -> None:
    deck = f'cards: [{{id: owl, name: "{"Far too much is said here. " * 20}"}}]\n'
    root = write_project(tmp_path, {"main": deck}, {"card.svg": svg(content)})
    workshop = open_project(root)
    (game,) = workshop.games
    context = Context.of(workshop.project, game, workshop.fonts, Cache.of_user())
    side, problems, _ = Composer(context).side(game.deck("main").card("owl"), "card.svg")
    assert [problem.code for problem in problems] == ["text-overflow"]
    assert problems[0].spot is not None
    assert problems[0].spot == pytest.approx(Box(*spot), abs=1.2)
    assert side is not None
    assert "data-cardgen-spot" not in side
