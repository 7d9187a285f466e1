"""The recent projects of Home: each with its floor, figures and problems; pinned ones first, missing ones marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QDateTime, QFileInfo, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QVBoxLayout, QWidget

from gpudesk.disk.paths import is_file
from gpudesk.ui.places.home import thumbnails
from gpudesk.ui.places.home.recent_summaries import Summary, kept_summary
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.quantities import format_number, format_rounded
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

tr_recent_list = text_context("RecentList")
tr_recent_row = text_context("RecentRow")

_ROW = 44
_PICTURE = QRectF(10, 5, 60, 34)
_BUTTONS = 64
_KB = 1024


@dataclass(frozen=True, slots=True)
class Recent:
    """A project that was open here."""

    path: Path
    pinned: bool
    missing: bool
    summary: Summary | None

    @classmethod
    def of(cls, path: Path, *, pinned: bool) -> "Recent":
        """Known data of a file."""
        return cls(path, pinned, not is_file(path), kept_summary(path))


class RecentList(QWidget):
    """Recent project files, newest first.

    Signals:
        chosen(Path): a file was clicked or Enter pressed on it.
        pinned(Path, bool): pin it to the top, or unpin it.
        removed(Path): remove it from the list.
    """

    chosen = Signal(object)
    pinned = Signal(object, bool)
    removed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        theme.notifier().changed.connect(self.update)

    def set_files(self, files: Sequence[Recent]) -> None:
        """Show these files."""
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for recent in files:
            row = RecentRow(recent, self)
            path = recent.path
            row.clicked.connect(lambda _checked=False, path=path: self.chosen.emit(path))
            row.pin_wanted.connect(lambda on, path=path: self.pinned.emit(path, on))
            row.remove_wanted.connect(lambda path=path: self.removed.emit(path))
            self._column.addWidget(row)
        if not files:
            empty = Label(tr_recent_list("No project has been opened here yet. Start a new one, or open a sample."), ink="text.secondary")
            empty.setContentsMargins(12, 10, 12, 10)
            self._column.addWidget(empty)

    @property
    def rows(self) -> "list[RecentRow]":
        """The rows shown."""
        return [row for row in self.findChildren(RecentRow) if not row.isHidden()]

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painting.frame(QPainter(self), self.rect(), colours.surface.panel, colours.border.default, theme.radius("card"))


class RecentRow(QAbstractButton):
    """One recent file: floor, name and folder, GPUs, power, problems, when it was changed; buttons to pin and to remove it.

    Signals:
        pin_wanted(bool), remove_wanted(): by button, key or menu.
    """

    pin_wanted = Signal(bool)
    remove_wanted = Signal()

    def __init__(self, recent: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recent = recent
        path = recent.path
        home = str(Path.home())
        folder = str(path.parent)
        self._folder = folder.replace(home, "~", 1) if home != "/" and folder.startswith(home) else folder
        self._facts = self._facts_of(recent)
        self.setAccessibleName(tr_recent_row("Open {name}, {facts}").format(name=path.name, facts=", ".join(filter(None, self._facts))))
        self.setToolTip(str(path))
        self.setFixedHeight(_ROW)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.pin = IconButton("pin", tr_recent_row("Unpin (P)") if recent.pinned else tr_recent_row("Pin to top (P)"), self, checkable=True)
        self.pin.setChecked(recent.pinned)
        self.pin.clicked.connect(self._pin)
        self.remove = IconButton("close", tr_recent_row("Remove from this list (Del)"), self)
        self.remove.clicked.connect(self.remove_wanted)

    def sizeHint(self) -> QSize:
        return QSize(600, _ROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top = (_ROW - self.pin.height()) // 2
        self.remove.move(self.width() - 10 - self.remove.width(), top)
        self.pin.move(self.remove.x() - 2 - self.pin.width(), top)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key == Qt.Key.Key_Delete:
            self.remove_wanted.emit()
        elif key == Qt.Key.Key_P:
            self._pin()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._walk(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(self.pin.toolTip()).triggered.connect(lambda _checked=False: self._pin())
        menu.addAction(self.remove.toolTip()).triggered.connect(lambda _checked=False: self.remove_wanted.emit())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def _pin(self) -> None:
        self.pin_wanted.emit(not self._recent.pinned)

    def _walk(self, step: int) -> None:
        parent = self.parentWidget()
        rows = parent.rows if isinstance(parent, RecentList) else [self]
        place = rows.index(self) + step
        if 0 <= place < len(rows):
            rows[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _facts_of(self, recent: Recent) -> tuple[str, str, str]:
        """GPUs, power and the time of change; empty if missing or never read."""
        if recent.missing:
            return "", "", tr_recent_row("not found")
        info = QFileInfo(str(recent.path))
        changed = info.lastModified()
        today = QDateTime.currentDateTime().date()
        locale = QLocale()
        day = locale.toString(changed.date(), "d MMM yyyy" if changed.date().year() != today.year() else "d MMM")
        clock = locale.toString(changed.time(), "HH:mm")
        when = tr_recent_row("today {time}").format(time=clock) if changed.date() == today else day
        summary = recent.summary
        if summary is None:
            return "", "", when
        power = format_rounded(summary.power_w, "W") if summary.power_w else "–"
        return tr_recent_row("{count} GPUs").format(count=format_number(summary.gpus)), power, when

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), colours.hover)
        recent, summary = self._recent, self._recent.summary
        if summary is not None and summary.picture is not None and not recent.missing:
            thumbnails.paint(painter, _PICTURE, summary.picture)
        else:
            icons.paint(painter, "file", QRectF(_PICTURE.center().x() - 8, _PICTURE.center().y() - 8, 16, 16), colours.text.tertiary)
        wide = self.width() - _BUTTONS - 10
        gpus, power, when = self._facts
        size = "" if recent.missing else _size(recent.path)
        x = _PICTURE.right() + 12
        ends = wide - 330
        name_ink = colours.text.disabled if recent.missing else colours.text.primary
        painting.text(painter, QRectF(x, 4, ends - x, 19), recent.path.name, fonts.font("strong"), name_ink)
        under = " · ".join(filter(None, (self._folder, size)))
        painting.text(painter, QRectF(x, 22, ends - x, 17), under, fonts.font("caption"), colours.text.tertiary)
        right = Qt.AlignmentFlag.AlignRight
        body = fonts.font("body", tabular=True)
        painting.text(painter, QRectF(wide - 320, 0, 90, _ROW), gpus, body, colours.text.primary, right)
        painting.text(painter, QRectF(wide - 224, 0, 90, _ROW), power, body, colours.text.secondary, right)
        ink = colours.severity["warning"].colour if recent.missing else colours.text.tertiary
        painting.text(painter, QRectF(wide - 128, 0, 84, _ROW), when, fonts.font("caption", tabular=True), ink, right)
        if summary is not None and not recent.missing:
            worst = "error" if summary.errors else "warning" if summary.warnings else "ok"
            paint_severity(painter, QRectF(wide - 32, (_ROW - 14) / 2, 14, 14), worst)


def _size(path: Path) -> str:
    """The size of a file, as text."""
    size = QFileInfo(str(path)).size()
    return QLocale().formattedDataSize(size, 1 if size >= _KB * _KB else 0, QLocale.DataSizeFormat.DataSizeSIFormat)
