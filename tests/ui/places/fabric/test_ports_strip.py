"""The strip of ports: which cages and ports there are, where their cables lead, and cables laid by pointer and by keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gpudesk.core.plan.plan import Plan
from gpudesk.derived.cabling.port_trial import port_trial
from gpudesk.derived.ports.shared_cages import cage_mates
from gpudesk.operations.cabling.cable_operations import pull_cables, set_cables
from gpudesk.ui.panels.inspector.port_states import shorter_names
from gpudesk.ui.places.fabric.canvas.ports_view import PortsView
from gpudesk.ui.places.fabric.panes.ports_strip import PortsStrip
from tests.patience import PATIENCE_MS
from tests.ui.built import Step
from tests.ui.cabled import CABLED, CABLES, go_to_cables, press
from tests.ui.hand import Hand


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    return CABLED


@pytest.fixture
def strip(hand: Hand) -> PortsStrip:
    strip = go_to_cables(hand).ports
    show(hand, strip, "leaf-1")
    return strip


def show(hand: Hand, strip: PortsStrip, name: str) -> None:
    hand.desk.session.select([hand.ref(name)])
    hand.rest()
    assert strip.device_id == hand.ids("device")[name]


def middle(view: PortsView, name: str) -> QPoint:
    """The middle of a port, by its name."""
    return view.port_rect(port(view, name)).center().toPoint()


def port(view: PortsView, name: str) -> int:
    return next(box.port.index for cage in view._cages for box in cage.ports if box.port.name == name)


def ends(hand: Hand, cable_id: int) -> set[tuple[str, int]]:
    row = hand.snapshot["cable"].row(cable_id)
    names = {device: name for name, device in hand.ids("device").items()}
    return {(names[row[f"{side}_device_id"]], row[f"{side}_port"]) for side in "ab"}


def test_cages_stand_as_on_the_face_and_ports_say_where_they_lead(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    assert len(view.ports()) == 67
    one, two, three = (view.port_rect(port(view, name)) for name in ("1/1", "2/1", "3/1"))
    assert one.center().x() == two.center().x() < three.center().x()
    assert one.center().y() < two.center().y()
    state = view.state(port(view, "1/1"))
    assert state is not None
    assert state.peer.startswith("dgx-")
    assert strip.head.used.text() == f"{CABLES} used"


def test_a_click_on_a_port_selects_its_cable_and_the_keys_go_on(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    press(view, middle(view, "1/1"))
    hand.rest()
    state = view.state(port(view, "1/1"))
    assert state is not None
    assert hand.desk.session.selected("cable") == [state.cable_id]
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.current is not None
    assert view.current.port == port(view, "1/2")
    QTest.keyClick(view, Qt.Key.Key_F)
    assert strip.device_id in {hand.ids("device")[name] for name in ("dgx-001", "dgx-002")}
    QTest.keyClick(view, Qt.Key.Key_F)
    assert strip.device_id == hand.ids("device")["leaf-1"]
    assert view.current.port == port(view, "1/2")


def test_a_cable_that_went_before_the_ports_were_drawn_again_leads_nowhere(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    view.choose(port(view, "1/1"))
    state = view.state(port(view, "1/1"))
    assert state is not None
    followed: list[int] = []

    def try_all() -> None:
        followed.append(state.cable_id)
        strip.follow()
        strip.pull()

    hand.desk.session.changed.connect(try_all)
    hand.desk.session.do(pull_cables, [state.cable_id])
    hand.rest()
    assert followed == [state.cable_id]
    assert strip.device_id == hand.ids("device")["leaf-1"]
    assert view.state(port(view, "1/1")) is None
    assert hand.message == ""


def pin_spare(hand: Hand, strip: PortsStrip) -> None:
    """The second leaf above the first one."""
    show(hand, strip, "spare-1")
    hand.desk.window.registry.action("ports.pin").trigger()
    show(hand, strip, "leaf-1")
    assert strip.pinned_view.isVisible()
    hand.rest()


def across(strip: PortsStrip, name: str) -> QPoint:
    """A port of the pinned device as a point of the other one's part."""
    return strip.view.mapFromGlobal(strip.pinned_view.mapToGlobal(middle(strip.pinned_view, name)))


