"""Devices are placed, moved, swapped, turned and taken out; what has no meaning or no room is refused with a reason."""

import pytest

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.copies.repeat import duplicate_up
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import (
    flip_devices,
    flip_face,
    move_device,
    move_devices,
    nudge,
    place_device,
    place_on_floor,
    swap_devices,
    take_out,
)
from gpudesk.operations.racks.reservations import delete_reservation, reserve_units
from gpudesk.operations.run.field_operations import set_fields
from tests.operations.conftest import HALF, PDU, RACK, SERVER, SWITCH, SYSTEM, Project


def test_a_device_is_placed(project: Project) -> None:
    device = project.place(SYSTEM, 24)
    assert project.title == "Place dgx-h100-001 in A01 at U13"
    row = project.row_of("device", device)
    assert (row["rack_id"], row["position"], row["face"], row["side"]) == (project.racks[0], 24, 0, None)
    assert (row["name"], row["role"], row["phase"], row["status"]) == ("dgx-h100-001", "system", 1, 0)
    entry = project.row_of("catalog_item", row["type_id"])
    assert (entry["key"], entry["family"], entry["origin"]) == (SYSTEM, "system", "catalog")
    assert project.document.snapshot.types.id_of("nvidia.h100-sxm5-80gb") is not None


def test_names_go_on_from_the_highest(project: Project) -> None:
    project.place(SERVER, 0, name="server-1u-007")
    assert project.row_of("device", project.place(SERVER, 2))["name"] == "server-1u-008"
    assert project.row_of("device", project.place(SERVER, 4, name=" own name "))["name"] == "own name"


def test_a_device_takes_the_phase_of_its_rack(project: Project) -> None:
    project.do(set_fields, "rack", project.racks[1], {"phase": 3})
    assert project.row_of("device", project.place(SERVER, 0, rack=1))["phase"] == 3
    assert project.row_of("device", project.place(SERVER, 2, rack=1, phase=5))["phase"] == 5


@pytest.mark.parametrize(
    ("key", "position", "says"),
    [
        (SERVER, 30, "No space at U16: dgx-h100-001 in the way. Free in this rack:"),
        (SYSTEM, 84, "U43–U50 is outside the rack, which has 48U."),
        (SYSTEM, -2, "The lowest unit is U1."),
        ("nvidia.h100-sxm5-80gb", 0, "cannot be mounted in rack units."),
        (RACK, 0, "cannot be mounted in rack units."),
        ("nobody.knows", 0, "The catalog has no entry nobody.knows."),
        (SERVER, 81, "is reserved: phase 2."),
    ],
)
def test_what_does_not_go_there_is_refused(project: Project, key: str, position: int, says: str) -> None:
    project.place(SYSTEM, 24)
    project.do(reserve_units, project.racks[0], 80, 4, reason="phase 2")
    before, steps = project.document.snapshot, project.document.steps
    with pytest.raises(Refused, match=r"(U|\w)") as refusal:
        project.place(key, position)
    assert says in str(refusal.value)
    assert project.document.snapshot is before
    assert project.document.steps == steps


def test_unknown_racks_and_devices_are_refused(project: Project) -> None:
    with pytest.raises(Refused, match="There is no rack with number 99"):
        project.do(place_device, SERVER, 99, 0)
    with pytest.raises(Refused, match="There is no device with number 99"):
        project.do(move_device, 99, project.racks[0], 0)


def test_vertical_strips_stand_beside_the_units(project: Project) -> None:
    for side in (0, 1):
        project.place(PDU, 0, face=Face.REAR, side=side)
    project.place(SYSTEM, 0)
    assert project.document.snapshot["device"].rows == 3


def test_front_and_rear_share_the_depth(project: Project) -> None:
    project.place(SYSTEM, 0)
    with pytest.raises(Refused, match="in the way"):
        project.place(SWITCH, 0, face=Face.REAR)
    project.place("generic.blank-2u", 40)
    project.place(SWITCH, 40, face=Face.REAR)


