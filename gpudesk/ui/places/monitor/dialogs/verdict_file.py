"""Writes a verdict into a file, as a table or as JSON."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.running.progress import Progress
from gpudesk.disk.writing import write_file
from gpudesk.formats.tables.tables import csv_bytes
from gpudesk.monitor.verdict.verdict_export import document, fleet_document, fleet_rows, verdict_rows
from gpudesk.monitor.verdict.verdict_fleet import Fleet
from gpudesk.monitor.verdict.verdict_limits import limits
from gpudesk.ui.places.monitor.models.verdict_model import Judged, VerdictModel
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path

_CONTEXT = "Verdict"
_TITLE = QT_TRANSLATE_NOOP("Verdict", "Export the verdict")
_TABLE = QT_TRANSLATE_NOOP("Verdict", "Comma-separated values (*.csv)")
_DOCUMENT = QT_TRANSLATE_NOOP("Verdict", "JSON for other programs (*.json)")


def verdict_bytes(model: VerdictModel, judged: Judged, *, as_json: bool) -> bytes:
    """The verdict that is shown, as a file."""
    if as_json:
        return _json(document(judged.verdict, judged.alternatives, model.source_name, model.profile))
    return csv_bytes(verdict_rows(judged.verdict, judged.alternatives, model.source_name))


def fleet_bytes(model: VerdictModel, fleet: Fleet, *, as_json: bool) -> bytes:
    """The verdict on the fleet, as a file.

    Raises:
        InvalidData: the person's own thresholds make no sense.
    """
    return _json(fleet_document(fleet, model.source_name, limits())) if as_json else csv_bytes(fleet_rows(fleet))


def _json(body: object) -> bytes:
    return (json.dumps(body, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def save_verdict(parent: QWidget, name: str, jobs: Jobs, failed: Callable[[DeskError], None], made: Callable[[bool], bytes]) -> QFileDialog:
    """Ask for the file of a verdict, and write it.

    Args:
        name: default file name.
        made: returns the file content, as JSON or as a table; called on a thread.
    """

    def said(text: str) -> str:
        return QCoreApplication.translate(_CONTEXT, text)

    dialog = file_dialog(parent, said(_TITLE), str(documents_folder()), f"{said(_TABLE)};;{said(_DOCUMENT)}")
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("csv")
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("json" if "json" in chosen else "csv"))
    dialog.selectFile(free_path(documents_folder(), name).with_suffix(".csv").name)

    def write(chosen: str) -> None:
        path = Path(chosen)

        def work(_progress: Progress) -> None:
            write_file(path, made(path.suffix.lower() == ".json"))

        jobs.write(work, None, failed)

    dialog.fileSelected.connect(write)
    dialog.open()
    return dialog
