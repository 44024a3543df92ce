"""Does `cardgen proof` find what is wrong with a proof, and nothing where all is right?

    python bench/proofs.py [--first 0] [--trials 200] [--minutes 0] [--deck GAME/DECK] [--fault KIND]
    python bench/proofs.py --memory GAME

Each trial takes some cards of a shipped deck, plants one fault or none, and makes a proof of them by
other programs: askew by half a degree and off by 2 mm, cards alone or many on a sheet, with noise by
ImageMagick, packed as JPEG, in the inks of Ghostscript. It prints a line for each, then what was
missed, what was told where nothing was wrong, and the seconds of the processor's time a card. With
`--memory` a proof of a whole game at 300 dpi is read by a process of its own, and the most memory that
any of its processes held is told. Needs Ghostscript and ImageMagick. Ends with 1 where something was
missed."""

from __future__ import annotations

import argparse
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from cardgen.api.workshop import Workshop, open_project  # noqa: E402
from cardgen.base.cache import Cache  # noqa: E402
from cardgen.base.findings import CardgenError  # noqa: E402
from cardgen.cards.card_painter import DrawOptions  # noqa: E402
from cardgen.cards.parcels import Drawn  # noqa: E402
from cardgen.cards.render import CardFindings, draw_deck  # noqa: E402
from cardgen.engine import Drawing, Pdf  # noqa: E402
from cardgen.making.open_project import context_of  # noqa: E402
from cardgen.model.cards import Card, Deck, Game  # noqa: E402
from cardgen.model.sizes import Shape  # noqa: E402
from cardgen.prepress.profiles import Fit  # noqa: E402
from cardgen.prepress.raster import rasters, side_page  # noqa: E402
from cardgen.proof.comparison import ProofReader  # noqa: E402
from cardgen.proof.deck_sides import DeckSide, ExpectedDeck, all_sides, expected_decks  # noqa: E402
from cardgen.proof.strangers_pages import read_pages  # noqa: E402
from cardgen.proof.verdict import Issue, verdict_of  # noqa: E402

GHOSTSCRIPT, MAGICK = shutil.which("gs"), shutil.which("magick") or shutil.which("convert")
DPI = 300
"""At which pages are laid out, before they are made coarser."""
BLEED, MARGIN, MARK = 3.0, 10.0, 5.0
"""Millimetres around a card: of bleed, of paper, and the length of a mark."""
MOST_CARDS = 6
"""Cards of a deck on one proof."""
SAME_DECK = 6
"""Trials that follow one another with the same deck, which is drawn once for all of them."""
TOLD_AS = {
    "lost": {"missing", "copies"},
    "twice": {"twice", "copies"},
    "swapped": {"order"},
    "wrong back": {"wrong-back"},
    "turned": {"turned"},
    "mirrored": {"mirrored"},
    "comma": {"differs", "other-version"},
    "number": {"differs", "other-version"},
    "word": {"differs", "other-version"},
    "old version": {"differs", "other-version", "missing", "copies"},
}
"""Each fault with the kinds of issues that name it."""
NONE = "none"
DRAWN = ("comma", "number", "word")
CHOICES = (*TOLD_AS, "comma", NONE, NONE, NONE)


def pixels(mm: float) -> int:
    return round(mm / 25.4 * DPI)


@dataclass
class Sample:
    """Some cards of a deck: as they should be, and as pixels with their bleed."""

    game: Game
    deck: Deck
    cards: list[Card]
    expected: list[ExpectedDeck]
    sides: list[DeckSide]
    names: list[str]
    fronts: list[Image.Image]
    backs: list[Image.Image | None]


@dataclass
class Fault:
    """A proof in the making: its cards in their order, and what is wrong with it."""

    kind: str
    fronts: list[Image.Image]
    backs: list[Image.Image | None]
    order: list[int]
    target: int = 0


class Making(NamedTuple):
    """How a proof is made of its cards."""

    dpi: int
    quality: int
    cmyk: bool
    noise: float
    many: bool