def test_a_device_moves_to_another_rack(project: Project) -> None:
    device = project.place(SYSTEM, 0)
    project.do(move_device, device, project.racks[1], 4)
    assert project.title == "Move dgx-h100-001 to A02 at U3"
    assert project.row_of("device", device)["rack_id"] == project.racks[1]
    project.do(move_device, device, project.racks[1], 8)
    with pytest.raises(Refused, match="outside the rack"):
        project.do(move_device, device, project.racks[1], 90)


def test_devices_that_move_together_are_not_in_each_others_way(project: Project) -> None:
    first, second = project.place(SYSTEM, 0), project.place(SYSTEM, 16)
    project.do(move_devices, [first, second], [Spot(project.racks[0], 8), Spot(project.racks[0], 24)])
    assert project.title == "Move 2 devices to A01 at U5"
    with pytest.raises(Refused, match="in the way"):
        project.do(move_devices, [first, second], [Spot(project.racks[0], 8), Spot(project.racks[0], 10)])
    for devices in ([first], []):
        with pytest.raises(Refused, match="Each device to be moved requires one position"):
            project.do(move_devices, devices, [])


def test_a_nudge_goes_by_what_stands_in_the_way(project: Project) -> None:
    low, high = project.place(SERVER, 0), project.place(SYSTEM, 2)
    project.do(nudge, [low], 2)
    assert project.row_of("device", low)["position"] == 18
    project.do(nudge, [low], -1)
    assert project.row_of("device", low)["position"] == 0
    with pytest.raises(Refused, match="The lowest unit is U1"):
        project.do(nudge, [low], -2)
    project.do(nudge, [low, high], 4)
    assert [project.row_of("device", device)["position"] for device in (low, high)] == [4, 6]
    project.do(take_out, [low])
    with pytest.raises(Refused, match="server-1u-001 is not in a rack"):
        project.do(nudge, [low], 2)


def test_two_devices_change_places(project: Project) -> None:
    first, second = project.place(SERVER, 0), project.place(SWITCH, 40, rack=1)
    project.do(swap_devices, first, second)
    assert project.title == "Swap server-1u-001 and sn2201-001"
    places = [(project.row_of("device", device)["rack_id"], project.row_of("device", device)["position"]) for device in (first, second)]
    assert places == [(project.racks[1], 40), (project.racks[0], 0)]
    large = project.place(SYSTEM, 80)
    project.place(SERVER, 2)
    with pytest.raises(Refused, match="in the way"):
        project.do(swap_devices, large, second)
    with pytest.raises(Refused, match="Select two devices in racks to swap"):
        project.do(swap_devices, first, first)


def test_a_device_is_turned_round(project: Project) -> None:
    device = project.place(SWITCH, 10)
    project.do(flip_face, device)
    assert project.title == "Mount sn2201-001 on the rear"
    assert project.row_of("device", device)["face"] == Face.REAR
    project.do(flip_face, device)
    assert project.title == "Mount sn2201-001 on the front"
    other = project.place(SWITCH, 20, face=Face.REAR)
    project.do(flip_devices, [device, other])
    assert project.title == "Flip 2 devices"
    project.do(take_out, [device])
    with pytest.raises(Refused, match="sn2201-001 is not in a rack"):
        project.do(flip_face, device)
    strip = project.place(PDU, 0, face=Face.REAR, side=0)
    project.do(flip_face, strip)
    assert (project.row_of("device", strip)["face"], project.row_of("device", strip)["side"]) == (Face.FRONT, 1)


def test_devices_are_taken_out_and_stay(project: Project) -> None:
    devices = [project.place(SERVER, 2 * number) for number in range(4)]
    project.do(take_out, devices)
    assert project.title == "Remove server-1u-001, server-1u-002, server-1u-003"
    assert all(project.row_of("device", device)["rack_id"] is None for device in devices)
    assert project.document.snapshot["device"].rows == 4
    with pytest.raises(Refused, match="no device with number 99"):
        project.do(take_out, [99])


