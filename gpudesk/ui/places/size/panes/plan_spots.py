"""A chart of plans: each plan has a spot that can be clicked, reached by keyboard and read as text."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.toolkit.theme import theme

_FORWARD = {Qt.Key.Key_Down, Qt.Key.Key_Right}
_BACK = {Qt.Key.Key_Up, Qt.Key.Key_Left}
_NEAR = 14.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Position of a plan in a chart, and its tooltip, created on demand."""

    key: object
    rect: QRectF
    told: Callable[[], str] | str

    def words(self) -> str:
        """The tooltip."""
        return self.told if isinstance(self.told, str) else self.told()


class PlanPicture(QWidget):
    """Arrow keys go from plan to plan in the order of the spots; a click takes the nearest.

    Signals:
        chosen(object): the key of a plan.
    """

    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plans: tuple[Plan, ...] = ()
        self._current: object = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.notifier().changed.connect(self.update)

    def show_plans(self, plans: Sequence[Plan], current: object) -> None:
        """Show some plans, one of them chosen."""
        self._plans, self._current = tuple(plans), current
        self.take_plans()
        self.tell()
        self.update()

    def take_plans(self) -> None:
        """Calculate the chart data when the plans changed."""

    def tell(self) -> None:
        """Set the text for screen readers."""
        self.setAccessibleDescription("\n".join(spot.words() for spot in self.spots(QSizeF(self.size()))))

    def legend(self) -> list[str]:
        """Legend of the chart colors, in order; empty if the chart is labeled directly."""
        return []

    @property
    def plans(self) -> tuple[Plan, ...]:
        """Those that are shown."""
        return self._plans

    @property
    def current(self) -> object:
        """The key of the chosen one."""
        return self._current

    @abstractmethod
    def spots(self, size: QSizeF) -> list[Spot]:
        """Where the plans lie in a picture of that size, in the order in which keys walk."""

    def walk(self) -> list[object]:
        """The keys of the plans in the order in which the arrows go."""
        return [spot.key for spot in self.spots(QSizeF(self.size()))]

    @abstractmethod
    def draw(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it, the ground left out."""

    def render_to(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it into a file or onto paper."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), size), theme.current().surface.panel)
        self.draw(painter, size)

    def told_of(self, key: object) -> str:
        """Text of a plan in this chart; empty if it has no spot."""
        return next((spot.words() for spot in self.spots(QSizeF(self.size())) if spot.key == key), "")

    def spot_of(self, key: object) -> QPointF | None:
        """Center of the spot of a plan, or None."""
        return next((spot.rect.center() for spot in self.spots(QSizeF(self.size())) if spot.key == key), None)

    def sizeHint(self) -> QSize:
        return QSize(600, 260)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 150)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        try:
            self.render_to(painter, QSizeF(self.size()))
        finally:
            # Qt does not survive a painter that outlives this, as one does that an error holds.
            painter.end()

    # pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None:
            self.chosen.emit(spot.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        keys = self.walk()
        if not keys or key not in {*_FORWARD, *_BACK, Qt.Key.Key_Home, Qt.Key.Key_End}:
            super().keyPressEvent(event)
            return
        step = 1 if key in _FORWARD else -1
        at = keys.index(self._current) + step if self._current in keys else (0 if step > 0 else len(keys) - 1)
        at = 0 if key == Qt.Key.Key_Home else len(keys) - 1 if key == Qt.Key.Key_End else at
        self.chosen.emit(keys[min(max(at, 0), len(keys) - 1)])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            spot = self.spot_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if spot is None else spot.words(), self)
            return True
        return super().event(event)

    def spot_at(self, at: QPointF) -> Spot | None:
        """The spot at a point: the one whose middle is nearest of those that are touched."""
        touched = [spot for spot in self.spots(QSizeF(self.size())) if _grown(spot.rect).contains(at)]
        return min(touched, key=lambda spot: (spot.rect.center() - at).manhattanLength(), default=None)


def _grown(rect: QRectF) -> QRectF:
    """A spot is hit within 24 px at least."""
    wide, high = max(0.0, 2 * _NEAR - rect.width()) / 2, max(0.0, 2 * _NEAR - rect.height()) / 2
    return rect.adjusted(-wide, -high, wide, high)
