"""The failure page: a button that simulates all failures, and a table with the effect of each."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import Key
from gpudesk.ui.places.power.models.power_failures_model import FAILING, Drilled, PowerFailuresModel, drilled
from gpudesk.ui.places.power.panes.failure_outcome import FailureOutcome
from gpudesk.ui.places.power.panes.power_failures_table import PowerFailuresTable
from gpudesk.ui.places.power.panes.standings_line import StandingsLine
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from gpudesk.ui.toolkit.widgets.severity_marks import SeverityMark

if TYPE_CHECKING:
    from gpudesk.project.document import Document

tr = text_context("PowerFailuresPage")

_MOST_STEPS = 2_000
"""Number of failures up to which stepping does not return to the table."""
_BESIDE = 1640
"""Minimum width at which the effect of a failure is shown next to the table."""
_TABLE = 0.6
"""The part of the room that the table has until a person drags the line between both."""


class PowerFailuresPage(QWidget):
    """Effect of each single failure.

    Signals:
        drill_wanted(): all failures are to be simulated.
        counted(str): the rows shown changed; their number and the total.
        chosen(): the selected rows or the outcomes changed.
        entered(): Enter or a double click on a row.
    """

    drill_wanted = Signal()
    counted = Signal(str)
    chosen = Signal()
    entered = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self._failing: Document | None = None
        self._strip: ProgressStrip | None = None
        self.model = PowerFailuresModel(self)
        self.table = PowerFailuresTable(self.model)
        self._place = 0
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(tr("Kind"))
        self.kinds.addItem(tr("All kinds"), "")
        for kind in FAILING:
            self.kinds.addItem(power_node_name(kind), kind)
        self.only_stops = QCheckBox(tr("Only failures that stop devices"))
        self.stale = QWidget()
        self.again = LinkButton(tr("The plan has changed: simulate all failures again"), self.stale)
        self.note = QuietNote()
        self.empty = EmptyPlace(
            "power",
            tr(
                "Each power and cooling component failure is simulated separately; the table shows which devices stop, "
                "throttle or overheat."
            ),
            tr("Simulate all failures"),
        )
        self._stack = QStackedWidget()
        for page in (self.empty, self.table, self.note):
            self._stack.addWidget(page)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._bar())
        self.standings = StandingsLine(self)
        self._column.addWidget(self.standings)
        self.outcome = FailureOutcome(session)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._stack)
        self._split.addWidget(self.outcome)
        self._parts = {Qt.Orientation.Horizontal: _TABLE, Qt.Orientation.Vertical: _TABLE}
        self._split.splitterMoved.connect(lambda *_: self._remember_split())
        self._column.addWidget(self._split, 1)
        self.outcome.hide()
        self.bar.hide()
        self.stale.hide()
        for signal in (session.changed, session.refreshed):
            signal.connect(self._look_whether_stale)
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)
        self.kinds.currentIndexChanged.connect(self._filter)
        self.only_stops.toggled.connect(self._filter)
        self.empty.button_clicked.connect(self.drill_wanted)
        self.again.clicked.connect(self.drill_wanted)
        self.note.link_clicked.connect(self.show_everything)
        self.table.activated.connect(self.entered)
        self.table.selectionModel().currentRowChanged.connect(self._go_along)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.model.modelReset.connect(self._choose_again)
        self.chosen.connect(self._show_outcome)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Next to the table where both have room, else below it.
        wide = event.size().width() >= _BESIDE
        self._split.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        self._share_out()

    def split_state(self) -> str:
        """Split of table and list, side by side and one above the other, to store."""
        return " ".join(f"{part:.3f}" for part in self._parts.values())

    def set_split_state(self, state: str) -> None:
        """Share the room as it was kept."""
        try:
            parts = [float(word) for word in state.split()]
        except ValueError:
            return
        if len(parts) == len(self._parts) and all(0 < part < 1 for part in parts):
            self._parts = dict(zip(self._parts, parts, strict=True))
            self._share_out()

    def _share_out(self) -> None:
        part = round(1000 * self._parts[self._split.orientation()])
        self._split.setSizes([part, 1000 - part])

    def _remember_split(self) -> None:
        table, list_ = self._split.sizes()
        if table and list_:
            self._parts[self._split.orientation()] = table / (table + list_)

    def _go_along(self, current: QModelIndex) -> None:
        """Remember which failure is chosen."""
        if current.isValid():
            self._place = self.model.place(current.row())

    def _choose_again(self) -> None:
        """Keep the selected failure at its new row; otherwise select the first, which stops most."""
        if self.model.rowCount():
            row = self.model.row_of(self._place) or 0
            flags = QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(self.model.index(row, 0), flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(self.model.index(row, 0))
        self.chosen.emit()

    def _show_outcome(self) -> None:
        """Show the effect of the failure in the current row."""
        drill_result, keys = self.model.drilled, self.keys_in_hand()
        shown = drill_result is not None and self._stack.currentWidget() is self.table
        if shown and self.outcome.isHidden():
            self.outcome.show()
            self._share_out()
        self.outcome.setVisible(shown)
        self.outcome.show_failure(None if drill_result is None else drill_result.failures.snapshot, keys[0] if keys else None)

    @property
    def under_way(self) -> bool:
        """Whether a simulation is running."""
        return self._job is not None

    def start(self) -> None:
        """Simulate all failures, on a reader thread."""
        if self._job is not None or not self._session.is_open:
            return
        snapshot, self._failing = self._session.snapshot, self._session.document
        self._strip = ProgressStrip(tr("Simulating all failures"))
        self._strip.setContentsMargins(8, 6, 8, 6)
        self._strip.stop_requested.connect(self.stop)
        self._column.insertWidget(0, self._strip)
        job = self._session.jobs.read(lambda progress: drilled(snapshot, progress.step), self._done, self._failed)
        job.progressed.connect(self._progressed)
        self._job = job

    def stop(self) -> None:
        """Stop the simulation."""
        if self._job is not None:
            self._job.cancel()

    def object_in_hand(self) -> ObjectRef | None:
        """The device that fails in the current row, or the rack that it feeds."""
        index = self.table.currentIndex()
        return self.model.object(index.row()) if index.isValid() else None

    def keys_in_hand(self) -> list[Key]:
        """The part of the power or of the cooling that fails in the current row."""
        index = self.table.currentIndex()
        return [self.model.key(index.row())] if index.isValid() else []

    def series(self) -> list[Key]:
        """The parts that fail in the rows around the current one, in their order."""
        here = max(self.table.currentIndex().row(), 0)
        first = max(here - _MOST_STEPS // 2, 0)
        return [self.model.key(row) for row in range(first, min(first + _MOST_STEPS, self.model.rowCount()))]

    def write(self, path: Path, done: Callable[[], object] | None = None) -> None:
        """Write the rows shown as a workbook, or as CSV if the name does not end in .xlsx; in the background."""
        rows, sheet = list(self.model.rows()), tr("Failures")

        def work(_: object) -> None:
            from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
            from gpudesk.formats.text.written_files import write_file

            write_file(path, xlsx_bytes({sheet: rows}, tidy=True) if path.suffix.lower() == ".xlsx" else csv_bytes(rows))

        def ended(_: object) -> None:
            if done is not None:
                done()

        self._session.jobs.read(work, ended, self._session.failed.emit, tr("Writing {file}").format(file=path.name))

    def show_everything(self) -> None:
        """Take every filter away."""
        self.kinds.setCurrentIndex(0)
        self.only_stops.setChecked(False)

    def at_rest(self) -> QWidget:
        """Default focus widget."""
        shown = self._stack.currentWidget()
        return self.table if shown is self.table else self.empty.button if shown is self.empty else self.kinds

    def tell_count(self) -> None:
        """Show the number of failures, and the number of those that stop something."""
        drill_result = self.model.drilled
        if drill_result is None:
            self.counted.emit("")
            return
        text = tr("{shown} of {all} failures, %n of them stop(s) devices", "", int(drill_result.stops().sum()))
        shown, everything = format_number(self.model.rowCount()), format_number(len(drill_result.names))
        self.counted.emit(text.format(shown=shown, all=everything))

    def _bar(self) -> QWidget:
        self.bar = QWidget()
        line = QHBoxLayout(self.bar)
        line.setContentsMargins(8, 6, 8, 6)
        line.setSpacing(8)
        line.addWidget(self.kinds)
        line.addWidget(self.only_stops)
        line.addStretch(1)
        mark = QHBoxLayout(self.stale)
        mark.setContentsMargins(0, 0, 0, 0)
        mark.setSpacing(6)
        mark.addWidget(SeverityMark("warning", 14, self.stale))
        mark.addWidget(self.again)
        line.addWidget(self.stale)
        return self.bar

    def _progressed(self, done: int, total: int) -> None:
        if self._strip is not None:
            text = tr("{done} of {total}").format(done=format_number(done), total=format_number(total))
            self._strip.set_progress(done / max(total, 1), text)

    def _done(self, found: Drilled | None) -> None:
        if not isValid(self) or not self._ended():
            return
        if found is None:
            self.note.say(None, tr("The power chain has a loop"), tr("Connect one of the nodes to a different feed first."))
            self._stack.setCurrentWidget(self.note)
            return
        self._show(found)
        # Sorted by name at a click: the order of 100,000 names is made meanwhile.
        self._session.jobs.read(lambda _: (found.name_rank, found.worst_rank))
        self._look_whether_stale()
        self._show_what_fits()

    def _failed(self, error: DeskError) -> None:
        if isValid(self) and self._ended() and not isinstance(error, Cancelled):
            self._session.failed.emit(error)

    def _ended(self) -> bool:
        """Remove the progress; False if the result is no longer needed."""
        self._job = None
        if self._strip is not None:
            self._strip.hide()
            self._strip.deleteLater()
            self._strip = None
        return self._session.is_open and self._session.document is self._failing

    def _filter(self, *_: object) -> None:
        self.model.filter_by(str(self.kinds.currentData()), only_stops=self.only_stops.isChecked())
        self._show_what_fits()

    def _show_what_fits(self) -> None:
        drill_result = self.model.drilled
        self.bar.setVisible(drill_result is not None)
        self.standings.show_standings(None if drill_result is None else drill_result.standings)
        if drill_result is None:
            self._stack.setCurrentWidget(self.empty)
        elif self.model.rowCount():
            self._stack.setCurrentWidget(self.table)
        else:
            calm = self.only_stops.isChecked() and not drill_result.stops().any()
            sentence = tr("No single failure stops any device") if calm else tr("Nothing matches these filters")
            self.note.say("ok" if calm else None, sentence, "", tr("Show all"))
            self._stack.setCurrentWidget(self.note)
        self._show_outcome()
        self.tell_count()

    def _show(self, found: Drilled | None) -> None:
        """Show other outcomes, the worst of them chosen."""
        self._place = ABSENT
        self.model.show(found)
        self.table.spread()

    def _look_whether_stale(self, *_: object) -> None:
        drill_result = self.model.drilled
        stale = drill_result is not None and self._session.is_open and drill_result.failures.snapshot is not self._session.snapshot
        self.model.set_stale(stale)
        self.stale.setVisible(stale)

    def _forget(self) -> None:
        """Discard the results if the project changes or closes."""
        self.stop()
        self._show(None)
        self.stale.hide()
        self._show_what_fits()
