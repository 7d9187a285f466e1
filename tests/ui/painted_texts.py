"""Texts that are painted: what was painted in which box, and whether a shortened one can be read whole in a tooltip.

While `recording` is on, every text that the program paints passes through here: `drawing.text`, the texts of the drawings and all
others end in `QPainter.drawText` or `QPainter.drawStaticText`. What Qt itself paints, such as the texts of labels and buttons, is
measured in `cut_texts`.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from types import FrameType
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QHelpEvent, QPainter, QStaticText
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QHeaderView, QToolTip, QWidget

from gpudesk.ui.canvas.canvas_view import CanvasView

ROUNDING_PX = 1.5
"""What a fractional width of a glyph may add."""
OVERLAP_PX = 3
"""Two texts that share no more than that can both be read."""
ROWS_READ = 2_000
_ELIDED: dict[str, set[str]] = {}
"""Shortened texts, each with the whole ones: drawings keep shortened texts from one test to the next."""
_DRAWN_BY_QT = (QPainter.drawText, QPainter.drawStaticText, QFontMetrics.elidedText, QFontMetricsF.elidedText)


@dataclass(frozen=True)
class Painted:
    """A text that was painted once.

    Attributes:
        widget: what painted it; None for a picture that no widget shows.
        text: what was painted, perhaps shortened.
        area: what it covers, in px of the widget.
        box: the room that it had in its own px, None where it was only given a point.
        needs: the size of the text in its own px.
    """

    widget: QWidget | None
    text: str
    area: QRectF
    box: QRectF | None
    needs: QRectF


class Recorder:
    """Notes what is painted, and judges it."""

    def __init__(self) -> None:
        self.painted: list[Painted] = []

    def note(self, painter: QPainter, text: str, area: QRectF, box: QRectF | None) -> None:
        """A text was painted there."""
        device = painter.device()
        shown = painter.combinedTransform().mapRect(area)
        self.painted.append(Painted(device if isinstance(device, QWidget) else _painting(), text, shown, box, area))

    def repaint(self, window: QWidget) -> set[str]:
        """Paint all of a window again; what is wrong with its painted texts."""
        self.painted.clear()
        for widget in (window, *window.findChildren(QWidget)):
            if widget.isVisible() and not widget.visibleRegion().isEmpty():
                if isinstance(widget, CanvasView):
                    widget.settle()
                    self.painted = [each for each in self.painted if each.widget is not widget]
                widget.repaint()
        return self.wrong()

    def wrong(self) -> set[str]:
        """The texts that do not fit their boxes, that are shortened without a tooltip, or that cover one another."""
        painted = list(dict.fromkeys((id(each.widget), each.text, _rounded(each.area)) for each in self.painted))
        by_key = {(id(each.widget), each.text, _rounded(each.area)): each for each in self.painted}
        texts = [by_key[key] for key in painted if key[1].strip()]
        return {*map(_too_wide, texts), *map(_shortened, texts), *_covered(texts)} - {""}


@contextmanager
def recording(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """Note every text that is painted meanwhile."""
    recorder = Recorder()
    draw_text, draw_static, *elide = _DRAWN_BY_QT

    def text_drawn(painter: QPainter, *given: Any) -> Any:
        text = next(each for each in given if isinstance(each, str))
        metrics = QFontMetricsF(painter.font())
        if isinstance(given[0], QRectF | QRect):
            box = QRectF(given[0])
            recorder.note(painter, text, metrics.boundingRect(box, int(given[1]), text), box)
        else:
            at = QPointF(given[0])
            area = QRectF(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(text), metrics.height())
            recorder.note(painter, text, area, None)
        return draw_text(painter, *given)

    def static_drawn(painter: QPainter, *given: Any) -> Any:
        static: QStaticText = given[-1]
        at = QPointF(given[0]) if len(given) == 2 else QPointF(given[0], given[1])
        recorder.note(painter, static.text(), QRectF(at, static.size()), None)
        return draw_static(painter, *given)

    def elided(original: Any) -> Callable[..., str]:
        def shorten(metrics: Any, text: str, *how: Any) -> str:
            shown: str = original(metrics, text, *how)
            if shown != text:
                _ELIDED.setdefault(shown, set()).add(text)
            return shown

        return shorten

    with monkeypatch.context() as patch:
        patch.setattr(QPainter, "drawText", text_drawn)
        patch.setattr(QPainter, "drawStaticText", static_drawn)
        for metrics, original in zip((QFontMetrics, QFontMetricsF), elide, strict=True):
            patch.setattr(metrics, "elidedText", elided(original))
        yield recorder


def _painting() -> QWidget | None:
    """The widget for which a picture is painted now."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        painter = frame.f_locals.get("self")
        if isinstance(painter, QWidget):
            return painter
        frame = frame.f_back
    return None


