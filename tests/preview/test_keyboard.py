"""All of the page by keys alone: in each of its views Tab comes to whatever can be pressed or typed
into, shows where it is, and is not lost where a dialog closes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Browser
from previews import previewing
from projects import svg, write_project
from test_access import ASKED, BOARD, CLICK, DECK, FACE, FINE, ICONS, VIEWS, WRONG, View, shown

pytestmark = pytest.mark.browser
MOST = 400
"""Times that Tab is pressed in a view at the most."""
ALT, CONTROL, SHIFT = 1, 2, 8
TOP = "([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body)"
CAN = (
    "[...TOP.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex],"
    " [role=button], [role=tab], [role=gridcell]')].filter((each) => !each.disabled"
    " && each.checkVisibility({visibilityProperty: true}) && each.getClientRects().length"
    " && (each.tabIndex >= 0 || each.matches('button, input, select, textarea, summary')))"
).replace("TOP", TOP)
"""What can be used in the view."""
NAME = (
    "((each) => each === document.body ? 'body' : [each.tagName.toLowerCase(), each.id && '#' + each.id,"
    " each.dataset.act ?? each.dataset.tab ?? each.dataset.part ?? each.dataset.mode ?? each.name ?? '',"
    " each.id || (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 30)]"
    ".filter(Boolean).join(' '))"
)
GROUP = "'[role=tablist], [role=listbox], [role=grid], [role=radiogroup], fieldset'"
"""What has one place for Tab, and arrows for the rest."""
SEEN = (
    "((each) => { const lit = (part, pseudo) => { const style = getComputedStyle(part, pseudo);"
    " return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'"
    " || (pseudo && style.content !== 'none' && parseFloat(style.borderTopWidth) > 2); };"
    " const parts = [each, each.nextElementSibling, each.closest('label, .search'), ...each.children].filter(Boolean);"
    " return parts.some((part) => [undefined, '::before', '::after'].some((pseudo) => lit(part, pseudo))); })"
)
"""True for an element that shows that it has the focus, itself or by what stands for it."""
TABLE = VIEWS["table"]
LARGE = VIEWS["large"]
DESIGN = VIEWS["design"]


def _tab(name: str, part: str = "") -> View:
    acts = [CLICK.format(f"[data-tab={name}]")]
    if part:
        acts.append(f"document.querySelector('[data-part={part}]').click()")
    ready = {
        "code": "document.querySelector('.source textarea').value !== ''",
        "looks": "document.querySelector('#oncard-looks [data-drawn]') !== null",
    }[name]
    return View(DESIGN.path, (*DESIGN.acts, *acts), ready)


CONFLICTING = (
    "{do: 'set', deck: 'sweets/main', card: 'one', values: {text: 'Mine'}, seen: {text: 'Theirs'}}"
)
"""An edit of a card that says something else by now."""
MORE_VIEWS = {
    "fields": View(
        TABLE.path,
        (*TABLE.acts, "new Promise((done) => setTimeout(done, 1500))"),
        "(document.querySelector('dialog.confirm') ?? (document.querySelector('[data-act=fields]:not(:disabled)')?.click(), null)) !== null",
    ),
    "code": _tab("code"),
    "styles": _tab("looks", "styles"),
    "drawing": View(
        TABLE.path,
        (*TABLE.acts, ASKED.format("gridkinds", "askDrawing({game: 'sweets', now: 'nest'})")),
        "document.querySelectorAll('.art-dialog [role=option]').length > 1",
    ),
    "conflict": View(
        "#/sweets/main",
        (ASKED.format("edits", f"edit([{CONFLICTING}])"),),
        "document.querySelector('.conflict') !== null",
    ),
    "make-books": View(
        "#/sweets",
        (CLICK.format("[data-mode=make]"), CLICK.format("[name=kind][value=books]")),
        "document.querySelector('#make-command').textContent !== ''",
    ),
}


def walk(page: Browser) -> tuple[list[str], list[str]]:
    """What Tab does not come to, and what does not show that it has the focus; looked at again
    where something was still being drawn."""
    found = _walked(page)
    for _ in range(2):
        if found == ([], []):
            break
        time.sleep(1)
        found = _walked(page)
    return found


def _walked(page: Browser) -> tuple[list[str], list[str]]:
    page.run(
        "document.activeElement?.blur(); window.walked = new Set(); window.dim = new Set(); window.first = null; 0"
    )
    step = (
        f"(() => {{ const each = document.activeElement; if (each === document.body) return false;"
        f" const isBack = each === first && walked.size > 1; first ??= each; walked.add({NAME}(each));"
        f" if (!{SEEN}(each)) dim.add({NAME}(each)); return isBack; }})()"
    )
    for _ in range(MOST):
        page.press("Tab")
        if page.run(step):
            break
    missed = page.run(
        "(() => { const groups = new Set(); for (const each of CAN) if (walked.has(NAME(each)))"
        " groups.add(each.closest(GROUP)); groups.delete(null);"
        " const inGroup = (each) => groups.has(each.closest(GROUP)) && (each.tabIndex < 0 || each.type === 'radio');"
        " return CAN.filter((each) => !walked.has(NAME(each)) && !inGroup(each)).map(NAME); })()".replace(
            "CAN", CAN
        )
        .replace("NAME", NAME)
        .replace("GROUP", GROUP)
    )
    return list(missed), list(page.run("[...dim]"))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    decks = {"main": DECK, "board": BOARD, "fine": FINE, "wrong": WRONG}
    sets = {"templates/icon-sets/forge.json": ICONS}
    root = write_project(tmp_path_factory.mktemp("keys"), decks, {"card.svg": FACE}, files=sets)
    game = root / "card_data/sweets/game.yaml"
    game.write_text(game.read_text("utf-8") + "styles: {hot: {bold: true}}\n", "utf-8")
    (game.parent / "art").mkdir()
    for name in ("egg", "nest"):
        (game.parent / f"art/{name}.svg").write_text(svg('<circle r="9"/>'), "utf-8")
    with previewing("--project", root) as opened:
        yield opened


@pytest.mark.parametrize("name", [*VIEWS, *MORE_VIEWS])
def test_tab_comes_to_everything_and_is_seen(chromium: Browser, address: str, name: str) -> None:
    shown(chromium, address, {**VIEWS, **MORE_VIEWS}[name], "en", width=1280)
    assert walk(chromium) == ([], [])


def test_tab_comes_to_everything_where_one_begins(chromium: Browser, tmp_path: Path) -> None:
    with previewing(cwd=tmp_path) as opened:
        chromium.open(opened)
        chromium.until("document.querySelector('#begin-start') !== null")
        chromium.until("document.documentElement.dataset.looked !== undefined")
        for kind in ("new", "table", "pictures", "copy"):
            chromium.run(f"document.querySelector('[name=begin-kind][value={kind}]').click()")
            assert walk(chromium) == ([], [])


def focus(page: Browser, selector: str) -> None:
    page.run(f"document.querySelector({selector!r}).focus()")


def press(page: Browser, *keys: str) -> None:
    for key in keys:
        page.press(key)


ON = "document.activeElement"


def test_no_dialog_leaves_the_focus_to_nobody(chromium: Browser, address: str) -> None:
    """Each is opened by a key, and closed by Escape."""
    shown(chromium, address, VIEWS["cards"], "en", width=1280)
    for opener in ("#help-button", "#add-deck"):
        focus(chromium, opener)
        press(chromium, "Enter")
        chromium.until("document.querySelector('dialog:modal') !== null")
        press(chromium, "Escape")
        chromium.until(f"'#' + {ON}.id", opener)
    press(chromium, "ArrowRight")
    chromium.until(f"{ON}.matches('.card')")
    press(chromium, "Enter")
    chromium.until("document.querySelector('#large').open")
    for _ in range(2):  # and the one beside it
        chromium.run("[...document.querySelectorAll('#large .facts .row button')][1].focus()")
        press(chromium, "Enter")
        chromium.until(f"{ON}.textContent", "Next")
    press(chromium, "d")
    chromium.until(f"{ON}.matches('.pad')")
    chromium.until("document.querySelectorAll('.things button').length > 0")
    press(chromium, "Escape")
    chromium.until(f"{ON}.id", "design")
    press(chromium, "Escape")
    chromium.until(f"{ON}.matches('.card')")
    press(chromium, "l")
    chromium.until(f"{ON}.id", "findings-close")
    press(chromium, "Escape")
    chromium.until(f"{ON}.id", "findings-button")


LATE = (
    "new Promise((told) => {{ const dialog = document.querySelector('dialog:modal');"
    " dialog.addEventListener('close', () => setTimeout(() => told({0}.className)));"
    " dialog.close(); {1}; }})"
)
"""What has the focus once a dialog has told that it is closed, which it does late: after what is
done on the page at once."""
ON_CARD = "document.querySelector('.card').focus()"
ENLARGE = "document.querySelector('.card footer').click()"


def test_a_closed_dialog_takes_the_focus_from_nothing(chromium: Browser, address: str) -> None:
    shown(chromium, address, VIEWS["cards"], "en", width=1280)
    for ask in (
        "document.querySelector('#add-deck').click()",
        ASKED.format("gridkinds", "confirmed('Sure?', '', [['yes', 'Yes']])"),
    ):
        focus(chromium, "#add-deck")
        chromium.run(ask)
        chromium.until("document.querySelector('dialog:modal') !== null")
        assert chromium.run(LATE.format(ON, ON_CARD)).startswith("card")
    chromium.run(ENLARGE)
    chromium.run(LATE.format(ON, ENLARGE))  # the same one, opened again before it has told
    shown_card = chromium.run("document.querySelector('#large h2').textContent")
    press(chromium, "ArrowRight")
    chromium.until(f"document.querySelector('#large h2').textContent !== {shown_card!r}")


def test_a_choice_that_is_drawn_anew_keeps_the_focus(chromium: Browser, address: str) -> None:
    shown(chromium, address, VIEWS["filters"], "en", width=1280)
    chromium.run("document.querySelectorAll('#filters .chip')[1].focus()")
    chip = chromium.run(f"{ON}.textContent")
    press(chromium, "Enter")
    chromium.until("document.querySelector('#query').value !== ''")
    chromium.until(f"{ON}.matches('.chip') && {ON}.ariaPressed", "true")
    assert chromium.run(f"{ON}.textContent") == chip


def test_what_is_dragged_goes_by_keys(chromium: Browser, address: str) -> None:
    """On the card, in the table, and the width of a column; the felt has its own tests."""
    shown(chromium, address, DESIGN, "en", width=1280)
    focus(chromium, ".pad")
    press(chromium, "PageDown", "PageDown")
    chromium.until("document.querySelector('.picked h3') !== null")
    press(chromium, "PageUp")
    chromium.run("[...document.querySelectorAll('.things button')][0].focus()")
    press(chromium, "Enter")
    chromium.until(f"{ON}.matches('.pad')")
    before = chromium.run("document.querySelector('[data-number=x]').value")
    press(chromium, "ArrowRight", "ArrowRight")
    chromium.until("document.querySelector('#undo').disabled", False)
    chromium.until("document.querySelector('[data-number=x]').value", str(float(before) + 0.2))
    press(chromium, "Escape", "Escape")
    chromium.press("z", CONTROL)
    chromium.until("document.querySelector('#undo').disabled")
    shown(chromium, address, TABLE, "en", width=1280)
    chromium.until("document.activeElement.matches('[role=gridcell]')")
    width = "document.querySelector('.head [data-column=\"0\"]').offsetWidth"
    before = chromium.run(width)
    chromium.press("ArrowRight", ALT | SHIFT)
    chromium.until(width, before + 16)
    focus(chromium, "[data-act=sort]")
    press(chromium, "Enter")
    chromium.until("document.querySelector('[aria-sort=ascending]') !== null")
