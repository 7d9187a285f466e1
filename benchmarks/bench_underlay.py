"""What is under a plan at 1920×1080: a drawing of 100,000 lines and a picture of 17 megapixels below the rows of one hall."""

from dataclasses import replace

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from benchmarks.bench_canvas import FRAME_MS, HEIGHT, WIDTH, best_p95_ms
from benchmarks.figures import Figure, timed_s
from benchmarks.generated import generated_plan
from gpudesk.formats.drawings.line_drawing import MEDIA, Drawing, DrawnLine, drawing_bytes
from gpudesk.formats.drawings.underlay_picture import UnderlayPicture
from gpudesk.operations.floor.underlay import add_underlay, scale_underlay
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.ui.canvas.drawing_picture import png_bytes
from gpudesk.ui.places.layout.floor.canvas.underlay_content import Inks, UnderlayContent, underlay_content
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

LINES = 100_000
SHEET_PX = (5000, 3536)
SHEET_MM = (60_000, 42_432)
READ_MS = 3000.0
SCALES = (0.02, 0.1, 0.5)
"""px to the mm: the whole sheet, some rows, some tiles."""


def run() -> list[Figure]:
    """Measure frames over a drawing and over a picture."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    return [*_over("drawing of 100,000 lines", _drawing()), *_over("picture of 17 megapixels", _picture())]


def _over(name: str, picture: UnderlayPicture) -> list[Figure]:
    document = Document.scratch()
    run_operation(document, build, generated_plan())
    hall_id = int(document.snapshot["hall"].ids[0])
    underlay_id = run_operation(document, add_underlay, hall_id, picture, name, 60).result
    run_operation(document, scale_underlay, underlay_id, ((0, 0), (picture.width, 0)), ((0, 0), (SHEET_MM[0], 900)))
    snapshot = document.snapshot
    inks = Inks(QColor(theme.current().text.primary), dark=True, through=True)
    made: list[UnderlayContent] = []
    read_s, _ = timed_s(lambda: made.append(underlay_content(picture.content, picture.media, inks)))
    canvas = FloorCanvas()
    canvas.resize(WIDTH, HEIGHT)
    canvas.show()
    canvas.set_hall(snapshot, hall_id)
    canvas.underlays.contents[int(snapshot["underlay"]["attachment_id"][0])] = made[0]
    QApplication.processEvents()
    figures = [Figure(f"underlay: {name} unpacked on a thread", read_s * 1000, "ms", READ_MS)]
    for scale in SCALES:
        canvas.set_camera(replace(canvas.camera, scale=scale, centre_x=20_000.0, centre_y=12_000.0))
        canvas.settle()
        canvas.repaint()

        def pan(_number: int) -> None:
            canvas.pan_by(-7, -3)
            canvas.repaint()

        def zoom(number: int) -> None:
            canvas.zoom_by(1.02 if number % 20 < 10 else 1 / 1.02)
            canvas.repaint()

        for verb, step in (("pan", pan), ("zoom", zoom)):
            figures.append(Figure(f"underlay: {verb} over the {name} at {scale:g} px/mm, p95", best_p95_ms(step), "ms", FRAME_MS))
    canvas.close()
    document.close()
    return figures


def _drawing() -> UnderlayPicture:
    """Short lines in every direction all over the sheet."""
    random = np.random.default_rng(7)
    begin = random.random((LINES, 2)) * np.array(SHEET_MM)
    end = np.clip(begin + random.normal(size=(LINES, 2)) * 400, 0, np.array(SHEET_MM))
    lines = [DrawnLine(0, np.stack(points)) for points in zip(begin, end, strict=True)]
    drawing = Drawing(*SHEET_MM, ["WALL"], lines, [])
    return UnderlayPicture(MEDIA, *SHEET_MM, drawing_bytes(drawing), float(SHEET_MM[0]))


def _picture() -> UnderlayPicture:
    """A sheet of lines."""
    image = QImage(*SHEET_PX, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for number in range(400):
        painter.drawLine(number * 12, 0, SHEET_PX[0] - number * 7, SHEET_PX[1])
    painter.end()
    return UnderlayPicture("image/png", *SHEET_PX, png_bytes(image))
