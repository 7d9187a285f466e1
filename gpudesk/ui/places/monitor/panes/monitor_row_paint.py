"""How one row of the monitor's overview is painted."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from gpudesk.monitor.readings.history import decimated
from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_name, short_pci, written
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import GpuRow, activity_key, link_keys, row_state
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.curves import polygons
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.tag import paint_tag, tag_size

ROWS = (44, 34, 26)
"""Possible row heights: the largest with which all rows are visible is used; the smallest has one line of text."""
HEAD = 24
_PAD = 10
_SWATCH = 18
_GAP = 8
_FIXED = {"gpu": 186, "activity": 60, "memory": 78, "power": 66, "temperature": 58, "link": 84, "state": 164}
_DRAWN: tuple[str, ...] = ("activity", "memory", "power", "temperature")
_PART = " MIG "
_LEAST_DRAWN = 36
_MOST_DRAWN = 400


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each column begins and how wide it is, which have a picture, and how wide that is."""

    left: dict[str, float]
    width: dict[str, float]
    drawn: tuple[str, ...]
    picture: float

    @classmethod
    def of(cls, width: float) -> "Columns":
        """The columns of a row. If space is limited, the links are omitted first, then the last plots."""
        keys = list(_FIXED)
        fixed = sum(_FIXED.values()) + 2 * _PAD
        drawn, picture = _DRAWN, (width - fixed) / len(_DRAWN) - 2 * _GAP
        if picture < _LEAST_DRAWN:
            keys.remove("link")
            fixed -= _FIXED["link"]
            while drawn and (picture := (width - fixed) / len(drawn) - 2 * _GAP) < _LEAST_DRAWN:
                drawn = drawn[:-1]
        picture = min(picture, float(_MOST_DRAWN)) if drawn else 0.0
        left: dict[str, float] = {}
        wide: dict[str, float] = {}
        at = float(_PAD)
        for key in keys:
            room = float(_FIXED[key]) + (picture + 2 * _GAP if key in drawn else 0.0)
            left[key], wide[key] = at, room
            at += room
        wide["state"] = max(wide["state"], width - left["state"] - _PAD)
        return cls(left, wide, drawn, picture)

    def picture_left(self, column: str) -> float:
        """Where the picture of a column begins."""
        return self.left[column] + self.width[column] - self.picture - _GAP

    def at(self, x: float) -> str:
        """The column at a place."""
        return next((key for key in reversed(self.left) if x >= self.left[key]), "gpu")


def swatch_colour(facts: GpuFacts | None, index: int) -> QColor:
    """The tone of a GPU; the parts of one share it."""
    del facts
    series = theme.current().series
    return series[index % len(series)]


def paint_swatch(painter: QPainter, rect: QRectF, colour: QColor, text: str) -> None:
    """A square in the color of a GPU with its number, so that it is not identified by color alone."""
    painting.fill_round(painter, rect, colour, theme.radius("mark"))
    black, white = QColor("#000000"), QColor("#ffffff")
    ink = black if theme.contrast_ratio(colour, black) > theme.contrast_ratio(colour, white) else white
    painting.text(painter, rect, text, fonts.font("micro", tabular=True), ink, Qt.AlignmentFlag.AlignHCenter)


