"""Power of a project as NetBox imports it: the panels above feeds, the feeds, and the cords as cables.

NetBox knows panels and feeds and nothing above them. A feed takes one cable (netbox/dcim/models/power.py of 4.6.8: it is a cabled object
like a port), so of several cords on a feed the first one goes out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.columns import ABSENT
from gpudesk.core.hardware import Status
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.core.power_lines import Wiring
from gpudesk.formats.netbox_cables import BUILT, cable_color
from gpudesk.formats.netbox_names import MOST_NAME, NetboxNames, Unique
from gpudesk.formats.netbox_words import OUTLETS, POWER
from gpudesk.formats.tables import Cell
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_NO_PANEL = "Feeds without a panel"
_REDUNDANT = "B"
_THREE_PHASE = (Wiring.WYE, Wiring.DELTA)
Row = dict[str, Cell]
Remark = Callable[[str], None]


@dataclass(slots=True)
class PowerFiles:
    """The rows of the files."""

    panels: list[Row] = field(default_factory=list)
    feeds: list[Row] = field(default_factory=list)
    cords: list[Row] = field(default_factory=list)


def power_files(
    snapshot: Snapshot, names: NetboxNames, documents: Mapping[int, Mapping[str, Any]], site: str, remark: Remark
) -> PowerFiles:
    """The rows of all panels, feeds and cords.

    Args:
        documents: id of a type to its NetBox document.
        remark: takes one line for what NetBox cannot have.
    """
    return _Power(snapshot, names, documents, site, remark).made()


class _Power:
    def __init__(
        self, snapshot: Snapshot, names: NetboxNames, documents: Mapping[int, Mapping[str, Any]], site: str, remark: Remark
    ) -> None:
        self._snapshot, self._names, self._site, self._remark = snapshot, names, site, remark
        self._nodes = {row["id"]: row for row in _rows(snapshot, "power_node")}
        self._cords = _rows(snapshot, "power_cord")
        self._ports = {
            type_id: {section: {str(item["name"]) for item in document.get(section) or ()} for section in (POWER, OUTLETS)}
            for type_id, document in documents.items()
        }
        self._unique = Unique(MOST_NAME, "power panel", remark)
        self._panels: dict[int | None, str] = {}
        self._feeds: dict[int, tuple[str, str]] = {}
        self._found = PowerFiles()
        self._unprotected = 0

    def made(self) -> PowerFiles:
        """Panels as they are needed, feeds, then cords."""
        racks = self._racks_of_feeds()
        usual = self._snapshot.cached(site_sheet).limit("continuous_factor")
        unique: dict[str, Unique] = {}
        for node in self._nodes.values():
            if node["kind"] == PowerNodeKind.FEED:
                panel = self._panel(node["fed_by_id"])
                name = unique.setdefault(panel, Unique(MOST_NAME, "power feed", self._remark)).of(node["name"], f"Feed {node['id']}")
                self._feeds[node["id"]] = panel, name
                self._found.feeds.append(self._feed(node, panel, name, racks.get(node["id"]), usual))
        if self._unprotected:
            self._remark(f"{self._unprotected} power feeds have no breaker here: NetBox takes 15 A for each")
        self._cord_rows()
        return self._found

    def _panel(self, node_id: int | None) -> str:
        """The panel above a feed: what feeds it, whatever it is."""
        if node_id not in self._panels:
            node = None if node_id is None else self._nodes[node_id]
            name = self._panels[node_id] = self._unique.of(_NO_PANEL if node is None else node["name"], f"Panel {node_id}")
            row: Row = {"site": self._site, "name": name}
            if node is not None and node["hall_id"] is not None:
                row["location"] = self._names.halls[node["hall_id"]]
            self._found.panels.append(row)
        return self._panels[node_id]

    def _feed(self, node: Mapping[str, Any], panel: str, name: str, rack_id: int | None, usual: float) -> Row:
        wiring = Wiring(node["wiring"])
        row: Row = {"site": self._site, "power_panel": panel, "name": name, "status": "planned"}
        if rack_id is not None:
            row["location"], row["rack"] = self._names.racks[rack_id]
        row |= {"type": "redundant" if node["feed_side"].upper() == _REDUNDANT else "primary"}
        row |= {"supply": "dc" if wiring is Wiring.DC else "ac", "phase": "three-phase" if wiring in _THREE_PHASE else "single-phase"}
        percent = node["continuous_percent"]
        row |= {"voltage": node["voltage_v"], "max_utilization": round(100 * usual) if percent is None else percent}
        row["amperage"] = node["breaker_a"]
        self._unprotected += node["breaker_a"] is None
        return row

    def _racks_of_feeds(self) -> dict[int, int]:
        """The rack of each feed that serves one rack."""
        devices = self._snapshot["device"]
        found: dict[int, set[int]] = {}
        for cord in self._cords:
            if cord["from_node_id"] is not None:
                rack = int(devices["rack_id"][devices.position(cord["device_id"])])
                found.setdefault(cord["from_node_id"], set()).add(rack)
        return {node: next(iter(racks)) for node, racks in found.items() if len(racks) == 1 and ABSENT not in racks}

    def _cord_rows(self) -> None:
        taken: set[int] = set()
        lost = several = 0
        for cord in self._cords:
            near = self._end("a", cord["device_id"], cord["port"], POWER)
            far = None
            if cord["from_device_id"] is not None and cord["from_port"] is not None:
                far = self._end("b", cord["from_device_id"], cord["from_port"], OUTLETS)
            elif cord["from_node_id"] in self._feeds and cord["from_node_id"] in taken:
                several += 1
                continue
            elif cord["from_node_id"] in self._feeds:
                taken.add(cord["from_node_id"])
                panel, name = self._feeds[cord["from_node_id"]]
                far = {"side_b_site": self._site, "side_b_power_panel": panel, "side_b_type": "dcim.powerfeed", "side_b_name": name}
            if near is None or far is None:
                lost += 1
                continue
            self._found.cords.append({**near, **far, **self._made_of(cord)})
        if several:
            self._remark(f"{several} power cords are left out: a power feed of NetBox takes one cable")
        if lost:
            self._remark(f"{lost} power cords are left out: NetBox has no port, no outlet or no feed at one of their ends")

    def _end(self, side: str, device_id: int, port: int, section: str) -> Row | None:
        name = self._names.devices.get(device_id)
        devices = self._snapshot["device"]
        type_id = int(devices["type_id"][devices.position(device_id)])
        ports = sorted(self._snapshot.types[type_id].ports(), key=lambda each: each.index)
        if name is None or port >= len(ports) or ports[port].name not in self._ports.get(type_id, {}).get(section, ()):
            return None
        kind = "dcim.powerport" if section == POWER else "dcim.poweroutlet"
        return {
            f"side_{side}_site": self._site,
            f"side_{side}_device": name,
            f"side_{side}_type": kind,
            f"side_{side}_name": ports[port].name,
        }

    def _made_of(self, cord: Mapping[str, Any]) -> Row:
        devices = self._snapshot["device"]
        ends = [each for each in (cord["device_id"], cord["from_device_id"]) if each is not None]
        built = all(Status(int(devices["status"][devices.position(each)])) in BUILT for each in ends)
        row: Row = {"type": "power", "status": "connected" if built else "planned", "label": f"P{cord['id']}"}
        if cord["type_id"] is not None:
            row["color"] = cable_color(self._snapshot.types[cord["type_id"]])
        if cord["length_mm"] is not None:
            row |= {"length": round(cord["length_mm"] / 1000, 2), "length_unit": "m"}
        return row


def _rows(snapshot: Snapshot, table: str) -> list[dict[str, Any]]:
    columns = snapshot[table]
    return [columns.row(row_id) for row_id in columns.ids.tolist()]
