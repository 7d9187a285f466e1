"""Cache of drawn faces, so that a hundred equal servers cost a hundred copies of one."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.ui.canvas.faces.face import paint_face
from gpudesk.ui.canvas.faces.hardware_palette import Skin

_MOST_BYTES = 64 * 1024 * 1024
KEPT_BYTES = 8 * 1024 * 1024
"""So much is kept from one project to the next: the pictures of a screen."""
LARGEST_PX = 1400
"""Faces wider or higher than this are always redrawn: few of them fit on a screen."""


@dataclass(frozen=True, slots=True)
class FaceKey:
    """Content of a picture: type (by object), face, size in device pixels, and colors."""

    kind: int
    face: Face
    width: int
    height: int
    ratio: float
    flat: bool


class FacePictures:
    """Pictures of faces for all drawings of the program; the least recently used are dropped first.

    Equal types share their pictures, so that a rebuilt window, and the next project, reuse earlier ones.
    """

    def __init__(self) -> None:
        self._pictures: OrderedDict[FaceKey, QImage] = OrderedDict()
        self._latest: dict[tuple[int, Face, bool], FaceKey] = {}
        # Types are kept alive, so that their identity stays their own: those that were drawn, and those that equal one of them.
        self._drawn: dict[str, list[HardwareType]] = {}
        self._known: dict[int, tuple[HardwareType, int]] = {}
        self._bytes = 0

    @property
    def size_bytes(self) -> int:
        """What all pictures take."""
        return self._bytes

    def key(self, kind: HardwareType, face: Face, width: int, height: int, ratio: float, flat: bool) -> FaceKey:
        """Cache key of a picture of that size in device pixels."""
        return FaceKey(self._number(kind), face, width, height, ratio, flat)

    def get(self, key: FaceKey) -> QImage | None:
        """The picture, if it is kept."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def latest(self, kind: HardwareType, face: Face, flat: bool) -> QImage | None:
        """The most recently drawn picture of a face, of any size."""
        other = self._latest.get((self._number(kind), face, flat))
        return self._pictures.get(other) if other is not None else None

    def put(self, key: FaceKey, picture: QImage) -> None:
        """Keep a picture."""
        self._pictures[key] = picture
        self._latest[key.kind, key.face, key.flat] = key
        self._bytes += picture.sizeInBytes()
        self._shrink(_MOST_BYTES)

    def let_go(self) -> None:
        """A project was closed: keep the pictures that were used last, and none of its types but those that they show."""
        self._shrink(KEPT_BYTES)
        shown = {key.kind for key in self._pictures}
        self._drawn = {
            name: shown_kinds for name, kinds in self._drawn.items() if (shown_kinds := [kind for kind in kinds if id(kind) in shown])
        }
        self._known = {id(kind): (kind, id(kind)) for kinds in self._drawn.values() for kind in kinds}
        self._latest = {what: key for what, key in self._latest.items() if key in self._pictures}

    def _number(self, kind: HardwareType) -> int:
        """The same number for equal types."""
        known = self._known.get(id(kind))
        if known is None:
            alike = self._drawn.setdefault(kind.key, [])
            first = next((other for other in alike if other == kind), None)
            if first is None:
                first = kind
                alike.append(kind)
            known = self._known[id(kind)] = (kind, id(first))
        return known[1]

    def _shrink(self, most_bytes: int) -> None:
        while self._bytes > most_bytes and len(self._pictures) > 1:
            _, dropped = self._pictures.popitem(last=False)
            self._bytes -= dropped.sizeInBytes()


_SHARED = FacePictures()


class FaceCache:
    """The faces of one drawing. Drawing time is limited: `begin` gives a frame some milliseconds.

    Attributes:
        pictures: the cache; that of all drawings, unless another is given.
        pending: whether a face of this frame is coarse, or missing, for lack of time.
    """

    def __init__(self, pictures: FacePictures | None = None) -> None:
        self.pictures = _SHARED if pictures is None else pictures
        self._until = 0.0
        self._sharpen = True
        self.pending = False

    def begin(self, budget_s: float, *, sharpen: bool = True) -> None:
        """Begin a frame in which pictures may be drawn for `budget_s` seconds.

        Without `sharpen` a picture of another size is acceptable if there is one.
        """
        self._until = time.perf_counter() + budget_s
        self._sharpen = sharpen
        self.pending = False

    def get(self, kind: HardwareType, face: Face, width: float, height: float, unit_px: float, ratio: float, skin: Skin) -> QImage | None:
        """The picture of that size in logical px; a picture of another size, or None, while the time for drawing is up."""
        key = self.pictures.key(kind, face, round(width * ratio), round(height * ratio), ratio, skin.flat)
        known_picture = self.pictures.get(key)
        if known_picture is not None:
            return known_picture
        late = time.perf_counter() > self._until
        if late or not self._sharpen:
            coarse = self.pictures.latest(kind, face, skin.flat)
            if late or coarse is not None:
                self.pending = True
                return coarse
        picture = QImage(max(1, key.width), max(1, key.height), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        paint_face(painter, QRectF(0, 0, width, height), kind, face, skin, unit_px=unit_px, ratio=ratio)
        painter.end()
        self.pictures.put(key, picture)
        return picture

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
        """Draw a face into `rect`: its picture, or with `exact` and if very large the drawing itself.

        Returns the picture if it has the right size, so that it can be drawn again elsewhere in this frame.
        """
        large = max(rect.width(), rect.height()) > LARGEST_PX
        if large and not exact and not self._sharpen:
            coarse = self.pictures.latest(kind, face, metal.flat)
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
