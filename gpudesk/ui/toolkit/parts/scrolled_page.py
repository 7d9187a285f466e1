"""The page of a scroll area, replaced by another one while it may still be in use."""

from PySide6.QtWidgets import QScrollArea, QWidget


def replace_page(area: QScrollArea, page: QWidget) -> None:
    """Show another page; the one shown so far is deleted once its event handlers are done."""
    previous = area.takeWidget()
    area.setWidget(page)
    if previous is not None:
        previous.hide()
        # PySide ends its wrapper with the area: until it is deleted, Qt has to keep it there too.
        previous.setParent(area)
        previous.deleteLater()
