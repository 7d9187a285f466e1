"""The hall that is shown as a picture file, with what lies under it."""

from pathlib import Path

from gpudesk.ui.canvas.drawing_picture import save_drawing
from gpudesk.ui.places.layout.floor.canvas.floor_plan_view import FloorView
from gpudesk.ui.toolkit.jobs import Done, Jobs

_DRAWN_PX = 1600
"""The longer side of the drawing in px of the screen: letters have their usual size at it."""


def save_floor(jobs: Jobs, view: FloorView, path: Path, done: Done, failed: Done) -> None:
    """Draw the hall as it is painted now, and write it on a reading thread; the suffix says as what.

    Raises:
        NoPicture: the suffix is none of `drawing_picture.PICTURES`.
    """
    save_drawing(jobs, view, view.hall_bounds(), _DRAWN_PX, path, done, failed)
