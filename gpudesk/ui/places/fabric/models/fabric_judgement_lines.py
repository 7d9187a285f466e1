"""Assessment of a network by its cables, next to its plan, as lines of a table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.derived.fabric.fabric_judgement import BUS_SOURCE, FabricJudgement, Losses, fabric_judgements, planned_judgement
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number, grouped
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("JudgementCounts")

Judgement = FabricJudgement | None
_OVERSUBSCRIBED = (
    QT_TRANSLATE_NOOP("FabricJudgement", "Oversubscription of a leaf"),
    QT_TRANSLATE_NOOP("FabricJudgement", "Oversubscription of a spine"),
    QT_TRANSLATE_NOOP("FabricJudgement", "Oversubscription of a core"),
)
_A_SWITCH = (
    QT_TRANSLATE_NOOP("FabricJudgement", "A leaf switch"),
    QT_TRANSLATE_NOOP("FabricJudgement", "A spine switch"),
    QT_TRANSLATE_NOOP("FabricJudgement", "A core switch"),
)
_A_CABLE_ABOVE = (
    QT_TRANSLATE_NOOP("FabricJudgement", "A leaf uplink"),
    QT_TRANSLATE_NOOP("FabricJudgement", "A spine uplink"),
    QT_TRANSLATE_NOOP("FabricJudgement", "A core uplink"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Assessment of a network as cabled and as planned; None if it has no cables or no plan."""

    cabled: Judgement
    planned: Judgement


def fabric_worth(snapshot: Snapshot, network_id: int) -> Worth:
    """Evaluate a network, on a reading thread: a site of 100,000 GPUs takes a second or two."""
    cabled = next((judgement for judgement in snapshot.cached(fabric_judgements) if judgement.network_id == network_id), None)
    return Worth(cabled, planned_judgement(snapshot, network_id))


class JudgementCounts(QObject):
    """Text of counts; do not subclass, as plural forms are looked up by the class name of the object."""

    def linked(self, nodes: int) -> str:
        """Between whom the links run."""
        return grouped(tr("of %n node(s), and between switches", "", nodes), nodes)

    def top(self, switches: int) -> str:
        """Switches above which there are none; "{down}" is left to be filled."""
        return grouped(tr("%n switch(es) at the top, {down} below", "", switches), switches)

    def tier(self, switches: int) -> str:
        """Switches with uplinks; "{down}", "{up}", "{name}" and "{ratio}" are left to be filled."""
        return grouped(tr("%n switch(es), {down} down, {up} up; the worst: {name}, {ratio}", "", switches), switches)

    def less(self, nodes: int) -> str:
        """Nodes that a loss leaves with less; "{name}" and "{usual}" are left to be filled."""
        return grouped(tr("{name}: %n node(s) have less bandwidth; similar failures typically leave {usual}", "", nodes), nodes)

    def less_and_nothing(self, nodes: int) -> str:
        """The same where some are left with nothing; "{cut}" is left to be filled too."""
        return grouped(tr("{name}: %n node(s) have less bandwidth, {cut} none; similar failures typically leave {usual}", "", nodes), nodes)


def said(text: str) -> str:
    """A text of this table in the person's language."""
    return QCoreApplication.translate("FabricJudgement", text)


def heads() -> tuple[Head, ...]:
    """The heads of the table."""
    return (
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "Item"))),
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "Cabled")), right=True),
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "Planned")), right=True),
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "Design"))),
    )


def judgement_lines(diagram: FabricDiagram, worth: Worth) -> list[Line]:
    """The lines for one network; keys of losses are "device" or "cable" and the id of the part, if it exists."""
    writing = _Writing(diagram, worth)
    words = said(QT_TRANSLATE_NOOP("FabricJudgement", "As cabled"))
    if worth.cabled is None:
        words = said(QT_TRANSLATE_NOOP("FabricJudgement", "Not cabled yet: planned figures only"))
    lines = [Line("worth", (), words), writing.links(), *writing.tiers(), writing.bisection(), writing.ways(), *writing.bus()]
    lines.append(
        Line("losses", (), said(QT_TRANSLATE_NOOP("FabricJudgement", "Remaining bandwidth after a failure: worst case of each tier")))
    )
    lines += writing.losses("switch", lambda judgement: judgement.switches)
    lines += writing.losses("cable", lambda judgement: judgement.cables)
    return lines


