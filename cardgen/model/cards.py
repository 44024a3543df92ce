"""Games, decks and cards, once loaded and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.findings import Finding, Place
from cardgen.base.suggestions import did_you_mean
from cardgen.model.accepted import Accepted
from cardgen.model.credits import DrawingCredit, credits_in_words
from cardgen.model.fields import Field
from cardgen.model.production import NOT_SAID, Production
from cardgen.model.sizes import NO_BLEED, Bleed, Shape, Tray
from cardgen.model.span_styles import SpanSheet, SpanStyle
from cardgen.model.vocabulary import KEYWORD_STYLE, NO_VOCABULARY, Vocabulary

FIRST_VERSION = "1"
"""The version of a game that says none."""


class MissingError(KeyError):
    """An id that nothing has, which whoever asks for it tells with its place."""

    def __init__(self, code: str, sentence: str, remedy: str) -> None:
        super().__init__(code, sentence, remedy)
        self.finding = Finding(code, sentence, remedy)

    def __str__(self) -> str:
        return self.finding.sentence


PALETTE = "--palette-"
"""How the variable begins that names a colour of the palette in a drawing."""
MIXED = "-"
"""What the name of a colour begins with that mix() made of one with a plate of its own; no colour
of a palette is called so."""


FINISHES = {"white": False, "foil": True, "varnish": False, "die": False}
"""Layers of finishing beside the inks, and whether screens and home printers show them in their
colour."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A palette colour: `rgb` as `#RRGGBB`, and `cmyk` in percent.

    `cmyk` is None where the file gives none. `spot` is the ink of its own that it is printed in,
    such as PANTONE 021 C, `plate` the finish that it is: one of FINISHES. In a template it is its
    rgb; with a `name`, because another looks the same and is printed in other inks, that and its
    name. A finish that no screen shows is clear there."""

    rgb: str
    cmyk: tuple[float, float, float, float] | None = None
    place: Place | None = field(default=None, compare=False, repr=False)
    name: str = ""
    spot: str = ""
    plate: str = ""

    def __str__(self) -> str:
        # Browsers know no such variable and take the second choice.
        clear = "00" if self.plate and not FINISHES[self.plate] else ""
        return f"var({PALETTE}{self.name}, {self.rgb}{clear})" if self.name else self.rgb


@dataclass(frozen=True, slots=True)
class Dress:
    """The dress of a box.

    Folders of templates, of which the first that has a face draws it, the drawing on its front, the
    colour of its ground, and a line of small print. What is not said is chosen.
    """

    templates: tuple[str, ...] = ()
    art: str = ""
    colour: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class BookDress:
    """The dress of a rulebook: templates, font families and colours.

    One family is that of headings, one that of text. `colours` names a colour of the palette for
    each part that was given one; `chapters` names those that chapters take in turn. What is not
    said is chosen. With `justify` lines of running text reach both edges. `places` says where each
    was written.
    """

    templates: str = ""
    display: str = ""
    body: str = ""
    colours: Mapping[str, str] = field(default_factory=dict)
    chapters: tuple[str, ...] = ()
    justify: bool = False
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Typesetting:
    """Choices for running text; None and no language where nothing is said.

    `hyphenate` divides words by the patterns of the language, `quotes` sets its quotation marks in
    place of typed ones, `keep_last_words` leaves no short word alone on the last line of a
    paragraph; `list_bullet` is the mark-up of bullets, `styles` those that spans may name."""

    language: str = ""
    hyphenate: bool | None = None
    quotes: bool | None = None
    keep_last_words: bool | None = None
    list_bullet: str = ""
    styles: SpanSheet | None = None

    def over(self, other: Typesetting) -> Typesetting:
        """Return these choices, with what the other says where they say nothing."""
        values = {
            slot: getattr(other, slot)
            for slot in self.__slots__
            if getattr(self, slot) in (None, "")
        }
        return replace(self, **values)


class CardRow(dict[str, Any]):
    """A row of a table of data, or one of several of a card.

    It is what it says, by field."""

    __slots__ = ()

    @property
    def fields(self) -> Mapping[str, Any]:
        """Its values by field, as a card has them."""
        return self

    def __str__(self) -> str:
        return ", ".join(
            f"{name} {value}" for name, value in self.items() if value not in (None, "", [])
        )


@dataclass(frozen=True, slots=True)
class CardPart:
    """A part of a card whose texts go on: the `number` of it, from 1, and how many there are.

    `first` is the id of the card that the first part is printed on. `pieces` are the texts that go
    on, in the order in which the face sets them: what of each stands on this part, and None where
    that is all of it."""

    number: int = 1
    total: int = 1
    first: str = ""
    pieces: tuple[str | None, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Card:
    """One card of a deck, printed `copies` times. What its deck's fields declare reads as
    attributes: `card.rank`.

    `fields` are its own values by field name; `place` is where its entry begins; `places` maps each
    written field to its own place."""

    id: str
    deck: str
    fields: Mapping[str, Any]
    _: KW_ONLY
    copies: int = 1
    template: str = ""
    back: str = ""
    copy_number: int = 0
    """Which of its copies this is, from 1, where its deck has copies that differ; 0 where all are
    alike."""
    printed_part: CardPart | None = None
    """Which part of a card it is, among cards as they are printed; None where that is all of it."""
    own_size: str = ""
    """The size that it says as what it is cut to, as it is written; empty for that of its deck."""
    own_shape: Shape | None = None
    """What it is cut to, where a card of its deck says a size; None where all are cut as the deck
    says."""
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.fields[name]
        except KeyError:
            if name == SIZE:  # unless a deck has a field of that name
                return self.own_size or None
            raise AttributeError(f'card "{self.id}" has no field "{name}"') from None

    def __repr__(self) -> str:
        return f"<Card {self.deck}/{self.id}>"

    def where(self, name: str) -> Place:
        """The place of a field, or of the card when it is not written out."""
        return self.places.get(name, self.place)

    @property
    def first_id(self) -> str:
        """The id of the card that it is a part of, which is mostly its own."""
        return self.printed_part.first if self.printed_part else self.id


@dataclass(slots=True, eq=False, repr=False)
class Edition(Card):
    """One edition of a game, made for a guest, a table or a number. Its fields read as a card's do:
    `edition.guest`."""

    def __repr__(self) -> str:
        return f"<Edition {self.id}>"


@dataclass(frozen=True, slots=True)
class EditionForm:
    """The fields of the editions of a game, and what is made of them.

    `called` is an expression that gives the names of their files, without one they are called as
    their ids; `slip` the template of the card that lies on top of each."""

    fields: Mapping[str, Field]
    called: str = ""
    slip: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class CardTable:
    """The table that a deck has its cards from, as far as one who writes into it asks.

    `columns` are those that each field fills, counted from 1; `separator` and `sheet` are empty
    where the deck file names none."""

    file: Path
    columns: Mapping[str, tuple[int, ...]]
    sheet: str = ""
    separator: str = ""
    heading_row: int = 0
    """The last row of its headings."""


SIZE = "size"
"""The field by which a card says a size of its own, in decks that declare no other of that name."""
AID, PAD = "aid", "pad"
"""Roles of decks beside the cards of a game: cards that explain it, and sheets to write on."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that a player would keep in one pile, mostly of one size.

    `shape` is that of the cards that say no size of their own. Iterating gives the distinct cards,
    `len` their number; `copies` counts paper.
    """

    id: str
    title: str
    game: str
    shape: Shape
    template: str
    back: str
    cards: tuple[Card, ...]
    fields: Mapping[str, Field]
    shuffled_with: tuple[str, ...] = ()
    file: Path = Path()
    places: Mapping[str, Place] = field(default_factory=dict)
    second_back: str = ""
    """The back of a second set, for games that mix two whole decks and sort them again."""
    box: Dress = Dress()
    """How its box is dressed, where that is not as the game says."""
    tray: Tray | None = None
    """Each card of it can also be a tray of this size."""
    continues: bool = False
    """True if texts that are too long go on on further cards."""
    is_as_printed: bool = False
    """True once the cards are among it on which texts go on."""
    typesetting: Typesetting = Typesetting()
    """How its texts are set, where that is not as the game says."""
    vocabulary: Vocabulary = NO_VOCABULARY
    """What is said of the words of its texts, where that is not as the game says."""
    styles: Mapping[str, SpanStyle] = field(default_factory=dict)
    """The styles of spans of its texts, beside those of the game and in place of them."""
    bleed: Bleed = NO_BLEED
    """What the pages of its templates have around the trim, where they were drawn with their
    bleed."""
    texts: Mapping[str, Mapping[str, Mapping[str, tuple[str, Place]]]] = field(default_factory=dict)
    """Texts in other languages that its own table has: by language, by card, by field."""
    headings: Mapping[int, str] = field(default_factory=dict)
    """The headings of its table, by column, where they are not the names of the fields."""
    table: CardTable | None = None
    """The table that has its cards, if the deck file does not list them."""
    notes: tuple[Finding, ...] = ()
    """What was taken for something when it was loaded."""
    accept: tuple[Accepted, ...] = ()
    """The findings about it that are meant."""
    role: str = ""
    """AID or PAD; none for a deck of the game's own cards."""
    layout: str = ""
    """How its sheets are laid out, whatever a call says of others; none where it says nothing."""
    paper: str = ""
    """The paper of its sheets, likewise."""
    marks: str = ""
    """What its sheets are cut by, likewise."""
    panels: tuple[int, int] = (1, 1)
    """How many panels across and down its pieces have that fold between them."""
    outline: str = ""
    """The name of the drawing that its pieces have their outline from."""
    on_table: str = ""
    """How its pieces lie on a table, where size and shape would not tell."""
    sheet_copies: int = 1
    """How often its sheets are printed."""
    volume: tuple[int, int] = (1, 1)
    """Of a long table which of its volumes these cards are, counted from 1, and of how many."""

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __bool__(self) -> bool:
        return True  # one whose cards are still to come is a deck, too

    @property
    def copies(self) -> int:
        return sum(card.copies for card in self.cards)

    @property
    def is_pad(self) -> bool:
        """True if it is sheets to write on."""
        return self.role == PAD

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What its cards are cut to, each once: mostly that of the deck alone."""
        own = {card.own_shape: None for card in self.cards if card.own_shape}
        if not own:
            return (self.shape,)
        return tuple(sorted(own, key=lambda shape: shape != self.shape))

    @property
    def sizes(self) -> str:
        """What its cards are cut to, in words."""
        return ", ".join(map(str, self.shapes))

    @property
    def by_size(self) -> tuple[Deck, ...]:
        """The deck as it is for the cards of each of its sizes, with all of its cards."""
        firsts = {card.own_shape: card for card in reversed(self.cards)}
        if len(firsts) < 2 and self.shape in self.shapes:
            return (self,)
        return tuple(self.cut_as(firsts[shape]) for shape in self.shapes)

    def cut_to(self, size: ShopSize) -> Deck:
        """The deck with all of its cards in another size."""
        cards = self.cards
        if any(card.own_shape for card in cards):
            cards = tuple(replace(card, own_shape=None) for card in cards)
        elif self.shape == size.shape:
            return self
        places = {**self.places, SIZE: size.place}
        return replace(self, shape=size.shape, cards=cards, places=places)

    def cut_as(self, card: Card) -> Deck:
        """The deck as it is for this card: of its size."""
        shape = card.own_shape
        if shape is None or shape == self.shape:
            return self
        return replace(self, shape=shape, places={**self.places, SIZE: card.where(SIZE)})

    @property
    def worded(self) -> tuple[str, ...]:
        """The fields of its cards that are texts, with `name`."""
        return ("name", *(name for name, field in self.fields.items() if field.is_text))

    def where(self, name: str) -> Place:
        """The place of a key of its file, or the file's beginning."""
        return self.places.get(name) or Place(self.file, 1)

    def card(self, id: str) -> Card:
        """The card with this id. Raises MissingError."""
        for card in self.cards:
            if card.id == id:
                return card
        raise MissingError(
            "unknown-card",
            f'the deck "{self.id}" has no card "{id}"',
            did_you_mean(str(id), (card.id for card in self.cards)),
        )


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table of a game that makes no cards.

    Its rows, its file, what was taken for something when it was read, and the place of each
    row."""

    rows: tuple[CardRow, ...]
    file: Path
    notes: tuple[Finding, ...] = ()
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a deck's table.

    Its address as it was typed, and the file that it is kept as."""

    deck: str
    address: str
    file: Path
    place: Place


