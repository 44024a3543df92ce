"""Ten spreadsheets as designers keep them, each with the deck file that a person would write for
it.

Two of them were saved by LibreOffice 7.4: `python tests/load/untidy.py FOLDER` writes what it was
given, and made of that were the files in `sheets/`, by `soffice --headless --convert-to ods
spells.xlsx` and, in another folder, by `soffice --headless --convert-to "xlsx:Calc MS Excel 2007
XML" harbour.xlsx`."""

from __future__ import annotations

import datetime
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

SAVED = Path(__file__).parent / "sheets"


class Untidy(NamedTuple):
    """A spreadsheet: its file's name and bytes, the deck file for it, and the ids, names and copies
    of its cards."""

    file: str
    data: bytes
    deck: str
    cards: list[tuple[str, str, int]]


def book(*sheets: tuple[str, Callable[[Worksheet], Any]]) -> bytes:
    made, stream = Workbook(), io.BytesIO()
    made.remove(made.active)
    for name, fill in sheets:
        fill(made.create_sheet(name))
    made.save(stream)
    return stream.getvalue()


def saved(name: str) -> bytes:
    file = SAVED / name
    return file.read_bytes() if file.exists() else b""


def rows(sheet: Worksheet, *cells: list[Any]) -> None:
    for each in cells:
        sheet.append(each)


def ships(sheet: Worksheet) -> None:
    """A merged title, a blank row, prices as text, a commented row, a hidden one, and a sum that
    was never computed."""
    rows(
        sheet,
        ["Harbour Nights - Schiffskarten v0.4"],
        [],
        ["Nr.", "Name", "Text (EN)", "Text DE", "Preis (€)", "Tempo", "Stückzahl", "Notizen"],
        [1, "Red Brig", "Draw a card.", "Ziehe eine Karte.", "1,50 EUR", 3, 2, "zu stark?"],
        [
            2,
            "Große Möwe",
            "Move twice, then *stop*.",
            "Zieh zweimal, dann *halt*.",
            "2,00 EUR",
            5,
            1,
            None,
        ],
        [3, "Cut Card", "Nothing.", "Nichts.", "9,99 EUR", 1, 1, "raus"],
        ["# later", "Ghost Ship", "Boo.", "Buh.", "?", 0, 0, None],
        [4, "Fog", "Everybody passes.", None, "12,25 EUR", 0, 4, None],
        [],
        [None, "Summe:", None, None, None, None, "=SUM(G4:G8)", None],
    )
    sheet.merge_cells("A1:H1")
    sheet.row_dimensions[6].hidden = True


def spells(sheet: Worksheet) -> None:
    """Schools that are one cell for several rows, headings between the cards, lists by line, dates,
    and an own column of truths."""
    day = datetime.date
    rows(
        sheet,
        ["School", "Spell", "Cost", "Keywords", "Ritual", "Tested on", "Effect"],
        ["The first book"],
        [
            "Fire",
            "Ember",
            1,
            "fast\nburn",
            True,
            day(2026, 1, 5),
            "Deal 1, then 2 if it rains; never to yourself.",
        ],
        [None, "Blaze", 3, "burn", False, day(2026, 1, 5), "Deal 3."],
        [
            None,
            "Inferno",
            6,
            "burn\nslow",
            True,
            day(2026, 2, 28),
            "Deal 6 to each player, yourself included.",
        ],
        ["The second book"],
        ["Water", "Mist", 2, "fast", False, day(2026, 1, 12), "Hide a card."],
        [
            None,
            "Flood",
            5,
            "slow\nburn\nfast",
            False,
            day(2026, 3, 1),
            "Each player discards two cards.",
        ],
    )
    for area in ("A2:G2", "A3:A5", "A6:G6", "A7:A8"):
        sheet.merge_cells(area)
    for row in (3, 4, 5, 7, 8):
        sheet.cell(row, 6).number_format = "DD.MM.YYYY"


def harbour(sheet: Worksheet) -> None:
    """Numbers that only their format makes money and percent, formulas, and a filter that hides
    rows."""
    rows(
        sheet,
        ["Card", "Price", "Chance", "Value", "Qty"],
        ["Lantern", 1.5, 0.5, "=B2*2", 2],
        ["Anchor", 2, 0.25, "=B3*2", 1],
        ["Rope", 0.75, 0.1, "=B4*2", 3],
        ["Barrel", 12.25, 1, "=B5*2", 1],
        [None, None, None, None, "=SUM(E2:E5)"],
    )
    for row in range(2, 6):
        sheet.cell(row, 2).number_format = '#,##0.00 "EUR"'
        sheet.cell(row, 3).number_format = "0 %"
    sheet.row_dimensions[4].hidden = True


