"""How long a test waits for what must happen: far longer than any machine takes, so that only a defect reaches it.

A test waits for a condition and goes on at once when it holds. It asserts no time that passed, as that depends on what else the machine
does: limits on time and memory are measured in benchmarks/. Nothing here imports Qt.
"""

import time
from collections.abc import Callable

PATIENCE_S = 120.0
PATIENCE_MS = 120_000
_LOOK_S = 0.01
_REST = 3
"""This many times as long as a look took, the next one waits: looking takes no more than a quarter of a core from what is waited for."""


def until(holds: Callable[[], object], what: str = "it did not happen") -> None:
    """Wait for something that another thread or process does; it is looked for every 10 ms, or less often where a look takes long.

    Raises:
        TimeoutError: it did not happen within PATIENCE_S.
    """
    end_s = time.monotonic() + PATIENCE_S
    while True:
        begun_s = time.monotonic()
        if holds():
            return
        now_s = time.monotonic()
        if now_s > end_s:
            raise TimeoutError(what)
        time.sleep(max(_LOOK_S, _REST * (now_s - begun_s)))
