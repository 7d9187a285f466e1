"""Measurements of saved workloads: the newest record of each in the project journal."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpudesk.project.snapshot import Snapshot, made_from

_TABLE = "workload"
_RECORD = re.compile(
    r"Measured: (?P<measured>\d+\.\d) GiB at most on one GPU, estimated (?P<estimated>\d+\.\d) GiB "
    r"\([+-]\d+\.\d %\)\. ?(?P<about>.*)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class MeasuredPeak:
    """The peak memory use of one GPU, in GiB, with the estimate at that time.

    Attributes:
        about: the GPUs and the time window.
        at_utc: when it was recorded.
    """

    measured: float
    estimated: float
    about: str
    at_utc: str

    @property
    def off(self) -> float:
        """By what share of the estimate the measurement is above it."""
        return self.measured / self.estimated - 1


def peak_text(measured: float, estimated: float, about: str) -> str:
    """A measurement as the journal keeps it; both in GiB."""
    off = 100 * (measured / estimated - 1)
    return f"Measured: {measured:.1f} GiB at most on one GPU, estimated {estimated:.1f} GiB ({off:+.1f} %). {about}"


def peak_of(text: str, at_utc: str) -> MeasuredPeak | None:
    """Return the measurement recorded in a remark; None if it is another kind."""
    match = _RECORD.fullmatch(text.strip())
    if match is None or float(match["estimated"]) <= 0:
        return None
    return MeasuredPeak(float(match["measured"]), float(match["estimated"]), match["about"].strip(), at_utc)


def standing_remarks(snapshot: Snapshot) -> Iterator[tuple[int, str, str]]:
    """Remarks on workloads that no later one corrects: the workload, the text, when it was written; the oldest first."""
    journal = snapshot["journal"]
    rows = {row_id: journal.row(row_id) for row_id in journal.ids[journal["object_table"] == _TABLE].tolist()}
    corrected = {row["corrects"] for row in rows.values()}
    for row_id, row in rows.items():
        if row_id not in corrected:
            yield int(row["object_id"]), str(row["text"]), str(row["at_utc"])


@made_from({"journal": ("object_table", "object_id", "text", "at_utc", "corrects")})
def measured_peaks(snapshot: Snapshot) -> Mapping[int, MeasuredPeak]:
    """The newest measurement of each workload, by its id. The journal loses nothing: a remark that corrects a record takes it back."""
    peaks: dict[int, MeasuredPeak] = {}
    for workload, text, at_utc in standing_remarks(snapshot):
        peak = peak_of(text, at_utc)
        if peak is not None:
            peaks[workload] = peak
    return peaks
