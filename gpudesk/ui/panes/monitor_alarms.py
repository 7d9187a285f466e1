"""The alarms: what is watched and from where on, and what was raised and cleared."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.monitor.alarm_rules import keep_rules, own_rules
from gpudesk.monitor.alarms import Alarms, Change, Logged, Rule, usual_rules
from gpudesk.monitor.metrics import metrics
from gpudesk.monitor.xid import xid_of
from gpudesk.ui.dialogs.edit_table import EditTable
from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.models.monitor_words import gpu_called, metric_title, titled, written_out
from gpudesk.ui.models.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.quantities import format_number
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.marks import ERROR, OK, WARNING
from gpudesk.ui.widgets.table import DeskTable

_ON, _NUMBER = 0, 3
_SHARES = "_share"


class _Rules(PlainTableModel):
    """The rules, editable.

    Signals:
        edited(str, int, object): the key of a rule, the column, and what was given.
    """

    edited = Signal(str, int, object)

    def take(self, key: Any, column: int, value: Any) -> bool:
        """A number was given."""
        self.edited.emit(str(key), column, value)
        return True


class MonitorAlarms(QWidget):
    """Follows every reading, seen or not, as long as anything is watched.

    Signals:
        counted(object): how many alarms are raised now, by severity.
    """

    counted = Signal(object)

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.alarms = Alarms(own_rules())
        self.setAccessibleName(self.tr("Alarms"))
        self.rules_model = _Rules(self._rule_heads(), self)
        self.rules_table = EditTable(self.tr("Rules"), self.rules_model)
        self.log_model = PlainTableModel(self._log_heads(), self)
        self.log_table = DeskTable(self.tr("What was raised"), self)
        self.log_table.setModel(self.log_model)
        for table, stretched, widths in ((self.rules_table, 2, (76, 290, 0, 96, 84)), (self.log_table, 2, (140, 90, 0, 110, 90, 120))):
            head = table.horizontalHeader()
            head.setStretchLastSection(False)
            for at, width in enumerate(widths):
                if at == stretched:
                    head.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)
                else:
                    table.setColumnWidth(at, width)
        self.none = Label(self.tr("No alarm was raised since the monitor was opened."), ink="text.secondary", wrap=True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._log_stack = QStackedWidget()
        self._log_stack.addWidget(self.none)
        self._log_stack.addWidget(self.log_table)
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
        column.addWidget(split, 1)
        column.addWidget(self.trouble)
        self.rules_model.edited.connect(self._edit)
        self.rules_table.reset_requested.connect(lambda key: self._change(next(rule for rule in usual_rules() if rule.key == key)))
        for signal in (self.log_table.cell_pressed, self.log_table.activated):
            signal.connect(self._acknowledge)
        model.taken.connect(self._take)
        model.machines_changed.connect(self._show_log)
        self._show_rules()
        self._show_log()

    def _rule_heads(self) -> list[Head]:
        return [
            Head(self.tr("Watched")),
            Head(self.tr("Alarm")),
            Head(self.tr("Raised when")),
            Head(self.tr("Number"), right=True),
            Head(self.tr("For, s"), right=True),
        ]

    def _log_heads(self) -> list[Head]:
        return [
            Head(self.tr("Time")),
            Head(self.tr("GPU")),
            Head(self.tr("Alarm")),
            Head(self.tr("Value"), right=True),
            Head(self.tr("State")),
            Head(""),
        ]

    def look_like(self, other: "MonitorAlarms") -> None:
        """Go on with what another one followed."""
        self.alarms = other.alarms
        self._show_rules()
        self._show_log()

    # readings

    def _take(self, frames: Any, events: Any) -> None:
        if self.alarms.take(self._model.facts, frames, events):
            self._show_log()

    # rules

    def _when(self, rule: Rule) -> str:
        metric = metric_title(rule.metric)
        if not rule.limit.of:
            return self.tr("{metric} is over the number").format(metric=metric)
        facts = {"slowdown_c": self.tr("the board's slow-down temperature")}
        of = facts.get(rule.limit.of) or metric_title(rule.limit.of)
        if rule.limit.less is None:
            return self.tr("{metric} is over the number times: {limit}").format(metric=metric, limit=of)
        return self.tr("{metric} comes as close as the number to: {limit}").format(metric=metric, limit=of)

    def _show_rules(self) -> None:
        lines = []
        for rule in self.alarms.rules:
            unit = metrics()[rule.metric].unit if rule.limit.less is not None else ""
            on, off = self.tr("On"), self.tr("Off")
            ink = "" if rule.on else "text.tertiary"
            cells = (
                Cell(on if rule.on else off, edited="on" if rule.on else "off", choices=(("on", on), ("off", off)), ink=ink),
                Cell(titled(rule), severity=rule.severity if rule.on else "", ink=ink, tool_tip=f"{titled(rule)}. {rule.source}"),
                Cell(self._when(rule), ink="text.secondary" if rule.on else "text.tertiary"),
                Cell(format_number(rule.number), unit, right=True, edited=f"{rule.number:g}"),
                Cell(format_number(rule.hold_s), right=True, edited=f"{rule.hold_s:g}"),
            )
            lines.append(Line(rule.key, cells))
        self.rules_model.set_lines(lines)

    def _rule(self, key: str) -> Rule:
        return next(rule for rule in self.alarms.rules if rule.key == key)

    def _edit(self, key: str, column: int, value: object) -> None:
        if column == _ON:
            self._change(replace(self._rule(key), on=value == "on"))
            return
        number, told = QLocale.c().toDouble(str(value).strip().replace(",", "."))
        rule = self._rule(key)
        low, high = (rule.low, rule.high) if column == _NUMBER else (0.0, 86_400.0)
        if not told or not low <= number <= high:
            self._say(self.tr("{alarm}: a number from {low} to {high} is needed.").format(alarm=titled(rule), low=low, high=high))
            return
        self._change(rule.with_number(number) if column == _NUMBER else replace(rule, hold_s=number))

    def _change(self, rule: Rule) -> None:
        self._say("")
        self.alarms.change_rule(rule)
        try:
            keep_rules(self.alarms.rules)
        except OSError as error:
            self._say(self.tr("The rules hold until the program ends; they could not be kept: {reason}.").format(reason=error.strerror))
        self._show_rules()
        self._show_log()

    def _say(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    # log

    def _show_log(self) -> None:
        raised = {each for each in self.alarms.raised() if each[0] in self._model.facts}
        log = self.alarms.log
        self.log_model.set_lines([self._line(each, raised) for each in reversed(log)])
        self._log_stack.setCurrentWidget(self.log_table if log else self.none)
        open_now = [each for each in log if self._is_open(each, raised)]
        self.counted.emit({severity: sum(each.severity == severity for each in open_now) for severity in (ERROR, WARNING)})

    @staticmethod
    def _is_open(each: Logged, raised: set[tuple[str, str]]) -> bool:
        lasting = each.rule == "xid" or (each.uuid, each.rule) in raised
        return each.change is Change.RAISED and lasting and not each.acknowledged

    def _line(self, each: Logged, raised: set[tuple[str, str]]) -> Line:
        facts = self._model.facts.get(each.uuid)
        if each.rule == "xid":
            title, value = f"XID {each.value:g}: {titled(xid_of(int(each.value)))}", ""
        else:
            rule = self._rule(each.rule)
            title, value = titled(rule), written_out(rule.metric, each.value)
            if rule.metric.endswith(_SHARES):
                value = f"{format_number(100 * each.value, 0)} %"
        cleared = each.change is Change.CLEARED
        state = self.tr("cleared") if cleared else self.tr("seen") if each.acknowledged else self.tr("raised")
        at = QDateTime.fromMSecsSinceEpoch(int(each.wall_s * 1000)).toString("yyyy-MM-dd HH:mm:ss")
        cells = (
            Cell(at, ink="text.secondary"),
            Cell("" if facts is None else gpu_called(self._model, facts), tool_tip=each.uuid),
            Cell(title, severity=OK if cleared else each.severity),
            Cell(value, right=True),
            Cell(state),
            Cell(button=self.tr("Acknowledge") if self._is_open(each, raised) else ""),
        )
        return Line(each.number, cells)

    def _acknowledge(self, index: QModelIndex) -> None:
        self.alarms.acknowledge(int(self.log_model.line(index.row()).key))
        self._show_log()
