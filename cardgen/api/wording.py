"""How a game's texts word things: one thing said in two ways, names that are almost right, capitals
that differ, forms that a glossary forbids, and words that a dictionary does not know."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from cardgen.base.findings import CardgenError, Finding, Place
from cardgen.model.cards import Deck, Game
from cardgen.model.project import root_of
from cardgen.rulebook import file_of
from cardgen.schema.source import typed_text

CHECK = "wording"
_CODE = re.compile(r"`[^`\n]*`")
_SPAN = re.compile(r"\]\{[^{}]*\}|\]\([^()]*\)|[*_~`|]+|\[")
"""Marks of a text that are no words: the ends of spans and links, bold, italic, bars of tables."""
_INDEXED = re.compile(r"\[\[([^\[\]|]*)(?:\|[^\[\]]*)?\]\]")
"""A word of a rulebook with what the index calls it."""
_DIRECTIVE = re.compile(r"\s*:::+\s*\w*|\s*---+\s*$")
"""What says what a part of a rulebook is; a title may stand behind it."""
_GAP = "\u25cc"
"""Stands for an icon or a value, so that what is around it does not become one phrase."""
_ICON = re.compile(r"\{[^{}\n]*\}")
_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_TAG = re.compile(r"<[^<>\n]+>")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\u2010-][^\W\d_]+)*['\u2019]?")
_SENTENCE_START = re.compile(
    r"(?:^|[.!?:;\u2026\u25cc\u201c\"(\u00bb\u2013\u2014]\s*|\n\s*(?:[-*#>+]|\d+[.)])?\s*)$"
)
_MOST_PLACES = 20
_NUMBER_WORDS = {
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "de": "eins zwei drei vier f\u00fcnf sechs sieben acht neun zehn elf zw\u00f6lf",
}
_NO_NOUNS = frozenset(
    re.findall(r"\w+", "and or of to in at on is are more each per others with for from times")
)
_SPELLINGS = (
    ("colour", "color"),
    ("favourite", "favorite"),
    ("neighbour", "neighbor"),
    ("grey", "gray"),
    ("centre", "center"),
    ("armour", "armor"),
    ("honour", "honor"),
    ("licence", "license"),
    ("harbour", "harbor"),
    ("flavour", "flavor"),
    ("travelling", "traveling"),
    ("cancelled", "canceled"),
)
"""Words that British and American English spell in two ways."""
_RARE = 0.3
"""The part of all places up to which one of two ways is the exception that is told."""
_SHORTEST_NAME = 6
"""Letters of a name of which one may be mistyped and still be meant."""


class Speller(Protocol):
    """A dictionary of a language."""

    def knows(self, word: str) -> bool:
        """True if the word is spelt right."""

    def nearest(self, word: str) -> str:
        """A word that may be meant; empty where there is none."""


class WordedText(NamedTuple):
    """A text of a game without its marks: where it stands, on which card, if on one."""

    text: str
    place: Place
    deck: str = ""
    card: str = ""
    field: str = ""


class Saying(NamedTuple):
    """What is worded somehow somewhere: the words, and the text that they stand in."""

    words: str
    spot: WordedText


def texts_of(game: Game, decks: Sequence[Deck]) -> list[WordedText]:
    """The texts of cards and of the rulebook, each place once."""
    spots: dict[tuple[Place, str], WordedText] = {}
    for deck in decks:
        fields = [name for name, field in deck.fields.items() if field.is_text]
        for card in deck:
            for name in dict.fromkeys(("name", *fields)):
                value = card.fields.get(name)
                if isinstance(value, str) and value.strip():
                    place = card.places.get(name, card.place)
                    spot = WordedText(_words_of(value), place, deck.id, card.id, name)
                    spots.setdefault((place, spot.text), spot)
    return [*spots.values(), *_of_book(game)]


def _of_book(game: Game) -> Iterator[WordedText]:
    """Yield the lines of the rulebook, without what is no text of it."""
    file = file_of(game)
    if not file.exists():
        return
    try:
        text = typed_text(file, root_of(game.folder))
    except CardgenError:  # told when the book is made
        return
    blank = _JINJA.sub(lambda match: _GAP + "\n" * match[0].count("\n"), text)
    in_code = False
    for number, line in enumerate(blank.splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and line.strip():
            yield WordedText(_words_of(_DIRECTIVE.sub("", line)), Place(file, number))


def _words_of(text: str) -> str:
    """A text without its marks; icons leave a gap."""
    text = _INDEXED.sub(r"\1", _CODE.sub(_GAP, text))
    return _SPAN.sub("", _ICON.sub(_GAP, _TAG.sub(" ", text)))


def wording_findings(
    game: Game, decks: Sequence[Deck], language: str, speller: Speller | None = None
) -> list[Finding]:
    """Notes on the words of a game, each with all of its places. Texts are of the language."""
    spots = texts_of(game, decks)
    names = _names_of(game, decks)
    found = [
        *_forbidden(game, spots, language),
        *_numbers_in_two_ways(spots, language),
        *_compounds_in_two_ways(spots),
        *_verbs_in_two_ways(spots, language),
        *_capitals_in_two_ways(spots, names, language),
        *_names_almost_right(spots, names),
    ]
    if language.startswith("en"):
        found += _spellings_in_two_ways(spots)
    if speller:
        found += _unknown_words(spots, names, language, speller)
    agreed = {term.casefold() for term in game.glossary.get(language[:2], {})}
    return [
        _on_card(game, finding)
        for finding in found
        if finding.sayings[0].words.casefold() not in agreed
    ]


class WordingFinding(NamedTuple):
    """What is told of words: the code, the sentence, the remedy, and where they stand."""

    code: str
    what: str
    remedy: str
    sayings: Sequence[Saying]


def _on_card(game: Game, found: WordingFinding) -> Finding:
    """A finding as a note at its first place, with the others behind it."""
    spots = list(dict.fromkeys(saying.spot for saying in found.sayings))
    first = spots[0]
    also = tuple(dict.fromkeys(spot.place for spot in spots[1:_MOST_PLACES]))
    finding = Finding(found.code, found.what, found.remedy, first.place)
    return finding.found_by(CHECK, "note", game.id, first.deck, first.card, also=also)


def _names_of(game: Game, decks: Sequence[Deck]) -> set[str]:
    """What is called by a name of its own: cards, decks, keywords, the game."""
    names = {game.title, *(deck.title for deck in game.decks), *game.vocabulary.keywords}
    for deck in decks:
        for card in deck:
            name = card.fields.get("name")
            if isinstance(name, str):
                names.add(_words_of(name).strip())
    return {name for name in names if name}


# one thing in two ways


def _exceptions(
    ways: Mapping[str, Sequence[Saying]],
) -> Iterator[tuple[str, str, Sequence[Saying]]]:
    """Yield the usual way, a rare one, and where this is said."""
    if len(ways) < 2:
        return
    usual = max(ways, key=lambda way: len(ways[way]))
    total = sum(map(len, ways.values()))
    for way, sayings in ways.items():
        if way != usual and len(sayings) <= _RARE * total:
            yield usual, way, sayings


def _two_ways(ways: Mapping[str, Sequence[Saying]], code: str) -> Iterator[WordingFinding]:
    """Yield the rare ways to say what is said otherwise elsewhere."""
    for usual, _, sayings in _exceptions(ways):
        count = len(ways[usual])
        rare = sayings[0].words
        said = ways[usual][0].words
        what = f'it says "{rare}", and {count} times "{said}"'
        yield WordingFinding(code, what, f'write "{said}" everywhere, or accept it', sayings)


def _numbers_in_two_ways(spots: Sequence[WordedText], language: str) -> Iterator[WordingFinding]:
    """Numbers before the same word, once as figures and once in letters: `2 cards`, `two cards`.

    Cards may have figures where the book has letters: each is looked at by itself."""
    words = _NUMBER_WORDS.get(language[:2], "").split()[1:]
    if not words:
        return
    numbers = {word: str(number) for number, word in enumerate(words, 2)}
    pattern = re.compile(
        rf"\b({'|'.join([*words, *numbers.values()])})\s+([^\W\d_]{{3,}})", re.IGNORECASE
    )
    ways: dict[tuple[str, str, bool], dict[str, list[Saying]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for spot in spots:
        for match in pattern.finditer(spot.text):
            number, noun = match[1].casefold(), match[2].casefold()
            if match.start() and spot.text[match.start() - 1] in "\u2013-\u00d7/+":
                continue  # of a range or a sum
            if noun in _NO_NOUNS or (language.startswith("de") and not match[2][0].isupper()):
                continue
            value = numbers.get(number, number)
            kind = "letters" if number in numbers else "figures"
            ways[value, noun, bool(spot.deck)][kind].append(Saying(match[0], spot))
    for of_noun in ways.values():
        yield from _two_ways(of_noun, "wording-number")


def _compounds_in_two_ways(spots: Sequence[WordedText]) -> Iterator[WordingFinding]:
    """Words with a hyphen that stand elsewhere without: re-roll, reroll."""
    ways: dict[str, dict[str, list[Saying]]] = defaultdict(lambda: defaultdict(list))
    hyphened: set[str] = set()
    for spot in spots:
        for match in _WORD.finditer(spot.text):
            word = match[0].casefold().replace("\u2010", "-")
            joined = word.replace("-", "")
            if "-" in word:
                hyphened.add(joined)
            if len(joined) > 4:
                ways[joined][word].append(Saying(match[0], spot))
    for joined in sorted(hyphened):
        yield from _two_ways(ways[joined], "wording-compound")


def _spellings_in_two_ways(spots: Sequence[WordedText]) -> Iterator[WordingFinding]:
    """British beside American words."""
    for pair in _SPELLINGS:
        ways: dict[str, list[Saying]] = {}
        for spelling in pair:
            pattern = re.compile(rf"\b{spelling}", re.IGNORECASE)
            sayings = [
                Saying(match[0].casefold(), spot)
                for spot in spots
                for match in pattern.finditer(spot.text)
            ]
            if sayings:
                ways[spelling] = sayings
        yield from _two_ways(ways, "wording-spelling")


_DETERMINERS = (
    r"an?|one|the|all|your|up to|any|[0-9]+|two|three|four|five"
    r"|eine?n?|die|das|den|alle|bis zu|zwei|drei"
)
_VERBS = {
    "en": ({"draw", "take"}, {"discard", "throw away"}, {"gain", "get", "receive", "earn"}),
    "de": ({"ziehe", "nimm"}, {"erhalte", "bekomme"}),
}
"""Verbs that may mean the same deed."""


def _verbs_in_two_ways(spots: Sequence[WordedText], language: str) -> Iterator[WordingFinding]:
    """Whole commands that differ in nothing but a verb: `Draw a card.`, `Take a card.`"""
    for verbs in _VERBS.get(language[:2], ()):
        pattern = re.compile(
            rf"\b({'|'.join(sorted(verbs))})\s+((?:{_DETERMINERS})\b[^.,;:!?\u25cc\n]{{3,40}})(?=[.;!\n]|$)",
            re.IGNORECASE,
        )
        ways: dict[str, dict[str, list[Saying]]] = defaultdict(lambda: defaultdict(list))
        for spot in spots:
            for match in pattern.finditer(spot.text):
                deed = re.sub(r"\b(an?|one|1)\b", "1", match[2].casefold().strip())
                ways[deed][match[1].casefold()].append(Saying(match[0].strip(), spot))
        for of_deed in ways.values():
            yield from _two_ways(of_deed, "wording-verb")


def _capitals_in_two_ways(
    spots: Sequence[WordedText], names: set[str], language: str
) -> Iterator[WordingFinding]:
    """Terms of several words, and keywords, with other capitals than elsewhere in a sentence."""
    if language.startswith("de"):  # every noun has one
        return
    terms = {name.casefold() for name in names if " " in name}
    for term in sorted(terms):
        pattern = re.compile(rf"(?<!\w){re.escape(term)}(?!\w)", re.IGNORECASE)
        ways: dict[str, list[Saying]] = defaultdict(list)
        for spot in spots:
            if spot.text.strip().casefold() == term:
                continue  # a name by itself
            for match in pattern.finditer(spot.text):
                before = spot.text[: match.start()]
                words = match[0]
                if (
                    not _SENTENCE_START.search(before)
                    and not words.isupper()
                    and not _is_title(spot.text)
                ):
                    ways[words].append(Saying(words, spot))
        yield from _two_ways(ways, "wording-capital")


def _is_title(text: str) -> bool:
    """True if nearly every word of a text has a capital, or it is a heading."""
    words = _WORD.findall(text)
    capital = sum(word[0].isupper() for word in words)
    return text.lstrip().startswith("#") or (len(words) < 9 and capital >= 0.7 * len(words))


# names


def _names_almost_right(spots: Sequence[WordedText], names: set[str]) -> Iterator[WordingFinding]:
    """Capital words in texts that are one letter off the name of a card or a keyword."""
    known = {form for name in names for word in _WORD.findall(name) for form in _forms(word)}
    counts = Counter(word.casefold() for spot in spots for word in _WORD.findall(spot.text))
    long_names = {
        word.casefold()
        for name in names
        for word in _WORD.findall(name)
        if len(word) >= _SHORTEST_NAME
    }
    by_deletion: dict[str, set[str]] = defaultdict(set)
    for name in long_names:
        for shorter in _deletions(name):
            by_deletion[shorter].add(name)
    for spot in spots:
        for match in _WORD.finditer(spot.text):
            word = match[0].casefold()
            if not match[0][0].isupper() or len(word) < _SHORTEST_NAME or word in known:
                continue
            if counts[word] > 1 or _SENTENCE_START.search(spot.text[: match.start()]):
                continue
            near = {name for shorter in _deletions(word) for name in by_deletion.get(shorter, ())}
            near = {name for name in near if _is_slip(word, name)}
            if near:
                name = min(near)
                what = f'"{match[0]}" is nearly "{name}", the name of a card or a term'
                yield WordingFinding(
                    "wording-name", what, f'write "{name}", or accept it', [Saying(match[0], spot)]
                )


def _forms(word: str) -> Iterator[str]:
    """Yield the forms that a word may have in a sentence."""
    bare = re.sub(r"['\u2019]s?$", "", word.casefold())
    yield from (bare, f"{bare}s", f"{bare}es", f"{bare}'s", f"{bare}\u2019s", word.casefold())
    if bare.endswith("s"):
        yield bare[:-1]
    if bare.endswith("y"):
        yield f"{bare[:-1]}ies"


def _deletions(word: str) -> set[str]:
    """The word, and what is left of it without any one letter."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _is_slip(word: str, name: str) -> bool:
    """True if one letter more, less, other or out of order makes the name of the word, not at its
    end, where words are bent."""
    if word[:1] != name[:1] or abs(len(word) - len(name)) > 1:
        return False
    is_bent = word[:-2] == name[:-2] and sorted(word) != sorted(name)
    if is_bent or word.startswith(name) or name.startswith(word):
        return False
    return bool(_deletions(word) & _deletions(name))


