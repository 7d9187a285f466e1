"""GPUs of this machine for sizing: the GPU type of each, and its free memory."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.core.serving.serving_memory import GIB
from gpudesk.monitor.nvml.memory_watch import GpuMemory, MachineMemory
from gpudesk.monitor.readings.reading import Lack
from gpudesk.sizing.fit.model_fit import Device, unknown_board
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.gpu_of_driver import board_of_driver

_NOTABLY = 1.1
"""A smaller group of GPUs is considered if each has this multiple of the space in the larger group."""


@dataclass(frozen=True, slots=True)
class LocalDevice:
    """GPUs of one kind that are here.

    Attributes:
        gpus: those that `device` counts, the one with most free memory first.
    """

    device: Device
    gpus: tuple[GpuMemory, ...]

    @property
    def pooled_gib(self) -> float:
        """Return their combined capacity: a model is split into equal parts, so the fullest GPU limits each."""
        return self.device.free_gib * self.device.count


def board_here(gpu: GpuMemory) -> tuple[Board, bool]:
    """Return the catalog GPU and True; or one created from driver data, and False."""
    board = board_of_driver(gpu.facts.name, None if gpu.lack is Lack.UNIFIED else gpu.total_bytes)
    if board is not None:
        return board, True
    major, minor = gpu.facts.capability or (0, 0)
    return unknown_board(gpu.facts.name or "GPU", (gpu.total_bytes or 0) / GIB, major + minor / 10), False


def local_devices(machine: MachineMemory) -> list[LocalDevice]:
    """Of each kind of GPU the one with most free memory, then the freest 2, 4, 8… where others are fuller, then all of that kind.

    Parts of a GPU are never put together. Those whose memory cannot be read are left out.
    """
    kinds: dict[tuple[str, int | None], list[GpuMemory]] = {}
    for gpu in machine.gpus:
        if gpu.total_bytes is not None and gpu.free_bytes is not None:
            kinds.setdefault(_kind(gpu), []).append(gpu)
    devices = []
    for alike in kinds.values():
        alike.sort(key=lambda gpu: (-(gpu.free_bytes or 0), gpu.facts.index))
        board, known = board_here(alike[0])
        one = Device(board.title, board, known, (alike[0].free_bytes or 0) / GIB)
        devices.append(LocalDevice(one, (alike[0],)))
        if len(alike) > 1 and not alike[0].facts.parent:
            devices += [LocalDevice(replace(one, free_gib=_least(some) / GIB, count=len(some)), tuple(some)) for some in _freest(alike)]
    return devices


def bears_no_more(local: LocalDevice, devices: Sequence[LocalDevice]) -> bool:
    """Return whether fewer GPUs of the same kind support an equally large model."""
    fewer = [device for device in devices if device.device.count < local.device.count and _kind(device.gpus[0]) == _kind(local.gpus[0])]
    return any(smaller.pooled_gib >= local.pooled_gib for smaller in fewer)


def most_room(devices: Sequence[LocalDevice]) -> LocalDevice:
    """Return those that support the largest model; among equals the fewest GPUs, then the first."""
    return max(devices, key=lambda device: (device.pooled_gib, -device.device.count))


def _freest(alike: Sequence[GpuMemory]) -> list[Sequence[GpuMemory]]:
    """All of them, and before them the freest powers of two that have notably more room each than those that hold them too."""
    groups, size = [alike], 1
    while size * 2 < len(alike):
        size *= 2
    while size > 1:
        if _least(alike[:size]) > _NOTABLY * _least(groups[0]):
            groups.insert(0, alike[:size])
        size //= 2
    return groups


def _kind(gpu: GpuMemory) -> tuple[str, int | None]:
    return gpu.facts.name, gpu.total_bytes


def _least(gpus: Sequence[GpuMemory]) -> int:
    return min(gpu.free_bytes or 0 for gpu in gpus)
