"""The place of networks: reached by its key and the rail, with the ports and the cables below the drawing."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QLineEdit

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network, remove_networks
from gpudesk.operations.cabling.network_stage_operations import accept_rate
from gpudesk.operations.cabling.propose_networks import propose_networks
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.run.run import run
from gpudesk.project.accepted_rates import accepted_rates
from gpudesk.ui.places.fabric.dialogs.cable_project import CableProjectDialog
from gpudesk.ui.places.fabric.dialogs.networks_dialog import NetworksDialog
from gpudesk.ui.places.fabric.dialogs.structured_cabling_dialog import StructuredCablingDialog
from gpudesk.ui.places.fabric.fabric_commands import FabricPlaceCommands
from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, SHIFT, Hand

DialogKind = TypeVar("DialogKind", bound=QDialog)


def go(hand: Hand) -> FabricPlace:
    QTest.keyClick(hand.desk.window, Qt.Key.Key_6, CTRL)
    hand.rest()
    assert hand.desk.window.place == "fabric"
    return hand.desk.window.fabric


def test_the_place_is_reached_by_its_key_and_from_the_rail(hand: Hand) -> None:
    window = hand.desk.window
    place = go(hand)
    assert place.isVisible()
    assert place.cables.isVisible()
    window.go("rack")
    QTest.mouseClick(window.rail.button("fabric"), Qt.MouseButton.LeftButton)
    assert window.place == "fabric"


def test_a_device_selected_elsewhere_shows_its_ports(hand: Hand) -> None:
    place = go(hand)
    device = next(iter(hand.ids("device").values()))
    hand.desk.session.select([ObjectRef("device", device)])
    assert place.ports.device_id == device


@pytest.fixture
def planned(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """Two scalable units with their compute network planned."""
    started = open_desk()
    started.create(tmp_path / "pod.gpudesk", load_template("dgx-h100-superpod", {"su": 2}))
    networks = started.snapshot["network"]
    if NetworkKind.COMPUTE not in networks["kind"].tolist():
        started.desk.session.do(add_network, NetworkKind.COMPUTE, "Compute", 400)
        started.rest()
    started.desk.window.resize(1500, 950)
    return started


def middle(place: FabricPlace, name: str) -> QPoint:
    """The middle of a device, or of what represents it."""
    devices = place.view.scene.diagram.snapshot["device"] if place.view.scene.diagram else None
    assert devices is not None
    spot = place.view.spot(int(devices.ids[devices["name"].tolist().index(name)]))
    assert spot is not None
    row = next(row for row in place.view.scene.rows(place.view.camera)[0] if row.tier == spot[0])
    assert place.view.scene.diagram is not None
    number = int(place.view.scene.diagram.numbers(spot[0], row.level, np.array(spot[1:]))[0])
    left, top, wide, high = row.rect(number)
    return QPoint(round(left + wide / 2), round(top + high / 2))


def selected(hand: Hand) -> list[str]:
    devices = hand.snapshot["device"]
    return [str(devices.row(key)["name"]) for key in hand.desk.session.selected("device")]


def test_a_click_selects_everywhere_and_shift_makes_a_path_of_two(planned: Hand) -> None:
    view = go(planned).view
    place = planned.desk.window.fabric
    assert view.isVisible()
    place.units.setCurrentIndex(1)
    place.units.activated.emit(1)
    planned.rest()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(place, "dgx-014"))
    assert selected(planned) == ["dgx-014"]
    assert place.ports.device_id == planned.ids("device")["dgx-014"]
    assert [hop.split()[0] for hop in view.head.hops[:2]] == ["dgx-014", "leaf-01"]
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, SHIFT, middle(place, "dgx-020"))
    assert selected(planned) == ["dgx-014", "dgx-020"]
    assert [hop.split()[0] for hop in view.head.hops] == ["dgx-014", "leaf-01", "dgx-020"]
    assert "leaf-01" in view.accessibleDescription()


def test_figures_choose_the_rail_of_the_path(planned: Hand) -> None:
    view = go(planned).view
    assert view.go_to_device(planned.ids("device")["dgx-014"])
    QTest.keyClick(view, Qt.Key.Key_5)
    assert view.head.hops[1] == "leaf-06"


def test_one_walks_by_keys_from_the_nodes_to_the_spines(planned: Hand) -> None:
    view = go(planned).view
    view.show_unit(0)
    planned.rest()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert selected(planned) == ["dgx-001"]
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert selected(planned) == ["dgx-002"]
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert selected(planned) == ["leaf-01"]
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert selected(planned)[0].startswith("spine-")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert selected(planned) == []


def test_what_is_selected_in_the_rack_is_lit_here(planned: Hand) -> None:
    planned.desk.session.select([ObjectRef("device", planned.ids("device")["leaf-03"])])
    view = go(planned).view
    assert view.devices == (planned.ids("device")["leaf-03"],)
    assert len(view.scene.lit) == 64


def test_links_are_clicked_once_they_are_cabled(planned: Hand) -> None:
    place = go(planned)
    planned.desk.session.do(cable_project, (place.network_id,))
    planned.rest()
    bundle = place.view.scene.rows(place.view.camera)[1][0]
    low, high = float(bundle.low_x[3]), float(bundle.high_x[3])
    point = QPoint(round((low + high) / 2), round((bundle.low.top + bundle.high.bottom) / 2))
    text = place.view.tool_tip_at(point)
    QTest.mouseClick(place.view, Qt.MouseButton.LeftButton, pos=point)
    cables = planned.desk.session.selected("cable")
    assert len(cables) == int(bundle.strands.count[bundle.seen][3])
    assert str(len(cables)) in text


def dialog_of(kind: type[DialogKind]) -> DialogKind:
    """The open dialog of a kind."""
    return next(each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible())


def test_cabling_shows_what_comes_before_it_is_done_and_undo_takes_it_back(planned: Hand) -> None:
    window = planned.desk.window
    go(planned)
    QTest.keyClick(window, Qt.Key.Key_L, CTRL | SHIFT)
    dialog = dialog_of(CableProjectDialog)
    planned.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    said = dialog.total.text()
    assert dialog.main is not None
    assert dialog.focusWidget() is dialog.main
    QTest.keyClick(dialog.main, Qt.Key.Key_Return)
    planned.rest()
    cables = planned.snapshot["cable"].rows
    assert cables > 1000
    assert f"{cables:,} cables added" in said
    assert window.fabric.view.scene.diagram is not None
    assert window.fabric.view.scene.diagram.planned == 0
    planned.desk.session.undo()
    planned.rest()
    assert planned.snapshot["cable"].rows == 0


def test_cabling_again_keeps_what_is_right(planned: Hand) -> None:
    go(planned)
    planned.desk.session.do(cable_project)
    planned.rest()
    cables = planned.snapshot["cable"].rows
    planned.desk.window.registry.action("fabric.cable").trigger()
    dialog = dialog_of(CableProjectDialog)
    planned.qtbot.waitUntil(lambda: f"0 cables added, 0 removed, {cables:,} kept" in dialog.total.text(), timeout=PATIENCE_MS)
    dialog.reject()


def test_links_are_led_over_panels_after_a_look(planned: Hand) -> None:
    go(planned)
    session, registry = planned.desk.session, planned.desk.window.registry
    session.do(cable_project)
    planned.rest()
    registry.action("fabric.cable").trigger()
    cabling = dialog_of(CableProjectDialog)
    cabling.panels_link.click()
    cabling.reject()
    dialog = dialog_of(StructuredCablingDialog)
    planned.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    said, rows = dialog.total.text(), dialog.model.rowCount()
    dialog.places.button("row").click()
    planned.qtbot.waitUntil(
        lambda: dialog.total.text() != said and dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS
    )
    assert dialog.model.rowCount() < rows
    assert "stay inside one row" in dialog.reasons.text()
    dialog.places.button("rack").click()
    planned.qtbot.waitUntil(
        lambda: dialog.total.text() == said and dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS
    )
    before = planned.snapshot["cable"].rows
    assert dialog.main is not None
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    planned.rest()
    planned.qtbot.waitUntil(lambda: planned.snapshot["cable"].rows > before, timeout=PATIENCE_MS)
    led = int((planned.snapshot["cable"]["by_hand"] == 1).sum())
    assert f"{led // 3:,} links routed through panels" in said
    session.undo()
    planned.rest()
    assert planned.snapshot["cable"].rows == before


def test_only_chosen_networks_are_counted(planned: Hand) -> None:
    go(planned)
    planned.desk.window.registry.action("fabric.cable").trigger()
    dialog = dialog_of(CableProjectDialog)
    boxes = dialog.findChildren(QCheckBox)
    planned.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    for box in boxes:
        QTest.keyClick(box, Qt.Key.Key_Space)
    planned.qtbot.waitUntil(lambda: dialog.main is not None and not dialog.main.isEnabled(), timeout=PATIENCE_MS)
    assert dialog.chosen() == ()
    QTest.keyClick(boxes[0], Qt.Key.Key_Space)
    planned.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    assert len(dialog.chosen()) == 1
    dialog.reject()


def test_a_project_without_networks_is_offered_those_it_is_made_for(planned: Hand) -> None:
    session = planned.desk.session
    session.do(remove_networks, planned.snapshot["network"].ids.tolist())
    planned.rest()
    place = go(planned)
    assert place.empty.isVisible()
    QTest.mouseClick(place.empty.button, Qt.MouseButton.LeftButton)
    planned.rest()
    kinds = sorted(planned.snapshot["network"]["kind"].tolist())
    assert NetworkKind.COMPUTE in kinds
    assert NetworkKind.OUT_OF_BAND in kinds
    assert place.view.isVisible()
    document = planned.desk.session.document
    assert document is not None
    with pytest.raises(Refused):
        run(document, propose_networks)


def test_networks_that_are_not_planned_yet_are_shown_before_they_are_cabled(planned: Hand) -> None:
    session = planned.desk.session
    session.do(remove_networks, planned.snapshot["network"].ids.tolist())
    planned.rest()
    go(planned)
    QTest.keyClick(planned.desk.window, Qt.Key.Key_L, CTRL | SHIFT)
    dialog = dialog_of(CableProjectDialog)
    planned.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    assert dialog.proposed.isVisible()
    boxes = dialog.findChildren(QCheckBox)
    assert [box.text() for box in boxes] == ["Compute", "Storage", "In-band", "Out-of-band"]
    assert planned.snapshot["network"].rows == 0
    everything = dialog.total.text()
    for box in boxes[:3]:
        QTest.keyClick(box, Qt.Key.Key_Space)
    planned.qtbot.waitUntil(
        lambda: dialog.main is not None and dialog.main.isEnabled() and dialog.total.text() != everything, timeout=PATIENCE_MS
    )
    said = dialog.total.text()
    assert dialog.main is not None
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    planned.rest()
    cables = planned.snapshot["cable"]
    assert f"{cables.rows:,} cables added" in said
    assert [planned.snapshot["network"].row(key)["kind"] for key in set(cables["network_id"].tolist())] == [NetworkKind.OUT_OF_BAND]
    session.undo()
    planned.rest()
    assert (planned.snapshot["network"].rows, planned.snapshot["cable"].rows) == (0, 0)


def hand_placed(hand: Hand, path: Path, switches: int) -> CableProjectDialog:
    """40 DGX B200 and switches with the roles that hand-placed devices have; the open dialog that cables them."""
    systems = [PlanDevice("nvidia.dgx-b200", f"dgx-{at + 1}", rack=at // 4, position=at % 4 * 20, role="system") for at in range(40)]
    others = [PlanDevice("nvidia.qm9700", f"sw-{at + 1}", rack=10 + at // 8, position=at % 8 * 2, role="switch") for at in range(switches)]
    devices = (*systems, *others)
    racks = tuple(PlanRack("generic.rack-48u-600x1200", 0, f"A{number:02d}", row=0, x_mm=600 * number) for number in range(1, 15))
    hand.create(path, Plan("Hand-placed", halls=(PlanHall("Hall 1"),), rows=(PlanRow(0, "A"),), racks=racks, devices=devices))
    go(hand)
    QTest.keyClick(hand.desk.window, Qt.Key.Key_L, CTRL | SHIFT)
    return dialog_of(CableProjectDialog)


def test_what_hand_placed_systems_lack_is_counted_in_the_window(hand: Hand, tmp_path: Path) -> None:
    dialog = hand_placed(hand, tmp_path / "eight.gpudesk", 8)
    hand.qtbot.waitUntil(lambda: "needed" in dialog.total.text(), timeout=PATIENCE_MS)
    assert dialog.total.text() == "16 leaf switches needed, 8 placed; 8 spine switches needed, 0 placed."
    assert dialog.reasons.text() == "Place 16 more NVIDIA QM9700."
    assert dialog.roles.text() == "Switch roles: 8 × NVIDIA QM9700 leaf"
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    assert not dialog.complaint.isVisible()
    dialog.reject()


def test_hand_placed_systems_are_cabled_with_a_click(hand: Hand, tmp_path: Path) -> None:
    dialog = hand_placed(hand, tmp_path / "whole.gpudesk", 24)
    hand.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    assert dialog.roles.text() == "Switch roles: 16 × NVIDIA QM9700 leaf, 8 × NVIDIA QM9700 spine"
    assert dialog.main is not None
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    hand.rest()
    assert hand.snapshot["cable"].rows == 832


def test_a_setting_of_a_network_is_typed_and_what_follows_is_shown(planned: Hand) -> None:
    go(planned)
    planned.desk.window.registry.action("fabric.networks").trigger()
    dialog = dialog_of(NetworksDialog)
    planned.rest()
    network = int(planned.snapshot["network"].ids[0])
    row = dialog.model.row_of(("network", network, "leaf_up"))
    assert row is not None
    assert dialog.model.index(row, 1).data() == "32"
    assert dialog.model.index(row, 1).data(Qt.ItemDataRole.EditRole) == ""
    dialog.table.edit_cell(dialog.model.index(row, 1))
    editor = dialog.table.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, "16")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    planned.rest()
    assert int(planned.snapshot["network"].row(network)["leaf_up"]) == 16
    assert dialog.model.index(row, 1).data() == "16"
    dialog.table.setCurrentIndex(dialog.model.index(row, 1))
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    planned.rest()
    assert planned.snapshot["network"].row(network)["leaf_up"] is None
    dialog.reject()


def test_the_matrix_counts_links_and_selects_both_switches(planned: Hand) -> None:
    place = go(planned)
    QTest.keyClick(place.view, Qt.Key.Key_M, SHIFT)
    planned.rest()
    matrix = place.matrix
    assert matrix.isVisible()
    model = matrix.table
    assert (model.rowCount(), model.columnCount()) == (16, 8)
    assert {model.index(row, column).data() for row in range(16) for column in range(8)} == {"4"}
    matrix.setCurrentIndex(model.index(2, 1))
    assert selected(planned) == ["leaf-03", "spine-02"]


def test_the_judgement_says_what_the_tree_is_worth(planned: Hand) -> None:
    place = go(planned)
    QTest.keyClick(place.view, Qt.Key.Key_J, SHIFT)
    planned.rest()
    assert place.judgement.isVisible()
    lines = place.judgement.lines
    text = lines.text().replace(THIN_SPACE, " ")
    assert "Bisection\t–\t100 %" in text, "nothing is cabled yet"
    planned.desk.session.do(cable_project)
    planned.rest()
    text = lines.text().replace(THIN_SPACE, " ")
    assert "Oversubscription of a leaf\t0.99 : 1\t0.99 : 1\t16 switches" in text
    assert "Bisection\t100 %\t100 %" in text
    assert "Paths from leaf to leaf\t128\t128" in text
    assert "A spine switch\t" in text
    assert "Bus bandwidth per node\t368 GB/s\t368 GB/s" in text
    assert ": 1 node has less bandwidth; similar failures typically leave" in text, "a cable of a node"


def test_a_cable_that_is_pulled_shows_beside_the_plan_and_the_worst_part_is_gone_to(planned: Hand) -> None:
    place = go(planned)
    planned.desk.session.do(cable_project, (place.network_id,))
    planned.rest()
    cables, devices = planned.snapshot["cable"], planned.snapshot["device"]
    leaf = planned.ids("device")["leaf-03"]
    roles = devices["role"][devices.positions(cables["b_device_id"].copy())]
    uplinks = cables.ids[(cables["a_device_id"] == leaf) & (roles == "spine")]
    planned.desk.session.do(delete_objects, "cable", uplinks[:16].tolist())
    planned.rest()
    QTest.keyClick(place.view, Qt.Key.Key_J, SHIFT)
    planned.rest()
    lines = place.judgement.lines
    row = next(row for row in range(lines.rowCount()) if lines.line(row).key == "tier 0")
    words = [str(lines.index(row, column).data()).replace(THIN_SPACE, " ") for column in range(4)]
    assert words[2] == "0.99 : 1" != words[1]
    assert "the worst: leaf-03, 2 : 1" in words[3]
    assert lines.line(row).cells[2].lit
    worst = next(row for row in range(lines.rowCount()) if lines.line(row).key[0] == "device")
    place.judgement.setCurrentIndex(lines.index(worst, 0))
    QTest.keyClick(place.judgement, Qt.Key.Key_Return)
    assert planned.desk.session.selected("device") == [lines.line(worst).key[1]]


def test_devices_are_marked_by_faults_of_the_network_alone(planned: Hand) -> None:
    place = go(planned)
    planned.desk.session.do(propose_networks)
    planned.rest()
    planned.desk.session.do(cable_project)
    planned.rest()
    for stage_id in planned.snapshot.cached(accepted_rates):
        planned.desk.session.do(accept_rate, stage_id, None)
    planned.rest()
    findings = planned.desk.session.findings
    assert findings is not None
    in_band = next(row["id"] for row in map(planned.snapshot["network"].row, planned.snapshot["network"].ids.tolist()) if row["kind"] == 2)
    systems = {key for name, key in planned.ids("device").items() if name.startswith("dgx-")}
    assert systems & findings.marks("device").keys(), "their in-band ports are faster than the link"
    assert not systems & place.view.scene.findings["device"].keys()
    place.show_network(in_band)
    planned.rest()
    assert systems & place.view.scene.findings["device"].keys()


def test_the_drawing_is_saved_as_a_picture(planned: Hand, tmp_path: Path) -> None:
    go(planned)
    commands = planned.desk.window.findChild(FabricPlaceCommands)
    assert commands is not None
    for suffix in ("svg", "png", "pdf"):
        commands.save_picture(tmp_path / f"net.{suffix}")
    planned.rest()
    assert "leaf-01" in (tmp_path / "net.svg").read_text(encoding="utf-8") or "<text" in (tmp_path / "net.svg").read_text(encoding="utf-8")
    assert (tmp_path / "net.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "net.png").stat().st_size > 20_000


def test_without_a_switch_the_empty_place_leads_to_the_racks(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    started = open_desk()
    started.create(tmp_path / "one.gpudesk", load_template("workstation-4-gpu"))
    place = go(started)
    assert place.empty.isVisible()
    assert place.empty.button.text() == "Go to the racks"
    QTest.mouseClick(place.empty.button, Qt.MouseButton.LeftButton)
    assert started.desk.window.place == "rack"
