"""Fonts: found, chosen, shaped and cut down; everything that can be wrong with a font file or
fonts.yaml is said."""

from __future__ import annotations

import io
import pickle
import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
import uharfbuzz as hb
from briefs import raises_expected, raises_finding
from fontTools.ttLib import TTFont, newTable
from hypothesis import given, settings
from hypothesis import strategies as st
from making_fonts import made, saved, variable
from projects import SHIPPED

from cardgen.base.findings import CardgenError
from cardgen.engine.typography.font import Font, subset
from cardgen.engine.typography.fontbook import MissingGlyphError
from cardgen.load.font_list import open_fonts

FONTS = SHIPPED / "fonts"
BOOK = open_fonts([FONTS])
NUNITO = BOOK.face("Nunito", 600)
BALOO = BOOK.face("Baloo 2")
CREEPSTER = BOOK.face("Creepster")
EATER = BOOK.face("Eater")
SHIPPED = [NUNITO, BALOO, CREEPSTER, EATER]


def problems_of(*folders: Path) -> list[str]:
    with pytest.raises(CardgenError) as caught:
        open_fonts(folders)
    return [str(problem) for problem in caught.value.findings]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of fonts, so placed that messages call it `fonts`."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "fonts"
    made.mkdir()
    return made


def changed(source: Font, target: Path, **changes: object) -> Path:
    """A copy of a font with names, OS/2 values or whole tables changed."""
    font = TTFont(io.BytesIO(source.data))
    for what, value in changes.items():
        if what == "family":
            for name_id in (1, 16):
                font["name"].setName(value, name_id, 3, 1, 0x409)
        elif what == "without":
            del font[value]
        else:
            setattr(font["OS/2"], what, value)
    font.save(target)
    return target


def coloured(target: Path) -> None:
    """Nunito with a table of colours, and without outlines."""
    font = TTFont(io.BytesIO(NUNITO.data))
    for tag in ("glyf", "loca"):
        del font[tag]
    font["COLR"] = newTable("COLR")
    font["COLR"].version, font["COLR"].ColorLayers = 0, {}
    font.save(target)


# Finding
# --------------------------------------------------------------------------------------------------------------------------


def test_ships_families_each_with_its_licence():
    assert BOOK.families == (
        "Alegreya",
        "Baloo 2",
        "Creepster",
        "Eater",
        "Noto Sans Symbols",
        "Noto Sans Symbols 2",
        "Nunito",
    )
    for family in BOOK.families:
        licence = FONTS / f"{family.replace(' ', '')}-OFL.txt"
        assert "SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8-sig").upper()


@pytest.mark.parametrize(
    ("weight", "italic", "expected"),
    [
        (400, False, (600, False)),
        (600, True, (600, True)),
        (700, False, (800, False)),
        (900, True, (800, True)),
        (100, False, (600, False)),
    ],
)
def test_chooses_the_nearest_weight(weight: int, italic: bool, expected: tuple[int, bool]):
    face = BOOK.face("Nunito", weight, italic)
    assert (face.weight, face.italic) == expected


@pytest.mark.parametrize(
    ("weight", "available", "expected"),
    [
        (400, [300, 500, 700], 500),  # up to 500 first
        (500, [300, 400, 700], 400),  # then downward
        (450, [600, 900], 600),  # then upward
        (300, [200, 400], 200),
        (300, [400, 500], 400),
        (600, [500, 900], 900),
        (900, [400, 500], 500),
    ],
)
def test_weights_match_as_css_says(folder: Path, weight: int, available: list[int], expected: int):
    for number in available:
        changed(NUNITO, folder / f"{number}.ttf", family="Test", usWeightClass=number)
    assert open_fonts([folder]).face("Test", weight).weight == expected


def test_an_italic_is_kept_before_a_weight(folder: Path):
    shutil.copy(FONTS / "Nunito-SemiBoldItalic.ttf", folder)
    changed(NUNITO, folder / "Nunito-Black.ttf", usWeightClass=900)
    assert open_fonts([folder]).face("Nunito", 900, italic=True).italic


