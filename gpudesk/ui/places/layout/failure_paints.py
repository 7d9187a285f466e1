"""Paints racks on the floor and devices in racks by the effect of a failure: color, pattern and legend."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.failures.cooling_failure_impact import CoolingAftermath
from gpudesk.derived.failures.power_failure_impact import UNFED, Aftermath
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.ui.canvas.refs import DevicePaint, LegendEntry, RackPaint
from gpudesk.ui.canvas.text import ink_on
from gpudesk.ui.panels.words.power_labels import ARROW, watt_text
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.theme import theme

_NAMES = (
    QT_TRANSLATE_NOOP("Drill", "unaffected"),
    QT_TRANSLATE_NOOP("Drill", "throttled"),
    QT_TRANSLATE_NOOP("Drill", "management only"),
    QT_TRANSLATE_NOOP("Drill", "stops"),
    QT_TRANSLATE_NOOP("Drill", "no power"),
)
_PATTERNS = (
    Qt.BrushStyle.NoBrush,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense6Pattern,
    Qt.BrushStyle.DiagCrossPattern,
    Qt.BrushStyle.NoBrush,
)
KEY = "drill"


def _said(text: str) -> str:
    return QCoreApplication.translate("Drill", text)


def _title() -> str:
    return _said(QT_TRANSLATE_NOOP("Drill", "After the failure"))


def _colours() -> tuple[QColor, ...]:
    """The ground of each state, those without power last."""
    current = theme.current()
    strong = {name: theme.mix(current.surface.canvas, current.severity[name].colour, 0.45) for name in ("ok", "warning", "error")}
    return (
        theme.mix(current.surface.canvas, current.severity["ok"].colour, 0.22),
        strong["warning"],
        theme.mix(current.surface.canvas, current.severity["error"].colour, 0.3),
        strong["error"],
        current.surface.sunken,
    )


def _legend(counts: Sequence[int]) -> tuple[LegendEntry, ...]:
    parts = zip(_colours(), _NAMES, counts, _PATTERNS, strict=True)
    return tuple(LegendEntry(colour, _said(name), count, pattern) for colour, name, count, pattern in parts)


def _figure(before: str, after: str) -> str:
    """Final power draw of a rack, after an arrow if it differs from the initial draw."""
    return after if before == after else f"{ARROW} {after}"


def drill_rack_paint(after: Aftermath, hall_id: int) -> RackPaint:
    """Paint the racks of a hall by the worst outcome of their devices; each shows its final power draw."""
    snapshot, plan = after.chain.snapshot, after.chain.plan
    racks = snapshot["rack"]
    step: Ids = np.where(after.rack_state == UNFED, len(SupplyState), after.rack_state)
    floor = _on_floor(after, hall_id)
    counts = np.bincount(np.concatenate([step[racks["hall_id"] == hall_id], floor.step]), minlength=len(_NAMES))
    legend = _legend(counts.tolist())
    place = racks.positions(snapshot.cached(whereabouts).rack[plan.loads])
    inside = place != ABSENT
    before, now = (np.bincount(place[inside], drawn_w[inside], racks.rows).astype(float) for drawn_w in (plan.flow.drawn_w, after.drawn_w))
    if after.cooling is not None:
        # Racks that nothing feeds yet show the heat that is taken from them.
        heat_w, bare = after.cooling.plan.heat.heat_w[: racks.rows], before == 0
        before[bare], now[bare] = heat_w[bare], (heat_w * after.cooling.places.left[: racks.rows])[bare]
    figures = tuple(
        MISSING if state == UNFED else _figure(watt_text(earlier), watt_text(later))
        for state, earlier, later in zip(after.rack_state.tolist(), before.tolist(), now.tolist(), strict=True)
    )
    floor_figures = dict(zip(floor.ids.tolist(), zip(floor.step.tolist(), floor.figures, strict=True), strict=True))
    return RackPaint(KEY, _title(), legend, tuple(ink_on(entry.colour) for entry in legend), step, figures, floor_figures)


@dataclass(frozen=True, slots=True)
class _Floor:
    """Devices on the floor of a hall: those with separate cords, and cooling units."""

    ids: Ids
    step: Ids
    figures: tuple[str, ...]


def _on_floor(after: Aftermath, hall_id: int) -> _Floor:
    snapshot, plan = after.chain.snapshot, after.chain.plan
    devices = snapshot["device"]
    here = np.flatnonzero(devices["hall_id"][plan.loads] == hall_id)
    rows, before, now = plan.loads[here], plan.flow.drawn_w[here], after.drawn_w[here]
    if after.cooling is not None:
        units, moved_w, moves_w = _cooling_devices(after.cooling, hall_id)
        # A unit is described by what it takes away, not by what its fans draw.
        others = ~np.isin(rows, units)
        rows = np.concatenate([rows[others], units])
        before, now = np.concatenate([before[others], moved_w]), np.concatenate([now[others], moves_w])
    figures = tuple(_figure(watt_text(earlier), watt_text(later)) for earlier, later in zip(before.tolist(), now.tolist(), strict=True))
    return _Floor(devices.ids[rows], drill_device_paint(after).step[rows], figures)


def _cooling_devices(cooling: CoolingAftermath, hall_id: int) -> tuple[Ids, Reals, Reals]:
    """The devices on the floor of a hall that are units of the cooling: places in `device`, what each took away, and takes now."""
    devices, nodes = cooling.plan.snapshot["device"], cooling.plan.nodes
    place = devices.positions(nodes["device_id"])
    here = np.flatnonzero((place != ABSENT) & (np.append(devices["hall_id"], ABSENT)[place] == hall_id))
    return place[here], cooling.moved_w(now=False)[here], cooling.moved_w(now=True)[here]


def drill_device_paint(after: Aftermath) -> DevicePaint:
    """Paint devices by their outcome; a device without a cord shares the outcome of its parent."""
    snapshot, plan = after.chain.snapshot, after.chain.plan
    step = np.full(snapshot["device"].rows, len(SupplyState))
    step[plan.loads] = after.change
    root = snapshot.cached(whereabouts).root
    step = np.where(step == len(SupplyState), step[root], step)
    # A PDU is dead or alive.
    givers = np.arange(plan.rows, plan.first_bank)
    step[plan.givers] = np.where(after.flow.up[givers], int(SupplyState.FULL), int(SupplyState.DOWN))
    if after.cooling is not None:
        _cool(after.cooling, step)
    counts = np.bincount(step, minlength=len(_NAMES)).tolist()
    return DevicePaint(_title(), _legend(counts), step.astype(np.int64), strips=False)


def _cool(cooling: CoolingAftermath, step: Ids) -> None:
    """What lacks cooling is as badly off as that; units of the cooling are dead or alive."""
    state = cooling.device_state
    warm = np.flatnonzero(state != ABSENT)
    step[warm] = np.maximum(np.where(step[warm] == len(SupplyState), int(SupplyState.FULL), step[warm]), state[warm])
    units = cooling.plan.snapshot["device"].positions(cooling.plan.nodes["device_id"])
    has = units != ABSENT
    alive = np.where(step[units[has]] == len(SupplyState), int(SupplyState.FULL), step[units[has]])
    step[units[has]] = np.where(cooling.dead[has], int(SupplyState.DOWN), alive)
