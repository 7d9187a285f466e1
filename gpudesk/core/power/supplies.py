"""Behavior of a device with its remaining live power supplies, according to its rule."""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

import numpy as np

from gpudesk.core.hardware.hardware import SupplyRule
from gpudesk.core.power.power_lines import Reals


class SupplyState(IntEnum):
    """How a device runs; the higher the worse."""

    FULL = 0
    REDUCED = 1
    """It runs on, but draws and does less: its GPUs are capped."""
    MANAGEMENT_ONLY = 2
    """Only its management controller answers."""
    DOWN = 3


def supply_share(rule: SupplyRule | None, alive: int) -> float:
    """Share of its power that a device draws with `alive` supplies: 1 at full load, 0 if it does not run.

    A device without a rule runs at full load as long as one supply is live. The power of a management controller alone is unknown
    and counts as zero.
    """
    if alive <= 0:
        return 0.0
    if rule is None:
        return 1.0
    reached = [level.share for level in rule.levels if alive >= level.alive]
    if alive >= rule.needed:
        reached.append(1.0)
    return max(reached, default=0.0)


def supply_state(rule: SupplyRule | None, alive: int) -> SupplyState:
    """How a device runs with `alive` supplies."""
    share = supply_share(rule, alive)
    if share >= 1:
        return SupplyState.FULL
    if share > 0:
        return SupplyState.REDUCED
    if rule is not None and rule.minimum_to_boot is not None and 0 < alive < rule.minimum_to_boot:
        return SupplyState.MANAGEMENT_ONLY
    return SupplyState.DOWN


def gpu_cap_w(rule: SupplyRule | None, alive: int) -> float | None:
    """Power cap of each GPU of a device with `alive` supplies; None if it is not documented or there is no cap."""
    if rule is None or alive >= rule.needed:
        return None
    reached = [level for level in rule.levels if alive >= level.alive]
    return max(reached, key=lambda level: level.alive).gpu_w if reached else None


def share_table(rules: Sequence[SupplyRule | None], most: int) -> tuple[Reals, Reals]:
    """`supply_share` and `supply_state` of each rule for 0 to `most` supplies, both of shape (rules, most + 1)."""
    rows = [_row(rule, most) for rule in rules]
    shares, states = (np.array([row[number] for row in rows], float) for number in (0, 1))
    return shares.reshape(len(rules), most + 1), states.reshape(len(rules), most + 1)


@lru_cache(maxsize=4096)
def _row(rule: SupplyRule | None, most: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The row of one rule in `share_table`: rules are few, and tables are rebuilt whenever a type is added."""
    counts = range(most + 1)
    return tuple(supply_share(rule, alive) for alive in counts), tuple(float(supply_state(rule, alive)) for alive in counts)
