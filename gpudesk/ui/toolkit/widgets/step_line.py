"""The steps of something done in pages: which there are, and which is shown."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("StepLine")

_DISC, _GAP, _BETWEEN = 20, 6, 22


class StepLine(QWidget):
    """Numbered names in a row; display only, the buttons of the page move forward and back."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names, self._at = tuple(names), 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)
        self.show_step(0)

    def show_step(self, at: int) -> None:
        """Show another step."""
        self._at = at
        self.setAccessibleName(tr("Step {at} of {all}: {name}").format(at=at + 1, all=len(self._names), name=self._names[at]))
        self.update()

    def sizeHint(self) -> QSize:
        words = sum(fonts.text_width(name, "strong") + _DISC + _GAP + _BETWEEN for name in self._names)
        return QSize(int(words), 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = theme.current()
        painter = QPainter(self)
        x = 0.0
        for place, name in enumerate(self._names):
            here, done = place == self._at, place < self._at
            disc = QRectF(x, (self.height() - _DISC) / 2, _DISC, _DISC)
            line = colours.accent if here or done else colours.border.default
            painting.frame(painter, disc, colours.accent if here else None, line, _DISC / 2, width=1.2)
            ink = colours.text.on_accent if here else colours.accent if done else colours.text.tertiary
            painting.text(painter, disc, str(place + 1), fonts.font("caption", strong=True), ink, Qt.AlignmentFlag.AlignHCenter)
            x += _DISC + _GAP
            wide = fonts.text_width(name, "strong")
            words = colours.text.primary if here else colours.text.secondary if done else colours.text.tertiary
            painting.text(painter, QRectF(x, 0, wide + 2, self.height()), name, fonts.font("strong" if here else "body"), words)
            x += wide + _BETWEEN
