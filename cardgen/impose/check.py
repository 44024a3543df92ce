"""Checks that sheets can be made with the options of a call.

Everything that is wrong with the options is told at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardgen.base.files import check_inside, in_the_way
from cardgen.base.findings import CardgenError, Finding, UnreadableError, collect_findings, shown
from cardgen.base.suggestions import did_you_mean
from cardgen.impose.flip import FLIPS
from cardgen.impose.free_nesting import can_nest
from cardgen.impose.guides import KINDS, SIDES
from cardgen.impose.layouts import LAYOUTS
from cardgen.impose.options import BACKS, BLEEDS, ORDERS, Options
from cardgen.model.sizes import PAPERS, Paper, paper_size

_MOST = 3_000
"""Millimetres: no paper is larger, so a length beyond it is a slip of the pen."""
_MOST_COPIES = 999
_LONGEST_BRIDGE = 3.0
"""Millimetres."""


def check_options(options: Options) -> list[Paper]:
    """The papers that the options name. Raises CardgenError with everything that is wrong with
    them."""
    problems: list[Finding] = []
    papers: dict[str, Paper] = {}
    for name in options.papers:
        try:
            paper = paper_size(name)
            papers[paper.name] = paper
        except UnreadableError as error:
            problems.append(error.finding)
    problems += _unknown(options)
    problems += _impossible(options)
    layout = LAYOUTS.get(options.layout)
    problems += layout.option_problems(options) if layout else ()
    if options.cutter:
        from cardgen.impose.registration import find_cutter

        with collect_findings(problems):
            find_cutter(options.cutter)
    if options.makes_cuts and (not layout or not layout.cuttable):
        cuttable = " or ".join(
            name for name, sheet_layout in LAYOUTS.items() if sheet_layout.cuttable
        )
        sentence = f"sheets of the layout {options.layout} cannot be cut by a machine"
        remedy = f"use --layout {cuttable}, or leave {_cutting(options)} out"
        problems.append(Finding("layout-impossible", sentence, remedy))
    if options.bridges > _LONGEST_BRIDGE:
        sentence = f"bridges of {options.bridges:g} mm hold a piece for good"
        remedy = f"make them {_LONGEST_BRIDGE:g} mm or shorter: 0.4 mm hold card stock"
        problems.append(Finding("out-of-range", sentence, remedy))
    if layout and options.backs in BACKS[1:] and not layout.two_sided:
        sentence = f"the layout {layout.name} has no pages of backs"
        remedy = "leave --backs out, or use --layout duplex"
        problems.append(Finding("layout-impossible", sentence, remedy))
    problems += _mixed(options)
    problems += _on_labels(options, papers)
    problems += _marked(options)
    if not options.papers:
        problems.append(
            Finding(
                "layout-impossible",
                "no paper is named",
                f"use one or more of: {', '.join(PAPERS)}, or WIDTHxHEIGHTmm",
            )
        )
    if problems:
        raise CardgenError(*problems)
    return list(papers.values())


def _cutting(options: Options) -> str:
    """The option by which paths of cuts are asked for."""
    return "--cutter" if options.cutter else "--bridges" if options.bridges else "--cut-files"


def _mixed(options: Options) -> Iterator[Finding]:
    """The options that do not go with sheets of several sizes."""
    reasons = {
        "--layout": options.layout not in ("duplex", "single")
        and f"sheets of several sizes cannot be laid out as {options.layout}",
        "--share": options.share and "--mix lets decks of one size share sheets, too",
        "--labels": options.labels is not None and "labels are of one size",
        "--skip-slots": bool(options.skip_slots or options.skip_first)
        and "sheets of several sizes have no slots to skip",
        "--order": options.order not in ("auto", "copies")
        and "cards of several sizes lie where they fit",
        "--back-bleed": options.back_bleed is not None
        and "backs of several sizes have the bleed of their fronts",
    }
    for option, reason in reasons.items() if options.mix else ():
        if reason:
            yield Finding("layout-impossible", reason, f"leave {option} or --mix out")
    if options.scissors and not options.mix:
        sentence = "pieces lie wherever they fit on sheets of several sizes alone"
        yield Finding("layout-impossible", sentence, "add --mix, or leave --scissors out")
    elif options.scissors and not can_nest():
        sentence = "--scissors needs rectpack, which is not installed"
        remedy = 'run  python -m pip install "cardgen[nest]"  or leave --scissors out'
        yield Finding("package-missing", sentence, remedy)


def _marked(options: Options) -> Iterator[Finding]:
    """The options that leave no marks to choose."""
    reasons = {
        "--cutter": bool(options.cutter) and "a cutting machine has marks of its own",
        "--labels": options.labels is not None and "labels are cut already",
        "--layout contact": options.layout == "contact" and "an overview is not cut",
    }
    if (options.marks, options.marks_on) == ("ticks", "both"):
        return
    for option, reason in reasons.items():
        if reason:
            remedy = f"leave --marks and --marks-on out, or {option}"
            yield Finding("layout-impossible", reason, remedy)


def _on_labels(options: Options, papers: Iterable[str]) -> Iterator[Finding]:
    """The options that do not go with paper that is in pieces already."""
    sheet = options.labels
    layout = LAYOUTS.get(options.layout)
    if not sheet:
        return
    if layout and not layout.cuttable:
        cuttable = " or ".join(
            name for name, sheet_layout in LAYOUTS.items() if sheet_layout.cuttable
        )
        yield Finding(
            "layout-impossible",
            f"labels cannot be printed in the layout {layout.name}",
            f"use --layout {cuttable}, or leave --labels out",
        )
    if options.makes_cuts:
        yield Finding(
            "layout-impossible",
            "labels are cut already, and have no room for the marks of a machine",
            f"leave {_cutting(options)} or --labels out",
        )
    if options.gutter is not None:
        yield Finding(
            "layout-impossible",
            f"the labels of {sheet} are as far apart as they are",
            "leave --gutter out",
        )
    if others := [paper for paper in papers if paper != sheet.paper.name]:
        yield Finding(
            "layout-impossible",
            f"{sheet} is a sheet of {sheet.paper.name}, not of {' or '.join(others)}",
            "leave --paper out",
        )


def _unknown(options: Options) -> Iterator[Finding]:
    for noun, value, choices in (
        ("layout", options.layout, tuple(LAYOUTS)),
        ("flip", options.flip, FLIPS),
        ("ink", options.ink, ("full", "low")),
        ("order", options.order, ORDERS),
        ("kind of marks", options.marks, KINDS),
        ("side with marks", options.marks_on, SIDES),
        ("kind of bleed", options.bleeds, BLEEDS),
        ("place of backs", options.backs, BACKS),
    ):
        if value not in choices:
            yield Finding(
                "layout-impossible", f'no {noun} is called "{value}"', did_you_mean(value, choices)
            )


def _impossible(options: Options) -> Iterator[Finding]:
    if options.changed and (
        options.cards or options.copies or options.variant or options.second_set
    ):
        noun = "--changed chooses the cards itself, out of whole decks"
        yield Finding(
            "layout-impossible",
            noun,
            "leave --cards, --copies, --variant and --second-set out, or leave --changed out",
        )
    if not 72 <= options.ppi <= 2400:
        yield Finding(
            "out-of-range",
            f"pictures of {options.ppi:g} pixels to an inch are impossible",
            "give from 72 to 2400; 600 are all that paper shows",
        )
    if not 0 <= options.copies <= _MOST_COPIES:
        yield Finding(
            "out-of-range",
            f"{options.copies} copies of each card are impossible",
            f"give from 1 to {_MOST_COPIES}",
        )
    for noun, millimetres in (
        ("margin", options.margin),
        ("bleed", options.bleed),
        ("gutter", options.gutter or 0.0),
        ("bleed on backs", options.back_bleed or 0.0),
        ("bridge", options.bridges),
    ):
        if not 0 <= millimetres <= _MOST:
            bound = "0 mm or more"
            if _MOST < millimetres < math.inf:
                bound = f"at most {_MOST:g} mm"
            remedy = f"give a {noun} of {bound}"
            yield Finding("out-of-range", f"a {noun} of {millimetres:g} mm is impossible", remedy)


def check_folder(out: Path, home: Path | None = None, names: Iterable[str] = ()) -> None:
    """Raises CardgenError when a folder for output cannot be used.

    Something else stands there, or it or a folder of these names in it is a link out of `home`."""
    for path in (out, *(out / name for name in names)):
        check_inside(path / "a file", home)
    if there := in_the_way(out):
        raise CardgenError(
            Finding(
                "layout-impossible",
                f"{shown(there)} is a file, and output needs a folder",
                "name another folder with --out",
            )
        )
    if out.suffix.lower() in (".pdf", ".png", ".zip") and not out.exists():
        sentence = (
            f"{shown(out)} would be a folder, into which files go that have names of their own"
        )
        raise CardgenError(
            Finding(
                "layout-impossible",
                sentence,
                f"name a folder with --out, such as {shown(out.with_suffix(''))}",
            )
        )
