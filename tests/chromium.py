"""A headless Chromium for tests, driven by its own protocol (CDP): load, click, type, look, take
pictures."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from PIL import Image
from websockets.sync.client import ClientConnection, connect

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))),
    None,
)
PATIENCE = 180
"""Seconds of waiting that anything may take before the test fails. They are counted, not measured:
a machine may sleep meanwhile. On a busy one the preview's checks, which give way to all else, take
a minute."""
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--lang=en-US",
    "--accept-lang=en-US",
)
_LEFT = "Inspected target navigated or closed"


class NotAnsweredError(AssertionError):
    """The browser does not answer in time."""


class LeftError(AssertionError):
    """The page was left before it answered."""


class Browser:
    """One page. What it logs as an error and every address it asks for are gathered."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self.errors: list[str] = []
        self.asked: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, *, patience: int = PATIENCE, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        self._connection.send(
            json.dumps({"id": self._number, "method": method, "params": parameters})
        )
        for _ in range(patience):
            with suppress(TimeoutError):
                while True:
                    message = json.loads(self._connection.recv(timeout=1))
                    self._notice(message)
                    if message.get("id") == self._number:
                        error = message.get("error")
                        if error and error["message"] == _LEFT:
                            raise LeftError(method)
                        assert error is None, (method, error)
                        return dict(message["result"])
        raise NotAnsweredError(f"{method} is not answered")

    def _notice(self, message: dict[str, Any]) -> None:
        about = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.asked.append(about["request"]["url"])
            case "Runtime.exceptionThrown":
                details = about["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            case "Log.entryAdded" if about["entry"]["level"] == "error":
                self.errors.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")

    def open(
        self,
        address: str,
        *,
        width: int = 1280,
        height: int = 900,
        scale: float = 1,
        scheme: str = "light",
    ) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        self.call("Page.navigate", url="about:blank")
        # the page before may go on asking for a preview that has ended
        self.errors[:] = [error for error in self.errors if "ERR_CONNECTION_REFUSED" not in error]
        self._navigate(address)

    def reload(self) -> None:
        """Load the page anew: what is asked next is asked of the new document."""
        self.run("window.isOld = true")
        self.call("Page.reload")
        self.until("!window.isOld && document.readyState === 'complete'")

    def _navigate(self, address: str) -> None:
        """Load a page. A browser has once begun a process for it which never came up: it is asked
        again before the test fails."""
        for _ in range(3):
            with suppress(NotAnsweredError):
                self.call("Page.navigate", patience=PATIENCE // 6, url=address)
                return
            self.call("Page.stopLoading")
        raise NotAnsweredError(f"{address} is not loaded")

    def run(self, code: str) -> Any:
        """The value of an expression in the page, awaited."""
        answer = self.call(
            "Runtime.evaluate",
            expression=code,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        assert "exceptionDetails" not in answer, (
            code,
            answer["exceptionDetails"].get("exception", {}).get("description"),
        )
        return answer["result"].get("value")

    def until(self, code: str, wanted: Any = True) -> Any:
        """Wait until an expression has a value, by default a true one; on the next page, if this
        one is left meanwhile."""
        value = None
        for _ in range(PATIENCE * 50):
            with suppress(LeftError):
                value = self.run(code)
            if value == wanted or (wanted is True and value):
                return value
            time.sleep(0.02)
        raise AssertionError(f"{code} stayed {value!r}")

    def press(self, key: str, modifiers: int = 0) -> None:
        codes = {
            "Enter": 13,
            "Escape": 27,
            "ArrowRight": 39,
            "ArrowLeft": 37,
            "ArrowDown": 40,
            "ArrowUp": 38,
            "Tab": 9,
            "Home": 36,
            "End": 35,
            "Delete": 46,
            " ": 32,
        }
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        about = {
            "key": key,
            "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper())),
            "modifiers": modifiers,
        }
        self.call("Input.dispatchKeyEvent", type="keyDown", **about, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        where = self.middle(selector)
        self.mouse("mousePressed", where)
        self.mouse("mouseReleased", where)

    def mouse(self, kind: str, where: Sequence[float]) -> None:
        """Press, move or release the left button at a place of the window."""
        x, y = where
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def middle(self, selector: str) -> list[float]:
        """Where the middle of an element is in the window, once it is there, stands still and can
        be seen."""
        where = self.run(
            f"""(async () => {{
              const frame = () => new Promise((end) => setTimeout(end, 25));
              let before = "";
              for (let tries = 0; tries < {PATIENCE * 20}; tries++, await frame()) {{
                const e = document.querySelector({json.dumps(selector)});
                if (!e) continue;
                e.scrollIntoView({{block: "nearest"}});
                const r = e.getBoundingClientRect();
                const middle = [r.x + r.width / 2, r.y + r.height / 2];
                if (`${{middle}}` === before) return middle;
                before = `${{middle}}`;
              }}
              return null;
            }})()"""
        )
        assert where, f"{selector} is not there, or moves on and on"
        return list(where)

    def write(self, selector: str, text: str) -> None:
        self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.focus(); e.select(); }})()"
        )
        self.call("Input.insertText", text=text)

    def picture(
        self, x: float = 0, y: float = 0, width: float = 0, height: float = 0
    ) -> Image.Image:
        """What is seen; or a part of the page, whether it is in view or not."""
        part: dict[str, Any] = {}
        if width:
            part = {
                "clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1},
                "captureBeyondViewport": True,
            }
        data = self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True, **part)[
            "data"
        ]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")


@contextmanager
def browser(
    folder: Path, surroundings: Mapping[str, str] | None = None, *flags: str
) -> Iterator[Browser]:
    """A browser with a profile of its own in `folder`; `surroundings` are added to its environment,
    and flags to its command."""
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
        *_QUIET,
    ]
    command += [*flags, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(surroundings or {})},
    ) as process:
        try:
            port = _port(folder / "DevToolsActivePort")
            with urlopen(f"http://127.0.0.1:{port}/json", timeout=PATIENCE) as answer:
                page = next(each for each in json.load(answer) if each["type"] == "page")
            with connect(
                page["webSocketDebuggerUrl"], max_size=None, ping_interval=None
            ) as connection:
                opened = Browser(connection)
                yield opened
                opened.call("Browser.close")  # which takes its folder for temporary files away, too
            process.wait(PATIENCE)
        finally:
            process.terminate()


def _port(file: Path) -> int:
    for _ in range(PATIENCE * 50):
        with suppress(OSError, ValueError, IndexError):
            return int(file.read_text("utf-8").splitlines()[0])
        time.sleep(0.02)
    raise AssertionError("Chromium does not start")
