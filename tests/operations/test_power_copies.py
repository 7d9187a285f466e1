"""Copies come with their cords: of racks, of devices by the clipboard, each with feeds of its own, in one step."""

from collections import Counter
from typing import Any

import numpy as np

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.copies.floor_copies import copy_on_floor, duplicate_on_floor
from gpudesk.operations.copies.repeat import copied, duplicate_rack, fill_pattern, paste
from gpudesk.operations.floor.halls import create_hall, create_rack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import delete_from_power
from gpudesk.operations.run.run import undo
from gpudesk.project.snapshot import Snapshot
from tests.operations.conftest import Project


def drawing(snapshot: Snapshot, rack: int) -> Counter[Any]:
    """How a rack is wired, its devices by type, unit and side: which outlet goes into which inlet, and what its feeds are."""
    devices, cords, nodes = snapshot["device"], snapshot["power_cord"], snapshot["power_node"]

    def place(device: int | None) -> Any:
        return None if device is None else tuple(devices.row(device)[name] for name in ("type_id", "position", "face", "side"))

    found: Counter[Any] = Counter()
    for cord in cords.ids.tolist():
        row = cords.row(cord)
        if devices.row(row["device_id"])["rack_id"] == rack:
            feed = None if row["from_node_id"] is None else nodes.row(row["from_node_id"])
            fed = (
                None
                if feed is None
                else tuple(feed[name] for name in ("kind", "voltage_v", "breaker_a", "feed_side", "fed_by_id", "wiring"))
            )
            found[
                place(row["device_id"]), row["port"], place(row["from_device_id"]), row["from_port"], row["type_id"], row["length_mm"], fed
            ] += 1
    return found


def feeds(snapshot: Snapshot, rack: int) -> set[str]:
    devices, cords = snapshot["device"], snapshot["power_cord"]
    mine = np.isin(cords["device_id"], devices.ids[devices["rack_id"] == rack]) & (cords["from_node_id"] != ABSENT)
    return {str(snapshot["power_node"].row(node)["name"]) for node in cords["from_node_id"][mine].tolist()}


def test_racks_along_a_row_are_wired_like_the_first(project: Project) -> None:
    project.do(build, load_template("one-rack"))
    rack = int(project.document.snapshot["rack"].where("name", "A01")[-1])
    before = project.document.snapshot
    made = project.do(duplicate_rack, rack, 3)
    after = project.document.snapshot
    assert all(drawing(after, each) == drawing(before, rack) for each in made)
    assert [feeds(after, each) for each in made] == [{f"A0{number}-A", f"A0{number}-B", f"A0{number}-C"} for number in (2, 3, 4)]
    assert after["power_node"].rows == before["power_node"].rows + 9
    assert not [finding for finding in check_all(after) if finding.rule.startswith("power.")]
    undo(project.document)
    assert project.document.snapshot.equals(before)


def test_copies_on_the_floor_keep_their_panels_in_the_hall_and_leave_them_behind_in_another(project: Project) -> None:
    project.do(build, load_template("small-pod"))
    snapshot = project.document.snapshot
    hall = int(snapshot["rack"]["hall_id"][-1])
    racks = snapshot["rack"].where("hall_id", hall).tolist()
    other = project.do(create_hall, "Other", 20_000, 20_000)
    beside = project.do(duplicate_on_floor, [("rack", rack) for rack in racks])
    there = project.do(copy_on_floor, [("rack", rack) for rack in racks], 0, 0, other)
    now = project.document.snapshot
    for rack, near, far in zip(racks, beside, there, strict=True):
        assert drawing(now, near[1]) == drawing(now, rack)
        assert len(feeds(now, far[1])) == 3
        assert not feeds(now, far[1]) & (feeds(now, rack) | feeds(now, near[1]))
    nodes = now["power_node"]
    moved = nodes["hall_id"] == other
    assert moved.sum() == 9
    assert set(nodes["fed_by_id"][moved].tolist()) == {ABSENT}


def test_the_clipboard_takes_cords_along(project: Project) -> None:
    """Also into another project that knows none of these types."""
    project.do(build, load_template("one-rack"))
    snapshot = project.document.snapshot
    rack = int(snapshot["rack"].where("name", "A01")[-1])
    plan = copied(snapshot, snapshot["device"].where("rack_id", rack).tolist())
    assert len(plan.power_cords) == 31
    target = project.do(create_rack, "generic.rack-48u-600x1200", None, int(snapshot["rack"].row(rack)["hall_id"]), "B01")
    project.do(paste, plan, target, 0)
    now = project.document.snapshot
    lonely = {(key[:-1], None if key[-1] is None else (*key[-1][:4], None, key[-1][5])): count for key, count in drawing(now, rack).items()}
    assert {(key[:-1], key[-1]): count for key, count in drawing(now, target).items()} == lonely
    assert not feeds(now, target) & feeds(now, rack)
    alone = copied(now, [int(now["device"].where("name", "dgx-001")[-1])])
    assert not alone.power_cords


def test_a_pattern_of_devices_is_repeated_with_its_cords(project: Project) -> None:
    project.do(build, load_template("one-rack"))
    snapshot = project.document.snapshot
    rack = int(snapshot["rack"].where("name", "A01")[-1])
    empty = [project.do(create_rack, "generic.rack-48u-600x1200", int(snapshot["rack"].row(rack)["row_id"])) for _ in range(2)]
    project.do(fill_pattern, snapshot["device"].where("rack_id", rack).tolist(), empty)
    now = project.document.snapshot
    assert all(drawing(now, each) == drawing(now, rack) for each in empty)
    assert len(set.union(*(feeds(now, each) for each in [rack, *empty]))) == 9


def test_strips_that_hang_on_nothing_are_copied_with_what_they_feed_and_no_feed_is_made(project: Project) -> None:
    project.do(build, load_template("one-rack"))
    rack = int(project.document.snapshot["rack"].where("name", "A01")[-1])
    project.do(delete_from_power, project.document.snapshot["power_node"].ids.tolist())
    before = project.document.snapshot
    (copy,) = project.do(duplicate_rack, rack, 1)
    after = project.document.snapshot
    assert drawing(after, copy) == drawing(before, rack)
    assert drawing(after, copy).total() == 28
    assert after["power_node"].rows == 0
