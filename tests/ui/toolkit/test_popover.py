import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.popover import LEAST_WIDTH, MOST_WIDTH, Popover
from gpudesk.ui.toolkit.widgets.popover_placement import MARGIN, POINTER, place_popover
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm, WhyView, why_popover
from tests.patience import PATIENCE_MS
from tests.ui.showing import show

WINDOW = QRect(0, 0, 1280, 800)
WHY = WhyContent(
    "Rack power, maximum",
    [WhyTerm("4 × DGX H100", "40.8 kW", "read", detail="system maximum")],
    WhyTerm("Sum", "40.8 kW", "derived"),
    [WhyTerm("Margin", "+5.2 kW", severity="ok"), WhyTerm("Airflow", "")],
    formula="P = n · p",
    source="User guide",
)


@given(
    st.builds(QSize, st.integers(60, 390), st.integers(30, 500)),
    st.builds(QRect, st.integers(0, 1200), st.integers(0, 760), st.integers(1, 80), st.integers(1, 40)),
)
def test_it_never_covers_what_it_explains(size: QSize, target: QRect) -> None:
    placement = place_popover(size, target, WINDOW)
    assert not placement.body.intersects(target)
    assert placement.body.size() == size
    # The frame is one pointer away from the target.
    gap = {
        "top": placement.body.top() - target.bottom() - 1,
        "bottom": target.top() - placement.body.bottom() - 1,
        "left": placement.body.left() - target.right() - 1,
        "right": target.left() - placement.body.right() - 1,
    }[placement.side]
    assert gap == POINTER


@given(
    st.builds(QSize, st.integers(60, 390), st.integers(30, 500)),
    st.builds(QRect, st.integers(24, 1100), st.integers(24, 700), st.integers(8, 80), st.integers(8, 40)),
)
def test_its_tip_touches_the_target(size: QSize, target: QRect) -> None:
    assert target.adjusted(-1, -1, 1, 1).contains(place_popover(size, target, WINDOW).tip)


@given(
    st.builds(QSize, st.integers(60, 390), st.integers(30, 300)),
    st.builds(QRect, st.integers(0, 1200), st.integers(0, 760), st.integers(1, 80), st.integers(1, 40)),
)
def test_it_stays_in_the_window_where_there_is_room(size: QSize, target: QRect) -> None:
    body = place_popover(size, target, WINDOW).body
    assert WINDOW.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN).contains(body)


@pytest.mark.parametrize(
    ("target", "side"),
    [
        (QRect(600, 100, 40, 20), "top"),
        (QRect(600, 760, 40, 20), "bottom"),
        (QRect(10, 350, 40, 100), "left"),
        (QRect(1230, 350, 40, 100), "right"),
    ],
)
def test_it_takes_the_side_that_has_room(target: QRect, side: str) -> None:
    assert place_popover(QSize(300, 420), target, WINDOW).side == side


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(900, 600)
    show(qtbot, made)
    return made


def test_escape_closes_and_gives_the_focus_back(qtbot: QtBot, window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    popover = why_popover(window, WHY)
    popover.show_for(field)
    assert popover.hasFocus()
    assert LEAST_WIDTH <= popover.width() <= MOST_WIDTH + 40
    with qtbot.waitSignal(popover.closed, timeout=PATIENCE_MS):
        QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert field.hasFocus()


def test_it_closes_when_the_focus_or_the_window_goes_elsewhere(window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    popover = Popover(window, "Why")
    popover.show_at(QRect(100, 100, 40, 20))
    field.setFocus()
    assert not popover.isVisible()
    popover.show_at(QRect(100, 100, 40, 20))
    window.resize(800, 500)
    assert not popover.isVisible()


def test_the_working_is_copied_as_text(window: QWidget) -> None:
    popover = why_popover(window, WHY)
    popover.show_at(QRect(100, 100, 40, 20))
    copy = next(button for button in popover.findChildren(IconButton) if button.accessibleName() == "Copy as text")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines == [
        "Rack power, maximum",
        "P = n · p",
        "4 × DGX H100\t40.8 kW\tread\tsystem maximum",
        "Sum\t40.8 kW\tderived",
        "Margin\t+5.2 kW\tOK",
        "Airflow\t–",
        "User guide",
    ]


def test_it_asks_to_be_pinned(qtbot: QtBot, window: QWidget) -> None:
    popover = why_popover(window, WHY)
    popover.show_at(QRect(100, 100, 40, 20))
    pin = next(button for button in popover.findChildren(IconButton) if button.accessibleName() == "Keep as a panel")
    with qtbot.waitSignal(popover.pin_requested, timeout=PATIENCE_MS):
        QTest.keyClick(pin, Qt.Key.Key_Return)


def test_a_passive_bubble_takes_neither_focus_nor_clicks(window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    bubble = Popover(window, "No room at U25", severity="error", passive=True)
    bubble.set_text("In the way: leaf-r5, front and rear. " * 5)
    bubble.show_at(QRect(300, 300, 60, 40))
    assert field.hasFocus()
    assert bubble.isVisible()
    assert window.childAt(bubble.geometry().center()) is not bubble
    first = bubble.placement()
    bubble.show_at(QRect(500, 300, 60, 40))
    second = bubble.placement()
    assert first is not None
    assert second is not None
    assert second.tip - first.tip == QPoint(200, 0)
    bubble.dismiss()
    assert QApplication.focusWidget() is field


def test_lines_of_the_working_do_not_wrap_while_there_is_room(qtbot: QtBot) -> None:
    view = WhyView(WhyContent("T", [WhyTerm("4 × DGX H100, system maximum", "4 × 10.2 kW", "read")]))
    qtbot.addWidget(view)
    hint = view.sizeHint()
    assert hint.width() <= MOST_WIDTH
    assert hint.height() <= 24
