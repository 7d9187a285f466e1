"""The preview of a type at the bottom of the catalog: its front, its key facts and its actions."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.core.hardware.hardware import Face, Family, HardwareType, Mount
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.ui.canvas.faces.face import paint_face
from gpudesk.ui.canvas.faces.hardware_palette import skin
from gpudesk.ui.panels.catalog.catalog_rows import MOST_FACTS, can_be_placed, family_icon, key_facts
from gpudesk.ui.panels.catalog.fact_sheet import FactSheet
from gpudesk.ui.panels.catalog.type_faces import lies_on_its_side
from gpudesk.ui.toolkit import icons, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.label import Label

tr_type_card = text_context("TypeCard")
tr_face_view = text_context("FaceView")

_FACE_HEIGHT = 96
_MOST_PX_A_MM = 0.34
"""Small types are drawn no larger than this, so that 1U looks like 1U next to 8U."""


class TypeCard(QWidget):
    """Shows one type, or a notice that none is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr_type_card("Preview"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._title = Label("", self, step="strong")
        self._maker = Label("", self, step="caption", ink="text.tertiary")
        self._face = FaceView(self)
        self._facts = FactSheet(MOST_FACTS, self)
        self._foot = Label("", self, step="caption", ink="text.tertiary", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 9, 10, 10)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title, 1)
        head.addWidget(self._maker)
        column.addLayout(head)
        column.addWidget(self._face)
        column.addWidget(self._facts)
        column.addWidget(self._foot)

    def show_type(self, catalog: Catalog, kind: HardwareType) -> None:
        """Preview a type."""
        self._title.setText(tr_type_name(kind.model))
        self._title.setToolTip(tr_type_name(kind.title))
        self._maker.setText(tr_type_name(kind.vendor))
        self._face.set_type(kind)
        self._facts.set_facts(key_facts(catalog, kind))
        self._foot.setText(self._advice(kind))
        self.setAccessibleName(tr_type_card("Preview of {model}").format(model=tr_type_name(kind.title)))

    def _advice(self, kind: HardwareType) -> str:
        if not can_be_placed(kind):
            return tr_type_card("Installed inside systems and cards; it is not placed on its own.")
        if kind.family is Family.RACK:
            return tr_type_card("Press Enter to add these racks to a row.")
        if kind.mount is Mount.FLOOR:
            return tr_type_card("Placed on the hall floor; press Enter to place it.")
        if kind.mount is Mount.CHILD:
            return tr_type_card("Drag into a bay of another device, or press Enter")
        return tr_type_card("Drag into a rack, or press Enter")

    def paintEvent(self, event: QPaintEvent) -> None:
        painting.top_line(QPainter(self), self.rect(), theme.current().border.default)


class FaceView(QWidget):
    """The front of a type, true in proportion; only strips lie on their side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: HardwareType | None = None
        self._picture: tuple[tuple[object, ...], QPixmap] | None = None
        self.setFixedHeight(_FACE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def set_type(self, kind: HardwareType) -> None:
        """Show a type."""
        self._kind = kind
        self.setAccessibleName(tr_face_view("Front of {model}").format(model=tr_type_name(kind.title)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(180, _FACE_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._kind is None:
            return
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        key = (self._kind.key, id(self._kind), self.width(), theme.current().name, ratio)
        if self._picture is None or self._picture[0] != key:
            self._picture = key, face_pixmap(self._kind, self.width(), _FACE_HEIGHT, ratio)
        picture = self._picture[1]
        size = picture.deviceIndependentSize()
        painter.drawPixmap(QPointF(round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2)), picture)


def face_pixmap(kind: HardwareType, width: int, height: int, ratio: float) -> QPixmap:
    """The front of a type as a picture that fits into `width` × `height` px; its icon where its size is not known."""
    frame = face_frame(kind) if kind.elements or kind.port_groups or kind.mount is Mount.UNITS else None
    if frame is None:
        return icons.pixmap(family_icon(kind.family), min(height // 2, 48), theme.current().text.tertiary, ratio)
    lies = lies_on_its_side(frame)
    wide_mm, high_mm = (frame.height_mm, frame.width_mm) if lies else (frame.width_mm, frame.height_mm)
    scale = min(width / wide_mm, height / high_mm, _MOST_PX_A_MM)
    wide, high = max(round(wide_mm * scale), 2), max(round(high_mm * scale), 2)
    picture = QPixmap(round(wide * ratio), round(high * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    target = QRectF(0, 0, wide, high)
    if lies:
        painter.translate(0, high)
        painter.rotate(-90)
        target = QRectF(0, 0, high, wide)
    paint_face(painter, target, kind, Face.FRONT, skin(theme.current()), unit_px=44.45 * scale, ratio=ratio)
    painter.end()
    return picture
