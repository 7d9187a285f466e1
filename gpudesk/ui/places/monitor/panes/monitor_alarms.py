"""Alarms: monitored metrics with their thresholds, and raised and cleared alarms."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QHeaderView, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.monitor.health.alarm_rules import keep_rules, own_rules
from gpudesk.monitor.health.alarms import Alarms, Change, Logged, Rule, usual_rules
from gpudesk.monitor.health.xid import xid_of
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, metric_title, titled, written_out
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.panes.monitor_page import WITH_HOST
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, OK, SEVERITY_ORDER, WARNING
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("MonitorAlarms")

_ON, _NUMBER = 0, 3
_SHARES = "_share"
_SILENCE_S = 3600.0


def _is_share(rule: Rule) -> bool:
    """Whether the number of a rule is a share, which a person reads and gives in percent."""
    return rule.metric.endswith(_SHARES) if not rule.limit.of else rule.limit.less is None


class _Rules(PlainTableModel):
    """The rules, editable.

    Signals:
        edited(str, int, object): the key of a rule, the column, and the entered value.
    """

    edited = Signal(str, int, object)

    def take(self, key: Any, column: int, value: Any) -> bool:
        """A number was given."""
        self.edited.emit(str(key), column, value)
        return True


class MonitorAlarms(QWidget):
    """Follows every reading, visible or not, while a source is monitored.

    Signals:
        counted(object): number of alarms currently raised, by severity.
        raised(str, str, str): an alarm that the user must see: severity, condition and GPU, and figures. All alarms
            raised in one evaluation are combined.
        telling_changed(bool): desktop notifications were turned on or off.
    """

    counted = Signal(object)
    raised = Signal(str, str, str)
    telling_changed = Signal(bool)

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._live = Alarms(own_rules())
        self._past: Alarms | None = None
        self._source: object = None
        self._played_s = 0.0
        self.setAccessibleName(tr("Alarms"))
        self.rules_model = _Rules(self._rule_heads(), self)
        self.rules_table = EditTable(tr("Rules"), self.rules_model)
        self.log_model = PlainTableModel(self._log_heads(), self)
        self.log_table = DeskTable(tr("Raised alarms"), self)
        self.log_table.setModel(self.log_model)
        for table, stretched, widths in ((self.rules_table, 2, (76, 290, 0, 96, 84)), (self.log_table, 2, (140, 90, 0, 110, 90, 120))):
            head = table.horizontalHeader()
            head.setStretchLastSection(False)
            for at, width in enumerate(widths):
                if at == stretched:
                    head.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)
                else:
                    table.setColumnWidth(at, width)
        self.none = Label(tr("No alarm has been raised since the monitor was opened."), ink="text.secondary", wrap=True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._log_stack = QStackedWidget()
        self._log_stack.addWidget(self.none)
        self._log_stack.addWidget(self.log_table)
        self.tell_box = QCheckBox(tr("Desktop notifications"))
        self.tell_box.setToolTip(tr("Also notify outside the window, while monitoring is running"))
        self.tell_box.toggled.connect(self.telling_changed)
        self.silence_button = VerbButton(tr("Silence for an hour"))
        self.silence_button.setToolTip(tr("Silence the GPU of the selected row for an hour; logging continues"))
        self.silence_button.clicked.connect(self._silence)
        self.again_button = VerbButton(tr("Unsilence"))
        self.again_button.clicked.connect(self._tell_again)
        self._silent = Label("", step="caption", ink="text.secondary")
        telling = QHBoxLayout()
        telling.setContentsMargins(10, 4, 8, 4)
        telling.setSpacing(10)
        telling.addWidget(self.tell_box)
        telling.addWidget(self._silent, 1)
        telling.addWidget(self.again_button)
        telling.addWidget(self.silence_button)
        self.trouble = Label("", ink="severity.error", wrap=True)
        self.trouble.hide()
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self._log_stack)
        split.addWidget(self.rules_table)
        split.setStretchFactor(1, 1)
        split.setSizes([180, 320])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(telling)
        column.addWidget(split, 1)
        column.addWidget(self.trouble)
        self.rules_model.edited.connect(self._edit)
        self.rules_table.reset_requested.connect(lambda key: self._change(next(rule for rule in usual_rules() if rule.key == key)))
        for signal in (self.log_table.cell_pressed, self.log_table.activated):
            signal.connect(self._acknowledge)
        self.log_table.selectionModel().selectionChanged.connect(lambda *_: self._show_silence())
        model.taken.connect(self._take)
        model.machines_changed.connect(self._show_source)
        self._show_rules()
        self._show_log()
        self._show_silence()

    def _rule_heads(self) -> list[Head]:
        return [
            Head(tr("Monitored")),
            Head(tr("Alarm")),
            Head(tr("Raised when")),
            Head(tr("Number"), right=True),
            Head(tr("For"), right=True),
        ]

    def _log_heads(self) -> list[Head]:
        return [
            Head(tr("Time")),
            Head(tr("GPU")),
            Head(tr("Alarm")),
            Head(tr("Value"), right=True),
            Head(tr("State")),
            Head(""),
        ]

    @property
    def alarms(self) -> Alarms:
        """Alarms of the source shown: a recording has separate ones, so that they do not mix with current alarms."""
        return self._past or self._live

    def look_like(self, other: "MonitorAlarms") -> None:
        """Go on with what another one followed."""
        self._live, self._past = other._live, other._past
        self._source, self._played_s = other._source, other._played_s
        self._show_rules()
        self._show_log()
        self._show_silence()

    # readings

    def _take(self, frames: Any, events: Any) -> None:
        self._know_source()
        if self._past is not None and frames:
            first_s, last_s = min(frame.wall_s for frame in frames), max(frame.wall_s for frame in frames)
            if first_s < self._played_s:
                # Played again from an earlier moment, which raises the same again.
                self._past = Alarms(self._past.rules)
                self._show_log()
            self._played_s = last_s
        logged_now = self.alarms.take(self._model.facts, frames, events)
        if logged_now:
            self._show_log()
        if self._past is None:
            self._say_raised([logged for logged in logged_now if logged.change is Change.RAISED and not logged.silenced])

    def _know_source(self) -> bool:
        """Start again with another recording; returns whether the source changed."""
        source = self._model.source
        if source is self._source:
            return False
        self._source, self._played_s = source, 0.0
        past = self._model.kind in (SourceKind.RECORDING, SourceKind.SNAPSHOT)
        self._past = Alarms(self._live.rules) if past else None
        return True

    def _show_source(self) -> None:
        if self._know_source():
            self._show_silence()
        self._show_log()

    def _say_raised(self, found: list[Logged]) -> None:
        """Report the most severe alarm, and the number of others."""
        serious = [logged for logged in found if logged.severity in (ERROR, WARNING)]
        if not serious:
            return
        first = min(serious, key=lambda logged: SEVERITY_ORDER.index(logged.severity))
        facts = self._model.facts.get(first.uuid)
        gpu = "" if facts is None else gpu_called(self._model, facts)
        title, value = self._words(first)
        what = f"{gpu}: {title}" if gpu else title
        parts = [value] if value else []
        if first.limit is not None and value and not self._rule(first.rule).metric.endswith(_SHARES):
            limit = written_out(self._rule(first.rule).metric, first.limit)
            parts = [tr("{value}, the limit is {limit}").format(value=value, limit=limit)]
        if len(serious) > 1:
            parts.append(tr("and {count} more").format(count=len(serious) - 1))
        self.raised.emit(first.severity, what, "; ".join(parts))

    # silence

    def _chosen(self) -> int:
        """The number of the chosen line of the log, -1 without one."""
        row = self.log_table.currentIndex().row()
        return int(self.log_model.line(row).key) if 0 <= row < self.log_model.rowCount() else -1

    def _chosen_gpu(self) -> str:
        number = self._chosen()
        return next((logged.uuid for logged in self.alarms.log if logged.number == number), "")

    def _silence(self) -> None:
        uuid = self._chosen_gpu()
        if uuid:
            self.alarms.silence(uuid, time.time() + _SILENCE_S)
            self._show_silence()

    def _tell_again(self) -> None:
        self.alarms.tell_again()
        self._show_silence()

    def _show_silence(self) -> None:
        self.silence_button.setEnabled(bool(self._chosen_gpu()))
        silenced = self.alarms.silenced(time.time())
        names = []
        for uuid, until_s in silenced.items():
            facts = self._model.facts.get(uuid)
            until = QDateTime.fromMSecsSinceEpoch(int(until_s * 1000)).toString("HH:mm")
            gpu = uuid if facts is None else gpu_called(self._model, facts)
            names.append(tr("{gpu} until {time}").format(gpu=gpu, time=until))
        self._silent.setText(tr("Silenced: {gpus}").format(gpus=", ".join(names)) if names else "")
        self.again_button.setVisible(bool(names))

    # rules

    def _when(self, rule: Rule) -> str:
        metric = metric_title(rule.metric)
        if not rule.limit.of:
            shown = f"{format_number(100 * rule.number)} %" if _is_share(rule) else written_out(rule.metric, rule.number)
            return tr("{metric} is above {number}").format(metric=metric, number=shown)
        known = {
            "slowdown_c": tr("slowdown temperature"),
            "power_limit_w": tr("power limit"),
            "memory_total_bytes": tr("memory"),
        }
        of = known.get(rule.limit.of) or metric_title(rule.limit.of)
        if _is_share(rule):
            share = format_number(100 * rule.number)
            return tr("{metric} is above {share} % of {limit}").format(metric=metric, share=share, limit=of)
        shown = f"{format_number(rule.number)} {metrics()[rule.metric].unit}".strip()
        return tr("{metric} is less than {number} below {limit}").format(metric=metric, number=shown, limit=of)

    def _show_rules(self) -> None:
        lines = []
        for rule in self.alarms.rules:
            factor, unit = (100.0, "%") if _is_share(rule) else (1.0, metrics()[rule.metric].unit)
            on, off = tr("On"), tr("Off")
            ink = "" if rule.on else "text.tertiary"
            cells = (
                Cell(on if rule.on else off, edited="on" if rule.on else "off", choices=(("on", on), ("off", off)), ink=ink),
                Cell(
                    titled(rule), severity=rule.severity if rule.on else "", ink=ink, tool_tip=f"{titled(rule)}. {tr_source(rule.source)}"
                ),
                Cell(self._when(rule), ink="text.secondary" if rule.on else "text.tertiary"),
                Cell(format_number(factor * rule.number), unit, right=True, edited=f"{factor * rule.number:g}"),
                Cell(format_number(rule.hold_s), "s", right=True, edited=f"{rule.hold_s:g}"),
            )
            lines.append(Line(rule.key, cells))
        self.rules_model.set_lines(lines)

    def _rule(self, key: str) -> Rule:
        return next(rule for rule in self.alarms.rules if rule.key == key)

    def _edit(self, key: str, column: int, value: object) -> None:
        if column == _ON:
            self._change(replace(self._rule(key), on=value == "on"))
            return
        rule = self._rule(key)
        factor = 100.0 if column == _NUMBER and _is_share(rule) else 1.0
        number, is_number = QLocale.c().toDouble(str(value).replace("%", "").strip().replace(",", "."))
        low, high = (rule.low, rule.high) if column == _NUMBER else (0.0, 86_400.0)
        if not is_number or not factor * low <= number <= factor * high:
            bounds = {"low": format_number(factor * low), "high": format_number(factor * high)}
            self._say(tr("{alarm}: a number from {low} to {high} is required.").format(alarm=titled(rule), **bounds))
            return
        self._change(rule.with_number(number / factor) if column == _NUMBER else replace(rule, hold_s=number))

    def _change(self, rule: Rule) -> None:
        self._say("")
        self._live.change_rule(rule)
        if self._past is not None:
            self._past.change_rule(rule)
        try:
            keep_rules(self.alarms.rules)
        except OSError as error:
            self._say(tr("The rules apply until the program exits; they could not be saved: {reason}.").format(reason=error.strerror))
        self._show_rules()
        self._show_log()

    def _say(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    # log

    def _show_log(self) -> None:
        log = self.alarms.log
        waiting = self._waiting(log)
        chosen = self._chosen()
        self.log_model.set_lines([self._line(logged, is_open=logged.number in waiting) for logged in reversed(log)])
        row = self.log_model.row_of(chosen)
        if row is not None:
            self.log_table.selectRow(row)
        if len(self._model.machines) > 1 and self.log_table.columnWidth(1) < WITH_HOST:
            self.log_table.setColumnWidth(1, WITH_HOST)
        self._log_stack.setCurrentWidget(self.log_table if log else self.none)
        open_now = [logged for logged in log if logged.number in waiting]
        self.counted.emit({severity: sum(logged.severity == severity for logged in open_now) for severity in (ERROR, WARNING)})

    def _waiting(self, log: Sequence[Logged]) -> set[int]:
        """Log lines that are active and unseen: for an intermittent alarm, only its last line."""
        raised = [logged for logged in log if logged.change is Change.RAISED]
        newest = {(logged.uuid, logged.rule): logged.number for logged in raised}
        holding = {newest[key] for key in self.alarms.raised() if key in newest and key[0] in self._model.facts}
        return {logged.number for logged in raised if not logged.acknowledged and (logged.rule == "xid" or logged.number in holding)}

    def _line(self, each: Logged, *, is_open: bool) -> Line:
        facts = self._model.facts.get(each.uuid)
        title, value = self._words(each)
        cleared = each.change is Change.CLEARED
        state = tr("cleared") if cleared else tr("acknowledged") if each.acknowledged else tr("raised")
        at = QDateTime.fromMSecsSinceEpoch(int(each.wall_s * 1000)).toString("yyyy-MM-dd HH:mm:ss")
        cells = (
            Cell(at, ink="text.secondary"),
            Cell("" if facts is None else gpu_called(self._model, facts), tool_tip=each.uuid),
            Cell(title, severity=OK if cleared else each.severity),
            Cell(value, right=True),
            Cell(state),
            Cell(button=tr("Acknowledge") if is_open else ""),
        )
        return Line(each.number, cells)

    def _words(self, each: Logged) -> tuple[str, str]:
        """Name and value of a log line."""
        if each.rule == "xid":
            return f"XID {each.value:g}: {titled(xid_of(int(each.value)))}", ""
        rule = self._rule(each.rule)
        if rule.metric.endswith(_SHARES):
            return titled(rule), f"{format_number(100 * each.value, 0)} %"
        return titled(rule), written_out(rule.metric, each.value)

    def _acknowledge(self, index: QModelIndex) -> None:
        self.alarms.acknowledge(int(self.log_model.line(index.row()).key))
        self._show_log()