# the glossary


def _forbidden(game: Game, spots: Sequence[WordedText], language: str) -> Iterator[WordingFinding]:
    """Forms that the glossary of the language does not want."""
    for term, others in game.glossary.get(language[:2], {}).items():
        for other in others:
            pattern = re.compile(rf"(?<!\w){re.escape(other)}(?!\w)", re.IGNORECASE)
            sayings = [
                Saying(match[0], spot) for spot in spots for match in pattern.finditer(spot.text)
            ]
            if sayings:
                what = f'it says "{sayings[0].words}"; the glossary says "{term}"'
                yield WordingFinding("wording-term", what, f'write "{term}"', sayings)


# the dictionary


_FEWEST_WORDS, _FOREIGN = 8, 0.4
"""A field of so many words, of which more than this part is unknown, is in another language."""
_BRITISH = (
    ("our", "or"),
    ("tre", "ter"),
    ("ise", "ize"),
    ("ising", "izing"),
    ("ises", "ices"),
    ("yse", "yze"),
    ("lling", "ling"),
    ("lled", "led"),
    ("ou", "o"),
    ("ou", "u"),
    ("urnt", "urned"),
    ("nce", "nse"),
    ("grey", "gray"),
)
"""How British words are spelt, and what American dictionaries have."""


def _is_known(word: str, speller: Speller) -> bool:
    """True if a dictionary knows the word, all of its parts, or how America spells it."""
    if speller.knows(word):
        return True
    parts = re.split("[-\u2010]", word)
    if len(parts) > 1 and all(speller.knows(part) for part in parts if len(part) > 3):
        return True
    spellings = (word.replace(*pair) for pair in _BRITISH if pair[0] in word)
    return any(map(speller.knows, spellings))


