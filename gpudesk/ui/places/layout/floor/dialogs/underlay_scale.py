"""The scale of an underlay from two of its points: their true distance, the direction of their line, and the first position."""

import math

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from gpudesk.operations.floor.underlay import scale_underlay
from gpudesk.ui.canvas.underlays import Underlay
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, LengthField
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr_place_fields = text_context("PlaceFields")
tr_scale_underlay_dialog = text_context("ScaleUnderlayDialog")

FARTHEST_MM = 10_000_000
_LEAST_MM, _MOST_MM = 1, 5_000_000
Point = tuple[float, float]


class PlaceFields(QWidget):
    """A point of the hall: from its west and from its north wall."""

    def __init__(self, point: Point, parent: QWidget) -> None:
        super().__init__(parent)
        self.west = exact_field(round(point[0]), -FARTHEST_MM, FARTHEST_MM, self)
        self.north = exact_field(round(point[1]), -FARTHEST_MM, FARTHEST_MM, self)
        self.west.setAccessibleName(tr_place_fields("From west wall"))
        self.north.setAccessibleName(tr_place_fields("From north wall"))
        self.west.setToolTip(self.west.accessibleName())
        self.north.setToolTip(self.north.accessibleName())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.west, 1)
        row.addWidget(self.north, 1)
        self.setFixedHeight(self.west.height())
        self.setFocusProxy(self.west)

    def point(self) -> Point:
        """The point, in mm."""
        return self.west.length_mm(), self.north.length_mm()


def exact_field(length_mm: int, least_mm: int, most_mm: int, parent: QWidget) -> LengthField:
    """A length to the millimeter."""
    field = LengthField(length_mm, least_mm, most_mm, parent)
    field.setDecimals(3)
    field.set_length_mm(length_mm)
    field.setFixedHeight(26)
    return field


class ScaleUnderlayDialog(DeskDialog):
    """Asks for the current position of two points and their true distance. Clicked points are prefilled."""

    def __init__(self, session: Session, underlay: Underlay, points: tuple[Point, Point] | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._underlay = underlay
        self._given = points
        start, end = points or (underlay.hall_point(0, 0), underlay.hall_point(underlay.width, 0))
        self.set_heading(
            tr_scale_underlay_dialog("Scale by two points"),
            tr_scale_underlay_dialog("{name}: what is the actual distance between the two points?").format(name=underlay.name),
        )
        form = Form(self)
        self.first, self.second = PlaceFields(start, form), PlaceFields(end, form)
        self.distance = exact_field(max(1, round(math.dist(start, end))), _LEAST_MM, _MOST_MM, form)
        self.level = QCheckBox(tr_scale_underlay_dialog("Rotate it so that the line is parallel to a wall"), form)
        self.put = QCheckBox(tr_scale_underlay_dialog("Move the first point to"), form)
        self.at = PlaceFields(start, form)
        self.at.setEnabled(False)
        self.put.toggled.connect(self.at.setEnabled)
        now = tr_scale_underlay_dialog("Currently {length}.").format(length=format_quantity(round(math.dist(start, end)), "mm"))
        if points is None:
            hint = tr_scale_underlay_dialog("Distance from the west and north walls at its current position; see the rulers.")
            form.add(tr_scale_underlay_dialog("First point"), self.first, hint)
            form.add(tr_scale_underlay_dialog("Second point"), self.second)
        else:
            self.first.hide()
            self.second.hide()
        form.add(tr_scale_underlay_dialog("Actual distance"), self.distance, now)
        form.add("", self.level)
        form.add("", self.put)
        self.result_hint = form.add("", self.at)
        self.at.setAccessibleName(tr_scale_underlay_dialog("Position of the first point"))
        self.add_form(form)
        self.add_buttons(tr_scale_underlay_dialog("Scale"), self.scale)
        for field in (self.distance, self.first.west, self.first.north, self.second.west, self.second.north):
            field.length_changed.connect(self._update)
        self._update()
        self.distance.setFocus()
        self.distance.selectAll()

    def points(self) -> tuple[Point, Point]:
        """The two points of the hall at which they lie now."""
        return self._given or (self.first.point(), self.second.point())

    def targets(self) -> tuple[Point, Point]:
        """Their target positions."""
        start, end = self.points()
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        if self.level.isChecked():
            angle = round(angle / (math.pi / 2)) * (math.pi / 2)
        at = self.at.point() if self.put.isChecked() else start
        length = self.distance.length_mm()
        return at, (at[0] + length * math.cos(angle), at[1] + length * math.sin(angle))

    def scale(self) -> None:
        """Scale it."""
        picture = tuple(self._underlay.picture_point(*point) for point in self.points())
        self.do(self._project, scale_underlay, self._underlay.id, picture, self.targets())

    def _update(self) -> None:
        start, end = self.points()
        apart = math.dist(start, end)
        if apart < 1:
            self.result_hint.setText(tr_scale_underlay_dialog("The two points coincide."))
            return
        factor = self.distance.length_mm() / apart * abs(self._underlay.turn)
        sides = (format_quantity(round(side * factor) / 1000, "m", decimals=2) for side in (self._underlay.width, self._underlay.height))
        width, height = sides
        self.result_hint.setText(
            tr_scale_underlay_dialog("The underlay will measure {width} × {height}.").format(width=width, height=height)
        )
