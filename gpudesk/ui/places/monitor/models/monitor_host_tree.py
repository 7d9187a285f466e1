"""The monitored hosts and their GPUs as a tree, each with its most severe state."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.monitor.readings.source import Machine
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_name, gpu_number
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import row_state, rows_of
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, OK, SEVERITY_ORDER, WARNING, severity_name, worst

Index = QModelIndex | QPersistentModelIndex
TROUBLE = frozenset({ERROR, WARNING})
"""What counts as trouble: clocks held by a limit on purpose do not."""


class HostRole(IntEnum):
    """Data that the model provides for a line in addition to its text."""

    SEVERITY = Qt.ItemDataRole.UserRole + 221
    FACT = Qt.ItemDataRole.UserRole + 222
    HOST = Qt.ItemDataRole.UserRole + 223
    UUID = Qt.ItemDataRole.UserRole + 224


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A host, or a GPU of one.

    Attributes:
        text: its name.
        fact: short text at the right end.
        told: the full description of its trouble.
        uuid: UUID of a GPU; "" for a host, and for a GPU that cannot be opened.
    """

    host: str
    text: str
    severity: str
    fact: str
    told: str
    uuid: str = ""


@dataclass(frozen=True, slots=True)
class HostLines:
    """A host with its GPUs."""

    head: TreeLine
    gpus: tuple[TreeLine, ...]


def _said(source: str) -> str:
    return QCoreApplication.translate("Monitor", source)


def _host(model: MonitorModel, machine: Machine) -> HostLines:
    gpus = []
    answering = 0
    mixed = len({gpu.name for gpu in machine.gpus}) > 1
    for row in rows_of([machine]):
        state = row_state(model, row)
        if row.facts is None:
            name = _said(QT_TRANSLATE_NOOP("Monitor", "GPU {number}")).format(number=row.index)
        else:
            name = f"{gpu_number(row.facts)} · {gpu_name(row.facts)}" if mixed else gpu_number(row.facts)
            answering += bool(not row.is_part and model.now(row.uuid).values)
        fact = state.text if state.severity != OK else ""
        gpus.append(TreeLine(machine.name, name, state.severity, fact, state.told, row.uuid))
    count = sum(not gpu.parent for gpu in machine.gpus) + len(machine.unreachable)
    why = machine.trouble if machine.trouble_message is None else tr_message(machine.trouble_message)
    troubled = [gpu for gpu in gpus if gpu.severity in TROUBLE]
    severity = ERROR if machine.trouble else worst([gpu.severity for gpu in troubled]) or OK
    if machine.trouble:
        fact = _said(QT_TRANSLATE_NOOP("Monitor", "no response"))
    elif troubled:
        gravest = min(troubled, key=lambda gpu: SEVERITY_ORDER.index(gpu.severity))
        more = f" +{len(troubled) - 1}" if len(troubled) > 1 else ""
        answering_text = _said(QT_TRANSLATE_NOOP("Monitor", "{some} of {all} GPUs responding")).format(some=answering, all=count)
        fact, why = f"{gravest.fact}{more}", "\n".join([answering_text, *(f"{gpu.text}: {gpu.fact}" for gpu in troubled)])
    else:
        some = _said(QT_TRANSLATE_NOOP("Monitor", "{some} of {all}")).format(some=answering, all=count)
        fact = some if answering != count else str(count)
    name = machine.name or _said(QT_TRANSLATE_NOOP("Monitor", "unnamed host"))
    return HostLines(TreeLine(machine.name, name, severity, fact, why), tuple(gpus))


