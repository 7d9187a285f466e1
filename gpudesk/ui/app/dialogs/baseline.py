"""The software and firmware baseline: what each role of devices should run, a column for each role."""

from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.project.site_sheet_operations import set_baseline_value
from gpudesk.project.site_sheet import Sheet, SheetDefinition, SheetValue, ValueKind, baseline, baseline_definitions, fault
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.sheet_rows import choices, read_value, shown_value, title, typed_value
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("BaselineDialog")

_NOTHING = ""
_PROPOSED = 4
"""As many roles of the project have a column to begin with."""
_RUNNING = (Family.SYSTEM, Family.SERVER, Family.WORKSTATION, Family.SWITCH, Family.STORAGE)
"""The families that run their own software."""


class BaselineDialog(DeskDialog):
    """Keys down, roles across; an empty cell means that nothing is demanded."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Software and firmware baseline"),
            tr("Software required for each device role. Checklists and the monitor compare against it; empty cells are not checked."),
        )
        self._project = session
        self._roles: list[str] = []
        self._added: list[str] = []
        self.model = _BaselineModel(self, (Head(tr("Item")),))
        self.table = EditTable(tr("Baseline"), self.model, self)
        self.table.horizontalHeader().setDefaultSectionSize(150)
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.reset_requested.connect(self._clear)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.role = QComboBox(self)
        self.role.setEditable(True)
        self.role.setAccessibleName(tr("Role"))
        self.role.setMinimumWidth(180)
        line = self.role.lineEdit()
        if line is not None:
            line.setPlaceholderText(tr("Another role"))
            line.setMaxLength(100)
            line.returnPressed.connect(self.add_role)
        self.more = QPushButton(icons.icon("plus"), tr("Add the role"), self)
        self.more.setAccessibleName(self.more.text())
        self.more.setAutoDefault(False)
        self.more.clicked.connect(lambda _checked=False: self.add_role())
        for widget in (self.role, self.more):
            widget.setEnabled(session.writable)
            self.add_left(widget)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(860, 520)
        self.refresh()

    def roles(self) -> list[str]:
        """The roles that have a column, in their order."""
        return list(self._roles)

    def refresh(self) -> None:
        """Show the current baseline."""
        if not self._project.is_open:
            return
        snapshot = self._project.snapshot
        by_role = baseline(snapshot)
        used = roles_in_use(snapshot)
        proposed = self._roles or sorted(by_role) or used[:_PROPOSED]
        # A column that stood there stays, so that nothing jumps under the hand.
        roles = list(dict.fromkeys([*proposed, *sorted(by_role), *self._added]))
        before, self._roles = self._roles, roles
        heads = (Head(tr("Item")), *(Head(role) for role in roles))
        self.model.set_lines(self._lines(baseline_definitions(), by_role), heads if roles != before else None)
        if roles != before:
            self.table.horizontalHeader().resizeSection(0, 220)
        self.role.clear()
        self.role.addItems([role for role in used if role not in roles])
        self.role.setCurrentText("")

    def set_value(self, key: str, column: int, text: str) -> bool:
        """Apply the value typed for a role; returns False, with the reason shown, if it is invalid."""
        role = self._roles[column - 1]
        definition = baseline_definitions().values[key]
        try:
            value = read_value(definition, text)
        except ValueError:
            problem = QT_TRANSLATE_NOOP("BaselineDialog", "{text} is not a number.")
            self.complain(Refused(Message("BaselineDialog", problem, {"text": text})))
            return False
        if value == baseline(self._project.snapshot).get(role, {}).get(key):
            return True
        wrong = None if value is None else fault(definition, value)
        if wrong is not None:
            self.complaint.show_message("error", tr_message(wrong), "")
            return False
        self.do(self._project, set_baseline_value, role, key, value, done=lambda _: None)
        return True

    def add_role(self) -> None:
        """Give a role a column."""
        role = self.role.currentText().strip()
        if role and role not in self._roles:
            self._added.append(role)
            self.refresh()

    def _lines(self, sheet: Sheet, said: dict[str, dict[str, SheetValue]]) -> list[Line]:
        lines: list[Line] = []
        for group, titles in sheet.groups.items():
            lines.append(Line(f"group:{group}", (), title(titles)))
            for definition in sheet.values.values():
                if definition.group == group:
                    cells = [Cell(title(definition.titles))]
                    cells += [self._cell(definition, said.get(role, {}).get(definition.key)) for role in self._roles]
                    lines.append(Line(definition.key, tuple(cells)))
        return lines

    def _cell(self, definition: SheetDefinition, value: SheetValue | None) -> Cell:
        offered = choices(definition)
        unit = definition.unit if definition.kind is ValueKind.NUMBER and value is not None else ""
        return Cell(
            MISSING if value is None else shown_value(definition, value),
            unit,
            edited=typed_value(definition, value) if self._project.writable else None,
            choices=((_NOTHING, MISSING), *offered) if offered else (),
        )

    def _clear(self, key: str) -> None:
        index: QModelIndex = self.table.currentIndex()
        if index.column() > 0 and self._project.writable:
            self.set_value(key, index.column(), _NOTHING)


def roles_in_use(snapshot: Snapshot) -> list[str]:
    """The roles of devices that run software, the most GPUs first, then the most devices."""
    devices, types = snapshot["device"], snapshot.types
    weights: dict[str, list[int]] = {}
    families = list(Family)
    codes = types.codes("family", devices["type_id"]) if devices.rows else np.empty(0, np.int64)
    gpus = types.codes("gpus", devices["type_id"]) if devices.rows else np.empty(0, np.int64)
    for role, code, count in zip(devices["role"].tolist(), codes.tolist(), gpus.tolist(), strict=True):
        if role and families[code] in _RUNNING:
            weight = weights.setdefault(role, [0, 0])
            weight[0] += count
            weight[1] += 1
    return sorted(weights, key=lambda role: (-weights[role][0], -weights[role][1], role))


class _BaselineModel(PlainTableModel):
    def __init__(self, dialog: BaselineDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        return self._dialog.set_value(str(key), column, "" if value is None else str(value))
