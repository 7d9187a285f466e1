"""Placement of a popover: next to its target, never over it."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize

POINTER = 9
MARGIN = 8
# The pointer keeps clear of the round corners.
_CORNER = 14


@dataclass(frozen=True, slots=True)
class Placement:
    """`body` is the frame; the pointer goes from its `side` (for "left", the target is on the left) to `tip`."""

    body: QRect
    side: str
    tip: QPoint


def place_popover(size: QSize, target: QRect, bounds: QRect) -> Placement:
    """The best placement of a frame of `size` next to `target`, all in one coordinate system.

    Below is preferred, then above, right and left. If no side has enough space, the one with the most is used, and the
    frame is cut off by the bounds rather than placed over the target.
    """
    area = bounds.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    # How much room is left over on each side once frame and pointer stand there.
    spare = {
        "top": area.bottom() - target.bottom() - POINTER - size.height(),
        "bottom": target.top() - area.top() - POINTER - size.height(),
        "left": area.right() - target.right() - POINTER - size.width(),
        "right": target.left() - area.left() - POINTER - size.width(),
    }
    side = next((name for name, room in spare.items() if room >= 0), max(spare, key=lambda name: spare[name]))
    middle = target.center()
    if side in {"top", "bottom"}:
        left = _within(middle.x() - size.width() // 2, area.left(), area.right() - size.width() + 1)
        tip_x = _within(middle.x(), left + _CORNER, left + size.width() - _CORNER)
        if side == "top":
            body = QRect(QPoint(left, target.bottom() + 1 + POINTER), size)
            return Placement(body, side, QPoint(tip_x, target.bottom() + 1))
        body = QRect(QPoint(left, target.top() - POINTER - size.height()), size)
        return Placement(body, side, QPoint(tip_x, target.top() - 1))
    top = _within(middle.y() - size.height() // 2, area.top(), area.bottom() - size.height() + 1)
    tip_y = _within(middle.y(), top + _CORNER, top + size.height() - _CORNER)
    if side == "left":
        body = QRect(QPoint(target.right() + 1 + POINTER, top), size)
        return Placement(body, side, QPoint(target.right() + 1, tip_y))
    body = QRect(QPoint(target.left() - POINTER - size.width(), top), size)
    return Placement(body, side, QPoint(target.left() - 1, tip_y))


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))
