"""Racks and machines of a floor painted by what cools them and by its margin, and what cooling units on the floor show."""

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from gpudesk.core.cooling.cooling_kinds import REDUNDANCY_NAMES, CoolingKind, Redundancy
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_marks import CoolingMarks, Standing, UnitMark
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, format_number, format_quantity
from gpudesk.ui.toolkit.theme import theme

COOLED_BY, MARGIN = "cooled-by", "cooling-margin"
_MOST_NAMED = 7
_MARGINS = (0.0, 0.1, 0.3)
_STEPS = (
    QT_TRANSLATE_NOOP("CoolingPaints", "insufficient, or not redundant"),
    QT_TRANSLATE_NOOP("CoolingPaints", "under 10 % above redundancy"),
    QT_TRANSLATE_NOOP("CoolingPaints", "10 to 30 %"),
    QT_TRANSLATE_NOOP("CoolingPaints", "30 % or more"),
    QT_TRANSLATE_NOOP("CoolingPaints", "not known"),
    QT_TRANSLATE_NOOP("CoolingPaints", "no cooling"),
)
_UNKNOWN, _BARE = 4, 5
Steps = list[tuple[QColor, str]]


def _said(text: str) -> str:
    return QCoreApplication.translate("CoolingPaints", text)


def by_carrier(marks: CoolingMarks, here: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> tuple[Steps, Ids, Mapping[int, int]]:
    """Legend steps by cooling node: one for each air and loop of a hall, one for all doors; and the step of each place and unit.

    Args:
        here: which places are in the hall.
    """
    plan = marks.plan
    kind = np.append(plan.network.kind, ABSENT)
    group = np.where(kind[marks.carrier] == CoolingKind.REAR_DOOR, -2, marks.carrier)
    heated = plan.heat.heat_w > 0
    known, counts = np.unique(group[here & heated & (group != ABSENT)], return_counts=True)
    known = known[np.argsort(-counts, kind="stable")]
    named = known[:_MOST_NAMED].tolist()
    ground, rails = theme.current().surface.canvas, theme.current().series
    names = plan.nodes["name"]
    doors = _said(QT_TRANSLATE_NOOP("CoolingPaints", "rear doors"))
    steps = [(theme.mix(ground, rails[place], 0.55), doors if node == -2 else str(names[node])) for place, node in enumerate(named)]
    steps.append((theme.current().surface.sunken, _said(QT_TRANSLATE_NOOP("CoolingPaints", "others, or no heat"))))
    bare = theme.mix(ground, theme.current().severity["error"].colour, 0.45)
    steps.append((bare, _said(_STEPS[_BARE])))
    step = np.full(len(group), len(named), np.int64)
    for place, node in enumerate(named):
        step[(group == node) & heated] = place
    step[heated & (group == ABSENT)] = len(named) + 1
    of_unit = {device: named.index(mark.carrier) if mark.carrier in named else len(named) for device, mark in marks.units.items()}
    return steps, step, of_unit


def by_margin(marks: CoolingMarks) -> tuple[Steps, Ids, Mapping[int, int]]:
    """Legend steps by remaining cooling capacity, and the step of each place and unit."""
    current = theme.current()
    mixed = {
        name: theme.mix(current.surface.canvas, current.severity[name].colour, share)
        for name, share in (("error", 0.45), ("warning", 0.4), ("ok", 0.4))
    }
    pale = theme.mix(current.surface.canvas, current.severity["ok"].colour, 0.18)
    colours = (mixed["error"], mixed["warning"], pale, mixed["ok"], current.surface.sunken, current.severity["error"].surface)
    margin = marks.margin
    step = np.where(np.isnan(margin), _UNKNOWN, np.searchsorted(np.array(_MARGINS), np.nan_to_num(margin) + 1e-6, side="right"))
    step = np.where((marks.carrier == ABSENT) & (marks.plan.heat.heat_w > 0), _BARE, step).astype(np.int64)
    of_unit = {}
    for device, mark in marks.units.items():
        left = marks.spares.get(mark.carrier)
        of_unit[device] = _UNKNOWN
        if left is not None and np.isfinite(left.share_left):
            of_unit[device] = int(np.searchsorted(np.array(_MARGINS), left.share_left - 1 + 1e-6, side="right"))
    return [(colour, _said(text)) for colour, text in zip(colours, _STEPS, strict=True)], step, of_unit


def margin_figures(marks: CoolingMarks) -> tuple[str, ...]:
    """The margin of each place in percent."""
    return tuple(MISSING if np.isnan(margin) else f"{format_number(round(100 * margin))}{THIN_SPACE}%" for margin in marks.margin.tolist())


def unit_figure(mark: UnitMark) -> str:
    """Figure of a unit below its name: the heat it removes."""
    return f"{format_number(round(mark.moved_w / 1000))}{THIN_SPACE}kW"


def unit_lines(marks: CoolingMarks, device: int) -> list[str]:
    """Tooltip lines for a unit."""
    mark = marks.units.get(device)
    if mark is None or mark.carrier == ABSENT:
        return []
    nodes = marks.plan.nodes
    text = _said(QT_TRANSLATE_NOOP("CoolingPaints", "Cools {name}: {moved} of {able}"))
    able = format_quantity(mark.able_w, "W") if np.isfinite(mark.able_w) else _said(QT_TRANSLATE_NOOP("CoolingPaints", "not known"))
    lines = [text.format(name=str(nodes["name"][mark.carrier]), moved=format_quantity(round(mark.moved_w), "W"), able=able)]
    level = REDUNDANCY_NAMES[Redundancy(int(nodes["redundancy"][mark.carrier]))]
    words = {
        Standing.SPARED: _said(QT_TRANSLATE_NOOP("CoolingPaints", "{level} is met")),
        Standing.UNSPARED: _said(QT_TRANSLATE_NOOP("CoolingPaints", "{level} is not met: the heat load requires all units")),
        Standing.SHORT: _said(QT_TRANSLATE_NOOP("CoolingPaints", "all units together cannot remove the heat")),
    }
    return [*lines, words[mark.standing].format(level=level)]


def place_lines(marks: CoolingMarks, place: int) -> list[str]:
    """Tooltip lines for a rack or machine, by its index in `derived.cooling.device_heat`."""
    plan = marks.plan
    if not plan.heat.heat_w[place] > 0:
        return []
    network = plan.network
    nodes = (
        [int(node_column[place]) for node_column in (network.door, network.near_air, network.room_air)] if network.air_w[place] > 0 else []
    )
    nodes += [int(network.loop[place])] if network.liquid_w[place] > 0 else []
    names = ", ".join(str(plan.nodes["name"][node]) for node in nodes if node != ABSENT)
    if not names:
        return [_said(QT_TRANSLATE_NOOP("CoolingPaints", "No cooling"))]
    lines = [_said(QT_TRANSLATE_NOOP("CoolingPaints", "Cooled by {names}")).format(names=names)]
    if not np.isnan(marks.margin[place]):
        text = _said(QT_TRANSLATE_NOOP("CoolingPaints", "Margin without redundancy: {margin}"))
        lines.append(text.format(margin=margin_figures_of(float(marks.margin[place]))))
    return lines


def margin_figures_of(margin: float) -> str:
    """A margin in percent."""
    return f"{format_number(round(100 * margin))}{THIN_SPACE}%"
