"""The command that lists games, decks and variants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.base.findings import Finding
from cardgen.base.units import spanned
from cardgen.cli import completion
from cardgen.cli.findings import finish
from cardgen.cli.options import PROJECT, open_data
from cardgen.cli.output import count_column, tell

if TYPE_CHECKING:
    from cardgen.engine import FontBook, Typeface
    from cardgen.making.open_project import OpenProject
    from cardgen.model.cards import Deck, Game


@click.command("list")
@click.argument("game", required=False, metavar="[GAME[/DECK]]", shell_complete=completion.decks)
@click.option(
    "--variants",
    is_flag=True,
    help="The variants of each game instead: ways to play that build can print.",
)
@click.option(
    "--fonts",
    is_flag=True,
    help="The fonts instead, by the names that templates use, and which cannot be used and why.",
)
@PROJECT
def command(game: str | None, variants: bool, fonts: bool, project: Path | None) -> None:
    """Games, decks, different faces and copies."""
    from cardgen.making.open_project import tell_strays
    from cardgen.making.report import Report

    if fonts and (game or variants):
        raise click.UsageError(
            "--fonts lists those of the whole project; leave out GAME and --variants"
        )
    opened = open_data(project)
    if fonts:
        _tell_fonts(opened.fonts)
        return
    names = [game] if game else []
    problems = opened.problems_of(names)
    for chosen, decks in opened.select(names):
        tell(f"{chosen.id}: {chosen.title}" + (f" ({chosen.designer})" if chosen.designer else ""))
        if variants:
            _tell_variants(chosen, problems)
        else:
            _tell_decks(_as_printed(opened, chosen, decks))
    report = Report(findings=problems)
    tell_strays(opened, names, report)
    finish(report)


def _as_printed(opened: OpenProject, game: Game, decks: Sequence[Deck]) -> Sequence[Deck]:
    """The decks with the cards on which texts go on, which are counted as those that are
    written."""
    if not any(deck.continues for deck in decks):
        return decks
    from cardgen.base.cache import Cache
    from cardgen.making.printed_decks import decks_as_printed

    ((_, printed),) = decks_as_printed(opened, [(game, decks)], Cache.of_user())
    return printed


def _tell_decks(decks: Sequence[Deck]) -> None:
    width = max(len(name) for name in ("together", *(deck.id for deck in decks)))
    for deck in decks:
        faces, cards = count_column(len(deck), "face"), count_column(deck.copies, "card")
        tell(f"  {deck.id:<{width}}  {faces}  {cards}  {deck.sizes}")
    faces = count_column(sum(len(deck) for deck in decks), "face")
    cards = count_column(sum(deck.copies for deck in decks), "card")
    tell(f"  {'together':<{width}}  {faces}  {cards}")


def _tell_variants(game: Game, problems: list[Finding]) -> None:
    from cardgen.rules.ruleset import read_rule_set

    variants = read_rule_set(game, problems).variants
    width = max((len(variant.id) for variant in variants), default=0)
    spans = [spanned(variant.players) for variant in variants]
    span_width = max(map(len, spans), default=0)
    if not variants and not problems:
        tell("  it has no variants")
    for variant, span in zip(variants, spans, strict=True):
        tell(
            f"  {variant.id:<{width}}  {span:<{span_width}} players  {variant.says or variant.name}"
        )


def _tell_fonts(fonts: FontBook) -> None:
    for family in fonts.families:
        fallbacks = fonts.fallbacks(family)
        tell(family + (f" (then {', '.join(fallbacks)})" if fallbacks else ""))
        faces = sorted(
            fonts.typefaces(family), key=lambda face: (_styles(face), face.number, _file(face))
        )
        rows = [(_styles(face), _file(face), _about(face)) for face in faces]
        style_width, file_width = (max(len(row[column]) for row in rows) for column in (0, 1))
        for styles, file, about in rows:
            tell(f"  {styles:<{style_width}}  {file:<{file_width}}  {about}")
    for problem in (*fonts.refused, *fonts.doubles):
        tell(f"not used: {problem}")


def _file(face: Typeface) -> str:
    return face.file.path.relative_to(face.file.home).as_posix()


def _styles(face: Typeface) -> str:
    low, high = face.weights
    slants = {(True,): " italic", (False, True): " upright and italic"}.get(
        tuple(sorted(face.slants)), ""
    )
    return (f"{low}-{high}" if low < high else f"{low}") + slants


def _about(face: Typeface) -> str:
    """The embedding rights of a face, its other axes, and its colours, in words."""
    font = face.font(face.weights[0], True in face.slants)
    free = [
        f"{tag} {axis.least:g}-{axis.most:g}"
        for tag, axis in face.member.axes.items()
        if tag not in ("wght", "ital", "slnt")
    ]
    axes = f"axes: {', '.join(free)}" if free else ""
    colours = "with letters in colours" if font.coloured else ""
    further = f"{len(face.adds)} more letters of this face" if face.adds else ""
    embedded = font.embedding_limit or (
        "may be embedded to be printed, not edited" if font.print_only else "may be embedded"
    )
    return "; ".join(filter(None, (embedded, axes, colours, further)))
