"""The line above everything in the place On site: who works here, and the field that takes scans."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpudesk.ui.places.onsite.scan_line import ScanLine
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.toolkit import icons, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("TopLine")


class TopLine(QWidget):
    """Signals:
    scanned(str): Enter was pressed in the field for scans, as a scanner does at the end.
    """

    scanned = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.person = TouchButton("")
        self.person.setMinimumWidth(220)
        self.person.setIconSize(QSize(20, 20))
        hint = tr("Scan a label, or enter a name, a serial number, or A01 U12")
        self.scan = ScanLine(tr("Scan"), hint)
        self.scan.setToolTip(tr("{hint}. Photos of codes can be pasted or dropped here.").format(hint=hint))
        self.picture = TouchButton(tr("Picture…"))
        self.picture.setToolTip(tr("Read the codes in a photo"))
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 9)
        row.setSpacing(12)
        row.addWidget(self.person)
        row.addWidget(self.scan, 1)
        row.addWidget(self.picture)
        self.scan.returnPressed.connect(self._take)
        theme.notifier().changed.connect(self.update)

    def add_button(self, button: QWidget) -> None:
        """Put a button at the right end."""
        self._row.addWidget(button)

    def show_person(self, name: str) -> None:
        """Show the person who works here; "" if unknown."""
        self.person.say(name or tr("Who is working here?"))
        self.person.setAccessibleName(tr("Working here: {name}").format(name=name) if name else tr("Who is working here?"))
        self.person.setIcon(icons.icon("tick" if name else "severity-warning", colour="severity.ok" if name else "severity.warning"))
        self.person.setToolTip(tr("Change person"))

    def type_into(self, text: str) -> None:
        """Continue with text typed elsewhere, as by a scanner."""
        if not self.scan.hasFocus():
            self.scan.clear()
            self.scan.setFocus(Qt.FocusReason.OtherFocusReason)
        self.scan.insert(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.bottom_line(painter, self.rect(), colours.border.default)

    def _take(self) -> None:
        text = self.scan.text().strip()
        self.scan.clear()
        if text:
            self.scanned.emit(text)
