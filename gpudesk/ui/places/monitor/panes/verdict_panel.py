"""The verdict column: the verdict, its figures, what to do, what to measure next, and the time window evaluated."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.verdict.verdict_fleet import Fleet
from gpudesk.ui.places.monitor.dialogs.verdict_file import save_verdict, verdict_bytes
from gpudesk.ui.places.monitor.models.verdict_model import VerdictModel
from gpudesk.ui.places.monitor.models.verdict_texts import VerdictTexts, texts_of
from gpudesk.ui.places.monitor.panes.verdict_parts import CommandLine, FigureRow, NoteLine, NumberedStep, VerdictCard
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.severity_marks import INFO
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("VerdictPanel")


class _Body(QWidget):
    """As tall as its texts at their current width: the height at a narrower width is not a minimum."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class VerdictPanel(QWidget):
    """Shows the verdict of a model.

    Attributes:
        card, figures, steps, notes, commands: the parts that are shown now.
        feed: where others put what belongs below the figures, such as the memory against the estimate.
    """

    def __init__(self, model: VerdictModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdict")
        self.setAccessibleName(tr("Verdict"))
        self.model = model
        self._texts: VerdictTexts | None = None
        self._feed_at = 1
        self.card: VerdictCard | None = None
        self.figures: list[FigureRow] = []
        self.steps: list[NumberedStep] = []
        self.notes: list[NoteLine] = []
        self.commands: list[CommandLine] = []
        self.header = DockHeader(tr("Verdict"))
        self.limits = self.header.add_button("measure", tr("Thresholds…"))
        self.limits.clicked.connect(self.ask_limits)
        self.alone = self.header.add_button("select", tr("Evaluate only the selected GPUs"), checkable=True)
        self.alone.toggled.connect(model.judge_selected)
        self.fleet = self.header.add_button("kind-rack", tr("Evaluate every host…"))
        self.fleet.clicked.connect(self.ask_fleet)
        self.export = self.header.add_button("export", tr("Export the verdict…"))
        self.export.clicked.connect(self.ask_export)
        self.judge = self.header.add_button("check", tr("Evaluate now"))
        self.judge.clicked.connect(model.judge)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setAccessibleName(tr("Verdict"))
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.mark = VerbButton("")
        self.mark.clicked.connect(model.mark)
        self.all = VerbButton(tr("Evaluate all"))
        self.all.setToolTip(tr("Evaluate all readings except warm-up, instead of only the marked window"))
        self.all.clicked.connect(model.judge_all)
        self.shown = VerbButton(tr("Evaluate plotted range"))
        self.shown.setToolTip(tr("Zoom and pan the plots to the steady-load period, then evaluate only that period"))
        self.shown.clicked.connect(self._judge_shown)
        self.span: Callable[[], tuple[float, float]] | None = None
        self.profile = VerbButton("")
        self.profile.clicked.connect(self.ask_profile)
        self.feed = QVBoxLayout()
        self.feed.setContentsMargins(0, 0, 0, 0)
        self.feed.setSpacing(0)
        self._feed_box = QWidget()
        self._feed_box.setLayout(self.feed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self._area, 1)
        column.addWidget(self._make_foot())
        model.changed.connect(self._show)
        self._show()

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        windows = QHBoxLayout()
        windows.setSpacing(6)
        windows.addWidget(self.mark, 1)
        windows.addWidget(self.all)
        column = QVBoxLayout(foot)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(6)
        column.addLayout(windows)
        column.addWidget(self.shown)
        column.addWidget(self.profile)
        return foot

    def _judge_shown(self) -> None:
        if self.span is not None:
            self.model.judge_span(*self.span())

    def ask_fleet(self) -> None:
        """Evaluate every host, and show the combined result."""
        self.model.judge_fleet(self._show_fleet)

    def _show_fleet(self, fleet: Fleet) -> None:
        from gpudesk.ui.places.monitor.dialogs.fleet_verdict import FleetVerdictDialog

        if isValid(self):
            FleetVerdictDialog(fleet, self.model, self).open()

    def ask_export(self) -> None:
        """Ask for the export file of the verdict."""
        model, evaluation = self.model, self.model.judged
        if evaluation is not None:
            save_verdict(self, tr("verdict"), model.jobs, self._failed, lambda json: verdict_bytes(model, evaluation, as_json=json))

    def _failed(self, error: DeskError) -> None:
        if isValid(self):
            self.model.tell(error)

    def ask_profile(self) -> None:
        """Ask for the output of a profiler, or evaluate without it if there is one."""
        if self.model.profile is not None:
            self.model.drop_profile()
            return
        kinds, everything = tr("Profiles (*.csv *.json *.json.gz)"), tr("All files (*)")
        dialog = file_dialog(self, tr("Add a profile"), "", f"{kinds};;{everything}")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.model.add_profile([Path(name) for name in names]))
        dialog.open()

    def ask_limits(self) -> None:
        """Show the thresholds, to be set."""
        from gpudesk.ui.places.monitor.dialogs.verdict_limits_dialog import VerdictLimitsDialog

        dialog = VerdictLimitsDialog(self.model.jobs, self)
        dialog.kept.connect(self.model.judge_anew)
        dialog.open()

    # what is shown

    def _show(self) -> None:
        model = self.model
        self.mark.setText(tr("End the window here") if model.marking else tr("Start a window now"))
        self.mark.setToolTip(tr("Mark the steady-load period to evaluate: start it now and end it when the load ends"))
        self.all.setEnabled(model.marked_from_s is not None)
        self.export.setEnabled(model.judged is not None)
        self.fleet.setEnabled(model.hosts > 0)
        if model.profile is None:
            self.profile.setText(tr("Add a profile…"))
            self.profile.setToolTip(tr("Tables of nsys stats (CSV) or a PyTorch profiler trace of the same job"))
        else:
            self.profile.setText(tr("Without the profile"))
            self.profile.setToolTip(model.profile.source)
        evaluation, trouble = model.judged, model.trouble
        texts = None if evaluation is None else texts_of(evaluation.verdict, evaluation.alternatives, model.profile, model.recording)
        if trouble is None and texts is not None and texts == self._texts:
            return
        self._texts = None if trouble is not None else texts
        self._fill(texts)

    def _fill(self, texts: VerdictTexts | None) -> None:
        at_command = next((at for at, shown_command in enumerate(self.commands) if shown_command.button.hasFocus()), None)
        body = _Body()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.figures, self.steps, self.notes, self.commands = [], [], [], []
        trouble = self.model.trouble
        if trouble is not None:
            # All that is wrong in a file is said at once.
            for message in (trouble.message, *getattr(trouble, "problems", ()), *([trouble.fix] if trouble.fix is not None else [])):
                self._note(column, tr_message(message), ink="severity.error")
        if texts is None:
            waiting = tr("The first verdict appears after the first readings.")
            self.card = VerdictCard(INFO, tr("Not enough data yet"), [waiting], "")
            column.addWidget(self.card)
        else:
            self._fill_verdict(column, texts)
        # Taken over before the page before goes, so that it is not deleted with it.
        column.insertWidget(min(2, column.count()) if texts is None else self._feed_at, self._feed_box)
        column.addStretch(1)
        at = self._area.verticalScrollBar().value()
        self._area.setWidget(body)
        self._area.verticalScrollBar().setValue(at)
        for before, after in pairwise([self._area, *(command.button for command in self.commands), self.mark]):
            QWidget.setTabOrder(before, after)
        if at_command is not None:
            stays = self.commands[at_command].button if at_command < len(self.commands) else self._area
            stays.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_verdict(self, column: QVBoxLayout, texts: VerdictTexts) -> None:
        self.card = VerdictCard(texts.severity, texts.title, list(texts.sentences), texts.caption)
        column.addWidget(self.card)
        if texts.figures:
            column.addWidget(GroupHeader(tr("Underlying figures"), foldable=False))
            for title, value, ok in texts.figures:
                row = FigureRow(title, value, ok)
                self.figures.append(row)
                column.addWidget(row)
        self._feed_at = column.count()
        if texts.steps:
            column.addWidget(GroupHeader(tr("What to do"), foldable=False))
            for number, text in enumerate(texts.steps, 1):
                step = NumberedStep(number, text)
                self.steps.append(step)
                column.addWidget(step)
        if texts.served:
            column.addWidget(GroupHeader(tr("Could serve"), foldable=False))
            for line in texts.served:
                self._note(column, line, ink="text.primary")
            self._note(column, texts.needed)
        if texts.doubts:
            column.addWidget(GroupHeader(tr("Confidence limitations"), foldable=False))
            for line in texts.doubts:
                self._note(column, line)
        if texts.kernels:
            column.addWidget(GroupHeader(tr("Longest kernels in the profile"), foldable=False))
            for name, seconds in texts.kernels:
                column.addWidget(FigureRow(name, seconds, None))
        if texts.measurements:
            column.addWidget(GroupHeader(tr("Measure next"), foldable=False))
            for measurement in texts.measurements:
                self._note(column, measurement.title, ink="text.primary")
                for command in measurement.commands:
                    shown = CommandLine(command, tr("Copy the command"))
                    self.commands.append(shown)
                    column.addWidget(shown)

    def _note(self, column: QVBoxLayout, text: str, ink: str = "text.secondary") -> None:
        note = NoteLine(text, ink=ink)
        self.notes.append(note)
        column.addWidget(note)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.set_shown(False)
