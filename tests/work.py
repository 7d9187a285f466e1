"""How much work Python does for something, counted: the same on a machine that has much else to do."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps_of(work: Callable[[], object]) -> int:
    """How many lines of Python run, and how many functions are called, while `work` does what it does; one loop counts each turn.

    What numpy does with whole arrays counts as the one call that it is.
    """
    steps = 0

    def traced(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal steps
        steps += 1
        return traced

    def called(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal steps
        steps += event == "c_call"

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(traced)
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return steps