def costs(sheet: Worksheet) -> None:
    """Two rows of headings: groups above, names below, where the same name stands in both
    groups."""
    rows(
        sheet,
        ["Gebäude", "Kosten", None, "Ertrag", None, "Anzahl"],
        [None, "Gold", "Holz", "Gold", "Holz", None],
        ["Mühle", 2, 3, 1, 0, 4],
        ["Schmiede", 5, 1, 3, 0, 2],
        ["Rathaus", 9, 9, 5, 5, 1],
    )
    for area in ("A1:A2", "B1:C1", "D1:E1", "F1:F2"):
        sheet.merge_cells(area)


def tokens(sheet: Worksheet) -> None:
    rows(
        sheet,
        ["Token", "Colour", "Count"],
        ["Gold coin", "yellow", 20],
        ["Silver coin", "grey", 30],
        ["Wound", "red", 12],
        ["Poison", "red", 8],
    )


def read_me(sheet: Worksheet) -> None:
    rows(
        sheet,
        ["This is the workbook of our game."],
        ["Please do not sort the tabs."],
        ["Last change", datetime.date(2026, 5, 1)],
    )


def unsaved(sheet: Worksheet) -> None:
    """What a script wrote: formulas without their values."""
    rows(sheet, ["id", "title", "attack", "defence", "power", "rules text"])
    for row, (id, title, attack, defence, text) in enumerate(
        [
            ("W01", "Wolf", 3, 1, "Howls, bites."),
            ("B02", "Bear", 5, 5, "Sleeps."),
            ("M03", "Mouse", 0, 1, "Flees, if it can."),
        ],
        2,
    ):
        sheet.append([id, title, attack, defence, f"=C{row}+D{row}", text])


def languages(sheet: Worksheet) -> None:
    """A column of numbers under #, three languages, notes in a column without a heading, and a
    legend far to the right."""
    rows(
        sheet,
        [
            "#",
            "Name EN",
            "Name DE",
            "Name FR",
            "Rules EN",
            "Rules DE",
            "Rules FR",
            None,
            None,
            "Status",
        ],
        [1, "Wind", "Wind", "Vent", "Move 1.", "Bewege 1.", "Avance de 1.", None, None, "ok"],
        [
            2,
            "Storm",
            "Sturm",
            "Tempête",
            "Move 3.",
            "Bewege 3.",
            "Avance de 3.",
            "too strong?",
            None,
            "test",
        ],
        [3, "Calm", "Flaute", None, "Stay here.", "Bleib hier.", None, None, None, "ok"],
        [
            4,
            "Fog",
            "Nebel",
            "Brouillard",
            "Hide all cards.",
            "Verdecke alle Karten.",
            "Cache tout.",
            None,
            None,
            "new",
        ],
    )


EXPORTED = """\
Nummer;Ereignis;Wirkung;Chance;Strafe;Art
E1;Nebel;"Alle Schiffe halten; niemand zieht.";50 %;1 234,50 €;Wetter
E2;Sturm;Wirf alle Karten ab.;5 %;20,00 €;Wetter
E3;Zoll;Zahle an die Bank.;12,5 %;1.000,00 €;Amt
E4;Streik;Setze aus.;7 %;;Amt
Summe;;;;2 254,50 €;
"""
SHARED = """\
Card,Rarity,Icons,Playable,Flying,Rules,Quantity,
Owl,common,"moon, star",TRUE,x,"When this enters, draw a card.
Then discard one.",3,
Bat,common,moon,TRUE,x,"Steal 1, twice.",3,
Toad,rare,"star, sun, moon",FALSE,,"Sits there, and watches.",1,
Hedgehog,common,,TRUE,,"Rolls away; comes back later.",2,

,,,,,,,
"""
FRENCH = (
    "Nom\tCoût\tQuantité\tEffet\tPopulation\n"
    "Château\t3\t2\tPioche une carte, puis défausse-en une.\t1 234\n"
    "Forêt\t1\t4\tRien.\t0\n"
    "Port\t2\t3\tGagne 2 pièces.\t12 500\n"
)
HEAD = "size: poker\ntemplate: plain.svg\n"


