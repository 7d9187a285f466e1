"""GPU fit for Home and the sizing form: read and calculated on a reading thread.

Only modules that Home needs before it is shown are imported here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

from gpudesk.core.messages.message import Message

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.fit_devices import LocalDevice
    from gpudesk.monitor.nvml.memory_watch import MachineMemory, MemoryWatch
    from gpudesk.sizing.fit.model_fit import Device, Fit
    from gpudesk.sizing.serving.serving_request import Asked

HERE = "here:"
"""Begins the keys of choices that mean GPUs of this machine."""
_GIB = 2.0**30
_STEP_GIB = 0.25
"""The fit is recalculated when free memory has changed by this amount."""
_RAM_STEP_GIB = 4
_LARGEST, _FEW = 5, 3


@dataclass(frozen=True, slots=True)
class GpuLine:
    """One GPU: its name and memory; `lack` is the reason for missing memory, or "unified" for system memory."""

    title: str
    free_gib: float | None
    total_gib: float | None
    lack: str = ""


@dataclass(frozen=True, slots=True)
class ProcessLine:
    """A process that holds memory.

    Attributes:
        used_gib: on all GPUs; None if the driver does not report it.
        freed: models that would run on its GPU if it ended, and do not on those chosen.
        gpus: the numbers of the GPUs that it is on.
    """

    pid: int
    command: str
    user: str
    used_gib: float | None
    freed: tuple[str, ...]
    gpus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FitLine:
    """One model in one format; `asked` is the request for the Size place.

    Attributes:
        cpu_low, cpu_high: tokens per second of the CPU alone; None if its memory cannot hold the model, or is shared with the GPU.
        unified: whether the GPU shares the memory of the system.
        is_sure: whether the whole range of its memory fits.
        conversion: whether weights in this format must be converted from the published ones.
        kernel: the kernel that unpacks weights for each product; "" if there is none.
    """

    title: str
    format: str
    gpus: int
    needed_gib: float
    usable_gib: float
    tokens_low: float | None
    tokens_high: float | None
    cpu_low: float | None
    cpu_high: float | None
    why: Message | None
    asked: "Asked"
    unified: bool
    is_sure: bool = True
    conversion: bool = False
    kernel: str = ""


@dataclass(frozen=True, slots=True)
class FitView:
    """Fit data shown for a choice.

    Attributes:
        choices: (key, title) of the options on this machine; empty without a responding driver.
        key: of the shown choice.
        capability: of the shown choice; 0 if unknown.
        has, lacks: the supported and unsupported arithmetic; both empty if unknown.
        context: tokens for which the lines apply.
        trouble: why this machine cannot be read.
        rests: whether it is read only once, so that a laptop's GPU can go to sleep.
    """

    choices: tuple[tuple[str, str], ...] = ()
    key: str = ""
    driver: str = ""
    cuda: str = ""
    gpus: tuple[GpuLine, ...] = ()
    processes: tuple[ProcessLine, ...] = ()
    more_processes: int = 0
    lines: tuple[FitLine, ...] = ()
    known: bool = True
    capability: float = 0.0
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    context: int = 0
    trouble: Message | None = None
    rests: bool = False


class FitLooker:
    """Reads on the calling reading thread, one call at a time, and caches results."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watch: MemoryWatch | None = None
        self._known: dict[tuple[str, int, int, int | None], list[Fit]] = {}

    def look(self, key: str = "") -> FitView:
        """The GPUs of this machine now, or a board of the catalog where the key is that of one."""
        with self._lock:
            return self._look(key)

    def _look(self, key: str) -> FitView:
        from gpudesk.monitor.nvml.fit_devices import local_devices
        from gpudesk.monitor.nvml.memory_watch import MemoryWatch
        from gpudesk.monitor.nvml.nvml_library import NoNvml

        if key and not key.startswith(HERE):
            return self._of_board(key)
        if self._watch is None:
            self._watch = MemoryWatch()
        try:
            machine = self._watch.look()
        except NoNvml as error:
            self._watch.close()
            self._watch = None
            return FitView(trouble=error.message)
        if machine.may_rest:
            self._watch.close()
        return replace(self._of_machine(machine, local_devices(machine), key), rests=machine.may_rest)

    def _of_machine(self, machine: "MachineMemory", devices: "Sequence[LocalDevice]", key: str) -> FitView:
        from gpudesk.monitor.nvml.fit_devices import most_room

        choices = tuple((_choice_key(device), _choice_title(device, len(machine.gpus))) for device in devices)
        keys = [choice_key for choice_key, _ in choices]
        gpus = [
            _gpu_line(f"{gpu.facts.index} · {gpu.facts.name}", gpu.free_bytes, gpu.total_bytes, str(gpu.lack or "")) for gpu in machine.gpus
        ]
        gpus += [GpuLine(f"{at}", None, None, str(why)) for at, why in sorted(machine.unreachable.items())]
        if not devices:
            return FitView(driver=machine.driver, cuda=machine.cuda, gpus=tuple(gpus))
        chosen = devices[keys.index(key)] if key in keys else most_room(devices)
        fits = self._fits(chosen.device, machine.ram_free_bytes)
        processes = _processes(machine, chosen, fits)
        view = FitView(
            choices=choices,
            key=_choice_key(chosen),
            driver=machine.driver,
            cuda=machine.cuda,
            gpus=tuple(gpus),
            processes=tuple(processes[:_FEW]),
            more_processes=max(0, len(processes) - _FEW),
            lines=_lines(chosen.device, fits),
            known=chosen.device.is_known,
        )
        return _with_arithmetic(view, chosen.device, fits)

    def _of_board(self, key: str) -> FitView:
        from gpudesk.sizing.fit.model_fit import Device
        from gpudesk.sizing.gpus.boards import find_board

        board = find_board(key)
        device = Device(board.title, board, True, board.usable_gib)
        gpu = GpuLine(board.title, board.usable_gib, board.memory_gib)
        fits = self._fits(device)
        return _with_arithmetic(FitView(key=key, gpus=(gpu,), lines=_lines(device, fits)), device, fits)

    def _fits(self, device: "Device", ram_free_bytes: int | None = None) -> "list[Fit]":
        """The fit, recalculated if free memory of the GPU or of the system has changed significantly."""
        from gpudesk.sizing.fit.model_fit import fits_of, host_range

        ram_gib = None if ram_free_bytes is None else _RAM_STEP_GIB * int(ram_free_bytes / _GIB / _RAM_STEP_GIB)
        key = (device.title, device.count, int(device.free_gib / _STEP_GIB), ram_gib)
        if key not in self._known:
            if len(self._known) > 64:
                self._known.clear()
            self._known[key] = fits_of(device, host=host_range(free_gib=ram_gib))
        return self._known[key]

    def boards(self) -> list[tuple[str, str]]:
        """(key, title) of the boards of the catalog."""
        from gpudesk.sizing.gpus.boards import boards

        return [(board.key, board.short) for board in boards().values()]

    def choices(self) -> list[tuple[str, str, int, float]]:
        """Title, board, count and the share that is free of GPUs of this machine that the catalog has; none without a driver."""
        from gpudesk.monitor.nvml.fit_devices import local_devices
        from gpudesk.monitor.nvml.memory_watch import MemoryWatch
        from gpudesk.monitor.nvml.nvml_library import NoNvml
        from gpudesk.sizing.gpus.boards import boards

        with self._lock:
            watch = MemoryWatch()
            try:
                devices = [device.device for device in local_devices(watch.look())]
            except NoNvml:
                return []
            finally:
                watch.close()
        known = [device for device in devices if device.board.key in boards()]
        return [(titled(device), device.board.key, device.count, _share(device)) for device in known]

    def close(self) -> None:
        """Release the driver."""
        with self._lock:
            if self._watch is not None:
                self._watch.close()
                self._watch = None


