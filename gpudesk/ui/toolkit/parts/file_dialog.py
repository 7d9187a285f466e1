"""The one way to ask for a file or folder: the dialog is destroyed once it was answered.

A file dialog of Qt that only closes keeps a thread, two file watches and some 4 MB until its parent goes, which for the window is never.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def file_dialog(parent: QWidget, title: str, folder: str = "", filters: str = "") -> QFileDialog:
    """A dialog that is to be opened, not executed: whoever asks connects `fileSelected` or `filesSelected` first."""
    dialog = QFileDialog(parent, title, folder, filters)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
