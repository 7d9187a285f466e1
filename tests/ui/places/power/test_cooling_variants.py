"""The ways of cooling side by side: opened by its action, followed, and written as CSV."""

import csv
from pathlib import Path

from PySide6.QtCore import Qt

from gpudesk.derived.cooling.cooling_variants import cooling_variants
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.ui.places.power.dialogs.cooling_variants_dialog import CoolingVariantsDialog
from tests.ui.hand import Hand


def opened(hand: Hand) -> CoolingVariantsDialog:
    hand.desk.window.registry.action("power.compare-cooling").trigger()
    hand.rest()
    dialog = hand.desk.window.findChild(CoolingVariantsDialog)
    assert dialog is not None
    return dialog


def values(dialog: CoolingVariantsDialog, key: str) -> list[str]:
    row = dialog.figures.row_of(key)
    assert row is not None
    return [cell.text for cell in dialog.figures.line(row).cells[1:]]


def test_three_columns_that_follow_the_site_sheet(hand: Hand) -> None:
    dialog = opened(hand)
    heads = [dialog.figures.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]
    assert heads == ["Figure", "Room air", "Rear doors", "Direct liquid"]
    found = hand.snapshot.cached(cooling_variants)
    before = values(dialog, "pue")
    assert before == [f"{each.year.mean_pue:.3f}" for each in found.variants]
    assert "of heat in" in dialog.note.text()
    row = dialog.assumptions.row_of("energy")
    assert row is not None
    assert dialog.assumptions.line(row).cells[1].text == "average, provisioned, maximum"
    hand.desk.session.do(set_site_value, "climate", "singapore")
    hand.rest()
    assert all(float(after) > float(earlier) for after, earlier in zip(values(dialog, "pue"), before, strict=True))
    dialog.reject()
    hand.rest()


def test_written_as_csv(hand: Hand, tmp_path: Path) -> None:
    dialog = opened(hand)
    out = tmp_path / "ways.csv"
    dialog.write(out)
    hand.rest()
    rows = list(csv.reader(out.read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0] == ["", "unit", "Room air", "Rear doors", "Direct liquid"]
    assert next(row for row in rows if row[0] == "Annual PUE")[2:] == [
        str(round(each.year.mean_pue, 3)) for each in hand.snapshot.cached(cooling_variants).variants
    ]
    dialog.reject()
    hand.rest()
