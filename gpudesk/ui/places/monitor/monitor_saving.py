"""The plots of the monitor as a picture, as a table and in the clipboard, and recordings for other tools."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QFileDialog

from gpudesk.formats.tables.tables import csv_bytes
from gpudesk.formats.text.written_files import write_file
from gpudesk.ui.canvas.drawing_picture import PICTURES, NoPicture, save_painted
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called
from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
from gpudesk.ui.places.monitor.panes.monitor_throttle_reasons import HELD
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.message_bar import MessageBar

tr = text_context("MonitorSaving")

_PICTURE = (1200, 700)
_FORMS = {".csv": "csv", ".jsonl": "jsonl", ".prom": "prometheus"}


class MonitorSaving(QObject):
    """Writes the content of the "Focus" page: its GPUs, its metrics, its time; and complete recordings."""

    def __init__(self, place: MonitorPlace, jobs: Jobs, bar: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._place = place
        self._jobs = jobs
        self._bar = bar

    def ask_picture(self) -> None:
        """Ask for the picture file, and write it."""
        self._ask(tr("Save the plots as a picture"), PICTURES, self.save_picture)

    def ask_table(self) -> None:
        """Ask for the table file, and write it."""
        self._ask(tr("Save the plots as a table"), (".csv",), self.save_table)

    def ask_recording(self) -> None:
        """Ask for the export file of the recording shown, and write it; the suffix sets the format."""
        self._ask(tr("Export the recording"), tuple(_FORMS), self.save_recording)

    def save_recording(self, path: Path) -> None:
        """Write the recording that is shown, on a thread."""
        from gpudesk.monitor.recording.recording_export import export_file
        from gpudesk.monitor.recording.replay import RecordingSource

        source, form = self._place.model.source, _FORMS.get(path.suffix.lower(), "csv")
        if isinstance(source, RecordingSource):
            recorded = source.path
            self._bar.show_message("info", tr("Writing {path}…").format(path=path), "", passing=True)
            self._jobs.read(lambda _: export_file(recorded, form, path), lambda _: self._written(path), self._place.session.failed.emit)

    def _ask(self, title: str, suffixes: tuple[str, ...], save: Callable[[Path], None]) -> None:
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in suffixes)
        dialog = file_dialog(self._place.window(), title, str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffixes[0][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.split()[0].lower()))
        dialog.selectFile(f"gpus{suffixes[0]}")
        dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
        dialog.open()

    def _size(self) -> QSize:
        focus = self._place.focus
        return QSize(max(focus.width(), _PICTURE[0]), max(focus.height(), _PICTURE[1]))

    def save_picture(self, path: Path) -> None:
        """Write the four plots as currently painted; the suffix sets the format."""

        def paint(painter: QPainter, wanted: QSizeF) -> None:
            self._place.focus.render_to(painter, wanted)

        try:
            save_painted(self._jobs, paint, self._size(), path, self._written, self._place.session.failed.emit)
        except NoPicture as error:
            self._place.session.failed.emit(error)

    def copy_picture(self) -> None:
        """Put the four plots into the clipboard."""
        size = self._size()
        image = QImage(size, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        try:
            self._place.focus.render_to(painter, QSizeF(size))
        finally:
            painter.end()
        QGuiApplication.clipboard().setImage(image)
        self._bar.show_message("ok", tr("The plots were copied to the clipboard."), "", passing=True)

    def save_table(self, path: Path) -> None:
        """Write the plotted data of the selected GPUs."""
        from gpudesk.monitor.recording.plot_table import plot_rows

        model, focus = self._place.model, self._place.focus
        gpus = [(uuid, gpu_called(model, model.facts[uuid])) for uuid in model.selected if uuid in model.facts]
        keys = list(dict.fromkeys("clock_reasons" if cell.key == HELD else cell.key for cell in focus.cells))
        model.history.at_once = True
        rows = list(plot_rows(model.history, gpus, keys, *focus.view.span()))
        model.history.at_once = False

        def write() -> Path:
            write_file(path, csv_bytes(rows))
            return path

        self._jobs.read(lambda _: write(), self._written, self._place.session.failed.emit)

    def _written(self, path: Path) -> None:
        self._bar.show_message("ok", tr("Saved to {path}.").format(path=path), "", passing=True)
