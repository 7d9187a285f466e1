"""The line under the tools of the monitor while a recording is shown: play and pause, the moment, the speed."""

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from gpudesk.monitor.recording.replay import RecordingSource
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("MonitorReplay")

_STEPS = 10_000
_SPEEDS = {"1": 1.0, "10": 10.0, "60": 60.0}


class MonitorReplay(QWidget):
    """Hidden while a live source is monitored. `slider` spans from the first reading to the last."""

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._source: RecordingSource | None = None
        self._playing = False
        self.play = IconButton("play", tr("Play"), self)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _STEPS)
        # Each leap unpacks a minute of readings: while it is dragged, only the moment is shown.
        self.slider.setTracking(False)
        self.slider.setAccessibleName(tr("Position in the recording"))
        self.speed = SegmentedControl(tr("Speed"), [Segment(key, f"{key}×") for key in _SPEEDS], "1")
        self.speed.setToolTip(tr("Playback speed: seconds of recording per second"))
        self._moment = Label("", step="body")
        self._moment.setMinimumWidth(150)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(8)
        row.addWidget(self.play)
        row.addWidget(self.slider, 1)
        row.addWidget(self._moment)
        row.addWidget(self.speed)
        self.play.clicked.connect(self._toggle)
        self.slider.valueChanged.connect(self._seek)
        self.speed.chosen.connect(self._faster)
        model.state_changed.connect(self._look)
        model.changed.connect(self._show)
        self._look()

    def _look(self) -> None:
        source = self._model.source
        if source is not self._source:
            self._source = source if isinstance(source, RecordingSource) else None
            if self._source is not None:
                # How it ended is seen first; what is played begins at its beginning all the same.
                self._go(self._source.end_s)
        self.setVisible(self._source is not None)
        self._show()

    def _toggle(self) -> None:
        source = self._source
        if source is None:
            return
        if source.playing:
            source.pause()
        else:
            if source.at_s >= source.end_s:
                self._go(source.begin_s)
            source.play(_SPEEDS[self.speed.current()])
        self._show()

    def _faster(self, key: str) -> None:
        if self._source is not None and self._source.playing:
            self._source.play(_SPEEDS[key])

    def _seek(self, step: int) -> None:
        source = self._source
        if source is not None:
            self._go(source.begin_s + (source.end_s - source.begin_s) * step / _STEPS)

    def _go(self, at_s: float) -> None:
        """A leap: the values and processes are those of that moment, the pictures show what led to it."""
        if self._source is not None:
            self._source.seek(at_s)
            self._model.forget()
            self._model.take()
            self._show()

    def _show(self) -> None:
        source = self._source
        if source is None:
            return
        long_s = max(source.end_s - source.begin_s, 1e-9)
        if not self.slider.isSliderDown():
            self.slider.blockSignals(True)
            self.slider.setValue(round(_STEPS * (source.at_s - source.begin_s) / long_s))
            self.slider.blockSignals(False)
        if source.playing != self._playing:
            self._playing = source.playing
            self.play.set_icon("pause" if self._playing else "play")
            self.play.set_name(tr("Pause") if self._playing else tr("Play"))
        moment = QDateTime.fromMSecsSinceEpoch(round(source.at_s * 1000))
        self._moment.setText(QLocale().toString(moment, "yyyy-MM-dd  HH:mm:ss"))
