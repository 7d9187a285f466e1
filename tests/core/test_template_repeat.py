"""A plan that repeats: what is found regular, and that the first row with its numbers gives the whole again."""

from dataclasses import replace
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanFloorItem, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.plan.template_derive import derived
from gpudesk.core.plan.template_repeat import read_repeat, repeated_plan


def hall(rows: int = 3, racks: int = 4, *, network: bool = True) -> Plan:
    """Rows rear to rear, each of racks that are alike and perhaps one other at its end."""
    made_racks: list[PlanRack] = []
    devices: list[PlanDevice] = []
    reservations: list[PlanReservation] = []
    count, y_mm = 0, 1000
    for row in range(rows):
        turned = 1800 if row % 2 else 0
        name = "ABCDEFGH"[row]
        for place in range(racks + network):
            x_mm, top = 1200 + 600 * place + (600 if turned else 0), y_mm + (1200 if turned else 0)
            rack = f"{name}{place + 1:02}"
            number = len(made_racks)
            made_racks.append(PlanRack("a.rack", 0, rack, row=row, x_mm=x_mm, y_mm=top, angle_ddeg=turned))
            devices.append(PlanDevice("a.pdu", f"{rack.lower()}-pdu-a", rack=number, position=0, side=0, face=1))
            if place == racks:
                devices.append(PlanDevice("a.leaf", f"leaf-{row + 1}", rack=number, position=60, role="leaf"))
                continue
            for place_in_rack in range(2):
                count += 1
                devices.append(PlanDevice("a.node", f"node-{count:03}", rack=number, position=20 * place_in_rack, role="compute"))
            devices.append(PlanDevice("a.card", f"card-{count // 2}", parent=len(devices) - 1, slot="1"))
            reservations.append(PlanReservation(number, 70, 4, reason="later"))
        y_mm += 1200 + (1000 if row % 2 == 0 else 1200)
    return Plan(
        "Hall",
        (PlanHall("North", 12_000, 14_000),),
        tuple(PlanRow(0, "ABCDEFGH"[row], 1200, 1000 + row * 2300, 1800 if row % 2 else 0) for row in range(rows)),
        tuple(made_racks),
        tuple(devices),
        tuple(reservations),
        floor_items=(PlanFloorItem(0, 0, "Column 1", 100, 100, width_mm=400, depth_mm=400),),
    )


def content(plan: Plan) -> set[tuple[Any, ...]]:
    """Everything that a plan holds, whatever the order."""
    racks = {(rack.name, rack.type, plan.rows[rack.row or 0].name, rack.x_mm, rack.y_mm, rack.angle_ddeg) for rack in plan.racks}
    held = {
        (
            device.name,
            device.type,
            None if device.rack is None else plan.racks[device.rack].name,
            None if device.parent is None else plan.devices[device.parent].name,
            device.position,
            device.role,
        )
        for device in plan.devices
    }
    return racks | held | {(plan.racks[each.rack].name, each.position, each.reason) for each in plan.reservations}


@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize(("rows", "racks"), [(1, 4), (2, 3), (3, 4), (4, 2), (2, 1)])
def test_the_first_row_and_its_numbers_give_the_whole_again(rows: int, racks: int, network: bool) -> None:
    plan = hall(rows, racks, network=network)
    found = derived(plan)
    assert found is not None
    again = repeated_plan(found.plan, found.repeat, {})
    assert content(again) == content(plan)
    assert again.halls == plan.halls
    assert again.floor_items == plan.floor_items
    expected = ({"racks": racks} if racks > 1 else {}) | ({"rows": rows} if rows > 1 else {})
    assert {name: each.value for name, each in found.repeat.parameters.items()} == expected


def test_other_numbers_count_names_on_and_the_hall_grows() -> None:
    found = derived(hall(2, 3))
    assert found is not None
    more = repeated_plan(found.plan, found.repeat, {"racks": "5", "rows": 4})
    assert len(more.racks) == 4 * 6
    assert [row.name for row in more.rows] == ["A", "B", "C", "D"]
    nodes = [device.name for device in more.devices if device.type == "a.node"]
    assert nodes == [f"node-{number:03}" for number in range(1, 41)]
    assert len({device.name for device in more.devices}) == len(more.devices)
    assert len({rack.name for rack in more.racks}) == len(more.racks)
    last = next(rack for rack in more.racks if rack.name == "A06")
    assert last.x_mm == 1200 + 600 * 5, "what stands behind the racks moves on"
    assert more.halls[0].width_mm == 12_000 + 2 * 600
    assert more.halls[0].depth_mm > 14_000
    fewer = repeated_plan(found.plan, found.repeat, {"racks": 1, "rows": 1})
    assert (len(fewer.racks), fewer.halls[0].width_mm) == (2, 12_000)


