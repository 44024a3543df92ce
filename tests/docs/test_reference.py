"""The reference names everything there is: what is generated is as it would be written now, and the
tables by hand miss no key."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Callable, Iterable

import pytest
from projects import SHIPPED

import cardgen
from cardgen.base.cache import Cache
from cardgen.boxes.make import BoxOptions
from cardgen.cards.compose import Composer
from cardgen.cards.context import Context
from cardgen.cards.template_functions import TemplateFunctions
from cardgen.cards.text_style import KEYWORDS
from cardgen.load.columns import TABLE
from cardgen.load.decks import DECK
from cardgen.load.fields import COMMON
from cardgen.load.game import GAME
from cardgen.load.looks import SHAPES
from cardgen.making.settings import EditionOptions, ExportOptions, ValidateOptions
from cardgen.model.sizes import CARDS, PAPERS
from cardgen.prepress.profiles import PRINTER, printer_names
from cardgen.rules.ruleset import RULE, VARIANT
from cardgen.sandbox.filters import FILTERS, FUNCTIONS
from cardgen.schema.field_kinds import FIELD_KINDS
from cardgen.schema.kinds import CERTAINTIES

DOCS = SHIPPED / "docs"
CHOICES = [choice for key in ("makes", "copies") for choice in PRINTER[key].kind.schema["enum"]]
sys.path.append(str(DOCS))
from make_reference import KEYS, PAGES, macros  # noqa: E402  # it stands beside the pages that it writes


@pytest.mark.parametrize("page", PAGES)
def test_what_is_written_by_the_program_is_up_to_date(page: str) -> None:
    """When this fails: python docs/make_reference.py."""
    assert PAGES[page]() == (DOCS / page).read_text("utf-8"), (
        f"docs/{page} is stale; run  python docs/make_reference.py"
    )


def test_every_shared_macro_says_what_it_draws() -> None:
    assert [] == [name for _, name, about in macros() if not about.endswith(".")]


def test_every_table_of_keys_stands_in_the_reference() -> None:
    assert set(KEYS) == set(
        re.findall("<!-- keys: ([a-z-]+),", (DOCS / "reference-data.md").read_text("utf-8"))
    )


def section(page: str, heading: str) -> str:
    """The part of a page under a heading, to the next one as high or higher."""
    text = (DOCS / page).read_text("utf-8")
    found = re.search(
        rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL
    )
    assert found, f"docs/{page} has no heading {heading}"
    return found[2]


def unnamed(text: str, names: Iterable[str]) -> list[str]:
    """The names that do not stand in a text's code, in a span or a block."""
    code = " ".join(re.findall(r"`+([^`]+)`+", text))
    return [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", code)]


@pytest.mark.parametrize(
    ("page", "heading", "names"),
    [
        ("reference-data.md", "game.yaml", GAME),
        (
            "reference-data.md",
            "A deck file",
            [*DECK, *SHAPES, *(side for sides in SHAPES.values() for side in sides)],
        ),
        ("reference-data.md", "A deck file", TABLE),
        ("reference-data.md", "Card sizes", CARDS),
        (
            "reference-data.md",
            "Fields",
            [
                *FIELD_KINDS,
                *(option for field_kind in FIELD_KINDS.values() for option in field_kind.options),
                *COMMON,
            ],
        ),
        ("reference-data.md", "Texts in another language", ["title", "credits", "words", "cards"]),
        (
            "reference-data.md",
            "fonts.yaml",
            ["families", "faces", "file", "name", "weight", "italic", "axes", "fallback"],
        ),
        ("reference-data.md", "credits.yaml", ["drawings", "author", "licence", "source"]),
        (
            "reference-data.md",
            "A printer",
            [*PRINTER, *CHOICES, *CERTAINTIES, "certainty", "from", "trim", "pixels", "shape"],
        ),
        ("reference-data.md", "rules.yaml", [*RULE, "sets"]),
        ("reference-data.md", "variants.yaml", [*VARIANT, "for_players"]),
        ("reference-words.md", "Filters that ask about cards", FILTERS),
        ("reference-words.md", "Functions", FUNCTIONS),
        ("printing.md", "Printers", printer_names(cardgen.open_project(SHIPPED).project)),
    ],
)
def test_every_key_is_in_its_table(page: str, heading: str, names: Iterable[str]) -> None:
    """A key that is added to the code needs a line there."""
    assert [] == unnamed(section(page, heading), names)


def test_the_reference_of_templates_has_every_name_and_option() -> None:
    text = (DOCS / "templates.md").read_text("utf-8")
    workshop = cardgen.open_project(SHIPPED)
    own = Composer(
        Context.of(workshop.project, workshop.games[0], workshop.fonts, Cache(None))
    ).environment.globals
    known = {"range", "dict", "cycler", "joiner", "namespace", *FUNCTIONS, *workshop.games[0].lists}
    assert [] == unnamed(text, set(own) - known)
    options = [
        *inspect.signature(TemplateFunctions.text_box).parameters,
        *KEYWORDS,
    ]
    assert [] == unnamed(text, [name for name in options if name not in ("self", "style")])


def test_the_python_page_has_every_call_option_and_result() -> None:
    text = (DOCS / "howto-python.md").read_text("utf-8")
    calls = {
        name: call
        for name, call in inspect.getmembers(cardgen.Workshop, inspect.isfunction)
        if not name.startswith("_")
    }
    names = {
        name
        for call in calls.values()
        for name in inspect.signature(call).parameters
        if name != "self"
    }
    kinds = (
        cardgen.Options,
        cardgen.Report,
        ValidateOptions,
        ExportOptions,
        BoxOptions,
        EditionOptions,
    )
    known = [*(field.name for kind in kinds for field in dataclasses.fields(kind)), "exit_code"]
    values = [f"workshop.{field.name}" for field in dataclasses.fields(cardgen.Workshop)]
    assert [] == unnamed(text, [*(f"workshop.{name}" for name in calls), *sorted(names), *known])
    public = section("howto-python.md", "What stays as it is")
    assert [] == unnamed(public, [*cardgen.__all__, *values])
    assert all(hasattr(cardgen, name) for name in cardgen.__all__)


@pytest.mark.parametrize(
    "options",
    [
        cardgen.Options,
        cardgen.ValidateOptions,
        cardgen.ExportOptions,
        cardgen.BoxOptions,
        cardgen.EditionOptions,
    ],
)
def test_an_option_that_a_call_does_not_have_is_an_error(options: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        options(nonsense=1)


def test_the_icons_that_can_stand_in_text_are_listed() -> None:
    icons = [path.stem for path in (SHIPPED / "templates/icons").glob("*.svg")]
    page = section("templates.md", "Icons") + (DOCS / "icons.md").read_text("utf-8")
    assert [] == unnamed(page, icons)


def test_the_papers_are_named_with_their_option() -> None:
    assert [] == [
        name for name in PAPERS if name not in (DOCS / "reference-commands.md").read_text("utf-8")
    ]


def test_a_name_that_is_left_out_is_noticed() -> None:
    assert ["b", "shape"] == unnamed("`a`, b, `{x: a-b}`, `shapes`", ["a", "b", "x", "shape"])
