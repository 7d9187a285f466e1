"""The forms of the inspector for rows and halls."""

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_limits import SITE_LIMITS
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.copies.floor_things import PITCH_MM, set_row_pitch
from gpudesk.operations.floor.floor_operations import mirror_row, move_row, turn_on_floor
from gpudesk.project.site_sheet import site_sheet
from gpudesk.ui.panels.inspector.inspector_floor import StandRows
from gpudesk.ui.panels.inspector.inspector_measures import add_measure
from gpudesk.ui.panels.inspector.inspector_objects import NamedForm, add_figures
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, split_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import FieldList
from gpudesk.ui.toolkit.widgets.label import Label

tr_row_form = text_context("RowForm")
tr_hall_form = text_context("HallForm")

_QUARTER, _HALF, _FULL = 900, 1800, 3600
_FAR_MM = 10**7
_RULES_OF = {
    "width_mm": ("space.outside_hall", "space.front_floor"),
    "depth_mm": ("space.outside_hall", "space.rear_floor"),
    "height_mm": ("space.hall_height",),
    "uniform_limit_kg_per_m2": ("weight.floor_uniform", "weight.floor_footprint"),
    "point_limit_kg": ("weight.floor_point", "weight.floor_device"),
    "rolling_limit_kg": ("weight.floor_rolling", "weight.device_rolling"),
}
"""The checks that read each field of a hall, the most telling first."""
_LIMITS = {"uniform_limit_kg_per_m2": (100, 20_000), "point_limit_kg": (20, 20_000), "rolling_limit_kg": (20, 20_000)}
_TILE_MM = (100, 2000)


class RowForm(NamedForm):
    """One row of racks: its place, its direction, the distance of its racks, and its totals."""

    def subtitle(self) -> str:
        row, snapshot = self.rows()[0], self.session.snapshot
        hall = str(snapshot["hall"].row(int(row["hall_id"]))["name"])
        return tr_row_form("Row in {hall} · racks: {count}").format(hall=hall, count=format_number(self._racks()))

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_row_form("Row"))
        rows.add_gap()
        self.name_row(rows)
        sides = [
            (0, tr_row_form("north")),
            (_QUARTER, tr_row_form("east")),
            (_HALF, tr_row_form("south")),
            (_FULL - _QUARTER, tr_row_form("west")),
        ]
        self.choice(rows, tr_row_form("Fronts face"), sides, self._facing, self._face)
        add_measure(
            self, rows, tr_row_form("Pitch"), "mm", self._pitch, self._set_pitch, bounds=PITCH_MM, hint=tr_row_form("From rack to rack")
        )
        self.phase_row(rows)
        self.line(rows, tr_row_form("Notes"), "notes", lambda text: self.set_fields(notes=text))
        rows.add_gap()
        StandRows(self, rows)
        self.group(rows, tr_row_form("Totals of the row"))
        self.fact(rows, tr_row_form("Racks"), lambda: format_number(self._racks()))
        add_figures(self, rows, "rack_row", "id")

    def _racks(self) -> int:
        return totals(self.session.snapshot, "rack_row", self.selection[0].id).racks

    def _facing(self) -> tuple[int | None, bool]:
        angle = int(self.rows()[0]["angle_ddeg"])
        return angle, angle % _QUARTER == 0

    def _face(self, angle: int) -> None:
        """Turn the fronts to another side: the opposite one in place, otherwise the row rotates about its center."""
        row_id, row = self.selection[0].id, self.rows()[0]
        turn = (angle - int(row["angle_ddeg"])) % _FULL
        if not turn:
            return
        if not self._racks():
            self.session.do(move_row, row_id, row["x_mm"], row["y_mm"], angle)
        elif turn == _HALF:
            self.session.do(mirror_row, row_id)
        else:
            self.session.do(turn_on_floor, [("rack_row", row_id)], turn)

    def _pitch(self) -> float | None:
        """Distance from rack to rack, None if not uniform."""
        row, racks = self.rows()[0], self.session.snapshot["rack"]
        places = racks.positions(racks.where("row_id", row["id"]))
        turn = np.radians(int(row["angle_ddeg"]) / 10)
        at = np.sort(racks["x_mm"][places] * np.cos(turn) + racks["y_mm"][places] * np.sin(turn))
        steps = np.diff(at)
        return float(np.round(steps[0])) if len(steps) and float(np.ptp(steps)) < 1.5 else None

    def _set_pitch(self, pitch_mm: float | None) -> None:
        if pitch_mm is not None:
            self.session.do(set_row_pitch, self.selection[0].id, round(pitch_mm))


