"""Who made the drawings and fonts of a game, by which licence it uses them, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.api.workshop import Workshop
from cardgen.base.cache import Cache
from cardgen.base.files import as_text
from cardgen.base.findings import CardgenError, Finding, collect_findings
from cardgen.cards.context import Context
from cardgen.cards.render import CardFindings, draw_deck
from cardgen.engine import Drawing, Font
from cardgen.impose.options import Options
from cardgen.making.open_project import called, context_of
from cardgen.making.report import Report
from cardgen.making.volumes import check_whole
from cardgen.model.cards import Deck, Game
from cardgen.model.credits import Credit
from cardgen.model.licences import Terms, terms_of
from cardgen.sheets.instructions import Handout, file_of_handout, markdown_safe

STEM = "rights"
OWN = Credit("cardgen", "CC BY 4.0")
"""Of the drawings that come with cardgen."""
_SHORTEST = 90
"""Characters of a licence's text that are shown."""


class UsedWork(NamedTuple):
    """A drawing or a font that a game uses, and what its licence asks."""

    kind: str
    name: str
    credit: Credit

    @property
    def terms(self) -> Terms:
        """What its licence asks."""
        return terms_of(self.credit.licence)


def tell_rights(
    workshop: Workshop,
    names: Sequence[str],
    report: Report,
    *,
    sold: bool = False,
    paper: str = "a4",
    out: Path | None = None,
) -> list[str]:
    """Write a page on whose drawings and fonts the games named use, and return it as lines.

    Of games that are `sold`, what may not be is an error. Raises CardgenError for a call that
    cannot be; all else is in the report."""
    with called(workshop, names, Options(papers=(paper,), out=out), report) as (papers, _):
        chosen = workshop.select(names)
        check_whole(chosen)
    cache = Cache.of_user()
    told: list[str] = []
    for game, decks in chosen:
        with collect_findings(report.findings):
            context = context_of(workshop, game, cache)
            works = used_works(context, decks)
            told += lines(works)
            page = Handout(game, file_of_handout(game, STEM), _values(works), "Rights")
            file = (out or workshop.project.output) / game.id / f"{STEM}.pdf"
            report.put_pdf(file, page.pdf(context, papers[0]), f"{len(works)} drawings and fonts")
            report.findings += _findings(works, game, sold=sold)
    cache.prune()
    return told


def used_works(context: Context, decks: Sequence[Deck]) -> list[UsedWork]:
    """The drawings and fonts of decks, which are drawn for that. Raises CardgenError for cards that
    cannot be."""
    findings = CardFindings()
    fonts: dict[Path, Font] = {}
    for deck in decks:
        for card in draw_deck(context, deck, findings):
            for side in (card.face, card.back):
                for font in _fonts_of(side) if side else ():
                    fonts.setdefault(font.path, font)
    if findings:
        raise CardgenError(*findings)
    drawings = [_drawing(context, path) for path in sorted(context.art.used)]
    typefaces = {
        font.family: UsedWork("font", font.family, Credit(font.maker, font.licence))
        for font in fonts.values()
        if not font.inside_drawing
    }
    return [*drawings, *(typefaces[family] for family in sorted(typefaces))]


def _fonts_of(drawing: Drawing) -> Iterator[Font]:
    """Yield the fonts of a drawing, those of what it places included."""
    yield from drawing.words
    for form in drawing.forms.values():
        yield from _fonts_of(form)
    for _, mask in drawing.masks.values():
        yield from _fonts_of(mask)


def _drawing(context: Context, path: Path) -> UsedWork:
    """A drawing with its credit: that of its file, of its folder, or cardgen's own."""
    home = context.project.home_of(path)
    name = as_text(path.relative_to(home).as_posix() if path.is_relative_to(home) else path.name)
    covering = [credit for credit in context.game.drawings if credit.covers(name)]
    if covering:
        closest = max(covering, key=lambda credit: len(credit.file))
        return UsedWork("drawing", name, closest.credit)
    return UsedWork("drawing", name, OWN if home == context.project.shipped else Credit())


def _findings(works: Sequence[UsedWork], game: Game, *, sold: bool) -> Iterator[Finding]:
    """Yield what may not be sold, and of what nobody says the licence."""
    severity = "error" if sold else "warning"
    for work in works:
        if not work.terms.sold and work.terms.known:
            what = f"{work.name}: {_short(work.credit.licence)} forbids to sell it"
            remedy = "ask its author for leave, take another one, or give the game away"
            found = Finding("not-for-sale", what, remedy)
            yield found.found_by("rights", severity, game.id)
    silent = [work.name for work in works if not work.terms.known]
    if silent:
        shown = ", ".join(silent[:3])
        more = f" and {len(silent) - 3} more" if len(silent) > 3 else ""
        what = f"nothing says by which licence {shown}{more} may be used"
        remedy = (
            "write it into credits.yaml, for a whole folder of your own as  "
            f"drawings: {{card_data/{game.id}/art: {{author: Your Name, licence: own work}}}}"
        )
        found = Finding("drawing-licence", what, remedy)
        yield found.found_by("rights", severity, game.id)


def _short(text: str) -> str:
    """A licence's name, where its text is long."""
    if len(text) > _SHORTEST and "open font license" in text.casefold():
        return "SIL Open Font License"
    return text if len(text) <= _SHORTEST else f"{text[: _SHORTEST - 1].rstrip()}…"


def lines(works: Sequence[UsedWork]) -> Iterator[str]:
    """Yield the works as a table for people, those of one credit together."""
    for credit, group in _by_credit(works):
        terms = terms_of(credit.licence)
        who = ", ".join(filter(None, (credit.author, _short(credit.licence)))) or "nobody says"
        yield f"{who}: {_in_words(terms)}"
        yield f"  {', '.join(map(_shown_name, group))}"


def _by_credit(works: Sequence[UsedWork]) -> list[tuple[Credit, list[UsedWork]]]:
    groups: dict[Credit, list[UsedWork]] = {}
    for work in works:
        groups.setdefault(work.credit, []).append(work)
    return [*groups.items()]


def _in_words(terms: Terms) -> str:
    """What a licence asks, as a sentence without its end."""
    if not terms.known:
        return "ask, and write it down"
    sold = "may be sold" if terms.sold else "may not be sold"
    named = "name who made it" if terms.named else "nobody need be named"
    return "; ".join(filter(None, (sold, named, terms.condition)))


def _values(works: Sequence[UsedWork]) -> dict[str, Any]:
    """The values that the text of the page can show."""
    groups = [
        {
            "kind": group[0].kind,
            "names": ", ".join(markdown_safe(_shown_name(work)) for work in group),
            "count": len(group),
            "author": markdown_safe(credit.author),
            "licence": markdown_safe(_short(credit.licence)),
            "source": markdown_safe(credit.source),
            "terms": _in_words(terms_of(credit.licence)),
            "named": terms_of(credit.licence).named and bool(credit.author),
        }
        for credit, group in _by_credit(works)
    ]
    return {
        "groups": groups,
        "to_name": [group for group in groups if group["named"]],
        "sold": all(work.terms.sold for work in works),
    }


def _shown_name(work: UsedWork) -> str:
    """The name of a font, of a drawing that of its file."""
    return Path(work.name).stem if work.kind == "drawing" else work.name
