"""The format and the file of an import or export, and the buttons that look for the file."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QWidget

from gpudesk.disk.paths import BadPath, is_folder, path_from_text
from gpudesk.operations.exchange.format import Format
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.icon_button import IconButton

tr = text_context("FileFields")


class FileFields(Form):
    """Two rows: the format with its content, and the path.

    Signals:
        changed(): the format or the path changed.
    """

    changed = Signal()

    def __init__(self, formats: Sequence[Format], title: str, *, saving: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._formats = {file_format.name: file_format for file_format in formats}
        self._title = title
        self._saving = saving
        self.kind = QComboBox(self)
        for format_row in formats:
            self.kind.addItem(_said(format_row.title), format_row.name)
        self.path_field = QLineEdit(self)
        self.browse_button = IconButton("open", tr("Choose a file"), self)
        self.folder_button = IconButton("folder", tr("Choose a folder"), self)
        self._hint = self.add(tr("Format"), self.kind, " ")
        self.note = self.add(tr("File"), self.path_field, "")
        # Next to the field and not in a widget with it, where the focus ring would be cut off.
        for column, button in enumerate((self.browse_button, self.folder_button), 2):
            self._grid.addWidget(button, self._rows - 1, column, Qt.AlignmentFlag.AlignTop)
        self.kind.currentIndexChanged.connect(self._other_kind)
        self.path_field.textChanged.connect(self._other_path)
        self.browse_button.clicked.connect(self._browse)
        self.folder_button.clicked.connect(self._browse_folder)
        self._show_kind()

    @property
    def format(self) -> Format:
        """The chosen format."""
        return self._formats[str(self.kind.currentData())]

    @property
    def path(self) -> Path | None:
        """The entered path, None for an empty field."""
        return path_from_text(self.path_field.text())

    def say(self, problem: BadPath | None, otherwise: str = "") -> None:
        """Show an error or a remark below the path; "" for nothing."""
        self.note.set_ink("text.tertiary" if problem is None else "severity.error")
        self.note.setText(otherwise if problem is None else tr_message(problem.message))

    def choose(self, path: Path) -> None:
        """Take a path; where the format has no such files and another has, that one is taken."""
        suffix = path.suffix.lower()
        if suffix and suffix not in self.format.suffixes:
            fitting = next((name for name, file_format in self._formats.items() if suffix in file_format.suffixes), None)
            if fitting is not None:
                self.kind.setCurrentIndex(self.kind.findData(fitting))
        self.path_field.setText(str(path))

    def _other_kind(self) -> None:
        self._show_kind()
        path = self.path
        if self._saving and path is not None and path.name:
            self.path_field.setText(str(path.with_suffix(self.format.suffixes[0])))
        self.changed.emit()

    def _show_kind(self) -> None:
        self._hint.setText(_said(self.format.hint))
        self.folder_button.setVisible(self.format.folder)

    def _other_path(self) -> None:
        self.changed.emit()

    def _browse(self) -> None:
        every = " ".join(f"*{suffix}" for file_format in self._formats.values() for suffix in file_format.suffixes)
        own = " ".join(f"*{suffix}" for suffix in self.format.suffixes)
        dialog = self._dialog(f"{_said(self.format.title)} ({own})" if self._saving else tr("Lists ({suffixes})").format(suffixes=every))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile if self._saving else QFileDialog.FileMode.ExistingFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave if self._saving else QFileDialog.AcceptMode.AcceptOpen)
        if self._saving:
            dialog.setDefaultSuffix(self.format.suffixes[0].lstrip("."))
        dialog.open()

    def _browse_folder(self) -> None:
        dialog = self._dialog("")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def _dialog(self, filters: str) -> QFileDialog:
        path = self.path
        folder = path.parent if path is not None and is_folder(path.parent) else documents_folder()
        dialog = file_dialog(self, self._title, str(folder), filters)
        dialog.fileSelected.connect(lambda name: self.choose(Path(name)))
        return dialog


def _said(text: str) -> str:
    return QCoreApplication.translate("formats", text)
