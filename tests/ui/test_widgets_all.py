"""Every widget of the house: shown in every theme, and each control that takes the focus has a name."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.app.palette import Palette
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.palette_search import PaletteItem, PaletteProvider
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import THEME_NAMES
from gpudesk.ui.toolkit.widgets.confidence_badge import ConfidenceBadge
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FactRow, LineField
from gpudesk.ui.toolkit.widgets.figure_link import FigureLink
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.palette_button import PaletteButton
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.popover import Popover
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from gpudesk.ui.toolkit.widgets.rail import Rail
from gpudesk.ui.toolkit.widgets.row_list import Row, RowGroup, RowList, RowListModel
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.widgets.severity_marks import CONFIDENCES, SEVERITY_ORDER, SeverityMark, worst
from gpudesk.ui.toolkit.widgets.status_line import StatusFigure, StatusLine
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader
from gpudesk.ui.toolkit.widgets.tag import RemovableTag, Tag
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm, WhyView
from tests.ui.showing import show


def severity_marks() -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    for severity in SEVERITY_ORDER:
        column.addWidget(SeverityMark(severity))
    return box


def badges() -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    for confidence in CONFIDENCES:
        column.addWidget(ConfidenceBadge(confidence, "a source"))
    return box


def dock_header() -> QWidget:
    head = DockHeader("History", "6 steps")
    head.add_button("undo", "Undo")
    head.add_menu(QMenu(head))
    head.set_filters({"node": "node = dgx-014"})
    head.set_count("8 of 2,044")
    return head


def tab_header() -> QWidget:
    head = TabHeader("Lists")
    head.add_page("problems", "Problems")
    head.add_page("cables", "Cables")
    head.set_badges("problems", {"error": 2, "warning": 0, "info": 1})
    head.add_button("filter", "Filter")
    head.set_count("All racks")
    return head


def rail() -> QWidget:
    made = Rail()
    made.add_place("home", "Home", "home")
    made.add_place("rack", "Rack", "rack")
    made.set_place("rack")
    made.set_mark("home", "error")
    return made


def tool_bar() -> QWidget:
    bar = PlaceToolBar("Rack tools")
    bar.add_tool(QAction(icons.icon("plus"), "Rack", bar), word=True)
    bar.addSeparator()
    bar.add_labelled("Row", QComboBox())
    bar.add_stretch()
    bar.addWidget(SegmentedControl("Faces", [Segment("front", "Front"), Segment("rear", "Rear")]))
    return bar


def row_list() -> QWidget:
    model = RowListModel()
    model.set_groups([RowGroup("s", "Systems", [Row("a", "DGX H100", "kind-server", "8U")])])
    made = RowList("Catalog", model)
    model.setParent(made)
    return made


def status_line() -> QWidget:
    line = StatusLine()
    line.totals.set_figures([StatusFigure("g", "1,016", "GPUs"), StatusFigure("k", "40.8", "kW")])
    line.problems.set_counts({"error": 1, "warning": 2, "info": 3})
    line.insert_work(ProgressStrip("Reading"))
    return line


def popover() -> QWidget:
    window = QWidget()
    window.resize(500, 400)
    made = Popover(window, "Rack power", can_pin=True)
    made.set_text("A text.")
    made.set_copy_text(lambda: "text")
    window.show()
    made.show_at(QRect(100, 60, 40, 20))
    return window


def palette() -> QWidget:
    window = QWidget()
    window.resize(800, 500)
    items = [PaletteItem("a", "Undo", lambda: None, icon="undo", shortcut="Ctrl+Z", detail="Edit")]
    made = Palette(window, [PaletteProvider("Actions", lambda _query: items, shown_unasked=True)])
    window.show()
    made.open("u")
    return window


def why_view() -> QWidget:
    terms = [WhyTerm("Term", "1 kW", "read", detail="more", severity="warning")]
    return WhyView(WhyContent("Why", terms, WhyTerm("Sum", "1 kW", "derived"), formula="a + b", source="Book"))


WIDGETS: dict[str, Callable[[], QWidget]] = {
    "severity marks": severity_marks,
    "confidence badges": badges,
    "dock header": dock_header,
    "tab header": tab_header,
    "rail": rail,
    "tool bar": tool_bar,
    "row list": row_list,
    "status line": status_line,
    "popover": popover,
    "palette": palette,
    "why": why_view,
    "empty place": lambda: EmptyPlace("rack", "No racks yet.", "Build a row…", "Open the sample"),
    "fact": lambda: FactRow("Power", "10.2 kW", "read"),
    "open fact": lambda: FactRow("Power", "10.2 kW", "derived", opens=True),
    "editor": lambda: EditorRow("Name", LineField("dgx-1"), unit="U"),
    "figure": lambda: FigureLink("40.8 kW"),
    "group": lambda: GroupHeader("Facts", "6"),
    "icon button": lambda: IconButton("close", "Close"),
    "label": lambda: Label("text", ink="text.secondary"),
    "link": lambda: LinkButton("See all"),
    "palette button": lambda: PaletteButton("Find…", "Ctrl+K"),
    "progress": lambda: ProgressStrip("Reading cables"),
    "search": lambda: SearchField("Search the catalog", "Find a part"),
    "segmented": lambda: SegmentedControl("Faces", [Segment("front", "Front"), Segment("rear", "Rear")]),
    "table": lambda: DeskTable("Problems"),
    "tag": lambda: Tag("placed", "ok"),
    "plain tag": lambda: Tag("63 used"),
    "filter": lambda: RemovableTag("node = 14"),
}


@pytest.mark.parametrize("name", WIDGETS)
def test_it_is_shown_in_every_theme(qtbot: QtBot, qapp: QApplication, name: str) -> None:
    theme.set_theme("light")
    widget = WIDGETS[name]()
    show(qtbot, widget)
    pictures = []
    for chosen in THEME_NAMES:
        theme.set_theme(chosen)
        # A view takes the new palette with the next turn of the event loop.
        qapp.processEvents()
        pictures.append(widget.grab().toImage())
    assert pictures[0] != pictures[1]
    assert pictures[1] != pictures[2]


@pytest.mark.parametrize("name", WIDGETS)
def test_what_takes_the_focus_has_a_name(qtbot: QtBot, name: str) -> None:
    widget = WIDGETS[name]()
    qtbot.addWidget(widget)
    for part in [widget, *widget.findChildren(QWidget)]:
        if part.focusPolicy() == Qt.FocusPolicy.NoFocus or part.focusProxy() is not None:
            continue
        interface = QAccessible.queryAccessibleInterface(part)
        assert interface is not None
        assert interface.text(QAccessible.Text.Name), f"{part} has no accessible name"


def test_the_worst_of_some_severities() -> None:
    assert worst(["info", "error", "ok"]) == "error"
    assert worst([]) is None
