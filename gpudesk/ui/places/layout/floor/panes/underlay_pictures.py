"""The pictures under the plan that is shown, unpacked on a reading thread and kept as long as they are shown."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.ui.places.layout.floor.canvas.floor_plan_view import FloorView
from gpudesk.ui.places.layout.floor.canvas.underlay_content import Inks, UnderlayContent, underlay_content
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

if TYPE_CHECKING:
    from gpudesk.project.document import Document

tr = text_context("UnderlayPictures")

Key = tuple[int, tuple[object, ...]]
"""An attachment and how it is painted."""


class UnderlayPictures(QObject):
    """Keeps the underlays of a floor view up to date.

    Attributes:
        through: whether the background shows through the paper of pictures.
    """

    def __init__(self, session: Session, view: FloorView, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._view = view
        self.through = True
        self._document: Document | None = None
        self._shown: dict[int, tuple[object, ...]] = {}
        self._asked: set[Key] = set()
        theme.notifier().changed.connect(self.follow)

    def set_through(self, through: bool) -> None:
        """Let the background show through the paper of pictures, or paint them unchanged."""
        self.through = through
        self.follow()

    def follow(self) -> None:
        """Unpack underlays that are shown and not loaded yet; discard those no longer shown."""
        document, contents = self._session.document, self._view.underlays.contents
        if document is not self._document:
            self._document = document
            contents.clear()
            self._shown.clear()
            self._asked.clear()
        if document is None:
            return
        media_by_id = {underlay.attachment_id: underlay.media for underlay in self._view.underlays.underlays if underlay.opacity_percent}
        for attachment_id in [content_id for content_id in contents if content_id not in media_by_id]:
            del contents[attachment_id]
            self._shown.pop(attachment_id, None)
        inks = Inks(QColor(theme.current().text.primary), theme.current().is_dark, self.through)
        style = (inks.line.rgba(), inks.dark, inks.through)
        for attachment_id, media in media_by_id.items():
            key = (attachment_id, style)
            if self._shown.get(attachment_id) != style and key not in self._asked:
                self._asked.add(key)
                self._session.jobs.read(
                    partial(_unpacked, document, attachment_id, media, inks),
                    partial(self._take, document, key),
                    partial(self._fail, document),
                    tr("Reading the underlay"),
                )

    def _take(self, document: "Document", key: Key, content: UnderlayContent) -> None:
        if document is not self._document or key not in self._asked:
            return
        attachment_id, style = key
        self._asked.discard(key)
        contents = self._view.underlays.contents
        before = contents.get(attachment_id)
        if before is not None and before.pieces is not None and content.pieces is not None:
            content = replace(content, pieces=before.pieces, reach=before.reach)
        contents[attachment_id] = content
        self._shown[attachment_id] = style
        self._view.invalidate()
        # The theme or the hall may be another by now.
        self.follow()

    def _fail(self, document: "Document", error: DeskError) -> None:
        # It stays among what was asked for: what is damaged stays damaged.
        if document is self._document:
            self._session.failed.emit(error)


def _unpacked(document: "Document", attachment_id: int, media: str, inks: Inks, _progress: Progress) -> UnderlayContent:
    return underlay_content(document.attachment(attachment_id), media, inks)
