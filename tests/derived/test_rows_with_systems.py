"""Rack-scale systems count in the totals of the row in which they stand."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.derived.totals.explain import explain
from gpudesk.derived.totals.hall_sums import row_sums
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.floor.floor import move_on_floor
from gpudesk.operations.plan.build import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

SYSTEMS, GPUS = 8, 72


@pytest.fixture
def site() -> Iterator[Document]:
    """Eight GB200 NVL72 in one row with two racks; air handlers and CDUs stand by themselves."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        yield document


def test_a_row_has_its_racks_and_systems(site: Document) -> None:
    snapshot = site.snapshot
    system = snapshot.types[int(snapshot["device"].row(int(snapshot["device"].where("name", "nvl72-001")[0]))["type_id"])]
    watts, kilograms = float(system.number("power_max_w") or 0), float(system.number("weight_kg") or 0)
    row, floor = row_sums(snapshot)
    assert (row.name, row.on_floor, row.things, len(row.racks), row.gpus) == ("A", False, 10, 2, SYSTEMS * GPUS)
    racks = [totals(snapshot, "rack", int(rack)) for rack in snapshot["rack"].ids]
    assert row.power_w == pytest.approx(SYSTEMS * watts + sum(rack.power_w["max"] for rack in racks))
    assert row.mass_kg == pytest.approx(SYSTEMS * kilograms + sum(rack.mass_kg for rack in racks))
    assert (row.busiest, row.busiest_w, row.heaviest, row.heaviest_kg) == ("nvl72-001", watts, "nvl72-001", kilograms)
    assert (floor.on_floor, floor.things, floor.gpus) == (True, 9, 0)
    whole = totals(snapshot, "project")
    assert row.power_w + floor.power_w == pytest.approx(whole.power_w["max"])
    assert row.mass_kg + floor.mass_kg == pytest.approx(whole.mass_kg)


def test_the_totals_of_a_row_and_their_working_are_the_same(site: Document) -> None:
    snapshot = site.snapshot
    row = int(snapshot["rack_row"].ids[0])
    found = totals(snapshot, "rack_row", row)
    assert (found.racks, found.systems, found.gpus) == (10, SYSTEMS, SYSTEMS * GPUS)
    assert found.power_w["max"] == pytest.approx(row_sums(snapshot)[0].power_w)
    assert explain(snapshot, "rack_row", row, "power_max_w").total == pytest.approx(found.power_w["max"])


def test_a_system_that_is_moved_away_leaves_the_row(site: Document) -> None:
    system = int(site.snapshot["device"].where("name", "nvl72-008")[0])
    run(site, move_on_floor, [("device", system)], 0, 3_000)
    snapshot = site.snapshot
    rows = snapshot.cached(row_of_systems)
    assert rows[snapshot["device"].position(system)] == ABSENT
    assert np.count_nonzero(rows != ABSENT) == SYSTEMS - 1
    row, floor = row_sums(snapshot)
    assert (row.gpus, floor.gpus) == ((SYSTEMS - 1) * GPUS, GPUS)
