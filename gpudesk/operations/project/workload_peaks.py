"""What was measured of kept workloads, as records of the project."""

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
    """Keep the highest use of memory of a workload, beside its estimate, in its journal; returns the id of the record.

    Args:
        about: on which GPUs, in which window, in a few words.

    Raises:
        Refused: there is no such workload, or the figures make no sense.
    """
    if not (0 < measured_gib < 1e6 and 0 < estimated_gib < 1e6):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The measured memory is not plausible.")))
    record = add_remark(edit, "workload", workload_id, peak_text(measured_gib, estimated_gib, about[:2000]))
    name = str(edit.row("workload", workload_id)["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Record the usage of {name}"), {"name": name})
    return record


@operation
def record_rate(edit: Edit, workload_id: int, estimated_per_s: float | None, measured_per_s: float, about: str) -> int:
    """Keep the tokens a second of all GPUs of a workload, beside their estimate, in its journal; returns the id of the record.

    Args:
        estimated_per_s: None where nothing is estimated.
        about: on which GPUs, in which window, and where the figure comes from, in a few words.

    Raises:
        Refused: there is no such workload, or the figures make no sense.
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
    """Keep memory (see `record_peak`) and tokens a second (see `record_rate`) of one window as one step; returns the ids of both records.

    Args:
        said, about: on which GPUs, in which window: of the memory, and of the tokens a second.

    Raises:
        Refused: there is no such workload, or some of the figures make no sense.
    """
    peak = record_peak(edit, workload_id, estimated_gib, measured_gib, said)
    rate = record_rate(edit, workload_id, estimated_per_s, measured_per_s, about)
    name = str(edit.row("workload", workload_id)["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Record the measurement of {name}"), {"name": name})
    return peak, rate
