"""Codes on cards: read back by a decoder that none of us wrote, from the pixels of the printed
page; and told where they will not be."""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
import pytest
from briefs import is_expected, raises_finding
from hypothesis import given, settings
from hypothesis import strategies as some
from projects import HEAD, run, svg, text_of, write_project

import cardgen
from cardgen.base.geometry import Box
from cardgen.cards.code_places import placed_codes
from cardgen.cards.codes import LEVELS, TAG, CodeMark, CodeSpec, bars, qr_rows

zxingcpp = pytest.importorskip("zxingcpp")

DPI = 200


def decoded(pdf: Path, dpi: int = DPI) -> list[str]:
    """What a decoder reads on the pages of a file, each as its kind and its text."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [page.render(scale=dpi / 72).to_pil() for page in document]
    finally:
        document.close()
    return sorted(
        f"{found.format!s}: {found.text}"
        for page in pages
        for found in zxingcpp.read_barcodes(page)
    )


def project(root: Path, body: str, cards: str = "- {id: one}") -> Path:
    deck = (
        HEAD.replace("back: back.svg\n", "")
        + f"fields: {{link: {{text: {{default: ''}}}}}}\ncards:\n  {cards}\n"
    )
    return write_project(root, {"main": deck}, {"card.svg": svg(body)})


def built(root: Path, body: str, cards: str = "- {id: one}") -> tuple[Path, cardgen.Report]:
    report = cardgen.open_project(project(root, body, cards)).build(
        ["sweets"], cardgen.Options(papers=("a4",))
    )
    return root / "output/sweets/main-a4.pdf", report


def told(report: cardgen.Report) -> list[str]:
    return [
        str(finding).partition(": ")[2] for finding in report.findings if finding.check == "codes"
    ]


TEXTS = [
    "HELLO",
    "https://example.org/guests/17?from=card",
    "Zoë & Søn",
    "1234567890" * 4,
    '<tag attribute="x">&amp;',
    "文字",
    "a" * 150,
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_qr_code_reads_back(tmp_path: Path, text: str) -> None:
    (tmp_path / "text.txt").write_text(text)
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    pdf, report = built(
        tmp_path, "{{ qr(card.link, 5, 5, 50) }}", f'- {{id: one, link: "{quoted}"}}'
    )
    assert [] == report.problems == told(report)
    assert [f"QR Code: {text}"] == decoded(pdf)


@pytest.mark.parametrize("text", ["LOTO-001", "1234567890", "a", "Mixed 12 34 ~!", "{}%&/<>\\'"])
def test_a_barcode_reads_back(tmp_path: Path, text: str) -> None:
    quoted = text.replace("'", "''")
    pdf, report = built(
        tmp_path, "{{ code128(card.link, 2, 10, 56, 12) }}", f"- {{id: one, link: '{quoted}'}}"
    )
    assert [] == report.problems == told(report)
    assert [f"Code 128: {text}"] == decoded(pdf)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_reads_back(tmp_path: Path, level: str) -> None:
    pdf, _ = built(tmp_path, f"{{{{ qr('https://example.org', 10, 10, 30, level='{level}') }}}}")
    assert ["QR Code: https://example.org"] == decoded(pdf)


def test_codes_read_back_in_colours_turned_and_in_other_units(tmp_path: Path) -> None:
    body = """
    <rect x="-4" y="-4" width="68" height="88" fill="#203050"/>
    {{ qr("one", 5, 5, 22, fill=palette.ink, ground=palette.cream) }}
    <g transform="translate(45 20) rotate(90) scale(1.5)">{{ qr("two", -8, -8, 16) }}</g>
    <svg x="5" y="40" width="50" height="20" viewBox="0 0 500 200">{{ code128("three", 0, 0, 500, 200) }}</svg>
    """
    pdf, report = built(tmp_path, body)
    assert [] == report.problems == told(report)
    assert ["Code 128: three", "QR Code: one", "QR Code: two"] == decoded(pdf)


def test_a_code_says_what_a_template_has_put_together(tmp_path: Path) -> None:
    """A link that a macro or a block makes keeps its signs."""
    body = """
    {% macro link(to) %}https://example.org/?to={{ to }}&amp;by={{ card.id }}{% endmacro %}{{ qr(link("<me>"), 5, 5, 25) }}
    {% set said %}A&B{% endset %}{{ code128(said, 5, 40, 50, 15) }}
    """
    pdf, report = built(tmp_path, body)
    assert [] == report.problems == told(report)
    assert ["Code 128: A&B", "QR Code: https://example.org/?to=<me>&by=one"] == decoded(pdf)


@pytest.mark.parametrize(
    ("around", "module", "box"),
    [
        ("<svg x='20' y='30'>{}</svg>", 1, (20, 30, 25, 25)),
        ("<svg x='20' y='30' width='30' height='30'>{}</svg>", 1, (20, 30, 25, 25)),
        (
            "<svg x='20mm' y='30' width='100%' height='50%' viewBox='0 0 25 25'>{}</svg>",
            1.6,
            (20 * 96 / 25.4 + 10, 30, 40, 40),
        ),
        (
            "<svg y='30' width='50' height='20' viewBox='0 0 25 25' preserveAspectRatio='xMaxYMid'>{}</svg>",
            0.8,
            (30, 30, 20, 20),
        ),
        (
            "<svg width='50' height='25' viewBox='0 0 25 25' preserveAspectRatio='none'>{}</svg>",
            1,
            (0, 0, 50, 25),
        ),
        ("<g style='transform: translate(5px, 6px) scale(2)'>{}</g>", 2, (5, 6, 50, 50)),
        ("<g transform='translate(50 0) rotate(90)'><svg x='5'>{}</svg></g>", 1, (25, 5, 25, 25)),
        ("<g transform='turn(3)'>{}</g>", 1, (0, 0, 25, 25)),
    ],
)
def test_a_code_is_found_where_it_lies(around: str, module: float, box: tuple[float, ...]) -> None:
    """Inside drawings with units of their own, at their places, fitted as they say; what cannot be
    read is told elsewhere."""
    asked = (
        CodeMark("QR code", "x", "", None, "#000000", "#FFFFFF", 2),
        CodeSpec(Box(0, 0, 25, 25), "#000000", "#FFFFFF", 2),
        1.0,
    )
    (found,) = placed_codes(svg(around.format(f'<g {TAG}="0"/>')), [asked], 60)
    assert (module, *box) == pytest.approx((found.module, *found.box))


@pytest.mark.parametrize("hidden", ["display='none'", "style='display:none'"])
def test_a_code_that_is_not_shown_is_nowhere(hidden: str) -> None:
    asked = (
        CodeMark("QR code", "x", "", None, "#000000", "#FFFFFF", 2),
        CodeSpec(Box(0, 0, 25, 25), "#000000", "#FFFFFF", 2),
        1.0,
    )
    assert [] == placed_codes(svg(f'<g {hidden}><g {TAG}="0"/></g>'), [asked], 60)


def test_a_code_of_a_template_in_pixels_is_measured_on_paper(tmp_path: Path) -> None:
    root = project(tmp_path, "")
    pixels = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800">{{ qr("hello", 50, 50, %d) }}</svg>'
    for size, count in ((100, 0), (90, 1)):  # 21 modules and 8 around: 0.345 mm, and 0.31
        (root / "templates/card.svg").write_text(pixels % size)
        report = cardgen.open_project(root).build(["sweets"], cardgen.Options(papers=("a4",)))
        assert count == len(told(report))


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (
            "{{ qr(card.link, 5, 5, 8) }}",
            'card "one", face: the QR code of card.link has modules of 0.28 mm; '
            "say less in it, or give it a size of 9.6 mm: 0.33 mm are read by any reader [codes]",
        ),
        ("{{ code128(card.link, 5, 5, 15, 8) }}", "the Code 128 of card.link has modules of 0.1"),
        ("{{ qr('made up', 5, 5, 8) }}", 'the QR code "made up" has modules of 0.28 mm'),
        (
            "{{ qr(card.link, 5, 5, 20, quiet=1) }}",
            "the QR code of card.link has 1 modules free around it; leave 4 free: quiet=4",
        ),
        ("{{ qr(card.link, 5, 5, 20, fill='#ccc') }}", "stands out from its ground by 39."),
        (
            "{{ qr(card.link, 5, 5, 20, fill='#fff', ground='#000') }}",
            "is light on dark; 40 % are needed",
        ),
        (
            "{{ code128(card.link, 5, 5, 45, 9, fill='#e00000') }}",
            "and readers of bars see by red light",
        ),
        ("{{ qr(card.link, -2, 5, 20) }}", "reaches 2.0 mm beyond the cut"),
        ("<g transform='scale(.4)'>{{ qr(card.link, 5, 5, 20) }}</g>", "has modules of 0.28 mm"),
    ],
)
def test_what_will_not_be_read_is_told_with_its_field_and_a_remedy(
    tmp_path: Path, body: str, what: str
) -> None:
    _, report = built(tmp_path, body, "- {id: one, link: HELLO}")
    assert [what in line for line in told(report)] == [True], told(report)
    place = next(finding.place for finding in report.findings if finding.check == "codes")
    assert place
    assert (
        ("card.svg", 2) == (place.file.name, place.line)
        if "made up" in body
        else ("main.yaml", 6) == (place.file.name, place.line)
    )


def test_red_modules_of_a_qr_code_are_no_trouble(tmp_path: Path) -> None:
    pdf, report = built(tmp_path, "{{ qr('HELLO', 5, 5, 20, fill='#c00000') }}")
    assert [] == told(report)
    assert ["QR Code: HELLO"] == decoded(pdf)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (
            "{{ qr('x' * 3000, 5, 5, 50) }}",
            "a text of 3,000 characters is too long for a QR code; shorten it, or use level='L'",
        ),
        ("{{ qr('', 5, 5, 50) }}", "a code has nothing to say; give it a text"),
        ("{{ qr('a', 5, 5, 0) }}", "a code needs a size above 0"),
        ("{{ qr('a', 5, 5, 20, quiet=-1) }}", "quiet as a whole number of modules"),
        ("{{ qr('a', 5, 5, 20, level='Z') }}", 'qr has no level "Z"; use one of L, M, Q, H'),
        ("{{ qr('a', 5, 5, 20, fill='none') }}", 'fill="none" is no colour that a code can have'),
        (
            "{{ qr('a', 5, 5, 20, colour='#000') }}",
            'qr knows no "colour"; it takes fill and ground',
        ),
        ("{{ qr(card.nothing, 5, 5, 20) }}", 'has no "nothing"'),
        ("{{ qr(deck, 5, 5, 20) }}", 'card.svg:2 template-value "one"'),
        ("{{ qr('a', 'b', 5, 20) }}", "card.svg:2 template-value \"one\" 'b'"),
        (
            "{{ code128('é', 5, 5, 50, 9) }}",
            '"é" has letters that a Code 128 cannot say; use plain letters and digits, or qr()',
        ),
        (
            "{{ code128('1' * 90, 5, 5, 50, 9) }}",
            "a text of 90 characters is too long for a Code 128",
        ),
    ],
)
def test_what_cannot_be_a_code_is_a_problem_of_the_card(
    tmp_path: Path, body: str, what: str
) -> None:
    _, report = built(tmp_path, body)
    assert [is_expected(problem, what) for problem in report.problems] == [True], report.problems


def test_validate_tells_of_codes(tmp_path: Path) -> None:
    root = project(tmp_path, "{{ qr('HELLO', 5, 5, 8) }}")
    done = run("validate", "sweets", "--rule", "codes", project=root)
    assert 0 == done.exit_code
    assert "[codes]" in done.stderr


def test_what_is_wrong_with_a_code_is_told_with_its_place_on_the_card(tmp_path: Path) -> None:
    """For the PDF that marks each finding, and for programs: in millimetres from the upper left
    corner of the trim."""
    _, report = built(tmp_path, "{{ qr('HELLO', 5, 6, 8) }}")
    assert [("face", Box(5, 6, 8, 8))] == [(each.side, each.spot) for each in report.findings]
    found = tmp_path / "found.pdf"
    run("validate", "--printer", "images", "--annotate", found, project=tmp_path)
    assert 'codes\nthe QR code "HELLO" has modules of' in text_of(found)[0].replace("\r", "")


@settings(max_examples=30)
@given(some.text(some.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40))
def test_any_plain_text_reads_back_from_its_modules(text: str) -> None:
    """The modules as pixels, three to each, and what stays free around them."""
    from PIL import Image

    for rows, high, kind in ((qr_rows(text, "M"), 1, "QR Code"), ([bars(text)], 40, "Code 128")):
        wide = len(rows[0]) + 20
        picture = Image.new("L", (wide, len(rows) * high + 20), 255)
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                for down in range(high):
                    picture.putpixel((x + 10, y * high + down + 10), 0 if sign == "1" else 255)
        found = zxingcpp.read_barcodes(
            picture.resize((wide * 3, picture.height * 3), Image.Resampling.NEAREST)
        )
        assert [(kind, text)] == [(str(each.format), each.text) for each in found]


def test_two_hundred_bingo_cards_differ_and_all_their_codes_read_back(tmp_path: Path) -> None:
    """A deck of its own, proven by its rule; each of its cards by its number, from pixels of 200 to
    an inch."""
    deck = (
        "size: 60mm x 60mm\ntemplate: loto.svg\ndistinct_copies: true\nfields: {numbers: text}\ncards:\n"
        "  - {id: loto, copies: 200, numbers: {expr: \"range(1, 91) | list | sample(12) | sort | join(' ')\"}}\n"
    )
    template = svg(
        '{{ text_box(card.numbers, 4, 4, 52, 20, 8) }}{{ code128("L-%03d" % copy, 4, 30, 52, 10) }}{{ qr(card.id, 20, 40, 18) }}',
        60,
        60,
    )
    rules = "- {id: differ, says: No two cards are the same., check: deck.main | twins('numbers') | length == 0}\n"
    root = write_project(
        tmp_path,
        {"main": deck},
        {"loto.svg": template},
        files={"card_data/sweets/rules.yaml": rules},
    )
    report = cardgen.open_project(root).build(["sweets"], cardgen.Options(papers=("a4",)))
    assert ([], [], 0) == (report.problems, report.findings, report.exit_code)
    assert ["ok"] == [outcome.status for outcome in report.outcomes]
    codes = [f"Code 128: L-{n:03d}" for n in range(1, 201)] + [
        f"QR Code: loto-{n}" for n in range(1, 201)
    ]
    assert sorted(codes) == decoded(root / "output/sweets/main-a4.pdf")
    file = root / "card_data/sweets/main.yaml"
    file.write_text(deck.replace("sample(12) | sort", "sample(1)"))
    spoilt = cardgen.open_project(root).validate(
        ["sweets"], cardgen.ValidateOptions(rules_only=True)
    )
    assert ["failed"] == [outcome.status for outcome in spoilt.outcomes]


def test_codes_are_refused_alike_from_python() -> None:
    with raises_finding("code-impossible 5,000"):
        qr_rows("x" * 5000, "L")
    with raises_finding('code-impossible "a\nb" 128'):
        bars("a\nb")


COVERED = {
    "something on it": "{}<circle cx='30' cy='30' r='9' fill='#C0392B'/>",
    "a corner hidden": "{}<rect x='10' y='10' width='14' height='14' fill='#FFF'/>",
    "cut by a clip": "<clipPath id='c'><rect x='10' y='10' width='25' height='40'/></clipPath><g clip-path='url(#c)'>{}</g>",
    "a veil": "{}<rect x='9' y='9' width='42' height='42' fill-opacity='0.93'/>",
    "nearly clear": "<g opacity='0.04'>{}</g>",
}
READ = {
    "as it is": "{}",
    "a small sign": "{}<circle cx='30' cy='30' r='3' fill='#C0392B'/>",
    "turned": "<g transform='rotate(17 30 30)'>{}</g>",
    "on a pattern": "<pattern id='p' width='2' height='2' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern>"
    "<rect width='60' height='80' fill='url(#p)'/>{}",
}


def test_a_code_is_read_back_from_what_is_printed(tmp_path: Path) -> None:
    """What lies over it or cuts it off is told, by builds too, with or without a printer; what its
    damage bears is not."""
    code = "{{ qr('https://example.org', 10, 10, 40, level='H') }}"
    bars = "{{ code128('LOTO-001', 4, 10, 52, 12) }}"
    bodies = [body.format(code) for body in (*COVERED.values(), *READ.values())]
    bodies += [f"{bars}<rect x='20' y='9' width='14' height='14' fill='#C0392B'/>", bars]
    templates = {f"card{number}.svg": svg(body) for number, body in enumerate(bodies)}
    listed = "".join(
        f"  - {{id: c{number}, template: card{number}.svg}}\n" for number in range(len(bodies))
    )
    deck = (
        HEAD.replace("back: back.svg\n", "").replace("card.svg", "card0.svg") + f"cards:\n{listed}"
    )
    opened = cardgen.open_project(write_project(tmp_path, {"main": deck}, templates))
    for report in (
        opened.validate(),
        opened.validate(options=cardgen.ValidateOptions(printer="offset")),
        opened.build(options=cardgen.Options(papers=("a4",))),
    ):
        found = [each for each in report.findings if each.check == "codes"]
        assert [f"c{number}" for number in (*range(len(COVERED)), len(bodies) - 2)] == [
            each.card for each in found
        ]
        assert all(
            "cannot be read from what is printed: something lies over it" in each.what
            for each in found
        )
        assert {"error"} == {each.severity for each in found}


def test_a_code_that_stands_out_too_little_as_it_is_printed_is_told(tmp_path: Path) -> None:
    """Good readers read it; the lenses of players may not. Its own colours are strong."""
    code, bars = (
        "{{ qr('https://example.org', 10, 10, 40) }}",
        "{{ code128('LOTO-001', 4, 10, 52, 12) }}",
    )
    multiplied = f'<rect width="60" height="80" fill="#303030"/><g style="mix-blend-mode:multiply">{code}</g>'
    faint = [
        f'<g opacity="0.15">{code}</g>',
        multiplied,
        f'{bars}<rect width="60" height="40" fill="#FFF" fill-opacity="0.85"/>',
    ]
    strong = [f'<g opacity="0.7">{code}</g>', f'<g style="mix-blend-mode:multiply">{code}</g>']
    templates = {f"card{number}.svg": svg(body) for number, body in enumerate((*faint, *strong))}
    listed = "".join(
        f"  - {{id: c{number}, template: card{number}.svg}}\n" for number in range(len(templates))
    )
    deck = (
        HEAD.replace("back: back.svg\n", "").replace("card.svg", "card0.svg") + f"cards:\n{listed}"
    )
    report = cardgen.open_project(write_project(tmp_path, {"main": deck}, templates)).validate()
    found = {each.card: each.what for each in report.findings if each.check == "codes"}
    assert ["c0", "c1", "c2"] == list(found)
    assert all("as it is printed, for something veils it" in what for what in found.values())


def test_a_code_too_fine_for_the_pictures_of_a_printer_is_told_as_such(tmp_path: Path) -> None:
    """Read at 300 dpi, and not at the 150 of a table."""
    body = "<g transform='scale(0.18)'>{{ qr('https://example.org/guests/17?from=a-card-and-more-of-it', 10, 10, 40) }}</g>"
    opened = cardgen.open_project(project(tmp_path, body))
    printed, shown = (
        opened.validate(options=cardgen.ValidateOptions(printer=name)).findings
        for name in ("images", "screen")
    )
    assert "error" not in {each.severity for each in printed if each.check == "codes"}
    assert 1 == sum("pixels at 150 dpi" in each.what for each in shown if each.check == "codes")


def test_without_a_reader_a_note_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    opened = cardgen.open_project(
        project(tmp_path, "{{ qr('A', 10, 10, 40) }}", "- {id: one}\n  - {id: two}")
    )
    (note,) = [each for each in opened.validate().findings if each.check == "codes"]
    assert ("note", 'install what reads them: pip install "cardgen[codes]"') == (
        note.severity,
        note.remedy,
    )
