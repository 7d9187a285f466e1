"""Racks on the floor painted by one property at a time: colors, legend with counts, and the figure that each rack shows."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.cooling.cooling_marks import CoolingMarks, cooling_marks
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import LegendEntry, RackPaint
from gpudesk.ui.places.layout.floor.canvas.cooling_paints import COOLED_BY, MARGIN, by_carrier, by_margin, margin_figures, unit_figure
from gpudesk.ui.places.layout.floor.canvas.floor_plan_amounts import amounts
from gpudesk.ui.places.layout.racks.canvas.rack_counts import RackCounts
from gpudesk.ui.toolkit.code_labels import status_name
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, format_number
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name

PAINTS = (
    "power",
    "line",
    "line-share",
    "inlet",
    "airflow",
    "liquid",
    COOLED_BY,
    MARGIN,
    "type",
    "phase",
    "status",
    "used",
    "mass",
    "load",
    "problems",
)
"""By what racks can be painted, in the order in which it is offered."""
_MOST_TYPES = 7
_PLAIN = -1
"""The step of what shows a figure but is not painted."""
_NICE = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
_CONTEXT = "FloorPaints"
_TITLES = {
    "power": QT_TRANSLATE_NOOP("FloorPaints", "Rack power"),
    "line": QT_TRANSLATE_NOOP("FloorPaints", "Most loaded line"),
    "line-share": QT_TRANSLATE_NOOP("FloorPaints", "Most loaded line, share of limit"),
    "inlet": QT_TRANSLATE_NOOP("FloorPaints", "Inlet air"),
    "airflow": QT_TRANSLATE_NOOP("FloorPaints", "Required airflow"),
    "liquid": QT_TRANSLATE_NOOP("FloorPaints", "Required coolant flow"),
    COOLED_BY: QT_TRANSLATE_NOOP("FloorPaints", "Cooled by"),
    MARGIN: QT_TRANSLATE_NOOP("FloorPaints", "Cooling margin"),
    "type": QT_TRANSLATE_NOOP("FloorPaints", "Rack type"),
    "phase": QT_TRANSLATE_NOOP("FloorPaints", "Build phase"),
    "status": QT_TRANSLATE_NOOP("FloorPaints", "Status"),
    "used": QT_TRANSLATE_NOOP("FloorPaints", "Rack units used"),
    "mass": QT_TRANSLATE_NOOP("FloorPaints", "Mass"),
    "load": QT_TRANSLATE_NOOP("FloorPaints", "Floor load"),
    "problems": QT_TRANSLATE_NOOP("FloorPaints", "Problems"),
}


def _said(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def paint_title(key: str) -> str:
    """The name of a paint mode in the person's language."""
    return _said(_TITLES[key])


def rack_paint(snapshot: Snapshot, key: str, counts: RackCounts, hall_id: int) -> RackPaint:
    """Racks of a hall painted by one of `PAINTS`.

    Raises:
        ValueError: there is no such mode.
    """
    in_hall = snapshot["rack"]["hall_id"] == hall_id
    makers: dict[str, Callable[[], tuple[str, list[tuple[QColor, str]], Ids]]] = {
        "type": lambda: _by_type(snapshot, in_hall),
        "phase": lambda: _by_phase(snapshot),
        "status": lambda: _by_status(snapshot),
        "problems": lambda: _by_problems(counts),
    }
    if key not in PAINTS:
        raise ValueError(f"racks are not painted by {key!r}")
    marks = snapshot.known(cooling_marks)
    if marks is not None and key in (COOLED_BY, MARGIN):
        return _by_cooling(snapshot, key, marks, hall_id)
    shown = amounts(snapshot, "power" if key in makers else key)
    figures = _figures(shown.racks, shown.unit, with_unit=key in makers)
    floor: dict[int, tuple[int, str]] = {}
    if key in makers:
        title, steps, step = makers[key]()
        numbers = np.bincount(step[in_hall], minlength=len(steps))
        if key == "problems":
            both = counts.errors + counts.warnings
            figures = tuple(format_number(count) if count else "" for count in both.tolist())
    else:
        # What is on the floor and has no such amount is not painted; a rack of which it is not known says so.
        known_places = np.flatnonzero(~np.isnan(shown.floor))
        everywhere = np.concatenate([in_hall, shown.floor_hall[known_places] == hall_id])
        title, steps, all_steps = _by_amount(
            paint_title(key), np.concatenate([shown.racks, shown.floor[known_places]]), shown.unit, everywhere
        )
        numbers = np.bincount(all_steps[everywhere], minlength=len(steps))
        step, of_floor = all_steps[: len(in_hall)], all_steps[len(in_hall) :]
        words = _figures(shown.floor[known_places], shown.unit, with_unit=False)
        floor = dict(zip(shown.floor_ids[known_places].tolist(), zip(of_floor.tolist(), words, strict=True), strict=True))
    legend = tuple(LegendEntry(colour, text, int(numbers[place])) for place, (colour, text) in enumerate(steps))
    unit = "" if key in makers else shown.unit
    edges = {} if marks is None else {device: str(mark.standing) for device, mark in marks.units.items()}
    floor |= {} if marks is None else {device: (_PLAIN, unit_figure(mark)) for device, mark in marks.units.items()}
    return RackPaint(key, title, legend, tuple(_ink(colour) for colour, _ in steps), step, figures, floor, unit, edges)


