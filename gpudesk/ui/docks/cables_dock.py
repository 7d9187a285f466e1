"""The dock of cables: every cable of a network with its ends, its medium and its length."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.docks.quiet_note import QuietNote
from gpudesk.ui.quantities import format_number
from gpudesk.ui.session import Session
from gpudesk.ui.widgets.dock_header import DockHeader


class CablesDock(QWidget):
    """The cables of one network, or of the whole project. `header` is the title bar.

    Signals:
        chosen(): other cables are chosen; actions may be enabled or not.
        object_wanted(ObjectRef): the person wants to see what stands at an end.
    """

    chosen = Signal()
    object_wanted = Signal(object)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._network: int | None = None
        self.setObjectName("cables")
        self.setAccessibleName(self.tr("Cables"))
        self.header = DockHeader(self.tr("Cables"))
        self.note = QuietNote()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.note)
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(lambda *_: self.refresh())
        self.refresh()

    def set_network(self, network_id: int | None) -> None:
        """Show the cables of one network; None for all."""
        self._network = network_id
        self.refresh()

    def refresh(self) -> None:
        """Show the cables as they are now."""
        rows = self._session.snapshot["cable"].rows if self._session.is_open else 0
        self.header.set_title(self.tr("Cables"), format_number(rows) if rows else "")
        self.note.say(None, self.tr("No cables yet") if not rows else self.tr("{count} cables").format(count=format_number(rows)))

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        return set()
