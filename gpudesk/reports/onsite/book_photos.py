"""Photos and drawn signatures in the handover book: small images of the records, in rows of three."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.onsite.results import RecordedValue, Result
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.paper_sheet import Rectangle
from gpudesk.reports.layout.report import Subject
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.onsite.onsite_text import field_title, minute, target_words

MOST_PHOTOS = 600
"""Per book; with `MOST_PX` each, it stays below about 20 MB. All photos are in the project, and their digests in the manifest."""
MOST_PX = 360
"""The long side of a picture: 150 dots to the inch in its place."""
_PICTURED = (FieldKind.PHOTO, FieldKind.SIGNATURE)
_IN_ROW, _HIGH_MM, _GAP_MM, _LINE_MM, _TEXT_PT = 3, 40.0, 3.0, 3.2, 6.5


@dataclass(frozen=True, slots=True)
class _Pictured:
    attachment: int
    title: str
    caption: str


class BookPhotos:
    """Places the photos of the parts of one book on pages, up to a maximum; the rest is only counted."""

    def __init__(self, subject: Subject, wording: Wording) -> None:
        self._subject, self._wording = subject, wording
        self._left = MOST_PHOTOS

    def put(self, flow: Flow, results: Iterable[Result]) -> None:
        """The photos of a part; nothing if it has none, or the project can no longer be read."""
        if self._subject.attachment is None:
            return
        photos = self._photos(results)
        shown = photos[: self._left]
        self._left -= len(shown)
        if not photos:
            return
        flow.space(4)
        flow.heading(
            self._wording.say("reports", QT_TRANSLATE_NOOP("reports", "Photos and drawn signatures")), keep_mm=_HIGH_MM + 2 * _LINE_MM
        )
        for start in range(0, len(shown), _IN_ROW):
            flow.keep(_HIGH_MM + 2 * _LINE_MM + _GAP_MM)
            flow.drawing(_HIGH_MM + 2 * _LINE_MM + _GAP_MM, partial(self._row, shown[start : start + _IN_ROW]))
        if len(photos) > len(shown):
            text = QT_TRANSLATE_NOOP(
                "reports", "{count} more {count|photo is|photos are} in the project; the manifest lists {count|it|them}."
            )
            flow.paragraph(self._wording.say("reports", text, count=len(photos) - len(shown)), ink=SOFT)

    def _photos(self, results: Iterable[Result]) -> list[_Pictured]:
        attachments = self._subject.snapshot.tables.get("attachment")
        if attachments is None or not attachments.rows:
            return []
        ids = dict(zip(attachments["sha256"].tolist(), attachments.ids.tolist(), strict=True))
        return [
            self._pictured(int(ids[file.sha256]), result, value, file)
            for result in results
            for value in (*result.values, *result.signatures)
            for file in value.files
            if file.sha256 in ids and value.field in result.item.by_key and result.item.by_key[value.field].kind in _PICTURED
        ]

    def _pictured(self, attachment: int, result: Result, value: RecordedValue, file: EvidenceFile) -> _Pictured:
        target = target_words(result.item.scope, result.target_name, self._wording)
        field = result.item.by_key[value.field]
        title = f"{result.item.key} · {target} · {field_title(field, self._wording)}"
        signed = field.kind is FieldKind.SIGNATURE
        taken = minute(value.at_utc) if signed else file.taken[:16].replace("T", " ")
        return _Pictured(
            attachment, title, " · ".join(filter(None, (value.person if signed else file.name, taken, f"{file.sha256[:12]}…")))
        )

    def _row(self, photos: Sequence[_Pictured], page: Page, room: Rectangle) -> None:
        width = (room.width_mm - _GAP_MM * (_IN_ROW - 1)) / _IN_ROW
        for place, photo in enumerate(photos):
            x = room.x_mm + place * (width + _GAP_MM)
            page.photo(x, room.y_mm, width, _HIGH_MM, partial(self._content, photo.attachment), most_px=MOST_PX)
            page.text_in(x, room.y_mm + _HIGH_MM, width, _LINE_MM, photo.title, _TEXT_PT, pad_mm=0)
            page.text_in(x, room.y_mm + _HIGH_MM + _LINE_MM, width, _LINE_MM, photo.caption, _TEXT_PT, ink=SOFT, pad_mm=0)

    def _content(self, attachment: int) -> bytes:
        read = self._subject.attachment
        return b"" if read is None else read(attachment)