def test_a_cable_is_dragged_from_port_to_port_with_the_parts_that_serve_it(hand: Hand, strip: PortsStrip) -> None:
    pin_spare(hand, strip)
    view = strip.view
    press(view, middle(view, "32/1"), across(strip, "32/1"), let_go=False)
    assert strip.laying.trial is not None
    assert strip.laying.trial.ok, strip.laying.reasons()
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, across(strip, "32/1"))
    hand.rest()
    assert hand.snapshot["cable"].rows == CABLES + 1
    laid = hand.desk.session.selected("cable")
    assert ends(hand, laid[0]) == {("leaf-1", port(view, "32/1")), ("spare-1", port(view, "32/1"))}
    row = hand.snapshot["cable"].row(laid[0])
    assert row["type_id"] is not None
    assert row["by_hand"] == 1


def test_a_wrong_cable_says_why_before_the_button_is_released(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    press(view, middle(view, "32/1"), middle(view, "MGMT"), let_go=False)
    assert strip.laying.trial is not None
    assert not strip.laying.trial.ok
    assert any("No cable connects a twisted-pair socket to a fiber socket." in reason for reason in strip.laying.reasons())
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle(view, "MGMT"))
    hand.rest()
    assert hand.snapshot["cable"].rows == CABLES
    press(view, middle(view, "32/1"), middle(view, "1/1"), let_go=False)
    assert "already" in strip.laying.reasons()[0]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert strip.laying.source is None
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle(view, "1/1"))
    hand.rest()
    assert hand.snapshot["cable"].rows == CABLES


def test_a_cable_is_laid_and_pulled_by_keys(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    press(view, middle(view, "31/1"))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert strip.laying.source is not None
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert strip.laying.target is not None
    assert strip.laying.trial is not None
    assert strip.laying.trial.ok, strip.laying.reasons()
    QTest.keyClick(view, Qt.Key.Key_Return)
    hand.rest()
    assert hand.snapshot["cable"].rows == CABLES + 1
    QTest.keyClick(view, Qt.Key.Key_Delete)
    hand.rest()
    assert hand.snapshot["cable"].rows == CABLES


def in_drawing(hand: Hand, strip: PortsStrip, name: str) -> QPoint:
    """Where a device is drawn above, as a point of the strip's part."""
    drawing = hand.desk.window.fabric.view
    spot = drawing.spot(hand.ids("device")[name])
    assert spot is not None
    row = next(row for row in drawing.scene.rows(drawing.camera)[0] if row.tier == spot[0])
    at = QPoint(round(float(row.x[spot[1]])), round(row.top + row.high / 2))
    return strip.view.mapFromGlobal(drawing.mapToGlobal(at))


def test_a_cable_is_dropped_on_a_device_in_the_drawing(hand: Hand, strip: PortsStrip) -> None:
    view, cables = strip.view, hand.snapshot["cable"]
    system = hand.ids("device")["dgx-001"]
    pulled = next(each for each in cables.ids.tolist() if system in (cables.row(each)["a_device_id"], cables.row(each)["b_device_id"]))
    free = dict(ends(hand, pulled))
    hand.desk.session.do(pull_cables, [pulled])
    hand.rest()
    there = in_drawing(hand, strip, "dgx-001")
    press(view, view.port_rect(free["leaf-1"]).center().toPoint(), there, let_go=False)
    assert strip.laying.trial is not None
    assert strip.laying.trial.ok, strip.laying.reasons()
    assert strip.laying.target is not None
    assert (strip.laying.target.device_id, strip.laying.target.port) == (system, free["dgx-001"])
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, there)
    hand.rest()
    assert ends(hand, hand.desk.session.selected("cable")[0]) == set(free.items())


