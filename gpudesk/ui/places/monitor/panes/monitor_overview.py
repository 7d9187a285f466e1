"""The overview of the monitor: a row for each GPU. Only the rows that are seen are painted."""

from math import ceil, floor

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_labels import State, gpu_name, lack_text, metric_title, written_out
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import (
    ORDERS,
    GpuRow,
    activity_key,
    link_keys,
    row_state,
    row_words,
    rows_of,
    sorted_rows,
)
from gpudesk.ui.places.monitor.panes.monitor_row_paint import HEAD, ROWS, Columns, RowPainter
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("MonitorOverview")

WINDOW_S = 240.0
"""Time shown by the small plots."""
_RESORT = 20
"""Number of frames between sorts: five seconds, so that rows do not jump."""


class MonitorOverview(QAbstractScrollArea):
    """A click selects, with Ctrl toggles, with Shift extends; the arrow keys do the same with Shift, Ctrl and Space.

    Signals:
        order_wanted(str): a column title was clicked, to sort by it, or by number again.
    """

    order_wanted = Signal(str)

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._rows: list[GpuRow] = []
        self._tones: dict[tuple[str, int, str], int] = {}
        self._states: tuple[State, ...] = ()
        self._pictured_s, self._revision = 0.0, 0
        self._order = "number"
        self._drawn = 0
        self._height = ROWS[0]
        self._current = 0
        self._anchor = 0
        self.setAccessibleName(tr("GPUs"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(0, HEAD, 0, 0)
        self._head = _Head(self)
        model.changed.connect(self._values_changed)
        model.machines_changed.connect(self._list)
        model.listed_changed.connect(self._list)
        model.selection_changed.connect(self._tell)
        theme.notifier().changed.connect(self.viewport().update)
        theme.notifier().changed.connect(self._head.update)
        self._list()

    # what is listed

    @property
    def rows(self) -> list[GpuRow]:
        """The rows in their order."""
        return self._rows

    @property
    def current_row(self) -> int:
        """The row that the keys go from."""
        return self._current

    @property
    def order(self) -> str:
        """Sort order of the rows."""
        return self._order

    def set_order(self, order: str) -> None:
        """Sort by one of `monitor_rows.ORDERS`."""
        self._order = order
        self._list()

    def none_text(self) -> str:
        """Text shown if there are no rows."""
        silent = next((machine for machine in self._model.listed if machine.trouble), None)
        if silent is not None:
            why = silent.trouble if silent.trouble_message is None else tr_message(silent.trouble_message)
            return tr("{host} is not responding; GPU status unknown: {why}").format(host=silent.name, why=why)
        if self._model.kind is SourceKind.NVML:
            return tr(
                "The driver is loaded but reports no GPU: it may be assigned to a virtual machine or container, or not be "
                "visible on the bus. Check lspci and the kernel log."
            )
        return tr("No GPU has been reported yet.")

    def wanted_height(self, most: int) -> int:
        """How high it is best, at most `most` px: as high as its rows are in the largest size in which they have room."""
        count = max(2, len(self._rows))
        return HEAD + next((height * count for height in ROWS if HEAD + height * count <= most), most - HEAD)

    def columns(self) -> Columns:
        """Where the columns are now."""
        return Columns.of(float(self.viewport().width()))

    def row_rect(self, number: int) -> QRect:
        """Rectangle of a row in the viewport."""
        return QRect(0, number * self._height - self.verticalScrollBar().value(), self.viewport().width(), self._height)

    def _list(self) -> None:
        plain = rows_of(self._model.listed)
        self._tones = {(row.host, row.index, row.uuid): row.index for row in plain}
        owners = {row.uuid: row.index for row in plain if row.uuid and not row.is_part}
        for row in plain:
            if row.facts is not None and row.is_part:
                self._tones[row.host, row.index, row.uuid] = owners.get(row.facts.parent, 0)
        at = self._rows[self._current] if self._current < len(self._rows) else None
        self._rows = sorted_rows(self._model, plain, self._order)
        self._current = next((place for place, row in enumerate(self._rows) if at is not None and row.uuid == at.uuid), 0)
        self._anchor = self._current
        self._reach()
        self._tell()
        self._head.update()

    def _values_changed(self) -> None:
        self._drawn += 1
        if self._order != "number" and self._drawn % _RESORT == 0:
            self._list()
        states = tuple(row_state(self._model, self._rows[number]) for number in self._seen(self.viewport().rect()))
        if states == self._states and all(row.facts is not None for row in self._rows):
            # Names and states are as they were: to write them again takes as long as the values between them.
            self.viewport().update(self._between())
        else:
            self._states = states
            self.viewport().update()
        self._head.look()

    def _between(self) -> QRegion:
        """The area between names and states; the small plots only if their time moved by a pixel."""
        columns, high = self.columns(), self.viewport().height()
        left, right = int(columns.left["activity"]), int(columns.left["state"])
        region = QRegion(left, 0, right - left, high)
        last_s, revision = self._model.history.last_s or 0.0, self._model.history.revision
        if revision != self._revision or abs(last_s - self._pictured_s) * columns.picture >= WINDOW_S:
            self._pictured_s, self._revision = last_s, revision
            return region
        for column in columns.drawn:
            # The bar of the memory is a value of now.
            if column != "memory":
                begin, end = floor(columns.picture_left(column)), ceil(columns.picture_left(column) + columns.picture)
                region -= QRegion(begin, 0, end - begin, high)
        return region

    def _seen(self, rect: QRect) -> range:
        """The rows that touch a rectangle of the viewport."""
        scrolled = self.verticalScrollBar().value()
        first, last = (rect.top() + scrolled) // self._height, (rect.bottom() + scrolled) // self._height
        return range(max(0, first), min(len(self._rows), last + 1))

    def _tell(self) -> None:
        row = self._rows[self._current] if self._current < len(self._rows) else None
        self.setAccessibleDescription(self.none_text() if row is None else row_words(self._model, row))
        self.viewport().update()

    # painting

    def _reach(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height()
        self._height = next((height for height in ROWS if height * len(self._rows) <= room), ROWS[-1])
        bar.setSingleStep(self._height)
        bar.setPageStep(room)
        bar.setRange(0, max(0, len(self._rows) * self._height - room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head.setGeometry(0, 0, self.width(), HEAD)
        self._reach()

    def sizeHint(self) -> QSize:
        return QSize(700, HEAD + ROWS[0] * min(8, max(2, len(self._rows))))

    def minimumSizeHint(self) -> QSize:
        return QSize(420, HEAD + ROWS[0])

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        try:
            self._paint(painter, event.region())
        finally:
            painter.end()

    def _paint(self, painter: QPainter, dirty: QRegion) -> None:
        colours = theme.current()
        painter.fillRect(dirty.boundingRect(), colours.surface.panel)
        if not self._rows:
            painter.setFont(fonts.font("body"))
            painter.setPen(colours.text.secondary)
            room = self.viewport().rect().adjusted(16, 8, -16, -8)
            painter.drawText(room, Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, self.none_text())
        until_s = self._model.history.last_s or 0.0
        rows = RowPainter(painter, self._model, self.columns(), until_s - WINDOW_S, until_s, self._height)
        selected = set(self._model.selected)
        for number in self._seen(dirty.boundingRect()):
            rect = self.row_rect(number)
            row = self._rows[number]
            if row.uuid and row.uuid in selected:
                painter.fillRect(rect, colours.selection)
            rows.paint(row, float(rect.top()), self._tones.get((row.host, row.index, row.uuid), row.index), dirty)
            painting.bottom_line(painter, rect, colours.border.subtle)
            if number == self._current and self.hasFocus():
                painter.setPen(QPen(colours.focus_ring, 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -2))

    # pointer and keys

    def row_at(self, at: QPoint) -> int | None:
        """The row at a point of the viewport."""
        number = (at.y() + self.verticalScrollBar().value()) // self._height
        return number if 0 <= number < len(self._rows) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.row_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or number is None:
            return
        keys = event.modifiers()
        self._go(number, extend=bool(keys & Qt.KeyboardModifier.ShiftModifier), toggle=bool(keys & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._rows) - 1
        page = max(1, self.viewport().height() // self._height)
        to = {
            Qt.Key.Key_Up: self._current - 1,
            Qt.Key.Key_Down: self._current + 1,
            Qt.Key.Key_PageUp: self._current - page,
            Qt.Key.Key_PageDown: self._current + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        keys = event.modifiers()
        if last < 0:
            super().keyPressEvent(event)
        elif to is not None and keys & Qt.KeyboardModifier.ControlModifier:
            self._current = min(max(to, 0), last)
            self._show_current()
        elif to is not None:
            self._go(min(max(to, 0), last), extend=bool(keys & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() == Qt.Key.Key_Space:
            self._go(self._current, toggle=True)
        elif event.key() == Qt.Key.Key_A and keys & Qt.KeyboardModifier.ControlModifier:
            self._model.select([row.uuid for row in self._rows if row.uuid])
        else:
            super().keyPressEvent(event)

    def _go(self, number: int, *, extend: bool = False, toggle: bool = False) -> None:
        self._current = number
        uuid = self._rows[number].uuid
        chosen = list(self._model.selected)
        if extend:
            between = range(min(self._anchor, number), max(self._anchor, number) + 1)
            chosen = [row_uuid for at in between if (row_uuid := self._rows[at].uuid) and row_uuid != uuid]
            chosen += [uuid] if uuid else []
        else:
            self._anchor = number
            if toggle and uuid in chosen and len(chosen) > 1:
                chosen.remove(uuid)
            elif toggle and uuid:
                chosen = [*(chosen_uuid for chosen_uuid in chosen if chosen_uuid != uuid), uuid]
            else:
                chosen = [uuid] if uuid else []
        self._model.select(chosen)
        self._show_current()

    def _show_current(self) -> None:
        bar = self.verticalScrollBar()
        top = self._current * self._height
        if top < bar.value():
            bar.setValue(top)
        elif top + self._height > bar.value() + self.viewport().height():
            bar.setValue(top + self._height - self.viewport().height())
        self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self.row_at(event.pos())
            tip = "" if number is None else self.told(self._rows[number], self.columns().at(event.pos().x()))
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().viewportEvent(event)

    def told(self, row: GpuRow, column: str) -> str:
        """Tooltip of a cell: its full values, and the reason for missing ones."""
        if row.facts is None or column == "state":
            state = row_state(self._model, row)
            return f"{state.text}\n{state.told}".strip()
        if column == "gpu":
            return "\n".join(text for text in (gpu_name(row.facts), row.facts.pci, row.uuid, row.host) if text)
        uuid = row.uuid
        keys = {
            "activity": (activity_key(self._model, uuid), "tensor_active_percent", "dram_active_percent"),
            "memory": ("memory_used_bytes", "memory_total_bytes", "memory_reserved_bytes"),
            "power": ("power_w", "power_limit_w"),
            "temperature": ("temperature_c", "memory_temperature_c"),
            "link": link_keys(self._model, uuid),
        }[column]
        lines = []
        for key in keys:
            value = self._model.value(uuid, key)
            lines.append(f"{metric_title(key)}: {written_out(key, value) if value is not None else lack_text(self._model.lack(uuid, key))}")
        if keys[0] == "busy_percent":
            lines.append(tr("Coarse: the share of time in which any work ran, not how much of the GPU was used."))
        if column == "temperature" and row.facts.slowdown_c is not None:
            lines.append(tr("Slowdown at {value}").format(value=written_out("temperature_c", row.facts.slowdown_c)))
        if self._model.is_silent(uuid):
            lines.append(tr("Last reading before the host stopped responding."))
        return "\n".join(lines)

    def column_titles(self) -> dict[str, str]:
        """Titles of the columns."""
        coarse = any(activity_key(self._model, row.uuid) == "busy_percent" for row in self._rows[:1] if row.uuid)
        link = any(link_keys(self._model, row.uuid)[0].startswith("nvlink") for row in self._rows[:1] if row.uuid)
        busy = QCoreApplication.translate("MonitorOverview", "GPU busy (coarse)") if coarse else metric_title("sm_active_percent")
        return {
            "gpu": "GPU",
            "activity": busy,
            "memory": tr("Memory"),
            "power": tr("Power"),
            "temperature": tr("Temp."),
            "link": "NVLink" if link else "PCIe",
            "state": tr("State"),
        }


class _Head(QWidget):
    """The column titles; a click sorts by one, another click by number again."""

    def __init__(self, overview: MonitorOverview) -> None:
        super().__init__(overview)
        self._overview = overview
        self._titles: dict[str, str] = {}

    def look(self) -> None:
        """Repaint it if the column titles changed."""
        if self._overview.column_titles() != self._titles:
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        column = self._overview.columns().at(event.position().x())
        order = "number" if column == "gpu" else column
        if event.button() == Qt.MouseButton.LeftButton and order in ORDERS:
            self._overview.order_wanted.emit("number" if order == self._overview.order else order)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.sunken)
        columns = self._overview.columns()
        titles = self._titles = self._overview.column_titles()
        for key, left in columns.left.items():
            room = QRectF(left, 0, columns.width[key] - 6, self.height())
            painting.text(
                painter, room, titles[key], fonts.font("caption", strong=True), colours.text.secondary, elide=Qt.TextElideMode.ElideRight
            )
            if key == self._overview.order:
                wide = fonts.text_width(titles[key], "caption", strong=True) + 4
                icons.paint(painter, "chevron-down", QRectF(left + wide, 0, 12, self.height()), colours.text.secondary)
        painting.bottom_line(painter, self.rect(), colours.border.default)
