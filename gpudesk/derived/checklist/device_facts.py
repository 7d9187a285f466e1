"""Plan facts about devices and workstations: identity, place, supplies, GPUs, links, and the baseline of their role."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.hardware.hardware import HardwareType, Side
from gpudesk.core.hardware.hardware_trays import NVLINK_SWITCH, POWER_SHELF
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.derived.checklist.fact_registry import Coded, by_type, fact
from gpudesk.derived.fabric.address_plan import address_plan
from gpudesk.derived.ports.port_names import port_names
from gpudesk.project.address_rules import address_rules
from gpudesk.project.site_sheet import SheetValue, baseline, site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

_ADDRESSED = ("hall", "rack", "rack_row", "device", "cable", "network", "network_stage", "catalog_item", "site_value", "setting")
"""Inputs of the address plan."""
_BOTH = (Scope.DEVICE, Scope.WORKSTATION)


def _column(snapshot: Snapshot, name: str, ids: Ids) -> Array:
    devices = snapshot["device"]
    return devices.at(name, devices.positions(ids))


def _of_type(snapshot: Snapshot, ids: Ids, value: Callable[[HardwareType], Any]) -> Coded:
    return by_type(snapshot, _column(snapshot, "type_id", ids), value)


# identity and place


@fact("kind", *_BOTH)
def family_word(snapshot: Snapshot, ids: Ids) -> Coded:
    """Its family in the catalog: "system", "switch", "pdu"…"""
    return _of_type(snapshot, ids, lambda kind: str(kind.family))


@fact("name", *_BOTH)
def device_name(snapshot: Snapshot, ids: Ids) -> Array:
    """Its name."""
    return _column(snapshot, "name", ids)


@fact("parts", *_BOTH)
def parts(snapshot: Snapshot, ids: Ids) -> list[list[str]]:
    """The part numbers by which its type is ordered, and the name of its model."""
    return _of_type(snapshot, ids, lambda kind: [*kind.part_numbers, kind.model]).tolist()


@fact("other_serials", *_BOTH)
def other_serials(snapshot: Snapshot, ids: Ids) -> list[list[str]]:
    """The serial numbers that other devices of the plan have."""
    devices = snapshot["device"]
    known = [(int(row), str(serial)) for row, serial in zip(devices.ids.tolist(), devices["serial"].tolist(), strict=True) if serial]
    return [[serial for row, serial in known if row != own] for own in ids.tolist()]


@fact("in_units", Scope.DEVICE)
def in_units(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether it is in the units of a rack."""
    mount = snapshot.types.codes("mount", _column(snapshot, "type_id", ids))
    result: Mask = (mount == 0) & (_column(snapshot, "rack_id", ids) != ABSENT)
    return result


@fact("in_rack", Scope.DEVICE)
def in_rack(snapshot: Snapshot, ids: Ids) -> Array:
    """Whether it is in a rack, in its units or at its side."""
    result: Array = _column(snapshot, "rack_id", ids) != ABSENT
    return result


