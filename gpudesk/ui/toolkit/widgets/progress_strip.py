"""Progress of a job, and a Stop button."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("ProgressStrip")

_BAR = 6


class ProgressStrip(QWidget):
    """A bar of 6 px, "42 of 60" and Stop; after Stop it reports that nothing changed."""

    stop_requested = Signal()

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = what
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._title = Label(what, self, step="caption", ink="text.secondary")
        self._bar = ProgressBar(self)
        self._text = Label("", self, step="caption", tabular=True)
        self._stop = VerbButton(tr("Stop"), self)
        self._stop.setFont(fonts.font("caption", strong=True))
        self._stop.setObjectName("stop")
        self._stop.setFixedHeight(20)
        self._stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._stop.setAccessibleName(tr("Stop: {work}").format(work=what))
        self._stop.clicked.connect(self._ask)
        row.addWidget(self._title)
        row.addWidget(self._bar, 1)
        row.addWidget(self._text)
        row.addWidget(self._stop)
        self.setAccessibleName(what)

    def set_progress(self, share: float | None, text: str = "") -> None:
        """Show the progress, 0 to 1, and as text; None if unknown."""
        self._bar.set_share(share)
        self._text.setText(text)

    def set_steps(self, done: int, total: int) -> None:
        """Show how many steps are done, of how many; 0 where that is not known."""
        steps = f"{format_number(done)} / {format_number(total)}" if total else format_number(done) if done else ""
        self.set_progress(done / total if total else None, steps)

    def set_stopped(self) -> None:
        """Show that the work was stopped without changes."""
        self._finish(tr("Stopped; no changes made"))

    def _ask(self) -> None:
        self._stop.setEnabled(False)
        self._text.setText(tr("Stopping…"))
        self.stop_requested.emit()

    def _finish(self, text: str) -> None:
        self._text.setText(text)
        self._stop.hide()
        self.setAccessibleDescription(text)


class ProgressBar(QWidget):
    """The bar alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def share(self) -> float | None:
        """Progress, 0 to 1; None if unknown."""
        return self._share

    def set_share(self, share: float | None) -> None:
        """Show how much is done."""
        self._share = None if share is None else min(max(share, 0.0), 1.0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 16)

    def minimumSizeHint(self) -> QSize:
        return QSize(48, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        track = QRectF(0, (self.height() - _BAR) / 2, self.width(), _BAR)
        radius = theme.radius("mark")
        painting.frame(painter, track, colours.surface.sunken, colours.border.default, radius)
        if self._share is None:
            # Nothing loops: work without a known end is a hatched bar that stands still.
            painter.setClipRect(track.adjusted(1, 1, -1, -1))
            painter.fillRect(track, QBrush(colours.accent, Qt.BrushStyle.BDiagPattern))
        elif self._share > 0:
            track.setWidth(max(track.width() * self._share, _BAR / 2))
            painting.fill_round(painter, track, colours.accent, radius)
