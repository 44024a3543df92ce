"""What the cases begin with: whole small projects as files in memory, and a folder of secrets that
lies beside them."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import opendocuments
from making_fonts import saved, variable
from openpyxl import Workbook
from PIL import Image
from projects import BACK, SHIPPED, svg, text

from cardgen.api.starter import new_project
from cardgen.prepress.inks import shipped_profile

Files = dict[str, bytes]
"""A project's files by their paths within it."""

SECRET = "Zwetschgenkernspalter"
"""A word that stands in every secret file and nowhere else."""

_GAME = """title: Sweets
designer: {who}
suits: [candy, nuts]
palette: {{ink: '#202020', cream: {{rgb: '#FFF7E8', cmyk: [0, 3, 9, 0]}}}}
decks: [main, suit]
box: {{colour: cream, says: Sweet}}
styles: {{hot: {{color: ink, weight: 800, size: 1.2}}, alarm: {{extends: hot, underline: true}}}}
keywords: {{Haste: {{style: alarm, means: "may move {{candy}} at once", forms: [Hasty]}}}}
replace: {{Wood: "{{candy}}", "<b>": "**", "</b>": "**"}}
phrases: {{take: "Take {{1}} [of {{2}}]{{.hot}}", again: "{{take: 1, 2}}"}}
"""
_MAIN = """title: Main
size: 60mm x 80mm
template: card.svg
back: back.svg
fields:
  rank: {int: {min: 0, max: 9, default: 1}}
  weight: {number: {optional: true}}
  rare: {bool: {default: false}}
  suits: {list_of: suits, default: [candy]}
  text: {text: {optional: true}}
cards:
  - &first {id: one, name: One, rank: 1, art: pic, suits: [candy, nuts], text: "**Look** at {candy} *two*: [Haste]{.hot}, {take: 2, Wood}."}
  - {<<: *first, id: two, art: photo, rank: {expr: "deck.suit | copies"}, copies: 2}
  - for: {suit: suits}
    id: "loop-{suit}"
    art: sign
"""
_SUIT = """title: Suits
size: {shape: circle, diameter: 25mm}
template: suit.svg
fields:
  suit: {one_of: suits}
  number: {int: {min: 0}}
cards:
  - {id: candy, suit: candy, number: 5}
  - {id: nuts, suit: nuts, number: 1}
"""
_RULES = """- sets: {good: [One]}
- id: suit-counts
  says: The number on a suit card is how many treats bear that suit.
  source: Rulebook, What is in the Box
  for_each: deck.suit
  let: {low: 1}
  check: card.number == deck.main | having(suits=card.suit) | copies
  otherwise: "there are {{ deck.main | having(suits=card.suit) | copies }} of {{ card.suit }}"
  remedy: write another number
  blame: card
  counted: "{{ held + low }} in all"
- {id: enough, says: There are enough., check: deck.main | total('rank') > 2, severity: warning}
"""
_VARIANTS = """- id: quick
  name: Quick
  says: With few cards.
  players: 2-4
  let: {few: "deck.main | where('card.rank < 5')"}
  cards: few
  deck_size: 5
  deals: players
  left: {2: 3, 3: 2, 4: 1}
  checks:
    - {id: all, says: All can play., check: cards | copies >= players}
"""
_PRINTER = """title: Mine
makes: pdf
colour: cmyk
sizes: any
dpi: 100
bleed: 3mm
safe: 3mm
type: 5pt
line: 0.25pt
ink: 300
coarse: 50
copies: once
profile: press.icc
condition: FOGRA51
sources:
  dpi: {certainty: chosen, from: here}
  bleed: {certainty: chosen, from: here}
  safe: {certainty: chosen, from: here}
  type: {certainty: chosen, from: here}
  line: {certainty: chosen, from: here}
  ink: {certainty: chosen, from: here}
  coarse: {certainty: chosen, from: here}
  copies: {certainty: chosen, from: here}
"""
_PRINTED = """cardgen: 0.1.0
games:
  sweets:
    main:
      one:
        face: 0123456789abcdef
        back: fedcba9876543210
        copies: 3
        fields:
          name: One
          rank: 1
          suits: [candy, nuts]
          text: "**Look** at {candy} *two*."
      three: {face: 0123456789abcdef, fields: {name: Three, art: pic, rank: 3}}
    suit: {}
"""
_FACE = """{% import "parts.svg" as parts with context %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">
<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="{{ palette.cream }}"/></linearGradient></defs>
{{ parts.ground(palette.cream) }}
<g transform="rotate(5 30 40)" opacity=".8"><path d="M5 5C9 9 20 1 30 9z" fill="url(#g)" stroke="#123" stroke-width=".5"/></g>
{% if card.art %}<image href="{{ card.art }}" x="10" y="20" width="20" height="20"/>{% endif %}
{{ text_box(card.name, 5, 8, 50, 9, size=14, font='Mine', align='center', fill=palette.ink) }}
{% for suit in card.suits %}<circle cx="{{ 10 + 8 * loop.index }}" cy="60" r="3" fill="{{ mix(palette.ink, palette.cream) }}"/>{% endfor %}
{{ stack([{'text': card.text, 'size': 8, 'min_size': 5}, {'rule': 0.2},
  {'text': reminders(card), 'size': 6, 'min_size': 4, 'optional': true}], 5, 64, 50, 10) }}
<text x="50" y="75" font-family="Nunito" font-size="4">{{ card.rank }}</text>
</svg>
"""
_PARTS = """{% macro ground(colour) %}<rect x="-4" y="-4" width="68" height="88" fill="{{ colour }}"/>{% endmacro %}"""
_BOOK = """The first words.

## Parts

{{ components() }}

## Play

1. Shuffle the {{ deck.main | copies }} cards.
   - See [Parts](#parts) and [[rank]].

{{ row('main/one', 'main/two', width=15) }}

Among words: {{ card('suit/candy', width=9) }} {candy}

::: example Enough
| suit | cards |
|---|---:|
{% for suit in suits %}
| {{ suit }} | {{ deck.main | having(suits=suit) | copies }} |
{% endfor %}
:::

{{ count_table('main', 'suits') }} ![](sign.svg "a sign")
"""
SIGN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#c33"/></svg>\n'