def _by_cooling(snapshot: Snapshot, key: str, marks: CoolingMarks, hall_id: int) -> RackPaint:
    """Racks, machines and the units themselves by what cools them, or by how much of it is left."""
    heat = marks.plan.heat
    here = heat.hall == hall_id
    steps, step, of_unit = by_carrier(marks, here) if key == COOLED_BY else by_margin(marks)
    words = _figures(heat.heat_w / 1000, "kW", with_unit=True) if key == COOLED_BY else margin_figures(marks)
    racks = heat.racks.rows
    ids = heat.devices_table.ids[heat.floor].tolist()
    floor = dict(zip(ids, zip(step[racks:].tolist(), words[racks:], strict=True), strict=True))
    floor |= {device: (of_unit[device], unit_figure(mark)) for device, mark in marks.units.items()}
    unit_places, counted = marks.plan.network.stands, here & (heat.heat_w > 0)
    counted[unit_places[unit_places >= racks]] = False
    numbers = np.bincount(step[counted], minlength=len(steps))
    legend = tuple(LegendEntry(colour, text, int(numbers[place])) for place, (colour, text) in enumerate(steps))
    edges = {device: str(mark.standing) for device, mark in marks.units.items()}
    inks = tuple(_ink(colour) for colour, _ in steps)
    return RackPaint(key, paint_title(key), legend, inks, step[:racks], words[:racks], floor, "", edges)


def _figures(amounts: Reals, unit: str, *, with_unit: bool) -> tuple[str, ...]:
    decimals = 0 if unit not in {"kW", "U", "A", "°C", "°F", "L/min", "gpm"} else 1
    rounded = np.round(amounts, decimals)
    values, place = np.unique(rounded, return_inverse=True)
    end = f"{THIN_SPACE}{unit}" if with_unit else ""
    words = [MISSING if math.isnan(value) else f"{format_number(value)}{end}" for value in values.tolist()]
    return tuple(words[word_place] for word_place in place.reshape(-1).tolist())


