"""What makes a sound project hostile: small functions in a table by kind of input, each driven by
the case's own random numbers.

They know enough of each format to get past its reader: a YAML node is replaced by another, an
expression by one of the grammar, a chunk of a PNG with its checksum mended. A case is made of its
number alone, so that it is the same on every machine and in any order."""

from __future__ import annotations

import io
import json
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import opendocuments
import states
import yaml
from doors import folder_of, in_workbooks, proof_of
from material import SIGN, Files, picture, starter, sweets, workbook
from states import state_mutators
from trial import Case, Trick

Span = tuple[int, int]
Mutator = Callable[[Random, Case], None]


# -- the grammar
# ----------------------------------------------------------------------------------------------------------------------


def _grammar() -> dict[str, list[str]]:
    _, *parts = re.split(
        r"^\[([a-z]+)\]\n", (Path(__file__).parent / "grammar.txt").read_text("utf-8"), flags=re.M
    )
    sections = zip(parts[::2], parts[1::2], strict=True)
    return {
        name: [_unescaped(line) for line in lines.removesuffix("\n").removesuffix("\n").split("\n")]
        for name, lines in sections
    }


def _unescaped(line: str) -> str:
    text, _, times = line.rpartition(" ×")
    text, times = (text, times) if times.isdigit() and text else (line, "1")
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape") * int(times)


GRAMMAR = _grammar()
_NAMED = re.compile("⟨([a-z]+)⟩")
_RECURSIVE = re.compile("⟨(nest|expression|statement|element)⟩")


def grow(rng: Random, name: str, depth: int = 3) -> str:
    """A text of this name, at most so deep."""
    lines = GRAMMAR[name]
    if depth <= 0:
        lines = [line for line in lines if not _RECURSIVE.search(line)] or ["1"]
    return _NAMED.sub(lambda found: grow(rng, found[1], depth - 1), rng.choice(lines))


# -- any bytes, any text
# ----------------------------------------------------------------------------------------------------------------


def broken(rng: Random, data: bytes) -> bytes:
    """Flipped, cut, doubled, zeroed, lengthened bytes, and other encodings of a text."""
    at = rng.randrange(len(data) + 1)
    length = rng.choice((1, 2, 4, 16, 256))
    number = struct.pack(
        rng.choice(("<I", ">I")), rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 30, len(data)))
    )
    flipped = bytearray(data or b"\0")
    for _ in range(rng.choice((1, 3, 30))):
        flipped[rng.randrange(len(flipped))] = rng.choice((0, 0xFF, 0x7F, 0x80, rng.randrange(256)))
    ways = (
        *(
            bytes(flipped),
            bytes(flipped),
            bytes(flipped),
            data[:at],
            data[:at] + number + data[at + 4 :],
            data[:at] + number + data[at + 4 :],
        ),
        *(
            data[:at] + data[at : at + length] * rng.choice((2, 50)) + data[at:],
            data[:at] + rng.randbytes(length) + data[at:],
        ),
        *(
            b"",
            bytes(2000),
            b"\xef\xbb\xbf" + data,
            data.replace(b"\n", b"\r\n"),
            data.replace(b"\n", b"\r"),
        ),
        data.decode("utf-8", "replace").encode(
            rng.choice(("utf-16", "utf-32", "utf-7", "cp037")), "replace"
        ),
    )
    return rng.choice(ways)


def path_of(rng: Random, files: Files, *endings: str) -> str:
    return rng.choice(sorted(path for path in files if path.endswith(endings)))


def in_text(*endings: str) -> Callable[[Callable[[Random, str], str]], Mutator]:
    """Makes a change of a text one of a file with such an ending; its bytes are broken now and
    then."""

    def outer(change: Callable[[Random, str], str]) -> Mutator:
        def inner(rng: Random, case: Case) -> None:
            path = path_of(rng, case.files, *endings)
            if rng.random() < 0.06:
                case.files[path] = broken(rng, case.files[path])
            else:
                changed = change(rng, case.files[path].decode("utf-8", "replace"))
                case.files[path] = changed.encode(
                    "utf-8", "surrogateescape" if rng.random() < 0.5 else "surrogatepass"
                )
            case.told.append(f"{change.__name__} {path}")

        return inner

    return outer


