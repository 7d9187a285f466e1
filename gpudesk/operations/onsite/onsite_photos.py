"""Photos and drawn signatures: image and entry are written in one step, so that neither exists without the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpudesk.core.checklist.entries import EvidenceFile, Recorder
from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import given_files, given_values, history_of
from gpudesk.operations.onsite.record_site_work import record_value
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

MOST_BYTES = 8_000_000
"""Of one stored photo; a picture with a long side of 2,560 px has about one million."""


@dataclass(frozen=True, slots=True)
class Photo:
    """An image as stored, and its origin.

    Attributes:
        file: its name, its stored size and hash, the hash of the original, and when it was taken.
        width, height: px.
    """

    file: EvidenceFile
    media: str
    width: int
    height: int
    content: bytes


@operation
def record_photos(edit: Edit, by: Recorder, item: str, target: int, field: str, photos: Sequence[Photo]) -> int:
    """Add photos to a field; existing photos stay. Returns the id of the entry.

    Raises:
        Refused: as of `record_value`; the field does not accept photos, or one of them is too large.
    """
    known = checklist_of(edit.present()).items.get(item)
    if known is None or field not in known.by_key or known.by_key[field].kind is not FieldKind.PHOTO:
        text = QT_TRANSLATE_NOOP("onsite", "{field} of {item} does not accept photos.")
        raise Refused(Message("onsite", text, {"field": field, "item": item}))
    for photo in photos:
        _keep(edit, photo)
    before = given_values(history_of(edit.present(), item, target)).get(field)
    files = [] if before is None else given_files(before.entry)
    files = list({file.sha256: file for file in [*files, *(photo.file for photo in photos)]}.values())
    return int(record_value(edit, by, item, target, field, [file.sha256 for file in files], None, files))


@operation
def record_signature(edit: Edit, by: Recorder, item: str, target: int, field: str, picture: Photo) -> int:
    """Sign a field with a drawing, under the name of the person who records. Returns the id of the entry.

    Raises:
        Refused: as of `record_value`; the field takes no signature, or the picture is too large.
    """
    known = checklist_of(edit.present()).items.get(item)
    if known is None or field not in known.by_key or known.by_key[field].kind is not FieldKind.SIGNATURE:
        text = QT_TRANSLATE_NOOP("onsite", "{field} of {item} does not accept signatures.")
        raise Refused(Message("onsite", text, {"field": field, "item": item}))
    _keep(edit, picture)
    return int(record_value(edit, by, item, target, field, by.person, None, [picture.file]))


def _keep(edit: Edit, photo: Photo) -> None:
    if len(photo.content) > MOST_BYTES:
        raise Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "The photo {name} is too large."), {"name": photo.file.name}))
    edit.add_attachment(photo.file.name, photo.media, photo.width, photo.height, photo.content)