class _Writing:
    """Writes the lines of one network."""

    def __init__(self, diagram: FabricDiagram, worth: Worth) -> None:
        self._diagram, self._worth = diagram, worth
        self._judged = worth.cabled or worth.planned
        self._counts = JudgementCounts()

    def line(self, key: Any, title: str, figure: Callable[[FabricJudgement], str], meant: str, tool_tip: str = "") -> Line:
        """A line with both figures; the planned one is highlighted if it differs."""
        cabled, planned = ("–" if judgement is None else figure(judgement) for judgement in (self._worth.cabled, self._worth.planned))
        differs = self._worth.cabled is not None and self._worth.planned is not None and cabled != planned
        spoken = said(QT_TRANSLATE_NOOP("FabricJudgement", "{planned}, differs from the cabling")).format(planned=planned)
        cells = (
            Cell(title),
            Cell(cabled, right=True, severity="warning" if differs else ""),
            Cell(planned, right=True, ink="" if differs else "text.tertiary", lit=differs, spoken=spoken if differs else ""),
            Cell(meant, ink="text.secondary", tool_tip=tool_tip),
        )
        return Line(key, cells)

    def links(self) -> Line:
        nodes = 0 if self._judged is None else self._judged.nodes
        title = said(QT_TRANSLATE_NOOP("FabricJudgement", "Links"))
        return self.line("links", title, lambda judgement: format_number(judgement.links), self._counts.linked(nodes))

    def tiers(self) -> list[Line]:
        lines = []
        for level in range(max(len(judgement.tiers) if judgement else 0 for judgement in (self._worth.cabled, self._worth.planned))):
            name = said(_OVERSUBSCRIBED[min(level, 2)])
            lines.append(self.line(f"tier {level}", name, partial(_over, level), self._meant_tier(level)))
        return lines

    def _meant_tier(self, level: int) -> str:
        judgement = self._judged
        if judgement is None or level >= len(judgement.tiers):
            return ""
        tier = judgement.tiers[level]
        down, up = _terabits(tier.down_gbps), _terabits(tier.up_gbps)
        if tier.worst is None:
            return self._counts.top(tier.switches).format(down=down)
        name = self._device(tier.worst_switch)
        return self._counts.tier(tier.switches).format(down=down, up=up, name=name, ratio=_ratio(tier.worst))

    def bisection(self) -> Line:
        text = said(QT_TRANSLATE_NOOP("FabricJudgement", "of the bandwidth of one half of the nodes reaches the other half: {rate}"))
        rate = _terabits(0.0 if self._judged is None else self._judged.bisection_gbps)
        title = said(QT_TRANSLATE_NOOP("FabricJudgement", "Bisection"))
        return self.line("bisection", title, lambda judgement: _percent(judgement.bisection_share), text.format(rate=rate))

    def ways(self) -> Line:
        meant = said(QT_TRANSLATE_NOOP("FabricJudgement", "number of cables through one spine: minimum and maximum across all pairs"))
        return self.line("ways", said(QT_TRANSLATE_NOOP("FabricJudgement", "Paths from leaf to leaf")), _ways, meant)

    def bus(self) -> list[Line]:
        if self._judged is None or self._judged.bus_gb_per_s is None:
            return []
        _, low, high = (format_number(round(gb_per_s)) for gb_per_s in self._judged.bus_gb_per_s)
        text = said(QT_TRANSLATE_NOOP("FabricJudgement", "expected for a large all-reduce on each node, {low} to {high}: a rule of thumb"))
        title = said(QT_TRANSLATE_NOOP("FabricJudgement", "Bus bandwidth per node"))
        return [self.line("bus", title, _bus, text.format(low=low, high=high), BUS_SOURCE)]

    def losses(self, part: str, losses_of: Callable[[FabricJudgement], Losses]) -> list[Line]:
        """The worst loss of each tier, and the bandwidth left by the typical loss."""
        if self._judged is None:
            return []
        losses, there = losses_of(self._judged), self._judged is self._worth.cabled
        lines = []
        for place in losses.worst():
            tier, row_id = int(losses.tier[place]), int(losses.ids[place])
            tier_shares = losses.share_left[losses.tier == tier]
            cut = int(losses.cut_off[place])
            nodes = int(losses.nodes[place])
            text = self._counts.less_and_nothing(nodes) if cut else self._counts.less(nodes)
            name = self._device(row_id) if part == "switch" else self._cable(row_id, there=there)
            meant = text.format(name=name, cut=format_number(cut), usual=_percent(float(np.median(tier_shares))))
            key = ("device" if part == "switch" else "cable" if there else "", row_id, tier)
            lines.append(self.line(key, _part(part, tier), partial(_left, losses_of, tier), meant))
        return lines

    def _device(self, device_id: int | None) -> str:
        devices = self._diagram.snapshot["device"]
        return "–" if device_id is None or not devices.has(device_id) else str(devices["name"][devices.position(device_id)])

    def _cable(self, cable_id: int, *, there: bool) -> str:
        snapshot = self._diagram.snapshot
        if not there or not snapshot["cable"].has(cable_id):
            return said(QT_TRANSLATE_NOOP("FabricJudgement", "planned link"))
        row = snapshot["cable"].row(cable_id)
        return f"{self._device(row['a_device_id'])} – {self._device(row['b_device_id'])}"


def _part(part: str, tier: int) -> str:
    if part == "switch":
        return said(_A_SWITCH[min(tier, 2)])
    if tier == ABSENT:
        return said(QT_TRANSLATE_NOOP("FabricJudgement", "A node cable"))
    return said(_A_CABLE_ABOVE[min(tier, 2)])


def _left(losses_of: Callable[[FabricJudgement], Losses], tier: int, judged: FabricJudgement) -> str:
    losses = losses_of(judged)
    place = next((place for place in losses.worst() if losses.tier[place] == tier), None)
    return "–" if place is None else _percent(float(losses.share_left[place]))


def _over(level: int, judged: FabricJudgement) -> str:
    ratio = judged.tiers[level].oversubscription if level < len(judged.tiers) else None
    return _ratio(ratio)


def _ways(judged: FabricJudgement) -> str:
    least, most = (format_number(path) for path in judged.paths)
    return "–" if not judged.paths[1] else least if least == most else f"{least}–{most}"


def _bus(judged: FabricJudgement) -> str:
    return "–" if judged.bus_gb_per_s is None else f"{format_number(round(judged.bus_gb_per_s[0]))}{THIN_SPACE}GB/s"


def _ratio(value: float | None) -> str:
    if value is None:
        return "–"
    return "∞" if not np.isfinite(value) else f"{format_number(round(value, 2))}{THIN_SPACE}:{THIN_SPACE}1"


def _percent(share: float) -> str:
    return f"{format_number(round(100 * share, 2))}{THIN_SPACE}%"


def _terabits(gbps: float) -> str:
    return f"{format_number(round(gbps / 1000, 1))}{THIN_SPACE}Tb/s"
