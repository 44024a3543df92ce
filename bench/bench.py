"""How fast is cardgen, beside plain svglib and beside a hand-written ReportLab script that draws
the same pages?

    python bench/bench.py [--cards 57,570,5700] [--sample 285]
    python bench/bench.py --small
    python bench/bench.py --tables
    python bench/bench.py --cards 570 --beside TREE

With --small all of it runs once on a tenth of the work or less, which shows that it runs. With
--beside each deck and the shipped games are built by this version and by the one whose tree is
named, in turns.

Every figure is that of a whole process. A deck has N poker cards with text of their own (a title,
eight lines, four corners, three icons of 8 paths) over 48 art files of 60 paths each. With
nothing changed what the run before made stands; with one card rewritten all others are known;
with every text rewritten art alone is. Plain svglib is timed on a sample, for its speed does not
change with N. The machine's speed drifts, so read the ratios: they compare runs that follow one
another. Needs a POSIX system, for the memory figures."""

from __future__ import annotations

import argparse
import html
import io
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

# an installed program has its byte code, and those it is compared with have theirs
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ARTS, PATHS, ICONS = 48, 60, 8
PALETTE = ("#F08A24", "#7B4FB0", "#3E9A4B", "#FFD23F", "#E84B7A", "#75C4EE", "#7A3E1D", "#D98B3A")
WORDS = [
    *(
        "pumpkin",
        "lantern",
        "ghost",
        "candy",
        "sour",
        "witch",
        "broom",
        "moon",
        "caramel",
        "bat",
        "candle",
        "sugar",
        "treat",
        "trick",
    ),
    *(
        "shadow",
        "bucket",
        "porch",
        "apple",
        "marshmallow",
        "night",
        "whisper",
        "cobweb",
        "raven",
        "cauldron",
        "lollipop",
        "licorice",
    ),
    *("mask", "parade", "haunted", "midnight", "crackle", "cinnamon"),
]
LINES = 8


class Run(NamedTuple):
    wall: float
    cpu: float
    peak_mb: float
    size_kb: float


def words(number: int) -> list[str]:
    """The paragraph of a card: 57 words that no other card has in this order."""
    chance = random.Random(number)
    return [f"{chance.choice(WORDS)}{'.' if i % 11 == 10 else ''}" for i in range(55)] + [
        f"no.{number}",
        "end.",
    ]


def rewrite_one(folder: Path) -> None:
    """Give the first card of a project another name."""
    deck = folder / "card_data/bench/deck.yaml"
    deck.write_text(deck.read_text().replace("Card number 0", "Another card"))


def art(number: int, paths: int = PATHS) -> str:
    """The inside of an art file: 60 paths; of an icon: 8."""
    chance = random.Random(1000 + number)
    parts = []
    for i in range(paths):
        points = [f"{chance.uniform(4, 96):.2f}" for _ in range(14)]
        d = "M{} {}C{} {} {} {} {} {}C{} {} {} {} {} {}Z".format(*points)
        parts.append(f'<path d="{d}" fill="{PALETTE[i % 8]}"/>')
    return f'<g stroke="#2B2138" stroke-width="1.2" stroke-linejoin="round">{"".join(parts)}</g>'


