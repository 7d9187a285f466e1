"""Short texts of drawings, laid out once and drawn many times."""

from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText, QTransform

from gpudesk.ui import fonts

_KEPT = 6000


@dataclass(frozen=True, slots=True)
class Ink:
    """A font of the type scale: step, weight, and figures of one width; `px` overrides the height of the face."""

    step: str = "caption"
    strong: bool = False
    tabular: bool = False
    px: int = 0

    def font(self) -> QFont:
        """The font."""
        made = fonts.font(self.step, strong=self.strong, tabular=self.tabular)
        if self.px:
            made.setPixelSize(self.px)
        return made


class TextCache:
    """Static texts by what they say and how; the least used go first."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[str, Ink, int], tuple[QStaticText, float]] = OrderedDict()
        self._fonts: dict[Ink, tuple[QFont, QFontMetricsF]] = {}

    def metrics(self, ink: Ink) -> QFontMetricsF:
        """The metrics of a font."""
        return self._font(ink)[1]

    def width(self, text: str, ink: Ink) -> float:
        """How wide a text runs in px."""
        return self._get(text, ink, -1)[1]

    def height(self, ink: Ink) -> float:
        """The height of a line in px."""
        return self.metrics(ink).height()

    def draw(
        self,
        painter: QPainter,
        text: str,
        ink: Ink,
        colour: QColor,
        x: float,
        y: float,
        *,
        room: float = -1.0,
        align: float = 0.0,
    ) -> float:
        """Draw one line in the vertical middle of `y` and return its width in px.

        `align` 0 puts its left end at `x`, 0.5 its middle, 1 its right end. With `room` the text is elided in its
        middle to that many px, and left out where not even two letters have room.
        """
        limit = -1 if room < 0 else int(room)
        if limit == 0:
            return 0.0
        static, width = self._get(text, ink, limit)
        if width <= 0:
            return 0.0
        font, metrics = self._font(ink)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawStaticText(QPointF(x - align * width, y - metrics.height() / 2), static)
        return width

    def _font(self, ink: Ink) -> tuple[QFont, QFontMetricsF]:
        found = self._fonts.get(ink)
        if found is None:
            font = ink.font()
            found = self._fonts[ink] = (font, QFontMetricsF(font))
        return found

    def _get(self, text: str, ink: Ink, limit: int) -> tuple[QStaticText, float]:
        key = (text, ink, limit)
        found = self._texts.get(key)
        if found is not None:
            self._texts.move_to_end(key)
            return found
        font, metrics = self._font(ink)
        shown = text
        if limit >= 0 and metrics.horizontalAdvance(text) > limit:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, limit)
            if len(shown) < 3:
                shown = ""
        static = QStaticText(shown)
        static.setTextFormat(Qt.TextFormat.PlainText)
        static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        static.prepare(QTransform(), font)
        made = (static, metrics.horizontalAdvance(shown) if shown else 0.0)
        self._texts[key] = made
        if len(self._texts) > _KEPT:
            self._texts.popitem(last=False)
        return made