def test_a_family_that_is_asked_for_by_its_file_is_named(folder: Path):
    """Files are often called otherwise than their families; without one, it says where fonts
    belong."""
    changed(NUNITO, folder / "MyTitles-Bold.ttf", family="Pumpkin Hand", usWeightClass=700)
    fonts = open_fonts([folder, FONTS])
    for name, written in {
        "MyTitles": '"Pumpkin Hand"',
        "My Titles": '"Pumpkin Hand"',
        "mytitles-bold": '"Pumpkin Hand", weight 700',
        "My Titles Bold": '"Pumpkin Hand", weight 700',
    }.items():
        with pytest.raises(
            CardgenError,
            match=f'no font family is called "{name}"; write {written}: so the font in ',
        ):
            fonts.face(name)
    with pytest.raises(
        CardgenError, match=r"use one of: Alegreya, Baloo 2, .*, or put its font into fonts/$"
    ):
        fonts.face("Arial")


@pytest.mark.parametrize("style", ["Italic", "Bold Oblique"])
def test_a_font_that_only_its_style_calls_italic_is_so(folder: Path, style: str):
    """Else it would be one of two upright faces, and be set for the other or never."""
    for name, each in {"a": style, "b": "Regular"}.items():
        (folder / f"{name}.ttf").write_bytes(saved(made("Slab", each)))
    fonts = open_fonts([folder])
    assert ["b.ttf", "a.ttf"] == [
        fonts.face("Slab", 400, italic).path.name for italic in (False, True)
    ]
    assert () == fonts.refused


@pytest.mark.parametrize("name", [".\x7f", "\x00", " ", "--"])
def test_a_font_whose_names_were_taken_away_is_known_by_its_file(folder: Path, name: str):
    """As some makers of web fonts do it, so that nobody installs them."""
    changed(NUNITO, folder / "clear-latin-400.ttf", family=name)
    assert ("clear-latin-400",) == open_fonts([folder]).families


def test_a_font_that_calls_itself_what_another_does_is_told(folder: Path):
    """Of two designs of one name only one can be asked for, whatever their files are called; not so
    of one font in two wrappings, of a face that a variable font has too, and of what stands in for
    ours."""
    for name, style in {"slab": "Small", "slab-again": "Small", "slab-mono": "Mono"}.items():
        (folder / f"{name}.ttf").write_bytes(saved(made("Slab", style)))
    (folder / "wavy.ttf").write_bytes(saved(variable()))
    (folder / "wavy-static.ttf").write_bytes(saved(made("Wavy", "Static")))
    (folder / "ours.ttf").write_bytes(saved(made("Nunito", "Mine", weight=600)))
    (told,) = open_fonts([folder, FONTS]).refused
    assert (
        told.what
        == 'the font "slab-mono.ttf" calls itself what "slab-again.ttf" does (Slab, weight 400)'
    )
    for name in ("Slab Mono", "Slab-Mono", "slab-mono"):
        with pytest.raises(CardgenError, match=r"cannot be used: the font .slab-mono") as caught:
            open_fonts([folder, FONTS]).face(name)
        assert told.remedy == caught.value.findings[0].remedy
    assert (
        told.remedy
        == "give it a name in fonts.yaml, such as  slab-mono: {faces: [{file: slab-mono.ttf}]}"
    )
    (folder / "fonts.yaml").write_text(f"families:\n  {told.remedy.partition('  ')[2]}\n")
    assert (folder / "slab-mono.ttf").resolve() == open_fonts([folder, FONTS]).face(
        "Slab-Mono"
    ).path.resolve()


def test_family_names_do_not_depend_on_capitals():
    assert BOOK.face("BALOO  2") is BALOO


def test_an_unknown_family_is_named_with_the_nearest_one():
    with raises_finding('font-unknown "Creepstr" -> "Creepster"'):
        BOOK.face("Creepstr")


def test_a_dropped_in_font_is_known_by_its_own_names(folder: Path):
    (folder / "deep").mkdir()
    changed(NUNITO, folder / "deep" / "whatever.ttf", family="Pumpkin Hand", usWeightClass=700)
    face = open_fonts([folder, FONTS]).face("pumpkin hand")
    assert (face.family, face.weight, face.italic) == ("Pumpkin Hand", 700, False)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"usWeightClass": 7}, 700),
        ({"usWeightClass": 0}, 400),
        ({"usWeightClass": 5000}, 1000),
        ({"without": "OS/2"}, 400),
    ],
)
def test_odd_weights_are_understood(folder: Path, changes: dict[str, object], expected: int):
    changed(CREEPSTER, folder / "odd.ttf", family="Odd", **changes)
    assert open_fonts([folder]).face("Odd").weight == expected


