"""Tab order of a window: part by part in layout order, and inside each part in creation order.

Qt uses the creation order of widgets, but forms are rebuilt while the window is used, and docks are moved.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QDockWidget, QMainWindow, QToolBar, QWidget

_AREAS = (
    Qt.DockWidgetArea.TopDockWidgetArea,
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.NoDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)


def zones_of(place: QMainWindow) -> list[QWidget]:
    """Toolbars of a place, its docks from left to right and then below, each with its header first, and the area between them."""
    docks = [dock for dock in place.findChildren(QDockWidget) if not dock.isFloating()]
    zones: list[QWidget] = list(place.findChildren(QToolBar, options=Qt.FindChildOption.FindDirectChildrenOnly))
    for area in _AREAS:
        middle = place.centralWidget()
        if area == Qt.DockWidgetArea.NoDockWidgetArea and middle is not None:
            zones.append(middle)
        inside = [dock for dock in docks if place.dockWidgetArea(dock) == area]
        for dock in sorted(inside, key=lambda dock: (dock.y(), dock.x())):
            zones += [dock.titleBarWidget(), dock]
    return zones


def tab_order(window: QWidget, zones: Sequence[QWidget]) -> list[QWidget]:
    """Every control of `window` that Tab stops at, zone by zone; those outside all zones come first."""
    # Never by `nextInFocusChain`: PySide takes what it returns for a part of the widget it was asked of. When that widget goes,
    # the wrappers of the next one's actions, scroll bars and headers become invalid, although these live on.
    entries: list[tuple[int, int, QWidget]] = []
    for place, control in enumerate(window.findChildren(QWidget)):
        if _stops(control, window):
            zone = next((zone for zone, part in enumerate(zones) if part is control or part.isAncestorOf(control)), -1)
            entries.append((zone, place, control))
    return [control for _, _, control in sorted(entries, key=lambda entry: entry[:2])]


def step(window: QWidget, zones: Sequence[QWidget], *, forward: bool) -> bool:
    """Move the keyboard focus to the next control in that order, or to the previous one; False if there is none."""
    order = tab_order(window, zones)
    focused = QApplication.focusWidget()
    if not order:
        return False
    now = order.index(focused) if focused in order else -1 if forward else 0
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    order[(now + (1 if forward else -1)) % len(order)].setFocus(reason)
    return True


def _stops(control: QWidget, window: QWidget) -> bool:
    takes = bool(control.focusPolicy() & Qt.FocusPolicy.TabFocus) and control.isVisible() and control.isEnabled()
    # The field inside a drop-down or a number field hands the keyboard on to what holds it. It is not asked for its proxy:
    # the answer, too, would be taken for a part of it.
    inside = isinstance(control.parentWidget(), QComboBox | QAbstractSpinBox)
    return takes and not inside and control.focusProxy() is None and control.window() is window
