"""Data of the monitor: one source, its newest values, and its past readings. Panes, alarms and recorder use it."""

import math
import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.health.xid import Xid, xid_of
from gpudesk.monitor.readings.history import History
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack
from gpudesk.monitor.readings.source import Machine, Running, Source, SourceKind
from gpudesk.monitor.recording.replay import RecordingSource

SHOWN_MS = 250
"""Interval at which the interface takes new readings while the place is visible."""
HIDDEN_MS = 1000
"""So often while it is not: for the recorder, the alarms, and so that the past has no hole."""
KEYS = (
    "memory_used_bytes",
    "busy_percent",
    "memory_busy_percent",
    "sm_active_percent",
    "sm_occupancy_percent",
    "tensor_active_percent",
    "dram_active_percent",
    "temperature_c",
    "memory_temperature_c",
    "power_w",
    "sm_clock_mhz",
    "memory_clock_mhz",
    "fan_percent",
    "clock_reasons",
    "held_power_cap_share",
    "held_software_thermal_share",
    "held_hardware_thermal_share",
    "held_power_brake_share",
    "held_power_cap_s",
    "held_software_thermal_s",
    "held_hardware_thermal_s",
    "held_power_brake_s",
    "pcie_sent_bytes_per_s",
    "pcie_received_bytes_per_s",
    "nvlink_sent_bytes_per_s",
    "nvlink_received_bytes_per_s",
    "host_cpu_percent",
    "host_io_wait_percent",
    "host_memory_used_bytes",
    "host_swap_used_bytes",
)
"""The metrics whose past is kept."""
BITS = ("clock_reasons",)
_EVENTS = 1000
TURN_S = 0.012
"""So long readings are kept in one turn of the interface: less than a frame of the screen."""


@dataclass(slots=True)
class Now:
    """The newest value of each metric of one GPU, or why it is missing. A metric is in at most one of both."""

    values: dict[str, float] = field(default_factory=dict)
    lacks: dict[str, Lack] = field(default_factory=dict)
    wall_s: float = 0.0


_NOTHING = Now()


