"""Front and rear of a type below each other, and views of types without a drawn face; in true proportion."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.core.hardware.hardware import Area, Face, HardwareType, Mount
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.ui.canvas.faces.face import paint_face
from gpudesk.ui.canvas.faces.hardware_palette import skin
from gpudesk.ui.panels.catalog.type_outline import outline_height, paint_outline
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name

tr = text_context("TypeFaces")

_TALLEST = 170
_TALLEST_STANDING = 280
"""For types much taller than wide, such as whole racks: their faces are side by side."""
_STANDS_FROM = 1.5
_LIES_FROM = 16.0
"""Height to width ratio for rotation, as for vertical strips next to the rack units."""
_MOST_PX_A_MM = 0.62
_CAPTION = 16
_GAP = 8
_UNIT_MM = 44.45


class TypeFaces(QWidget):
    """Draws the known faces and size; the icon of the family if nothing is known."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: HardwareType | None = None
        self._picture: tuple[tuple[object, ...], QPixmap] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.notifier().changed.connect(self.update)

    def set_type(self, kind: HardwareType | None) -> None:
        """Show a type, or nothing."""
        self._kind = kind
        self.setAccessibleName("" if kind is None else tr("Drawing of {model}").format(model=tr_type_name(kind.title)))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._kind is None:
            return 0
        return faces_height(self._kind, width)

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._kind is None:
            return
        ratio = self.devicePixelRatioF()
        key = (id(self._kind), self.width(), self.height(), theme.current().name, ratio)
        if self._picture is None or self._picture[0] != key:
            picture = QPixmap(round(self.width() * ratio), round(max(self.height(), 1) * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_faces(painter, self._kind, self.width(), ratio)
            painter.end()
            self._picture = key, picture
        QPainter(self).drawPixmap(QPointF(0, 0), self._picture[1])


def drawn_frame(kind: HardwareType) -> Area | None:
    """The frame of its faces, None if there is nothing to draw in it."""
    return face_frame(kind) if kind.elements or kind.port_groups or kind.mount is Mount.UNITS else None


def faces_height(kind: HardwareType, width: int) -> int:
    """Height of a type's drawing at a given width, px."""
    frame = drawn_frame(kind)
    if frame is None:
        return outline_height(kind, width, alone=True)
    size = face_size(frame, width)
    below_each_other = 1 if size.lies or size.stands else len(shown_faces(kind))
    outline_px = 0 if kind.mount is Mount.UNITS else outline_height(kind, width, alone=False)
    return below_each_other * (_CAPTION + size.high + _GAP) + outline_px


def shown_faces(kind: HardwareType) -> list[Face]:
    """The faces of which something is known, the front at least."""
    faces = {element.face for element in kind.elements} | {group.face for group in kind.port_groups}
    return [face for face in (Face.FRONT, Face.REAR) if face is Face.FRONT or face in faces]


@dataclass(frozen=True, slots=True)
class FaceSize:
    """One drawn face.

    Attributes:
        wide, high: px on the screen.
        lies: whether it is rotated onto its side, its bottom to the right.
        stands: whether it is tall, with the other face next to it.
    """

    wide: int
    high: int
    lies: bool
    stands: bool


def lies_on_its_side(frame: Area) -> bool:
    """Whether a face is so tall and narrow that nothing of it could be made out if it stood."""
    return frame.height_mm > _LIES_FROM * frame.width_mm


def face_size(frame: Area, width: int) -> FaceSize:
    """Size of a face in `frame` if `width` px are available, and its rotation."""
    lies = lies_on_its_side(frame)
    is_upright = not lies and frame.height_mm > _STANDS_FROM * frame.width_mm
    wide_mm, high_mm = (frame.height_mm, frame.width_mm) if lies else (frame.width_mm, frame.height_mm)
    room = (width - _GAP) / 2 if is_upright else width
    scale = min(room / wide_mm, (_TALLEST_STANDING if is_upright else _TALLEST) / high_mm, _MOST_PX_A_MM)
    return FaceSize(max(round(wide_mm * scale), 2), max(round(high_mm * scale), 2), lies, is_upright)


def paint_faces(painter: QPainter, kind: HardwareType, width: int, ratio: float) -> None:
    """Draw the faces of a type below each other, each under its name."""
    colours = theme.current()
    frame = drawn_frame(kind)
    if frame is None:
        paint_outline(painter, kind, 0, width, alone=True)
        return
    size = face_size(frame, width)
    left = top = 0.0
    for face in shown_faces(kind)[: 1 if size.lies else 2]:
        name = _names()[face]
        painting.text(painter, QRectF(left, top, width, _CAPTION), name, fonts.font("micro"), colours.text.tertiary)
        target = QRectF(left, top + _CAPTION, size.wide, size.high)
        scale = (size.wide if size.lies else size.high) / frame.height_mm
        painter.save()
        if size.lies:
            painter.translate(target.left(), target.bottom())
            painter.rotate(-90)
            target = QRectF(0, 0, size.high, size.wide)
        paint_face(painter, target, kind, face, skin(colours), unit_px=_UNIT_MM * scale, ratio=ratio)
        painter.restore()
        if size.stands:
            left += size.wide + _GAP
        else:
            top += _CAPTION + size.high + _GAP
    if size.stands:
        top = _CAPTION + size.high + _GAP
    if kind.mount is not Mount.UNITS:
        paint_outline(painter, kind, top, width, alone=False)


def _names() -> dict[Face, str]:
    translate = QCoreApplication.translate
    return {Face.FRONT: translate("TypeFaces", "FRONT"), Face.REAR: translate("TypeFaces", "REAR")}
