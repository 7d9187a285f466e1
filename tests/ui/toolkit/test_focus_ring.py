from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFocusFrame,
    QLineEdit,
    QListView,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS, FocusRing
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from tests.ui.showing import show


def ring(application: QApplication) -> FocusRing:
    found = application.findChildren(FocusRing)
    assert len(found) == 1
    return found[0]


def test_it_goes_round_the_focused_control_and_follows_it(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    field = QLineEdit(window)
    field.setGeometry(50, 50, 120, 24)
    show(qtbot, window)
    field.setFocus()
    assert ring(qapp).control() is field
    frame = window.findChild(QFocusFrame)
    assert frame is not None
    assert frame.isVisible()
    assert frame.geometry() == QRect(47, 47, 126, 30)
    field.move(80, 90)
    assert frame.geometry().topLeft() == QPoint(77, 87)
    field.clearFocus()
    assert not frame.isVisible()


def test_views_and_others_that_mark_their_focus_are_left_alone(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    view, own = QListView(window), QPushButton("x", window)
    own.setProperty(OWN_FOCUS, True)
    show(qtbot, window)
    for widget in (view, own):
        widget.setFocus()
        assert ring(qapp).control() is None


def test_the_ring_goes_round_no_ring(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    field = QLineEdit(window)
    show(qtbot, window)
    field.setFocus()
    frame = window.findChild(QFocusFrame)
    assert frame is not None
    frame.setFocus()
    # Qt takes the focus from the ring as that is hidden, and back to the field.
    assert ring(qapp).control() is field


def test_a_button_of_a_head_is_ringed_within_as_the_head_is_no_higher(qtbot: QtBot, qapp: QApplication) -> None:
    header = DockHeader("Verdict")
    button = header.add_button("export", "Export…")
    show(qtbot, header)
    middle = QPoint(button.width() // 2, 0)
    button.clearFocus()
    assert button.grab().toImage().pixelColor(middle) != theme.current().focus_ring
    button.setFocus()
    assert ring(qapp).control() is None
    assert button.grab().toImage().pixelColor(middle) == theme.current().focus_ring


def test_it_survives_the_window_it_was_in(qtbot: QtBot, qapp: QApplication) -> None:
    for _ in range(3):
        window = QWidget()
        area = QScrollArea(window)
        inner = QWidget()
        column = QVBoxLayout(inner)
        fields = [QLineEdit(inner) for _ in range(3)]
        for field in fields:
            column.addWidget(field)
        area.setWidget(inner)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        fields[1].setFocus()
        assert ring(qapp).control() is fields[1]
        window.close()
        window.deleteLater()
        del window, area, inner, column, fields, field
        qapp.processEvents()
        qapp.sendPostedEvents(None, 52)  # QEvent.Type.DeferredDelete
        assert ring(qapp).control() is None


def test_parts_of_a_ringed_control_stay_valid_when_the_ring_goes_with_another_window(qtbot: QtBot, qapp: QApplication) -> None:
    window, passing = QWidget(), QWidget()
    choice, field = QComboBox(window), QLineEdit(passing)
    choice.addItem("one")
    entries = choice.view()
    for shown, control in ((window, choice), (passing, field)):
        show(qtbot, shown)
        control.setFocus()
        assert ring(qapp).control() is control
    passing.deleteLater()
    del passing, field, shown, control
    qapp.sendPostedEvents(None, 52)  # QEvent.Type.DeferredDelete
    assert isValid(entries)
    assert entries.model() is choice.model()
