"""Text in a step of the type scale and an ink of the theme."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, icons
from gpudesk.ui.toolkit.theme import theme

_LONG_NAME = re.compile(r"\S{24,}")
_BREAK_AFTER = re.compile(r"([/@:])(?=\S)")
_ZERO_WIDTH_SPACE = "\u200b"


def breakable(text: str) -> str:
    """A text in which long names, such as paths and addresses of repositories, may wrap after `/`, `@` and `:`.

    Qt wraps at spaces only, and a name that is wider than its label would be cut off.
    """
    return _LONG_NAME.sub(lambda name: _BREAK_AFTER.sub(rf"\1{_ZERO_WIDTH_SPACE}", name[0]), text)


class Label(QLabel):
    """A label that keeps its ink when the theme changes. `ink` is a dotted token name such as "text.secondary"."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        step: str = "body",
        ink: str = "text.primary",
        strong: bool = False,
        tabular: bool = False,
        wrap: bool = False,
    ) -> None:
        super().__init__(text, parent)
        self._ink = ink
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(fonts.font(step, strong=strong, tabular=tabular))
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        theme.notifier().changed.connect(self._recolour)
        self._recolour()

    def set_ink(self, ink: str) -> None:
        """Write in another ink."""
        self._ink = ink
        self._recolour()

    def _recolour(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, icons.colour_named(self._ink))
        self.setPalette(palette)
