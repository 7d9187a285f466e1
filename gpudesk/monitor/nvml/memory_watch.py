"""Free GPU memory of this machine, and the processes that use the rest: a lightweight query to find what fits."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pynvml

from gpudesk.monitor.host.host_load import MEMORY_TABLE, memory_told
from gpudesk.monitor.host.sleeping import DEVICES, listed, saves_battery, sleeping
from gpudesk.monitor.nvml.nvml import parts_of
from gpudesk.monitor.nvml.nvml_facts import facts_of
from gpudesk.monitor.nvml.nvml_library import close_library, lack_of, open_library, refusal, text_of
from gpudesk.monitor.nvml.nvml_processes import processes_of
from gpudesk.monitor.readings.answers import ANSWER_S, Call, wait_for_all
from gpudesk.monitor.readings.pace import Pace, SystemPace
from gpudesk.monitor.readings.reading import GpuFacts, Lack, Process
from gpudesk.monitor.readings.source import Running


@dataclass(frozen=True, slots=True)
class GpuMemory:
    """One GPU, or one MIG instance.

    Attributes:
        total_bytes, free_bytes: None if unknown.
        lack: why they are unknown; `Lack.UNIFIED` if they are system memory.
    """

    facts: GpuFacts
    total_bytes: int | None
    free_bytes: int | None
    running: Running
    lack: Lack | None = None


@dataclass(frozen=True, slots=True)
class MachineMemory:
    """The GPUs of this machine at one time.

    Attributes:
        driver, cuda: "" while all GPUs sleep, because the driver is not queried.
        gpus: in driver order; a GPU in MIG mode is replaced by its instances.
        unreachable: GPUs that sleep, cannot be opened or do not respond, by number.
        silent_s: seconds without response of GPUs whose call has not returned, by number.
        ram_total_bytes, ram_free_bytes: of the system; None if unknown.
        may_rest: a GPU could sleep to save a battery, which repeated readings would prevent.
    """

    driver: str = ""
    cuda: str = ""
    gpus: tuple[GpuMemory, ...] = ()
    unreachable: Mapping[int, Lack] = field(default_factory=dict)
    ram_total_bytes: int | None = None
    ram_free_bytes: int | None = None
    may_rest: bool = False
    silent_s: Mapping[int, float] = field(default_factory=dict)


def system_memory(table: Path = MEMORY_TABLE) -> tuple[int | None, int | None]:
    """Return total system memory and memory available to programs, in bytes; None if not reported in this format."""
    system_bytes = memory_told(table)
    return system_bytes.get("MemTotal"), system_bytes.get("MemAvailable")


class MemoryWatch:
    """Reads memory on request, from one thread at a time, and keeps the driver open between readings.

    Sleeping GPUs are not woken: while all sleep, the driver is not opened.
    """

    def __init__(self, devices: Path = DEVICES, pace: Pace | None = None) -> None:
        """Args:
        devices: where the system lists PCI devices.
        pace: the clock by which answers are late; that of this machine if none is given.
        """
        self._pace = pace if pace is not None else SystemPace()
        self._calls: dict[int, Call[list[GpuMemory]]] = {}
        self._devices = devices
        self._open = False
        self._handles: dict[int, list[tuple[Any, GpuFacts]]] = {}

    def look(self) -> MachineMemory:
        """Return the memory currently free.

        Raises:
            DriverSilent: the driver has not responded yet.
            NoNvml: there is no driver, or it does not respond.
        """
        total, free = system_memory()
        asleep = sleeping(self._devices)
        if not self._open and asleep and len(asleep) == len(listed(self._devices)):
            return MachineMemory(unreachable=dict.fromkeys(asleep, Lack.ASLEEP), ram_total_bytes=total, ram_free_bytes=free)
        try:
            return self._look(asleep, total, free)
        except pynvml.NVMLError as error:
            # The driver was unloaded or replaced while it was watched.
            self.close()
            raise refusal(error) from error

    def _look(self, asleep: Mapping[int, str], total: int | None, free: int | None) -> MachineMemory:
        if not self._open:
            open_library(self._pace)
            self._open = True
        cuda = pynvml.nvmlSystemGetCudaDriverVersion_v2()
        unreachable: dict[int, Lack] = dict.fromkeys(asleep, Lack.ASLEEP)
        gpus: list[GpuMemory] = []
        there = [index for index in range(pynvml.nvmlDeviceGetCount()) if index not in asleep]
        for index in asleep:
            self._handles.pop(index, None)
        # A call that has not returned is not made again, and a later look does not wait for it again.
        fresh = {index: Call(partial(self._look_at, index, (total, free)), self._pace) for index in there if index not in self._calls}
        self._calls |= fresh
        wait_for_all(fresh.values(), ANSWER_S, self._pace)
        silent_s: dict[int, float] = {}
        for index in there:
            if not self._calls[index].has_returned:
                unreachable[index], silent_s[index] = Lack.SILENT, self._calls[index].waits_s
                continue
            try:
                gpus += self._calls.pop(index).answer()
            except pynvml.NVMLError as error:
                self._handles.pop(index, None)
                unreachable[index] = lack_of(error)
        driver = text_of(pynvml.nvmlSystemGetDriverVersion)
        return MachineMemory(
            driver, f"{cuda // 1000}.{cuda % 1000 // 10}", tuple(gpus), unreachable, total, free, saves_battery(self._devices), silent_s
        )

    def _look_at(self, index: int, system: tuple[int | None, int | None]) -> list[GpuMemory]:
        return [_look(handle, facts, system) for handle, facts in self._opened(index)]

    def _opened(self, index: int) -> list[tuple[Any, GpuFacts]]:
        """Return the GPU with a number, or its MIG instances; its identity does not change, its instances may."""
        known = self._handles.get(index)
        if known is not None and not any(facts.parent or facts.mig for _, facts in known):
            return known
        handle = pynvml.nvmlDeviceGetHandleByIndex(index)
        facts = facts_of(handle, index)
        opened = [(part, facts_of(part, at, parent=facts)) for at, part in enumerate(parts_of(handle))] if facts.mig else [(handle, facts)]
        self._handles[index] = opened
        return opened

    def close(self) -> None:
        """Release the driver; the next reading reopens it. Skipped while a call has not returned, because closing could block."""
        self._handles.clear()
        waits = any(not call.has_returned for call in self._calls.values())
        if self._open and not waits:
            self._open = False
            with suppress(pynvml.NVMLError):
                close_library()


def _look(handle: Any, facts: GpuFacts, system: tuple[int | None, int | None]) -> GpuMemory:
    processes, why = processes_of(handle, facts.uuid)
    running = Running(tuple(processes), why)
    try:
        memory = _memory(handle)
    except pynvml.NVMLError as error:
        lack = lack_of(error)
        if lack is Lack.LOST:
            raise
        if lack is Lack.UNSUPPORTED and not facts.parent:
            return GpuMemory(facts, *system, running, Lack.UNIFIED)
        return GpuMemory(facts, None, None, running, lack)
    total, free, used = int(memory.total), int(memory.free), int(memory.used)
    running = replace(running, processes=tuple(_possible(process, total) for process in processes))
    if max(free, used) > total:
        return GpuMemory(facts, total, None, running, Lack.IMPOSSIBLE)
    return GpuMemory(facts, total, free, running)


def _possible(process: Process, total: int) -> Process:
    """Return a process without its reported memory if that exceeds the total."""
    return replace(process, used_bytes=None) if process.used_bytes is not None and process.used_bytes > total else process


def _memory(handle: Any) -> Any:
    """Reserved memory counts neither as used nor as free; drivers before R510 do not report it separately."""
    try:
        return pynvml.nvmlDeviceGetMemoryInfo(handle, version=pynvml.nvmlMemory_v2)
    except pynvml.NVMLError as error:
        if lack_of(error) is not Lack.OLD_DRIVER:
            raise
        return pynvml.nvmlDeviceGetMemoryInfo(handle)
