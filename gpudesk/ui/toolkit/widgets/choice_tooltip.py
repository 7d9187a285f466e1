"""The whole text of a choice that may be longer than its field."""

from PySide6.QtWidgets import QComboBox


def show_whole_text(choice: QComboBox) -> None:
    """Keep the chosen text in the tooltip of a choice: the field elides what does not fit."""
    choice.currentTextChanged.connect(choice.setToolTip)
    choice.setToolTip(choice.currentText())
