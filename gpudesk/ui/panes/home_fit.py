"""Does it fit? The GPUs of this machine on Home: what is free, what runs on it, what holds the rest; or any other GPU."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui import drawing, fonts, theme
from gpudesk.ui.fit_looker import HERE, FitLine, FitLooker, FitView, GpuLine, ProcessLine
from gpudesk.ui.jobs import Jobs
from gpudesk.ui.quantities import format_number, grouped
from gpudesk.ui.translate import tr_message
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.marks import paint_severity

FIRST_MS, EVERY_MS = 400, 2000
"""The first look comes when the window has been painted; then free memory is followed."""
_ROW, _GPU, _PROCESS = 28, 40, 22
_BAR = 6
_MOST_GPUS = 4
_CHOICE_LETTERS = 44
_LACKS = {
    "asleep": QT_TRANSLATE_NOOP("HomeFit", "sleeps, and is not woken"),
    "impossible": QT_TRANSLATE_NOOP("HomeFit", "its driver gives impossible numbers"),
    "unsupported": QT_TRANSLATE_NOOP("HomeFit", "its memory is not told"),
    "failed": QT_TRANSLATE_NOOP("HomeFit", "its memory is not told"),
    "lost": QT_TRANSLATE_NOOP("HomeFit", "has fallen off the bus"),
    "no_permission": QT_TRANSLATE_NOOP("HomeFit", "this user may not read it"),
}


class HomeFit(QWidget):
    """The section of Home. It looks only while it is seen.

    Signals:
        size_wanted(Asked): the place of sizing shall show this.
    """

    size_wanted = Signal(object)

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._looker = jobs, FitLooker()
        self._waiting = self._stale = self._offered = False
        self.view: FitView | None = None
        self.told = Label("", ink="text.tertiary")
        self.choice = QComboBox()
        self.choice.setMinimumContentsLength(_CHOICE_LETTERS)
        self.choice.setAccessibleName(self.tr("GPU"))
        self.choice.addItem(self.tr("Looking…"), "")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(Label(self.tr("Does it fit?"), step="title"))
        head.addWidget(self.told)
        head.addStretch(1)
        head.addWidget(self.choice)
        self.panel = _Panel()
        self.panel.chosen.connect(lambda line: self.size_wanted.emit(line.asked))
        self.panel.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.panel)
        self._timer = QTimer(self, singleShot=True, interval=FIRST_MS)
        self._timer.timeout.connect(self.look)
        self.choice.activated.connect(lambda _: self._chosen())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start(FIRST_MS)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        if not self._jobs.closed:
            looker = self._looker
            self._jobs.read(lambda _: looker.close())

    @property
    def is_waiting(self) -> bool:
        """Whether a look is under way."""
        return self._waiting

    def look(self) -> None:
        """Look again, once what is under way has ended."""
        if self._jobs.closed:
            return
        if self._waiting:
            self._stale = True
            return
        self._waiting, self._stale = True, False
        key, looker, offered = str(self.choice.currentData() or ""), self._looker, self._offered
        self._jobs.read(lambda _: (looker.look(key), [] if offered else looker.boards()), self._take)

    def _chosen(self) -> None:
        self._timer.stop()
        self.look()

    def _take(self, found: tuple[FitView, Sequence[tuple[str, str]]]) -> None:
        if not isValid(self):
            return
        self._waiting = False
        view, boards = found
        if self._stale:
            self._offer(view, boards, keep=True)
            self.look()
            return
        self.view = view
        self._offer(view, boards)
        self._tell(view)
        self.panel.show_view(view)
        self.panel.setVisible(bool(view.lines or view.gpus))
        before: QWidget = self.choice
        for row in self.panel.rows:
            QWidget.setTabOrder(before, row)
            before = row
        # Without a driver there is nothing to follow, nor of a board of the catalogue; a laptop's GPU is left to sleep.
        if self.isVisible() and view.trouble is None and not view.rests and (not view.key or view.key.startswith(HERE)):
            self._timer.start(EVERY_MS)

    def _offer(self, view: FitView, boards: Sequence[tuple[str, str]], *, keep: bool = False) -> None:
        """Offer what can be chosen: GPUs of this machine as they are now, then every board."""
        here = [(self.tr("This machine: {gpus}").format(gpus=title), key) for key, title in view.choices]
        if view.trouble is not None or (not here and not view.key):
            here = [(self.tr("Choose a GPU") if view.trouble is not None else self.tr("This machine"), "")]
        shown = [(self.choice.itemText(at), self.choice.itemData(at)) for at in range(self.choice.count())]
        own = [item for item in shown if not item[1] or str(item[1]).startswith(HERE)]
        if not boards and (here == own or (view.key and not view.key.startswith(HERE))):
            return
        rest = [(title, key) for key, title in boards] or [item for item in shown if item[1] and not str(item[1]).startswith(HERE)]
        current = str(self.choice.currentData() or "") if keep else view.key
        self.choice.blockSignals(True)
        self.choice.clear()
        for title, key in (*(here or own), *rest):
            self.choice.addItem(title, key)
        self.choice.setCurrentIndex(max(0, self.choice.findData(current)))
        self.choice.blockSignals(False)
        self._offered = True

    def _tell(self, view: FitView) -> None:
        if view.trouble is not None:
            any_gpu = self.tr("Any GPU can be chosen.")
            self.told.setText(f"{tr_message(view.trouble)} {any_gpu}")
        elif view.driver:
            self.told.setText(self.tr("Driver {driver}, CUDA up to {cuda}").format(driver=view.driver, cuda=view.cuda))
        elif view.key.startswith(HERE) or not view.key:
            self.told.setText("")
        else:
            self.told.setText(self.tr("One user, 8,192 tokens").replace("8,192", format_number(8192)))


class _Panel(QWidget):
    """Left what is there, right what runs."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for column in (self._left, self._right):
            column.setSpacing(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 10)
        row.setSpacing(28)
        row.addLayout(self._left, 2)
        row.addLayout(self._right, 3)
        self._shown: FitView | None = None
        theme.notifier().changed.connect(self.update)

    def show_view(self, view: FitView) -> None:
        """Show this; what did not change stays, so that the focus does."""
        if view == self._shown:
            return
        before, self._shown = self._shown, view
        if before is None or (before.gpus, before.processes) != (view.gpus, view.processes):
            self._fill_left(view)
        if before is None or (before.lines, before.known) != (view.lines, view.known):
            self._fill_right(view)

    def _fill_left(self, view: FitView) -> None:
        parts: list[QWidget] = [_GpuRow(line) for line in view.gpus[:_MOST_GPUS]]
        if len(view.gpus) > _MOST_GPUS:
            more = format_number(len(view.gpus) - _MOST_GPUS)
            parts.append(Label(self.tr("and {count} more").format(count=more), ink="text.tertiary"))
        if view.processes:
            title = Label(self.tr("What holds the memory"), step="caption", ink="text.tertiary")
            title.setContentsMargins(0, 6, 0, 2)
            parts.append(title)
            parts += [_ProcessRow(line) for line in view.processes]
        if view.more_processes:
            more = format_number(view.more_processes)
            parts.append(Label(self.tr("and {count} more").format(count=more), step="caption", ink="text.tertiary"))
        _refill(self._left, parts)

    def _fill_right(self, view: FitView) -> None:
        rows = [FitRow(line) for line in view.lines]
        for row in rows:
            row.clicked.connect(lambda _=False, line=row.line: self.chosen.emit(line))
        parts: list[QWidget] = list(rows)
        refused = [line for line in view.lines if line.why is not None]
        if refused and refused[-1].why is not None:
            words = f"{refused[-1].title}: {tr_message(refused[-1].why)}"
            why = Label(words, step="caption", ink="text.secondary", wrap=True)
            why.setContentsMargins(24, 4, 0, 0)
            parts.append(why)
        if not view.known:
            unknown = self.tr("The catalog does not have this GPU: memory is answered for, its speed is not known.")
            note = Label(unknown, step="caption", ink="text.secondary", wrap=True)
            note.setContentsMargins(24, 4, 0, 0)
            parts.append(note)
        _refill(self._right, parts)

    @property
    def rows(self) -> "list[FitRow]":
        """The models that are shown."""
        return [row for row in self.findChildren(FitRow) if not row.isHidden()]

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        drawing.frame(QPainter(self), self.rect(), colours.surface.panel, colours.border.default, theme.radius("card"))


