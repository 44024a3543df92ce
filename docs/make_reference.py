"""Writes the reference pages that follow from the code: commands with their options, words of
templates and rules, keys of files.

    python docs/make_reference.py

tests/docs/test_reference.py fails when they are not as this would write them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from cardgen.api.beginning import SAMPLES, size_of_look
from cardgen.base.files import read_own
from cardgen.base.units import UNITS
from cardgen.cli import cli
from cardgen.impose.label_sheet import LABEL_SHEET
from cardgen.load.columns import TABLE
from cardgen.load.decks import DECK
from cardgen.load.drawing_credits import CREDIT
from cardgen.load.editions import FORM
from cardgen.load.font_list import FACE, FAMILY
from cardgen.load.game import GAME
from cardgen.load.looks import BOOK_DRESS, look_palettes
from cardgen.load.overlay import DECK_TEXTS, GAME_TEXTS
from cardgen.load.printed import PRINTED, PRINTED_CARD
from cardgen.load.span_styles import STYLE
from cardgen.model.card_roles import FACES
from cardgen.model.project import shipped_root
from cardgen.prepress.profiles import PRINTER
from cardgen.rules.ruleset import CHANCE, CLAIM, RULE, VARIANT
from cardgen.sandbox.chance import CHANCE as DRAWN
from cardgen.sandbox.environment import SHOWN, make_sandbox
from cardgen.sandbox.filters import CARD_NAMES, FILTERS, FUNCTIONS
from cardgen.schema.keys import Keys

HERE = Path(__file__).resolve().parent
COMMANDS = """\
# Reference: commands

<!-- Written by docs/make_reference.py. -->

All commands exit with 0 when they are done, 1 when a check found errors, and 2 when the input or the call is wrong. What was made goes to
the standard output, a line for each file (with `--format json` or `github` to the standard error); notes, findings and problems go to the
standard error.

`GAME` is the name of a folder in `card_data/`, `DECK` that of a deck file in it without its ending: `my-game/main`. A command acts on the
nearest project from the current folder upward, or else on the games that come with cardgen.

`cardgen --version` tells the version; `cardgen COMMAND --help`, or `-h`, what this page says. Ctrl-C stops a command (exit code 130); what
was written is whole.

| variable of the environment | means |
|---|---|
| `SOURCE_DATE_EPOCH` | the date of the PDFs, in seconds since 1970 |
| `CARDGEN_CACHE` | the folder for what is kept between runs, else that of your system for such files; an empty one keeps nothing |
| `CARDGEN_CONFIG` | the folder for what [`calibrate`](howto-calibrate.md) keeps |
| `VISUAL` | the editor that the [preview](howto-preview.md) opens |
| `CARDGEN_PREVIEW_IDLE` | the minutes after which the preview ends where nobody looks at its page; else it goes on until Ctrl-C |
"""
WORDS = """\
# Reference: words of templates, rules and rulebooks

<!-- Written by docs/make_reference.py. -->

Templates, `{expr: ...}`, rules, variants and rulebooks speak one language, Jinja's. A word after a bar is a filter: it takes what stands
before it. `deck.main | having(rank=3) | copies` counts the cards of rank 3.

## Filters that ask about cards

