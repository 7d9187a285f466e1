"""A DGX H100 SuperPOD of any number of scalable units, beyond what the template has: nodes, leaves, spines and cores in racks."""

from pathlib import Path

from gpudesk.core.fat_tree import FatTree, fat_tree
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.core.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations import add_network, build, cable_project, run
from gpudesk.project.document import Document

SYSTEM, SWITCH, RACK = "nvidia.dgx-h100", "nvidia.qm9700", "generic.rack-48u-600x1200"
SYSTEMS_A_RACK, SWITCHES_A_RACK, RACKS_A_ROW = 4, 20, 60
UNIT_NODES, RAILS, RADIX = 32, 8, 64


def superpod_plan(units: int) -> Plan:
    """Whole scalable units of 32 systems, with as many switches as their fat tree of 64 ports a switch has."""
    shape = fat_tree(FatTree(nodes=units * UNIT_NODES, rails=RAILS, unit_nodes=UNIT_NODES, radix=RADIX))
    counts = {"leaf": shape.leaf.count, "spine": shape.spine.count if shape.spine else 0, "core": shape.core.count if shape.core else 0}
    racks: list[PlanRack] = []
    devices: list[PlanDevice] = []

    def fill(kind: str, name: str, role: str, count: int, a_rack: int, half_units: int) -> None:
        for number in range(count):
            place = number % a_rack
            if not place:
                row, column = divmod(len(racks), RACKS_A_ROW)
                racks.append(PlanRack(RACK, 0, f"R{len(racks) + 1:04}", x_mm=3000 + 600 * column, y_mm=3000 + 3000 * row))
            devices.append(PlanDevice(kind, f"{name}-{number + 1:04}", len(racks) - 1, position=half_units * place, role=role))

    fill(SYSTEM, "dgx", "compute", units * UNIT_NODES, SYSTEMS_A_RACK, 16)
    for role, count in counts.items():
        fill(SWITCH, role, role, count, SWITCHES_A_RACK, 2)
    rows = len(racks) // RACKS_A_ROW + 1
    hall = PlanHall("Hall 1", 6000 + 600 * RACKS_A_ROW, 6000 + 3000 * rows)
    return Plan(f"{units} scalable units", (hall,), (), tuple(racks), tuple(devices), (), {1: "Phase 1"})


def superpod_file(path: Path, units: int) -> Path:
    """Such a project as a file at `path`, its compute network cabled."""
    with Document.create(path) as document:
        run(document, build, superpod_plan(units))
        network_id = run(document, add_network, int(NetworkKind.COMPUTE), "Compute", 400).result
        run(document, cable_project, (network_id,))
    return path
