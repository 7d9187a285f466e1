"""Choose the state to compare the project with: a version, the state before a step of its history, or another file."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QHeaderView, QPushButton, QWidget

from gpudesk.operations.project.state_before_step import state_before
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.suffix import SUFFIX
from gpudesk.project.versions import version_snapshot
from gpudesk.ui.panels.comparison.comparing import Comparing, Load
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.times import full_time, short_time
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("CompareDialog")

MOST_STEPS = 200
"""Of a long history only the last steps are offered."""


def of_version(document: Document, version_id: int) -> Load:
    """Reads a version of the project itself."""
    return lambda: (version_snapshot(document, version_id), True)


def of_step(document: Document, step_id: int) -> Load:
    """Reads the state before a step of the project itself."""
    return lambda: (state_before(document, step_id), True)


def of_file(path: Path, uid: str) -> Load:
    """Reads another file, which is opened for reading only and looked through for damage.

    Args:
        uid: of the project that is compared with it.
    """

    def load() -> tuple[Snapshot, bool]:
        with Document.open(path, write=False) as other:
            other.quick_check()
            return other.snapshot, other.uid == uid

    return load


class CompareDialog(DeskDialog):
    """Versions first, then the last steps; a button opens another file."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(
            tr("Compare with…"),
            tr("Objects added, removed, moved and changed since then are shown on the floor and in the racks."),
        )
        self._project = session
        self._comparing = Comparing.of(session)
        self.model = PlainTableModel((Head(tr("State")), Head(tr("When")), Head(tr("Note"))), self)
        self.table = EditTable(tr("States"), self.model, self)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        head = self.table.horizontalHeader()
        head.resizeSection(0, 320)
        head.resizeSection(1, 110)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.activated.connect(lambda _index: self.compare())
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._choose())
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.file = QPushButton(icons.icon("file"), tr("Another file…"), self)
        self.file.setAutoDefault(False)
        self.file.setAccessibleName(self.file.text())
        self.file.clicked.connect(self.ask_file)
        self.add_left(self.file)
        self.add_buttons(tr("Compare"), self.compare)
        session.closed.connect(self.reject)
        self.resize(680, 440)
        self._names: dict[tuple[str, int], str] = {}
        self._choose()
        document = session.document
        if document is not None:
            self.read(session, document.versions, self._list)

    def compare(self) -> None:
        """Compare with the chosen state."""
        chosen, document = self._chosen(), self._project.document
        if chosen is not None and document is not None:
            load = of_version(document, chosen[1]) if chosen[0] == "version" else of_step(document, chosen[1])
            self._begin(self._names[chosen], load)

    def ask_file(self) -> None:
        """Ask for another project file."""
        filters = tr("GPU Desk projects (*{suffix})").format(suffix=SUFFIX)
        dialog = file_dialog(self, tr("Compare with a file"), str(documents_folder()), filters)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.compare_with(Path(name)))
        dialog.open()

    def compare_with(self, path: Path) -> None:
        """Compare with another file; a reading error is shown here."""
        document = self._project.document
        if document is not None:
            self._begin(path.name, of_file(path, document.uid))

    def _begin(self, title: str, load: Load) -> None:
        self.listen(self._project)
        self._work(False)
        job = self._comparing.begin(title, load)
        job.ended.connect(self._ended)

    def _ended(self, good: bool) -> None:
        self._choose()
        if good:
            self.accept()

    def _chosen(self) -> tuple[str, int] | None:
        index = self.table.currentIndex()
        key = self.model.line(index.row()).key if index.isValid() else None
        return key if key in self._names else None

    def _choose(self) -> None:
        self.set_verb(tr("Compare"), enabled=self._chosen() is not None)

    def _list(self, versions: list[tuple[int, str, str, str, int]]) -> None:
        lines = []
        if versions:
            lines.append(Line("versions", (), tr("Versions of this project")))
        for version_id, name, note, at_utc, _ in reversed(versions):
            self._names["version", version_id] = name
            lines.append(self._line(("version", version_id), name, "version", at_utc, note))
        steps = [step for step in self._project.history if step.done][-MOST_STEPS:]
        if steps:
            lines.append(Line("steps", (), tr("Before a step of the history")))
        for step in reversed(steps):
            title = tr("before “{step}”").format(step=tr_message(step.message))
            self._names["step", step.id] = title
            lines.append(self._line(("step", step.id), title, "undo", step.at_utc, ""))
        self.model.set_lines(lines)
        first = next((row for row, line in enumerate(lines) if not line.group), None)
        if first is not None:
            self.table.selectRow(first)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._choose()

    def _line(self, key: tuple[str, int], name: str, icon: str, at_utc: str, note: str) -> Line:
        when = Cell(short_time(at_utc), step="caption", ink="text.secondary", tool_tip=full_time(at_utc))
        return Line(key, (Cell(name, icon=icon), when, Cell(note, step="caption", ink="text.secondary")))