def _refill(column: QVBoxLayout, parts: Sequence[QWidget]) -> None:
    while (item := column.takeAt(0)) is not None:
        shown = item.widget()
        if shown is not None:
            shown.hide()
            shown.deleteLater()
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)


class _GpuRow(QWidget):
    """The name of a GPU, what is free, and a bar of it."""

    def __init__(self, line: GpuLine) -> None:
        super().__init__()
        self._line = line
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{line.title}: {self._words()}")

    def _words(self) -> str:
        line = self._line
        if line.free_gib is None or line.total_gib is None:
            return (
                QCoreApplication.translate("HomeFit", _LACKS[line.lack])
                if line.lack in _LACKS
                else self.tr("cannot be read: {why}").format(why=line.lack)
            )
        words = self.tr("{free} of {total} GiB free")
        return words.format(free=format_number(line.free_gib, 1), total=format_number(line.total_gib, 1))

    def sizeHint(self) -> QSize:
        return QSize(300, _GPU)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        words = self._words()
        wide = fonts.text_width(words, "body") + 12
        drawing.text(painter, QRectF(0, 4, self.width() - wide, 20), self._line.title, fonts.font("strong"), colours.text.primary)
        right = Qt.AlignmentFlag.AlignRight
        drawing.text(painter, QRectF(self.width() - wide, 4, wide, 20), words, fonts.font("body"), colours.text.secondary, right)
        if self._line.free_gib is None or not self._line.total_gib:
            return
        bar = QRectF(0, 27, self.width(), _BAR)
        drawing.fill_round(painter, bar, colours.border.default, 2)
        share = min(1.0, max(0.0, 1.0 - self._line.free_gib / self._line.total_gib))
        if share > 0:
            drawing.fill_round(painter, QRectF(0, 27, max(2.0, self.width() * share), _BAR), colours.accent, 2)


