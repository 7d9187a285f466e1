"""The curves of DXF drawings as lines through points."""

from math import ceil

import numpy as np

from gpudesk.core.racks.placement import Reals

_STEP_DEG = 6.0
"""The turn of one chord: an arc of radius r is missed by at most r · (1 − cos 3°), 0.14 % of r."""


def arc_points(x: float, y: float, radius: float, start_deg: float, end_deg: float) -> Reals:
    """Points on an arc from its start to its end, counter-clockwise."""
    sweep = (end_deg - start_deg) % 360 or 360.0
    angles = np.radians(start_deg + np.linspace(0.0, sweep, max(2, ceil(sweep / _STEP_DEG) + 1)))
    points: Reals = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
    return points


def ellipse_points(centre: tuple[float, float], major: tuple[float, float], ratio: float, start: float, end: float) -> Reals:
    """Points on an ellipse; start and end are parameters in radians, `major` the half axis from the center."""
    sweep = (end - start) % (2 * np.pi) or 2 * np.pi
    at = start + np.linspace(0.0, sweep, max(2, ceil(np.degrees(sweep) / _STEP_DEG) + 1))
    (mx, my), cosine, sine = major, np.cos(at), np.sin(at)
    points: Reals = np.stack([centre[0] + mx * cosine - my * ratio * sine, centre[1] + my * cosine + mx * ratio * sine], axis=1)
    return points


def bulged_points(points: Reals, bulges: Reals, *, closed: bool) -> Reals:
    """A polyline with its arcs as chords. A bulge is tan(θ / 4) of the arc to the next point, positive counter-clockwise."""
    chords: list[Reals] = []
    count = len(points)
    for place in range(count):
        chords.append(points[place : place + 1])
        last = place == count - 1
        if last and not closed:
            break
        bulge, here, there = float(bulges[place]), points[place], points[(place + 1) % count]
        turn = 4 * np.arctan(bulge)
        chord = there - here
        if abs(turn) > 1e-3 and float(np.hypot(*chord)) > 0:
            middle = (here + there) / 2 + np.array([-chord[1], chord[0]]) * (1 - bulge * bulge) / (4 * bulge)
            steps = max(1, ceil(abs(np.degrees(turn)) / _STEP_DEG))
            angles = turn * np.arange(1, steps) / steps
            arm = here - middle
            chords.append(
                np.stack(
                    [
                        middle[0] + arm[0] * np.cos(angles) - arm[1] * np.sin(angles),
                        middle[1] + arm[0] * np.sin(angles) + arm[1] * np.cos(angles),
                    ],
                    axis=1,
                )
            )
        if last:
            chords.append(points[:1])
    return np.concatenate(chords)


def spline_points(controls: Reals, knots: Reals, degree: int) -> Reals:
    """Points on a B-spline, eight for each span (de Boor, 1972); the control points themselves where the knots do not fit them.

    Weights of rational splines are passed over.
    """
    count = len(controls)
    if not 1 <= degree < count or len(knots) != count + degree + 1 or (np.diff(knots) < 0).any():
        return controls
    spans = [(float(a), float(b)) for a, b in zip(knots[degree:count], knots[degree + 1 : count + 1], strict=True) if b > a]
    at = np.array([a + (b - a) * step / 8 for a, b in spans for step in range(8)] + [spans[-1][1]] if spans else [])
    if not len(at):
        return controls
    span = np.clip(np.searchsorted(knots, at, side="right") - 1, degree, count - 1)
    level = np.stack([controls[span - degree + place] for place in range(degree + 1)])
    for depth in range(1, degree + 1):
        for place in range(degree, depth - 1, -1):
            low = knots[span - degree + place]
            width = knots[span + 1 + place - depth] - low
            share = np.divide(at - low, width, out=np.zeros_like(at), where=width > 0)[:, None]
            level[place] = (1 - share) * level[place - 1] + share * level[place]
    points: Reals = level[degree]
    return points
