"""How much of the SVG that people have made is drawn as Chromium shows it?

    python bench/wild.py [--per-source 60] [--seed 7] [--only NAME] [--from FOLDER] [--fonts FOLDER] [--resvg FOLDER] [--save FOLDER]

Fetches packages of icons, emoji, flags and playing cards with `npm pack` and `apt-get download`,
draws a sample of each as the art of a card, and compares it with Chromium: right where less than 1
% of the pixels of the softened picture of 100 x 100 differ by more than 40. `--from` samples the
drawings of a folder instead; `--fonts` adds the fonts of a folder to those that ship. `--resvg`
scores the test suite of resvg (its folder `crates/resvg/tests`) and tells where Chromium and the
suite's own pictures agree. Both sides have the same fonts: those that ship, or those of the suite.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import mimetypes
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests")]

from chromium import Browser, browser  # noqa: E402

from cardgen.base.cache import Cache  # noqa: E402
from cardgen.base.geometry import Box, Matrix  # noqa: E402
from cardgen.engine.graphics.drawing import Drawing  # noqa: E402
from cardgen.engine.graphics.pdf import Pdf  # noqa: E402
from cardgen.engine.svg.art import Art  # noqa: E402
from cardgen.engine.svg.faults import DrawingError  # noqa: E402
from cardgen.engine.svg.paint import paint  # noqa: E402
from cardgen.engine.svg.parse import read_svg  # noqa: E402
from cardgen.load.font_list import open_fonts  # noqa: E402
from cardgen.model.project import Project, shipped_root  # noqa: E402

NPM = (
    *(
        "cryptocurrency-icons",
        "simple-icons",
        "flag-icons",
        "circle-flags",
        "country-flag-icons",
        "@twemoji/svg",
        "openmoji",
    ),
    *(
        "@fluentui/svg-icons",
        "bootstrap-icons",
        "@mdi/svg",
        "feather-icons",
        "ionicons",
        "lucide-static",
        "@tabler/icons",
        "remixicon",
    ),
    *(
        "svg-cards",
        "weather-icons",
        "devicon",
        "@younestouati/playing-cards-standard-deck",
        "keyrune",
        "mana-font",
    ),
)
DEBIAN = (
    *(
        "kdegames-card-data-kf5",
        "gnome-cards-data",
        "aisleriot",
        "kpat",
        "kmahjongg",
        "gnome-mahjongg",
    ),
    *(
        "oxygen-icon-theme",
        "adwaita-icon-theme",
        "papirus-icon-theme",
        "openclipart-svg",
        "tuxpaint-stamps-default",
    ),
    *(
        "inkscape-tutorials",
        "inkscape-open-symbols",
        "tango-icon-theme",
        "pychess",
        "xboard",
        "ktuberling-data",
        "qgis-providers-common",
    ),
)
SIDE, SOFT = 300, 100
OFF, FEW = 40, 0.01
FINER = 10
"""How much larger a drawing is looked at again that seemed wrong: PDFium draws no line thinner than
a pixel."""
ACROSS, ROWS = 8, 2
DENSE = 4
"""Pixels of the browser to one of ours: so it sets letters where they belong and not on whole
pixels, and hairlines come out right."""


class Verdict(NamedTuple):
    source: str
    name: str
    verdict: str
    off: float = 0.0
    why: str = ""
    seconds: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--per-source", type=int, default=60, metavar="N")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="a source; may be given more than once",
    )
    parser.add_argument(
        "--from",
        dest="folders",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="sample its drawings; repeatable",
    )
    parser.add_argument(
        "--fonts",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="fonts that both sides have too; repeatable",
    )
    parser.add_argument(
        "--resvg",
        type=Path,
        metavar="FOLDER",
        help="the folder crates/resvg/tests of resvg's sources",
    )
    parser.add_argument(
        "--packages",
        type=Path,
        default=Path(tempfile.gettempdir()) / "cardgen-wild",
        help="where packages are kept",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FOLDER",
        help="keep the verdicts, and both pictures of what is wrong",
    )
    options = parser.parse_args()
    if options.resvg:
        sources = {"resvg": suite(options.resvg)}
    elif options.folders:
        sources = {
            folder.name: sample(folder, options.per_source, options.seed)
            for folder in options.folders
        }
    else:
        sources = {}
        for name in options.only or (*NPM, *DEBIAN):
            folder = fetched(name, options.packages)
            if folder:
                sources[name] = sample(folder, options.per_source, options.seed)
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), options.resvg, options.save, options.fonts)
        verdicts = [
            verdict
            for source, files in sources.items()
            for verdict in bench.verdicts(source, files)
        ]
    report(verdicts)
    if options.save:
        (options.save / "verdicts.json").write_text(
            json.dumps([verdict._asdict() for verdict in verdicts], indent=0)
        )


# -- where the drawings come from
# -------------------------------------------------------------------------------------------------------


def fetched(name: str, packages: Path) -> Path | None:
    """The folder of a package's drawings; None where it cannot be had."""
    folder = packages / name.replace("/", "+")
    if folder.exists():
        return folder
    with tempfile.TemporaryDirectory() as aside:
        try:
            if name in DEBIAN:
                subprocess.run(
                    ["apt-get", "download", name], cwd=aside, check=True, capture_output=True
                )
                (archive,) = Path(aside).glob("*.deb")
                subprocess.run(
                    ["dpkg-deb", "-x", str(archive), f"{aside}/files"],
                    check=True,
                    capture_output=True,
                )
                drawings = [
                    path
                    for path in Path(aside, "files").rglob("*.svg*")
                    if path.is_file() and not path.is_symlink()
                ]
                kept = {
                    str(path.relative_to(f"{aside}/files")): path.read_bytes() for path in drawings
                }
            else:
                subprocess.run(["npm", "pack", name], cwd=aside, check=True, capture_output=True)
                (archive,) = Path(aside).glob("*.tgz")
                with tarfile.open(archive) as tar:
                    members = [
                        member
                        for member in tar
                        if member.isfile() and member.name.endswith((".svg", ".svgz"))
                    ]
                    kept = {
                        member.name: file.read()
                        for member in members
                        if (file := tar.extractfile(member))
                    }
        except (subprocess.CalledProcessError, OSError, ValueError) as error:
            print(f"{name} cannot be had: {error}", file=sys.stderr)
            return None
    for file, data in kept.items():
        path = folder / re.sub(r"[^\w.-]", "+", file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def sample(folder: Path, count: int, seed: int) -> list[Path]:
    """Some of a folder's drawings, no two of them alike."""
    unlike = {
        hashlib.sha256(path.read_bytes()).digest(): path
        for path in sorted(folder.rglob("*.svg*"), reverse=True)
    }
    files = sorted(path for path in unlike.values() if path.suffix in (".svg", ".svgz"))
    return sorted(random.Random(seed).sample(files, min(count, len(files))))


def suite(folder: Path) -> list[Path]:
    """The drawings of resvg's suite, filters left out."""
    tests = folder / "tests"
    return sorted(
        path for path in tests.rglob("*.svg") if path.relative_to(tests).parts[0] != "filters"
    )


# -- how they are drawn
# -----------------------------------------------------------------------------------------------------------------


class Bench:
    """Draws files in both ways and compares. They are the art of a game in `folder`."""

    def __init__(
        self, folder: Path, resvg: Path | None, save: Path | None, added: Sequence[Path] = ()
    ) -> None:
        self.folder, self.resvg, self.save = folder, resvg, save
        self.art = folder / "card_data" / "wild" / "art"
        self.art.mkdir(parents=True)
        self.fonts = shipped_root() / "fonts"
        if resvg:
            self.fonts = folder / "fonts"
            self.fonts.mkdir()
            for path in (resvg / "fonts").glob("*.[to]tf"):
                (self.fonts / path.name).write_bytes(path.read_bytes())
            faces = ""
            # copies: what fonts.yaml names is not known by its own name
            for name, (files, _) in GENERIC.items():
                faces += f"  {name}: {{faces: ["
                for weight, file in files.items():
                    (self.fonts / f"{name}-{weight}.ttf").write_bytes(
                        (self.fonts / file).read_bytes()
                    )
                    faces += f"{{file: {name}-{weight}.ttf, weight: {weight}}}, "
                faces += "]}\n"
            (self.fonts / "fonts.yaml").write_text(f"families:\n{faces}")
        generic = {name: family for name, (_, family) in GENERIC.items()} if resvg else {}
        (folder / "fonts.conf").write_text(
            _fontconfig([self.fonts, *added], "Noto Sans" if resvg else "Nunito", generic)
        )
        self.fonts = open_fonts([self.fonts, *added])
        if save:
            save.mkdir(parents=True, exist_ok=True)

    def verdicts(self, source: str, files: Sequence[Path]) -> Iterator[Verdict]:
        print(f"{source}: {len(files)} files", file=sys.stderr)
        with browser(
            self.folder / f"profile-{source.replace('/', '+')}",
            {"FONTCONFIG_FILE": str(self.folder / "fonts.conf")},
        ) as page:
            for start in range(0, len(files), ACROSS * ROWS):
                yield from self.some(page, source, files[start : start + ACROSS * ROWS])

    def some(self, page: Browser, source: str, files: Sequence[Path]) -> Iterator[Verdict]:
        """As many files as a page of the browser shows."""
        for path in self.art.iterdir():
            path.unlink()
        for number, path in enumerate(files):
            data = plain(path)
            (self.art / f"{number}.svg").write_bytes(data)
            if path.suffix == ".svgz":
                (self.art / f"packed-{number}.svgz").write_bytes(gzip.compress(data, 1))
        shown, broken = self.shown(page, len(files))
        project = Project(self.folder, self.folder / "output")
        for number, path in enumerate(files):
            name = str(path.relative_to(self.resvg / "tests")) if self.resvg else path.name
            art = Art(project, self.art.parent, self.fonts, Cache(None))
            reference = f"packed-{number}.svgz" if path.suffix == ".svgz" else f"{number}.svg"
            started = time.process_time()
            try:
                drawing = paint(
                    read_svg(
                        f'{_HEAD}><image href="{reference}" width="{SIDE}" height="{SIDE}"/></svg>'.encode()
                    ),
                    art,
                )
            except DrawingError as error:
                told = [fault.what for fault in error.faults] + [
                    problem.what for problem in error.problems
                ]
                why = [
                    each
                    for each in told
                    if "browsers pass over" not in each and " was used" not in each
                ]
                verdict = "by both" if number in broken else "refused"
                yield self.kept(
                    Verdict(source, name, verdict, why="\n".join(dict.fromkeys(why))),
                    shown[number],
                    shown[number],
                )
                continue
            except Exception as error:  # what a bench is for
                yield Verdict(source, name, "crashed", why=repr(error)[:200])
                continue
            verdict = Verdict(
                source, name, "right", seconds=round(time.process_time() - started, 2)
            )
            yield self.compared(verdict, path, drawing, shown[number])

    def shown(self, page: Browser, count: int) -> tuple[list[Image.Image], list[int]]:
        """What Chromium shows of the art, and the numbers of the files that it takes for no drawing
        either."""
        size = f'width="{SIDE}" height="{SIDE}"'
        addresses = ((self.art / f"{number}.svg").as_uri() for number in range(count))
        images = "".join(
            f'{_HEAD} {size}><image href="{address}" {size}/></svg>' for address in addresses
        )
        css = f"body {{margin: 0; display: grid; grid-template-columns: repeat({ACROSS}, {SIDE}px)}} svg {{display: block}}"
        html = self.folder / "page.html"
        html.write_text(
            f'<!doctype html><meta charset="utf-8"><style>{css}</style>{images}', "utf-8"
        )
        page.open(html.as_uri(), width=ACROSS * SIDE, height=ROWS * SIDE, scale=DENSE)
        page.until("document.readyState", "complete")
        decoded = (
            "Promise.allSettled([...document.querySelectorAll('image')].map(each => each.decode()))"
        )
        broken = page.run(
            decoded
            + ".then(all => all.flatMap((each, number) => each.status == 'rejected' ? [number] : []))"
        )
        whole = page.picture().resize((ACROSS * SIDE, ROWS * SIDE), Image.Resampling.BOX)
        places = ((number % ACROSS * SIDE, number // ACROSS * SIDE) for number in range(count))
        return [whole.crop((x, y, x + SIDE, y + SIDE)) for x, y in places], broken

    def compared(self, found: Verdict, path: Path, drawing: Drawing, shown: Image.Image) -> Verdict:
        pdf = Pdf("wild")
        pdf.page(Box(0, 0, SIDE, SIDE)).place(drawing, Matrix(1, 0, 0, -1, 0, SIDE))
        data = pdf.bytes()
        ours = rendered(data, 1)
        off = difference(ours, shown)
        if off >= FEW:
            ours = rendered(data, FINER)
            off = min(off, difference(ours, shown))
        verdict = "right" if off < FEW else "wrong"
        if verdict == "wrong" and self.resvg:
            theirs = suite_picture(path)
            if difference(theirs, shown) >= FEW:
                verdict = "as resvg" if difference(theirs, ours) < FEW else "disputed"
        found = found._replace(verdict=verdict, off=round(100 * off, 2))
        return found if verdict == "right" else self.kept(found, ours, shown)

    def kept(self, found: Verdict, ours: Image.Image, shown: Image.Image) -> Verdict:
        """A verdict, after both pictures were kept, ours to the left."""
        if self.save:
            both = Image.new("RGB", (2 * SIDE + 10, SIDE), "grey")
            both.paste(ours, (0, 0))
            both.paste(shown, (SIDE + 10, 0))
            both.save(
                self.save / f"{found.verdict}-{found.source}-{found.name}.png".replace("/", "+")
            )
        return found


def plain(path: Path, depth: int = 0) -> bytes:
    """A drawing as it is to be looked at, unpacked, with the pictures inside that it refers to, and
    those that drawings among them do."""
    data = path.read_bytes()
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data

    def inlined(match: re.Match[bytes]) -> bytes:
        other = path.parent / match[2].decode("utf-8", "replace")
        kind = mimetypes.guess_type(other.name)[0]
        if depth > 1 or not kind or not kind.startswith("image/") or not other.is_file():
            return match[0]
        return (
            match[1]
            + f"data:{kind};base64,{base64.b64encode(plain(other, depth + 1)).decode()}".encode()
        )

    return re.sub(rb"""(href=["'])([\w./-]{1,200})(?=["'])""", inlined, data)


def suite_picture(path: Path) -> Image.Image:
    with Image.open(path.with_suffix(".png")) as image:
        seen = image.convert("RGBA")
    picture = Image.new("RGB", seen.size, "white")
    picture.paste(seen, mask=seen.getchannel("A"))
    return picture.resize((SIDE, SIDE))


_HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"'
GENERIC = {
    "serif": ({400: "NotoSerif-Regular.ttf"}, "Noto Serif"),
    "sans-serif": ({400: "NotoSans-Regular.ttf", 700: "NotoSans-Bold.ttf"}, "Noto Sans"),
    "monospace": ({400: "NotoMono-Regular.ttf"}, "Noto Mono"),
    "cursive": ({400: "Yellowtail-Regular.ttf"}, "Yellowtail"),
    "fantasy": ({400: "SedgwickAveDisplay-Regular.ttf"}, "Sedgwick Ave Display"),
}
"""What resvg's suite takes for the families that CSS itself names."""


def _fontconfig(folders: Iterable[Path], default: str, generic: dict[str, str]) -> str:
    """What tells Chromium to know these fonts alone, and which stands in for all others."""
    named = "".join(
        f'<match target="pattern"><test name="family" qual="any"><string>{name}</string></test>'
        f'<edit name="family" mode="assign" binding="strong"><string>{family}</string></edit></match>'
        for name, family in {
            **dict.fromkeys(
                ("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"), default
            ),
            **generic,
        }.items()
    )
    plain = (
        '<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>'
    )
    last = f'<match target="pattern"><edit name="family" mode="append_last"><string>{default}</string></edit></match>'
    fonts = "".join(f"<dir>{folder.resolve()}</dir>" for folder in folders)
    return f'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>{fonts}{named}{last}{plain}</fontconfig>'


def rendered(pdf: bytes, finer: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    image = document[0].render(scale=finer).to_pil().convert("RGB")
    document.close()
    return image if finer == 1 else image.resize((SIDE, SIDE), Image.Resampling.BOX)


def difference(one: Image.Image, two: Image.Image) -> float:
    """The share of pixels of the softened pictures that differ."""
    soft = [image.resize((SOFT, SOFT), Image.Resampling.BOX) for image in (one, two)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[OFF + 1 :]) / SOFT**2


# -- what came of it
# --------------------------------------------------------------------------------------------------------------------


def report(verdicts: Iterable[Verdict]) -> None:
    verdicts = list(verdicts)
    kinds = [
        kind
        for kind in ("right", "refused", "wrong", *sorted({v.verdict for v in verdicts}))
        if kind
    ]
    kinds = list(dict.fromkeys(kinds))
    by_source: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        by_source[verdict.source][verdict.verdict] += 1
        by_source["all"][verdict.verdict] += 1
    print(f"{'source':28}{'files':>7}" + "".join(f"{kind:>17}" for kind in kinds))
    for source in (*dict.fromkeys(verdict.source for verdict in verdicts), "all"):
        counts = by_source[source]
        print(f"{source:28}{counts.total():7}" + "".join(f"{counts[kind]:17}" for kind in kinds))
    right, total = (
        by_source["all"]["right"] + by_source["all"]["as resvg"],
        by_source["all"].total() - by_source["all"]["by both"],
    )
    print(f"right: {right} of {total} that are drawings to Chromium, {right / max(1, total):.2%}")
    reasons: Counter[str] = Counter()
    example: dict[str, str] = {}
    alone: Counter[str] = Counter()
    for verdict in verdicts:
        found = {
            re.sub(r"-?\d+(\.\d+)?", "N", re.sub(r'"[^"]*"', '"…"', why))
            for why in verdict.why.splitlines()
        }
        for why in found:
            reasons[why] += 1
            alone[why] += len(found) == 1
            example.setdefault(
                why, f"{verdict.source}/{verdict.name}: {next(iter(verdict.why.splitlines()))[:90]}"
            )
    for why, count in reasons.most_common():
        print(f"{count:5} ({alone[why]} alone) {why[:150]}   [{example[why]}]")
    for verdict in verdicts:
        if verdict.verdict not in ("right", "refused", "by both"):
            print(
                f"{verdict.verdict}: {verdict.source}/{verdict.name} {verdict.off} % {verdict.why}"
            )
    for verdict in sorted(verdicts, key=lambda each: -each.seconds)[:5]:
        print(f"{verdict.seconds} s: {verdict.source}/{verdict.name}")


if __name__ == "__main__":
    main()
