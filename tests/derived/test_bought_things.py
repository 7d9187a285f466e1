"""What of a project is bought: what a type contains comes with it."""

import numpy as np

from gpudesk.derived.cost.bom_measures import things
from tests.checks.site import Site


def test_what_a_type_contains_is_not_bought_again() -> None:
    """A chassis that contains two blades holds three: one is bought, two come inside."""
    site = Site()
    holder = site.device(site.rack(), 1, "filled")
    for slot in ("1", "2", "3"):
        site.child(holder, slot)
    found = things(site.snapshot)
    (blade,) = np.flatnonzero(found.type_ids == site.use("blade"))
    assert found.counts[blade].tolist() == [1]
    assert found.inside[blade].tolist() == [2]
    assert found.counts.sum() == 3, "a rack, a chassis and a blade"
