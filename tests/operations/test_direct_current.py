"""A chain on 800 V of direct current, from the grid by a power rack and shelves to trays: amperes, checks and the drill."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.power.power_lines import Wiring
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.power_cord_operations import plug_in
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.project.sample import Clock

TRAY = "nvidia.gb200-compute-tray"
SOURCE, BUSWAY, FEED = 0, 5, 6


class Plan:
    """A rack with two shelves of 800 V to 50 V and a tray on one of them, on a busway behind a power rack."""

    def __init__(self, document: Document, shelf: str = "generic.dc-shelf-800v-50v") -> None:
        def run(verb: Callable[..., Any], *values: object, **named: object) -> int:
            result = run_operation(document, verb, *values, **named).result
            return result if isinstance(result, int) else 0

        self.document = document
        hall = run(create_hall)
        row = run(create_row, hall)
        run_operation(document, add_racks, "generic.rack-48u-600x1200", 1, row)
        rack = int(document.snapshot["rack"].ids[0])
        source = run(add_power_node, SOURCE, 415, name="Grid")
        made = run(place_on_floor, "nvidia.power-rack-800v", hall, 6000, 6000)
        self.busway = run(add_power_node, BUSWAY, 800, int(Wiring.DC), source, hall_id=hall, device_id=made, breaker_a=1000, name="Busway")
        self.shelves = [run(place_device, shelf, rack, position) for position in (20, 40)]
        self.feeds = []
        for shelf_id, side in zip(self.shelves, "AB", strict=True):
            feed = run(add_power_node, FEED, 800, int(Wiring.DC), self.busway, hall_id=hall, breaker_a=200, feed_side=side)
            run(plug_in, shelf_id, 0, from_node_id=feed)
            self.feeds.append(feed)
        self.tray = run(place_device, TRAY, rack, 0)
        run(plug_in, self.tray, inlet(document, self.tray), from_device_id=self.shelves[0])


def inlet(document: Document, device: int) -> int:
    kind = document.snapshot.types[int(document.snapshot["device"].row(device)["type_id"])]
    return next(port.index for group in kind.port_groups if group.role == "power_in" for port in group.ports)


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        yield made


def tray_w(document: Document) -> float:
    devices = document.snapshot["device"]
    kind = next(document.snapshot.types[type_id] for type_id in devices["type_id"].tolist() if document.snapshot.types[type_id].key == TRAY)
    return float(kind.number("power_max_w") or 0)


def test_amperes_from_the_bar_to_the_grid(document: Document) -> None:
    """By hand: P at 50 V; 98 % of the shelf at 800 V; 97.5 % of the power rack and power factor 0.95 at 415 V on three lines."""
    plan = Plan(document)
    chain, drawn = document.snapshot.cached(power_chain), tray_w(document)
    places = {name: place for place, name in enumerate(chain.names)}
    shelf = chain.place(("device", plan.shelves[0], -1))
    assert shelf is not None
    assert chain.current_a[shelf][0] * 2 == pytest.approx(drawn / 50)
    assert chain.current_a[places["Busway"]][0] == pytest.approx(drawn / 0.98 / 800)
    assert chain.load_w[places["Grid"]] == pytest.approx(drawn / 0.98 / 0.975)
    assert chain.current_a[places["Grid"]] == pytest.approx([drawn / 0.98 / 0.975 / 0.95 / (3**0.5 * 415)] * 3)


def test_all_shelves_of_a_rack_feed_its_bar(document: Document) -> None:
    """One cord to the bar: either shelf may fail, the other carries all."""
    plan = Plan(document)
    failures = power_failures(document.snapshot)
    down = {failures.names[place]: int(failures.outcomes.down[place]) for place in range(len(failures))}
    assert down["Feed 1"] == down["Feed 2"] == 0
    assert down["Busway"] == down["Grid"] == 1
    assert len(plan.feeds) == 2


def test_a_shelf_for_alternating_current_on_800_v_is_found(document: Document) -> None:
    assert not [each for each in check_all(document.snapshot) if each.rule == "compliance.strip_voltage"]
    Plan(document, "flex.power-shelf-110kw")
    found = [each for each in check_all(document.snapshot) if each.rule == "compliance.strip_voltage"]
    assert found[0].message.plain().endswith("is supplied with 800 V DC but is rated for three-phase 345–480 V AC.")
    assert len(found) == 2


def test_a_shelf_for_800_v_on_800_v_is_not(document: Document) -> None:
    Plan(document)
    assert not [each for each in check_all(document.snapshot) if each.rule in ("compliance.strip_voltage", "compliance.supply_voltage")]


def test_a_busway_that_bears_too_little_is_found_in_watts(document: Document) -> None:
    plan = Plan(document)
    run_operation(document, set_fields, "power_node", plan.busway, {"breaker_a": 1})
    found = [each for each in check_all(document.snapshot) if each.rule == "power.upstream"]
    assert len(found) == 1
    assert "VA" not in found[0].message.plain()
    assert np.isclose(float(found[0].required.value), 1.0)  # type: ignore[union-attr]
