"""Fabrics of any size: no lane is used twice, no port stays open, leaves have equal uplinks, and a second time changes nothing."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from gpudesk.core.cabling.link_ends import doubled, spans
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall
from gpudesk.derived.links.links import cable_side
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.examples import examples

NODE, SWITCH = "nvidia.dgx-h100", "nvidia.qm9700"


@examples(25, least=10, suppress_health_check=[HealthCheck.too_slow])
@given(nodes=st.integers(1, 40), leaves=st.integers(1, 18), spines=st.integers(0, 8), unit=st.integers(1, 40), up=st.integers(1, 40))
def test_any_fabric(nodes: int, leaves: int, spines: int, unit: int, up: int) -> None:
    counts = {(NODE, "compute"): nodes, (SWITCH, "leaf"): leaves, (SWITCH, "spine"): spines}
    devices = tuple(
        PlanDevice(key, f"{role}-{number}", hall=0, role=role) for (key, role), count in counts.items() for number in range(count)
    )
    document = Document.scratch()
    run(document, build, Plan("Any", halls=(PlanHall("H"),), devices=devices))
    wanted = {"unit_nodes": unit, "leaf_up": up}
    network = run(document, add_network, NetworkKind.COMPUTE, "Compute", 400, wanted).result
    before = document.snapshot
    try:
        done = run(document, cable_project).result
    except Refused:
        assert document.snapshot.equals(before)
        return
    snapshot = document.snapshot
    cables, table = snapshot["cable"], snapshot["device"]
    first, end = (np.concatenate(parts) for parts in zip(*(spans(cable_side(cables, side)) for side in "ab"), strict=True))
    assert not doubled(first, end).any()
    roles = [table["role"][table.positions(cables[f"{side}_device_id"])] for side in "ab"]
    of_nodes = (roles[0] == "compute") & (roles[1] == "leaf")
    assert of_nodes.sum() == nodes * 8, "every port of every node is joined"
    uplinks = np.bincount(cables["a_device_id"][(roles[0] == "leaf") & (roles[1] == "spine")])
    assert len(set(uplinks[uplinks > 0].tolist())) <= 1, "all leaves have as many uplinks"
    again = run(document, cable_project, [network])
    assert (again.result.kept, bool(again.changes.tables)) == (done.added, False)
    undo(document)
    assert document.snapshot.equals(before)
    assert document.fresh_snapshot().equals(before)


def test_one_that_works_is_among_them() -> None:
    """The property above would hold of nothing if all were refused."""
    devices = (
        *(PlanDevice(NODE, f"n{at}", hall=0) for at in range(4)),
        *(PlanDevice(SWITCH, f"s{at}", hall=0, role="leaf") for at in range(8)),
    )
    document = Document.scratch()
    run(document, build, Plan("One", halls=(PlanHall("H"),), devices=devices))
    run(document, add_network, NetworkKind.COMPUTE, "Compute", 400, {"tiers": 1})
    assert run(document, cable_project).result.added == 32
    with pytest.raises(Refused):
        run(document, cable_project, [99])
