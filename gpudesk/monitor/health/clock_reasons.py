"""Why clocks are held, as `resources/monitor/clock_reasons.yaml` lists it."""

from dataclasses import dataclass
from functools import cache

from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class ClockReason:
    """One reason.

    Attributes:
        bit: bit in the metric `clock_reasons`.
        share: the separate metric for it, as a share of time; "" if there is none.
        severity: "error", "warning", "info", or "ok" for idle.
    """

    key: str
    bit: int
    severity: str
    title: str
    title_es: str
    share: str = ""


@cache
def clock_reasons() -> tuple[ClockReason, ...]:
    """Every reason, the gravest first."""
    import yaml

    with resource("monitor", "clock_reasons.yaml").open("rb") as file:
        return tuple(ClockReason(**row) for row in yaml.load(file, Loader=yaml.CSafeLoader))


def reasons_in(bits: float) -> tuple[ClockReason, ...]:
    """The reasons that are set in a value of `clock_reasons`, the gravest first."""
    return tuple(reason for reason in clock_reasons() if int(bits) & reason.bit)
