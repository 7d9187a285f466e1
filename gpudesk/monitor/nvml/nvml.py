"""The GPUs of this machine, read through NVML. Nothing here changes their state."""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pynvml

from gpudesk.monitor.host.host_processes import HostProcesses
from gpudesk.monitor.host.sleeping import sleeping
from gpudesk.monitor.nvml.activity import Activity
from gpudesk.monitor.nvml.events import EventWatch
from gpudesk.monitor.nvml.nvml_calls import CALLS, FIELDS, NEVER_IN_PARTS, Field
from gpudesk.monitor.nvml.nvml_facts import facts_of
from gpudesk.monitor.nvml.nvml_library import close_library, lack_of, open_library, text_of
from gpudesk.monitor.nvml.nvml_processes import processes_of
from gpudesk.monitor.nvml.nvml_quick import Bound, FieldsOf
from gpudesk.monitor.readings import clock
from gpudesk.monitor.readings.answers import ANSWER_S, Call, wait_for_all
from gpudesk.monitor.readings.counter_rates import CounterRates
from gpudesk.monitor.readings.metrics import Tier, metrics
from gpudesk.monitor.readings.pace import Pace, SystemPace
from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack, Process, without_impossible

_MEMORY = frozenset({"memory_total_bytes", "memory_reserved_bytes", "memory_used_bytes", "memory_free_bytes"})
"""A GPU without any of these has no dedicated memory."""
_FORGET = 0.1
"""Weight of a new measurement in the estimated cost of a call."""


class NvmlGpu:
    """One GPU, or one MIG instance. Queried from one thread.

    Attributes:
        facts: its identity data.
        lacks: why a metric is never available here, determined once at the start.
        cost_s: cost of each call, by name.

    Args:
        whole: for an instance, the handle of its GPU.
    """

    def __init__(self, handle: Any, facts: GpuFacts, whole: Any = None) -> None:
        self.facts = facts
        self.cost_s: dict[str, float] = {}
        self.lacks: dict[str, Lack] = {}
        self.handle = handle
        self._calls: dict[Tier, list[tuple[str, tuple[str, ...], Bound]]] = defaultdict(list)
        self._fields: dict[Tier, FieldsOf] = {}
        self._rates = CounterRates(())
        self._activity: Activity | None = None
        self._host = HostProcesses()
        self._probe(whole)

    def _probe(self, whole: Any) -> None:
        """Query everything once: available metrics are queried from now on, for the rest the reason is stored."""
        values: dict[str, float] = {}
        self._fields_of(FIELDS).read(values, self.lacks)
        given_keys = set(values)
        for tier in Tier:
            fields = [field for field in FIELDS if field.tier is tier and field.key in given_keys]
            if fields:
                self._fields[tier] = self._fields_of(fields)
        for call in CALLS:
            keys_to_ask = [key for key in call.keys if key not in given_keys]
            if not keys_to_ask:
                continue
            try:
                ask = call.bind(self.handle)
                ask()
            except pynvml.NVMLError as error:
                why = lack_of(error)
                for key in keys_to_ask:
                    self.lacks.setdefault(key, why)
                    if why is not Lack.OLD_DRIVER:
                        self.lacks[key] = why
            else:
                given_keys.update(keys_to_ask)
                self._calls[call.tier].append((call.name, call.keys, ask))
        self._rates = CounterRates(given_keys)
        for key in given_keys:
            self.lacks.pop(key, None)
        if self.facts.mig or self.facts.parent:
            for key in NEVER_IN_PARTS & self.lacks.keys():
                self.lacks[key] = Lack.MIG
        for key in _MEMORY & self.lacks.keys():
            if self.lacks[key] is Lack.UNSUPPORTED:
                self.lacks[key] = Lack.UNIFIED
        self._activity, why_not = Activity.of(self.handle if whole is None else whole, self.facts.gpu_instance)
        for key in why_not:
            self.lacks[key] = why_not[key]

    def _fields_of(self, fields: Sequence[Field]) -> FieldsOf:
        return FieldsOf(self.handle, [(field.key, field.number, field.scope, field.factor) for field in fields])

    def read(self, tiers: Sequence[Tier] = tuple(Tier)) -> Frame:
        """Return the current values of the requested tiers. A lost GPU gives no value and the reason.

        The cost of each call is measured only if more than one tier is requested: a measurement costs as much as a call.
        """
        values: dict[str, float] = {}
        # What this board never gives is reported with the slow tier: what shows or keeps readings knows nothing else of it.
        missing: dict[str, Lack] = dict(self.lacks) if Tier.SLOW in tiers else {}
        measured = len(tiers) > 1
        mono_s, wall_s = clock.mono_s(), time.time()
        for tier in tiers:
            for name, keys, ask in self._calls[tier]:
                begun_s = time.perf_counter() if measured else 0.0
                try:
                    for key, value in zip(keys, ask(), strict=True):
                        values[key] = float(value)
                except pynvml.NVMLError as error:
                    missing.update(dict.fromkeys(keys, lack_of(error)))
                if measured:
                    self._cost(name, begun_s)
            fields = self._fields.get(tier)
            if fields is not None:
                begun_s = time.perf_counter() if measured else 0.0
                fields.read(values, missing)
                if measured:
                    self._cost("fields", begun_s)
        if self._activity is not None and Tier.FAST in tiers:
            begun_s = time.perf_counter() if measured else 0.0
            self._activity.read(values, missing)
            if measured:
                self._cost("activity", begun_s)
        without_impossible(values, missing)
        self._rates.add(mono_s, values, missing)
        if missing and Lack.LOST in missing.values():
            return Frame(self.facts.uuid, mono_s, wall_s, {}, dict.fromkeys(metrics(), Lack.LOST))
        return Frame(self.facts.uuid, mono_s, wall_s, values, missing)

    def _cost(self, name: str, begun_s: float) -> None:
        took = time.perf_counter() - begun_s
        before = self.cost_s.get(name, took)
        self.cost_s[name] = before + _FORGET * (took - before)

    def processes(self) -> tuple[list[Process], Lack | None]:
        """Return the processes that use its memory, largest first; or why they are unknown."""
        return processes_of(self.handle, self.facts.uuid, host=self._host)

    def close(self) -> None:
        """Release the driver resources of this GPU."""
        if self._activity is not None:
            self._activity.close()
            self._activity = None


