"""Published times of expert dispatch, and the constants that follow from them (`resources/calibration/expert_dispatch.csv`)."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from gpudesk.core.estimates.calibration import Floats
from gpudesk.core.serving.expert_dispatch import DispatchConstants, ExpertGroup, ExpertKernel, ExpertStep, dispatch_seconds
from gpudesk.locate import resource
from gpudesk.sizing.calibration.collective_calibration import collectives_table

_SHARES = tuple(share / 100 for share in range(50, 100, 5))
_STARTS_US = tuple(range(20, 85, 5))
_NETWORK_SHARES = (0.8, 0.9, 1.0)
_BITS = 8


@dataclass(frozen=True, slots=True)
class MeasuredDispatch:
    """One published kernel.

    Attributes:
        library: that ran it.
        seconds: as printed, or what follows from the printed bandwidth.
    """

    system: str
    library: str
    kernel: ExpertKernel
    step: ExpertStep
    tokens: int
    hidden: int
    used: int
    group: ExpertGroup
    seconds: float

    def predicted(self, known: DispatchConstants) -> float:
        """Seconds as calculated."""
        return dispatch_seconds(self.kernel, self.step, self.tokens, self.hidden, self.used, self.group, known)


@cache
def measured_dispatches() -> tuple[MeasuredDispatch, ...]:
    """Every published row."""
    with resource("calibration", "expert_dispatch.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            MeasuredDispatch(
                system=row["system"],
                library=row["library"],
                kernel=ExpertKernel(row["kernel"]),
                step=ExpertStep(row["step"]),
                tokens=int(row["tokens"]),
                hidden=int(row["hidden"]),
                used=int(row["used"]),
                group=ExpertGroup(
                    int(row["gpus"]),
                    int(row["gpus_each"]),
                    float(row["link_gb_per_s"]) * 1e9,
                    float(row["network_gbps_a_gpu"]) * 1e9 / _BITS,
                    int(row["most_systems"]),
                ),
                seconds=float(row["microseconds"]) * 1e-6,
            )
            for row in csv.DictReader(file)
        )


def fitted_constants(rows: Sequence[MeasuredDispatch]) -> DispatchConstants:
    """The constants that fit rows best, by the sum of absolute logarithms; those without dependent rows stay unchanged."""
    constants = dispatch_constants()

    def off(known: DispatchConstants) -> float:
        return sum(abs(float(np.log(row.predicted(known) / row.seconds))) for row in rows)

    for _ in range(2):
        constants = min((replace(constants, prompt_share=share) for share in _SHARES), key=off)
        ways = product(_SHARES, _NETWORK_SHARES)
        constants = min((replace(constants, decode_share=inside, network_share=over) for inside, over in ways), key=off)
        for step in ExpertStep:
            constants = min((replace(constants, start_s={**constants.start_s, step: start * 1e-6}) for start in _STARTS_US), key=off)
    return constants


def held_out_dispatches(by: str) -> Floats:
    """ln(predicted / measured) of each row, by constants that were fitted without the rows that it shares something with.

    Args:
        by: "gpus" for the number of GPUs, "system" for the whole system with its library.
    """
    rows = measured_dispatches()
    names = [row.system if by == "system" else str(row.group.gpus) for row in rows]
    log_errors = np.zeros(len(rows))
    for name in dict.fromkeys(names):
        known = fitted_constants([row for row, row_name in zip(rows, names, strict=True) if row_name != name])
        for at, row in enumerate(rows):
            if names[at] == name:
                log_errors[at] = np.log(row.predicted(known) / row.seconds)
    return log_errors


@cache
def dispatch_constants() -> DispatchConstants:
    """The constants that came with the program (`resources/sizing/collectives.yaml`)."""
    table = _experts()
    start_s = {step: float(table[f"start_{step}_us"]["value"]) * 1e-6 for step in ExpertStep}
    prompt, decode, network = (float(table[name]["value"]) for name in ("prompt_share", "decode_share", "network_share"))
    return DispatchConstants(prompt, decode, network, start_s)


def dispatch_factors(*, across: bool) -> tuple[float, float]:
    """Factors on a time between which nine of ten measurements lie, inside a system or over the network."""
    row = _experts()["across" if across else "inside"]
    return float(row["low"]), float(row["high"])


def _experts() -> Any:
    return collectives_table()["experts"]