def test_nothing_chosen_is_refused(project: Project) -> None:
    for verb in (take_out, flip_devices):
        with pytest.raises(Refused, match="Nothing is selected"):
            project.do(verb, [])


def test_a_station_stands_on_the_floor(project: Project) -> None:
    device = project.do(place_on_floor, "nvidia.dgx-station-a100", project.hall, 500, -20, 3690)
    assert project.title == "Place dgx-station-a100-001 in Hall 1"
    row = project.row_of("device", device)
    assert (row["hall_id"], row["x_mm"], row["y_mm"], row["angle_ddeg"]) == (project.hall, 500, -20, 90)
    with pytest.raises(Refused, match="cannot be placed on the floor"):
        project.do(place_on_floor, SYSTEM, project.hall)
    project.do(move_device, project.place(SERVER, 0), project.racks[1], 0)


def test_units_are_reserved_and_freed(project: Project) -> None:
    reserved = project.do(reserve_units, project.racks[0], 64, 16, reason="dgx-008", phase=2)
    assert project.title == "Reserve U33–U40 in A01"
    assert project.row_of("reservation", reserved) == {
        "id": reserved,
        "rack_id": project.racks[0],
        "position": 64,
        "height": 16,
        "face": 2,
        "reason": "dgx-008",
        "phase": 2,
    }
    for position, height in ((-2, 4), (90, 8), (0, 0)):
        with pytest.raises(Refused, match="These units are outside rack A01"):
            project.do(reserve_units, project.racks[0], position, height)
    project.do(delete_reservation, reserved)
    assert project.title == "Release U33–U40 in A01"
    with pytest.raises(Refused, match="no reservation with number"):
        project.do(delete_reservation, reserved)


@pytest.mark.parametrize(("face", "side", "phase"), [(2, None, None), (7, None, None), (0, 5, None), (0, None, -1), (0, None, 5000)])
def test_a_place_without_a_meaning_is_refused_in_words(project: Project, face: int, side: int | None, phase: int | None) -> None:
    before = project.document.snapshot
    with pytest.raises(Refused):
        project.place(SERVER, 0, face=face, side=side, phase=phase)
    assert project.document.snapshot is before


def test_two_halves_stand_side_by_side_and_a_third_does_not(project: Project) -> None:
    left, right = (project.place(HALF, 4, side=side) for side in (0, 1))
    with pytest.raises(Refused, match="No space at U3"):
        project.place(HALF, 4, side=1)
    with pytest.raises(Refused, match="No space at U3"):
        project.place(SERVER, 4)
    project.do(swap_devices, left, right)
    assert [project.row_of("device", each)["side"] for each in (left, right)] == [1, 0]
    project.do(flip_face, left)
    assert (project.row_of("device", left)["face"], project.row_of("device", left)["side"]) == (1, 0)


def test_only_half_wide_devices_have_a_side(project: Project) -> None:
    half, full = project.place(HALF, 4), project.place(SERVER, 6, side=1)
    assert [project.row_of("device", each)["side"] for each in (half, full)] == [0, None]
    project.do(move_device, full, project.racks[0], 8, side=0)
    assert project.row_of("device", full)["side"] is None


def test_rails_of_another_width_are_refused_both_ways(project: Project) -> None:
    [wide_rack] = project.do(add_racks, "ocp.open-rack-v3", 1, project.row)
    wide = "gigabyte.t181-g20"
    with pytest.raises(Refused, match="requires 21-inch rails; this rack has 19-inch rails"):
        project.place(wide, 0)
    with pytest.raises(Refused, match="requires 19-inch rails; this rack has 21-inch rails"):
        project.do(place_device, SERVER, wide_rack, 0)
    first = project.do(place_device, wide, wide_rack, 0)
    assert len(project.do(duplicate_up, [first], 2)) == 2
