"""The common file and folder dialog: it is destroyed once it is answered.

A closed Qt file dialog keeps a thread, two file watches and about 4 MB until its parent is deleted; for the window, never.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def file_dialog(parent: QWidget, title: str, folder: str = "", filters: str = "") -> QFileDialog:
    """A dialog to be opened, not executed: the caller connects `fileSelected` or `filesSelected` first."""
    dialog = QFileDialog(parent, title, folder, filters)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