def picture(kind: str, mode: str = "RGB", size: tuple[int, int] = (160, 160)) -> bytes:
    return _saved(Image.radial_gradient("L").resize(size).convert(mode), kind)


def _saved(what: Any, *words: str) -> bytes:
    stream = io.BytesIO()
    what.save(stream, *words)
    return stream.getvalue()


def workbook(rows: Iterable[list[Any]]) -> bytes:
    """An XLSX file, the same bytes each time."""
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    with zipfile.ZipFile(io.BytesIO(_saved(book))) as made, zipfile.ZipFile(out, "w") as new:
        for name in made.namelist():
            new.writestr(
                zipfile.ZipInfo(name),
                re.sub(rb"\d{4}-\d\d-\d\dT[\d:.]+", b"2000-01-01T00:00:00", made.read(name)),
                zipfile.ZIP_DEFLATED,
            )
    return out.getvalue()


@cache
def starter() -> Files:
    """The project that `cardgen new` writes."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "made"
        return {
            path.as_posix(): (root / path).read_bytes()
            for path in new_project(root)
            if path.parts[0] != "schema"
        }


@cache
def sweets() -> Files:
    """Two games with everything that a project may hold: the second one extends a deck of the
    first, and its decks are tables."""
    rows = [
        ["id", "name", "rank", "rare", "quantity"],
        ["one", "One", 1, "yes", 2],
        ["two", "Two", 2, "no", 1],
    ]
    files: dict[str, str | bytes] = {
        "card_data/sweets/game.yaml": _GAME.format(who="Somebody"),
        "card_data/sweets/main.yaml": _MAIN,
        "card_data/sweets/suit.yaml": _SUIT,
        "card_data/sweets/rules.yaml": _RULES,
        "card_data/sweets/variants.yaml": _VARIANTS,
        "card_data/sweets/rulebook.md": _BOOK,
        "card_data/sweets/game.de.yaml": "title: Süßes\nwords: {Your Turn: Dein Zug}\n",
        "card_data/sweets/originals.de.lock": '"main/one/name": {original: "One", translation: "64b0ae3b1f9a"}\n',
        "card_data/sweets/main.de.yaml": "title: Alle\ncards:\n  one: {name: Eins, text: Schau}\n  two: {name: Zwei}\n",
        "card_data/sweets/art/sign.svg": SIGN,
        "card_data/sweets/art/pic.png": picture("PNG", "RGBA"),
        "card_data/sweets/art/photo.jpg": picture("JPEG"),
        "card_data/mine/game.yaml": _GAME.format(who="Nobody").replace("decks: [main, suit]\n", ""),
        "card_data/mine/main.yaml": "extends: sweets/main\nwithout: [two]\nchange:\n  one: {name: Uno, rank: 7}\ncards:\n  - {id: own}\n",
        "card_data/printers/mine.yaml": _PRINTER,
        "card_data/printers/press.icc": shipped_profile(),
        "printed.yaml": _PRINTED,
        "printed/v1.yaml": _PRINTED,
        "fonts/fonts.yaml": "families:\n  Mine: {faces: [{file: Mine.ttf}, {file: Wavy.otf, italic: yes}], fallback: [Nunito]}\n",
        "fonts/Mine.ttf": (SHIPPED / "fonts/Creepster-Regular.ttf").read_bytes(),
        "fonts/Wavy.otf": saved(variable(cff=True)),
        "fonts/Wavy.woff2": saved(variable(), "woff2"),
        "templates/card.svg": _FACE,
        "templates/parts.svg": _PARTS,
        "templates/suit.svg": svg(text("{{ card.name }}", 12, 13), 25, 25),
        "templates/back.svg": BACK,
        "templates/plain.svg": svg("{{ text_box(card.name, 5, 10, 50, 10, size=12) }}"),
    }
    tables = {
        "csv": ("\n".join(",".join(map(str, row)) for row in rows)).encode(),
        "xlsx": workbook(rows),
    }
    tables |= {"tsv": tables["csv"].replace(b",", b"\t"), "ods": opendocuments.table(rows)}
    fields = "{rank: int, rare: {bool: {default: false}}}"
    for kind, table in tables.items():
        files[f"card_data/mine/{kind}.yaml"] = (
            f"size: 60mm x 80mm\ntemplate: plain.svg\nfields: {fields}\ncards: table.{kind}\n"
        )
        files[f"card_data/mine/table.{kind}"] = table
    files["card_data/mine/csv.yaml"] = files["card_data/mine/csv.yaml"].replace(
        "table.csv", "{file: table.csv, from: https://a.example/b.csv}"
    )
    files["card_data/mine/pull.lock"] = _LOCK
    return {
        path: content.encode() if isinstance(content, str) else content
        for path, content in files.items()
    }


_LOCK = f"""\
"table.csv":
  from: "https://a.example/b.csv"
  time: "2026-01-02T03:04:05Z"
  sha256: "{"0" * 64}"
  size: 7
