"""New racks: which type, how many, at the end of which row."""

from PySide6.QtWidgets import QLineEdit, QSpinBox, QWidget

from gpudesk.operations.floor.floor_new import racks_at
from gpudesk.operations.floor.halls import next_row_name
from gpudesk.operations.floor.rows import MOST_RACKS, add_racks
from gpudesk.operations.run.new_names import counted_names, next_names
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.floor_spot import FloorSpot
from gpudesk.ui.places.layout.place_choice import RowChoice
from gpudesk.ui.places.layout.rack_choice import RackTypeChoice
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("NewRackDialog")


class NewRackDialog(DeskDialog):
    """Asks for type, row, number, first name and phase, and shows the resulting names."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, type_key: str = "", at: FloorSpot | None = None) -> None:
        """`at` is the position of the first one, in no row; without it, they are added at the end of a row."""
        super().__init__(parent)
        self.set_heading(tr("New racks"), tr("They are placed side by side at the end of a row."))
        if at is not None:
            self.set_heading(tr("New racks"), tr("Side by side from {place}, outside any row.").format(place=at.words(session.snapshot)))
        self._at = at
        self._project = session
        form = Form(self)
        self.type = RackTypeChoice(session, type_key, form)
        self.row = RowChoice(session, form)
        self.count = QSpinBox(form)
        self.count.setRange(1, MOST_RACKS)
        self.first = QLineEdit(form)
        self.first.setMaxLength(190)
        self.phase = PhaseField(1, form)
        self._type_hint = form.add(tr("Type"), self.type)
        if at is None:
            form.add(tr("Where"), self.row)
        else:
            self.row.hide()
        form.add(tr("Quantity"), self.count)
        self._names = form.add(tr("Starting name"), self.first)
        form.add(tr("Build phase"), self.phase)
        self.add_form(form)
        self.add_buttons("", self.add)
        self.type.type_chosen.connect(self._update)
        self.type.refused.connect(self.complain)
        self.row.currentIndexChanged.connect(self._update)
        self.count.valueChanged.connect(self._update)
        self.first.textChanged.connect(self._update)
        self._update()

    def names(self) -> list[str]:
        """The names that the racks will have."""
        return counted_names(self.first.text().strip() or self._next_name(), self.count.value())

    def add(self) -> None:
        """Make the racks and select them."""
        at = self._at
        if at is not None:
            place = (at.hall_id, at.x_mm, at.y_mm)
            names = {"count": self.count.value(), "first_name": self.first.text().strip(), "phase": self.phase.value()}
            self.do(self._project, racks_at, self.type.key(), *place, **names, done=self._added)
            return
        spot = self.row.spot()
        self.do(
            self._project,
            add_racks,
            self.type.key(),
            self.count.value(),
            spot.row_id,
            spot.hall_id,
            self.first.text().strip(),
            self.phase.value(),
            done=self._added,
        )

    def _added(self, rack_ids: list[int]) -> None:
        self._project.select([ObjectRef("rack", rack_id) for rack_id in rack_ids])
        self.accept()

    def _next_name(self) -> str:
        snapshot = self._project.snapshot
        if self._at is not None:
            return next(next_names(snapshot["rack"]["name"], "Rack ", 1))
        spot = self.row.spot()
        rows, racks = snapshot["rack_row"], snapshot["rack"]
        if spot.row_id is None:
            here = rows["name"][rows["hall_id"] == spot.hall_id].tolist() if spot.hall_id is not None else []
            return f"{next_row_name(here)}01"
        row = str(rows["name"][rows.position(spot.row_id)])
        return next(next_names(racks["name"][racks["row_id"] == spot.row_id], row, 2))

    def _update(self) -> None:
        self.first.setPlaceholderText(self._next_name())
        names = self.names()
        self._type_hint.setText(self.type.summary())
        shown = names[0] if len(names) == 1 else tr("{first} to {last}").format(first=names[0], last=names[-1])
        if len(names) == 2:
            shown = f"{names[0]}, {names[1]}"
        self._names.setText(tr("Names: {names}").format(names=shown))
        self.set_verb(tr("Add %n rack(s)", "", len(names)), enabled=bool(self.type.key()))
