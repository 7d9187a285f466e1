"""The ports of one device, each cage where it is on the face: the strip below the drawing of a network."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.docks.quiet_note import QuietNote
from gpudesk.ui.session import Session
from gpudesk.ui.widgets.dock_header import DockHeader


class PortsStrip(QWidget):
    """What is plugged in where on one device.

    Signals:
        chosen(): other ports are chosen; actions may be enabled or not.
        object_wanted(ObjectRef): the person wants to see another device or a cable.
    """

    chosen = Signal()
    object_wanted = Signal(object)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._device: int | None = None
        self.setObjectName("ports-strip")
        self.setAccessibleName(self.tr("Ports"))
        self.header = DockHeader(self.tr("Ports"))
        self.note = QuietNote()
        self._body = QWidget()
        self._stack = QStackedLayout(self._body)
        self._stack.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self._body, 1)
        self.set_device(None)

    @property
    def device_id(self) -> int | None:
        """The device whose ports are shown."""
        return self._device

    def set_device(self, device_id: int | None) -> None:
        """Show the ports of a device; None for none."""
        self._device = device_id
        name = ""
        if device_id is not None and self._session.is_open and self._session.snapshot["device"].has(device_id):
            name = str(self._session.snapshot["device"].row(device_id)["name"])
        self.header.set_title(self.tr("Ports"), name)
        self.note.say(None, self.tr("Choose a switch or a system in the drawing"), self.tr("Its cages and ports are shown here."))

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        return set()
