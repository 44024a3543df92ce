"""The column at the side of the text.

Which figures and boxes stand there, and beside which piece of the text. Lengths are points."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rulebook.embeds import Row
from cardgen.rulebook.flow import SIDE, WIDE, Flow, HeadingFlow, Stack, TextFlow
from cardgen.rulebook.theme import Format

Run = Sequence[tuple[Flow, Flow | None]]
"""Pieces as they stand in the text, each with what it is at the side if it can stand there."""
_BESIDE = 0.7
"""Of the height of a figure, how long the text beside it is at the least."""
_DRIFT = 0.2
"""Of a page's height, how far from its text a piece at the side may be pushed by those above it."""


def beside(run: Run, form: Format) -> list[Flow]:
    """Pieces between two that stand across the page, some side by side.

    Those that can stand beside the text do, where that is long enough."""
    flows: list[Flow] = []
    text = [flow for flow, side in run if not side]
    room = sum(flow.height(form.text) + max(flow.above, flow.below) for flow in text)
    room += form.room * 0.05
    # the pieces of the text under their heading, and where they begin
    tops: list[tuple[Flow, float]] = []
    low = high = 0.0  # how far the text comes, and what is beside it
    for place, (flow, side) in enumerate(run):
        gap = max(flow.above, flows[-1].below) if flows else 0.0
        following, is_side = run[place + 1] if place + 1 < len(run) else (None, None)
        follows = None if is_side else following
        if (
            side
            and isinstance(side, Row)
            and isinstance(follows, (TextFlow, Stack))
            and _long_enough(run[place + 1 :], side, form)
        ):
            start = max(low, high + side.above if high else 0.0)
            side.column = SIDE
            side.keep_with_next = True
            flows.append(side)
            high = start + side.height(form.aside)
            tops = []
            continue
        if side:
            tall = side.height(form.aside)
            starts = [
                (piece, max(top, high + side.above if high else 0.0))
                for piece, top in reversed(tops)
            ]
            drift = max(
                (start - top for (_, start), (_, top) in zip(starts, reversed(tops), strict=True)),
                default=0.0,
            )
            near = (
                [piece for piece, start in starts if start + tall <= room]
                if drift < form.room * _DRIFT
                else []
            )
            piece = next(iter(near), None)
            if piece:
                start = dict(starts)[piece]
                side.column = SIDE
                side.keep_with_next = True
                side.break_penalty = piece.break_penalty
                flows.insert(flows.index(piece), side)
                high = start + tall
                tops = tops[[flow_before for flow_before, _ in tops].index(piece) :]
                continue
            room += flow.height(form.text) + gap
        if flow.column == WIDE:
            low = max(low, high)
            high = 0.0
            tops = []
        elif isinstance(flow, HeadingFlow):
            tops = []
            flow.clear = any(
                flow_before.column == SIDE and isinstance(flow_before, Row)
                for flow_before in flows[-3:]
            )
            low = max(low, high) if flow.clear else low
        else:
            tops.append((flow, low + gap))
        flows.append(flow)
        low += flow.height(form.text) + gap
    return flows


def _long_enough(run: Run, figure: Row, form: Format) -> bool:
    """True if the text after a figure is long enough beside it.

    A single card may come further down."""
    long = 0.0
    for flow, side in run:
        if side or not isinstance(flow, (TextFlow, Stack)):
            break
        long += flow.height(form.text) + flow.below
    return len(figure.figures) == 1 or long > figure.height(form.aside) * _BESIDE
