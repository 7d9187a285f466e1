"""A new hall: its name and its inner size."""

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.run.new_names import next_names
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, LengthField, PhaseField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("NewHallDialog")

_LEAST_MM, _MOST_MM = 1000, 500_000


class NewHallDialog(DeskDialog):
    """Asks for name, width, depth, height and phase."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(tr("New hall"), tr("A room with racks. Sizes are measured between inner walls."))
        self._project = session
        form = Form(self)
        self.name = QLineEdit(form)
        self.name.setPlaceholderText(next(next_names(session.snapshot["hall"]["name"], tr("Hall") + " ", 1)))
        self.width_field = LengthField(20_000, _LEAST_MM, _MOST_MM, form)
        self.depth_field = LengthField(12_000, _LEAST_MM, _MOST_MM, form)
        self.height_known = QCheckBox(tr("Height is known"), form)
        self.height_field = LengthField(3_500, _LEAST_MM, 30_000, form)
        self.height_field.setEnabled(False)
        self.height_known.toggled.connect(self.height_field.setEnabled)
        self.phase = PhaseField(1, form)
        form.add(tr("Name"), self.name)
        form.add(tr("Width"), self.width_field)
        form.add(tr("Depth"), self.depth_field)
        form.add(tr("Height"), self.height_known)
        form.add("", self.height_field)
        self.height_field.setAccessibleName(tr("Height"))
        form.add(tr("Build phase"), self.phase)
        self.add_form(form)
        self.add_buttons(tr("Add the hall"), self.add)

    def add(self) -> None:
        """Make the hall."""
        self.do(
            self._project,
            create_hall,
            self.name.text().strip() or self.name.placeholderText(),
            self.width_field.length_mm(),
            self.depth_field.length_mm(),
            self.height_field.length_mm() if self.height_known.isChecked() else None,
            self.phase.value(),
        )
