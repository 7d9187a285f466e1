"""Match panels and feeds of NetBox files with a project: the power node of each, and the differences in the files.

A cell that still equals the exported value of the node is not a change.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.values.columns import Columns
from gpudesk.formats.netbox.netbox_names import NetboxNames
from gpudesk.formats.netbox.netbox_power import NO_BREAKER_A, THREE_PHASE, PowerNames, feed_cells, power_names, rows_of
from gpudesk.formats.netbox.netbox_power_table import FeedRow, PanelRow, PowerTables
from gpudesk.formats.tables.device_list import Kind
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.formats.tables.table_rows import Line
from gpudesk.operations.exchange.import_changes import FieldChange, PreviewLine, Verdict
from gpudesk.project.edit import Edit
from gpudesk.project.netbox_ids import NetboxIds

PANEL_TABLE = "power_panel"
"""Under which the IDs of panels are kept: NetBox counts them apart from feeds, and both are nodes here."""
_FEED_TABLE = "power_node"
_BETWEEN_LINES_V = 208
"""The voltage that single-phase circuits have between two lines only; others may be to neutral."""
_CELLS: Mapping[str, str] = {
    "type": "feed_side",
    "supply": "wiring",
    "phase": "wiring",
    "voltage": "voltage_v",
    "amperage": "breaker_a",
    "max_utilization": "continuous_percent",
}
"""Cell of a feed to the column of the project."""
Row = Mapping[str, Any]


@dataclass(slots=True)
class PowerNode:
    """One row of the files.

    Attributes:
        table: the table of its ID.
        node_id: of the project; None for a new one, which gets it when written.
        values: columns with different values in the row.
        above: name of the panel that feeds it from now on, None if unchanged.
    """

    line: Line
    table: str
    name: str
    number: int | None
    node_id: int | None
    values: dict[str, Any] = field(default_factory=dict)
    changes: tuple[FieldChange, ...] = ()
    above: str | None = None
    where: str = ""


@dataclass(slots=True)
class PowerIn:
    """The import: panels before feeds; `called` is name of a panel to its node, None for the panel of feeds without a supply."""

    nodes: list[PowerNode] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)
    called: dict[str, int | None] = field(default_factory=dict)


def align_power(
    given: PowerTables,
    tables: Callable[[str], Columns],
    names: NetboxNames,
    ids: NetboxIds,
    usual: float,
    chosen: str,
) -> PowerIn:
    """The panels and feeds of the site of the project.

    Args:
        usual: the share of a breaker for continuous load if not specified.
        chosen: the site of the project, "" if the files name none.
    """
    if not given.panels and not given.feeds:
        return PowerIn()
    return _Aligning(given, rows_of(tables("power_node")), names, ids, usual, chosen).found


class _Aligning:
    def __init__(self, given: PowerTables, nodes: Mapping[int, Row], names: NetboxNames, ids: NetboxIds, usual: float, chosen: str) -> None:
        self._nodes, self._ids, self._usual, self._chosen = nodes, ids, usual, chosen
        self._halls = {name: row_id for row_id, name in names.halls.items()}
        self._called: PowerNames = power_names(nodes)
        self._by_name = {names: node_id for node_id, names in self._called.feeds.items()}
        self.found = PowerIn(called={name: node_id for node_id, name in self._called.panels.items()})
        for node_id, node in nodes.items():
            if node["kind"] != PowerNodeKind.FEED:
                self.found.called.setdefault(str(node["name"]), node_id)
        feeds = self._of_site(given.feeds)
        for panel in given.panels:
            if not chosen or panel.site == chosen:
                self._panel(panel, feeds)
        for feed in feeds:
            self._feed(feed, [panel.name for panel in given.panels])

    def _of_site(self, rows: list[FeedRow]) -> list[FeedRow]:
        """The feeds of the site. NetBox lists the site of their rack: without a rack, only ID or names identify the site."""
        alike = Counter((row.panel, row.name) for row in rows)
        own_rows, strange = [], []
        for row in rows:
            known = self._ids.row(_FEED_TABLE, row.number) in self._nodes
            single = not row.site and (row.panel, row.name) in self._by_name and alike[row.panel, row.name] == 1
            if known or single or not self._chosen or row.site == self._chosen:
                own_rows.append(row)
            elif not row.site:
                strange.append(row)
        if strange:
            text = QT_TRANSLATE_NOOP(
                "import",
                "{count} {count|power feed is|power feeds are} skipped because no row states {count|its|their} site; this is the first.",
            )
            fix = QT_TRANSLATE_NOOP("import", "Export the power feeds from NetBox with a filter for one site.")
            self.found.remarks.append(strange[0].line.fault("feed", text, fix, context="import", count=len(strange)))
        return own_rows

    def _panel(self, row: PanelRow, feeds: list[FeedRow]) -> None:
        known = self._ids.row(PANEL_TABLE, row.number)
        if known not in self._nodes:
            if row.name in self.found.called and self.found.called[row.name] is None:
                return
            known = self.found.called.get(row.name)
        panel = PowerNode(row.line, PANEL_TABLE, row.name, row.number, known)
        hall = None if row.hall is None else self._halls.get(row.hall)
        if known is not None:
            node = self._nodes[known]
            exported = self._called.panels.get(known, str(node["name"]))
            if row.name != exported:
                panel.values["name"] = row.name
                panel.changes += (FieldChange("name", node["name"], row.name),)
            if hall is not None and hall != node["hall_id"]:
                panel.values["hall_id"] = hall
                before = next((name for name, row_id in self._halls.items() if row_id == node["hall_id"]), "")
                panel.changes += (FieldChange("hall_id", before, row.hall or ""),)
            self.found.called[row.name] = known
        else:
            below = next((feed for feed in feeds if feed.panel == row.name and "voltage" in feed.figures), None)
            if below is None:
                text = QT_TRANSLATE_NOOP("import", "the power panel {name} is skipped: no power feed has its voltage.")
                self.found.remarks.append(row.line.fault("panel", text, context="import", name=row.name))
                return
            wiring = _wiring(below, None)
            panel.values = {"kind": int(PowerNodeKind.PANEL), "name": row.name, "hall_id": hall, "wiring": int(wiring)}
            panel.values["voltage_v"] = below.figures["voltage"]
        self.found.nodes.append(panel)

    def _feed(self, row: FeedRow, listed: list[str]) -> None:
        known = self._ids.row(_FEED_TABLE, row.number)
        if known not in self._called.feeds:
            known = self._by_name.get((row.panel, row.name))
        feed = PowerNode(row.line, _FEED_TABLE, row.name, row.number, known, where=row.panel)
        if known is None and "voltage" not in row.figures:
            self.found.faults.append(row.line.fault("voltage", QT_TRANSLATE_NOOP("import", "the voltage is missing."), context="import"))
            return
        node = None if known is None else self._nodes[known]
        exported = {} if node is None else feed_cells(node, self._usual)
        changes = []
        for key, value in {**row.words, **row.figures}.items():
            before = exported.get(key)
            if node is not None and (before == value or (key == "amperage" and before is None and value == NO_BREAKER_A)):
                continue
            feed.values[_CELLS[key]] = _value(key, row, node)
            changes.append(FieldChange(_CELLS[key], "" if before is None else str(before), str(value)))
        panel, name = ("", "") if known is None else self._called.feeds[known]
        if node is not None and row.name != name:
            feed.values["name"] = row.name
            changes.insert(0, FieldChange("name", node["name"], row.name))
        if row.panel != panel:
            if row.panel not in self.found.called and row.panel not in listed:
                text = QT_TRANSLATE_NOOP("import", "there is no power panel {name}.")
                fix = QT_TRANSLATE_NOOP("import", "Import the list of power panels together with it.")
                self.found.faults.append(row.line.fault("panel", text, fix, context="import", name=row.panel))
                return
            # A panel that was renamed still feeds what it fed.
            if node is None or row.panel not in self.found.called or self.found.called[row.panel] != node["fed_by_id"]:
                feed.above = row.panel
                changes.append(FieldChange("fed_by_id", panel, row.panel))
        if node is None:
            feed.values |= {"kind": int(PowerNodeKind.FEED), "name": row.name}
        feed.changes = tuple(changes)
        self.found.nodes.append(feed)


def _value(key: str, row: FeedRow, node: Row | None) -> Any:
    if key == "type":
        return "B" if row.words["type"] == "redundant" else "A"
    return int(_wiring(row, node)) if key in ("supply", "phase") else row.figures[key]


def _wiring(row: FeedRow, node: Row | None) -> Wiring:
    """The wiring of a circuit in NetBox terms, which have no neutral."""
    before = None if node is None else Wiring(node["wiring"])
    if row.words.get("supply", "dc" if before is Wiring.DC else "ac") == "dc":
        return Wiring.DC
    if row.words.get("phase", "three-phase" if before in THREE_PHASE else "single-phase") == "three-phase":
        return before if before in THREE_PHASE else Wiring.WYE
    if before in (Wiring.LINE_TO_NEUTRAL, Wiring.LINE_TO_LINE):
        return before
    voltage_v = row.figures.get("voltage", 0 if node is None else int(node["voltage_v"]))
    return Wiring.LINE_TO_LINE if voltage_v == _BETWEEN_LINES_V else Wiring.LINE_TO_NEUTRAL


def write_power(edit: Edit, plan: PowerIn) -> list[tuple[int, PreviewLine]]:
    """Write the rows; returns the node of each with its line."""
    called = dict(plan.called)
    lines = []
    for node in plan.nodes:
        verdict = Verdict.NEW if node.node_id is None else Verdict.CHANGED if node.changes else Verdict.UNCHANGED
        values = dict(node.values)
        if node.above is not None:
            values["fed_by_id"] = called.get(node.above)
        if node.node_id is None:
            node.node_id = edit.insert("power_node", **{"hall_id": None, "fed_by_id": None, **values})
        elif values:
            edit.update("power_node", node.node_id, **values)
        if node.table == PANEL_TABLE:
            called[node.name] = node.node_id
        address = node.line.address("panel" if node.table == PANEL_TABLE else "feed")
        lines.append(
            (node.node_id, PreviewLine(verdict, Kind.FEED, node.name, node.where, node.line.file, node.line.sheet, address, node.changes))
        )
    return lines
