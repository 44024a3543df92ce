"""The shipped games written out card by card, so that one value can be changed and the rules tried
on the result.

Run as a script it prints what becomes of 200 random changes, 40 of each game: `python
tests/rules/written.py`."""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import yaml

sys.path.insert(0, str(Path(__file__).parents[2]))  # as a script, it is this checkout that is asked

from cardgen.base.findings import Finding
from cardgen.load import load_games
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.project import find_project
from cardgen.rules import chance
from cardgen.rules.checks import CheckResult, check_rules
from cardgen.rules.finding import Outcome
from cardgen.rules.game_view import GameView
from cardgen.rules.ruleset import RuleSet, read_rule_set
from cardgen.rules.trial import try_rules
from cardgen.schema.field_kinds import TextField, WholeNumberField

SHIPPED = Path(__file__).parents[2]
GAMES = (
    "best-candy-on-the-block",
    "trick-or-treat-street",
    "trick-or-treat-monsters",
    "trick-or-treat-candy-pot",
    "candy-crave",
)
_outcome_of = chance.outcome_of
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

Files = dict[str, Any]
"""What the YAML files of one game say, by the file's name without its ending."""
Change = Callable[[Files], object]


class Tried(NamedTuple):
    """What the rules said about a game."""

    outcomes: list[Outcome]
    problems: list[Finding]

    @property
    def findings(self) -> list[Finding]:
        return [
            finding
            for outcome in self.outcomes
            for finding in outcome.findings
            if finding.severity != "note"
        ]


@cache
def shipped(game: str) -> Game:
    """A shipped game, loaded."""
    games, problems = load_games(find_project(SHIPPED), [game])
    assert not problems, problems
    return games[0]


@cache
def shipped_rules(game: str) -> RuleSet:
    problems: list[Finding] = []
    book = read_rule_set(shipped(game), problems)
    assert not problems, problems
    return book


def read(file: Path) -> Any:
    """What a file says, every value as the text that was typed, as cardgen reads it: `on` is a name
    there, not true."""
    return yaml.load(file.read_text("utf-8"), _LOADER)


@cache
def _written_out(game: str) -> Files:
    loaded = shipped(game)
    files = {file.stem: read(file) for file in sorted(loaded.folder.glob("*.yaml"))}
    for deck in loaded.decks:
        files[deck.id]["cards"] = [_entry(card, deck) for card in deck]
    return files


def _entry(card: Card, deck: Deck) -> dict[str, Any]:
    said = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in card.fields.items()
        if value is not None
    }
    own = {
        name: value
        for name, value in (("template", card.template), ("back", card.back))
        if value != getattr(deck, name)
    }
    return {"id": card.id, **said, **own, "copies": card.copies}


def written_out(game: str) -> Files:
    """What a game's files say, with every card of every deck a line of its own and every value in
    it."""
    return deepcopy(_written_out(game))


