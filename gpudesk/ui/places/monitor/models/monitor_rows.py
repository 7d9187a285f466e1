"""The rows of the monitor's overview: every GPU, its parts behind it, and those that are counted but cannot be opened."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.monitor.readings.reading import GpuFacts, Lack
from gpudesk.monitor.readings.source import Machine
from gpudesk.ui.places.monitor.models.monitor_labels import (
    State,
    gpu_name,
    gpu_number,
    lack_text,
    metric_title,
    short_pci,
    silent_state,
    state_of,
    written_out,
)
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, SEVERITY_ORDER, WARNING


@dataclass(frozen=True, slots=True)
class GpuRow:
    """One row.

    Attributes:
        facts: None for a GPU that cannot be opened.
        lack: why it cannot be.
    """

    host: str
    index: int
    facts: GpuFacts | None
    lack: Lack | None = None

    @property
    def uuid(self) -> str:
        """The UUID of its GPU, empty if it cannot be opened."""
        return "" if self.facts is None else self.facts.uuid

    @property
    def is_part(self) -> bool:
        """Whether it is a part of the GPU above."""
        return self.facts is not None and bool(self.facts.parent)


def rows_of(machines: Sequence[Machine]) -> list[GpuRow]:
    """The rows of some hosts, by their number."""
    gpu_rows: list[GpuRow] = []
    for machine in machines:
        whole = [(gpu.index, GpuRow(machine.name, gpu.index, gpu)) for gpu in machine.gpus if not gpu.parent]
        parts: dict[str, list[GpuRow]] = {}
        for gpu in machine.gpus:
            if gpu.parent:
                parts.setdefault(gpu.parent, []).append(GpuRow(machine.name, gpu.index, gpu))
        whole += [(index, GpuRow(machine.name, index, None, lack)) for index, lack in machine.unreachable.items()]
        for _, row in sorted(whole, key=lambda index_and_row: index_and_row[0]):
            gpu_rows.append(row)
            gpu_rows += parts.get(row.uuid, []) if row.uuid else []
    return gpu_rows


def row_state(model: MonitorModel, row: GpuRow) -> State:
    """How the GPU of a row is."""
    if row.facts is not None:
        return state_of(model, row.uuid)
    if row.lack is Lack.SILENT:
        return silent_state(model.machine_named(row.host), row.index)
    severity = INFO if row.lack is Lack.ASLEEP else WARNING if row.lack is Lack.NO_PERMISSION else ERROR
    words = {
        Lack.ASLEEP: QT_TRANSLATE_NOOP("Monitor", "suspended"),
        Lack.LOST: QT_TRANSLATE_NOOP("Monitor", "lost"),
        Lack.NO_PERMISSION: QT_TRANSLATE_NOOP("Monitor", "no permission"),
    }
    from PySide6.QtCore import QCoreApplication

    text = words.get(row.lack or Lack.FAILED, QT_TRANSLATE_NOOP("Monitor", "cannot be opened"))
    return State(severity, QCoreApplication.translate("Monitor", text), lack_text(row.lack))


def activity_key(model: MonitorModel, uuid: str) -> str:
    """The metric that shows GPU activity best: SM active, or its coarse substitute if the GPU has no counters for it."""
    if "sm_active_percent" in model.now(uuid).values:
        return "sm_active_percent"
    return "busy_percent" if "busy_percent" in model.now(uuid).values else "sm_active_percent"


def link_keys(model: MonitorModel, uuid: str) -> tuple[str, str]:
    """The metrics of transmitted and received data: NVLink if present, otherwise PCI Express."""
    if "nvlink_sent_bytes_per_s" in model.now(uuid).values:
        return "nvlink_sent_bytes_per_s", "nvlink_received_bytes_per_s"
    return "pcie_sent_bytes_per_s", "pcie_received_bytes_per_s"


def row_words(model: MonitorModel, row: GpuRow) -> str:
    """A row as text for screen readers."""
    state = row_state(model, row)
    if row.facts is None:
        return f"GPU {row.index}: {state.text}. {state.told}"
    keys = (activity_key(model, row.uuid), "memory_used_bytes", "power_w", "temperature_c")
    metric_texts = [f"{metric_title(key)} {written_out(key, model.value(row.uuid, key))}" for key in keys]
    return f"{gpu_number(row.facts)}, {gpu_name(row.facts)}, {short_pci(row.facts)}: {', '.join(metric_texts)}; {state.text}"


def _heard(model: MonitorModel, uuid: str, key: str) -> float | None:
    """A value that holds now; that of a silent host is an old one."""
    return None if model.is_silent(uuid) else model.value(uuid, key)


def _descending(key: str) -> Callable[[MonitorModel, GpuRow], float]:
    def order(model: MonitorModel, row: GpuRow) -> float:
        value = _heard(model, row.uuid, key)
        return float("inf") if value is None else -value

    return order


def _by_activity(model: MonitorModel, row: GpuRow) -> float:
    value = _heard(model, row.uuid, activity_key(model, row.uuid))
    return float("inf") if value is None else -value


def _by_power_share(model: MonitorModel, row: GpuRow) -> float:
    watts = _heard(model, row.uuid, "power_w")
    limit = model.value(row.uuid, "power_limit_w") or (None if row.facts is None else row.facts.power_default_w)
    return float("inf") if watts is None or not limit else -watts / limit


def _by_state(model: MonitorModel, row: GpuRow) -> float:
    return SEVERITY_ORDER.index(row_state(model, row).severity)


ORDERS: Mapping[str, tuple[str, Callable[[MonitorModel, GpuRow], float] | None]] = {
    "number": (QT_TRANSLATE_NOOP("Monitor", "Number"), None),
    "state": (QT_TRANSLATE_NOOP("Monitor", "State"), _by_state),
    "activity": (QT_TRANSLATE_NOOP("Monitor", "Activity"), _by_activity),
    "memory": (QT_TRANSLATE_NOOP("Monitor", "Memory"), _descending("memory_used_bytes")),
    "power": (QT_TRANSLATE_NOOP("Monitor", "Power"), _descending("power_w")),
    "power-share": (QT_TRANSLATE_NOOP("Monitor", "Power, share of limit"), _by_power_share),
    "temperature": (QT_TRANSLATE_NOOP("Monitor", "Temperature"), _descending("temperature_c")),
}
"""Sort orders of rows: the text, and the sort key; largest and worst first."""


def sorted_rows(model: MonitorModel, rows: Sequence[GpuRow], order: str) -> list[GpuRow]:
    """Rows in an order of `ORDERS`; the slices of a GPU stay after it."""
    by = ORDERS[order][1]
    if by is None:
        return list(rows)
    groups: list[list[GpuRow]] = []
    for row in rows:
        if row.is_part and groups:
            groups[-1].append(row)
        else:
            groups.append([row])
    groups.sort(key=lambda group: by(model, group[0]))
    return [row for group in groups for row in group]