def make_project(folder: Path, count: int, first: int = 0) -> None:
    """A project of so many cards, whose texts are those from the `first` one on."""
    game = folder / "card_data" / "bench"
    (game / "art").mkdir(parents=True, exist_ok=True)
    (folder / "templates").mkdir(exist_ok=True)
    for i in range(ARTS):
        (game / "art" / f"art-{i}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{art(i)}</svg>'
        )
    for i in range(ICONS):
        (game / "art" / f"icon-{i}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{art(500 + i, 8)}</svg>'
        )
    (game / "game.yaml").write_text('title: Bench\npalette: {ink: "#2B2138"}\n')
    cards = [
        f'  - {{id: c{i}, name: "Card number {i}", art: art-{i % ARTS}, n: {i}, words: "{" ".join(words(first + i))}"}}'
        for i in range(count)
    ]
    (game / "deck.yaml").write_text(
        "title: Deck\nsize: poker\ntemplate: bench.svg\nback: bench-back.svg\nfields: {n: int, words: text}\ncards:\n"
        + "\n".join(cards)
        + "\n"
    )
    corners = "".join(
        f'<text x="{x}" y="{y}" font-family="Nunito" font-weight="800" font-size="4" text-anchor="{anchor}">{{{{ card.n }}}}</text>'
        for x, y, anchor in ((5, 8, "start"), (58.5, 8, "end"), (5, 85, "start"), (58.5, 85, "end"))
    )
    icons = "".join(
        f'<image href="icon-{{{{ (card.n + {i}) % {ICONS} }}}}.svg" x="{22 + 7 * i}" y="80" width="5" height="5"/>'
        for i in range(3)
    )
    (folder / "templates" / "bench.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">'
        '<image href="{{ card.art }}.svg" x="14" y="10" width="36" height="36"/>'
        '{{ text_box(card.name, 4, 47, 55.5, 6, 12, align="center", font="Baloo 2", weight=800) }}'
        f"{{{{ text_box(card.words, 4, 54, 55.5, 26, 7, 6, leading=1.15) }}}}{corners}{icons}</svg>"
    )
    (folder / "templates" / "bench-back.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">'
        '<rect x="-3.2" y="-3.2" width="69.9" height="95.3" fill="#33294A"/></svg>'
    )


# -- the two that cardgen is compared with: each draws the pages that cardgen draws, 3 x 3 poker on
# A4 with backs ----------------------


def fonts() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name, file in (
        ("N6", "Nunito-SemiBold"),
        ("N8", "Nunito-ExtraBold"),
        ("B8", "Baloo2-ExtraBold"),
    ):
        pdfmetrics.registerFont(TTFont(name, ROOT / "fonts" / f"{file}.ttf"))


def slots() -> list[tuple[float, float]]:
    mm = 72 / 25.4
    return [
        ((9.75 + column * 63.5) * mm, (297 - 15.15 - (row + 1) * 88.9) * mm)
        for row in range(3)
        for column in range(3)
    ]


