"""Measurements of saved workloads, as stored in the project journal."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpudesk.derived.workloads.measured_peaks import peak_of, standing_remarks
from gpudesk.derived.workloads.measured_rates import rate_of
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True)
class MeasuredRecord:
    """One record.

    Attributes:
        unit: "GiB" for the peak memory use of one GPU, "tokens/s" for all GPUs together.
        estimated: None if there was no estimate.
        about: the GPUs, the time window, and notes about them.
        at_utc: when it was recorded.
    """

    unit: str
    measured: float
    estimated: float | None
    about: str
    at_utc: str

    @property
    def off(self) -> float | None:
        """By what share of the estimate the measurement is above it; None without one."""
        return self.measured / self.estimated - 1 if self.estimated else None


def _record(text: str, at_utc: str) -> MeasuredRecord | None:
    peak = peak_of(text, at_utc)
    if peak is not None:
        return MeasuredRecord("GiB", peak.measured, peak.estimated, peak.about, at_utc)
    rate = rate_of(text, at_utc)
    return None if rate is None else MeasuredRecord("tokens/s", rate.measured, rate.estimated, rate.about, at_utc)


@made_from({"journal": ("object_table", "object_id", "text", "at_utc", "corrects")})
def measured_records(snapshot: Snapshot) -> Mapping[int, tuple[MeasuredRecord, ...]]:
    """Return all measurements of each workload, by id, newest first; measurements corrected by a later remark are omitted."""
    by_workload: dict[int, list[MeasuredRecord]] = {}
    for workload, text, at_utc in standing_remarks(snapshot):
        record = _record(text, at_utc)
        if record is not None:
            by_workload.setdefault(workload, []).insert(0, record)
    return {workload: tuple(records) for workload, records in by_workload.items()}