class _ProcessRow(QWidget):
    """One process: what it is, whose, and what it holds."""

    def __init__(self, line: ProcessLine) -> None:
        super().__init__()
        self._line = line
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        told = [line.command or "", self.tr("Process {pid} of {user}").format(pid=line.pid, user=line.user or "?")]
        if line.freed:
            told.append(self.tr("Without it would run: {models}").format(models=", ".join(line.freed)))
        self.setToolTip("\n".join(filter(None, told)))
        self.setAccessibleName(f"{self._name()}, {self._used()}")
        self.setAccessibleDescription(self.toolTip())

    def _name(self) -> str:
        program, blank, rest = self._line.command.partition(" ")
        command = program.rpartition("/")[2] + blank + rest
        on = f"GPU {', '.join(map(str, self._line.gpus))}"
        if len(self._line.gpus) > _MOST_GPUS:
            on = grouped(self.tr("%n GPUs", "", len(self._line.gpus)), len(self._line.gpus))
        return f"{on} · {self._line.user or '?'} · {command or self._line.pid}"

    def _used(self) -> str:
        used = self._line.used_gib
        return self.tr("not told") if used is None else f"{format_number(used, 1)} GiB"

    def sizeHint(self) -> QSize:
        return QSize(300, _PROCESS)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        used = self._used()
        wide = fonts.text_width(used, "body") + 12
        drawing.text(painter, QRectF(0, 0, self.width() - wide, _PROCESS), self._name(), fonts.font("body"), colours.text.primary)
        right = Qt.AlignmentFlag.AlignRight
        drawing.text(painter, QRectF(self.width() - wide, 0, wide, _PROCESS), used, fonts.font("body"), colours.text.secondary, right)


class FitRow(QAbstractButton):
    """One model: whether it runs, its format, its memory and its speed. A click sizes it."""

    def __init__(self, line: FitLine) -> None:
        super().__init__()
        self.line = line
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        verdict = self.tr("runs") if line.why is None else tr_message(line.why)
        self.setAccessibleName(f"{line.title}, {line.format}, {self._memory()}, {self._speed()}: {verdict}")
        self.setToolTip(self.tr("Size it with this GPU and the memory that is free"))

    def _memory(self) -> str:
        many = f"{format_number(self.line.gpus)} × " if self.line.gpus > 1 else ""
        return f"{many}{format_number(self.line.needed_gib, 1)} GiB"

    def _speed(self) -> str:
        low, high = self.line.tokens_low, self.line.tokens_high
        if low is None or high is None:
            return "–"
        return self.tr("{low}–{high} tokens/s").format(low=format_number(low, 0), high=format_number(high, 0))

    def sizeHint(self) -> QSize:
        return QSize(420, _ROW)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), colours.hover)
        wide = float(self.width())
        paint_severity(painter, QRectF(2, (_ROW - 14) / 2, 14, 14), "ok" if self.line.why is None else "error")
        speed, memory, form, bar = 128.0, 92.0, 74.0, max(40.0, wide * 0.16)
        right = Qt.AlignmentFlag.AlignRight
        at = wide - speed
        drawing.text(painter, QRectF(at, 0, speed - 4, _ROW), self._speed(), fonts.font("body"), colours.text.primary, right)
        at -= memory
        drawing.text(painter, QRectF(at, 0, memory, _ROW), self._memory(), fonts.font("body"), colours.text.primary, right)
        at -= bar + 4
        self._paint_bar(painter, QRectF(at, (_ROW - _BAR) / 2, bar, _BAR))
        at -= form + 8
        drawing.text(painter, QRectF(at, 0, form, _ROW), self.line.format, fonts.font("caption"), colours.text.secondary)
        drawing.text(painter, QRectF(24, 0, at - 32, _ROW), self.line.title, fonts.font("body"), colours.text.primary)

    def _paint_bar(self, painter: QPainter, rect: QRectF) -> None:
        """What it takes of what is free: full in the ink of errors where that is too much."""
        colours = theme.current()
        drawing.fill_round(painter, rect, colours.border.default, 2)
        share = min(1.0, self.line.needed_gib / self.line.usable_gib) if self.line.usable_gib > 0 else 1.0
        ink = colours.accent if self.line.why is None else colours.severity["error"].colour
        drawing.fill_round(painter, QRectF(rect.x(), rect.y(), max(2.0, rect.width() * share), rect.height()), ink, 2)
