"""Choose the page of a PDF for an underlay; previews load in the background."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QListView, QListWidget, QListWidgetItem, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.formats.drawings.pdf_page import PREVIEW_PX, PdfPage, pdf_pages
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text

tr = text_context("PdfPageDialog")

FIRST_PREVIEWS, MORE_PREVIEWS = 6, 12
_MOST_PREVIEWS = 200
_ICON = QSize(150, 150)


class PdfPageDialog(DeskDialog):
    """The pages as small pictures. Enter or a double click takes one.

    Signals:
        chosen(int): the number of the page, from 1.
    """

    chosen = Signal(int)

    def __init__(self, session: Session, content: bytes, name: str, pages: Sequence[PdfPage], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._content = content
        self._name = name
        self._job: Job | None = None
        self.set_heading(tr("Which page?"), filled_text(tr("{name} has {count} {count|page|pages}."), name=name, count=len(pages)))
        self.pages = QListWidget(self)
        self.pages.setAccessibleName(tr("Pages"))
        self.pages.setViewMode(QListView.ViewMode.IconMode)
        self.pages.setResizeMode(QListView.ResizeMode.Adjust)
        self.pages.setMovement(QListView.Movement.Static)
        self.pages.setUniformItemSizes(True)
        self.pages.setIconSize(_ICON)
        self.pages.setGridSize(_ICON + QSize(24, 52))
        self.pages.setSpacing(8)
        self.pages.setWordWrap(True)
        self.pages.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        blank = QPixmap(_ICON)
        blank.fill(Qt.GlobalColor.transparent)
        for page in pages:
            size = " × ".join(format_quantity(round(side), "mm") for side in (page.width_mm, page.height_mm))
            item = QListWidgetItem(QIcon(blank), tr("Page {number}").format(number=page.number) + f"\n{size}")
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            self.pages.addItem(item)
        self._show(pages)
        self.let_body_fill()
        self.body.addWidget(self.pages)
        self.pages.itemActivated.connect(lambda _item: self.take())
        self.add_buttons(tr("Use this page as underlay"), self.take)
        self.pages.setCurrentRow(0)
        self.resize(740, 560)
        self.pages.setFocus()
        self._more(FIRST_PREVIEWS)

    def take(self) -> None:
        """Take the page that is current."""
        number = self.pages.currentRow() + 1
        if number:
            self.accept()
            self.chosen.emit(number)

    def done(self, result: int) -> None:
        """Close; pending previews are discarded."""
        if self._job is not None:
            self._job.cancel()
        super().done(result)

    def _more(self, first: int) -> None:
        if first >= min(self.pages.count(), _MOST_PREVIEWS):
            return
        content, name = self._content, self._name
        self._job = self._project.jobs.read(
            lambda progress: pdf_pages(content, first, MORE_PREVIEWS, progress, name),
            partial(self._take_previews, first),
            self._failed_page,
        )

    def _take_previews(self, first: int, pages: Sequence[PdfPage]) -> None:
        if isValid(self) and self.isVisible():
            self._job = None
            self._show(pages)
            self._more(first + MORE_PREVIEWS)

    def _failed_page(self, error: DeskError) -> None:
        if isValid(self) and not isinstance(error, Cancelled):
            self._job = None
            self.complain(error)

    def _show(self, pages: Sequence[PdfPage]) -> None:
        for page in pages:
            if page.preview:
                picture = QPixmap()
                picture.loadFromData(page.preview, "PNG")
                ratio = self.devicePixelRatioF()
                fitted = picture.scaled(
                    _ICON * min(ratio, PREVIEW_PX / _ICON.width()),
                    Qt.AspectRatioMode.KeepAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
                self.pages.item(page.number - 1).setIcon(QIcon(fitted))