_LEFT_OUT = frozenset(
    re.findall(
        r"\w+",
        "unters hinters übers vors ums fürs meins deins seins ihrs "
        "zweien dreien vieren fünfen sechsen silber gold bronze",
    )
)
"""German words that dictionaries leave out."""


def _unknown_words(
    spots: Iterable[WordedText], names: set[str], language: str, speller: Speller
) -> Iterator[WordingFinding]:
    """Words that neither the dictionary nor the names of the game have, used once or twice."""
    known = {form for name in names for word in _WORD.findall(name) for form in _forms(word)}
    sayings: dict[str, list[Saying]] = defaultdict(list)
    words_of_field: dict[tuple[str, str], set[str]] = defaultdict(set)
    for spot in spots:
        for match in _WORD.finditer(spot.text):
            word = re.sub(r"['\u2019]s?$", "", match[0])
            if len(word) > 3 and not word.isupper():
                sayings[word].append(Saying(word, spot))
                words_of_field[spot.deck, spot.field].add(word)
    foreign = {
        field
        for field, words in words_of_field.items()
        if len(words) >= _FEWEST_WORDS
        and sum(not _is_known(word, speller) for word in words) > _FOREIGN * len(words)
    }
    for word, of_word in sayings.items():
        if len(of_word) > 2 or word.casefold() in known | _LEFT_OUT or word[0].isupper():
            continue
        if all((each.spot.deck, each.spot.field) in foreign for each in of_word):
            continue
        if _is_known(word, speller):
            continue
        nearest = speller.nearest(word)
        parts = nearest.split(" ")
        is_compound = "".join(parts) == word and len(parts) > 1
        if is_compound and (language.startswith("de") or min(map(len, parts)) > 3):
            continue  # put together of two words
        remedy = f'did you mean "{nearest}"?' if nearest else "look at it, or accept it"
        yield WordingFinding("wording-misspelt", f'no dictionary knows "{word}"', remedy, of_word)
