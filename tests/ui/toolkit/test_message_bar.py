"""The bar that says what could not be done is over its place and is as high as what it says."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.widgets.message_bar import MessageBar


def test_a_bar_grows_with_a_button_that_gets_its_height_later(qtbot: QtBot) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    place.resize(800, 400)
    bar = MessageBar(place, over=True)
    rooms: list[int] = []
    bar.room_wanted.connect(rooms.append)
    place.show()
    bar.show_message("error", "The file is damaged.", "Recover the rest.", choices=[("Recover…", lambda: None)])
    settle()
    before = bar.height()
    (button,) = bar.choices
    button.setMinimumSize(QSize(80, button.height() + 30))
    settle()
    assert bar.height() == before + 30
    assert rooms[-1] == bar.height()
    assert button.geometry().bottom() < bar.height()