class MonitorModel(QObject):
    """Holds the source and is the only reader of it.

    Signals:
        changed(): values may have changed; at most four times a second, and only while `set_shown(True)`.
        machines_changed(): the known hosts or GPUs changed, or another source is monitored.
        selection_changed(): other GPUs are selected.
        taken(object, object): the data just taken, a list of frames and one of events, visible or not: for recorder and alarms.
        listed_changed(): the listed hosts changed.
        state_changed(): a source is being opened, was opened, or failed to open.
    """

    changed = Signal()
    machines_changed = Signal()
    selection_changed = Signal()
    taken = Signal(object, object)
    state_changed = Signal()
    listed_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(KEYS, BITS)
        self.source: Source | None = None
        self.opening = ""
        """The source being opened; empty if none is."""
        self.trouble: DeskError | None = None
        """Why nothing is watched."""
        self.machines: tuple[Machine, ...] = ()
        self.events: deque[Event] = deque(maxlen=_EVENTS)
        self.running: Mapping[str, Running] = {}
        self._reported: dict[str, dict[int, Xid]] = {}
        self._now: dict[str, Now] = {}
        self._facts: dict[str, GpuFacts] = {}
        self._host_of: dict[str, str] = {}
        self._host = ""
        self._named: dict[str, Machine] = {}
        self._selected: tuple[str, ...] = ()
        self._kept = frozenset(KEYS)
        self._offset_s: float | None = None
        self._shown = False
        self._timer = QTimer(self, interval=HIDDEN_MS)
        self._timer.timeout.connect(self.take)
        self._waiting: deque[Frame] = deque()
        self._new_frames: list[Frame] = []
        self._new_events: list[Event] = []
        self._rest = QTimer(self, interval=0, singleShot=True)
        self._rest.timeout.connect(self._go_on)

    # what is watched

    @property
    def kind(self) -> SourceKind | None:
        """Of what kind the source is, None without one."""
        return None if self.source is None else self.source.kind

    def begin_opening(self, what: str) -> None:
        """Report that a source is being opened."""
        self.opening, self.trouble = what, None
        self.state_changed.emit()

    def wait_on(self, error: DeskError) -> None:
        """Report that the source being opened does not respond yet."""
        self.trouble = error
        self.state_changed.emit()

    def refuse(self, error: DeskError) -> None:
        """Report that it could not be opened; the previous source is still monitored."""
        self.opening, self.trouble = "", error
        self.state_changed.emit()

    def watch(self, source: Source | None) -> None:
        """Monitor another source, or none, and discard past readings. The creator of the previous source closes it."""
        self.source = source
        self.opening, self.trouble = "", None
        self.history = source.past(KEYS, BITS) if isinstance(source, RecordingSource) else History(KEYS, BITS)
        self.forget()
        if source is None:
            self._timer.stop()
        else:
            self._timer.start()
            self.take()
        self.machines_changed.emit()
        self.state_changed.emit()
        self.changed.emit()

    def take_over(self, other: "MonitorModel") -> None:
        """Take over the source and all data of another model, which then monitors nothing."""
        source, other.source = other.source, None
        other.close()
        self.history, self.events, self.running = other.history, other.events, other.running
        self._reported = other._reported
        self._waiting, self._new_frames, self._new_events = other._waiting, other._new_frames, other._new_events
        self._now, self._offset_s = other._now, other._offset_s
        self.opening, self.trouble, self.source = "", other.trouble, source
        self._learn(() if source is None else source.machines())
        self.select(other.selected)
        if source is not None:
            self._timer.start()
            self._rest.start()
        self.state_changed.emit()

    def forget(self) -> None:
        """Forget all readings, as after a leap in a recording."""
        self._waiting.clear()
        self._new_frames, self._new_events = [], []
        self._rest.stop()
        self.history.clear()
        self._now.clear()
        self.events.clear()
        self._reported.clear()
        self.running = {}
        self._offset_s = None
        self._learn(() if self.source is None else self.source.machines())

    def set_shown(self, shown: bool) -> None:
        """Set whether the monitor is visible."""
        self._shown = shown
        self._timer.setInterval(SHOWN_MS if shown else HIDDEN_MS)
        if shown and self.source is not None:
            self.take()

    def close(self) -> None:
        """Stop monitoring; the creator of the source closes it."""
        self._timer.stop()
        self._rest.stop()
        self.source = None

    # readings

    def take(self) -> None:
        """Take the readings of the source so far."""
        source = self.source
        if source is None:
            return
        try:
            frames, events, running = source.take(), source.take_events(), source.running()
        except DeskError as error:
            # A recording that turns out to be damaged: what was shown stays, and nothing more comes.
            self._timer.stop()
            self.trouble = error
            self.state_changed.emit()
            return
        self.running = running
        self._learn(source.machines())
        self._report(events)
        self._new_events += events
        self._waiting.extend(frames)
        self._go_on()

    def _go_on(self) -> None:
        """Process some of the queued readings; the rest of a fleet follows after the interface had its turn."""
        end_s = time.perf_counter() + TURN_S
        while self._waiting:
            frame = self._waiting.popleft()
            self._keep(frame)
            self._new_frames.append(frame)
            if time.perf_counter() > end_s:
                break
        if self._waiting:
            self._rest.start()
            return
        frames, events, self._new_frames, self._new_events = self._new_frames, self._new_events, [], []
        if frames or events:
            self.taken.emit(frames, events)
        if self._shown:
            self.changed.emit()

    def _report(self, events: Sequence[Event]) -> None:
        self.events.extend(events)
        for event in events:
            if event.xid is not None:
                self._reported.setdefault(event.uuid, {})[event.xid] = xid_of(event.xid)

    def reported(self, uuid: str) -> Collection[Xid]:
        """The errors that the driver reported of a GPU, each once."""
        return self._reported.get(uuid, {}).values()

    def _keep(self, frame: Frame) -> None:
        now = self._now.get(frame.uuid)
        if now is None:
            now = self._now[frame.uuid] = Now()
        values, lack_by_key = now.values, now.lacks
        for key, lack in frame.lacks.items():
            if lack is not Lack.WAITING or key not in values:
                lack_by_key[key] = lack
                values.pop(key, None)
        values.update(frame.values)
        now.wall_s = frame.wall_s
        at_s = self.time_of(frame)
        for key in frame.values:
            lack_by_key.pop(key, None)
            if key in self._kept:
                self.history.add(frame.uuid, key, at_s, frame.values[key])
        for key, lack in frame.lacks.items():
            if key in self._kept and lack is not Lack.WAITING:
                self.history.add(frame.uuid, key, at_s, math.nan)

    def time_of(self, frame: Frame) -> float:
        """When it was read, seconds since 1970. Of this machine by the clock that never jumps; other hosts have their own."""
        if self.kind is not SourceKind.NVML:
            return frame.wall_s
        if self._offset_s is None:
            self._offset_s = frame.wall_s - frame.mono_s
        return frame.mono_s + self._offset_s

    def _learn(self, machines: Sequence[Machine]) -> None:
        new_machines = tuple(machines)
        known = [(machine.name, machine.trouble, machine.gpus, machine.unreachable) for machine in self.machines]
        self.machines = new_machines
        self._named = {machine.name: machine for machine in new_machines}
        if self._host not in self._named:
            self._host = ""
        if known == [(machine.name, machine.trouble, machine.gpus, machine.unreachable) for machine in new_machines]:
            return
        self._facts = {gpu.uuid: gpu for machine in new_machines for gpu in machine.gpus}
        self._host_of = {gpu.uuid: machine.name for machine in new_machines for gpu in machine.gpus}
        self.machines_changed.emit()
        self.select([uuid for uuid in self._selected if uuid in self._facts] or list(self._facts)[:1])

    @property
    def facts(self) -> Mapping[str, GpuFacts]:
        """What each GPU is, by its UUID, host by host."""
        return self._facts

    def machine_named(self, host: str) -> Machine | None:
        """A host by name, or None if unknown."""
        return self._named.get(host)

    def host_of(self, uuid: str) -> str:
        """The host of a GPU."""
        return self._host_of.get(uuid, "")

    @property
    def host(self) -> str:
        """The host that is listed alone, "" for all."""
        return self._host

    @property
    def listed(self) -> tuple[Machine, ...]:
        """The machines that are listed: all, or the host that was chosen."""
        return (self._named[self._host],) if self._host else self.machines

    def list_host(self, host: str) -> None:
        """List one host, "" for all."""
        if host != self._host and (not host or host in self._named):
            self._host = host
            self.listed_changed.emit()

    def machine_of(self, uuid: str) -> Machine | None:
        """The machine of a GPU, as currently known."""
        return self._named.get(self.host_of(uuid))

    def is_silent(self, uuid: str) -> bool:
        """Whether the host of a GPU is not responding: its known data is old."""
        machine = self.machine_of(uuid)
        return machine is not None and bool(machine.trouble)

    def now(self, uuid: str) -> Now:
        """The newest values of a GPU."""
        return self._now.get(uuid, _NOTHING)

    def value(self, uuid: str, key: str) -> float | None:
        """The newest value of a metric, or None."""
        return self.now(uuid).values.get(key)

    def lack(self, uuid: str, key: str) -> Lack | None:
        """Why a metric has no value; None if it has one or nothing was reported yet."""
        return self.now(uuid).lacks.get(key)

    # what is looked at

    @property
    def selected(self) -> tuple[str, ...]:
        """The GPUs that are looked at closer, the current one last."""
        return self._selected

    def select(self, uuids: Sequence[str]) -> None:
        """Look at some GPUs closer; the last is the current one."""
        if tuple(uuids) != self._selected:
            self._selected = tuple(uuids)
            self.selection_changed.emit()
