"""Games that begin with a look, and the looks that spreadsheets are proposed."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdfium2
import pytest
from openpyxl import Workbook
from projects import SHIPPED, run

from cardgen.api.beginning import LOOKS, Beginning, begin, size_of_look
from cardgen.load.columns import field_name
from cardgen.load.looks import look_palettes
from cardgen.model.card_roles import FACES, role_of
from cardgen.model.look_choice import look_for


@pytest.mark.parametrize("look", FACES)
def test_a_new_game_in_a_look_is_built_at_once(look: str, tmp_path: Path) -> None:
    """A press finds nothing in it to mend."""
    project = tmp_path / "g_mine"
    made = run("new", project, "--look", look)
    assert made.exit_code == 0, made.output
    game_text = (project / "card_data/g-mine/game.yaml").read_text()
    assert f"title: G Mine\npalette: looks/{FACES[look]}" in game_text
    checked = run("validate", "--strict", "--printer", "offset", project=project)
    assert checked.exit_code == 0, checked.output


def test_every_look_can_begin_a_game() -> None:
    """But for backs, and what looks share: their parts, and the card to look things up."""
    names = {path.stem for path in (SHIPPED / "templates/looks").glob("*.svg")}
    assert {name for name in names if not name.endswith(("parts", "-back"))} - {"reference"} == set(
        FACES
    )


def test_every_look_is_offered_as_a_picture() -> None:
    """On the page that begins a game: python docs/make_pictures.py begin_looks"""
    folder = SHIPPED / "cardgen/preview/static"
    sizes = {path.name: path.stat().st_size for path in folder.glob("look-*.webp")}
    assert set(sizes) == {f"look-{look}.webp" for look in LOOKS}
    assert max(sizes.values()) < 12_000
    page = (folder / "begin.js").read_text("utf-8")
    assert [look for look in LOOKS if not re.search(rf'"?{look}"?: \[phrase\("', page)] == []
    assert [name for name in look_palettes() if f"{name}: phrase(" not in page] == []


@pytest.mark.parametrize("look", FACES)
def test_a_look_has_the_size_that_a_page_asks_for_or_its_own(look: str, tmp_path: Path) -> None:
    for size in ("jumbo", ""):
        folder = tmp_path / f"in-{size}"
        begin(Beginning("new", folder, title="My bats", size=size, look=look))
        deck = (folder / f"card_data/my-bats/{look}.yaml").read_text("utf-8")
        assert re.findall("^size: (.+?)(?: *#.*)?$", deck, re.M) == [size or size_of_look(look)]


@pytest.mark.parametrize("headings", ["Name,Cost,Text,Flavor", "Question,Answer,Flavor"])
def test_a_flavor_is_in_italics_whatever_it_begins_with(headings: str, tmp_path: Path) -> None:
    """Also where it has several lines, begins with a sign before a blank, or has italics itself."""
    file = tmp_path / "birds.csv"
    flavors = ['"“Hush.”\n— Bo, ferryman"', ":) he said", "It is *over*", "He waits "]
    cells = {"Name": "Owl", "Cost": "1", "Text": "Hoot.", "Question": "Who?", "Answer": "An owl"}
    rows = [
        ",".join([*(cells[word] + str(n) for word in headings.split(",")[:-1]), flavor])
        for n, flavor in enumerate(flavors)
    ]
    file.write_text("\n".join([headings, *rows]) + "\n", "utf-8")
    project = tmp_path / "made"
    assert 0 == run("new", project, "--from", file).exit_code
    assert 0 == run("build", "--paper", "a4", project=project).exit_code
    (sheets,) = (project / "output").glob("*/birds-a4.pdf")
    with pypdfium2.PdfDocument(sheets) as pdf:
        words = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
    assert ("*" in words, "ferryman" in words, "over" in words) == (False, True, True)


def test_a_look_is_of_a_game_of_its_own(tmp_path: Path) -> None:
    made = run("new", tmp_path / "mine", "--look", "spell", "--inkscape")
    assert made.exit_code == 2
    assert "--look makes a project of its own; leave out --inkscape" in made.output


@pytest.mark.parametrize(
    ("headings", "look"),
    [
        ("Name,Cost,Text", "spell"),
        ("Name,Attack,Defence,Text", "creature"),
        ("Name,Price,Effect", "item"),
        ("Category,Question,Answer", "trivia"),
        ("Titel,Kosten,Beschreibung", "spell"),
        ("Name,Upright,Reversed", "tarot"),
        ("Name,Colour", ""),
    ],
)
def test_a_spreadsheet_is_proposed_a_look(headings: str, look: str, tmp_path: Path) -> None:
    rows = [f"Thing {n},{n} of {n},Longer than that by {n}.,x{n}" for n in range(3)]
    width = headings.count(",") + 1
    cells = [",".join(row.split(",")[:width]) for row in rows]
    (tmp_path / "cards.csv").write_text("\n".join([headings, *cells]), "utf-8")
    lines = run("table", "--guess", tmp_path / "cards.csv").output.splitlines()
    wanted = f"template: looks/{look}.svg" if look else "template: plain.svg"
    assert any(line.startswith(wanted) for line in lines), lines
    assert f"size: {'tarot' if look == 'tarot' else 'poker'}" in lines


def test_quizzes_ask_and_answer() -> None:
    assert look_for(["answer", "cost", "text"]) == "trivia"
    assert look_for(["question", "text"]) == ""


HEADINGS = {
    "creature": [
        "Name, Cost, Type, Text, ATK, HP, Art",
        "Name, Kosten, Typ, Fähigkeit, Angriff, Verteidigung, Anzahl",
        "Nom, Coût, Type, Texte, Attaque, Défense, Quantité",
        "Nombre, Coste, Tipo, Texto, Ataque, Defensa, Cantidad",
    ],
    "spell": [
        "Name, Mana Cost, School, Range, Effect, Flavor Text",
        "Zauber, Kosten, Zauberschule, Reichweite, Wirkung",
        "Sort, Coût, École, Portée, Effet",
        "Hechizo, Coste, Escuela, Alcance, Efecto",
    ],
    "item": [
        "Item, Price, Weight, Description",
        "Gegenstand, Preis, Gewicht, Beschreibung",
        "Objet, Prix, Poids, Description",
        "Objeto, Precio, Peso, Descripción",
    ],
    "trivia": [
        "Category, Question, Answer",
        "Kategorie, Frage, Antwort, Punkte",
        "Catégorie, Question, Réponse",
        "Categoría, Pregunta, Respuesta",
        "Front, Back",
    ],
    "event": ["Event, Text", "Ereignis, Text", "Évènement, Texte", "Evento, Texto", "Name, Rules"],
    "quest": [
        "Quest, Objective, Reward, Text",
        "Auftrag, Ziel, Belohnung",
        "Nom, Objectif, Récompense",
        "Misión, Objetivo, Recompensa",
    ],
    "sheet": [
        "Name, Race, Class, Strength, Dexterity, Constitution, Wisdom, Charisma, HP",
        "Name, Volk, Klasse, Stärke, Geschicklichkeit, Konstitution, Weisheit, Ausrüstung",
        "Nom, Classe, Force, Dextérité, Constitution, Sagesse, Charisme",
        "Nombre, Raza, Clase, Fuerza, Destreza, Constitución, Sabiduría",
    ],
    "tarot": [
        "Number, Name, Arcana, Upright, Reversed",
        "Nummer, Name, Arkana, Aufrecht, Umgekehrt",
        "Nom, Arcane, Endroit, Renversé",
        "Nombre, Arcano, Derecho, Invertido",
    ],
    "suits": [
        "Suit, Rank, Qty",
        "Farbe, Wert, Anzahl",
        "Couleur, Valeur",
        "Palo, Valor, Texto",
    ],
    "resource": [
        "Resource, Yield",
        "Name, Rohstoff, Ertrag",
        "Ressource, Production",
        "Recurso, Producción",
    ],
    "token": [
        "Counter, Movement",
        "Plättchen, Anzahl, Farbe",
        "Jeton, Mouvement",
        "Ficha, Movimiento",
    ],
    "map": [
        "Tile, Terrain, Exits",
        "Name, Gelände, Nachbarn, Text",
        "Nom, Terrain, Voisins",
        "Nombre, Terreno, Vecinos",
    ],
    "": ["Name, Colour", "Name, Notes", "Karte, Seltenheit", "Nom, Auteur"],
}
"""Headings of tables as people write them, by the look that suits."""


@pytest.mark.parametrize(
    ("headings", "look"), [(row, look) for look, rows in HEADINGS.items() for row in rows]
)
def test_columns_in_four_languages_tell_the_look(headings: str, look: str) -> None:
    title, *others = headings.split(", ")
    titles = [title] if title not in ("Category", "Number", "Name") else []
    assert (
        look_for([field_name(word, set(), "A") for word in [title, *others]], titles, HEADINGS)
        == look
    )


def test_only_looks_that_are_there_are_proposed() -> None:
    quest = ["objective", "reward", "cost", "text"]
    assert look_for(quest, looks=["quest", "spell"]) == "quest"
    assert look_for(quest, looks=["spell"]) == "spell"
    assert look_for(quest, looks=[]) == ""


def test_a_table_is_known_by_its_name() -> None:
    assert look_for(["power"], ["Monsters v2"]) == "creature"
    assert look_for(["power"], ["Cards"]) == ""


def test_fields_are_known_without_their_accents() -> None:
    """As a proposal writes them into the deck file."""
    fields = [field_name(word, set(), "A") for word in ("Coût", "Fähigkeit", "Réponse")]
    assert [role_of(name) for name in fields] == ["cost", "text", "answer"]


def test_a_spreadsheet_becomes_sheets_in_two_commands(tmp_path: Path) -> None:
    """From a workbook as people keep it to cards in a look, with palette, back and sheets."""
    workbook, project = tmp_path / "Spell list (old).xlsx", tmp_path / "night-school"
    workbook.write_bytes(untidy_spells())
    made = run("new", project, "--from", workbook)
    assert made.exit_code == 0, made.output
    built = run("build", "--paper", "a4", project=project)
    assert built.exit_code == 0, built.output

    folder = project / "card_data/night-school"
    deck = (folder / "spell-list-old.yaml").read_text("utf-8")
    assert "template: looks/spell.svg" in deck
    assert "back: looks/spell-back.svg" in deck
    assert "palette: looks/dusk" in (folder / "game.yaml").read_text("utf-8")
    sheets = pypdfium2.PdfDocument(project / "output/night-school/all-a4.pdf")
    words = "".join(page.get_textpage().get_text_range() for page in sheets)
    assert words.count("Ember Step") == 3
    assert "Draft v3" not in words
    assert "too strong" not in words


def test_the_spreadsheet_of_the_readme_becomes_what_its_picture_shows(tmp_path: Path) -> None:
    """Two commands; the headings in the fourth row are found, and the notes left out."""
    project = tmp_path / "wildwood"
    made = run("new", project, "--from", SHIPPED / "docs/beasts-v7.xlsx")
    assert made.exit_code == 0, made.output
    built = run("build", "--paper", "a4", project=project)
    assert built.exit_code == 0, built.output
    deck = (project / "card_data/wildwood/beasts-v7.yaml").read_text("utf-8")
    assert "template: looks/creature.svg" in deck
    assert "- notes" in deck
    assert role_of("what_it_does") == "text"
    sheets = pypdfium2.PdfDocument(project / "output/wildwood/all-a4.pdf")
    words = "".join(page.get_textpage().get_text_range() for page in sheets)
    assert words.count("Lantern Fox") == 3
    assert "ask Sam" not in words


def untidy_spells() -> bytes:
    """A workbook with a title, merged headings, empty rows, notes and no pictures yet."""
    workbook, stream = Workbook(), io.BytesIO()
    sheet = workbook.active
    sheet.title = "Sheet1"
    for row in [
        ["Night School: Draft v3"],
        [],
        [None, "Numbers", None, "Words", None, None, None],
        ["SPELL", "mana Cost", "Qty", "school", "TEXT", "image", "notes"],
        ["Ember Step", 1, 3, "Fire", "Move up to four spaces.", None, "too strong?"],
        [],
        ["Hush", 3, 2, "Silence", "Nobody may cast a spell until your next turn.", None, None],
        ["Wandering Lantern", 2, 1, "Light", "Look at three cards of any pile.", None, "ask Jo"],
        ["Low Tide", "X", 2, "Water", None, None, None],
    ]:
        sheet.append(row)
    sheet.merge_cells("A1:G1")
    sheet.merge_cells("B3:C3")
    sheet.merge_cells("D3:E3")
    workbook.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(("look", "template"), [("item", "looks/item"), ("plain", "plain")])
def test_the_look_of_a_spreadsheet_can_be_chosen(look: str, template: str, tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_text("Name,Text\nOwl,It flies.\nBat,It hangs.\n", "utf-8")
    made = run("new", tmp_path / "mine", "--from", table, "--look", look)
    assert made.exit_code == 0, made.output
    deck = (tmp_path / "mine/card_data/mine/cards.yaml").read_text("utf-8")
    assert f"template: {template}.svg" in deck


def test_a_spreadsheet_that_is_not_there_is_told(tmp_path: Path) -> None:
    made = run("new", tmp_path / "mine", "--from", tmp_path / "cards.xlsx")
    assert made.exit_code == 2
    assert "cards.xlsx cannot be read" in made.output
    assert not (tmp_path / "mine").exists()
