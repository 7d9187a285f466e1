"""How large a dialog with much in it begins."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog

_LARGE = 2000
_BESIDE, _OVER = 32, 48


def room_for(dialog: QDialog, size: tuple[int, int], large: tuple[int, int]) -> QSize:
    """A size on a standard and one on a large screen, no larger than the window below it, or than the screen if there is none."""
    below = dialog.parentWidget()
    around = below.window().size() if below is not None else dialog.screen().availableGeometry().size()
    wide, high = large if around.width() >= _LARGE else size
    return QSize(min(wide, around.width() - _BESIDE), min(high, around.height() - _OVER))
