"""Draw the content of the window to a file without a screen."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QMarginsF, QPoint, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.renderable_panes import FORMATS, PANES, READINGS, WINDOWS
from gpudesk.disk.writing import replacement_path, write_errors
from gpudesk.project.document import Document
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.lean_svg import lean
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from gpudesk.ui.toolkit.theme import theme

_PICTURES = {
    "size-memory": "memory",
    "size-pareto": "pareto",
    "size-roofline": "roofline",
    "size-step": "step",
    "size-cost": "cost",
    "size-own-or-rent": "own-or-rent",
    "size-sensitivity": "swings",
    "size-caps": "caps",
}
"""Sizing charts that can be drawn separately."""
_PATIENCE_S = 120.0
_DOTS_PER_INCH = 96


def render(
    document: Document | None,
    pane: str,
    out: Path,
    size: tuple[int, int],
    theme_name: str = "light",
    language: str = "en",
    readings: Path | None = None,
) -> None:
    """Draw a pane to `out` (.png, .svg or .pdf).

    Args:
        document: the project, None for Home without one. It is closed at the end.
        size: width and height in pixels of 1/96 inch.
        readings: a recording or a listing, for the panes of the monitor.

    Raises:
        InvalidData: the pane or the format is unknown, or its input is not given.
        DeskError: the readings cannot be read, or the file cannot be written.
    """
    has_source = readings is not None if pane in READINGS else pane == "home" or document is not None
    if pane not in PANES or out.suffix not in FORMATS or not has_source:
        text = QT_TRANSLATE_NOOP(
            "render",
            "A pane must be one of {panes}, and a picture file name must end in {formats}. The monitor requires "
            "readings; all others except home require a project.",
        )
        raise InvalidData(Message("render", text, {"panes": PANES, "formats": FORMATS}))
    make_application(["gpudesk"])
    with tempfile.TemporaryDirectory(prefix="gpudesk-render-") as folder:
        settings = Settings(path=Path(folder) / "interface.ini")
        settings.theme = theme_name
        settings.language = language
        before = theme.choice(), translate.language()
        desk = Desk(settings)
        try:
            desk.window.resize(QSize(*size))
            desk.show()
            if document is not None:
                desk.session.adopt(document)
                wait_until(lambda: desk.session.findings is not None and desk.jobs.running == 0)
                desk.window.go(WINDOWS[pane])
                # What is under a plan is unpacked when its floor is shown.
                wait_until(lambda: desk.jobs.running == 0)
            if readings is not None:
                _read(desk, readings)
            if pane == "power-one-line":
                desk.window.power.tabs.set_current("diagram")
                settle()
                wait_until(lambda: desk.jobs.running == 0)
            if pane in _PICTURES:
                desk.window.size_place.pictures.show_page(_PICTURES[pane])
            if WINDOWS[pane] == "size":
                # The reason of a plan is filled after its figure: until then it is that of the plan shown before.
                settle()
                wait_until(lambda: not desk.window.size_place.is_answering)
            if WINDOWS[pane] == "fabric":
                settle()
                wait_until(lambda: desk.jobs.running == 0)
                desk.window.fabric.view.fit(animated=False)
                desk.window.fabric.view.settle()
            if pane == "onsite":
                _open_first_task(desk)
            if pane == "catalog":
                wait_until(lambda: desk.window.catalog.model.rowCount() > 0 and desk.jobs.running == 0)
            settle()
            desk.window.drawing.canvas.fit(animated=False)
            desk.window.drawing.canvas.settle()
            settle()
            _draw(desk, pane, out, QSize(*size))
        finally:
            desk.close()
            theme.set_theme(before[0])
            translate.install_language(before[1])
            settle()


def _open_first_task(desk: Desk) -> None:
    """Show the page of the first task that can be done now, if there is one."""
    place = desk.window.onsite
    wait_until(lambda: place.is_filled)
    first = place.side.model.task(0)
    if first is not None:
        place.show_task(first)
        wait_until(lambda: place.page.task == first)


def _read(desk: Desk, readings: Path) -> None:
    """Show a recording up to its end, or a listing, in the monitor."""
    place = desk.window.monitor
    place.show_file(readings)
    desk.window.go("monitor")
    wait_until(lambda: not place.model.opening)
    if place.model.trouble is not None:
        raise place.model.trouble
    place.model.history.at_once = True
    settle()
    wait_until(lambda: desk.jobs.running == 0)


def settle() -> None:
    """Process all queued events."""
    for _ in range(5):
        QApplication.processEvents()


def wait_until(holds: Callable[[], bool], patience_s: float = _PATIENCE_S) -> None:
    """Process events until a condition is true.

    Raises:
        TimeoutError: the condition is not true in time.
    """
    end = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("the interface did not come to rest")
        QApplication.processEvents()
        time.sleep(0.002)


def _draw(desk: Desk, pane: str, out: Path, size: QSize) -> None:
    with write_errors(out), replacement_path(out) as fresh:
        if not _is_drawn(desk, pane, fresh, out.suffix, size):
            text = QT_TRANSLATE_NOOP("render", "The picture could not be written to {path}.")
            raise InvalidData(Message("render", text, {"path": str(out)}))


def _is_drawn(desk: Desk, pane: str, fresh: Path, suffix: str, size: QSize) -> bool:
    """Draw to the file `fresh`, which has no suffix; returns whether it was written."""
    if suffix == ".png":
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(theme.current().surface.canvas)
        _paint(desk, pane, QPainter(image), size)
        return QImageWriter(str(fresh), QByteArray(b"PNG")).write(image)
    if suffix == ".svg":
        generator = QSvgGenerator()
        generator.setFileName(str(fresh))
        generator.setSize(size)
        generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        generator.setTitle("GPU Desk")
        _paint(desk, pane, QPainter(generator), size)
        drawn = fresh.read_text(encoding="utf-8")
        fresh.write_text(lean(drawn), encoding="utf-8")
        return bool(drawn)
    writer = QPdfWriter(str(fresh))
    millimetres = QSizeF(size.width() * 25.4 / _DOTS_PER_INCH, size.height() * 25.4 / _DOTS_PER_INCH)
    page = QPageSize(millimetres, QPageSize.Unit.Millimeter, "drawing", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setResolution(_DOTS_PER_INCH)
    _paint(desk, pane, QPainter(writer), size)
    del writer
    return fresh.stat().st_size > 0


def _paint(desk: Desk, pane: str, painter: QPainter, size: QSize) -> None:
    if not painter.isActive():
        return
    try:
        if pane in {"elevation", "plan"}:
            desk.window.drawing.canvas.render_to(painter, QSizeF(size))
        elif pane == "topology":
            desk.window.fabric.view.render_to(painter, QSizeF(size))
        elif pane == "monitor-focus":
            desk.window.monitor.focus.render_to(painter, QSizeF(size))
        elif pane == "power-one-line":
            desk.window.power.diagram.view.render_to(painter, QSizeF(size))
        elif pane in _PICTURES:
            desk.window.size_place.pictures.page().render_to(painter, QSizeF(size))
        else:
            desk.window.render(painter, QPoint())
    finally:
        painter.end()
