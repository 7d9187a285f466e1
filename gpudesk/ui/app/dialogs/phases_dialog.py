"""The build phases: their names, and how much is built in each."""

from typing import Any

import numpy as np
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from gpudesk.operations.project.site_sheet_operations import name_phase
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("PhasesDialog")

_COUNTED = ("hall", "rack", "device", "reservation")
_NAME = 1


class PhasesDialog(DeskDialog):
    """A table of phases; a name is changed in its cell, by a click, Enter or F2."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Build phases"),
            tr("Every object is assigned to a build phase; phase 0 is the pilot. Totals and checks can be limited to a phase."),
        )
        self._project = session
        self._extra: set[int] = set()
        heads = (
            Head(tr("Phase")),
            Head(tr("Name")),
            Head(tr("Halls"), right=True),
            Head(tr("Racks"), right=True),
            Head(tr("Devices"), right=True),
            Head(tr("Reserved"), right=True),
        )
        self.model = _PhasesModel(self, heads)
        self.table = EditTable(tr("Build phases"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate((70, 180, 70, 70, 80, 80)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.rename = QPushButton(icons.icon("rename"), tr("Name it"), self)
        self.more = QPushButton(icons.icon("plus"), tr("Another phase"), self)
        for button, slot in ((self.more, self.add_phase), (self.rename, self.edit_name)):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
            button.setEnabled(session.writable)
            button.clicked.connect(lambda _checked=False, slot=slot: slot())
            self.add_left(button)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(600, 380)
        self.refresh()
        self.table.setCurrentIndex(self.model.index(0, _NAME))

    def refresh(self) -> None:
        """Show phases and counts as they are now."""
        snapshot = self._project.snapshot
        names = dict(zip(snapshot["phase"]["number"].tolist(), snapshot["phase"]["name"].tolist(), strict=True))
        counts = {table: _counts(snapshot, table) for table in _COUNTED}
        numbers = {0, 1, *names, *self._extra}
        for phase_counts in counts.values():
            numbers |= set(phase_counts)
        lines = []
        for number in sorted(numbers):
            name = names.get(number, "")
            shown = name or (tr("pilot") if number == 0 else "–")
            editable = name if self._project.writable else None
            cells = [Cell(str(number)), Cell(shown, ink="" if name else "text.tertiary", edited=editable)]
            for table in _COUNTED:
                count = counts[table].get(number, 0)
                cells.append(Cell(format_number(count), ink="" if count else "text.tertiary", right=True))
            lines.append(Line(number, tuple(cells)))
        self.model.set_lines(lines)

    def name_phase(self, number: int, name: str) -> None:
        """Give a phase a name; an empty one takes it away."""
        self.do(self._project, name_phase, number, name, done=lambda _: None)

    def edit_name(self) -> None:
        """Open the editor of the chosen phase's name."""
        index = self.table.currentIndex()
        if index.isValid():
            name = self.model.index(index.row(), _NAME)
            self.table.edit_cell(name)

    def add_phase(self) -> None:
        """Show one more phase and start editing its name."""
        number = int(self.model.line(self.model.rowCount() - 1).key) + 1
        self._extra.add(number)
        self.refresh()
        row = self.model.row_of(number)
        if row is not None:
            self.table.edit_cell(self.model.index(row, _NAME))


class _PhasesModel(PlainTableModel):
    def __init__(self, dialog: PhasesDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        before = self.line(self.row_of(key) or 0).cells[column].edited
        if str(value).strip() != before:
            self._dialog.name_phase(int(key), str(value).strip())
        return True


def _counts(snapshot: Snapshot, table: str) -> dict[int, int]:
    numbers, counts = np.unique(snapshot[table]["phase"], return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))
