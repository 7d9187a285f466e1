"""A list of names of hosts: which device of the project gets which name, one a line, with the columns "device" and "name"."""

from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.host_names import host_name_fault
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.formats.tables.table_rows import Column, Line, chosen_sheet, lines_of
from gpudesk.formats.tables.tables import TableFile

COLUMNS = (
    Column("device", "Device", ("equipo", "dispositivo", "gerat", "old name", "planned name")),
    Column("name", "Name", ("host name", "hostname", "host", "new name", "nombre", "nombre de host")),
)
_CONTEXT = "host_names"


@dataclass(frozen=True, slots=True)
class NamedHost:
    """One line: a device as the project calls it, and the name that it gets."""

    device: str
    name: str
    line: Line

    def fault(self, key: str, text: str, /, **values: str) -> Fault:
        """Return the fault in a column's cell; `text` is marked in the context "host_names"."""
        return self.line.fault(key, text, "", _CONTEXT, **values)


@dataclass(frozen=True, slots=True)
class HostNameList:
    """The parsed list with all its internal faults; the project is not considered here."""

    hosts: tuple[NamedHost, ...]
    faults: tuple[Fault, ...]


def read_host_names(table: TableFile) -> HostNameList:
    """The lines of a list; each fault names its file and its cell, which has the number of its line."""
    sheet = chosen_sheet(table, COLUMNS, "Names")
    lines, _, faults = lines_of(table, sheet, COLUMNS, [column.key for column in COLUMNS])
    hosts: list[NamedHost] = []
    devices: dict[str, Line] = {}
    names: dict[str, Line] = {}
    for line in lines:
        host = NamedHost(line.cells.get("device", "").strip(), line.cells.get("name", "").strip(), line)
        wrong = host_name_fault(host.name)
        if not host.device:
            faults.append(host.fault("device", QT_TRANSLATE_NOOP("host_names", "the line contains no device.")))
        elif host.device.casefold() in devices:
            text = QT_TRANSLATE_NOOP("host_names", "{name} already has a line: {place}.")
            faults.append(host.fault("device", text, name=host.device[:80], place=devices[host.device.casefold()].address("device")))
        if wrong is not None:
            faults.append(Fault(line.file, line.sheet, line.address("name"), wrong))
        elif host.name.casefold() in names:
            text = QT_TRANSLATE_NOOP("host_names", "{name} is already used in another line: {place}.")
            faults.append(host.fault("name", text, name=host.name[:80], place=names[host.name.casefold()].address("name")))
        devices.setdefault(host.device.casefold(), line)
        names.setdefault(host.name.casefold(), line)
        hosts.append(host)
    return HostNameList(tuple(hosts), tuple(faults))
