"""The forms of the inspector for columns, obstacles, keep-out areas, doors, routes and containments."""

from functools import partial

import numpy as np

from gpudesk.core.floor.floor_items import PASSAGES, FloorItemKind, item_corners, outline_points
from gpudesk.core.floor.outline import area_mm2
from gpudesk.core.racks.placement import Reals
from gpudesk.operations.copies.floor_things import turn_floor_items
from gpudesk.operations.floor.floor_item_operations import move_floor_items, reshape_floor_item, resize_floor_item, set_floor_item_kind
from gpudesk.ui.panels.inspector.inspector_forms import Form, Row
from gpudesk.ui.panels.inspector.inspector_measures import MeasureRow, add_measure
from gpudesk.ui.panels.inspector.inspector_objects import NamedForm
from gpudesk.ui.panels.words.floor_item_labels import kind_meaning, kind_name, point_text, read_point
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import FieldList, LineField
from gpudesk.ui.toolkit.widgets.label import Label

tr_item_form = text_context("ItemForm")
tr_items_form = text_context("ItemsForm")

MOST_POINTS = 24
"""Outlines with more corners are edited on the plan only."""


class ItemForm(NamedForm):
    """One floor item: its kind, its position, and the equipment that can pass it."""

    def subtitle(self) -> str:
        row = self.rows()[0]
        hall = str(self.session.snapshot["hall"].row(int(row["hall_id"]))["name"])
        return f"{kind_name(int(row['kind']))} · {hall} · " + tr_item_form("phase {number}").format(number=row["phase"])

    def fill(self, rows: FieldList) -> None:
        row = self.rows()[0]
        self.group(rows, tr_item_form("Floor item"))
        rows.add_gap()
        self.name_row(rows)
        kinds = [(int(kind), kind_name(kind)) for kind in FloorItemKind if row["width_mm"] is None or kind is not FloorItemKind.ROUTE]
        self.choice(rows, tr_item_form("Kind"), kinds, lambda: self.common("kind"), self._set_kind)
        self.phase_row(rows)
        self.line(rows, tr_item_form("Notes"), "notes", lambda text: self.set_fields(notes=text))
        note = Label("", step="caption", ink="text.tertiary", wrap=True)
        note.setContentsMargins(10, 2, 10, 4)
        rows.add(note)
        self.updates.append(lambda: note.setText(kind_meaning(int(self.rows()[0]["kind"]))))
        if row["kind"] in PASSAGES:
            self.group(rows, tr_item_form("Clear opening"))
            rows.add_gap()
            for name, label in (("clear_width_mm", tr_item_form("Clear width")), ("clear_height_mm", tr_item_form("Clear height"))):
                add_measure(
                    self,
                    rows,
                    label,
                    "mm",
                    partial(self._own, name),
                    partial(self._set_own, name),
                    empty=tr_item_form("not limited"),
                    bounds=(1, 10**7),
                )
            rows.add_gap()
        self.group(rows, tr_item_form("Position"))
        rows.add_gap()
        for axis, label in enumerate((tr_item_form("From west wall"), tr_item_form("From north wall"))):
            add_measure(self, rows, label, "mm", partial(self._low, axis), partial(self._move, axis), bounds=(-(10**7), 10**7))
        add_measure(self, rows, tr_item_form("Rotation"), "°", self._angle, self._turn, bounds=(-360, 360), decimals=1)
        rows.add_gap()
        self.group(rows, tr_item_form("Size"))
        rows.add_gap()
        for axis, label in enumerate((tr_item_form("Width"), tr_item_form("Depth"))):
            add_measure(self, rows, label, "mm", partial(self._side, axis), partial(self._resize, axis), bounds=(1, 10**7))
        rows.add_gap()
        if row["kind"] == FloorItemKind.ROUTE:
            self.fact(rows, tr_item_form("Length"), self._length)
        else:
            self.fact(rows, tr_item_form("Area"), lambda: format_quantity(area_mm2(self._corners()) / 1e6, "m²", decimals=2))
        if row["width_mm"] is None:
            self._point_rows(rows, row)

    def _point_rows(self, rows: FieldList, row: Row) -> None:
        """The corners of an outline or the points of a route, each "x · y"; an emptied one is removed, and a last line adds one."""
        count = len(self._corners())
        title = tr_item_form("Route points") if row["kind"] == FloorItemKind.ROUTE else tr_item_form("Corners")
        self.group(rows, title)
        rows.add_gap()
        if count > MOST_POINTS:
            self.fact(rows, title, lambda: format_number(len(self._corners())))
            return
        for place in range(count):
            self._point_row(rows, tr_item_form("{number} (x · y)").format(number=place + 1), place)
        self._point_row(rows, tr_item_form("New (x · y)"), None)
        rows.add_gap()

    def _point_row(self, rows: FieldList, label: str, place: int | None) -> None:
        editor = LineField()
        error = MeasureRow(rows)

        def typed(text: str) -> None:
            corners = [(round(float(x)), round(float(y))) for x, y in self._corners()]
            if not text.strip() and place is not None:
                del corners[place]
            else:
                point = read_point(text)
                if point is None:
                    error.complain(tr_item_form("Two lengths are required, such as {example}.").format(example="1200 · 3400"))
                    return
                if place is None:
                    corners.append(point)
                else:
                    corners[place] = point
            error.complain("")
            self.session.do(reshape_floor_item, self.selection[0].id, corners)

        def update() -> None:
            corners = self._corners()
            if place is None or place >= len(corners):
                editor.set_value("")
            else:
                editor.set_value(point_text(*corners[place].tolist()))

        self.take_lines(editor, typed)
        self.add_editor(rows, label, editor)
        error.add_to(rows)
        self.updates.append(update)

    # what holds

    def _corners(self) -> Reals:
        row = self.rows()[0]
        return item_corners(row["x_mm"], row["y_mm"], row["angle_ddeg"], row["width_mm"], row["depth_mm"], str(row["outline"]))

    def _low(self, axis: int) -> float:
        return float(self._corners()[:, axis].min())

    def _angle(self) -> float:
        return float(self.rows()[0]["angle_ddeg"]) / 10

    def _side(self, axis: int) -> float:
        row = self.rows()[0]
        if row["width_mm"] is not None:
            return float(row["width_mm" if axis == 0 else "depth_mm"])
        return float(np.ptp(outline_points(str(row["outline"])), axis=0)[axis])

    def _own(self, name: str) -> float | None:
        value = self.rows()[0][name]
        return None if value is None else float(value)

    def _length(self) -> str:
        return format_quantity(round(float(np.linalg.norm(np.diff(self._corners(), axis=0), axis=1).sum())), "mm")

    # what is set

    def _set_kind(self, kind: int) -> None:
        if kind != self.rows()[0]["kind"]:
            self.session.do(set_floor_item_kind, self.selection[0].id, kind)

    def _set_own(self, name: str, value: float | None) -> None:
        self.set_fields(**{name: None if value is None else round(value)})

    def _move(self, axis: int, wanted_mm: float | None) -> None:
        way = 0 if wanted_mm is None else round(wanted_mm - self._low(axis))
        if way:
            self.session.do(move_floor_items, [self.selection[0].id], *((way, 0) if axis == 0 else (0, way)))

    def _turn(self, degrees: float | None) -> None:
        turn = 0 if degrees is None else (round(degrees * 10) - round(self._angle() * 10)) % 3600
        if turn:
            self.session.do(turn_floor_items, [self.selection[0].id], turn)

    def _resize(self, axis: int, wanted_mm: float | None) -> None:
        if wanted_mm is None:
            return
        sides = [max(1, round(self._side(0))), max(1, round(self._side(1)))]
        sides[axis] = round(wanted_mm)
        self.session.do(resize_floor_item, self.selection[0].id, *sides)


class ItemsForm(Form):
    """Several floor items: settings for all."""

    def title(self) -> str:
        return tr_items_form("%n floor item(s)", "", len(self.selection))

    def subtitle(self) -> str:
        kinds = self.distinct("kind")
        return kind_name(int(next(iter(kinds)))) if len(kinds) == 1 else ""

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_items_form("Set for all"))
        rows.add_gap()
        self.phase_row(rows)
        self.line(rows, tr_items_form("Notes"), "notes", lambda text: self.set_fields(notes=text))
        kinds = {FloorItemKind(int(kind)) for kind in self.distinct("kind")}
        if kinds <= set(PASSAGES):
            for name, label in (("clear_width_mm", tr_items_form("Clear width")), ("clear_height_mm", tr_items_form("Clear height"))):
                self._clear_row(rows, name, label)
        rows.add_gap()

    def _clear_row(self, rows: FieldList, name: str, label: str) -> None:
        def commit(value: float | None) -> None:
            self.set_fields(**{name: None if value is None else round(value)})

        def shared() -> float | None:
            value, same = self.common(name)
            return float(value) if same and value is not None else None

        add_measure(self, rows, label, "mm", shared, commit, empty=tr_items_form("not limited"), bounds=(1, 10**7))
