"""Icon sets from strangers: what they may hold, and what is left of it."""

from __future__ import annotations

import io
import json
import os
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.base.findings import CardgenError
from cardgen.engine import svg_tree
from cardgen.load import icon_files, icon_sets
from cardgen.load.icon_files import icon_set_of
from cardgen.load.icon_sets import IconSet, as_iconify, cleaned_set, read_iconify
from cardgen.model.credits import Credit

FILE = Path("set.json")
SHAPE = '<path d="M0 0h4v4z"/>'
DRAWING = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6">{SHAPE}</svg>'


def iconify(icons: dict[str, Any], **more: Any) -> IconSet:
    value = {"prefix": "demo", "width": 24, "height": 24, "icons": icons, **more}
    return read_iconify(FILE, json.dumps(value))


def cleaned(body: str) -> str:
    """The body of an icon as it is kept; nothing where it is left out."""
    icons = cleaned_set(iconify({"a": {"body": body}})).icons
    return icons["a"].body if icons else ""


# -- what is dangerous


@pytest.mark.parametrize(
    "body",
    [
        "<script>steal()</script>",
        '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/></foreignObject>',
        '<image href="/etc/passwd" width="4" height="4"/>',
        '<image xlink:href="https://example.org/x.png" width="4" height="4"/>',
        '<use href="https://example.org/x.svg#a"/>',
        '<animate attributeName="href" to="javascript:steal()" repeatCount="indefinite"/>',
        "<style>@import url(https://example.org/x.css);</style>",
    ],
)
def test_what_runs_or_fetches_is_taken_out(body: str) -> None:
    kept = cleaned(SHAPE + body)
    assert SHAPE in kept
    for word in ("script", "iframe", "passwd", "example.org", "javascript", "@import", "<image"):
        assert word not in kept


@pytest.mark.parametrize(
    "attribute",
    ['onclick="steal()"', 'style="fill:url(https://example.org/x)"', 'data-x="1"', 'ONLOAD="x()"'],
)
def test_a_shape_keeps_no_handler_and_no_address(attribute: str) -> None:
    kept = cleaned(f'<path d="M0 0h4v4z" {attribute}/>')
    assert "<path" in kept
    for word in ("steal", "example", "data-x", "ONLOAD"):
        assert word not in kept


@pytest.mark.parametrize(
    "body",
    [
        "</svg><script/><svg>",
        "<path",
        "<script>alert(1)</script>",
        '<!DOCTYPE svg [<!ENTITY a "b">]><path/>',
        "<g>" * 400 + "</g>" * 400,
        "\0",
        "&lol;",
    ],
)
def test_what_is_no_drawing_is_left_out(body: str) -> None:
    icons = cleaned_set(iconify({"bad": {"body": body}, "good": {"body": SHAPE}}))
    assert ["good"] == list(icons.icons)
    assert ("bad",) == icons.left_out


@pytest.mark.parametrize(
    "icon",
    [
        {},
        {"body": 5},
        {"body": []},
        {"body": ""},
        {"body": SHAPE, "width": 0},
        {"body": SHAPE, "width": -3},
        {"body": SHAPE, "height": 1e300},
        {"body": SHAPE, "left": "far"},
        {"body": SHAPE + " " * icon_sets.LARGEST_ICON},
        "path",
        None,
    ],
)
def test_an_icon_without_a_sound_body_or_size_is_left_out(icon: Any) -> None:
    icons = iconify({"bad": icon, "good": {"body": SHAPE}})
    assert ["good"] == list(icons.icons)


def test_aliases_that_run_in_a_circle_or_lead_nowhere_are_left_out() -> None:
    aliases = {"a": {"parent": "b"}, "b": {"parent": "a"}, "c": {"parent": "gone"}, "d": {}}
    chain = {f"x{number}": {"parent": f"x{number + 1}"} for number in range(50)}
    icons = iconify({"good": {"body": SHAPE}}, aliases={**aliases, **chain})
    assert {"good"} == set(icons.names)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[]", "icons-unusable"),
        ('{"icons": []}', "icons-unusable"),
        ('{"icons": ', "json-broken"),
        ("", "json-broken"),
        ("[" * 5000, "json-broken"),
        ('{"icons": {"a": ' + '{"a":' * 3000, "json-broken"),
    ],
)
def test_a_file_that_is_no_set_says_so(text: str, code: str) -> None:
    with pytest.raises(CardgenError) as raised:
        read_iconify(FILE, text)
    (finding,) = raised.value.findings
    assert code == finding.code
    assert finding.remedy