def untidy() -> list[Untidy]:
    """The ten."""
    return [
        Untidy(
            "ships.xlsx",
            book(("Sheet1", ships)),
            HEAD + "fields:\n  text: text\n  preis: text\n  tempo: int\n"
            "cards:\n  file: ships.xlsx\n  columns: {Nr.: id, Text (EN): text, Text DE: text.de, Stückzahl: copies}\n  ignore: [Notizen]\n",
            [("1", "Red Brig", 2), ("2", "Große Möwe", 1), ("4", "Fog", 4)],
        ),
        Untidy(
            "events.csv",
            EXPORTED.encode("utf-8-sig"),
            HEAD + "fields:\n  wirkung: text\n  chance: text\n"
            "  strafe: {text: {optional: true}}\n  art_2: {one_of: [Wetter, Amt]}\n"
            "cards:\n  file: events.csv\n  columns: {Nummer: id, Ereignis: name, Art: art_2}\n",
            [("e1", "Nebel", 1), ("e2", "Sturm", 1), ("e3", "Zoll", 1), ("e4", "Streik", 1)],
        ),
        Untidy(
            "spells.ods",
            saved("spells.ods"),
            HEAD
            + "fields:\n  school: {one_of: [Fire, Water]}\n  cost: int\n  keywords: {list_of: [fast, burn, slow]}\n  ritual: bool\n"
            "  tested_on: {text: {date: dd.mm.yyyy}}\n  effect: text\ncards:\n  file: spells.ods\n  columns: {Spell: name}\n",
            [
                ("ember", "Ember", 1),
                ("blaze", "Blaze", 1),
                ("inferno", "Inferno", 1),
                ("mist", "Mist", 1),
                ("flood", "Flood", 1),
            ],
        ),
        Untidy(
            "book.xlsx",
            book(("Read me", read_me), ("Tokens", tokens)),
            HEAD
            + "fields:\n  colour: text\ncards: {file: book.xlsx, sheet: tokens, columns: {Token: name}}\n",
            [
                ("gold-coin", "Gold coin", 20),
                ("silver-coin", "Silver coin", 30),
                ("wound", "Wound", 12),
                ("poison", "Poison", 8),
            ],
        ),
        Untidy(
            "buildings.xlsx",
            book(("Gebäude", costs)),
            HEAD
            + "fields: {kosten_gold: int, kosten_holz: int, ertrag_gold: int, ertrag_holz: int}\n"
            "cards:\n  file: buildings.xlsx\n  header_row: [1, 2]\n  columns: {Gebäude: name, Anzahl: copies}\n",
            [("muehle", "Mühle", 4), ("schmiede", "Schmiede", 2), ("rathaus", "Rathaus", 1)],
        ),
        Untidy(
            "animals.xlsx",
            book(("Animals", unsaved)),
            HEAD + "fields: {attack: int, defence: int, rules_text: text}\n"
            "cards: {file: animals.xlsx, columns: {title: name}, ignore: [power]}\n",
            [("w01", "Wolf", 1), ("b02", "Bear", 1), ("m03", "Mouse", 1)],
        ),
        Untidy(
            "harbour.xlsx",
            saved("harbour.xlsx"),
            HEAD
            + "fields: {price: text, chance: text, value: number}\ncards: {file: harbour.xlsx, columns: {Card: name}}\n",
            [("lantern", "Lantern", 2), ("anchor", "Anchor", 1), ("barrel", "Barrel", 1)],
        ),
        Untidy(
            "shared.csv",
            SHARED.encode(),
            HEAD
            + "fields:\n  rarity: text\n  icons: {list_of: [moon, star, sun], default: []}\n  playable: bool\n"
            "  flying: {bool: {default: false}}\n  rules: text\ncards: {file: shared.csv, columns: {Card: name}}\n",
            [
                ("owl", "Owl", 3),
                ("bat", "Bat", 3),
                ("toad", "Toad", 1),
                ("hedgehog", "Hedgehog", 2),
            ],
        ),
        Untidy(
            "villes.tsv",
            FRENCH.encode(),
            HEAD + "fields:\n  cout: int\n  effet: text\n  population: text\n"
            "cards: {file: villes.tsv, columns: {Nom: name, Quantité: copies}}\n",
            [("chateau", "Château", 2), ("foret", "Forêt", 4), ("port", "Port", 3)],
        ),
        Untidy(
            "weather.xlsx",
            book(("Weather", languages)),
            HEAD
            + "fields: {rules: text}\ncards:\n  file: weather.xlsx\n  header_row: 1\n  columns: {'#': id, Name EN: name, Name DE: name.de, "
            "Name FR: name.fr, Rules EN: rules, Rules DE: rules.de, Rules FR: rules.fr}\n  ignore: [H, Status]\n",
            [("1", "Wind", 1), ("2", "Storm", 1), ("3", "Calm", 1), ("4", "Fog", 1)],
        ),
    ]


if __name__ == "__main__":
    for name, fill in (("spells", spells), ("harbour", harbour)):
        (Path(sys.argv[1]) / f"{name}.xlsx").write_bytes(book((name.title(), fill)))
