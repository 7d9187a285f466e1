"""Application icons: SVG files drawn in the colors of the current theme.

An icon reads its colors each time it is drawn, so it follows theme changes automatically. Pictures are cached by
name, size and color.
"""

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gpudesk import locate
from gpudesk.ui.toolkit.theme import theme

_GRID = 24
_STROKE = b'stroke-width="1.5"'


def icon(name: str, *, colour: str = "text.secondary", active: str = "accent") -> QIcon:
    """The icon `name` (a file of `resources/icons` without its suffix) in a theme color named like "text.secondary"
    or "severity.error".

    `active` is its color where a control is switched on.

    Raises:
        KeyError: there is no such icon.
    """
    _source(name)
    return QIcon(ThemedIconEngine(name, colour, active))


def pixmap(name: str, size_px: int, colour: QColor, scale: float = 1.0) -> QPixmap:
    """The icon `name` as a picture of `size_px` logical px for a screen of `scale` device pixels to the px."""
    return _draw(name, round(size_px * scale), colour.name(QColor.NameFormat.HexArgb), scale)


def paint(painter: QPainter, name: str, rect: QRect | QRectF, colour: QColor) -> None:
    """Draw the icon `name` in the middle of `rect`, as large as fits."""
    size_px = int(min(rect.width(), rect.height()))
    picture = pixmap(name, size_px, colour, painter.device().devicePixelRatio())
    left = rect.x() + (rect.width() - size_px) // 2
    top = rect.y() + (rect.height() - size_px) // 2
    painter.drawPixmap(round(left), round(top), picture)


def names() -> tuple[str, ...]:
    """Every icon there is, sorted."""
    return tuple(sorted(path.stem for path in locate.resource("icons").glob("*.svg")))


def colour_named(name: str) -> QColor:
    """A color of the theme in force by its dotted token name.

    Raises:
        KeyError: the theme has no such color.
    """
    value: object = theme.current()
    for part in name.split("."):
        if part in theme.current().severity and not hasattr(value, part):
            value = theme.current().severity[part].colour
        elif part != "severity":
            value = getattr(value, part, None)
    if not isinstance(value, QColor):
        raise KeyError(name)
    return value


class ThemedIconEngine(QIconEngine):
    """Draws one SVG in colors of the theme in force."""

    def __init__(self, name: str, colour: str, active: str) -> None:
        super().__init__()
        self._name = name
        self._colour = colour
        self._active = active

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint(painter, self._name, rect, self._ink(mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        # Since Qt 6.8 the size is in logical px.
        side = round(min(size.width(), size.height()) * scale)
        return _draw(self._name, side, self._ink(mode, state).name(QColor.NameFormat.HexArgb), scale)

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        side = min(size.width(), size.height())
        return QSize(side, side)

    def clone(self) -> QIconEngine:
        return ThemedIconEngine(self._name, self._colour, self._active)

    def isNull(self) -> bool:
        return False

    def key(self) -> str:
        return "gpudesk"

    def iconName(self) -> str:
        return self._name

    def _ink(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        if mode == QIcon.Mode.Disabled:
            return theme.current().text.disabled
        return colour_named(self._active if state == QIcon.State.On else self._colour)


@cache
def _source(name: str) -> bytes:
    path = locate.resource("icons", f"{name}.svg")
    if not path.is_file():
        raise KeyError(name)
    return path.read_bytes()


@lru_cache(maxsize=2048)
def _draw(name: str, side: int, colour: str, scale: float) -> QPixmap:
    side = max(side, 1)
    ink = QColor(colour)
    # Small icons keep a line of 1.25 px, drawn thinner they look gray next to the text; large ones do not grow bold.
    logical = side / scale
    width_px = 1.25 if logical <= 16 else 1.35 if logical < _GRID else 1.5
    stroke = width_px * _GRID / logical
    body = _source(name).replace(b"currentColor", ink.name().encode()).replace(_STROKE, f'stroke-width="{stroke:.3f}"'.encode())
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(ink.alphaF())
    QSvgRenderer(QByteArray(body)).render(painter, QRectF(0, 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture
