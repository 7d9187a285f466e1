"""Rack-scale systems in a set of NetBox files: the rows of their racks, and of their trays at the units of these racks."""

from collections.abc import Iterator, Mapping
from typing import Any

from gpudesk.core.hardware.hardware import Status
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.formats.netbox.netbox_comment import comment_of
from gpudesk.formats.netbox.netbox_names import NetboxNames, role_of
from gpudesk.formats.netbox.netbox_stated import Kind
from gpudesk.formats.netbox.netbox_status import DEVICE_STATUS, RACK_STATUS, phase_of, status_of
from gpudesk.formats.netbox.netbox_there import There
from gpudesk.formats.netbox.netbox_trays import SYSTEM, TRAY, Document, tray_id, tray_types
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.netbox_known import ROLES
from gpudesk.project.snapshot import Snapshot

ROW_DESCRIBED = "Row "
"""How the description of a rack begins that names its row: NetBox has none."""
_MOST_DESCRIPTION = 200
Row = dict[str, Cell]


class SystemRows:
    """The rows of the systems of a project.

    Args:
        there: what the instance has: types and roles are written in its spelling.
        site: name of the site.
    """

    def __init__(self, snapshot: Snapshot, names: NetboxNames, there: There, site: str) -> None:
        self._snapshot, self._names, self._there, self._site = snapshot, names, there, site
        self._trays = snapshot.types.cached(tray_types)
        own = {int(snapshot["device"]["type_id"][snapshot["device"].position(each)]) for each in names.systems}
        trays = {tray.tray.key: tray for type_id in sorted(own) for tray in self._trays[type_id]}
        self.documents: dict[str, Document] = {key: there.document(Kind.DEVICE, tray.document) for key, tray in trays.items()}
        """Key of a tray to its device type."""
        self.files = {key: f"02-types/{tray.file}" for key, tray in trays.items()}
        """Key of a tray to the file of its type."""

    def rack(self, system: Mapping[str, Any], document: Document, common: Row) -> Row:
        """The rack of a system.

        Args:
            document: its rack type.
            common: serial number, asset tag and notes.
        """
        hall, name = self._names.systems[system["id"]]
        rows, row_id = self._snapshot["rack_row"], self._row_id(system)
        said = {SYSTEM: True, "role": system["role"], **status_of(system, RACK_STATUS), "phase": phase_of(system, 1)}
        return {
            "site": self._site,
            "location": hall,
            "name": name,
            "status": RACK_STATUS[Status(system["status"])],
            "rack_type": document["model"],
            "description": None if row_id == ABSENT else f"{ROW_DESCRIBED}{rows['name'][rows.position(row_id)]}"[:_MOST_DESCRIPTION],
            **common,
            "comments": comment_of(str(system["notes"]), said),
        }

    def roles(self, system: Mapping[str, Any]) -> list[str]:
        """The roles of its trays."""
        kind = self._snapshot.types[system["type_id"]]
        return [self._there.name(ROLES, tray.role or role_of(system, kind)) for tray in kind.trays]

    def trays(self, system: Mapping[str, Any]) -> Iterator[Row]:
        """The trays of a system; they are defined by its type, so none of their data is read back."""
        hall, rack = self._names.systems[system["id"]]
        for number, (tray, role) in enumerate(zip(self._trays[system["type_id"]], self.roles(system), strict=True)):
            document = self.documents[tray.tray.key]
            row: Row = {"name": self._names.trays[tray_id(system["id"], number)], "role": role}
            row |= {"manufacturer": str(document["manufacturer"]), "device_type": str(document["model"])}
            row |= {"status": DEVICE_STATUS[Status(system["status"])], "site": self._site, "location": hall, "rack": rack}
            if tray.unit is not None:
                row |= {"position": tray.unit, "face": "front"}
            yield row | {"comments": comment_of("", {TRAY: True})}

    def holders(self) -> Iterator[tuple[int, str, str]]:
        """`tray_id` and name of each tray, and the key of its type in `documents`."""
        devices = self._snapshot["device"]
        for system in self._names.systems:
            for number, tray in enumerate(self._trays[int(devices["type_id"][devices.position(system)])]):
                row_id = tray_id(system, number)
                yield row_id, self._names.trays[row_id], tray.tray.key

    def _row_id(self, system: Mapping[str, Any]) -> int:
        return int(self._snapshot.cached(row_of_systems)[self._snapshot["device"].position(system["id"])])