class NvmlMachine:
    """This machine's GPUs and driver data.

    Attributes:
        gpus: those that respond, each followed by its MIG instances.
        unreachable: GPUs that the driver counts but cannot open, by number.
    """

    def __init__(self, pace: Pace | None = None) -> None:
        """Args:
            pace: the clock by which answers are late; that of this machine if none is given.

        Raises:
            DriverSilent: the driver has not answered yet.
            NoNvml: there is no driver, or it does not answer.
        """
        self._pace = pace if pace is not None else SystemPace()
        open_library(self._pace)
        self.driver = text_of(pynvml.nvmlSystemGetDriverVersion)
        cuda = pynvml.nvmlSystemGetCudaDriverVersion_v2()
        self.cuda = f"{cuda // 1000}.{cuda % 1000 // 10}"
        self.gpus: list[NvmlGpu] = []
        asleep = sleeping()
        self.unreachable: dict[int, Lack] = dict.fromkeys(asleep, Lack.ASLEEP)
        self._calls = {
            index: Call(partial(_opened, index), self._pace) for index in range(pynvml.nvmlDeviceGetCount()) if index not in asleep
        }
        wait_for_all(self._calls.values(), ANSWER_S, self._pace)
        self.adopt()

    def adopt(self) -> list[NvmlGpu]:
        """Add the GPUs whose calls have returned since the last call; others are unreachable until then."""
        gpus: list[NvmlGpu] = []
        for index, call in list(self._calls.items()):
            if not call.has_returned:
                self.unreachable[index] = Lack.SILENT
                continue
            del self._calls[index]
            self.unreachable.pop(index, None)
            try:
                gpus += call.answer()
            except pynvml.NVMLError as error:
                self.unreachable[index] = lack_of(error)
        self.gpus += gpus
        return gpus

    def silent_s(self) -> Mapping[int, float]:
        """For how many seconds each GPU has not answered that could not be opened, by its number."""
        return {index: call.waits_s for index, call in self._calls.items() if not call.has_returned}

    def watch_events(self) -> EventWatch:
        """Wait for driver events of whole GPUs from now on; the caller closes it before this object."""
        return EventWatch([gpu.handle for gpu in self.gpus if not gpu.facts.parent])

    def close(self) -> None:
        """Release the driver; while a call has not returned this is left to the program end, because closing could block."""
        waits = bool(self.silent_s())
        for gpu in () if waits else self.gpus:
            gpu.close()
        self.gpus.clear()
        if not waits:
            close_library()

    def __enter__(self) -> "NvmlMachine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opened(index: int) -> list[NvmlGpu]:
    """A GPU, and its parts behind it.

    Raises:
        pynvml.NVMLError: it cannot be opened.
    """
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)
    gpu = NvmlGpu(handle, facts_of(handle, index))
    if not gpu.facts.mig:
        return [gpu]
    return [gpu, *(NvmlGpu(part, facts_of(part, at, parent=gpu.facts), handle) for at, part in enumerate(parts_of(handle)))]


def parts_of(handle: Any) -> list[Any]:
    """The MIG devices of a GPU; numbers may have gaps."""
    parts = []
    for at in range(pynvml.nvmlDeviceGetMaxMigDeviceCount(handle)):
        try:
            parts.append(pynvml.nvmlDeviceGetMigDeviceHandleByIndex(handle, at))
        except pynvml.NVMLError as error:
            if error.value not in (pynvml.NVML_ERROR_NOT_FOUND, pynvml.NVML_ERROR_INVALID_ARGUMENT):
                raise
    return parts
