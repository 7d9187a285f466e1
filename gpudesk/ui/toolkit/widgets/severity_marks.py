"""The marks of severity and of confidence: shapes first, colors second."""

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.toolkit import fonts, icons
from gpudesk.ui.toolkit.theme import theme

ERROR, WARNING, INFO, OK = "error", "warning", "info", "ok"
_SEVERITY_NAMES = {
    ERROR: QT_TRANSLATE_NOOP("Marks", "error"),
    WARNING: QT_TRANSLATE_NOOP("Marks", "warning"),
    INFO: QT_TRANSLATE_NOOP("Marks", "note"),
    OK: QT_TRANSLATE_NOOP("Marks", "OK"),
}
# Word and mark of each kind of origin of a fact.
_CONFIDENCE = {
    "read": (QT_TRANSLATE_NOOP("Marks", "read"), "disc"),
    "exact": (QT_TRANSLATE_NOOP("Marks", "exact"), "disc"),
    "secondary": (QT_TRANSLATE_NOOP("Marks", "second-hand"), "half"),
    "calibrated": (QT_TRANSLATE_NOOP("Marks", "calibrated"), "half"),
    "derived": (QT_TRANSLATE_NOOP("Marks", "derived"), "function"),
    "memory": (QT_TRANSLATE_NOOP("Marks", "unverified"), "ring"),
    "rule of thumb": (QT_TRANSLATE_NOOP("Marks", "rule of thumb"), "ring"),
}
CONFIDENCES = tuple(_CONFIDENCE)
SEVERITY_ORDER = (ERROR, WARNING, INFO, OK)


def severity_name(severity: str) -> str:
    """The name of a severity in the person's language.

    Raises:
        KeyError: there is no such severity.
    """
    return QCoreApplication.translate("Marks", _SEVERITY_NAMES[severity])


def confidence_name(confidence: str) -> str:
    """Name of a confidence level, in the user's language.

    Raises:
        KeyError: unknown confidence.
    """
    return QCoreApplication.translate("Marks", _CONFIDENCE[confidence][0])


def worst(severities: list[str]) -> str | None:
    """The worst of some severities; None of none."""
    return min(severities, key=SEVERITY_ORDER.index, default=None)


def paint_severity(painter: QPainter, rect: QRect | QRectF, severity: str) -> None:
    """Draw the shape of a severity in its color, as large as fits into `rect`."""
    icons.paint(painter, f"severity-{severity}", rect, theme.current().severity[severity].colour)


def paint_confidence(painter: QPainter, rect: QRect | QRectF, confidence: str, ink: QColor | None = None) -> None:
    """Draw the mark of a confidence in the center of `rect`, for a caption next to it."""
    shape = _CONFIDENCE[confidence][1]
    colour = ink or theme.current().accent
    middle = QRectF(rect).center()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if shape == "function":
        painter.setPen(colour)
        painter.setFont(fonts.font("body", italic=True))
        painter.drawText(QRectF(rect).adjusted(-2, -1, 2, 0), Qt.AlignmentFlag.AlignCenter, "ƒ")
    else:
        radius = {"disc": 2.75, "half": 4.0, "ring": 2.75}[shape]
        painter.setPen(Qt.PenStyle.NoPen if shape == "disc" else QPen(colour, 1.2))
        painter.setBrush(colour if shape == "disc" else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, radius, radius)
        if shape == "half":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
            painter.drawPie(box, 90 * 16, 180 * 16)
    painter.restore()


class SeverityMark(QWidget):
    """The shape of one severity."""

    def __init__(self, severity: str, side_px: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._severity = severity
        self._side = side_px
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name()

    def severity(self) -> str:
        """The severity shown."""
        return self._severity

    def set_severity(self, severity: str) -> None:
        """Show another severity."""
        self._severity = severity
        self._name()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_severity(QPainter(self), self.rect(), self._severity)

    def _name(self) -> None:
        self.setAccessibleName(severity_name(self._severity))
        self.setToolTip(severity_name(self._severity))
