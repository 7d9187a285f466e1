import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QSplitter,
    QStyle,
    QStyleOptionHeader,
    QTabBar,
    QToolBar,
    QToolButton,
    QToolTip,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.style.view_styles import sort_mark_rect
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import THEME_NAMES
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from tests.patience import PATIENCE_MS
from tests.ui.showing import show


def test_controls_have_the_heights_of_the_tokens(qtbot: QtBot) -> None:
    menu = QMenu()
    action = menu.addAction("Open")
    heights = {QLineEdit(): 24, QComboBox(): 24, QSpinBox(): 24, QPushButton("Go"): 26, QToolButton(): 26, menu: None}
    for widget, height in heights.items():
        qtbot.addWidget(widget)
        if height is not None:
            assert widget.sizeHint().height() == height, widget
    assert menu.actionGeometry(action).height() == 26
    tabs = QTabBar()
    qtbot.addWidget(tabs)
    tabs.addTab("Problems")
    assert tabs.tabSizeHint(0).height() == 28


def test_the_rows_of_a_drop_down_can_be_hit_and_read(qtbot: QtBot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    words = "a system with three lines and a neutral conductor"
    box.addItems(["short", words])
    box.resize(90, 24)
    box.move(10, 10)
    show(qtbot, box)
    box.showPopup()
    view = box.view()
    rows = [view.visualRect(view.model().index(row, 0)) for row in range(2)]
    assert [row.height() for row in rows] == [24, 24]
    assert view.viewport().width() >= box.fontMetrics().horizontalAdvance(words) > box.width()
    box.hidePopup()


def test_a_drop_down_leaves_out_the_middle_of_what_it_has_no_room_for(qtbot: QtBot) -> None:
    whole, cut = QComboBox(), QComboBox()
    whole.addItem("120/208 V, three lines and neutral")
    shown = whole.fontMetrics().elidedText(whole.currentText(), Qt.TextElideMode.ElideMiddle, 100)
    cut.addItem(shown)
    assert shown.startswith("120/208")
    assert shown.endswith("neutral")
    for box in (whole, cut):
        qtbot.addWidget(box)
        box.resize(128, 24)
    assert whole.grab().toImage() == cut.grab().toImage()


def test_words_begin_at_the_same_place_whether_a_drop_down_is_typed_in_or_not(qtbot: QtBot) -> None:
    begins = []
    for typed in (False, True):
        box = QComboBox()
        qtbot.addWidget(box)
        box.setEditable(typed)
        box.addItem("HHHH")
        box.resize(120, 24)
        show(qtbot, box)
        box.clearFocus()
        picture = box.grab().toImage()
        ground = picture.pixelColor(4, 12)
        begins.append(next(x for x in range(5, 60) if any(picture.pixelColor(x, y) != ground for y in range(6, 18))))
    assert abs(begins[0] - begins[1]) <= 1


def test_the_dots_of_a_tool_bar_stand_in_line_with_its_tools(qtbot: QtBot) -> None:
    bar = PlaceToolBar("Tools")
    qtbot.addWidget(bar)
    for number in range(20):
        bar.add_tool(QAction(f"Tool {number}", bar), word=True)
    bar.resize(300, 36)
    show(qtbot, bar)
    buttons = [button for button in bar.findChildren(QToolButton) if button.isVisible()]
    more = next(button for button in buttons if button.objectName() == "qt_toolbar_ext_button")
    assert more.accessibleName()
    assert {abs(button.geometry().center().y() - more.geometry().center().y()) <= 1 for button in buttons} == {True}


def test_the_main_button_is_filled_with_the_accent(qtbot: QtBot) -> None:
    button = QPushButton("Build")
    qtbot.addWidget(button)
    button.resize(100, 26)
    plain = button.grab().toImage().pixelColor(6, 13)
    button.setProperty(PRIMARY, True)
    assert button.grab().toImage().pixelColor(6, 13) == theme.current().accent != plain


@pytest.mark.parametrize("name", THEME_NAMES)
def test_everything_can_be_drawn_in_every_state(qtbot: QtBot, qapp: QApplication, name: str) -> None:
    theme.set_theme(name)
    window = QMainWindow()
    bar = QToolBar("Tools", window)
    window.addToolBar(bar)
    for text in ("One", "Two"):
        action = QAction(text, window)
        action.setCheckable(True)
        action.setChecked(text == "Two")
        bar.addAction(action)
    bar.addSeparator()
    window.menuBar().addMenu("File").addAction("Open")
    window.statusBar().showMessage("ready")
    board = QWidget()
    window.setCentralWidget(board)
    column = QVBoxLayout(board)
    check, radio, slider, progress = QCheckBox("c"), QRadioButton("r"), QSlider(Qt.Orientation.Horizontal), QProgressBar()
    check.setTristate(True)
    check.setCheckState(Qt.CheckState.PartiallyChecked)
    radio.setChecked(True)
    progress.setValue(40)
    off = QComboBox()
    off.addItem("off")
    off.setEnabled(False)
    splitter = QSplitter()
    tree = QTreeWidget()
    tree.setHeaderLabels(["Name", "Value"])
    tree.setSortingEnabled(True)
    top = QTreeWidgetItem(tree, ["a", "1"])
    for number in range(30):
        QTreeWidgetItem(top, [str(number), "x"])
    top.setExpanded(True)
    splitter.addWidget(tree)
    splitter.addWidget(QWidget())
    for widget in (check, radio, slider, progress, off, QDoubleSpinBox(), QLineEdit("x"), splitter):
        column.addWidget(widget)
    for area in (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea):
        window.addDockWidget(area, QDockWidget("dock"))
    window.resize(800, 600)
    show(qtbot, window)
    tree.setFocus()
    tree.setCurrentItem(top)
    qapp.processEvents()
    seen = window.grab().toImage()
    colours = {seen.pixelColor(QPoint(x, y)).name() for x in range(0, 800, 3) for y in range(0, 600, 3)}
    assert theme.current().surface.panel.name() in colours
    assert "#308cc6" not in colours, "Fusion's own highlight shows"


def test_menus_are_wide_enough_for_words_and_keys(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    action = menu.addAction("Duplicate along the row")
    action.setShortcut("Ctrl+Shift+D")
    other = menu.addAction("Undo")
    other.setShortcut("Ctrl+Z")
    needed = fonts.text_width(action.text(), "body") + fonts.text_width("Ctrl+Shift+D", "body")
    assert menu.sizeHint().width() > needed + 34


def test_standard_icons_are_ours(qapp: QApplication) -> None:
    style = qapp.style()
    icon = style.standardIcon(QStyle.StandardPixmap.SP_MessageBoxWarning)
    picture = icon.pixmap(32, 32).toImage()
    assert theme.current().severity["warning"].colour.name() in {picture.pixelColor(x, y).name() for x in range(32) for y in range(32)}


@pytest.mark.usefixtures("qapp")
def test_the_font_is_there_with_its_weights_and_figures() -> None:
    assert fonts.register()
    assert fonts.font("body").family() == "Source Sans Pro"
    assert fonts.text_width("Rack", "strong") > fonts.text_width("Rack", "body")
    assert fonts.text_width("111", "body", tabular=True) == fonts.text_width("888", "body", tabular=True)
    assert fonts.line_height("body") == 18


def test_a_tooltip_takes_no_name_for_markup(qtbot: QtBot, qapp: QApplication) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    QToolTip.showText(widget.mapToGlobal(QPoint(1, 1)), "<b>Rack</b> <img src='/dev/zero'>", widget)
    [tip] = [each for each in qapp.topLevelWidgets() if isinstance(each, QLabel) and each.inherits("QTipLabel")]
    assert tip.textFormat() is Qt.TextFormat.PlainText
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible(), timeout=PATIENCE_MS)


@pytest.mark.parametrize("side", [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight])
def test_the_mark_of_a_sorted_column_stands_beside_its_title(side: Qt.AlignmentFlag) -> None:
    option = QStyleOptionHeader()
    option.rect = QRect(108, 0, 46, 24)
    option.text = "No."
    option.textAlignment = side
    mark = sort_mark_rect(option)
    title = round(fonts.text_width("No.", "caption", strong=True))
    begin = 108 if side is Qt.AlignmentFlag.AlignLeft else 154 - title
    assert QRectF(option.rect).contains(mark)
    assert not mark.intersects(QRectF(begin, 0, title, 24))
