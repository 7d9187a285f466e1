"""Content of a one-line diagram: the layout, current loads or those after a failure, and the marks of findings."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.failures.power_failure_impact import Aftermath
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power_diagram.power_diagram import Diagram
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import Theme

Findings = Mapping[str, Mapping[int, Severity]]
STEP_BOUNDS = (0.5, 0.8, 1.0)
_ROUNDING = 1e-9


class Step(IntEnum):
    """Load as a share of the limit."""

    UNKNOWN = 0
    LOW = 1
    USUAL = 2
    HIGH = 3
    OVER = 4


_STEP_NAMES = {
    Step.LOW: QT_TRANSLATE_NOOP("PowerDiagram", "up to 50 % of the limit"),
    Step.USUAL: QT_TRANSLATE_NOOP("PowerDiagram", "up to 80 %"),
    Step.HIGH: QT_TRANSLATE_NOOP("PowerDiagram", "up to 100 %"),
    Step.OVER: QT_TRANSLATE_NOOP("PowerDiagram", "over the limit"),
    Step.UNKNOWN: QT_TRANSLATE_NOOP("PowerDiagram", "limit not known"),
}


class Level(IntEnum):
    """Level of detail of racks: blocks, boxes with names, feeds and PDUs, and everything."""

    BLOCKS = 0
    BOXES = 1
    PARTS = 2
    DETAILS = 3


_LEVEL_SCALES = (0.19, 0.42, 0.72)
"""Minimum scales at which boxes, parts and details are drawn."""
_LEVELS = tuple(Level)


def level_of(scale: float) -> Level:
    """The level of detail at a scale in px to the step."""
    return _LEVELS[bisect_right(_LEVEL_SCALES, scale)]


def step_name(step: Step) -> str:
    """Legend name of a step."""
    return QCoreApplication.translate("PowerDiagram", _STEP_NAMES[step])


def step_colours(colours: Theme) -> list[QColor]:
    """The fill of each step."""
    heat = colours.heat
    return [colours.surface.sunken, heat[0], heat[1], heat[3], colours.severity["error"].colour]


def steps_of(share: Reals) -> Ids:
    """The step of each share of a limit."""
    steps = 1 + np.searchsorted(np.array(STEP_BOUNDS) * (1 + _ROUNDING), np.nan_to_num(share), side="left")
    share_steps: Ids = np.where(np.isnan(share), int(Step.UNKNOWN), steps)
    return share_steps


@dataclass(frozen=True)
class Loads:
    """Loads of all nodes, current or after a failure; in network order."""

    diagram: Diagram
    after: Aftermath | None = None

    @cached_property
    def va(self) -> Reals:
        """What passes through each node."""
        return (self.diagram.chain.plan.flow if self.after is None else self.after.flow).va

    @cached_property
    def current_a(self) -> Reals:
        """Of each line, NaN for lines that a circuit does not have, shape (nodes, 3)."""
        chain = self.diagram.chain
        usual = chain.current_a[chain.place_of_node]
        return usual if self.after is None else np.where(np.isnan(usual), np.nan, self.after.flow.current_a)

    @cached_property
    def share(self) -> Reals:
        """The greatest line current of each node by its limit."""
        return self.diagram.share_of_nodes if self.after is None else self.after.share

    @cached_property
    def step(self) -> Ids:
        """The `Step` of each node."""
        return steps_of(self.share)

    @cached_property
    def counts(self) -> Ids:
        """Number of nodes at each `Step`; banks without a breaker are omitted, shape (steps,)."""
        plan = self.diagram.chain.plan
        is_counted = np.ones(plan.network.nodes, bool)
        is_counted[plan.first_bank :] = self.step[plan.first_bank :] != Step.UNKNOWN
        return np.bincount(self.step[is_counted], minlength=len(Step))

    @cached_property
    def unit_step(self) -> Ids:
        """The highest `Step` inside each unit."""
        units = self.diagram.units
        worst = np.zeros(len(units), np.int64)
        inside = units.of_node != ABSENT
        np.maximum.at(worst, units.of_node[inside], self.step[inside])
        return worst

    @cached_property
    def unit_w(self) -> Reals:
        """Power draw of the devices of each unit."""
        drawn_w = self.diagram.chain.plan.flow.drawn_w if self.after is None else self.after.drawn_w
        units = self.diagram.units
        return np.bincount(units.of_load, drawn_w, len(units)).astype(float)

    @cached_property
    def dead(self) -> Mask:
        """Nodes without power."""
        return ~(self.diagram.chain.plan.flow if self.after is None else self.after.flow).up

    @cached_property
    def unit_state(self) -> Ids:
        """The worst `SupplyState` of a device of each unit after the failure, FULL without one."""
        worst = np.zeros(len(self.diagram.units), np.int64)
        if self.after is not None:
            np.maximum.at(worst, self.diagram.units.of_load, self.after.state)
        return worst


@dataclass
class DiagramScene:
    """The state that the layers of a diagram paint.

    Attributes:
        loads: None if nothing is shown.
        usual: the loads before the failure, the same without a failure.
        findings: the highest severity of each row, by its table.
        words: cached texts of this state.
    """

    loads: Loads | None = None
    usual: Loads | None = None
    findings: Findings = field(default_factory=dict)
    words: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def diagram(self) -> Diagram | None:
        """The layout."""
        return None if self.loads is None else self.loads.diagram

    @property
    def after(self) -> Aftermath | None:
        """The failure that is shown."""
        return None if self.loads is None else self.loads.after

    def show(self, diagram: Diagram | None, after: Aftermath | None, findings: Findings) -> None:
        """Show another state."""
        if diagram is None:
            self.loads = self.usual = None
        else:
            if self.usual is None or self.usual.diagram is not diagram:
                self.usual = Loads(diagram)
            if after is None:
                self.loads = self.usual
            elif self.loads is None or self.loads.after is not after:
                self.loads = Loads(diagram, after)
        self.findings = findings
        self._marked = None
        self.words = {}

    _marked: tuple[Ids, Ids] | None = None

    def marks(self) -> tuple[Ids, Ids]:
        """For each unit and each node of the network how weighty its findings are: 0 for none, 1 for a warning, 2 for an error."""
        if self._marked is None:
            self._marked = self._count_marks()
        return self._marked

    def _count_marks(self) -> tuple[Ids, Ids]:
        diagram = self.diagram
        if diagram is None:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        plan, units = diagram.chain.plan, diagram.units
        of_node, of_unit = np.zeros(plan.network.nodes, np.int64), np.zeros(len(units), np.int64)
        weights = {Severity.ERROR: 2, Severity.WARNING: 1}
        devices = diagram.chain.snapshot["device"]
        for table, severity_by_row in self.findings.items():
            for row_id, severity in severity_by_row.items():
                weight = weights.get(severity, 0)
                if not weight:
                    continue
                node = _node_of(table, row_id, plan.node_ids, devices.ids[plan.givers], plan.rows)
                if node is not None:
                    of_node[node] = max(of_node[node], weight)
        inside = units.of_node != ABSENT
        np.maximum.at(of_unit, units.of_node[inside], of_node[inside])
        return of_unit, of_node

    # keys

    def node(self, key: Key) -> int | None:
        """The node that a key names."""
        diagram = self.diagram
        if diagram is None or key[0] not in ("power_node", "device"):
            return None
        place = diagram.chain.place(key) if diagram.chain.snapshot[key[0]].has(key[1]) else None
        return None if place is None else int(diagram.chain.node[place])

    def load(self, key: Key) -> int | None:
        """The device of the network that a key names."""
        diagram = self.diagram
        if diagram is None or key[0] != "device" or not diagram.chain.snapshot["device"].has(key[1]):
            return None
        plan, row = diagram.chain.plan, diagram.chain.snapshot["device"].position(key[1])
        place = int(np.searchsorted(plan.loads, row))
        return place if place < len(plan.loads) and plan.loads[place] == row else None

    def unit(self, key: Key) -> int | None:
        """The unit that a key refers to or that contains its part."""
        diagram = self.diagram
        if diagram is None:
            return None
        if key[0] == "rack":
            rack_units = np.flatnonzero(diagram.units.rack == key[1])
            return int(rack_units[0]) if len(rack_units) else None
        node = self.node(key)
        if node is not None:
            unit = int(diagram.units.of_node[node])
            return None if unit == ABSENT else unit
        load = self.load(key)
        return None if load is None else int(diagram.units.of_load[load])

    def key_of_node(self, node: int) -> Key:
        """The key of a node."""
        diagram = self.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        return diagram.chain.key(int(diagram.chain.place_of_node[node]))

    def key_of_load(self, load: int) -> Key:
        """The key of a device of the network."""
        diagram = self.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        plan = diagram.chain.plan
        return "device", int(diagram.chain.snapshot["device"].ids[plan.loads[load]]), ABSENT

    def key_of_unit(self, unit: int) -> Key:
        """The key of a unit: its rack, its device, or its feed."""
        diagram = self.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        units = diagram.units
        if units.rack[unit] != ABSENT:
            return "rack", int(units.rack[unit]), ABSENT
        if units.device[unit] != ABSENT:
            return "device", int(units.device[unit]), ABSENT
        return self.key_of_node(int(units.feed[unit]))


def _node_of(table: str, row_id: int, node_ids: Ids, giver_ids: Ids, rows: int) -> int | None:
    ids = node_ids if table == "power_node" else giver_ids if table == "device" else None
    if ids is None:
        return None
    place = int(np.searchsorted(ids, row_id))
    if place == len(ids) or ids[place] != row_id:
        return None
    return place if table == "power_node" else rows + place


def side_colour(colours: Theme, side: int) -> QColor:
    """Color of a feed side by its index among the names, ABSENT for the color without a side."""
    if side == ABSENT:
        return colours.text.secondary
    sides = (colours.network.power_a, colours.network.power_b, *colours.rail)
    return sides[side % len(sides)]


def line_colour() -> QColor:
    """Outline color."""
    return theme.mix(theme.current().surface.panel, theme.current().text.primary, 0.55)
