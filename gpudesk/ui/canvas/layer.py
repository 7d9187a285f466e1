"""What a layer of a drawing gets when it paints, and what it must be able to do."""

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
        theme: the colours in force.
        texts: laid out texts.
        exact: no cached pictures and nothing left for later: for files and paper.
        drawing_s: how long pictures may be drawn that are not kept yet; what is left over comes in the next frame.
        sharpen: whether pictures kept at another size are drawn anew at this one; not while somebody zooms.
    """

    camera: Camera
    seen: Bounds
    theme: Theme
    texts: TextCache
    exact: bool = False
    drawing_s: float = 0.003
    sharpen: bool = True


class Layer(Protocol):
    """One kind of thing in a drawing; layers are painted from the lowest to the highest."""

    @property
    def pending(self) -> bool:
        """Whether the last frame showed something coarsely, and another one would show it better."""

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint what lies in `frame.seen`; the painter's coordinates are logical px of the view."""


class StillLayer:
    """A layer that paints everything at once."""

    @property
    def pending(self) -> bool:
        """Never."""
        return False
