"""Several racks set at once on the floor, each as one step."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from gpudesk.ui.toolkit.widgets.field_rows import EditorRow
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand
from tests.ui.hand import SHIFT

SMALLER = "generic.rack-42u-600x1200"


def field(floor: FloorHand, label: str) -> EditorRow:
    (row,) = [row for row in floor.place.inspector.findChildren(EditorRow) if row.isVisible() and row.label() == label]
    return row


def test_type_names_phase_and_status_of_several_racks(floor: FloorHand) -> None:
    for name in ("A01", "A02", "A03"):
        floor.click(floor.on(name), SHIFT)
    refs = [floor.ref(name) for name in ("A01", "A02", "A03")]
    before = len(floor.hand.desk.session.history)
    box = field(floor, "Type").findChild(QComboBox)
    assert isinstance(box, QComboBox)
    floor.hand.qtbot.waitUntil(lambda: box.findData(SMALLER) >= 0, timeout=PATIENCE_MS)
    box.setCurrentIndex(box.findData(SMALLER))
    box.activated.emit(box.currentIndex())
    floor.rest()
    snapshot = floor.hand.snapshot
    assert {snapshot.types[int(snapshot["rack"].row(ref.id)["type_id"])].key for ref in refs} == {SMALLER}
    for label, text in (("Names from", "core-07"), ("Build phase", "3")):
        editor = field(floor, label).findChild(QLineEdit)
        assert isinstance(editor, QLineEdit)
        editor.setFocus()
        editor.selectAll()
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        floor.rest()
    racks = floor.hand.snapshot["rack"]
    assert [racks.row(ref.id)["name"] for ref in refs] == ["core-07", "core-08", "core-09"]
    assert {racks.row(ref.id)["phase"] for ref in refs} == {3}
    assert len(floor.hand.desk.session.history) == before + 3, "each is one step"
