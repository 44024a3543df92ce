"""Makes the pictures of README, tutorial and how-to pages from what the program really makes and says.

python docs/make_shots.py
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from click.testing import CliRunner
from make_pictures import HERE, TABLE, pictures, rows, save, table
from PIL import Image, ImageDraw, ImageFilter
from reportlab.pdfgen.canvas import Canvas

from cardgen.api.workshop import Workshop, open_project
from cardgen.cli import cli

sys.path += [str(HERE.parent / "tests"), str(HERE.parent / "tests/docs")]
from follow import blocks, write  # the tests follow the same pages

PICTURES = HERE / "pictures"
SHADOW = "#3B3157"
GROUND, PLAIN, DIM, WARM, PLACE = "#241C38", "#FFF7E8", "#B795DD", "#FFC078", "#8FD08F"


def cardgen(*words: str) -> str:
    """What a command says; the cards it makes lie in the current folder."""
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    return done.stdout + done.stderr


@contextlib.contextmanager
def elsewhere() -> Iterator[Path]:
    """An empty folder to work in."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


def pages(pdf: Path, width: int, *numbers: int) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    return [document[number].render(scale=width / document[number].get_width()).to_pil().convert("RGB") for number in numbers]


def lying(images: list[Image.Image], turns: tuple[float, ...], overlap: int = 0) -> Image.Image:
    """Sheets of paper on a table, each a little askew."""
    turned = []
    for image, turn in zip(images, turns, strict=True):
        paper = image.convert("RGBA").rotate(turn, expand=True, resample=Image.Resampling.BICUBIC)
        turned.append(paper)
    width = sum(paper.width for paper in turned) - overlap * (len(turned) - 1) + 60
    height = max(paper.height for paper in turned) + 60
    ground, x = Image.new("RGB", (width, height), TABLE), 30
    for paper in turned:
        shade = Image.new("RGBA", paper.size, SHADOW)
        soft = Image.new("L", (paper.width + 40, paper.height + 40))
        soft.paste(paper.getchannel("A"), (20, 20))
        ground.paste(shade.resize(soft.size), (x - 14, (height - paper.height) // 2 - 12), soft.filter(ImageFilter.GaussianBlur(8)))
        ground.paste(paper, (x, (height - paper.height) // 2), paper)
        x += paper.width - overlap
    return ground


def terminal(command: str, said: str, width: int = 1180) -> Image.Image:
    """A command and what it says, in a window."""
    size, lead, across = 11.0, 16.0, 104
    lines = [("$ " + command, WARM)]
    for line in said.splitlines():
        words, first = line, True
        while words:
            cut = len(words) if len(words) <= across else words.rfind(" ", 0, across)
            lines.append((words[:cut], PLAIN if first else DIM))
            words, first = ("  " + words[cut:].strip() if words[cut:].strip() else ""), False
    stream = io.BytesIO()
    wide, high = across * size * 0.6 + 36, len(lines) * lead + 44
    canvas = Canvas(stream, pagesize=(wide, high))
    canvas.setFillColor("#FFFFFF")
    canvas.rect(0, 0, wide, high, stroke=0, fill=1)
    canvas.setFillColor(GROUND)
    canvas.roundRect(2, 2, wide - 4, high - 4, 9, stroke=0, fill=1)
    for i, colour in enumerate(("#E84B7A", "#FFD23F", "#3E9A4B")):
        canvas.setFillColor(colour)
        canvas.circle(18 + 14 * i, high - 16, 4, stroke=0, fill=1)
    for i, (line, colour) in enumerate(lines):
        canvas.setFont("Courier-Bold", size)
        place, colon, rest = line.partition(": ")
        if colon and place.count(":") >= 1 and not line.startswith("$"):  # file:line:column in a colour of its own
            canvas.setFillColor(PLACE)
            canvas.drawString(18, high - 42 - i * lead, place + ":")
            canvas.setFillColor(colour)
            canvas.drawString(18 + (len(place) + 2) * size * 0.6, high - 42 - i * lead, rest)
        else:
            canvas.setFillColor(colour)
            canvas.drawString(18, high - 42 - i * lead, line)
    canvas.save()
    return pypdfium2.PdfDocument(stream.getvalue())[0].render(scale=width / wide).to_pil().convert("RGB")


def readme() -> None:
    """The sheet, the rulebook and the message that README shows."""
    text = (HERE.parent / "README.md").read_text("utf-8")
    with elsewhere() as folder:
        cardgen("build", "best-candy-on-the-block/main", "--paper", "a4")
        front, back = pages(folder / "output/best-candy-on-the-block/main-a4.pdf", 400, 0, 1)
        save(lying([front, back], (1.5, -2.0)), PICTURES / "sheet.png")
        cardgen("rulebook", "trick-or-treat-street", "--paper", "a4")
        spread = pages(folder / "output/trick-or-treat-street/rulebook-a4.pdf", 400, 5, 6)
        book = Image.new("RGB", (spread[0].width * 2, spread[0].height))
        for i, page in enumerate(spread):
            book.paste(page, (i * page.width, 0))
        ImageDraw.Draw(book).line([(book.width // 2, 0), (book.width // 2, book.height)], fill="#C9BFD8", width=2)
        save(lying([book], (-1.0,)), PICTURES / "rulebook.png")
    with elsewhere() as folder:
        for block in blocks(text):
            if block.path:
                write(block, folder)
        deck = folder / "card_data/my-game/main.yaml"
        good = deck.read_text("utf-8")
        long = "Everybody *howls*, draws {pumpkin-sign}, and tells the table " + "a very long story, " * 16
        (deck.parent / "extra.yaml").write_text(good.replace("Everybody *howls* and draws {pumpkin-sign}.", long), "utf-8")
        deck.write_text(good.replace("rank: 3", "rnak: 3").replace("size: poker", "size: pokr"), "utf-8")
        said = [line for line in cardgen("build", "--paper", "a4").splitlines() if line.startswith("card_data") and "safe-zone" not in line]
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
        shown = [image for deck in game.decks for image in pictures(workshop, game, deck, 230)][:7]
        shown += pictures(workshop, game, game.decks[0], 230, side="back", only=(0,))
        save(table(shown, 8), PICTURES / "starter.png")


def icons() -> None:
    """Each icon on a card of its own, which is nothing but the icon."""
    names = sorted(path.stem for path in (HERE.parent / "templates/icons").glob("*.svg"))
    with elsewhere() as folder:
        cards = "".join(f"  - {{id: {name}, art: {name}}}\n" for name in names)
        (folder / "card_data/icons").mkdir(parents=True)
        (folder / "templates").mkdir()
        (folder / "card_data/icons/game.yaml").write_text("title: Icons\n")
        (folder / "card_data/icons/main.yaml").write_text(f"size: 16mm x 16mm\ntemplate: icon.svg\ncards:\n{cards}")
        (folder / "templates/icon.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
            '<image href="{{ card.art }}.svg" x="1" y="1" width="14" height="14"/></svg>'
        )
        workshop = open_project(folder)
        images = list(pictures(workshop, workshop.games[0], workshop.games[0].decks[0], 84))
        together = rows(images, 13, 8)
        sheet = Image.new("RGB", together.size, "#FFFFFF")
        sheet.paste(together, (0, 0), together)
        save(sheet, PICTURES / "icons.png")


def draft() -> None:
    """The cards of the page on drafts, as a draft shows them."""
    with elsewhere() as folder:
        for block in blocks((HERE / "howto-draft.md").read_text("utf-8")):
            if block.path:
                write(block, folder)
        deck = folder / "card_data/my-game/monsters.yaml"
        deck.write_text(deck.read_text("utf-8").replace("back: my-back.svg\n", ""), "utf-8")
        (folder / "card_data/my-game/game.yaml").write_text("title: My Game\n", "utf-8")
        save(chosen(open_project(folder)._drafted(), (0, 1, 2, 3), 4), PICTURES / "draft.png")


def changes() -> None:
    """The page that cardgen changes writes of three King cards."""
    name = "best-candy-on-the-block"
    with elsewhere() as folder:
        for part in (f"card_data/{name}", "templates"):
            shutil.copytree(HERE.parent / part, folder / part)
        cardgen("printed", f"{name}/king")
        deck = folder / f"card_data/{name}/king.yaml"
        text = deck.read_text("utf-8").replace("name: Dad Tax, art: dad-tax", "name: Dad's Share, art: dad-tax")
        text = text.replace("rank: 5, name: Lights Out", "rank: 6, name: Lights Out")
        deck.write_text(re.sub(r".*id: king-prank.*\n", "", text), "utf-8")
        cardgen("changes", f"{name}/king")
        (page,) = pages(folder / f"output/{name}/changes.pdf", 1000, 0)
        save(page.crop((0, 0, page.width, 1020)), PICTURES / "changes.png")


def preview() -> None:
    """The page of cardgen preview, in the browser that the tests drive."""
    from chromium import CHROMIUM, browser
    from previews import previewing

    if CHROMIUM is None:
        sys.stderr.write("no Chromium is installed: preview.png stays as it is\n")
        return
    with elsewhere() as folder, browser(folder) as page, previewing("--project", HERE.parent) as address:
        page.open(f"{address}#/best-candy-on-the-block/main", width=1240, height=800)
        page.until("[...document.querySelectorAll('.card')].filter((each) => each.card.face.shadow.firstElementChild).length > 14")
        for key in ("t", "b", "s"):
            page.press(key)
        page.click("[data-key$='/black-6'] .both")
        page.run("new Promise((done) => setTimeout(done, 1500))")
        save(page.picture(), PICTURES / "preview.png")


def chosen(workshop: Workshop, positions: tuple[int, ...], across: int) -> Image.Image:
    (game,) = workshop.games
    return table([next(pictures(workshop, game, game.decks[0], 230, only=(i,))) for i in positions], across)


if __name__ == "__main__":
    for make in (readme, tutorial, starter, icons, draft, changes, preview):
        make()
