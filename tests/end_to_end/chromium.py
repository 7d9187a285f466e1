"""Debian's Chromium without a window, driven through its debugging pipe (Chrome DevTools Protocol, --remote-debugging-pipe).

Each message is JSON that ends with a zero byte: read by the browser from file descriptor 3, written to 4.
"""

import base64
import fcntl
import json
import os
import selectors
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S, until

REQUIRED = "GPUDESK_CHROMIUM"
"""The environment variable with which a missing browser is a failure, not a skip."""
NO_CHROMIUM = "Chromium is not installed"
"""The reason of a skip, named in tests/allowed_skips.txt."""
_NAMES = ("chromium-headless-shell", "chromium")
_SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking"),
    *("--disable-component-update", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe"),
)
_GOES_ON = "navigated or closed"
_FREE_DESCRIPTOR = 20


def chromium() -> str:
    """The path of the browser; the test is skipped, or fails, where it is not installed."""
    for name in _NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    if os.environ.get(REQUIRED):
        pytest.fail(NO_CHROMIUM)
    pytest.skip(NO_CHROMIUM)


class Navigated(Exception):
    """The page was left while it was asked."""


class Browser:
    """A browser that runs, and what it said so far.

    Attributes:
        events: what it reported without being asked.
    """

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read = write, read
        self._selector = selectors.DefaultSelector()
        self._selector.register(read, selectors.EVENT_READ)
        self._rest = b""
        self._last = 0
        self.events: list[dict[str, Any]] = []

    def ask(self, method: str, session: str | None = None, **values: Any) -> dict[str, Any]:
        """Do something; returns what it answers."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": values}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._last:
                if _GOES_ON in said.get("error", {}).get("message", ""):
                    raise Navigated
                assert "error" not in said, (method, said["error"])
                result: dict[str, Any] = said["result"]
                return result
            self.events.append(said)

    def wait_for(self, method: str, **values: Any) -> dict[str, Any]:
        """Wait until it reports something with these values; what it reported before counts too."""
        seen = 0
        while True:
            for event in self.events[seen:]:
                parameters: dict[str, Any] = event.get("params", {})
                if event.get("method") == method and all(parameters.get(name) == value for name, value in values.items()):
                    return parameters
            seen = len(self.events)
            self.events.append(self._next())

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert self._selector.select(PATIENCE_S), "the browser says nothing"
            part = os.read(self._read, 1 << 20)
            assert part, "the browser has ended"
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\0")
        said: dict[str, Any] = json.loads(line)
        return said


@contextmanager
def running(folder: Path) -> Iterator[Browser]:
    """A browser whose profile is in a folder; it ends with the block."""
    to_browser, from_browser = os.pipe(), os.pipe()
    theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, _FREE_DESCRIPTOR) for end in (to_browser[0], from_browser[1])]

    def place_pipes() -> None:
        for descriptor, end in zip((3, 4), theirs, strict=True):
            os.dup2(end, descriptor)

    words = [chromium(), *_SWITCHES, f"--user-data-dir={folder / 'profile'}", "about:blank"]
    with (folder / "browser.log").open("ab") as log:
        process = subprocess.Popen(
            words,
            pass_fds=(3, 4),
            preexec_fn=place_pipes,  # noqa: PLW1509 - no other thread runs here
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    for end in (*theirs, to_browser[0], from_browser[1]):
        os.close(end)
    browser = Browser(to_browser[1], from_browser[0])
    try:
        yield browser
        browser.ask("Browser.close")
        process.wait(PATIENCE_S)
    finally:
        process.kill()
        process.wait()
        for end in (to_browser[1], from_browser[0]):
            os.close(end)


class Page:
    """A page of a browser.

    Args:
        touch: whether it is tapped, or clicked.
        context: of its own storage, as on another device.
    """

    def __init__(self, browser: Browser, width: int, height: int, language: str, *, touch: bool, context: str | None = None) -> None:
        self.browser = browser
        where = {} if context is None else {"browserContextId": context}
        target = browser.ask("Target.createTarget", url="about:blank", **where)["targetId"]
        self._session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._touch = touch
        for domain in ("Page", "Runtime", "Network", "DOM", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.ask("Emulation.setLocaleOverride", locale=language)
        self.ask("Network.setUserAgentOverride", userAgent="test", acceptLanguage=language)

    def ask(self, method: str, **values: Any) -> dict[str, Any]:
        """Do something on this page."""
        return self.browser.ask(method, self._session, **values)

    def open(self, path: Path) -> None:
        """Open a file."""
        self.ask("Page.navigate", url=path.as_uri())
        self.until("document.body && document.body.dataset.ready === 'yes'")

    def reload(self) -> None:
        """Load it again."""
        self.run("delete document.body.dataset.ready")
        self.ask("Page.reload")
        self.until("document.body && document.body.dataset.ready === 'yes'")

    def run(self, script: str) -> Any:
        """The value of a script, which may be a promise."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until something is so; a page that is being loaded is asked again."""

        def holds() -> bool:
            with suppress(Navigated):
                answer = self.ask("Runtime.evaluate", expression=f"Boolean({condition})", returnByValue=True)
                return answer["result"].get("value") is True
            return False

        until(holds, condition)

    def tap(self, selector: str) -> None:
        """Tap or click the middle of an element, which a person can see."""
        place = f"document.querySelector({json.dumps(selector)})"
        self.until(place)
        box = self.run(f"(() => {{ const e = {place}; e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect();"
                       " return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height, "
                       "e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))]; })()")  # fmt: skip
        x, y, width, height, is_seen = box
        assert is_seen, f"{selector} is covered"
        assert height >= 45, f"{selector} is {width} x {height} px"
        if self._touch:
            self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            for kind in ("mousePressed", "mouseReleased"):
                self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, selector: str, text: str, *, enter: bool = True) -> None:
        """Type into a field as a scanner does: its text, then Enter."""
        self.tap(selector)
        self.run(f"document.querySelector({json.dumps(selector)}).select?.()")
        self.ask("Input.insertText", text=text)
        if enter:
            for kind in ("keyDown", "keyUp"):
                self.ask("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")

    def scan(self, text: str) -> None:
        """Press the keys of a text and Enter where the keyboard is, as a scanner does."""
        for character in (*text, "Enter"):
            key = {"key": character, "windowsVirtualKeyCode": 13 if character == "Enter" else ord(character.upper())}
            self.ask("Input.dispatchKeyEvent", type="keyDown", text="\r" if character == "Enter" else character, **key)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **key)

    def choose_files(self, selector: str, paths: Sequence[Path]) -> None:
        """Give files to a field."""
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        node = self.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def picture(self, path: Path) -> None:
        """Keep what is seen."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))