def test_a_project_adds_to_the_shipped_fonts_and_overrides_them(folder: Path):
    shutil.copy(FONTS / "Eater-Regular.ttf", folder / "mine.ttf")
    (folder / "fonts.yaml").write_text(
        "families: {Nunito: {faces: [{file: mine.ttf, weight: 600}], fallback: [Eater]}}",
        encoding="utf-8",
    )
    fonts = open_fonts([folder, FONTS])
    assert fonts.face("Nunito", 600).data == EATER.data
    assert fonts.face("Nunito", 800).key == BOOK.face("Nunito", 800).key
    assert [font.family for font, _ in fonts.runs("aЖ", ["Eater", "Nunito"], 800)] == [
        "Eater",
        "Nunito",
    ]
    with pytest.raises(MissingGlyphError, match=r"tried in Nunito, Eater\b"):
        fonts.runs("\u65e5", ["Nunito"])


def test_two_fonts_of_one_postscript_name_stay_two(folder: Path):
    shutil.copy(FONTS / "Nunito-SemiBold.ttf", folder / "a.ttf")
    changed(NUNITO, folder / "b.ttf", usWeightClass=650)
    fonts = open_fonts([folder])
    one, two = fonts.face("Nunito", 600), fonts.face("Nunito", 650)
    assert one.postscript_name == two.postscript_name
    assert one.key != two.key


def test_missing_folders_and_files_of_other_kinds_are_passed_over(folder: Path):
    """So is what macOS leaves beside each file that it copies to a memory stick or packs."""
    (folder / "readme.txt").write_text("not a font", encoding="utf-8")
    (folder / "._Nunito-Regular.ttf").write_bytes(b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X")
    fonts = open_fonts([folder / "none", folder])
    assert ((), ()) == (fonts.families, fonts.refused)


def test_a_book_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(BOOK)).families == BOOK.families


# What is refused
# ------------------------------------------------------------------------------------------------------------------


def refused_files(folder: Path) -> dict[str, str]:
    (folder / "Web-Regular.woff2").write_bytes(b"wOF2" + bytes(60))
    (folder / "Old-Regular.woff").write_bytes(b"wOFF" + bytes(60))
    (folder / "Many.ttc").write_bytes(b"ttcf" + bytes(60))
    (folder / "Torn-Bold.ttf").write_bytes(NUNITO.data[:5000])
    (folder / "Nothing.ttf").write_bytes(b"")
    (folder / "Text.ttf").write_bytes(b"<html>not found</html>")
    (folder / "Garamond-Bold.PFB").write_bytes(b"\x80\x01" + bytes(60))
    coloured(folder / "Glow.ttf")
    changed(CREEPSTER, folder / "Hollow.ttf", without="cmap")
    changed(NUNITO, folder / "Locked.ttf", fsType=2)
    return {
        "Web": 'the font "Web-Regular.woff2" is broken or not a font; get the file anew',
        "Old": "is broken or not a font",
        "Many": "is broken or not a font",
        "Torn": "is broken or not a font; get the file anew",
        "Nothing": "is broken or not a font",
        "Text": "is broken or not a font",
        "Garamond": "is of a kind that cannot be used (Type 1); convert it to .otf or .ttf",
        "Glow": "draws its letters in colours only (COLR); use a font with outlines",
        "Hollow": "lacks what a font needs (cmap)",
        "Locked": "forbids embedding in a PDF; use another font",
    }


def test_an_unusable_font_is_refused_when_it_is_asked_for(folder: Path):
    expected = refused_files(folder)
    fonts = open_fonts([folder, FONTS])
    assert len(fonts.refused) == len(expected)
    for family, message in expected.items():
        with pytest.raises(CardgenError) as caught:
            fonts.face(family)
        assert message in str(caught.value)


@pytest.mark.parametrize("name", ["fonts.yml", "Fonts.YML", "font.yaml", "fonts.yaml.txt"])
def test_a_list_under_another_name_is_told(folder: Path, name: str):
    """Its fallbacks and names counted for nothing, and nobody said so."""
    (folder / name).write_text("families: {Nunito: {fallback: [Eater]}}\n")
    with pytest.raises(
        CardgenError, match=f"{name}: a list of fonts is called fonts.yaml; rename it to fonts.yaml"
    ):
        open_fonts([folder])


