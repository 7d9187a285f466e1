"""The monitor place: hosts on the left if there are several, all GPUs above, details below, the verdict on the right."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.core.messages.foreign import kept_json
from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.action_table.contexts import MONITOR
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_recordings import MonitorRecordings
from gpudesk.ui.places.monitor.models.monitor_sources import MonitorSources
from gpudesk.ui.places.monitor.models.verdict_model import VerdictModel
from gpudesk.ui.places.monitor.panes.monitor_alarms import MonitorAlarms
from gpudesk.ui.places.monitor.panes.monitor_focus import MonitorFocus
from gpudesk.ui.places.monitor.panes.monitor_foot import MonitorFoot
from gpudesk.ui.places.monitor.panes.monitor_health import MonitorHealth
from gpudesk.ui.places.monitor.panes.monitor_hosts import MonitorHosts
from gpudesk.ui.places.monitor.panes.monitor_links import MonitorLinks
from gpudesk.ui.places.monitor.panes.monitor_overview import MonitorOverview
from gpudesk.ui.places.monitor.panes.monitor_processes import MonitorProcesses
from gpudesk.ui.places.monitor.panes.monitor_replay import MonitorReplay
from gpudesk.ui.places.monitor.panes.monitor_tools import MonitorTools
from gpudesk.ui.places.monitor.panes.verdict_memory import VerdictMemory
from gpudesk.ui.places.monitor.panes.verdict_panel import VerdictPanel
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.local import LocalSource

tr = text_context("MonitorPlace")

_SIDE = 288
_HOSTS = 208
_MOST_ABOVE, _MANY, _MOST_OF_MANY = 0.46, 16, 0.58
"""Default share of the height for the overview, and the share from this number of rows on."""


class _Sized(QSplitter):
    """Reports changes of its size.

    Signals:
        resized(): the size changed.
    """

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class MonitorPlace(QWidget):
    """Needs no project. Its source reads in separate threads; readings are taken and drawn four times a second while visible."""

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("monitor-place")
        self.session = session
        self.model = MonitorModel(self)
        self.sources = MonitorSources(self.model, session.jobs, self)
        self.recordings = MonitorRecordings(self.model, self.sources, session.jobs, self)
        self._asked = False
        self._lent: QWidget | None = None
        self.tools = MonitorTools(self.model, registry)
        self.overview = MonitorOverview(self.model)
        self.hosts = MonitorHosts(self.model)
        self.focus = MonitorFocus(self.model)
        self.foot = MonitorFoot(self.model, self.recordings)
        self.replay = MonitorReplay(self.model)
        self.tabs = TabHeader(tr("Details"))
        self.pages = QStackedWidget()
        self.side = QStackedWidget()
        self.side.setMinimumWidth(264)
        self.side.hide()
        self.empty = EmptyPlace(
            "monitor",
            tr("The GPUs of this machine are shown here: activity, memory, power, heat, links and faults, read-only."),
            tr("Monitor this machine"),
        )
        self.empty.button_clicked.connect(lambda: registry.action("monitor.local").trigger())
        self.other_ways = []
        for key in ("monitor.hosts", "monitor.open-recording"):
            action = registry.action(key)
            link = self.empty.add_link(action.text())
            link.setToolTip(action.toolTip())
            link.clicked.connect(lambda _=False, action=action: action.trigger())
            self.other_ways.append(link)
        self._below = self._make_below()
        self.split = _Sized(Qt.Orientation.Vertical)
        self.split.resized.connect(self._share_height)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.overview)
        self.split.addWidget(self._below)
        self.split.setStretchFactor(1, 1)
        self._split_by_hand = False
        self.split.splitterMoved.connect(self._keep_split)
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        self.sides.setChildrenCollapsible(False)
        self.sides.addWidget(self.hosts)
        self.sides.addWidget(self.split)
        self.sides.addWidget(self.side)
        self.sides.setStretchFactor(1, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.sides)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self.replay)
        column.addWidget(self._stack, 1)
        column.addWidget(self.foot)
        registry.attach(self, MONITOR)
        self.add_tab(tr("Focus"), self.focus)
        self.health = MonitorHealth(self.model)
        self.add_tab(tr("Health"), self.health)
        self.health.counted.connect(lambda counts: self.set_tab_counts(self.health, counts))
        self.processes = MonitorProcesses(self.model)
        self.add_tab(tr("Processes"), self.processes)
        self.links = MonitorLinks(self.model)
        self.add_tab(tr("Links"), self.links)
        self.alarms = MonitorAlarms(self.model)
        self.add_tab(tr("Alarms"), self.alarms)
        self.alarms.counted.connect(lambda counts: self.set_tab_counts(self.alarms, counts))
        self.verdict = VerdictModel(self.model, session.jobs, self)
        self.verdict_panel = VerdictPanel(self.verdict)
        self.verdict_panel.span = self.focus.view.span
        self.verdict_memory = VerdictMemory(self.verdict, session)
        self.verdict_panel.feed.addWidget(self.verdict_memory)
        self.set_side(self.verdict_panel)
        self.tabs.page_chosen.connect(lambda key: self.pages.setCurrentIndex(int(key)))
        self.hosts.chosen.connect(self._look_at)
        self.tools.order_chosen.connect(self.overview.set_order)
        self.overview.order_wanted.connect(self.tools.set_order)
        self.model.state_changed.connect(self._show_state)
        self.model.machines_changed.connect(self._show_state)
        self.model.machines_changed.connect(self._share_height)
        self.model.listed_changed.connect(self._share_height)
        self._show_state()

    def _make_below(self) -> QWidget:
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.pages, 1)
        return below

    # what others add

    def add_tab(self, title: str, widget: QWidget) -> None:
        """Add a page below the overview, behind those that are there."""
        self.tabs.add_page(str(self.pages.count()), title)
        self.pages.addWidget(widget)

    def show_tab(self, widget: QWidget) -> None:
        """Show one of the pages."""
        self.tabs.set_current(str(self.pages.indexOf(widget)))

    def set_tab_counts(self, widget: QWidget, counts: dict[str, int]) -> None:
        """Show counts by severity behind the title of a page."""
        self.tabs.set_badges(str(self.pages.indexOf(widget)), counts)

    def set_side(self, widget: QWidget) -> None:
        """Show something in the column at the right, such as the verdict."""
        self.side.addWidget(widget)
        self.side.setCurrentWidget(widget)
        self.side.show()
        self.sides.setSizes([_HOSTS, max(1, self.width() - _SIDE - _HOSTS), _SIDE])

    def parts(self) -> list[QWidget]:
        """Parts that F6 cycles through."""
        page = self.pages.currentWidget()
        shown = [self.empty.button] if self._stack.currentWidget() is self.empty else [self.hosts, self.overview, page]
        panels: list[QWidget | None] = [self.tools, self.replay, *shown, self.side]
        return [part for part in panels if part is not None and part.isVisible()]

    def met(self) -> set[str]:
        """The conditions of the table of actions that hold here."""
        watched = {"watched"} if self.model.source is not None else set()
        recording = {"recording"} if self.model.kind is SourceKind.RECORDING else set()
        return {"monitor"} | watched | recording | ({"live monitor"} if self.recordings.can_record else set())

    def at_rest(self) -> QWidget:
        """Default focus widget."""
        return self.empty.button if self._stack.currentWidget() is self.empty else self.overview

    def _look_at(self, host: str, uuid: str) -> None:
        """List one host, "" for all, and look closer at a GPU of it."""
        self.model.list_host(host)
        listed = [row.uuid for row in self.overview.rows if row.uuid]
        if uuid or not set(self.model.selected) & set(listed):
            self.model.select([uuid] if uuid else listed[:1])

    def _keep_split(self) -> None:
        """From now on the height is shared as a person shared it."""
        self._split_by_hand = True

    def _share_height(self) -> None:
        """Give the overview what its rows need, as far as it leaves the page below its part."""
        whole = self.split.height()
        if self._split_by_hand or not self.isVisible():
            return
        share = _MOST_OF_MANY if len(self.overview.rows) > _MANY else _MOST_ABOVE
        above = self.overview.wanted_height(int(whole * share))
        self.split.setSizes([above, whole - above])

    # sources

    def watch_local(self) -> None:
        """Watch the GPUs of this machine."""
        rate_s = self.tools.rate_s()

        def make() -> "LocalSource":
            # The library of the driver is loaded here, on the thread that opens it.
            from gpudesk.monitor.nvml.local import LocalSource
            from gpudesk.monitor.nvml.sampler import Rates

            return LocalSource(Rates(fast_s=rate_s))

        self.sources.open(tr("This machine"), make)

    def show_file(self, path: Path) -> None:
        """Show a recording or a listing in place of this machine."""
        self._asked = True
        self.recordings.open(path)

    def end(self) -> None:
        """Stop monitoring and recording; waits for the current call of each thread."""
        self.recordings.end()
        self.sources.end()

    def look_like(self, other: "MonitorPlace") -> None:
        """Watch on what another window watched."""
        self._asked = True
        self.recordings.take_over(other.recordings)
        self.sources.take_over(other.sources)
        self.set_up(other.setup_text())
        self.alarms.look_like(other.alarms)

    def setup_text(self) -> str:
        """How it is set up, to be kept: rate, order, pictures, time shown, and how wide and high its parts are."""
        known = {name: split for name, split in self._splits().items() if split is not self.split or self._split_by_hand}
        splits = {name: bytes(split.saveState().toHex().data()).decode() for name, split in known.items()}
        parts = {"tools": self.tools.setup(), "hosts": self.hosts.setup(), "focus": self.focus.setup(), "processes": self.processes.setup()}
        return json.dumps({**splits, **parts})

    def set_up(self, text: str) -> None:
        """Restore stored settings; unreadable or unknown ones are ignored."""
        try:
            stored = kept_json(text or "{}")
        except ValueError:
            return
        if not isinstance(stored, dict):
            return
        for name, split in self._splits().items():
            restored = split.restoreState(QByteArray.fromHex(QByteArray(str(stored.get(name, "")).encode("ascii", "ignore"))))
            self._split_by_hand |= restored and split is self.split
        self.tools.set_up(stored.get("tools"))
        self.hosts.set_up(stored.get("hosts"))
        self.focus.set_up(stored.get("focus"))
        self.processes.set_up(stored.get("processes"))

    def _splits(self) -> dict[str, QSplitter]:
        return {"split": self.split, "sides": self.sides}

    def _show_state(self) -> None:
        watched = self.model.source is not None
        focus = QApplication.focusWidget()
        begins = watched and self._stack.currentWidget() is self.empty and focus is not None and self.isAncestorOf(focus)
        self._stack.setCurrentWidget(self.sides if watched else self.empty)
        if begins:
            self.overview.setFocus(Qt.FocusReason.OtherFocusReason)
        self.foot.setVisible(watched)
        trouble = self.model.trouble
        if self.model.opening:
            waits = self.model.trouble
            opening = tr("Opening: {what}…").format(what=self.model.opening)
            self.empty.set_sentence(opening if waits is None else f"{tr_message(waits.message)} {opening}")
        elif trouble is not None:
            fix = "" if trouble.fix is None else f" {tr_message(trouble.fix)}"
            others = tr(
                "Other sources: hosts with exporters or a Prometheus server; files with recordings or saved nvidia-smi or exporter output."
            )
            self.empty.set_sentence(f"{tr_message(trouble.message)}{fix}\n\n{others}")
        self._let_press(not self.model.opening)

    def _let_press(self, can: bool) -> None:
        """Whether the button can be pressed. A button that cannot loses the keyboard: it has it back, unless a person took it elsewhere."""
        button = self.empty.button
        if not can and button.hasFocus():
            button.setEnabled(False)
            self._lent = QApplication.focusWidget()
        button.setEnabled(can)
        if can:
            if self._lent is not None and self._lent is QApplication.focusWidget() and button.isVisible():
                button.setFocus(Qt.FocusReason.OtherFocusReason)
            self._lent = None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.set_shown(True)
        if not self._asked:
            self._asked = True
            self.watch_local()
            # Who comes here is given the keyboard after this; while the driver is looked for, the button cannot take it.
            QTimer.singleShot(0, self, self._lend)

    def _lend(self) -> None:
        focus, button = QApplication.focusWidget(), self.empty.button
        if not button.isVisible() or focus is None or not self.isAncestorOf(focus):
            return
        if button.isEnabled():
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._lent = focus

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.set_shown(False)
