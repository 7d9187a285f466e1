"""Measurements of saved workloads, as records of the project."""

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.workloads.measured_peaks import peak_text
from gpudesk.derived.workloads.measured_rates import LEAST_PER_S, MOST_PER_S, rate_text
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def record_peak(edit: Edit, workload_id: int, estimated_gib: float, measured_gib: float, about: str) -> int:
    """Save the peak memory use of a workload, with its estimate, in its journal; returns the id of the record.

    Args:
        about: GPUs and window, briefly.

    Raises:
        Refused: there is no such workload, or the figures are invalid.
    """
    if not (0 < measured_gib < 1e6 and 0 < estimated_gib < 1e6):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The measured memory is not plausible.")))
    record = add_remark(edit, "workload", workload_id, peak_text(measured_gib, estimated_gib, about[:2000]))
    name = str(edit.row("workload", workload_id)["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Record the usage of {name}"), {"name": name})
    return record


@operation
def record_rate(edit: Edit, workload_id: int, estimated_per_s: float | None, measured_per_s: float, about: str) -> int:
    """Save the tokens per second of all GPUs of a workload, with their estimate, in its journal; returns the id of the record.

    Args:
        estimated_per_s: None without an estimate.
        about: GPUs, window and origin of the figure, briefly.

    Raises:
        Refused: there is no such workload, or the figures are invalid.
    """
    if not LEAST_PER_S <= measured_per_s <= MOST_PER_S or not (estimated_per_s is None or 0 < estimated_per_s < 1e12):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The measured tokens per second are not plausible.")))
    record = add_remark(edit, "workload", workload_id, rate_text(measured_per_s, estimated_per_s, about[:2000]))
    name = str(edit.row("workload", workload_id)["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Record tokens per second of {name}"), {"name": name})
    return record


@operation
def record_measured(
    edit: Edit,
    workload_id: int,
    estimated_gib: float,
    measured_gib: float,
    said: str,
    *,
    estimated_per_s: float | None,
    measured_per_s: float,
    about: str,
) -> tuple[int, int]:
    """Save memory (see `record_peak`) and tokens per second (see `record_rate`) of one window as one step; returns both record ids.

    Args:
        said, about: GPUs and window: of the memory, and of the tokens per second.

    Raises:
        Refused: there is no such workload, or some of the figures are invalid.
    """
    peak = record_peak(edit, workload_id, estimated_gib, measured_gib, said)
    rate = record_rate(edit, workload_id, estimated_per_s, measured_per_s, about)
    name = str(edit.row("workload", workload_id)["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Record the measurement of {name}"), {"name": name})
    return peak, rate