def _rounded(area: QRectF) -> tuple[int, ...]:
    return tuple(map(round, (area.left(), area.top(), area.width())))


def _name(painted: Painted) -> str:
    widget = painted.widget
    while type(widget) is QWidget and widget.parentWidget() is not None:
        widget = widget.parentWidget()
    return type(widget).__name__


def _too_wide(painted: Painted) -> str:
    """What a text needs beyond its box, or beyond its widget where it was only given a point; "" where it fits."""
    if painted.box is not None:
        missing = painted.needs.width() - painted.box.width()
        if missing > ROUNDING_PX:
            return f"{_name(painted)} {painted.text!r}: {painted.box.width():.0f} of {painted.needs.width():.0f} px"
    return ""


def _shortened(painted: Painted) -> str:
    """A text that was shortened and that no tooltip shows whole."""
    whole = _ELIDED.get(painted.text)
    if not whole or painted.widget is None or any(_in_tooltip(painted, each) for each in whole):
        return ""
    return f"{_name(painted)} {painted.text!r}: {min(whole)!r} is in no tooltip"


def _in_tooltip(painted: Painted, whole: str) -> bool:
    """Whether some tooltip there has all that was to be painted: each of its words, as a tooltip may say more and in lines."""
    widget = painted.widget
    assert widget is not None
    view = widget if isinstance(widget, QAbstractItemView) else widget.parentWidget()
    tips = chain([widget.toolTip()], _tips(view) if isinstance(view, QAbstractItemView) else (), _tip_at(widget, painted.area))
    words = [word for word in whole.split() if any(letter.isalnum() for letter in word)]
    return any(all(word in tip for word in words) for tip in tips)


def _tips(view: QAbstractItemView) -> Iterator[str]:
    """What the tooltips of the cells and heads of a table show."""
    model: QAbstractItemModel | None = view.model()
    role = Qt.ItemDataRole.ToolTipRole
    if model is None:
        return
    if isinstance(view, QHeaderView):
        yield from (str(model.headerData(section, view.orientation(), role) or "") for section in range(view.count()))
        return
    parents = [view.rootIndex()]
    for parent in parents:
        for row in range(min(model.rowCount(parent), ROWS_READ)):
            for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
                yield str(model.index(row, column, parent).data(role) or "")
            first = model.index(row, 0, parent)
            if model.rowCount(first) > 0:
                parents.append(first)


def _tip_at(widget: QWidget, area: QRectF) -> Iterator[str]:
    """The tooltip that a pointer there brings."""
    target, at = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget, area.center().toPoint()
    QToolTip.hideText()
    QApplication.sendEvent(target, QHelpEvent(QEvent.Type.ToolTip, at, target.mapToGlobal(at)))
    yield QToolTip.text()
    QToolTip.hideText()


def _covered(texts: list[Painted]) -> Iterator[str]:
    """Pairs of texts of a drawing that cover one another."""
    texts = sorted((each for each in texts if isinstance(each.widget, QWidget)), key=lambda each: each.area.left())
    for place, one in enumerate(texts):
        for other in texts[place + 1 :]:
            if other.area.left() > one.area.right():
                break
            shared = one.area.intersected(other.area)
            if (
                one.widget is other.widget
                and one.text != other.text
                and shared.width() > OVERLAP_PX
                and shared.height() > OVERLAP_PX + ROUNDING_PX
            ):
                yield f"{_name(one)} {one.text!r} and {other.text!r} share {shared.width():.0f} × {shared.height():.0f} px"
