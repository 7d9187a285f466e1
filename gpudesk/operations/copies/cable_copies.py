"""The cables of copies and plans: between copies as between the originals."""

from collections.abc import Mapping

import numpy as np

from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.plan_fabric import PlanCable
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables
from gpudesk.operations.types.project_types import use_plan_type
from gpudesk.project.edit import Edit

_KEPT = ("network_id", "a_port", "a_lane", "b_port", "b_lane", "lanes", "type_id", "a_module_id", "b_module_id", "length_mm", "by_hand")


def copy_cables(edit: Edit, originals: Ids, copies: Ids) -> None:
    """Lay the cables between devices again between their copies; a cable of which one end was not copied is not.

    Args:
        originals, copies: device i of `copies` was made from device i of `originals`; copy n of each device belongs with copy n of all
            others. Shape (n,).
    """
    cables = edit.columns("cable")
    if not cables.rows or not len(originals):
        return
    order = np.argsort(originals, kind="stable")
    known, first, counts = np.unique(originals[order], return_index=True, return_counts=True)
    near = cables.among("a_device_id", known)
    near = near[np.isin(cables["b_device_id"][near], known)]
    if not len(near):
        return
    at = {side: np.searchsorted(known, cables[f"{side}_device_id"][near]) for side in "ab"}
    devices = edit.columns("device")
    parts: list[dict[str, Array]] = []
    assembly = int(cables["assembly"].max(initial=0))
    for number in range(int(counts.max())):
        here = np.minimum(counts[at["a"]], counts[at["b"]]) > number
        places = near[here]
        ends = {side: copies[order[first[at[side][here]] + number]] for side in "ab"}
        phases = [devices["phase"][devices.positions(ends[side])] for side in "ab"]
        part: dict[str, Array] = {name: cables[name][places] for name in _KEPT}
        part |= {f"{side}_device_id": device for side, device in ends.items()}
        groups, group = np.unique(cables["assembly"][places], return_inverse=True)
        part |= {"phase": np.maximum(*phases), "assembly": np.where(groups == ABSENT, ABSENT, assembly + 1 + np.arange(len(groups)))[group]}
        assembly += len(groups)
        parts.append(part)
    edit.insert_many("cable", {name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def lay_planned(edit: Edit, plan: Plan, made: Mapping[int, int]) -> None:
    """Lay the cables of a plan between the devices created from it.

    A cable goes into the network of the project with the same name and purpose as that of the plan, else one with the same purpose.

    Args:
        made: place in the plan → device.

    Raises:
        Refused: as `lay_cables`.
    """
    planned = [cable for cable in plan.cables if cable.a_device in made and cable.b_device in made]
    if not planned:
        return
    for key in dict.fromkeys(key for cable in planned for key in (cable.type, cable.a_module, cable.b_module) if key):
        use_plan_type(edit, plan, key)
    networks = {number: _network(edit, plan, number) for number in {cable.network for cable in planned} if number is not None}
    lay_cables(edit, [_laid(cable, made, networks) for cable in planned])


def _laid(cable: PlanCable, made: Mapping[int, int], networks: Mapping[int, int | None]) -> NewCable:
    return NewCable(
        made[cable.a_device],
        cable.a_port,
        made[cable.b_device],
        cable.b_port,
        cable.a_lane,
        cable.b_lane,
        cable.lanes,
        cable.type,
        cable.a_module,
        cable.b_module,
        cable.length_mm,
        None if cable.network is None else networks[cable.network],
        cable.assembly,
        cable.phase,
        bool(cable.by_hand),
    )


def _network(edit: Edit, plan: Plan, number: int) -> int | None:
    networks, planned = edit.columns("network"), plan.networks[number]
    alike = networks["kind"] == planned.kind
    named = alike & (networks["name"] == planned.name)
    network_ids = networks.ids[named if named.any() else alike]
    return int(network_ids[0]) if len(network_ids) else None