def put(text: str, span: Span, new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


# -- YAML
# -------------------------------------------------------------------------------------------------------------------------------


def nodes(text: str) -> list[Span]:
    """Where each key and value of a YAML text stands."""
    found: list[Span] = []
    seen: set[int] = set()  # an alias is the very node that it names, which may hold it

    def walk(node: yaml.Node, depth: int) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        begin, end = node.start_mark.index, node.end_mark.index
        found.append((begin, begin + len(text[begin:end].rstrip())))
        for child in node.value if isinstance(node.value, list) and depth < 50 else ():
            for each in child if isinstance(child, tuple) else (child,):
                walk(each, depth + 1)

    try:
        walk(yaml.compose(text if len(text) < 50_000 else "", yaml.SafeLoader), 0)
    except (yaml.YAMLError, AttributeError, RecursionError, ValueError):
        found.append((0, len(text)))
    return found


def aliases(rng: Random) -> str:
    """Lists or merged mappings in which each floor names the one below nine times."""
    floors = rng.choice((3, 9, 30))
    merged = ", ".join(
        f"&m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9) if n else ''}], k{n}: v}}"
        for n in range(floors)
    )
    plain = ", ".join(
        f"&l{n} [{', '.join([f'*l{n - 1}'] * 9) if n else 'a'}]" for n in range(floors)
    )
    return f"[{rng.choice((merged, plain))}]"


def nest(rng: Random) -> str:
    deep = rng.choice((10, 100, 1000, 5000))
    ways = (
        "[" * deep + "]" * deep,
        "{a: " * deep + "}" * deep,
        "'" + "(" * deep + "1" + ")" * deep + "'",
        "- " * deep + "a",
        grow(rng, "nest", 9),
    )
    return rng.choice(ways)


@in_text(".yaml")
def in_yaml(rng: Random, text: str) -> str:
    return _changed_yaml(rng, text)


@in_text(".lock", "mine/csv.yaml")
def in_lock(rng: Random, text: str) -> str:
    return _changed_yaml(rng, text)


@in_text("printed.yaml", "printed/v1.yaml")
def in_record(rng: Random, text: str) -> str:
    return _changed_yaml(rng, text)


def _changed_yaml(rng: Random, text: str) -> str:
    spans = nodes(text)
    span, (begin, end) = rng.choice(spans), rng.choice(spans)
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines) + 1)
    times = rng.choice((0, 0, 2, 500))
    ways = (
        *(lambda: put(text, span, grow(rng, "scalar")),) * 5,
        *(
            lambda: put(text, span, text[begin:end]),
            lambda: put(text, span, ""),
            lambda: put(text, span, nest(rng)),
        ),
        *(
            lambda: put(text, span, aliases(rng)),
            lambda: put(text, span, f"[{grow(rng, 'many')}]"),
            lambda: grow(rng, "document") + text,
        ),
        lambda: "".join(lines[:at] + lines[at : at + 1] * times + lines[at + 1 :]),
    )
    return rng.choice(ways)()


# -- expressions, templates, drawings, books
# ----------------------------------------------------------------------------------------------

_COMPUTED = (
    r"^(.*\b(?:check|for_each|blame|cards|deals|deck_size|low|few|set_to): )([^,{}\n]+|\".*?\")$"
)
_TOLD = r"^(.*\b(?:otherwise|counted|remedy): )(.*)$"
_WITHIN = r"((?:expr|check|few|low): )(\".*?\"|[^,}\n]+)"


