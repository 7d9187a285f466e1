"""A project of 100,000 GPUs, the same every time: 4,000 racks and 20,000 devices in eight halls."""

from pathlib import Path

from gpudesk.core.hardware.hardware import Face, Side
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

HALLS, ROWS_A_HALL, RACKS_A_ROW = 8, 10, 50
NETWORK_EVERY = 32
"""The first seven of this many racks in a row hold switches."""
SYSTEM, SWITCH, PDU, RACK = "nvidia.dgx-h100", "nvidia.qm9700", "generic.pdu-0u-415v-60a", "generic.rack-48u-600x1200"
SYSTEM_HALF_UNITS = 16
FAULT_EVERY = 250
"""Two devices overlap once in this many racks."""
RESERVED_EVERY = 10


def generated_plan() -> Plan:
    """12,500 DGX H100 in 3,125 racks, 3,500 switches in 875 racks, a PDU in each; some overlaps, reserved units and phases."""
    halls = tuple(PlanHall(f"Hall {hall + 1}", 40_000, 44_000, phase=1 + hall // 2) for hall in range(HALLS))
    rows, racks, devices, reservations = [], [], [], []
    systems = switches = 0
    for number in range(HALLS * ROWS_A_HALL * RACKS_A_ROW):
        row, place = divmod(number, RACKS_A_ROW)
        hall, row_in_hall = divmod(row, ROWS_A_HALL)
        x_mm, y_mm = 3000 + 600 * place, 3000 + 3600 * row_in_hall
        phase = halls[hall].phase
        if not place:
            rows.append(PlanRow(hall, "ABCDEFGHIJ"[row_in_hall], 3000, y_mm, phase=phase))
        name = f"H{hall + 1}{rows[row].name}{place + 1:02}"
        racks.append(PlanRack(RACK, hall, name, row, x_mm, y_mm, phase=phase))
        shift = 1 if number % FAULT_EVERY == FAULT_EVERY - 1 else 0
        if number % NETWORK_EVERY < 7:
            for unit in range(4):
                switches += 1
                position = 4 + 4 * unit - 3 * shift * (unit == 1)
                devices.append(
                    PlanDevice(SWITCH, f"switch-{switches:04}", number, position=position, face=Face.REAR, role="leaf", phase=phase)
                )
        else:
            for unit in range(4):
                systems += 1
                position = SYSTEM_HALF_UNITS * unit + 4 - 2 * shift * (unit == 1)
                devices.append(PlanDevice(SYSTEM, f"dgx-{systems:05}", number, position=position, role="compute", phase=phase))
        devices.append(PlanDevice(PDU, f"{name}-pdu-a", number, position=2, face=Face.REAR, side=Side.LEFT, role="pdu", phase=phase))
        if number % RESERVED_EVERY == 0:
            reservations.append(PlanReservation(number, 90, 6, reason="Spare", phase=phase))
    phases = {1 + hall // 2: f"Phase {1 + hall // 2}" for hall in range(HALLS)}
    return Plan("100,000 GPUs", halls, tuple(rows), tuple(racks), tuple(devices), tuple(reservations), phases)


def generated_file(path: Path) -> Path:
    """The generated project as a file at `path`."""
    with Document.create(path) as document:
        run(document, build, generated_plan())
    return path