def test_unusable_fonts_of_fonts_yaml_are_refused_at_once_all_together(folder: Path):
    expected = refused_files(folder)
    files = [
        f'- {{file: "{path.name}", weight: {number}}}'
        for number, path in enumerate(sorted(folder.iterdir()), 1)
    ]
    (folder / "fonts.yaml").write_text(
        "families:\n  All:\n    faces:\n" + "".join(f"      {file}\n" for file in files),
        encoding="utf-8",
    )
    problems = problems_of(folder)
    assert len(problems) == len(expected)
    assert problems[0].startswith(
        "fonts/fonts.yaml:4:16: the font ".replace("/", "\\" if "\\" in problems[0] else "/")
    )


def test_a_font_that_leads_out_of_its_folder_is_refused(folder: Path):
    try:
        (folder / "Linked.ttf").symlink_to(FONTS / "Eater-Regular.ttf")
    except OSError:
        pytest.skip("no symbolic links here")
    with raises_finding('Linked.ttf font-unusable "Linked" "Linked.ttf"'):
        open_fonts([folder]).face("Linked")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "families: [a]",
            "fonts.yaml:1:11: families must be names with faces and fallbacks; write  families: {",
        ),
        ("fonts: {}", 'fonts.yaml:1:1: fonts.yaml has no "fonts"; use one of: families'),
        (
            "- a",
            "fonts.yaml:1 file-empty",
        ),
        (
            "families: {A: {face: x}}",
            'fonts.yaml:1:16: a family has no "face"; did you mean "faces"?',
        ),
        ("families: {A: {}}", 'the family "A" says nothing'),
        (
            "families: {A: {faces: x.ttf}}",
            "fonts.yaml:1:23: the faces of A must be a list; write  faces: [",
        ),
        (
            "families: {A: {faces: [x.ttf]}}",
            "fonts.yaml:1:24 mapping-expected",
        ),
        (
            "families: {A: {faces: [{weight: 400}]}}",
            "fonts.yaml:1:24 key-missing",
        ),
        (
            "families: {A: {faces: [{file: [x]}]}}",
            "fonts.yaml:1:31 text-expected",
        ),
        (
            "families: {A: {faces: [{file: x.ttf, weight: bold}]}}",
            'fonts.yaml:1:46 number-expected "bold"',
        ),
        (
            "families: {A: {faces: [{file: x.ttf, weight: 1001}]}}",
            "fonts.yaml:1:46 out-of-range 1001",
        ),
        (
            "families: {A: {faces: [{file: x.ttf, italic: 3}]}}",
            'fonts.yaml:1:46: italic is "3", neither true nor false; write true or false',
        ),
        (
            "families: {A: {faces: [{file: E.ttf}, {file: F.ttf}]}}",
            'fonts.yaml:1:39 font-unused "A" 400',
        ),
        (
            "families: {A: {faces: [{file: Eater-Regulr.ttf}]}}",
            'is not there; did you mean "Eater-Regular.ttf"?',
        ),
        ("families: {A: {faces: [{file: ../x.ttf}]}}", "lies outside the folder of fonts"),
        ("families: {A: {faces: [{file: /x.ttf}]}}", "lies outside the folder of fonts"),
        ("families: {Eater: {fallback: [Creeper]}}", 'fonts.yaml:1:30 font-unknown "Creeper"'),
        ("families: {Creeper: {fallback: [Eater]}}", 'fonts.yaml:1:32 font-unknown "Creeper"'),
        (
            "families:\n  A: {fallback: []}\n  A: {fallback: []}",
            'fonts.yaml:3:3 yaml-broken "A" 2 3',
        ),
        (
            "families: {",
            "fonts.yaml:2:1 yaml-broken",
        ),
        (
            "families: !!python/object:os.system x",
            "fonts.yaml:1:11: families must be names with faces and fallbacks",
        ),
        ("\tfamilies: x", "fonts.yaml:1:1 yaml-broken"),
        ("[" * 100_000, "fonts.yaml:1:51 too-deep 50"),
        ("a: 1\n---\nb: 2", "fonts.yaml:2:1 yaml-broken"),
        (b"\xff\xfe", "fonts.yaml not-utf-8 16"),
        (b"# \xff", "fonts.yaml:1:3 not-utf-8 8"),
        (
            "families: {A: {faces: [{fiel: x.ttf, weight: 0}]}}",
            'fonts.yaml:1:25: a face has no "fiel"; did you mean "file"?',
        ),
    ],
)
def test_bad_lists_are_explained_where_they_stand(folder: Path, text: str | bytes, expected: str):
    shutil.copy(FONTS / "Eater-Regular.ttf", folder)
    (folder / "fonts.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with raises_expected(expected):
        open_fonts((folder,))


@pytest.mark.parametrize("faces", ["[{file: no.ttf}]", "[{file: Eater-Regular.ttf, weight: bold}]"])
def test_what_is_wrong_with_a_family_is_told_once(folder: Path, faces: str):
    """And not that those have no font which fall back on it."""
    shutil.copy(FONTS / "Eater-Regular.ttf", folder)
    (folder / "fonts.yaml").write_text(
        f"families: {{A: {{faces: {faces}, fallback: [Eater]}}, Eater: {{fallback: [A]}}}}",
        encoding="utf-8",
    )
    assert len(problems_of(folder)) == 1


@pytest.mark.parametrize(
    "text", ["", "# nothing", "\ufefffamilies: {}", "families: {Eater: {fallback: [Eater]}}\r\n"]
)
def test_harmless_lists_are_taken(folder: Path, text: str):
    shutil.copy(FONTS / "Eater-Regular.ttf", folder)
    (folder / "fonts.yaml").write_bytes(text.encode())
    assert open_fonts([folder]).runs("a", ["Eater"])


# Measuring and shaping
# ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("font", SHIPPED, ids=lambda font: font.family)
def test_metrics_agree_with_the_tables(font: Font):
    tables = TTFont(io.BytesIO(font.data))
    em = tables["head"].unitsPerEm
    assert font.units_per_em == em
    assert font.ascent == tables["hhea"].ascent / em
    assert font.descent == tables["hhea"].descent / em
    assert font.bbox == tuple(
        getattr(tables["head"], edge) for edge in ("xMin", "yMin", "xMax", "yMax")
    )
    assert font.postscript_name == tables["name"].getDebugName(6)
    name = tables.getBestCmap()[ord("H")]
    gid = tables.getGlyphID(name)
    outline = tables["glyf"][name]
    assert font.glyph_width(gid) == tables["hmtx"][name][0]
    assert font.ink(gid) == (outline.xMin, outline.yMin, outline.xMax, outline.yMax)
    assert font.ink(tables.getGlyphID(tables.getBestCmap()[32])) is None
    assert font.cap_height == pytest.approx(outline.yMax / em, abs=0.06)
    assert 0 < font.depth < 0.5


def test_an_italic_leans_to_the_right():
    assert BOOK.face("Nunito", 600, italic=True).italic_angle < 0 == NUNITO.italic_angle


def test_a_font_has_what_its_character_map_has_and_what_harfbuzz_makes():
    assert NUNITO.has("Ж")
    assert not CREEPSTER.has("Ж")
    assert EATER.has("\u00a0")
    assert EATER.has("\u200d")
    assert not EATER.has("\n")


@pytest.mark.parametrize("font", [NUNITO, BALOO], ids=lambda font: font.family)
def test_text_is_kerned(font: Font):
    text = "AVATAR To. Wave"
    unkerned = sum(font.shape(character).advance for character in text)
    assert font.shape(text).advance < unkerned


def test_a_ligature_stands_for_its_letters():
    assert [glyph[4] for glyph in BALOO.shape("office").glyphs] == ["o", "ffi", "c", "e"]
    assert [glyph[4] for glyph in NUNITO.shape("find").glyphs] == ["fi", "n", "d"]


def test_letter_spaced_text_has_no_ligatures():
    shaped = BALOO.shape("office", ligatures=False)
    assert [glyph[4] for glyph in shaped.glyphs] == list("office")
    assert shaped.clusters == 6


def test_a_mark_belongs_to_its_base():
    assert [glyph[4] for glyph in NUNITO.shape("xe\u0301y").glyphs] == ["x", "e\u0301", "y"]
    shaped = NUNITO.shape("q\u0323a")
    assert [glyph[4] for glyph in shaped.glyphs] == ["q\u0323", "", "a"]
    assert shaped.clusters == 2


@pytest.mark.parametrize("text", ["\u200dab", "a\u00adb", "ab\u2060", "\u200b"])
def test_hidden_characters_draw_nothing_and_are_not_lost(text: str):
    shaped = NUNITO.shape(text)
    seen = text.strip("\u200d\u2060\u200b").replace("\u00ad", "")
    assert [glyph[0] for glyph in shaped.glyphs] == [
        NUNITO.shape(letter).glyphs[0][0] for letter in seen
    ]
    assert "".join(glyph[4] for glyph in shaped.glyphs) == (text if seen else "")


def test_right_to_left_text_comes_in_drawing_order():
    shaped = NUNITO.shape("\u05d0\u05d1\u05d2")
    assert [glyph[4] for glyph in shaped.glyphs] == ["\u05d2", "\u05d1", "\u05d0"]


LETTERS = st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from(
    "fiffl AVTo.-éḀ\u0301\u00ad\u200d 19אب"
)


@given(st.text(LETTERS, max_size=20), st.sampled_from(SHIPPED), st.booleans())
@settings(deadline=None)
def test_shaping_agrees_with_harfbuzz_and_loses_no_text(text: str, font: Font, ligatures: bool):
    shaped = font.shape(text, ligatures)
    whole = hb.Face(hb.Blob(font.data))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.guess_segment_properties()
    if buffer.script in ("", "Zyyy", "Zinh", "Zzzz", None):
        buffer.script = "Latn"
    buffer.language = "en"
    hb.shape(hb.Font(whole), buffer, {} if ligatures else {"liga": False, "clig": False})
    expected = [
        (info.codepoint, place.x_advance, place.x_offset, place.y_offset)
        for info, place in zip(buffer.glyph_infos or [], buffer.glyph_positions or [], strict=True)
    ]
    assert [glyph[:4] for glyph in shaped.glyphs] == expected
    assert shaped.advance == sum(glyph[1] for glyph in shaped.glyphs)
    texts = [glyph[4] for glyph in shaped.glyphs]
    assert "".join(texts if buffer.direction == "ltr" else reversed(texts)) == (
        text if expected else ""
    )
    assert sum(1 for part in texts if part) == shaped.clusters


# Runs
# -----------------------------------------------------------------------------------------------------------------------------


def named(text: str, *families: str) -> list[tuple[str, str]]:
    return [(font.family, part) for font, part in BOOK.runs(text, families)]


def test_a_character_falls_back_through_the_families():
    assert named("Boo Ж ę", "Creepster") == [
        ("Creepster", "Boo "),
        ("Nunito", "Ж "),
        ("Eater", "ę"),
    ]


def test_the_families_of_the_list_come_before_their_fallbacks():
    assert named("aę", "Creepster", "Baloo 2") == [("Creepster", "a"), ("Baloo 2", "ę")]


def test_spaces_and_hidden_characters_stay_with_their_neighbours():
    assert named("Жук жук", "Creepster") == [("Nunito", "Жук жук")]
    assert named(" \u00a0Ж", "Creepster") == [("Nunito", " \u00a0Ж")]
    assert named("Ж\u200d\u00ada", "Creepster") == [("Nunito", "Ж\u200d\u00ad"), ("Creepster", "a")]
    assert named("  ", "Creepster") == [("Creepster", "  ")]
    assert named("", "Creepster") == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Жук жук", True),
        ("cafe\u0301", True),
        ("♠", True),
        ("日", False),
        ("a日", False),
        ("", True),
    ],
)
def test_whether_a_text_can_be_shown_is_known_without_an_error(text: str, shown: bool):
    assert BOOK.shows(text, ("Creepster",)) is shown
    if not shown:
        with pytest.raises(MissingGlyphError):
            BOOK.runs(text, ["Creepster"])