@in_text("rules.yaml", "variants.yaml", "sweets/main.yaml")
def in_expressions(rng: Random, text: str) -> str:
    places = [
        ("expression", found)
        for way in (_COMPUTED, _WITHIN)
        for found in re.finditer(way, text, re.M)
    ]
    places += [("statement", found) for found in re.finditer(_TOLD, text, re.M)]
    name, found = rng.choice(places or [("document", re.compile("()()").match(text))])
    return put(text, found.span(2), "'" + grow(rng, name, 4).replace("'", "''") + "'")


@in_text(
    "card.svg", "creature.svg", "suit.svg", "parts.svg", "back.svg", "frame.svg", "rulebook.md"
)
def in_templates(rng: Random, text: str) -> str:
    places = [found.span() for found in re.finditer(r"\{\{.*?\}\}|\{%.*?%\}|(?<=>)\n", text)]
    return put(
        text,
        rng.choice(places or [(0, 0)]),
        grow(rng, rng.choice(("statement", "statement", "printed"))),
    )


def tower(rng: Random) -> str:
    """Definitions in which each floor uses the one below many times; now and then the lowest uses
    the highest."""
    floors, times = rng.choice(((9, 10), (3, 10), (300, 1), (2, 300)))
    kinds = {
        'href="#{}"': ('<g id="{0}">{2}</g>', '<use href="#{1}"/>'),
        'fill="url(#{})"': (
            '<pattern id="{0}" width=".02" height=".02">{2}</pattern>',
            '<rect width="5" height="5" fill="url(#{1})"/>',
        ),
        'mask="url(#{})"': (
            '<mask id="{0}">{2}</mask>',
            '<rect width="9" height="9" mask="url(#{1})"/>',
        ),
        'clip-path="url(#{})"': (
            '<clipPath id="{0}" clip-path="url(#{1})">{2}</clipPath>',
            '<rect width="5" height="5"/>',
        ),
        'filter="url(#{})"': (
            '<filter id="{0}">{2}</filter>',
            '<feMorphology radius=".2" operator="dilate"/>',
        ),
        'marker-mid="url(#{})"': (
            '<marker id="{0}">{2}</marker>',
            '<path d="M0 0L5 5 9 9" marker-end="url(#{1})"/>',
        ),
    }
    used, (outer, inner) = rng.choice(list(kinds.items()))
    lowest = f"t{floors}" if rng.random() < 0.2 else "t"
    below = [lowest, *(f"t{n}" for n in range(floors))]
    made = "".join(
        outer.format(f"t{n}", below[n], inner.format("", below[n]) * times)
        for n in range(floors + 1)
    )
    return f'{made}<{"use" if "href" in used else "path"} d="M0 0L9 9 20 3z" {used.format(f"t{floors}")}/>'


def entities(rng: Random) -> str:
    levels = "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "aaaaaaaaaa"}">'
        for n in range(rng.choice((3, 9)))
    )
    return f"<!DOCTYPE svg [{levels}]>"


@in_text(".svg")
def in_svg(rng: Random, text: str) -> str:
    attributes = [found.span(1) for found in re.finditer(r'="([^"{}]*)"', text)]
    inside = text.rfind("</svg>") % (len(text) + 1)
    named = put(text, (inside, inside), "<text>&e2;&x;</text>" * rng.randrange(2))
    ways = (
        *(lambda: put(text, rng.choice(attributes or [(0, 0)]), grow(rng, "value")),) * 3,
        *(lambda: put(text, (inside, inside), grow(rng, "element", 4)),) * 3,
        *(
            lambda: put(text, (inside, inside), tower(rng)),
            lambda: put(text, (inside, inside), grow(rng, "deep")),
        ),
        *(lambda: grow(rng, "head") + named, lambda: entities(rng) + named),
    )
    return rng.choice(ways)()


