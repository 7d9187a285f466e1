"""Memory compared with the estimate of a stored workload, and feedback into sizing, including tokens per second from a log."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.core.work.workload import Task
from gpudesk.derived.workloads.measured_rates import LEAST_PER_S, MOST_PER_S
from gpudesk.monitor.verdict.verdict_boards import board_of
from gpudesk.monitor.verdict.verdict_feed import BY_LOG, about_of, day_of, verdict_of
from gpudesk.monitor.verdict.verdict_terms import Verdict
from gpudesk.operations.project.workload_peaks import record_measured, record_peak
from gpudesk.sizing.measured.monitored import PeakBeside, RateExpected, measured_peak, peak_beside, rate_expected
from gpudesk.sizing.workloads.saved_workload import Kept
from gpudesk.ui.panels.inspector.inspector_forms import ChoiceBox
from gpudesk.ui.places.monitor.models.verdict_model import VerdictModel
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import MINUS, parse_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text, format_number, tr_message
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr_memory_pair = text_context("MemoryPair")
tr_verdict_memory = text_context("VerdictMemory")

_GIB = 2.0**30
_RATE = 90
_MARGIN = 10
_NAME, _VALUE = 82, 74
_NAME_LETTERS = 40


class MemoryPair(QWidget):
    """Two bars on one scale: the estimate, with its range as a line, and the measurement."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.beside: PeakBeside | None = None
        self.room_gib = 0.0
        self.setFixedHeight(56)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def show_pair(self, beside: PeakBeside, room_gib: float) -> None:
        """Show a pair, next to the total memory available to programs."""
        self.beside, self.room_gib = beside, room_gib
        self.setAccessibleName(
            tr_memory_pair("Estimated {estimated} GiB, measured {measured} GiB, of {room} GiB").format(
                estimated=format_number(beside.estimated, 1), measured=format_number(beside.measured, 1), room=format_number(room_gib, 1)
            )
        )
        self.setToolTip(
            tr_memory_pair("The estimate is between {low} and {high} GiB in nine of ten cases").format(
                low=format_number(beside.low, 1), high=format_number(beside.high, 1)
            )
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        comparison = self.beside
        if comparison is None:
            return
        colours = theme.current()
        painter = QPainter(self)
        left, width = _MARGIN + _NAME, max(10.0, self.width() - 2 * _MARGIN - _NAME - _VALUE)
        full = max(self.room_gib, comparison.high, comparison.measured, 1e-9)
        rows = (
            (tr_memory_pair("Estimated"), comparison.estimated, colours.text.tertiary),
            (tr_memory_pair("Measured"), comparison.measured, colours.accent),
        )
        for at, (name, value, ink) in enumerate(rows):
            row = QRectF(_MARGIN, 4 + 24 * at, self.width() - 2 * _MARGIN, 24)
            painting.text(painter, QRectF(row.left(), row.top(), _NAME, row.height()), name, fonts.font("body"), colours.text.secondary)
            ground = QRectF(left, row.top() + 5, width, 14)
            painter.fillRect(ground, colours.surface.sunken)
            painter.fillRect(QRectF(ground.left(), ground.top(), width * min(1.0, value / full), ground.height()), ink)
            number, strong = f"{format_number(value, 1)} GiB", fonts.font("body", strong=True, tabular=True)
            place = QRectF(row.right() - _VALUE, row.top(), _VALUE, row.height())
            painting.text(painter, place, number, strong, colours.text.primary, Qt.AlignmentFlag.AlignRight)
        painter.setPen(colours.text.secondary)
        middle = 4 + 12
        low, high = (left + width * min(1.0, value / full) for value in (comparison.low, comparison.high))
        painter.drawLine(round(low), middle, round(high), middle)
        edge = round(left + width * min(1.0, self.room_gib / full))
        painter.drawLine(edge, 6, edge, 50)


class VerdictMemory(QWidget):
    """Shown if the project has a workload and a verdict has a job on a known GPU.

    Signals:
        fed(str): the measurement was stored with the workload of this name.
    """

    fed = Signal(str)

    def __init__(self, model: VerdictModel, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._session = model, session
        self._asked: object = None
        self.beside: PeakBeside | None = None
        self.expected: RateExpected | None = None
        self.header = GroupHeader(tr_verdict_memory("Memory vs. estimate"), foldable=False)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr_verdict_memory("Workload"))
        self.choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choice.activated.connect(lambda _: self._show())
        self.pair = MemoryPair()
        self.note = Label("", step="caption", ink="text.tertiary", wrap=True)
        self.terms = Label("", step="caption", ink="text.tertiary", wrap=True)
        self.rate = QLineEdit()
        self.rate.setAccessibleName(tr_verdict_memory("Tokens/s from the log"))
        self.rate.setToolTip(
            tr_verdict_memory(
                "Logged by the server or training job in this window, for all GPUs; for a server, output tokens (vLLM: "
                "generation throughput)"
            )
        )
        self.rate.setPlaceholderText(tr_verdict_memory("not reported"))
        self.rate.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.rate.setFixedWidth(_RATE)
        self.rate.textEdited.connect(lambda _: self._show_rate())
        self.rate.returnPressed.connect(self.feed_back)
        self.rate_note = Label("", step="caption", ink="text.tertiary", wrap=True)
        self.feed = VerbButton(tr_verdict_memory("Use in Size"))
        self.feed.setToolTip(tr_verdict_memory("Save the measurement with the workload, and correct later estimates where possible"))
        self.feed.clicked.connect(self.feed_back)
        row = QHBoxLayout()
        row.setContentsMargins(_MARGIN, 4, _MARGIN, 0)
        row.addWidget(self.choice)
        rated = QHBoxLayout()
        rated.setContentsMargins(_MARGIN, 0, _MARGIN, 2)
        self.rate_name = Label(tr_verdict_memory("Tokens/s from the log"))
        rated.addWidget(self.rate_name, 1)
        rated.addWidget(self.rate)
        rate_noted = QVBoxLayout()
        rate_noted.setContentsMargins(_MARGIN, 0, _MARGIN, 6)
        rate_noted.addWidget(self.rate_note)
        foot = QHBoxLayout()
        foot.setContentsMargins(_MARGIN, 0, _MARGIN, 8)
        foot.addWidget(self.feed)
        foot.addStretch(1)
        noted = QVBoxLayout()
        noted.setContentsMargins(_MARGIN, 0, _MARGIN, 4)
        noted.setSpacing(4)
        noted.addWidget(self.terms)
        noted.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(row)
        column.addWidget(self.pair)
        column.addLayout(noted)
        column.addLayout(rated)
        column.addLayout(rate_noted)
        column.addLayout(foot)
        model.changed.connect(self._show)
        for signal in (session.opened, session.closed, session.changed):
            signal.connect(self._list)
        self._list()

    def _list(self) -> None:
        """The workloads of the project."""
        chosen = self.choice.currentData()
        self.choice.clear()
        if self._session.is_open:
            table = self._session.snapshot["workload"]
            for row_id, name in zip(table.ids.tolist(), table["name"].tolist(), strict=True):
                self.choice.addItem(name if len(name) <= _NAME_LETTERS else f"{name[: _NAME_LETTERS - 1]}…", row_id)
        self.choice.setCurrentIndex(max(0, self.choice.findData(chosen)))
        self._asked = None
        self._show()

    @property
    def _verdict(self) -> Verdict | None:
        evaluation = self._model.judged
        return None if evaluation is None or evaluation.verdict.job is None else evaluation.verdict

    def _show(self) -> None:
        verdict, row_id = self._verdict, self.choice.currentData()
        gpu = None if verdict is None else verdict.gpus[0]
        board = None if gpu is None else board_of(gpu.facts, None)
        if verdict is None or verdict.job is None or board is None or board.part_of or row_id is None or not self._session.is_open:
            self.hide()
            return
        row = self._session.snapshot["workload"].row(int(row_id))
        work = Kept(Task(row["task"]), row["asked"], row["model"])
        request = (work, board.key, len(verdict.gpus), round(verdict.job.memory_peak / _GIB, 1))
        if request == self._asked:
            return
        if not isinstance(self._asked, tuple) or self._asked[:3] != request[:3]:
            # What was typed belongs to another workload or other GPUs.
            self.rate.clear()
        self._asked = request

        def estimate(_progress: Progress) -> tuple[PeakBeside | None, RateExpected | None]:
            return peak_beside(*request), rate_expected(*request[:3])

        self._session.jobs.read(estimate, lambda estimated: self._take(request, estimated), lambda error: self._refuse(request, error))

    def _take(self, asked: object, estimated: tuple[PeakBeside | None, RateExpected | None]) -> None:
        verdict = self._verdict
        if asked != self._asked or verdict is None:
            return
        comparison, self.expected = estimated
        self.beside = comparison
        self._show_rate()
        self.show()
        self.pair.setVisible(comparison is not None)
        self.terms.setVisible(comparison is not None)
        self.feed.setEnabled(comparison is not None and self._session.writable)
        if comparison is None:
            self.header.set_count("")
            self.note.setText(tr_verdict_memory("This workload cannot run on these GPUs."))
            return
        self.pair.show_pair(comparison, (verdict.gpus[0].room_bytes or 0.0) / _GIB)
        parts = ", ".join(
            f"{tr_message(term.title)} {format_number(term.value, 1)}" for term in comparison.plan.needed.terms if term.value >= 0.05
        )
        self.terms.setText(
            tr_verdict_memory("Estimated in GiB: {parts}. The monitor shows the total; an engine log shows the parts (Size).").format(
                parts=parts
            )
        )
        sign = "+" if comparison.off >= 0 else MINUS
        self.header.set_count(f"{sign}{format_number(abs(100 * comparison.off), 1)} %")
        fills = tr_verdict_memory("The engine allocates its share of memory up front: the usage is saved, and estimates stay unchanged.")
        self.note.setText("" if comparison.corrects else fills)
        self.note.setVisible(not comparison.corrects)

    def _rate_told(self) -> float | None:
        """The entered tokens per second; None if missing or invalid."""
        entered_per_s = parse_number(self.rate.text())
        return entered_per_s if entered_per_s is not None and LEAST_PER_S <= entered_per_s <= MOST_PER_S else None

    def _show_rate(self) -> None:
        """Show the field, with the estimate next to it."""
        comparison, expected, entered_per_s = self.beside, self.expected, self._rate_told()
        for widget in (self.rate_name, self.rate, self.rate_note):
            widget.setVisible(comparison is not None)
        self.rate.setEnabled(self._session.writable)
        if self.rate.text().strip() and entered_per_s is None:
            text = tr_verdict_memory("Tokens per second must be a number from {least} to {most}.")
            self.rate_note.setText(text.format(least=format_number(LEAST_PER_S, 1), most=format_number(MOST_PER_S, 0)))
            return
        if expected is None:
            self.rate_note.setText(tr_verdict_memory("No estimate exists for these GPUs; only the measurement is saved."))
            return
        estimated = format_number(expected.per_s, 0)
        if expected.sequences is None:
            text = tr_verdict_memory("Estimated {rate} on these GPUs").format(rate=estimated)
        else:
            text = filled_text(
                tr_verdict_memory("Estimated {rate} on these GPUs with {requests} concurrent {requests|request|requests}"),
                rate=estimated,
                requests=format_number(expected.sequences),
            )
        if entered_per_s is not None:
            off = entered_per_s / expected.per_s - 1
            text += f": {'+' if off >= 0 else MINUS}{format_number(abs(100 * off), 1)} %"
        self.rate_note.setText(f"{text}.")

    def _refuse(self, asked: object, error: DeskError) -> None:
        if asked == self._asked:
            self.beside = self.expected = None
            self.show()
            self._show_rate()
            self.pair.hide()
            self.terms.hide()
            self.feed.setEnabled(False)
            self.note.setText(tr_message(error.message))
            self.note.show()

    def feed_back(self) -> None:
        """Store the measurement in the project, and with the other measurements of this site if it calibrates estimates."""
        comparison, verdict, row_id = self.beside, self._verdict, self.choice.currentData()
        if comparison is None or verdict is None or row_id is None:
            return
        entered_per_s = self._rate_told()
        if self.rate.text().strip() and entered_per_s is None:
            self.rate.setFocus()
            self.rate.selectAll()
            return
        about = about_of(verdict)
        workload = self.choice.currentText()
        peak = (int(row_id), comparison.estimated, comparison.measured, verdict_of(verdict))
        if entered_per_s is None:
            self._session.do(record_peak, *peak, done=lambda _: self.fed.emit(workload))
        else:
            self._session.do(
                record_measured,
                *peak,
                estimated_per_s=None if self.expected is None else self.expected.per_s,
                measured_per_s=entered_per_s,
                about=f"{about} {BY_LOG}",
                done=lambda _: self.fed.emit(workload),
            )
            self.rate.clear()
            self._show_rate()
        measurement = measured_peak(comparison, day_of(verdict), f"monitor, {about}")
        if measurement is not None:

            def keep(_progress: Progress) -> None:
                from gpudesk.catalog.measured_files import keep_measured

                keep_measured(measurement)

            self._session.jobs.write(keep, None, self._session.failed.emit)
