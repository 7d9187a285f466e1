"""Texts of Qt's own file dialog, shown where the desktop has none, that its Spanish file does not have.

Qt asks for these itself.
"""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP

FILE_DIALOG_TEXTS = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
)
