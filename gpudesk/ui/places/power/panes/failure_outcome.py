"""Details next to the table of failures: effects of the selected one, by breaker and by device."""

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.derived.failures.power_failure_impact import Aftermath, power_after
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.failures.failure_labels import breaker_words, failed_words, outcome_words
from gpudesk.ui.places.power.models.failure_lines import MOST_LINES, failure_lines, heads
from gpudesk.ui.toolkit.parts.plain_table import Line, PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("FailureOutcome")

_WIDTHS = (130, 130, 96, 200, 104, 84)
_HOW, _TIME = 3, 4
_CHOOSING_MS = 80
"""Delay during keyboard navigation before the effect is calculated."""


class _OutcomeTable(DeskTable):
    """How much is left has the room that the other columns leave."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.spread()

    def spread(self) -> None:
        """Share the room out."""
        if self.model() is not None:
            others = sum(self.columnWidth(column) for column in range(self.model().columnCount()) if column != _HOW)
            self.setColumnWidth(_HOW, max(self.viewport().width() - others, _WIDTHS[_HOW]))


class FailureOutcome(QWidget):
    """The outcome for all parts if one part fails.

    Signals:
        key_wanted(tuple): this node or device is to be shown.
    """

    key_wanted = Signal(tuple)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: tuple[Snapshot, Key] | None = None
        self.header = DockHeader("")
        self.summary = Label("", step="caption", ink="text.secondary", wrap=True, tabular=True)
        self.summary.setContentsMargins(10, 0, 10, 6)
        self.summary.hide()
        self.model = PlainTableModel(heads(), self)
        self.table = _OutcomeTable(tr("Impact of the selected failure"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        self.note = QuietNote()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.summary)
        column.addWidget(self._stack, 1)
        self._later = QTimer(self, singleShot=True, interval=_CHOOSING_MS)
        self._later.timeout.connect(self._work_out)
        self.table.cell_pressed.connect(self._go)
        self.table.activated.connect(self._go)

    def show_failure(self, snapshot: Snapshot | None, key: Key | None) -> None:
        """Show the effect of a node failure in a project state; None for nothing."""
        request = None if snapshot is None or key is None else (snapshot, key)
        if request == self._wanted:
            return
        self._wanted = request
        self._later.start()

    def _work_out(self) -> None:
        if self._wanted is None or not self._session.is_open:
            self._take(self._wanted, None)
            return
        request, (snapshot, key) = self._wanted, self._wanted
        self._session.jobs.read(lambda _: _outcome(snapshot, key), lambda outcome: self._take(request, outcome))

    def _take(self, wanted: tuple[Snapshot, Key] | None, found: "tuple[Aftermath, list[Line]] | None") -> None:
        if not isValid(self) or wanted is not self._wanted:
            return
        lines = [] if found is None else found[1]
        self.summary.setText(
            "" if found is None else " · ".join(sentence for sentence in (*outcome_words(found[0]), breaker_words(found[0])) if sentence)
        )
        self.summary.setVisible(found is not None)
        self.model.set_lines(lines)
        self.table.setColumnHidden(_TIME, found is None or found[0].cooling is None)
        self.table.spread()
        cut = len(lines) > MOST_LINES
        count = f"{format_number(MOST_LINES)} +" if cut else format_number(len(lines)) if lines else ""
        self.header.set_title("" if found is None else failed_words(found[0]), count)
        if lines:
            self._stack.setCurrentWidget(self.table)
            return
        if found is None:
            self.note.say(
                None,
                tr("Choose a failure"),
                tr("Devices that stop, throttle or overheat, and breakers that trip, are listed here."),
            )
        else:
            self.note.say("ok", tr("All devices keep running, none overheats, and no breaker trips"), "")
        self._stack.setCurrentWidget(self.note)

    def _go(self, index: QModelIndex) -> None:
        key = self.model.line(index.row()).key
        if key is not None:
            self.key_wanted.emit(key)


def _outcome(snapshot: Snapshot, key: Key) -> tuple[Aftermath, list[Line]] | None:
    aftermath = power_after(snapshot.cached(power_chain), [key])
    return None if aftermath is None else (aftermath, failure_lines(aftermath))
