"""A new floor item by its numbers: kind, place, size or points, what passes."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from gpudesk.core.floor.floor_items import PASSAGES, USUAL_NAMES, FloorItemKind
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.run.new_names import next_names
from gpudesk.ui.panels.words.floor_item_labels import kind_meaning, kind_name, read_points
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import TABLE
from gpudesk.ui.places.layout.floor.canvas.floor_item_tool import USUAL_DOOR_MM, USUAL_ROUTE_MM
from gpudesk.ui.places.layout.floor_spot import FloorSpot
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.parts.measure_field import MeasureField
from gpudesk.ui.toolkit.quantities import format_number, shown_scale
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("NewFloorItemDialog")

_FAR_MM = 1_000_000
_SIZES = {
    FloorItemKind.COLUMN: (600, 600),
    FloorItemKind.OBSTACLE: (1200, 600),
    FloorItemKind.KEEP_OUT: (2400, 1200),
    FloorItemKind.DOOR: (USUAL_DOOR_MM, 100),
    FloorItemKind.COLD_CONTAINMENT: (4800, 1200),
    FloorItemKind.HOT_CONTAINMENT: (4800, 1200),
}


class NewFloorItemDialog(DeskDialog):
    """Asks for all properties of an item; a route, and an item with more than four corners, by its points."""

    def __init__(self, session: Session, at: FloorSpot, kind: FloorItemKind, parent: QWidget | None = None) -> None:
        """`at` is where the first corner is proposed."""
        super().__init__(parent)
        self.set_heading(tr("Add to the floor"), tr("Lengths are measured from the west and north walls of the hall."))
        self._project = session
        self._hall_id = at.hall_id
        unit = shown_scale("mm")[0]
        form = Form(self)
        self.kind = QComboBox(form)
        for item_kind in FloorItemKind:
            self.kind.addItem(kind_name(item_kind), int(item_kind))
        self.name = QLineEdit(form)
        self.name.setMaxLength(190)
        self.x_field = MeasureField(at.x_mm, -_FAR_MM, _FAR_MM, form)
        self.y_field = MeasureField(at.y_mm, -_FAR_MM, _FAR_MM, form)
        self.width_field = MeasureField(600, 1, _FAR_MM, form)
        self.depth_field = MeasureField(600, 1, _FAR_MM, form)
        self.angle = MeasureField(0, -360, 360, form, unit="°")
        self.points = QLineEdit(form)
        self.clear_width = MeasureField(USUAL_DOOR_MM, 0, _FAR_MM, form, missing=tr("not limited"))
        self.clear_height = MeasureField(0, 0, _FAR_MM, form, missing=tr("not limited"))
        self.notes = QLineEdit(form)
        self.phase = PhaseField(1, form)
        self._meaning = form.add(tr("Kind"), self.kind)
        form.add(tr("Name"), self.name)
        form.add(tr("From west wall"), self.x_field)
        form.add(tr("From north wall"), self.y_field)
        form.add(tr("Width"), self.width_field)
        form.add(tr("Depth"), self.depth_field)
        form.add(tr("Rotation"), self.angle)
        example = "; ".join(
            f"{format_number(x * shown_scale('mm')[1], 0)} · {format_number(y * shown_scale('mm')[1], 0)}" for x, y in _EXAMPLE
        )
        self._wrong = form.add(
            tr("Points ({unit})").format(unit=unit),
            self.points,
            tr("Instead of width and depth, such as {example}.").format(example=example),
        )
        self._usual_hint = self._wrong.text()
        form.add(tr("Clear width"), self.clear_width)
        form.add(tr("Clear height"), self.clear_height)
        form.add(tr("Notes"), self.notes)
        form.add(tr("Build phase"), self.phase)
        self.add_form(form)
        self.add_buttons("", self.add)
        self.kind.setCurrentIndex(self.kind.findData(int(kind)))
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        self.points.textChanged.connect(self._update)
        self._kind_chosen()

    def chosen(self) -> FloorItemKind:
        """The kind that is added."""
        return FloorItemKind(int(self.kind.currentData()))

    def add(self) -> None:
        """Make the item and select it."""
        kind, passage = self.chosen(), self.chosen() in PASSAGES
        points = read_points(self.points.text()) or []
        shape = (None, None) if points else (self.width_field.value_mm(), self.depth_field.value_mm())
        self.do(
            self._project,
            add_floor_item,
            self._hall_id,
            int(kind),
            self.x_field.value_mm(),
            self.y_field.value_mm(),
            *shape,
            round(self.angle.value() * 10),
            points,
            name=self.name.text().strip(),
            clear_width_mm=(self.clear_width.value_mm() or None) if passage else None,
            clear_height_mm=(self.clear_height.value_mm() or None) if passage else None,
            notes=self.notes.text(),
            phase=self.phase.value(),
            done=self._added,
        )

    def _added(self, item_id: int) -> None:
        self._project.select([ObjectRef(TABLE, item_id)])
        self.accept()

    def _kind_chosen(self) -> None:
        kind = self.chosen()
        self._meaning.setText(kind_meaning(kind))
        rows = self._project.snapshot[TABLE]
        here = rows["name"][rows["hall_id"] == self._hall_id]
        self.name.setPlaceholderText(next(next_names(here, USUAL_NAMES[kind], 1)))
        wide, deep = _SIZES.get(kind, (600, 600))
        self.width_field.set_value_mm(wide)
        self.depth_field.set_value_mm(deep)
        self.clear_width.set_value_mm(USUAL_ROUTE_MM if kind is FloorItemKind.ROUTE else wide)
        for field in (self.clear_width, self.clear_height):
            field.setEnabled(kind in PASSAGES)
        self._update()

    def _update(self) -> None:
        text = self.points.text().strip()
        points = read_points(text) if text else []
        by_points = bool(text) or self.chosen() is FloorItemKind.ROUTE
        for field in (self.x_field, self.y_field, self.width_field, self.depth_field, self.angle):
            field.setEnabled(not by_points)
        wrong = points is None
        self._wrong.setText(tr("Pairs of lengths are required; separate points with semicolons.") if wrong else self._usual_hint)
        self._wrong.set_ink("severity.error" if wrong else "text.tertiary")
        enough = not by_points or (not wrong and bool(points))
        self.set_verb(tr("Add {kind}").format(kind=kind_name(self.chosen()).lower()), enabled=enough)


_EXAMPLE = ((0, 6000), (3000, 6000), (3000, 9000))
