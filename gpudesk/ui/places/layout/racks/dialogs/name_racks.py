"""Racks named by a pattern: what each will be called is seen before, and which names clash."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QHeaderView, QLineEdit, QSpinBox, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.name_pattern import RACK_FIELDS, checked_pattern
from gpudesk.derived.floor.floor_item_shapes import planned_names
from gpudesk.operations.floor.rack_names import rename_racks
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.planned_names_table import PlannedNamesModel
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("NameRacksDialog")

USUAL = "R{row:02}-{n:02}"
_MOST_NUMBER = 9999


class NameRacksDialog(DeskDialog):
    """Asks for pattern, rows and first numbers, and shows old and new names."""

    def __init__(self, session: Session, hall_id: int, row_ids: Sequence[int] = (), parent: QWidget | None = None) -> None:
        """`row_ids` are rows to name alone, if the person so chooses."""
        super().__init__(parent)
        self._project = session
        self._hall_id = hall_id
        hall = session.snapshot["hall"].row(hall_id)
        self.set_heading(
            tr("Name racks by pattern"),
            tr("Rows are numbered from the front to the back of {hall}, racks along each row.").format(hall=hall["name"]),
        )
        rows = session.snapshot["rack_row"]
        self._rows = [row_id for row_id in row_ids if rows.row(row_id)["hall_id"] == hall_id]
        form = Form(self)
        self.pattern = QLineEdit(str(hall["rack_names"]) or USUAL, form)
        self.pattern.setMaxLength(190)
        self.scope = QComboBox(form)
        self.scope.addItem(tr("all rows of the hall"), False)
        if self._rows:
            names = ", ".join(str(rows.row(row_id)["name"]) for row_id in self._rows[:4])
            self.scope.addItem(tr("only {rows}").format(rows=names if len(self._rows) <= 4 else f"{names} …"), True)
            self.scope.setCurrentIndex(1)
        self.first_row, self.first = (QSpinBox(form) for _ in range(2))
        for field in (self.first_row, self.first):
            field.setRange(0, _MOST_NUMBER)
            field.setValue(1)
        fields = ", ".join("{" + name + "}" for name in RACK_FIELDS)
        text = tr("Consists of text and {fields}; {example} pads with zeros to two digits.")
        self._usual_hint = text.format(fields=fields, example="{n:02}")
        self._hint = form.add(tr("Pattern"), self.pattern, self._usual_hint)
        form.add(tr("Rows"), self.scope)
        form.add(tr("First row"), self.first_row)
        form.add(tr("First rack"), self.first)
        self._names = PlannedNamesModel(self)
        self.preview = DeskTable(tr("Current and new names"), self)
        self.preview.setModel(self._names)
        self.preview.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.preview.setMinimumHeight(theme.size("table_row") * 9)
        form.add_wide(self.preview)
        self.add_form(form)
        self.add_buttons("", self.rename)
        self.pattern.textChanged.connect(self._update)
        self.scope.currentIndexChanged.connect(self._update)
        self.first_row.valueChanged.connect(self._update)
        self.first.valueChanged.connect(self._update)
        self._update()

    def rename(self) -> None:
        """Give the names, as one step."""
        rows = self._chosen_rows()
        numbers = (self.first_row.value(), self.first.value())
        self.do(self._project, rename_racks, self._hall_id, self.pattern.text().strip(), rows, *numbers)

    def _chosen_rows(self) -> list[int] | None:
        return self._rows if self.scope.currentData() else None

    def _update(self) -> None:
        try:
            pattern = checked_pattern(self.pattern.text())
        except Refused as error:
            self._refuse(tr_message(error.message))
            return
        if not pattern:
            self._refuse(tr("Enter a pattern."))
            return
        snapshot = self._project.snapshot
        hall, racks = snapshot["hall"].row(self._hall_id), snapshot["rack"]
        numbers = (self.first_row.value(), self.first.value())
        planned = planned_names(hall, snapshot["rack_row"], racks, pattern, self._chosen_rows(), *numbers)
        own = {renaming.rack for renaming in planned}
        others = [name for rack_id, name in zip(racks.ids.tolist(), racks["name"].tolist(), strict=True) if rack_id not in own]
        counts = Counter(renaming.new for renaming in planned)
        taken = {name for name in others if name in counts} | {name for name, count in counts.items() if count > 1}
        self._names.show_names(planned, frozenset(taken))
        changed = sum(renaming.old != renaming.new for renaming in planned)
        if not planned:
            self._say(tr("These rows have no racks."), wrong=True)
        elif taken:
            self._say(tr("Duplicate rack names: {names}.").format(names=", ".join(sorted(taken)[:3])), wrong=True)
        else:
            self._say(self._usual_hint, wrong=False)
        self.set_verb(tr("Name %n rack(s)", "", changed), enabled=bool(changed) and not taken)

    def _refuse(self, text: str) -> None:
        self._say(text, wrong=True)
        self._names.show_names([], frozenset())
        self.set_verb(tr("Name racks"), enabled=False)

    def _say(self, text: str, *, wrong: bool) -> None:
        self._hint.setText(text)
        self._hint.set_ink("severity.error" if wrong else "text.tertiary")
