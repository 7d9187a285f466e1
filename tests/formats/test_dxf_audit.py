"""The drawings in DXF, read and audited by ezdxf: no error, nothing repaired, and everything that was drawn."""

from pathlib import Path

import numpy as np
import pytest
from ezdxf import recover
from ezdxf.filemanagement import readfile

from gpudesk.catalog.templates import load_template
from gpudesk.formats.drawings.floor_layout import LAYERS, floor_layout
from gpudesk.operations.exchange.exchange import export_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.formats.hostile_names import hostile_file

_MILLIMETRES = 4


def audited(snapshot: Snapshot, path: Path) -> None:
    """Write the floors of a project, and have ezdxf read them strictly and with its repairs."""
    export_project(snapshot, "uid", "Site", "floor-dxf", path)
    drawing = readfile(path)
    found = drawing.audit()
    assert ([fault.message for fault in found.errors], [fix.message for fix in found.fixes]) == ([], [])
    repaired = recover.readfile(path)[1]
    assert ([fault.message for fault in repaired.errors], [fix.message for fix in repaired.fixes]) == ([], [])
    assert drawing.units == _MILLIMETRES
    layout = floor_layout(snapshot)
    assert {layer.dxf.name for layer in drawing.layers} - {"0", "Defpoints"} == {f"GPUDESK-{layer}" for layer in LAYERS}
    lines, texts = drawing.modelspace().query("POLYLINE"), drawing.modelspace().query("TEXT")
    assert (len(lines), len(texts)) == (len(layout.lines), len(layout.texts))
    assert len(drawing.modelspace()) == len(lines) + len(texts)
    for given, read in zip(layout.lines, lines, strict=True):
        assert (read.dxf.layer, read.is_closed) == (f"GPUDESK-{given.layer}", given.closed)
        points = np.array([vertex.dxf.location for vertex in read.vertices])
        np.testing.assert_allclose(points[:, 0], given.points[:, 0], atol=0.001)
        np.testing.assert_allclose(points[:, 1], layout.height_mm - given.points[:, 1], atol=0.001)


@pytest.mark.parametrize(
    "name", ["dgx-h100-superpod", "dgx-b300-xdr-superpod", "gb200-nvl72-superpod", "dgx-basepod", "workstation-4-gpu", "empty-hall"]
)
def test_the_floor_of_a_template_has_no_fault(name: str, tmp_path: Path) -> None:
    with Document.scratch() as document:
        run(document, build, load_template(name))
        audited(document.snapshot, tmp_path / "floor.dxf")


def test_names_of_all_kinds_leave_the_drawing_whole(tmp_path: Path) -> None:
    with Document.open(hostile_file(tmp_path / "typed.gpudesk"), write=False) as document:
        audited(document.snapshot, tmp_path / "floor.dxf")
