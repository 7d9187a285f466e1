"""The floor as DXF and SVG, and back."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.formats.drawings.dxf import dxf_bytes
from gpudesk.formats.drawings.dxf_read import read_dxf
from gpudesk.formats.drawings.floor_layout import LAYERS, floor_layout
from gpudesk.formats.drawings.floor_svg import svg_bytes
from tests.checks.site import Site

_DRAWN = {"HALL", "RACK", "RACK-FRONT", "DEVICE", "COLUMN", "ROUTE"}


@pytest.fixture
def site() -> Site:
    made = Site()
    made.rack("Ä <01> & co", x_mm=3000, y_mm=2000)
    made.rack("B", x_mm=6000, y_mm=5000, angle_ddeg=1800)
    made.device(None, key="tower", hall_id=made.hall, x_mm=9000, y_mm=3000)
    made.insert("floor_item", hall_id=made.hall, kind=int(FloorItemKind.COLUMN), name="C", x_mm=100, y_mm=200, width_mm=400, depth_mm=300)
    made.insert("floor_item", hall_id=made.hall, kind=int(FloorItemKind.ROUTE), name="R", outline="0 0 5000 0 5000 900")
    other = made.insert("hall", name="Second", width_mm=5000, depth_mm=4000)
    made.rack("C", hall_id=other, x_mm=1000, y_mm=1500)
    return made


def test_halls_stand_side_by_side(site: Site) -> None:
    layout = floor_layout(site.snapshot)
    assert (layout.width_mm, layout.height_mm) == (30_000, 12_800)
    assert {line.layer for line in layout.lines} == {*_DRAWN, "COLD-AISLE", "HOT-AISLE"}
    assert {line.layer for line in layout.lines} <= set(LAYERS)
    assert [text.angle_ddeg for text in layout.texts if text.text == "B"] == [0]
    third = next(line for line in reversed(layout.lines) if line.layer == "RACK")
    assert third.points.min(axis=0).tolist() == [26_000, 2300]


def test_a_drawing_that_went_out_comes_back(site: Site) -> None:
    layout = floor_layout(site.snapshot)
    read = read_dxf(dxf_bytes(site.snapshot))
    assert read.unit_mm == 1
    assert (read.drawing.width, read.drawing.height) == (30_000, 12_000)
    found = {(read.drawing.layers[line.layer], tuple(map(tuple, np.rint(line.points).astype(int).tolist()))) for line in read.drawing.lines}
    for line in layout.lines:
        points = np.rint(np.concatenate([line.points, line.points[:1]]) if line.closed else line.points) - np.array([0, 800])
        assert (f"GPUDESK-{line.layer}", tuple(map(tuple, points.astype(int).tolist()))) in found
    assert {text.text for text in read.drawing.texts} >= {"B", "Second", "C", "R", "Ä <01> & co"}
    assert not read.passed_over


def test_a_picture_holds_every_name_and_nothing_else(site: Site) -> None:
    root = ET.fromstring(svg_bytes(site.snapshot, "A <title> & more"))
    space = {"s": "http://www.w3.org/2000/svg"}
    assert root.findtext("s:title", namespaces=space) == "A <title> & more"
    layers = {*(layer.lower() for layer in _DRAWN), "cold-aisle", "hot-aisle", "name"}
    assert layers == {group.get("id") for group in root.findall("s:g", space)}
    assert "Ä <01> & co" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(root.findall("s:g[@id='rack']/s:polygon", space)) == 3
    assert root.get("viewBox") == "-500 -500 31000 13800"


def test_a_project_without_halls() -> None:
    site = Site()
    site.delete("hall", site.hall)
    assert ET.fromstring(svg_bytes(site.snapshot, "")).get("viewBox")
    assert dxf_bytes(site.snapshot).endswith(b"EOF\r\n")
