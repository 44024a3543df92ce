"""Right or refused: every case, as art and as template content, through the whole path to PDF,
beside what Chromium shows."""

from __future__ import annotations

import os
import random
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from cards import printed, sides
from cases import CASES, SIDE, document
from compare import FEW, alike, around, off
from comparing import difference
from counting import counted
from lxml import etree
from measure import REFERENCES, drawn, reference, verdicts, workshop_art
from mutate import mutated
from pictures import Stock, pdf_of, pixels, shipped_fonts
from PIL import Image, ImageChops, ImageDraw
from PIL.ImageFilter import MaxFilter, MinFilter

import cardgen.engine.svg.typst
from cardgen.base.findings import CardgenError
from cardgen.engine.svg.faults import DrawingError
from cardgen.engine.svg.paint import paint
from cardgen.engine.svg.parse import read_svg

CARDS = REFERENCES.parent / "cards"
MUTATIONS = int(os.environ.get("CARDGEN_MUTATIONS", "200"))
"""How many random mutations are tried; set it to 5000 for the long run."""
SLOW, FAT = 100_000, 500
"""Calls of functions and megabytes that no mutation may take."""


def blank() -> Image.Image:
    return Image.new("RGB", (2 * SIDE, 2 * SIDE), "white")


# -- the measure
# -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [21, 50, 100])
def test_the_measure_notices_a_missing_hairline(length: int) -> None:
    """Half a unit wide, an eighth of a millimetre on a card of 25 mm: one pixel."""
    lined = blank()
    ImageDraw.Draw(lined).line((20, 90, 20 + 2 * length - 1, 90), fill="black")
    assert not alike(lined, blank())


def test_the_measure_looks_at_all_pixels_around() -> None:
    for name in ("text", "line-hair", "linear-stroke"):
        image = reference(name)
        assert [each.tobytes() for each in around(image)] == [
            image.filter(rank(3)).tobytes() for rank in (MinFilter, MaxFilter)
        ]


def test_the_measure_notices_a_shift_of_a_millimetre() -> None:
    """8 pixels are 4 units, a millimetre on a card of 25 mm; half of that in both ways is noticed
    too. Every case that shows anything."""
    unnoticed = []
    for name in CASES:
        image = reference(name)
        if name.startswith("pattern") or image.getextrema() == ((255, 255),) * 3:
            continue
        for step in ((8, 0), (0, 8), (-8, 0), (4, 4)):
            moved = ImageChops.offset(image, *step)
            if ImageChops.difference(moved, image).getbbox() and alike(image, moved):
                unnoticed.append((name, step))
    assert [] == unnoticed


def test_the_measure_forgives_smoothing() -> None:
    disc, smooth = blank(), blank().resize((8 * SIDE, 8 * SIDE))
    ImageDraw.Draw(disc).ellipse((40, 40, 160, 160), fill="#246")
    ImageDraw.Draw(smooth).ellipse((160, 160, 640, 640), fill="#246")
    assert alike(disc, smooth.resize((2 * SIDE, 2 * SIDE), Image.Resampling.BOX))
    assert not alike(disc, blank())


# -- the cases
# -------------------------------------------------------------------------------------------------------------------------


def test_every_case_has_its_reference() -> None:
    """`make_references.py --write` makes them."""
    assert sorted(CASES) == sorted(path.stem for path in REFERENCES.glob("*.png"))
    assert 150 <= len(CASES)


def test_none_is_wrong_and_nearly_all_are_right(tmp_path: Path) -> None:
    # together the pictures are large
    found = [verdict._replace(image=None) for verdict in verdicts(tmp_path)]
    counted = Counter(verdict.verdict for verdict in found)
    print(f"\nfidelity, {len(CASES)} cases in two ways: {dict(counted)}")  # noqa: T201 (what the suite is for)
    assert {} == {
        (verdict.case, verdict.way): verdict.off for verdict in found if verdict.verdict == "wrong"
    }
    assert counted["right"] >= 0.95 * len(found), [
        (verdict.case, verdict.way) for verdict in found if verdict.verdict == "refused"
    ]
    assert all(
        verdict.why
        for verdict in found
        if verdict.verdict == "refused" and verdict.way == "template"
    )


@pytest.mark.parametrize("name", ["line-hair", "text", "linear-stroke", "filter-blur"])
def test_a_case_drawn_otherwise_would_be_wrong(name: str, tmp_path: Path) -> None:
    """What lacks, or stands a millimetre off, is not taken for right."""
    image = pixels(pdf_of(drawn(workshop_art(tmp_path, names=[name]), name, "art")), 2)
    assert off(image, reference(name)) <= FEW
    assert off(ImageChops.offset(image, 8, 8), reference(name)) > FEW
    assert off(blank(), reference(name)) > FEW


def test_whole_shipped_cards_are_as_a_browser_shows_them() -> None:
    """Less than 1 % of the pixels of any differ after a blur of 3 x 3; a millimetre would be
    noticed."""
    found = sides()
    assert 12 <= len(found)
    assert sorted(found) == sorted(path.stem for path in CARDS.glob("*.png"))
    shown = {name: Image.open(CARDS / f"{name}.png").convert("RGB") for name in found}
    off_by = {name: difference(printed(side.drawing), shown[name]) for name, side in found.items()}
    assert {} == {name: f"{share:.2%}" for name, share in off_by.items() if share >= 0.01}
    for name, image in shown.items():
        assert difference(ImageChops.offset(image, 4, 4), image) >= 0.01, name


