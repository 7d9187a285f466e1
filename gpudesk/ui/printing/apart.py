"""Layout and drawing of long reports in a separate process, so that the window stays responsive and Stop takes effect."""

import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.disk.writing import copy_into_place, write_errors
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.report import PAGE_SUFFIXES, Choices, Subject

_LOOK_SECONDS = 0.05
_TOLD_EACH, _COUNTED_EACH = 5, 100
"""Number of sheets between progress reports, during drawing and during counting."""


@dataclass(frozen=True)
class Order:
    """The order: reports by name, combined into one document; a single one if written as a list."""

    names: Sequence[str]
    subject: Subject
    choices: Choices
    language: str
    units: str
    title: str


def write_apart(order: Order, out: Path, progress: Progress | None = None) -> list[Path]:
    """Write reports in a separate process; the files are moved into place when all of them are complete.

    Raises:
        DeskError: an error of the work.
        NotWritten: the destination cannot be written.
        InvalidData: the process crashed.
        Cancelled: the work was stopped; existing files are unchanged.
    """
    progress = progress or Progress()
    with write_errors(out):
        folder = Path(tempfile.mkdtemp(prefix=".gpudesk-", dir=out.parent))
        try:
            names = _made(order, folder / out.name, progress)
            for name in names:
                copy_into_place(folder / name, out.with_name(name))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return [out.with_name(name) for name in names]


def _made(order: Order, out: Path, progress: Progress) -> list[str]:
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe()
    # What was calculated of a snapshot is not sent along: its tables are enough.
    read = order.subject.attachment
    subject = replace(order.subject, snapshot=_bare(order.subject.snapshot), attachment=None)
    if subject.before is not None:
        subject = replace(subject, before=_bare(subject.before))
    process = spawning.Process(target=_work, args=(there, replace(order, subject=subject), out), daemon=True)
    process.start()
    there.close()
    try:
        while True:
            while not here.poll(_LOOK_SECONDS):
                progress.step(0, 0)
            kind, value = here.recv()
            if kind == "step":
                progress.step(*value)
            elif kind == "file":
                here.send(b"" if read is None else read(value))
            elif kind == "done":
                names: list[str] = value
                return names
            else:
                raise value
    except (EOFError, BrokenPipeError) as error:
        text = QT_TRANSLATE_NOOP("reports", "The sheets could not be drawn.")
        fix = QT_TRANSLATE_NOOP("reports", "Try again with fewer racks.")
        raise InvalidData(Message("reports", text), Message("reports", fix)) from error
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()


def _work(there: "Connection[Any, Any]", order: Order, out: Path) -> None:
    """Process main function: lay out, draw, and report progress."""
    # No one looks at this process, and the screen of the window may be one that it cannot have.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gpudesk.reports.catalogue import attached, bound, write_lists
    from gpudesk.ui.printing.page_files import write_pages
    from gpudesk.ui.printing.report_language import wording
    from gpudesk.ui.toolkit.style.qt_application import make_application

    def asked(attachment: int) -> bytes:
        # Files stay in the project, which the window has open: each is sent when its page is drawn.
        there.send(("file", attachment))
        content: bytes = there.recv()
        return content

    order = replace(order, subject=replace(order.subject, attachment=asked))

    def tell(done: int, total: int) -> None:
        if done % (_TOLD_EACH if total else _COUNTED_EACH) == 0:
            there.send(("step", (done, total)))

    try:
        spoken = wording(order.language, order.units)
        if out.suffix.lower() not in PAGE_SUFFIXES:
            written = write_lists(order.names[0], order.subject, order.choices, spoken, out, Progress(tell))
            there.send(("done", [path.name for path in written]))
            return
        make_application(["gpudesk"])
        sheets = bound(order.names, order.subject, order.choices, spoken).sheets(Progress(tell))
        written = write_pages(sheets, out, order.title, attached(order.names, order.subject))
        there.send(("done", [path.name for path in written]))
    except DeskError as error:
        there.send(("error", error))


def _bare(snapshot: Snapshot) -> Snapshot:
    return Snapshot(snapshot.revision, snapshot.tables)