def test_a_set_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icon_sets, "MOST_ICONS", 3)
    with pytest.raises(CardgenError, match="4 icons are too many"):
        iconify({name: {"body": SHAPE} for name in "abcd"})


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20) | st.sampled_from([SHAPE, "a"]),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(
            st.sampled_from(["body", "width", "left", "rotate", "hFlip", "parent", "name", "a"]),
            values,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["a", "b", "../c"]), JSON, max_size=3), JSON, JSON)
def test_whatever_a_set_says_is_a_set_or_a_finding(icons: Any, aliases: Any, info: Any) -> None:
    text = json.dumps({"icons": icons, "aliases": aliases, "info": info, "categories": aliases})
    kept = cleaned_set(read_iconify(FILE, text))
    for name, icon in kept.icons.items():
        assert "/" not in name
        svg_tree.read_svg(icon.svg)
    assert kept.icons.keys() == read_iconify(FILE, as_iconify(kept).decode()).icons.keys()


# -- zips and folders


def zipped(file: Path, parts: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(file, "w", kind) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file


def test_the_names_in_a_zip_are_names_and_no_paths(tmp_path: Path) -> None:
    names = [
        "../../up.svg",
        "/abs.svg",
        "C:\\disk.svg",
        "a/b/deep.svg",
        "__MACOSX/no.svg",
        "con.svg",
    ]
    file = zipped(tmp_path / "some icons.zip", {name: DRAWING.encode() for name in names})
    icons = icon_set_of(file)
    assert "some-icons" == icons.id
    assert {"abs", "disk", "deep", "con-1"} == set(icons.icons)
    assert ("a", "b") == icons.icons["deep"].words
    assert [file] == list(tmp_path.iterdir())


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = b" " * (50 << 20)
    file = zipped(tmp_path / "x.zip", {"bomb.svg": bomb, "good.svg": DRAWING.encode()})
    icons = icon_set_of(file)
    assert ["good"] == list(icons.icons)
    assert ("bomb.svg",) == icons.left_out


def test_many_small_bombs_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icon_files, "LARGEST_SET", 100_000)
    part = DRAWING.encode() + b" " * 50_000
    file = zipped(tmp_path / "x.zip", {f"{number}.svg": part for number in range(5)})
    with pytest.raises(CardgenError, match="are larger than"):
        icon_set_of(file)


