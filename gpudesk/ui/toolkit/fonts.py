"""The one font of the interface and the steps of its type scale."""

from functools import cache, lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF
from PySide6.QtWidgets import QApplication

from gpudesk import locate
from gpudesk.ui.toolkit.theme.tokens import load_metrics

_FACES = ("Regular", "Semibold", "It")


def install(application: QApplication) -> bool:
    """Make the font the application's; False where the package is missing and Qt uses a font of the system.

    Qt forgets the fonts of single widget classes when the font of the application is set.
    """
    application.setFont(font("body"))
    return register()


def register() -> bool:
    """Give Qt the files of the font; False where a face is missing."""
    try:
        files = locate.font_files()
    except FileNotFoundError:
        return False
    face_files = [path for path in files if path.stem.rpartition("-")[2] in _FACES]
    return all(_register(str(path)) >= 0 for path in face_files) and len(face_files) == len(_FACES)


def font(step: str, *, strong: bool = False, tabular: bool = False, italic: bool = False) -> QFont:
    """The font of one step of the type scale ("micro", "caption", "body", "strong", "title", "figure", "display").

    `strong` makes it semibold; `tabular` gives figures of one width, for numbers in columns; `italic` is for symbols
    of a formula.
    """
    return QFont(_font(step, strong, tabular, italic))


def line_height(step: str) -> int:
    """The height of a line of that step in px."""
    return load_metrics().type_scale[step].line


@lru_cache(4096)
def text_width(text: str, step: str, *, strong: bool = False, tabular: bool = False) -> float:
    """Width of a text in px. Repeated texts are measured once."""
    return QFontMetricsF(_font(step, strong, tabular, False)).horizontalAdvance(text)


@cache
def _register(path: str) -> int:
    return QFontDatabase.addApplicationFont(path)


@cache
def _font(step: str, strong: bool, tabular: bool, italic: bool) -> QFont:
    metrics = load_metrics()
    scale = metrics.type_scale[step]
    new_font = QFont(metrics.family)
    new_font.setStyleHint(QFont.StyleHint.SansSerif)
    new_font.setPixelSize(scale.px)
    new_font.setWeight(QFont.Weight.DemiBold if strong or scale.weight >= 600 else QFont.Weight.Normal)
    new_font.setItalic(italic)
    if tabular:
        new_font.setFeature(QFont.Tag.fromString("tnum"), 1)
    return new_font
