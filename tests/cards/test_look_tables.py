"""Random tables as strangers keep them, through each look at each size: what they say is on the
cards, no text lies on another, and what has no room is told.

`--look-tables 60` tries so many, `--look-fonts FOLDER` with letters of scripts that fonts/ lacks."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fontTools.ttLib import TTFont
from made_font import made_font
from PIL import Image
from projects import run, write_project

from cardgen.base.findings import Finding
from cardgen.base.geometry import Box
from cardgen.engine import Drawing
from cardgen.model.card_roles import FACES
from cardgen.model.cards import Card, Deck
from cardgen.preflight import run as checks

SIZES = (
    *("mini-american", "mini-american landscape", "business", "business landscape", "poker"),
    *("poker landscape", "bridge", "tarot", "tarot landscape", "small-square", "euro-square"),
    *("circle 70mm", "hexagon 70mm", "circle 60mm"),
)
FEW_SIZES = 2
MANY_TABLES = 10
"""At how many sizes a table is drawn in each look, where few tables are tried."""
OVERFLOW = "text-overflow"
MENDED_IN_DATA = {
    OVERFLOW: "there is more to say than the card has room for: say less, or take a larger size",
    "text-parted": "a word is longer than its line: say it shorter",
    "no-hyphenation": "the language of the game has no words to divide: name the one of its texts",
    "glyph-missing": "no font has a letter: put one into fonts/",
    "text-size": "a heading is longer than the column of its figure, a kind than its line: say it shorter",
    "same-face": "two rows say the same: change one, or count copies",
    "unused-art": "no row names a drawing: name it, or take it away",
}
"""The codes that may be told of a table in a look, and what a designer does about each."""
HAIR = 0.8
"""Points by which letters of two texts may lie over each other: accents and tails of two lines."""
LEAST_ROOM = 0.055
"""Letters for each square millimetre of a card that every look has room for."""
WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]")
SCRIPTS = {
    "latin": "draw a card from the lowest pile and give it to whoever has most unwiderruflich Straßenbahn cœur ñandú żółć",
    "greek": "πάρε ένα φύλλο από τη στοίβα και δώσε το στον επόμενο παίκτη αργότερα Ήλιος",
    "cyrillic": "возьмите карту из колоды и передайте соседу справа достопримечательность ёж щука",
    "devanagari": "एक पत्ता खींचो और अपने पड़ोसी को दो फिर अगली बारी में शक्ति जोड़ो",
    "hebrew": "קח קלף מהחפיסה ותן אותו לשכן שלך אחר כך דלג על תור אחד",
    "arabic": "اسحب ورقة من المجموعة ثم أعطها لجارك وانتظر دورك القادم",
    "thai": "จั่วไพ่ หนึ่งใบ จากกอง แล้วส่งให้ เพื่อน ทางขวา ของคุณ ก่อนจบตา",
    "chinese": "从牌堆 抽一张牌 然后 交给 右边的 玩家 并且 移动 两格 回合结束",
    "japanese": "山札から カードを 一枚引いて 右隣の プレイヤーに 渡す そして 手番を 終える",
    "korean": "더미에서 카드를 한 장 뽑아 오른쪽 사람에게 주고 차례를 마친다",
}
"""Words of each script, of which texts are made."""
MADE = {
    "hebrew": "אבגדה לקמנ סעפצ קרש",
    "arabic": "بسلم كعيد سلام",
    "chinese": "日本語 水火 木金土",
}
"""Words of the letters that the font made for tests has."""
IN_FONTS = {"latin", "greek", "cyrillic", "devanagari"}
OF_LOOKS = ("Nunito", "Alegreya", "Baloo 2")
PALETTES = ("ember", "tide", "grove", "dusk", "frost", "dune")
SPACES = {"thai": "\u200b", "chinese": "", "japanese": ""}
"""What stands between words; in Thai a sign without width, as docs/howto-languages.md asks."""
LANGUAGES = {"hebrew": "he", "arabic": "ar", "greek": "el", "cyrillic": "ru", "korean": "ko"}
LANGUAGES |= {"devanagari": "hi", "thai": "th", "chinese": "zh", "japanese": "ja", "latin": "en"}
USUAL_HEADINGS = {
    "cost": ("Cost", "Kosten", "Mana", "Coût"),
    "kind": ("Type", "Art der Karte", "Klasse", "Categoría"),
    "text": ("Text", "Rules", "Effekt", "Descrição"),
    "flavour": ("Flavour", "Quote", "Citation"),
    "tags": ("Tags", "Merkmale", "Keywords"),
    "rank": ("Rank", "Level", "Wert"),
    "suit": ("Suit", "Farbe"),
    "question": ("Question", "Frage"),
    "choices": ("Choices", "Antworten"),
    "answer": ("Answer", "Lösung"),
    "steps": ("Steps", "Ablauf"),
    "upright": ("Upright",),
    "reversed": ("Reversed",),
    "list": ("Skills", "Ausrüstung"),
    "health": ("HP", "Lives"),
}
SHOWN_AS_PICTURES = {"Icon", "Art", *USUAL_HEADINGS["suit"], *USUAL_HEADINGS["rank"]}
"""Headings of what may be shown by a picture, or of a queen by her first letter."""
ICONS = ("sword", "moon", "acorn", "coin", "tree", "hourglass")
OWL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">'
    '<circle cx="20" cy="15" r="14" fill="#805020"/></svg>'
)


class Table(NamedTuple):
    """A table of cards, with the script that it is written in."""

    script: str
    headings: list[str]
    rows: list[list[str]]

    @property
    def csv(self) -> str:
        written = io.StringIO()
        csv.writer(written).writerows([self.headings, *self.rows])
        return written.getvalue()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    count = metafunc.config.getoption("look_tables")
    metafunc.parametrize("number", range(count))


def random_table(chance: random.Random, script: str, words: Sequence[str]) -> Table:
    """A table with columns of usual and of invented names, and cells that say much or nothing."""

    def said(least: int, most: int) -> str:
        return SPACES.get(script, " ").join(
            chance.choice(words) for _ in range(chance.randint(least, most))
        )

    def invented() -> str:
        if chance.random() < 0.3:
            return chance.choice(words).capitalize() + str(chance.randint(2, 9))
        parts = [chance.choice(("zor", "bel", "mi", "vra", "tun", "ka")) for _ in range(3)]
        return "".join(parts).capitalize()

    most_words = chance.choice([0, 8, 25, 45, 90])
    cells = {
        "cost": lambda: chance.choice(["0", "3", "12", "X"]),
        "kind": lambda: said(1, 2),
        "text": lambda: said(0, most_words),
        "flavour": lambda: said(3, 8),
        "tags": lambda: ", ".join(said(1, 1) for _ in range(chance.randint(1, 3))),
        "rank": lambda: chance.choice(["1", "7", "10", "K", "Queen", "A"]),
        "suit": lambda: chance.choice(["hearts", "spades", "clubs", "diamonds", "acorn"]),
        "question": lambda: said(3, 9) + "?",
        "choices": lambda: "; ".join(said(1, 2) for _ in range(3)),
        "answer": lambda: said(1, 3),
        "steps": lambda: "|".join(said(2, 4) for _ in range(3)),
        "upright": lambda: said(1, 6),
        "reversed": lambda: said(1, 6),
        "list": lambda: ", ".join(said(1, 2) for _ in range(chance.randint(1, 5))),
        "health": lambda: str(chance.randint(0, 30)),
    }
    columns = {"Name": lambda: said(1, chance.choice([1, 2, 3])).capitalize()}
    likely = {"text": 0.8, "cost": 0.5, "kind": 0.6, "flavour": 0.4, "tags": 0.4}
    for role, cell in cells.items():
        if chance.random() < likely.get(role, 0.15):
            heading = chance.choice(USUAL_HEADINGS[role])
            columns[heading if chance.random() < 0.85 else invented()] = cell
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        columns[invented()] = lambda: str(chance.randint(-9, 120))
    for _ in range(chance.choice([0, 0, 1, 3])):
        columns[invented()] = lambda: said(1, 2)[:24]
    if chance.random() < 0.2:
        columns[invented()] = lambda: chance.choice(["x", ""])
    if chance.random() < 0.5:
        columns["Icon"] = lambda: chance.choice(ICONS)
    if chance.random() < 0.6:
        columns["Art"] = lambda: chance.choice(["owl.svg", "photo.png"])
    emptiness = chance.choice([0, 0.2, 0.5])
    rows = [
        [
            cell() if heading == "Name" or chance.random() >= emptiness else ""
            for heading, cell in columns.items()
        ]
        for _ in range(3)
    ]
    return Table(script, list(columns), rows)


def words_and_fonts(script: str, folder: Path | None) -> tuple[list[str], dict[str, bytes]]:
    """The words of a script that there are letters for, and the fonts for them, by file name."""
    if script in IN_FONTS:
        return SCRIPTS[script].split(), {}
    letters = set(SCRIPTS[script]) - {" "}
    for path in sorted(folder.glob("*.ttf")) if folder else []:
        if letters <= set(map(chr, TTFont(path).getBestCmap())):
            return SCRIPTS[script].split(), {path.name: path.read_bytes()}
    if script in MADE:
        return MADE[script].split(), {"Scripts.ttf": made_font()}
    pytest.skip(f"--look-fonts has no font of {script}")


def fallback(fonts: dict[str, bytes]) -> str:
    """A fonts.yaml by which the fonts of looks fall back on these."""
    names = [TTFont(io.BytesIO(data))["name"].getBestFamilyName() for data in fonts.values()]
    lines = [f"  {name}: {{fallback: [{', '.join(names)}]}}" for name in OF_LOOKS]
    return "\n".join(["families:", *lines]) + "\n"


class Side(NamedTuple):
    """A side of a card as it was drawn, with the letters of its texts where they stand."""

    deck: str
    card: str
    texts: list[tuple[str, Box]]


def drawn_texts(deck: Deck, drawing: Drawing) -> list[tuple[str, Box]]:
    """The texts of a side and the boxes around their ink, in points."""
    unit = deck.shape.width / drawing.box.width
    inks = [(mark.text, mark.ink) for mark in drawing.texts if mark.text.strip()]
    return [
        (text, Box(*(edge * unit for edge in (ink.x, ink.y, ink.width, ink.height))))
        for text, ink in inks
        if ink
    ]


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> list[Side]:
    """The faces that checks look at from now on."""
    seen: list[Side] = []
    check = checks.check_side_closely

    def looked_at(deck: Deck, card: Card, side: str, drawing: Drawing, *rest: Any) -> Iterator[Any]:
        if side == "face":
            seen.append(Side(deck.id, card.id, drawn_texts(deck, drawing)))
        yield from check(deck, card, side, drawing, *rest)

    monkeypatch.setattr(checks, "check_side_closely", looked_at)
    return seen


def decks_of(proposed: str, number: int, few: bool) -> dict[str, str]:
    """A deck for each look at each size, or at a few of the sizes, of what was proposed for a
    table."""
    fields = proposed[proposed.index("fields:") :]
    decks = {}
    for place, look in enumerate(sorted(FACES)):
        sizes = [SIZES[(number + place + 4 * step) % len(SIZES)] for step in range(FEW_SIZES)]
        for size in sizes if few else SIZES:
            head = f"size: {size}\ntemplate: looks/{look}.svg\nback: looks/{look}-back.svg\n"
            decks[f"{look}-{size.replace(' ', '-')}"] = head + fields
    return decks


def written_project(
    root: Path, number: int, font_folder: Path | None, is_small: bool
) -> tuple[Path, Table]:
    """A project of a random table in all looks, and the table."""
    script = list(SCRIPTS)[number % len(SCRIPTS)]
    words, fonts = words_and_fonts(script, font_folder)
    table = random_table(random.Random(number), script, words)
    photo = io.BytesIO()
    Image.radial_gradient("L").resize((900, 900)).save(photo, "PNG")
    folder = "card_data/sweets"
    files: dict[str, str | bytes] = {f"fonts/{name}": data for name, data in fonts.items()}
    files |= {"fonts/fonts.yaml": fallback(fonts)} if fonts else {}
    files |= {f"{folder}/art/owl.svg": OWL, f"{folder}/art/photo.png": photo.getvalue()}
    files |= {f"{folder}/table.csv": table.csv}
    palette, language = PALETTES[number % len(PALETTES)], LANGUAGES[script]
    game = f"title: Sweets\npalette: looks/{palette}\ntypesetting: {{language: {language}}}\n"
    project = write_project(root, {}, game=game, files=files)
    proposed = run("table", "--guess", project / folder / "table.csv").output
    for name, text in decks_of(proposed, number, is_small).items():
        (project / folder / f"{name}.yaml").write_text(text, "utf-8")
    return project, table


def test_random_tables(
    number: int, faces: list[Side], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    option = request.config.getoption
    font_folder = Path(option("look_fonts")) if option("look_fonts") else None
    is_small = option("look_tables") < MANY_TABLES
    project, table = written_project(tmp_path, number, font_folder, is_small)
    findings = run("validate", "sweets", "--strict", "--all", project=project).findings
    counted = [finding for finding in findings if finding.severity != "note"]
    assert [] == [str(finding) for finding in unmendable(counted)]
    told = {(finding.deck, finding.card) for finding in counted}
    assert [] == [
        fault for side in faces if (side.deck, side.card) not in told for fault in overlaps(side)
    ]
    assert [] == list(unsaid(table, project, faces, counted))


def unmendable(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that no change of data would mend. What stands too near the cut, or on another
    ground, because a card says too much is told of cards that say too much."""
    full = {(finding.deck, finding.card) for finding in findings if finding.code == OVERFLOW}
    return [
        finding
        for finding in findings
        if finding.code not in MENDED_IN_DATA and (finding.deck, finding.card) not in full
    ]


