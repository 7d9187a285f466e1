"""Reads GPUs again and again: one thread for all that answer quickly, one for each that is slow, so that it holds up no other."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.messages import log
from gpudesk.monitor.nvml.nvml import NvmlGpu
from gpudesk.monitor.readings.answers import ANSWER_S
from gpudesk.monitor.readings.metrics import Tier
from gpudesk.monitor.readings.pace import Pace, SystemPace
from gpudesk.monitor.readings.reading import Frame, Lack

_LOG = log.category("monitor")

_KEPT_S = 120.0
"""Time that readings are kept for a slow consumer; older readings are dropped and counted."""
_LOST_S = 1.0
"""Query interval of a lost GPU."""
_SLOW_SHARE = 0.5
"""A GPU whose reading takes more than this share of its time slot between two readings gets a separate thread."""
_SLOW_TIMES = 5
"""... once it was so often in succession."""
_STUCK_S = 0.2
"""So long a GPU that does not answer may hold up those that share its thread."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Seconds between two readings of each tier."""

    fast_s: float = 0.1
    second_s: float = 1.0
    slow_s: float = 30.0

    def due(self, tier: Tier) -> float:
        """Seconds between two readings of a tier."""
        return {Tier.FAST: self.fast_s, Tier.SECOND: self.second_s, Tier.SLOW: self.slow_s}[tier]


