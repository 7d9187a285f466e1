"""The GPUs of this machine, read through NVML. Nothing here changes their state."""

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pynvml

from gpudesk.monitor.activity import Activity
from gpudesk.monitor.events import EventWatch
from gpudesk.monitor.metrics import Tier, counters, metrics
from gpudesk.monitor.nvml_calls import CALLS, FIELDS, NEVER_IN_PARTS, Call, Field, field_value
from gpudesk.monitor.nvml_facts import facts_of
from gpudesk.monitor.nvml_library import close_library, lack_of, open_library, text_of
from gpudesk.monitor.nvml_processes import processes_of
from gpudesk.monitor.reading import Frame, GpuFacts, Lack, Process
from gpudesk.monitor.sleeping import sleeping

_MEMORY = frozenset({"memory_total_bytes", "memory_reserved_bytes", "memory_used_bytes", "memory_free_bytes"})
"""A GPU without any of these has no memory of its own."""
_FORGET = 0.1
"""Share of a new measurement in what a call is taken to cost."""


class NvmlGpu:
    """One GPU, or one part of a GPU in MIG mode. It is asked from one thread.

    Attributes:
        facts: what it is.
        lacks: why a metric is never given here, found out once at the start.
        cost_s: what each call takes, by its name.

    Args:
        whole: of a part, the handle of the GPU that it is part of.
    """

    def __init__(self, handle: Any, facts: GpuFacts, whole: Any = None) -> None:
        self.facts = facts
        self.cost_s: dict[str, float] = {}
        self.lacks: dict[str, Lack] = {}
        self.handle = handle
        self._calls: dict[Tier, list[Call]] = defaultdict(list)
        self._fields: dict[Tier, list[Field]] = defaultdict(list)
        self._counted: dict[str, tuple[float, float]] = {}
        self._activity: Activity | None = None
        self._probe(whole)

    def _probe(self, whole: Any) -> None:
        """Ask everything once: what answers is asked from now on, for the rest the reason is kept."""
        given: set[str] = set()
        for field, told in zip(FIELDS, self._ask_fields(FIELDS), strict=True):
            try:
                field_value(told)
            except pynvml.NVMLError as error:
                self.lacks[field.key] = lack_of(error)
            else:
                given.add(field.key)
                self._fields[field.tier].append(field)
        for call in CALLS:
            wanted = [key for key in call.keys if key not in given]
            if not wanted:
                continue
            try:
                call.read(self.handle)
            except pynvml.NVMLError as error:
                why = lack_of(error)
                for key in wanted:
                    self.lacks.setdefault(key, why)
                    if why is not Lack.OLD_DRIVER:
                        self.lacks[key] = why
            else:
                given.update(wanted)
                self._calls[call.tier].append(call)
        for key in given:
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

    def _ask_fields(self, fields: Sequence[Field]) -> Sequence[Any]:
        if not fields:
            return ()
        asked = [(field.number, field.scope) for field in fields]
        try:
            return tuple(pynvml.nvmlDeviceGetFieldValues(self.handle, asked))
        except pynvml.NVMLError as error:
            return tuple(_Refused(error.value) for _ in fields)

    def read(self, tiers: Sequence[Tier] = tuple(Tier)) -> Frame:
        """What it does now, of the tiers that are asked for. A GPU that is lost gives no value and says so."""
        values: dict[str, float] = {}
        lacks: dict[str, Lack] = {}
        mono_s, wall_s = time.monotonic(), time.time()
        for tier in tiers:
            for call in self._calls[tier]:
                self._read(call, values, lacks)
            self._read_fields(self._fields[tier], values, lacks)
        if self._activity is not None and Tier.FAST in tiers:
            begun_s = time.perf_counter()
            self._activity.read(values, lacks)
            self._cost("activity", begun_s)
        self._rates(mono_s, values, lacks)
        if Lack.LOST in lacks.values():
            return Frame(self.facts.uuid, mono_s, wall_s, {}, dict.fromkeys(metrics(), Lack.LOST))
        return Frame(self.facts.uuid, mono_s, wall_s, values, lacks)

    def _cost(self, name: str, begun_s: float) -> None:
        took = time.perf_counter() - begun_s
        before = self.cost_s.get(name, took)
        self.cost_s[name] = before + _FORGET * (took - before)

    def _read(self, call: Call, values: dict[str, float], lacks: dict[str, Lack]) -> None:
        begun_s = time.perf_counter()
        try:
            told = call.read(self.handle)
        except pynvml.NVMLError as error:
            lacks.update(dict.fromkeys(call.keys, lack_of(error)))
        else:
            for key, value in zip(call.keys, told, strict=True):
                values[key] = float(value)
        self._cost(call.name, begun_s)

    def _read_fields(self, fields: Sequence[Field], values: dict[str, float], lacks: dict[str, Lack]) -> None:
        if not fields:
            return
        begun_s = time.perf_counter()
        for field, told in zip(fields, self._ask_fields(fields), strict=True):
            try:
                values[field.key] = field.factor * field_value(told)
            except pynvml.NVMLError as error:
                lacks[field.key] = lack_of(error)
        self._cost("fields", begun_s)

    def _rates(self, mono_s: float, values: dict[str, float], lacks: dict[str, Lack]) -> None:
        """What comes of counters per second, since each was read last. A counter that went backwards began anew and gives no rate."""
        for key, rate in counters().items():
            if key not in values:
                continue
            earlier_s, earlier = self._counted.get(key, (mono_s, values[key]))
            self._counted[key] = (mono_s, values[key])
            if mono_s > earlier_s and values[key] >= earlier:
                values[rate] = (values[key] - earlier) / (mono_s - earlier_s)
            else:
                lacks[rate] = Lack.WAITING

    def processes(self) -> tuple[list[Process], Lack | None]:
        """The processes that hold its memory, those with most first; or why they are not told."""
        return processes_of(self.handle, self.facts.uuid)

    def close(self) -> None:
        """Give back what the driver holds for this GPU."""
        if self._activity is not None:
            self._activity.close()
            self._activity = None