class HallForm(NamedForm):
    """One hall: its walls, its floor and floor load, and its contents."""

    def subtitle(self) -> str:
        row = self.rows()[0]
        area = int(row["width_mm"]) * int(row["depth_mm"]) / 1e6
        return tr_hall_form("Hall of {area}").format(area=format_quantity(area, "m²", decimals=0))

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_hall_form("Hall"))
        rows.add_gap()
        self.name_row(rows)
        self._measure(rows, "width_mm", tr_hall_form("Width"), "mm", (1, _FAR_MM), "")
        self._measure(rows, "depth_mm", tr_hall_form("Depth"), "mm", (1, _FAR_MM), "")
        self._measure(rows, "height_mm", tr_hall_form("Clear height"), "mm", (1, _FAR_MM), tr_hall_form("not known"))
        self.phase_row(rows)
        self.line(rows, tr_hall_form("Notes"), "notes", lambda text: self.set_fields(notes=text))
        rows.add_gap()
        self.group(rows, tr_hall_form("Floor"))
        rows.add_gap()
        kinds = [(ABSENT, tr_hall_form("not known")), (1, tr_hall_form("raised floor")), (0, tr_hall_form("slab"))]
        self.choice(rows, tr_hall_form("Kind"), kinds, self._floor, self._set_floor)
        usual = tr_hall_form("default: {tile}").format(tile=split_quantity(TILE_MM, "mm")[0])
        self._measure(rows, "tile_mm", tr_hall_form("Tile"), "mm", _TILE_MM, usual, hint=tr_hall_form("Snap grid for drawing"))
        self._limit(rows, "uniform_limit_kg_per_m2", tr_hall_form("Uniform load"), "kg/m²")
        self._limit(rows, "point_limit_kg", tr_hall_form("Point load"), "kg")
        self._limit(rows, "rolling_limit_kg", tr_hall_form("Rolling load"), "kg")
        rows.add_gap()
        self.group(rows, tr_hall_form("Names"))
        rows.add_gap()
        pattern = self.line(rows, tr_hall_form("Rack names"), "rack_names", lambda text: self.set_fields(rack_names=text.strip()))
        self.updates.append(lambda: pattern.setPlaceholderText("R{row:02}-{n:02}"))
        self._word(rows, tr_hall_form("New racks are named this way; “Name racks by pattern…” renames existing racks."))
        rows.add_gap()
        self.group(rows, tr_hall_form("Hall totals"))
        self.fact(rows, tr_hall_form("Racks"), lambda: format_number(totals(self.session.snapshot, "hall", self.selection[0].id).racks))
        self.fact(rows, tr_hall_form("Floor items"), self._items)
        add_figures(self, rows, "hall", "id")

    def _items(self) -> str:
        return format_number(len(self.session.snapshot["floor_item"].where("hall_id", self.selection[0].id)))

    def _floor(self) -> tuple[int, bool]:
        value = self.rows()[0]["raised_floor"]
        return (ABSENT if value is None else int(value)), True

    def _set_floor(self, value: int) -> None:
        self.set_fields(raised_floor=None if value == ABSENT else value)

    def _limit(self, rows: FieldList, name: str, label: str, unit: str) -> None:
        """The floor load limit; if the hall does not specify it, that of the site sheet."""

        def said_by_site() -> str:
            site = self.session.snapshot.cached(site_sheet).number(SITE_LIMITS[name])
            return tr_hall_form("site sheet: {value}").format(value=split_quantity(site, unit)[0])

        self._measure(rows, name, label, unit, _LIMITS[name], said_by_site)

    def _measure(
        self,
        rows: FieldList,
        name: str,
        label: str,
        unit: str,
        bounds: tuple[float, float],
        empty: str | Callable[[], str],
        *,
        hint: str = "",
    ) -> None:
        words = [QCoreApplication.translate("checks", ALL_RULES[key].title) for key in _RULES_OF.get(name, ())]
        hint_text = hint or tr_hall_form("Checked by: {rules}").format(rules="; ".join(words))
        add_measure(
            self, rows, label, unit, partial(self._own, name), partial(self._set_own, name), empty=empty, bounds=bounds, hint=hint_text
        )
        if words:
            self._word(rows, tr_hall_form("Check: {rule}").format(rule=words[0]))

    def _word(self, rows: FieldList, text: str) -> None:
        note = Label(text, step="caption", ink="text.tertiary", wrap=True)
        note.setContentsMargins(10, 0, 10, 4)
        rows.add(note)

    def _own(self, name: str) -> float | None:
        value = self.rows()[0][name]
        return None if value is None else float(value)

    def _set_own(self, name: str, value: float | None) -> None:
        self.set_fields(**{name: None if value is None else round(value)})