def unsaid(
    table: Table, project: Path, faces: Sequence[Side], findings: Sequence[Finding]
) -> Iterator[str]:
    """What a table says and a card does not, where nothing is told of it."""
    told = {(finding.deck, finding.card) for finding in findings}
    by_card: dict[tuple[str, str], str] = {}
    order: dict[str, list[str]] = {}
    for side in faces:
        by_card[side.deck, side.card] = bare("".join(text for text, _ in side.texts))
        order.setdefault(side.deck, []).append(side.card)
    for deck, cards in order.items():
        if len(cards) != len(table.rows):
            continue
        for card, row in zip(cards, table.rows, strict=True):
            if (deck, card) in told:
                continue
            shown = by_card[deck, card]
            for heading, cell in zip(table.headings, row, strict=True):
                if heading in SHOWN_AS_PICTURES:
                    continue
                lost = [word for word in re.findall(r"\w{4,}", cell) if bare(word) not in shown]
                if lost:
                    yield f"{deck}/{card} {heading}: {lost}"


def bare(text: str) -> str:
    """The letters of a text alone."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def overlaps(side: Side) -> Iterator[str]:
    """The texts of a side that lie on each other."""
    for (text, box), (other, other_box) in combinations(side.texts, 2):
        if shared(box, other_box) > HAIR:
            yield f"{side.deck}/{side.card}: {text!r} lies on {other!r}"


def shared(first: Box, second: Box) -> float:
    """The lesser side of what two boxes share, in points."""
    across = min(first.right, second.right) - max(first.x, second.x)
    down = min(first.top, second.top) - max(first.y, second.y)
    return min(across, down)
