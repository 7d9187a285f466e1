"""GPUs of this machine as sizing sees them: which board each is, and what is free on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.core.serving_memory import GIB
from gpudesk.monitor.memory_watch import GpuMemory, MachineMemory
from gpudesk.monitor.reading import Lack
from gpudesk.sizing.boards import Board
from gpudesk.sizing.fitting import Device, unknown_board
from gpudesk.sizing.this_machine import board_of_driver


@dataclass(frozen=True, slots=True)
class LocalDevice:
    """GPUs of one kind that are here.

    Attributes:
        gpus: those that `device` counts, the one with most free memory first.
    """

    device: Device
    gpus: tuple[GpuMemory, ...]


def board_here(gpu: GpuMemory) -> tuple[Board, bool]:
    """The board of the catalogue and true; or one made of what the driver says, and false."""
    found = board_of_driver(gpu.facts.name, None if gpu.lack is Lack.UNIFIED else gpu.total_bytes)
    if found is not None:
        return found, True
    major, minor = gpu.facts.capability or (0, 0)
    return unknown_board(gpu.facts.name or "GPU", (gpu.total_bytes or 0) / GIB, major + minor / 10), False


def local_devices(machine: MachineMemory) -> list[LocalDevice]:
    """Of each kind of GPU the one with most free memory, then all of that kind together; parts of a GPU are never put together.

    Those whose memory cannot be read are left out.
    """
    kinds: dict[tuple[str, int], list[GpuMemory]] = {}
    for gpu in machine.gpus:
        if gpu.total_bytes is not None and gpu.free_bytes is not None:
            kinds.setdefault((gpu.facts.name, gpu.total_bytes), []).append(gpu)
    found = []
    for alike in kinds.values():
        alike.sort(key=lambda gpu: (-(gpu.free_bytes or 0), gpu.facts.index))
        board, known = board_here(alike[0])
        one = Device(board.title, board, known, (alike[0].free_bytes or 0) / GIB)
        found.append(LocalDevice(one, (alike[0],)))
        if len(alike) > 1 and not alike[0].facts.parent:
            found.append(LocalDevice(replace(one, free_gib=_least(alike) / GIB, count=len(alike)), tuple(alike)))
    return found


def _least(gpus: Sequence[GpuMemory]) -> int:
    return min(gpu.free_bytes or 0 for gpu in gpus)
