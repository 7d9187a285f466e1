"""Overlays of the rack drawing: colors by a property, marks of findings, and captions."""

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from gpudesk.checks.findings.finding import Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.totals.totals import rack_totals
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import DevicePaint, LegendEntry, Marks, ObjectRef, RackCaption
from gpudesk.ui.toolkit.code_labels import status_name
from gpudesk.ui.toolkit.quantities import format_quantity, format_range
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name

_STEPS = 7


def _said(text: str) -> str:
    return QCoreApplication.translate("Paints", text)


def device_paint(snapshot: Snapshot, key: str) -> DevicePaint | None:
    """Devices painted by "status", "phase", "power" (W a unit) or "mass" (kg a unit); None draws them as they look."""
    if key == "status":
        return _by_code(
            snapshot["device"]["status"],
            _said(QT_TRANSLATE_NOOP("Paints", "Status")),
            {int(status): status_name(status) for status in Status},
        )
    if key == "phase":
        numbers = snapshot["device"]["phase"]
        named = dict(zip(snapshot["phase"]["number"].tolist(), snapshot["phase"]["name"].tolist(), strict=True))
        words = {number: _phase_name(number, named) for number in np.unique(numbers).tolist()}
        return _by_code(numbers, _said(QT_TRANSLATE_NOOP("Paints", "Build phase")), words)
    if key == "power":
        return _by_amount(snapshot, "power_max_w", "W", _said(QT_TRANSLATE_NOOP("Paints", "Maximum power per unit")))
    if key == "mass":
        return _by_amount(snapshot, "weight_kg", "kg", _said(QT_TRANSLATE_NOOP("Paints", "Mass per unit")))
    return None


def _phase_name(number: int, named: Mapping[int, str]) -> str:
    word = (
        _said(QT_TRANSLATE_NOOP("Paints", "pilot"))
        if number == 0
        else _said(QT_TRANSLATE_NOOP("Paints", "phase {number}")).format(number=number)
    )
    return f"{word} · {named[number]}" if number in named else word


def _by_code(codes: Ids, title: str, words: Mapping[int, str]) -> DevicePaint:
    keys = sorted(words)
    step = np.searchsorted(keys, codes).astype(np.int64)
    counts = np.bincount(step, minlength=len(keys))
    colours = _ramp(len(keys))
    legend = tuple(LegendEntry(colours[place], words[key], int(counts[place])) for place, key in enumerate(keys))
    return DevicePaint(title, legend, step, strips=False)


def _by_amount(snapshot: Snapshot, fact: str, unit: str, title: str) -> DevicePaint:
    type_ids = snapshot["device"]["type_id"]
    units = snapshot.types.codes("half_units", type_ids) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        amount = np.where(units > 0, snapshot.types.numbers(fact, type_ids) / units, np.nan)
    bounds = _bounds(amount)
    step = np.where(np.isnan(amount), ABSENT, np.searchsorted(bounds, np.nan_to_num(amount), side="right")).astype(np.int64)
    counts = np.bincount(step[step >= 0], minlength=len(bounds) + 1)
    colours = _ramp(len(bounds) + 1)
    legend = tuple(LegendEntry(colours[place], _range_text(bounds, place, unit), int(counts[place])) for place in range(len(bounds) + 1))
    return DevicePaint(title, legend, step, strips=False)


def _bounds(amount: Reals) -> Reals:
    """Round limits between steps: quantiles of the distinct values, so that a hall of equal racks does not saturate the scale."""
    distinct = np.unique(amount[~np.isnan(amount)])
    if len(distinct) < 2:
        return np.empty(0)
    quantiles = np.quantile(distinct, np.linspace(0, 1, min(_STEPS, len(distinct)) + 1)[1:-1])
    digits = np.power(10.0, np.floor(np.log10(np.maximum(quantiles, 1))) - 1)
    return np.unique(np.round(quantiles / digits) * digits)


def _range_text(bounds: Reals, place: int, unit: str) -> str:
    if not len(bounds):
        return format_quantity(None, unit)
    if place == 0:
        return _said(QT_TRANSLATE_NOOP("Paints", "under {value}")).format(value=format_quantity(float(bounds[0]), unit))
    if place == len(bounds):
        return _said(QT_TRANSLATE_NOOP("Paints", "from {value}")).format(value=format_quantity(float(bounds[-1]), unit))
    return format_range(float(bounds[place - 1]), float(bounds[place]), unit)


def _ramp(steps: int) -> Sequence[QColor]:
    heat = theme.current().heat
    if steps <= 1:
        return [heat[len(heat) // 2]]
    return [heat[round(place * (len(heat) - 1) / (steps - 1))] for place in range(steps)]


def severity_marks(findings: Findings | None) -> Marks:
    """The heaviest severity of every object that a finding names."""
    marks: dict[ObjectRef, str] = {}
    for finding in findings or ():
        if finding.excluded is None and finding.severity is not Severity.INFO:
            for table, row_id in finding.objects:
                marks.setdefault(ObjectRef(table, row_id), str(finding.severity))
    return marks


def rack_caption(snapshot: Snapshot, rack_id: int) -> RackCaption:
    """Caption in the header and footer of a rack."""
    totals = snapshot.cached(rack_totals)
    place = snapshot["rack"].position(rack_id)
    rack = snapshot["rack"].row(rack_id)
    word = _said(QT_TRANSLATE_NOOP("Paints", "pilot")) if rack["phase"] == 0 else _said(QT_TRANSLATE_NOOP("Paints", "phase {number}"))
    return RackCaption(
        detail=f"{tr_type_name(snapshot.types[int(rack['type_id'])].model)} · {word.format(number=rack['phase'])}",
        power_w=float(totals.power_w["max"][place]),
        power_limit_w=None,
        used_half_units=int(totals.used_half_units[place]),
        reserved_half_units=int(totals.reserved_half_units[place]),
        mass_kg=float(totals.loads.total_kg[place]),
        pdu_count=int(totals.pdus[place]),
    )
