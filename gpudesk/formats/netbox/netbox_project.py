"""A project as NetBox import files in the required order: CSV for objects, YAML for device types.

The columns are those of NetBox 4.6. NetBox stores less than a project in some places and requires more in others; changes and
omissions are reported, file by file, in the README of the set and to the caller.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.hardware.hardware import Face, HardwareType, Mount, Status
from gpudesk.core.names.text_limits import slug_of
from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.address_files import BOND
from gpudesk.formats.netbox.netbox import Kind, NotInNetBox, document_of_type, file_name_of
from gpudesk.formats.netbox.netbox_addresses import Member, address_rows, site_slug
from gpudesk.formats.netbox.netbox_cables import CableFiles, cable_files
from gpudesk.formats.netbox.netbox_comment import comment_of
from gpudesk.formats.netbox.netbox_modules import ModulePorts
from gpudesk.formats.netbox.netbox_names import MOST_NAME, MOST_TAG, Unique, netbox_names, role_of
from gpudesk.formats.netbox.netbox_placeholders import with_positions
from gpudesk.formats.netbox.netbox_power import power_files
from gpudesk.formats.netbox.netbox_readme import readme_of
from gpudesk.formats.netbox.netbox_skip import unmatched_names
from gpudesk.formats.netbox.netbox_stated import kind_of
from gpudesk.formats.netbox.netbox_status import DEVICE_STATUS, MODULE_STATUS, RACK_STATUS, phase_of, status_of
from gpudesk.formats.netbox.netbox_system_rows import ROW_DESCRIBED, SystemRows
from gpudesk.formats.netbox.netbox_there import There, missing_ports
from gpudesk.formats.netbox.netbox_trays import TRAY, rack_document, tray_documents, tray_types
from gpudesk.formats.netbox.netbox_units import Numbering, numbering_of
from gpudesk.formats.netbox.netbox_yaml import write_yaml
from gpudesk.formats.tables.device_list_write import unit_cell
from gpudesk.formats.tables.tables import Cell, csv_text
from gpudesk.project.netbox_ids import netbox_ids
from gpudesk.project.netbox_known import MANUFACTURERS, ROLES
from gpudesk.project.snapshot import Snapshot

MOST_SHARD_BYTES = 2_621_440
"""Default NetBox limit of one request body (DATA_UPLOAD_MAX_MEMORY_SIZE); every file of a set is smaller."""
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "manufacturers": ("name", "slug"),
    "device-roles": ("name", "slug", "color"),
    "sites": ("name", "slug", "status"),
    "locations": ("site", "name", "slug", "status", "description"),
    "rack-types": (
        "manufacturer", "model", "slug", "form_factor", "width", "u_height", "starting_unit", "desc_units", "outer_width", "outer_height",
        "outer_depth", "outer_unit", "mounting_depth", "weight", "max_weight", "weight_unit", "description",
    ),
    "racks": ("site", "location", "name", "status", "rack_type", "serial", "asset_tag", "description", "comments"),
    "devices": (
        "name", "role", "manufacturer", "device_type", "serial", "asset_tag", "status", "site", "location", "rack", "position", "face",
        "parent", "device_bay", "comments",
    ),
    "power-ports": ("device", "name", "type", "maximum_draw", "allocated_draw"),
    "power-outlets": ("device", "name", "type", "power_port", "feed_leg"),
    "bond-members": ("id", "device", "lag"),
    "modules": ("device", "module_bay", "module_type", "serial", "asset_tag", "status", "comments"),
    "interfaces": ("device", "name", "type"),
    "power-panels": ("site", "location", "name"),
    "power-feeds": (
        "site", "power_panel", "location", "rack", "name", "status", "type", "supply", "phase", "voltage", "amperage", "max_utilization",
    ),
    "power-cords": (
        "side_a_site", "side_a_device", "side_a_type", "side_a_name", "side_b_site", "side_b_device", "side_b_power_panel", "side_b_type",
        "side_b_name", "type", "status", "label", "color", "length", "length_unit",
    ),
    "vlans": ("site", "vid", "name", "status", "description"),
    "vrfs": ("name", "rd", "enforce_unique", "description"),
    "prefixes": ("prefix", "vrf", "vlan_site", "vlan", "status", "description"),
    "bonds": ("device", "name", "type", "description"),
    "ip-addresses": ("address", "vrf", "status", "device", "interface", "is_primary", "is_oob", "dns_name", "description"),
    "cable-bundles": ("name", "description"),
    "cables": (
        "side_a_site", "side_a_device", "side_a_type", "side_a_name", "side_b_site", "side_b_device", "side_b_type", "side_b_name", "type",
        "status", "bundle", "label", "color", "length", "length_unit",
    ),
}  # fmt: skip
"""File of the set to the columns that are written."""
_ROLE_COLOUR = "9e9e9e"
_BAYS = {Kind.DEVICE: "device-bays", Kind.MODULE: "module-bays"}
_STRIDE = 500
_OF_CABLES = ("11-", "12-", "15-")
_PARTS = ("09-", "10-", "18-", "19-", "20-")
"""Parts of devices, which wait for IDs; those that name an asset tag came with the first step."""
_SAID_OF_CABLES = ("cables are left out", "second step", "are not written")
MOST_CABLE_ROWS = 250
"""Cables of one file: NetBox traces the paths of each cable while it takes a file in, and gives up on one that takes too long."""
_BY = {"tag": "device.asset_tag", "id": "device.id"}
"""How the rows of a file name their device where the form has no site: by what no other device of the instance has."""
Row = dict[str, Cell]
_MOST_NAMED = 5
"""Addresses that a remark names."""


@dataclass(slots=True)
class NetboxSet:
    """The files of a set by name, and one line per object that NetBox cannot accept unchanged."""

    files: dict[str, bytes] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def netbox_set(snapshot: Snapshot, name: str, progress: Progress | None = None, skip: Sequence[str] = ()) -> NetboxSet:
    """All that NetBox can take of a project, without the manufacturers, roles and types that it is known to have.

    Args:
        name: of the project; the site is called so.
        skip: names of manufacturers and roles, and models of types, that it has as well.

    Raises:
        Cancelled: the work was stopped.
    """
    return _Set(snapshot, name, progress or Progress(), skip=skip).made()


def netbox_cables(snapshot: Snapshot, name: str, progress: Progress | None = None) -> NetboxSet:
    """The files of cables alone, their devices named as in the whole set; cables whose IDs the project has learned are left out.

    Raises:
        Cancelled: the work was stopped.
    """
    whole = _Set(snapshot, name, progress or Progress(), without_known=True).made()
    files = {
        file: content
        for file, content in whole.files.items()
        if file.startswith(_OF_CABLES) or (file.startswith(_PARTS) and "-by-id" in file)
    }
    cable_set = NetboxSet(files, [remark for remark in whole.remarks if any(phrase in remark for phrase in _SAID_OF_CABLES)])
    cable_set.files["README.txt"] = readme_of(cable_set.files, cable_set.remarks).encode()
    return cable_set


def netbox_cable_files(snapshot: Snapshot, name: str, progress: Progress | None = None) -> CableFiles:
    """The same as rows.

    Raises:
        Cancelled: the work was stopped.
    """
    making = _Set(snapshot, name, progress or Progress())
    making.made()
    return making.cables


class _Set:
    """The set in the making: names that were given, and rows by file."""

    def __init__(self, snapshot: Snapshot, name: str, progress: Progress, *, without_known: bool = False, skip: Sequence[str] = ()) -> None:
        self._snapshot = snapshot
        self._progress = progress
        self._set = NetboxSet()
        self._ids = netbox_ids(snapshot["setting"])
        self._site = Unique(MOST_NAME, "site", self._set.remarks.append).of(self._ids.site or name, "Site")
        self._numbers = {row_id: number for table in ("device", TRAY) for number, row_id in self._ids.rows.get(table, {}).items()}
        self._without_known = without_known
        self._there = There(self._ids.known, skip)
        self._skip = skip
        self._later: set[tuple[Cell, Cell]] = set()
        self._names = netbox_names(snapshot.__getitem__, snapshot.types, self._set.remarks.append)
        self._modules = ModulePorts(snapshot["device"], snapshot.types, self._ids.known, self._set.remarks.append)
        self._systems = SystemRows(snapshot, self._names, self._there, self._site)
        self._documents: dict[int, tuple[Kind, Mapping[str, Any]]] = {}
        self._numberings: dict[int, Numbering] = {}
        self.cables = CableFiles()

    def made(self) -> NetboxSet:
        """Return all files; racks come before their contents, holders before theirs."""
        remark = self._set.remarks.append
        for name in unmatched_names(self._snapshot, self._skip):
            remark(f"{name!r} leaves nothing out: no manufacturer, role or type model of this project has this name. Check its spelling")
        used = {*self._snapshot["rack"]["type_id"].tolist(), *self._snapshot["device"]["type_id"].tolist()}
        for type_id in sorted(used):
            kind = self._snapshot.types[type_id]
            try:
                sort, document = self._document(type_id, kind)
                self._documents[type_id] = sort, self._there.document(sort, document)
            except NotInNetBox:
                remark(f"{kind.key}: NetBox has no type for it; devices of it are left out")
        documents = [*(document for _, document in self._documents.values()), *self._systems.documents.values()]
        makers = sorted({str(document["manufacturer"]) for document in documents})
        makers = [maker for maker in makers if not self._there.has(MANUFACTURERS, maker)]
        self._file("01-manufacturers", "manufacturers", [{"name": maker[:100], "slug": slug_of(maker)[:100]} for maker in makers])
        self._types()
        roles = sorted({role for row in self._rows("device") for role in self._roles(row)})
        roles = [role for role in roles if not self._there.has(ROLES, role)]
        slugs = Unique(100, ending="-{}")
        self._file(
            "03-device-roles",
            "device-roles",
            [{"name": role, "slug": slugs.of(slug_of(role), "role"), "color": _ROLE_COLOUR} for role in roles],
        )
        self._file("04-sites", "sites", [{"name": self._site, "slug": site_slug(self._site, 100), "status": "planned"}])
        self._locations()
        self._rack_types()
        self._rack_rows()
        devices, modules = self._device_rows()
        self._file("08-devices", "devices", devices)
        there = set(self._ids.rows.get("module", {}).values()) if self._without_known else set()
        fresh_modules = [row for row in modules if row["module_id"] not in there]
        self._component_file("09-modules", "modules", fresh_modules)
        if len(modules) > len(fresh_modules):
            remark(f"{len(modules) - len(fresh_modules)} modules are not written: NetBox has them")
        documents_of = {type_id: document for type_id, (_, document) in self._documents.items()}
        named = self._names.devices | self._names.trays
        made = self.cables = cable_files(self._snapshot, named, documents_of, self._site, self._modules)
        extra = missing_ports(*self._ported(), self._ids.known, remark)
        made.interfaces.extend(extra["interfaces"])
        self._component_file("10-interfaces", "interfaces", self._new_interfaces(made.interfaces))
        self._component_file("10-power-ports", "power-ports", extra["power-ports"])
        self._component_file("10-power-outlets", "power-outlets", extra["power-outlets"])
        self._cable_rows(made)
        power = power_files(self._snapshot, self._names, documents_of, self._site, remark)
        self._file("13-power-panels", "power-panels", power.panels)
        self._file("14-power-feeds", "power-feeds", power.feeds)
        self._cord_rows(power.cords)
        addresses = address_rows(self._snapshot, self._site)
        self._file("16-vlans", "vlans", addresses.vlans)
        self._file("16-vrfs", "vrfs", addresses.vrfs)
        self._file("17-prefixes", "prefixes", addresses.prefixes)
        self._component_file("18-bonds", "bonds", self._new_interfaces(addresses.bonds))
        self._component_file("19-ip-addresses", "ip-addresses", self._new_addresses(addresses.addresses))
        self._members(addresses.members)
        if addresses.left_out:
            remark(f"{addresses.left_out} addresses are left out: several devices have the name of their device")
        if addresses.of_no_device:
            remark(f"{addresses.of_no_device} addresses are left out: their devices are trays of systems that are not rack-scale")
        if made.left_out:
            self._set.remarks.append(f"{made.left_out} cables are left out: NetBox has no port, or no device, at one of their ends")
        self._set.files["README.txt"] = readme_of(self._set.files, self._set.remarks).encode()
        return self._set

    def _rows(self, table: str) -> Iterator[dict[str, Any]]:
        columns = self._snapshot[table]
        for number, row_id in enumerate(columns.ids.tolist()):
            if number % _STRIDE == 0:
                self._progress.step(number, columns.rows)
            yield columns.row(row_id)

    def _component_file(self, file: str, kind: str, rows: Sequence[Row]) -> None:
        """Write rows of device components: one file per method of naming the device, whose name may also exist at another site.

        Devices without an asset tag are named by their NetBox ID: until the project has it, their rows are deferred.
        """
        by_tag, by_id, waiting = [], [], 0
        for row in rows:
            device_id = int(str(row["device_id"]))
            tag, number = self._names.tags.get(("device", device_id)), self._numbers.get(device_id)
            if tag:
                by_tag.append({**row, _BY["tag"]: tag})
            elif number is not None:
                by_id.append({**row, _BY["id"]: number})
            else:
                waiting += 1
                ports = self._modules.names(int(str(row["module_id"]))) if kind == "modules" else [row.get("name")]
                self._later |= {(row["device"], port) for port in ports}
        for way, way_rows in (("tag", by_tag), ("id", by_id)):
            columns = tuple(_BY[way] if column == "device" else column for column in COLUMNS[kind])
            self._file(f"{file}-by-{way}", kind, way_rows, columns=columns)
        if waiting:
            self._set.remarks.append(
                f"{waiting} {kind.removeprefix('ip-')} wait for the second step: their devices have no asset tag, and no ID that is known"
            )

    def _new_addresses(self, rows: list[Row]) -> list[Row]:
        """Those that NetBox does not have yet; a remark names those that it has on another device."""
        known = self._ids.known
        there = [row for row in rows if row["address"] in known.addresses]
        elsewhere = [row for row in there if known.owners.get(str(row["address"])) not in (None, row["device_id"])]
        if len(there) > len(elsewhere):
            count = len(there) - len(elsewhere)
            addresses, them = ("1 address is", "it") if count == 1 else (f"{count} addresses are", "them")
            self._set.remarks.append(f"{addresses} not written: NetBox has {them}")
        if elsewhere:
            first = ", ".join(f"{row['address']} of {row['device']}" for row in elsewhere[:_MOST_NAMED])
            one = len(elsewhere) == 1
            addresses = "1 address is" if one else f"{len(elsewhere)} addresses are"
            devices = "it on another device" if one else "them on other devices"
            self._set.remarks.append(
                f"{addresses} not written: NetBox has {devices}. The plan gives addresses in the order of"
                f" names, and devices were added or renamed since. Change these addresses in NetBox, such as {first}"
            )
        return [row for row in rows if row["address"] not in known.addresses]

    def _cable_rows(self, made: CableFiles) -> None:
        """Write the cables whose ends NetBox has, and their bundles."""
        known = set(self._ids.rows.get("cable", {}).values()) if self._without_known else set()
        ready = [row for row in made.cables if not self._waits(row) and row["cable_id"] not in known]
        there = len(made.cables) - sum(row["cable_id"] not in known for row in made.cables)
        waiting = len(made.cables) - len(ready) - there
        used = {row.get("bundle") for row in ready}
        self._file("11-cable-bundles", "cable-bundles", [row for row in made.bundles if row["name"] in used])
        self._file("12-cables", "cables", ready, MOST_CABLE_ROWS)
        if waiting:
            self._set.remarks.append(f"{waiting} cables wait for the second step: they end in interfaces that come with it")
        if there:
            self._set.remarks.append(f"{there} cables are not written: NetBox has them, and this project knows their IDs")

    def _cord_rows(self, cords: Sequence[Row]) -> None:
        """Write the power cords whose ends NetBox has."""
        known = set(self._ids.rows.get("power_cord", {}).values()) if self._without_known else set()
        fresh = [row for row in cords if row["cord_id"] not in known]
        ready = [row for row in fresh if not self._waits(row)]
        self._file("15-power-cords", "power-cords", ready, MOST_CABLE_ROWS)
        if len(fresh) > len(ready):
            self._set.remarks.append(f"{len(fresh) - len(ready)} power cords wait for the second step: their ports come with it")
        if len(cords) > len(fresh):
            self._set.remarks.append(f"{len(cords) - len(fresh)} power cords are not written: NetBox has them")

    def _waits(self, cable: Row) -> bool:
        return any((cable.get(f"side_{side}_device"), cable[f"side_{side}_name"]) in self._later for side in "ab")

    def _new_interfaces(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of interfaces that NetBox is not known to have."""
        known = self._ids.known.interfaces
        return [row for row in rows if row["name"] not in known.get(int(str(row["device_id"])), {})]

    def _members(self, members: Sequence[Member]) -> None:
        """Write which bond each port joins: the form finds an interface that is there by its ID alone."""
        known = self._ids.known.interfaces
        rows: list[Row] = [
            {"id": known[member.device_id][member.name], "device_id": member.device_id, "device": member.device, "lag": BOND}
            for member in members
            if member.name in known.get(member.device_id, {})
        ]
        self._component_file("20-bond-members", "bond-members", rows)
        if len(rows) < len(members):
            self._set.remarks.append(
                f"{len(members) - len(rows)} members of bonds wait for the second step: only the IDs of their interfaces name them"
            )

    def _role(self, device: Mapping[str, Any]) -> str:
        return self._there.name(ROLES, role_of(device, self._held(dict(device))))

    def _roles(self, device: Mapping[str, Any]) -> Sequence[str]:
        """The roles that a device brings: of a rack-scale system those of its trays."""
        return self._systems.roles(device) if device["id"] in self._names.systems else [self._role(device)]

    def _document(self, type_id: int, kind: HardwareType) -> tuple[Kind, Mapping[str, Any]]:
        """The type in NetBox: of a rack-scale system a rack type, of a device that is also a tray of one the type of that tray."""
        trays = self._snapshot.types.cached(tray_types).get(type_id)
        if trays is not None:
            return Kind.RACK, rack_document(kind, trays)
        sort = kind_of(kind)
        of_tray = self._snapshot.types.cached(tray_documents).get(kind.key) if sort is Kind.DEVICE else None
        return sort, with_positions(document_of_type(kind)) if of_tray is None else of_tray

    def _ported(self) -> tuple[Iterable[tuple[int, str, Hashable]], Mapping[Hashable, tuple[Kind, Mapping[str, Any]]]]:
        """Devices and trays with the keys of their types, and these types."""
        devices = self._snapshot["device"]
        of_type = dict(zip(devices.ids.tolist(), devices["type_id"].tolist(), strict=True))
        held = [(device_id, name, of_type[device_id]) for device_id, name in sorted(self._names.devices.items())]
        documents: dict[Hashable, tuple[Kind, Mapping[str, Any]]] = dict(self._documents.items())
        documents |= {key: (Kind.DEVICE, document) for key, document in self._systems.documents.items()}
        return [*held, *self._systems.holders()], documents

    def _file(
        self, file: str, kind: str, rows: Sequence[Row], most_rows: int | None = None, columns: tuple[str, ...] | None = None
    ) -> None:
        """Write rows as one file, or as several if one would be too large or too long."""
        if not rows:
            return
        columns = columns or COLUMNS[kind]
        parts = _shards([[row.get(column) for column in columns] for row in rows], columns, most_rows)
        for number, part in enumerate(parts, 1):
            self._set.files[f"{file}.csv" if len(parts) == 1 else f"{file}-{number:03}.csv"] = part

    def _types(self) -> None:
        for type_id, (kind, document) in self._documents.items():
            if kind is Kind.RACK or self._there.has_type(kind, document):
                continue
            hardware = self._snapshot.types[type_id]
            file = f"02-types/{file_name_of(hardware.body)}"
            if file in self._set.files:
                file = file.removesuffix(".yaml") + f"-{slug_of(hardware.key)}.yaml"
            self._set.files[file] = write_yaml([document])

        own = {self._snapshot.types[type_id].key for type_id in self._documents}
        for key, document in self._systems.documents.items():
            if key not in own and not self._there.has_type(Kind.DEVICE, document):
                self._set.files[self._systems.files[key]] = write_yaml([document])

    def _locations(self) -> None:
        slugs = Unique(100, ending="-{}")
        rows: list[Row] = []
        for hall in self._rows("hall"):
            name = self._names.halls[hall["id"]]
            slug = slugs.of(slug_of(name), "hall")
            rows.append(
                {"site": self._site, "name": name, "slug": slug, "status": "planned", "description": hall["notes"].split("\n")[0][:200]}
            )
        self._file("05-locations", "locations", rows)

    def _rack_types(self) -> None:
        rows: list[Row] = []
        for kind, document in self._documents.values():
            if kind is Kind.RACK and not self._there.has_type(kind, document):
                row: Row = {column: document.get(column) for column in COLUMNS["rack-types"]}
                rows.append({**row, "desc_units": "true" if document.get("desc_units") else "false"})
        self._file("06-rack-types", "rack-types", rows)

    def _rack_rows(self) -> None:
        row_names = dict(zip(self._snapshot["rack_row"].ids.tolist(), self._snapshot["rack_row"]["name"].tolist(), strict=True))
        rows: list[Row] = []
        for rack in self._rows("rack"):
            hall, name = self._names.racks[rack["id"]]
            document = self._documents.get(rack["type_id"])
            rows.append(
                {
                    "site": self._site,
                    "location": hall,
                    "name": name,
                    "status": RACK_STATUS[Status(rack["status"])],
                    "rack_type": None if document is None else document[1]["model"],
                    "description": None if rack["row_id"] is None else f"{ROW_DESCRIBED}{row_names[rack['row_id']]}"[:200],
                    **self._common(rack, "rack", name),
                    "comments": comment_of(rack["notes"], {**status_of(rack, RACK_STATUS), "phase": phase_of(rack, 1)}),
                }
            )
        rows.extend(
            self._systems.rack(row, self._documents[row["type_id"]][1], self._common(row, "device", self._names.systems[row["id"]][1]))
            for row in self._rows("device")
            if row["id"] in self._names.systems
        )
        self._file("07-racks", "racks", rows)

    def _device_rows(self) -> tuple[list[Row], list[Row]]:
        devices: list[Row] = []
        modules: list[Row] = []
        for number, (device, holder, top) in enumerate(self._names.in_order):
            if number % _STRIDE == 0:
                self._progress.step(number, len(self._names.in_order))
            self._device(device, holder, top, devices, modules)
        return devices, modules

    def _device(
        self,
        device: dict[str, Any],
        holder: dict[str, Any] | None,
        top: dict[str, Any],
        devices: list[Row],
        modules: list[Row],
    ) -> None:
        if device["id"] in self._names.systems:
            devices.extend(self._systems.trays(device))
            return
        kind, document = self._documents[device["type_id"]]
        bay = self._bay(device, holder, kind)
        if kind is Kind.MODULE:
            if bay is None:
                self._set.remarks.append(f"the module {device['name']!r} is left out: NetBox wants it in a module bay of a device")
                return
            if self._modules.holder(device["id"]) is None:
                return
            status = MODULE_STATUS[Status(device["status"])]
            row: Row = {
                "module_id": device["id"],
                "device": bay[0],
                "device_id": 0 if holder is None else holder["id"],
                "module_bay": bay[1],
                "module_type": document["model"],
                "status": status,
            }
            modules.append({**row, **self._common(device, "module", device["name"])})
            return
        name = self._names.devices[device["id"]]
        row = {"name": name, "role": self._role(device)}
        row |= {"manufacturer": document["manufacturer"], "device_type": document["model"]}
        row |= {"status": DEVICE_STATUS[Status(device["status"])], "site": self._site, **self._spot(device, top)}
        if bay is not None:
            row |= {"parent": bay[0], "device_bay": bay[1]}
        elif holder is not None:
            self._set.remarks.append(f"the device {name!r} stands beside its holder: NetBox knows no bay {device['slot']!r} in it")
        said: dict[str, Any] = {"side": device["side"], **status_of(device, DEVICE_STATUS), "phase": phase_of(device, self._phase(top))}
        if "position" not in row:
            said["position"] = device["position"]
        shown = None if holder is None else self._names.shown(holder["id"])
        if bay is None and shown is not None:
            said |= {"parent": shown, "slot": device["slot"]}
        devices.append({**row, **self._common(device, "device", name), "comments": comment_of(device["notes"], said)})

    def _phase(self, top: Mapping[str, Any]) -> int:
        """Return the default build phase of a device."""
        return 1 if top["rack_id"] is None else int(self._snapshot["rack"].row(top["rack_id"])["phase"])

    def _bay(self, device: dict[str, Any], holder: dict[str, Any] | None, kind: Kind) -> tuple[str, str] | None:
        """Return the name of the holder and its bay, if NetBox has both."""
        if holder is None or holder["id"] not in self._names.devices:
            return None
        bays = self._documents[holder["type_id"]][1].get(_BAYS[kind], [])
        return (self._names.devices[holder["id"]], device["slot"]) if any(bay["name"] == device["slot"] for bay in bays) else None

    def _spot(self, device: dict[str, Any], top: dict[str, Any]) -> Row:
        if top["rack_id"] is not None:
            hall, rack = self._names.racks[top["rack_id"]]
            row: Row = {"location": hall, "rack": rack}
            if device["position"] is not None:
                row["face"] = Face(device["face"]).name.lower()
                if self._held(device).mount is Mount.UNITS:
                    row["position"] = self._unit(device, top["rack_id"])
            return row
        if top["id"] in self._names.systems:
            hall, rack = self._names.systems[top["id"]]
            return {"location": hall, "rack": rack}
        return {} if top["hall_id"] is None else {"location": self._names.halls[top["hall_id"]]}

    def _unit(self, device: dict[str, Any], rack_id: int) -> Cell:
        """The lowest number of the units that a device takes, as its rack counts them."""
        type_id = int(self._snapshot["rack"].row(rack_id)["type_id"])
        kind = self._snapshot.types[type_id]
        if type_id not in self._numberings:
            self._numberings[type_id] = numbering_of(kind)
        return unit_cell(self._numberings[type_id].counted(device["position"], self._held(device).height_half_units, kind))

    def _held(self, device: dict[str, Any]) -> HardwareType:
        return self._snapshot.types[device["type_id"]]

    def _common(self, row: dict[str, Any], what: str, name: str) -> Row:
        """Serial, asset tag and notes."""
        if len(row["serial"]) > MOST_TAG:
            self._set.remarks.append(f"the {what} {name!r} keeps {MOST_TAG} characters of its serial number")
        asset = self._names.tags.get(("rack" if what == "rack" else "device", row["id"]), "")
        return {"serial": row["serial"][:MOST_TAG], "asset_tag": asset, "comments": row["notes"]}


def _shards(rows: Iterable[Sequence[Cell]], columns: Sequence[str], most_rows: int | None = None) -> list[bytes]:
    """Rows as CSV files with a header each, none as large as NetBox refuses, nor with more than `most_rows`."""
    header = csv_text([columns]).encode()
    parts: list[list[bytes]] = []
    size = MOST_SHARD_BYTES
    for row in rows:
        line = csv_text([row]).encode()
        if size + len(line) >= MOST_SHARD_BYTES or (most_rows is not None and len(parts[-1]) > most_rows):
            parts.append([header])
            size = len(header)
        parts[-1].append(line)
        size += len(line)
    return [b"".join(part) for part in parts]
