"""A signature drawn with mouse, pen or finger, on a separate screen."""

from itertools import pairwise

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageWriter, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QTabletEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.core.names.text_limits import slug_of
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.ui.places.onsite.photos import photo_of
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label

tr_signature_pad = text_context("SignaturePad")
tr_signature_screen = text_context("SignatureScreen")

PICTURE = QSize(1200, 400)
"""Of the stored signature, in pixels."""
SHOWN = QSize(360, 120)
"""Display size of a stored signature, in pixels."""
_PEN_PX = 3.0
_SHORTEST_PX = 60.0
"""Of all strokes together: a tap or a dot is no signature."""
_MOST_POINTS = 20_000


class SignaturePad(QWidget):
    """The drawing area.

    Signals:
        drawn(): a stroke was started or continued, or all were cleared.
    """

    drawn = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strokes: list[list[QPointF]] = []
        self._is_down = False
        self.setMinimumSize(480, 160)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr_signature_pad("Draw the signature here"))
        self.setCursor(Qt.CursorShape.CrossCursor)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 300)

    def clear(self) -> None:
        """Begin again."""
        self.strokes, self._is_down = [], False
        self.update()
        self.drawn.emit()

    @property
    def is_signed(self) -> bool:
        """Whether the strokes are long enough to be a signature."""
        steps = (one - other for stroke in self.strokes for one, other in pairwise(stroke))
        return sum(step.manhattanLength() for step in steps) >= _SHORTEST_PX

    def picture(self) -> QImage:
        """The strokes, black on white, as large as they fit."""
        image = QImage(PICTURE, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        bounds = QRectF(self.rect())
        scale = min(PICTURE.width() / bounds.width(), PICTURE.height() / bounds.height())
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((PICTURE.width() - bounds.width() * scale) / 2, (PICTURE.height() - bounds.height() * scale) / 2)
        painter.scale(scale, scale)
        self._paint(painter, Qt.GlobalColor.black)
        painter.end()
        return image

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._begin(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_on(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._is_down = False

    def tabletEvent(self, event: QTabletEvent) -> None:
        if event.type() == QTabletEvent.Type.TabletPress:
            self._begin(event.position())
        elif event.type() == QTabletEvent.Type.TabletMove and self._is_down:
            self._go_on(event.position())
        elif event.type() == QTabletEvent.Type.TabletRelease:
            self._is_down = False
        # A pen that is not accepted comes once more as a mouse.
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painting.frame(painter, self.rect(), colours.surface.sunken, colours.border.default, theme.radius("control"))
        base = self.height() * 0.75
        painter.setPen(QPen(colours.border.default, 1.0))
        painter.drawLine(QPointF(32, base), QPointF(self.width() - 32, base))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter, colours.text.primary)

    def _begin(self, point: QPointF) -> None:
        self._is_down = True
        self.strokes.append([point])
        self.update()
        self.drawn.emit()

    def _go_on(self, point: QPointF) -> None:
        if self._is_down and sum(len(stroke) for stroke in self.strokes) < _MOST_POINTS:
            self.strokes[-1].append(point)
            self.update()
            self.drawn.emit()

    def _paint(self, painter: QPainter, ink: object) -> None:
        pen = QPen(ink, _PEN_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)  # type: ignore[call-overload]
        painter.setPen(pen)
        for stroke in self.strokes:
            path = QPainterPath(stroke[0])
            for point in stroke[1:]:
                path.lineTo(point)
            painter.drawPath(path)
            if len(stroke) == 1:
                painter.drawPoint(stroke[0])


class DrawnSignature(QWidget):
    """A stored signature, on white paper in every theme."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = QImage()
        self.setFixedSize(SHOWN + QSize(2, 2))

    def show_picture(self, picture: QImage, person: str) -> None:
        """Show the drawing of a person."""
        self.picture = picture
        self.setAccessibleName(tr_signature_screen("Drawn signature of {name}").format(name=person))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), Qt.GlobalColor.white)
        size = self.picture.size().scaled(SHOWN, Qt.AspectRatioMode.KeepAspectRatio)
        painter.drawImage(
            QRectF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2, size.width(), size.height()), self.picture
        )
        painter.setPen(QPen(theme.current().border.default, 1.0))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class SignatureScreen(QWidget):
    """Signals:
    signed(object): the person of the title signed with this picture.
    left(): no signature was given.
    """

    signed = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Label("", self, step="display", wrap=True)
        why = tr_signature_screen(
            "The signature is stored with the entry. Like a name, it is self-declared; the program does not verify it."
        )
        self.pad = SignaturePad()
        self.sign = TouchButton(tr_signature_screen("Sign"), primary=True)
        self.clear = TouchButton(tr_signature_screen("Clear"))
        self.back = TouchButton(tr_signature_screen("Back"))
        row = QHBoxLayout()
        row.setSpacing(12)
        for button in (self.sign, self.clear, self.back):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(16)
        column.addWidget(self.title)
        column.addWidget(Label(why, self, ink="text.secondary", wrap=True))
        column.addWidget(self.pad, 1)
        column.addLayout(row)
        self.pad.drawn.connect(self._show)
        self.sign.clicked.connect(self._sign)
        self.clear.clicked.connect(self.pad.clear)
        self.back.clicked.connect(self.left)
        self._name = ""

    def ask(self, person: str, item: str, what: str) -> None:
        """Let a person sign an item; `what` is its displayed name."""
        self._name = "-".join(filter(None, ("signature", item, slug_of(person)[:60]))) + ".jpg"
        self.title.setText(tr_signature_screen("{name} signs: {what}").format(name=person, what=what))
        self.pad.clear()
        self.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()

    def _show(self) -> None:
        self.sign.setEnabled(self.pad.is_signed)
        self.clear.setEnabled(bool(self.pad.strokes))

    def _sign(self) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(self.pad.picture())
        photo: Photo = photo_of(self._name, bytes(buffer.data().data()))
        self.signed.emit(photo)
