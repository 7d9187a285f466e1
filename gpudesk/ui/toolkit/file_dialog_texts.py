"""Texts of the Qt file dialog (used if the desktop has none) that are missing in the Spanish Qt translation.

Qt requests these itself.
"""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP

FILE_DIALOG_TEXTS = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
)
