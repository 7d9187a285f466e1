"""Fit check on Home for the GPUs of this machine: free memory, models that run on it, processes in the rest; or any other GPU."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.ui.panels.fit_looker import HERE, FitLooker, FitView
from gpudesk.ui.places.home.home_fit_rows import MOST_GPUS, FitRow, GpuRow, Heads, ProcessRow
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton

tr_home_fit = text_context("HomeFit")
tr_panel = text_context("_Panel")

FIRST_MS, EVERY_MS = 400, 2000
"""The first reading follows the painting of the window; then free memory is polled."""
_CHOICE_LETTERS = 44


class HomeFit(QWidget):
    """The section of Home. It reads only while visible.

    Signals:
        size_wanted(Asked): show this in the Size place.
        case_wanted(str): check a card against a case: the card chosen from the catalog, or "" for any.
    """

    size_wanted = Signal(object)
    case_wanted = Signal(str)

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._looker = jobs, FitLooker()
        self._waiting = self._stale = self._offered = False
        self.view: FitView | None = None
        self.told = Label("", ink="text.tertiary", wrap=True)
        self.choice = QComboBox()
        self.choice.setMinimumContentsLength(_CHOICE_LETTERS)
        self.choice.setAccessibleName(tr_home_fit("GPU"))
        self.choice.addItem(tr_home_fit("Checking…"), "")
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(Label(tr_home_fit("Does it fit?"), step="title"))
        head.addWidget(self.told, 1)
        self.case = LinkButton(tr_home_fit("Does a card fit the case?"))
        self.case.clicked.connect(self._want_case)
        head.addWidget(self.case)
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
        """Whether a reading is in progress."""
        return self._waiting

    def look(self) -> None:
        """Read again, after the current reading has ended."""
        if self._jobs.closed:
            return
        if self._waiting:
            self._stale = True
            return
        self._waiting, self._stale = True, False
        key, looker, offered = str(self.choice.currentData() or ""), self._looker, self._offered
        self._jobs.read(lambda _: (looker.look(key), [] if offered else looker.boards()), self._take)

    def _want_case(self) -> None:
        """A card of this machine is in its case already."""
        key = str(self.choice.currentData() or "")
        self.case_wanted.emit("" if key.startswith(HERE) else key)

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
        # Without a driver there is nothing to follow, nor of a board of the catalog; a laptop's GPU is left to sleep.
        if self.isVisible() and view.trouble is None and not view.rests and (not view.key or view.key.startswith(HERE)):
            self._timer.start(EVERY_MS)

    def _offer(self, view: FitView, boards: Sequence[tuple[str, str]], *, keep: bool = False) -> None:
        """List the options: current GPUs of this machine, then all boards."""
        here = [(tr_home_fit("This machine: {gpus}").format(gpus=title), key) for key, title in view.choices]
        if view.trouble is not None or (not here and not view.key):
            here = [(tr_home_fit("Choose a GPU") if view.trouble is not None else tr_home_fit("This machine"), "")]
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
            any_gpu = tr_home_fit("Any GPU can be chosen.")
            self.told.setText(f"{tr_message(view.trouble)} {any_gpu}")
        elif view.driver:
            self.told.setText(tr_home_fit("Driver {driver}, CUDA up to {cuda}").format(driver=view.driver, cuda=view.cuda))
        elif view.key.startswith(HERE) or not view.key:
            self.told.setText("")
        else:
            self.told.setText(tr_home_fit("One user, 8,192 tokens").replace("8,192", format_number(8192)))


class _Panel(QWidget):
    """The hardware on the left, the models on the right."""

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
        """Show this view; unchanged parts stay, so that the focus does."""
        if view == self._shown:
            return
        before, self._shown = self._shown, view
        if before is None or _left_of(before) != _left_of(view):
            self._fill_left(view)
        if before is None or _right_of(before) != _right_of(view):
            self._fill_right(view)

    def _fill_left(self, view: FitView) -> None:
        parts: list[QWidget] = [GpuRow(line) for line in view.gpus[:MOST_GPUS]]
        if len(view.gpus) > MOST_GPUS:
            more = format_number(len(view.gpus) - MOST_GPUS)
            parts.append(Label(tr_panel("and {count} more").format(count=more), ink="text.tertiary"))
        arithmetic = self._arithmetic(view)
        if arithmetic:
            label = Label(arithmetic, step="caption", ink="text.secondary", wrap=True)
            label.setContentsMargins(0, 2, 0, 0)
            parts.append(label)
        if view.processes:
            title = Label(tr_panel("Memory use"), step="caption", ink="text.tertiary")
            title.setContentsMargins(0, 6, 0, 2)
            parts.append(title)
            parts += [ProcessRow(line) for line in view.processes]
        if view.more_processes:
            more = format_number(view.more_processes)
            parts.append(Label(tr_panel("and {count} more").format(count=more), step="caption", ink="text.tertiary"))
        _refill(self._left, parts)

    def _arithmetic(self, view: FitView) -> str:
        """The arithmetic that the board supports."""
        if not view.has and not view.lacks:
            return ""
        values = {"capability": f"{view.capability:.1f}", "has": ", ".join(view.has), "lacks": ", ".join(view.lacks)}
        if not view.lacks:
            return tr_panel("Compute capability {capability}: {has}").format(**values)
        return tr_panel("Compute capability {capability}: {has}; without {lacks}").format(**values)

    def _fill_right(self, view: FitView) -> None:
        rows = [FitRow(line) for line in view.lines]
        for row in rows:
            row.clicked.connect(lambda _=False, line=row.line: self.chosen.emit(line))
        parts: list[QWidget] = [Heads(), *rows] if rows else []
        if not rows and view.gpus:
            words = tr_panel("The hardware of this machine could not be identified. Choose any other GPU above.")
            untold = Label(words, ink="text.secondary", wrap=True)
            untold.setContentsMargins(0, 5, 0, 0)
            parts.append(untold)
        refused = [line for line in view.lines if line.why is not None]
        if refused and refused[-1].why is not None:
            words = f"{refused[-1].title}: {tr_message(refused[-1].why)}"
            why = Label(words, step="caption", ink="text.secondary", wrap=True)
            why.setContentsMargins(24, 4, 0, 0)
            parts.append(why)
        if view.context and rows:
            words = tr_panel("One user, {context} tokens of context.")
            if any(line.cpu_low is not None for line in view.lines):
                words = tr_panel("One user, {context} tokens of context. CPU only: with typical desktop memory.")
            note = Label(words.format(context=format_number(view.context)), step="caption", ink="text.tertiary", wrap=True)
            note.setContentsMargins(24, 4, 0, 0)
            parts.append(note)
        if not view.known:
            unknown = tr_panel("This GPU is not in the catalog: its memory is evaluated, but its speed is unknown.")
            note = Label(unknown, step="caption", ink="text.secondary", wrap=True)
            note.setContentsMargins(24, 4, 0, 0)
            parts.append(note)
        _refill(self._right, parts)

    @property
    def rows(self) -> list[FitRow]:
        """The models that are shown."""
        return [row for row in self.findChildren(FitRow) if not row.isHidden()]

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painting.frame(QPainter(self), self.rect(), colours.surface.panel, colours.border.default, theme.radius("card"))


def _refill(column: QVBoxLayout, parts: Sequence[QWidget]) -> None:
    while (item := column.takeAt(0)) is not None:
        shown = item.widget()
        if shown is not None:
            shown.hide()
            shown.deleteLater()
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)


def _left_of(view: FitView) -> tuple[object, ...]:
    return view.gpus, view.processes, view.more_processes, view.capability


def _right_of(view: FitView) -> tuple[object, ...]:
    return view.lines, view.known, view.context, bool(view.gpus)
