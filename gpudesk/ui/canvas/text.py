"""Short texts of drawings, laid out once and drawn repeatedly."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import cache, lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QStaticText, QTransform

from gpudesk.ui.canvas.camera import whole
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

_KEPT = 8_000
_WHOLE = -1
_STEP_PX = 6


class Ink:
    """A font of the type scale: step, weight, and figures of one width; `px` overrides the height of the face.

    Made by `ink`, which gives the same object for the same font, so that looking one up costs little.
    """

    __slots__ = ("font", "metrics")

    def __init__(self, step: str, strong: bool, tabular: bool, px: int) -> None:
        self.font = fonts.font(step, strong=strong, tabular=tabular)
        if px:
            self.font.setPixelSize(px)
        self.metrics = QFontMetricsF(self.font)


@cache
def ink(step: str = "caption", *, strong: bool = False, tabular: bool = False, px: int = 0) -> Ink:
    """The ink of a step of the type scale."""
    return Ink(step, strong, tabular, px)


class TextCache:
    """Static texts by content and style; the oldest are dropped first."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[str, Ink, int], tuple[QStaticText, float]] = OrderedDict()
        self._fresh = 0
        self._most_fresh = 0
        self.pending = False

    def __len__(self) -> int:
        return len(self._texts)

    def clear(self) -> None:
        """Forget all texts."""
        self._texts.clear()

    def begin(self, most_fresh: int) -> None:
        """Begin a frame that lays out at most this number of texts; the others are omitted and `pending` is set."""
        self._fresh = 0
        self._most_fresh = most_fresh
        self.pending = False

    def width(self, text: str, ink: Ink) -> float:
        """How wide a text runs in px."""
        return self._get(text, ink, _WHOLE)[1]

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
        now: bool = False,
    ) -> float:
        """Draw one line vertically centered at `y` and return its width in px.

        `align` 0 puts its left end at `x`, 0.5 its middle, 1 its right end. With `room` the text is elided in its
        middle to that number of px, and omitted if not even three letters fit. With `now` it is always laid out in this
        frame.
        """
        text_and_width = self._get(text, ink, _WHOLE) if now else self._drawn(text, ink, _WHOLE)
        if text_and_width is not None and 0 <= room < text_and_width[1]:
            # In steps, so that a zoom does not lay out a text again at each of its sizes.
            text_and_width = self._drawn(text, ink, int(room) // _STEP_PX * _STEP_PX)
        if text_and_width is None or text_and_width[1] <= 0:
            return 0.0
        static, width = text_and_width
        painter.setFont(ink.font)
        painter.setPen(colour)
        painter.drawStaticText(whole(x - align * width), whole(y - ink.metrics.height() / 2), static)
        return width

    def draw_many(
        self,
        painter: QPainter,
        texts: Iterable[str],
        ink: Ink,
        colour: QColor,
        x: Iterable[float],
        y: Iterable[float],
        room: Iterable[float],
        align: float = 0.0,
    ) -> None:
        """Draw many lines in one ink, vertically centered at `y`, elided to `room`; `align` gives the meaning of `x`, as in `draw`."""
        painter.setFont(ink.font)
        painter.setPen(colour)
        half = ink.metrics.height() / 2
        known_texts, draw = self._texts, painter.drawStaticText
        for text, left, middle, width in zip(texts, x, y, room, strict=True):
            text_and_width = known_texts.get((text, ink, _WHOLE)) or self._drawn(text, ink, _WHOLE)
            if text_and_width is not None and text_and_width[1] > width:
                text_and_width = self._drawn(text, ink, int(width) // _STEP_PX * _STEP_PX)
            if text_and_width is not None and text_and_width[1] > 0:
                draw(whole(left - align * text_and_width[1]), whole(middle - half), text_and_width[0])

    def _drawn(self, text: str, ink: Ink, limit: int) -> tuple[QStaticText, float] | None:
        if self._fresh >= self._most_fresh and (text, ink, limit) not in self._texts:
            self.pending = True
            return None
        return self._get(text, ink, limit)

    def _get(self, text: str, ink: Ink, limit: int) -> tuple[QStaticText, float]:
        key = (text, ink, limit)
        known = self._texts.get(key)
        if known is not None:
            return known
        shown = text
        if limit != _WHOLE:
            shown = ink.metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, limit)
            if len(shown) < 3:
                shown = ""
        static = QStaticText(shown)
        static.setTextFormat(Qt.TextFormat.PlainText)
        static.prepare(QTransform(), ink.font)
        text_and_width = (static, static.size().width() if shown else 0.0)
        self._texts[key] = text_and_width
        self._fresh += 1
        if len(self._texts) > _KEPT:
            self._texts.popitem(last=False)
        return text_and_width


_DARK, _LIGHT = QColor("#15181C"), QColor("#FFFFFF")


def ink_on(ground: QColor) -> QColor:
    """The more legible of dark and light on a ground."""
    return _ink_on(ground.rgb())


@lru_cache(maxsize=256)
def _ink_on(rgb: int) -> QColor:
    ground = QColor(rgb)
    return _DARK if theme.contrast_ratio(_DARK, ground) >= theme.contrast_ratio(_LIGHT, ground) else _LIGHT
