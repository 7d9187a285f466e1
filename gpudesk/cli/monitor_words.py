"""How the command line shows GPUs: as lines, and as objects for programs."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from gpudesk.cli.output import print_table

if TYPE_CHECKING:
    from gpudesk.monitor.reading import Frame, GpuFacts, Lack, Process

SCHEMA = "gpudesk.monitor.v1"
_GIB = 2.0**30
_COLUMNS = (
    ("Busy", "busy_percent", 1.0, "{:.0f} %"),
    ("SM", "sm_active_percent", 1.0, "{:.0f} %"),
    ("Tensor", "tensor_active_percent", 1.0, "{:.0f} %"),
    ("DRAM", "dram_active_percent", 1.0, "{:.0f} %"),
    ("Used", "memory_used_bytes", 1 / _GIB, "{:,.1f} GiB"),
    ("Free", "memory_free_bytes", 1 / _GIB, "{:,.1f} GiB"),
    ("Temp.", "temperature_c", 1.0, "{:.0f} °C"),
    ("Power", "power_w", 1.0, "{:,.0f} W"),
    ("SM clock", "sm_clock_mhz", 1.0, "{:,.0f} MHz"),
)


def describe(facts: "GpuFacts", frame: "Frame", never: "Mapping[str, Lack]") -> dict[str, Any]:
    """What a GPU is and does.

    Args:
        never: why metrics are never given here.
    """
    return {
        "uuid": facts.uuid,
        "index": facts.index,
        "name": facts.name,
        "parent": facts.parent or None,
        "pci": facts.pci or None,
        "serial": facts.serial or None,
        "part_number": facts.part_number or None,
        "vbios": facts.vbios or None,
        "compute_capability": ".".join(map(str, facts.capability)) if facts.capability is not None else None,
        "chassis_serial": facts.chassis_serial or None,
        "slot": facts.slot,
        "tray": facts.tray,
        "module": facts.module,
        "numa_node": facts.numa_node,
        "persistence": facts.persistence,
        "ecc": facts.ecc,
        "mig": facts.mig,
        "power_limits_w": [facts.power_low_w, facts.power_default_w, facts.power_high_w],
        "slowdown_c": facts.slowdown_c,
        "shutdown_c": facts.shutdown_c,
        "time": frame.wall_s,
        "values": dict(frame.values),
        "missing": {key: str(lack) for key, lack in {**never, **frame.lacks}.items()},
        "health": health_words(facts, frame, never),
    }


def health_words(facts: "GpuFacts", frame: "Frame", never: "Mapping[str, Lack]") -> list[dict[str, Any]]:
    """What is to be said of the health of a GPU as objects, the gravest first."""
    from gpudesk.monitor.health import judge

    return [
        {
            "key": each.key,
            "severity": each.severity,
            "title": each.named.title,
            "evidence": None if each.evidence is None else each.evidence.plain(),
            "do": each.named.do or None,
        }
        for each in judge(facts, frame.values, {**never, **frame.lacks})
    ]


def process_words(each: "Process") -> dict[str, Any]:
    """A process as an object."""
    return {
        "pid": each.pid,
        "kind": "graphics" if each.graphics else "compute",
        "used_bytes": each.used_bytes,
        "busy_percent": each.busy_percent,
        "command": each.command or None,
        "user": each.user or None,
        "container": each.container or None,
        "cpu_percent": each.cpu_percent,
        "host_bytes": each.host_bytes,
        "started": each.started_s,
    }


def table(gpus: "Sequence[tuple[GpuFacts, Frame, Mapping[str, Lack]]]") -> None:
    """Print a line a GPU, then why values are missing."""
    rows = [("GPU", *(title for title, *_ in _COLUMNS), "Health")]
    notes: list[str] = []
    for facts, frame, never in gpus:
        name = f"{facts.index} {facts.name}".rstrip()
        cells = (_cell(frame, key, factor, form) for _, key, factor, form in _COLUMNS)
        gravest = health_words(facts, frame, never)[0]
        rows.append((f"  {name}" if facts.parent else name, *cells, gravest["severity"]))
        if gravest["severity"] in {"error", "warning"}:
            evidence = f" ({gravest['evidence']})" if gravest["evidence"] else ""
            notes.append(f"{name}: {gravest['title']}{evidence}. {gravest['do']}")
        lacks = {**never, **frame.lacks}
        missing = {title: str(lacks[key]) for title, key, *_ in _COLUMNS if key in lacks}
        if missing:
            notes.append(f"{name}: " + "; ".join(f"{title} {why}" for title, why in missing.items()))
    print_table(rows, right=tuple(range(1, len(_COLUMNS) + 1)))
    for note in notes:
        click.echo(note)


def _cell(frame: "Frame", key: str, factor: float, form: str) -> str:
    value = frame.values.get(key)
    return "–" if value is None else form.format(value * factor)
