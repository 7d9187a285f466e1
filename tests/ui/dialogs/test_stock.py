"""The stock is typed, pasted and taken from files, and the bill follows."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gpudesk.core.hardware.stock import StockLine
from gpudesk.derived.cost.project_stock import stock
from gpudesk.ui.app.dialogs.stock_dialog import HELD, ONLY, StockDialog
from tests.patience import PATIENCE_MS
from tests.ui.cabled import cable
from tests.ui.hand import Hand


def opened(hand: Hand, tmp_path: Path) -> StockDialog:
    cable(hand, tmp_path / "cabled.gpudesk")
    dialog = StockDialog(hand.desk.session, hand.desk.window)
    dialog.open()
    hand.qtbot.waitUntil(lambda: dialog.model.rowCount() > 0, timeout=PATIENCE_MS)
    return dialog


def held(hand: Hand) -> dict[tuple[str, int | None], StockLine]:
    return dict(hand.snapshot.cached(stock))


def test_pieces_are_typed_and_taken_away_again(hand: Hand, tmp_path: Path) -> None:
    dialog = opened(hand, tmp_path)
    key = dialog.model.line(0).key
    order = int(dialog.model.line(0).cells[5].text.replace(",", ""))
    assert order > 1
    assert dialog.model.setData(dialog.model.index(0, HELD), "1")
    hand.rest()
    hand.qtbot.waitUntil(lambda: dialog.model.line(0).cells[5].text == f"{order - 1:,}", timeout=PATIENCE_MS)
    assert held(hand)[key].count == 1
    assert dialog.model.setData(dialog.model.index(0, ONLY), "1")
    hand.rest()
    assert held(hand)[key].only
    assert not dialog.model.setData(dialog.model.index(0, HELD), "some")
    assert dialog.model.setData(dialog.model.index(0, HELD), "")
    hand.rest()
    assert not held(hand)
    dialog.reject()


def test_rows_are_pasted_and_strange_ones_are_told(hand: Hand, tmp_path: Path) -> None:
    dialog = opened(hand, tmp_path)
    QApplication.clipboard().setText("nvidia.qm9700\t5\nnobody\t3\n")
    dialog.paste()
    hand.qtbot.waitUntil(lambda: bool(held(hand)), timeout=PATIENCE_MS)
    hand.rest()
    assert held(hand) == {("nvidia.qm9700", None): StockLine("nvidia.qm9700", None, 5)}
    hand.qtbot.waitUntil(dialog.complaint.isVisible, timeout=PATIENCE_MS)
    dialog.only_held.setChecked(True)
    hand.qtbot.waitUntil(lambda: dialog.model.rowCount() == 1, timeout=PATIENCE_MS)
    dialog.reject()


def test_a_list_is_taken_in_from_a_file(hand: Hand, tmp_path: Path) -> None:
    dialog = opened(hand, tmp_path)
    file = tmp_path / "shelf.csv"
    file.write_text("Part number,In stock,Stock only\nMQM9700-NS2F,7,yes\n", encoding="utf-8")
    dialog.take_file(file)
    hand.qtbot.waitUntil(lambda: bool(held(hand)), timeout=PATIENCE_MS)
    assert held(hand)["nvidia.qm9700", None] == StockLine("nvidia.qm9700", None, 7, only=True)
    index = dialog.model.index(0, 0)
    assert index.data(Qt.ItemDataRole.DisplayRole)
    dialog.reject()
