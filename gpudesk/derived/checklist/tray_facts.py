"""Plan facts about the trays of rack-scale systems."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.tray_targets import STEP
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_trays import NVLINK_SWITCH, Tray
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import Ids
from gpudesk.derived.checklist.device_facts import BASELINE_FACTS, bmc_addresses
from gpudesk.derived.checklist.fact_registry import Coded, fact
from gpudesk.derived.checklist.targets import target_name
from gpudesk.project.site_sheet import SheetValue, baseline
from gpudesk.project.snapshot import Snapshot


def _each(snapshot: Snapshot, ids: Ids, value: Callable[[HardwareType, Tray], Any]) -> Coded:
    """A value that follows from the type of the system and the place of the tray in it."""
    devices = snapshot["device"]
    types = devices["type_id"][devices.positions(ids // STEP)]
    alike, codes = np.unique(types * STEP + ids % STEP - 1, return_inverse=True)
    kinds = [(snapshot.types[code // STEP], code % STEP) for code in alike.tolist()]
    return Coded([value(kind, kind.trays[number]) for kind, number in kinds], codes)


@fact("name", Scope.TRAY)
def tray_name(snapshot: Snapshot, ids: Ids) -> list[str]:
    """Its name as a host."""
    return [target_name(snapshot, Scope.TRAY, target) for target in ids.tolist()]


@fact("kind", Scope.TRAY)
def tray_kind(snapshot: Snapshot, ids: Ids) -> Coded:
    """The family of the tray contents: "system" with GPUs, "switch", "power_shelf"."""
    return _each(snapshot, ids, lambda _, tray: _kind(tray))


def _kind(tray: Tray) -> str:
    if tray.gpu_count:
        return "system"
    return "switch" if tray.manages or tray.role == NVLINK_SWITCH else tray.role.replace("-", "_")


@fact("gpus", Scope.TRAY)
def tray_gpus(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many GPUs are in it."""
    return _each(snapshot, ids, lambda _, tray: tray.gpu_count)


@fact("supplies", Scope.TRAY)
def tray_supplies(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many power supplies it has: none, since the busbar of the rack feeds it; not known of a power shelf."""
    return _each(snapshot, ids, lambda _, tray: 0 if tray.gpu_count else None)


@fact("manages", Scope.TRAY)
def tray_manages(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether it has a port for management."""
    return _each(snapshot, ids, lambda _, tray: bool(tray.management))


@fact("bmc_address", Scope.TRAY)
def tray_bmc_address(snapshot: Snapshot, ids: Ids) -> list[str | None]:
    """The address of its first management port by the address plan."""
    known = snapshot.cached(bmc_addresses)
    return [known.get(name) for name in tray_name(snapshot, ids)]


@fact("has_nvlink", Scope.TRAY)
def tray_has_nvlink(snapshot: Snapshot, ids: Ids) -> Coded:
    """Whether NVLink joins its GPUs to those of other trays."""
    return _each(snapshot, ids, lambda kind, tray: tray.gpu_count > 0 and (kind.number("nvlink_domain_gpus") or 0) > 1)


def _compute(kind: HardwareType, tray: Tray) -> list[float]:
    """The rates of the compute ports at a tray, in Gb/s."""
    groups = [group for group in kind.port_groups if group.network == NetworkKind.COMPUTE.ports]
    return [group.rate_gbps or 0.0 for group in groups for port in group.ports if port.index in tray.ports]


@fact("compute_ports", Scope.TRAY)
def tray_compute_ports(snapshot: Snapshot, ids: Ids) -> Coded:
    """How many ports of the compute network it has."""
    return _each(snapshot, ids, lambda kind, tray: len(_compute(kind, tray)))


@fact("compute_port_gbps", Scope.TRAY)
def tray_compute_port_gbps(snapshot: Snapshot, ids: Ids) -> Coded:
    """The rate of its fastest port of the compute network."""
    return _each(snapshot, ids, lambda kind, tray: max(filter(None, _compute(kind, tray)), default=None))


def _baseline(key: str) -> Callable[[Snapshot, Ids], Sequence[SheetValue | None]]:
    def of_role(snapshot: Snapshot, ids: Ids) -> list[SheetValue | None]:
        stated, devices = snapshot.cached(baseline), snapshot["device"]
        systems = devices["role"][devices.positions(ids // STEP)].tolist()
        own = _each(snapshot, ids, lambda _, tray: tray.role).tolist()
        return [stated.get(role or str(of_system), {}).get(key) for role, of_system in zip(own, systems, strict=True)]

    of_role.__doc__ = f"What the baseline of its role says of {key}, where it has none of that of its system."
    return of_role


for _key in BASELINE_FACTS:
    fact(_key, Scope.TRAY)(_baseline(_key))
