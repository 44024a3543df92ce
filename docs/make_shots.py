"""The pictures of README, tutorial and how-to pages, made from what the program really makes and
says.

`python docs/make_pictures.py` makes them, with all others.
"""

from __future__ import annotations

import base64
import io
import re
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from make_icons import COLOURED, groups
from make_pictures import (
    HERE,
    PICTURES,
    TABLE,
    WIDE,
    cardgen,
    elsewhere,
    laid_down,
    pages,
    pictures,
    rows,
    save,
    table,
    trimmed,
)
from PIL import Image
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen.api.workshop import Workshop, open_project
from cardgen.base.units import MM
from cardgen.cli.colours import coloured

sys.path += [str(HERE.parent / "tests"), str(HERE.parent / "tests/docs")]
from follow import blocks, write  # the tests follow the same pages

if TYPE_CHECKING:
    from chromium import Browser

GROUND, PLAIN, DIM, WARM = "#241C38", "#FFF7E8", "#B795DD", "#FFC078"
ANSI = {
    "31": "#FF7A8A",
    "32": "#8FD08F",
    "33": "#FFD23F",
    "34": "#8FB8FF",
    "36": "#7FD8E8",
    "2": DIM,
}
"""The colours of the window by their numbers in escape sequences."""
ESCAPE = re.compile(r"\x1b\[(\d+)m")
SIGNS = re.compile("([✓✗])")
"""What the font of the window lacks."""

Lines = list[list[tuple[str, str]]]
"""Lines of words, each part with its colour."""


def lying(images: list[Image.Image], turns: tuple[float, ...]) -> Image.Image:
    """Sheets of paper beside one another on a table, each a little askew."""
    ground = Image.new(
        "RGB",
        (
            sum(image.width + 34 for image in images) + 60,
            max(image.height for image in images) + 90,
        ),
        TABLE,
    )
    x = 30.0
    for image, turn in zip(images, turns, strict=True):
        laid_down(ground, image, (x + 17 + image.width / 2, ground.height / 2), turn)
        x += image.width + 34
    return ground


def leaf(pdf: Path, words: str) -> int:
    """The page of a book where a chapter says these words: its contents, which come first, name it
    too. Raises ValueError for none."""
    document = pypdfium2.PdfDocument(pdf)
    for number in range(2, len(document)):
        if words in document[number].get_textpage().get_text_range():
            return number
    raise ValueError(f"no page of {pdf.name} says {words}")


def terminal(command: str, said: str, width: int = 1640) -> Image.Image:
    """A command and what it says, in a window, in the colours that a terminal shows."""
    across = 104
    lines = [[(f"$ {command}", WARM)]]
    for line in said.splitlines():
        for number, row in enumerate(textwrap.wrap(line, across - 2, drop_whitespace=False)):
            lines.append([(f"  {row.lstrip()}", PLAIN)] if number else runs_of(coloured(row)))
    return window(lines, across, width)


def window(lines: Lines, across: int, width: int, is_bare: bool = False) -> Image.Image:
    """Lines of coloured words in a window so many letters across; or bare, without its frame."""
    size, lead, font = 11.0, 16.5, mono_font()
    stream = io.BytesIO()
    above, below = (8, 6) if is_bare else (30, 16)
    wide, high = across * stringWidth("m", font, size) + 36, len(lines) * lead + above + below
    canvas = Canvas(stream, pagesize=(wide, high))
    canvas.setFillColor("#FFFFFF")
    canvas.rect(0, 0, wide, high, stroke=0, fill=1)
    canvas.setFillColor(GROUND)
    if is_bare:
        canvas.rect(0, 0, wide, high, stroke=0, fill=1)
    else:
        canvas.roundRect(2, 2, wide - 4, high - 4, 9, stroke=0, fill=1)
    for i, colour in enumerate(() if is_bare else ("#E84B7A", "#FFD23F", "#3E9A4B")):
        canvas.setFillColor(colour)
        canvas.circle(18 + 14 * i, high - 16, 4, stroke=0, fill=1)
    step = stringWidth("m", font, size)
    for i, runs in enumerate(lines):
        x = 18.0
        for words, colour in runs:
            canvas.setFillColor(colour)
            for part in filter(None, SIGNS.split(words)):
                canvas.setFont("Signs" if SIGNS.match(part) else font, size)
                canvas.drawString(x, high - above - 14 - i * lead, part)
                x += step * len(part)
    canvas.save()
    image: Image.Image = (
        pypdfium2.PdfDocument(stream.getvalue())[0].render(scale=width / wide).to_pil()
    )
    return image.convert("RGB")


