"""Health of each GPU: findings, their figures, and remedies."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpudesk.monitor.health.health import Judgement, judge
from gpudesk.monitor.health.throttle_reasons import held_shares
from gpudesk.monitor.health.xid import Xid
from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, gpu_name, titled
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import row_state, rows_of
from gpudesk.ui.places.monitor.panes.monitor_page import EVERY, MonitorPage
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, OK, SEVERITY_ORDER, WARNING

tr = text_context("MonitorHealth")

_WINDOW_S = 240.0
"""Time window for the share of throttled time."""
_WIDTHS = (80, 130, 290, 230)
_UNSEEN_EVERY = 5
"""Interval in seconds of the count while the page is hidden ..."""
_UNSEEN_MOST = 64
"""... and number of GPUs evaluated each time, as fast as slow values are read: the window must not wait for a fleet."""


def in_language(of: object, name: str) -> str:
    """A text of a row of a table in the person's language."""
    return str(getattr(of, f"{name}_es" if language() == "es" else name))


class MonitorHealth(MonitorPage):
    """A line for each finding, the most severe of a GPU first; the selected one is shown in full below.

    Signals:
        counted(object): number of findings, by severity.
    """

    counted = Signal(object)

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        # Heads are made before the widget is: their texts are those of this class all the same.
        heads = [
            Head(tr("GPU")),
            Head(tr("Model")),
            Head(tr("Finding")),
            Head(tr("Evidence")),
            Head(tr("What to do")),
        ]
        super().__init__(model, tr("Health"), heads, _WIDTHS, parent)
        self.detail = Label("", self, ink="text.secondary", wrap=True)
        self.detail.setContentsMargins(10, 6, 10, 8)
        self.detail.hide()
        self.column.addWidget(self.detail)
        self._judged: dict[tuple[str, str], Judgement] = {}
        self._graves: dict[str, tuple[str, ...]] = {}
        self._unseen = 0
        self._next = 0
        self.table.selectionModel().currentRowChanged.connect(self._tell)

    def none_text(self) -> str:
        """No GPU is known."""
        return tr("No GPU is being monitored yet.")

    def lines(self) -> list[Line]:
        """The findings on all GPUs."""
        lines: list[Line] = []
        counts = {ERROR: 0, WARNING: 0}
        self._judged = {}
        silent = [machine for machine in self.monitor.listed if machine.trouble]
        for machine in silent:
            why = machine.trouble if machine.trouble_message is None else tr_message(machine.trouble_message)
            cells = (Cell(machine.name), Cell(), Cell(tr("Host not responding"), severity=ERROR), Cell(why), Cell())
            lines.append(Line((machine.name, "silent"), cells))
            counts[ERROR] += 1
        for row in rows_of([machine for machine in self.monitor.listed if not machine.trouble]):
            if row.facts is None:
                state = row_state(self.monitor, row)
                cells = (Cell(f"GPU {row.index}"), Cell(row.host), Cell(state.text, severity=state.severity), Cell(), Cell(state.told))
                lines.append(Line((f"{row.host}/{row.index}", "unreachable"), cells))
                if state.severity in counts:
                    counts[state.severity] += 1
                continue
            for judgement in self._judge(row.facts):
                key = (row.uuid, judgement.key)
                self._judged[key] = judgement
                ink = "text.tertiary" if judgement.severity == OK else ""
                cells = (
                    Cell(gpu_called(self.monitor, row.facts)),
                    Cell(gpu_name(row.facts), ink="text.secondary"),
                    Cell(titled(judgement.named), severity=judgement.severity, ink=ink),
                    Cell("" if judgement.evidence is None else tr_message(judgement.evidence)),
                    Cell(in_language(judgement.named, "do"), ink="text.secondary"),
                )
                lines.append(Line(key, cells))
                if judgement.severity in counts:
                    counts[judgement.severity] += 1
        self.counted.emit(counts)
        lines.sort(key=lambda line: SEVERITY_ORDER.index(line.cells[2].severity or OK))
        return lines

    def _judge(self, facts: GpuFacts) -> list[Judgement]:
        now = self.monitor.now(facts.uuid)
        last_s = self.monitor.history.last_s or 0.0
        held = held_shares(self.monitor.history, facts.uuid, last_s - _WINDOW_S, last_s)
        shares = {key: held_share.share for key, held_share in held.items()}
        return judge(facts, now.values, now.lacks, self.monitor.events, shares)

    def _later(self) -> None:
        super()._later()
        self._unseen += 1
        if not self.isVisible() and self._unseen % (EVERY * _UNSEEN_EVERY) == 1:
            self.count()

    def count(self) -> None:
        """Count the findings while this page is hidden; with many GPUs, some are evaluated now and the others in turn."""
        answering = [machine for machine in self.monitor.listed if not machine.trouble]
        rows = rows_of(answering)
        known = [row.facts for row in rows if row.facts is not None]
        for _ in range(min(len(known), _UNSEEN_MOST)):
            self._next = (self._next + 1) % len(known)
            facts = known[self._next]
            self._graves[facts.uuid] = tuple(judgement.severity for judgement in self._judge(facts))
        self._graves = {facts.uuid: self._graves[facts.uuid] for facts in known if facts.uuid in self._graves}
        all_severities = [severity for severities in self._graves.values() for severity in severities]
        all_severities += [ERROR] * (len(self.monitor.listed) - len(answering))
        all_severities += [row_state(self.monitor, row).severity for row in rows if row.facts is None]
        self.counted.emit({severity: all_severities.count(severity) for severity in (ERROR, WARNING)})

    def refresh(self) -> None:
        """Evaluate again."""
        super().refresh()
        self._tell()

    def _tell(self) -> None:
        index = self.table.currentIndex()
        judgement = self._judged.get(self.lines_model.line(index.row()).key) if index.isValid() else None
        self.detail.setVisible(judgement is not None)
        if judgement is None:
            return
        sentences = [f"{titled(judgement.named)}."]
        if isinstance(judgement.named, Xid):
            sentences += [f"XID {judgement.named.code} {judgement.named.mnemonic}".rstrip() + ".", in_language(judgement.named, "means")]
        sentences.append(in_language(judgement.named, "do"))
        if judgement.named.source:
            sentences.append(tr("Source: {source}.").format(source=tr_source(judgement.named.source)))
        self.detail.setText(" ".join(part for part in sentences if part))
