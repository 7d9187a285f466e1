"""GPUs whose driver call has not returned: start time, and a message instead of a reading."""

import time
from collections.abc import Mapping

from gpudesk.monitor.readings import clock
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack

_TOLD_S = 1.0
"""Interval of messages that a GPU does not respond, one second."""


class Silent:
    """Tracks GPUs that do not respond.

    Attributes:
        since_s: start time, seconds since 1970, by GPU number; constant while the condition lasts.
    """

    def __init__(self) -> None:
        self.since_s: Mapping[int, float] = {}
        self._uuids: frozenset[str] = frozenset()
        self._told_s: dict[str, float] = {}

    def __contains__(self, uuid: str) -> bool:
        return uuid in self._uuids

    def frames(self, silent: Mapping[str | int, float], facts: Mapping[str, GpuFacts]) -> list[Frame]:
        """A frame without any value of each that does not answer, once a second.

        Args:
            silent: seconds without an answer, by UUID, or by number of a GPU that could not be opened.
        """
        wall_s, mono_s = time.time(), clock.mono_s()
        since: dict[int, float] = {}
        frames = []
        for who, seconds in silent.items():
            number = who if isinstance(who, int) else facts[who].index
            if isinstance(who, int) or not facts[who].parent:
                since[number] = self.since_s.get(number, wall_s - seconds)
            if isinstance(who, str) and mono_s - self._told_s.get(who, 0.0) >= _TOLD_S:
                self._told_s[who] = mono_s
                frames.append(Frame(who, mono_s, wall_s, {}, dict.fromkeys(metrics(), Lack.SILENT)))
        self._uuids = frozenset(who for who in silent if isinstance(who, str))
        self.since_s = since
        return frames


def silent_words(seconds: float) -> str:
    """Return the message for a GPU that does not respond, in English."""
    return f"no response for {seconds:.0f} s"
