"""A few facts of a type below each other, as narrow as a dock: label, value, confidence."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpudesk.ui.panels.catalog.fact_text import FactLine
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.confidence_badge import badge_width, paint_badge
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name, paint_confidence

_ROW = 22
_GAP = 8
_MARK = 12
_LABEL_SHARE = 0.42


class FactSheet(QWidget):
    """Draws its rows itself; without room for both, the confidence text is replaced with its mark."""

    def __init__(self, rows: int, parent: QWidget | None = None) -> None:
        """`rows` is the room it takes, however many facts there are, so that nothing moves when they change."""
        super().__init__(parent)
        self._rows = rows
        self._facts: tuple[FactLine, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_facts(self, facts: Sequence[FactLine]) -> None:
        """Show these."""
        self._facts = tuple(facts)
        lines = [f"{fact.label}: {fact.value} ({confidence_name(fact.confidence)})" for fact in facts]
        self.setAccessibleName("; ".join(lines))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(180, _ROW * self._rows)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = event.pos().y() // _ROW
            if 0 <= row < len(self._facts):
                fact = self._facts[row]
                QToolTip.showText(event.globalPos(), f"{fact.label}: {fact.value}\n{fact.origin}".rstrip(), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        widest = max((fonts.text_width(fact.label, "body") for fact in self._facts), default=0.0)
        values = max((fonts.text_width(fact.value, "body", tabular=True) for fact in self._facts), default=0.0)
        badges = max((badge_width(fact.confidence) for fact in self._facts), default=0.0)
        # Labels have what values and marks leave, and a fair share where that is too little for all.
        label_width = min(widest, max(self.width() - values - _MARK - 2 * _GAP, self.width() * _LABEL_SHARE))
        words = label_width + values + badges + 2 * _GAP <= self.width()
        badge_room = badges if words else float(_MARK)
        for number, fact in enumerate(self._facts):
            row = QRectF(0, number * _ROW, self.width(), _ROW)
            painting.text(painter, QRectF(0, row.top(), label_width + 1, _ROW), fact.label, fonts.font("body"), colours.text.secondary)
            room = QRectF(label_width + _GAP, row.top(), self.width() - label_width - badge_room - 2 * _GAP, _ROW)
            painting.text(painter, room, fact.value, fonts.font("body", tabular=True), colours.text.primary)
            badge = QRectF(self.width() - badge_room, row.top(), badge_room, _ROW)
            if words:
                paint_badge(painter, badge, fact.confidence)
            else:
                paint_confidence(painter, badge, fact.confidence)
