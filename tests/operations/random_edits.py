"""Random edits of a small hall: place, move, swap, rename, delete, reserve, undo and redo. The same random numbers make the same edits."""

from random import Random
from typing import Any

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.operations.floor.halls import create_rack, delete_objects, move_rack
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import flip_devices, move_device, nudge, place_device, swap_devices, take_out
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

RACK, SYSTEM, SWITCH, PDU = "generic.rack-48u-600x1200", "nvidia.dgx-h100", "nvidia.qm9700", "generic.pdu-0u-415v-60a"
ROWS, RACKS_A_ROW = 3, 8

RandomEdit = tuple[Any, ...]
"""An operation with its arguments, or "undo" or "redo"."""


def start_plan() -> Plan:
    """Three rows of eight racks with two systems, a switch and a PDU in each."""
    rows = tuple(PlanRow(0, letter, 1000, 1000 + 4000 * number) for number, letter in enumerate("ABC"))
    racks, devices = [], []
    for number in range(ROWS * RACKS_A_ROW):
        row, place = divmod(number, RACKS_A_ROW)
        racks.append(PlanRack(RACK, 0, f"{rows[row].name}{place:02}", row, 1000 + 600 * place, rows[row].y_mm, phase=1 + row))
        devices += [PlanDevice(SYSTEM, f"dgx-{number}-{unit}", number, position=16 * unit, phase=1 + row) for unit in range(2)]
        devices.append(PlanDevice(SWITCH, f"leaf-{number}", number, position=80, phase=1 + row))
        devices.append(PlanDevice(PDU, f"pdu-{number}", number, position=2, face=Face.REAR, side=0, phase=1 + row))
    return Plan("Walk", (PlanHall("Hall", 30_000, 20_000),), rows, tuple(racks), tuple(devices))


def chosen_edit(random: Random, snapshot: Snapshot) -> RandomEdit:
    """One edit, undo or redo of the present state; most can be done, some are refused."""
    devices, racks = snapshot["device"].ids.tolist(), snapshot["rack"].ids.tolist()
    if not racks or not devices or random.random() < 0.25:
        return ("redo",) if random.random() < 0.4 else ("undo",)
    device, other, rack = random.choice(devices), random.choice(devices), random.choice(racks)
    position = 2 * random.randrange(48)
    edits: list[RandomEdit] = [
        (place_device, random.choice([SYSTEM, SWITCH, PDU]), rack, position, random.choice([0, 1]), random.choice([None, 0, 1])),
        (move_device, device, rack, position),
        (nudge, [device], random.choice([-2, 2])),
        (swap_devices, device, other),
        (flip_devices, [device, other]),
        (take_out, [device]),
        (rename, "device", device, f"name-{random.randrange(30)}"),
        (rename, "rack", rack, f"rack-{random.randrange(60)}"),
        (set_fields, "device", [device, other], {"status": random.randrange(6), "phase": random.randrange(4)}),
        (set_fields, "rack", rack, {"phase": random.randrange(4), "serial": f"S{random.randrange(40)}"}),
        (move_rack, rack, 300 * random.randrange(90), 500 * random.randrange(40), 900 * random.randrange(4)),
        (create_rack, RACK, random.choice(snapshot["rack_row"].ids.tolist())),
        (reserve_units, rack, position, random.randrange(1, 12), random.randrange(3)),
        (delete_objects, "device", sorted({device, other})),
        (delete_objects, random.choice(["rack", "device"]), [rack]),
        (set_site_value, "rack_feet", random.randrange(4, 7)),
    ]
    return random.choice(edits)


def make(document: Document, edit: RandomEdit) -> None:
    """Make the edit.

    Raises:
        DeskError: it was refused.
    """
    verb, *arguments = edit
    if verb == "undo":
        undo(document)
    elif verb == "redo":
        redo(document)
    else:
        run(document, verb, *arguments)
