"""Home: what one can do, recent projects, and the four things to know."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QFileInfo, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.ui import drawing, fonts, icons, theme
from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.session import Session
from gpudesk.ui.settings import Settings
from gpudesk.ui.style_parts.buttons import PRIMARY
from gpudesk.ui.translate import language
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.widgets.verb_button import VerbButton

_WIDTH = 980
_MARGIN = 32
_RECENT_ROWS = 8


class HomePane(QScrollArea):
    """The first page: cards for the ways to begin, recent projects, help to begin with."""

    def __init__(self, session: Session, settings: Settings, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("home")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Home"))
        self._session = session
        self._settings = settings
        self._registry = registry
        self.page = _Board()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(_MARGIN, 24, _MARGIN, 24)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addSpacing(16)
        column.addLayout(self._cards())
        column.addSpacing(24)
        column.addWidget(Label(self.tr("Recent"), step="title"))
        column.addSpacing(8)
        self.recent = RecentList()
        self.recent.chosen.connect(self._open_recent)
        column.addWidget(self.recent)
        column.addSpacing(24)
        column.addWidget(Label(self.tr("To begin with"), step="title"))
        column.addSpacing(8)
        column.addLayout(self._steps())
        column.addStretch(1)
        self.setWidget(self.page)
        session.opened.connect(self.refresh)
        session.closed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the recent files again."""
        self.recent.set_files(self._settings.recent_files[:_RECENT_ROWS])

    def _head(self) -> QHBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(Label(self.tr("What will you do today?"), step="display"))
        texts.addWidget(Label(self.tr("Everything stays in one file on this machine. No network is needed."), ink="text.secondary"))
        texts.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addLayout(texts, 1)
        choices = QGridLayout()
        choices.setHorizontalSpacing(8)
        choices.setVerticalSpacing(4)
        themes = [
            Segment("system", self.tr("Auto"), self.tr("As the desktop")),
            Segment("light", self.tr("Light")),
            Segment("dark", self.tr("Dark")),
            Segment("contrast", self.tr("Contrast")),
        ]
        self.theme_choice = self._choice(choices, 0, self.tr("Theme"), themes, self._settings.theme, "view.theme")
        languages = [Segment("en", "English"), Segment("es", "Español")]
        self.language_choice = self._choice(choices, 1, self.tr("Language"), languages, language(), "view.language")
        units = [Segment("metric", self.tr("Metric")), Segment("imperial", self.tr("Imperial"))]
        self.units_choice = self._choice(choices, 2, self.tr("Units"), units, self._settings.units, "view.units")
        row.addLayout(choices)
        return row

    def _choice(self, grid: QGridLayout, row: int, name: str, segments: Sequence[Segment], current: str, action: str) -> SegmentedControl:
        control = SegmentedControl(name, segments, current)
        control.chosen.connect(lambda key: self._registry.action(f"{action}.{key}").trigger())
        grid.addWidget(
            Label(name, step="caption", ink="text.tertiary"), row, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignLeft)
        return control

    def _cards(self) -> QGridLayout:
        cards = (
            (
                "rack",
                self.tr("Plan a site"),
                self.tr("Racks, servers and switches, to scale, judged as you go: space, weight and power."),
                self.tr("New project…"),
                "file.new",
                True,
            ),
            (
                "layers",
                self.tr("Look at a sample"),
                self.tr("A small GPU pod to try things on. It opens as a copy."),
                self.tr("Open sample"),
                "file.sample",
                False,
            ),
            (
                "open",
                self.tr("Go on"),
                self.tr("A project file from this machine, a stick or a share."),
                self.tr("Open…"),
                "file.open",
                False,
            ),
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for column, (icon, title, text, button, action, main) in enumerate(cards):
            card = Card(icon, title, self._registry.action(action).shortcut().toString(), text, button, main=main)
            card.button.clicked.connect(self._registry.action(action).trigger)
            if main:
                self.page.setFocusProxy(card.button)
            grid.addWidget(card, 0, column)
            grid.setColumnStretch(column, 1)
        return grid

    def _steps(self) -> QGridLayout:
        steps = (
            (self.tr("Drag a device"), self.tr("from the catalog into a rack; what does not fit says so at once.")),
            (self.tr("Press Ctrl+K"), self.tr("to reach any action, rack, device or part.")),
            (self.tr("Click an underlined figure"), self.tr("to see its sum, its data and their sources.")),
            (self.tr("Undo without fear"), self.tr("the history is in the file and outlives a restart.")),
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for column, (title, text) in enumerate(steps):
            grid.addWidget(_Step(column + 1, title, text), 0, column)
            grid.setColumnStretch(column, 1)
        return grid

    def _open_recent(self, path: Path) -> None:
        self._session.open(path)


class _Board(QWidget):
    """The board; its content stays readable on a wide screen."""

    def __init__(self) -> None:
        super().__init__()
        theme.notifier().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.current().surface.canvas)

    def resizeEvent(self, event: object) -> None:
        layout = self.layout()
        if layout is not None:
            spare = max(0, self.width() - 2 * _MARGIN - _WIDTH)
            layout.setContentsMargins(_MARGIN + min(spare // 4, 120), 24, _MARGIN + spare - min(spare // 4, 120), 24)


class Card(QWidget):
    """One way to begin: icon, title, key, a sentence and its button."""

    def __init__(self, icon: str, title: str, keys: str, text: str, button: str, *, main: bool) -> None:
        super().__init__()
        self._icon = icon
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.button = VerbButton(button)
        self.button.setAccessibleName(f"{title}: {button}")
        self.button.setProperty(PRIMARY, main)
        head = QHBoxLayout()
        head.setContentsMargins(32, 0, 0, 0)
        head.addWidget(Label(title, step="title"))
        head.addStretch(1)
        head.addWidget(Label(keys, step="micro", ink="text.tertiary"))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(Label(text, ink="text.secondary", wrap=True), 0, Qt.AlignmentFlag.AlignTop)
        column.addStretch(1)
        column.addWidget(self.button)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(260, 152)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        drawing.frame(painter, self.rect(), colours.surface.panel, colours.border.default, theme.radius("card"))
        icons.paint(painter, self._icon, QRectF(16, 14, 24, 24), colours.accent)


class _Step(QWidget):
    """A numbered hint."""

    def __init__(self, number: int, title: str, text: str) -> None:
        super().__init__()
        self._number = str(number)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Label(title, step="strong", wrap=True))
        column.addWidget(Label(text, ink="text.secondary", wrap=True))
        column.addStretch(1)
        theme.notifier().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        circle = QRectF(0.5, 0.5, 23, 23)
        drawing.frame(painter, circle, None, colours.accent, 11.5, width=1.2)
        drawing.text(painter, circle, self._number, fonts.font("strong"), colours.accent, Qt.AlignmentFlag.AlignCenter)


class RecentList(QWidget):
    """Recent project files, newest first.

    Signals:
        chosen(Path): a file was clicked or Enter pressed on it.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        theme.notifier().changed.connect(self.update)

    def set_files(self, files: Sequence[Path]) -> None:
        """Show these files; those that are gone are left out."""
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        present = [path for path in files if path.is_file()]
        for path in present:
            row = RecentRow(path)
            row.clicked.connect(lambda _checked=False, path=path: self.chosen.emit(path))
            self._column.addWidget(row)
        if not present:
            empty = Label(self.tr("No project was opened here yet. Begin with a new one, or look at the sample."), ink="text.secondary")
            empty.setContentsMargins(12, 10, 12, 10)
            self._column.addWidget(empty)

    @property
    def rows(self) -> "list[RecentRow]":
        """The rows shown."""
        return self.findChildren(RecentRow)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        drawing.frame(QPainter(self), self.rect(), colours.surface.panel, colours.border.default, theme.radius("card"))


class RecentRow(QAbstractButton):
    """One recent file: name, folder, when it was changed."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._folder = str(path.parent).replace(str(Path.home()), "~", 1) if str(Path.home()) != "/" else str(path.parent)
        changed = QFileInfo(str(path)).lastModified()
        today = QDateTime.currentDateTime().date()
        locale = QLocale()
        clock = locale.toString(changed.time(), "HH:mm")
        day = locale.toString(changed.date(), "d MMM yyyy" if changed.date().year() != today.year() else "d MMM")
        self._changed = self.tr("today {time}").format(time=clock) if changed.date() == today else day
        self.setAccessibleName(self.tr("Open {name}, changed {when}").format(name=path.name, when=self._changed))
        self.setToolTip(str(path))
        self.setFixedHeight(28)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(600, 28)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), colours.hover)
        icons.paint(painter, "file", QRectF(12, 6, 16, 16), colours.text.secondary)
        wide = self.width()
        name = QRectF(38, 0, wide * 0.36 - 38, self.height())
        folder = QRectF(wide * 0.36 + 8, 0, wide * 0.46, self.height())
        when = QRectF(wide - 150, 0, 138, self.height())
        drawing.text(painter, name, self._path.name, fonts.font("strong"), colours.text.primary)
        drawing.text(painter, folder, self._folder, fonts.font("body"), colours.text.secondary)
        align = Qt.AlignmentFlag.AlignRight
        drawing.text(painter, when, self._changed, fonts.font("caption", tabular=True), colours.text.tertiary, align)
