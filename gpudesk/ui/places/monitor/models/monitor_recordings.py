"""Records the monitor data, and opens recordings."""

import time
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.clock import mono_s
from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_sources import MonitorSources
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.core.running.progress import Progress
    from gpudesk.monitor.readings.reading import Event, Frame
    from gpudesk.monitor.readings.source import Source
    from gpudesk.monitor.recording.recorder import Recorder

tr = text_context("MonitorRecordings")

SUFFIX = ".gpurec"


class _Begun:
    """A recorder passed from the thread that opened its file to the window, which may be closed by then."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._recorder: Recorder | None = None
        self._dropped = False

    def put(self, recorder: "Recorder") -> None:
        """Pass it on; if it is no longer needed, it ends at once."""
        with self._lock:
            if not self._dropped:
                self._recorder = recorder
                return
        recorder.close()

    def take(self) -> "Recorder | None":
        """Take it, None if there is none."""
        with self._lock:
            recorder, self._recorder = self._recorder, None
            return recorder

    def drop(self) -> None:
        """Mark it as no longer needed."""
        with self._lock:
            self._dropped = True
        recorder = self.take()
        if recorder is not None:
            recorder.close()


class MonitorRecordings(QObject):
    """One recording at a time.

    Signals:
        changed(): a recording was begun or ended.
        ended(str): the file that was written.
        failed(DeskError): a recording could not be begun, or its end not be written.
    """

    changed = Signal()
    ended = Signal(str)
    failed = Signal(object)

    def __init__(self, model: MonitorModel, sources: MonitorSources, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._model = model
        self._sources = sources
        self._jobs = jobs
        self._window = window
        self.recorder: Recorder | None = None
        self._beginning: _Begun | None = None
        self._recorded: Source | None = None
        """The recorded source: another source ends the recording, because its clock differs."""
        self.days: tuple[float, float, float] | None = None
        """How long single readings, seconds and minutes are kept from the next recording on; None: as usual."""
        self.commands = False
        """Whether command lines of processes are kept from the next recording on, and not the names of programs alone."""
        self.begun_s = 0.0
        """When it was begun, by a clock that never jumps."""
        model.taken.connect(self._take)
        model.machines_changed.connect(self._know)

    @property
    def can_record(self) -> bool:
        """Whether the source is live GPUs, not a file."""
        return self._model.kind not in (None, SourceKind.RECORDING, SourceKind.SNAPSHOT)

    def toggle(self) -> None:
        """Ask for a file and record into it, or end the recording."""
        if self.recorder is not None:
            self.stop()
            return
        # The switch has gone on by itself; it stays so only once a recording has begun.
        self.changed.emit()
        name = time.strftime("gpus %Y-%m-%d %H-%M") + SUFFIX
        dialog = file_dialog(self._window, tr("Record to"), str(documents_folder()), self._filter())
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        # A recording that is there already goes on; nothing in it is lost.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda chosen: self.record(Path(chosen)))
        dialog.open()

    def _filter(self) -> str:
        return tr("Recordings (*{suffix})").format(suffix=SUFFIX)

    def record(self, path: Path) -> None:
        """Record into a file from now on."""
        source = self._model.source
        if source is None or self.recorder is not None or self._beginning is not None:
            return
        machines, name, days, commands = self._model.machines, f"{source.kind}: {source.name}", self.days, self.commands

        def begin(held: _Begun) -> None:
            from gpudesk.monitor.recording.recorder import Recorder
            from gpudesk.monitor.recording.recording import Retention

            held.put(Recorder(path, machines, name, None if days is None else Retention.of_days(*days), commands=commands))

        held = self._beginning = _Begun()
        # Ends and beginnings go one after the other: the same file may be meant.
        self._jobs.write(lambda _: begin(held), lambda _: self._begun(held, source), self._not_begun, tr("Start the recording"))

    def _begun(self, held: "_Begun", source: "Source") -> None:
        self._beginning = None
        recorder = held.take()
        if recorder is None:
            return
        if self._model.source is not source:
            self._jobs.write(lambda _: recorder.close(), failed=self.failed.emit)
            return
        self.recorder = recorder
        self._recorded = source
        self.begun_s = mono_s()
        self.changed.emit()

    def _take(self, frames: "list[Frame]", events: "list[Event]") -> None:
        if self.recorder is not None and self._model.source is self._recorded:
            self.recorder.add(frames, events, self._model.running)

    def _know(self) -> None:
        if self.recorder is not None and self._model.source is not self._recorded:
            self.stop()
        elif self.recorder is not None:
            self.recorder.know(self._model.machines)

    def stop(self) -> None:
        """End the recording; its last second is written on a thread."""
        recorder, self.recorder = self.recorder, None
        if recorder is not None:
            self._jobs.write(lambda _: recorder.close(), lambda _: self.ended.emit(str(recorder.path)), self.failed.emit)
            self.changed.emit()

    def end(self) -> None:
        """End the recording now, because the window closes; also one that is just starting."""
        if self._beginning is not None:
            self._beginning.drop()
        recorder, self.recorder = self.recorder, None
        if recorder is not None:
            try:
                recorder.close()
            except DeskError as error:
                self.failed.emit(error)

    def _not_begun(self, error: DeskError) -> None:
        self._beginning = None
        self.failed.emit(error)

    def take_over(self, other: "MonitorRecordings") -> None:
        """Record on what another window recorded."""
        self.recorder, other.recorder = other.recorder, None
        self.begun_s, self._recorded = other.begun_s, other._recorded

    def ask_open(self) -> None:
        """Ask for a recording or a listing and show it."""
        kinds = tr("Recordings and listings ({patterns})").format(patterns=f"*{SUFFIX} *.xml *.csv *.txt *.prom *.log")
        everything = tr("All files (*)")
        dialog = file_dialog(self._window, tr("Open a recording or a listing"), str(documents_folder()), f"{kinds};;{everything}")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.open(Path(chosen)))
        dialog.open()

    def open(self, path: Path) -> None:
        """Show a recording or a listing, determined by its content; a current recording ends as soon as it is shown."""

        def make(progress: "Progress") -> "Source":
            from gpudesk.formats.recognize.what_is import Nature, what_is

            if path.suffix == SUFFIX or what_is(path).nature is Nature.GPU_RECORDING:
                from gpudesk.monitor.recording.replay import RecordingSource

                return RecordingSource(path)
            from gpudesk.formats.text.own_process import read_foreign
            from gpudesk.monitor.saved.gpu_listing import SnapshotSource, read_gpu_listing

            return SnapshotSource(path, read_foreign(path, read_gpu_listing, path, progress=progress))

        self._sources.open_file(path.name, make)
