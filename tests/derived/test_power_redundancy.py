"""Redundancy by its name and availability, of racks and halls that are wired with parts of the catalog."""

from collections.abc import Iterator
from typing import Any

import pytest

from gpudesk.core.power.availability import in_parallel, in_series
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.derived.power.power_redundancy import PowerRedundancy, power_redundancy
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.reliability import reliabilities

PDU = "raritan.px3-5730-v2"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch() as made:
        yield made


def rack(document: Document, system: str, count: int, panels: dict[str, int], pdus: int) -> int:
    hall = next(iter(document.snapshot["hall"].ids.tolist()), None)
    made: int = run(document, add_racks, "generic.rack-48u-750x1200", 1, hall_id=hall).result[0]
    for number in range(pdus):
        run(document, place_device, PDU, made, 0, 1, number % 2)
    for number in range(count):
        run(document, place_device, system, made, 16 * number)
    run(document, wire_power, [made], panels)
    return made


def node(document: Document, kind: PowerNodeKind, volts: int = 400, **values: Any) -> int:
    made: int = run(document, add_power_node, kind, volts, **values).result
    return made


def standing(document: Document) -> PowerRedundancy:
    return power_redundancy(power_failures(document.snapshot))


def test_three_feeds_of_one_dgx_are_n_plus_1(document: Document) -> None:
    rack(document, "nvidia.dgx-h100", 1, {}, 3)
    found = standing(document)
    assert [each.redundancy for each in found.racks] == ["N+1"]
    assert found.racks[0].devices == 1
    assert found.racks[0].running >= found.racks[0].full > 0.9999


def test_a_dgx_that_slows_down_on_two_feeds_has_only_n(document: Document) -> None:
    """3 + 3 supplies of a 4+2 system: the loss of a feed is felt."""
    rack(document, "nvidia.dgx-h100", 1, {}, 2)
    found = standing(document)
    assert [each.redundancy for each in found.racks] == ["N"]
    assert found.racks[0].running > found.racks[0].full


def test_servers_on_two_ups_are_2n_and_on_one_n(document: Document) -> None:
    first, second = node(document, PowerNodeKind.UPS), node(document, PowerNodeKind.UPS)
    rack(document, "generic.server-1u", 1, {"A": first, "B": second}, 2)
    assert [each.redundancy for each in standing(document).halls] == ["2N"]
    for panel in document.snapshot["power_node"].where("fed_by_id", second).tolist():
        run(document, hang_power_node, panel, first)
    found = standing(document)
    assert [each.redundancy for each in found.halls] == ["N"]
    assert [(each.redundancy, each.single_points) for each in found.racks] == [("N", ("UPS 1",))]


def test_racks_on_pairs_of_three_ups_are_distributed(document: Document) -> None:
    ups = [node(document, PowerNodeKind.UPS) for _ in range(3)]
    for first, second in ((0, 1), (1, 2), (2, 0)):
        rack(document, "generic.server-1u", 1, {"A": ups[first], "B": ups[second]}, 2)
    found = standing(document)
    assert [each.redundancy for each in found.halls] == ["distributed"]
    assert [each.redundancy for each in found.racks] == ["2N"] * 3


def test_availability_is_that_of_the_ways_to_a_server(document: Document) -> None:
    """Source, UPS, feed, PDU, bank and supply in a row, twice; the source is common, and a generator is behind it."""
    source = node(document, PowerNodeKind.SOURCE)
    ups = [node(document, PowerNodeKind.UPS, parent_id=source) for _ in range(2)]
    rack(document, "generic.server-1u", 1, {"A": ups[0], "B": ups[1]}, 2)
    known = {name: each.availability for name, each in reliabilities().items()}
    way = in_series(known[name] for name in ("ups", "feed", "pdu", "bank", "power_supply"))
    found = standing(document)
    assert found.halls[0].full == pytest.approx(known["source"] * in_parallel([way, way]), rel=1e-12)
    assert (found.halls[0].redundancy, found.halls[0].single_points) == ("N", ("Source 1",))
    switch = node(document, PowerNodeKind.TRANSFER_SWITCH, parent_id=source, alternate_id=node(document, PowerNodeKind.GENERATOR))
    for each in ups:
        run(document, hang_power_node, each, switch)
    top = known["transfer_switch"] * in_parallel([known["source"], known["generator"]])
    assert standing(document).halls[0].full == pytest.approx(top * in_parallel([way, way]), rel=1e-12)
    assert standing(document).halls[0].single_points == ("Transfer switch 1",)


def test_a_feed_whose_loss_opens_the_others_is_needed(document: Document) -> None:
    """Four systems on three feeds of 32 A: without one, lines of the others carry 34.8 A at 400 V, open, and all is dark."""
    rack(document, "nvidia.dgx-h100", 4, {}, 3)
    found = standing(document)
    feed = reliabilities()["feed"].availability
    assert found.racks[0].redundancy == "N"
    assert found.racks[0].running < feed**3