Each takes a deck, a card, or a list of cards; `least`, `most` and `sum_of` take numbers, `choose` and `pairs` any list. An `EXPRESSION`
is a text such as `'card.rank > 3'`.
"""
OTHERS = f"""\
| `set('name')` | The cards of a set of `rules.yaml`. | rules, variants |
| `text_box(text, x, y, width, height, ...)` | A text set in a box: see [templates](templates.md#text_box). | templates |
| `'{{}} left' \\| said(3)` | Words in the [language](howto-languages.md#words-of-templates), `{{}}` filled by a value. | templates |
| `qr(text, x, y, size)`, `code128(text, x, y, width, height)` | [Codes](howto-editions.md#codes) that machines read. | templates |
| `place_card(name, x, y, width, ...)`, `place_hand(names, ...)` | [Cards](rulebook.md#figures-with-cards) as they print. | boxes, books |
| `edition` | What the [edition](howto-editions.md) says: `edition.guest`. | everywhere, where a game has `editions.yaml` |
| `editions`, `in_all_editions('deck')` | All of them, and the cards of a deck in all of them. | rules |
| `copy` | The [number of a copy](howto-editions.md#serial-numbers). | decks and templates with `distinct_copies` |
| `part`, `parts` | Which of [several cards](howto-flow.md#a-text-that-goes-on-on-a-second-card) it is, and of how many. | templates |
| `mix(colour, other, share=0.5)` | The solid colour between two: share 0 is the first, 1 the second. | templates |
| `card`, `row`, `fan`, `back`, `picture`, `components`, `count_table`, `variants` | [Parts](rulebook.md#cards-in-the-text). | books |
| `figure` | A [figure](rulebook.md#figures-with-cards) in which cards stand. | books |
| `rule_notes` | The [notes](rules.md#notes) of the rules, as a list. | books |

## Lengths, in templates

All of them in the units of the template: millimetres, where its viewBox is in millimetres.

| filter | gives |
|---|---|
| `9 \\| pt` | Points. |
| `0.25 \\| inch` | Inches. |
| `'0.25in' \\| mm` | A length with its unit ({", ".join(UNITS)}). |

## What things show

After a dot. All else is hidden: nothing in a template or rule can reach a file or the program.
"""
JINJA = """\
## Jinja's own

These work as in [Jinja's manual](https://jinja.palletsprojects.com/en/stable/templates/#builtin-filters).
"""
MACROS = """\
**Statements,** in templates and rulebooks: `if`, `for`, `set`, `macro`, `call`, `filter`, `import`, `from`, `include`.

## Shared macros

The shipped templates share these, and so can yours: `{% import "parts/frame.svg" as frame with context %}`, then `{{ frame.panel(4, 4,
55, 80) }}`. They want the names of the shipped palettes (`ink`, `cream`, ...) in your `game.yaml`. `cardgen new FOLDER --from GAME`
copies them to change.
"""
LOOKS = """\
# All looks

<!-- Written by docs/make_reference.py. -->

A look is a template that takes any deck: [what it finds on a card, and how to change it](howto-looks.md). Each is shown as a new game
has it, two cards and their back, then a mini card, one that lies, and one of another shape; all on one scale.
"""
PALETTES = """\
## Palettes

Each look can have any of the six, `palette: looks/ember` in `game.yaml`. Ink writes on paper and glow; paper writes on ground, tone
and accent; metal draws frames. All pass the checks for contrast and for colour-blindness.

![A spell in the six palettes](pictures/palettes.webp)
"""
KEYS: Mapping[str, Keys] = {
    "game": GAME,
    "style": STYLE,
    "rulebook": BOOK_DRESS,
    "deck": DECK,
    "table": TABLE,
    "editions": FORM,
    "rule": RULE,
    "claim": CLAIM,
    "chance": CHANCE,
    "variant": VARIANT,
    "game-texts": GAME_TEXTS,
    "deck-texts": DECK_TEXTS,
    "family": FAMILY,
    "face": FACE,
    "credit": CREDIT,
    "labels": LABEL_SHEET,
    "printer": PRINTER,
    "printed": PRINTED,
    "printed-card": PRINTED_CARD,
}
_KEYS = re.compile(r"(<!-- keys: ([a-z-]+), by docs/make_reference.py -->\n)(?:\|.*\n)*")
_MACRO = re.compile(
    r"(?:\{#((?:(?!#\}).)*)#\}\s*)?\{%-? *macro (\w+)\(([^)]*(?:\([^)]*\)[^)]*)*)\) *-?%\}",
    re.DOTALL,
)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return [
        *lines,
        *(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows),
    ]


# Commands


def commands() -> str:
    """docs/reference-commands.md."""
    context = click.Context(
        cli, info_name="cardgen", **{**cli.context_settings, "max_content_width": 200}
    )
    lines = [COMMANDS]
    lines += [
        f"- [{name}](#cardgen-{name}): {first_line(command.help)}"
        for name, command in cli.commands.items()
    ]
    for name, command in cli.commands.items():
        inner = click.Context(command, info_name=name, parent=context)
        usage = " ".join(command.collect_usage_pieces(inner))
        lines += [
            "",
            f"## cardgen {name}",
            "",
            f"`cardgen {name} {usage}`",
            "",
            *inspect.cleandoc(command.help or "").splitlines(),
            "",
        ]
        options = [
            parameter
            for parameter in command.params
            if isinstance(parameter, click.Option) and not parameter.hidden
        ]
        lines += table(
            ("option", "default", "meaning"), (option_row(option, inner) for option in options)
        )
    return "\n".join(lines) + "\n"


def option_row(option: click.Option, context: click.Context) -> tuple[str, str, str]:
    values = "" if option.is_flag else " " + option.make_metavar(context)
    shown = option.show_default and option.default not in (None, "")
    default = "must be given" if option.required else f"`{option.default}`" if shown else ""
    return f"`{', '.join(option.opts)}{values}`", default, option.help or ""


# Words


def words() -> str:
    """docs/reference-words.md."""
    sandbox = make_sandbox()
    lines = [
        WORDS,
        *table(
            ("filter", "gives"),
            (word_row(name, word, skip=1) for name, word in {**FILTERS, **DRAWN}.items()),
        ),
        "",
        "## Functions",
        "",
        *table(
            ("function", "gives", "where"),
            ((*word_row(name, word, skip=0), "everywhere") for name, word in FUNCTIONS.items()),
        ),
        OTHERS,
        *table(("thing", "shows"), shows()),
        "",
        JINJA,
        f"**Filters:** {listed(name for name in sandbox.filters if name not in FILTERS and name not in DRAWN)}.",
        "",
        f"**Tests**, after `is`: {listed(name for name in sandbox.tests if name.isidentifier())}.",
        "",
        f"**Functions:** {listed(name for name in sandbox.globals if name not in FUNCTIONS)}.",
        "",
        MACROS,
        *table(("file", "macro", "draws"), macros()),
    ]
    return "\n".join(lines) + "\n"


# Keys


def data() -> str:
    """docs/reference-data.md: the page as it stands, with the tables of keys as their descriptions
    say."""
    page = (HERE / "reference-data.md").read_text("utf-8")
    return _KEYS.sub(
        lambda found: found[1] + "\n".join(table(("key", "value"), KEYS[found[2]].rows())) + "\n",
        page,
    )


# Looks


def looks() -> str:
    """docs/looks.md: what the templates of the looks say of themselves, and their sample decks."""
    lines = [LOOKS]
    for look, palette in FACES.items():
        template = read_own(shipped_root() / f"templates/looks/{look}.svg").decode("utf-8")
        sample = read_own(SAMPLES / f"{look}.yaml").decode("utf-8")
        title = found_in(r"^title: ([^\n]+)$", sample)
        fields = found_in(r"^fields:\n((?:  .+\n)+)", sample)
        names = re.findall(r"^  (\w+):", fields, re.MULTILINE)
        if " name: " in sample:
            names.insert(0, "name")
        about = " ".join(found_in(r"\{#-? *(.+?) *-?#\}", template).split())
        size = size_of_look(look)
        lines += [
            f"## {title}",
            "",
            about,
            "",
            f"![{title}: two cards and their back, then other sizes](pictures/look-{look}.webp)",
            "",
            *table(
                ("", ""),
                [
                    ("begins with", f"`cardgen new my-game --look {look}`"),
                    ("in a deck", f"`template: looks/{look}.svg`, `back: looks/{look}-back.svg`"),
                    ("of itself", f"the palette `looks/{palette}`, the size {size}"),
                    ("shows best", listed(names)),
                ],
            ),
            "",
        ]
    colours = look_palettes()
    names = list(next(iter(colours.values())))
    lines += [
        PALETTES,
        *table(
            ("palette", *names),
            (
                (f"`looks/{name}`", *(f"`{palette[each]}`" for each in names))
                for name, palette in colours.items()
            ),
        ),
        "",
        "## Icons",
        "",
        "A card's `icon` stands in the window of a look where there is no art: [all icons](icons.md).",
    ]
    return "\n".join(lines) + "\n"


def found_in(pattern: str, text: str) -> str:
    """The first group of a pattern that is in a text."""
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    assert found, pattern
    return found[1]


def word_row(name: str, word: Callable[..., Any], skip: int) -> tuple[str, str]:
    """A word with its arguments, the first `skip` of them (what a filter takes) and Jinja's context
    left out."""
    parameters = [
        str(parameter.replace(annotation=inspect.Parameter.empty))
        for parameter in inspect.signature(word).parameters.values()
    ]
    arguments = ", ".join([parameter for parameter in parameters if parameter != "context"][skip:])
    return (
        f"`{name}({arguments.replace('**fields', 'field=value, ...')})`"
        if arguments
        else f"`{name}`",
        first_line(word.__doc__),
    )


def shows() -> Iterable[tuple[str, str]]:
    yield (
        "a card",
        f"`name`, `art`, every field of its deck, {listed(sorted(CARD_NAMES))}, and `fields`: all of its values by name",
    )
    for kind, names in SHOWN.items():
        yield (
            {"Colour": "a colour"}.get(kind.__name__, f"a {kind.__name__.lower()}"),
            listed(sorted(names)),
        )
    yield (
        "`deck`",
        "the game's decks by id, a hyphen read as an underscore: `deck.trick_or_treater`",
    )
    yield "`palette`", "the game's colours by name: `palette.ink`, or `palette[card.color]`"


def macros() -> Iterable[tuple[str, str, str]]:
    for file in sorted((shipped_root() / "templates/parts").glob("*.svg")):
        for about, name, arguments in _MACRO.findall(file.read_text("utf-8")):
            says = about.split("{%")[0].split("\n\n")[0]
            yield f"`parts/{file.name}`", f"`{name}({arguments})`", first_sentence(says)


def listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def first_line(text: str | None) -> str:
    return inspect.cleandoc(text or "").split("\n\n")[0].replace("\n", " ")


def first_sentence(text: str) -> str:
    return re.split(r"(?<=\.)\s", " ".join(text.split()))[0]


PAGES: Mapping[str, Callable[[], str]] = {
    "reference-commands.md": commands,
    "reference-words.md": words,
    "reference-data.md": data,
    "looks.md": looks,
}

if __name__ == "__main__":
    for page, make in PAGES.items():
        (HERE / page).write_text(make(), encoding="utf-8")
