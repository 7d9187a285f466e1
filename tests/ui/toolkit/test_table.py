from typing import Any

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets.desk_table import MARK_COLUMN_WIDTH, DeskTable, TableRole
from gpudesk.ui.toolkit.widgets.row_list import Row, RowGroup, RowList, RowListModel, RowRole
from tests.patience import PATIENCE_MS
from tests.ui.showing import show

Index = QModelIndex | QPersistentModelIndex


class Problems(QAbstractTableModel):
    cells: tuple[tuple[dict[int, Any], ...], ...] = (
        ({TableRole.SEVERITY: "error"}, {0: "Too heavy"}, {0: "53.4", TableRole.UNIT: "kg"}, {TableRole.BUTTON: "Fix"}),
        ({TableRole.SEVERITY: "info"}, {0: "Old"}, {0: "–"}, {0: "see why", TableRole.LINK: True}),
        ({}, {0: "Fact", TableRole.CONFIDENCE: "read", TableRole.ICON: "rack"}, {0: "1"}, {}),
    )

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.cells)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 2:
            return Qt.AlignmentFlag.AlignRight
        return self.cells[index.row()][index.column()].get(role)


@pytest.fixture
def table(qtbot: QtBot) -> DeskTable:
    made = DeskTable("Problems")
    made.setModel(Problems(made))
    made.set_mark_column(0)
    made.resize(600, 200)
    show(qtbot, made)
    return made


def test_rows_and_head_are_24_high(table: DeskTable) -> None:
    assert {table.rowHeight(row) for row in range(3)} == {24}
    assert table.horizontalHeader().height() == 24
    assert table.columnWidth(0) == MARK_COLUMN_WIDTH


def test_a_button_or_link_is_pressed_only_where_it_is(table: DeskTable) -> None:
    pressed: list[tuple[int, int]] = []
    table.cell_pressed.connect(lambda index: pressed.append((index.row(), index.column())))
    button = table.visualRect(table.model().index(0, 3))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=button.topLeft() + QPoint(20, 12))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=button.topRight() + QPoint(-4, 12))
    link = table.visualRect(table.model().index(1, 3))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=link.topLeft() + QPoint(20, 12))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(100, 12))
    assert pressed == [(0, 3), (1, 3)]


def test_the_whole_row_is_hovered_selected_and_ringed(table: DeskTable) -> None:
    QTest.mouseMove(table.viewport(), QPoint(100, 36))
    assert table.hovered_row() == 1
    table.setFocus()
    table.selectRow(2)
    assert len(table.selectionModel().selectedRows()) == 1
    focused = table.grab().toImage()
    table.clearFocus()
    assert table.grab().toImage() != focused


def test_home_and_end_go_to_the_first_and_the_last_row(table: DeskTable) -> None:
    table.setFocus()
    table.selectRow(1)
    QTest.keyClick(table, Qt.Key.Key_End)
    assert [index.row() for index in table.selectionModel().selectedRows()] == [2]
    QTest.keyClick(table, Qt.Key.Key_Home)
    assert [index.row() for index in table.selectionModel().selectedRows()] == [0]


def test_columns_can_be_fitted_to_what_they_hold(table: DeskTable) -> None:
    table.resizeColumnToContents(3)
    assert table.columnWidth(3) > 40


GROUPS = [
    RowGroup("systems", "Systems", [Row("dgx", "DGX H100", "kind-server", "8U"), Row("hgx", "HGX")]),
    RowGroup("switches", "Switches", [Row("qm", "QM9700", fact="1U")]),
]


@pytest.fixture
def rows(qtbot: QtBot) -> RowList:
    model = RowListModel(mime_type="application/x-part")
    model.set_groups(GROUPS)
    made = RowList("Catalog", model)
    model.setParent(made)
    made.resize(240, 300)
    show(qtbot, made)
    return made


def texts(rows: RowList) -> list[str]:
    model = rows.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_groups_fold_by_keys_and_clicks(rows: RowList) -> None:
    rows.set_current_key("hgx")
    QTest.keyClick(rows, Qt.Key.Key_Left)
    assert rows.current_key() == ""
    assert rows.currentIndex().data() == "Systems"
    QTest.keyClick(rows, Qt.Key.Key_Left)
    assert texts(rows) == ["Systems", "Switches", "QM9700"]
    QTest.keyClick(rows, Qt.Key.Key_Right)
    assert texts(rows) == ["Systems", "DGX H100", "HGX", "Switches", "QM9700"]
    head = rows.visualRect(rows.model().index(3, 0))
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=head.center())
    assert texts(rows)[-1] == "Switches"
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert texts(rows)[-1] == "QM9700"


def test_a_folded_group_stays_folded_when_the_rows_change(rows: RowList) -> None:
    model = rows.model()
    assert isinstance(model, RowListModel)
    model.set_folded("systems", True)
    model.set_groups(GROUPS[:1])
    assert texts(rows) == ["Systems"]


def test_enter_chooses_and_rows_can_be_dragged(qtbot: QtBot, rows: RowList) -> None:
    rows.set_current_key("qm")
    assert rows.current_key() == "qm"
    with qtbot.waitSignal(rows.chosen, timeout=PATIENCE_MS) as chosen:
        QTest.keyClick(rows, Qt.Key.Key_Return)
    assert chosen.args == ["qm"]
    index = rows.currentIndex()
    assert index.flags() & Qt.ItemFlag.ItemIsDragEnabled
    assert rows.model().mimeData([index]).data("application/x-part").data() == b"qm"
    assert not rows.model().index(0, 0).flags() & Qt.ItemFlag.ItemIsDragEnabled
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "QM9700, 1U"
    assert index.data(RowRole.FACT) == "1U"


def test_models(qtmodeltester: ModelTester) -> None:
    model = RowListModel()
    model.set_groups(GROUPS)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    qtmodeltester.check(Problems())  # type: ignore[no-untyped-call]