"""


@cache
def secrets() -> Files:
    """What somebody has beside the project: a sound file of each kind that could be taken for one
    of the project's, and earlier outputs."""
    deck = f"title: {SECRET}\nsize: poker\ntemplate: card.svg\ncards:\n  - {{id: one, name: {SECRET}}}\n"
    texts = {
        "secret.yaml": f"{SECRET}: {SECRET}\n",
        "game.yaml": f"title: {SECRET}\n",
        "deck.yaml": deck,
        "rules.yaml": f"- {{id: one, says: {SECRET}, check: {SECRET}}}\n",
        "secret.md": f"{SECRET}\n\n## {SECRET}\n\n{SECRET}\n",
        "secret.csv": f"id,name\none,{SECRET}\n",
        "secret.svg": svg(f'<text x="1" y="9" font-family="Nunito" font-size="4">{SECRET}</text>'),
        "art/private.svg": svg(
            f'<text x="1" y="9" font-family="Nunito" font-size="4">{SECRET}</text>'
        ),
        "fonts.yaml": f"families: {{{SECRET}: {{faces: [{{file: {SECRET}.ttf}}]}}}}\n",
        "out/cards.csv": f"id\n{SECRET}\n",
    }
    pictures = {f"out/{name}.png": picture("PNG") for name in ("back", "faces", "front/001-one")}
    made = {
        f"{folder}/{name}.pdf": earlier(SECRET)
        for folder in ("out", "out/sweets")
        for name in ("main-a4", "sheet-a4", "suit-a4")
    }
    fonts = {
        "secret.ttf": sweets()["fonts/Mine.ttf"],
        "secret.icc": shipped_profile(),
        "secret.png": picture("PNG"),
        "secret.xlsx": workbook([]),
    }
    return {**{path: text.encode() for path, text in texts.items()}, **pictures, **made, **fonts}


@cache
def earlier(title: str = "earlier") -> bytes:
    """A small whole PDF, as a run before this one may have left it."""
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=True)
    canvas.setTitle(title)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()
