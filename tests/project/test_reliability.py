"""Times between failures and to repair, as `resources/rules/reliability.yaml` holds them."""

from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.project.reliability import POWER_SUPPLY, reliabilities


def test_every_kind_of_node_has_times() -> None:
    known = reliabilities()
    assert known.keys() == {*NODE_KINDS, POWER_SUPPLY}
    assert all(each.source and each.source_es and 0.99 < each.availability < 1 for each in known.values())
