"""Texts of the monitor: reason for a missing value, state of a GPU, format of a value."""

import time
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.monitor.health.clock_reasons import reasons_in
from gpudesk.monitor.health.health import judge_links
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import GpuFacts, Lack
from gpudesk.monitor.readings.source import Machine
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, OK, WARNING

_CONTEXT = "Monitor"

_LACKS = {
    Lack.UNSUPPORTED: QT_TRANSLATE_NOOP("Monitor", "Not available on this GPU."),
    Lack.OLD_DRIVER: QT_TRANSLATE_NOOP("Monitor", "The driver is too old to report it: update the driver."),
    Lack.NO_PERMISSION: QT_TRANSLATE_NOOP(
        "Monitor",
        (
            "This user has no permission to read it: ask the administrator for access to /dev/nvidia* or, "
            "for counters, to the GPU performance counters."
        ),
    ),
    Lack.LOST: QT_TRANSLATE_NOOP(
        "Monitor",
        "The GPU has fallen off the bus: find its Xid in the kernel log, then restart the machine or have the GPU inspected.",
    ),
    Lack.ASLEEP: QT_TRANSLATE_NOOP(
        "Monitor",
        "The GPU is suspended to save power; a query would wake it. It appears once a program uses it and this view is reopened.",
    ),
    Lack.MIG: QT_TRANSLATE_NOOP("Monitor", "The driver does not report it while the GPU is partitioned (MIG)."),
    Lack.UNIFIED: QT_TRANSLATE_NOOP("Monitor", "The GPU shares the system memory and has no memory of its own."),
    Lack.WAITING: QT_TRANSLATE_NOOP("Monitor", "Requires two readings; wait a moment."),
    Lack.UNSAID: QT_TRANSLATE_NOOP("Monitor", "Not provided by the source."),
    Lack.IMPOSSIBLE: QT_TRANSLATE_NOOP(
        "Monitor",
        "An impossible value, such as 4,294,967,295 %, or more memory used than installed: restart the machine, or change the driver.",
    ),
    Lack.SILENT: QT_TRANSLATE_NOOP(
        "Monitor", "The driver call has not returned: find the Xid of this GPU in the kernel log. Monitoring of the other GPUs continues."
    ),
    Lack.FAILED: QT_TRANSLATE_NOOP("Monitor", "The driver returned an error."),
}


def _said(source: str) -> str:
    return QCoreApplication.translate(_CONTEXT, source)


def lack_text(lack: Lack | None) -> str:
    """Why a value is missing and what to do about it."""
    return _said(QT_TRANSLATE_NOOP("Monitor", "Nothing has been read yet.")) if lack is None else _said(_LACKS[lack])


def titled(of: object) -> str:
    """The title of a row of a table in the person's language."""
    return str(getattr(of, "title_es" if language() == "es" else "title"))


def metric_title(key: str) -> str:
    """The title of a metric."""
    return titled(metrics()[key])


_BINARY = ((2.0**40, "TiB"), (2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"))
_DECIMAL = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def written(key: str, value: float | None) -> tuple[str, str]:
    """The number and the unit of a metric's value, as a person reads it."""
    if value is None:
        return MISSING, ""
    unit = metrics()[key].unit
    if unit == "B":
        size, name = next(((size, name) for size, name in _BINARY if value >= size), (1.0, "B"))
        return split_quantity(value / size, name, decimals=1 if value / size < 100 else 0)
    if unit == "B/s":
        size, prefix = next(((size, prefix) for size, prefix in _DECIMAL if value >= size), (1.0, ""))
        return split_quantity(value / size, f"{prefix}B/s", decimals=1 if value / size < 10 else 0)
    if unit == "W":
        return split_quantity(value, "W", decimals=0, scale=False)
    return split_quantity(value, unit, decimals=0 if unit in {"%", "°C", "MHz"} else None)


def written_out(key: str, value: float | None) -> str:
    """The value of a metric with its unit."""
    number, unit = written(key, value)
    return f"{number} {unit}".strip()


def gpu_name(facts: GpuFacts) -> str:
    """The name of a GPU without what all of them begin with."""
    name = facts.name.removeprefix("NVIDIA ")
    return name or facts.uuid


def gpu_number(facts: GpuFacts) -> str:
    """Name of a GPU in sentences."""
    if facts.parent:
        return _said(QT_TRANSLATE_NOOP("Monitor", "partition {number}")).format(number=facts.index)
    return _said(QT_TRANSLATE_NOOP("Monitor", "GPU {number}")).format(number=facts.index)


def gpu_called(model: MonitorModel, facts: GpuFacts) -> str:
    """Name of a GPU next to GPUs of other hosts."""
    host = model.host_of(facts.uuid) if len(model.machines) > 1 else ""
    return f"{host} {gpu_number(facts)}".strip()


def short_pci(facts: GpuFacts) -> str:
    """The address on the bus without the domain where that is 0."""
    address = facts.pci.lower()
    domain, _, rest = address.partition(":")
    return rest if rest and not domain.strip("0") else address


@dataclass(frozen=True, slots=True)
class State:
    """State of a GPU: severity, short text, and remedy."""

    severity: str
    text: str
    told: str = ""


_ALWAYS = ("power_w", "temperature_c", "busy_percent", "memory_used_bytes", "sm_clock_mhz", "clock_reasons")
"""Metrics read many times a second: a GPU without any of them is not responding, regardless of other known values."""


def silent_state(machine: Machine | None, index: int | None) -> State:
    """That of a GPU whose call has not returned, and for how long."""
    since_s = None if machine is None or index is None else machine.silent_since_s.get(index)
    if since_s is None:
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "no response")), lack_text(Lack.SILENT))
    seconds = format_number(max(0, round(time.time() - since_s)))
    return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "no response for {seconds} s")).format(seconds=seconds), lack_text(Lack.SILENT))


