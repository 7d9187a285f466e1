"""Connect a cable manually: its source port, its target, the objections, and the line drawn meanwhile."""

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.catalog.catalog import open_catalog
from gpudesk.derived.cabling.port_trial import PortTrial, port_name, port_trial
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.ui.places.fabric.canvas.ports_view import PortKey
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.popover import Popover

tr = text_context("Laying")


class Laying(QObject):
    """A cable being connected.

    Signals:
        changed(): it started, changed its target, or ended.
        laid(int): the cable with this id was added.
    """

    changed = Signal()
    laid = Signal(int)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._parent = parent
        self._source: PortKey | None = None
        self._target: PortKey | None = None
        self._trial: PortTrial | None = None
        self._bubble: Popover | None = None
        self._line: _Line | None = None

    @property
    def source(self) -> PortKey | None:
        """The source port of the cable being connected, None if there is none."""
        return self._source

    @property
    def target(self) -> PortKey | None:
        """The port to which it would go now."""
        return self._target

    @property
    def trial(self) -> PortTrial | None:
        """The expected result."""
        return self._trial

    def begin(self, source: PortKey) -> None:
        """Begin at a port."""
        self.cancel()
        self._source = source
        self.changed.emit()

    def aim(self, target: PortKey | None, where: QRect | None = None) -> None:
        """Aim at a port, or at none; the verdict is shown next to `where`, a rectangle of the window."""
        if self._source is None or target == self._target:
            return
        self._target = target
        self._trial = None
        if target is not None:
            snapshot = self._session.snapshot
            self._trial = port_trial(snapshot, (self._source.device_id, self._source.port), (target.device_id, target.port))
        self._show_bubble(where)
        self.changed.emit()

    def draw(self, start: QPoint, end: QPoint) -> None:
        """Draw the line of a drag, between points of the screen."""
        window = self._parent.window()
        if self._line is None:
            self._line = _Line(window)
        ok = None if self._trial is None else self._trial.ok
        self._line.set_line(window.mapFromGlobal(start), window.mapFromGlobal(end), ok)

    def finish(self) -> bool:
        """Lay the cable, if that is possible; whether it is."""
        source, target, trial = self._source, self._target, self._trial
        self.cancel()
        if source is None or target is None or trial is None or not trial.ok or not self._session.writable:
            return False
        cable = NewCable(
            source.device_id,
            source.port,
            target.device_id,
            target.port,
            network_id=trial.network_id,
            type=trial.cable,
            a_module=trial.a_module,
            b_module=trial.b_module,
            length_mm=trial.length_mm,
        )
        self._session.do(lay_cable, cable, done=lambda cable_id: self.laid.emit(int(cable_id)))
        return True

    def cancel(self) -> None:
        """Lay nothing."""
        self._take_down()
        if self._source is not None:
            self._source = self._target = self._trial = None
            self.changed.emit()

    def _take_down(self) -> None:
        if self._line is not None:
            self._line.hide()
            self._line.deleteLater()
            self._line = None
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()
            self._bubble = None

    def _show_bubble(self, where: QRect | None) -> None:
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()
            self._bubble = None
        if self._trial is None or self._target is None or where is None:
            return
        snapshot = self._session.snapshot
        title = port_name(snapshot, self._target.device_id, self._target.port)
        self._bubble = Popover(self._parent.window(), self._title(title), severity="ok" if self._trial.ok else "error", passive=True)
        for line in self.reasons():
            self._bubble.set_text(line)
        self._bubble.show_at(where)

    def _title(self, port: str) -> str:
        assert self._trial is not None  # noqa: S101 - narrows the type
        return tr("This cable fits {port}").format(port=port) if self._trial.ok else tr("Not to {port}").format(port=port)

    def reasons(self) -> list[str]:
        """Objections to the cable; if there are none, its length."""
        trial = self._trial
        if trial is None:
            return []
        if trial.refused is not None:
            return [tr_message(trial.refused)]
        if trial.wrong:
            return [tr_message(message) for message in trial.wrong]
        lines = []
        if trial.cable and trial.length_mm is not None:
            parts = [tr_type_name(open_catalog().get(trial.cable).title), format_quantity(trial.length_mm / 1000, "m")]
            lines.append(" · ".join(parts))
        if trial.route_mm is not None:
            lines.append(tr("Route: {length}").format(length=format_quantity(round(trial.route_mm / 1000, 1), "m")))
        return lines


class _Line(QWidget):
    """A line over the whole window, from a port to the pointer."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._ends = QPointF(), QPointF()
        self._ok: bool | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(window.rect())
        self.show()

    def set_line(self, start: QPoint, end: QPoint, ok: bool | None) -> None:
        """Draw it otherwise."""
        self._ends, self._ok = (QPointF(start), QPointF(end)), ok
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        ink = colours.accent if self._ok is not False else colours.severity["error"].colour
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        start, end = self._ends
        sag = QPointF(0, 24 + abs(start.x() - end.x()) * 0.08)
        path = QPainterPath(start)
        path.cubicTo(start + sag, end + sag, end)
        painter.setPen(QPen(colours.surface.canvas, 5))
        painter.drawPath(path)
        painter.setPen(QPen(ink, 2.5, Qt.PenStyle.SolidLine if self._ok is not False else Qt.PenStyle.DashLine))
        painter.drawPath(path)