class Copy:
    """A project with a copy of the shipped games, written out, in which files are changed and put
    back."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._claims: defaultdict[tuple[str, str], list[tuple[Outcome, dict[str, bytes]]]] = (
            defaultdict(list)
        )
        for game in GAMES:
            shutil.copytree(shipped(game).folder / "art", root / "card_data" / game / "art")
            self._write(game, _written_out(game), list(_written_out(game)))
        self._project = find_project(root)  # which remembers where the art lies

    def _write(self, game: str, files: Files, names: list[str]) -> None:
        for name in names:
            text = yaml.dump(
                files[name], Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=1000
            )
            (self.root / "card_data" / game / f"{name}.yaml").write_text(text, "utf-8")

    @contextmanager
    def changed(self, game: str, *changes: Change) -> Iterator[None]:
        """The game's files with these changes, until the end of the block."""
        before, files = _written_out(game), written_out(game)
        for change in changes:
            change(files)
        touched = [name for name in files if files[name] != before[name]]
        assert touched, "nothing was changed"
        paths = [self.root / "card_data" / game / f"{name}.yaml" for name in touched]
        texts = [path.read_bytes() for path in paths]
        self._write(game, files, touched)
        try:
            yield
        finally:
            for path, text in zip(paths, texts, strict=True):
                path.write_bytes(text)

    def tried(self, game: str, only: str = "", idle: bool = True) -> Tried:
        """What the rules say about the game as it lies there now; without `idle` not whether they
        can fail."""
        games, problems = load_games(self._project, [game])
        if problems:
            return Tried([], problems)
        book = read_rule_set(games[0], problems)
        outcomes = list(try_rules(games[0], book, only, idle=idle))
        return Tried(
            outcomes,
            [*problems, *(problem for outcome in outcomes for problem in outcome.problems)],
        )

    def checked(self, game: str) -> CheckResult:
        """What loading and the rules say of it, causes first."""
        games, problems = load_games(self._project, [game])
        if not games:
            return CheckResult([], problems)
        with patch.object(chance, "outcome_of", self._claimed):
            found = check_rules(games[0], games[0].decks, read_rule_set(games[0], problems))
        return found._replace(findings=[*problems, *found.findings])

    def _claimed(self, each: chance.Asked, table: GameView) -> Outcome:
        """What becomes of a claim of chance; of the same decks the same, and half of the changes
        are of decks that it does not look at."""
        if table.unread:
            return _outcome_of(each, table)
        texts, known = self._texts(table.game.id), self._claims[table.game.id, each.id]
        for outcome, those in known:
            if all(texts.get(name, b"") == text for name, text in those.items()):
                return outcome
        outcome = _outcome_of(each, table)
        known.append(
            (
                outcome,
                {
                    name: texts.get(name, b"")
                    for name in (*outcome.decks, "game", "rules", "variants")
                },
            )
        )
        return outcome

    def _texts(self, game: str) -> dict[str, bytes]:
        """The YAML files of a game, by the file's name without its ending."""
        return {
            name: (self.root / "card_data" / game / f"{name}.yaml").read_bytes()
            for name in _written_out(game)
        }

    def lines(self, game: str, name: str) -> tuple[Path, range]:
        """The file and the lines of a card, named as deck/id, or of the line `cards:` of a deck,
        named as deck."""
        deck, _, id = name.partition("/")
        file = self.root / "card_data" / game / f"{deck}.yaml"
        root: Any = yaml.compose(file.read_text("utf-8"), _LOADER)
        for key, value in root.value:
            if key.value == "cards":
                if not id:
                    return file, range(key.start_mark.line + 1, key.start_mark.line + 2)
                for card in value.value:
                    if any(k.value == "id" and v.value == id for k, v in card.value):
                        return file, range(card.start_mark.line + 1, card.end_mark.line + 1)
        raise AssertionError(f"{name} is not there")


# -- changes
# ------------------------------------------------------------------------------------------------------------------------


def _cards(files: Files, deck: str) -> list[dict[str, Any]]:
    return files[deck]["cards"]  # type: ignore[no-any-return]


def _card(files: Files, name: str) -> dict[str, Any]:
    deck, _, id = name.partition("/")
    return next(card for card in _cards(files, deck) if card["id"] == id)


def edit(name: str, /, **values: Any) -> Change:
    """A card, named as deck/id, says something else. None takes a field out."""

    def change(files: Files) -> None:
        card = _card(files, name)
        card.update(values)
        for field in [field for field, value in card.items() if value is None]:
            del card[field]

    return change


def drop(*names: str) -> Change:
    """Cards are missing."""

    def change(files: Files) -> None:
        for name in names:
            _cards(files, name.partition("/")[0]).remove(_card(files, name))

    return change


def keep(deck: str, count: int) -> Change:
    """Of a deck only the first cards are there."""
    return lambda files: files[deck].update(cards=_cards(files, deck)[:count])


def head(deck: str, /, **values: Any) -> Change:
    """A deck says something else about all of its cards. None takes it out."""

    def change(files: Files) -> None:
        files[deck].update(values)
        for key in [key for key, value in files[deck].items() if value is None]:
            del files[deck][key]

    return change


def every(deck: str, /, **values: Any) -> Change:
    """All cards of a deck say the same thing."""
    return lambda files: [card.update(values) for card in _cards(files, deck)]


def resuit(suits: Mapping[str, str | None]) -> Change:
    """On all treats one suit becomes another, or goes."""

    def change(files: Files) -> None:
        for card in _cards(files, "main"):
            card["suits"] = [new for suit in card["suits"] if (new := suits.get(suit, suit))]

    return change


def sets(**lists: list[str]) -> Change:
    """The named sets hold other cards; an underscore in a name is a hyphen."""
    return lambda files: files["rules"][0]["sets"].update(
        {name.replace("_", "-"): ids for name, ids in lists.items()}
    )


# -- random changes
# -----------------------------------------------------------------------------------------------------------------

