"""YAML as it was typed, with places, and every way in which a file can be bad."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.findings import Finding
from cardgen.schema import source
from cardgen.schema.source import Map, Node, Seq, Source, TypedText, read


def parse(tmp_path: Path, text: str | bytes) -> tuple[Source | None, list[Finding]]:
    file = tmp_path / "deck.yaml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    problems: list[Finding] = []
    return read(file, problems), problems


def good(tmp_path: Path, text: str | bytes) -> Map:
    found, problems = parse(tmp_path, text)
    assert problems == []
    assert found
    return found.root


def bad(tmp_path: Path, text: str | bytes) -> str:
    """The first problem, as LINE:COLUMN: WHAT; REMEDY."""
    _, problems = parse(tmp_path, text)
    assert problems
    return str(problems[0]).partition("deck.yaml:")[2]


def data(node: Node) -> Any:
    if isinstance(node, Map):
        return {str(key): data(value) for key, value in node.items()}
    return [data(each) for each in node] if isinstance(node, Seq) else str(node)


@pytest.mark.parametrize(
    "typed", ["no", "on", "1e3", "007", "~", "null", "2024-01-01", "0x1f", "1_000", "yes", ".inf"]
)
def test_a_value_stays_the_text_that_was_typed(tmp_path: Path, typed: str) -> None:
    assert good(tmp_path, f"a: {typed}") == {"a": typed}


def test_every_node_knows_its_line_and_column(tmp_path: Path) -> None:
    root = good(tmp_path, "a: 1\nb:\n  - {c: é, d: x}\n")
    assert [(key.line, key.column) for key in root] == [(1, 1), (2, 1)]
    (entry,) = list(root.values())[1]
    assert isinstance(entry, Map)
    assert (entry.line, entry.column) == (3, 5)
    assert [(value.line, value.column) for value in entry.values()] == [(3, 9), (3, 15)]


def test_quotes_tell_an_empty_text_from_nothing(tmp_path: Path) -> None:
    root = good(tmp_path, "a: ''\nb:\n")
    assert [(str(value), value.quoted) for value in root.values()] == [("", True), ("", False)]  # type: ignore[union-attr]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_and_a_byte_order_mark_are_welcome(tmp_path: Path, end: str) -> None:
    root = good(tmp_path, b"\xef\xbb\xbf" + end.join(["a: 1", "b: 2", ""]).encode())
    assert [(str(key), key.line, key.column) for key in root] == [("a", 1, 1), ("b", 2, 1)]


def test_merged_keys_give_way_to_written_ones(tmp_path: Path) -> None:
    root = good(
        tmp_path, "base: &b {x: 1, y: 2}\none: {<<: *b, y: 3}\ntwo: {y: 4, <<: [*b, {z: 5}]}\n"
    )
    assert data(root["one"]) == {"x": "1", "y": "3"}  # type: ignore[index]
    assert data(root["two"]) == {"x": "1", "y": "4", "z": "5"}  # type: ignore[index]


def test_a_quoted_merge_sign_is_a_plain_key(tmp_path: Path) -> None:
    assert data(good(tmp_path, '"<<": 1')) == {"<<": "1"}


def test_only_a_lone_expr_makes_a_file_computed(tmp_path: Path) -> None:
    assert [
        parse(tmp_path, text)[0].computed
        for text in ("a: {expr: 1}", "a: {expr: 1, b: 2}", "a: expr")
    ] == [True, False, False]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "a: 1\nb: 2\na: 3\n",
            '3:1: "a" is given twice, in line 1 and in line 3; remove one of them',
        ),
        ("a: {b: 1, b: 2}\n", '1:11: "b" is given twice'),
        ("", "1: the file is empty"),
        ("# nothing\n", "1: the file is empty"),
        ("- a\n", "1: the file must be a list of names with values"),
        ("a: 1\n---\nb: 2\n", "2:1: a second document begins here"),
        (
            "a: !!python/object/apply:os.system [echo]\n",
            "1:4: the tag tag:yaml.org,2002:python/object/apply:os.system",
        ),
        ("a: !x 1\n", "1:4: the tag !x"),
        ("[a]: 1\n", "1:1: a list or a mapping stands where a name is expected"),
        (
            "id: {suit}-1\n",
            "1:11: this does not belong to the value before it; put the whole value in quotes",
        ),
        (
            'a: "x\nb: y\nc: "1:30"\n',
            "3:4: the text in quotes that begins in line 1 ends here, and more follows; "
            'close it in line 1, or write  \\"  for a quote inside it',
        ),
        (
            "- {t: 'x, u: y}\n- {t: 'z'}\n",
            "2:7: the text in quotes that begins in line 1 ends here",
        ),
        ('a: "x\nb: ""\n', "2:4: the text in quotes that begins in line 1 ends here"),
        ("a: 'it's'\n", "1:8: this does not belong to the value before it"),
        ("c:\n  - {id: a, name: It: b}\n", "2:21: these braces { do not close"),
        (
            "a:\u00a03\nb: 2\n",
            "1:3: the no-break space (U+00A0) here is no blank to YAML; "
            "write a blank in its place, or take it out",
        ),
        ("a: b\n\u200b  c: 1\n  d: 2\n", "2:1: a zero width space (U+200B) stands at the edge"),
        ("a: 1\nb\u00a0: 2\n", "2:2: a no-break space (U+00A0) stands at the edge of this name"),
        ("a：b\nc: d\n", "1:2: the fullwidth colon (U+FF1A) here is no colon to YAML"),
        ("- id: a\n– id: b\n", "2:1: the en dash (U+2013) here begins no item of a list"),
        ("a: “x: y”\n", "1:4: the left double quotation mark (U+201C) here is no quote to YAML"),
        ("a: “x” b\nc: d\nfoo\n", '3:1: this line has no ":" after its name'),
        ("a:b\nc: d\n", '1:2: there is no blank behind the ":" here; write "name: value"'),
        ("a:\n  - b: c\n  -d: e\n", '3:3: there is no blank behind the "-" here'),
        ("a: - b\n", '1:4: a "-" cannot begin a list here'),
        ("a: ,x\n", '1:4: a value cannot begin with ","'),
        ("a: *\n", "1:4: text cannot begin with *;"),
        ("a: 1\n- b\n", "2:1: this line does not fit the lines above it"),
        ("a: *b\n", "1:4: nothing is marked &b above this line"),
        ("a: &a [*a]\n", "1:8: *a stands inside what it names"),
        ("a:\n\tb: 1\n", "2:1: a tab is used to indent this line; use spaces"),
        ("a:\n  - 1\n\t- 2\n", "3:1: a tab is used"),
        ("a: x: y\n", '1:5: there is a ":" too many here'),
        ("a: @x\n", '1:4: text cannot begin with "@";'),
        ("a: 'x\nb: 1\n", "1:4: this quoted text does not end"),
        ("a: {b: 1\nc: 2\n", "1:4: these braces { do not close"),
        ("a: {", "2:1: the file ends too early; add the missing bracket, brace or value"),
        ("a: [1, 2\n", "1:4: these brackets [ do not close"),
        ("a: 1\n b: 2\n", "2:3: "),
        ("a:\n  - 1\n b: 2\n", "3:2: this line does not fit"),
        ("a: 1\nfoo\n", '2:1: this line has no ":" after its name'),
        ('a: "\\q"\n', "1:5: this backslash means nothing"),
        ('a: "x\\0y"\n', "1:4: this text holds a control character (U+0000)"),
        ("a: 1\nb: x\0y\n", "2:5: there is a control character (U+0000) here; delete it"),
        ("a: %x\n", '1:4: text cannot begin with "%"'),
        ("<<: 3\n", "1:5: << can only merge mappings"),
        (b"a: 1\nb: \xc3\xa9\xff\n", "2:5: the byte 0xff here is not UTF-8"),
        ("a: 1".encode("utf-16"), " the file is saved as UTF-16; save it as UTF-8"),
        ("a: " + "[" * 60 + "]" * 60, "1:53: lists and mappings nest deeper than 50 levels"),
        ("a: " + "[" * 100_000, "1:53: lists and mappings nest deeper than 50 levels"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str | bytes, said: str) -> None:
    assert bad(tmp_path, text).startswith(said)


def test_an_item_without_its_dash_is_told_once_and_as_that(tmp_path: Path) -> None:
    """Who removed the names that were given twice, as was told, lost the card."""
    items = "cards:\n  - id: a\n    name: A\n    {}\n    {}\n    id: c\n    name: C\n"
    for names in (("id: b", "name: B"), ("name: B", "id: b")):
        _, problems = parse(tmp_path, items.format(*names))
        assert [problem.place and problem.place.line for problem in problems] == [4, 6]
        name = names[0].split(":")[0]
        assert problems[0].what.startswith('an item of the list begins here without its "- "')
        assert f'write "- {name}: ..." there' in problems[0].remedy
    assert "given twice" in bad(tmp_path, "cards:\n  - id: a\n    name: A\n    name: B\n")


def test_a_billion_laughs_are_refused(tmp_path: Path) -> None:
    levels = ["a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]
    assert "the aliases in this file stand for more than 100000 values" in bad(
        tmp_path, "\n".join(levels)
    )


def test_aliases_cannot_build_a_tower(tmp_path: Path) -> None:
    levels = ["a0: &a0 [ha]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 60)]
    assert "nest deeper" in bad(tmp_path, "\n".join(levels))


def test_several_problems_of_a_file_come_together(tmp_path: Path) -> None:
    _, problems = parse(tmp_path, "a: 1\na: 2\nb: !x 1\nb: 2\n")
    assert [problem.place and problem.place.line for problem in problems] == [2, 3, 4]


def test_a_folder_a_missing_file_and_a_huge_one_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems: list[Finding] = []
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "huge.yaml").write_text("a: " + "x" * 100)
    monkeypatch.setattr(source, "LARGEST", 50)
    for name in ("folder.yaml", "none.yaml", "huge.yaml"):
        assert read(tmp_path / name, problems) is None
    assert [problem.what[:20] for problem in problems] == [
        "this is a folder, no",
        "there is no such fil",
        "the file is larger t",
    ]


def test_without_libyaml_the_nodes_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "a: &x {b: [1, 'no']}\nc: *x\nd: |\n  two\n  lines\n"

    def flat(node: Node) -> list[Any]:
        below = (
            [*node, *node.values()]
            if isinstance(node, Map)
            else list(node)
            if isinstance(node, Seq)
            else []
        )
        return [
            (type(node), node.line, node.column, str(node)),
            *(each for child in below for each in flat(child)),
        ]

    fast = flat(good(tmp_path, text))
    monkeypatch.setattr(source, "PARSER", yaml.SafeLoader)
    assert fast == flat(good(tmp_path, text))


def test_nodes_survive_pickling(tmp_path: Path) -> None:
    root = good(tmp_path, "a: [x, {b: ''}]")
    again = pickle.loads(pickle.dumps(root))
    assert again == root
    assert [(key.line, key.quoted) for key in again] == [(1, False)]


keys = st.text(
    st.characters(codec="ascii", min_codepoint=97, max_codepoint=122), min_size=1, max_size=5
)
trees = st.recursive(
    st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


def test_what_a_text_holds_that_no_path_can_goes_no_further(tmp_path: Path) -> None:
    """A zero in the name of a font's file ended a run with a traceback."""
    found, problems = parse(tmp_path, 'a: "x\\0y"\n')
    assert found is not None
    assert ({"a": "x\ufffdy"}, 1) == (data(found.root), len(problems))


@given(tree=st.dictionaries(keys, trees, min_size=1, max_size=5), flow=st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_tree_comes_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, Any], flow: bool
) -> None:
    text = yaml.dump(
        tree,
        Dumper=yaml.SafeDumper,
        default_flow_style=flow,
        default_style='"',
        allow_unicode=False,
    )
    found, problems = parse(tmp_path_factory.mktemp("trees"), text)
    if not problems:
        assert found
        assert data(found.root) == tree
    else:
        assert all("control character" in problem.what for problem in problems)


@given(
    junk=st.binary(max_size=60)
    | st.text(alphabet="ab:-[]{}&*!|>'\"%@`#,? \n\t\\<\0é", max_size=40).map(str.encode)
)
@settings(max_examples=300, deadline=None)
def test_no_file_makes_it_stumble(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    found, problems = parse(tmp_path_factory.getbasetemp(), junk)
    assert found is not None or problems
    lines = junk.decode("utf-8", "replace").count("\n") + junk.count(b"\r") + 5
    assert all(
        problem.what and problem.place and problem.place.line <= lines for problem in problems
    )


def test_text_is_an_ordinary_str() -> None:
    assert TypedText("a") == "a"
    assert {TypedText("a"): 1}["a"] == 1  # type: ignore[index]
