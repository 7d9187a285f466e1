"""Home: available actions, models that fit on the existing GPUs, recent projects, samples, and four basic facts."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk import locate
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import is_file
from gpudesk.ui.places.home.home_recent import Recent, RecentList
from gpudesk.ui.places.home.home_recovery import RecoveryNote
from gpudesk.ui.places.home.home_samples import SampleRow, shown_samples
from gpudesk.ui.places.home.recent_summaries import forget_summary
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

if TYPE_CHECKING:
    from gpudesk.ui.places.home.home_fit import HomeFit

tr = text_context("HomePane")

_WIDTH = 1080
_WIDE, _WIDE_FROM = 1400, 1900
_MARGIN = 32
_RECENT_ROWS = 6
_SAMPLES_MS, _FIT_MS = 350, 60
_FIT_HIGH = 28
"""Height reserved for the title of that section."""


class HomePane(QScrollArea):
    """The first page: cards for the ways to start, recent projects, samples, initial help.

    Signals:
        sample_wanted(str): open the sample of this template.
        size_wanted(Asked): show this in the Size place.
        case_wanted(str): check a card against a case: its key, or "" for any.
    """

    sample_wanted = Signal(str)
    size_wanted = Signal(object)
    case_wanted = Signal(str)

    def __init__(self, session: Session, settings: Settings, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("home")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Home"))
        self._session = session
        self._settings = settings
        self._registry = registry
        self.page = _Board()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(_MARGIN, 24, _MARGIN, 24)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addSpacing(14)
        self.note = RecoveryNote()
        self.note.open_wanted.connect(session.open)
        column.addWidget(self.note)
        column.addLayout(self._cards())
        column.addSpacing(14)
        self._fit: HomeFit | None = None
        self._fit_room = QVBoxLayout()
        self._fit_room.addSpacing(_FIT_HIGH)
        column.addLayout(self._fit_room)
        column.addSpacing(14)
        column.addWidget(Label(tr("Recent"), step="title"))
        column.addSpacing(8)
        self.recent = RecentList()
        self.recent.chosen.connect(self._open_recent)
        self.recent.pinned.connect(self._pin)
        self.recent.removed.connect(self._remove)
        column.addWidget(self.recent)
        column.addSpacing(20)
        samples = QHBoxLayout()
        samples.setSpacing(10)
        samples.addWidget(Label(tr("Samples"), step="title"))
        samples.addWidget(Label(tr("Opened as your own copy."), ink="text.tertiary"))
        samples.addStretch(1)
        every = LinkButton(tr("All templates…"))
        every.clicked.connect(registry.action("file.new").trigger)
        samples.addWidget(every)
        column.addLayout(samples)
        column.addSpacing(8)
        self.samples = SampleRow()
        self.samples.chosen.connect(self.sample_wanted)
        column.addWidget(self.samples)
        column.addSpacing(20)
        column.addWidget(Label(tr("Getting started"), step="title"))
        column.addSpacing(8)
        column.addLayout(self._steps())
        column.addStretch(1)
        self.setWidget(self.page)
        session.opened.connect(self._refresh_if_seen)
        session.closed.connect(self._refresh_if_seen)
        self._looked = False
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._looked:
            self._looked = True
            # The first picture of the window comes before the floors of the samples.
            QTimer.singleShot(_FIT_MS, self, lambda: self.fit)
            QTimer.singleShot(_SAMPLES_MS, self, self._look_at_samples)

    @property
    def fit(self) -> "HomeFit":
        """What fits on the GPUs that are there, made after the first picture."""
        if self._fit is None:
            from gpudesk.ui.places.home.home_fit import HomeFit

            self._fit = HomeFit(self._session.jobs)
            self._fit.size_wanted.connect(self.size_wanted)
            self._fit.case_wanted.connect(self.case_wanted)
            self._fit_room.takeAt(0)
            self._fit_room.addWidget(self._fit)
            QWidget.setTabOrder(self._last_card, self._fit.case)
            QWidget.setTabOrder(self._fit.case, self._fit.choice)
        return self._fit

    def refresh(self) -> None:
        """Read the recent files again."""
        pinned = self._settings.pinned_files
        files = [*pinned, *(path for path in self._settings.recent_files if path not in pinned)]
        self.recent.set_files([Recent.of(path, pinned=path in pinned) for path in files[: max(_RECENT_ROWS, len(pinned))]])

    def _refresh_if_seen(self) -> None:
        """Refresh only if visible; a later visit to Home reloads it."""
        if self.isVisible():
            self.refresh()

    def _look_at_samples(self) -> None:
        jobs = self._session.jobs
        if not jobs.closed:
            jobs.read(lambda _: _mishaps(self._settings.text("report-told")), self._tell_mishaps)
            jobs.read(lambda _: shown_samples(), lambda shown: self.samples.show_samples(shown) if isValid(self) else None)

    def _tell_mishaps(self, found: tuple[list[Path], Path | None]) -> None:
        if isValid(self):
            projects, report = found
            self.note.tell(projects, report)
            if report is not None:
                self._settings.set_text("report-told", report.name)

    def _pin(self, path: Path, on: bool) -> None:
        self._settings.pin_file(path, on=on)
        self.refresh()

    def _remove(self, path: Path) -> None:
        self._settings.forget_recent_file(path)
        forget_summary(path)
        self.refresh()

    def _head(self) -> QHBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(Label(tr("What do you want to do?"), step="display"))
        texts.addWidget(Label(tr("Everything is stored in one file on this machine. No network is required."), ink="text.secondary"))
        texts.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addLayout(texts, 1)
        choices = QGridLayout()
        choices.setHorizontalSpacing(8)
        choices.setVerticalSpacing(4)
        themes = [
            Segment("system", tr("Auto"), tr("Same as desktop")),
            Segment("light", tr("Light")),
            Segment("dark", tr("Dark")),
            Segment("contrast", tr("Contrast")),
        ]
        self.theme_choice = self._choice(choices, 0, tr("Theme"), themes, self._settings.theme, "view.theme")
        languages = [Segment("en", "English"), Segment("es", "Español")]
        self.language_choice = self._choice(choices, 1, tr("Language"), languages, language(), "view.language")
        units = [Segment("metric", tr("Metric")), Segment("imperial", tr("Imperial"))]
        self.units_choice = self._choice(choices, 2, tr("Units"), units, self._settings.units, "view.units")
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
                tr("Plan a site"),
                tr("Racks, servers and switches to scale, checked as you work: space, weight and power."),
                tr("New project…"),
                "file.new",
                True,
            ),
            (
                "size",
                tr("Size a model"),
                tr("GPUs that can serve it and meet your requirements, with memory, times and sources."),
                tr("Size a model…"),
                "size.wizard",
                False,
            ),
            (
                "catalog",
                tr("Look up parts"),
                tr("Available hardware, each fact with its source; compare types and add your own."),
                tr("Open the catalog"),
                "go.catalog",
                False,
            ),
            (
                "open",
                tr("Continue"),
                tr("Open or drop a project, template, list, library or floor plan here."),
                tr("Open…"),
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
            self._last_card = card.button
        return grid

    def _steps(self) -> QGridLayout:
        steps = (
            (tr("Drag a device"), tr("from the catalog into a rack; if it does not fit, you see why at once.")),
            (tr("Press Ctrl+K"), tr("to find any action, rack, device or part.")),
            (tr("Click an underlined figure"), tr("to see its calculation, data and sources.")),
            (tr("Undo anything"), tr("the history is saved in the file and kept after a restart.")),
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for column, (title, text) in enumerate(steps):
            grid.addWidget(_Step(column + 1, title, text), 0, column)
            grid.setColumnStretch(column, 1)
        return grid

    def _open_recent(self, path: Path) -> None:
        if is_file(path):
            self._session.open(path)
            return
        text = QT_TRANSLATE_NOOP("Home", "{path} no longer exists.")
        fix = QT_TRANSLATE_NOOP("Home", "It was moved, renamed or deleted, or its disk is not connected. Open it from its new location.")
        self._session.failed.emit(InvalidData(Message("Home", text, {"path": str(path)}), Message("Home", fix)))


def _mishaps(told: str) -> tuple[list[Path], Path | None]:
    """Projects that were open when programs ended early, and the newest unreported crash report; for a reading thread."""
    from gpudesk.project.left_behind import ended_early

    reports = sorted((locate.user_data_dir() / "reports").glob("*.txt"))
    return ended_early(), reports[-1] if reports and reports[-1].name > told else None


class _Board(QWidget):
    """The board; its content stays legible on a wide screen."""

    def __init__(self) -> None:
        super().__init__()
        theme.notifier().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.current().surface.canvas)

    def resizeEvent(self, event: object) -> None:
        layout, seen = self.layout(), self.parentWidget()
        if layout is not None and seen is not None:
            # By what is seen, not by our own width: margins that make the board wider would make themselves wider without end.
            wide = _WIDTH if seen.width() < _WIDE_FROM else _WIDE
            margins = layout.contentsMargins()
            least = layout.minimumSize().width() - margins.left() - margins.right()
            spare = max(0, seen.width() - 2 * _MARGIN - max(wide, least))
            layout.setContentsMargins(_MARGIN + spare // 2, 24, _MARGIN + spare - spare // 2, 24)


class Card(QWidget):
    """One way to start: icon, title, key, a sentence and its button."""

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
        painting.frame(painter, self.rect(), colours.surface.panel, colours.border.default, theme.radius("card"))
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
        painting.frame(painter, circle, None, colours.accent, 11.5, width=1.2)
        painting.text(painter, circle, self._number, fonts.font("strong"), colours.accent, Qt.AlignmentFlag.AlignCenter)