@fact("unit", Scope.DEVICE)
def unit(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """The lowest unit that it takes, counted from the bottom; 4.5 is the upper half of unit 4."""
    return [None if place == ABSENT else 1 + place / 2 for place in _column(snapshot, "position", ids).tolist()]


@fact("side", Scope.DEVICE)
def side(snapshot: Snapshot, ids: Ids) -> list[str | None]:
    """Its side of the rack, seen from the face on which it is mounted; unknown for full-width devices."""
    return [None if place == ABSENT else Side(place).name.lower() for place in _column(snapshot, "side", ids).tolist()]


@fact("mass_kg", *_BOTH)
def mass_kg(snapshot: Snapshot, ids: Ids) -> Reals:
    """Its mass by its type."""
    return snapshot.types.numbers("weight_kg", _column(snapshot, "type_id", ids))


# supplies


@fact("supplies", *_BOTH)
def supplies(snapshot: Snapshot, ids: Ids) -> Coded:
    """Number of power supplies of its type, 0 if not stated."""
    return _of_type(snapshot, ids, lambda kind: kind.supplies.total if kind.supplies is not None else 0)


@fact("supplies_needed", *_BOTH)
def supplies_needed(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many power supplies full power takes."""
    return _of_type(snapshot, ids, lambda kind: kind.supplies.needed if kind.supplies is not None else None)


@fact("outlets", Scope.DEVICE)
def outlets(snapshot: Snapshot, ids: Ids) -> list[list[str]]:
    """Where its inlets are plugged in, in the order of the inlets: the name of the PDU or feed, and the outlet."""
    cords, devices, nodes, names = snapshot["power_cord"], snapshot["device"], snapshot["power_node"], snapshot.cached(port_names)
    wanted_ids = set(ids.tolist())
    result: dict[int, list[tuple[int, str]]] = defaultdict(list)
    columns = [cords[name].tolist() for name in ("device_id", "port", "from_device_id", "from_port", "from_node_id")]
    for device, port, giver, outlet, node in zip(*columns, strict=True):
        if device not in wanted_ids:
            continue
        if giver == ABSENT:
            place = str(nodes.row(node)["name"])
        else:
            row = devices.row(giver)
            code = int(names.codes(np.array([row["type_id"]]), np.array([outlet]))[0])
            place = f"{row['name']} {names.names[code]}".rstrip()
        result[device].append((port, place))
    return [[place for _, place in sorted(result[device])] for device in ids.tolist()]


@fact("cords", Scope.DEVICE)
def cords_of(snapshot: Snapshot, ids: Ids) -> Ids:
    """How many power cords of the plan lead to it."""
    at = snapshot["device"].positions(snapshot["power_cord"]["device_id"])
    result: Ids = np.bincount(at, minlength=snapshot["device"].rows)[snapshot["device"].positions(ids)]
    return result


@fact("power_w", *_BOTH)
def power_w(snapshot: Snapshot, ids: Ids) -> Reals:
    """Its power by its type: that which counts against limits."""
    name = snapshot.cached(site_sheet).text("power_for_limits")
    return snapshot.types.first_number([f"power_{name}_w", "power_max_w"], _column(snapshot, "type_id", ids))


# GPUs and links


@fact("gpus", *_BOTH)
def gpus(snapshot: Snapshot, ids: Ids) -> Ids:
    """How many GPUs are in it."""
    return snapshot.types.codes("gpus", _column(snapshot, "type_id", ids))


@fact("has_nvswitch", Scope.DEVICE)
def has_nvswitch(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether NVSwitches join its GPUs."""
    return _of_type(snapshot, ids, lambda kind: kind.gpu_count > 0 and kind.text("nvswitch") not in ("", "False", "0"))


@fact("has_nvlink", Scope.DEVICE)
def has_nvlink(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether NVLink joins its GPUs."""
    return _of_type(snapshot, ids, lambda kind: (kind.number("nvlink_domain_gpus") or 0) > 1)


@fact("has_trays", Scope.DEVICE)
def has_trays(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether it is a rack-scale system with known trays: host requirements apply to each of them."""
    return _of_type(snapshot, ids, lambda kind: bool(kind.trays))


@fact("hosts", Scope.DEVICE)
def hosts(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many hosts with GPUs it has: its compute trays, or itself."""
    return _of_type(snapshot, ids, lambda kind: sum(tray.gpu_count > 0 for tray in kind.trays) or int(kind.gpu_count > 0))


@fact("power_shelves", Scope.DEVICE)
def power_shelves_of_system(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many power shelves a rack-scale system has."""
    return _of_type(snapshot, ids, lambda kind: sum(tray.role == POWER_SHELF for tray in kind.trays))


@fact("nvlink_switch_trays", Scope.DEVICE)
def nvlink_switch_trays_of_system(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many NVLink switch trays a rack-scale system has."""
    return _of_type(snapshot, ids, lambda kind: sum(tray.role == NVLINK_SWITCH for tray in kind.trays))


@fact("has_display_gpu", *_BOTH)
def has_display_gpu(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether its GPUs have outputs for displays, so that a display mode can be chosen; of machines with slots for cards."""
    return _of_type(snapshot, ids, lambda kind: kind.gpu_count > 0 and (kind.number("gpu_slots") or 0) > 0)


@fact("drives", Scope.DEVICE)
def drives(snapshot: Snapshot, ids: Ids) -> list[int | None]:
    """How many data drives it has, by the text of its type ("8 × 3.84 TB NVMe"); not known where that begins with no number."""
    return [_leading(text) for text in _of_type(snapshot, ids, lambda kind: kind.text("data_drives")).tolist()]


def _leading(text: str) -> int | None:
    digits = text.split(" ", 1)[0]
    return int(digits) if digits.isdecimal() else None


def _ports(kind: HardwareType, network: str) -> list[tuple[int, float]]:
    """How many ports of a network it has in each group, and their rate in Gb/s."""
    return [(len(group.ports), group.rate_gbps or 0.0) for group in kind.port_groups if group.network == network]


@fact("compute_ports", Scope.DEVICE)
def compute_ports(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many ports of the compute network it has."""
    return _of_type(snapshot, ids, lambda kind: sum(count for count, _ in _ports(kind, "compute")))


@fact("compute_port_gbps", Scope.DEVICE)
def compute_port_gbps(snapshot: Snapshot, ids: Ids) -> Coded:
    """The rate of its fastest port of the compute network."""
    return _of_type(snapshot, ids, lambda kind: max((rate for _, rate in _ports(kind, "compute") if rate), default=None))


@fact("has_links", Scope.DEVICE)
def has_links(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether a cable ends at it."""
    devices, cables = snapshot["device"], snapshot["cable"]
    ends = np.concatenate([cables["a_device_id"], cables["b_device_id"]])
    result: Mask = np.bincount(devices.positions(ends), minlength=devices.rows)[devices.positions(ids)] > 0
    return result


@fact("manages", Scope.DEVICE)
def manages(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether it has a port for management."""
    return _of_type(snapshot, ids, lambda kind: bool(_ports(kind, "out_of_band")))


@made_from(dict.fromkeys(_ADDRESSED, ()))
def bmc_addresses(snapshot: Snapshot) -> dict[str, str]:
    """Device → its address in the out-of-band network, by the address plan; nothing where that cannot be made."""
    try:
        plan = address_plan(snapshot, address_rules())
    except Refused:
        return {}
    return {planned.device: str(planned.address) for planned in reversed(plan.addresses) if planned.subnet.kind is NetworkKind.OUT_OF_BAND}


@fact("bmc_address", Scope.DEVICE)
def bmc_address(snapshot: Snapshot, ids: Ids) -> list[str | None]:
    """The address of its management port by the address plan."""
    known = snapshot.cached(bmc_addresses)
    return [known.get(str(name)) for name in _column(snapshot, "name", ids).tolist()]


# the baseline of its role


def _baseline(key: str) -> Callable[[Snapshot, Ids], Sequence[SheetValue | None]]:
    def of_role(snapshot: Snapshot, ids: Ids) -> list[SheetValue | None]:
        stated = snapshot.cached(baseline)
        return [stated.get(str(role), {}).get(key) for role in _column(snapshot, "role", ids).tolist()]

    of_role.__doc__ = f"What the baseline of its role says of {key}."
    return of_role


BASELINE_FACTS = (
    *("driver", "cuda", "nccl", "ofed", "image", "kernel", "firmware", "bmc", "bios_profile", "nic_firmware", "switch_os"),
    *("mig_layout", "sharing", "gpu_power_limit_w", "ecc", "persistence"),
)
"""The values of the baseline that acceptance conditions may read, under the same names."""
for _key in BASELINE_FACTS:
    fact(_key, *_BOTH)(_baseline(_key))
