"""Hostile workbooks, folders of pictures, PDFs and proofs: what comes in by a door of its own. Each is made
by the case's own random numbers."""

from __future__ import annotations

import gzip
import io
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from html import escape
from random import Random

import opendocuments
import pikepdf
from material import SIGN, Files, picture, workbook
from PIL import Image
from trial import Case

Damage = Callable[[Random, bytes], bytes]
Words = Callable[[Random, str], str]
"""What makes a text of the grammar of a kind."""

_LONG = (3, 300, 40_000, 300_000)


# -- workbooks
# --------------------------------------------------------------------------------------------------------------------------


def _format(rng: Random) -> str:
    part = rng.choice(
        (
            "[",
            '"',
            "\\",
            "_",
            "[h",
            "[>1e9",
            "[$-",
            "0",
            "?",
            "#,",
            "/",
            "%",
            "yy",
            "[Red]",
            ";",
            "e+0",
            "*",
            "@",
            "General",
            '"a"',
        )
    )
    return part * rng.choice(_LONG) + rng.choice(("", "]", "d", ";@"))


def _styles(rng: Random, text: str) -> str:
    """A number format of its own in all cells."""
    made = f'<numFmts count="1"><numFmt numFmtId="{rng.choice((164, 14, 27, 0))}" formatCode="{escape(_format(rng))}"/></numFmts>'
    return re.sub(r"(<styleSheet[^>]*>)", rf"\1{made.replace(chr(92), chr(92) * 2)}", text).replace(
        'numFmtId="0"', 'numFmtId="164"'
    )


def _texts(rng: Random) -> str:
    """Texts that cells share: long, in many pieces, bold line by line, with pronunciation, in each
    other."""
    run = '<r><rPr><b/></rPr><t xml:space="preserve">{}</t></r>'
    ways = (
        *(
            lambda: f"<si><t>{'a' * rng.choice(_LONG)}</t></si>",
            lambda: "<si>" + run.format("&#10;" * rng.choice(_LONG)) + "</si>",
        ),
        *(
            lambda: "<si>" + run.format("a *") * rng.choice((3, 20_000)) + "</si>",
            lambda: "<si><t/></si>" * rng.choice((1, 100_000)),
        ),
        *(
            lambda: "<si><rPh>" * rng.choice((3, 400)) + "<t>x</t>",
            lambda: f"<si><t>{'_x000D_' * rng.choice((3, 40_000))}</t></si>",
        ),
    )
    return rng.choice(ways)()


def _cells(rng: Random) -> str:
    """Cells of every kind with values that are none."""
    kind = rng.choice(("s", "n", "d", "b", "e", "str", "inlineStr", "zz"))
    value = rng.choice(
        (
            "0",
            "-1",
            "1e999",
            "9" * 5000,
            "nan",
            "2026-01-01T" * 50,
            "P" + "1" * 40_000 + "Y",
            "60",
            "1e308",
            "-0.0",
            "0.1" * 99,
        )
    )
    inside = f"<is><t>{value}</t></is>" if kind == "inlineStr" else f"<v>{value}</v>"
    formula = rng.choice(("", "", "<f>A1</f>"))
    row = f'<row><c t="str"><v>c</v></c><c t="{kind}" s="{rng.choice((0, 1, 99))}">{formula}{inside}</c></row>'
    merged = rng.choice(
        ("", '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' * rng.choice((1, 3000)))
    )
    # the case itself is held by what runs it
    times = min(rng.choice((1, 200, 20_000)), max(1, 4_000_000 // len(row)))
    return row * times + "</sheetData>" + merged


def _xlsx(rng: Random) -> bytes:
    made = [["id", "name", "rank"], ["one", "x", 1.5], ["two", None, -1]]
    changes: dict[str, Callable[[str], str]] = {
        "xl/styles.xml": lambda text: _styles(rng, text),
        "xl/sharedStrings.xml": lambda text: text.replace("<si>", _texts(rng) + "<si>", 1),
        "xl/worksheets/sheet1.xml": lambda text: text.replace("</sheetData>", _cells(rng), 1),
        "xl/workbook.xml": lambda text: re.sub(
            r"(<sheet [^>]*/>)", r"\1" * rng.choice((1, 300)), text
        ),
    }
    chosen = rng.sample(list(changes), rng.randrange(1, 4))
    packing = rng.choice(
        (zipfile.ZIP_DEFLATED,) * 8 + (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    )
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(made))) as old,
        zipfile.ZipFile(out, "w", packing) as new,
    ):
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, changes[name](data.decode()).encode() if name in chosen else data)
        for number in range(rng.choice((0, 0, 0, 20_000))):
            new.writestr(f"{number}", b"")
        if rng.random() < 0.1:
            new.writestr("docProps/zeros.xml", bytes(80_000_000))
    return out.getvalue()