class _Family:
    """One GPU and its MIG instances: when each tier is due, and the frames not yet retrieved.

    Args:
        place: its number among `count`: infrequent readings are staggered across GPUs.
    """

    def __init__(self, gpus: Sequence[NvmlGpu], rates: Rates, pace: Pace, begun_s: float, place: int, count: int) -> None:
        self._gpus = gpus
        self._pace = pace
        self._apart_s = {tier: rates.due(tier) for tier in Tier}
        # Rates below the fast one are met at the fast reading that is nearest: to wake for them alone would cost more than they do.
        self._near_s = {tier: 0.0 if tier is Tier.FAST else rates.fast_s / 2 for tier in Tier}
        share = (count - 1 - place) / count
        self._early_s: dict[Tier, float] = {
            tier: rates.fast_s * (share * rates.due(tier) // rates.fast_s) for tier in Tier if tier is not Tier.FAST
        }
        self._due_s = dict.fromkeys(Tier, begun_s)
        self._slow_s = _SLOW_SHARE * rates.fast_s / count
        self._slow = 0
        self._one = threading.Lock()
        self.next_s = begun_s
        self.frames: deque[Frame] = deque(maxlen=max(1, round(_KEPT_S / rates.fast_s)) * len(gpus))
        self.dropped = 0

    def read(self, now_s: float) -> None:
        """Read the tiers that are due. Two threads may call it during a handover."""
        with self._one:
            if self.next_s <= now_s:
                self._read(now_s, self._due(now_s))

    def _due(self, now_s: float) -> Sequence[Tier]:
        tiers = []
        for tier, apart_s in self._apart_s.items():
            late_s = now_s + self._near_s[tier] - self._due_s[tier]
            if late_s >= 0:
                tiers.append(tier)
                # Readings that were missed are not made up for: the next one is due at its own time.
                self._due_s[tier] += apart_s * (1 + late_s // apart_s) - self._early_s.pop(tier, 0.0)
        return tiers

    def _read(self, now_s: float, tiers: Sequence[Tier]) -> None:
        lost, frames = True, self.frames
        for gpu in self._gpus:
            frame = gpu.read(tiers)
            self.dropped += len(frames) == frames.maxlen
            frames.append(frame)
            lost = lost and Lack.LOST in frame.lacks.values()
        if len(tiers) == 1:
            # One slow reading may be a moment in which this process did not run.
            self._slow = self._slow + 1 if self._pace.now_s() - now_s > self._slow_s else 0
        due_s = self._due_s[Tier.FAST]
        self.next_s = max(due_s, now_s + _LOST_S) if lost else due_s

    @property
    def uuids(self) -> tuple[str, ...]:
        """The GPU and its parts."""
        return tuple(gpu.facts.uuid for gpu in self._gpus)

    @property
    def slow(self) -> bool:
        """Whether it holds up those that share its thread."""
        return self._slow >= _SLOW_TIMES


class _Lane:
    """A thread and the GPUs that it reads in turn. Waking costs more than reading: fast GPUs share a thread.

    Args:
        part: called to dedicate this thread to a slow GPU and move the others to another thread.
    """

    def __init__(self, families: Sequence[_Family], pace: Pace, part: Callable[["_Lane", _Family], None]) -> None:
        self.families = tuple(families)
        self._pace = pace
        self._part = part
        # A lock is given to the waiting thread by one call, an event by several in Python.
        self._end = threading.Lock()
        self._end.acquire()
        self._reading: tuple[_Family, float] | None = None
        self.busy_s = 0.0
        self._thread = threading.Thread(target=self._run, name="gpu-readings", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        while True:
            for family in self.families:
                now_s = self._pace.now_s()
                # Another thread may have taken it over meanwhile.
                if family.next_s > now_s or family not in self.families:
                    continue
                self._reading = (family, now_s)
                family.read(now_s)
                self._reading = None
                if family.slow and len(self.families) > 1:
                    self._part(self, family)
            self.busy_s = time.thread_time()
            if self._pace.wait(self._end, min(family.next_s for family in self.families) - self._pace.now_s()):
                return

    def stuck(self, now_s: float) -> _Family | None:
        """The GPU that holds up the others of this thread."""
        reading = self._reading
        return reading[0] if reading is not None and len(self.families) > 1 and now_s - reading[1] > _STUCK_S else None

    def silent(self, now_s: float) -> tuple[_Family, float] | None:
        """The GPU whose call has not returned for `ANSWER_S`, and since when."""
        reading = self._reading
        return reading if reading is not None and now_s - reading[1] > ANSWER_S else None

    def stop(self) -> None:
        self._end.release()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)


class Sampler:
    """Reads the GPUs of a machine until closed. Consumers retrieve frames at any time.

    Args:
        pace: the clock to use; by default that of this machine.
    """

    def __init__(self, gpus: Sequence[NvmlGpu], rates: Rates | None = None, pace: Pace | None = None) -> None:
        self._pace = pace if pace is not None else SystemPace()
        self.rates = rates if rates is not None else Rates()
        together: dict[str, list[NvmlGpu]] = {}
        for gpu in gpus:
            together.setdefault(gpu.facts.parent or gpu.facts.uuid, []).append(gpu)
        self._begun_s = self._pace.now_s()
        count = len(together)
        self._families = [
            _Family(group, self.rates, self._pace, self._begun_s, place, count) for place, group in enumerate(together.values())
        ]
        self._gpus = tuple(gpus)
        self._lanes: list[_Lane] = []
        self._change = threading.Lock()
        self._closed = False
        _LOG.info("sampling", gpus=len(gpus), families=count)
        if self._families:
            self._begin(self._families)

    def _begin(self, families: Sequence[_Family]) -> None:
        lane = _Lane(families, self._pace, self._part)
        self._lanes.append(lane)
        lane.start()

    def _part(self, lane: _Lane, family: _Family) -> None:
        """Dedicate the current thread to a slow GPU, and move the others to another thread."""
        with self._change:
            others = [member for member in lane.families if member is not family]
            if self._closed or not others or family not in lane.families:
                return
            lane.families = (family,)
            self._begin(others)

    def take(self) -> list[Frame]:
        """Return the frames since the last call, in order per GPU."""
        now_s = self._pace.now_s()
        for lane in tuple(self._lanes):
            stuck = lane.stuck(now_s)
            if stuck is not None:
                self._part(lane, stuck)
        all_frames: list[Frame] = []
        for family in self._families:
            frames = family.frames
            while frames:
                all_frames.append(frames.popleft())
        return all_frames

    def silent(self) -> Mapping[str, float]:
        """The GPUs whose call has not returned for `ANSWER_S`, parts with them, and for how many seconds."""
        now_s = self._pace.now_s()
        silent_s: dict[str, float] = {}
        for lane in tuple(self._lanes):
            reading = lane.silent(now_s)
            if reading is not None:
                silent_s |= dict.fromkeys(reading[0].uuids, now_s - reading[1])
        return silent_s

    @property
    def dropped(self) -> int:
        """Return the number of frames not retrieved in time."""
        return sum(family.dropped for family in self._families)

    @property
    def share(self) -> float:
        """Share of one core that all threads together have taken since the start."""
        return sum(lane.busy_s for lane in tuple(self._lanes)) / max(self._pace.now_s() - self._begun_s, 1e-9)

    @property
    def cost_s(self) -> Mapping[str, float]:
        """What each call takes over all GPUs, by its name."""
        costs_s: dict[str, float] = {}
        for gpu in self._gpus:
            for name, cost in list(gpu.cost_s.items()):
                costs_s[name] = costs_s.get(name, 0.0) + cost
        return costs_s

    def close(self) -> None:
        """End all threads; each finishes the call that it is in. One whose call does not return is not waited for."""
        _LOG.info("sampling ended", dropped=self.dropped, share=self.share)
        with self._change:
            self._closed = True
        for lane in self._lanes:
            lane.stop()
        for lane in self._lanes:
            if lane.silent(self._pace.now_s()) is None:
                lane.join(ANSWER_S)