def _by_amount(
    title: str, amounts: Reals, unit: str, in_hall: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> tuple[str, list[tuple[QColor, str]], Ids]:
    """Even, round steps up to the maximum value of the hall; unknown values come last."""
    heat = theme.current().heat
    here = amounts[in_hall]
    known = here[~np.isnan(here)]
    greatest = float(known.max(initial=0.0))
    # Temperatures have no natural zero: their steps begin at the least of the hall.
    base = math.floor(float(known.min())) if unit.startswith("°") and len(known) else 0.0
    width = _nice_step((greatest - base) / len(heat))
    used = min(len(heat), max(1, math.ceil((greatest - base) / width)))
    places = [round(number * (len(heat) - 1) / max(used - 1, 1)) for number in range(used)]
    ends = [format_number(base + number * width) for number in range(used + 1)]
    # Where nothing is asked for there is no step above zero.
    steps = [
        (heat[place], f"{ends[number]}–{ends[number + 1]}" if greatest > base else ends[number]) for number, place in enumerate(places)
    ]
    above = np.nan_to_num(amounts) - base
    step = np.clip(np.floor(above / width), 0, used - 1).astype(np.int64)
    # What is just on the upper end belongs to the step below it, as its name says.
    step = np.where((above == step * width) & (step > 0), step - 1, step)
    unknown = np.isnan(amounts)
    if unknown[in_hall].any():
        steps.append((theme.current().surface.sunken, _said(QT_TRANSLATE_NOOP("FloorPaints", "not known"))))
        step = np.where(unknown, used, step)
    return f"{title}, {unit}", steps, step


def _nice_step(least: float) -> float:
    """The least round number that is at least `least`."""
    if least <= 0:
        return 1.0
    scale = 10.0 ** math.floor(math.log10(least))
    return next(scale * factor for factor in _NICE if scale * factor >= least * (1 - 1e-9))


def _by_type(snapshot: Snapshot, in_hall: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[str, list[tuple[QColor, str]], Ids]:
    type_ids = snapshot["rack"]["type_id"]
    known, counts = np.unique(type_ids[in_hall], return_counts=True)
    known = known[np.argsort(-counts, kind="stable")]
    named = known[:_MOST_TYPES].tolist()
    ground, rails = theme.current().surface.canvas, theme.current().series
    steps = [(theme.mix(ground, rails[place], 0.55), tr_type_name(snapshot.types[type_id].model)) for place, type_id in enumerate(named)]
    step = np.full(len(type_ids), len(named), np.int64)
    for place, type_id in enumerate(named):
        step[type_ids == type_id] = place
    if len(known) > len(named) or not named:
        steps.append((theme.current().surface.sunken, _said(QT_TRANSLATE_NOOP("FloorPaints", "others"))))
    return paint_title("type"), steps, np.minimum(step, len(steps) - 1)


def _by_phase(snapshot: Snapshot) -> tuple[str, list[tuple[QColor, str]], Ids]:
    numbers = snapshot["rack"]["phase"]
    names = dict(zip(snapshot["phase"]["number"].tolist(), snapshot["phase"]["name"].tolist(), strict=True))
    keys = np.unique(numbers)
    words = []
    for number in keys.tolist():
        pilot = _said(QT_TRANSLATE_NOOP("FloorPaints", "pilot"))
        word = pilot if number == 0 else _said(QT_TRANSLATE_NOOP("FloorPaints", "phase {number}")).format(number=number)
        words.append(f"{word} · {names[number]}" if number in names else word)
    return paint_title("phase"), list(zip(_ramp(len(words)), words, strict=True)), np.searchsorted(keys, numbers).astype(np.int64)


def _by_status(snapshot: Snapshot) -> tuple[str, list[tuple[QColor, str]], Ids]:
    words = [status_name(status) for status in Status]
    return paint_title("status"), list(zip(_ramp(len(words)), words, strict=True)), snapshot["rack"]["status"]


def _by_problems(counts: RackCounts) -> tuple[str, list[tuple[QColor, str]], Ids]:
    current = theme.current()
    words = (
        _said(QT_TRANSLATE_NOOP("FloorPaints", "none")),
        _said(QT_TRANSLATE_NOOP("FloorPaints", "warnings")),
        _said(QT_TRANSLATE_NOOP("FloorPaints", "errors")),
    )
    colours = (current.surface.raised, current.severity["warning"].surface, current.severity["error"].surface)
    step = np.where(counts.errors > 0, 2, np.where(counts.warnings > 0, 1, 0)).astype(np.int64)
    return paint_title("problems"), list(zip(colours, words, strict=True)), step


def _ramp(steps: int) -> Sequence[QColor]:
    heat = theme.current().heat
    if steps <= 1:
        return [heat[len(heat) // 3]] * steps
    return [heat[round(place * (len(heat) - 1) / (steps - 1))] for place in range(steps)]


def _ink(ground: QColor) -> QColor:
    """The more legible of dark and light text."""
    dark, light = QColor("#15181C"), QColor("#FFFFFF")
    return dark if theme.contrast_ratio(dark, ground) >= theme.contrast_ratio(light, ground) else light
