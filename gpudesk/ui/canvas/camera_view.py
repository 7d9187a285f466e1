"""A widget with a camera over a drawing in millimeters: position, motion and limits of the view."""

from dataclasses import replace

from PySide6.QtCore import QEasingCurve, QPointF, QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from gpudesk.ui.canvas.camera import Bounds, Camera, Margins
from gpudesk.ui.toolkit.theme import theme


class CameraView(QWidget):
    """Camera of a drawing. Subclasses define painting and the actions of pointer and keys."""

    camera_changed = Signal()
    """The view moved, or its size is another."""
    bounds_changed = Signal()
    """The drawing reaches elsewhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._camera = Camera()
        self._bounds = Bounds(0.0, 0.0, 1000.0, 1000.0)
        self._zooming = False
        self._fits = True
        self._flight: QVariantAnimation | None = None

    def invalidate(self) -> None:
        """Repaint the drawing."""
        self.update()

    def shift_picture(self, dx: int, dy: int) -> None:
        """The drawing moved by whole device pixels, and is otherwise as it was."""
        self.update()

    def _sharpen(self) -> None:
        """Draw the deferred parts, now that there is time."""
        self._zooming = False
        self.invalidate()

    @property
    def camera(self) -> Camera:
        """The current camera."""
        return self._camera

    @property
    def bounds(self) -> Bounds:
        """The extent of the drawing in mm."""
        return self._bounds

    @property
    def fitted_bounds(self) -> Bounds:
        """What `fit` shows when nothing is named: the drawing."""
        return self._bounds

    @property
    def margins(self) -> Margins:
        """Space kept free around a drawing that is fitted into the view."""
        return Margins()

    @property
    def least_scale(self) -> float:
        """The least scale in px to the mm: the drawing fills half of the view."""
        return 0.5 * self._camera.fitted(self._bounds, self.margins, self.most_scale).scale

    @property
    def most_scale(self) -> float:
        """The greatest scale in px to the mm."""
        return 6.0

    @property
    def fit_scale(self) -> float:
        """The maximum scale that `fit` uses by itself."""
        return 1.0

    def set_bounds(self, bounds: Bounds) -> None:
        """Set the extent of the drawing; a view that showed all of it keeps doing so."""
        self._bounds = bounds
        if self._fits:
            self.fit(animated=False)
        else:
            self.set_camera(self._camera)
        self.bounds_changed.emit()

    def take_bounds(self, bounds: Bounds) -> None:
        """Take over how far the drawing reaches, and look elsewhere afterward."""
        self._bounds = bounds
        self.invalidate()
        self.bounds_changed.emit()

    def set_camera(self, camera: Camera) -> None:
        """Set the camera; scale and position are kept within the drawing."""
        self._stop_flight()
        self._zooming = False
        self._take_camera(self._limited(camera))

    def show_as(self, other: "CameraView") -> None:
        """Look at the same part of the drawing as another view, or at all of it if that does."""
        self.set_camera(other.camera)
        self._fits = other._fits

    def fit(self, bounds: Bounds | None = None, *, animated: bool = True) -> None:
        """Show all of `bounds`, or of the drawing."""
        target = self._camera.fitted(bounds or self.fitted_bounds, self.margins, self.fit_scale)
        if animated:
            self.go_to(target)
        else:
            self.set_camera(target)
        self._fits = bounds is None

    def go_to(self, target: Camera) -> None:
        """Move to another view in 160 ms, at once where no motion is wanted."""
        duration = theme.motion_ms("zoom_to") if self.isVisible() else 0
        target = self._limited(target)
        self._stop_flight()
        self._fits = False
        if duration == 0 or target == self._camera:
            self._take_camera(target)
            return
        start = self._camera
        flight = QVariantAnimation(self)
        flight.setStartValue(0.0)
        flight.setEndValue(1.0)
        flight.setDuration(duration)
        flight.setEasingCurve(QEasingCurve.Type.OutCubic)
        flight.valueChanged.connect(lambda share: self._take_camera(start.between(target, float(share))))
        self._zooming = True
        flight.finished.connect(self._landed)
        self._flight = flight
        flight.start()

    def reveal(self, bounds: Bounds) -> None:
        """Move as little as needed to see `bounds` with a margin."""
        seen, margin = self._camera.seen, Margins().left / self._camera.scale
        dx = _shift(bounds.left - margin, bounds.right + margin, seen.left, seen.right)
        dy = _shift(bounds.top - margin, bounds.bottom + margin, seen.top, seen.bottom)
        if dx or dy:
            self.go_to(self._camera.panned(-dx * self._camera.scale, -dy * self._camera.scale))

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom, keeping the point `at` (the middle without it) in its place."""
        centre = at or QPointF(self.width() / 2, self.height() / 2)
        scale = min(max(self._camera.scale * factor, self.least_scale), self.most_scale)
        self.set_camera(self._camera.zoomed(scale, centre.x(), centre.y()))
        self._zooming = True
        self._fits = False

    def pan_by(self, dx_px: float, dy_px: float) -> None:
        """Move the drawing right and down."""
        self.set_camera(self._camera.panned(dx_px, dy_px))
        self._fits = False

    def look_at(self, x_mm: float, y_mm: float) -> None:
        """Bring a point of the drawing to the middle of the view."""
        self.set_camera(replace(self._camera, centre_x=x_mm, centre_y=y_mm))
        self._fits = False

    def _limited(self, camera: Camera) -> Camera:
        scale = min(max(camera.scale, self.least_scale), self.most_scale)
        # The middle of the view stays over the drawing.
        x = min(max(camera.centre_x, self._bounds.left), self._bounds.right)
        y = min(max(camera.centre_y, self._bounds.top), self._bounds.bottom)
        return Camera(x, y, scale, max(1.0, self.width()), max(1.0, self.height()), self.devicePixelRatioF())

    def _take_camera(self, camera: Camera) -> None:
        before, self._camera = self._camera, camera
        if camera == before:
            return
        if replace(camera, centre_x=before.centre_x, centre_y=before.centre_y) == before:
            # Only panned: by whole device pixels, so that the kept picture can be shifted.
            dx = round((camera.shift_x - before.shift_x) * camera.ratio)
            dy = round((camera.shift_y - before.shift_y) * camera.ratio)
            self.shift_picture(dx, dy)
        else:
            self.invalidate()
        self.camera_changed.emit()

    def _stop_flight(self) -> None:
        if self._flight is not None:
            self._flight.stop()
            self._flight.deleteLater()
            self._flight = None

    def _landed(self) -> None:
        if self._flight is not None:
            self._flight.deleteLater()
            self._flight = None
        self._sharpen()

    @property
    def in_flight(self) -> bool:
        """Whether the view is in animation."""
        return self._flight is not None


def _shift(low: float, high: float, seen_low: float, seen_high: float) -> float:
    """How far a view must move along one axis to see `low` to `high`, or its beginning where that is too long."""
    if low >= seen_low and high <= seen_high:
        return 0.0
    if high - low > seen_high - seen_low or low < seen_low:
        return low - seen_low
    return high - seen_high
