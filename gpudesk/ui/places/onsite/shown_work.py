"""Content of the On site place: tasks, places and the open page; created on a reader thread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from PySide6.QtGui import QImage

from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.messages.errors import DeskError
from gpudesk.onsite.deviations import Deviation, open_deviations
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import given_files
from gpudesk.onsite.task_page import TaskPage, task_page
from gpudesk.onsite.withdrawals import last_withdrawable
from gpudesk.onsite.work_list import Group, Wanted, progress_of, work_list
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.writer_id import writer_id
from gpudesk.ui.places.onsite.location_list import Places, places_of
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit.picture_reader import stored_picture


@dataclass(frozen=True, eq=False)
class ShownWork:
    """The content shown for a snapshot.

    Attributes:
        drawings: field of the open page → the drawing of its signature, if readable.
        last: name of the entry that can be withdrawn next, "" for none.
        deviations: deviations that wait for a decision.
    """

    snapshot: Snapshot
    today: date
    wanted: Wanted
    groups: Sequence[Group]
    counts: Any
    places: Places
    page: TaskPage | None
    drawings: Mapping[str, QImage]
    last: str
    deviations: tuple[Deviation, ...]


def shown_work(document: Document | None, snapshot: Snapshot, wanted: Wanted, task: Task | None, everywhere: str, today: date) -> ShownWork:
    """The content shown for a project; for a reader thread.

    Args:
        document: the document with the signature drawings.
        everywhere: name of the entry for the whole project.
    """
    groups = work_list(snapshot, wanted, today)
    item = None if task is None else checklist_of(snapshot).items.get(task.item.key)
    page = None if task is None or item is None else task_page(snapshot, item, task.target, today)
    last = last_withdrawable(snapshot, writer_id()) if snapshot["record"].rows else None
    name = "" if last is None else last.name
    counts, places = progress_of(snapshot, wanted, today), places_of(snapshot, everywhere, today)
    drawings = {} if page is None or document is None else _drawings(document, snapshot, page)
    return ShownWork(snapshot, today, wanted, groups, counts, places, page, drawings, name, open_deviations(snapshot))


def _drawings(document: Document, snapshot: Snapshot, page: TaskPage) -> dict[str, QImage]:
    """Field → the drawing of its signature, of those that the project keeps."""
    attachments = snapshot["attachment"]
    ids = dict(zip(attachments["sha256"].tolist(), attachments.ids.tolist(), strict=True))
    signed = [field.key for field in page.item.fields if field.kind is FieldKind.SIGNATURE and field.key in page.given]
    files = {key: given_files(page.given[key].entry) for key in signed}
    digests = {key: named[0].sha256 for key, named in files.items() if named}
    pictures = {key: _drawing(document, int(ids[digest])) for key, digest in digests.items() if digest in ids}
    return {key: picture for key, picture in pictures.items() if not picture.isNull()}


def _drawing(document: Document, attachment: int) -> QImage:
    """The drawing in an attachment, or a null one if it is missing or unreadable: the field then reports it."""
    try:
        return stored_picture(document.attachment(attachment))
    except (KeyError, DeskError):
        return QImage()
