"""Tokens a second that were measured of kept workloads: the newest record of each in the journal of the project."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gpudesk.derived.workloads.measured_peaks import standing_remarks
from gpudesk.project.snapshot import Snapshot, made_from

LEAST_PER_S, MOST_PER_S = 0.1, 1e11
"""Tokens a second that can have been measured, and from which on an estimate is written."""
_RECORD = re.compile(
    r"Measured: (?P<measured>\d+\.\d) tokens/s"
    r"(, estimated (?P<estimated>\d+\.\d) tokens/s \([+-]\d+\.\d %\))?\. ?(?P<about>.*)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class MeasuredRate:
    """Tokens per second of all GPUs of a workload, with the estimate at that time.

    Attributes:
        estimated: None if there was no estimate.
        about: the GPUs, the time window, and the source of the figure.
        at_utc: when it was recorded.
    """

    measured: float
    estimated: float | None
    about: str
    at_utc: str

    @property
    def off(self) -> float | None:
        """By what share of the estimate the measurement is above it; None without one."""
        return self.measured / self.estimated - 1 if self.estimated else None


def rate_text(measured: float, estimated: float | None, about: str) -> str:
    """A measurement as the journal keeps it; both in tokens a second. An estimate too small for the digits that are kept is none."""
    if estimated is None or estimated < LEAST_PER_S:
        return f"Measured: {measured:.1f} tokens/s. {about}"
    off = 100 * (measured / estimated - 1)
    return f"Measured: {measured:.1f} tokens/s, estimated {estimated:.1f} tokens/s ({off:+.1f} %). {about}"


def rate_of(text: str, at_utc: str) -> MeasuredRate | None:
    """Return the measurement recorded in a remark; None if it is another kind."""
    match = _RECORD.fullmatch(text.strip())
    if match is None:
        return None
    estimated = float(match["estimated"]) if match["estimated"] else None
    return MeasuredRate(float(match["measured"]), estimated or None, match["about"].strip(), at_utc)


@made_from({"journal": ("object_table", "object_id", "text", "at_utc", "corrects")})
def measured_rates(snapshot: Snapshot) -> Mapping[int, MeasuredRate]:
    """The newest measurement of each workload, by its id. The journal loses nothing: a remark that corrects a record takes it back."""
    rates: dict[int, MeasuredRate] = {}
    for workload, text, at_utc in standing_remarks(snapshot):
        rate = rate_of(text, at_utc)
        if rate is not None:
            rates[workload] = rate
    return rates
