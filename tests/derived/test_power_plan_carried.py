"""The power network is kept over edits of devices outside of it, and equals the one made from the beginning."""

from collections.abc import Iterator
from dataclasses import fields

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.core.power.power_network import Network
from gpudesk.derived.failures.cooling_power_loss import _dark_units, carry_cooling_power, cooling_power_losses
from gpudesk.derived.power.power_plan import PowerPlan, leaves_power, power_plan
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

SERVER, PDU = "generic.server-1u", "generic.pdu-0u-415v-60a"


@pytest.fixture
def document() -> Iterator[Document]:
    """A pod whose cooling units have feeds of their own."""
    with Document.scratch() as document:
        run(document, build, load_template("hgx-pod", {"cooling": "none"}))
        run(document, propose_cooling, document.snapshot["hall"].ids.tolist())
        findings_of(document.snapshot)
        document.snapshot.cached(power_plan)
        yield document


def fresh(snapshot: Snapshot) -> Snapshot:
    return Snapshot(snapshot.revision, snapshot.tables)


def assert_same(plan: PowerPlan, other: PowerPlan) -> None:
    for field in fields(PowerPlan):
        own, fresh_value = getattr(plan, field.name), getattr(other, field.name)
        if field.name == "network":
            for part in fields(own):
                np.testing.assert_array_equal(getattr(own, part.name), getattr(fresh_value, part.name), part.name)
        else:
            np.testing.assert_array_equal(own, fresh_value, field.name)


def test_a_server_without_cords_leaves_the_network_as_it_is(document: Document) -> None:
    first, second = document.snapshot["rack"].ids[:2].tolist()
    # With the first one its type comes into the project, which may change what a type draws.
    run(document, place_device, SERVER, first, 80)
    findings_of(document.snapshot)
    network = document.snapshot.cached(power_plan).network
    server = run(document, place_device, SERVER, second, 80).result
    assert_carried(document.snapshot, network)
    run(document, delete_objects, "device", [server])
    assert_carried(document.snapshot, network)


def test_places_move_when_an_earlier_device_goes(document: Document) -> None:
    first, second = document.snapshot["rack"].ids[:2].tolist()
    spare = run(document, place_device, SERVER, first, 80).result
    run(document, place_device, SERVER, second, 80)
    run(document, wire_power, [second])
    plan = document.snapshot.cached(power_plan)
    run(document, delete_objects, "device", [spare])
    assert_carried(document.snapshot, plan.network)
    assert (document.snapshot.cached(power_plan).loads != plan.loads).any()


def assert_carried(snapshot: Snapshot, network: Network) -> None:
    carried = snapshot.known(power_plan)
    assert carried is not None
    assert carried.network is network
    assert_same(carried, power_plan(fresh(snapshot)))
    np.testing.assert_equal(snapshot.known(_dark_units), _dark_units(fresh(snapshot)))
    assert cooling_power_losses(snapshot) == cooling_power_losses(fresh(snapshot))
    assert findings_of(snapshot) == check_all(fresh(snapshot))


def test_what_takes_or_gives_power_makes_the_network_again(document: Document) -> None:
    before = document.snapshot
    rack = int(before["rack"].ids[1])
    applied = run(document, place_device, PDU, rack, 2)
    assert not leaves_power(before, document.snapshot, applied.changes)
    undo(document)
    before = document.snapshot
    corded = int(before["power_cord"]["device_id"][0])
    changes = run(document, delete_objects, "device", [corded]).changes
    assert not leaves_power(before, document.snapshot, changes)
    carry_cooling_power(before, document.snapshot, changes)
    assert_same(document.snapshot.cached(power_plan), power_plan(fresh(document.snapshot)))
    assert findings_of(document.snapshot) == check_all(fresh(document.snapshot))
