"""What a page can choose to be made: games with their languages and variants, and printers."""

from __future__ import annotations

import re
from typing import Any

from cardgen.api.workshop import Workshop
from cardgen.base.findings import CardgenError, Finding
from cardgen.load.printed import read_record
from cardgen.model.cards import Game
from cardgen.model.project import Project
from cardgen.prepress.profiles import find_printer, printer_names
from cardgen.rulebook import has_rulebook, languages_of
from cardgen.rules.ruleset import read_rule_set
from cardgen.sheets.calibration_store import read_calibrations

Json = dict[str, Any]
_OF_LANGUAGE = re.compile(r"[^.]+\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\.(?:yaml|csv|md)")


def making_choices(workshop: Workshop) -> Json:
    """Games, printers and what is kept of calibrations, in plain values."""
    project = workshop.project
    return {
        "games": [_game(game) for game in workshop.games],
        "printers": [*filter(None, (_printer(project, name) for name in printer_names(project)))],
        "calibrated": _calibrated(),
        "printed": _has_record(project),
    }


def _game(game: Game) -> Json:
    problems: list[Finding] = []
    variants = [
        {"id": variant.id, "name": variant.name, "players": list(variant.players)}
        for variant in read_rule_set(game, problems).variants
    ]
    return {
        "id": game.id,
        "title": game.title,
        "decks": [{"id": deck.id, "title": deck.title} for deck in game.decks],
        "languages": _languages(game),
        "variants": variants,
        "book": has_rulebook(game) or bool(languages_of(game)),
    }


def _languages(game: Game) -> list[str]:
    """The languages that files of a game are named by."""
    names = [path.name for path in sorted(game.folder.iterdir())]
    matches = [_OF_LANGUAGE.fullmatch(name) for name in names]
    return sorted({match[1] for match in matches if match})


def _printer(project: Project, name: str) -> Json | None:
    """A printer by its title; None for one that cannot be read."""
    try:
        printer = find_printer(project, name)
    except CardgenError:
        return None
    return {"id": name, "title": printer.title, "makes": printer.makes}


def _calibrated() -> list[Json]:
    """What is kept of printers, as it is said."""
    try:
        calibrations = read_calibrations()
    except CardgenError:
        return []
    return [
        {"printer": printer, "kind": kind, "says": str(misprint)}
        for printer, kinds in calibrations.items()
        for kind, misprint in kinds.items()
    ]


def _has_record(project: Project) -> bool:
    try:
        return bool(read_record(project).decks)
    except CardgenError:
        return False
