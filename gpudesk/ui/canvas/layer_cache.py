"""The picture of the static parts of a view: painted once, shifted when the drawing is panned."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap, QRegion

Paint = Callable[[QPainter, QRect], None]
"""Paints the content of a rectangle in logical px, to which the painter is clipped."""


class KeptPicture:
    """A pixmap of the size of a view, with its stale regions."""

    def __init__(self) -> None:
        self._pixmap = QPixmap()
        self._stale = True
        self._moved = (0, 0)

    @property
    def stale(self) -> bool:
        """Whether all of it must be repainted."""
        return self._stale

    def forget(self) -> None:
        """Mark all of it for repainting."""
        self._stale = True
        self._moved = (0, 0)

    @property
    def is_kept(self) -> bool:
        """Whether there is a picture, stale or not: it takes four bytes for each device pixel of the view."""
        return not self._pixmap.isNull()

    def let_go(self) -> None:
        """Free the picture; the next one is painted from nothing."""
        self._pixmap = QPixmap()
        self.forget()

    def shift(self, dx: int, dy: int) -> None:
        """The drawing moved by whole device pixels."""
        self._moved = (self._moved[0] + dx, self._moved[1] + dy)

    def pixmap(self, width: float, height: float, ratio: float, paint: Paint) -> QPixmap:
        """The current picture, for a view of `width` × `height` logical px; `paint` is called for stale regions."""
        size = QSize(max(1, round(width * ratio)), max(1, round(height * ratio)))
        if self._pixmap.size() != size or self._pixmap.devicePixelRatio() != ratio:
            self._pixmap = QPixmap(size)
            self._pixmap.setDevicePixelRatio(ratio)
            self._stale = True
        dx, dy = self._moved
        self._moved = (0, 0)
        whole = QRect(QPoint(), size)
        missing = QRegion(whole)
        if not self._stale and abs(dx) < size.width() and abs(dy) < size.height():
            if dx or dy:
                self._pixmap.scroll(dx, dy, whole)
            missing -= QRegion(whole.translated(dx, dy))
        self._stale = False
        if not missing.isEmpty():
            painter = QPainter(self._pixmap)
            try:
                for rect in _rects(missing):
                    part = _logical(rect, ratio)
                    painter.setClipRect(part)
                    paint(painter, part)
            finally:
                painter.end()
        return self._pixmap


def _logical(rect: QRect, ratio: float) -> QRect:
    """The least rectangle of whole logical px around one of device px."""
    return QRectF(rect.x() / ratio, rect.y() / ratio, rect.width() / ratio, rect.height() / ratio).toAlignedRect()


def _rects(region: QRegion) -> list[QRect]:
    """The rectangles of a region, which is a sequence although its type stubs do not declare it."""
    return [rect for rect in region]  # type: ignore[attr-defined]  # noqa: C416
