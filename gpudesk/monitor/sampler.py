"""Reads GPUs again and again: a thread for each, so that one that is slow or lost holds up no other."""

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpudesk.monitor.metrics import Tier
from gpudesk.monitor.nvml import NvmlGpu
from gpudesk.monitor.reading import Frame, Lack

_KEPT_S = 120.0
"""So much is kept for whoever does not ask for a while; what is older is dropped and counted."""
_LOST_S = 1.0
"""How often a GPU that is lost is asked again."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Seconds between two readings of each tier."""

    fast_s: float = 0.1
    second_s: float = 1.0
    slow_s: float = 30.0

    def due(self, tier: Tier) -> float:
        """Seconds between two readings of a tier."""
        return {Tier.FAST: self.fast_s, Tier.SECOND: self.second_s, Tier.SLOW: self.slow_s}[tier]


class _Lane:
    """The thread of one GPU and its parts, and the frames that nobody has taken yet."""

    def __init__(self, gpus: Sequence[NvmlGpu], rates: Rates) -> None:
        self._gpus = gpus
        self._rates = rates
        self._stop = threading.Event()
        self.frames: deque[Frame] = deque(maxlen=max(1, round(_KEPT_S / rates.fast_s)) * len(gpus))
        self.dropped = 0
        self.late_s = 0.0
        self.busy_s = 0.0
        self._thread = threading.Thread(target=self._run, name=f"gpu-{gpus[0].facts.index}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        begun_s = time.monotonic()
        due = dict.fromkeys(Tier, begun_s)
        while True:
            now_s = time.monotonic()
            tiers = [tier for tier in Tier if due[tier] <= now_s]
            for tier in tiers:
                # Readings that were missed are not made up for: the next one is due at its own time.
                apart_s = self._rates.due(tier)
                due[tier] += apart_s * (1 + (now_s - due[tier]) // apart_s)
            lost = self._read(tiers) if tiers else False
            self.busy_s = time.thread_time()
            wait_s = min(due.values()) - time.monotonic()
            self.late_s = max(0.0, -wait_s)
            if self._stop.wait(max(_LOST_S if lost else 0.0, wait_s)):
                return

    def _read(self, tiers: Sequence[Tier]) -> bool:
        lost = True
        for gpu in self._gpus:
            frame = gpu.read(tiers)
            self.dropped += len(self.frames) == self.frames.maxlen
            self.frames.append(frame)
            lost = lost and Lack.LOST in frame.lacks.values()
        return lost

    def stop(self) -> None:
        self._stop.set()

    def join(self) -> None:
        self._thread.join()


class Sampler:
    """Reads the GPUs of a machine until it is closed. Whoever shows or keeps frames takes them when it suits him."""

    def __init__(self, gpus: Sequence[NvmlGpu], rates: Rates | None = None) -> None:
        self.rates = rates if rates is not None else Rates()
        together: dict[str, list[NvmlGpu]] = {}
        for gpu in gpus:
            together.setdefault(gpu.facts.parent or gpu.facts.uuid, []).append(gpu)
        self._lanes = [_Lane(each, self.rates) for each in together.values()]
        self._gpus = tuple(gpus)
        self._begun_s = time.monotonic()
        for lane in self._lanes:
            lane.start()

    def take(self) -> list[Frame]:
        """The frames since this was asked last, those of each GPU in their order."""
        found: list[Frame] = []
        for lane in self._lanes:
            while lane.frames:
                found.append(lane.frames.popleft())
        return found

    @property
    def dropped(self) -> int:
        """Frames that nobody took in time."""
        return sum(lane.dropped for lane in self._lanes)

    @property
    def share(self) -> float:
        """Share of one core that all threads together have taken since the start."""
        return sum(lane.busy_s for lane in self._lanes) / max(time.monotonic() - self._begun_s, 1e-9)

    @property
    def cost_s(self) -> Mapping[str, float]:
        """What each call takes over all GPUs, by its name."""
        found: dict[str, float] = {}
        for gpu in self._gpus:
            for name, cost in list(gpu.cost_s.items()):
                found[name] = found.get(name, 0.0) + cost
        return found

    def close(self) -> None:
        """End all threads; each finishes the call that it is in."""
        for lane in self._lanes:
            lane.stop()
        for lane in self._lanes:
            lane.join()
