"""Sums of circuits; published and worked figures stand in tests/golden."""

import numpy as np

from gpudesk.core.power.electrical import known_sum


def test_a_sum_says_what_is_missing() -> None:
    total = known_sum(np.array([10_200.0, np.nan, 10_200.0]))
    assert (total.value, total.known, total.missing, total.complete) == (20_400, 2, 1, False)
    assert known_sum(np.empty(0)).complete
