"""Bleed made from art that ends at the cut, and the rounded corners of scans."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageDraw
from projects import run, svg, text_of, write_project

from cardgen.engine.graphics.images import Pixels
from cardgen.engine.graphics.picture_files import read_picture, without_corners
from cardgen.engine.svg import art as svg_art
from cardgen.engine.svg.art import Art

RED, GREEN, BLUE, WHITE = (220, 30, 30), (20, 160, 60), (30, 60, 200), (255, 255, 255)


def file_of(image: Image.Image, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    image.save(out, kind, quality=95)
    return out.getvalue()


def striped(width: int = 240, height: int = 320) -> Image.Image:
    """Red at the left edge, green beside it, blue all over the rest but for a green upper edge
    under a red line."""
    image = Image.new("RGB", (width, height), BLUE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width, 8), fill=GREEN)
    draw.rectangle((4, 0, 8, height), fill=GREEN)
    draw.rectangle((0, 0, 3, height), fill=RED)
    return image


def printed(
    tmp_path: Path, bleed: str, *, more: str = "", data: bytes | None = None
) -> Image.Image:
    """The first card of 60 x 80 mm with its bleed of 3 mm, at 10 pixels to a millimetre."""
    face = svg(
        f'<image href="p.png" x="0" y="0" width="60" height="80" data-bleed="{bleed}"/>{more}'
    )
    root = write_project(
        tmp_path,
        templates={"card.svg": face},
        files={"card_data/sweets/art/p.png": data or file_of(striped())},
    )
    done = run("build", "--paper", "a4", "--layout", "single", "--gutter", "10", project=root)
    assert 0 == done.exit_code, done.output
    return first_card(root / "output/sweets/main-single-a4.pdf")


def first_card(file: Path) -> Image.Image:
    with pypdfium2.PdfDocument(file) as pdf:
        page = pdf[0].render(scale=254 / 72).to_pil().convert("RGB")
    wide, tall = 660, 860
    left = next(x for x in range(page.width) if page.getpixel((x, 600)) != WHITE)
    column = [page.getpixel((left + 330, y)) for y in range(page.height)]
    top = next(y for y in range(page.height) if column[y] != WHITE and column[y + 60] != WHITE)
    return page.crop((left, top, left + wide, top + tall))


def near(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(found, wanted, strict=True)) < 40


def test_art_is_mirrored_at_the_cut(tmp_path: Path) -> None:
    """A pixel of the picture is a quarter of a millimetre: one millimetre of red, then one of
    green, on both sides of the cut."""
    card = printed(tmp_path, "mirror")
    assert near(card.getpixel((25, 400)), RED)
    assert near(card.getpixel((35, 400)), RED)
    assert near(card.getpixel((12, 400)), GREEN)
    assert near(card.getpixel((2, 400)), BLUE)
    assert near(card.getpixel((300, 12)), GREEN)
    assert near(card.getpixel((300, 2)), BLUE)


def test_the_edge_is_stretched_outward(tmp_path: Path) -> None:
    card = printed(tmp_path, "stretch")
    assert all(near(card.getpixel((x, 400)), RED) for x in (2, 12, 25, 35))
    assert all(near(card.getpixel((300, y)), GREEN) for y in (2, 12, 25, 40))
    assert near(card.getpixel((655, 400)), BLUE)


def test_there_is_no_seam_at_the_cut(tmp_path: Path) -> None:
    plain = file_of(Image.new("RGB", (240, 320), BLUE))
    for way in ("mirror", "stretch"):
        card = printed(tmp_path, way, data=plain)
        assert all(near(card.getpixel((x, 400)), BLUE) for x in range(2, 658))
        assert all(near(card.getpixel((300, y)), BLUE) for y in range(2, 858))


def test_only_edges_at_the_cut_go_on_or_those_that_are_named(tmp_path: Path) -> None:
    part = svg(
        '<image href="p.png" width="60" height="40" preserveAspectRatio="none" data-bleed="mirror{}"/>'
    )
    root = write_project(
        tmp_path,
        templates={"card.svg": part.format("")},
        files={"card_data/sweets/art/p.png": file_of(striped())},
    )
    assert 0 == run("build", "--paper", "a4", project=root).exit_code
    for bad, said in (
        (" up", 'data-bleed cannot be "up"'),
        ("ed", 'data-bleed cannot be "mirrored"; did you mean "mirror"'),
    ):
        write_project(tmp_path, templates={"card.svg": part.format(bad)})
        done = run("build", "--paper", "a4", project=root)
        assert 2 == done.exit_code
        assert said in done.stderr
    write_project(
        tmp_path,
        templates={
            "card.svg": svg('<image href="p.png" width="100%" height="40" data-bleed="mirror"/>')
        },
    )
    assert (
        "has no width and height in plain numbers"
        in run("build", "--paper", "a4", project=root).stderr
    )


@pytest.mark.parametrize(
    ("made", "beyond"), [("mirror", (0, 128, 0)), ("stretch", RED), ('"#1E3CC8"', BLUE)]
)
def test_a_deck_makes_the_bleed_of_all_that_it_draws(
    tmp_path: Path, made: str, beyond: tuple[int, int, int]
) -> None:
    """A red frame of 1 mm and a green one inside it; texts are not mirrored."""
    frame = f'<rect width="60" height="80" fill="green"/><rect x=".5" y=".5" width="59" height="79" fill="none" stroke="rgb{RED}"/>'
    face = svg(f'<g>{frame}</g><text x="3.5" y="40" font-family="Nunito" font-size="3">near</text>')
    root = write_project(tmp_path, {"main": f"bleed: {made}\n"}, {"card.svg": face})
    done = run("build", "--paper", "a4", "--layout", "single", "--gutter", "10", project=root)
    assert 0 == done.exit_code, done.output
    file = root / "output/sweets/main-single-a4.pdf"
    assert 3 == "".join(text_of(file)).count("near")
    card = first_card(file)
    assert all(
        near(card.getpixel(spot), beyond) for spot in ((12, 500), (330, 12), (645, 500), (330, 848))
    )
    assert all(near(card.getpixel(spot), RED) for spot in ((35, 500), (330, 35)))


@pytest.mark.parametrize(
    ("ground", "kind"), [(WHITE, "PNG"), ((0, 0, 0), "PNG"), (WHITE, "JPEG"), (None, "PNG")]
)
def test_rounded_corners_of_scans_are_filled(
    ground: tuple[int, int, int] | None, kind: str
) -> None:
    """On paper, in the dark, and clear: afterwards nothing of what it lay on is left in any
    corner."""
    width, height = 372, 520
    mask = Image.new("L", (4 * width, 4 * height), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, 4 * width - 1, 4 * height - 1), 80, fill=255)
    mask = mask.resize((width, height))
    scan = Image.new("RGB", (width, height), ground or WHITE)
    scan.paste(Image.new("RGB", (width, height), BLUE), (0, 0), mask)
    if ground is None:
        scan.putalpha(mask)
    filled = without_corners(read_picture(file_of(scan, kind)))
    colours, alpha = Pixels.of(filled.data)
    assert alpha is None
    assert all(near(colours.getpixel((x, y)), BLUE) for x in range(width) for y in range(height))


def test_hundreds_of_pictures_are_not_held_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture is kept once however often mirrored, and what cards have shown is forgotten where
    it is much: the file is the same."""
    face = svg(
        '<image href="{{ card.id }}.png" x="0" y="0" width="60" height="80" data-bleed="mirror"/>'
    )
    cards = "".join(f"  - {{id: c{number}}}\n" for number in range(6))
    pictures = {
        f"card_data/sweets/art/c{number}.png": file_of(
            Image.new("RGB", (240, 320), (40 * number, 90, 120))
        )
        for number in range(6)
    }
    root = write_project(tmp_path, {"main": f"cards:\n{cards}"}, {"card.svg": face}, files=pictures)
    made, held = [], list[int]()
    cached, forget = Art.cached, Art.forget

    def counted(art: Art, key: bytes, make: Callable[[], bytes]) -> bytes:
        made.append(key)
        return cached(art, key, make)

    def noted(art: Art) -> None:
        held.append(len(art._images))
        forget(art)

    monkeypatch.setattr(Art, "cached", counted)
    monkeypatch.setattr(Art, "forget", noted)
    files = []
    for most in (svg_art.HELD, 1):
        monkeypatch.setattr(svg_art, "HELD", most)
        done = run("build", "--paper", "a4", project=root)
        assert 0 == done.exit_code, done.output
        files.append((root / "output/sweets/main-a4.pdf").read_bytes())
    assert files[0] == files[1]
    assert [1] * 6 == held
    assert 12 == len(made)


@pytest.mark.parametrize("corner", [(), ((0, 0, 30, 30),), ((0, 0, 120, 8), (0, 0, 8, 120))])
def test_what_is_no_rounded_corner_stays(corner: tuple[tuple[int, int, int, int], ...]) -> None:
    """A plain ground, a square, a frame."""
    image = Image.new("RGB", (372, 520), BLUE)
    for box in corner:
        image.paste(WHITE, box)
    picture = read_picture(file_of(image))
    assert picture is without_corners(picture)
