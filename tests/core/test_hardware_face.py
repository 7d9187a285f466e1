"""The frame of a face, and where its cages lie."""

from typing import Any

import pytest

from gpudesk.core.hardware.hardware import Area, Face
from gpudesk.core.hardware.hardware_face import cage_areas, face_frame, is_inside, overlap
from gpudesk.core.hardware.hardware_reader import parse_type


def entry(mount: str, facts: dict[str, float], ports: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {
        "key": "a.b",
        "family": "server",
        "vendor": "A",
        "model": "B",
        "mount": mount,
        "facts": {name: {"value": value, "source": "s", "confidence": "read"} for name, value in facts.items()},
        "ports": list(ports),
    }


@pytest.mark.parametrize(
    ("mount", "facts", "frame"),
    [
        ("units", {"height_u": 8}, Area(0, 0, 482.6, 355.6)),
        ("units", {"height_u": 0.5}, Area(0, 0, 482.6, 22.225)),
        ("units", {"height_u": 2, "rail_width_inch": 21}, Area(0, 0, 537, 96)),
        ("zero_u", {"width_mm": 56, "height_mm": 1800}, Area(0, 0, 56, 1800)),
        ("floor", {"width_mm": 600}, None),
    ],
)
def test_frame(mount: str, facts: dict[str, float], frame: Area | None) -> None:
    assert face_frame(parse_type(entry(mount, facts))) == frame


def test_a_face_of_unknown_size_is_framed_around_what_is_drawn() -> None:
    ports = ({"group": "g", "kind": "c13", "face": "front", "area": [3, 5, 20, 40], "count": 2, "source": "s", "confidence": "read"},)
    assert face_frame(parse_type(entry("zero_u", {}, ports))) == Area(0, 0, 26, 50)


def test_inside_and_overlap_allow_for_rounding() -> None:
    frame = Area(0, 0, 100, 50)
    assert is_inside(Area(-0.4, 0, 100, 50.3), frame)
    assert not is_inside(Area(0, 0, 101, 50), frame)
    assert not is_inside(Area(10, 10, 0, 5), frame)
    assert overlap(Area(0, 0, 10, 10), Area(9, 9, 10, 10))
    assert not overlap(Area(0, 0, 10, 10), Area(10, 0, 10, 10))


def group(**more: Any) -> dict[str, Any]:
    return {
        "group": "g",
        "kind": "rj45",
        "face": "front",
        "area": [10, 0, 60, 20],
        "rows": 2,
        "count": 5,
        "source": "s",
        "confidence": "read",
        **more,
    }


def test_cages_run_along_rows_from_the_upper_left() -> None:
    cages = cage_areas(parse_type(entry("units", {"height_u": 1}, (group(),))), Face.FRONT)
    assert cages[0] == ("1", Area(10, 10, 20, 10))
    assert cages[1] == ("2", Area(30, 10, 20, 10))
    assert cages[3] == ("4", Area(10, 0, 20, 10))
    assert cage_areas(parse_type(entry("units", {"height_u": 1}, (group(),))), Face.REAR) == []


def test_cages_run_down_columns() -> None:
    cages = cage_areas(parse_type(entry("units", {"height_u": 1}, (group(down_columns=True),))), Face.FRONT)
    assert cages[1] == ("2", Area(10, 0, 20, 10))
    assert cages[4] == ("5", Area(50, 10, 20, 10))
