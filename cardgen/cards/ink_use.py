"""Whether templates ask for how much ink there is to be on paper.

They are not run for that: where a name is not written out, the answer is yes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardgen.base.findings import CardgenError
from cardgen.model.cards import Deck
from cardgen.model.made_art import MADE
from cardgen.model.project import Project

_TAG = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_ASKS = re.compile(r"""(?<![\w."'])(?:ink|place_card)\b(?!["'])""")
"""The name itself, and what draws other cards."""
_OTHER = re.compile(r"[-+]?\s*(?:include|import|from|extends)\b")
_NAME = re.compile(r"""["']([^"']+)["']""")


def asks_for_ink(project: Project, deck: Deck) -> bool:
    """Return True if low ink may change a card of a deck: its templates ask, or art is made."""
    if any(str(card.fields.get("art") or "").startswith(MADE) for card in deck.cards):
        return True
    names = {name for card in deck.cards for name in (card.template, card.back) if name}
    try:
        return _ask(project, names)
    except (CardgenError, OSError):  # of a template that cannot be read, which is told elsewhere
        return True


def _ask(project: Project, names: Iterable[str]) -> bool:
    waiting = list(names)
    seen = set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        source = project.read(project.find_template(name)).decode("utf-8", "replace")
        for tag in _TAG.findall(source):
            if _ASKS.search(tag):
                return True
            if _OTHER.match(tag):
                others = _NAME.findall(tag)
                if not others:
                    return True
                waiting += others
    return False