def state_of(model: MonitorModel, uuid: str) -> State:
    """The most severe current state of a GPU. If its host does not respond, nothing is known."""
    now = model.now(uuid)
    machine = model.machine_of(uuid)
    if machine is not None and machine.trouble:
        why = machine.trouble if machine.trouble_message is None else tr_message(machine.trouble_message)
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "host not responding")), why)
    if not now.values and Lack.LOST in now.lacks.values():
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "lost")), lack_text(Lack.LOST))
    if Lack.SILENT in now.lacks.values() and not any(key in now.values for key in _ALWAYS):
        facts = model.facts.get(uuid)
        return silent_state(machine, None if facts is None or facts.parent else facts.index)
    if Lack.FAILED in now.lacks.values() and not any(key in now.values for key in _ALWAYS):
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "not responding")), lack_text(Lack.FAILED))
    if not now.values:
        return State(INFO, _said(QT_TRANSLATE_NOOP("Monitor", "waiting")), lack_text(Lack.WAITING))
    values = now.values
    if values.get("remap_failed", 0.0):
        text = QT_TRANSLATE_NOOP("Monitor", "A memory row could not be remapped: have the GPU replaced.")
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "remap failed")), _said(text))
    if values.get("ecc_uncorrected", 0.0):
        text = QT_TRANSLATE_NOOP("Monitor", "Uncorrectable memory errors since the driver was loaded: see Health.")
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "memory errors")), _said(text))
    if values.get("nvlinks_down", 0.0) and values.get("nvlinks_up", 0.0):
        text = QT_TRANSLATE_NOOP("Monitor", "Some of its NVLinks are down: see Health and Links.")
        return State(ERROR, _said(QT_TRANSLATE_NOOP("Monitor", "NVLinks down")), _said(text))
    grave = next((xid for xid in model.reported(uuid) if xid.severity == ERROR), None)
    if grave is not None:
        text = QT_TRANSLATE_NOOP("Monitor", "See Health for what to do.")
        return State(ERROR, f"XID {grave.code}", f"{titled(grave)}. {_said(text)}")
    reasons = [reason for reason in reasons_in(values.get("clock_reasons", 0.0)) if reason.severity != OK]
    if reasons and reasons[0].severity == ERROR:
        return _held(ERROR, titled(reasons[0]))
    if values.get("recovery_action", 0.0):
        text = QT_TRANSLATE_NOOP("Monitor", "The driver requests a reset of this GPU when its work is complete.")
        return State(WARNING, _said(QT_TRANSLATE_NOOP("Monitor", "needs a reset")), _said(text))
    if values.get("remap_pending", 0.0):
        text = QT_TRANSLATE_NOOP("Monitor", "A memory row will be remapped at the next reset: schedule a reset.")
        return State(WARNING, _said(QT_TRANSLATE_NOOP("Monitor", "remap pending reset")), _said(text))
    if reasons and reasons[0].severity == WARNING:
        return _held(WARNING, titled(reasons[0]))
    facts = model.facts.get(uuid)
    linked = (
        next((link_judgement for link_judgement in judge_links(facts, values) if link_judgement.severity == WARNING), None)
        if facts is not None
        else None
    )
    if linked is not None:
        evidence = "" if linked.evidence is None else f"{tr_message(linked.evidence)}. "
        return State(
            WARNING, _begun_small(titled(linked.named)), f"{evidence}{_said(QT_TRANSLATE_NOOP('Monitor', 'See Health for what to do.'))}"
        )
    if reasons:
        return _held(INFO, titled(reasons[0]))
    if "clock_reasons" not in values and "temperature_c" not in values:
        return State(INFO, _said(QT_TRANSLATE_NOOP("Monitor", "not reported")), lack_text(now.lacks.get("clock_reasons")))
    return State(OK, _said(QT_TRANSLATE_NOOP("Monitor", "healthy")))


def _held(severity: str, title: str) -> State:
    reason_text = _said(QT_TRANSLATE_NOOP("Monitor", "Clocks are throttled: {reason}.")).format(reason=title)
    return State(severity, _begun_small(title), reason_text)


def _begun_small(title: str) -> str:
    """The text with a lowercase start, for use next to other states; names such as PCIe are unchanged."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]
