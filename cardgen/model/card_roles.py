"""What the fields of a card are to its reader, by their usual names: a title, a cost, numbers.

Templates that take any deck, the looks, ask for it, and so does the proposal for a spreadsheet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from cardgen.base.letters import SPELT_OUT

FACES = {
    "spell": "dusk",
    "creature": "grove",
    "item": "dune",
    "trivia": "tide",
    "suits": "ember",
    "event": "ember",
    "tarot": "tide",
    "resource": "grove",
    "quest": "tide",
    "sheet": "dune",
    "token": "tide",
    "map": "ember",
}
"""The looks, by the names of their templates, with the palette of each."""
USUAL_SIZES = {"tarot": "tarot"}
"""The sizes of cards in looks that are made for another one than poker."""
PLAIN = "plain"
"""What stands for a look where cards have none."""
_WORDS = {
    "title": "title titel titre titolo título",
    "subtitle": "subtitle untertitel sous_titre motto line",
    "cost": "cost costs mana mana_cost price energy kosten preis coût prix costo coste precio "
    "custo",
    "rank": "rank level lvl value points number rang stufe grad wert punkte zahl niveau niveles "
    "valeur nivel valor livello valore tier difficulty schwierigkeit vp score",
    "kind": "kind type category class school suit genre sort subject topic typ kategorie klasse "
    "schule thema catégorie école classe tipo clase categoría categoria rarity arcana arkana "
    "arcane arcano terrain terreno gelände biome biom bioma",
    "question": "question prompt clue front frage vorderseite pregunta domanda pergunta",
    "text": "text card_text kartentext what_it_does what_happens was_passiert rules rule effect "
    "effects description ability abilities rules_text body regel "
    "regeln effekt wirkung beschreibung fähigkeit texte effet règle texto efecto "
    "descripción testo effetto efeito descrição",
    "answer": "answer solution back antwort lösung rückseite réponse respuesta risposta resposta",
    "choices": "choices options answers antworten auswahl choix opciones opzioni opções",
    "flavour": "flavour flavor flavour_text flavor_text quote lore zitat stimmungstext citation "
    "cita citazione citação",
    "tags": "tags keywords traits tag merkmale stichwörter schlagwörter etiquetas",
    "steps": "steps phases procedure turn_order schritte phasen ablauf zugablauf étapes pasos "
    "phase fases passi fasi passos",
    "reward": "reward rewards loot prize belohnung beute preisgeld récompense butin recompensa "
    "botín ricompensa bottino",
    "health": "hp hit_points hitpoints health life lives hearts wounds vitality lebenspunkte "
    "leben lp herzen trefferpunkte pv points_de_vie vie vies vida vidas puntos_de_vida vita vite "
    "punti_vita pontos_de_vida",
    "list": "skills proficiencies equipment gear inventory belongings fertigkeiten talente "
    "ausrüstung inventar compétences équipement inventaire habilidades equipo equipamiento "
    "inventario equipaggiamento competenze equipamento inventário",
    "colour": "colour color farbe couleur colore cor",
    "meaning": "upright reversed upright_meaning reversed_meaning aufrecht umgekehrt endroit "
    "renversé renversée derecho invertido invertida diritto rovesciato direito",
}
"""The usual names of the fields that say each thing, without their capitals."""
_PLACED = frozenset({"name", "art", "rows", "icon"})
"""Fields that have places of their own, or none."""
_NUMBER = re.compile(
    r"[-+\u2212±]?\d{1,4}([.,/]\d{1,3})?[%+★]?"  # 3, -2, 1.5, 3/4, 20 %
    r"|\d{0,2}[dDwW]\d{1,3}([+-]\d{1,2})?"  # dice, 2d6+1
    r"|[X*?∞]"
)
"""What is set as a figure: numbers, fractions, dice, and the signs for what is not known."""
_LONGEST_FACT = 30
_LONGEST_COST = 6
_LONGEST_RANK = 12
_SHORT_RANK = 3
_SUIT_NAMES = frozenset(
    ["suit", "suits", "farbe", "seme", "palo", "naipe", "enseigne", "color", "colour"]
)
"""The usual names of the fields that say a suit."""
_LISTS = ("tags", "choices")
_SINGLE = {
    "subtitle": 60,
    "kind": 40,
    "question": 1000,
    "text": 10_000,
    "answer": 1000,
    "flavour": 1000,
    "colour": 40,
}
"""The roles that one text has, and how many letters it has at most."""


@dataclass(slots=True)
class CardRoles:
    """What a card says, each thing in its role; what it does not say is empty.

    `numbers` are pairs of a label and a figure, `facts` pairs of a label and a few words; `text`
    has what is longer, behind its own label. `reward` is such a pair, too, of any length.
    `lists` are pairs of a label and entries, such as skills and equipment; `health` is one of the
    numbers. `meanings` are pairs too: what a card means as it stands, and upside down. `corner` is
    the pair that stands in the corner; `rank` and `suit` are those of playing cards, which stand in
    their other places, too. A card `is_named` where its title is not made of its id."""

    title: str = ""
    subtitle: str = ""
    corner: tuple[str, str] | None = None
    rank: tuple[str, str] | None = None
    suit: str = ""
    is_named: bool = True
    kind: str = ""
    question: str = ""
    text: str = ""
    answer: str = ""
    choices: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    reward: tuple[str, str] | None = None
    lists: list[tuple[str, list[str]]] = field(default_factory=list)
    health: tuple[str, str] | None = None
    flavour: str = ""
    tags: list[str] = field(default_factory=list)
    colour: str = ""
    art: str = ""
    icon: str = ""
    numbers: list[tuple[str, str]] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    meanings: list[tuple[str, str]] = field(default_factory=list)
    shown_to_templates: ClassVar[frozenset[str]]

    def put(self, name: str, value: Any) -> None:
        """Put the value of a field where it belongs; a second one of a role is a fact or text."""
        role, label, text = role_of(name), _label(name), _text(value)
        if role == "rank" and not self.rank and len(text) <= _LONGEST_RANK:
            self.rank = label, text
        if name.casefold() in _SUIT_NAMES and not self.suit:
            self.suit = text
        if value is True:
            self.tags.append(label)
        elif role == "steps" and (entries := _steps(value)):
            self.steps += entries
        elif role == "meaning":
            self.meanings.append((label, text))
        elif role == "reward" and not self.reward:
            self.reward = label, text
        elif role == "list" and len(entries := _entries(value)) > 1:
            self.lists.append((label, entries))
        elif role in _LISTS:
            getattr(self, role).extend(_entries(value))
        elif role == "cost" and self.corner is None and len(text) <= _LONGEST_COST:
            self.corner = label, text
        elif role in _SINGLE and not getattr(self, role) and len(text) <= _SINGLE[role]:
            setattr(self, role, text)
        elif role == "rank" and len(text) <= _SHORT_RANK:
            self.numbers.append((label, text))
        elif role == "text" and not _NUMBER.fullmatch(text):
            self.add_text(text)
        else:
            self.add_pair(label, text)

    def add_pair(self, label: str, text: str) -> None:
        """Add what has no place of its own: a figure, a fact, or a paragraph where it is long."""
        if _NUMBER.fullmatch(text):
            self.numbers.append((label, text))
        elif len(text) <= _LONGEST_FACT and "\n" not in text:
            self.facts.append((label, text))
        else:
            self.add_text(f"**{label}** {text}")

    def add_text(self, text: str) -> None:
        """Add a paragraph to the text."""
        self.text = f"{self.text}\n{text}" if self.text else text

    def write_steps(self) -> None:
        """Write the steps into the text, as a list with numbers."""
        if self.steps:
            self.add_text("\n".join(f"{n}. {step}" for n, step in enumerate(self.steps, 1)))
            self.steps = []

    def write_reward(self) -> None:
        """Write the reward among the figures, the facts or into the text."""
        if self.reward:
            self.add_pair(*self.reward)
            self.reward = None

    def write_lists(self) -> None:
        """Write lists among the facts, or into the text."""
        for label, entries in self.lists:
            self.add_pair(label, ", ".join(entries))
        self.lists = []

    def take_health(self) -> None:
        """Take from the numbers the one that says how much a character can bear."""
        self.health = next((pair for pair in self.numbers if role_of(pair[0]) == "health"), None)
        if self.health:
            self.numbers.remove(self.health)

    def fill_corner(self) -> None:
        """Put a level, a value or the like in the corner, where no cost stands there."""
        ranks = [pair for pair in self.numbers if role_of(pair[0]) == "rank"]
        if self.corner is None and ranks:
            self.corner = ranks[0]
            self.numbers.remove(ranks[0])


CardRoles.shown_to_templates = frozenset(option.name for option in fields(CardRoles))


def role_of(field_name: str) -> str:
    """The role of a field by its name; empty for one that has no usual name."""
    return _ROLES.get(folded(field_name), "")


def folded(name: str) -> str:
    """Return a name in small letters without accents, its words between underscores.

    >>> folded("Coût"), folded("Fähigkeit 2"), folded("Règle-maison")
    ('cout', 'faehigkeit_2', 'regle_maison')
    """
    letters = unicodedata.normalize("NFC", name).casefold().translate(SPELT_OUT)
    signs = unicodedata.normalize("NFKD", letters)
    bare = "".join(sign for sign in signs if not unicodedata.combining(sign))
    return re.sub(r"[\W_]+", "_", bare).strip("_")


_ROLES = {folded(word): role for role, words in _WORDS.items() for word in words.split()}


def roles_of(values: Mapping[str, Any]) -> CardRoles:
    """What the fields of a card say, each in its role."""
    roles = CardRoles(_text(values.get("name")))
    roles.art, roles.icon = _text(values.get("art")), _text(values.get("icon"))
    for name, value in values.items():
        if name not in _PLACED and _says(value):
            roles.put(name, value)
    for row in _more_rows(values):
        roles.add_text(_row_text(row, values))
    roles.fill_corner()
    return roles


def _more_rows(values: Mapping[str, Any]) -> list[Any]:
    """The rows of a card behind its first."""
    return list(values.get("rows") or ())[1:]


def _row_text(row: Any, values: Mapping[str, Any]) -> str:
    """What a further row of a card says of its own."""
    if not isinstance(row, Mapping):
        return _text(row)
    texts = [
        _label(name) if value is True else _text(value)
        for name, value in row.items()
        if _says(value) and value != values.get(name)
    ]
    return " · ".join(texts)


def _says(value: Any) -> bool:
    """True for a value that prints something."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number or bool(value)


def _text(value: Any) -> str:
    """A value as it is printed."""
    if value is None:
        return ""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_text, value))
    is_negative = isinstance(value, int | float) and value < 0
    return f"\u2212{-value}" if is_negative else str(value)


def _entries(value: Any) -> list[str]:
    """The entries of a list, or of a text that names them between commas or on lines."""
    if isinstance(value, str):
        parts = re.split(r"\s*[\n|;]\s*" if re.search(r"[\n|;]", value) else r"\s*,\s*", value)
        return [part for part in parts if part]
    return [_text(entry) for entry in value] if isinstance(value, Sequence) else [_text(value)]


def _steps(value: Any) -> list[str]:
    """The entries of a list of several, or of a text on several lines; none of what is one."""
    is_list = not isinstance(value, str) or re.search(r"[\n|;]", value)
    entries = _entries(value) if is_list else []
    return entries if len(entries) > 1 else []


def _label(name: str) -> str:
    """The name of a field as words."""
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]
