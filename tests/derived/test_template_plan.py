"""A part of a project as a plan: what is taken with it, and that it can be built again."""

import numpy as np

from gpudesk.catalog.templates import load_template
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.plan.template_derive import derived
from gpudesk.core.plan.template_repeat import repeated_plan
from gpudesk.derived.templates.template_plan import MARGIN_MM, Taken, scope_of, template_plan, whole_project
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.chooser import start_plan


def test_a_whole_project_is_built_again_as_it_was() -> None:
    with Document.scratch() as document:
        run(document, build, start_plan())
        hall = int(document.snapshot["hall"].ids[0])
        run(document, add_floor_item, hall, int(FloorItemKind.COLUMN), 3000, 4000, 400, 400)
        run(document, reserve_units, 1, 80, 4, reason="later")
        plan = template_plan(document.snapshot, whole_project(document.snapshot), Taken(), "Start")
        before = totals(document.snapshot, "project")
    assert plan.site == {"altitude_m": 650}
    assert plan.phases == {1: "First", 2: "Second"}
    assert [device.name for device in plan.devices if device.parent is not None] == ["inside", "node-1", "node-2"]
    assert not plan.types, "types of the program need not travel"
    with Document.scratch() as again:
        run(again, build, plan)
        assert totals(again.snapshot, "project") == before
        assert again.snapshot["floor_item"].rows == 1
        assert template_plan(again.snapshot, whole_project(again.snapshot), Taken(), "Start") == plan


def test_what_is_not_asked_for_stays_behind() -> None:
    with Document.scratch() as document:
        run(document, build, start_plan())
        everything = whole_project(document.snapshot)
        bare = template_plan(document.snapshot, everything, Taken(devices=False, phases=False, reservations=False, floor_items=False))
        roles = template_plan(document.snapshot, everything, Taken(roles=False))
    assert (len(bare.racks), bare.devices, bare.reservations, bare.floor_items, bare.phases) == (4, (), (), (), {})
    assert {rack.phase for rack in bare.racks} == {1}
    assert {device.role for device in roles.devices} == {""}


def test_what_is_of_one_thing_alone_stays_with_it() -> None:
    with Document.scratch() as document:
        run(document, build, start_plan())
        run(document, set_fields, "device", 1, {"serial": "S1", "asset": "A1", "notes": "mine", "status": 2})
        plan = template_plan(document.snapshot, scope_of(document.snapshot, [("device", 1)]), Taken())
    first = next(device for device in plan.devices if device.name == "dgx-001")
    assert (first.serial, first.asset, first.notes, first.status) == ("", "", "", 0)
    assert [rack.name for rack in plan.racks] == ["A01"], "a device stands for its rack"


def test_racks_get_a_hall_that_is_just_large_enough() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod"))
        row = int(document.snapshot["rack_row"].ids[2])
        scope = scope_of(document.snapshot, [("rack_row", row)])
        plan = template_plan(document.snapshot, scope, Taken())
    hall = plan.halls[0]
    xs = np.array([rack.x_mm for rack in plan.racks])
    assert len(plan.halls) == len(plan.rows) == 1
    assert xs.min() == MARGIN_MM
    assert hall.width_mm == xs.max() - xs.min() + 600 + 2 * MARGIN_MM
    with Document.scratch() as again:
        run(again, build, plan)
        assert totals(again.snapshot, "project").racks == len(plan.racks)


def test_a_regular_row_becomes_a_number_to_choose() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod"))
        plan = template_plan(document.snapshot, scope_of(document.snapshot, [("rack_row", 3)]), Taken())
    found = derived(plan)
    assert found is not None
    assert set(found.repeat.parameters) == {"racks"}
    again = repeated_plan(found.plan, found.repeat, {})
    assert {rack.name for rack in again.racks} == {rack.name for rack in plan.racks}
    assert {device.name for device in again.devices} == {device.name for device in plan.devices}