def test_a_mark_stays_with_its_base():
    assert named("ab\u0323c", "Creepster") == [
        ("Creepster", "a"),
        ("Nunito", "b\u0323"),
        ("Creepster", "c"),
    ]


def test_a_composed_letter_serves_for_a_decomposed_one():
    assert not CREEPSTER.has("\u0301")
    assert named("cafe\u0301", "Creepster") == [("Creepster", "cafe\u0301")]
    assert CREEPSTER.shape("e\u0301").glyphs[0][0] == CREEPSTER.shape("é").glyphs[0][0]


def test_characters_that_no_font_has_are_all_named():
    with pytest.raises(MissingGlyphError) as caught:
        BOOK.runs("a𓀀b\x07𓀀日", ["Creepster"])
    assert caught.value.characters == ("𓀀", "\x07", "日")
    first, second, third = map(str, caught.value.findings)
    assert first.startswith(
        'no font has the character "𓀀" (U+13000 EGYPTIAN HIEROGLYPH A001), tried in Creepster, Eater, Nunito, '
    )
    assert "U+0007" in second
    assert "\x07" not in second
    assert "CJK UNIFIED IDEOGRAPH-65E5" in third


def test_many_characters_that_no_font_has_are_one_line():
    """A text in another script: twelve are listed, and how many more there are."""
    with pytest.raises(MissingGlyphError) as caught:
        BOOK.runs("".join(map(chr, range(0x4E00, 0x4E40))), ["Creepster"])
    (problem,) = caught.value.findings
    assert problem.what.startswith('no font has the characters "一" (U+4E00), "丁" (U+4E01), ')
    assert problem.what.endswith(
        "(U+4E0B) and 52 more, tried in Creepster, Eater, Nunito, Baloo 2, Noto Sans Symbols, Noto Sans Symbols 2"
    )
    assert (
        "put a font that has it into fonts/, such as Noto Sans SC, TC, JP or KR, which is free, and name it as"
        in problem.remedy
    )


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("山のカード", "Noto Sans JP"),
        ("山", "Noto Sans SC, TC, JP or KR"),
        ("카드", "Noto Sans KR"),
        ("ไพ่", "Noto Sans Thai"),
        ("ἀ", "Noto Sans"),
    ],
)
def test_a_font_for_a_script_is_named(text: str, font: str):
    with pytest.raises(MissingGlyphError) as caught:
        BOOK.runs(text, ["Baloo 2"])
    assert (
        f"fonts/, such as {font}, which is free, and name it as a fallback of Baloo 2 in fonts.yaml"
        in caught.value.findings[-1].remedy
    )


