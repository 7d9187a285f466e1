"""Texts of a window that have less room than they need."""

import re
from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QRadioButton,
    QTabBar,
    QWidget,
)

ROUNDING_PX = 1
"""What a fractional width of a glyph may add."""


def shown(root: QWidget) -> Iterator[QWidget]:
    """The widgets that are seen in a window."""
    yield from (widget for widget in (root, *root.findChildren(QWidget)) if widget.isVisible() and not _scrolled_out(widget))


def _scrolled_out(widget: QWidget) -> bool:
    # A header is covered by its viewport.
    seen = widget.viewport() if isinstance(widget, QHeaderView) else widget
    return seen.visibleRegion().isEmpty()


def cut(root: QWidget) -> set[str]:
    """The labels, buttons, tabs, titles, column heads and choices of a window whose text does not fit, with the room and the need."""
    found = set()
    for widget in shown(root):
        for what, has, needs in _rooms(widget):
            if needs > has + ROUNDING_PX and not widget.toolTip():
                found.add(f"{type(widget).__name__} {what!r}: {has} of {needs} px")
    return found


def _rooms(widget: QWidget) -> Iterator[tuple[str, int, int]]:
    """Texts of a widget, each with the length that it has and the one that it needs."""
    if isinstance(widget, QLabel) and widget.text() and widget.textFormat() != Qt.TextFormat.RichText:
        yield from _of_label(widget)
    elif isinstance(widget, QPushButton | QCheckBox | QRadioButton) and widget.text():
        yield widget.text(), widget.width(), widget.sizeHint().width()
    elif isinstance(widget, QAbstractButton) and widget.text():
        yield widget.text(), widget.width(), min(widget.sizeHint().width(), widget.fontMetrics().horizontalAdvance(_plain(widget.text())))
    elif isinstance(widget, QGroupBox) and widget.title():
        yield widget.title(), widget.width(), widget.fontMetrics().horizontalAdvance(_plain(widget.title()))
    elif isinstance(widget, QHeaderView):
        yield from _of_header(widget)
    elif isinstance(widget, QTabBar):
        for tab in range(widget.count()):
            if widget.isTabVisible(tab):
                yield widget.tabText(tab), widget.tabRect(tab).width(), widget.fontMetrics().horizontalAdvance(_plain(widget.tabText(tab)))
    elif isinstance(widget, QComboBox) and widget.currentText():
        arrow = widget.height()
        yield widget.currentText(), widget.width() - arrow, widget.fontMetrics().horizontalAdvance(widget.currentText())


def _of_header(header: QHeaderView) -> Iterator[tuple[str, int, int]]:
    """The heads of columns that are seen; one may be shortened where it has a tooltip."""
    model = header.model()
    for section in range(header.count() if header.orientation() == Qt.Orientation.Horizontal and model is not None else 0):
        text = str(model.headerData(section, Qt.Orientation.Horizontal) or "")
        hint = str(model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) or "")
        left, size = header.sectionViewportPosition(section), header.sectionSize(section)
        if text and not hint and not header.isSectionHidden(section) and left >= 0 and left + size <= header.viewport().width():
            yield text, size, header.fontMetrics().horizontalAdvance(text)


def _plain(text: str) -> str:
    """A text without the mark of its key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def _of_label(label: QLabel) -> Iterator[tuple[str, int, int]]:
    room = label.contentsRect()
    if label.wordWrap():
        # A word that is longer than the line, and lines below the lower edge. Long names have zero-width spaces where they may wrap.
        longest = max((label.fontMetrics().horizontalAdvance(word) for word in re.split(r"[\s\u200b]+", label.text())), default=0)
        yield label.text(), room.width(), longest
        yield label.text(), room.height(), label.heightForWidth(label.width()) - (label.height() - room.height())
    else:
        lines = label.text().split("\n")
        yield label.text(), room.width(), max(label.fontMetrics().horizontalAdvance(line) for line in lines)


def outside(window: QWidget, width_px: int, height_px: int) -> str:
    """What a window needs beyond a screen; "" where it fits."""
    least = window.minimumSizeHint().expandedTo(window.minimumSize())
    if least.width() <= width_px and least.height() <= height_px:
        return ""
    return f"{type(window).__name__} needs {least.width()} × {least.height()}"


def lines_of(wrong: Mapping[str, Iterable[str]]) -> str:
    """What is wrong, each fault once, with where it was found first."""
    first: dict[str, str] = {}
    for where, faults in wrong.items():
        for fault in faults:
            first.setdefault(fault, where)
    return "\n".join(f"{where}: {fault!r}" for fault, where in first.items())