@dataclass
class Result:
    """What a trial came to."""

    seed: int
    deck: str
    kind: str
    making: Making
    is_found: bool
    hits: list[str] = field(default_factory=list)
    false_alarms: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Bench:
    """The shipped decks, from which trials take their cards."""

    def __init__(self, workshop: Workshop, only: str = "") -> None:
        self.workshop, self.cache = workshop, Cache.of_user()
        self.decks = [
            (game, deck)
            for game in workshop.games
            for deck in game.decks
            if len(deck.cards) >= 4 and not deck.is_pad and only in ("", f"{game.id}/{deck.id}")
        ]
        self.sample = lru_cache(maxsize=1)(self._sample)

    def drawn(self, game: Game, deck: Deck, cards: Sequence[Card]) -> list[Drawn]:
        part = replace(deck, cards=tuple(cards))
        decks = tuple(part if other.id == deck.id else other for other in game.decks)
        context = replace(
            context_of(self.workshop, game, self.cache), game=replace(game, decks=decks)
        )
        return list(draw_deck(context, part, CardFindings(), DrawOptions(items=False)))

    def _sample(self, place: int) -> Sample:
        game, deck = self.decks[place]
        cards = list(deck.cards)[:MOST_CARDS]
        part = replace(deck, cards=tuple(cards))
        decks = tuple(part if other.id == deck.id else other for other in game.decks)
        context = replace(
            context_of(self.workshop, game, self.cache), game=replace(game, decks=decks)
        )
        expected = expected_decks(context, [part], CardFindings())
        sides = all_sides(expected)
        drawn = self.drawn(game, deck, cards)
        backs = {card.back.name: card.back for card in drawn if card.back}
        pictures = {name: picture_of(back, deck.shape) for name, back in backs.items()}
        faces = [card.face for card in drawn if card.face]
        return Sample(
            game, deck, cards, expected, sides,
            [face.name for face in faces],
            [picture_of(face, deck.shape) for face in faces],
            [pictures[card.back.name] if card.back else None for card in drawn],
        )  # fmt: skip

    def trial(self, seed: int, wanted: str, folder: Path) -> Result:
        rng = random.Random(seed)
        place = random.Random(seed // SAME_DECK + 999).randrange(len(self.decks))
        sample = self.sample(place)
        fault = self._planted(sample, wanted or rng.choice(CHOICES), rng)
        making = Making(
            rng.choice([110, 110, 130, 150, 200, 300]),
            rng.choice([40, 40, 60, 80]),
            rng.random() < 0.8,
            rng.choice([0, 0, 0.15]),
            rng.random() < 0.4,
        )
        pages = list(laid_out(fault, making.many, rng))
        file = folder / "proof.pdf"
        write_proof(pages, making, file)
        sides = [image for number in fault.order for image in (fault.fronts[number], fault.backs[number]) if image]  # fmt: skip
        began = used_so_far()
        proof = ProofReader(sample.sides).read(read_pages(file))
        verdict = verdict_of(proof, sample.sides, sample.expected)
        seconds = (used_so_far() - began) / len(sides)
        title = f"{sample.deck.id}/{sample.cards[fault.target].id}"
        told = verdict.issues + verdict.notes
        hits = [issue.what for issue in told if names_it(issue, fault.kind, title)]
        others = [
            f"{issue.what} ({issue.sure})"
            for issue in verdict.issues
            if not names_it(issue, fault.kind, title)
        ]
        if fault.kind == "old version":  # the card that lent its middle may be seen there instead
            lender = f"{sample.deck.id}/{sample.cards[_lender(sample, fault)].id}"
            others = [line for line in others if lender not in line]
        return Result(
            seed, f"{sample.game.id}/{title}", fault.kind, making,
            bool(hits) or fault.kind == NONE, hits, others, seconds,
        )  # fmt: skip

    def _planted(self, sample: Sample, kind: str, rng: random.Random) -> Fault:
        count = len(sample.fronts)
        target = rng.randrange(count)
        fault = Fault(kind, [*sample.fronts], [*sample.backs], list(range(count)), target)
        if kind in DRAWN:
            self._reword(sample, fault, rng)
        elif kind == "old version":
            _paste_from_another(sample, fault)
        elif kind == "wrong back":
            mine = fault.backs[target]
            others = [back for back in fault.backs if back is not None and back is not mine]
            if mine is None or not others:
                fault.kind = NONE
            else:
                fault.backs[target] = rng.choice(others)
        elif kind == "lost":
            fault.order.remove(target)
        elif kind == "twice":
            fault.order.insert(rng.randrange(count), target)
        elif kind == "swapped":
            other = (target + rng.randrange(1, count)) % count
            if sample.names[other] == sample.names[target]:
                fault.kind = NONE
            else:
                fault.order[target], fault.order[other] = other, target
        elif kind == "turned":
            fault.fronts[target] = fault.fronts[target].rotate(180)
        elif kind == "mirrored":
            way = Image.Transpose.FLIP_LEFT_RIGHT
            fault.fronts[target] = fault.fronts[target].transpose(way)
        return fault

    def _reword(self, sample: Sample, fault: Fault, rng: random.Random) -> None:
        """Draw a card with one word or sign changed; a change that nobody sees is none."""
        for _ in range(20):
            card = sample.cards[fault.target]
            changed = reworded(card, fault.kind, rng)
            if changed:
                cards = [changed if other is card else other for other in sample.cards]
                try:
                    drawn = self.drawn(sample.game, sample.deck, cards)
                except CardgenError:
                    drawn = []
                names = [one.face.name if one.face else "" for one in drawn]
                different = [number for number, name in enumerate(sample.names) if names[number:number + 1] != [name]]  # fmt: skip
                face = drawn[fault.target].face if different == [fault.target] else None
                if face:
                    fault.fronts[fault.target] = picture_of(face, sample.deck.shape)
                    return
            fault.target = rng.randrange(len(sample.cards))
        fault.kind = NONE


def reworded(card: Card, kind: str, rng: random.Random) -> Card | None:
    """A card with a comma or full stop less, a number one higher or lower, or one other word."""
    texts = [
        (name, value)
        for name, value in card.fields.items()
        if isinstance(value, str) and value and name != "art"
    ]
    if kind == "number":
        numbers = [(name, value) for name, value in card.fields.items() if type(value) is int]
        if not numbers:
            return None
        name, number = rng.choice(numbers)
        return replace(card, fields={**card.fields, name: number + (1 if number < 9 else -1)})
    spots = [
        (name, value, spot.span())
        for name, value in texts
        for spot in re.finditer(r"[,.](?=\s|$)" if kind == "comma" else r"\w+", value)
        if kind == "comma" or len(value.split()) >= 3
    ]
    if not spots:
        return None
    name, value, (start, end) = rng.choice(spots)
    other = "" if kind == "comma" else "ever" if value[start:end] == "never" else "never"
    return replace(card, fields={**card.fields, name: value[:start] + other + value[end:]})


def _paste_from_another(sample: Sample, fault: Fault) -> None:
    """Another art in the middle of a card, as an old version may have it."""
    other = _lender(sample, fault)
    image = fault.fronts[fault.target].copy()
    width, height = image.size
    box = int(width * 0.15), int(height * 0.2), int(width * 0.85), int(height * 0.8)
    patch = sample.fronts[other].crop(box)
    counts = ImageChops.difference(patch, image.crop(box)).convert("L").histogram()
    if sum(counts[40:]) < 0.02 * patch.width * patch.height:
        fault.kind = NONE
        return
    image.paste(patch, box)
    fault.fronts[fault.target] = image


def _lender(sample: Sample, fault: Fault) -> int:
    return (fault.target + 1) % len(sample.fronts)


def names_it(issue: Issue, kind: str, title: str) -> bool:
    return issue.kind in TOLD_AS.get(kind, ()) and title in issue.what


def picture_of(drawing: Drawing, shape: Shape) -> Image.Image:
    """A side with its bleed, in pixels."""
    bleed = 2 * BLEED / 25.4 * 72
    width, height = shape.width + bleed, shape.height + bleed
    size = round(width / 72 * DPI), round(height / 72 * DPI)
    pdf = Pdf("a side")
    side_page(pdf, drawing, shape, Fit(width, height, size))
    return next(iter(rasters(pdf.bytes(), size)))


def laid_out(fault: Fault, many: bool, rng: random.Random) -> Iterator[Image.Image]:
    """The pages of a proof, each a little askew: a card on each, or sheets and their backs."""
    has_backs = fault.backs[0] is not None
    if not many:
        for number in fault.order:
            for image in (fault.fronts[number], fault.backs[number]):
                if image is not None:
                    yield askew(alone(image), rng)
        return
    width, height = fault.fronts[0].size
    gap = pixels(rng.choice([0, 4, 8]))
    columns = max(1, (pixels(200) + gap) // (width + gap))
    rows = max(1, (pixels(285) + gap) // (height + gap))
    for first in range(0, len(fault.order), columns * rows):
        part = fault.order[first : first + columns * rows]
        yield askew(sheet([fault.fronts[number] for number in part], columns, rows, gap), rng)
        if has_backs:
            backs = [fault.backs[number] for number in part]
            backs += [None] * (columns * rows - len(part))
            lines = [backs[at : at + columns][::-1] for at in range(0, len(backs), columns)]
            yield askew(sheet([back for line in lines for back in line], columns, rows, gap), rng)


def alone(image: Image.Image) -> Image.Image:
    """A card on a page with marks and a slug."""
    margin = pixels(MARGIN)
    page = Image.new("RGB", (image.width + 2 * margin, image.height + 2 * margin), "white")
    page.paste(image, (margin, margin))
    marks(page, margin, margin, image.size)
    ImageDraw.Draw(page).text((margin, 5), "SLUG proof 12345", fill="black")
    return page


def sheet(images: Sequence[Image.Image | None], columns: int, rows: int, gap: int) -> Image.Image:
    page = Image.new("RGB", (pixels(210), pixels(297)), "white")
    width, height = next(image.size for image in images if image)
    left = (page.width - columns * width - (columns - 1) * gap) // 2
    top = (page.height - rows * height - (rows - 1) * gap) // 2
    for place, image in enumerate(images):
        if image is not None:
            x = left + place % columns * (width + gap)
            y = top + place // columns * (height + gap)
            marks(page, x, y, image.size)
            page.paste(image, (x, y))
    return page


def marks(page: Image.Image, x: int, y: int, size: tuple[int, int]) -> None:
    pen, bleed, length = ImageDraw.Draw(page), pixels(BLEED), pixels(MARK)
    width, height = size
    for across in (x + bleed, x + width - bleed):
        for ends in ((y - length - 4, y - 4), (y + height + 4, y + height + length + 4)):
            pen.line((across, ends[0], across, ends[1]), fill="black", width=2)
    for down in (y + bleed, y + height - bleed):
        for ends in ((x - length - 4, x - 4), (x + width + 4, x + width + length + 4)):
            pen.line((ends[0], down, ends[1], down), fill="black", width=2)


def askew(page: Image.Image, rng: random.Random) -> Image.Image:
    turn = rng.uniform(-0.5, 0.5)
    off = rng.uniform(-2, 2) / 25.4 * DPI, rng.uniform(-2, 2) / 25.4 * DPI
    return page.rotate(turn, Image.Resampling.BICUBIC, translate=off, fillcolor="white")


def write_proof(pages: Sequence[Image.Image], making: Making, file: Path) -> None:
    """A PDF of pages as others make it: coarser, noisy, packed, in other inks."""
    small = []
    for page in pages:
        part = making.dpi / DPI
        size = round(page.width * part), round(page.height * part)
        image = page.resize(size, Image.Resampling.LANCZOS) if part < 1 else page
        small.append(noisy(image, making.noise, file.parent) if making.noise else image)
    plain = file.with_name("plain.pdf")
    small[0].save(
        plain, save_all=True, append_images=small[1:],
        resolution=making.dpi, quality=making.quality,
    )  # fmt: skip
    if making.cmyk:
        in_inks(plain, file)
    else:
        plain.replace(file)


def noisy(image: Image.Image, amount: float, folder: Path) -> Image.Image:
    before, after = folder / "before.ppm", folder / "after.ppm"
    image.save(before)
    said = [str(MAGICK), str(before), "-attenuate", str(amount), "+noise", "Gaussian", str(after)]
    subprocess.run(said, check=True)  # our own words
    with Image.open(after) as made:
        return made.convert("RGB")


def in_inks(plain: Path, file: Path) -> None:
    packed = "<< /ColorImageDict << /QFactor 0.9 /Blend 1 /HSamples [2 1 1 2] /VSamples [2 1 1 2] >> >> setdistillerparams"  # fmt: skip
    said = [
        str(GHOSTSCRIPT), "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite",
        "-sColorConversionStrategy=CMYK", "-dProcessColorModel=/DeviceCMYK",
        "-dAutoFilterColorImages=false", "-dColorImageFilter=/DCTEncode",
        "-dDownsampleColorImages=false", f"-sOutputFile={file}", "-c", packed, "-f", str(plain),
    ]  # fmt: skip
    subprocess.run(said, check=True)  # our own words


def used_so_far() -> float:
    """Seconds of the processor's time of this process and of those that it began."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def whole_game(game: str) -> int:
    """Read a proof of a whole game at 300 dpi, and tell the memory that it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, "-m", "cardgen"]
        made = [*command, "export", game, "--printer", "images", "--force", "--out", name]
        subprocess.run(made, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)  # our own words
        pictures = sorted(folder.rglob("*.png"))
        pages = []
        for picture in pictures:
            with Image.open(picture) as image:
                page = folder / f"{len(pages):04}.jpg"
                image.convert("RGB").save(page, quality=80, dpi=(DPI, DPI))
                pages.append(page)
        first, *rest = (Image.open(page) for page in pages)
        first.save(folder / "plain.pdf", save_all=True, append_images=rest, resolution=DPI)
        in_inks(folder / "plain.pdf", folder / "proof.pdf")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = [sys.executable, str(ROOT / "bench/peak.py")]
        read = [*peak, *command, "proof", str(folder / "proof.pdf"), game, "--out", name]
        done = subprocess.run(read, cwd=ROOT, text=True, capture_output=True)  # our own words
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(done.stdout.rstrip())
        print(f"{done.stderr.splitlines()[-1]} MB, {used / len(pages):.2f} s for each of {len(pages)} sides")  # fmt: skip
    return 0


def line_of(result: Result) -> str:
    making = result.making
    how = (
        f"{making.dpi} dpi, quality {making.quality}, {'CMYK' if making.cmyk else 'RGB'}"
        f"{', noise' if making.noise else ''}{', sheets' if making.many else ''}"
    )
    told = "" if result.is_found else "  MISSED"
    told += "".join(f"\n       FALSE  {line}" for line in result.false_alarms[:4])
    return f"{result.seed:5} {result.seconds:5.2f} s  {result.kind:11} {result.deck} ({how}){told}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--first", type=int, default=0, help="the seed of the first trial")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=0, help="end after so many")
    parser.add_argument("--deck", default="", help="GAME/DECK; any where none is said")
    parser.add_argument("--fault", default="", choices=["", NONE, *TOLD_AS])
    parser.add_argument("--memory", default="", metavar="GAME")
    asked = parser.parse_args()
    if asked.memory:
        return whole_game(asked.memory)
    bench = Bench(open_project(ROOT), asked.deck)
    results: list[Result] = []
    end = time.monotonic() + 60 * asked.minutes
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.first, asked.first + asked.trials):
            if asked.minutes and time.monotonic() > end:
                break
            results.append(bench.trial(seed, asked.fault, Path(folder)))
            print(line_of(results[-1]), flush=True)
    planted = Counter(result.kind for result in results)
    missed = Counter(result.kind for result in results if not result.is_found)
    print(", ".join(f"{kind} {count - missed[kind]}/{count}" for kind, count in planted.items()))
    false = sum(bool(result.false_alarms) for result in results)
    seconds = [result.seconds for result in results]
    print(
        f"{len(results)} proofs, {sum(missed.values())} faults missed, false alarms on {false};"
        f" {median(seconds):.2f} s of CPU a side in the median, {max(seconds):.2f} s at worst;"
        f" {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
