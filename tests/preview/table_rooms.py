"""A game of sweets, and browsers that sit at its table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from chromium import Browser
from previews import origin
from projects import write_project

NAMES = [f"Bonbon {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
CARDS = "cards:\n" + "".join(
    f"  - {{id: c{number}, name: {name}}}\n" for number, name in enumerate(NAMES)
)
COINS = "title: Coins\nsize: 20mm x 20mm\ntemplate: card.svg\ncards: [{id: coin, name: Gold, copies: 9}]\n"
RULES = """
- id: a-hand
  says: A hand has five cards.
  deal: {players: 2-3, from: deck.main, hand: 5}
  chance: {that: hand | copies == 5, is: always}
"""


def game(folder: Path) -> Path:
    """A project with a game whose rules deal hands."""
    rules = {"card_data/sweets/rules.yaml": RULES}
    return write_project(folder, {"main": CARDS, "coin": COINS}, files=rules)


class Room:
    """A browser at the table."""

    def __init__(self, page: Browser, address: str) -> None:
        self.page = page
        self.address = address

    def begin(self, *, width: int = 1280, height: int = 860, seed: str = "42") -> None:
        """Deal a hand to each of two seats, by the page's own dialog."""
        self.page.open(f"{origin(self.address)}/play#/sweets", width=width, height=height)
        self.page.until("document.querySelector('#start[open], .thing') !== null")
        if self.page.run("document.querySelector('#start[open]') === null"):
            self.page.click("#new")  # the game of the test before is there again
        self.page.until("document.querySelectorAll('#start-setup option').length", 2)
        self.page.write("#start-seed", seed)
        self.page.click("#start-deal")
        self.page.until("!document.getElementById('start').open")
        self.page.until(
            "[...document.querySelectorAll('.held-card .picture')].filter((each) => each.shadowRoot.firstElementChild).length",
            5,
        )

    def ask(self, code: str) -> Any:
        """The value of an expression in which `page` is the module of the page."""
        return self.page.run(f"import('/static/play.js').then((page) => ({code}))")

    def state(self) -> dict[str, Any]:
        return dict(json.loads(self.ask("JSON.stringify(page.state())")))

    def names(self) -> set[str]:
        """The names of cards that are anywhere on the page: in pictures, in words and in labels."""
        words = str(
            self.page.run(
                """(() => {
                  const hosts = [...document.querySelectorAll('.picture')].map((each) => each.shadowRoot.textContent);
                  const labels = [...document.querySelectorAll('*')].flatMap((each) => [...each.attributes].map(({ value }) => value));
                  const address = document.querySelector('meta[name=cardgen]').content;
                  return [document.body.textContent, ...hosts, ...labels.filter((each) => each !== address)].join('|');
                })()"""
            )
        )
        return {name for name in NAMES if name in words}

    def sit(self, seat: int) -> None:
        self.page.click(f"[data-seat='{seat}']")
        self.show(seat)

    def show(self, seat: int) -> None:
        """Behind the curtain that hides the hands, the seat says that it is there."""
        self.page.until("document.getElementById('curtain').open")
        self.page.click("#curtain-show")
        self.page.until(
            f"document.querySelector('[data-seat=\"{seat}\"]').getAttribute('aria-pressed')", "true"
        )

    def middle(self, selector: str) -> tuple[float, float]:
        x, y = self.page.run(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [r.x + Math.min(r.width, 60) / 2, r.y + r.height / 2]; })()"
        )
        return float(x), float(y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse("mousePressed", start)
        half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        self.page.mouse("mouseMoved", half)
        self.page.mouse("mouseMoved", end)
        self.page.mouse("mouseReleased", end)

    def swipe(self, start: tuple[float, float], end: tuple[float, float], wait: float = 0) -> None:
        def touch(kind: str, *at: tuple[float, float]) -> None:
            points = [{"x": x, "y": y} for x, y in at]
            self.page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

        touch("touchStart", start)
        if wait:
            self.page.run(f"new Promise((done) => setTimeout(done, {wait * 1000}))")
        for share in (0.2, 0.6, 1.0):
            between = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
            touch("touchMove", (between[0], between[1]))
        touch("touchEnd")
