"""The cables of a project for NetBox import: one row per leg, the legs of one breakout cable in a separate bundle.

A row has one port on each side; NetBox 4.6 supports several only through its API, with IDs that are unknown before the
devices exist. Parts of split ports are interfaces that no type has, and are in a separate file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType, Status
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_records import RecordEnds, cable_records
from gpudesk.formats.netbox.netbox_modules import ModulePorts
from gpudesk.formats.netbox.netbox_placeholders import port_template
from gpudesk.formats.netbox.netbox_stated import Kind, kind_of
from gpudesk.formats.netbox.netbox_text import FRONT, INTERFACES, REAR
from gpudesk.formats.netbox.netbox_trays import tray_id, tray_types
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.snapshot import Snapshot

_TYPES: Mapping[str, str] = {"dac": "dac-passive", "acc": "dac-active", "aec": "dac-active", "aoc": "aoc"}
"""Cable kind → NetBox value, for kinds that map directly."""
_FIBRES: Mapping[str, str] = {
    "OM1": "mmf-om1",
    "OM2": "mmf-om2",
    "OM3": "mmf-om3",
    "OM4": "mmf-om4",
    "OM5": "mmf-om5",
    "OS1": "smf-os1",
    "OS2": "smf-os2",
}
_ENDS: Mapping[str, str] = {
    INTERFACES: "dcim.interface",
    FRONT: "dcim.frontport",
    REAR: "dcim.rearport",
    "console-ports": "dcim.consoleport",
    "console-server-ports": "dcim.consoleserverport",
}
"""List of a document to the kind of an end of a cable."""
BUILT = (Status.INSTALLED, Status.LIVE)
"""A cable between devices of these states is connected, any other planned."""
_SHOWN: Mapping[str, str] = {
    "cat5e": "CAT5e",
    "cat6": "CAT6",
    "cat6a": "CAT6a",
    "cat7": "CAT7",
    "cat7a": "CAT7a",
    "cat8": "CAT8",
    "dac-active": "Direct Attach Copper (Active)",
    "dac-passive": "Direct Attach Copper (Passive)",
    "mmf-om1": "Multimode Fiber (OM1)",
    "mmf-om2": "Multimode Fiber (OM2)",
    "mmf-om3": "Multimode Fiber (OM3)",
    "mmf-om4": "Multimode Fiber (OM4)",
    "mmf-om5": "Multimode Fiber (OM5)",
    "smf-os1": "Single-mode Fiber (OS1)",
    "smf-os2": "Single-mode Fiber (OS2)",
    "aoc": "Active Optical Cabling (AOC)",
    "power": "Power",
}
"""NetBox value of a cable type → its display text in lists (CableTypeChoices, netbox/dcim/choices.py of 4.6.8)."""
_MOST_BUNDLE = 100
Row = dict[str, Cell]


@dataclass(slots=True)
class CableFiles:
    """The rows of the files; `left_out` counts the cables of which NetBox lacks an end."""

    interfaces: list[Row] = field(default_factory=list)
    bundles: list[Row] = field(default_factory=list)
    cables: list[Row] = field(default_factory=list)
    left_out: int = 0


def cable_files(
    snapshot: Snapshot, names: Mapping[int, str], documents: Mapping[int, Mapping[str, Any]], site: str, modules: ModulePorts
) -> CableFiles:
    """Return the rows of all cables.

    Args:
        names: device id or `tray_id` → NetBox name; devices that are not exported are omitted.
        documents: type id → NetBox document.
        site: the name of the site: devices of other sites may have the same name, and bundles have no site.
        modules: modules whose ports belong to the devices that contain them.
    """
    made = CableFiles()
    records, cables = cable_records(snapshot), snapshot["cable"]
    ends = [_Ends(snapshot, names, documents, end, modules) for end in (records.a, records.b)]
    split: set[tuple[str, str]] = set()
    bundles: set[int] = set()
    status = snapshot["device"]["status"]
    columns = (cables["assembly"], cables["type_id"], cables["length_mm"])
    for place, (assembly, type_id, length_mm) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        a, b = (end.of(place) for end in ends)
        if a is None or b is None:
            made.left_out += 1
            continue
        for end, found in zip(ends, (a, b), strict=True):
            interface = end.part(place)
            if interface is not None and found[::2] not in split:
                split.add((found[0], found[2]))
                made.interfaces.append({"device": found[0], "device_id": end.device_id(place), "name": found[2], "type": interface})
        if assembly > 0 and assembly not in bundles:
            bundles.add(assembly)
            made.bundles.append({"name": _bundle(site, assembly), "description": "The legs of one cable that splits"})
        built = all(Status(int(status[end.device[place]])) in BUILT for end in (records.a, records.b))
        row: Row = {
            "cable_id": int(cables.ids[place]),
            "side_a_site": site,
            "side_a_device": a[0],
            "side_a_type": a[1],
            "side_a_name": a[2],
        }
        row |= {"side_b_site": site, "side_b_device": b[0], "side_b_type": b[1], "side_b_name": b[2]}
        row |= {"status": "connected" if built else "planned", "label": f"C{cables.ids[place]}"}
        if assembly > 0:
            row["bundle"] = _bundle(site, assembly)
        if type_id > 0:
            kind = snapshot.types[type_id]
            row |= {"type": netbox_cable_type(kind), "color": cable_color(kind)}
        if length_mm > 0:
            row |= {"length": round(length_mm / 1000, 2), "length_unit": "m"}
        made.cables.append(row)
    return made


def netbox_cable_type(kind: HardwareType) -> str:
    """Return the NetBox value of a cable type, "" if there is none."""
    return _TYPES.get(kind.text("cable_kind")) or _FIBRES.get(kind.text("fibre_type")) or _pairs(kind)


def cable_words(kind: HardwareType | None, built: bool) -> Mapping[str, tuple[str, ...]]:
    """What NetBox has of a cable of a project, in small letters: "type", "status" and "color", each as written and as shown."""
    word = "" if kind is None else netbox_cable_type(kind)
    color = "" if kind is None else cable_color(kind)
    return {
        "type": (word, _SHOWN.get(word, word).casefold()),
        "status": ("connected" if built else "planned",),
        "color": (color,),
    }


def cable_color(kind: HardwareType) -> str:
    """The color of a cable as NetBox has it: six digits."""
    return kind.colour.removeprefix("#")[:6].lower()


def _pairs(kind: HardwareType) -> str:
    """Of twisted pairs the category, which the catalog has in the name of the type."""
    if kind.text("cable_kind") != "copper":
        return ""
    text = f"{kind.key} {kind.model}".lower().replace(" ", "").replace("category", "cat").replace("-", "")
    return next((word for word in ("cat8", "cat7a", "cat7", "cat6a", "cat6", "cat5e") if word in text), "")


def _bundle(site: str, assembly: int) -> str:
    """Names of bundles are unique in all of NetBox."""
    ending = f" splitter {assembly}"
    return site[: _MOST_BUNDLE - len(ending)] + ending


class _Ends:
    """One end of each cable as NetBox names it."""

    def __init__(
        self,
        snapshot: Snapshot,
        names: Mapping[int, str],
        documents: Mapping[int, Mapping[str, Any]],
        ends: RecordEnds,
        modules: ModulePorts,
    ) -> None:
        self._ends, self._names, self._modules = ends, names, modules
        devices = snapshot["device"]
        self._ids, self._types = devices.ids, devices["type_id"]
        self._trays = snapshot.types.cached(tray_types)
        self._lists = {type_id: _lists(document) for type_id, document in documents.items()}
        kinds = {type_id: snapshot.types[type_id] for type_id in documents}
        self._whole = {type_id: tuple(port.name for port in _by_index(kind)) for type_id, kind in kinds.items()}
        self._listed = {
            type_id: tuple(port_template(kinds[type_id], name) for name in names) if kind_of(kinds[type_id]) is Kind.MODULE else names
            for type_id, names in self._whole.items()
        }

    def of(self, place: int) -> tuple[str, str, str] | None:
        """Device, kind and name of the port; None where NetBox does not have them."""
        name = self._names.get(self.device_id(place))
        type_id = int(self._types[int(self._ends.device[place])])
        if type_id in self._trays:
            item, whole = self._of_tray(place), self._whole[type_id][int(self._ends.port[place])]
            part = str(self._ends.port_name[place]).removeprefix(whole)
            return None if name is None or item is None else (name, item[0], item[2] + part)
        if name is None or type_id not in self._lists:
            return None
        index = int(self._ends.port[place])
        found = self._lists[type_id].get(self._listed[type_id][index])
        port: str | None = str(self._ends.port_name[place])
        module_id = int(self._ids[int(self._ends.device[place])])
        if self._modules.holder(module_id) is not None:
            port = self._modules.name(module_id, self._whole[type_id][index], str(port))
        return None if found is None or port is None else (name, found[0], port)

    def device_id(self, place: int) -> int:
        """What has the port in NetBox: for a port of a module the device that holds it, for one of a tray its `tray_id`."""
        device_id = int(self._ids[int(self._ends.device[place])])
        if int(self._types[int(self._ends.device[place])]) in self._trays:
            return tray_id(device_id, int(self._ends.tray[place]))
        return self._modules.holder(device_id) or device_id

    def _of_tray(self, place: int) -> tuple[str, str, str] | None:
        """Kind, type and name of the port on its tray; None for a port that no tray has."""
        number = int(self._ends.tray[place])
        if number == ABSENT:
            return None
        tray = self._trays[int(self._types[int(self._ends.device[place])])][number]
        port = tray.ports[int(self._ends.port[place])]
        end = _lists(tray.document).get(port)
        return None if end is None else (*end, port)

    def part(self, place: int) -> str | None:
        """The type of the interface of which the end is a part, None for a whole one."""
        type_id = int(self._types[int(self._ends.device[place])])
        if int(self._ends.parts[place]) <= 1:
            return None
        if type_id in self._trays:
            item = self._of_tray(place)
            return None if item is None else item[1]
        return self._lists[type_id][self._listed[type_id][int(self._ends.port[place])]][1]


def _by_index(kind: HardwareType) -> list[Any]:
    return sorted(kind.ports(), key=lambda port: port.index)


def _lists(document: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Name of a port to the kind of an end of a cable, and the type of the port."""
    return {
        str(item["name"]): (kind, str(item.get("type", "")))
        for section, kind in _ENDS.items()
        for item in document.get(section) or ()
        if isinstance(item, Mapping) and "name" in item
    }