def _ods(rng: Random) -> bytes:
    times = rng.choice(("1", "3", "30000", "1048576"))
    length, value = (
        rng.choice(_LONG),
        rng.choice(("9" * 5000, "1e999", "2026-13-45", "PT" + "1" * 40_000 + "H", "x")),
    )
    kind = rng.choice(("float", "date", "time", "boolean", "percentage", "currency", "string"))
    name = {
        "boolean": "boolean-value",
        "date": "date-value",
        "time": "time-value",
        "string": "string-value",
    }.get(kind, "value")
    cells = (
        *(
            opendocuments.cell("a" * length, f'table:number-columns-repeated="{times}"'),
            opendocuments.cell("\n" * min(length, 30_000)),
        ),
        f'<table:table-cell office:value-type="{kind}" office:{name}="{value}"><text:p>{"x" * length}</text:p></table:table-cell>',
        "<table:table-cell>"
        + "<text:p><text:span>" * rng.choice((3, 300))
        + "</text:span></text:p>" * 3
        + "</table:table-cell>",
    )
    row = opendocuments.row(
        "x", rng.choice(cells), more=f'table:number-rows-repeated="{rng.choice((1, 1, times))}"'
    )
    rows = rng.choice((1, 3, max(1, 1_000_000 // len(row))))
    return opendocuments.ods(("A", opendocuments.row("id", "name", "rank") + row * rows))


def _csv(rng: Random) -> bytes:
    piece = rng.choice(
        (
            '"',
            '""',
            ",",
            "\n",
            '"a"b,',
            "a;",
            "|",
            "\t",
            "\0",
            "\r",
            "x" * 999 + ",",
            '"\n',
            "#",
            "=1+1,",
            "9" * 5000 + ",",
        )
    )
    return (
        "id,name,rank\n" + piece * (1 + rng.choice((3, 3000, 1_000_000)) // len(piece))
    ).encode()


def in_workbooks(rng: Random, case: Case) -> None:
    ending, make = rng.choice(
        (("xlsx", _xlsx),) * 3 + (("ods", _ods), ("csv", _csv), ("tsv", _csv))
    )
    path = f"card_data/mine/table.{ending}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of members that are doubled
        case.files[path] = make(rng)
    case.told.append(f"in_workbooks {path}")
    if case.words[:2] == ["table", "--guess"]:
        case.words[2] = path
    elif case.words[0] == "table":
        case.words[1] = f"mine/{ending}"


# -- folders of pictures
# ----------------------------------------------------------------------------------------------------------------


@cache
def _pdf(pages: int) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(180, 252), invariant=True, pageCompression=0)
    for number in range(pages):
        canvas.rect(10 + number, 10, 90, 90, fill=1)
        canvas.drawString(20, 200, f"page {number}")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _broken_pdf(rng: Random, broken: Damage) -> bytes:
    data = _pdf(rng.choice((1, 3)))
    box = rng.choice(("0 0 0 0", "0 0 1 14400", "0 0 1e9 1e9", "-5 -5 5 5", "nan 0 9 9", "9 9 1 1"))
    operators = b"0 0 m 90 90 l S " * rng.choice((3, 20_000))
    ways = (
        *(lambda: broken(rng, data), lambda: broken(rng, data)),
        lambda: re.sub(rb"/Count \d+", b"/Count %d" % rng.choice((0, -1, 900, 1001, 2**31)), data),
        lambda: re.sub(rb"/Kids \[ (\d+)", rb"/Kids [ %d" % rng.randrange(12), data),
        lambda: re.sub(
            rb"/MediaBox \[[^\]]*\]",
            f"/MediaBox [ {box} ] /TrimBox [ {box} ] /Rotate {rng.choice((45, 90, -90))}".encode(),
            data,
        ),
        lambda: data.replace(b"endstream", operators + b"endstream"),
        lambda: data.replace(b"/Page\n", b"/Pages\n"),
        lambda: data[: rng.randrange(len(data))],
    )
    return rng.choice(ways)()


def _padded(rng: Random, data: bytes) -> bytes:
    """Much that shows nothing: behind the end, in a part of its own, in the packed rows."""
    much = bytes(rng.choice((1000, 3_000_000, 40_000_000)))
    kind = rng.choice((b"prIv", b"tEXt", b"zTXt", b"iCCP", b"eXIf", b"IDAT"))
    part = struct.pack(">I", len(much)) + kind + much + struct.pack(">I", zlib.crc32(kind + much))
    return rng.choice((data + much, data[:33] + part + data[33:], data[:-12] + part + data[-12:]))


def _drawing(rng: Random) -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    inside = rng.choice(
        (
            "<g/>",
            "<g>",
            '<image href="a.png"/>',
            '<use href="#a"/>',
            "<!---->",
            "<path d='M0 0'/>",
            "&#97;",
            '<g a="" b=""/>',
        )
    )
    data = f"{head}{inside * rng.choice((1, 300, 20_000, 1_500_000))}</svg>".encode()
    return rng.choice(
        (
            data,
            data,
            gzip.compress(data),
            data.replace(b"63 88", rng.choice((b"0 0", b"1e9 1", b"nan 4", b"88 63"))),
        )
    )


def _named(rng: Random) -> str:
    return rng.choice(
        (
            "a",
            "b",
            "a.back",
            "a__back",
            "a-back",
            "back",
            "3x-a",
            "0x a",
            "99999x-a",
            "a (back)",
            "x_back_2",
            "Ä",
            "a.b",
            "con",
            "-",
        )
    )


def _large(rng: Random) -> bytes:
    """Very few bytes of very many pixels."""
    side = rng.choice((3000, 7000, 14_000))
    out = io.BytesIO()
    kind, how = rng.choice(
        (("PNG", {}), ("PNG", {}), ("JPEG", {}), ("GIF", {}), ("TIFF", {"compression": "tiff_lzw"}))
    )
    Image.new("1" if kind in ("PNG", "TIFF") else "L", (side, side // rng.choice((1, 30)))).save(
        out, kind, **how
    )
    return out.getvalue()


def _pictures(rng: Random, case: Case, broken: Damage, png: Callable[[Random], bytes]) -> None:
    """Lay a folder of some pictures beside the game, a few of them sound."""
    makers: tuple[tuple[str, Callable[[], bytes]], ...] = (
        *(("pdf", lambda: _broken_pdf(rng, broken)),) * 3,
        *(
            ("svg", lambda: _drawing(rng)),
            ("svgz", lambda: _drawing(rng)),
            ("svg", lambda: SIGN),
        ),
        *(
            ("png", lambda: png(rng)),
            ("png", lambda: broken(rng, picture("PNG"))),
            ("jpg", lambda: broken(rng, picture("JPEG"))),
        ),
        *(
            ("png", lambda: _padded(rng, picture("PNG"))),
            ("jpg", lambda: picture("JPEG") + bytes(rng.choice((9, 30_000_000)))),
        ),
        *(
            ("webp", lambda: broken(rng, picture("WEBP"))),
            ("tif", lambda: broken(rng, picture("TIFF"))),
            ("png", lambda: _large(rng)),
        ),
    )
    folder: Files = {
        "pics/sound.png": picture("PNG", "RGB", (90, 120)),
        "pics/wide.png": picture("PNG", "RGB", (120, 90)),
    }
    for _ in range(rng.choice((1, 1, 2, 4))):
        ending, make = rng.choice(makers)
        folder[f"pics/{_named(rng)}.{rng.choice((ending, ending, ending, 'png', 'PDF'))}"] = make()
    case.files |= folder
    case.told.append(f"a folder of {', '.join(folder)}")


def folder_of(broken: Damage, png: Callable[[Random], bytes]) -> Callable[[Random, Case], None]:
    """What prints a folder of some pictures."""

    def in_folder(rng: Random, case: Case) -> None:
        _pictures(rng, case, broken, png)
        case.words = [
            "sheet",
            "pics",
            "--paper",
            "a4",
            "--out",
            "../out",
            *rng.choice(([], [], ["--included", "3"], ["--edges", "none"])),
        ]

    return in_folder


# -- proofs
# -----------------------------------------------------------------------------------------------------------------------------


@cache
def _locked_pdf() -> bytes:
    """One that asks for a password."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(_pdf(1))) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(owner="one", user="two"))
    return out.getvalue()


def _heavy_pdf(rng: Random) -> bytes:
    """Few bytes that say much: forms in forms, a picture of many pixels, letters without end."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(_pdf(1))) as pdf:
        page = pdf.pages[0]
        much = rng.choice((300, 20_000, 4_000_000))
        if rng.random() < 0.3:
            side = rng.choice((9000, 30_000))
            picture_stream = pdf.make_stream(
                bytes(side * side // 8),
                {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image,
                 "/Width": side, "/Height": side, "/BitsPerComponent": 1,
                 "/ColorSpace": pikepdf.Name.DeviceGray},
            )  # fmt: skip
            page.Resources.XObject = pikepdf.Dictionary(A=picture_stream)
            page.Contents = pdf.make_stream(b"180 0 0 252 0 0 cm /A Do ")
        elif rng.random() < 0.5:
            inner = pdf.make_stream(b"0 0 m 180 252 l S " * 30)
            for _ in range(rng.choice((3, 9, 40))):
                form = {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Form,
                        "/BBox": [0, 0, 180, 252],
                        "/Resources": pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=inner))}  # fmt: skip
                inner = pdf.make_stream(b"/A Do " * rng.choice((2, 10)), form)
            page.Resources.XObject = pikepdf.Dictionary(A=inner)
            page.Contents = pdf.make_stream(b"/A Do ")
        else:
            piece = rng.choice(
                (b"q 1 0 0 1 1 0 cm ", b"BT /F1 9 Tf (abcdefgh) Tj ET ", b"0 0 180 252 re W n ")
            )
            page.Contents = pdf.make_stream(piece * (1 + much // len(piece)))
        pdf.save(out, compress_streams=True)
    return out.getvalue()


def proof_of(broken: Damage, png: Callable[[Random], bytes]) -> Callable[[Random, Case], None]:
    """What holds a stranger's proof against a deck: a PDF, or a folder in which links lie, too."""

    def in_proof(rng: Random, case: Case) -> None:
        if rng.random() < 0.4:
            _pictures(rng, case, broken, png)
            path = "pics"
            for _ in range(rng.choice((0, 1, 2))):
                led = rng.choice(
                    (
                        "../../canary/secret.yaml",
                        "../../canary",
                        "/dev/zero",
                        "a.png",
                        "nowhere",
                        "..",
                    )
                )
                name = f"pics/{_named(rng)}.{rng.choice(('png', 'pdf', 'jpg'))}"
                case.tricks.append(rng.choice((("link", name, led),) * 3 + (("fifo", name, ""),)))
        else:
            path = "proof.pdf"
            makers = (
                *(lambda: _broken_pdf(rng, broken),) * 3,
                *(lambda: _heavy_pdf(rng),) * 3,
                *(_locked_pdf, lambda: _pdf(rng.choice((900, 1001, 3000)))),
                lambda: picture("PNG"),
            )
            case.files[path] = rng.choice(makers)()
            case.cards = 20 * min(500, case.files[path].count(b"/Type /Page\n"))
        case.words = ["proof", path, "sweets/main", "--out", "../out"]
        case.words += rng.choice(([], [], ["--format", "json"]))
        case.told.append(f"in_proof {path}, {case.tricks}")

    return in_proof
