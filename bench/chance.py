"""What it takes to try all that the shipped games claim of chance: `python bench/chance.py`.

Seconds of the processor's time for each claim, and for all together.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # as a script, it is this checkout that is asked

from cardgen.load import load_games
from cardgen.model.project import find_project
from cardgen.rules.chance import asked, outcome_of
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import read_rule_set

games, _ = load_games(find_project(Path(__file__).parents[1]))
together, count = 0.0, 0
for game in games:
    book = read_rule_set(game, [])
    table = GameView(game, book)
    for claim in asked(book):
        began = time.process_time()
        outcome = outcome_of(claim, table)
        took = time.process_time() - began
        together += took
        count += 1
        print(f"{took:6.2f} s  {outcome.status:6}  {game.id}/{claim.id}: {outcome.counted}")
print(f"{together:6.2f} s of CPU for {count} claims")