def test_a_part_that_is_longer_than_it_says_is_left_out(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {"long.svg": b" " * 9000, "good.svg": DRAWING.encode()})
    data = file.read_bytes().replace((9000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    file.write_bytes(data)
    assert ["good"] == list(icon_set_of(file).icons)


def test_a_zip_of_too_many_parts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(icon_files, "MOST_ICONS", 3)
    file = zipped(tmp_path / "x.zip", {f"{number}.svg": DRAWING.encode() for number in range(4)})
    with pytest.raises(CardgenError, match="more than 3 parts"):
        icon_set_of(file)


@pytest.mark.parametrize("kind", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_ways_to_pack_are_not_opened(tmp_path: Path, kind: int) -> None:
    file = zipped(tmp_path / "x.zip", {"a.svg": DRAWING.encode()}, kind)
    with pytest.raises(CardgenError, match="no SVG in this"):
        icon_set_of(file)


def test_any_damage_of_a_zip_is_a_finding_or_fewer_icons(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {name: DRAWING.encode() for name in ("a.svg", "b.svg")})
    sound = file.read_bytes()
    for at in range(0, len(sound), 3):
        damaged = bytearray(sound)
        damaged[at] ^= 0xFF
        file.write_bytes(damaged)
        with suppress(CardgenError):
            assert icon_set_of(file).icons


def test_a_zip_within_a_zip_and_a_text_are_no_icons(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.svg", DRAWING)
    file = zipped(tmp_path / "x.zip", {"inner.svg": inner.getvalue(), "b.svg": b"no drawing"})
    with pytest.raises(CardgenError, match="no SVG in this"):
        icon_set_of(file)
    text = tmp_path / "notes.txt"
    text.write_text("hello")
    with pytest.raises(CardgenError, match="no set of icons"):
        icon_set_of(text)


@pytest.mark.skipif(os.name != "posix", reason="links need rights there")
def test_a_folder_gives_no_file_behind_a_link(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text(DRAWING)
    folder = tmp_path / "icons"
    folder.mkdir()
    (folder / "good.svg").write_text(DRAWING)
    (folder / "linked.svg").symlink_to(secret)
    (folder / "circle").symlink_to(folder)
    os.mkfifo(folder / "pipe.svg")
    icons = icon_set_of(folder)
    assert ["good"] == list(icons.icons)
    assert {"linked.svg", "pipe.svg"} == set(icons.left_out)


# -- what a set says


def test_a_set_is_read_with_its_credit_keywords_and_aliases() -> None:
    icons = iconify(
        {"sword": {"body": SHAPE}, "old": {"body": SHAPE + SHAPE, "hidden": True}},
        info={
            "name": "Demo Icons",
            "author": {"name": "Your Name", "url": "https://example.org"},
            "license": {"title": "CC BY 4.0", "spdx": "CC-BY-4.0"},
        },
        aliases={"blade": {"parent": "sword"}, "knife": {"parent": "blade"}},
        categories={"Weapons": ["sword"]},
    )
    assert ("demo", "Demo Icons") == (icons.id, icons.title)
    assert Credit("Your Name", "CC BY 4.0", "https://example.org") == icons.credit
    sword = icons.find("blade")
    assert sword
    assert ("sword", ("weapons",), ("blade", "knife")) == (sword.name, sword.words, sword.aliases)
    assert icons.icons["old"].is_hidden
    again = read_iconify(FILE, as_iconify(cleaned_set(icons)).decode())
    assert again == cleaned_set(icons)


@pytest.mark.parametrize(
    ("turns", "corner"),
    [
        ({}, (0, 0)),
        ({"rotate": 1}, (4, 0)),
        ({"rotate": 2}, (8, 4)),
        ({"rotate": 3}, (0, 8)),
        ({"hFlip": True}, (8, 0)),
        ({"vFlip": True}, (0, 4)),
        ({"hFlip": True, "rotate": 1}, (4, 8)),
    ],
)
def test_an_alias_turns_its_parent(turns: dict[str, Any], corner: tuple[int, int]) -> None:
    """Where the upper left corner of an icon of 8 x 4 comes to lie in what is shown."""
    icons = iconify(
        {"a": {"body": SHAPE, "width": 8, "height": 4}}, aliases={"b": {"parent": "a", **turns}}
    )
    icon = icons.find("b")
    assert icon
    root = svg_tree.read_svg(icon.svg)
    box = svg_tree.view_box(root)
    assert ((4, 8) if turns.get("rotate", 0) % 2 else (8, 4)) == (box.width, box.height)
    group = root.find("{*}g")
    x, y = corner_of(group) if group is not None else (0.0, 0.0)
    assert corner == (round(x - box.x), round(y - box.y))


def corner_of(group: etree._Element) -> tuple[float, float]:
    """Where the origin of a group of an icon comes to lie."""
    import math
    import re

    numbers = [float(number) for number in re.findall(r"-?[\d.]+", group.get("transform", ""))]
    angle, across, down, x, y = numbers
    x, y = x * across, y * down
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    return x * cosine - y * sine, x * sine + y * cosine


def test_a_package_has_its_info_beside_its_icons(tmp_path: Path) -> None:
    (tmp_path / "icons.json").write_text(
        json.dumps({"prefix": "pack", "icons": {"a": {"body": SHAPE}}})
    )
    (tmp_path / "info.json").write_text(json.dumps({"name": "Pack", "author": "B", "license": "C"}))
    (tmp_path / "metadata.json").write_text(json.dumps({"categories": {"Tools": ["a"]}}))
    icons = icon_set_of(tmp_path)
    assert ("Pack", Credit("B", "C")) == (icons.title, icons.credit)
    assert ("tools",) == icons.icons["a"].words


def test_a_drawing_keeps_how_its_root_paints(tmp_path: Path) -> None:
    """As line icons do: the root says the stroke of all."""
    folder = tmp_path / "lines"
    folder.mkdir()
    lines = DRAWING.replace("<svg ", '<svg fill="none" stroke="currentColor" stroke-width="2" ')
    (folder / "Größe 2.svg").write_text(lines, "utf-8")
    (folder / "groesse-2.svg").write_text(DRAWING)
    icons = icon_set_of(folder)
    assert {"groesse-2", "groesse-2-2"} == set(icons.icons)
    painted = '<g fill="none" stroke="currentColor" stroke-width="2"><path d="M0 0h4v4z"/></g>'
    assert painted in [icon.body for icon in icons.icons.values()]
