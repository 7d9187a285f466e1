"""A new row, perhaps with its racks."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from gpudesk.operations.floor.floor_new import row_at
from gpudesk.operations.floor.halls import next_row_name
from gpudesk.operations.floor.rows import MOST_RACKS, add_row
from gpudesk.ui.places.layout.floor_spot import FloorSpot
from gpudesk.ui.places.layout.place_choice import HallChoice
from gpudesk.ui.places.layout.rack_choice import RackTypeChoice
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("NewRowDialog")


class NewRowDialog(DeskDialog):
    """Asks for hall, name, direction, racks and phase."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, at: FloorSpot | None = None) -> None:
        """`at` is the position of its first rack; without it, a free position is used."""
        super().__init__(parent)
        self.set_heading(tr("New row"), tr("It is placed behind the last row of its hall, with space for both aisles."))
        if at is not None:
            self.set_heading(tr("New row"), tr("It starts at {place}.").format(place=at.words(session.snapshot)))
        self._at = at
        self._project = session
        form = Form(self)
        self.hall = HallChoice(session.snapshot, form)
        self.name = QLineEdit(form)
        self.name.setMaxLength(190)
        self.direction = QComboBox(form)
        self.direction.addItem(tr("along the width of the hall"), 0)
        self.direction.addItem(tr("along its depth"), 900)
        if at is not None:
            self.direction.addItem(tr("along the width, fronts to the south"), 1800)
            self.direction.addItem(tr("along the depth, fronts to the west"), 2700)
        self.count = QSpinBox(form)
        self.count.setRange(0, MOST_RACKS)
        self.count.setValue(10)
        self.count.setSpecialValueText(tr("none yet"))
        self.type = RackTypeChoice(session, "", form)
        self.phase = PhaseField(1, form)
        if at is None:
            form.add(tr("Hall"), self.hall)
        else:
            self.hall.setCurrentIndex(self.hall.findData(at.hall_id))
            self.hall.hide()
        form.add(tr("Name"), self.name)
        form.add(tr("Direction"), self.direction)
        self._names = form.add(tr("Racks"), self.count)
        self._type_hint = form.add(tr("Type"), self.type)
        form.add(tr("Build phase"), self.phase)
        self.add_form(form)
        self.add_buttons(tr("Add the row"), self.add)
        self.hall.currentIndexChanged.connect(self._update)
        self.name.textChanged.connect(self._update)
        self.count.valueChanged.connect(self._update)
        self.type.type_chosen.connect(self._update)
        self.type.refused.connect(self.complain)
        self._update()

    def add(self) -> None:
        """Make the row."""
        at = self._at
        if at is not None:
            place = (at.hall_id, at.x_mm, at.y_mm, int(self.direction.currentData()))
            racks = (self.type.key(), self.count.value())
            self.do(self._project, row_at, *place, self.name.text().strip(), *racks, self.phase.value())
            return
        self.do(
            self._project,
            add_row,
            self.hall.hall_id(),
            self.name.text().strip(),
            self.type.key(),
            self.count.value(),
            int(self.direction.currentData()),
            self.phase.value(),
        )

    def _update(self) -> None:
        rows = self._project.snapshot["rack_row"]
        hall_id = self.hall.hall_id()
        here = [] if hall_id is None else rows["name"][rows["hall_id"] == hall_id].tolist()
        self.name.setPlaceholderText(next_row_name(here))
        name = self.name.text().strip() or self.name.placeholderText()
        count = self.count.value()
        self.type.setEnabled(count > 0)
        self._type_hint.setText(self.type.summary() if count else "")
        shown = tr("{first} to {last}").format(first=f"{name}01", last=f"{name}{count:02d}") if count > 1 else f"{name}01"
        self._names.setText(tr("Names: {names}").format(names=shown) if count else "")
        self.set_verb(tr("Add the row"), enabled=not count or bool(self.type.key()))