def titled(device: "Device") -> str:
    """The GPUs of a device: "2 × RTX 4090 24 GB"."""
    return f"{device.count} × {device.board.short}" if device.count > 1 else device.board.short


def _choice_key(local: "LocalDevice") -> str:
    """By kind and number: which of them are the freest changes while one looks."""
    facts = local.gpus[0].facts
    return f"{HERE}{local.device.count} {facts.name} {local.gpus[0].total_bytes}"


def _choice_title(local: "LocalDevice", there: int) -> str:
    """The GPUs of a choice, with their numbers where the machine has others."""
    if len(local.gpus) == there:
        return titled(local.device)
    return f"{titled(local.device)} · GPU {', '.join(str(gpu.facts.index) for gpu in sorted(local.gpus, key=lambda gpu: gpu.facts.index))}"


def _gpu_line(title: str, free: int | None, total: int | None, lack: str) -> GpuLine:
    return GpuLine(title.replace("NVIDIA ", ""), None if free is None else free / _GIB, None if total is None else total / _GIB, lack)


def _with_arithmetic(view: FitView, device: "Device", fits: "Sequence[Fit]") -> FitView:
    """The same with the arithmetic of the board and the context of the lines."""
    from gpudesk.sizing.fit.fitting_table import precisions

    board_precisions = precisions(device.board.capability)
    return replace(
        view,
        capability=device.board.capability,
        has=tuple(precision.title for precision in board_precisions if precision.has),
        lacks=tuple(precision.title for precision in board_precisions if precision.has is False),
        context=fits[0].context if fits else 0,
    )