class RowPainter:
    """Paints the rows of one picture of the overview.

    Args:
        since_s, until_s: the time that the small pictures show.
        height: of a row, one of `ROWS`.
    """

    def __init__(self, painter: QPainter, model: MonitorModel, columns: Columns, since_s: float, until_s: float, height: int) -> None:
        self._painter = painter
        self._model = model
        self._columns = columns
        self._since_s, self._until_s = since_s, until_s
        self._height = height
        self._old = False
        self._dirty = QRegion()
        self._colours = theme.current()

    def paint(self, row: GpuRow, top: float, number: int, dirty: QRegion) -> None:
        """Paint one row, with name and state only if they need a repaint; `number` sets the color."""
        self._dirty = dirty
        if dirty.boundingRect().left() < int(self._columns.left["activity"]):
            self._name(row, top, number)
        if dirty.boundingRect().right() >= int(self._columns.left["state"]):
            self._state(row, top)
        if row.facts is None:
            self._why_not(row, top)
            return
        uuid = row.uuid
        # The last report of a silent host is not its current state.
        self._old = self._model.is_silent(uuid)
        key = activity_key(self._model, uuid)
        self._figure("activity", uuid, key, top)
        self._line("activity", uuid, key, top, 0.0, 100.0, self._colours.accent)
        self._figure("memory", uuid, "memory_used_bytes", top)
        self._memory(uuid, top)
        self._figure("power", uuid, "power_w", top)
        limit = self._model.value(uuid, "power_limit_w") or row.facts.power_default_w
        tone = self._colours.series[1 % len(self._colours.series)]
        self._line("power", uuid, "power_w", top, 0.0, 1.12 * limit if limit else 1000.0, tone, limit)
        self._figure("temperature", uuid, "temperature_c", top)
        hot = row.facts.slowdown_c
        self._line("temperature", uuid, "temperature_c", top, 20.0, 1.08 * hot if hot else 110.0, tone, hot)
        self._link(uuid, top)

    def _name(self, row: GpuRow, top: float, number: int) -> None:
        painter, colours = self._painter, self._colours
        left = self._columns.left["gpu"] + (16 if row.is_part else 0)
        rect = QRectF(left, top + (self._height - _SWATCH) / 2, _SWATCH, _SWATCH)
        paint_swatch(painter, rect, swatch_colour(row.facts, number), str(row.index))
        wide = self._columns.width["gpu"] - _SWATCH - 2 * _GAP - (16 if row.is_part else 0)
        name = gpu_name(row.facts) if row.facts is not None else f"GPU {row.index}"
        if row.is_part and _PART in name:
            # All parts begin with the name of the board: what tells them apart would be cut off.
            name = name[name.index(_PART) + 1 :]
        second = "" if row.facts is None else short_pci(row.facts)
        if len(self._model.machines) > 1 or not second:
            second = row.host
        words = QRectF(left + _SWATCH + _GAP, top + self._height / 2 - 18, wide, 18)
        if self._height == ROWS[-1]:
            # One line: of a fleet the host says more than the board, which is the same all over.
            words.translate(0, 9)
            if len(self._model.machines) > 1 and row.host:
                name, second = row.host, name
            room = min(fonts.text_width(name, "strong") + _GAP, wide)
            painting.text(painter, words, name, fonts.font("strong"), colours.text.primary, elide=Qt.TextElideMode.ElideRight)
            words.setLeft(words.left() + room)
        else:
            painting.text(painter, words, name, fonts.font("strong"), colours.text.primary)
            words.translate(0, 18 if self._height == ROWS[0] else 16)
        fits = fonts.text_width(second, "caption", tabular=True) <= words.width()
        if fits or (words.width() > 3 * _GAP and len(self._model.machines) > 1):
            font = fonts.font("caption", tabular=True)
            painting.text(painter, words, second, font, colours.text.tertiary, elide=Qt.TextElideMode.ElideRight)

    def _why_not(self, row: GpuRow, top: float) -> None:
        """Show the reason for missing values."""
        left, until = self._columns.left["activity"] + _GAP, self._columns.left["state"] - _GAP
        text, font = row_state(self._model, row).told, fonts.font("caption")
        place = QRectF(left, top, until - left, self._height)
        painting.text(self._painter, place, text, font, self._colours.text.secondary, elide=Qt.TextElideMode.ElideRight)

    def _state(self, row: GpuRow, top: float) -> None:
        state = row_state(self._model, row)
        size = tag_size(state.text, state.severity)
        room = self._columns.width["state"]
        rect = QRectF(self._columns.left["state"], top + (self._height - size.height()) / 2, min(size.width(), room), size.height())
        paint_tag(self._painter, rect, state.text, state.severity)

    def _value_room(self, column: str, top: float) -> QRectF:
        left = self._columns.left[column]
        picture = self._columns.picture
        wide = self._columns.width[column] - (picture + 2 * _GAP if column in self._columns.drawn else _GAP)
        return QRectF(left, top, wide, self._height)

    def _figure(self, column: str, uuid: str, key: str, top: float) -> None:
        self._write(self._value_room(column, top), *written(key, self._model.value(uuid, key)))

    def _write(self, room: QRectF, number: str, unit: str) -> None:
        painter, colours = self._painter, self._colours
        wide = fonts.text_width(unit, "caption") + 3 if unit else 0.0
        pale = number == MISSING or self._old
        ink = colours.text.tertiary if pale else colours.text.primary
        font = fonts.font("body", tabular=True, strong=not pale)
        painting.text(painter, room.adjusted(0, 0, -wide, 0), number, font, ink, Qt.AlignmentFlag.AlignRight)
        if unit:
            place = QRectF(room.right() - wide + 3, room.top() + 1, wide, room.height())
            painting.text(painter, place, unit, fonts.font("caption"), colours.text.tertiary)

    def _picture(self, column: str, top: float) -> QRectF:
        left = self._columns.picture_left(column)
        edge = 6 if self._height == ROWS[0] else 3
        return QRectF(left, top + edge, self._columns.picture, self._height - 1 - 2 * edge)

    def _line(
        self, column: str, uuid: str, key: str, top: float, low: float, high: float, tone: QColor, limit: float | None = None
    ) -> None:
        if column not in self._columns.drawn:
            return
        painter, area = self._painter, self._picture(column, top)
        if not self._dirty.intersects(area.toAlignedRect()):
            return
        painter.fillRect(area, self._colours.surface.sunken)
        if limit is not None:
            y = area.bottom() - (limit - low) / (high - low) * area.height()
            painter.setPen(QPen(self._colours.severity["error"].colour, 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        curve = self._model.history.curve(uuid, key, self._since_s)
        plotted = decimated(curve, self._since_s, self._until_s, max(8, int(area.width())))
        painter.save()
        painter.setClipRect(area)
        painter.setPen(QPen(tone, 1))
        for line in polygons(plotted, area, low, high):
            if line.size() == 1:
                painter.drawPoint(line.first())
            else:
                painter.drawPolyline(line)
        painter.restore()

    def _memory(self, uuid: str, top: float) -> None:
        if "memory" not in self._columns.drawn:
            return
        painter, colours = self._painter, self._colours
        area = self._picture("memory", top)
        bar = QRectF(area.left(), area.center().y() - 5, area.width(), 10)
        painter.fillRect(bar, colours.surface.sunken)
        if colours.surface.sunken == colours.surface.panel:
            # In high contrast both are black: an edge says how much memory there could be.
            painter.setPen(QPen(colours.border.subtle, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar)
        values = self._model.now(uuid).values
        used, total = values.get("memory_used_bytes"), values.get("memory_total_bytes")
        if total is None and used is not None and "memory_free_bytes" in values:
            total = used + values["memory_free_bytes"] + values.get("memory_reserved_bytes", 0.0)
        if used is None or not total:
            return
        reserved = values.get("memory_reserved_bytes", 0.0)
        held = bar.width() * min(1.0, reserved / total)
        ink = colours.text.disabled if self._old else colours.accent
        painter.fillRect(QRectF(bar.left(), bar.top(), held, bar.height()), colours.text.disabled)
        painter.fillRect(QRectF(bar.left() + held, bar.top(), (bar.width() - held) * min(1.0, used / total), bar.height()), ink)

    def _link(self, uuid: str, top: float) -> None:
        if "link" not in self._columns.left:
            return
        out, into = (self._model.value(uuid, key) for key in link_keys(self._model, uuid))
        value = None if out is None and into is None else (out or 0.0) + (into or 0.0)
        self._write(self._value_room("link", top).adjusted(0, 0, -_GAP, 0), *written("pcie_sent_bytes_per_s", value))
