"""The site sheet: every constant of the site, edited in place; each edit is a step of the history."""

from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QCheckBox, QHeaderView, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.project.site_sheet import fault, site_definitions, site_sheet
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Head, PlainTableModel
from gpudesk.ui.toolkit.parts.sheet_rows import count_values, read_value, site_lines
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("SiteSheetDialog")

_WIDTHS = (290, 150, 72, 116, 116, 190)


class SiteSheetDialog(DeskDialog):
    """Checks and totals use only these values; values not set in the project have a default with its source."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Site sheet"),
            tr("Limits and constants used by checks and calculations. Each change is a step that can be undone."),
        )
        self._project = session
        self.search = SearchField(tr("Search the sheet"), tr("Name, unit or source"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self.refresh)
        self.add_beside_heading(self.search)
        heads = (
            Head(tr("Value")),
            Head(tr("Here")),
            Head(tr("Default"), right=True),
            Head(tr("Limits"), right=True),
            Head(tr("Confidence"), right=True),
            Head(tr("Source")),
            Head(""),
        )
        self.model = _SiteModel(self, heads)
        self.table = EditTable(tr("Site sheet"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate(_WIDTHS):
            head.resizeSection(column, width)
        head.setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
        head.resizeSection(6, 104)
        self.table.cell_pressed.connect(self._pressed)
        self.table.reset_requested.connect(self.reset)
        self.search.left_down.connect(self.table.setFocus)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.only_said = QCheckBox(tr("Only values set here"), self)
        self.only_said.toggled.connect(self.refresh)
        self.add_left(self.only_said)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(1080, 640)
        self.refresh()

    def refresh(self) -> None:
        """Show the current sheet."""
        if not self._project.is_open:
            return
        sheet = self._project.snapshot.cached(site_sheet)
        words = self.search.text()
        lines = site_lines(sheet, words, only_said=self.only_said.isChecked(), writable=self._project.writable)
        self.model.set_lines(lines)
        total = len(sheet.definitions.values)
        shown_count = count_values(lines)
        text = tr("{found} of {total}").format(found=shown_count, total=total) if shown_count != total else str(total)
        self.search.set_count_text(text)

    def set_value(self, key: str, text: str) -> bool:
        """Apply the typed value; returns False, with the reason shown, if it is invalid."""
        definition = site_definitions().values[key]
        sheet = self._project.snapshot.cached(site_sheet)
        try:
            value = read_value(definition, text, sheet.value(key))
        except ValueError:
            problem = QT_TRANSLATE_NOOP("SiteSheetDialog", "{text} is not a number.")
            self.complain(Refused(Message("SiteSheetDialog", problem, {"text": text})))
            return False
        if value is None:
            self.reset(key)
            return True
        if value == sheet.value(key):
            return True
        wrong = fault(definition, value)
        if wrong is not None:
            self.complaint.show_message("error", tr_message(wrong), "")
            return False
        self.do(self._project, set_site_value, key, value, done=lambda _: None)
        return True

    def reset(self, key: str) -> None:
        """Go back to the default of a value."""
        if self._project.writable and key in self._project.snapshot.cached(site_sheet).said:
            self.do(self._project, set_site_value, key, None, done=lambda _: None)

    def _pressed(self, index: QModelIndex) -> None:
        self.reset(str(self.model.line(index.row()).key))


class _SiteModel(PlainTableModel):
    def __init__(self, dialog: SiteSheetDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        del column
        return self._dialog.set_value(str(key), str(value))
