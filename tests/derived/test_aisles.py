"""Aisles from the facing of rows, and what is on a floor."""

import numpy as np
import pytest

from gpudesk.core.floor.floor import Stands
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.floor.aisles import Aisle, AisleKind, aisles
from gpudesk.derived.floor.floor_trial import FloorTrial, Tried
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

RACK = "generic.rack-48u-600x1200"
STATION = "nvidia.dgx-station-a100"


def built(*rows: tuple[int, int], count: int = 4) -> Snapshot:
    """Rows of four racks; each row (y of its first corner, turn)."""
    racks = []
    for place, (y_mm, turn) in enumerate(rows):
        start, step = (2000, 600) if turn == 0 else (2000 + 600 * count, -600)
        racks += [PlanRack(RACK, 0, f"{place}-{n}", row=place, x_mm=start + step * n, y_mm=y_mm, angle_ddeg=turn) for n in range(count)]
    plan = Plan(
        "rows",
        halls=(PlanHall("Hall 1", 12_000, 20_000),),
        rows=tuple(PlanRow(0, "ABCD"[place], 2000, y_mm, angle_ddeg=turn) for place, (y_mm, turn) in enumerate(rows)),
        racks=tuple(racks),
        devices=(PlanDevice(STATION, "station", hall=0, x_mm=8000, y_mm=9000),),
    )
    document = Document.scratch()
    run(document, build, plan)
    snapshot = document.snapshot
    document.close()
    return snapshot


def said(found: tuple[Aisle, ...]) -> list[tuple[str, float, bool]]:
    return [(each.kind.value, each.width_mm, each.at_wall) for each in found]


def test_rears_make_a_hot_aisle_and_fronts_a_cold_one() -> None:
    # A faces north, B south (its corner is the south east one), C north again.
    found = aisles(built((4000, 0), (7400, 1800), (8600, 0)), 1)
    assert said(found) == [("hot", 1000, False), ("cold", 1200, False)]
    assert found[0].corners.tolist() == [[2000, 5200], [4400, 5200], [4400, 6200], [2000, 6200]]


def test_a_front_behind_a_rear_is_mixed() -> None:
    assert [each.kind for each in aisles(built((4000, 0), (6200, 0)), 1)] == [AisleKind.MIXED]


def test_rows_far_apart_or_with_one_between_share_none() -> None:
    assert said(aisles(built((4000, 0), (9000, 0)), 1)) == []
    between = aisles(built((4000, 0), (5600, 0), (7200, 0)), 1)
    assert said(between) == [("mixed", 400, False)] * 2


def test_along_a_wall() -> None:
    assert said(aisles(built((1200, 0)), 1)) == [("cold", 1200, True)]


@pytest.mark.parametrize("copies", [False, True])
def test_a_trial_says_why_not(copies: bool) -> None:
    snapshot = built((4000, 0), (9000, 0))
    tried = Tried.standing(snapshot.__getitem__, snapshot.types, [("rack", 1), ("rack", 2)])
    trial = FloorTrial(snapshot.__getitem__, snapshot.types, tried, 1, copies=copies)
    assert trial.judge(trial.stands.shifted(0, -2000)).allowed
    refused = trial.judge(trial.stands.shifted(600, 0))
    assert not refused.allowed
    assert refused.reasons[0].plain() == ("0-0 would be on 0-1." if copies else "0-1 would be on 0-2.")
    outside = trial.judge(trial.stands.shifted(-2600, 0))
    assert [reason.plain() for reason in outside.reasons] == ["0-0 would extend 600 mm beyond Hall 1."]
    assert outside.refused == (0,)
    if not copies:
        return
    again = Stands(*(np.tile(column, 2) for column in (trial.stands.x_mm, trial.stands.y_mm - 2000, trial.stands.angle_ddeg)))
    assert "would be on" in trial.judge(again).reasons[0].plain()