class ShopSize(NamedTuple):
    """What a deck is cut to for a shop, and where that is said."""

    shape: Shape
    place: Place


class NumberRange(NamedTuple):
    """A number or a range of numbers, as it is written: `4`, `2–4`, `3+` (`most` is None)."""

    least: int
    most: int | None

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least}+"
        return f"{self.least}" if self.most == self.least else f"{self.least}–{self.most}"


@dataclass(frozen=True, slots=True)
class Game:
    """A folder of card_data: its title, palette, lists and decks.

    The lists are of ids (`suits` and the like); decks are in order."""

    id: str
    title: str
    designer: str
    folder: Path
    palette: Mapping[str, Colour]
    lists: Mapping[str, tuple[str, ...]]
    decks: tuple[Deck, ...]
    version: str = FIRST_VERSION
    place: Place | None = None
    credits: str = ""
    """What is said of rights and thanks at the end of the rulebook."""
    drawings: tuple[DrawingCredit, ...] = ()
    """The credits of drawings by others."""
    language: str = ""
    """The language its texts were translated into; none for the one they were written in."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What texts of the templates become in that language; their spaces and line ends count as one
    space each."""
    box: Dress = Dress()
    """How boxes are dressed."""
    rulebook: BookDress = BookDress()
    """How its rulebook is dressed."""
    logo: str = ""
    """The drawing of its title, which covers and boxes show instead of the plain words."""
    origins: tuple[Origin, ...] = ()
    """Where tables of its decks are pulled from, those of decks that could not be read included."""
    typesetting: Typesetting = Typesetting()
    """How texts are set."""
    vocabulary: Vocabulary = NO_VOCABULARY
    """What is said of the words of its texts."""
    styles: Mapping[str, SpanStyle] = field(default_factory=dict)
    """The styles of spans of texts, by name."""
    editions: EditionForm | None = None
    """What its editions may say, where it has any."""
    edition: Edition | None = None
    """The edition that it is; of a game as it was loaded, the example."""
    seed: str = ""
    """What chance begins with."""
    tables: Mapping[str, DataTable] = field(default_factory=dict)
    """Its tables of data, by name."""
    accept: tuple[Accepted, ...] = ()
    """The findings about it that are meant."""
    sizes: Mapping[str, Mapping[str, ShopSize]] = field(default_factory=dict)
    """What decks are cut to for a shop, by the name of its printer and the id of the deck."""
    about: str = ""
    """What it is, in a sentence or two."""
    players: NumberRange | None = None
    """How many play it."""
    minutes: NumberRange | None = None
    """How long a game takes."""
    age: int = 0
    """The least age in years; 0 where none is said."""
    glossary: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Its terms with the forms that nobody is to write instead, by language."""
    production: Production = NOT_SAID
    """How factories are asked to make it."""
    dice: Mapping[int, int] = field(default_factory=dict)
    """How many dice it is played with, by their number of sides."""

    @property
    def full_credits(self) -> str:
        """The credits, those of drawings behind them."""
        return " ".join(filter(None, (self.credits, credits_in_words(self.drawings))))

    @property
    def badges(self) -> tuple[tuple[str, str, str], ...]:
        """The play facts: the name of an icon, the words, and figures where these have no room."""
        badges = list[tuple[str, str, str]]()
        if self.players:
            is_one = self.players == (1, 1)
            noun = "1 player" if is_one else "{} players"
            badges.append(("players", self.said(noun, self.players), f"{self.players}"))
        if self.minutes:
            minutes = self.said("{} minutes", self.minutes)
            badges.append(("hourglass", minutes, f"{self.minutes} min"))
        if self.age:
            badges.append(("cake", self.said("age {}+", self.age), f"{self.age}+"))
        return tuple(badges)

    @property
    def play_facts(self) -> tuple[str, ...]:
        """For how many it is, how long it takes and from which age, in words of its language."""
        return tuple(words for _, words, _ in self.badges)

    def typeset(self, deck: Deck | None = None) -> Typesetting:
        """The choices for texts of a deck, or of the game itself.

        They are for their language: English where none is said."""
        typesetting = deck.typesetting.over(self.typesetting) if deck else self.typesetting
        return replace(
            typesetting,
            language=self.language or typesetting.language or "en",
            styles=SpanSheet({**self.styles, **(deck.styles if deck else {})}, self.palette),
        )

    @property
    def colour_names(self) -> dict[str, str]:
        """The names of the colours that are no finishes, by `#RRGGBB`: the first of several."""
        names = dict[str, str]()
        for name, colour in self.palette.items():
            if not colour.plate:
                names.setdefault(colour.rgb.upper(), name)
        return names

    def vocabulary_of(self, deck: Deck | None = None) -> Vocabulary:
        """What is said of the words of a deck's texts, or of the game's own.

        A keyword without a style has that of KEYWORD_STYLE, where there is such a one."""
        vocabulary = deck.vocabulary.over(self.vocabulary) if deck else self.vocabulary
        styles = {**self.styles, **(deck.styles if deck else {})}
        return vocabulary.styled(KEYWORD_STYLE) if KEYWORD_STYLE in styles else vocabulary

    def said(self, text: str, *values: object) -> str:
        """A text of a template or the program in the game's language.

        Each {} in it is filled by a value."""
        translation = self.words.get(" ".join(text.split()), text) if self.words else text
        for value in values:
            translation = translation.replace("{}", str(value), 1)
        return translation

    def words_of_id(self, id: str) -> str:
        """An id as words in the game's language: `fruit-snack` is "Fruit snack" where nothing
        translates it."""
        words = id.replace("-", " ")
        return self.words.get(words) or words.capitalize()

    def cut_for(self, printer: str) -> Game:
        """The game as a printer makes it: with decks in the sizes that are said for that one."""
        sizes = self.sizes.get(printer)
        if not sizes:
            return self
        decks = tuple(
            deck.cut_to(sizes[deck.id]) if deck.id in sizes else deck for deck in self.decks
        )
        is_cut = all(deck is before for deck, before in zip(decks, self.decks, strict=True))
        return self if is_cut else replace(self, decks=decks)

    def deck_of(self, card: Card) -> Deck:
        """The deck of a card as it is for that: of its size. Raises MissingError."""
        return self.deck(card.deck).cut_as(card)

    def deck(self, id: str) -> Deck:
        """The deck with this id. Raises MissingError."""
        for deck in self.decks:
            if deck.id == id:
                return deck
        raise MissingError(
            "unknown-deck",
            f'{self.id} has no deck "{id}"',
            did_you_mean(str(id), (deck.id for deck in self.decks)),
        )
