"""A game that is begun on the page, where there is none yet: new, copied, from a spreadsheet and
from pictures, and shown without another start."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Browser
from PIL import Image
from previews import previewing

from cardgen.model.card_roles import FACES

pytestmark = pytest.mark.browser
READY = (
    "document.querySelector('#begin-start') !== null && !document.querySelector('#begin').hidden"
)


@pytest.fixture
def page(chromium: Browser, tmp_path: Path) -> Iterator[Browser]:
    """The page of a preview in a folder with nothing in it."""
    with previewing(cwd=tmp_path) as address:
        chromium.errors.clear()
        chromium.open(address, width=1280)
        chromium.until(READY)
        yield chromium
        # while the preview turns, the page still asks for drawings of what it showed before
        assert [] == [error for error in chromium.errors if not re.search("ERR_|/art/", error)]


def begun(page: Browser) -> list[str]:
    """The cards of the game that is begun by the button."""
    page.click("#begin-start")
    page.until("document.querySelector('dialog.begun')?.open === true")
    page.click("dialog.begun .main")
    page.until("document.documentElement?.dataset.looked !== undefined")
    page.until("document.querySelectorAll('.card').length > 0")
    return list(
        page.run("[...document.querySelectorAll('.card footer b')].map((each) => each.textContent)")
    )


def bring(page: Browser, files: dict[str, bytes]) -> None:
    """Files as they are chosen on the page."""
    listed = json.dumps({name: base64.b64encode(data).decode() for name, data in files.items()})
    page.run(
        f"(() => {{ const files = new DataTransfer(); for (const [name, data] of Object.entries({listed}))"
        " files.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name));"
        " const input = document.getElementById('begin-file'); input.files = files.files;"
        " input.dispatchEvent(new Event('change')); })()"
    )


def choose(page: Browser, kind: str) -> None:
    page.run(f"document.querySelector('.kinds-of-begin [value={kind}]').click()")


def test_a_new_game_is_begun_and_edited(page: Browser, tmp_path: Path) -> None:
    page.write("#begin-title", "Schnecken: Rennen")
    assert page.run("document.querySelector('#begin-folder').value") == "schnecken-rennen"
    size = "document.querySelector('#begin-size').value"
    page.run("document.querySelector('[name=begin-look][value=tarot]').click()")
    assert page.run(size) == "tarot"
    page.run("document.querySelector('[name=begin-look][value=plain]').click()")
    assert page.run(size) == "poker"
    page.write("#begin-size", "tarot")
    assert begun(page) == ["First card", "Second card", "Third card"]
    game = tmp_path / "schnecken-rennen/card_data/schnecken-rennen"
    assert 'title: "Schnecken: Rennen"' in (game / "game.yaml").read_text("utf-8")
    assert "size: tarot" in (game / "cards.yaml").read_text("utf-8")
    assert page.run("document.querySelector('[data-mode=begin]').hidden")
    answer = page.run(
        "import('/static/edits.js').then(({edit}) => edit([{do: 'set', deck: 'schnecken-rennen/cards', card: 'third', values: {text: 'Ziel'}}]))"
    )
    assert answer["done"]
    page.until("[...document.querySelectorAll('.card')].at(-1).card.record.fields.text", "Ziel")


def test_a_spreadsheet_becomes_a_game(page: Browser, tmp_path: Path) -> None:
    bring(page, {"My Snails.csv": b"Name;Text;Qty\nOwl;Hoo;2\nAnt;;3\n"})
    assert page.run("document.querySelector('.kinds-of-begin :checked').value") == "table"
    assert begun(page) == ["Owl", "Ant"]
    table = tmp_path / "my-snails/card_data/my-snails/my-snails.csv"
    assert table.read_bytes() == b"Name;Text;Qty\nOwl;Hoo;2\nAnt;;3\n"


CHECKED = "document.querySelector('[name=begin-{}]:checked')?.value"


def test_a_look_is_proposed_for_a_spreadsheet_and_chosen_by_keys(
    page: Browser, tmp_path: Path
) -> None:
    look, palette = CHECKED.format("look"), CHECKED.format("palette")
    bring(page, {"broken.xlsx": b"none"})
    page.until("document.querySelector('#begin-wrong').textContent.includes('broken.xlsx')")
    bring(page, {"Den.csv": b"Name,Attack,Defence,Text\nOwl,2,3,Hoo\nAnt,1,1,Bites\n"})
    page.until(look, "creature")
    assert page.run("document.querySelector('#begin-wrong').textContent") == ""
    suiting = "[...document.querySelectorAll('.look-tiles small')].filter((each) => each.textContent).length"
    assert (page.run(palette), page.run(suiting)) == (FACES["creature"], 1)
    page.run("document.querySelector('[name=begin-look]:checked').focus()")
    page.press("ArrowRight")
    assert (page.run(look), page.run(palette)) == ("item", FACES["item"])
    page.run("document.querySelector('[name=begin-palette]:checked').focus()")
    page.press("ArrowLeft")
    assert page.run(palette) == "frost"
    page.run("document.querySelector('[name=begin-look][value=spell]').click()")
    assert page.run(palette) == "frost"  # what was chosen by hand stays
    assert begun(page) == ["Owl", "Ant"]
    game = tmp_path / "den/card_data/den"
    assert "template: looks/spell.svg" in (game / "den.yaml").read_text("utf-8")
    assert "palette: looks/frost" in (game / "game.yaml").read_text("utf-8")


def test_pictures_become_a_game(page: Browser, tmp_path: Path) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (750, 1050), "#557733").save(picture, "PNG")
    choose(page, "pictures")
    bring(page, {"2x-frog.png": picture.getvalue(), "toad.png": picture.getvalue()})
    page.write("#begin-title", "Pond")
    assert begun(page) == ["frog", "toad"]
    assert (tmp_path / "pond/card_data/pond/art/frog.png").is_file()


def test_a_shipped_game_is_copied(page: Browser, tmp_path: Path) -> None:
    choose(page, "copy")
    page.run(
        "document.querySelector('#begin-game').value = 'candy-crave'; document.querySelector('#begin-game').dispatchEvent(new Event('change'))"
    )
    page.write("#begin-folder", "mine")
    assert begun(page)
    assert (tmp_path / "mine/card_data/candy-crave/game.yaml").is_file()


def test_nothing_is_written_over(page: Browser, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/file.txt").write_text("mine", "utf-8")
    page.write("#begin-folder", "taken")
    page.click("#begin-start")
    page.until(
        "document.querySelector('#begin-wrong').textContent.includes('holds something already')"
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["taken", "file.txt"]
    page.write("#begin-folder", "new")
    page.write("#begin-size", "huge")
    page.click("#begin-start")
    page.until(
        "document.querySelector('#begin-wrong').textContent.includes('no card size is called')"
    )
    assert not (tmp_path / "new").exists()


def snail_list() -> str:
    """The list of the tutorial's second half."""
    names = ("Yawn", "Crawl", "Hurry!", "Slime Jet!")
    rows = ["name,snail,steps,text,copies"]
    for snail in ("red", "blue", "yellow"):
        for steps, name in enumerate(names, 1):
            noun = "step" if steps == 1 else "steps"
            rows.append(f"{name},{snail},{steps},{snail.capitalize()} goes **{steps}** {noun}.,1")
    rows.append("Rain,,1,Everyone goes **1** step.,2")
    rows.append("Lettuce,,0,The first snail stops to eat.,1")
    return "\n".join(rows) + "\n"


