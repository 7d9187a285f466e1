"""Work locations: the halls and racks of the project, each with a progress ring."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpudesk.core.checklist.checklist_progress import State, counts_by_home, counts_by_stage
from gpudesk.core.checklist.items import Scope
from gpudesk.core.values.columns import Ids
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.states_today import states_on
from gpudesk.onsite.work_list import Spot
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.touch import TOUCH_PX
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.progress_ring import paint_ring
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.theme import theme

_RING = 30
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, eq=False)
class Places:
    """Halls, each followed by its racks and its rack-scale systems.

    Attributes:
        spots: where each is; None, the first one, for everywhere.
        names: what each is called.
        done, failed, total: tasks of each, shape (places,).
    """

    spots: tuple[Spot | None, ...]
    names: tuple[str, ...]
    done: Ids
    failed: Ids
    total: Ids


def places_of(snapshot: Snapshot, everywhere: str, today: date) -> Places:
    """The places of a project; for a reader thread.

    Args:
        everywhere: name of the entry for the whole project.
    """
    racks, halls = snapshot["rack"], snapshot["hall"]
    checklist, known = checklist_of(snapshot), snapshot.cached(states_on(today))
    sums = _figures(counts_by_home(checklist, snapshot.cached(layout), known).T)
    devices, systems = snapshot["device"], snapshot.cached(layout).systems
    at = devices.positions(systems)
    hall_of = np.concatenate([racks["hall_id"], devices["hall_id"][at]])
    called = [*racks["name"].tolist(), *devices["name"][at].tolist()]
    rows = [*(Spot(Scope.RACK, rack) for rack in racks.ids.tolist()), *(Spot(Scope.DEVICE, system) for system in systems.tolist())]
    spots: list[Spot | None] = [None]
    names = [everywhere]
    everything = sum(counts_by_stage(checklist, known).values(), np.zeros(len(State), np.int64))
    figures = [_figures(everything)]
    for hall, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
        inside = np.flatnonzero(hall_of == hall)
        spots.append(Spot(Scope.HALL, hall))
        names.append(str(name))
        figures.append(sums[:, inside].sum(axis=1))
        for place in sorted(inside.tolist(), key=lambda place: (place >= racks.rows, called[place])):
            spots.append(rows[place])
            names.append(called[place])
            figures.append(sums[:, place])
    lined = np.array(figures, np.int64).reshape(-1, 3)
    return Places(tuple(spots), tuple(names), lined[:, 0], lined[:, 1], lined[:, 2])


def _figures(by_state: NDArray[np.int64]) -> NDArray[np.int64]:
    """Done, failed and total numbers, shape (3, …), from counts by state, shape (states, …)."""
    done = by_state[State.PASSED] + by_state[State.WAIVED]
    failed = by_state[State.FAILED] + by_state[State.STALE]
    return np.stack([done, failed, by_state.sum(axis=0) - by_state[State.NOT_APPLICABLE]])


class PlaceModel(QAbstractListModel):
    """The rows of the places."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.places: Places | None = None

    def show_places(self, places: Places) -> None:
        """Show these."""
        alike = self.places is not None and self.places.spots == places.spots and self.places.names == places.names
        if alike:
            self.places = places
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
            return
        self.beginResetModel()
        self.places = places
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() or self.places is None else len(self.places.spots)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self.places is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        row = index.row()
        name = self.places.names[row]
        return name if role == Qt.ItemDataRole.DisplayRole else f"{name}, {self.places.done[row]} / {self.places.total[row]}"


class RingList(QListView):
    """Tappable rows. Letters search the names by prefix; text without a match is passed on as a scan.

    Signals:
        chosen(object): a `Spot` was tapped, None for everywhere.
        typed(str): these characters were typed, and no place name starts with them.
    """

    chosen = Signal(object)
    typed = Signal(str)

    def __init__(self, name: str, model: PlaceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places = model
        self._letters, self._at_ms = "", 0
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(_PlaceRows(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._take)
        self.activated.connect(self._take)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        if text and text.isprintable() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.search(text, event.timestamp())
        else:
            self._letters = ""
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._letters = ""
        super().focusOutEvent(event)

    def search(self, text: str, at_ms: int) -> None:
        """Go to the next place whose name starts with the text typed so far; the same letter again goes to the next match.

        Args:
            at_ms: time of typing; after the pause set by the system, a new search starts.
        """
        pause_ms = QGuiApplication.styleHints().keyboardInputInterval()
        self._letters = self._letters + text if at_ms - self._at_ms <= pause_ms else text
        self._at_ms = at_ms
        letters = self._letters.casefold()
        alike = len(set(letters)) == 1
        row = self._row_of(letters[:1] if alike else letters, self.currentIndex().row(), further=alike)
        if row >= 0:
            self.setCurrentIndex(self._places.index(row))
            return
        letters, self._letters = self._letters, ""
        self.typed.emit(letters)

    def _row_of(self, letters: str, current: int, *, further: bool) -> int:
        """The row at or behind the current one whose name begins like that, then from the top; -1 for none."""
        names = () if self._places.places is None else self._places.places.names
        start = current + 1 if further else max(current, 0)
        order = [*range(start, len(names)), *range(min(start, len(names)))]
        return next((row for row in order if names[row].casefold().startswith(letters)), -1)

    def _take(self, index: QModelIndex) -> None:
        if self._places.places is not None:
            self.chosen.emit(self._places.places.spots[index.row()])


class _PlaceRows(QStyledItemDelegate):
    def __init__(self, view: RingList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, TOUCH_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = self._view.model()
        if not isinstance(model, PlaceModel) or model.places is None:
            return
        places, row, colours = model.places, index.row(), theme.current()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colours.selection)
        painting.bottom_line(painter, option.rect, colours.border.subtle)
        spot = places.spots[row]
        inset = 28 if spot is not None and spot.scope is not Scope.HALL else 12
        area = QRectF(option.rect).adjusted(inset, 0, -12, 0)
        ring = QRectF(area.left(), area.center().y() - _RING / 2, _RING, _RING)
        paint_ring(painter, ring, int(places.done[row]), int(places.failed[row]), int(places.total[row]), colours)
        figure = f"{format_number(int(places.done[row]))} / {format_number(int(places.total[row]))}"
        painting.text(painter, area, figure, fonts.font("caption", tabular=True), colours.text.secondary, Qt.AlignmentFlag.AlignRight)
        words = area.adjusted(_RING + 12, 0, -fonts.text_width(figure, "caption", tabular=True) - 8, 0)
        painting.text(painter, words, places.names[row], fonts.font("strong"), colours.text.primary)
        if self._view.hasFocus() and index == self._view.currentIndex():
            focus_frame(painter, option.rect)