def test_what_is_not_regular_has_nothing_to_choose() -> None:
    plan = hall(2, 3)
    other = replace(plan.racks[1], type="b.rack")
    assert derived(replace(plan, racks=(plan.racks[0], other, *plan.racks[2:]))) is None, "rows that differ"
    loose = replace(plan.racks[0], row=None)
    assert derived(replace(plan, racks=(loose, *plan.racks[1:]))) is None
    assert derived(Plan("empty", (PlanHall("H"),))) is None
    assert derived(replace(plan, halls=(*plan.halls, PlanHall("South")))) is None
    braces = replace(plan.devices[0], name="{n:99}")
    assert derived(replace(plan, devices=(braces, *plan.devices[1:]))) is None


def test_a_repetition_is_read_back_as_it_was_written() -> None:
    found = derived(hall())
    assert found is not None
    plan = plan_from_plain(found.plan.to_plain())
    assert plan == found.plan
    assert read_repeat(found.repeat.to_plain(), plan) == found.repeat


HOSTILE = [
    ({"rack": 99}, "no such rack"),
    ({"rack": True}, "no such rack"),
    ({"pitch_mm": [1]}, "2 whole numbers"),
    ({"pitch_mm": [10**9, 0]}, "2 whole numbers"),
    ({"steps": [[0, 0]]}, "3 whole numbers"),
    ({"steps": [[0, 0, 0]] * 1000}, "a short list"),
    ({"steps": []}, "a step is required"),
    ({"rack_names": "{n:999999999}"}, "a pattern"),
    ({"rack_names": "{row.__class__}"}, "a pattern"),
    ({"rack_names": 3}, "a pattern"),
    ({"rack_names": "R" * 301}, "a pattern"),
    ({"row_names": "{"}, "a pattern"),
    ({"first": {"a": -1}}, "whole numbers"),
    ({"first": [1]}, "whole numbers"),
    ({"first": {"row": True}}, "whole numbers"),
    ({"what": 1}, "unknown name"),
    ({"parameters": {"nodes": {"title": "a", "title_es": "a", "kind": "number", "value": 1, "minimum": 1}}}, "only racks and rows"),
    ({"parameters": {"rows": {"title": "a", "title_es": "a", "kind": "number", "value": 5, "maximum": 3}}}, "between minimum and maximum"),
    ({"parameters": {"rows": {"title": "a", "title_es": "a", "kind": "flag", "value": True}}}, "only racks and rows"),
    ({"parameters": []}, "a mapping"),
]


@pytest.mark.parametrize(("change", "what"), HOSTILE)
def test_what_is_wrong_with_a_repetition_is_named(change: dict[str, Any], what: str) -> None:
    found = derived(hall())
    assert found is not None
    with pytest.raises(InvalidData) as wrong:
        read_repeat({**found.repeat.to_plain(), **change}, found.plan)
    assert what in " ".join(problem.plain() for problem in wrong.value.problems)


def test_names_of_what_sits_in_a_device_are_looked_at_as_well() -> None:
    found = derived(hall())
    assert found is not None
    card = next(number for number, device in enumerate(found.plan.devices) if device.parent is not None)
    devices = [replace(device, name="{letter}") if number == card else device for number, device in enumerate(found.plan.devices)]
    with pytest.raises(InvalidData) as wrong:
        read_repeat(found.repeat.to_plain(), replace(found.plan, devices=tuple(devices)))
    assert f"devices[{card}].name" in " ".join(problem.plain() for problem in wrong.value.problems)


def test_a_repetition_beyond_all_sense_is_refused_before_it_is_made() -> None:
    found = derived(hall())
    assert found is not None
    body = found.repeat.to_plain()
    for name in ("racks", "rows"):
        body["parameters"][name]["maximum"] = 10**9
    repeat = read_repeat(body, found.plan)
    with pytest.raises(Refused, match="more than 400000"):
        repeated_plan(found.plan, repeat, {"racks": 10**9, "rows": 10**9})
    with pytest.raises(Refused, match="racks cannot be 0: it must be a whole number from 1 to"):
        repeated_plan(found.plan, repeat, {"racks": 0})