@pytest.mark.parametrize("family", ["Nunito", "Baloo 2", "Creepster", "Eater"])
def test_the_signs_of_games_are_shipped(family: str):
    """Suits, stars, dice, chessmen, checks, arrows and what stands for attack and defence; as an
    emoji keyboard writes them too."""
    signs = "♠♥♦♣♤♡♢♧★☆✓✗☐☑⚀⚁⚂⚃⚄⚅♔♛♞⬢⬡→←↑↓↔⚔🛡☠⚡☀☾♀♂①⑩⚙⚓⌛❤\ufe0f⚔\ufe0f♥\ufe0e🂡"
    runs = BOOK.runs(f"A {signs} B", [family])
    assert f"A {signs} B" == "".join(part for _, part in runs)
    assert all(0 not in [glyph[0] for glyph in font.shape(part).glyphs] for font, part in runs)


def test_a_font_of_ours_that_has_a_sign_is_named(folder: Path):
    """A project's own font names no fallbacks: which to name is said, and for each sign that one of
    ours has."""
    shutil.copy(FONTS / "Eater-Regular.ttf", folder / "mine.ttf")
    (folder / "fonts.yaml").write_text(
        "families: {Mine: {faces: [{file: mine.ttf}]}}", encoding="utf-8"
    )
    with pytest.raises(MissingGlyphError) as caught:
        open_fonts([folder, FONTS]).runs("♠日", ["Mine"])
    spade, sun = caught.value.findings
    assert "name Noto Sans Symbols 2 as a fallback of Mine in fonts.yaml" == spade.remedy
    assert sun.remedy.startswith("put a font that has it into fonts/")
    with pytest.raises(MissingGlyphError) as caught:
        open_fonts([folder, FONTS]).runs("♠⚔♥♦日", ["Mine"])
    (all_of_them,) = caught.value.findings
    assert all_of_them.remedy.startswith(
        "name Noto Sans Symbols 2 and Noto Sans Symbols as a fallback of Mine in fonts.yaml; for the others put"
    )