def mono_font() -> str:
    """The name of a font whose letters are of one width."""
    pdfmetrics.registerFont(TTFont("Mono", str(HERE / "fonts/JetBrainsMono-Medium.ttf")))
    pdfmetrics.registerFont(
        TTFont("Signs", str(HERE.parent / "fonts/NotoSansSymbols2-Regular.ttf"))
    )
    return "Mono"


def runs_of(line: str) -> list[tuple[str, str]]:
    """The parts of a line with escape sequences (ANSI), each with its colour."""
    runs = list[tuple[str, str]]()
    colour = PLAIN
    for number, part in enumerate(ESCAPE.split(line)):
        if number % 2:
            colour = ANSI.get(part, colour) if part != "0" else PLAIN
        elif part:
            runs.append((part, colour))
    return runs


def sheet() -> None:
    """A sheet, both its sides."""
    with elsewhere() as folder:
        name = "trick-or-treat-candy-pot"
        cardgen("build", f"{name}/playing", "--paper", "a4", "--gutter", "4")
        front, back = pages(folder / f"output/{name}/playing-a4.pdf", 640, 0, 1)
        save(lying([front, back], (1.2, -1.5)), PICTURES / "sheet.png")


def rulebook() -> None:
    """Pages of two rulebooks, as they are."""
    found = []
    with elsewhere() as folder:
        for game, words in BOOKS:
            cardgen("rulebook", game, "--paper", "a4")
            book = folder / f"output/{game}/rulebook-a4.pdf"
            found += pages(book, 560, leaf(book, words))
    save(lying(found, (1.0, -1.3)), PICTURES / "rulebook.png")


BOOKS = (
    ("best-candy-on-the-block", "Your first trick"),
    ("trick-or-treat-candy-pot", "Set-up"),
)
"""Pages that are shown: the game, and a heading that stands there."""


def messages() -> None:
    """What the program says of a deck with mistakes in it, the one that README shows."""
    text = (HERE.parent / "README.md").read_text("utf-8")
    with elsewhere() as folder:
        for block in blocks(text):
            if block.path:
                write(block, folder)
        deck = folder / "card_data/my-game/main.yaml"
        good = deck.read_text("utf-8")
        long = (
            "Everybody *howls*, draws {pumpkin-sign}, and tells the table "
            + "a very long story, " * 16
        )
        (deck.parent / "extra.yaml").write_text(
            good.replace("Everybody *howls* and draws {pumpkin-sign}.", long), "utf-8"
        )
        deck.write_text(
            good.replace("rank: 3", "rnak: 3").replace("size: poker", "size: pokr"), "utf-8"
        )
        said = [
            line
            for line in cardgen("build", "--paper", "a4").splitlines()
            if line.startswith("card_data") and "safe-zone" not in line
        ]
        save(terminal("cardgen build", "\n".join(said)), PICTURES / "messages.png")


def tutorial() -> None:
    """Six cards of the deck that the tutorial makes."""
    with elsewhere() as folder:
        for block in blocks((HERE / "tutorial.md").read_text("utf-8")):
            if block.path:
                write(block, folder)
        workshop = open_project(folder)
        save(chosen(workshop, (0, 5, 10, 3, 12, 13), 6), PICTURES / "tutorial-cards.png")


def starter() -> None:
    """The cards that cardgen new makes."""
    with elsewhere() as folder:
        cardgen("new", "my-cards")
        workshop = open_project(folder / "my-cards")
        (game,) = workshop.games
        creatures, places = game.decks
        shown = list(pictures(workshop, game, creatures, 370, only=(0, 3, 4, 6, 7)))
        shown += pictures(workshop, game, places, 370, only=(0, 4))
        shown += pictures(workshop, game, creatures, 370, side="back", only=(0,))
        save(table(shown, 4, askew=0.5), PICTURES / "starter.png")


