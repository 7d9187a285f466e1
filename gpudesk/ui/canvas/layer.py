"""Painting input of a drawing layer, and its interface."""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QPainter

from gpudesk.ui.canvas.camera import Bounds, Camera
from gpudesk.ui.canvas.text import TextCache
from gpudesk.ui.toolkit.theme.tokens import Theme


@dataclass(frozen=True, slots=True)
class Frame:
    """One repaint.

    Attributes:
        camera: the view.
        seen: the part of the drawing to paint, in mm.
        theme: the current colors.
        texts: laid out texts.
        exact: no cached pictures and no deferred parts: for files and paper.
        drawing_s: time for drawing pictures not yet cached; the rest is drawn in the next frame.
        sharpen: whether pictures cached at another size are redrawn at this one; not during a zoom.
    """

    camera: Camera
    seen: Bounds
    theme: Theme
    texts: TextCache
    exact: bool = False
    drawing_s: float = 0.003
    sharpen: bool = True


class Layer(Protocol):
    """One kind of object in a drawing; layers are painted from the lowest to the highest."""

    @property
    def pending(self) -> bool:
        """Whether the last frame showed something coarsely, and another one would show it better."""

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the content of `frame.seen`; the painter's coordinates are logical px of the view."""


class StillLayer:
    """A layer that paints everything at once."""

    @property
    def pending(self) -> bool:
        """Never."""
        return False
