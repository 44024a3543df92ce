"""The look that suits a table, by what its columns and the table itself are called.

The words are English, German, French and Spanish, with some Italian and Portuguese."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from cardgen.model.card_roles import FACES, folded, role_of


class _LookRule(NamedTuple):
    """A look with the fields by which its cards are known, and how many of these are needed.

    Beside them cards have fields of the roles `needs`, and none of those of `lacks`."""

    look: str
    words: str
    least: int = 1
    needs: str = ""
    lacks: str = ""

    def suits(self, names: Collection[str]) -> bool:
        """True for the fields of such cards."""
        roles = set(map(role_of, names))
        words = set(self.words.split())
        count = sum(not words.isdisjoint({name, role_of(name), *name.split("_")}) for name in names)
        has_needs = roles.issuperset(self.needs.split())
        return count >= self.least and has_needs and roles.isdisjoint(self.lacks.split())


_FIGURES = (
    "attack atk defence defense def health hp toughness angriff verteidigung abwehr leben "
    "lebenspunkte attaque vie pv ataque defensa vida attacco difesa vita life speed armour armor "
    "strength staerke force fuerza"
)
_RULES = (
    _LookRule("trivia", "answer"),
    _LookRule(
        "tarot",
        "arcana arcanum arcane arcano arkana upright reversed aufrecht umgekehrt endroit renverse "
        "renversee derecho invertido invertida",
    ),
    _LookRule("suits", "suit suits spielfarbe enseigne palo naipe seme", needs="rank"),
    _LookRule("suits", "colour", needs="rank", lacks="text cost kind"),
    _LookRule(
        "sheet",
        "class klasse classe clase race rasse volk raza species ancestry background hintergrund "
        "trasfondo historique alignment gesinnung alignement alineamiento dexterity dex geschick "
        "geschicklichkeit dexterite destreza constitution konstitution constitucion intelligence "
        "intelligenz inteligencia wisdom weisheit sagesse sabiduria charisma charisme carisma "
        "strength staerke force fuerza skills fertigkeiten talente competences habilidades "
        "equipment ausruestung equipement equipo inventory inventar inventaire inventario "
        "pronouns hp level stufe niveau nivel",
        least=4,
    ),
    _LookRule(
        "map",
        "terrain terreno gelaende region exits ausgaenge sorties salidas connections "
        "verbindungen liaisons conexiones neighbours neighbors nachbarn voisins vecinos "
        "coordinates koordinaten coordonnees coordenadas biome biom bioma",
    ),
    _LookRule(
        "quest",
        "objective goal reward rewards ziel belohnung objectif recompense objetivo recompensa "
        "obiettivo ricompensa",
    ),
    _LookRule("creature", _FIGURES, least=2),
    _LookRule("creature", _FIGURES, needs="text"),
    _LookRule(
        "token",
        "token counter marker plaettchen marke jeton ficha spielstein movement bewegung mouvement "
        "movimiento",
    ),
    _LookRule(
        "resource",
        "resource rohstoff ressource recurso risorsa yield ertrag rendement produces produziert "
        "produit produce production produktion produccion",
    ),
    _LookRule(
        "spell",
        "mana manakosten school zauberschule magieschule ecole escuela casting zauberzeit "
        "zauberdauer incantation components komponenten composantes componentes range reichweite "
        "portee alcance",
        least=2,
        needs="text",
    ),
    _LookRule(
        "item", "price preis prix precio prezzo preco weight gewicht poids peso slot", needs="text"
    ),
    _LookRule("event", "trigger ausloeser declencheur disparador season jahreszeit saison"),
)
"""The first that suits is proposed."""
_TITLES = {
    "trivia": "trivia quiz flashcard lernkarte vokabel",
    "tarot": "tarot tarock arcana arcane arcano arkana oracle orakel",
    "suits": "suit spielfarbe naipe",
    "sheet": "character charakter hero held helden heroe personnage personaje npc nsc pnj",
    "map": "map tile landkarte mapa carte_du_monde lieu lieux lugar lugare location ort orte",
    "quest": "quest mission auftrag auftraege quete mision misione",
    "creature": "creature monster beast kreatur kreaturen monstre criatura monstruo bestia",
    "token": "token counter marker plaettchen jeton ficha spielstein",
    "resource": "resource rohstoff rohstoffe ressource ressourcen recurso ware waren good",
    "spell": "spell zauber zaubersprueche sort sortilege hechizo conjuro",
    "item": "item gegenstand gegenstaende objet objeto treasure schatz schaetze tresor tesoro "
    "weapon waffe waffen arme arma",
    "event": "event ereignis ereignisse evenement evento",
}
"""What a table of such cards, or the column of their names, is called."""
_FALLBACKS = (
    _LookRule("spell", "cost", needs="text"),
    _LookRule("event", "text", lacks="question"),
)


def look_for(
    field_names: Iterable[str], titles: Iterable[str] = (), looks: Collection[str] = FACES
) -> str:
    """Return the one of `looks` that suits cards with such fields; empty where none does.

    `titles` are the name of the table and what stands above the names of its cards."""
    names = {folded(name) for name in field_names}
    title_words = {form for title in titles for form in _words(title)}
    suitable_looks = [
        *(rule.look for rule in _RULES if rule.suits(names)),
        *(look for look, words in _TITLES.items() if title_words & set(words.split())),
        *(rule.look for rule in _FALLBACKS if rule.suits(names)),
    ]
    return next((look for look in suitable_looks if look in looks), "")


def _words(text: str) -> set[str]:
    """The words of a name, as they stand and without the s of a plural."""
    words = folded(text).split("_")
    return {*words, *(word.removesuffix("s") for word in words)}