class _Refused:
    """What stands for the answer of a field when the whole call failed."""

    def __init__(self, code: int) -> None:
        self.nvmlReturn = code


class NvmlMachine:
    """This machine's GPUs and what its driver says of itself.

    Attributes:
        gpus: those that answer, parts of a GPU in MIG mode behind it.
        unreachable: GPUs that the driver counts but does not let us open, by their number.
    """

    def __init__(self) -> None:
        """Raises:
        NoNvml: there is no driver, or it does not answer.
        """
        open_library()
        self.driver = text_of(pynvml.nvmlSystemGetDriverVersion)
        cuda = pynvml.nvmlSystemGetCudaDriverVersion_v2()
        self.cuda = f"{cuda // 1000}.{cuda % 1000 // 10}"
        self.gpus: list[NvmlGpu] = []
        asleep = sleeping()
        self.unreachable: dict[int, Lack] = dict.fromkeys(asleep, Lack.ASLEEP)
        for index in range(pynvml.nvmlDeviceGetCount()):
            if index not in asleep:
                self._open(index)

    def _open(self, index: int) -> None:
        try:
            handle = pynvml.nvmlDeviceGetHandleByIndex(index)
            gpu = NvmlGpu(handle, facts_of(handle, index))
        except pynvml.NVMLError as error:
            self.unreachable[index] = lack_of(error)
            return
        self.gpus.append(gpu)
        if gpu.facts.mig:
            self.gpus += [NvmlGpu(part, facts_of(part, at, parent=gpu.facts), handle) for at, part in enumerate(parts_of(handle))]

    def watch_events(self) -> EventWatch:
        """Wait for what the driver reports of whole GPUs from now on; whoever asks closes it, before this."""
        return EventWatch([gpu.handle for gpu in self.gpus if not gpu.facts.parent])

    def close(self) -> None:
        """Let go of the driver."""
        for gpu in self.gpus:
            gpu.close()
        self.gpus.clear()
        close_library()

    def __enter__(self) -> "NvmlMachine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def parts_of(handle: Any) -> list[Any]:
    """The MIG devices of a GPU; numbers may have gaps."""
    found = []
    for at in range(pynvml.nvmlDeviceGetMaxMigDeviceCount(handle)):
        try:
            found.append(pynvml.nvmlDeviceGetMigDeviceHandleByIndex(handle, at))
        except pynvml.NVMLError as error:
            if error.value not in (pynvml.NVML_ERROR_NOT_FOUND, pynvml.NVML_ERROR_INVALID_ARGUMENT):
                raise
    return found
