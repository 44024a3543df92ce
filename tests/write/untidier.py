"""Twelve more tables as people keep them: other encodings and line ends, quotes, bars, lists, and
workbooks with charts, formulas, remarks and hidden columns.

`python tests/write/untidier.py FOLDER` writes market.xlsx, of which LibreOffice 7.4 made
`sheets/market.ods` by `soffice --headless --convert-to ods market.xlsx`."""

from __future__ import annotations

import codecs
import datetime
import io
import sys
from pathlib import Path

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

sys.path.insert(0, str(Path(__file__).parent.parent / "load"))
from untidy import HEAD, Untidy

_FIELDS = "fields: {text: {text: {optional: true}}, price: {int: {optional: true}}}\n"
BARS = """\
| Name | Copies | Text        | Price |
|:-----|-------:|-------------|------:|
| Owl  |      2 | *Hoots*, `x`|     3 |
|Jay   |1       |Steals: 1    |       |
| Wren |      4 | "a | b"     |     7 |
"""
SEMICOLONS = (
    'id;name;text;price;copies\r\nowl;Eule;"Schreit; laut";3;2\r\njay;Häher;Stiehlt 1 €;;1\r\n'
)
TABS = "id\tname\ttext\tprice\nowl\tСова\tКричит\t3\njay\tСойка\t\t1"
QUOTED = (
    'sep=,\r\n"id","name","text","price","copies",,\r\n"owl","Owl","Hoots.","3","2",,\r\n'
    '\r\n"jay","Jay","","1","1",,\r\n,,,,,,\r\n"wren","Wren","Sings","2","1",,\r\n'
)
ODD = (
    'id;name;text;price\r\nowl;Owl "the wise";"Hoots ""twice"",\nthen sleeps";3\r\n'
    "jay; Jay ;  Steals;1\r\n# not now;Ghost;Boo;2\r\nwren;Wren;it's 5\";\r\n"
)
OLD_MAC = "id,name,text,price\rowl,Owl,Hoots,3\rjay,Jay,Steals,1\r"
NAMES = "Owl\nJay, the thief\n\nWren\n"
LIST = """\
[
    {"id": "owl", "name": "Eul\\u00e9", "text": "Hoots\\ttwice",  "price": 3, "copies": 2},
    {
        "id": "jay", "price": null,
        "name": "Jay / thief", "text": "" },
    {"id":"wren","name":"Wren"}
]
"""
LINES = """\
{"id": "owl", "name": "Owl", "text": "Hoots", "price": 3}
{"id": "jay", "name": "Jay", "text": "Steals"}

{"id": "wren", "name": "Wren", "text": "Sings", "price": 2, "copies": 4}
"""
ENTRIES = """\
# what flies here
- id: owl        # by night
  name: 'Owl'
  text: >-
    Hoots twice,
    then sleeps.
  price: &cheap 3
- {id: jay, name: "Jay", text: Steals, price: *cheap}   # a thief

-   id: wren
    name: Wren
    text: |
      Sings.

      Flies.
# the end
"""


def market() -> bytes:
    """A workbook with all that a spreadsheet program puts around its cells."""
    book, stream = Workbook(), io.BytesIO()
    sheet = book.active
    sheet.title = "Stalls"
    sheet.append(["id", "name", "text", "price", "copies", "sum", "seen", "secret"])
    day = datetime.date(2026, 5, 1)
    sheet.append(["plum", "Plum", "Sweet & sour", 3, 2, "=D2*E2", day, "x"])
    sheet.append(["pear", "Pear", "Two\nlines", 5, 1, "=D3*E3", day, "y"])
    sheet.append(["fig", "Fig", None, None, 4, "=D4*E4", None, None])
    sheet.append([None, None, None, "=SUM(D2:D4)", "=SUM(E2:E4)", None, None, None])
    sheet["B2"].comment = Comment("is it ripe?", "Kim")
    sheet["B2"].font = Font(bold=True, color="FF8800")
    sheet["C3"].alignment = Alignment(wrap_text=True)
    sheet["D2"].number_format = '0 "EUR"'
    sheet["D3"].fill = PatternFill("solid", start_color="FFEE99")
    sheet.column_dimensions["H"].hidden = True
    sheet.freeze_panes = "B2"
    sheet.auto_filter.ref = "A1:H4"
    choice = DataValidation(type="whole", operator="between", formula1="0", formula2="9")
    sheet.add_data_validation(choice)
    choice.add("E2:E4")
    red = PatternFill("solid", end_color="FF0000")
    sheet.conditional_formatting.add("D2:D4", CellIsRule("greaterThan", ["4"], fill=red))
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=4, min_row=1, max_row=4), titles_from_data=True)
    sheet.add_chart(chart, "J2")
    other = book.create_sheet("Prices")
    other.append(["all", "=SUM(Stalls!D2:D4)"])
    other.merge_cells("A3:B3")
    other["A3"] = "merged"
    book.save(stream)
    return stream.getvalue()


