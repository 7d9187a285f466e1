"""The trays of a rack-scale system on its block."""

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.ui.places.layout.racks.canvas.floor_layer import tray_runs


def test_an_nvl72_has_its_trays_in_five_runs_from_the_top_down() -> None:
    found = tray_runs(open_catalog().get("nvidia.gb200-nvl72"))
    assert found is not None
    assert found.names == ("ps5–8", "c09–18", "nvsw1–9", "c01–08", "ps1–4")
    assert len(found.tops) == 18 + 9 + 8
    assert found.tops.tolist() == sorted(found.tops)
    # Ten and eight compute trays of one unit each in a rack of 2,236 mm.
    heights_mm = (found.runs[:, 1] - found.runs[:, 0]) * 2236
    assert heights_mm[[1, 3]].tolist() == pytest.approx([444.5, 355.6], abs=1)
    assert found.least * 2236 == pytest.approx(44.45, abs=1)


def test_what_has_no_trays_has_no_runs() -> None:
    assert tray_runs(open_catalog().get("nvidia.dgx-h100")) is None