def _lines(device: "Device", fits: "Sequence[Fit]") -> tuple[FitLine, ...]:
    """The largest models that run, and the first that does not."""
    from gpudesk.sizing.fit.model_fit import best_of_each

    best = best_of_each(fits)
    runs = [fit for fit in best if fit.fits][-_LARGEST:]
    refused = [fit for fit in best if not fit.fits][:1]
    return tuple(_line(device, fit) for fit in (*runs, *refused))


def _line(device: "Device", fit: "Fit") -> FitLine:
    from gpudesk.sizing.gpus.boards import MemoryKind
    from gpudesk.sizing.models.kernels import Arithmetic

    rate, cpu = fit.tokens_per_s, fit.cpu_tokens_per_s
    return FitLine(
        title=fit.model.name.rpartition("/")[2],
        format=fit.form.name,
        gpus=fit.gpus,
        needed_gib=fit.needed_gib,
        usable_gib=fit.usable_gib,
        tokens_low=None if rate is None else rate.low,
        tokens_high=None if rate is None else rate.high,
        cpu_low=None if cpu is None else cpu.low,
        cpu_high=None if cpu is None else cpu.high,
        why=fit.why,
        asked=asked_of(device, fit),
        unified=device.board.memory is MemoryKind.UNIFIED,
        is_sure=fit.is_sure,
        conversion=fit.conversion,
        kernel=fit.kernel.name if fit.kernel is not None and fit.kernel.arithmetic is Arithmetic.WEIGHT_ONLY else "",
    )


def asked_of(device: "Device", fit: "Fit") -> "Asked":
    """The sizing request for a model on a device: with the free share of its memory."""
    from gpudesk.sizing.fit.fitting_table import usual_answer
    from gpudesk.sizing.gpus.boards import boards
    from gpudesk.sizing.models.published_formats import key_of
    from gpudesk.sizing.serving.serving_request import Asked

    known = device.board.key in boards()
    return Asked(
        model=fit.model.name,
        formats=(key_of(fit.form),),
        kv=fit.engine.kv[0],
        prompt=max(1, fit.context - usual_answer()),
        answer=usual_answer(),
        concurrency=1,
        tpot_ms=None,
        ttft_ms=None,
        engine=fit.engine.key,
        gpu=device.board.key if known else "",
        gpus_most=device.count,
        utilisation=free_share(device) if known else None,
    )


def free_share(device: "Device") -> float | None:
    """The share of a board that is free, where programs would fill more of it by themselves; None else."""
    from gpudesk.sizing.fit.fitting_table import program_for
    from gpudesk.sizing.gpus.sizing_tables import engines

    share = _share(device)
    return share if share < engines()[program_for(device.board)].utilisation else None


def _share(device: "Device") -> float:
    """The free share of a board, in whole percent, at least the minimum of a form."""
    return max(0.05, int(100 * device.free_gib / device.board.usable_gib) / 100) if device.board.usable_gib else 1.0


def _processes(machine: "MachineMemory", chosen: "LocalDevice", fits: "Sequence[Fit]") -> list[ProcessLine]:
    """What holds memory on the GPUs of the machine, those with most first."""
    from gpudesk.sizing.fit.model_fit import freed_by

    kind = (chosen.gpus[0].facts.name, chosen.gpus[0].total_bytes)
    process_lines: dict[int, ProcessLine] = {}
    for gpu in machine.gpus:
        device = replace(chosen.device, free_gib=(gpu.free_bytes or 0) / _GIB)
        alike = chosen.device.count == 1 and (gpu.facts.name, gpu.total_bytes) == kind
        for process in gpu.running.processes:
            freed = freed_by(device, fits, process.used_bytes) if process.used_bytes is not None and alike else []
            names = tuple(dict.fromkeys(fit.model.name.rpartition("/")[2] for fit in freed))
            used = None if process.used_bytes is None else process.used_bytes / _GIB
            before = process_lines.get(process.pid)
            if before is None:
                process_lines[process.pid] = ProcessLine(process.pid, process.command, process.user, used, names, (gpu.facts.index,))
            else:
                both = None if used is None or before.used_gib is None else used + before.used_gib
                process_lines[process.pid] = replace(before, used_gib=both, gpus=(*before.gpus, gpu.facts.index))
    return sorted(process_lines.values(), key=lambda line: -(line.used_gib or 0.0))
