"""Halls for the tests of the floor: four rows that face each other in pairs, as halls are built."""

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow

RACK = "generic.rack-48u-600x1200"
SYSTEM = "nvidia.dgx-h100"
SWITCH = "nvidia.qm9700"
STATION = "nvidia.dgx-station-a100"
COUNT = 8
ROWS = (("A", 1800, 0), ("B", 5200, 1800), ("C", 6400, 0), ("D", 9800, 1800))
"""Name, y of the corner of its first rack, and turn. A and B share a hot aisle of 1,000 mm, B and C a cold one of 1,200 mm."""


def hall_plan() -> Plan:
    """A hall of 12 × 12 m with four rows of eight racks, another hall, and two workstations on the floor."""
    rows: list[PlanRow] = []
    racks: list[PlanRack] = []
    devices: list[PlanDevice] = []
    for place, (name, y_mm, turn) in enumerate(ROWS):
        begin, step = (2400, 600) if turn == 0 else (2400 + 600 * COUNT, -600)
        rows.append(PlanRow(0, name, begin, y_mm, angle_ddeg=turn))
        for number in range(COUNT):
            rack = len(racks)
            racks.append(
                PlanRack(
                    RACK,
                    0,
                    f"{name}{number + 1:02}",
                    row=place,
                    x_mm=begin + step * number,
                    y_mm=y_mm,
                    angle_ddeg=turn,
                    phase=1 + place // 2,
                )
            )
            if number in (4, 5):
                devices += [
                    PlanDevice(SWITCH, f"leaf-{rack}-{unit}", rack, position=8 + 4 * unit, face=Face.REAR) for unit in range(number)
                ]
            else:
                devices += [PlanDevice(SYSTEM, f"dgx-{rack}-{unit}", rack, position=4 + 16 * unit) for unit in range(1 + (rack % 4))]
    devices.append(PlanDevice(SYSTEM, "dgx-bad", 0, position=10))
    devices += [PlanDevice(STATION, f"station-{number}", hall=0, x_mm=9000, y_mm=2000 + 1500 * number) for number in (1, 2)]
    racks.append(PlanRack(RACK, 1, "X01", x_mm=1200, y_mm=1200))
    return Plan("Hall", (PlanHall("Hall 1", 12_000, 12_000), PlanHall("Hall 2", 6000, 6000)), tuple(rows), tuple(racks), tuple(devices))
