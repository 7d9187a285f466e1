"""The first sheets of a hand-over on the screen."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.reports.layout.page import Page
from gpudesk.ui.printing.painter import UNITS_PER_MM, paint
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("SheetView")

_MARGIN = 10


class SheetView(QWidget):
    """One sheet on the table, as large as there is room; Page Up and Page Down turn the leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: list[Page] = []
        self._at = 0
        self._said = ""
        self._kept: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(360, 320)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Preview"))

    @property
    def number(self) -> int:
        """Which of the sheets is shown, from 1; 0 without any."""
        return self._at + 1 if self._pages else 0

    @property
    def count(self) -> int:
        """How many sheets can be looked at."""
        return len(self._pages)

    def show_pages(self, pages: list[Page], said: str = "") -> None:
        """Show other sheets; `said` is shown if there are none."""
        self._pages, self._said = pages, said
        self._at = min(self._at, max(len(pages) - 1, 0))
        self._refresh()

    def turn(self, leaves: int) -> None:
        """Go some sheets on, or back."""
        self._at = min(max(self._at + leaves, 0), max(len(self._pages) - 1, 0))
        self._refresh()

    def sizeHint(self) -> QSize:
        return QSize(460, 420)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        leaves = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if leaves is None:
            super().keyPressEvent(event)
        else:
            self.turn(leaves)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = theme.current()
        painter.fillRect(self.rect(), shown.surface.sunken)
        if not self._pages:
            painter.setPen(QPen(shown.text.tertiary))
            painter.setFont(fonts.font("body"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._said)
        else:
            place = self._place()
            painter.drawImage(place, self._picture(place))
            painter.setPen(QPen(shown.border.default))
            painter.drawRect(place)
        if self.hasFocus():
            painter.setPen(QPen(shown.focus_ring, 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _place(self) -> QRectF:
        sheet = self._pages[self._at].sheet
        wide, high = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN
        scale = min(wide / sheet.width_mm, high / sheet.height_mm)
        width, height = sheet.width_mm * scale, sheet.height_mm * scale
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def _picture(self, place: QRectF) -> QImage:
        """Picture of the sheet, drawn once for each size."""
        ratio = self.devicePixelRatioF()
        size = QSize(round(place.width() * ratio), round(place.height() * ratio))
        if self._kept is None or self._kept.size() != size:
            image = QImage(size, QImage.Format.Format_RGB32)
            image.fill(0xFFFFFFFF)
            painter = QPainter(image)
            scale = size.width() / (self._pages[self._at].sheet.width_mm * UNITS_PER_MM)
            painter.scale(scale, scale)
            paint(painter, self._pages[self._at])
            painter.end()
            self._kept = image
        return self._kept

    def _refresh(self) -> None:
        self._kept = None
        self.setAccessibleDescription(tr("Sheet {number} of {count}").format(number=self.number, count=self.count))
        self.update()
