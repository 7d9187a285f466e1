import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.ui.canvas.camera import Bounds, Camera, Margins

CAMERA = Camera(1000.0, 500.0, 0.25, 800.0, 600.0)
scales = st.floats(0.005, 6.0)
points = st.floats(-5000.0, 5000.0)


@given(scales, points, points, st.floats(0, 800), st.floats(0, 600), scales)
def test_a_zoom_keeps_the_point_under_the_pointer(
    scale: float, centre_x: float, centre_y: float, x_px: float, y_px: float, new_scale: float
) -> None:
    before = Camera(centre_x, centre_y, scale, 800.0, 600.0)
    x_mm, y_mm = before.at(x_px, y_px)
    after = before.zoomed(new_scale, x_px, y_px)
    # Both cameras round their shift to whole pixels.
    assert after.x_px(x_mm) == pytest.approx(x_px, abs=1.01)
    assert after.y_px(y_mm) == pytest.approx(y_px, abs=1.01)


@given(scales, points, st.integers(-500, 500), st.sampled_from([1.0, 1.5, 2.0]))
def test_a_pan_by_whole_device_pixels_moves_every_edge_alike(scale: float, centre: float, moved: int, ratio: float) -> None:
    edges = np.array([0.0, 17.3, 482.6, 2133.6])
    before = Camera(centre, 0.0, scale, 801.0, 600.0, ratio)
    after = before.panned(moved / ratio, 0.0)
    steps = (after.edges_x(edges) - before.edges_x(edges)) * ratio
    assert np.ptp(np.rint(steps)) == 0
    assert np.allclose(steps, np.rint(steps), atol=1e-6)


def test_fit_shows_everything_inside_the_margin() -> None:
    bounds = Bounds(-100.0, 0.0, 5900.0, 2600.0)
    camera = CAMERA.fitted(bounds, Margins(), 9.0)
    assert camera.x_px(bounds.left) == pytest.approx(16.0, abs=1.0)
    assert camera.x_px(bounds.right) == pytest.approx(800.0 - 16.0, abs=1.0)
    assert camera.y_px(bounds.top) >= 15.0
    assert camera.y_px(bounds.bottom) <= 585.0
    tall = Bounds(0.0, 0.0, 100.0, 3000.0)
    lifted = CAMERA.fitted(tall, Margins(bottom=60.0), 9.0)
    assert lifted.y_px(tall.top) == pytest.approx(16.0, abs=1.0)
    assert lifted.y_px(tall.bottom) == pytest.approx(540.0, abs=1.0)


def test_rectangles_lie_on_device_pixels() -> None:
    camera = Camera(333.3, 77.7, 0.2718, 800.0, 600.0, 1.5)
    rects = camera.rects(np.array([[0.1, 0.2, 482.6, 44.45], [12.3, 45.6, 100.0, 7.0]]))
    assert np.allclose(rects * 1.5, np.rint(rects * 1.5))


def test_a_way_between_views_begins_and_ends_there() -> None:
    other = Camera(0.0, 0.0, 2.0, 800.0, 600.0)
    assert CAMERA.between(other, 0.0) == CAMERA
    assert CAMERA.between(other, 1.0) == other
    assert CAMERA.scale < CAMERA.between(other, 0.5).scale < other.scale
