"""State of the terminal monitor: the newest values of each GPU, its last minute, and its events."""

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpudesk.cli.terminal.terminal import clean

if TYPE_CHECKING:
    from gpudesk.monitor.health.health import Judgement
    from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack
    from gpudesk.monitor.readings.source import Machine, Running, Source

PAST = 120
"""Number of readings kept for the strips."""
_MOST_EVENTS = 200
_KEPT_XIDS = 1_000
_SILENT_S = 5.0
"""A GPU without a reading for this time, or for three readings, is reported as silent."""
_GRAVE = frozenset({"error", "warning"})


@dataclass(slots=True)
class GpuState:
    """One GPU: its latest values and its history.

    Attributes:
        heard_s: time of its last reading, by a monotonic clock; None before the first.
        busy, memory: a value in percent for each reading, None if missing.
    """

    facts: "GpuFacts"
    values: "dict[str, float]" = field(default_factory=dict)
    lacks: "dict[str, Lack]" = field(default_factory=dict)
    heard_s: float | None = None
    busy: deque[float | None] = field(default_factory=lambda: deque(maxlen=PAST))
    memory: deque[float | None] = field(default_factory=lambda: deque(maxlen=PAST))
    judged: "Sequence[Judgement]" = ()

    def take(self, frame: "Frame", now_s: float) -> None:
        """Store the content of a reading: each value, or the reason why it is missing."""
        self.heard_s = now_s
        for key in frame.lacks:
            self.values.pop(key, None)
        self.lacks = {**{key: why for key, why in self.lacks.items() if key not in frame.values}, **frame.lacks}
        self.values.update(frame.values)

    @property
    def busy_percent(self) -> float | None:
        """Share of busy SMs, or of the time with any kernel running if the former is not reported."""
        return self.values.get("sm_active_percent", self.values.get("busy_percent"))

    @property
    def memory_percent(self) -> float | None:
        """Share of its memory that is held."""
        used, total = self.values.get("memory_used_bytes"), self.values.get("memory_total_bytes")
        return 100 * used / total if used is not None and total else None


@dataclass(frozen=True, slots=True)
class Told:
    """A GPU event: a driver error, or a health finding.

    Attributes:
        wall_s: seconds since 1970.
        severity: as in the tables.
    """

    wall_s: float
    severity: str
    text: str


class LiveState:
    """Receives the readings of a source, once per interval.

    Args:
        every: seconds between readings.
    """

    def __init__(self, source: "Source", every: float) -> None:
        self.source = source
        self.every = every
        self.machines: Sequence[Machine] = ()
        self.gpus: dict[str, GpuState] = {}
        self.running: Mapping[str, Running] = {}
        self.told: deque[Told] = deque(maxlen=_MOST_EVENTS)
        self.dropped = 0
        self._xids: deque[Event] = deque(maxlen=_KEPT_XIDS)
        self._grave: dict[tuple[str, str], float] = {}
        self._looks = 0

    def look(self) -> None:
        """Process new readings, and evaluate each GPU again."""
        from gpudesk.monitor.health.health import judge

        now_s = time.monotonic()
        self.machines = self.source.machines()
        self.running = self.source.running()
        for machine in self.machines:
            for facts in machine.gpus:
                known = self.gpus.setdefault(facts.uuid, GpuState(facts))
                known.facts = facts
        for frame in self.source.take():
            if frame.uuid in self.gpus:
                self.gpus[frame.uuid].take(frame, now_s)
        for event in self.source.take_events():
            if event.xid is not None:
                self._xids.append(event)
                self._tell_xid(event)
        for machine in self.machines:
            for facts in machine.gpus:
                known = self.gpus[facts.uuid]
                heard = not machine.trouble and self.silent_s(known) is None and known.heard_s is not None
                known.busy.append(known.busy_percent if heard else None)
                known.memory.append(known.memory_percent if heard else None)
                known.judged = judge(facts, known.values, known.lacks, self._xids)
                self._tell_health(known, now_s)
        self._looks += 1

    @property
    def heard(self) -> bool:
        """Whether each GPU that is known has given a reading."""
        return bool(self.machines) and all(gpu.heard_s is not None for gpu in self.gpus.values())

    def silent_s(self, gpu: GpuState) -> float | None:
        """Time since the last reading of a local GPU, None if it is responding; network hosts report this themselves."""
        if gpu.heard_s is None or self.source.kind != "nvml":
            return None
        since_s = time.monotonic() - gpu.heard_s
        return since_s if since_s > max(_SILENT_S, 3 * self.every) else None

    def silent_since_s(self, facts: "GpuFacts") -> float | None:
        """Since when the call to a GPU has not returned, seconds since 1970; None while it answers."""
        machine = next((machine for machine in self.machines if any(gpu.uuid == facts.uuid for gpu in machine.gpus)), None)
        return None if machine is None or facts.parent else machine.silent_since_s.get(facts.index)

    def called(self, facts: "GpuFacts") -> str:
        """The name of a GPU in a separate line: with its host if there are several."""
        if len(self.machines) < 2:
            return f"GPU {facts.index}"
        host = next((machine.name for machine in self.machines if any(gpu.uuid == facts.uuid for gpu in machine.gpus)), "")
        return clean(f"{host} GPU {facts.index}")

    def _tell_xid(self, event: "Event") -> None:
        from gpudesk.monitor.health.xid import xid_of

        meant = xid_of(event.xid or 0)
        gpu = self.gpus.get(event.uuid)
        who = "a GPU" if gpu is None else self.called(gpu.facts)
        self.told.append(Told(event.wall_s, meant.severity, f"{who}: XID {event.xid}: {meant.title}. {meant.do}"))

    def _tell_health(self, gpu: GpuState, now_s: float) -> None:
        """Record new findings; those of the first reading are only shown next to the GPU."""
        if gpu.heard_s is None:
            return
        for judgement in gpu.judged:
            if judgement.severity not in _GRAVE or judgement.xid is not None:
                continue
            key = (gpu.facts.uuid, judgement.key)
            before_s = self._grave.get(key)
            self._grave[key] = now_s
            # What comes and goes with the load is said once a minute at most.
            if self._looks > 1 and (before_s is None or now_s - before_s > 60.0):
                evidence = "" if judgement.evidence is None else f" ({judgement.evidence.plain()})"
                text = f"{self.called(gpu.facts)}: {judgement.named.title}{evidence}. {judgement.named.do}"
                self.told.append(Told(time.time(), judgement.severity, text))
