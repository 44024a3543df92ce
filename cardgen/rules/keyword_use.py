"""Keywords that cards use and nobody explains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from cardgen.base.findings import CardgenError, Finding
from cardgen.model.cards import Card, Deck, Game
from cardgen.model.vocabulary import Keyword, Vocabulary

CHECK = "keywords"
_GLOSSARY = "glossary("
_REMINDERS = "reminders("


def unexplained_keywords(
    game: Game, decks: Sequence[Deck], rulebook: str, templates: str
) -> Iterator[Finding]:
    """Yield a warning for each keyword that cards use and nothing explains.

    A book that uses the word is taken to explain it.
    `rulebook` is the text of the book, "" where there is none, `templates` those of all
    templates."""
    has_glossary = _GLOSSARY in rulebook
    for keyword, cards in _used(game, decks).items():
        in_book = bool(Vocabulary({keyword.name: keyword}).keywords_in(rulebook))
        if keyword.means and (has_glossary or in_book or _REMINDERS in templates):
            continue
        if not keyword.means and in_book:
            continue
        first = cards[0]
        others = f" and {len(cards) - 1} more use" if len(cards) > 1 else " uses"
        if keyword.means:
            lack = f"neither the rulebook nor a card says what it means: {first.deck}/{first.id}"
            remedy = "write  {{ glossary() }}  in the rulebook, or set  reminders(card)  on cards"
        else:
            lack = f"nothing says what it means: {first.deck}/{first.id}"
            remedy = f"write  {keyword.name}: {{means: ...}}  under keywords"
        sentence = f'the keyword "{keyword.printed_word}" is not explained: {lack}{others} it'
        yield Finding("keyword-unexplained", sentence, remedy, keyword.place).found_by(
            CHECK, "warning", game.id
        )


def _used(game: Game, decks: Sequence[Deck]) -> dict[Keyword, list[Card]]:
    """The keywords that cards of these decks use, each with those cards."""
    cards_by_keyword: dict[Keyword, list[Card]] = {}
    for deck in decks:
        vocabulary = game.vocabulary_of(deck)
        if vocabulary.keywords:
            for card in deck:
                for keyword in _keywords_of(card, deck, vocabulary):
                    cards_by_keyword.setdefault(keyword, []).append(card)
    return cards_by_keyword


def _keywords_of(card: Card, deck: Deck, vocabulary: Vocabulary) -> list[Keyword]:
    keywords: dict[Keyword, None] = {}
    for name in deck.worded:
        text = getattr(card, name)
        if isinstance(text, str) and text:
            with suppress(CardgenError):  # of a phrase, told when the card is composed
                keywords.update(dict.fromkeys(vocabulary.keywords_in(text)))
    return list(keywords)
