"""Confidence of a fact: a mark and a word."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name, paint_confidence

_MARK = 12
_GAP = 4


class ConfidenceBadge(QWidget):
    """● read, ◐ second-hand, ƒ derived, ○ unverified; `source` is shown in the tooltip."""

    def __init__(self, confidence: str, source: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._confidence = confidence
        self._source = source
        self._with_word = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name()

    def confidence(self) -> str:
        """The confidence shown: one of `marks.CONFIDENCES`."""
        return self._confidence

    def set_confidence(self, confidence: str, source: str = "") -> None:
        """Show another confidence."""
        self._confidence = confidence
        self._source = source
        self._name()
        self.updateGeometry()
        self.update()

    def set_with_word(self, with_word: bool) -> None:
        """Show mark and word, or only the mark if space is limited; the tooltip then starts with the word."""
        if with_word != self._with_word:
            self._with_word = with_word
            self._name()
            self.updateGeometry()
            self.update()

    def full_width(self) -> int:
        """Width of mark and word, px."""
        return int(badge_width(self._confidence) + 0.99)

    def sizeHint(self) -> QSize:
        if not self._with_word:
            return QSize(_MARK, 16)
        width = fonts.text_width(confidence_name(self._confidence), "caption")
        return QSize(int(width + 0.99) + _MARK + _GAP, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self._with_word:
            paint_badge(painter, rect, self._confidence)
        else:
            paint_confidence(painter, rect, self._confidence)

    def _name(self) -> None:
        word = confidence_name(self._confidence)
        self.setAccessibleName(word)
        source_text = self._source or word
        self.setToolTip(source_text if self._with_word or not self._source else f"{word}: {source_text}")


def badge_width(confidence: str) -> float:
    """Width of mark and word, px."""
    return fonts.text_width(confidence_name(confidence), "caption") + _MARK + _GAP


def paint_badge(painter: QPainter, rect: QRectF, confidence: str) -> None:
    """Draw mark and word from the left edge of `rect`."""
    paint_confidence(painter, QRectF(rect.left(), rect.top(), _MARK, rect.height()), confidence)
    words = rect.adjusted(_MARK + _GAP, 0, 1, 0)
    painting.text(painter, words, confidence_name(confidence), fonts.font("caption"), theme.current().text.secondary)