def wrapped(number: int) -> list[str]:
    text = words(number)
    per = -(-len(text) // LINES)
    return [" ".join(text[i : i + per]) for i in range(0, len(text), per)]


def by_hand(folder: Path, count: int, out: Path) -> None:
    """Canvas calls, art as forms, text wrapped beforehand and not kerned: about the least that
    ReportLab can do."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    fonts()
    mm = 72 / 25.4
    canvas = Canvas(str(out), pagesize=(210 * mm, 297 * mm), pageCompression=1)
    for path in sorted((folder / "card_data/bench/art").glob("*.svg")):
        drawing = svg2rlg(str(path))
        canvas.beginForm(path.stem, 0, 0, drawing.width, drawing.height)
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.endForm()
    size = svg2rlg(str(folder / "card_data/bench/art/art-0.svg")).width
    for first in range(0, count, 9):
        for number, (x, y) in zip(range(first, min(first + 9, count)), slots(), strict=False):
            canvas.saveState()
            canvas.translate(x, y)
            for form, left, bottom, width in [
                (f"art-{number % ARTS}", 14, 42.9, 36),
                *((f"icon-{(number + i) % ICONS}", 22 + 7 * i, 3.9, 5) for i in range(3)),
            ]:
                canvas.saveState()
                canvas.translate(left * mm, bottom * mm)
                canvas.scale(width * mm / size, width * mm / size)
                canvas.doForm(form)
                canvas.restoreState()
            canvas.setFont("B8", 12)
            canvas.drawCentredString(31.75 * mm, 37 * mm, f"Card number {number}")
            canvas.setFont("N6", 7)
            for i, line in enumerate(wrapped(number)):
                canvas.drawString(4 * mm, (33 - 2.85 * i) * mm, line)
            canvas.setFont("N8", 11.3)
            for left, bottom in ((5, 80.9), (5, 3.9)):
                canvas.drawString(left * mm, bottom * mm, str(number))
                canvas.drawRightString((63.5 - left) * mm, bottom * mm, str(number))
            canvas.restoreState()
        canvas.showPage()
        for x, y in slots()[: min(9, count - first)]:
            canvas.setFillColorRGB(0.2, 0.16, 0.29)
            canvas.rect(x, y, 63.5 * mm, 88.9 * mm, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()


def plain_svglib(folder: Path, count: int, out: Path) -> None:
    """Each card as one SVG through svg2rlg and renderPDF, as most scripts do it."""
    import io

    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    fonts()
    mm = 72 / 25.4
    canvas = Canvas(str(out), pagesize=(210 * mm, 297 * mm), pageCompression=1)
    for first in range(0, count, 9):
        for number, (x, y) in zip(range(first, min(first + 9, count)), slots(), strict=False):
            text = "".join(
                f'<text x="4" y="{56 + 2.85 * i}" font-family="N6" font-size="2.47">{line}</text>'
                for i, line in enumerate(wrapped(number))
            )
            corners = "".join(
                f'<text x="{cx}" y="{cy}" font-family="N8" font-size="4">{number}</text>'
                for cx, cy in ((5, 8), (52, 8), (5, 85), (52, 85))
            )
            icons = "".join(
                f'<g transform="translate({22 + 7 * i} 80) scale(.05)">{art(500 + (number + i) % ICONS, 8)}</g>'
                for i in range(3)
            )
            svg = (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">'
                f'<g transform="translate(14 10) scale(.36)">{art(number % ARTS)}</g>'
                f'<text x="31.75" y="51" text-anchor="middle" font-family="B8" font-size="4.2">Card number {number}</text>'
                f"{text}{corners}{icons}</svg>"
            )
            renderPDF.draw(svg2rlg(io.BytesIO(svg.encode())), canvas, x, y)
        canvas.showPage()
        canvas.showPage()
    canvas.save()


# -- measuring
# ------------------------------------------------------------------------------------------------------------------------


def measured(
    command: list[str],
    out: Path | None = None,
    environment: dict[str, str] | None = None,
    cwd: Path | None = None,
) -> Run:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, str(HERE / "peak.py"), *command],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak = float(done.stderr.rsplit("peak ", 1)[1])
    return Run(wall, cpu, peak, out.stat().st_size / 1024 if out else 0.0)


def show(name: str, run: Run, count: int) -> None:
    print(
        f"  {name:<34} {count / run.wall:8.0f} cards/s  {run.wall:7.2f} s wall  {run.cpu:7.2f} s CPU  {run.peak_mb:6.0f} MB  "
        f"{run.size_kb:8.0f} kB"
    )


def bench(count: int, sample: int) -> None:
    print(f"{count} cards")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_project(folder, count)
        environment = {
            **os.environ,
            "CARDGEN_CACHE": str(folder / "cache"),
            "PYTHONPATH": str(ROOT),
        }
        cardgen = [
            sys.executable,
            "-m",
            "cardgen",
            "build",
            "bench/deck",
            "--paper",
            "a4",
            "--project",
            str(folder),
        ]
        pdf = folder / "output/bench/deck-a4.pdf"
        cold = measured(cardgen, pdf, environment)
        warm = measured(cardgen, pdf, environment)
        hand = measured(
            [
                sys.executable,
                str(HERE / "bench.py"),
                "--worker",
                "by_hand",
                str(folder),
                str(count),
            ],
            folder / "by_hand.pdf",
        )
        plain_count = min(sample, count)
        plain = measured(
            [
                sys.executable,
                str(HERE / "bench.py"),
                "--worker",
                "plain_svglib",
                str(folder),
                str(plain_count),
            ],
            folder / "plain_svglib.pdf",
        )
        again = measured(cardgen, pdf, environment)
        rewrite_one(folder)
        one = measured(cardgen, pdf, environment)
        make_project(folder, count, count)
        rewritten = measured(cardgen, pdf, environment)
        best = min(warm, again)
        show("cardgen, cold cache", cold, count)
        show("cardgen, nothing changed (better of 2)", best, count)
        show("cardgen, one card rewritten", one, count)
        show("cardgen, every text rewritten", rewritten, count)
        show("hand-written ReportLab", hand, count)
        show(f"plain svglib ({plain_count} cards)", plain, plain_count)
        kinds = (
            (best, ", nothing changed"),
            (one, ", one card rewritten"),
            (rewritten, ", every text rewritten"),
        )
        for run, of in kinds:
            print(
                f"  cardgen : plain svglib           {(count / run.wall) / (plain_count / plain.wall):8.1f} times{of}"
            )
            print(
                f"  cardgen : hand-written           {hand.wall / run.wall:8.2f} times (wall), {hand.cpu / run.cpu:.2f} (CPU){of}"
            )
        if count > 570:
            make_project(folder / "fixed", 57)
            small = measured(
                [*cardgen[:-1], str(folder / "fixed")],
                folder / "fixed/output/bench/deck-a4.pdf",
                environment,
            )
            print(
                f"  PDF beyond the fixed part        {(one.size_kb - small.size_kb) * 1024 / (count - 57) / 1000:8.2f} kB a card"
            )
            print(
                f"  memory beyond the fixed part     {(one.peak_mb - small.peak_mb) * 1024 / (count - 57):8.2f} kB a card"
            )


def drawn(count: int = 570, paths: int = 300) -> None:
    """A deck whose template has hundreds of paths in one layer with its texts, as drawing programs
    leave them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_project(folder, count)
        template = folder / "templates/bench.svg"
        layer, texts = art(1000, paths).removesuffix("</g>"), template.read_text()
        start = texts.index(">") + 1
        template.write_text(
            f"{texts[:start]}{layer}{texts[start:].replace('</svg>', '</g></svg>')}"
        )
        environment = {
            **os.environ,
            "CARDGEN_CACHE": str(folder / "cache"),
            "PYTHONPATH": str(ROOT),
        }
        cardgen = [
            sys.executable,
            "-m",
            "cardgen",
            "build",
            "bench/deck",
            "--paper",
            "a4",
            "--project",
            str(folder),
        ]
        pdf = folder / "output/bench/deck-a4.pdf"
        measured(cardgen, pdf, environment)
        rewrite_one(folder)
        one = measured(cardgen, pdf, environment)
        print(f"{count} cards of a template with {paths} paths among its texts")
        show("cardgen, one card rewritten", one, count)


def beside(tree: Path, count: int, turns: int = 3) -> None:
    """What this tree takes of the time and the CPU that another one takes for the same deck, and
    each for its own shipped games."""
    with tempfile.TemporaryDirectory() as name:
        made = Path(name) / "project"
        make_project(made, count)
        for said, what in (
            (f"{count} cards", "bench/deck"),
            ("Best Candy on the Block", "best-candy-on-the-block"),
            ("all shipped games", ""),
        ):
            ratios: dict[str, list[tuple[float, float]]] = {"first run": [], "second run": []}
            for turn in range(turns):
                for found in ratios.values():
                    taken = []
                    for by in (ROOT, tree):
                        out = Path(name) / f"{by.name}-{by == ROOT}-{what.partition('/')[0]}-{turn}"
                        environment = {
                            **os.environ,
                            "PYTHONPATH": str(by),
                            "CARDGEN_CACHE": str(out / "cache"),
                        }
                        command = [
                            sys.executable,
                            "-m",
                            "cardgen",
                            "build",
                            *filter(None, [what]),
                            "--out",
                            str(out),
                            "--project",
                        ]
                        project = made if what.startswith("bench") else by
                        taken.append(
                            measured([*command, str(project)], environment=environment, cwd=by)
                        )
                    found.append((taken[0].wall / taken[1].wall, taken[0].cpu / taken[1].cpu))
            for kept, found in ratios.items():
                for unit, each in zip(("time", "CPU"), zip(*found, strict=True), strict=True):
                    print(
                        f"{said}, {kept}: {median(each):.2f} of the other's {unit} ({', '.join(f'{ratio:.2f}' for ratio in each)})",
                        flush=True,
                    )


def starts() -> None:
    """How much longer than bare Python `cardgen --help` takes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def best(command: list[str]) -> float:
        walls = []
        for _ in range(10):
            start = time.perf_counter()
            subprocess.run(command, capture_output=True, env=environment, check=True)
            walls.append(time.perf_counter() - start)
        return min(walls)

    bare, help_ = (
        best([sys.executable, "-c", "pass"]),
        best([sys.executable, "-m", "cardgen", "--help"]),
    )
    print(
        f"start: bare Python {bare * 1000:.0f} ms, cardgen --help {help_ * 1000:.0f} ms: {(help_ - bare) * 1000:.0f} ms beyond it"
    )


def tables(rows: int = 10_000) -> None:
    """A deck whose cards stand in a table, loaded in a process of its own; what importing cardgen
    takes is taken off."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as name:
        game = Path(name) / "card_data/bench"
        game.mkdir(parents=True)
        (game / "game.yaml").write_text("title: Bench\nsuits: [bat, moon, owl]\n")
        fields = (
            "fields: {rank: int, rare: bool, suits: {list_of: suits, default: []}, words: text}\n"
        )
        (game / "deck.yaml").write_text(
            f"size: poker\ntemplate: card.svg\n{fields}cards: deck.csv\n"
        )
        lines = (
            f'c{i},Card {i},{i % 13},{"yes" if i % 7 else "no"},"bat, owl","{" ".join(words(i)[:20])}"'
            for i in range(rows)
        )
        (game / "deck.csv").write_text("id,name,rank,rare,suits,words\n" + "\n".join(lines) + "\n")
        (Path(name) / "templates").mkdir()
        (Path(name) / "templates/card.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"/>'
        )
        load = "import sys, cardgen.api.workshop as w; d = w.open_project(sys.argv[1]); assert not d.problems; print(d.games[0].decks)"
        bare = measured(
            [sys.executable, "-c", "import cardgen.api.workshop"], environment=environment
        )
        told = [
            sys.executable,
            "-m",
            "cardgen",
            "table",
            "bench/deck",
            "--to",
            str(game / "deck.xlsx"),
            "--project",
            name,
        ]
        measured(told, environment=environment)
        untidy = [
            ["Karten, Stand heute"],
            ["Karte", "Rang", "Selten", "Farben", "Preis (€)", "Text DE", "Text EN"],
        ]
        said = (" ".join(words(i)[:10]) for i in range(rows))
        untidy += [
            [f"Karte {i}", i % 13, "x" if i % 7 else "", "bat\nowl", f"{i % 90},50 EUR", text, text]
            for i, text in enumerate(said)
        ]
        (game / "team.ods").write_bytes(as_ods(untidy))
        own = (
            fields.replace("rank", "rang")
            .replace("rare: bool", "selten: {bool: {default: false}}")
            .replace("suits:", "farben:")
        )
        own = own.replace("words: text", 'text: text, preis: {number: {unit: EUR, decimal: ","}}')
        columns = "{file: team.ods, columns: {Karte: name, Text DE: text, Text EN: text.en}}"
        for kind, head, cards in (
            ("CSV", fields, "deck.csv"),
            ("XLSX", fields, "deck.xlsx"),
            ("ODS as a team keeps it", own, columns),
        ):
            (game / "deck.yaml").write_text(
                f"size: poker\ntemplate: card.svg\n{head}cards: {cards}\n"
            )
            run = measured([sys.executable, "-c", load, name], environment=environment)
            print(
                f"{rows:,} rows of {kind} load in {run.cpu - bare.cpu:.2f} s CPU beyond starting, peak {run.peak_mb:.0f} MB"
            )


def as_ods(rows: Sequence[Sequence[str | int]]) -> bytes:
    """The rows as an ODS workbook."""

    def cell(value: str | int) -> str:
        if isinstance(value, int):
            return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        lines = "".join(f"<text:p>{html.escape(line)}</text:p>" for line in value.split("\n"))
        return (
            f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
            if value
            else "<table:table-cell/>"
        )

    spaces = " ".join(
        f'xmlns:{each}="urn:oasis:names:tc:opendocument:xmlns:{each}:1.0"'
        for each in ("office", "table", "text")
    )
    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr(
            "content.xml",
            f'<office:document-content {spaces}><table:table table:name="A">{body}</table:table></office:document-content>',
        )
    return stream.getvalue()


def real() -> None:
    """The shipped game, second run."""
    with tempfile.TemporaryDirectory() as name:
        environment = {**os.environ, "CARDGEN_CACHE": str(Path(name) / "cache")}
        command = [
            sys.executable,
            "-m",
            "cardgen",
            "build",
            "best-candy-on-the-block",
            "--project",
            str(ROOT),
            "--out",
            name,
        ]
        first, second = (
            measured(command, environment=environment, cwd=ROOT),
            measured(command, environment=environment, cwd=ROOT),
        )
        print(
            f"Best Candy on the Block, A4 and Letter: first run {first.cpu:.2f} s CPU, second {second.cpu:.2f} s, "
            f"peak {second.peak_mb:.0f} MB"
        )


def exported(what: str = "best-candy-on-the-block", turns: int = 3) -> None:
    """Cards as pictures for a printer, in one process and in two; beside it what the machine makes
    of two that share nothing."""
    with tempfile.TemporaryDirectory() as name:
        environment = {**os.environ, "CARDGEN_CACHE": str(Path(name) / "cache")}
        command = [
            sys.executable,
            "-m",
            "cardgen",
            "export",
            what,
            "--printer",
            "images",
            "--project",
            str(ROOT),
        ]

        def run(jobs: int) -> Run:
            return measured(
                [*command, "--out", name, "--jobs", str(jobs)], environment=environment, cwd=ROOT
            )

        print(f"{what} as PNG at 300 dpi: first run {run(1).cpu:.1f} s CPU, ", end="")
        pairs = [(run(1), run(2).wall, packing(1), packing(2)) for _ in range(turns)]
        one = min(pair[0].cpu for pair in pairs)
        share, ideal = (
            median(two / one.wall for one, two, _, _ in pairs),
            median(two / one for _, _, one, two in pairs),
        )
        print(
            f"second {one:.1f} s, no process over {max(pair[0].peak_mb for pair in pairs):.0f} MB; "
            f"two jobs in {share:.0%} of the wall time, two processes that only pack data in {ideal:.0%}"
        )


def packing(processes: int) -> float:
    """Seconds in which so many processes pack the same amount of data, all together."""
    program = f"import zlib; data = bytes(range(256)) * 8000\nfor _ in range({240 // processes}): zlib.compress(data[:-_ - 1], 6)"
    start = time.perf_counter()
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(processes)]
    for process in running:
        process.wait()
    return time.perf_counter() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", default="57,570,5700")
    parser.add_argument(
        "--small", action="store_true", help="all of it once, on a tenth of the work or less"
    )
    parser.add_argument("--sample", type=int, default=285)
    parser.add_argument(
        "--worker", nargs=3, metavar=("NAME", "FOLDER", "COUNT"), help=argparse.SUPPRESS
    )
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="TREE",
        help="only how much time this version takes beside the one in that folder",
    )
    parser.add_argument("--tables", action="store_true", help="only how long tables take to load")
    arguments = parser.parse_args()
    if arguments.worker:
        worker, where, how_many = arguments.worker
        {"by_hand": by_hand, "plain_svglib": plain_svglib}[worker](
            Path(where), int(how_many), Path(where) / f"{worker}.pdf"
        )
    elif arguments.tables:
        tables()
    elif arguments.beside:
        for cards in arguments.cards.split(","):
            beside(arguments.beside.resolve(), int(cards))
    elif arguments.small:
        bench(57, 57)
        drawn(57)
        starts()
        tables(1000)
        exported("best-candy-on-the-block/king", turns=1)
    else:
        for cards in arguments.cards.split(","):
            bench(int(cards), arguments.sample)
        drawn()
        starts()
        tables()
        real()
        exported()