def icons() -> None:
    """Each icon in colours, in one colour and with its name, in the order of their page."""
    names = [name for names in groups().values() for name in names]
    with_colours = {path.stem for path in COLOURED.glob("*.svg")}
    with elsewhere() as folder:
        cards = ""
        for name in names:
            twin = f", twin: color/{name}" if name in with_colours else ""
            cards += f"  - {{id: {name}, name: {name}{twin}}}\n"
        (folder / "card_data/icons").mkdir(parents=True)
        (folder / "templates").mkdir()
        (folder / "card_data/icons/game.yaml").write_text("title: Icons\n")
        (folder / "card_data/icons/main.yaml").write_text(
            "size: 24mm x 17mm\nfields: {twin: {text: {optional: true}}}\n"
            f"template: icon.svg\ncards:\n{cards}"
        )
        (folder / "templates/icon.svg").write_text(_ICON_CARD)
        workshop = open_project(folder)
        images = list(pictures(workshop, workshop.games[0], workshop.games[0].decks[0], 130))
        together = rows(images, 10, 2)
        sheet = Image.new("RGB", together.size, "#FFFFFF")
        sheet.paste(together, (0, 0), together)
        save(sheet, PICTURES / "icons.webp", is_flat=True)


_ICON_CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 17">
{% if card.twin %}<image href="{{ card.twin }}.svg" x="1" y="0.5" width="12" height="12"/>
<image href="{{ card.name }}.svg" x="14.5" y="2.5" width="7" height="7"/>
{% else %}<image href="{{ card.name }}.svg" x="6" y="0.5" width="12" height="12"/>{% endif %}
{{ text_box(card.name, 0.5, 13, 23, 3.4, size=6.5, min_size=4, max_lines=1, align="center") }}
</svg>"""


def changes() -> None:
    """The page that cardgen changes writes of three King cards."""
    name = "best-candy-on-the-block"
    with elsewhere() as folder:
        for part in (f"card_data/{name}", "templates"):
            shutil.copytree(HERE.parent / part, folder / part)
        cardgen("printed", f"{name}/king")
        deck = folder / f"card_data/{name}/king.yaml"
        text = deck.read_text("utf-8").replace(
            "name: Dad Tax, art: dad-tax", "name: Dad's Share, art: dad-tax"
        )
        text = text.replace("rank: 5, name: Lights Out", "rank: 6, name: Lights Out")
        deck.write_text(re.sub(r".*id: king-prank.*\n", "", text), "utf-8")
        cardgen("changes", f"{name}/king")
        (page,) = pages(folder / f"output/{name}/changes.pdf", 1600, 0)
        save(trimmed(page), PICTURES / "changes.png")


def preview() -> None:
    """The page of cardgen preview."""
    page_shot("preview.png", "#/trick-or-treat-monsters/monster", previewed)


def begin_page() -> None:
    """The page that begins a game, once it was given a spreadsheet."""
    from chromium import CHROMIUM, browser
    from previews import previewing

    if CHROMIUM is None:
        sys.stderr.write("no Chromium is installed: begin.webp stays as it is\n")
        return
    data = base64.b64encode((HERE / "beasts-v7.xlsx").read_bytes()).decode()
    bring = (
        f"(() => {{ const files = new DataTransfer();"
        f" files.items.add(new File([Uint8Array.from(atob('{data}'), (sign) => sign.charCodeAt(0))], 'beasts-v7.xlsx'));"
        " const input = document.getElementById('begin-file'); input.files = files.files;"
        " input.dispatchEvent(new Event('change')); })()"
    )
    box = (
        "(([first, last]) => [first.x, first.y, first.width, last.bottom])"
        "(['.bring', '.palette-tiles'].map((each) => document.querySelector(each).getBoundingClientRect()))"
    )
    with elsewhere() as folder, browser(folder / "profile") as page, previewing() as address:
        page.open(address, width=1080, height=1200, scale=1.5)
        page.until("document.querySelector('#begin-start') !== null")
        page.run(bring)
        page.until("document.querySelector('[name=begin-look]:checked')?.value", "creature")
        settle(page)
        x, y, width, bottom = page.run(box)
        shown = page.picture(x - 12, y - 12, width + 24, bottom - y + 22)
        save(shown, PICTURES / "begin.webp")


def cards_table() -> None:
    """Cards as a table, while somebody types."""
    page_shot("cards-table.png", "#/best-candy-on-the-block/main", tabled)


def play() -> None:
    """The table to play on, some moves into a game."""
    page_shot("play.png", "", played)


def shared() -> None:
    """One table on two devices: the host's window and a guest's telephone, each with its own hand."""
    from chromium import CHROMIUM, browser
    from previews import origin, previewing

    if CHROMIUM is None:
        sys.stderr.write("no Chromium is installed: shared.png stays as it is\n")
        return
    with elsewhere() as folder:
        project = copied_games(folder)
        words = ("--project", project, "--lan", "--address", "127.0.0.2")
        with (
            previewing(*words) as address,
            browser(folder / "host") as host,
            browser(folder / "guest") as guest,
        ):
            host.open(address, width=1240, height=800, scale=1.5)
            host.until("document.querySelector('.card') !== null")
            guests = host.run(
                "JSON.parse(document.querySelector('meta[name=cardgen]').content).guests"
            )
            guest.open(guests, width=390, height=800, scale=1.5)
            guest.until("document.querySelector('.card') !== null")
            host.open(
                f"{origin(address)}/play#/best-candy-on-the-block",
                width=1240,
                height=800,
                scale=1.5,
            )
            begin_hand(host)
            host.click("#start-deal")
            host.until("document.querySelectorAll('.held-card').length", 12)
            host.click("#share")
            host.until("document.getElementById('sure').open")
            host.click("#sure-yes")
            host.until("document.body.classList.contains('shared')")
            guest.open(f"{origin(guests)}/play", width=390, height=800, scale=1.5)
            for seat, page in ((1, host), (2, guest)):
                page.until(f"document.querySelector('[data-seat=\"{seat}\"]') !== null")
                page.click(f"[data-seat='{seat}']")
                page.until("document.getElementById('seat').open")
                page.click("#seat-take")
                page.until("document.querySelectorAll('.held-card').length", 12)
            for page, card in ((host, 5), (guest, 3), (host, 2)):
                page.click(f".held-card:nth-child({card})")
                page.press("p")
                settle(page)
            window, telephone = settled_picture(host), settled_picture(guest)
        ground = Image.new("RGB", (window.width + telephone.width + 120, window.height + 80), TABLE)
        laid_down(ground, window, (40 + window.width / 2, ground.height / 2))
        laid_down(ground, telephone, (ground.width - 40 - telephone.width / 2, ground.height / 2))
        high = round(WIDE * ground.height / ground.width)
        ground = ground.resize((WIDE, high), Image.Resampling.LANCZOS)
        save(ground, PICTURES / "shared.png")


def oncard() -> None:
    """A card that is worked on, with a text that is just being dragged."""
    page_shot("oncard.png", "#/best-candy-on-the-block/king", dragged)


def page_shot(name: str, fragment: str, shot: Callable[[Browser, str], Image.Image]) -> None:
    """Save a picture of the page of a copy of the games, in the browser that the tests drive.

    `shot` is given the address with its fragment. Without Chromium the picture stays as it is."""
    from chromium import CHROMIUM, browser
    from previews import previewing

    if CHROMIUM is None:
        sys.stderr.write(f"no Chromium is installed: {name} stays as it is\n")
        return
    with elsewhere() as folder:
        project = copied_games(folder)
        with browser(folder / "profile") as page, previewing("--project", project) as address:
            save(shot(page, address + fragment), PICTURES / name)


def copied_games(folder: Path) -> Path:
    """A project with copies of the games."""
    project = folder / "halloween"
    for part in ("card_data", "templates"):
        shutil.copytree(HERE.parent / part, project / part)
    return project


def settle(page: Browser) -> None:
    """Wait for the fonts, and for what moves to have come to rest."""
    page.until("document.fonts.status", "loaded")
    page.run("new Promise((done) => setTimeout(done, 1500))")


def settled_picture(page: Browser) -> Image.Image:
    settle(page)
    return page.picture()


def tabled(page: Browser, address: str) -> Image.Image:
    """A deck as a table, a name in it half typed, and the card as it would look."""
    page.open(address, width=1440, height=900, scale=1.3)
    page.until("document.documentElement?.dataset.looked !== undefined")
    page.press("e")
    page.until("document.querySelectorAll('.row-of-cells img').length > 0")
    page.click(".row-of-cells:nth-child(9) [role=gridcell]")
    page.press("B")
    page.call("Input.insertText", text="utterscotch Drop")
    page.until("!document.querySelector('.trial').hidden")
    return settled_picture(page)


def played(page: Browser, address: str) -> Image.Image:
    """The table of Best Candy on the Block, some moves into a game of two."""
    from previews import origin

    page.open(address)  # which gives the browser its key
    page.until("document.querySelector('.card') !== null")
    table_address = f"{origin(address)}/play#/best-candy-on-the-block"
    page.open(table_address, width=1240, height=800, scale=1.5)
    begin_hand(page)
    page.click("#start-deal")
    page.until("document.querySelectorAll('.held-card').length", 12)
    for card in (5, 2, 7):
        page.click(f".held-card:nth-child({card})")
        page.press("p")
    for keys, words in (("k", "Candy"), ("i", "6"), ("t", "Green is trump")):
        page.press(keys)
        page.write("#adder-text", words)
        page.press("Enter")
        page.press("+")
    page.press("n")
    page.until("document.getElementById('curtain').open")
    page.click("#curtain-show")
    page.click("[data-thing=t1]")
    page.press("d")
    page.click(".held-card:nth-child(4)")
    return settled_picture(page)


def begin_hand(page: Browser) -> None:
    """Choose a deal of Best Candy on the Block for two, always the same."""
    page.until("document.querySelectorAll('#start-setup option').length > 1")
    page.run(
        "document.getElementById('start-setup').value = 'rule:a-hand-can-follow',"
        " document.getElementById('start-setup').onchange(),"
        " document.getElementById('start-players').value = 2,"
        " document.getElementById('start-seed').value = 'lantern'"
    )


def previewed(page: Browser, address: str) -> Image.Image:
    """What the page shows once its first cards are there."""
    page.open(address, width=1440, height=900, scale=1.3)
    page.until(
        "[...document.querySelectorAll('.card')].filter((each) => each.card.face.shadow.firstElementChild).length > 14"
    )
    page.until("document.fonts.status", "loaded")
    page.until("document.getElementById('status').dataset.kind", "online")
    return settled_picture(page)


def dragged(page: Browser, address: str) -> Image.Image:
    """A king on the desk, its text on the way to the middle of the card."""
    page.open(address, width=1240, height=800, scale=1.5)
    page.until("!!document.querySelector('.card .picture')?.shadowRoot?.querySelector('svg')")
    page.run("document.querySelector('.card').focus()")
    page.press("Enter")
    page.until("!!document.querySelector('#design')")
    page.click("#design")
    page.until("document.querySelector('.oncard').dataset.drawn > 0")
    settle(page)
    left, top, width = page.run(
        "(() => { const box = document.querySelector('.oncard .sheet .side').getBoundingClientRect();"
        " return [box.x, box.y, box.width]; })()"
    )
    for kind, x, y in (("Pressed", 20, 70), ("Moved", 18, 69), ("Moved", 17.6, 69.5)):
        place = {"x": left + x * width / 63.5, "y": top + y * width / 63.5}
        page.call(
            "Input.dispatchMouseEvent", type=f"mouse{kind}", button="left", buttons=1, **place
        )
    page.run("new Promise((done) => setTimeout(done, 500))")
    return page.picture()


def chosen(workshop: Workshop, positions: tuple[int, ...], across: int) -> Image.Image:
    (game,) = workshop.games
    return table(
        [next(pictures(workshop, game, game.decks[0], 230, only=(i,))) for i in positions], across
    )


def layouts() -> None:
    """The cards of docs/layouts: each deck by itself, and all of them on a table."""
    workshop = open_project(HERE / "layouts")
    (game,) = workshop.games
    cards: list[Image.Image] = []
    for deck in game.decks:
        width = round(deck.shape.width / MM * 5.2)
        cards_of_deck = list(pictures(workshop, game, deck, width))
        save(rows(cards_of_deck, 2, 12), PICTURES / f"layout-{deck.id}.png")
        cards.append(cards_of_deck[0].resize((250, round(250 * cards_of_deck[0].height / width))))
    across = 6
    height = max(image.height for image in cards)
    ground = Image.new("RGB", (across * 272 + 22, 2 * (height + 26) + 22), TABLE)
    for number, image in enumerate(cards):
        centre = (147 + number % across * 272, 24 + height / 2 + number // across * (height + 26))
        laid_down(ground, image, centre, (-2, 1.5, -1, 2, -1.5, 1)[number % 5])
    save(ground, PICTURES / "layouts.webp")


def going_on() -> None:
    """The cards on which one article goes on, of docs/encyclopedia."""
    workshop = open_project(HERE / "encyclopedia")
    (game,) = workshop.games
    cards = list(pictures(workshop, game, game.decks[0], 330))
    save(table(cards, len(cards)), PICTURES / "going-on.png")


SHOTS: dict[str, Callable[[], None]] = {
    make.__name__: make
    for make in (
        sheet,
        rulebook,
        messages,
        tutorial,
        starter,
        icons,
        changes,
        preview,
        begin_page,
        oncard,
        cards_table,
        play,
        shared,
        layouts,
        going_on,
    )
}
