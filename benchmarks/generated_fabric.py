"""A DGX H100 SuperPOD of any number of scalable units, beyond what the template has: nodes, leaves, spines and cores in racks."""

from pathlib import Path

import numpy as np

from gpudesk.core.fabric.fat_tree import FatTree, fat_tree
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

SYSTEM, SWITCH, RACK = "nvidia.dgx-h100", "nvidia.qm9700", "generic.rack-48u-600x1200"
SYSTEMS_A_RACK, SWITCHES_A_RACK, RACKS_A_ROW = 4, 20, 60
UNIT_NODES, RAILS, RADIX, UP = 32, 8, 64, 32


def superpod_plan(units: int) -> Plan:
    """Whole scalable units of 32 systems, with as many switches as their fat tree of 64 ports a switch has."""
    shape = fat_tree(FatTree(nodes=units * UNIT_NODES, rails=RAILS, unit_nodes=UNIT_NODES, radix=RADIX))
    return _plan(units, shape.leaf.count, shape.spine.count if shape.spine else 0, shape.core.count if shape.core else 0)


def _plan(units: int, leaves: int, spines: int, cores: int) -> Plan:
    counts = {"leaf": leaves, "spine": spines, "core": cores}
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


def wide_file(path: Path, units: int) -> Path:
    """More units than a fat tree of 64 ports a switch can join, their cables laid pod by pod: three times 256 links a unit.

    No fabric that one would build, but as many links as one of 100,000 GPUs has.
    """
    leaves = RAILS * units
    pods = -(-leaves // UP)
    with Document.create(path) as document:
        run(document, build, _plan(units, leaves, pods * UP, pods * UP // 2))
        devices = document.snapshot["device"]
        nodes, *tiers = (devices.ids[devices["role"] == role] for role in ("compute", "leaf", "spine", "core"))
        node, rail = np.divmod(np.arange(len(nodes) * RAILS), RAILS)
        leaf, up = np.divmod(np.arange(leaves * UP), UP)
        spine, top = np.divmod(np.arange(leaves * UP), UP)
        ends = [
            (nodes[node], rail, tiers[0][node // UNIT_NODES * RAILS + rail], node % UNIT_NODES),
            (tiers[0][leaf], UP + up, tiers[1][leaf // UP * UP + up], leaf % UP),
            (tiers[1][spine], UP + top, tiers[2][(spine * UP + top) // RADIX], (spine * UP + top) % RADIX),
        ]
        names = ("a_device_id", "a_port", "b_device_id", "b_port")
        columns = {name: np.concatenate([part[place] for part in ends]) for place, name in enumerate(names)}
        lanes = np.full(len(columns["a_port"]), 4)
        document.apply(lambda edit: (edit.insert_many("cable", {**columns, "lanes": lanes}), Message("benchmarks", "Lay cables")))
    return path


def superpod_file(path: Path, units: int) -> Path:
    """Such a project as a file at `path`, its compute network cabled."""
    with Document.create(path) as document:
        run(document, build, superpod_plan(units))
        network_id = run(document, add_network, int(NetworkKind.COMPUTE), "Compute", 400).result
        run(document, cable_project, (network_id,))
    return path
