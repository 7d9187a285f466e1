"""The switches that a fat tree needs are those that cabling it asks for."""

import pytest

from gpudesk.derived.networks.network_links import network_links, switches_needed
from gpudesk.derived.networks.network_nodes import SwitchesMissing
from tests.checks.fabric_site import DEVICES, Fabric
from tests.checks.site import Site


def test_halls_are_counted_in_the_order_in_which_they_are_cabled() -> None:
    """Only the last unit may have half of its leaves: that of the second hall, although its node comes first in the table."""
    site = Site()
    site.insert("network", kind=0, name="Compute", rate_gbps=400, unit_nodes=16, rails_per_leaf=1, whole_units=0, by_hall=1)
    other = site.rack(hall_id=site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000))
    fabric = Fabric(site)
    site.device(other, 1, type_id=fabric.kind(DEVICES["node"]))
    for _ in range(12):
        fabric.add("node")
    for role in ("leaf", "spine", "core"):
        fabric.add("leaf", role=role)
    tiers = switches_needed(site.snapshot, 1)
    assert [(tier.role, tier.needed) for tier in tiers] == [("leaf", 12), ("spine", 16), ("core", 8)]
    with pytest.raises(SwitchesMissing) as missing:
        network_links(site.snapshot, 1)
    assert list(missing.value.tiers) == tiers
