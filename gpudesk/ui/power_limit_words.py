"""How the limit of a circuit comes about, in one line."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.power_limits import capacity_a, circuit_limits
from gpudesk.ui.quantities import format_quantity


def limit_words(
    breaker_a: int | None, derating_percent: int, continuous_percent: float, capacity_va: int | None, voltage_v: int, wiring: int
) -> str:
    """Such as "32 A × 100 % × 80 % = 25.6 A on each line for long"; "" where nothing is known."""

    def reals(value: float | None) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
        return np.array([np.nan if value is None else float(value)])

    wirings = np.array([wiring])
    factors = reals(derating_percent / 100), reals(continuous_percent / 100)
    limit = float(circuit_limits(reals(breaker_a), *factors, reals(capacity_va), reals(voltage_v), wirings).limit_a[0])
    if np.isnan(limit):
        return ""
    by_capacity = float(capacity_a(reals(capacity_va), reals(voltage_v), wirings)[0])
    if breaker_a is None or by_capacity <= limit:
        text = QCoreApplication.translate("PowerLimit", "{capacity} are {limit} on each line")
        return text.format(capacity=format_quantity(capacity_va, "VA"), limit=format_quantity(round(limit, 1), "A"))
    text = QCoreApplication.translate("PowerLimit", "{breaker} × {derating} × {factor} = {limit} on each line for long")
    return text.format(
        breaker=format_quantity(breaker_a, "A"),
        derating=format_quantity(derating_percent, "%"),
        factor=format_quantity(round(continuous_percent, 1), "%"),
        limit=format_quantity(round(limit, 1), "A"),
    )
