"""The trays of a rack-scale system where there is no room for its front: a line between them, and each run of one kind by its names."""

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.ui.canvas.batch import Reals

LEAST_TRAY_PX = 3.0
"""From this height of a tray on the trays are told apart."""


@dataclass(frozen=True, slots=True)
class TrayRuns:
    """The trays on a front, from its top down, as shares of its height.

    Attributes:
        tops: of each tray, shape (trays,).
        runs: from and to of each run of one kind, shape (runs, 2).
        names: of each run: "c09–18", or that of its only tray.
        least: the height of the lowest tray.
    """

    tops: Reals
    runs: Reals
    names: tuple[str, ...]
    least: float


def tray_runs(kind: HardwareType) -> TrayRuns | None:
    """The trays on the front of a type, None where it has none there."""
    frame = face_frame(kind)
    placed = sorted(kind.trays_on(Face.FRONT), key=lambda one: -one[1].y_mm)
    if frame is None or not placed:
        return None
    high = frame.height_mm
    tops = [1 - (area.y_mm + area.height_mm) / high for _, area in placed]
    runs, names = [], []
    for _, group in groupby(placed, key=lambda one: one[0].key):
        held = list(group)
        (upper, first), (lower, last) = held[0], held[-1]
        runs.append((1 - (first.y_mm + first.height_mm) / high, 1 - last.y_mm / high))
        low, top = sorted((upper.name, lower.name))
        names.append(low if len(held) == 1 else f"{low}–{top.removeprefix(low.rstrip('0123456789'))}")
    return TrayRuns(np.array(tops), np.array(runs), tuple(names), min(area.height_mm for _, area in placed) / high)
