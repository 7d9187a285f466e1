"""The one-line diagram: what is drawn where, what a click and the keys do, failures before and after, pictures."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from gpudesk.core.plan.plan import Plan
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.supplies import SupplyState
from gpudesk.derived.power.branches import Key
from gpudesk.operations.power.power_nodes import hang_power_node
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.app.render import wait_until
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.places.power.panes.power_diagram_page import PowerDiagramPage
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.built import Step
from tests.ui.hand import CTRL, PLAN, SHIFT, Hand
from tests.ui.places.power.test_power_place import add_node, go, node, wired


def two_grids(document: Document) -> None:
    """Grid → UPS → feed A01-A, and feed A01-B straight from a second grid."""
    grid, other = add_node(document, PowerNodeKind.SOURCE, "Grid 1"), add_node(document, PowerNodeKind.SOURCE, "Grid 2")
    ups = add_node(document, PowerNodeKind.UPS, "UPS 1", grid, capacity_va=60_000)
    for feed, above in (("A01-A", ups), ("A01-B", other)):
        run(document, hang_power_node, node(document, feed), above)


@pytest.fixture
def site(request: pytest.FixtureRequest) -> tuple[Plan, tuple[Step, ...]]:
    return PLAN, (wired, two_grids) if "page" in request.fixturenames else ()


@pytest.fixture
def page(hand: Hand) -> PowerDiagramPage:
    """The one-line diagram of two grids."""
    place = go(hand)
    place.tabs.set_current("diagram")
    hand.rest()
    return place.diagram


@pytest.fixture
def drilling(hand: Hand) -> Drilling:
    return Drilling.of(hand.desk.session)


def key_of(page: PowerDiagramPage, name: str) -> Key:
    assert page.diagram is not None
    chain = page.diagram.chain
    return chain.key(chain.names.index(name))


def middle(page: PowerDiagramPage, key: Key) -> QPoint:
    """A point of the view at which nothing but this part is."""
    wait_until(lambda: not page.view.in_flight)
    bounds = page.view.bounds_of(key)
    assert bounds is not None
    camera = page.view.camera
    return QPoint(round(camera.x_px((bounds.left + bounds.right) / 2)), round(camera.y_px(bounds.top)) + 4)


def click(page: PowerDiagramPage, name: str, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, keys, middle(page, key_of(page, name)))


def closer(page: PowerDiagramPage) -> None:
    """Look at the rack so closely that all of it is drawn."""
    page.view.go_to_part(key_of(page, "A01-A"))
    wait_until(lambda: not page.view.in_flight)
    page.view.settle()


def test_what_feeds_stands_above_what_is_fed(page: PowerDiagramPage) -> None:
    diagram = page.diagram
    assert diagram is not None
    tops = {name: page.view.bounds_of(key_of(page, name)) for name in ("Grid 1", "UPS 1", "A01-A", "pdu-0u-415v-60a-001")}
    heights = [bounds.top for bounds in tops.values() if bounds is not None]
    assert len(heights) == 4
    assert heights == sorted(heights)
    assert page.view.isVisible()
    assert len(diagram.units) == 1


def test_a_click_selects_and_the_selection_comes_back(hand: Hand, page: PowerDiagramPage) -> None:
    closer(page)
    click(page, "A01-A")
    assert page.view.selection == (key_of(page, "A01-A"),)
    strip = "pdu-0u-415v-60a-001"
    click(page, strip, CTRL)
    assert strip in hand.selected()
    hand.desk.session.select([hand.ref("A01")])
    assert [key[0] for key in page.view.selection] == ["rack"]
    QTest.mouseDClick(page.view, Qt.MouseButton.LeftButton, pos=middle(page, key_of(page, strip)))
    hand.rest()
    assert hand.desk.window.place == "rack"
    assert hand.selected() == {strip}


def test_the_arrows_walk_along_the_network(page: PowerDiagramPage) -> None:
    page.view.select((key_of(page, "A01-A"),))
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Up)
    assert page.view.current == key_of(page, "UPS 1")
    QTest.keyClick(page.view, Qt.Key.Key_Up)
    assert page.view.current == key_of(page, "Grid 1")
    QTest.keyClick(page.view, Qt.Key.Key_Right)
    assert page.view.current == key_of(page, "Grid 2")
    QTest.keyClick(page.view, Qt.Key.Key_Down)
    assert page.view.current == key_of(page, "A01-B")
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.view.selection == ()


def test_the_tooltip_shows_the_working(page: PowerDiagramPage) -> None:
    closer(page)
    text = page.view.tool_tip_at(middle(page, key_of(page, "A01-A")))
    assert "A01-A · Feed" in text
    assert "Fed from UPS 1" in text
    assert "L1 " in text
    assert "L3 " in text
    assert "× 1 derating" in text
    assert "at a power factor of 0.95" in text


def test_search_jumps_to_what_is_called_so(hand: Hand, page: PowerDiagramPage) -> None:
    page.search.setFocus()
    QTest.keyClicks(page.search, "a01-")
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    first = page.view.current
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    hand.rest()
    wait_until(lambda: not page.view.in_flight)
    assert {first, page.view.current} == {key_of(page, "A01-A"), key_of(page, "A01-B")}
    assert page.hits.text() == "2 of 2"
    page.search.setText("nothing like it")
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    assert page.hits.text() == "not found"


def test_x_lets_it_fail_and_esc_leads_back(hand: Hand, page: PowerDiagramPage, drilling: Drilling) -> None:
    click(page, "UPS 1")
    page.view.setFocus()
    before = page.view.scene.loads
    QTest.keyClick(page.view, Qt.Key.Key_X)
    hand.rest()
    after = drilling.after
    assert after is not None
    assert page.view.scene.after is after
    assert "UPS 1 fails" in page.strip.text
    assert page.strip.isVisible()
    assert before is not None
    diagram = page.diagram
    assert diagram is not None
    dead = {diagram.chain.names[int(diagram.chain.place_of_node[node])] for node in after.dead.nonzero()[0].tolist()}
    assert {"UPS 1", "A01-A", "pdu-0u-415v-60a-001"} <= dead
    assert "Grid 1" not in dead
    # Six supplies in three pairs on each side: a DGX H100 runs on less with three.
    assert after.count(SupplyState.REDUCED) == 2
    assert "throttled: 2" in page.strip.text
    closer(page)
    assert "→0" in page.view.tool_tip_at(middle(page, key_of(page, "A01-A")))
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    hand.rest()
    assert not drilling.active
    assert page.strip.text == ""
    assert not page.strip.isVisible()


def test_one_more_fails_and_all_stops(hand: Hand, page: PowerDiagramPage, drilling: Drilling) -> None:
    click(page, "Grid 1")
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_X)
    hand.rest()
    click(page, "Grid 2")
    QTest.keyClick(page.view, Qt.Key.Key_X, SHIFT)
    hand.rest()
    assert drilling.after is not None
    assert drilling.after.count(SupplyState.DOWN) == 2
    assert "Grid 1, Grid 2 fail together" in page.strip.text or "Grid 2, Grid 1 fail together" in page.strip.text
    QTest.mouseClick(page.strip.done, Qt.MouseButton.LeftButton)
    hand.rest()
    assert drilling.after is None


def test_left_and_right_step_through_failures(hand: Hand, page: PowerDiagramPage, drilling: Drilling) -> None:
    click(page, "Grid 1")
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_X)
    hand.rest()
    QTest.keyClick(page.view, Qt.Key.Key_Right)
    hand.rest()
    assert drilling.keys == (key_of(page, "Grid 2"),)
    QTest.mouseClick(page.strip.previous, Qt.MouseButton.LeftButton)
    hand.rest()
    assert drilling.keys == (key_of(page, "Grid 1"),)


def test_a_failure_of_the_table_is_drawn(hand: Hand, page: PowerDiagramPage, drilling: Drilling) -> None:
    place = hand.desk.window.power
    place.let_fail()
    hand.rest()
    model = place.failures.model
    rows = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    place.failures.table.setFocus()
    place.failures.table.setCurrentIndex(model.index(rows.index("A01-B"), 0))
    QTest.keyClick(place.failures.table, Qt.Key.Key_X)
    hand.rest()
    assert place.tabs.current() == "diagram"
    assert drilling.keys == (key_of(page, "A01-B"),)
    QTest.keyClick(page.view, Qt.Key.Key_Right)
    hand.rest()
    assert drilling.keys == (model.key((rows.index("A01-B") + 1) % len(rows)),)


def test_each_menu_offers_the_failure_and_a_problem_leads_into_the_drawing(hand: Hand, page: PowerDiagramPage) -> None:
    place = hand.desk.window.power
    place.go_to(ObjectRef("power_node", hand.ids("power_node")["A01-B"]))
    hand.rest()
    assert place.tabs.current() == "diagram"
    assert page.view.current == key_of(page, "A01-B")
    fail = hand.desk.window.registry.action("power.fail")
    assert fail.isEnabled()
    page.view.menu_requested.emit(page.view.current, QPoint(10, 10))
    menus = [menu for menu in place.findChildren(QMenu) if menu.isVisible()]
    assert [fail in menu.actions() for menu in menus] == [True]
    menus[0].close()
    place.let_fail()
    hand.rest()
    place.failures.table.setCurrentIndex(place.failures.model.index(0, 0))
    place.failures.table.customContextMenuRequested.emit(QPoint(10, 10))
    menus = [menu for menu in place.findChildren(QMenu) if menu.isVisible()]
    assert [fail in menu.actions() for menu in menus] == [True]
    menus[0].close()
    place.tabs.set_current("cooling")
    hand.rest()
    assert not fail.isEnabled()


def test_an_edit_is_drawn_and_the_failure_goes_along(hand: Hand, page: PowerDiagramPage, drilling: Drilling) -> None:
    click(page, "Grid 1")
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_X)
    hand.rest()
    feed, other = hand.ids("power_node")["A01-A"], hand.ids("power_node")["Grid 2"]
    hand.desk.session.do(hang_power_node, feed, other)
    hand.rest()
    assert drilling.after is not None
    assert drilling.after.chain.snapshot is hand.snapshot
    assert drilling.after.count(SupplyState.REDUCED) == 0
    assert page.view.scene.after is drilling.after
    hand.desk.session.undo()
    hand.rest()
    assert drilling.after is not None
    assert drilling.after.count(SupplyState.REDUCED) == 2
    while "Grid 1" in hand.ids("power_node"):
        hand.desk.session.undo()
        hand.rest()
    assert drilling.after is None


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_diagram_is_written(hand: Hand, page: PowerDiagramPage, tmp_path: Path, suffix: str) -> None:
    from gpudesk.ui.places.power.failure_commands import DrillCommands

    commands = hand.desk.window.findChild(DrillCommands)
    assert commands is not None
    out = tmp_path / f"one-line{suffix}"
    commands.save_picture(out)
    hand.rest()
    content = out.read_bytes()
    checks: dict[str, Callable[[], bool]] = {
        ".png": lambda: not QImage(str(out)).isNull() and QImage(str(out)).width() >= 1600,
        ".svg": lambda: b"UPS 1" in content and b"A01" in content,
        ".pdf": lambda: content.startswith(b"%PDF") and len(content) > 2000,
    }
    assert checks[suffix]()


def test_nothing_wired_leads_to_the_wiring(hand: Hand) -> None:
    place = go(hand)
    place.tabs.set_current("diagram")
    hand.rest()
    assert place.diagram.empty.isVisible()
    hand.desk.session.do(place_device, "generic.pdu-0u-415v-60a", hand.ids("rack")["A01"], 0, 1, 0)
    hand.rest()
    QTest.mouseClick(place.diagram.empty.button, Qt.MouseButton.LeftButton)
    hand.rest()
    assert place.diagram.view.isVisible()
    assert place.diagram.diagram is not None
    assert len(place.diagram.diagram.units) == 1
