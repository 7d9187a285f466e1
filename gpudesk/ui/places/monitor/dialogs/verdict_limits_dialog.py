"""The thresholds of the verdict, each with its source, to be read and set."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.monitor.verdict.verdict_limits import Threshold, keep_limits, limits, shipped_thresholds
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number, parse_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("VerdictLimitsDialog")

_VALUE = 1


class _Limits(PlainTableModel):
    """Accepts a value within its bounds; "" is the shipped one."""

    edited = Signal(str, object)

    def take(self, key: Any, column: int, value: Any) -> bool:
        threshold = shipped_thresholds()[str(key)]
        text = str(value).strip()
        number = threshold.value if not text else parse_number(text)
        if column != _VALUE or number is None or not threshold.low <= number <= threshold.high:
            return False
        self.edited.emit(str(key), number)
        return True


class VerdictLimitsDialog(DeskDialog):
    """`own` are the values that differ from the shipped ones."""

    kept = Signal()

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.own: dict[str, float] = {}
        self.set_heading(
            tr("Thresholds of the verdict"),
            tr("Each value can be set within its range; clear it to restore the default. Values apply to every project."),
        )
        self.let_body_fill()
        heads = [Head(tr("Threshold")), Head(tr("Value"), right=True), Head(""), Head(tr("Range")), Head(tr("Source"))]
        self.lines = _Limits(heads, self)
        self.lines.edited.connect(self._set)
        self.table = DeskTable(tr("Thresholds"))
        self.table.setModel(self.lines)
        self.table.setEditTriggers(DeskTable.EditTrigger.AllEditTriggers)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column, wide in ((1, 110), (2, 44), (3, 130)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, wide)
        self.body.addWidget(self.table, 1)
        self.add_buttons(tr("Apply"), self.keep)
        self.resize(980, 620)
        try:
            self.own = dict(limits().own)
        except DeskError as error:
            self.complain(error)
        self._show()

    def _set(self, key: str, value: float) -> None:
        self.own[key] = value
        self._show()

    def _show(self) -> None:
        spanish = language() == "es"
        self.lines.set_lines([self._line(threshold, spanish=spanish) for threshold in shipped_thresholds().values()])

    def _line(self, threshold: Threshold, *, spanish: bool) -> Line:
        value = self.own.get(threshold.key, threshold.value)
        is_changed = value != threshold.value
        bounds = f"{format_number(threshold.low)} – {format_number(threshold.high)}"
        cells = (
            Cell(threshold.title_es if spanish else threshold.title, tool_tip=threshold.title_es if spanish else threshold.title),
            Cell(format_number(value), right=True, edited=format_number(value), placeholder=format_number(threshold.value), lit=is_changed),
            Cell(threshold.unit, ink="text.tertiary"),
            Cell(bounds, ink="text.secondary"),
            Cell(tr_source(threshold.source), confidence=str(threshold.confidence), tool_tip=tr_source(threshold.source)),
        )
        return Line(threshold.key, cells)

    def keep(self) -> None:
        """Keep the values in the person's folder."""
        own = dict(self.own)

        def work(_progress: Progress) -> None:
            keep_limits(own)

        def ended(_: object) -> None:
            if isValid(self):
                self.kept.emit()
                self.accept()

        def failed(error: DeskError) -> None:
            if isValid(self):
                self.complain(error)

        self._jobs.read(work, ended, failed)
