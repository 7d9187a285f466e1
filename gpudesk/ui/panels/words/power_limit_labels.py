"""Derivation of a circuit's limit, in one line."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.power.power_limits import capacity_a, circuit_limits
from gpudesk.core.power.power_lines import Reals
from gpudesk.ui.toolkit.quantities import format_quantity


def limit_words(
    breaker_a: int | None, derating_percent: int, continuous_percent: float, capacity_va: int | None, voltage_v: int, wiring: int
) -> tuple[str, str]:
    """The limit of each line, and its derivation, such as "32 A × 100 % × 80 % = 25.6 A"; both "" if unknown."""
    wirings = np.array([wiring])
    factors = _reals(derating_percent / 100), _reals(continuous_percent / 100)
    limit = float(circuit_limits(_reals(breaker_a), *factors, _reals(capacity_va), _reals(voltage_v), wirings).limit_a[0])
    if np.isnan(limit):
        return "", ""
    shown = format_quantity(round(limit, 1), "A")
    by_capacity = float(capacity_a(_reals(capacity_va), _reals(voltage_v), wirings)[0])
    if breaker_a is None or by_capacity <= limit:
        text = QCoreApplication.translate("PowerLimit", "{capacity} = {limit} per line")
        return shown, text.format(capacity=format_quantity(capacity_va, "VA"), limit=shown)
    text = QCoreApplication.translate("PowerLimit", "{breaker} × {derating} × {factor} = {limit} per line, continuous")
    words = text.format(
        breaker=format_quantity(breaker_a, "A"),
        derating=format_quantity(derating_percent, "%"),
        factor=format_quantity(round(continuous_percent, 1), "%"),
        limit=shown,
    )
    return shown, words


def _reals(value: float | None) -> Reals:
    return np.array([np.nan if value is None else float(value)])
