"""Power of a project for NetBox import: the panels above feeds, the feeds, and the cords as cables.

NetBox models panels and feeds and nothing above them. A feed accepts one cable (netbox/dcim/models/power.py of 4.6.8: it is a
cabled object like a port), so only the first of several cords on a feed is exported.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.hardware.hardware import Family, Status
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.formats.netbox.netbox_cables import BUILT, cable_color
from gpudesk.formats.netbox.netbox_names import MOST_NAME, NetboxNames, Unique
from gpudesk.formats.netbox.netbox_text import OUTLETS, POWER
from gpudesk.formats.netbox.netbox_trays import tray_id, tray_types
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

NO_BREAKER_A = 15
"""What NetBox takes for a feed without a rating (the default of PowerFeed.amperage, netbox/dcim/models/power.py of 4.6.8)."""
_NO_PANEL = "Feeds without a panel"
_REDUNDANT = "B"
THREE_PHASE = (Wiring.WYE, Wiring.DELTA)
Row = dict[str, Cell]
Remark = Callable[[str], None]


@dataclass(slots=True)
class PowerFiles:
    """The rows of the files."""

    panels: list[Row] = field(default_factory=list)
    feeds: list[Row] = field(default_factory=list)
    cords: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class PowerNames:
    """Node of a project to the name of the panel that it is in NetBox, and feed to the names of its panel and of itself.

    The panel of feeds that nothing feeds is no node.
    """

    panels: dict[int | None, str] = field(default_factory=dict)
    feeds: dict[int, tuple[str, str]] = field(default_factory=dict)


def power_names(nodes: Mapping[int, Mapping[str, Any]], remark: Remark | None = None) -> PowerNames:
    """Return the NetBox names of the feeds of a project and of any nodes above them.

    Args:
        nodes: id → row.
        remark: receives one line per name that differs from the project.
    """
    names = PowerNames()
    panels = Unique(MOST_NAME, "power panel", remark)
    unique: dict[str, Unique] = {}
    for node in nodes.values():
        if node["kind"] != PowerNodeKind.FEED:
            continue
        above = node["fed_by_id"]
        if above not in names.panels:
            names.panels[above] = panels.of(_NO_PANEL if above is None else nodes[above]["name"], f"Panel {above}")
        panel = names.panels[above]
        name = unique.setdefault(panel, Unique(MOST_NAME, "power feed", remark)).of(node["name"], f"Feed {node['id']}")
        names.feeds[node["id"]] = panel, name
    return names


def feed_cells(node: Mapping[str, Any], usual: float) -> Row:
    """Return the NetBox values of a feed besides its names.

    Args:
        usual: default continuous factor of a breaker.
    """
    wiring, percent = Wiring(node["wiring"]), node["continuous_percent"]
    return {
        "type": "redundant" if node["feed_side"].upper() == _REDUNDANT else "primary",
        "supply": "dc" if wiring is Wiring.DC else "ac",
        "phase": "three-phase" if wiring in THREE_PHASE else "single-phase",
        "voltage": node["voltage_v"],
        "amperage": node["breaker_a"],
        "max_utilization": round(100 * usual) if percent is None else percent,
    }


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
        self._nodes = rows_of(snapshot["power_node"])
        self._cords = list(rows_of(snapshot["power_cord"]).values())
        self._ports = {
            type_id: {section: {str(item["name"]) for item in document.get(section) or ()} for section in (POWER, OUTLETS)}
            for type_id, document in documents.items()
        }
        self._trays = snapshot.types.cached(tray_types)
        self._called = power_names(self._nodes, remark)
        self._feeds = self._called.feeds
        self._found = PowerFiles()
        self._unprotected = 0

    def made(self) -> PowerFiles:
        """Panels as they are needed, feeds, then cords."""
        racks = self._racks_of_feeds()
        usual = self._snapshot.cached(site_sheet).limit("continuous_factor")
        for node_id, panel in self._called.panels.items():
            row: Row = {"site": self._site, "name": panel}
            if node_id is not None and self._nodes[node_id]["hall_id"] is not None:
                row["location"] = self._names.halls[self._nodes[node_id]["hall_id"]]
            self._found.panels.append(row)
        for node_id, (panel, name) in self._feeds.items():
            node = self._nodes[node_id]
            row = {"site": self._site, "power_panel": panel, "name": name, "status": "planned"}
            if node_id in racks:
                row["location"], row["rack"] = racks[node_id]
            row |= feed_cells(node, usual)
            if node["breaker_a"] is None:
                # The form refuses a feed without a rating.
                row["amperage"] = NO_BREAKER_A
                self._unprotected += 1
            self._found.feeds.append(row)
        if self._unprotected:
            self._remark(
                f"{self._unprotected} power feeds have no breaker here: {NO_BREAKER_A} A goes out for each, as NetBox takes itself"
            )
        self._cord_rows()
        return self._found

    def _racks_of_feeds(self) -> dict[int, tuple[str, str]]:
        """The location and the name of the rack of each feed that serves one rack."""
        devices = self._snapshot["device"]
        found: dict[int, set[tuple[str, str] | None]] = {}
        for cord in self._cords:
            if cord["from_node_id"] is not None:
                rack = int(devices["rack_id"][devices.position(cord["device_id"])])
                called = self._names.systems.get(cord["device_id"]) if rack == ABSENT else self._names.racks[rack]
                found.setdefault(cord["from_node_id"], set()).add(called)
        single = {node: next(iter(racks)) for node, racks in found.items() if len(racks) == 1}
        return {node: rack for node, rack in single.items() if rack is not None}

    def _cord_rows(self) -> None:
        taken: set[int] = set()
        lost = several = 0
        unnamed: list[int] = []
        for cord in self._cords:
            if self._has_unnamed_outlet(cord):
                unnamed.append(cord["from_device_id"])
                continue
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
            self._remark(f"{_left_out(several)}: a power feed of NetBox takes one cable")
        if unnamed:
            self._remark(self._without_outlet(unnamed))
        if lost:
            self._remark(f"{_left_out(lost)}: NetBox has no port, no outlet or no feed at one of their ends")

    def _has_unnamed_outlet(self, cord: Mapping[str, Any]) -> bool:
        """Whether a cord comes from an outlet of a PDU, and the project does not say which."""
        if cord["from_device_id"] is None or cord["from_port"] is not None:
            return False
        devices = self._snapshot["device"]
        type_id = int(devices["type_id"][devices.position(cord["from_device_id"])])
        return self._snapshot.types[type_id].family is Family.PDU

    def _without_outlet(self, sources: Sequence[int]) -> str:
        """Why cords whose outlet the project does not name are left out, and what to do.

        Args:
            sources: the device that feeds each cord.
        """
        devices = self._snapshot["device"]
        kinds = [self._snapshot.types[type_id] for type_id in {int(devices["type_id"][devices.position(source)]) for source in sources}]
        titles = ", ".join(sorted(kind.title for kind in kinds if not sockets(kind).outlets))
        unpublished = f" The outlets of these types are not published: {titles}." if titles else ""
        return (
            f"{_left_out(len(sources))}: the project states their PDU, but not the outlet, which NetBox requires.{unpublished}"
            " Connect them to outlets here, on PDUs whose outlets are known, and export again; or connect them in NetBox"
        )

    def _end(self, side: str, device_id: int, port: int, section: str) -> Row | None:
        name = self._names.devices.get(device_id)
        devices = self._snapshot["device"]
        type_id = int(devices["type_id"][devices.position(device_id)])
        if type_id in self._trays:
            return self._end_at_tray(side, device_id, port, section)
        ports = sorted(self._snapshot.types[type_id].ports(), key=lambda each: each.index)
        if name is None or port >= len(ports) or ports[port].name not in self._ports.get(type_id, {}).get(section, ()):
            return None
        return self._side(side, name, section, ports[port].name)

    def _end_at_tray(self, side: str, device_id: int, port: int, section: str) -> Row | None:
        devices = self._snapshot["device"]
        trays = self._trays[int(devices["type_id"][devices.position(device_id)])]
        for number, tray in enumerate(trays):
            if any(item["name"] == tray.ports.get(port) for item in tray.document.get(section) or ()):
                return self._side(side, self._names.trays[tray_id(device_id, number)], section, tray.ports[port])
        return None

    def _side(self, side: str, device: str, section: str, port: str) -> Row:
        kind = "dcim.powerport" if section == POWER else "dcim.poweroutlet"
        return {
            f"side_{side}_site": self._site,
            f"side_{side}_device": device,
            f"side_{side}_type": kind,
            f"side_{side}_name": port,
        }

    def _made_of(self, cord: Mapping[str, Any]) -> Row:
        devices = self._snapshot["device"]
        ends = [device_id for device_id in (cord["device_id"], cord["from_device_id"]) if device_id is not None]
        built = all(Status(int(devices["status"][devices.position(end)])) in BUILT for end in ends)
        row: Row = {"cord_id": cord["id"], "type": "power", "status": "connected" if built else "planned", "label": f"P{cord['id']}"}
        if cord["type_id"] is not None:
            row["color"] = cable_color(self._snapshot.types[cord["type_id"]])
        if cord["length_mm"] is not None:
            row |= {"length": round(cord["length_mm"] / 1000, 2), "length_unit": "m"}
        return row


def _left_out(count: int) -> str:
    return "1 power cord is left out" if count == 1 else f"{count} power cords are left out"


def rows_of(columns: Columns) -> dict[int, dict[str, Any]]:
    """The rows of a table by their ids."""
    return {row_id: columns.row(row_id) for row_id in columns.ids.tolist()}