def test_a_device_in_the_drawing_without_a_port_for_a_cable_says_why(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    console = next(box for cage in view._cages for box in cage.ports if box.group.role == "console")
    press(view, console.well.center().toPoint(), in_drawing(hand, strip, "leaf-1"), let_go=False)
    assert strip.laying.reasons() == []
    QTest.mouseMove(view, in_drawing(hand, strip, "dgx-002"))
    assert strip.laying.trial is not None
    assert not strip.laying.trial.ok
    assert "No cable can be connected to" in strip.laying.reasons()[0]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert strip.laying.source is None


def test_without_a_device_the_strip_is_its_head_alone(hand: Hand) -> None:
    place = go_to_cables(hand)
    strip = place.ports
    assert not strip.is_open
    assert strip.height() == strip.header.height()
    assert place.split.sizes()[1] == strip.height()
    assert strip not in place.parts()
    before = place.view.height()
    at = in_drawing(hand, strip, "leaf-1")
    point = place.view.mapFromGlobal(strip.view.mapToGlobal(at))
    QTest.mousePress(place.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
    # A second click may follow: nothing moves away below the pointer.
    assert place.view.height() == before
    QTest.mouseRelease(place.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
    hand.qtbot.waitUntil(lambda: strip.is_open, timeout=PATIENCE_MS)
    hand.rest()
    assert place.view.height() < before
    assert strip in place.parts()
    assert strip.device_id == hand.ids("device")["leaf-1"]
    assert place.split.sizes()[1] == strip.height() > 3 * strip.header.height()


def test_words_over_and_under_ports_are_whole_or_shorter_but_never_cut(hand: Hand, strip: PortsStrip) -> None:
    view = strip.view
    for width in (700, 1200, 2200):
        view.set_room(width)
        for cage in view._cages:
            name, words = view.head_words(cage)
            assert cage.name.startswith(name)
            assert words in {"", "compute", "dgx-001", "d01", "dgx-002", "d02"}
            for box in cage.ports:
                assert "…" not in view.foot_words(box, peers_port=False)
    assert shorter_names("storage-leaf-03") == ["storage-leaf-03", "leaf-03", "s03"]
    assert shorter_names("core") == ["core"]


def test_bands_of_a_face_without_ports_take_little_room(hand: Hand, strip: PortsStrip) -> None:
    show(hand, strip, "dgx-001")
    frames = sorted((cage.frame for cage in strip.view._cages), key=lambda frame: frame.top())
    bottom = frames[0].bottom()
    for frame in frames[1:]:
        assert frame.top() - bottom < 12
        bottom = max(bottom, frame.bottom())


def test_a_cable_into_a_cage_in_use_takes_the_module_that_is_there(hand: Hand, strip: PortsStrip) -> None:
    session, cables = hand.desk.session, hand.snapshot["cable"]
    pulled = dict(cables.row(1))
    session.do(pull_cables, [1])
    hand.rest()
    near, far = ((int(pulled[f"{side}_device_id"]), int(pulled[f"{side}_port"])) for side in "ab")
    trial = port_trial(hand.snapshot, far, near)
    assert trial.ok
    modules = [hand.snapshot.types[int(pulled[f"{side}_module_id"])].key for side in "ba"]
    assert [trial.a_module, trial.b_module] == modules
    other = next(key for key in ("nvidia.mma4z00-ns400", "nvidia.mma4z00-ns") if key not in modules)
    mate = next(each.near for each in cage_mates(hand.snapshot, *near))
    held = next(row for row in hand.snapshot["cable"].ids.tolist() if port_of(hand, row, mate[0]) == mate[1])
    side = "a" if int(hand.snapshot["cable"].row(held)["a_device_id"]) == mate[0] else "b"
    session.do(set_cables, [held], {f"{side}_module": other})
    hand.rest()
    trial = port_trial(hand.snapshot, far, near)
    assert not trial.ok
    assert any("already" in message.text for message in trial.wrong)


def port_of(hand: Hand, cable_id: int, device_id: int) -> int | None:
    """The port of a device in which a cable ends."""
    row = hand.snapshot["cable"].row(cable_id)
    return next((int(row[f"{side}_port"]) for side in "ab" if row[f"{side}_device_id"] == device_id), None)
