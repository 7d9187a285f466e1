"""Filters in force as tags that can be taken away, in as many lines as they need."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.tag import RemovableTag

_MARGIN = 8
_GAP = 6


class TagFlow(QWidget):
    """Takes no room while there is nothing to show.

    Signals:
        removed(str): take the filter of this key away.
    """

    removed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._tags: dict[str, RemovableTag] = {}
        self.hide()

    def texts(self) -> dict[str, str]:
        """Texts shown, by key."""
        return {key: tag.text() for key, tag in self._tags.items()}

    def tag(self, key: str) -> RemovableTag:
        """The tag of a key."""
        return self._tags[key]

    def set_tags(self, texts: Mapping[str, str]) -> None:
        """Show these, by key."""
        if texts == self.texts():
            return
        for tag in self._tags.values():
            tag.hide()
            tag.deleteLater()
        self._tags = {}
        for key, text in texts.items():
            tag = RemovableTag(text, self)
            tag.removed.connect(lambda key=key: self.removed.emit(key))
            tag.show()
            self._tags[key] = tag
        self.setVisible(bool(texts))
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        left, top, line = _MARGIN, 2, theme.size("hit_min")
        for tag in self._tags.values():
            wide = min(tag.sizeHint().width(), max(self.width() - 2 * _MARGIN, 1))
            if left > _MARGIN and left + wide > self.width() - _MARGIN:
                left, top = _MARGIN, top + line
            tag.setGeometry(QRect(left, top, wide, line))
            left += wide + _GAP
        self.setFixedHeight(top + line + 2 if self._tags else 0)
