"""Whether things could stand elsewhere on a floor, and what would be awkward there: the same that the checks say afterward."""

import re

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanHall, PlanRack, PlanRow
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_rows import joined_rows
from gpudesk.derived.floor.floor_trial import FloorTrial, Tried
from gpudesk.derived.floor.placement_warnings import FloorCautions
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.floor_new import racks_at
from gpudesk.operations.floor.floor_operations import move_on_floor
from gpudesk.operations.floor.halls import move_rack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

Item = tuple[int, int, int, int, int]
RACK = "generic.rack-48u-600x1200"


def floor(*items: Item) -> Document:
    """A hall of 12 × 12 m with a rack "R" at 2,000 × 5,000 mm and some floor items."""
    plan = Plan(
        "floor",
        (PlanHall("Hall 1", 12_000, 12_000),),
        (PlanRow(0, "A", 2000, 5000), PlanRow(0, "B", 2000, 9000)),
        (PlanRack(RACK, 0, "R", row=0, x_mm=2000, y_mm=5000),),
    )
    document = Document.scratch()
    run(document, build, plan)
    for item in items:
        run(document, add_floor_item, 1, *item)
    return document


def trial_of(document: Document) -> FloorTrial:
    snapshot = document.snapshot
    tried = Tried.standing(snapshot.__getitem__, snapshot.types, [("rack", 1)])
    return FloorTrial(snapshot.__getitem__, snapshot.types, tried, 1)


def rect(kind: FloorItemKind, x: int, y: int, wide: int, deep: int) -> Item:
    return int(kind), x, y, wide, deep


@pytest.mark.parametrize(
    ("item", "said", "rule"),
    [
        (rect(FloorItemKind.COLUMN, 6500, 5500, 400, 400), "R would be on Column 1.", "space.floor_item"),
        (rect(FloorItemKind.OBSTACLE, 6500, 5500, 400, 400), "R would be on Obstacle 1.", "space.floor_item"),
        (rect(FloorItemKind.KEEP_OUT, 6500, 5500, 400, 400), "R would be in Keep out 1, which must be kept clear.", "space.floor_item"),
        (rect(FloorItemKind.DOOR, 6000, 4200, 1000, 100), "R would block Door 1.", "space.door_swing"),
    ],
)
def test_hover_operation_and_check_agree(item: Item, said: str, rule: str) -> None:
    document = floor(item)
    trial = trial_of(document)
    verdict = trial.judge(trial.stands.shifted(4000, 0))
    assert [reason.plain() for reason in verdict.reasons] == [said]
    assert verdict.refused == (0,)
    assert verdict.against == (("floor_item", 1),)
    assert len(verdict.grounds) == 1
    with pytest.raises(Refused, match=re.escape(said)):
        run(document, move_on_floor, [("rack", 1)], 4000, 0)
    assert not [found for found in findings_of(document.snapshot) if found.rule == rule]
    run(document, move_rack, 1, 6000, 5000)
    assert [found.rule for found in findings_of(document.snapshot) if found.rule == rule] == [rule]
    # What is there already can be moved along it.
    moved = trial_of(document)
    assert moved.judge(moved.stands.shifted(50, 0)).allowed
    document.close()


@pytest.mark.parametrize(
    ("shift", "item", "said"),
    [
        ((0, -4200), None, "R would have 800 mm clearance in front to Hall 1; 1,000 mm required."),
        ((0, 5500), None, "R would have 300 mm clearance behind it to Hall 1; 600 mm required."),
        (
            (4000, 0),
            rect(FloorItemKind.COLUMN, 6000, 4500, 400, 400),
            "R would have 100 mm clearance in front to Column 1; 1,000 mm required.",
        ),
        (
            (4000, 0),
            rect(FloorItemKind.COLD_CONTAINMENT, 5000, 5000, 4000, 2000),
            "R would be in Cold aisle 1, a contained aisle.",
        ),
    ],
)
def test_what_is_awkward_is_said_but_allowed(shift: tuple[int, int], item: Item | None, said: str) -> None:
    document = floor(*([] if item is None else [item]))
    trial = trial_of(document)
    assert trial.judge(trial.stands.shifted(*shift)).allowed
    cautions = FloorCautions(document.snapshot, trial)
    assert [caution.plain() for caution in cautions.judge(trial.stands.shifted(*shift))] == [said]
    assert cautions.judge(trial.stands) == ()
    run(document, move_on_floor, [("rack", 1)], *shift)
    document.close()


def test_a_narrow_aisle_is_told_from_both_sides() -> None:
    document = floor()
    run(document, racks_at, RACK, 1, 2600, 3000, 1800)
    trial = trial_of(document)
    # Fronts face each other: the other one ends at 3,000 mm, and 1,200 mm are wanted.
    words = [caution.plain() for caution in FloorCautions(document.snapshot, trial).judge(trial.stands.shifted(0, -1200))]
    assert len(words) == 1
    assert "is 800 mm wide" in words[0].replace("would be", "is")
    document.close()


def test_a_new_thing_is_tried_by_its_type_and_weighed() -> None:
    document = floor(rect(FloorItemKind.COLUMN, 6500, 5500, 400, 400))
    run(document, set_fields, "hall", 1, {"point_limit_kg": 20})
    snapshot = document.snapshot
    kind = snapshot.types[int(snapshot["rack"]["type_id"][0])]
    trial = FloorTrial(snapshot.__getitem__, snapshot.types, Tried.new(kind), 1, fresh=True)
    assert trial.judge(Stands(*(np.array([value], np.int64) for value in (2600, 5000, 0)))).allowed
    assert not trial.judge(Stands(*(np.array([value], np.int64) for value in (2500, 5000, 0)))).allowed
    assert not trial.judge(Stands(*(np.array([value], np.int64) for value in (6200, 5000, 0)))).allowed
    said = [caution.plain() for caution in FloorCautions(snapshot, trial).judge(trial.stands.shifted(8000, 5000))]
    assert said[0].endswith("the limit is 20 kg.")
    document.close()


def test_racks_join_the_row_beside_which_they_stand() -> None:
    document = floor()
    snapshot = document.snapshot

    def rows(*places: tuple[int, int, int], moving: tuple[int, ...] = ()) -> list[int]:
        stands = Stands(*(np.array(column, np.int64) for column in zip(*places, strict=True)))
        found = joined_rows(snapshot.__getitem__, snapshot.types, 1, stands, np.full(len(places), 600.0), moving)
        return [int(row) for row in found]

    assert rows((2600, 5000, 0)) == [1]
    assert rows((1400, 5010, 0)) == [1]
    assert rows((2600, 5000, 1800), (2700, 5000, 0), (2600, 5100, 0)) == [ABSENT] * 3
    # One through the other, and where an empty row begins.
    assert rows((3200, 5000, 0), (2600, 5000, 0)) == [1, 1]
    assert rows((2000, 9000, 0), (2600, 9000, 0)) == [2, 2]
    # The last one of a row takes its row along only where the row begins.
    assert rows((2000, 5000, 0), moving=(1,)) == [1]
    assert rows((6000, 5000, 0), moving=(1,)) == [ABSENT]
    document.close()
