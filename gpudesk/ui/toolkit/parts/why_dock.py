"""The working of a figure as a dock of its own."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QFrame, QMainWindow, QScrollArea

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
