"""Which art is made for a card that says `art: auto`: by its name, its kind and its tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from cardgen.load.game_dress import art_colours, rgb_of
from cardgen.load.icon_words import IconFinder
from cardgen.model.card_roles import folded, roles_of
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.made_art.drawing import FAMILIES, MadeDrawing
from cardgen.model.made_art.pen import ArtColours
from cardgen.model.project import Project
from cardgen.schema.values import id_of


class _ArtKind(NamedTuple):
    """What art fits cards of a kind: its families, a likelier one more than once, the icons where
    words mean none, and the words that tell the kind, as `folded` has them."""

    families: tuple[str, ...]
    icons: tuple[str, ...]
    words: frozenset[str]


def _kind(families: str, icons: str, words: str) -> _ArtKind:
    return _ArtKind(tuple(families.split()), tuple(icons.split()), frozenset(words.split()))


_ART_KINDS = (
    _kind(
        "waves",
        "anchor ship fish shell whale compass",
        "sea ocean wave water river lake coast harbour harbor port ship boat pirate sailor fish "
        "whale storm tide island meer wasser see fluss schiff hafen insel sturm pirat mer eau "
        "fleuve bateau ile mar agua rio barco isla",
    ),
    _kind(
        "skyline skyline crest",
        "castle tower bell lantern key gate",
        "city town village building castle house market tavern tower street fortress palace guild "
        "stadt dorf burg schloss haus markt turm gebaeude ville chateau maison batiment ciudad "
        "castillo casa edificio",
    ),
    _kind(
        "vista vista stars",
        "mountain tree sun compass footprints",
        "land place location terrain forest mountain hill desert valley field region realm path "
        "road trail journey travel nature wild wood map explore wald berg gebirge huegel wueste "
        "tal feld ort weg reise landschaft lieu foret montagne voyage lugar bosque montana camino "
        "viaje",
    ),
    _kind(
        "stars rosette glass fan",
        "star moon eye crystal-ball fire lightning sparkle rune candle hourglass feather snowflake "
        "wand spellbook",
        "spell magic star moon night arcane prophecy fate dream space planet oracle wizard witch "
        "ritual curse zauber magie stern mond nacht schicksal traum fluch etoile lune nuit sort "
        "hechizo magia estrella luna noche",
    ),
    _kind(
        "glass glass rosette",
        "candle bell sun feather angel church",
        "holy saint angel faith miracle temple church blessing light prayer relic segen engel "
        "kirche tempel licht wunder foi ange luz fe",
    ),
    _kind(
        "bloom bloom quilt",
        "flower leaf acorn butterfly bee bird sun heart mushroom",
        "plant herb flower garden food fruit seed grow growth harvest farm heal healing love "
        "spring tree leaf pflanze kraut blume garten essen ernte liebe baum plante fleur jardin "
        "amour arbre planta flor amor arbol",
    ),
    _kind(
        "rosette quilt crest",
        "coin gem crystal chest key gold-bar",
        "money coin gold bank trade contract resource treasure value price wealth goods geld "
        "muenze schatz rohstoff handel ware argent tresor dinero tesoro recurso",
    ),
    _kind(
        "mask mask bloom crest stars",
        "paw eye skull wolf owl snake dragon lion bear spider moon fire",
        "creature monster beast animal spirit demon devil goblin troll giant ghost god villain "
        "enemy fool jester kreatur tier geist daemon gott feind monstre bete esprit criatura "
        "bestia espiritu demonio",
    ),
    _kind(
        "crest mask glass fan",
        "helmet shield sword laurel feather key heart lion star",
        "hero heroine character person ally king queen prince princess lord lady noble knight "
        "warrior soldier guard captain leader role held koenig koenigin ritter krieger figur heros "
        "roi reine chevalier personnage heroe rey reina caballero",
    ),
    _kind(
        "crest fan quilt rosette",
        "hammer key anvil gem shield chest dagger lantern",
        "item weapon armour armor equipment tool gear artefact artifact sword shield axe bow "
        "gegenstand waffe ruestung werkzeug objet arme objeto arma battle attack defence defense "
        "fight war kampf angriff combat guerre",
    ),
    _kind(
        "fan quilt stars",
        "star bell music mask sun crystal-ball",
        "event action party festival dance music game reward bonus chance luck surprise "
        "celebration ereignis aktion fest tanz musik spiel glueck evenement fete evento accion "
        "fiesta",
    ),
    _kind(
        "quilt fan rosette",
        "book owl feather key sun globe",
        "question trivia trick suit number card letter word lesson vocabulary frage stich zahl "
        "karte wort mot pregunta carta palabra",
    ),
)
_SCENES = frozenset({"vista", "waves", "skyline", "stars"})
"""Families that are whole without an icon."""
_ANY = _kind(
    " ".join(FAMILIES),
    "star sun moon eye feather key compass leaf flower fire anchor gem heart shield hourglass bell "
    "tree mountain cloud wave snowflake lightning shell butterfly bird fish owl fox wolf deer "
    "acorn mushroom candle lantern book scroll castle ship",
    "",
)
"""What fits cards whose words tell no kind."""
_NO_PICTURES = re.compile(
    r"(arrow|assemble|chevron|die|level|number|print|card|d\d+)\b.*|minus|plus|equals|ban|play|pause"
    "|stop|square|circle|triangle|hexagon|octagon|pentagon|oval|round|rhombus|cube|cylinder|cone"
    "|place|person|people|players?|skip|turn|check|cross|choose|block|table|question|exclamation"
    "|undo|redo|copy|link|enter|exit|move|swap|give|take|draw|discard|tap|untap|rotate|flip|roll"
    "|shuffle|reveal|ticket|first-player|infinity"
)
"""Icons that are signs, and no pictures."""
_ONE_COLOUR = b"currentColor"


class ArtMaker:
    """Names the made drawings of a deck's cards, in the colours of its look."""

    def __init__(self, project: Project, game: Game, deck_id: str, *templates: str) -> None:
        self._project = project
        self._game = game
        self._deck_id = deck_id
        self._templates = templates
        self._usable: dict[str, bool] = {}
        self._find_icon = IconFinder(project, self._is_usable)

    def name_of(self, id: str, fields: Mapping[str, Any]) -> str:
        """The drawing of a card: one of art/ that is called as its id is, else one that is made."""
        for name in (f"{self._deck_id}/{id}", id):
            if self._project.has_art(self._game.folder, name):
                return name
        roles = roles_of(fields)
        title = roles.title or id
        words = [roles.kind, *roles.tags, roles.subtitle]
        digest = sha256("\n".join([title, roles.kind]).casefold().encode()).hexdigest()
        seed = int(digest[8:16], 16)
        art_kind = _kind_of(title, seed) or _kind_of(" ".join(words), seed) or _ANY
        family = art_kind.families[seed // 7 % len(art_kind.families)]
        icon = next(self._icons([roles.icon, title]), "")
        if not icon and (family not in _SCENES or seed % 3 == 0):
            icon = art_kind.icons[seed // 97 % len(art_kind.icons)]
        subject = id_of(title)[:40].strip("-")
        return MadeDrawing(subject, family, icon, digest[:8], self._colours).name

    def _icons(self, texts: Iterable[str]) -> Iterator[str]:
        for text in filter(None, texts):
            icon = self._find_icon(text)
            if icon and self._is_usable(icon):
                yield icon

    def _is_usable(self, icon: str) -> bool:
        """True for a picture of one colour that comes with cardgen, and is the same for ever."""
        if icon not in self._usable:
            self._usable[icon] = self._is_picture(icon)
        return self._usable[icon]

    def _is_picture(self, icon: str) -> bool:
        if _NO_PICTURES.fullmatch(icon) or "/" in icon:
            return False
        file = self._project.shipped / "templates/icons" / f"{icon}.svg"
        return file.is_file() and _ONE_COLOUR in self._project.read(file)

    @cached_property
    def _colours(self) -> ArtColours:
        paints = art_colours(self._game, *self._templates)
        return ArtColours(**{name: rgb_of(paint).upper() for name, paint in paints.items()})


def made_name(project: Project, game: Game, deck: Deck, card: Card) -> str:
    """The drawing of a card of a deck that is loaded, as if its art were made."""
    return ArtMaker(project, game, deck.id, deck.template, deck.back).name_of(card.id, card.fields)


def _kind_of(text: str, seed: int) -> _ArtKind | None:
    """The kind of art that the words of a text ask for; one of several by the seed."""
    words = folded(text).split("_")
    spellings = {spelling for word in words for spelling in (word, word.removesuffix("s"))}
    art_kinds = [art_kind for art_kind in _ART_KINDS if not spellings.isdisjoint(art_kind.words)]
    return art_kinds[seed % len(art_kinds)] if art_kinds else None
