"""A closer look at the GPUs that are selected: four pictures side by side over the same time."""

from PySide6.QtCore import QDateTime, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, metric_title
from gpudesk.ui.places.monitor.models.monitor_model import KEYS, MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import activity_key
from gpudesk.ui.places.monitor.models.monitor_view import WINDOWS, MonitorView, lasting
from gpudesk.ui.places.monitor.panes.monitor_plot import MonitorPlot, drawn_others
from gpudesk.ui.places.monitor.panes.monitor_throttle_reasons import HELD, HeldBars
from gpudesk.ui.places.monitor.panes.monitor_time_picture import TimePicture
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr_focus_cell = text_context("FocusCell")
tr_monitor_focus = text_context("MonitorFocus")

PICTURES = (HELD, *(key for key in KEYS if key != "clock_reasons" and not key.startswith("held_")))
"""Content options of a cell: throttling reasons, or a metric."""
_FINE = "sm_active_percent"
FIRST = ("temperature_c", "power_w", "sm_active_percent", HELD)
_HEAD = 30


def _moment(at_s: float) -> str:
    return QDateTime.fromMSecsSinceEpoch(int(at_s * 1000)).toString("yyyy-MM-dd HH:mm:ss")


class FocusCell(QWidget):
    """One picture under its name, which is a choice."""

    def __init__(self, model: MonitorModel, view: MonitorView, key: str, number: int) -> None:
        super().__init__()
        self._held = HeldBars(model, view)
        self._plot = MonitorPlot(model, view, key if key != HELD else KEYS[0])
        self.choice = QComboBox()
        self.choice.setAccessibleName(tr_focus_cell("Picture {number}").format(number=number))
        for picture_key in PICTURES:
            self.choice.addItem(self._held.accessibleName() if picture_key == HELD else metric_title(picture_key), picture_key)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._plot)
        self._pages.addWidget(self._held)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 4)
        head.addWidget(self.choice)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._pages, 1)
        self.choice.currentIndexChanged.connect(self._show)
        self.set_key(key)
        self._show()
        self._by_hand = False
        self._stands_in = False
        self.choice.activated.connect(self._choose)

    @property
    def kept(self) -> str:
        """The stored choice, used if the GPU has it."""
        return _FINE if self._stands_in else self.key

    def stand_in(self, activity: str) -> None:
        """Show the coarse activity if a GPU has no counters for the fine one, unless it was chosen manually."""
        if not self._by_hand and self.kept == _FINE and activity != self.key:
            self.set_key(activity)
            self._stands_in = activity != _FINE

    def _choose(self) -> None:
        self._by_hand, self._stands_in = True, False

    @property
    def key(self) -> str:
        """Key of the current content."""
        return str(self.choice.currentData())

    def set_key(self, key: str) -> None:
        """Show something else of `PICTURES`."""
        if key in PICTURES:
            self.choice.setCurrentIndex(PICTURES.index(key))

    @property
    def picture(self) -> TimePicture:
        """The current plot."""
        return self._held if self.key == HELD else self._plot

    def _show(self) -> None:
        if self.key != HELD:
            self._plot.set_key(self.key)
        self._pages.setCurrentWidget(self.picture)

    def render_to(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it with its name into a file."""
        colours = theme.current()
        painter.fillRect(QRectF(QPointF(0, 0), size), colours.surface.panel)
        painting.text(painter, QRectF(12, 4, size.width() - 24, 22), self.choice.currentText(), fonts.font("strong"), colours.text.primary)
        painter.save()
        painter.translate(0, _HEAD)
        self.picture.render_to(painter, QSizeF(size.width(), size.height() - _HEAD))
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.bottom_line(painter, self.rect(), colours.border.subtle)
        painting.right_line(painter, self.rect(), colours.border.subtle)


class MonitorFocus(QWidget):
    """Four cells; their cursor and their time are one."""

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.view = MonitorView(model, self)
        self.setAccessibleName(tr_monitor_focus("Focus"))
        self._told = Label("", self, step="caption", ink="text.tertiary")
        self.zoomed = Label("", self, step="caption", ink="text.secondary", tabular=True)
        segments = [
            Segment("4min", "4 min"),
            Segment("1h", "1 h"),
            Segment("run", tr_monitor_focus("Run"), tr_monitor_focus("All readings")),
        ]
        self.window_choice = SegmentedControl(tr_monitor_focus("Time range"), segments)
        self.window_choice.chosen.connect(self.view.set_window)
        self.now_button = VerbButton(tr_monitor_focus("Now"))
        self.now_button.setToolTip(tr_monitor_focus("Follow live readings again"))
        self.now_button.clicked.connect(self.view.follow)
        line = QHBoxLayout()
        line.setContentsMargins(10, 3, 8, 3)
        line.addWidget(self._told, 1)
        line.addWidget(self.zoomed)
        line.addSpacing(10)
        line.addWidget(self.now_button)
        line.addWidget(self.window_choice)
        self.cells = [FocusCell(model, self.view, key, number + 1) for number, key in enumerate(FIRST)]
        self._current = self.cells[0]
        grid = QGridLayout()
        grid.setSpacing(0)
        for number, cell in enumerate(self.cells):
            grid.addWidget(cell, number // 2, number % 2)
            for picture in (*cell.findChildren(MonitorPlot), *cell.findChildren(HeldBars)):
                picture.entered.connect(lambda cell=cell: self._enter(cell))
        for number in (0, 1):
            grid.setRowStretch(number, 1)
            grid.setColumnStretch(number, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addLayout(grid, 1)
        self.setFocusProxy(self.window_choice)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._window_before = ""
        model.state_changed.connect(self._choose_window)
        model.changed.connect(self._stand_in)
        model.selection_changed.connect(self._stand_in)
        model.selection_changed.connect(self._tell)
        model.machines_changed.connect(self._tell)
        self.view.changed.connect(self._tell_follow)
        self._tell()
        self._tell_follow()

    def _stand_in(self) -> None:
        first = next(iter(self._model.selected), "")
        if self._model.now(first).values:
            for cell in self.cells:
                cell.stand_in(activity_key(self._model, first))

    @property
    def current(self) -> FocusCell:
        """The cell that had the focus last."""
        return self._current

    def render_to(self, painter: QPainter, size: QSizeF) -> None:
        """Draw the four cells under the names of their GPUs and their time into a file."""
        colours = theme.current()
        painter.fillRect(QRectF(QPointF(0, 0), size), colours.surface.panel)
        since_s, until_s = self.view.span()
        head = QRectF(12, 2, size.width() - 24, _HEAD - 4)
        painting.text(painter, head, self._told.text(), fonts.font("strong"), colours.text.primary)
        times = f"{_moment(since_s)} – {_moment(until_s)}"
        painting.text(painter, head, times, fonts.font("caption", tabular=True), colours.text.secondary, Qt.AlignmentFlag.AlignRight)
        wide, high = size.width() / 2, (size.height() - _HEAD) / 2
        for number, cell in enumerate(self.cells):
            painter.save()
            painter.translate(number % 2 * wide, _HEAD + number // 2 * high)
            painter.setClipRect(QRectF(0, 0, wide, high))
            cell.render_to(painter, QSizeF(wide, high))
            painter.restore()

    def setup(self) -> dict[str, str]:
        """The settings to store: content and time of the cells."""
        return {"pictures": " ".join(cell.kept for cell in self.cells), "window": self._window_before or self.window_choice.current()}

    def set_up(self, kept: object) -> None:
        """Restore stored settings."""
        if not isinstance(kept, dict):
            return
        for cell, key in zip(self.cells, str(kept.get("pictures", "")).split(), strict=False):
            cell.set_key(key)
        if kept.get("window") in WINDOWS:
            self.window_choice.set_current(kept["window"])
            self.view.set_window(kept["window"])

    def _choose_window(self) -> None:
        """Of a recording all is shown at first; whatever is watched later has the time back that was chosen before."""
        recorded = self._model.kind is SourceKind.RECORDING
        if recorded == bool(self._window_before):
            return
        window, self._window_before = ("run", self.window_choice.current()) if recorded else (self._window_before, "")
        self.window_choice.set_current(window)
        self.view.set_window(window)

    def _enter(self, cell: FocusCell) -> None:
        self._current = cell

    def _tell(self) -> None:
        names = [gpu_called(self._model, facts) for uuid in self._model.selected if (facts := self._model.facts.get(uuid)) is not None]
        others = len(drawn_others(self._model))
        shown = ", ".join(names[-4:]) + ("…" if len(names) > 4 else "")
        self._told.setText(
            filled_text(tr_monitor_focus("{gpus} compared with {count} {count|other|others}"), gpus=shown, count=others)
            if names and others
            else shown
        )

    def _tell_follow(self) -> None:
        self.now_button.setEnabled(not self.view.follows)
        zoomed_s = self.view.zoomed_s
        self.zoomed.setText("" if zoomed_s is None else tr_monitor_focus("zoomed: {time}").format(time=lasting(zoomed_s)))
