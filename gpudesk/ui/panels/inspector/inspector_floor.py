"""Floor position in the inspector: distance from the walls and rotation, all editable."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_trial import Tried
from gpudesk.operations.floor.floor_operations import move_on_floor, move_row, move_to_row, turn_on_floor
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.toolkit.quantities import format_number, parse_number, shown_scale
from gpudesk.ui.toolkit.widgets.field_rows import FieldList, LineField

_NEAREST_MM = 1.0


class StandRows:
    """The rows "From west wall", "From north wall" and "Turn" of one rack, row or floor device.

    The distances are those of the least upright rectangle around it, as one would measure them in the hall. A turn is about its middle.
    """

    def __init__(self, form: Form, rows: FieldList) -> None:
        self._form = form
        form.group(rows, QCoreApplication.translate("InspectorFloor", "Position"))
        rows.add_gap()
        unit = shown_scale("mm")[0]
        self._add(
            rows, QCoreApplication.translate("InspectorFloor", "From west wall"), unit, lambda: self._wall(0), lambda mm: self._move(0, mm)
        )
        self._add(
            rows, QCoreApplication.translate("InspectorFloor", "From north wall"), unit, lambda: self._wall(1), lambda mm: self._move(1, mm)
        )
        self._add_turn(rows)
        rows.add_gap()

    def _thing(self) -> Standing:
        ref = self._form.selection[0]
        return ref.table, ref.id

    def _low(self) -> Reals:
        """The north west corner of the rectangle around it in mm, shape (2,)."""
        snapshot = self._form.session.snapshot
        table, row_id = self._thing()
        row = snapshot[table].row(row_id)
        standing = (
            [("rack", rack) for rack in snapshot["rack"].where("row_id", row_id).tolist()] if table == "rack_row" else [(table, row_id)]
        )
        if not standing:
            return np.array([row["x_mm"], row["y_mm"]], np.float64)
        low: Reals = Tried.standing(snapshot.__getitem__, snapshot.types, standing).shapes.bounds()[0].min(axis=0)
        return low

    def _wall(self, axis: int) -> float:
        return float(self._low()[axis])

    def _move(self, axis: int, wanted_mm: float) -> None:
        way = round(wanted_mm - self._wall(axis))
        if way:
            shift = (way, 0) if axis == 0 else (0, way)
            self._do(move_on_floor, [self._thing()], *shift)

    def _do(self, verb: Callable[..., object], objects: list[Standing], *arguments: int) -> None:
        """Apply the operation to the object; to a row without racks as to a row."""
        session = self._form.session
        table, row_id = self._thing()
        row = session.snapshot[table].row(row_id)
        if table == "rack_row" and not len(session.snapshot["rack"].where("row_id", row_id)):
            if verb is turn_on_floor:
                session.do(move_row, row_id, row["x_mm"], row["y_mm"], row["angle_ddeg"] + arguments[0])
            else:
                session.do(move_row, row_id, row["x_mm"] + arguments[0], row["y_mm"] + arguments[1])
            return
        session.do(verb, objects, *arguments)

    def _add(self, rows: FieldList, label: str, unit: str, value: Callable[[], float], commit: Callable[[float], None]) -> None:
        editor = LineField()
        factor = shown_scale("mm")[1]

        def typed(text: str) -> None:
            number = parse_number(text)
            if number is None or abs(number / factor - value()) < _NEAREST_MM / 2:
                self._form.refresh(self._form.selection)
            else:
                commit(number / factor)

        self._form.take_lines(editor, typed)
        self._form.add_editor(rows, label, editor, unit)
        self._form.updates.append(lambda: editor.set_value(format_number(round(value() * factor, 0 if factor == 1 else 2))))

    def _add_turn(self, rows: FieldList) -> None:
        editor = LineField()

        def angle() -> int:
            table, row_id = self._thing()
            return int(self._form.session.snapshot[table].row(row_id)["angle_ddeg"])

        def typed(text: str) -> None:
            number = parse_number(text)
            turn = 0 if number is None else (round(number * 10) - angle()) % 3600
            if turn:
                self._do(turn_on_floor, [self._thing()], turn)
            else:
                self._form.refresh(self._form.selection)

        self._form.take_lines(editor, typed)
        self._form.add_editor(rows, QCoreApplication.translate("InspectorFloor", "Rotation"), editor, "°")
        self._form.updates.append(lambda: editor.set_value(format_number(angle() / 10)))


def row_choice(form: Form, rows: FieldList) -> None:
    """The row that contains a rack; another one moves it to its end."""
    snapshot = form.session.snapshot
    halls, lines = snapshot["hall"], snapshot["rack_row"]
    entries: list[tuple[int, str]] = [(ABSENT, QCoreApplication.translate("InspectorFloor", "in none"))]
    for row_id, hall_id, name in zip(lines.ids.tolist(), lines["hall_id"].tolist(), lines["name"].tolist(), strict=True):
        entries.append((row_id, f"{halls['name'][halls.position(hall_id)]} · {name}" if halls.rows > 1 else str(name)))

    def chosen(row_id: int) -> None:
        if row_id == ABSENT or form.common("row_id")[0] == row_id:
            form.refresh(form.selection)
        else:
            form.session.do(move_to_row, [form.selection[0].id], row_id)

    def current() -> tuple[int, bool]:
        value, same = form.common("row_id")
        return (ABSENT if value is None else int(value)), same

    form.choice(rows, QCoreApplication.translate("InspectorFloor", "Row"), entries, current, chosen)