SEED, COUNT = 5, 40
HARMLESS = {
    "a picture: only eyes can tell whether it is the right one": ("*.art",),
    "a name: a label that may be another one": ("*.name",),
    "a text: whether it says what the rules ask only a reader can tell": (
        *(
            "*.text",
            "*.flavor",
            "*.pair",
            "*.hint",
            "king.when",
            "divider.far",
            "divider.near",
            "house.pumpkin",
            "house.skull",
        ),
    ),
    "an id: players never see it, and nothing refers to this one": ("*.id",),
    "as many as one likes: the rules name no number, or only the least": (
        *(
            "reference.copies",
            "score-pad.copies",
            "score-sheet.copies",
            "sticker-sheet.copies",
            "combo.copies",
            "trick-or-treater.copies",
        ),
    ),
    "a text of a reference card": ("reference.*",),
    "a text of a player aid, or of a score pad": ("aid.*", "score-pad.*"),
    "another legal card: the rules ask for some such card, not for this one": (
        *(
            "trick-or-treater.suit",
            "trick-or-treater.points",
            "bucket.candy",
            "bucket.event",
            "house.symbols",
        ),
        *("achievement.when", "achievement.prize", "combo.suits"),
    ),
}
"""Why a change that no rule notices does no harm, by DECK.FIELD."""


class Fate(NamedTuple):
    """What became of a random change: who noticed it, loading or rules; when nobody did, why it
    does no harm."""

    game: str
    about: str
    field: str
    noticed: tuple[str, ...]

    @property
    def reason(self) -> str:
        return next(
            (
                reason
                for reason, fields in HARMLESS.items()
                if any(fnmatch(self.field, field) for field in fields)
            ),
            "",
        )


def random_changes(copy: Copy, id: str) -> Iterator[Fate]:
    """Changes of a game, of one field of one card each, and who noticed.

    Whether rules can fail is asked only where no rule has: that takes as long as all rules.
    """
    game, chance = shipped(id), random.Random(f"{SEED} {id}")
    for _ in range(COUNT):
        deck, card = chance.choice([(deck, card) for deck in game.decks for card in deck])
        names = sorted(
            {
                *deck.fields,
                "copies",
                "id",
                *(name for name in ("name", "art") if card.fields.get(name)),
            }
        )
        name = chance.choice(names)
        value = {"id": card.id, "copies": card.copies}.get(name, card.fields.get(name))
        other = _other(chance, name, value, deck, game)
        with copy.changed(game.id, edit(f"{deck.id}/{card.id}", **{name: other})):
            tried = copy.tried(game.id, idle=False)
            if not tried.problems and not tried.findings:
                tried = copy.tried(game.id)
        noticed = (
            {"loading"}
            if tried.problems and not tried.outcomes
            else {finding.check for finding in tried.findings}
        )
        yield Fate(
            game.id,
            f"{deck.id}/{card.id} {name}: {value} -> {other}",
            f"{deck.id}.{name}",
            tuple(sorted(noticed)),
        )


def _other(chance: random.Random, name: str, value: Any, deck: Deck, game: Game) -> Any:
    """A value that is not this one, of the same kind."""
    field = deck.fields.get(name) or (
        WholeNumberField(name) if name == "copies" else TextField(name)
    )
    if name == "id":
        return f"{value}-too"
    if name == "art":
        return chance.choice(
            sorted({file.stem for file in (game.folder / "art").glob("*.svg")} - {value})
        )
    if field.kind in ("int", "number"):
        return (value or 0) + chance.choice([-2, -1, 1, 2])
    if field.kind == "one_of":
        return chance.choice([choice for choice in field.choices if choice != value])
    if field.kind == "list_of":
        mine, others = list(value), [choice for choice in field.choices if choice not in value]
        if mine and chance.random() < 0.5:
            mine.pop(chance.randrange(len(mine)))
        if others and (len(mine) == len(value) or chance.random() < 0.5):
            mine.append(chance.choice(others))
        return mine if mine != list(value) else mine[::-1]
    return "Something else"


def _report() -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        fates = [fate for game in GAMES for fate in random_changes(copy, game)]
    rules = Counter(f"{fate.game}: {rule}" for fate in fates for rule in fate.noticed)
    harmless = defaultdict(list)
    for fate in fates:
        if not fate.noticed:
            harmless[fate.reason or "UNEXPLAINED"].append(f"{fate.game}: {fate.about}")
    lines = [
        f"{sum(bool(fate.noticed) for fate in fates)} of {len(fates)} changes were noticed, some by several rules:"
    ]
    lines += [f"{count:5}  {rule}" for rule, count in rules.most_common()]
    for reason, those in sorted(harmless.items()):
        lines += [f"{len(those)} do no harm, {reason}:", *(f"       {about}" for about in those)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    _report()
