"""The camera: the map between the millimeters of a drawing and the pixels of its view."""

import math
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Number = TypeVar("Number", float, Reals)


# A little more than a half: what is midway between two pixels must not waver with the last digits of a sum.
_HALF = 0.5 + 1e-6


def whole(value: float) -> int:
    """The nearest whole number; midway the greater one, whatever its parity."""
    return math.floor(value + _HALF)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle of the drawing in mm, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Its width in mm."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height in mm."""
        return self.bottom - self.top

    def united(self, other: "Bounds") -> "Bounds":
        """The least rectangle around both."""
        return Bounds(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, by_mm: float) -> "Bounds":
        """The rectangle with a margin on all sides."""
        return Bounds(self.left - by_mm, self.top - by_mm, self.right + by_mm, self.bottom + by_mm)


@dataclass(frozen=True, slots=True)
class Margins:
    """Space kept free around a drawing that fits its view, in px."""

    left: float = 16.0
    top: float = 16.0
    right: float = 16.0
    bottom: float = 16.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of `width` × `height` logical px on the point (`centre_x`, `centre_y`) mm, `scale` px to the mm.

    The drawing is shifted by whole device pixels, so that everything moves alike when it is panned. `ratio` is the
    number of device pixels to the logical one.
    """

    centre_x: float = 0.0
    centre_y: float = 0.0
    scale: float = 0.25
    width: float = 1.0
    height: float = 1.0
    ratio: float = 1.0

    @property
    def shift_x(self) -> float:
        """The logical px of the drawing's x = 0."""
        return whole((self.width / 2 - self.centre_x * self.scale) * self.ratio) / self.ratio

    @property
    def shift_y(self) -> float:
        """The logical px of the drawing's y = 0."""
        return whole((self.height / 2 - self.centre_y * self.scale) * self.ratio) / self.ratio

    def x_px(self, x_mm: Number) -> Number:
        """Logical px of a drawing's x."""
        return x_mm * self.scale + self.shift_x

    def y_px(self, y_mm: Number) -> Number:
        """Logical px of a drawing's y."""
        return y_mm * self.scale + self.shift_y

    def edges_x(self, x_mm: Reals) -> Reals:
        """Logical px of vertical edges, on the grid of device pixels, shape of `x_mm`."""
        edges: Reals = np.floor(self.x_px(x_mm) * self.ratio + _HALF) / self.ratio
        return edges

    def edges_y(self, y_mm: Reals) -> Reals:
        """Logical px of horizontal edges, on the grid of device pixels, shape of `y_mm`."""
        edges: Reals = np.floor(self.y_px(y_mm) * self.ratio + _HALF) / self.ratio
        return edges

    def rects(self, rects_mm: Reals) -> Reals:
        """Rectangles (x, y, width, height) in mm as crisp rectangles in logical px, shape (n, 4)."""
        crisp_rects = np.empty_like(rects_mm)
        crisp_rects[:, 0] = self.edges_x(rects_mm[:, 0])
        crisp_rects[:, 1] = self.edges_y(rects_mm[:, 1])
        crisp_rects[:, 2] = self.edges_x(rects_mm[:, 0] + rects_mm[:, 2]) - crisp_rects[:, 0]
        crisp_rects[:, 3] = self.edges_y(rects_mm[:, 1] + rects_mm[:, 3]) - crisp_rects[:, 1]
        return crisp_rects

    def at(self, x_px: float, y_px: float) -> tuple[float, float]:
        """The point of the drawing in mm under a logical px of the view."""
        return (x_px - self.shift_x) / self.scale, (y_px - self.shift_y) / self.scale

    @property
    def seen(self) -> Bounds:
        """What of the drawing is in view, in mm."""
        left, top = self.at(0.0, 0.0)
        right, bottom = self.at(self.width, self.height)
        return Bounds(left, top, right, bottom)

    def panned(self, dx_px: float, dy_px: float) -> "Camera":
        """The drawing moved by some px right and down."""
        return replace(self, centre_x=self.centre_x - dx_px / self.scale, centre_y=self.centre_y - dy_px / self.scale)

    def zoomed(self, scale: float, x_px: float, y_px: float) -> "Camera":
        """Another scale, with the point under (`x_px`, `y_px`) kept in its place."""
        x_mm, y_mm = self.at(x_px, y_px)
        return replace(
            self,
            scale=scale,
            centre_x=x_mm + (self.width / 2 - x_px) / scale,
            centre_y=y_mm + (self.height / 2 - y_px) / scale,
        )

    def fitted(self, bounds: Bounds, margins: "Margins", most: float) -> "Camera":
        """The whole of `bounds` in view inside `margins`, at a scale of at most `most`."""
        wide = max(self.width - margins.left - margins.right, 1.0) / max(bounds.width, 1.0)
        high = max(self.height - margins.top - margins.bottom, 1.0) / max(bounds.height, 1.0)
        scale = min(wide, high, most)
        return replace(
            self,
            scale=scale,
            centre_x=(bounds.left + bounds.right) / 2 + (margins.right - margins.left) / 2 / scale,
            centre_y=(bounds.top + bounds.bottom) / 2 + (margins.bottom - margins.top) / 2 / scale,
        )

    def between(self, other: "Camera", share: float) -> "Camera":
        """A view between this one and `other`: 0 is this one, 1 the other; the scale is interpolated logarithmically."""
        scale = self.scale ** (1 - share) * other.scale**share
        return replace(
            self,
            scale=scale,
            centre_x=self.centre_x + (other.centre_x - self.centre_x) * share,
            centre_y=self.centre_y + (other.centre_y - self.centre_y) * share,
        )
