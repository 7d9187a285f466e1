"""Rack-scale systems count in the totals of the row in which they stand."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.systems_in_rows import row_of_systems, systems_in_rows
from gpudesk.derived.totals.explain import explain
from gpudesk.derived.totals.hall_sums import row_sums
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.floor.floor_operations import move_on_floor
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.rows import add_row
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
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


def test_rows_end_to_end_have_the_systems_on_their_own_side_of_the_cross_aisle(site: Document) -> None:
    """Row Z is in line with row A: three systems, across a cross aisle from A, then two racks."""
    snapshot = site.snapshot
    devices, racks = snapshot["device"], snapshot["rack"]
    named = [int(devices.where("name", f"nvl72-{number:03}")[0]) for number in range(1, SYSTEMS + 1)]
    end_x = max(int(devices.row(each)["x_mm"]) for each in named)
    kind = snapshot.types[int(racks["type_id"][0])]
    others = [int(each) for each, name in zip(devices.ids, devices["name"], strict=True) if name.startswith(("CDU", "CRAH"))]
    run(site, delete_objects, "device", others)
    run(site, set_fields, "hall", int(racks["hall_id"][0]), {"width_mm": 60_000})
    row = run(site, add_row, int(racks["hall_id"][0]), "Z", kind.key, 2).result
    y_mm = int(devices.row(named[0])["y_mm"])
    # Three systems leave row A and come before the racks of Z.
    begin_x = end_x + 600 + 1_500
    for number, system in enumerate(named[-3:]):
        at = site.snapshot["device"].row(system)
        run(site, move_on_floor, [("device", system)], begin_x + 600 * number - int(at["x_mm"]), y_mm - int(at["y_mm"]))
    of_z = [int(each) for each in site.snapshot["rack"].where("row_id", row)]
    at = site.snapshot["rack"].row(of_z[0])
    run(site, move_on_floor, [("rack", each) for each in of_z], begin_x + 1_850 - int(at["x_mm"]), y_mm - int(at["y_mm"]))
    snapshot = site.snapshot
    rows = snapshot.cached(row_of_systems)
    assert [int(rows[snapshot["device"].position(system)]) for system in named[-3:]] == [row] * 3
    found = {each.name: (len(each.racks), each.gpus) for each in row_sums(snapshot) if not each.on_floor}
    assert found["Z"] == (2, 3 * GPUS)
    # Only the trays of one row are asked for: the systems of the other are not counted in it.
    mine = np.flatnonzero(snapshot["rack"]["row_id"] != row)
    assert set(systems_in_rows(snapshot, mine)[1].tolist()) == {int(snapshot["rack"]["row_id"][mine[0]])}
    # What is far away in line with a row is in none.
    run(site, move_on_floor, [("device", named[-1])], 30_000, 0)
    snapshot = site.snapshot
    assert snapshot.cached(row_of_systems)[snapshot["device"].position(named[-1])] == ABSENT