def test_spaces_alone_come_from_a_font_that_has_them(folder: Path):
    shutil.copy(FONTS / "Nunito-SemiBold.ttf", folder / "a.ttf")
    signs = TTFont(changed(NUNITO, folder / "b.ttf", family="No Space"))
    for table in signs["cmap"].tables:
        table.cmap.pop(ord(" "), None)
    signs.save(folder / "b.ttf")
    runs = open_fonts([folder]).runs(" ", ["No Space", "Nunito"])
    assert ["Nunito"] == [font.family for font, _ in runs]


def test_a_lone_surrogate_is_a_missing_character():
    with pytest.raises(MissingGlyphError, match=r"U\+D800"):
        BOOK.runs("\ud800", ["Nunito"])


@given(
    st.text(st.sampled_from("abÉę Ж\u0323\u0301\u00a0\u200d\u00ad12—"), max_size=30),
    st.permutations(BOOK.families),
)
@settings(deadline=None)
def test_runs_make_up_the_text_and_have_their_characters(text: str, families: list[str]):
    runs = BOOK.runs(text, families)
    assert "".join(part for _, part in runs) == text
    assert all(0 not in [glyph[0] for glyph in font.shape(part).glyphs] for font, part in runs)
    assert all(left[0] is not right[0] for left, right in pairwise(runs))