def _made_of(name: str, words: str, more: str = "") -> str:
    return f"{HEAD}{words}cards: {{file: {name}{more}}}\n"


def untidier() -> list[Untidy]:
    """The twelve."""
    ods = Path(__file__).parent / "sheets/market.ods"
    ignored = ", ignore: [sum, seen, secret]"
    three = [("owl", "Owl", 2), ("jay", "Jay", 1), ("wren", "Wren", 4)]
    stalls = [("plum", "Plum", 2), ("pear", "Pear", 1), ("fig", "Fig", 4)]
    return [
        Untidy("bars.txt", BARS.encode(), _made_of("bars.txt", _FIELDS), three),
        Untidy(
            "excel.csv",
            codecs.BOM_UTF16_LE + SEMICOLONS.encode("utf-16-le"),
            _made_of("excel.csv", _FIELDS),
            [("owl", "Eule", 2), ("jay", "Häher", 1)],
        ),
        Untidy(
            "wide.tsv",
            codecs.BOM_UTF16_BE + TABS.encode("utf-16-be"),
            _made_of("wide.tsv", _FIELDS),
            [("owl", "Сова", 1), ("jay", "Сойка", 1)],
        ),
        Untidy(
            "quoted.csv",
            QUOTED.encode("utf-8-sig"),
            _made_of("quoted.csv", _FIELDS),
            [("owl", "Owl", 2), ("jay", "Jay", 1), ("wren", "Wren", 1)],
        ),
        Untidy(
            "odd.csv",
            ODD.encode(),
            _made_of("odd.csv", _FIELDS),
            [("owl", 'Owl "the wise"', 1), ("jay", " Jay ", 1), ("wren", "Wren", 1)],
        ),
        Untidy(
            "mac.csv",
            OLD_MAC.encode(),
            _made_of("mac.csv", _FIELDS),
            [("owl", "Owl", 1), ("jay", "Jay", 1)],
        ),
        Untidy(
            "names.csv",
            NAMES.encode(),
            HEAD + "cards: {file: names.csv, header_row: none, columns: {A: name}}\n",
            [("owl", "Owl", 1), ("jay-the-thief", "Jay, the thief", 1), ("wren", "Wren", 1)],
        ),
        Untidy(
            "list.json",
            LIST.encode(),
            _made_of("list.json", _FIELDS),
            [("owl", "Eulé", 2), ("jay", "Jay / thief", 1), ("wren", "Wren", 1)],
        ),
        Untidy(
            "lines.jsonl",
            LINES.encode(),
            _made_of("lines.jsonl", _FIELDS),
            [("owl", "Owl", 1), ("jay", "Jay", 1), ("wren", "Wren", 4)],
        ),
        Untidy(
            "entries.yaml",
            ENTRIES.encode(),
            _made_of("entries.yaml", _FIELDS),
            [("owl", "Owl", 1), ("jay", "Jay", 1), ("wren", "Wren", 1)],
        ),
        Untidy("market.xlsx", market(), _made_of("market.xlsx", _FIELDS, ignored), stalls),
        Untidy(
            "market.ods",
            ods.read_bytes() if ods.exists() else b"",
            _made_of("market.ods", _FIELDS, ", sheet: Stalls" + ignored),
            stalls,
        ),
    ]


if __name__ == "__main__":
    (Path(sys.argv[1]) / "market.xlsx").write_bytes(market())
