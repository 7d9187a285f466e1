"""The named versions of a project: kept, compared with now or with another file, gone back to, dropped."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QHeaderView, QPushButton, QSplitter, QVBoxLayout, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.totals.comparison import Comparison, compared
from gpudesk.operations.project.version_operations import delete_version, restore_version, save_version
from gpudesk.project.suffix import SUFFIX
from gpudesk.project.versions import version_snapshot
from gpudesk.ui.app.dialogs.compare_with import of_file, of_version
from gpudesk.ui.panels.comparison.comparing import Comparing, Load
from gpudesk.ui.panels.comparison.difference_rows import counts, difference_lines, sort_title
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.inline_prompt import InlinePrompt
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.parts.times import full_time, short_time
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("VersionsDialog")

_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Version:
    """One kept version."""

    id: int
    name: str
    note: str
    at_utc: str
    revision: int


class VersionsDialog(DeskDialog):
    """Versions above, changes since the chosen one below."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, keep: bool = False) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Versions"), tr("A version is a named copy of the whole plan, saved in the file. Restoring a version can be undone.")
        )
        self._project = session
        self._versions: list[Version] = []
        self._comparison: Comparison | None = None
        self._drawn: tuple[str, Load] | None = None
        self._asked: str = ""
        self._name = ""
        self._make_tables()
        self.prompt = InlinePrompt(self)
        self.prompt.answered.connect(self._answered)
        self.body.addWidget(self.prompt)
        self.keep = self._left_button("plus", tr("Save this state…"), self.ask_name)
        self.file = self._left_button("file", tr("Compare with a file…"), self.ask_file)
        self.draw = self._left_button("compare", tr("Show in the drawings"), self.show_drawn)
        self.drop = self._left_button("delete", tr("Delete…"), self.ask_delete)
        self.add_buttons(tr("Restore it"), self.go_back, close=tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(880, 620)
        self.refresh()
        if keep:
            self.ask_name()

    # showing

    def refresh(self) -> None:
        """Reload the versions, and compare the chosen one with the current state."""
        document = self._project.document
        if document is not None:
            self.read(self._project, lambda: [Version(*row) for row in document.versions()], self._list)

    def version(self) -> Version | None:
        """The chosen version."""
        index = self.table.currentIndex()
        key = self.model.line(index.row()).key if index.isValid() else None
        return next((version for version in self._versions if version.id == key), None)

    def _list(self, versions: list[Version]) -> None:
        chosen = self.version()
        self._versions = versions[::-1]
        lines = []
        for version in self._versions:
            when = Cell(short_time(version.at_utc), step="caption", ink="text.secondary", tool_tip=full_time(version.at_utc))
            lines.append(
                Line(version.id, (Cell(version.name, icon="version"), when, Cell(version.note, step="caption", ink="text.secondary")))
            )
        self.model.set_lines(lines)
        row = None if chosen is None else self.model.row_of(chosen.id)
        if row is None and lines:
            row = 0
        if row is not None:
            self.table.selectRow(row)
        self._choose()

    def _choose(self) -> None:
        version, document = self.version(), self._project.document
        self.drop.setEnabled(version is not None and self._project.writable)
        self.keep.setEnabled(self._project.writable)
        self.set_verb(tr("Restore it"), enabled=False)
        if version is None or document is None:
            self._show_note(tr("No version saved yet"), tr("Save one before a large change, or at a handover."))
            return
        now = self._project.snapshot

        def work() -> Comparison:
            then = version_snapshot(document, version.id)
            return compared(then, now, same_project=True).make_ready()

        self.read(self._project, work, lambda comparison: self._compared(comparison, version))

    def _compared(self, comparison: Comparison, version: Version) -> None:
        if self.version() != version or comparison.right is not self._project.snapshot:
            return
        title = tr("Since “{name}”").format(name=version.name)
        document = self._project.document
        self._drawn = None if document is None else (version.name, of_version(document, version.id))
        self._show_comparison(comparison, title, tr("Nothing has changed since then"))
        self.set_verb(tr("Restore it"), enabled=self._project.writable and len(comparison.differences) > 0)

    def _show_comparison(self, comparison: Comparison, title: str, same: str) -> None:
        self._comparison = comparison
        self.draw.setEnabled(self._drawn is not None and len(comparison.differences) > 0)
        lines = difference_lines(comparison)
        count_texts = [f"{sort_title(sort)} {count}" for sort, count in counts(comparison).items() if count]
        self.header.set_title(title, " · ".join(count_texts))
        self.differences.set_lines(lines)
        if lines:
            self.note.hide()
            self.difference_table.show()
        else:
            self._show_note(same, "")

    def _show_note(self, sentence: str, detail: str) -> None:
        self._comparison = None
        self.draw.setEnabled(False)
        if not detail:
            self.note.say("ok", sentence)
        else:
            self.note.say(None, sentence, detail)
            self.header.set_title(tr("Changes"))
        self.difference_table.hide()
        self.note.show()

    # doing

    def ask_name(self) -> None:
        """Ask for a name for the current state."""
        self._asked = "name"
        self.prompt.ask(tr("Name of the version"), tr("Save"), most=_LONGEST_NAME)

    def ask_delete(self) -> None:
        """Confirm the deletion of a version, which cannot be undone."""
        version = self.version()
        if version is not None:
            self._asked = "delete"
            question = tr("This cannot be undone. Type {name} to delete it").format(name=version.name)
            self.prompt.ask(question, tr("Delete permanently"), most=_LONGEST_NAME)

    def ask_file(self) -> None:
        """Ask for another project file and compare the current state with it."""
        filters = tr("GPU Desk projects (*{suffix})").format(suffix=SUFFIX)
        dialog = file_dialog(self, tr("Compare with a file"), str(documents_folder()), filters)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.compare_with(Path(name)))
        dialog.open()

    def compare_with(self, path: Path) -> None:
        """Show what differs from another file to the present state."""
        now, document = self._project.snapshot, self._project.document
        if document is None:
            return
        uid = document.uid

        def work() -> Comparison:
            other, same_project = of_file(path, uid)()
            return compared(other, now, same_project=same_project).make_ready()

        def shown(comparison: Comparison) -> None:
            title = tr("From {file} to this project").format(file=path.name)
            self._drawn = (path.name, of_file(path, uid))
            self._show_comparison(comparison, title, tr("Both contain the same plan"))
            self.set_verb(tr("Restore it"), enabled=False)

        self.read(self._project, work, shown)

    def show_drawn(self) -> None:
        """Show the differences on floor and racks, next to this dialog."""
        if self._drawn is not None:
            Comparing.of(self._project).begin(*self._drawn)

    def go_back(self) -> None:
        """Bring the project back to the chosen version, as one step."""
        version, comparison = self.version(), self._comparison
        if version is not None and comparison is not None:
            self.do(self._project, restore_version, comparison.left, version.name, done=lambda _: self.refresh())

    def done(self, result: int) -> None:
        """Close the dialog; a version that already has a name is kept, with the current text of its note."""
        if self._asked == "note" and self.prompt.isVisible():
            self._asked = ""
            self._project.do(save_version, self._name, self.prompt.field.text())
        super().done(result)

    def _answered(self, text: str) -> None:
        if self._asked == "name":
            self._name = text
            self._asked = "note"
            self.prompt.ask(tr("A note for “{name}”").format(name=text), tr("Save"), optional=True)
        elif self._asked == "note":
            self.do(self._project, save_version, self._name, text, done=lambda _: self.refresh())
        elif self._asked == "delete":
            self._delete(text)

    def _delete(self, typed: str) -> None:
        version = self.version()
        if version is None:
            return
        if typed != version.name:
            text = QT_TRANSLATE_NOOP("VersionsDialog", "{typed} is not the name of the selected version; nothing was deleted.")
            self.complain(Refused(Message("VersionsDialog", text, {"typed": typed})))
            return
        self.do(self._project, delete_version, version.id, done=lambda _: self.refresh())

    # making

    def _make_tables(self) -> None:
        self.model = PlainTableModel((Head(tr("Version")), Head(tr("Saved")), Head(tr("Note"))), self)
        self.table = DeskTable(tr("Versions"), self)
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.horizontalHeader().resizeSection(0, 260)
        self.table.horizontalHeader().resizeSection(1, 110)
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._choose())
        self.header = DockHeader(tr("Changes"))
        heads = (Head(tr("Item")), Head(tr("Kind")), Head(tr("Change")))
        self.differences = PlainTableModel(heads, self)
        self.difference_table = EditTable(tr("Differences"), self.differences, self)
        head = self.difference_table.horizontalHeader()
        head.resizeSection(0, 220)
        head.resizeSection(1, 120)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.note = QuietNote(self)
        lower = QWidget(self)
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.difference_table, 1)
        column.addWidget(self.note, 1)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.table)
        splitter.addWidget(lower)
        splitter.setSizes([200, 320])
        self.let_body_fill()
        self.body.addWidget(splitter, 1)

    def _left_button(self, icon: str, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(icons.icon(icon), text, self)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: slot())
        self.add_left(button)
        return button
