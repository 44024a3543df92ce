"""Layouts: what each says of itself holds for the sheets that it makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.findings import CardgenError, Finding
from cardgen.impose import layouts
from cardgen.impose.check import check_options
from cardgen.impose.layout import LayoutRequest, SheetLayout
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import DEFAULT_LAYOUT, Options, file_name
from cardgen.model.sizes import card_size, paper_size

each_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


def problems(options: Options) -> list[Finding]:
    with pytest.raises(CardgenError) as caught:
        check_options(options)
    return list(caught.value.findings)


def test_every_file_of_the_folder_is_a_layout() -> None:
    """Named as the file is; what was always there comes first, in its order."""
    files = {path.stem for path in Path(layouts.__file__).parent.glob("*.py")} - {"__init__"}
    assert files == {name.replace("-", "_") for name in LAYOUTS}
    assert ["duplex", "gutterfold", "single", "contact"] == [*LAYOUTS][:4]
    assert DEFAULT_LAYOUT in LAYOUTS


@each_layout
def test_sheets_are_as_the_layout_says(layout: SheetLayout) -> None:
    """Each card is on them; backs are there where it has them, on pages of their own where it is
    two-sided."""
    laid = layout.lay_out(
        LayoutRequest(
            [("a", 5), ("b", 7)],
            card_size("mini"),
            True,
            paper_size("a4"),
            Options(layout=layout.name),
        )
    )
    dealt = [slot.card for sheet in laid.plan for slot in sheet.front.slots]
    assert sorted(dealt) == ["a"] * dealt.count("a") + ["b"] * dealt.count("b")
    assert (dealt.count("a"), dealt.count("b")) in ((5, 7), (1, 1))
    for sheet in laid.plan:
        assert layout.backed == (sheet.back is not None)
    assert layout.backed == (layout.two_sided or bool(laid.plan.both))
    assert not (layout.two_sided and laid.plan.both)
    assert not laid.plan.fold or laid.plan.both


@each_layout
def test_cards_without_backs_are_printed_on_one_side(layout: SheetLayout) -> None:
    laid = layout.lay_out(
        LayoutRequest(
            [("a", 5)], card_size("mini"), False, paper_size("a4"), Options(layout=layout.name)
        )
    )
    assert ("", None) == (laid.plan.both, laid.plan.fold)
    assert all(sheet.back is None for sheet in laid.plan)
    sentences = [finding.what for finding in laid.notes]
    assert (layout.without_backs in sentences) == bool(layout.without_backs)


@each_layout
def test_a_machine_cuts_what_the_layout_lets_it(layout: SheetLayout) -> None:
    options = Options(layout=layout.name, cutter="silhouette")
    if layout.cuttable:
        assert check_options(options)
        laid = layout.lay_out(
            LayoutRequest([("a", 5)], card_size("mini"), True, paper_size("a4"), options)
        )
        assert laid.plan.registration is not None
    else:
        cuttable = " or ".join(name for name, one in LAYOUTS.items() if one.cuttable)
        remedy = f"use --layout {cuttable}, or leave --cutter out"
        assert [
            Finding(
                "layout-impossible",
                f"sheets of the layout {layout.name} cannot be cut by a machine",
                remedy,
            )
        ] == problems(options)


@each_layout
def test_files_are_named_after_all_layouts_but_the_usual_one(layout: SheetLayout) -> None:
    name = file_name("main", paper_size("a4"), Options(layout=layout.name))
    assert name == (
        "main-a4.pdf" if layout.name == DEFAULT_LAYOUT else f"main-{layout.name}-a4.pdf"
    )


def test_a_misspelt_layout_is_met_with_what_was_meant() -> None:
    assert [
        Finding("layout-impossible", 'no layout is called "singel"', 'did you mean "single"?')
    ] == problems(Options(layout="singel"))


def test_a_contact_sheet_takes_nothing_of_how_cards_are_dealt() -> None:
    assert [
        Finding(
            "layout-impossible",
            "the contact sheet has no slots to skip",
            "leave --skip-slots out, or --layout contact",
        ),
        Finding(
            "layout-impossible",
            "small pictures have no sheets to share",
            "leave --share out, or use another --layout",
        ),
        Finding(
            "layout-impossible",
            "small pictures stand in the order of the deck, with room for their captions",
            "leave --order and --gutter out",
        ),
    ] == problems(Options(layout="contact", skip_slots=(1,), share=True, order="sets"))
    assert 1 == len(problems(Options(layout="contact", gutter=0.0)))
