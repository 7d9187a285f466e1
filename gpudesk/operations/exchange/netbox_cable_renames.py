"""Devices that were renamed in NetBox, as a list of cables alone shows them: it names devices without their IDs."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpudesk.core.values.columns import Columns
from gpudesk.formats.fabric.cable_list import CableRecord, NamedEnd
from gpudesk.formats.netbox.netbox_modules import ModulePorts
from gpudesk.formats.tables.netbox_origin import plain_names
from gpudesk.project.netbox_ids import NetboxIds
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True)
class Rename:
    """A device of the project, its name in the rows, and the first of these rows.

    Its cables may instead have been moved to a new device, all at once if a machine was replaced: the user decides.
    """

    device_id: int
    name: str
    record: CableRecord


@dataclass(frozen=True, slots=True)
class _Side:
    """One end of a cable or a cord in the project; the device is None for a feed, the port "" where its name is not known."""

    device_id: int | None
    port: str


def renames_of(
    records: Sequence[CableRecord],
    devices: Mapping[str, int],
    tables: Callable[[str], Columns],
    types: Types,
    ids: NetboxIds,
    modules: ModulePorts,
) -> list[Rename]:
    """Renames of devices, derived from cables and cords with known IDs; a single cable counts only at its previous port.

    All rows of a device have to give it the same name, none its old one, and no other device the same. Rows that can be read from
    either end are not used.

    Args:
        records: those of the site of the project.
        devices: name in NetBox to the device.
        modules: modules whose ports are those of their holders in NetBox.
    """
    votes: dict[int, dict[str, list[tuple[CableRecord, bool]]]] = {}
    ports = _Ports(tables("device"), types, modules)
    for table in ("cable", "power_cord"):
        rows = tables(table)
        for record in records:
            known = ids.row(table, record.origin.number if record.origin is not None else None)
            if known is None or not rows.has(known):
                continue
            for end, side in _paired(record, ports.sides(table, rows.row(known)), devices):
                if side.device_id is not None and end.device:
                    *_, name = plain_names(end.device)
                    name = end.device if end.device in devices else name
                    votes.setdefault(side.device_id, {}).setdefault(name, []).append((record, _is_port(end, side)))
    shown = {name for record in records for end in (record.a, record.b) for name in plain_names(end.device)}
    here = {row_id: name for name, row_id in devices.items()}
    claims = Counter(name for names in votes.values() for name in names)
    renames = []
    for row_id, names in votes.items():
        [(name, mentions), *others] = names.items()
        if others or claims[name] > 1 or name in devices or here.get(row_id) in shown:
            continue
        if len(mentions) > 1 or mentions[0][1]:
            renames.append(Rename(row_id, name, mentions[0][0]))
    return renames


class _Ports:
    """The names of the ports at the ends of cables and cords."""

    def __init__(self, devices: Columns, types: Types, modules: ModulePorts) -> None:
        self._devices, self._types, self._modules = devices, types, modules
        self._names: dict[int, dict[tuple[str, int], str]] = {}

    def sides(self, table: str, row: Mapping[str, Any]) -> tuple[_Side, _Side]:
        """Both ends of a row of `table`."""
        if table == "cable":
            return self._side("", row["a_device_id"], row["a_port"]), self._side("", row["b_device_id"], row["b_port"])
        return self._side("power_in", row["device_id"], row["port"]), self._side("power_out", row["from_device_id"], row["from_port"])

    def _side(self, role: str, device_id: int | None, index: int | None) -> _Side:
        if device_id is None or index is None:
            return _Side(device_id, "")
        type_id = int(self._devices["type_id"][self._devices.position(device_id)])
        if type_id not in self._names:
            self._names[type_id] = {
                (group.role if group.role in ("power_in", "power_out") else "", port.index): port.name
                for group in self._types[type_id].port_groups
                for port in group.ports
            }
        port = self._names[type_id].get((role, index), "")
        holder_id = self._modules.holder(device_id)
        return _Side(device_id, port) if holder_id is None else _Side(holder_id, self._modules.name(device_id, port, port) or "")


def _paired(record: CableRecord, sides: tuple[_Side, _Side], devices: Mapping[str, int]) -> Sequence[tuple[NamedEnd, _Side]]:
    """The ends of a row with those that they are in the project; none where both directions are possible, or ports and devices disagree."""
    ways = [list(zip(ends, sides, strict=True)) for ends in ((record.a, record.b), (record.b, record.a))]
    by_port = [way for way in ways if all(side.device_id is None or _is_port(end, side) for end, side in way)]
    by_device = [way for way in ways if any(_is_device(end, side, devices) for end, side in way)]
    if len(by_port) == len(by_device) == 1 and by_port != by_device:
        return ()
    return next((pairings[0] for pairings in (by_port, by_device) if len(pairings) == 1), ())


def _is_port(end: NamedEnd, side: _Side) -> bool:
    return bool(side.port) and side.port in plain_names(end.port)


def _is_device(end: NamedEnd, side: _Side, devices: Mapping[str, int]) -> bool:
    if side.device_id is None:
        return not end.device
    return any(devices.get(name) == side.device_id for name in plain_names(end.device))