# -- the second engine
# -----------------------------------------------------------------------------------------------------------------


def test_without_the_extra_art_beyond_the_walker_is_refused_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cardgen.engine.svg.typst, "version", lambda: "")
    with pytest.raises(DrawingError) as caught:
        drawn(workshop_art(tmp_path, names=["filter-blur"]), "filter-blur", "art")
    (problem,) = caught.value.problems
    assert "filter=" in problem.what
    assert 'pip install "cardgen[art]"' in problem.remedy


def test_what_typst_makes_is_kept_between_runs_and_is_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    first = pdf_of(drawn(workshop_art(tmp_path, cache, ["filter-blur"]), "filter-blur", "art"))
    assert first == pdf_of(
        drawn(workshop_art(tmp_path, names=["filter-blur"]), "filter-blur", "art")
    )

    def never(*_: object) -> bytes:
        raise AssertionError("it was compiled again")

    monkeypatch.setattr(cardgen.engine.svg.typst, "pixels", never)
    assert first == pdf_of(
        drawn(workshop_art(tmp_path, cache, ["filter-blur"]), "filter-blur", "art")
    )


def test_blended_art_stays_vector(tmp_path: Path) -> None:
    """Blend modes make no pixels."""
    assert b"/Image" not in pdf_of(
        drawn(workshop_art(tmp_path, names=["blend-multiply"]), "blend-multiply", "art")
    ).replace(b"/ImageC", b"").replace(b"/ImageB", b"")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("<feDisplacementMap/>", "<feDisplacementMap> in a filter"),
        ("<feConvolveMatrix/>", "<feConvolveMatrix> in a filter"),
        ('<feMorphology radius="90"/>', "as wide as that"),
        ('<feFlood flood-color="reddish"/>', "reddish"),
    ],
)
def test_what_is_not_proven_of_filters_is_refused(body: str, why: str, tmp_path: Path) -> None:
    art = workshop_art(tmp_path, names=["text"])
    path = tmp_path / "card_data" / "sweets" / "art" / "case-text.svg"
    path.write_text(
        document(f'<filter id="f">{body}</filter><rect width="90" height="90" filter="url(#f)"/>')
    )
    with pytest.raises(CardgenError, match=why):
        art.image("case-text.svg")


# -- text
# ------------------------------------------------------------------------------------------------------------------------------


def test_the_set_width_is_the_browsers() -> None:
    """AVATAR To. Wave, 100 pixels high: Chromium's getComputedTextLength, taken down here, and
    ours."""
    for family, weight, browser in BROWSER_WIDTHS:
        ours = 100 * shipped_fonts().width("AVATAR To. Wave", (family,), weight)
        assert ours == pytest.approx(browser, rel=0.003)


BROWSER_WIDTHS = (
    ("Nunito", 600, 840.0),
    ("Nunito", 800, 865.609375),
    ("Baloo 2", 800, 772.90625),
    ("Creepster", 400, 592.6875),
)


# -- mutations
# -------------------------------------------------------------------------------------------------------------------------


def memory() -> tuple[float, float]:
    """Megabytes that this process holds now, and the most it has held; 0 where the system does not
    tell."""
    try:
        import resource

        held = int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * resource.getpagesize()
    except (ImportError, OSError):
        return 0.0, 0.0
    return held / 2**20, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def drawn_or_told(text: str) -> list[str]:
    """Why a document is refused, or "drawn"."""
    try:
        pdf_of(paint(read_svg(text.encode("utf-8", "surrogatepass")), Stock()))
    except DrawingError as error:
        return [fault.what for fault in error.faults]
    return ["drawn"]


def test_random_mutations_are_drawn_or_refused() -> None:
    """A drawing or a clear error each time: never another exception, never slow, never fat."""
    generator = random.Random(20)
    names = [name for name in CASES if "data:" not in CASES[name]]
    refused = 0
    with suppress(OSError):
        # from here on the most is counted anew
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")
    held, most = memory()
    for number in range(MUTATIONS):
        text = mutated(document(CASES[generator.choice(names)]), generator)
        try:
            told, calls = counted(partial(drawn_or_told, text))
        except Exception as error:
            raise AssertionError(f"mutation {number}: {text}") from error
        refused += told != ["drawn"]
        assert told
        assert all(told)
        assert calls < SLOW, text
    assert 0.05 * MUTATIONS < refused < 0.95 * MUTATIONS
    # beside what other tests have left, or needed where nothing is counted anew
    assert memory()[1] < max(most + 1, held + FAT)


def test_mutations_differ_and_come_back() -> None:
    texts = [mutated(document(CASES["mask-group"]), random.Random(seed)) for seed in (1, 2, 3, 1)]
    assert texts[0] == texts[3]
    assert 3 == len(set(texts))
    assert etree.fromstring(document(CASES["mask-group"]).encode()) is not None