def host_lines(model: MonitorModel, text: str = "", *, troubled: bool = False) -> list[HostLines]:
    """Every monitored host with its GPUs, in source order.

    Args:
        text: only hosts and GPUs whose name contains it; a matching host is listed with all its GPUs.
        troubled: only hosts and GPUs in trouble.
    """
    shown_hosts = []
    search_text = text.strip().casefold()
    for machine in model.machines:
        lines = _host(model, machine)
        gpus: Sequence[TreeLine] = lines.gpus
        if search_text and search_text not in lines.head.text.casefold():
            gpus = [gpu for gpu in gpus if search_text in f"{gpu.text} {gpu.uuid}".casefold()]
            if not gpus:
                continue
        if troubled:
            if lines.head.severity not in TROUBLE:
                continue
            gpus = [gpu for gpu in gpus if gpu.severity in TROUBLE]
        shown_hosts.append(HostLines(lines.head, tuple(gpus)))
    return shown_hosts


class HostTreeModel(QAbstractItemModel):
    """A line for all hosts, then the hosts, and below each its GPUs. One column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all = TreeLine("", "", OK, "", "")
        self._hosts: list[HostLines] = []

    def set_hosts(self, everything: TreeLine, hosts: Sequence[HostLines]) -> bool:
        """Show these hosts; true if the listed lines changed and not only their text."""
        same = [(host.head.host, [gpu.text for gpu in host.gpus]) for host in hosts] == [
            (host.head.host, [gpu.text for gpu in host.gpus]) for host in self._hosts
        ]
        if not same:
            self.beginResetModel()
            self._all, self._hosts = everything, list(hosts)
            self.endResetModel()
            return True
        before, self._hosts, self._all = self._hosts, list(hosts), everything
        for place, (old, new) in enumerate(zip(before, self._hosts, strict=True)):
            if old != new:
                head = self.index(place + 1, 0)
                self.dataChanged.emit(head, head)
                if new.gpus:
                    self.dataChanged.emit(self.index(0, 0, head), self.index(len(new.gpus) - 1, 0, head))
        first = self.index(0, 0)
        self.dataChanged.emit(first, first)
        return False

    def find(self, host: str, uuid: str) -> QModelIndex:
        """Index of a host, of one of its GPUs, or (without a host) of the line for all; invalid if not listed."""
        if not host:
            return self.index(0, 0)
        for place, lines in enumerate(self._hosts):
            if lines.head.host == host:
                head = self.index(place + 1, 0)
                at = next((at for at, gpu in enumerate(lines.gpus) if uuid and gpu.uuid == uuid), None)
                return head if at is None else self.index(at, 0, head)
        return QModelIndex()

    def line(self, index: Index) -> TreeLine:
        """The line at an index."""
        host = int(index.internalId())
        if host:
            return self._hosts[host - 1].gpus[index.row()]
        return self._all if index.row() == 0 else self._hosts[index.row() - 1].head

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        host = int(index.internalId()) if index.isValid() else 0
        return self.createIndex(host, 0, 0) if host else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        if not parent.isValid():
            return len(self._hosts) + 1
        return len(self._hosts[parent.row() - 1].gpus) if not parent.internalId() and parent.row() else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        del parent
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(text for text in (line.text, line.fact, severity_name(line.severity)) if text)
        return {
            int(Qt.ItemDataRole.DisplayRole): line.text,
            int(Qt.ItemDataRole.ToolTipRole): "\n".join(text for text in (line.text, line.told) if text),
            int(HostRole.SEVERITY): line.severity,
            int(HostRole.FACT): line.fact,
            int(HostRole.HOST): line.host,
            int(HostRole.UUID): line.uuid,
        }.get(role)


def all_line(model: MonitorModel, hosts: Sequence[HostLines]) -> TreeLine:
    """The line of all hosts: how many there are, and how many are in trouble."""
    troubled = sum(host.head.severity in TROUBLE for host in hosts)
    severity = worst([host.head.severity for host in hosts]) or OK
    text = _said(QT_TRANSLATE_NOOP("Monitor", "All hosts"))
    problem_text = _said(QT_TRANSLATE_NOOP("Monitor", "{count} of {all} hosts have problems"))
    words = problem_text.format(count=format_number(troubled), all=format_number(len(model.machines))) if troubled else ""
    return TreeLine("", text, severity, format_number(len(model.machines)), words)
