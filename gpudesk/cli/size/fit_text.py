"""Command-line output of the fit results: as lines, and as objects for programs."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.output import counted, print_table
from gpudesk.monitor.nvml.silent_gpus import silent_words

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.memory_watch import GpuMemory, MachineMemory
    from gpudesk.monitor.readings.reading import Process
    from gpudesk.sizing.fit.model_fit import Device, Fit, HostRange
    from gpudesk.sizing.gpus.cuda_versions import CudaRuns
    from gpudesk.sizing.serving.serving import Range

    Singles = Mapping[tuple[str, int | None], tuple[Device, Sequence[Fit]]]

SCHEMA = "gpudesk.fit.v2"
_GIB = 2.0**30
_FEW = 3
_GPUS = 3
"""The table column with the number of GPUs."""
_HEADS = ("Model", "Format", "Runs", "GPUs", "GiB", "Left", "Longest context", "Tokens/s", "First token s", "CPU tokens/s", "")
_WIDE = 60
_RUNS = {"fits": "yes", "may fit": "may fit", "does not fit": "NO"}
_LACKS = {
    "lost": "it has fallen off the bus",
    "no_permission": "this user has no permission",
    "impossible": "the driver reports more used or free memory than the GPU has",
    "unsupported": "the driver does not report it for this GPU",
    "old_driver": "the driver is too old",
    "silent": "the driver did not respond",
    "failed": "the driver returned an error",
}
_KNOWN = {"here": "measured here", "seen": "setup measured", "known_system": "similar GPU measured", "unseen": "formula only", "": ""}


def _runs(machine: "MachineMemory") -> "CudaRuns":
    from gpudesk.sizing.gpus.cuda_versions import cuda_runs

    known = [gpu.facts.capability for gpu in machine.gpus if gpu.facts.capability is not None]
    oldest = min(known) if known else None
    capability = None if oldest is None else oldest[0] + oldest[1] / 10
    return cuda_runs(machine.driver, machine.cuda, capability, windows=sys.platform == "win32")


def plain_cuda(machine: "MachineMemory") -> dict[str, Any]:
    """Which CUDA the driver runs, as an object."""
    cuda_support = _runs(machine)
    return {
        "newest": cuda_support.newest,
        "supported_versions": list(cuda_support.whole),
        "supported_majors": list(cuda_support.majors),
        "source": cuda_support.source,
    }


def _range(value: "Range | None", factor: float = 1.0, digits: int = 1) -> dict[str, float] | None:
    if value is None:
        return None
    return {name: round(getattr(value, name) * factor, digits) for name in ("value", "low", "high")}


def plain_fit(fit: "Fit") -> dict[str, Any]:
    """One model in one format as an object."""
    from gpudesk.cli.size.size_parts import plain_fits
    from gpudesk.cli.size.size_serving import plain_kernel
    from gpudesk.sizing.gpus.sizing_tables import release_shown

    part = fit.offload
    return {
        "model": fit.model.name,
        "parameters": fit.model.parameters,
        "format": fit.form.key,
        "engine": fit.engine.key,
        "context": fit.context,
        "gpus": fit.gpus,
        "fits": plain_fits(fit),
        "verdict": str(fit.verdict),
        "kernel": plain_kernel(fit.kernel, release_shown(fit.engine)),
        "conversion": fit.conversion,
        "needed_gib": round(fit.needed_gib, 3),
        "usable_gib": round(fit.usable_gib, 3),
        "headroom_gib": round(fit.headroom_gib, 3),
        "refused": None if fit.refused is None else str(fit.refused),
        "reason": None if fit.why is None else fit.why.plain(),
        "longest_context": fit.longest,
        "tokens_per_s": _range(fit.tokens_per_s),
        "ttft_ms": _range(fit.ttft_s, 1000.0),
        "provenance": fit.provenance or None,
        "offload": None
        if part is None
        else {
            "layers": part.part.layers,
            "total_layers": part.part.of,
            "expert_layers": part.part.expert_layers,
            "system_memory_gib": round(part.ram_gib, 3),
            "tokens_per_s": {
                "value": round(1 / part.token.value, 2),
                "low": round(1 / part.token.high, 2),
                "high": round(1 / part.token.low, 2),
            },
        },
        "cpu_tokens_per_s": _range(fit.cpu_tokens_per_s, digits=2),
    }


def plain_device(
    device: "Device", fits: "Sequence[Fit]", gpus: "Sequence[GpuMemory]", case: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """GPUs of one kind with all tested models, as an object.

    Args:
        case: result for the cards in a case, if requested.
    """
    from gpudesk.sizing.fit.fitting_table import precisions

    board = device.board
    return {
        "title": device.title,
        "gpu": board.key or None,
        "in_catalog": device.is_known,
        "count": device.count,
        "indices": [gpu.facts.index for gpu in gpus],
        "total_gib": round(board.memory_gib if not gpus else (gpus[0].total_bytes or 0) / _GIB, 3),
        "free_gib": round(device.free_gib, 3),
        "compute_capability": board.capability or None,
        "precisions": [
            {"key": precision.key, "supported": precision.has, "requires": precision.needs} for precision in precisions(board.capability)
        ],
        "fits": [plain_fit(fit) for fit in fits],
        "case": case,
    }


def _would_fit(gpu: "GpuMemory", process: "Process", singles: "Singles") -> "list[Fit] | None":
    """The models that would run on the GPU of a process if it ended; None if unknown."""
    from dataclasses import replace

    from gpudesk.sizing.fit.model_fit import freed_by

    known = singles.get((gpu.facts.name, gpu.total_bytes))
    if known is None or process.used_bytes is None or gpu.free_bytes is None:
        return None
    device, fits = known
    return freed_by(replace(device, free_gib=gpu.free_bytes / _GIB), fits, process.used_bytes)


def plain_process(gpu: "GpuMemory", process: "Process", singles: "Singles") -> dict[str, Any]:
    """A process that holds memory, as an object."""
    fits = _would_fit(gpu, process, singles)
    return {
        "gpu": gpu.facts.uuid,
        "pid": process.pid,
        "user": process.user or None,
        "command": process.command or None,
        "used_bytes": process.used_bytes,
        "would_fit": None if fits is None else [{"model": fit.model.name, "format": fit.form.key} for fit in fits],
    }


def print_head(machine: "MachineMemory") -> None:
    """Print the driver and the GPUs of the machine."""
    if machine.driver:
        cuda_support = _runs(machine)
        majors = ", ".join(f"{major}.x" for major in cuda_support.majors)
        click.echo(f"Driver {machine.driver}: full support up to CUDA {machine.cuda}; programs built for CUDA {majors} also start")
    for gpu in machine.gpus:
        name = f"{gpu.facts.index} {gpu.facts.name}"
        if gpu.total_bytes is None or gpu.free_bytes is None:
            click.echo(f"{name}: its memory cannot be read: {_LACKS.get(str(gpu.lack), gpu.lack)}")
            continue
        shared = ", shared with the system" if gpu.lack is not None else ""
        click.echo(f"{name}: {gpu.free_bytes / _GIB:,.1f} GiB free of {gpu.total_bytes / _GIB:,.1f}{shared}")
    for index, why in sorted(machine.unreachable.items()):
        if index in machine.silent_s:
            click.echo(f"GPU {index}: {silent_words(machine.silent_s[index])}; check the kernel log for its Xid")
            continue
        click.echo(f"{index}: {'is asleep and is not woken' if str(why) == 'asleep' else f'cannot be read: {_LACKS.get(str(why), why)}'}")
    if not machine.gpus and not machine.unreachable:
        click.echo("The driver responds, but finds no GPU.")


def _head(device: "Device", gpus: "Sequence[GpuMemory]") -> str:
    many = f"{device.count} × " if device.count > 1 else ""
    where = f" (GPU {', '.join(str(gpu.facts.index) for gpu in gpus)})" if gpus else ""
    per_device = " each" if device.count > 1 else ""
    return f"{many}{device.title}{where}: {device.free_gib:,.1f} GiB free{per_device}"


def print_no_more_room(device: "Device", gpus: "Sequence[GpuMemory]") -> None:
    """Print that a given number of GPUs together cannot hold a larger model than fewer of them, because the fullest limits all."""
    click.echo(f"\n{_head(device, gpus)}: no larger model fits than on fewer GPUs, because a model is split evenly across GPUs")


def print_device(device: "Device", fits: "Sequence[Fit]", host: "HostRange", *, whole: bool, gpus: "Sequence[GpuMemory]" = ()) -> None:
    """Print what runs on GPUs of one kind.

    Args:
        whole: every format of every model, not only the widest that runs.
    """
    from gpudesk.sizing.fit.fitting_table import precisions
    from gpudesk.sizing.fit.model_fit import best_of_each
    from gpudesk.sizing.gpus.boards import MemoryKind

    click.echo(f"\n{_head(device, gpus)}")
    device_precisions = precisions(device.board.capability)
    if device_precisions[0].has is not None:
        words = [f"{one.title} {'yes' if one.has else f'no (from {one.needs:.1f})'}" for one in device_precisions]
        click.echo(f"Compute capability {device.board.capability:.1f}: {', '.join(words)}")
    if not device.is_known:
        click.echo("This GPU is not in the catalog: only its memory is evaluated; its speed is not known.")
    shown = fits if whole else best_of_each(fits)
    _print_largest(shown)
    # What a GPU shares with the system is no memory in addition to its own.
    free_ram_gib = None if device.board.memory is MemoryKind.UNIFIED else host.free_gib
    rows = [_HEADS, *(_row(fit, free_ram_gib) for fit in shown)]
    if device.count == 1:
        rows = [(*row[:_GPUS], *row[_GPUS + 1 :]) for row in rows]
    print_table(rows, right=tuple(range(_GPUS, len(rows[0]) - 1)))
    if host.is_known:
        rate = f"{host.low.gb_per_s:,.1f} GB/s"
    else:
        rate = (
            f"bandwidth not known, assumed {host.low.title} ({host.low.gb_per_s:g} GB/s) to {host.high.title} ({host.high.gb_per_s:g} GB/s)"
        )
    context = fits[0].context if fits else 0
    programs = ", ".join(dict.fromkeys(fit.engine.title for fit in shown))
    click.echo(f"One user of {programs}, {context:,} tokens of context filled. System memory {rate}.")


def _print_largest(fits: "Sequence[Fit]") -> None:
    """Print the number of models that run, and the largest of them with its speed."""
    runs = [fit for fit in fits if fit.fits]
    if not runs:
        click.echo(f"None of these {len(fits)} runs on it alone.")
        return
    largest = max(runs, key=lambda fit: (fit.model.parameters, fit.needed_gib))
    rate = largest.tokens_per_s
    speed = "" if rate is None else f", {rate.low:,.0f}-{rate.high:,.0f} tokens/s"
    unsure = ", which may fit" if not largest.is_sure else ""
    click.echo(f"{len(runs)} of {len(fits)} run; the largest is {largest.model.name} in {largest.form.title}{speed}{unsure}.")


def _row(fit: "Fit", free_ram_gib: float | None) -> tuple[str, ...]:
    rate, first = fit.tokens_per_s, fit.ttft_s
    cpu = fit.cpu_tokens_per_s
    return (
        fit.model.name,
        f"{fit.form.title}, a conversion" if fit.conversion else fit.form.title,
        _RUNS[str(fit.verdict)],
        f"{fit.gpus}",
        f"{fit.needed_gib:,.1f}",
        f"{fit.headroom_gib:,.1f}",
        f"{fit.longest:,}" if fit.longest else "–",
        "–" if rate is None else f"{rate.low:,.0f}-{rate.high:,.0f}",
        "–" if first is None else f"{first.low:,.1f}-{first.high:,.1f}",
        "–" if cpu is None else f"{cpu.low:,.1f}-{cpu.high:,.1f}",
        _known(fit) if fit.fits else _instead(fit, free_ram_gib),
    )


def _known(fit: "Fit") -> str:
    """The basis of its speed estimate, and the kernel if it unpacks weights."""
    from gpudesk.sizing.models.kernels import Arithmetic

    if fit.kernel is None or fit.kernel.arithmetic is not Arithmetic.WEIGHT_ONLY:
        return _KNOWN[fit.provenance]
    return f"{_KNOWN[fit.provenance]}; kernel {fit.kernel.name}, weight-only".removeprefix("; ")


def _instead(fit: "Fit", free_ram_gib: float | None) -> str:
    """The reason why it does not run, unless it is lack of memory (see "Left"); or its speed with layers in host memory."""
    from gpudesk.sizing.fit.model_fit import Refusal

    part = fit.offload
    if part is not None:
        rates = f"{1 / part.token.high:,.1f}-{1 / part.token.low:,.1f} tokens/s"
        if part.part.expert_layers:
            return f"with experts of {counted(part.part.expert_layers, 'layer')} in {part.ram_gib:,.0f} GiB of RAM: {rates}"
        return f"with {part.part.layers} of {part.part.of} layers on the GPU and {part.ram_gib:,.0f} GiB of RAM: {rates}"
    if fit.refused is Refusal.MEMORY:
        return (
            "" if free_ram_gib is None or fit.cpu_tokens_per_s is not None else f"{free_ram_gib:,.1f} GiB of free RAM are not enough either"
        )
    return "" if fit.why is None else sentence(fit.why)


def print_processes(machine: "MachineMemory", singles: "Singles") -> None:
    """Print what holds the memory, and what would run without it."""
    for gpu in machine.gpus:
        if gpu.running.lack is not None:
            click.echo(f"\nGPU {gpu.facts.index}: its processes are not known: {gpu.running.lack}")
            continue
        if not gpu.running.processes:
            continue
        click.echo(f"\nProcesses in the memory of GPU {gpu.facts.index}:")
        for process in gpu.running.processes:
            used = "memory not known" if process.used_bytes is None else f"{process.used_bytes / _GIB:,.1f} GiB"
            command = process.command or "command not readable"
            click.echo(f"  {process.pid} {process.user or '?'}: {used}, {command[:_WIDE]}{_freed(_would_fit(gpu, process, singles))}")


def _freed(fits: "Sequence[Fit] | None") -> str:
    if not fits:
        return ""
    names = [f"{fit.model.name} in {fit.form.key}" for fit in fits[-_FEW:]]
    return f"; without it, these would run: {', '.join(names)}" + (f" and {len(fits) - _FEW} more" if len(fits) > _FEW else "")
