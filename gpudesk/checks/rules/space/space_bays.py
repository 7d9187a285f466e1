"""Space inside devices: bays that do not exist, that two devices share, or that take something else."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Place, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import nested
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.bay_rules import BayFault, bay_called, bay_fault
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.racks.bay_contents import free_bays, holds, seats

BAYS = {"device": ("type_id", "parent_id", "slot", "name"), "catalog_item": ("body",)}
"""Tables needed for the contents of bays."""
Seat = tuple[int, int, str, BayFault | None]
"""A device, its holder, the bay it names, and any error there apart from other devices."""


def seated(view: View) -> list[Seat]:
    """The devices to check that sit in others."""
    devices, types = view.devices, view.types
    inside = np.flatnonzero(devices["parent_id"] != ABSENT)
    table = view.snapshot["device"]
    type_of = dict(zip(table.ids.tolist(), table["type_id"].tolist(), strict=True)) if view.only is None else {}
    known: dict[tuple[int, int, str], BayFault | None] = {}
    seated_devices: list[Seat] = []
    columns = (devices.ids, devices["type_id"], devices["parent_id"], devices["slot"])
    for device, type_id, holder, slot in zip(*(column[inside].tolist() for column in columns), strict=True):
        holder_type = type_of[holder] if type_of else int(table["type_id"][table.position(holder)])
        key = (holder_type, type_id, slot)
        if key not in known:
            known[key] = bay_fault(types[holder_type], types[type_id], slot, taken=False)
        seated_devices.append((device, holder, slot, known[key]))
    return seated_devices


def _fix(view: View, device: int, holder: int) -> Fix | None:
    """Moving the device to the first bay of its holder that is free and suits it; None if there is none."""
    devices = view.snapshot["device"]
    kind, holder_kind = (view.types[int(devices["type_id"][devices.position(device_id)])] for device_id in (device, holder))
    free = free_bays(seats(devices, holder), holder_kind, kind)
    if not free or holds(devices, device, holder):
        return None
    title = rule_text(QT_TRANSLATE_NOOP("checks", "Move {device} to bay {bay}"), device=view.name("device", device), bay=free[0])
    return Fix("move_to_bay", {"device_id": device, "parent_id": holder, "bay": free[0]}, title)


def _place(view: View, holder: int, slot: str) -> Place:
    label = view.name("device", holder)
    return Place("device", holder, f"{label} · {slot}" if slot else label)


@rule(
    "space.bay_unknown",
    title=QT_TRANSLATE_NOOP("checks", "Devices inside another device occupy one of its bays"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices are not in a bay of their container"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    reads=BAYS,
    when=nested,
    source=QT_TRANSLATE_NOOP("checks", "Bays of the type"),
)
def bay_unknown(view: View) -> Iterator[Violation]:
    """A device in a container that has no bay of that name, or no bays at all."""
    for device, holder, slot, fault in view.cached(seated):
        if fault not in (BayFault.NO_BAYS, BayFault.NO_SUCH_BAY):
            continue
        text = QT_TRANSLATE_NOOP("checks", "{device} is in bay {bay} of {holder}, which does not exist.")
        if fault is BayFault.NO_BAYS:
            text = QT_TRANSLATE_NOOP("checks", "{device} is in {holder}, which has no bays.")
        message = rule_text(text, device=view.name("device", device), holder=view.name("device", holder), bay=slot or "–")
        fix = None if fault is BayFault.NO_BAYS else _fix(view, device, holder)
        yield Violation((device,), (("device", device),), _place(view, holder, slot), message, fix=fix)


@rule(
    "space.bay_misfit",
    title=QT_TRANSLATE_NOOP("checks", "Devices match their bay"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices do not match their bay"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    reads=BAYS,
    when=nested,
    source=QT_TRANSLATE_NOOP("checks", "Types the bay accepts and where the type fits"),
)
def bay_misfit(view: View) -> Iterator[Violation]:
    """Devices in a bay for other devices, or devices that fit no bay."""
    devices = view.snapshot["device"]
    for device, holder, slot, fault in view.cached(seated):
        if fault not in (BayFault.NO_CHILD, BayFault.MISFIT):
            continue
        kind, holder_kind = (view.types[int(devices["type_id"][devices.position(device_id)])] for device_id in (device, holder))
        bay = bay_called(holder_kind, slot)
        names = {"device": view.name("device", device), "holder": view.name("device", holder), "bay": slot or "–"}
        if fault is BayFault.NO_CHILD or bay is None:
            text = QT_TRANSLATE_NOOP("checks", "{device} is in {holder}, but {model} does not fit in bays.")
            yield Violation((device,), (("device", device),), _place(view, holder, slot), rule_text(text, **names, model=kind.title))
            continue
        text = QT_TRANSLATE_NOOP("checks", "{device} does not fit bay {bay} of {holder}: it fits {found}; the bay accepts {accepts}.")
        device_fits = kind.text("fits") or "–"
        message = rule_text(text, **names, found=device_fits, accepts=bay.accepts)
        yield Violation(
            (device,), (("device", device),), _place(view, holder, slot), message, device_fits, bay.accepts, _fix(view, device, holder)
        )


@rule(
    "space.bay_taken",
    title=QT_TRANSLATE_NOOP("checks", "A bay holds one device"),
    many=QT_TRANSLATE_NOOP("checks", "{count} bays hold more than one device"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    reads=BAYS,
    when=nested,
    source=QT_TRANSLATE_NOOP("checks", "Two objects cannot occupy the same space"),
)
def bay_taken(view: View) -> Iterator[Violation]:
    """Two or more devices in one bay."""
    shared: dict[tuple[int, str], list[int]] = {}
    for device, holder, slot, fault in view.cached(seated):
        if fault not in (BayFault.NO_BAYS, BayFault.NO_SUCH_BAY, BayFault.NO_CHILD):
            shared.setdefault((holder, slot), []).append(device)
    for (holder, slot), members in shared.items():
        if len(members) == 1:
            continue
        text = QT_TRANSLATE_NOOP("checks", "{devices} are in bay {bay} of {holder}.")
        if len(members) > 3:
            text = QT_TRANSLATE_NOOP("checks", "{devices} and {more} more are in bay {bay} of {holder}.")
        names = tuple(view.name("device", device) for device in members[:3])
        message = rule_text(text, devices=names, more=len(members) - 3, bay=slot, holder=view.name("device", holder))
        objects = tuple(("device", device) for device in members)
        yield Violation(tuple(members), objects, _place(view, holder, slot), message, len(members), 1, _fix(view, members[-1], holder))
