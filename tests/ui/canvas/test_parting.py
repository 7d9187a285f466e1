"""From afar neighboring racks stay apart."""

import numpy as np
import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from gpudesk.ui.toolkit.theme import theme
from tests.ui.desk import RACK, SYSTEM

RACKS, ROWS = 20, 16


def full_rows() -> Plan:
    """Rows of racks filled with servers from the floor up."""
    racks = tuple(
        PlanRack(RACK, 0, f"R{row:02d}{number:02d}", row=row, x_mm=600 * number, y_mm=3600 * row)
        for row in range(ROWS)
        for number in range(RACKS)
    )
    devices = tuple(
        PlanDevice(SYSTEM, f"dgx-{rack}-{place}", rack=rack, position=16 * place, role="compute")
        for rack in range(len(racks))
        for place in range(5)
    )
    rows = tuple(PlanRow(0, f"R{row:02d}", y_mm=3600 * row) for row in range(ROWS))
    return Plan("full", halls=(PlanHall("Hall", width_mm=60_000, depth_mm=80_000),), rows=rows, racks=racks, devices=devices)


@pytest.mark.parametrize("name", ["dark", "light"])
@pytest.mark.parametrize("unit_px", [3.0, 1.0, 0.4, 0.2])
def test_a_gap_is_seen_between_racks_at_every_distance(qtbot: QtBot, name: str, unit_px: float) -> None:
    theme.set_theme(name)
    document = Document.scratch()
    run(document, build, full_rows())
    canvas = RackCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(*((1400, 800) if unit_px >= 1 else (440, 260)))
    canvas.map.set_wanted(False)
    canvas.set_snapshot(document.snapshot)
    canvas.show()
    qtbot.waitExposed(canvas)
    canvas.zoom_by(unit_px / 44.45 / canvas.camera.scale)
    canvas.settle()
    layout, camera = canvas.scene.layout, canvas.camera
    assert camera.scale * 44.45 < unit_px * 1.5
    picture = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    ground = theme.current().surface.canvas.rgb()
    seen = 0
    for left in np.flatnonzero(np.diff(layout.rack_line) == 0).tolist():
        right = left + 1
        cell, beyond = layout.cells[left], layout.cells[right]
        y = round(camera.y_px(float(layout.bottom[layout.faces_of_rack[left, 0]]) - 8 * 44.45))
        start, end = camera.x_px(float(cell[0] + cell[2])), camera.x_px(float(beyond[0]))
        columns = [x for x in range(int(start) - 1, int(end) + 2) if picture.rect().contains(x, y)]
        if columns and 2 < start < canvas.width() - 2:
            seen += 1
            assert any(picture.pixel(x, y) == ground for x in columns), (left, columns)
    assert seen
    document.close()