def test_width_is_that_of_the_runs_and_the_spacing_after_every_letter():
    width = BALOO.shape("office").advance / 1000
    assert BOOK.width("office", ["Baloo 2"]) == pytest.approx(width)
    unligated = BALOO.shape("office", ligatures=False).advance / 1000
    assert BOOK.width("office", ["Baloo 2"], spacing=0.1) == pytest.approx(unligated + 0.6)


# Subsets
# --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("font", SHIPPED, ids=lambda font: font.family)
def test_a_subset_keeps_ids_outlines_and_widths_of_what_is_wanted(font: Font):
    gids = {glyph[0] for glyph in font.shape("Office Éclair").glyphs}
    data = subset(font, gids)
    whole, part = TTFont(io.BytesIO(font.data)), TTFont(io.BytesIO(data))
    for gid in gids:
        name, kept = whole.getGlyphName(gid), part.getGlyphName(gid)
        assert part["hmtx"][kept][0] == whole["hmtx"][name][0]
        assert (
            part["glyf"][kept].getCoordinates(part["glyf"])[0]
            == whole["glyf"][name].getCoordinates(whole["glyf"])[0]
        )
    unwanted = next(
        gid for gid in range(1, len(whole.getGlyphOrder())) if gid not in gids and font.ink(gid)
    )
    assert (
        unwanted >= part["maxp"].numGlyphs
        or part["glyf"][part.getGlyphName(unwanted)].numberOfContours == 0
    )
    assert not {"GSUB", "GPOS", "name", "cmap"} & set(part.keys())
    assert len(data) < len(font.data) / 4


def test_a_font_with_damaged_bytes_is_refused_or_used_but_never_fatal(folder: Path):
    chance = random.Random(1)  # fixed, so that a failure comes back
    refusals = []
    for _ in range(60):
        data = bytearray(CREEPSTER.data)
        for _ in range(chance.choice([1, 5, 50, 500])):
            data[chance.randrange(chance.choice([300, len(data)]))] = chance.randrange(256)
        (folder / "Torn.ttf").write_bytes(data)
        try:
            fonts = open_fonts([folder])
            font = fonts.face((*fonts.families, "Torn")[0])
            assert font.cap_height > 0
            assert font.postscript_name
            assert len(font.bbox) == 4
            for run, text in fonts.runs("Boo", [font.family]):
                assert all(
                    len(run.ink(glyph[0]) or "none") == 4 for glyph in run.shape(text).glyphs
                )
            assert subset(font, [3, 4])
        except CardgenError as error:
            refusals.append(error)
    assert 0 < len(refusals) < 60
    assert all(error.findings for error in refusals)


def test_a_subset_has_the_same_bytes_every_time():
    assert subset(NUNITO, [3, 9, 7]) == subset(NUNITO, {7, 3, 9})
    assert subset(NUNITO, [])
