"""A line shown if types of the project differ from the catalog."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.panels.catalog.type_updates_source import TypeUpdatesSource
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.severity_marks import SeverityMark

tr = text_context("UpdatesLine")


class UpdatesLine(QWidget):
    """Shows the number of differing types with a link to the changes; hidden while there are none.

    Signals:
        link_clicked(): the user wants to see the changes.
    """

    link_clicked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._source = TypeUpdatesSource.of(session)
        self._sentence = Label("", self, step="body", ink="text.secondary")
        self.link = LinkButton(tr("Show changes"), self)
        self.link.clicked.connect(lambda _checked: self.link_clicked.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 3)
        row.setSpacing(8)
        row.addWidget(SeverityMark("info", 14, self))
        row.addWidget(self._sentence)
        row.addWidget(self.link)
        row.addStretch(1)
        self._source.changed.connect(self._show)
        theme.notifier().changed.connect(self.update)
        self._show()

    @property
    def text(self) -> str:
        """The displayed text; "" if nothing differs."""
        return self._sentence.text() if not self.isHidden() else ""

    def _show(self) -> None:
        count = len(self._source.updates)
        self._sentence.setText(tr("The catalog has newer data for %n type(s) of this project.", "", count))
        self.setAccessibleName(self._sentence.text())
        self.setVisible(count > 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.bottom_line(painter, self.rect(), colours.border.default)
