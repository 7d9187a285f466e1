"""Drawn faces kept as pictures, so that a hundred equal servers cost a hundred copies of one."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from gpudesk.core.hardware import Face, HardwareType
from gpudesk.ui.canvas.faces.face import paint_face
from gpudesk.ui.canvas.skin import Skin

_MOST_BYTES = 64 * 1024 * 1024
LARGEST_PX = 1400
"""Faces wider or higher than this are drawn anew each time: few of them fit on a screen."""


@dataclass(frozen=True, slots=True)
class FaceKey:
    """What a picture shows: type (by object), face, size in device pixels, and colours."""

    kind: int
    face: Face
    width: int
    height: int
    ratio: float
    flat: bool


class FaceCache:
    """Pictures of faces, the least used go first. Drawing is rationed: `begin` gives a frame some milliseconds."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[FaceKey, QImage] = OrderedDict()
        self._kinds: dict[int, HardwareType] = {}
        self._latest: dict[tuple[int, Face, bool], FaceKey] = {}
        self._bytes = 0
        self._until = 0.0
        self._sharpen = True
        self.pending = False

    def __len__(self) -> int:
        return len(self._pictures)

    def begin(self, budget_s: float, *, sharpen: bool = True) -> None:
        """Begin a frame in which pictures may be drawn for `budget_s` seconds.

        Without `sharpen` a picture of another size is good enough where there is one.
        """
        self._until = time.perf_counter() + budget_s
        self._sharpen = sharpen
        self.pending = False

    def get(self, kind: HardwareType, face: Face, width: float, height: float, unit_px: float, ratio: float, skin: Skin) -> QImage | None:
        """The picture of that size in logical px; a picture of another size, or None, while the time for drawing is up."""
        key = FaceKey(id(kind), face, round(width * ratio), round(height * ratio), ratio, skin.flat)
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
            return found
        late = time.perf_counter() > self._until
        if late or not self._sharpen:
            coarse = self._coarse(kind, face, skin)
            if late or coarse is not None:
                self.pending = True
                return coarse
        return self._draw(key, kind, face, width, height, unit_px, ratio, skin)

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        kind: HardwareType,
        face: Face,
        metal: Skin,
        unit_px: float,
        ratio: float,
        *,
        exact: bool = False,
    ) -> QImage | None:
        """Draw a face into `rect`: its picture, or with `exact` and where it is very large the drawing itself.

        Returns the picture if it has the right size, so that it can be drawn again elsewhere in this frame.
        """
        large = max(rect.width(), rect.height()) > LARGEST_PX
        if large and not exact and not self._sharpen:
            coarse = self._coarse(kind, face, metal)
            if coarse is not None:
                self.pending = True
                painter.drawImage(rect, coarse)
                return None
        if exact or large:
            paint_face(painter, rect, kind, face, metal, unit_px=unit_px, ratio=ratio)
            return None
        picture = self.get(kind, face, rect.width(), rect.height(), unit_px, ratio, metal)
        if picture is None:
            painter.fillRect(rect, metal.chassis)
        elif picture.width() == round(rect.width() * ratio) and picture.height() == round(rect.height() * ratio):
            painter.drawImage(rect.topLeft(), picture)
            return picture
        else:
            painter.drawImage(rect, picture)
        return None

    def _coarse(self, kind: HardwareType, face: Face, skin: Skin) -> QImage | None:
        """The picture of a face that was drawn last, whatever its size."""
        other = self._latest.get((id(kind), face, skin.flat))
        return self._pictures.get(other) if other is not None else None

    def clear(self) -> None:
        """Forget all pictures."""
        self._pictures.clear()
        self._latest.clear()
        self._kinds.clear()
        self._bytes = 0

    def _draw(
        self, key: FaceKey, kind: HardwareType, face: Face, width: float, height: float, unit_px: float, ratio: float, skin: Skin
    ) -> QImage:
        picture = QImage(max(1, key.width), max(1, key.height), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        paint_face(painter, QRectF(0, 0, width, height), kind, face, skin, unit_px=unit_px, ratio=ratio)
        painter.end()
        # The type is kept alive with its pictures, so that its identity stays its own.
        self._kinds[key.kind] = kind
        self._pictures[key] = picture
        self._latest[(key.kind, face, skin.flat)] = key
        self._bytes += picture.sizeInBytes()
        while self._bytes > _MOST_BYTES and len(self._pictures) > 1:
            _, gone = self._pictures.popitem(last=False)
            self._bytes -= gone.sizeInBytes()
        return picture
