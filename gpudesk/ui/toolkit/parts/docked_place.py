"""A place with docks: a window in the window, so that they can be moved and are remembered."""

from itertools import count

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QFrame, QMainWindow, QScrollArea, QWidget

from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyView

tr = text_context("WhyDock")


class WhyDock(QDockWidget):
    """How a figure came about, until it is closed."""

    def __init__(self, content: WhyContent, place: QMainWindow) -> None:
        super().__init__(content.title, place)
        header, body, view = DockHeader(content.title), QScrollArea(), WhyView(content)
        body.setFrameShape(QFrame.Shape.NoFrame)
        body.setWidgetResizable(True)
        view.setContentsMargins(10, 8, 10, 8)
        body.setWidget(view)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWidget(body)
        self.setTitleBarWidget(header)
        header.add_button("close", tr("Close")).clicked.connect(self.close)


WIDE = 1700
"""From this width on docks take their larger sizes."""


class DockedPlace(QMainWindow):
    """Keeps where its docks are until it is seen: before, it has no size to share out."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AnimatedDocks)
        self._docks_wanted: QByteArray | None = QByteArray()

    def docks_state(self) -> QByteArray:
        """Where the docks are, to be kept."""
        return self.saveState() if self._docks_wanted is None else self._docks_wanted

    def set_docks_state(self, state: QByteArray) -> None:
        """Restore the docks as soon as this place is visible."""
        self._docks_wanted = state

    def docks_are_new(self) -> bool:
        """Restore the docks; returns whether they are shown for the first time, without a stored state."""
        stored_state, self._docks_wanted = self._docks_wanted, None
        return stored_state is not None and not (stored_state.size() and self.restoreState(stored_state))

    def make_dock(self, name: str, content: QWidget, header: DockHeader, area: Qt.DockWidgetArea) -> QDockWidget:
        """A dock under its own title bar."""
        dock = QDockWidget(header.title(), self)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(content)
        dock.setTitleBarWidget(header)
        self.addDockWidget(area, dock)
        return dock

    def pin_why(self, content: WhyContent) -> None:
        """Keep the working of a figure as a dock at the right until it is closed."""
        dock = WhyDock(content, self)
        # Qt keeps docks by their names; numbers are used again, as it also keeps a spot for each name that has gone.
        taken = {known.objectName() for known in self.findChildren(QDockWidget)}
        dock.setObjectName(next(name for name in map("dock-why-{}".format, count(1)) if name not in taken))
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