def test_the_race_of_the_tutorial_is_made_on_the_page(page: Browser, tmp_path: Path) -> None:
    """As docs/tutorial.md says: begun, edited, mended, made and played, without a terminal."""
    bring(page, {"snail-race.csv": snail_list().encode()})
    page.write("#begin-title", "Snail Race")
    assert len(begun(page)) == 14
    table = tmp_path / "snail-race/card_data/snail-race/snail-race.csv"
    page.press("e")
    page.until("document.querySelectorAll('[role=rowheader]').length > 5")
    goal = "{detail: {key: 'snail-race/snail-race', id: 'rain', field: 'text'}}"
    page.run(f"document.dispatchEvent(new CustomEvent('cardgen-to-cell', {goal}))")
    page.until("document.activeElement?.textContent.startsWith('Everyone')")
    page.press("S")
    page.until("document.querySelector('.editor') !== null")
    page.call("Input.insertText", text="nails love it.")
    page.press("Enter")
    page.until("document.querySelector('#undo').disabled === false")
    written = snail_list().replace("Everyone goes **1** step.", "Snails love it.")
    assert table.read_text("utf-8") == written
    table.write_text(written.replace("Crawl,blue", "Crawl,bleu"), "utf-8")
    page.run("document.querySelector('#findings-button').click()")
    page.until("document.querySelector('#found .mend')?.textContent", "Write blue")
    page.click("#found .mend")
    page.until("document.querySelector('.proposal .main')?.disabled === false")
    page.click(".proposal .main")
    page.until("document.querySelector('#found .mend') === null")
    assert table.read_text("utf-8") == written
    page.run("document.querySelector('[data-mode=make]').click()")
    page.until("document.querySelector('#make-command').textContent.startsWith('cardgen')")
    page.run("document.querySelector('#make-start').click()")
    page.until("document.querySelector('#job')?.dataset.state", "done")
    assert list((tmp_path / "snail-race/output").rglob("*-a4.pdf"))
    page.run("document.querySelector('#play').click()")
    page.until("document.querySelector('#start-setup')?.options.length > 0")
    page.run("document.querySelector('#start-deal').click()")
    page.until("document.querySelectorAll('.thing').length > 0")
