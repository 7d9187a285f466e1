"""The power of a template: a source, a UPS for each side of a hall, panels for its rows, and that its racks are wired by rule.

Nobody publishes how large these are: they carry no rating, so that nothing is said of them that nobody knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gpudesk.core.plan.plan import PlanPowerNode, PlanWiring
from gpudesk.core.plan.template_parts import Power
from gpudesk.core.plan.template_repeat import letters
from gpudesk.core.power.power_kinds import PowerNodeKind

MOST_SIDES = 8


@dataclass(slots=True)
class PowerMade:
    """The nodes so far, and what is wired by rule."""

    nodes: list[PlanPowerNode] = field(default_factory=list)
    wirings: list[PlanWiring] = field(default_factory=list)

    def hall(self, power: Power, voltage_v: int, sides: int, hall: int, hall_name: str, rows: Sequence[tuple[int, str]]) -> None:
        """Add the chain of a hall.

        Args:
            hall_name: what comes before the names of its nodes, "" where there is one hall.
            rows: number in the plan and name of each.
        """
        if not self.nodes:
            self._node(PowerNodeKind.SOURCE, "Source", voltage_v)
        before = f"{hall_name} " if hall_name else ""
        for number in range(sides):
            side, above = letters(number + 1), 0
            if power.ups:
                above = self._node(PowerNodeKind.UPS, f"{before}UPS {side}", voltage_v, hall, 0, side)
            if power.panels == "hall":
                panel = self._node(PowerNodeKind.PANEL, f"{before}Panel {side}", voltage_v, hall, above, side)
                self.wirings.append(PlanWiring(hall, side, panel))
                continue
            for row, name in rows:
                panel = self._node(PowerNodeKind.PANEL, f"{before}Panel {name}-{side}", voltage_v, hall, above, side)
                self.wirings.append(PlanWiring(hall, side, panel, row))

    def _node(
        self, kind: PowerNodeKind, name: str, voltage_v: int, hall: int | None = None, fed_by: int | None = None, side: str = ""
    ) -> int:
        self.nodes.append(PlanPowerNode(int(kind), name, voltage_v, hall=hall, fed_by=fed_by, feed_side=side))
        return len(self.nodes) - 1
