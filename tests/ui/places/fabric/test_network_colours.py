"""The dialog of colors: chosen by pointer and keys, seen at once in the drawing and the table, kept in the project."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from gpudesk.core.colors.fabric_colors import Coloured, FabricColours
from gpudesk.project.stored_fabric_colors import fabric_colours
from gpudesk.ui.places.fabric.canvas.fabric_paints import network_colour
from gpudesk.ui.places.fabric.dialogs.network_colours import NetworkColoursDialog
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import load_themes
from tests.ui.cabled import cable
from tests.ui.hand import Hand


def opened(hand: Hand) -> NetworkColoursDialog:
    hand.desk.window.registry.action("fabric.colours").trigger()
    hand.rest()
    return next(each for each in QApplication.topLevelWidgets() if isinstance(each, NetworkColoursDialog) and each.isVisible())


def cell(dialog: NetworkColoursDialog, what: Coloured, number: int, column: int) -> QModelIndex:
    row = dialog.model.row_of((what, number))
    assert row is not None
    return dialog.model.index(row, column)


def type_free(hand: Hand, dialog: NetworkColoursDialog, what: Coloured, number: int, text: str) -> None:
    dialog.table.edit_cell(cell(dialog, what, number, 2))
    editor = dialog.table.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    hand.rest()


def chosen(hand: Hand) -> FabricColours:
    return hand.snapshot.cached(fabric_colours)


def at_chip(hand: Hand) -> QColor:
    """The color of the first cable's rail in the table."""
    table = hand.desk.window.fabric.cables.view
    rect = table.visualRect(table.model().index(0, 1))
    picture = table.viewport().grab().toImage()
    return picture.pixelColor(QPoint(rect.left() + 11, rect.center().y() - 5))


def test_a_rail_is_painted_in_its_free_colour_and_undo_takes_it_back(hand: Hand, tmp_path: Path) -> None:
    cable(hand, tmp_path / "c.gpudesk")
    usual = at_chip(hand)
    dialog = opened(hand)
    type_free(hand, dialog, Coloured.RAIL, 0, "#FF8000")
    assert chosen(hand) == FabricColours({}, {0: "#ff8000"})
    assert theme.current().rail[0] == QColor("#ff8000")
    assert at_chip(hand) == QColor("#ff8000") != usual
    assert theme.current().series == load_themes()[theme.current().name].rail, "other pictures keep their tones"
    assert "hard to see on the background of the light theme" in str(cell(dialog, Coloured.RAIL, 0, 3).data())
    type_free(hand, dialog, Coloured.RAIL, 1, "nonsense")
    assert "is not a color: write it as #rrggbb, such as #1754d8." in dialog.complaint.text
    assert chosen(hand).rails == {0: "#ff8000"}
    hand.desk.session.undo()
    hand.rest()
    assert at_chip(hand) == usual
    dialog.reject()


def test_a_network_takes_a_tone_of_the_palette_in_every_theme(hand: Hand, tmp_path: Path) -> None:
    place = cable(hand, tmp_path / "c.gpudesk")
    network = place.network_id
    assert network is not None
    dialog = opened(hand)
    index = cell(dialog, Coloured.NETWORK, network, 1)
    dialog.table.edit_cell(index)
    box = dialog.table.findChild(QComboBox)
    assert box is not None
    box.hidePopup()
    box.setCurrentIndex(box.findData("network.storage"))
    box.activated.emit(box.currentIndex())
    hand.rest()
    assert chosen(hand).networks == {network: "network.storage"}
    before = theme.choice()
    try:
        for name, tokens in load_themes().items():
            theme.set_theme(name)
            assert network_colour(theme.current(), place.view.scene.diagram.kind, network) == tokens.network.storage  # type: ignore[union-attr]
    finally:
        theme.set_theme(before)
    dialog.table.setCurrentIndex(cell(dialog, Coloured.NETWORK, network, 1))
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    hand.rest()
    assert chosen(hand) == FabricColours()
    assert not dialog.reset.isEnabled()
    dialog.reject()


def test_rails_that_look_alike_are_told_and_all_go_back_at_once(hand: Hand, tmp_path: Path) -> None:
    cable(hand, tmp_path / "c.gpudesk")
    dialog = opened(hand)
    type_free(hand, dialog, Coloured.RAIL, 1, "#1754d9")
    type_free(hand, dialog, Coloured.RAIL, 2, "#0b6e0b")
    assert str(cell(dialog, Coloured.RAIL, 1, 3).data()).startswith("hard to ")
    QTest.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    hand.rest()
    assert chosen(hand) == FabricColours()
    dialog.reject()


def test_colours_go_with_the_project(hand: Hand, tmp_path: Path) -> None:
    cable(hand, tmp_path / "c.gpudesk")
    dialog = opened(hand)
    type_free(hand, dialog, Coloured.RAIL, 0, "#ff8000")
    dialog.reject()
    hand.create(tmp_path / "other.gpudesk")
    assert theme.current().rail[0] != QColor("#ff8000")
    hand.open(tmp_path / "c.gpudesk")
    assert theme.current().rail[0] == QColor("#ff8000")
