"""A template goes into an open project: as new halls, or to a free place of a hall, as one step."""

from dataclasses import replace
from typing import Any

import pytest

from gpudesk.catalog.plan_types import types_of
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.floor.floor_trial import FloorTrial
from gpudesk.derived.templates.template_place import free_place, plan_tried
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.plan.plan_to_project import build, insert_plan
from gpudesk.operations.project.plan_scope_operations import set_outside_plan
from gpudesk.operations.project.site_sheet_operations import name_phase
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.redundant_roles import redundant_plans, redundant_roles

RACK = "generic.rack-48u-600x1200"
ROW = Plan(
    "Row",
    (PlanHall("–", 5000, 4000),),
    (PlanRow(0, "A", 1200, 1200),),
    tuple(PlanRack(RACK, 0, f"A{number:02}", row=0, x_mm=1200 + 600 * number, y_mm=1200) for number in range(4)),
    tuple(PlanDevice("nvidia.dgx-h100", f"dgx-{number + 1:03}", rack=number, position=0) for number in range(4)),
    phases={1: "Template"},
    site={"altitude_m": 2000},
)


def trial(document: Document, hall: int, plan: Plan = ROW) -> FloorTrial:
    snapshot = document.snapshot
    return FloorTrial(snapshot.__getitem__, snapshot.types, plan_tried(plan, types_of(plan)), hall, fresh=True)


def test_the_same_row_goes_in_again_and_again_to_free_places_under_free_names() -> None:
    with Document.scratch() as document:
        hall = run(document, create_hall, "Hall", 6000, 12_000).result
        run(document, name_phase, 1, "Mine")
        run(document, add_floor_item, hall, int(FloorItemKind.COLUMN), 0, 0, 700, 700)
        seen = set()
        for count in range(1, 4):
            place = free_place(trial(document, hall))
            assert place is not None
            seen.add(place)
            made = run(document, insert_plan, ROW, hall, *place).result
            assert len(made) == 4
            assert document.snapshot["rack"].rows == 4 * count
        assert len(seen) == 3
        names = document.snapshot["rack"]["name"].tolist()
        assert len(set(names)) == 12
        assert len(set(document.snapshot["device"]["name"].tolist())) == 12
        assert document.snapshot["rack_row"].rows == 3
        assert document.snapshot["phase"]["name"].tolist() == ["Mine"], "what the project says stays"
        assert document.snapshot["site_value"].rows == 0
        assert document.steps[-1].message.plain() == "Insert Row"
        undo(document)
        assert document.snapshot["rack"].rows == 8, "one step"


@pytest.mark.parametrize("thing", ["racks", "devices"])
def test_a_name_of_endless_digits_is_refused(thing: str) -> None:
    change: dict[str, Any] = {thing: tuple(replace(each, name="9" * 5000) for each in getattr(ROW, thing))}
    with Document.scratch() as document, pytest.raises(Refused, match="at most 200 characters"):
        run(document, insert_plan, replace(ROW, **change), None)


def test_what_it_would_stand_on_is_named_and_nothing_is_built() -> None:
    with Document.scratch() as document:
        hall = run(document, create_hall, "Hall", 6000, 4500).result
        run(document, insert_plan, ROW, hall, 0, 0)
        verdict = trial(document, hall)
        assert "would be on" in verdict.judge(verdict.stands).reasons[0].plain()
        assert len(verdict.judge(verdict.stands).against) == 4
        before = document.snapshot.revision
        with pytest.raises(Refused, match="would be on"):
            run(document, insert_plan, ROW, hall, 300, 0)
        with pytest.raises(Refused, match="would extend 1,900 mm beyond Hall"):
            run(document, insert_plan, ROW, hall, 0, 4000)
        assert document.snapshot.revision == before
        assert free_place(trial(document, hall)) is None, "cannot be written: its disk is full."


def test_a_hall_or_several_come_as_new_halls() -> None:
    with Document.scratch() as document:
        pod = load_template("dgx-h100-superpod", {"su": 1})
        run(document, insert_plan, pod)
        run(document, insert_plan, pod)
        assert document.snapshot["hall"]["name"].tolist() == ["Hall 1", "Hall 2"]
        assert totals(document.snapshot, "project").systems == 62
        two = Plan("two", (PlanHall("A"), PlanHall("B")))
        with pytest.raises(Refused, match="2 halls"):
            run(document, insert_plan, two, 1)


def test_two_inserted_units_are_one_fabric_and_require_one_pair_of_subnet_managers() -> None:
    """As many as the template itself has for two units; those that come with the second unit may be removed."""
    assert load_template("gb200-nvl72-superpod", {"su": 2}).redundant == {"fabric management": 2}
    with Document.scratch() as document:
        for _ in range(2):
            run(document, insert_plan, load_template("gb200-nvl72-superpod"))
        managers = document.snapshot["device"].where("role", "fabric management").tolist()
        assert len(managers) == 4
        assert document.snapshot["network"]["name"].tolist() == ["Compute", "Out-of-band"]
        assert document.snapshot.cached(redundant_roles) == {"fabric management": 2}
        for removed, expected in ((managers[2:], []), (managers[1:2], [(1, 2)])):
            run(document, delete_objects, "device", removed)
            lone = [(one.found, one.required) for one in findings_of(document.snapshot) if one.rule == "absent.partner"]
            assert lone == expected


def test_the_name_of_a_plan_that_requires_devices_is_kept_as_other_names_are() -> None:
    plan = replace(load_template("gb200-nvl72-superpod"), name="  Two units ")
    with Document.scratch() as document:
        run(document, build, plan)
        assert redundant_plans(document.snapshot) == {"fabric management": "Two units"}


def test_what_a_template_leaves_out_is_left_out_where_the_project_has_nothing_of_it() -> None:
    """One Rack inserted into an empty hall is as free of errors as a project that is made of it."""
    one = load_template("one-rack", {})
    assert set(one.outside) == {"cooling", "storage", "in_band", "head_node", "subnet_manager"}
    with Document.scratch() as document:
        run(document, build, load_template("empty-hall", {}))
        run(document, set_outside_plan, "storage", "Our own reason.")
        run(document, insert_plan, one)
        assert check_all(document.snapshot).counts()[Severity.ERROR] == 0
        outside = document.snapshot.cached(outside_plan)
        assert dict(outside) == {**one.outside, "storage": "Our own reason."}
        undo(document)
        assert set(document.snapshot.cached(outside_plan)) == {"storage"}, "one step"


def test_what_the_project_plans_stays_planned() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 1}))
        run(document, insert_plan, load_template("one-rack", {}))
        assert set(document.snapshot.cached(outside_plan)) == {"storage_target"}
