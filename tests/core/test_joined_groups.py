"""What hangs together."""

import numpy as np

from gpudesk.core.values.connected_components import joined_groups


def test_things_joined_over_others_are_one_group() -> None:
    assert joined_groups(6, np.array([4, 1, 5]), np.array([1, 3, 2])).tolist() == [0, 1, 2, 1, 1, 2]


def test_a_long_chain_is_one_group_whatever_its_order() -> None:
    order = np.random.default_rng(7).permutation(200)
    assert set(joined_groups(200, order[:-1], order[1:]).tolist()) == {0}


def test_what_is_not_joined_is_its_own_group() -> None:
    nothing = np.empty(0, np.int64)
    assert joined_groups(3, nothing, nothing).tolist() == [0, 1, 2]
