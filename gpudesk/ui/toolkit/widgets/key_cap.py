"""Keys as drawn next to their action."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme

_PADDING = 5
_HEIGHT = 16


def key_cap_width(keys: str) -> float:
    """How wide the frame of `keys` is, px."""
    return fonts.text_width(keys, "caption") + 2 * _PADDING


def paint_key_cap(painter: QPainter, rect: QRectF, keys: str) -> None:
    """Draw the frame at the right end of `rect`, in the middle of its height."""
    colours = theme.current()
    width = key_cap_width(keys)
    cap = QRectF(rect.right() - width, rect.top() + (rect.height() - _HEIGHT) / 2, width, _HEIGHT)
    painting.frame(painter, cap, None, colours.border.default, theme.radius("mark"))
    ink = colours.text.secondary
    painting.text(painter, cap, keys, fonts.font("caption"), ink, Qt.AlignmentFlag.AlignHCenter)
