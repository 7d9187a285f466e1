"""The focus ring: one overlay that goes round whatever control has the keyboard focus.

It lies outside the control, 1 px off, so that it is seen on top of any other state and moves nothing. Views that
fill their part of the window (lists, tables, drawings) mark the focus on their current thing themselves.
"""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenuBar, QWidget
from shiboken6 import isValid

from gpudesk.ui import drawing, theme

# Set on a widget that marks its focus itself.
OWN_FOCUS = "marks_own_focus"
_MOVES = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.ParentChange,
    QEvent.Type.ZOrderChange,
)


class FocusRing(QObject):
    """Follows the keyboard focus of an application with a ring."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._control: QWidget | None = None
        self._watched: list[QWidget] = []
        self._ring: _Ring | None = None
        application.focusChanged.connect(self._follow)

    @classmethod
    def watch(cls, application: QApplication) -> "FocusRing":
        """Ring the focus of `application` from now on."""
        return cls(application)

    def control(self) -> QWidget | None:
        """The control that is ringed now."""
        return self._control

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES or (event.type() == QEvent.Type.FocusIn and watched is self._control):
            self._place()
        return super().eventFilter(watched, event)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        self._let_go()
        if now is None or not _is_ringed(now):
            return
        window = now.window()
        self._control = now
        walker: QWidget | None = now
        while walker is not None:
            walker.installEventFilter(self)
            self._watched.append(walker)
            if walker is window:
                break
            walker = walker.parentWidget()
        self._ring = _Ring(window)
        self._place()

    def _let_go(self) -> None:
        # A closed window may have taken any of them with it.
        for widget in self._watched:
            if isValid(widget):
                widget.removeEventFilter(self)
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._watched = []
        self._control = None
        self._ring = None

    def _place(self) -> None:
        if self._ring is None or self._control is None or not (isValid(self._ring) and isValid(self._control)):
            return
        visible = ring_rect(self._control)
        if visible.isEmpty() or not self._control.isVisible():
            self._ring.hide()
            return
        self._ring.setGeometry(visible)
        self._ring.raise_()
        self._ring.show()


class _Ring(QWidget):
    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = theme.metrics().line
        radius = theme.radius("control") + line["focus_gap"] + line["focus"] / 2
        drawing.frame(painter, self.rect(), None, theme.current().focus_ring, radius, width=line["focus"])


def ring_rect(control: QWidget) -> QRect:
    """Where the ring of `control` lies in its window; nothing where the control is scrolled out of sight."""
    line = theme.metrics().line
    outset = round(line["focus"] + line["focus_gap"])
    window = control.window()
    rect = QRect(control.mapTo(window, QPoint(0, 0)), control.size()).adjusted(-outset, -outset, outset, outset)
    walker = control.parentWidget()
    while walker is not None and walker is not window:
        if isinstance(walker.parentWidget(), QAbstractScrollArea):
            port = QRect(walker.mapTo(window, QPoint(0, 0)), walker.size())
            if not port.intersects(rect.adjusted(outset, outset, -outset, -outset)):
                return QRect()
        walker = walker.parentWidget()
    return rect.intersected(window.rect())


def _is_ringed(control: QWidget) -> bool:
    if control.isWindow() or control.property(OWN_FOCUS):
        return False
    return not isinstance(control, QAbstractScrollArea | QMenuBar) and control.isEnabled()
