"""Pages on a printer."""

from collections.abc import Iterable

from PySide6.QtGui import QPainter
from PySide6.QtPrintSupport import QPrinter

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.reports.layout.page import Page
from gpudesk.ui.printing.page_files import page_layout
from gpudesk.ui.printing.painter import DOTS_PER_INCH, paint


def print_pages(pages: Iterable[Page], printer: QPrinter) -> None:
    """Print pages at actual size, each on its paper format.

    Raises:
        InvalidData: the printer accepts no data.
        Cancelled: the work was stopped; sheets already printed are not affected.
    """
    painter = QPainter()
    try:
        for page in pages:
            printer.setFullPage(True)
            printer.setPageLayout(page_layout(page.sheet))
            if painter.isActive():
                printer.newPage()
            elif not painter.begin(printer):
                text = QT_TRANSLATE_NOOP("reports", "The printer {name} is not accepting jobs.")
                raise InvalidData(Message("reports", text, {"name": printer.printerName() or "–"}))
            painter.resetTransform()
            scale = printer.resolution() / DOTS_PER_INCH
            painter.scale(scale, scale)
            paint(painter, page)
    finally:
        if painter.isActive():
            painter.end()
