"""Assign network names to hosts and switches: by a pattern, or from a list."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.names.host_names import host_name_fault
from gpudesk.core.values.columns import Columns
from gpudesk.derived.fabric.host_name_plan import HostName, host_name_clashes, planned_host_names, planned_role_names
from gpudesk.derived.networks.network_nodes import names_as_planned
from gpudesk.formats.fabric.host_name_list import HostNameList
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable, by_place
from gpudesk.formats.tables.table_rows import Line
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.planned_names import KEY, planned_names_text, read_planned_names
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "host_names"


@operation
def name_hosts(edit: Edit, device_ids: Sequence[int], pattern: str) -> list[HostName]:
    """Name devices by a pattern such as `{rack:lower}-p1-dgx-{n_rack:02}` (`derived.fabric.host_name_plan.planned_host_names`).

    Returns all of them.

    Raises:
        Refused: nothing was chosen or there is no such device, the pattern has no meaning for them,
            or one would get a name that is no host name or that another has.
    """
    devices = edit.columns("device")
    for device_id in device_ids:
        if not devices.has(device_id):
            edit.row("device", device_id)
    present = edit.present()
    planned = _possible(present, planned_host_names(present, device_ids, pattern) if device_ids else [])
    _give(edit, planned)
    return planned


@operation
def name_roles(edit: Edit, patterns: Mapping[str, str]) -> list[HostName]:
    """Name all devices of some roles by patterns, as one step; returns all of them, pattern by pattern.

    Roles with the same pattern are counted together.

    Args:
        patterns: role → pattern, as for `name_hosts`.

    Raises:
        Refused: as `name_hosts`, for any of the roles; then no device is named.
    """
    planned = role_names(edit.present(), patterns)
    _give(edit, planned)
    if len({*patterns.values()}) > 1:
        # The first and last name are of different series.
        values: dict[str, Value] = {"count": len(planned), "roles": len(patterns)}
        edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "Name {count} {count|host|hosts} of {roles} roles"), values)
    return planned


def role_names(snapshot: Snapshot, patterns: Mapping[str, str]) -> list[HostName]:
    """The names that `name_roles` gives; the project is not touched.

    Raises:
        Refused: as `name_roles`.
    """
    return _possible(snapshot, planned_role_names(snapshot, patterns))


def _possible(snapshot: Snapshot, planned: list[HostName]) -> list[HostName]:
    """The planned names, if all of them can be given."""
    if not planned:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "No device is selected.")))
    wrong = host_name_clashes(snapshot, planned)
    if wrong:
        text = QT_TRANSLATE_NOOP("host_names", "{count} {count|name|names} cannot be used. The first: {what}")
        raise Refused(Message(_CONTEXT, text, {"count": len(wrong), "what": next(iter(wrong.values()))}))
    return planned


@operation
def name_hosts_from(edit: Edit, listed: HostNameList) -> list[HostName]:
    """Name devices from a list; devices not in it keep their names. Returns all named devices.

    Raises:
        UnreadableTable: the list has faults, all of which it names; nothing was changed.
        Refused: the list names nothing.
    """
    planned = demanded_names(edit.present(), listed)
    _give(edit, planned)
    return planned


def demanded_names(snapshot: Snapshot, listed: HostNameList) -> list[HostName]:
    """The names that a list gives to the devices of a project.

    Raises:
        UnreadableTable, Refused: as `name_hosts_from`.
    """
    devices = snapshot["device"]
    calls = _Calls(snapshot)
    planned: list[HostName] = []
    faults: list[Fault] = list(listed.faults)
    line_of: dict[int, Line] = {}
    read: set[str] = set()
    for host in listed.hosts:
        # A device that the list writes twice in the same way is a fault of the list already.
        again = host.device.casefold() in read
        read.add(host.device.casefold())
        meant = calls.meant(host.device)
        if host.device and not meant:
            faults.append(host.fault("device", QT_TRANSLATE_NOOP("host_names", "there is no device {name}."), name=host.device[:80]))
        elif len(meant) > 1:
            text = QT_TRANSLATE_NOOP("host_names", "several devices are named {name}.")
            faults.append(host.fault("device", text, name=host.device[:80]))
        elif meant and meant[0] in line_of:
            if not again:
                text = QT_TRANSLATE_NOOP("host_names", "{name} already has a line: {place}.")
                faults.append(host.fault("device", text, name=host.device[:80], place=line_of[meant[0]].address("device")))
        elif meant:
            planned.append(HostName(meant[0], str(devices.row(meant[0])["name"]), host.name))
            line_of[meant[0]] = host.line
    if not listed.hosts and not faults:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "The list of names is empty.")))
    counts = Counter(host.name.casefold() for host in listed.hosts)
    for device_id, what in host_name_clashes(snapshot, planned).items():
        line = line_of[device_id]
        # Names that come twice in the list, or are no host names, are faults of the list already.
        name = line.cells.get("name", "").strip()
        if name and counts[name.casefold()] == 1 and host_name_fault(name) is None:
            faults.append(Fault(line.file, line.sheet, line.address("name"), what))
    if faults:
        raise UnreadableTable(sorted(faults, key=by_place))
    return planned


def named_hosts(snapshot: Snapshot, listed: HostNameList) -> Snapshot:
    """The project after `name_hosts_from`; the original is not changed.

    Raises:
        UnreadableTable, Refused: as `name_hosts_from`.
    """
    devices = snapshot["device"]
    names = devices["name"].copy()
    for host_name in demanded_names(snapshot, listed):
        names[devices.position(host_name.device_id)] = host_name.new
    return snapshot.with_tables(
        snapshot.revision, {"device": Columns({name: names if name == "name" else devices[name] for name in devices})}
    )


class _Calls:
    """The devices by name: exact names, then lowercase, then the planned names."""

    def __init__(self, snapshot: Snapshot) -> None:
        devices = snapshot["device"]
        every = np.arange(devices.rows)
        self._known: list[dict[str, list[int]]] = [{}, {}, {}]
        names = (devices["name"].tolist(), [name.casefold() for name in devices["name"].tolist()])
        planned = [name.casefold() for name in names_as_planned(snapshot, every)]
        for known, those in zip(self._known, (*names, planned), strict=True):
            for name, device_id in zip(those, devices.ids.tolist(), strict=True):
                known.setdefault(name, []).append(device_id)

    def meant(self, name: str) -> list[int]:
        """The devices that a name may mean."""
        exact, folded, planned = self._known
        return exact.get(name) or folded.get(name.casefold()) or planned.get(name.casefold(), [])


def _give(edit: Edit, planned: Sequence[HostName]) -> None:
    as_planned = read_planned_names(edit.columns("setting"))
    changed = False
    for host_name in planned:
        if host_name.new != host_name.old:
            changed |= host_name.device_id not in as_planned
            as_planned.setdefault(host_name.device_id, host_name.old)
            edit.update("device", host_name.device_id, name=host_name.new)
    if changed:
        devices = edit.columns("device")
        there = {device_id: name for device_id, name in as_planned.items() if devices.has(device_id)}
        upsert_by_key.put(edit, "setting", {"key": KEY}, {"value": planned_names_text(there)})
    values: dict[str, Value] = {"count": len(planned), "first": planned[0].new, "last": planned[-1].new}
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "Name {count} {count|host|hosts}, {first} to {last}"), values)
