"""A card is held against a case before it is bought."""

from gpudesk.core.power.card_room import Line
from gpudesk.ui.places.size.dialogs.card_in_case import CardInCaseDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand


def opened(hand: Hand) -> CardInCaseDialog:
    hand.desk.window.registry.action("size.case").trigger()
    dialog = hand.desk.window.findChild(CardInCaseDialog)
    assert isinstance(dialog, CardInCaseDialog)
    hand.qtbot.waitUntil(lambda: dialog.model.rowCount() > 0, timeout=PATIENCE_MS)
    return dialog


def broken(dialog: CardInCaseDialog) -> set[Line]:
    lines = [dialog.model.line(row) for row in range(dialog.model.rowCount())]
    return {line.key for line in lines if line.cells[0].severity in ("error", "warning")}


def test_a_case_of_the_catalog_then_figures_of_ones_own(hand: Hand) -> None:
    dialog = opened(hand)
    dialog.case.setCurrentIndex(dialog.case.findData("generic.tower-1-rtx-4090"))
    assert broken(dialog) == set()
    assert "after a power supply with 89 % efficiency" in dialog.notes.text()
    dialog.numbers["efficiency_percent"].setValue(94)
    assert "94 %" in dialog.notes.text()
    dialog.count.setValue(2)
    assert {Line.PLACES, Line.PLUGS, Line.SUPPLY, Line.LANES} <= broken(dialog)
    assert dialog.holds is False
    dialog.case.setCurrentIndex(0)
    dialog.count.setValue(1)
    dialog.numbers["length_mm"].setValue(280)
    assert broken(dialog) == {Line.LENGTH}
    dialog.numbers["length_mm"].setValue(0)
    assert broken(dialog) == set()
    assert "not known" in dialog.told.text()
    dialog.numbers["lanes"].setValue(8)
    assert broken(dialog) == {Line.LANES}
    assert "fits based on known data, but check: PCIe lanes; not known" in dialog.told.text()
    dialog.numbers["lanes"].setValue(0)
    dialog.card.setCurrentIndex(dialog.card.findData("nvidia.l40s"))
    assert Line.AIR in broken(dialog)
    dialog.air.setCurrentIndex(dialog.air.findData("server"))
    assert Line.AIR not in broken(dialog)
    dialog.numbers["height_mm"].setValue(150)
    dialog.reject()