@in_text("rulebook.md")
def in_markdown(rng: Random, text: str) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines) + 1)
    new = rng.choice((*([grow(rng, "line")],) * 3, rng.sample(lines, len(lines) // 2), lines * 3))
    return "\n".join((*lines[:at], "", *new, "", *lines[at:]))


# -- tables, pictures, fonts, profiles
# ----------------------------------------------------------------------------------------------------


def in_table(rng: Random, case: Case) -> None:
    path = path_of(rng, case.files, ".csv", ".tsv", ".xlsx", ".ods")
    case.told.append(f"in_table {path}")
    data = case.files[path]
    if path.endswith(".xlsx"):
        case.files[path] = _in_workbook(rng, data)
    elif path.endswith(".ods"):
        case.files[path] = _in_opendocument(rng, data)
    elif rng.random() < 0.2:
        case.files[path] = broken(rng, data)
    elif rng.random() < 0.2:
        case.files[path] = data + grow(rng, "row").encode() * rng.choice((20, 3000, 200_000))
    else:
        rows = [
            line.split("," if path.endswith(".csv") else "\t")
            for line in data.decode("utf-8", "replace").split("\n")
        ]
        row = rng.choice(rows)
        row[rng.randrange(len(row))] = grow(rng, "cell")
        rows[0] += [grow(rng, "cell")[:99]] * rng.choice((0, 0, 1, 3000))
        case.files[path] = "\n".join(
            rng.choice((",", "\t", ",", ";")).join(row) for row in rows
        ).encode("utf-8", "surrogatepass")


def in_card_list(rng: Random, case: Case) -> None:
    """Cards in a list of JSON, JSON Lines or YAML: deep, wide, of aliases, with names twice,
    numbers and texts that are none."""
    ending = rng.choice(("json", "json", "jsonl", "yaml"))
    path = f"card_data/sweets/list.{ending}"
    cards = [
        {"id": "one", "name": grow(rng, "cell"), "rank": 1, "base": {"hp": [1, 2]}},
        {"id": "two", "name": None, "rank": True},
    ]
    text = "\n".join(map(json.dumps, cards)) if ending == "jsonl" else json.dumps(cards)
    many = rng.choice((3, 3000, 300_000))
    aliases = "\n".join(
        [
            "a0: &a0 [x, y]",
            *(
                f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]"
                for n in range(1, rng.choice((3, 30)))
            ),
        ]
    )
    ways = (
        *(
            "[" * many,
            '{"a":' * many,
            '[{"id": ' + "1" * many + "}]",
            "[" + '{"id": "x"},' * (many // 6) + "{}]",
            '"' * many,
        ),
        *(
            text.replace("[", "[" * many, 1),
            text.replace('"rank": 1', '"rank": 1e999'),
            text.replace('"name"', '"id"'),
            text + text,
        ),
        *(
            f'[{{"id": "\\ud800{chr(92) * many}"}}]',
            "[NaN, -Infinity]",
            "{" + ",".join(f'"k{n}": {{}}' for n in range(many // 6)) + "}",
        ),
        *(
            f"{aliases}\ncards: *a2\n",
            "&a [*a]",
            "<<: *a",
            "- &c {id: one, <<: *c}",
            f'{{"data": {text}}}',
            "\ufeff" + text,
            "",
        ),
    )
    made = rng.choice(ways).encode("utf-8", "surrogatepass")
    case.files[path] = broken(rng, made[: 1 << 20]) if rng.random() < 0.2 else made
    deck = case.files["card_data/sweets/main.yaml"].decode().partition("\ncards:")[0]
    where = rng.choice(
        (
            f"list.{ending}",
            f"{{file: list.{ending}, at: {rng.choice(('data', 'cards', 'data.cards', 'a2', '..'))}}}",
        )
    )
    case.files["card_data/sweets/main.yaml"] = f"{deck}\ncards: {where}\n".encode()
    case.cards = made.count(b"{}") + made.count(b'"id"')
    case.told.append(f"in_card_list {path}")
    if case.words[:2] == ["table", "--guess"]:
        case.words[2] = path


def _in_workbook(rng: Random, data: bytes) -> bytes:
    """Members of the archive changed, doubled, left out, or unpacking to much more than they
    are."""
    made = [
        ["id", "name", "rank"],
        ["one", rng.choice(("=1+1", "x", 1.5, True)), 10**300],
        ["two", None, -1],
    ]
    if rng.random() < 0.2:
        return broken(rng, data)
    out = io.BytesIO()
    warnings.simplefilter("ignore", UserWarning)  # of members that are doubled
    with (
        zipfile.ZipFile(io.BytesIO(workbook(made))) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        hit = rng.choice([*old.namelist(), *["xl/worksheets/sheet1.xml"] * 9])
        for name in old.namelist():
            member = old.read(name)
            for each in _in_member(rng, member) if name == hit else [member]:
                new.writestr(zipfile.ZipInfo(name), each, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _in_opendocument(rng: Random, data: bytes) -> bytes:
    """Cells and rows that are repeated more often than there is room for, merged and hidden ones,
    and XML that is none."""
    with zipfile.ZipFile(io.BytesIO(sweets()["card_data/mine/table.ods"])) as parts:
        text = parts.read("content.xml").decode()
    times = rng.choice(("0", "-1", "x", "3", "1048576", "99999999999"))
    more = rng.choice(
        (
            "number-rows-repeated",
            "number-columns-repeated",
            "number-rows-spanned",
            "number-columns-spanned",
            "visibility",
            "formula",
        )
    )
    at = rng.choice((" office:value", "<table:table-row", "<table:table-cell"))
    ways = (
        text.replace(
            at,
            f'{at} table:{more}="{times}"' if at[0] == "<" else f' table:{more}="{times}"{at}',
            rng.choice((1, 9)),
        ),
        text.replace("<text:p>", f'<text:p><text:s text:c="{times}"/>'),
        text.replace(
            "</table:table-row>",
            f"<table:table-cell><text:p>{grow(rng, 'cell')}</text:p></table:table-cell></table:table-row>",
        ),
        text.replace(
            "<table:table ", "<table:table><table:table-row/><table:table " * rng.choice((1, 300))
        ),
        entities(rng) + text.replace("<text:p>", "<text:p>&x;&e2;", 1),
        text.replace("</", "<"),
        "",
    )
    return (
        broken(rng, data)
        if rng.random() < 0.2
        else opendocuments.packed(
            {"content.xml": rng.choice(ways).encode("utf-8", "surrogatepass")}
        )
    )


def _in_member(rng: Random, data: bytes) -> list[bytes]:
    text = data.decode("utf-8", "replace")
    row = rng.choice(
        (
            "<row/>",
            '<row r="9"><c r="A9"><v>1</v></c></row>',
            '<row><c r="XFD1048576" t="s"><v>99</v></c></row>',
        )
    )
    ways = (
        *(
            [broken(rng, data)],
            [],
            [data, data],
            [bytes(30_000_000)],
            [text.replace("A1", "ZZZ9999999").encode()],
            [text.replace("</", "<").encode()],
        ),
        *(
            [text.replace("</sheetData>", row * times + "</sheetData>").encode()]
            for times in (1, 5000, 300_000)
        ),
        [
            (rng.choice((entities(rng), grow(rng, "head"))) + text)
            .replace("<v>", "<v>&x;&e2;", 1)
            .encode()
        ],
    )
    return rng.choice(ways)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_ZEROS = zlib.compress(bytes(40_000_000))


def _png(rng: Random) -> bytes:
    """A PNG whose checksums are right and whose chunks are not."""
    good = picture("PNG", rng.choice(("L", "RGB", "RGBA", "P", "1", "LA")), (20, 20))
    size = rng.choice(((1, 1), (30_000, 30_000), (0, 5), (1 << 31, 1), (60_000, 1)))
    header = struct.pack(">II", *size) + bytes(
        (rng.choice((1, 8, 16, 7)), rng.choice((0, 2, 3, 6, 5)), 0, 0, rng.randrange(3))
    )
    kinds = {
        b"zTXt": b"a\0\0" + _ZEROS,
        b"iCCP": b"a\0\0" + _ZEROS,
        b"acTL": b"\xff" * 8,
        b"eXIf": b"MM" * 9,
        b"tRNS": b"\xff" * 999,
    }
    extra = _chunk(*rng.choice(list(kinds.items())))
    first = rng.choice((good[8:33], _chunk(b"IHDR", header)))
    return (
        good[:8]
        + first
        + rng.choice((b"", extra))
        + rng.choice((good[33:], _chunk(b"IDAT", _ZEROS), good[33:-12], b""))
    )


def in_pictures(rng: Random, case: Case) -> None:
    path = path_of(rng, case.files, ".png", ".jpg")
    case.told.append(f"in_pictures {path}")
    ways = (
        *(
            lambda: broken(rng, case.files[path]),
            lambda: _png(rng),
            lambda: _png(rng),
            lambda: SIGN,
        ),
        lambda: picture(
            "JPEG", rng.choice(("RGB", "CMYK", "L", "YCbCr")), (rng.choice((1, 9, 999)), 30)
        ),
        lambda: picture(rng.choice(("GIF", "TIFF", "BMP", "PPM", "ICO"))),
    )
    case.files[path] = rng.choice(ways)()


def in_binary(*endings: str) -> Mutator:
    """Changes bytes where they matter: in the header and the directory of a font or of a colour
    profile, or in what it points to."""

    def inner(rng: Random, case: Case) -> None:
        path = path_of(rng, case.files, rng.choice(endings))
        case.told.append(f"in_binary {path}")
        data = case.files[path]
        entry = data.find(
            rng.choice(
                (
                    b"glyf",
                    b"CFF2",
                    b"fvar",
                    b"cmap",
                    b"GSUB",
                    b"GPOS",
                    b"hmtx",
                    b"maxp",
                    b"name",
                    b"loca",
                    b"A2B0",
                    b"B2A0",
                    b"wtpt",
                )
            ),
            0,
            600,
        )
        there = (
            [struct.unpack(">I", data[entry + 8 : entry + 12])[0]] * 3
            if 0 < entry <= len(data) - 12
            else [400]
        )
        begin = rng.choice((0, 0, entry + 4, *there))
        end = rng.choice((begin + 8, begin + 200, len(data)))
        kind = rng.choice((data[:4],) * 6 + (b"OTTO", b"ttcf", b"wOFF", b"wOF2", b"true"))
        case.files[path] = kind + (data[:begin] + broken(rng, data[begin:end]) + data[end:])[4:]

    return inner


# -- the command line, the file system
# ----------------------------------------------------------------------------------------------------

_OPTIONS = {
    "build": "--paper A --layout A --flip A --margin A --bleed A --gutter A --ink A --cards A --variant A --players A --cutter A "
    "--labels A --skip-slots A --printer-name A --jobs 2 --lang A --share --second-set --out ../out --changed --stamp A",
    "validate": "--rule A --rules-only --strict --printer A --annotate ../out/a.pdf --fix --yes --format A --lang A",
    "export": "--printer A --printer images --printer mine --force --variant A --players A --lang A --jobs A --out ../out --stamp A",
    "printed": "--draft --jobs A --lang A",
    "changes": "--paper A --format A --format json --draft --jobs A --lang A --out ../out",
    "box": "--sleeved --thickness A --cards A --tray --paper A --ink A --out ../out --lang A",
    "calibrate": "--set A --show --reset --check --printer-name A --flip A --landscape --paper A",
    "rulebook": "--booklet --paper A --lang A --out ../out",
    "table": "--to ../out/a.csv --to ../out/a.xlsx --to ../out/a.zz --force --guess card_data/mine/table.csv --sheet A",
    "list": "--variants",
    "stats": "--format A",
    "new": "--from A --project .",
    "schema": "--out ../out --write",
}
_NAMES = ("sweets", "sweets/main", "mine", "mine/csv", "sweets/suit")


def in_words(rng: Random, case: Case) -> None:
    """A command with options of its own, sound and odd words in them. Only --out, --to and
    --annotate name what lies outside."""
    command = rng.choice(list(_OPTIONS))
    options = re.findall(r"--\S+(?: [^-]\S*)?", _OPTIONS[command])
    case.words = [command]
    if command == "new":
        case.words.append("../out/made")
    elif command not in ("calibrate", "schema") or rng.random() < 0.2:
        case.words.append(rng.choice((*_NAMES, grow(rng, "word"))))
    for option in rng.sample(options, min(rng.randrange(4), len(options))):
        name, _, value = option.partition(" ")
        words = (
            [grow(rng, "word") for _ in range(3 if name == "--set" else 1)]
            if value == "A"
            else [value] * bool(value)
        )
        case.words += (
            ["--jobs", rng.choice(("0", "2", "-3", "zz", "65"))]
            if name == "--jobs"
            else [name, *words]
        )
    case.told.append("in_words")


def in_places(rng: Random, case: Case) -> None:
    """Links out of the project, to nowhere, to themselves and to what never ends; pipes, folders,
    closed and huge files; odd names."""
    path = path_of(rng, case.files, "")
    folder = path_of(rng, case.files, "").rpartition("/")[0]
    ending = path.rpartition(".")[2]
    name = {
        "yaml": rng.choice(("game", "deck", "rules", "fonts", "secret")),
        "svg": "art/private",
    }.get(ending, "secret")
    outside = f"../canary/{name}.{ending}"
    game = rng.choice(
        ("sweets", "mine") if case.files.keys() >= sweets().keys() else ("lantern-night",)
    )
    endless = rng.choice(
        (
            "/dev/zero",
            "/dev/stdin",
            "/proc/self/environ",
            "/dev/fd/0",
            "nowhere",
            ".",
            path.rpartition("/")[2],
        )
    )
    new = f"card_data/{game}/{rng.choice(('notes.md', 'rulebook.de.md', 'extra.yaml', 'art/x.svg', 'main.fr.yaml'))}"
    outward = {
        "output": (["build", "--paper", "a4"], "../canary/out"),
        f"output/{game}": (
            rng.choice(
                (["rulebook", "--paper", "a4"], ["export", game, "--printer", "images", "--force"])
            ),
            "../../canary/out",
        ),
        f"output/{game}/main-a4.pdf": (
            ["build", "--paper", "a4"],
            "../../../canary/out/main-a4.pdf",
        ),
        "schema": (["schema"], "../canary"),
        "printed.yaml": (["printed", game], "../canary/secret.yaml"),
    }
    led = rng.choice(list(outward))
    tricks: tuple[Trick, ...] = (
        *(("link", path, "../" * path.count("/") + outside),) * 5,
        *(
            ("link", path, endless),
            ("link", new, endless),
            ("link", new, "../" * new.count("/") + outside),
        ),
        (
            "link",
            folder,
            "../" * folder.count("/") + rng.choice(("../canary", "../canary/art", "nowhere", ".")),
        ),
        *(("link", led, outward[led][1]),) * 4,
        *(
            ("fifo", path, ""),
            ("fifo", new, ""),
            ("fifo", new, ""),
            ("folder", path, ""),
            ("file", folder, "x"),
            ("closed", path, ""),
        ),
        *(
            ("huge", path, str(rng.choice((1 << 20, 1 << 32)))),
            ("name", path, f"{grow(rng, 'odd')}.{ending}"),
        ),
        *(
            ("name", f"card_data/{game}", grow(rng, "odd")),
            ("deep", f"{folder}/a", "200"),
            ("many", new, "3000"),
            ("link", f"{folder}/again", "."),
        ),
    )
    trick = rng.choice(tricks)
    case.tricks.append(trick)
    case.told.append(ascii(trick))
    if trick[1] == led:
        case.words = outward[led][0]
    elif trick[1] == new and rng.random() < 0.5:
        case.words = ["validate", game]
    elif rng.random() < 0.15:
        case.words = ["new", "--from", game, "--project", ".", "../out/made"]


# -- cases
# --------------------------------------------------------------------------------------------------------------------------------

KINDS: dict[str, tuple[Mutator, str]] = {
    "yaml": (
        in_yaml,
        "rules rules validate build list stats schema german variants fix json github table new",
    ),
    "expressions": (in_expressions, "rules rules rules validate variants fix json github build"),
    "templates": (in_templates, "build validate build german rulebook"),
    "svg": (in_svg, "build validate build box images"),
    "tables": (in_table, "rules rules mine json workbook guess guess"),
    "lists": (in_card_list, "rules rules validate list guess json"),
    "markdown": (in_markdown, "rulebook rulebook validate booklet"),
    "pictures": (in_pictures, "build validate images"),
    "fonts": (in_binary(".ttf", ".otf", ".woff2"), "build rules validate"),
    "profiles": (in_binary(".icc"), "press preflight"),
    "record": (in_record, "changes since printed version upgrade"),
    "lock": (in_lock, "rules json pulled"),
    "words": (in_words, "rules"),
    "workbooks": (in_workbooks, "mine rules list guess workbook"),
    "folders": (folder_of(broken, _png), "build"),
    "proofs": (proof_of(broken, _png), "build"),
    "places": (in_places, "rules validate build rulebook list schema press json fix"),
    **state_mutators(broken),
}
"""By kind of input: what makes it hostile, and the commands that are tried, often those that cost
little."""

_ONLY_IN_SWEETS = (
    *states.KINDS,
    "record",
    "lock",
    "expressions",
    "fonts",
    "profiles",
    "pictures",
    "words",
    "tables",
    "workbooks",
    "lists",
    "proofs",
)
_COMMANDS = {
    "rules": "validate --rules-only",
    "validate": "validate GAME",
    "build": "build GAME --paper a4",
    "german": "build GAME --paper a4 --lang de",
    "variants": "build GAME --variant quick --players 2 --paper a4",
    "list": "list --variants",
    "stats": "stats GAME",
    "schema": "schema --out ../out/schema",
    "fix": "validate --rules-only --fix --yes",
    "json": "validate --rules-only --format json",
    "github": "validate GAME --format github",
    "table": "table GAME/DECK --to ../out/made.csv",
    "workbook": "table mine/csv --to ../out/made.xlsx",
    "guess": "table --guess card_data/mine/table.ods",
    "new": "new --from GAME --project . ../out/made",
    "rulebook": "rulebook GAME --paper a4",
    "booklet": "rulebook GAME --booklet --paper a4",
    "box": "box GAME/DECK --paper a4",
    "images": "export GAME/DECK --printer images --force",
    "mine": "build mine --paper a4",
    "pulled": "validate --rule pulled --strict",
    "printed": "printed sweets",
    "changes": "changes sweets",
    "version": "changes v1 sweets --log",
    "upgrade": "upgrade v1 sweets --stickers",
    "since": "build sweets --changed --paper a4",
    "press": "export sweets/main --printer mine --force",
    "preflight": "validate sweets/main --printer mine",
    **states.COMMANDS,
}


def make_case(seed: int, number: int) -> Case:
    """The case of a number: kinds by turns, one to three changes, and now and then one of another
    kind as well."""
    rng = Random(f"{seed} {number}")
    kind = list(KINDS)[number % len(KINDS)]
    mutate, commands = KINDS[kind]
    plain = kind not in _ONLY_IN_SWEETS and rng.random() < 0.25
    words = _COMMANDS[rng.choice(commands.split())].replace(
        "GAME/DECK", "lantern-night/creature" if plain else "sweets/main"
    )
    words = words.replace("GAME", "lantern-night" if plain else "sweets")
    case = Case(
        number,
        kind,
        words.split(),
        dict(starter() if plain else sweets()),
        terminal=rng.random() < 0.25,
    )
    for _ in range(rng.choice((1, 1, 2, 3))):
        mutate(rng, case)
    if rng.random() < 0.1 and kind not in states.KINDS:
        rng.choice((in_yaml, in_svg, in_places, in_templates))(rng, case)
    return case
